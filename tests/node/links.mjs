/**
 * Dead links in a folder of HTML. `node links.mjs <folder> [address [part]]` prints those of its pages, or of the pages of a
 * part of it; links to the address lead into the folder.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const unescaped = (text) => text.replaceAll("&amp;", "&");

/** All `page → link` that lead to no file of the folder, or to no anchor of a page. */
export function deadLinks(folder, { pages, address } = {}) {
  const html = new Map();
  const text = (file) => html.get(file) ?? html.set(file, readFileSync(file, "utf8")).get(file);
  const anchored = (file, anchor) => [anchor, decodeURIComponent(anchor)].some((id) => text(file).includes(`id="${id}"`));
  pages ??= readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".html"));
  const dead = [];
  for (const page of pages.map((name) => join(folder, name))) {
    for (const [, href] of text(page).matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)) {
      const inside = address && href.startsWith(address) ? `${folder}/${href.slice(address.length)}` : undefined;
      if (!inside && /^[a-z]+:/.test(href)) continue;
      const [path, anchor] = unescaped(inside ?? href).split("#");
      let file = path === "" ? page : inside ? path : join(dirname(page), decodeURIComponent(path));
      if (file.endsWith("/")) file = join(file, "index.html");
      // Lines of source are marked by a script.
      const lines = /^\d+(-\d+)?$/.test(anchor ?? "") && file.includes("/src/");
      if (!existsSync(file) || (anchor && !lines && !anchored(file, anchor))) dead.push(`${relative(folder, page)} → ${href}`);
    }
  }
  return dead;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, address, part = ""] = process.argv.slice(2);
  const pages = readdirSync(join(folder, part), { recursive: true }).filter((name) => name.endsWith(".html")).map((name) => join(part, name));
  const dead = deadLinks(folder, { address, pages });
  for (const link of dead) console.error(link);
  console.log(`${pages.length} pages, ${dead.length} dead links`);
  process.exitCode = dead.length > 0 ? 1 : 0;
}
