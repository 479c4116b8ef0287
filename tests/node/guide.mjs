/**
 * The guide as a site: each page of `docs/guide/`, the codes and the operations, as HTML that needs no script and no server.
 * `node guide.mjs [folder]`
 */

import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

import hljs from "highlight.js";
import { Marked } from "marked";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const HERE = join(ROOT, "docs/guide");

/** Where a page of the repository's `docs/` lies in the site. */
export const fileOf = (source) =>
  source === "guide/README.md"
    ? "index.html"
    : basename(source).toLowerCase().replace(/\.md$/, ".html");

/** The pages in reading order: that of the links in the guide's own list of contents. */
export function sources() {
  const listed = [
    ...readFileSync(join(HERE, "README.md"), "utf8").matchAll(
      /^\[[^\]]+\]: (\S+\.md)$/gm,
    ),
  ].map(([, path]) => posix.join("guide", path));
  const order = ["guide/README.md", ...listed];
  const lost = readdirSync(HERE).filter(
    (name) => name.endsWith(".md") && !order.includes(`guide/${name}`),
  );
  if (lost.length > 0)
    throw new Error(`docs/guide/README.md does not list ${lost.join(", ")}`);
  return order;
}

/** The name of each page's module in the crate's documentation. */
export const modules = () =>
  new Map(
    [
      ...readFileSync(join(ROOT, "src/faces/guide.rs"), "utf8").matchAll(
        /^ {4}(\w+) "([^"]+)"/gm,
      ),
    ].map(([, name, source]) => [source, name]),
  );

export const escapeHtml = (text) =>
  text.replace(
    /[&<>"]/g,
    (letter) =>
      ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[letter],
  );
export const plain = (html) => html.replace(/<[^>]*>/g, "");

/** A heading's anchor, as GitHub makes it. */
export const slug = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");

/** Lines that only tests need: those that rustdoc hides. */
export const shown = (code, language) =>
  language === "rust" ? code.replace(/^# .*\n?|^#\n/gm, "") : code;

const LANGUAGES = {
  console: "shell",
  html: "xml",
  js: "javascript",
  jsx: "javascript",
  sh: "bash",
  toml: "ini",
  ts: "typescript",
  tsx: "typescript",
};

/** A page of Markdown as HTML, with its title. */
export function rendered(source) {
  const text = readFileSync(join(ROOT, "docs", source), "utf8");
  let title;
  const slugs = new Map();
  const marked = new Marked({
    // Addresses are links where they are written as links; messages have examples of them.
    tokenizer: { url: () => undefined },
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens);
        title ??= plain(html);
        const base = slug(plain(html));
        const seen = slugs.get(base) ?? 0;
        slugs.set(base, seen + 1);
        const id = seen === 0 ? base : `${base}-${seen}`;
        return depth === 1
          ? `<h1 id="${id}">${html}</h1>\n`
          : `<h${depth} id="${id}"><a href="#${id}">${html}</a></h${depth}>\n`;
      },
      code({ text, lang }) {
        const language = (lang ?? "").split(",")[0];
        const known = LANGUAGES[language] ?? language;
        const code = shown(text, language);
        const html = hljs.getLanguage(known)
          ? hljs.highlight(code, { language: known }).value
          : escapeHtml(code);
        return `<pre tabindex="0"><code>${html}</code></pre>\n`;
      },
      link({ href, title, tokens }) {
        const [path, anchor] = href.split("#");
        const local = path.endsWith(".md") && !path.includes(":");
        const to = local
          ? fileOf(posix.join(posix.dirname(source), path)) +
            (anchor ? `#${anchor}` : "")
          : href;
        return `<a href="${escapeHtml(to)}"${title ? ` title="${escapeHtml(title)}"` : ""}>${this.parser.parseInline(tokens)}</a>`;
      },
      table({ header, rows }) {
        const text = ({ tokens }) => this.parser.parseInline(tokens);
        // Where a row would be too wide, its cells stand below each other, each with the name of its column.
        const wide = header.length > 4;
        // JSON has no spaces to break a line at.
        const hasExamples = header.at(-1).text === "for example";
        const broken = (html, i) =>
          hasExamples && i === header.length - 1
            ? html.replace(/,(?=&quot;|[[{])/g, ",<wbr>")
            : html;
        const cell = (own, i) =>
          `<td${wide ? ` data-column="${escapeHtml(plain(text(header[i])))}"` : ""}>${broken(text(own), i)}</td>`;
        // A row that begins with a name, such as that of a code, can be linked to.
        const row = (cells) => {
          const [first] = cells[0].tokens;
          const isName =
            first?.type === "codespan" &&
            cells[0].tokens.length === 1 &&
            /^\w+$/.test(first.text) &&
            source !== "guide/specification.md";
          const name =
            source === "operations.md"
              ? slug(`${cells[0].text} ${cells[1].text}`)
              : isName && first.text;
          const id = name ? ` id="${name}"` : "";
          return `<tr${id}>${cells.map(cell).join("")}</tr>`;
        };
        return `<div class="table" tabindex="0"><table${wide ? ` class="wide${hasExamples ? " examples" : ""}"` : ""}><thead><tr>${header.map((own) => `<th>${text(own)}</th>`).join("")}</tr></thead><tbody>${rows.map(row).join("\n")}</tbody></table></div>\n`;
      },
    },
  });
  const html = marked.parse(text);
  return { title, html };
}

/** "section 2.1.5" leads to that section. */
const withSections = (html) =>
  html
    .replace(
      /(?<![\w>])section (\d(?:\.\d)*)\b/g,
      '<a href="specification.html#$1">$&</a>',
    )
    .replace(
      /(?<=<td data-column="section">)[\d.]+/g,
      '<a href="specification.html#$&">$&</a>',
    );

/** The sections of a page: id and heading of each `h2`. */
const sections = (html) =>
  [...html.matchAll(/<h2 id="([^"]+)"><a[^>]*>(.*?)<\/a><\/h2>/g)].map(
    ([, id, heading]) => ({
      id,
      heading: heading.replace(/<\/?a\b[^>]*>/g, ""),
    }),
  );

