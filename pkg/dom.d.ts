/** Binds a plain form to a record, without a framework. */

import type { Body, Change, Form, FormOptions, Issue, Kind } from "./index.js";

export interface Binding<Draft, StoredRecord> extends FormOptions {
  /** `calendar` or `location`. */
  kind: Kind<Draft, StoredRecord>;
  /** The stored record, bare or in its envelope. It fills the fields, and changes are against it. */
  stored?: unknown;
  /** Names of fields that are no part of the record. */
  ignore?: readonly string[] | undefined;
  /** Adds a button to each issue that has a fix. Its attribute `data-fix` is the code of the issue. */
  fixes?: boolean | undefined;
  /** Told after each edit and each `update`, and once at the start. */
  onUpdate?: ((bound: Bound<Draft, StoredRecord>) => void) | undefined;
}

export interface Bound<Draft, StoredRecord> {
  /**
   * What the fields edit: undo, redo, rebase and edit it as any other, and they show it. Of a list of rows, insert, move or
   * remove the item here; then add or remove the fields, and call `update`.
   */
  readonly form: Form<Draft, StoredRecord>;
  /** The draft in canonical form. */
  value(): Draft;
  /** All of them, also of what no field shows. */
  issues(): readonly Issue[];
  /** What differs from the stored record. */
  changes(): readonly Change[];
  /** The body to send. */
  body(options?: { mode?: "full" | "changed" | undefined }): Body<Draft>;
  /**
   * Looks at the fields again, after a script has added, removed, disabled or set some; what people type is seen by itself.
   * A new field shows the draft, or where that has nothing, its own value comes into it. Of a field that is gone or
   * disabled, what is stored stays.
   */
  update(): void;
  /** Takes everything back but the values: listeners, attributes, messages; and frees the form. */
  destroy(): void;
}

/**
 * Binds a form's fields to `kind.form(stored)`, which fills them, and which each of them edits: an input costs what it
 * touches, not the record. What is found is shown at the fields that it is about: `setCustomValidity`, so that the browser
 * refuses to submit errors, `aria-invalid`, the issues in an element that `aria-describedby` names, and `data-dirty` where
 * a field differs from what is stored. Names of fields are paths with dots: `name`, `openHours.0.hours.1.closeHour`; check
 * boxes of one name, and multiple selects, make an array. An empty field of a member that is not stored is no change.
 *
 * Issues go into the element with `data-issues="<name>"`, or else into a `<small>` made behind the field; those of no
 * field into `data-issues=""`, if there is one.
 *
 * @throws {Error} with code `unknown_field` if the record has no member of a field's name
 */
export declare function bind<Draft, StoredRecord>(form: FormElement, binding: Binding<Draft, StoredRecord>): Bound<Draft, StoredRecord>;

/** The form of a page, where the types of pages are at hand. */
type FormElement = typeof globalThis extends { HTMLFormElement: { prototype: infer Global } } ? Global : never;

// What is not marked is not exported.
export {};
