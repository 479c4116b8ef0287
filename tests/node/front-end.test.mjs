/** A front end in Rust, in Node: feature `js` of the crate. `cargo xtask test front-ends` builds it. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import * as calendiff from "calendiff";

import { check } from "./front-end.mjs";
import { records } from "./records.mjs";

const DIST = join(import.meta.dirname, "..", "js", "dist");

test("verbs, typed records and forms take and give JavaScript values as the package does", async () => {
  const rust = await import(join(DIST, "js_values.js"));
  rust.initSync({ module: readFileSync(join(DIST, "js_values_bg.wasm")) });
  assert.deepEqual(check(rust, calendiff, records()), []);
});
