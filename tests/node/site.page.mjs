/** The site as it was written by `cargo xtask test site`, in a browser: it asks for nothing from elsewhere, fits, and finds. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "node:test";

import { withPage } from "./browser.mjs";
import { ROOT } from "./markdown.mjs";

const SITE = join(ROOT, "target", "site");
const folders = { "/": SITE };

/** A page of each kind: those of one generator are alike. */
const PAGES = [
  "index.html",
  "search.html",
  "sources.html",
  "report.html",
  "guide/index.html",
  "guide/codes.html",
  "guide/operations.html",
  "guide/changelog.html",
  "guide/errors.html",
  "guide/developers.html",
  "guide/security.html",
  "editor/index.html",
  "rust/calendiff/index.html",
  "rust/calendiff/all.html",
  "rust/calendiff/enum.Kind.html",
  "rust/src/calendiff/verbs/review.rs.html",
  "js/index.html",
  "js/interfaces/calendiff.Kind.html",
];

for (const name of PAGES) {
  test(`${name} fits from a phone to a desk, by day and by night, and asks for nothing from elsewhere`, () =>
    withPage(
      async (page, url) => {
        await page.goto(url + name);
        await page.locator("#calendiff-bar input").waitFor();
        const backgrounds = [];
        for (const width of [390, 768, 1440]) {
          await page.setViewportSize({ width, height: 900 });
          assert.ok(
            (await page.evaluate(() => document.documentElement.scrollWidth)) <=
              width,
            `${name} at ${width}`,
          );
          // No link of the bar hides below the page, and the page begins below the bar.
          const home = await page
            .locator("#calendiff-bar")
            .getByRole("link", { name: "calendiff", exact: true })
            .boundingBox();
          assert.ok(home.y < 20 && home.x < 40, name);
        }
        for (const colorScheme of ["light", "dark"]) {
          await page.emulateMedia({ colorScheme });
          backgrounds.push(
            await page.evaluate(
              () =>
                getComputedStyle(
                  document
                    .getElementById("calendiff-bar")
                    .shadowRoot.querySelector("header"),
                ).backgroundColor,
            ),
          );
        }
        assert.notEqual(backgrounds[0], backgrounds[1]);
      },
      { folders },
    ));
}

/** Types into the bar of a page, and returns what is listed: name and kind. */
async function found(page, query) {
  await page.getByRole("combobox", { name: "Search everything" }).fill(query);
  await page
    .getByRole("option")
    .or(page.getByText("Nothing is called"))
    .first()
    .waitFor();
  return page
    .getByRole("option")
    .evaluateAll((options) =>
      options.map((option) =>
        `${option.querySelector("b").firstChild.textContent} ${option.querySelector("i")?.textContent ?? ""}`.trim(),
      ),
    );
}

test("the search finds codes, misspelled members, verbs in each language, and what is spelled almost so", () =>
  withPage(
    async (page, url) => {
      await page.goto(url);
      assert.equal(
        (await found(page, "misspelled_member"))[0],
        "misspelled_member code",
      );
      assert.equal(
        (await found(page, "appoinmentPerSlot"))[0],
        "appoinmentPerSlot member",
      );
      assert.equal(
        (await found(page, "appointmentPerSlot"))[0],
        "appoinmentPerSlot member",
      );
      const merges = await found(page, "merge");
      for (const one of [
        "Merge guide",
        "merge Rust method",
        "merge JavaScript method",
      ])
        assert.ok(merges.includes(one), merges.join(", "));
      assert.ok(
        (await found(page, "Kind::validate_text")).includes(
          "validate_text Rust method",
        ),
      );
      assert.ok(
        (await found(page, "update calendar")).includes(
          "Update Calendar operation",
        ),
      );
      assert.ok(
        (await found(page, "someone else saved")).some((one) =>
          one.endsWith("guide"),
        ),
      );
      assert.deepEqual(await found(page, "xyzzyq"), []);
      // Two letters are no beginning of a name, and the signs of a query are no pattern.
      assert.deepEqual(
        (await found(page, "ca")).filter((one) => /^cal/i.test(one)),
        [],
      );
      assert.equal(
        (await found(page, "react-hook-form"))[0],
        "calendiff/react-hook-form JavaScript entry",
      );
    },
    { folders },
  ));

test("what people call it leads to what the pages call it, and a chapter about a word comes before names", () =>
  withPage(
    async (page, url) => {
      await page.goto(url);
      const first = {
        not_initialized: "not_initialized error",
        vue: "Vue and Svelte guide",
        svelte: "Vue and Svelte guide",
        CSP: "With a content security policy guide",
        "error handling": "Errors guide",
        vulnerability: "Security guide",
        holiday: "2.1.5 Special dates guide",
        "report a bug": "How to report guide",
        "github actions": "In continuous integration guide",
        ci: "In continuous integration guide",
        color: "eventColor member",
        colour: "eventColor member",
        React: "Tutorial: a form in React guide",
        conflict: "Conflicts: how merging works guide",
        Kind: "Kind Rust enum",
      };
      for (const [query, entry] of Object.entries(first))
        assert.equal((await found(page, query))[0], entry, query);
    },
    { folders },
  ));

