/** The page in a browser, used as a person would use it. */

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { withPage } from "./browser.mjs";

/** Opens the page at its first sample, a calendar that somebody has edited. */
const withSample = (use) =>
  withPage(async (page, url) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(url);
    await page.getByLabel("Sample").selectOption({ label: "A calendar, edited" });
    await page.waitForSelector("#changes li");
    await use(page);
  });

const textsOf = (page, selector) => page.locator(selector).allInnerTexts();
const draftOf = async (page) => JSON.parse(await page.locator("#draft").inputValue());
const bodyOf = async (page) => JSON.parse(await page.locator("#body").innerText());
const fieldOf = (page, label) => page.locator(".field").filter({ has: page.getByLabel(label, { exact: true }) });

/** Types into a field, key by key, in place of what it holds. */
async function type(page, label, text) {
  const control = page.getByLabel(label, { exact: true });
  await control.press("ControlOrMeta+a");
  await control.pressSequentially(text);
}

test("a sample shows what is wrong, what changes and what to send", () =>
  withSample(async (page) => {
    assert.equal(await page.locator("#sum").innerText(), "0 errors, 1 warning, 3 notes, 4 changes");
    assert.deepEqual((await textsOf(page, "#changes li")).sort(), [
      "Tuesday closes at 19:00, was 17:00",
      "appointments per slot 2, was 1",
      "color #0b8043, was #039be5",
      "special date 31 December 2026 added: 09:00–13:00",
    ]);
    assert.match(
      await page.locator("#issues .echo").innerText(),
      /^3 members that only responses carry are left out: id, /,
    );

    const body = await bodyOf(page);
    assert.equal(body.appoinmentPerSlot, 2);
    assert.equal(body.teamMembers.length, 2);
    assert.equal(body.id, undefined);

    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByText("Copied.").waitFor();
    assert.deepEqual(JSON.parse(await page.evaluate(() => navigator.clipboard.readText())), body);

    await page.getByLabel("Body", { exact: true }).selectOption("changed");
    assert.equal((await bodyOf(page)).teamMembers, undefined);
  }));

test("a bad color is told at its field, fixed there, and seen in words and in the body", () =>
  withSample(async (page) => {
    const field = fieldOf(page, "Color");
    const control = page.getByLabel("Color", { exact: true });
    await type(page, "Color", "#f00");
    assert.equal(await control.getAttribute("aria-invalid"), "true");
    assert.match(await field.locator(".issue").innerText(), /Error This color needs six digits.*color_short/s);
    const described = (await control.getAttribute("aria-describedby")).split(" ");
    assert.ok(described.includes(await field.locator(".issues").getAttribute("id")));
    assert.match(await page.locator("#sum").innerText(), /^1 error,/);
    assert.equal((await draftOf(page)).eventColor, "#f00");

    await field.getByRole("button", { name: "Write #ff0000" }).click();
    assert.equal(await control.inputValue(), "#ff0000");
    assert.equal(await control.getAttribute("aria-invalid"), "false");
    assert.equal(await control.evaluate((element) => element === document.activeElement), true);
    assert.equal(await field.locator(".issue").count(), 0);
    assert.ok((await textsOf(page, "#changes li")).includes("color #ff0000, was #039be5"));
    assert.equal((await bodyOf(page)).eventColor, "#ff0000");

    await type(page, "Color", "#00ff00");
    assert.ok((await textsOf(page, "#changes li")).includes("color #00ff00, was #039be5"));
    await control.fill("");
    assert.equal("eventColor" in (await draftOf(page)), false);
    assert.equal(await control.getAttribute("placeholder"), "#039be5");
  }));

test("a fix renames a misspelled member and leaves the rest of the text alone", () =>
  withSample(async (page) => {
    const before = await page.locator("#draft").inputValue();
    await page.locator("#issues").getByRole("button", { name: "Rename to appoinmentPerSlot" }).click();
    const after = before.replace("appointmentPerSlot", "appoinmentPerSlot");
    assert.equal(await page.locator("#draft").inputValue(), after);
    assert.equal(await page.getByLabel("Appointments per slot").inputValue(), "2");
    assert.match(await page.locator("#sum").innerText(), /^0 errors, 0 warnings,/);

    await page.getByRole("button", { name: "Undo" }).click();
    assert.equal(await page.locator("#draft").inputValue(), before);
    await page.getByRole("button", { name: "Redo" }).click();
    assert.equal(await page.locator("#draft").inputValue(), after);
  }));

test("fields of every type go into the draft, in an envelope too", () =>
  withSample(async (page) => {
    await page
      .locator("#draft")
      .fill('{"calendar": {\n    "name": "A\\u00e9",  "slotDuration": 3e1,\n    "isActive": "yes"}}');
    assert.deepEqual(await textsOf(page, "#issues .link"), ["line 3, column 17"]);
    await page.getByLabel("Active", { exact: true }).selectOption({ label: "off" });
    await type(page, "Slot interval", "15");
    await type(page, "Buffer after", "ten");
    await page.getByLabel("Share of slots hidden").fill("20");
    assert.equal(
      await page.locator("#draft").inputValue(),
      '{"calendar": {\n    "name": "A\\u00e9",  "slotDuration": 3e1,\n    "isActive": false,\n    "slotInterval": 15,' +
        '\n    "slotBuffer": "ten",\n    "lookBusyConfig": { "LookBusyPercentage": 20 }}}',
    );
    assert.match(await fieldOf(page, "Buffer after").locator(".issue").innerText(), /wrong_type/);
    await page.getByLabel("Share of slots hidden").fill("");
    assert.equal("lookBusyConfig" in (await draftOf(page)).calendar, false);
  }));

