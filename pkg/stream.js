/**
 * Answers NDJSON line by line: each line has its answer, in order, and a line that cannot be answered has an error in
 * its place. Needs no WebAssembly of its own; the function that answers a line calls the package.
 */

/** The most characters of a line, as much as a document may have. Longer lines are not kept in memory. */
const LONGEST = 16 * 1024 * 1024;
/** The number of lines that a worker is sent at a time. */
const BATCH = 64;

const asError = (line, error) => ({
  line,
  error: {
    code: typeof error?.code === "string" ? error.code : "failed",
    message: String(error?.message ?? error),
  },
});

const wrong = (where, expected, found) =>
  Object.assign(
    new TypeError(
      `${where}: expected ${expected}, found ${found === null ? "null" : typeof found}`,
    ),
    { code: "option" },
  );

const expectFunction = (where, found) => {
  if (typeof found !== "function")
    throw wrong(where, "a function that answers a line", found);
};

/** Yields the chunks of a stream, an iterable of chunks, or one text. */
async function* chunksOf(source) {
  const chunks =
    typeof source === "string" || isBytes(source) ? [source] : source;
  if (
    chunks?.[Symbol.asyncIterator] === undefined &&
    chunks?.getReader !== undefined
  ) {
    // Safari's streams are not iterable.
    const reader = chunks.getReader();
    try {
      for (
        let read = await reader.read();
        !read.done;
        read = await reader.read()
      )
        yield read.value;
    } finally {
      // Tells the source that a loop was left early; without effect on a stream that has ended.
      const ended = reader.cancel();
      reader.releaseLock();
      await ended;
    }
  } else if (
    chunks?.[Symbol.asyncIterator] !== undefined ||
    chunks?.[Symbol.iterator] !== undefined
  ) {
    yield* chunks;
  } else {
    throw wrong(
      "source",
      "a stream, an iterable of text or bytes, or a text",
      source,
    );
  }
}

const isBytes = (value) =>
  ArrayBuffer.isView(value) || value instanceof ArrayBuffer;

const asBytes = (value) => {
  if (value instanceof Uint8Array) return value;
  return value instanceof ArrayBuffer
    ? new Uint8Array(value)
    : new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
};

/** Splits text or bytes into lines. Keeps what is behind the last line end for the next chunk. */
class Splitter {
  #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  #parts = [];
  #length = 0;
  #line = 0;

  /** Returns the lines that a chunk completes. */
  take(chunk) {
    const isText = typeof chunk === "string";
    if (!isText && !isBytes(chunk))
      throw wrong("source", "chunks of text or bytes", chunk);
    const [whole, lineEnd] = isText ? [chunk, "\n"] : [asBytes(chunk), 10];
    const part = (from, end) =>
      isText ? whole.slice(from, end) : whole.subarray(from, end);
    const lines = [];
    let from = 0;
    for (
      let end = whole.indexOf(lineEnd);
      end >= 0;
      end = whole.indexOf(lineEnd, from)
    ) {
      this.#keep(part(from, end));
      lines.push(this.#next());
      from = end + 1;
    }
    // A source may reuse the memory of its chunk for the next one.
    this.#keep(isText ? part(from) : new Uint8Array(part(from)));
    return lines;
  }

  /** Returns the last line, if it has no line end. */
  end() {
    return this.#length === 0 ? [] : [this.#next()];
  }

  #keep(part) {
    this.#length += part.length;
    if (this.#length <= LONGEST) this.#parts.push(part);
    else this.#parts = [];
  }

  #next() {
    const line = ++this.#line;
    const [parts, length] = [this.#parts, this.#length];
    [this.#parts, this.#length] = [[], 0];
    if (length > LONGEST)
      return asError(line, {
        code: "json_size",
        message: `the line is ${length} long, the limit is ${LONGEST}`,
      });
    try {
      const text = this.#textOf(parts).replace(line === 1 ? /^\ufeff/ : "", "");
      return { line, text: text.endsWith("\r") ? text.slice(0, -1) : text };
    } catch {
      // A decoder that has failed keeps the bytes before.
      this.#decoder = new TextDecoder("utf-8", {
        fatal: true,
        ignoreBOM: true,
      });
      return asError(line, {
        code: "json_utf8",
        message: "the line is not UTF-8",
      });
    }
  }

  /** Joins the parts of a line. A character may begin in one and end in the next. */
  #textOf(parts) {
    const texts = parts.map((part) =>
      typeof part === "string"
        ? this.#decoder.decode() + part
        : this.#decoder.decode(part, { stream: true }),
    );
    return texts.join("") + this.#decoder.decode();
  }
}

/**
 * Yields the lines of a stream, numbered from 1: `{ line, text }`, or `{ line, error }` for one that is too long. Takes a
 * `ReadableStream`, a stream of Node, any iterable of text or bytes, or a text.
 */
export async function* readLines(source) {
  const splitter = new Splitter();
  for await (const chunk of chunksOf(source)) yield* splitter.take(chunk);
  yield* splitter.end();
}

