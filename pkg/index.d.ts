/** Know what a PUT will do before you send it. */

import type { CodeParams } from "./dist/codes.js";
import type { LanguageParams } from "./dist/language.js";
import type {
  Calendar,
  CalendarUpdate,
  LocationRecord,
  LocationUpdate,
} from "./dist/records.js";
import type { At, Frozen, Known, Path, Place } from "./places.js";

export type * from "./dist/records.js";
export type { At, Frozen, Known, Path, Place } from "./places.js";

export type Json =
  | null
  | boolean
  | number
  | string
  | Json[]
  | { [name: string]: Json };

export type Severity = "error" | "warning" | "note";
export type Basis = "specification" | "logic" | "observed";
export type Profile = "specification" | "service" | "specification-only";
export type KindName = "calendar" | "location";

/** An operation of JSON Patch, RFC 6902. */
export type Op =
  | { readonly op: "add"; readonly path: string; readonly value: unknown }
  | { readonly op: "remove"; readonly path: string }
  | { readonly op: "replace"; readonly path: string; readonly value: unknown }
  | { readonly op: "move"; readonly from: string; readonly path: string }
  | { readonly op: "copy"; readonly from: string; readonly path: string }
  | { readonly op: "test"; readonly path: string; readonly value: unknown };

/**
 * A part of a sentence, as data: text, a number, or an object that names the way to write its value, such as
 * `{ label: "eventColor" }`, `{ quote: "Intro" }`, `{ days: [1, 2] }`, `{ hours: [["09:00", "17:00"]] }`,
 * `{ say: "closed" }`.
 */
export type Said = string | number | null | Said[] | { [way: string]: Said };

/** Keys of a language's sentences. */
export type SentenceCode = keyof LanguageParams["words"];

/** A sentence as data, independent of the language. */
export interface Sentence {
  /** The key of the sentence; stable. */
  readonly code: SentenceCode;
  /** The values of the sentence's parameters. */
  readonly params: { readonly [name: string]: Said };
}

/** A fix that is certain: a patch for the draft as it was given. */
export interface Fix extends Sentence {
  readonly patch: readonly Op[];
  /** The label of a button that applies the fix. */
  readonly title: string;
}

/** The codes of issues, as listed in `calendiff/codes.json`. */
export type Code = keyof CodeParams;

/** A finding about data. Its `code` determines the names in `params`. */
export type Issue<C extends Code = Code> = C extends Code ? Finding<C> : never;

interface Finding<C extends Code> {
  readonly code: C;
  readonly severity: Severity;
  readonly basis: Basis;
  /** The record that it is about: the draft, or the stored record, if the draft leaves the value as it is or only repeats it. */
  readonly about: "draft" | "stored";
  /** The path in the draft, or in the stored record if the draft does not have the value. */
  readonly path: Path;
  /** `path` as a JSON Pointer, RFC 6901. */
  readonly pointer: string;
  readonly params: { readonly [P in CodeParams[C]]: Frozen<Json> };
  readonly fix?: Fix;
  /** Other places that are involved. */
  readonly related?: readonly string[];
  /** The message for the person at the form: "Enter a number." */
  readonly message: string;
  /** The message for a developer: expected value, found value and source of the rule. */
  readonly detail: string;
}

/** An issue in a text, with its position; both numbers count from 1. */
export type TextIssue<C extends Code = Code> = Issue<C> & {
  line?: number;
  column?: number;
};

/**
 * If `ok` is true, there are no errors and `value` is a draft; warnings and notes may remain. In profile `specification`, a
 * missing member that the service asks for, such as `userId` of a team member, is a warning. With `stored`, `value` has what the
 * draft repeats of the stored record as it is there, such as an ID, or text for a number: send `review(stored, draft).body.value`
 * instead. With `of: "record"`, `value` is a stored record, whose odd shapes are no errors: a number may be text there.
 */
export type Checked<Draft> =
  | { ok: true; value: Draft }
  | { ok: false; value: { [name: string]: Json } };

/** The draft in canonical form, and all issues. */
export type ValidationReport<Draft = Json, Found = Issue> = Checked<Draft> & {
  issues: Found[];
};

/** The draft after `fix`; not `ok` if errors remain. A value that is not JSON, which is an error, is null in it. */
export type Fixed<Draft = Json> = Checked<Draft> & {
  /** The issues whose fixes were applied, in order of application. */
  applied: Issue[];
  /** The remaining issues. */
  issues: Issue[];
};

/**
 * A section of a language: texts by key, with `{name}` for each parameter (listed in `LanguageParams`), `{name:day}`
 * for a parameter in a particular format, and `{n|# day|# days}` for the singular and plural of a number. Or a function
 * that returns the whole sentence, or the word, of a key, such as another library's `t`; if it returns undefined, the
 * text below is used. That is the one of the form or of `configure`, or English for a language with a `name`. Reports
 * (`calendiff/report`) do not call functions.
 */
export type Section<Params> =
  | { readonly [Key in keyof Params]?: string }
  | ((
      key: keyof Params,
      params: { readonly [name: string]: Said },
    ) => string | undefined);

/** Lists and numbers of a language: its name, the numbers that take the singular, the days from Sunday on, and the months. */
interface Calendrical {
  readonly name?: string;
  /** The tag of the language, such as `de`, which pages are marked with. */
  readonly tag?: string;
  readonly one?: readonly number[];
  readonly day?: readonly string[];
  readonly month?: readonly string[];
}

/** A language, complete or with some keys of some sections; the rest keeps its usual texts. */
export type Language = Calendrical & {
  readonly [Name in keyof LanguageParams]?: Section<LanguageParams[Name]>;
};

/** A complete language, as `calendiff/languages/*` exports it. */
export type WholeLanguage = Required<Calendrical> & {
  readonly [Name in keyof LanguageParams]: {
    readonly [Key in keyof LanguageParams[Name]]: string;
  };
};

export type { LanguageParams };

/** The option of all verbs that return texts. */
export interface Speaking {
  /** The language, or texts to replace; by default the language of `configure`, else English. */
  language?: Language | undefined;
}

/** Sets the language of all calls that do not name one: `configure({ language: de })`. */
export declare function configure(options: Speaking): void;

/** Renders a parameter of a sentence: `say(conflict.params.label)` is "color". */
export declare function say(said: Said, options?: Speaking): string;

