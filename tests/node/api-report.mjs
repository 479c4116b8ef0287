/**
 * The package's declarations as API Extractor reports them, entry by entry, in `pkg/api/`: a change of a type that people
 * write code against is a change of a line there. `node tests/node/api-report.mjs` compares them, with BLESS=1 it writes them.
 */

import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import {
  CompilerState,
  Extractor,
  ExtractorConfig,
} from "@microsoft/api-extractor";

const HERE = import.meta.dirname;
const PACKAGE = join(HERE, "node_modules", "calendiff");
const KEPT = join(HERE, "..", "..", "pkg", "api");

/** The declarations of each entry, under the name of its report. */
function entries() {
  const { exports } = JSON.parse(
    readFileSync(join(PACKAGE, "package.json"), "utf8"),
  );
  const types = Object.values(exports)
    .map(({ types }) => types)
    .filter(Boolean);
  return [...new Set(types)].map((file) => [
    file.slice(2, -".d.ts".length),
    file,
  ]);
}

/** The report of each entry, by its name. */
export function reports() {
  // API Extractor passes over what lies in `node_modules`, which the libraries are found in from here.
  const folder = mkdtempSync(join(HERE, ".api-"));
  try {
    cpSync(PACKAGE, folder, {
      recursive: true,
      filter: (from) => !/\.(js|wasm|md|webp)$/.test(from),
    });
    const configs = entries().map(([name, file]) => [
      name,
      configure(folder, name, file),
    ]);
    const additionalEntryPoints = configs.map(
      ([, config]) => config.mainEntryPointFilePath,
    );
    const compilerState = CompilerState.create(configs[0][1], {
      additionalEntryPoints,
    });
    return new Map(
      configs.map(([name, config]) => [name, report(config, compilerState)]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function configure(folder, name, file) {
  const quiet = { default: { logLevel: "none" } };
  const compilerOptions = {
    target: "es2022",
    module: "nodenext",
    moduleResolution: "nodenext",
    lib: ["es2022", "dom", "dom.iterable"],
    strict: true,
    types: [],
  };
  const configObject = {
    projectFolder: folder,
    mainEntryPointFilePath: join(folder, file),
    bundledPackages: [],
    newlineKind: "lf",
    compiler: { overrideTsconfig: { compilerOptions, files: [file] } },
    apiReport: {
      enabled: true,
      reportFileName: name,
      reportFolder: folder,
      reportTempFolder: join(folder, "temp"),
    },
    docModel: { enabled: false },
    dtsRollup: { enabled: false },
    tsdocMetadata: { enabled: false },
    messages: {
      compilerMessageReporting: { default: { logLevel: "error" } },
      extractorMessageReporting: quiet,
      tsdocMessageReporting: quiet,
    },
  };
  return ExtractorConfig.prepare({
    configObject,
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, "package.json"),
  });
}

function report(config, compilerState) {
  const said = [];
  const messageCallback = (message) => {
    if (message.logLevel === "error") said.push(message.text);
    message.handled = true;
  };
  const { errorCount } = Extractor.invoke(config, {
    localBuild: true,
    compilerState,
    messageCallback,
  });
  if (errorCount > 0)
    throw new Error(`${config.mainEntryPointFilePath}: ${said.join("\n")}`);
  return readFileSync(config.reportFilePath, "utf8");
}

/** What of the kept reports is not what is reported now: names of files, each with the first line that differs. */
export function differences(now = reports()) {
  const kept = existsSync(KEPT) ? readdirSync(KEPT) : [];
  const faults = kept
    .filter((file) => !now.has(file.replace(/\.api\.md$/, "")))
    .map((file) => `pkg/api/${file} is of no entry`);
  for (const [name, text] of now) {
    const path = join(KEPT, `${name}.api.md`);
    const before = existsSync(path)
      ? readFileSync(path, "utf8").split("\n")
      : [];
    const lines = text.split("\n");
    const at = lines.findIndex((line, index) => line !== before[index]);
    if (at !== -1 || before.length !== lines.length)
      faults.push(
        `pkg/api/${name}.api.md:${at + 1}: expected ${before[at]}, found ${lines[at]}`,
      );
  }
  return faults;
}

function bless(now = reports()) {
  rmSync(KEPT, { recursive: true, force: true });
  mkdirSync(KEPT, { recursive: true });
  for (const [name, text] of now)
    writeFileSync(join(KEPT, `${name}.api.md`), text);
}

if (process.argv[1] === import.meta.filename) {
  if (process.env.BLESS) bless();
  else {
    const faults = differences();
    for (const fault of faults) console.error(fault);
    if (faults.length > 0) {
      console.error(
        "if this is right, BLESS=1 node tests/node/api-report.mjs, and say in CHANGELOG.md what changes for whom",
      );
      process.exit(1);
    }
  }
}
