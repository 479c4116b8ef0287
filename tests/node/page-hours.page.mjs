/** Hours drawn and typed: by mouse, by finger and by keys, one never in the way of another. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { onlyChromium } from "./browser.mjs";
import {
  accessible,
  changesOf,
  drag,
  heardAt,
  hourAt,
  rangesCutOff,
  rangesOf,
  retype,
  section,
  settled,
  tab,
  wholeDay,
  withSample,
} from "./page-steps.mjs";

const row = (page, name) => page.locator(`[data-row="${name}"]`);
const times = (page, name) => row(page, name).locator(".times input");
const typed = (page, name) =>
  times(page, name).evaluateAll((inputs) => inputs.map(({ value }) => value));
const day = (page, name) =>
  page
    .locator(".work .day-column", { has: page.locator(`[data-day="${name}"]`) })
    .locator(".day");
const selected = (page) =>
  page
    .locator('.day[aria-pressed="true"]')
    .evaluateAll((heads) =>
      heads.map(({ parentElement }) => parentElement.ariaLabel),
    );
/** What was edited is drawn a frame later, and what has the focus then a frame after that. */
const focused = async (page) => {
  await settled(page);
  await settled(page);
  return heardAt(page);
};

/** A finger that rests as long, and then goes elsewhere. */
async function fingerOf(page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  const touch = (type, at) =>
    cdp.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
  return async (from, to, rest) => {
    await touch("touchStart", from);
    await page.waitForTimeout(rest);
    for (const share of [0.25, 0.5, 0.75, 1])
      await touch("touchMove", {
        x: from.x + (to.x - from.x) * share,
        y: from.y + (to.y - from.y) * share,
      });
    await touch("touchEnd");
    await settled(page);
  };
}

test(
  "a finger draws, moves and resizes where it has rested, and scrolls otherwise",
  onlyChromium,
  () =>
    withSample("calendar", async (page) => {
      const finger = await fingerOf(page);
      await finger(
        await hourAt(page, "sunday", 10.1),
        await hourAt(page, "sunday", 12.4),
        400,
      );
      assert.deepEqual(await rangesOf(page, "sunday"), ["10:00–12:30"]);
      await finger(
        await hourAt(page, "sunday", 11),
        await hourAt(page, "sunday", 14),
        400,
      );
      assert.deepEqual(await rangesOf(page, "sunday"), ["13:00–15:30"]);
      const end = await hourAt(page, "sunday", 15.5);
      await finger(
        { ...end, y: end.y - 3 },
        await hourAt(page, "sunday", 17),
        400,
      );
      assert.deepEqual(await rangesOf(page, "sunday"), ["13:00–17:00"]);
      await finger(
        await hourAt(page, "saturday", 20),
        await hourAt(page, "saturday", 16),
        20,
      );
      assert.deepEqual(await rangesOf(page, "saturday"), ["10:00–14:00"]);
    }),
);

test(
  "on a phone, one scrolls over the hours, and edits none",
  onlyChromium,
  () =>
    withSample("calendar", async (page) => {
      await page.setViewportSize({ width: 390, height: 844 });
      const finger = await fingerOf(page);
      for (const name of ["wednesday", "sunday"]) {
        await page.evaluate(() => scrollTo(0, 0));
        const from = await hourAt(page, name, 13);
        await finger(from, { ...from, y: from.y - 200 }, 20);
        await page.waitForFunction(() => scrollY > 100);
      }
      // Nor does one that goes sideways at once take anything along.
      await page.evaluate(() => scrollTo(0, 0));
      await finger(
        await hourAt(page, "monday", 12),
        await hourAt(page, "friday", 20),
        20,
      );
      assert.deepEqual(await changesOf(page), []);
      // A tap chooses the day, and opens nothing; one that rests opens an hour.
      await tab(page, "edit");
      const at = await hourAt(page, "sunday", 9.1);
      await finger(at, at, 20);
      assert.deepEqual(
        [await selected(page), await rangesOf(page, "sunday")],
        [["Sunday"], []],
      );
      await finger(at, at, 500);
      assert.deepEqual(await rangesOf(page, "sunday"), ["09:00–10:00"]);
    }),
);