/**
 * Returns copies of issues, changes, conflicts or decisions in another language. A form has a `reword` of its own.
 * Throws an `Error` with code `option` if `findings` is not a list.
 */
export declare function reword<
  Found extends Issue | Change | Conflict | Decision,
>(findings: readonly Found[], options?: Speaking): Found[];

export interface ValidateOptions extends Speaking {
  /** The profile, which determines which findings are errors; `specification` by default. */
  profile?: Profile | undefined;
  /** The stored record to compare the draft with. */
  stored?: unknown;
  /**
   * The shape of the draft: that of an update, or that of a record in responses, which may have response-only members, and
   * a fix keeps them. A record may be in its envelope: `value`, paths and patches are then those of the record inside.
   * `update` by default.
   */
  of?: "update" | "record" | undefined;
  /** Codes whose issues are errors for this caller, whatever the profile says. */
  deny?: readonly Code[] | undefined;
  /** Codes whose issues are left out. They take precedence over `deny`. */
  ignore?: readonly Code[] | undefined;
}

export interface FixOptions extends ValidateOptions {
  /** The codes whose fixes are applied, also those that are otherwise left to the caller; all by default. */
  only?: readonly Code[] | undefined;
  /** The least severity of issues whose fixes are applied; all by default. */
  severity?: Severity | undefined;
}

/** A row of the table of codes, `calendiff/codes.json`, with all that a translator needs. */
export interface CodeRow {
  code: Code;
  severity: Severity;
  basis: Basis;
  /** True if the service is reported to refuse a request with this issue. */
  refused: boolean;
  /** The source of the rule. */
  source: string;
  /** The names of the message's parameters. */
  params: string[];
  /** The English message for the person at the form, with `{params}` to fill in. */
  message: string;
  /** The English message for a developer. */
  detail: string;
}

/**
 * A row of the table of operations, `calendiff/operations.json`. Details that the service's specification does not show are
 * absent.
 */
export interface Operation {
  area: string;
  name: string;
  method?: string;
  path?: string;
  version?: string;
  kind?: KindName;
  /** The statuses of refusals, for the two updates. */
  refusals?: { status: number; meaning: string; basis: Basis }[];
  section: string;
}

export interface Change extends Sentence {
  readonly kind: "add" | "remove" | "replace" | "move";
  /** The path in the draft; for a removed value, in the stored record. */
  readonly path: Path;
  readonly pointer: string;
  /** The path by key, which stays valid when indexes shift: `openHours/tuesday`, `teamMembers/u-ben/priority`. */
  readonly key: string;
  readonly before?: Frozen<Json>;
  readonly after?: Frozen<Json>;
  readonly words: string;
}

export interface DiffOptions extends Speaking {
  /** The meaning of a member that is absent from the draft; by default it is kept. */
  absent?: "keep" | "remove" | undefined;
  /** The differences that count: by default those in meaning; with `spelling` also those in spelling or order. */
  by?: "meaning" | "spelling" | undefined;
  /** Adds tests of the values that the patch changes, so that it fails on a record that has changed meanwhile. */
  tests?: boolean | undefined;
  /** Compares the records as they are written: aliases are unknown members, and text is shown as it is spelled. */
  raw?: boolean | undefined;
}

export interface Diff {
  changes: Change[];
  /** A JSON Patch, RFC 6902, for the stored record as given. */
  patch: Op[];
  /** A merge patch, RFC 7396; null if a merge patch cannot express the change. */
  mergePatch: { [name: string]: Json } | null;
  words: string[];
  /** Notes on arrays whose items could not be distinguished, and on values that a merge patch cannot express. */
  issues: Issue[];
}

export interface Decision extends Sentence {
  action:
    | "stripped"
    | "renamed"
    | "rewritten"
    | "left-out"
    | "kept"
    | "deleted";
  path: Path;
  pointer: string;
  reason: string;
}

export interface UpdateBody<Draft = Json> {
  /** The body of the PUT. */
  value: Draft;
  /**
   * True if the body may be sent: the sandbox of the same profile accepts it for the stored record. What only the service
   * can know, such as a slug that is taken, is not considered.
   */
  canSend: boolean;
  decisions: Decision[];
}

/** The options of `review`. With `from`, and `to` or `days`, the review has an effect on what a calendar offers. */
export interface ReviewOptions extends Speaking {
  /** The profile, which determines what the service accepts; `specification` by default. */
  profile?: Profile | undefined;
  /** The part of the record to send; `full` by default. */
  mode?: "full" | "changed" | undefined;
  /** The first date over which to compare what a calendar offers before and after, such as `2026-12-01`. */
  from?: string | undefined;
  /** The last date, or `days`. */
  to?: string | undefined;
  /** The number of dates. */
  days?: number | undefined;
}

export interface Review<Draft = Json> {
  /**
   * The issues of the update: `report.ok` equals `body.canSend`. Errors are those for which the service refuses the body. An
   * error of the draft that the body does not have, such as a short color, is a warning.
   */
  report: ValidationReport<Draft>;
  /** The changes from the stored record to the one that the service holds once it has accepted the body. */
  diff: Diff;
  body: UpdateBody<Draft>;
  /** What the update does to what a calendar offers over the dates of the options, if it changes anything. */
  effect?: Effect;
}

/**
 * A stored record as `read` takes it: bare, or in an envelope of its kind. Its members may have odd shapes, and it may
 * have other members. A record in any other envelope is refused with `envelope_unknown`.
 */
export type Readable<StoredRecord, Envelope extends string> =
  | ({ readonly [Name in keyof StoredRecord]?: unknown } & {
      readonly [Name in Envelope]?: undefined;
    })
  | ({ readonly [Name in Envelope]?: object } & {
      readonly success?: boolean;
      readonly traceId?: string;
    });

export interface Stored<StoredRecord = Json> {
  kind: KindName;
  /** The member that contained the record; null if the record was bare. */
  envelope: string | null;
  value: StoredRecord;
  /** Notes on values that were read differently from the specification. */
  issues: Issue[];
}

/** A change that was sent but not applied. */
export interface NotApplied extends Sentence {
  readonly path: Path;
  readonly pointer: string;
  /** The value that was stored. */
  readonly before?: Frozen<Json>;
  readonly sent?: Frozen<Json>;
  /** The current value: the stored one, or a third value. */
  readonly after?: Frozen<Json>;
  readonly words: string;
}

