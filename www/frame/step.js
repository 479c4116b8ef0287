/** Undo and redo, said and shown: what came back, in a sentence, and its place, marked for a moment. */

import { afterPaint, say } from "../elements/element.js";
import { t } from "../words/words.js";

/** Number of milliseconds for which a place is marked, and for which the sentence is shown. */
const MARKED = 1800;
const SHOWN = 6000;
/** Number of changes that the sentence names. */
const NAMED = 3;
/** The elements that are marked, if the focus of their control is in them. */
const PLACES = ".field, .day-row, .day-column, .item, .list, .group, .days";

let timer;

/** Says in `element` what a step did, and shows it. `reveal` goes to the place of a change. */
export function stepped(store, { name, gone, came }, element, reveal) {
  const words = sentence(name, gone, came);
  say(element, words);
  element.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => (element.hidden = true), SHOWN);
  store.announce(words);
  const [change] = came.length > 0 ? came : gone;
  // The page is updated first.
  if (change) afterPaint(() => store.isOpen && show(change, reveal));
}

/** Shows the place of a change. The focus stays where it is, if that is still in sight. */
function show(change, reveal) {
  const at = document.activeElement;
  reveal(change);
  const found = document.activeElement;
  mark(found.closest(PLACES) ?? (found === at ? undefined : found));
  if (
    at !== document.body &&
    at.isConnected &&
    at.checkVisibility() &&
    !at.disabled
  )
    at.focus({ preventScroll: true });
  mark(
    [...document.querySelectorAll(".changes [data-key]")].find(
      (item) => item.dataset.key === change.key,
    ),
  );
}

/** Returns a sentence about a step: the changes that it reverted, and those that are there now. */
function sentence(name, gone, came) {
  const words = (changes) =>
    changes
      .slice(0, NAMED)
      .map(({ words }) => words)
      .join("; ") + (changes.length > NAMED ? "; …" : "");
  const isOther = gone.length > 0 && came.length > 0;
  if (name === "redo")
    return came.length > 0
      ? t("redone", { words: words(came) })
      : t("reverted", { words: words(gone) });
  if (isOther) return t("undone.now", { words: words(gone), now: words(came) });
  if (came.length > 0) return t("undone.back", { words: words(came) });
  return gone.length > 0
    ? t("undone", { words: words(gone) })
    : t("undone.other");
}

function mark(element) {
  if (!element) return;
  element.classList.add("came-back");
  element.scrollIntoView({ block: "nearest" });
  setTimeout(() => element.classList.remove("came-back"), MARKED);
}
