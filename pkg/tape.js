/** Writes JavaScript values as the flat tape that the core reads: one walk, no JSON text. */

import { failure } from "./load.js";

// What a node is; the numbers are those of `Tag` in src/json/tape.rs.
const NULL = 0;
const FALSE = 1;
const TRUE = 2;
const FLOAT = 3;
const TEXT = 6;
const ARRAY = 7;
const OBJECT = 8;
const ODD = 9;

const DEPTH = 128;
// The list of arguments and an object of options are around the values that the limit is for.
const AROUND = 2;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

const utf8 = new TextEncoder();
const double = new Float64Array(1);
const halves = new Uint32Array(double.buffer);

/** The bytes of a tape that holds `value`. What is not JSON is written as such, for the core to name at its path. */
export function encode(value) {
  return new Writer().whole(value);
}

class Writer {
  cells = new Uint32Array(1024);
  count = 0;
  text = new Uint8Array(4096);
  length = 0;
  /** The arrays and objects around the value at hand, to find cycles. */
  around = [];

  whole(value) {
    this.value("", value);
    const cells = new Uint8Array(this.cells.buffer, 0, this.count * 16);
    const bytes = new Uint8Array(4 + cells.length + this.length);
    new DataView(bytes.buffer).setUint32(0, this.count, true);
    bytes.set(cells, 4);
    bytes.set(this.text.subarray(0, this.length), 4 + cells.length);
    return bytes;
  }

  /** Writes a node and answers with its index. */
  node(tag, name, a, b) {
    const start = this.length;
    const nameLength = name === "" ? 0 : this.string(name);
    if (this.count * 4 === this.cells.length) this.cells = grown(this.cells, this.cells.length * 2);
    const at = this.count * 4;
    this.cells[at] = ((tag << 28) | nameLength) >>> 0;
    this.cells[at + 1] = start;
    this.cells[at + 2] = a;
    this.cells[at + 3] = b;
    return this.count++;
  }

  /** Appends text and answers with its length in bytes. */
  string(text) {
    const most = text.length * 3;
    if (this.length + most > this.text.length) this.text = grown(this.text, (this.length + most) * 2);
    const start = this.length;
    if (text.length < 64) {
      let at = 0;
      for (; at < text.length; at++) {
        const code = text.charCodeAt(at);
        if (code > 127) break;
        this.text[start + at] = code;
      }
      if (at === text.length) return (this.length += at) - start;
    }
    return (this.length += utf8.encodeInto(text, this.text.subarray(start)).written) - start;
  }

  textual(tag, name, text) {
    const start = this.length;
    const length = this.string(text);
    this.node(tag, name, start, length);
  }

  value(name, value) {
    switch (typeof value) {
      case "string":
        if (LONE_SURROGATE.test(value)) return this.textual(ODD, name, "text with half of a surrogate pair");
        return this.textual(TEXT, name, value);
      case "number":
        if (!Number.isFinite(value)) return this.textual(ODD, name, String(value));
        double[0] = value;
        return void this.node(FLOAT, name, halves[0], halves[1]);
      case "boolean":
        return void this.node(value ? TRUE : FALSE, name, 0, 0);
      case "object":
        if (value === null) return void this.node(NULL, name, 0, 0);
        return this.nested(name, value);
      default:
        // undefined, bigint, function, symbol
        return this.textual(ODD, name, typeof value);
    }
  }

  nested(name, value) {
    if (this.around.includes(value)) return this.textual(ODD, name, "a cycle");
    const list = Array.isArray(value);
    if (!list && !isPlain(value)) return this.textual(ODD, name, described(value));
    if (this.around.length === DEPTH + AROUND) {
      throw failure("json_depth", `arrays and objects are nested deeper than ${DEPTH}`);
    }
    this.around.push(value);
    const index = this.node(list ? ARRAY : OBJECT, name, 0, 0);
    let children = 0;
    if (list) {
      for (; children < value.length; children++) this.value("", value[children]);
    } else {
      for (const key of Object.keys(value)) {
        const member = value[key];
        if (member === undefined) continue;
        children++;
        if (LONE_SURROGATE.test(key)) this.textual(ODD, key, "a name with half of a surrogate pair");
        else this.value(key, member);
      }
    }
    this.cells[index * 4 + 2] = children;
    this.cells[index * 4 + 3] = this.count - index;
    this.around.pop();
  }
}

/** Objects of this or another realm that no class made. */
function isPlain(value) {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
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
