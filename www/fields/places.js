/** Places in words: labels of the tables, days and dates in the page's language. */

import { capital, cut } from "../elements/element.js";
import { DATE_TAG, inLanguage, listed, t } from "../words/words.js";

const dayName = (width) => {
  const format = new Intl.DateTimeFormat(DATE_TAG, {
    weekday: width,
    timeZone: "UTC",
  });
  // The first of January 2023 was a Sunday.
  return Array.from({ length: 7 }, (_, day) =>
    format.format(Date.UTC(2023, 0, 1 + day)),
  );
};
/** Names of days by the service's numbers: 0 is Sunday. */
export let DAYS;
export let SHORT_DAYS;
let long;
let plain;
let short;
let range;
inLanguage(() => {
  DAYS = dayName("long");
  SHORT_DAYS = dayName("short").map(capital);
  long = new Intl.DateTimeFormat(DATE_TAG, {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  plain = new Intl.DateTimeFormat(DATE_TAG, {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  short = new Intl.DateTimeFormat(DATE_TAG, {
    weekday: "short",
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
  range = new Intl.DateTimeFormat(DATE_TAG, {
    weekday: "short",
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
});

/** Formats `2026-12-24` as "Thursday, December 24, 2026". */
export const longDate = (date) => long.format(Date.parse(`${date}T00:00Z`));

/** Formats `2026-12-24` as "24 December 2026", as the package does; a day that does not exist stays as it is written. */
export function plainDate(text) {
  const at = Date.parse(`${text}T00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
    ? plain.format(at)
    : text;
}

/** Formats `2026-12-24` as "Thu, Dec 24". */
export const shortDate = (date) => short.format(Date.parse(`${date}T00:00Z`));

/** Returns the days from one to another in words, as short as the language allows. */
export const saidSpan = (from, to) =>
  range.formatRange(Date.parse(`${from}T00:00Z`), Date.parse(`${to}T00:00Z`));

/** The package's names of days from Monday on, each with its number. */
export const WEEK = [
  ["monday", 1],
  ["tuesday", 2],
  ["wednesday", 3],
  ["thursday", 4],
  ["friday", 5],
  ["saturday", 6],
  ["sunday", 0],
];

/** Returns the place of a path as labels: `["Open hours", "Tuesday", "range 1", "closing hour"]`. */
export function placeOf(path, record, table) {
  const words = [];
  let member;
  let value = record;
  for (const step of path) {
    value =
      typeof value === "object" && value !== null && Object.hasOwn(value, step)
        ? value[step]
        : undefined;
    if (typeof step === "number") {
      words.push(nameOfItem(member, step, value));
    } else {
      member = table?.members.find(({ name }) => name === step);
      const label =
        words.length === 0 ? capital(member?.label ?? "") : member?.label;
      // Below the first level, "range 1" is clear without "hours" before it.
      if (words.length === 0 || !Array.isArray(value))
        words.push(label || step);
      table = member?.table;
    }
  }
  return words;
}

/** Returns a kind of meeting places in words, or as it is if there are none. */
function kindOf(kind, style) {
  const words = t(`choice.kind.${kind}`);
  return words.startsWith("choice.") ? kind : style(words);
}

/** The lists whose items have a word of their own. */
const NUMBERED = new Set(["user-id", "place", "date", "ranges", "days"]);

/** Longest part of an ID that is shown, in characters. */
const NAMED = 100;

/** Returns the name of a list's item: its identity, or else its number. `style` changes words, but no identity. */
export function nameOfItem(member, index, item, style = (words) => words) {
  const number = index + 1;
  switch (member?.identity) {
    case "week":
      if (
        Array.isArray(item?.daysOfTheWeek) &&
        item.daysOfTheWeek.every((day) => DAYS[day])
      )
        return style(listed(item.daysOfTheWeek.map((day) => DAYS[day])));
      break;
    case "date":
      if (typeof item?.date === "string" && item.date)
        return plainDate(item.date.slice(0, 10));
      break;
    case "user-id":
      if (typeof item?.userId === "string" && item.userId)
        return cut(item.userId, NAMED);
      break;
    case "place":
      if (typeof item?.kind === "string" && item.kind)
        return [kindOf(item.kind, style), item.location]
          .filter((text) => typeof text === "string" && text)
          .map((text) => cut(text, NAMED))
          .join(t("comma"));
      break;
  }
  return style(
    t(NUMBERED.has(member?.identity) ? `item.${member.identity}` : "item", {
      number,
    }),
  );
}
