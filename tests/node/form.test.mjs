/** A form answers as a fresh pass over its whole draft would, after every edit; here as the package's users see it. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { calendar, configure, location, reword, sandbox, say } from "calendiff";
import de from "calendiff/languages/de";
import * as arbitraries from "calendiff/fast-check";
import fc from "fast-check";

import { LANGUAGES } from "./languages.mjs";
import { SEED } from "./seed.mjs";

/** The memory of the core, which starts at the first call. */
let memory;
const { Instance } = WebAssembly;
WebAssembly.Instance = class extends Instance {
  constructor(...given) {
    super(...given);
    memory = this.exports.memory;
  }
};

const fixture = (name) =>
  JSON.parse(
    readFileSync(new URL(`../fixtures/${name}`, import.meta.url), "utf8"),
  );
const stored = fixture("everyday/stored.json");
// `FORM_RUNS=10000 FORMS=100000 node --test form.test.mjs` takes minutes.
const RUNS = Number(process.env.FORM_RUNS ?? 150);
const FORMS = Number(process.env.FORMS ?? 10_000);

/** Every place in a value, outermost first. */
function places(value, here = []) {
  const inside = Array.isArray(value)
    ? value.map((item, at) => [at, item])
    : typeof value === "object" && value
      ? Object.entries(value)
      : [];
  return [
    here,
    ...inside.flatMap(([step, below]) => places(below, [...here, step])),
  ];
}
const at = (value, path) =>
  path.reduce((around, step) => around?.[step], value);

const VALUES = [
  null,
  "",
  "x",
  "2026-12-24T00:00:00.000Z",
  "2026-12-24",
  "hours",
  "RedirectURL",
  "#FFAA00",
  0,
  9,
  24,
  90,
  0.5,
  true,
  [],
  {},
  [{ openHour: 9, openMinute: 0, closeHour: 17, closeMinute: 0 }],
];
const pick = fc.nat(10_000);
const value = fc.constantFrom(...VALUES);
const step = fc.constantFrom(
  "name",
  "count",
  "recurring",
  "slotduration",
  "appointmentPerSlot",
  "x",
  "deleted",
  "date",
  "hours",
  "__proto__",
  0,
  1,
  2,
);
const deed = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ verb: fc.constant("put"), pick, value }),
  },
  { weight: 4, arbitrary: fc.record({ verb: fc.constant("take"), pick }) },
  {
    weight: 2,
    arbitrary: fc.record({ verb: fc.constant("below"), pick, step, value }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ verb: fc.constant("double"), pick, from: pick }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ verb: fc.constant("insert"), pick, from: pick }),
  },
  { weight: 3, arbitrary: fc.record({ verb: fc.constant("remove"), pick }) },
  {
    weight: 2,
    arbitrary: fc.record({ verb: fc.constant("move"), pick, to: pick }),
  },
  { weight: 2, arbitrary: fc.record({ verb: fc.constant("reset"), pick }) },
  { weight: 2, arbitrary: fc.record({ verb: fc.constant("revert"), pick }) },
  { weight: 2, arbitrary: fc.record({ verb: fc.constant("fix"), pick }) },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant("fixAll") }) },
  { weight: 2, arbitrary: fc.record({ verb: fc.constant("setDay"), pick }) },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant("setDate"), pick }) },
  {
    weight: 1,
    arbitrary: fc.record({ verb: fc.constant("batch"), pick, value }),
  },
  { weight: 2, arbitrary: fc.record({ verb: fc.constant("undo") }) },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant("redo") }) },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant("clearHistory") }) },
);

/** Each of these is a step, even if the draft reads as before. */
const ALWAYS = ["insert", "remove", "redo"];

function act(form, { verb, pick, ...how }, other) {
  const mine = places(form.getSnapshot().draft);
  const items = mine.filter((path) => typeof path.at(-1) === "number");
  const one = (list, by = pick) => list[by % list.length];
  switch (verb) {
    case "put":
      return form.set(one(mine), how.value);
    case "take": {
      const path = one(places(other));
      return form.set(path, at(other, path));
    }
    case "below":
      return form.set([...one(mine), how.step], how.value);
    case "double": {
      // What stands at another place of the same name: a date that is there already, a user.
      const named = mine.filter((path) =>
        ["date", "userId", "closeHour", "isPrimary", "kind"].includes(
          path.at(-1),
        ),
      );
      if (named.length === 0) return undefined;
      const path = one(named);
      return form.set(
        path,
        at(
          form.getSnapshot().draft,
          one(
            named.filter((other) => other.at(-1) === path.at(-1)),
            how.from,
          ),
        ),
      );
    }
    case "insert":
      return items.length > 0
        ? form.insert(
            one(items),
            at(form.getSnapshot().draft, one(items, how.from)),
          )
        : undefined;
    case "remove":
      return form.remove(one(mine));
    case "move": {
      if (items.length === 0) return undefined;
      const path = one(items);
      return form.move(
        path,
        how.to % at(form.getSnapshot().draft, path.slice(0, -1)).length,
      );
    }
    case "reset":
      return form.reset(one(mine));
    case "revert":
      return form.getSnapshot().changes.length > 0
        ? form.revert(one(form.getSnapshot().changes))
        : undefined;
    case "fix":
      return form.getSnapshot().issues.length > 0
        ? form.fix(one(form.getSnapshot().issues))
        : undefined;
    case "setDay":
      return form.setDay(
        one(["monday", "tuesday", "sunday"]),
        one([
          [],
          [["09:00", "12:00"]],
          [
            ["09:00", "12:00"],
            ["13:00", "17:00"],
          ],
        ]),
      );
    case "setDate":
      return form.setDate(
        one(["2026-12-24", "2026-12-25", "2027-01-01"]),
        one([null, [], [["09:00", "12:00"]]]),
      );
    case "batch":
      return form.batch(() => {
        form.set(["name"], how.value);
        form.set(["notes"], how.value);
        form.remove([one(Object.keys(form.getSnapshot().draft))]);
        return undefined;
      });
    default:
      return form[verb]();
  }
}

const told = (list, { added, removed }) => {
  const left = [...list];
  for (const finding of removed) left.splice(left.indexOf(finding), 1);
  return [left, added];
};

for (const kind of [calendar, location]) {
  test(`a form of a ${kind.kind} says after each edit what a fresh pass says`, () => {
    const runs = kind === calendar ? RUNS : Math.ceil(RUNS / 3);
    const sequences = fc.tuple(
      arbitraries.stored(kind),
      arbitraries.planted(kind),
      fc.array(deed, { minLength: 1, maxLength: 15 }),
      fc.constantFrom("specification", "service"),
    );
    fc.assert(
      fc.property(sequences, ([record, { draft: other }, deeds, profile]) => {
        const form = kind.form(record, { profile, pause: 0 });
        const drafts = [];
        const agrees = () => {
          const { stored, draft, issues, changes } = form.getSnapshot();
          const text = JSON.stringify(draft);
          const report = kind.validate(draft, { profile, stored });
          assert.deepEqual(issues, report.issues, text);
          // A form compares by meaning: text may be the number that it repeats.
          const isText = (value) => typeof value === "string";
          const meant = new Set(
            kind.diff(stored, draft).changes.map(({ pointer }) => pointer),
          );
          const own = new Set(changes.map(({ pointer }) => pointer));
          const isMeant = ({ before, after, pointer }) =>
            isText(before) === isText(after) ||
            meant.has(pointer) ||
            own.has(pointer);
          assert.deepEqual(
            changes,
            kind.diff(stored, draft, { raw: true }).changes.filter(isMeant),
            text,
          );
          assert.deepEqual(
            form.body(),
            kind.body(stored, draft, { profile }),
            text,
          );
        };
        agrees();
        for (const each of deeds) {
          const [draft, issues, changes] = [
            form.getSnapshot().draft,
            form.getSnapshot().issues,
            form.getSnapshot().changes,
          ];
          const text = JSON.stringify(draft);
          let delta;
          try {
            delta = act(form, each, other);
          } catch (refused) {
            // A location has no hours.
            const codes =
              kind === location && each.verb.startsWith("set")
                ? /^(form_path|json_depth|option)$/
                : /^(form_path|json_depth)$/;
            assert.match(String(refused.code), codes, refused);
            assert.equal(form.getSnapshot().draft, draft);
          }
          if (each.verb === "batch" && form.getSnapshot().draft !== draft)
            drafts.push(draft);
          if (each.verb === "clearHistory") drafts.length = 0;
          assert.equal(
            JSON.stringify(draft),
            text,
            "a draft that was handed out stays as it is",
          );
          if (delta) {
            const [left, added] = told(issues, delta.issues);
            assert.deepEqual(
              new Set(form.getSnapshot().issues),
              new Set([...left, ...added]),
            );
            assert.deepEqual(
              new Set(form.getSnapshot().changes),
              new Set(told(changes, delta.changes).flat()),
            );
            if (each.verb === "undo")
              assert.equal(form.getSnapshot().draft, drafts.pop());
            else if (
              form.getSnapshot().draft !== draft ||
              ALWAYS.includes(each.verb)
            )
              drafts.push(draft);
          }
          agrees();
        }
        form.free();
      }),
      { numRuns: runs, seed: SEED },
    );
  });
}

test("what an edit does not touch stays the same object", () => {
  const form = calendar.form(stored);
  const { draft } = form.getSnapshot();
  form.set(["name"], "First visit");
  assert.notEqual(form.getSnapshot().draft, draft);
  assert.equal(form.getSnapshot().draft.openHours, draft.openHours);
  const before = form.getSnapshot().draft;
  form.set(["openHours", 0, "hours", 0, "closeHour"], 18);
  assert.notEqual(form.getSnapshot().draft.openHours[0], before.openHours[0]);
  assert.equal(form.getSnapshot().draft.openHours[1], before.openHours[1]);
  const { issues, changes } = form.getSnapshot();
  form.set(["name"], "First visit");
  assert.equal(form.getSnapshot().issues, issues);
  assert.equal(form.getSnapshot().changes, changes);
});

test("what another stored record leaves as it was stays the same object", () => {
  const availabilities = [{ date: "2030-01-01T00:00:00.000Z", hours: [] }];
  const form = calendar.form({
    calendar: { ...stored.calendar, availabilities, mine: { a: [1] } },
  });
  assert.equal(
    form.getSnapshot().draft.openHours,
    form.getSnapshot().stored.openHours,
    "a draft begins with what is stored",
  );
  form.set(["openHours", 0, "hours", 0, "closeHour"], 18);
  const before = form.getSnapshot();
  const theirs = structuredClone(form.getSnapshot().stored);
  theirs.name = "theirs";
  theirs.availabilities.push({ date: "2031-01-01T00:00:00.000Z", hours: [] });
  form.rebase(theirs);
  assert.deepEqual(form.getSnapshot().stored, theirs);
  assert.equal(form.getSnapshot().stored.openHours, before.stored.openHours);
  assert.equal(form.getSnapshot().stored.mine, before.stored.mine);
  assert.equal(form.getSnapshot().draft.openHours, before.draft.openHours);
  assert.equal(
    form.getSnapshot().stored.availabilities[0],
    before.stored.availabilities[0],
  );
  assert.equal(
    form.getSnapshot().draft.availabilities[0],
    before.draft.availabilities[0],
  );
  assert.deepEqual(
    [
      form.getSnapshot().draft.name,
      form.getSnapshot().draft.availabilities.at(-1),
    ],
    ["theirs", theirs.availabilities.at(-1)],
  );
  const { stored: now, draft } = form.getSnapshot();
  form.rebase(structuredClone(theirs));
  assert.equal(form.getSnapshot().stored, now);
  assert.equal(form.getSnapshot().draft, draft);
  // The core alone knows the draft from before a rebase.
  form.undo();
  assert.equal(
    form.getSnapshot().draft.openHours[0].hours[0].closeHour,
    now.openHours[0].hours[0].closeHour,
  );
  assert.equal(form.getSnapshot().draft.availabilities, draft.availabilities);
});

