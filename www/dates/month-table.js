/** A month as a table of dates: closed days, own hours and changes are marked, and other days have their weekly hours. */

import { counting } from "./counting.js";
import { firstDay } from "./first-day.js";
import {
  attribute,
  button,
  capital,
  h,
  heard,
  say,
} from "../elements/element.js";
import {
  dateAt,
  isStep,
  monthLater,
  monthOf,
  stepped,
  timeOf,
  weeksOf,
} from "./month.js";
import { longDate, SHORT_DAYS } from "../fields/places.js";
import { changeOf, effective, stateOf } from "./special.js";
import {
  DATE_TAG,
  inLanguage,
  LANGUAGE,
  listed,
  ranged,
  t,
} from "../words/words.js";

/** Number of ranges that fit into a cell. */
const RANGES = 2;

let monthName;
let relative;
inLanguage(() => {
  monthName = new Intl.DateTimeFormat(DATE_TAG, {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  relative = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: "auto" });
});

/** Returns "today" in the page's language. */
export const saidToday = () => relative.format(0, "day");

/** Returns `09:00` as `9`, and `09:30` as `9:30`. */
const short = (time) => time.replace(":00", "").replace(/^0/, "");

/** Returns the hours in words for a cell, a range on each line. */
function linesOf(ranges) {
  const written = ranges.length > RANGES ? RANGES - 1 : RANGES;
  const lines = ranges
    .slice(0, written)
    .map((range) => ranged(range.map(short)));
  if (ranges.length > written) lines.push(`+${ranges.length - written}`);
  return lines.join("\n");
}

/** Returns hours in words: those of the week if the date is not special. */
export const saidHours = (hours) =>
  hours === undefined
    ? t("dates.usual")
    : hours.length === 0
      ? t("closed")
      : listed(hours.map(ranged));

/** Creates the legend of the fills and marks. */
function legendOf(today) {
  const items = [
    ["closed", t("closed"), "✕"],
    ["own", t("dates.own")],
    ["unused", t("dates.unused"), "(9)"],
    ["unknown", t("dates.unknown"), "?"],
    ...["added", "edited", "removed"].map((change) => [
      change,
      t(`legend.${change}`),
    ]),
    ["today", today],
  ];
  return h(
    "ul",
    { class: "legend", "aria-label": t("legend") },
    ...items.map(([kind, words, sign]) =>
      h(
        "li",
        {},
        h("span", { class: `piece ${kind}`, "aria-hidden": "true" }, sign),
        ` ${words}`,
      ),
    ),
  );
}

/**
 * Creates the table. `select` and `reach` receive the date of a key or press, and if it extends the period; `reach` keeps
 * the visible month, whose days are under the pointer. `turn` receives another month, `remove` removes the selected dates, and `extended`
 * is called when a period was selected.
 */
