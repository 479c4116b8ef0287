/** The preview for customers: the next free starts, and each of the next days as stored and after the update. */

import { say as told } from "../store/calendiff.js";
import { button, capital, h, say, whole } from "../elements/element.js";
import { bookable, nextStarts, offerOf, YEAR } from "./offer.js";
import { longDate, shortDate } from "../fields/places.js";
import { count, listed, ranged, t } from "../words/words.js";

/** Number of next starts. */
const NEXT = 6;

/** Creates the part. `go` goes to the field of an issue. */
export function makePreview(store, go) {
  const sum = h("p", { class: "sum", tabindex: "-1" });
  const issues = h("ul", { class: "issues" });
  const next = h("div", { class: "card next-starts" });
  const heads = h("tr");
  const body = h("tbody");
  const table = h(
    "div",
    { class: "scroll" },
    h(
      "table",
      { class: "offer-days", "aria-label": t("section.offer") },
      h("thead", {}, heads),
      body,
    ),
  );
  const element = h("section", { class: "preview" }, sum, issues, next, table);
  let shown;
  let paintedAt;

  function update() {
    const offer = offerOf(store);
    // The next starts depend on the time of day.
    const minute = Math.floor(Date.now() / 60_000);
    if (offer && (offer !== shown || minute !== paintedAt)) paintNext(offer);
    paintedAt = minute;
    if (offer === shown) return;
    shown = offer;
    next.hidden = table.hidden = offer === undefined;
    if (!offer) return say(sum, t("offer.unknown"));
    const { before, after, effect } = offer;
    say(sum, t("offer.sum", { words: effect.words }));
    issues.replaceChildren(
      ...after.issues.map((issue) =>
        h(
          "li",
          { class: "issue", "data-severity": "error" },
          button(issue.message, () => go(issue), { class: "jump" }),
        ),
      ),
    );
    const isEdited = JSON.stringify(before.days) !== JSON.stringify(after.days);
    heads.replaceChildren(
      ...[
        "offer.day",
        ...(isEdited ? ["offer.before", "offer.after"] : ["offer.now"]),
      ].map((key) => h("th", { scope: "col" }, t(key))),
    );
    body.replaceChildren(
      ...after.days.map((day, at) => row(before.days[at], day, isEdited)),
    );
  }

  function row(before, after, isEdited) {
    const isChanged = JSON.stringify(before) !== JSON.stringify(after);
    const cells = !isEdited
      ? [cell(after)]
      : isChanged
        ? [cell(before), cell(after)]
        : [h("td", { colspan: 2 }, ...inside(after))];
    return h(
      "tr",
      { class: isChanged && "is-changed" },
      h(
        "th",
        { scope: "row" },
        h("span", { "aria-hidden": "true" }, capital(shortDate(after.date))),
        h("span", { class: "hidden" }, longDate(after.date)),
      ),
      ...cells,
    );
  }

  const cell = (day) => h("td", {}, ...inside(day));

  /** Returns the hours of a day and the number of its starts, or the reason why it has none. */
  function inside({ hours, startCount, why }) {
    if (!hours || hours.length === 0)
      return [h("span", { class: "closed-day" }, told({ opening: why }))];
    return [
      h("span", {}, whole(listed(hours.map(ranged)))),
      " ",
      h("span", { class: "hint" }, count("starts", startCount)),
    ];
  }

  function paintNext({ after, record }) {
    const now = new Date();
    let days = nextStarts(after, record, now, NEXT);
    if (days.length === 0 && bookable(after) !== "schedule")
      days = nextStarts(
        store.verbs.openings(record, { from: after.from, days: YEAR }),
        record,
        now,
        NEXT,
      );
    const words = days.map(({ date, starts }) =>
      h("li", {}, h("b", {}, capital(longDate(date))), ` ${listed(starts)}`),
    );
    next.replaceChildren(
      h("h3", {}, t("offer.next")),
      words.length > 0
        ? h("ul", {}, words)
        : h(
            "p",
            { class: "none" },
            t(
              bookable(after) === "schedule"
                ? "offer.next.schedule"
                : "offer.next.none",
            ),
          ),
      h("p", { class: "hint" }, t("offer.hint")),
    );
  }

  return { element, update, focus: () => sum.focus() };
}
