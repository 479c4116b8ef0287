//! Prepares a release up to the upload. A second run changes nothing.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use xshell::{Shell, cmd};

use crate::setup::NODE;
use crate::{peers, sbom, test, wasm};

/// Returns what the manifests lack of the project's addresses, a line each: nobody knows them before it is published.
fn missing_addresses(sh: &Shell) -> Result<Vec<String>> {
    let mut missing = Vec::new();
    for (manifest, name, key) in [
        ("Cargo.toml", "repository", "\nrepository = \""),
        ("cli/Cargo.toml", "repository", "\nrepository = \""),
        ("pkg/package.json", "repository", "\n  \"repository\": "),
        ("pkg/package.json", "bugs", "\n  \"bugs\": "),
    ] {
        if !sh.read_file(manifest)?.contains(key) {
            missing.push(format!("{manifest}: {name}"));
        }
    }
    Ok(missing)
}

/// Writes the version, commits it, builds, checks and lists what would be published, and tags the commit.
pub(crate) fn prepare(sh: &Shell, version: &str) -> Result<()> {
    ensure!(
        is_version(version),
        "expected a version such as 0.2.0, found {version}"
    );
    let tag = format!("v{version}");
    let changes = cmd!(sh, "git status --porcelain").quiet().read()?;
    ensure!(
        changes.is_empty(),
        "commit or stash what differs from the last commit first:\n{changes}"
    );
    let missing = missing_addresses(sh)?;
    ensure!(
        missing.is_empty(),
        "set the addresses of the project first: crates.io and npm resolve the README's links by `repository`, and show `bugs`\n{}",
        missing.join("\n")
    );

    write_version(sh, version)?;
    let edited = cmd!(sh, "git status --porcelain").quiet().read()?;
    if edited.is_empty() {
        println!("the version is {version} everywhere");
    } else {
        println!("{edited}");
        // The package names the commit that it is built from, so that the commit comes first.
        cmd!(sh, "git commit --quiet --all --message")
            .arg(format!("release: {version}"))
            .run()?;
    }
    // This program writes its own version into the package's OpenAPI. If it was built with another, it is built and run again.
    if calendiff::openapi()["info"]["version"] != version {
        return Ok(cmd!(sh, "cargo xtask release {version}").run()?);
    }
    let head = cmd!(sh, "git rev-parse HEAD").quiet().read()?;
    let commit = format!("{tag}^{{commit}}");
    let tagged = cmd!(sh, "git rev-parse --verify --quiet {commit}")
        .quiet()
        .ignore_status()
        .read()?;
    ensure!(
        tagged.is_empty() || tagged == head,
        "{tag} is another commit, {tagged}: this version has been released"
    );

    wasm::build(sh)?;
    test::pack(sh)?;
    test::npm_lint(sh)?;
    peers::compare(sh)?;
    test::publish_dry_run(sh, "--locked")?;
    {
        let _in = sh.push_dir("pkg");
        cmd!(sh, "npm publish --dry-run --silent")
            .run()
            .context("npm would not publish the package")?;
    }
    compare_with_the_last(sh, version)?;

    let folder = collect(sh, version)?;
    used_outside(sh, &folder, version)?;
    if tagged.is_empty() {
        cmd!(sh, "git tag --annotate {tag} --message")
            .arg(format!("calendiff {version}"))
            .run()?;
    }
    println!(
        "\n{tag} is {head}. Everything is in {}; docs/RELEASING.md says which commands are left.",
        folder.display()
    );
    Ok(())
}

fn is_version(text: &str) -> bool {
    let parts: Vec<&str> = text.split('.').collect();
    let is_number = |part: &&str| {
        part.parse::<u32>()
            .is_ok_and(|number| number.to_string() == **part)
    };
    parts.len() == 3 && parts.iter().all(is_number)
}

/// Returns true if both versions differ in their last number alone.
fn is_patch(last: &str, version: &str) -> bool {
    let series = |version: &str| {
        version
            .rsplit_once('.')
            .map(|(series, _)| series.trim_start_matches('v').to_owned())
    };
    series(last) == series(version)
}

