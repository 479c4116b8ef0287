/** How the page looks and fits, what it makes of hostile files, and where it can lie. */

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { FOLDERS, withPage } from "./browser.mjs";
import { buildPage, weighed } from "./page-build.mjs";
import {
  accessible,
  bodyOf,
  changesOf,
  drop,
  SAMPLE,
  section,
  settled,
  tab,
  withSample,
} from "./page-steps.mjs";

/**
 * Maximum kB, by gzip, that a visit loads at once besides the package. Modules that neither the first screen nor a plain edit
 * needs come later, by a `makeSource` of `www/elements/later.js`.
 */
const OWN = 64;

test("twenty hostile files: a clear word each, no script runs, and nothing is lost", () =>
  withSample("calendar", async (page) => {
    await section(page, "General");
    await page.getByLabel("Name", { exact: true }).fill("Wheel check");
    const texts = [
      "<script>window.hacked = 1</script>",
      "javascript:window.hacked=1",
      '"><img src=x onerror="window.hacked=1">',
      "{{constructor.constructor('window.hacked=1')()}}",
    ];
    const rows = await page.evaluate(async () =>
      (await import("./pkg/index.js")).calendar
        .describe()
        .members.filter(({ type }) => type === "text")
        .map(({ name }) => name),
    );
    const everywhere = (text) =>
      JSON.stringify({
        calendar: {
          ...Object.fromEntries(rows.map((name) => [name, text])),
          teamMembers: [
            {
              userId: text,
              locationConfigurations: [{ kind: text, location: text }],
            },
          ],
          [text]: text,
          availabilities: [{ date: text, hours: text }],
        },
      });
    const bad = [
      ["empty.json", ""],
      ["prose.json", "Dear service, please open on Saturdays."],
      ["page.json", "<!doctype html><script>window.hacked = 1</script>"],
      ["cut.json", '{"calendar": {"name": "Bicy'],
      ["twice.json", '{"calendar": {"name": "a", "name": "b"}}'],
      ["deep.json", `${"[".repeat(5000)}${"]".repeat(5000)}`],
      ["large.json", "x", 20 * 1024 * 1024],
      ["number.json", '{"calendar": {"slotDuration": 1e999}}'],
      ["half.json", '{"calendar": {"name": "\\ud800"}}'],
      ["mark.json", "\ufeff{}"],
      ["latin1.json", [0x7b, 0xe9, 0x7d]],
      ["null.json", "null"],
      ["list.json", "[1, 2, 3]"],
    ];
    const odd = [
      ...texts.map((text, at) => [`script${at}.json`, everywhere(text)]),
      [
        "proto.json",
        '{"calendar": {"id": "p", "locationId": "l", "__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}, "toString": 1, "slotDuration": 30}}',
      ],
      [
        "proto-list.json",
        '{"calendar": {"id": "q", "locationId": "l", "slotDuration": 30, "teamMembers": {"__proto__": []}, "openHours": {"__proto__": 1}}}',
      ],
      [
        "refusal.json",
        '{"statusCode": 422, "message": ["property <script>window.hacked=1</script> should not exist"]}',
      ],
    ];
    assert.equal(bad.length + odd.length, 20);
    await drop(page, [...bad, ...odd]);
    await page.locator(".result").nth(19).waitFor();
    const results = await page.locator(".result").allInnerTexts();
    for (const [at, [name]] of bad.entries())
      assert.match(results[at], new RegExp(`${name}: .{15,}`), "says nothing");
    assert.equal(await page.locator(".result.bad").count(), bad.length);
    await page.getByRole("button", { name: "Close", exact: true }).click();
    assert.deepEqual(await changesOf(page), [
      "name “Wheel check”, was “Bicycle check”",
    ]);

    for (const [name, text] of odd.slice(0, -1)) {
      await drop(page, [[name, text]]);
      await page
        .getByRole("button", {
          name: /^Open it (as another one|in place of my version)$/,
        })
        .click();
      for (const link of await page.locator(".section:visible").all())
        await link.click();
      for (const side of ["changes", "send", "findings"]) await tab(page, side);
      await settled(page);
      assert.equal(
        await page.evaluate(() => window.hacked ?? {}.polluted),
        undefined,
        name,
      );
      assert.equal(await page.locator("img, main script").count(), 0);
    }
    assert.equal(
      await page.evaluate(() => document.title.includes("undefined")),
      false,
    );
  }));

