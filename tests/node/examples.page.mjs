/** The forms of examples/, copied out, started as their READMEs say, and used as a person would, with the React Compiler and without. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";

import { withPage } from "./browser.mjs";
import { CONFIG } from "./compiled.mjs";
import { commands, copiedOut, started, templates } from "./templates.mjs";

const forms = templates.filter((name) => name.endsWith("-form"));
const running = new Map();
after(async () => {
  for (const { stop, end } of running.values()) {
    await stop();
    end();
  }
});

/** Returns the address at which a form is served, with the React Compiler or without; it is started once. */
async function addressOf(name, isCompiled) {
  const key = `${name} ${isCompiled}`;
  if (!running.has(key)) {
    const { folder, end } = copiedOut(name);
    const config = isCompiled ? ["--config", CONFIG] : [];
    running.set(key, {
      ...started(commands(name)[1], folder, [
        "--",
        "--host",
        "127.0.0.1",
        ...config,
      ]),
      end,
    });
  }
  return (await running.get(key).said(/Local: +(http:\S+)/))[1];
}

/** Calls `use` with the page of a form, and with what a person does there. */
async function withForm(name, use, isCompiled = false) {
  const address = await addressOf(name, isCompiled);
  await withPage(
    async (page) => {
      await page.setViewportSize({ width: 640, height: 1500 });
      await page.goto(address);
      await use({
        page,
        field: (label) => page.getByLabel(label, { exact: true }),
        button: (label) =>
          page.getByRole("button", { name: label, exact: true }),
        words: () =>
          page.locator("li span, li:not(:has(span))").allInnerTexts(),
        shot: async (state) =>
          process.env.SCREENSHOTS &&
          (await page.screenshot({
            path: join(process.env.SCREENSHOTS, `${name}-${state}.png`),
          })),
      });
    },
    // Times of 24 hours, so that one types 1530.
    { origins: [address], locale: "en-GB" },
  );
}

/** Types over what an input has, key by key. */
async function typeOver(input, text) {
  await input.selectText();
  await input.pressSequentially(text);
}

/** Waits until the words of the changes are these. */
async function changed(page, expected) {
  const found = () =>
    page.locator("li span, li:not(:has(span))").allInnerTexts();
  for (
    let tries = 0;
    tries < 50 && (await found()).join() !== expected.join();
    tries++
  )
    await page.waitForTimeout(50);
  assert.deepEqual(await found(), expected);
}

test("there are four", () =>
  assert.deepEqual(forms, [
    "plain-form",
    "react-form",
    "react-hook-form",
    "tanstack-form",
  ]));

test("plain-form: says what is wrong while it is typed, what changes, and what to send", () =>
  withForm("plain-form", async ({ page, field, button, words, shot }) => {
    assert.deepEqual(
      [
        await field("Color").inputValue(),
        await field("Monday closes at").inputValue(),
      ],
      ["#039be5", "17"],
    );
    assert.equal(await field("Confirm by itself").isChecked(), true);
    assert.deepEqual(
      [await page.locator("small:visible").count(), await words()],
      [0, []],
    );

    await field("Color").fill("#f0");
    await field("Monday closes at").fill("8");
    await field("Alerts to").fill("desk");
    for (const text of [
      /^Enter a color as # and six digits, such as #ff0000\.$/,
      /^Closing time must be after opening time\./,
      /^An e-mail address needs one @/,
    ]) {
      await page.locator("form").getByText(text).waitFor();
    }
    assert.equal(await field("Color").getAttribute("aria-invalid"), "true");
    await button("Save").click();
    assert.equal(await page.locator("pre").innerText(), "");
    await shot("wrong");

    await field("Color").fill("#ff0000");
    await field("Monday closes at").fill("18");
    await field("Alerts to").fill("front@example.com");
    await field("Minutes").fill("45");
    await field("Confirm by itself").uncheck();
    await page.locator("small:visible").first().waitFor({ state: "hidden" });
    await button("Save").click();
    await page.locator("pre", { hasText: "slotDuration" }).waitFor();
    assert.deepEqual((await words()).sort(), [
      "Monday closes at 18:00, was 17:00",
      "alert e-mail front@example.com, was desk@example.com",
      "automatic confirmation no, was yes",
      "color #ff0000, was #039be5",
      "slot duration 45, was 60",
    ]);
    const { openHours, ...body } = JSON.parse(
      await page.locator("pre").innerText(),
    );
    assert.deepEqual(body, {
      name: "First visit",
      slug: "first-visit",
      eventColor: "#ff0000",
      slotDuration: 45,
      alertEmail: "front@example.com",
      autoConfirm: false,
    });
    assert.equal(openHours[0].hours[0].closeHour, 18);
    await shot("saved");
  }));

