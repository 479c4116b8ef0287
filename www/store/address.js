/**
 * The start, or the current section and panel, in the address, so that Back returns to the previous ones and a reload shows them
 * again.
 */

const NAMES = ["at", "section", "panel", "side"];

/** Reads them; a name that the address lacks is undefined. */
export function addressed() {
  const all = new URLSearchParams(location.search);
  return Object.fromEntries(
    NAMES.map((name) => [name, all.get(name) ?? undefined]),
  );
}

/** Writes them into the address, with a step in the history if `isStep`. */
export function address(view, isStep) {
  const url = new URL(location.href);
  // The editing side is the default.
  for (const name of NAMES)
    view[name] === undefined || view[name] === "edit"
      ? url.searchParams.delete(name)
      : url.searchParams.set(name, view[name]);
  if (url.href === location.href) return;
  try {
    history[isStep ? "pushState" : "replaceState"](null, "", url);
  } catch {
    // Browsers limit how often the address may change; the page does not depend on it.
  }
}
