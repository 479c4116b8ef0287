/** The tasks that people come for, done by mouse and keys. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { withPage } from "./browser.mjs";
import {
  drag,
  drop,
  hourAt,
  rangesOf,
  SAMPLE,
  settled,
  withSample,
} from "./page-steps.mjs";

const button = (page, name) => page.getByRole("button", { name, exact: true });
const section = (page, name) =>
  page.locator(".section", { hasText: name }).click();
const retyped = async (page, text) => {
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
};

/** Does a task with a sample. */
const task = (name, sample, act) => test(name, () => withSample(sample, act));

task("Saturday from 9 to 12, dragged: two drags", "calendar", async (page) => {
  await drag(
    page,
    await edgeAt(page, 10, 2),
    await hourAt(page, "saturday", 9),
  );
  await drag(
    page,
    await edgeAt(page, 14, -2),
    await hourAt(page, "saturday", 12),
  );
  assert.deepEqual(await rangesOf(page, "saturday"), ["09:00–12:00"]);
});

/** Returns the place of an end of Saturday's range, by some pixels inside of it. */
async function edgeAt(page, hour, inside) {
  const { x, y } = await hourAt(page, "saturday", hour);
  return { x, y: y + inside };
}

task(
  "Saturday from 9 to 12, typed: a click and five keys",
  "calendar",
  async (page) => {
    await page.getByLabel("Saturday: Range 1 opens").click();
    await page.keyboard.type("9-12");
    await page.keyboard.press("Enter");
    await settled(page);
    assert.deepEqual(await rangesOf(page, "saturday"), ["09:00–12:00"]);
  },
);

task(
  "Saturday from 9 to 12, by keyboard alone: ten keys",
  "calendar",
  async (page) => {
    for (const key of [
      "Tab",
      "Tab",
      "End",
      "ArrowLeft",
      "Alt+ArrowUp",
      "Alt+ArrowUp",
      ...Array(4).fill("Shift+ArrowUp"),
    ])
      await page.keyboard.press(key);
    assert.equal(
      await page.locator(".hidden[role=status]").textContent(),
      "Saturday, 09:00 to 12:00, was 10:00 to 14:00",
    );
    await page.waitForTimeout(900);
    assert.deepEqual(await rangesOf(page, "saturday"), ["09:00–12:00"]);
  },
);

/** Closes the dates from one to another: opens their section, drags over them, and chooses "Closed". */
async function closeDates(page, from, to) {
  await section(page, "Special dates");
  const at = async (date) => {
    const { x, y, width, height } = await page
      .locator(`.date[data-date="${date}"]`)
      .boundingBox();
    return { x: x + width / 2, y: y + height / 2 };
  };
  await drag(page, await at(from), await at(to));
  await page.getByRole("radio", { name: "Closed" }).click();
  await settled(page);
}

task(
  "the week of Christmas is closed: two clicks and a drag",
  "calendar",
  async (page) => {
    await closeDates(page, "2026-12-21", "2026-12-27");
    assert.equal(await page.locator('.date[data-state="closed"]').count(), 7);
  },
);

task(
  "24 to 26 December are closed, and the rest is as usual: two clicks and a drag",
  "calendar",
  async (page) => {
    await section(page, "What customers see");
    const days = page.locator(".offer-days tbody tr");
    await days.first().waitFor();
    const before = await days.allInnerTexts();
    await closeDates(page, "2026-12-24", "2026-12-26");
    assert.equal(await page.locator('.date[data-state="closed"]').count(), 3);
    await page.locator(".standing .see").click();
    await page
      .locator(".offer-days th", { hasText: "With your changes" })
      .waitFor();
    const after = await days.allInnerTexts();
    const changed = before.filter((text, at) => text !== after[at]);
    assert.deepEqual(
      changed.filter((text) => !/2[4-6] Dec/.test(text)),
      [],
    );
  },
);

task("what customers will see next week: a click", "edited", async (page) => {
  await page.locator(".standing .see").click();
  await page.locator(".offer-days tbody tr").nth(7).waitFor();
});

test("why nobody can book: no click to read it, and one to its field", () =>
  withSample("calendar", async (page) => {
    await section(page, "Everything else");
    await page.getByRole("switch", { name: "Active" }).click();
    await section(page, "Open hours");
    await page.getByText("Nobody can book.").waitFor();
    await page.locator(".standing .reasons .jump").first().click();
    await page.waitForFunction(
      () =>
        document.activeElement.closest(".field")?.dataset.member === "isActive",
    );
  }));