test("paths are arrays or JSON Pointers", () => {
  const form = calendar.form(stored);
  form.set("/openHours/0/hours/0/closeHour", 18);
  assert.equal(
    form.getSnapshot().get(["openHours", 0, "hours", 0, "closeHour"]),
    18,
  );
  form.insert("/availabilities/-", {
    date: "2030-01-01T00:00:00.000Z",
    hours: [],
  });
  assert.equal(
    form.getSnapshot().get("/availabilities").at(-1).date,
    "2030-01-01T00:00:00.000Z",
  );
  assert.ok(form.getSnapshot().isDirty("/openHours"));
  assert.ok(form.getSnapshot().isDirty("/openHours/0/hours"));
  assert.ok(!form.getSnapshot().isDirty("/name"));
  form.set("/eventColor", "red");
  assert.equal(
    form.getSnapshot().issuesAt("/eventColor")[0].code,
    "color_format",
  );
  form.set("/eventColor", undefined);
  assert.ok(!("eventColor" in form.getSnapshot().draft));
  form.reset("/eventColor");
  assert.equal(
    form.getSnapshot().draft.eventColor,
    form.getSnapshot().stored.eventColor,
  );
  const empty = calendar.form({ id: "Kx2m", availabilities: [] });
  empty.insert("/availabilities/-", {
    date: "2030-01-01T00:00:00.000Z",
    hours: [],
  });
  assert.deepEqual(empty.getSnapshot().draft, {
    availabilities: [{ date: "2030-01-01T00:00:00.000Z", hours: [] }],
  });
  assert.throws(() => form.set(["name", "first"], 1), { code: "form_path" });
  assert.throws(() => form.set({}, 1), { code: "form_path" });
  assert.throws(() => form.revert(null), { code: "option" });
  for (const [step, found] of [
    [1.5, "1.5"],
    [-1, "-1"],
    [NaN, "NaN"],
    [true, "boolean"],
  ]) {
    assert.throws(() => form.set(["openHours", step], 1), {
      code: "option",
      message: `path: expected an array of names and indexes, found ${found}`,
    });
  }
  assert.throws(() => form.set(["calendar"], {}), { code: "form_path" });
});

test("to reset what neither record has changes nothing, as to set it to undefined", () => {
  const form = calendar.form({
    id: "Kx2m",
    eventColor: "#039be5",
    formSubmitRedirectUrl: "https://a.example",
  });
  const { draft } = form.getSnapshot();
  let heard = 0;
  form.subscribe(() => heard++);
  for (const place of [
    "/notes",
    "recurring.count",
    ["availabilities", 0],
    "/availabilities/7/date",
  ]) {
    assert.deepEqual(
      form.reset(place),
      form.set(place, undefined),
      String(place),
    );
  }
  assert.deepEqual(
    [form.getSnapshot().draft === draft, form.getSnapshot().canUndo, heard],
    [true, false, 0],
  );
  form.set("/notes", "new");
  // Nor does anything else that finds nothing to do, and whoever compares snapshots sees none.
  const [[change], snapshot] = [form.getSnapshot().changes, form.getSnapshot()];
  form.revert({ ...change, key: "title" });
  form.reset("/eventColor");
  form.fixAll();
  form.setProfile("specification");
  assert.deepEqual(
    [form.getSnapshot() === snapshot, form.getSnapshot().draft.notes, heard],
    [true, "new", 1],
  );
  // Errors of listeners are thrown.
  const end = form.subscribe(() => form.remove("/availabilities/7"));
  assert.throws(() => form.reset("/notes"), { code: "form_path" });
  end();
  form.remove("/eventColor");
  form.reset("/eventColor");
  assert.deepEqual(
    [
      form.getSnapshot().draft.notes,
      form.getSnapshot().draft.eventColor,
      form.getSnapshot().changes,
    ],
    [undefined, "#039be5", []],
  );
  assert.throws(() => form.reset([{}]), { code: "option" });
  form.free();
  assert.throws(() => form.reset("/notes"), { code: "form_freed" });
});

test("an item that is not stored goes when it is reset, and the next one takes its place", () => {
  const locationConfigurations = [
    { kind: "custom", location: "k" },
    { kind: "booker", location: "b" },
  ];
  const form = calendar.form({ id: "Kx2m", locationConfigurations });
  form.insert(["locationConfigurations", 1], {
    kind: "inbound_call",
    location: "new",
  });
  form.reset(["locationConfigurations", 1]);
  assert.deepEqual(form.getSnapshot().draft, { locationConfigurations });
  assert.deepEqual(
    form.body().value,
    calendar.body(form.getSnapshot().stored, form.getSnapshot().draft).value,
  );
});

test("what is not JSON is an issue at its field, and no body", () => {
  const form = calendar.form(stored);
  form.set(["slotDuration"], Number.NaN);
  const [issue] = form.getSnapshot().issuesAt(["slotDuration"]);
  assert.deepEqual(
    [issue.code, issue.message],
    ["wrong_type", "Enter a number."],
  );
  assert.throws(() => form.body(), {
    code: "not_json",
    pointer: "/slotDuration",
  });
  form.undo();
  assert.ok(form.body().value.slotDuration > 0);
});

test("undo and redo, as long as there is something", () => {
  const form = calendar.form(stored, { pause: 0 });
  assert.equal(form.undo(), undefined);
  assert.equal(form.getSnapshot().canUndo, false);
  for (let at = 0; at < 1100; at++) form.set(["name"], `name ${at}`);
  let undone = 0;
  while (form.undo()) undone++;
  assert.equal(undone, 1000);
  assert.equal(form.getSnapshot().draft.name, "name 99");
  while (form.redo()) undone--;
  assert.equal(undone, 0);
  assert.equal(form.getSnapshot().draft.name, "name 1099");
  assert.deepEqual(
    form.body().value,
    calendar.body(form.getSnapshot().stored, form.getSnapshot().draft).value,
  );
});

test("undo ends where the history was cleared", () => {
  const form = calendar.form(stored);
  let told = 0;
  form.subscribe(() => told++);
  form.set([], { name: "kept elsewhere" });
  form.set(["slug"], "kept");
  form.undo();
  const { draft, changes } = form.getSnapshot();
  assert.equal(form.getSnapshot().canRedo, true);
  told = 0;
  assert.equal(form.clearHistory(), undefined);
  assert.deepEqual(
    [told, form.getSnapshot().canUndo, form.getSnapshot().canRedo],
    [1, false, false],
  );
  assert.deepEqual([form.undo(), form.redo()], [undefined, undefined]);
  assert.ok(
    form.getSnapshot().draft === draft &&
      form.getSnapshot().changes === changes,
  );

  form.batch(() => {
    form.set(["name"], "before");
    form.clearHistory();
    form.set(["slug"], "after");
  });
  form.undo();
  assert.deepEqual(
    [
      form.getSnapshot().draft.name,
      form.getSnapshot().draft.slug,
      form.getSnapshot().canUndo,
    ],
    ["before", undefined, false],
  );

  // A text that is typed on is another step.
  for (const text of ["F", "Fi"]) form.set(["name"], text);
  form.clearHistory();
  form.set(["name"], "Fir");
  form.undo();
  assert.deepEqual(
    [form.getSnapshot().draft.name, form.getSnapshot().canUndo],
    ["Fi", false],
  );
});

test("a pause is a number of milliseconds", () => {
  for (const pause of [Number.NaN, -1, "soon", {}, Symbol("a")])
    assert.throws(() => calendar.form({}, { pause }), { code: "option" });
  assert.equal(calendar.form({}, { pause: 0 }).getSnapshot().changes.length, 0);
});

test("a text that is typed without a pause is one step", () => {
  const form = calendar.form(stored);
  for (const text of ["F", "Fi", "Fir"]) form.set(["name"], text);
  form.set(["slug"], "first");
  form.set(["name"], "First");
  form.undo();
  assert.equal(form.getSnapshot().draft.name, "Fir");
  form.undo();
  form.undo();
  assert.deepEqual(
    [form.getSnapshot().draft.name, form.getSnapshot().canUndo],
    [stored.calendar?.name ?? stored.name, false],
  );
  form.redo();
  assert.equal(form.getSnapshot().draft.name, "Fir");
});

test("what is typed at a place without a pause is one step, however it begins", () => {
  const form = calendar.form({ id: "c", slotDuration: 30, preBuffer: null });
  for (const [place, typed, before] of [
    ["slotDuration", ["", 4, 45], 30],
    ["slotDuration", [4, "45 m", 45], 30],
    ["notes", ["I", "In"], undefined],
    ["preBuffer", [1, 15], undefined],
  ]) {
    for (const value of typed) form.set([place], value);
    form.undo();
    assert.deepEqual(
      [form.getSnapshot().get([place]), form.getSnapshot().canUndo],
      [before, false],
      place,
    );
  }
});

test("an edit that changes nothing is no step", () => {
  const form = calendar.form({
    id: "c",
    slotDuration: 30,
    openHours: [{ daysOfTheWeek: [1], hours: [] }],
  });
  let heard = 0;
  form.subscribe(() => heard++);
  const snapshot = form.getSnapshot();
  form.set("slotDuration", 30);
  form.set("openHours", [{ daysOfTheWeek: [1], hours: [] }]);
  form.set([], structuredClone(form.getSnapshot().draft));
  assert.deepEqual(
    [form.getSnapshot().canUndo, heard, form.getSnapshot() === snapshot],
    [false, 0, true],
  );
  form.set("slotDuration", "30");
  assert.equal(form.getSnapshot().canUndo, true, "text is not the number");
});

