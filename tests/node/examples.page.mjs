/** The forms of examples/, copied out, started as their READMEs say, and used as a person would: each tells and sends the same. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";

import { withPage } from "./browser.mjs";
import { commands, copiedOut, started, templates } from "./templates.mjs";

const forms = templates.filter((name) => name.endsWith("-form"));
const running = new Map();
after(async () => {
  for (const { stop, end } of running.values()) {
    await stop();
    end();
  }
});

/** The address at which a form is served; it is started once. */
async function addressOf(name) {
  if (!running.has(name)) {
    const { folder, end } = copiedOut(name);
    running.set(name, { ...started(commands(name)[1], folder, ["--", "--host", "127.0.0.1"]), end });
  }
  return (await running.get(name).said(/Local: +(http:\S+)/))[1];
}

/** Calls `use` with the page of a form. */
async function withForm(name, use) {
  const address = await addressOf(name);
  await withPage(
    async (page) => {
      await page.goto(address);
      await use(page);
    },
    { origins: [address] },
  );
}

test("there are four", () => assert.deepEqual(forms, ["plain-form", "react-form", "react-hook-form", "tanstack-form"]));

for (const name of forms) {
  test(`${name}: says what is wrong while it is typed, what changes, and what to send`, () =>
    withForm(name, async (page) => {
      await page.setViewportSize({ width: 640, height: 900 });
      const field = (label) => page.getByLabel(label, { exact: true });
      const words = () => page.locator("li span, li:not(:has(span))").allInnerTexts();
      assert.deepEqual([await field("Color").inputValue(), await field("Monday closes at").inputValue()], ["#039be5", "17"]);
      assert.equal(await field("Confirm by itself").isChecked(), true);
      assert.deepEqual([await page.locator("small:visible").count(), await words()], [0, []]);

      await field("Color").fill("#f0");
      await field("Monday closes at").fill("8");
      await field("Alerts to").fill("desk");
      for (const text of [/^Enter a color as # and six digits, such as #ff0000\.$/, /^Closing time must be after opening time\./, /^An e-mail address needs one @/]) {
        await page.locator("form").getByText(text).waitFor();
      }
      assert.equal(await field("Color").getAttribute("aria-invalid"), "true");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      assert.equal(await page.locator("pre").innerText(), "");
      if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}-wrong.png`) });

      await field("Color").fill("#ff0000");
      await field("Monday closes at").fill("18");
      await field("Alerts to").fill("front@example.com");
      await field("Minutes").fill("45");
      await field("Confirm by itself").uncheck();
      await page.locator("small:visible").first().waitFor({ state: "hidden" });
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.locator("pre", { hasText: "slotDuration" }).waitFor();
      assert.deepEqual((await words()).sort(), [
        "Monday closes at 18:00, was 17:00",
        "alert e-mail front@example.com, was desk@example.com",
        "automatic confirmation no, was yes",
        "color #ff0000, was #039be5",
        "slot duration 45, was 60",
      ]);
      const { openHours, ...body } = JSON.parse(await page.locator("pre").innerText());
      assert.deepEqual(body, { name: "First visit", slug: "first-visit", eventColor: "#ff0000", slotDuration: 45, alertEmail: "front@example.com", autoConfirm: false });
      assert.equal(openHours[0].hours[0].closeHour, 18);
      if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}-saved.png`) });
    }));
}

test("react-form: what is typed can be undone and made again, and what is said of it comes and goes with it", () =>
  withForm("react-form", async (page) => {
    await page.setViewportSize({ width: 640, height: 900 });
    const field = (label) => page.getByLabel(label, { exact: true });
    const button = (name) => page.getByRole("button", { name });
    const words = () => page.locator("li span, li:not(:has(span))").allInnerTexts();
    assert.deepEqual([await button("Undo").isDisabled(), await button("Redo").isDisabled()], [true, true]);
    await field("Minutes").fill("45");
    await field("Confirm by itself").uncheck();
    await field("Color").fill("#f0");
    await page.getByText("Enter a color as # and six digits").waitFor();
    await button("Undo").click();
    await page.getByText("Enter a color as # and six digits").waitFor({ state: "detached" });
    assert.deepEqual([await field("Color").inputValue(), await words()], ["#039be5", ["slot duration 45, was 60", "automatic confirmation no, was yes"]]);
    if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, "react-form-undone.png") });
    await button("Undo").click();
    await button("Undo").click();
    assert.deepEqual([await field("Minutes").inputValue(), await field("Confirm by itself").isChecked(), await words()], ["60", true, []]);
    assert.deepEqual([await button("Undo").isDisabled(), await button("Redo").isDisabled()], [true, false]);
    await button("Redo").click();
    assert.deepEqual([await field("Minutes").inputValue(), await words()], ["45", ["slot duration 45, was 60"]]);
    await field("Name").fill("Second visit");
    assert.equal(await button("Redo").isDisabled(), true);
  }));

test("react-form: a change is reverted, a fix made, a day closed, a conflict resolved and a refusal shown, each by a click", () =>
  withForm("react-form", async (page) => {
    await page.setViewportSize({ width: 640, height: 1200 });
    const field = (label) => page.getByLabel(label, { exact: true });
    const button = (name) => page.getByRole("button", { name, exact: true });
    const words = () => page.locator("li span").allInnerTexts();
    const shot = async (name) => process.env.SCREENSHOTS && (await page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}.png`) }));

    await field("Color").fill("#f00");
    await button("Write #ff0000").click();
    assert.deepEqual([await field("Color").inputValue(), await words()], ["#ff0000", ["color #ff0000, was #039be5"]]);
    await field("monday").uncheck();
    assert.deepEqual(await words(), ["color #ff0000, was #039be5", "Monday closed, was 09:00–17:00"]);
    await button("Revert").nth(1).click();
    assert.deepEqual([await words(), await field("monday").isChecked()], [["color #ff0000, was #039be5"], true]);

    await field("Name").fill("Second visit");
    await button("Someone else saves").click();
    await page.getByText("name: ours “Second visit”, theirs “Intake”, was “First visit”").waitFor();
    await shot("react-form-conflict");
    await button("Take theirs").click();
    assert.deepEqual([await field("Name").inputValue(), await field("Minutes").inputValue(), await words()], ["Intake", "30", ["color #ff0000, was #039be5"]]);
    await button("Undo").click();
    assert.deepEqual([await field("Name").inputValue(), await button("Take theirs").count()], ["Second visit", 1]);
    await button("Keep mine").click();
    assert.equal(await button("Take theirs").count(), 0);

    await button("The service refuses").click();
    const said = page.locator("p", { has: field("Slug") }).locator("small");
    await said.waitFor();
    assert.equal(await field("Slug").getAttribute("aria-invalid"), "true");
    await shot("react-form-refused");
    await field("Slug").fill("second-visit");
    await said.waitFor({ state: "detached" });
  }));
