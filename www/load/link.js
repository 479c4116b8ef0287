/** A record and its draft in the fragment of a link, which browsers do not send to any server. */

const PACKED = "#z=";
const PLAIN = "#json=";
/** Maximum number of bytes to unpack: a short packed text may be very long when unpacked. */
const MOST = 16 * 1024 * 1024;

const stream = (bytes, through) =>
  new Blob([bytes]).stream().pipeThrough(through);

/** Packs `{ kind, stored, draft }` into a fragment. */
export async function pack(record) {
  const bytes = new Uint8Array(
    await new Response(
      stream(JSON.stringify(record), new CompressionStream("deflate-raw")),
    ).arrayBuffer(),
  );
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return (
    PACKED +
    btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
  );
}

/** Returns the JSON text of a fragment, or undefined if it has none. Throws if it cannot be unpacked. */
export async function unpack(fragment) {
  if (fragment.startsWith(PLAIN))
    return decodeURIComponent(fragment.slice(PLAIN.length));
  if (!fragment.startsWith(PACKED)) return undefined;
  const text = atob(
    fragment.slice(PACKED.length).replaceAll("-", "+").replaceAll("_", "/"),
  );
  const reader = stream(
    Uint8Array.from(text, (digit) => digit.charCodeAt(0)),
    new DecompressionStream("deflate-raw"),
  ).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST) throw new RangeError("too long");
    parts.push(value);
  }
  return new TextDecoder("utf-8", { fatal: true }).decode(
    await new Blob(parts).arrayBuffer(),
  );
}
