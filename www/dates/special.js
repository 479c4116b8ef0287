/**
 * Special dates as pure functions: their states and changes, periods of equal hours, and the hours that count on a date.
 * Hours are lists of ranges; an empty list is a closed date, and undefined is a date that is not special.
 */

import { counting } from "./counting.js";
import { datesOf, later, periodOf, weekdayOf } from "./month.js";
import { WEEK } from "../fields/places.js";
import { minutes, union } from "../week/times.js";

export const STATES = ["closed", "own", "usual"];

export const stateOf = (hours) =>
  hours === undefined ? "usual" : hours.length === 0 ? "closed" : "own";

export const equal = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Returns the change from the stored hours of a date, or undefined if there is none. */
export const changeOf = (now, before) =>
  equal(now, before)
    ? undefined
    : before === undefined
      ? "added"
      : now === undefined
        ? "removed"
        : "edited";

/** Returns the number of days in each state. */
export function tally(days, dates) {
  const tally = { closed: 0, own: 0, usual: 0 };
  for (const date of days) tally[stateOf(dates[date])]++;
  return tally;
}

/** Returns the hours that all days have, as `{ hours }`, or undefined if they differ. */
export function commonOf(days, dates) {
  const hours = dates[days[0]];
  return days.every((date) => equal(dates[date], hours))
    ? { hours }
    : undefined;
}

/**
 * Returns the special dates in order, with consecutive dates of equal hours as one row. Removed dates are rows too. A row's
 * change is that of its dates, or `edited` if these differ.
 *
 * @returns {{ from: string, to: string, days: number, hours?: unknown[], change?: string }[]}
 */
export function rowsOf(dates, stored) {
  const rows = [];
  let shape;
  for (const date of Object.keys({ ...stored, ...dates }).sort()) {
    const hours = dates[date];
    const change = changeOf(hours, stored[date]);
    const own = JSON.stringify(hours);
    const last = rows.at(-1);
    if (last && own === shape && later(last.to, 1) === date) {
      if (last.change !== change) last.change = "edited";
      last.to = date;
      last.days++;
    } else rows.push({ from: date, to: date, days: 1, hours, change });
    shape = own;
  }
  return rows;
}

const NAMES = Object.fromEntries(WEEK.map(([name, number]) => [number, name]));

/** Returns the hours of a date's day of the week, or undefined if the week is unknown. */
export const weeklyOf = (week, date) => week?.[NAMES[weekdayOf(date)]];

/** Returns the hours that count on a date, or undefined if they depend on a week that is unknown. */
export function effective(date, { week, dates, type }) {
  const counts = counting(type);
  const special = counts.dates ? dates[date] : undefined;
  return special ?? (counts.week ? weeklyOf(week, date) : []);
}

/** Returns the number of open hours in ranges of clock times. Hours in two of them count once. */
export const openHours = (ranges) =>
  union(ranges.map((range) => range.map(minutes))).reduce(
    (sum, [from, to]) => sum + to - from,
    0,
  ) / 60;

/** The most hours of each level but the last. */
export const LEVELS = [0, 4, 8, 12];

/** Returns the level of a day's open hours, from 0 for a closed day to 4. */
export const levelOf = (hours) => LEVELS.filter((most) => hours > most).length;

/**
 * Returns the hours that count on each day of a year, by month, and the totals of the months and the year; or undefined if
 * they depend on a week that is unknown.
 */
export function yearly(year, record) {
  const counts = counting(record.type);
  if (counts.week && !record.week) return undefined;
  const total = () => ({ open: 0, closed: 0, hours: 0 });
  const all = total();
  const months = Array.from({ length: 12 }, (_, number) => {
    const sum = total();
    const days = datesOf(`${year}-${String(number + 1).padStart(2, "0")}`).map(
      (date) => {
        const ranges = effective(date, record);
        const hours = openHours(ranges);
        for (const of of [sum, all]) {
          of[hours > 0 ? "open" : "closed"]++;
          of.hours += hours;
        }
        return {
          date,
          ranges,
          hours,
          isSpecial: counts.dates && record.dates[date] !== undefined,
        };
      },
    );
    return { days, ...sum };
  });
  return { months, ...all };
}

/** Returns the date of an entry of the record, if it has one. */
export const dateOf = (entry) =>
  typeof entry?.date === "string" ? entry.date.trim().slice(0, 10) : undefined;

/** Returns the entries with others inserted, each before the first entry of a later date. */
export function inserted(entries, others) {
  const waiting = [...others].sort((a, b) => (dateOf(a) < dateOf(b) ? -1 : 1));
  const all = [];
  let next = 0;
  for (const entry of entries) {
    while (next < waiting.length && dateOf(entry) > dateOf(waiting[next]))
      all.push(waiting[next++]);
    all.push(entry);
  }
  return [...all, ...waiting.slice(next)];
}

/** Returns clock times as a range of the service. */
function rangeOf([opens, closes]) {
  const [openHour, openMinute, closeHour, closeMinute] = [
    opens,
    closes,
  ].flatMap((time) => time.split(":").map(Number));
  return { openHour, openMinute, closeHour, closeMinute };
}

/**
 * Returns the entries with one for each date of a span that the week opens and that has none, so that the dates alone offer
 * the same. Special dates keep their hours, and closed ones stay closed.
 */
export function weekAsDates(entries, { week, dates, from, until }) {
  const hoursOf = (date) => weeklyOf(week, date) ?? [];
  const missing = periodOf({ from, to: until }, Infinity).filter(
    (date) => dates[date] === undefined && hoursOf(date).length > 0,
  );
  const anew = new Set(missing);
  // An entry that was deleted would delete the new one of its date.
  const left = entries.filter(
    (entry) => !(entry?.deleted && anew.has(dateOf(entry))),
  );
  return inserted(
    left,
    missing.map((date) => ({
      date: `${date}T00:00:00.000Z`,
      hours: hoursOf(date).map(rangeOf),
      deleted: false,
    })),
  );
}
