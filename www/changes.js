/** The changes to send, in words, each with a button that reverts it. */

import { afterPaint, button, h, say } from "./element.js";
import { makePassOn } from "./pass-on.js";
import { count, t } from "./words.js";

const PAGE = 50;

export function makeChanges(desk, { go, turn }) {
  const title = h("h2", { tabindex: "-1" }, t("changes"));
  const all = button(t("revert.all"), () => {
    desk.settle();
    desk.form.reset();
    desk.announce(t("reverted.all"));
    title.focus();
  }, { class: "quiet" });
  const sum = h("p", { class: "sum" });
  const list = h("ul", { class: "changes" });
  const more = button(t("more"), () => {
    limit += PAGE;
    update();
  }, { class: "quiet" });
  const next = button(t("next.send"), () => turn("send", true), { class: "primary" });
  const passOn = makePassOn(desk);
  let limit = PAGE;
  let shown;

  function item(change) {
    const revert = button(t("revert"), () => {
      const at = [...list.children].indexOf(revert.parentElement);
      desk.settle();
      desk.form.revert(change);
      desk.announce(t("reverted", { words: change.words }));
      // The button is removed: the focus moves to the next one, or to the heading.
      afterPaint(() => (list.children[Math.min(at, list.children.length - 1)]?.querySelector(".revert") ?? title).focus());
    }, { class: "quiet revert", "aria-label": t("revert.one", { words: change.words }) });
    return h("li", { "data-kind": change.kind, "data-key": change.key }, button(change.words, () => go(change), { class: "jump" }), revert);
  }

  function update() {
    const { changes } = desk.form;
    if (changes === shown?.changes && limit === shown.limit) return;
    shown = { changes, limit };
    say(sum, changes.length === 0 ? t("changes.none") : count("changes", changes.length));
    all.hidden = changes.length < 2;
    next.hidden = changes.length === 0;
    more.hidden = changes.length <= limit;
    passOn.update();
    list.replaceChildren(...changes.slice(0, limit).map(item));
  }

  return { element: h("section", { class: "panel" }, h("div", { class: "bar" }, title, all), sum, list, more, next, passOn.element), update, focus: () => title.focus() };
}
