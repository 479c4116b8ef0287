/** Makes elements; what is text stays text, whatever it holds. */

/**
 * `h("p", { class: "hint" }, "some ", h("b", {}, "text"))`. Functions become listeners; children that are undefined or
 * false are left out.
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== undefined && child !== false));
  return element;
}

export const byId = (id) => document.getElementById(id);

export const button = (text, click, attributes = {}) => h("button", { type: "button", click, ...attributes }, text);

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** `count(1, "error")`, `count(2, "entry", "entries")`. */
export const count = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

/** The items of a list that pass a test, and those that do not. */
export const split = (list, test) => [list.filter(test), list.filter((item) => !test(item))];
