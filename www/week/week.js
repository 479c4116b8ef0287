/** The open hours of the week: the picture, a row of typed hours for each day, and copying them to other days. */

import { isOnSchedule } from "../dates/counting.js";
import { makeDay, makeSheet } from "./day.js";
import { worst } from "../store/store.js";
import { button, h, say } from "../elements/element.js";
import { issueItem } from "../panels/findings.js";
import { legend, makeHours, stepOf } from "./hours.js";
import { makeLater, makeSource } from "../elements/later.js";
import { makeMore } from "../elements/more.js";
import { DAYS, SHORT_DAYS, WEEK } from "../fields/places.js";
import { clock, DAY, inDay, inMinutes, isRead, listIn } from "./times.js";
import { listed, t } from "../words/words.js";

const FIELDS = makeSource(() => import("../fields/list.js"));
const SCHEDULE = makeSource(() => import("./schedule.js"));

const PAGE = 20;
const inClock = (ranges) => ranges.map((range) => range.map(clock));

/** The members that an entry has fields for. */
const KNOWN = new Set(["daysOfTheWeek", "hours"]);

const isTime = (hour, minute) =>
  Number.isInteger(hour) &&
  Number.isInteger(minute) &&
  hour >= 0 &&
  minute >= 0 &&
  minute < 60 &&
  hour * 60 + minute <= DAY;
const isRange = (range) =>
  isTime(range?.openHour, range?.openMinute) &&
  isTime(range.closeHour, range.closeMinute);
const isDay = (day) => WEEK.some(([, number]) => number === day);

/** Returns true for an entry that has days and hours, and nothing else. */
const isPlain = (entry) =>
  Array.isArray(entry?.daysOfTheWeek) &&
  Array.isArray(entry.hours) &&
  entry.daysOfTheWeek.every(isDay) &&
  entry.hours.every(isRange) &&
  Object.keys(entry).every((name) => KNOWN.has(name));

/** Returns the hours of each day, from entries that also contain other values. */
function readWeek(entries) {
  const rangesOf = (number) =>
    listIn(entries)
      .filter((entry) => listIn(entry?.daysOfTheWeek).includes(number))
      .flatMap(({ hours }) =>
        listIn(hours)
          .filter(isRange)
          .map((range) => inDay(range).map(clock)),
      );
  return Object.fromEntries(
    WEEK.map(([day, number]) => [day, rangesOf(number)]),
  );
}

