/**
 * The direction of an edited text: for `dir="auto"` the browser measures the whole text, which takes seconds for a
 * megabyte.
 */

const LONG = 4096;
const LETTER = /\p{L}/u;
const RIGHT_TO_LEFT =
  /[\p{Script=Adlam}\p{Script=Arabic}\p{Script=Hanifi_Rohingya}\p{Script=Hebrew}\p{Script=Mandaic}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Yezidi}]/u;

/** Returns the value of `dir`: `auto` for a short text, and the direction of the first letter for a long one. */
export function directionOf(text) {
  if (text.length <= LONG) return "auto";
  const [letter] = LETTER.exec(text.slice(0, LONG)) ?? [];
  return letter !== undefined && RIGHT_TO_LEFT.test(letter) ? "rtl" : "ltr";
}
