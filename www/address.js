/** The section and the panel in sight, as the address has them: Back goes to those before, and a reload shows them again. */

const NAMES = ["section", "panel", "side"];

/** Reads them; each that the address does not have is undefined. */
export function addressed() {
  const all = new URLSearchParams(location.search);
  return Object.fromEntries(NAMES.map((name) => [name, all.get(name) ?? undefined]));
}

/** Puts them there, as a step that Back takes back where `isStep`. */
export function address(view, isStep) {
  const url = new URL(location.href);
  // The side to edit on is the usual one.
  for (const name of NAMES) view[name] === undefined || view[name] === "edit" ? url.searchParams.delete(name) : url.searchParams.set(name, view[name]);
  if (url.href === location.href) return;
  try {
    history[isStep ? "pushState" : "replaceState"](null, "", url);
  } catch {
    // Browsers bound how often it may change; what is in sight does not depend on it.
  }
}
