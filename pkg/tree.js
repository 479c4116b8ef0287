/** Writes JavaScript values as the flat tree that the core reads: one walk, no JSON text. */

import { BYTES, VALUES, put, tooLong, tooMany } from "./copy.js";
import { failure } from "./load.js";

// The tags of nodes, in the first word of a cell; the numbers are those of `Tag` in src/json/tree/mod.rs.
const NULL = 0 << 28;
const FALSE = 1 << 28;
const TRUE = 2 << 28;
const FLOAT = 3 << 28;
const UNSIGNED = 4 << 28;
const TEXT = 6 << 28;
const ARRAY = 7 << 28;
const OBJECT = 8 << 28;
const ODD = 9 << 28;
/** The name is given by its number instead of the length of its text. */
const KNOWN = 1 << 27;

const DEPTH = 128;
// Depth of the list of arguments and of an object of options, which the limit does not count.
const AROUND = 2;
const LONE_SURROGATE =
  /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const isWellFormed = String.prototype.isWellFormed
  ? (text) => text.isWellFormed()
  : (text) => !LONE_SURROGATE.test(text);

// Longer text is left to the encoder, whose call costs as much as this number of characters.
const SHORT = 256;
// Maximum number of words and bytes in buffers that are kept for the next call.
const KEPT = 1 << 18;

const utf8 = new TextEncoder();
const double = new Float64Array(1);
const halves = new Uint32Array(double.buffer);

/**
 * Writes arguments and passes their cells and text to `use`. `names` are those that both sides know by number. Values
 * that are not JSON are written as such, for the core to report at their path.
 *
 * `use` also gets a copy of the argument at `kept`: new objects and arrays of the same values, read once for both, so
 * that the two agree whatever a getter does. The copy has arbitrary values in place of those that are not JSON.
 */
export function makeEncoder(names) {
  const numbers = new Map(names.map((name, number) => [name, number]));
  // More than one is in use if a getter inside a value makes another call.
  const idle = [];
  return (values, use, kept) => {
    const writer = idle.pop() ?? makeWriter(names, numbers);
    const answer = writer.write(values, use, kept);
    if (writer.isSmall()) idle.push(writer);
    return answer;
  };
}

