/** The languages of the package by their tags: the files of `calendiff/languages/`. */

import { readdirSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "../../pkg/dist/languages");

/** The tags, such as `de`. */
export const TAGS = readdirSync(FOLDER).map((file) => file.replace(".js", ""));

export const LANGUAGES = {};
for (const tag of TAGS)
  LANGUAGES[tag] = (await import(`calendiff/languages/${tag}`)).default;
