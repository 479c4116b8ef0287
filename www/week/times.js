/** Times of a day as minutes, and operations on ranges of them. A range is `[opens, closes]`. */

import { ranged } from "../words/words.js";

export const DAY = 24 * 60;
/** Length of a range whose end is not given. */
export const HOUR = 60;

/** Returns `"09:30"` as minutes. */
export const minutes = (clock) =>
  Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** Returns minutes as `"09:30"`. */
export const clock = (at) =>
  `${String(Math.floor(at / 60)).padStart(2, "0")}:${String(at % 60).padStart(2, "0")}`;

/** Returns true for a range whose times could be read. The package gives the text of one that could not, or an empty one. */
export const isRead = (range) =>
  range.every((time) => /^\d\d:\d\d$/.test(time));

/** Returns the ranges that can be drawn, in minutes, by their opening. */
export const inMinutes = (ranges) =>
  ranges
    .filter(isRead)
    .map((range) => range.map(minutes))
    .sort(([a], [b]) => a - b);

/** Returns the list, or an empty one for any other value. */
export const listIn = (value) => (Array.isArray(value) ? value : []);

/** Returns a range of the service in minutes. */
export const inDay = ({ openHour, openMinute, closeHour, closeMinute }) => [
  openHour * 60 + openMinute,
  closeHour * 60 + closeMinute,
];

export const span = (range) => ranged(range.map(clock));

/** Returns a range as short as it can be said: 8–10, 8:30–10. */
export const brief = (range) =>
  ranged(
    range.map((at) =>
      at % HOUR === 0
        ? String(at / HOUR)
        : `${Math.floor(at / HOUR)}:${String(at % HOUR).padStart(2, "0")}`,
    ),
  );

/** Returns the number of hours in ranges. Overlapping time counts once. */
export const hoursIn = (ranges) =>
  union(ranges).reduce((sum, [from, to]) => sum + to - from, 0) / HOUR;

/** Reads a typed time: 9, 9:30, 930, 0930, 9.30, 9am, 9:30 pm, 24:00. Returns undefined if it is not a time. */
export function readTime(text) {
  const [, hour, minute = "0", half] =
    /^\s*(\d{1,2})(?:[:.h]?(\d{2}))?h?\s*([ap])?\.?(?:m\.?)?\s*$/i.exec(text) ??
    [];
  if (hour === undefined || Number(minute) > 59) return undefined;
  if (half && (Number(hour) < 1 || Number(hour) > 12)) return undefined;
  const hours = half
    ? (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0)
    : Number(hour);
  const at = hours * 60 + Number(minute);
  return at <= DAY ? at : undefined;
}

/**
 * Reads a typed range: 9-12, 9:30 – 17, 9am-5pm, or 9-5, which ends in the afternoon. Returns undefined if it is not a
 * range.
 */
export function readRange(text) {
  const times = text.split(/[-–—～〜]/).map(readTime);
  if (times.length !== 2 || times.includes(undefined)) return undefined;
  const [from, to] = times;
  const end = to <= from && to <= DAY / 2 ? to + DAY / 2 : to;
  return end > from ? [from, end] : undefined;
}

/** Returns the ranges in order, with overlapping or touching ones joined, and without empty ones. */
export function union(ranges) {
  const joined = [];
  for (const [from, to] of [...ranges]
    .filter(([from, to]) => to > from)
    .sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

/** Returns the time in both. */
export function common(a, b) {
  const out = [];
  for (const [from, to] of union(a)) {
    for (const [start, end] of union(b))
      if (Math.min(to, end) > Math.max(from, start))
        out.push([Math.max(from, start), Math.min(to, end)]);
  }
  return out;
}

/** Returns the time in the first but not in the second. */
export function without(a, b) {
  let left = union(a);
  for (const [start, end] of union(b)) {
    left = left.flatMap(([from, to]) =>
      [
        [from, Math.min(to, start)],
        [Math.max(from, end), to],
      ].filter(([from, to]) => to > from),
    );
  }
  return left;
}

/** Returns the time in more than one of the ranges. */
export function overlaps(ranges) {
  const full = ranges.filter(([from, to]) => to > from);
  return union(
    full.flatMap((range, at) => common([range], full.slice(at + 1))),
  );
}

export const snap = (at, step) =>
  Math.max(0, Math.min(DAY, Math.round(at / step) * step));

export const ordered = (ranges) =>
  [...ranges].sort((a, b) => a[0] - b[0] || a[1] - b[1]);

/** Returns a range to begin with: a working day, or an hour after the existing ranges. */
export function another(ranges) {
  if (ranges.length === 0) return [9 * 60, 17 * 60];
  const from = Math.min(Math.max(...ranges.flat()) + HOUR, DAY - HOUR);
  return [from, from + HOUR];
}