/// Writes the version to every manifest and lock file, and the date to the change log.
fn write_version(sh: &Shell, version: &str) -> Result<()> {
    let before = sh.read_file("Cargo.toml")?;
    let own = before
        .lines()
        .find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
    let own = own.context("Cargo.toml has no version")?.to_owned();
    let examples = [
        ":(glob)examples/*/Cargo.toml",
        ":(glob)examples/*/package.json",
    ];
    let files = cmd!(
        sh,
        "git ls-files Cargo.toml cli/Cargo.toml pkg/package.json CHANGELOG.md :(glob)**/Cargo.lock {examples...}"
    );
    let files = files.quiet().read()?;
    let today = cmd!(sh, "date -u +%F").quiet().read()?;
    for file in files.lines() {
        let text = sh.read_file(file)?;
        let with = match Path::new(file).file_name().and_then(|name| name.to_str()) {
            Some("CHANGELOG.md") => dated(&text, version, &today)?,
            Some("Cargo.toml" | "package.json") if file.starts_with("examples/") => {
                asked(&text, version)
            }
            Some("package.json") => replaced(&text, "  \"version\": \"", &own, version),
            _ => of_crates(&text, &own, version),
        };
        if with != text {
            sh.write_file(file, with)?;
        }
    }
    Ok(())
}

/// Replaces the versions of the library and of the command in a manifest or a lock file, and that which the command asks for.
fn of_crates(text: &str, own: &str, version: &str) -> String {
    [
        "name = \"calendiff\"\nversion = \"",
        "name = \"calendiff-cli\"\nversion = \"",
        "\ncalendiff = { version = \"",
    ]
    .iter()
    .fold(text.to_owned(), |text, before| {
        replaced(&text, before, own, version)
    })
}

/// Replaces the version behind a text where it first stands.
fn replaced(text: &str, before: &str, own: &str, version: &str) -> String {
    text.replacen(
        &format!("{before}{own}\""),
        &format!("{before}{version}\""),
        1,
    )
}

/// Returns the manifest of an example with the version that it asks for: the release in npm's, its line in Cargo's.
fn asked(text: &str, version: &str) -> String {
    let line = version.rsplit_once('.').map_or(version, |(line, _)| line);
    let lines = text.lines().map(|own| {
        let own = own.to_owned();
        let (before, after) = match own.trim_start() {
            name if name.starts_with("\"calendiff\": \"^") => ("\"calendiff\": \"^", version),
            name if name.starts_with("calendiff = \"") => ("calendiff = \"", line),
            name if name.starts_with("calendiff = { version = \"") => {
                ("calendiff = { version = \"", line)
            }
            _ => return own,
        };
        let start = own.find(before).map_or(0, |at| at + before.len());
        let end = own[start..].find('"').map_or(own.len(), |at| start + at);
        format!("{}{after}{}", &own[..start], &own[end..])
    });
    lines.map(|line| line + "\n").collect()
}

/// Returns the change log with a date at the section of the version. A date that is there stays.
fn dated(text: &str, version: &str, today: &str) -> Result<String> {
    let open = |line: &&str| line.starts_with("## ") && line.ends_with(" (not released yet)");
    if let Some(line) = text.lines().find(open) {
        return Ok(text.replacen(line, &format!("## {version} ({today})"), 1));
    }
    let heading = format!("## {version} (");
    ensure!(
        text.lines().any(|line| line.starts_with(&heading)),
        "CHANGELOG.md has no section of {version}, and none that is not released yet"
    );
    Ok(text.to_owned())
}

/// Compares the interface of crate and package with that of the last release, if there is one.
fn compare_with_the_last(sh: &Shell, version: &str) -> Result<()> {
    cmd!(sh, "node {NODE}/api-report.mjs")
        .run()
        .context("pkg/api/ is not the interface of the package")?;
    let tags = cmd!(sh, "git tag --list v* --sort=-version:refname")
        .quiet()
        .read()?;
    let Some(last) = tags.lines().find(|last| **last != format!("v{version}")) else {
        println!("there is no release before v{version} to compare the interface with");
        return Ok(());
    };
    let changes = cmd!(sh, "git diff --unified=0 {last} -- pkg/api")
        .quiet()
        .read()?;
    println!(
        "the package's interface since {last}:\n{}",
        if changes.is_empty() {
            "as it was"
        } else {
            &changes
        }
    );
    let removed = changes
        .lines()
        .filter(|line| line.starts_with('-') && !line.starts_with("---"))
        .count();
    ensure!(
        removed == 0 || !is_patch(last, version),
        "a patch of {last} may only add to pkg/api/, and {removed} lines are removed or changed: take a minor version"
    );
    if cmd!(sh, "cargo semver-checks --version")
        .quiet()
        .ignore_stderr()
        .read()
        .is_err()
    {
        bail!(
            "install cargo-semver-checks, to compare the interface with {last}: cargo install --locked cargo-semver-checks"
        );
    }
    cmd!(
        sh,
        "cargo semver-checks --package calendiff --baseline-rev {last}"
    )
    .run()?;
    Ok(())
}

