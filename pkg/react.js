/** Forms in React: hooks that read the state of a form, so that a component renders only if something it shows changed. */

import { useState, useSyncExternalStore } from "react";

import { inside, stepsOf } from "./place.js";
import { meaningOf, textOf } from "./typed.js";

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

/** Returns the value before if it is a list with the same items. */
function sameItems(before, now) {
  const isSame =
    Array.isArray(now) &&
    Array.isArray(before) &&
    before.length === now.length &&
    now.every((item, at) => Object.is(item, before[at]));
  return isSame ? before : now;
}

/** Returns a field of a form, and renders again only if the field changed. */
export function useField(form, place) {
  if (!FIELDS.has(form)) FIELDS.set(form, new Fields(form));
  const { subscribe, read } = FIELDS.get(form).at(place);
  return useSyncExternalStore(subscribe, read, read);
}

/**
 * The fields of a form. After an edit, only those are read again that it may have changed, so that a key takes no longer in a
 * form of a thousand dates.
 */
class Fields {
  /** The fields by the JSON of their steps, and those that are shown, by their members. */
  #all = new Map();
  #shown = new Map();
  #form;
  #state;
  #end;
  /** The path of the field whose text is being entered or left. */
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

  #field(path) {
    const form = this.#form;
    const listeners = new Set();
    const handlers = {
      onChange: (event) => {
        const { target = { value: event } } = event ?? {};
        if (target.type === "checkbox") form.set(path, target.checked);
        else if (typeof target.value === "string")
          this.#entering(path, () => form.type(path, target.value));
        else form.set(path, target.value);
      },
      // A number that was typed as `45.` is then shown as 45.
      onBlur: () => this.#entering(path, () => form.leave(path)),
    };
    let before;
    const field = {
      path,
      listeners,
      /** Returns the same object until something of it changes. */
      read() {
        const state = form.getSnapshot();
        const shown = {
          value: state.get(path),
          text: state.text(path),
          issues: state.issuesAt(path),
          isDirty: state.isDirty(path),
        };
        const isSame =
          before !== undefined &&
          Object.keys(shown).every((name) =>
            Object.is(shown[name], before[name]),
          );
        if (!isSame)
          before = Object.freeze({
            ...shown,
            fixes: fixesOf(form, shown.issues),
            ...handlers,
          });
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

  #entering(path, act) {
    this.#own = path;
    try {
      act();
    } finally {
      this.#own = undefined;
    }
  }

  #show(field) {
    const [member] = field.path;
    if (!this.#shown.has(member)) this.#shown.set(member, new Set());
    this.#shown.get(member).add(field);
    if (this.#end) return;
    this.#state = this.#form.getSnapshot();
    this.#end = this.#form.subscribe((delta) => this.#tell(delta));
  }

  #hide(field) {
    const [member] = field.path;
    const others = this.#shown.get(member);
    others.delete(field);
    if (others.size === 0) this.#shown.delete(member);
    if (this.#shown.size > 0) return;
    this.#end();
    this.#end = undefined;
  }

  #tell(delta) {
    const [before, now] = [this.#state, this.#form.getSnapshot()];
    this.#state = now;
    const found = membersOf(delta);
    const isTouched = (member) =>
      member === undefined ||
      found.has(member) ||
      inside(before.draft, member) !== inside(now.draft, member);
    const touched = [...this.#shown.keys()].filter(
      (member) => member !== undefined && isTouched(member),
    );
    const dates = [before, now].map(datesOnce);
    // A text that means the same value as before is in no delta.
    const isTextOnly = found.size === 0 && touched.length === 0;
    for (const [member, fields] of this.#shown) {
      if (!isTextOnly && !isTouched(member)) continue;
      for (const { path, listeners } of [...fields]) {
        const isConcerned = isTextOnly
          ? !this.#own || this.#own === path
          : isPartTouched(path, before, now, dates, found.get(member));
        if (isConcerned) for (const listener of [...listeners]) listener();
      }
    }
  }
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

/** Returns a function that finds the hours of a state's dates once, for the first field that asks. */
function datesOnce(state) {
  let dates;
  return () => (dates ??= state.dates({ paths: true }));
}

/** Returns true if an edit may have changed what a field inside its member shows. Entries of the week share days. */
function isPartTouched(path, before, now, dates, found) {
  const [member, part] = path;
  if (part === undefined || member === "openHours" || found?.has(undefined))
    return true;
  if (typeof part === "number" || member !== "availabilities")
    return (
      inside(inside(before.draft, member), part) !==
        inside(inside(now.draft, member), part) || found?.has(part) === true
    );
  // Hours of a date.
  const [was, is] = dates.map((of) => of()[part]);
  return was !== is || found?.has(is?.[0]?.path[1]) === true;
}

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
