/** The page by keys and by ear: undo is announced, the week is one stop of Tab, a button skips the menu, and targets are large. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { withPage } from "./browser.mjs";
import {
  accessible,
  drop,
  fillsOf,
  heardAt,
  section,
  settled,
  tab,
  withSample,
} from "./page-steps.mjs";

const announced = (page) =>
  page.locator("#page > [role=status].hidden").textContent();
/** Returns the names of the marked elements. */
const marked = (page) =>
  page
    .locator(".came-back")
    .evaluateAll((all) =>
      all.map(
        (one) =>
          one.dataset.member ??
          one.dataset.key ??
          one.ariaLabel ??
          one.textContent,
      ),
    );

test("undo says what came back, shows its place wherever that is, and leaves the focus", () =>
  withSample("calendar", async (page) => {
    await section(page, "Limits");
    await page.getByLabel("Appointments per slot", { exact: true }).fill("3");
    await section(page, "Open hours");
    await page.getByRole("switch", { name: "Saturday: open" }).uncheck();
    await section(page, "General");
    const undo = page.getByRole("button", { name: "Undo" });
    await undo.focus();
    await page.keyboard.press("Enter");
    await page.locator(".came-back").first().waitFor();
    assert.equal(
      await announced(page),
      "Undone: Saturday closed, was 10:00–14:00",
    );
    assert.equal(
      await page.locator(".toast").innerText(),
      "Undone: Saturday closed, was 10:00–14:00",
    );
    assert.deepEqual(await marked(page), ["Saturday"]);
    assert.deepEqual(await fillsOf(page, "saturday"), ["kept"]);
    assert.equal(await heardAt(page), "Undo");
    await page.keyboard.press("Enter");
    await page
      .locator('.field.came-back[data-member="appoinmentPerSlot"]')
      .waitFor();
    assert.match(
      await announced(page),
      /^Undone: appointments per slot 3, was 1/,
    );
    await accessible(page);

    await page.getByRole("button", { name: "Redo" }).click();
    await settled(page);
    assert.match(await announced(page), /^Redone: appointments per slot 3/);
    // Undo restores a reverted change.
    await tab(page, "changes");
    await page.locator(".changes .revert").click();
    await settled(page);
    await undo.click();
    await settled(page);
    assert.match(await announced(page), /^Back again: appointments per slot 3/);
    await page
      .locator('.changes .came-back[data-key="appoinmentPerSlot"]')
      .waitFor();
    await page.locator(".came-back").first().waitFor({ state: "detached" });
  }));

test("a special date that came back is selected in its month", () =>
  withSample("calendar", async (page) => {
    await section(page, "Special dates");
    await page
      .locator(".day-panel input[type=date]")
      .first()
      .fill("2027-03-09");
    await page.locator(".states input[value=closed]").check();
    await section(page, "Limits");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.locator(".came-back").first().waitFor();
    assert.match((await marked(page))[0], /9 March 2027/);
    assert.match(
      await announced(page),
      /^Undone: special date 9 March 2027 added/,
    );
  }));

test("the picture of the week is one stop of the Tab key, with arrow keys inside", () =>
  withSample("calendar", async (page) => {
    await page.locator(".work .whole").focus();
    await page.keyboard.press("Tab");
    assert.match(await heardAt(page), /^Monday, 09:00 to 17:00/);
    await page.keyboard.press("End");
    assert.match(await heardAt(page), /^Sunday, closed/);
    await page.keyboard.press("ArrowLeft");
    assert.match(await heardAt(page), /^Saturday, 10:00 to 14:00/);
    await page.keyboard.press("Tab");
    assert.equal(
      await page.evaluate(
        () => document.activeElement.closest(".hours") === null,
      ),
      true,
    );
    await page.keyboard.press("Shift+Tab");
    assert.match(await heardAt(page), /^Saturday, 10:00 to 14:00/);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Insert");
    await settled(page);
    assert.match(await heardAt(page), /^Sunday, 09:00 to 17:00/);
    await page.keyboard.press("Home");
    assert.match(await heardAt(page), /^Monday/);
    // From the name of a day, which a mouse may have pressed.
    await page.locator(".work .hours .day", { hasText: "Thu" }).click();
    await page.keyboard.press("ArrowLeft");
    assert.match(await heardAt(page), /^Wednesday, 09:00/);
  }));

