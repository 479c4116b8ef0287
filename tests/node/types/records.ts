/** The records: known values are offered, and others taken. */

import type {
  Calendar,
  CalendarUpdate,
  Frozen,
  LocationUpdate,
  TeamMember,
  TeamMemberUpdate,
} from "calendiff";

import type { Equal, Expect } from "./equal.js";

declare const text: string;
declare const number: number;

const draft: CalendarUpdate = {
  slotDurationUnit: "mins",
  widgetType: "neo",
  eventType: text,
  availabilityType: 1,
};
draft.availabilityType = number;
// @ts-expect-error: no text at all
draft.slotDurationUnit = 5;
// @ts-expect-error: misspelled
const misspelled: CalendarUpdate = { appointmentPerSlot: 1 };
const inside: CalendarUpdate = {
  // @ts-expect-error: misspelled, in an item
  openHours: [{ daysOfTheWeek: [1], hour: [] }],
};
// @ts-expect-error: only in responses
const echoed: CalendarUpdate = { id: "Kx2m" };
const place: TeamMemberUpdate = {
  userId: "u-ben",
  // @ts-expect-error: only in responses, in an item
  locationConfigurations: [{ kind: "custom", meetingId: "m1" }],
};
const stored: TeamMember = {
  userId: "u-ben",
  locationConfigurations: [{ kind: "custom", meetingId: "m1" }],
};

// The known values are part of the type, so that editors can offer them; any text is taken all the same.
type Unit = Exclude<CalendarUpdate["slotDurationUnit"], undefined>;
type _Offered = Expect<
  Equal<Extract<Unit, "mins" | "hours">, "mins" | "hours">
>;
type _Any = Expect<string extends Unit ? true : false>;
type _Frozen = Expect<
  Equal<
    Frozen<CalendarUpdate>["slotDurationUnit"],
    CalendarUpdate["slotDurationUnit"]
  >
>;

// What was stored can be sent back, as far as types can say.
declare const calendar: Calendar;
calendar satisfies CalendarUpdate;
// The types have names of their own: the globals are still there.
type _Global = Expect<Equal<Record<"name", string>, { name: string }>>;

void ({} satisfies LocationUpdate);
void [misspelled, inside, echoed, place, stored];
