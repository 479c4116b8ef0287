/**
 * Special dates in a month view: closed days are marked, and the hours of a selected period are edited like those of
 * the week.
 */

import { worst } from "./desk.js";
import { attribute, button, capital, h, heard, say } from "./element.js";
import { changeMark } from "./fields.js";
import { issueList } from "./findings.js";
import { legend, makeHours, stepOf } from "./hours.js";
import { makeList } from "./list.js";
import { longDate, shortDate, SHORT_DAYS, WEEK } from "./places.js";
import { another, clock, minutes } from "./times.js";
import { makeTimes } from "./typed.js";
import { count, inLanguage, LANGUAGE, listed, t } from "./words.js";

const ONE_DAY = 24 * 60 * 60 * 1000;
let monthName;
inLanguage(() => (monthName = new Intl.DateTimeFormat(LANGUAGE, { month: "long", year: "numeric", timeZone: "UTC" })));
const iso = (time) => new Date(time).toISOString().slice(0, 10);
const timeOf = (date) => Date.parse(`${date}T00:00Z`);
const FIRST = "0001-01-01";
const LAST = "9999-12-31";
/** Returns the date a number of days later, or undefined if its year would not have four digits. */
function later(date, days) {
  const time = timeOf(date) + days * ONE_DAY;
  return time < timeOf(FIRST) || time > timeOf(LAST) ? undefined : iso(time);
}
/** Returns the month a number of months later, or the first or last possible month. */
function monthLater(month, by) {
  const [year, number] = month.split("-").map(Number);
  const at = Math.max(12, Math.min(9999 * 12 + 11, year * 12 + number - 1 + by));
  return `${String(Math.floor(at / 12)).padStart(4, "0")}-${String((at % 12) + 1).padStart(2, "0")}`;
}
/** Maximum number of dates that are edited at once: each is an entry of the record. */
const MOST = 400;
/** Returns the ranges that can be drawn. */
const inMinutes = (ranges) => ranges.filter(isRead).map((range) => range.map(minutes));
const isRead = (range) => !range.includes("");
/** Returns the dates that can be drawn completely; the others are among the odd ones. */
const drawable = (dates) => Object.fromEntries(Object.entries(dates).filter(([, ranges]) => ranges.every(isRead)));
const inClock = (ranges) => ranges.map((range) => range.map(clock));
const short = (ranges) => ranges.map(([opens, closes]) => `${opens.replace(":00", "").replace(/^0/, "")}–${closes.replace(":00", "").replace(/^0/, "")}`).join(" ");

