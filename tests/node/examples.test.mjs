/** `examples/react-property-test` in a document of its own, as the runner that it is written for would run it. */

import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";

import { GlobalRegistrator } from "@happy-dom/global-registrator";
import { buildSync } from "esbuild";

import { ROOT } from "./markdown.mjs";

const folder = mkdtempSync(join(tmpdir(), "calendiff-examples-"));
after(() => rmSync(folder, { recursive: true }));

const outfile = join(folder, "bundle.cjs");
buildSync({
  entryPoints: [join(ROOT, "examples/react-property-test/SpecialDates.test.jsx")],
  outfile,
  bundle: true,
  platform: "node",
  format: "cjs",
  jsx: "automatic",
  nodePaths: [join(import.meta.dirname, "node_modules")],
  alias: { vitest: join(import.meta.dirname, "vitest.mjs") },
});

GlobalRegistrator.register();
createRequire(import.meta.url)(outfile);
