/** Special dates: what is selected, however it is, and what becomes of it. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { SAMPLES } from "../../www/load/samples.js";
import { withPage } from "./browser.mjs";
import {
  accessible,
  bodyOf,
  changesOf,
  drag,
  heardAt,
  paste,
  retype,
  section,
  settled,
  tab,
  withSample,
} from "./page-steps.mjs";

const date = (page, day) => page.locator(`.date[data-date="${day}"]`);
const titleOf = (page) => page.locator(".day-panel h3").innerText();
const monthOf = (page) => page.locator(".calendar h3").innerText();
const stateOf = (page) => page.locator(".day-panel > .differ").innerText();
const announcementOf = (page) =>
  page.locator('#page > [role="status"]').textContent();

async function at(page, day) {
  const { x, y, width, height } = await date(page, day).boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
}

const withDates = (use) =>
  withSample("calendar", async (page) => {
    await section(page, "Special dates");
    await use(page);
  });

/** Opens the special dates of a calendar that uses its open hours alone, on a Tuesday. */
const withIdleDates = (use) =>
  withPage(async (page, url) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.clock.setFixedTime(new Date("2026-12-01T08:00:00"));
    await page.goto(url);
    const { calendar } = SAMPLES.find(({ id }) => id === "calendar").stored;
    await paste(
      page,
      JSON.stringify({ calendar: { ...calendar, availabilityType: 0 } }),
    );
    await page.locator(".work").waitFor();
    await section(page, "Special dates");
    await use(page);
  });

const go = async (page, day) => {
  await page.getByLabel("First day").fill(day);
  await settled(page);
};

test("a period is dragged over the end of a month, which stays in view", () =>
  withDates(async (page) => {
    await drag(
      page,
      await at(page, "2026-12-28"),
      await at(page, "2027-01-03"),
    );
    assert.equal(
      await titleOf(page),
      "Monday, 28 December 2026 to Sunday, 3 January 2027, 7 days",
    );
    assert.equal(await monthOf(page), "December 2026");
    // Pressed alone, a day of the next month brings its month.
    await date(page, "2027-01-02").click();
    await settled(page);
    assert.deepEqual(
      [await titleOf(page), await monthOf(page)],
      ["Saturday, 2 January 2027", "January 2027"],
    );
  }));

test("a finger selects a day, and its last day makes it several", () =>
  withDates(async (page) => {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("Emulation.setTouchEmulationEnabled", { enabled: true });
    const { x, y } = await at(page, "2026-12-28");
    await cdp.send("Input.dispatchTouchEvent", {
      type: "touchStart",
      touchPoints: [{ x, y }],
    });
    await cdp.send("Input.dispatchTouchEvent", {
      type: "touchEnd",
      touchPoints: [],
    });
    await page
      .getByRole("heading", { name: "Monday, 28 December 2026" })
      .waitFor();
    const last = page.getByLabel("Last day");
    assert.deepEqual(
      [
        await page.getByLabel("First day").inputValue(),
        await last.inputValue(),
      ],
      ["2026-12-28", "2026-12-28"],
    );
    await last.fill("2027-02-01");
    await settled(page);
    assert.match(
      await titleOf(page),
      /^Monday, 28 December 2026 to Monday, 1 February 2027, 36 days$/,
    );
    // A day before the first is where it begins, once it is left.
    await last.fill("2026-12-01");
    assert.match(await titleOf(page), /36 days$/);
    await last.blur();
    assert.match(
      await titleOf(page),
      /^Tuesday, 1 December 2026 to Monday, 28 December 2026, 28 days$/,
    );
    assert.equal(await last.inputValue(), "2026-12-28");
    await date(page, "2026-12-30").click();
    await settled(page);
    assert.equal(await last.inputValue(), "2026-12-30");
  }));

