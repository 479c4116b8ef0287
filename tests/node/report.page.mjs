/** Reports in Chromium: whatever is in a record, they ask for nothing, run nothing, and show it as it is. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { calendar } from "calendiff/report";

import { withPage } from "./browser.mjs";
import { hostile } from "./hostile.mjs";

test("reports about hostile records are shown under a policy that allows nothing", () =>
  withPage(
    async (page, url) => {
      let body = "";
      await page.route(`${url}report`, (route) =>
        route.fulfill({
          body,
          contentType: "text/html; charset=utf-8",
          headers: { "content-security-policy": "default-src 'none'" },
        }),
      );
      const asked = [];
      page.on(
        "request",
        (request) =>
          request.url() !== `${url}report` && asked.push(request.url()),
      );
      for (const { stored, draft } of hostile()) {
        body = calendar.html(stored, draft);
        await page.goto(`${url}report`);
        const shown = await page.evaluate(() => ({
          title: document.title,
          headings: [...document.querySelectorAll("h1, h2")].map(
            (heading) => heading.textContent,
          ),
          odd: document.querySelectorAll(
            "script, img, a, b, form, iframe, base, link, [onload], [onerror], [onmouseover], [style]",
          ).length,
          pictures: [...document.querySelectorAll("svg")].map(
            (svg) => svg.getBoundingClientRect().height > 100,
          ),
          request: document.querySelector("pre").textContent,
        }));
        assert.ok(
          shown.title.startsWith("Changes: ") && shown.title !== "obeyed",
          shown.title,
        );
        assert.equal(shown.headings[0], shown.title);
        assert.deepEqual(
          [shown.headings.length, shown.odd, shown.pictures],
          [6, 0, [true, true]],
          JSON.stringify(shown.headings),
        );
        assert.equal(JSON.parse(shown.request).name, draft.name);
      }
      assert.deepEqual(asked, []);
    },
    { strict: false },
  ));

test("a report follows the colors of its reader, fits a phone, and prints its pictures", () =>
  withPage(async (page, url) => {
    const [{ stored }] = hostile();
    const draft = {
      name: "Intake",
      openHours: stored.openHours.map((entry) => ({
        ...entry,
        daysOfTheWeek: [1, 5],
      })),
    };
    await page.route(`${url}report`, (route) =>
      route.fulfill({
        body: calendar.html(stored, draft),
        contentType: "text/html; charset=utf-8",
      }),
    );
    const grounds = [];
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${url}report`);
      grounds.push(
        await page.evaluate(() =>
          [document.body, document.querySelector(".ground")].map(
            (element) =>
              getComputedStyle(element)[
                element.tagName === "BODY" ? "backgroundColor" : "fill"
              ],
          ),
        ),
      );
    }
    assert.deepEqual(grounds, [
      ["rgb(255, 255, 255)", "rgb(255, 255, 255)"],
      ["rgb(16, 20, 26)", "rgb(16, 20, 26)"],
    ]);
    await page.setViewportSize({ width: 390, height: 800 });
    const wide = () =>
      page.evaluate(
        () =>
          document.documentElement.scrollWidth -
          document.documentElement.clientWidth,
      );
    assert.equal(await wide(), 0);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    assert.ok((await page.pdf({ format: "A4" })).length > 10_000);
  }));
