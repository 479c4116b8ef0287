/** `pkg/api/` says what the declarations of the package are. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { differences, reports } from "./api-report.mjs";

const now = reports();

test("the reports of all entries are those of the declarations", () => {
  assert.ok(now.size > 10, String(now.size));
  assert.deepEqual(
    differences(now),
    [],
    "if this is right, BLESS=1 node tests/node/api-report.mjs, and say in CHANGELOG.md what changes for whom",
  );
});

test("a member that is gone would be noticed, with its line", () => {
  const less = new Map(now).set(
    "issues",
    now
      .get("issues")
      .replace("export function flatten", "export function flat"),
  );
  assert.match(
    differences(less).join(),
    /^pkg\/api\/issues\.api\.md:\d+: expected export function flatten.*, found export function flat/,
  );
});