test("text that is typed is shown as typed, and means a number where it is one", () => {
  const form = calendar.form({ id: "c", slotDuration: 60, name: "1" });
  const typed = (place, text) => {
    form.type(place, text);
    return [
      form.getSnapshot().text(place),
      form.getSnapshot().get(place),
      form
        .getSnapshot()
        .issuesAt(place)
        .map(({ code }) => code),
    ];
  };
  for (const [text, value, codes] of [
    ["0", 0, ["not_above"]],
    ["0.", 0, ["not_above"]],
    ["0.5", 0.5, []],
    [" 45 ", 45, []],
    ["1.25", 1.25, []],
    ["45 min", "45 min", ["wrong_type"]],
    ["", "", ["wrong_type"]],
    ["45", 45, []],
  ]) {
    assert.deepEqual(typed("slotDuration", text), [text, value, codes]);
  }
  assert.deepEqual(
    typed("name", "007"),
    ["007", "007", []],
    "a member of text stays text",
  );
  assert.deepEqual(
    typed("/teamMembers/0/priority", "0."),
    ["0.", 0, []].slice(0, 2).concat([
      form
        .getSnapshot()
        .issuesAt("/teamMembers/0/priority")
        .map(({ code }) => code),
    ]),
  );
  form.clearHistory();
  for (const text of ["1", "1."]) form.type("slotDuration", text);
  const snapshot = form.getSnapshot();
  assert.equal(snapshot.text("slotDuration"), "1.");
  form.undo();
  assert.equal(
    form.getSnapshot().text("slotDuration"),
    "45",
    "another value has another text",
  );
  assert.equal(
    snapshot.text("slotDuration"),
    "1.",
    "an earlier state stays as it is",
  );
  assert.deepEqual(
    [form.getSnapshot().text("notes"), form.getSnapshot().text("isActive")],
    ["", ""],
  );
});

test("a state answers by itself, whatever became of the form", () => {
  const form = calendar.form({
    ...stored.calendar,
    availabilities: [{ date: "2026-12-24T00:00:00.000Z", hours: [] }],
  });
  form.set("eventColor", "#abc");
  form.setDay("monday", [["09:00", ""]]);
  const state = form.getSnapshot();
  const answersOf = (state) => [
    state.ok,
    state.week(),
    state.dates(),
    state.issuesAt("eventColor"),
    state.issuesAtDay("monday"),
    state.issuesAtDay("friday"),
    state.issuesAtDate("2026-12-24"),
    state.isDirty(),
    state.isDirty(["openHours", 0]),
    state.isDirty("name"),
    state.text("eventColor"),
  ];
  const before = answersOf(form.getSnapshot());
  const later = calendar.form(form.getSnapshot().stored);
  later.set([], form.getSnapshot().draft);
  const fresh = later.getSnapshot();
  later.reset();
  form.reset();
  assert.deepEqual(answersOf(state), before, "asked before");
  assert.deepEqual(
    answersOf(fresh),
    before,
    "asked only after the form had gone on",
  );
  assert.notDeepEqual(answersOf(form.getSnapshot()), before);
});

test("each answer of a state is the same object until it changes", () => {
  const form = calendar.form(stored);
  form.set("eventColor", "#abc");
  const before = form.getSnapshot();
  const read = (state) => [
    state.issuesAt("eventColor"),
    state.issuesAt("name"),
    state.week(),
    state.dates(),
    state.issuesAtDay("monday"),
    state.week({ paths: true }),
  ];
  const answers = read(before);
  for (const [at, answer] of read(before).entries())
    assert.equal(answer, answers[at]);
  form.set("name", "Other");
  for (const [at, answer] of read(form.getSnapshot()).entries())
    assert.equal(answer, answers[at], `answer ${at}`);
  form.setDay("monday", [["10:00", "11:00"]]);
  const now = read(form.getSnapshot());
  assert.notEqual(now[2], answers[2]);
  assert.equal(now[2].friday, answers[2].friday);
  assert.equal(now[0], answers[0]);
  assert.throws(() => before.issuesAt("eventColor").push(1), TypeError);
});

test("a long text that is typed loses no step, and each key can be undone", () => {
  const notes = "x".repeat(4 << 20);
  const form = calendar.form({ notes }, { pause: 60_000 });
  form.set(["slotDuration"], 10);
  for (let key = 1; key <= 20; key++) {
    form.set(["notes"], notes + "k".repeat(key));
    assert.ok(form.getSnapshot().canUndo, `after key ${key}`);
  }
  form.undo();
  assert.equal(form.getSnapshot().draft.notes.length, notes.length);
  form.undo();
  assert.deepEqual(
    [form.getSnapshot().canUndo, form.getSnapshot().isDirty()],
    [false, false],
  );
});

test("at its size limit a draft takes what is stored, and refuses what is new", () => {
  const form = calendar.form({ notes: "x".repeat(20 << 20), name: "a" });
  form.set(["notes"], "");
  form.set(["description"], "x".repeat((16 << 20) - 100));
  assert.throws(() => form.setDay("monday", [["09:00", "17:00"]]), {
    code: "json_size",
  });
  assert.throws(() => form.set(["y".repeat(100)], 1), { code: "json_size" });
  form.revert(form.getSnapshot().changes.find(({ key }) => key === "notes"));
  assert.equal(form.getSnapshot().draft.notes.length, 20 << 20);
  form.set(["name"], "");
  form.reset();
  assert.deepEqual(
    [form.getSnapshot().draft.name, form.getSnapshot().isDirty()],
    ["a", false],
  );
});

test("a batch is one step, of which listeners hear once it is done", () => {
  const form = calendar.form(stored);
  const { draft } = form.getSnapshot();
  let heard = 0;
  form.subscribe(() => heard++);
  assert.throws(
    () =>
      form.batch(() => {
        form.set(["name"], "First visit");
        form.batch(() => form.set(["eventColor"], "#ff0000"));
        assert.deepEqual(
          [heard, form.undo(), form.getSnapshot().changes.length],
          [0, undefined, 2],
        );
        throw new TypeError("in the middle");
      }),
    TypeError,
  );
  assert.equal(heard, 2);
  form.undo();
  assert.equal(form.getSnapshot().draft, draft);
  assert.equal(form.getSnapshot().canUndo, false);
});

test("edits of a batch before another record are a step of their own", () => {
  for (const [verb, record] of [
    ["rebase", { name: "Visit", notes: "other" }],
    ["saved", { name: "First visit" }],
  ]) {
    const form = calendar.form({ name: "Visit" });
    form.batch(() => {
      form.set("name", "First visit");
      form[verb](record);
      assert.equal(form.getSnapshot().canUndo, true);
      form.set("slug", "s");
    });
    form.undo();
    assert.deepEqual(
      [form.getSnapshot().draft.name, form.getSnapshot().draft.slug],
      ["First visit", undefined],
    );
    form.undo();
    assert.deepEqual(
      [form.getSnapshot().draft.name, form.undo()],
      ["Visit", undefined],
    );
    form.redo();
    form.redo();
    assert.deepEqual(
      [
        form.getSnapshot().draft.name,
        form.getSnapshot().draft.slug,
        form.redo(),
      ],
      ["First visit", "s", undefined],
    );
  }
});

test("a range is dirty only if it is changed itself", () => {
  const hours = [
    [9, 12],
    [13, 17],
  ].map(([openHour, closeHour]) => ({
    openHour,
    openMinute: 0,
    closeHour,
    closeMinute: 0,
  }));
  const days = [1, 2].map((day) => ({ daysOfTheWeek: [day], hours }));
  const form = calendar.form({
    openHours: days,
    availabilities: [{ date: "2026-12-24T00:00:00.000Z", hours }],
  });
  for (const entry of ["openHours.0", "openHours.1", "availabilities.0"]) {
    form.set(`${entry}.hours.0.closeHour`, 11);
    const dirty = [
      "hours",
      "hours.0",
      "hours.0.closeHour",
      "hours.1",
      "hours.1.openHour",
    ].map((place) => form.getSnapshot().isDirty(`${entry}.${place}`));
    assert.deepEqual(dirty, [true, true, true, false, false], entry);
  }
});

test("the same record again changes nothing", () => {
  const form = calendar.form({ name: "Visit", slotDuration: 30, notes: "n" });
  form.set("name", "First visit");
  form.remove("notes");
  form.rebase({ name: "Intake", slotDuration: 30, notes: "n" });
  form.set("name", "A");
  let heard = 0;
  form.subscribe(() => heard++);
  const again = () =>
    form.rebase({ calendar: { name: "Intake", slotDuration: 30, notes: "n" } });
  // The words of the conflict are still those of the first visit, but its values are those of today.
  assert.deepEqual(
    again().conflicts.map(({ ours }) => ours),
    ["A"],
  );
  const [shown, told] = [form.getSnapshot(), heard];
  const { conflicts, taken, delta } = again();
  assert.equal(form.getSnapshot(), shown);
  assert.deepEqual(
    [heard, conflicts, taken.length, delta],
    [
      told,
      shown.conflicts,
      1,
      {
        issues: { added: [], removed: [] },
        changes: { added: [], removed: [] },
      },
    ],
  );
  const typing = calendar.form({ name: "Visit" });
  for (const text of ["V", "Vi", "Vis"]) {
    typing.set("name", text);
    typing.rebase({ name: "Visit" });
  }
  typing.undo();
  assert.deepEqual(
    [typing.getSnapshot().draft.name, typing.getSnapshot().canUndo],
    ["Visit", false],
  );
});

test("an unfinished time is held at its field, in its day, and cannot be sent unseen", () => {
  const hours = [{ openHour: 9, openMinute: 0, closeHour: 17, closeMinute: 0 }];
  const form = calendar.form({ openHours: [{ daysOfTheWeek: [1, 2], hours }] });
  form.setDay("monday", [["09:00", "12:00"]]);
  form.setDay("tuesday", [["09:00", ""]]);
  assert.deepEqual(form.getSnapshot().week().tuesday, [["09:00", ""]]);
  assert.deepEqual(
    form.getSnapshot().changes.map(({ words }) => words),
    [
      "Monday closes at 12:00, was 17:00",
      "Tuesday unreadable hours, was 09:00–17:00",
    ],
  );
  assert.equal(form.getSnapshot().ok, false);
  const [{ path }] = form.getSnapshot().week({ paths: true }).tuesday;
  assert.ok(
    form
      .getSnapshot()
      .issuesAt([...path, "closeHour"])
      .some(({ severity }) => severity === "error"),
  );
  const { draft } = form.getSnapshot();
  form.setDay("tuesday", form.getSnapshot().week().tuesday);
  assert.equal(form.getSnapshot().draft, draft);
  form.setDay("friday", [
    ["08:00", "10:00"],
    ["11:00", ""],
  ]);
  assert.deepEqual(form.getSnapshot().week().friday, [
    ["08:00", "10:00"],
    ["11:00", ""],
  ]);
  form.setDay("friday", []);
  // What `valueAsNumber` of an emptied input is, and others that nobody can read.
  for (const emptied of [Number.NaN, undefined, "", null, Infinity, { a: 1 }]) {
    form.set([...path, "closeHour"], emptied);
    assert.deepEqual(
      [
        form.getSnapshot().week().tuesday,
        form.getSnapshot().changes.length,
        form.getSnapshot().changes[1].key,
      ],
      [[["09:00", ""]], 2, "openHours/tuesday"],
      String(emptied),
    );
    form.setDay("monday", [["10:00", "12:00"]]);
    form.setDay("monday", [["09:00", "12:00"]]);
    assert.deepEqual(
      [form.getSnapshot().week().monday, form.getSnapshot().week().tuesday],
      [[["09:00", "12:00"]], [["09:00", ""]]],
    );
  }
  form.setDate("2026-12-24", [["", "12:00"]]);
  assert.deepEqual(form.getSnapshot().dates(), {
    "2026-12-24": [["", "12:00"]],
  });
  form.setDate("2026-12-24", null);
  form.revert(form.getSnapshot().changes[1]);
  assert.deepEqual(
    [
      form.getSnapshot().week().tuesday,
      form.getSnapshot().changes.map(({ words }) => words),
    ],
    [[["09:00", "17:00"]], ["Monday closes at 12:00, was 17:00"]],
  );
});

