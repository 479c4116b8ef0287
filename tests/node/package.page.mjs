/** The package in a browser, without a bundler: a bare page that imports each entry as a module. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

import { FOLDERS, withPage } from "./browser.mjs";

const manifest = JSON.parse(readFileSync(fileURLToPath(import.meta.resolve("calendiff/package.json")), "utf8"));

/** The package's own folder as the whole site; an empty answer is page enough. */
const folders = { "/pkg/": FOLDERS["/pkg/"] };

test("the whole package answers in a page and in a worker", () =>
  withPage(async (page, url) => {
    await page.goto(`${url}pkg/package.json`);
    const inPage = await page.evaluate(async () => (await import("/pkg/index.js")).calendar.describe());
    assert.notEqual(inPage, undefined);

    const inWorker = await page.evaluate(() => {
      const code = `import { calendar } from "${location.origin}/pkg/index.js"; postMessage(calendar.describe());`;
      const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })), { type: "module" });
      return new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(message));
      });
    });
    assert.deepEqual(inWorker, inPage);
  }, { folders }));

test("slim takes a response that streams the file", () =>
  withPage(async (page, url) => {
    await page.goto(`${url}pkg/package.json`);
    const version = await page.evaluate(async () => {
      const slim = await import("/pkg/slim.js");
      await slim.init(fetch("/pkg/dist/calendiff.wasm"));
      return (await import("/pkg/load.js")).core.version();
    });
    assert.equal(version, manifest.version);
  }, { folders }));
