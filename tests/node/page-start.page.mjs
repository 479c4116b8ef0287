/** The first screen, and the way from it to the request: nothing found, conflicts resolved at once, what to do next. */

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { withPage } from "./browser.mjs";
import { buildPage } from "./page-build.mjs";
import {
  accessible,
  bodyOf,
  changesOf,
  drag,
  heardAt,
  rangesOf,
  SAMPLE,
  settled,
  tab,
  withSample,
} from "./page-steps.mjs";

const file = (name, value) => ({
  name,
  mimeType: "application/json",
  buffer: Buffer.from(
    typeof value === "string" ? value : JSON.stringify(value),
  ),
});

const first = (use) =>
  withPage(async (page, url) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(url);
    await page.locator(".start:visible").waitFor();
    await use(page);
  });

test("the week of the first screen is dragged, tells what changes, and opens as it is", () =>
  first(async (page) => {
    const told = page.locator(".start .tried");
    assert.deepEqual(
      (await told.locator("li").allInnerTexts()).map((line) =>
        line.split("\n")[0].trim().slice(0, 15),
      ),
      ["Tue 09:00–19:00", "Thu 09:00–12:00", "Sat 08:00–12:00"],
    );
    const column = page.locator('.start .column[data-day="sunday"]');
    const [from, to] = await column.evaluate((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      const { first, last } = one.closest(".hours").dataset;
      const at = (hour) => ({
        x: left + width / 2,
        y: top + (height * (hour * 60 - first)) / (last - first),
      });
      return [at(10), at(12)];
    });
    await drag(page, from, to);
    await page.getByText("Sun 10:00–12:00").waitFor();
    await page.locator(".start .range").first().focus();
    await page.keyboard.press("Delete");
    await page.getByText("Mon closed").waitFor();
    await page.locator(".language:visible select").selectOption("de");
    await page.getByText("Mo geschlossen").waitFor();
    await page.locator(".start .primary").click();
    await page.locator(".work").waitFor();
    await settled(page);
    assert.deepEqual(
      [await rangesOf(page, "monday"), await rangesOf(page, "sunday")],
      [[], ["10:00–12:00"]],
    );
  }));

