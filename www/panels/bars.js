/** The sides of a conflict about hours as bars on one time axis. */

import { h } from "../elements/element.js";
import { cropped, shareOf } from "../week/reshape.js";
import { clock, HOUR, minutes } from "../week/times.js";

/** Sides without hours, in the package's words. */
const NO_HOURS = ["closed", "not_there"];

/** Returns the ranges of each side in minutes, or undefined if a side has values other than hours. */
export function hoursOf(sides) {
  const all = Object.values(sides);
  if (
    !all.some(({ hours }) => hours) ||
    !all.every(({ hours, say }) => hours || NO_HOURS.includes(say))
  )
    return undefined;
  const ranges = Object.fromEntries(
    Object.entries(sides).map(([side, { hours = [] }]) => [
      side,
      hours.map((range) => range.map(minutes)),
    ]),
  );
  // The words of times that are no times would be no numbers.
  return Object.values(ranges).flat(2).every(Number.isFinite)
    ? ranges
    : undefined;
}

/** Creates a bar for each side, all on one scale, and the axis below them. The words beside the bars say the same. */
export function makeBars(ranges) {
  const shown = cropped(Object.values(ranges).flat(), false);
  const [first, last] = shown;
  const share = (at) => `${shareOf(at, shown)}%`;
  const bar = (side) => {
    const pieces = ranges[side].map(([from, to]) => {
      const piece = h("div", { class: "piece" });
      piece.style.insetInlineStart = share(Math.min(from, to));
      piece.style.insetInlineEnd = `${100 - shareOf(Math.max(from, to), shown)}%`;
      return piece;
    });
    return h("div", { class: `track ${side}`, "aria-hidden": "true" }, pieces);
  };
  const every = last - first > 12 * HOUR ? 4 * HOUR : 2 * HOUR;
  const marks = [];
  for (let at = Math.ceil(first / every) * every; at < last; at += every) {
    const mark = h("span", {}, clock(at));
    mark.style.insetInlineStart = share(at);
    marks.push(mark);
  }
  return {
    bar,
    axis: h("div", { class: "scale", "aria-hidden": "true" }, marks),
  };
}
