/** The hours that count: those of the week, of the special dates, or both. */

/**
 * Returns the hours that count under an availability type: with 0 those of the week alone, with 1 those of the special dates
 * alone. The others are not documented; then special dates replace the hours of their day.
 */
export const counting = (type) => ({ week: type !== 1, dates: type !== 0 });

/** Returns true for a record with special dates that do not count. */
export const hasIdleDates = ({ availabilities, availabilityType }) =>
  Array.isArray(availabilities) &&
  availabilities.length > 0 &&
  !counting(availabilityType).dates;

/** Returns true for a week without hours of its own: it was never set, or a schedule has the hours. An empty list is closed. */
const isElsewhere = (week) =>
  week === undefined ||
  week === null ||
  (typeof week === "object" &&
    !Array.isArray(week) &&
    Object.keys(week).length === 0);

/** Returns true if the hours of the week are on a schedule, and the draft does not set any. */
export const isOnSchedule = ({ draft, stored }) =>
  isElsewhere(draft.openHours) && isElsewhere(stored.openHours);