test("a link to the page shows its picture", async () => {
  const folder = mkdtempSync(join(tmpdir(), "calendiff-card-"));
  try {
    await buildPage(folder, undefined, "https://calendars.example/edit/");
    assert.match(
      readFileSync(join(folder, "index.html"), "utf8"),
      /<meta property="og:image" content="https:\/\/calendars\.example\/edit\/card\.png">/,
    );
    const card = readFileSync(join(folder, "card.png"));
    assert.deepEqual(
      [card.readUInt32BE(16), card.readUInt32BE(20)],
      [1200, 630],
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the first screen has a week to drag, a sentence without jargon, and three ways in, without scrolling", () =>
  first(async (page) => {
    const said = await page.locator(".promise").innerText();
    assert.doesNotMatch(said, /PUT|JSON|API|schema/);
    assert.equal(await page.locator(".start button.primary").count(), 1);
    assert.deepEqual(
      await page
        .locator(".start .piece")
        .evaluateAll((all) =>
          [...new Set(all.map(({ className }) => className))].sort(),
        ),
      ["piece added", "piece kept", "piece removed"],
    );
    const ways = page.locator(".start .way");
    assert.deepEqual(await ways.locator("h3").allInnerTexts(), [
      "Try a sample",
      "Paste or drop your data",
      "Compare two files",
    ]);
    const { y, height } = await ways.last().boundingBox();
    assert.ok(y + height <= 900, String(y + height));
    assert.equal(
      await page.getByRole("button", { name: "Open…" }).isVisible(),
      false,
    );
    await page.locator(".start").getByText("Where do I find my data?").click();
    await page
      .locator(".start")
      .getByText("curl 'https://api.example.com/api/calendars/CALENDAR_ID'")
      .waitFor();
    assert.match(
      await page.locator(".start .where pre").innerText(),
      /-H 'version: 2021-04-15'$/,
    );
    await accessible(page, "first screen");
  }));

test("the first screen has one filled button, which opens the changed calendar", () =>
  first(async (page) => {
    const filled = page.locator("button.primary:visible");
    assert.deepEqual(await filled.allInnerTexts(), ["See a changed calendar"]);
    assert.equal(
      await page.getByRole("button", { name: "Undo" }).isVisible(),
      false,
    );
    await filled.click();
    await page.locator(".work").waitFor();
    await page.locator(".changes li").nth(7).waitFor();
  }));

test("two files are compared, the stored record with the draft", () =>
  first(async (page) => {
    await page
      .locator(".start")
      .getByLabel("Your version…")
      .setInputFiles(
        file("draft.json", { name: "Check-up", slotDuration: 30 }),
      );
    assert.equal(
      await page.locator(".start .chosen").nth(1).innerText(),
      "✓ draft.json",
    );
    await page
      .locator(".start")
      .getByLabel("Saved now…")
      .setInputFiles(
        file("stored.json", {
          calendar: { id: "c1", name: "Check", slotDuration: 30 },
        }),
      );
    await page.locator(".work").waitFor();
    // The comparison is visible and announced, on a phone as well.
    const sum = page.locator(".panel:visible .sum");
    assert.equal(
      await sum.innerText(),
      "draft.json compared with stored.json: 1 change, 0 conflicts.",
    );
    assert.equal(
      await page.locator(".hidden[role=status]").textContent(),
      await sum.innerText(),
    );
    assert.equal(await heardAt(page), "Changes");
    assert.deepEqual(await changesOf(page), ["name “Check-up”, was “Check”"]);
    await page.setViewportSize({ width: 390, height: 844 });
    await sum.waitFor();
    await page
      .locator(".changes")
      .getByRole("button", { name: /^Revert/ })
      .click();
    await page
      .getByText(
        "draft.json compared with stored.json: 0 changes, 0 conflicts.",
      )
      .first()
      .waitFor();
    // Another record is no comparison.
    await page.getByRole("button", { name: "Open…" }).click();
    await page
      .locator("dialog")
      .getByRole("button", { name: SAMPLE.edited, exact: true })
      .click();
    await page.locator(".record", { hasText: "Bicycle" }).waitFor();
    await tab(page, "changes");
    assert.equal(await sum.innerText(), "8 changes");
  }));

test("of two files that are no pair, each says what it is", () =>
  first(async (page) => {
    await page
      .locator(".start")
      .getByLabel("Saved now…")
      .setInputFiles(
        file("stored.json", { calendar: { id: "c1", name: "Check" } }),
      );
    await page
      .locator(".start")
      .getByLabel("Your version…")
      .setInputFiles(file("draft.json", "{ not JSON"));
    await page.locator(".result").nth(1).waitFor();
    assert.match(
      await page.locator(".result").nth(0).innerText(),
      /stored\.json: This is a calendar/,
    );
    assert.match(
      await page.locator(".result").nth(1).innerText(),
      /draft\.json: .*This is not valid JSON/,
    );
    assert.equal(await page.locator(".work").isVisible(), false);
  }));

test("where nothing is wrong, and where something changes, the next step is a button", () =>
  withSample("calendar", async (page) => {
    await tab(page, "findings");
    await page.getByText("No errors, no warnings.").waitFor();
    assert.equal(
      await page.getByRole("button", { name: "See what changes" }).isVisible(),
      false,
    );
    await page.getByRole("switch", { name: "Saturday: open" }).click();
    await page.getByRole("button", { name: "See what changes" }).press("Enter");
    await page.getByText("1 change", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Nothing changes yet.").waitFor();
    assert.equal(
      await page.getByRole("button", { name: "Get the request" }).isVisible(),
      false,
    );
    await page.getByRole("button", { name: "Redo" }).click();
    await page.getByRole("button", { name: "Get the request" }).press("Enter");
    assert.equal(await heardAt(page), "Request");
    await page
      .locator(".call code", {
        hasText: "PUT https://api.example.com/api/calendars/cal-0001",
      })
      .waitFor();
    await page
      .getByRole("button", { name: "Save in the sandbox" })
      .press("Enter");
    await page.getByText("200: saved, 1 change applied.").waitFor();
    const next = page.getByText("send it the body, or go on editing");
    await next.waitFor();
    await tab(page, "changes");
    await page
      .locator(".panel:visible .sum", {
        hasText: "Everything is as it is saved now.",
      })
      .waitFor();
    // One panel says what comes next, and says it once.
    assert.equal(await next.count(), 1);
    // The request of changed members is empty then, so that the next step is the body that was saved.
    await page.evaluate(
      () =>
        (navigator.clipboard.writeText = async (text) =>
          void (window.copied = text)),
    );
    const copied = async () => {
      await page.evaluate(() => (window.copied = undefined));
      await page
        .getByRole("button", { name: "Copy the body that was saved" })
        .click();
      return JSON.parse(await page.evaluate(() => window.copied))
        .openHours.flatMap(({ daysOfTheWeek }) => daysOfTheWeek)
        .sort();
    };
    assert.equal(
      await page.getByRole("button", { name: "Get the request" }).isVisible(),
      false,
    );
    assert.deepEqual(await copied(), [1, 2, 3, 4, 5]);
    await tab(page, "send");
    await page
      .getByLabel("What to send", { exact: true })
      .selectOption("changed");
    assert.deepEqual(await bodyOf(page), {});
    assert.deepEqual(await copied(), [1, 2, 3, 4, 5]);
    // The save is undone, to send the edit elsewhere after all.
    await page.getByRole("button", { name: "Undo the save" }).click();
    await tab(page, "changes");
    assert.deepEqual(await changesOf(page), [
      "Saturday closed, was 10:00–14:00",
    ]);
    assert.deepEqual(Object.keys(await bodyOf(page)), ["openHours"]);
  }));

test("hours in conflict are bars on one time axis, and all conflicts are resolved at once", () =>
  withSample("edited", async (page) => {
    for (const [choice, tuesday] of [
      ["Keep all mine", "19:00"],
      ["Take all theirs", "17:30"],
    ]) {
      await tab(page, "send");
      await page
        .getByRole("button", { name: "Simulate a colleague’s save" })
        .press("Enter");
      await page.locator(".conflict").nth(1).waitFor();
      const bars = await page
        .locator('.conflict[data-key="openHours/tuesday"] .track')
        .evaluateAll((tracks) =>
          tracks.map((track) =>
            [...track.children].map(({ offsetLeft, offsetWidth }) =>
              Math.round(
                ((offsetLeft + offsetWidth) / track.clientWidth) * 100,
              ),
            ),
          ),
        );
      assert.equal(bars.length, 3);
      // Mine ends after theirs.
      assert.ok(bars[0][0] > bars[1][0], JSON.stringify(bars));
      assert.equal(
        await page.locator(".conflict .track").count(),
        3,
        "a name has no bars",
      );
      await accessible(page, "bars");
      await page.getByRole("button", { name: choice }).press("Enter");
      await settled(page);
      await settled(page);
      assert.equal(await heardAt(page), "Get the request");
      assert.equal(await page.locator(".conflict").count(), 0);
      if (choice === "Keep all mine")
        assert.equal(
          await page.getByLabel("Tuesday: Range 1 closes").inputValue(),
          tuesday,
        );
      else
        assert.notEqual(
          await page.getByLabel("Tuesday: Range 1 closes").inputValue(),
          "19:00",
        );
      await page
        .getByRole("button", { name: "Get the request" })
        .press("Enter");
      assert.equal(await heardAt(page), "Request");
    }
  }));
