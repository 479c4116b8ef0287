/** The page in its languages: each says everything, nothing is lost on the way to another, and no sentence stands elsewhere. */

import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import en from "calendiff/languages/en";

import { SAMPLES } from "../../www/load/samples.js";
import { openAfresh, withPage } from "./browser.mjs";
import { LANGUAGES } from "./languages.mjs";
import {
  accessible,
  drop,
  rangesCutOff,
  SAMPLE,
  settled,
  tab,
  withSample,
} from "./page-steps.mjs";

const WWW = join(import.meta.dirname, "../../www");
const TAGS = readdirSync(join(WWW, "words"))
  .filter((file) => file !== "words.js")
  .map((file) => file.replace(".js", ""));

/** The page's own sentences of a language; what the package says stands in a module of its own. */
async function sentences(tag) {
  const source = readFileSync(join(WWW, "words", `${tag}.js`), "utf8").replace(
    /^export \{.*$/m,
    "",
  );
  return (await import(`data:text/javascript,${encodeURIComponent(source)}`))
    .default;
}

const holes = (text) => (text.match(/\{\w+\}/g) ?? []).sort();

test("every language has every sentence, filled with the same, in the forms of its numbers", async () => {
  const english = await sentences("en");
  assert.deepEqual(TAGS, Object.keys(LANGUAGES));
  assert.ok(
    Object.keys(english).length > 225,
    String(Object.keys(english).length),
  );
  for (const tag of TAGS) {
    const own = await sentences(tag);
    assert.deepEqual(Object.keys(own), Object.keys(english), tag);
    // A million is another form in some languages, and written as the rest where it is a number alone.
    const forms = new Intl.PluralRules(tag)
      .resolvedOptions()
      .pluralCategories.filter((form) => form !== "many")
      .sort();
    for (const [key, said] of Object.entries(own)) {
      if (typeof said === "string") {
        assert.ok(said.trim() !== "", `${tag} ${key}`);
        assert.deepEqual(holes(said), holes(english[key]), `${tag} ${key}`);
      } else {
        assert.deepEqual(Object.keys(said).sort(), forms, `${tag} ${key}`);
        for (const form of Object.values(said))
          assert.deepEqual(holes(form), ["{n}"], `${tag} ${key}`);
      }
    }
  }
});

test("every sentence is said somewhere, and what is said is there", async () => {
  const english = await sentences("en");
  const source = readdirSync(WWW, { recursive: true })
    .filter((name) => /(?<!^words.\w\w)\.js$/.test(name))
    .map((name) => readFileSync(join(WWW, name), "utf8"))
    .join("\n");
  const literal = new Set(
    [...source.matchAll(/"([\w.-]+)"/g)].map(([, text]) => text),
  );
  const stems = new Set(
    [...source.matchAll(/`([\w-]+(?:\.[\w-]+)*)\.\$\{/g)].map(
      ([, stem]) => stem,
    ),
  );
  for (const key of Object.keys(english))
    assert.ok(
      literal.has(key) ||
        [...key.matchAll(/\./g)].some(({ index }) =>
          stems.has(key.slice(0, index)),
        ),
      `${key} is said nowhere`,
    );
  for (const [, key] of source.matchAll(/\bt\("([\w.-]+)"/g))
    assert.ok(Object.hasOwn(english, key), `no sentence for ${key}`);
  for (const [, what] of source.matchAll(/\bcount\("(\w+)"/g))
    assert.ok(
      Object.hasOwn(english, `count.${what}`),
      `no sentence for ${what}`,
    );
});

test("the page speaks an owner's words: calendars, what is saved now, your version, messages of the service", async () => {
  const developers = {
    en: /\brecords?\b|\bstored\b|\bdrafts?\b|\brefusals?\b/i,
    de: /Datens[aä]tz|Entwurf|Ablehnung|Befund/,
    es: /registros?\b|borrador|rechazo\b/i,
    fr: /enregistrements\b|brouillon|\brefus(?![eé])/i,
    ja: /レコード|下書き|拒否応答/,
    pt: /\bregistros?\b|rascunho|\brecusa\b/i,
  };
  const titles =
    /^(section|load|load\.(paste|sample|two)|where|many|json|json\.(stored|piece)|patch|merge\.patch|findings|changes|send|conflicts|decisions|sandbox|body)(\.[a-z]+)?$/;
  for (const [tag, words] of Object.entries(developers)) {
    // The first sentence names the service.
    assert.match((await sentences(tag)).welcome, /HighLevel/, tag);
    for (const [key, said] of Object.entries(await sentences(tag))) {
      const text = (
        typeof said === "string" ? said : Object.values(said).join(" ")
      ).replace(/\{\w+\}/g, "");
      if (tag !== "pt" || key !== "profile.service")
        assert.doesNotMatch(text, words, `${tag} ${key}`);
      if (titles.test(key) && text.length < 40)
        assert.doesNotMatch(text, /JSON/, `${tag} ${key}`);
    }
  }
});

/** Chooses a language, as a person would. */
async function speak(page, tag) {
  await page.locator(".language:visible select").selectOption(tag);
  await page.locator(`html[lang="${tag}"]`).waitFor();
  await settled(page);
}

test("an open form goes on in another language: nothing is lost, and it is spoken the next time", () =>
  withSample("edited", async (page, url) => {
    await page.locator("select.choose").waitFor({ state: "attached" });
    const show = async (id) =>
      page
        .locator(".section")
        .nth(
          await page
            .locator(`option[value="${id}"]`)
            .evaluate((option) =>
              [...option.parentElement.children].indexOf(option),
            ),
        )
        .click();
    await show("else");
    await page.getByLabel("Name", { exact: true }).fill("Wheel check");
    await tab(page, "send");
    await page
      .getByLabel("Address of the service")
      .fill("https://here.example");
    await page
      .getByLabel("What to send", { exact: true })
      .selectOption("changed");
    await page
      .getByRole("button", { name: "Simulate a colleague’s save" })
      .click();
    await page.locator('.conflict[data-key="name"]').waitFor();
    await show("rules");
    await page.getByLabel("Appointments per day", { exact: true }).fill("7");
    await show("json");
    const area = page.locator("textarea.json").first();
    await area.fill('{ "name": oops');
    await page
      .getByText("line 1, column 11: This is not valid JSON.")
      .waitFor();

    await tab(page, "findings");
    await speak(page, "de");
    assert.equal(
      await page
        .locator(".language:visible select")
        .evaluate((select) => select === document.activeElement),
      true,
    );
    assert.equal(await area.inputValue(), '{ "name": oops');
    await page
      .getByText("Zeile 1, Spalte 11: Das ist kein gültiges JSON.")
      .waitFor();
    assert.equal(
      await page.locator("h2#section-title").innerText(),
      "Als Text",
    );
    await tab(page, "conflicts");
    const conflict = page.locator('.conflict[data-key="openHours/tuesday"]');
    assert.deepEqual(await conflict.locator("h4, .value").allInnerTexts(), [
      "Meine",
      "09:00–19:00",
      "Andere",
      "09:00–15:30",
      "Bisher",
      "09:00–17:00",
    ]);
    assert.equal(await conflict.locator(".jump").innerText(), "Dienstag");
    await conflict
      .getByRole("button", { name: "Diese übernehmen: Dienstag" })
      .click();
    await tab(page, "send");
    assert.deepEqual(
      [
        await page.getByLabel("Adresse des Dienstes").inputValue(),
        await page
          .getByLabel("Was gesendet wird", { exact: true })
          .inputValue(),
      ],
      ["https://here.example", "changed"],
    );
    await page
      .getByText(
        "Jemand anderes hat inzwischen gespeichert: 1 Änderung übernommen.",
      )
      .first()
      .waitFor();
    await tab(page, "changes");
    await page
      .getByText("Name: „Wheel check“ statt „Bicycle check (summer)“")
      .waitFor();

    await tab(page, "findings");
    await speak(page, "ja");
    await tab(page, "changes");
    await page
      .getByText("名前：「Wheel check」（変更前：「Bicycle check (summer)」）")
      .waitFor();
    // What is undone is what was done in German, and before in English.
    await show("rules");
    const perDay = page.locator('[data-member="appoinmentPerDay"] input');
    assert.equal(await perDay.inputValue(), "7");
    for (let steps = 0; steps < 2; steps++)
      await page
        .getByRole("button", { name: "元に戻す", exact: true })
        .first()
        .click();
    await settled(page);
    assert.equal(await perDay.inputValue(), "12");
    await page.reload();
    await page.locator('html[lang="ja"] .work:visible').waitFor();
    await tab(page, "conflicts");
    await page.getByRole("heading", { name: "競合" }).waitFor();
    await page.evaluate(() => localStorage.clear());
    await page.addInitScript(() =>
      Object.defineProperty(navigator, "languages", {
        get: () => ["nl-NL", "fr-CA", "en"],
      }),
    );
    await openAfresh(page, url);
    await page.locator('html[lang="fr"]').waitFor();
  }));

test("in Japanese, the dash of a range is the same in picture, month, preview and list", () =>
  withSample("edited", async (page) => {
    await speak(page, "ja");
    // The fields of a range stay on one line, with its button.
    const heights = await page
      .locator(".day-row .times li")
      .evaluateAll((all) => all.map(({ offsetHeight }) => offsetHeight));
    assert.ok(Math.max(...heights) < 48, String(heights));
    // No dash is cut off on a phone.
    await page.setViewportSize({ width: 390, height: 844 });
    await settled(page);
    assert.deepEqual(await rangesCutOff(page), []);
    await page.setViewportSize({ width: 1440, height: 900 });
    for (const [at, seen] of [
      [0, "\u2060～"],
      [1, "9～17"],
      [4, "09:00～17:00"],
    ]) {
      await page.locator(".section").nth(at).click();
      await page
        .locator("main", { hasText: seen })
        .locator("visible=true")
        .waitFor();
      assert.doesNotMatch(await page.locator("#page").innerText(), /\d–\d/);
    }
  }));

test("an issue says what was expected, folded under what to do", () =>
  withSample("mistakes", async (page) => {
    await tab(page, "findings");
    const issue = page.locator('.review .issue[data-code="color_short"]');
    const detail = issue.getByText(
      "expected six hex digits, found the short form #0B8 (specification)",
    );
    assert.equal(await detail.isVisible(), false);
    await issue.locator("summary").press("Enter");
    await detail.waitFor();
  }));

// In a language that has none of our letters

/** Each letter another, in brackets; what fills it stays as it is. */
const wide = (text) =>
  text.replace(/[A-Za-z]/g, (letter) =>
    String.fromCodePoint(letter.codePointAt(0) + 0xfee0),
  );
const pseudo = (text) =>
  `⟦${text
    .split(/(\{\w+(?:[:|][^}]*)?\})/)
    .map((part, at) => (at % 2 === 0 ? wide(part) : part.replace(/\|.*/, wide)))
    .join("")}⟧`;

function whole(section, name) {
  if (typeof section === "string")
    return name === "format" && !section.includes("{")
      ? section
      : pseudo(section);
  if (Array.isArray(section))
    return section.map((each) =>
      typeof each === "string" ? pseudo(each) : each,
    );
  return Object.fromEntries(
    Object.entries(section).map(([key, value]) => [key, whole(value, name)]),
  );
}

/** What the page shows and says to a screen reader, but code, what is typed, and names of languages. */
const told = (page) =>
  page.evaluate(() => {
    const texts = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const element =
        node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
      if (
        element.closest(
          "code, pre, textarea, script, style, h1, noscript, [lang]:not(html)",
        )
      )
        continue;
      if (node.nodeType === Node.TEXT_NODE) texts.push(node.data);
      else
        for (const name of ["aria-label", "title", "placeholder", "alt"])
          if (node.hasAttribute?.(name)) texts.push(node.getAttribute(name));
    }
    return texts;
  });

test("in a language of brackets, each word of the page comes from its language", () =>
  withPage(async (page, url) => {
    const words = whole(await sentences("en"));
    const language = Object.fromEntries(
      Object.entries(en).map(([name, section]) => [name, whole(section, name)]),
    );
    await page.route("**/words/de.js", (route) =>
      route.fulfill({
        contentType: "text/javascript",
        body: `export const language = ${JSON.stringify(language)};\nexport default ${JSON.stringify(words)};`,
      }),
    );
    await page.addInitScript(() => {
      // Names of days and months are the browser's, and so is "today".
      for (const [format, method] of [
        [Intl.DateTimeFormat, "formatRange"],
        [Intl.RelativeTimeFormat, "format"],
      ]) {
        const { [method]: said } = format.prototype;
        format.prototype[method] = function (...given) {
          return `⟦${said.apply(this, given).replace(/\p{L}/gu, "ｘ")}⟧`;
        };
      }
      const { get } = Object.getOwnPropertyDescriptor(
        Intl.DateTimeFormat.prototype,
        "format",
      );
      Object.defineProperty(Intl.DateTimeFormat.prototype, "format", {
        get() {
          const format = get.call(this);
          return (date) => `⟦${format(date).replace(/\p{L}/gu, "ｘ")}⟧`;
        },
      });
    });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(url);
    await page.locator(".start:visible").waitFor();

    // Names and values: of the tables, of the records, of the protocol.
    const known = new Set();
    const learn = (text) =>
      text.match(/[A-Za-z]+/g)?.forEach((word) => known.add(word));
    await page
      .evaluate(async () => {
        const { calendar, location } = await import("./pkg/index.js");
        const collect = ({ members }) =>
          members.flatMap(({ name, known, default: value, table }) => [
            name,
            known?.map(({ value }) => value),
            value,
            table && collect(table),
          ]);
        return JSON.stringify([
          collect(calendar.describe()),
          collect(location.describe()),
        ]);
      })
      .then(learn);
    for (const { stored, draft } of SAMPLES)
      learn(JSON.stringify([stored, draft]));
    // A constant of a record in small letters, and the zone of its times.
    learn("Web user UTC");
    let heard = 0;
    const wrong = new Set();
    const look = async (where) => {
      await settled(page);
      for (const text of await told(page)) {
        heard += text.includes("⟦");
        const strange = (text.match(/[A-Za-z]+/g) ?? []).filter(
          (word) => !known.has(word) && !/^[0-9a-f]+$/i.test(word),
        );
        if (strange.length > 0) wrong.add(`${where}: ${text}`);
      }
    };
    const everywhere = async (where) => {
      for (const link of await page.locator(".section:visible").all()) {
        await link.click();
        await look(where);
      }
      for (const name of await page
        .locator(".tab:visible")
        .evaluateAll((tabs) => tabs.map(({ dataset }) => dataset.tab))) {
        await tab(page, name);
        await page.waitForTimeout(name === "send" ? 200 : 0);
        await look(`${where} ${name}`);
      }
    };
    await speak(page, "de");
    await look("start");
    learn("bad deep twice cut mark refusal else json slug sample");
    await drop(page, [
      ["bad.json", "Dear"],
      ["deep.json", `${"[".repeat(5000)}`],
      ["twice.json", '{"a":1,"a":2}'],
      ["mark.json", "\ufeff{}"],
      ["cut.json", [0x7b, 0xe9]],
      ["refusal.json", '{"statusCode": 422, "message": ["slug sample"]}'],
      ["else.json", "[1]"],
    ]);
    await page.locator(".result").nth(6).waitFor();
    await look("refused files");

    const sample = (at) =>
      page
        .locator(".load:visible .row")
        .first()
        .locator("button")
        .nth(at)
        .click();
    await page.reload();
    await page.locator('html[lang="de"] .start:visible').waitFor();
    for (const at of [1, 2, 3]) {
      if (await page.locator(".work:visible").count()) {
        await page.locator("header .row button").last().click();
        await sample(at);
        await look("choice");
        const choice = page.locator("dialog .result button");
        if (await choice.count()) await choice.last().click();
      } else await sample(at);
      await page.locator(".work:visible").waitFor();
      // A record that takes another's place is drawn with the next frame.
      await settled(page);
      await everywhere(
        SAMPLE[["calendar", "edited", "mistakes", "location"][at]],
      );
      await tab(page, "send");
      learn("summer Station Road");
      const [save, others] = [
        page.locator(".sandbox button").first(),
        page.locator(".sandbox button").nth(1),
      ];
      await others.click();
      await settled(page);
      await everywhere("someone else");
      await tab(page, "send");
      await save.click();
      await page.locator(".verdict").waitFor();
      // Texts of the service, as it wrote them.
      (await page.locator(".texts code").allInnerTexts()).forEach(learn);
      await everywhere("saved");
    }
    assert.deepEqual([...wrong], []);
    assert.ok(heard > 2000, String(heard));
  }));

// How it fits

test("in German and in Japanese it fits a phone and a desk, and axe finds nothing serious", () =>
  withPage(async (page, url) => {
    const folder = process.env.SCREENSHOTS;
    if (folder) mkdirSync(folder, { recursive: true });
    for (const tag of ["de", "ja"]) {
      for (const width of [390, 1440]) {
        await page.setViewportSize({
          width,
          height: width === 390 ? 844 : 900,
        });
        await page.goto(url);
        await page.evaluate((tag) => {
          localStorage.clear();
          localStorage.setItem("calendiff.language", tag);
        }, tag);
        await openAfresh(page, url);
        await page.locator(`html[lang="${tag}"] .start:visible`).waitFor();
        const look = async (name) => {
          await settled(page);
          const what = `${tag}-${width}-${name}`;
          assert.ok(
            (await page.evaluate(() => document.documentElement.scrollWidth)) <=
              width,
            `${what} is too wide`,
          );
          assert.ok(
            (await page
              .locator(".banner")
              .evaluate(({ offsetHeight }) => offsetHeight)) < 60,
            `${what}: the banner has two rows`,
          );
          const cut = await page
            .locator("button:visible, .tab:visible, h4:visible")
            .evaluateAll((all) =>
              all
                .filter((one) => {
                  const { left, right } = one.getBoundingClientRect();
                  return (
                    left < -1 ||
                    right > innerWidth + 1 ||
                    (one.matches("button:not(.range)") &&
                      one.scrollWidth > one.clientWidth + 2)
                  );
                })
                .map(({ textContent }) => textContent),
            );
          assert.deepEqual(cut, [], what);
          if (folder)
            await page.screenshot({ path: join(folder, `${what}.png`) });
        };
        const sample = (at) =>
          page
            .locator(".load:visible .row")
            .first()
            .locator("button")
            .nth(at)
            .click();
        await look("empty");
        await sample(1);
        await page.locator(".work:visible").waitFor();
        await look("week");
        await tab(page, "changes");
        await look("changes");
        await tab(page, "send");
        await page.locator(".sandbox button").nth(1).click();
        await page.locator(".conflict").first().waitFor();
        await look("conflict");
        await page.locator("header .row button").last().click();
        await sample(2);
        await look("open");
        await page.locator("dialog .result button").last().click();
        await tab(page, "findings");
        await page.locator(".review .about summary").first().click();
        await look("findings");
        if (width === 390) await accessible(page, `${tag} findings`);
        await tab(page, "send");
        await page.locator(".sandbox button").first().click();
        await page.locator(".verdict").waitFor();
        await look("refused");
      }
    }
  }));
