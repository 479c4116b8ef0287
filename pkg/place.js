/** Places in a draft: names and indexes, a JSON Pointer, or a dotted name. */

import { failure } from "./load.js";

/** Returns the value at a step inside another value, or undefined. */
export const inside = (value, step) =>
  typeof value === "object" &&
  value !== null &&
  (typeof step === "number") === Array.isArray(value) &&
  Object.hasOwn(value, step)
    ? value[step]
    : undefined;

export const isWithin = (path, around) =>
  around.length <= path.length && around.every((step, at) => step === path[at]);

/** Returns the tokens of a JSON Pointer, or of a dotted name such as `openHours.0.hours` or `openHours[0].hours`. */
function tokens(place) {
  if (place[0] === "/")
    return place
      .slice(1)
      .split("/")
      .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
  return place.replace(/\[(\d+)\]/g, ".$1").split(".");
}

/**
 * Returns the steps of a place in a draft. In text, digits are an index and `-` means the end if the value there is an
 * array or missing.
 */
export function stepsOf(place, draft) {
  const isText = typeof place === "string";
  if (!isText && !Array.isArray(place))
    throw failure(
      "form_path",
      `expected an array of names and indexes, a JSON Pointer or a dotted name, found ${place === null ? "null" : typeof place}`,
    );
  if (place === "") return [];
  let here = draft;
  return (isText ? tokens(place) : place).map((name) => {
    const isList = Array.isArray(here) || here == null;
    const step =
      isList && name === "-"
        ? (here?.length ?? 0)
        : isText && isList && /^(0|[1-9]\d*)$/.test(name)
          ? Number(name)
          : name;
    here = inside(here, step);
    return step;
  });
}