for (const name of forms.filter((name) => name !== "plain-form")) {
  for (const isCompiled of [false, true]) {
    const how = isCompiled ? "compiled" : "as written";
    const withIt = (use) => withForm(name, use, isCompiled);

    test(`${name} (${how}): text shows as it is typed, with what is wrong with it`, () =>
      withIt(async ({ page, field, button, shot }) => {
        await typeOver(field("Color"), "#f00");
        await page
          .getByText("This color needs six digits, such as #ff0000.")
          .waitFor();
        assert.equal(await field("Color").inputValue(), "#f00");
        await typeOver(field("Minutes"), "45 min");
        await page.getByText("Enter a number.").waitFor();
        assert.equal(await field("Minutes").inputValue(), "45 min");
        await typeOver(field("Alerts to"), "desk");
        await page.getByText(/^An e-mail address needs one @/).waitFor();
        assert.deepEqual(
          await Promise.all(
            ["Name", "Minutes", "Alerts to"].map((label) =>
              field(label).getAttribute("aria-invalid"),
            ),
          ),
          ["false", "true", "true"],
        );
        await field("monday closes at").nth(1).fill("08:00");
        await page
          .getByText("Closing time must be after opening time.")
          .first()
          .waitFor();
        await shot("wrong");
        await button("Save").click();
        assert.equal(await page.getByText("Saved.").count(), 0);

        await typeOver(field("Color"), "#ff0000");
        await typeOver(field("Alerts to"), "front@example.com");
        await field("monday closes at").nth(1).fill("17:00");
        for (const [label, texts] of [
          ["Minutes", ["0", "0.", "0.5"]],
          ["Priority", ["0.25"]],
        ]) {
          for (const text of texts) {
            await typeOver(field(label), text);
            assert.equal(await field(label).inputValue(), text);
          }
        }
        await page
          .locator("[aria-invalid=true]")
          .first()
          .waitFor({ state: "detached" });
        const words = [
          "color #ff0000, was #039be5",
          "slot duration 0.5, was 60",
          "alert e-mail front@example.com, was desk@example.com",
        ];
        const found = await page
          .locator("li span, li:not(:has(span))")
          .allInnerTexts();
        assert.deepEqual(
          words.filter((text) => !found.includes(text)),
          [],
          found.join(),
        );
      }));

    test(`${name} (${how}): a time stays in its range while it is typed`, () =>
      withIt(async ({ page, field }) => {
        await field("monday opens at").nth(1).focus();
        await page.keyboard.type("1530");
        await changed(page, ["Monday opens at 15:30, was 13:00"]);
        const times = await Promise.all(
          ["opens", "closes"].flatMap((side) =>
            [0, 1].map((at) => field(`monday ${side} at`).nth(at).inputValue()),
          ),
        );
        assert.deepEqual(times, ["09:00", "15:30", "12:00", "17:00"]);
      }));

    test(`${name} (${how}): hours, dates and the team are edited and saved`, () =>
      withIt(async ({ page, field, button, shot }) => {
        await button("Add hours to saturday").click();
        await field("saturday closes at").fill("13:00");
        await button("Remove hours of friday").nth(1).click();
        await field("Another date").fill("2026-12-31");
        await button("Add date").click();
        await button("Add hours to 2026-12-31").click();
        await button("Remove 2026-12-24").click();
        await button("Add Ben").click();
        await typeOver(field("Priority").nth(1), "1");
        await field("Primary").nth(1).check();
        await field("Primary").first().uncheck();
        await field("Confirm by itself").uncheck();
        await shot("edited");
        await button("Save").click();
        await page.getByText("Saved.", { exact: true }).waitFor();
        await changed(page, []);
        assert.deepEqual(
          [
            await field("saturday closes at").inputValue(),
            await field("friday opens at").count(),
            await button("Remove 2026-12-24").count(),
          ],
          ["13:00", 1, 0],
        );
        assert.deepEqual(
          [
            await field("2026-12-31 opens at").inputValue(),
            await field("Priority").nth(1).inputValue(),
            await field("Primary").nth(1).isChecked(),
          ],
          ["09:00", "1", true],
        );
        await button("Remove Ada").click();
        await field("Name").fill("Second visit");
        await button("Save").click();
        await changed(page, []);
        await page.getByText("Saved.", { exact: true }).waitFor();
        assert.deepEqual(
          [
            await button("Remove Ada").count(),
            await field("Priority").count(),
            await field("Name").inputValue(),
          ],
          [0, 1, "Second visit"],
        );
        await typeOver(field("Name"), "Third visit");
        await changed(page, ["name “Third visit”, was “Second visit”"]);
      }));

    test(`${name} (${how}): a refusal is at its field until that is edited, and a busy service is told of`, () =>
      withIt(async ({ page, field, button, shot }) => {
        await field("Slug").fill("taken");
        await button("Save").click();
        const said = page.locator("p", { has: field("Slug") }).locator("small");
        await said.waitFor();
        assert.match(await said.innerText(), /slug/i);
        assert.equal(await field("Slug").getAttribute("aria-invalid"), "true");
        await shot("refused");
        if (name === "react-form") {
          // The same body would be refused again.
          await button("Save").click();
          await page.getByText("Not sent: see above.").waitFor();
          assert.match(await said.innerText(), /slug/i);
        }
        await field("Slug").fill("second-visit");
        await said.waitFor({ state: "detached" });
        await button("The service is busy").click();
        await button("Save").click();
        await page.getByText("Save again in a moment.").waitFor();
        await button("Save").click();
        await page.getByText("Saved.", { exact: true }).waitFor();
        await page
          .getByText("Save again in a moment.")
          .waitFor({ state: "detached" });
        await changed(page, []);
        assert.equal(await field("Slug").inputValue(), "second-visit");
      }));

    test(`${name} (${how}): what a colleague saved comes in, and a conflict is chosen in`, () =>
      withIt(async ({ page, field, button, shot }) => {
        await field("Name").fill("Second visit");
        await field("Color").fill("#ff0000");
        await button("A colleague saves").click();
        await button("Save").click();
        await page
          .getByText(
            "name: ours “Second visit”, theirs “Intake”, was “First visit”",
          )
          .waitFor();
        await shot("conflict");
        await button("Keep mine").click();
        await button("Keep mine").waitFor({ state: "detached" });
        await button("Save").click();
        await page.getByText("Saved.", { exact: true }).waitFor();
        await changed(page, []);
        const values = () =>
          Promise.all(
            ["Name", "Color", "Minutes"].map((label) =>
              field(label).inputValue(),
            ),
          );
        assert.deepEqual(await values(), ["Second visit", "#ff0000", "30"]);

        await typeOver(field("Minutes"), "45");
        await button("A colleague saves").click();
        await button("Save").click();
        await page
          .getByText("slot duration: ours 45, theirs 30")
          .waitFor({ state: "detached" });
        await button("Save").click();
        await changed(page, []);
        assert.deepEqual(await values(), ["Intake", "#ff0000", "45"]);
      }));
  }
}

