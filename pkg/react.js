/** Forms in React: hooks that read the state of a form, so that a component renders only if something it shows changed. */

import { useState, useSyncExternalStore } from "react";

import { inside, stepsOf } from "./place.js";
import { sameItems } from "./reuse.js";
import { meaningOf, textOf } from "./typed.js";

const NONE = Object.freeze([]);
/** The fields of each form that components show. */
const FIELDS = new WeakMap();

/** Returns the state of a form, or what `select` reads from it, and renders again if that changed. */
export function useForm(form, select = whole) {
  // React reads each state more than once. A list that `select` makes would differ each time, and React would render without end.
  const [held] = useState(() => ({}));
  const read = () => {
    const state = form.getSnapshot();
    if (held.state !== state || held.select !== select)
      Object.assign(held, {
        state,
        select,
        selected: sameItems(held.selected, select(state)),
      });
    return held.selected;
  };
  return useSyncExternalStore(form.subscribe, read, read);
}

const whole = (state) => state;

/** Returns a field of a form, and renders again only if the field changed. */
export function useField(form, place) {
  const { subscribe, read } = fieldsOf(form).at(place);
  return useSyncExternalStore(subscribe, read, read);
}

/** Returns the hours of a day or of a special date, and renders again only if a range or an issue comes or goes. */
export function useHours(form, day) {
  const { subscribe, read } = fieldsOf(form).ofDay(day);
  return useSyncExternalStore(subscribe, read, read);
}

function fieldsOf(form) {
  if (!FIELDS.has(form)) FIELDS.set(form, new Fields(form));
  return FIELDS.get(form);
}

/**
 * The fields of a form, and the hours of its days. After an edit, only those are read again that it may have changed, so that a
 * key takes no longer in a form of a thousand dates.
 */
class Fields {
  /** All by the JSON of their steps. */
  #all = new Map();
  /** Those that are shown, by their members, and by the items or names inside. */
  #shown = new Map();
  #form;
  #state;
  #end;
  /** The field whose text is being entered or left. */
  #own;

  constructor(form) {
    this.#form = form;
  }

  at(place) {
    const path = stepsOf(place, this.#form.getSnapshot().draft);
    const key = JSON.stringify(path);
    if (!this.#all.has(key)) this.#all.set(key, this.#field(path));
    return this.#all.get(key);
  }

  ofDay(day) {
    const key = JSON.stringify({ day });
    if (!this.#all.has(key)) this.#all.set(key, this.#hours(day));
    return this.#all.get(key);
  }

  #field(path) {
    const form = this.#form;
    const entering = (act) => {
      this.#own = field;
      try {
        act();
      } finally {
        this.#own = undefined;
      }
    };
    const handlers = {
      onChange: (event) => {
        const { target = { value: event } } = event ?? {};
        if (target.type === "checkbox") form.set(path, target.checked);
        else if (typeof target.value === "string")
          entering(() => form.type(path, target.value));
        else form.set(path, target.value);
      },
      // A number that was typed as `45.` is then shown as 45.
      onBlur: () => entering(() => form.leave(path)),
    };
    const field = this.#shownAt(
      path,
      (state) => ({
        value: state.get(path),
        text: state.text(path),
        issues: state.issuesAt(path),
        isDirty: state.isDirty(path),
      }),
      ({ issues }) => ({ fixes: fixesOf(form, issues), ...handlers }),
    );
    return field;
  }

  #hours(day) {
    const form = this.#form;
    const isOfWeek = Object.hasOwn(
      form.getSnapshot().week({ paths: true }),
      day,
    );
    const rangesIn = (state) =>
      (isOfWeek ? state.week({ paths: true }) : state.dates({ paths: true }))[
        day
      ] ?? NONE;
    const setHours = (given) => {
      const hours =
        typeof given === "function"
          ? given(
              rangesIn(form.getSnapshot()).map(({ open, close }) => [
                open,
                close,
              ]),
            )
          : given;
      if (isOfWeek) form.setDay(day, hours);
      else form.setDate(day, hours);
    };
    let ranges;
    return this.#shownAt(
      [isOfWeek ? "openHours" : "availabilities", day],
      (state) => {
        ranges = withoutTimes(ranges, rangesIn(state));
        return {
          ranges,
          issues: isOfWeek ? state.issuesAtDay(day) : state.issuesAtDate(day),
        };
      },
      () => ({ setHours }),
    );
  }

  /** Returns what is shown at a path: the same object until a part that `read` returns changes. `more` makes the rest. */
  #shownAt(path, read, more) {
    const listeners = new Set();
    let before;
    const field = {
      path,
      listeners,
      read: () => {
        const shown = read(this.#form.getSnapshot());
        const isSame =
          before !== undefined &&
          Object.keys(shown).every((name) =>
            Object.is(shown[name], before[name]),
          );
        if (!isSame) before = Object.freeze({ ...shown, ...more(shown) });
        return before;
      },
      subscribe: (listener) => {
        listeners.add(listener);
        this.#show(field);
        return () => {
          listeners.delete(listener);
          if (listeners.size === 0) this.#hide(field);
        };
      },
    };
    return field;
  }

  #show(field) {
    const [member, part] = field.path;
    if (!this.#shown.has(member)) this.#shown.set(member, new Map());
    const parts = this.#shown.get(member);
    if (!parts.has(part)) parts.set(part, new Set());
    parts.get(part).add(field);
    if (this.#end) return;
    this.#state = this.#form.getSnapshot();
    this.#end = this.#form.subscribe((delta) => this.#tell(delta));
  }

  #hide(field) {
    const [member, part] = field.path;
    const parts = this.#shown.get(member);
    parts.get(part).delete(field);
    if (parts.get(part).size === 0) parts.delete(part);
    if (parts.size === 0) this.#shown.delete(member);
    if (this.#shown.size > 0) return;
    this.#end();
    this.#end = undefined;
  }

  #tell(delta) {
    const [before, now] = [this.#state, this.#form.getSnapshot()];
    this.#state = now;
    const found = membersOf(delta);
    const touched = [...this.#shown.keys()].filter(
      (member) =>
        found.has(member) ||
        inside(before.draft, member) !== inside(now.draft, member),
    );
    // A text that means the same value as before is in no delta.
    const isTextOnly = found.size === 0 && touched.length === 0;
    const fields = isTextOnly
      ? this.#own
        ? [this.#own]
        : [...this.#shown.keys()].flatMap((member) => this.#inside(member))
      : [undefined, ...touched].flatMap((member) =>
          this.#inside(
            member,
            partsTouched(member, before.draft, now.draft, found.get(member)),
          ),
        );
    for (const { listeners } of fields)
      for (const listener of [...listeners]) listener();
  }

  /** Returns the fields in a member that are shown: all of them, or those at some items or names inside it. */
  #inside(member, only) {
    const parts = this.#shown.get(member) ?? new Map();
    const names = only ?? parts.keys();
    return [...names].flatMap((part) => [...(parts.get(part) ?? NONE)]);
  }
}

