/** What is being edited survives a reload: it is kept in this browser's storage, and nowhere else, until it is forgotten. */

const NAME = "calendiff";
/** So many characters at most: browsers keep about five million. */
const MOST = 2_000_000;

/** @returns whether it was kept */
export function keep({ kind, stored, draft, profile }) {
  try {
    const text = JSON.stringify({ version: 1, kind, stored, draft, profile });
    if (text.length > MOST) throw new Error("too long");
    localStorage.setItem(NAME, text);
    return true;
  } catch {
    // Storage may be full, or forbidden; the old one would be a lie.
    forget();
    return false;
  }
}

export function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(NAME));
    return found?.version === 1 ? found : undefined;
  } catch {
    return undefined;
  }
}

export function forget() {
  try {
    localStorage.removeItem(NAME);
  } catch {
    // Then nothing was kept.
  }
}
