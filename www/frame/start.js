/** The first screen: one sentence, a changed week to drag, and the ways in. */

import { button, h } from "../elements/element.js";
import { legend, makeHours } from "../week/hours.js";
import { DAYS, SHORT_DAYS, WEEK } from "../fields/places.js";
import { DRAFT_WEEK, STORED_WEEK } from "./sample-week.js";
import { inDay, span } from "../week/times.js";
import { listed, t } from "../words/words.js";

/** Number of minutes to which hours snap, as in the samples. */
const STEP = 30;

/** The hours of each day as they were dragged here, which stay in another language. */
let week;

/** Creates the first screen around a panel to load from. `offered` is shown on top. */
export function makeStart(store, load, offered) {
  week ??= inMinutes(DRAFT_WEEK);
  const tried = makeWeek(store);
  return h(
    "main",
    { class: "start", tabindex: "-1" },
    offered,
    h(
      "div",
      { class: "hero" },
      h(
        "div",
        { class: "promise" },
        h("p", { class: "motto" }, t("motto")),
        h("p", {}, t("welcome")),
        h("p", { class: "private" }, t("private")),
        button(
          t("start.try"),
          () => load.takeSample("edited", entriesOf(week)),
          { class: "primary" },
        ),
      ),
      h(
        "figure",
        { "aria-label": t("start.week") },
        tried.element,
        h(
          "figcaption",
          {},
          h(
            "div",
            { class: "row" },
            legend(["kept", "added", "removed"]),
            h("p", { class: "hint" }, t("start.drag")),
          ),
          tried.changes,
        ),
      ),
    ),
    h("h2", { class: "hidden" }, t("load")),
    load.element,
  );
}

/** Creates the week of the edited sample, and below it what differs from the saved one. */
function makeWeek(store) {
  const stored = inMinutes(STORED_WEEK);
  const changes = h("ul", { class: "tried" });
  const hours = makeHours(store, {
    step: () => STEP,
    commit(days) {
      week = new Map([...week, ...days]);
      update();
    },
  });
  const said = (ranges) =>
    ranges.length > 0 ? listed(ranges.map(span)) : t("closed");

  function update() {
    hours.update(
      WEEK.map(([key, number]) => ({
        key,
        label: DAYS[number],
        short: SHORT_DAYS[number],
        stored: stored.get(key),
        draft: week.get(key),
        found: [],
      })),
    );
    const changed = WEEK.filter(
      ([key]) => String(stored.get(key)) !== String(week.get(key)),
    );
    changes.replaceChildren(
      ...changed.map(([key, number]) =>
        h(
          "li",
          {},
          h("b", {}, SHORT_DAYS[number]),
          ` ${said(week.get(key))} `,
          h("s", { "aria-hidden": "true" }, said(stored.get(key))),
          h(
            "span",
            { class: "hidden" },
            t("dates.was", { hours: said(stored.get(key)) }),
          ),
        ),
      ),
    );
  }

  update();
  return { element: hours.element, changes };
}

/** Returns the hours of each day in minutes, by its name. */
const inMinutes = (entries) =>
  new Map(
    WEEK.map(([day, number]) => [
      day,
      entries
        .filter(({ daysOfTheWeek }) => daysOfTheWeek.includes(number))
        .flatMap(({ hours }) => hours.map(inDay)),
    ]),
  );

/** Returns the hours of the days as a record has them. */
const entriesOf = (week) =>
  WEEK.map(([day, number]) => ({
    daysOfTheWeek: [number],
    hours: week.get(day).map(([from, to]) => ({
      openHour: Math.floor(from / 60),
      openMinute: from % 60,
      closeHour: Math.floor(to / 60),
      closeMinute: to % 60,
    })),
  })).filter(({ hours }) => hours.length > 0);
