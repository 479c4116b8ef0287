/**
 * The guide as text for programs: `llms.txt` lists its pages in the format of https://llmstxt.org, and `llms-full.txt` contains
 * them. `node llms.mjs <folder>` writes both for the package.
 */

import { writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";

import { fileOf, modules, shown, sources } from "./guide.mjs";
import { read } from "./markdown.mjs";

const [FIRST] = sources();
const { homepage, description } = JSON.parse(read("pkg/package.json"));

/** Addresses of pages on the site, from its root. */
export const onSite = (source) => `guide/${fileOf(source)}`;
/** Addresses of pages in the crate's documentation, for text that is read elsewhere. */
export const published = (source) =>
  source === FIRST ? homepage : `${homepage}${modules().get(source)}/`;

/** Applies a function to the prose of Markdown, and another one to its fenced blocks. */
const mapped = (text, prose, block) =>
  text
    .split(/(^```.*?^```$)/ms)
    .map((part, i) => (i % 2 === 0 ? prose(part) : block(part)))
    .join("");

/** A page whose links are inline and lead to addresses, without the lines of code that only tests need. */
function page(source, address) {
  const text = read(join("docs", source));
  const leads = (to) => {
    const [path, anchor] = to.split("#");
    if (/^[a-z]+:/.test(to)) return to;
    return (
      address(path ? posix.join(posix.dirname(source), path) : source) +
      (anchor ? `#${anchor}` : "")
    );
  };
  const targets = new Map(
    [...text.matchAll(/^\[([^\]]+)\]: (\S+)$/gm)].map(([, name, to]) => [
      name,
      leads(to),
    ]),
  );
  const prose = (part) =>
    part
      .replace(/\]\(([^)\s]+)\)/g, (_, to) => `](${leads(to)})`)
      .replace(/\]\[([^\]]+)\]/g, (own, name) =>
        targets.has(name) ? `](${targets.get(name)})` : own,
      )
      .replace(/^\[[^\]]+\]: \S+\n?/gm, "");
  return `${mapped(text, prose, (block) => shown(block, /^```(\w*)/.exec(block)[1])).trimEnd()}\n`;
}

/** The list of pages, with the introduction of the guide. */
export function list(address) {
  const [first, ...sections] = page(FIRST, address).split(/^(?=## )/m);
  const introduction = first.replace(/^# .*\n+/, "").trimEnd();
  const lists = sections
    .filter((section) => /^- \[/m.test(section))
    .map((section) => section.trimEnd());
  return [
    `# calendiff`,
    `> ${description}`,
    introduction,
    "All pages as one text: [llms-full.txt](llms-full.txt)",
    ...lists,
  ]
    .join("\n\n")
    .concat("\n");
}

/** All pages, in reading order. */
export const whole = (address) =>
  sources()
    .map((source) => page(source, address))
    .join("\n");

/** Writes both texts into a folder. */
export function writeTexts(folder, address) {
  writeFileSync(join(folder, "llms.txt"), list(address));
  writeFileSync(join(folder, "llms-full.txt"), whole(address));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeTexts(process.argv[2], published);
