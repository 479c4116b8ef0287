/** What is opened, however it comes and however much it is; what is reached; and what the browser does not allow. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { SAMPLES } from "../../www/load/samples.js";
import { LANGUAGES } from "../../www/words/words.js";
import { withPage } from "./browser.mjs";
import { calendarOf } from "./calendars.mjs";
import {
  bodyOf,
  changesOf,
  codeOf,
  drag,
  drop,
  hourAt,
  paste,
  rangesOf,
  SAMPLE,
  section,
  settled,
  tab,
  withSample,
} from "./page-steps.mjs";

const RECORD = { id: "c1", locationId: "l1", name: "Intake", slotDuration: 30 };

const start = (use, options) =>
  withPage(async (page, url) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(url);
    await use(page, url);
  }, options);

/** Opens a text on the first page, without typing it. */
async function open(page, value) {
  await page
    .locator(".load:visible textarea")
    .evaluate(
      (area, text) => (area.value = text),
      typeof value === "string" ? value : JSON.stringify(value),
    );
  await page
    .locator(".load:visible")
    .getByRole("button", { name: "Open it" })
    .click();
}

const close = (page) => page.locator(".foot button").first().click();

// What it is

test("a record is found inside of what is around it, and what holds none says so", () =>
  start(async (page) => {
    for (const [value, name] of [
      [{ data: { calendar: RECORD } }, "Intake · c1"],
      [{ response: { body: { data: RECORD } } }, "Intake · c1"],
      [{ location: { name: "Desk", city: "Oxford" } }, "Desk"],
      [{ location: { name: "Desk" } }, "Desk"],
      [{ calendar: { appointmentPerSlot: 2 } }, "Calendar"],
    ]) {
      await open(page, value);
      await page.locator(".work:visible").waitFor();
      await settled(page);
      assert.equal(
        await page.locator(".record").innerText(),
        name,
        JSON.stringify(value),
      );
      await close(page);
    }
    const said = async (value) => {
      await open(page, value);
      await settled(page);
      assert.equal(await page.locator(".work").isVisible(), false);
      return page.locator(".result").innerText();
    };
    assert.match(
      await said({ foo: 1 }),
      /Nothing in this is a member of a calendar or a location\. It has: “foo”/,
    );
    assert.match(
      await said({ foo: { bar: { baz: 1 } } }),
      /Nothing in this .*It has: “foo”/,
    );
    assert.equal(await page.locator(".result button").count(), 0);
    assert.match(await said({}), /This object is empty\./);
    assert.match(
      await said({ data: { calendars: [RECORD, { id: "c2" }] } }),
      /This is a list: 2 calendars.*Intake.*c2/s,
    );
    // Misspelled members are for the draft to tell.
    assert.match(await said({ nmae: "Intake" }), /Nothing in this/);
    await page.getByRole("button", { name: "Open as a calendar" }).click();
    await page.locator(".work:visible").waitFor();
    await section(page, "Other settings");
    await page
      .locator(".topic", { hasText: "Other settings" })
      .waitFor({ state: "attached" });
    await paste(page, JSON.stringify({ foo: 1 }));
    await page
      .locator("dialog .result", { hasText: "Nothing in this is a member" })
      .waitFor();
  }));

test("a refusal of the request as a whole says what it is, and promises no field", () =>
  start(async (page) => {
    for (const [body, words] of [
      [
        { statusCode: 401, message: "Invalid JWT", error: "Unauthorized" },
        /^401: The service did not accept the token/,
      ],
      [
        { message: "Unauthorized" },
        /^401: The service did not accept the token/,
      ],
      [
        { statusCode: 404, message: "Calendar not found" },
        /^404: The service found nothing at that address.*Calendar not found/s,
      ],
      [
        { statusCode: 429, message: "Too Many Requests" },
        /^429: The service received too many requests/,
      ],
      [
        { statusCode: 503, message: "Service Unavailable" },
        /^503: The service itself failed/,
      ],
    ]) {
      await open(page, body);
      await settled(page);
      const said = await page.locator(".result").innerText();
      assert.match(said, words);
      assert.doesNotMatch(said, /each text/);
    }
    await open(page, {
      statusCode: 422,
      message: ["alertEmail must be an email"],
    });
    await page.getByText("each text appears at its field").waitFor();
    // A later one is not about the record that is opened next.
    await open(page, { statusCode: 404, message: "Calendar not found" });
    await open(page, RECORD);
    await page.locator(".work:visible").waitFor();
    await paste(
      page,
      JSON.stringify({ statusCode: 404, message: "Calendar not found" }),
    );
    await page
      .locator(".refusal", {
        hasText: "The service found nothing at that address",
      })
      .waitFor();
    await tab(page, "findings");
    assert.equal(
      await page
        .locator(".panel:visible .issue", { hasText: "not found" })
        .count(),
      0,
    );
  }));

