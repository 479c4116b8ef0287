/** Passes on what changes: as Markdown to copy, as a page and as a picture to save. */

import { copyButton } from "../elements/copy.js";
import { button, cut, download, h, say } from "../elements/element.js";
import { failed } from "../load/failed.js";
import { makeSource } from "../elements/later.js";
import { come, count, LANGUAGE, t } from "../words/words.js";

/** The module that makes reports, which is loaded like all others, so that reports work without a connection. */
const REPORTS = makeSource(() => import("./reports.js"));

export function makePassOn(store) {
  const trouble = h("div", { class: "trouble", role: "status" });
  const markdown = copyButton(
    async () => (await REPORTS.come()).forChat(nameOf(), settled()),
    {
      label: t("pass.markdown"),
      done: t("copied"),
      selected: t("copy.selected"),
    },
  );
  const page = button(
    t("pass.report"),
    async () => save("html", await report("html")),
    { class: "quiet" },
  );
  const paper = button(
    t("pass.print"),
    () => report("html", ({ print }, html) => print(html)),
    { class: "quiet" },
  );
  const card = button(t("pass.card"), copyCard, { class: "quiet" });
  const pictures = [
    button(
      t("pass.png"),
      async () => save("png", await picture(({ asPng }, svg) => asPng(svg))),
      { class: "quiet" },
    ),
    button(t("pass.svg"), async () => save("svg", await picture()), {
      class: "quiet",
    }),
  ];
  const element = h(
    "div",
    { class: "pass-on", role: "group", "aria-label": t("pass.on") },
    card,
    markdown,
    page,
    paper,
    ...pictures,
    trouble,
  );

  /**
   * Returns a report in the language of the page, or what `then` makes of it, or undefined if the page says why there is
   * none.
   */
  async function report(verb, then = (_, made) => made) {
    store.settle();
    trouble.replaceChildren();
    try {
      const [reports, { language }] = await Promise.all([
        REPORTS.come(),
        come(LANGUAGE),
      ]);
      const { form, kind, profile, view } = store;
      const picture =
        verb === "svg"
          ? reports.pictured(form.getSnapshot().changes)
          : undefined;
      return await then(
        reports,
        reports.report(
          kind,
          verb,
          form.getSnapshot().stored,
          form.getSnapshot().draft,
          { language, profile, mode: view.mode, picture },
        ),
      );
    } catch (thrown) {
      trouble.replaceChildren(...failed(thrown));
    }
  }

  const picture = (then) => report("svg", then);

  function settled() {
    store.settle();
    return store.form.getSnapshot();
  }

  function nameOf() {
    const { name } = store.form.getSnapshot().draft;
    return typeof name === "string" && name.trim() !== ""
      ? cut(name, 100)
      : t(`kind.${store.kind}`);
  }

  /** Copies the picture to show others, or saves it where the browser copies none. */
  async function copyCard() {
    const made = drawCard();
    try {
      // Some browsers want the promise, since a picture must be copied while the button is pressed.
      await navigator.clipboard.write([
        new ClipboardItem({ "image/png": made }),
      ]);
      tell("copied");
    } catch {
      const blob = await made.catch(
        (thrown) => void trouble.replaceChildren(...failed(thrown)),
      );
      if (!blob) return;
      save("png", blob);
      tell("pass.card.saved");
    }
  }

  async function drawCard() {
    const { changes, stored, draft } = settled();
    const [{ asCard, picturedAll, report }, { language }] = await Promise.all([
      REPORTS.come(),
      come(LANGUAGE),
    ]);
    const pictures =
      store.kind === "calendar"
        ? picturedAll(changes).map((picture) =>
            report(store.kind, "svg", stored, draft, { language, picture }),
          )
        : [];
    return asCard({
      name: nameOf(),
      sum: count("changes", changes.length),
      pictures,
      lines: changes.map(({ words }) => words),
    });
  }

  let timer;
  function tell(key) {
    say(card, t(key));
    store.announce(t(key));
    clearTimeout(timer);
    timer = setTimeout(() => say(card, t("pass.card")), 2500);
  }

  function save(type, content) {
    if (content === undefined) return;
    const name = store.id.replaceAll(/[^\w-]/g, "").slice(0, 60);
    download(`${store.kind}-${name}.${type}`, [content]);
  }

  return {
    element,
    update() {
      element.hidden = store.form.getSnapshot().changes.length === 0;
      for (const picture of pictures)
        picture.hidden = store.kind !== "calendar";
    },
  };
}
