/** What a refusal is about: the record, or the request as a whole. */

/** Services that give no status in a body give its words. */
const WORDS = { unauthorized: 401, forbidden: 403, "not found": 404, "too many requests": 429 };
const ABOUT = { 401: "refused.401", 403: "refused.401", 404: "refused.404", 429: "refused.429" };

/** A record that is refused, where a body gives no status. */
export const UNSAID = 422;

/** The status that the body of a refusal gives, as a number or in words, or undefined. */
export function statusIn({ statusCode, status, error, message }) {
  const given = [statusCode, status].map(Number).find((status) => Number.isInteger(status) && status >= 400 && status < 600);
  const said = [error, message].map((text) => (typeof text === "string" ? WORDS[text.toLowerCase()] : undefined));
  return given ?? said.find(Boolean);
}

/** The sentence for a refusal that is about no field of the record, or undefined. */
export const aboutRequest = (status) => ABOUT[status] ?? (status >= 500 ? "refused.500" : undefined);
