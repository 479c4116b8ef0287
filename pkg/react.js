/** Forms in React: hooks that read the state of a form, so that a component renders only if something it shows changed. */

import { useState, useSyncExternalStore } from "react";

import { stepsOf } from "./place.js";
import { textOf, valueOf } from "./typed.js";

/** The fields of each form, by the JSON of their steps. */
const FIELDS = new WeakMap();

/** Returns the state of a form, or what `select` reads from it, and renders again if that changed. */
export function useForm(form, select = whole) {
  const read = () => select(form.getSnapshot());
  return useSyncExternalStore(form.subscribe, read, read);
}

const whole = (state) => state;

/** Returns a field of a form, and renders again only if the field changed. */
export function useField(form, place) {
  const read = () => fieldOf(form, place);
  return useSyncExternalStore(form.subscribe, read, read);
}

/** Returns the field of a place, the same object until it changes. */
function fieldOf(form, place) {
  const state = form.getSnapshot();
  const path = stepsOf(place, state.draft);
  const key = JSON.stringify(path);
  if (!FIELDS.has(form)) FIELDS.set(form, new Map());
  const fields = FIELDS.get(form);
  const before = fields.get(key);
  const shown = { value: state.get(path), text: state.text(path), issues: state.issuesAt(path), isDirty: state.isDirty(path) };
  if (before && Object.entries(shown).every(([name, value]) => Object.is(value, before[name]))) return before;
  const field = Object.freeze({ ...shown, fixes: fixesOf(form, shown.issues), ...(before ? actionsOf(before) : actions(form, path)) });
  fields.set(key, field);
  return field;
}

/** Returns the fixes that the issues of a field offer. */
const fixesOf = (form, issues) =>
  Object.freeze(issues.filter(({ fix }) => fix).map((issue) => Object.freeze({ issue, title: issue.fix.title, apply: () => void form.fix(issue) })));

const actionsOf = ({ onChange, onBlur }) => ({ onChange, onBlur });

/** Returns what a field does when it is edited, and when it is left. */
function actions(form, path) {
  return {
    onChange(event) {
      const { target = { value: event } } = event ?? {};
      if (target.type === "checkbox") form.set(path, target.checked);
      else if (typeof target.value === "string") form.type(path, target.value);
      else form.set(path, target.value);
    },
    // A number that was typed as `45.` is then shown as 45.
    onBlur: () => void form.leave(path),
  };
}

/** Returns the text and the handlers of an input for a number that a form library keeps. */
export function useNumberInput(value, onChange) {
  const [typed, setTyped] = useState("");
  return {
    value: Object.is(valueOf(typed, "number"), value) ? typed : textOf(value),
    onChange({ target }) {
      setTyped(target.value);
      onChange(valueOf(target.value, "number"));
    },
    onBlur: () => setTyped(textOf(value)),
  };
}