test("a text of a refusal that the draft gives no cause for is said to be about another request", () =>
  withSample("calendar", async (page) => {
    const refused = (...message) =>
      paste(page, JSON.stringify({ statusCode: 422, message }));
    await refused(
      "slotDuration must be a positive number",
      "property nmae should not exist",
      "alertEmail must be an email",
      "the moon is full",
    );
    const texts = page.locator(".texts > li");
    await texts.nth(3).waitFor();
    for (const at of [0, 1]) {
      assert.match(
        await texts.nth(at).innerText(),
        /Warning (Slot duration: )?.*This message was about another request/,
      );
      assert.doesNotMatch(await texts.nth(at).innerText(), /Error|expected/);
    }
    // The service may be stricter about a format.
    for (const at of [2, 3])
      assert.match(await texts.nth(at).innerText(), /Error .*The service says/);
    await section(page, "How long");
    await page
      .locator(".body .issue", { hasText: "another request" })
      .waitFor();
    assert.equal(await page.locator(".body [aria-invalid]").count(), 0);
    // The service may have bounds and choices of its own. What the draft leaves out cannot be of a wrong type.
    await refused(
      "slotDuration must not be less than 60",
      "slotDuration must not be less than 20",
      "description must be one of the following values: a, b",
      "notes must be a string",
    );
    await texts.filter({ hasText: "notes must" }).waitFor();
    assert.deepEqual(
      await texts.evaluateAll((all) =>
        all.map(({ textContent }) => textContent.includes("another request")),
      ),
      [false, true, false, true],
    );
    // Where the draft has what it is about, it is at its field.
    await section(page, "How long");
    await page.getByLabel("Slot duration", { exact: true }).fill("0");
    await refused("slotDuration must be a positive number");
    await texts.first().getByText("Enter more than 0.").waitFor();
    await page.getByLabel("Slot duration", { exact: true }).fill("20");
    await tab(page, "send");
    await page.getByRole("button", { name: "Save in the sandbox" }).click();
    await page
      .locator(".verdict", { hasText: "200: saved, 1 change applied." })
      .waitFor();
  }));

// How much it is

test("every record of a long list can be reached, by pages and by search", () =>
  start(async (page) => {
    await open(
      page,
      Array.from({ length: 230 }, (_, at) => ({
        id: `id-${at}`,
        name: `Calendar ${at}`,
        slotDuration: 30,
      })),
    );
    const choices = page.locator(".result .choices button");
    await page.getByText("50 of 230").waitFor();
    assert.equal(await choices.count(), 50);
    for (const shown of [100, 150, 200, 230]) {
      await page
        .locator(".result")
        .getByRole("button", { name: "Show more" })
        .click();
      assert.equal(await choices.count(), shown);
    }
    assert.equal(await choices.last().innerText(), "Calendar 229");
    const search = page.getByLabel("Search by name or ID");
    await search.fill("ID-17");
    assert.deepEqual(await choices.allInnerTexts(), [
      "Calendar 17",
      ...Array.from({ length: 10 }, (_, at) => `Calendar ${170 + at}`),
    ]);
    await search.fill("nobody");
    await page.getByText("None of them has that name or ID.").waitFor();
    await search.fill("calendar 229");
    await choices.first().click();
    // A name and a slot duration are a calendar's.
    await page
      .locator(".record", { hasText: "Calendar 229 · id-229" })
      .waitFor();
  }));