test("by day and by night, on a phone and a desk: it fits, and axe finds nothing serious", () =>
  withPage(async (page, url) => {
    const folder = process.env.SCREENSHOTS;
    if (folder) mkdirSync(folder, { recursive: true });
    for (const width of [390, 768, 1440]) {
      for (const colorScheme of ["light", "dark"]) {
        await page.setViewportSize({
          width,
          height: width === 390 ? 844 : 900,
        });
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        const look = async (name) => {
          await settled(page);
          const what = `${width}-${colorScheme}-${name}`;
          assert.ok(
            (await page.evaluate(() => document.documentElement.scrollWidth)) <=
              width,
            `${what} is too wide`,
          );
          if (width === 390)
            assert.ok(
              (await page.evaluate(
                () => document.documentElement.scrollHeight,
              )) < 5000,
              `${what} is too long`,
            );
          // The structure goes by the width, the colors by the scheme: either is looked at once, unless all are asked for.
          if (
            folder ||
            `${width}-${colorScheme}` === "390-dark" ||
            `${width}-${colorScheme}` === "1440-light"
          )
            await accessible(page, what);
          if (folder)
            await page.screenshot({ path: join(folder, `${what}.png`) });
        };
        await page.goto(url);
        await page.locator(".start:visible, .work:visible").first().waitFor();
        const forget = page.getByRole("button", {
          name: "Clear from this browser",
        });
        if (await forget.isVisible()) await forget.click();
        await look("empty");
        const where = page.locator(".start .where summary");
        await where.click();
        await look("where");
        await where.click();
        await page.getByRole("button", { name: SAMPLE.edited }).click();
        await look("week");
        await tab(page, "changes");
        await look("changes");
        if (width < 1200) await tab(page, "edit");
        if (width !== 768) {
          await choose(page, width, "dates", look);
          await page.locator(".year-fold summary").click();
          await page.locator(".year").waitFor();
          await look("year");
        }
        await page.locator(".logo").click();
        await look("start of an open one");
        await page.getByRole("button", { name: "Go on with it" }).click();
        await tab(page, "send");
        await look("send");
        await page
          .getByRole("button", { name: "Simulate a colleague’s save" })
          .click();
        await look("conflict");
        await page.getByRole("button", { name: "Keep all mine" }).click();
        await look("no conflicts");
        await page.getByRole("button", { name: "Get the request" }).click();
        await page.getByRole("button", { name: "Save in the sandbox" }).click();
        await page.locator(".verdict.good").waitFor();
        await look("saved");
        await tab(page, "changes");
        await look("no changes");
        await tab(page, "findings");
        await look("no findings");
        await page.getByRole("button", { name: "Open…" }).click();
        await look("open");
        await page
          .locator("dialog")
          .getByRole("button", { name: SAMPLE.mistakes })
          .click();
        await page.locator(".issue").first().waitFor();
        await look("mistakes");
        await tab(page, "findings");
        await look("findings");
        await tab(page, "send");
        await page.getByRole("button", { name: "Save in the sandbox" }).click();
        await look("refused");
        if (width < 1200) await tab(page, "edit");
        await choose(page, width, "rules", look);
        await choose(page, width, "else", look);
        for (const topic of await page.locator(".topic:not([open])").all())
          if (await topic.isVisible())
            await topic.locator("summary").first().click();
        await look("all topics");
        if (width === 1440)
          for (const id of ["offer", "json"])
            await choose(page, width, id, look);
      }
    }
  }));

async function choose(page, width, id, look) {
  if (width < 700)
    await page.getByLabel("Section", { exact: true }).selectOption(id);
  else
    await page
      .locator(".section")
      .nth(
        await page
          .locator(`option[value="${id}"]`)
          .evaluate((option) =>
            [...option.parentElement.children].indexOf(option),
          ),
      )
      .click();
  await look(id);
}

/** Returns the sizes of type in sight, in pixels. */
const sizes = (page) =>
  page.evaluate(() => {
    const all = new Set();
    const walker = document.createTreeWalker(
      document.body,
      NodeFilter.SHOW_TEXT,
    );
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const element = text.parentElement;
      if (
        text.data.trim() !== "" &&
        element.checkVisibility() &&
        !element.closest(".hidden, .motto")
      )
        all.add(Number.parseFloat(getComputedStyle(element).fontSize));
    }
    return [...all];
  });

