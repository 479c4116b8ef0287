//! Shows that what is built does not depend on where it is built, or for whom.

use std::env;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use xshell::{Shell, cmd};

/// Builds the commit that is checked out in two clean checkouts, each with a path and a home of its own, and compares every
/// generated file of the package, byte by byte.
pub(crate) fn check(sh: &Shell) -> Result<()> {
    let (here, folder) = (sh.current_dir(), sh.create_temp_dir()?);
    let commit = cmd!(sh, "git rev-parse HEAD").quiet().read()?;
    let cargo = env::var_os("CARGO").map_or_else(|| "cargo".into(), PathBuf::from);
    let toolchains = env::var_os("RUSTUP_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(env::home_dir()?.join(".rustup")));
    let mut packages = Vec::new();
    for (place, home) in [
        ("a", "b"),
        ("another/place/of-another-length", "home/of-another-user"),
    ] {
        let (checkout, home) = (folder.path().join(place), folder.path().join(home));
        cmd!(sh, "git clone --quiet --no-checkout {here} {checkout}").run()?;
        sh.create_dir(&home)?;
        let _in = sh.push_dir(&checkout);
        cmd!(sh, "git checkout --quiet --detach {commit}").run()?;
        let build = cmd!(sh, "{cargo} run --quiet --locked --package xtask -- wasm");
        let build = build
            .env("HOME", &home)
            .env("CARGO_HOME", home.join("cargo"))
            .env_remove("CARGO_TARGET_DIR");
        toolchains
            .iter()
            .fold(build, |build, toolchains| {
                build.env("RUSTUP_HOME", toolchains)
            })
            .run()?;
        print!("{}", sh.read_file("pkg/dist/build.json")?);
        packages.push(checkout.join("pkg/dist"));
    }
    let [one, other] = &packages[..] else {
        bail!("two builds, not {}", packages.len())
    };
    cmd!(sh, "diff --recursive --brief {one} {other}")
        .run()
        .context("the two builds differ")?;
    println!("{commit} was built twice to the same bytes");
    Ok(())
}
