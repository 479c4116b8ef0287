/** The frame of the page: where the focus goes, what is in sight, and what is opened. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { withPage } from "./browser.mjs";
import {
  arrived,
  changesOf,
  field,
  heardAt,
  paste,
  SAMPLE,
  section,
  settled,
  tab,
  undo,
  withSample,
} from "./page-steps.mjs";

test("what is opened first has the focus at its heading", () =>
  withPage(async (page, url) => {
    await page.goto(url);
    await page
      .getByRole("button", { name: SAMPLE.location, exact: true })
      .press("Enter");
    await page.locator(".work").waitFor();
    assert.equal(await heardAt(page), "Details");
    await page.locator(".foot button").first().click();
    await page.getByRole("button", { name: "Bring it back" }).press("Enter");
    await page.locator(".work").waitFor();
    assert.equal(await heardAt(page), "Details");
    // A reload begins at the top, as any page does.
    await page.waitForFunction(() => localStorage.calendiff);
    await page.reload();
    await page.locator(".work").waitFor();
    assert.equal(
      await page.evaluate(() => document.activeElement === document.body),
      true,
    );
  }));

test("the line that says if customers can book moves nothing when it comes", () =>
  withPage(async (page, url) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    let release;
    const isReleased = new Promise((done) => (release = done));
    await page.route("**/standing.js", async (route) => {
      await isReleased;
      await route.continue();
    });
    await page.goto(url);
    await page
      .getByRole("button", { name: SAMPLE.calendar, exact: true })
      .click();
    await page.locator(".work").waitFor();
    await settled(page);
    const top = () =>
      page
        .locator(".work")
        .evaluate((work) => Math.round(work.getBoundingClientRect().top));
    const before = await top();
    release();
    await page.locator(".standing").waitFor();
    await settled(page);
    assert.equal(await top(), before);
  }));

test("what has the focus is not behind the bars of a small screen", () =>
  withSample("mistakes", async (page) => {
    for (const [width, height, id] of [
      [720, 450, "identity"],
      [390, 300, "after"],
      [390, 700, "who"],
      [768, 700, "who"],
    ]) {
      await page.setViewportSize({ width, height });
      await page.evaluate((id) => {
        const choose = document.querySelector(".choose");
        choose.value = id;
        choose.dispatchEvent(new Event("change"));
        document.querySelector("header button:last-of-type").focus();
      }, id);
      for (let stop = 0; stop < 120; stop++) {
        await page.keyboard.press(stop < 60 ? "Tab" : "Shift+Tab");
        const hidden = await page.evaluate(() => {
          const { activeElement } = document;
          const own = activeElement.getBoundingClientRect();
          const { top } = document
            .querySelector(".tabs")
            .getBoundingClientRect();
          if (
            activeElement.closest(".tabs, .banner, .sections, .skip") ||
            own.height > top
          )
            return "";
          // The browser scrolls only the line with the caret of a textarea into view.
          const above = [...document.querySelectorAll(".banner, .sections")]
            .map((bar) => bar.getBoundingClientRect())
            .filter(
              ({ left, right, top }) =>
                left < own.right && right > own.left && top < own.bottom,
            );
          return own.bottom > top ||
            own.top < Math.max(0, ...above.map(({ bottom }) => bottom)) - 12
            ? activeElement.outerHTML
            : "";
        });
        assert.equal(hidden, "", `${width} ${id}`);
      }
    }
  }));

test("on a phone, undo and the choice of a section stay in sight", () =>
  withSample("mistakes", async (page) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator(".choose").selectOption("else");
    await page.getByLabel("Name", { exact: true }).fill("Wheels");
    for (const one of [
      page.getByRole("button", { name: "Undo" }),
      page.locator(".choose"),
    ]) {
      await page.evaluate(() => scrollTo(0, 500));
      await settled(page);
      const { y, height } = await one.boundingBox();
      assert.ok(y >= 0 && y + height < 120, String(y));
      await one.click({ trial: true });
    }
    // Another section begins at its top, below the bars.
    await page.locator(".choose").selectOption("dates");
    await settled(page);
    const bottom = await page
      .locator(".sections")
      .evaluate((bar) => bar.getBoundingClientRect().bottom);
    assert.ok((await page.locator("#section-title").boundingBox()).y > bottom);
    // A low screen keeps its room for the fields.
    await page.setViewportSize({ width: 390, height: 300 });
    await page.evaluate(() => scrollTo(0, 500));
    assert.ok((await page.locator(".choose").boundingBox()).y < 0);
  }));

