/** The JSON Schemas as the packed package gives them: the same bytes as natively, and of one mind with ajv at its strictest. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { calendar, guess, location } from "calendiff";

const TESTS = join(import.meta.dirname, "..");
const KINDS = { calendar, location };

/** What JSON Schema cannot say, as in tests/json_schema.rs. */
const UNSAID = ["not_json", "hours_reversed", "date_time_range"];

const ajv = (options) => new Ajv2020({ strict: true, allErrors: true, ...options });
const compiled = (kind, of) => addFormats(ajv()).compile(kind.jsonSchema({ of }));

for (const [name, kind] of Object.entries(KINDS)) {
  for (const of of ["update", "record"]) {
    test(`${name}, ${of}: WASM answers byte for byte as pinned natively, and ajv takes it`, () => {
      const pinned = readFileSync(join(TESTS, "json-schema", `${name}-${of}.json`), "utf8");
      assert.equal(`${JSON.stringify(kind.jsonSchema({ of }), null, 2)}\n`, pinned);
      assert.ok(compiled(kind, of));
    });
  }
}

test("it is of the update unless asked otherwise, and of nothing else than there is", () => {
  assert.deepEqual(calendar.jsonSchema(), calendar.jsonSchema({ of: "update" }));
  for (const options of [{ of: "draft" }, { of: 1 }, { shape: "update" }]) {
    assert.throws(() => calendar.jsonSchema(options), { name: "Error", code: "option" });
  }
});

const updates = { calendar: compiled(calendar, "update"), location: compiled(location, "update") };
const records = { calendar: compiled(calendar, "record"), location: compiled(location, "record") };

/** Where ajv finds faults. What it says of a schema around the one that found it, such as `if`, is no other fault. */
const places = (validate) => [...new Set((validate.errors ?? []).filter(({ keyword }) => keyword !== "if").map((error) => error.instancePath))].sort();

for (const folder of readdirSync(join(TESTS, "fixtures"))) {
  const [stored, draft] = ["stored", "draft"].map((file) => JSON.parse(readFileSync(join(TESTS, "fixtures", folder, `${file}.json`), "utf8")));
  const kind = KINDS[guess(stored) ?? "calendar"];

  test(`${folder}: ajv finds the errors of the draft, each in its place`, () => {
    const { issues } = kind.validate(draft);
    const errors = issues.filter(({ severity, code }) => severity === "error" && !UNSAID.includes(code));
    const wanted = new Set(
      errors.map(({ code, pointer }) => (code === "enveloped" ? "" : code === "hours_past_midnight" ? `${pointer}/closeMinute` : pointer)),
    );
    const update = updates[kind.kind];
    assert.equal(update(draft), wanted.size === 0);
    // Of a draft in its envelope a schema sees only that.
    if (!wanted.has("")) assert.deepEqual(places(update), [...wanted].sort());
  });

  test(`${folder}: ajv takes the stored record, apart from what is not set`, () => {
    const { value, issues } = kind.read(stored);
    records[kind.kind](value);
    const unset = issues.filter(({ code }) => code === "read_not_set").map(({ pointer }) => pointer);
    assert.deepEqual(places(records[kind.kind]).filter((place) => !unset.includes(place)), []);
  });
}

test("where ajv-formats asks more than the standard, a schema without formats asks it not", () => {
  const draft = { alertEmail: "desk@localhost" };
  assert.equal(calendar.validate(draft).ok, true);
  assert.equal(updates.calendar(draft), false);
  assert.deepEqual(updates.calendar.errors.map(({ keyword }) => keyword), ["format"]);
  assert.equal(ajv({ validateFormats: false }).compile(calendar.jsonSchema())(draft), true);
});