export function makeMonth({ label, select, reach, turn, remove, extended }) {
  let month;
  const first = firstDay();
  const days = Array.from({ length: 7 }, (_, at) => (first + at) % 7);
  const title = h("h3", { "aria-live": "polite" });
  const body = h("tbody");
  const table = h(
    "table",
    { class: "month", "aria-label": label },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ...days.map((day) => h("th", { scope: "col" }, SHORT_DAYS[day])),
      ),
    ),
    body,
  );
  const today = saidToday();
  const legend = legendOf(today);
  const element = h(
    "div",
    { class: "calendar" },
    h(
      "div",
      { class: "bar" },
      button("‹", () => turn(monthLater(month, -1)), {
        class: "icon",
        "aria-label": t("dates.previous"),
      }),
      title,
      button(capital(today), () => select(dateAt(new Date()), false), {
        class: "quiet",
      }),
      button("›", () => turn(monthLater(month, 1)), {
        class: "icon",
        "aria-label": t("dates.next"),
      }),
    ),
    table,
    legend,
    h("p", { class: "hint" }, t("dates.help")),
  );

  const makeCell = () =>
    h(
      "td",
      {},
      h(
        "button",
        {
          type: "button",
          class: "date",
          click: onClick,
          keydown: onKey,
          pointerenter: onDrag,
          pointerdown: onPress,
        },
        h("b", { "aria-hidden": "true" }),
        h("span", { class: "sign", "aria-hidden": "true" }),
        h("span", { class: "says", "aria-hidden": "true" }),
        heard(),
      ),
    );

  /**
   * Shows the month with its dates as they are in the draft and stored, and the worst severity found at each. With `isScheduled`,
   * the hours of other days are on a schedule.
   */
  function show(
    shown,
    { selected, focused, dates, stored, found, week, type, isScheduled },
  ) {
    month = shown;
    say(title, capital(monthName.format(timeOf(`${month}-01`))));
    const weeks = weeksOf(month, first);
    const now = dateAt(new Date());
    const datesCount = counting(type).dates;
    legend.querySelector(".unused").parentElement.hidden = datesCount;
    legend.querySelector(".unknown").parentElement.hidden = !isScheduled;
    // One date can be reached by Tab.
    const reached = weeks.some((row) => row.includes(focused))
      ? focused
      : `${month}-01`;
    while (body.rows.length > weeks.length) body.lastChild.remove();
    while (body.rows.length < weeks.length)
      body.append(h("tr", {}, ...days.map(makeCell)));
    weeks.forEach((row, at) =>
      row.forEach((date, day) => {
        const cell = body.rows[at].cells[day].firstChild;
        cell.hidden = date === undefined;
        attribute(cell, "data-date", date);
        if (cell.hidden) return;
        const hours = dates[date];
        const change = changeOf(hours, stored[date]);
        const severity = found.get(date);
        const isOutside = monthOf(date) !== month;
        const isUnused = hours !== undefined && !datesCount;
        // The hours of a date that is not special, or does not count, are those that count.
        const usual =
          hours === undefined || isUnused
            ? effective(date, { week, dates, type })
            : undefined;
        const ranges = hours ?? (isOutside ? undefined : usual);
        const [number, sign, says, spoken] = cell.children;
        say(number, String(Number(date.slice(8))));
        say(sign, hours?.length === 0 && !isUnused ? "✕" : "");
        const isUnknown = isScheduled && hours === undefined && !isOutside;
        const words =
          ranges === undefined
            ? isUnknown
              ? "?"
              : ""
            : hours?.length === 0
              ? t("closed")
              : ranges.length === 0
                ? "–"
                : linesOf(ranges);
        say(
          says,
          isUnused
            ? `(${hours.length === 0 ? "✕" : words})\n${usual?.length > 0 ? linesOf(usual) : "–"}`
            : words,
        );
        attribute(cell, "data-state", stateOf(hours));
        attribute(cell, "data-change", change);
        attribute(cell, "data-severity", severity);
        attribute(cell, "aria-pressed", String(selected.has(date)));
        attribute(cell, "aria-current", date === now && "date");
        attribute(cell, "tabindex", date === reached ? "0" : "-1");
        cell.classList.toggle("outside", isOutside);
        cell.classList.toggle("uncounted", isUnused);
        cell.classList.toggle(
          "idle",
          hours === undefined && usual?.length === 0,
        );
        const was =
          change &&
          change !== "added" &&
          t("dates.was", { hours: saidHours(stored[date]) });
        say(
          spoken,
          listed(
            [
              longDate(date),
              saidHours(hours),
              isUnused && t("dates.unused"),
              usual && saidHours(usual),
              isUnknown && t("dates.unknown"),
              change && t(`legend.${change}`),
              was,
              severity && t(`severity.${severity}`),
            ].filter(Boolean),
          ),
        );
      }),
    );
  }

  const focus = (date) =>
    body
      .querySelector(date ? `[data-date="${date}"]` : '[tabindex="0"]')
      ?.focus();

  // Mouse, touch and keys

  let pressed;

  function release() {
    pressed = undefined;
    extended();
  }

  function onPress(event) {
    if (event.button !== 0 || event.pointerType === "touch") return;
    pressed = event.currentTarget.dataset.date;
    document.addEventListener("pointerup", release, { once: true });
    reach(pressed, event.shiftKey);
  }

  function onDrag({ buttons, currentTarget: { dataset } }) {
    if (pressed && buttons === 1 && dataset.date !== pressed)
      reach((pressed = dataset.date), true);
  }

  /** Handles a tap, a key, or the end of a mouse press that did not become a drag. */
  function onClick(event) {
    select(event.currentTarget.dataset.date, event.shiftKey);
  }

  function onKey(event) {
    const { key, shiftKey } = event;
    if (key === "Delete") remove();
    else if (!isStep(key) || event.ctrlKey || event.metaKey || event.altKey)
      return;
    event.preventDefault();
    const next = isStep(key)
      ? stepped(event.currentTarget.dataset.date, key, first)
      : undefined;
    if (next === undefined) return;
    select(next, shiftKey);
    if (shiftKey) extended();
    focus(next);
  }

  return { element, show, focus };
}
