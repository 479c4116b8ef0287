/** Binds a plain form to a record, without a framework. */

import type { Body, Change, Issue, Kind, Options } from "./index.js";

export interface Binding<Draft, Record> extends Pick<Options, "profile" | "messages"> {
  /** `calendar` or `location`. */
  kind: Kind<Draft, Record>;
  /** The stored record, bare or in its envelope. It fills the fields, and changes are against it. */
  stored?: unknown;
  /** Names of fields that are no part of the record. */
  ignore?: readonly string[] | undefined;
  /** Told after each update, and once at the start. */
  onUpdate?: ((bound: Bound<Draft>) => void) | undefined;
}

export interface Bound<Draft> {
  /** The stored record as an update can carry it, with what the fields say on top, in canonical form. */
  value(): Draft | { [name: string]: unknown };
  /** Of all this, also what no field shows. */
  issues(): Issue[];
  /** What differs from the stored record. */
  changes(): Change[];
  /** The body to send. */
  body(options?: { mode?: "full" | "changed" | undefined }): Body<Draft>;
  /** Looks again, as after fields were added, removed or set by a script; what people type is seen by itself. */
  update(): void;
  /** Takes everything back but the values: listeners, attributes, messages. */
  destroy(): void;
}

/**
 * Fills the form's fields and keeps each up to date: `setCustomValidity`, so that the browser refuses to submit errors,
 * `aria-invalid`, its issues in an element that `aria-describedby` names, and `data-dirty` where it differs from what is
 * stored. Names of fields are paths with dots: `name`, `openHours.0.hours.1.closeHour`; check boxes of one name, and
 * multiple selects, make an array.
 *
 * Issues go into the element with `data-issues="<name>"`, or else into a `<small>` made behind the field; those of no
 * field into `data-issues=""`, if there is one.
 *
 * @throws {Error} with code `unknown_field` if the record has no member of a field's name
 */
export declare function bind<Draft, Record>(form: HTMLFormElement, binding: Binding<Draft, Record>): Bound<Draft>;
