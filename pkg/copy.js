/** Plain copies of what is JSON. */

const { getPrototypeOf, prototype } = Object;

/** A copy of `value` that shares nothing with it, just as `JSON.parse(JSON.stringify(value))` would make it. */
export function copy(value) {
  if (typeof value === "number") return value + 0; // -0 is 0
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = new Array(value.length);
    for (let at = 0; at < items.length; at++) items[at] = copy(value[at]);
    return items;
  }
  if (getPrototypeOf(value) !== prototype || isTampered()) return careful(value);
  const plain = {};
  for (const name in value) {
    if (name === "__proto__") return careful(value);
    const member = value[name];
    if (member !== undefined) plain[name] = copy(member);
  }
  return plain;
}

/** Whether every object seems to have members that it inherits. */
function isTampered() {
  for (const _ in prototype) return true;
  return false;
}

/** A copy of an object with any names, of any realm. */
function careful(value) {
  const members = Object.keys(value).map((name) => [name, copy(value[name])]);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}
