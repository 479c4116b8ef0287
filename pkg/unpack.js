/**
 * Decodes the string of a module into bytes. Each character of `alphabet` is a digit; the last two are prefixes that
 * the next character completes. `order` lists the bytes that the digits stand for, the most frequent one first.
 */
export function unpack({ alphabet, order, text }) {
  const base = alphabet.length;
  const single = base - 2;
  const digit = new Uint8Array(128);
  for (let i = 0; i < base; i++) digit[alphabet.charCodeAt(i)] = i;
  const byte = Uint8Array.from(order.match(/../g), (hex) => parseInt(hex, 16));

  // The text is ASCII and never shorter than its decoded bytes, so the result can overwrite its own buffer.
  const bytes = new TextEncoder().encode(text);
  let length = 0;
  for (let i = 0; i < bytes.length; length++) {
    let rank = digit[bytes[i++]];
    if (rank >= single)
      rank = single + (rank - single) * base + digit[bytes[i++]];
    bytes[length] = byte[rank];
  }
  return bytes.subarray(0, length);
}
