/** calendiff without its WebAssembly: provide the bytes of `calendiff/calendiff.wasm` yourself. */

export * from "./index.js";

/**
 * Takes the bytes of the entry's WebAssembly, or a module compiled from them. Later calls have no effect. Throws an
 * `Error` with code `wasm_missing`, `wasm_blocked`, `wasm_async`, `wasm_invalid` or `version_mismatch`.
 */
export declare function initSync(source: Bytes | Module): void;

/** Like `initSync`, but takes asynchronous sources: bytes, a module, a `Response`, or a promise of one. */
export declare function init(
  source: InitSource | Promise<InitSource>,
): Promise<void>;

export type InitSource = Bytes | Module | Fetched;

type Bytes = ArrayBuffer | ArrayBufferView;

// The types that a page or Node declares, if it does. Neither is needed to compile.
type Module = typeof globalThis extends {
  WebAssembly: { Module: { prototype: infer Global } };
}
  ? Global
  : object;
type Fetched = typeof globalThis extends {
  Response: { prototype: infer Global };
}
  ? Global
  : never;
