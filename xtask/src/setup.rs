//! Finds what a build needs beyond Rust and Node, and installs what is missing where that is possible.
//!
//! Every failure here is one sentence that says what is missing and how to get it.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::Once;

use anyhow::{Context, Result, anyhow, bail, ensure};
use xshell::{Cmd, Shell, cmd};

pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// Where the tools from npm live: what is in this folder's package.json is never shipped.
pub(crate) const NODE: &str = "tests/node";

/// The folder with further versions of Node.
pub(crate) const VERSIONS: &str = "tests/node/versions";

/// A cargo and a compiler that together can build for WebAssembly.
pub(crate) enum WasmCargo {
    /// The toolchain that runs this program, its standard library for WebAssembly in place.
    Active,
    /// Debian's own, which has the sources of the standard library instead and builds them once, in under a minute.
    Debian { linker: PathBuf },
}

impl WasmCargo {
    /// Takes, in this order: Debian's packages if they are there, since a standard library built with the crate is smaller
    /// than a ready-made one; the active toolchain if it has the target; Debian's packages, installed when that is
    /// possible; the active toolchain with the target added by rustup.
    pub(crate) fn find(sh: &Shell) -> Result<Self> {
        let active = || {
            println!("compiling for WebAssembly with the active toolchain, which has {WASM}");
            Ok(Self::Active)
        };
        if !debian_is_there() && has_wasm(sh)? {
            return active();
        }
        let debian = match debian_rust(sh) {
            Ok(linker) => {
                println!(
                    "compiling for WebAssembly with Debian's cargo, which builds the standard library for size"
                );
                return Ok(Self::Debian { linker });
            }
            Err(_) if has_wasm(sh)? => return active(),
            Err(error) => error,
        };
        let added = cmd!(sh, "rustup target add {WASM}").run();
        if added.is_ok() && has_wasm(sh)? {
            return active();
        }
        bail!(
            "nothing here compiles for WebAssembly: the active toolchain lacks {WASM} and `rustup target add {WASM}` \
             did not add it, and Debian's packages cannot stand in ({debian:#})"
        )
    }

    /// `cargo rustc` for WebAssembly, to which the caller adds what to build.
    ///
    /// It makes the one kind of library that is asked for: beside an rlib, whose users may call any public function, the
    /// linker would have to keep them all apart.
    pub(crate) fn build<'a>(&self, sh: &'a Shell) -> Cmd<'a> {
        match self {
            Self::Active => cmd!(sh, "cargo rustc --target {WASM}"),
            Self::Debian { linker } => {
                // The cargo that runs this program has told it about itself, and so has rustup: none of that may reach
                // another cargo. `-Z` is for nightly toolchains only, unless RUSTC_BOOTSTRAP is set.
                let told = [
                    "CARGO",
                    "RUSTC",
                    "RUSTDOC",
                    "RUSTUP_TOOLCHAIN",
                    "RUST_RECURSION_COUNT",
                    "LD_LIBRARY_PATH",
                ];
                // The standard library is built here anyway, so it is built for size.
                let features = "-Zbuild-std-features=optimize_for_size";
                let build = cmd!(
                    sh,
                    "/usr/bin/cargo rustc -Zbuild-std=std,panic_abort {features} --target {WASM}"
                );
                told.iter()
                    .fold(build, Cmd::env_remove)
                    .env("RUSTC", "/usr/bin/rustc")
                    .env("RUSTC_BOOTSTRAP", "1")
                    .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker)
            }
        }
    }

    /// Compiler flags that only a build of one's own standard library can have: a panic stops at once, without a
    /// message that no one would see, since the package has no place to print it.
    pub(crate) fn flags(&self) -> &'static [&'static str] {
        match self {
            Self::Active => &[],
            Self::Debian { .. } => &[
                "-Zunstable-options",
                "-Cpanic=immediate-abort",
                "-Zlocation-detail=none",
            ],
        }
    }

    /// The compiler and its version, as it tells them.
    pub(crate) fn compiler(&self, sh: &Shell) -> Result<String> {
        Ok(match self {
            Self::Active => cmd!(sh, "rustc --version").quiet().read()?,
            Self::Debian { .. } => cmd!(sh, "/usr/bin/rustc --version")
                .env_remove("LD_LIBRARY_PATH")
                .quiet()
                .read()?,
        })
    }

    /// The folder with the compiler's own sources, as the paths in its panic messages begin.
    pub(crate) fn sysroot(&self, sh: &Shell) -> Result<PathBuf> {
        Ok(match self {
            Self::Active => cmd!(sh, "rustc --print sysroot").quiet().read()?.into(),
            Self::Debian { .. } => "/usr".into(),
        })
    }
}

/// Makes sure of cargo-fuzz. Without a sanitizer, of which safe code has no need, it takes any toolchain.
pub(crate) fn cargo_fuzz(sh: &Shell) -> Result<()> {
    if cmd!(sh, "cargo fuzz --version")
        .quiet()
        .ignore_stdout()
        .ignore_stderr()
        .run()
        .is_err()
    {
        cmd!(sh, "cargo install --locked cargo-fuzz")
            .run()
            .context("cargo-fuzz is missing, and cannot be installed")?;
    }
    Ok(())
}

/// Whether the active toolchain has the standard library for WebAssembly.
fn has_wasm(sh: &Shell) -> Result<bool> {
    let libdir = cmd!(sh, "rustc --print target-libdir --target {WASM}")
        .quiet()
        .read()?;
    Ok(Path::new(&libdir).exists())
}

