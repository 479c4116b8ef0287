/** Know what a PUT will do before you send it. */

import type { CodeParams } from "./dist/codes.js";
import type { LanguageParams } from "./dist/language.js";
import type { Calendar, CalendarUpdate, Location, LocationUpdate } from "./dist/records.js";
import type { At, Frozen, Known, Path, Place } from "./places.js";

export type * from "./dist/records.js";
export type { At, Frozen, Path, Place } from "./places.js";

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export type Severity = "error" | "warning" | "note";
export type Basis = "document" | "logic" | "observed";
export type Profile = "document" | "service" | "document-only";
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
 * A part of a sentence, as data: text or a number; or an object that says in which way it is to be written, such as
 * `{ label: "eventColor" }`, `{ quote: "Intro" }`, `{ days: [1, 2] }`, `{ hours: [["09:00", "17:00"]] }`, `{ say: "closed" }`.
 */
export type Said = string | number | null | Said[] | { [way: string]: Said };

/** Keys of a language's sentences. */
export type SentenceCode = keyof LanguageParams["words"];

/** What a sentence is made of, in whatever language. */
export interface Sentence {
  /** What is said; stable. */
  readonly code: SentenceCode;
  /** What the sentence is filled with. */
  readonly params: { readonly [name: string]: Said };
}

/** A certain fix: a patch on the draft as it was given. */
export interface Fix extends Sentence {
  readonly patch: readonly Op[];
  /** What it does, for a button. */
  readonly title: string;
}

/** What can be found, as `calendiff/codes.json` has it. */
export type Code = keyof CodeParams;

/** A finding about data; once its `code` is known, so is what `params` holds. */
export type Issue<C extends Code = Code> = C extends Code ? Finding<C> : never;

interface Finding<C extends Code> {
  readonly code: C;
  readonly severity: Severity;
  readonly basis: Basis;
  readonly path: Path;
  /** `path` as a JSON Pointer, RFC 6901. */
  readonly pointer: string;
  readonly params: { readonly [P in CodeParams[C]]: Frozen<Json> };
  readonly fix?: Fix;
  /** Other places it has to do with. */
  readonly related?: readonly string[];
  /** What to tell the person at the form: "Enter a number." */
  readonly message: string;
  /** What to tell a developer: what was expected, what was found, and by whose word. */
  readonly detail: string;
}

/** An issue of a text, with its place there; both count from 1. */
export type TextIssue<C extends Code = Code> = Issue<C> & { line?: number; column?: number };

/**
 * Where `ok` is true there are no errors, and `value` is a draft; warnings and notes may stand. That a member is missing
 * which the service asks for, as `userId` of a team member, is a warning in profile `document`.
 */
export type Checked<Draft> = { ok: true; value: Draft } | { ok: false; value: { [name: string]: Json } };

/** The draft in canonical form, and everything that was found. */
export type Report<Draft = Json, Found = Issue> = Checked<Draft> & { issues: Found[] };

/** The draft fixed by `fix`; not `ok` where errors are left. */
export type Fixed<Draft = Json> = Checked<Draft> & {
  /** The issues whose fixes were applied, in this order. */
  applied: Issue[];
  /** What is left. */
  issues: Issue[];
};

/**
 * A section of a language: a text by key, with `{name}` for each of its parameters (`LanguageParams` has them), `{name:day}` for
 * one that is written in some way, and `{n|# day|# days}` for a number's singular and plural. Or a function that returns the
 * whole sentence, such as another library's `t`; what it returns undefined for is said as usual.
 */
export type Section<Params> = { readonly [Key in keyof Params]?: string } | ((key: keyof Params, params: { readonly [name: string]: Said }) => string | undefined);

/** Lists and numbers of a language: its name, the numbers that take the singular, the days from Sunday on, and the months. */
interface Calendrical {
  readonly name?: string;
  readonly one?: readonly number[];
  readonly day?: readonly string[];
  readonly month?: readonly string[];
}