test("the ends of a period can be typed in any order", () =>
  withDates(async (page) => {
    const [first, last] = [
      page.getByLabel("First day"),
      page.getByLabel("Last day"),
    ];
    const ends = async () => [
      await first.inputValue(),
      await last.inputValue(),
    ];
    await first.fill("2026-12-28");
    await last.fill("2027-01-10");
    await last.blur();
    // A period keeps its last day.
    await first.fill("2026-12-24");
    await first.blur();
    assert.deepEqual(await ends(), ["2026-12-24", "2027-01-10"]);
    // A last day before the first is the first.
    await last.fill("2026-12-20");
    await last.blur();
    assert.deepEqual(await ends(), ["2026-12-20", "2026-12-24"]);
    // Behind the last day, another period begins.
    await first.fill("2027-02-01");
    await first.blur();
    assert.deepEqual(await ends(), ["2027-02-01", "2027-02-01"]);
  }));

test("hours that are being typed go to the date they are typed for", () =>
  withDates(async (page) => {
    await go(page, "2026-12-31");
    await page.getByRole("radio", { name: "Own hours" }).check();
    await page.locator(".times input").nth(0).focus();
    await retype(page, "10:30");
    await date(page, "2026-12-29").click();
    assert.deepEqual(await changesOf(page), [
      "special date 31 December 2026 added: 10:30–17:00",
    ]);
  }));

test("days that are opened get their weekday's hours, or a working day's where it has none", () =>
  withDates(async (page) => {
    await go(page, "2026-12-20");
    await page.getByRole("radio", { name: "Own hours" }).press("Space");
    await settled(page);
    assert.deepEqual(await changesOf(page), [
      "special date 20 December 2026 added: 09:00–17:00",
    ]);
    await go(page, "2027-01-02");
    await page.getByLabel("Last day").fill("2027-01-04");
    await page.getByRole("radio", { name: "Own hours" }).check();
    await settled(page);
    const words = (await changesOf(page))
      .slice(1)
      .map((words) => words.replace("special date ", ""));
    assert.deepEqual(words, [
      "2 January 2027 added: 10:00–14:00",
      "3 January 2027 added: 09:00–17:00",
      "4 January 2027 added: 09:00–17:00",
    ]);
    assert.match(await stateOf(page), /different hours\. .*first/);
  }));

test("closed, own hours, as the week: radio buttons show the state of the period and set it, by keys", () =>
  withDates(async (page) => {
    const chosen = () =>
      page
        .locator(".states input:checked")
        .evaluateAll((all) => all.map(({ value }) => value));
    await go(page, "2026-12-21");
    assert.deepEqual(await chosen(), ["usual"]);
    await page.getByRole("radio", { name: "As the week" }).focus();
    await page.keyboard.press("ArrowUp");
    await settled(page);
    assert.deepEqual(await chosen(), ["own"]);
    assert.equal(await page.locator(".own-hours").isVisible(), true);
    assert.equal(
      await announcementOf(page),
      "Monday, 21 December 2026: 09:00–17:00, before: as the week",
    );
    await page.keyboard.press("ArrowUp");
    await settled(page);
    assert.deepEqual(await chosen(), ["closed"]);
    assert.equal(await page.locator(".own-hours").isVisible(), false);
    assert.equal(
      await announcementOf(page),
      "Monday, 21 December 2026: closed, before: 09:00–17:00",
    );
    await page.keyboard.press("ArrowUp");
    await settled(page);
    assert.deepEqual(await chosen(), ["usual"]);
    assert.equal(
      await page.evaluate(() => document.activeElement.value),
      "usual",
    );
    assert.deepEqual(await changesOf(page), []);

    // If days differ, no button is checked.
    await go(page, "2026-12-24");
    await page.getByLabel("Last day").fill("2026-12-27");
    await settled(page);
    assert.deepEqual(await chosen(), []);
    assert.match(
      await stateOf(page),
      /different hours.*first.*\nClosed 1 · own hours 1 · as the week 2/,
    );
    // Days that have hours of their own keep them.
    await page.getByRole("radio", { name: "Own hours" }).check();
    await settled(page);
    assert.deepEqual(await chosen(), ["own"]);
    assert.equal(
      (await changesOf(page)).some((words) => words.includes("24 December")),
      false,
    );
    await page.getByRole("radio", { name: "Closed" }).check();
    await settled(page);
    assert.equal(
      await announcementOf(page),
      "Thursday, 24 December 2026 to Sunday, 27 December 2026, 4 days: closed, before: different hours",
    );
  }));

