/**
 * What the command and the package take, in time and memory, for input at their limits and beyond: `cargo xtask bench limits`.
 * Each runs in a process of its own. Memory is the most that the process held; of the package's, Node with the package in it
 * takes a part, which the first line shows.
 */

import { spawn, spawnSync } from "node:child_process";
import {
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { apply, calendar, invert, parse } from "calendiff";

const MB = 1 << 20;
const sized = (bytes) =>
  bytes >= MB
    ? `${Math.round(bytes / MB).toLocaleString("en")} MiB`
    : `${bytes.toLocaleString("en")} B`;
const timed = (time) =>
  time >= 1000 ? `${(time / 1000).toFixed(1)} s` : `${Math.round(time)} ms`;
const many = (count, make) =>
  Array.from({ length: count }, (_, at) => make(at));
const members = (count, edition = 0) =>
  Object.fromEntries(many(count, (at) => [`m${at}`, edition]));
const nested = (depth) =>
  `{"mine":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;
const operations = (count) =>
  many(count, (at) => ({
    op: "replace",
    path: `/list/${(at * 7919) % count}`,
    value: -1,
  }));
const list = (count) => ({ list: many(count, (at) => at) });

/** What is given: files of the command, whose content the package gets as well. */
const INPUTS = {
  nothing: () => ["{}"],
  "100 MB of text": () => [`{"notes":"${"x".repeat(100e6)}"}`],
  "16 MiB of text, one string": () => [
    `{"notes":"${"x".repeat(16 * MB - 12)}"}`,
  ],
  "16 MiB of text, 1,048,575 values": () => [
    `{"mine":[${new Array((1 << 20) - 3).fill("123456789012345").join()}]}`,
  ],
  "1,048,577 values": () => [
    `{"mine":[${new Array((1 << 20) - 1).fill(1).join()}]}`,
  ],
  "1,000,000 unknown members": () => [JSON.stringify(members(1_000_000))],
  "500,000 members, each changed": () =>
    [0, 1].map((edition) => JSON.stringify(members(500_000, edition))),
  "a name of 200 kB around 300 members": () =>
    [0, 1].map((edition) =>
      JSON.stringify({ ["x".repeat(200_000)]: members(300, edition) }),
    ),
  "a name of 8 MB around 400,000 members": () =>
    [0, 1].map((edition) =>
      JSON.stringify({ ["x".repeat(8e6)]: members(400_000, edition) }),
    ),
  "100,000 issues": () => [
    JSON.stringify({ teamMembers: many(100_000, () => 1) }),
  ],
  "1,000,000 issues": () => [
    JSON.stringify({ teamMembers: many(1_000_000, () => 1) }),
  ],
  "a string of 50 MB": () => [`{"notes":"${"x".repeat(50e6)}"}`],
  "128 deep": () => [nested(128)],
  "129 deep": () => [nested(129)],
  "10,000,000 deep": () => [`${"[".repeat(10_000_000)}`],
  "100,000 operations": () =>
    [list(100_000), operations(100_000)].map((each) => JSON.stringify(each)),
  "300,000 operations": () =>
    [list(300_000), operations(300_000)].map((each) => JSON.stringify(each)),
};

/** What it is held against, and what is asked: of the command by its arguments, of the package by a function. */
const value = (text) => JSON.parse(text);
const VALIDATE = {
  command: ["validate", "--kind", "calendar", "--format", "json"],
  package: ([draft]) => calendar.validate(draft),
  given: value,
};
const TEXT = {
  command: ["normalize", "--kind", "calendar"],
  package: ([text]) => calendar.validateText(text),
  given: (text) => text,
};
const PARSE = { ...TEXT, package: ([text]) => parse(text) };
const DIFF = {
  command: ["diff", "--kind", "calendar", "--format", "json"],
  package: ([stored, draft]) => calendar.diff(stored, draft),
  given: value,
};
const FORM = {
  package: ([draft]) => calendar.form({ name: "n" }).set([], draft),
  given: value,
};
const APPLY = {
  command: ["apply"],
  package: ([document, patch]) => apply(document, patch),
  given: value,
};
const INVERT = {
  command: ["invert"],
  package: ([document, patch]) => invert(document, patch),
  given: value,
};

const CASES = [
  ["nothing", "validate", VALIDATE, ""],
  ["100 MB of text", "parse", PARSE, "16 MiB"],
  ["16 MiB of text, one string", "validateText", TEXT, "16 MiB"],
  ["16 MiB of text, 1,048,575 values", "validateText", TEXT, "1,048,576"],
  ["1,048,577 values", "parse", PARSE, "1,048,576"],
  ["1,000,000 unknown members", "validate", VALIDATE, "1,048,576"],
  ["1,000,000 unknown members", "form", FORM, "1,048,576"],
  ["500,000 members, each changed", "diff", DIFF, "1,048,576"],
  ["a name of 200 kB around 300 members", "diff", DIFF, "64 MiB of paths"],
  ["a name of 8 MB around 400,000 members", "diff", DIFF, "64 MiB of paths"],
  ["100,000 issues", "validate", VALIDATE, "100,000"],
  ["100,000 issues", "form", FORM, "100,000"],
  ["1,000,000 issues", "validate", VALIDATE, "100,000"],
  ["1,000,000 issues", "form", FORM, "100,000"],
  ["a string of 50 MB", "parse", PARSE, "16 MiB"],
  ["a string of 50 MB", "validate", VALIDATE, "16 MiB, 128 MiB"],
  ["a string of 50 MB", "form", FORM, "16 MiB"],
  ["128 deep", "validate", VALIDATE, "128"],
  ["129 deep", "validate", VALIDATE, "128"],
  ["10,000,000 deep", "parse", PARSE, "128"],
  ["100,000 operations", "apply", APPLY, "2,097,152"],
  ["100,000 operations", "invert", INVERT, "2,097,152"],
  ["300,000 operations", "apply", APPLY, "1,048,576 values"],
];

const [command, only, folder] = process.argv.slice(2);
if (command === "--one") await one(CASES[Number(only)], folder);
else await all(command);

/** The package's side of a case, in this process. */
async function one([input, , { package: run, given }], folder) {
  const values = files(input, folder).map((file) =>
    given(readFileSync(file, "utf8")),
  );
  const begun = performance.now();
  const answer = told(() => run(values));
  const time = performance.now() - begun;
  console.log(
    JSON.stringify({
      answer,
      time,
      memory: process.resourceUsage().maxRSS * 1024,
    }),
  );
}

function told(run) {
  try {
    const { issues = [] } = run();
    const all = issues.added ?? issues;
    const last = all.at(-1);
    return last?.code === "more_issues"
      ? `more_issues, ${last.params.n.toLocaleString("en")}`
      : "an answer";
  } catch (error) {
    return error.code ?? String(error);
  }
}

function files(input, folder) {
  return INPUTS[input]().map((_, at) =>
    join(folder, `${Object.keys(INPUTS).indexOf(input)}-${at}.json`),
  );
}

/** The command's. The system tells the most memory that a process held as long as that runs, so it is asked often. */
function run(command, given) {
  return new Promise((done) => {
    const begun = performance.now();
    const child = spawn(command, given, { stdio: ["ignore", "pipe", "pipe"] });
    let [memory, tail, said] = [0, "", ""];
    const ask = () => {
      try {
        memory = Math.max(
          memory,
          Number(
            /VmHWM:\s+(\d+)/.exec(
              readFileSync(`/proc/${child.pid}/status`, "utf8"),
            )?.[1] ?? 0,
          ) * 1024,
        );
      } catch {
        // It has ended, or this system has no such file.
      }
    };
    ask();
    const asking = setInterval(ask, 2);
    child.stdout.on(
      "data",
      (part) => (tail = (tail + part.toString("latin1")).slice(-2000)),
    );
    child.stderr.on("data", (part) => (said += part));
    child.on("close", (status, signal) => {
      clearInterval(asking);
      const code = /\((\w+)\)\n$/.exec(said)?.[1];
      const more = /"n": (\d+)[^]*?"message": "[^"]*not listed/.exec(tail)?.[1];
      const answer =
        signal ??
        code ??
        (more
          ? `more_issues, ${Number(more).toLocaleString("en")}`
          : status < 2
            ? "an answer"
            : said.trim());
      done({ answer, time: performance.now() - begun, memory });
    });
  });
}

async function all(command) {
  const folder = mkdtempSync(join(tmpdir(), "calendiff-limits-"));
  try {
    for (const [name, make] of Object.entries(INPUTS)) {
      make().forEach((text, at) =>
        writeFileSync(
          join(folder, `${Object.keys(INPUTS).indexOf(name)}-${at}.json`),
          text,
        ),
      );
    }
    const cells = (...cells) => console.log(`| ${cells.join(" | ")} |`);
    cells(
      "input",
      "size",
      "limit",
      "asked of",
      "verb",
      "said",
      "time",
      "memory",
      "× size",
    );
    cells(...new Array(9).fill("---"));
    const idle = {};
    for (const [
      at,
      [input, verb, { command: given }, limit],
    ] of CASES.entries()) {
      const paths = files(input, folder);
      const size = paths.reduce((sum, path) => sum + statSync(path).size, 0);
      const faces = {
        ...(given && {
          "the command": () => run(command, [...given, ...paths]),
        }),
        "the package": () => {
          const { stdout, stderr, signal } = spawnSync(
            process.execPath,
            [import.meta.filename, "--one", at, folder],
            { encoding: "utf8" },
          );
          return stdout
            ? JSON.parse(stdout)
            : {
                answer: signal ?? stderr.trim().split("\n").at(-1),
                time: 0,
                memory: 0,
              };
        },
      };
      for (const [face, measured] of Object.entries(faces)) {
        const { answer, time, memory } = await measured();
        idle[face] ??= memory;
        const times =
          size > MB ? ((memory - idle[face]) / size).toFixed(1) : "";
        cells(
          input,
          sized(size),
          limit,
          face,
          verb === "parse" || !given
            ? verb
            : face === "the command"
              ? given[0]
              : verb,
          answer,
          timed(time),
          sized(memory),
          times,
        );
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
