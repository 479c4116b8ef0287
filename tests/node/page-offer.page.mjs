/** The preview for customers: whether they can book, and the days, hours and starts before and after the edits. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { SAMPLES } from "../../www/load/samples.js";
import { withPage } from "./browser.mjs";
import {
  accessible,
  arrived,
  field,
  paste,
  section,
  settled,
} from "./page-steps.mjs";

const { calendar: CALENDAR } = SAMPLES.find(
  ({ id }) => id === "calendar",
).stored;

/** Opens a calendar that uses its open hours alone, on a Tuesday morning. */
const withCalendar = (members, use, now = "2026-12-01T08:00:00") =>
  withPage(async (page, url) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.clock.setFixedTime(new Date(now));
    await page.goto(url);
    await paste(
      page,
      JSON.stringify({
        calendar: { ...CALENDAR, availabilityType: 0, ...members },
      }),
    );
    await page.locator(".work").waitFor();
    await settled(page);
    await arrived(page);
    await use(page);
  });

const standing = (page) => page.locator(".standing");
const said = (page, words) => standing(page).getByText(words).first().waitFor();
const rowOf = (page, day) =>
  page
    .locator(".offer-days tbody tr", { hasText: new RegExp(`\\b${day}`) })
    .locator("td")
    .allInnerTexts();

test("the line below the banner tells that customers can book, and what the edits make of it", () =>
  withCalendar({}, async (page) => {
    assert.match(
      await standing(page).innerText(),
      /Customers can book\. From today: open on 26 of 30 days, as before: 192 hours\./,
    );
    await page.getByRole("switch", { name: "Saturday: open" }).click();
    await said(page, "open on 22 of 30 days, was 26");
    await accessible(page, "a calendar that can be booked");
    await standing(page)
      .getByRole("button", { name: "What customers see" })
      .click();
    await arrived(page);
    assert.equal(
      await page.locator("#section-title").innerText(),
      "What customers see",
    );
    assert.deepEqual(await rowOf(page, "5 Dec"), [
      "10:00–14:00 8 starts",
      "closed",
    ]);
    assert.deepEqual(await rowOf(page, "7 Dec"), ["09:00–17:00 16 starts"]);
    // The notice is two hours, and it is eight o'clock.
    assert.match(
      await page.locator(".next-starts").innerText(),
      /Tuesday, 1 December 2026 10:00, 10:30, 11:00, 11:30, 12:00, 12:30\n[^]*location’s time zone/,
    );
    await accessible(page, "what customers see");
  }));

test("a calendar that is not active says loudly that nobody can book, and a click leads to the switch", () =>
  withCalendar({ isActive: false }, async (page) => {
    assert.match(
      await standing(page).innerText(),
      /^✕ Nobody can book\. The calendar is not active/,
    );
    assert.doesNotMatch(await standing(page).innerText(), /As saved now/);
    await accessible(page, "a calendar that is not active");
    await standing(page)
      .getByRole("button", { name: /not active/ })
      .click();
    await arrived(page);
    assert.equal(
      await page.evaluate(
        () => document.activeElement.closest(".field").dataset.member,
      ),
      "isActive",
    );
    await field(page, "isActive").getByRole("switch").click();
    await said(page, "Customers can book.");
    assert.match(
      await standing(page).innerText(),
      /As saved now, nobody can book\./,
    );
    await section(page, "What customers see");
    assert.deepEqual(await rowOf(page, "7 Dec"), [
      "not active",
      "09:00–17:00 16 starts",
    ]);
  }));

test("an edit that closes everything is told before it is sent, with the way to what closes it", () =>
  withCalendar({}, async (page) => {
    for (const day of [
      "Monday",
      "Tuesday",
      "Wednesday",
      "Thursday",
      "Friday",
      "Saturday",
    ])
      await page.getByRole("switch", { name: `${day}: open` }).click();
    await said(page, "Nobody can book.");
    assert.match(
      await standing(page).innerText(),
      /No day of the week is open.*As saved now, customers can book\./s,
    );
    await section(page, "General");
    await standing(page)
      .getByRole("button", { name: /No day of the week/ })
      .click();
    assert.equal(
      await page.locator("#section-title").innerText(),
      "Open hours",
    );
    await page.getByRole("button", { name: "Undo" }).click();
    await said(page, "Customers can book.");
  }));

test("without a start in thirty days nobody can book, and the next starts are searched for a year", () =>
  withCalendar(
    {
      availabilityType: 1,
      availabilities: [
        {
          date: "2027-03-01T00:00:00.000Z",
          hours: CALENDAR.openHours[0].hours,
        },
      ],
      allowBookingFor: 200,
    },
    async (page) => {
      assert.match(
        await standing(page).innerText(),
        /Nobody can book\. Nothing is open in the next 30 days\./,
      );
      await section(page, "What customers see");
      assert.match(
        await page.locator(".next-starts").innerText(),
        /Monday, 1 March 2027 09:00/,
      );
      assert.deepEqual(await rowOf(page, "7 Dec"), [
        "closed (only special dates count)",
      ]);
    },
  ));

test("a calendar on a schedule is shown as that, not as closed, with the way to hours of its own", () =>
  withCalendar({ openHours: {}, availabilities: [] }, async (page) => {
    assert.match(
      await standing(page).innerText(),
      /\? The hours are on a schedule\./,
    );
    assert.match(
      await page.locator(".schedule").innerText(),
      /no open hours of its own.*With hours of its own, the calendar leaves its schedule/s,
    );
    assert.equal(await page.locator(".week-picture").isVisible(), false);
    await page
      .locator(".section", { hasText: /Open hours\s*On a schedule/ })
      .waitFor();
    await accessible(page, "a calendar on a schedule");
    await section(page, "Special dates");
    const cell = page.locator('.date[data-date="2026-12-07"]');
    assert.equal(await cell.locator(".says").innerText(), "?");
    assert.match(await cell.textContent(), /on a schedule/);
    await page.getByText("The year: open hours of each day").click();
    await page
      .locator(".year", { hasText: "its hours are on a schedule" })
      .waitFor();
    await section(page, "What customers see");
    assert.deepEqual(await rowOf(page, "7 Dec"), ["not known (on a schedule)"]);
    await section(page, "Open hours");
    await page
      .getByRole("button", { name: "Give it hours of its own" })
      .click();
    await said(page, "Customers can book.");
    assert.equal(await page.locator(".week-picture").isVisible(), true);
    await page
      .getByText("These hours remove the calendar from its schedule.")
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.locator(".schedule").waitFor();
  }));

test("a location has no such line", () =>
  withPage(async (page, url) => {
    await page.goto(url);
    await page.getByRole("button", { name: "A location that moved" }).click();
    await page.locator(".work").waitFor();
    await settled(page);
    assert.equal(await standing(page).isVisible(), false);
    assert.equal(await page.locator("option[value=offer]").count(), 0);
  }));