test("a location has no hours by day, and `-` appends", () => {
  const place = location.form({ id: "L" });
  for (const edit of [
    () => place.setDay("monday", []),
    () => place.setDate("2026-12-24", []),
    () => place.setDate("2026-12-24", null),
  ]) {
    assert.throws(edit, {
      code: "option",
      message: /a location, which has no /,
    });
  }
  assert.equal(place.getSnapshot().canUndo, false);
  for (const path of ["/openHours/-", ["openHours", "-"], "openHours.-"]) {
    const form = calendar.form({ openHours: [] });
    for (const day of [1, 2])
      form.set(path, { daysOfTheWeek: [day], hours: [] });
    form.insert(path, { daysOfTheWeek: [3], hours: [] });
    assert.deepEqual(
      form
        .getSnapshot()
        .draft.openHours.map(({ daysOfTheWeek }) => daysOfTheWeek),
      [[1], [2], [3]],
    );
    assert.deepEqual(form.body().value, form.getSnapshot().draft);
  }
});

test("the week is edited by day, and dates by date, whatever the entries are", () => {
  const hours = (open, close) => [
    { openHour: open, openMinute: 0, closeHour: close, closeMinute: 0 },
  ];
  const form = calendar.form({
    openHours: [{ daysOfTheWeek: [1, 2, 3, 4, 5], hours: hours(9, 17) }],
    availabilities: [],
  });
  const { draft } = form.getSnapshot();
  assert.deepEqual(Object.keys(form.getSnapshot().week()), [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
  ]);
  form.setDay("tuesday", [["09:00", "12:00"]]);
  assert.deepEqual(form.getSnapshot().week().tuesday, [["09:00", "12:00"]]);
  assert.deepEqual(
    form.getSnapshot().changes.map(({ key, words }) => [key, words]),
    [["openHours/tuesday", "Tuesday closes at 12:00, was 17:00"]],
  );
  assert.deepEqual(
    calendar
      .diff(form.getSnapshot().stored, form.getSnapshot().draft)
      .patch.map(({ op, path }) => [op, path]),
    [
      ["remove", "/openHours/0/daysOfTheWeek/1"],
      ["add", "/openHours/1"],
    ],
  );
  assert.deepEqual(
    [
      form.getSnapshot().isDirty(["openHours", 0]),
      form.getSnapshot().isDirty(["openHours", 1]),
    ],
    [false, true],
    "Tuesday stands in an entry of its own",
  );
  form.revert(form.getSnapshot().changes[0]);
  assert.deepEqual(form.getSnapshot().draft, draft);
  form.setDate("2026-12-24", []);
  assert.deepEqual(form.getSnapshot().dates(), { "2026-12-24": [] });
  form.setDate("2026-12-24", null);
  assert.deepEqual(
    [form.getSnapshot().dates(), form.getSnapshot().changes],
    [{}, []],
  );
  form.setDay("friday", []);
  assert.deepEqual(
    [
      form.getSnapshot().week().friday,
      form.getSnapshot().week({ of: "stored" }).friday,
    ],
    [[], [["09:00", "17:00"]]],
  );
  form.setDate("2026-12-24", []);
  assert.deepEqual(
    [
      form.getSnapshot().dates({ of: "draft" }),
      form.getSnapshot().dates({ of: "stored" }),
    ],
    [{ "2026-12-24": [] }, {}],
  );
  assert.throws(() => form.getSnapshot().week({ of: "both" }), {
    code: "option",
  });
  assert.throws(() => form.getSnapshot().dates({ off: "stored" }), {
    code: "option",
  });
  assert.throws(() => form.setDay("noday", []), { code: "option" });
  assert.throws(() => form.setDay("monday", [["09:00"]]), { code: "option" });
});

test("another profile judges the same draft, and what can be undone stays", () => {
  const form = calendar.form({
    name: "Consultation",
    alertEmail: "desk@example.com",
  });
  form.set(["nmae"], "First visit");
  form.refused({ texts: ["alertEmail must be an email"] });
  const severities = () =>
    form.getSnapshot().issues.map(({ code, severity }) => [code, severity]);
  const before = severities();
  let heard;
  form.subscribe((delta) => (heard = delta));
  const delta = form.setProfile("service");
  assert.equal(heard, delta);
  assert.ok(delta.issues.added.length > 0);
  assert.deepEqual(
    severities().find(([code]) => code === "misspelled_member"),
    ["misspelled_member", "error"],
  );
  assert.deepEqual(
    form.getSnapshot().issuesAt(["alertEmail"]).length,
    1,
    "what the service said stays",
  );
  const fresh = calendar.form(form.getSnapshot().stored, {
    profile: "service",
  });
  fresh.set([], form.getSnapshot().draft);
  fresh.refused({ texts: ["alertEmail must be an email"] });
  assert.deepEqual(form.getSnapshot().issues, fresh.getSnapshot().issues);
  form.setProfile("specification");
  assert.deepEqual(severities(), before);
  assert.deepEqual(
    [
      form.getSnapshot().changes.length,
      form.getSnapshot().canUndo,
      form.getSnapshot().canRedo,
    ],
    [1, true, false],
  );
  form.undo();
  assert.deepEqual(form.getSnapshot().changes, []);
  assert.throws(() => form.setProfile("strict"), { code: "option" });
});

test("a conflict stays until it is resolved, by its key", () => {
  const form = calendar.form({
    name: "Consultation",
    slug: "intro",
    notes: "n",
  });
  form.set(["name"], "First visit");
  form.set(["slug"], "first");
  form.rebase({ name: "Intake", slug: "intake", notes: "other" });
  const [first, second] = form.getSnapshot().conflicts;
  assert.deepEqual(
    [first.key, second.key, form.getSnapshot().conflicts],
    ["name", "slug", form.getSnapshot().conflicts],
  );
  const { draft } = form.getSnapshot();
  form.resolve(first, "theirs");
  assert.deepEqual(
    [
      form.getSnapshot().draft.name,
      form.getSnapshot().draft.slug,
      form.getSnapshot().conflicts,
    ],
    ["Intake", "first", [second]],
  );
  form.undo();
  assert.deepEqual(
    [form.getSnapshot().draft, form.getSnapshot().conflicts],
    [draft, [first, second]],
  );
  form.resolve(second, "base");
  assert.deepEqual(
    [form.getSnapshot().draft.slug, form.getSnapshot().conflicts],
    ["intro", [first]],
  );
});

test("what was refused stands at its field until that is edited, and what can be undone outlives a save", () => {
  const form = calendar.form({ name: "Consultation", slug: "intro" });
  form.set(["slug"], "taken");
  const { refusal } = calendar.response({
    status: 400,
    text: JSON.stringify({
      statusCode: 400,
      message: "Calendar slug is already taken",
    }),
  });
  form.refused(refusal);
  assert.deepEqual(
    form
      .getSnapshot()
      .issuesAt("/slug")
      .map(({ severity }) => severity),
    ["error"],
  );
  form.set(["slug"], "free");
  assert.deepEqual(
    [form.getSnapshot().issuesAt("/slug"), form.getSnapshot().ok],
    [[], true],
  );
  const { draft } = form.getSnapshot();
  form.rebase({ ...draft });
  assert.deepEqual(
    [
      form.getSnapshot().changes,
      form.getSnapshot().canUndo,
      form.getSnapshot().draft === draft,
    ],
    [[], true, true],
  );
  form.undo();
  assert.deepEqual(
    form.getSnapshot().changes.map(({ words }) => words),
    ["slug intro, was free"],
    "both words were typed without a pause",
  );
});

test("all fixes are one step, and leave what they do not touch", () => {
  const form = calendar.form({ name: "n", teamMembers: [{ userId: "a" }] });
  form.set(["eventColor"], "#F00");
  form.set(["slotDuration"], "45");
  const { draft } = form.getSnapshot();
  form.fixAll();
  assert.deepEqual(
    [
      form.getSnapshot().draft.eventColor,
      form.getSnapshot().draft.slotDuration,
      form.getSnapshot().draft.teamMembers === draft.teamMembers,
    ],
    ["#ff0000", 45, true],
  );
  form.undo();
  assert.equal(form.getSnapshot().draft, draft);
});

test("rebase takes in what others changed, and tells the conflicts", () => {
  const form = calendar.form(stored);
  const record = form.getSnapshot().stored;
  form.set(["name"], "First visit");
  form.set(["eventColor"], "#ff0000");
  const theirs = { ...record, eventColor: "#00aa00", slotDuration: 45 };
  const heard = [];
  form.subscribe((delta) => heard.push(delta));
  const { conflicts } = form.rebase({ calendar: theirs });
  assert.deepEqual(
    conflicts.map(({ pointer, ours, theirs }) => [pointer, ours, theirs]),
    [["/eventColor", "#ff0000", "#00aa00"]],
  );
  assert.deepEqual(
    [
      form.getSnapshot().draft.name,
      form.getSnapshot().draft.eventColor,
      form.getSnapshot().draft.slotDuration,
    ],
    ["First visit", "#ff0000", 45],
  );
  assert.deepEqual(form.getSnapshot().stored, theirs);
  assert.deepEqual(
    form.getSnapshot().changes,
    calendar.diff(theirs, form.getSnapshot().draft).changes,
  );
  assert.deepEqual(
    form.getSnapshot().changes.map(({ pointer }) => pointer),
    ["/name", "/eventColor"],
  );
  assert.equal(
    form.getSnapshot().canUndo,
    true,
    "the name, which nobody else changed",
  );
  assert.equal(heard.length, 1);
  assert.throws(() => form.rebase([]), { code: "not_a_record" });
  for (const verb of ["rebase", "saved"])
    assert.throws(() => form[verb]({ ...theirs, id: "another" }), {
      code: "another_record",
    });
  assert.equal(form.getSnapshot().draft.name, "First visit");
});

test("those who subscribe hear each delta, and find one snapshot between them", () => {
  const form = calendar.form(stored);
  const heard = [];
  const { subscribe, getSnapshot } = form;
  const leave = subscribe((delta) => heard.push(delta));
  const first = getSnapshot();
  assert.equal(getSnapshot(), first);
  form.set(["eventColor"], "red");
  assert.notEqual(getSnapshot(), first);
  assert.equal(getSnapshot().ok, false);
  assert.deepEqual(
    heard[0].issues.added.map(({ code }) => code),
    ["color_format"],
  );
  leave();
  form.undo();
  assert.equal(heard.length, 1);
  assert.deepEqual(getSnapshot().issues, first.issues);
});

test("a whole draft may come in its envelope", () => {
  const form = calendar.form({ name: "A" });
  form.set([], { calendar: { name: "Z" } });
  assert.deepEqual(form.getSnapshot().draft, { name: "Z" });
  form.set("/name", "Q");
  assert.deepEqual(
    [form.getSnapshot().draft, form.body().value],
    [{ name: "Q" }, { name: "Q" }],
  );
});

