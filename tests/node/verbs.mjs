/** The verbs, as both sides are asked for the tests that compare the package with the crate. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** Returns the arguments of a verb for a case, which has them by name; the options that it has come last. */
export function argumentsOf({ takes, options }, given) {
  const records = takes.map((name) => given[name]);
  if (options.length === 0) return records;
  const has = options.filter((name) => given[name] !== undefined);
  return [
    ...records,
    Object.fromEntries(has.map((name) => [name, given[name]])),
  ];
}

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
  day: "monday",
  date: "2026-12-24",
  hours: [["09:00", "17:00"]],
};

/** A case of a kind: its records by the names that verbs have for them, what else is given, and what follows from both. */
export function caseOf(kind, given) {
  const { stored, draft, other } = given;
  return {
    ...BESIDE,
    record: stored,
    before: stored,
    base: stored,
    ours: draft,
    sent: draft,
    edited: draft,
    body: draft,
    theirs: other,
    after: other,
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
