/** The row of a day: open or closed, its hours as typed text, and copying them to other days. */

import { changeMark } from "../fields/change-mark.js";
import { button, capital, h } from "../elements/element.js";
import { another, span } from "./times.js";
import { makeTimes } from "./typed.js";
import { listed, t } from "../words/words.js";

/** Distance of an opened row from where it was tapped or pressed, in pixels. */
const BELOW = 16;

/**
 * Creates the row of a day. `commit` and `select` are called as by the picture; `copy` with the day whose hours are to be
 * copied.
 */
export function makeDay(store, { day, label, short, commit, copy, select }) {
  let stored = [];
  const isOpen = h("input", {
    type: "checkbox",
    role: "switch",
    class: "toggle",
    "aria-label": `${capital(label)}${t("colon")}${t("open.day")}`,
    change() {
      store.settle();
      commit(
        new Map([
          [
            day,
            !isOpen.checked ? [] : stored.length > 0 ? stored : [another([])],
          ],
        ]),
      );
    },
  });
  const times = makeTimes(store, {
    day: label,
    commit: (ranges) => commit(new Map([[day, ranges]])),
  });
  const mark = changeMark(store, () => isOpen.focus());
  const copyIt = button(
    h("span", { class: "copy-sign", "aria-hidden": "true" }),
    () => copy(day),
    {
      class: "icon",
      "aria-label": label + t("colon") + t("copy.to"),
      title: t("copy.to"),
      "aria-expanded": "false",
    },
  );
  const element = h(
    "li",
    {
      class: "day-row",
      "data-row": day,
      focusin: () => element.classList.contains("is-selected") || select(day),
    },
    h(
      "label",
      { class: "day-name" },
      isOpen,
      h("span", { "aria-hidden": "true" }, short),
    ),
    times.element,
    copyIt,
    mark.element,
  );
  /** Returns the part of a change that several days share which is this day's. */
  function ofThisDay(change, ranges) {
    const said = (hours) =>
      hours.length > 0 ? listed(hours.map(span)) : t("closed");
    const words =
      label +
      t("colon") +
      listed([said(ranges), t("dates.was", { hours: said(stored) })]);
    return { ...change, words, revert: () => commit(new Map([[day, stored]])) };
  }

  return {
    element,
    copy: copyIt,
    update({ ranges, found, isClosed, stored: before, isSelected, changes }) {
      stored = before;
      isOpen.checked = !isClosed;
      element.classList.toggle("is-selected", isSelected);
      copyIt.disabled = isClosed;
      times.update(ranges, found);
      mark.show(
        changes.map((change) =>
          change.key.includes(",") ? ofThisDay(change, ranges) : change,
        ),
      );
    },
  };
}

/** Creates the place over the picture in which the row of a day opens below where it was tapped or pressed. */
export function makeSheet(picture) {
  const close = button("✕", () => put(), {
    class: "icon",
    "aria-label": t("close"),
  });
  const sheet = h("ol", {
    class: "sheet card",
    keydown: ({ key }) => key === "Escape" && put(),
  });
  /** The row in the sheet, and the empty element where it stands otherwise. */
  let row;
  const gap = h("li");

  function put() {
    if (!row) return;
    gap.replaceWith(row);
    row = undefined;
    sheet.remove();
    document.removeEventListener("pointerdown", onElsewhere);
  }

  const onElsewhere = ({ target }) => sheet.contains(target) || put();

  return {
    open(element, clientY, clientX) {
      put();
      row = element;
      // The other rows stay where they are.
      gap.style.height = `${row.offsetHeight}px`;
      row.replaceWith(gap);
      sheet.replaceChildren(row, h("li", { class: "close" }, close));
      picture.append(sheet);
      const { left, top, width } = picture.getBoundingClientRect();
      sheet.style.top = `${clientY - top + BELOW}px`;
      // Near the day, where it is narrower than the picture.
      sheet.style.left = `${Math.max(0, Math.min(width - sheet.offsetWidth, clientX - left - sheet.offsetWidth / 2))}px`;
      document.addEventListener("pointerdown", onElsewhere);
    },
  };
}
