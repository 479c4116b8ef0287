/**
 * How fast the package is, beside its peers and by the same rules: `cargo xtask bench speed`, with `--quick` for a short run.
 * Every answer is checked once before it is timed. Times of one run compare with each other, and with nothing else.
 */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { calendar } from "calendiff";
import fastJsonPatch from "fast-json-patch";
import microdiff from "microdiff";

import { calendarOf, edited, SIZES, withFaults } from "./calendars.mjs";
import { differ, tools } from "./diff-tools.mjs";
import * as ajv from "./peers/ajv.mjs";
import { bundle, measuredWith, MODULES } from "./peers/bundle.mjs";
import {
  inItsOwnWords,
  withAllRules,
  withSomeRules,
} from "./peers/json-schema.mjs";
import * as typebox from "./peers/typebox.mjs";
import * as valibot from "./peers/valibot.mjs";
import * as zod from "./peers/zod.mjs";
import * as zodMini from "./peers/zod-mini.mjs";
import { median, race } from "./race.mjs";

const { quick } = parseArgs({ options: { quick: { type: "boolean" } } }).values;
/** For each way of each row, once it is warm. */
const SECONDS = quick ? 0.05 : 0.4;
const SAMPLES = quick ? 3 : 15;

const OURS = "calendiff";
const YARDSTICK = "JSON.stringify, for comparison";

/** Each with `check`, which gives what it says of a draft, and `findings`, which reads the places out of that. */
const peer = ({ compile, findings }, given) => ({
  check: compile(given),
  findings,
});
const checkers = {
  [OURS]: {
    check: (draft) => calendar.validate(draft).issues,
    findings: (issues) => issues,
  },
  ajv: peer(ajv, withAllRules()),
  "ajv, JSON Schema alone": peer(ajv, inItsOwnWords()),
  typebox: peer(typebox, withSomeRules()),
  "typebox, JSON Schema alone": peer(typebox, inItsOwnWords()),
  valibot: peer(valibot, true),
  zod: peer(zod, true),
  "zod/mini": peer(zodMini, true),
};

/** A table whose columns are the sizes: `measure(dates)` gives the time of each row at one size. */
function bySize(heading, reference, measure) {
  const columns = Object.entries(SIZES).map(([size, dates]) => ({
    size,
    times: measure(dates),
  }));
  const line = (name, cells) =>
    console.log(
      name.padEnd(40) +
        cells
          .map(([time, ratio]) => time.padStart(12) + ratio.padStart(8))
          .join(""),
    );
  console.log();
  line(
    heading,
    columns.map(({ size }) => [`${size}, µs`, "×"]),
  );
  for (const name of Object.keys(columns[0].times)) {
    line(
      name,
      columns.map(({ times }) => [
        digits(times[name]),
        digits(times[name] / times[reference]),
      ]),
    );
  }
}

/** No more digits than the measure is worth. */
function digits(number) {
  if (number >= 100) return Math.round(number).toLocaleString("en");
  if (number >= 0.995) return number.toFixed(number >= 10 ? 1 : 2);
  return number.toPrecision(2);
}

function importing() {
  const ours = {
    [OURS]: `import { calendar } from "calendiff"; export const check = (draft) => calendar.validate(draft).issues;`,
    "calendiff/validate": `import { calendar } from "calendiff/validate"; export const check = (draft) => calendar.validate(draft).issues;`,
    "calendiff/slim, with its file": `
      import { readFileSync } from "node:fs";
      import { fileURLToPath } from "node:url";
      import { calendar, initSync } from "calendiff/slim";
      initSync(readFileSync(fileURLToPath(import.meta.resolve("calendiff/calendiff.wasm"))));
      export const check = (draft) => calendar.validate(draft).issues;`,
  };
  return {
    "a module with nothing in it": "export const check = () => [];",
    ...ours,
    ...MODULES,
  };
}

