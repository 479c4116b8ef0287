/** The calendars that benches measure with. */

import { readFileSync } from "node:fs";

const { calendar: everyday } = JSON.parse(
  readFileSync(
    new URL("../fixtures/everyday/stored.json", import.meta.url),
    "utf8",
  ),
);

/** How many special dates make a calendar of about so many bytes. */
export const SIZES = { "3 kB": 10, "21 kB": 100, "200 kB": 1_000 };

const range = (openHour, openMinute, closeHour, closeMinute) => ({
  openHour,
  openMinute,
  closeHour,
  closeMinute,
});

/** The day with that number, of years with twelve months of 28 days. */
function specialDate(number) {
  const [year, month, day] = [
    2027 + Math.floor(number / 336),
    1 + (Math.floor(number / 28) % 12),
    1 + (number % 28),
  ];
  const date = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}T00:00:00.000Z`;
  return {
    date,
    hours: [range(9, 0, 12, 30), range(13, 0, 17, 0)],
    deleted: false,
    id: `date-${number}`,
  };
}

/**
 * The everyday calendar with so many special dates, without what only responses carry and with every default said, so that
 * there is nothing to find. Each call gives one of its own.
 */
export function calendarOf(dates) {
  const { id, locationId, calendarType, slotBufferUnit, ...draft } =
    structuredClone(everyday);
  for (const { locationConfigurations = [] } of draft.teamMembers)
    for (const place of locationConfigurations) delete place.meetingId;
  return {
    ...draft,
    enableRecurring: false,
    availabilities: Array.from({ length: dates }, (_, number) =>
      specialDate(number),
    ),
  };
}

/** The draft with eight faults, and the places where they are. */
export function withFaults(draft) {
  const middle = draft.availabilities.length >> 1;
  const faulty = structuredClone(draft);
  faulty.eventColor = "#0ce";
  faulty.slotInterval = 0;
  faulty.slotBuffer = "5";
  faulty.alertEmail = "desk@";
  faulty.widgetType = "clasic";
  faulty.timezone = "Europe/Berlin";
  faulty.openHours[1].hours[0].closeHour = 8;
  faulty.availabilities[middle].date = "2026-02-30T00:00:00.000Z";
  const members = [
    "eventColor",
    "slotInterval",
    "slotBuffer",
    "alertEmail",
    "widgetType",
    "timezone",
  ];
  return {
    faulty,
    places: [
      ...members,
      "openHours/1/hours/0",
      `availabilities/${middle}/date`,
    ],
  };
}

/** The calendar after four edits: a color, an hour, a special date at the head, and the team in another order. */
export function edited(stored) {
  const draft = structuredClone(stored);
  draft.eventColor = "#ff0000";
  draft.openHours[1].hours[0].closeHour = 18;
  draft.availabilities.unshift(specialDate(99_999));
  draft.teamMembers.reverse();
  return draft;
}

/**
 * A calendar as the service returns it, with 22 findings: empty text, null, numbers as text, identifiers, aliases, several
 * days in an entry. Each number gives another one, of some 2.4 kB.
 */
export function liveCalendarOf(number) {
  const of = (...values) => values[number % values.length];
  const id = `cal${String(number).padStart(7, "0")}`;
  return {
    id,
    locationId: of("north", "south"),
    name: `Clinic ${number}`,
    description: of(
      "",
      `Room ${number} on the first floor, beside the lift. `.repeat(6),
    ),
    slug: `clinic-${number}`,
    widgetSlug: `clinic-${number}`,
    widgetType: of("default", "classic"),
    calendarType: "round_robin",
    eventType: "RoundRobin_OptimizeForAvailability",
    eventTitle: of("{{contact.name}}", null),
    eventColor: of("#039BE5", "#039be5", "#ff0000"),
    slotDuration: of(30, "45", 60),
    slotDurationUnit: "mins",
    slotInterval: of(30, "30"),
    slotIntervalUnit: "mins",
    slotBuffer: of(0, null, ""),
    preBuffer: of("", null),
    appoinmentPerSlot: 1,
    appoinmentPerDay: of(null, ""),
    allowBookingAfter: of(0, 1, 5),
    allowBookingAfterUnit: "days",
    allowBookingFor: 60,
    allowBookingForUnit: "days",
    alertEmail: of("", `desk${number}@example.com`),
    calendarCoverImage: "",
    formId: "",
    pixelId: "",
    notes: of(
      "",
      "Bring your papers.\nReschedule: {{reschedule_link}} ".repeat(4),
    ),
    formSubmitType: "ThankYouMessage",
    formSubmitThanksMessage: "Thank you, see you soon.",
    isActive: true,
    autoConfirm: of(true, "true"),
    notifications: [{ type: "email", shouldSendToContact: true }],
    recurring: {
      count: 1,
      bookingOption: "skip",
      bookingOverlapDefaultStatus: "",
      interval: null,
      freq: "DAILY",
      monthDays: [],
    },
    lookBusyConfig: { enabled: false, LookBusyPercentage: of("", 5) },
    teamMembers: [
      {
        userId: `u${number}`,
        priority: 0.5,
        isPrimary: true,
        selected: true,
        zoomOauthId: "",
        isZoomAdded: "false",
      },
      { userId: `v${number}`, priority: 1, selected: true },
    ],
    openHours: [
      {
        daysOfTheWeek: [1, 2, 3],
        hours: [range(9, 0, 12, 0), range(13, 0, 17, 0)],
        _id: `e${number}`,
      },
      { daysOfTheWeek: [5], hours: [range(9, 0, 12, 0)], _id: `f${number}` },
    ],
    availabilityType: of(0, null),
    availabilities: [
      {
        _id: `d${number}`,
        id: `d${number}`,
        date: "2026-12-30T00:00:00.000Z",
        hours: [],
        deleted: false,
      },
    ],
  };
}
