/** axe-core in each state of the page: on a desk and a phone, by day and by night, in forced colors; and the width of each language. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { LANGUAGES } from "../../www/words/words.js";
import { isFirefox, withPage } from "./browser.mjs";
import { accessible, arrived, drop, settled } from "./page-steps.mjs";

const DESK = { width: 1280, height: 720 };
const PHONE = { width: 390, height: 844 };

/** Looks that have each size of the screen and each set of colors once. Forced colors can be set in Chromium alone. */
const LOOKS = {
  "on a desk": [DESK, {}],
  "on a phone by night": [PHONE, { colorScheme: "dark" }],
  ...(isFirefox || {
    "in forced colors": [DESK, { forcedColors: "active" }],
  }),
};

const REFUSAL = JSON.stringify({
  statusCode: 422,
  message: [
    "slotDuration must be a number conforming to the specified constraints",
    "name should not be empty",
  ],
});
const LIST = JSON.stringify({
  calendars: [
    { id: "a", name: "North", slotDuration: 30 },
    { id: "b", name: "South", slotDuration: 0 },
  ],
});

/** Opens one of the samples, in any language. */
async function sample(page, at) {
  await page.locator(".samples:visible button").nth(at).click();
  await page.locator(".work:visible").waitFor();
  await settled(page);
}

/** Shows a place of the edited sample by its ID, through the choice of a phone, which a desk hides. */
async function place(page, id) {
  await sample(page, 1);
  await page.locator(".choose").evaluate((choose, id) => {
    choose.value = id;
    choose.dispatchEvent(new Event("change"));
  }, id);
  await arrived(page);
}

/** Shows a panel of a sample. */
async function panel(page, at, name) {
  await sample(page, at);
  await page.locator(`[data-tab="${name}"]`).click();
  await arrived(page);
}

async function many(page) {
  await drop(page, [["list.json", LIST]]);
  await page.locator(".result button").first().click();
  await page.locator(".many tbody tr").nth(1).waitFor();
}

/** The states: each brings a page that was just loaded into it. */
const STATES = {
  start: async () => {},
  "where to find data": (page) => page.locator(".start .where summary").click(),
  "files with trouble": async (page) => {
    await drop(page, [
      ["page.json", "<!doctype html>"],
      ["cut.json", '{"a":'],
    ]);
    await page.locator(".result").nth(1).waitFor();
  },
  "a sample": (page) => sample(page, 0),
  "the week": (page) => place(page, "week"),
  "special dates": async (page) => {
    await place(page, "dates");
    await page.locator('.date[data-state="closed"]').first().click();
  },
  "the year": async (page) => {
    await place(page, "dates");
    await page.locator(".year-fold summary").click();
    await page.locator(".year").waitFor();
  },
  "what customers see": (page) => place(page, "offer"),
  "booking rules": (page) => place(page, "rules"),
  "everything else": (page) => place(page, "else"),
  "names of the API": async (page) => {
    await place(page, "else");
    await page.locator(".names label").click();
  },
  "the version as text": (page) => place(page, "json"),
  "text with an error": async (page) => {
    await place(page, "json");
    await page.locator("textarea.json:not([readonly])").fill("{");
  },
  "changes and the report": (page) => panel(page, 1, "changes"),
  findings: (page) => panel(page, 2, "findings"),
  "the request": (page) => panel(page, 1, "send"),
  "the request of mistakes": (page) => panel(page, 2, "send"),
  "a save in the sandbox": async (page) => {
    await panel(page, 1, "send");
    await page.locator(".sandbox button").first().click();
    await page.locator(".verdict").waitFor();
  },
  "a refusal pasted": async (page) => {
    await sample(page, 2);
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      document.body.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData, bubbles: true }),
      );
    }, REFUSAL);
    await page.locator(".refusal .texts li").first().waitFor();
  },
  conflicts: async (page) => {
    await panel(page, 1, "send");
    await page.locator(".sandbox button").nth(1).click();
    await page.locator(".conflict").first().waitFor();
  },
  "the load panel": async (page) => {
    await sample(page, 1);
    await page.locator("header .row > button:visible").last().click();
    await page.locator("dialog[open]").waitFor();
  },
  "a location": (page) => sample(page, 3),
  "many calendars": many,
  "edits of many": async (page) => {
    await many(page);
    await page.locator(".many input[type=radio]").last().check();
    await page.locator(".many details summary").first().click();
  },
};

for (const [state, come] of Object.entries(STATES))
  test(`axe finds nothing serious, and each language fits: ${state}`, () =>
    withPage(
      async (page, url) => {
        await page.setViewportSize(DESK);
        await page.goto(url);
        await page.locator(".start:visible").waitFor();
        await come(page);
        await settled(page);
        for (const [name, [size, media]] of Object.entries(LOOKS)) {
          await page.setViewportSize(size);
          await page.emulateMedia({
            colorScheme: "light",
            forcedColors: "none",
            reducedMotion: "reduce",
            ...media,
          });
          await settled(page);
          await accessible(page, `${state} ${name}`);
        }
        for (const language of Object.keys(LANGUAGES)) {
          await page
            .locator(".language select")
            .first()
            .evaluate((select, language) => {
              select.value = language;
              select.dispatchEvent(new Event("change"));
            }, language);
          await page.locator(`html[lang="${language}"]`).waitFor();
          for (const size of [PHONE, DESK]) {
            await page.setViewportSize(size);
            await settled(page);
            assert.ok(
              (await page.evaluate(
                () => document.documentElement.scrollWidth,
              )) <= size.width,
              `${state} is too wide for ${size.width} pixels in ${LANGUAGES[language]}`,
            );
          }
        }
      },
      { locale: "en-US" },
    ));
