/** Validation alone, with a WebAssembly of its own. */

import type {
  CalendarUpdate,
  LocationUpdate,
  Speaking,
  Validator,
} from "./index.js";

export type {
  Basis,
  CalendarUpdate,
  Checked,
  Code,
  Fix,
  FixOptions,
  Fixed,
  Frozen,
  Issue,
  Json,
  KindName,
  Language,
  LocationUpdate,
  Op,
  ValidateOptions,
  Path,
  Profile,
  Severity,
  Speaking,
  Standard,
  StandardIssue,
  Unread,
  ValidationReport,
  Validator,
} from "./index.js";

export declare const calendar: Validator<CalendarUpdate>;
export declare const location: Validator<LocationUpdate>;

/** Sets the language of all calls of this entry that do not name one: `configure({ language: de })`. */
export declare function configure(options: Speaking): void;
