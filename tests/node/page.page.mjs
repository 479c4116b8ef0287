/** The page in a browser, used as a person would use it. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { onlyChromium, openAfresh, withPage } from "./browser.mjs";
import { trapping } from "./failing.mjs";
import {
  accessible,
  arrived,
  bodyOf,
  changesOf,
  codeOf,
  drag,
  field,
  fillsOf,
  heardAt,
  hourAt,
  paste,
  rangesOf,
  retype,
  SAMPLE,
  section,
  settled,
  tab,
  undo,
  wholeDay,
  withSample,
} from "./page-steps.mjs";

test("every member of both records has a control, made from its row", () =>
  withSample("calendar", async (page) => {
    const seen = async () => {
      const names = new Map();
      for (const link of await page.locator(".section:visible").all()) {
        await link.click();
        await arrived(page);
        for (const [name, kind] of await page
          .locator(".body [data-member]")
          .evaluateAll((all) =>
            all.map((one) => [
              one.dataset.member,
              one.querySelector("input, select, textarea")?.type,
            ]),
          ))
          names.set(name, kind);
        for (const name of await page
          .locator(".control select:not(:first-child)")
          .evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel)))
          names.set(name, "unit");
      }
      return names;
    };
    const rows = (kind) =>
      page.evaluate(
        async (kind) =>
          (await import("./pkg/index.js"))[kind].describe().members,
        kind,
      );
    const calendar = await seen();
    for (const { name, access, label } of await rows("calendar")) {
      if (access !== "response-only")
        assert.ok(
          calendar.has(name) ||
            calendar.has(label[0].toUpperCase() + label.slice(1)),
          `no control for ${name}`,
        );
    }
    const kinds = [
      "eventColor",
      "alertEmail",
      "slotDuration",
      "isActive",
      "calendarCoverImage",
      "widgetType",
      "description",
    ].map((name) => calendar.get(name));
    assert.deepEqual(kinds, [
      "text",
      "email",
      "number",
      "checkbox",
      "url",
      "select-one",
      "textarea",
    ]);
    assert.equal(
      await page.locator('.marks[data-severity="error"]').count(),
      0,
    );

    await page.getByRole("button", { name: "Open…" }).click();
    await page
      .locator("dialog")
      .getByRole("button", { name: SAMPLE.location })
      .click();
    await page.locator(".section", { hasText: "Details" }).waitFor();
    const location = await seen();
    for (const { name, access } of await rows("location"))
      if (access !== "response-only")
        assert.ok(location.has(name), `no control for ${name}`);
    assert.equal(location.has("eventColor"), false);
  }));

test("a yes-or-no field looks and sounds different for yes, no, no value, and a value that is neither", () =>
  withSample("calendar", async (page) => {
    await section(page, "As text");
    const area = page.getByLabel("Your version as text");
    const draft = JSON.parse(await area.inputValue());
    await area.fill(
      JSON.stringify({
        ...draft,
        shouldAssignContactToTeamMember: "perhaps",
        stickyContact: null,
        shouldSkipAssigningContactForExisting: false,
        isActive: true,
      }),
    );
    await section(page, "Who and where");
    const looks = (member) =>
      field(page, member)
        .locator("input")
        .evaluate((input) => {
          const { translate, width, height } = getComputedStyle(
            input,
            "::before",
          );
          const described = input
            .getAttribute("aria-describedby")
            .split(" ")
            .map((id) => document.getElementById(id).textContent);
          return {
            role: input.getAttribute("role"),
            look: [translate, width, height].join(),
            state: described[0],
            mixed: input.indeterminate,
          };
        });
    const [text, empty, no] = [
      await looks("shouldAssignContactToTeamMember"),
      await looks("stickyContact"),
      await looks("shouldSkipAssigningContactForExisting"),
    ];
    await section(page, "After booking");
    const [yes, unset] = [
      await looks("autoConfirm"),
      await looks("isLivePaymentMode"),
    ];
    assert.deepEqual(
      [yes, no, unset, text, empty].map(({ state }) => state),
      [
        "Yes",
        "No",
        "Not set",
        'As text: "perhaps"',
        "Neither yes nor no: null",
      ],
    );
    assert.deepEqual(
      [yes, no, unset, text, empty].map(({ role }) => role),
      ["switch", "switch", null, null, null],
    );
    assert.deepEqual(
      [yes, no, unset, text, empty].map(({ mixed }) => mixed),
      [false, false, true, true, true],
    );
    assert.equal(new Set([yes, no, unset].map(({ look }) => look)).size, 3);
    assert.equal(text.look, unset.look);
    await accessible(page, "a value that is not set");
    await section(page, "Who and where");
    await field(page, "stickyContact").getByRole("checkbox").press("Space");
    await settled(page);
    assert.equal((await looks("stickyContact")).state, "Yes");
    assert.equal(
      await field(page, "stickyContact").getByRole("switch").isChecked(),
      true,
    );
  }));

test("what the draft leaves out is shown as it is stored, since that is what is sent", () =>
  withSample("calendar", async (page) => {
    await section(page, "As text");
    const area = page.getByLabel("Your version as text");
    const { enableRecurring, formSubmitType, ...draft } = JSON.parse(
      await area.inputValue(),
    );
    assert.deepEqual(
      [enableRecurring, formSubmitType],
      [false, "ThankYouMessage"],
    );
    const [{ priority }, ...others] = draft.teamMembers;
    await area.fill(
      JSON.stringify({ ...draft, teamMembers: [{ priority }, ...others] }),
    );
    await section(page, "Who and where");
    const first = page
      .locator('.list[data-member="teamMembers"] .card')
      .first();
    assert.equal(
      await first
        .locator('[data-member="userId"] input')
        .getAttribute("placeholder"),
      "By position: user-ada",
    );
    assert.equal(
      await first.locator('[data-member="isPrimary"] .state').innerText(),
      "Saved now: yes",
    );
    assert.equal(
      await first
        .locator('.list[data-member="locationConfigurations"] > .bar .hint')
        .innerText(),
      "Saved now: 1 entry",
    );
    const [sent] = (await bodyOf(page)).teamMembers;
    assert.deepEqual(
      [sent.userId, sent.isPrimary, sent.locationConfigurations.length],
      ["user-ada", true, 1],
    );
    await section(page, "Limits");
    assert.equal(
      await field(page, "enableRecurring").locator(".state").innerText(),
      "Saved now: no",
    );
    await section(page, "After booking");
    const select = field(page, "formSubmitType").locator("select");
    assert.equal(
      await select.locator("option:checked").innerText(),
      "Saved now: Show a message",
    );
    await select.selectOption("RedirectURL");
    await settled(page);
    assert.equal(
      await select.locator("option", { hasText: "Stored" }).count(),
      0,
    );
  }));

test("fields edit the draft, and the JSON is in step both ways", () =>
  withSample("calendar", async (page) => {
    await section(page, "General");
    await page.getByLabel("Name", { exact: true }).fill("Wheel check");
    await page.getByLabel("Pick the color").fill("#d50000");
    await page.getByRole("switch", { name: "Active" }).click();
    await section(page, "How long");
    await page.getByLabel("Slot duration", { exact: true }).fill("45");
    await page.getByLabel("Unit of the slot duration").selectOption("hours");
    await section(page, "As text");
    const area = page.getByLabel("Your version as text");
    const draft = JSON.parse(await area.inputValue());
    assert.deepEqual(
      [
        draft.name,
        draft.eventColor,
        draft.isActive,
        draft.slotDuration,
        draft.slotDurationUnit,
      ],
      ["Wheel check", "#d50000", false, 45, "hours"],
    );

    // What cannot be read is told with its place, is left as it was typed, and the draft stays.
    await area.fill('{\n  "name": oops\n}');
    await page
      .getByText("line 2, column 11: This is not valid JSON.")
      .waitFor();
    await page.getByRole("button", { name: "Go to the error" }).click();
    assert.equal(
      await area.evaluate(({ value, selectionStart }) =>
        value.slice(selectionStart),
      ),
      "oops\n}",
    );
    assert.equal((await changesOf(page)).length, 4);
    await area.fill(JSON.stringify({ ...draft, notes: "by hand" }));
    await section(page, "General");
    assert.equal(
      await page.getByLabel("Notes", { exact: true }).inputValue(),
      "by hand",
    );

    // An edit a step; what is typed into one text is one.
    await undo(page);
    assert.equal(
      await page.getByLabel("Notes", { exact: true }).inputValue(),
      "",
    );
    for (const left of [4, 3, 2]) {
      await undo(page);
      assert.equal((await changesOf(page)).length, left);
    }
    await page.keyboard.press("ControlOrMeta+Shift+z");
    assert.equal((await changesOf(page)).length, 3);
  }));

test("a number that is emptied stays as stored, and text that is no number is told", () =>
  withSample("mistakes", async (page) => {
    await section(page, "How long");
    const duration = page.getByLabel("Slot duration", { exact: true });
    assert.deepEqual(
      [await duration.inputValue(), await duration.getAttribute("type")],
      ["45", "text"],
    );
    await duration.fill("");
    await settled(page);
    assert.equal(await duration.getAttribute("placeholder"), "Saved now: 30");
    await duration.fill("60");
    assert.ok(
      (await changesOf(page)).includes("slot duration 60 mins, was 30 mins"),
    );
  }));

test("the week is drawn, moved and resized by mouse, a step each", () =>
  withSample("calendar", async (page) => {
    assert.deepEqual(await rangesOf(page, "sunday"), []);
    await drag(
      page,
      await hourAt(page, "sunday", 10.1),
      await hourAt(page, "sunday", 12.4),
    );
    assert.deepEqual(await rangesOf(page, "sunday"), ["10:00–12:30"]);
    assert.deepEqual(await fillsOf(page, "sunday"), ["added"]);

    await drag(
      page,
      await hourAt(page, "sunday", 11),
      await hourAt(page, "sunday", 13),
    );
    assert.deepEqual(await rangesOf(page, "sunday"), ["12:00–14:30"]);
    const end = await hourAt(page, "monday", 17);
    await drag(
      page,
      { ...end, y: end.y - 2 },
      await hourAt(page, "monday", 15),
    );
    assert.deepEqual(
      [await rangesOf(page, "monday"), await fillsOf(page, "monday")],
      [["09:00–15:00"], ["kept", "removed"]],
    );
    const start = await hourAt(page, "tuesday", 9);
    await drag(
      page,
      { ...start, y: start.y + 2 },
      await hourAt(page, "tuesday", 7.1),
    );
    assert.deepEqual(await rangesOf(page, "tuesday"), ["07:00–17:00"]);

    // To another day, a press for an hour, and a drag that is given up.
    await drag(
      page,
      await hourAt(page, "sunday", 13),
      await hourAt(page, "wednesday", 19),
    );
    assert.deepEqual(
      [await rangesOf(page, "sunday"), await rangesOf(page, "wednesday")],
      [[], ["09:00–17:00", "18:00–20:30"]],
    );
    const { x, y } = await hourAt(page, "sunday", 8.2);
    await page.mouse.click(x, y);
    await settled(page);
    assert.deepEqual(await rangesOf(page, "sunday"), ["08:00–09:00"]);
    const from = await hourAt(page, "sunday", 15);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, from.y + 60);
    await page.keyboard.press("Escape");
    await page.mouse.up();
    assert.deepEqual(await rangesOf(page, "sunday"), ["08:00–09:00"]);

    for (let steps = 0; steps < 6; steps++) await undo(page);
    assert.deepEqual(await changesOf(page), []);
    assert.equal(
      await page.getByRole("button", { name: "Undo" }).isDisabled(),
      true,
    );
  }));

test("the week is edited by keyboard alone, and says what it does", () =>
  withSample("calendar", async (page) => {
    const status = page.locator(".hidden[role=status]");
    await page.locator('.work .column[data-day="monday"] .range').focus();
    for (const key of [
      "Shift+ArrowDown",
      "Shift+ArrowDown",
      "Alt+ArrowUp",
      "ArrowDown",
    ])
      await page.keyboard.press(key);
    assert.match(await status.textContent(), /^Monday, 09:00 to 18:30/);
    await page.keyboard.press("ArrowRight");
    await settled(page);
    assert.match(await heardAt(page), /^Tuesday, 09:00 to 17:00/);
    assert.deepEqual(await changesOf(page), [
      "Monday closes at 18:30, was 17:00",
    ]);
    await page.locator('.work .column[data-day="tuesday"] .range').focus();
    await page.keyboard.press("Delete");
    await settled(page);
    assert.match(await status.textContent(), /Tuesday: 09:00–17:00 removed/);
    await settled(page);
    assert.equal(await heardAt(page), "Tuesday, closed");
    await page.keyboard.press("Insert");
    await settled(page);
    await settled(page);
    assert.match(await heardAt(page), /^Tuesday, 09:00 to 17:00/);
    await page.keyboard.press("+");
    await settled(page);
    await settled(page);
    assert.match(await heardAt(page), /^Tuesday, 18:00 to 19:00/);
    assert.equal(
      await page.locator(".work .hours .keys").first().isVisible(),
      true,
    );
    await page.keyboard.press("Delete");
    await settled(page);
    await settled(page);
    await page.keyboard.press("Delete");
    await settled(page);
    await settled(page);
    assert.equal(await heardAt(page), "Tuesday, closed");

    // The day's hours, typed; then copied to others. Enter selects the day.
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Tuesday: Add hours" }).focus();
    await page.keyboard.press("Enter");
    await settled(page);
    await retype(page, "730");
    await page.keyboard.press("Tab");
    await retype(page, "half past");
    await page.keyboard.press("Tab");
    await page.getByText("Expected a time such as 9:30").waitFor();
    await page.getByLabel("Tuesday: Range 1 closes").fill("12");
    await page.getByLabel("Tuesday: Range 1 closes").press("Tab");
    await settled(page);
    assert.deepEqual(await rangesOf(page, "tuesday"), ["07:30–12:00"]);
    await page
      .getByRole("button", { name: "Tuesday: Copy these hours to" })
      .press("Enter");
    for (const day of ["Saturday", "Sunday"]) {
      await page.getByRole("checkbox", { name: day, exact: true }).focus();
      await page.keyboard.press("Space");
    }
    await page
      .locator(".week")
      .getByRole("button", { name: "Copy", exact: true })
      .press("Enter");
    await settled(page);
    assert.equal(await heardAt(page), "Tuesday: Copy these hours to");
    assert.deepEqual(
      [await rangesOf(page, "saturday"), await rangesOf(page, "sunday")],
      [["07:30–12:00"], ["07:30–12:00"]],
    );
    await page.keyboard.press("ControlOrMeta+z");
    await settled(page);
    assert.deepEqual(
      [await rangesOf(page, "saturday"), await rangesOf(page, "sunday")],
      [["10:00–14:00"], []],
    );
  }));

test("overlaps and empty ranges are visible where they are, and findings jump there", () =>
  withSample("mistakes", async (page) => {
    assert.deepEqual((await fillsOf(page, "thursday")).sort(), [
      "added",
      "kept",
      "overlap",
    ]);
    assert.equal(
      await page
        .locator('.work .column[data-day="friday"] .range.wrong')
        .getAttribute("data-severity"),
      "warning",
    );
    assert.match(
      await page
        .locator('.work .column[data-day="monday"] .range .hidden')
        .textContent(),
      /Monday, 17:00 to 09:00, was 09:00 to 17:00: Closing time must be after opening time/,
    );
    await tab(page, "findings");
    await page
      .locator(".review .issue", { hasText: "12:00–18:00" })
      .or(page.locator('.review .issue[data-code="hours_overlap"]'))
      .first()
      .locator(".jump")
      .click();
    assert.match(await heardAt(page), /^Thursday, 12:00 to 18:00/);
    await page.locator('.week .issue[data-code="hours_overlap"] .fix').click();
    await settled(page);
    assert.deepEqual(await rangesOf(page, "thursday"), ["09:00–18:00"]);

    // An hour that is none stands in a field, until it is one; the rest is drawn.
    await section(page, "As text");
    const area = page.getByLabel("Your version as text");
    const draft = JSON.parse(await area.inputValue());
    draft.openHours[0].hours[0].openHour = 31;
    await area.fill(JSON.stringify(draft));
    await section(page, "Open hours");
    await page.getByRole("heading", { name: "Hours with findings" }).waitFor();
    assert.deepEqual(
      [await rangesOf(page, "monday"), await rangesOf(page, "thursday")],
      [[], ["09:00–18:00"]],
    );
    await page.locator(".week").getByLabel("Opening hour").first().fill("8");
    await page.locator(".work .day").first().focus();
    await page
      .getByRole("heading", { name: "Hours with findings" })
      .waitFor({ state: "hidden" });
    assert.deepEqual(await rangesOf(page, "monday"), ["08:00–09:00"]);
  }));

test("special dates: a week is closed, by keyboard alone, in one step", () =>
  withSample("calendar", async (page) => {
    await section(page, "Special dates");
    await page.getByLabel("First day").fill("2026-12-21");
    await page.locator('.date[data-date="2026-12-21"]').focus();
    for (let day = 0; day < 6; day++)
      await page.keyboard.press("Shift+ArrowRight");
    assert.equal(await page.locator('.date[aria-pressed="true"]').count(), 7);
    await page.getByRole("radio", { name: "Closed" }).press("Space");
    await settled(page);
    assert.equal((await changesOf(page)).length, 6);
    const closed = page.locator('.date[data-state="closed"]');
    assert.equal(await closed.count(), 7);
    assert.match(
      await page.locator('.date[data-date="2026-12-24"] .hidden').textContent(),
      /Thursday, 24 December 2026, closed, edited/,
    );
    await undo(page);
    assert.deepEqual(await changesOf(page), []);

    // By mouse: a period by dragging, then hours of its own, and away again.
    const at = async (date) => {
      const { x, y, width, height } = await page
        .locator(`.date[data-date="${date}"]`)
        .boundingBox();
      return { x: x + width / 2, y: y + height / 2 };
    };
    await drag(page, await at("2026-12-28"), await at("2026-12-30"));
    await page.getByRole("radio", { name: "Own hours" }).check();
    await page.getByLabel("Range 1 closes").fill("13");
    await page.getByLabel("Range 1 closes").press("Enter");
    await settled(page);
    assert.deepEqual(
      (await changesOf(page)).sort(),
      [28, 29, 30].map(
        (day) => `special date ${day} December 2026 added: 09:00–13:00`,
      ),
    );
    await wholeDay(page);
    await page
      .locator('.work .column[data-day="date"]')
      .scrollIntoViewIfNeeded();
    await drag(
      page,
      await hourAt(page, "date", 15),
      await hourAt(page, "date", 17),
    );
    assert.match((await changesOf(page)).join(), /09:00–13:00, 15:00–17:00/);
    await page.locator('.date[data-date="2026-12-25"]').click();
    await page.getByRole("radio", { name: "As the week" }).check();
    assert.ok(
      (await changesOf(page)).includes(
        "special date 25 December 2026 removed, was closed",
      ),
    );
  }));

test("findings stand at their controls and in a list; a fix is a button, all fixes are one", () =>
  withSample("mistakes", async (page) => {
    assert.equal(
      await page.locator(".panel .sum").first().innerText(),
      "9 errors, 14 warnings",
    );
    const findings = page.getByRole("button", {
      name: "Findings 9 errors, 14 warnings",
      exact: true,
    });
    assert.deepEqual(await findings.locator(".badge").allTextContents(), [
      "9",
      "14",
    ]);
    const [error, warning] = await findings
      .locator(".badge")
      .evaluateAll((badges) =>
        badges.map((badge) => getComputedStyle(badge).backgroundColor),
      );
    assert.notEqual(error, warning);
    assert.equal(
      error,
      await page
        .locator('.issue[data-severity="error"] .severity')
        .first()
        .evaluate((sign) => getComputedStyle(sign).color),
    );
    assert.equal(
      warning,
      await page
        .locator('.issue[data-severity="warning"] .severity')
        .first()
        .evaluate((sign) => getComputedStyle(sign).color),
    );
    for (const word of await page
      .locator(".review .issue .severity")
      .allTextContents())
      assert.match(word, /^(✕ Error|▲ Warning|i Note)$/);
    await page
      .locator('.review .issue[data-code="color_short"]')
      .locator(".jump")
      .click();
    assert.equal(
      await page.evaluate(
        () => document.activeElement.closest(".field").dataset.member,
      ),
      "eventColor",
    );
    const color = field(page, "eventColor");
    // The body has the color with six digits, so that it keeps nobody from saving.
    assert.equal(
      await color.locator("input").first().getAttribute("aria-invalid"),
      null,
    );
    const described = await color
      .locator("input")
      .first()
      .getAttribute("aria-describedby");
    assert.ok(
      described
        .split(" ")
        .includes(await color.locator(".issues").getAttribute("id")),
    );
    await color.getByRole("button", { name: "Write #00bb88" }).press("Enter");
    await settled(page);
    assert.deepEqual(
      [
        await color.locator(".issue").count(),
        await color.locator("input").first().inputValue(),
      ],
      [0, "#00bb88"],
    );

    // Inside a list, and of members that no row knows.
    await page
      .locator(".review .issue", { hasText: "user-ben, primary" })
      .locator(".jump")
      .click();
    assert.equal(
      await page.evaluate(
        () => document.activeElement.closest(".field").dataset.member,
      ),
      "isPrimary",
    );
    await page
      .locator(".review .issue", { hasText: "named Name" })
      .locator(".jump")
      .click();
    await page
      .locator(".others")
      .getByRole("button", { name: "Rename to name" })
      .click();
    await section(page, "General");
    assert.equal(
      await page.getByLabel("Name", { exact: true }).inputValue(),
      "Bicycle check-up",
    );

    const before = await page.locator(".panel .sum").first().innerText();
    await page.getByLabel("What counts as an error").selectOption("service");
    await page.waitForFunction(
      (before) => document.querySelector(".panel .sum").innerText !== before,
      before,
    );
    await page.getByRole("button", { name: "Undo" }).isEnabled();
    await page
      .getByLabel("What counts as an error")
      .selectOption("specification-only");
    await page.waitForFunction(
      () =>
        !document.querySelector(".review").innerText.includes("as observed"),
    );
    await page
      .getByLabel("What counts as an error")
      .selectOption("specification");
    await page.waitForFunction(
      (before) => document.querySelector(".panel .sum").innerText === before,
      before,
    );

    await page
      .getByRole("button", { name: "Apply all 7 fixes", exact: true })
      .click();
    await settled(page);
    // What a fix would delete is left for a person to say.
    assert.deepEqual(
      await page.locator(".panel .issues .fix:visible").allTextContents(),
      ["Remove ribbon"],
    );
    await undo(page);
    await page.waitForFunction(
      (before) => document.querySelector(".panel .sum").innerText === before,
      before,
    );
  }));

test("teams and places are lists to add to, remove from and put in order, by keyboard", () =>
  withSample("calendar", async (page) => {
    await section(page, "Who and where");
    await page.getByRole("button", { name: "Move user-ben up" }).press("Enter");
    await settled(page);
    const names = () =>
      page
        .locator('[data-member="teamMembers"] > .cards > li > .bar h4')
        .allTextContents();
    assert.deepEqual(await names(), ["user-ben", "user-ada"]);
    await page
      .getByRole("button", { name: "Add a team member" })
      .press("Enter");
    await settled(page);
    await page.keyboard.type("user-cy");
    await settled(page);
    assert.deepEqual(await names(), ["user-ben", "user-ada", "user-cy"]);
    // Words begin with a capital letter where they are a heading; what someone named keeps its letters.
    await page
      .getByRole("button", { name: "Add a team member" })
      .press("Enter");
    await settled(page);
    assert.equal((await names()).at(-1), "Team member 4");
    await undo(page);
    await page.getByRole("button", { name: "Remove user-ada" }).press("Enter");
    await settled(page);
    assert.deepEqual(await names(), ["user-ben", "user-cy"]);
    assert.match(
      await page.locator('[data-member="teamMembers"] > .gone').innerText(),
      /user-ada.* removed/,
    );
    await page
      .locator('[data-member="teamMembers"] > .gone')
      .getByRole("button", { name: "Revert" })
      .press("Enter");
    await settled(page);
    assert.equal((await names()).includes("user-ada"), true);
    const body = await bodyOf(page);
    assert.deepEqual(body.teamMembers.map(({ userId }) => userId).sort(), [
      "user-ada",
      "user-ben",
      "user-cy",
    ]);
  }));

test(
  "what will be sent: changes with reverts, body, decisions, patch, curl and fetch without the token",
  onlyChromium,
  () =>
    withSample("edited", async (page) => {
      const words = await changesOf(page);
      assert.equal(words.length, 8);
      assert.equal(
        await page
          .locator(".changes .jump")
          .first()
          .evaluate(
            (line) => getComputedStyle(line, "::first-letter").textTransform,
          ),
        "uppercase",
      );
      assert.ok(words.includes("name “Bicycle check-up”, was “Bicycle check”"));
      await page.getByRole("button", { name: /^Revert: color/ }).press("Enter");
      await settled(page);
      assert.deepEqual(
        await changesOf(page),
        words.filter((words) => !words.startsWith("color")),
      );
      // Each stands at its control as well, with the same button.
      await page.locator(".changes .jump", { hasText: "name" }).first().click();
      await field(page, "name")
        .getByRole("button", { name: /^Revert: name/ })
        .click();
      await settled(page);
      assert.equal(
        await page.getByLabel("Name", { exact: true }).inputValue(),
        "Bicycle check",
      );

      const full = await bodyOf(page);
      assert.deepEqual(
        [full.id, full.appoinmentPerSlot, full.teamMembers.length],
        [undefined, 2, 2],
      );
      await page.getByText("How the body differs").click();
      assert.match(
        await page.locator(".decisions").innerText(),
        /Stripped|Left out/,
      );
      assert.deepEqual(
        await page
          .getByLabel("What to send", { exact: true })
          .locator("option")
          .allTextContents(),
        ["All settings", "Changed settings only"],
      );
      await page
        .getByLabel("What to send", { exact: true })
        .selectOption("changed");
      const changed = await bodyOf(page);
      assert.deepEqual(Object.keys(changed).sort(), [
        "appoinmentPerSlot",
        "availabilities",
        "openHours",
      ]);
      assert.ok(
        JSON.parse(await codeOf(page, "patch")).some(
          ({ op, path }) => op === "replace" && path === "/appoinmentPerSlot",
        ),
      );
      assert.equal(
        JSON.parse(await codeOf(page, "merge.patch")).appoinmentPerSlot,
        2,
      );

      await page
        .getByLabel("Address of the service")
        .fill("https://it's.example");
      await page.locator(".send > .trouble", { hasText: /./ }).waitFor();
      await page
        .getByLabel("Address of the service")
        .fill("https://calendars.example/v2");
      const curl = await codeOf(page, "curl");
      assert.match(
        curl,
        /^curl -X PUT 'https:\/\/calendars\.example\/v2\/api\/calendars\/cal-0001'/,
      );
      assert.match(curl, /-H "authorization: Bearer \$TOKEN"/);
      assert.match(
        await codeOf(page, "fetch"),
        /authorization: `Bearer \$\{token\}`/,
      );
      await page
        .context()
        .grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.getByRole("button", { name: "Copy: As curl" }).click();
      assert.equal(
        await page.evaluate(() => navigator.clipboard.readText()),
        curl,
      );
    }),
);

test("someone else saved: conflicts side by side, a choice for each, and on", () =>
  withSample("edited", async (page) => {
    await tab(page, "send");
    await page
      .getByRole("button", { name: "Simulate a colleague’s save" })
      .press("Enter");
    const conflict = (key) => page.locator(`.conflict[data-key="${key}"]`);
    await conflict("name").waitFor();
    assert.deepEqual(await conflict("name").locator(".value").allInnerTexts(), [
      "Bicycle check-up",
      "Bicycle check (summer)",
      "Bicycle check",
    ]);
    assert.deepEqual(
      await conflict("openHours/tuesday").locator(".value").allInnerTexts(),
      ["09:00–19:00", "09:00–15:30", "09:00–17:00"],
    );

    // Each is marked at its section and at its field, which lead to it.
    const sections = page.locator(".section", { hasText: "1 conflict" });
    assert.deepEqual(
      await sections.locator("> :first-child > :first-child").allTextContents(),
      ["Open hours", "Everything else"],
    );
    assert.equal(await page.locator(".marks.is-disputed").count(), 2);
    const atFocus = () =>
      page.evaluate(
        () => document.activeElement.closest(".conflict").dataset.key,
      );
    await page
      .locator('[data-row="tuesday"]')
      .getByRole("button", { name: "Conflict: Tuesday" })
      .press("Enter");
    assert.equal(await atFocus(), "openHours/tuesday");
    await section(page, "General");
    await accessible(page, "a field in conflict");
    await tab(page, "changes");
    await page.getByRole("button", { name: "Conflict: name" }).press("Enter");
    assert.equal(await atFocus(), "name");
    assert.equal(
      await page.getByRole("button", { name: /^Conflict: color/ }).count(),
      0,
    );
    await section(page, "Open hours");
    await conflict("openHours/tuesday")
      .getByRole("button", { name: "Take theirs" })
      .press("Enter");
    await settled(page);
    assert.deepEqual(await rangesOf(page, "tuesday"), ["09:00–15:30"]);
    await settled(page);
    assert.match(await heardAt(page), /^Keep mine: name/i);
    await page.keyboard.press("Enter");
    await page.getByText("No conflicts.").first().waitFor();
    assert.deepEqual(
      [await sections.count(), await page.locator(".clash:visible").count()],
      [0, 0],
    );
    const body = await bodyOf(page);
    assert.deepEqual([body.name, body.slotDuration], ["Bicycle check-up", 45]);
    await page.getByRole("button", { name: "Save in the sandbox" }).click();
    await page
      .locator(".verdict", { hasText: /200: saved, \d changes applied/ })
      .waitFor();
    assert.deepEqual(await changesOf(page), []);
  }));

test("theirs, pasted, is brought in; a draft goes on; another record takes the place only when told to", () =>
  withSample("edited", async (page) => {
    const stored = await page.evaluate(
      async () => (await import("./load/samples.js")).SAMPLES[0].stored,
    );
    await paste(
      page,
      JSON.stringify({
        calendar: {
          ...stored.calendar,
          name: "Tyre check",
          description: "Theirs.",
        },
      }),
    );
    await page
      .getByRole("button", { name: "Merge it: this is saved now" })
      .click();
    await page.locator('.conflict[data-key="name"]').waitFor();
    assert.equal((await bodyOf(page)).description, "Theirs.");
    await paste(page, JSON.stringify({ slotDuration: 20 }));
    await page.getByRole("button", { name: "Use it as my version" }).click();
    assert.ok(
      (await changesOf(page)).includes("slot duration 20 mins, was 30 mins"),
    );
    await paste(page, JSON.stringify({ name: "Else" }));
    assert.match(
      await page.locator(".result").innerText(),
      /could be a calendar or a location.*replaces your version, which has \d/s,
    );
    await page.getByRole("button", { name: "Open as a location" }).click();
    await page.locator(".section", { hasText: "Details" }).waitFor();
  }));

test("the sandbox saves and shows what was applied, or refuses, each text at its field; so does a pasted refusal", () =>
  withSample("calendar", async (page) => {
    await section(page, "How long");
    await page.getByLabel("Slot duration", { exact: true }).fill("0");
    await section(page, "Notifications");
    await page.getByLabel("Alert e-mail", { exact: true }).fill("nobody");
    await tab(page, "send");
    await page.getByRole("button", { name: "Save in the sandbox" }).click();
    await page
      .locator(".verdict", { hasText: "422: refused. Nothing was saved." })
      .waitFor();
    assert.deepEqual(
      await page
        .locator(".texts code:first-child")
        .allInnerTexts()
        .then((all) => all.filter((text) => text.includes("must"))),
      ["slotDuration must be a positive number", "alertEmail must be an email"],
    );
    assert.match(
      await field(page, "alertEmail").locator(".issue").innerText(),
      /Error/,
    );
    await page
      .getByLabel("Alert e-mail", { exact: true })
      .fill("desk@example.com");
    await section(page, "How long");
    await page.getByLabel("Slot duration", { exact: true }).fill("20");
    await page.getByRole("button", { name: "Save in the sandbox" }).click();
    await page
      .locator(".verdict", { hasText: "200: saved, 2 changes applied." })
      .waitFor();
    assert.deepEqual(
      await page.locator(".answer .changes li").allInnerTexts(),
      [
        "Slot duration 20 mins, was 30 mins",
        "Alert e-mail desk@example.com, was workshop@example.com",
      ],
    );

    await paste(
      page,
      JSON.stringify({
        statusCode: 422,
        message: [
          "openHours.0.must be a valid day of week",
          "property nmae should not exist",
        ],
        error: "Unprocessable Entity",
      }),
    );
    await page
      .locator(".texts > li", {
        hasText: "openHours.0.must be a valid day of week",
      })
      .waitFor();
    await section(page, "Open hours");
    assert.match(
      await page.locator(".week .issue").first().innerText(),
      /Monday: The service says/,
    );
  }));

test(
  "whatever is pasted first is read, and survives a reload until it is forgotten",
  onlyChromium,
  () =>
    withPage(async (page, url) => {
      await page.goto(url);
      await page.locator(".load:visible textarea").fill(
        JSON.stringify({
          statusCode: 422,
          message: ["alertEmail must be an email"],
        }),
      );
      await page.getByRole("button", { name: "Open it" }).click();
      await page
        .getByText("Open the calendar or location that it is about")
        .waitFor();
      await page.locator(".load:visible textarea").fill(
        JSON.stringify({
          id: "c1",
          locationId: "l1",
          name: "Intake",
          slotDuration: 30,
          alertEmail: "nobody",
        }),
      );
      await page.getByRole("button", { name: "Open it" }).click();
      await page
        .locator(".texts > li", { hasText: "alertEmail must be an email" })
        .waitFor();
      await tab(page, "findings");
      await page
        .locator(".review .issue:visible", { hasText: "Alert e-mail:" })
        .waitFor();
      await section(page, "General");
      await page.getByLabel("Name", { exact: true }).fill("اسم جديد");
      assert.equal(
        await page
          .getByLabel("Name", { exact: true })
          .evaluate((input) => getComputedStyle(input).direction),
        "rtl",
      );
      await page.getByText("Kept in this browser").waitFor();
      await page.waitForFunction(() =>
        localStorage.calendiff?.includes("جديد"),
      );
      await page.reload();
      assert.deepEqual(await changesOf(page), [
        "name “اسم جديد”, was “Intake”",
      ]);

      await page
        .context()
        .grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.getByRole("button", { name: "Copy a link to this" }).click();
      await page
        .getByText("The link holds the calendar or location itself")
        .waitFor();
      const link = await page.evaluate(() => navigator.clipboard.readText());
      await page
        .getByRole("button", { name: "Clear from this browser" })
        .click();
      await page.getByRole("button", { name: "Bring it back" }).click();
      assert.deepEqual(await changesOf(page), [
        "name “اسم جديد”, was “Intake”",
      ]);
      await page
        .getByRole("button", { name: "Clear from this browser" })
        .click();
      await page.getByText("See what changes before you save it").waitFor();
      assert.equal(await page.evaluate(() => localStorage.length), 0);
      await page.reload();
      assert.equal(await page.locator(".work").isVisible(), false);

      await openAfresh(page, link);
      assert.deepEqual(await changesOf(page), [
        "name “اسم جديد”, was “Intake”",
      ]);
      assert.equal(new URL(page.url()).hash, "");
      // Edits are not lost to a link.
      await page.goto(
        `${url}#json=${encodeURIComponent('{"buiseness":{"id":"l1","name":"Desk"}}')}`,
      );
      await page.getByText("This is a location.").waitFor();
      await page.getByRole("button", { name: "Close", exact: true }).click();
      assert.equal((await changesOf(page)).length, 1);
      await page.goto(`${url}#z=not-packed`);
      await page.getByText("The link holds nothing that can be read").waitFor();
    }),
);

test("a file of more than the package takes is not loaded, and the page says so", () =>
  withPage(async (page, url) => {
    await page.goto(url);
    const buffer = Buffer.from(
      JSON.stringify({ slotDuration: 30, notes: "x".repeat(17 * 2 ** 20) }),
    );
    await page.locator(".load:visible input[multiple]").setInputFiles({
      name: "large.json",
      mimeType: "application/json",
      buffer,
    });
    await page
      .getByText(/The file is 17.* MB; at most 16 MB can be read/)
      .waitFor();
    assert.equal(await page.locator(".work").isVisible(), false);
  }));

test("where memory ends, what is edited goes on in a fresh core, and the page says so", () =>
  withPage(
    async (page, url) => {
      await page.addInitScript(`globalThis.trap = (${trapping})()`);
      await page.goto(url);
      await page
        .getByRole("button", { name: SAMPLE.calendar, exact: true })
        .click();
      await section(page, "General");
      const name = page.getByLabel("Name", { exact: true });
      await name.fill("First");
      assert.equal((await changesOf(page)).length, 1);
      // The line below the banner follows an edit after a moment.
      await page.waitForTimeout(400);
      await page.evaluate(() => trap());
      await name.fill("Second");
      await page
        .getByRole("alert")
        .filter({ hasText: "Memory ran out" })
        .waitFor();
      assert.match((await changesOf(page))[0], /“First”/);
      await section(page, "General");
      await name.fill("Third");
      assert.match((await changesOf(page))[0], /“Third”/);
      await undo(page);
      assert.match((await changesOf(page))[0], /“First”/);
    },
    { strict: false },
  ));

test("changes stand by section, a color with its two colors, an amount as one line that is reverted whole", () =>
  withSample("edited", async (page) => {
    await section(page, "Booking window");
    await field(page, "allowBookingAfter")
      .locator("select")
      .selectOption("days");
    await field(page, "allowBookingAfter").locator("input").first().fill("1");
    await tab(page, "changes");
    await settled(page);
    assert.deepEqual(await page.locator(".changes h3").allInnerTexts(), [
      "General",
      "Limits",
      "Booking window",
      "Open hours",
      "Special dates",
    ]);
    const window = page.locator(".changes section", {
      hasText: "Booking window",
    });
    assert.deepEqual(await window.locator(".jump").allTextContents(), [
      "minimum notice 1 day, was 2 hours",
    ]);
    assert.deepEqual(
      await page
        .locator('[data-key="eventColor"] .swatch')
        .evaluateAll((all) =>
          all.map((one) => getComputedStyle(one).backgroundColor),
        ),
      ["rgb(3, 155, 229)", "rgb(11, 128, 67)"],
    );
    const color = (place, name) =>
      page
        .locator(place)
        .first()
        .evaluate((one, name) => getComputedStyle(one)[name], name);
    assert.notEqual(
      await color(".changes li", "borderInlineStartColor"),
      await color(
        ".changes + button + .primary, .panel > .primary",
        "backgroundColor",
      ),
    );
    await window.locator(".revert").click();
    await settled(page);
    assert.equal(await window.count(), 0);
  }));
