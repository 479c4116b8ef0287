/**
 * Hours as a picture: a column for each day, with time running down. Stored hours are behind the draft's; added and
 * removed hours have their own patterns. Ranges are drawn, moved and resized by mouse, touch and keys.
 */

import { makeDrag } from "./drag.js";
import {
  afterPaint,
  attribute,
  button,
  fresh,
  h,
  heard,
  say,
} from "../elements/element.js";
import { cropped, nudged, shareOf } from "./reshape.js";
import {
  another,
  brief,
  clock,
  common,
  DAY,
  HOUR,
  hoursIn,
  ordered,
  overlaps,
  span,
  without,
} from "./times.js";
import { count, figure, listed, t } from "../words/words.js";

/** The pause between arrow keys that starts a new undo step, in milliseconds. */
const PAUSE = 800;

/** Maximum number of characters of words that narrow columns have room for beside a sign, and without one. */
const LONG = 5;
const LONGER = 8;

/** Returns a range in words that breaks after its dash alone, which browsers do for a short dash. */
const breaking = (words) => words.replace("～", "\u2060～");

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const ends = ([opens, closes]) => ({
  opens: clock(opens),
  closes: clock(closes),
});
function isWithin(clientX, element) {
  const { left, right } = element.getBoundingClientRect();
  return clientX >= left && clientX <= right;
}

/**
 * @param {{ step: () => number, commit: (days: Map<string, [number, number][]>) => void, select?: (key: string, y?: number, x?: number) => void }} doing
 * `commit` receives the hours of each day that was edited: two days if a range moved from one to the other. `select` also
 * receives where on the screen a finger tapped, or a mouse pressed hours or the name of a day.
 */
