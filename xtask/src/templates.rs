//! The folders of examples/ in Rust, copied out of the repository, with the crate as it is packed.

use std::collections::BTreeSet;
use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use xshell::{Shell, cmd};

use crate::wasm;

/// Servers and tests, which are built together; `examples/Cargo.toml` names them as well.
const TOGETHER: [&str; 3] = ["actix-update", "axum-update", "property-test"];

/// Examples and crate, outside of the repository.
pub(crate) struct Copied {
    place: PathBuf,
}

impl Copied {
    /// Packs the crate, unpacks it, and copies the examples beside it. The place is the same each time, and only what has
    /// changed is written, so that little is built again.
    pub(crate) fn out(sh: &Shell) -> Result<Self> {
        let name = sh
            .current_dir()
            .display()
            .to_string()
            .replace(|letter: char| !letter.is_ascii_alphanumeric(), "-");
        let place = env::temp_dir().join(format!("calendiff-templates{name}"));
        let metadata = wasm::metadata(sh)?;
        cmd!(
            sh,
            "cargo package --quiet --package calendiff --no-verify --allow-dirty"
        )
        .run()?;
        let version = wasm::version(sh, &metadata)?;
        let archive = wasm::target(&metadata)?
            .join("package")
            .join(format!("calendiff-{version}.crate"));
        let unpacked = sh.create_temp_dir()?;
        {
            let _in = sh.push_dir(unpacked.path());
            cmd!(
                sh,
                "tar --extract --gzip --strip-components=1 --file {archive}"
            )
            .quiet()
            .run()?;
        }
        mirror(sh, unpacked.path(), &place.join("crate"))?;
        let examples = place.join("examples");
        mirror(sh, &sh.current_dir().join("examples"), &examples)?;
        let manifest = sh.read_file("examples/Cargo.toml")?;
        let beside = manifest.replace(
            "calendiff = { path = \"..\" }",
            "calendiff = { path = \"../crate\" }",
        );
        ensure!(
            beside != manifest,
            "examples/Cargo.toml no longer says where the crate is"
        );
        write(sh, &examples.join("Cargo.toml"), beside.as_bytes())?;
        Ok(Self { place })
    }

    /// A folder of examples/ in the copy.
    pub(crate) fn folder(&self, name: &str) -> PathBuf {
        self.place.join("examples").join(name)
    }

    /// What tells Cargo to take the crate that was packed in place of the registry's.
    pub(crate) fn patch(&self) -> String {
        format!(
            "patch.crates-io.calendiff.path='{}'",
            self.place.join("crate").display()
        )
    }
}

/// Runs the tests of the servers and of the property tests, and reads each manifest as one who copied this folder alone.
pub(crate) fn test(sh: &Shell) -> Result<()> {
    let copied = Copied::out(sh)?;
    let (manifest, lock) = (copied.folder("Cargo.toml"), copied.folder("Cargo.lock"));
    let target = sh.current_dir().join("examples/target");
    cmd!(
        sh,
        "cargo test --locked --workspace --manifest-path {manifest}"
    )
    .env("CARGO_TARGET_DIR", target)
    .run()?;
    for name in TOGETHER {
        let alone = sh.create_temp_dir()?;
        mirror(sh, &copied.folder(name), alone.path())?;
        sh.copy_file(&lock, alone.path().join("Cargo.lock"))?;
        let (manifest, patch) = (alone.path().join("Cargo.toml"), copied.patch());
        cmd!(sh, "cargo metadata --format-version 1 --offline --config {patch} --manifest-path {manifest}")
            .quiet()
            .ignore_stdout()
            .run()
            .with_context(|| format!("examples/{name} is no project without what is beside it"))?;
    }
    println!(
        "{} are projects of their own outside of the repository",
        TOGETHER.join(", ")
    );
    Ok(())
}

/// Makes a folder hold what another one does, except for what is built and installed.
fn mirror(sh: &Shell, from: &Path, to: &Path) -> Result<()> {
    let (wanted, there) = (
        files(sh, from)?,
        if to.exists() {
            files(sh, to)?
        } else {
            BTreeSet::new()
        },
    );
    for file in there.difference(&wanted) {
        sh.remove_path(to.join(file))?;
    }
    for file in &wanted {
        write(sh, &to.join(file), &sh.read_binary_file(from.join(file))?)?;
    }
    Ok(())
}

/// Writes a file that differs, and leaves the time of one that does not.
fn write(sh: &Shell, file: &Path, bytes: &[u8]) -> Result<()> {
    if !file.exists() || sh.read_binary_file(file)? != bytes {
        sh.write_file(file, bytes)?;
    }
    Ok(())
}

/// The files below a folder, by their paths from there.
fn files(sh: &Shell, folder: &Path) -> Result<BTreeSet<PathBuf>> {
    let mut found = BTreeSet::new();
    let mut left = vec![folder.to_owned()];
    while let Some(next) = left.pop() {
        for path in sh.read_dir(next)? {
            if path.is_dir() {
                let made = ["target", "dist", "node_modules"]
                    .iter()
                    .any(|name| path.ends_with(name));
                left.extend((!made).then_some(path));
            } else {
                found.insert(path.strip_prefix(folder)?.to_owned());
            }
        }
    }
    Ok(found)
}
