/** The verbs that judge a draft, and the Standard Schema. */

import { makeCalls } from "./calls.js";
import { put } from "./copy.js";
import { optionsOf } from "./load.js";
import { UNREAD, unread } from "./unread.js";

/** Returns the API of `calendiff/validate`. */
export function makeValidation(core) {
  const calls = makeCalls(core);
  const record = makeValidator(calls);
  return {
    calendar: Object.freeze(record("calendar")),
    location: Object.freeze(record("location")),
    configure: calls.configure,
  };
}

/** Returns a function from the name of a kind to its verbs. */
export function makeValidator({ core, ask, call, checked, say }) {
  /** Validates a draft. Members that are canonical already do not cross the boundary, but come from a copy. */
  const validate = (kind, draft, options) => {
    const { language, ...others } = optionsOf(options);
    return say(ask(["validate", kind, draft, others], reported, 2), language);
  };

  /**
   * Returns the Standard Schema, version 1: a value that cannot be read as a record is an issue too; only faults of the
   * program throw.
   */
  const standard = (kind, { leaves = false, ...options } = {}) => ({
    "~standard": {
      version: 1,
      vendor: "calendiff",
      validate(draft) {
        core();
        try {
          const { ok, value, issues } = validate(kind, draft, options);
          if (ok) return { value };
          const errors = issues.filter(({ severity }) => severity === "error");
          return {
            issues: leaves
              ? errors.map((issue) => ({
                  ...issue,
                  path: leafOf(draft, issue.path),
                }))
              : errors,
          };
        } catch (thrown) {
          if (["option", "core_failed"].includes(thrown?.code)) throw thrown;
          // Any other error is one that a getter throws.
          const code = UNREAD.includes(thrown?.code) ? thrown.code : "not_json";
          return { issues: [unread(code, String(thrown?.message ?? thrown))] };
        }
      },
    },
  });

  /** Returns a Standard Schema whose options are checked at once, if the core can be started already. */
  const standardWith = (kind, options) => {
    const { leaves, ...others } = optionsOf(options);
    const schema = standard(kind, options);
    try {
      validate(kind, {}, others);
    } catch (thrown) {
      if (thrown?.code !== "not_initialized") throw thrown;
    }
    return schema;
  };

  return (kind) => ({
    kind,
    ...standard(kind),
    standard: (options) => standardWith(kind, options),
    validate: (draft, options) => validate(kind, draft, options),
    fix: (draft, options) => checked("fix", [kind, draft], options),
    normalize: (draft) => call("normalize", kind, draft),
  });
}

/**
 * Returns the path, or if it leads to an object or a list, the path of the first leaf inside. The path of an empty
 * object, or of a cycle, stays.
 */
function leafOf(draft, path) {
  let here = path.reduce((inner, step) => inner?.[step], draft);
  const leaf = [...path];
  const around = new Set();
  while (typeof here === "object" && here !== null) {
    const [name] = Object.keys(here);
    if (name === undefined || around.has(here)) return path;
    around.add(here);
    leaf.push(Array.isArray(here) ? Number(name) : name);
    here = here[name];
  }
  return leaf;
}

/** Makes the report from the core's text and the draft's copy. */
function reported({ call }, words, cells, copy) {
  const text = call(words, cells);
  if (text === "") return { ok: true, value: copy, issues: [] };
  const { ok, value = copy, members = {}, order, issues } = JSON.parse(text);
  for (const name of Object.keys(members)) put(value, name, members[name]);
  if (!order) return { ok, value, issues };
  const ordered = {};
  for (const name of order) put(ordered, name, value[name]);
  return { ok, value: ordered, issues };
}