export function makeHours(store, { step, commit, select }) {
  const help = fresh("hours-help");
  const axis = h("div", { class: "axis", "aria-hidden": "true" });
  const whole = button(
    t("hours.whole"),
    () => {
      store.view.isWholeDay = !store.view.isWholeDay;
      repaint();
    },
    { class: "whole" },
  );
  const days = h("div", { class: "columns" });
  const element = h(
    "div",
    { class: "hours" },
    h("div", {}, whole, axis),
    days,
    h("p", { id: help, class: "keys" }, t("hours.keys")),
  );
  /** The columns in order, each with its key, its label, the stored ranges and the draft's. */
  let columns = [];
  const drawn = new Map();
  /** Ranges by day that are being dragged or moved by keys, and are not in the draft yet. */
  let working = new Map();
  let keying;
  /** The first and the last time of the picture. */
  let shown;

  const columnOf = (key) => columns.find((column) => column.key === key);
  const draftOf = (key) => columnOf(key).draft;
  /** Returns the ranges of a day as they are shown. */
  const rangesOf = (key) => working.get(key) ?? draftOf(key);
  const drag = makeDrag(store, {
    element,
    step,
    bodyOf: (key) => drawn.get(key).body,
    keyAt: (clientX) =>
      columns.find(({ key }) => isWithin(clientX, drawn.get(key).body))?.key,
    minuteAt,
    rangesOf,
    draftOf,
    preview,
    finish,
    chosen: (key, ...at) => select?.(key, ...at),
    tell: (edited) => edited.forEach((ranges, key) => tell(key, ranges)),
  });

  // The part of the day in view

  /** Chooses the part of the day that is shown. It stays during a drag, whose pointer would otherwise point elsewhere. */
  function frame() {
    if (drag.isDragging()) return;
    const now = cropped(
      columns.flatMap(({ key, stored }) => [...stored, ...rangesOf(key)]),
      store.view.isWholeDay,
    );
    whole.classList.toggle("on", Boolean(store.view.isWholeDay));
    for (const name of ["aria-label", "title"])
      attribute(
        whole,
        name,
        t(store.view.isWholeDay ? "hours.whole.less" : "hours.whole.more"),
      );
    if (shown && same(shown, now)) return;
    shown = now;
    const [first, last] = shown;
    const hours = (last - first) / HOUR;
    element.dataset.first = first;
    element.dataset.last = last;
    element.style.setProperty("--hours", hours);
    element.style.setProperty("--skipped", first / HOUR);
    const every = (hours > 16 ? 3 : 2) * HOUR;
    element.style.setProperty("--every", every / HOUR);
    const marks = Array.from(
      { length: DAY / HOUR + 1 },
      (_, hour) => hour * HOUR,
    ).filter((at) => at >= first && at <= last && at % every === 0);
    axis.replaceChildren(
      ...marks.map((at) => {
        const mark = h("span", {}, clock(at));
        mark.style.top = `${shareOf(at, shown)}%`;
        return mark;
      }),
    );
    for (const own of drawn.values()) own.shown = undefined;
  }

  function minuteAt(clientY, body) {
    const { top, height } = body.getBoundingClientRect();
    const [first, last] = shown;
    return Math.max(
      first,
      Math.min(last, first + ((clientY - top) / height) * (last - first)),
    );
  }

  function repaint() {
    frame();
    for (const column of columns) paint(column);
    rove();
  }

  // One stop of the Tab key: arrow keys lead to the others

  /** The element that Tab leads to. */
  let stop;

  /** Returns the elements of a day that arrow keys lead to: its ranges, or its head if it is closed. */
  const stopsOf = (key) =>
    rangesOf(key).length > 0 ? drawn.get(key).buttons : [drawn.get(key).head];
  const allOf = (key) => [drawn.get(key).head, ...drawn.get(key).buttons];

  /** Makes the element that had the focus last the only one that Tab leads to, or that of the selected day. */
  function rove() {
    const all = columns.flatMap(({ key }) => allOf(key));
    if (all.length === 0) return;
    if (!all.includes(stop))
      stop = stopsOf(
        (columns.find(({ isSelected }) => isSelected) ?? columns[0]).key,
      )[0];
    for (const one of all)
      attribute(one, "tabindex", one === stop ? "0" : "-1");
  }

  days.addEventListener("focusin", ({ target }) => {
    stop = target;
    rove();
  });

  /** Handles the arrow keys that lead to other days, Home and End. @returns true if the key was one of them */
  function onStep(event, key) {
    const { key: pressed, target } = event;
    const stops = columns.flatMap(({ key }) => stopsOf(key));
    const at = stops.indexOf(target);
    const here = columns.findIndex((column) => column.key === key);
    const next = {
      ArrowLeft: () =>
        at < 0 ? stopsOf(columns[here - 1]?.key ?? key)[0] : stops[at - 1],
      ArrowRight: () =>
        at < 0 ? stopsOf(columns[here + 1]?.key ?? key)[0] : stops[at + 1],
      Home: () => stops[0],
      End: () => stops.at(-1),
    };
    if (!Object.hasOwn(next, pressed)) return false;
    event.preventDefault();
    next[pressed]()?.focus();
    return true;
  }

  // Columns

  function makeColumn(key) {
    const head = button(
      "",
      ({ detail, clientX }) =>
        select?.(
          key,
          detail > 0 ? head.getBoundingClientRect().bottom : undefined,
          clientX,
        ),
      {
        class: "day",
        "aria-describedby": help,
        keydown: (event) => onHead(event, key),
      },
    );
    // The ranges and the heads have the same in words.
    const back = h("div", { class: "back", "aria-hidden": "true" });
    const front = h("div", { class: "front" });
    const body = h(
      "div",
      {
        class: "column",
        "data-day": key,
        pointerdown: (event) => drag.press(event, key),
      },
      back,
      front,
    );
    return {
      element: h("div", { class: "day-column", role: "group" }, head, body),
      head,
      back,
      front,
      body,
      buttons: [],
      shown: undefined,
    };
  }

  function update(given) {
    columns = given;
    const keys = columns.map(({ key }) => key);
    for (const [key, { element }] of drawn) {
      if (keys.includes(key)) continue;
      element.remove();
      drawn.delete(key);
    }
    for (const [at, key] of keys.entries()) {
      if (!drawn.has(key)) drawn.set(key, makeColumn(key));
      const { element } = drawn.get(key);
      if (days.children[at] !== element)
        days.insertBefore(element, days.children[at] ?? null);
    }
    repaint();
  }

  function paint(column) {
    const own = drawn.get(column.key);
    const ranges = rangesOf(column.key);
    const now = JSON.stringify([column, ranges]);
    if (own.shown === now) return;
    own.shown = now;
    attribute(own.element, "aria-label", column.label);
    own.head.replaceChildren(
      h(
        "span",
        { "aria-hidden": "true" },
        column.short,
        columns.length > 1 &&
          h("span", { class: "total" }, total(column.stored, ranges)),
      ),
      h(
        "span",
        { class: "hidden" },
        listed(
          [
            column.label,
            ranges.length === 0 && t("closed"),
            ranges.length > 0 &&
              hoursIn(ranges) !== hoursIn(column.stored) &&
              t("hours.total", {
                now: count("hours", hoursIn(ranges)),
                before: count("hours", hoursIn(column.stored)),
              }),
            column.mark && t(`severity.${column.mark}`),
          ].filter(Boolean),
        ),
      ),
      column.mark
        ? h("span", {
            class: "mark",
            "data-severity": column.mark,
            "aria-hidden": "true",
          })
        : "",
    );
    attribute(
      own.head,
      "aria-pressed",
      select ? String(Boolean(column.isSelected)) : undefined,
    );
    const { stored } = column;
    const pieces = [
      ...common(stored, ranges).map((range) => ["kept", range]),
      ...without(ranges, stored).map((range) => ["added", range]),
      ...without(stored, ranges).map((range) => ["removed", range]),
      ...overlaps(ranges).map((range) => ["overlap", range]),
    ];
    own.back.replaceChildren(
      ...pieces.map(([kind, [from, to]]) => {
        const begins = ranges.find(
          ([opens, closes]) => opens >= from && opens < to && closes > opens,
        );
        // Below the words of a range that begins in it.
        const room = to - (begins ? begins[0] + HOUR : from);
        const isSaid = (kind === "added" || kind === "removed") && room >= HOUR;
        const words = brief([from, to]);
        const isLong = words.length > LONG;
        const isTight = room < 2 * HOUR && (begins || words.length > LONGER);
        const piece = h(
          "div",
          { class: `piece ${kind}` },
          isSaid &&
            h(
              kind === "added" ? "ins" : "del",
              { class: isTight ? "is-tight" : isLong && "is-long" },
              breaking(words),
            ),
        );
        place(piece, from, to);
        return piece;
      }),
    );
    while (own.buttons.length > ranges.length) own.buttons.pop().remove();
    while (own.buttons.length < ranges.length) {
      const at = own.buttons.length;
      const range = h("button", {
        type: "button",
        class: "range",
        "aria-describedby": help,
        keydown: (event) => onKey(event, column.key, at),
        click: () => select?.(column.key),
        blur: () => keying && store.settle(),
      });
      range.append(
        h("span", { class: "grip top" }),
        h("span", { class: "words", "aria-hidden": "true" }),
        heard(),
        h("span", { class: "grip bottom" }),
      );
      own.buttons.push(range);
      own.front.append(range);
    }
    ranges.forEach(([from, to], at) => {
      const range = own.buttons[at];
      place(range, Math.min(from, to), Math.max(from, to));
      const wrong = to <= from ? "empty" : undefined;
      range.classList.toggle("wrong", Boolean(wrong));
      range.classList.toggle("short", Math.abs(to - from) < 90);
      const found = column.found?.find(
        ({ range: [a, b] }) => a === from && b === to,
      );
      attribute(
        range,
        "data-severity",
        found?.severity ?? (wrong && "warning"),
      );
      const words = range.querySelector(".words");
      say(words, from === to ? clock(from) : breaking(span([from, to])));
      // Below an overlap with the range before, whose fill it would hide.
      const covered = Math.min(ranges[at - 1]?.[1] ?? 0, to) - from;
      words.style.marginTop =
        covered > 0 && to - from - covered >= HOUR
          ? `calc(${covered / HOUR} * var(--hour))`
          : "";
      say(
        range.querySelector(".hidden"),
        [said(column, ranges, at), found?.message]
          .filter(Boolean)
          .join(t("colon")),
      );
      range.dataset.at = at;
    });
  }

  function place(element, from, to) {
    element.style.top = `${shareOf(from, shown)}%`;
    element.style.height = `${shareOf(to, shown) - shareOf(from, shown)}%`;
  }

  /** Returns the words for a range and, if it was edited, for its stored state: "Saturday, 09:00 to 12:00, was 10:00 to 14:00". */
  function said({ label, stored }, ranges, at) {
    const now = ends(ranges[at]);
    const isStored = (range) => stored.some((other) => same(other, range));
    if (isStored(ranges[at])) return t("hours.of", { day: label, ...now });
    const edited = ranges.filter((range) => !isStored(range));
    const before = stored.filter(
      (range) => !ranges.some((other) => same(other, range)),
    )[edited.indexOf(ranges[at])];
    if (!before) return t("hours.of.new", { day: label, ...now });
    return t("hours.of.was", {
      day: label,
      ...now,
      opened: clock(before[0]),
      closed: clock(before[1]),
    });
  }

  /** Shows ranges that are not in the draft yet. */
  function preview(days) {
    const touched = new Set([...working.keys(), ...days.keys()]);
    working = days;
    frame();
    for (const column of columns)
      if (touched.has(column.key) || !drawn.get(column.key).shown)
        paint(column);
  }

  /** Enters the previewed ranges. @returns the ranges of each day that were previewed */
  function finish() {
    const previewed = working;
    const days = new Map(
      [...working]
        .map(([key, ranges]) => [key, ordered(ranges)])
        .filter(([key, ranges]) => !same(ranges, draftOf(key))),
    );
    working = new Map();
    if (days.size > 0) commit(days);
    else repaint();
    return previewed;
  }

  // Keys

  /** Handles Insert and plus, which add a range to the day. */
  function onInsert(event, key) {
    if (
      (event.key !== "Insert" && event.key !== "+") ||
      event.ctrlKey ||
      event.metaKey
    )
      return false;
    event.preventDefault();
    store.settle();
    const ranges = rangesOf(key);
    const added = another(ranges);
    const all = ordered([...ranges, added]);
    commit(new Map([[key, all]]));
    tell(key, all);
    afterPaint(() => drawn.get(key).buttons[all.indexOf(added)]?.focus());
    return true;
  }

  /** Handles keys on the head of a day. The down arrow leads to its first range. */
  function onHead(event, key) {
    if (
      event.ctrlKey ||
      event.metaKey ||
      onInsert(event, key) ||
      onStep(event, key) ||
      event.key !== "ArrowDown"
    )
      return;
    event.preventDefault();
    drawn.get(key).buttons[0]?.focus();
  }

  /**
   * Handles keys on a range: up and down move it, with Shift its end, with Alt its start. Left and right go to another
   * range or closed day, Delete removes it.
   */
  function onKey(event, key, at) {
    const { key: pressed, shiftKey, altKey } = event;
    if (
      event.ctrlKey ||
      event.metaKey ||
      onInsert(event, key) ||
      onStep(event, key)
    )
      return;
    const ranges = rangesOf(key);
    const [from, to] = ranges[at];
    if (pressed === "Delete" || pressed === "Backspace") {
      event.preventDefault();
      store.settle();
      commit(new Map([[key, ranges.toSpliced(at, 1)]]));
      store.announce(
        t("hours.gone", { day: labelOf(key), range: span([from, to]) }),
      );
      afterPaint(() =>
        (
          drawn.get(key).buttons[Math.max(0, at - 1)] ?? drawn.get(key).head
        ).focus(),
      );
      return;
    }
    if (pressed !== "ArrowUp" && pressed !== "ArrowDown") return;
    event.preventDefault();
    const by = (pressed === "ArrowUp" ? -1 : 1) * step();
    const moved = nudged(
      [from, to],
      shiftKey ? "end" : altKey ? "start" : "both",
      by,
      step(),
    );
    if (same(moved, [from, to])) return;
    if (!working.has(key)) store.begin(settled);
    clearTimeout(keying);
    keying = setTimeout(() => store.settle(), PAUSE);
    preview(new Map([[key, ranges.with(at, moved)]]));
    store.announce(said(columnOf(key), rangesOf(key), at));
  }

  /** Finishes a move by keys. The focus follows the moved range, which may now be at another position in the day. */
  function settled() {
    clearTimeout(keying);
    keying = undefined;
    for (const [key, ranges] of finish()) {
      const { buttons } = drawn.get(key);
      const moved = ranges[buttons.indexOf(document.activeElement)];
      if (moved)
        afterPaint(() => buttons[ordered(ranges).indexOf(moved)]?.focus());
    }
  }

  const labelOf = (key) => columnOf(key).label;

  function tell(key, ranges) {
    const words =
      ranges.length > 0 ? listed(ordered(ranges).map(span)) : t("closed");
    store.announce(labelOf(key) + t("colon") + words);
  }

  return {
    element,
    update,
    focus(key, range) {
      const own = drawn.get(key);
      const at = range
        ? rangesOf(key).findIndex((other) => same(other, range))
        : 0;
      (own?.buttons[at] ?? own?.head)?.focus();
    },
  };
}

