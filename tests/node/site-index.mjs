/** What the search of the site finds: sections of the guide, codes, operations, members, and names of both languages. */

import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

import { fileOf, plain, rendered } from "./guide.mjs";

const ENTITIES = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  "#x27": "'",
  nbsp: " ",
  "#160": " ",
};
const text = (html) =>
  plain(html)
    .replace(
      /&(amp|lt|gt|quot|#39|#x27|nbsp|#160);/g,
      (_, name) => ENTITIES[name],
    )
    .replace(/\s+/g, " ")
    .trim();

/** The rows of a page's tables, each with the nearest anchor above it. */
function* rows(html) {
  let anchor = "";
  for (const [, at, id, cells] of html.matchAll(
    /<a id="([^"]+)">|<tr(?: id="([^"]+)")?>(<td.*?)<\/tr>/gs,
  )) {
    if (at) anchor = at;
    else
      yield {
        id: id ?? anchor,
        cells: [...cells.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell]) =>
          text(cell),
        ),
      };
  }
}

const sentence = (...parts) =>
  parts.filter((part) => part && part !== "not shown").join(" · ");

/** Pages whose rows are entries of their own: how a row becomes one. */
const TABLES = {
  "codes.md": ([name, severity, , message, detail]) => ({
    kind: "code",
    name,
    text: sentence(severity, message, detail),
  }),
  "words.md": ([name, sentence]) => ({ kind: "word", name, text: sentence }),
  "errors.md": ([name, means]) => ({ kind: "error", name, text: means }),
  "operations.md": ([area, name, method, path]) => ({
    kind: "operation",
    name,
    within: area,
    text: sentence(method, path),
  }),
  "guide/specification.md": ([name, type, meaning]) =>
    /^[A-Za-z]\w*( R)?$/.test(name) &&
    meaning && {
      kind: "member",
      name: name.replace(/ R$/, ""),
      text: sentence(type, meaning),
    },
};

/** The sections of a page, and its rows where these are looked up by name. */
export function* entriesOf(source) {
  const { title, html } = rendered(source);
  const url = `guide/${fileOf(source)}`;
  // Ranked below the pages that say how things are now.
  const kind = source.endsWith("CHANGELOG.md") ? "changelog" : "guide";
  const entry = TABLES[source];
  if (entry) {
    for (const { id, cells } of rows(html)) {
      const made = entry(cells);
      if (made) yield { ...made, url: `${url}#${id}` };
    }
  }
  // Rows that are entries are not the section's text as well.
  const { first, sections } = parted(
    entry ? html.replace(/<tbody>.*?<\/tbody>/gs, "") : html,
  );
  yield { kind, name: text(title), text: first, url };
  for (const { id, name, text: own } of sections)
    yield { kind, name, within: text(title), text: own, url: `${url}#${id}` };
}

/** The text above the first section of a page, and its sections. */
function parted(html) {
  const [first, ...sections] = html.split(/(?=<h[23] id=)/);
  return {
    first: text(first.replace(/<h1.*?<\/h1>/s, "")),
    sections: sections.map((section) => {
      const [, id, heading] = /<h[23] id="([^"]+)">(.*?)<\/h[23]>/s.exec(
        section,
      );
      return {
        id,
        name: text(heading),
        text: text(section.replace(/<h[23].*?<\/h[23]>/s, "")),
      };
    }),
  };
}

/** The sections of the package's README, which TypeDoc wrote into a page with anchors of its own. */
export function packageEntries(page) {
  const { first, sections } = parted(rendered("../pkg/README.md").html);
  const ids = [
    ...readFileSync(page, "utf8").matchAll(/<h[23] id="([^"]+)"/g),
  ].map(([, id]) => id);
  if (ids.length !== sections.length)
    throw new Error(
      `${page} has ${ids.length} sections, the README ${sections.length}`,
    );
  const title = "The package";
  return [
    { kind: "guide", name: title, text: first, url: "js/index.html" },
    ...sections.map(({ name, text }, i) => ({
      kind: "guide",
      name,
      within: title,
      text,
      url: `js/index.html#${ids[i]}`,
    })),
  ];
}

const ITEM = /^(struct|enum|trait|fn|type|macro|constant|static)\.(\w+)\.html$/;
const ITEMS = { fn: "function" };
const PARTS = {
  method: "method",
  tymethod: "method",
  variant: "variant",
  structfield: "field",
  associatedconstant: "constant",
};

/** The first paragraph of documentation behind an offset. */
function about(html, from, until = html.length) {
  const paragraph = /<div class="docblock[^"]*"><p>(.*?)<\/p>/s.exec(
    html.slice(from, until),
  );
  return paragraph ? text(paragraph[1]) : "";
}

/** The names in rustdoc's pages of the crate. The guide, which is there as well, is none of them. */
export function* rustNames(folder) {
  const seen = new Set();
  const files = readdirSync(join(folder, "calendiff"), { recursive: true }).map(
    (name) => name.replaceAll("\\", "/"),
  );
  // What is passed on has a page at each path; the shortest is the one to use.
  for (const file of files
    .filter((name) => !name.startsWith("guide/"))
    .sort((a, b) => a.split("/").length - b.split("/").length)) {
    const html = () => readFileSync(join(folder, "calendiff", file), "utf8");
    const path = ["calendiff", ...posix.dirname(file).split("/")].filter(
      (part) => part !== ".",
    );
    if (posix.basename(file) === "index.html") {
      if (html().includes('http-equiv="refresh"')) continue;
      yield {
        kind: "module",
        name: path.at(-1),
        within: path.slice(0, -1).join("::"),
        text: path.length > 1 ? about(html(), 0) : "",
        url: `calendiff/${file}`,
      };
      continue;
    }
    const [, kind, name] = ITEM.exec(posix.basename(file)) ?? [];
    if (!name) continue;
    const page = html();
    // A page that only leads on to the name's own.
    if (page.includes('http-equiv="refresh"')) continue;
    const text = about(page, 0);
    const same = `${kind} ${name} ${text}`;
    if (seen.has(same)) continue;
    seen.add(same);
    yield {
      kind: ITEMS[kind] ?? kind,
      name,
      within: path.join("::"),
      text,
      url: `calendiff/${file}`,
    };
    const parts = [
      ...page.matchAll(
        /<(?:section|span) id="((method|tymethod|variant|structfield|associatedconstant)\.(\w+))" class="([^"]*)"/g,
      ),
    ];
    for (const [
      i,
      { 1: id, 2: part, 3: own, 4: classes, index },
    ] of parts.entries()) {
      if (classes.includes("trait-impl")) continue;
      yield {
        kind: PARTS[part],
        name: own,
        within: name,
        text: about(page, index, parts[i + 1]?.index),
        url: `calendiff/${file}#${id}`,
      };
    }
  }
}
