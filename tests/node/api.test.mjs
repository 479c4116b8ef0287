/** The verbs as the packed package answers: the same bytes as natively, and a clear answer to anything. */

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";

import {
  apply,
  applyMergePatch,
  calendar,
  configure,
  guess,
  invert,
  invertMergePatch,
  location,
  parse,
  reword,
  sandbox,
} from "calendiff";
import german from "calendiff/languages/de";
import fastJsonPatch from "fast-json-patch";

const FIXTURES = join(import.meta.dirname, "..", "fixtures");
const KINDS = { calendar, location };

const fixtures = readdirSync(FIXTURES).map((name) => {
  const text = (file) => readFileSync(join(FIXTURES, name, file), "utf8");
  const [stored, draft] = ["stored.json", "draft.json"].map((file) =>
    JSON.parse(text(file)),
  );
  const theirs =
    existsSync(join(FIXTURES, name, "theirs.json")) &&
    JSON.parse(text("theirs.json"));
  const meanwhile = theirs && text("meanwhile.json");
  return {
    name,
    kind: KINDS[guess(stored) ?? "calendar"],
    stored,
    draft,
    pinned: text("review.json"),
    theirs,
    meanwhile,
  };
});

test("there are fixtures", () => assert.ok(fixtures.length >= 12));

for (const {
  name,
  kind,
  stored,
  draft,
  pinned,
  theirs,
  meanwhile,
} of fixtures) {
  test(`${name}: WASM answers byte for byte as pinned natively`, () => {
    assert.equal(
      `${JSON.stringify(kind.review(stored, draft), null, 2)}\n`,
      pinned,
    );
  });

  if (theirs) {
    test(`${name}: the merge and what came of the update are byte for byte as pinned natively`, () => {
      const merged = kind.merge(
        kind.read(stored).value,
        kind.outcome(stored, draft),
        theirs,
      );
      const verified = kind.verify(
        stored,
        kind.body(stored, draft).value,
        theirs,
      );
      assert.equal(
        `${JSON.stringify({ merged, verified }, null, 2)}\n`,
        meanwhile,
      );
    });
  }

  test(`${name}: our apply and fast-json-patch make the same of our patch, and the input stays as it was`, () => {
    const [before, after] = [kind.read(stored).value, kind.read(draft).value];
    const copy = structuredClone(before);
    for (const absent of ["keep", "remove"]) {
      const { patch } = kind.diff(before, after, { absent, raw: true });
      const ours = apply(before, patch);
      // fast-json-patch refuses to touch __proto__, so that fixture goes without it.
      if (name !== "odd-names") {
        assert.deepEqual(
          fastJsonPatch.applyPatch(structuredClone(before), patch, true)
            .newDocument,
          ours,
        );
      }
      assert.deepEqual(kind.diff(ours, after, { absent, raw: true }).words, []);
    }
    assert.deepEqual(before, copy);
  });
}

/** The same, but that any write to it throws. */
const frozen = (value) => {
  if (value !== null && typeof value === "object" && !Object.isFrozen(value))
    Object.values(Object.freeze(value)).forEach(frozen);
  return value;
};

test("no verb writes to what it is given", () => {
  for (const { name, kind, stored, draft, theirs } of fixtures) {
    const verbs = (stored, draft, theirs, patch) => [
      kind.validate(draft, { stored, profile: "service" }),
      kind.fix(draft),
      kind.normalize(draft),
      kind.read(stored),
      kind.diff(stored, draft),
      kind.body(stored, draft, { mode: "changed" }),
      kind.review(stored, draft),
      kind.outcome(stored, draft),
      kind.merge(stored, draft, theirs),
      kind.verify(stored, draft, theirs),
      kind.form(stored).body(),
      apply(stored, patch),
      invert(stored, patch),
      applyMergePatch(stored, draft),
      invertMergePatch(stored, draft),
    ];
    const given = [
      stored,
      draft,
      theirs || draft,
      [
        { op: "add", path: "/mine", value: draft },
        { op: "remove", path: "/mine" },
      ],
    ];
    const ours = structuredClone(given).map(frozen);
    assert.deepEqual(verbs(...ours), verbs(...structuredClone(given)), name);
    assert.deepEqual(ours, given, name);
    assert.throws(
      () =>
        apply(ours[0], [...ours[3], { op: "test", path: "/name", value: 0 }]),
      { code: /^patch/ },
      name,
    );
  }
});

const refused = (code, call, more = {}) =>
  assert.throws(call, { name: "Error", code, ...more });

