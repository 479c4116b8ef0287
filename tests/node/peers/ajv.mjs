/** ajv, with JSON Schema alone and with a keyword for the rules. */

import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

import { inItsOwnWords, withAllRules } from "./json-schema.mjs";
import * as rules from "./rules.mjs";

const rule = {
  keyword: "rule",
  schemaType: "string",
  errors: true,
  validate: function validate(name, value, _, { instancePath }) {
    const found = rules[name](value);
    validate.errors = found.map(([path, message]) => ({ keyword: "rule", message, instancePath: [instancePath, ...path].join("/") }));
    return found.length === 0;
  },
};

function check(schema) {
  // The patterns say what the formats say, and would only say it twice.
  const ajv = addFormats(new Ajv2020({ allErrors: true, validateFormats: false, strictTypes: false, strictRequired: false }));
  const update = ajv.addKeyword(rule).compile(schema);
  return (draft) => {
    update(draft);
    // `if` repeats what was found inside it.
    const errors = (update.errors ?? []).filter(({ keyword }) => keyword !== "if");
    return errors.map(({ instancePath, message, params }) => ({
      path: instancePath.split("/").slice(1),
      says: `${message} ${params?.additionalProperty ?? ""}`,
    }));
  };
}

export const ajv = [
  { name: "ajv", package: "ajv", files: ["json-schema.mjs", "patterns.mjs", "ajv.mjs"], check: check(inItsOwnWords()) },
  { name: "ajv, at its best", package: "ajv", files: ["json-schema.mjs", "patterns.mjs", "ajv.mjs", "rules.mjs"], check: check(withAllRules()) },
];