test("on a desk the panes scroll, and the page does not", () =>
  withSample("mistakes", async (page) => {
    for (const height of [900, 800]) {
      await page.setViewportSize({ width: 1440, height });
      for (const link of await page.locator(".section:visible").all()) {
        await link.click();
        assert.equal(
          await page.evaluate(() => document.documentElement.scrollHeight),
          height,
        );
      }
    }
  }));

test("a field is found with Enter, Tab goes on, and what is not found is told", () =>
  withSample("calendar", async (page) => {
    const find = page.getByLabel("Find a field");
    await find.fill("sl");
    await find.press("Tab");
    assert.equal(
      await page.locator("#section-title").innerText(),
      "Open hours",
    );
    await find.press("Enter");
    // The fields may come a moment later.
    await page.waitForFunction(
      () =>
        document.activeElement.closest(".field")?.dataset.member ===
        "slotDuration",
    );
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
    await page
      .getByRole("button", { name: "Simulate a colleague’s save" })
      .click();
    assert.equal(
      await page
        .locator('.conflict[data-key="address"] .theirs .value')
        .innerText(),
      "7 Station Road",
    );
    await page.getByRole("button", { name: /^Keep mine/ }).click();
    await section(page, "General");
    await page.getByLabel("Name", { exact: true }).fill("Spokes");
    await tab(page, "send");
    await page
      .getByRole("button", { name: "Simulate a colleague’s save" })
      .click();
    assert.equal(
      await page
        .locator('.conflict[data-key="name"] .theirs .value')
        .innerText(),
      "Spoke & Chain (summer)",
    );
  }));

test("a refusal from elsewhere is no error of the draft, and leads nowhere where it names nothing", () =>
  withSample("calendar", async (page) => {
    const refused = (...message) =>
      paste(page, JSON.stringify({ statusCode: 422, message }));
    const before = page.locator(".send > .caution");
    await section(page, "How long");
    await page.getByLabel("Slot duration", { exact: true }).fill("0");
    await refused(
      "slotDuration must be a positive number",
      "bananas must be yellow",
    );
    await page.locator(".texts > li", { hasText: "bananas" }).waitFor();
    assert.deepEqual(await page.locator(".texts .jump").allInnerTexts(), [
      "✕ Error Slot duration: Enter more than 0.",
    ]);
    await undo(page);
    await before.waitFor({ state: "hidden" });
    await tab(page, "findings");
    assert.equal(
      await page
        .locator(".review .issue", { hasText: "bananas" })
        .locator(".jump")
        .count(),
      0,
    );
    // The request says what the service would refuse, above the body.
    await section(page, "How long");
    await page.getByLabel("Slot interval", { exact: true }).fill("0");
    await tab(page, "send");
    await before
      .filter({
        hasText:
          "Your version has 1 error: the service would refuse this request.",
      })
      .waitFor();
    await before.getByRole("button", { name: "See the errors" }).click();
    await page
      .locator(".review .issue", { hasText: "Slot interval" })
      .waitFor();
    await tab(page, "send");
    await page.getByRole("button", { name: "Save in the sandbox" }).click();
    await page.locator(".verdict", { hasText: "422: refused" }).waitFor();
  }));

test("of a list, one record is opened", () =>
  withPage(async (page, url) => {
    await page.goto(url);
    const open = async (value) => {
      await page.locator(".load:visible textarea").fill(JSON.stringify(value));
      await page
        .locator(".load:visible")
        .getByRole("button", { name: "Open it" })
        .click();
    };
    await open([]);
    await page.getByText("This is an empty list.").waitFor();
    await open({ teamMembers: [{ userId: "user-ada" }] });
    await page
      .getByText("This is a calendar.")
      .or(page.locator(".work"))
      .first()
      .waitFor();
    await page.locator(".foot button").first().click();
    await open({
      calendars: [{ id: "a", name: "Intake" }, { id: "b" }, {}],
      traceId: "t",
    });
    await page.getByText("This is a list: 3 calendars.").waitFor();
    assert.deepEqual(
      await page.locator(".result .choices button").allInnerTexts(),
      ["Intake", "b", "entry 3"],
    );
    await page.getByRole("button", { name: "Intake" }).click();
    await page.locator(".work").waitFor();
    assert.equal(await page.locator(".record").innerText(), "Intake · a");

    // Where a record is open, it is asked what the other is to it.
    await paste(
      page,
      JSON.stringify([{ id: "c", name: "Other", slotDuration: 30 }]),
    );
    await page.locator("dialog").getByRole("button", { name: "Other" }).click();
    await page.getByText("This is a calendar.").waitFor();
    await page.locator("dialog .result button").last().click();
    await page.locator(".record", { hasText: "Other · c" }).waitFor();
    assert.deepEqual(await changesOf(page), []);
  }));

