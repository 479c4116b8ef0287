/** The mark of a place that differs from the stored record. */

import { attribute, button, h, heard, say } from "./element.js";
import { t } from "./words.js";

/** Creates a mark for changes, with a button that reverts them. */
export function changeMark(desk, then = () => {}) {
  let shown = [];
  const element = button("", () => {
    desk.settle();
    desk.form.batch(() => shown.forEach((change) => desk.form.revert(change)));
    desk.announce(t("reverted", { words: shown.map(({ words }) => words).join("; ") }));
    then();
  }, { class: "changed", hidden: true });
  const revert = heard();
  element.append(h("span", { "aria-hidden": "true" }, t("changed")), revert);
  return {
    element,
    show(changes) {
      shown = changes;
      element.hidden = changes.length === 0;
      if (changes.length === 0) return;
      const words = changes.map(({ words }) => words).join("; ");
      say(revert, t("revert.one", { words }));
      attribute(element, "title", t("revert.one", { words }));
    },
  };
}
