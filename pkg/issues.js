/**
 * Converts lists of issues into the shapes that views need. Needs no WebAssembly, so that a page can show a server's
 * issues.
 */

import { visible } from "./language.js";
import { failure, typeName } from "./load.js";

/** Throws `option` unless the issues are a list. */
function expectList(where, issues) {
  if (Array.isArray(issues)) return;
  const hint = Array.isArray(issues?.issues) ? "; give its issues" : "";
  throw failure(
    "option",
    `${where}: expected a list of issues, found ${typeName(issues)}${hint}`,
  );
}

/** Groups issues by the dotted names of their fields, in one flat object; those of the whole record are separate. */
export function flatten(issues) {
  expectList("flatten", issues);
  const flat = { record: [], fields: Object.create(null) };
  for (const issue of issues)
    (issue.path.length === 0
      ? flat.record
      : (flat.fields[issue.path.join(".")] ??= [])
    ).push(issue);
  return flat;
}

/** Arranges issues as a tree: each node has its own issues, and the nodes inside it by the next step. */
export function tree(issues) {
  expectList("tree", issues);
  const node = () => ({ issues: [], within: Object.create(null) });
  const root = node();
  for (const issue of issues)
    issue.path
      .reduce((at, step) => (at.within[step] ??= node()), root)
      .issues.push(issue);
  return root;
}

/**
 * Formats issues as text: a line for each message, one for its detail and one for its fix. Errors come first; otherwise
 * the order is kept.
 */
export function pretty(issues) {
  expectList("pretty", issues);
  const order = ["error", "warning", "note"];
  const lines = [...issues]
    .sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
    .map(({ severity, pointer, message, detail, code, fix }) => {
      const line = `${severity.padEnd(7)}  ${pointer && `${pointer}: `}${message} (${code})`;
      return [
        line,
        ...(detail ? [`         ${detail}`] : []),
        ...(fix ? [`         → ${fix.title}`] : []),
      ]
        .map(visible)
        .join("\n");
    });
  return lines.join("\n");
}
