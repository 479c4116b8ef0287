/** Draws, moves and resizes ranges of a picture of hours by mouse, pen and finger. */

import { drawn, hourFrom, moved, withEnd, withStart } from "./reshape.js";

/** Milliseconds after which a resting finger draws or grabs instead of scrolling. */
const HOLD = 300;
/** Maximum movement of a resting finger, and of a pointer that has grabbed, in pixels. */
const STRAY = 10;
const STILL = 4;
/** Maximum distance at which a range's end can be grabbed, in pixels. */
const GRIP = 7;

/**
 * Adds dragging to a picture. Its `preview` shows ranges by day that are not in the draft yet, its `finish` enters
 * them; `chosen` is called with the day on which the pointer was released, and with its place if it was a tap, or a click on hours.
 *
 * @returns the listener for a pressed pointer in the column of a day, and whether one is dragging
 */
export function makeDrag(
  store,
  {
    element,
    step,
    bodyOf,
    keyAt,
    minuteAt,
    rangesOf,
    draftOf,
    preview,
    finish,
    chosen,
    tell,
  },
) {
  let drag;

  function press(event, key) {
    if (event.button !== 0 || drag) return;
    store.settle();
    const body = bodyOf(key);
    const range = event.target.closest(".range");
    const ranges = rangesOf(key);
    const at = range ? Number(range.dataset.at) : ranges.length;
    const minute = minuteAt(event.clientY, body);
    const how = range ? partOf(event, range) : "draw";
    drag = {
      key,
      at,
      how,
      minute,
      start: event.clientY,
      x: event.clientX,
      ranges,
      moved: false,
      pointer: event.pointerId,
      isFinger: event.pointerType === "touch",
    };
    if (drag.isFinger) drag.hold = setTimeout(() => take(body), HOLD);
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
    return clientY - top < grip
      ? "top"
      : bottom - clientY < grip
        ? "bottom"
        : "move";
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
    if (drag.moved) preview(dragged(event));
  }

  /** Returns the ranges of each day that the drag has changed so far. */
  function dragged(event) {
    const { key, at, how, ranges, minute } = drag;
    const here = minuteAt(event.clientY, bodyOf(key));
    if (how === "draw")
      return new Map([[key, [...ranges, drawn(minute, here, step())]]]);
    if (how === "top")
      return new Map([
        [key, ranges.with(at, withStart(ranges[at], here, step()))],
      ]);
    if (how === "bottom")
      return new Map([
        [key, ranges.with(at, withEnd(ranges[at], here, step()))],
      ]);
    const range = moved(ranges[at], here - minute, step());
    drag.target = keyAt(event.clientX) ?? key;
    if (drag.target === key) return new Map([[key, ranges.with(at, range)]]);
    return new Map([
      [key, ranges.toSpliced(at, 1)],
      [drag.target, [...draftOf(drag.target), range]],
    ]);
  }

  function onRelease(event) {
    if (event.pointerId !== drag.pointer) return;
    const {
      key,
      target = key,
      how,
      moved,
      minute,
      ranges,
      isTaken,
      isFinger,
    } = drag;
    end();
    if (how === "draw" && isTaken && !moved) {
      // A press at a closed time of a day opens an hour; a mere tap of a finger selects the day.
      const hour = hourFrom(minute, step());
      const isBusy = ranges.some(
        ([from, to]) => hour[0] < to && hour[1] > from,
      );
      if (!isBusy) preview(new Map([[key, [...ranges, hour]]]));
    }
    const edited = finish();
    const isTap = isFinger ? !isTaken : how !== "draw" && !moved;
    chosen(target, isTap ? event.clientY : undefined, event.clientX);
    tell(edited);
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
    bodyOf(drag.key).classList.remove("is-held");
    drag = undefined;
    document.removeEventListener("pointermove", onMove);
    document.removeEventListener("pointerup", onRelease);
    document.removeEventListener("pointercancel", onCancel);
    document.removeEventListener("keydown", onEscape, true);
  }

  // A finger that has rested neither scrolls the page nor opens the context menu.
  element.addEventListener(
    "touchmove",
    (event) => drag?.isTaken && event.cancelable && event.preventDefault(),
    { passive: false },
  );
  element.addEventListener(
    "contextmenu",
    (event) => drag?.isTaken && event.preventDefault(),
  );
  // A pen drags immediately, like a mouse, and is detected before it touches.
  element.addEventListener(
    "pointerenter",
    ({ pointerType }) =>
      pointerType === "pen" && element.classList.add("by-pen"),
  );
  element.addEventListener("pointerleave", () =>
    element.classList.remove("by-pen"),
  );

  return { press, isDragging: () => drag !== undefined };
}