/** Returns the hours of a day before and after, or those of a day that stays, for narrow columns without their unit. */
function total(stored, ranges) {
  const [before, now] = [hoursIn(stored), hoursIn(ranges)].map(figure);
  const said = (arrow) => (before === now ? now : before + arrow + now);
  if (before === now && hoursIn(ranges) === 0) return "";
  return [
    h("span", { class: "long" }, t("hours.short", { n: said(" → ") })),
    h("span", { class: "brief" }, said("→")),
  ];
}

/** Creates the legend of the fills. */
export const legend = (
  kinds = ["kept", "added", "removed", "overlap", "wrong"],
) =>
  h(
    "ul",
    { class: "legend", "aria-label": t("legend") },
    ...kinds.map((kind) =>
      h(
        "li",
        {},
        h("span", { class: `piece ${kind}`, "aria-hidden": "true" }),
        ` ${t(`legend.${kind}`)}`,
      ),
    ),
  );

/** Returns the step of a drag in minutes: the interval between offered starts, if it is suitable. */
export function stepOf({
  slotInterval,
  slotIntervalUnit = "mins",
  slotDuration,
  slotDurationUnit = "mins",
}) {
  const given =
    typeof slotInterval === "number"
      ? slotInterval * (slotIntervalUnit === "hours" ? 60 : 1)
      : typeof slotDuration === "number"
        ? slotDuration * (slotDurationUnit === "hours" ? 60 : 1)
        : 30;
  return Number.isInteger(given) && given >= 5 && given <= 240 ? given : 30;
}
