/** The package, from where it lies beside the page. All else imports it from here. */

export * from "./pkg/index.js";
export { tree } from "./pkg/issues.js";
