/** If a draft leaves a member out, the page shows the value that the update sends for it. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { calendar, location } from "calendiff";
import { edited } from "calendiff/fast-check";
import * as fc from "fast-check";

import { kept } from "../../www/fields/kept.js";
import { records } from "./records.mjs";
import { SEED } from "./seed.mjs";

const KINDS = { calendar, location };

/** Yields the path of each place inside a value, and of each that the other one has there. */
function* places(value, other, path) {
  if (typeof value !== "object" || value === null) return;
  const names = Array.isArray(value)
    ? value.keys()
    : new Set([...Object.keys(value), ...Object.keys(other ?? {})]);
  for (const name of names) {
    yield [...path, name];
    yield* places(value[name], other?.[name], [...path, name]);
  }
}

const at = (record, path) => path.reduce((here, step) => here?.[step], record);

/** Returns a record without some of the members of objects inside it, each chosen by a number. */
function without(record, numbers) {
  const left = structuredClone(record);
  for (const number of numbers) {
    const inside = Object.entries(left)
      .flatMap(([name, value]) => [...places(value, undefined, [name])])
      .filter((path) => typeof path.at(-1) === "string");
    if (inside.length === 0) break;
    const path = inside[number % inside.length];
    delete at(left, path.slice(0, -1))[path.at(-1)];
  }
  return left;
}

/** Compares each place inside a member that the draft leaves out with the body of the whole draft. @returns how many */
function compare(kind, stored, draft) {
  const verbs = KINDS[kind];
  const form = verbs.form(stored);
  try {
    form.set([], draft);
    const now = form.getSnapshot();
    const { value: whole } = form.body();
    let compared = 0;
    for (const { name } of verbs.describe().members)
      for (const path of places(now.draft[name], now.stored[name], [name])) {
        if (at(now.draft, path) !== undefined) continue;
        const shown = kept({ verbs, form }, path);
        if (shown === undefined) continue;
        assert.deepEqual(shown, at(whole, path), JSON.stringify([path, now]));
        compared++;
      }
    return compared;
  } finally {
    form.free();
  }
}

test("a place that the draft leaves out shows what the body of the whole draft has there", () => {
  for (const { kind, stored, draft } of records()) compare(kind, stored, draft);
  let compared = 0;
  for (const kind of ["calendar", "location"])
    fc.assert(
      fc.property(
        edited(KINDS[kind]),
        fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
        ({ stored, draft }, numbers) => {
          compared += compare(kind, stored, without(draft, numbers));
        },
      ),
      { numRuns: 500, seed: SEED },
    );
  assert.ok(compared > 100, String(compared));
});
