/**
 * Makes the calls of a file in the package, and compares the bytes with what the crate has answered. `calendiff-fuzz calls`
 * prints such calls, see `fuzz/src/calls.rs`; `cargo xtask soak` and `cargo xtask test fuzz` compare them.
 */

import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

import { calendar, location } from "calendiff";
import * as small from "calendiff/validate";

const kinds = { calendar, location };
let form;

/** Calls of a form that are given otherwise: by number, or several together. */
const NUMBERED = {
  revert: (at) => form.revert(form.getSnapshot().changes[at]),
  resolve: (at, side) => form.resolve(form.getSnapshot().conflicts[at], side),
  fix: (at) => form.fix(form.getSnapshot().issues[at]),
  batch: (...calls) =>
    form.batch(() =>
      calls.forEach(([method, given]) => form[method](...given)),
    ),
};

function call(verb, given, kinds) {
  if (verb === "form") {
    form?.free();
    const [kind, ...rest] = given;
    form = kinds[kind].form(...rest);
  } else if (verb.startsWith("form.")) {
    const method = verb.slice("form.".length);
    if (method in NUMBERED) NUMBERED[method](...given);
    else form[method](...given);
  } else {
    const [kind, method] = verb.split(".");
    return kinds[kind][method](...given);
  }
  const { stored, draft, issues, changes, conflicts } = form.getSnapshot();
  return { stored, draft, issues, changes, conflicts };
}

/** What the package answers: JSON text, of an error as well. */
function packaged(verb, given, kinds) {
  try {
    return JSON.stringify(call(verb, given, kinds));
  } catch (error) {
    if (error.code === undefined) throw error;
    const { code, message, line, column, path, pointer } = error;
    return JSON.stringify({ code, message, line, column, path, pointer });
  }
}

const [file] = process.argv.slice(2);
const counts = new Map();
// All calls on the form that was opened last, of which the last may need the others.
let session = [];
for await (const line of createInterface({
  input: createReadStream(file),
  crlfDelay: Number.POSITIVE_INFINITY,
})) {
  const [verb, given, expected] = JSON.parse(line);
  if (verb === "form") session = [];
  if (verb.startsWith("form")) session.push([verb, given]);
  let answer;
  try {
    answer = packaged(verb, given, kinds);
    const [kind, method] = verb.split(".");
    if (answer === expected && small[kind]?.[method])
      answer = packaged(verb, given, small);
  } catch (error) {
    answer = `${error.stack}`;
  }
  if (answer !== expected) {
    let from = 0;
    while (answer[from] === expected[from]) from++;
    const around = (text) => text.slice(Math.max(from - 80, 0), from + 80);
    const calls = verb.startsWith("form") ? session : [[verb, given]];
    const shown = calls
      .map((call) => JSON.stringify(call).slice(0, 20_000))
      .join("\n");
    console.error(
      `${verb}: the package  ${around(answer)}\n${verb}: the crate    ${around(expected)}\n${shown}`,
    );
    process.exit(1);
  }
  const name = verb.startsWith("form.") ? "an edit of a form" : verb;
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
console.log(`${total} calls answered alike`);
for (const [name, count] of [...counts].sort())
  console.log(`  ${count} ${name}`);
