/** A list that is shown in part, says so, and shows more when asked: no list is made longer than one can see. */

import { button, h, say } from "./element.js";
import { figure, t } from "./words.js";

/**
 * `show(items, make)` shows the first of them; `make` makes the element of each. `page` is how many at a time.
 *
 * @returns {{ element: HTMLElement, list: HTMLElement, show: (items: unknown[], make: (item: unknown, at: number) => Node) => void }}
 */
export function makeMore(list, page) {
  const sum = h("span", { class: "hint" });
  const more = button(t("more"), () => {
    const first = limit;
    limit += page;
    paint();
    // The button may be gone.
    const next = list.children[first];
    (next?.querySelector("button, a, summary, input") ?? next)?.focus();
  }, { class: "quiet" });
  const row = h("div", { class: "row", hidden: true }, more, sum);
  let limit = page;
  let items = [];
  let make;

  function paint() {
    list.replaceChildren(...items.slice(0, limit).map(make));
    row.hidden = items.length <= page;
    more.hidden = items.length <= limit;
    say(sum, t("more.of", { shown: figure(Math.min(limit, items.length)), all: figure(items.length) }));
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

/** A list that does not change, in a part at first. */
export function inPart(list, items, make, page) {
  const more = makeMore(list, page);
  more.show(items, make);
  return more.element;
}
