/** Error messages for people, with the package's English message for developers folded below. `shown` is the text of the line. */

import { cut, h } from "../elements/element.js";
import { figure, LANGUAGE, t } from "../words/words.js";

/** Number of characters of a line that are shown. */
const SHOWN = 160;

const KNOWN = new Set([
  "json_syntax",
  "json_conflict",
  "json_trailing",
  "json_depth",
  "json_size",
  "json_duplicate",
  "json_overflow",
  "json_integer",
  "json_surrogate",
  "json_bom",
  "json_utf8",
  "not_a_record",
  "a_refusal",
  "envelope_unknown",
  "json_piece",
  "request",
  "edit_syntax",
  "edit_key",
  "edit_value",
  "edit_twice",
]);

/** Returns the elements that describe an error. */
export function failed({ code, line, column, message, shown, instead }) {
  const isEdit = code?.startsWith("edit_");
  const words = instead
    ? t(`failed.is.${instead}`)
    : t(`failed.${KNOWN.has(code) ? code : isEdit ? "edit" : "other"}`);
  return [
    h(
      "span",
      {},
      line === undefined
        ? words
        : t("failed.at", { line: figure(line), column: figure(column), words }),
    ),
    ...(shown?.trim()
      ? [
          h(
            "pre",
            { class: "shown-line", dir: "ltr" },
            cut(shown.trim(), SHOWN),
          ),
        ]
      : []),
    h(
      "details",
      { class: "about", open: isEdit && LANGUAGE === "en" },
      h("summary", {}, h("code", {}, code ?? "error")),
      h("p", { lang: "en", dir: "auto" }, message),
    ),
  ];
}
