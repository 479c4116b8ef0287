/** A language as data: `import de from "calendiff/languages/de"`. Available are de, en, es, fr, ja and pt. */

import type { WholeLanguage } from "./index.js";

declare const language: WholeLanguage;
export default language;
