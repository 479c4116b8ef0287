/** Plain copies. */

/**
 * A fresh deep copy of arrays and plain objects, as JSON would make it: members that are undefined left out, -0 as 0.
 * Anything else is kept as it is.
 */
export function copy(value) {
  if (typeof value === "number") return value + 0;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = new Array(value.length);
    for (let at = 0; at < items.length; at++) items[at] = copy(value[at]);
    return items;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype || isTampered()) return careful(value);
  const fresh = {};
  for (const name in value) {
    if (name === "__proto__") return careful(value);
    const member = value[name];
    if (member !== undefined) fresh[name] = copy(member);
  }
  return fresh;
}

/** Whether every object seems to have members that it inherits. */
function isTampered() {
  for (const _ in Object.prototype) return true;
  return false;
}

/** A copy of an object with names of any kind, or from another realm. */
function careful(value) {
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return value;
  const fresh = {};
  for (const name of Object.keys(value)) if (value[name] !== undefined) put(fresh, name, copy(value[name]));
  return fresh;
}

/** Sets an own member, whatever its name is. */
export function put(object, name, value) {
  if (name === "__proto__") Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  else object[name] = value;
}