test("the page of the search says what it finds, until it is asked", () =>
  withPage(
    async (page, url) => {
      await page.goto(`${url}search.html`);
      const about = page.getByText("Type into the field above. It finds");
      assert.ok(await about.isVisible());
      await page.getByRole("link", { name: "holiday" }).click();
      await page.getByText(/results for “holiday”/).waitFor();
      assert.ok(await about.isHidden());
    },
    { folders },
  ));

test("on a phone the pages and the sections unfold; beside the text both lists are there", () =>
  withPage(
    async (page, url) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`${url}guide/command.html`);
      await page.getByText("On this page", { exact: true }).click();
      await page
        .getByRole("navigation", { name: "On this page" })
        .getByRole("link", { name: "Merge", exact: true })
        .click();
      await page.waitForURL(/command\.html#merge$/);
      await page.getByText("Pages", { exact: true }).click();
      await page
        .getByRole("navigation", { name: "Pages" })
        .getByRole("link", { name: "Limits" })
        .click();
      await page.waitForURL(`${url}guide/limits.html`);

      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(`${url}guide/command.html`);
      assert.equal(
        await page.getByText("On this page", { exact: true }).isVisible(),
        false,
      );
      assert.ok(
        await page
          .getByRole("navigation", { name: "Pages" })
          .getByRole("link", { name: "Merge", exact: true })
          .isVisible(),
      );
    },
    { folders },
  ));

test("keys choose what was found, on pages with keys of their own too, and Enter without a choice lists all of it", () =>
  withPage(
    async (page, url) => {
      await page.goto(`${url}rust/calendiff/enum.Kind.html`);
      await found(page, "misspelled_member");
      const input = page.getByRole("combobox", { name: "Search everything" });
      await input.press("ArrowDown");
      assert.equal(
        await page.getByRole("option", { selected: true }).count(),
        1,
      );
      await input.press("Enter");
      await page.waitForURL(`${url}guide/codes.html#misspelled_member`);
      await found(page, "merge");
      await page
        .getByRole("combobox", { name: "Search everything" })
        .press("Escape");
      assert.equal(await page.getByRole("option").count(), 0);
      await page
        .getByRole("combobox", { name: "Search everything" })
        .press("Enter");
      await page.waitForURL(`${url}search.html?q=merge`);
      await page.getByText(/^\d+ results for “merge”$/).waitFor();
      await page
        .locator("#results")
        .getByRole("link", { name: /^merge in Kind/ })
        .click();
      await page.waitForURL(`${url}rust/calendiff/enum.Kind.html#method.merge`);
    },
    { folders },
  ));

test("the search works where the folder is opened without a server", () =>
  withPage(async (page) => {
    await page.unrouteAll();
    await page.goto(pathToFileURL(join(SITE, "guide", "index.html")).href);
    assert.equal((await found(page, "color_short"))[0], "color_short code");
  }));

test("the editor has one header, and the height that it leaves", () =>
  withPage(
    async (page, url) => {
      const headers = () =>
        page.evaluate(() =>
          [
            document
              .getElementById("calendiff-bar")
              .shadowRoot.querySelector("header"),
            document.querySelector(".banner"),
          ]
            .filter(
              (header) =>
                header.checkVisibility() &&
                getComputedStyle(header).borderBottomWidth !== "0px",
            )
            .map(({ className }) => className),
        );
      for (const [width, height] of [
        [1280, 720],
        [390, 844],
      ]) {
        await page.setViewportSize({ width, height });
        await page.goto(`${url}editor/index.html`);
        await page.evaluate(() => localStorage.clear());
        await page.goto(`${url}icon.svg`);
        await page.goto(`${url}editor/index.html`);
        await page.locator(".samples:visible").waitFor();
        assert.deepEqual(await headers(), [""]);
        await page.locator(".samples:visible button").nth(1).click();
        await page.locator(".work:visible").waitFor();
        assert.deepEqual(await headers(), ["banner"]);
        if (width > 1200)
          assert.equal(
            await page.evaluate(() => document.documentElement.scrollHeight),
            height,
          );
      }
    },
    { folders },
  ));

test("the editor's own links stay in the site", () =>
  withPage(
    async (page, url) => {
      await page.goto(`${url}editor/index.html`);
      await page
        .getByRole("link", { name: "Guide", exact: true })
        .last()
        .click();
      await page.waitForURL(`${url}guide/index.html`);
    },
    { folders },
  ));
