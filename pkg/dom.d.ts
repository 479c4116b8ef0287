/** Binds a plain form to a record, without a framework. */

import type {
  Change,
  RecordForm,
  FormOptions,
  Issue,
  Kind,
  Speaking,
  UpdateBody,
} from "./index.js";

export interface Binding<Draft, StoredRecord> extends FormOptions {
  /** `calendar` or `location`. */
  kind: Kind<Draft, StoredRecord>;
  /** The stored record, bare or in its envelope. It fills the fields, and changes are against it. */
  stored?: unknown;
  /** Names of fields that do not belong to the record. */
  ignore?: readonly string[] | undefined;
  /**
   * Adds a button to each issue that has a fix. Its attribute `data-fix` contains the code of the issue. The fix moves the
   * focus to the field.
   */
  fixes?: boolean | undefined;
  /** Called after each edit and each `update`, and once at the start. */
  onUpdate?: ((bound: Bound<Draft, StoredRecord>) => void) | undefined;
}

export interface Bound<Draft, StoredRecord> {
  /**
   * The form behind the fields. Edits, undo, redo and rebase made here appear in the fields. To insert, move or remove
   * a row of a list, do so here, then add or remove the fields and call `update`.
   */
  readonly form: RecordForm<Draft, StoredRecord>;
  /** Returns the draft in canonical form. */
  value(): Draft;
  /** Returns all issues, including those that no field shows. */
  issues(): readonly Issue[];
  /** Returns the changes against the stored record. */
  changes(): readonly Change[];
  /** Returns the body to send. */
  body(
    options?: { mode?: "full" | "changed" | undefined } & Speaking,
  ): UpdateBody<Draft>;
  /**
   * Reads the fields again after a script has added, removed, disabled or set some; typed input is noticed without it.
   * A new field shows the draft's value; if the draft has none, the field's own value is entered, unless it is empty. A
   * field that is removed, or disabled since the last time, leaves the stored value. Other fields are entered only if they were set since, so
   * that the draft keeps a value that a control cannot show, and lacks what was removed from it. After a form was moved
   * to another document or shadow root, `update` also finds its fields outside of it.
   */
  update(): void;
  /** Removes listeners, attributes and messages, but keeps the values; frees the form. */
  destroy(): void;
}

/**
 * Binds a form's fields to `kind.form(stored)`: they show its draft and edit it. The cost of an input depends on what
 * it touches, not on the size of the record. Each field shows its issues: with `setCustomValidity`, so that the browser
 * refuses to submit errors, with `aria-invalid`, in an element that `aria-describedby` names, and with `data-dirty` if
 * the field differs from the stored record. Names of fields are paths with dots: `name`,
 * `openHours.0.hours.1.closeHour`. Check boxes of the same name, and multiple selects, make an array, in which items that
 * none of them shows stay. Several other inputs of the same name show the same value, and the last one that is edited
 * counts. A hidden input beside another one of its name is ignored. An empty field of a member that is not stored is no
 * change.
 *
 * Issues are shown in the element with `data-issues="<name>"`, or else in a `<small>` added after the field; issues
 * without a field in `data-issues=""`, if it exists. An error without a field is set as custom validity of the form's
 * submit buttons, which then tell it.
 *
 * @throws {Error} with code `unknown_field` if the record has no member of a field's name
 */
export declare function bind<Draft, StoredRecord>(
  form: FormElement,
  binding: Binding<Draft, StoredRecord>,
): Bound<Draft, StoredRecord>;

/** The type of a page's form, if the types of the DOM are available. */
type FormElement = typeof globalThis extends {
  HTMLFormElement: { prototype: infer Global };
}
  ? Global
  : never;

// Without this, unmarked declarations would be exported too.
export {};