/// Collects the archives to publish, lists of their files, bills of materials and checksums in a folder.
fn collect(sh: &Shell, version: &str) -> Result<std::path::PathBuf> {
    let metadata = wasm::metadata(sh)?;
    let target = wasm::target(&metadata)?;
    let folder = target.join("release").join(version);
    sh.remove_path(&folder)?;
    sh.create_dir(&folder)?;
    let krate = format!("calendiff-{version}.crate");
    let command = format!("calendiff-cli-{version}.crate");
    let package = format!("calendiff-{version}.tgz");
    // A dry run of `cargo publish` leaves nothing behind, and has built it already.
    cmd!(
        sh,
        "cargo package --quiet --package calendiff --package calendiff-cli --no-verify --locked"
    )
    .run()?;
    for archive in [&krate, &command] {
        sh.copy_file(target.join("package").join(archive), folder.join(archive))?;
    }
    sh.copy_file(format!("pkg/{package}"), folder.join(&package))?;
    let bills: [(&str, Value); 3] = [
        ("crate.cdx.json", sbom::of_crate(sh)?),
        ("command.cdx.json", sbom::of_command(sh)?),
        ("npm.cdx.json", sbom::of_package(sh)?),
    ];
    for (name, bill) in &bills {
        sh.write_file(
            folder.join(name),
            serde_json::to_string_pretty(bill)? + "\n",
        )?;
        println!(
            "{name}: {} crates",
            bill["components"].as_array().map_or(0, Vec::len)
        );
    }
    let _in = sh.push_dir(&folder);
    for archive in [&krate, &command, &package] {
        let files = cmd!(sh, "tar --list --verbose --gzip --file {archive}")
            .quiet()
            .read()?;
        // Without owners and dates, which differ between machines.
        let mut lines: Vec<String> = files.lines().filter_map(size_and_name).collect();
        lines.sort();
        let list = archive
            .replace('.', "-")
            .replacen(&version.replace('.', "-"), version, 1)
            + ".txt";
        sh.write_file(&list, lines.join("\n") + "\n")?;
        println!(
            "{archive}: {} bytes, {} files",
            sh.read_binary_file(archive)?.len(),
            lines.len()
        );
    }
    let names = [
        "crate.cdx.json",
        "command.cdx.json",
        "npm.cdx.json",
        &krate,
        &command,
        &package,
    ];
    let sums = cmd!(sh, "sha256sum {names...}").quiet().read()?;
    println!("{sums}");
    sh.write_file("SHA256SUMS", sums + "\n")?;
    Ok(folder)
}

/// Returns a line of `tar --list --verbose` without mode, owner and date.
fn size_and_name(line: &str) -> Option<String> {
    let mut parts = line.split_whitespace();
    let size: u64 = parts.nth(2)?.parse().ok()?;
    Some(format!("{} {size}", parts.nth(2)?))
}

