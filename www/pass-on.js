/** Passes on what changes: as Markdown to copy, as a page and as a picture to save. */

import { button, byId, copyButton, download, h } from "./element.js";
import { failed } from "./failed.js";
import { come, LANGUAGE, t } from "./words.js";

export function makePassOn(desk) {
  const trouble = h("div", { class: "trouble", role: "status" });
  const markdown = copyButton(() => report("markdown"), { label: t("pass.markdown"), done: t("copied"), selected: t("copy.selected") });
  const page = button(t("pass.report"), async () => save("html", await report("html")), { class: "quiet" });
  const paper = button(t("pass.print"), async () => print(await report("html")), { class: "quiet" });
  const pictures = [
    button(t("pass.png"), async () => save("png", await asPng(await picture())), { class: "quiet" }),
    button(t("pass.svg"), async () => save("svg", await picture()), { class: "quiet" }),
  ];
  const element = h("div", { class: "pass-on", role: "group", "aria-label": t("pass.on") }, markdown, page, paper, ...pictures, trouble);

  /**
   * Returns a report in the language of the page, or undefined if it says why there is none. The package's part for
   * reports is loaded when it is first needed.
   */
  async function report(verb, more) {
    desk.settle();
    trouble.replaceChildren();
    try {
      const [reports, { language }] = await Promise.all([import("./pkg/report.js"), come(LANGUAGE)]);
      const { form, kind, profile, view } = desk;
      return reports[kind][verb](form.stored, form.draft, { language, profile, mode: view.mode, ...more });
    } catch (thrown) {
      trouble.replaceChildren(...failed(thrown));
    }
  }

  const picture = () => report("svg", { picture: pictured(desk.form.changes) });

  function save(type, content) {
    if (content === undefined) return;
    const name = desk.id.replaceAll(/[^\w-]/g, "").slice(0, 60);
    download(`${desk.kind}-${name}.${type}`, [content]);
  }

  return {
    element,
    update() {
      element.hidden = desk.form.changes.length === 0;
      for (const picture of pictures) picture.hidden = desk.kind !== "calendar";
    },
  };
}

/** Returns what a picture of the changes shows: the week, or the month of the first special date that changes. */
function pictured(changes) {
  const keys = changes.map(({ key }) => key);
  const months = keys.map((key) => /^availabilities\/(\d{4}-\d{2})-\d{2}/.exec(key)?.[1]).filter(Boolean);
  return keys.some((key) => key.startsWith("openHours")) ? "week" : (months[0] ?? "week");
}

/**
 * Prints a report in place of the page. Its style is added as an object: the page allows no style in its markup, and no
 * frame.
 */
function print(html) {
  if (html === undefined) return;
  const styles = [];
  // The first is that of the page; those of the pictures are for dark screens.
  const markup = html.replaceAll(/<style>([^]*?)<\/style>/g, (_, style) => (styles.push(style), ""));
  const { body } = new DOMParser().parseFromString(markup, "text/html");
  const style = new CSSStyleSheet();
  const onPaper = styles[0].replace(/^@media \(prefers-color-scheme: dark\).*$/m, "");
  style.replaceSync(onPaper.replaceAll(/:root|\bbody\b/g, ":host"));
  const host = h("div", { class: "printed" });
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [style];
  root.append(...body.childNodes);
  byId("page").append(host);
  document.body.classList.add("reporting");
  addEventListener("afterprint", () => {
    document.body.classList.remove("reporting");
    host.remove();
  }, { once: true });
  globalThis.print();
}

/** Draws an SVG as PNG, with two pixels for each of its own. */
async function asPng(svg) {
  if (svg === undefined) return undefined;
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = h("canvas", { width: 2 * image.width, height: 2 * image.height });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}