test("what is no record is an Error with a code", () => {
  for (const kind of [calendar, location]) {
    for (const [given, found] of [
      [[], "array"],
      ["{}", "JSON as text; parse it first"],
      ["Kx2m", "text"],
      [null, "null"],
      [7, "number"],
      [true, "boolean"],
    ]) {
      for (const verb of ["validate", "normalize", "read"]) {
        refused("not_a_record", () => kind[verb](given), {
          message: `expected a ${kind.kind} as a JSON object, found ${found}`,
        });
      }
      refused("not_a_record", () => kind.diff({}, given));
      refused("not_a_record", () => kind.body(given, {}));
      refused("not_a_record", () => kind.review({}, given));
    }
    for (const given of [
      undefined,
      () => {},
      Symbol("s"),
      1n,
      new Date(0),
      new Map(),
      /x/,
    ]) {
      refused("not_json", () => kind.validate(given));
      refused("not_json", () => kind.diff({}, given));
    }
  }
  refused("not_json", () => calendar.validate());
});

test("what is not JSON inside a draft is an issue at its path", () => {
  const cycle = { hours: [] };
  cycle.hours.push(cycle);
  class Draft {}
  const draft = {
    name: NaN,
    slug: Infinity,
    notes: 1n,
    formId: () => {},
    pixelId: Symbol("x"),
    description: "half \ud83d",
    availabilities: [
      cycle,
      { date: new Date("2026-12-24T00:00:00Z"), hours: [undefined] },
    ],
    recurring: new Draft(),
    groupId: undefined,
    mine: { deep: [new Set()] },
  };
  const { ok, issues } = calendar.validate(draft);
  assert.equal(ok, false);
  const found = issues
    .filter((issue) => issue.code === "not_json")
    .map((issue) => [issue.pointer, issue.params.found]);
  assert.deepEqual(found, [
    ["/name", "NaN"],
    ["/slug", "Infinity"],
    ["/notes", "bigint"],
    ["/formId", "function"],
    ["/pixelId", "symbol"],
    ["/description", "text with half of a surrogate pair"],
    ["/availabilities/0/hours/0", "a cycle"],
    ["/availabilities/1/date", "a Date"],
    ["/availabilities/1/hours/0", "undefined"],
    ["/recurring", "a Draft"],
    ["/mine/deep/0", "a Set"],
  ]);
  const date = issues.find(
    (issue) => issue.pointer === "/availabilities/1/date",
  );
  for (const found of [NaN, Infinity, -Infinity]) {
    for (const member of ["slotDuration", "appoinmentPerSlot"]) {
      const [issue] = calendar.validate({ [member]: found }).issues;
      assert.deepEqual(
        [issue.code, issue.severity, issue.params.found, issue.message],
        [
          "wrong_type",
          "error",
          String(found),
          calendar.validate({ [member]: "soon" }).issues[0].message,
        ],
      );
    }
  }
  assert.deepEqual(date.fix.patch, [
    {
      op: "replace",
      path: "/availabilities/1/date",
      value: "2026-12-24T00:00:00.000Z",
    },
  ]);
  refused("not_json", () => calendar.diff({}, draft), { pointer: "/name" });
});

test("undefined members are absent, and odd names are names like any other", () => {
  assert.deepEqual(calendar.normalize({ name: "a", slug: undefined }), {
    name: "a",
  });
  const odd = JSON.parse(
    '{"": 4, "__proto__": 1, "constructor": 2, "toString": 3, "ü/~": 5}',
  );
  assert.equal(JSON.stringify(calendar.normalize(odd)), JSON.stringify(odd));
  assert.deepEqual(
    calendar
      .validate(odd)
      .issues.map((issue) => issue.pointer)
      .sort(),
    ["", "/", "/__proto__", "/constructor", "/toString", "/ü~1~0"],
  );
  assert.equal({}.polluted, undefined);
});

test("a merge patch has the draft's own arrays in copies, as JSON would", () => {
  const item = {
    date: "2026-12-24",
    hours: [],
    gone: undefined,
    zero: -0,
    [Symbol("mark")]: {},
  };
  const odd = JSON.parse(
    '{ "__proto__": { "__proto__": [-0] }, "2": [null], "1": {} }',
  );
  const bare = Object.assign(Object.create(null), { x: 1 });
  const draft = {
    calendar: {
      availabilities: [item, item],
      recurring: { deep: [[item]] },
      odd,
      bare,
    },
  };
  const stored = {
    availabilities: [{ date: "2026-12-25", id: "kept" }],
    recurring: { freq: "DAILY" },
  };
  for (const absent of ["keep", "remove"]) {
    const { mergePatch } = calendar.diff(stored, draft, { absent });
    const { availabilities, recurring, ...rest } = JSON.parse(
      JSON.stringify(draft.calendar),
    );
    const freq = absent === "remove" ? { freq: null } : {};
    assert.deepStrictEqual(mergePatch, {
      availabilities,
      recurring: { ...freq, ...recurring },
      ...rest,
    });
    assert.equal(JSON.stringify(mergePatch.odd), JSON.stringify(odd));
    mergePatch.availabilities[0].hours.push("mine");
    assert.deepEqual(item.hours, []);
  }

  // What the draft leaves out of an item comes from the stored record.
  const [kept] = calendar.diff(stored, {
    availabilities: [{ date: "2026-12-25", hours: [] }],
  }).mergePatch.availabilities;
  assert.deepStrictEqual(kept, { date: "2026-12-25", id: "kept", hours: [] });
});

