/** The line below the banner: if customers can book after the update, or why nobody can, and if they can as stored. */

import { button, h } from "../elements/element.js";
import { bookable, DAYS, offerOf } from "./offer.js";
import { count, t } from "../words/words.js";

/** Number of milliseconds after an edit before the line is updated. */
const DELAY = 120;

const SIGNS = { yes: "✓", no: "✕", schedule: "?" };

/** Creates the line. `go` goes to the field of an issue, `show` shows a section. */
export function makeStanding(store, { go, show }) {
  const sign = h("span", { "aria-hidden": "true" });
  const verdict = h("strong", { role: "status" });
  const reasons = h("span", { class: "reasons" });
  const see = button(t("standing.see"), () => show("offer", true), {
    class: "jump see",
  });
  const element = h(
    "section",
    { class: "standing", "aria-label": t("standing") },
    h("div", { class: "standing-words" }, sign, verdict, reasons),
    see,
  );
  let timer;
  let painted;
  let shown;

  function paint() {
    clearTimeout(timer);
    if (!store.isOpen) return;
    painted = store.form;
    const offer = offerOf(store);
    if (offer === shown) return;
    shown = offer;
    element.hidden = offer === undefined;
    if (!offer) return;
    const { before, after, effect } = offer;
    const [was, now] = [bookable(before), bookable(after)];
    element.dataset.state = now;
    sign.textContent = `${SIGNS[now]} `;
    const words = t(`standing.${now}`);
    if (verdict.textContent !== words) verdict.textContent = words;
    reasons.replaceChildren(
      ...[
        ...whyOf(now, after, effect),
        was !== now &&
          h("span", { class: "was" }, ` ${t(`standing.was.${was}`)}`),
      ].filter(Boolean),
    );
  }

  /** Returns the reasons, each with the way to its field, or else the openings of the next days. */
  function whyOf(now, { issues }, effect) {
    if (now === "schedule") return [];
    if (now === "yes") return [" ", t("offer.sum", { words: effect.words })];
    if (issues.length === 0)
      return [" ", t("standing.none", { days: count("days", DAYS) })];
    return issues.flatMap((issue) => [
      " ",
      button(issue.message, () => go(issue), { class: "jump" }),
    ]);
  }

  return {
    element,
    focus: () => see.focus(),
    update() {
      clearTimeout(timer);
      if (store.form === painted) timer = setTimeout(paint, DELAY);
      else paint();
    },
  };
}
