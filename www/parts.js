/** The parts of a section: one for each of its rows of the table, made by the row's type. */

import { capital, cut, h } from "./element.js";
import { makeLater, makeSource } from "./later.js";
import { makeWeek } from "./week.js";
import { DATE_TAG, inLanguage, t } from "./words.js";

const DATES = makeSource(() => import("./dates.js"));
const FIELDS = makeSource(() => import("./list.js"));
const JSON_TEXT = makeSource(() => import("./json.js"));
const OFFER = makeSource(() => import("./preview.js"));
const OTHERS = makeSource(() => import("./other.js"));

/** The sections whose parts have the whole width. */
const WIDE = new Set(["week", "dates", "offer", "json"]);

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
let time;
inLanguage(
  () =>
    (time = new Intl.DateTimeFormat(DATE_TAG, {
      dateStyle: "medium",
      timeStyle: "long",
      timeZone: "UTC",
    })),
);

/** Creates the parts of a section by name. The part of a whole section has the name "". `go` goes to the field of an issue. */
export function makeParts(desk, { id, rows }, go) {
  const parts = new Map(rows.map((row) => [row.name, makeRow(desk, row)]));
  if (id === "offer")
    parts.set(
      "",
      makeLater(OFFER, ({ makePreview }) => makePreview(desk, go)),
    );
  if (id === "json")
    parts.set(
      "",
      makeLater(JSON_TEXT, ({ makeJson }) => makeJson(desk)),
    );
  if (id === "other")
    parts.set(
      "",
      makeLater(OTHERS, ({ makeOther }) => makeOther(desk)),
    );
  if (id === "identity") parts.set("facts", makeFacts(desk));
  return {
    parts,
    element: h(
      "div",
      { class: WIDE.has(id) ? "parts" : "parts fields" },
      ...[...parts.values()].map(({ element }) => element),
    ),
  };
}

function makeRow(desk, row) {
  if (row.identity === "week") return makeWeek(desk, row);
  if (row.identity === "date")
    return makeLater(DATES, ({ makeDates }) => makeDates(desk, row));
  return makeLater(FIELDS, ({ makePart }) =>
    makePart(desk, row, () => [row.name], desk.table),
  );
}

/** Creates the read-only list of members that only responses contain. */
function makeFacts(desk) {
  const element = h("dl", { class: "facts", tabindex: "-1" });
  const rows = desk.table.members.filter(
    ({ access }) => access === "response-only",
  );
  return {
    element,
    focus: () => element.focus(),
    update() {
      const known = rows.filter(
        ({ name }) => desk.form.getSnapshot().stored[name] !== undefined,
      );
      element.replaceChildren(
        ...known.map(({ name, label }) =>
          h(
            "div",
            {},
            h("dt", {}, capital(label)),
            h(
              "dd",
              { dir: "auto" },
              said(desk.form.getSnapshot().stored[name]),
            ),
          ),
        ),
      );
    },
  };
}

/** Returns a value as text: a time in the page's language, an object by the names of its members. */
function said(value) {
  if (typeof value === "string")
    return TIME.test(value) && !Number.isNaN(Date.parse(value))
      ? time.format(Date.parse(value))
      : cut(value);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return cut(JSON.stringify(value));
  return cut(
    Object.entries(value)
      .map(([name, inner]) => name + t("colon") + said(inner))
      .join(" · "),
  );
}