/** A language, whole or only some keys of some sections; the rest is said as before. */
export type Language = Calendrical & { readonly [Name in keyof LanguageParams]?: Section<LanguageParams[Name]> };

/** A language as `calendiff/languages/*` has it. */
export type WholeLanguage = Required<Calendrical> & { readonly [Name in keyof LanguageParams]: { readonly [Key in keyof LanguageParams[Name]]: string } };

export type { LanguageParams };

/** What all verbs say something in. */
export interface Speaking {
  /** Which language, or what is to be said otherwise; English, unless this or `configure` says so. */
  language?: Language | undefined;
}

/** Chooses the language of every call that asks for none: `configure({ language: de })`. */
export declare function configure(options: Speaking): void;

/** Says a parameter of a sentence: `say(conflict.params.label)` is "color". */
export declare function say(said: Said, options?: Speaking): string;

/**
 * The same issues, changes, conflicts or decisions in another language, as copies. A form has a `reword` of its own. Throws an
 * `Error` with code `option` for what is no list.
 */
export declare function reword<Found extends Issue | Change | Conflict | Decision>(findings: readonly Found[], options?: Speaking): Found[];

export interface Options extends Speaking {
  /** Which findings are errors; `document` unless set. */
  profile?: Profile | undefined;
  /** The stored record, which the draft is then compared with. */
  stored?: unknown;
}

/** A row of the table of codes, `calendiff/codes.json`: all that a translator needs. */
export interface CodeRow {
  code: Code;
  severity: Severity;
  basis: Basis;
  /** The service is reported to refuse a request for it. */
  refused: boolean;
  /** Where it is said. */
  source: string;
  /** What the message is filled with. */
  params: string[];
  /** What it says in English to the person at the form, with `{params}` to fill in. */
  message: string;
  /** What it says in English to a developer. */
  detail: string;
}

/** A row of the table of operations, `calendiff/operations.json`; what the service's document does not show is left out. */
export interface Operation {
  area: string;
  name: string;
  method?: string;
  path?: string;
  version?: string;
  kind?: KindName;
  section: string;
}

export interface Change extends Sentence {
  readonly kind: "add" | "remove" | "replace" | "move";
  /** In the draft; for what was removed, in the stored record. */
  readonly path: Path;
  readonly pointer: string;
  /** Where it is by key, which stays true while indexes shift: `openHours/tuesday`, `teamMembers/u-ben/priority`. */
  readonly key: string;
  readonly before?: Frozen<Json>;
  readonly after?: Frozen<Json>;
  readonly words: string;
}

export interface DiffOptions extends Speaking {
  /** What a member means that the draft leaves out: it stays, unless set. */
  absent?: "keep" | "remove" | undefined;
  /** What counts as a difference: another meaning, unless set; or another spelling or order as well. */
  by?: "meaning" | "spelling" | undefined;
  /** Lets the patch test what it is about to change, so that it refuses a record that has moved on. */
  tests?: boolean | undefined;
  /** Compares the records as they are written: aliases are unknown members, and text is shown as it is spelled. */
  raw?: boolean | undefined;
}

export interface Diff {
  changes: Change[];
  /** RFC 6902, against the stored record as it stands. */
  patch: Op[];
  /** RFC 7396; null where a merge patch cannot say the change. */
  mergePatch: { [name: string]: Json } | null;
  words: string[];
  /** Notes: arrays whose items could not be distinguished, and what keeps a merge patch from saying the change. */
  issues: Issue[];
}

export interface Decision extends Sentence {
  action: "stripped" | "renamed" | "left-out" | "kept" | "deleted";
  path: Path;
  pointer: string;
  reason: string;
}

export interface Body<Draft = Json> {
  /** The body of the PUT. */
  value: Draft;
  decisions: Decision[];
}