/** `ok` if everything sent was applied and nothing else changed, apart from members that the service filled in. */
export type Verified = {
  applied: Change[];
  /** Members that were not sent and that only the service sets: IDs, and defaults of members that were absent or not set. */
  filledIn: Change[];
} & (
  | { ok: true; notApplied: []; unexpected: [] }
  | {
      ok: false;
      notApplied: NotApplied[];
      /** Changes that were not sent. */
      unexpected: Change[];
    }
);

/** A place that both sides changed differently. The value of a side is absent if that side has none. */
export interface Conflict extends Sentence {
  /** The path in the merged value. */
  readonly path: Path;
  readonly pointer: string;
  /** The path by key: `openHours/tuesday`. */
  readonly key: string;
  /** The label of the place and the value of each side, to be rendered with `say`. */
  readonly params: {
    readonly [Part in "label" | "ours" | "theirs" | "before"]: Said;
  };
  readonly base?: Frozen<Json>;
  readonly ours?: Frozen<Json>;
  readonly theirs?: Frozen<Json>;
  readonly words: string;
}

/**
 * The wished value of an edit: a value, hours of a day or a date, no value, or a bound of a number. A number may have its
 * unit beside it: `{ value: 45, unit: "mins" }`.
 */
export type Wish =
  | { readonly value: unknown; readonly unit?: string | undefined }
  | {
      readonly hours:
        | readonly (readonly [open: string, close: string])[]
        | readonly object[];
    }
  | { readonly as: string }
  | { readonly absent: true }
  | { readonly atLeast: number; readonly unit?: string | undefined }
  | { readonly atMost: number; readonly unit?: string | undefined };

/**
 * A wished value by key, such as `{ key: "openHours/saturday", hours: [] }`, or as the record has it on another day,
 * `{ key: "openHours/saturday", as: "monday" }`. With `was`, a record that has neither that value nor the wished one is a
 * conflict. With `ifPresent`, the edit is for the records that have the item. One with `where` in place of `key` limits all
 * edits to the records that have that value.
 */
export type Edit = Wish &
  (
    | {
        readonly key: string;
        readonly was?: Wish | undefined;
        readonly ifPresent?: boolean | undefined;
      }
    | { readonly where: string }
  );

export interface EditOptions extends Speaking {
  profile?: Profile | undefined;
  mode?: "full" | "changed" | undefined;
  /** The value that counts in a conflict: ours is the wished one, theirs that of the record. */
  resolve?: Resolution | undefined;
  /** True to make certain fixes of the record's own errors as well, except where an edit names the value. */
  repair?: boolean | undefined;
}

/** `ok` if no conflict remains, and the body can be sent. */
export type Edited<Draft = Json> = (
  | { ok: true; conflicts: [] }
  | { ok: boolean; conflicts: Conflict[] }
) & {
  /** True if the record has the values that the edits are limited to. If not, it stays as it is. */
  applies: boolean;
  /** The changes; none if the record is as wished, or a conflict remains. */
  changes: Change[];
  words: string[];
  issues: Issue[];
  /** The indexes of the issues that the stored record does not have; none if no value changes. */
  newIssues: number[];
  /** The writable part of the record with the edits. */
  draft: Draft;
  body: UpdateBody<Draft>;
};

/** The side that wins a conflict: ours, theirs, or the common base. */
export type Resolution = "ours" | "theirs" | "base";

export interface Merging extends Speaking {
  /**
   * One resolution for all conflicts, or a function that returns one for each conflict. A conflict without a resolution
   * remains.
   */
  resolve?:
    | Resolution
    | ((conflict: Conflict) => Resolution | null | undefined)
    | undefined;
}

/** `ok` if no conflict remains and the merge caused no error. */
export type Merged<StoredRecord = Json> = (
  | { ok: true; conflicts: [] }
  | { ok: false; conflicts: Conflict[] }
) & {
  /** The merged record; at a remaining conflict, it has the value of base. */
  value: StoredRecord;
  /** The changes that were taken, and from which side. */
  taken: (Change & { from: "ours" | "theirs" | "both" })[];
  /** Errors in the merged value that neither side had, and notes on arrays whose items could not be distinguished. */
  issues: Issue[];
};

/** The address, credentials and body of an update. */
export interface RequestOptions {
  /** The address of the service: http or https, a host, and an optional path. */
  baseUrl: string;
  /** The identifier of the calendar or location: any text; it is percent-encoded into one segment of the path. */
  id: string;
  /** The bearer token. */
  token: string;
  /** The body to send; see `body`. */
  body: unknown;
  /**
   * `specification` by default: `/api/calendars/{id}`, `/api/locations/{id}`. `public`: `/calendars/{id}`,
   * `/businesses/{id}`.
   */
  api?: "specification" | "public" | undefined;
  /** The prefix of all paths, if it differs from that of `api`. */
  prefix?: string | undefined;
  /** The value of the header `Version`, if it differs from the specification's. */
  version?: string | undefined;
}

/**
 * The arguments of `fetch(url, init)`. The token is hidden when Node prints the request or it is serialized as JSON.
 */
export interface UpdateRequest {
  url: string;
  init: {
    method: "PUT";
    headers: {
      authorization: string;
      version: string;
      "content-type": "application/json";
    };
    body: string;
  };
}

/** The service's answer to an update, as received. */
export interface Answer extends Speaking {
  /** The status; 0 if it is not known. */
  status: number;
  /** The header `Content-Type`. */
  contentType?: string | null | undefined;
  /** The body, as text of any format. */
  text: string;
  /** The draft that was sent. If given, issues that it explains have their fix. Paths begin inside its envelope. */
  draft?: unknown;
}

/**
 * The kind of refusal: by its status, `scope-missing` if a 401 or 403 speaks of a scope, `server` for 408, 425, 500 and more.
 * `no-record` is a success without a record, so that only reading it back shows what is stored; `not-json` an answer that is
 * not JSON, with a success or a status without a reason of its own; `not-accepted` any other status, such as 405 or a
 * redirect; `other` a status that is not known.
 */
export type RefusalReason =
  | "bad-request"
  | "unauthorized"
  | "scope-missing"
  | "forbidden"
  | "not-found"
  | "unprocessable"
  | "rate-limited"
  | "server"
  | "no-record"
  | "not-json"
  | "not-accepted"
  | "other";

