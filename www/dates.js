/** Special dates on a month view: closed days marked, a period selected, its hours edited as those of the week. */

import { worst } from "./desk.js";
import { attribute, button, capital, h, heard, say } from "./element.js";
import { changeMark } from "./fields.js";
import { issueList } from "./findings.js";
import { legend, makeHours, stepOf } from "./hours.js";
import { makeList } from "./list.js";
import { longDate, shortDate, SHORT_DAYS, WEEK } from "./places.js";
import { clock, minutes } from "./times.js";
import { makeTimes } from "./typed.js";
import { count, inLanguage, LANGUAGE, listed, t } from "./words.js";

const ONE_DAY = 24 * 60 * 60 * 1000;
let monthName;
inLanguage(() => (monthName = new Intl.DateTimeFormat(LANGUAGE, { month: "long", year: "numeric", timeZone: "UTC" })));
const iso = (time) => new Date(time).toISOString().slice(0, 10);
const timeOf = (date) => Date.parse(`${date}T00:00Z`);
const later = (date, days) => iso(timeOf(date) + days * ONE_DAY);
const inMinutes = (ranges) => ranges.map((range) => range.map(minutes));
const inClock = (ranges) => ranges.map((range) => range.map(clock));
const short = (ranges) => ranges.map(([opens, closes]) => `${opens.replace(":00", "").replace(/^0/, "")}–${closes.replace(":00", "").replace(/^0/, "")}`).join(" ");

