/** Parts of the page whose modules are loaded after the first screen: when one is shown, or while the page is idle. */

import { h } from "./element.js";
import { t } from "../words/words.js";

const sources = [];

/** Returns the source of a module that can wait. */
export function makeSource(load) {
  let coming;
  const source = {
    module: undefined,
    /** Loads the module once; after a failure, the next call tries again. */
    come() {
      coming ??= load().then(
        (module) => (source.module = module),
        (thrown) => {
          coming = undefined;
          throw thrown;
        },
      );
      return coming;
    },
  };
  sources.push(source);
  return source;
}

/** Loads all sources, one after the other, so that parts are there by the time someone wants them. */
export async function comeAll() {
  // A failure is reported by the part that needs the module.
  for (const { come } of sources) await come().catch(() => {});
}

/**
 * Creates a part of a module, at once if the module is there. Otherwise the part is an empty element until its first
 * update has loaded the module, and then does what was last asked of it.
 */
export function makeLater(source, make) {
  if (source.module) return make(source.module);
  const waiting = h("div", { class: "later trouble", role: "status" });
  let part;
  let then;

  async function come() {
    try {
      const module = await source.come();
      if (part) return;
      part = make(module);
    } catch (thrown) {
      waiting.textContent = t("trouble", { message: thrown.message });
      return;
    }
    part.element.hidden = waiting.hidden;
    waiting.replaceWith(part.element);
    // Meanwhile another part may be shown.
    if (!part.element.isConnected || part.element.closest("[hidden]")) return;
    part.update();
    then?.();
  }

  /** Runs an action on the part, now or once it is there. */
  function ask(action) {
    then = part ? undefined : action;
    if (part) action();
    else come();
  }

  return {
    get element() {
      return part?.element ?? waiting;
    },
    update: () => (part ? part.update() : void come()),
    focus: () => ask(() => part.focus()),
    showKey: (key) =>
      ask(() => (part.showKey ? part.showKey(key) : part.focus())),
    reveal: (path) =>
      ask(() => (part.reveal ? part.reveal(path) : part.focus())),
  };
}
