/** A year of the hours that count, as a heat map with a row for each month, and their sums. */

import { counting } from "./counting.js";
import { firstDay } from "./first-day.js";
import { attribute, button, fresh, h, say } from "../elements/element.js";
import {
  dateAt,
  daysInto,
  inMonth,
  later,
  monthLater,
  monthOf,
  timeOf,
  yearLater,
  yearOf,
} from "./month.js";
import { saidHours, saidToday } from "./month-table.js";
import { longDate } from "../fields/places.js";
import { equal, LEVELS, levelOf, yearly } from "./special.js";
import { count, DATE_TAG, figure, listed, t } from "../words/words.js";

/** Number of days that a month has at most, with the days of its first week before it. */
const COLUMNS = 37;

/** Matches widths at which a month is a column, as in `year.css`. */
const narrow = matchMedia("(max-width: 43.99rem)");

const names = (options, dates) => {
  const format = new Intl.DateTimeFormat(DATE_TAG, {
    ...options,
    timeZone: "UTC",
  });
  return dates.map((date) => format.format(timeOf(date)));
};

/** Places an element in the row of a month and the column of a day. */
function place(element, month, at) {
  element.style.setProperty("--month", month);
  element.style.setProperty("--at", at);
  return element;
}

function legend() {
  const levels = [
    t("closed"),
    ...LEVELS.slice(1).map((most) =>
      t("dates.year.up", { hours: count("hours", most) }),
    ),
    t("dates.year.over", { hours: count("hours", LEVELS.at(-1)) }),
  ];
  const items = [
    ...levels.map((words, level) => [words, { "data-level": level }]),
    [t("dates.special"), { "data-level": 2, "data-sign": "•" }],
    [
      listed([t("dates.special"), t("closed")]),
      { "data-level": 0, "data-sign": "✕" },
    ],
    [t("legend.edited"), { "data-change": "edited" }],
    [saidToday(), { "aria-current": "date" }],
  ];
  return h(
    "ul",
    { class: "legend", "aria-label": t("legend") },
    ...items.map(([words, marks]) =>
      h(
        "li",
        {},
        h("span", { class: "heat", "aria-hidden": "true", ...marks }),
        ` ${words}`,
      ),
    ),
  );
}

