/**
 * The state of a form at one moment: an immutable value with everything to read. Each answer is a function of the state and
 * of the arguments alone, and stays the same object until it changes, from one state to the next.
 */

import { inside, isWithin, stepsOf } from "./place.js";
import { reused } from "./reuse.js";
import { isOfTime, keyed, memberOf, placed, rangeOf, timeAt } from "./times.js";
import { UNREAD, textOf } from "./typed.js";

const NONE = Object.freeze([]);
/** For each state, the function that returns the ranges of an answer. */
const RANGES = new WeakMap();

/** Returns the ranges of a day or a date as the draft has them, whatever was typed for their times. */
export const rangesRead = (state, list, day) =>
  RANGES.get(state)(list)?.[day] ?? NONE;

/**
 * Returns the state with the given lists. `ask(state, verb, ...given)` answers what only the core knows, and `typeAt(path)`
 * the type of a member. `texts` are those that were typed, by the JSON of their steps. `answers` has the last answers of the
 * states before; those of this one go there while it is the current one.
 */
export function stateOf(lists, { ask, isCurrent, typeAt }, texts, answers) {
  const { stored, draft, issues, changes } = lists;
  const own = new Map();
  /** For the issues and the special dates of each state before, the dates that have other issues now. */
  const others = new Map();
  const answer = (key, make) => {
    if (!own.has(key)) {
      own.set(key, make(answers.get(key)));
      if (isCurrent(state)) answers.set(key, own.get(key));
    }
    return own.get(key);
  };
  const steps = (place) => stepsOf(place, draft);
  const listed = (key, make) =>
    answer(key, (before) => sameItems(before, make()));
  /** Answers from the issues in one member of the draft alone. The core checks the name, and is then asked only if there are any. */
  const numbered = (verb, name, member) => {
    const { value } = answer(`${verb} ${name}`, (before) => {
      if (before?.issues === issues && before.member === draft[member])
        return before;
      if (before && verb === "issuesAtDate" && hasSameIssues(before, name))
        return { issues, member: draft[member], value: before.value };
      const found =
        before === undefined || tree().inside.has(member)
          ? ask(state, verb, name)
          : NONE;
      return {
        issues,
        member: draft[member],
        value: sameItems(before?.value, found),
      };
    });
    return value;
  };
  /** Returns true if an edit of a few dates leaves the issues of this one as they were, without asking the core for each of a thousand. */
  const hasSameIssues = (before, date) => {
    if (!/^\d{4}-\d\d-\d\d$/.test(date)) return false;
    if (!others.has(before.issues)) others.set(before.issues, new Map());
    const byMember = others.get(before.issues);
    if (!byMember.has(before.member))
      byMember.set(before.member, datesWithOtherIssues(before));
    const changed = byMember.get(before.member);
    return changed !== undefined && !changed.has(date);
  };
  /** Returns the dates whose issues differ from those of a state before, or undefined if that cannot be known by entry. */
  const datesWithOtherIssues = (before) => {
    const isSameList =
      before.member === draft.availabilities ||
      entriesWithOtherHours(before.member, draft.availabilities) !== undefined;
    const changed = isSameList
      ? entriesWithOtherIssues(before.issues, issues)
      : undefined;
    const dates = changed?.map((at) =>
      Object.keys(ask(state, "datesAt", [at])),
    );
    // An entry that is deleted, or whose date cannot be read, is none of them.
    return dates?.every(({ length }) => length === 1)
      ? new Set(dates.flat())
      : undefined;
  };
  const typedAt = (path, value) => {
    const typed = texts.get(JSON.stringify(path));
    return typed !== undefined &&
      (typed.value === UNREAD || Object.is(typed.value, value))
      ? typed.text
      : undefined;
  };
  /** Answers from one member of the draft alone. */
  const ofMember = (key, member, make) => {
    const { value } = answer(key, (before) =>
      before && before.member === member
        ? before
        : { member, value: make(before?.value, before?.member) },
    );
    return value;
  };
  /** Ranges with their keys, without the texts that were typed for them. */
  const rangesOf = (list, options = { paths: true }) =>
    ofMember(
      `${list} ${keyOf(options)} keys`,
      draft[memberOf(list)],
      (before, beforeMember) => {
        const at =
          list === "dates" && before
            ? entriesWithOtherHours(beforeMember, draft[memberOf(list)])
            : undefined;
        if (at === undefined)
          return reused(
            before,
            keyed(before, ask(state, list, options) ?? undefined),
          );
        const changed = keyed(before, ask(state, "datesAt", at));
        for (const [date, own] of Object.entries(changed))
          changed[date] = reused(before[date], own);
        return Object.freeze({ ...before, ...changed });
      },
    );
  const hours = (list, options = {}) => {
    const key = `${list} ${keyOf(options)}`;
    const member =
      options?.of === "stored" ? stored[memberOf(list)] : draft[memberOf(list)];
    if (options?.paths !== true)
      return ofMember(key, member, (before) =>
        reused(before, ask(state, list, options) ?? undefined),
      );
    // The other days stay the same objects.
    const { value } = answer(key, (before) => {
      const ranges = rangesOf(list, options);
      const typed = daysTyped(texts, memberOf(list));
      const changed = Object.entries(ranges).filter(
        ([day, own]) =>
          own !== before?.ranges[day] ||
          typed.has(day) ||
          before.typed.has(day),
      );
      if (before?.ranges === ranges && changed.length === 0) return before;
      const made = placed(
        Object.fromEntries(changed),
        list,
        (place, clock) => typedAt(place, clock) ?? clock,
      );
      const days = Object.keys(ranges).map((day) => [
        day,
        made[day] ?? before.value[day],
      ]);
      return {
        ranges,
        typed,
        value: reused(before?.value, Object.fromEntries(days)),
      };
    });
    return value;
  };
  let byPlace;
  const tree = () => (byPlace ??= treeOf(issues));

  const state = Object.freeze({
    ...lists,
    get ok() {
      return answer("ok", () => ask(state, "isOk"));
    },
    get(place) {
      const path = steps(place);
      const time = timeAt(path);
      return time
        ? rangeOf(state, time)?.[time.side]
        : path.reduce(inside, draft);
    },
    text(place) {
      const path = steps(place);
      const value = state.get(path);
      return typedAt(path, value) ?? textOf(value, typeAt(path));
    },
    get isOnSchedule() {
      const hours = draft.openHours ?? stored.openHours;
      return (
        typeof hours === "object" &&
        hours !== null &&
        !Array.isArray(hours) &&
        Object.keys(hours).length === 0
      );
    },
    issuesAt(place, { inside: isInside = true } = {}) {
      const path = steps(place);
      const time = timeAt(path);
      if (time) {
        const range = rangeOf(state, time);
        return listed(`issuesAt ${JSON.stringify(path)}`, () =>
          range
            ? issues.filter(({ path }) => isOfTime(path, range, time.side))
            : NONE,
        );
      }
      return listed(`issuesAt ${JSON.stringify(path)} ${isInside}`, () => {
        const found =
          path.reduce((node, step) => node?.inside.get(step), tree())?.issues ??
          NONE;
        return isInside
          ? found
          : found.filter((issue) => issue.path.length === path.length);
      });
    },
    issuesElsewhere(places) {
      const shown = places.map(steps);
      return listed(`issuesElsewhere ${JSON.stringify(shown)}`, () =>
        issues.filter(
          ({ path }) => !shown.some((place) => isWithin(path, place)),
        ),
      );
    },
    issuesAtDay: (day) => numbered("issuesAtDay", day, "openHours"),
    issuesAtDate: (date) => numbered("issuesAtDate", date, "availabilities"),
    isDirty(place = NONE) {
      const path = steps(place);
      const time = timeAt(path);
      if (time) {
        const range = rangeOf(state, time);
        return range !== undefined && state.isDirty(range.path);
      }
      return answer(`isDirty ${JSON.stringify(path)}`, () =>
        isDirtyAt(path, draft, changes, () => ask(state, "isDirty", path)),
      );
    },
    week: (options) => hours("week", options),
    dates: (options) => hours("dates", options),
  });
  RANGES.set(state, rangesOf);
  return state;
}

