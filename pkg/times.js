/**
 * Times of hours as a person edits them: each range of a day has a key that stays while it is edited, and a place for each of
 * its times, such as `["openHours", "monday", "0", "open"]`.
 */

/** The answers that have ranges, by the member that the ranges are in. */
const LISTS = { openHours: "week", availabilities: "dates" };
const PARTS = {
  open: ["openHour", "openMinute"],
  close: ["closeHour", "closeMinute"],
};

/** Returns the member that has the ranges of an answer, `week` or `dates`. */
export const memberOf = (list) =>
  Object.keys(LISTS).find((member) => LISTS[member] === list);

/** Returns the parts of a place that is a time, or undefined. */
export function timeAt(steps) {
  const [member, day, key, side] = steps;
  const isTime =
    steps.length === 4 &&
    typeof day === "string" &&
    Object.hasOwn(LISTS, member) &&
    Object.hasOwn(PARTS, side);
  return isTime ? { list: LISTS[member], day, key, side } : undefined;
}

/** Returns the range of a time in a state, or undefined if it is gone. */
export const rangeOf = (state, { list, day, key }) =>
  own(state[list]({ paths: true }), day)?.find((range) => range.key === key);

/** Returns true if a path is the hour or the minute of a time in its range. */
export const isOfTime = (path, range, side) =>
  path.length === range.path.length + 1 &&
  PARTS[side].includes(path.at(-1)) &&
  range.path.every((step, at) => step === path[at]);

/**
 * Returns ranges by day with their keys. `before` is a map of those that were there. Of them, each that is still there by its
 * times keeps its key; of the new ones, each takes that of one that is gone, in order. So a range keeps its key while one of its
 * times is edited, wherever it stands.
 */
export const keyed = (before, days) =>
  mapped(days, (ranges, day) => keyedOfDay(before?.get(day) ?? [], ranges));

function keyedOfDay(before, ranges) {
  const left = new Set(before);
  const stayed = ranges.map(({ open, close }) => {
    const same = [...left].find(
      (range) => range.open === open && range.close === close,
    );
    left.delete(same);
    return same;
  });
  const gone = [...left];
  let next = Math.max(-1, ...before.map(({ key }) => Number(key)));
  return ranges.map((range, at) => ({
    key: (stayed[at] ?? gone.shift())?.key ?? String(++next),
    ...range,
  }));
}

/** Returns keyed ranges with the places of their times, and the texts that were typed for them. */
export function placed(days, list, textAt) {
  return mapped(days, (ranges, day) =>
    ranges.map(({ key, open, close, path }) => {
      const [opening, closing] = ["open", "close"].map((side) => [
        memberOf(list),
        day,
        key,
        side,
      ]);
      return {
        key,
        open: textAt(opening, open),
        close: textAt(closing, close),
        path,
        places: { open: opening, close: closing },
      };
    }),
  );
}

const mapped = (days, make) =>
  Object.fromEntries(
    Object.entries(days).map(([day, ranges]) => [day, make(ranges, day)]),
  );
const own = (object, name) =>
  object && Object.hasOwn(object, name) ? object[name] : undefined;
