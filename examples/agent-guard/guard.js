/** Reads, reviews and updates records for an agent, and sends nothing that is refused or that overwrites what others saved. */

import { isOpen, kinds, PROFILE } from "./service.js";

/** The dates over which a review compares what people can book. */
const DAYS = 28;
const today = () => new Date().toISOString().slice(0, 10);

/** Returns undefined for edits of a record without the item that a key names. */
function orMissing(edit) {
  try {
    return edit();
  } catch (error) {
    if (error.code === "edit_missing") return undefined;
    throw error;
  }
}

export function guard(service) {
  /** The records as the agent knows them, by kind and ID. */
  const known = new Map();
  /** The update that is on its way. The next one waits for it, since each sends the whole record. */
  let last = Promise.resolve();

  function knownRecord(kind, id) {
    const base = known.get(`${kind}/${id}`);
    if (!base)
      throw new Error(
        `Call read_record for the ${kind} ${id} first: an update starts from the record as you have read it.`,
      );
    return base;
  }

  /** Makes the agent's changes to the record that is stored now. */
  async function prepare(
    base,
    { kind, id, draft, edits, from = today() },
    signal,
  ) {
    const verbs = kinds[kind];
    const isEmpty = edits
      ? verbs.edits(edits).every(({ where }) => where)
      : Object.keys(draft).length === 0;
    if (isEmpty)
      throw new Error(
        `The ${edits ? "edits have no edit" : "draft is empty"}.`,
      );
    /** Returns the draft that makes the changes to a record. */
    const changed = (record) =>
      edits
        ? verbs.edit(record, edits)
        : { draft, applies: true, changes: [], conflicts: [] };
    const review = (record, draft, options) =>
      verbs.review(record, draft, { profile: PROFILE, ...options });

    const { value: current } = await service.read(kind, id, signal);
    const edited = changed(base);
    const form = verbs.form(base, { profile: PROFILE });
    form.set([], edited.draft);
    form.rebase(known.get(`${kind}/${id}`) ?? base);
    const { taken } = form.rebase(current);
    const { draft: merged, conflicts: between } = form.getSnapshot();
    form.free();

    const { report, diff, body, effect } = review(
      current,
      merged,
      kind === "calendar" && { from, days: DAYS },
    );
    const conflicts = [...edited.conflicts, ...between];
    const made = new Set(
      review(base, edited.draft).diff.changes.map(({ key }) => key),
    );
    const removals = edited.changes.filter(
      ({ kind, key }) => kind === "remove" && !made.has(key),
    );
    const atCurrent = orMissing(() => changed(current));
    const applies = edited.applies && atCurrent?.applies !== false;
    const isAsRequested =
      atCurrent !== undefined &&
      review(current, atCurrent.draft).diff.changes.length === 0;
    const isOutdated = diff.changes.length === 0 && !isAsRequested;
    return {
      canSend:
        body.canSend &&
        applies &&
        conflicts.length === 0 &&
        removals.length === 0 &&
        !isOutdated,
      applies,
      isOutdated,
      changes: diff.words,
      effect,
      findings: report.issues,
      conflicts: conflicts.map(({ words }) => words),
      removals: removals.map(({ words }) => words),
      others: taken
        .filter((change) => change.from === "theirs")
        .map(({ words }) => words),
      current,
      body: body.value,
    };
  }

  async function prepareAndSend(base, update, signal) {
    signal?.throwIfAborted();
    const { kind, id } = update;
    const key = `${kind}/${id}`;
    const prepared = await prepare(base, update, signal);
    if (!prepared.canSend || prepared.changes.length === 0) return prepared;

    signal?.throwIfAborted();
    const refusal = await service.send(kind, id, prepared.body);
    if (refusal && !isOpen(refusal))
      return { ...prepared, refusal, findings: refusal.issues };

    // The record has changed, or may have: the agent knows it again once it is verified.
    const before = known.get(key) ?? base;
    known.delete(key);
    const { value: after } = await service.read(kind, id).catch((error) => {
      throw new Error(
        `The update was sent, and it is not known whether it was applied. ${error.message}`,
      );
    });
    const { current, body } = prepared;
    const verified = kinds[kind].verify(current, body, after);
    // The record that the agent knows has what the update changed, and not what others changed since it was read.
    if (verified.ok)
      known.set(
        key,
        kinds[kind].merge(current, after, known.get(key) ?? before, {
          resolve: "ours",
        }).value,
      );
    return { ...prepared, refusal, verified };
  }

  return {
    /** Returns the record that is stored now, and what a calendar offers. */
    async read({ kind, id, from = today() }, signal) {
      const { value: record, issues } = await service.read(kind, id, signal);
      known.set(`${kind}/${id}`, record);
      return {
        record,
        findings: issues,
        openings:
          kind === "calendar"
            ? kinds.calendar.openings(record, { from, days: DAYS })
            : undefined,
      };
    },

    /** Returns what an update would do. Sends nothing. */
    review: async (update, signal) =>
      prepare(knownRecord(update.kind, update.id), update, signal),

    /**
     * Sends an update if it can be sent, and verifies it. The signal cancels it until it is sent. From then on it is
     * read back and verified in any case.
     */
    async update(update, signal) {
      const base = knownRecord(update.kind, update.id);
      const turn = () => prepareAndSend(base, update, signal);
      last = last.then(turn, turn);
      return last;
    },
  };
}
