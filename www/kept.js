/** Values that an update keeps as stored, since the draft leaves them out. */

/** Maximum number of items of a list. For thousands of dates, a body takes 33 ms, which each key would wait for. */
const MOST = 100;

/** The body that was asked for last, and the changes that it is made of. */
let last = {};

function bodyOf({ form }) {
  if (last.changes !== form.getSnapshot().changes)
    last = { changes: form.getSnapshot().changes, body: form.body().value };
  return last.body;
}

/** Returns the value that is sent for a place where the draft has none, or undefined if the record has none either. */
export function kept(desk, path) {
  const { stored, draft } = desk.form.getSnapshot();
  const [name] = path;
  if (path.length === 1) return stored[name];
  if (stored[name]?.length > MOST || draft[name]?.length > MOST)
    return undefined;
  let here = draft;
  let sent = bodyOf(desk);
  for (const step of path) {
    // A body without some of the items has others at their indexes.
    if (Array.isArray(here) && here.length !== sent?.length) return undefined;
    here = here?.[step];
    sent = sent?.[step];
  }
  return sent;
}