test("a pen drags at once, and scrolls nothing meanwhile", onlyChromium, () =>
  withSample("calendar", async (page) => {
    const cdp = await page.context().newCDPSession(page);
    const pen = (type, at) =>
      cdp.send("Input.dispatchMouseEvent", {
        type,
        ...at,
        button: "left",
        buttons: type === "mousePressed" ? 1 : 0,
        clickCount: 1,
        pointerType: "pen",
      });
    const touchAction = () =>
      page
        .locator(".work .range")
        .first()
        .evaluate((range) => getComputedStyle(range).touchAction);
    const [from, to] = [
      await hourAt(page, "tuesday", 12),
      await hourAt(page, "tuesday", 14),
    ];
    assert.equal(await touchAction(), "pan-y");
    await cdp.send("Input.dispatchMouseEvent", {
      type: "mouseMoved",
      ...from,
      pointerType: "pen",
    });
    assert.equal(await touchAction(), "none");
    await pen("mousePressed", from);
    await cdp.send("Input.dispatchMouseEvent", {
      type: "mouseMoved",
      ...to,
      button: "left",
      buttons: 1,
      pointerType: "pen",
    });
    await pen("mouseReleased", to);
    await settled(page);
    assert.deepEqual(await rangesOf(page, "tuesday"), ["11:00–19:00"]);
    await page.mouse.move(0, 0);
    assert.equal(await touchAction(), "pan-y");
  }),
);

test("hours that were dragged to another day are shown there", () =>
  withSample("calendar", async (page) => {
    await drag(
      page,
      await hourAt(page, "tuesday", 12),
      await hourAt(page, "sunday", 14),
    );
    assert.deepEqual(
      [await rangesOf(page, "tuesday"), await rangesOf(page, "sunday")],
      [[], ["11:00–19:00"]],
    );
    assert.deepEqual(await selected(page), ["Sunday"]);
    assert.deepEqual(await typed(page, "sunday"), ["11:00", "19:00"]);
  }));

test("what is moved by keys keeps the focus, past others too", () =>
  withSample("calendar", async (page) => {
    await drag(
      page,
      await hourAt(page, "saturday", 16.1),
      await hourAt(page, "saturday", 16.9),
    );
    const late = page
      .locator('.work .column[data-day="saturday"] .range')
      .nth(1);
    await late.focus();
    for (let presses = 0; presses < 16; presses++)
      await page.keyboard.press("ArrowUp");
    await page.waitForFunction(
      () =>
        document.querySelector(
          '.work .column[data-day="saturday"] .range .words',
        ).textContent === "08:00–09:00",
    );
    assert.match(await focused(page), /^Saturday, 08:00 to 09:00/);
    await page.keyboard.press("ArrowUp");
    assert.match(await focused(page), /^Saturday, 07:30 to 08:30/);
    // Whoever goes on before it is settled is not fetched back.
    for (let presses = 0; presses < 8; presses++)
      await page.keyboard.press("ArrowDown");
    await day(page, "monday").focus();
    assert.equal(await focused(page), "Monday");
    assert.deepEqual(await rangesOf(page, "saturday"), [
      "10:00–14:00",
      "11:30–12:30",
    ]);
  }));

test("typed hours go into the range they were typed in, whatever comes first then", () =>
  withSample("calendar", async (page) => {
    await drag(
      page,
      await hourAt(page, "saturday", 15.1),
      await hourAt(page, "saturday", 17.9),
    );
    await day(page, "saturday").click();
    const remove = page.getByRole("button", {
      name: "Saturday: Remove range 1",
    });
    await remove.click();
    await settled(page);
    assert.deepEqual(await typed(page, "saturday"), ["15:00", "18:00"]);
    await page.getByRole("button", { name: "Saturday: Add hours" }).click();
    assert.equal(await focused(page), "Saturday: Range 2 opens");
    for (const text of ["8", "11"]) {
      await retype(page, text);
      await page.keyboard.press("Tab");
    }
    assert.match(await focused(page), /Remove range 1/);
    assert.deepEqual(await typed(page, "saturday"), [
      "08:00",
      "11:00",
      "15:00",
      "18:00",
    ]);
    assert.deepEqual(await rangesOf(page, "saturday"), [
      "08:00–11:00",
      "15:00–18:00",
    ]);
    // By mouse, into a box that makes way meanwhile.
    await page.getByLabel("Saturday: Range 2 opens").fill("7");
    await page.getByLabel("Saturday: Range 1 opens").click();
    await settled(page);
    assert.equal(await focused(page), "Saturday: Range 2 opens");
    await retype(page, "9");
    await page.keyboard.press("Enter");
    await settled(page);
    assert.deepEqual(await typed(page, "saturday"), [
      "07:00",
      "18:00",
      "09:00",
      "11:00",
    ]);
  }));