export interface Review<Draft = Json> {
  report: Report<Draft>;
  diff: Diff;
  body: Body<Draft>;
}

/**
 * A stored record as `read` takes it: bare, or in an envelope of its kind. Its members may have odd shapes, and it
 * may have other members. A record in any other envelope is refused with `envelope_unknown`.
 */
export type Readable<StoredRecord, Envelope extends string> =
  | ({ readonly [Name in keyof StoredRecord]?: unknown } & { readonly [Name in Envelope]?: undefined })
  | ({ readonly [Name in Envelope]?: object } & { readonly success?: boolean; readonly traceId?: string });

export interface Stored<StoredRecord = Json> {
  kind: KindName;
  /** The member that held the record; null where it came bare. */
  envelope: string | null;
  value: StoredRecord;
  /** What was taken otherwise than the document shows it, as notes. */
  issues: Issue[];
}

/** A change that was sent and is not there. */
export interface NotApplied extends Sentence {
  readonly path: Path;
  readonly pointer: string;
  /** What was stored. */
  readonly before?: Frozen<Json>;
  readonly sent?: Frozen<Json>;
  /** What is there now: what was stored, or a third value. */
  readonly after?: Frozen<Json>;
  readonly words: string;
}

/** `ok` if all that was sent was applied and nothing else changed, what the service filled in aside. */
export type Verified = {
  applied: Change[];
  /** Members that nobody sent and that the service alone sets: IDs, and defaults of members that were not there. */
  filledIn: Change[];
} & (
  | { ok: true; notApplied: []; unexpected: [] }
  | {
      ok: false;
      notApplied: NotApplied[];
      /** What was not sent and changed all the same. */
      unexpected: Change[];
    }
);

/** A place where both sides changed the same thing to different ends; what a side does not have is left out. */
export interface Conflict extends Sentence {
  /** In the merged value. */
  readonly path: Path;
  readonly pointer: string;
  /** Where it is by key: `openHours/tuesday`. */
  readonly key: string;
  /** Which thing it is about, and what each side has, in words once `say` has put them there. */
  readonly params: { readonly [Part in "label" | "ours" | "theirs" | "before"]: Said };
  readonly base?: Frozen<Json>;
  readonly ours?: Frozen<Json>;
  readonly theirs?: Frozen<Json>;
  readonly words: string;
}

/** Whose word holds at a conflict: ours, theirs, or what both started from. */
export type Resolution = "ours" | "theirs" | "base";

export interface Merging extends Speaking {
  /** One resolution for all conflicts, or a function of each; a conflict without one is left. */
  resolve?: Resolution | ((conflict: Conflict) => Resolution | null | undefined) | undefined;
}

/** `ok` where no conflict is left, and no error came of the merge. */
export type Merged<StoredRecord = Json> = ({ ok: true; conflicts: [] } | { ok: false; conflicts: Conflict[] }) & {
  /** At a conflict that is left, what base has. */
  value: StoredRecord;
  /** What was taken from whom. */
  taken: (Change & { from: "ours" | "theirs" | "both" })[];
  /** What is wrong with the value and was so on neither side; and notes on arrays whose items could not be distinguished. */
  issues: Issue[];
};

/** Where an update goes, and on whose behalf. */
export interface RequestOptions {
  /** Where the service is: http or https, a host, and at most a path. */
  baseUrl: string;
  /** The identifier of the calendar or location; any text, percent-encoded into one segment of the path. */
  id: string;
  /** The bearer token. */
  token: string;
  /** The body to send; see `body`. */
  body: unknown;
  /** `document`, unless set: `/api/calendars/{id}`, `/api/locations/{id}`. `public`: `/calendars/{id}`, `/businesses/{id}`. */
  api?: "document" | "public";
  /** What paths begin with, where it is not the `api`'s. */
  prefix?: string;
  /** The value of the header `Version`, where it is not the document's. */
  version?: string;
}