export function makeWeek(store, member) {
  let selected = store.view.day ?? "monday";
  const path = () => [member.name];
  const hours = makeHours(store, {
    step: () => stepOf(store.form.getSnapshot().draft),
    commit,
    select,
  });
  const rows = new Map(
    WEEK.map(([day, number]) => [
      day,
      makeDay(store, {
        day,
        label: DAYS[number],
        short: SHORT_DAYS[number],
        commit,
        copy: offerCopy,
        select,
      }),
    ]),
  );
  const copies = WEEK.map(([day, number]) =>
    h("input", { type: "checkbox", value: day, "aria-label": DAYS[number] }),
  );
  const copyTo = h(
    "fieldset",
    { class: "days" },
    h("legend", {}, t("copy.to")),
    ...copies.map((box, at) =>
      h("label", {}, box, ` ${SHORT_DAYS[WEEK[at][1]]}`),
    ),
    button(t("copy.hours"), copy, { class: "quiet" }),
  );
  const hint = h("p", { class: "hint" });
  const issues = makeMore(h("ul", { class: "issues" }), PAGE);
  /** The issues in that list: those that no field shows. */
  let shown = [];
  /** The entries with values that are unknown or cannot be drawn. */
  let odd = [];
  const typed = h(
    "ol",
    { class: "day-rows" },
    ...[...rows.values()].map(({ element }) => element),
  );
  const sheet = makeSheet(hours.element);
  const picture = h(
    "div",
    { class: "week-picture" },
    h("div", { class: "bar" }, legend(), hint),
    hours.element,
    typed,
  );
  /** The fields of those entries, which few records have. */
  let plain;
  const unread = h("p", { class: "trouble", role: "status" });
  const schedule = makeLater(SCHEDULE, ({ makeSchedule }) =>
    makeSchedule(store, { commit, leave: () => hours.focus("monday") }),
  );
  const element = h(
    "section",
    { class: "week", "data-member": member.name },
    schedule.element,
    picture,
    unread,
    issues.element,
  );

  /** Sets the hours of days. @returns true if the days have these hours now */
  function commit(days) {
    store.settle();
    // The package can only set a day if it can read the week.
    const week = store.form.getSnapshot().week();
    if (!week) {
      say(unread, t("week.odd.first"));
      update();
      return false;
    }
    store.form.batch((form) => {
      for (const [day, ranges] of days) {
        // A range that cannot be drawn stays, unless the day closes.
        const unread =
          ranges.length > 0 ? week[day].filter((range) => !isRead(range)) : [];
        form.setDay(day, [...inClock(ranges), ...unread]);
      }
    });
    return true;
  }

  /** Selects a day. If it was tapped or pressed in the picture, its row comes there. */
  function select(day, y, x) {
    store.settle();
    selected = store.view.day = day;
    if (y !== undefined) sheet.open(rows.get(day).element, y, x);
    update();
  }

  /** Shows the days to which the hours of a day can be copied, in its row. */
  function offerCopy(day) {
    const isOpen = copyTo.parentElement === rows.get(day).element;
    for (const { copy } of rows.values())
      copy.setAttribute("aria-expanded", "false");
    copyTo.remove();
    select(day);
    if (isOpen) return;
    const { element, copy } = rows.get(day);
    copy.setAttribute("aria-expanded", "true");
    element.append(copyTo);
    copies.find(({ disabled }) => !disabled).focus();
  }

  /** Copies the hours of the selected day to each checked day. */
  function copy() {
    const ranges = drawn()[selected];
    const days = copies
      .filter(({ checked }) => checked)
      .map(({ value }) => value);
    if (!commit(new Map(days.map((day) => [day, inMinutes(ranges)])))) return;
    for (const box of copies) box.checked = false;
    store.announce(t("copied.hours", { days: listed(days.map(labelOf)) }));
    offerCopy(selected);
    rows.get(selected).copy.focus();
  }

  function makePlain() {
    const made = makeLater(FIELDS, ({ makeList }) =>
      makeList(store, member, path, {
        indexes: () => odd,
        canAdd: false,
        heading: t("week.odd"),
      }),
    );
    element.append(made.element);
    return made;
  }

  const entries = () => store.form.getSnapshot().get(path()) ?? [];

  /** Returns the hours of each day that can be drawn, whatever else the entries contain. */
  const drawn = () => store.form.getSnapshot().week() ?? readWeek(entries());

  const numberOf = (day) => WEEK.find(([name]) => name === day)[1];
  const labelOf = (day) => DAYS[numberOf(day)];

  /** Returns the changes of each day, whose name ends their keys. Days with the same change share it. */
  function changesByDay() {
    const by = new Map();
    for (const change of store.form.getSnapshot().changes) {
      const steps = change.key.split("/");
      if (steps[0] !== member.name) continue;
      for (const day of steps.at(-1).split(","))
        by.set(day, [...(by.get(day) ?? []), change]);
    }
    return by;
  }

  /** Returns the issues of each day, and of each of its ranges. */
  function foundByDay(found) {
    const all = entries();
    const by = new Map();
    for (const issue of found) {
      const [, entry, , range] = issue.path;
      const { daysOfTheWeek, hours } = all[entry] ?? {};
      if (!Array.isArray(daysOfTheWeek)) continue;
      const at = hours?.[range];
      const times = issue.path[2] === "hours" && at ? inDay(at) : undefined;
      for (const day of daysOfTheWeek)
        by.set(day, [
          ...(by.get(day) ?? []),
          {
            severity: issue.severity,
            message: issue.message,
            range: times ?? [],
          },
        ]);
    }
    return by;
  }

  function update() {
    const isList = Array.isArray(entries());
    const found = store.allIssuesIn(path());
    odd = isList
      ? entries().flatMap((entry, at) => (isPlain(entry) ? [] : [at]))
      : [];
    // The package may refuse more than this check.
    if (isList && odd.length === 0 && !store.form.getSnapshot().week())
      odd = entries().map((_, at) => at);
    const own = found.filter((issue) => !hasField(issue));
    const isElsewhere = isOnSchedule(store.form.getSnapshot());
    schedule.element.hidden = !isElsewhere;
    if (isElsewhere) schedule.update();
    picture.hidden = !isList || isElsewhere;
    if (odd.length > 0 || !isList) plain ??= makePlain();
    plain?.update();
    if (!isList) say(unread, t("week.unread"));
    else if (odd.length === 0) say(unread, "");
    unread.hidden = unread.textContent === "";
    if (
      own.length !== shown.length ||
      own.some((issue, at) => issue !== shown[at])
    ) {
      shown = own;
      issues.show(own, (issue) =>
        issueItem(
          store,
          issue,
          isList ? { place: dayOf(issue), jump: reveal } : {},
        ),
      );
    }
    if (!isList) return;

    const week = drawn();
    const stored =
      store.form.getSnapshot().week({ of: "stored" }) ??
      readWeek(store.form.getSnapshot().stored[member.name]);
    const by = foundByDay(found);
    hours.update(
      WEEK.map(([key, number]) => ({
        key,
        label: DAYS[number],
        short: SHORT_DAYS[number],
        stored: inMinutes(stored[key]),
        draft: inMinutes(week[key]),
        isSelected: key === selected,
        mark: worst(by.get(number) ?? []),
        found: by.get(number) ?? [],
      })),
    );
    say(
      hint,
      [
        t("week.step", { minutes: stepOf(store.form.getSnapshot().draft) }),
        t("week.zone"),
      ].join(" "),
    );
    const changes = changesByDay();
    for (const [day, row] of rows) {
      row.update({
        ranges: inMinutes(week[day]),
        found: by.get(numberOf(day)) ?? [],
        isClosed: week[day].length === 0,
        stored: inMinutes(stored[day]),
        isSelected: day === selected,
        changes: changes.get(day) ?? [],
      });
    }
    copies.forEach((box) => {
      box.disabled = box.value === selected;
      if (box.disabled) box.checked = false;
    });
  }

  /** Returns true for an issue that a field shows. */
  const hasField = ({ path: [, entry, name] }) =>
    odd.includes(entry) && (name === undefined || KNOWN.has(name));

  const dayOf = ({ path: [, entry] }) =>
    listIn(entries()[entry]?.daysOfTheWeek)
      .map((day) => DAYS[day])
      .filter(Boolean);

  /** Goes to the range of an issue, or to its day. */
  function reveal(issue) {
    const [, entry, , range] = issue.path;
    if (odd.includes(entry)) return plain.reveal(issue.path.slice(1));
    const found = entries()[entry];
    const day = WEEK.find(
      ([, number]) => number === found?.daysOfTheWeek?.[0],
    )?.[0];
    if (!day) return hours.focus("monday");
    select(day);
    const at = found.hours?.[range];
    hours.focus(day, at && inDay(at));
  }

  function focus(day = selected) {
    if (schedule.element.hidden) hours.focus(day);
    else schedule.focus();
  }

  return {
    element,
    update,
    focus,
    /** Goes to the first of the days that a change is about. */
    showKey(key) {
      const day = WEEK.find(([name]) =>
        key.split("/").at(-1).split(",").includes(name),
      )?.[0];
      if (day) select(day);
      focus(day);
    },
    reveal: (path) => reveal({ path: [member.name, ...path] }),
  };
}