test("typed hours count as soon as anything else is done", () =>
  withSample("calendar", async (page) => {
    await times(page, "monday").nth(0).focus();
    await retype(page, "06:00");
    // Where one draws, no other thing loses the focus first.
    const at = await hourAt(page, "sunday", 12);
    await page.mouse.click(at.x, at.y);
    assert.deepEqual(
      [await rangesOf(page, "monday"), await rangesOf(page, "sunday")],
      [["06:00–17:00"], ["12:00–13:00"]],
    );

    // Undo takes back what is typed, and nothing before it.
    await times(page, "sunday").nth(0).focus();
    await retype(page, "11");
    await page.keyboard.press("ControlOrMeta+z");
    await settled(page);
    assert.deepEqual(await rangesOf(page, "sunday"), ["12:00–13:00"]);
    assert.deepEqual(await typed(page, "sunday"), ["12:00", "13:00"]);

    // What is no time is the browser's to undo.
    await times(page, "sunday").nth(0).focus();
    await page.keyboard.type("x");
    await page.keyboard.press("ControlOrMeta+z");
    await settled(page);
    assert.deepEqual(await rangesOf(page, "sunday"), ["12:00–13:00"]);
    assert.equal(await times(page, "sunday").nth(0).inputValue(), "12:00");
  }));

test("a button of a range stays under the mouse that presses it", () =>
  withSample("calendar", async (page) => {
    await day(page, "thursday").click();
    await page.getByRole("button", { name: "Thursday: Add hours" }).click();
    await settled(page);
    const before = await typed(page, "thursday");
    assert.equal(before.length, 4);
    // Once this is left, the other range's row is the first: its button is being pressed then.
    await times(page, "thursday").nth(0).fill("21");
    await row(page, "thursday")
      .locator(".times li")
      .nth(1)
      .getByRole("button")
      .click();
    await settled(page);
    assert.deepEqual(await typed(page, "thursday"), ["21:00", before[1]]);
  }));

test("what is no time is said at the day where it was typed, and the picture stays", () =>
  withSample("calendar", async (page) => {
    const opens = page.getByLabel("Monday: Range 1 opens");
    await opens.fill("99");
    await opens.press("Tab");
    const note = page.getByText("Expected a time such as 9:30");
    await note.waitFor();
    assert.equal(
      await row(page, "monday")
        .getByText("Expected a time such as 9:30")
        .count(),
      1,
    );
    assert.deepEqual(
      [await rangesOf(page, "monday"), await typed(page, "tuesday")],
      [["09:00–17:00"], ["09:00", "17:00"]],
    );
    await opens.fill("8");
    await opens.press("Tab");
    await note.waitFor({ state: "detached" });
    await settled(page);
    assert.deepEqual(await rangesOf(page, "monday"), ["08:00–17:00"]);
  }));

test("a time is typed as people write it, and two at once are a range", () =>
  withSample("calendar", async (page) => {
    const wednesday = times(page, "wednesday");
    await wednesday.nth(0).click();
    for (const [text, range] of [
      ["9am", "09:00–17:00"],
      ["0830", "08:30–17:00"],
      ["9-12", "09:00–12:00"],
      ["10am-4:30 pm", "10:00–16:30"],
      ["9 – 5", "09:00–17:00"],
    ]) {
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
      await settled(page);
      assert.deepEqual(await rangesOf(page, "wednesday"), [range], text);
    }
    // The first click selects the time; the next one places the caret.
    await wednesday.nth(1).click();
    assert.equal(
      await wednesday
        .nth(1)
        .evaluate(
          ({ selectionStart, selectionEnd }) => selectionEnd - selectionStart,
        ),
      5,
    );
    await wednesday.nth(1).click();
    assert.equal(
      await wednesday
        .nth(1)
        .evaluate(
          ({ selectionStart, selectionEnd }) => selectionEnd - selectionStart,
        ),
      0,
    );
    assert.deepEqual(await selected(page), ["Wednesday"]);
  }));

