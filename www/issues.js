/** How one issue is shown, at its field or in the list of all, and how its place is put in words. */

import { button, capital, h } from "./dom.js";

const SIGNS = { error: "✕ Error", warning: "! Warning", note: "i Note" };
const BASIS = { document: "by the document", sense: "by common sense", observed: "as observed of the service" };
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** An item of a list. `place`, in words, is left out where the issue stands at its field. */
export function issueItem(issue, { fix, go, place }) {
  const where = place?.join(", ");
  const about = [h("code", {}, issue.code), BASIS[issue.basis]];
  if (place) about.push(h("code", {}, issue.pointer));
  if (issue.line) about.push(button(`line ${issue.line}, column ${issue.column}`, () => go(issue), { class: "link" }));
  return h(
    "li",
    { class: "issue", "data-severity": issue.severity, "data-code": issue.code },
    h(
      "p",
      {},
      h("strong", { class: "severity" }, SIGNS[issue.severity]),
      " ",
      // A message about an unknown name begins with it.
      where && !issue.message.startsWith(where) && h("b", {}, `${where}: `),
      issue.message,
    ),
    h("p", { class: "about" }, ...about.flatMap((part, i) => (i > 0 ? [" · ", part] : [part]))),
    issue.fix && button(issue.fix.title, (event) => fix(issue, event.currentTarget), { class: "fix" }),
  );
}

/** Where a path leads, as labels: `["Open hours", "Tuesday", "range 1", "closing hour"]`. */
export function placeOf(path, record, table) {
  const words = [];
  let member;
  let value = record;
  for (const step of path) {
    value = value?.[step];
    if (typeof step === "number") {
      words.push(nameOfItem(member, step, value));
    } else {
      member = table?.members.find(({ name }) => name === step);
      // Below the first level "range 1" says enough without "hours" in front of it.
      const label = words.length === 0 ? capital(member?.label ?? "") : member?.label;
      if (words.length === 0 || !Array.isArray(value)) words.push(label || step);
      table = member?.table;
    }
  }
  return words;
}

/** "Monday, Tuesday and Thursday", "Monday to Friday": the week begins on Monday. */
function phrase(days) {
  const fromMonday = (day) => (day + 6) % 7;
  const order = [...new Set(days)].sort((a, b) => fromMonday(a) - fromMonday(b));
  const runs = [];
  for (const day of order) {
    const run = runs.at(-1);
    if (run && fromMonday(run.at(-1)) + 1 === fromMonday(day)) run.push(day);
    else runs.push([day]);
  }
  const parts = runs.flatMap((run) => (run.length > 2 ? `${DAYS[run[0]]} to ${DAYS[run.at(-1)]}` : run.map((day) => DAYS[day])));
  const last = parts.pop();
  return parts.length > 0 ? `${parts.join(", ")} and ${last}` : last;
}

/** What tells an item of an array from the others: what identifies it, or else its number. */
function nameOfItem(member, index, item) {
  switch (member?.identity) {
    case "week": {
      const days = Array.isArray(item?.daysOfTheWeek) ? item.daysOfTheWeek : [];
      if (days.length > 0 && days.every((day) => DAYS[day])) return phrase(days);
      break;
    }
    case "date":
      if (typeof item?.date === "string") return item.date.slice(0, 10);
      break;
    case "user-id":
      if (typeof item?.userId === "string") return item.userId;
      break;
    case "ranges":
      return `range ${index + 1}`;
    case "days":
      return `day ${index + 1}`;
  }
  return `${member?.table?.name ?? "item"} ${index + 1}`;
}