test("a value is read once, and before anything is changed", () => {
  const form = calendar.form({ name: "A" });
  const cycle = {};
  cycle.cycle = cycle;
  assert.throws(() => form.set(["name"], cycle), { code: "json_depth" });
  let reads = 0;
  const moody = {
    get name() {
      if (reads++ > 0) throw new Error("read twice");
      return "B";
    },
  };
  assert.equal(form.getSnapshot().canUndo, false);
  form.set([], moody);
  assert.deepEqual(
    [form.getSnapshot().draft, form.body().value],
    [{ name: "B" }, { name: "B" }],
  );
  const day = new Date(0);
  form.set(["name"], day);
  day.setFullYear(2000);
  assert.equal(form.getSnapshot().draft.name.getTime(), 0);
});

test("messages and listeners that throw leave the form right, and everyone hears of every edit in its order", () => {
  const worded = calendar.form(stored, {
    language: {
      message() {
        throw new Error("no words");
      },
    },
  });
  worded.set(["eventColor"], "red");
  assert.deepEqual(
    [worded.getSnapshot().ok, worded.getSnapshot().issues.length],
    [false, 1],
  );
  assert.match(worded.getSnapshot().issues[0].message, /^Enter a color/);

  const form = calendar.form(stored);
  const heard = [];
  form.subscribe(
    () =>
      form.getSnapshot().get(["slotDuration"]) === 45 &&
      form.set(["slotDuration"], 60.5),
  );
  form.subscribe(() => {
    throw new Error("not mine");
  });
  const leave = form.subscribe(({ changes }) =>
    heard.push(changes.added[0]?.words),
  );
  assert.throws(() => form.set(["slotDuration"], 45), { message: "not mine" });
  assert.deepEqual(heard, [
    "slot duration 45 mins, was 30 mins",
    "slot duration 60.5 mins, was 30 mins",
  ]);
  assert.equal(form.getSnapshot().draft.slotDuration, 60.5);
  leave();
  const other = calendar.form(stored);
  for (const listener of [undefined, {}])
    assert.throws(() => other.subscribe(listener), { code: "option" });
  const late = [];
  let leaveLate;
  other.subscribe(() => leaveLate());
  leaveLate = other.subscribe(() => late.push(1));
  other.set(["name"], "x");
  assert.deepEqual(late, []);
});

test("messages in other words, a freed form, options that do not exist", () => {
  const form = calendar.form(stored, {
    language: { message: { color_format: "bitte als #rrggbb, nicht {found}" } },
  });
  form.set(["eventColor"], "red");
  assert.equal(
    form.getSnapshot().issuesAt(["eventColor"])[0].message,
    "bitte als #rrggbb, nicht red",
  );
  form.free();
  form.free();
  for (const used of [
    () => form.set(["name"], "x"),
    () => form.set(["zz"], undefined),
    () => form.undo(),
    () => form.redo(),
    () => form.body(),
  ]) {
    assert.throws(used, { code: "form_freed" });
  }
  const other = calendar.form(stored);
  const freeing = {
    get name() {
      other.free();
      return "n";
    },
  };
  assert.throws(() => other.rebase(freeing), { code: "form_freed" });
  assert.throws(() => calendar.form(stored, { mode: "full" }), {
    code: "option",
  });
  assert.throws(() => calendar.form([]), { code: "not_a_record" });
  if (Symbol.dispose) assert.equal(typeof form[Symbol.dispose], "function");
});

test(`${FORMS} forms made and dropped leave the memory where it was`, async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  const used = async () => {
    // What is collected is freed in a turn of its own.
    for (let turn = 0; turn < 3; turn++) {
      collect();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return memory.buffer.byteLength;
  };
  const batch = (drop) => {
    for (let at = 0; at < 2000; at++)
      drop(calendar.form({ name: "Consultation", slotDuration: 30 }));
  };
  batch((form) => form.free());
  const before = await used();
  for (let round = 0; round < FORMS / 2000; round++)
    batch((form) => form.free());
  assert.equal(await used(), before, "freed by hand");

  batch(() => {});
  const lost = await used();
  for (let round = 0; round < FORMS / 2000; round++) {
    batch(() => {});
    await used();
  }
  assert.equal(await used(), lost, "left to be collected");
});

test("the issues and ranges of a day and of a date", () => {
  const range = (openHour, closeHour) => ({
    openHour,
    openMinute: 0,
    closeHour,
    closeMinute: 0,
  });
  const form = calendar.form({
    openHours: [
      { daysOfTheWeek: [5], hours: [range(9, 17)] },
      { daysOfTheWeek: [1, 2, 2], hours: [range(13, 17), range(12, 9)] },
    ],
    availabilities: [
      { date: "2026-12-24T00:00:00.000Z", hours: [range(14, 13)] },
      { date: "2026-12-25T00:00:00.000Z", hours: [] },
    ],
  });
  const codes = (issues) => issues.map(({ code }) => code).sort();
  assert.deepEqual(codes(form.getSnapshot().issuesAtDay("monday")), [
    "hours_reversed",
    "several_days",
  ]);
  assert.deepEqual(codes(form.getSnapshot().issuesAtDay("tuesday")), [
    "days_duplicate",
    "hours_reversed",
    "several_days",
  ]);
  assert.deepEqual(form.getSnapshot().issuesAtDay("friday"), []);
  assert.deepEqual(codes(form.getSnapshot().issuesAtDate("2026-12-24")), [
    "hours_reversed",
  ]);
  assert.deepEqual(form.getSnapshot().issuesAtDate("2026-12-25"), []);
  assert.ok(
    form
      .getSnapshot()
      .issuesAtDay("monday")
      .every((issue) => form.getSnapshot().issues.includes(issue)),
  );
  const [first] = form.getSnapshot().week({ paths: true }).monday;
  const places = {
    open: ["openHours", "monday", "0", "open"],
    close: ["openHours", "monday", "0", "close"],
  };
  assert.deepEqual(first, {
    key: "0",
    open: "13:00",
    close: "17:00",
    path: ["openHours", 1, "hours", 0],
    places,
  });
  assert.deepEqual(form.getSnapshot().week({ paths: true }).sunday, []);
  const dates = form.getSnapshot().dates({ paths: true });
  assert.deepEqual(
    [
      dates["2026-12-24"].map(({ open, path }) => [open, path]),
      dates["2026-12-25"],
    ],
    [[["14:00", ["availabilities", 0, "hours", 0]]], []],
  );
  assert.throws(() => form.getSnapshot().issuesAtDay("noday"), {
    code: "option",
  });
  assert.throws(() => form.getSnapshot().issuesAtDate("24.12."), {
    code: "option",
  });
  assert.throws(() => form.getSnapshot().week({ of: "stored", paths: true }), {
    code: "option",
  });
  assert.deepEqual(location.form({}).getSnapshot().issuesAtDay("monday"), []);
});

test("dotted names lead where pointers do", () => {
  const form = calendar.form({
    openHours: [
      {
        daysOfTheWeek: [1],
        hours: [{ openHour: 9, openMinute: 0, closeHour: 17, closeMinute: 0 }],
      },
    ],
  });
  for (const name of [
    "openHours.0.hours.0.closeHour",
    "openHours[0].hours[0].closeHour",
  ]) {
    form.set(name, 18);
    assert.equal(form.getSnapshot().get(name), 18);
    assert.ok(form.getSnapshot().isDirty(name));
    form.reset(name);
    assert.equal(form.getSnapshot().get("/openHours/0/hours/0/closeHour"), 17);
  }
  form.set("name", "n");
  assert.equal(form.getSnapshot().draft.name, "n");
  form.set("slotDuration", "x");
  assert.equal(form.getSnapshot().issuesAt("slotDuration").length, 1);
  form.insert("openHours.0.hours.-", {
    openHour: 18,
    openMinute: 0,
    closeHour: 19,
    closeMinute: 0,
  });
  form.move("openHours.0.hours.1", 0);
  form.remove("openHours.0.hours.0");
  assert.equal(form.getSnapshot().draft.openHours[0].hours.length, 1);
});

test("methods are the form's own, wherever they are called", () => {
  const form = calendar.form({ name: "a" });
  const { set, undo, getSnapshot, subscribe } = form;
  let heard = 0;
  subscribe(() => heard++);
  set(["name"], "b");
  const proxy = new Proxy(form, {});
  assert.equal(proxy.getSnapshot().draft.name, "b");
  proxy.set(["name"], "c");
  assert.deepEqual(
    [form.getSnapshot().draft.name, heard, getSnapshot().issuesAt(["name"])],
    ["c", 2, []],
  );
  undo();
  undo();
  assert.deepEqual(
    [
      form.getSnapshot().draft.name,
      proxy.getSnapshot().canUndo,
      proxy.getSnapshot(),
    ],
    ["a", false, form.getSnapshot()],
  );
});

test("what the service refused is shown, given as the refusal or as the response", () => {
  const text = JSON.stringify({
    statusCode: 422,
    message: ["slotDuration must be a positive number"],
  });
  const response = calendar.response({ status: 422, text });
  for (const given of [response, response.refusal]) {
    const form = calendar.form({ slotDuration: 30 });
    form.refused(given);
    assert.equal(form.getSnapshot().issuesAt(["slotDuration"]).length, 1);
  }
  const form = calendar.form({});
  for (const given of [
    {},
    null,
    { ok: true, stored: {} },
    { refusal: null },
    { texts: "x" },
  ])
    assert.throws(() => form.refused(given), { code: "option" });
});

test("an index that is none is said as it is", () => {
  const form = calendar.form({
    teamMembers: [{ userId: "a" }, { userId: "b" }],
  });
  for (const [to, found] of [
    [-1, "-1"],
    [0.5, "0.5"],
    [NaN, "NaN"],
    ["1", "text"],
    [undefined, "undefined"],
  ]) {
    assert.throws(() => form.move(["teamMembers", 0], to), {
      code: "option",
      message: `to: expected an index, found ${found}`,
    });
  }
});

test("what a form says otherwise lies over its language", () => {
  const form = calendar.form({}, { language: de });
  form.set(["slotDuration"], "bald");
  form.set(["eventColor"], "#f00");
  const german = form.getSnapshot().issuesAt(["slotDuration"])[0].message;
  form.reword({ message: { color_short: "Kurz." } });
  assert.deepEqual(
    [
      form.getSnapshot().issuesAt(["slotDuration"])[0].message,
      form.getSnapshot().issuesAt(["eventColor"])[0].message,
    ],
    [german, "Kurz."],
  );
  form.reword({ message: { not_json: "Nein." } });
  assert.equal(form.getSnapshot().issuesAt(["eventColor"])[0].message, "Kurz.");
  for (const [own, place] of [
    [{ mesage: {} }, "mesage"],
    [{ message: { color_shrot: "?" } }, "message.color_shrot"],
    [{ message: { too_small: "{least} or more" } }, "message.too_small"],
    [{ message: { too_small: 1 } }, "message.too_small"],
    [{ message: "?" }, "message"],
    [{ day: ["Montag"] }, "day"],
    [{ default: de }, "default"],
  ]) {
    assert.throws(
      () => form.reword(own),
      ({ code, message }) =>
        code === "option" && message.startsWith(`${place}: `),
      place,
    );
  }
});

test("a module of a language is none", async () => {
  const module = await import("calendiff/languages/de");
  assert.throws(() => calendar.form({}).reword(module), {
    code: "option",
    message: /its default export/,
  });
  for (const language of Object.values(LANGUAGES))
    calendar.form({}).reword(language);
});

