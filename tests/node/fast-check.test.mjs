/** `calendiff/fast-check` and the package hold each other to their word. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { apply, calendar, location } from "calendiff";
import { draft, edit, faulty, record } from "calendiff/fast-check";
import * as fc from "fast-check";

// Without shrinking, which takes minutes for records: the message names the seed.
const RUNS = { numRuns: 1000, endOnFailure: true };

/** Every member of the tables that an arbitrary gives values of, and each value of its arrays, as paths without indexes. */
function paths(value, path = "", found = new Set()) {
  if (Array.isArray(value)) for (const item of value) paths(item, path, found);
  else if (value !== null && typeof value === "object") for (const [name, inner] of Object.entries(value)) paths(inner, `${path}/${name}`, found.add(`${path}/${name}`));
  return found;
}

function rows({ members }, without, path = "") {
  return members.filter(({ access }) => access !== without).flatMap(({ name, table }) => [`${path}/${name}`, ...(table ? rows(table, without, `${path}/${name}`) : [])]);
}

for (const kind of [calendar, location]) {
  test(`${kind.kind}: drafts have no errors, and every member that an update takes`, () => {
    const seen = new Set();
    fc.assert(fc.property(draft(kind), (draft) => {
      paths(draft, "", seen);
      assert.deepEqual(kind.validate(draft).issues.filter(({ severity }) => severity === "error"), []);
    }), RUNS);
    assert.deepEqual([...seen].sort(), rows(kind.describe(), "response-only").sort());
  });

  test(`${kind.kind}: records are read as they are, and have every member of a response`, () => {
    const seen = new Set();
    fc.assert(fc.property(record(kind), (record) => {
      paths(record, "", seen);
      assert.deepEqual(kind.read(record).value, record);
    }), RUNS);
    const wanted = rows(kind.describe(), "request-only");
    assert.deepEqual(wanted.filter((path) => !seen.has(path)), []);
  });

  test(`${kind.kind}: an edit's patch makes of the stored record what the draft means`, () => {
    let changes = 0;
    let unchanged = 0;
    fc.assert(fc.property(edit(kind), ({ stored, draft }) => {
      assert.equal(kind.validate(draft).ok, true);
      const diff = kind.diff(stored, draft);
      changes += diff.changes.length;
      unchanged += diff.changes.length === 0;
      assert.deepEqual(kind.diff(apply(stored, diff.patch), draft).changes, []);
    }), RUNS);
    assert.ok(changes > 1000 && unchanged > 0 && unchanged < 500, `${changes} changes, ${unchanged} without any`);
  });

  test(`${kind.kind}: planted faults are found, each by its code at its path`, () => {
    const codes = new Map();
    fc.assert(fc.property(faulty(kind), ({ draft, faults }) => {
      assert.ok(faults.length >= 1);
      const found = kind.validate(draft).issues.map(({ code, pointer }) => `${code} ${pointer}`);
      for (const { code, pointer } of faults) {
        codes.set(code, (codes.get(code) ?? 0) + 1);
        assert.ok(found.includes(`${code} ${pointer}`), `expected ${code} ${pointer}, found\n${found.join("\n")}`);
      }
    }), { ...RUNS, numRuns: 2000 });
    assert.ok(codes.size >= { calendar: 30, location: 12 }[kind.kind], [...codes.keys()].join(" "));
  });
}

test("counterexamples shrink to little", () => {
  const { counterexample } = fc.check(fc.property(faulty(calendar), ({ faults }) => faults.every(({ code }) => code !== "color_short")), { numRuns: 10_000, seed: 7 });
  const [{ draft, faults }] = counterexample;
  assert.ok(faults.some(({ code }) => code === "color_short"));
  assert.ok(Object.keys(draft).length <= faults.length, JSON.stringify(draft));
});