test("whatever is shown in part says so, and shows the rest", () =>
  start(async (page) => {
    const many = Object.fromEntries(
      Array.from({ length: 150 }, (_, at) => [`strange${at}`, at]),
    );
    await page
      .getByRole("button", { name: SAMPLE.calendar, exact: true })
      .click();
    await page.locator(".work:visible").waitFor();
    await paste(
      page,
      JSON.stringify({
        ...SAMPLES[0].stored.calendar,
        ...many,
        openHours: Array.from({ length: 30 }, () => ({
          daysOfTheWeek: [1],
          hours: [{ openHour: 9, openMinute: 0, closeHour: 9, closeMinute: 0 }],
        })),
      }),
    );
    await page.getByRole("button", { name: "Use it as my version" }).click();
    await settled(page);
    const all = async (list, row, count) => {
      await row.getByText(/^\d+ of \d+$/).waitFor();
      for (
        let press = 0;
        press < 10 &&
        (await row.getByRole("button", { name: "Show more" }).isVisible());
        press++
      )
        await row.getByRole("button", { name: "Show more" }).click();
      assert.ok((await list.count()) >= count, `${await list.count()}`);
    };
    await all(
      page.locator(".week > .more .issue"),
      page.locator(".week > .more"),
      30,
    );
    await section(page, "Other settings");
    await all(
      page.locator(".others > li"),
      page.locator("section:has(> .others)"),
      150,
    );
    await tab(page, "send");
    await page.waitForTimeout(300);
    await page.getByText("How the body differs").click();
    await all(
      page.locator(".decisions > li"),
      page.locator(".send details:has(.decisions)"),
      150,
    );
    await paste(
      page,
      JSON.stringify({
        statusCode: 422,
        message: Array.from(
          { length: 120 },
          (_, at) => `property strange${at} should not exist`,
        ),
      }),
    );
    await all(page.locator(".texts > li"), page.locator(".refusal .more"), 120);
  }));

test("a stored record and its draft are opened together", () =>
  start(async (page) => {
    const stored = ["before.json", JSON.stringify(SAMPLES[0].stored)];
    const draft = [
      "after.json",
      JSON.stringify({ name: "Wheel check", slotDuration: 45 }),
    ];
    const words = [
      "name “Wheel check”, was “Bicycle check”",
      "slot duration 45 mins, was 30 mins",
    ];
    for (const files of [
      [stored, draft],
      [draft, stored],
    ]) {
      await drop(page, files);
      await page.locator(".work:visible").waitFor();
      assert.deepEqual((await changesOf(page)).sort(), words);
      assert.deepEqual(
        [(await bodyOf(page)).name, (await bodyOf(page)).description],
        ["Wheel check", "Half an hour with a mechanic."],
      );
      await close(page);
    }
    // Where that is not sure, it is asked.
    await drop(page, [
      ["a.json", JSON.stringify({ name: "A", slotDuration: 20 })],
      ["b.json", JSON.stringify({ name: "B", slotDuration: 30 })],
    ]);
    await page.getByText("These are two.").waitFor();
    await page
      .getByRole("button", {
        name: "b.json is saved now, a.json is my version",
      })
      .click();
    assert.deepEqual(await changesOf(page), [
      "name “A”, was “B”",
      "slot duration 20, was 30",
    ]);
    // Nor are edits lost to two files.
    await drop(page, [stored, draft]);
    await page
      .getByText("Opening it replaces your version, which has 2 changes.")
      .waitFor();
    await page
      .getByRole("button", {
        name: "before.json is saved now, after.json is my version",
      })
      .click();
    await page.locator(".record", { hasText: "Wheel check" }).waitFor();
    assert.deepEqual((await changesOf(page)).sort(), words);
  }));

/** The time that the thread of the page works for something, in milliseconds: what else the machine does is not in it. */
async function worked(page, act) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  const now = async () =>
    (await cdp.send("Performance.getMetrics")).metrics.find(
      ({ name }) => name === "TaskDuration",
    ).value * 1000;
  const before = await now();
  await act();
  await settled(page);
  return (await now()) - before;
}

test("a megabyte of notes opens as its section does, whatever it is made of and whichever way it runs", () =>
  start(async (page) => {
    for (const [unit, direction] of [
      ["some words, ", "ltr"],
      ["x", "ltr"],
      ["1234 ", "ltr"],
      ["كلمات ", "rtl"],
      ["  «שלום» ", "rtl"],
    ]) {
      const notes = unit.repeat(Math.ceil(1_000_000 / unit.length));
      // Chromium takes many seconds to lay out such a text in the field to paste it into, so it comes as a file.
      await page.locator(".load:visible").waitFor();
      await drop(page, [["record.json", JSON.stringify({ ...RECORD, notes })]]);
      await page.locator(".work:visible").waitFor();
      const took = await worked(page, () => section(page, "General"));
      // It took three and a half seconds, and ten times that for three megabytes.
      assert.ok(took < 1500, `${unit}: ${took} ms`);
      const area = page.getByLabel("Notes", { exact: true });
      assert.equal(
        await area.evaluate((area) => getComputedStyle(area).direction),
        direction,
      );
      assert.equal(
        await area.evaluate((area) => area.value.length),
        notes.length,
      );
      await close(page);
    }
  }));

