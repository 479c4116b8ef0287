/** Makes elements; what is text stays text, whatever it holds. */

/**
 * `h("p", { class: "hint" }, "some ", h("b", {}, "text"))`. Functions become listeners; children that are undefined, null or
 * false are left out, and lists are taken apart.
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== undefined && value !== null && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

export const byId = (id) => document.getElementById(id);

export const button = (text, click, attributes = {}) => h("button", { type: "button", click, ...attributes }, text);

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

let made = 0;
/** An identifier that no other element has. */
export const fresh = (stem) => `${stem}-${++made}`;

/** Sets an attribute where it is another; undefined removes it. What is not touched costs no repaint. */
export function attribute(element, name, value) {
  if (value === undefined || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else if (element.getAttribute(name) !== String(value)) {
    element.setAttribute(name, value);
  }
}

/** Puts text in place where it is another. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Runs once what was edited stands on the page. */
export const afterPaint = (then) => requestAnimationFrame(() => requestAnimationFrame(then));

/** What is seen, and what is heard in its place. */
export const heard = () => h("span", { class: "hidden" });

/** A button that copies what `text` gives, and says so. */
export function copyButton(text, { label, done, failed }) {
  const pressed = button(label, async () => {
    const copied = await navigator.clipboard.writeText(text()).then(
      () => true,
      () => false,
    );
    pressed.textContent = copied ? done : failed;
    setTimeout(() => (pressed.textContent = label), 1500);
  }, { class: "quiet" });
  return pressed;
}
