/** Copies text, where the page has no clipboard too. */

import { button } from "./element.js";
import { makeSource } from "./later.js";

const SELECTED = makeSource(() => import("./selected.js"));

/**
 * Copies text. If the page has no clipboard or may not use it, selects the text in a box after `place` that shows
 * `words`, so that a key can copy it.
 *
 * @returns true if it was copied
 */
async function copyText(text, place, words) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const { copySelected } = await SELECTED.come();
    return copySelected(text, place, words);
  }
}

/**
 * Makes a button that copies the result of `text`, unless it is undefined. Its words are then `done`, or `selected` if the
 * text could only be selected.
 */
export function copyButton(
  text,
  { label, done, selected, stays = 2000, ...attributes },
) {
  let timer;
  const pressed = button(
    label,
    async () => {
      const copied = await text();
      if (copied === undefined) return;
      const isCopied = await copyText(copied, pressed, selected);
      clearTimeout(timer);
      pressed.textContent = isCopied ? done : selected;
      timer = setTimeout(
        () => (pressed.textContent = label),
        isCopied ? stays : 4 * stays,
      );
    },
    { class: "quiet", ...attributes },
  );
  return pressed;
}
