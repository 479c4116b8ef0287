/** The messages of the service about a refused save: each text, and the field that it is about. */

import { button, cut, h } from "../elements/element.js";
import { issueItem } from "./findings.js";
import { inPart } from "../elements/more.js";
import { placeOf } from "../fields/places.js";
import { aboutRequest } from "./refused.js";
import { t } from "../words/words.js";

/** Number of texts on a page. */
const PAGE = 50;

/** Returns the explanation of a refusal, and the list of its texts. */
export function refusalIn(store, { status, refusal: { issues, texts } }, go) {
  const about = aboutRequest(status);
  const itemOf = (issue) =>
    issueItem(
      store,
      { ...issue, fix: undefined },
      {
        place: placeOf(issue.path, store.form.getSnapshot().draft, store.table),
        jump: go,
      },
    );
  return [
    h("p", { class: "hint" }, t(about ?? "refused.where")),
    inPart(
      h("ul", { class: "texts" }),
      issues,
      (issue, at) =>
        h(
          "li",
          {},
          h("code", { dir: "auto" }, cut(texts[at] ?? "")),
          !about && h("ul", { class: "issues" }, itemOf(issue)),
        ),
      PAGE,
    ),
  ];
}

/** Creates the group of the refusal that was opened here last, above the findings. */
export function makeRefusal(store, go) {
  const title = h("h3", { tabindex: "-1" });
  const body = h("div");
  const close = button(
    "✕",
    () => {
      store.answer = undefined;
      store.changed();
    },
    { class: "icon", "aria-label": t("close") },
  );
  const element = h(
    "section",
    { class: "card refusal" },
    h("div", { class: "bar" }, title, close),
    body,
  );
  let shown;
  return {
    element,
    focus: () => title.focus(),
    update() {
      const { answer } = store;
      element.hidden = !answer?.isPasted;
      if (element.hidden || answer === shown) return;
      shown = answer;
      title.textContent = t("refused.title", { status: answer.status });
      body.replaceChildren(...refusalIn(store, answer, go));
    },
  };
}