test("text of any kind crosses unharmed", () => {
  for (const text of [
    "",
    "plain",
    "Visite — première",
    "日本語",
    "👩‍👩‍👧",
    "\u0000".slice(1),
    "a".repeat(100_000),
    "é".repeat(70),
  ]) {
    assert.equal(calendar.normalize({ mine: text }).mine, text);
  }
});

test("a refusal is no record", () => {
  const answers = [
    {
      statusCode: 422,
      message: ["name must be a string"],
      error: "Unprocessable Entity",
    },
    {
      status: 400,
      message: "no such calendar",
      name: "HttpException",
      traceId: "t",
    },
  ];
  for (const answer of answers) {
    for (const kind of [calendar, location]) {
      const calls = [
        () => kind.read(answer),
        () => kind.form(answer),
        () => kind.validate(answer),
        () => kind.validate({}, { stored: answer }),
        () => kind.normalize(answer),
        () => kind.diff(answer, {}),
        () => kind.body(answer, {}),
        () => kind.review(answer, {}),
        () => kind.outcome(answer, {}),
        () => kind.verify({}, {}, answer),
        () => kind.merge({}, {}, answer),
      ];
      for (const call of calls) refused("a_refusal", call);
    }
  }
});

test("a record in an envelope of another name is refused by name", () => {
  for (const [kind, wrong] of [
    [location, { location: { name: "n" } }],
    [location, { calendar: { name: "n" } }],
    [calendar, { business: { name: "n" } }],
    [calendar, { data: { calendar: {} } }],
  ]) {
    const [found] = Object.keys(wrong);
    for (const call of [
      () => kind.read(wrong),
      () => kind.form(wrong),
      () => kind.form({}).rebase(wrong),
      () => kind.validate({}, { stored: wrong }),
      () => kind.standard({ stored: wrong }),
      () => kind.diff(wrong, {}),
      () => kind.body(wrong, {}),
      () => kind.review(wrong, {}),
      () => kind.outcome(wrong, {}),
      () => kind.verify({}, {}, wrong),
      () => kind.merge({}, wrong, {}),
    ]) {
      refused("envelope_unknown", call, {
        message: `expected a ${kind.kind}, bare or inside ${kind === calendar ? '"calendar"' : '"buiseness" or "business"'}, found an object inside "${found}"`,
      });
    }
  }
});

test("hours of a day and of a date are set on plain drafts, which stay as they are", () => {
  const draft = {
    name: "n",
    openHours: [
      {
        daysOfTheWeek: [1, 2],
        hours: [{ openHour: 9, openMinute: 0, closeHour: 17, closeMinute: 0 }],
      },
    ],
  };
  const before = structuredClone(draft);
  const { openHours, name } = calendar.setDay(draft, "tuesday", [
    ["10:00", "12:30"],
  ]);
  assert.deepEqual(draft, before);
  assert.equal(name, "n");
  assert.deepEqual(calendar.form({ openHours }).getSnapshot().week().tuesday, [
    ["10:00", "12:30"],
  ]);
  assert.deepEqual(calendar.form({ openHours }).getSnapshot().week().monday, [
    ["09:00", "17:00"],
  ]);
  const dated = calendar.setDate(draft, "2026-12-24", []);
  assert.deepEqual(dated.availabilities, [
    { date: "2026-12-24T00:00:00.000Z", hours: [] },
  ]);
  assert.deepEqual(
    calendar.setDate(dated, "2026-12-24", null).availabilities,
    [],
  );
  refused("option", () => calendar.setDay(draft, "noday", []));
  refused("option", () => calendar.setDate(draft, "24.12.", []));
  refused("not_a_record", () => calendar.setDay([], "monday", []));
  refused("not_json", () => calendar.setDay({ name: 1n }, "monday", []));
});

