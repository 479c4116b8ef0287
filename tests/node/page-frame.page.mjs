/** The frame of the page: where the focus goes, what is in sight, and what is opened. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { withPage } from "./browser.mjs";
import { changesOf, paste, SAMPLE, section, settled, tab, withSample } from "./page-steps.mjs";

const focused = (page) => page.evaluate(() => document.activeElement.textContent || document.activeElement.tagName);

test("what is opened first has the focus at its heading", () =>
  withPage(async (page, url) => {
    await page.goto(url);
    await page.getByRole("button", { name: SAMPLE.location, exact: true }).press("Enter");
    await page.locator(".work").waitFor();
    assert.equal(await focused(page), "Identity");
    await page.locator(".foot button").first().click();
    await page.getByRole("button", { name: "Bring it back" }).press("Enter");
    await page.locator(".work").waitFor();
    assert.equal(await focused(page), "Identity");
    // A reload begins at the top, as any page does.
    await page.waitForFunction(() => localStorage.calendiff);
    await page.reload();
    await page.locator(".work").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
  }));

test("what has the focus is not behind the bar of a small screen", () =>
  withSample("mistakes", async (page) => {
    for (const [width, height, id] of [[720, 450, "identity"], [390, 700, "who"]]) {
      await page.setViewportSize({ width, height });
      await page.evaluate((id) => {
        const choose = document.querySelector(".choose");
        choose.value = id;
        choose.dispatchEvent(new Event("change"));
        document.querySelector("header button:last-of-type").focus();
      }, id);
      for (let stop = 0; stop < 60; stop++) {
        await page.keyboard.press("Tab");
        const hidden = await page.evaluate(() => {
          const own = document.activeElement.getBoundingClientRect();
          const { top } = document.querySelector(".tabs").getBoundingClientRect();
          return !document.activeElement.closest(".tabs") && own.bottom > top && own.height < top ? document.activeElement.outerHTML : "";
        });
        assert.equal(hidden, "", `${width} ${id}`);
      }
    }
  }));

test("on a desk the panes scroll, and the page does not", () =>
  withSample("mistakes", async (page) => {
    for (const height of [900, 800]) {
      await page.setViewportSize({ width: 1440, height });
      for (const link of await page.locator(".section:visible").all()) {
        await link.click();
        assert.equal(await page.evaluate(() => document.documentElement.scrollHeight), height);
      }
    }
  }));

test("a field is found with Enter, Tab goes on, and what is not found is told", () =>
  withSample("calendar", async (page) => {
    const find = page.getByLabel("Find a field");
    await find.fill("sl");
    await find.press("Tab");
    assert.equal(await page.locator("#section-title").innerText(), "Open hours");
    await find.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.closest(".field").dataset.member), "slug");
    await find.fill("bananas");
    await find.press("Enter");
    await page.getByText("No field has that name.").waitFor();
    await find.press("Backspace");
    await settled(page);
    assert.equal(await page.getByText("No field has that name.").count(), 0);
  }));

test("the dialog opens without what it said before", () =>
  withSample("calendar", async (page) => {
    await paste(page, "oops");
    await page.locator("dialog .result").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Open…" }).click();
    assert.equal(await page.locator("dialog .result").count(), 0);
  }));

test("whatever is edited of a location, someone else edits it too", () =>
  withSample("location", async (page) => {
    await tab(page, "send");
    await page.getByRole("button", { name: "Someone else saved" }).click();
    assert.equal(await page.locator('.conflict[data-key="address"] .theirs .value').innerText(), "7 Station Road");
    await page.getByRole("button", { name: /^Keep mine/ }).click();
    await section(page, "Identity");
    await page.getByLabel("Name", { exact: true }).fill("Spokes");
    await tab(page, "send");
    await page.getByRole("button", { name: "Someone else saved" }).click();
    assert.equal(await page.locator('.conflict[data-key="name"] .theirs .value').innerText(), "Spoke & Chain (summer)");
  }));
