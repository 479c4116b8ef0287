/**
 * Keys typed into `examples/react-form`, as written and after the React Compiler, in a calendar of 3 kB and in one of a thousand
 * special dates. The components that a key renders are asserted; how long it took is printed, and asserted nowhere
 * (`cargo xtask bench react`).
 */

import assert from "node:assert/strict";
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { build, transform } from "esbuild";

import { withPage } from "./browser.mjs";
import { SIZES, calendarOf } from "./calendars.mjs";
import { compiled } from "./compiled.mjs";
import { ROOT } from "./markdown.mjs";

const EXAMPLE = join(ROOT, "examples", "react-form");
const SITE = mkdtempSync(join(tmpdir(), "calendiff-react-typing-"));
after(() => rmSync(SITE, { recursive: true }));

const ENTRY = (dates) => `
import { calendar } from "calendiff";
import { createRoot } from "react-dom/client";
import { EditCalendar } from ${JSON.stringify(join(EXAMPLE, "EditCalendar"))};

window.rendered = [];
window.samples = [];
// From the input event to the end of what the page does about it, React's part included, and to the frame that shows it.
let began;
window.addEventListener("input", () => (began = performance.now()), true);
window.addEventListener("input", () => {
  const sample = { began };
  window.samples.push(sample);
  queueMicrotask(() => (sample.took = performance.now() - sample.began));
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => (sample.shown = performance.now() - sample.began);
    port2.postMessage(null);
  });
});

const form = calendar.form(${JSON.stringify(calendarOf(dates))});
createRoot(document.getElementById("root")).render(<EditCalendar form={form} />);
`;

/** Notes each call of a component. */
const counted = (code) =>
  code.replace(
    /\bfunction ([A-Z]\w*)\([^)]*\) \{/g,
    '$& window.rendered.push("$1");',
  );

async function built(dates, isCompiled) {
  const folder = mkdtempSync(join(SITE, "page-"));
  const components = {
    name: "components",
    setup(build) {
      build.onLoad({ filter: /react-form\/.*\.tsx$/ }, async ({ path }) => {
        const source = readFileSync(path, "utf8");
        const { code } = await transform(
          isCompiled ? compiled(source, path) : source,
          { loader: "tsx", jsx: "automatic" },
        );
        return { contents: counted(code), loader: "js" };
      });
    },
  };
  await build({
    stdin: {
      contents: ENTRY(dates),
      loader: "jsx",
      resolveDir: import.meta.dirname,
    },
    outfile: join(folder, "main.js"),
    bundle: true,
    minify: true,
    format: "esm",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
    nodePaths: [join(import.meta.dirname, "node_modules")],
    plugins: [components],
  });
  writeFileSync(
    join(folder, "index.html"),
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>typing</title><link rel="icon" href="data:,"><link rel="stylesheet" href="style.css"><div id="root"></div><script type="module" src="main.js"></script></html>',
  );
  cpSync(join(EXAMPLE, "style.css"), join(folder, "style.css"));
  return folder;
}

const median = (samples, part) =>
  samples.map((sample) => sample[part]).sort((a, b) => a - b)[
    samples.length >> 1
  ];

for (const [size, dates] of Object.entries(SIZES).filter(
  ([size]) => size !== "21 kB",
)) {
  for (const isCompiled of [false, true]) {
    test(`a key renders its field, in ${size} (${isCompiled ? "compiled" : "as written"})`, async () => {
      const folder = await built(dates, isCompiled);
      await withPage(
        async (page, url) => {
          await page.goto(url);
          const field = (label) => page.getByLabel(label, { exact: true });
          await field("Name").waitFor();
          const devtools = await page.context().newCDPSession(page);
          await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });

          /** Types a text over a field, and returns how often each key rendered a component, by its name. */
          const typed = async (label, text) => {
            const input = field(label).first();
            await input.selectText().catch(() => input.focus());
            await page.evaluate(() => {
              window.rendered.length = 0;
              window.samples.length = 0;
            });
            await page.keyboard.type(text, { delay: 60 });
            await page.waitForFunction(
              (count) =>
                window.samples.length >= count &&
                window.samples.every(({ shown }) => shown),
              text.length,
            );
            const { rendered, samples } = await page.evaluate(() => ({
              rendered: window.rendered,
              samples: window.samples,
            }));
            const where = `${size}, ${isCompiled ? "compiled" : "as written"}, ${label}`;
            console.log(
              `${where}: ${(rendered.length / samples.length).toFixed(1)} renders a key, ${median(samples, "took").toFixed(1)} ms in the page, ${median(samples, "shown").toFixed(1)} ms until it shows`,
            );
            return Object.fromEntries(
              [...new Set(rendered)].map((name) => [
                name,
                rendered.filter((other) => other === name).length /
                  samples.length,
              ]),
            );
          };

          // The first edit of all also enables the button that undoes it.
          await typed("Name", "A");
          // The list of changes shows the new value as well.
          assert.deepEqual(await typed("Name", "Second visit of the year"), {
            Input: 1,
            Changes: 1,
          });
          // Its first key also marks the other time of the range as changed.
          const { Time, ...others } = await typed(
            "2027-01-03 opens at",
            "1145",
          );
          assert.deepEqual([Time, others], [1.25, { Changes: 1 }]);
          // Each key of this one has another overlap with the hours that follow.
          const { Hours, SpecialDates } = await typed(
            "2027-01-03 closes at",
            "1145",
          );
          assert.deepEqual([Hours, SpecialDates], [1, undefined]);
        },
        { folders: { "/": folder }, locale: "en-GB" },
      );
    });
  }
}