test("a day is closed and opened by its switch, which brings its stored hours back", () =>
  withSample("calendar", async (page) => {
    const open = page.getByRole("switch", { name: "Saturday: open" });
    await open.focus();
    await page.keyboard.press("Space");
    assert.match(await focused(page), /Saturday: open/);
    assert.deepEqual(
      [await rangesOf(page, "saturday"), await open.isChecked()],
      [[], false],
    );
    await page.keyboard.press("Space");
    await settled(page);
    assert.deepEqual(
      [await rangesOf(page, "saturday"), await changesOf(page)],
      [["10:00–14:00"], []],
    );
    await page.getByRole("switch", { name: "Sunday: open" }).click();
    await settled(page);
    assert.deepEqual(await rangesOf(page, "sunday"), ["09:00–17:00"]);
  }));

test("a range says what it was", () =>
  withSample("calendar", async (page) => {
    await times(page, "saturday").nth(0).fill("9-12");
    await times(page, "saturday").nth(0).press("Enter");
    await settled(page);
    const said = (name) =>
      page
        .locator(`.work .column[data-day="${name}"] .range .hidden`)
        .allTextContents();
    assert.deepEqual(await said("saturday"), [
      "Saturday, 09:00 to 12:00, was 10:00 to 14:00",
    ]);
    await row(page, "saturday")
      .getByRole("button", { name: "Add hours" })
      .click();
    await settled(page);
    assert.deepEqual(await said("saturday"), [
      "Saturday, 09:00 to 12:00, was 10:00 to 14:00",
      "Saturday, 13:00 to 14:00, added",
    ]);
    assert.deepEqual(await said("monday"), ["Monday, 09:00 to 17:00"]);
    await day(page, "sunday").focus();
    assert.equal(await focused(page), "Sunday, closed");
  }));

test("the picture shows the hours in use, or all 24", () =>
  withSample("calendar", async (page) => {
    const shown = () =>
      page
        .locator(".work .hours")
        .evaluate(({ dataset }) => [dataset.first / 60, dataset.last / 60]);
    assert.deepEqual(await shown(), [7, 19]);
    await times(page, "friday").nth(1).fill("22:30");
    await times(page, "friday").nth(1).press("Enter");
    await settled(page);
    assert.deepEqual(await shown(), [7, 24]);
    await wholeDay(page);
    assert.deepEqual(await shown(), [0, 24]);
    await page
      .getByRole("button", { name: "Show open hours only, not 0–24" })
      .click();
    assert.deepEqual(await shown(), [7, 24]);
    // A range that keys move on is never out of the picture.
    await page.locator('.work .column[data-day="monday"] .range').focus();
    for (let presses = 0; presses < 8; presses++)
      await page.keyboard.press("ArrowUp");
    assert.deepEqual(await shown(), [3, 24]);
    const [picture, range] = [
      await page.locator('.work .column[data-day="monday"]').boundingBox(),
      await page
        .locator('.work .column[data-day="monday"] .range')
        .boundingBox(),
    ];
    assert.ok(
      range.y >= picture.y &&
        range.y + range.height <= picture.y + picture.height,
    );
  }));

test(
  "on a phone, the row of a day opens where the finger taps it",
  onlyChromium,
  () =>
    withSample("calendar", async (page) => {
      await page.setViewportSize({ width: 390, height: 844 });
      const finger = await fingerOf(page);
      const at = await hourAt(page, "wednesday", 12);
      await finger(at, at, 20);
      const sheet = page.locator(".sheet");
      const { y, height } = await sheet.boundingBox();
      assert.ok(
        y > at.y && y - at.y < 40 && y + height < 844,
        `${at.y}: ${y}, ${height}`,
      );
      await sheet.getByLabel("Wednesday: Range 1 closes").fill("16");
      await sheet.getByLabel("Wednesday: Range 1 closes").press("Enter");
      await settled(page);
      assert.deepEqual(await rangesOf(page, "wednesday"), ["09:00–16:00"]);
      await sheet.getByRole("button", { name: "Close", exact: true }).click();
      assert.equal(await sheet.count(), 0);
      assert.deepEqual(
        await page
          .locator(".day-rows > [data-row]")
          .evaluateAll((rows) => rows.map(({ dataset }) => dataset.row)),
        [
          "monday",
          "tuesday",
          "wednesday",
          "thursday",
          "friday",
          "saturday",
          "sunday",
        ],
      );
    }),
);

