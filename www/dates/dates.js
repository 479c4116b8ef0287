/**
 * Special dates: a month to select in, a panel to edit the selected dates, a list of all, and a year of the hours that count.
 */

import { counting, isOnSchedule } from "./counting.js";
import { worst } from "../store/store.js";
import { capital, h } from "../elements/element.js";
import { issueList } from "../panels/findings.js";
import { makeIdleDates } from "./idle-dates.js";
import { makeList } from "../fields/list.js";
import {
  boundsOf,
  dateAt,
  monthOf,
  periodOf,
  timeOf,
  withEnd,
} from "./month.js";
import { makeMonth, saidHours } from "./month-table.js";
import { makePeriod, saidPeriod, saidTally } from "./period.js";
import { commonOf, dateOf, inserted, stateOf, weeklyOf } from "./special.js";
import { makeSpecialList } from "./special-list.js";
import { another, clock, isRead, listIn } from "../week/times.js";
import { listed, t } from "../words/words.js";
import { makeYear } from "./year.js";

/** Maximum number of dates that are edited at once: each is an entry of the record. */
const MOST = 400;
/** Maximum number of days whose changes are searched at each update. */
const MARKED = 62;

/** Returns the entries of other dates, or undefined if there are no entries to remove. */
function without(entries, dates) {
  const left = listIn(entries).filter((entry) => !dates.has(dateOf(entry)));
  return left.length < listIn(entries).length ? left : undefined;
}
/** Returns the dates that can be drawn completely; the others are among the odd ones. */
const drawable = (dates) =>
  Object.fromEntries(
    Object.entries(dates).filter(([, ranges]) => ranges.every(isRead)),
  );
/** Returns the week, unless it has times that cannot be drawn. */
const drawableWeek = (week) =>
  week && Object.values(week).flat().every(isRead) ? week : undefined;

