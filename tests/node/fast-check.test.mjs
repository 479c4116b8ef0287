/** `calendiff/fast-check` and the package hold each other to their word. */

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";

import { apply, calendar, location } from "calendiff";
import { draft, edited, planted, response, stored } from "calendiff/fast-check";
import * as fc from "fast-check";

import { SEED } from "./seed.mjs";

const RUNS = { numRuns: 1000, seed: SEED };

/** Every member of the tables that an arbitrary gives values of, and each value of its arrays, as paths without indexes. */
function paths(value, path = "", found = new Set()) {
  if (Array.isArray(value)) for (const item of value) paths(item, path, found);
  else if (value !== null && typeof value === "object")
    for (const [name, inner] of Object.entries(value))
      paths(inner, `${path}/${name}`, found.add(`${path}/${name}`));
  return found;
}

function rows({ members }, without, path = "") {
  return members
    .filter(({ access }) => access !== without)
    .flatMap(({ name, table }) => [
      `${path}/${name}`,
      ...(table ? rows(table, without, `${path}/${name}`) : []),
    ]);
}

/** Codes of faults that no draft alone can have, as in the crate's tests. */
const NOT_PLANTED = [
  "not_json",
  "date_object",
  "read_only_echo",
  "read_bare",
  "read_envelope",
  "read_id",
  "read_list",
  "read_not_set",
  "read_text",
  "read_integer",
  "read_alias",
  "primary_missing",
  "personal_team",
  "conference_event",
  "omitted_defaults",
  "omitted_resets",
  "hours_detach",
  "by_position",
  "merge_patch_null",
  "service_says",
  "other_body",
  "date_time_range",
  "more_issues",
  "slot_too_long",
  "team_missing",
  "nothing_open",
];
const codes = createRequire(import.meta.url)("calendiff/codes.json");
/** The number of times that each code was planted. */
const planting = new Map();

const SPELLED = [
  ["appoinmentPerSlot", "appointmentPerSlot"],
  ["appoinmentPerDay", "appointmentPerDay"],
  ["formSubmitRedirectURL", "formSubmitRedirectUrl"],
  ["daysOfTheWeek", "daysOfWeek"],
  ["LookBusyPercentage", "lookBusyPercentage"],
  ["id", "_id"],
];

/** Returns true if an object has a member under both of its names: the stored record decides between them. */
const hasBoth = (value) =>
  typeof value === "object" &&
  value !== null &&
  (SPELLED.some((names) => names.every((name) => Object.hasOwn(value, name))) ||
    Object.values(value).some(hasBoth));