/** What `fetch(url, init)` takes. Printed by Node or as JSON it does not show the token. */
export interface UpdateRequest {
  url: string;
  init: {
    method: "PUT";
    headers: { authorization: string; version: string; "content-type": "application/json" };
    body: string;
  };
}

/** The service's answer to an update, as it came. */
export interface Answer extends Speaking {
  status: number;
  /** The header `Content-Type`. */
  contentType?: string | null;
  /** The body, whatever it is. */
  text: string;
  /** The draft that was sent; what is wrong with it is then told with its fix. */
  draft?: unknown;
}

/** Why there is no record in an answer. */
export interface Refusal {
  /** 400, 401, 422, another status, or a success without a record that could be read. */
  reason: "bad-request" | "unauthorized" | "unprocessable" | "other" | "unreadable";
  /** What the service says, text by text. */
  texts: string[];
  /** One for each text, in their order; one about the whole answer where it says nothing. */
  issues: Issue[];
  traceId?: string;
  /** The body as it came. */
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
 * Standard Schema, version 1 (https://standardschema.dev): synchronous, and never throws for what it is given. Issues are
 * errors alone; what has none is answered in canonical form.
 */
export interface Standard<Draft> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "calendiff";
    readonly validate: (draft: unknown) => { readonly value: Draft; readonly issues?: undefined } | { readonly issues: readonly StandardIssue[] };
    readonly types?: { readonly input: Draft; readonly output: Draft } | undefined;
  };
}

/** An issue; or what `validate` throws of what is no record at all. Which of them is known once the `code` is. */
export type StandardIssue = Issue | Unread;

/** Why a value could not be read as a record. */
export interface Unread {
  readonly code: "not_a_record" | "a_refusal" | "not_json" | "json_depth" | "json_size";
  readonly message: string;
  readonly path: readonly [];
}

/** Which findings came into a list, and which left it; the objects are those of the list. */
export interface ListChange<Finding> {
  readonly added: readonly Finding[];
  readonly removed: readonly Finding[];
}

/** What an edit changed; a view repaints that, and no more. */
export interface Delta {
  readonly issues: ListChange<Issue>;
  readonly changes: ListChange<Change>;
}

/** What a form is about, as it stands; frozen, as deep as it is. */
export interface Shown<Draft, StoredRecord> {
  /** The stored record, read. */
  readonly stored: Frozen<StoredRecord>;
  /**
   * What the update is to carry: it begins as what an update can carry of the stored record. While there are errors it may
   * hold what the type does not show, such as text for a number.
   */
  readonly draft: Frozen<Draft>;
  readonly issues: readonly Issue[];
  readonly changes: readonly Change[];
  /** What the draft and a record that others saved make of the same thing, until it is resolved. */
  readonly conflicts: readonly Conflict[];
  /** Whether there is no error; warnings and notes may stand. */
  readonly ok: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** True if the next undo takes back an edit that was saved. */
  readonly undoIsOfSaved: boolean;
}

/** All that a form shows; the same object until something changes. */
export interface Snapshot<Draft, StoredRecord> extends Shown<Draft, StoredRecord> {
  readonly isDirty: boolean;
}

export interface FormOptions extends Speaking {
  /** Which findings are errors; `document` unless set. */
  profile?: Profile | undefined;
  /** Keys typed into one text are one step to undo, as long as no pause between them is this long: milliseconds, 1000 unless set. */
  pause?: number | undefined;
}

/** The hours of a day: opening and closing times, `[["09:00", "12:00"], ["13:00", "17:00"]]`; none: closed. A time that is not known, or cannot be read, is `""`. */
export type DayHours = [open: string, close: string][];

/** A range of a day or of a special date, and where it stands in the draft. */
export interface PlacedRange {
  open: string;
  close: string;
  path: (string | number)[];
}