test("without its last range a date is closed, and the focus stays in the panel", () =>
  withDates(async (page) => {
    await go(page, "2026-12-24");
    await page.getByRole("button", { name: "Remove range 1" }).press("Enter");
    await settled(page);
    assert.deepEqual(
      await page.evaluate(() => [
        document.activeElement.value,
        document.activeElement.checked,
      ]),
      ["closed", true],
    );
    assert.deepEqual(await changesOf(page), [
      "special date 24 December 2026 closed, was 09:00–12:00",
    ]);
  }));

test("keys walk and extend the selection, and a period is announced with its states", () =>
  withDates(async (page) => {
    await go(page, "2026-12-24");
    await date(page, "2026-12-24").focus();
    await page.keyboard.press("Shift+End");
    assert.equal(
      await announcementOf(page),
      "Thursday, 24 December 2026 to Sunday, 27 December 2026, 4 days: closed 1 · own hours 1 · as the week 2",
    );
    for (const [key, day] of [
      ["Home", 21],
      ["ArrowDown", 28],
      ["PageUp", "11-28"],
      ["PageDown", 28],
      ["ArrowUp", 21],
      ["ArrowRight", 22],
      ["End", 27],
    ]) {
      await page.keyboard.press(key);
      assert.equal(
        await page.evaluate(() => document.activeElement.dataset.date),
        `2026-${typeof day === "string" ? day : `12-${day}`}`,
      );
    }
    await date(page, "2026-12-25").click();
    await date(page, "2026-12-25").press("Delete");
    await settled(page);
    assert.match(
      await heardAt(page),
      /^Friday, 25 December 2026, as the week, 09:00–17:00, removed, before: closed$/,
    );
    assert.match(
      await date(page, "2026-12-27").locator(".hidden").textContent(),
      /^Sunday, 27 December 2026, as the week, closed$/,
    );
  }));

for (const [locale, language, days, first] of [
  ["en-US", "en", "Sun Mon Tue Wed Thu Fri Sat", "2026-12-20"],
  ["en-GB", "en", "Mon Tue Wed Thu Fri Sat Sun", "2026-12-21"],
  ["en-US", "de", "Mo Di Mi Do Fr Sa So", "2026-12-21"],
  ["en-US", "ja", "日 月 火 水 木 金 土", "2026-12-20"],
])
  test(`weeks begin as they do in the region: ${locale}, ${language}`, () =>
    withPage(
      async (page, url) => {
        await page.addInitScript((language) => {
          localStorage.setItem("calendiff.language", language);
          localStorage.removeItem("calendiff");
        }, language);
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.goto(url);
        await page.locator(".samples:visible button").first().click();
        await page.locator(".section").nth(1).click();
        const names = page.locator(".month th");
        await names.first().waitFor();
        assert.equal((await names.allInnerTexts()).join(" "), days);
        await page.locator('.date[data-date="2026-12-23"]').click();
        await page.keyboard.press("Home");
        await settled(page);
        assert.equal(
          await page.evaluate(() => document.activeElement.dataset.date),
          first,
        );
        await page.locator(".year-fold summary").click();
        await page.locator(".year").waitFor();
        const letter = page.locator(".year-head span").first();
        assert.equal(await letter.textContent(), days.charAt(0));
      },
      { locale },
    ));

test("today is marked, and a button leads there", () =>
  withDates(async (page) => {
    await page.getByRole("button", { name: "Today" }).click();
    await settled(page);
    const today = await page.evaluate(() =>
      new Date().toLocaleDateString("sv"),
    );
    assert.deepEqual(
      await page
        .locator('.date[aria-current="date"]')
        .evaluateAll((all) => all.map(({ dataset }) => dataset.date)),
      [today],
    );
    assert.equal(await date(page, today).getAttribute("aria-pressed"), "true");
  }));

