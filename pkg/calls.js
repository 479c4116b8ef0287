/** Calls of a core, whose answers are put into words. `core` returns its exports on demand. */

import en from "./dist/languages/en.js";
import { checkLanguage, over, worded } from "./language.js";
import { failure, optionsOf } from "./load.js";
import { makeEncoder } from "./tree.js";

export function makeCalls(core) {
  let encode;
  /**
   * Returns the answer of `question`, called with the core, the arguments as a tree, and a copy of the argument at
   * `kept`.
   */
  const ask = (given, question, kept) => {
    encode ??= makeEncoder(JSON.parse(core().names()));
    // A getter in an argument may have replaced the core.
    return encode(
      given,
      (words, text, copy) => question(core(), words, text, copy),
      kept,
    );
  };
  const call = (...given) =>
    JSON.parse(ask(given, ({ call }, words, text) => call(words, text)));

  /** The language of all calls that do not name one. */
  let chosen = en;
  const configure = (options) => {
    chosen = speaking(optionsOf(options).language, en);
  };
  /** Layers a partial language over the chosen one; a language with a name is complete, and falls back to English. */
  const speaking = (own, below = chosen) => {
    if (own != null && typeof own !== "object")
      throw failure(
        "option",
        `language: expected one such as "calendiff/languages/de" exports, found ${typeof own}`,
      );
    checkLanguage(en, own);
    return over(own?.name ? en : below, own);
  };
  const say = (answer, language) => worded(speaking(language), answer);
  const checked = (verb, given, options) => {
    const { language, ...others } = optionsOf(options);
    return say(call(verb, ...given, others), language);
  };

  return { core, ask, call, checked, say, speaking, configure };
}
