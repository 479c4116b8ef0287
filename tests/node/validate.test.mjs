/** `calendiff/validate`: what it has, and that it and the whole package know nothing of each other. */

import assert from "node:assert/strict";
import { test } from "node:test";

import * as whole from "calendiff";
import de from "calendiff/languages/de";
import * as small from "calendiff/validate";

import { trapping } from "./failing.mjs";

const trap = trapping();
const DRAFT = { eventColor: "#f00", slotDuration: "30" };

test("it has the verbs that judge a draft, and no others", () => {
  assert.deepEqual(Object.keys(small).sort(), [
    "calendar",
    "configure",
    "location",
  ]);
  for (const kind of ["calendar", "location"]) {
    assert.deepEqual(Object.keys(small[kind]), [
      "kind",
      "~standard",
      "standard",
      "validate",
      "fix",
      "normalize",
    ]);
    assert.ok(
      Object.isFrozen(small[kind]) &&
        Object.keys(small[kind]).every((name) => name in whole[kind]),
    );
  }
});

test("a record is validated and fixed with what only responses carry", () => {
  const record = { id: "a", locationId: "b", slotDuration: "45" };
  for (const { calendar } of [small, whole]) {
    assert.deepEqual(
      calendar
        .validate(record)
        .issues.map(({ code }) => code)
        .slice(0, 2),
      ["read_only", "read_only"],
    );
    assert.deepEqual(
      calendar
        .validate(record, { of: "record" })
        .issues.map(({ code }) => code),
      ["read_text"],
    );
    assert.deepEqual(calendar.fix(record, { of: "record" }).value, {
      ...record,
      slotDuration: 45,
    });
    assert.throws(() => calendar.validate(record, { of: "body" }), {
      code: "option",
    });
  }
});

test("a language is chosen for each of the two, and for a call", () => {
  const said = ({ calendar }, options) =>
    calendar.validate({ slotDuration: "soon" }, options).issues[0].message;
  small.configure({ language: de });
  assert.deepEqual(
    [said(small), said(whole)],
    ["Geben Sie eine Zahl ein.", "Enter a number."],
  );
  assert.equal(
    said(small, { language: { name: "English" } }),
    "Enter a number.",
  );
  assert.equal(
    said(small, { language: { enter: { number: "Nur Zahlen." } } }),
    "Nur Zahlen.",
  );
  assert.throws(
    () => small.configure({ language: { enter: { nothing: "" } } }),
    { code: "option" },
  );
  small.configure({});
  assert.equal(said(small), "Enter a number.");
});

test("its titles of fixes and its errors are those of the whole package", () => {
  for (const ask of [
    ({ calendar }) => calendar.fix(DRAFT),
    ({ location }) => location.validate({ name: " " }, { profile: "service" }),
  ]) {
    assert.deepEqual(ask(small), ask(whole));
  }
  const refused = ({ calendar }, draft, options) => {
    try {
      return calendar.validate(draft, options);
    } catch ({ code, message }) {
      return { code, message };
    }
  };
  for (const given of [
    [[]],
    [{ location: {} }],
    [{}, { profile: "any" }],
    [{}, { mode: "full" }],
    [{ name: 1n }],
  ]) {
    assert.deepEqual(refused(small, ...given), refused(whole, ...given));
  }
});

test("where one of the two fails, the other goes on, its forms too", () => {
  const form = whole.calendar.form({ slotDuration: 30 });
  small.calendar.validate(DRAFT);
  trap();
  assert.throws(() => small.calendar.validate(DRAFT), { code: "core_failed" });
  form.set(["slotDuration"], 45);
  assert.deepEqual(form.body().value, { slotDuration: 45 });
  assert.deepEqual(
    small.calendar.validate(DRAFT),
    whole.calendar.validate(DRAFT),
  );
});