test("a fix that was applied is not applied again", () => {
  const entry = (days, hours) => ({ daysOfTheWeek: days, hours });
  const range = (openHour, closeHour) => ({
    openHour,
    openMinute: 0,
    closeHour,
    closeMinute: 0,
  });
  const drafts = [
    { openHours: [entry([1, 2], [range(9, 17)])] },
    { openHours: [entry([1], [range(9, 17), range(10, 12), range(13, 14)])] },
    { openHours: [entry([1], [range(9, 12), range(10, 13), range(14, 15)])] },
    { openHours: [entry([1, 1], [range(9, 17)])] },
    { eventColor: "#f00" },
    { slotDuration: "45" },
    { eventColour: "#ff0000" },
    { name: "Intro", mine: 1 },
    { widgetType: "clasic" },
  ];
  for (const draft of drafts) {
    const fixed = calendar.validate(draft).issues.filter(({ fix }) => fix);
    assert.ok(fixed.length > 0, JSON.stringify(draft));
    for (const { code, fix } of fixed) {
      const once = apply(draft, fix.patch);
      assert.throws(
        () => apply(once, fix.patch),
        { code: /^patch_/ },
        `${code} ${JSON.stringify(draft)}`,
      );
    }
  }
});

test("an integer that JavaScript cannot hold is never changed in silence", () => {
  // An integer that no update sends is kept as text, with all its digits.
  const other = calendar.response({
    status: 200,
    text: '{"calendar": {"name": "n", "mine": 9007199254740993}}',
  });
  assert.deepEqual(
    [other.stored.value.mine, other.stored.issues[0].code],
    ["9007199254740993", "read_integer"],
  );
  const text = '{"calendar": {"name": "n", "slotDuration": 9007199254740993}}';
  const { ok, refusal } = calendar.response({ status: 200, text });
  assert.equal(ok, false);
  assert.equal(refusal.text, text);
  assert.match(
    refusal.issues[0].message,
    /the integer 9007199254740993 cannot be kept digit for digit/,
  );
});

test("too deep is an Error with a code, and nothing breaks after it", () => {
  let deep = {};
  for (let level = 0; level < 10_000; level++) deep = { deep };
  refused("json_depth", () => calendar.validate(deep));
  refused("json_depth", () => parse("[".repeat(10_000)));
  assert.equal(calendar.validate({ name: "still here" }).ok, true);
});

test("text is parsed strictly, with line and column", () => {
  for (const [code, text, line, column] of [
    ["json_syntax", "", 1, 1],
    ["json_syntax", '{\n  "name": }', 2, 11],
    ["json_syntax", "[1,]", 1, 4],
    ["json_syntax", "01", 1, 2, "json_trailing"],
    ["json_trailing", "{} {}", 1, 4],
    ["json_duplicate", '{"slug": 1,\n"slug": 2}', 2, 1],
    ["json_overflow", "[1e999]", 1, 2],
    ["json_integer", '{\n  "mine": 9007199254740993}', 2, 11],
    ["json_integer", "[-9007199254740993]", 1, 2],
    ["json_integer", "[18446744073709551616]", 1, 2],
    ["json_surrogate", '"\\ud83d"', 1, 2],
    ["json_bom", "\ufeff{}", 1, 1],
    ["json_conflict", '{\n<<<<<<< ours\n  "slug": "a"', 2, 1],
    ["json_conflict", '{ "slug": "a"\n=======\n', 2, 1],
    ["json_conflict", "{}\n>>>>>>> theirs", 2, 1],
    ["json_syntax", "{ <<<<<<< ours", 1, 3],
  ]) {
    const expected = text === "01" ? "json_trailing" : code;
    refused(expected, () => parse(text), { line, column });
    refused(expected, () => calendar.validateText(text), { line, column });
  }
  refused("json_size", () => parse(`"${"x".repeat(20_000_000)}"`));
  for (const text of ["9007199254740992", "-9007199254740991", "1e30"])
    assert.equal(parse(text), Number(text));
  assert.deepEqual(parse('{"a": [1.0, "\\ud83d\\ude00", null]}'), {
    a: [1, "😀", null],
  });
});

test("issues of text have a line and a column", () => {
  const { issues } = calendar.validateText(
    '{\n  "eventColor": "#abc",\n  "timezone": "UTC"\n}',
  );
  assert.deepEqual(
    issues.map(({ code, line, column }) => [code, line, column]),
    [
      ["color_short", 2, 17],
      ["unknown_member", 3, 3],
      ["omitted_defaults", 1, 1],
    ],
  );
});

test("options that do not exist are refused, not ignored", () => {
  refused("option", () => calendar.validate({}, { profil: "service" }));
  refused("option", () => calendar.validate({}, { profile: "strict" }));
  refused("option", () => calendar.body({}, {}, { mode: "half" }));
  refused("option", () => calendar.diff({}, {}, { absent: true }));
  refused("option", () => calendar.merge({}, {}, {}, { resolve: "mine" }));
  refused("option", () =>
    calendar.merge(
      { name: "a" },
      { name: "b" },
      { name: "c" },
      { resolve: () => "mine" },
    ),
  );
});

