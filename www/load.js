/** Loads pasted, dropped, linked or chosen text: reads it, detects its content, and opens it or explains why not. */

import { ready, say as told } from "./calendiff.js";
import { bringIn } from "./came-in.js";
import { comparison } from "./changes.js";
import { KINDS } from "./desk.js";
import { button, cut, h, say } from "./element.js";
import { failed } from "./failed.js";
import { makeSource } from "./later.js";
import { makeMore } from "./more.js";
import { aboutRequest } from "./refused.js";
import { makeWays } from "./ways.js";
import { count, countOf, figure, t } from "./words.js";

/** Records to try the page with, and the module that detects what a text is. */
const TRIED = makeSource(() => import("./samples.js"));
const READER = makeSource(() => import("./understand.js"));

/** Maximum number of bytes, as in the package. */
const MOST = 16 * 1024 * 1024;

/** Number of bytes of a long file in which its first line ends. */
const LINE = 256 * 1024;

/** Number of records of a list on a page. A longer list can be searched. */
const PAGE = 50;
/** Number of names of members in a sentence. */
const NAMES = 10;

/** Returns true for a record as the service returns it: in an envelope, or with members that updates cannot have. */
function isStored(kind, record) {
  const { envelope, value } = KINDS[kind].read(record);
  return (
    envelope !== null ||
    KINDS[kind]
      .describe()
      .members.some(
        ({ name, access }) =>
          access === "response-only" && Object.hasOwn(value, name),
      )
  );
}

/** Returns true for a value that is set: empty ones are not. */
const isSet = (value) =>
  value !== null &&
  value !== "" &&
  !(typeof value === "object" && Object.keys(value).length === 0);

/** Returns the text of a file, `{ lines }` if it is a long one with a record a line, or `{ trouble }`. */
async function readFile(file) {
  if (file.size > MOST) {
    const beginning = await file.slice(0, LINE).text();
    return READER.module.areLines(beginning)
      ? { lines: file }
      : { trouble: t("load.large", { size: figure(file.size / 1024 / 1024) }) };
  }
  try {
    // `file.text()` would hide bytes that are not UTF-8.
    return {
      text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
        await file.arrayBuffer(),
      ),
    };
  } catch {
    return { trouble: t("load.utf8") };
  }
}

/**
 * Creates the panel to load from, which is shown first, and later in a dialog. `done` is called after something was
 * opened; `openMany` shows a source of many records. `look` is the class of the button that opens pasted text.
 */
