/** Reports without their WebAssembly: provide the bytes of `calendiff/report.wasm` yourself. */

export * from "./report.js";
export { init, initSync, type InitSource } from "./slim.js";
