/** All special dates of a record: consecutive dates of equal hours are a row, to select and to remove. */

import { counting } from "./counting.js";
import { button, capital, h, say } from "../elements/element.js";
import { makeMore } from "../elements/more.js";
import { dateAt, periodOf } from "./month.js";
import { saidHours } from "./month-table.js";
import { saidSpan } from "../fields/places.js";
import { commonOf, rowsOf } from "./special.js";
import { count, t } from "../words/words.js";

/** Number of rows on a page. */
const PAGE = 12;

/** Creates the list. `select` receives the ends of a row, `remove` and `revert` too. */
export function makeSpecialList({ select, remove, revert }) {
  const title = h("h3", { tabindex: "-1" });
  const coming = makeMore(h("ul", { class: "specials" }), PAGE);
  const gone = makeMore(h("ul", { class: "specials" }), PAGE);
  const summary = h("summary");
  const past = h("details", {}, summary, gone.element);
  const element = h(
    "section",
    { class: "special-list" },
    title,
    coming.element,
    past,
  );
  let shown = {};
  let before = [];

  function item(row) {
    const { from, to, hours, change } = row;
    const days = saidSpan(from, to);
    const isRemoved = hours === undefined;
    const swatch = (kind, sign) =>
      h("span", { class: `piece ${kind}`, "aria-hidden": "true" }, sign);
    const name = button("", () => select(from, to), { class: "jump" });
    name.append(h("b", {}, capital(days)));
    if (!isRemoved) name.append(" ", h("span", {}, saidHours(hours)));
    if (!isRemoved && !counting(shown.type).dates)
      name.append(" ", h("span", { class: "hint" }, t("dates.unused")));
    if (change)
      name.append(
        " ",
        h("span", { class: "change" }, swatch(change), t(`legend.${change}`)),
      );
    const was =
      change &&
      change !== "added" &&
      commonOf(periodOf(row, Infinity), shown.stored)?.hours;
    if (was)
      name.append(
        " ",
        h("span", { class: "hint" }, t("dates.was", { hours: saidHours(was) })),
      );
    const then = () => title.focus();
    const undo = isRemoved
      ? button(t("revert"), () => then(revert(from, to)), {
          class: "quiet",
          "aria-label": t("revert.one", { words: days }),
        })
      : button("−", () => then(remove(from, to)), {
          class: "icon",
          "aria-label": t("remove", { what: days }),
        });
    return h(
      "li",
      { class: isRemoved ? "is-removed" : undefined },
      isRemoved
        ? swatch("usual")
        : hours.length === 0
          ? swatch("closed", "✕")
          : swatch("own"),
      name,
      undo,
    );
  }

  /** Paints past dates once they are unfolded. */
  function unfold() {
    if (past.open) gone.show(before, item);
  }
  past.addEventListener("toggle", unfold);

  /** Shows the dates as they are in the draft and stored, under the draft's availability type. */
  function show(dates, stored, type) {
    if (dates === shown.dates && stored === shown.stored && type === shown.type)
      return;
    shown = { dates, stored, type };
    const rows = rowsOf(dates, stored);
    const today = dateAt(new Date());
    before = rows.filter(({ to }) => to < today).reverse();
    say(
      title,
      t("dates.sum", { dates: count("dates", Object.keys(dates).length) }),
    );
    coming.show(
      rows.filter(({ to }) => to >= today),
      item,
    );
    past.hidden = before.length === 0;
    say(
      summary,
      t("dates.past", {
        dates: count(
          "dates",
          before.reduce((sum, { days }) => sum + days, 0),
        ),
      }),
    );
    unfold();
  }

  return { element, show };
}
