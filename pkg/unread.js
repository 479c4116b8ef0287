/** Codes of the errors about a value that could not be read as a record. */
export const UNREAD = [
  "not_a_record",
  "a_refusal",
  "envelope_unknown",
  "not_json",
  "json_depth",
  "json_size",
];

/** Returns the issue of a value that could not be read as a record. */
export const unread = (code, message) => ({ code, message, path: [] });