function makeWriter(names, numbers) {
  let cells = new Uint32Array(4096);
  let text = new Uint8Array(4096);
  /** Number of words and bytes in use. */
  let end = 0;
  let length = 0;
  /** The arrays and objects around the current value, to find cycles. */
  const around = [];
  let depth = 0;
  let copies = false;
  /** True if the last text had half of a surrogate pair. */
  let halved = false;
  /** True if loops over objects would also visit inherited members. */
  let polluted = false;

  /** Appends text and returns its length in bytes. Half of a surrogate pair is replaced and noted in `halved`. */
  function append(string) {
    const count = string.length;
    const start = length;
    // Otherwise a name could be longer than a cell can describe.
    if (start + count > BYTES) throw tooLong();
    if (start + count * 3 > text.length)
      text = grown(text, Math.max(start + count * 3, text.length * 2));
    if (count < SHORT) {
      let at = 0;
      for (; at < count; at++) {
        const code = string.charCodeAt(at);
        if (code > 127) break;
        text[start + at] = code;
      }
      if (at === count) {
        length = start + count;
        return count;
      }
    }
    halved = !isWellFormed(string);
    const { written } = utf8.encodeInto(string, text.subarray(start));
    length = start + written;
    if (length > BYTES) throw tooLong();
    return written;
  }

  /** Writes a value that is not JSON, with its description. */
  function odd(at, name, what) {
    cells[at] = ODD | name;
    cells[at + 2] = length;
    cells[at + 3] = append(what);
    halved = false;
    return null;
  }

  /** Writes a value with its name, given by length or number and start. Returns a copy, if one is wanted. */
  function write(name, nameStart, value) {
    const at = end;
    if (at === cells.length) {
      if (at >= VALUES * 4) throw tooMany();
      cells = grown(cells, at * 2);
    }
    end = at + 4;
    cells[at + 1] = nameStart;
    switch (typeof value) {
      case "string":
        cells[at] = TEXT | name;
        cells[at + 2] = length;
        cells[at + 3] = append(value);
        return halved
          ? odd(at, name, "text with half of a surrogate pair")
          : value;
      case "number":
        if (value >>> 0 === value) {
          cells[at] = UNSIGNED | name;
          cells[at + 2] = value;
          cells[at + 3] = 0;
        } else if (Number.isFinite(value)) {
          double[0] = value;
          cells[at] = FLOAT | name;
          cells[at + 2] = halves[0];
          cells[at + 3] = halves[1];
        } else {
          return odd(at, name, String(value));
        }
        // Zero has no sign in JSON.
        return value + 0;
      case "boolean":
        cells[at] = (value ? TRUE : FALSE) | name;
        return value;
      case "object":
        if (value !== null) return nested(at, name, value);
        cells[at] = NULL | name;
        return null;
      default:
        // undefined, bigint, function, symbol
        return odd(at, name, typeof value);
    }
  }

  function nested(at, name, value) {
    for (let outer = depth; outer > 0; )
      if (around[--outer] === value) return odd(at, name, "a cycle");
    const list = Array.isArray(value);
    const prototype = list ? null : Object.getPrototypeOf(value);
    const plain = prototype === null || prototype === Object.prototype;
    // Plain objects of another realm are accepted too.
    if (!plain && Object.getPrototypeOf(prototype) !== null)
      return odd(at, name, described(value));
    if (depth === DEPTH + AROUND) {
      throw failure(
        "json_depth",
        `arrays and objects are nested deeper than ${DEPTH}`,
      );
    }
    around[depth++] = value;
    cells[at] = (list ? ARRAY : OBJECT) | name;
    const own = () => Object.assign(Object.create(null), value);
    const copy = list
      ? items(at, value)
      : members(at, plain && !polluted ? value : own());
    cells[at + 3] = (end - at) / 4;
    depth--;
    return copy;
  }

  function items(at, list) {
    // Refuses a long sparse array without walking it.
    if (list.length > VALUES) throw tooMany();
    const copy = copies ? [] : undefined;
    let count = 0;
    for (; count < list.length; count++) {
      const item = write(0, 0, list[count]);
      if (copy !== undefined) copy.push(item);
    }
    cells[at + 2] = count;
    return copy;
  }

  function members(at, object) {
    const copy = copies ? {} : undefined;
    let count = 0;
    let number = -1;
    for (const name in object) {
      const value = object[name];
      if (value === undefined) continue;
      count++;
      // The known names are numbered in the order in which most objects have them.
      number =
        names[number + 1] === name ? number + 1 : (numbers.get(name) ?? -1);
      const member =
        number < 0 ? unknown(name, value) : write(KNOWN | number, 0, value);
      if (copy !== undefined) put(copy, name, member);
    }
    cells[at + 2] = count;
    return copy;
  }

  function unknown(name, value) {
    const start = length;
    const bytes = append(name);
    if (!halved) return write(bytes, start, value);
    const at = end;
    write(bytes, start, null);
    return odd(at, bytes, "a name with half of a surrogate pair");
  }

  return {
    write(values, use, kept) {
      end = length = depth = 0;
      halved = polluted = false;
      for (const _ in Object.prototype) polluted = true;
      write(0, 0, []);
      cells[2] = values.length;
      around[depth++] = values;
      let copy;
      for (let at = 0; at < values.length; at++) {
        copies = at === kept;
        const argument = write(0, 0, values[at]);
        if (copies) copy = argument;
      }
      cells[3] = end / 4;
      around.fill(null);
      return use(cells.subarray(0, end), text.subarray(0, length), copy);
    },
    isSmall: () => cells.length <= KEPT && text.length <= KEPT,
  };
}

/** Describes an instance of a class; for a Date, followed by a line end and its JSON text. */
function described(value) {
  if (value instanceof Date)
    return Number.isNaN(value.getTime())
      ? "an invalid Date"
      : `a Date\n${value.toISOString()}`;
  return `a ${String(value.constructor?.name || "class instance").replaceAll("\n", " ")}`;
}

function grown(array, length) {
  const larger = new array.constructor(length);
  larger.set(array);
  return larger;
}