/** Returns ranges without their times, the same ones as before if none came or went. */
function withoutTimes(before, ranges) {
  const isSame =
    before?.length === ranges.length &&
    ranges.every(({ places }, at) => places === before[at].places);
  return isSame
    ? before
    : Object.freeze(
        ranges.map(({ key, places }) => Object.freeze({ key, places })),
      );
}

/** Returns the members in which issues and changes came or went, each with the items or names inside, or undefined for all. */
function membersOf({ issues, changes }) {
  const found = new Map();
  for (const {
    path: [member, part],
  } of [issues, changes].flatMap(({ added, removed }) => [
    ...added,
    ...removed,
  ])) {
    if (!found.has(member)) found.set(member, new Set());
    found.get(member).add(part);
  }
  return found;
}

/**
 * Returns the items of a list that an edit may have changed, special dates also by their date, and undefined for the member as a
 * whole. Returns undefined if any part of the member may have changed: entries of the week share days.
 */
function partsTouched(member, before, now, found = NONE) {
  if (member === undefined || member === "openHours") return undefined;
  const [was, is] = [before, now].map((draft) => inside(draft, member));
  if (!Array.isArray(was) || !Array.isArray(is) || was.length !== is.length)
    return undefined;
  const items = new Set(found);
  for (let at = 0; at < is.length; at++) if (was[at] !== is[at]) items.add(at);
  const dates =
    member === "availabilities"
      ? [...items].flatMap((at) => [dateOf(was[at]), dateOf(is[at])])
      : NONE;
  return items.has(undefined) || dates.includes(undefined)
    ? undefined
    : new Set([undefined, ...items, ...dates]);
}

/** Returns the date of an entry of the special dates, or undefined if it cannot be read. */
const dateOf = (entry) =>
  /^\s*(\d{4}-\d\d-\d\d)/.exec(inside(entry, "date"))?.[1];

/** Returns the fixes that the issues of a field offer. */
const fixesOf = (form, issues) =>
  Object.freeze(
    issues
      .filter(({ fix }) => fix)
      .map((issue) =>
        Object.freeze({
          issue,
          title: issue.fix.title,
          apply: () => void form.fix(issue),
        }),
      ),
  );

/** Returns the text and the handlers of an input for a number that a form library keeps. */
export function useNumberInput(value, onChange) {
  const [typed, setTyped] = useState("");
  return {
    value: Object.is(meaningOf(typed, "number"), value) ? typed : textOf(value),
    onChange({ target }) {
      setTyped(target.value);
      onChange(meaningOf(target.value, "number"));
    },
    onBlur: () => setTyped(textOf(value)),
  };
}
