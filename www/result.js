/** Shows what the package answered: issues, changes, the body, and what was decided on the way. */

import { byId, count, h, split } from "./dom.js";
import { issueItem, placeOf } from "./issues.js";

const SEVERITIES = ["error", "warning", "note"];
const ACTIONS = { stripped: "Stripped", renamed: "Renamed", "left-out": "Left out", kept: "Kept", deleted: "Sent as deleted" };

/** `review` is undefined as long as there is no stored record to compare with. */
export function showResult({ issues, review, draft, table }, actions) {
  showIssues(issues, draft, table, actions);
  const hint = "Give the stored record, and this says what would change.";
  list("changes", review?.diff.words ?? [], review ? "Nothing changes." : hint);
  byId("patch").textContent = pretty(review?.diff.patch ?? []);
  byId("patch-count").textContent = `(${count(review?.diff.patch.length ?? 0, "operation")})`;
  byId("body").textContent = review ? pretty(review.body.value) : "";
  byId("copy").disabled = !review;
  byId("copied").textContent = "";

  const decisions = review?.body.decisions ?? [];
  byId("decision-count").textContent = `(${decisions.length})`;
  byId("decisions").replaceChildren(
    ...decisions.map(({ action, pointer, reason }) =>
      h("li", {}, h("b", {}, ACTIONS[action] ?? action), " ", h("code", {}, pointer), `: ${reason}`),
    ),
  );
  byId("sum").replaceChildren(...sum(issues, review));
}

/** The worst first; what a draft merely echoes of the response is one line. */
function showIssues(issues, draft, table, actions) {
  const [echoes, findings] = split(issues, ({ code }) => code === "read_only_echo");
  const items = SEVERITIES.flatMap((wanted) => findings.filter(({ severity }) => severity === wanted)).map((issue) =>
    issueItem(issue, { ...actions, place: placeOf(issue.path, draft, table) }),
  );
  if (items.length === 0) items.push(h("li", { class: "fine" }, "Nothing is wrong with the draft."));
  if (echoes.length > 0) {
    const verb = echoes.length === 1 ? "is" : "are";
    const names = echoes.map(({ params }) => params.name).join(", ");
    items.push(
      h(
        "li",
        { class: "echo" },
        `${count(echoes.length, "member")} that only responses carry ${verb} left out: ${names}.`,
      ),
    );
  }
  byId("issues").replaceChildren(...items);
}

function sum(issues, review) {
  const counted = SEVERITIES.map((wanted) => [wanted, issues.filter(({ severity }) => severity === wanted).length]);
  const parts = counted.map(([severity, n]) =>
    h("span", { "data-severity": n > 0 ? severity : undefined }, count(n, severity)),
  );
  if (review) parts.push(h("span", {}, count(review.diff.words.length, "change")));
  return parts.flatMap((part, i) => (i > 0 ? [", ", part] : [part]));
}

function list(id, lines, none) {
  const items = lines.length > 0 ? lines.map((line) => h("li", {}, line)) : [h("li", { class: "none" }, none)];
  byId(id).replaceChildren(...items);
}

const pretty = (value) => JSON.stringify(value, null, 2);
