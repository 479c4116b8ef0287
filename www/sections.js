/**
 * The layout of the members in sections for people. `describe()` gives the members and their labels; a member that no
 * section names is in "other".
 */

const CALENDAR = [
  { id: "week", members: ["openHours", "availabilityType"] },
  { id: "dates", members: ["availabilities"] },
  { id: "offer", members: [] },
  {
    id: "identity",
    members: [
      "name",
      "eventColor",
      "description",
      "slug",
      "eventTitle",
      "calendarCoverImage",
      "groupId",
      "widgetSlug",
      "widgetType",
      "notes",
      "isActive",
    ],
  },
  {
    id: "who",
    members: [
      "teamMembers",
      "eventType",
      "locationConfigurations",
      "shouldAssignContactToTeamMember",
      "shouldSkipAssigningContactForExisting",
      "stickyContact",
      "guestType",
    ],
  },
  {
    id: "length",
    members: ["slotDuration", "slotInterval", "preBuffer", "slotBuffer"],
  },
  {
    id: "window",
    members: [
      "allowBookingAfter",
      "allowBookingFor",
      "allowReschedule",
      "allowCancellation",
    ],
  },
  {
    id: "limits",
    members: [
      "appoinmentPerSlot",
      "appoinmentPerDay",
      "lookBusyConfig",
      "enableRecurring",
      "recurring",
    ],
  },
  {
    id: "after",
    members: [
      "autoConfirm",
      "formId",
      "formSubmitType",
      "formSubmitThanksMessage",
      "formSubmitRedirectURL",
      "consentLabel",
      "isLivePaymentMode",
      "pixelId",
    ],
  },
  {
    id: "notifications",
    members: [
      "alertEmail",
      "shouldSendAlertEmailsToAssignedMember",
      "googleInvitationEmails",
    ],
  },
];

const LOCATION = [
  { id: "identity", members: ["name", "description", "website"] },
  { id: "contact", members: ["phone", "email"] },
  {
    id: "address",
    members: ["address", "city", "state", "postalCode", "country"],
  },
];

const LAYOUT = { calendar: CALENDAR, location: LOCATION };

/** Members with text of several lines. */
export const LONG = new Set([
  "description",
  "notes",
  "formSubmitThanksMessage",
  "consentLabel",
]);

/**
 * Returns the sections of a kind, each with its rows of the table. A unit is shown with its number, without a row of
 * its own.
 */
export function sectionsOf(kind, table) {
  const rows = new Map(
    table.members
      .filter(({ access }) => access !== "response-only")
      .map((row) => [row.name, row]),
  );
  for (const { unit } of table.members) rows.delete(unit);
  const take = (name) => {
    const row = rows.get(name);
    rows.delete(name);
    return row;
  };
  const sections = LAYOUT[kind].map(({ id, members }) => ({
    id,
    rows: members.map(take).filter(Boolean),
  }));
  return [
    ...sections.filter(({ id, rows }) => id === "offer" || rows.length > 0),
    { id: "other", rows: [...rows.values()] },
    { id: "json", rows: [] },
  ];
}
