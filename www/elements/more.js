/** A list that shows its first items, their number, and more on demand: no list is longer than people can see. */

import { button, h, say } from "./element.js";
import { figure, t } from "../words/words.js";

/**
 * Creates a list of pages. `show(items, make)` shows the first items; `make` creates the element of each. `page` is the
 * number of items on a page.
 *
 * @returns {{ element: HTMLElement, list: HTMLElement, show: (items: unknown[], make: (item: unknown, at: number) => Node) => void }}
 */
export function makeMore(list, page) {
  const sum = h("span", { class: "hint" });
  const more = button(
    t("more"),
    () => {
      const first = limit;
      limit += page;
      paint();
      // The button may be hidden now.
      const next = list.children[first];
      (next?.querySelector("button, a, summary, input") ?? next)?.focus();
    },
    { class: "quiet" },
  );
  const row = h("div", { class: "row", hidden: true }, more, sum);
  let limit = page;
  let items = [];
  let make;

  function paint() {
    list.replaceChildren(...items.slice(0, limit).map(make));
    row.hidden = items.length <= page;
    more.hidden = items.length <= limit;
    say(
      sum,
      t("more.of", {
        shown: figure(Math.min(limit, items.length)),
        all: figure(items.length),
      }),
    );
  }

  return {
    element: h("div", { class: "more" }, list, row),
    list,
    show(now, maker) {
      [items, make] = [now, maker];
      paint();
    },
  };
}

/** Creates a list of fixed items that first shows only a part. */
export function inPart(list, items, make, page) {
  const more = makeMore(list, page);
  more.show(items, make);
  return more.element;
}
