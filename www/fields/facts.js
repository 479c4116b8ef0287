/** Members that only responses contain, to be read and not edited. */

import { capital, cut, h } from "../elements/element.js";
import { listed } from "../words/words.js";
import { choiceOf } from "./fields.js";
import { plainDate } from "./places.js";

/** Matches the times that the service writes: a date, and a time to the minute. */
const TIME = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):\d{2}(?:\.\d+)?Z$/;
/** Matches constants of the service, such as WEB_USER. */
const CONSTANT = /^[A-Z]+(_[A-Z]+)+$/;
/** Maximum number of members of an object that are shown. */
const MOST = 20;

/** Creates the read-only list of members that only responses contain. */
export function makeFacts(store) {
  const element = h("dl", { class: "facts", tabindex: "-1" });
  // A unit is shown with its number.
  const units = new Set(store.table.members.map(({ unit }) => unit));
  const rows = store.table.members.filter(
    ({ name, access }) => access === "response-only" && !units.has(name),
  );

  const factOf = (row) => {
    const value = store.form.getSnapshot().stored[row.name];
    return row.known ? choiceOf(row, said(value), capital) : said(value);
  };

  return {
    element,
    focus: () => element.focus(),
    update() {
      const known = rows.filter(
        ({ name }) => store.form.getSnapshot().stored[name] !== undefined,
      );
      element.replaceChildren(
        ...known.map((row) =>
          h(
            "div",
            {},
            h("dt", {}, capital(row.label)),
            h("dd", { dir: "auto" }, factOf(row)),
          ),
        ),
      );
    },
  };
}

/** Returns a value in words: a time in the page's language, an object by its values, beside their names in the API. */
function said(value) {
  if (typeof value === "string") return textOf(value);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return cut(JSON.stringify(value));
  return Object.entries(value)
    .slice(0, MOST)
    .map(([name, inner]) =>
      h(
        "div",
        {},
        h("span", { class: "api" }, h("code", {}, cut(name)), " · "),
        typeof inner === "string" ? textOf(inner) : cut(JSON.stringify(inner)),
      ),
    );
}

function textOf(value) {
  const [, date, time] = TIME.exec(value) ?? [];
  if (time && !Number.isNaN(Date.parse(value)))
    return listed([plainDate(date), `${time} UTC`]);
  return CONSTANT.test(value)
    ? capital(value.toLowerCase().replaceAll("_", " "))
    : cut(value);
}