test("there are four sizes of type, besides that of the motto", () =>
  withPage(async (page, url) => {
    const found = new Set();
    const look = async () => {
      await settled(page);
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        for (const size of await sizes(page)) found.add(size);
      }
    };
    await page.goto(url);
    await page.locator(".start:visible").waitFor();
    await look();
    await page.getByRole("button", { name: SAMPLE.mistakes }).click();
    await page.locator(".work").waitFor();
    for (const id of ["week", "dates", "offer", "rules", "else", "json"])
      await choose(page, 1440, id, look);
    for (const name of ["findings", "changes", "send"]) {
      await tab(page, name);
      await look();
    }
    await page.getByRole("button", { name: "Open…" }).click();
    await look();
    await page.keyboard.press("Escape");
    await drop(page, [
      ["list.json", JSON.stringify({ calendars: [{ id: "a" }, { id: "b" }] })],
    ]);
    await page.getByRole("button", { name: "Check or edit all" }).click();
    await page.locator(".many tbody tr").first().waitFor();
    await look();
    assert.deepEqual(
      [...found].sort((a, b) => a - b),
      [11, 13, 15, 20],
    );
  }));

test("in a narrow column a number keeps its room, buttons stay together, and no range of times breaks", () =>
  withSample("mistakes", async (page) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.locator(".language select:visible").selectOption("de");
    await page.locator("html[lang=de]").waitFor();
    await section(page, "Buchungsregeln");
    for (const number of await page
      .locator('.body .control:has(select) > input[type="number"]')
      .all())
      assert.ok(
        (await number.boundingBox()).width >= 80,
        await number.getAttribute("id"),
      );
    await section(page, "Alles Weitere");
    for (const bar of await page.locator(".body .item > .bar").all()) {
      const tops = await bar
        .getByRole("button")
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
      assert.equal(new Set(tops).size, 1, await bar.innerText());
    }
    await page.setViewportSize({ width: 320, height: 720 });
    await tab(page, "changes");
    const lines = await page
      .locator(".changes .jump", { hasText: /\d–\d/ })
      .evaluateAll((all) =>
        all.flatMap((one) => {
          const text = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
          const found = [];
          while (text.nextNode())
            for (const { index, 0: range } of text.currentNode.data.matchAll(
              /\d+:\d+–\d+:\d+/g,
            )) {
              const at = document.createRange();
              at.setStart(text.currentNode, index);
              at.setEnd(text.currentNode, index + range.length);
              found.push([range, at.getClientRects().length]);
            }
          return found;
        }),
      );
    assert.ok(lines.length > 0);
    assert.deepEqual(
      lines.filter(([, n]) => n !== 1),
      [],
    );
  }));

test("what only answers have is told in words, without units apart from their numbers", () =>
  withSample("calendar", async (page) => {
    await section(page, "General");
    const facts = await page.locator(".facts").innerText();
    assert.match(facts, /Calendar type\nRound robin/);
    assert.doesNotMatch(facts, /Unit/);
  }));

test("who created a location is told by values, whose names in the API are shown by the switch", () =>
  withSample("location", async (page) => {
    const facts = page.locator(".facts");
    assert.match(
      await facts.innerText(),
      /Creator\nWeb user\n1 March 2025, 10:00 UTC\n/,
    );
    await page.getByRole("switch", { name: "API names" }).click();
    assert.match(await facts.innerText(), /source · Web user/);
  }));

test("it works in any folder, and in the few files of a release, of which few are loaded at once", async () => {
  const release = mkdtempSync(join(tmpdir(), "calendiff-page-"));
  try {
    await buildPage(release);
    const weights = weighed(release);
    const own = [...weights]
      .filter(([name]) => !name.startsWith("pkg-"))
      .reduce((sum, [, size]) => sum + size, 0);
    assert.ok(
      own <= OWN * 1000,
      `${own} bytes without the package: find what came with ${JSON.stringify([...weights])}, or raise OWN here`,
    );
    const [pkg, www] = [FOLDERS["/pkg/"], FOLDERS["/"]];
    for (const folders of [
      { "/a/b/pkg/": pkg, "/a/b/": www },
      { "/a/b/": release },
    ]) {
      await withPage(
        async (page, url) => {
          await page.goto(`${url}a/b/`);
          await page
            .getByRole("button", { name: SAMPLE.edited, exact: true })
            .click();
          assert.equal((await changesOf(page)).length, 8);
          assert.equal((await bodyOf(page)).appoinmentPerSlot, 2);
        },
        { folders },
      );
    }
  } finally {
    rmSync(release, { recursive: true });
  }
});