/// Uses what was collected in projects outside of the repository, as strangers would.
fn used_outside(sh: &Shell, folder: &Path, version: &str) -> Result<()> {
    let place = sh.create_temp_dir()?;
    let _in = sh.push_dir(place.path());
    cmd!(sh, "tar --extract --gzip --file")
        .arg(folder.join(format!("calendiff-{version}.crate")))
        .run()?;
    for (name, features) in [
        ("least", ""),
        ("whole", "\"http\", \"json-patch\", \"js\", \"proptest\""),
    ] {
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n\
             calendiff = {{ path = \"../calendiff-{version}\", features = [{features}] }}\nserde_json = \"1\"\n"
        );
        sh.write_file(format!("{name}/Cargo.toml"), manifest)?;
        sh.write_file(format!("{name}/src/main.rs"), MAIN)?;
        sh.copy_file(
            format!("calendiff-{version}/Cargo.lock"),
            format!("{name}/Cargo.lock"),
        )?;
        let manifest = format!("{name}/Cargo.toml");
        let said = cmd!(sh, "cargo run --quiet --manifest-path {manifest}")
            .env_remove("CARGO_TARGET_DIR")
            .read()?;
        ensure!(
            said == "slot duration 45, was 60",
            "the crate says in a project of its own: {said}"
        );
        println!("a project outside uses the crate, features = [{features}]");
    }
    sh.write_file(
        "node/package.json",
        "{ \"private\": true, \"type\": \"module\" }\n",
    )?;
    sh.write_file("node/main.js", SCRIPT)?;
    let _in = sh.push_dir("node");
    let tarball = folder.join(format!("calendiff-{version}.tgz"));
    cmd!(
        sh,
        "npm install --silent --no-audit --no-fund --offline {tarball}"
    )
    .run()?;
    let said = cmd!(sh, "node main.js").read()?;
    ensure!(
        said == "slot duration 45, was 60",
        "the package says in a project of its own: {said}"
    );
    println!(
        "a project outside uses the package; `cargo xtask matrix` tries other tools and versions of Node"
    );
    Ok(())
}

const MAIN: &str = "fn main() {
    use calendiff::{Kind, WhenAbsent};
    use serde_json::json;
    let diff = Kind::Calendar.diff(json!({ \"slotDuration\": 60 }), json!({ \"slotDuration\": 45 }), WhenAbsent::Keep);
    println!(\"{}\", diff.expect(\"both are records\").words[0]);
}
";

const SCRIPT: &str = "import { calendar } from \"calendiff\";
console.log(calendar.diff({ slotDuration: 60 }, { slotDuration: 45 }).words[0]);
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_three_numbers() {
        assert!(["0.1.0", "10.20.30"].into_iter().all(is_version));
        assert!(
            ![
                "", "1", "1.2", "v1.2.3", "1.2.3-rc", "01.2.3", "1.2.3.4", "1..3"
            ]
            .into_iter()
            .any(is_version)
        );
    }

    #[test]
    fn a_patch_changes_the_last_number() {
        assert!(is_patch("v0.1.0", "0.1.1") && is_patch("v1.10.9", "1.10.12"));
        assert!(!is_patch("v0.1.0", "0.2.0") && !is_patch("v1.1.0", "2.1.0"));
    }

    #[test]
    fn the_version_of_calendiff_alone_is_replaced() {
        let lock =
            "name = \"other\"\nversion = \"0.1.0\"\n\nname = \"calendiff\"\nversion = \"0.1.0\"\n";
        let with = replaced(lock, "name = \"calendiff\"\nversion = \"", "0.1.0", "0.2.0");
        assert_eq!(
            with,
            "name = \"other\"\nversion = \"0.1.0\"\n\nname = \"calendiff\"\nversion = \"0.2.0\"\n"
        );
        assert_eq!(
            replaced(
                &with,
                "name = \"calendiff\"\nversion = \"",
                "0.2.0",
                "0.2.0"
            ),
            with
        );
    }

    #[test]
    fn examples_ask_for_the_version() {
        let text = "[dependencies]\naxum = \"0.8\"\ncalendiff = \"0.1\"\ncalendiff = { version = \"0.1\", features = [\"proptest\"] }\n";
        let with = asked(text, "0.2.3");
        assert_eq!(with, text.replace("\"0.1\"", "\"0.2\""));
        assert_eq!(asked(&with, "0.2.3"), with);
        let package = "{\n  \"dependencies\": {\n    \"calendiff\": \"^0.1.0\",\n    \"react\": \"^19.3.1\"\n  }\n}\n";
        assert_eq!(asked(package, "0.2.3"), package.replace("^0.1.0", "^0.2.3"));
    }

    #[test]
    fn a_section_is_dated_once() -> Result<()> {
        let log = "# Changelog\n\n## 0.1.0 (not released yet)\n\n### Added\n";
        let with = dated(log, "0.1.0", "2026-11-25")?;
        assert_eq!(with, "# Changelog\n\n## 0.1.0 (2026-11-25)\n\n### Added\n");
        assert_eq!(dated(&with, "0.1.0", "2027-01-01")?, with);
        assert!(dated(&with, "0.2.0", "2027-01-01").is_err());
        Ok(())
    }

    #[test]
    fn a_list_says_sizes_and_names() {
        let line = "-rw-r--r-- 0/0           1068 1985-10-26 08:15 package/LICENSE-MIT";
        assert_eq!(
            size_and_name(line).as_deref(),
            Some("package/LICENSE-MIT 1068")
        );
    }
}
