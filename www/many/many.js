/** Many records at once: what is wished of them, what would change in each, and the bodies to send. */

import { guess } from "../store/calendiff.js";
import { KINDS } from "../store/store.js";
import {
  button,
  capital,
  cut,
  download,
  fresh,
  h,
  say,
} from "../elements/element.js";
import { failed } from "../load/failed.js";
import { severityMark } from "../panels/findings.js";
import { byCount, recordAt, RESULTS, run } from "./many-run.js";
import { makeMore } from "../elements/more.js";
import { scriptOf } from "./many-script.js";
import { dateAt } from "../dates/month.js";
import { makePicks } from "./picks.js";
import { longDate } from "../fields/places.js";
import { count, countOf, figure, LANGUAGE, t } from "../words/words.js";

/** Number of rows, and of sentences, on a page. */
const PAGE = 50;
const GROUPS = 8;
/** An address to begin with. */
const BASE = "https://api.example.com";
/** The keys of members that are a record's own. */
const OWN = ["name", "slug", "widgetSlug"];
/** Number of milliseconds after an edit before the records are read again. */
const QUIET = 400;
/** The wishes that people type. */
const TYPED = new Set(["own", "base", "date"]);
/** The sentences that sum a run up which edits nothing. */
const SUMS = { check: "many.checked", open: "many.open.sum" };

