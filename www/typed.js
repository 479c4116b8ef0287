/** Hours typed: each range its two times, in step with the picture. */

import { afterPaint, attribute, button, fresh, h, say } from "./element.js";
import { another, clock, ordered, readTime } from "./times.js";
import { t } from "./words.js";

/** The hours of a day, or of several, typed: each range its two times. */
export function makeTimes(desk, { commit }) {
  const rows = h("ol", { class: "times" });
  const add = button(t("hours.add"), () => {
    desk.settle();
    commit(ordered([...now, another(now)]));
    afterPaint(() => [...rows.querySelectorAll("input")].at(-2)?.focus());
  }, { class: "quiet" });
  const closed = h("p", { class: "hint" }, t("closed"));
  const element = h("div", { class: "typed-times" }, closed, rows, add);
  let now = [];
  const made = [];

  function makeRow(at) {
    const note = h("p", { class: "trouble", id: fresh("time") });
    const input = (end) =>
      h("input", {
        type: "text",
        inputmode: "numeric",
        maxlength: 8,
        autocomplete: "off",
        "aria-label": t(end === 0 ? "hours.opens" : "hours.closes", { number: at + 1 }),
        "aria-describedby": note.id,
        change: ({ target }) => {
          desk.settle();
          const time = readTime(target.value);
          attribute(target, "aria-invalid", time === undefined && "true");
          say(note, time === undefined ? t("hours.time") : "");
          if (time === undefined) return;
          target.value = clock(time);
          commit(ordered(now.with(at, now[at].with(end, time))));
        },
      });
    const inputs = [input(0), input(1)];
    const remove = button("✕", () => {
      desk.settle();
      commit(now.toSpliced(at, 1));
      add.focus();
    }, { class: "icon", "aria-label": t("hours.remove", { number: at + 1 }) });
    return { element: h("li", {}, inputs[0], h("span", { "aria-hidden": "true" }, "–"), inputs[1], remove, note), inputs };
  }

  return {
    element,
    focus: () => (made[0]?.inputs[0] ?? add).focus(),
    update(ranges) {
      now = ranges;
      closed.hidden = ranges.length > 0;
      while (made.length > ranges.length) made.pop().element.remove();
      while (made.length < ranges.length) {
        const row = makeRow(made.length);
        made.push(row);
        rows.append(row.element);
      }
      ranges.forEach((range, at) =>
        range.forEach((time, end) => {
          const input = made[at].inputs[end];
          if (input === document.activeElement && readTime(input.value) === time) return;
          if (input === document.activeElement && input.getAttribute("aria-invalid") === "true") return;
          input.value = clock(time);
          attribute(input, "aria-invalid", undefined);
        }),
      );
    },
  };
}