/** An answer without a record. */
export interface Refusal {
  reason: RefusalReason;
  /** True if the service may accept the same request later: status 408, 425, 429, or 500 and more. */
  retry: boolean;
  /** The messages of the service. */
  texts: string[];
  /**
   * One issue for each message, in the same order; one about the whole answer if there is no message. They are errors if
   * the refusal is about the body, else warnings.
   */
  issues: Issue[];
  /** The reason why the answer is not JSON. One with a byte-order mark is read all the same. */
  notJson?: { code: string; message: string; line?: number; column?: number };
  traceId?: string;
  /** The body as received. */
  text: string;
}

export type ServiceResponse<StoredRecord = Json> =
  | { ok: true; status: number; stored: Stored<StoredRecord> }
  | { ok: false; status: number; refusal: Refusal };

/** A row of the field tables. */
export interface Member {
  name: string;
  type: "text" | "number" | "integer" | "boolean" | "object" | "array";
  access: "both" | "response-only" | "request-only";
  label: string;
  format?: string;
  min?: number;
  above?: number;
  max?: number;
  identity?: "user-id" | "date" | "place" | "week" | "ranges" | "days";
  items?: string;
  known?: { value: string; basis: Basis }[];
  default?: Json;
  unit?: string;
  required?: true;
  help?: string;
  table?: Table;
}

export interface Table {
  name: string;
  section: string;
  members: Member[];
}

/**
 * Standard Schema, version 1 (https://standardschema.dev): synchronous, and never throws for any draft. Reports only
 * errors; a draft without errors is returned in canonical form. With `stored`, send the body of `review` in place of that value.
 */
export interface Standard<Draft> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "calendiff";
    readonly validate: (
      draft: unknown,
    ) =>
      | { readonly value: Draft; readonly issues?: undefined }
      | { readonly issues: readonly StandardIssue[] };
    readonly types?:
      | { readonly input: Draft; readonly output: Draft }
      | undefined;
  };
}

/**
 * An issue, or the error that `validate` throws for a value that is not a record. Its `code` determines which of them
 * it is.
 */
export type StandardIssue = Issue | Unread;

/** The reason why a value could not be read as a record. */
export interface Unread {
  readonly code:
    | "not_a_record"
    | "a_refusal"
    | "envelope_unknown"
    | "not_json"
    | "json_depth"
    | "json_size";
  readonly message: string;
  readonly path: readonly [];
}

/** Findings that were added to a list or removed from it. The objects are those of the list. */
export interface ListChange<Finding> {
  readonly added: readonly Finding[];
  readonly removed: readonly Finding[];
}

/** The effect of an edit. A view only has to repaint what it names. */
export interface Delta {
  readonly issues: ListChange<Issue>;
  readonly changes: ListChange<Change>;
}

/** The state of a form, deeply frozen. */
export interface Shown<Draft, StoredRecord> {
  /** The stored record, as `read` returns it. */
  readonly stored: Frozen<StoredRecord>;
  /**
   * The record to keep with a draft that goes on later: `stored`, with the value that each open conflict started from. A form of
   * it with the kept draft finds the conflicts again by `rebase`.
   */
  readonly base: Frozen<StoredRecord>;
  /**
   * The content of the update. At first, it contains everything of the stored record that an update can contain. While
   * there are errors, it may contain values that do not match the type, such as text for a number.
   */
  readonly draft: Frozen<Draft>;
  readonly issues: readonly FormIssue[];
  readonly changes: readonly Change[];
  /**
   * Conflicts between the draft and a record that others saved, until they are resolved. Each has the values and words
   * of when it was found, also after later edits there. The next `rebase` or `saved` renews its values, and drops it if
   * the draft no longer differs from the record there; its words stay.
   */
  readonly conflicts: readonly Conflict[];
  /**
   * True if the service accepts the whole body: the sandbox of the profile does, and nothing that the service refused is
   * left as it was. Warnings and notes may remain, and an error of a value that the body does not have, such as one in the hours
   * of a deleted date. Open conflicts are not considered; `body().canSend` considers them.
   */
  readonly ok: boolean;
  /** The refusal of the last save, if its reason was not the body. It is no issue, and stays until the next answer. */
  readonly refusal: SaveRefusal | undefined;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** True if the next undo reverts an edit that was saved. */
  readonly undoIsOfSaved: boolean;
}

/**
 * The state of a form at one moment, with everything to read: an immutable value, which stays the same object until something
 * changes. Each answer depends on the state and the arguments alone, and stays the same object from state to state until it
 * changes, so that compilers, `memo` and selectors may keep it.
 */
export interface FormState<Draft, StoredRecord>
  extends Shown<Draft, StoredRecord> {
  /**
   * Returns the value at a place of the draft, or undefined if there is none. While there are errors, it may not match
   * the type, like the whole draft.
   */
  get<const P extends Place>(
    place: P & Known<Draft, P>,
  ): Frozen<At<Draft, P>> | undefined;
  /** Returns the text that a field of a place shows: as it was typed, or else the value as text, `""` if there is none. */
  text<const P extends Place>(place: P & Known<Draft, P>): string;
  /** Returns the issues at a place or inside it; with `inside: false` those of the place itself, such as of a whole list. */
  issuesAt<const P extends Place>(
    place: P & Known<Draft, P>,
    options?: { inside?: boolean | undefined },
  ): readonly FormIssue[];
  /**
   * Returns the issues that are at none of these places and inside none: what no field of a page shows, such as a refusal of the
   * whole update, or an error of a member that the page does not have.
   */
  issuesElsewhere(places: readonly Place[]): readonly FormIssue[];
  /** Returns the issues of a day of the week: those at each entry of the open hours that names it, or inside it. */
  issuesAtDay(day: Day): readonly FormIssue[];
  /** Returns the issues of a special date, such as `2026-12-24`: those at its entries or inside them. */
  issuesAtDate(date: string): readonly FormIssue[];
  /**
   * Returns true if the draft has a change at a place, inside it or around it; without a place, if it has any change. A
   * range of hours is compared by its position in its day.
   */
  isDirty<const P extends Place>(place?: P & Known<Draft, P>): boolean;
  /**
   * True if the open hours are those of a schedule, which is not in the record: stored as `{}`, and the draft has none of its
   * own. `week` then has no hours, which does not mean closed, and the first `setDay` gives the calendar hours of its own.
   */
  readonly isOnSchedule: boolean;
  /**
   * Returns the open hours of each day as a person edits them: each range with a key, its path such as
   * `["openHours", 0, "hours", 1]`, and the places of its times.
   */
  week(options: {
    of?: "draft" | undefined;
    paths: true;
  }): Frozen<{ [D in Day]: PlacedRange[] }>;
  /**
   * Returns the open hours of each day, of the draft or as stored, regardless of how entries group the days, in the order
   * in which they stand there. Returns undefined if the open hours contain more than days and hours.
   */
  week(options?: {
    of?: "draft" | "stored" | undefined;
    paths?: false | undefined;
  }): Frozen<{ [D in Day]: DayHours }> | undefined;
  /** Returns the hours of the special dates as a person edits them, like `week`. */
  dates(options: {
    of?: "draft" | undefined;
    paths: true;
  }): Frozen<{ [date: string]: PlacedRange[] }>;
  /** Returns the hours of the special dates, by date: `{ "2026-12-24": [["09:00", "12:00"]] }`. */
  dates(options?: {
    of?: "draft" | "stored" | undefined;
    paths?: false | undefined;
  }): Frozen<{ [date: string]: DayHours }>;
}

