/** A language as data: `import de from "calendiff/languages/de"`. The guide lists the languages. */

import type { WholeLanguage } from "./index.js";

declare const language: WholeLanguage;
export default language;
