/** The parts of a place: one for each of its rows of the table, made by the row's type, in topics that fold. */

import { h, say } from "../elements/element.js";
import { makeLater, makeSource } from "../elements/later.js";
import { makeWeek } from "../week/week.js";
import { t } from "../words/words.js";

const DATES = makeSource(() => import("../dates/dates.js"));
const FACTS = makeSource(() => import("../fields/facts.js"));
const FIELDS = makeSource(() => import("../fields/list.js"));
const JSON_TEXT = makeSource(() => import("../fields/json.js"));
const OFFER = makeSource(() => import("../customers/preview.js"));
const OTHERS = makeSource(() => import("../fields/other.js"));
const SUMMARIES = makeSource(() => import("../fields/summaries.js"));

/** Number of milliseconds without a key after which the topics besides the edited one are updated. */
const PAUSE = 150;

/** Matches a phone, where the topics after the first are folded at first. */
const phone = matchMedia("(max-width: 43.99rem)");

/** Creates the parts of a place by name. A part without a row has the name "". `go` goes to the field of an issue. */
export function makeParts(store, { id, rows, columns }, go) {
  const parts = new Map(rows.map((row) => [row.name, makeRow(store, row)]));
  if (id === "offer")
    parts.set(
      "",
      makeLater(OFFER, ({ makePreview }) => makePreview(store, go)),
    );
  if (id === "json")
    parts.set(
      "",
      makeLater(JSON_TEXT, ({ makeJson }) => makeJson(store)),
    );
  if (!columns) {
    const all = [...parts.values()];
    return {
      parts,
      element: h(
        "div",
        { class: "parts" },
        all.map(({ element }) => element),
      ),
      update: () => all.forEach((part) => part.update()),
    };
  }
  const topics = columns.map((column, at) =>
    column.map((topic, place) =>
      makeTopic(store, topic, parts, at + place === 0),
    ),
  );
  const all = topics.flat();
  let timer;

  /** Updates all topics; while someone types in one, the others follow once they pause. */
  function update() {
    clearTimeout(timer);
    const typed = all.find(({ element }) =>
      element.contains(document.activeElement),
    );
    if (!typed) return all.forEach((topic) => topic.follow(true));
    typed.update();
    timer = setTimeout(() => {
      if (store.isOpen && typed.element.isConnected)
        for (const topic of all) if (topic !== typed) topic.follow();
    }, PAUSE);
  }

  return {
    parts,
    element: h(
      "div",
      { class: "parts topics" },
      topics.map((column) =>
        h(
          "div",
          {},
          column.map(({ element }) => element),
        ),
      ),
    ),
    update,
  };
}

/** Creates a topic around its parts: open, or its summary alone. */
function makeTopic(store, topic, parts, isFirst) {
  const { id, rows, mark } = topic;
  const names = rows.map(({ name }) => name);
  if (id === "other") {
    names.push("");
    parts.set(
      "",
      makeLater(OTHERS, ({ makeOther }) => makeOther(store)),
    );
  }
  if (id === "identity") {
    names.push("facts");
    parts.set(
      "facts",
      makeLater(FACTS, ({ makeFacts }) => makeFacts(store)),
    );
  }
  const sum = h("span", { class: "sum" });
  const element = h(
    "details",
    {
      class: "topic",
      open: isFirst || !phone.matches,
      toggle: () => store.isOpen && update(),
    },
    h("summary", {}, h("h3", {}, t(`section.${id}`)), mark, sum),
    h(
      "div",
      { class: "fields" },
      names.map((name) => parts.get(name).element),
    ),
  );
  topic.element = element;

  /** The values, issues and changes of the parts at the last update, which the form shares between edits. */
  let seen = [];
  const units = store.table.members.filter(({ name }) => names.includes(name));
  const own = new Set(
    [...names, ...units.map(({ unit }) => unit)].filter(Boolean),
  );

  function source() {
    const { draft, stored, issues, changes, conflicts } =
      store.form.getSnapshot();
    return [
      stored,
      ...[...own].map((name) => draft[name]),
      ...[issues, changes, conflicts].flatMap((all) =>
        all.filter(({ path }) => own.has(path[0])),
      ),
    ];
  }

  /** Updates the parts if anything of them has changed, or if asked to. */
  function follow(isAsked) {
    const now = source();
    const isSame =
      id !== "other" &&
      now.length === seen.length &&
      now.every((one, at) => one === seen[at]);
    seen = now;
    if (isAsked || !isSame) update();
  }

  function update() {
    if (element.open) for (const name of names) parts.get(name).update();
    else
      SUMMARIES.come().then(
        ({ summaryOf }) => store.isOpen && say(sum, summaryOf(store, id, rows)),
        () => {},
      );
  }

  return { element, update, follow };
}

function makeRow(store, row) {
  if (row.identity === "week") return makeWeek(store, row);
  if (row.identity === "date")
    return makeLater(DATES, ({ makeDates }) => makeDates(store, row));
  return makeLater(FIELDS, ({ makePart }) =>
    makePart(store, row, () => [row.name], store.table),
  );
}
