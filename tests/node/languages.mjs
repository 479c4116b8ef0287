/** The languages of the package by their tags: the files of `calendiff/languages/`. */

import { readdirSync } from "node:fs";

const FOLDER = new URL("../../pkg/dist/languages", import.meta.url);

/** The tags, such as `de`. */
export const TAGS = readdirSync(FOLDER).map((file) => file.replace(".js", ""));

export const LANGUAGES = {};
for (const tag of TAGS)
  LANGUAGES[tag] = (await import(`calendiff/languages/${tag}`)).default;