test("a save is no change and no conflict, and undo goes on from before it", async () => {
  const service = sandbox(
    {
      calendars: {
        a: { id: "a", name: "Visit", teamMembers: [{ userId: "u1" }] },
      },
    },
    { profile: "service" },
  );
  const form = calendar.form(service.state.calendars.a, { profile: "service" });
  const send = async () => {
    const body = form.body().value;
    const { url, init } = calendar.request({
      baseUrl: "http://sandbox",
      id: "a",
      token: "any",
      body,
    });
    const answer = await service.fetch(url, init);
    return { body, answer: JSON.parse(await answer.text()) };
  };
  form.setDate("2026-12-24", []);
  form.insert(["teamMembers", 1], { userId: "u2" });
  const first = await send();
  form.set(["name"], "First visit");
  const { verified, conflicts } = form.saved(first.answer, {
    sent: first.body,
  });
  assert.deepEqual(
    [verified.ok, verified.notApplied, verified.unexpected, conflicts],
    [true, [], [], []],
  );
  assert.ok(
    verified.filledIn.length > 2 &&
      verified.filledIn.every(({ words }) => typeof words === "string"),
  );
  assert.deepEqual(
    form.getSnapshot().changes.map(({ words }) => words),
    ["name “First visit”, was “Visit”"],
  );
  assert.deepEqual(
    [
      form.getSnapshot().draft.availabilities[0].id,
      form.getSnapshot().draft.teamMembers[1].priority,
    ],
    ["sandbox-2026-12-24-0", 0.5],
  );
  assert.equal(form.getSnapshot().undoIsOfSaved, true);

  const second = await send();
  form.saved(second.answer);
  assert.deepEqual(
    [
      form.getSnapshot().changes.length,
      form.getSnapshot().isDirty(),
      form.getSnapshot().canUndo,
    ],
    [0, false, true],
  );
  form.set(["name"], "Intake");
  assert.equal(form.getSnapshot().undoIsOfSaved, false);
  form.undo();
  assert.deepEqual(
    [form.getSnapshot().undoIsOfSaved, form.getSnapshot().changes.length],
    [true, 0],
  );
  form.undo();
  assert.deepEqual(
    form.getSnapshot().changes.map(({ words }) => words),
    ["name “Visit”, was “First visit”"],
  );
  form.undo();
  form.undo();
  assert.deepEqual(
    form.getSnapshot().changes.map(({ words }) => words),
    [
      "name “Visit”, was “First visit”",
      "team member 2 (user u2) removed",
      "special date 24 December 2026 removed, was closed",
    ],
  );
  for (let step = 0; step < 3; step++) form.redo();
  assert.equal(form.getSnapshot().changes.length, 0);
  assert.throws(() => form.saved([]), { code: "not_a_record" });
  assert.throws(() => form.saved(second.answer, { body: 1 }), {
    code: "option",
  });
});

test("what was sent and is not there stays a change, and is named", () => {
  const form = calendar.form({ id: "a", name: "Visit", slotDuration: 30 });
  form.set(["name"], "First visit");
  form.set(["slotDuration"], 45);
  const { verified, conflicts } = form.saved({
    calendar: { id: "a", name: "Visit", slotDuration: 40 },
  });
  assert.deepEqual(
    verified.notApplied.map(({ words }) => words),
    [
      "name “First visit”, was “Visit”",
      "slot duration: sent 45, got 40, was 30",
    ],
  );
  assert.deepEqual(
    conflicts.map(({ words }) => words),
    ["slot duration: ours 45, theirs 40, was 30"],
  );
  assert.deepEqual(
    form.getSnapshot().changes.map(({ words }) => words),
    ["name “First visit”, was “Visit”", "slot duration 45, was 40"],
  );
});

test("each change can be reverted, though the items of others move", () => {
  const form = calendar.form({
    id: "a",
    teamMembers: [{ userId: "u1", priority: 1 }],
  });
  for (const userId of ["u2", "u3", "u4"])
    form.insert("/teamMembers/-", { userId, priority: 1 });
  form.set("/teamMembers/0/priority", 0.5);
  for (const change of form.getSnapshot().changes) form.revert(change);
  assert.deepEqual(
    [form.getSnapshot().changes, form.getSnapshot().draft.teamMembers.length],
    [[], 1],
  );
});

test("a draft that was kept goes on, and takes nothing back that others saved", () => {
  const first = calendar.form({ id: "a", name: "First", notes: "" });
  first.set("name", "Mine");
  const kept = JSON.parse(
    JSON.stringify({
      stored: first.getSnapshot().stored,
      draft: first.getSnapshot().draft,
    }),
  );
  const form = calendar.form(kept.stored);
  form.set([], kept.draft);
  form.clearHistory();
  form.rebase({ id: "a", name: "First", notes: "Theirs" });
  assert.deepEqual(
    [
      form.getSnapshot().draft.name,
      form.getSnapshot().draft.notes,
      form.getSnapshot().changes.length,
      form.getSnapshot().conflicts.length,
      form.getSnapshot().canUndo,
    ],
    ["Mine", "Theirs", 1, 0, false],
  );
});

test("a draft that is kept with its base finds its conflicts again", () => {
  const form = calendar.form({ id: "x", name: "A" });
  assert.equal(form.getSnapshot().base, form.getSnapshot().stored);
  form.set("name", "Mine");
  form.rebase({ id: "x", name: "Theirs" });
  form.set("notes", "later");
  const { base, draft } = JSON.parse(JSON.stringify(form.getSnapshot()));
  assert.equal(base.name, "A");

  const again = calendar.form(base);
  again.set([], draft);
  again.clearHistory();
  again.rebase({ id: "x", name: "Theirs" });
  assert.deepEqual(
    again.getSnapshot().conflicts.map(({ words }) => words),
    ["name: ours “Mine”, theirs “Theirs”, was “A”"],
  );
  assert.equal(again.body().canSend, false);
  again.resolve(again.getSnapshot().conflicts[0], "ours");
  assert.equal(again.getSnapshot().base, again.getSnapshot().stored);
  assert.equal(again.body().canSend, true);
});

test("a draft that is kept with its base keeps its other edits", () => {
  const theirs = { id: "x", name: "Bens", slotDuration: 30 };
  const form = calendar.form({ id: "x", name: "First", slotDuration: 60 });
  form.set("name", "Mine");
  form.rebase(theirs);
  form.set("slotDuration", 60);
  const shown = form.getSnapshot();
  assert.deepEqual(shown.base, { ...theirs, name: "First" });
  assert.ok(Object.isFrozen(shown.base));
  form.set("notes", "later");
  assert.equal(form.getSnapshot().base, shown.base);

  const { base, draft } = JSON.parse(JSON.stringify(form.getSnapshot()));
  const again = calendar.form(base);
  again.set([], draft);
  again.rebase(theirs);
  assert.deepEqual(again.getSnapshot().draft, form.getSnapshot().draft);
  assert.equal(again.getSnapshot().conflicts.length, 1);
});

test("what the service refused cannot be sent as it is", () => {
  const form = calendar.form({ id: "x", slug: "a" });
  form.set("slug", "b");
  form.refused({
    texts: ["slug is taken"],
    reason: "unprocessable",
    retry: false,
  });
  assert.deepEqual(
    [form.getSnapshot().ok, form.body().canSend],
    [false, false],
  );
  form.set("slug", "c");
  assert.deepEqual([form.getSnapshot().ok, form.body().canSend], [true, true]);
});

test("a calendar on a schedule is told from a closed one, and its warning stands at its hours", () => {
  const form = calendar.form({ id: "x", openHours: {} });
  assert.equal(form.getSnapshot().isOnSchedule, true);
  assert.deepEqual(form.getSnapshot().week().monday, []);
  form.setDay("monday", [["09:00", "17:00"]]);
  assert.equal(form.getSnapshot().isOnSchedule, false);
  const codes = (options) =>
    form
      .getSnapshot()
      .issuesAt("openHours", options)
      .map(({ code }) => code);
  assert.deepEqual(codes({ inside: false }), ["hours_detach"]);
  form.setDay("monday", [["17:00", "09:00"]]);
  assert.deepEqual(codes({ inside: false }), ["hours_detach"]);
  assert.deepEqual(codes(), ["hours_detach", "hours_reversed"]);
  assert.equal(
    calendar.form({ openHours: [] }).getSnapshot().isOnSchedule,
    false,
  );
  assert.equal(location.form({ name: "A" }).getSnapshot().isOnSchedule, false);
});

test("what no field shows is told apart", () => {
  const form = calendar.form({
    id: "a",
    name: "First",
    slug: "a",
    eventColor: "#039be5",
  });
  form.set("eventColor", "#abc");
  form.refused(
    calendar.response({
      status: 422,
      text: JSON.stringify({
        statusCode: 422,
        message: ["slug must be a string", "no way"],
      }),
    }),
  );
  const codes = (places) =>
    form
      .getSnapshot()
      .issuesElsewhere(places)
      .map(({ pointer }) => pointer);
  assert.deepEqual(codes(["name", "/eventColor"]), ["/slug", ""]);
  assert.deepEqual(codes([["slug"], "eventColor"]), [""]);
  assert.deepEqual(codes([""]), []);
  const other = calendar.form({ id: "a", name: "First" });
  other.set("eventColor", "#abc");
  const before = other.getSnapshot().issuesElsewhere(["name"]);
  other.set("name", "Second");
  assert.deepEqual(
    [before.length, other.getSnapshot().issuesElsewhere(["name"]) === before],
    [1, true],
  );
});

const RANGES = [
  ["09:00", "12:00"],
  ["13:00", "17:00"],
];
const daily = (days, ranges) => ({
  daysOfTheWeek: days,
  hours: ranges.map((times) => {
    const [[openHour, openMinute], [closeHour, closeMinute]] = times.map(
      (time) => time.split(":").map(Number),
    );
    return { openHour, openMinute, closeHour, closeMinute };
  }),
});

test("a range stays where it is while its time is typed, with its key, in one undo step", () => {
  for (const days of [[1], [1, 2, 3, 4, 5]]) {
    const form = calendar.form({ id: "a", openHours: [daily(days, RANGES)] });
    const monday = () => form.getSnapshot().week({ paths: true }).monday;
    const [first, second] = monday();
    // What a time input says while 1530 is typed over 13:00.
    for (const text of ["01:00", "15:00", "15:03", "15:30"]) {
      form.type(second.places.open, text);
      assert.deepEqual(
        monday().map(({ key, open, close }) => [key, open, close]),
        [
          [first.key, "09:00", "12:00"],
          [second.key, text, "17:00"],
        ],
      );
      assert.equal(form.getSnapshot().text(second.places.open), text);
    }
    assert.deepEqual(form.getSnapshot().week().monday, [
      ["09:00", "12:00"],
      ["15:30", "17:00"],
    ]);
    if (days.length > 1)
      assert.deepEqual(form.getSnapshot().week().tuesday, RANGES);
    form.undo();
    assert.deepEqual(
      [
        form.getSnapshot().week().monday,
        form.getSnapshot().canUndo,
        form.getSnapshot().changes,
      ],
      [RANGES, false, []],
    );
  }
});

