/** calendiff without its WebAssembly: bring the bytes of `calendiff/calendiff.wasm` yourself. */

export * from "./index.js";

/**
 * Takes the bytes of `calendiff.wasm`, or a module made of them. Later calls change nothing. Throws an `Error` with code
 * `wasm_invalid` or `version_mismatch`.
 */
export declare function initSync(source: Bytes | Module): void;

/** The same for what comes later: bytes, a module, a `Response`, or a promise of one. */
export declare function init(source: InitSource | Promise<InitSource>): Promise<void>;

export type InitSource = Bytes | Module | Fetched;

type Bytes = ArrayBuffer | ArrayBufferView;

// What a page or Node declares of these, where it does: neither is needed to compile.
type Module = typeof globalThis extends { WebAssembly: { Module: { prototype: infer Global } } } ? Global : object;
type Fetched = typeof globalThis extends { Response: { prototype: infer Global } } ? Global : never;
