/**
 * Valibot: formats and bounds in its own words, rules in `rawCheck` at the smallest object they concern. At its best they run
 * whatever else is wrong, and every name that is not allowed is told.
 */

import * as v from "valibot";

import * as patterns from "./patterns.mjs";
import * as rules from "./rules.mjs";

function update(best) {
  const ruled = (schema, rule) =>
    v.pipe(
      schema,
      v.rawCheck(({ dataset, addIssue }) => {
        if (!dataset.typed && !best) return;
        for (const [path, message] of rule(dataset.value)) {
          const { keys } = path.reduce(
            ({ input, keys }, key) => ({
              input: input?.[key],
              keys: [
                ...keys,
                {
                  type: "unknown",
                  origin: "value",
                  input,
                  key,
                  value: input?.[key],
                },
              ],
            }),
            { input: dataset.value, keys: [] },
          );
          addIssue({ message, path: keys.length > 0 ? keys : undefined });
        }
      }),
    );

  const matching = (pattern) => v.pipe(v.string(), v.regex(pattern));
  const object = (entries) =>
    best ? v.objectWithRest(entries, v.never()) : v.strictObject(entries);
  const optional = (entries) =>
    object(
      Object.fromEntries(
        Object.entries(entries).map(([name, schema]) => [
          name,
          v.optional(schema),
        ]),
      ),
    );
  const text = matching(patterns.text);
  const slug = matching(patterns.slug);
  const url = matching(patterns.url);
  const email = v.pipe(
    v.string(),
    v.regex(patterns.email),
    v.regex(patterns.emailLocal),
    v.maxLength(patterns.emailLength),
  );
  const count = v.pipe(v.number(), v.minValue(0));
  const positive = v.pipe(v.number(), v.gtValue(0));
  const integer = (most) =>
    v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(most));
  const minsOrHours = v.picklist(["mins", "hours"]);
  const boolean = v.boolean();
  const onlyInResponses = v.never();

  const place = object({
    kind: v.picklist([
      "custom",
      "zoom_conference",
      "google_conference",
      "inbound_call",
      "outbound_call",
      "physical",
      "booker",
      "ms_teams_conference",
    ]),
    location: v.optional(text),
    meetingId: v.optional(onlyInResponses),
  });
  const places = v.array(ruled(place, rules.place));
  const member = object({
    userId: text,
    priority: v.optional(v.picklist([0, 0.5, 1])),
    isPrimary: v.optional(boolean),
    locationConfigurations: v.optional(places),
  });
  const range = object({
    openHour: integer(23),
    openMinute: integer(59),
    closeHour: integer(24),
    closeMinute: integer(59),
  });
  const hours = v.array(ruled(range, rules.range));
  const entry = object({
    daysOfTheWeek: ruled(v.array(integer(6)), rules.days),
    hours,
  });
  const availability = object({
    date: matching(patterns.date),
    hours: ruled(hours, rules.hoursOfDate),
    deleted: v.optional(boolean),
    id: v.optional(text),
  });

  const calendar = optional({
    id: onlyInResponses,
    locationId: onlyInResponses,
    groupId: text,
    teamMembers: ruled(v.array(member), rules.team),
    eventType: v.picklist([
      "RoundRobin_OptimizeForAvailability",
      "RoundRobin_OptimizeForEqualDistribution",
    ]),
    calendarType: onlyInResponses,
    name: matching(patterns.name),
    description: text,
    slug,
    widgetSlug: slug,
    widgetType: v.picklist(["classic", "default"]),
    eventTitle: matching(patterns.template),
    eventColor: matching(patterns.color),
    locationConfigurations: places,
    slotDuration: positive,
    slotDurationUnit: minsOrHours,
    slotInterval: positive,
    slotIntervalUnit: minsOrHours,
    slotBuffer: count,
    slotBufferUnit: onlyInResponses,
    preBuffer: count,
    preBufferUnit: minsOrHours,
    appoinmentPerSlot: count,
    appoinmentPerDay: count,
    allowBookingAfter: count,
    allowBookingAfterUnit: v.picklist([
      "mins",
      "hours",
      "days",
      "weeks",
      "months",
    ]),
    allowBookingFor: count,
    allowBookingForUnit: v.picklist(["days", "weeks", "months"]),
    openHours: ruled(v.array(entry), rules.week),
    enableRecurring: boolean,
    recurring: optional({
      freq: v.picklist(["DAILY", "WEEKLY", "MONTHLY"]),
      count: integer(24),
      bookingOption: v.picklist(["skip", "continue", "book_next"]),
      bookingOverlapDefaultStatus: v.picklist(["confirmed", "new"]),
    }),
    formId: text,
    stickyContact: boolean,
    isLivePaymentMode: boolean,
    autoConfirm: boolean,
    shouldSendAlertEmailsToAssignedMember: boolean,
    alertEmail: email,
    googleInvitationEmails: boolean,
    allowReschedule: boolean,
    allowCancellation: boolean,
    shouldAssignContactToTeamMember: boolean,
    shouldSkipAssigningContactForExisting: boolean,
    notes: text,
    pixelId: text,
    formSubmitType: v.picklist(["ThankYouMessage", "RedirectURL"]),
    formSubmitRedirectURL: url,
    formSubmitThanksMessage: text,
    availabilityType: v.picklist([0, 1]),
    availabilities: ruled(
      v.array(ruled(availability, rules.availability)),
      rules.dates,
    ),
    guestType: v.picklist(["count_only", "collect_detail"]),
    consentLabel: text,
    calendarCoverImage: url,
    lookBusyConfig: object({
      enabled: boolean,
      LookBusyPercentage: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
    }),
    isActive: boolean,
  });
  return ruled(calendar, rules.record);
}

/** Compiles the schema; the answer gives what valibot says of a draft. */
export function compile(best) {
  const schema = update(best);
  return (draft) => v.safeParse(schema, draft).issues ?? [];
}

export const findings = (issues) =>
  issues.map(({ path = [], message }) => ({
    path: path.map(({ key }) => key),
    says: message,
  }));
