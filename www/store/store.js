/** The store: the edited record as a form of the package, and values that the page needs more than once. */

import { calendar, configure, location, reword, sandbox } from "./calendiff.js";
import { tree } from "../pkg/issues.js";
import { aboutRequest } from "../panels/refused.js";

export const KINDS = {
  get calendar() {
    return calendar;
  },
  get location() {
    return location;
  },
};

const key = (path) => JSON.stringify(path);
const keyOf = ({ key }) => key;
const NOWHERE = { issues: [], within: {} };

export class Store {
  form;
  kind;
  /** The identifier of this editing session, which every tab that finds the record in storage continues. */
  edition;
  table;
  profile = "specification";
  /** The simulated service, starting with the record that was opened. */
  service;
  /** The answer to the last request to the service. */
  answer;
  /** A refusal that came before a record was open. */
  waiting;
  /**
   * The state of the view, such as the selected day of the week. It stays when the page is rebuilt in another language.
   */
  view = {};

  #listeners = new Set();
  #announcer;
  /** Finishes an action of several keys, such as moving a range. */
  #unfinished;
  /** The stored records since before others saved the changes that conflict with the draft. */
  #bases = [];
  #issues;
  #changes;
  #drawing = false;

  get isOpen() {
    return this.form !== undefined;
  }

  get verbs() {
    return KINDS[this.kind];
  }

  get id() {
    const { id } = this.form.getSnapshot().stored;
    return typeof id === "string" && id !== "" ? id : "sandbox";
  }

  /** The state that is needed to continue elsewhere or later; `unread` is text in place of the draft that has an error. */
  get state() {
    const { kind, edition, form, profile, answer, view } = this;
    const conflicts =
      form.getSnapshot().conflicts.length > 0
        ? {
            bases: this.#bases,
            keys: form.getSnapshot().conflicts.map(keyOf),
            others: (answer?.theirs ?? []).map(keyOf),
          }
        : undefined;
    return {
      kind,
      edition,
      stored: form.getSnapshot().stored,
      draft: form.getSnapshot().draft,
      conflicts,
      profile,
      unread:
        view.json === undefined
          ? undefined
          : { text: view.json, piece: view.piece },
    };
  }

  /** Opens a record. Throws the errors of the package, and then changes nothing. */
  open({ kind, stored, draft, conflicts: open, edition = Math.random() }) {
    const conflicts = [open?.bases, open?.keys, open?.others].every(
      Array.isArray,
    )
      ? open
      : undefined;
    const form = KINDS[kind].form(conflicts?.bases[0] ?? stored, {
      profile: this.profile,
    });
    let theirs;
    try {
      if (draft !== undefined) form.set([], draft);
      if (conflicts)
        theirs = disagree(
          form,
          [...conflicts.bases.slice(1), stored],
          draft,
          conflicts,
        );
      // An undo of this step would revert all earlier edits at once.
      form.clearHistory();
    } catch (thrown) {
      form.free();
      throw thrown;
    }
    this.settle();
    // The address refers to the first record that is opened.
    if (this.isOpen) this.view = {};
    this.form?.free();
    this.form = form;
    this.#bases = conflicts?.bases ?? [];
    this.kind = kind;
    this.edition = edition;
    this.table = KINDS[kind].describe();
    this.answer = theirs?.length > 0 ? { theirs } : undefined;
    this.play();
    form.subscribe(() => this.changed());
    if (this.waiting) this.refuse(this.waiting);
    this.waiting = undefined;
    this.changed("opened");
  }

  /** Continues in a fresh core with the visible state: if memory runs out, the form and its undo steps are lost. */
  goOn() {
    const { state, view, answer, service } = this;
    this.#unfinished = undefined;
    this.open(state);
    Object.assign(this, { view, answer, service });
  }

  /** Shows a refusal, each message at its field. */
  refuse({ status, texts }) {
    const issues = this.verbs.explain(texts, {
      draft: this.form.getSnapshot().draft,
    });
    if (!aboutRequest(status)) this.form.refused({ texts });
    this.answer = { status, refusal: { texts, issues }, isPasted: true };
    this.changed();
  }