for (const kind of [calendar, location]) {
  test(`${kind.kind}: drafts have no errors, and every member that an update takes`, () => {
    const seen = new Set();
    fc.assert(
      fc.property(draft(kind), (draft) => {
        paths(draft, "", seen);
        assert.deepEqual(
          kind
            .validate(draft)
            .issues.filter(({ severity }) => severity === "error"),
          [],
        );
      }),
      RUNS,
    );
    assert.deepEqual(
      [...seen].sort(),
      rows(kind.describe(), "response-only").sort(),
    );
  });

  test(`${kind.kind}: records are read as they are, and have every member of a response`, () => {
    const seen = new Set();
    fc.assert(
      fc.property(stored(kind), (record) => {
        paths(record, "", seen);
        assert.deepEqual(kind.read(record).value, record);
      }),
      RUNS,
    );
    const wanted = rows(kind.describe(), "request-only");
    assert.deepEqual(
      wanted.filter((path) => !seen.has(path)),
      [],
    );
  });

  test(`${kind.kind}: responses are read as the records that they stand for, and have every member`, () => {
    const seen = new Set();
    const told = (notes) =>
      notes.map(({ code, pointer }) => `${code} ${pointer}`).sort();
    fc.assert(
      fc.property(response(kind), ({ sent, record, notes }) => {
        paths(record, "", seen);
        const read = kind.read(sent);
        assert.deepEqual(read.value, record);
        assert.deepEqual(told(read.issues), told(notes));
      }),
      RUNS,
    );
    assert.deepEqual(
      rows(kind.describe()).filter((path) => !seen.has(path)),
      [],
    );
  });

  test(`${kind.kind}: an edit's patch makes of the stored record what the draft means`, () => {
    let changes = 0;
    let unchanged = 0;
    fc.assert(
      fc.property(edited(kind), ({ stored, draft }) => {
        if (hasBoth(stored) || hasBoth(draft)) return;
        const diff = kind.diff(stored, draft);
        changes += diff.changes.length;
        unchanged += diff.changes.length === 0;
        assert.deepEqual(
          kind.diff(apply(stored, diff.patch), draft).changes,
          [],
        );
      }),
      RUNS,
    );
    assert.ok(
      changes > 1000 && unchanged > 0 && unchanged < 500,
      `${changes} changes, ${unchanged} without any`,
    );
  });

  test(`${kind.kind}: the errors of an edit are those of values that clear`, () => {
    const isNotSet = (value) =>
      value === null ||
      (typeof value === "string" && !value.trim()) ||
      (typeof value === "object" && Object.keys(value).length === 0);
    fc.assert(
      fc.property(edited(kind), ({ stored, draft }) => {
        if (hasBoth(stored) || hasBoth(draft)) return;
        for (const { severity, code, path } of kind.validate(draft, { stored })
          .issues) {
          if (
            severity !== "error" ||
            code === "enveloped" ||
            code === "read_only" ||
            code === "missing_member"
          )
            continue;
          assert.ok(
            isNotSet(
              path.reduce((value, step) => value?.[step], draft) ?? null,
            ),
            `${code} ${path}`,
          );
        }
      }),
      RUNS,
    );
  });

  test(`${kind.kind}: planted faults are found, each by its code at its path, and no error beside them`, () => {
    const counts = new Map();
    let enveloped = 0;
    let nested = 0;
    let all = 0;
    fc.assert(
      fc.property(planted(kind), ({ draft, faults }) => {
        counts.set(faults.length, (counts.get(faults.length) ?? 0) + 1);
        enveloped += faults[0].code === "enveloped";
        nested += faults.filter(
          ({ path }) => path.length > (faults[0].code === "enveloped" ? 2 : 1),
        ).length;
        all += faults.length;
        const { issues } = kind.validate(draft);
        const found = issues.map(({ code, pointer }) => `${code} ${pointer}`);
        const known = ({ code, pointer }) =>
          faults.some(
            (fault) => fault.code === code && fault.pointer === pointer,
          );
        assert.deepEqual(
          issues.filter((issue) => issue.severity === "error" && !known(issue)),
          [],
        );
        for (const { code, pointer } of faults) {
          planting.set(code, (planting.get(code) ?? 0) + 1);
          assert.ok(
            found.includes(`${code} ${pointer}`),
            `expected ${code} ${pointer}, found\n${found.join("\n")}`,
          );
        }
      }),
      { ...RUNS, numRuns: 2000 },
    );
    for (const count of [1, 2, 3, 4])
      assert.ok(
        counts.get(count) > 50,
        `${counts.get(count)} with ${count} faults`,
      );
    assert.ok(
      enveloped > 100 && enveloped < 400,
      `${enveloped} in an envelope`,
    );
    assert.ok(
      kind === location || nested > all / 4,
      `${nested} of ${all} inside of members`,
    );
  });
}

test("every code that a draft alone can have is planted, and more than a few times", () => {
  const wanted = codes
    .map(({ code }) => code)
    .filter((code) => !NOT_PLANTED.includes(code));
  assert.deepEqual([...planting.keys()].sort(), wanted.sort());
  assert.deepEqual(
    [...planting].filter(([, count]) => count < 10),
    [],
  );
});