/** A page with fewer sections than this has no list of them; nor has the first, which lists all pages. */
const LONG = 4;

function page(source, pages) {
  const { title, html } = pages.get(source);
  const order = [...pages.keys()];
  const at = order.indexOf(source);
  const link = (to, text = pages.get(to).title, rel = "") =>
    `<a href="${fileOf(to)}"${to === source ? ' aria-current="page"' : ""}${rel && ` rel="${rel}"`}>${text}</a>`;
  const [before, after] = [order[at - 1], order[at + 1]];
  const own = sections(html);
  const here =
    own.length < LONG || source === order[0]
      ? ""
      : `<ul>${own.map(({ id, heading }) => `<li><a href="#${id}">${heading}</a></li>`).join("")}</ul>`;
  const list = (nested) =>
    `<ul>\n${order
      .slice(1)
      .map((to) => `<li>${link(to)}${to === source ? nested : ""}</li>`)
      .join("\n")}\n</ul>`;
  const text = source === "guide/specification.md" ? html : withSections(html);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title === "calendiff guide" ? title : `${title} · calendiff`}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="guide.css">
<a class="skip" href="#content">Skip to the text</a>
<header>
<p><a href="index.html">calendiff guide</a></p>
<details>
<summary>Pages</summary>
<nav aria-label="Pages">
${list("")}
</nav>
</details>
<nav class="beside" aria-label="Pages">
${list(here)}
</nav>
</header>
<main id="content">
${here ? text.replace("</h1>\n", `</h1>\n<details class="here"><summary>On this page</summary><nav aria-label="On this page">${here}</nav></details>\n`) : text}
<footer class="turn">
<p class="up"><a href="index.html">Contents</a></p>
<p>${before ? `← ${link(before, undefined, "prev")}` : ""}</p>
<p>${after ? `${link(after, undefined, "next")} →` : ""}</p>
</footer>
</main>
</html>
`;
}

/** Writes the site into a folder, in place of what is there. `more` are pages that follow the guide's, by their path from `docs/`. */
export function buildGuide(folder = join(ROOT, "target/guide"), more = []) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const pages = new Map(
    [...sources(), ...more].map((source) => [source, rendered(source)]),
  );
  for (const source of pages.keys())
    writeFileSync(join(folder, fileOf(source)), page(source, pages));
  writeFileSync(
    join(folder, "guide.css"),
    readFileSync(join(HERE, "guide.css")),
  );
  return folder;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  console.log(`the guide is in ${buildGuide(process.argv[2])}`);
