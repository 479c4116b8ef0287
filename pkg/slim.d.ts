/** calendiff without its WebAssembly: bring the bytes of `calendiff/calendiff.wasm` yourself. */

export * from "./index.js";

/**
 * Takes the bytes of `calendiff.wasm`, or a module made of them. Later calls change nothing. Throws an `Error` with code
 * `wasm_invalid` or `version_mismatch`.
 */
export declare function initSync(source: BufferSource | WebAssembly.Module): void;

/** The same for what comes later: bytes, a module, a `Response`, or a promise of one. */
export declare function init(source: InitSource | Promise<InitSource>): Promise<void>;

export type InitSource = BufferSource | WebAssembly.Module | Response;