/** Creates the view. `select` receives the date that someone chose. */
export function makeYear({ select }) {
  const first = firstDay();
  const months = Array.from(
    { length: 12 },
    (_, number) => `2026-${String(number + 1).padStart(2, "0")}-01`,
  );
  const shortMonths = names({ month: "short" }, months);
  const longMonths = names({ month: "long" }, months);
  // The first of January 2023 was a Sunday.
  const letters = names(
    { weekday: "narrow" },
    Array.from({ length: 7 }, (_, at) => `2023-01-0${((first + at) % 7) + 1}`),
  );
  const title = h("h4", { "aria-live": "polite" });
  const sum = h("p");
  const was = h("p", { class: "hint" });
  const basis = h("p", { class: "hint" });
  const head = h(
    "div",
    { class: "year-head", "aria-hidden": "true" },
    ...Array.from({ length: COLUMNS }, (_, at) =>
      place(h("span", {}, letters[at % 7]), 0, at + 1),
    ),
  );
  const map = h(
    "div",
    { class: "heat-map", role: "group", "aria-labelledby": fresh("year") },
    head,
  );
  sum.id = map.getAttribute("aria-labelledby");
  const rows = months.map((_, number) => {
    const total = place(
      h("span", { class: "total", "aria-hidden": "true" }),
      number + 1,
      COLUMNS + 1,
    );
    const cells = Array.from({ length: 31 }, () =>
      h("button", {
        type: "button",
        class: "heat",
        click: ({ currentTarget }) => select(currentTarget.dataset.date),
        keydown: onKey,
      }),
    );
    const element = h(
      "div",
      { class: "year-month", role: "group" },
      place(
        h("span", { "aria-hidden": "true" }, shortMonths[number]),
        number + 1,
        0,
      ),
      ...cells,
      total,
    );
    return { element, cells, total };
  });
  map.append(...rows.map(({ element }) => element));
  const key = legend();
  const element = h(
    "div",
    { class: "year" },
    h(
      "div",
      { class: "bar" },
      button("‹", () => turn(-1), {
        class: "icon",
        "aria-label": t("dates.year.previous"),
      }),
      title,
      button("›", () => turn(1), {
        class: "icon",
        "aria-label": t("dates.year.next"),
      }),
    ),
    sum,
    was,
    basis,
    map,
    key,
  );
  let record;
  let year;
  /** The values that the cells show. */
  let painted = [];
  let focused;

  const said = ({ open, closed, hours }) => ({
    open: count("days", open),
    closed: count("days", closed),
    hours: count("hours", hours),
  });

  /**
   * Shows the year of the selected dates, unless another was turned to. The draft and the stored record each have the
   * dates, the week and the availability type.
   */
  function show(shown) {
    const isOther =
      record === undefined || record.selected.at(-1) !== shown.selected.at(-1);
    record = shown;
    if (isOther) year = yearOf(record.selected.at(-1));
    paint();
  }

  function paint() {
    const { draft, stored, selected } = record;
    const values = [
      year,
      draft.dates,
      draft.week,
      draft.type,
      record.isScheduled,
      stored.dates,
      stored.week,
      stored.type,
      dateAt(new Date()),
    ];
    if (values.some((value, at) => value !== painted[at]))
      paintDays(draft, stored);
    painted = values;
    const chosen = new Set(selected);
    if (yearOf(focused ?? "") !== year)
      focused =
        selected.findLast((date) => yearOf(date) === year) ?? `${year}-01-01`;
    for (const { cells } of rows) {
      for (const cell of cells) {
        const { date } = cell.dataset;
        attribute(cell, "aria-pressed", String(chosen.has(date)));
        attribute(cell, "tabindex", date === focused ? "0" : "-1");
      }
    }
  }

  function paintDays(draft, stored) {
    const now = yearly(year, draft);
    const before = yearly(year, stored);
    const counts = counting(draft.type);
    const today = dateAt(new Date());
    say(title, figureOf(year));
    say(
      sum,
      now
        ? t("dates.year.sum", { year: figureOf(year), ...said(now) })
        : t(record.isScheduled ? "week.schedule" : "week.unread"),
    );
    say(
      basis,
      !counts.dates
        ? t("dates.uncounted")
        : !counts.week
          ? t("dates.alone")
          : t("dates.both"),
    );
    map.hidden = key.hidden = !now;
    was.hidden =
      !now ||
      !before ||
      (now.hours === before.hours && now.open === before.open);
    if (!was.hidden) say(was, t("dates.year.was", said(before)));
    if (!now) return;
    now.months.forEach((month, number) => {
      const { element, cells, total } = rows[number];
      attribute(
        element,
        "aria-label",
        t("dates.year.month", { month: longMonths[number], ...said(month) }),
      );
      say(total, figure(month.hours));
      const lead = daysInto(month.days[0].date, first);
      cells.forEach((cell, at) => {
        const day = month.days[at];
        cell.hidden = !day;
        attribute(cell, "data-date", day?.date);
        if (!day) return;
        place(cell, number + 1, lead + at + 1);
        const change =
          before &&
          !equal(before.months[number].days[at].ranges, day.ranges) &&
          "edited";
        attribute(cell, "data-level", levelOf(day.hours));
        attribute(
          cell,
          "data-sign",
          day.isSpecial && (day.hours > 0 ? "•" : "✕"),
        );
        attribute(cell, "data-change", change);
        attribute(cell, "aria-current", day.date === today && "date");
        const words =
          longDate(day.date) +
          t("colon") +
          listed(
            [
              saidHours(day.ranges),
              day.isSpecial && t("dates.special"),
              change && t("legend.edited"),
            ].filter(Boolean),
          );
        attribute(cell, "aria-label", words);
        attribute(cell, "title", words);
      });
    });
  }

  const figureOf = (year) => String(Number(year));

  function turn(by) {
    year = yearLater(year, by);
    paint();
  }

  /** Handles arrows along the days and across the months, which change places on narrow pages; and pages, which are years. */
  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { date } = event.currentTarget.dataset;
    const day = (by) => later(date, by);
    const month = (by) => inMonth(date, monthLater(monthOf(date), by));
    const [across, down] = narrow.matches ? [month, day] : [day, month];
    const [year, ...rest] = date.split("-");
    const steps = {
      ArrowLeft: () => across(-1),
      ArrowRight: () => across(1),
      ArrowUp: () => down(-1),
      ArrowDown: () => down(1),
      Home: () => `${monthOf(date)}-01`,
      End: () => inMonth(`${year}-01-31`, monthOf(date)),
      PageUp: () => inMonth(date, [yearLater(year, -1), rest[0]].join("-")),
      PageDown: () => inMonth(date, [yearLater(year, 1), rest[0]].join("-")),
    };
    if (!Object.hasOwn(steps, event.key)) return;
    event.preventDefault();
    const next = steps[event.key]();
    if (next) go(next);
  }

  function go(date) {
    focused = date;
    year = yearOf(date);
    paint();
    map.querySelector(`[data-date="${date}"]`)?.focus();
  }

  return { element, show };
}