test("the JSON of 20,000 dates is shown and edited in pieces, and all of it is copied", () =>
  start(async (page) => {
    const { availabilities } = calendarOf(20_000);
    await open(page, { ...RECORD, availabilities });
    await page.locator(".work:visible").waitFor();
    const took = await worked(page, () => section(page, "As text"));
    assert.ok(took < 1500, `${took} ms`);
    const area = page.getByLabel("Your version as text");
    const piece = page.getByLabel("Part of your version");
    const text = () => area.inputValue().then((text) => JSON.parse(text));
    assert.equal((await text()).name, "Intake");
    assert.equal((await text()).availabilities, undefined);

    // The pieces together are the draft.
    const options = await piece.locator("option").allInnerTexts();
    assert.equal(options[0], "All other members");
    const together = [];
    for (let at = 1; at < options.length; at++) {
      await piece.selectOption(String(at));
      together.push(...(await text()));
    }
    assert.equal(together.length, 20_000);
    assert.deepEqual(together, (await page.evaluate(() => 0), availabilities));

    // One item goes in the second piece, and one is edited in the third.
    await piece.selectOption("2");
    const second = await text();
    await area.evaluate(
      (area, text) => {
        area.value = text;
        area.dispatchEvent(new InputEvent("input", { bubbles: true }));
      },
      JSON.stringify(second.slice(1)),
    );
    await piece.selectOption("3");
    const [first] = await text();
    await area.evaluate((area) => {
      area.value = area.value
        .replace('"closeHour": 17', '"closeHour": 16')
        .replace(
          '"hours": []',
          '"hours": [{"openHour":9,"openMinute":0,"closeHour":16,"closeMinute":0}]',
        );
      area.dispatchEvent(new InputEvent("input", { bubbles: true }));
    });
    await piece.selectOption("0");
    const changes = await changesOf(page);
    assert.equal(changes.length, 2, changes.join());
    assert.ok(changes.some((words) => words.includes("removed")));
    // What is no list is told, and stays to be mended.
    await section(page, "As text");
    await piece.selectOption("1");
    await area.fill('{ "date": 1 }');
    await page.getByText("This part has another shape").waitFor();
    await piece.selectOption("2");
    assert.equal(await area.inputValue(), '{ "date": 1 }');
    assert.deepEqual(await changesOf(page), changes);
    assert.ok(first.date);
  }));

// What the browser does not allow

test("where there is no clipboard, the text is copied all the same, or is selected and says so", () =>
  withPage(async (page, url) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "clipboard", { value: undefined });
      const { execCommand } = document;
      document.execCommand = (name) =>
        window.isDeaf ? false : execCommand.call(document, name);
      addEventListener(
        "copy",
        () => (window.taken = document.activeElement.value),
      );
    });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(url);
    await page
      .getByRole("button", { name: SAMPLE.edited, exact: true })
      .click();
    await page.locator(".work:visible").waitFor();
    const curl = await codeOf(page, "curl");
    const copy = page.getByRole("button", { name: "Copy: As curl" });
    await copy.click();
    await copy.filter({ hasText: "Copied" }).waitFor();
    assert.equal(await page.evaluate(() => window.taken), curl);
    await page.evaluate(() => (window.isDeaf = true));
    for (const pressed of [
      copy,
      page.getByRole("button", { name: "Copy a link to this" }),
    ]) {
      await pressed.click();
      const area = page.locator("textarea.selected");
      await area.waitFor();
      assert.equal(
        await area.evaluate(
          (area) =>
            document.activeElement === area &&
            area.value.slice(area.selectionStart, area.selectionEnd) ===
              area.value,
        ),
        true,
      );
      assert.match(
        await page
          .locator(".review, .foot")
          .allInnerTexts()
          .then((all) => all.join()),
        /Selected: press Ctrl\+C to copy/,
      );
      assert.match(
        await area.inputValue(),
        pressed === copy ? /^curl -X PUT/ : /#z=/,
      );
      await page.keyboard.press("Shift+Tab");
      await area.waitFor({ state: "detached" });
    }
  }));

