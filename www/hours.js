/**
 * Hours as a picture: a column for each day, with time running down. Stored hours are behind the draft's; added and
 * removed hours have their own patterns. Ranges are drawn, moved and resized by mouse, touch and keys.
 */

import { afterPaint, attribute, button, fresh, h, heard, say } from "./element.js";
import { another, clock, common, DAY, HOUR, ordered, overlaps, snap, span, without } from "./times.js";
import { listed, t } from "./words.js";

/** Milliseconds after which a resting finger draws or grabs instead of scrolling. */
const HOLD = 300;
/** Maximum movement of a resting finger, and of a pointer that has grabbed, in pixels. */
const STRAY = 10;
const STILL = 4;
/** The pause between arrow keys that starts a new undo step, in milliseconds. */
const PAUSE = 800;
/** Maximum distance at which a range's end can be grabbed, in pixels. */
const GRIP = 7;

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/**
 * @param {{ step: () => number, commit: (days: Map<string, [number, number][]>) => void, select?: (key: string) => void }} doing
 * `commit` receives the hours of each day that was edited: two days if a range moved from one to the other.
 */
export function makeHours(desk, { step, commit, select }) {
  const help = fresh("hours-help");
  const axis = h("div", { class: "axis", "aria-hidden": "true" }, ...Array.from({ length: 9 }, (_, i) => h("span", {}, clock(i * 180))));
  [...axis.children].forEach((mark, i) => (mark.style.top = `${(i / 8) * 100}%`));
  const days = h("div", { class: "columns" });
  const element = h("div", { class: "hours" }, axis, days, h("p", { id: help, class: "keys" }, t("hours.keys")));
  /** The columns in order, each with its key, its label, the stored ranges and the draft's. */
  let columns = [];
  const drawn = new Map();
  /** Ranges by day that are being dragged or moved by keys, and are not in the draft yet. */
  let working = new Map();
  let drag;
  let keying;

  const rangesOf = (key) => working.get(key) ?? columns.find((column) => column.key === key).draft;

  // Columns

  function makeColumn(key) {
    const head = button("", () => select?.(key), { class: "day", "aria-describedby": help, keydown: (event) => onInsert(event, key) });
    const back = h("div", { class: "back" });
    const front = h("div", { class: "front" });
    const body = h("div", { class: "column", "data-day": key, pointerdown: (event) => press(event, key) }, back, front);
    return { element: h("div", { class: "day-column", role: "group" }, head, body), head, back, front, body, buttons: [], shown: undefined };
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
      if (days.children[at] !== element) days.insertBefore(element, days.children[at] ?? null);
    }
    for (const column of columns) paint(column);
  }

  function paint(column) {
    const own = drawn.get(column.key);
    const ranges = rangesOf(column.key);
    const now = JSON.stringify([column, ranges]);
    if (own.shown === now) return;
    own.shown = now;
    attribute(own.element, "aria-label", column.label);
    own.head.replaceChildren(
      h("span", { "aria-hidden": "true" }, column.short),
      h("span", { class: "hidden" }, listed([column.label, column.mark && t(`severity.${column.mark}`)].filter(Boolean))),
      column.mark ? h("span", { class: "mark", "data-severity": column.mark, "aria-hidden": "true" }) : "",
    );
    attribute(own.head, "aria-pressed", select ? String(Boolean(column.isSelected)) : undefined);
    const { stored } = column;
    const pieces = [
      ...common(stored, ranges).map((range) => ["kept", range]),
      ...without(ranges, stored).map((range) => ["added", range]),
      ...without(stored, ranges).map((range) => ["removed", range]),
      ...overlaps(ranges).map((range) => ["overlap", range]),
    ];
    own.back.replaceChildren(
      ...pieces.map(([kind, [from, to]]) => {
        const piece = h("div", { class: `piece ${kind}` });
        place(piece, from, to);
        return piece;
      }),
    );
    while (own.buttons.length > ranges.length) own.buttons.pop().remove();
    while (own.buttons.length < ranges.length) {
      const at = own.buttons.length;
      const range = h("button", { type: "button", class: "range", "aria-describedby": help, keydown: (event) => onKey(event, column.key, at), click: () => select?.(column.key), blur: () => keying && desk.settle() });
      range.append(h("span", { class: "grip top" }), h("span", { class: "words", "aria-hidden": "true" }), heard(), h("span", { class: "grip bottom" }));
      own.buttons.push(range);
      own.front.append(range);
    }
    ranges.forEach(([from, to], at) => {
      const range = own.buttons[at];
      place(range, Math.min(from, to), Math.max(from, to));
      const wrong = to <= from ? "empty" : undefined;
      range.classList.toggle("wrong", Boolean(wrong));
      range.classList.toggle("short", Math.abs(to - from) < 90);
      const found = column.found?.find(({ range: [a, b] }) => a === from && b === to);
      attribute(range, "data-severity", found?.severity ?? (wrong && "warning"));
      say(range.querySelector(".words"), from === to ? clock(from) : span([from, to]));
      say(range.querySelector(".hidden"), [t("hours.of", { day: column.label, opens: clock(from), closes: clock(to) }), found?.message].filter(Boolean).join(t("colon")));
      range.dataset.at = at;
    });
  }

  function place(element, from, to) {
    element.style.top = `${(from / DAY) * 100}%`;
    element.style.height = `${((to - from) / DAY) * 100}%`;
  }

  /** Shows ranges that are not in the draft yet. */
  function preview(days) {
    const touched = new Set([...working.keys(), ...days.keys()]);
    working = days;
    for (const column of columns) if (touched.has(column.key)) paint(column);
  }

  function finish() {
    const days = new Map([...working].map(([key, ranges]) => [key, ordered(ranges)]).filter(([key, ranges]) => !same(ranges, columns.find((column) => column.key === key).draft)));
    working = new Map();
    if (days.size > 0) commit(days);
    else for (const column of columns) paint(column);
  }

  // Mouse and touch

  function minuteAt(clientY, body) {
    const { top, height } = body.getBoundingClientRect();
    return Math.max(0, Math.min(DAY, ((clientY - top) / height) * DAY));
  }

  const columnAt = (clientX) => columns.find(({ key }) => {
    const { left, right } = drawn.get(key).body.getBoundingClientRect();
    return clientX >= left && clientX <= right;
  })?.key;

  function press(event, key) {
    if (event.button !== 0 || drag) return;
    desk.settle();
    const { body } = drawn.get(key);
    const range = event.target.closest(".range");
    const ranges = rangesOf(key);
    const at = range ? Number(range.dataset.at) : ranges.length;
    const minute = minuteAt(event.clientY, body);
    const how = !range ? "draw" : partOf(event, range);
    drag = { key, at, how, minute, start: event.clientY, x: event.clientX, ranges, moved: false, pointer: event.pointerId };
    if (event.pointerType === "touch") drag.hold = setTimeout(() => take(body), HOLD);
    else take(body);
    document.addEventListener("pointermove", onMove);
    document.addEventListener("pointerup", onRelease);
    document.addEventListener("pointercancel", onCancel);
    document.addEventListener("keydown", onEscape, true);
    if (!range) event.preventDefault();
  }

  function partOf({ clientY }, range) {
    const { top, bottom } = range.getBoundingClientRect();
    const grip = Math.min(GRIP, (bottom - top) / 3);
    return clientY - top < grip ? "top" : bottom - clientY < grip ? "bottom" : "move";
  }

  function take(body) {
    drag.isTaken = true;
    body.setPointerCapture(drag.pointer);
    body.classList.toggle("is-held", drag.hold !== undefined);
  }

  function onMove(event) {
    if (event.pointerId !== drag.pointer) return;
    const gone = Math.hypot(event.clientY - drag.start, event.clientX - drag.x);
    if (!drag.isTaken) {
      if (gone > STRAY) end();
      return;
    }
    drag.moved ||= gone > STILL;
    if (!drag.moved) return;
    const { key, at, how, ranges, minute } = drag;
    const here = minuteAt(event.clientY, drawn.get(key).body);
    const by = step();
    const days = new Map();
    if (how === "draw") {
      const ends = [Math.floor(Math.min(minute, here) / by) * by, Math.ceil(Math.max(minute, here) / by) * by];
      days.set(key, [...ranges, [ends[0], Math.min(DAY, Math.max(ends[1], ends[0] + by))]]);
    } else {
      const [from, to] = ranges[at];
      if (how === "move") {
        const shift = Math.max(-from, Math.min(DAY - to, snap(from + here - minute, by) - from));
        const moved = [from + shift, to + shift];
        const target = columnAt(event.clientX) ?? key;
        if (target === key) {
          days.set(key, ranges.with(at, moved));
        } else {
          days.set(key, ranges.toSpliced(at, 1));
          days.set(target, [...columns.find((column) => column.key === target).draft, moved]);
        }
        drag.target = target;
      } else if (how === "top") {
        days.set(key, ranges.with(at, [Math.min(snap(here, by), to - by), to]));
      } else {
        days.set(key, ranges.with(at, [from, Math.max(snap(here, by), from + by)]));
      }
    }
    preview(days);
  }

  function onRelease(event) {
    if (event.pointerId !== drag.pointer) return;
    const { key, target = key, how, moved, minute, ranges, isTaken } = drag;
    end();
    if (how === "draw" && isTaken && !moved) {
      // A press at a closed time of a day opens an hour; a mere tap of a finger selects the day.
      const by = step();
      const from = Math.min(Math.floor(minute / by) * by, DAY - HOUR);
      const busy = ranges.some(([a, b]) => from < b && from + HOUR > a);
      if (!busy) working = new Map([[key, [...ranges, [from, from + HOUR]]]]);
    }
    const said = [...working];
    finish();
    select?.(target);
    for (const [key, ranges] of said) tell(key, ranges);
  }

  function onCancel() {
    end();
    preview(new Map());
  }

  function onEscape(event) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    onCancel();
  }

  function end() {
    clearTimeout(drag.hold);
    drawn.get(drag.key).body.classList.remove("is-held");
    drag = undefined;
    document.removeEventListener("pointermove", onMove);
    document.removeEventListener("pointerup", onRelease);
    document.removeEventListener("pointercancel", onCancel);
    document.removeEventListener("keydown", onEscape, true);
  }

  // A finger that has rested neither scrolls the page nor opens the context menu.
  element.addEventListener("touchmove", (event) => drag?.isTaken && event.cancelable && event.preventDefault(), { passive: false });
  element.addEventListener("contextmenu", (event) => drag?.isTaken && event.preventDefault());
  // A pen drags immediately, like a mouse, and is detected before it touches.
  element.addEventListener("pointerenter", ({ pointerType }) => element.classList.toggle("by-pen", pointerType === "pen"));
  element.addEventListener("pointerleave", () => element.classList.remove("by-pen"));

  // Keys

  /** Handles Insert and plus, which add a range to the day. */
  function onInsert(event, key) {
    if ((event.key !== "Insert" && event.key !== "+") || event.ctrlKey || event.metaKey) return false;
    event.preventDefault();
    desk.settle();
    const ranges = rangesOf(key);
    const added = another(ranges);
    const all = ordered([...ranges, added]);
    commit(new Map([[key, all]]));
    tell(key, all);
    afterPaint(() => drawn.get(key).buttons[all.indexOf(added)]?.focus());
    return true;
  }

  /**
   * Handles keys on a range: up and down move it, with Shift its end, with Alt its start. Left and right go to another
   * range, Delete removes it.
   */
  function onKey(event, key, at) {
    const { key: pressed, shiftKey, altKey } = event;
    if (event.ctrlKey || event.metaKey || onInsert(event, key)) return;
    if (pressed === "ArrowLeft" || pressed === "ArrowRight") {
      event.preventDefault();
      const order = columns.flatMap(({ key }) => drawn.get(key).buttons);
      order[order.indexOf(event.currentTarget) + (pressed === "ArrowRight" ? 1 : -1)]?.focus();
      return;
    }
    const ranges = rangesOf(key);
    const [from, to] = ranges[at];
    if (pressed === "Delete" || pressed === "Backspace") {
      event.preventDefault();
      desk.settle();
      commit(new Map([[key, ranges.toSpliced(at, 1)]]));
      desk.announce(t("hours.gone", { day: labelOf(key), range: span([from, to]) }));
      afterPaint(() => (drawn.get(key).buttons[Math.max(0, at - 1)] ?? drawn.get(key).head).focus());
      return;
    }
    if (pressed !== "ArrowUp" && pressed !== "ArrowDown") return;
    event.preventDefault();
    const by = (pressed === "ArrowUp" ? -1 : 1) * step();
    let moved;
    if (shiftKey) moved = [from, Math.min(DAY, Math.max(to + by, from + step()))];
    else if (altKey) moved = [Math.max(0, Math.min(from + by, to - step())), to];
    else if (from + by >= 0 && to + by <= DAY) moved = [from + by, to + by];
    else return;
    if (!working.has(key)) desk.begin(settled);
    clearTimeout(keying);
    keying = setTimeout(() => desk.settle(), PAUSE);
    preview(new Map([[key, ranges.with(at, moved)]]));
    desk.announce(t("hours.of", { day: labelOf(key), opens: clock(moved[0]), closes: clock(moved[1]) }));
  }

  /** Finishes a move by keys. The focus follows the moved range, which may now be at another position in the day. */
  function settled() {
    clearTimeout(keying);
    keying = undefined;
    const days = working;
    finish();
    for (const [key, ranges] of days) {
      const { buttons } = drawn.get(key);
      const moved = ranges[buttons.indexOf(document.activeElement)];
      if (moved) afterPaint(() => buttons[ordered(ranges).indexOf(moved)]?.focus());
    }
  }

  const labelOf = (key) => columns.find((column) => column.key === key).label;

  function tell(key, ranges) {
    const words = ranges.length > 0 ? listed(ordered(ranges).map(span)) : t("closed");
    desk.announce(labelOf(key) + t("colon") + words);
  }

  return {
    element,
    update,
    focus(key, range) {
      const own = drawn.get(key);
      const at = range ? rangesOf(key).findIndex((other) => same(other, range)) : 0;
      (own?.buttons[at] ?? own?.head)?.focus();
    },
  };
}

/** Creates the legend of the fills. */
export const legend = (kinds = ["kept", "added", "removed", "overlap"]) =>
  h("ul", { class: "legend", "aria-label": t("legend") }, ...kinds.map((kind) => h("li", {}, h("span", { class: `piece ${kind}`, "aria-hidden": "true" }), ` ${t(`legend.${kind}`)}`)));

/** Returns the step of a drag in minutes: the interval between offered starts, if it is suitable. */
export function stepOf({ slotInterval, slotIntervalUnit = "mins", slotDuration, slotDurationUnit = "mins" }) {
  const given = typeof slotInterval === "number" ? slotInterval * (slotIntervalUnit === "hours" ? 60 : 1) : typeof slotDuration === "number" ? slotDuration * (slotDurationUnit === "hours" ? 60 : 1) : 30;
  return Number.isInteger(given) && given >= 5 && given <= 240 ? given : 30;
}
