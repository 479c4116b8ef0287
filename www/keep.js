/** What is being edited survives a reload: it is kept in this browser's storage, and nowhere else, until it is cleared. */

const NAME = "calendiff";
/** So many characters at most: browsers keep about five million. */
const MOST = 2_000_000;

/** What this tab kept or found last: another tab may have kept something since. */
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

/** Whether that is not kept yet. */
export const isNew = (what) => textOf(what) !== last;

/** Whether another tab kept something, or cleared it, since this one did. */
export const isElsewhere = () => read() !== last;

/** @returns "yes", or why it was not kept: "large", "full" or "blocked"; undefined where it is kept already */
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
    // An older state would be taken for this one.
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

/** The same, for this tab to go on with. */
export function takeUp() {
  last = read();
  return kept();
}

export function forget() {
  last = undefined;
  try {
    localStorage.removeItem(NAME);
  } catch {
    // Then nothing was kept.
  }
}
