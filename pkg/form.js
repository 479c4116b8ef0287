/**
 * A form over a record. The core holds the record and the draft, and returns the effect of each edit. This class
 * mirrors them; values that an edit does not touch stay identical objects.
 */

import { copy, frozen, put as assign, shallow } from "./copy.js";
import { rangesRead, stateOf } from "./form-state.js";
import { reword } from "./language.js";
import { failure, optionsOf } from "./load.js";
import { inside, stepsOf } from "./place.js";
import { reused } from "./reuse.js";
import { rangeOf, timeAt } from "./times.js";
import { meaningOf, typeAt, UNREAD } from "./typed.js";

// The pause in typing that starts a new undo step in the same field, in milliseconds.
const PAUSE = 1000;
// Number of arguments that a call can have in every runtime.
const FEW = 1000;
const NOTHING = Object.freeze({
  added: Object.freeze([]),
  removed: Object.freeze([]),
});
const NONE = Object.freeze([]);
const UNCHANGED = Object.freeze({ issues: NOTHING, changes: NOTHING });
/** The tables of records by kind. */
const TABLES = new Map();
/** The verbs of the core that answer by the numbers of issues. */
const NUMBERED = new Set(["issuesAtDay", "issuesAtDate"]);
const codeAndPath = ({ code, path }) => JSON.stringify([code, path]);
const isError = ({ severity }) => severity === "error";
const ALIKE = Object.freeze({
  issues: Object.freeze([]),
  changes: Object.freeze([]),
});

export class Form {
  #ask;
  #session;
  /** The function that completes a partial language, and the language of the form. */
  #speaking;
  #language;
  #stored;
  /** The record to keep with the draft, and the conflicts that it is for. */
  #base;
  #draft;
  #issues;
  #changes;
  #conflicts = NONE;
  /** The last save's refusal, if it is not about the body, as with an expired token. */
  #refusal;
  /** The drafts of the undo and redo steps; undefined if only the core has the draft. */
  #undo = [];
  #redo = [];
  /** Number of undo steps that were saved; they are the first ones. */
  #saved = 0;
  /** True if the core has made an edit that the mirror still lacks. It stays true if an error interrupts the edit. */
  #isBehind = false;
  #listeners = new Set();
  #snapshot;
  #kind;
  #profile;
  /** The texts that were typed, by the JSON of their steps, and the last answers of states. */
  #texts = new Map();
  #answers = new Map();
  /** Errors of messages and listeners, thrown once the edit is complete and all listeners are notified. */
  #thrown = [];
  /** Deltas that still have to be sent to listeners. */
  #untold = [];
  #isTelling = false;
  /** Number of open batches, what was shown at their start, and the draft and the redo steps from before their first edit. */
  #batches = 0;
  #start;
  #before;
  /** The place and time of the last typed text or number. */
  #typed;
  #pause;