/** The part of a refusal that `form.refused` reads. */
export type Refused = { readonly texts: readonly string[] } | { readonly issues: readonly { readonly message: string }[] };

/** A day of the week, from Monday on. */
export type Day = "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";

/** What going on from another stored record came to. */
export interface Rebased {
  /** What the draft and the new record make of the same thing; the draft's word stands until it is resolved. */
  readonly conflicts: readonly Conflict[];
  /** What changed since the record from before, and who did it: `ours` is the draft, `theirs` the new record. */
  readonly taken: readonly (Change & { readonly from: "ours" | "theirs" | "both" })[];
  readonly delta: Delta;
}

/** What came of an own save. */
export interface Saved {
  /** What of the update was applied, as `verify` says it. */
  readonly verified: Verified;
  /**
   * Places where the service returned neither what was stored nor what was sent, and edits since then of what others changed.
   * The draft keeps its value until a conflict is resolved.
   */
  readonly conflicts: readonly Conflict[];
  readonly delta: Delta;
}

/**
 * A draft under someone's hands. Its methods are bound to it. After each edit its issues and changes are those of a fresh `validate` with the stored
 * record, and of a fresh `diff` with `raw`; an edit costs what it touches. What it shows is frozen; what an edit does
 * not touch stays the same object. An edit of a place where nothing can be, such as beyond the end of an array, throws
 * `form_path`, or `option` where a step is no name and no index, one that nests too deep `json_depth`, and one that makes
 * the draft too large `json_size`; nothing is then changed. Once the core has failed, each throws `core_lost`. Each edit is a step that can be undone, also one that puts there what is there already.
 */
