/** Plain copies. */

import { failure } from "./load.js";

/**
 * A fresh deep copy of arrays and plain objects, as JSON would make it: members that are undefined left out, -0 as 0.
 * Anything else is kept as it is.
 */
export function copy(value, depth = 0) {
  if (typeof value === "number") return value + 0;
  if (typeof value !== "object" || value === null) return value;
  // Deeper than the core takes, or a cycle.
  if (depth > 130) throw failure("json_depth", "arrays and objects are nested deeper than 128");
  if (Array.isArray(value)) {
    const items = new Array(value.length);
    for (let at = 0; at < items.length; at++) items[at] = copy(value[at], depth + 1);
    return items;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype || isTampered()) return careful(value, depth);
  const fresh = {};
  for (const name in value) {
    if (name === "__proto__") return careful(value, depth);
    const member = value[name];
    if (member !== undefined) fresh[name] = copy(member, depth + 1);
  }
  return fresh;
}

/** Whether every object seems to have members that it inherits. */
function isTampered() {
  for (const _ in Object.prototype) return true;
  return false;
}

/** A copy of an object with names of any kind, or from another realm. */
function careful(value, depth) {
  if (value instanceof Date) return new Date(value);
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return value;
  const fresh = {};
  for (const name of Object.keys(value)) {
    const member = value[name];
    if (member !== undefined) put(fresh, name, copy(member, depth + 1));
  }
  return fresh;
}

/** Sets an own member, whatever its name is. */
export function put(object, name, value) {
  if (name === "__proto__") Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  else object[name] = value;
}
