/** The guide as a site, and the links of all Markdown. */

import assert from "node:assert/strict";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";

import { buildGuide, slug, sources } from "./guide.mjs";
import { deadLinks } from "./links.mjs";
import { blocks, markdown, read, ROOT } from "./markdown.mjs";

const SITE = mkdtempSync(join(tmpdir(), "calendiff-guide-"));
after(() => rmSync(SITE, { recursive: true }));
buildGuide(SITE);

const pages = readdirSync(SITE).filter((name) => name.endsWith(".html"));
const html = (name) => readFileSync(join(SITE, name), "utf8");

test("each page of the guide is a page of the site, with a title and no script", () => {
  assert.equal(pages.length, sources().length);
  for (const name of pages) {
    assert.match(html(name), /<title>[^<]+<\/title>/);
    assert.equal((html(name).match(/<h1/g) ?? []).length, 1, name);
    assert.doesNotMatch(html(name), /<script/);
  }
});

test("long pages list their sections, beside the text and above it", () => {
  const long = pages.filter(
    (name) =>
      name !== "index.html" && (html(name).match(/<h2/g) ?? []).length >= 4,
  );
  assert.ok(long.length > 10, String(long.length));
  for (const name of long) {
    const [, id] = /<h2 id="([^"]+)">/.exec(html(name));
    // The heading itself is the third.
    assert.equal(html(name).split(`href="#${id}"`).length - 1, 3, name);
  }
});