/** Creates the view of `store.many`: a source of records, and what is wished. `open` shows a text in the editor. */
export function makeMany(store, { close, open }) {
  const { many } = store;
  const isOfForm = () =>
    store.isOpen &&
    store.form.getSnapshot().changes.length > 0 &&
    (many.source.kind ?? store.kind) === store.kind;
  many.wish ??= isOfForm() ? "like" : "check";
  if (many.wish === "like" && !isOfForm()) many.wish = "check";
  // What tells a record from others is not done to others, unless somebody asks for it.
  many.left ??= new Set(OWN);
  const title = h("h2", { tabindex: "-1" }, t("many"));

  // The wishes

  const radios = fresh("wish");
  const like = h("ul", { class: "wishes" });
  /** The kind of record whose settings the pickers offer. */
  const kind =
    many.source.kind ??
    (many.source.list && guess(many.source.list[0])) ??
    store.kind ??
    "calendar";
  const picks = makePicks(kind, (text) => {
    area.value = text;
    again("own", text);
  });
  const area = h("textarea", {
    rows: 4,
    spellcheck: "false",
    autocomplete: "off",
    "aria-label": t("many.write"),
    dir: "ltr",
    placeholder:
      "availabilities/2026-12-24..2026-12-26 = closed\nallowBookingAfter = at least 2 days",
    input: () => {
      picks.show(area.value);
      again("own", area.value);
    },
  });
  area.value = many.own ?? "";
  picks.show(area.value);
  const writing = h(
    "details",
    { class: "writing" },
    h("summary", {}, t("many.write")),
    area,
    h("p", { class: "hint" }, t("many.own.hint")),
  );
  const date = h("input", {
    type: "date",
    "aria-label": t("many.open.on"),
    min: "0001-01-01",
    max: "9999-12-31",
    value: (many.date ??= dateAt(new Date())),
    input: () => date.value && again("date", date.value),
  });
  const choice = (wish, words, ...more) => {
    const radio = h("input", {
      type: "radio",
      name: radios,
      value: wish,
      checked: many.wish === wish,
      change: () => again("wish", wish),
    });
    return h(
      "div",
      { class: "wish" },
      h("label", { class: "row" }, radio, h("span", {}, words)),
      ...more,
    );
  };
  const wishes = h(
    "fieldset",
    { class: "card" },
    h("legend", {}, t("many.wish")),
    choice("check", t("many.check")),
    choice("open", t("many.open.on"), date),
    isOfForm() && choice("like", t("many.like"), like),
    choice("own", t("many.own"), picks.element, writing),
  );
  if (isOfForm())
    like.replaceChildren(
      ...store.form.getSnapshot().changes.map(({ key, words }) => {
        const box = h("input", {
          type: "checkbox",
          checked: !many.left.has(key),
          change: () => {
            if (box.checked) many.left.delete(key);
            else many.left.add(key);
            again("wish", "like");
          },
        });
        return h(
          "li",
          {},
          h("label", { class: "row" }, box, h("span", {}, words)),
        );
      }),
    );
  const select = (name, label, options) => {
    const id = fresh(name);
    const element = h(
      "select",
      { id, change: () => again(name, element.value) },
      ...options.map(([value, words]) =>
        h("option", { value, selected: many[name] === value }, words),
      ),
    );
    return h("div", {}, h("label", { for: id }, label), element);
  };
  const resolve = select(
    "resolve",
    t("many.resolve"),
    ["", "ours", "theirs"].map((side) => [
      side,
      t(`many.resolve.${side || "leave"}`),
    ]),
  );
  const base = h("input", {
    id: fresh("base"),
    type: "url",
    value: (many.base ??= store.view.base ?? BASE),
    autocomplete: "off",
    spellcheck: "false",
    input: () => again("base", base.value),
  });
  const options = h(
    "div",
    { class: "options" },
    select("mode", t("mode"), [
      ["full", capital(t("mode.full"))],
      ["changed", capital(t("mode.changed"))],
    ]),
    h("div", {}, h("label", { for: base.id }, t("base.url")), base),
    resolve,
  );
  const trouble = h("div", { class: "trouble", role: "status" });

  // The results

  const bar = h("progress", { max: 1, "aria-label": t("many.progress") });
  const progress = h(
    "div",
    { class: "row" },
    bar,
    button(t("many.stop"), () => stop(), { class: "quiet" }),
  );
  const status = h("p", { class: "sum" });
  const filters = h("div", {
    class: "row filters",
    role: "group",
    "aria-label": t("many.filter"),
  });
  const changes = group(t("many.changes"));
  const errors = group(t("many.errors"));
  const body = h("tbody");
  const rows = makeMore(body, PAGE);
  rows.element.prepend(
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ...["record", "result", "what"].map((name) =>
            h("th", { scope: "col" }, t(`many.${name}`)),
          ),
        ),
      ),
      body,
    ),
  );
  const save = button(
    t("many.save"),
    () =>
      download(
        `${many.source.name ?? "records"}.requests.ndjson`,
        found.bodies,
      ),
    { class: "primary" },
  );
  const saveScript = button(
    t("many.script"),
    () => saveScriptOf(`${many.source.name ?? "records"}.send.sh`),
    { class: "quiet" },
  );
  const saveTable = button(
    t("many.save.table"),
    () => download(`${many.source.name ?? "records"}.csv`, [csv(found.rows)]),
    { class: "quiet" },
  );
  const saveHint = h("p", { class: "hint" }, t("many.save.hint"));
  const results = h(
    "div",
    { class: "outcome" },
    progress,
    status,
    filters,
    h("div", { class: "groups" }, changes.element, errors.element),
    h("div", { class: "row" }, save, saveScript, saveTable),
    saveHint,
    h("div", { class: "scroll" }, rows.element),
  );
  const head = h(
    "div",
    { class: "bar" },
    title,
    button(t("close"), () => close()),
  );
  const element = h(
    "main",
    { class: "many" },
    head,
    h(
      "p",
      { class: "hint" },
      many.source.name && h("b", { dir: "auto" }, many.source.name),
      many.source.list &&
        ` ${countOf(many.source.kind, many.source.list.length)}`,
      many.isKept === false && ` ${t("kept.large")}`,
    ),
    wishes,
    options,
    trouble,
    results,
  );

  let found;
  let filter;
  let end;
  let timer;

  function group(words) {
    const list = makeMore(h("ul"), GROUPS);
    const element = h(
      "div",
      { class: "card" },
      h("h3", {}, words),
      list.element,
    );
    return {
      element,
      show(counts) {
        element.hidden = counts.size === 0;
        list.show(byCount(counts), ([words, n]) =>
          h("li", {}, h("b", {}, figure(n)), ` ${cut(words, 200)}`),
        );
      },
    };
  }

  /** Takes a wish over, and begins again once nobody types. */
  function again(name, value) {
    many[name] = value;
    if (name === "own") many.wish = "own";
    if (name === "date") many.wish = "open";
    for (const radio of wishes.querySelectorAll("input[type=radio]"))
      radio.checked = radio.value === many.wish;
    // The records that are shown have not been read with it yet.
    save.disabled = saveScript.disabled = saveTable.disabled = true;
    clearTimeout(timer);
    timer = setTimeout(begin, TYPED.has(name) ? QUIET : 0);
  }

  /** Returns the version of the API that an update of a kind needs. */
  const versionOf = (kind) =>
    KINDS[kind].request({
      baseUrl: many.base,
      id: "id",
      token: "TOKEN",
      body: {},
    }).init.headers.version;

  async function saveScriptOf(name) {
    const kinds = found.rows
      .filter(({ result }) => result === "changed")
      .map(({ kind }) => kind);
    const lines = (await new Blob(found.bodies).text())
      .split("\n")
      .slice(0, -1);
    download(
      name,
      scriptOf(name, lines, (at) => versionOf(kinds[at])),
    );
  }

  const isEdit = () => many.wish === "like" || many.wish === "own";

  /** Returns the edits for each kind of record that they fit. */
  function editsOf() {
    if (!isEdit()) return { calendar: [], location: [] };
    if (many.wish === "like") return { [store.kind]: editsOfForm() };
    const fits = {};
    let thrown;
    for (const [kind, verbs] of Object.entries(KINDS)) {
      try {
        fits[kind] = verbs.edits(many.own ?? "");
      } catch (refused) {
        thrown ??= refused;
      }
    }
    if (Object.keys(fits).length === 0)
      throw Object.assign(thrown, { shown: lineOf(thrown) });
    return fits;
  }

  /** Returns the first line of the written form that has an error by itself, or undefined if the lines only disagree. */
  function lineOf({ code }) {
    const isWrong = (line) => {
      try {
        KINDS[kind].edits(line);
        return false;
      } catch (thrown) {
        return thrown.code === code;
      }
    };
    return many.own.split("\n").find(isWrong);
  }

  /** Returns the edits of the open record, without the changes that are left out. */
  function editsOfForm() {
    const { form, verbs } = store;
    const alike = verbs.form(form.getSnapshot().stored, {
      profile: store.profile,
    });
    try {
      alike.set([], form.getSnapshot().draft);
      alike.batch(() =>
        form
          .getSnapshot()
          .changes.filter(({ key }) => many.left.has(key))
          .forEach((change) => alike.revert(change)),
      );
      return verbs.editsBetween(
        form.getSnapshot().stored,
        alike.getSnapshot().draft,
        { absent: "remove" },
      );
    } finally {
      alike.free();
    }
  }

  function begin() {
    stop();
    say(trouble, "");
    resolve.hidden = many.wish !== "like";
    options.hidden = !isEdit();
    let edits;
    try {
      edits = editsOf();
      // A wrong address is one error, not one for each record.
      if (isEdit()) versionOf(kind);
    } catch (thrown) {
      if (many.wish === "own") writing.open = true;
      trouble.replaceChildren(...failed(thrown));
      results.hidden = true;
      return;
    }
    results.hidden = false;
    const [only, another] = Object.keys(edits);
    const { source } = many;
    const asked = {
      edits,
      kind: source.kind,
      fallback: another ? store.kind : only,
      tag: LANGUAGE,
      profile: store.profile,
      base: many.base,
      mode: many.mode ?? "full",
      date: many.wish === "open" ? many.date : undefined,
      resolve: many.wish === "like" && many.resolve ? many.resolve : undefined,
    };
    filter = undefined;
    bar.value = 0;
    progress.hidden = false;
    end = run(source, asked, paint);
  }

  function stop() {
    clearTimeout(timer);
    end?.();
    progress.hidden = true;
  }

  function paint(now) {
    found = now;
    bar.value = found.part;
    progress.hidden = found.isOver;
    saveTable.disabled = !found.isOver;
    save.disabled = !found.isOver || found.counts.changed === 0;
    saveScript.disabled = save.disabled;
    save.hidden = saveScript.hidden = saveHint.hidden = !isEdit();
    if (found.isOver) many.size = found.rows.length;
    const kinds = new Set(found.rows.map(({ kind }) => kind).filter(Boolean));
    const number = countOf(
      kinds.size === 1 ? [...kinds][0] : undefined,
      found.rows.length,
    );
    say(
      status,
      found.isOver
        ? t(SUMS[many.wish] ?? "many.sum", {
            records: number,
            changed: figure(found.counts.changed),
            open: figure(found.counts.open),
            date: longDate(many.date),
          })
        : number,
    );
    if (found.thrown) trouble.replaceChildren(...failed(found.thrown));
    const names = RESULTS.filter((name) => found.counts[name] > 0);
    filters.replaceChildren(
      ...[undefined, ...(names.length > 1 ? names : [])].map((name) => {
        const n = name ? found.counts[name] : found.rows.length;
        const words = t(`many.${name ?? "all"}`);
        return button(`${words} ${figure(n)}`, () => sift(name), {
          class: "quiet",
          "aria-pressed": String(filter === name),
        });
      }),
    );
    changes.show(found.changes);
    errors.show(found.errors);
    list();
    if (found.isOver) store.announce(status.textContent);
  }

  function sift(name) {
    const at = document.activeElement;
    filter = name;
    const index = [...filters.children].indexOf(at);
    paint(found);
    filters.children[index]?.focus();
  }

  const list = () =>
    rows.show(
      filter
        ? found.rows.filter(({ result }) => result === filter)
        : found.rows,
      item,
    );

  function item({ line, name, result, words, errors, warnings, error, kind }) {
    const said = error
      ? [error.code === "kind_unknown" ? t("load.is.either") : failed(error)]
      : [
          ...words,
          ...errors.map((words) => [severityMark("error"), " ", words]),
        ];
    const label = cut(name ?? t("item", { number: figure(line) }), 60);
    return h(
      "tr",
      { "data-result": result },
      h(
        "th",
        { scope: "row" },
        button(label, () => show(line, kind), { class: "jump", dir: "auto" }),
      ),
      h(
        "td",
        {},
        t(`many.${result}`),
        warnings > 0 &&
          h("span", { class: "hint" }, ` ${count("warnings", warnings)}`),
      ),
      h(
        "td",
        {},
        h(
          "ul",
          {},
          ...said
            .slice(0, GROUPS)
            .map((words) => h("li", {}, ...[words].flat())),
          said.length > GROUPS && h("li", {}, "…"),
        ),
      ),
    );
  }

  /** Opens a record in the editor, with its edits. */
  async function show(line, kind) {
    const text = await recordAt(many.source, line);
    const edits = kind && isEdit() ? editsOf()[kind] : undefined;
    close();
    if (!edits) return open(text);
    const stored = JSON.parse(text);
    const { draft } = KINDS[kind].edit(stored, edits, {
      resolve: many.resolve || undefined,
    });
    open(JSON.stringify({ calendiff: 1, kind, stored, draft }));
  }

  begin();
  return { element, focus: () => title.focus(), end: stop };
}

/** Returns rows as CSV, a cell quoted where it must be. */
function csv(rows) {
  const cell = (value) =>
    /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
  // Spreadsheets run what begins like a formula.
  const plain = (value) => cell(/^[=+\-@\t]/.test(value) ? `'${value}` : value);
  const lines = rows.map(({ line, id, name, result, words, errors, error }) =>
    [
      String(line),
      id ?? "",
      name ?? "",
      result,
      [...words, ...errors, ...(error ? [error.code] : [])].join("; "),
    ]
      .map(plain)
      .join(","),
  );
  return ["line,id,name,result,what", ...lines, ""].join("\r\n");
}
