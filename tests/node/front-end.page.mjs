/** A front end in Rust, in Chromium: feature `js` of the crate. `cargo xtask test front-ends` builds it. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";

import { FOLDERS, withPage } from "./browser.mjs";
import { records } from "./records.mjs";

const folders = {
  "/pkg/": FOLDERS["/pkg/"],
  "/rust/": join(import.meta.dirname, "..", "js", "dist"),
  "/": import.meta.dirname,
};

test("verbs, typed records and forms take and give JavaScript values as the package does", () =>
  withPage(
    async (page, url) => {
      await page.goto(`${url}pkg/package.json`);
      const wrong = await page.evaluate(async (records) => {
        const [rust, calendiff, { check }] = await Promise.all([
          import("/rust/js_values.js"),
          import("/pkg/index.js"),
          import("/front-end.mjs"),
        ]);
        await rust.default({ module_or_path: "/rust/js_values_bg.wasm" });
        return check(rust, calendiff, records);
      }, records());
      assert.deepEqual(wrong, []);
    },
    { folders },
  ));
