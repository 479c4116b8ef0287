/** The switch that shows the names that fields have in the API, beside their labels. */

import { fresh, h } from "../elements/element.js";
import { t } from "../words/words.js";

const NAME = "calendiff.names";

/** Returns true if they are shown. They are not, unless someone chose them here. */
export function hasNames() {
  try {
    return localStorage.getItem(NAME) === "yes";
  } catch {
    // Storage may be forbidden.
    return "names" in document.documentElement.dataset;
  }
}

/** Shows or hides the names, as chosen. */
const apply = (isShown) =>
  document.documentElement.toggleAttribute("data-names", isShown);

/** Creates the switch. `changed` is called after it was turned. */
export function makeNames(changed) {
  const id = fresh("names");
  apply(hasNames());
  const control = h("input", {
    id,
    type: "checkbox",
    role: "switch",
    class: "toggle",
    checked: hasNames(),
    change() {
      apply(control.checked);
      try {
        localStorage.setItem(NAME, control.checked ? "yes" : "no");
      } catch {
        // If storage is forbidden, people choose again next time.
      }
      changed();
    },
  });
  return h(
    "div",
    { class: "names" },
    control,
    h("label", { for: id }, t("names.api")),
  );
}
