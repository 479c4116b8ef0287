/** The site as it was written by `cargo xtask test site`: its links, and what its search has. */

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";

import { followed } from "./links.mjs";
import { ROOT } from "./markdown.mjs";

const SITE = join(ROOT, "target", "site");
const html = (page) => readFileSync(join(SITE, page), "utf8");

const leadsOn = (page) => /http-equiv="refresh"/.test(html(page));

before(() =>
  assert.ok(
    existsSync(join(SITE, "index.html")),
    "there is no site in target/site: run `cargo xtask site`",
  ),
);

test("no link of any page is dead, rustdoc's and TypeDoc's included, and every page can be reached from the first", (t) => {
  const { pages, inner, outer, dead, reached } = followed(SITE, {
    files: true,
  });
  t.diagnostic(
    `${pages.length} pages, ${inner} links within the site, ${outer} to elsewhere`,
  );
  assert.deepEqual(dead, []);
  assert.ok(
    pages.length > 500 && inner > 30_000,
    `${pages.length} pages, ${inner} links`,
  );
  // Pages that only lead on are for addresses from elsewhere.
  const lost = pages.filter(
    (page) => !reached.includes(page) && !leadsOn(page),
  );
  assert.deepEqual(lost, []);
});

test("the guide is there as text for programs, and its links lead to pages", () => {
  for (const name of ["llms.txt", "llms-full.txt"]) {
    const pages = [...html(name).matchAll(/\]\((guide\/[^)#]+)/g)].map(
      ([, page]) => page,
    );
    assert.ok(pages.length > 15, `${name}: ${pages.length}`);
    for (const page of pages)
      assert.ok(existsSync(join(SITE, page)), `${name}: ${page}`);
  }
});

test("each page has the bar, which marks the part that it belongs to", () => {
  for (const page of readdirSync(SITE, { recursive: true }).filter((name) =>
    name.endsWith(".html"),
  )) {
    if (leadsOn(page)) continue;
    assert.equal(html(page).split('id="calendiff-bar"').length, 2, page);
    const [current] = /(?<=aria-current="true">)[^<]+/.exec(html(page)) ?? [];
    const own = { rust: "Rust", js: "JavaScript", editor: "Editor" }[
      page.split("/")[0]
    ];
    if (own) assert.equal(current, own, page);
  }
});

test("each page that is written here lets a reader skip to the text, and says version, license and whom to tell of a bug", () => {
  const { version } = JSON.parse(
    readFileSync(join(ROOT, "pkg", "package.json"), "utf8"),
  );
  const ours = readdirSync(SITE, { recursive: true }).filter((name) =>
    /^(guide\/.*|index|search|sources)\.html$/.test(name),
  );
  assert.ok(ours.length > 25, String(ours.length));
  for (const page of ours) {
    assert.match(
      html(page),
      /<a class="skip" href="#content">.*<main[^>]* id="content"/s,
      page,
    );
    for (const said of [
      `calendiff ${version}`,
      "MIT",
      "Apache-2.0",
      "how to report a bug",
    ])
      assert.ok(
        html(page).split('<footer class="foot">')[1].includes(said),
        `${page}: ${said}`,
      );
  }
});

test("text that looks like an address is no link", () => {
  for (const page of readdirSync(SITE, { recursive: true }).filter((name) =>
    /^(guide|js)\/.*\.html$/.test(name),
  )) {
    assert.doesNotMatch(
      html(page),
      /href="(mailto:|https?:\/\/(contact\.name|example\.))/,
      page,
    );
  }
});

test("no page says that anything is to be loaded from elsewhere", () => {
  for (const page of readdirSync(SITE, { recursive: true }).filter((name) =>
    /\.(html|css)$/.test(name),
  )) {
    assert.doesNotMatch(
      html(page),
      /<(?:script|img|link|iframe|source)\b[^>]*\s(?:src|href|srcset)="(?:https?:)?\/\/|url\(["']?(?:https?:)?\/\/|@import/,
      page,
    );
  }
});

test("the search has every code, operation and member, the guide's sections, and the names of both languages", () => {
  new Function(html("search-index.js"))();
  const entries = globalThis.calendiffIndex.map(
    ([name, kind, within, language, url]) => ({
      name,
      kind,
      within,
      language,
      url,
    }),
  );
  const has = (wanted) =>
    entries.some((entry) =>
      Object.entries(wanted).every(([key, value]) => entry[key] === value),
    );
  for (const { code } of JSON.parse(
    readFileSync(
      join(import.meta.dirname, "node_modules/calendiff/dist/codes.json"),
      "utf8",
    ),
  ))
    assert.ok(has({ kind: "code", name: code }), code);
  const operations = JSON.parse(
    readFileSync(
      join(import.meta.dirname, "node_modules/calendiff/dist/operations.json"),
      "utf8",
    ),
  );
  assert.equal(
    entries.filter(({ kind }) => kind === "operation").length,
    operations.length,
  );
  for (const wanted of [
    { kind: "member", name: "appoinmentPerSlot" },
    { kind: "guide", name: "Conflicts: how merging works" },
    { kind: "guide", name: "Vue and Svelte", within: "Forms" },
    { kind: "guide", name: "How to report", within: "Security" },
    { kind: "error", name: "not_initialized" },
    { language: "Rust", name: "merge", within: "Kind" },
    { language: "Rust", name: "Kind", kind: "enum" },
    { language: "JavaScript", name: "merge" },
    { language: "JavaScript", name: "sandbox", kind: "function" },
  ]) {
    assert.ok(has(wanted), JSON.stringify(wanted));
  }
  const pages = new Map();
  for (const { url } of entries) {
    const [page, anchor] = url.split("#");
    const text = pages.get(page) ?? pages.set(page, html(page)).get(page);
    if (anchor) assert.ok(text.includes(`id="${anchor}"`), url);
  }
});
