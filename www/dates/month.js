/** Months, days and selected periods as pure functions. A date is `2026-12-24`, a month `2026-12`. */

const ONE_DAY = 24 * 60 * 60 * 1000;
export const FIRST = "0001-01-01";
export const LAST = "9999-12-31";

const digits = (number, length) => String(number).padStart(length, "0");

/** Returns the start of a date in UTC, in milliseconds. */
export const timeOf = (date) => Date.parse(`${date}T00:00Z`);

/** Returns the number of a date's day of the week: 0 is Sunday. */
export const weekdayOf = (date) => new Date(timeOf(date)).getUTCDay();

/** Returns the date of a moment where the page is used. */
export const dateAt = (moment) =>
  `${digits(moment.getFullYear(), 4)}-${digits(moment.getMonth() + 1, 2)}-${digits(moment.getDate(), 2)}`;

export const monthOf = (date) => date.slice(0, 7);
export const yearOf = (date) => date.slice(0, 4);

const dateOfTime = (time) => new Date(time).toISOString().slice(0, 10);

/** Returns the date a number of days later, or undefined if its year would not have four digits. */
export function later(date, days) {
  const time = timeOf(date) + days * ONE_DAY;
  return time < timeOf(FIRST) || time > timeOf(LAST)
    ? undefined
    : dateOfTime(time);
}

/** Returns the month a number of months later, or the first or last possible month. */
export function monthLater(month, by) {
  const [year, number] = month.split("-").map(Number);
  const at = Math.max(
    12,
    Math.min(9999 * 12 + 11, year * 12 + number - 1 + by),
  );
  return `${digits(Math.floor(at / 12), 4)}-${digits((at % 12) + 1, 2)}`;
}

/** Returns the year a number of years later, or the first or last possible year. */
export const yearLater = (year, by) =>
  digits(Math.max(1, Math.min(9999, Number(year) + by)), 4);

/** Returns the dates of a month. */
export function datesOf(month) {
  const [year, number] = month.split("-").map(Number);
  const start = new Date(0);
  // Day 0 is the last one of the month before.
  start.setUTCFullYear(year, number, 0);
  return Array.from(
    { length: start.getUTCDate() },
    (_, day) => `${month}-${digits(day + 1, 2)}`,
  );
}

/** Returns the number of days since the first day of the week, whose number is 1 for Monday. */
export const daysInto = (date, first) => (weekdayOf(date) - first + 7) % 7;

/**
 * Returns the weeks of a month from a first day on, with days of its neighbors; undefined stands for dates that cannot be.
 */
export function weeksOf(month, first = 1) {
  const start = `${month}-01`;
  const skip = daysInto(start, first);
  const rows = Math.ceil((skip + datesOf(month).length) / 7);
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: 7 }, (_, day) => later(start, row * 7 + day - skip)),
  );
}

/** Returns the date in another month with the same day, or its last day if it is shorter. */
export function inMonth(date, month) {
  const dates = datesOf(month);
  return dates[Math.min(Number(date.slice(8)), dates.length) - 1];
}

/** The dates that keys lead to. Home and End lead to the ends of the week. */
const KEYS = {
  ArrowLeft: (date) => later(date, -1),
  ArrowRight: (date) => later(date, 1),
  ArrowUp: (date) => later(date, -7),
  ArrowDown: (date) => later(date, 7),
  Home: (date, first) => later(date, -daysInto(date, first)),
  End: (date, first) => later(date, 6 - daysInto(date, first)),
  PageUp: (date) => inMonth(date, monthLater(monthOf(date), -1)),
  PageDown: (date) => inMonth(date, monthLater(monthOf(date), 1)),
};

export const isStep = (key) => Object.hasOwn(KEYS, key);

/** Returns the date that a key leads to from another, or undefined if there is none. */
export const stepped = (date, key, first = 1) => KEYS[key](date, first);

/** Returns the first and the last date of a selection, which has them in either order. */
export const boundsOf = ({ from, to }) =>
  from <= to ? [from, to] : [to, from];

/** Returns the dates of a selection, at most the first `most`. A record may have dates of the year 0, which fields refuse. */
export function periodOf(selection, most) {
  const [first, last] = boundsOf(selection);
  return Array.from(
    { length: Math.min(most, 1 + (timeOf(last) - timeOf(first)) / ONE_DAY) },
    (_, day) => dateOfTime(timeOf(first) + day * ONE_DAY),
  );
}

/**
 * Returns the selection with another first or last day. The first day alone is the period until the last is chosen too. A
 * last day before the first becomes the first.
 */
export function withEnd(selection, end, date) {
  const [first, last] = boundsOf(selection);
  if (end === 1) return { from: first, to: date };
  return { from: date, to: first === last || last < date ? date : last };
}
