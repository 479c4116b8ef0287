/** Places that are written out are checked, and what is put there with them; others lead anywhere. */

import {
  calendar,
  location,
  type CalendarForm,
  type CalendarUpdate,
  type RecordForm,
  type Frozen,
  type HourRange,
  type Known,
  type LocationForm,
  type Path,
  type Place,
} from "calendiff";

import type { Equal, Expect } from "./equal.js";

const form = calendar.form({});
declare const index: number;
declare const typed: string;

// By names and indexes.
form.set(["openHours", 0, "hours", 0, "closeHour"], 17);
form.set(["openHours", index, "hours", index], {
  openHour: 9,
  openMinute: 0,
  closeHour: 17,
  closeMinute: 0,
});
form.set(
  ["teamMembers", 0, "locationConfigurations", 0, "kind"],
  "zoom_conference",
);
form.set(["name"], undefined);
form.set([], { name: "Visit" });
// @ts-expect-error: misspelled
form.set(["openHours", 0, "hourz", 0, "closeHour"], 17);
// @ts-expect-error: the protocol has another spelling
form.set(["appointmentPerSlot"], 1);
// @ts-expect-error: only in responses
form.set(["id"], "Kx2m");
// @ts-expect-error: a list has indexes
form.set(["openHours", "hours"], []);
// @ts-expect-error: an index is a number
form.set(["openHours", "0", "hours"], []);
// @ts-expect-error: an object has none
form.set([0, "name"], "Visit");
// @ts-expect-error: nothing is inside of text
form.set(["name", "length"], 5);
// @ts-expect-error: text for a number
form.set(["openHours", 0, "hours", 0, "closeHour"], "17");
// @ts-expect-error: null is no value
form.set(["name"], null);
form.set(
  ["openHours", 0, "hours"],
  // @ts-expect-error: a misspelled member of an item
  [{ openHour: 9, openMinute: 0, closeHours: 17, closeMinute: 0 }],
);

// By JSON Pointers.
form.set("/openHours/0/hours/0/closeHour", 17);
form.set(`/openHours/${index}/hours/${index}/closeHour`, 17);
form.insert("/availabilities/-", {
  date: "2026-12-24T00:00:00.000Z",
  hours: [],
});
form.set("", {});
// @ts-expect-error: misspelled
form.set("/openHours/0/hourz/0/closeHour", 17);
// @ts-expect-error: misspelled, around an index that is not known
form.set(`/openHours/${index}/hourz`, []);
// @ts-expect-error: text for a number
form.set("/slotDuration", "30");

// By dotted names.
form.set("slotDuration", 30);
form.set("openHours.0.hours.0.closeHour", 17);
form.set("openHours[0].hours[0].closeHour", 17);
form.set(`openHours.${index}.hours[${index}].closeHour`, 17);
// @ts-expect-error: misspelled
form.set("openHours.0.hourz", []);
// @ts-expect-error: text for a number
form.set("openHours[0].hours[0].closeHour", "17");

// What stands there.
type _Hour = Expect<Equal<ReturnType<typeof hour>, number | undefined>>;
const hour = () =>
  form.getSnapshot().get(["openHours", 0, "hours", 0, "closeHour"]);
type _Range = Expect<
  Equal<ReturnType<typeof range>, Frozen<HourRange> | undefined>
>;
const range = () => form.getSnapshot().get("/openHours/0/hours/0");
type _Whole = Expect<
  Equal<ReturnType<typeof whole>, Frozen<CalendarUpdate> | undefined>
>;
const whole = () => form.getSnapshot().get([]);
// @ts-expect-error: misspelled
form.getSnapshot().get(["openHour"]);
const shownHours = form.getSnapshot().get(["openHours"]);
// @ts-expect-error: what a form shows is frozen
shownHours?.push({ daysOfTheWeek: [1], hours: [] });
// What it shows can be put back.
form.set(["openHours"], form.getSnapshot().get(["openHours"]));
form.set(["availabilities"], form.getSnapshot().draft.availabilities);

// The same in every method.
form.insert(["teamMembers", 0], { userId: "u-ben" });
// @ts-expect-error: an item without what it needs
form.insert(["teamMembers", 0], { priority: 1 });
// @ts-expect-error: misspelled
form.remove(["teamMember", 0]);
// @ts-expect-error: misspelled
form.move(["teamMember", 0], 1);
// @ts-expect-error: misspelled
form.reset(["opnHours"]);
// @ts-expect-error: misspelled
form.getSnapshot().issuesAt("/opnHours");
// @ts-expect-error: misspelled
form.getSnapshot().isDirty(["nam"]);
form.reset();
form.getSnapshot().isDirty();

// What is only known to be a place leads anywhere: the path of an issue, a member that no table has, a field as it is typed.
for (const { path, pointer } of [
  ...form.getSnapshot().issues,
  ...form.getSnapshot().changes,
  ...form.getSnapshot().conflicts,
]) {
  form.set(path, 30);
  form.set([...path, 0], 30);
  form.getSnapshot().get(pointer) satisfies unknown;
}
form.set(["notifications"] as Path, []);
form.set(["slotDuration"] as Path, typed);
form.set(["teamMembers", 0, typed], 1);
form.set(`/${typed}`, 1);
const kept: Place = ["slotDuration"] as const;
form.reset(kept);
// What can be one of several is checked in each.
declare const either: readonly ["name"] | "/slug";
form.set(either, "visit");
// @ts-expect-error: neither is a number
form.set(either, 1);

// A form is passed on as what is known of it.
const edit = <Draft, StoredRecord>(
  form: RecordForm<Draft, StoredRecord>,
  path: Path,
) => form.set(path, 1);
edit(form, ["name"]);
const show = (form: RecordForm<unknown, unknown>) =>
  form.getSnapshot().issues.length;
show(form) + show(location.form({}));
location.form({}).set(["name"], "Rose Lane");

// A wrong dotted name is answered with dotted names, and a wrong pointer with pointers.
type Answered<P extends Place> =
  Known<CalendarUpdate, P> extends { readonly step: infer Step } ? Step : never;
type _Dotted = Expect<
  Equal<
    "openHours.0.hours" extends Answered<"openHours.0.hourz"> ? true : false,
    true
  >
>;
type _NoPointer = Expect<
  Equal<
    "/openHours/0/hours" extends Answered<"openHours.0.hourz"> ? true : false,
    false
  >
>;
type _Pointer = Expect<
  Equal<
    "/openHours/0/hours" extends Answered<"/openHours/0/hourz"> ? true : false,
    true
  >
>;

// A form is opened over what a fetch returns, and its type has a name.
declare const fetched: unknown;
calendar.form(fetched) satisfies CalendarForm;
location.form(fetched) satisfies LocationForm;

// The places of a time are places.
for (const { places } of calendar
  .form(fetched)
  .getSnapshot()
  .dates({ paths: true })["2026-12-24"] ?? [])
  form.type(places.open, "9:30");

const copied = calendar.form({ id: "a" });
const copiedWeek = copied.getSnapshot().week();
if (copiedWeek) copied.setDay("tuesday", copiedWeek.monday);
copied.setDate(
  "2026-12-24",
  copied.getSnapshot().dates()["2026-12-25"] ?? null,
);
