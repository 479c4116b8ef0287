/** Results narrow on `ok`, issues on `code`. */

import {
  calendar,
  location,
  parse,
  reword,
  say,
  type CalendarUpdate,
  type Change,
  type Code,
  type Conflict,
  type Frozen,
  type Issue,
  type Json,
  type LocationUpdate,
  type Unread,
} from "calendiff";

import type { Equal, Expect } from "./equal.js";

const report = calendar.validate({});
if (report.ok) {
  type _ = Expect<Equal<typeof report.value, CalendarUpdate>>;
} else {
  type _ = Expect<Equal<typeof report.value, { [name: string]: Json }>>;
}

for (const issue of report.issues) {
  if (issue.code === "too_small") {
    type _ = Expect<Equal<keyof typeof issue.params, "min" | "found">>;
  }
  // @ts-expect-error: no such code
  if (issue.code === "to_small") continue;
  // @ts-expect-error: known only once the code is
  issue.params.min;
}
type _Every = Expect<Equal<Issue["code"], Code>>;
type _One = Expect<
  Equal<Issue<"blank">["params"], { readonly expected: Frozen<Json> }>
>;

const text = location.validateText("{}");
const line: number | undefined = text.issues[0]?.line;
void line;

const fixed = location.fix({});
if (fixed.ok) {
  type _ = Expect<Equal<typeof fixed.value, LocationUpdate>>;
}

const merged = calendar.merge({}, {}, {}, { resolve: undefined });
if (merged.ok) {
  type _ = Expect<Equal<typeof merged.conflicts, []>>;
}

const verified = calendar.verify({}, {}, {});
if (verified.ok) {
  type _ = Expect<Equal<typeof verified.notApplied, []>>;
}

// Options may be undefined, as they are at run time; sentences are for keys that there are.
calendar.validate(
  {},
  {
    profile: undefined,
    stored: undefined,
    language: { message: { blank: "leer" } },
  },
);
calendar.body({}, {}, { mode: undefined });
// @ts-expect-error: no such code
calendar.validate({}, { language: { message: { blanc: "leer" } } });
// @ts-expect-error: no such profile
calendar.validate({}, { profile: "strict" });

// Drafts are built member by member; what a member is not is not written as undefined.
const draft: CalendarUpdate = {};
draft.name = "Visit";
(draft.openHours ??= []).push({ daysOfTheWeek: [1], hours: [] });
// @ts-expect-error: absent is not undefined
draft.name = undefined;

// Findings and changes are data that a form may share: no part of them is written.
const [finding] = report.issues;
// @ts-expect-error: an issue is read
if (finding) finding.message = "other words";
// @ts-expect-error: its path too
finding?.path.push(0);
// @ts-expect-error: and its fix
finding?.fix?.patch.pop();
const before = calendar.diff({}, {}).changes[0]?.before;
if (typeof before === "object" && before !== null && "name" in before) {
  // @ts-expect-error: what a change has from the record
  before.name = 1;
}

// Standard Schema's issues narrow on their code: what was found, or why nothing could be read.
const answer = location["~standard"].validate([]);
for (const issue of answer.issues ?? []) {
  if (issue.code === "not_a_record") {
    type _ = Expect<Equal<typeof issue, Unread>>;
  } else if (issue.code === "too_small") {
    type _ = Expect<Equal<typeof issue, Issue<"too_small">>>;
    issue.params.min;
  }
  // @ts-expect-error: no such code
  if (issue.code === "not_a_recrod") continue;
}

// What was found stays what it is in another language; what is no finding is refused.
declare const conflict: Conflict;
type _Again = Expect<Equal<ReturnType<typeof reword<Change>>, Change[]>>;
const said: string = say(conflict.params.label);
void said;
reword(report.issues, { language: {} });
// @ts-expect-error: a record is no list of findings
reword({ name: "Visit" });

// Text is parsed into what its place takes, and is any JSON elsewhere.
void calendar.read(parse("{}"));
void location.form(parse("{}"));
const parsed = parse("{}");
type _Parsed = Expect<Equal<typeof parsed, Json>>;
