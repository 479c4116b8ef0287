/** What is edited is neither lost nor taken back unasked: reloads, other tabs, undo, and conflicts that are still open. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { changesOf, SAMPLE, section, settled, tab, undo, withSample } from "./page-steps.mjs";

const RENAMED = ["name “Wheel check”, was “Bicycle check”"];

async function rename(page, name = "Wheel check") {
  await section(page, "Identity");
  await page.getByLabel("Name", { exact: true }).fill(name);
}

/** Until what is edited is kept, with that text in it. */
const kept = (page, text) => page.waitForFunction((text) => localStorage.calendiff?.includes(text), text);

const canUndo = (page) => page.getByRole("button", { name: "Undo" }).isEnabled();

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

    await rename(page, "Tyre check");
    assert.notDeepEqual(await changesOf(page), words);
    await undo(page);
    assert.deepEqual(await changesOf(page), words);
    assert.equal(await canUndo(page), false);
    await page.keyboard.press("ControlOrMeta+Shift+z");
    await settled(page);
    assert.equal(await canUndo(page), true);
  }));
