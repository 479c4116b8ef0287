/** Reads, reviews and updates records for an agent, and sends nothing that is refused or that overwrites what others saved. */

import { isOpen, kinds, PROFILE } from "./service.js";

/** The dates over which a review compares what people can book. */
const DAYS = 28;
const today = () => new Date().toISOString().slice(0, 10);

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
    { kind, id, draft = {}, edits, from = today() },
  ) {
    const verbs = kinds[kind];
    const { value: current } = await service.read(kind, id);
    const edited = edits ? verbs.edit(base, edits) : { draft, conflicts: [] };
    const form = verbs.form(base, { profile: PROFILE });
    form.set([], edited.draft);
    const rebased = form.rebase(current);
    const merged = form.getSnapshot().draft;
    form.free();

    const { report, diff, body, effect } = verbs.review(current, merged, {
      profile: PROFILE,
      ...(kind === "calendar" && { from, days: DAYS }),
    });
    const conflicts = [...edited.conflicts, ...rebased.conflicts];
    return {
      canSend: body.canSend && conflicts.length === 0,
      changes: diff.words,
      effect,
      findings: [...report.issues, ...(effect?.issues ?? [])],
      conflicts: conflicts.map(({ words }) => words),
      others: rebased.taken
        .filter((change) => change.from === "theirs")
        .map(({ words }) => words),
      current,
      body: body.value,
      // The record that the agent knows after its update, without what others changed meanwhile.
      wanted: verbs.outcome(base, verbs.body(base, edited.draft).value),
    };
  }

  async function prepareAndSend(base, update) {
    const { kind, id } = update;
    const prepared = await prepare(base, update);
    if (!prepared.canSend || prepared.changes.length === 0) return prepared;

    const refusal = await service.send(kind, id, prepared.body);
    if (refusal && !isOpen(refusal))
      return { ...prepared, refusal, findings: refusal.issues };

    // The record has changed, or may have: the agent knows it again once it is verified.
    known.delete(`${kind}/${id}`);
    const { value: after } = await service.read(kind, id).catch((error) => {
      throw new Error(
        `The update was sent, and it is not known whether it was applied. ${error.message}`,
      );
    });
    const verified = kinds[kind].verify(prepared.current, prepared.body, after);
    if (verified.ok) known.set(`${kind}/${id}`, prepared.wanted);
    return { ...prepared, refusal, verified };
  }

  return {
    /** Returns the record that is stored now, and what a calendar offers. */
    async read({ kind, id, from = today() }) {
      const { value: record, issues } = await service.read(kind, id);
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
    review: async (update) =>
      prepare(knownRecord(update.kind, update.id), update),

    /** Sends an update if it can be sent, and verifies it. */
    async update(update) {
      const base = knownRecord(update.kind, update.id);
      const turn = () => prepareAndSend(base, update);
      last = last.then(turn, turn);
      return last;
    },
  };
}