export interface FormOptions extends Speaking {
  /** The profile, which determines which findings are errors; `specification` by default. */
  profile?: Profile | undefined;
  /** The pause in typing that starts a new undo step in the same field, in milliseconds; 1000 by default. */
  pause?: number | undefined;
}

/**
 * The hours of a day as opening and closing times: `[["09:00", "12:00"], ["13:00", "17:00"]]`. Empty if closed. A time
 * that is unknown or unreadable, or past 24:00, is `""`.
 */
export type DayHours = [open: string, close: string][];

/** A span of at most 1,100 calendar dates such as `2026-12-24`, the first and the last one included. */
export type Span = { from: string } & (
  | { to: string; days?: undefined }
  | { days: number; to?: undefined }
);

/** The reason for the hours of a date. `say({ opening: reason })` renders it. */
export type OpeningReason =
  | "week"
  | "special_date"
  | "closed"
  | "closed_date"
  | "dates_only"
  | "not_active"
  | "on_schedule";

/** The openings of a calendar on a date. */
export interface OpeningDate {
  date: string;
  /** The day of the week; 0 is Sunday. */
  day: number;
  why: OpeningReason;
  /** The hours that count, joined where they overlap or touch; null if they are in a schedule that is not in the record. */
  hours: DayHours | null;
  minutes: number;
  /** The starts at which an appointment fits. Of all dates together, 100,000 are listed; the dates after these have their number. */
  starts: string[];
  startCount: number;
  /** The number of appointments that one person can have, one after another with their buffers between. */
  inARow: number;
}

/** The sums of a span. */
export interface OpeningTotal {
  days: number;
  openDays: number;
  /** The dates whose hours are not known. */
  unknownDays: number;
  minutes: number;
  starts: number;
}

/** The openings of a calendar over a span, as far as its record allows. */
export interface Openings extends Sentence {
  from: string;
  to: string;
  /** The settings of appointments that are used, in minutes. */
  slot: { duration: number; interval: number; before: number; after: number };
  days: OpeningDate[];
  total: OpeningTotal;
  /** The findings in the record that keep anything from being booked. */
  issues: Issue[];
  /** The sums in a sentence. */
  words: string;
}

/** The openings of a calendar over a span before and after a change. */
export interface Effect extends Sentence {
  from: string;
  to: string;
  before: OpeningTotal;
  after: OpeningTotal;
  /** A warning, `nothing_open`, if no date is open after the change and some were before. */
  issues: Issue[];
  words: string;
}

/** A range of a day or of a special date, as a person edits it. */
export interface PlacedRange {
  /** A name among the ranges of the day, which stays while the range is edited, wherever it stands. */
  key: string;
  /** The time as it was typed, or else as `09:00`. */
  open: string;
  close: string;
  /** The path in the draft. Other days may have the same path, if one entry groups them. */
  path: (string | number)[];
  /** The places of its times, for `type`, `text` and `useField`: an edit there is one of this day alone. */
  places: { open: (string | number)[]; close: (string | number)[] };
}

/** The part of a refusal that `form.refused` reads. */
export type Refused = (
  | { readonly texts: readonly string[] }
  | { readonly issues: readonly { readonly message: string }[] }
) & {
  readonly reason?: RefusalReason | undefined;
  readonly retry?: boolean | undefined;
};

/** A refused save whose reason is not the body, as with an expired token or too many requests. */
export interface SaveRefusal {
  readonly reason: RefusalReason;
  /** True if the same body may be accepted later. */
  readonly retry: boolean;
  readonly messages: readonly string[];
}

/**
 * An issue of a form, with a key of its own among them, which is not enumerable. The issue keeps its key while it stays, also in
 * another language.
 */
export type FormIssue = Issue & { readonly key: string };

/** A day of the week. */
export type Day =
  | "monday"
  | "tuesday"
  | "wednesday"
  | "thursday"
  | "friday"
  | "saturday"
  | "sunday";

/** The result of `rebase`. */
export interface Rebased {
  /** Conflicts between the draft and the new record. The draft keeps its value until a conflict is resolved. */
  readonly conflicts: readonly Conflict[];
  /** Changes since the previous record, and who made them: `ours` is the draft, `theirs` the new record. */
  readonly taken: readonly (Change & {
    readonly from: "ours" | "theirs" | "both";
  })[];
  readonly delta: Delta;
}

/** The result of `saved`. */
export interface Saved {
  /** The comparison of the update with the answer, as `verify` returns it. */
  readonly verified: Verified;
  /**
   * Places where the service returned neither the stored value nor the sent one, and later edits of values that others
   * changed. The draft keeps its value until a conflict is resolved.
   */
  readonly conflicts: readonly Conflict[];
  readonly delta: Delta;
}

/**
 * A draft that is being edited. Its methods are bound to it. After each edit, its issues and changes are those of a
 * fresh `validate` with the stored record and of a fresh `diff` with `raw`, without text that only spells the stored number
 * or truth value. This costs as much as the edit touches; for hours, as much as their list is long. Everything that it
 * shows is frozen; values that an edit does not touch stay identical objects. Each edit that changes something is an undo step.
 *
 * An edit that throws changes nothing, unless a listener threw: see `subscribe`. An edit throws `form_path` at a place
 * that cannot exist, such as beyond the end of an array; `option` if a step is neither a name nor an index; `json_depth`
 * if the value nests too deep; `json_size` if the draft becomes too large; and `core_lost` once the core has failed.
 */
