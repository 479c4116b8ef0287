/** Summaries: the few values of a place or a topic that tell most about it. */

import { isOnSchedule } from "../dates/counting.js";
import { capital, cut } from "../elements/element.js";
import { choiceOf, usualUnit } from "./fields.js";
import { kept } from "./kept.js";
import { isRead, minutes } from "../week/times.js";
import { count, figure, listed, t } from "../words/words.js";

/** Maximum length of a text, in characters. */
const MOST = 40;
/** Maximum number of values in a summary. */
const VALUES = 2;

/** Returns the summary of a place or a topic by its ID, or "" if there is nothing to tell. */
export function summaryOf(store, id, rows = []) {
  const words = OWN[id] ? OWN[id](store) : listed(valuesOf(store, rows));
  return capital(words ?? "");
}

const currentOf = (store, name) =>
  store.form.getSnapshot().get([name]) ?? kept(store, [name]);

const textOf = (store, name) => {
  const value = currentOf(store, name);
  return typeof value === "string" ? cut(value, MOST) : "";
};

const itemsOf = (value) => (Array.isArray(value) ? value : []);

/** Returns a number with its unit, such as "30 minutes", or undefined if there is none. */
function amount(store, name) {
  const value = currentOf(store, name);
  if (typeof value !== "number") return undefined;
  const rowOf = (wanted) =>
    store.table.members.find(({ name }) => name === wanted);
  const unit = rowOf(rowOf(name)?.unit);
  if (!unit) return figure(value);
  const chosen = currentOf(store, unit.name);
  return `${figure(value)} ${choiceOf(unit, typeof chosen === "string" ? chosen : usualUnit(unit))}`;
}

/** Returns the number of days and hours that are open in a week. */
function week(store) {
  const snapshot = store.form.getSnapshot();
  const days = Object.values(snapshot.week() ?? {});
  if (days.length === 0 || isOnSchedule(snapshot)) return t("many.schedule");
  const ranges = days.flat();
  if (!ranges.every(isRead)) return undefined;
  const open = ranges.reduce(
    (sum, [from, to]) => sum + Math.max(0, minutes(to) - minutes(from)),
    0,
  );
  return listed([
    count("days", days.filter((day) => day.length > 0).length),
    count("hours", open / 60),
  ]);
}

/** Returns how far ahead customers can book. */
function ahead(store) {
  const [from, until] = ["allowBookingAfter", "allowBookingFor"].map((name) =>
    amount(store, name),
  );
  return from && until ? t("sum.ahead", { from, until }) : undefined;
}

/** Returns the number of team members and the kinds of meeting places. */
function who(store) {
  const team = itemsOf(currentOf(store, "teamMembers"));
  const kinds = [
    ...itemsOf(currentOf(store, "locationConfigurations")),
    ...team.flatMap((member) => itemsOf(member?.locationConfigurations)),
  ].map((place) => place?.kind);
  return listed([
    count("people", team.length),
    ...[...new Set(kinds)]
      .filter((kind) => typeof kind === "string")
      .slice(0, VALUES)
      .map((kind) => cut(choiceOf({ name: "kind" }, kind), MOST)),
  ]);
}

const OWN = {
  week,
  dates: (store) =>
    count("dates", itemsOf(currentOf(store, "availabilities")).length),
  rules: (store) =>
    listed([amount(store, "slotDuration"), ahead(store)].filter(Boolean)),
  else: who,
  business: (store) => textOf(store, "city"),
  identity: (store) => textOf(store, "name"),
  who,
  window: ahead,
  offer: () => "",
  json: () => "",
};

/** Returns the first values of some rows, each with its label; of a switch that is on, its label. */
function valuesOf(store, rows) {
  const words = [];
  for (const row of rows) {
    if (words.length === VALUES) break;
    const value = currentOf(store, row.name);
    const label = capital(row.label);
    if (value === true) words.push(label);
    else if (typeof value === "number")
      words.push(label + t("colon") + amount(store, row.name));
    else if (typeof value === "string" && value !== "")
      words.push(label + t("colon") + cut(choiceOf(row, value), MOST));
  }
  return words;
}