export interface Form<Draft, StoredRecord> extends Shown<Draft, StoredRecord> {
  /**
   * What stands at a place of the draft; undefined where nothing does. While there are errors it may be of another type, as
   * in the whole draft.
   */
  get<const P extends Place>(place: P & Known<Draft, P>): Frozen<At<Draft, P>> | undefined;
  /** What is wrong at a place or inside of it. */
  issuesAt<const P extends Place>(place: P & Known<Draft, P>): Issue[];
  /** The issues of a day of the week, at or inside of each entry of the open hours that names it. */
  issuesAtDay(day: Day): Issue[];
  /** The issues of a special date, such as `2026-12-24`, at or inside of its entries. */
  issuesAtDate(date: string): Issue[];
  /** Whether the draft changes anything at a place, inside of it or around it; anything at all, where none is given. */
  isDirty<const P extends Place>(place?: P & Known<Draft, P>): boolean;
  /**
   * Puts a value at a place: of a field as it is typed, of a list, or of the whole draft. Objects and lists that are missing
   * around it come with it. `undefined` removes what is there. Where the place is written out, its value is of its type; one
   * as it was typed goes to a `Path`: `form.set(["slotDuration"] as Path, input.value)`.
   */
  set<const P extends Place>(place: P & Known<Draft, P>, value: Frozen<At<Draft, P>> | undefined): Delta;
  /** Inserts an item before the one at an index of an array, or at its end: `form.insert("/availabilities/-", …)`. */
  insert<const P extends Place>(place: P & Known<Draft, P>, value: Frozen<At<Draft, P>>): Delta;
  /** Removes an item, or a member, which the update then leaves as it is stored. */
  remove<const P extends Place>(place: P & Known<Draft, P>): Delta;
  /** Moves an item to another index of its array. */
  move<const P extends Place>(place: P & Known<Draft, P>, to: number): Delta;
  /**
   * Makes what stands at a place, by its key, what is stored of it; the whole draft, where none is given. An entry of the week
   * stands for its days, however the stored entries group them.
   */
  reset<const P extends Place>(place?: P & Known<Draft, P>): Delta;
  /**
   * Takes one change back, by its key, and leaves every other as it is. A change that does not stand any more is passed over;
   * so is one that the form was opened with, as where a number is stored as empty text. A member that the update does not
   * take, such as the meeting ID of a place, comes back with what it belongs to. Where items are known by their position alone
   * (`#0`), what is said of the others may be told anew.
   */
  revert(change: Pick<Change, "key" | "kind"> & { params?: Change["params"] }): Delta;
  /** Resolves a conflict, by its key: what it is about becomes what that side has there. */
  resolve(conflict: Pick<Conflict, "key">, side: Resolution): Delta;
  /** Applies the fix of an issue. */
  fix(issue: Pick<Issue, "code" | "path">): Delta;
  /** Applies every fix of every issue, and of what then comes to light. */
  fixAll(): Delta;
  /** Adds the texts of a refusal to the issues, each at its field until that is edited. Takes the refusal, or its response. */
  refused(refusal: Refused | { readonly refusal: Refused }): Delta;
  /** Judges the draft by another profile. It is no step, and what the service alone said of it stays. */
  setProfile(profile: Profile): Delta;
  /** The open hours of each day of the draft with the place of each range, such as `["openHours", 0, "hours", 1]`. */
  week(options: { of?: "draft" | undefined; paths: true }): { [D in Day]: PlacedRange[] };
  /** The open hours of each day, of the draft or as stored, whatever the entries are; undefined where they hold more than days and hours. */
  week(options?: { of?: "draft" | "stored" | undefined; paths?: false | undefined }): { [D in Day]: DayHours } | undefined;
  /**
   * Makes the open hours of one day these, in as few operations as that needs. An emptied time, `["09:00", ""]`, is held as null, which
   * is an error until it is set. Throws `option` for a location.
   */
  setDay(day: Day, hours: readonly (readonly [open: string, close: string])[]): Delta;
  /** The hours of the special dates of the draft with the place of each range. */
  dates(options: { of?: "draft" | undefined; paths: true }): { [date: string]: PlacedRange[] };
  /** The hours of the special dates, by date: `{ "2026-12-24": [["09:00", "12:00"]] }`. */
  dates(options?: { of?: "draft" | "stored" | undefined; paths?: false | undefined }): { [date: string]: DayHours };
  /** Makes the hours of a special date these; the date comes where there is none. Null: the date goes. An emptied time is held as by `setDay`. Throws `option` for a location. */
  setDate(date: string, hours: readonly (readonly [open: string, close: string])[] | null): Delta;
  /**
   * Makes one step of all edits within, until the function returns or throws; edits made before it throws stay. Listeners hear of
   * each edit once the batch is done. Returns what the function returns.
   */
  batch<T>(edits: (form: this) => T): T;
  /** Takes the last step back, of a thousand that hold no more than 64 MiB of values; undefined where there is none, and within a batch. */
  undo(): Delta | undefined;
  /** Makes the edit again that was last taken back, until another is made. */
  redo(): Delta | undefined;
  /**
   * Forgets what can be undone and redone, as once a draft is put back that was kept elsewhere: what stands now is where undo
   * ends. Issues, changes and conflicts stay.
   */
  clearHistory(): void;
  /** The body to send. Throws `not_json` where the draft holds what is not JSON. */
  body(options?: { mode?: "full" | "changed" | undefined } & Speaking): Body<Draft>;
  /**
   * Puts everything that the form shows into another language. Sentences that it leaves out stay as they are. The draft
   * and its steps stay. Listeners hear of every issue and change as another one.
   */
  reword(language: Language): Delta;
  /**
   * Continues from the record that is stored by now: changes of others come into the draft, and the draft's edits stay. Where
   * both changed one thing the draft keeps its value, and the conflict is kept until it is resolved. What the service alone
   * sets, such as IDs, is no conflict. Undo steps stay, except those of members that others changed as well. After an own save,
   * call `saved`.
   */
  rebase(stored: unknown): Rebased;
  /**
   * Continues from the record that the service returned for an update, with or without its envelope: what was saved is no
   * change any more, and IDs and defaults that the service filled in come into the draft. What was sent and is not there stays a
   * change of the draft, and `verified` names it. Undo steps from before the save stay. The draft as it stands is what was
   * sent; where it may have been edited since, give the body as `sent`: `form.saved(answer, { sent: body.value })`.
   */
  saved(answer: unknown, options?: { sent?: unknown }): Saved;
  /**
   * For `useSyncExternalStore(form.subscribe, form.getSnapshot)`, or to repaint what a delta names: the listener is called
   * within each edit, once it is made. Returns what ends the subscription.
   */
  readonly subscribe: (listener: (delta: Delta) => void) => () => void;
  readonly getSnapshot: () => Snapshot<Draft, StoredRecord>;
  /**
   * Gives the memory back at once; a form that is dropped gives it back when it is collected. What it showed last stays to
   * be read, and edits throw `form_freed`.
   */
  free(): void;
}

