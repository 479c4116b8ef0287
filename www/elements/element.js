/** Creates elements. Text stays text, whatever it contains. */

/**
 * Creates an element: `h("p", { class: "hint" }, "some ", h("b", {}, "text"))`. Functions become listeners. Children
 * that are undefined, null or false are omitted, and lists are flattened.
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== undefined && value !== null && value !== false)
      element.setAttribute(name, value);
  }
  element.append(
    ...children
      .flat(Infinity)
      .filter(
        (child) => child !== undefined && child !== null && child !== false,
      ),
  );
  return element;
}

export const byId = (id) => document.getElementById(id);

export const button = (text, click, attributes = {}) =>
  h("button", { type: "button", click, ...attributes }, text);

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

let made = 0;
/** Returns an identifier that no other element has. */
export const fresh = (stem) => `${stem}-${++made}`;

/** Sets an attribute if it differs; undefined removes it. An unchanged attribute causes no repaint. */
export function attribute(element, name, value) {
  if (value === undefined || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else if (element.getAttribute(name) !== String(value)) {
    element.setAttribute(name, value);
  }
}

/** Sets the text of an element if it differs. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Returns the beginning of a long text, or a short text unchanged. */
export const cut = (text, most = 600) =>
  text.length > most ? `${text.slice(0, most)}…` : text;

/** Returns text in pieces: a range of times, such as 9:00–17:00, does not break over two lines. */
export const whole = (text) =>
  text
    .split(/(\d+:\d+[–～]\d+:\d+)/)
    .map((piece, at) =>
      at % 2 === 1 ? h("span", { class: "whole" }, piece) : piece,
    );

/** Runs a function once the edit is visible on the page. */
export const afterPaint = (then) =>
  requestAnimationFrame(() => requestAnimationFrame(then));

/** Creates a hidden text for screen readers. */
export const heard = () => h("span", { class: "hidden" });

/** Saves a file with these parts. */
export function download(name, parts) {
  const url = URL.createObjectURL(new Blob(parts));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
