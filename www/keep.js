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

/** @returns whether it was kept, or undefined where it is already */
export function keep(what) {
  try {
    const text = textOf(what);
    if (text === last) return undefined;
    if (text.length > MOST) throw new Error("too long");
    localStorage.setItem(NAME, text);
    last = text;
    return true;
  } catch {
    // Storage may be full, or forbidden; the old one would be a lie.
    forget();
    return false;
  }
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
