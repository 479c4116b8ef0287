/** Values that an update keeps as stored, since the draft leaves them out. */

/** Maximum number of items of a list that are asked for: each key would wait for a body of thousands. */
const MOST = 100;

/** By member, what the last body was made of, and the member in it. */
const bodies = new Map();

/**
 * Returns a member of the table in the body. It is made of this member alone, which has it as the whole body has: a body of all
 * members takes 33 ms where there are thousands of dates, which each key would wait for.
 */
function sentOf({ verbs, form }, name) {
  const { stored, draft } = form.getSnapshot();
  const last = bodies.get(name);
  if (last && last.stored === stored[name] && last.draft === draft[name])
    return last.sent;
  const alone = (record) => ({ [name]: record[name] });
  const { value } = verbs.body(alone(stored), alone(draft));
  const own = { stored: stored[name], draft: draft[name], sent: value[name] };
  bodies.set(name, own);
  return own.sent;
}

/** Returns the value that is sent for a place where the draft has none, or undefined if the record has none either. */
export function kept(store, path) {
  const { stored, draft } = store.form.getSnapshot();
  const [name] = path;
  if (path.length === 1) return stored[name];
  if (stored[name]?.length > MOST || draft[name]?.length > MOST)
    return undefined;
  let here = draft[name];
  let sent = sentOf(store, name);
  for (const step of path.slice(1)) {
    // A body without some of the items has others at their indexes.
    if (Array.isArray(here) && here.length !== sent?.length) return undefined;
    here = here?.[step];
    sent = sent?.[step];
  }
  return sent;
}
