/** Many records at once: a list that is checked and edited, and the bodies that come of it. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { test } from "node:test";

import { calendar } from "calendiff";

import { withPage } from "./browser.mjs";
import {
  accessible,
  drop,
  section,
  settled,
  withSample,
} from "./page-steps.mjs";

const hours = [{ openHour: 9, openMinute: 0, closeHour: 12, closeMinute: 0 }];
/** Records of which every seventh has a fault, and every third has the date already. */
const records = (length) =>
  Array.from({ length }, (_, at) => ({
    id: `c${at}`,
    name: `Calendar ${at}`,
    slotDuration: at % 7 === 0 ? 0 : 30,
    slotDurationUnit: "mins",
    availabilities:
      at % 3 === 0
        ? [{ id: `d${at}`, date: "2026-12-24T00:00:00.000Z", hours: [] }]
        : [{ id: `d${at}`, date: "2026-12-23T00:00:00.000Z", hours }],
  }));

const sum = (page, words, options) =>
  page.locator(".many .sum", { hasText: words }).waitFor(options);
const over = async (page) => {
  await page.locator(".many").waitFor();
  await page.locator(".many progress").waitFor({ state: "hidden" });
};
const filters = (page) => page.locator(".filters button").allInnerTexts();
const groups = (page, at) =>
  page.locator(".groups > div").nth(at).locator("li").allInnerTexts();

async function many(page, list) {
  await drop(page, [["list.json", JSON.stringify({ calendars: list })]]);
  await page.getByRole("button", { name: "Check or edit all" }).click();
  await over(page);
}

/** Saves a file of the page, and returns its text. */
async function saved(page, name) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name }).click(),
  ]);
  return {
    name: download.suggestedFilename(),
    text: readFileSync(await download.path(), "utf8"),
  };
}

test("a list is checked, edited by keys, and its bodies are those of the package", () =>
  withPage(async (page, url) => {
    await page.goto(url);
    const list = records(60);
    await many(page, list);
    assert.deepEqual(await filters(page), [
      "All 60",
      "has errors 9",
      "no errors 51",
    ]);
    assert.deepEqual(await groups(page, 1), [
      "9 Slot duration: Enter more than 0.",
    ]);
    await accessible(page);

    await page.getByText("Write it", { exact: true }).click();
    await page.getByLabel("Write it").fill("slotDurations = 45");
    await page.getByText("This line names no setting, day or date.").waitFor();
    await page
      .getByText('such as slotDuration, found "slotDurations"')
      .waitFor();
    const edits = "availabilities/2026-12-24 = closed";
    await page.getByLabel("Write it").fill(edits);
    await sum(page, "60 calendars: 34 would change.");
    assert.deepEqual(await groups(page, 0), [
      "34 special date 24 December 2026 added: closed",
    ]);
    await page.getByRole("button", { name: "no change needed 20" }).click();
    assert.equal(await page.locator(".many tbody tr").count(), 20);
    await accessible(page);

    await page
      .getByLabel("Address of the service")
      .fill("https://service.example/v1");
    await sum(page, "60 calendars: 34 would change.");
    await over(page);
    const bodies = await saved(page, "Save the requests to send");
    assert.equal(bodies.name, "list.json.requests.ndjson");
    const edited = list.map((record) => ({
      id: record.id,
      ...calendar.edit(record, edits),
    }));
    const expected = edited
      .filter(({ ok, changes }) => ok && changes.length > 0)
      .map(({ id, body }) => ({
        id,
        method: "PUT",
        url: `https://service.example/v1/api/calendars/${id}`,
        body: body.value,
      }));
    assert.deepEqual(
      bodies.text
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
      expected,
    );
    const table = await saved(page, "Save the table");
    assert.equal(
      table.text.split("\r\n")[2],
      "2,c1,Calendar 1,changed,special date 24 December 2026 added: closed",
    );

    // A record opens with its edit, and the list is there to come back to.
    await page.getByRole("button", { name: /^All/ }).click();
    await page.getByRole("button", { name: "Calendar 1", exact: true }).click();
    await page.locator(".work").waitFor();
    await page.locator('[data-tab="changes"]').click();
    assert.deepEqual(await page.locator(".changes .jump").allTextContents(), [
      "special date 24 December 2026 added: closed",
    ]);
    await page.getByRole("button", { name: "Back to the list" }).click();
    await over(page);
    await sum(page, "60 calendars: 34 would change.");
  }));

