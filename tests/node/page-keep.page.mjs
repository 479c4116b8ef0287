/** What is edited is neither lost nor taken back unasked: reloads, other tabs, undo, and conflicts that are still open. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { SAMPLES } from "../../www/load/samples.js";
import { openAfresh } from "./browser.mjs";
import {
  changesOf,
  paste,
  SAMPLE,
  section,
  settled,
  tab,
  undo,
  withSample,
} from "./page-steps.mjs";

const RENAMED = ["name “Wheel check”, was “Bicycle check”"];

async function rename(page, name = "Wheel check") {
  await section(page, "General");
  await page.getByLabel("Name", { exact: true }).fill(name);
}

/** Until what is edited is kept, with that text in it. */
const kept = (page, text) =>
  page.waitForFunction((text) => localStorage.calendiff?.includes(text), text);

const canUndo = (page) =>
  page.getByRole("button", { name: "Undo" }).isEnabled();

test("undo goes back to what was opened, and not behind it", () =>
  withSample("edited", async (page) => {
    await settled(page);
    assert.equal(await canUndo(page), false);
    await rename(page);
    await section(page, "How long");
    await page.getByLabel("Slot duration", { exact: true }).fill("45");
    const words = await changesOf(page);
    await kept(page, '"slotDuration":45');
    await page.reload();
    assert.deepEqual(await changesOf(page), words);
    await page.keyboard.press("ControlOrMeta+z");
    assert.deepEqual(await changesOf(page), words);
    assert.equal(await canUndo(page), false);

    // What is kept is left without a question.
    await page.getByText("Kept in this browser").waitFor();
    page.on("dialog", (dialog) => assert.fail(dialog.type()));
    await page.reload();
    await rename(page, "Tyre check");
    assert.notDeepEqual(await changesOf(page), words);
    await undo(page);
    assert.deepEqual(await changesOf(page), words);
    assert.equal(await canUndo(page), false);
    await page.keyboard.press("ControlOrMeta+Shift+z");
    await settled(page);
    assert.equal(await canUndo(page), true);
  }));

test("what one tab kept is not overwritten by another that was not edited; it goes on there", () =>
  withSample("calendar", async (page, url) => {
    await kept(page, "Bicycle check");
    const other = await page.context().newPage();
    await other.goto(url);
    await tab(other, "send");
    await rename(page);
    await kept(page, "Wheel check");
    await page.close();
    // The other one goes on with it, where it was.
    await other.waitForFunction(() => document.title.startsWith("Wheel check"));
    assert.equal(await other.locator(".panel.send").isVisible(), true);
    await openAfresh(other, url);
    assert.deepEqual(await changesOf(other), RENAMED);
  }));

test("what was cleared in one tab stays cleared, and another record takes no place unsaid", () =>
  withSample("calendar", async (page, url) => {
    await rename(page);
    await kept(page, "Wheel check");
    const other = await page.context().newPage();
    await other.goto(url);
    await other.locator(".work").waitFor();
    await page.locator(".foot button").first().click();
    await other.getByText("another tab replaced or cleared").waitFor();
    const closed = other.waitForEvent("close");
    other.on("dialog", (dialog) => dialog.accept());
    await other.close({ runBeforeUnload: true });
    await closed;
    assert.equal(await page.evaluate(() => localStorage.calendiff), undefined);

    // What is brought back goes on by itself.
    await page.getByRole("button", { name: "Bring it back" }).click();
    await kept(page, "Wheel check");
    const beside = await page.context().newPage();
    await beside.goto(url);
    // It has read what is kept before that is cleared.
    await beside.locator(".work").waitFor();
    await page.locator(".foot button").first().click();
    await rename(beside, "Hub check");
    await kept(beside, "Hub check");
    await page.getByRole("button", { name: "Bring it back" }).click();
    await beside.getByText("another tab replaced or cleared").waitFor();
    assert.deepEqual(await changesOf(beside), [
      "name “Hub check”, was “Bicycle check”",
    ]);
    beside.on("dialog", (dialog) => dialog.accept());
    await beside.close({ runBeforeUnload: true });
    await page.locator(".foot button").first().click();

    // The same sample, opened twice, is edited twice.
    const third = await page.context().newPage();
    await third.goto(url);
    await third
      .getByRole("button", { name: SAMPLE.calendar, exact: true })
      .click();
    await rename(third, "Tyre check");
    await kept(third, "Tyre check");
    await page
      .getByRole("button", { name: SAMPLE.calendar, exact: true })
      .click();
    await third.getByText("another tab replaced or cleared").waitFor();
    assert.deepEqual(await changesOf(third), [
      "name “Tyre check”, was “Bicycle check”",
    ]);
    // Whoever leaves what is not kept is asked first.
    let asked = 0;
    third.on("dialog", (dialog) => dialog.accept(void asked++));
    await third.reload();
    assert.equal(asked, 1);
    assert.deepEqual(await changesOf(third), []);
  }));

