/** Answers of the guard in words. */

const list = (heading, items) =>
  items.length > 0 ? [`${heading}:`, ...items.map((item) => `- ${item}`)] : [];

function finding({ severity, about, pointer, message, fix }) {
  const place = `${pointer ? ` at ${pointer}` : ""}${about === "stored" ? " of the stored record" : ""}`;
  return `${severity}${place}: ${message}${fix ? ` Fix: ${fix.title}.` : ""}`;
}

/** The bookable time over the dates of openings or of an effect. */
const offer = (spoken) =>
  spoken ? [`Between ${spoken.from} and ${spoken.to}: ${spoken.words}.`] : [];

export const ofRecord = ({ record, findings, openings }) =>
  [
    JSON.stringify(record),
    ...offer(openings),
    ...list("Read differently from how it was written", findings.map(finding)),
  ].join("\n");

const changes = ({ changes, effect }) => [
  ...list("Changes", changes),
  ...offer(effect),
];
const rest = ({ findings, others }) => [
  ...list("Findings", findings.map(finding)),
  ...list(
    "Others changed this since you read the record, and it stays",
    others,
  ),
];

const AGAIN = "Read the record again, and decide what it should be.";

/** The reason why an update cannot be sent, or nothing. */
function obstacle(review) {
  const { canSend, applies, conflicts, removals, isOutdated } = review;
  if (!applies)
    return ["The condition of the edits does not hold for this record."];
  if (conflicts.length > 0)
    return [
      ...list(
        "The same was changed since you read the record (ours is your draft, theirs is stored)",
        conflicts,
      ),
      ...rest({ findings: [], others: review.others }),
      AGAIN,
    ];
  if (removals.length > 0)
    return [
      ...list(
        "An update cannot remove this, so leave it out of the edits",
        removals,
      ),
      ...rest(review),
    ];
  if (isOutdated)
    return [
      "This changes nothing in the record as you read it, which is not the one that is stored now.",
      ...rest(review),
      AGAIN,
    ];
  if (!canSend) return rest(review);
  if (review.changes.length === 0)
    return [
      "Nothing to send: the record already is as requested.",
      ...rest(review),
    ];
  return undefined;
}

export function ofReview(review) {
  const reason = obstacle(review);
  if (reason)
    return [
      ...(review.canSend ? [] : ["This update cannot be sent."]),
      ...reason,
    ].join("\n");
  return ["This update can be sent.", ...changes(review), ...rest(review)].join(
    "\n",
  );
}

export function ofUpdate(update) {
  const { refusal, verified } = update;
  const reason = obstacle(update);
  if (reason)
    return [...(update.canSend ? [] : ["Nothing was sent."]), ...reason].join(
      "\n",
    );
  if (!verified)
    return [
      `The service refused the update (${refusal.reason}), and nothing changed.`,
      ...list("Findings", update.findings.map(finding)),
    ].join("\n");
  if (verified.ok)
    return [
      "Sent, read back and verified.",
      ...changes(update),
      ...rest(update),
    ].join("\n");
  const words = (found) => found.map(({ words }) => words);
  return [
    `Sent, but the record read back is not as requested${refusal ? ` (${refusal.reason})` : ""}. Read it again before the next update.`,
    ...list("Applied", words(verified.applied)),
    ...list("Not applied", words(verified.notApplied)),
    ...list("Changed without being requested", words(verified.unexpected)),
    ...(refusal?.message ? [refusal.message] : []),
    ...(refusal?.retry
      ? ["The service may accept the same update later."]
      : []),
  ].join("\n");
}

/** Returns true if the record is as requested. */
export const isDone = ({ canSend, changes, verified }) =>
  canSend && (changes.length === 0 || verified?.ok === true);
