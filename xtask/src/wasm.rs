//! Builds the npm package's generated files: compiles the crate, writes the glue, shrinks the result, and lays it all
//! in `pkg/dist/`.

use std::cmp::Reverse;
use std::env;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use calendiff::schema::Format;
use serde_json::{Map, Value, json};
use wasm_bindgen_cli_support::Bindgen;
use xshell::{Shell, cmd};

use crate::records;
use crate::setup::{self, NODE, WASM, WasmCargo};

const DIST: &str = "pkg/dist";

/// What rustc emits for WebAssembly by default, and every browser and Node has run for years.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// A WebAssembly of the package.
pub(crate) struct Core {
    /// The name of its files in `pkg/dist/`.
    pub(crate) name: &'static str,
    /// The crate's feature that has its exports.
    feature: &'static str,
}

/// The WebAssembly with every verb, and those of the entries `calendiff/validate` and `calendiff/report`.
pub(crate) const CORES: [Core; 3] = [
    Core {
        name: "calendiff",
        feature: "wasm",
    },
    Core {
        name: "validate",
        feature: "wasm-validate",
    },
    Core {
        name: "report",
        feature: "wasm-report",
    },
];

/// Rebuilds everything in `pkg/dist/`, and makes the package whole with the licences and the picture.
pub(crate) fn build(sh: &Shell) -> Result<()> {
    let metadata = metadata(sh)?;
    let version = version(sh, &metadata)?;
    setup::node_modules(sh)?;

    let cargo = WasmCargo::find(sh)?;
    let mut built = Vec::new();
    for core in &CORES {
        let (glue, wasm) = build_core(sh, &cargo, target(&metadata)?, core, Names::Dropped)?;
        ensure_names_no_machine(sh, &wasm)?;
        built.push((core.name, glue, wasm));
    }

    sh.remove_path(DIST)?;
    for (name, glue, wasm) in &built {
        sh.write_file(format!("{DIST}/{name}_bg.js"), glue)?;
        sh.write_file(format!("{DIST}/{name}.wasm"), wasm)?;
        sh.write_file(format!("{DIST}/{name}_bytes.js"), inline(wasm)?)?;
    }
    let codes: Vec<_> = calendiff::Code::ALL.iter().map(|code| code.row()).collect();
    sh.write_file(
        format!("{DIST}/codes.json"),
        serde_json::to_string_pretty(&codes)? + "\n",
    )?;
    sh.write_file(format!("{DIST}/codes.d.ts"), code_types())?;
    sh.write_file(format!("{DIST}/records.d.ts"), records::types())?;
    for tag in calendiff::Language::TAGS {
        sh.write_file(format!("{DIST}/languages/{tag}.js"), language(tag)?)?;
    }
    sh.write_file(format!("{DIST}/language.d.ts"), language_types()?)?;
    let operations = serde_json::to_string_pretty(calendiff::Operation::ALL)?;
    sh.write_file(format!("{DIST}/operations.json"), operations + "\n")?;
    sh.write_file(
        format!("{DIST}/json-schema.js"),
        json_schemas(calendiff::Language::english()),
    )?;
    for tag in calendiff::Language::TAGS {
        let language = calendiff::Language::named(tag).context("a tag without a language")?;
        sh.write_file(
            format!("{DIST}/json-schema/{tag}.js"),
            json_schemas(language),
        )?;
    }
    sh.write_file(
        format!("{DIST}/openapi.json"),
        serde_json::to_string_pretty(&calendiff::openapi())? + "\n",
    )?;
    sh.write_file(format!("{DIST}/formats.js"), formats())?;
    sh.write_file(format!("{DIST}/verbs.js"), verbs())?;
    sh.write_file(
        format!("{DIST}/version.js"),
        format!("export const VERSION = \"{version}\";\n"),
    )?;
    sh.write_file(
        format!("{DIST}/build.json"),
        provenance(sh, &version, &cargo.compiler(sh)?)?,
    )?;
    for license in ["LICENSE-MIT", "LICENSE-APACHE"] {
        sh.copy_file(license, "pkg")?;
    }
    // Files of the tarball have an address, so that READMEs can show the picture wherever they are read.
    sh.copy_file("docs/page-light.webp", "pkg/page.webp")?;
    for (name, _, wasm) in &built {
        println!(
            "{DIST}: version {version}, {} bytes of WebAssembly in {name}.wasm",
            wasm.len()
        );
    }
    Ok(())
}

