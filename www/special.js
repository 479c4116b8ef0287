/**
 * Special dates as pure functions: their states and changes, periods of equal hours, and the hours that count on a date.
 * Hours are lists of ranges; an empty list is a closed date, and undefined is a date that is not special.
 */

import { later, weekdayOf } from "./month.js";
import { WEEK } from "./places.js";

export const STATES = ["closed", "own", "usual"];

export const stateOf = (hours) => (hours === undefined ? "usual" : hours.length === 0 ? "closed" : "own");

export const equal = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Returns the change from the stored hours of a date, or undefined if there is none. */
export const changeOf = (now, before) => (equal(now, before) ? undefined : before === undefined ? "added" : now === undefined ? "removed" : "edited");

/** Returns the number of days in each state. */
export function tally(days, dates) {
  const tally = { closed: 0, own: 0, usual: 0 };
  for (const date of days) tally[stateOf(dates[date])]++;
  return tally;
}

/** Returns the hours that all days have, as `{ hours }`, or undefined if they differ. */
export function commonOf(days, dates) {
  const hours = dates[days[0]];
  return days.every((date) => equal(dates[date], hours)) ? { hours } : undefined;
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

/**
 * Returns which hours count under an availability type: 0 is for the week alone, 1 for the special dates alone. Of other
 * types nothing is known; then special dates replace the hours of their day.
 */
export const counting = (type) => ({ week: type !== 1, dates: type !== 0 });

const NAMES = Object.fromEntries(WEEK.map(([name, number]) => [number, name]));

/** Returns the hours of a date's day of the week, or undefined if the week is unknown. */
export const weeklyOf = (week, date) => week?.[NAMES[weekdayOf(date)]];

/** Returns the hours that count on a date, or undefined if they depend on a week that is unknown. */
export function effective(date, { week, dates, type }) {
  const counts = counting(type);
  const special = counts.dates ? dates[date] : undefined;
  return special ?? (counts.week ? weeklyOf(week, date) : []);
}
