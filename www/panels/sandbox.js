/** The service, simulated in the page: save to it, get refusals, see what it applied, and have somebody else save. */

import { bringIn, cameIn, changesIn } from "./came-in.js";
import { copySent, undoSave } from "./changes.js";
import { button, h } from "../elements/element.js";
import { failed } from "../load/failed.js";
import { refusalIn } from "./refusal.js";
import { clock, isRead, minutes } from "../week/times.js";
import { count, t } from "../words/words.js";

const TOKEN = "sandbox";
export function makeSandbox(store, go, mode) {
  const save = button(t("save"), () => put());
  const others = button(t("others.saved"), () => someoneElse(), {
    class: "quiet",
  });
  const said = h("div", { class: "answer", role: "status" });
  let shown;

  /** Sends a PUT to the sandbox, like a program. */
  async function send(body) {
    const { verbs, service, id } = store;
    const { url, init } = verbs.request({
      baseUrl: "https://sandbox.example",
      id,
      token: TOKEN,
      body,
    });
    const answer = await service.fetch(url, init);
    return verbs.response({
      status: answer.status,
      contentType: answer.headers.get("content-type"),
      text: await answer.text(),
      draft: body,
    });
  }

  async function put() {
    store.settle();
    const { form, state: before } = store;
    try {
      const body = form.body({ mode: mode() }).value;
      const answer = await send(body);
      if (form !== store.form) return;
      if (answer.ok) {
        store.answer = {
          status: answer.status,
          sent: body,
          before,
          verified: store.saved(answer.stored.value, body),
        };
        store.announce(t("saved"));
      } else {
        store.answer = { status: answer.status, refusal: answer.refusal };
        form.refused(answer.refusal);
        store.announce(t("refused", { status: answer.status }));
      }
    } catch (thrown) {
      store.answer = { trouble: thrown };
    }
    store.changed();
  }

  /** Simulates a colleague who edits the stored record, partly in the same places. */
  async function someoneElse() {
    store.settle();
    const { form, kind } = store;
    const theirs = store.verbs.form(form.getSnapshot().stored, {
      profile: "specification",
    });
    colleague(kind, theirs, form);
    const answer = await send(theirs.body().value);
    theirs.free();
    if (form !== store.form) return;
    if (!answer.ok) {
      store.answer = { status: answer.status, refusal: answer.refusal };
      return store.changed();
    }
    bringIn(store, answer.stored.value);
  }

  function update() {
    if (shown === store.answer) return;
    shown = store.answer;
    said.replaceChildren(...told(store, shown, go));
  }

  return {
    element: h(
      "section",
      { class: "card sandbox", "aria-label": t("sandbox") },
      h("h3", {}, t("sandbox")),
      h("p", { class: "hint" }, t("save.hint")),
      h("div", { class: "row" }, save, others),
      said,
    ),
    update,
    /** Allows to save, or not if nothing changes. */
    allow: (isAllowed) => (save.disabled = !isAllowed),
  };
}

function told(store, answer, go) {
  if (!answer) return [];
  if (answer.trouble)
    return [h("div", { class: "trouble" }, ...failed(answer.trouble))];
  if (answer.refusal) {
    // One that was pasted is above the findings.
    if (answer.isPasted) return [];
    return [
      h(
        "p",
        { class: "verdict bad" },
        h("span", { "aria-hidden": "true" }, "✕ "),
        t("refused", { status: answer.status }),
      ),
      ...refusalIn(store, answer, go),
    ];
  }
  if (answer.theirs) return cameIn(store, answer.theirs, "verdict");
  const { applied, notApplied, unexpected, ok } = answer.verified;
  return [
    h(
      "p",
      { class: ok ? "verdict good" : "verdict bad" },
      h("span", { "aria-hidden": "true" }, ok ? "✓ " : "▲ "),
      t(ok ? "saved.ok" : "saved.odd", {
        status: answer.status,
        changes: count("changes", applied.length),
      }),
    ),
    h("p", { class: "hint" }, t(ok ? "saved.next" : "saved.odd.next")),
    h("div", { class: "row" }, copySent(store, "quiet"), undoSave(store)),
    changesIn(store, applied),
    notApplied.length > 0 && h("h4", {}, t("not.applied")),
    notApplied.length > 0 && changesIn(store, notApplied),
    unexpected.length > 0 && h("h4", {}, t("unexpected")),
    unexpected.length > 0 && changesIn(store, unexpected),
  ].filter(Boolean);
}

/** Makes two typical edits of a colleague: one of their own, and one in a place that is edited here as well. */
function colleague(kind, theirs, mine) {
  const changed = new Set(
    mine.getSnapshot().changes.map(({ path }) => path[0]),
  );
  if (kind === "location") {
    const others = {
      name: `${theirs.getSnapshot().draft.name ?? ""} (summer)`,
      address: "7 Station Road",
      city: "Abingdon",
      website: "https://shop.example.com",
      description: "Repairs.",
    };
    const both =
      Object.keys(others).find((name) => changed.has(name)) ?? "description";
    theirs.set(["phone"], "+44 1632 960099");
    theirs.set([both], others[both]);
    return;
  }
  theirs.set(
    ["slotDuration"],
    theirs.getSnapshot().draft.slotDuration === 45 ? 40 : 45,
  );
  if (changed.has("name"))
    theirs.set(["name"], `${theirs.getSnapshot().draft.name ?? ""} (summer)`);
  else if (changed.has("eventColor")) theirs.set(["eventColor"], "#7986cb");
  const day =
    mine
      .getSnapshot()
      .changes.map(({ key }) => /^openHours\/(\w+)$/.exec(key)?.[1])
      .find(Boolean) ?? "friday";
  const week = theirs.getSnapshot().week();
  if (week)
    theirs.setDay(
      day,
      week[day].length > 0 && week[day].every(isRead)
        ? week[day].map(([opens, closes]) => [
            opens,
            clock(Math.max(minutes(opens) + 60, minutes(closes) - 90)),
          ])
        : [["11:00", "15:00"]],
    );
}
