/** The API of the package as pages, written by TypeDoc, and its names for the search of the site. */

import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

// TypeDoc needs the compiler's interface of TypeScript 5, which this folder has.
import {
  Application,
  ReflectionKind,
  RendererEvent,
  TSConfigReader,
} from "./openapi/node_modules/typedoc/dist/index.js";

import { ROOT } from "./markdown.mjs";

/** The package as it was packed and installed, beside the libraries that its types come from. */
const PACKAGE = join(import.meta.dirname, "node_modules", "calendiff");

/** Kinds of declarations that people look for; parameters and the parts of types are none. */
const KINDS = {
  [ReflectionKind.Module]: "entry",
  [ReflectionKind.Variable]: "constant",
  [ReflectionKind.Function]: "function",
  [ReflectionKind.Interface]: "interface",
  [ReflectionKind.TypeAlias]: "type",
  [ReflectionKind.Class]: "class",
  [ReflectionKind.Property]: "property",
  [ReflectionKind.Method]: "method",
  [ReflectionKind.Accessor]: "property",
};

/** Writes the pages into a folder. Returns the names that have a page or an anchor. */
export async function buildTypes(folder) {
  const { exports } = JSON.parse(
    readFileSync(join(PACKAGE, "package.json"), "utf8"),
  );
  // Several entries may share a file of declarations, such as those of the languages.
  const entries = new Map();
  for (const [entry, { types }] of Object.entries(exports))
    if (types && !entries.has(types))
      entries.set(types, `calendiff${entry.slice(1)}`);
  const tsconfig = join(dirname(folder), "tsconfig.json");
  const compilerOptions = {
    module: "nodenext",
    target: "es2022",
    lib: ["es2022", "dom", "dom.iterable"],
    strict: true,
    noEmit: true,
    types: [],
  };
  writeFileSync(
    tsconfig,
    JSON.stringify({
      compilerOptions,
      files: [...entries.keys()].map((types) => join(PACKAGE, types)),
    }),
  );

  const options = {
    entryPoints: [...entries.keys()].map((types) => join(PACKAGE, types)),
    tsconfig,
    name: "calendiff for JavaScript",
    readme: join(ROOT, "pkg", "README.md"),
    out: folder,
    // The package is what is documented, though it lies where TypeDoc expects what belongs to others.
    externalPattern: [],
    exclude: [],
    disableSources: true,
    disableGit: true,
    hideGenerator: true,
    highlightLanguages: [
      "console",
      "css",
      "html",
      "javascript",
      "json",
      "jsx",
      "sh",
      "tsx",
      "typescript",
    ],
    // A name such as `contact.name` is no address of a page.
    markdownItOptions: { html: true, linkify: false },
    githubPages: false,
    skipErrorChecking: false,
    sort: ["source-order"],
    validation: { notExported: false, invalidLink: true, notDocumented: false },
    treatWarningsAsErrors: true,
    logLevel: "Warn",
  };
  const app = await Application.bootstrap(options, [new TSConfigReader()]);
  const project = await app.convert();
  if (!project || app.logger.hasErrors())
    throw new Error("TypeDoc could not read the types of the package");
  for (const module of project.children) {
    const [, entry] =
      [...entries].find(
        ([types]) =>
          module.sources?.[0]?.fullFileName.endsWith(types.slice(1)) ||
          types === `./${module.name}.d.ts`,
      ) ?? [];
    if (entry) module.name = entry;
  }

  const names = [];
  app.renderer.on(RendererEvent.END, () => {
    const { router } = app.renderer;
    for (const reflection of Object.values(project.reflections)) {
      if (!KINDS[reflection.kind] || !router.hasUrl(reflection)) continue;
      const { summary = [] } =
        reflection.comment ?? reflection.signatures?.[0]?.comment ?? {};
      names.push({
        name: reflection.name,
        kind: KINDS[reflection.kind],
        within: reflection.kindOf(ReflectionKind.Module)
          ? ""
          : reflection.parent.getFullName("."),
        url: router.getFullUrl(reflection),
        text: summary.map(({ text }) => text.replaceAll("`", "")).join(""),
      });
    }
  });
  await app.generateDocs(project, folder);
  if (app.logger.hasErrors() || app.logger.hasWarnings())
    throw new Error("TypeDoc had something to say of the package");
  return names;
}
