/**
 * A million records through the command, from audit to verification, beside plain loops over the crate and over the crate
 * jsonschema; then records as the service returns them, beside what only reads their JSON: `cargo xtask bench many`. Each
 * runs in a process of its own. `node many.mjs <calendiff> <loops> [--quick] [--live]`; with --live the latter alone.
 */

import { spawn } from "node:child_process";
import {
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { SIZES, calendarOf, liveCalendarOf, withFaults } from "./calendars.mjs";

const [command, loops, ...options] = process.argv.slice(2);
const COUNT = options.includes("--quick") ? 20_000 : 1_000_000;
/** The number of lines in a file of one record that repeats. */
const ALIKE = Math.min(COUNT, 100_000);
/** A record as most are, with its hours and a few special dates. */
const clean = calendarOf(SIZES["3 kB"]);
/** About 40 MB of records as the service returns them. */
const LIVE = 20_000;
const EDITS =
  "availabilities/2026-12-24..2026-12-26 = closed; allowBookingAfter = at least 2 days";

/** Runs a program. The system tells the most memory that a process held as long as that runs, so it is asked often. */
function run(program, given) {
  return new Promise((done) => {
    const begun = performance.now();
    const child = spawn(program, given, { stdio: "ignore" });
    let memory = 0;
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
    const asking = setInterval(ask, 20);
    child.on("error", () => {});
    child.on("close", (status) => {
      clearInterval(asking);
      done({ status, time: (performance.now() - begun) / 1000, memory });
    });
  });
}

/**
 * Goes through records as the service returns them, and through clean ones, beside what reads their JSON alone: Python's
 * `json.loads`, Node's `JSON.parse` and jq, where this machine has them. Times are those of the whole process.
 */
async function ofLive() {
  const calendars = Array.from({ length: LIVE }, (_, number) =>
    liveCalendarOf(number),
  );
  const clean = calendarOf(SIZES["3 kB"]);
  const write = (name, records) =>
    writeFileSync(
      file(name),
      records.map((record) => `${JSON.stringify(record)}\n`).join(""),
    );
  write("live", calendars);
  write(
    "clean",
    Array.from({ length: LIVE / 2 }, (_, number) => ({
      ...clean,
      slug: `clinic-${number}`,
    })),
  );
  const [readers, jobs] = [await timesOfReaders(file("live")), [1, 2]];
  const size = (name) => statSync(file(name)).size / 1e6;
  console.log(
    `\n${LIVE.toLocaleString("en")} records as the service returns them, ${size("live").toFixed(0)} MB\n`,
  );
  console.log(
    "| what | jobs | MB/s | in json.loads |\n| --- | --- | --- | --- |",
  );
  const loads = readers["json.loads"];
  const tell = (what, count, name, time) => {
    const units =
      loads === undefined
        ? ""
        : ((loads / size("live")) * (size(name) / time)).toFixed(2);
    console.log(
      `| ${what} | ${count} | ${(size(name) / time).toFixed(0)} | ${units} |`,
    );
  };
  for (const [what, time] of Object.entries(readers))
    tell(what, "", "live", time);
  const set = [
    "--set",
    "slotDuration = 45",
    "--set",
    "openHours/monday = 9-17",
  ];
  const steps = {
    summary: ["live", "validate", file("live"), "--summary"],
    "answers as JSON": ["live", "validate", file("live"), "--format", "json"],
    "edit with plan and bodies": [
      "live",
      "edit",
      file("live"),
      ...set,
      "--plan",
      "--format",
      "body",
      "--output",
      file("bodies"),
    ],
    outcome: [
      "live",
      "outcome",
      file("live"),
      file("bodies"),
      "--output",
      file("after"),
    ],
    verify: [
      "live",
      "verify",
      file("live"),
      file("bodies"),
      file("after"),
      "--summary",
    ],
    "summary of clean records": [
      "clean",
      "validate",
      file("clean"),
      "--kind",
      "calendar",
      "--summary",
    ],
  };
  for (const [what, [name, ...given]] of Object.entries(steps)) {
    for (const count of jobs) {
      const { status, time } = await run(command, [
        ...given,
        "--ndjson",
        "--jobs",
        count,
        "--no-progress",
      ]);
      if (status === null || status > 1)
        throw new Error(`${what} failed: ${status}`);
      tell(what, count, name, time);
    }
  }
}

/** Returns the seconds that other readers take for a file of lines, by their names. */
async function timesOfReaders(name) {
  const python =
    "import json, sys\nfor line in open(sys.argv[1]):\n    json.loads(line)";
  const node =
    "for (const line of require('fs').readFileSync(process.argv[1], 'utf8').split('\\n')) if (line) JSON.parse(line)";
  const readers = {
    "json.loads": ["python3", ["-c", python, name]],
    "JSON.parse": [process.execPath, ["-e", node, name]],
    jq: ["jq", ["-c", ".", name]],
  };
  const times = {};
  for (const [reader, [program, given]] of Object.entries(readers)) {
    const { status, time } = await run(program, given);
    if (status === 0) times[reader] = time;
  }
  return times;
}

const folder = mkdtempSync(join(tmpdir(), "calendiff-many-"));
const file = (name) => join(folder, `${name}.ndjson`);
try {
  if (!options.includes("--live")) await ofMillion();
  await ofLive();
} finally {
  rmSync(folder, { recursive: true });
}

/** A million records as the strategies make them, and single records many times. */
async function ofMillion() {
  await run(loops, ["make", file("records"), COUNT]);
  const size = statSync(file("records")).size;
  console.log(
    `${COUNT.toLocaleString("en")} records, ${(size / 1e6).toFixed(0)} MB\n`,
  );
  const cells = (...cells) => console.log(`| ${cells.join(" | ")} |`);
  cells("what", "jobs", "time", "records a second", "MB/s", "memory");
  cells(...new Array(6).fill("---"));
  const tell = (
    what,
    jobs,
    { status, time, memory },
    [count, bytes] = [COUNT, size],
  ) => {
    if (status === null || status > 2)
      throw new Error(`${what} failed: ${status}`);
    cells(
      what,
      jobs,
      `${time.toFixed(1)} s`,
      Math.round(count / time).toLocaleString("en"),
      (bytes / 1e6 / time).toFixed(0),
      `${(memory / 1e6).toFixed(0)} MB`,
    );
  };
  const kind = ["--kind", "calendar"];
  const steps = {
    "audit, as a summary": [
      "validate",
      ...kind,
      "--ndjson",
      file("records"),
      "--of",
      "record",
      "--summary",
    ],
    "audit, as JSON": [
      "validate",
      ...kind,
      "--ndjson",
      file("records"),
      "--of",
      "record",
      "--format",
      "json",
      "--no-value",
    ],
    "edit: plan and bodies": [
      "edit",
      ...kind,
      "--ndjson",
      file("records"),
      "--set",
      EDITS,
      "--plan",
      "--format",
      "body",
      "--mode",
      "changed",
      "--output",
      file("bodies"),
    ],
    outcome: [
      "outcome",
      ...kind,
      "--ndjson",
      file("records"),
      file("bodies"),
      "--output",
      file("after"),
    ],
    "verify, as a summary": [
      "verify",
      ...kind,
      "--ndjson",
      file("records"),
      file("bodies"),
      file("after"),
      "--summary",
    ],
  };
  for (const [what, given] of Object.entries(steps)) {
    for (const jobs of [1, 2])
      tell(
        what,
        jobs,
        await run(command, [...given, "--jobs", jobs, "--no-progress"]),
      );
  }
  tell(
    "loop over the crate: validate",
    "",
    await run(loops, ["crate-validate", file("records")]),
  );
  tell(
    "loop over the crate: edit",
    "",
    await run(loops, ["crate-edit", file("records"), EDITS]),
  );
  tell(
    "loop over serde_json and jsonschema",
    "",
    await run(loops, ["jsonschema", file("records")]),
  );
  for (const [name, record] of Object.entries({
    "no fault": clean,
    "eight faults": withFaults(clean).faulty,
  })) {
    const line = `${JSON.stringify(record)}\n`;
    writeFileSync(file(name), line.repeat(ALIKE));
    const over = async (what, loop) =>
      tell(
        `one core, records of ${(line.length / 1000).toFixed(1)} kB, ${name}: ${what}`,
        "",
        await run(loops, [loop, file(name)]),
        [ALIKE, line.length * ALIKE],
      );
    await over("validate", "crate-check");
    await over("validate, as JSON", "crate-check-json");
    await over("normalize", "crate-normalize");
    await over("serde_json into a Value", "serde_json");
  }
}
