/** The verbs. `core` gives the exports of the WebAssembly, once it is wanted. */

import { encode } from "./tape.js";

export function makeApi(core) {
  const call = (verb, ...given) => {
    const { call } = core();
    let answer;
    try {
      answer = call(verb, encode(given));
    } catch (thrown) {
      throw typeof thrown === "string" ? refusal(JSON.parse(thrown)) : thrown;
    }
    return JSON.parse(answer);
  };

  const record = (kind) =>
    Object.freeze({
      kind,
      validate: (draft, options = {}) => call("validate", kind, draft, options),
      validateText: (text, options = {}) => call("validateText", kind, text, options),
      normalize: (draft) => call("normalize", kind, draft),
      read: (response) => call("read", kind, response),
      diff: (stored, draft, options = {}) => call("diff", kind, stored, draft, options),
      body: (stored, draft, options = {}) => call("body", kind, stored, draft, options),
      review: (stored, draft, options = {}) => call("review", kind, stored, draft, options),
      describe: () => call("describe", kind),
    });

  return {
    calendar: record("calendar"),
    location: record("location"),
    guess: (value) => call("guess", value),
    parse: (text) => call("parse", text),
    apply: (document, patch) => call("apply", document, patch),
  };
}

/** "Could not run": an `Error` with the core's code and, where there is one, the place. */
function refusal({ message, ...details }) {
  return Object.assign(new Error(message), details);
}
