/** Edits of a range by mouse, finger and keys, and the hours that a picture shows. Times are minutes. */

import { DAY, HOUR, snap } from "./times.js";

/** Hours that a picture shows before the first and after the last range. */
const MARGIN = 2 * HOUR;
/** Shortest part of the day that a picture shows. */
const LEAST = 10 * HOUR;
/** Part of the day that is shown for a closed week. */
const USUAL = [7 * HOUR, 19 * HOUR];

/** Part of a step by which a pointer may miss a line and is still on it. */
const BEYOND = 0.1;
const stepBefore = (at, step) => Math.floor(at / step + BEYOND) * step;

/** Returns the range between two times, in either order, extended to whole steps. */
export function drawn(one, other, step) {
  const from = Math.min(stepBefore(Math.min(one, other), step), DAY - step);
  const to = Math.ceil(Math.max(one, other) / step - BEYOND) * step;
  return [from, Math.min(DAY, Math.max(to, from + step))];
}

/** Returns the hour that contains a time. */
export function hourFrom(at, step) {
  const from = Math.min(stepBefore(at, step), DAY - HOUR);
  return [from, from + HOUR];
}

/** Returns the range moved by a number of minutes, to the next step and within the day. */
export function moved([from, to], by, step) {
  const shift = Math.max(
    -from,
    Math.min(DAY - to, snap(from + by, step) - from),
  );
  return [from + shift, to + shift];
}

export const withStart = ([, to], at, step) => [
  Math.min(snap(at, step), to - step),
  to,
];

export const withEnd = ([from], at, step) => [
  from,
  Math.max(snap(at, step), from + step),
];

/**
 * Returns the range after an arrow key: as a whole, or with its start or its end moved. A range that would leave the day
 * stays.
 */
export function nudged([from, to], part, by, step) {
  if (part === "end")
    return [from, Math.min(DAY, Math.max(to + by, from + step))];
  if (part === "start")
    return [Math.max(0, Math.min(from + by, to - step)), to];
  return from + by >= 0 && to + by <= DAY ? [from + by, to + by] : [from, to];
}

/** Returns the first and the last time of a picture: whole hours around all ranges, or the whole day. */
export function cropped(ranges, isWhole) {
  if (isWhole) return [0, DAY];
  if (ranges.length === 0) return USUAL;
  const all = ranges.flat();
  let first = Math.max(0, Math.floor(Math.min(...all) / HOUR) * HOUR - MARGIN);
  let last = Math.min(DAY, Math.ceil(Math.max(...all) / HOUR) * HOUR + MARGIN);
  const missing = Math.max(0, LEAST - (last - first));
  first = Math.max(0, Math.floor((first - missing / 2) / HOUR) * HOUR);
  last = Math.min(DAY, Math.max(last, first + LEAST));
  return [Math.min(first, last - LEAST), last];
}

/** Returns the place of a time in a picture that shows a part of the day, in percent of its length. */
export const shareOf = (at, [first, last]) =>
  ((at - first) / (last - first)) * 100;
