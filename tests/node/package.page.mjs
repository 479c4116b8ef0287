/** The package in a browser, without a bundler: a bare page that imports each entry as a module. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

import { FOLDERS, withPage } from "./browser.mjs";
import { PATCHES, trapping } from "./failing.mjs";

const manifest = JSON.parse(
  readFileSync(
    fileURLToPath(import.meta.resolve("calendiff/package.json")),
    "utf8",
  ),
);

/** The package's own folder as the whole site; an empty answer is page enough. */
const folders = { "/pkg/": FOLDERS["/pkg/"] };

test("the whole package answers in a page and in a worker", () =>
  withPage(
    async (page, url) => {
      await page.goto(`${url}pkg/package.json`);
      const inPage = await page.evaluate(async () =>
        (await import("/pkg/index.js")).calendar.describe(),
      );
      assert.notEqual(inPage, undefined);

      const inWorker = await page.evaluate(() => {
        const code = `import { calendar } from "${location.origin}/pkg/index.js"; postMessage(calendar.describe());`;
        const worker = new Worker(
          URL.createObjectURL(new Blob([code], { type: "text/javascript" })),
          { type: "module" },
        );
        return new Promise((resolve, reject) => {
          worker.onmessage = ({ data }) => resolve(data);
          worker.onerror = ({ message }) => reject(new Error(message));
        });
      });
      assert.deepEqual(inWorker, inPage);
    },
    { folders },
  ));

for (const [name, slim, core] of [
  ["calendiff", "slim.js", "core.js"],
  ["validate", "validate-slim.js", "validate-core.js"],
]) {
  test(`${slim} takes a response that streams the file`, () =>
    withPage(
      async (page, url) => {
        await page.goto(`${url}pkg/package.json`);
        const version = await page.evaluate(
          async ([name, slim, core]) => {
            const { calendar, init } = await import(`/pkg/${slim}`);
            await init(fetch(`/pkg/dist/${name}.wasm`));
            calendar.validate({});
            return (await import(`/pkg/${core}`)).core.running().version();
          },
          [name, slim, core],
        );
        assert.equal(version.split(" ")[0], manifest.version);
      },
      { folders },
    ));
}

test("validation alone and the whole package answer alike in one page", () =>
  withPage(
    async (page, url) => {
      await page.goto(`${url}pkg/package.json`);
      const [small, whole] = await page.evaluate(async () => {
        const entries = await Promise.all(
          ["validate.js", "index.js"].map((file) => import(`/pkg/${file}`)),
        );
        return entries.map(({ calendar }) =>
          calendar.validate({ eventColor: "#f00", slotDuration: "30" }),
        );
      });
      assert.deepEqual(small, whole);
      assert.equal(small.ok, false);
    },
    { folders },
  ));

test("a policy that forbids WebAssembly is named, with what allows it", () =>
  withPage(
    async (page, url) => {
      let policy;
      await page.route(`${url}pkg/package.json`, async (route) => {
        const response = await route.fetch();
        await route.fulfill({
          response,
          headers: { ...response.headers(), "content-security-policy": policy },
        });
      });
      const codes = async (sources) => {
        policy = `script-src 'self' ${sources}`;
        await page.goto(`${url}pkg/package.json`);
        return page.evaluate(async () => {
          const refused = ({ code, message }) => `${code}: ${message}`;
          const { calendar } = await import("/pkg/index.js");
          const slim = await import("/pkg/slim.js");
          const answers = [];
          try {
            answers.push(calendar.describe().name);
          } catch (error) {
            answers.push(refused(error));
          }
          answers.push(
            await slim
              .init(fetch("/pkg/dist/calendiff.wasm"))
              .then(() => slim.calendar.describe().name, refused),
          );
          return answers;
        });
      };
      for (const answer of await codes(""))
        assert.match(
          answer,
          /^wasm_blocked: .*content security policy.*script-src.*'wasm-unsafe-eval'/,
        );
      const [whole, slim] = await codes("'wasm-unsafe-eval'");
      assert.ok(
        whole !== undefined && whole === slim && !whole.includes(":"),
        whole,
      );
    },
    { folders, strict: false },
  ));

test("what would harm the core is refused, and what harms it is over with the next call", () =>
  withPage(
    async (page, url) => {
      await page.goto(`${url}pkg/package.json`);
      await page.evaluate(`globalThis.trap = (${trapping})()`);
      const cases = Object.values(PATCHES).map(({ document, patch, code }) => ({
        document: document(),
        patch: patch(),
        code,
      }));
      const seen = await page.evaluate(async (cases) => {
        const { apply, calendar, invert } = await import("/pkg/index.js");
        const code = (call) => {
          try {
            return call();
          } catch (error) {
            return error.code;
          }
        };
        const next = () =>
          calendar.validate({ eventColor: "red" }).issues[0].code;
        const seen = cases.flatMap(({ document, patch }) =>
          [apply, invert].flatMap((verb) => [
            code(() => verb(document, patch)),
            next(),
          ]),
        );
        const form = calendar.form({ slotDuration: 30 });
        globalThis.trap();
        return [
          ...seen,
          code(next),
          code(next),
          code(() => form.body()),
          form.getSnapshot().draft.slotDuration,
        ];
      }, cases);
      const expected = cases.flatMap(({ code }) => [
        code,
        "color_format",
        code,
        "color_format",
      ]);
      assert.deepEqual(seen, [
        ...expected,
        "core_failed",
        "color_format",
        "core_lost",
        30,
      ]);
    },
    { folders },
  ));