/** Number of entries that are asked for one by one at most. */
const FEW = 8;

/**
 * Returns the indexes of entries that have other hours, or undefined unless this is all that two lists differ in: a few entries,
 * each with nothing else changed.
 */
function entriesWithOtherHours(before, now) {
  if (
    !Array.isArray(before) ||
    !Array.isArray(now) ||
    before.length !== now.length
  )
    return undefined;
  const changed = [...now.keys()].filter((at) => now[at] !== before[at]);
  const isOfHours = (at) => {
    const names = Object.keys(now[at] ?? NONE);
    return (
      inside(before[at], "hours") !== undefined &&
      names.length === Object.keys(before[at]).length &&
      names.every(
        (name) =>
          name === "hours" || inside(before[at], name) === now[at][name],
      )
    );
  };
  return changed.length <= FEW && changed.every(isOfHours)
    ? changed
    : undefined;
}

/** Returns the indexes of the special dates in which issues came or went, or undefined if one is about no entry. */
function entriesWithOtherIssues(before, now) {
  const [was, is] = [before, now].map(
    (issues) =>
      new Set(
        issues.filter(({ path: [member] }) => member === "availabilities"),
      ),
  );
  const changed = [...was]
    .filter((issue) => !is.has(issue))
    .concat([...is].filter((issue) => !was.has(issue)));
  const entries = new Set(changed.map(({ path: [, entry] }) => entry));
  return entries.has(undefined) || entries.size > FEW
    ? undefined
    : [...entries];
}

/** Returns the days, or dates, of a member that have times as they were typed. */
const daysTyped = (texts, member) =>
  new Set(
    [...texts.keys()]
      .map((place) => JSON.parse(place))
      .filter(([first]) => first === member)
      .map(([, day]) => day),
  );

/** Returns the list before if it has the same items. */
function sameItems(before, now) {
  if (
    before?.length === now.length &&
    now.every((item, at) => item === before[at])
  )
    return before;
  return now === NONE ? now : Object.freeze(now);
}

/** Returns a key for options, which a caller may make for each call. */
function keyOf(options) {
  try {
    return JSON.stringify(options);
  } catch {
    // The core refuses what is not JSON.
    return "?";
  }
}

/** Returns the issues as a tree: at each step those of the place and inside it. */
function treeOf(issues) {
  const root = { issues: [], inside: new Map() };
  for (const issue of issues) {
    let node = root;
    node.issues.push(issue);
    for (const step of issue.path) {
      let next = node.inside.get(step);
      if (next === undefined)
        node.inside.set(step, (next = { issues: [], inside: new Map() }));
      next.issues.push(issue);
      node = next;
    }
  }
  return root;
}

/** Returns true if there is a change at a place, inside it or around it. */
function isDirtyAt(path, draft, changes, askCore) {
  // Entries group days; the core knows the days of each change.
  if (
    path.length > 1 &&
    inside(inside(draft[path[0]], path[1]), "daysOfTheWeek") !== undefined
  )
    return askCore();
  return changes.some(({ kind, path: changed }) => {
    // An item removed from an array has no path in the draft.
    if (kind === "remove" && typeof changed.at(-1) === "number")
      return isWithin(changed.slice(0, -1), path);
    return isWithin(changed, path) || isWithin(path, changed);
  });
}