test("a closed day, a button that removes, and one that closes have signs of their own", () =>
  withDates(async (page) => {
    await go(page, "2026-12-25");
    assert.equal(
      await date(page, "2026-12-25").locator(".sign").innerText(),
      "✕",
    );
    assert.equal(
      await page.locator(".specials .piece.closed").innerText(),
      "✕",
    );
    assert.deepEqual(
      [
        ...new Set(
          await page.getByRole("button", { name: /^Remove / }).allInnerTexts(),
        ),
      ],
      ["−"],
    );
    await page.getByRole("button", { name: "Open…" }).click();
    assert.equal(
      await page
        .getByRole("button", { name: "Close", exact: true })
        .innerText(),
      "✕",
    );
  }));

test("consecutive dates of equal hours are one row, which selects, removes and restores them", () =>
  withDates(async (page) => {
    const rows = () =>
      page
        .locator(".specials li")
        .allInnerTexts()
        .then((all) => all.map((text) => text.replace(/[\s✕−]+/g, " ").trim()));
    await go(page, "2026-12-26");
    await page.getByLabel("Last day").fill("2026-12-27");
    await page.getByRole("radio", { name: "Closed" }).check();
    await settled(page);
    assert.deepEqual(await rows(), [
      "Thu, 24 December 2026 09:00–12:00",
      "Fri, 25 December – Sun, 27 December 2026 closed edited",
    ]);
    assert.equal(
      await page.locator(".special-list h3").innerText(),
      "4 special dates in all",
    );
    await go(page, "2027-03-01");
    await page.locator(".specials .jump").nth(1).click();
    await settled(page);
    assert.deepEqual(
      [
        await monthOf(page),
        await page.locator('.date[aria-pressed="true"]').count(),
      ],
      ["December 2026", 3],
    );
    await page
      .getByRole("button", { name: /^Remove Fri, 25 December/ })
      .press("Enter");
    await settled(page);
    assert.deepEqual(await rows(), [
      "Thu, 24 December 2026 09:00–12:00",
      "Fri, 25 December 2026 removed before: closed Revert",
    ]);
    assert.equal(await heardAt(page), "1 special date in all");
    await page.getByRole("button", { name: /^Revert: Fri/ }).click();
    assert.deepEqual(await changesOf(page), []);
  }));

test("a row of a thousand dates is removed and restored at once, and dates of the year 0 can be", () =>
  withPage(async (page, url) => {
    await page.goto(url);
    const dates = [
      "0000-12-31",
      ...Array.from({ length: 1000 }, (_, day) =>
        new Date(Date.UTC(2101, 0, 1 + day)).toISOString().slice(0, 10),
      ),
      "2110-05-01",
    ];
    const availabilities = dates.map((date) => ({
      date: `${date}T00:00:00.000Z`,
      hours: [],
      deleted: false,
    }));
    await page.locator(".load textarea:visible").fill(
      JSON.stringify({
        calendar: { id: "k", locationId: "l", availabilities },
      }),
    );
    await page.getByRole("button", { name: "Open it" }).click();
    await page.locator(".work").waitFor();
    await section(page, "Special dates");
    const took = await page.evaluate(() => {
      const start = performance.now();
      document.querySelector(".specials .icon").click();
      return performance.now() - start;
    });
    assert.ok(took < 1500, `${took} ms`);
    await settled(page);
    assert.equal(
      await page.locator(".special-list h3").innerText(),
      "2 special dates in all",
    );
    assert.match(
      await announcementOf(page),
      /1,000 days: as the week, before: closed$/,
    );
    await page
      .locator(".specials li")
      .first()
      .getByRole("button", { name: /^Revert/ })
      .click();
    await settled(page);
    assert.deepEqual(await changesOf(page), []);
    await page.locator(".special-list summary").click();
    await page.locator("details .specials .jump").click();
    await settled(page);
    assert.equal(
      await page.locator(".states input:checked").getAttribute("value"),
      "closed",
    );
    await page.getByRole("radio", { name: "As the week" }).check();
    assert.equal((await changesOf(page)).length, 1);
  }));

