/**
 * calendiff's JSON Schema, and what calendiff only warns of added: in JSON Schema's own words, or with a keyword of our own
 * for rules: all of them for ajv, where a keyword can point at any field; for the crate jsonschema, where it cannot, those
 * that JSON Schema cannot say.
 */

import { calendar } from "calendiff/json-schema";

import * as patterns from "./patterns.mjs";

/**
 * Names not known, members that are needed, values not known, and the stricter patterns. A schema that nothing matches tells
 * of a name at its own place, and `false` at the object around it.
 */
function strict(best) {
  const schema = structuredClone(calendar.update);
  const { $defs: parts, properties: members } = schema;
  const needed = {
    "team-member": ["userId"],
    "location-configuration": ["kind"],
    "open-hours-entry": ["daysOfTheWeek", "hours"],
    "hour-range": ["openHour", "openMinute", "closeHour", "closeMinute"],
    "special-date": ["date", "hours"],
    "look-busy-configuration": ["enabled", "LookBusyPercentage"],
  };
  for (const [name, required] of Object.entries(needed))
    parts[name].required = required;
  for (const object of [schema, ...Object.values(parts)]) {
    if (object.type !== "object") continue;
    object.additionalProperties = best ? { not: {} } : false;
    for (const [name, { examples }] of Object.entries(object.properties))
      if (examples) object.properties[name] = { enum: examples };
  }
  for (const name of ["slug", "widgetSlug"])
    members[name] = { type: "string", pattern: patterns.slug.source };
  members.eventTitle = { type: "string", pattern: patterns.template.source };
  parts["special-date"].properties.date = {
    type: "string",
    pattern: patterns.date.source,
  };
  parts.recurrence.properties.count.maximum = 24;
  // What closes after the day is said again below.
  delete parts["hour-range"].if;
  delete parts["hour-range"].then;
  return schema;
}

const has = (name, value) => ({
  required: [name],
  properties: { [name]: value },
});

/** Rules across fields that JSON Schema can say. */
function say({ $defs: parts, ...schema }) {
  parts["special-date"].if = has("deleted", { const: true });
  parts["special-date"].then = has("id", true);
  parts["location-configuration"].if = has("kind", {
    enum: ["zoom_conference", "google_conference", "ms_teams_conference"],
  });
  parts["location-configuration"].then = {
    properties: { location: { maxLength: 0 } },
  };
  const team = {
    enableRecurring: { const: false },
    teamMembers: {
      items: { properties: { locationConfigurations: { maxItems: 1 } } },
    },
  };
  const allOf = [
    {
      if: has("formSubmitType", { const: "RedirectURL" }),
      then: has("formSubmitRedirectURL", { minLength: 1 }),
    },
    {
      if: has("enableRecurring", { const: true }),
      then: has("recurring", true),
    },
    { if: has("teamMembers", { minItems: 2 }), then: { properties: team } },
  ];
  return { ...schema, $defs: parts, allOf };
}

/** The rules across fields as far as JSON Schema can say them, and no more. */
export function inItsOwnWords() {
  const schema = say(strict(false));
  const { $defs: parts, properties: members } = schema;
  parts["open-hours-entry"].properties.daysOfTheWeek.maxItems = 1;
  parts["hour-range"].properties.closeHour.maximum = 23;
  members.teamMembers.contains = has("isPrimary", { const: true });
  members.teamMembers.minContains = 0;
  members.teamMembers.maxContains = 1;
  return schema;
}

/** What it cannot say, or not at the field, by a keyword that names the rules. */
export function withSomeRules() {
  const schema = say(strict(true));
  const { $defs: parts, properties: members } = schema;
  parts["hour-range"].rule = "range";
  parts["open-hours-entry"].properties.daysOfTheWeek.rule = "days";
  parts["special-date"].properties.hours.rule = "hoursOfDate";
  members.openHours.rule = "week";
  members.availabilities.rule = "dates";
  members.teamMembers.rule = "users";
  return { ...schema, rule: "slots" };
}

/** All rules by the keyword. */
export function withAllRules() {
  const schema = strict(true);
  const { $defs: parts, properties: members } = schema;
  parts["hour-range"].rule = "range";
  parts["open-hours-entry"].properties.daysOfTheWeek.rule = "days";
  parts["special-date"].rule = "availability";
  parts["special-date"].properties.hours.rule = "hoursOfDate";
  parts["location-configuration"].rule = "place";
  members.openHours.rule = "week";
  members.availabilities.rule = "dates";
  members.teamMembers.rule = "team";
  return { ...schema, rule: "record" };
}
