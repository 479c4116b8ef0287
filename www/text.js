/**
 * Changes one value in JSON text and leaves every other character as it was typed. The text must have been parsed
 * before, so that nothing here looks for mistakes. A path is a list of names and indexes.
 */

const TOKEN = /\s*("(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+)/y;

/** The text with the value at `path` replaced by `literal`; objects on the way are made where they are missing. */
export function set(text, path, literal) {
  const { node, rest } = descend(scan(text), path);
  if (rest.length === 0) return splice(text, node.start, node.end, literal);
  const last = node.children.at(-1);
  const margin = lineMargin(text, last?.from ?? node.start);
  const [name, ...below] = rest;
  const value = below.reduceRight((inner, name) => `{ ${JSON.stringify(name)}: ${inner} }`, literal);
  const member = `${JSON.stringify(name)}: ${value}`;
  if (!last) return splice(text, node.start, node.end, `{\n${margin}  ${member}\n${margin}}`);
  const between = startsLine(text, last.from) ? `,\n${margin}` : ", ";
  return splice(text, last.value.end, last.value.end, between + member);
}

/** The text without the member at `path`. */
export function remove(text, path) {
  const { node: parent, rest } = descend(scan(text), path.slice(0, -1));
  const at = rest.length > 0 ? -1 : parent.children.findIndex(({ name }) => name === path.at(-1));
  if (at < 0) return text;
  const { children } = parent;
  if (children.length === 1) return splice(text, parent.start, parent.end, "{}");
  return at > 0
    ? splice(text, children[at - 1].value.end, children[at].value.end, "")
    : splice(text, children[0].from, children[1].from, "");
}

/** The text, which says `before`, made to say `after`: only what differs is written anew. */
export function rewrite(text, before, after, path = []) {
  if (same(before, after)) return text;
  const bothArrays = Array.isArray(before) && Array.isArray(after) && before.length === after.length;
  if (!bothArrays && !(isObject(before) && isObject(after))) {
    const margin = lineMargin(text, span(text, path).start);
    return set(text, path, JSON.stringify(after, null, 2).replaceAll("\n", `\n${margin}`));
  }
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  const come = Object.keys(after).filter((name) => !Object.hasOwn(before, name));
  for (const name of gone) {
    // A member that came under another name with the same value was renamed, and stays where it is.
    const renamed = come.findIndex((other) => same(before[name], after[other]));
    if (renamed < 0) {
      text = remove(text, [...path, name]);
    } else {
      const { key } = span(text, [...path, name]);
      text = splice(text, key.start, key.end, JSON.stringify(come.splice(renamed, 1)[0]));
    }
  }
  for (const name of come) text = set(text, [...path, name], JSON.stringify(after[name]));
  for (const name of Object.keys(before)) {
    if (!Object.hasOwn(after, name)) continue;
    text = rewrite(text, before[name], after[name], [...path, bothArrays ? Number(name) : name]);
  }
  return text;
}

/** From where to where the value at `path` stands, and its name if it has one. */
export function span(text, path) {
  const { node, key } = descend(scan(text), path);
  return { start: node.start, end: node.end, key };
}

/** How far a line and a column, which count characters from 1, are from the start of the text. */
export function offset(text, line, column) {
  let start = 0;
  for (let n = 1; n < line; n++) start = text.indexOf("\n", start) + 1;
  return start + [...text.slice(start).split("\n", 1)[0]].slice(0, column - 1).join("").length;
}

/** The places of all values: `{ start, end, children: [{ name, key, from, value }] }`. */
function scan(text) {
  TOKEN.lastIndex = 0;
  const next = () => {
    const token = TOKEN.exec(text)[1];
    const end = TOKEN.lastIndex;
    return { token, start: end - token.length, end };
  };
  const value = (first) => {
    if (first.token !== "{" && first.token !== "[") return { start: first.start, end: first.end, children: [] };
    const children = [];
    let token = next();
    while (token.token !== "}" && token.token !== "]") {
      if (token.token === ",") token = next();
      const from = token.start;
      let name = children.length;
      let key;
      if (first.token === "{") {
        key = token;
        name = JSON.parse(key.token);
        next();
        token = next();
      }
      children.push({ name, key, from, value: value(token) });
      token = next();
    }
    return { start: first.start, end: token.end, children };
  };
  return value(next());
}

/** As far down `path` as the text goes, and the rest of the path. */
function descend(node, path) {
  let key;
  for (let i = 0; i < path.length; i++) {
    const child = node.children.find(({ name }) => name === path[i]);
    if (!child) return { node, key, rest: path.slice(i) };
    ({ value: node, key } = child);
  }
  return { node, key, rest: [] };
}

function lineMargin(text, at) {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", at - 1) + 1))[0];
}

function startsLine(text, at) {
  return /\n[ \t]*$/.test(text.slice(0, at));
}

function splice(text, start, end, middle) {
  return text.slice(0, start) + middle + text.slice(end);
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function same(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}
