import { calendar } from "calendiff";
import { bind } from "calendiff/dom";

import { stored } from "./stored.js";

const form = document.querySelector("form");
const item = (text) =>
  Object.assign(document.createElement("li"), { textContent: text });

const bound = bind(form, {
  kind: calendar,
  stored,
  onUpdate: (bound) =>
    form
      .querySelector("ul")
      .replaceChildren(...bound.changes().map(({ words }) => item(words))),
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  form.querySelector("pre").textContent = JSON.stringify(
    bound.body().value,
    null,
    2,
  );
});
