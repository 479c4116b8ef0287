/** The JSON Schemas as the packed package gives them: the same bytes as natively, and of one mind with ajv at its strictest. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { calendar, guess, location } from "calendiff";
import * as schemas from "calendiff/json-schema";

const TESTS = join(import.meta.dirname, "..");
const KINDS = { calendar, location };

const read = (...path) =>
  JSON.parse(readFileSync(join(TESTS, ...path), "utf8"));

/** The errors that JSON Schema can say, and those that it cannot. */
const { said, unsaid } = read("json-schema", "errors.json");

const ajv = (options) =>
  new Ajv2020({ strict: true, allErrors: true, ...options });
const compiled = (kind, of) => addFormats(ajv()).compile(schemas[kind][of]);

for (const kind of Object.keys(KINDS)) {
  for (const of of ["update", "record"]) {
    test(`${kind}, ${of}: the package ships it byte for byte as pinned natively, and ajv takes it`, () => {
      const pinned = readFileSync(
        join(TESTS, "json-schema", `${kind}-${of}.json`),
        "utf8",
      );
      assert.equal(`${JSON.stringify(schemas[kind][of], null, 2)}\n`, pinned);
      assert.ok(compiled(kind, of));
    });
  }
}

const updates = {
  calendar: compiled("calendar", "update"),
  location: compiled("location", "update"),
};
const records = {
  calendar: compiled("calendar", "record"),
  location: compiled("location", "record"),
};

/** Where ajv finds faults. What it says of a schema around the one that found it, such as `if`, is no other fault. */
const places = (validate) =>
  [
    ...new Set(
      (validate.errors ?? [])
        .filter(({ keyword }) => keyword !== "if")
        .map((error) => error.instancePath),
    ),
  ].sort();

/** A record in its envelope is refused as a whole, and an hour past midnight at its minute. */
const place = ({ code, pointer }) =>
  ({ enveloped: "", hours_past_midnight: `${pointer}/closeMinute` })[code] ??
  pointer;

test("ajv refuses each error that can be said, at its own place, and takes what is none", () => {
  const examples = read("codes.json").filter(
    ({ draft, stored }) => draft && !stored,
  );
  for (const { code, kind, draft, pointer } of examples) {
    const update = updates[kind];
    const taken = update(draft);
    const { ok, issues } = KINDS[kind].validate(draft);
    assert.equal(
      taken,
      ok ||
        issues.every(
          ({ severity, code }) => severity !== "error" || code in unsaid,
        ),
      code,
    );
    if (said.includes(code))
      assert.deepEqual(places(update), [place({ code, pointer })], code);
  }
  assert.deepEqual(
    said.filter((code) => examples.every((example) => example.code !== code)),
    [],
  );
});

for (const folder of readdirSync(join(TESTS, "fixtures"))) {
  const [stored, draft] = ["stored", "draft"].map((file) =>
    read("fixtures", folder, `${file}.json`),
  );
  const kind = KINDS[guess(stored) ?? "calendar"];

  test(`${folder}: ajv finds the errors of the draft, each in its place`, () => {
    const { issues } = kind.validate(draft);
    // A schema knows no aliases, whose values are judged as those of the members that they mean.
    const aliases = issues
      .filter(({ code }) => code === "misspelled_member")
      .map(({ pointer }) => pointer);
    const errors = issues.filter(
      ({ severity, code, pointer }) =>
        severity === "error" && !(code in unsaid) && !aliases.includes(pointer),
    );
    const wanted = new Set(errors.map(place));
    const update = updates[kind.kind];
    assert.equal(update(draft), wanted.size === 0);
    // Of a draft in its envelope a schema sees only that.
    if (!wanted.has("")) assert.deepEqual(places(update), [...wanted].sort());
  });

  test(`${folder}: ajv takes the stored record, apart from what is not set`, () => {
    const { value, issues } = kind.read(stored);
    records[kind.kind](value);
    const unset = issues
      .filter(({ code }) => code === "read_not_set")
      .map(({ pointer }) => pointer);
    assert.deepEqual(
      places(records[kind.kind]).filter((place) => !unset.includes(place)),
      [],
    );
  });
}

test("ajv with its formats takes empty text and what else validate takes", () => {
  for (const [name, draft] of [
    ["calendar", { alertEmail: "" }],
    ["calendar", { alertEmail: "desk@localhost" }],
    ["calendar", { formSubmitRedirectURL: "", slug: "", description: "" }],
    [
      "calendar",
      { availabilities: [{ date: "2026-12-26t09:30:00.5-00:00", hours: [] }] },
    ],
    ["location", { email: "", website: "" }],
    ["location", { email: "desk@localhost", website: "example.com" }],
  ]) {
    const { ok } = KINDS[name].validate(draft);
    assert.equal(ok, true, JSON.stringify(draft));
    assert.equal(updates[name](draft), true, JSON.stringify(draft));
  }
});
