/** The marks of a place that differs from the stored record. */

import {
  attribute,
  button,
  capital,
  h,
  heard,
  say,
} from "../elements/element.js";
import { t } from "../words/words.js";

/**
 * Creates a button that marks changes and reverts them, and one that marks a conflict and leads to it. A change with `revert`
 * is reverted by that function.
 */
export function changeMark(store, then = () => {}) {
  let shown = [];
  let conflict;
  const revertIt = button(
    "",
    () => {
      store.settle();
      store.form.batch(() =>
        shown.forEach((change) =>
          (change.revert ?? (() => store.form.revert(change)))(),
        ),
      );
      store.announce(
        t("reverted", { words: shown.map(({ words }) => words).join("; ") }),
      );
      then();
    },
    { class: "changed", hidden: true },
  );
  const revert = heard();
  revertIt.append(h("span", { "aria-hidden": "true" }, t("changed")), revert);
  const toConflict = button(
    `≠ ${t("many.conflict")}`,
    () => store.onConflict(conflict.key),
    { class: "changed clash", hidden: true },
  );
  return {
    element: [revertIt, toConflict],
    show(changes) {
      shown = changes;
      conflict = store.form
        .getSnapshot()
        .conflicts.find(({ key }) =>
          changes.some((change) => change.key === key),
        );
      toConflict.hidden = !conflict;
      revertIt.hidden = changes.length === 0;
      if (changes.length === 0) return;
      const words = changes.map(({ words }) => words).join("; ");
      say(revert, t("revert.one", { words }));
      attribute(
        toConflict,
        "aria-label",
        capital(t("many.conflict")) + t("colon") + words,
      );
      attribute(revertIt, "title", t("revert.one", { words }));
    },
  };
}