  constructor(ask, kind, stored, speaking, given) {
    const { language, pause = PAUSE, ...options } = optionsOf(given);
    if (typeof pause !== "number" || !(pause >= 0))
      throw failure(
        "option",
        `pause: expected milliseconds, found ${String(pause)}`,
      );
    this.#bind();
    this.#ask = ask;
    this.#pause = pause;
    this.#speaking = speaking;
    this.#language = speaking(language);
    this.#kind = kind;
    this.#profile = options.profile ?? "specification";
    this.#session = ask([kind, stored, options], ({ open }, words, text) =>
      open(words, text),
    );
    this.#catchUp();
  }

  /** Binds methods and getters to the instance, so that they can be passed alone or called on a proxy of the form. */
  #bind() {
    for (const name of Reflect.ownKeys(Form.prototype)) {
      const { value, get } = Object.getOwnPropertyDescriptor(
        Form.prototype,
        name,
      );
      if (name === "constructor") continue;
      Object.defineProperty(
        this,
        name,
        get ? { get: get.bind(this) } : { value: value.bind(this) },
      );
    }
    // Prevents Vue from making a proxy of it.
    Object.defineProperty(this, "__v_skip", { value: true });
  }

  /** Takes text as it is typed: the value that it means goes into the draft, and the text stays what the field shows. */
  type(path, text) {
    if (typeof text !== "string") return this.set(path, text);
    const steps = this.#steps(path);
    if (timeAt(steps)) return this.#typeTime(steps, text);
    const value = meaningOf(text, this.#typeAt(steps));
    const before = this.#texts;
    // Listeners read the text during the edit.
    this.#texts = new Map(before).set(JSON.stringify(steps), { text, value });
    try {
      const delta = this.set(steps, value);
      return delta === UNCHANGED ? this.#shownAnew() : delta;
    } catch (thrown) {
      if (this.#draftAt(steps) !== value) this.#texts = before;
      throw thrown;
    }
  }

  /** Takes the text of a time: sets the hours of its day, with this time of that range. */
  #typeTime(steps, text) {
    const { list, day, key, side } = timeAt(steps);
    const state = this.getSnapshot();
    const edited = rangeOf(state, { list, day, key });
    if (edited === undefined)
      throw failure(
        "form_path",
        `expected a range of ${day}, found none with the key ${JSON.stringify(key)}`,
      );
    const ranges = state[list]({ paths: true })[day].map((range) =>
      range === edited ? { ...range, [side]: text } : range,
    );
    const at = ranges.findIndex((range) => range.key === key);
    // Listeners read the text during the edit, before it is known which time it means.
    const typed = { text, value: UNREAD };
    const before = this.#texts;
    this.#texts = new Map(before).set(JSON.stringify(steps), typed);
    try {
      const delta = this.#setHours(
        list,
        day,
        ranges.map(({ open, close }) => [open, close]),
        this.#typingAt(steps),
      );
      typed.value = rangesRead(this.getSnapshot(), list, day)[at]?.[side];
      return delta === UNCHANGED ? this.#shownAnew() : delta;
    } finally {
      if (typed.value === UNREAD) this.#texts = before;
    }
  }

  #setHours(list, day, hours, typed) {
    return this.#followTyped(
      list === "week" ? "setDay" : "setDate",
      typed,
      day,
      hours,
    );
  }

  /** Ends typing at a place: its field shows the text of its value again, `45` where `45.` was typed. */
  leave(path) {
    this.#held();
    const steps = this.#steps(path);
    if (this.#typed?.place === JSON.stringify(steps)) this.#typed = undefined;
    const texts = new Map(this.#texts);
    if (!texts.delete(JSON.stringify(steps))) return UNCHANGED;
    this.#texts = texts;
    return this.#shownAnew();
  }

  set(path, value) {
    const steps = this.#steps(path);
    const own = copy(value);
    if (own !== undefined) {
      const mirror = (draft) =>
        put(draft, steps, 0, () =>
          steps.length === 0 ? this.#unwrapped(own) : own,
        );
      return this.#edit("set", [steps, own], mirror, this.#typing(steps, own));
    }
    this.#held();
    return this.#draftAt(steps) === undefined ? UNCHANGED : this.remove(steps);
  }

  insert(path, value) {
    const steps = this.#steps(path);
    const own = copy(value);
    const splice = (list, at) => list.splice(at, 0, own);
    return this.#edit("insert", [steps, own], (draft) =>
      change(draft, steps, 0, splice, () => own),
    );
  }

  remove(path) {
    const steps = this.#steps(path);
    return this.#edit("remove", [steps], (draft) =>
      change(draft, steps, 0, drop),
    );
  }

  move(path, to) {
    const steps = this.#steps(path);
    const shift = (list, from) => list.splice(to, 0, ...list.splice(from, 1));
    return this.#edit("move", [steps, to], (draft) =>
      change(draft, steps, 0, shift),
    );
  }

  reset(path = []) {
    return this.#follow("reset", this.#steps(path));
  }

  revert(change) {
    const { key, kind, params = null } = expected(change, "a change");
    return this.#follow("revert", key, kind, params);
  }

  resolve(conflict, side) {
    return this.#follow("resolve", expected(conflict, "a conflict").key, side);
  }

  fix(issue) {
    const given = expected(issue, "an issue");
    this.#held();
    const own = this.#now().#issueOf(given);
    return own?.fix
      ? this.#follow("fix", this.#issues.indexOf(own))
      : UNCHANGED;
  }

  /** Returns the form's issue that is meant: by its key, else by its code and path, and its parameters if several have these. */
  #issueOf({ key, code, path, params }) {
    if (key !== undefined) return this.#issues.find((own) => own.key === key);
    if (typeof code !== "string" || !Array.isArray(path))
      throw failure(
        "option",
        "fix: expected an issue with a key, or with a code and a path",
      );
    const place = codeAndPath({ code, path });
    const alike = this.#issues.filter((own) => codeAndPath(own) === place);
    const text = JSON.stringify(params);
    return alike.length > 1 && params !== undefined
      ? alike.find((own) => JSON.stringify(own.params) === text)
      : (alike.find(({ fix }) => fix) ?? alike[0]);
  }

  fixAll() {
    return this.#follow("fixAll");
  }

  refused(refusal) {
    const what = "a refusal, or a response that has one";
    const given = expected(expected(refusal, what).refusal ?? refusal, what);
    const { texts, issues, reason = null } = given;
    if (!Array.isArray(texts ?? issues))
      throw failure("option", `refused: expected ${what}`);
    const said =
      texts?.length > 0
        ? texts
        : (issues ?? []).map(({ params, message }) => params?.text ?? message);
    if (
      reason !== null &&
      !JSON.parse(this.#now().#call("isAboutBody", reason))
    ) {
      const messages =
        issues?.length > 0 ? issues.map(({ message }) => message) : said;
      this.#refusal = frozen({
        reason,
        retry: given.retry === true,
        messages: [...messages],
      });
      return this.#shownAnew();
    }
    return this.#unrefused(this.#follow("refused", said));
  }

  /** Removes what the service refused: the issues that it reported, and the refusal of the save. */
  clearRefusal() {
    return this.#unrefused(this.#follow("clearRefusal"));
  }

  /** Ends the refusal of the last save, which was no issue of the draft. */
  #unrefused(delta) {
    if (this.#refusal === undefined) return delta;
    this.#refusal = undefined;
    // Listeners heard of the delta while the refusal was still there.
    this.#shownAnew();
    return delta;
  }

  setProfile(profile) {
    let delta;
    // Listeners run once the new profile judges the state.
    this.#batches++;
    try {
      delta = this.#follow("setProfile", profile);
      if (profile !== this.#profile) this.#snapshot = undefined;
      this.#profile = profile;
    } finally {
      this.#batches--;
    }
    if (!this.#isTelling && this.#batches === 0) this.#tell();
    return delta;
  }

  setDay(day, hours) {
    return this.#setHours(
      "week",
      day,
      hours,
      this.#typingOfHours("week", day, hours),
    );
  }

  setDate(date, hours) {
    return this.#setHours(
      "dates",
      date,
      hours,
      this.#typingOfHours("dates", date, hours),
    );
  }

  batch(edits) {
    if (typeof edits !== "function")
      throw failure("option", "batch: expected a function");
    this.#now().#call("begin");
    if (this.#batches === 0) this.#start = this.#shown();
    this.#batches++;
    try {
      return edits(this);
    } finally {
      this.#batches--;
      const made = this.#session !== undefined && JSON.parse(this.#call("end"));
      if (this.#batches === 0) {
        const [before, start] = [this.#before, this.#start];
        this.#before = this.#start = undefined;
        if (made) {
          this.#snapshot = undefined;
          this.#remember(before?.draft);
        } else if (before && this.#session && !this.#isBehind)
          this.#goBack(before, start);
      }
      if (this.#batches === 0 && !this.#isTelling) this.#tell();
    }
  }

  /** Returns what the snapshot shows, the snapshot, and the number of deltas that still have to be sent. */
  #shown() {
    return {
      stored: this.#stored,
      draft: this.#draft,
      issues: this.#issues,
      changes: this.#changes,
      conflicts: this.#conflicts,
      refusal: this.#refusal,
      texts: this.#texts,
      profile: this.#profile,
      language: this.#language,
      snapshot: this.#snapshot,
      untold: this.#untold.length,
    };
  }

  /** Ends a batch whose edits reversed each other. If nothing else changed since its start, listeners hear of none of them. */
  #goBack(before, start) {
    this.#redo = before.redo;
    this.#draft = before.draft ?? this.#draft;
    this.#snapshot = undefined;
    if (start === undefined) return;
    const { snapshot, untold, issues, changes, ...rest } = start;
    const now = this.#shown();
    const isSame =
      Object.keys(rest).every((name) => rest[name] === now[name]) &&
      reused(issues, now.issues) === issues &&
      reused(changes, now.changes) === changes;
    if (!isSame) return;
    this.#issues = issues;
    this.#changes = changes;
    this.#snapshot = snapshot;
    this.#untold.length = untold;
  }

  undo() {
    return this.#step("undo", this.#now().#undo, this.#redo);
  }

  redo() {
    return this.#step("redo", this.#now().#redo, this.#undo);
  }

  clearHistory() {
    this.#now().#done("clearHistory");
    const isEmpty = this.#undo.length === 0 && this.#redo.length === 0;
    if (isEmpty && this.#batches === 0) {
      this.#isBehind = false;
      return;
    }
    this.#followed(ALIKE, () => {
      this.#undo = [];
      this.#redo = [];
      this.#saved = 0;
      this.#before = undefined;
      this.#typed = undefined;
    });
  }

  body(given) {
    const { language, ...options } = optionsOf(given);
    const body = JSON.parse(this.#call("body", options));
    const own =
      language === undefined
        ? this.#language
        : this.#speaking(language, this.#language);
    for (const decision of body.decisions) reword(own, decision);
    return body;
  }

  /** Rewords everything that the form shows in another language; the draft and its steps stay. */
  reword(language) {
    this.#held();
    this.#now().#language = this.#speaking(language, this.#language);
    const again = (findings) =>
      this.#worded(
        findings.map(({ fix, ...finding }) =>
          fix ? { ...finding, fix: { ...fix } } : finding,
        ),
      );
    const delta = {};
    for (const [name, before] of [
      ["issues", this.#issues],
      ["changes", this.#changes],
    ]) {
      const fresh = again(before);
      if (name === "issues")
        for (const [at, issue] of fresh.entries())
          setKey(issue, before[at].key);
      const now = frozen(fresh);
      delta[name] = Object.freeze({ added: now, removed: before });
    }
    this.#issues = delta.issues.added;
    this.#changes = delta.changes.added;
    this.#conflicts = frozen(again(this.#conflicts));
    this.#snapshot = undefined;
    this.#untold.push(Object.freeze(delta));
    if (!this.#isTelling && this.#batches === 0) this.#tell();
    return delta;
  }

  rebase(stored) {
    const { conflicts, taken, delta } = this.#continued("rebase", stored);
    return { conflicts, taken: this.#worded(taken), delta };
  }

  saved(answer, options = {}) {
    const { verified, conflicts, delta } = this.#continued(
      "saved",
      answer,
      options,
    );
    this.#unrefused(delta);
    for (const name of ["applied", "notApplied", "unexpected", "filledIn"])
      if (verified[name]) this.#worded(verified[name]);
    return { verified, conflicts, delta };
  }

  /** Returns the stored record with the value that each open conflict started from. Asks the core once for each list of conflicts. */
  #baseOfConflicts() {
    if (this.#conflicts.length === 0) return this.#stored;
    if (this.#base?.of !== this.#conflicts)
      this.#base = {
        of: this.#conflicts,
        record: frozen(JSON.parse(this.#call("base"))),
      };
    return this.#base.record;
  }

  /** Continues from another stored record. */
  #continued(verb, ...given) {
    const { answer, same, ...renewed } = this.#now().#done(verb, ...given);
    if (same) {
      this.#isBehind = false;
      return { ...answer, conflicts: this.#conflicts, delta: UNCHANGED };
    }
    const { conflicts, delta } = answer;
    const known = (stays) =>
      new Array(stays.filter(Boolean).length).fill(undefined);
    const heard = this.#followed({ ...delta, conflicts }, () => {
      this.#stored = together(renewed.stored, { before: this.#stored });
      this.#draft = together(renewed.draft, {
        before: this.#draft,
        stored: this.#stored,
      });
      this.#undo = known(renewed.undo);
      this.#redo = known(renewed.redo);
      this.#saved = renewed.saved;
      this.#before = undefined;
      this.#typed = undefined;
    });
    return { ...answer, conflicts: this.#conflicts, delta: heard };
  }

  subscribe(listener) {
    if (typeof listener !== "function")
      throw failure("option", "subscribe: expected a function");
    this.#held();
    // A function that subscribes twice has two subscriptions.
    const subscription = { listener };
    this.#listeners.add(subscription);
    return () => void this.#listeners.delete(subscription);
  }

  /** Returns the state, the same object until something changes. */
  getSnapshot() {
    if (this.#now().#snapshot) return this.#snapshot;
    const lists = {
      stored: this.#stored,
      base: this.#baseOfConflicts(),
      draft: this.#draft,
      issues: this.#issues,
      changes: this.#changes,
      conflicts: this.#conflicts,
      refusal: this.#refusal,
      canUndo: this.#undo.length > 0,
      canRedo: this.#redo.length > 0,
      undoIsOfSaved: this.#undo.length > 0 && this.#undo.length <= this.#saved,
    };
    this.#snapshot = stateOf(lists, this.#asker(), this.#texts, this.#answers);
    return this.#snapshot;
  }

  /** Returns the function that answers a state what only the core knows: this one while the state is the form's, else another. */
  #asker() {
    const profile = this.#profile;
    return {
      isCurrent: (state) => this.#snapshot === state,
      typeAt: (steps) => this.#typeAt(steps),
      ask: (state, verb, ...given) => {
        if (this.#snapshot === state && this.#session)
          return this.#askHere(state, verb, given);
        return this.#askAnew(state, profile, verb, given);
      },
    };
  }

  #askHere(state, verb, given) {
    try {
      const answer = JSON.parse(this.#call(verb, ...given));
      return NUMBERED.has(verb) ? answer.map((at) => state.issues[at]) : answer;
    } catch (error) {
      if (error.code !== "core_lost" || verb !== "isOk") throw error;
      // A core that is lost cannot say more than the issues that are shown.
      return !state.issues.some(isError);
    }
  }

  /** Answers about a state that is no longer the form's, whose issues may be of a refusal that the core no longer has. */
  #askAnew({ stored, draft, issues }, profile, verb, given) {
    const session = this.#ask(
      [this.#kind, stored, { profile }],
      ({ open }, words, text) => open(words, text),
    );
    const call = (...asked) =>
      this.#ask(asked, (_, words, text) => session.call(words, text));
    try {
      call("set", [], draft);
      if (NUMBERED.has(verb)) {
        const paths = issues.map(({ path }) => path);
        return JSON.parse(call(verb, ...given, paths)).map((at) => issues[at]);
      }
      const answer = JSON.parse(call(verb, ...given));
      if (verb !== "isOk" || !answer) return answer;
      const own = new Set(
        JSON.parse(call("open")).issues.filter(isError).map(codeAndPath),
      );
      return issues.every(
        (issue) => !isError(issue) || own.has(codeAndPath(issue)),
      );
    } finally {
      session.free();
    }
  }

  /** Notifies the listeners of a text that is shown in another way, with the same value. */
  #shownAnew() {
    this.#snapshot = undefined;
    this.#untold.push(UNCHANGED);
    if (!this.#isTelling && this.#batches === 0) this.#tell();
    return UNCHANGED;
  }

  #typeAt(steps) {
    return typeAt(this.#table(), steps);
  }

  #draftAt(steps) {
    return steps.reduce(inside, this.#now().#draft);
  }

  /** Returns the table of the record, which all forms of a kind share. */
  #table() {
    if (!TABLES.has(this.#kind))
      TABLES.set(
        this.#kind,
        JSON.parse(
          this.#ask(["describe", this.#kind], ({ call }, words, text) =>
            call(words, text),
          ),
        ),
      );
    return TABLES.get(this.#kind);
  }

  free() {
    this.#session?.free();
    this.#session = undefined;
    this.#listeners.clear();
  }

  #held() {
    if (!this.#session)
      throw failure(
        "form_freed",
        "the form was freed; open another with form(stored)",
      );
    return this.#session;
  }

  #call(verb, ...given) {
    this.#held();
    // A getter in an argument may free the form.
    return this.#ask([verb, ...given], (_, words, text) =>
      this.#held().call(words, text),
    );
  }

  /** Calls a verb that changes the form. Until the mirror has made the change as well, the core is ahead. */
  #done(verb, ...given) {
    this.#held();
    const text = this.#ask([verb, ...given], (_, words, text) => {
      const session = this.#held();
      this.#isBehind = true;
      try {
        return session.call(words, text);
      } catch (thrown) {
        this.#isBehind = false;
        throw thrown;
      }
    });
    return text === "" ? ALIKE : JSON.parse(text);
  }

  /** Returns the form, synchronized with the core. If the core is lost, its last state stays. */
  #now() {
    try {
      if (this.#isBehind && this.#session) this.#catchUp();
    } catch (thrown) {
      if (thrown.code !== "core_lost") throw thrown;
    }
    return this;
  }

  #catchUp() {
    const { stored, draft, issues, changes, conflicts, history } = JSON.parse(
      this.#call("open"),
    );
    this.#stored = reused(this.#stored, stored);
    this.#draft = together(draft, {
      before: this.#draft,
      stored: this.#stored,
    });
    this.#conflicts = frozen(this.#worded(conflicts));
    if (this.#before) this.#before.draft = undefined;
    this.#typed = undefined;
    this.#issues = issues;
    this.#changes = frozen(this.#worded(changes));
    const [undo, redo, saved] = history;
    [this.#undo, this.#redo] = [undo, redo].map((count) =>
      new Array(count).fill(undefined),
    );
    this.#saved = saved;
    this.#snapshot = undefined;
    this.#isBehind = false;
    frozen(this.#worded(withKeys(issues)));
  }

  #edit(verb, given, mirror, typed) {
    const answer = this.#now().#done(verb, ...given);
    if (answer.idle) {
      this.#isBehind = false;
      return UNCHANGED;
    }
    const draft = mirror(this.#draft);
    return this.#followed(answer, () => {
      this.#remember(this.#draft, typed);
      this.#draft = draft;
    });
  }

  /** Calls a verb whose edits the core returns, and mirrors them. */
  #follow(verb, ...given) {
    return this.#followTyped(verb, undefined, ...given);
  }

  #followTyped(verb, typed, ...given) {
    const answer = this.#now().#done(verb, ...given);
    if (answer === ALIKE) {
      this.#isBehind = false;
      return UNCHANGED;
    }
    const { edits = NONE, conflicts } = answer;
    const draft = edits.reduce(
      (draft, [edit, path, what]) => EDITS[edit](draft, path, what),
      this.#draft,
    );
    return this.#followed(answer, () => {
      if (edits.length > 0 || conflicts) this.#remember(this.#draft, typed);
      this.#draft = draft;
    });
  }

  /** Records the draft from before a step. */
  #remember(draft, typed) {
    const redo = this.#redo;
    this.#redo = [];
    this.#saved = Math.min(this.#saved, this.#undo.length);
    if (this.#batches > 0) {
      this.#before ??= { draft, redo };
      this.#typed = undefined;
      return;
    }
    if (typed?.goesOn && this.#undo.length > 0) this.#call("join");
    else this.#undo.push(draft);
    this.#typed = typed;
  }

  /** Returns the place and time of a typed text or number, and whether it continues the last one. */
  #typing(steps, value) {
    const isTyped = (value) =>
      typeof value === "string" || typeof value === "number";
    if (!isTyped(value) || !isTyped(this.#draftAt(steps) ?? ""))
      return undefined;
    return this.#typingAt(steps);
  }

  #typingAt(steps) {
    const [place, now] = [JSON.stringify(steps), performance.now()];
    return {
      place,
      now,
      goesOn:
        this.#typed?.place === place && now - this.#typed.now < this.#pause,
    };
  }

  /** Like `#typing`, for hours: of a day that differs in one time, that time is typed. */
  #typingOfHours(list, day, hours) {
    const before = this.#now().getSnapshot()[list]()?.[day];
    if (
      !Array.isArray(hours) ||
      before === undefined ||
      before.length !== hours.length
    )
      return undefined;
    const differing = before.flatMap((times, at) =>
      [0, 1]
        .filter((side) => times[side] !== hours[at]?.[side])
        .map((side) => [list, day, at, side]),
    );
    return differing.length === 1 ? this.#typingAt(differing[0]) : undefined;
  }

  /** Returns a whole draft without the envelope that the core removed, if it had one. */
  #unwrapped(own) {
    const draft = this.#opened();
    const same =
      Object.keys(draft).every((name) => Object.hasOwn(own, name)) &&
      Object.keys(own).every((name) => Object.hasOwn(draft, name));
    return same ? own : draft;
  }

  /** Returns the draft of the core. */
  #opened() {
    const { stored, draft } = JSON.parse(this.#call("open"));
    return together(draft, {
      before: this.#draft,
      stored: reused(this.#stored, stored),
    });
  }

  #step(verb, from, to) {
    this.#held();
    if (from.length === 0 || this.#batches > 0) return undefined;
    const answer = this.#done(verb);
    const draft = from.at(-1) ?? this.#opened();
    this.#typed = undefined;
    return this.#followed(answer, () => {
      to.push(this.#draft);
      from.pop();
      this.#draft = draft;
    });
  }

  /** Updates the lists, and with `swap` all that changes with them, and notifies the listeners. */
  #followed({ issues, changes, conflicts, forgotten = 0 }, swap) {
    const [nowIssues, ofIssues] = spliced(this.#issues, issues);
    const [nowChanges, ofChanges] = spliced(this.#changes, changes);
    swap();
    // The core has dropped the oldest steps for lack of room.
    this.#undo.splice(0, forgotten);
    this.#saved = Math.max(0, this.#saved - forgotten);
    this.#issues = nowIssues;
    this.#changes = nowChanges;
    if (conflicts)
      this.#conflicts = reused(this.#conflicts, this.#worded(conflicts));
    this.#snapshot = undefined;
    this.#isBehind = false;
    const delta = Object.freeze({ issues: ofIssues, changes: ofChanges });
    this.#untold.push(delta);
    // The form's state is complete from here on, even if a message throws.
    frozen(this.#worded(withKeys(ofIssues.added, nowIssues)));
    frozen(this.#worded(ofChanges.added));
    if (!this.#isTelling && this.#batches === 0) this.#tell();
    return delta;
  }

  /** Notifies the listeners of all edits in their order; edits that a listener makes are queued. */
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

  #worded(findings) {
    for (const finding of findings) {
      try {
        reword(this.#language, finding);
      } catch {
        // If the caller's language throws, the package's language is used.
        reword(this.#speaking(undefined), finding);
      }
    }
    return findings;
  }

  #steps(path) {
    return stepsOf(path, this.#now().#draft);
  }
}

if (Symbol.dispose) Form.prototype[Symbol.dispose] = Form.prototype.free;

/** Returns the argument of a method if it is an object, else throws `option`. */
function expected(given, what) {
  if (typeof given !== "object" || given === null)
    throw failure(
      "option",
      `expected ${what}, found ${given === null ? "null" : typeof given}`,
    );
  return given;
}

/** The parameter that tells issues apart whose code a place may have several times. */
const APART = {
  hours_overlap: "other",
  range_short: "range",
  read_not_set: "name",
  service_says: "text",
};

/**
 * Gives each issue a key: its place, its code, and the parameter that tells it from others there. Of equal ones, each later one
 * also has a number; those of `known` have their keys already.
 */
function withKeys(issues, known = NONE) {
  const several = issues.some(({ code }) => Object.hasOwn(APART, code));
  const taken = new Set(several ? known.map(({ key }) => key) : NONE);
  for (const issue of issues) {
    const { code, pointer, params } = issue;
    let key = `${pointer} ${code}`;
    if (Object.hasOwn(APART, code)) {
      key += ` ${JSON.stringify(params[APART[code]])}`;
      const first = key;
      for (let at = 2; taken.has(key); at++) key = `${first} ${at}`;
      taken.add(key);
    }
    setKey(issue, key);
  }
  return issues;
}

/** Sets a key that is not enumerable, so that an issue equals the one that `validate` returns. */
const setKey = (issue, key) =>
  Object.defineProperty(issue, "key", { value: key });

function drop(around, step) {
  if (Array.isArray(around)) around.splice(step, 1);
  else delete around[step];
}

/**
 * Returns a copy with the result of `make` at a path. Null and missing values become arrays or objects as the path
 * requires.
 */
function put(here, steps, at, make) {
  if (at === steps.length) return make();
  const step = steps[at];
  const fresh =
    here == null ? (typeof step === "number" ? [] : {}) : shallow(here);
  assign(fresh, step, put(inside(here, step), steps, at + 1, make));
  return Object.freeze(fresh);
}

/**
 * Returns a copy in which the array or object around a path is edited in place; if it is missing, it is made with
 * `first`.
 */
function change(here, steps, at, edit, first) {
  if (here == null) return put(here, steps, at, first);
  const fresh = shallow(here);
  if (at === steps.length - 1) edit(fresh, steps[at]);
  else
    assign(
      fresh,
      steps[at],
      change(inside(here, steps[at]), steps, at + 1, edit, first),
    );
  return Object.freeze(fresh);
}

/** Edits that the core reports, applied to the mirror's draft. */
const EDITS = {
  set: (draft, path, value) =>
    put(draft, path, 0, () => reused(path.reduce(inside, draft), value)),
  insert: (draft, path, value) =>
    change(
      draft,
      path,
      0,
      (list, at) => list.splice(at, 0, frozen(value)),
      () => frozen(value),
    ),
  remove: (draft, path) => change(draft, path, 0, drop),
  move: (draft, path, to) =>
    change(draft, path, 0, (list, from) =>
      list.splice(to, 0, ...list.splice(from, 1)),
    ),
};

/** Builds a record from members that the core returns or that a known record has already. */
function together(parts, known) {
  const fresh = {};
  for (const { name, of, value } of parts)
    assign(fresh, name, of ? inside(known[of], name) : value);
  return reused(known.before, fresh);
}

/**
 * Applies splices that are not in order, one after the other. An item that is added and removed again counts as
 * neither.
 */
function splicedInTurn(list, splices) {
  const now = [...list];
  const [added, removed] = [new Set(), []];
  for (const [at, count, more] of splices) {
    for (const gone of now.splice(at, count))
      if (!added.delete(gone)) removed.push(gone);
    const behind = now.splice(at);
    for (const finding of more) {
      now.push(finding);
      added.add(finding);
    }
    for (const finding of behind) now.push(finding);
  }
  return [
    Object.freeze(now),
    Object.freeze({ added: [...added], removed: Object.freeze(removed) }),
  ];
}

/** Returns the list with its splices applied, and the items added and removed. */
function spliced(list, splices) {
  if (splices.length === 0) return [list, NOTHING];
  const inOrder = splices.every(
    ([at], turn) =>
      turn === 0 || at >= splices[turn - 1][0] + splices[turn - 1][2].length,
  );
  if (!inOrder) return splicedInTurn(list, splices);
  const [[first, gone, few]] = splices;
  if (splices.length === 1 && few.length < FEW) {
    const now = [...list];
    const removed = now.splice(first, gone, ...few);
    return [
      Object.freeze(now),
      Object.freeze({ added: few, removed: Object.freeze(removed) }),
    ];
  }
  const [now, added, removed] = [[], [], []];
  let from = 0;
  for (const [at, count, more] of splices) {
    while (now.length < at) now.push(list[from++]);
    for (const end = from + count; from < end; from++) removed.push(list[from]);
    for (const finding of more) {
      now.push(finding);
      added.push(finding);
    }
  }
  while (from < list.length) now.push(list[from++]);
  return [
    Object.freeze(now),
    Object.freeze({ added, removed: Object.freeze(removed) }),
  ];
}