test("profiles decide what is an error", () => {
  const severities = (profile) =>
    calendar
      .validate({ timezone: "UTC" }, { profile })
      .issues.map((issue) => issue.severity);
  assert.deepEqual(severities("specification"), ["warning", "note"]);
  assert.deepEqual(severities("service"), ["error", "note"]);
  assert.deepEqual(severities("specification-only"), []);
});

test("fix fixes what is certain and leaves the draft as it was", () => {
  const draft = { eventColor: "#abc", slotDuration: "45", slotInterval: 0 };
  const { ok, value, applied, issues } = calendar.fix(draft);
  assert.deepEqual(value, {
    eventColor: "#aabbcc",
    slotDuration: 45,
    slotInterval: 0,
  });
  assert.deepEqual(
    applied.map(({ code }) => code),
    ["color_short", "wrong_type"],
  );
  assert.deepEqual(
    [ok, issues[0].code, draft.eventColor],
    [false, "not_above", "#abc"],
  );
  const odd = calendar.fix({
    name: NaN,
    eventColor: "#abc",
    availabilities: [{ date: new Date("2026-12-25"), hours: [] }],
  });
  assert.deepEqual(odd.value, {
    name: null,
    eventColor: "#aabbcc",
    availabilities: [{ date: "2026-12-25T00:00:00.000Z", hours: [] }],
  });
  assert.deepEqual(
    [odd.applied, odd.issues.slice(0, 1)].map((issues) =>
      issues.map(({ code, pointer }) => `${code} ${pointer}`),
    ),
    [
      ["color_short /eventColor", "not_json /availabilities/0/date"],
      ["not_json /name"],
    ],
  );
});

test("fixes are limited, and codes are denied and ignored", () => {
  const draft = { slotDuration: "45", eventColour: "#039be5", timezone: "UTC" };
  assert.deepEqual(calendar.fix(draft, { severity: "error" }).value, {
    ...draft,
    slotDuration: 45,
  });
  assert.deepEqual(calendar.fix(draft, { only: ["unknown_member"] }).value, {
    slotDuration: "45",
    eventColour: "#039be5",
  });
  assert.deepEqual(calendar.fix(draft, { only: [] }).value, draft);
  const found = (options) => {
    const { ok, issues } = calendar.validate({ timezone: "UTC" }, options);
    return [
      ok,
      issues
        .filter(({ code }) => code !== "omitted_defaults")
        .map(({ severity }) => severity),
    ];
  };
  assert.deepEqual(found({ deny: ["unknown_member"] }), [false, ["error"]]);
  assert.deepEqual(
    found({ deny: ["unknown_member"], ignore: ["unknown_member"] }),
    [true, []],
  );
  for (const deny of ["unknown_member", ["nothing_wrong"], [1]])
    refused("option", () => calendar.validate(draft, { deny }));
  refused("option", () =>
    calendar.validate(draft, { only: ["unknown_member"] }),
  );
});

test("fix removes an unknown member only where it is an error, and offers its removal elsewhere", () => {
  const draft = { eventColor: "#abc", timezone: "UTC", id: "Kx2m" };
  const { value, issues } = calendar.fix(draft);
  assert.deepEqual(value, { eventColor: "#aabbcc", timezone: "UTC" });
  const { code, fix } = issues.find(({ pointer }) => pointer === "/timezone");
  assert.deepEqual(
    [code, fix.title, apply(value, fix.patch)],
    ["unknown_member", "Remove timezone", { eventColor: "#aabbcc" }],
  );
  assert.deepEqual(calendar.fix(draft, { profile: "service" }).value, {
    eventColor: "#aabbcc",
  });
});

test("the operations are shipped as data", () => {
  const operations = createRequire(import.meta.url)(
    "calendiff/operations.json",
  );
  assert.ok(operations.length > 30);
  assert.deepEqual(operations[2], {
    area: "locations",
    name: "Get Location Data",
    method: "GET",
    section: "4.3",
  });
});

test("sentences come in the caller's words", () => {
  const draft = { slotInterval: 0, timezone: "UTC" };
  const said = (message) =>
    calendar
      .validate(draft, { language: message && { message }, profile: "service" })
      .issues.slice(0, 2)
      .map(({ message }) => message);
  const own = said();
  assert.deepEqual(said({ not_above: "mehr als {min}, nicht {found}" }), [
    "mehr als 0, nicht 0",
    own[1],
  ]);
  refused("option", () => said({ not_above: "mehr als {min}, {unbekannt}" }));
  assert.deepEqual(
    said((code, params) =>
      code === "unknown_member" ? `${params.name}?` : undefined,
    ),
    [own[0], "timezone?"],
  );
  const codes = createRequire(import.meta.url)("calendiff/codes.json");
  assert.ok(codes.length > 70);
  assert.deepEqual(codes[0], {
    code: "wrong_type",
    severity: "error",
    basis: "specification",
    refused: true,
    source: "section 2: types",
    params: ["expected", "found"],
    message: "{expected:enter}",
    detail: "expected {expected:type}, found {found:type}",
  });
});

