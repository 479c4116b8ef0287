/** Keeps many records in this tab's storage, so that they survive a reload, until the page is left. */

const NAME = "calendiff.many";
/** Maximum number of characters; browsers keep about five million. */
const MOST = 2_000_000;

/** Keeps the records and what is wished of them. @returns true if they survive a reload */
export function keepMany({
  source: { name, list, lines, kind },
  wish,
  own,
  date,
  mode,
  resolve,
  base,
  left,
  isShown,
}) {
  // A file is only read line by line.
  if (lines !== undefined && typeof lines !== "string") return forgetMany();
  const text = JSON.stringify({
    version: 1,
    source: { name, list, lines, kind },
    wish,
    own,
    date,
    mode,
    resolve,
    base,
    left: left && [...left],
    isShown,
  });
  if (text.length > MOST) return forgetMany();
  try {
    sessionStorage.setItem(NAME, text);
    return true;
  } catch {
    return forgetMany();
  }
}

/** Returns the kept records, or undefined. */
export function keptMany() {
  try {
    const { version, left, source, ...many } =
      JSON.parse(sessionStorage.getItem(NAME)) ?? {};
    const isSource =
      Array.isArray(source?.list) || typeof source?.lines === "string";
    return version === 1 && isSource
      ? { ...many, source, left: left && new Set(left) }
      : undefined;
  } catch {
    // Storage may be forbidden, and an older page may have written it.
    return undefined;
  }
}

/** @returns false */
export function forgetMany() {
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // Without storage, nothing was kept.
  }
  return false;
}