/**
 * The verbs for one kind of record. Each throws an `Error` with a `code` where it could not run: `not_a_record`, `a_refusal`,
 * `envelope_unknown`, `not_json`, `json_depth`, `json_size`, `option`, or `core_failed` with the failure as its `cause`, after which the next
 * call has a fresh core, and the forms of the failed one throw `core_lost`. What is wrong with a draft is an issue, never thrown, and what is given is never
 * changed.
 */
export interface Kind<Draft, StoredRecord, Envelope extends string = string> extends Standard<Draft> {
  readonly kind: KindName;
  /**
   * Standard Schema with options: another profile, a stored record, another language. `leaves` puts the issue of an object or a
   * list at the first value inside of it, for libraries such as TanStack Form that show only the errors of fields.
   */
  standard(options?: Options & { leaves?: boolean | undefined }): Standard<Draft>;
  /** Everything that is wrong with a draft, in one pass, and the draft in canonical form. */
  validate(draft: unknown, options?: Options): Report<Draft>;
  /** The same for JSON text; issues have a line and a column. Also throws `json_syntax`, `json_duplicate`, `json_integer`, … */
  validateText(text: string, options?: Options): Report<Draft, TextIssue>;
  /**
   * Applies every fix, and those of what then comes to light, until none is left. An unknown member is kept where it is no
   * error; its removal stays offered as the fix of its issue.
   */
  fix(draft: unknown, options?: Options): Fixed<Draft>;
  normalize(draft: unknown): Draft;
  /** The record of a response, out of its envelope and made regular; no member is lost. */
  read(response: unknown, options?: Speaking): Stored<StoredRecord>;
  /**
   * Compares a draft with the stored record. A list of the draft stands for the whole list: `{ availabilities: [one] }` removes every other
   * date. To change one day or one date, use `setDay` and `setDate` of a form.
   */
  diff(stored: Readable<StoredRecord, Envelope>, draft: unknown, options?: DiffOptions): Diff;
  /** The body to send. A list of the draft replaces the whole stored list, as in `diff`. */
  body(stored: Readable<StoredRecord, Envelope>, draft: unknown, options?: { mode?: "full" | "changed" | undefined } & Speaking): Body<Draft>;
  /** All of it: report, diff and body. Both may come in their envelope. */
  review(stored: Readable<StoredRecord, Envelope>, draft: unknown, options?: { profile?: Profile | undefined; mode?: "full" | "changed" | undefined } & Speaking): Review<Draft>;
  /**
   * The draft with other open hours on one day; the draft that is given stays as it is. The other days are those of the draft:
   * give it the stored list, so that the update keeps them.
   */
  setDay(draft: unknown, day: Day, hours: readonly (readonly [open: string, close: string])[]): Draft;
  /** The draft with other hours on a special date, which is added if it is missing. Null: without it. The other dates are those of the draft. */
  setDate(draft: unknown, date: string, hours: readonly (readonly [open: string, close: string])[] | null): Draft;
  /** Opens a form over a stored record, which may come as `read` takes it. */
  form(stored: Readable<StoredRecord, Envelope>, options?: FormOptions): Form<Draft, StoredRecord>;
  /**
   * The record that the service holds once it has applied `sent`; also makes a whole record of a draft, for `merge`. Under
   * the profile `service`, members that `sent` leaves out fall back to their defaults, as is reported of the service.
   */
  outcome(stored: Readable<StoredRecord, Envelope>, sent: unknown, options?: { profile?: Profile | undefined }): StoredRecord;
  /** What of `sent` was applied, what was not, and what else changed, by the record read back. */
  verify(stored: Readable<StoredRecord, Envelope>, sent: unknown, after: unknown, options?: Speaking): Verified;
  /** Three whole records in, one out: what either side changed, and where they disagree. */
  merge(base: unknown, ours: unknown, theirs: unknown, options?: Merging): Merged<StoredRecord>;
  /**
   * The update as a request: `const { url, init } = calendar.request(…); await fetch(url, init)`. Throws `request` where
   * something could smuggle something in: line ends, `..`, an address that is not http or https.
   */
  request(options: RequestOptions): UpdateRequest;
  /** The stored record that an answer holds, or the refusal, each of its texts at the field it speaks of. */
  response(answer: Answer): ServiceResponse<StoredRecord>;
  /** The issue that each text of a refusal stands for; what the draft shows to be wrong comes with its fix. */
  explain(texts: string | readonly string[], options?: { draft?: unknown } & Speaking): Issue[];
  /** The table of the record's members. */
  describe(options?: Speaking): Table;
}

