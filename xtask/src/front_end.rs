//! Builds the front ends in Rust: crates that are WebAssembly and have the crate as a dependency.

use std::path::Path;

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;
use xshell::Shell;

use crate::setup::{self, WASM, WasmCargo};
use crate::templates::Copied;
use crate::wasm::{Names, compile_library, shrink_file};

/// Each by its folder, the name of its library, and where its workspace builds. What is built lies in its `dist/`.
const FRONT_ENDS: [(&str, &str, &str); 2] = [
    ("tests/js", "js_values", "target"),
    (
        "examples/leptos-form",
        "leptos_form",
        "examples/leptos-form/target",
    ),
];

/// Builds them all, and prints what each weighs.
pub(crate) fn build(sh: &Shell) -> Result<()> {
    setup::node_modules(sh)?;
    let copied = Copied::out(sh)?;
    for (folder, name, target) in FRONT_ENDS {
        let target = sh.current_dir().join(target);
        // Examples are built as one who copied them would.
        let (source, patch) = match folder.strip_prefix("examples/") {
            Some(name) => (copied.folder(name), Some(copied.patch())),
            None => (sh.current_dir().join(folder), None),
        };
        let manifest = source.join("Cargo.toml");
        let mut which = vec![
            "--manifest-path",
            manifest.to_str().context("the folder's name is no text")?,
        ];
        which.extend(patch.iter().flat_map(|patch| ["--config", patch]));
        compile_library(sh, &WasmCargo::find(sh)?, &target, &which)?;
        let dist = Path::new(folder).join("dist");
        sh.remove_path(&dist)?;
        Bindgen::new()
            .web(true)?
            .input_path(target.join(WASM).join("wasm").join(name).with_extension("wasm"))
            .omit_default_module_path(false)
            .typescript(false)
            .generate(&dist)
            .with_context(|| {
                format!("wasm-bindgen could not write the glue of {folder}; its version must be that of /Cargo.lock")
            })?;
        let wasm = dist.join(format!("{name}_bg.wasm"));
        shrink_file(sh, &wasm, &wasm, Names::Dropped)?;
        println!(
            "{}: {} bytes of WebAssembly",
            dist.display(),
            sh.read_binary_file(&wasm)?.len()
        );
    }
    Ok(())
}