test("a time is typed as people write it, and is an issue until it can be read", () => {
  const form = calendar.form({
    id: "a",
    openHours: [daily([1, 2], [["13:00", "17:00"]])],
  });
  const [range] = form.getSnapshot().week({ paths: true }).monday;
  const shown = () => form.getSnapshot().week({ paths: true }).monday[0].open;
  for (const [text, means] of [
    ["9", "09:00"],
    ["9:", undefined],
    ["9:3", undefined],
    ["9:30", "09:30"],
    ["", undefined],
    ["half past", undefined],
    ["9:30 am", "09:30"],
  ]) {
    form.type(range.places.open, text);
    assert.equal(shown(), text);
    const messages = form
      .getSnapshot()
      .issuesAt(range.places.open)
      .map(({ message }) => message);
    if (means)
      assert.deepEqual(
        [messages, form.getSnapshot().ok, form.getSnapshot().week().monday],
        [[], true, [[means, "17:00"]]],
        text,
      );
    else
      assert.deepEqual(
        [messages, form.getSnapshot().ok],
        [["Enter a time such as 09:30."], false],
        text,
      );
    assert.deepEqual(form.getSnapshot().issuesAt(range.places.close), []);
    assert.deepEqual(form.getSnapshot().issuesAtDay("tuesday"), []);
  }
  form.leave(range.places.open);
  assert.equal(shown(), "09:30");
  form.undo();
  assert.deepEqual(
    [shown(), form.getSnapshot().canUndo],
    ["13:00", false],
    "one place is one step",
  );
  assert.throws(() => form.type(["openHours", "monday", "7", "open"], "9"), {
    code: "form_path",
  });
  assert.equal(
    form.getSnapshot().text(["openHours", "monday", "7", "open"]),
    "",
  );
});

test("hours that are set keep their order, and each range its key", () => {
  const form = calendar.form({ id: "a", availabilities: [] });
  const christmas = () =>
    form
      .getSnapshot()
      .dates({ paths: true })
      ["2026-12-24"].map(({ key, open }) => [key, open]);
  form.setDate("2026-12-24", [
    ["13:00", "17:00"],
    ["09:00", "12:00"],
  ]);
  assert.deepEqual(christmas(), [
    ["0", "13:00"],
    ["1", "09:00"],
  ]);
  form.setDate("2026-12-24", [
    ["13:00", "17:00"],
    ["10:00", "12:00"],
    ["18:00", "19:00"],
  ]);
  assert.deepEqual(christmas(), [
    ["0", "13:00"],
    ["1", "10:00"],
    ["2", "18:00"],
  ]);
  form.setDate("2026-12-24", [
    ["10:00", "12:00"],
    ["18:00", "19:00"],
  ]);
  assert.deepEqual(christmas(), [
    ["1", "10:00"],
    ["2", "18:00"],
  ]);
  form.setDay("monday", [
    ["13:00", "17:00"],
    ["9", "12:3"],
  ]);
  assert.deepEqual(form.getSnapshot().week().monday, [
    ["13:00", "17:00"],
    ["09:00", "12:3"],
  ]);
  // One time that is set again and again is one step, as it is typed.
  const before = form.getSnapshot().draft;
  for (const close of ["12:03", "12:30"])
    form.setDay("monday", [
      ["13:00", "17:00"],
      ["09:00", close],
    ]);
  form.undo();
  assert.equal(form.getSnapshot().draft, before);
});

test("a date is shown as an input takes it, and typed as text", () => {
  const form = calendar.form({
    id: "a",
    availabilities: [{ date: "2026-12-24T00:00:00.000Z", hours: [] }],
  });
  const place = "availabilities.0.date";
  assert.equal(form.getSnapshot().text(place), "2026-12-24");
  form.type(place, "2026-12-2");
  assert.deepEqual(
    [form.getSnapshot().text(place), form.getSnapshot().ok],
    ["2026-12-2", false],
  );
  form.type(place, "2026-12-25");
  assert.deepEqual(
    [form.getSnapshot().text(place), form.getSnapshot().ok],
    ["2026-12-25", true],
  );
  assert.equal(
    form.body().value.availabilities[0].date,
    "2026-12-25T00:00:00.000Z",
  );
});

test("an expired token is a refusal of the save, and no error of the draft", () => {
  const form = calendar.form({ id: "a", slug: "a" });
  form.set("slug", "b");
  let heard = 0;
  form.subscribe(() => heard++);
  form.refused(
    calendar.response({ status: 429, text: '{"message":"Too Many Requests"}' }),
  );
  const { ok, issues, refusal } = form.getSnapshot();
  assert.deepEqual(
    [ok, issues, refusal.reason, refusal.retry, heard],
    [true, [], "rate-limited", true, 1],
  );
  assert.match(refusal.messages.join(), /Too Many Requests/);
  form.refused(
    calendar.response({
      status: 422,
      text: '{"message":["slug must be unique"]}',
    }),
  );
  assert.deepEqual(
    [form.getSnapshot().refusal, form.getSnapshot().ok],
    [undefined, false],
  );
  form.clearRefusal();
  assert.deepEqual(
    [
      form.getSnapshot().issues,
      form.getSnapshot().ok,
      form.getSnapshot().canUndo,
    ],
    [[], true, true],
  );
  form.refused({ texts: ["Invalid token"], reason: "unauthorized" });
  form.saved({ id: "a", slug: "b" });
  assert.equal(form.getSnapshot().refusal, undefined);
  assert.throws(() => form.refused({ texts: ["no"], reason: "weather" }), {
    code: "option",
  });
});

test("each issue of a form has a key of its own, which stays in another language", () => {
  const form = calendar.form({ id: "a", slug: "a" });
  form.set("eventColor", "red");
  form.refused({ texts: ["no way", "really not", "no way"] });
  const keys = form.getSnapshot().issues.map(({ key }) => key);
  assert.equal(new Set(keys).size, keys.length);
  assert.ok(keys.length >= 3);
  form.reword({ message: { color_format: "bitte eine Farbe" } });
  assert.deepEqual(
    form.getSnapshot().issues.map(({ key }) => key),
    keys,
  );
});

test("a listener hears of the state under the new profile", () => {
  const form = calendar.form({ id: "a", name: "n" });
  form.set(["zzz"], 1);
  let heard;
  form.subscribe(() => {
    heard = form.getSnapshot();
  });
  for (const [profile, ok] of [
    ["service", false],
    ["specification", true],
  ]) {
    form.setProfile(profile);
    assert.equal(heard, form.getSnapshot());
    assert.equal(heard.ok, ok);
  }
  form.free();
});

test("arguments that are no options throw errors with a code", () => {
  const form = calendar.form({});
  const state = form.getSnapshot();
  for (const call of [
    () => calendar.form({}, null),
    () => calendar.form({}, 5),
    () => calendar.validate({}, null),
    () => calendar.fix({}, null),
    () => calendar.body({}, {}, null),
    () => calendar.diff({}, {}, null),
    () => calendar.merge({}, {}, {}, null),
    () => calendar.review({}, {}, null),
    () => calendar.describe(null),
    () => calendar.standard(null),
    () => calendar.request(null),
    () => calendar.response(null),
    () => calendar.response(),
    () => configure(null),
    () => say({ opening: "week" }, null),
    () => reword([], null),
    () => sandbox({}, null),
    () => form.body(null),
    () => form.saved({}, null),
    () => form.batch(null),
    () => form.subscribe(null),
    () => form.refused(null),
    () => form.fix(null),
    () => form.revert(null),
    () => form.resolve(null, "ours"),
    () => state.week(null),
    () => state.dates(null),
    () => state.issuesAt("name", null),
    () => state.issuesElsewhere("name"),
    () => state.issuesElsewhere(),
    () => state.issuesAtDay(null),
    () => state.issuesAtDate(null),
  ])
    assert.throws(call, { code: "option" }, String(call));
  for (const call of [
    () => form.set(null, 1),
    () => form.type(null, "1"),
    () => form.leave(null),
    () => form.reset(null),
    () => state.get(null),
    () => state.text(null),
    () => state.isDirty(null),
    () => state.issuesElsewhere([null]),
  ])
    assert.throws(call, { code: "form_path" }, String(call));
});

test("typed text means what it surely means, and is never rounded", () => {
  const form = calendar.form({});
  const typed = (place, text) => {
    form.type(place, text);
    assert.equal(form.getSnapshot().text(place), text);
    return form.getSnapshot().get(place);
  };
  assert.equal(typed("isActive", "true"), true);
  assert.equal(typed("isActive", "false"), false);
  assert.equal(form.getSnapshot().ok, true);
  assert.equal(typed("isActive", "yes"), "yes");
  for (const [text, value] of [
    ["1,", 1],
    ["1,5", 1.5],
    ["1,50", 1.5],
    ["0,125", 0.125],
    ["1234,567", 1234.567],
    [",5", 0.5],
    ["-1,5", -1.5],
    ["1,500", "1,500"],
    ["12,345", "12,345"],
    ["1,2,3", "1,2,3"],
    ["1,5.2", "1,5.2"],
    [",", ","],
    ["9007199254740991", 9007199254740991],
    ["9007199254740992", 9007199254740992],
    ["9007199254740993", "9007199254740993"],
    ["-9007199254740993", "-9007199254740993"],
    ["+9007199254740992", 9007199254740992],
    ["9007199254740993.0", "9007199254740993.0"],
    ["1e21", 1e21],
    ["1e400", "1e400"],
  ])
    assert.equal(typed("slotDuration", text), value);
  form.type("slotDuration", "1,5");
  form.leave("slotDuration");
  assert.equal(form.getSnapshot().text("slotDuration"), "1.5");
  form.type("name", "1,5");
  assert.equal(form.getSnapshot().get("name"), "1,5");
});

test("a freed form says so in every method, and shows its last state", () => {
  const form = calendar.form({ name: "First visit" });
  form.set("slug", "intake");
  const end = form.subscribe(() => {});
  form.free();
  for (const [name, given] of Object.entries({
    set: ["name", "x"],
    type: ["name", "x"],
    leave: ["name"],
    insert: ["/teamMembers/-", {}],
    remove: ["name"],
    move: ["/teamMembers/0", 0],
    reset: [],
    revert: [{ key: "slug", kind: "add" }],
    resolve: [{ key: "slug" }, "ours"],
    fix: [{ code: "blank", path: ["name"] }],
    fixAll: [],
    refused: [{ texts: ["no"] }],
    clearRefusal: [],
    setProfile: ["service"],
    setDay: ["monday", []],
    setDate: ["2026-12-24", []],
    batch: [() => {}],
    undo: [],
    redo: [],
    clearHistory: [],
    body: [],
    reword: [{}],
    rebase: [{}],
    saved: [{}],
    subscribe: [() => {}],
  }))
    assert.throws(() => form[name](...given), { code: "form_freed" }, name);
  end();
  assert.equal(form.getSnapshot().text("slug"), "intake");
});

function hoursOf(openHour, closeHour) {
  return { openHour, openMinute: 0, closeHour, closeMinute: 0 };
}