export declare const calendar: Kind<CalendarUpdate, Calendar, "calendar">;
export declare const location: Kind<LocationUpdate, Location, "buiseness" | "business">;

/** Which kind of record a value is; null where it could be either. */
export declare function guess(value: unknown): KindName | null;

/**
 * Parses JSON text strictly: duplicate names, depth over 128, 16 MiB, overflowing numbers, half surrogates and a
 * byte-order mark are refused too, each with a `code`, a `line` and a `column`.
 */
export declare function parse(text: string): Json;

/**
 * The document with a JSON Patch applied; the document itself is not changed. Throws where any operation fails, or would make
 * the document deeper than 128 (`json_depth`) or larger than 16 MiB as text (`json_size`; `patch_size` where that much is
 * copied).
 */
export declare function apply(document: unknown, patch: readonly Op[]): Json;

/** The patch that undoes another, once that is applied to the document. */
export declare function invert(document: unknown, patch: readonly Op[]): Op[];

/** The document with a merge patch applied, RFC 7396; throws `json_size` where that has more than 16 MiB as text. */
export declare function applyMergePatch(document: unknown, patch: unknown): Json;

/** The merge patch that undoes another; throws `merge_patch_null` where that would have to put back a null. */
export declare function invertMergePatch(document: unknown, patch: unknown): Json;

/** What the sandbox holds: records as responses carry them, by their identifiers. */
export interface SandboxState {
  calendars?: { [id: string]: Calendar };
  locations?: { [id: string]: Location };
}

export interface SandboxOptions {
  /** What is refused: the errors of this profile, `document` unless set. `service` also updates as is reported of it. */
  profile?: Profile;
  /** The one token that is acceptable; any, unless set. */
  token?: string;
}

/** The type of the global `fetch`, where there is one. */
export type Fetch = typeof globalThis extends { fetch: infer Global } ? Global : (input: string, init?: object) => Promise<object>;

/** The service's side of both updates, to develop against: no server, no network. */
export interface Sandbox {
  /** The state after the last request. */
  readonly state: SandboxState;
  /** In place of the global `fetch`. */
  readonly fetch: Fetch;
}

/** Plays the service from a state, which is not changed. */
export declare function sandbox(state: SandboxState, options?: SandboxOptions): Sandbox;
