/** A run over many records: their answers, counted and grouped, and the requests to send, `{ id, method, url, body }` a line. */

import { answerInWorkers, readLines } from "../pkg/stream.js";

/** Number of threads at most; more of them only wait for each other's memory. */
const THREADS = 4;
/** Number of records for which another thread is worth its start. */
const WORTH = 500;
/** Number of different sentences that are counted. */
const SENTENCES = 10_000;
/** Number of milliseconds between two reports. */
const PACE = 150;

export const RESULTS = [
  "changed",
  "same",
  "conflict",
  "refused",
  "faulty",
  "sound",
  "open",
  "closed",
  "schedule",
  "unread",
];

/** Yields the lines of a source: a list of records, or text or a file with a record a line. */
async function* linesOf({ list, lines }, seen) {
  if (list) {
    for (const record of list) {
      yield `${JSON.stringify(record)}\n`;
      seen(1);
    }
  } else if (typeof lines === "string") {
    yield lines;
    seen(lines.length);
  } else {
    for await (const chunk of chunksOf(lines.stream())) {
      yield chunk;
      seen(chunk.byteLength);
    }
  }
}

async function* chunksOf(stream) {
  const reader = stream.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read())
    yield read.value;
}

/** Returns a record of a source, by the number of its line. */
export async function recordAt({ list, lines }, line) {
  if (list) return JSON.stringify(list[line - 1]);
  const source = typeof lines === "string" ? lines : chunksOf(lines.stream());
  for await (const one of readLines(source))
    if (one.line === line) return one.text;
  return undefined;
}

/**
 * Answers all records of a source. `report` is called with what is known so far, at most every `PACE` milliseconds, and at
 * the end: `{ rows, counts, changes, errors, bodies, part, isOver }`.
 *
 * @returns a function that ends the run
 */
export function run(source, asked, report) {
  const found = {
    rows: [],
    counts: Object.fromEntries(RESULTS.map((name) => [name, 0])),
    changes: new Map(),
    errors: new Map(),
    bodies: [],
    part: 0,
    isOver: false,
  };
  const all = source.list?.length ?? source.lines.size ?? source.lines.length;
  const records = source.list?.length ?? all / 2000;
  const size = Math.max(
    1,
    Math.min(
      THREADS,
      navigator.hardwareConcurrency ?? 2,
      Math.ceil(records / WORTH),
    ),
  );
  let isStopped = false;
  let seen = 0;
  let last = performance.now();

  const start = () => {
    const worker = new Worker(new URL("./many-worker.js", import.meta.url), {
      type: "module",
    });
    worker.postMessage(asked);
    return worker;
  };

  async function go() {
    let bodies = [];
    for await (const answer of answerInWorkers(
      linesOf(source, (n) => (seen += n)),
      start,
      { size },
    )) {
      if (isStopped) return;
      const row = take(found, answer);
      if (row?.body) bodies.push(`${row.body}\n`);
      if (bodies.length >= 1000) bodies = keep(found, bodies);
      if (performance.now() - last < PACE) continue;
      found.part = Math.min(1, seen / all);
      report(found);
      last = performance.now();
      // Leaves the page a moment to paint.
      await new Promise((resolve) => setTimeout(resolve));
    }
    keep(found, bodies);
    found.part = 1;
    found.isOver = true;
    if (!isStopped) report(found);
  }

  go().catch(
    (thrown) => isStopped || report({ ...found, isOver: true, thrown }),
  );
  return () => (isStopped = true);
}

/** Hands bodies over to the browser, which may keep them out of memory. */
function keep(found, bodies) {
  found.bodies.push(new Blob(bodies));
  return [];
}

/** Adds the answer of a line. Returns nothing for a blank line. */
function take({ rows, counts, changes, errors }, { line, value, error }) {
  if (!value && !error) return undefined;
  const { body, ...said } = value ?? {
    result: "unread",
    words: [],
    errors: [],
    error,
  };
  const row = { line, ...said };
  rows.push(row);
  counts[row.result]++;
  if (row.result === "changed")
    row.words.forEach((words) => add(changes, words));
  new Set(row.errors).forEach((message) => add(errors, message));
  return { body };
}

const add = (counts, words) =>
  (counts.has(words) || counts.size < SENTENCES) &&
  counts.set(words, (counts.get(words) ?? 0) + 1);

/** Returns the sentences with the most records first. */
export const byCount = (counts) => [...counts].sort(([, a], [, b]) => b - a);
