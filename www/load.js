/** What is pasted, dropped, linked or chosen: read, told apart, and opened, or a clear word why not. */

import { KINDS } from "./desk.js";
import { guess, parse, ready, say as told } from "./calendiff.js";
import { button, fresh, h, say } from "./element.js";
import { failed } from "./failed.js";
import { bringIn } from "./sandbox.js";
import { SAMPLES } from "./samples.js";
import { count, figure, t } from "./words.js";

/** As much as the package takes. */
const MOST = 16 * 1024 * 1024;

/** So many records of a list are offered. */
const SHOWN = 50;

/** What a text is: `{ record, kind }`, `{ list, kind }` of records, `{ refusal }`, `{ saved }` by this page, or `{ trouble }`. */
function understand(text) {
  if (text.trim() === "") return { trouble: t("load.empty") };
  let value;
  try {
    value = parse(text);
  } catch (thrown) {
    return { trouble: thrown };
  }
  if (isSaved(value)) return { saved: value };
  const kind = guess(value);
  let trouble;
  try {
    KINDS[kind ?? "calendar"].read(value);
  } catch (thrown) {
    if (thrown.code === "a_refusal") {
      const { texts } = KINDS.calendar.response({ status: 0, text }).refusal;
      const status = [value.statusCode, value.status].find(Number.isInteger) ?? 422;
      return { refusal: { status, texts } };
    }
    trouble = thrown;
  }
  return listOf(value) ?? (trouble ? { trouble } : { record: value, kind });
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** What services return for several records: a list, by itself or as the only one among members that no record has. */
function listOf(value) {
  if (typeof value !== "object" || value === null) return undefined;
  const members = Array.isArray(value) ? [["", value]] : Object.entries(value);
  const known = new Set(Object.values(KINDS).flatMap((verbs) => verbs.describe().members.map(({ name }) => name)));
  if (members.some(([name]) => known.has(name))) return undefined;
  const [[name, list] = [], another] = members.filter(([, list]) => Array.isArray(list) && list.every(isObject));
  if (!list || another) return undefined;
  return { list, kind: { calendars: "calendar", locations: "location" }[name] };
}

/** What a link of this page holds. */
const isSaved = (value) => value?.calendiff === 1 && Object.hasOwn(KINDS, value.kind) && Object.hasOwn(value, "stored");

/** The text of a file, or `{ trouble }`. */
async function readFile(file) {
  if (file.size > MOST) return { trouble: t("load.large", { size: figure(file.size / 1024 / 1024) }) };
  try {
    // Not `file.text()`, which would hide what is not UTF-8.
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer()) };
  } catch {
    return { trouble: t("load.utf8") };
  }
}

