/**
 * Everything that can be read about calendiff as one folder, which needs no server: the guide, the documentation of both
 * languages, the editor and a report, with one bar on top of each page and a search over all of it.
 * `node site.mjs <folder with rustdoc's pages> <file of a report>`
 */

import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

import hljs from "highlight.js";

import {
  buildGuide,
  escapeHtml,
  fileOf,
  modules,
  rendered,
  sources,
} from "./guide.mjs";
import { followed } from "./links.mjs";
import { onSite, writeTexts } from "./llms.mjs";
import { blocks, read, ROOT } from "./markdown.mjs";
import { buildPage } from "./page-build.mjs";
import { entriesOf, packageEntries, rustNames } from "./site-index.mjs";
import { buildTypes } from "./site-types.mjs";

const HERE = join(ROOT, "docs", "site");
/** Pages beside the guide, by their path from `docs/`. */
const MORE = [
  "../CHANGELOG.md",
  "../SECURITY.md",
  "../CONTRIBUTING.md",
  "../ARCHITECTURE.md",
  "../DEVELOPERS.md",
  "RELEASING.md",
  "../engines/ENGINES.md",
  "../engines/datafusion/SQL.md",
];
const { version } = JSON.parse(read("pkg/package.json"));

/**
 * The parts of the site: each with the folder or file whose pages belong to it, and what the start page says of it. The
 * bar leads to all but those that are `aside`.
 */
const PARTS = [
  {
    to: "guide/index.html",
    name: "Guide",
    about:
      "Tutorials, each step of an update, forms, merging, the command and git.",
  },
  {
    to: "rust/calendiff/index.html",
    within: "rust/",
    name: "Rust",
    about: "The crate's documentation, with every feature.",
  },
  {
    to: "js/index.html",
    within: "js/",
    name: "JavaScript",
    about: "The package's entries and types.",
  },
  {
    to: "guide/codes.html",
    name: "Codes",
    about: "Everything that can be found wrong, and how it is said.",
  },
  {
    to: "guide/words.html",
    name: "Codes of changes",
    about: "The codes of changes, decisions, conflicts and fixes.",
    aside: true,
  },
  {
    to: "guide/errors.html",
    name: "Errors",
    about: "The code of every error that a call can return or throw.",
    aside: true,
  },
  {
    to: "guide/operations.html",
    name: "Operations",
    about: "Every operation that the specification names.",
  },
  {
    to: "guide/stability.html",
    name: "Stability",
    about: "What you may depend on, and what may change.",
  },
  {
    to: "guide/changelog.html",
    name: "Changelog",
    about: "What is new in each version.",
  },
  {
    to: "editor/index.html",
    name: "Editor",
    about: "Edit a calendar, see what is wrong, what changes, and the request.",
  },
  {
    to: "report.html",
    name: "Report",
    about: "What calendiff review --format html writes, for others to read.",
  },
  {
    to: "guide/security.html",
    name: "Security",
    about: "What is promised, and how to report a hole or a bug.",
    aside: true,
  },
  {
    to: "guide/developers.html",
    name: "For developers",
    about: "How calendiff is built, tested, changed and released.",
    aside: true,
  },
];

/** The foot of each page that is written here. */
const foot = (root) =>
  `<footer class="foot"><p>calendiff ${version}</p><p><a href="${root}license-mit.txt">MIT</a> or <a href="${root}license-apache.txt">Apache-2.0</a></p><p><a href="${root}guide/security.html">Security, and how to report a bug</a></p><p><a href="${root}guide/developers.html">For developers</a></p><p><a href="${root}guide/changelog.html">Changelog</a></p><p>For programs: <a href="${root}llms.txt">llms.txt</a></p></footer>`;

/** The part that a page belongs to. */
function partOf(page) {
  const own =
    PARTS.find(
      ({ to }) =>
        to === page || (page === "sources.html" && to.startsWith("rust/")),
    ) ?? PARTS.find(({ within }) => within && page.startsWith(within));
  return own ?? PARTS.find(() => page.startsWith("guide/"));
}