test("half of the values of a wrong type are null", () => {
  const at = ({ draft, faults }) =>
    faults
      .filter(({ code }) => code === "wrong_type")
      .map(({ path }) => path.reduce((value, step) => value[step], draft));
  const values = fc
    .sample(planted(calendar), { numRuns: 1000, seed: 1 })
    .flatMap(at);
  const nulls = values.filter((value) => value === null).length;
  assert.ok(
    values.length > 100 &&
      nulls > values.length / 3 &&
      nulls < (values.length * 2) / 3,
    `${nulls} of ${values.length}`,
  );
});

test("drafts reach the ends of days and of months, and every kind of character", () => {
  const drafts = fc.sample(draft(calendar), { numRuns: 500, seed: 1 });
  const days = drafts.flatMap(({ openHours = [], availabilities = [] }) => [
    ...openHours,
    ...availabilities,
  ]);
  const ranges = days
    .flatMap(({ hours }) => hours)
    .map((range) => [
      range.openHour * 60 + range.openMinute,
      range.closeHour * 60 + range.closeMinute,
    ]);
  const dates = days.flatMap(({ date = "" }) => date.slice(0, 10));
  const texts = drafts.flatMap(({ name = "", notes = "" }) => [name, notes]);
  const reached = {
    empty: ranges.filter(([open, close]) => open >= close).length === 0,
    long: ranges.filter(([open, close]) => close - open > 240).length > 100,
    midnight: ranges.filter(([, close]) => close === 1440).length > 20,
    lastMinute: ranges.filter(([, close]) => close === 1439).length > 20,
    minutes: ranges.filter(([open]) => open % 15).length > 20,
    days: ["29", "30", "31"].every(
      (day) => dates.filter((date) => date.endsWith(day)).length > 10,
    ),
    years:
      dates.some((date) => date < "2000") &&
      dates.some((date) => date > "2090"),
    blanks: texts.filter((text) => text !== text.trim()).length > 20,
    lines: texts.filter((text) => text.includes("\n")).length > 20,
    unicode: texts.filter((text) => /[^\x00-\x7f]/.test(text)).length > 20,
  };
  assert.deepEqual(
    Object.entries(reached).filter(([, is]) => !is),
    [],
  );
});

/** The shapes of the members of a record, by the names that lead to each member. */
function shapes({ members }, record, way = "", found = new Set()) {
  const aliases = {
    appoinmentPerSlot: "appointmentPerSlot",
    appoinmentPerDay: "appointmentPerDay",
    formSubmitRedirectURL: "formSubmitRedirectUrl",
    daysOfTheWeek: "daysOfWeek",
    LookBusyPercentage: "lookBusyPercentage",
  };
  for (const { name, type, table } of members) {
    const at = `${way}/${name}`;
    const isAlias =
      !Object.hasOwn(record, name) &&
      Object.hasOwn(record, aliases[name] ?? "_id");
    const value = record[isAlias ? (aliases[name] ?? "_id") : name];
    if (value === undefined) continue;
    if (isAlias) found.add(`${at} alias`);
    if (value === null || value === "")
      found.add(`${at} ${JSON.stringify(value)}`);
    else if (typeof value === "string" && type !== "text")
      found.add(`${at} text`);
    else if (typeof value === "object" && Object.keys(value).length === 0)
      found.add(`${at} ${JSON.stringify(value)}`);
    else if (type === "array" && !Array.isArray(value))
      found.add(`${at} indexes`);
    if (table && typeof value === "object")
      for (const item of type === "array"
        ? Object.values(value ?? {})
        : [value ?? {}])
        shapes(table, item, at, found);
  }
  return found;
}