test("conflicts are data, and resolved for one side or one by one", () => {
  const of = (name, eventColor) => ({ name, eventColor });
  const [base, ours, theirs] = [
    of("Visit", "#000000"),
    of("First visit", "#ff0000"),
    of("Consultation", "#00ff00"),
  ];
  const left = calendar.merge(base, ours, theirs);
  assert.deepEqual(
    [left.ok, left.value, left.conflicts.length],
    [false, base, 2],
  );
  assert.equal(
    left.conflicts[1].words,
    "color: ours #ff0000, theirs #00ff00, was #000000",
  );
  assert.deepEqual(
    calendar.merge(base, ours, theirs, { resolve: "theirs" }).value,
    theirs,
  );
  const asked = [];
  const resolve = ({ pointer, ...conflict }) => {
    asked.push(conflict.ours);
    return pointer === "/name" ? "ours" : null;
  };
  const merged = calendar.merge(base, ours, theirs, { resolve });
  assert.deepEqual(
    [merged.value, merged.conflicts.length],
    [of("First visit", "#000000"), 1],
  );
  assert.deepEqual(asked, ["First visit", "#ff0000"]);
  assert.deepEqual(
    calendar.merge(base, base, theirs, { resolve }).value,
    theirs,
  );
});

test("edits by key change what they name, in any language", () => {
  const stored = {
    id: "f06f",
    slotDuration: 30,
    availabilities: [{ date: "2026-12-24T00:00:00.000Z", hours: [], id: "a" }],
  };
  const edits = calendar.edits(
    "availabilities/2026-12-24..2026-12-25 = 09:00-12:00; slotDuration = at least 45 mins",
  );
  assert.deepEqual(edits[1], {
    key: "availabilities/2026-12-25",
    hours: [["09:00", "12:00"]],
  });
  const { ok, words, conflicts, body } = calendar.edit(stored, edits, {
    language: german,
    mode: "changed",
  });
  assert.deepEqual(
    [ok, conflicts, words[0]],
    [true, [], "Termindauer: 45 Minuten statt 30"],
  );
  assert.deepEqual(
    body.value.availabilities.map(({ id }) => id),
    ["a", undefined],
  );

  const like = calendar.editsBetween(
    { slotDuration: 30 },
    { slotDuration: 60 },
  );
  assert.deepEqual(like, [
    { key: "slotDuration", value: 60, was: { value: 30, unit: "mins" } },
  ]);
  const other = calendar.edit({ slotDuration: 20 }, like);
  assert.deepEqual(
    [other.ok, other.changes, other.conflicts[0].words],
    [false, [], "slot duration: ours 60, theirs 20, was 30"],
  );
  assert.equal(
    calendar.edit({ slotDuration: 20 }, like, { resolve: "ours" }).body.value
      .slotDuration,
    60,
  );
  refused("edit_key", () => calendar.edits("slotDurations = 45"));
  refused("edit_value", () => calendar.edits("openHours/monday = absent"));
  refused("edit_twice", () => calendar.edits('name = "a"; name = "b"'));
  refused("edit_syntax", () => calendar.edits([{ key: "name" }]));
  refused("edit_missing", () =>
    calendar.edit({}, "teamMembers/u1/priority = 1"),
  );
  refused("option", () => calendar.edit({}, "", { resolve: "mine" }));
});

test("verify says what was applied, what was not, and what else changed", () => {
  const stored = { name: "Visit", eventColor: "#000000", slotDuration: 60 };
  const after = {
    name: "First visit",
    eventColor: "#000000",
    slotDuration: 30,
  };
  const { ok, applied, notApplied, unexpected } = calendar.verify(
    stored,
    { name: "First visit", eventColor: "#ff0000" },
    after,
  );
  assert.deepEqual(
    [ok, applied[0].pointer, notApplied[0].sent, unexpected[0].after],
    [false, "/name", "#ff0000", 30],
  );
  assert.deepEqual(calendar.outcome(stored, { name: "First visit" }), {
    ...stored,
    name: "First visit",
  });
  refused("not_a_record", () => calendar.verify(stored, {}, "OK"));
});

