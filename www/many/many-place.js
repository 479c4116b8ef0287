/** The place of many records, which takes that of the first screen or of the open record. */

import { h } from "../elements/element.js";
import { keepMany } from "./keep-many.js";

/** Returns the number of records of a source. Of a file it is known once all of it was read. */
export const sizeOf = ({ source: { list, lines }, size }) =>
  list?.length ??
  size ??
  (typeof lines === "string" ? lines.trim().split("\n").length : 0);

/** Creates the place. `arrange` is called when it is taken or left, `take` with the text of a record to open. */
export function makeManyPlace(store, { arrange, take }) {
  const element = h("div");
  let many;

  /** Shows the records of the source that was opened last. */
  async function show() {
    const { makeMany } = await import("./many.js");
    many?.end();
    many = makeMany(store, { close: () => hide(), open: take });
    element.replaceChildren(many.element);
    store.many.isShown = true;
    arrange();
    many.focus();
  }

  /** Leaves the place. `then` moves the focus. */
  function hide() {
    if (!many) return;
    many.end();
    many = undefined;
    store.many.isShown = false;
    element.replaceChildren();
    arrange("left");
  }

  return {
    element,
    get isShown() {
      return many !== undefined;
    },
    open(source) {
      store.settle();
      store.many = { source };
      store.many.isKept = keepMany({ ...store.many, isShown: true });
      return show();
    },
    show,
    hide,
    focus: () => many?.focus(),
  };
}
