/**
 * Tests the package in the oldest Node that it supports, and in later ones: forms, validation, streams and the sandbox. Checks
 * the examples in TypeScript with versions 5.5 to 7. `cargo xtask test versions` installs them and runs this.
 */

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { copiedOut, templates } from "./templates.mjs";

const VERSIONS = join(import.meta.dirname, "versions", "node_modules");
const TESTS = ["form", "sandbox", "stream", "validate"].map((name) =>
  join(import.meta.dirname, `${name}.test.mjs`),
);
const nodes = readdirSync(VERSIONS).filter((name) => /^node-\d+$/.test(name));
if (nodes.length === 0) {
  // npm has no others of these versions.
  if (process.platform === "linux" && process.arch === "x64")
    throw new Error(`${VERSIONS} has no Node`);
  console.log("other versions of Node are tried on Linux on x64 alone");
}
for (const name of nodes) {
  const node = join(VERSIONS, name, "bin", "node");
  const run = (...args) => execFileSync(node, args, { encoding: "utf8" });
  try {
    const passed = run("--test", "--test-reporter=tap", ...TESTS).match(
      /^# pass (\d+)$/m,
    )[1];
    console.log(`Node ${run("--version").trim()}: ${passed} tests passed`);
  } catch (failed) {
    console.error(failed.stdout ?? failed);
    process.exitCode = 1;
  }
}

const compilers = [
  ...readdirSync(VERSIONS)
    .filter((name) => name.startsWith("typescript-"))
    .map((name) => join(VERSIONS, name)),
  join(import.meta.dirname, "node_modules", "typescript"),
];
if (compilers.length < 7)
  throw new Error(`${VERSIONS} lacks versions of TypeScript`);
for (const example of templates) {
  const { folder, end } = copiedOut(example);
  for (const compiler of existsSync(join(folder, "tsconfig.json"))
    ? compilers
    : []) {
    const run = (...args) =>
      execFileSync(process.execPath, [join(compiler, "bin", "tsc"), ...args], {
        encoding: "utf8",
        cwd: folder,
      });
    try {
      run("--pretty", "false");
      console.log(
        `TypeScript ${run("--version").trim().split(" ")[1]}: examples/${example} has no error`,
      );
    } catch (failed) {
      console.error(
        `${compiler}: examples/${example}\n${failed.stdout ?? failed}`,
      );
      process.exitCode = 1;
    }
  }
  end();
}
