/** Invented records to try the page with. */

import { DRAFT_WEEK, open, STORED_WEEK } from "../frame/sample-week.js";

const CALENDAR = {
  id: "cal-0001",
  locationId: "loc-0001",
  groupId: "grp-0001",
  teamMembers: [
    {
      userId: "user-ada",
      priority: 1,
      isPrimary: true,
      locationConfigurations: [{ kind: "physical", location: "Room 2" }],
    },
    {
      userId: "user-ben",
      priority: 0.5,
      isPrimary: false,
      locationConfigurations: [{ kind: "zoom_conference" }],
    },
  ],
  eventType: "RoundRobin_OptimizeForAvailability",
  calendarType: "round_robin",
  name: "Bicycle check",
  description: "Half an hour with a mechanic.",
  slug: "bicycle-check",
  widgetSlug: "bicycle-check",
  widgetType: "classic",
  eventTitle: "{{contact.name}}: bicycle check",
  eventColor: "#039be5",
  slotDuration: 30,
  slotDurationUnit: "mins",
  slotInterval: 30,
  slotIntervalUnit: "mins",
  slotBuffer: 5,
  slotBufferUnit: "mins",
  appoinmentPerSlot: 1,
  appoinmentPerDay: 12,
  allowBookingAfter: 2,
  allowBookingAfterUnit: "hours",
  allowBookingFor: 30,
  allowBookingForUnit: "days",
  openHours: STORED_WEEK,
  enableRecurring: false,
  autoConfirm: true,
  alertEmail: "workshop@example.com",
  allowReschedule: true,
  allowCancellation: true,
  formSubmitType: "ThankYouMessage",
  formSubmitThanksMessage: "Thank you, see you soon!",
  availabilities: [
    {
      date: "2026-12-24T00:00:00.000Z",
      hours: open(0, 9, 12).hours,
      deleted: false,
    },
    { date: "2026-12-25T00:00:00.000Z", hours: [], deleted: false },
  ],
  lookBusyConfig: { enabled: false, LookBusyPercentage: 0 },
  isActive: true,
};

const LOCATION = {
  id: "loc-0001",
  name: "Spoke & Chain",
  phone: "+44 1632 960000",
  email: "hello@example.com",
  website: "https://www.example.com",
  address: "12 Mill Lane",
  city: "Oxford",
  state: "Oxfordshire",
  postalCode: "OX1 1AA",
  country: "GB",
  description: "Repairs and hire.",
  createdBy: { source: "WEB_USER", timestamp: "2025-03-01T10:00:00.000Z" },
  createdAt: "2025-03-01T10:00:00.000Z",
  updatedAt: "2026-01-15T08:30:00.000Z",
};

/** Stored records, some with an unfinished draft. */
export const SAMPLES = [
  { id: "calendar", kind: "calendar", stored: { calendar: CALENDAR } },
  {
    id: "edited",
    kind: "calendar",
    stored: { calendar: CALENDAR },
    draft: {
      ...writable(CALENDAR),
      name: "Bicycle check-up",
      eventColor: "#0b8043",
      appoinmentPerSlot: 2,
      openHours: DRAFT_WEEK,
      availabilities: [
        ...CALENDAR.availabilities,
        { date: "2026-12-28T00:00:00.000Z", hours: [], deleted: false },
        {
          date: "2026-12-31T00:00:00.000Z",
          hours: open(0, 9, 13).hours,
          deleted: false,
        },
      ],
    },
  },
  {
    id: "mistakes",
    kind: "calendar",
    stored: { calendar: CALENDAR },
    draft: {
      Name: "Bicycle check-up",
      slug: "bicycle check",
      eventColor: "#0B8",
      slotDuration: "45",
      slotInterval: 0,
      widgetType: "clasic",
      allowBookingAfter: -1,
      autoConfirm: "yes",
      alertEmail: "workshop@@example.com",
      formSubmitRedirectUrl: "https://www.example.com/thanks",
      openHours: [
        open(1, 17, 9),
        { daysOfTheWeek: [2, 3], hours: open(0, 9, 17).hours },
        {
          daysOfTheWeek: [4],
          hours: [...open(0, 9, 13).hours, ...open(0, 12, 18).hours],
        },
        open(5, 12, 12),
        open(6, 10, 24),
      ],
      availabilities: [
        { date: "2026-12-24", hours: [] },
        { date: "2026-02-30T00:00:00.000Z", hours: open(0, 9, 9).hours },
      ],
      teamMembers: [
        { priority: 1 },
        { userId: "user-ben", priority: 2, isPrimary: null },
      ],
      lookBusyConfig: { enabled: true, LookBusyPercentage: 120 },
      ribbon: "green",
    },
  },
  {
    id: "location",
    kind: "location",
    stored: { success: true, buiseness: LOCATION },
    draft: {
      ...writable(LOCATION),
      address: "3 Canal Street",
      postalCode: "OX2 6AB",
      website: "www.example.com",
      email: "hello@EXAMPLE.com",
    },
  },
];

/** Returns the members of a record that an update may contain. */
function writable({
  id,
  locationId,
  calendarType,
  slotBufferUnit,
  createdBy,
  createdAt,
  updatedAt,
  ...rest
}) {
  return rest;
}
