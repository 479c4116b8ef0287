/** Languages: chosen for a call, for all calls, for an open form; whole, in part, or by a function; as the crate says it. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { calendar, configure, location, reword, say } from "calendiff";
import { edited, planted } from "calendiff/fast-check";
import * as reports from "calendiff/report";
import fc from "fast-check";

import { VERBS } from "../../pkg/dist/verbs.js";
import { LANGUAGES } from "./languages.mjs";
import { argumentsOf, caseOf, packaged, startCrate } from "./verbs.mjs";

const { de, en, es, fr, ja } = LANGUAGES;
const FIXTURES = join(import.meta.dirname, "..", "fixtures");

const fixtures = readdirSync(FIXTURES).map((name) => {
  const parse = (file) => {
    try {
      return JSON.parse(
        readFileSync(join(FIXTURES, name, `${file}.json`), "utf8"),
      );
    } catch {
      return undefined;
    }
  };
  const stored = parse("stored");
  return { stored, draft: parse("draft"), theirs: parse("theirs") ?? stored };
});

const kindOf = ({ stored }) =>
  "buiseness" in stored ||
  "business" in stored ||
  "postalCode" in (stored.location ?? stored)
    ? location
    : calendar;

for (const [tag, language] of Object.entries(LANGUAGES)) {
  test(`the package says in ${tag} what the crate says, byte for byte`, async () => {
    const { answers, end } = startCrate({ tag });
    try {
      const asked = [];
      const ask = (kind, { stored, draft, theirs }) => {
        const given = caseOf(kind, {
          stored,
          draft,
          other: theirs,
          profile: "service",
          texts: [
            ...Object.keys(draft).map(
              (name) => `${name} must be a positive number`,
            ),
            "hm",
            "slug should not be empty",
            "property x should not exist",
          ],
          status: 422,
          text: "<h1>no</h1>",
        });
        for (const [verb, row] of Object.entries(VERBS)) {
          if (!row.speaks) continue;
          const taken = argumentsOf(row, given);
          const records = taken.slice(0, row.takes.length);
          const options = { ...taken[row.takes.length], language };
          asked.push([
            JSON.stringify([verb, kind.kind, ...taken]),
            () => kind[verb](...records, options),
          ]);
        }
      };
      for (const fixture of fixtures) ask(kindOf(fixture), fixture);
      const cases = fc.record(
        { edited: edited(calendar), other: planted(calendar) },
        { noNullPrototype: true },
      );
      for (const { edited, other } of fc.sample(cases, {
        numRuns: 15,
        seed: 13,
      }))
        ask(calendar, {
          ...edited,
          theirs: { ...edited.stored, ...other.draft },
        });
      const native = await answers(asked.map(([call]) => call));
      for (const [at, [call, answer]] of asked.entries())
        assert.equal(packaged(answer), native[at], call.slice(0, 300));
      assert.ok(asked.length > 200, String(asked.length));
    } finally {
      end();
    }
  });
}

test("a language is asked for by a call, or chosen for all, and by what is not said in it stays as it was", () => {
  const said = (options) =>
    calendar.validate({ slotDuration: "soon" }, options).issues[0].message;
  try {
    assert.deepEqual(
      [said(), said({ language: de })],
      ["Enter a number.", "Geben Sie eine Zahl ein."],
    );
    configure({ language: ja });
    assert.deepEqual(
      [said(), said({ language: en })],
      ["数値を入力してください。", "Enter a number."],
    );
    assert.equal(
      calendar.diff({}, { autoConfirm: true }).words[0],
      "自動確認：はい（変更前：設定なし）",
    );
    // A part lies over the chosen one.
    assert.equal(
      said({ language: { enter: { number: "数字だけです。" } } }),
      "数字だけです。",
    );
    assert.equal(
      calendar.describe().members.find(({ name }) => name === "eventColor")
        .label,
      "色",
    );
    assert.equal(
      calendar
        .describe({ language: fr })
        .members.find(({ name }) => name === "eventColor").label,
      "couleur",
    );
  } finally {
    configure();
  }
  assert.equal(said(), "Enter a number.");
  for (const use of [said, configure, (options) => calendar.form({}, options)])
    assert.throws(() => use({ language: "de" }), {
      code: "option",
      message: /^language: expected one such as/,
    });
  assert.equal(
    said({ language: { day: undefined, format: undefined } }),
    "Enter a number.",
  );
  // As another library says it; what it does not say is said as usual.
  const t = (code, { expected }) =>
    code === "wrong_type" ? `${code}:${expected}` : undefined;
  assert.equal(said({ language: { message: t } }), "wrong_type:number");
  assert.equal(
    calendar.validate({ slotInterval: 0 }, { language: { message: t } })
      .issues[0].message,
    "Enter more than 0.",
  );
  assert.equal(
    calendar.validate({ slotInterval: 0 }, { language: { ...de, message: t } })
      .issues[0].message,
    "Enter more than 0.",
  );
});

test("each section may be a function, and what it does not return comes from below", () => {
  const { name, tag, one, day, month, ...sections } = de;
  const asked = new Map(
    Object.keys(sections).map((section) => [section, new Set()]),
  );
  // Returns the texts of German that have no parameters, and counts on the rest.
  const functions = Object.fromEntries(
    Object.entries(sections).map(([section, texts]) => [
      section,
      (key, params, ...more) => {
        assert.deepEqual([typeof params, more], ["object", []]);
        asked.get(section).add(key);
        return /\{[a-z]/i.test(texts[key] ?? "{x}") ? undefined : texts[key];
      },
    ]),
  );
  const answers = (language) => {
    const texts = [];
    for (const fixture of fixtures) {
      const { stored, draft, theirs } = fixture;
      const kind = kindOf(fixture);
      texts.push(
        kind.review(stored, draft, { language, profile: "service" }),
        kind.merge(stored, draft, theirs, { language }),
        kind.describe({ language }),
      );
    }
    texts.push(
      say({ list: [1.5, "a"] }, { language }),
      say(
        {
          hours: [
            ["09:00", "12:00"],
            ["13:00", "17:00"],
          ],
        },
        { language },
      ),
      say({ days: [1, 3] }, { language }),
      say({ date: "2026-01-01" }, { language }),
    );
    return texts;
  };
  try {
    configure({ language: de });
    assert.deepEqual(answers(functions), answers(de));
    for (const section of [
      "message",
      "detail",
      "words",
      "basis",
      "type",
      "enter",
      "noun",
      "label",
      "help",
      "format",
    ])
      assert.ok(asked.get(section).size > 0, section);
    // Texts of the whole language lie over the functions' texts.
    configure({ language: functions });
    const own = {
      label: { eventColor: "Farbton" },
      message: { not_above: "Mehr als {min}!" },
    };
    const { issues } = calendar.validate(
      { slotDuration: 0, slotInterval: "x" },
      { language: own },
    );
    assert.deepEqual(
      issues.slice(0, 2).map(({ message }) => message),
      ["Mehr als 0!", "Geben Sie eine Zahl ein."],
    );
    assert.equal(
      calendar.diff({}, { eventColor: "#ff0000" }, { language: own }).words[0],
      "Farbton #ff0000, was not set",
    );
  } finally {
    configure();
  }
  for (const language of [
    { labels: () => "" },
    { day: () => "Sunday" },
    { one: () => 1 },
  ]) {
    assert.throws(() => calendar.validate({}, { language }), {
      code: "option",
    });
  }
});

test("a report takes the texts below a function, which its core cannot call", () => {
  const draft = { slotDuration: 0, eventColor: "#f00" };
  const german = reports.calendar.markdown({ name: "Visit" }, draft, {
    language: de,
  });
  const functions = Object.fromEntries(
    Object.keys(de)
      .filter(
        (name) => typeof de[name] === "object" && !Array.isArray(de[name]),
      )
      .map((name) => [name, () => "never"]),
  );
  try {
    reports.configure({ language: de });
    assert.equal(
      reports.calendar.markdown({ name: "Visit" }, draft, {
        language: functions,
      }),
      german,
    );
    assert.ok(
      reports.calendar
        .markdown({ name: "Visit" }, draft, {
          language: { label: { eventColor: "Farbton" } },
        })
        .includes("Farbton"),
    );
  } finally {
    reports.configure({});
  }
});

test("a text that is undefined is said as before", () => {
  for (const [language, message] of [
    [{ message: { not_above: undefined } }, "Enter more than 0."],
    [
      { ...de, message: { ...de.message, not_above: undefined } },
      "Enter more than 0.",
    ],
  ]) {
    assert.equal(
      calendar.validate({ slotDuration: 0 }, { language }).issues[0].message,
      message,
    );
  }
  const form = calendar.form({ slotDuration: 0 }, { language: de });
  form.reword({
    message: { not_above: undefined },
    label: { slotDuration: "Dauer" },
  });
  assert.match(
    form.getSnapshot().issues[0].message,
    /^Geben Sie mehr als 0 ein/,
  );
});

test("an open form is said in another language, and goes on in it", () => {
  const stored = { name: "Visit", slotDuration: 60, openHours: [] };
  const form = calendar.form(stored);
  form.set("/slotDuration", "soon");
  form.setDay("tuesday", [["09:00", "12:00"]]);
  const before = form.getSnapshot();
  const heard = [];
  form.subscribe((delta) => heard.push(delta));
  form.reword(de);
  assert.equal(
    form.getSnapshot().issues[0].message,
    "Geben Sie eine Zahl ein.",
  );
  assert.equal(
    form.getSnapshot().issues[0].detail,
    "erwartet: Zahl, gefunden: Text (Spezifikation)",
  );
  assert.deepEqual(
    form.getSnapshot().changes.map(({ words }) => words),
    ["Termindauer: soon statt 60", "Dienstag: 09:00–12:00 statt geschlossen"],
  );
  assert.notEqual(form.getSnapshot(), before);
  assert.deepEqual(
    [heard.length, heard[0].issues.removed, heard[0].issues.added],
    [1, before.issues, form.getSnapshot().issues],
  );
  assert.ok(
    Object.isFrozen(form.getSnapshot().issues[0]) &&
      form.getSnapshot().draft === before.draft,
  );
  const { added } = form.set("/eventColor", "red").issues;
  assert.equal(
    added[0].message,
    "Geben Sie die Farbe als # und sechs Stellen ein, etwa #ff0000.",
  );
  const { conflicts, taken } = form.rebase({
    ...stored,
    slotDuration: 45,
    notes: "n",
  });
  assert.match(
    conflicts[0].words,
    /^Termindauer: unsere Fassung soon, andere Fassung 45, bisher 60$/,
  );
  assert.ok(
    taken.some(({ words }) => words === "Notizen: „n“, bisher nicht gesetzt"),
  );
  form.reword(fr);
  assert.match(form.getSnapshot().conflicts[0].words, /notre version/);
  assert.match(form.body().decisions[0].reason, /^demandé ainsi, mais /);
  form.undo();
  form.reword(en);
  assert.equal(
    form.getSnapshot().changes.at(-1).words,
    "Tuesday 09:00–12:00, was closed",
  );
  form.revert(form.getSnapshot().changes.at(-1));
  assert.ok(
    form.getSnapshot().changes.every(({ key }) => key !== "openHours/tuesday"),
  );
});

test("what was found is said in another language, and a part of a sentence by itself", () => {
  for (const fixture of fixtures) {
    const { stored, draft, theirs } = fixture;
    const kind = kindOf(fixture);
    const lists = (options) => {
      const { issues, diff, body } = kind.review(stored, draft, options);
      const { conflicts, taken } = kind.merge(stored, draft, theirs, options);
      return [
        issues ?? [],
        diff?.changes ?? [],
        body?.decisions ?? [],
        conflicts,
        taken,
      ];
    };
    const [english, japanese] = [lists(), lists({ language: ja })];
    const before = JSON.stringify(english);
    for (const [at, list] of english.entries())
      assert.deepEqual(reword(list, { language: ja }), japanese[at]);
    assert.equal(JSON.stringify(english), before);
    for (const { words, params } of english[3])
      assert.equal(
        words,
        `${say(params.label)}: ours ${say(params.ours)}, theirs ${say(params.theirs)}, was ${say(params.before)}`,
      );
  }
  assert.deepEqual(
    [
      say({ label: "eventColor" }),
      say({ days: [1, 2, 3] }, { language: de }),
      say({ say: "closed" }, { language: fr }),
    ],
    ["color", "Montag bis Mittwoch", "fermé"],
  );
  for (const odd of [undefined, null, "x", {}])
    assert.throws(() => reword(odd), {
      code: "option",
      message: /^reword: expected a list of issues/,
    });
});

test("what a language says is the same whether it is asked for at once or later", () => {
  for (const fixture of fixtures) {
    const { stored, draft } = fixture;
    const [form, other] = [
      kindOf(fixture).form(stored),
      kindOf(fixture).form(stored, { language: es }),
    ];
    form.set([], draft);
    other.set([], draft);
    form.reword(es);
    const [{ ...own }, { ...others }] = [
      form.getSnapshot(),
      other.getSnapshot(),
    ];
    for (const [name, value] of Object.entries(own))
      if (typeof value !== "function")
        assert.deepEqual(value, others[name], name);
    form.free();
    other.free();
  }
});
