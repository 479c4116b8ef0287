/** Plain copies, and limits of arguments. */

import { failure } from "./load.js";

/** Maximum number of values in a call; an issue for each of them still fits into one answer. */
export const VALUES = 1 << 20;
/** Maximum number of bytes of text: the longest name that a cell can describe. */
export const BYTES = (1 << 27) - 1;

const tooLarge = (what, most) =>
  failure("json_size", `what is given has more ${what} than ${most}`);
export const tooMany = () => tooLarge("parts", VALUES);
export const tooLong = () => tooLarge("bytes of text", BYTES);

/**
 * Returns a deep copy of arrays and plain objects, as JSON would make it: without undefined members, and with -0 as 0.
 * Other values are kept. New arrays and objects are frozen.
 */
export function copy(value) {
  return copied(value, 0, { left: VALUES });
}

function copied(value, depth, count) {
  if (typeof value === "number") return value + 0;
  if (typeof value !== "object" || value === null) return value;
  // Deeper than the core takes, or a cycle.
  if (depth > 130)
    throw failure(
      "json_depth",
      "arrays and objects are nested deeper than 128",
    );
  if (Array.isArray(value)) {
    const { length } = value;
    if ((count.left -= length) < 0) throw tooMany();
    const items = new Array(length);
    for (let at = 0; at < length; at++)
      items[at] = copied(value[at], depth + 1, count);
    return Object.freeze(items);
  }
  if (Object.getPrototypeOf(value) !== Object.prototype || isTampered())
    return careful(value, depth, count);
  const fresh = {};
  for (const name in value) {
    if (name === "__proto__") return careful(value, depth, count);
    const member = value[name];
    if (member === undefined) continue;
    if (--count.left < 0) throw tooMany();
    fresh[name] = copied(member, depth + 1, count);
  }
  return Object.freeze(fresh);
}

/** Returns true if `Object.prototype` has enumerable members, which every object then seems to have. */
function isTampered() {
  for (const _ in Object.prototype) return true;
  return false;
}

/** Copies an object with names of any kind, or from another realm. */
function careful(value, depth, count) {
  if (value instanceof Date) return new Date(value);
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
    return value;
  const fresh = {};
  for (const name of Object.keys(value)) {
    const member = value[name];
    if (member === undefined) continue;
    if (--count.left < 0) throw tooMany();
    put(fresh, name, copied(member, depth + 1, count));
  }
  return Object.freeze(fresh);
}

/** Deeply freezes a value parsed from JSON text. */
export function frozen(value) {
  if (typeof value !== "object" || value === null || Object.isFrozen(value))
    return value;
  if (Array.isArray(value))
    for (let at = 0; at < value.length; at++) frozen(value[at]);
  else for (const name in value) frozen(value[name]);
  return Object.freeze(value);
}

/** Sets an own member of any name. */
export function put(object, name, value) {
  if (name === "__proto__")
    Object.defineProperty(object, name, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  else object[name] = value;
}

/**
 * Copies an array or object shallowly, with members of any name. V8 spreads a frozen array a hundred times as fast as
 * it slices one.
 */
export const shallow = (around) =>
  Array.isArray(around) ? [...around] : { ...around };
