/**
 * A form of a thousand special dates that someone types into. What it shows is asserted; how long it took is printed, and
 * asserted nowhere (`cargo xtask bench typing`).
 */

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { buildSync } from "esbuild";

import { withPage } from "./browser.mjs";
import { calendarOf } from "./calendars.mjs";

const SITE = mkdtempSync(join(tmpdir(), "calendiff-typing-"));
after(() => rmSync(SITE, { recursive: true }));
cpSync(join(import.meta.dirname, "typing"), SITE, { recursive: true });
writeFileSync(
  join(SITE, "stored.js"),
  `export const stored = ${JSON.stringify(calendarOf(1_000))};\n`,
);
buildSync({
  entryPoints: [join(SITE, "main.js")],
  outfile: join(SITE, "main.js"),
  allowOverwrite: true,
  bundle: true,
  minify: true,
  format: "esm",
  nodePaths: [join(import.meta.dirname, "node_modules")],
});

const at = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
const spread = (samples) => {
  const sorted = [...samples].sort((a, b) => a - b);
  return `median ${at(sorted, 0.5).toFixed(2)} ms, 95th percentile ${at(sorted, 0.95).toFixed(2)} ms, longest ${sorted.at(-1).toFixed(2)} ms`;
};

test("a thousand special dates, typed into", () =>
  withPage(
    async (page, url) => {
      await page.setViewportSize({ width: 800, height: 900 });
      await page.goto(url);
      const field = (label) => page.getByLabel(label, { exact: true });
      const row = (number) => page.locator(".row").nth(number - 1);
      await field("date 1").waitFor();

      // Each letter is a key pressed; most of what stands there on the way is no date, and one is another's.
      const type = async (label, text) => {
        await field(label).click();
        await page.keyboard.press("ControlOrMeta+a");
        await page.keyboard.type(text, { delay: 40 });
      };
      await field("closes 500").scrollIntoViewIfNeeded();
      await page.evaluate(() => {
        window.samples.length = 0;
        window.frames.length = 0;
      });
      await type("date 500", "2027-01-01T00:00:00.000Z");
      assert.match(await row(500).innerText(), /already in the list/);
      await type("date 500", "2041-12-24T00:00:00.000Z");
      assert.doesNotMatch(await row(500).innerText(), /already/);
      await type("closes 501", "8");
      assert.match(await row(501).innerText(), /must be after opening/);
      assert.equal(
        await field("closes 501").getAttribute("aria-invalid"),
        "true",
      );
      await type("closes 501", "12");
      await type("date 502", "24 December");
      assert.equal(
        await field("date 502").getAttribute("aria-invalid"),
        "true",
      );
      await page.keyboard.type("2041-12-25T00:00:00.000Z", { delay: 40 });
      await type("opens 503", "10");

      const { samples, frames } = await page.evaluate(() => ({
        samples: window.samples,
        frames: window.frames,
      }));
      const typedIn = frames
        .filter(({ keys }) => keys > 0)
        .map(({ gap }) => gap);
      const late = typedIn.filter((gap) => gap > 25).length;
      console.log(
        `${samples.length} keys; from the input event to the repainted row: ${spread(samples.map(({ all }) => all))}`,
      );
      console.log(
        `of that in the form and the row: ${spread(samples.map(({ took }) => took))}`,
      );
      console.log(
        `${typedIn.length} frames in which a key fell, ${late} of them late (over 25 ms): ${spread(typedIn)}`,
      );
      assert.ok(samples.length > 0 && typedIn.length > 0);
      if (process.env.SCREENSHOTS)
        await page.screenshot({
          path: join(process.env.SCREENSHOTS, "typing.png"),
        });
    },
    { folders: { "/": SITE } },
  ));
