/** The package at its limits, as `docs/guide/limits.md` describes it. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { apply, calendar, location, parse, sandbox } from "calendiff";
import { flatten } from "calendiff/issues";

const ISSUES = 100_000;
const VALUES = 2 ** 20;
const unknown = (count) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`member ${at}`, at]),
  );

test("of more issues than one answer has the first come, and then how many more", () => {
  const { ok, value, issues } = calendar.validate({
    ...unknown(ISSUES + 10),
    eventColor: "red",
  });
  assert.equal(issues.length, ISSUES + 1);
  assert.ok(
    issues
      .slice(0, ISSUES)
      .every(({ pointer }, at) => pointer === `/member ${at}`),
  );
  const { code, severity, pointer, params, message } = issues.at(-1);
  assert.deepEqual(
    { code, severity, pointer, params, message },
    {
      code: "more_issues",
      severity: "error",
      pointer: "",
      params: { n: 12 },
      message: "12 more findings are not listed here.",
    },
  );
  assert.deepEqual([ok, Object.keys(value).length], [false, ISSUES + 11]);
  assert.equal(flatten(issues).record.length, 1);
});

test("a Standard Schema refuses a draft whose errors had no room", async () => {
  const { issues } = await calendar["~standard"].validate({
    ...unknown(ISSUES),
    eventColor: "red",
  });
  assert.deepEqual(
    issues.map(({ code }) => code),
    ["more_issues"],
  );
});

test("a form with more issues than one answer has is as a fresh validate of its draft", () => {
  const stored = { id: "a", name: "n" };
  const form = calendar.form(stored);
  const isAsFoundAnew = () => {
    const { ok, issues } = calendar.validate(form.getSnapshot().draft, {
      stored,
    });
    assert.equal(form.getSnapshot().ok, ok);
    assert.deepEqual(form.getSnapshot().issues, issues);
  };
  const team = (count) =>
    Array.from({ length: count }, (_, at) => ({
      userId: `u${at}`,
      priority: "1",
    }));
  form.set(["teamMembers"], team(ISSUES + 2));
  isAsFoundAnew();
  assert.equal(form.getSnapshot().issues.at(-1).code, "more_issues");
  form.set(["teamMembers", 7, "priority"], 1);
  isAsFoundAnew();
  form.set(["teamMembers"], team(3));
  isAsFoundAnew();
  form.undo();
  form.undo();
  isAsFoundAnew();
  assert.equal(form.getSnapshot().issues.at(-1).code, "more_issues");
  form.free();
});

test("text has as many values as what is passed in may have", () => {
  const text = (values) => `[${new Array(values - 1).fill(1).join()}]`;
  assert.equal(parse(text(VALUES)).length, VALUES - 1);
  assert.throws(() => parse(text(VALUES + 1)), {
    code: "json_size",
    line: 1,
    column: 2 * VALUES,
  });
  assert.throws(() => calendar.validateText(text(VALUES + 1)), {
    code: "json_size",
  });
});

test("a long message is its beginning and its end, and what it is filled with stays whole", () => {
  for (const [text, mark] of [
    ["no ".repeat(100_000), "no"],
    ["😀".repeat(2_000), "😀"],
    [`x${"😀".repeat(2_000)}`, "😀"],
  ]) {
    const [{ message, params }] = location.explain([text]);
    assert.equal(params.text, text);
    const characters = [...message];
    assert.deepEqual([characters.length, characters[700]], [1001, "…"]);
    assert.ok(
      message.startsWith("The service says: ") &&
        message.trimEnd().endsWith(mark) &&
        message.isWellFormed?.() !== false,
    );
  }
  const whole = "😀".repeat(982);
  assert.equal(
    location.explain([whole])[0].message,
    `The service says: ${whole}`,
  );
  const error = (call) => {
    try {
      return call();
    } catch ({ message }) {
      return message;
    }
  };
  assert.equal(
    [
      ...error(() =>
        apply({}, [{ op: "remove", path: `/${"ü".repeat(1_000_000)}` }]),
      ),
    ].length,
    1001,
  );
});

test("steps that hold much are fewer, and each that is left takes its edit back", () => {
  const form = calendar.form({ notes: "" }, { pause: 0 });
  const text = (step) => String(step).repeat(10 << 20);
  for (let step = 0; step < 10; step++) form.set(["notes"], text(step));
  let undone = 0;
  for (; form.getSnapshot().canUndo; undone++) {
    form.undo();
    assert.equal(form.getSnapshot().draft.notes[0], String(8 - undone));
  }
  // Six texts of 10 MiB are less than 64 MiB, and seven are more; the last comes when there is room.
  assert.equal(undone, 7);
  assert.equal(form.body({ mode: "changed" }).value.notes.slice(0, 2), "22");
  while (form.getSnapshot().canRedo) form.redo();
  assert.equal(form.getSnapshot().draft.notes, text(9));
  form.free();
});

test("after more than a thousand steps, keys typed into one text are one, and all that can be undone is", () => {
  const form = calendar.form({ name: "", slotDuration: 0 });
  for (let step = 1; step <= 1_005; step++) form.set(["slotDuration"], step);
  for (const typed of ["F", "Fi", "First"]) form.set(["name"], typed);
  form.batch(() => form.set(["slotDuration"], 1));
  for (; form.getSnapshot().canUndo; form.undo());
  const { draft } = form.getSnapshot();
  assert.equal(draft.name, undefined);
  // What the core has is what is shown.
  assert.deepEqual(
    form.body().value,
    calendar.body({ name: "", slotDuration: 0 }, draft).value,
  );
  for (; form.getSnapshot().canRedo; form.redo());
  assert.deepEqual(
    [form.getSnapshot().draft, form.body().value.slotDuration],
    [{ name: "First", slotDuration: 1 }, 1],
  );
});

test("the sandbox answers what is too large as a server does", async () => {
  const { fetch } = sandbox({ calendars: { a: { id: "a" } } });
  const { url, init } = calendar.request({
    baseUrl: "http://sandbox",
    id: "a",
    token: "any",
    body: {},
  });
  const { status } = await fetch(url, {
    ...init,
    body: JSON.stringify({ notes: "x".repeat(16 << 20) }),
  });
  assert.equal(status, 413);
});
