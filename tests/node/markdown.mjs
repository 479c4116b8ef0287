/** The repository's Markdown: its files, and the code in them. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const inside = (folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name));

const examples = readdirSync(join(ROOT, "examples"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => join("examples", name));

/** All that people read, by path from the root. */
export const markdown = [
  ...inside("."),
  ...inside("pkg"),
  ...inside("docs"),
  ...inside("docs/guide"),
  ...inside("engines"),
  ...inside("engines/cluster"),
  ...inside("engines/datafusion"),
  ...inside("examples"),
  ...examples.flatMap(inside),
];

export const read = (file) => readFileSync(join(ROOT, file), "utf8");

/** The fenced blocks of a file, each with its language, the line of its first line of code, and whether it is quoted from an example. */
export function blocks(file) {
  const text = read(file);
  return [...text.matchAll(/^```(\S*)[^\n]*\n(.*?)^```$/gms)].map(
    ({ 1: marks, 2: code, index }) => {
      const [language, ...others] = marks.split(",");
      return {
        file,
        line: text.slice(0, index).split("\n").length + 1,
        language,
        code,
        quoted: others.includes("ignore"),
      };
    },
  );
}
