/** Pasting beside an open record, and work outside its draft: refusals, parts of records, text with an error, many records. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { SAMPLES } from "../../www/load/samples.js";
import { withPage } from "./browser.mjs";
import {
  accessible,
  arrived,
  bodyOf,
  changesOf,
  drop,
  paste,
  section,
  settled,
  tab,
  undo,
  withSample,
} from "./page-steps.mjs";

const { calendar: CALENDAR } = SAMPLES.find(
  ({ id }) => id === "calendar",
).stored;
const announcementOf = (page) =>
  page.locator('#page > [role="status"]').textContent();

test("a pasted refusal is grouped above the findings, focused and announced, and each text leads to its field", () =>
  withSample("edited", async (page) => {
    await tab(page, "changes");
    await paste(
      page,
      JSON.stringify({
        statusCode: 422,
        message: ["alertEmail must be an email", "the moon is full"],
      }),
    );
    await page.locator(".refusal").waitFor();
    await settled(page);
    assert.equal(
      await page.locator('[data-tab="findings"]').getAttribute("aria-current"),
      "true",
    );
    assert.equal(
      await page.evaluate(() => document.activeElement.textContent),
      "Messages of the service (422)",
    );
    assert.match(
      await announcementOf(page),
      /^Messages of the service \(422\) alertEmail must be an email the moon is full/,
    );
    assert.deepEqual(await page.locator(".texts > li > code").allInnerTexts(), [
      "alertEmail must be an email",
      "the moon is full",
    ]);
    // They are not said twice.
    assert.equal(await page.locator(".panel:visible .issue").count(), 2);
    await accessible(page, "a refusal");
    await page.locator(".refusal .jump").first().click();
    await arrived(page);
    assert.equal(
      await page.evaluate(
        () => document.activeElement.closest(".field").dataset.member,
      ),
      "alertEmail",
    );
    await page
      .locator(".refusal")
      .getByRole("button", { name: "Close" })
      .click();
    await page.locator(".refusal").waitFor({ state: "hidden" });
  }));

test("a refusal that was pasted before its record is shown above the findings once that is open", () =>
  withPage(async (page, url) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(url);
    await paste(
      page,
      JSON.stringify({
        statusCode: 422,
        message: ["alertEmail must be an email"],
      }),
    );
    await page
      .getByText("Open the calendar or location that it is about")
      .waitFor();
    await paste(page, JSON.stringify({ calendar: CALENDAR }));
    await page.locator(".refusal .texts").waitFor();
    await settled(page);
    assert.match(
      await page.evaluate(() => document.activeElement.textContent),
      /\(422\)/,
    );
  }));

test("a merge keeps the undo history", () =>
  withSample("calendar", async (page) => {
    await section(page, "How long");
    await page.getByLabel("Slot duration", { exact: true }).fill("45");
    await settled(page);
    await paste(
      page,
      JSON.stringify({ calendar: { ...CALENDAR, name: "Theirs" } }),
    );
    await page.getByRole("button", { name: "Merge it" }).click();
    await settled(page);
    assert.deepEqual(await changesOf(page), [
      "slot duration 45 mins, was 30 mins",
    ]);
    await undo(page);
    assert.deepEqual(await changesOf(page), []);
  }));

test("a part of a record that is pasted as the current one is asked about before anything goes", () =>
  withSample("calendar", async (page) => {
    const part = {
      id: CALENDAR.id,
      locationId: CALENDAR.locationId,
      name: "Theirs",
    };
    const lacks = Object.keys(CALENDAR).length - 3;
    await section(page, "How long");
    await page.getByLabel("Slot duration", { exact: true }).fill("45");
    await paste(page, JSON.stringify({ calendar: part }));
    await page.getByRole("button", { name: "Merge it" }).click();
    await page
      .getByText(`This lacks ${lacks} settings that are saved now`)
      .waitFor();
    assert.equal(
      await page.evaluate(() => document.activeElement.innerText),
      "It is a part: merge only what it has",
    );
    assert.equal(
      await page
        .getByRole("button", { name: `It is all of it: ${lacks} settings go` })
        .isVisible(),
      true,
    );
    await page.keyboard.press("Enter");
    await settled(page);
    assert.deepEqual(await changesOf(page), [
      "slot duration 45 mins, was 30 mins",
    ]);
    const body = await bodyOf(page);
    assert.deepEqual([body.name, body.teamMembers.length], ["Theirs", 2]);
  }));

test("JSON text with an error is marked in the menu, kept over a reload, and missed in the request", () =>
  withSample("calendar", async (page) => {
    await section(page, "As text");
    await page.locator("textarea.json").first().fill('{ "name": oops');
    const item = page.getByRole("button", { name: "As text (not applied)" });
    await item.waitFor();
    assert.equal(
      await item.locator(".marks").getAttribute("data-severity"),
      "error",
    );
    await tab(page, "send");
    await page
      .getByText("The request does not have what you typed as text")
      .waitFor();
    await page.waitForTimeout(600);
    await page.reload();
    await item.waitFor();
    assert.equal(
      await page.locator("textarea.json").first().inputValue(),
      '{ "name": oops',
    );
    await section(page, "Open hours");
    await page.getByRole("button", { name: "Go to the text" }).click();
    assert.equal(await page.locator("#section-title").innerText(), "As text");
    // An edit elsewhere replaces the broken text.
    await page
      .locator("textarea.json")
      .first()
      .fill(JSON.stringify({ ...CALENDAR, name: "Wheel check" }));
    await page.getByRole("button", { name: "As text", exact: true }).waitFor();
    await page
      .getByText("The text of your version has an error")
      .waitFor({ state: "hidden" });
  }));

test("with nothing changed there is nothing to send", () =>
  withSample("calendar", async (page) => {
    await tab(page, "send");
    await page
      .getByText("Nothing changes, so there is nothing to send.")
      .waitFor();
    assert.equal(await page.locator(".code:visible").count(), 0);
    assert.equal(
      await page
        .getByRole("button", { name: "Save in the sandbox" })
        .isDisabled(),
      true,
    );
    await page.getByRole("switch", { name: "Saturday: open" }).click();
    await page.locator('[data-code="body"]').waitFor();
    assert.equal(await page.getByText("nothing to send").isVisible(), false);
    assert.equal(
      await page
        .getByRole("button", { name: "Save in the sandbox" })
        .isDisabled(),
      false,
    );
  }));

test("many records survive a reload, and the way back to them too", () =>
  withPage(async (page, url) => {
    await page.goto(url);
    await drop(page, [
      [
        "two.json",
        JSON.stringify([
          { ...CALENDAR, id: "a", name: "First" },
          { ...CALENDAR, id: "b", name: "Second" },
        ]),
      ],
    ]);
    await page.getByRole("button", { name: "Check or edit all" }).click();
    await page
      .getByLabel("Only see which are open on")
      .last()
      .fill("2026-12-24");
    await page
      .locator(".sum", { hasText: "open on Thursday, 24 December 2026" })
      .waitFor();
    await page.reload();
    await page
      .locator(".many .sum", { hasText: "open on Thursday, 24 December 2026" })
      .waitFor();
    assert.equal(await page.locator(".start").isVisible(), false);
    await page.getByRole("button", { name: "Second" }).click();
    await page.locator(".work").waitFor();
    await page.waitForTimeout(700);
    await page.reload();
    await page.locator(".work").waitFor();
    await settled(page);
    await page.getByRole("button", { name: "Back to the list" }).click();
    await page
      .locator(".many .sum", { hasText: "open on Thursday, 24 December 2026" })
      .waitFor();
    await page.reload();
    await page.locator(".many").waitFor();
  }));