/// What the package was built from, for whoever wants to build the same bytes: the commit, whether files differed from it,
/// and the compiler. All else that goes into it stands in the lock files of the commit.
fn provenance(sh: &Shell, version: &str, compiler: &str) -> Result<String> {
    // A copy of the sources inside of another repository is none of its commits.
    let is_checkout = cmd!(sh, "git rev-parse --show-prefix")
        .quiet()
        .ignore_stderr()
        .read()
        .is_ok_and(|own| own.is_empty());
    let (commit, modified) = if is_checkout {
        let commit = cmd!(sh, "git rev-parse HEAD").quiet().read()?;
        let changes = cmd!(sh, "git status --porcelain").quiet().read()?;
        (Value::from(commit), Value::from(!changes.is_empty()))
    } else {
        println!("this is no checkout of git: {DIST}/build.json names no commit");
        (Value::Null, Value::Null)
    };
    let digest = "console.log(crypto.createHash('sha256').update(fs.readFileSync(process.argv[1])).digest('hex'))";
    let mut sha256 = Map::new();
    for Core { name, .. } in &CORES {
        let digest = cmd!(sh, "node -e {digest} {DIST}/{name}.wasm")
            .quiet()
            .read()?;
        sha256.insert(format!("{name}.wasm"), digest.into());
    }
    let build = json!({ "version": version, "commit": commit, "modified": modified, "compiler": compiler, "sha256": sha256 });
    Ok(serde_json::to_string_pretty(&build)? + "\n")
}

/// Whether functions keep their names, which only say what weighs how much.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Names {
    Kept,
    Dropped,
}

/// The same WebAssembly as `build` writes, with the names of its functions.
pub(crate) fn with_names(sh: &Shell, core: &Core) -> Result<Vec<u8>> {
    setup::node_modules(sh)?;
    Ok(build_core(
        sh,
        &WasmCargo::find(sh)?,
        target(&metadata(sh)?)?,
        core,
        Names::Kept,
    )?
    .1)
}

/// Returns the glue and the bytes of a WebAssembly.
fn build_core(
    sh: &Shell,
    cargo: &WasmCargo,
    target: &Path,
    core: &Core,
    names: Names,
) -> Result<(String, Vec<u8>)> {
    let compiled = compile(sh, cargo, target, core)?;
    let folder = sh.create_temp_dir()?;
    let glue = write_glue(sh, &compiled, folder.path(), names)?;
    Ok((glue, shrink(sh, folder.path(), names)?))
}

/// The codes as types, each with the names of what its message is filled with.
fn code_types() -> String {
    let lines = calendiff::Code::ALL.iter().map(|code| {
        let row = code.row();
        let params: Vec<_> = row
            .params
            .iter()
            .map(|param| format!("\"{param}\""))
            .collect();
        let params = if params.is_empty() {
            "never".to_owned()
        } else {
            params.join(" | ")
        };
        format!("  {}: {params};\n", row.code)
    });
    let lines: String = lines.collect();
    format!(
        "/** Every code, with the names of what its message is filled with. */\nexport interface CodeParams {{\n{lines}}}\n"
    )
}

/// The sections of a language file that the package's code has no use for: those of the command and of JSON Schemas.
const NATIVE: [&str; 3] = ["command", "schema", "title"];

/// A language as a module, which weighs nothing for who does not import it.
fn language(tag: &str) -> Result<String> {
    let mut language = calendiff::Language::named(tag)
        .context("a tag without a language")?
        .to_value();
    if let Some(sections) = language.as_object_mut() {
        sections.retain(|name, _| !NATIVE.contains(&name.as_str()));
    }
    Ok(format!("export default {language};\n"))
}

