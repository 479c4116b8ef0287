import type { CalendarForm } from "calendiff";

import * as service from "./service";

/** Takes in what a colleague saved. Returns false if the record could not be loaded: the form then stays as it is. */
export async function rebase(form: CalendarForm): Promise<boolean> {
  const stored = await service.load().catch(() => undefined);
  if (stored) form.rebase(stored);
  return stored !== undefined;
}

/** Saves the draft, and returns what to tell the person. */
export async function save(form: CalendarForm): Promise<string> {
  // A blind save would overwrite what a colleague has saved.
  if (!(await rebase(form)))
    return "Not sent: what is stored now could not be loaded. Save again in a moment.";
  const { value, canSend } = form.body();
  if (!canSend) return "Not sent: see above.";
  const response = await service.save(value).catch(() => undefined);
  if (!response)
    return "No answer. It shows what is stored once it can be loaded.";
  if (!response.ok) {
    form.refused(response.refusal);
    return "Not saved: see above.";
  }
  // What was edited while the answer was on its way stays a change.
  const { verified } = form.saved(response.stored.value, { sent: value });
  return verified.ok
    ? "Saved."
    : [
        "Saved, but not:",
        ...verified.notApplied.map(({ words }) => words),
      ].join(" ");
}
