/**
 * Dead links in a folder of HTML. `node links.mjs <folder> [address [part]]` prints those of its pages, or of the pages of a
 * part of it; links to the address lead into the folder.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ENTITIES = {
  "&amp;": "&",
  "&#39;": "'",
  "&#x27;": "'",
  "&quot;": '"',
  "&lt;": "<",
  "&gt;": ">",
};
const unescaped = (text) =>
  text.replace(/&(?:amp|#39|#x27|quot|lt|gt);/g, (entity) => ENTITIES[entity]);

/** All `page → link` that lead to no file of the folder, or to no anchor of a page. */
export const deadLinks = (folder, options) => followed(folder, options).dead;

/**
 * The pages of a folder, how many links lead on within it and elsewhere, those that are dead, and the pages that are
 * `reached` from the first. With `files`, links are also to the scripts, styles and pictures that pages load.
 */
export function followed(folder, { pages, address, files = false } = {}) {
  const pattern = files
    ? /<(?:a|link|script|img)\b[^>]*?\s(?:href|src)="([^"]*)"/g
    : /<a\b[^>]*?\shref="([^"]*)"/g;
  const read = new Map();
  const text = (file) =>
    read.get(file) ?? read.set(file, readFileSync(file, "utf8")).get(file);
  const found = new Map();
  const ids = (file) =>
    found.get(file) ??
    found
      .set(
        file,
        new Set(
          [...text(file).matchAll(/\sid="([^"]*)"/g)].map(([, id]) =>
            unescaped(id),
          ),
        ),
      )
      .get(file);
  const anchored = (file, anchor) =>
    [anchor, decodeURIComponent(anchor)].some((id) => ids(file).has(id));
  pages ??= readdirSync(folder, { recursive: true }).filter((name) =>
    name.endsWith(".html"),
  );
  const [dead, leads] = [[], new Map()];
  let [inner, outer] = [0, 0];
  for (const page of pages.map((name) => join(folder, name))) {
    const to = new Set();
    leads.set(page, to);
    for (const [, href] of text(page).matchAll(pattern)) {
      const inside =
        address && href.startsWith(address)
          ? `${folder}/${href.slice(address.length)}`
          : undefined;
      if (!inside && /^[a-z]+:/.test(href)) {
        outer++;
        continue;
      }
      inner++;
      const [path, anchor] = unescaped(inside ?? href)
        .replace(/\?[^#]*/, "")
        .split("#");
      let file =
        path === ""
          ? page
          : inside
            ? path
            : join(dirname(page), decodeURIComponent(path));
      if (file.endsWith("/")) file = join(file, "index.html");
      // Lines of source are marked by a script.
      const lines = /^\d+(-\d+)?$/.test(anchor ?? "") && file.includes("/src/");
      to.add(file);
      if (!existsSync(file) || (anchor && !lines && !anchored(file, anchor)))
        dead.push(`${relative(folder, page)} → ${href}`);
    }
  }
  const reached = new Set([join(folder, "index.html")]);
  for (const page of reached)
    for (const to of leads.get(page) ?? [])
      if (to.endsWith(".html")) reached.add(to);
  return {
    pages,
    inner,
    outer,
    dead,
    reached: [...reached].map((page) => relative(folder, page)),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, address, part = ""] = process.argv.slice(2);
  const pages = readdirSync(join(folder, part), { recursive: true })
    .filter((name) => name.endsWith(".html"))
    .map((name) => join(part, name));
  const dead = deadLinks(folder, { address, pages });
  for (const link of dead) console.error(link);
  console.log(`${pages.length} pages, ${dead.length} dead links`);
  process.exitCode = dead.length > 0 ? 1 : 0;
}
