/** Text or bytes in chunks: a `ReadableStream`, a stream of Node, an iterable, or one text. */
export type Source =
  | ReadableStream<string | Uint8Array>
  | AsyncIterable<string | Uint8Array>
  | Iterable<string | Uint8Array>
  | string
  | Uint8Array;

/**
 * An error in place of an answer: that of the package, `json_size` for a line that is too long, `json_utf8` for one that is
 * not UTF-8, `not_json` for an answer that cannot be written or sent, or `failed`.
 */
export interface LineError {
  line: number;
  error: { code: string; message: string };
}

/** A line of a text, from 1, without its end. */
export type Line =
  | { line: number; text: string; error?: undefined }
  | (LineError & { text?: undefined });

/** The answer to a line; neither value nor error for a blank line. */
export type LineAnswer<Answer> =
  | { line: number; value: Answer; error?: undefined }
  | (LineError & { value?: undefined })
  | { line: number; value?: undefined; error?: undefined };

/** Answers the text of a line. What it throws becomes the error of the line, with its `code`. */
export type AnswerLine<Answer> = (
  text: string,
  line: number,
) => Answer | Promise<Answer>;

/**
 * Yields the lines of a stream. One of more than 16,777,216 bytes or characters is an error, `json_size`, and is not kept in
 * memory; one that is not UTF-8 is an error as well, `json_utf8`. Throws `option` for what is no stream, iterable or text.
 */
export declare function readLines(
  source: Source,
): AsyncGenerator<Line, void, undefined>;

/** Yields the answer to each line, in order, one after the other. */
export declare function answerLines<Answer>(
  source: Source,
  answer: AnswerLine<Answer>,
): AsyncGenerator<LineAnswer<Answer>, void, undefined>;

/**
 * Returns a stream from NDJSON to NDJSON, with as many lines: the answers as JSON, or `{ "line", "error" }`. A blank line
 * stays blank. An answer that is not JSON, such as `undefined`, is an error of its line, `not_json`.
 */
export declare function ndjson(
  answer: AnswerLine<unknown>,
): TransformStream<string | Uint8Array, string>;

/** A `Worker` of a page, or of `node:worker_threads`. */
export interface AnyWorker {
  postMessage(message: unknown): void;
  terminate(): unknown;
}

/**
 * Yields the answer to each line, in order, from workers whose modules call `serve`. `size` is the number of workers, by
 * default that of the processor's cores. The workers end with the loop. A worker gets 64 lines at a time, fewer only
 * at the end: for a source that pauses until it has an answer, use `answerLines`.
 *
 * Throws `worker_failed` if a worker fails, and in Node if it ends. A browser does not report a worker that closes
 * itself (`self.close()`); the loop then waits forever.
 */
export declare function answerInWorkers<Answer>(
  source: Source,
  start: () => AnyWorker,
  options?: { size?: number | undefined },
): AsyncGenerator<LineAnswer<Answer>, void, undefined>;

/** Answers lines in a worker. In Node, `port` is the `parentPort` of `node:worker_threads`. */
export declare function serve(
  answer: AnswerLine<unknown>,
  port?: { postMessage(message: unknown): void },
): void;
