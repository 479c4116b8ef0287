/** Copies text without the clipboard. */

import { h } from "./element.js";

/**
 * Selects a text in a box after `place`, which `words` are about, and lets the browser copy what is selected. The box stays if
 * it does not, so that a key can copy it.
 *
 * @returns true if it was copied
 */
export function copySelected(text, place, words) {
  const area = h("textarea", {
    class: "selected",
    rows: 3,
    readonly: true,
    wrap: "off",
    dir: "ltr",
    "aria-label": words,
  });
  area.value = text;
  place.after(area);
  area.select();
  const isCopied = document.execCommand("copy");
  if (isCopied) {
    area.remove();
    place.focus();
  } else area.addEventListener("blur", () => area.remove());
  return isCopied;
}
