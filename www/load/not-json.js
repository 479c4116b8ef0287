/** Text around JSON and in place of it: fenced blocks, curl commands, web pages, Python. */

const FENCE = /^[ \t]*(```+|~~~+)[^\n]*\n([^]*?)\n[ \t]*\1/m;
const CURL = /^\s*(?:\$\s*)?curl\s/;
const DATA =
  /\s(?:--data(?:-raw|-binary|-ascii)?|--json|-d)(?:\s+|=)\$?(?:'((?:[^']|'\\'')*)'|"((?:[^"\\]|\\[^])*)")/;
const HTML = /^\s*<(?:!doctype|!--|[a-z])/i;
const PYTHON_VALUE = /^(?:'|True\b|False\b|None\b)/;
const PYTHON = /^\s*(?:import |from [\w.]+ import |\w+ = (?:[{[]|requests\.))/m;

/** Returns a part of a text with the empty lines that keep its line numbers. */
const onItsLines = (text, part, unescaped = part) =>
  "\n".repeat(text.slice(0, text.indexOf(part)).split("\n").length - 1) +
  unescaped;

/** Returns the JSON inside a fenced block or a curl command, on its lines, and `as`, what it was in; or undefined. */
export function unwrapped(text) {
  const [, , fenced] = FENCE.exec(text) ?? [];
  if (fenced !== undefined)
    return { text: onItsLines(text, fenced), as: "fence" };
  if (!CURL.test(text)) return undefined;
  const [, single, double] = DATA.exec(text) ?? [];
  if (single !== undefined)
    return {
      text: onItsLines(text, single, single.replaceAll("'\\''", "'")),
      as: "curl",
    };
  return double === undefined
    ? undefined
    : {
        text: onItsLines(text, double, double.replaceAll(/\\(["\\$`])/g, "$1")),
        as: "curl",
      };
}

/** Returns the error with the text of its line, and `instead`, what the text is: "curl", "html", "python", or undefined. */
export function recognized(text, { code, line, column, message }) {
  const shown = line === undefined ? undefined : text.split(/\r?\n/)[line - 1];
  const at = shown?.slice(column - 1) ?? "";
  const instead = CURL.test(text)
    ? "curl"
    : HTML.test(text)
      ? "html"
      : PYTHON_VALUE.test(at) || PYTHON.test(text)
        ? "python"
        : undefined;
  return { code, line, column, message, shown, instead };
}
