/** Reads texts and files, and finds the two of a pair. */

import { KINDS } from "../store/store.js";
import { figure, t } from "../words/words.js";
import { areLines, understand } from "./understand.js";

export { understand };

/** Maximum number of bytes, as in the package. */
const MOST = 16 * 1024 * 1024;

/** Number of bytes of a long file in which its first line ends. */
const LINE = 256 * 1024;

/** Returns true for a record as the service returns it: in an envelope, or with members that updates cannot have. */
function isStored(kind, record) {
  const { envelope, value } = KINDS[kind].read(record);
  return (
    envelope !== null ||
    KINDS[kind]
      .describe()
      .members.some(
        ({ name, access }) =>
          access === "response-only" && Object.hasOwn(value, name),
      )
  );
}

/** Returns the text of a file, `{ lines }` if it is a long one with a record a line, or `{ trouble }`. */
async function readFile(file) {
  if (file.size > MOST) {
    const beginning = await file.slice(0, LINE).text();
    return areLines(beginning)
      ? { lines: file }
      : { trouble: t("load.large", { size: figure(file.size / 1024 / 1024) }) };
  }
  try {
    // `file.text()` would hide bytes that are not UTF-8.
    return {
      text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
        await file.arrayBuffer(),
      ),
    };
  } catch {
    return { trouble: t("load.utf8") };
  }
}

/** Returns what each file contains. */
export async function understood(files) {
  const all = [];
  for (const file of files) {
    const { text, ...other } = await readFile(file);
    all.push({
      name: file.name,
      ...(text === undefined ? other : understand(text)),
    });
  }
  return all;
}

/**
 * Returns a pair of records that may be a stored one and its draft, and the stored one if it is certain. `known` is the kind
 * of records that do not show theirs.
 */
export function pairOf(all, known) {
  if (all.length !== 2 || all.some(({ record, strange }) => !record || strange))
    return undefined;
  const kinds = all.map(({ kind }) => kind);
  if (kinds[0] && kinds[1] && kinds[0] !== kinds[1]) return undefined;
  const kind = kinds[0] ?? kinds[1] ?? known;
  if (!kind) return undefined;
  const stored = all.filter((found) => isStored(kind, found.record));
  return [
    { pair: all, kind, sure: stored.length === 1 ? stored[0] : undefined },
  ];
}
