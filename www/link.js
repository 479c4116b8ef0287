/** A record and its draft in the fragment of a link, which browsers do not send to any server. */

const PACKED = "#z=";
const PLAIN = "#json=";
/** What is unpacked is no longer than this: what is short packed may be very long. */
const MOST = 16 * 1024 * 1024;

const stream = (bytes, through) => new Blob([bytes]).stream().pipeThrough(through);

/** `{ kind, stored, draft }` as a fragment. */
export async function pack(record) {
  const bytes = new Uint8Array(await new Response(stream(JSON.stringify(record), new CompressionStream("deflate-raw"))).arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return PACKED + btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The JSON text that a fragment holds; undefined where it holds none. Throws where it cannot be unpacked. */
export async function unpack(fragment) {
  if (fragment.startsWith(PLAIN)) return decodeURIComponent(fragment.slice(PLAIN.length));
  if (!fragment.startsWith(PACKED)) return undefined;
  const text = atob(fragment.slice(PACKED.length).replaceAll("-", "+").replaceAll("_", "/"));
  const reader = stream(Uint8Array.from(text, (digit) => digit.charCodeAt(0)), new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST) throw new RangeError("too long");
    parts.push(value);
  }
  return new TextDecoder("utf-8", { fatal: true }).decode(await new Blob(parts).arrayBuffer());
}
