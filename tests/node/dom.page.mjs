/** `calendiff/dom` in Chromium: a form as anyone would write it, used as a person would use it. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { FOLDERS, withPage } from "./browser.mjs";

const STORED = {
  calendar: {
    id: "Kx2m",
    name: "Visit",
    eventColor: "#039BE5",
    slotDuration: 60,
    autoConfirm: true,
    widgetType: "classic",
    openHours: [
      {
        daysOfTheWeek: [1],
        hours: [{ openHour: 9, openMinute: 0, closeHour: 17, closeMinute: 0 }],
      },
    ],
    availabilities: [
      { date: "2026-12-24T00:00:00.000Z", hours: [], _id: "a1" },
    ],
  },
};

const FORM = `
  <form>
    <p><label>Name <input name="name" aria-describedby="hint" required></label><span id="hint">as clients see it</span></p>
    <p><label>Color <input name="eventColor"></label></p>
    <p><label>Minutes <input name="slotDuration"></label></p>
    <p><label>Per day <input name="appoinmentPerDay" type="number"></label></p>
    <p><label>Confirm <input name="autoConfirm" type="checkbox"></label></p>
    <p><label>Shown <select name="widgetType"><option>default<option>classic</select></label></p>
    <p><label>Classic <input name="guestType" type="radio" value="count_only"></label></p>
    <fieldset><legend>Days</legend>
      ${[0, 1, 2].map((day) => `<label>Day ${day} <input type="checkbox" name="openHours.0.daysOfTheWeek" value="${day}"></label>`).join("")}
      <label>Closes <input name="openHours.0.hours.0.closeHour"></label>
    </fieldset>
    <p><label>Closed on <input type="date" name="availabilities.0.date"></label></p>
    <p><label>Redirect <input name="formSubmitRedirectURL"></label><b data-issues="formSubmitRedirectURL">static</b></p>
    <input type="hidden" name="csrf" value="t">
    <ul data-issues=""></ul>
    <button>Save</button><button type="reset">Reset</button>
  </form>`;

/** A page with the form, bound as `window.bound`. */
const withForm =
  (use, { form = FORM, stored = STORED } = {}) =>
  async (page, url) => {
    await page.goto(`${url}pkg/package.json`);
    await page.setContent(form);
    const before = await page
      .locator("form")
      .evaluate((form) => form.outerHTML);
    await page.evaluate(async (stored) => {
      const [{ calendar }, { bind }] = await Promise.all([
        import("/pkg/index.js"),
        import("/pkg/dom.js"),
      ]);
      window.submitted = 0;
      window.updates = 0;
      document.forms[0].addEventListener(
        "submit",
        (event) => (event.preventDefault(), window.submitted++),
      );
      window.start = () =>
        (window.bound = bind(document.forms[0], {
          kind: calendar,
          stored,
          ignore: ["csrf"],
          onUpdate: () => window.updates++,
        }));
      window.start();
    }, stored);
    await use(page, before);
  };

/** One browser for all, since to start one takes longer than any of them. */
const cases = [];
const it = (name, make) => cases.push({ name, run: make() });

const field = (page, name) => page.locator(`[name="${name}"]`).first();
const ask = (page, method, ...given) =>
  page.evaluate(
    ([method, given]) => window.bound[method](...given),
    [method, given],
  );
const codes = async (page) =>
  (await ask(page, "issues")).map(({ code, pointer }) => `${code} ${pointer}`);
const dirty = (page) =>
  page
    .locator("form [data-dirty]")
    .evaluateAll((inputs) => inputs.map(({ name }) => name));