test("storage that is full or blocked is said to be that, and only what is large is called so", async () => {
  const said = (thrown, words, record = RECORD) =>
    withPage(async (page, url) => {
      await page.addInitScript((thrown) => {
        if (!thrown) return;
        const { setItem } = Storage.prototype;
        Storage.prototype.setItem = function (name, value) {
          if (name === "calendiff") throw new DOMException("no", thrown);
          setItem.call(this, name, value);
        };
      }, thrown);
      await page.goto(url);
      await open(page, record);
      await page.locator(".work:visible").waitFor();
      await page.getByText(words).waitFor();
    });
  await said("QuotaExceededError", "the browser has no more room");
  await said(
    "SecurityError",
    "the browser does not let the page keep anything",
  );
  await said(undefined, "too large to be kept in this browser", {
    ...RECORD,
    notes: "x".repeat(2_100_000),
  });
  await withPage(async (page, url) => {
    await page.addInitScript(() =>
      Object.defineProperty(window, "localStorage", {
        get: () => {
          throw new DOMException("no", "SecurityError");
        },
      }),
    );
    await page.goto(url);
    await open(page, RECORD);
    await page
      .getByText("the browser does not let the page keep anything")
      .waitFor();
  });
});

// The week

test("one bad day stands in fields, its error once, and the others are drawn", () =>
  start(async (page) => {
    const hours = (openHour, closeHour) => [
      { openHour, openMinute: 0, closeHour, closeMinute: 0 },
    ];
    const openHours = [
      { daysOfTheWeek: [1], hours: hours(9, 17) },
      { daysOfTheWeek: [2], hours: [...hours(9, 12), ...hours(31, 17)] },
      { daysOfTheWeek: [3], hours: hours(10, 14) },
    ];
    await open(page, { ...RECORD, openHours });
    await page.locator(".week .range").first().waitFor();
    assert.deepEqual(
      [
        await rangesOf(page, "monday"),
        await rangesOf(page, "wednesday"),
        await rangesOf(page, "tuesday"),
      ],
      [["09:00–17:00"], ["10:00–14:00"], ["09:00–12:00"]],
    );
    const cards = page.locator(".week > .list > .cards > .item");
    await cards.first().waitFor();
    assert.equal(await cards.count(), 1);
    assert.match(await cards.first().innerText(), /^Tuesday/);
    const errors = page.locator('.week .issue[data-severity="error"]:visible');
    assert.equal(await errors.count(), 1);
    // It is at its field, and the list of findings leads there.
    await tab(page, "findings");
    await page.locator('.review .issue[data-severity="error"] .jump').click();
    assert.equal(
      await page.evaluate(
        () => document.activeElement.closest(".field").dataset.member,
      ),
      "openHour",
    );
    await page.evaluate(() => document.activeElement.select());
    await page.keyboard.type("14");
    await settled(page);
    // Its field stays as long as one types in it.
    assert.deepEqual(
      [
        await rangesOf(page, "tuesday"),
        await errors.count(),
        await cards.count(),
      ],
      [["09:00–12:00", "14:00–17:00"], 0, 1],
    );
    await page.locator(".work .day").first().focus();
    await settled(page);
    assert.equal(await cards.first().isVisible(), false);
    await drag(
      page,
      await hourAt(page, "sunday", 10.1),
      await hourAt(page, "sunday", 12.4),
    );
    assert.deepEqual(await rangesOf(page, "sunday"), ["10:00–12:30"]);

    // Open hours that are no list are told, and leave nothing half drawn.
    await paste(
      page,
      JSON.stringify({ name: "Intake", slotDuration: 30, openHours: "always" }),
    );
    await page.getByRole("button", { name: "Use it as my version" }).click();
    await page
      .getByText(
        "The hours cannot be drawn: they are not a list of days and hours.",
      )
      .waitFor();
    assert.equal(await page.locator(".week-picture").isVisible(), false);
  }));

// Where one is

