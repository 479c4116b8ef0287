/**
 * A draft in pieces, where it is too long to be shown as one text: each long list a part at a time, each other long member by
 * itself, and all else together.
 */

/** So many characters are shown as one text. */
const MOST = 200_000;

const lengthOf = (value) => JSON.stringify(value).length;

/**
 * Returns the pieces. Each is `{ name, from, to }`: a member, and of a list which items; a piece without a name is all that has
 * none of its own.
 */
export function piecesOf(draft) {
  // Indented, a text is about twice as long.
  if (lengthOf(draft) <= MOST / 2) return [{}];
  const pieces = [];
  for (const [name, value] of Object.entries(draft)) {
    const length = lengthOf(value);
    if (length <= MOST / 8) continue;
    if (!Array.isArray(value)) {
      pieces.push({ name });
      continue;
    }
    const step = Math.max(1, Math.floor((value.length * MOST) / 4 / length));
    for (let from = 0; from < value.length; from += step) pieces.push({ name, from, to: Math.min(value.length, from + step) });
  }
  return [{}, ...pieces];
}

/** The value of a piece. */
export function pieceIn(draft, { name, from, to }, pieces) {
  if (name === undefined) return Object.fromEntries(Object.entries(draft).filter(([own]) => !pieces.some(({ name }) => name === own)));
  return from === undefined ? draft[name] : draft[name].slice(from, to);
}

/** The draft with another value of a piece; undefined where that can be none. */
export function withPiece(draft, { name, from, to }, value, pieces) {
  if (name === undefined) {
    if (pieces.length === 1) return value;
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    const apart = new Set(pieces.map(({ name }) => name));
    // Members keep their order; those that came are last.
    const kept = Object.entries(draft).filter(([own]) => apart.has(own) || Object.hasOwn(value, own)).map(([own, before]) => [own, apart.has(own) ? before : value[own]]);
    return Object.fromEntries([...kept, ...Object.entries(value).filter(([own]) => !apart.has(own))]);
  }
  if (from === undefined) return { ...draft, [name]: value };
  if (!Array.isArray(value)) return undefined;
  return { ...draft, [name]: draft[name].toSpliced(from, to - from, ...value) };
}

/** Moves the bounds of a list's pieces after the value of one was set: it has `length` items now. */
export function resize(pieces, { name, from, to }, length) {
  const by = length - (to - from);
  return pieces.map((piece) => (piece.name !== name || piece.from < from ? piece : { ...piece, from: piece.from === from ? from : piece.from + by, to: piece.to + by }));
}
