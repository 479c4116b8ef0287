/**
 * The rules across fields that calendiff has, the same for all peers in JavaScript. Each returns [path, message] pairs.
 * A rule looks at what it can read and leaves the rest to the schema, so that it may run whatever else is wrong.
 */

const NOTHING = [];
const items = (list) => (Array.isArray(list) ? list : NOTHING);

/** Minutes from midnight; NaN where it is no time of day. */
function minutes(hour, minute, last) {
  const whole =
    Number.isInteger(hour) &&
    hour >= 0 &&
    hour <= last &&
    Number.isInteger(minute) &&
    minute >= 0 &&
    minute <= 59;
  return whole ? hour * 60 + minute : NaN;
}

const opening = (range) => minutes(range?.openHour, range?.openMinute, 23);
const closing = (range) => minutes(range?.closeHour, range?.closeMinute, 24);

export function range(value) {
  const [open, close] = [opening(value), closing(value)];
  if (close > 1440) return [[[], "closes after the day"]];
  if (close < open) return [[[], "closes before it opens"]];
  if (close === open) return [[[], "no time at all"]];
  return close === 1440 ? [[[], "closes at 24:00"]] : NOTHING;
}

const placed = (range, path) => ({
  open: opening(range),
  close: closing(range),
  path,
});

/** Ranges that begin before an earlier one has ended; each comes with its path. */
function overlaps(ranges) {
  if (ranges.length < 2) return NOTHING;
  const found = [];
  let end = 0;
  for (const { open, close, path } of ranges
    .filter(({ open, close }) => open < close && close <= 1440)
    .sort((a, b) => a.open - b.open)) {
    if (open < end) found.push([path, "overlaps another range"]);
    end = Math.max(end, close);
  }
  return found;
}

export const hoursOfDate = (hours) =>
  overlaps(items(hours).map((range, at) => placed(range, [at])));

export function week(entries) {
  const found = [0, 1, 2, 3, 4, 5, 6].flatMap((day) =>
    overlaps(
      items(entries).flatMap((entry, at) =>
        items(entry?.daysOfTheWeek).includes(day)
          ? items(entry.hours).map((range, index) =>
              placed(range, [at, "hours", index]),
            )
          : [],
      ),
    ),
  );
  return found.filter(
    ([path], at) =>
      found.findIndex(([other]) => String(other) === String(path)) === at,
  );
}

/** The later of each two equal keys. */
function doubles(keys) {
  const seen = new Set();
  return keys.flatMap((key, at) =>
    key !== undefined && seen.size === seen.add(key).size ? [at] : NOTHING,
  );
}

export function days(value) {
  const duplicates = doubles(items(value)).map((at) => [[at], "listed twice"]);
  return new Set(items(value)).size > 1
    ? [...duplicates, [[], "several days"]]
    : duplicates;
}

export const dates = (entries) =>
  doubles(
    items(entries).map((entry) =>
      typeof entry?.date === "string" ? entry.date.slice(0, 10) : undefined,
    ),
  ).map((at) => [[at, "date"], "has an entry already"]);

export const availability = (entry) =>
  entry?.deleted === true && entry.id === undefined
    ? [[["id"], "needed for deleting"]]
    : NOTHING;

const CONFERENCES = [
  "zoom_conference",
  "google_conference",
  "ms_teams_conference",
];

export const place = (value) =>
  CONFERENCES.includes(value?.kind) && value.location
    ? [[["location"], "not for a conference"]]
    : NOTHING;

export function users(members) {
  const primaries = items(members).flatMap((member, at) =>
    member?.isPrimary === true ? [at] : [],
  );
  return [
    ...doubles(items(members).map((member) => member?.userId)).map((at) => [
      [at, "userId"],
      "a member already",
    ]),
    ...primaries.slice(1).map((at) => [[at, "isPrimary"], "another one is"]),
  ];
}

const places = (members) =>
  items(members).flatMap((member, at) =>
    members.length > 1 && items(member?.locationConfigurations).length > 1
      ? [[[at, "locationConfigurations"], "several places"]]
      : [],
  );

export const team = (members) => [...users(members), ...places(members)];

function needs(draft) {
  const found = [];
  if (draft?.formSubmitType === "RedirectURL" && !draft.formSubmitRedirectURL)
    found.push([["formSubmitRedirectURL"], "missing"]);
  if (draft?.enableRecurring === true && !draft.recurring)
    found.push([["recurring"], "missing"]);
  if (draft?.enableRecurring === true && items(draft.teamMembers).length > 1)
    found.push([["enableRecurring"], "with one member only"]);
  return found;
}

export function slots(draft) {
  const slot =
    { mins: 1, hours: 60 }[draft?.slotDurationUnit ?? "mins"] *
    draft?.slotDuration;
  const found = [];
  for (const name of ["openHours", "availabilities"]) {
    for (const [at, entry] of items(draft?.[name]).entries()) {
      for (const [index, range] of items(entry?.hours).entries()) {
        const [open, close] = [opening(range), closing(range)];
        if (open < close && close - open < slot)
          found.push([[name, at, "hours", index], "shorter than a slot"]);
      }
    }
  }
  return found;
}

export const record = (draft) => [...needs(draft), ...slots(draft)];
