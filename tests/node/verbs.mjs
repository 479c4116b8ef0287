/** The verbs, as both sides are asked for the tests that compare the package with the crate. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

/**
 * The verbs of a kind and their arguments: names of members of a case. A list is the names of options, which come last.
 * `agreement.test.mjs` and `language.test.mjs` go through all of them.
 */
export const VERBS = {
  validate: ["draft", ["profile", "stored"]],
  fix: ["draft", ["profile", "stored"]],
  normalize: ["draft"],
  read: ["response"],
  diff: ["stored", "draft", ["absent"]],
  body: ["stored", "draft", ["mode"]],
  review: ["stored", "draft", ["profile", "mode"]],
  edit: ["stored", "edits", ["profile", "mode"]],
  editsBetween: ["stored", "draft", ["absent"]],
  outcome: ["stored", "draft", []],
  openings: ["stored", ["from", "days"]],
  effect: ["stored", "draft", ["from", "days"]],
  verify: ["stored", "draft", "other"],
  merge: ["stored", "draft", "other", []],
  request: [["id", "token", "baseUrl", "body"]],
  response: [["status", "text", "draft"]],
  explain: ["texts", ["draft"]],
};

/** The values of a row for a case. */
export const argumentsOf = (row, given) =>
  row.map((names) =>
    Array.isArray(names)
      ? Object.fromEntries(names.map((name) => [name, given[name]]))
      : given[names],
  );

/** The arguments of verbs besides records. Special dates of cases are around the dates; the token is as JSON shows every token. */
const BESIDE = {
  profile: "specification",
  mode: "full",
  absent: "keep",
  from: "2026-12-20",
  days: 14,
  id: "Kx2m",
  token: "***",
  baseUrl: "https://example.com",
};

/** A case of a kind: its records, what else is given, and what follows from both. */
export function caseOf(kind, given) {
  const { stored, draft } = given;
  return {
    ...BESIDE,
    body: draft,
    edits: editsBetween(kind, stored, draft),
    response: { [kind.kind]: stored },
    ...given,
  };
}

/** The edits from a record to a draft; none where they cannot be made. */
function editsBetween(kind, stored, draft) {
  try {
    return kind.editsBetween(stored, draft);
  } catch {
    return [];
  }
}

/** Returns the package's answer as JSON text, of an error as well. */
export function packaged(call) {
  try {
    return JSON.stringify(call());
  } catch (error) {
    if (error.code === undefined) throw error;
    const { code, message, line, column, path, pointer } = error;
    return JSON.stringify({ code, message, line, column, path, pointer });
  }
}

/** Starts the crate: `answers` gives its answers to calls, each one line of JSON, and `end` ends it. */
export function startCrate({ tag, profile = [] } = {}) {
  const crate = spawn(
    "cargo",
    ["run", "--quiet", ...profile, "--package", "xtask", "--", "answer"].concat(
      tag ?? [],
    ),
    {
      cwd: join(import.meta.dirname, "..", ".."),
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  const lines = createInterface({ input: crate.stdout })[
    Symbol.asyncIterator
  ]();
  const answers = async (calls) => {
    crate.stdin.write(calls.map((call) => `${call}\n`).join(""));
    const answers = [];
    while (answers.length < calls.length) {
      const { value, done } = await lines.next();
      assert.ok(!done, "the crate has stopped");
      answers.push(value);
    }
    return answers;
  };
  return { answers, end: () => crate.stdin.end() };
}
