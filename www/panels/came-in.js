/** The changes that others saved: brings them in, and lists them. */

import { labelled } from "./changes.js";
import { h } from "../elements/element.js";
import { inPart } from "../elements/more.js";
import { count, t } from "../words/words.js";

/** Number of changes on a page. */
const PAGE = 50;

/** Continues from the record that others saved, and shows the result. */
export function bringIn(store, stored) {
  const theirs = store.rebase(stored);
  const { conflicts } = store.form.getSnapshot();
  store.play();
  store.answer = { theirs };
  store.announce(
    `${t("others.changed", { changes: count("changes", theirs.length) })} ${conflicts.length > 0 ? count("conflicts", conflicts.length) : t("conflicts.none")}`,
  );
  store.changed(conflicts.length > 0 ? "conflict" : undefined);
  if (conflicts.length > 0) store.onConflict?.();
}

/** Returns the number of changes that others made, in a given style, and the list of them. */
export const cameIn = (store, theirs, look) => [
  h(
    "p",
    { class: look },
    t("others.changed", { changes: count("changes", theirs.length) }),
  ),
  changesIn(store, theirs),
];

/** Creates a read-only list of changes in words. */
export const changesIn = (store, changes) =>
  inPart(
    h("ul", { class: "changes" }),
    changes,
    (change) =>
      h("li", {}, h("p", { class: labelled(store, change) }, change.words)),
    PAGE,
  );
