/**
 * Pieces of a draft that is too long to be shown as one text: parts of each long list, each other long member by
 * itself, and the rest together.
 */

/** Maximum number of characters in one text. */
const MOST = 200_000;

const lengthOf = (value) => JSON.stringify(value).length;

/**
 * Returns the pieces. Each is `{ name, from, to }`: a member, and for a list the range of items. The piece without a
 * name contains all members without a piece of their own.
 */
export function piecesOf(draft) {
  // Indentation makes a text about twice as long.
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
    for (let from = 0; from < value.length; from += step)
      pieces.push({ name, from, to: Math.min(value.length, from + step) });
  }
  return [{}, ...pieces];
}

/** Returns the value of a piece. */
export function pieceIn(draft, { name, from, to }, pieces) {
  if (name === undefined)
    return Object.fromEntries(
      Object.entries(draft).filter(
        ([own]) => !pieces.some(({ name }) => name === own),
      ),
    );
  return from === undefined ? draft[name] : draft[name].slice(from, to);
}

/** Returns the draft with another value of a piece, or undefined if the value does not fit the piece. */
export function withPiece(draft, { name, from, to }, value, pieces) {
  if (name === undefined) {
    if (pieces.length === 1) return value;
    if (typeof value !== "object" || value === null || Array.isArray(value))
      return undefined;
    const apart = new Set(pieces.map(({ name }) => name));
    // Members keep their order; new ones are last.
    const kept = Object.entries(draft)
      .filter(([own]) => apart.has(own) || Object.hasOwn(value, own))
      .map(([own, before]) => [own, apart.has(own) ? before : value[own]]);
    return Object.fromEntries([
      ...kept,
      ...Object.entries(value).filter(([own]) => !apart.has(own)),
    ]);
  }
  if (from === undefined) return { ...draft, [name]: value };
  if (!Array.isArray(value)) return undefined;
  return { ...draft, [name]: draft[name].toSpliced(from, to - from, ...value) };
}

/** Moves the bounds of a list's pieces after one was set, which now has `length` items. */
export function resize(pieces, { name, from, to }, length) {
  const by = length - (to - from);
  return pieces.map((piece) =>
    piece.name !== name || piece.from < from
      ? piece
      : {
          ...piece,
          from: piece.from === from ? from : piece.from + by,
          to: piece.to + by,
        },
  );
}
