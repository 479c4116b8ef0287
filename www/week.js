/** The open hours of the week: the picture, the hours of one day typed, and copying them to others. */

import { worst } from "./desk.js";
import { button, h, say } from "./element.js";
import { changeMark } from "./fields.js";
import { issueItem } from "./findings.js";
import { legend, makeHours, stepOf } from "./hours.js";
import { makeList } from "./list.js";
import { DAYS, SHORT_DAYS, WEEK } from "./places.js";
import { clock, minutes } from "./times.js";
import { makeTimes } from "./typed.js";
import { listed, t } from "./words.js";

const SHOWN = 20;
const inMinutes = (ranges) => ranges.map((range) => range.map(minutes));
const inClock = (ranges) => ranges.map((range) => range.map(clock));

export function makeWeek(desk, member) {
  let selected = desk.view.day ?? "monday";
  const path = () => [member.name];
  const hours = makeHours(desk, { step: () => stepOf(desk.form.draft), commit, select });
  const times = makeTimes(desk, { commit: (ranges) => commit(new Map([[selected, ranges]])) });
  const title = h("h3", { tabindex: "-1" });
  const mark = changeMark(desk, () => title.focus());
  const copies = WEEK.map(([day, number]) => h("input", { type: "checkbox", value: day, "aria-label": DAYS[number] }));
  const copyTo = h(
    "fieldset",
    { class: "days" },
    h("legend", {}, t("copy.to")),
    ...copies.map((box, at) => h("label", {}, box, ` ${SHORT_DAYS[WEEK[at][1]]}`)),
    button(t("copy.hours"), copy, { class: "quiet" }),
  );
  const close = button(t("close.day"), () => commit(new Map([[selected, []]])), { class: "quiet" });
  const hint = h("p", { class: "hint" });
  const issues = h("ul", { class: "issues" });
  const picture = h(
    "div",
    { class: "week-picture" },
    h("div", { class: "bar" }, legend(), hint),
    hours.element,
    h("div", { class: "card day-panel" }, h("div", { class: "bar" }, title, mark.element), h("div", { class: "two" }, h("div", {}, times.element, h("div", { class: "row" }, close)), copyTo)),
  );
  const plain = makeList(desk, member, path);
  const unread = h("p", { class: "trouble" }, t("week.unread"));
  const element = h("section", { class: "week", "data-member": member.name }, picture, unread, issues, plain.element);

  function commit(days) {
    desk.settle();
    desk.form.batch((form) => {
      for (const [day, ranges] of days) form.setDay(day, inClock(ranges));
    });
  }

  function select(day) {
    desk.settle();
    selected = desk.view.day = day;
    update();
  }

  /** The hours of the selected day, on each that is checked. */
  function copy() {
    const ranges = desk.form.week()[selected];
    const days = copies.filter(({ checked }) => checked).map(({ value }) => value);
    desk.settle();
    desk.form.batch((form) => days.forEach((day) => form.setDay(day, ranges)));
    for (const box of copies) box.checked = false;
    desk.announce(t("copied.hours", { days: listed(days.map(labelOf)) }));
  }

  const labelOf = (day) => DAYS[WEEK.find(([name]) => name === day)[1]];

  /** What is found about each day, and about which of its ranges. */
  function foundByDay(found) {
    const entries = desk.form.get(path());
    const by = new Map();
    for (const issue of found) {
      const [, entry, , range] = issue.path;
      const { daysOfTheWeek, hours } = entries?.[entry] ?? {};
      if (!Array.isArray(daysOfTheWeek)) continue;
      const at = hours?.[range];
      const times = issue.path[2] === "hours" && at ? [at.openHour * 60 + at.openMinute, at.closeHour * 60 + at.closeMinute] : undefined;
      for (const day of daysOfTheWeek) by.set(day, [...(by.get(day) ?? []), { severity: issue.severity, message: issue.message, range: times ?? [] }]);
    }
    return by;
  }

  function update() {
    const week = desk.form.week();
    const found = desk.allIssuesIn(path());
    picture.hidden = !week;
    unread.hidden = Boolean(week);
    plain.element.hidden = Boolean(week);
    issues.replaceChildren(...found.slice(0, SHOWN).map((issue) => issueItem(desk, issue, { place: week ? dayOf(issue) : undefined, jump: week ? reveal : undefined })));
    if (!week) return plain.update();

    const stored = desk.form.week({ of: "stored" });
    const by = foundByDay(found);
    hours.update(
      WEEK.map(([key, number]) => ({
        key,
        label: DAYS[number],
        short: SHORT_DAYS[number],
        stored: inMinutes(stored?.[key] ?? []),
        draft: inMinutes(week[key]),
        isSelected: key === selected,
        mark: worst(by.get(number) ?? []),
        found: by.get(number) ?? [],
      })),
    );
    say(hint, t("week.step", { minutes: stepOf(desk.form.draft) }));
    say(title, labelOf(selected));
    times.update(inMinutes(week[selected]));
    const isClosed = week[selected].length === 0;
    // What hides itself hands the focus on.
    if (isClosed && close === document.activeElement) title.focus();
    close.hidden = isClosed;
    copies.forEach((box) => {
      box.disabled = box.value === selected;
      if (box.disabled) box.checked = false;
    });
    mark.show(desk.form.changes.filter(({ key }) => key.split("/")[0] === member.name && key.endsWith(`/${selected}`)));
  }

  const dayOf = ({ path: [, entry] }) => (desk.form.get([member.name, entry, "daysOfTheWeek"]) ?? []).map((day) => DAYS[day]).filter(Boolean);

  /** Goes to a range, or to its day. */
  function reveal(issue) {
    const [, entry, , range] = issue.path;
    const found = desk.form.get([member.name, entry]);
    const day = WEEK.find(([, number]) => number === found?.daysOfTheWeek?.[0])?.[0];
    if (!day) return hours.focus("monday");
    select(day);
    const at = found.hours?.[range];
    hours.focus(day, at && [at.openHour * 60 + at.openMinute, at.closeHour * 60 + at.closeMinute]);
  }

  return {
    element,
    update,
    focus: () => hours.focus(selected),
    reveal(path) {
      if (desk.form.week()) reveal({ path: [member.name, ...path] });
      else plain.reveal(path);
    },
  };
}
