/**
 * The package, loaded from beside the page; all other modules import it from here. The frame of the page is shown
 * before it is loaded; code that needs it waits for `ready`.
 */

export let calendar;
export let location;
export let configure;
export let guess;
export let parse;
export let reword;
export let sandbox;
export let say;

export const ready = import("../pkg/index.js").then((all) => {
  ({ calendar, location, configure, guess, parse, reword, sandbox, say } = all);
});