test("responses have each odd shape at every member that can have it", () => {
  const found = new Set();
  for (const { sent } of fc.sample(response(calendar), {
    numRuns: 4000,
    seed: 1,
  }))
    shapes(calendar.describe(), sent.calendar ?? sent, "", found);
  const wanted = ({ members }, way = "") =>
    members.flatMap(({ name, type, table }) => {
      const at = `${way}/${name}`;
      return [
        `${at} null`,
        `${at} ""`,
        ...(["number", "integer", "boolean"].includes(type)
          ? [`${at} text`]
          : []),
        ...(type === "object" || type === "array" ? [`${at} {}`] : []),
        ...(type === "array" ? [`${at} []`, `${at} indexes`] : []),
        ...([
          "appoinmentPerDay",
          "formSubmitRedirectURL",
          "daysOfTheWeek",
          "LookBusyPercentage",
        ].includes(name)
          ? [`${at} alias`]
          : []),
        ...(table ? wanted(table, at) : []),
      ];
    });
  // Hours lack a member, or have null in its place.
  const rare = (shape) => /hours\/\w+ ""$/.test(shape);
  assert.deepEqual(
    wanted(calendar.describe()).filter(
      (shape) => !found.has(shape) && !rare(shape),
    ),
    [],
  );
});

test("stored records of edits have members that the tables lack, at any depth", () => {
  const records = fc
    .sample(edited(calendar), { numRuns: 400, seed: 1 })
    .map(({ stored }) => paths(stored));
  for (const path of [
    "/interval",
    "/teamMembers/interval",
    "/recurring/interval",
  ])
    assert.ok(
      records.some((found) => found.has(path)),
      path,
    );
});

/** What a property is left with that fails first on different cases, and in how many runs at most. */
function shrunk(arbitrary, refuses, seeds = 10) {
  let most = 0;
  const left = Array.from({ length: seeds }, (_, seed) => {
    let runs = 0;
    const { counterexample } = fc.check(
      fc.property(arbitrary, (value) => {
        const refused = refuses(value);
        runs += refused || runs > 0;
        return !refused;
      }),
      { numRuns: 10_000, seed },
    );
    most = Math.max(most, runs);
    return JSON.stringify(counterexample[0]);
  });
  return { left: [...new Set(left)].map((text) => JSON.parse(text)), most };
}

test("a failing case is left with the members and items that it needs, after few runs", () => {
  for (const [arbitrary, refuses, least] of [
    [
      draft(calendar),
      ({ slotDuration }) => slotDuration > 45,
      { slotDuration: 45.5 },
    ],
    [
      draft(calendar),
      ({ isActive }) => isActive !== undefined,
      { isActive: false },
    ],
    [
      draft(calendar),
      ({ recurring }) => recurring?.count > 24,
      { recurring: { count: 25 } },
    ],
    [
      draft(calendar),
      ({ autoConfirm, preBuffer, slotBuffer }) =>
        autoConfirm && preBuffer > slotBuffer,
      { slotBuffer: 0, preBuffer: 0.5, autoConfirm: true },
    ],
    [
      draft(calendar),
      ({ openHours = [] }) =>
        openHours.some(({ daysOfTheWeek }) => daysOfTheWeek.includes(3)),
      { openHours: [{ daysOfTheWeek: [3], hours: [] }] },
    ],
    [stored(location), ({ phone }) => phone !== undefined, { phone: "a" }],
    [
      edited(calendar),
      ({ stored, draft }) =>
        stored.isActive === true && draft.isActive === false,
      { stored: { isActive: true }, draft: { isActive: false } },
    ],
  ]) {
    const { left, most } = shrunk(arbitrary, refuses);
    assert.deepEqual(left, [least]);
    assert.ok(most < 200, `${most} runs: ${JSON.stringify(least)}`);
  }
});

test("of a draft with faults one is left, in a draft of nothing else", () => {
  for (const code of ["color_short", "user_duplicate", "unknown_member"]) {
    const { left, most } = shrunk(
      planted(calendar),
      ({ faults }) => faults.some((fault) => fault.code === code),
      3,
    );
    for (const { draft, faults } of left)
      assert.deepEqual(
        [Object.keys(draft).length, faults.map(({ code }) => code)],
        [1, [code]],
      );
    assert.ok(most < 200, `${most} runs: ${code}`);
  }
});

test("arbitraries without a kind are refused with a code", () => {
  for (const arbitrary of [draft, edited, planted, response, stored])
    for (const kind of [undefined, null, {}])
      assert.throws(() => arbitrary(kind), { code: "option" });
});
