/** Writes JavaScript values as the flat tape that the core reads: one walk, no JSON text. */

import { put } from "./copy.js";
import { failure } from "./load.js";

// What a node is; the numbers are those of `Tag` in src/json/tape.rs, in the place they have in a cell's first word.
const NULL = 0 << 28;
const FALSE = 1 << 28;
const TRUE = 2 << 28;
const FLOAT = 3 << 28;
const UNSIGNED = 4 << 28;
const TEXT = 6 << 28;
const ARRAY = 7 << 28;
const OBJECT = 8 << 28;
const ODD = 9 << 28;
/** The name is given by its number, not by the length of its text. */
const KNOWN = 1 << 27;

const DEPTH = 128;
// The list of arguments and an object of options are around the values that the limit is for.
const AROUND = 2;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const isWellFormed = String.prototype.isWellFormed ? (text) => text.isWellFormed() : (text) => !LONE_SURROGATE.test(text);

// Longer text is left to the encoder; to call it costs as much as so many characters.
const SHORT = 128;
// So many words and bytes are kept for the next call.
const KEPT = 1 << 18;

const utf8 = new TextEncoder();
const double = new Float64Array(1);
const halves = new Uint32Array(double.buffer);

/**
 * Writes arguments and hands their cells and text to `use`. `names` are those that both sides know by number. What is not
 * JSON is written as such, for the core to name at its path.
 *
 * Of the argument at `kept`, `use` gets a copy as well: fresh objects and arrays of the same values, read once for both,
 * so that the two agree whatever a getter does. In place of what is not JSON there is anything.
 */
export function makeEncoder(names) {
  const numbers = new Map(names.map((name, number) => [name, number]));
  // More than one is at work where a getter inside a value calls for another.
  const idle = [];
  return (values, use, kept) => {
    const writer = idle.pop() ?? new Writer(numbers);
    const copy = writer.whole(values, kept);
    const answer = use(writer.cells.subarray(0, writer.end), writer.text.subarray(0, writer.length), copy);
    if (writer.cells.length <= KEPT && writer.text.length <= KEPT) idle.push(writer);
    return answer;
  };
}

class Writer {
  cells = new Uint32Array(4096);
  /** The number of words in use. */
  end = 0;
  text = new Uint8Array(4096);
  /** The number of bytes in use. */
  length = 0;
  /** The arrays and objects around the value at hand, to find cycles. */
  around = [];
  depth = 0;
  /** Whether what is written is copied too. */
  copies = false;
  /** Whether the last text had half of a surrogate pair. */
  halved = false;

  constructor(numbers) {
    this.numbers = numbers;
  }

  whole(values, kept) {
    this.end = this.length = this.depth = 0;
    this.node(ARRAY, 0, values.length, 0);
    this.around[this.depth++] = values;
    let copy;
    values.forEach((value, at) => {
      this.copies = at === kept;
      const given = this.value(0, 0, value);
      if (this.copies) copy = given;
    });
    this.cells[3] = this.end / 4;
    this.around.fill(null);
    return copy;
  }

  /** Writes a node under a name: its length or its number, and where it starts. */
  node(head, start, a, b) {
    const at = this.end;
    if (at === this.cells.length) this.cells = grown(this.cells, at * 2);
    const { cells } = this;
    cells[at] = head;
    cells[at + 1] = start;
    cells[at + 2] = a;
    cells[at + 3] = b;
    this.end = at + 4;
  }

  /** Appends text and answers with its length in bytes. A half of a surrogate pair is replaced, and noted. */
  string(text) {
    const { length } = text;
    const start = this.length;
    if (start + length * 3 > this.text.length) this.text = grown(this.text, (start + length * 3) * 2);
    if (length < SHORT) {
      const bytes = this.text;
      let at = 0;
      for (; at < length; at++) {
        const code = text.charCodeAt(at);
        if (code > 127) break;
        bytes[start + at] = code;
      }
      if (at === length) {
        this.length = start + length;
        return length;
      }
    }
    if (!isWellFormed(text)) this.halved = true;
    const { written } = utf8.encodeInto(text, this.text.subarray(start));
    this.length = start + written;
    return written;
  }

  /** What is not JSON, in words. */
  odd(name, nameStart, what) {
    const start = this.length;
    const length = this.string(what);
    this.halved = false;
    this.node(ODD | name, nameStart, start, length);
  }

  /** Writes a value under a name and answers with a copy of it, if one is wanted. */
  value(name, nameStart, value) {
    switch (typeof value) {
      case "string": {
        const start = this.length;
        const length = this.string(value);
        if (this.halved) this.odd(name, nameStart, "text with half of a surrogate pair");
        else this.node(TEXT | name, nameStart, start, length);
        return value;
      }
      case "number":
        if (value >>> 0 === value) {
          this.node(UNSIGNED | name, nameStart, value, 0);
        } else if (Number.isFinite(value)) {
          double[0] = value;
          this.node(FLOAT | name, nameStart, halves[0], halves[1]);
        } else {
          this.odd(name, nameStart, String(value));
        }
        // Zero has no sign in JSON.
        return value + 0;
      case "boolean":
        this.node((value ? TRUE : FALSE) | name, nameStart, 0, 0);
        return value;
      case "object":
        if (value !== null) return this.nested(name, nameStart, value);
        this.node(NULL | name, nameStart, 0, 0);
        return null;
      default:
        // undefined, bigint, function, symbol
        this.odd(name, nameStart, typeof value);
        return null;
    }
  }

  nested(name, nameStart, value) {
    const { around, depth } = this;
    for (let at = depth; at > 0; ) if (around[--at] === value) return this.odd(name, nameStart, "a cycle");
    const list = Array.isArray(value);
    if (!list && !isPlain(value)) return this.odd(name, nameStart, described(value));
    if (depth === DEPTH + AROUND) {
      throw failure("json_depth", `arrays and objects are nested deeper than ${DEPTH}`);
    }
    around[depth] = value;
    this.depth = depth + 1;
    const at = this.end;
    this.node((list ? ARRAY : OBJECT) | name, nameStart, 0, 0);
    const copy = list ? this.items(value, at) : this.members(value, at);
    this.cells[at + 3] = (this.end - at) / 4;
    this.depth = depth;
    return copy;
  }

  items(list, at) {
    const copy = this.copies ? [] : undefined;
    let count = 0;
    for (; count < list.length; count++) {
      const item = this.value(0, 0, list[count]);
      if (copy) copy.push(item);
    }
    this.cells[at + 2] = count;
    return copy;
  }

  members(object, at) {
    const copy = this.copies ? {} : undefined;
    let count = 0;
    for (const key of Object.keys(object)) {
      const member = object[key];
      if (member === undefined) continue;
      count++;
      const given = this.member(key, member);
      if (copy) put(copy, key, given);
    }
    this.cells[at + 2] = count;
    return copy;
  }

  member(name, value) {
    const number = this.numbers.get(name);
    if (number !== undefined) return this.value(KNOWN | number, 0, value);
    const start = this.length;
    const length = this.string(name);
    return this.halved ? this.odd(length, start, "a name with half of a surrogate pair") : this.value(length, start, value);
  }
}

/** Objects of this or another realm that no class made. */
function isPlain(value) {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** What an instance of a class is, and after a line end the JSON text that it surely means. */
function described(value) {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "an invalid Date" : `a Date\n${value.toISOString()}`;
  return `a ${String(value.constructor?.name || "class instance").replaceAll("\n", " ")}`;
}

function grown(array, length) {
  const larger = new array.constructor(length);
  larger.set(array);
  return larger;
}
