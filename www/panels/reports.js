/** Reports about what changes: made by the package, printed, and drawn as PNG. */

import { byId, capital, h } from "../elements/element.js";
import { calendar, location } from "../pkg/report.js";
import { count } from "../words/words.js";

export { asCard } from "./card.js";

/** Returns a report or a picture of a record's changes. */
export const report = (kind, verb, stored, draft, options) =>
  ({ calendar, location })[kind][verb](stored, draft, options);

/** Returns what a picture of the changes shows: the week, or the month of the first special date that changes. */
export function pictured(changes) {
  const keys = changes.map(({ key }) => key);
  const months = keys
    .map((key) => /^availabilities\/(\d{4}-\d{2})-\d{2}/.exec(key)?.[1])
    .filter(Boolean);
  return keys.some((key) => key.startsWith("openHours"))
    ? "week"
    : (months[0] ?? "week");
}

/** Returns what pictures show for others: the week if it changes, and the month of the first special date that does. */
export function picturedAll(changes) {
  const keys = changes.map(({ key }) => key);
  const month = keys
    .map((key) => /^availabilities\/(\d{4}-\d{2})-\d{2}/.exec(key)?.[1])
    .find(Boolean);
  return [
    keys.some((key) => key.startsWith("openHours")) && "week",
    month,
  ].filter(Boolean);
}

/** Returns the changes as text for a chat: lists, which read well where Markdown is not known, and no tables or HTML. */
export function forChat(name, { changes, issues }) {
  const line = (words) => `- ${capital(words).replaceAll(/\s+/g, " ")}`;
  const errors = issues
    .filter(({ severity }) => severity === "error")
    .map(({ message }) => message);
  const found =
    errors.length > 0
      ? ["", count("errors", errors.length), "", ...errors.map(line)]
      : [];
  return [
    `**${name.replaceAll(/\s+/g, " ")}**`,
    "",
    ...changes.map(({ words }) => line(words)),
    ...found,
    "",
  ].join("\n");
}

/**
 * Prints a report in place of the page. Its style is added as an object: the page allows no style in its markup, and no
 * frame.
 */
export function print(html) {
  const styles = [];
  // The first is that of the page; those of the pictures are for dark screens.
  const markup = html.replaceAll(
    /<style>([^]*?)<\/style>/g,
    (_, style) => (styles.push(style), ""),
  );
  const { body } = new DOMParser().parseFromString(markup, "text/html");
  const style = new CSSStyleSheet();
  const onPaper = styles[0].replace(
    /^@media \(prefers-color-scheme: dark\).*$/m,
    "",
  );
  style.replaceSync(onPaper.replaceAll(/:root|\bbody\b/g, ":host"));
  const host = h("div", { class: "printed" });
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [style];
  root.append(...body.childNodes);
  byId("page").append(host);
  document.body.classList.add("reporting");
  addEventListener(
    "afterprint",
    () => {
      document.body.classList.remove("reporting");
      host.remove();
    },
    { once: true },
  );
  globalThis.print();
}

/** Draws an SVG as PNG, with two pixels for each of its own. */
export async function asPng(svg) {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = h("canvas", {
      width: 2 * image.width,
      height: 2 * image.height,
    });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}
