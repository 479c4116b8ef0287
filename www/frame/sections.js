/**
 * The layout of the members for people: places, and the topics of some places. `describe()` gives the members and their
 * labels; a member that no topic names is in "other".
 */

const CALENDAR = [
  { id: "week", members: ["openHours", "availabilityType"] },
  { id: "dates", members: ["availabilities"] },
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

/**
 * The places of a kind of record, each with its topics in two columns. A place without columns is a topic itself; one that
 * is a view shows the whole record another way.
 */
const PLACES = {
  calendar: [
    { id: "week" },
    { id: "dates" },
    { id: "rules", columns: [["length", "window"], ["limits"]] },
    {
      id: "else",
      columns: [
        ["identity", "after", "other"],
        ["who", "notifications"],
      ],
    },
    { id: "offer", isView: true },
    { id: "json", isView: true },
  ],
  location: [
    {
      id: "business",
      columns: [
        ["identity", "other"],
        ["contact", "address"],
      ],
    },
    { id: "json", isView: true },
  ],
};

/** Members with text of several lines. */
export const LONG = new Set([
  "description",
  "notes",
  "formSubmitThanksMessage",
  "consentLabel",
]);

/**
 * Returns the places of a kind, each with its topics and all their rows of the table. A unit is shown with its number,
 * without a row of its own.
 */
export function sectionsOf(kind, table) {
  const topics = new Map(
    topicsOf(kind, table).map((topic) => [topic.id, topic]),
  );
  return PLACES[kind].map(({ id, columns, isView = false }) => {
    const laidOut = columns?.map((ids) => ids.map((one) => topics.get(one)));
    return {
      id,
      isView,
      columns: laidOut,
      rows: laidOut
        ? laidOut.flat().flatMap(({ rows }) => rows)
        : (topics.get(id)?.rows ?? []),
    };
  });
}

/** Returns the topics of a kind, each with its rows of the table. */
export function topicsOf(kind, table) {
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
  const topics = LAYOUT[kind].map(({ id, members }) => ({
    id,
    rows: members.map(take).filter(Boolean),
  }));
  return [...topics, { id: "other", rows: [...rows.values()] }];
}