test("past dates are folded, and painted once they are unfolded", () =>
  withPage(async (page, url) => {
    await page.goto(url);
    const availabilities = Array.from({ length: 40 }, (_, day) => ({
      date: `20${10 + day}-05-01T00:00:00.000Z`,
      hours: [],
      deleted: false,
    }));
    await page.locator(".load textarea:visible").fill(
      JSON.stringify({
        calendar: {
          id: "k",
          locationId: "l",
          availabilityType: 1,
          availabilities,
        },
      }),
    );
    await page.getByRole("button", { name: "Open it" }).click();
    await page.locator(".work").waitFor();
    await page
      .locator("select.choose")
      .evaluate(
        (select) => (
          (select.value = "dates"), select.dispatchEvent(new Event("change"))
        ),
      );
    await page.getByText("as it is set, only these dates count").waitFor();
    const past = page.locator(".special-list details");
    const year = new Date().getFullYear();
    assert.match(
      await past.locator("summary").innerText(),
      new RegExp(
        `^Past: ${year - 2010 + (new Date() >= new Date(year, 4, 2) ? 1 : 0)} special dates$`,
      ),
    );
    assert.equal(await past.locator("li").count(), 0);
    await past.locator("summary").click();
    await past.locator("li").first().waitFor();
    assert.equal(await past.locator("li").count(), 12);
    assert.ok((await page.locator(".special-list > .more li").count()) > 5);
  }));

test("the calendar ends where its years end", () =>
  withDates(async (page) => {
    await go(page, "9999-12-31");
    for (let presses = 0; presses < 2; presses++)
      await page.getByRole("button", { name: "Next month" }).click();
    await settled(page);
    assert.equal(await monthOf(page), "December 9999");
    await date(page, "9999-12-31").focus();
    for (const key of ["ArrowRight", "PageDown", "Shift+ArrowDown"])
      await page.keyboard.press(key);
    await settled(page);
    assert.equal(await monthOf(page), "December 9999");
    await go(page, "0001-01-01");
    await page.getByRole("button", { name: "Month before" }).click();
    await settled(page);
    assert.equal(await monthOf(page), "January 1");
    await date(page, "0001-01-01").press("ArrowLeft");
    await page.getByRole("button", { name: "Next month" }).click();
    await settled(page);
    assert.equal(await monthOf(page), "February 1");
  }));

test("a period that is too long says how much of it is selected", () =>
  withDates(async (page) => {
    await go(page, "2027-01-01");
    await page.getByLabel("Last day").fill("2029-12-31");
    await settled(page);
    assert.match(await titleOf(page), /400 days$/);
    await page.getByText("Only the first 400 days are selected").waitFor();
    await go(page, "2029-12-01");
    assert.equal(
      await page.getByText("Only the first 400 days").isVisible(),
      false,
    );
    assert.match(await titleOf(page), / 31 days$/);
  }));

test("where the open hours alone count, the special dates say so", () =>
  withIdleDates(async (page) => {
    const said = page.getByText(
      "Availability type: 0 · Observed: 0 uses the open hours only",
    );
    await said.waitFor();
    await section(page, "Open hours");
    await page
      .getByLabel("Availability type", { exact: true })
      .selectOption("1");
    await section(page, "Special dates");
    await said.waitFor({ state: "hidden" });
  }));

const unfolded = async (page) => {
  await page.getByText("The year: open hours of each day").click();
  await page.locator(".year").waitFor();
  await settled(page);
};
const sumOf = (page) => page.locator(".year > p").first().innerText();
const heat = (page, day) => page.locator(`.heat[data-date="${day}"]`);