export function makeDates(desk, member) {
  const path = () => [member.name];
  /** The first and the last selected date, in either order. */
  let { from, to, month } = desk.view.dates ?? {};
  let dates = {};
  let stored = {};
  /** The objects from which the dates and their findings were read. */
  let read = {};
  let found = new Map();

  const title = h("h3", { "aria-live": "polite" });
  const body = h("tbody");
  const table = h(
    "table",
    { class: "month", "aria-label": capital(member.label) },
    h("thead", {}, h("tr", {}, ...WEEK.map(([, day]) => h("th", { scope: "col" }, SHORT_DAYS[day])))),
    body,
  );
  const ends = [0, 1].map((end) => h("input", { type: "date", min: FIRST, max: LAST, change: ({ target }) => target.value && target.validity.valid && choose(end, target.value), blur: left }));
  const sum = h("p", { class: "hint" });
  const what = h("h3", { tabindex: "-1" });
  const mark = changeMark(desk, () => what.focus());
  const state = h("p", { class: "hint" });
  const cut = h("p", { class: "hint" }, t("dates.most", { days: count("days", MOST) }));
  const times = makeTimes(desk, { commit });
  const hours = makeHours(desk, { step: () => stepOf(desk.form.draft), commit: (days) => commit([...days.values()][0]) });
  const close = button(t("dates.close"), () => commit([]));
  const clear = button(t("dates.clear"), () => commit(null));
  const usual = button(t("dates.open"), () => each(usualHours(), "dates.set"));
  const odd = makeList(desk, member, path, { indexes: () => oddOnes, canAdd: false, heading: t("dates.odd") });
  const availability = desk.table.members.find(({ name }) => name === "availabilityType");
  const countThem = button(t("dates.count"), () => {
    desk.settle();
    desk.form.set([availability.name], 1);
    desk.announce(t("dates.counted"));
    what.focus();
  });
  const uncounted = h("div", { class: "caution" }, h("p", {}, t("dates.uncounted")), h("p", { class: "hint" }, `${capital(availability.label)}${t("colon")}0 · ${availability.help}`), countThem);
  const listIssues = issueList(desk);
  let oddOnes = [];

  const element = h(
    "section",
    { class: "dates", "data-member": member.name },
    h("div", { class: "bar" }, legend(["kept", "added", "edited", "removed", "overlap"])),
    uncounted,
    listIssues.element,
    h(
      "div",
      { class: "two" },
      h(
        "div",
        { class: "calendar" },
        h(
          "div",
          { class: "bar" },
          button("‹", () => turn(-1), { class: "icon", "aria-label": t("dates.previous") }),
          title,
          button("›", () => turn(1), { class: "icon", "aria-label": t("dates.next") }),
        ),
        table,
        h("div", { class: "row" }, h("label", {}, h("span", { class: "hint" }, t("dates.from")), ends[0]), h("label", {}, h("span", { class: "hint" }, t("dates.until")), ends[1])),
        h("p", { class: "hint" }, t("dates.help")),
        h("div", { class: "row" }, button(t("dates.before"), () => hop(-1), { class: "quiet" }), button(t("dates.after"), () => hop(1), { class: "quiet" })), sum,
      ),
      h("div", { class: "card day-panel" }, h("div", { class: "bar" }, what, mark.element), state, cut, h("div", { class: "row" }, close, usual, clear), times.element, hours.element),
    ),
    odd.element,
  );

  // Selection

  const bounds = () => (from <= to ? [from, to] : [to, from]);

  const period = () => {
    const [first, last] = bounds();
    return Array.from({ length: Math.min(MOST, 1 + (timeOf(last) - timeOf(first)) / ONE_DAY) }, (_, day) => later(first, day));
  };

  function select(date, extend) {
    month = date.slice(0, 7);
    reach(date, extend);
  }

  /** Like `select`, but keeps the visible month, whose days are under the pointer. */
  const reach = (date, extend = false) => cover(extend ? from : date, date);

  /** Selects a period. First finishes the typed input, which belongs to the previous period. */
  function cover(one, other) {
    desk.settle();
    [from, to] = [one, other];
    update();
  }

  /**
   * Sets the first or the last day. The first day alone is the period until the last is chosen too. A last day before
   * it becomes the first, when its field is left.
   */
  function choose(end, date) {
    const [first, last] = bounds();
    month = date.slice(0, 7);
    if (end === 1) cover(first, date);
    else cover(date, first === last || last < date ? date : last);
  }

  function left({ target }) {
    if (!target.value || !target.validity.rangeUnderflow) return showEnds();
    month = target.value.slice(0, 7);
    cover(bounds()[0], target.value);
  }

  /** Shows the first and last day, except in the field that has the focus. */
  function showEnds(days = period()) {
    ends.forEach((input, end) => {
      if (input !== document.activeElement) input.value = days.at(-end);
    });
    ends[1].min = days[0];
  }

  function turn(by) {
    desk.settle();
    month = monthLater(month, by);
    update();
  }

  const specialDates = () => Object.keys({ ...stored, ...dates }).sort();

  /** Selects the next or previous special date. */
  function hop(by) {
    const all = specialDates();
    const next = by > 0 ? all.find((date) => date > to) : all.findLast((date) => date < to);
    if (next) select(next);
  }

  /** Sets the hours of the selected dates. Null removes the dates, which then are ordinary days. */
  function commit(ranges) {
    each(() => ranges, ranges === null ? "dates.cleared" : ranges.length === 0 ? "dates.closed" : "dates.set");
  }

  /** Sets the hours of each selected date. */
  function each(rangesOf, said) {
    desk.settle();
    const days = period();
    desk.form.batch((form) => {
      for (const date of days) {
        const ranges = rangesOf(date);
        form.setDate(date, ranges && inClock(ranges));
      }
    });
    desk.announce(t(said, { dates: count("days", days.length) }));
  }

  /** Returns the hours of a date's weekday, or of a working day if it has none. */
  function usualHours() {
    const week = desk.form.week();
    return (date) => {
      const [name] = WEEK.find(([, number]) => number === new Date(timeOf(date)).getUTCDay());
      const ranges = inMinutes(week?.[name] ?? []);
      return ranges.length > 0 ? ranges : [another([])];
    };
  }

  // The month

  function first() {
    const all = specialDates();
    const today = iso(Date.now());
    return all.find((date) => date >= today) ?? all.at(-1) ?? today;
  }

  const equal = (a, b) => JSON.stringify(a) === JSON.stringify(b);

  function paintMonth(days) {
    const start = `${month}-01`;
    const skip = (new Date(timeOf(start)).getUTCDay() + 6) % 7;
    const selected = new Set(days);
    say(title, capital(monthName.format(timeOf(start))));
    const weeks = Array.from({ length: 6 }, (_, week) => Array.from({ length: 7 }, (_, day) => later(start, week * 7 + day - skip)));
    const shown = weeks.filter((week) => week.some((date) => date?.startsWith(month)));
    while (body.rows.length > shown.length) body.lastChild.remove();
    while (body.rows.length < shown.length) {
      body.append(h("tr", {}, ...WEEK.map(() => h("td", {}, h("button", { type: "button", class: "date", click: onClick, keydown: onKey, pointerenter: onDrag, pointerdown: onPress }, h("b", { "aria-hidden": "true" }), h("span", { class: "says", "aria-hidden": "true" }), heard())))));
    }
    shown.forEach((week, row) =>
      week.forEach((date, day) => {
        const cell = body.rows[row].cells[day].firstChild;
        cell.hidden = date === undefined;
        attribute(cell, "data-date", date);
        if (cell.hidden) return;
        const [now, before] = [dates[date], stored[date]];
        const change = equal(now, before) ? undefined : before === undefined ? "added" : now === undefined ? "removed" : "edited";
        const severity = found.get(date);
        const words = now === undefined ? "" : now.length === 0 ? t("closed") : short(now);
        say(cell.firstChild, String(Number(date.slice(8))));
        say(cell.children[1], words);
        attribute(cell, "data-change", change);
        attribute(cell, "data-severity", severity);
        attribute(cell, "aria-pressed", String(selected.has(date)));
        attribute(cell, "tabindex", date === to || (!shown.some((week) => week.includes(to)) && date === start) ? "0" : "-1");
        cell.classList.toggle("outside", !date.startsWith(month));
        cell.classList.toggle("is-closed", now?.length === 0);
        cell.classList.toggle("special", now !== undefined);
        const said = [longDate(date), now && (now.length === 0 ? t("closed") : listed(now.map((range) => range.join("–")))), change && t(`legend.${change}`), severity && t(`severity.${severity}`)];
        say(cell.lastChild, listed(said.filter(Boolean)));
      }),
    );
  }

  let pressed = false;
  const release = () => (pressed = false);

  function onPress(event) {
    if (event.button !== 0 || event.pointerType === "touch") return;
    pressed = true;
    document.addEventListener("pointerup", release, { once: true });
    reach(event.currentTarget.dataset.date, event.shiftKey);
  }

  function onDrag(event) {
    if (pressed && event.buttons === 1) reach(event.currentTarget.dataset.date, true);
  }

  /** Handles a tap, a key, or the end of a mouse press that did not become a drag. */
  function onClick(event) {
    select(event.currentTarget.dataset.date, event.shiftKey);
  }

  function onKey(event) {
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
    const { date } = event.currentTarget.dataset;
    let next;
    if (Object.hasOwn(steps, event.key)) next = later(date, steps[event.key]);
    else if (event.key === "PageUp" || event.key === "PageDown") {
      const day = Math.min(Number(date.slice(8)), 28);
      next = `${monthLater(date.slice(0, 7), event.key === "PageUp" ? -1 : 1)}-${String(day).padStart(2, "0")}`;
    } else if (event.key === "Delete") {
      event.preventDefault();
      return commit(null);
    } else return;
    event.preventDefault();
    if (next === undefined) return;
    select(next, event.shiftKey);
    body.querySelector(`[data-date="${next}"]`)?.focus();
  }

  // The whole view

  /** Reads only what has changed: to select a date costs the same among a thousand. */
  function readAll() {
    const { form } = desk;
    const entries = form.draft[member.name];
    if (read.stored !== form.stored) stored = drawable(form.dates({ of: "stored" }));
    if (read.entries !== entries || read.form !== form) dates = drawable(form.dates());
    if (read.issues !== form.issues || read.entries !== entries) {
      listIssues.show(desk.issuesIn(path()).issues);
      const within = new Map();
      for (const issue of form.issues) {
        const [name, at] = issue.path;
        if (name === member.name && at !== undefined) within.set(at, within.has(at) ? worst([issue, { severity: within.get(at) }]) : issue.severity);
      }
      found = new Map();
      oddOnes = [];
      for (const [at, severity] of within) {
        const date = typeof entries?.[at]?.date === "string" ? entries[at].date.slice(0, 10) : undefined;
        if (date) found.set(date, severity);
        if (severity !== "note" || !date) oddOnes.push(at);
      }
      oddOnes.sort((a, b) => a - b);
    }
    read = { form, stored: form.stored, entries, issues: form.issues };
  }

  function update() {
    readAll();
    if (from === undefined) {
      from = to = first();
      month = from.slice(0, 7);
    }
    desk.view.dates = { from, to, month };
    const days = period();
    paintMonth(days);

    const now = dates[from];
    const alike = days.every((date) => equal(dates[date], now));
    say(what, days.length === 1 ? longDate(from) : t("dates.period", { from: longDate(days[0]), to: longDate(days.at(-1)), days: count("days", days.length) }));
    const is = !alike ? (now?.length ? "dates.differ.first" : "dates.differ") : now === undefined ? "dates.usual" : now.length === 0 ? "dates.is.closed" : "dates.is.open";
    say(state, t(is));
    cut.hidden = days.includes(to) && days.includes(from);
    const hides = new Map([
      [clear, days.every((date) => dates[date] === undefined)],
      [close, days.every((date) => dates[date]?.length === 0)],
      [usual, alike && now !== undefined && now.length > 0],
    ]);
    // Moves the focus on before its element is hidden.
    if (hides.get(document.activeElement)) what.focus();
    for (const [element, isHidden] of hides) element.hidden = isHidden;
    showEnds(days);
    times.element.hidden = hours.element.hidden = now === undefined;
    times.update(inMinutes(now ?? []));
    if (now !== undefined) {
      hours.update([{ key: "date", label: days.length === 1 ? longDate(from) : t("dates.selected"), short: days.length === 1 ? shortDate(from) : count("days", days.length), stored: inMinutes(stored[from] ?? []), draft: inMinutes(now), found: [] }]);
    }
    // These dates have no effect if the record says that only the open hours count.
    uncounted.hidden = desk.form.draft.availabilityType !== 0;
    const special = Object.keys(dates).length;
    say(sum, t("dates.sum", { dates: count("dates", special) }));
    // The key of a change ends with its date, or continues inside it.
    mark.show(days.length > 62 ? [] : desk.form.changes.filter(({ key }) => key.startsWith(`${member.name}/`) && days.includes(key.split("/")[1])));
    odd.update();
  }

  return {
    element,
    update,
    focus: () => body.querySelector('[tabindex="0"]')?.focus(),
    reveal([index, ...rest]) {
      const date = desk.form.get([...path(), index, "date"]);
      if (typeof date === "string" && /^\d{4}-\d{2}-\d{2}/.test(date) && !Number.isNaN(timeOf(date.slice(0, 10)))) select(date.slice(0, 10));
      if (oddOnes.includes(index)) odd.reveal([index, ...rest]);
      else body.querySelector(`[data-date="${to}"]`)?.focus();
    },
  };
}