export function makeLoad(desk, done, openMany, look) {
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

  /** The loaded contents among which someone has to choose. */
  let offered = [];

  /** Waits for the package and other modules, with a message. */
  async function come(...sources) {
    const waiting = setTimeout(() => say(results, t("loading")), 100);
    try {
      await Promise.all([ready, ...sources.map(({ come }) => come())]);
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
    if (desk.isOpen && desk.form.getSnapshot().changes.length > 0)
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
    const all = await understood(files);
    offer(pair(all) ?? all);
  }

  /** Opens the record of one file with that of the other as draft. */
  async function takeTwo(...files) {
    const all = await understood(files);
    const [both] = pair(all) ?? [];
    offer(both ? [{ ...both, sure: all[0] }] : all);
  }

  async function understood(files) {
    const all = [];
    // The event's list is emptied after the event.
    const chosen = [...files];
    await come(READER);
    for (const file of chosen) {
      const { text, ...other } = await readFile(file);
      all.push({
        name: file.name,
        ...(text === undefined ? other : READER.module.understand(text)),
      });
    }
    return all;
  }

  /** Returns a pair of records that may be a stored one and its draft, and the stored one if it is certain. */
  function pair(all) {
    if (
      all.length !== 2 ||
      all.some(({ record, strange }) => !record || strange)
    )
      return undefined;
    const kinds = all.map(({ kind }) => kind);
    if (kinds[0] && kinds[1] && kinds[0] !== kinds[1]) return undefined;
    const kind = kinds[0] ?? kinds[1] ?? desk.kind;
    if (!kind) return undefined;
    const stored = all.filter((found) => isStored(kind, found.record));
    return [
      { pair: all, kind, sure: stored.length === 1 ? stored[0] : undefined },
    ];
  }

  /** Shows the possible actions for the loaded contents. A single record that can only be opened is opened. */
  function offer(all) {
    show([]);
    const [only] = all;
    const isSafe = !desk.isOpen || desk.form.getSnapshot().changes.length === 0;
    if (all.length === 1 && !only.trouble) {
      if (only.refusal && desk.isOpen) return explain(only.refusal);
      if (only.lines) return many(only);
      if (only.saved && isSafe) return openSaved(only.saved);
      if (only.pair && only.sure && isSafe) return openPair(only, only.sure);
      if (only.record && only.kind && !desk.isOpen)
        return open({ kind: only.kind, stored: only.record });
    }
    show(all);
    results.querySelector("button")?.focus();
  }

  function show(all) {
    offered = all;
    (all[0]?.isSample ? samples : ways).after(live);
    results.replaceChildren(...all.map(item));
  }

  function item(found) {
    const {
      name,
      trouble,
      refusal,
      record,
      list,
      lines,
      kind,
      saved,
      isSample,
      inside,
      strange,
      pair,
      as,
    } = found;
    const lost =
      desk.isOpen && desk.form.getSnapshot().changes.length > 0
        ? ` ${t("load.lost", { changes: count("changes", desk.form.getSnapshot().changes.length) })}`
        : "";
    const choices = [];
    let part;
    let words = trouble;
    if (saved) {
      words = (isSample ? "" : t("load.is.saved")) + lost;
      choices.push(
        button(t(lost ? "load.replace" : "load.as.new"), () =>
          openSaved(saved),
        ),
      );
    } else if (refusal) {
      const { texts } = refusal;
      const about = aboutRequest(refusal.status);
      words = about
        ? `${refusal.status}${t("colon")}${t(about)}`
        : desk.isOpen
          ? t("load.is.refusal")
          : t("load.refusal.alone");
      if (about) desk.waiting = undefined;
      else if (desk.isOpen)
        choices.push(button(t("load.explain"), () => explain(refusal)));
      else desk.waiting = refusal;
      if (texts.length > 0) words += ` ${quoted(texts.slice(0, 5))}`;
    } else if (lines) {
      words = t("load.is.lines");
      choices.push(button(t("many.begin"), () => many(found)));
    } else if (list) {
      if (list.length > 1)
        choices.push(button(t("many.begin"), () => many(found)));
      words =
        list.length > 0
          ? t("load.is.list", {
              items: countOf(
                kind ?? READER.module.whatIs(list[0]).kind,
                list.length,
              ),
            })
          : t("load.is.empty");
      part = partOf(list, kind);
    } else if (pair) {
      words = t("load.is.pair") + lost;
      for (const stored of pair)
        choices.push(
          button(
            t("load.as.pair", {
              stored: stored.name,
              draft: pair.find((other) => other !== stored).name,
            }),
            () => openPair(found, stored),
            { dir: "auto" },
          ),
        );
    } else if (strange && !record) {
      words = strangeWords(strange);
    } else if (record) {
      words = strange
        ? strangeWords(strange)
        : kind
          ? t(`load.is.${kind}`)
          : t("load.is.either");
      if (as) words += ` ${t(`load.from.${as}`)}`;
      if (inside) words += ` ${t("load.inside", { names: quoted(inside) })}`;
      if (desk.isOpen && !strange && (kind ?? desk.kind) === desk.kind) {
        choices.push(
          button(t("load.as.theirs"), () => merge(kind ?? desk.kind)),
        );
        choices.push(
          button(t("load.as.draft"), () =>
            attempt(() => desk.form.set([], record)),
          ),
        );
        words += ` ${t("load.which")}`;
      }
      words += lost;
      for (const one of kind ? [kind] : Object.keys(KINDS))
        choices.push(
          button(kind ? t("load.as.new") : t(`load.as.${one}`), () =>
            open({ kind: one, stored: record }),
          ),
        );
    }
    /** Merges the current record. Asks first if it lacks members that are stored: then it may be only a part of it. */
    function merge(kind) {
      const { stored } = desk.form.getSnapshot();
      const theirs = KINDS[kind].read(record).value;
      const gone = Object.keys(stored).filter(
        (name) => isSet(stored[name]) && !Object.hasOwn(theirs, name),
      );
      const bring = (whole) => attempt(() => bringIn(desk, whole));
      if (gone.length === 0) return bring(record);
      row.replaceChildren(
        h(
          "p",
          {},
          t("load.partial", {
            members: count("members", gone.length),
            names:
              quoted(gone.slice(0, NAMES)) + (gone.length > NAMES ? "…" : ""),
          }),
        ),
        button(t("load.partial.kept"), () => bring({ ...stored, ...theirs }), {
          class: "primary",
        }),
        button(
          t("load.partial.whole", { members: count("members", gone.length) }),
          () => bring(record),
          { class: "danger" },
        ),
      );
      row.querySelector("button").focus();
    }
    const row = h("div", { class: "row" }, ...choices);
    const note = h("div", { class: "trouble" });
    function attempt(what) {
      try {
        desk.settle();
        what();
        finished();
      } catch (thrown) {
        note.replaceChildren(...failed(thrown));
      }
    }
    return h(
      "li",
      { class: trouble || (strange && !record) ? "result bad" : "result" },
      h(
        "div",
        {},
        trouble && h("span", { class: "sign", "aria-hidden": "true" }, "✕ "),
        name && h("b", { dir: "auto" }, name + t("colon")),
        trouble?.message === undefined ? words : failed(trouble),
      ),
      choices.length > 0 && row,
      part,
      note,
    );
  }

  const quoted = (names) =>
    told({ list: names.map((name) => ({ quote: name })) });

  const strangeWords = (names) =>
    names.length > 0
      ? t("load.is.strange", {
          names:
            quoted(names.slice(0, NAMES)) + (names.length > NAMES ? "…" : ""),
        })
      : t("load.is.nothing");

  /** Creates the part that offers the records of a list, with a search. */
  function partOf(list, kind) {
    const all = list.map((record, at) => {
      const [name] = [
        record.name,
        record.id,
        t("item", { number: figure(at + 1) }),
      ].filter((text) => typeof text === "string" && text !== "");
      return {
        record,
        name: cut(name, 100),
        sought: [record.name, record.id]
          .filter((text) => typeof text === "string")
          .join(" ")
          .toLowerCase(),
      };
    });
    const choice = ({ record, name }) =>
      h(
        "li",
        {},
        button(
          name,
          () => offer([{ name, ...READER.module.whatIs(record, kind) }]),
          { dir: "auto" },
        ),
      );
    const part = makeMore(h("ul", { class: "choices" }), PAGE);
    const none = h("p", { class: "hint", role: "status" });
    const seek = () => {
      const sought = search.value.trim().toLowerCase();
      const found = all.filter((one) => one.sought.includes(sought));
      part.show(found, choice);
      say(
        none,
        found.length > 0 || all.length === 0 ? "" : t("load.search.none"),
      );
    };
    const search = h("input", {
      type: "search",
      "aria-label": t("load.search"),
      placeholder: t("load.search"),
      autocomplete: "off",
      input: seek,
    });
    seek();
    return h(
      "div",
      { class: "found" },
      all.length > PAGE && search,
      none,
      part.element,
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
    if (desk.view.compared) desk.announce(comparison(desk));
  }

  function open(record, view) {
    try {
      desk.open(record);
      Object.assign(desk.view, view);
      finished();
    } catch (thrown) {
      show([{ trouble: thrown }]);
    }
  }

  const openSaved = ({ kind, stored, draft, conflicts }) =>
    open({ kind, stored, draft, conflicts });

  function explain(refusal) {
    desk.settle();
    desk.refuse(refusal);
    finished("refused");
    desk.announce(
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
    fail: (trouble) => offer([{ trouble }]),
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
