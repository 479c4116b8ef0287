/** The subject of a refusal: the record, or the request as a whole. */

/** The words of services that give no status in a body. */
const WORDS = {
  unauthorized: 401,
  forbidden: 403,
  "not found": 404,
  "too many requests": 429,
};
const ABOUT = {
  401: "refused.401",
  403: "refused.401",
  404: "refused.404",
  429: "refused.429",
};

/** The status of a refused record if the body gives none. */
export const UNSAID = 422;

/** Returns the status that a refusal's body gives as a number or in words, or undefined. */
export function statusIn({ statusCode, status, error, message }) {
  const given = [statusCode, status]
    .map(Number)
    .find(
      (status) => Number.isInteger(status) && status >= 400 && status < 600,
    );
  const said = [error, message].map((text) =>
    typeof text === "string" ? WORDS[text.toLowerCase()] : undefined,
  );
  return given ?? said.find(Boolean);
}

/** Returns the sentence for a refusal that is about no field of the record, or undefined. */
export const aboutRequest = (status) =>
  ABOUT[status] ?? (status >= 500 ? "refused.500" : undefined);
