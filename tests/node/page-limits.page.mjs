/** Limits: impossible times, changes that several days share, forced colors, touch, no connection, text around the JSON. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { SAMPLES } from "../../www/load/samples.js";
import { onlyChromium, withPage } from "./browser.mjs";
import {
  accessible,
  changesOf,
  paste,
  rangesOf,
  retype,
  SAMPLE,
  section,
  settled,
  tab,
  withSample,
} from "./page-steps.mjs";

const { calendar: CALENDAR } = SAMPLES.find(
  ({ id }) => id === "calendar",
).stored;

test("24:00 as an opening is red, with a sentence, and nothing is dropped", () =>
  withSample("calendar", async (page) => {
    const opens = page.getByLabel("Monday: Range 1 opens");
    await opens.focus();
    await retype(page, "24:00");
    await page.keyboard.press("Enter");
    await page
      .getByText(
        "24:00 can close a day, but not open it. For midnight, type 0:00.",
      )
      .waitFor();
    assert.equal(await opens.getAttribute("aria-invalid"), "true");
    assert.equal(await opens.inputValue(), "24:00");
    assert.deepEqual(
      await rangesOf(page, "monday"),
      ["09:00–\n17:00"].map((text) => text.replace("\n", "")),
    );
    assert.deepEqual(await changesOf(page), []);
    await opens.focus();
    await retype(page, "0:00");
    await page.keyboard.press("Enter");
    await settled(page);
    assert.deepEqual(await changesOf(page), [
      "Monday opens at 00:00, was 09:00",
    ]);
  }));

test("days with the same change each have their mark, which reverts that day alone", () =>
  withSample("calendar", async (page) => {
    for (const day of ["Monday", "Tuesday", "Wednesday"]) {
      await page.getByLabel(`${day}: Range 1 opens`).focus();
      await retype(page, "8");
      await page.keyboard.press("Enter");
    }
    await settled(page);
    assert.deepEqual(await changesOf(page), [
      "Monday to Wednesday open at 08:00, was 09:00",
    ]);
    const mark = (day) => page.locator(`[data-row="${day}"] .changed:visible`);
    for (const day of ["monday", "tuesday", "wednesday"])
      assert.equal(await mark(day).count(), 1, day);
    assert.equal(
      await mark("tuesday").getAttribute("title"),
      "Revert: Tuesday: 08:00–17:00, before: 09:00–17:00",
    );
    await mark("tuesday").click();
    await settled(page);
    assert.equal(await mark("tuesday").count(), 0);
    assert.deepEqual(await changesOf(page), [
      "Monday and Wednesday open at 08:00, was 09:00",
    ]);
  }));

test("a disabled primary button looks disabled", () =>
  withSample("calendar", async (page) => {
    const [enabled, disabled] = await page.evaluate(() =>
      [false, true].map((isDisabled) => {
        const button = Object.assign(document.createElement("button"), {
          className: "primary",
          disabled: isDisabled,
          textContent: "Save",
        });
        document.body.append(button);
        const { backgroundColor, borderStyle } = getComputedStyle(button);
        button.remove();
        return `${backgroundColor} ${borderStyle}`;
      }),
    );
    assert.notEqual(enabled, disabled);
    assert.match(disabled, /^rgba\(0, 0, 0, 0\)/);
  }));

test(
  "in forced colors, the number of a selected closed day is seen",
  onlyChromium,
  () =>
    withSample("calendar", async (page) => {
      await page.emulateMedia({ forcedColors: "active" });
      await section(page, "Special dates");
      await page.locator('.date[data-date="2026-12-25"]').click();
      await settled(page);
      const [color, background] = await page
        .locator('.date[data-date="2026-12-25"] b')
        .evaluate((number) => [
          getComputedStyle(number).color,
          getComputedStyle(number).backgroundColor,
        ]);
      assert.notEqual(color, background);
    }),
);

test("by touch, the ✕ of a day covers no button", onlyChromium, () =>
  withPage(async (page, url) => {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("Emulation.setTouchEmulationEnabled", { enabled: true });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(url);
    await page
      .getByRole("button", { name: SAMPLE.calendar, exact: true })
      .click();
    const column = page.locator('.work .column[data-day="wednesday"]');
    const { x, y, width } = await column.boundingBox();
    await cdp.send("Input.dispatchTouchEvent", {
      type: "touchStart",
      touchPoints: [{ x: x + width / 2, y: y + 100 }],
    });
    await cdp.send("Input.dispatchTouchEvent", {
      type: "touchEnd",
      touchPoints: [],
    });
    const sheet = page.locator(".sheet");
    await sheet.waitFor();
    const boxes = await sheet
      .locator("button:visible, input:visible")
      .evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect().toJSON()),
      );
    const close = boxes.pop();
    for (const box of boxes)
      assert.ok(
        box.bottom <= close.top ||
          box.right <= close.left ||
          box.left >= close.right,
        JSON.stringify([box, close]),
      );
  }),
);

test("reports work without a connection after the first load", () =>
  withSample(
    "edited",
    async (page) => {
      // Other parts come while nothing else happens.
      await page.waitForFunction(() =>
        performance
          .getEntriesByType("resource")
          .some(({ name }) => name.includes("report")),
      );
      await page.waitForTimeout(1500);
      await page.context().setOffline(true);
      await tab(page, "changes");
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Save report", exact: true }).click(),
      ]);
      assert.match(download.suggestedFilename(), /html$/);
      // The browser may still ask for the icon.
    },
    { strict: false },
  ));

test("without WebAssembly, the start says so", () =>
  withPage(
    async (page, url) => {
      await page.addInitScript(() => delete globalThis.WebAssembly);
      await page.goto(url);
      await page
        .getByText("The page could not start: this browser has no WebAssembly")
        .waitFor();
      assert.equal(await page.locator(".start").isVisible(), true);
    },
    { strict: false },
  ));

test("a web page, a curl command and Python are recognized, and shown with their line", () =>
  withPage(async (page, url) => {
    await page.goto(url);
    const result = page.locator(".result");
    for (const [text, words, line] of [
      [
        "\n<!doctype html>\n<title>Sign in</title>",
        "line 2, column 1: This is a web page (HTML)",
        "<!doctype html>",
      ],
      [
        "{\n  'name': 'Bicycle check',\n  'isActive': True\n}",
        "line 2, column 3: This is Python, not JSON.",
        "'name': 'Bicycle check',",
      ],
      [
        "curl https://api.example.com/api/calendars/1",
        "This is a curl command without data.",
        "curl https://api.example.com/api/calendars/1",
      ],
      [
        '```json\n{\n  "name": oops\n}\n```',
        "line 3, column 11: This is not valid JSON.",
        '"name": oops',
      ],
    ]) {
      await paste(page, text);
      await result.filter({ hasText: words }).waitFor();
      assert.equal(await result.locator(".shown-line").innerText(), line);
    }
    await accessible(page, "text that is not JSON");
    // JSON inside a fence or a command is opened.
    await paste(
      page,
      `The record:\n\n\`\`\`json\n${JSON.stringify({ calendar: CALENDAR }, null, 2)}\n\`\`\`\n`,
    );
    await page.locator(".work").waitFor();
    await settled(page);
    await paste(
      page,
      `curl -X PUT 'https://api.example.com/api/calendars/cal-0001' \\\n  -H 'Version: 2021-04-15' \\\n  --data-raw '${JSON.stringify({ name: "It’s Ada'\\''s", slotDuration: 45 }).replaceAll("\\\\", "\\")}'`,
    );
    await page
      .locator("dialog .result", {
        hasText: "It was the data of a curl command.",
      })
      .waitFor();
    await page.getByRole("button", { name: "Use it as my" }).click();
    await settled(page);
    assert.deepEqual(
      (await changesOf(page)).filter((words) => words.startsWith("name")),
      ["name “It’s Ada's”, was “Bicycle check”"],
    );
  }));
