/**
 * The package, from where it lies beside the page. All else imports it from here. The frame of the page stands before it has
 * come: what needs it waits for `ready`.
 */

export let calendar;
export let location;
export let guess;
export let parse;
export let sandbox;

export const ready = import("./pkg/index.js").then((all) => {
  ({ calendar, location, guess, parse, sandbox } = all);
});
