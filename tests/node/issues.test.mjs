/** `calendiff/issues`: nothing is lost, and nothing is anywhere else than its path says. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { calendar } from "calendiff";
import { flatten, pretty, tree } from "calendiff/issues";

const draft = JSON.parse(readFileSync(join(import.meta.dirname, "..", "fixtures", "forty-faults", "draft.json"), "utf8"));
const { issues } = calendar.validate({ ...draft, ...JSON.parse('{"__proto__": 1, "toString": 2}') });

test("flatten has every issue under its name, in order", () => {
  const { record, fields } = flatten(issues);
  assert.deepEqual(record, issues.filter(({ path }) => path.length === 0));
  for (const name of Object.keys(fields)) assert.deepEqual(fields[name], issues.filter(({ path }) => path.join(".") === name));
  assert.equal(record.length + Object.values(fields).flat().length, issues.length);
  assert.equal(fields.__proto__[0].code, "unknown_member");
  assert.equal(flatten([]).fields.toString, undefined);
});

test("tree has every issue where its path leads", () => {
  const root = tree(issues);
  for (const issue of issues) assert.ok(issue.path.reduce((node, step) => node.within[step], root).issues.includes(issue));
  const count = (node) => node.issues.length + Object.values(node.within).reduce((sum, inner) => sum + count(inner), 0);
  assert.equal(count(root), issues.length);
  assert.deepEqual(tree([]), { issues: [], within: Object.create(null) });
});

test("pretty says each in a line, errors first, with its fix", () => {
  const { issues } = calendar.validate({ timezone: "UTC", eventColor: "#f00", slotDuration: 0 });
  assert.equal(
    pretty(issues.filter(({ code }) => code !== "omitted_defaults")),
    [
      "error    /eventColor: expected six hex digits, found the short form #f00 (color_short)",
      "         fix: Write #ff0000",
      "error    /slotDuration: expected more than 0, found 0 (not_above)",
      'warning  /timezone: "timezone" is not a member of a calendar; the service refuses names it does not know (unknown_member)',
      '         fix: Remove "timezone"',
    ].join("\n"),
  );
  assert.match(pretty(issues), /\nnote     \(whole record\): /);
  assert.equal(pretty([]), "");
});
