/** The openings of the record before and after its edits, from the package's openings. Their first date is the browser's. */

import { dateAt } from "../dates/month.js";
import { LANGUAGE } from "../words/words.js";

/** Number of days that are shown one by one. */
export const DAYS = 30;
/** Number of days over which a choice is weighed. */
export const YEAR = 365;

/** The answer to the last question, and what it depends on. */
let last = {};

/** Returns the record as the service holds it after the update. */
export function updated({ verbs, form }) {
  const { stored, draft, changes } = form.getSnapshot();
  return changes.length === 0 ? stored : verbs.outcome(stored, draft);
}

/**
 * Returns the openings of the next days as they are stored and after the update, and their comparison; undefined for a
 * location, and for a record that has no openings.
 */
export function offerOf(store) {
  if (store.kind !== "calendar") return undefined;
  const { stored, draft } = store.form.getSnapshot();
  const from = dateAt(new Date());
  const isSame =
    last.stored === stored &&
    last.draft === draft &&
    last.from === from &&
    last.language === LANGUAGE;
  if (!isSame)
    last = {
      stored,
      draft,
      from,
      language: LANGUAGE,
      offer: weighed(store, stored, from),
    };
  return last.offer;
}

function weighed(store, stored, from) {
  const span = { from, days: DAYS };
  const { verbs } = store;
  try {
    const record = updated(store);
    return {
      before: verbs.openings(stored, span),
      after: verbs.openings(record, span),
      effect: verbs.effect(stored, record, span),
      record,
    };
  } catch (thrown) {
    // The page goes on in a fresh core.
    if (["core_failed", "core_lost"].includes(thrown?.code)) throw thrown;
    // The findings tell what cannot be read.
    return undefined;
  }
}

/** Returns whether anything can be booked: "yes", "no", or "schedule" if only a schedule elsewhere knows. */
export function bookable({ issues, total }) {
  if (issues.length > 0 || (total.starts === 0 && total.unknownDays === 0))
    return "no";
  return total.starts === 0 ? "schedule" : "yes";
}

/** Minutes of each unit of a booking window. Months are taken as 30 days. */
const UNITS = {
  mins: 1,
  hours: 60,
  days: 24 * 60,
  weeks: 7 * 24 * 60,
  months: 30 * 24 * 60,
};

const lengthOf = (record, name) =>
  typeof record[name] === "number" && record[name] > 0
    ? record[name] * (UNITS[record[`${name}Unit`]] ?? UNITS.days)
    : undefined;

/**
 * Returns the first starts of openings that are at least the minimum notice after a moment and within the booking window, each
 * with its date.
 *
 * @returns {{ date: string, starts: string[] }[]}
 */
export function nextStarts({ days }, record, moment, most) {
  const atOf = (minutes) => {
    const at = new Date(moment.getTime() + minutes * 60_000);
    return `${dateAt(at)} ${String(at.getHours()).padStart(2, "0")}:${String(at.getMinutes()).padStart(2, "0")}`;
  };
  const first = atOf(lengthOf(record, "allowBookingAfter") ?? 0);
  const window = lengthOf(record, "allowBookingFor");
  const last = window === undefined ? undefined : atOf(window);
  const found = [];
  let left = most;
  for (const { date, starts } of days) {
    if (left === 0) break;
    const own = starts
      .filter(
        (start) =>
          `${date} ${start}` >= first &&
          (last === undefined || `${date} ${start}` <= last),
      )
      .slice(0, left);
    left -= own.length;
    if (own.length > 0) found.push({ date, starts: own });
  }
  return found;
}
