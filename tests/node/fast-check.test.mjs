/** `calendiff/fast-check` and the package hold each other to their word. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { apply, calendar, location } from "calendiff";
import { draft, edited, planted, stored } from "calendiff/fast-check";
import * as fc from "fast-check";

const RUNS = { numRuns: 1000 };

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
    fc.assert(fc.property(stored(kind), (record) => {
      paths(record, "", seen);
      assert.deepEqual(kind.read(record).value, record);
    }), RUNS);
    const wanted = rows(kind.describe(), "request-only");
    assert.deepEqual(wanted.filter((path) => !seen.has(path)), []);
  });

  test(`${kind.kind}: an edit's patch makes of the stored record what the draft means`, () => {
    let changes = 0;
    let unchanged = 0;
    fc.assert(fc.property(edited(kind), ({ stored, draft }) => {
      assert.equal(kind.validate(draft).ok, true);
      const diff = kind.diff(stored, draft);
      changes += diff.changes.length;
      unchanged += diff.changes.length === 0;
      assert.deepEqual(kind.diff(apply(stored, diff.patch), draft).changes, []);
    }), RUNS);
    assert.ok(changes > 1000 && unchanged > 0 && unchanged < 500, `${changes} changes, ${unchanged} without any`);
  });

  test(`${kind.kind}: planted faults are found, each by its code at its path, and no error beside them`, () => {
    const codes = new Map();
    fc.assert(fc.property(planted(kind), ({ draft, faults }) => {
      assert.ok(faults.length >= 1);
      const { issues } = kind.validate(draft);
      const found = issues.map(({ code, pointer }) => `${code} ${pointer}`);
      const known = ({ code, pointer }) => faults.some((fault) => fault.code === code && fault.pointer === pointer);
      assert.deepEqual(issues.filter((issue) => issue.severity === "error" && !known(issue)), []);
      for (const { code, pointer } of faults) {
        codes.set(code, (codes.get(code) ?? 0) + 1);
        assert.ok(found.includes(`${code} ${pointer}`), `expected ${code} ${pointer}, found\n${found.join("\n")}`);
      }
    }), { ...RUNS, numRuns: 2000 });
    assert.ok(codes.size >= { calendar: 30, location: 12 }[kind.kind], [...codes.keys()].join(" "));
  });
}


/** What a property is left with that fails first on different cases, and in how many runs at most. */
function shrunk(arbitrary, refuses, seeds = 10) {
  let most = 0;
  const left = Array.from({ length: seeds }, (_, seed) => {
    let runs = 0;
    const { counterexample } = fc.check(fc.property(arbitrary, (value) => {
      const refused = refuses(value);
      runs += refused || runs > 0;
      return !refused;
    }), { numRuns: 10_000, seed });
    most = Math.max(most, runs);
    return JSON.stringify(counterexample[0]);
  });
  return { left: [...new Set(left)].map((text) => JSON.parse(text)), most };
}

test("a failing case is left with the members and items that it needs, after few runs", () => {
  for (const [arbitrary, refuses, least] of [
    [draft(calendar), ({ slotDuration }) => slotDuration > 45, { slotDuration: 45.5 }],
    [draft(calendar), ({ isActive }) => isActive !== undefined, { isActive: false }],
    [draft(calendar), ({ recurring }) => recurring?.count > 24, { recurring: { count: 25 } }],
    [draft(calendar), ({ autoConfirm, preBuffer, slotBuffer }) => autoConfirm && preBuffer > slotBuffer, { slotBuffer: 0, preBuffer: 0.5, autoConfirm: true }],
    [draft(calendar), ({ openHours = [] }) => openHours.some(({ daysOfTheWeek }) => daysOfTheWeek.includes(3)), { openHours: [{ daysOfTheWeek: [3], hours: [] }] }],
    [stored(location), ({ phone }) => phone !== undefined, { phone: "" }],
    [edited(calendar), ({ stored, draft }) => stored.isActive === true && draft.isActive === false, { stored: { isActive: true }, draft: { isActive: false } }],
  ]) {
    const { left, most } = shrunk(arbitrary, refuses);
    assert.deepEqual(left, [least]);
    assert.ok(most < 200, `${most} runs: ${JSON.stringify(least)}`);
  }
});

test("of a draft with faults one is left, in a draft of nothing else", () => {
  for (const code of ["color_short", "user_duplicate", "unknown_member"]) {
    const { left, most } = shrunk(planted(calendar), ({ faults }) => faults.some((fault) => fault.code === code), 3);
    for (const { draft, faults } of left) assert.deepEqual([Object.keys(draft).length, faults.map(({ code }) => code)], [1, [code]]);
    assert.ok(most < 200, `${most} runs: ${code}`);
  }
});
