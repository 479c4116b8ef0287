/** Keeps the draft over a reload, with the record that it was made from. */

import {
  type Calendar,
  type CalendarForm,
  type CalendarUpdate,
  calendar,
} from "calendiff";

const nameOf = ({ id }: { readonly id?: string }) => `calendar ${id}`;

/** Opens a form over the record that is stored now, with the draft that was kept, if there is one. */
export function open(stored: Calendar): CalendarForm {
  const text = localStorage.getItem(nameOf(stored));
  if (text === null) return calendar.form(stored);
  const kept: { base: Calendar; draft: CalendarUpdate } = JSON.parse(text);
  const form = calendar.form(kept.base);
  form.set([], kept.draft);
  form.clearHistory();
  // Over the current record alone, the draft would undo what others saved meanwhile.
  form.rebase(stored);
  return form;
}

/** Keeps the draft whenever the page is left or hidden. Returns a function that ends this. */
export function keep(form: CalendarForm): () => void {
  const onHide = () => {
    const { stored, base, draft, changes } = form.getSnapshot();
    if (changes.length === 0) localStorage.removeItem(nameOf(stored));
    // While a conflict is open, the base is the record that it started from: it is found again.
    else localStorage.setItem(nameOf(stored), JSON.stringify({ base, draft }));
  };
  document.addEventListener("visibilitychange", onHide);
  return () => document.removeEventListener("visibilitychange", onHide);
}