for (const isCompiled of [false, true]) {
  const how = isCompiled ? "compiled" : "as written";

  test(`react-form (${how}): what is typed can be undone and made again, and what is said of it comes and goes with it`, () =>
    withForm(
      "react-form",
      async ({ page, field, button, words, shot }) => {
        assert.deepEqual(
          [
            await button("Undo").isDisabled(),
            await button("Redo").isDisabled(),
          ],
          [true, true],
        );
        await field("Minutes").fill("45");
        await field("Confirm by itself").uncheck();
        await field("Color").fill("#f0");
        await page.getByText("Enter a color as # and six digits").waitFor();
        await button("Undo").click();
        await page
          .getByText("Enter a color as # and six digits")
          .waitFor({ state: "detached" });
        assert.deepEqual(
          [await field("Color").inputValue(), await words()],
          [
            "#039be5",
            ["slot duration 45, was 60", "automatic confirmation no, was yes"],
          ],
        );
        await shot("undone");
        await button("Undo").click();
        await button("Undo").click();
        assert.deepEqual(
          [
            await field("Minutes").inputValue(),
            await field("Confirm by itself").isChecked(),
            await words(),
          ],
          ["60", true, []],
        );
        assert.deepEqual(
          [
            await button("Undo").isDisabled(),
            await button("Redo").isDisabled(),
          ],
          [true, false],
        );
        await button("Redo").click();
        assert.deepEqual(
          [await field("Minutes").inputValue(), await words()],
          ["45", ["slot duration 45, was 60"]],
        );
        await field("Name").fill("Second visit");
        assert.equal(await button("Redo").isDisabled(), true);
      },
      isCompiled,
    ));

  test(`react-form (${how}): a change is reverted, a fix made, and what a colleague saved comes in when the window gets the focus`, () =>
    withForm(
      "react-form",
      async ({ page, field, button, words }) => {
        await field("Color").fill("#f00");
        await button("Write #ff0000").click();
        assert.deepEqual(
          [await field("Color").inputValue(), await words()],
          ["#ff0000", ["color #ff0000, was #039be5"]],
        );
        for (let ranges = 2; ranges > 0; ranges--)
          await button("Remove hours of monday").first().click();
        assert.deepEqual(await words(), [
          "color #ff0000, was #039be5",
          "Monday closed, was 09:00–12:00, 13:00–17:00",
        ]);
        await button("Revert").nth(1).click();
        assert.deepEqual(
          [await words(), await field("monday opens at").count()],
          [["color #ff0000, was #039be5"], 2],
        );

        await field("Name").fill("Second visit");
        await button("A colleague saves").click();
        while ((await button("Take theirs").count()) === 0)
          await page.evaluate(() => window.dispatchEvent(new Event("focus")));
        await button("Take theirs").click();
        assert.deepEqual(
          [
            await field("Name").inputValue(),
            await field("Minutes").inputValue(),
            await words(),
          ],
          ["Intake", "30", ["color #ff0000, was #039be5"]],
        );
        await button("Undo").click();
        assert.deepEqual(
          [
            await field("Name").inputValue(),
            await button("Take theirs").count(),
          ],
          ["Second visit", 1],
        );
        await button("Keep mine").click();
        assert.equal(await button("Take theirs").count(), 0);
      },
      isCompiled,
    ));

  test(`react-form (${how}): the draft stays over a reload, until it is saved`, () =>
    withForm(
      "react-form",
      async ({ page, field, button, words }) => {
        await field("Name").fill("Second visit");
        await page.reload();
        assert.deepEqual(
          [
            await field("Name").inputValue(),
            await words(),
            await button("Undo").isDisabled(),
          ],
          ["Second visit", ["name “Second visit”, was “First visit”"], true],
        );
        await button("Save").click();
        await page.getByText("Saved.", { exact: true }).waitFor();
        // The sandbox forgets what was saved.
        await page.reload();
        assert.deepEqual(
          [await field("Name").inputValue(), await words()],
          ["First visit", []],
        );
      },
      isCompiled,
    ));
}
