/** ajv: JSON Schema, with a keyword for rules. */

import Ajv2020 from "ajv/dist/2020.js";

import * as rules from "./rules.mjs";

const rule = {
  keyword: "rule",
  schemaType: "string",
  errors: true,
  compile(name) {
    const find = rules[name];
    return function validate(value, { instancePath }) {
      const found = find(value);
      if (found.length === 0) return true;
      validate.errors = found.map(([path, message]) => ({
        keyword: "rule",
        message,
        instancePath: [instancePath, ...path].join("/"),
      }));
      return false;
    };
  },
};

/** Compiles the schema; the answer gives what ajv says of a draft. */
export function compile(schema) {
  // The patterns say what the formats say, which would only be said twice.
  const ajv = new Ajv2020({
    allErrors: true,
    validateFormats: false,
    strictTypes: false,
    strictRequired: false,
  });
  const update = ajv.addKeyword(rule).compile(schema);
  return (draft) => (update(draft) ? [] : update.errors);
}

/** `if` repeats what was found inside it. */
export const findings = (errors) =>
  errors
    .filter(({ keyword }) => keyword !== "if")
    .map(({ instancePath, message, params }) => ({
      path: instancePath.split("/").slice(1),
      says: `${message} ${params?.additionalProperty ?? ""}`,
    }));
