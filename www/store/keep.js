/**
 * Keeps the edited record in this browser's storage, and nowhere else, so that it survives a reload, until it is
 * cleared.
 */

const NAME = "calendiff";
/** Maximum number of characters; browsers keep about five million. */
const MOST = 2_000_000;

/** The text that this tab kept or found last; another tab may have kept a newer one. */
let last;

const textOf = (what) => JSON.stringify({ version: 1, ...what });

function read() {
  try {
    return localStorage.getItem(NAME) ?? undefined;
  } catch {
    // Storage may be forbidden.
    return undefined;
  }
}

/** Returns true if a state is not kept yet. */
export const isNew = (what) => textOf(what) !== last;

/** Returns true if another tab has kept or cleared something since this one did. */
export const isElsewhere = () => read() !== last;

/** Keeps a state. @returns "yes", or the reason why not: "large", "full" or "blocked"; undefined if it is kept already */
export function keep(what) {
  const text = textOf(what);
  if (text === last) return undefined;
  try {
    if (text.length <= MOST) {
      localStorage.setItem(NAME, text);
      last = text;
      return "yes";
    }
  } catch (thrown) {
    // An older state would be mistaken for this one.
    forget();
    return thrown.name === "QuotaExceededError" ? "full" : "blocked";
  }
  forget();
  return "large";
}

export function kept() {
  try {
    const found = JSON.parse(read());
    return found?.version === 1 ? found : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the kept state for this tab to continue. */
export function takeUp() {
  last = read();
  return kept();
}

export function forget() {
  last = undefined;
  try {
    localStorage.removeItem(NAME);
  } catch {
    // Without storage, nothing was kept.
  }
}
