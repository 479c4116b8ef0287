/** The results beside the sections: a panel each for findings, changes, the request and conflicts, and their tabs. */

import { joined, makeChanges } from "./changes.js";
import { attribute, button, h } from "../elements/element.js";
import { counted, makeFindings, tally } from "./findings.js";
import { makeLater, makeSource } from "../elements/later.js";
import { figure, t } from "../words/words.js";

const REQUEST = makeSource(() => import("./send.js"));
const CONFLICTS = makeSource(() => import("./conflict.js"));

const PROFILES = ["specification", "service", "specification-only"];

/**
 * Creates the panels and their tabs. `go` goes to the place of a finding, a change or a conflict, `turn` to another panel,
 * `show` to a section, and `edit` to the sections, where there is no room for both.
 */
export function makePanels(store, { go, turn, edit, show }) {
  const doing = { go, turn, show };
  const panels = {
    findings: makeFindings(store, doing),
    changes: makeChanges(store, doing),
    send: makeLater(REQUEST, ({ makeSend }) => makeSend(store, doing)),
    conflicts: makeLater(CONFLICTS, ({ makeConflicts }) =>
      makeConflicts(store, doing),
    ),
  };
  const profile = h(
    "select",
    { id: "profile", change: () => store.judge(profile.value) },
    ...PROFILES.map((name) =>
      h("option", { value: name }, t(`profile.${name}`)),
    ),
  );
  panels.findings.element.prepend(
    h(
      "div",
      { class: "profile" },
      h("label", { for: "profile" }, t("profile")),
      profile,
    ),
  );
  const element = h(
    "aside",
    { class: "review", "aria-label": t("review") },
    ...Object.values(panels).map(({ element }) => element),
  );
  const tabs = new Map(
    ["edit", ...Object.keys(panels)].map((name) => [
      name,
      button("", () => (name === "edit" ? edit() : turn(name)), {
        class: "tab",
        "data-tab": name,
      }),
    ]),
  );
  const bar = h(
    "nav",
    { class: "tabs", "aria-label": t("review") },
    ...tabs.values(),
  );

  /**
   * Shows the numbers of issues, changes and conflicts in the tabs; of the issues, those of the two worst severities.
   * `current` is the tab of the visible panel.
   */
  function mark(panel, current) {
    const { issues, changes, conflicts } = store.form.getSnapshot();
    const found = tally(issues);
    const numbers = {
      findings: found.slice(0, 2),
      changes: [{ n: joined(store, changes).length }],
      conflicts: [{ n: conflicts.length }],
    };
    for (const [name, tab] of tabs) {
      const badges = (numbers[name] ?? [])
        .filter(({ n }) => n > 0)
        .map(({ severity, n }) =>
          h(
            "span",
            {
              class: "badge",
              "data-severity": severity,
              "aria-hidden": name === "findings" && "true",
            },
            figure(n),
          ),
        );
      tab.replaceChildren(
        h("span", {}, t(name)),
        badges.length > 0 ? h("span", { class: "badges" }, badges) : "",
      );
      if (name === "findings" && found.length > 0)
        tab.append(h("span", { class: "hidden" }, counted(found)));
      attribute(tab, "aria-current", name === current && "true");
    }
    tabs.get("conflicts").hidden =
      conflicts.length === 0 && panel !== "conflicts";
  }

  return {
    element,
    bar,
    has: (name) => Object.hasOwn(panels, name),
    /** Returns the panel to begin with: warnings do not hide what is about to change. */
    usual() {
      const { conflicts, changes, issues, ok } = store.form.getSnapshot();
      if (conflicts.length > 0) return "conflicts";
      return !ok || (changes.length === 0 && issues.length > 0)
        ? "findings"
        : "changes";
    },
    show(panel) {
      for (const [name, { element }] of Object.entries(panels))
        element.hidden = name !== panel;
      panels[panel].update();
    },
    mark,
    focus: (name, key) =>
      key ? panels[name].reveal(key) : panels[name].focus(),
    showProfile: () => (profile.value = store.profile),
  };
}
