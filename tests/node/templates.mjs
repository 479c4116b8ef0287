/**
 * Folders of examples/ as projects outside of the repository, as their reader would copy them. In place of `npm install`, the
 * package is what was packed, and every other dependency is linked to the one that is installed here. What a folder does not
 * name as a dependency is not there.
 */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { ROOT } from "./markdown.mjs";

const MODULES = join(import.meta.dirname, "node_modules");
const EXAMPLES = join(ROOT, "examples");
const json = (file) => JSON.parse(readFileSync(file, "utf8"));

/** The folders with a package.json. */
export const templates = readdirSync(EXAMPLES).filter((name) =>
  existsSync(join(EXAMPLES, name, "package.json")),
);

/** The two commands of a folder's README. */
export function commands(name) {
  const readme = readFileSync(join(EXAMPLES, name, "README.md"), "utf8");
  const [, first] = /^```sh\n(.*?)^```$/ms.exec(readme) ?? [];
  assert.ok(first, `examples/${name}/README.md has no block of commands`);
  const lines = first.trim().split("\n");
  assert.equal(
    lines.length,
    2,
    `examples/${name}/README.md begins with two commands: one that installs, one that runs`,
  );
  return lines;
}

/** Copies a folder out of the repository and installs what it depends on. `end` removes it. */
export function copiedOut(name) {
  const place = mkdtempSync(join(tmpdir(), "calendiff-template-"));
  const folder = join(place, name);
  cpSync(join(EXAMPLES, name), folder, {
    recursive: true,
    filter: (path) => !/[\\/](node_modules|dist|target)$/.test(path),
  });
  const { dependencies = {}, devDependencies = {} } = json(
    join(folder, "package.json"),
  );
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, ".bin"), { recursive: true });
  for (const [dependency, range] of Object.entries({
    ...dependencies,
    ...devDependencies,
  })) {
    const installed = join(MODULES, dependency);
    const { version, bin = {} } = json(join(installed, "package.json"));
    assert.equal(
      range,
      `^${version}`,
      `examples/${name}/package.json: ${dependency} is tested with ${version}`,
    );
    const to = join(modules, dependency);
    mkdirSync(dirname(to), { recursive: true });
    if (dependency === "calendiff") cpSync(installed, to, { recursive: true });
    else symlinkSync(installed, to);
    for (const [program, file] of Object.entries(
      typeof bin === "string" ? { [dependency]: bin } : bin,
    ))
      symlinkSync(join(to, file), join(modules, ".bin", program));
  }
  return { folder, end: () => rmSync(place, { recursive: true, force: true }) };
}

/** Starts a command in a folder. `stop` ends it, with whatever it has started. */
export function started(command, folder, more = []) {
  const [program, ...args] = command.split(" ");
  const child = spawn(program, [...args, ...more], {
    cwd: folder,
    detached: true,
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data) => (text += data));
  const ended = new Promise((resolve, reject) =>
    child
      .on("error", reject)
      .on("close", (status) => resolve({ status, text })),
  );
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid);
    await ended;
  };
  /** The first match of a pattern in what it prints. */
  const said = async (pattern) => {
    for (let tries = 0; tries < 600; tries++) {
      const match = pattern.exec(text);
      if (match) return match;
      if (child.exitCode !== null) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(
      `${command} in a copy of ${folder} says nothing like ${pattern}:\n${text}`,
    );
  };
  return { ended, said, stop };
}