/// The keys of a language as types, each with the names of what its text is filled with.
fn language_types() -> Result<String> {
    let mut sections = String::new();
    let english = calendiff::Language::english().to_value();
    for (name, section) in english
        .as_object()
        .context("the English file is no object")?
    {
        let Some(texts) = section
            .as_object()
            .filter(|_| !NATIVE.contains(&name.as_str()))
        else {
            continue;
        };
        if ["message", "detail"].contains(&name.as_str()) {
            writeln!(sections, "  {name}: CodeParams;")?;
            continue;
        }
        writeln!(sections, "  {name}: {{")?;
        for (key, text) in texts {
            let text = text.as_str().context("a key without a text")?;
            let params: Vec<String> = calendiff::Language::params(text)
                .map(|name| format!("\"{name}\""))
                .collect();
            let params = if params.is_empty() {
                "never".to_owned()
            } else {
                params.join(" | ")
            };
            writeln!(
                sections,
                "    /** {} */\n    {}: {params};",
                text.replace("*/", ""),
                Value::from(key.as_str())
            )?;
        }
        writeln!(sections, "  }};")?;
    }
    Ok(format!(
        "/** Every section and key of a language, with its English text and the names of what that is filled with. */\n\
         import type {{ CodeParams }} from \"./codes.js\";\n\nexport interface LanguageParams {{\n{sections}}}\n"
    ))
}

/// The JSON Schemas in a language as a module: as data they weigh nothing for who does not import them.
fn json_schemas(language: &calendiff::Language) -> String {
    let module = calendiff::Kind::ALL.iter().copied().map(|kind| {
        let [update, record] = [
            calendiff::PayloadShape::Update,
            calendiff::PayloadShape::Record,
        ]
        .map(|shape| kind.json_schema_in(shape, language));
        format!(
            "export const {} = {{\n  update: {update},\n  record: {record},\n}};\n",
            kind.name()
        )
    });
    module.collect()
}

/// The verbs of a kind, by name, for `pkg/api.js` and the tests.
fn verbs() -> String {
    let head = "/** The verbs of a kind, from the table in src/faces/facade/verbs.rs. `speaks`: the answer has sentences. */\n";
    let rows = calendiff::facade::verbs().map(|verb| {
        let (takes, options) = (json!(verb.takes), json!(verb.options));
        let (name, speaks) = (verb.name, verb.speaks);
        format!("  {name}: {{ takes: {takes}, options: {options}, speaks: {speaks} }},\n")
    });
    let rows: String = rows.collect();
    format!("{head}export const VERBS = {{\n{rows}}};\n")
}

/// Texts of each format as a module, for `calendiff/fast-check`.
fn formats() -> String {
    let formats: Map<String, Value> = Format::ALL
        .iter()
        .map(|format| {
            let samples = format.samples();
            let refused: Map<_, _> = format
                .refused()
                .map(|(code, pattern)| (code.name().to_owned(), pattern.into()))
                .collect();
            let texts =
                json!({ "valid": samples.valid, "prose": samples.prose, "refused": refused });
            (json!(format).as_str().unwrap_or_default().to_owned(), texts)
        })
        .collect();
    format!(
        "/** What texts of each format look like, and what is wrong with others: patterns. */\nexport const FORMATS = {};\n",
        json!(formats)
    )
}

/// What Cargo says of the workspace.
pub(crate) fn metadata(sh: &Shell) -> Result<Value> {
    Ok(serde_json::from_str(
        &cmd!(sh, "cargo metadata --format-version 1 --no-deps")
            .quiet()
            .read()?,
    )?)
}

/// Returns what `cargo metadata` says of the crate.
pub(crate) fn package(metadata: &Value) -> Result<&Value> {
    let packages = metadata["packages"]
        .as_array()
        .context("cargo metadata names no packages")?;
    packages
        .iter()
        .find(|package| package["name"] == "calendiff")
        .context("calendiff is not there")
}

/// The folder that Cargo builds in.
pub(crate) fn target(metadata: &Value) -> Result<&Path> {
    metadata["target_directory"]
        .as_str()
        .map(Path::new)
        .context("cargo metadata names no target directory")
}

