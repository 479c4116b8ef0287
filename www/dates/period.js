/** The panel of the selected dates: the first and the last day, their state as radio buttons, and their own hours. */

import { changeMark } from "../fields/change-mark.js";
import { capital, fresh, h, say } from "../elements/element.js";
import { legend, makeHours, stepOf } from "../week/hours.js";
import { FIRST, LAST } from "./month.js";
import { longDate, shortDate } from "../fields/places.js";
import { commonOf, equal, STATES, stateOf, tally } from "./special.js";
import { clock, inMinutes, overlaps } from "../week/times.js";
import { makeTimes } from "../week/typed.js";
import { count, figure, t } from "../words/words.js";

const WORDS = { closed: "closed", own: "dates.own", usual: "dates.usual" };

/** Returns the days in words. */
export const saidPeriod = (days) =>
  days.length === 1
    ? longDate(days[0])
    : t("dates.period", {
        from: longDate(days[0]),
        to: longDate(days.at(-1)),
        days: count("days", days.length),
      });

/** Returns the number of days in each state in words. */
export function saidTally(days, dates) {
  const numbers = tally(days, dates);
  return STATES.filter((state) => numbers[state] > 0)
    .map((state) => `${t(WORDS[state])} ${figure(numbers[state])}`)
    .join(" · ");
}

/**
 * Creates the panel. `choose` receives an end and its date, `left` the end that was left, `commit` the hours of all selected
 * dates in clock times, and `become` the state that someone chose.
 */
export function makePeriod(store, { choose, leave, commit, become }) {
  const what = h("h3", { tabindex: "-1" });
  const mark = changeMark(store, () => what.focus());
  const ends = [0, 1].map((end) =>
    h("input", {
      type: "date",
      min: FIRST,
      max: LAST,
      change: ({ target }) =>
        target.value && target.validity.valid && choose(end, target.value),
      blur: ({ target }) => leave(target),
    }),
  );
  const cut = h("p", { class: "hint" });
  const idle = h("p", { class: "no-effect" }, t("dates.no.effect"));
  const group = fresh("state");
  const radios = STATES.map((state) =>
    h("input", {
      type: "radio",
      name: group,
      value: state,
      change: () => become(state),
    }),
  );
  const choice = h(
    "fieldset",
    { class: "states" },
    h("legend", {}, t("dates.state")),
    ...radios.map((radio) =>
      h("label", {}, radio, h("span", {}, capital(t(WORDS[radio.value])))),
    ),
  );
  const differ = h("p", { class: "hint differ", id: fresh("differ") });
  choice.setAttribute("aria-describedby", differ.id);
  const inClock = (ranges) => commit(ranges.map((range) => range.map(clock)));
  const times = makeTimes(store, { commit: inClock });
  const hours = makeHours(store, {
    step: () => stepOf(store.form.getSnapshot().draft),
    commit: (days) => inClock([...days.values()][0]),
  });
  const fills = legend();
  const own = h(
    "div",
    { class: "own-hours" },
    times.element,
    h("div", { class: "picture" }, hours.element, fills),
  );
  const element = h(
    "div",
    { class: "card day-panel" },
    h("div", { class: "bar" }, what, mark.element),
    h(
      "div",
      { class: "row ends" },
      ...["dates.from", "dates.until"].map((key, end) =>
        h("label", {}, h("span", { class: "hint" }, t(key)), ends[end]),
      ),
    ),
    cut,
    choice,
    idle,
    differ,
    own,
  );

  /**
   * Shows the selected days; `isCut` is true if some of the period's days are not among them, and `isIdle` if special dates do
   * not count.
   */
  function show(days, { dates, stored, isCut, isIdle, changes }) {
    say(what, capital(saidPeriod(days)));
    mark.show(changes);
    cut.hidden = !isCut;
    if (isCut) say(cut, t("dates.most", { days: count("days", days.length) }));
    showEnds(days);
    const states = new Set(days.map((date) => stateOf(dates[date])));
    idle.hidden = !isIdle || (states.size === 1 && states.has("usual"));
    for (const radio of radios)
      radio.checked = states.size === 1 && states.has(radio.value);
    // The hours of several days are those of the first.
    const now = dates[days[0]] ?? [];
    const isOwn = now.length > 0;
    differ.hidden = commonOf(days, dates) !== undefined;
    if (!differ.hidden)
      say(
        differ,
        `${t(isOwn ? "dates.differ.first" : "dates.differ")}\n${capital(saidTally(days, dates))}`,
      );
    const [before, ranges] = [inMinutes(stored[days[0]] ?? []), inMinutes(now)];
    const hadFocus = own.contains(document.activeElement);
    // A field without a row enters nothing when it loses the focus.
    times.update(ranges);
    if (!isOwn && hadFocus)
      (radios.find(({ checked }) => checked) ?? what).focus();
    own.hidden = !isOwn;
    if (!isOwn) return;
    fills.hidden =
      equal(before, ranges) &&
      overlaps(ranges).length === 0 &&
      ranges.every(([from, to]) => from < to);
    const label = days.length === 1 ? longDate(days[0]) : t("dates.selected");
    const name =
      days.length === 1 ? shortDate(days[0]) : count("days", days.length);
    hours.update([
      {
        key: "date",
        label,
        short: name,
        stored: before,
        draft: ranges,
        found: [],
      },
    ]);
  }

  /** Shows the first and last day, except in the field that has the focus. */
  function showEnds(days) {
    ends.forEach((input, end) => {
      if (input !== document.activeElement) input.value = days.at(-end);
    });
    ends[1].min = days[0];
  }

  return { element, show, showEnds, focus: () => what.focus() };
}
