/**
 * TypeBox: JSON Schema, which is what its own types are, compiled; rules as its refinements, which tell of one fault each,
 * at their own place.
 */

import { Compile } from "typebox/schema";
import { Settings } from "typebox/system";

import * as rules from "./rules.mjs";

// Its own limit is eight, and a form shows all.
Settings.Set({ maxErrors: 1_000 });

/** The schema with a refinement in place of each keyword that names a rule. */
function refined(schema) {
  if (Array.isArray(schema)) return schema.map(refined);
  if (typeof schema !== "object" || schema === null) return schema;
  const { rule, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([name, part]) => [name, refined(part)]),
  );
  if (typeof rule !== "string") return schema.rule ? { ...rest, rule } : rest;
  const found = rules[rule];
  return {
    ...rest,
    "~refine": [
      {
        check: (value) => found(value).length === 0,
        error: (value) => found(value)[0][1],
      },
    ],
  };
}

/** Compiles the schema; the answer gives what TypeBox says of a draft. */
export function compile(schema) {
  const update = Compile(refined(schema));
  return (draft) => (update.Check(draft) ? [] : update.Errors(draft)[1]);
}

/** `if` repeats what was found inside it, and so does the object around a name that is not allowed. */
export const findings = (errors) =>
  errors
    .filter(
      ({ keyword, params }) =>
        keyword !== "if" && !params?.additionalProperties,
    )
    .map(({ instancePath, message }) => ({
      path: instancePath.split("/").slice(1),
      says: message,
    }));