export function makeDates(store, member) {
  const path = () => [member.name];
  /** The first and the last selected date, in either order. */
  let { from, to, month } = store.view.dates ?? {};
  let dates = {};
  let stored = {};
  /** The hours of the week, or undefined if they cannot be read. */
  let week;
  let storedWeek;
  /** The objects from which the dates, the week and the findings were read. */
  let read = {};
  let found = new Map();
  let oddOnes = [];

  const monthView = makeMonth({
    label: capital(member.label),
    select,
    reach,
    turn,
    remove: () => commit(undefined),
    extended,
  });
  const panel = makePeriod(store, { choose, leave, commit, become });
  const list = makeSpecialList({
    select: (one, other) => (show(one), cover(one, other)),
    remove: removeRow,
    revert: revertRow,
  });
  const odd = makeList(store, member, path, {
    indexes: () => oddOnes,
    canAdd: false,
    heading: t("dates.odd"),
  });
  const idle = makeIdleDates(store, member, () => panel.focus());
  const alone = h("p", { class: "hint" }, t("dates.alone"));
  const scheduled = h("p", { class: "hint" }, t("dates.schedule"));
  const fold = h(
    "details",
    { class: "year-fold", open: store.view.isYear, toggle: unfold },
    h("summary", {}, t("dates.year")),
  );
  const listIssues = issueList(store);
  const element = h(
    "section",
    { class: "dates", "data-member": member.name },
    idle.element,
    alone,
    scheduled,
    listIssues.element,
    h("div", { class: "month-and-panel" }, monthView.element, panel.element),
    list.element,
    fold,
    odd.element,
  );

  // Selection

  const days = () => periodOf({ from, to }, MOST);
  const show = (date) => (month = monthOf(date));

  function select(date, extend) {
    show(date);
    reach(date, extend);
  }

  /** Like `select`, but keeps the visible month, whose days are under the pointer. */
  function reach(date, extend) {
    cover(extend ? from : date, date);
  }

  /** Selects a period. First finishes the typed input, which belongs to the previous period. */
  function cover(one, other) {
    store.settle();
    [from, to] = [one, other];
    update();
  }

  /** Announces a period of several days. */
  function extended() {
    const all = days();
    if (all.length > 1)
      store.announce(saidPeriod(all) + t("colon") + saidTally(all, dates));
  }

  function choose(end, date) {
    show(date);
    const { from: one, to: other } = withEnd({ from, to }, end, date);
    cover(one, other);
  }

  /** Takes a last day before the first, once its field is left. */
  function leave({ value, validity }) {
    if (!value || !validity.rangeUnderflow) return panel.showEnds(days());
    show(value);
    cover(boundsOf({ from, to })[0], value);
  }

  function turn(other) {
    store.settle();
    month = other;
    update();
  }

  // Edits

  /** Sets the hours of the selected dates. Undefined removes the dates, which then are ordinary days. */
  function commit(ranges) {
    each(() => ranges);
  }

  /** Sets the hours of each selected date, and announces the difference. */
  function each(hoursOf, all = days()) {
    store.settle();
    const before = commonOf(all, dates);
    store.form.batch((form) => {
      const hours = all.map(hoursOf);
      // Removed one by one, many entries would take seconds.
      if (hours.every((own) => own === undefined))
        setEntries(
          without(form.getSnapshot().draft[member.name], new Set(all)),
        );
      else all.forEach((date, at) => form.setDate(date, hours[at] ?? null));
    });
    readAll();
    const after = commonOf(all, dates);
    const now = after ? saidHours(after.hours) : saidTally(all, dates);
    const was = t("dates.was", {
      hours: before ? saidHours(before.hours) : t("dates.mixed"),
    });
    store.announce(saidPeriod(all) + t("colon") + listed([now, was]));
  }

  /** Sets the state of the selected dates. Those that are in it keep their hours. */
  function become(state) {
    if (state === "usual") return commit(undefined);
    if (state === "closed") return commit([]);
    each((date) =>
      stateOf(dates[date]) === "own" ? dates[date] : usualHours(date),
    );
  }

  /** Returns the hours of a date's weekday, or of a working day if it has none. */
  function usualHours(date) {
    const hours = weeklyOf(week, date) ?? [];
    return hours.length > 0 ? hours : [another([]).map(clock)];
  }

  const setEntries = (entries) => entries && store.form.set(path(), entries);

  function removeRow(one, other) {
    each(() => undefined, periodOf({ from: one, to: other }, Infinity));
  }

  function revertRow(one, other) {
    store.settle();
    const all = periodOf({ from: one, to: other }, Infinity);
    const gone = new Set(all);
    setEntries(
      inserted(
        listIn(store.form.getSnapshot().draft[member.name]),
        listIn(store.form.getSnapshot().stored[member.name]).filter((entry) =>
          gone.has(dateOf(entry)),
        ),
      ),
    );
    store.announce(t("reverted", { words: saidPeriod(all) }));
  }

  /** Returns the changes of dates. The key of a change ends with its date, or continues inside it. */
  const changesOf = (dates) =>
    store.form
      .getSnapshot()
      .changes.filter(
        ({ key }) =>
          key.startsWith(`${member.name}/`) && dates.has(key.split("/")[1]),
      );

  // The year

  let year;

  /** Creates the year once it is unfolded. */
  function unfold() {
    store.view.isYear = fold.open;
    if (!fold.open) return;
    if (!year) {
      year = makeYear({
        select: (date) => (select(date), monthView.focus(date)),
      });
      fold.append(year.element);
    }
    showYear();
  }

  /** Shows the year if it is unfolded. */
  function showYear() {
    if (!year || !fold.open) return;
    const { form } = store;
    if (read.weekOf !== form.getSnapshot().stored) {
      storedWeek = isOnSchedule({
        draft: {},
        stored: form.getSnapshot().stored,
      })
        ? undefined
        : drawableWeek(form.getSnapshot().week({ of: "stored" }));
      read.weekOf = form.getSnapshot().stored;
    }
    year.show({
      isScheduled: isOnSchedule(form.getSnapshot()),
      draft: { dates, week, type: form.getSnapshot().draft.availabilityType },
      stored: {
        dates: stored,
        week: storedWeek,
        type: form.getSnapshot().stored.availabilityType,
      },
      selected: days(),
    });
  }

  // The whole view

  /** Returns the date to begin with: the next special one, or the last, or today. */
  function first() {
    const all = Object.keys({ ...stored, ...dates }).sort();
    const today = dateAt(new Date());
    return all.find((date) => date >= today) ?? all.at(-1) ?? today;
  }

  /** Reads only what has changed: to select a date costs the same among a thousand. */
  function readAll() {
    const { form } = store;
    const entries = form.getSnapshot().draft[member.name];
    const isOther = read.form !== form;
    if (read.stored !== form.getSnapshot().stored)
      stored = drawable(form.getSnapshot().dates({ of: "stored" }));
    if (read.entries !== entries || isOther)
      dates = drawable(form.getSnapshot().dates());
    if (
      read.openHours !== form.getSnapshot().draft.openHours ||
      read.stored !== form.getSnapshot().stored ||
      isOther
    )
      week = isOnSchedule(form.getSnapshot())
        ? undefined
        : drawableWeek(form.getSnapshot().week());
    if (read.issues !== form.getSnapshot().issues || read.entries !== entries)
      readIssues(entries);
    read = {
      ...read,
      form,
      stored: form.getSnapshot().stored,
      entries,
      openHours: form.getSnapshot().draft.openHours,
      issues: form.getSnapshot().issues,
    };
  }

  function readIssues(entries) {
    // The box above already has this finding, beside the button that changes it.
    listIssues.show(
      store
        .issuesIn(path())
        .issues.filter(({ code }) => code !== "dates_unused"),
    );
    const within = new Map();
    for (const issue of store.form.getSnapshot().issues) {
      const [name, at] = issue.path;
      if (name === member.name && at !== undefined)
        within.set(
          at,
          within.has(at)
            ? worst([issue, { severity: within.get(at) }])
            : issue.severity,
        );
    }
    found = new Map();
    oddOnes = [];
    for (const [at, severity] of within) {
      const date = dateOf(entries?.[at]);
      if (date) found.set(date, severity);
      if (severity !== "note" || !date) oddOnes.push(at);
    }
    oddOnes.sort((a, b) => a - b);
  }

  function update() {
    readAll();
    if (from === undefined) {
      from = to = first();
      show(from);
    }
    store.view.dates = { from, to, month };
    const all = days();
    const type = store.form.getSnapshot().draft.availabilityType;
    const counts = counting(type);
    const isScheduled = isOnSchedule(store.form.getSnapshot());
    scheduled.hidden = !isScheduled || !counts.week;
    idle.element.hidden = counts.dates;
    if (!counts.dates) idle.update(dates, week);
    alone.hidden = counts.week;
    monthView.show(month, {
      selected: new Set(all),
      focused: to,
      dates,
      stored,
      found,
      week,
      type,
      isScheduled: isScheduled && counts.week,
    });
    panel.show(all, {
      dates,
      stored,
      isIdle: !counts.dates,
      isCut: !(all.includes(to) && all.includes(from)),
      changes: all.length > MARKED ? [] : changesOf(new Set(all)),
    });
    list.show(dates, stored, type);
    showYear();
    odd.update();
  }

  return {
    element,
    update,
    focus: () => monthView.focus(),
    /** Goes to a date, which need not be special any more. */
    showKey(date) {
      if (/^\d{4}-\d{2}-\d{2}$/.test(date)) select(date);
      monthView.focus(to);
    },
    reveal([index, ...rest]) {
      const date = store.form.getSnapshot().get([...path(), index, "date"]);
      if (
        typeof date === "string" &&
        /^\d{4}-\d{2}-\d{2}/.test(date) &&
        !Number.isNaN(timeOf(date.slice(0, 10)))
      )
        select(date.slice(0, 10));
      if (oddOnes.includes(index)) odd.reveal([index, ...rest]);
      else monthView.focus(to);
    },
  };
}