/// The version, which the crate and the package must share: the package checks it against the WebAssembly it is given.
pub(crate) fn version(sh: &Shell, metadata: &Value) -> Result<String> {
    let of_crate = &package(metadata)?["version"];
    let package: Value = serde_json::from_str(&sh.read_file("pkg/package.json")?)?;
    let of_package = &package["version"];
    ensure!(
        of_crate == of_package,
        "Cargo.toml and pkg/package.json must have the same version, not {of_crate} and {of_package}"
    );
    Ok(of_package
        .as_str()
        .context("the version in pkg/package.json is not a string")?
        .to_owned())
}

/// Compiles the crate, and nothing else of the workspace, to WebAssembly. Each core comes to lie where the one before lay.
fn compile(sh: &Shell, cargo: &WasmCargo, target: &Path, core: &Core) -> Result<PathBuf> {
    let which = ["--package", "calendiff", "--features", core.feature];
    compile_library(sh, cargo, target, &which)?;
    Ok(target.join(WASM).join("wasm/calendiff.wasm"))
}

/// Compiles a library to WebAssembly, for size: the one that `which` tells cargo.
pub(crate) fn compile_library(
    sh: &Shell,
    cargo: &WasmCargo,
    target: &Path,
    which: &[&str],
) -> Result<()> {
    // Panic messages hold paths of sources. Cut off what depends on the machine, so that every machine builds the same.
    let cargo_home = env::var_os("CARGO_HOME").map_or_else(|| home().join(".cargo"), PathBuf::from);
    let mut roots = sh.read_dir(cargo_home.join("registry/src"))?;
    roots.push(cargo.sysroot(sh)?.join("lib/rustlib/src/rust"));
    roots.push(sh.current_dir());
    let remapped = roots
        .iter()
        .map(|root| format!("--remap-path-prefix={}=", root.display()));
    let flags = cargo.flags().iter().map(ToString::to_string);
    let flags: Vec<String> = flags.chain(remapped).collect();

    cargo
        .build(sh)
        .args([
            "--locked",
            "--lib",
            "--crate-type",
            "cdylib",
            "--profile",
            "wasm",
            "--target-dir",
        ])
        .arg(target)
        .args(which)
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"))
        .run()?;
    Ok(())
}

/// Writes `calendiff_bg.wasm` into `dir` and returns the glue for it.
///
/// What is made for bundlers is two modules: one imports the WebAssembly as if it were JavaScript, which few tools can
/// do, and the other is all the rest, which is plain code without fetch, `import.meta` or top-level await. We take the
/// other; `pkg/load.js` does the one's work.
fn write_glue(sh: &Shell, compiled: &Path, dir: &Path, names: Names) -> Result<String> {
    Bindgen::new()
        .bundler(true)?
        .input_path(compiled)
        .typescript(false)
        .demangle(false)
        .remove_name_section(names == Names::Dropped)
        .remove_producers_section(true)
        .generate(dir)
        .context("wasm-bindgen could not write the glue")?;
    ensure!(
        !dir.join("snippets").exists(),
        "the package has no place for inline JavaScript in Rust"
    );
    factory(&sh.read_file(dir.join("calendiff_bg.js"))?)
}

/// The glue as a function that makes it: what it holds belongs to one instance of the WebAssembly, and one that has
/// failed is replaced by another.
fn factory(module: &str) -> Result<String> {
    let (mut body, mut names) = (String::with_capacity(module.len()), Vec::new());
    for line in module.lines() {
        let declared = line.strip_prefix("export ").inspect(|declaration| {
            let name = declaration.split([' ', '(']).nth(1);
            names.extend(name.map(str::to_owned));
        });
        ensure!(
            declared.is_some() || !line.starts_with("import "),
            "the glue imports something: {line}"
        );
        body.push_str(declared.unwrap_or(line));
        body.push('\n');
    }
    ensure!(
        names.iter().any(|name| name == "__wbg_set_wasm"),
        "the glue has another shape: {names:?}"
    );
    Ok(format!(
        "export function makeGlue() {{\n{body}return {{ {} }};\n}}\n",
        names.join(", ")
    ))
}