test("a year shows the hours that count, by what the availability type counts", () =>
  withIdleDates(async (page) => {
    await go(page, "2026-12-24");
    assert.equal(await page.locator(".heat").count(), 0);
    await unfolded(page);
    // 261 days of 8 hours, 52 Saturdays of 4.
    assert.equal(
      await sumOf(page),
      "2026: open 313 days, 2,296 hours in all; closed 52 days.",
    );
    assert.equal(
      await heat(page, "2026-12-25").getAttribute("aria-label"),
      "Friday, 25 December 2026: 09:00–17:00",
    );
    assert.equal(await page.locator(".heat-map .heat:visible").count(), 365);
    assert.equal(
      await page
        .getByRole("group", { name: "February: open 24 days, 176 hours" })
        .count(),
      1,
    );
    const special = page.locator('.date[data-date="2026-12-24"]');
    assert.match(await special.textContent(), /does not count/);
    // No change is the reason, so that it is no finding.
    const said = page.getByText("As set, the special dates do not count.");
    await tab(page, "findings");
    assert.equal(await said.isVisible(), true);
    assert.equal(
      await page.getByText("No errors, no warnings.").isVisible(),
      false,
    );
    const use = page.getByRole("button", { name: "Use only these dates" });
    assert.match(
      await use.evaluate(
        (button) =>
          document.getElementById(button.getAttribute("aria-describedby"))
            .innerText,
      ),
      /open hours of the week stop counting, and all other days are closed\. Open days in the next 365 days: 1, was 313\./,
    );
    await use.click();
    await settled(page);
    assert.doesNotMatch(await special.textContent(), /does not count/);
    assert.equal(await said.isVisible(), false);
    assert.equal(
      await page.getByText("No errors, no warnings.").isVisible(),
      true,
    );
    assert.equal(
      await sumOf(page),
      "2026: open 1 day, 3 hours in all; closed 364 days.",
    );
    await page.getByText("Saved now: open 313 days, 2,296 hours.").waitFor();
    assert.equal(
      await heat(page, "2026-12-25").getAttribute("aria-label"),
      "Friday, 25 December 2026: closed, special date, edited",
    );
    assert.equal(
      await heat(page, "2026-12-24").getAttribute("data-level"),
      "1",
    );
    // An edit is shown at once.
    await page.getByRole("radio", { name: "Closed" }).check();
    await settled(page);
    assert.equal(
      await sumOf(page),
      "2026: open 0 days, 0 hours in all; closed 365 days.",
    );
  }));

test("single days can be closed: the week is written out as dates, at a price that is told before", () =>
  withIdleDates(async (page) => {
    await go(page, "2026-12-24");
    await page.getByRole("radio", { name: "Closed" }).check();
    await settled(page);
    // Without effect, and said so wherever it is shown.
    const effect = page.locator(".day-panel .no-effect");
    assert.equal(
      await effect.innerText(),
      "No effect: only the open hours of the week count.",
    );
    assert.equal(
      await date(page, "2026-12-24").locator(".says").innerText(),
      "(✕)\n9–17",
    );
    assert.match(
      await date(page, "2026-12-24").textContent(),
      /closed, does not count, 09:00–17:00/,
    );
    assert.match(
      await page.locator(".specials").first().innerText(),
      /25 December 2026\s+closed\s+does not count/,
    );
    assert.deepEqual(await changesOf(page), [
      "special date 24 December 2026 closed, was 09:00–12:00 (no effect: only the open hours count)",
    ]);
    const [write, leave, alone] = await page.locator(".remedies button").all();
    assert.deepEqual(await page.locator(".remedies button").allInnerTexts(), [
      "Write the week out as dates",
      "Leave them without effect",
      "Use only these dates",
    ]);
    assert.match(
      await page.locator(".remedy").last().innerText(),
      /Open days in the next 365 days: 0, was 313\./,
    );
    assert.equal(
      await alone.evaluate((button) => getComputedStyle(button).color),
      "rgb(179, 38, 30)",
    );
    await accessible(page, "dates that do not count");

    // Left without effect, the choice stays a button away.
    await leave.click();
    assert.equal(await write.isVisible(), false);
    await page.getByRole("button", { name: "Make them count…" }).click();
    const until = page.getByLabel(
      "Write the week out as dates, with these days as they are here, until",
    );
    assert.equal(await until.inputValue(), "2027-11-30");
    assert.equal(
      await until.evaluate((input) => input === document.activeElement),
      true,
    );
    assert.match(
      await page.locator(".remedy").first().innerText(),
      /311 special dates are added.* After Tuesday, 30 November 2027, every day is closed until you add more\. Open days in the next 365 days: 311, was 313\./,
    );
    await until.fill("2027-01-31");
    await settled(page);
    assert.match(
      await page.locator(".remedy").first().innerText(),
      /51 special dates are added.* Open days in the next 365 days: 51, was 313\./,
    );
    await write.click();
    await settled(page);
    assert.equal(await page.locator(".remedies").isVisible(), false);
    assert.equal(await effect.isVisible(), false);
    assert.equal(
      await date(page, "2026-12-23").getAttribute("data-change"),
      "added",
    );
    const { availabilityType, availabilities } = await bodyOf(page);
    assert.deepEqual([availabilityType, availabilities.length], [1, 53]);
    assert.deepEqual(
      availabilities
        .filter(({ hours }) => hours.length === 0)
        .map(({ date }) => date.slice(0, 10)),
      ["2026-12-24", "2026-12-25"],
    );
    // One step undoes it.
    await page.getByRole("button", { name: "Undo" }).click();
    await settled(page);
    assert.equal((await changesOf(page)).length, 1);
  }));

