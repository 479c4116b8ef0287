/** The core with the verbs of `calendiff/validate`. */

import { makeGlue } from "./dist/validate_bg.js";
import { VERSION } from "./dist/version.js";
import { makeLoader } from "./load.js";

export const core = /* @__PURE__ */ makeLoader({
  makeGlue,
  name: "validate.wasm",
  slim: "calendiff/validate/slim",
  version: `${VERSION} (validate)`,
});