/** The bar of a page. It keeps its own styles in a tree of its own, since each generator of pages brings others. */
function bar(page) {
  const up = relative(dirname(page), ".").replaceAll("\\", "/");
  const root = up ? `${up}/` : "";
  const current = partOf(page);
  const items = PARTS.filter(({ aside }) => !aside)
    .map(
      (part) =>
        `<li><a href="${root}${part.to}"${part === current ? ' aria-current="true"' : ""}>${part.name}</a></li>`,
    )
    .join("");
  return `<link rel="stylesheet" href="${root}pages.css"><div id="calendiff-bar"><template shadowrootmode="open"><link rel="stylesheet" href="${root}bar.css"><header><a class="home" href="${root}index.html">calendiff</a><nav aria-label="calendiff"><ul>${items}</ul></nav><form role="search" action="${root}search.html"><input type="search" name="q" placeholder="Search" aria-label="Search everything" autocomplete="off" spellcheck="false"></form></header></template></div><script src="${root}search.js" data-root="${root}" defer></script>`;
}

/** Links to the published documentation lead to the same page of the site. */
function inside(html, root, guide) {
  const files = new Map(
    MORE.map((source) => [basename(source), fileOf(source)]),
  );
  const ours = html
    .replace(
      /href="https:\/\/docs\.rs\/crate\/calendiff\/latest\/source\/([^"#]+)/g,
      (own, file) =>
        files.has(file) ? `href="${root}guide/${files.get(file)}` : own,
    )
    .replaceAll(
      'href="https://www.npmjs.com/package/calendiff',
      `href="${root}js/index.html`,
    );
  return ours.replace(
    /href="https:\/\/docs\.rs\/calendiff(?:\/latest)?(?:\/([^"#]*))?(#[^"]*)?"/g,
    (_, path = "", anchor = "") => {
      const to =
        path === ""
          ? "rust/calendiff/index.html"
          : path === "calendiff/guide/"
            ? "guide/index.html"
            : (guide.get(path) ??
              `rust/${path}${path.endsWith("/") ? "index.html" : ""}`);
      return `href="${root}${to}${anchor}"`;
    },
  );
}

/** Puts the bar on every page, and lets links stay in the folder. */
function unite(folder) {
  const guide = new Map(
    [...modules()].map(([source, name]) => [
      `calendiff/guide/${name}/`,
      `guide/${fileOf(source)}`,
    ]),
  );
  for (const page of readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(".html"))
    .map((name) => name.replaceAll("\\", "/"))) {
    const html = readFileSync(join(folder, page), "utf8");
    // A page that only leads on to another one.
    if (/<meta http-equiv="refresh"/.test(html)) continue;
    const up = relative(dirname(page), ".").replaceAll("\\", "/");
    const root = up ? `${up}/` : "";
    const [head] =
      /<body[^>]*>|<a class="skip"[^>]*>[^<]*<\/a>/.exec(html) ?? [];
    if (!head) throw new Error(`${page}: there is no place for the bar`);
    // READMEs show the picture from where it is published.
    const pictured = inside(html, root, guide).replace(
      /(src=")[^"]+\/page\.webp(?=")/g,
      `$1${root}page-light.webp`,
    );
    const written =
      page.startsWith("guide/") || (root === "" && page !== "report.html");
    const footed = written
      ? pictured.replace(/<\/main>/, `${foot(root)}</main>`)
      : pictured;
    writeFileSync(
      join(folder, page),
      footed.replace(head, (own) => own + bar(page)),
    );
  }
}

const code = (text, language) =>
  `<pre tabindex="0"><code>${language ? hljs.highlight(text, { language }).value : escapeHtml(text)}</code></pre>`;

