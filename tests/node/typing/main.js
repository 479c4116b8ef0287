/** A page that repaints what an edit changed, and nothing else. It notes how long each edit took, and each frame. */

import { calendar } from "calendiff";
import { stored } from "./stored.js";

const form = calendar.form(stored);
const rows = document.querySelector("#rows");
const sum = document.querySelector("#sum");

/** The fields of a row, by the path inside of its special date. */
const FIELDS = [["date"], ["hours", 0, "openHour"], ["hours", 0, "closeHour"]];
const LABELS = ["date", "opens", "closes"];

const painted = form.getSnapshot().draft.availabilities.map((_, at) => {
  const row = document.createElement("div");
  row.className = "row";
  row.append(`${at + 1}.`);
  const inputs = FIELDS.map((field, which) => {
    const input = document.createElement("input");
    input.value = form.getSnapshot().get(["availabilities", at, ...field]);
    input.setAttribute("aria-label", `${LABELS[which]} ${at + 1}`);
    input.addEventListener("input", (event) =>
      typed(event, ["availabilities", at, ...field], which === 0),
    );
    row.append(input);
    return input;
  });
  const told = document.createElement("small");
  row.append(told);
  rows.append(row);
  return { row, inputs, told };
});

/** From the browser's input event to the message on its row, in milliseconds; and each frame, with the keys that fell in it. */
window.samples = [];
window.frames = [];
let keys = 0;

function typed({ target, timeStamp }, path, isText) {
  const began = performance.now();
  const number = Number(target.value);
  const { issues, changes } = form.set(
    path,
    isText || target.value === "" ? target.value : number,
  );
  const touched = new Set(
    [
      ...issues.added,
      ...issues.removed,
      ...changes.added,
      ...changes.removed,
    ].map(({ path }) => path[1]),
  );
  for (const at of touched) if (typeof at === "number") paint(at);
  summarize();
  const ended = performance.now();
  window.samples.push({ took: ended - began, all: ended - timeStamp });
  keys++;
}

function paint(at) {
  const { row, inputs, told } = painted[at];
  const issues = form.getSnapshot().issuesAt(["availabilities", at]);
  // What is wrong with a range is wrong with its hours.
  const isAt = ({ path }, field) =>
    path.length > 2 &&
    path.slice(2).every((step, index) => field[index] === step);
  FIELDS.forEach((field, which) =>
    inputs[which].setAttribute(
      "aria-invalid",
      issues.some((issue) => isAt(issue, field)),
    ),
  );
  told.textContent = issues.map(({ message }) => message).join("; ");
  row.classList.toggle(
    "dirty",
    form.getSnapshot().isDirty(["availabilities", at]),
  );
}

function summarize() {
  sum.textContent = `${form.getSnapshot().issues.length} to look at, ${form.getSnapshot().changes.length} changed`;
}

summarize();
let last;
requestAnimationFrame(function frame(now) {
  if (last !== undefined) window.frames.push({ gap: now - last, keys });
  last = now;
  keys = 0;
  requestAnimationFrame(frame);
});
