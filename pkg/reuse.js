/** Values that keep their unchanged parts. */

import { frozen, put as assign, shallow } from "./copy.js";
import { inside } from "./place.js";

/** Returns the fresh value, frozen, with every unchanged part of the old one. */
export function reused(old, fresh) {
  if (old === undefined) return frozen(fresh);
  if (Object.is(old, fresh)) return old;
  if (typeof fresh !== "object" || fresh === null) return fresh;
  if (Object.isFrozen(fresh)) fresh = shallow(fresh);
  const names = Object.keys(fresh);
  const known =
    typeof old === "object" &&
    old !== null &&
    Array.isArray(old) === Array.isArray(fresh)
      ? Object.keys(old)
      : [];
  let same =
    known.length === names.length &&
    typeof old === "object" &&
    old !== null &&
    Array.isArray(old) === Array.isArray(fresh);
  for (const [at, name] of names.entries()) {
    const before = inside(old, Array.isArray(fresh) ? Number(name) : name);
    const part = reused(before, fresh[name]);
    assign(fresh, name, part);
    same &&= part === before && known[at] === name;
  }
  return same ? old : Object.freeze(fresh);
}

/** Returns the value before if both are lists of the same items. */
export function sameItems(before, now) {
  const isSame =
    Array.isArray(now) &&
    Array.isArray(before) &&
    before.length === now.length &&
    now.every((item, at) => Object.is(item, before[at]));
  return isSame ? before : now;
}