test("the samples do not fall into it: their special dates count", () =>
  withDates(async (page) => {
    assert.equal(await page.locator(".remedies").isVisible(), false);
    assert.equal(
      await page.getByText("does not count").first().isVisible(),
      false,
    );
  }));

test("the year is walked by keys and turned by buttons, and a day of it is selected in the month", () =>
  withDates(async (page) => {
    await go(page, "2026-12-24");
    await unfolded(page);
    assert.equal(
      await page.locator('.heat-map .heat[tabindex="0"]').count(),
      1,
    );
    await heat(page, "2026-12-24").focus();
    for (const [key, day] of [
      ["ArrowLeft", "2026-12-23"],
      ["ArrowUp", "2026-11-23"],
      ["Home", "2026-11-01"],
      ["End", "2026-11-30"],
      ["PageDown", "2027-11-30"],
      ["ArrowRight", "2027-12-01"],
      ["PageUp", "2026-12-01"],
      ["ArrowDown", "2027-01-01"],
    ]) {
      await page.keyboard.press(key);
      assert.equal(
        await page.evaluate(() => document.activeElement.dataset.date),
        day,
        key,
      );
    }
    assert.equal(await page.locator(".year h4").innerText(), "2027");
    await page.keyboard.press("Enter");
    await settled(page);
    assert.deepEqual(
      [await titleOf(page), await monthOf(page)],
      ["Friday, 1 January 2027", "January 2027"],
    );
    assert.deepEqual(
      await page.evaluate(() => [
        document.activeElement.className.split(" ")[0],
        document.activeElement.dataset.date,
      ]),
      ["date", "2027-01-01"],
    );
    await page.getByRole("button", { name: "Next year" }).click();
    assert.equal(await page.locator(".heat-map .heat:visible").count(), 366);
    assert.equal(await heat(page, "2028-02-29").isVisible(), true);
    // Another selection brings its year.
    await page.locator(".specials .jump").first().click();
    await settled(page);
    assert.equal(await page.locator(".year h4").innerText(), "2026");
    // On a phone, months are columns.
    await page.setViewportSize({ width: 390, height: 844 });
    await heat(page, "2026-12-24").press("ArrowDown");
    assert.equal(
      await page.evaluate(() => document.activeElement.dataset.date),
      "2026-12-25",
    );
  }));

test("hours that cannot be read leave the year without a picture, and say so", () =>
  withDates(async (page) => {
    await section(page, "As text");
    const area = page.locator("textarea.json").first();
    await area.fill(
      JSON.stringify({
        ...JSON.parse(await area.inputValue()),
        openHours: "always",
      }),
    );
    await section(page, "Special dates");
    await unfolded(page);
    assert.equal(
      await sumOf(page),
      "The hours cannot be drawn: they are not a list of days and hours.",
    );
    assert.equal(await page.locator(".heat-map").isVisible(), false);
  }));