test("conflicts stand until they are resolved, over reloads, in links and after a failure", () =>
  withSample("edited", async (page) => {
    const { calendar } = SAMPLES[0].stored;
    await paste(
      page,
      JSON.stringify({
        calendar: {
          ...calendar,
          name: "Tyre check",
          eventColor: "#d50000",
          appoinmentPerSlot: 3,
          autoConfirm: false,
        },
      }),
    );
    await page.locator("dialog .result button").first().click();
    const keys = () =>
      page
        .locator(".conflict")
        .evaluateAll((all) => all.map(({ dataset }) => dataset.key));
    await page.locator(".conflict").first().waitFor();
    const all = await keys();
    assert.deepEqual(all, ["name", "eventColor", "appoinmentPerSlot"]);
    const others = () =>
      page.locator(".panel:visible .answer li").allInnerTexts();
    assert.deepEqual(await others(), ["Automatic confirmation no, was yes"]);
    const take = (key, words) =>
      page
        .locator(`.conflict[data-key="${key}"]`)
        .getByRole("button", { name: words })
        .click();
    const words = await page.locator(".conflict").last().innerText();
    await take("name", "Keep mine");
    await take("eventColor", "Restore original");
    await section(page, "How long");
    await page.getByLabel("Slot interval", { exact: true }).fill("15");
    const changes = await changesOf(page);
    await kept(page, '"slotInterval":15');

    // A reload shows the panel of before.
    await page.reload();
    await page.locator(".panel:visible .changes").waitFor();
    await tab(page, "conflicts");
    assert.deepEqual(await keys(), ["appoinmentPerSlot"]);
    assert.equal(await page.locator(".conflict").last().innerText(), words);
    assert.deepEqual(await others(), ["Automatic confirmation no, was yes"]);
    assert.deepEqual(await changesOf(page), changes);
    assert.equal(await canUndo(page), false);
    await tab(page, "send");
    await page.getByText("1 conflict still open").waitFor();

    await page
      .context()
      .grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy a link to this" }).click();
    await page
      .getByText("The link holds the calendar or location itself")
      .waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await page.evaluate(() => localStorage.clear());
    await openAfresh(page, link);
    await tab(page, "conflicts");
    assert.deepEqual(await keys(), ["appoinmentPerSlot"]);
    await take("appoinmentPerSlot", "Take theirs");
    await page.getByText("No conflicts.").waitFor();
    await undo(page);
    assert.deepEqual(await keys(), ["appoinmentPerSlot"]);
  }));

test("what was stored before each conflict is known after a reload", () =>
  withSample("edited", async (page) => {
    const { calendar } = SAMPLES[0].stored;
    const saved = async (record) => {
      await paste(page, JSON.stringify({ calendar: record }));
      await page.locator("dialog .result button").first().click();
      await page.locator("dialog").waitFor({ state: "hidden" });
    };
    await saved({ ...calendar, name: "Tyre check", slotDuration: 50 });
    await page.locator('.conflict[data-key="name"]').waitFor();
    await section(page, "How long");
    await page.getByLabel("Slot duration", { exact: true }).fill("20");
    await saved({ ...calendar, name: "Hub check", slotDuration: 40 });
    await page.locator('.conflict[data-key="slotDuration"]').waitFor();
    const words = await page.locator(".conflict").allInnerTexts();
    assert.match(words.join(), /50/);
    await kept(page, "Hub check");
    await page.reload();
    await page.locator(".panel:visible .conflict").first().waitFor();
    assert.deepEqual(await page.locator(".conflict").allInnerTexts(), words);
  }));

test("what is typed beside the draft is the browser's to undo", () =>
  withSample("calendar", async (page) => {
    await rename(page);
    await tab(page, "send");
    const address = page.getByLabel("Address of the service");
    // What was typed elsewhere before is none of its.
    await address.press("ControlOrMeta+z");
    await settled(page);
    assert.deepEqual(await changesOf(page), []);
    await page.keyboard.press("ControlOrMeta+Shift+z");
    await settled(page);
    await tab(page, "send");
    await address.press("End");
    await page.keyboard.insertText("/v2");
    await page.keyboard.press("ControlOrMeta+z");
    assert.equal(await address.inputValue(), "https://api.example.com");

    await section(page, "As text");
    const area = page.getByLabel("Your version as text");
    const before = await area.inputValue();
    await area.press("ControlOrMeta+Home");
    await page.keyboard.insertText("xx");
    // Before it was told that it cannot be read, and after.
    await page.keyboard.press("ControlOrMeta+z");
    assert.equal(await area.inputValue(), before);
    await page.keyboard.insertText("xx");
    await page.locator("#json-trouble", { hasText: /./ }).waitFor();
    await page.keyboard.press("ControlOrMeta+z");
    assert.equal(await area.inputValue(), before);
    await page
      .locator("#json-trouble", { hasText: /^$/ })
      .waitFor({ state: "attached" });
    assert.deepEqual(await changesOf(page), RENAMED);

    // What can be read is in the draft, and is undone with it.
    await section(page, "As text");
    await area.press("ControlOrMeta+z");
    await settled(page);
    assert.deepEqual(await changesOf(page), []);
    await section(page, "General");
    await page.getByLabel("Name", { exact: true }).fill("Tyre check");
    await page.keyboard.press("ControlOrMeta+z");
    await settled(page);
    assert.equal(
      await page.getByLabel("Name", { exact: true }).inputValue(),
      "Bicycle check",
    );
  }));
