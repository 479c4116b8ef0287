/** The hours that count: those of the week, of the special dates, or both. */

/**
 * Returns the hours that count under an availability type: with 0 those of the week alone, with 1 those of the special dates
 * alone. The others are not documented; then special dates replace the hours of their day.
 */
export const counting = (type) => ({ week: type !== 1, dates: type !== 0 });

/** Returns true for a record with special dates that do not count. */
export const hasIdleDates = ({ availabilities, availabilityType }) => Array.isArray(availabilities) && availabilities.length > 0 && !counting(availabilityType).dates;