task(
  "another name and color: three clicks, and what is typed",
  "calendar",
  async (page) => {
    await section(page, "Everything else");
    await page.getByLabel("Name", { exact: true }).click();
    await retyped(page, "Bike shop");
    await page.getByLabel("Color", { exact: true }).click();
    await retyped(page, "#0b8043");
    await settled(page);
    assert.deepEqual(await page.locator(".changes .jump").allTextContents(), [
      "name “Bike shop”, was “Bicycle check”",
      "color #0b8043, was #039be5",
    ]);
  },
);

task(
  "a colleague saved: merged, and the request in sight, by four clicks",
  "edited",
  async (page) => {
    await page.locator('[data-tab="send"]').click();
    await button(page, "Simulate a colleague’s save").click();
    await button(page, "Keep all mine").click();
    await button(page, "Get the request").click();
    await page
      .locator('[data-code="body"] pre', { hasText: '"slotDuration": 45' })
      .waitFor();
  },
);

task(
  "a refusal is pasted, and a click leads to what it is about",
  "mistakes",
  async (page) => {
    await page.evaluate(
      (text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", text);
        document.body.dispatchEvent(
          new ClipboardEvent("paste", {
            clipboardData,
            bubbles: true,
            cancelable: true,
          }),
        );
      },
      JSON.stringify({
        statusCode: 422,
        message: [
          "slotDuration must be a number conforming to the specified constraints",
        ],
        error: "Unprocessable Entity",
      }),
    );
    await page.locator(".texts .jump").click();
    assert.equal(
      await page.evaluate(
        () => document.activeElement.closest(".field").dataset.member,
      ),
      "slotDuration",
    );
    assert.match(
      await page
        .locator('.body .field[data-member="slotDuration"] .issue')
        .first()
        .innerText(),
      /Error Enter a number/,
    );
  },
);

task(
  "a picture for someone else of what changes: a click",
  "edited",
  async (page) => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      button(page, "Save picture (PNG)").click(),
    ]);
    assert.equal(download.suggestedFilename(), "calendar-cal-0001.png");
  },
);

task("a report for someone else: a click", "edited", async (page) => {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    button(page, "Save report").click(),
  ]);
  assert.match(download.suggestedFilename(), /^calendar-[\w-]+\.html$/);
});

/** Opens 200 calendars. Every second one is open on Thursdays. */
async function openMany(page, url) {
  await page.goto(url);
  await button(page, SAMPLE.calendar).waitFor();
  const openHours = [
    {
      daysOfTheWeek: [4],
      hours: [{ openHour: 9, openMinute: 0, closeHour: 12, closeMinute: 0 }],
    },
  ];
  const list = Array.from({ length: 200 }, (_, at) => ({
    id: `c${at}`,
    name: `Calendar ${at}`,
    slotDuration: 30,
    openHours: at % 2 ? openHours : [],
  }));
  await drop(page, [["calendars.json", JSON.stringify({ calendars: list })]]);
  await button(page, "Check or edit all").click();
}

test("200 calendars are closed from 24 to 26 December, in no language of ours: four clicks and two dates", () =>
  withPage(async (page, url) => {
    await openMany(page, url);
    for (const [label, date] of [
      ["First day", "12242026"],
      ["Last day", "12262026"],
    ]) {
      await page
        .locator(".pick")
        .getByLabel(label, { exact: true })
        .click({ position: { x: 16, y: 12 } });
      await page.keyboard.type(date);
    }
    await page.getByText("200 calendars: 200 would change.").first().waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      button(page, "Save the requests to send").click(),
    ]);
    assert.match(download.suggestedFilename(), /ndjson$/);
  }));

test("which of 200 calendars are open on 24 December: three clicks and the date", () =>
  withPage(async (page, url) => {
    await openMany(page, url);
    await page
      .getByLabel("Only see which are open on")
      .last()
      .click({ position: { x: 16, y: 12 } });
    await page.keyboard.type("12242026");
    await button(page, "open 100").click();
    await page
      .locator(".many tbody tr", { hasText: "Calendar 1" })
      .first()
      .waitFor();
  }));
