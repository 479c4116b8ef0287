/** Reports of the package: the same bytes as the crate makes, in every language. `REPORTS=2000` tries more. */

import assert from "node:assert/strict";
import { after, test } from "node:test";

import * as records from "calendiff";
import { draft, edited } from "calendiff/fast-check";
import { calendar, configure, location } from "calendiff/report";
import fc from "fast-check";
import { HtmlValidate } from "html-validate";

import { hostile } from "./hostile.mjs";
import { LANGUAGES } from "./languages.mjs";
import { startCrate } from "./verbs.mjs";

const REPORTS = Number(process.env.REPORTS ?? 200);
const { de, fr, ja } = LANGUAGES;

const { answers, end } = startCrate();
after(end);

/** Returns the answer of the crate to a call. */
async function natively(...call) {
  const [answer] = await answers([JSON.stringify(call)]);
  return answer;
}

/** Returns the answer of the package as JSON text, also that of an error. */
function packaged(call) {
  try {
    return JSON.stringify(call());
  } catch ({ code, message }) {
    return JSON.stringify({ code, message });
  }
}

const cases = ({ kind }) =>
  fc.record(
    {
      edited: edited(records[kind]),
      other: draft(records[kind]),
      isEdit: fc.boolean(),
      language: fc.constantFrom(...Object.values(LANGUAGES)),
      profile: fc.constantFrom(
        "specification",
        "service",
        "specification-only",
      ),
      mode: fc.constantFrom("full", "changed"),
      picture: fc.constantFrom("week", "2026-12", "2024-02", "soon"),
    },
    { noNullPrototype: true },
  );

for (const kind of [calendar, location]) {
  test(`${REPORTS} reports about a ${kind.kind} are the crate's, byte for byte`, async () => {
    for (const {
      edited,
      other,
      isEdit,
      language,
      profile,
      mode,
      picture,
    } of fc.sample(cases(kind), { numRuns: REPORTS, seed: 1 })) {
      const [stored, draft] = [edited.stored, isEdit ? edited.draft : other];
      for (const [verb, options] of [
        ["html", { profile, mode }],
        ["markdown", { profile, mode }],
        ["svg", { profile, mode, picture }],
      ]) {
        const native = await natively(verb, kind.kind, stored, draft, {
          ...options,
          language,
        });
        const ours = packaged(() =>
          kind[verb](stored, draft, { ...options, language }),
        );
        if (!native.startsWith('{"code"')) assert.equal(ours, native);
        else assert.equal(JSON.parse(ours).code, JSON.parse(native).code);
      }
    }
  });
}

test("a report is in the language of the call, of the entry, or English, and in words of one's own", () => {
  const title = (options) =>
    calendar
      .markdown({ name: "Visit" }, { name: "Intake" }, options)
      .split("\n")[0];
  assert.equal(title(), "## Changes: Intake");
  assert.equal(title({ language: fr }), "## Modifications : Intake");
  assert.equal(
    title({ language: { report: { title: "{name} will change" } } }),
    "## Intake will change",
  );
  assert.equal(
    title({ language: { ...de, message: () => "no" } }),
    "## Änderungen: Intake",
  );
  configure({ language: de });
  assert.equal(title(), "## Änderungen: Intake");
  configure({});
  assert.match(calendar.html({}, {}, { language: ja }), /<html lang="ja">/);
});

test("what cannot be reported is an Error", () => {
  assert.throws(() => calendar.html([], {}), { code: "not_a_record" });
  assert.throws(() => calendar.html({}, {}, { language: "de" }), {
    code: "option",
  });
  assert.throws(() => calendar.html({}, {}, { picture: "week", colour: 1 }), {
    code: "option",
  });
  assert.throws(() => calendar.svg({}, {}, { picture: "December" }), {
    code: "option",
    message:
      "picture: expected week, or a month such as 2026-12, found December",
  });
  assert.throws(() => location.svg({}, {}), { code: "option" });
});

test("pages about hostile records are valid HTML", async () => {
  const html = new HtmlValidate({
    extends: ["html-validate:standard"],
    rules: {
      "void-style": "off",
      "no-inline-style": "error",
      "long-title": "off",
    },
  });
  for (const [at, { stored, draft }] of hostile().entries()) {
    const language =
      Object.values(LANGUAGES)[at % Object.keys(LANGUAGES).length];
    const { valid, results } = await html.validateString(
      calendar.html(stored, draft, { language }),
    );
    assert.ok(valid, JSON.stringify(results[0]?.messages));
  }
});
