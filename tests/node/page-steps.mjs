/** What a person does on the page, for its tests. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { withPage } from "./browser.mjs";

export const SAMPLE = {
  calendar: "A calendar",
  edited: "A calendar, edited",
  mistakes: "A calendar full of mistakes",
  location: "A location that moved",
};
export const AXE = readFileSync(
  new URL("./node_modules/axe-core/axe.min.js", import.meta.url),
  "utf8",
);

/** Opens the page at a sample. */
export const withSample = (sample, use, options) =>
  withPage(async (page, url) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(url);
    await page
      .getByRole("button", { name: SAMPLE[sample], exact: true })
      .click();
    await page.locator(".work").waitFor();
    // Its heading has the focus with the frame that draws it.
    await settled(page);
    await use(page, url);
  }, options);

/** Waits for the parts of the page that are shown before their modules came. */
export const arrived = (page) =>
  page.waitForFunction(
    () => document.querySelector(".later:not([hidden])") === null,
  );
/** The places that have topics, each topic by its title. */
const PLACE_OF = {
  "How long": "Booking rules",
  "Booking window": "Booking rules",
  Limits: "Booking rules",
  General: /Everything else|Details/,
  "Who and where": "Everything else",
  "After booking": "Everything else",
  Notifications: "Everything else",
  "Other settings": /Everything else|Details/,
};

/** Goes to a place, or to the one with a topic. */
export const section = async (page, name) => {
  await page.locator(".section", { hasText: PLACE_OF[name] ?? name }).click();
  await arrived(page);
};
export const tab = async (page, name) => {
  await page.locator(`[data-tab="${name}"]`).click();
  await arrived(page);
};
export const field = (page, member) =>
  page.locator(`.body .field[data-member="${member}"]`);
export const settled = (page) =>
  page.evaluate(
    () =>
      new Promise((done) =>
        requestAnimationFrame(() => requestAnimationFrame(done)),
      ),
  );

/** Types over what has the focus, key by key. */
export async function retype(page, text) {
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

export const undo = async (page) => {
  await page.getByRole("button", { name: "Undo" }).click();
  await settled(page);
};

/** The changes in words, without the capital letters that they begin with. */
export async function changesOf(page) {
  await tab(page, "changes");
  await settled(page);
  return page.locator(".changes .jump").allTextContents();
}

/** What is shown as code, by its name. */
export async function codeOf(page, name) {
  await tab(page, "send");
  const code = page.locator(`[data-code="${name}"]`);
  if (!(await code.evaluate(({ open }) => open)))
    await code.locator("summary").click();
  await page.waitForTimeout(250);
  return code.locator("pre").innerText();
}

export const bodyOf = async (page) => JSON.parse(await codeOf(page, "body"));

/** The text of a day's ranges, and whether any is in one of the fills. */
export const rangesOf = (page, day) =>
  page
    .locator(`.work .column[data-day="${day}"] .range .words`)
    .allInnerTexts();
export const fillsOf = (page, day) =>
  page
    .locator(`.work .column[data-day="${day}"] .piece`)
    .evaluateAll((pieces) =>
      pieces.map(({ className }) => className.replace("piece ", "")),
    );

/** What a screen reader says of what has the focus. */
export const heardAt = (page) =>
  page.evaluate(
    () =>
      document.activeElement.ariaLabel ??
      document.activeElement.querySelector(".hidden")?.textContent ??
      document.activeElement.textContent,
  );

/** Returns the place of an hour of a day on the screen, whichever hours the picture shows. */
export async function hourAt(page, day, hour) {
  const column = page.locator(`.work .column[data-day="${day}"]`);
  const [first, last] = await column.evaluate((column) =>
    Object.values({ ...column.closest(".hours").dataset }).map(Number),
  );
  const { x, y, width, height } = await column.boundingBox();
  return {
    x: x + width / 2,
    y: y + (height * (hour * 60 - first)) / (last - first),
  };
}

/** Shows the whole day in the picture of the week. */
export const wholeDay = (page) =>
  page.getByRole("button", { name: "Show all hours: 0–24" }).click();

export async function drag(page, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (const share of [0.3, 0.7, 1])
    await page.mouse.move(
      from.x + (to.x - from.x) * share,
      from.y + (to.y - from.y) * share,
    );
  await page.mouse.up();
  await settled(page);
}

/** Nothing that axe-core calls serious or critical. */
export async function accessible(page, what) {
  const found = await page.evaluate(async (axe) => {
    if (!window.axe) new Function(axe)();
    return (await window.axe.run(document)).violations.map(
      ({ id, impact, nodes }) => ({
        id,
        impact,
        nodes: nodes.slice(0, 3).map(({ target }) => target.join(" ")),
      }),
    );
  }, AXE);
  const serious = found.filter(
    ({ impact }) => impact === "serious" || impact === "critical",
  );
  assert.deepEqual(serious, [], `${what}: ${JSON.stringify(serious)}`);
}

/** Drops files on the page: each a name and its text or bytes. */
export const drop = (page, files) =>
  page.evaluate((files) => {
    const dataTransfer = new DataTransfer();
    for (const [name, text, repeated] of files)
      dataTransfer.items.add(
        new File(
          [
            typeof text === "string"
              ? text.repeat(repeated ?? 1)
              : new Uint8Array(text),
          ],
          name,
        ),
      );
    document.body.dispatchEvent(
      new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }),
    );
  }, files);

export const paste = async (page, text) => {
  const open = page.getByRole("button", { name: "Open…" });
  const area = page.locator(".load:visible textarea");
  await open.or(area).first().waitFor();
  if (!(await area.isVisible())) await open.click();
  await page.locator(".load:visible textarea").fill(text);
  await page
    .locator(".load:visible")
    .getByRole("button", { name: "Open it" })
    .click();
};

/** Returns the ranges of the list of days whose words do not fit into their fields. */
export const rangesCutOff = (page) =>
  page
    .locator(".work .range .words")
    .evaluateAll((all) =>
      all
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    );
