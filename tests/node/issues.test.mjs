/** `calendiff/issues`: nothing is lost, and nothing is anywhere else than its path says. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";

import { calendar } from "calendiff";
import { flatten, pretty, tree } from "calendiff/issues";

const draft = JSON.parse(
  readFileSync(
    join(import.meta.dirname, "..", "fixtures", "forty-faults", "draft.json"),
    "utf8",
  ),
);
const codes = createRequire(import.meta.url)("calendiff/codes.json");
const { issues } = calendar.validate({
  ...draft,
  ...JSON.parse('{"__proto__": 1, "toString": 2}'),
});

test("anything but a list of issues is refused with a code", () => {
  for (const arrange of [flatten, pretty, tree])
    for (const given of [undefined, null, calendar.validate({})])
      assert.throws(() => arrange(given), { code: "option" });
});

test("flatten has every issue under its name, in order", () => {
  const { record, fields } = flatten(issues);
  assert.deepEqual(
    record,
    issues.filter(({ path }) => path.length === 0),
  );
  for (const name of Object.keys(fields))
    assert.deepEqual(
      fields[name],
      issues.filter(({ path }) => path.join(".") === name),
    );
  assert.equal(
    record.length + Object.values(fields).flat().length,
    issues.length,
  );
  assert.equal(fields.__proto__[0].code, "unknown_member");
  assert.equal(flatten([]).fields.toString, undefined);
});

test("tree has every issue where its path leads", () => {
  const root = tree(issues);
  for (const issue of issues)
    assert.ok(
      issue.path
        .reduce((node, step) => node.within[step], root)
        .issues.includes(issue),
    );
  const count = (node) =>
    node.issues.length +
    Object.values(node.within).reduce((sum, inner) => sum + count(inner), 0);
  assert.equal(count(root), issues.length);
  assert.deepEqual(tree([]), { issues: [], within: Object.create(null) });
});

test("pretty says each in a line, errors first, with its fix", () => {
  const { issues } = calendar.validate({
    timezone: "UTC",
    eventColor: "#f00",
    slotDuration: 0,
  });
  assert.equal(
    pretty(issues.filter(({ code }) => code !== "omitted_defaults")),
    [
      "error    /eventColor: This color needs six digits, such as #ff0000. (color_short)",
      "         expected six hex digits, found the short form #f00 (specification)",
      "         → Write #ff0000",
      "error    /slotDuration: Enter more than 0. (not_above)",
      "         expected more than 0, found 0 (logic)",
      "warning  /timezone: There is no setting named timezone. Check the name, or leave it out. (unknown_member)",
      "         “timezone” is not a member of a calendar; the service is reported to refuse unknown members (observed, not in the specification)",
      "         → Remove timezone",
    ].join("\n"),
  );
  assert.match(
    pretty(issues),
    /\nnote {5}These settings go back to their defaults if you send only this: /,
  );
  assert.equal(pretty([]), "");
});

const HOSTILE = "\u001b[2J\u009b\u007f\u202e\u2066\u200f\u061cnimda";
const HIDDEN = /[\p{Cc}\p{Bidi_Control}]/u;

test("no sentence hides or reorders what it quotes, in our words or the caller's, and the data stay", () => {
  const draft = {
    slug: "a\u202e",
    name: HOSTILE,
    [HOSTILE]: 1,
    eventColor: `${HOSTILE}\n`,
    alertEmail: HOSTILE,
    teamMembers: [{ userId: "u", [HOSTILE]: 1 }],
  };
  const templates = Object.fromEntries(
    codes.map(({ code, message }) => [code, message]),
  );
  const { issues } = calendar.validate(draft);
  const said = issues.flatMap(({ message, detail, fix }) => [
    message,
    detail,
    fix?.title ?? "",
  ]);
  assert.ok(
    said.some((text) => text.includes("\\u{202e}")),
    said.join("\n"),
  );
  for (const text of [
    ...said,
    ...pretty(issues).split("\n"),
    ...calendar.diff({}, draft).words,
  ])
    assert.doesNotMatch(text, HIDDEN);
  assert.ok(issues.some(({ params }) => HIDDEN.test(params.found ?? "")));
  assert.ok(issues.some(({ pointer }) => HIDDEN.test(pointer)));
  assert.deepEqual(
    calendar.validate(draft, { language: { message: templates } }).issues,
    issues,
    "the same words by the same rule",
  );
  const foreign = {
    code: "service_says",
    severity: "error",
    path: [],
    pointer: "",
    message: HOSTILE,
    fix: { title: HOSTILE, patch: [] },
  };
  for (const line of pretty([foreign]).split("\n"))
    assert.doesNotMatch(line, HIDDEN);
});
