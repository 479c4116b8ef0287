/** Plain copies. */

/** A fresh deep copy of arrays and plain objects, members that are undefined left out. Anything else is kept as it is. */
export function copy(value) {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copy);
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
