/** Lists of issues in the shapes that views want. They need no WebAssembly, so that a page can show what a server found. */

import { visible } from "./language.js";

/** Issues by the dotted names of their fields, in one object without nesting; those of the whole record apart. */
export function flatten(issues) {
  const flat = { record: [], fields: Object.create(null) };
  for (const issue of issues) (issue.path.length === 0 ? flat.record : (flat.fields[issue.path.join(".")] ??= [])).push(issue);
  return flat;
}

/** Issues where their paths lead: each node has its own, and those within by the next step. */
export function tree(issues) {
  const node = () => ({ issues: [], within: Object.create(null) });
  const root = node();
  for (const issue of issues) issue.path.reduce((at, step) => (at.within[step] ??= node()), root).issues.push(issue);
  return root;
}

/** Issues as text, a line each, one for the detail and one for its fix; errors first, as they came otherwise. */
export function pretty(issues) {
  const order = ["error", "warning", "note"];
  const lines = [...issues].sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity)).map(({ severity, pointer, message, detail, code, fix }) => {
    const line = `${severity.padEnd(7)}  ${pointer && `${pointer}: `}${message} (${code})`;
    return [line, ...(detail ? [`         ${detail}`] : []), ...(fix ? [`         → ${fix.title}`] : [])].map(visible).join("\n");
  });
  return lines.join("\n");
}