test("what was changed in the open record is done to others, and conflicts are decided", () =>
  withSample("edited", async (page) => {
    await page.evaluate(() => scrollTo(0, 0));
    const list = records(10).map((record, at) => ({
      ...record,
      slotDuration: 30,
      eventColor: at < 4 ? "#039be5" : "#000000",
    }));
    await many(page, list);
    const boxes = page.locator(".wishes input");
    assert.equal(
      await boxes.first().isChecked(),
      false,
      "a name is a record's own",
    );
    for (const box of (await boxes.all()).slice(2)) await box.uncheck();
    await sum(page, "10 calendars: 4 would change.");
    assert.deepEqual(await filters(page), [
      "All 10",
      "changed 4",
      "conflict 6",
    ]);
    await page.getByLabel("Where one differs").selectOption("ours");
    await sum(page, "10 calendars: 10 would change.");
    assert.deepEqual(await groups(page, 0), [
      "6 color #0b8043, was #000000",
      "4 color #0b8043, was #039be5",
    ]);

    // Another language says the same of the same list.
    await page.getByRole("button", { name: "Close" }).first().click();
    await page.locator(".language:visible select").selectOption("de");
    await page.locator('html[lang="de"]').waitFor();
    await settled(page);
    await page.getByRole("button", { name: "Zurück zur Liste" }).click();
    await sum(page, "10 Kalender: 10 würden sich ändern.");
    assert.match((await groups(page, 0))[0], /^6 Farbe: #0b8043 statt/);
  }));

test(
  "ten thousand lines are answered while the page can be used",
  { timeout: 120_000 },
  () =>
    withPage(async (page, url) => {
      await page.goto(url);
      const lines = records(10_000).map((record, at) =>
        at === 5000
          ? "{"
          : JSON.stringify({ ...record, notes: "n".repeat(1700) }),
      );
      await drop(page, [["records.ndjson", lines.join("\n")]]);
      // The time that the test takes to drop the file does not count.
      await page.evaluate(() => {
        globalThis.longest = 0;
        new PerformanceObserver((list) =>
          list
            .getEntries()
            .forEach(
              ({ duration }) =>
                (globalThis.longest = Math.max(globalThis.longest, duration)),
            ),
        ).observe({ type: "longtask" });
      });
      await page.locator(".many").waitFor();
      await sum(page, "10,000 calendars checked.", { timeout: 60_000 });
      assert.deepEqual(await filters(page), [
        "All 10,000",
        "has errors 1,429",
        "no errors 8,570",
        "unreadable 1",
      ]);
      const longest = await page.evaluate(() => globalThis.longest);
      console.log(`the longest task took ${Math.round(longest)} ms`);
      assert.ok(longest < 300, String(longest));
    }),
);

test("a calendar that is not active is not open on any date, and one on a schedule says so", () =>
  withPage(async (page, url) => {
    await page.goto(url);
    const openHours = [{ daysOfTheWeek: [4], hours }];
    await many(page, [
      { id: "a", name: "On", openHours },
      { id: "b", name: "Off", openHours, isActive: false },
      { id: "c", name: "Elsewhere", openHours: {} },
      { id: "d", name: "Odd", openHours: "always" },
    ]);
    await page
      .getByLabel("Only see which are open on")
      .last()
      .fill("2026-12-24");
    await sum(page, "4 calendars: 1 open on Thursday, 24 December 2026.");
    assert.deepEqual(await filters(page), [
      "All 4",
      "open 1",
      "closed 1",
      "on a schedule 1",
      "unreadable 1",
    ]);
    const rows = await page.locator(".many tbody tr").allInnerTexts();
    assert.deepEqual(
      rows.slice(0, 3).map((row) => row.split(/\s*\t\s*/)),
      [
        ["On", "open", "09:00–12:00"],
        ["Off", "closed", "not active"],
        ["Elsewhere", "on a schedule", "not known (on a schedule)"],
      ],
    );
  }));

test("of 200 calendars, those that are open on a date are found, by what counts in each", () =>
  withPage(async (page, url) => {
    await page.goto(url);
    const closed = [{ id: "d", date: "2026-12-24T00:00:00.000Z", hours: [] }];
    const thursdays = [{ daysOfTheWeek: [4], hours }];
    // Open by the week, closed by their dates alone, open by the week although a date says closed, closed by the week.
    const kinds = [
      { openHours: thursdays },
      { openHours: thursdays, availabilityType: 1, availabilities: closed },
      { openHours: thursdays, availabilityType: 0, availabilities: closed },
      { openHours: [] },
    ];
    const list = Array.from({ length: 200 }, (_, at) => ({
      id: `c${at}`,
      name: `Calendar ${at}`,
      slotDuration: 30,
      ...kinds[at % 4],
    }));
    await many(page, list);
    await page
      .getByLabel("Only see which are open on")
      .last()
      .fill("2026-12-24");
    await sum(page, "200 calendars: 100 open on Thursday, 24 December 2026.");
    assert.deepEqual(await filters(page), [
      "All 200",
      "open 100",
      "closed 100",
    ]);
    await page.getByRole("button", { name: "open 100" }).click();
    assert.deepEqual(
      await page.locator(".many tbody tr").first().allInnerTexts(),
      ["Calendar 0\topen\t\n09:00–12:00"],
    );
    assert.equal(
      await page
        .getByRole("button", { name: "Save the requests to send" })
        .isVisible(),
      false,
    );
    const table = await saved(page, "Save the table");
    assert.deepEqual(table.text.split("\r\n").slice(1, 3), [
      "1,c0,Calendar 0,open,09:00–12:00",
      "2,c1,Calendar 1,closed,closed (special date)",
    ]);
    await accessible(page, "open on a date");
  }));

/** Picks a part of an edit, by the label of its control. */
const pick = (page, label) =>
  page.locator(".pick").last().getByLabel(label, { exact: true });

test("200 calendars are edited by pickers, in another language too, and the written form says the same", () =>
  withPage(async (page, url) => {
    await page.goto(url);
    await many(page, records(200));
    await pick(page, "First day").fill("2026-12-24");
    await pick(page, "Last day").fill("2026-12-26");
    await sum(page, "200 calendars: 171 would change.");
    await page.getByRole("button", { name: "Add another edit" }).click();
    await pick(page, "What").selectOption("hours");
    await pick(page, "Saturday").check();
    await pick(page, "Hours").selectOption("own");
    await pick(page, "own hours").fill("9-12, 13");
    await page.getByText("Expected a time such as").waitFor();
    await pick(page, "own hours").fill("9-12, 13-17");
    await page.getByRole("button", { name: "Add another edit" }).click();
    await pick(page, "What").selectOption("value");
    await pick(page, "A setting").selectOption("allowBookingAfter");
    await pick(page, "How").selectOption("atLeast");
    await pick(page, "Minimum notice").fill("2");
    const text =
      "availabilities/2026-12-24..2026-12-26 = closed\nopenHours/saturday = 09:00-12:00, 13:00-17:00\nallowBookingAfter = at least 2 days";
    await page.getByText("Write it", { exact: true }).click();
    assert.equal(await page.getByLabel("Write it").inputValue(), text);
    await page
      .locator(".groups", { hasText: "minimum notice 2 days" })
      .waitFor();
    await accessible(page);

    // The pickers show the written edits. An edit that they cannot show stays as it is written.
    await page
      .getByLabel("Write it")
      .fill("slotDuration = 45 mins\nopenHours/sunday = as saturday");
    assert.equal(
      await page
        .locator(".pick")
        .first()
        .getByLabel("Slot duration", { exact: true })
        .inputValue(),
      "45",
    );
    assert.deepEqual(await page.locator(".pick code").allInnerTexts(), [
      "openHours/sunday = as saturday",
    ]);
    await page.getByRole("button", { name: "Remove entry 2" }).click();
    assert.equal(
      await page.getByLabel("Write it").inputValue(),
      "slotDuration = 45 mins",
    );
  }));

test("an edit that cannot be read is told in the language chosen, with its line", () =>
  withPage(async (page, url) => {
    await page.goto(url);
    await page.locator(".language:visible select").selectOption("de");
    await page.locator('html[lang="de"]').waitFor();
    await drop(page, [
      ["list.json", JSON.stringify({ calendars: records(2) })],
    ]);
    await page
      .getByRole("button", { name: "Alle prüfen oder bearbeiten" })
      .click();
    await over(page);
    await page.getByText("Als Text schreiben", { exact: true }).click();
    await page
      .getByLabel("Als Text schreiben")
      .fill("isActive = false\nslotDuration = lang");
    await page.getByText("Dieser Wert passt dort nicht.").waitFor();
    assert.equal(
      await page.locator(".trouble .shown-line").innerText(),
      "slotDuration = lang",
    );
    assert.equal(await page.getByText("expected a number").isVisible(), false);
  }));

test(
  "the script sends what was saved, with a token that is in no file, and stops where it is refused",
  { skip: process.platform === "win32" },
  () =>
    withPage(async (page, url) => {
      const asked = [];
      const service = createServer(async (request, response) => {
        let text = "";
        for await (const chunk of request) text += chunk;
        asked.push({
          method: request.method,
          url: request.url,
          token: request.headers.authorization,
          version: request.headers.version,
          body: JSON.parse(text),
        });
        response
          .writeHead(request.url.endsWith("c1") ? 422 : 200)
          .end('{"message":["no"]}');
      });
      await new Promise((resolve) => service.listen(0, "127.0.0.1", resolve));
      try {
        await page.goto(url);
        const list = records(4).map((record) => ({
          ...record,
          slotDuration: 30,
          notes: "it's $HOME `id` \\n \u202e",
        }));
        await many(page, [...list, { name: "without", slotDuration: 30 }]);
        await page.getByText("Write it", { exact: true }).click();
        await page.getByLabel("Write it").fill("slotDuration = 45");
        await sum(page, "5 calendars: 4 would change.");
        assert.match(
          await page.locator('tr[data-result="refused"]').innerText(),
          /It has no ID/,
        );
        await page.getByLabel("Address of the service").fill("nowhere");
        await page.getByText("Enter a complete web address").waitFor();
        await page
          .getByLabel("Address of the service")
          .fill(`http://127.0.0.1:${service.address().port}`);
        await sum(page, "5 calendars: 4 would change.");
        await over(page);
        const { name, text } = await saved(page, "Save as a script (curl)");
        assert.equal(name, "list.json.send.sh");
        assert.doesNotMatch(text, /Bearer [^%]|\u202e/);
        const ran = await new Promise((resolve) =>
          execFile(
            "sh",
            ["-c", text, "send.sh"],
            { env: { ...process.env, CALENDIFF_TOKEN: "secret", PAUSE: "0" } },
            (error, stdout) => resolve({ code: error?.code, stdout }),
          ),
        );
        assert.deepEqual(ran, {
          code: 1,
          stdout:
            '200 "c0"\n422 "c1"\n{"message":["no"]}\n200 "c2"\n200 "c3"\n',
        });
        const expected = list.map((record) => ({
          method: "PUT",
          url: `/api/calendars/${record.id}`,
          token: "Bearer secret",
          version: "2021-04-15",
          body: calendar.edit(record, "slotDuration = 45").body.value,
        }));
        assert.deepEqual(asked, expected);
      } finally {
        service.close();
      }
    }),
);

test("what was changed in the editor is done to all 200 by one button there", () =>
  withPage(async (page, url) => {
    await page.goto(url);
    await many(
      page,
      records(200).map((record) => ({ ...record, slotDuration: 30 })),
    );
    await page.getByRole("button", { name: "Calendar 1", exact: true }).click();
    await page.locator(".work").waitFor();
    const all = page.getByRole("button", { name: "Do this to all 200" });
    assert.equal(await all.isVisible(), false);
    await section(page, "Limits");
    await page.getByLabel("Appointments per slot", { exact: true }).fill("3");
    await all.click();
    await sum(page, "200 calendars: 200 would change.");
  }));