test("one tab is current, of those that are seen", () =>
  withSample("edited", async (page) => {
    const current = () =>
      page
        .locator(".tab[aria-current]")
        .evaluateAll((tabs) => tabs.map(({ dataset }) => dataset.tab));
    assert.deepEqual(await current(), ["changes"]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.waitForFunction(
      () => document.querySelector('[data-tab="edit"]').ariaCurrent,
    );
    assert.deepEqual(await current(), ["edit"]);
    await tab(page, "send");
    assert.deepEqual(await current(), ["send"]);
    await tab(page, "edit");
    assert.deepEqual(await current(), ["edit"]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.waitForFunction(
      () => document.querySelector('[data-tab="send"]').ariaCurrent,
    );
    assert.deepEqual(await current(), ["send"]);
  }));

test("in colors that someone chose, switches and what is current can still be told", () =>
  withSample("edited", async (page) => {
    await page.emulateMedia({
      forcedColors: "active",
      reducedMotion: "reduce",
    });
    await section(page, "After booking");
    const looks = (locator, pseudo) =>
      locator.evaluate((element, pseudo) => {
        const { backgroundColor, borderTopWidth } = getComputedStyle(
          element,
          pseudo,
        );
        return { back: backgroundColor, border: borderTopWidth };
      }, pseudo);
    assert.notEqual(
      (
        await looks(
          page.getByRole("checkbox", { name: "Live payment mode" }),
          "::before",
        )
      ).back,
      "rgba(0, 0, 0, 0)",
    );
    await page.getByRole("checkbox", { name: "Live payment mode" }).click();
    await page.getByRole("switch", { name: "Live payment mode" }).click();
    for (const name of ["Automatic confirmation", "Live payment mode"]) {
      const one = page.getByRole("switch", { name });
      assert.notEqual(
        (await looks(one)).back,
        (await looks(one, "::before")).back,
        name,
      );
    }
    const [on, off] = ["Automatic confirmation", "Live payment mode"].map(
      (name) => looks(page.getByRole("switch", { name })),
    );
    assert.notEqual((await on).back, (await off).back);
    for (const [current, other] of [
      ['.section[aria-current="true"]', ".section:not([aria-current])"],
      ['.tab[aria-current="true"]:visible', ".tab:not([aria-current]):visible"],
    ]) {
      assert.notEqual(
        (await looks(page.locator(current))).border,
        (await looks(page.locator(other).first())).border,
      );
    }
    assert.equal(
      (await looks(page.locator(".tab .badge").first())).border,
      "1px",
    );
  }));

test("a part that is shown before it came is waited for, and goes where it was sent; one that cannot come says so", () =>
  withPage(
    async (page, url) => {
      let isThere = false;
      await page.route("**/dates.js", (route) =>
        isThere ? route.continue() : route.abort(),
      );
      await page.goto(url);
      await page
        .getByRole("button", { name: SAMPLE.mistakes, exact: true })
        .click();
      await page.locator(".section", { hasText: "Special dates" }).click();
      await page.locator(".body .trouble", { hasText: "dates.js" }).waitFor();
      isThere = true;
      // A finding leads to the date, whose fields are not there yet.
      await page
        .locator(".review .issue", { hasText: "February 30" })
        .or(page.locator(".review .issue", { hasText: "2026-02-30" }))
        .first()
        .getByRole("button")
        .first()
        .click();
      await page.locator(".body .dates").waitFor();
      await settled(page);
      assert.ok(
        await page.evaluate(
          () =>
            document.activeElement.closest(
              '.dates .field[data-member="date"]',
            ) !== null,
        ),
      );
      // The rest comes by itself.
      await page.waitForFunction(() =>
        performance
          .getEntriesByType("resource")
          .some(({ name }) => name.endsWith("/conflict.js")),
      );
    },
    { strict: false },
  ));

test("four places have a summary each, and a topic folds to its own", () =>
  withSample("edited", async (page) => {
    await page.locator(".section .sum:not(:empty)").first().waitFor();
    assert.deepEqual(
      await page.locator(".section > :first-child").allInnerTexts(),
      [
        "Open hours\n6 days, 44 hours",
        "Special dates\n4 special dates",
        "Booking rules\n30 minutes, 2 hours to 30 days ahead",
        "Everything else\n2 people, an address, Zoom",
        "What customers see",
        "As text",
      ],
    );
    await section(page, "Booking rules");
    const topics = page.locator(".topic");
    assert.deepEqual(
      await topics.locator("h3").first().innerText(),
      "How long",
    );
    // On a desk all of them are open, in two columns.
    assert.equal(await page.locator(".topic[open]").count(), 3);
    const left = await page
      .locator(".topics > div")
      .evaluateAll((columns) =>
        columns.map((column) => column.getBoundingClientRect().left),
      );
    assert.ok(left[1] > left[0]);
    const limits = topics.filter({ hasText: "Limits" });
    await limits.locator("summary").click();
    await limits
      .getByText("Appointments per slot: 2, Appointments per day: 12")
      .waitFor();
    // A change leads into it all the same.
    await page
      .locator(".changes .jump", { hasText: "Appointments per slot" })
      .click();
    await page.waitForFunction(
      () =>
        document.activeElement.closest(".field")?.dataset.member ===
        "appoinmentPerSlot",
    );
    // On a phone only the first is open.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('[data-tab="edit"]').click();
    await page.locator(".choose").selectOption("else");
    await settled(page);
    assert.equal(await page.locator(".topic[open]").count(), 1);
    await page
      .locator(".topic", { hasText: "Who and where" })
      .getByText("2 people, an address, Zoom")
      .waitFor();
  }));

test("a number without its unit is in the one of the specification", () =>
  withPage(async (page, url) => {
    await page.goto(url);
    await paste(
      page,
      JSON.stringify({
        calendar: {
          id: "a",
          slotDuration: 40,
          allowBookingAfter: 2,
          allowBookingFor: 30,
        },
      }),
    );
    await page
      .locator(".section", {
        hasText: "40 minutes, 2 days to 30 days ahead",
      })
      .click();
    await arrived(page);
    assert.match(
      await field(page, "slotDuration").innerText(),
      /Default: 30 minutes\./,
    );
  }));

test("names of the API are shown by a switch, and stay shown", () =>
  withSample("calendar", async (page) => {
    await section(page, "Everything else");
    const names = page.locator(".body .field .api:visible");
    assert.equal(await names.count(), 0);
    await page.getByRole("switch", { name: "API names" }).click();
    assert.ok(
      (await names.allInnerTexts()).some((name) => /^eventColor/.test(name)),
    );
    await page.waitForFunction(() => localStorage.calendiff);
    await page.reload();
    await names.first().waitFor();
    await page.getByRole("switch", { name: "API names" }).click();
    assert.equal(await names.count(), 0);
  }));

test("the name of the page leads to the start, where what is open waits", () =>
  withSample("edited", async (page) => {
    await section(page, "Special dates");
    const logo = page.getByRole("button", { name: "calendiff" });
    const start = page.locator(".start");
    const goOn = page.getByRole("button", { name: "Go on with it" });
    await logo.click();
    await start.waitFor();
    assert.equal(await page.locator(".work").isVisible(), false);
    await page
      .getByText("Bicycle check-up is still open here: 8 changes.")
      .waitFor();
    // Nothing is edited out of sight.
    await page.keyboard.press("ControlOrMeta+z");
    await page.waitForFunction(() => localStorage.calendiff);
    await page.reload();
    await goOn.click();
    assert.equal(await heardAt(page), "Special dates");
    assert.equal((await changesOf(page)).length, 8);
    await logo.click();
    await start.waitFor();
    await page.goBack();
    await page.locator(".work").waitFor();
    // From there, another sample asks first, and a message of the service goes to its field.
    await logo.click();
    await page
      .getByRole("button", { name: SAMPLE.location, exact: true })
      .click();
    await page.getByText("Opening it replaces your version").waitFor();
    await page
      .locator(".load:visible textarea")
      .fill('{"statusCode":422,"message":["slotDuration must be positive"]}');
    await page.getByRole("button", { name: "Open it", exact: true }).click();
    await page.locator(".texts li").first().waitFor();
    assert.equal(await start.isVisible(), false);
    await logo.click();
    await page
      .getByRole("button", { name: SAMPLE.location, exact: true })
      .click();
    await page
      .getByRole("button", { name: "Open it in place of my version" })
      .click();
    await page.locator(".work").waitFor();
    assert.equal(await heardAt(page), "Details");
  }));
