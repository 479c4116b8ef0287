/** The changes to send, in words, each with a button that reverts it. */

import { afterPaint, button, copyButton, h, say } from "./element.js";
import { makeLater, makeSource } from "./later.js";
import { count, t } from "./words.js";

const PASS_ON = makeSource(() => import("./pass-on.js"));

const PAGE = 50;

/** Returns the numbers of changes and conflicts between the two files that were opened, in words. */
export const comparison = ({ view, form }) => t("compared", { ...view.compared, changes: count("changes", form.getSnapshot().changes.length), conflicts: count("conflicts", form.getSnapshot().conflicts.length) });

/** Returns the class of words that begin with a label, which gets a capital letter, and not with an unknown name. */
export const labelled = (desk, { path }) => (desk.table.members.some(({ name }) => name === path[0]) ? "labelled" : "");

/** Creates the button that copies the body that was saved. Once it is stored, the request has nothing of it any more. */
export const copySent = (desk, look) => copyButton(() => JSON.stringify(desk.answer.sent, null, 2), { label: t("saved.copy"), done: t("copied"), selected: t("copy.selected"), class: look });

/** Creates the button that goes back to before the save, which undo does not reach. */
export const undoSave = (desk) => button(t("saved.undo"), () => desk.unsave(), { class: "quiet" });

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
  const saved = h("div", { class: "row" }, copySent(desk, "primary"), undoSave(desk));
  const passOn = makeLater(PASS_ON, ({ makePassOn }) => makePassOn(desk));
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
    return h("li", { "data-kind": change.kind, "data-key": change.key }, button(change.words, () => go(change), { class: `jump ${labelled(desk, change)}` }), revert);
  }

  function update() {
    const { changes, conflicts } = desk.form.getSnapshot();
    const isSaved = changes.length === 0 && Boolean(desk.answer?.verified);
    if (changes === shown?.changes && conflicts === shown.conflicts && limit === shown.limit && isSaved === shown.isSaved) return;
    shown = { changes, conflicts, limit, isSaved };
    say(sum, isSaved ? t("saved.next") : desk.view.compared ? comparison(desk) : changes.length > 0 ? count("changes", changes.length) : t("changes.none"));
    all.hidden = changes.length < 2;
    next.hidden = changes.length === 0;
    saved.hidden = !isSaved;
    more.hidden = changes.length <= limit;
    passOn.update();
    list.replaceChildren(...changes.slice(0, limit).map(item));
  }

  return { element: h("section", { class: "panel" }, h("div", { class: "bar" }, title, all), sum, list, more, next, saved, passOn.element), update, focus: () => title.focus() };
}
