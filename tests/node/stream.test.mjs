import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { Worker } from "node:worker_threads";

import { calendar, parse } from "calendiff";
import {
  answerInWorkers,
  answerLines,
  ndjson,
  readLines,
} from "calendiff/stream";

const all = async (answers) => {
  const list = [];
  for await (const answer of answers) list.push(answer);
  return list;
};

const bytes = (text) => new TextEncoder().encode(text);

/** A text as bytes in pieces of that length, which part characters and line ends. */
const inPieces = (text, length) => {
  const whole = bytes(text);
  return Array.from({ length: Math.ceil(whole.length / length) }, (_, at) =>
    whole.slice(at * length, (at + 1) * length),
  );
};

test("lines are the same in whatever pieces they come", async () => {
  const text = '\ufeff{"name":"Räume"}\r\n\n{"name":"部屋"}\nlast';
  const lines = [
    { line: 1, text: '{"name":"Räume"}' },
    { line: 2, text: "" },
    { line: 3, text: '{"name":"部屋"}' },
    { line: 4, text: "last" },
  ];
  for (const length of [1, 2, 3, 7, 1000])
    assert.deepEqual(await all(readLines(inPieces(text, length))), lines);
  assert.deepEqual(await all(readLines(new Blob([text]).stream())), lines);
  assert.deepEqual(
    await all(readLines(Readable.from(inPieces(text, 5)))),
    lines,
  );
  assert.deepEqual(await all(readLines("a\nb\n")), [
    { line: 1, text: "a" },
    { line: 2, text: "b" },
  ]);
  assert.deepEqual(await all(readLines("\ufeffa")), [{ line: 1, text: "a" }]);
  assert.deepEqual(await all(readLines("")), []);
});

test("a source may fill one buffer again and again", async () => {
  const whole = Buffer.from("first line\nsecond line\nthird line");
  for (const buffer of [Buffer.alloc(7), new Uint8Array(7)]) {
    const reusing = function* () {
      for (let at = 0; at < whole.length; at += buffer.length) {
        buffer.set(whole.subarray(at, at + buffer.length));
        yield buffer.subarray(0, Math.min(buffer.length, whole.length - at));
      }
    };
    assert.deepEqual(
      (await all(readLines(reusing()))).map(({ text }) => text),
      ["first line", "second line", "third line"],
    );
  }
});

test("a loop that is left cancels its stream, in a browser whose streams are not iterable as well", async () => {
  const heard = [];
  const opened = (iterable) => {
    const stream = new ReadableStream({
      pull: (controller) => controller.enqueue("a\nb\n"),
      cancel: () => void heard.push(iterable),
    });
    if (!iterable)
      Object.defineProperty(stream, Symbol.asyncIterator, { value: undefined });
    return stream;
  };
  for (const iterable of [true, false]) {
    const stream = opened(iterable);
    for await (const { text } of readLines(stream)) if (text === "b") break;
    assert.equal(stream.locked, false);
  }
  assert.deepEqual(heard, [true, false]);

  const failing = new ReadableStream({
    pull: (controller) => controller.error(new Error("lost")),
  });
  Object.defineProperty(failing, Symbol.asyncIterator, { value: undefined });
  await assert.rejects(all(readLines(failing)), { message: "lost" });
  const whole = new Blob(["a\nb"]).stream();
  Object.defineProperty(whole, Symbol.asyncIterator, { value: undefined });
  assert.equal((await all(readLines(whole))).length, 2);
});

test("each line has its answer, and an error stands in the place of its line", async () => {
  const text = [
    '{"slotDuration":0}',
    "",
    "{",
    '{"name":"a","name":"b"}',
    '{"slotDuration":1e400}',
    '{"slotDuration":18446744073709551616}',
    "[]",
    '{"slotDuration":30}',
  ].join("\n");
  const answers = await all(
    answerLines(text, (line) => calendar.validate(parse(line)).ok),
  );
  assert.deepEqual(
    answers.map(({ line, value, error }) => [line, value ?? error?.code]),
    [
      [1, false],
      [2, undefined],
      [3, "json_syntax"],
      [4, "json_duplicate"],
      [5, "json_overflow"],
      [6, "json_integer"],
      [7, "not_a_record"],
      [8, true],
    ],
  );
});

test("a line that is too long is an error of its own, and the next is answered", async () => {
  const long = `{"notes":"${"x".repeat(17 * 1024 * 1024)}"}`;
  const answers = await all(answerLines(`${long}\n{}`, () => "answered"));
  assert.deepEqual(
    [answers[0].error.code, answers[1].value],
    ["json_size", "answered"],
  );
});