  /** Continues from the record that others saved. @returns what they changed */
  rebase(stored) {
    this.#bases =
      this.form.getSnapshot().conflicts.length === 0
        ? [this.form.getSnapshot().stored]
        : [...this.#bases, this.form.getSnapshot().stored];
    return goOnFrom(this.form, stored);
  }

  /** Continues from the record that the service returned for a body. @returns the changes that were applied, and others */
  saved(stored, sent) {
    this.#bases =
      this.form.getSnapshot().conflicts.length === 0
        ? [this.form.getSnapshot().stored]
        : [...this.#bases, this.form.getSnapshot().stored];
    return this.form.saved(stored, { sent }).verified;
  }

  /** Goes back to before the save in the sandbox, with its edits and conflicts. */
  unsave() {
    const { view, answer } = this;
    this.open(answer.before);
    this.view = view;
  }

  close() {
    this.#unfinished = undefined;
    this.form?.free();
    this.form = undefined;
    this.answer = undefined;
    this.view = {};
    this.changed("opened");
  }

  /** Restarts the simulated service with the stored record. */
  play() {
    const records = { [this.id]: this.form.getSnapshot().stored };
    this.service = sandbox(
      this.kind === "calendar"
        ? { calendars: records }
        : { locations: records },
      { profile: this.profile },
    );
  }

  judge(profile) {
    this.profile = profile;
    if (!this.isOpen) return;
    this.form.setProfile(profile);
    this.play();
    this.changed();
  }

  /** Switches the package to another language and rewords issues and changes, which are otherwise unchanged. */
  speak(language) {
    configure({ language });
    if (!this.isOpen) return;
    this.form.reword(language);
    this.table = this.verbs.describe();
    const { refusal, theirs, verified } = this.answer ?? {};
    if (refusal)
      this.answer = {
        ...this.answer,
        refusal: { ...refusal, issues: reword(refusal.issues) },
      };
    if (theirs) this.answer = { ...this.answer, theirs: reword(theirs) };
    if (verified)
      this.answer = {
        ...this.answer,
        verified: {
          ...verified,
          ...inTurn(
            ["applied", "notApplied", "unexpected", "filledIn"],
            (list) => reword(verified[list]),
          ),
        },
      };
  }

  undo() {
    this.#step("undo");
  }

  redo() {
    this.#step("redo");
  }

  /** Goes a step back or forward, says what it did, and shows its place. */
  #step(name) {
    this.settle();
    if (!this.form) return;
    const before = this.form.getSnapshot().changes;
    this.form[name]();
    const after = this.form.getSnapshot().changes;
    const [gone, came] = [lacking(before, after), lacking(after, before)];
    this.onStep?.({ name, gone, came });
  }

  /**
   * Registers an unfinished input that is not in the form yet. `finish` enters it, at the latest before any other
   * action.
   */
  begin(finish) {
    if (this.#unfinished !== finish) this.settle();
    this.#unfinished = finish;
  }

  settle() {
    const finish = this.#unfinished;
    this.#unfinished = undefined;
    finish?.();
  }

  /**
   * Adds a listener. It is called once for each frame in which something changed. Its argument is true if another
   * record was opened.
   */
  listen(listener) {
    this.#listeners.add(listener);
  }

  #opened = false;

  changed(what) {
    this.#issues = this.#changes = undefined;
    this.#opened ||= what === "opened";
    if (this.#drawing) return;
    this.#drawing = true;
    requestAnimationFrame(() => {
      const opened = this.#opened;
      this.#drawing = this.#opened = false;
      for (const listener of this.#listeners) listener(opened);
    });
  }

  announceIn(element) {
    this.#announcer = element;
  }

  /** Announces a text for people who cannot see the page. */
  announce(text) {
    // A repeated text must be announced again.
    this.#announcer.textContent =
      this.#announcer.textContent === text ? `${text}\u00a0` : text;
  }

  /** Returns the issues of a place and, by step, those inside. */
  issuesIn(path) {
    this.#issues ??= tree(this.form.getSnapshot().issues);
    let node = this.#issues;
    for (const step of path) {
      if (!Object.hasOwn(node.within, step)) return NOWHERE;
      node = node.within[step];
    }
    return node;
  }

  /** Returns all issues at a place and inside it. */
  allIssuesIn(path) {
    const all = [];
    const collect = ({ issues, within }) => {
      all.push(...issues);
      for (const step of Object.keys(within)) collect(within[step]);
    };
    collect(this.issuesIn(path));
    return all;
  }

  /** Returns the changes of a place itself. */
  changesAt(path) {
    if (!this.#changes) {
      this.#changes = new Map();
      for (const change of this.form.getSnapshot().changes) {
        const at = key(change.path);
        this.#changes.set(at, [...(this.#changes.get(at) ?? []), change]);
      }
    }
    return this.#changes.get(key(path)) ?? [];
  }
}

/** Continues the form from `stored`. @returns what others changed in it */
const goOnFrom = (form, stored) =>
  form.rebase(stored).taken.filter(({ from }) => from !== "ours");

/** Restores the conflicts that were open, but none that was resolved since. @returns what else others changed */
function disagree(form, saved, draft, { keys, others }) {
  let theirs;
  for (const stored of saved) theirs = goOnFrom(form, stored);
  form.batch(() => {
    for (const conflict of form.getSnapshot().conflicts)
      if (!keys.includes(keyOf(conflict))) form.resolve(conflict, "ours");
    form.set([], draft);
  });
  return theirs.filter((change) => others.includes(keyOf(change)));
}

/** Returns the changes that the other list lacks, or has with other words. */
const lacking = (changes, others) =>
  changes.filter(
    ({ key, words }) =>
      !others.some((other) => other.key === key && other.words === words),
  );

const inTurn = (names, make) =>
  Object.fromEntries(names.map((name) => [name, make(name)]));

/** Returns the worst severity of some issues: "error", "warning", "note" or undefined. */
export const worst = (issues) =>
  ["error", "warning", "note"].find((severity) =>
    issues.some((issue) => issue.severity === severity),
  );