test("Back goes to the section and the panel of before, and a reload stays", () =>
  withSample("edited", async (page, url) => {
    const here = async () => {
      await settled(page);
      return [
        await page.locator("#section-title").innerText(),
        await page
          .locator('.tab[aria-current="true"]:visible')
          .getAttribute("data-tab"),
      ];
    };
    assert.deepEqual(await here(), ["Open hours", "changes"]);
    await section(page, "Special dates");
    await tab(page, "send");
    await section(page, "How long");
    assert.deepEqual(await here(), ["Booking rules", "send"]);
    assert.match(page.url(), /\?section=rules&panel=send$/);
    await page.waitForFunction(() => localStorage.calendiff);
    await page.reload();
    await page.locator(".work:visible").waitFor();
    assert.deepEqual(await here(), ["Booking rules", "send"]);
    await page.goBack();
    assert.deepEqual(await here(), ["Special dates", "send"]);
    await page.goBack();
    assert.deepEqual(await here(), ["Special dates", "changes"]);
    await page.goForward();
    assert.deepEqual(await here(), ["Special dates", "send"]);
    // Typing is no step of the way.
    await section(page, "General");
    await page.getByLabel("Name", { exact: true }).fill("Wheel check");
    await page.goBack();
    assert.deepEqual(await here(), ["Special dates", "send"]);
    assert.ok(
      (await changesOf(page)).some((words) => words.includes("Wheel check")),
    );
    // On a phone, Back leaves the panel for the fields.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('[data-tab="edit"]').click();
    await page.locator('[data-tab="findings"]').click();
    await settled(page);
    assert.equal(await page.locator(".editor").isVisible(), false);
    await page.goBack();
    await settled(page);
    assert.equal(await page.locator(".editor").isVisible(), true);
    // An address of another kind of record, or of none, leads to what there is.
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${url}?section=bananas&panel=constructor`);
    await page.locator(".work:visible").waitFor();
    assert.equal((await here())[0], "Open hours");
    await close(page);
    assert.equal(new URL(page.url()).search, "");
  }));

test("records that are opened one after the other leave no listener behind", () =>
  withPage(async (page, url) => {
    await page.addInitScript(() => {
      const held = new Map();
      window.listeners = () =>
        [...held.values()].reduce((sum, set) => sum + set.size, 0);
      const { addEventListener: add, removeEventListener: remove } =
        EventTarget.prototype;
      const isLasting = (target) =>
        target === window ||
        target === document ||
        target === document.documentElement ||
        target === document.body;
      EventTarget.prototype.addEventListener = function (
        type,
        listener,
        options,
      ) {
        if (isLasting(this ?? window) && listener) {
          if (!held.has(type)) held.set(type, new Set());
          held.get(type).add(listener);
          if (options?.once)
            add.call(
              this ?? window,
              type,
              () => held.get(type).delete(listener),
              { once: true, capture: true },
            );
        }
        return add.call(this ?? window, type, listener, options);
      };
      EventTarget.prototype.removeEventListener = function (
        type,
        listener,
        options,
      ) {
        held.get(type)?.delete(listener);
        return remove.call(this ?? window, type, listener, options);
      };
    });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(url);
    const counts = [];
    for (let round = 0; round < 4; round++) {
      await page
        .getByRole("button", { name: SAMPLE.calendar, exact: true })
        .click();
      await page.locator(".work:visible").waitFor();
      await settled(page);
      await page.locator(".times input").first().click();
      await drag(
        page,
        await hourAt(page, "sunday", 10.1),
        await hourAt(page, "sunday", 12.4),
      );
      for (const link of await page.locator(".section:visible").all())
        await link.click();
      await section(page, "Special dates");
      await page.locator('.date[tabindex="0"]').click();
      for (const name of ["findings", "changes", "send"]) await tab(page, name);
      await page.waitForTimeout(200);
      counts.push(await page.evaluate(() => window.listeners()));
      await close(page);
    }
    assert.ok(counts[0] > 5, "nothing was counted");
    assert.deepEqual(
      counts,
      counts.map(() => counts[0]),
    );
  }));

test("opened as a file, the page says what to do, in each of its languages", () =>
  withPage(
    async (page) => {
      for (const tag of Object.keys(LANGUAGES)) {
        await page.addInitScript(
          (tag) =>
            Object.defineProperty(navigator, "languages", {
              configurable: true,
              get: () => ["nl", `${tag}-XX`, "en"],
            }),
          tag,
        );
        await page.unrouteAll();
        await page.goto(new URL("../../www/index.html", import.meta.url).href);
        const words = page.locator(`p.alone[lang="${tag}"]`);
        await words.waitFor();
        assert.match(
          await words.innerText(),
          /python3 -m http\.server.*http:\/\/localhost:8000.*cargo xtask demo/,
        );
      }
    },
    { strict: false },
  ));
