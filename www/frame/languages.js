/** The choice of the page's language. */

import { fresh, h } from "../elements/element.js";
import { LANGUAGE, LANGUAGES, t } from "../words/words.js";

export function makeLanguages(choose) {
  const id = fresh("language");
  const names = Object.entries(LANGUAGES).map(([tag, name]) =>
    h("option", { value: tag, lang: tag, selected: tag === LANGUAGE }, name),
  );
  const select = h(
    "select",
    { id, change: () => choose(select.value) },
    ...names,
  );
  return h(
    "div",
    { class: "language" },
    h("label", { for: id }, t("language")),
    select,
  );
}
