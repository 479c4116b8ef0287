/** The guide in a browser: its pages at two widths, by day and by night, and the pages and components that it shows. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { buildSync } from "esbuild";

import { withPage } from "./browser.mjs";
import { compiled } from "./compiled.mjs";
import { buildGuide } from "./guide.mjs";
import { blocks, markdown } from "./markdown.mjs";

const SITE = mkdtempSync(join(tmpdir(), "calendiff-guide-"));
after(() => rmSync(SITE, { recursive: true }));
buildGuide(join(SITE, "guide"));

const folders = { "/": SITE };
const shots = process.env.SCREENSHOTS;
if (shots) mkdirSync(shots, { recursive: true });

test("each page of the guide fits a phone and a desk, by day and by night", () =>
  withPage(
    async (page, url) => {
      for (const name of readdirSync(join(SITE, "guide")).filter((name) =>
        name.endsWith(".html"),
      )) {
        await page.goto(`${url}guide/${name}`);
        for (const width of [390, 1280]) {
          for (const colorScheme of ["light", "dark"]) {
            await page.setViewportSize({ width, height: 900 });
            await page.emulateMedia({ colorScheme });
            assert.ok(
              (await page.evaluate(
                () => document.documentElement.scrollWidth,
              )) <= width,
              `${name} at ${width}`,
            );
            if (shots)
              await page.screenshot({
                path: join(
                  shots,
                  `guide-${name.replace(".html", "")}-${width}-${colorScheme}.png`,
                ),
              });
          }
        }
      }
    },
    { folders },
  ));

const shown = markdown.flatMap((file) =>
  blocks(file).filter(
    ({ language, quoted }) =>
      ["html", "jsx", "tsx"].includes(language) && !quoted,
  ),
);

test("there are pages and components", () =>
  assert.ok(shown.length >= 5, String(shown.length)));

/** Bundles a module as a reader's tools would. */
const bundled = (contents, loader, more) =>
  buildSync({
    stdin: { contents, loader, resolveDir: import.meta.dirname },
    write: false,
    bundle: true,
    format: "esm",
    jsx: "automatic",
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"production"' },
    ...more,
  }).outputFiles[0].text;

const MOUNT = `
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
createRoot(document.getElementById("root")).render(<StrictMode><Shown /></StrictMode>);
`;

const RENDER = `
import { renderToString } from "react-dom/server";
console.log(renderToString(<Shown />));
`;

const isComponent = ({ language }) => language !== "html";
const named = (code) =>
  code.replace(/export default function \w+/, "function Shown");

for (const { file, line, language, code } of shown.filter(isComponent)) {
  test(`${file}:${line} is rendered on a server as well`, () => {
    const script = bundled(named(code) + RENDER, language, {
      format: "cjs",
      platform: "node",
    });
    assert.match(
      execFileSync(process.execPath, ["-"], {
        input: script,
        encoding: "utf8",
      }),
      /value="#039be5"|name="eventColor"/,
    );
  });
}

/** Each block, and each component once more as the React Compiler makes it. */
const cases = shown.flatMap((block) =>
  isComponent(block) ? [block, { ...block, isCompiled: true }] : [block],
);

for (const { file, line, language, code, isCompiled } of cases) {
  test(`${file}:${line}${isCompiled ? " (compiled)" : ""} shows what is wrong while it is typed`, () => {
    let html =
      '<!doctype html><html lang="en"><meta charset="utf-8"><title>shown</title><div id="root"></div><script type="module" src="main.js"></script></html>';
    let script;
    if (language === "html") {
      const [whole, own] = /<script type="module">\n(.*?)<\/script>/s.exec(
        code,
      );
      html = code.replace(
        whole,
        '<script type="module" src="main.js"></script>',
      );
      script = bundled(own, "js");
    } else {
      script = bundled(
        (isCompiled ? compiled(named(code)) : named(code)) + MOUNT,
        language,
      );
    }
    const folder = mkdtempSync(join(SITE, "shown-"));
    writeFileSync(join(folder, "index.html"), html);
    writeFileSync(join(folder, "main.js"), script);
    return withPage(
      async (page, url) => {
        // What a server would answer.
        await page.addInitScript(
          () =>
            (window.fetch = async () =>
              new Response('{ "message": "eventColor is not allowed" }', {
                status: 400,
              })),
        );
        await page.goto(url);
        const color = page.getByLabel("Color", { exact: true });
        const said = page.getByText(
          "Enter a color as # and six digits, such as #ff0000.",
        );
        assert.equal(await color.inputValue(), "#039be5");
        await color.fill("#f0");
        await said.waitFor();
        await color.fill("#ff0000");
        await said
          .waitFor({ state: "detached" })
          .catch(() => said.waitFor({ state: "hidden" }));
        if (/closeHour/.test(code)) {
          const monday = page.getByLabel("Monday closes at", { exact: true });
          await monday.fill("8");
          await page
            .getByText("Closing time must be after opening time.")
            .waitFor();
          await monday.fill("18");
          await page
            .getByText("Closing time must be after opening time.")
            .waitFor({ state: "hidden" });
        }
        if (/Minutes/.test(code)) {
          const minutes = page.getByLabel("Minutes", { exact: true });
          await minutes.fill("soon");
          await page.getByText("Enter a number.").waitFor();
          await minutes.selectText();
          await minutes.pressSequentially("0.5");
          assert.equal(await minutes.inputValue(), "0.5");
          await page.getByText("Enter a number.").waitFor({ state: "hidden" });
        }
        if (/\.fix\.title/.test(code)) {
          await color.fill("#0f0");
          await page.getByRole("button", { name: "Write #00ff00" }).click();
          await page.waitForFunction(() =>
            [...document.querySelectorAll("input")].some(
              ({ value }) => value === "#00ff00",
            ),
          );
        }
        if (/(?<!\.)fetch\(/.test(code)) {
          await page.getByRole("button", { name: "Save" }).click();
          await page
            .getByText("The service says: eventColor is not allowed")
            .waitFor();
          await color.fill("#ff0001");
          await page
            .getByText("The service says: eventColor is not allowed")
            .waitFor({ state: "detached" });
        }
        if (/sandbox\(/.test(code)) {
          await page.getByRole("button", { name: "Save" }).click();
          await page.getByText("Saved and verified.").waitFor();
          assert.equal(await page.getByRole("listitem").count(), 0);
        }
        if (shots)
          await page.screenshot({
            path: join(shots, `shown-${file.replaceAll("/", "-")}-${line}.png`),
          });
      },
      { folders: { "/": folder } },
    );
  });
}