test("a patch applies whole or not at all", () => {
  const document = { a: [1, 2] };
  refused("patch_missing", () =>
    apply(document, [
      { op: "add", path: "/b", value: 1 },
      { op: "remove", path: "/c" },
    ]),
  );
  refused("patch_shape", () => apply(document, { op: "remove" }));
  refused("patch_index", () =>
    apply(document, [{ op: "add", path: "/a/01", value: 1 }]),
  );
  assert.deepEqual(document, { a: [1, 2] });
});

test("the tables are described", () => {
  const { name, members } = calendar.describe();
  assert.equal(name, "calendar");
  const color = members.find((member) => member.name === "eventColor");
  assert.deepEqual(color, {
    name: "eventColor",
    type: "text",
    access: "both",
    label: "color",
    format: "color",
    default: "#039be5",
    help: "A hex color, #rrggbb.",
  });
});

test("ten thousand answers leave the memory where it was", () => {
  const { draft } = fixtures.find((fixture) => fixture.name === "mistakes");
  for (let round = 0; round < 200; round++) calendar.validate(draft);
  const before = process.memoryUsage().arrayBuffers;
  for (let round = 0; round < 10_000; round++) calendar.validate(draft);
  assert.ok(process.memoryUsage().arrayBuffers - before < 32 << 20);
});

test("edits have conditions, are for records that have the item, and repair what is wrong already", () => {
  const record = {
    id: "a",
    name: "Ada",
    locationId: "north",
    alertEmail: "Ada <a@b.com>",
    teamMembers: [{ userId: "u1", priority: 0.5 }],
  };
  const named = (edits, options) => {
    const { ok, applies, words } = calendar.edit(record, edits, options);
    return { ok, applies, words };
  };
  assert.deepEqual(named('name = "Ben"; where locationId = south'), {
    ok: false,
    applies: false,
    words: [],
  });
  assert.deepEqual(
    named(
      [
        { key: "name", value: "Ben" },
        { where: "locationId", value: "north" },
      ],
      { repair: true },
    ),
    {
      ok: true,
      applies: true,
      words: [
        "name “Ben”, was “Ada”",
        "alert e-mail a@b.com, was “Ada <a@b.com>”",
      ],
    },
  );
  assert.deepEqual(
    named([{ key: "teamMembers/u9/priority", value: 1, ifPresent: true }])
      .words,
    [],
  );
  assert.throws(() => calendar.edit(record, 'name = "Ben"', { repair: 1 }), {
    code: "option",
  });
});

test("a Date that is not midnight UTC is told to be text", () => {
  for (const given of [
    "2026-12-24T23:00:00Z",
    "2026-12-25T00:00:00+14:00",
    "2026-12-25T00:00:00.001Z",
    "soon",
  ]) {
    const [issue] = calendar.validate({
      availabilities: [{ date: new Date(given), hours: [] }],
    }).issues;
    assert.deepEqual(
      [issue.code, issue.pointer, issue.fix, issue.message],
      [
        "date_object",
        "/availabilities/0/date",
        undefined,
        "Write the date as text, such as 2026-12-25.",
      ],
    );
    assert.match(issue.detail, /write the date as text, such as 2026-12-25/);
  }
  const midnight = {
    availabilities: [{ date: new Date("2026-12-25"), hours: [] }],
  };
  assert.equal(calendar.validate(midnight).issues[0].code, "not_json");
  assert.deepEqual(
    apply(midnight, calendar.validate(midnight).issues[0].fix.patch),
    { availabilities: [{ date: "2026-12-25T00:00:00.000Z", hours: [] }] },
  );
  // Elsewhere a Date stands for nothing.
  assert.equal(
    calendar.validate({ name: new Date("2026-12-25") }).issues[0].code,
    "not_json",
  );
});

test("a fix is certain or there is none", () => {
  const fixed = (kind, draft) => kind.fix(draft, { profile: "service" }).value;
  for (const [kind, draft, expected = draft] of [
    [location, { county: "Kent", adress: "1 Main Street" }],
    [location, { zip: "10115", zipCode: "10117" }],
    [calendar, { teamMembers: "u1,u2" }],
    [
      calendar,
      { slotDuraton: 30, slot_interval: "15" },
      { slotDuration: 30, slotInterval: 15 },
    ],
    [calendar, { preBuffer: "1.000" }],
    [
      calendar,
      { calendar: { name: "Clinic" }, openHours: null },
      { name: "Clinic" },
    ],
  ])
    assert.deepEqual(fixed(kind, draft), expected);
  const enveloped = calendar.validate({ calendar: { name: "Clinic" } });
  assert.deepEqual(
    [enveloped.ok, enveloped.issues[0].code, enveloped.issues[0].pointer],
    [false, "enveloped", "/calendar"],
  );
  const [change, ...others] = calendar.diff(
    { slotDuration: 1, slotDurationUnit: "hours" },
    { slotDuration: 60, slotDurationUnit: "mins" },
  ).changes;
  assert.deepEqual(
    [change.words, others],
    ["slot duration 60 mins, was 1 hour (the same amount)", []],
  );
});

