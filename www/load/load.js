/** Loads pasted, dropped, linked or chosen text: reads it, detects its content, and opens it or explains why not. */

import { ready } from "../store/calendiff.js";
import { comparison } from "../panels/changes.js";
import { h, say } from "../elements/element.js";
import { makeSource } from "../elements/later.js";
import { makeWays } from "./ways.js";
import { t } from "../words/words.js";

/** Records to try the page with, the module that reads texts and files, and the one that offers what to do with them. */
const TRIED = makeSource(() => import("./samples.js"));
const READER = makeSource(() => import("./files.js"));
const OFFERS = makeSource(() => import("./offers.js"));

/**
 * Creates the panel to load from, which is shown first, and later in a dialog. `done` is called after something was
 * opened; `openMany` shows a source of many records. `look` is the class of the button that opens pasted text.
 */
export function makeLoad(store, done, openMany, look) {
  const results = h("ul", { class: "results" });
  const live = h("div", { role: "status" }, results);
  const {
    element: ways,
    samples,
    area,
    where,
  } = makeWays({
    sample: takeSample,
    text: takeText,
    files: takeFiles,
    two: takeTwo,
    look,
  });
  const element = h("div", { class: "load" }, ways, live, where);

  const doing = { offer, many, open, openPair, openSaved, explain, finished };
  /** The loaded contents among which someone has to choose. */
  let offered = [];

  /** Waits for the package and other modules, with a message. */
  async function come(...sources) {
    const waiting = setTimeout(() => say(results, t("loading")), 100);
    try {
      await Promise.all([
        ready,
        ...[OFFERS, ...sources].map(({ come }) => come()),
      ]);
      results.replaceChildren();
    } catch (thrown) {
      say(results, t("trouble", { message: thrown.message }));
      throw thrown;
    } finally {
      clearTimeout(waiting);
    }
  }

  /** Opens a sample, with other hours of the week if there are any. */
  async function takeSample(id, openHours) {
    await come(TRIED);
    const found = TRIED.module.SAMPLES.find((one) => one.id === id);
    const sample = openHours
      ? { ...found, draft: { ...found.draft, openHours } }
      : found;
    if (store.isOpen && store.form.getSnapshot().changes.length > 0)
      return offer([
        { name: t(`sample.${sample.id}`), saved: sample, isSample: true },
      ]);
    openSaved(sample);
  }

  async function takeText(text, name) {
    await come(READER);
    offer([{ name, ...READER.module.understand(text) }]);
  }

  async function takeFiles(files) {
    // The event's list is emptied after the event.
    const chosen = [...files];
    await come(READER);
    const { understood, pairOf } = READER.module;
    const all = await understood(chosen);
    offer(pairOf(all, store.kind) ?? all);
  }

  /** Opens the record of one file with that of the other as draft. */
  async function takeTwo(...files) {
    await come(READER);
    const { understood, pairOf } = READER.module;
    const all = await understood(files);
    const [both] = pairOf(all, store.kind) ?? [];
    offer(both ? [{ ...both, sure: all[0] }] : all);
  }

  /** Shows the possible actions for the loaded contents. A single record that can only be opened is opened. */
  function offer(all) {
    show([]);
    const [only] = all;
    const isSafe =
      !store.isOpen || store.form.getSnapshot().changes.length === 0;
    if (all.length === 1 && !only.trouble) {
      if (only.refusal && store.isOpen) return explain(only.refusal);
      if (only.lines) return many(only);
      if (only.saved && isSafe) return openSaved(only.saved);
      if (only.pair && only.sure && isSafe) return openPair(only, only.sure);
      if (only.record && only.kind && !store.isOpen)
        return open({ kind: only.kind, stored: only.record });
    }
    show(all);
    results.querySelector("button")?.focus();
  }

  function show(all) {
    offered = all;
    (all[0]?.isSample ? samples : ways).after(live);
    // The module was loaded with the first contents.
    if (all.length === 0) return results.replaceChildren();
    const { makeOffer } = OFFERS.module;
    results.replaceChildren(
      ...all.map((found) => makeOffer(store, found, doing)),
    );
  }

  function many({ name, list, lines, kind }) {
    show([]);
    area.value = "";
    openMany({ name, list, lines, kind });
  }

  /** Opens a record with another one's members as edits. */
  function openPair({ pair, kind }, stored) {
    const draft = pair.find((other) => other !== stored);
    open(
      { kind, stored: stored.record, draft: draft.record },
      {
        compared: { stored: stored.name, draft: draft.name },
        panel: "changes",
        side: "review",
      },
    );
    if (store.view.compared) store.announce(comparison(store));
  }

  function open(record, view) {
    try {
      store.open(record);
      Object.assign(store.view, view);
      finished();
    } catch (thrown) {
      show([{ trouble: thrown }]);
    }
  }

  function openSaved({ kind, stored, draft, conflicts }) {
    open({ kind, stored, draft, conflicts });
  }

  function explain(refusal) {
    store.settle();
    store.refuse(refusal);
    finished("refused");
    store.announce(
      [t("refused.title", { status: refusal.status }), ...refusal.texts].join(
        " ",
      ),
    );
  }

  function finished(what) {
    show([]);
    area.value = "";
    done(what);
  }

  return {
    element,
    takeSample,
    takeFiles,
    takeText,
    async fail(trouble) {
      await come();
      offer([{ trouble }]);
    },
    focus: () => area.focus(),
    clear: () => show([]),
    /** Returns the state of the panel, for the one in another language. */
    leave: () => ({ text: area.value, offered }),
    enter({ text, offered }) {
      area.value = text;
      show(offered);
    },
  };
}