test("an earlier state knows what the service had refused", () => {
  const form = calendar.form({
    name: "First visit",
    slug: "first-visit",
    openHours: [{ daysOfTheWeek: [1], hours: [hoursOf(9, 17)] }],
    availabilities: [{ date: "2026-12-24T00:00:00.000Z", hours: [] }],
  });
  form.refused({
    texts: [
      "name is taken",
      "openHours.0.hours must be shorter",
      "availabilities.0.date must be later",
    ],
  });
  const refused = form.getSnapshot();
  assert.equal(refused.issues.length, 3);
  form.clearRefusal();
  const accepted = form.getSnapshot();
  form.set("slug", "second-visit");
  assert.deepEqual([refused.ok, accepted.ok], [false, true]);
  const paths = (issues) => issues.map(({ path }) => path[0]);
  assert.deepEqual(paths(refused.issuesAtDay("monday")), ["openHours"]);
  assert.deepEqual(paths(refused.issuesAtDay("tuesday")), []);
  assert.deepEqual(paths(refused.issuesAtDate("2026-12-24")), [
    "availabilities",
  ]);

  form.refused({ texts: ["name is taken"] });
  const last = form.getSnapshot();
  form.free();
  assert.deepEqual([last.ok, form.getSnapshot().ok], [false, false]);
});

/** Hours of which the last range overlaps one in each entry, and has a fix for one of the two. */
const OVERLAPPING = [
  { daysOfTheWeek: [1], hours: [hoursOf(8, 18), hoursOf(19, 20)] },
  { daysOfTheWeek: [1, 2], hours: [hoursOf(9, 12), hoursOf(10, 11)] },
];

test("each issue at a range has a key of its own, and its own fix", () => {
  const place = ["openHours", 1, "hours", 1];
  const opened = () => {
    const form = calendar.form({});
    form.set("openHours", OVERLAPPING);
    return form;
  };
  const form = opened();
  const before = form.getSnapshot().issuesAt(place);
  const overlaps = before.filter(({ code }) => code === "hours_overlap");
  assert.equal(overlaps.length, 2);
  assert.equal(new Set(before.map(({ key }) => key)).size, before.length);
  const [withoutFix, withFix] = overlaps;
  assert.equal(withoutFix.fix, undefined);

  const keys = () =>
    form
      .getSnapshot()
      .issuesAt(place)
      .map(({ key }) => key);
  const all = keys();
  form.set(["openHours", 0, "hours", 1, "closeHour"], 21);
  form.set("name", "First visit");
  assert.deepEqual(keys(), all);
  form.undo();
  form.undo();

  const { draft } = form.getSnapshot();
  assert.deepEqual(form.fix(withoutFix).issues, { added: [], removed: [] });
  assert.equal(form.getSnapshot().draft, draft);
  const { code, path, params, key } = withFix;
  for (const given of [
    withFix,
    { key },
    { code, path, params },
    { code, path },
  ]) {
    const form = opened();
    form.fix(given);
    assert.deepEqual(form.getSnapshot().get("openHours")[1].hours, [
      hoursOf(9, 12),
    ]);
  }
  form.fix(withFix);
  assert.deepEqual(form.fix(withFix).issues.removed, [], "it is gone");
  assert.throws(() => form.fix({}), { code: "option" });
});

test("issues of equal ranges have keys of their own too", () => {
  const form = calendar.form({});
  const same = hoursOf(9, 12);
  form.set("openHours", [
    { daysOfTheWeek: [1], hours: [same] },
    { daysOfTheWeek: [1], hours: [same] },
    { daysOfTheWeek: [1], hours: [hoursOf(10, 11)] },
  ]);
  const keys = () => form.getSnapshot().issues.map(({ key }) => key);
  assert.equal(new Set(keys()).size, keys().length);
  const before = keys();
  form.reword({ message: { hours_overlap: "Überschneidung" } });
  assert.deepEqual(keys(), before);
  form.set(["openHours", 1, "hours", 0, "closeMinute"], 15);
  assert.equal(new Set(keys()).size, keys().length);
});

test("each issue of any draft has a key of its own, and its own fix", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(calendar, location).chain((kind) =>
        fc.record({
          kind: fc.constant(kind),
          edited: arbitraries.edited(kind),
          edits: fc.array(fc.tuple(pick, value, fc.option(step)), {
            maxLength: 6,
          }),
        }),
      ),
      ({ kind, edited, edits }) => {
        const form = kind.form(edited.stored);
        form.set([], edited.draft);
        for (const [number, value, name] of edits) {
          const all = places(form.getSnapshot().draft);
          const place = all[number % all.length];
          try {
            form.set(name === null ? place : [...place, name], value);
          } catch (error) {
            assert.equal(error.code, "form_path");
          }
          const { issues } = form.getSnapshot();
          const keys = new Set(issues.map(({ key }) => key));
          assert.equal(keys.size, issues.length);
        }
        form.free();
      },
    ),
    { numRuns: RUNS, seed: SEED },
  );
});

test("what changes nothing leaves the snapshot, the steps and the listeners as they were", () => {
  const record = {
    name: "First visit",
    openHours: [{ daysOfTheWeek: [1], hours: [hoursOf(9, 17)] }],
    teamMembers: [{ userId: "u-ada" }, { userId: "u-ben" }],
  };
  const form = calendar.form(record, { pause: 0 });
  form.set("slug", "my slug");
  form.set("slug", "intake");
  form.undo();
  const before = form.getSnapshot();
  let heard = 0;
  form.subscribe(() => heard++);
  for (const [name, edit] of Object.entries({
    move: () => form.move(["teamMembers", 1], 1),
    "empty batch": () => form.batch(() => {}),
    "batch of batches": () => form.batch(() => form.batch(() => {})),
    "edit and its reverse": () =>
      form.batch(() => {
        form.set("name", "Intake");
        assert.equal(form.getSnapshot().draft.name, "Intake");
        form.set("eventColor", "red");
        form.move(["teamMembers", 1], 0);
        form.setDay("monday", [["9", "18"]]);
        form.remove("eventColor");
        form.setDay("monday", [["9", "17"]]);
        form.move(["teamMembers", 1], 0);
        form.batch(() => form.set("name", "First visit"));
      }),
    "issue and its end": () =>
      form.batch(() => {
        form.set("name", "");
        form.set("name", "First visit");
      }),
    "edit that throws": () =>
      assert.throws(() =>
        form.batch(() => {
          form.set("name", "Intake");
          form.set("name", "First visit");
          throw new TypeError("in the end");
        }),
      ),
    reset: () => form.reset("name"),
    rebase: () => form.rebase(record),
    profile: () => form.setProfile("specification"),
    leave: () => form.leave("name"),
  })) {
    edit();
    assert.equal(form.getSnapshot(), before, name);
    assert.equal(heard, 0, name);
  }
  assert.throws(() => form.move(["teamMembers", 2], 2), { code: "form_path" });
  assert.deepEqual([before.canUndo, before.canRedo], [true, true]);
  form.redo();
  assert.equal(form.getSnapshot().draft.slug, "intake");
  form.undo();
  form.undo();
  assert.deepEqual(form.getSnapshot().changes, []);
  assert.equal(form.getSnapshot().canUndo, false);
  form.batch(() => form.set("name", "Intake"));
  assert.equal(
    form.getSnapshot().canRedo,
    false,
    "an edit ends what was undone",
  );
  const opened = calendar.form({ name: "First visit" });
  const first = opened.getSnapshot();
  opened.clearHistory();
  assert.equal(opened.getSnapshot(), first);
});

test("a batch that takes back its edits still tells what went with them", () => {
  const form = calendar.form({ name: "First visit", slug: "a" });
  form.set("slug", "b");
  form.undo();
  form.refused({ texts: ["name is taken"] });
  let heard = 0;
  form.subscribe(() => heard++);
  form.batch(() => {
    form.set("name", "Intake");
    form.set("name", "First visit");
  });
  const { ok, issues, canUndo, canRedo } = form.getSnapshot();
  assert.deepEqual([ok, issues, canUndo, canRedo], [true, [], false, true]);
  assert.ok(heard > 0);
  form.batch(() => {
    form.set("name", "Intake");
    form.rebase({ name: "First visit", slug: "a", notes: "theirs" });
    form.set("name", "First visit");
    form.set("name", "Intake");
  });
  assert.equal(form.getSnapshot().draft.name, "Intake");
  form.undo();
  assert.equal(form.getSnapshot().draft.name, "First visit");
  assert.equal(form.getSnapshot().canUndo, false);
  const freed = calendar.form({ name: "First visit" });
  freed.batch(() => {
    freed.set("name", "Intake");
    freed.free();
  });
  assert.equal(freed.getSnapshot().draft.name, "Intake");
});

test("a conflict is resolved to a base without a value as the body has it", () => {
  const base = { id: "a" };
  for (const [name, ours, theirs] of [
    ["notes", "Ring once.", "Ring twice."],
    ["slotDuration", 45, 20],
    ["autoConfirm", true, false],
  ]) {
    const form = calendar.form(base);
    form.set(name, ours);
    const stored = { ...base, [name]: theirs };
    form.rebase(stored);
    const [conflict] = form.getSnapshot().conflicts;
    assert.equal(conflict.key, name);
    form.resolve(conflict, "base");
    const { draft, changes, conflicts } = form.getSnapshot();
    assert.deepEqual([changes, conflicts], [[], []]);
    assert.equal(draft[name], theirs);
    assert.equal(form.body().value[name], theirs);
    form.undo();
    assert.equal(form.getSnapshot().draft[name], ours);
    assert.equal(form.getSnapshot().conflicts.length, 1);
  }
  const form = calendar.form(base);
  form.set("teamMembers", [{ userId: "u-ada" }]);
  form.rebase({ ...base, teamMembers: [{ userId: "u-ben" }] });
  form.set("teamMembers", [{ userId: "u-ada" }]);
  for (const conflict of form.getSnapshot().conflicts)
    form.resolve(conflict, "base");
  assert.deepEqual(
    form.body().value.teamMembers ?? [],
    form.getSnapshot().draft.teamMembers ?? [],
  );
});

test("an empty object over a list is an error, and no wish to clear it", () => {
  const stored = {
    teamMembers: [{ userId: "u-ada" }],
    locationConfigurations: [{ kind: "zoom_conference" }],
    availabilities: [{ date: "2026-12-24T00:00:00.000Z", hours: [] }],
    openHours: [{ daysOfTheWeek: [1], hours: [hoursOf(9, 17)] }],
  };
  for (const name of Object.keys(stored)) {
    const form = calendar.form(stored);
    form.set(name, {});
    const [issue] = form.getSnapshot().issuesAt(name);
    assert.deepEqual(
      [issue.code, issue.severity, form.getSnapshot().ok],
      ["wrong_shape", "error", false],
    );
    assert.equal(form.body().canSend, false);
    const draft = { [name]: {} };
    const { report, body } = calendar.review(stored, draft);
    assert.deepEqual([report.ok, body.canSend], [false, false]);
    assert.equal(calendar.validate(draft, { stored }).ok, false);
    form.set(name, []);
    assert.equal(form.getSnapshot().ok, true, "this clears it");
  }
  const form = calendar.form({ ...stored, teamMembers: {} });
  assert.equal(form.getSnapshot().ok, true, "it is stored so");
});
