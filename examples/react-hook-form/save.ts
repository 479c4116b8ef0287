import {
  type Calendar,
  type CalendarUpdate,
  type Conflict,
  type Issue,
  type Refusal,
  type Verified,
  calendar,
} from "calendiff";

import * as service from "./service";

export type Choices = Readonly<Record<string, "ours" | "theirs">>;

export type Outcome =
  | { kind: "saved"; stored: Calendar; verified: Verified }
  | { kind: "unmerged"; conflicts: Conflict[]; issues: Issue[] }
  | { kind: "unsendable"; issues: Issue[] }
  | { kind: "refused"; refusal: Refusal }
  | { kind: "no-answer" };

/** Saves a draft of the record that was stored when the page opened it, together with what a colleague saved since. */
export async function save(
  stored: Calendar,
  draft: CalendarUpdate,
  choices: Choices,
): Promise<Outcome> {
  const current = await service.load().catch(() => undefined);
  if (!current) return { kind: "no-answer" };
  const merged = calendar.merge(
    stored,
    calendar.outcome(stored, draft),
    current,
    { resolve: ({ key }) => choices[key] },
  );
  if (!merged.ok)
    return {
      kind: "unmerged",
      conflicts: merged.conflicts,
      issues: merged.issues,
    };
  const { body, report } = calendar.review(current, merged.value);
  if (!body.canSend)
    return {
      kind: "unsendable",
      issues: report.issues.filter(({ severity }) => severity === "error"),
    };
  const response = await service.save(body.value).catch(() => undefined);
  if (!response) return { kind: "no-answer" };
  if (!response.ok) return { kind: "refused", refusal: response.refusal };
  return {
    kind: "saved",
    stored: response.stored.value,
    verified: calendar.verify(current, body.value, response.stored.value),
  };
}

/** Returns the issues that a save ended with. */
export function issuesOf(outcome: Outcome): readonly Issue[] {
  if (outcome.kind === "refused") return outcome.refusal.issues;
  return "issues" in outcome ? outcome.issues : [];
}

/** Returns the words for what came of a save. */
export function wordsOf(outcome: Outcome): string {
  if (outcome.kind === "no-answer")
    return "No answer. It shows what is stored once it can be loaded.";
  if (outcome.kind === "unmerged")
    return "Not sent: a colleague has saved meanwhile.";
  if (outcome.kind === "unsendable") return "Not sent: see above.";
  if (outcome.kind === "refused")
    return outcome.refusal.retry
      ? "Not saved. Save again in a moment."
      : "Not saved: see above.";
  const { verified } = outcome;
  return verified.ok
    ? "Saved."
    : [
        "Saved, but not:",
        ...verified.notApplied.map(({ words }) => words),
      ].join(" ");
}