test("what is not JSON is told with its line and column, and nothing typed is lost", () =>
  withSample(async (page) => {
    const text = '{\n  "name": "Bicycle check",\n  "slug": oops\n}';
    await page.locator("#draft").fill(text);
    assert.match(await page.locator("#draft-trouble").innerText(), /line 3, column 11/);
    assert.equal(await page.locator("#draft").getAttribute("aria-invalid"), "true");
    assert.match(await page.locator("#sum").innerText(), /^The draft cannot be read\. .* last result/);
    assert.equal(await page.getByRole("button", { name: "Rename to appoinmentPerSlot" }).first().isDisabled(), true);
    assert.equal(await page.getByLabel("Color", { exact: true }).isDisabled(), true);

    await page.getByRole("button", { name: "Show it" }).click();
    const start = await page.locator("#draft").evaluate(({ selectionStart }) => selectionStart);
    assert.equal(start, text.indexOf("oops"));
    assert.equal(await page.locator("#draft").inputValue(), text);

    await page.locator("#draft").fill(text.replace("oops", '"bicycle-check"'));
    assert.equal(await page.locator("#draft-trouble").innerText(), "");
    assert.deepEqual(await textsOf(page, "#changes li"), ["Nothing changes."]);

    await page.locator("#stored").fill("[1, 2]");
    assert.match(await page.locator("#stored-trouble").innerText(), /found array/);
    await page.locator("#stored").fill("");
    assert.match(await page.locator("#changes").innerText(), /Give the stored record/);
  }));

test("issues inside lists stand under their part, and each fix can be pressed until none is left", () =>
  withSample(async (page) => {
    await page.getByLabel("Sample").selectOption({ label: "A draft full of mistakes" });
    const dates = page.locator(".part").filter({ hasText: "Special dates" });
    assert.match(
      await dates.locator(".issue").first().innerText(),
      /2026-12-24, date: .*date_bare.*\/availabilities\/0\/date/s,
    );

    for (let presses = 0; (await page.locator("#issues .fix").count()) > 0; presses++) {
      assert.ok(presses < 50, "a fix does not fix what it says");
      await page.locator("#issues .fix").first().click();
    }
    const draft = await draftOf(page);
    assert.equal(draft.name, "Bicycle check-up");
    assert.equal(draft.slotDuration, 45);
  }));

test("a file is loaded as it is, or not at all", () =>
  withSample(async (page) => {
    const load = (name, bytes) => {
      const file = { name, mimeType: "application/json", buffer: Buffer.from(bytes) };
      return page.locator("#draft-file").setInputFiles(file);
    };
    await load("draft.json", '{"name":"Wheel check"}');
    await page.waitForFunction(() => document.querySelector("#draft").value === '{"name":"Wheel check"}');
    assert.deepEqual(await textsOf(page, "#changes li"), ["name “Wheel check”, was “Bicycle check”"]);

    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['{"name":"Brake check"}'], "dropped.json"));
      document.querySelector("#draft-input").dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
    });
    await page.waitForFunction(() => document.querySelector("#draft").value === '{"name":"Brake check"}');

    await load("latin1.json", [0x7b, 0xe9, 0x7d]);
    await page.waitForFunction(() => document.querySelector("#draft-trouble").textContent !== "");
    assert.equal(await page.locator("#draft").inputValue(), '{"name":"Brake check"}');
  }));

test("a location has its own form", () =>
  withSample(async (page) => {
    await page.getByLabel("Sample").selectOption({ label: "A location that moved" });
    assert.ok((await textsOf(page, "#changes li")).includes("address “3 Canal Street”, was “12 Mill Lane”"));
    assert.equal(await page.getByLabel("Color", { exact: true }).count(), 0);
    const before = await page.locator("#draft").inputValue();
    await page.getByRole("button", { name: "Normalise" }).click();
    assert.equal(await page.locator("#draft").inputValue(), before.replace("@EXAMPLE.com", "@example.com"));
    await type(page, "Phone", "+44 1632 960001");
    assert.equal((await bodyOf(page)).phone, "+44 1632 960001");
  }));

test("the page fits a phone and a desk, by day and by night", () =>
  withSample(async (page) => {
    const folder = process.env.SCREENSHOTS;
    if (folder) mkdirSync(folder, { recursive: true });
    await page.getByLabel("Sample").selectOption({ label: "A draft full of mistakes" });
    for (const width of [1280, 380]) {
      for (const colorScheme of ["light", "dark"]) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
        if (folder) await page.screenshot({ path: join(folder, `${width}-${colorScheme}.png`), fullPage: true });
      }
    }
  }));