export interface RecordForm<Draft, StoredRecord> extends Freed {
  /**
   * Sets the value of a place: a field as it is typed, a list, or the whole draft. Missing objects and lists around it
   * are created. `undefined` removes the value. A literal place requires a value of its type. The value that is there
   * already makes no step.
   */
  set<const P extends Place>(
    place: P & Known<Draft, P>,
    value: Frozen<At<Draft, P>> | undefined,
  ): Delta;
  /**
   * Takes the text of a field as it is typed: `form.type("slotDuration", input.value)`. A number is set where the member is
   * one and the text reads as one, so `"0."` sets 0, and so does `"0,"`; a truth value is set for the `"true"` and `"false"` of a
   * select. Any other text is set as it is, and what is wrong with it is an issue: `"1,500"` may be either of two numbers, and
   * `"9007199254740993"` would be rounded. `text` returns it as typed, until the place has another value. A time has a place
   * too: `form.type(range.places.open, "9:30")`.
   */
  type<const P extends Place>(place: P & Known<Draft, P>, text: string): Delta;
  /** Ends typing at a place: `text` returns its value in the usual form again, `45` where `45.` was typed. */
  leave<const P extends Place>(place: P & Known<Draft, P>): Delta;
  /** Inserts an item before an index of an array, or at its end: `form.insert("/availabilities/-", …)`. */
  insert<const P extends Place>(
    place: P & Known<Draft, P>,
    value: Frozen<At<Draft, P>>,
  ): Delta;
  /** Removes an item or a member. The update then leaves a removed member as stored. */
  remove<const P extends Place>(place: P & Known<Draft, P>): Delta;
  /** Moves an item to another index of its array. Its own index makes no step. */
  move<const P extends Place>(place: P & Known<Draft, P>, to: number): Delta;
  /**
   * Restores the stored value of a place, found by its key; without a place, the whole draft. For an entry of the week,
   * it restores the entry's days, even if the stored entries group them differently. A place that has neither a value nor
   * a stored one stays so.
   */
  reset<const P extends Place>(place?: P & Known<Draft, P>): Delta;
  /**
   * Reverts one change, found by its key, and keeps all others. A number and its unit are reverted together. Ignores a
   * change that no longer exists, and one that existed when the form was opened, such as a number stored as empty text. A
   * member that the update cannot contain, such as the meeting ID of a place, is restored with the item it belongs to. In
   * lists whose items are identified by position only (`#0`), the findings about other items may be replaced by new ones.
   */
  revert(
    change: Pick<Change, "key" | "kind"> & { params?: Change["params"] },
  ): Delta;
  /**
   * Resolves a conflict, found by its key: the place gets the value of the given side; a number gets its unit too. If the
   * base has no value there, `"base"` empties a list, and gives any other place the value that the others saved, since no update
   * can unset it.
   */
  resolve(conflict: Pick<Conflict, "key">, side: Resolution): Delta;
  /**
   * Applies the fix of an issue, found by its key, or else by its code and path, and its parameters if several issues have these.
   * Ignores an issue that no longer exists, or that has no fix.
   */
  fix(
    issue:
      | Pick<FormIssue, "key">
      | (Pick<Issue, "code" | "path"> & { params?: Issue["params"] }),
  ): Delta;
  /** Applies the fixes of all issues, and of the issues that appear as a result. */
  fixAll(): Delta;
  /**
   * Adds the messages of a refusal to the issues, each at its field until that is edited. A refusal whose reason is not the
   * body, such as an expired token, becomes `refusal` of the state. Takes the refusal or its response.
   */
  refused(refusal: Refused | { readonly refusal: Refused }): Delta;
  /** Removes what the service refused: its issues, and `refusal` of the state. The same body can then be sent again. */
  clearRefusal(): Delta;
  /**
   * Validates the draft under another profile. This is not an undo step, and issues that only the service reported
   * stay.
   */
  setProfile(profile: Profile): Delta;
  /**
   * Sets the open hours of one day, in their order. Times may be as people write them: `9`, `9:30`, `5 pm`. An emptied time,
   * `["09:00", ""]`, is kept as null, and an unfinished one, `["9:3", "17:00"]`, as text; both are errors until they are
   * set. Throws `option` for a location.
   */
  setDay(
    day: Day,
    hours: readonly (readonly [open: string, close: string])[],
  ): Delta;
  /**
   * Sets the hours of a special date such as `2026-12-24`, and adds the date if it is missing. With null, removes the date. Times
   * are taken as by `setDay`. Throws `option` for any other text, such as that of an emptied input, and for a location.
   */
  setDate(
    date: string,
    hours: readonly (readonly [open: string, close: string])[] | null,
  ): Delta;
  /**
   * Groups all edits made inside the function into one undo step. If the function throws, the edits before stay.
   * Listeners are notified of each edit after the batch. Edits that reverse each other make no step, and what could be redone
   * before still can; if nothing else changed either, the state is the one from before. Returns the result of the function.
   */
  batch<T>(edits: (form: this) => T): T;
  /**
   * Undoes the last step. At most a thousand steps are kept, with at most 64 MiB of values. Returns undefined if there
   * is no step, and inside a batch.
   */
  undo(): Delta | undefined;
  /** Redoes the edit that was last undone. A new edit clears the steps to redo. */
  redo(): Delta | undefined;
  /**
   * Clears the undo history, for example after restoring a draft that was kept elsewhere. Issues, changes and conflicts
   * stay.
   */
  clearHistory(): void;
  /** Returns the body to send. Throws `not_json` if the draft contains a value that is not JSON. */
  body(
    options?: { mode?: "full" | "changed" | undefined } & Speaking,
  ): UpdateBody<Draft>;
  /**
   * Rewords everything that the form shows in another language. Sentences that the language lacks stay as they are. The
   * draft and its undo steps stay. Listeners are notified of all issues and changes as replaced.
   */
  reword(language: Language): Delta;
  /**
   * Continues from the record that is stored now: changes of others are merged into the draft, and the draft's edits
   * stay. If both sides changed the same place, the draft keeps its value, and the conflict remains until it is
   * resolved. Members that only the service sets, such as IDs, cause no conflict. Undo steps stay, except those of
   * members that others changed as well. In a batch, the edits before are a step of their own. The same record again
   * only renews conflicts. After an own save, call `saved`. Throws `another_record` for a record with another ID.
   */
  rebase(stored: unknown): Rebased;
  /**
   * Continues from the record that the service returned for an update, with or without its envelope: saved edits are no
   * longer changes, and IDs and defaults that the service filled in are copied into the draft. Edits that were sent but
   * not applied remain changes of the draft, and `verified` lists them. Undo steps from before the save stay. By
   * default, the current draft is taken as the body that was sent. If it may have been edited since, pass the body as
   * `sent`: `form.saved(answer, { sent: body.value })`. Throws `another_record` for a record with another ID.
   */
  saved(answer: unknown, options?: { sent?: unknown }): Saved;
  /**
   * For `useSyncExternalStore(form.subscribe, form.getSnapshot)`, or to repaint what a delta names: calls the listener
   * during each edit, once it is complete. Returns a function that ends the subscription. If a listener throws, all
   * others are still called; the edit then throws the first such error, and stands. Throws `option` if the listener is not
   * a function.
   */
  readonly subscribe: (listener: (delta: Delta) => void) => () => void;
  readonly getSnapshot: () => FormState<Draft, StoredRecord>;
  /**
   * Frees the memory immediately; otherwise it is freed when the form is garbage-collected. The last state can still be
   * read, and subscriptions can be ended; all other methods throw `form_freed`.
   */
  free(): void;
}

