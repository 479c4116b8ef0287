/**
 * A form over a record. The core holds the record and the draft and answers each edit with what it changed; what stands
 * here is a mirror of it, in which everything that an edit does not touch stays the same object.
 */

import { copy, put as assign } from "./copy.js";
import { failure } from "./load.js";
import { reword } from "./messages.js";

// As many as the core's.
const HISTORY = 1000;
const NOTHING = Object.freeze({ added: Object.freeze([]), removed: Object.freeze([]) });
const UNCHANGED = Object.freeze({ issues: NOTHING, changes: NOTHING });

export class Form {
  #ask;
  #session;
  #messages;
  #stored;
  #draft;
  #issues;
  #changes;
  #undo = [];
  #redo = [];
  #listeners = new Set();
  #snapshot;
  /** What messages and listeners threw: told once the edit is made and everyone has heard of it. */
  #thrown = [];
  /** The deltas that not everyone has heard of yet. */
  #untold = [];
  #isTelling = false;

  constructor(ask, kind, stored, { messages, ...options } = {}) {
    this.#ask = ask;
    this.#messages = messages;
    this.#session = ask([kind, stored, options], ({ Session }, words, text) => new Session(words, text));
    const opened = JSON.parse(this.#call("open"));
    this.#stored = opened.stored;
    this.#draft = opened.draft;
    this.#issues = this.#reworded(opened.issues);
    this.#changes = opened.changes;
  }

  get stored() {
    return this.#stored;
  }

  get draft() {
    return this.#draft;
  }

  get issues() {
    return this.#issues;
  }

  get changes() {
    return this.#changes;
  }

  get ok() {
    return this.#issues.every(({ severity }) => severity !== "error");
  }

  get canUndo() {
    return this.#undo.length > 0;
  }

  get canRedo() {
    return this.#redo.length > 0;
  }

  get(path) {
    return this.#steps(path).reduce(inside, this.#draft);
  }

  issuesAt(path) {
    const steps = this.#steps(path);
    return this.#issues.filter((issue) => isWithin(issue.path, steps));
  }

  isDirty(path = []) {
    const steps = this.#steps(path);
    return this.#changes.some(({ kind, path }) => {
      // What is gone from an array has no place in the draft.
      if (kind === "remove" && typeof path.at(-1) === "number") return isWithin(path.slice(0, -1), steps);
      return isWithin(path, steps) || isWithin(steps, path);
    });
  }

  set(path, value) {
    const steps = this.#steps(path);
    const own = copy(value);
    if (own !== undefined) return this.#edit("set", [steps, own], (draft) => put(draft, steps, 0, () => (steps.length === 0 ? this.#unwrapped(own) : own)));
    this.#expectHeld();
    return steps.reduce(inside, this.#draft) === undefined ? UNCHANGED : this.remove(steps);
  }

  insert(path, value) {
    const steps = this.#steps(path);
    const own = copy(value);
    const splice = (list, at) => list.splice(at, 0, own);
    return this.#edit("insert", [steps, own], (draft) => change(draft, steps, 0, splice, () => own));
  }

  remove(path) {
    const steps = this.#steps(path);
    return this.#edit("remove", [steps], (draft) => change(draft, steps, 0, drop));
  }

  move(path, to) {
    const steps = this.#steps(path);
    const shift = (list, from) => list.splice(to, 0, ...list.splice(from, 1));
    return this.#edit("move", [steps, to], (draft) => change(draft, steps, 0, shift));
  }

  reset(path = []) {
    const steps = this.#steps(path);
    return this.#edit("reset", [steps], (draft, { value }) =>
      value === undefined ? change(draft, steps, 0, drop) : put(draft, steps, 0, () => value),
    );
  }

  undo() {
    return this.#step("undo", this.#undo, this.#redo);
  }

  redo() {
    return this.#step("redo", this.#redo, this.#undo);
  }

  body(options = {}) {
    return JSON.parse(this.#call("body", options));
  }

  rebase(stored) {
    const { conflicts, taken, delta, ...now } = JSON.parse(this.#call("rebase", stored));
    this.#stored = now.stored;
    this.#draft = now.draft;
    this.#undo = [];
    this.#redo = [];
    return { conflicts, taken, delta: this.#heard(delta) };
  }

  /** For `useSyncExternalStore(form.subscribe, form.getSnapshot)`: bound to the form. */
  subscribe = (listener) => {
    // The same function twice is two subscriptions.
    const subscription = { listener };
    this.#listeners.add(subscription);
    return () => void this.#listeners.delete(subscription);
  };

  /** The same object until something changes. */
  getSnapshot = () =>
    (this.#snapshot ??= Object.freeze({
      stored: this.#stored,
      draft: this.#draft,
      issues: this.#issues,
      changes: this.#changes,
      ok: this.ok,
      isDirty: this.#changes.length > 0,
      canUndo: this.canUndo,
      canRedo: this.canRedo,
    }));

  free() {
    this.#session?.free();
    this.#session = undefined;
    this.#listeners.clear();
  }

  #expectHeld() {
    if (!this.#session) throw failure("form_freed", "the form was freed; open another with form(stored)");
  }

  #call(verb, ...given) {
    this.#expectHeld();
    return this.#ask([verb, ...given], (_, words, text) => this.#session.call(words, text));
  }

  #edit(verb, given, mirror) {
    const text = this.#call(verb, ...given);
    const answer = text === "" ? UNCHANGED : JSON.parse(text);
    if (this.#undo.push(this.#draft) > HISTORY) this.#undo.shift();
    this.#redo = [];
    this.#draft = mirror(this.#draft, answer);
    return this.#heard(answer);
  }

  /** A whole draft out of its envelope, where the core took it out of one. */
  #unwrapped(own) {
    const { draft } = JSON.parse(this.#call("open"));
    return Object.keys(draft).every((name) => Object.hasOwn(own, name)) && Object.keys(own).every((name) => Object.hasOwn(draft, name)) ? own : draft;
  }

  #step(verb, from, to) {
    this.#expectHeld();
    if (from.length === 0) return undefined;
    const text = this.#call(verb);
    to.push(this.#draft);
    this.#draft = from.pop();
    return this.#heard(text === "" ? UNCHANGED : JSON.parse(text));
  }

  /** Brings the lists up to date, and tells who listens. */
  #heard({ issues, changes }) {
    const delta = { issues: NOTHING, changes: NOTHING };
    if (issues.length > 0) {
      for (const [, , added] of issues) this.#reworded(added);
      [this.#issues, delta.issues] = spliced(this.#issues, issues);
    }
    if (changes.length > 0) [this.#changes, delta.changes] = spliced(this.#changes, changes);
    this.#snapshot = undefined;
    this.#untold.push(delta);
    if (!this.#isTelling) this.#tell();
    return delta;
  }

  /** Who edits while being told is heard after: everyone hears of the edits in their order. */
  #tell() {
    this.#isTelling = true;
    for (let delta; (delta = this.#untold.shift()); ) {
      for (const subscription of [...this.#listeners]) {
        if (!this.#listeners.has(subscription)) continue;
        try {
          subscription.listener(delta);
        } catch (thrown) {
          this.#thrown.push(thrown);
        }
      }
    }
    this.#isTelling = false;
    const [first] = this.#thrown;
    if (this.#thrown.splice(0).length > 0) throw first;
  }

  #reworded(issues) {
    if (!this.#messages) return issues;
    for (const issue of issues) {
      try {
        reword(issue, this.#messages);
      } catch {
        // The core's words stay.
      }
    }
    return issues;
  }

  /** A path as steps. In a JSON Pointer, where an array is, or nothing yet, digits are an index and `-` is behind the end. */
  #steps(path) {
    if (typeof path !== "string") return [...path];
    if (path === "") return [];
    if (path[0] !== "/") throw failure("form_path", `"${path}": expected a JSON Pointer, which begins with /, or an array of names and indexes`);
    let here = this.#draft;
    const steps = path.slice(1).split("/").map((token) => {
      const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
      const isList = Array.isArray(here) || here == null;
      const step = isList && name === "-" ? (here?.length ?? 0) : isList && /^(0|[1-9]\d*)$/.test(name) ? Number(name) : name;
      here = inside(here, step);
      return step;
    });
    return steps;
  }
}

if (Symbol.dispose) Form.prototype[Symbol.dispose] = Form.prototype.free;

const inside = (value, step) =>
  typeof value === "object" && value !== null && (typeof step === "number") === Array.isArray(value) && Object.hasOwn(value, step) ? value[step] : undefined;

const isWithin = (path, around) => around.length <= path.length && around.every((step, at) => step === path[at]);

function drop(around, step) {
  if (Array.isArray(around)) around.splice(step, 1);
  else delete around[step];
}

/** A shallow copy, which keeps a member of any name. */
const shallow = (around) => (Array.isArray(around) ? around.slice() : { ...around });

/** A copy with what `make` gives at a path; null and nothing become what the path asks for. */
function put(here, steps, at, make) {
  if (at === steps.length) return make();
  const step = steps[at];
  const fresh = here == null ? (typeof step === "number" ? [] : {}) : shallow(here);
  assign(fresh, step, put(inside(here, step), steps, at + 1, make));
  return fresh;
}

/** A copy in which the array or object around a path is edited in place; where it is missing, it is made of `first`. */
function change(here, steps, at, edit, first) {
  if (here == null) return put(here, steps, at, first);
  const fresh = shallow(here);
  if (at === steps.length - 1) edit(fresh, steps[at]);
  else assign(fresh, steps[at], change(inside(here, steps[at]), steps, at + 1, edit, first));
  return fresh;
}

/** The list with its splices done, and what that added and removed. */
function spliced(list, splices) {
  const now = list.slice();
  const [added, removed] = [[], []];
  for (const [at, count, more] of splices) {
    removed.push(...now.splice(at, count, ...more));
    added.push(...more);
  }
  return [now, { added, removed }];
}
