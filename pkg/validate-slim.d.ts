/** Validation without its WebAssembly: provide the bytes of `calendiff/validate.wasm` yourself. */

export * from "./validate.js";
export { init, initSync, type InitSource } from "./slim.js";