/** A form of a calendar. */
export type CalendarForm = RecordForm<CalendarUpdate, Calendar>;
/** A form of a location. */
export type LocationForm = RecordForm<LocationUpdate, LocationRecord>;

/** `using form = calendar.form(stored)` frees the form at the end of its block, in runtimes that have `Symbol.dispose`. */
type Freed = {
  readonly [Key in SymbolConstructor extends {
    readonly dispose: infer Dispose extends symbol;
  }
    ? Dispose
    : never]: () => void;
};

/**
 * The verbs that judge a draft of one kind of record: those of `calendiff/validate`. Each throws an `Error` with a
 * `code`, as those of `Kind` do.
 */
export interface Validator<Draft> extends Standard<Draft> {
  readonly kind: KindName;
  /**
   * Returns a Standard Schema with options: another profile, a stored record, another language. `leaves` moves the
   * issue of an object or a list to the first value inside it, for libraries such as TanStack Form that only show the
   * errors of fields. Throws `option` for a wrong option at once, and what `validate` throws for `stored`.
   */
  standard(
    options?: ValidateOptions & { leaves?: boolean | undefined },
  ): Standard<Draft>;
  /** Validates a draft in one pass. Returns all issues and the draft in canonical form. */
  validate(draft: unknown, options?: ValidateOptions): ValidationReport<Draft>;
  /**
   * Applies all fixes, and those of the issues that appear as a result, until no fix remains. An unknown member is kept
   * if it is not an error; its issue still has the fix that removes it. A value that the draft leaves as it is stored is
   * changed only if it is an error. `severity` and `only` limit the fixes, to those of errors or of some codes.
   */
  fix(draft: unknown, options?: FixOptions): Fixed<Draft>;
  /** Returns a draft in canonical form, in its envelope if it has one. */
  normalize(draft: unknown): Draft;
}

/**
 * The verbs for one kind of record. Each throws an `Error` with a `code` if it could not run: `not_a_record`,
 * `a_refusal`, `envelope_unknown`, `not_json`, `json_depth`, `json_size`, `option`, or `core_failed` with the failure
 * as its `cause`. After `core_failed`, the next call uses a fresh core, and the forms of the failed one throw
 * `core_lost`. Errors in a draft are issues and are never thrown. Arguments are never changed. A draft may have values that are
 * not JSON, such as NaN and dates, for `validate` and `fix`, which report them; any other verb throws `not_json`.
 */