/** What of a field a screen reader and a person see. */
const seen = (page, name) =>
  field(page, name).evaluate((input) => ({
    invalid: input.getAttribute("aria-invalid"),
    validity: input.validationMessage,
    described: (input.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .filter(Boolean)
      .map((id) => document.getElementById(id).textContent),
  }));

it("the stored record fills the fields, and nothing is wrong or changed", () =>
  withForm(async (page) => {
    const values = await page
      .locator("form")
      .evaluate((form) => Object.fromEntries([...new FormData(form)]));
    assert.deepEqual(values, {
      name: "Visit",
      eventColor: "#039BE5",
      slotDuration: "60",
      appoinmentPerDay: "",
      autoConfirm: "on",
      widgetType: "classic",
      "openHours.0.daysOfTheWeek": "1",
      "openHours.0.hours.0.closeHour": "17",
      "availabilities.0.date": "2026-12-24",
      formSubmitRedirectURL: "",
      csrf: "t",
    });
    assert.deepEqual(
      [await codes(page), await ask(page, "changes"), await dirty(page)],
      [[], [], []],
    );
    assert.equal(await page.locator("form[data-dirty]").count(), 0);
    assert.deepEqual(
      await ask(page, "body", { mode: "changed" }).then(({ value }) => value),
      {},
    );
    assert.deepEqual(await seen(page, "name"), {
      invalid: null,
      validity: "",
      described: ["as clients see it"],
    });
  }));

it("a fix is a button at its issue, if asked", () =>
  withForm(async (page) => {
    await page.evaluate(async () => {
      window.bound.destroy();
      const [{ calendar }, { bind }] = await Promise.all([
        import("/pkg/index.js"),
        import("/pkg/dom.js"),
      ]);
      window.bound = bind(document.forms[0], {
        kind: calendar,
        stored: { eventColor: "#039be5" },
        ignore: ["csrf"],
        fixes: true,
      });
    });
    await field(page, "eventColor").fill("#f00");
    const button = page.locator("[data-fix]");
    assert.deepEqual(
      [
        await button.count(),
        await button.getAttribute("data-fix"),
        await button.textContent(),
      ],
      [1, "color_short", "Write #ff0000"],
    );
    await button.click();
    assert.deepEqual(
      [
        await field(page, "eventColor").inputValue(),
        await button.count(),
        await page.evaluate(() => window.submitted),
      ],
      ["#ff0000", 0, 0],
    );
    assert.equal(
      await page.evaluate(() => document.activeElement.name),
      "eventColor",
    );
  }));

it("an error stands at its field, keeps the form from being sent, and goes when it is fixed", () =>
  withForm(async (page) => {
    await field(page, "eventColor").fill("#f0");
    const message = "Enter a color as # and six digits, such as #ff0000.";
    assert.deepEqual(await seen(page, "eventColor"), {
      invalid: "true",
      validity: message,
      described: [message],
    });
    await page.getByText("Save").click();
    assert.equal(await page.evaluate(() => window.submitted), 0);
    assert.equal(
      await page.evaluate(() => document.activeElement.name),
      "eventColor",
    );

    await field(page, "eventColor").fill("#ff0000");
    assert.deepEqual(await seen(page, "eventColor"), {
      invalid: null,
      validity: "",
      described: [],
    });
    await page.getByText("Save").click();
    assert.equal(await page.evaluate(() => window.submitted), 1);
    assert.deepEqual(await dirty(page), ["eventColor"]);
    assert.deepEqual((await ask(page, "body", { mode: "changed" })).value, {
      eventColor: "#ff0000",
    });
    assert.equal((await ask(page, "body")).value.slotDuration, 60);
    assert.equal((await ask(page, "value")).name, "Visit");
  }));

it("a warning is told and does not stop the form; the page's own hints and boxes stay", () =>
  withForm(async (page) => {
    await field(page, "formSubmitRedirectURL").fill("/thanks");
    const box = page.locator("b[data-issues]");
    assert.equal(
      await box.innerText(),
      "Enter a complete web address, such as https://example.com.",
    );
    assert.equal(
      await box.locator("span").getAttribute("data-code"),
      "url_relative",
    );
    await field(page, "formSubmitRedirectURL").fill("");
    await field(page, "openHours.0.daysOfTheWeek").check();
    const { invalid, validity, described } = await seen(
      page,
      "openHours.0.daysOfTheWeek",
    );
    assert.deepEqual([invalid, validity, described.length], [null, "", 1]);
    assert.match(described[0], /each day into an entry of its own/);
    await field(page, "name").fill(" ");
    assert.equal((await seen(page, "name")).described[0], "as clients see it");
    assert.equal((await seen(page, "name")).described.length, 2);
  }));

it("types are those of the tables; text that is no number is told as such", () =>
  withForm(async (page) => {
    await field(page, "slotDuration").fill("45");
    await field(page, "appoinmentPerDay").fill("3");
    await field(page, "autoConfirm").uncheck();
    await field(page, "widgetType").selectOption("default");
    await field(page, "guestType").check();
    await field(page, "openHours.0.hours.0.closeHour").fill("18");
    await field(page, "availabilities.0.date").fill("2026-12-31");
    await page.getByLabel("Day 2").check();
    const { value } = await ask(page, "body", { mode: "changed" });
    assert.deepEqual(
      value.openHours.flatMap(({ daysOfTheWeek }) => daysOfTheWeek),
      [1, 2],
    );
    assert.equal(value.openHours[0].hours[0].closeHour, 18);
    assert.equal(value.openHours[0].hours[0].openHour, 9);
    assert.ok(
      value.availabilities.some(
        ({ date }) => date === "2026-12-31T00:00:00.000Z",
      ),
    );
    const { openHours, availabilities, ...rest } = value;
    assert.deepEqual(rest, {
      slotDuration: 45,
      appoinmentPerDay: 3,
      autoConfirm: false,
      widgetType: "default",
      guestType: "count_only",
    });

    for (const text of ["soon", ""]) {
      await field(page, "slotDuration").fill(text);
      assert.deepEqual(
        (await seen(page, "slotDuration")).validity,
        "Enter a number.",
      );
    }
    await field(page, "openHours.0.hours.0.closeHour").fill("8");
    assert.match(
      (await seen(page, "openHours.0.hours.0.closeHour")).validity,
      /^Closing time must be after opening time\./,
    );
  }));

it("any control will do: multiple selects, radios for yes and no, text areas, disabled groups, fields outside of the form", () =>
  withForm(
    async (page) => {
      const checked = () =>
        page
          .locator("[name=autoConfirm]")
          .evaluateAll((inputs) => inputs.map(({ checked }) => checked));
      assert.deepEqual(await checked(), [true, false]);
      assert.deepEqual(
        await page
          .locator("select")
          .evaluate(({ selectedOptions }) =>
            [...selectedOptions].map(({ value }) => value),
          ),
        ["1"],
      );
      await page.locator("select").selectOption(["0", "2"]);
      await page.locator("[name=autoConfirm]").nth(1).check();
      await field(page, "notes").fill("two\nlines");
      await field(page, "slug").fill("first");
      const { value } = await ask(page, "body", { mode: "changed" });
      assert.deepEqual(
        value.openHours.flatMap(({ daysOfTheWeek }) => daysOfTheWeek),
        [0, 2],
      );
      assert.deepEqual(
        [value.autoConfirm, value.notes, value.slug, value.name],
        [false, "two\nlines", "first", undefined],
      );
      for (const text of ["first visit", "first visit!"]) {
        await field(page, "slug").fill(text);
        assert.equal((await seen(page, "slug")).described.length, 1);
        assert.equal(await page.locator("small").count(), 2);
      }
    },
    {
      form: `<form id="f"><select multiple name="openHours.0.daysOfTheWeek"><option>0<option>1<option>2</select>
        <input type="radio" name="autoConfirm" value="true"><input type="radio" name="autoConfirm" value="false">
        <textarea name="notes"></textarea><fieldset disabled><input name="name" value="other"></fieldset></form>
        <input name="slug" form="f">`,
    },
  ));

const UNSHOWN = {
  id: "Kx2m",
  slotDuration: "soon",
  slotDurationUnit: "weeks",
  slotInterval: 250,
  guestType: "collect_detail",
  notes: "two\r\nlines",
  openHours: [
    {
      daysOfTheWeek: [1, 0],
      hours: [{ openHour: 9, openMinute: 0, closeHour: 17, closeMinute: 0 }],
    },
  ],
  availabilities: [{ date: "2026-12-24T00:00:00.000Z", hours: [], id: "a1" }],
};

it("a value that a control cannot show stays, until someone enters another", () =>
  withForm(
    async (page) => {
      const draft = () =>
        page.evaluate(() => window.bound.form.getSnapshot().draft);
      const first = await draft();
      // A number that cannot be read is no part of a draft.
      const { id, slotDuration: unread, ...kept } = UNSHOWN;
      assert.equal(first.slotDuration, undefined);
      for (const [name, value] of Object.entries(kept))
        assert.deepEqual(first[name], value, name);
      assert.deepEqual(
        [
          await ask(page, "changes"),
          await page.evaluate(() => window.bound.form.getSnapshot().canUndo),
        ],
        [[], false],
      );
      await ask(page, "update");
      await page.evaluate(
        (stored) =>
          window.bound.form.rebase({
            ...stored,
            slotDurationUnit: "months",
            slotInterval: 300,
          }),
        UNSHOWN,
      );
      await ask(page, "update");
      assert.deepEqual(
        [
          await ask(page, "changes"),
          (await draft()).slotDurationUnit,
          (await draft()).slotInterval,
        ],
        [[], "months", 300],
      );

      await page.getByLabel("Tuesday").check();
      const days = async () => (await draft()).openHours[0].daysOfTheWeek;
      assert.deepEqual((await days()).sort(), [0, 1, 2]);
      await page.getByLabel("Monday").uncheck();
      await page.getByLabel("Tuesday").uncheck();
      assert.deepEqual(await days(), [0]);
      await page.getByLabel("Monday").check();
      assert.deepEqual(
        [await ask(page, "changes"), await dirty(page)],
        [[], []],
      );

      await field(page, "slotDurationUnit").selectOption("hours");
      await field(page, "slotDuration").fill("2");
      await field(page, "notes").fill("one\nline");
      const { slotDuration, slotDurationUnit, notes } = await draft();
      assert.deepEqual(
        [slotDuration, slotDurationUnit, notes],
        [2, "hours", "one\nline"],
      );
      // A script sets a value, and the page says so.
      await page.evaluate(
        () => (document.querySelector("[name=slotInterval]").value = 20),
      );
      await ask(page, "update");
      assert.equal((await draft()).slotInterval, 20);
    },
    {
      form: `<form><input type="number" name="slotDuration"><select name="slotDurationUnit"><option>mins<option>hours</select>
        <input type="range" name="slotInterval"><input type="radio" name="guestType" value="count_only"><textarea name="notes"></textarea>
        <label>Monday <input type="checkbox" name="openHours.0.daysOfTheWeek" value="1"></label>
        <label>Tuesday <input type="checkbox" name="openHours.0.daysOfTheWeek" value="2"></label>
        <input type="datetime-local" name="availabilities.0.date"></form>`,
      stored: UNSHOWN,
    },
  ));

it("what a script leaves out of the draft stays left out, and a field of it that is disabled meanwhile keeps its text", () =>
  withForm(
    async (page) => {
      const draft = () =>
        page.evaluate(() => window.bound.form.getSnapshot().draft);
      const form = (method, ...given) =>
        page.evaluate(
          ([method, given]) => window.bound.form[method](...given),
          [method, given],
        );
      assert.deepEqual(await draft(), {
        name: "Visit",
        notes: "old",
        autoConfirm: true,
        slug: "own",
      });
      await form("remove", "/notes");
      await ask(page, "update");
      // Another field of the name is no new field.
      await page.evaluate(() =>
        document.forms[0].insertAdjacentHTML(
          "beforeend",
          '<textarea name="notes"></textarea>',
        ),
      );
      await ask(page, "update");
      assert.deepEqual(await draft(), {
        name: "Visit",
        autoConfirm: true,
        slug: "own",
      });
      await form("set", [], { name: "Call" });
      await ask(page, "update");
      assert.deepEqual(await draft(), { name: "Call" });
      assert.equal(await field(page, "autoConfirm").isChecked(), false);

      const disable = async (disabled) => {
        await page.evaluate(
          (disabled) =>
            (document.querySelector("[name=name]").disabled = disabled),
          disabled,
        );
        await ask(page, "update");
      };
      await field(page, "name").fill("Meet");
      await disable(true);
      assert.deepEqual(await draft(), { name: "Visit" });
      await disable(false);
      assert.deepEqual(await draft(), { name: "Meet" });
    },
    {
      form: `<form><input name="name"><textarea name="notes"></textarea><input type="checkbox" name="autoConfirm"><input name="slug" value="own"></form>`,
      stored: { id: "Kx2m", name: "Visit", notes: "old", autoConfirm: true },
    },
  ));

it("of several inputs of a name, the one that is edited counts and the others follow; hidden ones beside them do not", () =>
  withForm(
    async (page) => {
      const shown = () =>
        page
          .locator("form")
          .evaluate((form) =>
            [...form.elements].map((input) =>
              input.type === "checkbox" ? input.checked : input.value,
            ),
          );
      const draft = () =>
        page.evaluate(() => window.bound.form.getSnapshot().draft);
      assert.deepEqual(await shown(), [
        "Visit",
        "Visit",
        "Visit",
        "false",
        true,
        "0",
        "classic",
        "classic",
      ]);
      await page.locator("[name=name]").nth(1).fill("Visit!");
      await page.locator("[name=autoConfirm]").nth(1).uncheck();
      await page.locator("[name=widgetType]").nth(1).selectOption("default");
      assert.deepEqual(await draft(), {
        name: "Visit!",
        autoConfirm: false,
        widgetType: "default",
      });
      assert.deepEqual(await shown(), [
        "Visit!",
        "Visit!",
        "Visit!",
        "false",
        false,
        "0",
        "default",
        "default",
      ]);
      await page.locator("[name=name]").nth(0).fill(" ");
      assert.deepEqual(
        (
          await page
            .locator("[name=name]")
            .evaluateAll((inputs) =>
              inputs.map((input) => input.validationMessage),
            )
        ).filter(Boolean).length,
        3,
      );
      // The first one is disabled.
      await page.evaluate(() => {
        document.querySelector("[name=name]").disabled = true;
        document.querySelectorAll("[name=name]")[2].value = "Call";
        window.bound.update();
      });
      assert.deepEqual(
        [(await draft()).name, await shown()],
        [
          "Call",
          ["Call", "Call", "Call", "false", false, "0", "default", "default"],
        ],
      );
    },
    {
      form: `<form><input name="name"><input name="name"><textarea name="name"></textarea>
        <input type="hidden" name="autoConfirm" value="false"><input type="checkbox" name="autoConfirm" value="true"><input type="hidden" name="autoConfirm" value="0">
        <select name="widgetType"><option>default<option>classic</select><select name="widgetType"><option>default<option>classic</select></form>`,
      stored: {
        id: "Kx2m",
        name: "Visit",
        autoConfirm: true,
        widgetType: "classic",
      },
    },
  ));

it("what no field shows is told for the whole form", () =>
  withForm(
    async (page) => {
      assert.deepEqual(await codes(page), ["email_at /alertEmail"]);
      assert.match(
        await page.locator("ul[data-issues]").innerText(),
        /needs one @/,
      );
    },
    { stored: { ...STORED.calendar, alertEmail: "desk" } },
  ));

it("an error that no field shows keeps the form from being sent, until it is gone", () =>
  withForm(
    async (page) => {
      const save = page.getByText("Save");
      const told = () => save.evaluate((button) => button.validationMessage);
      assert.equal(await told(), "");
      await page.evaluate(() => window.bound.form.set("/alertEmail", "desk@"));
      await page.evaluate(() => window.bound.form.set("/slug", 5));
      const [error] = (await ask(page, "issues")).filter(
        ({ severity }) => severity === "error",
      );
      assert.equal(await told(), error.message);
      await save.click();
      await field(page, "name").press("Enter");
      assert.equal(await page.evaluate(() => window.submitted), 0);
      await page.evaluate(
        () => (
          window.bound.form.reset("/alertEmail"),
          window.bound.form.remove("/slug")
        ),
      );
      assert.equal(await told(), "");
      await save.click();
      assert.equal(await page.evaluate(() => window.submitted), 1);
      // A field for it comes later, and takes it over.
      await page.evaluate(() => window.bound.form.set("/slug", 5));
      assert.notEqual(await told(), "");
      await page.evaluate(() =>
        document.forms[0].insertAdjacentHTML(
          "afterbegin",
          '<input name="slug">',
        ),
      );
      await ask(page, "update");
      assert.equal(await told(), "");
      assert.notEqual((await seen(page, "slug")).validity, "");
      await page.evaluate(() => document.querySelector("[name=slug]").remove());
      await page.evaluate(() => window.bound.form.set("/slug", 5));
      await page.evaluate(() => window.bound.destroy());
      assert.equal(await told(), "");
    },
    { stored: { ...STORED.calendar, alertEmail: "desk@example.com" } },
  ));

it("a chosen no is entered, and an empty list or group is not", () =>
  withForm(
    async (page) => {
      const draft = () =>
        page.evaluate(() => window.bound.form.getSnapshot().draft);
      assert.deepEqual(await draft(), {});
      await page.locator("[name=allowCancellation][value=false]").check();
      await page.locator("[name=allowReschedule]").selectOption("false");
      await page.locator("[name=autoConfirm]").check();
      await page.locator("[name=autoConfirm]").uncheck();
      assert.deepEqual(await draft(), {
        allowCancellation: false,
        allowReschedule: false,
      });
      await page
        .locator('[name="openHours.0.daysOfTheWeek"][value="2"]')
        .check();
      assert.deepEqual((await draft()).openHours, [{ daysOfTheWeek: [2] }]);
    },
    {
      form: `<form><input type="radio" name="allowCancellation" value="true"><input type="radio" name="allowCancellation" value="false">
        <select name="allowReschedule"><option value="">?<option>true<option>false</select><input type="checkbox" name="autoConfirm">
        <input type="radio" name="openHours.0.daysOfTheWeek" value="1"><input type="radio" name="openHours.0.daysOfTheWeek" value="2">
        <input name="openHours.1.daysOfTheWeek"><select name="openHours.2.daysOfTheWeek"><option value="">?<option>1</select></form>`,
      stored: { id: "Kx2m" },
    },
  ));

it("options that come later, and boxes that go, change nothing", () =>
  withForm(
    async (page) => {
      await page.evaluate(() => {
        const [widget, days] = document.querySelectorAll("select");
        widget.innerHTML = "<option>default<option>classic";
        days.innerHTML = "<option>1<option>2<option>3";
        document.querySelector("[type=radio]").remove();
        window.bound.update();
      });
      assert.deepEqual(await ask(page, "changes"), []);
      assert.equal(await field(page, "widgetType").inputValue(), "classic");
      await field(page, "openHours.0.daysOfTheWeek").selectOption([
        "1",
        "2",
        "3",
      ]);
      assert.deepEqual(
        await page.evaluate(
          () =>
            window.bound.form.getSnapshot().draft.openHours[0].daysOfTheWeek,
        ),
        [1, 2, 3],
      );
    },
    {
      form: `<form><select name="widgetType"></select><select multiple name="openHours.0.daysOfTheWeek"></select>
        <input type="radio" name="guestType" value="count_only"><input type="radio" name="guestType" value="collect_detail"></form>`,
      stored: {
        id: "Kx2m",
        widgetType: "classic",
        guestType: "count_only",
        openHours: [{ daysOfTheWeek: [1, 2], hours: [] }],
      },
    },
  ));

it("what a script sets at a disabled field stays, and what is typed into a new field counts", () =>
  withForm(
    async (page) => {
      const draft = () =>
        page.evaluate(() => window.bound.form.getSnapshot().draft);
      await page.evaluate(
        () => (window.bound.form.set("/name", "B"), window.bound.update()),
      );
      assert.equal((await draft()).name, "B");
      await page.evaluate(() =>
        document.forms[0].insertAdjacentHTML(
          "beforeend",
          '<input name="slug">',
        ),
      );
      await field(page, "slug").fill("b");
      assert.deepEqual(
        [(await draft()).slug, await field(page, "slug").inputValue()],
        ["b", "b"],
      );
    },
    {
      form: '<form><input name="name" disabled></form>',
      stored: { id: "Kx2m", name: "A", slug: "a" },
    },
  ));

it("of new inputs of a name, the one with a value counts", () =>
  withForm(
    async (page) =>
      assert.deepEqual(
        await page.evaluate(() => window.bound.form.getSnapshot().draft),
        { name: "Pre" },
      ),
    {
      form: '<form><input name="name"><input name="name" value="Pre"></form>',
      stored: { id: "Kx2m" },
    },
  ));

it("an error at a field that the browser does not check keeps the form from being sent", () =>
  withForm(
    async (page) => {
      for (const attribute of ["disabled", "readonly", 'type="hidden"']) {
        await page.evaluate((attribute) => {
          window.bound.destroy();
          document.forms[0].innerHTML = `<input name="slotDuration" ${attribute}><button>Save</button>`;
          window.start();
          window.bound.form.set("/slotDuration", 0);
          document.forms[0].requestSubmit();
        }, attribute);
        assert.deepEqual(
          [attribute, await page.evaluate(() => window.submitted)],
          [attribute, 0],
        );
      }
    },
    { form: "<form></form>", stored: { id: "Kx2m", slotDuration: 30 } },
  ));

it("reset puts the stored record back", () =>
  withForm(async (page) => {
    await field(page, "eventColor").fill("red");
    await field(page, "autoConfirm").uncheck();
    await page.getByText("Reset").click();
    await page.waitForFunction(() => window.bound.changes().length === 0);
    assert.equal(await field(page, "eventColor").inputValue(), "#039BE5");
    assert.deepEqual([await codes(page), await dirty(page)], [[], []]);
  }));

it("a reset that the page prevents changes nothing", () =>
  withForm(async (page) => {
    await field(page, "eventColor").fill("red");
    await page.evaluate(() =>
      document.forms[0].addEventListener("reset", (event) =>
        event.preventDefault(),
      ),
    );
    await page.getByText("Reset").click();
    await page.evaluate(() => new Promise((done) => setTimeout(done, 20)));
    assert.deepEqual(
      [await field(page, "eventColor").inputValue(), await dirty(page)],
      ["red", ["eventColor"]],
    );
  }));

it("fields may come and go, and disabled ones have no say", () =>
  withForm(async (page) => {
    await page.evaluate(() =>
      document
        .querySelector("[name=eventColor]")
        .closest("p")
        .insertAdjacentHTML(
          "afterend",
          '<p><input name="slug" value="first visit"></p>',
        ),
    );
    await ask(page, "update");
    assert.deepEqual(
      [await codes(page), await dirty(page)],
      [["slug_character /slug"], ["slug"]],
    );
    await page.evaluate(
      () => (document.querySelector("[name=slug]").disabled = true),
    );
    await ask(page, "update");
    assert.deepEqual([await codes(page), await dirty(page)], [[], []]);
    await page.evaluate(() =>
      document.querySelector("[name=slug]").closest("p").remove(),
    );
    await ask(page, "update");
    assert.deepEqual(await codes(page), []);
  }));

it("what is undone, redone, rebased or edited by a script shows in the fields", () =>
  withForm(async (page) => {
    const form = (method, ...given) =>
      page.evaluate(
        ([method, given]) => window.bound.form[method](...given),
        [method, given],
      );
    await field(page, "eventColor").fill("#f0");
    await page.getByLabel("Day 2").check();
    await form("undo");
    assert.deepEqual(
      [
        await page.getByLabel("Day 2").isChecked(),
        await page.getByLabel("Day 1").isChecked(),
      ],
      [false, true],
    );
    await form("undo");
    assert.deepEqual(
      [
        await field(page, "eventColor").inputValue(),
        await codes(page),
        await dirty(page),
      ],
      ["#039BE5", [], []],
    );
    assert.equal(
      await page.evaluate(() => window.bound.form.getSnapshot().canUndo),
      false,
    );
    await form("redo");
    assert.equal(await field(page, "eventColor").inputValue(), "#f0");
    assert.equal((await seen(page, "eventColor")).invalid, "true");

    const { conflicts } = await form("rebase", {
      ...STORED.calendar,
      eventColor: "#00aa00",
      slotDuration: 45,
      autoConfirm: false,
    });
    assert.deepEqual(
      conflicts.map(({ pointer }) => pointer),
      ["/eventColor"],
    );
    assert.deepEqual(
      [
        await field(page, "eventColor").inputValue(),
        await field(page, "slotDuration").inputValue(),
      ],
      ["#f0", "45"],
    );
    assert.equal(await field(page, "autoConfirm").isChecked(), false);
    await form("reset", "/eventColor");
    assert.equal(await field(page, "eventColor").inputValue(), "#00aa00");
    assert.deepEqual(await dirty(page), []);

    await form("set", "/guestType", "count_only");
    assert.equal(await field(page, "guestType").isChecked(), true);
    await form("set", "/guestType", undefined);
    await form("set", "/slotDuration", "soon");
    assert.deepEqual(
      [
        await field(page, "guestType").isChecked(),
        (await seen(page, "slotDuration")).validity,
      ],
      [false, "Enter a number."],
    );
  }));

it("a field that is typed into keeps its text, and only what an edit names is painted", () =>
  withForm(async (page) => {
    await page.evaluate(() => {
      window.painted = [];
      const { setCustomValidity } = HTMLInputElement.prototype;
      HTMLInputElement.prototype.setCustomValidity = function (message) {
        window.painted.push(this.name);
        setCustomValidity.call(this, message);
      };
    });
    const painted = () =>
      page.evaluate(() => [...new Set(window.painted.splice(0))].sort());
    await field(page, "slotDuration").press("End");
    await field(page, "slotDuration").pressSequentially(".0");
    assert.equal(await field(page, "slotDuration").inputValue(), "60.0");
    assert.deepEqual(
      [await painted(), await dirty(page)],
      [["slotDuration"], []],
    );
    assert.equal(
      await page.evaluate(
        () => window.bound.form.getSnapshot().draft.slotDuration,
      ),
      60,
    );
    await field(page, "openHours.0.hours.0.closeHour").fill("8");
    assert.deepEqual(await painted(), ["openHours.0.hours.0.closeHour"]);
    // Text that the browser keeps to itself is no edit, and the field tells of it all the same.
    await page.locator("[name=appoinmentPerDay]").pressSequentially("e");
    assert.deepEqual(
      [(await seen(page, "appoinmentPerDay")).invalid, await painted()],
      ["true", ["appoinmentPerDay"]],
    );
    await page.locator("[name=appoinmentPerDay]").press("Backspace");
    assert.equal((await seen(page, "appoinmentPerDay")).invalid, null);
  }));

it("fields of items that are not there yet make them, and emptied leave nothing behind", () =>
  withForm(
    async (page) => {
      const hours = () =>
        page.evaluate(() =>
          window.bound.form
            .getSnapshot()
            .draft.openHours[0].hours.map(
              (range) => range && Object.keys(range),
            ),
        );
      const draft = (member) =>
        page.evaluate(
          (member) => window.bound.form.getSnapshot().draft[member],
          member,
        );
      assert.equal(
        await page.evaluate(() => window.bound.form.getSnapshot().canUndo),
        false,
      );
      const first = ["openHour", "openMinute", "closeHour", "closeMinute"];
      await field(page, "openHours.0.hours.2.openHour").fill("19");
      assert.deepEqual(await hours(), [first, null, ["openHour"]]);
      assert.ok(
        (await codes(page)).some((told) =>
          told.endsWith(" /openHours/0/hours/1"),
        ),
      );
      await field(page, "openHours.0.hours.1.openHour").fill("18");
      assert.deepEqual(await hours(), [first, ["openHour"], ["openHour"]]);
      await field(page, "openHours.0.hours.1.openHour").fill("");
      assert.deepEqual(
        [
          await hours(),
          await field(page, "openHours.0.hours.2.openHour").inputValue(),
        ],
        [[first, null, ["openHour"]], "19"],
      );
      await field(page, "openHours.0.hours.2.openHour").fill("");
      assert.deepEqual(
        [await hours(), await codes(page), await dirty(page)],
        [[first], [], []],
      );

      await field(page, "recurring.count").fill("3");
      await field(page, "recurring.freq").fill("DAILY");
      await field(page, "recurring.count").fill("");
      assert.deepEqual(await draft("recurring"), { freq: "DAILY" });
      await field(page, "recurring.freq").fill("");
      assert.deepEqual(
        [await draft("recurring"), await draft("slug"), await dirty(page)],
        [undefined, undefined, []],
      );
      await field(page, "slug").fill("x");
      await field(page, "slug").fill("");
      assert.equal(await draft("slug"), undefined);

      // What stands in the way, and is no list, gives way once someone types.
      await page.evaluate(() =>
        window.bound.form.set("/teamMembers", "nobody"),
      );
      await field(page, "teamMembers.0.userId").fill("u1");
      assert.deepEqual(await draft("teamMembers"), [{ userId: "u1" }]);
    },
    {
      form: `<form><input name="openHours.0.hours.1.openHour"><input name="openHours.0.hours.2.openHour"><input name="recurring.count"><input name="recurring.freq">
        <input name="teamMembers.0.userId"><input name="slug"></form>`,
      stored: { ...STORED.calendar, slug: null, recurring: null },
    },
  ));

it("rows come and go with the items of the draft, in either order", () =>
  withForm(
    async (page) => {
      const shown = () =>
        page
          .locator("input")
          .evaluateAll((inputs) =>
            inputs.map(({ name, value }) => `${name}=${value}`),
          );
      // A row more: the item, then its field, which shows it.
      await page.evaluate(() => {
        window.row = (at) =>
          document.forms[0].insertAdjacentHTML(
            "beforeend",
            `<input name="teamMembers.${at}.userId">`,
          );
        window.bound.form.insert("/teamMembers/-", { userId: "c" });
        window.row(2);
        window.bound.update();
      });
      assert.deepEqual(await shown(), [
        "teamMembers.0.userId=a",
        "teamMembers.1.userId=b",
        "teamMembers.2.userId=c",
      ]);
      assert.deepEqual(await dirty(page), ["teamMembers.2.userId"]);
      // A row less: the item, then its field, whose place another takes.
      for (const itemFirst of [true, false]) {
        await page.evaluate((itemFirst) => {
          const drop = () => window.bound.form.remove("/teamMembers/0");
          if (itemFirst) drop();
          document.querySelector("input").remove();
          document
            .querySelectorAll("input")
            .forEach((input, at) => (input.name = `teamMembers.${at}.userId`));
          if (!itemFirst) drop();
          window.bound.update();
        }, itemFirst);
        assert.deepEqual(
          await shown(),
          itemFirst
            ? ["teamMembers.0.userId=b", "teamMembers.1.userId=c"]
            : ["teamMembers.0.userId=c"],
        );
      }
      assert.deepEqual(
        await page.evaluate(
          () => window.bound.form.getSnapshot().draft.teamMembers,
        ),
        [{ userId: "c" }],
      );
    },
    {
      form: `<form><input name="teamMembers.0.userId"><input name="teamMembers.1.userId"></form>`,
      stored: { id: "Kx2m", teamMembers: [{ userId: "a" }, { userId: "b" }] },
    },
  ));

it("destroy leaves the page as it was, and binding again works", () =>
  withForm(async (page, before) => {
    await field(page, "eventColor").fill("#f00");
    await field(page, "slotDuration").fill("");
    assert.ok((await page.locator("form small").count()) > 0);
    await page.evaluate(() => {
      window.bound.destroy();
      window.updates = 0;
    });
    const after = await page.locator("form").evaluate((form) => form.outerHTML);
    // What stands in boxes of the page is ours to fill, and is emptied.
    assert.equal(after, before.replace(">static<", "><"));
    assert.equal(
      await field(page, "eventColor").evaluate(
        (input) => input.validationMessage,
      ),
      "",
    );
    assert.equal(
      await page.evaluate(() => {
        try {
          window.bound.form.undo();
        } catch ({ code }) {
          return code;
        }
      }),
      "form_freed",
    );
    await field(page, "eventColor").fill("#abc");
    assert.equal(await page.evaluate(() => window.updates), 0);
    await page.evaluate(() => window.start());
    assert.equal(await field(page, "eventColor").inputValue(), "#039BE5");
    assert.equal(await page.evaluate(() => window.updates), 1);
  }));

it("a field whose name is no member is refused by name, and leaves no trace", () =>
  withForm(async (page) => {
    for (const name of [
      "appointmentPerDay",
      "id",
      "openHours.daysOfTheWeek",
      "openHours.0.nope",
      "__proto__",
    ]) {
      const thrown = await page.evaluate((name) => {
        window.bound.destroy();
        const before =
          (document.body.innerHTML = `<form><input name="${name}"></form>`);
        try {
          window.start();
        } catch ({ code, message }) {
          return {
            code,
            named: message.includes(`"${name}"`),
            same: document.body.innerHTML === before,
          };
        }
      }, name);
      assert.deepEqual(
        thrown,
        { code: "unknown_field", named: true, same: true },
        name,
      );
    }
  }));

it("forms outside of the document show their issues too, and no two boxes of a page share an id", () =>
  withForm(async (page) => {
    const told = await page.evaluate(async () => {
      const [{ calendar }, { bind }] = await Promise.all([
        import("/pkg/index.js"),
        import("/pkg/dom.js"),
      ]);
      const fields =
        '<form><input name="slug"><p data-issues="eventColor"></p><input name="eventColor"><input name="name"></form>';
      const inShadow = document.body
        .appendChild(document.createElement("div"))
        .attachShadow({ mode: "open" });
      const inPage = document.body.appendChild(document.createElement("div"));
      const alone = document.createElement("div");
      const ids = [];
      for (const place of [inShadow, inPage, alone]) {
        place.innerHTML = fields;
        const form = place.firstChild;
        if (place === alone) form.remove();
        const bound = bind(form, {
          kind: calendar,
          stored: { slug: "a", eventColor: "#039be5", name: "Visit" },
        });
        // The last field first.
        for (const [path, value] of [
          ["/name", " "],
          ["/eventColor", "red"],
          ["/slug", "a b"],
          ["/slug", "a c"],
        ])
          bound.form.set(path, value);
        for (const input of form.elements) {
          const id = input.getAttribute("aria-describedby");
          const [box, ...others] = form.querySelectorAll(`#${id}`);
          if (others.length > 0 || box.dataset.issues !== input.name)
            throw new Error(`${input.name}: ${id}`);
          ids.push(id);
        }
        if (form.querySelectorAll("[data-issues]").length !== 3)
          throw new Error(form.outerHTML);
        // A form that its page removes, and a script edits later.
        form.remove();
        bound.form.set("/name", "");
        bound.destroy();
        if (form.outerHTML !== fields) throw new Error(form.outerHTML);
      }
      return { ids: ids.length, different: new Set(ids).size };
    });
    assert.deepEqual(told, { ids: 9, different: 9 });
  }));

it("a form that is bound before it is in the document, or moves to a shadow root, is typed into", () =>
  withForm(async (page) => {
    await page.evaluate(async () => {
      window.bound.destroy();
      document.body.innerHTML =
        '<template><form id="f"><input name="slug"></form><input name="name" form="f"></template><div></div>';
      const clone = document.querySelector("template").content.cloneNode(true);
      const [{ calendar }, { bind }] = await Promise.all([
        import("/pkg/index.js"),
        import("/pkg/dom.js"),
      ]);
      window.bound = bind(clone.firstChild, {
        kind: calendar,
        stored: { slug: "a" },
        onUpdate: () => window.updates++,
      });
      document.body.append(clone);
      window.updates = 0;
    });
    const slugs = [];
    const type = async (text) => {
      await field(page, "slug").fill(text);
      slugs.push(
        await page.evaluate(() => window.bound.form.getSnapshot().draft.slug),
      );
    };
    await type("b");
    await page.evaluate(() => {
      const root = document.querySelector("div").attachShadow({ mode: "open" });
      root.append(...document.body.querySelectorAll("form, [form]"));
    });
    await type("c");
    await ask(page, "update");
    await field(page, "name").fill("Visit");
    await type("d");
    assert.deepEqual(slugs, ["b", "c", "d"]);
    assert.equal(
      await page.evaluate(() => window.bound.form.getSnapshot().draft.name),
      "Visit",
    );
    // Each input is noticed once, and each update.
    assert.equal(await page.evaluate(() => window.updates), 5);
  }));

it("it needs no more of a browser than jsdom has", () =>
  withForm(async (page) => {
    await page.evaluate(() => {
      window.bound.destroy();
      delete window.CSS;
      window.start();
    });
    await field(page, "openHours.0.hours.0.closeHour").fill("8");
    assert.equal(
      (await seen(page, "openHours.0.hours.0.closeHour")).described.length,
      1,
    );
  }));

it("each word that it shows comes from the language, which an open form changes", () =>
  withForm(async (page) => {
    const shown = () =>
      page.locator("form").evaluate((form) => ({
        issues: [...form.querySelectorAll("[data-issues] > span")].map(
          ({ textContent }) => textContent,
        ),
        validity: [...form.elements]
          .map(({ validationMessage }) => validationMessage)
          .filter(Boolean),
      }));
    await page.evaluate(async () => {
      const { default: en } = await import("/pkg/dist/languages/en.js");
      const bracketed = (section) =>
        Array.isArray(section)
          ? section.map((text) => `⟦${text}⟧`)
          : Object.fromEntries(
              Object.entries(section).map(([key, text]) => [key, `⟦${text}⟧`]),
            );
      const { name, one, format, ...sections } = en;
      const pseudo = {
        name,
        one,
        format,
        ...Object.fromEntries(
          Object.entries(sections).map(([name, section]) => [
            name,
            bracketed(section),
          ]),
        ),
      };
      window.bound.form.reword(pseudo);
    });
    for (const [name, text] of [
      ["name", " "],
      ["eventColor", "red"],
      ["slotDuration", "soon"],
      ["appoinmentPerDay", "-1"],
      ["openHours.0.hours.0.closeHour", "8"],
      ["formSubmitRedirectURL", "x y"],
    ])
      await field(page, name).fill(text);
    const { issues, validity } = await shown();
    assert.ok(
      issues.length >= 6 && validity.length >= 6,
      JSON.stringify([issues, validity]),
    );
    for (const text of [...issues, ...validity]) assert.match(text, /^⟦.*⟧$/u);
    await page.evaluate(async () =>
      window.bound.form.reword(
        (await import("/pkg/dist/languages/ja.js")).default,
      ),
    );
    const japanese = await shown();
    assert.deepEqual(
      [japanese.issues.length, japanese.validity.length],
      [issues.length, validity.length],
    );
    for (const text of [...japanese.issues, ...japanese.validity])
      assert.match(text, /[ぁ-ん]/u);
    assert.equal(
      (await seen(page, "slotDuration")).validity,
      "数値を入力してください。",
    );
  }));

test("a form in Chromium", (t) =>
  withPage(
    async (page, url) => {
      for (const { name, run } of cases)
        await t.test(name, () => run(page, url));
    },
    { folders: { "/pkg/": FOLDERS["/pkg/"] } },
  ));
