/** What a form shows is what its core holds, and cannot be written. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { calendar } from "calendiff";

const stored = JSON.parse(
  readFileSync(
    new URL("../fixtures/everyday/stored.json", import.meta.url),
    "utf8",
  ),
);

/** Every object and array in a value. */
function* parts(value) {
  if (typeof value !== "object" || value === null) return;
  yield value;
  for (const inner of Object.values(value)) yield* parts(inner);
}

test("what a form hands out cannot be written, whatever was done to it", () => {
  const form = calendar.form(stored, {
    language: { message: { color_format: "bitte als #rrggbb" } },
  });
  const frozen = () => {
    const { draft, issues, changes } = form.getSnapshot();
    for (const shown of [
      form.getSnapshot().stored,
      draft,
      issues,
      changes,
      form.getSnapshot().draft,
      form.getSnapshot().issues,
      form.getSnapshot().changes,
    ]) {
      for (const part of parts(shown))
        assert.ok(Object.isFrozen(part), JSON.stringify(part));
    }
  };
  const mine = { list: [{ a: 1 }] };
  const steps = [
    () => form.set(["eventColor"], "red"),
    () => form.set(["mine"], mine),
    () => form.set(["recurring", "count"], 3),
    () => form.set(["mine"], JSON.parse('{ "__proto__": { "a": [1] } }')),
    () =>
      form.insert(["availabilities", 0], {
        date: "2030-01-01T00:00:00.000Z",
        hours: [],
      }),
    () => form.move(["openHours", 0], 1),
    () => form.reset(["openHours"]),
    () => form.remove(["name"]),
    () => form.undo(),
    () => form.redo(),
    () => form.clearHistory(),
    () => form.set([], { calendar: { name: "Z", openHours: [] } }),
    () => form.rebase({ ...form.getSnapshot().stored, name: "theirs" }),
    () => form.set([], { name: "Q" }),
  ];
  frozen();
  for (const step of steps) {
    step();
    frozen();
  }
  assert.throws(() => {
    form.getSnapshot().draft.name = "behind its back";
  }, TypeError);
  assert.equal(form.body().value.name, "Q");
  mine.list.push("is still mine");
});

test("more faults than a call can have arguments come with one edit", () => {
  const form = calendar.form({ name: "n" });
  const availabilities = Array.from({ length: 65_000 }, () => ({ date: 1 }));
  const { issues } = form.set(["availabilities"], availabilities);
  assert.equal(form.getSnapshot().ok, false);
  // 100,000 of the 130,000 are told, and how many more there are.
  assert.deepEqual(
    [form.getSnapshot().issues.length, issues.added.length],
    [100_001, 100_001],
  );
  assert.equal(form.set(["availabilities"], []).issues.removed.length, 100_001);
  assert.equal(form.getSnapshot().ok, true);
});

test("whatever is thrown between the core and the form, the two agree afterwards", () => {
  const form = calendar.form({ name: "n", slotDuration: 30 });
  form.set(["name"], "m");
  const { parse } = JSON;
  /** Lets what the core answers to the next call get lost. */
  const lose = (edit) => {
    JSON.parse = () => {
      throw new RangeError("too long");
    };
    try {
      assert.throws(edit, RangeError);
    } finally {
      JSON.parse = parse;
    }
  };
  const agrees = (eventColor) => {
    const report = calendar.validate(form.getSnapshot().draft, {
      stored: form.getSnapshot().stored,
    });
    assert.equal(form.getSnapshot().draft.eventColor, eventColor);
    assert.deepEqual(
      [form.getSnapshot().issues, form.getSnapshot().ok],
      [report.issues, report.ok],
    );
    assert.equal(form.getSnapshot().draft, form.getSnapshot().draft);
    assert.deepEqual(
      form.getSnapshot().changes,
      calendar.diff(form.getSnapshot().stored, form.getSnapshot().draft, {
        raw: true,
      }).changes,
    );
    assert.deepEqual(
      form.body(),
      calendar.body(form.getSnapshot().stored, form.getSnapshot().draft),
    );
  };
  lose(() => form.set(["eventColor"], "red"));
  agrees("red");
  form.set(["eventColor"], "blue");
  lose(() => form.undo());
  agrees("red");
  lose(() => form.set(["eventColor"], "green"));
  form.undo();
  agrees("red");
  form.undo();
  agrees(undefined);
  assert.deepEqual(
    [
      form.getSnapshot().canRedo,
      form.getSnapshot().canUndo,
      form.getSnapshot().draft.name,
    ],
    [true, true, "m"],
  );
  form.undo();
  assert.deepEqual(
    [form.undo(), form.getSnapshot().draft],
    [undefined, { name: "n", slotDuration: 30 }],
  );
  for (const color of [undefined, "red", "green"]) {
    form.redo();
    agrees(color);
  }
  lose(() => form.rebase({ name: "n", slotDuration: 45 }));
  agrees("green");
  assert.deepEqual(
    [form.getSnapshot().draft.slotDuration, form.getSnapshot().canUndo],
    [45, true],
  );
});

test("messages may look at the form, and edit it", () => {
  const seen = [];
  const form = calendar.form(
    { name: "n" },
    {
      language: {
        message(code) {
          seen.push(form.getSnapshot().ok);
          if (code === "color_format") form.set(["eventColor"], "#ff0000");
          return undefined;
        },
      },
    },
  );
  form.set(["eventColor"], "red");
  assert.deepEqual(
    [form.getSnapshot().draft.eventColor, form.getSnapshot().ok, seen[0]],
    ["#ff0000", true, false],
  );
  assert.deepEqual(
    form.getSnapshot().issues,
    calendar.validate(form.getSnapshot().draft, {
      stored: form.getSnapshot().stored,
    }).issues,
  );
});