/// Returns true if rustup has the toolchain of a version, or can install it.
pub(crate) fn has_toolchain(sh: &Shell, version: &str) -> bool {
    let is_there = || {
        cmd!(sh, "rustup run {version} rustc --version")
            .quiet()
            .ignore_stdout()
            .ignore_stderr()
            .run()
            .is_ok()
    };
    let install = || {
        cmd!(
            sh,
            "rustup toolchain install {version} --profile minimal --no-self-update"
        )
        .run()
        .is_ok()
    };
    is_there() || install() && is_there()
}

/// Whether Debian's cargo and compiler are installed, with the sources of the standard library.
fn debian_is_there() -> bool {
    let parts = [
        "/usr/bin/cargo",
        "/usr/bin/rustc",
        "/usr/lib/rustlib/src/rust/library/Cargo.lock",
    ];
    parts.iter().all(|part| Path::new(part).exists())
}

/// Makes sure of Debian's cargo, compiler, sources and linker, and returns the linker.
fn debian_rust(sh: &Shell) -> Result<PathBuf> {
    if !debian_is_there() {
        apt_install(sh, &["rustc-web", "cargo-web", "rust-web-src"])?;
    }
    // The linker must be of the compiler's own LLVM, or at least as new.
    let about = cmd!(sh, "/usr/bin/rustc -vV")
        .env_remove("LD_LIBRARY_PATH")
        .quiet()
        .read()?;
    let llvm = about
        .lines()
        .find_map(|line| line.strip_prefix("LLVM version: ")?.split('.').next())
        .context("/usr/bin/rustc does not tell its LLVM version")?;
    let linker = PathBuf::from(format!("/usr/bin/wasm-ld-{llvm}"));
    if !linker.exists() {
        apt_install(sh, &[&format!("lld-{llvm}")])?;
    }
    Ok(linker)
}

/// The tools from npm, exactly as the lock file has them.
pub(crate) fn node_modules(sh: &Shell) -> Result<()> {
    let version = cmd!(sh, "node --version")
        .quiet()
        .read()
        .map_err(|_| anyhow!("Node.js is missing: install version 20 or later, with npm"))?;
    let major = version
        .trim_start_matches('v')
        .split('.')
        .next()
        .and_then(|major| major.parse().ok());
    ensure!(
        major >= Some(20),
        "Node.js is {version}: version 20 or later is needed"
    );

    packages(sh, NODE)
}

/// Installs the packages that the lock file of a folder names, unless they are there.
pub(crate) fn packages(sh: &Shell, folder: &str) -> Result<()> {
    let dir = sh.current_dir().join(folder);
    let changed = |file: &str| {
        dir.join(file)
            .metadata()
            .and_then(|file| file.modified())
            .ok()
    };
    // npm writes this file last, so it dates the whole install.
    let installed = changed("node_modules/.package-lock.json");
    if installed.is_none() || installed < changed("package-lock.json") {
        let _in = sh.push_dir(&dir);
        cmd!(sh, "npm ci --ignore-scripts --no-audit --no-fund")
            .run()
            .with_context(|| format!("npm could not install what {folder}/package.json names"))?;
    }
    Ok(())
}

/// A Chromium to test pages with: the one in `$CHROMIUM`, one in a usual place, or Debian's.
pub(crate) fn chromium(sh: &Shell) -> Result<PathBuf> {
    let usual = [
        "/usr/bin/chromium",
        "/usr/bin/chromium-browser",
        "/usr/bin/google-chrome",
        "/usr/bin/google-chrome-stable",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ];
    browser(sh, "CHROMIUM", &usual, "chromium")
}

/// A Firefox to test pages with: the one in `$FIREFOX`, one in a usual place, or Debian's.
pub(crate) fn firefox(sh: &Shell) -> Result<PathBuf> {
    let usual = [
        "/usr/bin/firefox-esr",
        "/usr/bin/firefox",
        "/Applications/Firefox.app/Contents/MacOS/firefox",
    ];
    browser(sh, "FIREFOX", &usual, "firefox-esr")
}

/// Finds a browser, named by a variable or in a usual place, or installs its Debian package.
fn browser(sh: &Shell, variable: &str, usual: &[&str], package: &str) -> Result<PathBuf> {
    let find = || {
        let named = env::var_os(variable).map(PathBuf::from).into_iter();
        named
            .chain(usual.iter().map(PathBuf::from))
            .find(|path| path.exists())
    };
    if let Some(path) = find() {
        return Ok(path);
    }
    apt_install(sh, &[package]).with_context(|| {
        format!(
            "no {package} to test the page with: install it, or name its program in ${variable}"
        )
    })?;
    find().with_context(|| format!("Debian's {package} is installed but not in /usr/bin"))
}

/// Installs Debian packages, if this is a Debian and we are root; never removes one to make room.
fn apt_install(sh: &Shell, packages: &[&str]) -> Result<()> {
    static UPDATED: Once = Once::new();

    let names = packages.join(" ");
    ensure!(
        Path::new("/usr/bin/apt-get").exists(),
        "{names}: not a system with apt-get"
    );
    let root = cmd!(sh, "id -u").quiet().read()? == "0";
    ensure!(root, "run `apt-get install {names}` as root");

    println!("installing from Debian: {names}");
    let apt = |args: &[&str]| {
        cmd!(sh, "apt-get -qq {args...}")
            .env("DEBIAN_FRONTEND", "noninteractive")
            .ignore_stdout()
            .run()
    };
    // An old list names versions that are gone. A list that cannot be had now need not be the one that matters.
    UPDATED.call_once(|| {
        if let Err(error) = apt(&["update"]) {
            eprintln!("{error}");
        }
    });
    let install = ["install", "--yes", "--no-remove", "--no-install-recommends"];
    apt(&[&install, packages].concat()).with_context(|| format!("`apt-get install {names}` failed"))
}
