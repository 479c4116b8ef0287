/** How one issue is shown, at its field or in the list of all, and how its place is put in words. */

import { button, capital, h } from "./dom.js";

const SIGNS = { error: "✕ Error", warning: "! Warning", note: "i Note" };
const BASIS = { document: "by the document", sense: "by common sense", observed: "as observed of the service" };
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** An item of a list. `place` is left out where the issue stands at its field. */
export function issueItem(issue, { fix, go, place }) {
  return h(
    "li",
    { class: "issue", "data-severity": issue.severity, "data-code": issue.code },
    h(
      "p",
      {},
      h("strong", { class: "severity" }, SIGNS[issue.severity]),
      place ? h("b", {}, ` ${place}: `) : " ",
      issue.message,
    ),
    h(
      "p",
      { class: "about" },
      h("code", {}, issue.code),
      ` ${BASIS[issue.basis]} `,
      place ? h("code", {}, issue.pointer) : undefined,
      issue.line
        ? button(`line ${issue.line}, column ${issue.column}`, () => go(issue), { class: "link" })
        : undefined,
    ),
    issue.fix ? button(issue.fix.title, (event) => fix(issue, event.currentTarget), { class: "fix" }) : undefined,
  );
}

/** Where a path leads, as labels: `["open hours", "Tuesday", "range 1", "closing hour"]`. */
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
      if (words.length === 0 || !Array.isArray(value)) words.push(member?.label ?? step);
      table = member?.table;
    }
  }
  return words;
}

export const sayPlace = (words) => capital(words.join(", "));

/** What tells an item of an array from the others: what identifies it, or else its number. */
function nameOfItem(member, index, item) {
  switch (member?.identity) {
    case "week": {
      const days = Array.isArray(item?.daysOfTheWeek) ? item.daysOfTheWeek.map((day) => DAYS[day]) : [];
      if (days.length > 0 && days.every(Boolean)) return days.join(" and ");
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