const LIST = JSON.stringify({
  calendars: [{ id: "a", name: "North" }, { id: "b" }],
});

test("the first stop leads past the menu, and each view has one main part", () =>
  withPage(async (page, url) => {
    await page.goto(url);
    const skip = async () => {
      await page.locator("#page button").first().focus();
      assert.equal(await heardAt(page), "Skip to the content");
      assert.equal(
        await page
          .locator(".skip")
          .evaluate((one) => one.getBoundingClientRect().height >= 32),
        true,
      );
      await page.keyboard.press("Enter");
      assert.equal(await page.locator("main:visible").count(), 1);
      return page
        .locator("main:visible")
        .evaluate((main) => main.contains(document.activeElement));
    };
    assert.equal(await skip(), true);
    await accessible(page);
    await page.getByRole("button", { name: "A calendar", exact: true }).click();
    await page.locator(".work").waitFor();
    await settled(page);
    assert.equal(await skip(), true);
    assert.equal(await heardAt(page), "Open hours");
    await drop(page, [["list.json", LIST]]);
    await page.getByRole("button", { name: "Check or edit all" }).click();
    await page.locator(".many").waitFor();
    assert.equal(await skip(), true);
  }));

/** Returns the controls in sight that a pointer 15 pixels above or below their middle, or beside it, misses. */
const small = (page) =>
  page.evaluate(() => {
    const isHit = (element, x, y) => {
      const hit = document.elementFromPoint(x, y);
      return (
        element.contains(hit) ||
        element.closest("label")?.contains(hit) ||
        [...(element.labels ?? [])].some((label) => label.contains(hit))
      );
    };
    // Hours are drawn as high as they last.
    const controls = [
      ...document.querySelectorAll(
        "button:not(.range), a, input, select, summary, textarea",
      ),
    ];
    return controls
      .filter(
        (element) => element.checkVisibility() && !element.closest(".file"),
      )
      .filter((element) => {
        element.scrollIntoView({ block: "center" });
        // The label of a box counts as well.
        const { left, top, width, height } = (
          (element.matches("[type=checkbox], [type=radio]") &&
            element.closest("label")) ||
          element
        ).getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        if (!isHit(element, x, y)) return false;
        const isWide =
          width >= 31 || [x - 15, x + 15].every((at) => isHit(element, at, y));
        return (
          !isWide || ![y - 15, y + 15].every((at) => isHit(element, x, at))
        );
      })
      .map(
        (element) =>
          `${element.tagName} ${element.className} ${element.ariaLabel ?? element.textContent}`,
      );
  });

test(
  "whatever can be pressed is 32 pixels high and wide",
  { timeout: 120_000 },
  () =>
    withPage(async (page, url) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(url);
      assert.deepEqual(await small(page), []);
      await page
        .getByRole("button", { name: "A calendar, edited", exact: true })
        .click();
      await page.locator(".work").waitFor();
      for (const id of ["week", "dates", "offer", "rules", "else", "json"]) {
        await page
          .locator(".section")
          .nth(
            await page
              .locator(`option[value="${id}"]`)
              .evaluate((option) =>
                [...option.parentElement.children].indexOf(option),
              ),
          )
          .click();
        await settled(page);
        assert.deepEqual(await small(page), [], id);
      }
      for (const name of ["changes", "send", "findings"]) {
        await tab(page, name);
        await settled(page);
        assert.deepEqual(await small(page), [], name);
      }
      await drop(page, [["list.json", LIST]]);
      await page.getByRole("button", { name: "Check or edit all" }).click();
      await page.locator(".many tbody tr").first().waitFor();
      assert.deepEqual(await small(page), []);
    }),
);
