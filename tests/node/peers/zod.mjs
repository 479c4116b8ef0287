/**
 * Zod 4: formats and bounds in its own words, rules in `superRefine` at the smallest object they concern. At its best `when`
 * has the rules run whatever else is wrong, and names that are not allowed are each told at their own place.
 */

import * as z from "zod";

import * as patterns from "./patterns.mjs";
import * as rules from "./rules.mjs";

function update(best) {
  const params = best ? { when: () => true } : undefined;
  const ruled = (schema, rule) =>
    schema.superRefine((value, context) => {
      for (const [path, message] of rule(value))
        context.addIssue({ code: "custom", path, message });
    }, params);

  const unknown = z.unknown().refine(() => false, "not a member");
  const object = (members) =>
    best ? z.object(members).catchall(unknown) : z.strictObject(members);
  const text = z.string().regex(patterns.text);
  const name = z.string().regex(patterns.name);
  const slug = z.string().regex(patterns.slug);
  const url = z.string().regex(patterns.url);
  const email = z
    .string()
    .regex(patterns.email)
    .regex(patterns.emailLocal)
    .max(patterns.emailLength);
  const count = z.number().min(0);
  const minsOrHours = z.enum(["mins", "hours"]);
  const boolean = z.boolean();
  const onlyInResponses = z.never();

  const place = object({
    kind: z.enum([
      "custom",
      "zoom_conference",
      "google_conference",
      "inbound_call",
      "outbound_call",
      "physical",
      "booker",
      "ms_teams_conference",
    ]),
    location: text.optional(),
    meetingId: onlyInResponses.optional(),
  });
  const places = z.array(ruled(place, rules.place));
  const member = object({
    userId: text,
    priority: z.literal([0, 0.5, 1]).optional(),
    isPrimary: boolean.optional(),
    locationConfigurations: places.optional(),
  });
  const range = object({
    openHour: z.int().min(0).max(23),
    openMinute: z.int().min(0).max(59),
    closeHour: z.int().min(0).max(24),
    closeMinute: z.int().min(0).max(59),
  });
  const hours = z.array(ruled(range, rules.range));
  const entry = object({
    daysOfTheWeek: ruled(z.array(z.int().min(0).max(6)), rules.days),
    hours,
  });
  const availability = object({
    date: z.string().regex(patterns.date),
    hours: ruled(hours, rules.hoursOfDate),
    deleted: boolean.optional(),
    id: text.optional(),
  });
  const recurring = object({
    freq: z.enum(["DAILY", "WEEKLY", "MONTHLY"]),
    count: z.int().min(0).max(24),
    bookingOption: z.enum(["skip", "continue", "book_next"]),
    bookingOverlapDefaultStatus: z.enum(["confirmed", "new"]),
  });

  const calendar = object({
    id: onlyInResponses,
    locationId: onlyInResponses,
    groupId: text,
    teamMembers: ruled(z.array(member), rules.team),
    eventType: z.enum([
      "RoundRobin_OptimizeForAvailability",
      "RoundRobin_OptimizeForEqualDistribution",
    ]),
    calendarType: onlyInResponses,
    name,
    description: text,
    slug,
    widgetSlug: slug,
    widgetType: z.enum(["classic", "default"]),
    eventTitle: z.string().regex(patterns.template),
    eventColor: z.string().regex(patterns.color),
    locationConfigurations: places,
    slotDuration: z.number().gt(0),
    slotDurationUnit: minsOrHours,
    slotInterval: z.number().gt(0),
    slotIntervalUnit: minsOrHours,
    slotBuffer: count,
    slotBufferUnit: onlyInResponses,
    preBuffer: count,
    preBufferUnit: minsOrHours,
    appoinmentPerSlot: count,
    appoinmentPerDay: count,
    allowBookingAfter: count,
    allowBookingAfterUnit: z.enum(["mins", "hours", "days", "weeks", "months"]),
    allowBookingFor: count,
    allowBookingForUnit: z.enum(["days", "weeks", "months"]),
    openHours: ruled(z.array(entry), rules.week),
    enableRecurring: boolean,
    recurring: recurring.partial(),
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
    formSubmitType: z.enum(["ThankYouMessage", "RedirectURL"]),
    formSubmitRedirectURL: url,
    formSubmitThanksMessage: text,
    availabilityType: z.literal([0, 1]),
    availabilities: ruled(
      z.array(ruled(availability, rules.availability)),
      rules.dates,
    ),
    guestType: z.enum(["count_only", "collect_detail"]),
    consentLabel: text,
    calendarCoverImage: url,
    lookBusyConfig: object({
      enabled: boolean,
      LookBusyPercentage: z.number().min(0).max(100),
    }),
    isActive: boolean,
  });
  return ruled(calendar.partial(), rules.record);
}

/** Compiles the schema; the answer gives what zod says of a draft. */
export function compile(best) {
  const schema = update(best);
  return (draft) => schema.safeParse(draft).error?.issues ?? [];
}

/** Names that are not allowed come as one issue at the object that holds them. */
export const findings = (issues) =>
  issues.flatMap(({ path, message, keys }) =>
    (keys ?? [""]).map((key) => ({ path, says: key || message })),
  );
