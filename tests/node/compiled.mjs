/** The React Compiler: code after it, and a configuration of Vite that has it, for tests of what people write. */

import assert from "node:assert/strict";
import { join } from "node:path";

import { transformSync } from "@babel/core";
import compiler from "babel-plugin-react-compiler";

/** Returns the code after the React Compiler, and for each component or hook what the compiler says of it. */
export function compiledWith(code, filename = "component.tsx") {
  const events = [];
  const logEvent = (_, { kind, fnName, detail }) =>
    events.push({
      kind,
      name: fnName,
      why: detail?.reason ?? detail?.options?.reason,
    });
  const options = {
    filename,
    babelrc: false,
    configFile: false,
    parserOpts: { plugins: ["jsx", "typescript"] },
    plugins: [[compiler, { logger: { logEvent } }]],
  };
  return { code: transformSync(code, options).code, events };
}

/** Returns the code after the React Compiler, which has to compile each component and hook. */
export function compiled(code, filename) {
  const result = compiledWith(code, filename);
  const names = [...code.matchAll(/\bfunction ((?:[A-Z]|use[A-Z])\w*)/g)].map(
    ([, name]) => name,
  );
  assert.deepEqual(
    result.events.map(({ kind, name, why }) => [kind, name, why]),
    names.map((name) => ["CompileSuccess", name, undefined]),
    filename,
  );
  return result.code;
}

/** A plugin of Vite. It fails where a component cannot be compiled. */
const plugin = {
  name: "react-compiler",
  enforce: "pre",
  transform: (code, id) =>
    /\.[jt]sx$/.test(id) && !id.includes("node_modules")
      ? compiled(code, id)
      : undefined,
};

/** The file that `vite --config` takes: this one. */
export const CONFIG = join(import.meta.dirname, "compiled.mjs");

export default { plugins: [plugin] };