export function makeDates(desk, member) {
  const path = () => [member.name];
  /** The first and the last date of what is selected; either may come first. */
  let { from, to, month } = desk.view.dates ?? {};
  let dates = {};
  let stored = {};
  /** What they, and the findings of the dates, were read of. */
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
  const jump = h("input", { type: "date", min: "0001-01-01", max: "9999-12-31", "aria-label": t("dates.go"), change: () => jump.value && select(jump.value) });
  const sum = h("p", { class: "hint" });
  const what = h("h3", { tabindex: "-1" });
  const mark = changeMark(desk, () => what.focus());
  const state = h("p", { class: "hint" });
  const times = makeTimes(desk, { commit: (ranges) => commit(ranges) });
  const hours = makeHours(desk, { step: () => stepOf(desk.form.draft), commit: (days) => commit([...days.values()][0]) });
  const close = button(t("dates.close"), () => commit([]));
  const clear = button(t("dates.clear"), () => commit(null));
  const usual = button(t("dates.open"), () => commit(usualHours()));
  const odd = makeList(desk, member, path, { indexes: () => oddOnes, canAdd: false, heading: t("dates.odd") });
  const listIssues = issueList(desk);
  let oddOnes = [];

  const element = h(
    "section",
    { class: "dates", "data-member": member.name },
    h("div", { class: "bar" }, legend()),
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
        h("p", { class: "hint" }, t("dates.help")),
        h("div", { class: "row" }, button(t("dates.before"), () => hop(-1), { class: "quiet" }), button(t("dates.after"), () => hop(1), { class: "quiet" }), jump), sum,
      ),
      h("div", { class: "card day-panel" }, h("div", { class: "bar" }, what, mark.element), state, h("div", { class: "row" }, close, usual, clear), times.element, hours.element),
    ),
    odd.element,
  );

  // What is selected

  const period = () => {
    const [first, last] = from <= to ? [from, to] : [to, from];
    const all = [];
    for (let date = first; date <= last && all.length < 400; date = later(date, 1)) all.push(date);
    return all;
  };

  function select(date, extend = false) {
    if (!extend) from = date;
    to = date;
    month = date.slice(0, 7);
    update();
  }

  function turn(by) {
    const [year, number] = month.split("-").map(Number);
    month = iso(Date.UTC(year, number - 1 + by, 1)).slice(0, 7);
    update();
  }

  /** To the next special date, or the one before. */
  function hop(by) {
    const all = Object.keys({ ...stored, ...dates }).sort();
    const next = by > 0 ? all.find((date) => date > to) : all.findLast((date) => date < to);
    if (next) select(next);
  }

  /** Null takes the dates away; they are then days as any other. */
  function commit(ranges) {
    desk.settle();
    const days = period();
    desk.form.batch((form) => {
      for (const date of days) form.setDate(date, ranges && inClock(ranges));
    });
    desk.announce(t(ranges === null ? "dates.cleared" : ranges.length === 0 ? "dates.closed" : "dates.set", { dates: count("days", days.length) }));
  }

  const usualHours = () => inMinutes(desk.form.week()?.[WEEK.find(([, number]) => number === new Date(timeOf(from)).getUTCDay())[0]] ?? []);

  // The month

  function first() {
    const all = Object.keys({ ...stored, ...dates }).sort();
    const today = iso(Date.now());
    return all.find((date) => date >= today) ?? all.at(-1) ?? today;
  }

  const equal = (a, b) => JSON.stringify(a) === JSON.stringify(b);

  function paintMonth() {
    const start = `${month}-01`;
    const skip = (new Date(timeOf(start)).getUTCDay() + 6) % 7;
    const selected = new Set(period());
    say(title, capital(monthName.format(timeOf(start))));
    const weeks = Array.from({ length: 6 }, (_, week) => Array.from({ length: 7 }, (_, day) => later(start, week * 7 + day - skip)));
    const shown = weeks.filter((week) => week.some((date) => date.startsWith(month)));
    while (body.rows.length > shown.length) body.lastChild.remove();
    while (body.rows.length < shown.length) {
      body.append(h("tr", {}, ...WEEK.map(() => h("td", {}, h("button", { type: "button", class: "date", click: onClick, keydown: onKey, pointerenter: onDrag, pointerdown: onPress }, h("b", { "aria-hidden": "true" }), h("span", { class: "says", "aria-hidden": "true" }), heard())))));
    }
    shown.forEach((week, row) =>
      week.forEach((date, day) => {
        const cell = body.rows[row].cells[day].firstChild;
        const [now, before] = [dates[date], stored[date]];
        const change = equal(now, before) ? undefined : before === undefined ? "added" : now === undefined ? "removed" : "edited";
        const severity = found.get(date);
        const words = now === undefined ? "" : now.length === 0 ? t("closed") : short(now);
        cell.dataset.date = date;
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
  document.addEventListener("pointerup", () => (pressed = false));

  function onPress(event) {
    if (event.button !== 0 || event.pointerType === "touch") return;
    pressed = true;
    select(event.currentTarget.dataset.date, event.shiftKey);
  }

  function onDrag(event) {
    if (pressed && event.buttons === 1) select(event.currentTarget.dataset.date, true);
  }

  function onClick(event) {
    // A key or a finger; a mouse has selected when it was pressed.
    if (event.detail === 0 || event.pointerType === "touch") select(event.currentTarget.dataset.date, event.shiftKey);
  }

  function onKey(event) {
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
    const { date } = event.currentTarget.dataset;
    let next;
    if (Object.hasOwn(steps, event.key)) next = later(date, steps[event.key]);
    else if (event.key === "PageUp" || event.key === "PageDown") {
      const [year, number, day] = date.split("-").map(Number);
      next = iso(Date.UTC(year, number - 1 + (event.key === "PageUp" ? -1 : 1), Math.min(day, 28)));
    } else if (event.key === "Delete") {
      event.preventDefault();
      return commit(null);
    } else return;
    event.preventDefault();
    select(next, event.shiftKey);
    body.querySelector(`[data-date="${next}"]`)?.focus();
  }

  // All of it

  /** Anew only what is another: a date that is selected costs the same among a thousand. */
  function readAll() {
    const { form } = desk;
    const entries = form.draft[member.name];
    if (read.stored !== form.stored) stored = form.dates({ of: "stored" });
    if (read.entries !== entries || read.form !== form) dates = form.dates();
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
    paintMonth();

    const days = period();
    const now = dates[from];
    const alike = days.every((date) => equal(dates[date], now));
    say(what, days.length === 1 ? longDate(from) : t("dates.period", { from: longDate(days[0]), to: longDate(days.at(-1)), days: count("days", days.length) }));
    say(state, !alike ? t("dates.differ") : now === undefined ? t("dates.usual") : now.length === 0 ? t("dates.is.closed") : t("dates.is.open"));
    clear.hidden = days.every((date) => dates[date] === undefined);
    close.hidden = days.every((date) => dates[date]?.length === 0);
    usual.hidden = alike && now !== undefined && now.length > 0;
    times.element.hidden = hours.element.hidden = now === undefined;
    times.update(inMinutes(now ?? []));
    if (now !== undefined) {
      hours.update([{ key: "date", label: days.length === 1 ? longDate(from) : t("dates.selected"), short: days.length === 1 ? shortDate(from) : count("days", days.length), stored: inMinutes(stored[from] ?? []), draft: inMinutes(now), found: [] }]);
    }
    const special = Object.keys(dates).length;
    say(sum, t("dates.sum", { dates: count("dates", special) }));
    // The key of a change ends with its date, or goes on within it.
    mark.show(days.length > 62 ? [] : desk.form.changes.filter(({ key }) => key.startsWith(`${member.name}/`) && days.includes(key.split("/")[1])));
    odd.element.hidden = oddOnes.length === 0;
    if (oddOnes.length > 0) odd.update();
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
