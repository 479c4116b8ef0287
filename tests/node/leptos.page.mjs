/** examples/leptos-form: a settings form in Rust, used as a person would. `cargo xtask test front-ends` builds it. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";

import { withPage } from "./browser.mjs";

const folders = { "/": join(import.meta.dirname, "..", "..", "examples") };

test("leptos-form: issues at fields, changes in words, a fix, and a save that the sandbox refuses and takes", () =>
  withPage(
    async (page, url) => {
      await page.setViewportSize({ width: 640, height: 1000 });
      await page.goto(`${url}leptos-form/`);
      const field = (label) => page.getByLabel(label, { exact: true });
      const button = (name) => page.getByRole("button", { name, exact: true });
      const words = () => page.locator("li span").allInnerTexts();
      const said = () => page.locator("pre").textContent();
      const screenshot = async (name) => {
        if (process.env.SCREENSHOTS)
          await page.screenshot({
            path: join(process.env.SCREENSHOTS, `leptos-form-${name}.png`),
          });
      };
      await field("Color").waitFor();
      assert.deepEqual(
        [
          await field("Color").inputValue(),
          await field("Monday closes at").inputValue(),
        ],
        ["#039be5", "17"],
      );
      assert.deepEqual(
        [
          await page.locator("small").count(),
          await words(),
          await button("Undo").isDisabled(),
        ],
        [0, [], true],
      );

      await field("Color").fill("#f00");
      await field("Monday closes at").fill("8");
      await field("Alerts to").fill("desk");
      await page
        .getByText("This color needs six digits, such as #ff0000.")
        .waitFor();
      await page
        .getByText("Closing time must be after opening time.")
        .waitFor();
      await page.getByText("An e-mail address needs one @").waitFor();
      assert.equal(
        await field("Alerts to").getAttribute("aria-invalid"),
        "true",
      );
      assert.equal(await field("Name").getAttribute("aria-invalid"), null);
      await button("Save").click();
      assert.equal(await said(), "");
      await screenshot("wrong");

      // The fix, and hands of one's own.
      await page
        .locator("p", { has: field("Color") })
        .getByRole("button")
        .click();
      await page
        .getByText("This color needs six digits")
        .waitFor({ state: "detached" });
      assert.equal(await field("Color").inputValue(), "#ff0000");
      await field("Monday closes at").fill("18");
      await field("Alerts to").fill("front@example.com");
      await field("Confirm by itself").uncheck();
      await field("Slug").fill("follow-up");
      assert.deepEqual(await words(), [
        "slug follow-up, was first-visit",
        "color #ff0000, was #039be5",
        "alert e-mail front@example.com, was desk@example.com",
        "automatic confirmation no, was yes",
        "Monday closes at 18:00, was 17:00",
      ]);
      // Only the service knows that another calendar has the slug; what it says stands at the field.
      await button("Save").click();
      await page.getByText("Refused: Calendar slug is already taken").waitFor();
      await page
        .locator("p", { has: field("Slug") })
        .getByRole("alert")
        .waitFor();
      await screenshot("refused");
      await page
        .locator("li", { hasText: "slug" })
        .getByRole("button", { name: "Revert" })
        .click();
      assert.equal(await field("Slug").inputValue(), "first-visit");
      await button("Undo").click();
      assert.equal(await field("Slug").inputValue(), "follow-up");
      await field("Slug").fill("intake");

      // A colleague saves another duration meanwhile.
      await field("Minutes").fill("45");
      await button("Someone else saves").click();
      await page
        .getByText("slot duration: ours 45, theirs 30, was 60")
        .waitFor();
      await screenshot("conflict");
      await button("Take theirs").click();
      assert.equal(await field("Minutes").inputValue(), "30");
      await button("Save").click();
      await page.getByText("Saved: 5 applied, 0 not applied").waitFor();
      assert.deepEqual(
        [
          await words(),
          await field("Slug").inputValue(),
          await page.locator("small, .conflict").count(),
        ],
        [[], "intake", 0],
      );
      await screenshot("saved");
    },
    { folders },
  ));