/** The first block of a language in the README, as readers see it. */
function sample(language) {
  const { code } = blocks("README.md").find(
    (block) => block.language === language,
  );
  return code.replace(/^# .*\n?/gm, "").trimEnd();
}

/** What the command says in the README, up to the body. */
const review = () => sample("text").split("\n\nBody to send")[0];

const frame = (title, main) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="description" content="Know what a PUT will do before you send it: validate, normalize, diff and build update bodies for the calendars and locations of HighLevel's API v2.">
<title>${title}</title>
<link rel="icon" href="icon.svg">
<link rel="stylesheet" href="guide/guide.css">
<link rel="stylesheet" href="site.css">
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
${main}
</body>
</html>
`;

/** The lists of the guide's first page, with their headings. */
function contents() {
  const { html } = rendered("guide/README.md");
  const lists = [
    ...html.matchAll(
      /<h2 id="[^"]+"><a[^>]*>([^<]+)<\/a><\/h2>\s*(<ul>.*?<\/ul>)/gs,
    ),
  ];
  return lists
    .map(
      ([, heading, list]) =>
        `<section><h3>${heading}</h3>${list.replaceAll('href="', 'href="guide/')}</section>`,
    )
    .join("\n");
}

const start = (counts) =>
  frame(
    "calendiff: know what a PUT will do before you send it",
    `<main class="start" id="content">
<section class="first">
<div>
<h1>Know what a PUT will do before you send&nbsp;it</h1>
<p>You are about to update a booking calendar or a business location. What is wrong with your draft? What will it change?
What exactly should you send? calendiff answers before anything leaves your machine, in Rust, in JavaScript and on the
command line, with the same answers to the byte.</p>
<p class="ways"><a class="main" href="guide/index.html">Read the guide</a> <a href="editor/index.html">Open the editor</a> <a href="search.html">Search</a></p>
</div>
<a class="picture" href="editor/index.html"><picture><source media="(prefers-color-scheme: dark)" srcset="page-dark.webp"><img src="page-light.webp" alt="A calendar in the editor: its week as a picture, and its changes in words" width="1080" height="705"></picture></a>
</section>
<section class="three" aria-label="Getting started">
<div><div><h2>Rust</h2>${code("cargo add calendiff serde_json")}<p><a href="guide/rust.html">Tutorial: two records</a><br><a href="rust/calendiff/index.html">All names of the crate</a><br><a href="sources.html">Its sources</a></p></div>${code(sample("rust"), "rust")}</div>
<div><div><h2>JavaScript</h2>${code("npm install calendiff")}<p><a href="guide/react.html">Tutorial: a form in React</a><br><a href="guide/javascript.html">Load the package</a><br><a href="js/index.html">All entries and types of the package</a></p></div>${code(sample("js"), "javascript")}</div>
<div><div><h2>Command</h2>${code("cargo install calendiff-cli")}<p><a href="guide/many-records.html">Tutorial: 2,000 calendars</a><br><a href="guide/command.html">The command and git</a><br><a href="report.html">The same review as a page</a></p></div>${code(review())}</div>
</section>
<section class="contents"><h2>The guide</h2><div>
${contents()}
</div></section>
<section class="parts"><h2>All of it</h2><ul>
${PARTS.map(({ to, name, about }) => `<li><a href="${to}"><b>${name}</b><span>${about}</span>${counts[name] ? `<small>${counts[name]}</small>` : ""}</a></li>`).join("\n")}
</ul></section>
</main>`,
  );

const SEARCH = frame(
  "Search · calendiff",
  `<main class="search" id="content"><h1>Search</h1><noscript><p>Searching needs JavaScript, which runs on your machine. Without it, the <a href="guide/index.html">guide</a> has a list of its pages.</p></noscript><div id="about">
<p>Type into the field above. It finds</p>
<ul>
<li>pages and sections of the guide, such as <a href="search.html?q=conflict">conflict</a> or <a href="search.html?q=holiday">holiday</a></li>
<li>codes of issues and errors, such as <a href="search.html?q=color_short">color_short</a> or <a href="search.html?q=not_initialized">not_initialized</a></li>
<li>members of both records, such as <a href="search.html?q=eventColor">eventColor</a>, also when they are misspelled</li>
<li>operations of the service, such as <a href="search.html?q=update+calendar">update calendar</a></li>
<li>names of the crate and the package, such as <a href="search.html?q=Kind">Kind</a> or <a href="search.html?q=sandbox">sandbox</a></li>
</ul>
</div><p id="count" role="status"></p><ol id="results"></ol></main>`,
);

/** The crate's files. rustdoc lists them by a script alone. */
function files(folder) {
  const names = readdirSync(join(folder, "rust", "src", "calendiff"), {
    recursive: true,
  }).filter((name) => name.endsWith(".rs.html"));
  const items = names
    .map((name) => name.replaceAll("\\", "/"))
    .sort()
    .map(
      (name) =>
        `<li><a href="rust/src/calendiff/${name}">${name.replace(/\.html$/, "")}</a></li>`,
    );
  return frame(
    "Sources · calendiff",
    `<main class="sources" id="content"><h1>Sources of the crate</h1><p>As rustdoc shows them; it also has <a href="rust/help.html">help</a> and <a href="rust/settings.html">settings</a>.</p><ul>${items.join("\n")}</ul></main>`,
  );
}

/** A number with its noun. */
const many = (count, one, more) => `${count} ${count === 1 ? one : more}`;

/** Writes the site into a folder, in place of what is there. */
export async function buildSite({
  folder = join(ROOT, "target", "site"),
  rustdoc,
  report,
}) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(rustdoc, join(folder, "rust"), {
    recursive: true,
    filter: (name) => !/\.lock$|CACHEDIR\.TAG$/.test(name),
  });
  buildGuide(join(folder, "guide"), MORE);
  writeTexts(folder, onSite);
  const types = await buildTypes(join(folder, "js"));
  rmSync(join(folder, "tsconfig.json"));
  await buildPage(join(folder, "editor"), "../guide/index.html");
  copyFileSync(report, join(folder, "report.html"));
  for (const name of readdirSync(HERE))
    copyFileSync(join(HERE, name), join(folder, name));
  for (const name of ["page-light.webp", "page-dark.webp"])
    copyFileSync(join(ROOT, "docs", name), join(folder, name));
  copyFileSync(join(ROOT, "www", "icon.svg"), join(folder, "icon.svg"));
  for (const name of ["LICENSE-MIT", "LICENSE-APACHE"])
    copyFileSync(join(ROOT, name), join(folder, `${name.toLowerCase()}.txt`));

  const entries = [
    ...[...sources(), ...MORE].flatMap((source) => [...entriesOf(source)]),
    ...packageEntries(join(folder, "js", "index.html")),
    ...[...rustNames(join(folder, "rust"))].map((entry) => ({
      ...entry,
      in: "Rust",
      url: `rust/${entry.url}`,
    })),
    ...types.map((entry) => ({
      ...entry,
      in: "JavaScript",
      url: `js/${entry.url}`,
    })),
  ];
  const rows = entries.map(
    ({ name, kind, within = "", in: language = "", url, text }) =>
      JSON.stringify([name, kind, within, language, url, text]),
  );
  writeFileSync(
    join(folder, "search-index.js"),
    `globalThis.calendiffIndex = [\n${rows.join(",\n")}\n];\n`,
  );

  const count = (kind, language = "") =>
    entries.filter(
      (entry) => entry.kind === kind && (entry.in ?? "") === language,
    ).length;
  const named = (language) =>
    entries.filter((entry) => entry.in === language).length;
  const counts = {
    Guide: many(sources().length, "page", "pages"),
    Rust: many(named("Rust"), "name", "names"),
    JavaScript: many(named("JavaScript"), "name", "names"),
    Codes: many(count("code"), "code", "codes"),
    "Codes of changes": many(count("word"), "code", "codes"),
    Errors: many(count("error"), "code", "codes"),
    Operations: many(count("operation"), "operation", "operations"),
  };
  // rustdoc's own help leads there.
  writeFileSync(
    join(folder, "rust", "index.html"),
    '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=calendiff/index.html"><title>calendiff</title><a href="calendiff/index.html">The crate</a>\n',
  );
  writeFileSync(join(folder, "index.html"), start(counts));
  writeFileSync(join(folder, "search.html"), SEARCH);
  writeFileSync(join(folder, "sources.html"), files(folder));
  unite(folder);
  return { folder, entries };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [rustdoc, report] = process.argv.slice(2);
  const { folder, entries } = await buildSite({ rustdoc, report });
  const { pages, inner, outer, dead } = followed(folder, { files: true });
  for (const link of dead) console.error(link);
  console.log(
    `the site is in ${folder}: ${pages.length} pages, ${inner} links within it, ${dead.length} of them dead, ${outer} to elsewhere; ${entries.length} entries to search`,
  );
  process.exitCode = dead.length > 0 ? 1 : 0;
}