/** The panel to load from: the first thing one sees, and later in a dialog. `done` is called once something was opened. */
export function makeLoad(desk, done) {
  const id = fresh("paste");
  const area = h("textarea", { id, rows: 6, spellcheck: "false", autocomplete: "off", autocapitalize: "off", placeholder: '{ "calendar": { … } }', dir: "ltr", wrap: "off" });
  const results = h("ul", { class: "results", role: "status" });
  const file = h("input", {
    type: "file",
    multiple: true,
    accept: ".json,.txt,application/json,text/plain",
    "aria-label": t("load.file"),
    change: async () => {
      await takeFiles(file.files);
      file.value = "";
    },
  });
  const samples = h("div", { class: "row" }, ...SAMPLES.map((sample) => button(t(`sample.${sample.id}`), async () => {
    await come();
    if (desk.isOpen && desk.form.changes.length > 0) return offer([{ name: t(`sample.${sample.id}`), saved: sample }]);
    openSaved(sample);
  })));
  const element = h(
    "div",
    { class: "load" },
    h("h3", {}, t("load.sample")),
    samples,
    h("h3", {}, h("label", { for: id }, t("load.paste"))),
    area,
    h("div", { class: "row" }, button(t("load.open"), () => takeText(area.value), { class: "primary" }), h("label", { class: "file" }, t("load.file"), file)),
    results,
  );

  /** What was found, and is still to be chosen of. */
  let offered = [];

  /** Says so, as long as the package has not come. */
  async function come() {
    const waiting = setTimeout(() => say(results, t("loading")), 100);
    await ready.finally(() => clearTimeout(waiting));
    results.replaceChildren();
  }

  async function takeText(text, name) {
    await come();
    offer([{ name, ...understand(text) }]);
  }

  async function takeFiles(files) {
    const all = [];
    // The list of an event is emptied once the event is over.
    const dropped = [...files];
    await come();
    for (const file of dropped) {
      const { text, trouble } = await readFile(file);
      all.push({ name: file.name, ...(trouble ? { trouble } : understand(text)) });
    }
    offer(all);
  }

  /** What can be done with what was found. One record that can only be opened is opened. */
  function offer(all) {
    show([]);
    const [only] = all;
    const isSafe = !desk.isOpen || desk.form.changes.length === 0;
    if (all.length === 1 && !only.trouble) {
      if (only.refusal && desk.isOpen) return explain(only.refusal);
      if (only.saved && isSafe) return openSaved(only.saved);
      if (only.record && only.kind && !desk.isOpen) return open({ kind: only.kind, stored: only.record });
    }
    show(all);
    results.querySelector("button")?.focus();
  }

  function show(all) {
    offered = all;
    results.replaceChildren(...all.map(item));
  }

  function item(found) {
    const { name, trouble, refusal, record, list, kind, saved } = found;
    const lost = desk.isOpen && desk.form.changes.length > 0 ? ` ${t("load.lost", { changes: count("changes", desk.form.changes.length) })}` : "";
    const choices = [];
    let words = trouble;
    if (saved) {
      words = t("load.is.saved") + lost;
      choices.push(button(t("load.as.new"), () => openSaved(saved)));
    } else if (refusal) {
      const { texts } = refusal;
      words = desk.isOpen ? t("load.is.refusal") : t("load.refusal.alone");
      if (desk.isOpen) choices.push(button(t("load.explain"), () => explain(refusal)));
      else desk.waiting = refusal;
      if (texts.length > 0) words += ` ${told({ list: texts.slice(0, 5).map((text) => ({ quote: text })) })}`;
    } else if (list) {
      words = list.length > 0 ? t("load.is.list", { items: count("items", list.length) }) : t("load.is.empty");
      choices.push(...list.slice(0, SHOWN).map((record, at) => {
        const name = [record.name, record.id, t("item", { number: at + 1 })].find((text) => typeof text === "string" && text !== "");
        return button(name, () => offer([{ name, record, kind: kind ?? guess(record) }]), { dir: "auto" });
      }));
    } else if (record) {
      words = kind ? t(`load.is.${kind}`) : t("load.is.either");
      if (desk.isOpen && (kind ?? desk.kind) === desk.kind) {
        choices.push(button(t("load.as.theirs"), () => attempt(() => bringIn(desk, record))));
        choices.push(button(t("load.as.draft"), () => attempt(() => desk.form.set([], record))));
        words += ` ${t("load.which")}`;
      }
      words += lost;
      for (const one of kind ? [kind] : Object.keys(KINDS)) choices.push(button(kind ? t("load.as.new") : t(`load.as.${one}`), () => open({ kind: one, stored: record })));
    }
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
    return h("li", { class: trouble ? "result bad" : "result" }, h("div", {}, trouble && h("span", { class: "sign", "aria-hidden": "true" }, "✕ "), name && h("b", { dir: "auto" }, name + t("colon")), trouble?.message === undefined ? words : failed(trouble)), choices.length > 0 && h("div", { class: "row" }, ...choices), note);
  }

  function open(record) {
    try {
      desk.open(record);
      finished();
    } catch (thrown) {
      show([{ trouble: thrown }]);
    }
  }

  const openSaved = ({ kind, stored, draft, conflicts }) => open({ kind, stored, draft, conflicts });

  function explain(refusal) {
    desk.settle();
    desk.refuse(refusal);
    finished("refused");
  }

  function finished(what) {
    show([]);
    area.value = "";
    done(what);
  }

  return {
    element,
    takeFiles,
    takeText,
    fail: (trouble) => offer([{ trouble }]),
    focus: () => area.focus(),
    clear: () => show([]),
    /** What stands here, for the panel that takes its place in another language. */
    leave: () => ({ text: area.value, offered }),
    enter({ text, offered }) {
      area.value = text;
      show(offered);
    },
  };
}
