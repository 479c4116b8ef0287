/** The page passes on changes: it copies Markdown, and saves a report and pictures. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import {
  accessible,
  changesOf,
  section,
  settled,
  tab,
  withSample,
} from "./page-steps.mjs";

/** Saves a file of the page, and returns its name and bytes. */
async function saved(page, name) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name, exact: true }).click(),
  ]);
  return {
    name: download.suggestedFilename(),
    bytes: readFileSync(await download.path()),
  };
}

test("what changes is copied as Markdown, and saved as a page and as pictures", () =>
  withSample("edited", async (page) => {
    await page
      .context()
      .grantPermissions(["clipboard-read", "clipboard-write"]);
    const changes = await changesOf(page);
    await accessible(page);
    await page.getByRole("button", { name: "Copy as Markdown" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const markdown = await page.evaluate(() => navigator.clipboard.readText());
    // No table, no HTML and no heading, which chats show as they are written.
    assert.equal(
      markdown,
      [
        "**Bicycle check-up**",
        "",
        ...changes.map(
          (words) => `- ${words.charAt(0).toUpperCase()}${words.slice(1)}`,
        ),
        "",
      ].join("\n"),
    );

    await page.getByRole("button", { name: "Copy as Markdown" }).waitFor();
    // The picture for others is on the clipboard, or is saved where there is none.
    await page.getByRole("button", { name: "Copy picture" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const size = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const { width, height } = await createImageBitmap(
        await item.getType("image/png"),
      );
      return [width, height];
    });
    assert.deepEqual(size, [1200, 630]);
    await page.getByRole("button", { name: "Copy picture" }).waitFor();
    await page.evaluate(() =>
      Object.defineProperty(navigator, "clipboard", { value: undefined }),
    );
    const card = await saved(page, "Copy picture");
    assert.ok(card.bytes.length > 20_000, `${card.bytes.length} bytes`);
    await page
      .getByRole("button", { name: "this browser copies no pictures" })
      .waitFor();

    const report = await saved(page, "Save report");
    assert.match(report.name, /^calendar-[\w-]+\.html$/);
    for (const words of changes)
      assert.ok(report.bytes.toString().includes(`<li>${words}</li>`), words);

    assert.match(
      report.bytes.toString(),
      /<details>\n<summary><code>PUT [^<]+<\/code><\/summary>\n<pre>/,
    );

    const svg = await saved(page, "Save picture (SVG)");
    assert.match(svg.bytes.toString(), /^<svg .*<\/svg>$/s);
    const [width, height] = /width="(\d+)" height="(\d+)"/
      .exec(svg.bytes)
      .slice(1)
      .map(Number);
    const png = await saved(page, "Save picture (PNG)");
    assert.deepEqual(
      [
        png.bytes.toString("latin1", 1, 4),
        png.bytes.readUInt32BE(16),
        png.bytes.readUInt32BE(20),
      ],
      ["PNG", 2 * width, 2 * height],
    );
    // An empty picture would be a few hundred bytes of one color.
    assert.ok(png.bytes.length > 5000, `${png.bytes.length} bytes`);

    await page.locator(".language:visible select").selectOption("de");
    await page
      .getByRole("heading", { name: "Änderungen" })
      .or(page.locator("[data-tab=changes]", { hasText: "Änderungen" }))
      .first()
      .waitFor();
    await tab(page, "changes");
    assert.match(
      (await saved(page, "Bericht speichern")).bytes.toString(),
      /<html lang="de">[^]*<h1>Änderungen: /,
    );
  }));

test("page, picture and report have the same colors, and a change has one that no action has", () =>
  withSample("edited", async (page) => {
    const colors = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      return Object.fromEntries(
        ["kept", "added-back", "removed", "removed-back", "change"].map(
          (name) => [name, style.getPropertyValue(`--${name}`).trim()],
        ),
      );
    });
    const picture = (await saved(page, "Save picture (SVG)")).bytes.toString();
    for (const name of ["kept", "added-back", "removed", "removed-back"])
      assert.ok(picture.includes(colors[name]), `${name}: ${colors[name]}`);
    const report = (await saved(page, "Save report")).bytes.toString();
    assert.ok(report.includes(colors.change), colors.change);
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      const [change, accent] = await page.evaluate(() =>
        ["--change", "--accent"].map((name) =>
          getComputedStyle(document.documentElement).getPropertyValue(name),
        ),
      );
      assert.notEqual(change, accent, colorScheme);
    }
  }));

test("without a change there is nothing to pass on, a date is shown in its month, and a location has no picture", async () => {
  await withSample("calendar", async (page) => {
    await tab(page, "changes");
    assert.equal(await page.locator(".pass-on").isVisible(), false);
    await section(page, "Special dates");
    await page.getByLabel("First day").fill("2026-12-24");
    await settled(page);
    await page.getByRole("radio", { name: "Closed", exact: true }).click();
    await tab(page, "changes");
    assert.match(
      (await saved(page, "Save picture (SVG)")).bytes.toString(),
      /aria-label="December 2026"/,
    );
  });
  await withSample("location", async (page) => {
    await tab(page, "changes");
    assert.deepEqual(
      await page.locator(".pass-on button:visible").allInnerTexts(),
      ["Copy picture", "Copy as Markdown", "Save report", "Print report"],
    );
  });
});

test("the report is printed in place of the page, which is there again afterwards", () =>
  withSample("edited", async (page) => {
    await page.evaluate(
      () => (globalThis.print = () => (globalThis.isPrinted = true)),
    );
    await tab(page, "changes");
    await page.getByRole("button", { name: "Print report" }).click();
    await page.waitForFunction(() => globalThis.isPrinted);
    await page.emulateMedia({ media: "print" });
    const printed = page.locator(".printed");
    assert.deepEqual(
      [
        await printed.locator("h1").innerText(),
        await printed.locator("h2").first().innerText(),
      ],
      ["Changes: Bicycle check-up", "What changes (8)"],
    );
    assert.equal((await printed.locator("svg").count()) > 0, true);
    assert.equal(await page.locator(".work").isVisible(), false);
    await page.emulateMedia({ media: "screen" });
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    assert.equal(await printed.count(), 0);
    // Without it, paper shows what the page shows, and nothing to press.
    await page.emulateMedia({ media: "print" });
    assert.deepEqual(
      [
        await page.locator(".week-picture").isVisible(),
        await page.locator(".changes .revert").first().isVisible(),
        await page.locator(".sections").isVisible(),
      ],
      [true, false, false],
    );
  }));
