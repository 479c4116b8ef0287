/** The core with the verbs of `calendiff/report`. */

import { makeGlue } from "./dist/report_bg.js";
import { VERSION } from "./dist/version.js";
import { makeLoader } from "./load.js";

export const core = /* @__PURE__ */ makeLoader({
  makeGlue,
  name: "report.wasm",
  slim: "calendiff/report/slim",
  version: `${VERSION} (report)`,
});
