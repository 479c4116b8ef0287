/** Reports about an update, to pass on: a page, a text and pictures. */

import { makeCalls } from "./calls.js";
import { optionsOf } from "./load.js";

/** Returns the API of `calendiff/report`. */
export function makeReports(core) {
  const { call, speaking, configure } = makeCalls(core);
  const verbs = (kind) => {
    const report = (verb) => (stored, draft, options) => {
      const { language, ...others } = optionsOf(options);
      return call(verb, kind, stored, draft, {
        ...others,
        language: written(speaking(language)),
      });
    };
    return Object.freeze({
      kind,
      html: report("html"),
      markdown: report("markdown"),
      svg: report("svg"),
    });
  };
  return {
    calendar: verbs("calendar"),
    location: verbs("location"),
    configure,
  };
}

/** Returns a language as data. The core cannot call a section that is a function, and gets the texts below it. */
function written(language) {
  return Object.fromEntries(
    Object.entries(language).map(([name, section]) => [
      name,
      typeof section === "function" ? section.texts : section,
    ]),
  );
}
