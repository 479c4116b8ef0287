/**
 * The state of a form at one moment: an immutable value with everything to read. Each answer is a function of the state and
 * of the arguments alone, and stays the same object until it changes, from one state to the next.
 */

import { failure, optionsOf, typeName } from "./load.js";
import { inside, isWithin, stepsOf } from "./place.js";
import { reused, sameItems } from "./reuse.js";
import { isOfTime, keyed, memberOf, placed, rangeOf, timeAt } from "./times.js";
import { UNREAD, textOf } from "./typed.js";

const NONE = Object.freeze([]);
/** For each state, the function that returns the ranges of an answer. */
const RANGES = new WeakMap();

/** Returns the ranges of a day or a date as the draft has them, whatever was typed for their times. */
export const rangesRead = (state, list, day) =>
  RANGES.get(state)(list).get(day) ?? NONE;

/**
 * Returns the state with the given lists. `ask(state, verb, ...given)` answers what only the core knows, and `typeAt(path)`
 * the type of a member. `texts` are those that were typed, by the JSON of their steps. `answers` has the last answers of the
 * states before; those of this one go there while it is the current one.
 */
export function stateOf(lists, { ask, isCurrent, typeAt }, texts, answers) {
  const { stored, draft, issues, changes } = lists;
  const own = new Map();
  const answer = (key, make) => {
    if (!own.has(key)) {
      own.set(key, make(answers.get(key)));
      if (isCurrent(state)) answers.set(key, own.get(key));
    }
    return own.get(key);
  };
  const steps = (place) => stepsOf(place, draft);
  const listed = (key, make) =>
    answer(key, (before) => Object.freeze(sameItems(before, make())));
  /** Answers from a member of the draft and from its issues alone. */
  const fromIssues = (key, member, make) => {
    const { value } = answer(key, (before) =>
      before?.issues === issues && before.member === draft[member]
        ? before
        : { issues, member: draft[member], value: make(before?.value) },
    );
    return value;
  };
  const hasIssues = (member) => tree().inside.has(member);
  const issuesAtDay = (day) =>
    fromIssues(`issuesAtDay ${day}`, "openHours", (before) => {
      // The core checks the name, and is then asked only if there are issues.
      const isAsked = before === undefined || hasIssues("openHours");
      const found = isAsked ? ask(state, "issuesAtDay", day) : NONE;
      return Object.freeze(sameItems(before, found));
    });
  /** The issues of each date that has some: the core is asked once, and not for each of a thousand dates. */
  const issuesByDate = () =>
    fromIssues("issuesByDate", "availabilities", () => {
      const byDate = new Map();
      if (!hasIssues("availabilities")) return byDate;
      for (const [at, date] of ask(state, "datesOfIssues").entries())
        if (date !== null) {
          if (!byDate.has(date)) byDate.set(date, []);
          byDate.get(date).push(issues[at]);
        }
      return byDate;
    });
  const issuesAtDate = (date) =>
    fromIssues(`issuesAtDate ${date}`, "availabilities", (before) => {
      // The core checks the date.
      const isAsked = before === undefined || !isCurrent(state);
      const found = isAsked
        ? ask(state, "issuesAtDate", date)
        : (issuesByDate().get(date) ?? NONE);
      return Object.freeze(sameItems(before, found));
    });
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
  /** A map of the ranges by day, with their keys, without the texts that were typed for them. */
  const rangesOf = (list, options = { paths: true }) =>
    ofMember(
      `${list} ${keyOf(options)} keys`,
      draft[memberOf(list)],
      (before, beforeMember) => {
        const at =
          list === "dates" && before
            ? entriesWithOtherHours(beforeMember, draft[memberOf(list)])
            : undefined;
        // A copy of a map costs less than one of an object with a thousand names.
        const ranges = new Map(at === undefined ? NONE : before);
        const changed =
          at === undefined
            ? ask(state, list, options)
            : ask(state, "datesAt", at);
        for (const [day, own] of Object.entries(keyed(before, changed)))
          ranges.set(day, reused(before?.get(day), own));
        return ranges;
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
    const { value } = answer(key, (before) => {
      const ranges = rangesOf(list, options);
      const typed = daysTyped(texts, memberOf(list));
      const make = (changed) =>
        placed(changed, list, (place, clock) => typedAt(place, clock) ?? clock);
      if (!hasSameKeys(before?.ranges, ranges)) {
        const value = reused(before?.value, make(Object.fromEntries(ranges)));
        return { ranges, typed, value };
      }
      // The other days stay the same objects.
      const changed = {};
      for (const [day, own] of ranges)
        if (
          own !== before.ranges.get(day) ||
          typed.has(day) ||
          before.typed.has(day)
        )
          changed[day] = own;
      return { ranges, typed, value: withParts(before.value, make(changed)) };
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
    issuesAt(place, options) {
      const { inside: isInside = true } = optionsOf(options);
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
      if (!Array.isArray(places))
        throw failure(
          "option",
          `places: expected an array of places, found ${typeName(places)}`,
        );
      const shown = places.map(steps);
      return listed(`issuesElsewhere ${JSON.stringify(shown)}`, () =>
        issues.filter(
          ({ path }) => !shown.some((place) => isWithin(path, place)),
        ),
      );
    },
    issuesAtDay,
    issuesAtDate,
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
  const changed = [];
  for (let at = 0; at < now.length; at++)
    if (now[at] !== before[at]) changed.push(at);
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

/** Returns the days, or dates, of a member that have times as they were typed. */
const daysTyped = (texts, member) =>
  new Set(
    [...texts.keys()]
      .map((place) => JSON.parse(place))
      .filter(([first]) => first === member)
      .map(([, day]) => day),
  );

/** Returns true if two maps have the same keys in the same order. */
function hasSameKeys(before, now) {
  if (before === undefined || before === now) return before === now;
  const keys = [...before.keys()];
  return sameItems(keys, [...now.keys()]) === keys;
}

/** Returns the object with other parts, or as it is if all of them are the same. */
function withParts(before, parts) {
  const fresh = {};
  for (const [name, part] of Object.entries(parts)) {
    const own = reused(before[name], part);
    if (own !== before[name]) fresh[name] = own;
  }
  return Object.keys(fresh).length > 0
    ? Object.freeze({ ...before, ...fresh })
    : before;
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