test("a transform stream writes as many lines as it reads", async () => {
  const stream = new Blob(['{"slotDuration":30}\n\nnone\n{"slotDuration":60}'])
    .stream()
    .pipeThrough(
      ndjson(
        (text) =>
          calendar.edit(parse(text), "slotDuration = at least 45 mins", {
            mode: "changed",
          }).body.value,
      ),
    );
  const lines = (await all(stream)).join("").split("\n");
  assert.equal(lines.length, 5);
  assert.deepEqual([lines[1], lines[4]], ["", ""]);
  assert.deepEqual(JSON.parse(lines[0]), {
    slotDuration: 45,
    slotDurationUnit: "mins",
  });
  const { line, error } = JSON.parse(lines[2]);
  assert.deepEqual([line, error.code], [3, "json_syntax"]);
});

test("bytes that are not UTF-8 are an error of their line", async () => {
  const whole = Uint8Array.from([
    ...bytes("ä\n"),
    0xc3,
    0x28,
    10,
    0xe4,
    10,
    ...bytes("ö\n"),
    0xc3,
  ]);
  for (const length of [1, 2, 100]) {
    const pieces = Array.from(
      { length: Math.ceil(whole.length / length) },
      (_, at) => whole.slice(at * length, (at + 1) * length),
    );
    const lines = await all(readLines(pieces));
    assert.deepEqual(
      lines.map(({ text, error }) => text ?? error.code),
      ["ä", "json_utf8", "json_utf8", "ö", "json_utf8"],
    );
  }
  const [parted] = await all(readLines(["\ud83d", "\ude00"]));
  assert.equal(parted.text, "😀");
});

test("an answer that is no JSON is an error of its line", async () => {
  const answers = [undefined, 10n, () => 1, null];
  const stream = new Blob(["1\n2\n3\n4"])
    .stream()
    .pipeThrough(ndjson((_, line) => answers[line - 1]));
  const lines = (await all(stream))
    .join("")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map((line) => line?.error?.code),
    ["not_json", "not_json", "not_json", undefined],
  );
});

test("wrong arguments are refused by name", async () => {
  for (const source of [5, null, undefined, {}, [5]])
    await assert.rejects(all(readLines(source)), {
      code: "option",
      message: /^source: expected/,
    });
  await assert.rejects(all(answerLines("a")), {
    code: "option",
    message:
      "answerLines: expected a function that answers a line, found undefined",
  });
  assert.throws(() => ndjson(null), { code: "option" });
  for (const given of [[() => ({})], [start, null]])
    await assert.rejects(all(answerInWorkers("a", ...given)), {
      code: "option",
    });
  await assert.rejects(all(answerInWorkers("a", start, { size: 0 })), {
    code: "option",
    message: /size/,
  });
});

const start = () => new Worker(new URL("./stream/worker.mjs", import.meta.url));

test("workers answer in order", async () => {
  const lines = Array.from({ length: 1000 }, (_, at) =>
    at % 100 === 7 ? "none" : JSON.stringify({ slotDuration: at + 1 }),
  );
  const answers = await all(
    answerInWorkers(
      lines.map((line) => `${line}\n`),
      start,
      { size: 2 },
    ),
  );
  assert.deepEqual(
    answers.map(({ line }) => line),
    lines.map((_, at) => at + 1),
  );
  assert.deepEqual(
    [answers[7].error.code, answers[8].value, answers[44].value],
    ["json_syntax", { slotDuration: 45 }, {}],
  );
});

test("an answer that cannot be sent from a worker is an error of its line", async () => {
  const answers = await all(
    answerInWorkers('{"slotDuration":1}\nodd\n{"slotDuration":1}', start, {
      size: 1,
    }),
  );
  assert.deepEqual(
    answers.map(({ value, error }) => value?.slotDuration ?? error.code),
    [45, "not_json", 45],
  );
});

test("a worker that ends is an error, and the loop can be left", {
  timeout: 60_000,
}, async () => {
  await assert.rejects(all(answerInWorkers("crash\n{}", start, { size: 1 })), {
    code: "worker_failed",
  });
  for await (const { line } of answerInWorkers("{}\n".repeat(500), start, {
    size: 2,
  }))
    if (line === 3) break;
});

test("workers are ended if a later one cannot be started", async () => {
  const ended = [];
  let started = 0;
  const failing = () => {
    if (++started === 3) throw new Error("no room");
    const number = started;
    return {
      on() {},
      postMessage() {},
      terminate: () => void ended.push(number),
    };
  };
  await assert.rejects(all(answerInWorkers("{}", failing, { size: 4 })), {
    message: "no room",
  });
  assert.deepEqual(ended, [1, 2]);
  await assert.rejects(
    all(answerInWorkers("{}", failing, { size: Infinity })),
    { code: "option", message: /size/ },
  );
  assert.equal(started, 3);
});