/** A fresh process for each sample. Modules of npm are imported as they are installed. */
async function firstAnswers() {
  const folder = mkdtempSync(
    join(import.meta.dirname, "node_modules", ".speed-"),
  );
  try {
    const draft = join(folder, "draft.json");
    writeFileSync(draft, JSON.stringify(calendarOf(SIZES["3 kB"])));
    const runs = [];
    for (const [name, code] of Object.entries(importing())) {
      const module = join(folder, `${runs.length}.mjs`);
      writeFileSync(
        module,
        await bundle(code, { packages: "external", platform: "node" }),
      );
      runs.push({ name, module, times: [] });
    }
    for (let sample = 0; sample < SAMPLES; sample++)
      for (const { module, times } of runs)
        times.push(firstAnswer(module, draft));
    return Object.fromEntries(
      runs.map(({ name, times }) => [name, median(times)]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function firstAnswer(module, draft) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, "first-answer.mjs"), module, draft],
    { encoding: "utf8" },
  );
  assert.equal(status, 0, stderr);
  return Number(stdout);
}

function printFirstAnswers(times) {
  console.log(
    `\n${"import to first answer".padEnd(40)}${"ms".padStart(12)}${"×".padStart(8)}`,
  );
  for (const [name, time] of Object.entries(times)) {
    console.log(
      name.padEnd(40) +
        digits(time).padStart(12) +
        digits(time / times[OURS]).padStart(8),
    );
  }
}

function validating(draft) {
  const ways = Object.entries(checkers).map(([name, { check }]) => [
    name,
    () => check(draft),
  ]);
  return race(
    { [YARDSTICK]: () => JSON.stringify(draft), ...Object.fromEntries(ways) },
    SECONDS,
  );
}

function validatingClean(dates) {
  const draft = calendarOf(dates);
  for (const [name, { check }] of Object.entries(checkers))
    assert.deepEqual(check(draft), [], name);
  return validating(draft);
}

/** How many of the faults a checker tells at their places. */
function hits({ check, findings }, { faulty, places }) {
  const told = findings(check(faulty)).map(({ path }) => path.join("/"));
  return places.filter((place) =>
    told.some((at) => at === place || at.startsWith(`${place}/`)),
  ).length;
}

function validatingFaulty(dates) {
  const planted = withFaults(calendarOf(dates));
  for (const [name, checker] of Object.entries(checkers)) {
    const found = hits(checker, planted);
    assert.ok(
      found === planted.places.length || (name !== OURS && found > 0),
      `${name} finds ${found} faults`,
    );
  }
  return validating(planted.faulty);
}

/** The keystrokes: a member at the top, and one deep inside. Both values differ from what is stored and are right. */
const KEYSTROKES = {
  "the name": {
    path: () => ["name"],
    values: ["Rose Lane Clini", "Rose Lane Clin"],
  },
  "an hour of the date in the middle": {
    path: (dates) => ["availabilities", dates >> 1, "hours", 0, "closeHour"],
    values: [11, 10],
  },
};

function put(draft, path, value) {
  const parent = path.slice(0, -1).reduce((inner, step) => inner[step], draft);
  parent[path.at(-1)] = value;
}

const FORM = "calendiff, Form.set";
const WHOLE = "calendiff, validate and diff";

/** What a form asks after a keystroke, how many issues there are and how many changes: no issue, and one change. */
const watchers = {
  [WHOLE]: (stored) => (draft) => [
    calendar.validate(draft).issues.length,
    calendar.diff(stored, draft).changes.length,
  ],
  "ajv + fast-json-patch": (stored) => (draft) => [
    checkers.ajv.check(draft).length,
    fastJsonPatch.compare(stored, draft).length,
  ],
  "zod + microdiff": (stored) => (draft) => [
    checkers.zod.check(draft).length,
    microdiff(stored, draft).length,
  ],
  "valibot + jsondiffpatch": (stored) => (draft) => [
    checkers.valibot.check(draft).length,
    Object.keys(differ.diff(stored, draft)).length,
  ],
};

/** For each way a function that types the other value and reads what is said then, and one to call at the end. */
function typing(stored, path, values) {
  const turns = () => {
    let turn = 0;
    return () => values[turn++ % values.length];
  };
  const ways = Object.entries(watchers).map(([name, watch]) => {
    const [draft, next, said] = [
      structuredClone(stored),
      turns(),
      watch(stored),
    ];
    const type = () => {
      put(draft, path, next());
      return said(draft);
    };
    return [name, type];
  });
  const [form, next] = [calendar.form(stored), turns()];
  const type = () => {
    form.set(path, next());
    return [
      form.getSnapshot().issues.length,
      form.getSnapshot().changes.length,
    ];
  };
  return {
    ways: { [FORM]: type, ...Object.fromEntries(ways) },
    end: () => form.free(),
  };
}

