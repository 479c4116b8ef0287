/** What would harm the core, and a way to harm it; for Node and pages. */

/** Patches of a few kilobytes that make what no memory or stack can hold. */
export const PATCHES = {
  "copies a value into itself, twice as deep each time": {
    document: () => ({ a: {} }),
    patch: () =>
      Array.from({ length: 13 }, (_, time) => ({
        op: "copy",
        from: "/a",
        path: "/a".repeat((1 << time) + 1),
      })),
    code: "json_depth",
  },
  "copies a megabyte 1,500 times": {
    document: () => ({ a: "x".repeat(1_000_000) }),
    patch: () =>
      Array.from({ length: 1500 }, (_, at) => ({
        op: "copy",
        from: "/a",
        path: `/${at}`,
      })),
    code: "json_size",
  },
};

/** Lets the next call into a core, of those that start from now on, meet a trap. Gives what sets it. */
export function trapping() {
  // (module (func (export "t") unreachable))
  const bytes = [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 116,
    0, 0, 10, 5, 1, 3, 0, 0, 11,
  ];
  const { Instance } = WebAssembly;
  const { t } = new Instance(new WebAssembly.Module(new Uint8Array(bytes)))
    .exports;
  let set = false;
  const armed =
    (run) =>
    (...given) => {
      if (!set) return run(...given);
      set = false;
      return t();
    };
  WebAssembly.Instance = class extends Instance {
    get exports() {
      const { call, session_call, ...others } = super.exports;
      return {
        ...others,
        call: armed(call),
        session_call: armed(session_call),
      };
    }
  };
  return () => void (set = true);
}
