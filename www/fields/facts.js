/** Members that only responses contain, to be read and not edited. */

import { capital, cut, h } from "../elements/element.js";
import { choiceOf } from "./fields.js";
import { DATE_TAG, inLanguage, t } from "../words/words.js";

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