test("no link of the site is dead, and each page can be reached from the first", () => {
  assert.deepEqual(deadLinks(SITE), []);
  const links = (name) =>
    [...html(name).matchAll(/href="([\w-]+\.html)/g)].map(([, to]) => to);
  const reached = new Set(["index.html"]);
  for (const name of reached) for (const to of links(name)) reached.add(to);
  assert.deepEqual([...reached].sort(), pages.sort());
});

test("a dead link would be noticed", () => {
  writeFileSync(
    join(SITE, "dead.html"),
    '<a href="rust.html#nowhere">a</a> <a class="b" href="nothing.html">b</a> <a href="rust.html#features">c</a> <a href="https://example.com/nowhere.html">d</a>',
  );
  assert.deepEqual(deadLinks(SITE, { pages: ["dead.html"] }), [
    "dead.html → rust.html#nowhere",
    "dead.html → nothing.html",
  ]);
  assert.deepEqual(
    deadLinks(SITE, {
      pages: ["dead.html"],
      address: "https://example.com/",
    }).at(-1),
    "dead.html → https://example.com/nowhere.html",
  );
  rmSync(join(SITE, "dead.html"));
});

test("sections of the specification and codes have their anchors", () => {
  for (const section of ["2.1", "2.1.5", "2.2", "4.1", "7"])
    assert.ok(
      html("specification.html").includes(`<a id="${section}"></a>`),
      section,
    );
  const { length } = JSON.parse(
    readFileSync(
      join(import.meta.dirname, "node_modules/calendiff/dist/codes.json"),
      "utf8",
    ),
  ).filter(({ code }) => {
    assert.ok(html("codes.html").includes(`<tr id="${code}">`), code);
    return true;
  });
  assert.ok(length > 80);
  assert.match(
    html("codes.html"),
    /<a href="specification.html#2\.1\.5">section 2\.1\.5<\/a>/,
  );
});

/** The links of a file of Markdown, but those in code. */
function links(file) {
  const text = read(file)
    .replace(/^```.*?^```$/gms, "")
    .replace(/`[^`\n]*`/g, "");
  const inline = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, to]) => to);
  const defined = new Map(
    [...text.matchAll(/^\[([^\]]+)\]: (\S+)$/gm)].map(([, name, to]) => [
      name,
      to,
    ]),
  );
  const used = [...text.matchAll(/\]\[([^\]]+)\]/g)].map(([, name]) => name);
  return {
    targets: [...inline, ...defined.values()],
    undefinedNames: used.filter((name) => !defined.has(name)),
    unused: [...defined.keys()].filter((name) => !used.includes(name)),
  };
}

for (const file of markdown) {
  test(`${file}: its links lead to files of the repository`, () => {
    const { targets, undefinedNames, unused } = links(file);
    assert.deepEqual([undefinedNames, unused], [[], []]);
    for (const target of targets.filter((target) => !/^[a-z]+:/.test(target))) {
      const [path, anchor] = target.split("#");
      const to =
        path === "" ? join(ROOT, file) : join(ROOT, dirname(file), path);
      assert.ok(existsSync(to), target);
      if (!anchor) continue;
      const headings = [
        ...readFileSync(to, "utf8").matchAll(/^#+ (.*)$/gm),
      ].map(([, heading]) => slug(heading.replace(/<[^>]*>/g, "")));
      assert.ok(
        headings.includes(anchor) ||
          readFileSync(to, "utf8").includes(`<a id="${anchor}">`),
        target,
      );
    }
  });
}

test("npm shows the package's README alone: each of its links is a whole address", () => {
  const relative = links("pkg/README.md").targets.filter(
    (target) => !/^(https:\/\/|#)/.test(target),
  );
  assert.deepEqual(relative, []);
});

test("what leads to the crate's documentation leads to a page of the guide there", () => {
  const [, documentation] = /^documentation = "(.*)"$/m.exec(
    read("Cargo.toml"),
  );
  const pages = [...read("src/faces/guide.rs").matchAll(/^ {4}(\w+) "/gm)].map(
    ([, name]) => `${name}/`,
  );
  assert.equal(pages.length, sources().length - 1);
  const { homepage } = JSON.parse(read("pkg/package.json"));
  const targets = [
    homepage,
    ...markdown.flatMap((file) => links(file).targets),
  ].filter((target) => target.startsWith(documentation));
  assert.ok(targets.length > 1);
  for (const target of targets)
    assert.ok(
      ["", ...pages]
        .map((page) => `${documentation}/latest/calendiff/guide/${page}`)
        .includes(target.split("#")[0]),
      target,
    );
});

/** Who runs what: doctests, readme.test.mjs, guide.page.mjs, cli/tests/guide.rs; what is quoted runs where it is quoted from. The rest is nothing that could run. */
const RUN = {
  rust: "doctest",
  js: "node",
  cjs: "node",
  html: "page",
  jsx: "page",
  tsx: "page",
  console: "cli/tests/guide.rs",
  mjs: "matrix.mjs",
  ts: "openapi.test.mjs",
};
const DATA = ["yaml", "json", "toml", "text", "sh"];

test("every block of code is of a language that some test runs, and what is not run only installs and starts", () => {
  const all = markdown
    .filter((file) => file.startsWith("docs/guide") || file.startsWith("pkg"))
    .flatMap(blocks);
  assert.ok(all.length > 50, String(all.length));
  for (const { file, line, language, code } of all) {
    assert.ok(
      RUN[language] || DATA.includes(language),
      `${file}:${line}: ${language}`,
    );
    if (language === "sh")
      assert.match(
        code,
        /^((cargo (add|install|new)|npm (create|install|run)|cd|export) [^\n]*\n)+$/,
        `${file}:${line}`,
      );
  }
});

test("what is quoted stands in an example, word for word", () => {
  const source = readdirSync(join(ROOT, "examples"), {
    recursive: true,
    withFileTypes: true,
  })
    .filter(
      (entry) =>
        /\.(rs|jsx|tsx?)$/.test(entry.name) &&
        !entry.parentPath.includes("/target/"),
    )
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
  const quoted = markdown.flatMap(blocks).filter(({ quoted }) => quoted);
  assert.ok(quoted.length > 3, String(quoted.length));
  for (const { file, line, code } of quoted)
    assert.ok(
      source.some((text) => text.includes(code)),
      `${file}:${line}`,
    );
});
