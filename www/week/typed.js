/** Hours as typed text: two times for each range, synchronized with the picture. */

import { worst } from "../store/store.js";
import {
  afterPaint,
  attribute,
  button,
  fresh,
  h,
  say,
} from "../elements/element.js";
import { another, clock, DAY, ordered, readRange, readTime } from "./times.js";
import { ranged, t } from "../words/words.js";

/**
 * Creates the text fields for the hours of a day, or of several: two times for each range. `day` is the name of the day
 * if the fields of other days are beside them: the labels then begin with it, and the button that adds hours is a plus.
 */
export function makeTimes(store, { commit, day }) {
  const named = (label) => (day ? day + t("colon") + label : label);
  const rows = h("ol", { class: "times" });
  const add = button(
    day ? "+" : t("hours.add"),
    () => {
      store.settle();
      const added = another(now);
      const all = ordered([...now, added]);
      commit(all);
      afterPaint(() => made[all.indexOf(added)]?.inputs[0].focus());
    },
    day
      ? { class: "icon add", "aria-label": named(t("hours.add")) }
      : { class: "quiet" },
  );
  const closed = h("p", { class: "hint" }, t("closed"));
  const element = h("div", { class: "typed-times" }, closed, rows, add);
  let now = [];
  /** The field with typed text that is not entered yet, which an edit elsewhere must not replace. */
  let typing;
  /** The rows in the order of their ranges. */
  let made = [];

  function makeRow() {
    const note = h("p", { class: "trouble", id: fresh("time") });
    /** Creates the field of a time, which is entered when the field is left, or before any other action. */
    const input = (end) => {
      const take = () => {
        typing = undefined;
        const at = made.indexOf(row);
        // Undo may have removed its range.
        if (at < 0) return;
        const time = readTime(element.value);
        const range =
          time === undefined
            ? readRange(element.value)
            : now[at].with(end, time);
        // The end of a day closes it; the service has no such opening.
        const isLate = range?.[0] === DAY;
        const isRefused = range === undefined || isLate;
        attribute(element, "aria-invalid", isRefused && "true");
        say(note, isLate ? t("hours.late") : isRefused ? t("hours.time") : "");
        if (isRefused) return;
        element.value = clock(range[end]);
        const ranges = now.with(at, range);
        const all = ordered(ranges);
        made = all.map((range) => made[ranges.indexOf(range)]);
        now = all;
        if (!isPressed) arrange();
        commit(all);
      };
      let wasFocused;
      const element = h("input", {
        type: "text",
        inputmode: "numeric",
        maxlength: 20,
        autocomplete: "off",
        "aria-describedby": note.id,
        pointerdown: () => (wasFocused = element === document.activeElement),
        // The first click selects the time, so that typing replaces it; the next ones place the caret.
        click: () => wasFocused || element.select(),
        input() {
          typing = element;
          store.begin(take);
        },
        change() {
          store.begin(take);
          store.settle();
          // After Enter, the next typed time replaces this one.
          if (element === document.activeElement) element.select();
        },
      });
      return element;
    };
    const inputs = [input(0), input(1)];
    const remove = button(
      "−",
      () => {
        store.settle();
        commit(now.toSpliced(made.indexOf(row), 1));
        add.focus();
      },
      { class: "icon" },
    );
    const row = {
      element: h(
        "li",
        {},
        inputs[0],
        h("span", { "aria-hidden": "true" }, ranged(["", ""])),
        inputs[1],
        remove,
        note,
      ),
      inputs,
      remove,
      note,
    };
    return row;
  }

  /** Orders the rows like their ranges, around the row with the focus, so that it keeps the focus. */
  function arrange() {
    const elements = made.map(({ element }) => element);
    if (elements.every((element, at) => element === rows.children[at])) return;
    const at = Math.max(
      0,
      elements.findIndex((element) => element.contains(document.activeElement)),
    );
    elements[at].before(...elements.slice(0, at));
    elements[at].after(...elements.slice(at + 1));
  }

  // A pressed element must not move until it is released: it may be a row's button.
  let isPressed = false;
  const release = () => {
    isPressed = false;
    arrange();
  };
  const ENDS = ["pointerup", "pointercancel"];
  const letGo = () => {
    for (const end of ENDS) document.removeEventListener(end, letGo);
    setTimeout(release);
  };
  element.addEventListener("pointerdown", () => {
    isPressed = true;
    for (const end of ENDS) document.addEventListener(end, letGo);
  });

  return {
    element,
    focus: () => (made[0]?.inputs[0] ?? add).focus(),
    /** Shows the ranges; `found` has the issues of ranges. */
    update(ranges, found = []) {
      now = ranges;
      closed.hidden = ranges.length > 0;
      while (made.length > ranges.length) made.pop().element.remove();
      while (made.length < ranges.length) {
        const row = makeRow();
        made.push(row);
        rows.append(row.element);
      }
      ranges.forEach((range, at) => {
        const { element, inputs, remove, note } = made[at];
        const number = at + 1;
        attribute(
          element,
          "data-severity",
          worst(found.filter((one) => String(one.range) === String(range))),
        );
        attribute(remove, "aria-label", named(t("hours.remove", { number })));
        range.forEach((time, end) => {
          const input = inputs[end];
          attribute(
            input,
            "aria-label",
            named(t(end === 0 ? "hours.opens" : "hours.closes", { number })),
          );
          if (
            input === typing ||
            (input === document.activeElement && readTime(input.value) === time)
          )
            return;
          if (
            input === document.activeElement &&
            input.getAttribute("aria-invalid") === "true"
          )
            return;
          input.value = clock(time);
          attribute(input, "aria-invalid", undefined);
        });
        if (inputs.every((input) => !input.hasAttribute("aria-invalid")))
          say(note, "");
      });
    },
  };
}
