/** The first day of a week, which calendars on a wall begin with. */

import { DATE_TAG, LANGUAGE } from "../words/words.js";

/**
 * Returns the first day of a week by its number, 0 for Sunday: in the region of the browser if it speaks the page's language, and
 * otherwise where most people speak that.
 */
export function firstDay() {
  const spoken = navigator.languages.find((tag) =>
    tag.startsWith(`${LANGUAGE}-`),
  );
  const locale = new Intl.Locale(spoken ?? DATE_TAG);
  const week = locale.getWeekInfo?.() ?? locale.weekInfo;
  return (week?.firstDay ?? 1) % 7;
}