test("what the package cannot take as JSON is refused with what to do about it", () => {
  for (const [given, hint] of [
    [new Date(0), /found a Date; write a date as text, such as 2026-12-25/],
    [NaN, /found NaN; leave it out, or write a number/],
  ])
    for (const call of [
      (draft) => calendar.review({}, draft),
      (draft) => calendar.body({}, draft),
      (draft) => calendar.diff({}, draft),
      (draft) => calendar.normalize(draft),
    ])
      refused("not_json", () => call({ notes: given }), { message: hint });
  refused("not_json", () => calendar.review({}, undefined), {
    message: "expected JSON, found undefined as draft",
  });
  refused("option", () => calendar.setDate({}, new Date(0), []), {
    message: "date: expected text such as 2026-12-24, found a Date",
  });
});

test("hours are set on drafts in the shapes of responses", () => {
  const date = (date) => ({ date: `${date}T00:00:00.000Z`, hours: [] });
  const hours = [{ openHour: 9, openMinute: 0, closeHour: 12, closeMinute: 0 }];
  const monday = { daysOfTheWeek: [1], hours };
  for (const unset of [{}, null, undefined, []]) {
    assert.deepEqual(
      calendar.setDate(
        { id: "a", openHours: {}, availabilities: unset },
        "2026-12-25",
        [],
      ),
      { id: "a", openHours: {}, availabilities: [date("2026-12-25")] },
    );
    assert.deepEqual(
      calendar.setDay({ openHours: unset }, "monday", [["09:00", "12:00"]]),
      { openHours: [monday] },
    );
  }
  assert.deepEqual(
    calendar.setDate(
      { availabilities: { 0: date("2026-12-24") } },
      "2026-12-25",
      [],
    ),
    { availabilities: [date("2026-12-24"), date("2026-12-25")] },
  );
  assert.deepEqual(
    calendar.setDay({ openHours: { 0: monday } }, "monday", []).openHours,
    [],
  );
});

test("a refusal is explained beside a draft in its envelope", () => {
  const text = "slotDuration must be a positive number";
  const bare = { slotDuration: 0 };
  for (const explained of [
    (draft) => calendar.explain(text, { draft }),
    (draft) =>
      calendar.response({
        status: 422,
        text: JSON.stringify({ statusCode: 422, message: [text] }),
        draft,
      }).refusal.issues,
  ]) {
    const [issue] = explained(bare);
    assert.equal(issue.code, "not_above");
    assert.deepEqual(explained({ calendar: bare }), [issue]);
  }
});

test("a merge patch removes the items of a list with indexes for names", () => {
  const stored = {
    availabilities: { 0: { date: "2026-12-24T00:00:00.000Z", hours: [] } },
  };
  const draft = { availabilities: {} };
  const { mergePatch } = calendar.diff(stored, draft);
  assert.deepEqual(mergePatch, { availabilities: { 0: null } });
  assert.deepEqual(applyMergePatch(stored, mergePatch), draft);
});

test("a record may be in its envelope, which is taken off", () => {
  const record = { id: "a", eventColor: "#f00" };
  const options = { of: "record" };
  for (const verb of ["validate", "fix"])
    assert.deepEqual(
      calendar[verb]({ success: true, calendar: record }, options),
      calendar[verb](record, options),
    );
  assert.deepEqual(calendar.validate({ calendar: { id: "a" } }, options), {
    ok: true,
    value: { id: "a" },
    issues: [],
  });
});

test("options that are none are refused with a code", async () => {
  const stored = { id: "a" };
  for (const options of [null, "service", []])
    for (const call of [
      () => calendar.validate({}, options),
      () => calendar.fix({}, options),
      () => calendar.standard(options),
      () => calendar.review(stored, {}, options),
      () => calendar.diff(stored, {}, options),
      () => calendar.body(stored, {}, options),
      () => calendar.merge({}, {}, {}, options),
      () => calendar.verify({}, {}, {}, options),
      () => calendar.read(stored, options),
      () => calendar.edit(stored, "name = n", options),
      () => calendar.describe(options),
      () => reword([], options),
      () => configure(options),
      () => sandbox({}, options),
    ])
      refused("option", call, { message: /^options: expected an object/ });
  for (const answer of [undefined, null])
    refused("option", () => calendar.response(answer));
  refused("option", () => calendar.response(new Response("{}")), {
    message: /await answer\.text\(\)/,
  });
  refused("option", () => reword([null]), { message: /null in it$/ });
});
