/** Messages in other words, and what may be shown of others' text. */

const HIDDEN = /[\p{Cc}\p{Bidi_C}]/gu;
const SHORT = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** The text with control characters and bidirectional controls as escapes, as the core shows it in its messages. */
export function visible(text) {
  return text.replace(HIDDEN, (hidden) => SHORT[hidden] ?? `\\u{${hidden.codePointAt(0).toString(16)}}`);
}

/** A function gives the message of an issue; a table gives templates by code. What neither gives stays as it is. */
export function reword(issue, messages) {
  const given = typeof messages === "function" ? messages(issue) : Object.hasOwn(messages, issue.code) && messages[issue.code];
  if (typeof given !== "string") return;
  const fill = (whole, name) => (Object.hasOwn(issue.params, name) ? visible(String(issue.params[name])) : whole);
  issue.message = typeof messages === "function" ? given : given.replace(/\{([A-Za-z]+)\}/g, fill);
}
