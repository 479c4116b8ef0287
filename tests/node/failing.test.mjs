/** What is too much is refused before it harms, and where the core fails all the same, a fresh one takes its place. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

import { apply, applyMergePatch, calendar, invert, sandbox } from "calendiff";

import { PATCHES, trapping } from "./failing.mjs";

const trap = trapping();
const DRAFT = { eventColor: "red" };
const codes = ({ issues }) =>
  issues.filter(({ severity }) => severity === "error").map(({ code }) => code);

for (const [name, { document, patch, code }] of Object.entries(PATCHES)) {
  test(`a patch that ${name} is refused, and the next call answers as if nothing had been`, () => {
    const before = JSON.stringify(document());
    for (const verb of [apply, invert]) {
      const given = document();
      assert.throws(() => verb(given, patch()), {
        code,
        message: /^operation \d+: /,
      });
      assert.equal(JSON.stringify(given), before);
      assert.deepEqual(codes(calendar.validate(DRAFT)), ["color_format"]);
    }
  });
}

test("what a merge patch makes is not larger than what is parsed", () => {
  const half = "x".repeat(9 << 20);
  assert.throws(() => applyMergePatch({ a: half }, { b: half }), {
    code: "json_size",
  });
});

test("a form that is edited deep inside of what is deep stays as it was", () => {
  const form = calendar.form({ name: "n" });
  const nested = (levels) =>
    Array.from({ length: levels }).reduce((inner) => ({ a: inner }), 1);
  const path = ["mine", ...Array.from({ length: 100 }, () => "a")];
  form.set(["mine"], nested(100));
  const { draft } = form.getSnapshot();
  assert.throws(() => form.set(path, nested(60)), { code: "json_depth" });
  assert.equal(form.getSnapshot().draft, draft);
  form.set(path, nested(20));
  assert.ok(form.getSnapshot().ok);
});

test("after a trap the next call has a fresh core, and forms of the old one say so", async () => {
  const form = calendar.form({ slotDuration: 30 });
  form.set(["slotDuration"], 45);
  const { draft } = form.getSnapshot();
  trap();
  assert.throws(
    () => calendar.validate(DRAFT),
    (error) =>
      error.code === "core_failed" &&
      error.cause instanceof WebAssembly.RuntimeError,
  );
  const lost = () => {
    for (const used of [
      () => form.set(["slotDuration"], 60),
      () => form.undo(),
      () => form.body(),
      () => form.rebase({}),
      () => form.reset(),
    ]) {
      assert.throws(used, { code: "core_lost" });
    }
  };
  lost();
  assert.deepEqual(codes(calendar.validate(DRAFT)), ["color_format"]);
  lost();
  assert.equal(
    form.getSnapshot().draft,
    draft,
    "what it showed last can still be read",
  );
  assert.equal(form.getSnapshot().ok, true);
  const other = calendar.form(form.getSnapshot().stored);
  other.set([], form.getSnapshot().draft);
  assert.deepEqual(other.body().value, { slotDuration: 45 });
  form.free();
  assert.throws(() => form.undo(), { code: "form_freed" });

  trap();
  assert.throws(() => other.set(["slotDuration"], 60), { code: "core_failed" });
  assert.throws(() => other.set(["slotDuration"], 60), { code: "core_lost" });
  assert.deepEqual(other.getSnapshot().draft, { slotDuration: 45 });
  trap();
  assert.throws(() => calendar["~standard"].validate(DRAFT), {
    code: "core_failed",
  });
  assert.equal(calendar["~standard"].validate(DRAFT).issues.length, 1);
});

test("a getter may find the core gone that its caller began with", () => {
  const draft = {
    get name() {
      trap();
      assert.throws(() => calendar.validate({}), { code: "core_failed" });
      return "n";
    },
  };
  assert.deepEqual(calendar.validate(draft).value, { name: "n" });
  const form = calendar.form({});
  assert.throws(() => form.rebase(draft), { code: "core_lost" });
});

test("where memory ends, the call fails and the next one answers", () => {
  const script = `
    import { calendar } from "calendiff";
    const codes = [];
    for (const notes of ["x".repeat(20_000_000), "", "x".repeat(20_000_000), ""]) {
      try {
        codes.push(calendar.validate({ notes, eventColor: "red" }).issues[0].code);
      } catch ({ code }) {
        codes.push(code);
      }
    }
    console.log(codes.join());`;
  const given = [
    "--wasm-max-mem-pages=320",
    "--input-type=module",
    "--eval",
    script,
  ];
  const { stdout, stderr } = spawnSync(process.execPath, given, {
    cwd: import.meta.dirname,
    encoding: "utf8",
  });
  assert.equal(
    stdout,
    "core_failed,color_format,core_failed,color_format\n",
    stderr,
  );
});

test("where memory ends in an edit of a form, all forms say so, and each has its draft to go on with", () => {
  const script = `
    import { calendar } from "calendiff";
    const form = calendar.form({ slotDuration: 30 });
    const other = calendar.form({ name: "n" });
    form.set(["slotDuration"], 45);
    const { draft } = form.getSnapshot();
    const code = (call) => {
      try {
        call();
      } catch ({ code }) {
        return code;
      }
    };
    const said = [() => form.set(["notes"], "x".repeat(15_000_000)), () => form.set(["slotDuration"], 60), () => other.body(), () => calendar.validate({})].map(code);
    const again = calendar.form(form.getSnapshot().stored);
    again.set([], form.getSnapshot().draft);
    console.log(JSON.stringify([said, form.getSnapshot().draft === draft, other.getSnapshot().draft, again.body({ mode: "changed" }).value]));`;
  const given = [
    "--wasm-max-mem-pages=320",
    "--input-type=module",
    "--eval",
    script,
  ];
  const { stdout, stderr } = spawnSync(process.execPath, given, {
    cwd: import.meta.dirname,
    encoding: "utf8",
  });
  assert.equal(
    stdout,
    '[["core_failed","core_lost","core_lost",null],true,{"name":"n"},{"slotDuration":45}]\n',
    stderr,
  );
});

test("a sandbox keeps its state when the core fails", async () => {
  const { fetch } = sandbox({
    calendars: { Kx2m: { id: "Kx2m", slotDuration: 60 } },
  });
  const { url, init } = calendar.request({
    baseUrl: "http://sandbox",
    id: "Kx2m",
    token: "any",
    body: { slotDuration: 45 },
  });
  trap();
  await assert.rejects(() => fetch(url, init), { code: "core_failed" });
  const answer = await fetch(url, init);
  assert.deepEqual(await answer.json(), {
    calendar: { id: "Kx2m", slotDuration: 45 },
  });
});

test("wherever the stack ends, a form and its core agree or are known to be parted", () => {
  const outcomes = new Set();
  for (let round = 0; round < 50; round++) {
    const form = calendar.form({ name: "n" });
    const edit = (value) => form.set(["eventColor"], value);
    let tries = 0;
    /** As deep as it goes, and on the way back an edit at each depth until one comes through. */
    const down = (...padding) => {
      try {
        down(...padding);
      } catch {
        // The stack has ended below, and is a little longer here.
      }
      if (tries < 0) return;
      try {
        edit(tries++ % 2 ? "red" : "#ff0000");
        outcomes.add("edited");
        tries = -1;
      } catch (error) {
        outcomes.add(error.code ?? error.name);
        if (error.code === "core_lost") tries = -1;
      }
    };
    try {
      down(...Array.from({ length: round % 7 }));
    } catch {
      // Not even this could be said.
    }
    try {
      edit("blue");
    } catch (error) {
      assert.equal(error.code, "core_lost");
      continue;
    }
    const { issues, value } = calendar.validate(form.getSnapshot().draft, {
      stored: form.getSnapshot().stored,
    });
    assert.deepEqual(
      [form.getSnapshot().issues, form.getSnapshot().draft.eventColor],
      [issues, value.eventColor],
    );
    assert.deepEqual(
      form.body(),
      calendar.body(form.getSnapshot().stored, form.getSnapshot().draft),
    );
    while (form.getSnapshot().canUndo) form.undo();
    assert.deepEqual(
      [form.getSnapshot().draft, form.getSnapshot().changes],
      [{ name: "n" }, []],
    );
    form.free();
  }
  assert.ok(outcomes.has("edited") && outcomes.size > 1, [...outcomes].join());
});
