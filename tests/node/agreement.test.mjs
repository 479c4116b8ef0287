/**
 * The package, with either WebAssembly, and the crate answer every call with the same bytes. `AGREEMENT_NUMBERS=1000000 AGREEMENT_CALLS=50000 node --test
 * agreement.test.mjs` tries more, natively with optimizations.
 */

import assert from "node:assert/strict";
import { after, test } from "node:test";

import {
  apply,
  applyMergePatch,
  calendar,
  guess,
  invert,
  invertMergePatch,
  location,
  parse,
} from "calendiff";
import { draft, edited, planted, stored } from "calendiff/fast-check";
import * as small from "calendiff/validate";
import fc from "fast-check";

import { VERBS } from "../../pkg/dist/verbs.js";
import { argumentsOf, caseOf, packaged, startCrate } from "./verbs.mjs";

const NUMBERS = Number(process.env.AGREEMENT_NUMBERS ?? 20_000);
const CALLS = Number(process.env.AGREEMENT_CALLS ?? 100);
const kinds = { calendar, location };

const { answers: natively, end } = startCrate({
  profile: CALLS > 5000 ? ["--release"] : [],
});
after(end);

const double = new DataView(new ArrayBuffer(8));
const LANDMARKS = [
  2 ** 53,
  2 ** 63,
  2 ** 64,
  2 ** 32,
  1e21,
  1e-6,
  1e-7,
  Number.MAX_VALUE,
  5e-324,
  2.2250738585072014e-308,
];

/** Doubles of any bits, near where the kinds of numbers end, and halfway between two texts. Zero has no sign in JSON. */
function number(random) {
  const whole = (bits) => Math.floor(random() * 2 ** bits);
  const pick = whole(2);
  let n;
  if (pick === 0) {
    double.setUint32(0, whole(32));
    double.setUint32(4, whole(32));
    n = double.getFloat64(0);
  } else if (pick === 1) {
    double.setFloat64(0, LANDMARKS[whole(16) % LANDMARKS.length]);
    double.setUint32(4, double.getUint32(4) + whole(8) - 128);
    n = double.getFloat64(0) * (random() < 0.5 ? -1 : 1);
  } else if (pick === 2) {
    // Of sixteen digits and a half: 697587566450238.25.
    n = (whole(52) / 2 ** (1 + whole(3))) * (random() < 0.5 ? -1 : 1);
  } else {
    n = Number(`${whole(53)}${"0".repeat(whole(3))}`) * 2 ** (whole(7) - 64);
  }
  // What JSON.stringify writes as an integer of more than 64 bits is refused as text, and a number in JavaScript.
  const isWide =
    Number.isInteger(n) &&
    Math.abs(n) < 1e21 &&
    (n >= 2 ** 64 || n < -(2 ** 63) + 2048);
  return Number.isFinite(n) && !isWide ? n + 0 : number(random);
}

/** The same numbers at every run. */
function seeded(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test("every verb of a kind is compared, here or elsewhere", () => {
  for (const kind of [calendar, location]) {
    const verbs = Object.keys(kind).filter(
      (name) => typeof kind[name] === "function",
    );
    assert.deepEqual(
      verbs.filter(
        (name) => !Object.hasOwn(VERBS, name) && !ELSEWHERE.includes(name),
      ),
      [],
    );
  }
});

test(`${NUMBERS} numbers are printed, compared and put into words alike`, async () => {
  const random = seeded(21);
  for (let left = NUMBERS; left > 0; left -= 1000) {
    const numbers = Array.from({ length: Math.min(left, 1000) }, () =>
      number(random),
    );
    const text = JSON.stringify(numbers);
    const messages = numbers
      .slice(0, 50)
      .map((slotDuration) =>
        JSON.stringify(["validate", "calendar", { slotDuration }, {}]),
      );
    const [same, parsed, ...found] = await natively([
      `["apply",${text},[]]`,
      JSON.stringify(["parse", text]),
      ...messages,
    ]);
    const first = (one, other) =>
      numbers.find(
        (_, at) =>
          one.slice(1, -1).split(",")[at] !== other.slice(1, -1).split(",")[at],
      );
    assert.ok(same === text, `${first(same, text)} is printed otherwise`);
    assert.equal(parsed, text);
    assert.ok(
      JSON.stringify(apply(numbers, [])) === text &&
        JSON.stringify(parse(text)) === text,
    );
    for (const [at, answer] of found.entries()) {
      for (const { validate } of [calendar, small.calendar])
        assert.equal(
          packaged(() => validate({ slotDuration: numbers[at] })),
          answer,
        );
    }
  }
});

/** Verbs that are compared elsewhere, or that only pass on another. */
const ELSEWHERE = ["standard", "form", "describe"];
/** The calls of a kind: those of the table, and a review without a span. */
const CALLED = [
  ...Object.entries(VERBS).filter(([verb]) => !ELSEWHERE.includes(verb)),
  ["review", { ...VERBS.review, options: ["profile", "mode"] }],
];
/** Those that `calendiff/validate` has too. */
const SMALL = ["validate", "fix", "normalize"];
/** Those without a kind, as `VERBS` has the others. */
const OTHERS = {
  guess: { takes: ["draft"], options: [] },
  parse: { takes: ["json"], options: [] },
  apply: { takes: ["stored", "patch"], options: [] },
  invert: { takes: ["stored", "patch"], options: [] },
  applyMergePatch: { takes: ["stored", "draft"], options: [] },
  invertMergePatch: { takes: ["stored", "draft"], options: [] },
};
const FUNCTIONS = {
  guess,
  parse,
  apply,
  invert,
  applyMergePatch,
  invertMergePatch,
};

/** A copy in which some numbers are others, of any kind. */
function renumbered(value, random) {
  if (typeof value === "number") return random() < 0.2 ? number(random) : value;
  if (Array.isArray(value))
    return value.map((item) => renumbered(item, random));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      renumbered(member, random),
    ]),
  );
}