export interface Kind<Draft, StoredRecord, Envelope extends string = string>
  extends Validator<Draft> {
  /**
   * Validates JSON text and gives each issue its line and column. Also throws `json_syntax`, `json_duplicate`,
   * `json_integer`, …
   */
  validateText(
    text: string,
    options?: ValidateOptions,
  ): ValidationReport<Draft, TextIssue>;
  /** Returns the record of a response without its envelope, with regular shapes. Only empty text inside items, in place of a number or a known value, is left out. */
  read(response: unknown, options?: Speaking): Stored<StoredRecord>;
  /**
   * Compares a draft with the stored record. A list in the draft replaces the whole list: `{ availabilities: [one] }`
   * removes all other dates. To change one day or one date, use `setDay` and `setDate` of a form.
   */
  diff(
    stored: Readable<StoredRecord, Envelope>,
    draft: unknown,
    options?: DiffOptions,
  ): Diff;
  /**
   * Returns the body to send, and whether it may be sent under the profile, `specification` by default. A list in the draft
   * replaces the whole stored list, as in `diff`.
   */
  body(
    stored: Readable<StoredRecord, Envelope>,
    draft: unknown,
    options?: {
      profile?: Profile | undefined;
      mode?: "full" | "changed" | undefined;
    } & Speaking,
  ): UpdateBody<Draft>;
  /** Returns report, diff and body together. Both records may be in their envelope. */
  review(
    stored: Readable<StoredRecord, Envelope>,
    draft: unknown,
    options?: ReviewOptions,
  ): Review<Draft>;
  /**
   * Returns a copy of the draft with the given open hours on one day. The other days are copied from the draft, so the
   * draft should contain the stored list for the update to keep them.
   */
  setDay(
    draft: unknown,
    day: Day,
    hours: readonly (readonly [open: string, close: string])[],
  ): Draft;
  /**
   * Returns a copy of the draft with the given hours on a special date, which is added if it is missing; with null,
   * removes the date. The other dates are those of the draft.
   */
  setDate(
    draft: unknown,
    date: string,
    hours: readonly (readonly [open: string, close: string])[] | null,
  ): Draft;
  /**
   * Puts wished values into a stored record by key, and builds the body that makes them so:
   * `calendar.edit(stored, "openHours/saturday = closed; allowBookingAfter = at least 2 days")`. All edits are made or
   * none, and what they do not name stays as it is. Throws `edit_key`, `edit_value`, `edit_syntax` or `edit_twice` for
   * edits that fit no record, and `edit_missing` for a record that has no place for a value.
   */
  edit(
    stored: Readable<StoredRecord, Envelope>,
    edits: string | readonly Edit[],
    options?: EditOptions,
  ): Edited<Draft>;
  /** Reads edits once, to be used for many records. Throws what `edit` throws for edits that fit no record. */
  edits(edits: string | readonly Edit[]): Edit[];
  /** Returns the edits that lead from one record to another, to do the same to other records. */
  editsBetween(
    stored: Readable<StoredRecord, Envelope>,
    edited: unknown,
    options?: { absent?: "keep" | "remove" | undefined },
  ): Edit[];
  /** Opens a form over a stored record, in any shape that `read` takes. */
  form(stored: unknown, options?: FormOptions): RecordForm<Draft, StoredRecord>;
  /**
   * Returns the record that the service holds after it has applied `sent`. A misspelled member is kept as an unknown one:
   * `fix` corrects its name before you send. Also turns a draft into a whole record for `merge`. Under profile
   * `service`, members that `sent` omits are reset to their defaults, and a special date goes by its id and
   * `deleted: true` alone, as reported of the service.
   */
  outcome(
    stored: Readable<StoredRecord, Envelope>,
    sent: unknown,
    options?: { profile?: Profile | undefined },
  ): StoredRecord;
  /**
   * Returns the openings of a calendar on each date of a span: the hours that count, the reason, and the starts that fit, as
   * far as the record allows. Reads no clock: you give the dates. Throws `option` for a location, which has no hours.
   */
  openings(
    record: Readable<StoredRecord, Envelope>,
    options: Span & Speaking,
  ): Openings;
  /**
   * Compares the openings of two records over a span: the record before a change, and the one after it. Warns if the change
   * leaves no date open.
   */
  effect(
    before: Readable<StoredRecord, Envelope>,
    after: Readable<StoredRecord, Envelope>,
    options: Span & Speaking,
  ): Effect;
  /**
   * Compares `sent` with the record read back: returns the changes that were applied, those that were not, and other
   * changes.
   */
  verify(
    stored: Readable<StoredRecord, Envelope>,
    sent: unknown,
    after: unknown,
    options?: Speaking,
  ): Verified;
  /** Merges three whole records into one. Returns the changes that either side made, and their conflicts. */
  merge(
    base: unknown,
    ours: unknown,
    theirs: unknown,
    options?: Merging,
  ): Merged<StoredRecord>;
  /**
   * Returns the update as a request: `const { url, init } = calendar.request(…); await fetch(url, init)`. Throws
   * `request` if a value could inject something: line ends, `..`, an address that is not http or https.
   */
  request(options: RequestOptions): UpdateRequest;
  /** Returns the stored record of an answer, or its refusal, with each message assigned to its field. */
  response(answer: Answer): ServiceResponse<StoredRecord>;
  /** Returns the issue for each message of a refusal. A message that joins several is several. Issues that the draft explains have their fix. Paths begin inside its envelope. */
  explain(
    texts: string | readonly string[],
    options?: { draft?: unknown } & Speaking,
  ): Issue[];
  /** Returns the table of the record's members. */
  describe(options?: Speaking): Table;
}

export declare const calendar: Kind<CalendarUpdate, Calendar, "calendar">;
export declare const location: Kind<
  LocationUpdate,
  LocationRecord,
  "buiseness" | "business"
>;

/** Returns the kind of record that a value is, or null if it could be either. */
export declare function guess(value: unknown): KindName | null;

/**
 * Parses JSON text strictly. Also refuses duplicate names, depth over 128, more than 16 MiB, overflowing numbers, half
 * surrogates and a byte-order mark. Each error has a `code`, a `line` and a `column`. The type of the value is taken
 * from where it is used, as in `calendar.read(parse(text))`; it is not checked.
 */
export declare function parse<Value = Json>(text: string): Value;

/**
 * Returns a copy of the document with a JSON Patch applied. Throws if an operation fails, or would make the document
 * deeper than 128 (`json_depth`) or larger than 16 MiB as text (`json_size`; `patch_size` if operations copy that
 * much).
 */
export declare function apply(document: unknown, patch: readonly Op[]): Json;

/** Returns the patch that undoes another one after that has been applied to the document. */
export declare function invert(document: unknown, patch: readonly Op[]): Op[];

/**
 * Returns the document with a merge patch applied, RFC 7396. Throws `json_size` if the result has more than 16 MiB as
 * text.
 */
export declare function applyMergePatch(
  document: unknown,
  patch: unknown,
): Json;

/** Returns the merge patch that undoes another one. Throws `merge_patch_null` if it would have to restore a null. */
export declare function invertMergePatch(
  document: unknown,
  patch: unknown,
): Json;

/** The state of the sandbox: records as responses contain them, by identifier. */
export interface SandboxState {
  calendars?: { [id: string]: Calendar } | undefined;
  locations?: { [id: string]: LocationRecord } | undefined;
}

/** The first state of a sandbox: records as responses contain them, odd shapes included, by identifier. */
export interface SandboxRecords {
  calendars?: { [id: string]: Readable<Calendar, "calendar"> } | undefined;
  locations?:
    | { [id: string]: Readable<LocationRecord, "business" | "buiseness"> }
    | undefined;
}

export interface SandboxOptions {
  /**
   * The profile whose errors are refused; `specification` by default. Under `service`, updates also behave as reported of
   * the service.
   */
  profile?: Profile | undefined;
  /** The only accepted token; by default, any token is accepted. */
  token?: string | undefined;
}

/** The type of the global `fetch`, if it is declared. */
export type Fetch = typeof globalThis extends { fetch: infer Global }
  ? Global
  : (input: string, init?: object) => Promise<object>;

/** The service's side of both updates for development, without server or network. */
export interface Sandbox {
  /** The state after the last request. */
  readonly state: SandboxState;
  /** A replacement for the global `fetch`. */
  readonly fetch: Fetch;
  /**
   * Makes faults in place of the next answers, one each: a status, the page of a proxy (`html`, with status 200), or no answer
   * (`silence`), for which `fetch` rejects though the update is made.
   */
  readonly fail: (...next: SandboxFault[]) => void;
}

/** A fault that the sandbox makes when told to. */
export type SandboxFault =
  | "401"
  | "429"
  | "500"
  | "502"
  | "503"
  | "504"
  | "html"
  | "silence";

/** Simulates the service, starting from a copy of a state. Throws `option` for a state of anything but records by ID. */
export declare function sandbox(
  state: SandboxRecords,
  options?: SandboxOptions,
): Sandbox;