/** Answers one line: `{ line, value }`, `{ line, error }`, or `{ line }` if it is blank. */
async function answerOf({ line, text, error }, answer) {
  if (error) return { line, error };
  // Other white space is no JSON, nor a blank line of the command.
  if (!/[^ \t\r\n\f]/.test(text)) return { line };
  try {
    return { line, value: await answer(text, line) };
  } catch (thrown) {
    return asError(line, thrown);
  }
}

/** Yields the answer to each line, in order. `answer` gets the text of a line and its number. */
export async function* answerLines(source, answer) {
  expectFunction("answerLines", answer);
  for await (const line of readLines(source)) yield answerOf(line, answer);
}

/**
 * Returns a `TransformStream` from NDJSON to NDJSON, with as many lines: what `answer` returns for a line, or `{ "line",
 * "error" }`. A blank line stays blank.
 */
export function ndjson(answer) {
  expectFunction("ndjson", answer);
  const splitter = new Splitter();
  const write = async (lines, controller) => {
    for (const line of lines)
      controller.enqueue(`${toJson(await answerOf(line, answer))}\n`);
  };
  return new TransformStream({
    transform: (chunk, controller) => write(splitter.take(chunk), controller),
    flush: (controller) => write(splitter.end(), controller),
  });
}

/** Returns an answer as a line of JSON: its value, its error, or nothing. */
function toJson(answered) {
  if (answered.error) return JSON.stringify(answered);
  if (!("value" in answered)) return "";
  const found = (what) =>
    JSON.stringify(
      asError(answered.line, {
        code: "not_json",
        message: `expected an answer that is JSON, found ${what}`,
      }),
    );
  try {
    return JSON.stringify(answered.value) ?? found(typeof answered.value);
  } catch (error) {
    return found(error.message);
  }
}

/**
 * Yields the answer to each line, in order, from workers that `serve` in modules of their own. `start` returns a worker:
 * `() => new Worker("./worker.js", { type: "module" })`. Ends the workers when all lines are
 * answered, or the loop is left.
 */
export async function* answerInWorkers(source, start, options = {}) {
  expectFunction("answerInWorkers", start);
  if (typeof options !== "object" || options === null)
    throw wrong("answerInWorkers: options", "an object", options);
  const { size = globalThis.navigator?.hardwareConcurrency ?? 2 } = options;
  if (!(size >= 1 && size < Infinity))
    throw wrong("answerInWorkers: size", "a number from 1", size);
  const workers = [];
  try {
    // If one cannot be started, those before it are ended.
    while (workers.length + 1 <= size) workers.push(makeWorker(start()));
    const pending = [];
    let [batch, next] = [[], 0];
    const send = () => {
      pending.push(workers[next++ % workers.length].ask(batch));
      batch = [];
    };
    for await (const line of readLines(source)) {
      batch.push(line);
      if (batch.length === BATCH) send();
      // Two batches for each worker: one to answer, and one to go on with.
      if (pending.length > 2 * workers.length) yield* await pending.shift();
    }
    if (batch.length > 0) send();
    while (pending.length > 0) yield* await pending.shift();
  } finally {
    for (const worker of workers) worker.end();
  }
}

/** Wraps a worker of a page or of Node. It answers batches in the order in which they are sent. */
function makeWorker(worker) {
  if (typeof worker?.postMessage !== "function")
    throw wrong("answerInWorkers", "a function that returns a worker", worker);
  const waiting = [];
  let failure;
  const fail = (error) => {
    failure = Object.assign(
      new Error(`a worker failed: ${error?.message ?? error}`),
      { code: "worker_failed", cause: error },
    );
    for (const { reject } of waiting.splice(0)) reject(failure);
  };
  const on = (name, take) =>
    worker.on
      ? worker.on(name, take)
      : worker.addEventListener(name, (event) => take(event.data ?? event));
  on("message", (answers) => waiting.shift()?.resolve(answers));
  on("error", fail);
  on("messageerror", fail);
  if (worker.on) on("exit", () => fail("it ended"));
  return {
    ask(batch) {
      const asked = new Promise((resolve, reject) =>
        failure ? reject(failure) : waiting.push({ resolve, reject }),
      );
      // Awaited later; until then a failure is not unhandled.
      asked.catch(() => {});
      worker.postMessage(batch);
      return asked;
    },
    end() {
      waiting.length = 0;
      worker.terminate();
    },
  };
}

/**
 * Answers the batches of `answerInWorkers` in a worker. In Node, give it the `parentPort` of `node:worker_threads`.
 */
export function serve(answer, port = globalThis) {
  expectFunction("serve", answer);
  const take = async (batch) => {
    const answers = [];
    for (const line of batch) answers.push(await answerOf(line, answer));
    try {
      port.postMessage(answers);
    } catch {
      port.postMessage(answers.map(asSent));
    }
  };
  // One batch after the other, so that answers keep their order.
  let last = Promise.resolve();
  const queue = (batch) => (last = last.then(() => take(batch)));
  if (port.on) port.on("message", queue);
  else port.addEventListener("message", ({ data }) => queue(data));
}

/** Returns an answer, or the error that it cannot be sent to another thread. */
function asSent(answered) {
  try {
    return structuredClone(answered);
  } catch (error) {
    return asError(answered.line, {
      code: "not_json",
      message: `expected an answer that can be sent from a worker: ${error.message}`,
    });
  }
}