const pointers = (value, here = "") =>
  typeof value === "object" && value !== null
    ? [
        here,
        ...Object.entries(value).flatMap(([name, inner]) =>
          pointers(
            inner,
            `${here}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
          ),
        ),
      ]
    : [here];

/** A case of a kind: three records and what is said of them. */
function cases(kind) {
  const records = fc.record(
    {
      edited: edited(kind),
      other: fc.oneof(stored(kind), draft(kind)),
      faulty: planted(kind),
      seed: fc.nat(),
      profile: fc.constantFrom(
        "specification",
        "service",
        "specification-only",
      ),
      mode: fc.constantFrom("full", "changed"),
      absent: fc.constantFrom("keep", "remove"),
    },
    { noNullPrototype: true },
  );
  return records.map(({ edited, other, faulty, seed, ...chosen }) => {
    const random = seeded(seed);
    const stored = renumbered(edited.stored, random);
    const drafts = [
      edited.draft,
      faulty.draft,
      { ...faulty.draft, mine: [number(random), { deep: number(random) }] },
    ];
    const draft = renumbered(drafts[seed % 3], random);
    const places = pointers(stored);
    const place = () => places[Math.floor(random() * places.length)];
    const steps = [
      { op: "copy", from: place(), path: `${place()}/-` },
      { op: "replace", path: place(), value: number(random) },
      { op: "move", from: place(), path: place() },
      { op: "remove", path: place() },
      { op: "add", path: `${place()}/new`, value: draft },
    ];
    const patch = steps.slice(seed % 5);
    const texts = [...Object.keys(draft), "x"]
      .slice(0, 1 + (seed % 4))
      .map((name) => `${name} must be a positive number`);
    const answer =
      texts.length % 2
        ? { status: 422, text: JSON.stringify({ message: texts }) }
        : { status: 200, text: JSON.stringify(stored) };
    return caseOf(kind, {
      stored,
      draft,
      other: renumbered({ ...stored, ...other }, random),
      json: JSON.stringify(draft),
      patch,
      texts,
      ...answer,
      ...chosen,
    });
  });
}

for (const kind of Object.values(kinds)) {
  // Half of them for each kind.
  const count = Math.ceil(CALLS / 2);
  test(`${count} calls of every verb for a ${kind.kind} are answered alike`, async () => {
    for (let left = count, seed = 1; left > 0; left -= 250, seed++) {
      for (const given of fc.sample(cases(kind), {
        numRuns: Math.min(left, 250),
        seed,
      })) {
        const asked = [
          ...CALLED.map(([verb, row]) => [verb, row, kind]),
          ...SMALL.map((verb) => [verb, VERBS[verb], small[kind.kind]]),
          ...Object.entries(OTHERS).map(([verb, row]) => [
            verb,
            row,
            FUNCTIONS,
          ]),
        ].map(([verb, row, of]) => {
          const taken = argumentsOf(row, given);
          const head = of === FUNCTIONS ? [verb] : [verb, kind.kind];
          return {
            verb:
              of === small[kind.kind] ? `${verb} of calendiff/validate` : verb,
            call: JSON.stringify([...head, ...taken]),
            answer: () => of[verb](...taken),
          };
        });
        const answers = await natively(asked.map(({ call }) => call));
        for (const [at, { verb, call, answer }] of asked.entries()) {
          const [ours, theirs] = [packaged(answer), answers[at]];
          if (ours === theirs) continue;
          let from = 0;
          while (ours[from] === theirs[from]) from++;
          const around = (text) =>
            text.slice(Math.max(from - 60, 0), from + 60);
          assert.fail(
            `${verb}: the package ${around(ours)}\nthe crate ${around(theirs)}\n${call}`,
          );
        }
      }
    }
  });
}