test("the week says in its pieces what was added and removed, and in the heads how many hours there were", () =>
  withSample("edited", async (page) => {
    const said = (name) =>
      page
        .locator(`.work .column[data-day="${name}"] .back :is(ins, del)`)
        .evaluateAll((all) =>
          all.map((one) => [
            getComputedStyle(one, "::before").content.replace(
              /^"|"$|none/g,
              "",
            ) + one.textContent,
            getComputedStyle(one).textDecorationLine,
          ]),
        );
    assert.deepEqual(await said("tuesday"), [["+ 17–19", "none"]]);
    assert.deepEqual(await said("thursday"), [["12–14", "line-through"]]);
    assert.deepEqual(await page.locator(".week .total").allInnerTexts(), [
      "8 h",
      "8 → 10 h",
      "8 h",
      "8 → 6 h",
      "8 h",
      "4 h",
      "",
    ]);
    await day(page, "tuesday").focus();
    assert.equal(await heardAt(page), "Tuesday, 10 hours, 8 hours before");
    // It has the full width, and the fields of some days stay in sight on a small screen.
    await page.setViewportSize({ width: 1280, height: 720 });
    const [picture, editor, field] = await Promise.all(
      [".week .hours", ".week", ".day-row input[type=text]"].map((place) =>
        page.locator(place).first().boundingBox(),
      ),
    );
    assert.ok(
      picture.width > editor.width - 2,
      `${picture.width} of ${editor.width}`,
    );
    assert.ok(field.y + field.height < 720, String(field.y));
    await accessible(page);
  }));

test("hours or the name of a day that a mouse presses open the row of the day there", () =>
  withSample("calendar", async (page) => {
    // The line below the banner moves all else once it is there.
    await page.locator(".standing").waitFor();
    const at = await hourAt(page, "saturday", 12);
    await page.mouse.click(at.x, at.y);
    const sheet = page.locator(".sheet");
    const { x, y, width } = await sheet.boundingBox();
    assert.ok(
      y > at.y && y - at.y < 40 && x < at.x && x + width > at.x,
      JSON.stringify([at, x, y, width]),
    );
    await sheet.getByLabel("Saturday: Range 1 opens").click();
    await page.keyboard.type("9-12");
    await page.keyboard.press("Enter");
    await settled(page);
    assert.deepEqual(await rangesOf(page, "saturday"), ["09:00–12:00"]);
    await page.keyboard.press("Escape");
    assert.equal(await sheet.count(), 0);
    await day(page, "sunday").click();
    await sheet.getByRole("switch", { name: "Sunday: open" }).waitFor();
    // Hours that are dragged or drawn open none.
    await drag(
      page,
      await hourAt(page, "monday", 18),
      await hourAt(page, "monday", 19),
    );
    assert.equal(await sheet.count(), 0);
  }));

test("overlaps and impossible hours are in the legend while there are any", () =>
  withSample("edited", async (page) => {
    const legend = page.locator(".week-picture .legend");
    const closes = async (text) => {
      await page.getByLabel("Thursday: Range 1 closes").fill(text);
      await page.keyboard.press("Enter");
      await settled(page);
      return legend.locator("li:visible").allInnerTexts();
    };
    assert.deepEqual(await legend.locator("li:visible").allInnerTexts(), [
      "saved now",
      "added",
      "removed",
    ]);
    assert.deepEqual(await closes("15:00"), [
      "saved now",
      "added",
      "removed",
      "overlap",
    ]);
    for (const [time, tone] of [
      ["9:00", "warning"],
      ["8:00", "error"],
    ]) {
      assert.deepEqual(
        await closes(time),
        ["saved now", "added", "removed", "impossible hours"],
        time,
      );
      const looks = (place) =>
        page
          .locator(place)
          .evaluate((one) =>
            [
              getComputedStyle(one).borderTopStyle,
              getComputedStyle(one).borderTopColor,
            ].join(),
          );
      assert.equal(
        await looks(".week-picture .legend .wrong"),
        await looks(`.range.wrong[data-severity="${tone}"]`),
      );
      assert.deepEqual(
        await page
          .locator('[data-row="thursday"] .times > li')
          .evaluateAll((all) => all.map(({ dataset }) => dataset.severity)),
        [tone, undefined],
      );
    }
  }));