function typed(dates, { path, values }) {
  const stored = calendarOf(dates);
  const { ways, end } = typing(stored, path(dates), values);
  for (const [name, type] of Object.entries(ways))
    for (const _ of values) assert.deepEqual(type(), [0, 1], name);
  const times = race(
    { [YARDSTICK]: () => JSON.stringify(stored), ...ways },
    SECONDS,
  );
  end();
  return times;
}

function diffing(dates) {
  const stored = calendarOf(dates);
  const wanted = edited(stored);
  const ways = Object.entries(tools).map(([name, { diff, applied }]) => {
    const patch = JSON.parse(JSON.stringify(diff(stored, wanted)));
    assert.deepEqual(applied(structuredClone(stored), patch), wanted, name);
    return [DIFFERS[name] ?? name, () => diff(stored, wanted)];
  });
  return race(
    { [YARDSTICK]: () => JSON.stringify(stored), ...Object.fromEntries(ways) },
    SECONDS,
  );
}

/** What a form does beside taking edits, in units of what it replaces: a fresh validation of the whole draft. */
function inForm(dates) {
  const stored = calendarOf(dates);
  const [wanted, theirs] = [edited(stored), { ...stored, slotDuration: 45 }];
  const [form, undone] = [calendar.form(stored), calendar.form(stored)];
  for (const each of [form, undone]) each.set([], wanted);
  const others = [theirs, stored];
  let turn = 0;
  const ways = {
    [FRESH]: () => calendar.validate(wanted),
    "open a form": () => calendar.form(stored).free(),
    body: () => form.body(),
    "undo and redo of four edits": () => {
      undone.undo();
      undone.redo();
    },
    rebase: () => form.rebase(others[turn++ % others.length]),
  };
  assert.deepEqual(form.body().value, calendar.body(stored, wanted).value);
  const times = race(ways, SECONDS);
  form.rebase(stored);
  for (const each of [form, undone]) {
    assert.deepEqual(each.draft, wanted);
    each.free();
  }
  return times;
}

const FRESH = "validate, the whole draft";

/** What the tools are called here. */
const DIFFERS = {
  "in npm": OURS,
  jsondiffpatch: "jsondiffpatch, as JSON Patch",
  "its delta": "jsondiffpatch, its delta",
};

/** Who tells how many of the faults where not all are told. */
function tells() {
  const planted = withFaults(calendarOf(SIZES["3 kB"]));
  const counts = Object.entries(checkers).map(([name, checker]) => ({
    name,
    count: hits(checker, planted),
  }));
  return counts
    .filter(({ count }) => count < planted.places.length)
    .map(({ name, count }) => `${name}: ${count}`)
    .join("; ");
}

console.log(
  `Node ${process.version}. Medians. ×: the time as a multiple of calendiff's; over 1 is slower.`,
);
printFirstAnswers(await firstAnswers());
bySize("validate, nothing wrong", OURS, validatingClean);
bySize("validate, eight faults", OURS, validatingFaulty);
for (const [name, keystroke] of Object.entries(KEYSTROKES)) {
  bySize(`type ${name}`, FORM, (dates) => typed(dates, keystroke));
}
bySize("diff, four edits", OURS, diffing);
bySize("a form with four edits", FRESH, inForm);
console.log(`
import   In a process of its own each, from before the import to the answer on the draft of 3 kB. ajv
         and typebox compile their schemas in it.
validate All but "JSON Schema alone" have the same rules, and tell all eight faults at their fields.
         (${tells()}.)
         ajv and typebox copy nothing, zod and valibot copy the draft, calendiff gives it in canonical
         form, and with each issue a code, words and, where it is certain, a fix.
type     A value changes, then issues and changes are read. The peers check and diff the whole draft.
         calendiff does so in its second row alone.
diff     A color, an hour, a special date at the head, and the team in another order. calendiff gives
         changes with words, a JSON Patch and a merge patch; the others a patch or differences alone.
form     "validate, the whole draft" is what the other rows are measured in.

${measuredWith(["zod", "valibot", "typebox", "ajv", "fast-json-patch", "jsondiffpatch", "rfc6902", "microdiff"])}`);
