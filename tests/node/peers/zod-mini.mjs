/** zod/mini: the schema of zod.mjs in its smaller words, with the English messages, which it leaves out unless asked. */

import { en } from "zod/locales";
import * as z from "zod/mini";

import * as patterns from "./patterns.mjs";
import * as rules from "./rules.mjs";

z.config(en());

function update(best) {
  const params = best ? { when: () => true } : undefined;
  const ruled = (schema, rule) =>
    schema.check(
      z.superRefine((value, context) => {
        for (const [path, message] of rule(value))
          context.addIssue({ code: "custom", path, message });
      }, params),
    );

  const unknown = z.unknown().check(z.refine(() => false, "not a member"));
  const object = (members) =>
    best ? z.catchall(z.object(members), unknown) : z.strictObject(members);
  const matching = (pattern) => z.string().check(z.regex(pattern));
  const integer = (most) => z.int().check(z.gte(0), z.lte(most));
  const text = matching(patterns.text);
  const name = matching(patterns.name);
  const slug = matching(patterns.slug);
  const url = matching(patterns.url);
  const email = z
    .string()
    .check(
      z.regex(patterns.email),
      z.regex(patterns.emailLocal),
      z.maxLength(patterns.emailLength),
    );
  const count = z.number().check(z.gte(0));
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
    location: z.optional(text),
    meetingId: z.optional(onlyInResponses),
  });
  const places = z.array(ruled(place, rules.place));
  const member = object({
    userId: text,
    priority: z.optional(z.literal([0, 0.5, 1])),
    isPrimary: z.optional(boolean),
    locationConfigurations: z.optional(places),
  });
  const range = object({
    openHour: integer(23),
    openMinute: integer(59),
    closeHour: integer(24),
    closeMinute: integer(59),
  });
  const hours = z.array(ruled(range, rules.range));
  const entry = object({
    daysOfTheWeek: ruled(z.array(integer(6)), rules.days),
    hours,
  });
  const availability = object({
    date: matching(patterns.date),
    hours: ruled(hours, rules.hoursOfDate),
    deleted: z.optional(boolean),
    id: z.optional(text),
  });
  const recurring = object({
    freq: z.enum(["DAILY", "WEEKLY", "MONTHLY"]),
    count: integer(24),
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
    eventTitle: matching(patterns.template),
    eventColor: matching(patterns.color),
    locationConfigurations: places,
    slotDuration: z.number().check(z.gt(0)),
    slotDurationUnit: minsOrHours,
    slotInterval: z.number().check(z.gt(0)),
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
    recurring: z.partial(recurring),
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
      LookBusyPercentage: z.number().check(z.gte(0), z.lte(100)),
    }),
    isActive: boolean,
  });
  return ruled(z.partial(calendar), rules.record);
}

/** Compiles the schema; the answer gives what zod/mini says of a draft. */
export function compile(best) {
  const schema = update(best);
  return (draft) => schema.safeParse(draft).error?.issues ?? [];
}

/** Names that are not allowed come as one issue at the object that holds them. */
export const findings = (issues) =>
  issues.flatMap(({ path, message, keys }) =>
    (keys ?? [""]).map((key) => ({ path, says: key || message })),
  );