/// How wasm-opt shrinks: what counts is the size after compression. To put functions into their only callers, and to keep
/// values in locals for a second use, leaves fewer bytes but hides what repeats: with both 473,227 bytes, gzip 203.6 kB;
/// with neither 489,378 and 192.3 kB. `-Oz`, `--converge` and `--gufa` change nothing. `--traps-never-happen` would save
/// 0.3 kB, but then a failure may go unnoticed.
const SHRINK: [&str; 3] = [
    "-Os",
    "--one-caller-inline-max-function-size=20",
    "--skip-pass=local-cse",
];

/// Shrinks `calendiff_bg.wasm` in `dir`.
fn shrink(sh: &Shell, dir: &Path, names: Names) -> Result<Vec<u8>> {
    let small = dir.join("small.wasm");
    shrink_file(sh, &dir.join("calendiff_bg.wasm"), &small, names)?;
    Ok(sh.read_binary_file(small)?)
}

/// Shrinks a file of WebAssembly.
pub(crate) fn shrink_file(sh: &Shell, from: &Path, to: &Path, names: Names) -> Result<()> {
    let wasm_opt = format!("{NODE}/node_modules/.bin/wasm-opt");
    let names = if names == Names::Kept {
        "--debuginfo"
    } else {
        "--strip-debug"
    };
    Ok(cmd!(
        sh,
        "node {wasm_opt} {SHRINK...} {FEATURES...} {names} --strip-target-features {from} -o {to}"
    )
    .run()?)
}

/// Paths tell who built it and where, and make the figures differ between machines.
fn ensure_names_no_machine(sh: &Shell, wasm: &[u8]) -> Result<()> {
    for path in [home(), sh.current_dir()] {
        let path = path.display().to_string();
        let found = path.len() > 1
            && wasm
                .windows(path.len())
                .any(|window| window == path.as_bytes());
        ensure!(
            !found,
            "the WebAssembly names {path}: a panic message with a path that is not cut off"
        );
    }
    Ok(())
}

fn home() -> PathBuf {
    env::home_dir().unwrap_or_default()
}

/// The bytes as a JavaScript module of plain ASCII, which no bundler or server can get wrong.
///
/// Frequent bytes take one character each and the rest two, so that repetitions stay visible to a compressor. Measured
/// on 139,136 bytes, gzip 62.3 kB: base64 compresses to 80.7 kB, since three bytes in four characters hide what
/// repeats; hexadecimal to 68.7 kB; this to 63.6 kB. `pkg/unpack.js` is the way back.
fn inline(wasm: &[u8]) -> Result<String> {
    // No character that needs an escape in some kind of string, or that opens a tag where a page holds the script.
    let alphabet: String = (' '..='~')
        .filter(|char| !"\"'`\\$<".contains(*char))
        .collect();
    let chars: Vec<char> = alphabet.chars().collect();
    let single = chars.len() - 2;

    let mut counts = [0_usize; 256];
    for &byte in wasm {
        counts[usize::from(byte)] += 1;
    }
    let mut order: Vec<u8> = (0..=255).collect();
    order.sort_by_key(|&byte| Reverse(counts[usize::from(byte)]));
    let mut rank = [0; 256];
    for (place, &byte) in order.iter().enumerate() {
        rank[usize::from(byte)] = place;
    }

    let mut text = String::with_capacity(wasm.len() * 2);
    for &byte in wasm {
        let rank = rank[usize::from(byte)];
        if rank < single {
            text.push(chars[rank]);
        } else {
            let rest = rank - single;
            text.extend([
                chars[single + rest / chars.len()],
                chars[rest % chars.len()],
            ]);
        }
    }
    let order = order.iter().try_fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02x}").map(|()| hex)
    })?;
    Ok(format!(
        "export const alphabet = \"{alphabet}\";\nexport const order = \"{order}\";\nexport const text = \"{text}\";\n"
    ))
}
