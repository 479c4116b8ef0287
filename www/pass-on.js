/** Passes on what changes: as Markdown to copy, as a page and as a picture to save. */

import { button, copyButton, download, h } from "./element.js";
import { failed } from "./failed.js";
import { makeSource } from "./later.js";
import { come, LANGUAGE, t } from "./words.js";

/** The module that makes reports, which is loaded like all others, so that reports work without a connection. */
const REPORTS = makeSource(() => import("./reports.js"));

export function makePassOn(desk) {
  const trouble = h("div", { class: "trouble", role: "status" });
  const markdown = copyButton(() => report("markdown"), { label: t("pass.markdown"), done: t("copied"), selected: t("copy.selected") });
  const page = button(t("pass.report"), async () => save("html", await report("html")), { class: "quiet" });
  const paper = button(t("pass.print"), () => report("html", ({ print }, html) => print(html)), { class: "quiet" });
  const pictures = [
    button(t("pass.png"), async () => save("png", await picture(({ asPng }, svg) => asPng(svg))), { class: "quiet" }),
    button(t("pass.svg"), async () => save("svg", await picture()), { class: "quiet" }),
  ];
  const element = h("div", { class: "pass-on", role: "group", "aria-label": t("pass.on") }, markdown, page, paper, ...pictures, trouble);

  /**
   * Returns a report in the language of the page, or what `then` makes of it, or undefined if the page says why there is
   * none.
   */
  async function report(verb, then = (_, made) => made) {
    desk.settle();
    trouble.replaceChildren();
    try {
      const [reports, { language }] = await Promise.all([REPORTS.come(), come(LANGUAGE)]);
      const { form, kind, profile, view } = desk;
      const picture = verb === "svg" ? reports.pictured(form.getSnapshot().changes) : undefined;
      return await then(reports, reports.report(kind, verb, form.getSnapshot().stored, form.getSnapshot().draft, { language, profile, mode: view.mode, picture }));
    } catch (thrown) {
      trouble.replaceChildren(...failed(thrown));
    }
  }

  const picture = (then) => report("svg", then);

  function save(type, content) {
    if (content === undefined) return;
    const name = desk.id.replaceAll(/[^\w-]/g, "").slice(0, 60);
    download(`${desk.kind}-${name}.${type}`, [content]);
  }

  return {
    element,
    update() {
      element.hidden = desk.form.getSnapshot().changes.length === 0;
      for (const picture of pictures) picture.hidden = desk.kind !== "calendar";
    },
  };
}
