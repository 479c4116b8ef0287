/** Messages in other words. */

/** A function gives the message of an issue; a table gives templates by code. What neither gives stays as it is. */
export function reword(issue, messages) {
  const given = typeof messages === "function" ? messages(issue) : Object.hasOwn(messages, issue.code) && messages[issue.code];
  if (typeof given !== "string") return;
  const fill = (whole, name) => (Object.hasOwn(issue.params, name) ? String(issue.params[name]) : whole);
  issue.message = typeof messages === "function" ? given : given.replace(/\{([A-Za-z]+)\}/g, fill);
}
