/** The page: editing, language, loading, storage and keys. */

import { addressed } from "./store/address.js";
import { ready } from "./store/calendiff.js";
import { Store } from "./store/store.js";
import { afterPaint, byId, h } from "./elements/element.js";
import { makeFrame } from "./frame/frame.js";
import {
  forget,
  isElsewhere,
  isNew,
  keep,
  kept,
  takeUp,
} from "./store/keep.js";
import { keepMany, keptMany } from "./many/keep-many.js";
import { comeAll } from "./elements/later.js";
import { come, LANGUAGE, remember, speak, t, wanted } from "./words/words.js";

/** Number of milliseconds without an edit after which the record is kept. */
const QUIET = 500;

const store = new Store();
store.view = addressed();
const spoken = h("p", {
  class: "hidden",
  role: "status",
  "aria-live": "polite",
});
store.announceIn(spoken);

// Language

let frame;
/** The key of the sentence that tells if this browser keeps the edits. */
let status;
/** The language that was requested last; languages may arrive in another order. */
let asked = wanted();

function draw() {
  frame = makeFrame(store, change);
  byId("page").replaceChildren(...frame.elements, spoken);
  if (status) frame.tell(t(status));
}

/** Rebuilds the page in another language, around the edited record. */
async function change(tag) {
  asked = tag;
  try {
    const words = await come(tag);
    await ready;
    if (tag !== asked) return;
    store.settle();
    const before = frame.leave();
    speak(tag, words.default);
    store.speak(words.language);
    remember(tag);
    draw();
    frame.enter(before);
  } catch {
    for (const select of document.querySelectorAll(".language select"))
      select.value = LANGUAGE;
    store.announce(t("language.failed"));
  }
}

const words = await come(asked).catch(() => come("en"));
speak(words.tag, words.default);
draw();

store.onConflict = (key) => frame.turn("conflicts", true, key);

let keeping;

store.listen((wasOpened) => {
  if (wasOpened && store.isOpen) store.forgotten = undefined;
  frame.changed(wasOpened);
  clearTimeout(keeping);
  keeping = setTimeout(keepIt, QUIET);
});

/**
 * Keeps the edited record. If it was not edited here, it is not kept again: another tab may have kept a newer state.
 */
function keepIt() {
  clearTimeout(keeping);
  if (!store.isOpen) return;
  const became = keep(store.state);
  if (became) tell(`kept.${became}`);
}

function tell(sentence) {
  status = sentence;
  frame.tell(t(status));
}

// Keys and edits of the last half second are kept as well.
function leave() {
  store.settle();
  keepIt();
  if (store.many) store.many.isKept = keepMany(store.many);
}

addEventListener("pagehide", leave);
addEventListener("beforeunload", (event) => {
  leave();
  if (store.many?.isShown && !store.many.isKept) event.preventDefault();
  if (
    store.isOpen &&
    status !== "kept.yes" &&
    store.form.getSnapshot().changes.length > 0
  )
    event.preventDefault();
});

/** Continues with the state that another tab kept of the same edits. Edits of another record leave these unchanged. */
function look() {
  if (!store.isOpen || !isElsewhere()) return;
  store.settle();
  if (isNew(store.state)) return;
  if (kept()?.edition === store.edition) fromBefore();
  else tell("kept.lost");
}

addEventListener("storage", look);
document.addEventListener("visibilitychange", () =>
  document.hidden ? keepIt() : look(),
);

// Out of memory

function goOn(thrown) {
  if (!["core_failed", "core_lost"].includes(thrown?.code) || !store.isOpen)
    return;
  try {
    store.goOn();
  } catch {
    // If there is no memory now, the next edit tries again.
    return;
  }
  frame.fail(t("failed.memory"));
}

addEventListener("error", ({ error }) => goOn(error));
addEventListener("unhandledrejection", ({ reason }) => goOn(reason));

// Loading

document.addEventListener("dragover", (event) => {
  if (!event.dataTransfer.types.includes("Files")) return;
  event.preventDefault();
  document.body.classList.add("over");
});
document.addEventListener(
  "dragleave",
  (event) =>
    event.relatedTarget === null && document.body.classList.remove("over"),
);
document.addEventListener("drop", (event) => {
  document.body.classList.remove("over");
  if (event.dataTransfer.files.length === 0) return;
  event.preventDefault();
  frame.showLoad();
  frame.loader().takeFiles(event.dataTransfer.files);
});

// Loads text that is pasted outside of text fields.
document.addEventListener("paste", (event) => {
  if (event.target.closest?.("input, textarea, [contenteditable]")) return;
  const text = event.clipboardData.getData("text/plain");
  if (!text) return;
  event.preventDefault();
  frame.showLoad();
  frame.loader().takeText(text);
});

/**
 * The text of the focused field when it got the focus. Beyond it, the browser's undo would revert text of other fields.
 */
let entered;
document.addEventListener("focusin", ({ target }) => (entered = target.value));

/**
 * Returns true if the typed text is not in the draft, so that the browser must undo it: searches, and unreadable text.
 */
const isApart = (target) =>
  target.matches?.(
    "input:not(.editor *), .times [aria-invalid], textarea.json[aria-invalid]",
  ) && target.value !== entered;

document.addEventListener("keydown", (event) => {
  if (
    !(event.ctrlKey || event.metaKey) ||
    event.altKey ||
    frame.isLoading() ||
    !store.isOpen
  )
    return;
  const pressed = event.key.toLowerCase();
  if (pressed !== "z" && pressed !== "y") return;
  store.settle();
  if (isApart(event.target)) return;
  event.preventDefault();
  if (pressed === "y" || event.shiftKey) store.redo();
  else store.undo();
});

addEventListener("hashchange", fromLink);
addEventListener("popstate", () => frame.back());

async function fromLink() {
  if (location.hash.length < 2) return false;
  let text;
  try {
    text = await (await import("./load/link.js")).unpack(location.hash);
  } catch {
    frame.showLoad();
    frame.loader().fail(t("load.link"));
  }
  if (text === undefined) return false;
  // Later edits differ from the link.
  history.replaceState(null, "", location.pathname + location.search);
  frame.showLoad();
  frame.loader().takeText(text);
  return true;
}

function fromBefore() {
  const found = takeUp();
  if (!found) return;
  const { view } = store;
  try {
    store.profile = ["service", "specification-only"].includes(found.profile)
      ? found.profile
      : "specification";
    store.open(found);
    store.view = view;
    if (typeof found.unread?.text === "string")
      Object.assign(store.view, {
        json: found.unread.text,
        piece: found.unread.piece,
      });
    tell("kept.yes");
  } catch {
    // This page may be unable to read the state of an older one.
    forget();
  }
}

// A kept record must not be hidden behind the start page for long.
frame.start.hidden = kept() !== undefined;
document.documentElement.dataset.ready = "";
performance.mark("ready");
/** Throws if the browser lacks what the package asks for at its first call. */
function needed() {
  if (!globalThis.WebAssembly) throw new Error(t("trouble.wasm"));
}

ready.then(needed).then(
  () => {
    store.speak(words.language);
    fromBefore();
    store.many = keptMany();
    const isMany = store.many?.isShown;
    frame.arrange();
    if (isMany) frame.start.hidden = true;
    // The record that opens with the next frame would take their place.
    if (isMany) afterPaint(() => frame.showMany());
    fromLink();
    (globalThis.requestIdleCallback ?? setTimeout)(comeAll);
  },
  (thrown) => {
    frame.start.hidden = false;
    frame.start.prepend(
      h("p", { class: "trouble" }, t("trouble", { message: thrown.message })),
    );
  },
);