test("the button above the hours says what it does, whichever hours are shown", () =>
  withSample("calendar", async (page) => {
    const hours = () =>
      page
        .locator(".work .hours")
        .evaluate(({ dataset: { first, last } }) => (last - first) / 60);
    assert.ok((await hours()) < 24);
    for (const [name, next] of [
      ["Show all hours: 0–24", 24],
      ["Show open hours only, not 0–24", await hours()],
    ]) {
      const button = page.getByRole("button", { name, exact: true });
      assert.equal(await button.getAttribute("title"), name);
      await button.click();
      assert.equal(await hours(), next);
      await accessible(page, name);
    }
  }));

test(
  "where colors are chosen elsewhere, fills have patterns, and what is selected is seen",
  onlyChromium,
  () =>
    withSample("edited", async (page) => {
      await page.emulateMedia({ forcedColors: "active" });
      const looks = async (all) =>
        new Set(
          (
            await Promise.all((await all.all()).map((one) => one.screenshot()))
          ).map((bytes) => bytes.toString("base64")),
        ).size;
      assert.equal(
        await looks(page.locator(".work .legend .piece:visible")),
        3,
      );
      const style = (place, name) =>
        page
          .locator(place)
          .first()
          .evaluate((one, name) => getComputedStyle(one)[name], name);
      assert.notEqual(
        await style('.day[aria-pressed="true"]', "backgroundColor"),
        await style('.day[aria-pressed="false"]', "backgroundColor"),
      );
      assert.equal(await style(".column", "outlineStyle"), "solid");
      await section(page, "Special dates");
      assert.equal(await looks(page.locator(".legend .piece:visible")), 6);
      assert.notEqual(
        await style('.date[aria-pressed="true"]', "boxShadow"),
        "none",
      );
    }),
);

test("on the narrowest phone, the hours of a range are read whole", () =>
  withSample("edited", async (page) => {
    await page.setViewportSize({ width: 320, height: 700 });
    assert.deepEqual(await rangesCutOff(page), []);
  }));

test("at any width, added and removed hours are read whole in their pieces", () =>
  withSample("edited", async (page) => {
    await times(page, "friday").first().click();
    await retype(page, "9:30-15:45");
    await page.keyboard.press("Enter");
    await tab(page, "send");
    await page
      .getByRole("button", { name: "Simulate a colleague’s save" })
      .click();
    const words = page.locator(".work .back :is(ins, del)");
    for (const width of [390, 768, 1280, 1440]) {
      await page.setViewportSize({ width, height: 720 });
      await settled(page);
      if (width < 1200) await tab(page, "edit");
      const all = await words.evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility())
          .map((one) => {
            const [inner, outer] = [one, one.closest(".column")].map((box) =>
              box.getBoundingClientRect(),
            );
            return [
              one.textContent,
              one.scrollWidth <= one.clientWidth &&
                inner.left >= outer.left &&
                inner.right <= outer.right,
            ];
          }),
      );
      assert.ok(
        all.some(([text]) => text === "15:30–19"),
        String(width),
      );
      assert.deepEqual(
        all.filter(([, isWhole]) => !isWhole),
        [],
        String(width),
      );
    }
  }));

for (const sample of ["edited", "mistakes"])
  test(`no words of the week cover others, in a calendar: ${sample}`, () =>
    withSample(sample, async (page) => {
      for (const language of ["en", "ja"]) {
        await page.locator(".language:visible select").selectOption(language);
        await page.locator(`html[lang="${language}"]`).waitFor();
        for (const width of [1280, 1440, 1920]) {
          await page.setViewportSize({ width, height: 900 });
          await settled(page);
          const covered = await page
            .locator(".work .column")
            .evaluateAll((columns) =>
              columns.flatMap((column) => {
                const boxes = [
                  ...column.querySelectorAll(
                    ".range .words, .back ins, .back del",
                  ),
                ]
                  .filter((one) => one.checkVisibility())
                  .map((one) => [one.textContent, one.getBoundingClientRect()]);
                return boxes.flatMap(([text, box], at) =>
                  boxes
                    .slice(at + 1)
                    .filter(
                      ([, other]) =>
                        box.bottom > other.top + 1 &&
                        other.bottom > box.top + 1,
                    )
                    .map(([other]) => `${text} and ${other}`),
                );
              }),
            );
          assert.deepEqual(covered, [], `${language} ${width}`);
        }
      }
    }));

test("each day of the week has its typed hours in sight", () =>
  withSample("calendar", async (page) => {
    const { y, height } = await row(page, "sunday").boundingBox();
    assert.ok(y + height <= 900, String(y + height));
  }));
