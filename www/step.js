/** Undo and redo, said and shown: what came back, in a sentence, and its place, marked for a moment. */

import { afterPaint, h, say } from "./element.js";
import { t } from "./words.js";

/** Number of milliseconds for which a place is marked, and for which the sentence is shown. */
const MARKED = 1800;
const SHOWN = 6000;
/** Number of changes that the sentence names. */
const NAMED = 3;
/** The elements that are marked, if the focus of their control is in them. */
const PLACES = ".field, .day-row, .day-column, .item, .list, .group, .days";

/** Creates the sentence, in sight below the page's end. `reveal` goes to the place of a change. */
export function makeStep(desk, reveal) {
  const element = h("p", { class: "toast", hidden: true, "aria-hidden": "true" });
  let timer;

  function tell(words) {
    say(element, words);
    element.hidden = false;
    clearTimeout(timer);
    timer = setTimeout(() => (element.hidden = true), SHOWN);
    desk.announce(words);
  }

  /** Shows the place of a change. The focus stays where it is, if that is still in sight. */
  function show(change) {
    const at = document.activeElement;
    reveal(change);
    const found = document.activeElement;
    if (found !== at) mark(found.closest(PLACES) ?? found);
    else mark(found.closest(PLACES));
    if (at !== document.body && at.isConnected && at.checkVisibility() && !at.disabled) at.focus({ preventScroll: true });
    mark([...document.querySelectorAll(".changes [data-key]")].find((item) => item.dataset.key === change.key));
  }

  return {
    element,
    stepped({ name, gone, came }) {
      tell(sentence(name, gone, came));
      const [change] = came.length > 0 ? came : gone;
      // The page is updated first.
      if (change) afterPaint(() => desk.isOpen && show(change));
    },
  };
}

/** Returns what a step did. A change that has other words now is said with these. */
function sentence(name, gone, came) {
  const words = (changes) => changes.slice(0, NAMED).map(({ words }) => words).join("; ") + (changes.length > NAMED ? "; …" : "");
  const isOther = gone.length > 0 && came.length > 0;
  if (name === "redo") return came.length > 0 ? t("redone", { words: words(came) }) : t("reverted", { words: words(gone) });
  if (isOther) return t("undone.now", { words: words(gone), now: words(came) });
  if (came.length > 0) return t("undone.back", { words: words(came) });
  return gone.length > 0 ? t("undone", { words: words(gone) }) : t("undone.other");
}

function mark(element) {
  if (!element) return;
  element.classList.add("came-back");
  element.scrollIntoView({ block: "nearest" });
  setTimeout(() => element.classList.remove("came-back"), MARKED);
}
