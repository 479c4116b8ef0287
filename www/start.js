/** The first screen: one sentence, the picture of a changed week, and the ways in. */

import { button, h } from "./element.js";
import { legend } from "./hours.js";
import { DAYS, SHORT_DAYS, WEEK } from "./places.js";
import { cropped, shareOf } from "./reshape.js";
import { DRAFT_WEEK, STORED_WEEK } from "./sample-week.js";
import { common, HOUR, inDay, without } from "./times.js";
import { listed, t } from "./words.js";

/** Creates the first screen around a panel to load from. `offered` is shown above it. */
export const makeStart = (load, offered) =>
  h(
    "main",
    { class: "start", tabindex: "-1" },
    h(
      "div",
      { class: "hero" },
      h("div", { class: "promise" }, h("p", { class: "motto" }, t("motto")), h("p", {}, t("welcome")), h("p", { class: "private" }, t("private")), button(t("start.try"), () => load.takeSample("edited"), { class: "primary" })),
      h("figure", {}, picture(), h("figcaption", {}, legend(["kept", "added", "removed"]))),
    ),
    offered,
    h("h2", { class: "hidden" }, t("load")),
    load.element,
  );

/** Draws the week of the edited sample: the picture that the page is about. */
function picture() {
  const days = WEEK.map(([, number]) => ({ number, before: rangesOf(STORED_WEEK, number), now: rangesOf(DRAFT_WEEK, number) }));
  const shown = cropped(days.flatMap(({ before, now }) => [...before, ...now]), false);
  const [first, last] = shown;
  const piece = (kind, [from, to]) => {
    const element = h("div", { class: `piece ${kind}` });
    element.style.top = `${shareOf(from, shown)}%`;
    element.style.height = `${shareOf(to, shown) - shareOf(from, shown)}%`;
    return element;
  };
  const column = ({ number, before, now }) =>
    h(
      "div",
      { class: "day-column" },
      h("span", { class: "weekday" }, SHORT_DAYS[number]),
      h("div", { class: "column" }, h("div", { class: "back" }, common(before, now).map((range) => piece("kept", range)), without(now, before).map((range) => piece("added", range)), without(before, now).map((range) => piece("removed", range)))),
    );
  const changed = listed(days.filter(({ before, now }) => String(before) !== String(now)).map(({ number }) => DAYS[number]));
  const element = h("div", { class: "columns", role: "img", "aria-label": t("start.picture", { days: changed }) }, days.map(column));
  element.style.setProperty("--hours", (last - first) / HOUR);
  element.style.setProperty("--skipped", first / HOUR);
  return element;
}

/** Returns the hours of a day in minutes. */
const rangesOf = (entries, number) =>
  entries.filter(({ daysOfTheWeek }) => daysOfTheWeek.includes(number)).flatMap(({ hours }) => hours.map(inDay));
