/** The guide as text for programs, on the site and in the package. */

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { buildGuide, modules, sources } from "./guide.mjs";
import { list, onSite, published, whole, writeTexts } from "./llms.mjs";
import { blocks, read } from "./markdown.mjs";

const SITE = mkdtempSync(join(tmpdir(), "calendiff-llms-"));
after(() => rmSync(SITE, { recursive: true }));
buildGuide(join(SITE, "guide"));
writeTexts(SITE, onSite);

const PAGES = sources().slice(1);
const outside = (text) => text.replace(/^```.*?^```$/gms, "");
const prose = (text) => outside(text).replace(/`[^`\n]*`/g, "");
const targets = (text) =>
  [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to]) => to);

for (const [where, address] of Object.entries({
  "the site": onSite,
  "the package": published,
})) {
  test(`llms.txt of ${where} lists each page of the guide once, with a line about it`, () => {
    const [title, summary, ...rest] = list(address).split("\n\n");
    assert.equal(title, "# calendiff");
    assert.match(summary, /^> [^\n]+\.$/);
    const lists = rest.slice(rest.findIndex((part) => part.startsWith("## ")));
    const items = lists
      .filter((_, i) => i % 2 === 1)
      .flatMap((part) => part.trimEnd().split("\n"));
    assert.ok(
      lists
        .filter((_, i) => i % 2 === 0)
        .every((part) => /^## [^\n]+$/.test(part)),
    );
    for (const item of items) assert.match(item, /^- \[[^\]]+\]\(\S+\): \S.+$/);
    assert.deepEqual(
      items.map((item) => /\]\((\S+)\)/.exec(item)[1]).sort(),
      PAGES.map(address).sort(),
    );
  });

  test(`llms-full.txt of ${where} has every heading and every block of code of the guide`, () => {
    const text = whole(address);
    for (const source of sources()) {
      const page = read(join("docs", source));
      for (const [heading] of outside(page).matchAll(/^#+ .*$/gm))
        assert.ok(
          text.includes(heading.replace(/\]\[[^\]]*\]/, "")),
          `${source}: ${heading}`,
        );
      // Rust has lines that only tests need.
      for (const { language, line, code } of blocks(join("docs", source)))
        assert.ok(
          language === "rust" || text.includes(code),
          `${source}:${line}`,
        );
    }
    assert.doesNotMatch(text, /^# (use|Ok::|fn|let|#)/m);
  });

  test(`the links of both texts of ${where} are whole, and none needs a definition`, () => {
    for (const text of [list(address), whole(address)]) {
      assert.doesNotMatch(prose(text), /\]\[|^\[[^\]]+\]: |\]\([^)]*\.md[)#]/m);
      assert.ok(targets(text).length > 20);
    }
  });
}

test("no link of the site's texts is dead", () => {
  for (const name of ["llms.txt", "llms-full.txt"]) {
    for (const target of targets(readFileSync(join(SITE, name), "utf8")).filter(
      (to) => !/^[a-z]+:/.test(to),
    )) {
      const [file, anchor] = target.split("#");
      assert.ok(existsSync(join(SITE, file)), `${name}: ${target}`);
      if (anchor)
        assert.ok(
          readFileSync(join(SITE, file), "utf8").includes(` id="${anchor}"`),
          `${name}: ${target}`,
        );
    }
  }
});

test("links of the package's texts lead to pages of the published guide", () => {
  const { homepage } = JSON.parse(read("pkg/package.json"));
  const pages = ["", ...[...modules().values()].map((name) => `${name}/`)].map(
    (page) => homepage + page,
  );
  const inside = [
    ...targets(list(published)),
    ...targets(whole(published)),
  ].filter((to) => to.startsWith(homepage));
  assert.ok(inside.length > 60, String(inside.length));
  for (const target of inside)
    assert.ok(pages.includes(target.split("#")[0]), target);
});

test("the package that is packed has the texts of the guide as it is", () => {
  const packed = (name) =>
    readFileSync(
      join(import.meta.dirname, "node_modules", "calendiff", name),
      "utf8",
    );
  for (const [name, text] of [
    ["llms.txt", list(published)],
    ["llms-full.txt", whole(published)],
  ])
    assert.ok(
      packed(name) === text,
      `${name} is of an earlier guide: run \`cargo xtask test pack\``,
    );
});
