/** Findings: an issue at its control, and the list of all issues with links to their controls. */

import { hasIdleDates } from "../dates/counting.js";
import { afterPaint, button, h, say, whole } from "../elements/element.js";
import { makeLater, makeSource } from "../elements/later.js";
import { placeOf } from "../fields/places.js";
import { count, listed, t } from "../words/words.js";

const REFUSAL = makeSource(() => import("./refusal.js"));

const SEVERITIES = ["error", "warning", "note"];
const SIGNS = { error: "✕", warning: "▲", note: "i" };
/** Number of issues on a page. */
const PAGE = 50;

/** Returns the sign and the word of a severity, never color alone. */
export const severityMark = (severity) =>
  h(
    "strong",
    { class: "severity" },
    h("span", { "aria-hidden": "true" }, SIGNS[severity]),
    ` ${t(`severity.${severity}`)}`,
  );

/** Creates the element of an issue. `jump` and `place` are for the list, which is not at the issue's control. */
export function issueItem(store, issue, { place, jump, fixed } = {}) {
  const where = place && listed(place);
  // A message about an unknown name may begin with it.
  const isNamed = Boolean(where) && issue.message.startsWith(where);
  const named = where && [h("b", {}, where), !isNamed && t("colon")];
  const rest = isNamed ? issue.message.slice(where.length) : issue.message;
  const words = [severityMark(issue.severity), " ", named, whole(rest)];
  return h(
    "li",
    {
      class: "issue",
      "data-severity": issue.severity,
      "data-code": issue.code,
    },
    // A message of the service may be about no field.
    jump && issue.path.length > 0
      ? h(
          "button",
          { type: "button", class: "jump", click: () => jump(issue) },
          words,
        )
      : h("p", {}, words),
    h(
      "details",
      { class: "about" },
      h("summary", {}, t("details")),
      h("p", {}, issue.detail),
      h("p", {}, h("code", {}, issue.code)),
    ),
    issue.fix &&
      button(
        issue.fix.title,
        () => {
          store.settle();
          store.form.fix(issue);
          store.announce(t("fixed", { title: issue.fix.title }));
          fixed?.(issue);
        },
        { class: "fix" },
      ),
  );
}

/** Creates a list of the issues of one place, which is repainted only if they change. */
export function issueList(store, attributes = {}) {
  const element = h("ul", { class: "issues", ...attributes });
  let shown = [];
  return {
    element,
    show(issues, options) {
      if (
        issues.length === shown.length &&
        issues.every((issue, at) => issue === shown[at])
      )
        return;
      shown = issues;
      element.replaceChildren(
        ...issues.map((issue) =>
          issueItem(
            store,
            issue,
            typeof options === "function" ? options(issue) : options,
          ),
        ),
      );
    },
  };
}

export function makeFindings(store, { go, turn }) {
  const title = h("h2", { tabindex: "-1" }, t("findings"));
  const sum = h("p", { class: "sum" });
  /** The state of the record that no change makes a finding. */
  const idle = h("p", { class: "caution" }, t("findings.idle"));
  const fixAll = button(
    "",
    () => {
      store.settle();
      store.form.fixAll();
      store.announce(t("fixed.all"));
      title.focus();
    },
    { class: "fix" },
  );
  const seen = button(t("next.changes"), () => turn("changes", true));
  const next = h(
    "div",
    { class: "next" },
    seen,
    button(t("next.send"), () => turn("send", true)),
  );
  const list = h("ul", { class: "issues", "aria-label": t("findings") });
  const more = button(t("more"), () => {
    limit += PAGE;
    update();
  });
  const refusal = makeLater(REFUSAL, ({ makeRefusal }) =>
    makeRefusal(store, go),
  );
  refusal.element.hidden = true;
  let limit = PAGE;
  let shown;
  let made = new Map();
  const element = h(
    "section",
    { class: "panel" },
    h("div", { class: "bar" }, title, fixAll),
    refusal.element,
    sum,
    idle,
    next,
    list,
    more,
  );

  function update() {
    const { issues, changes, draft } = store.form.getSnapshot();
    const isRefused = Boolean(store.answer?.isPasted);
    refusal.element.hidden = !isRefused;
    if (isRefused) refusal.update();
    seen.hidden = changes.length === 0;
    idle.hidden = issues.length > 0 || !hasIdleDates(draft);
    // All is not well with dates that do not count.
    sum.hidden = !idle.hidden;
    const { answer } = store;
    if (
      issues === shown?.issues &&
      limit === shown.limit &&
      answer === shown.answer
    )
      return;
    shown = { issues, limit, answer };
    const grouped = new Set(
      isRefused ? answer.refusal.issues.map(identityOf) : [],
    );
    const others = issues.filter((issue) => !grouped.has(identityOf(issue)));
    const sorted = SEVERITIES.flatMap((severity) =>
      others.filter((issue) => issue.severity === severity),
    );
    const fixes = issues.filter(isAutomatic).length;
    say(sum, issues.length === 0 ? t("findings.none") : counted(tally(issues)));
    sum.classList.toggle("all-clear", issues.length === 0);
    next.hidden = issues.length > 0;
    fixAll.hidden = fixes < 2;
    say(fixAll, count("fixes", fixes));
    more.hidden = sorted.length <= limit;
    const items = new Map(
      sorted.slice(0, limit).map((issue) => [issue, itemOf(issue)]),
    );
    made = items;
    const elements = [...items.values()].map(({ element }) => element);
    if (
      elements.length !== list.children.length ||
      elements.some((element, at) => element !== list.children[at])
    )
      list.replaceChildren(...elements);
  }

  /**
   * Returns the previous element if its issue and place are unchanged, so that a typed key only costs what it changes.
   */
  function itemOf(issue) {
    const place = placeOf(
      issue.path,
      store.form.getSnapshot().draft,
      store.table,
    );
    const where = place.join();
    const before = made.get(issue);
    return before?.where === where
      ? before
      : {
          where,
          element: issueItem(store, issue, { place, jump: go, fixed: onFixed }),
        };
  }

  /** Moves the focus to the next fix, or to the heading: the button is removed. */
  function onFixed() {
    afterPaint(() => (list.querySelector(".fix") ?? title).focus());
  }

  return {
    element,
    update,
    focus: () => (store.answer?.isPasted ? refusal : title).focus(),
  };
}

/** Returns the text by which an issue of a refusal is found among the issues of the draft. */
const identityOf = ({ code, pointer, message }) =>
  JSON.stringify([code, pointer, message]);

/** Returns the number of issues of each severity that occurs, the worst first. */
export const tally = (issues) =>
  SEVERITIES.map((severity) => ({
    severity,
    n: issues.filter((issue) => issue.severity === severity).length,
  })).filter(({ n }) => n > 0);

/** Returns the numbers of a tally in words. */
export const counted = (tally) =>
  listed(tally.map(({ severity, n }) => count(`${severity}s`, n)));

/** Returns true for a fix that `fixAll` applies. It keeps an unknown member that is no error. */
const isAutomatic = ({ code, severity, fix }) =>
  fix && !(code === "unknown_member" && severity !== "error");
