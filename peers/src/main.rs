//! What calendiff and its peers find of forty faults in one draft. `cargo xtask peers` builds what this needs and runs it.

mod garde;
mod json_schema;
mod npm;
mod peer;
mod rules;

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use calendiff::json::patch;
use calendiff::{Kind, Mode};
use serde::Deserialize;
use serde_json::{Value, json};

use npm::Npm;
use peer::{Finding, Peer};

/// A fault of `tests/fixtures/forty-faults/faults.json`.
#[derive(Deserialize)]
struct Fault {
    /// Its field, as JSON Pointer.
    at: String,
    /// The patch that plants it in the faultless draft.
    plant: Value,
}

impl Fault {
    /// Whether something was found at its field, or inside it.
    fn is_at(&self, found: &Finding) -> bool {
        let at = found.path.iter().fold(String::new(), |at, segment| at + "/" + segment);
        at.strip_prefix(&self.at).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

/// Where the faults are planted.
struct Ground {
    stored: Value,
    faultless: Value,
}

impl Ground {
    fn plant<'a>(&self, faults: impl IntoIterator<Item = &'a Fault>) -> Result<Value> {
        faults
            .into_iter()
            .try_fold(self.faultless.clone(), |draft, fault| Ok(patch::apply(&draft, &patch::parse(&fault.plant)?)?))
    }
}

/// How many of the faults a peer finds.
#[derive(Default)]
struct Score {
    first_pass: usize,
    in_place: usize,
    twice: usize,
    passes: usize,
    /// Not even when they are alone.
    never: usize,
    lines: usize,
}

/// A fault is found where the peer says of the draft what it says of that fault alone. What is found is mended, and the
/// rest is a further pass.
fn score(peer: &Peer, npm: &mut Npm, ground: &Ground, faults: &[Fault]) -> Result<Score> {
    let clean = peer.check(npm, &ground.faultless, &ground.stored)?;
    ensure!(clean.is_empty(), "{} finds faults where there are none: {clean:?}", peer.name);
    let mut score = Score::default();
    let mut left = Vec::new();
    for fault in faults {
        let alone = peer.check(npm, &ground.plant([fault])?, &ground.stored)?;
        if alone.is_empty() {
            score.never += 1;
        } else {
            left.push((fault, alone));
        }
    }
    let blind: Vec<&Fault> =
        faults.iter().filter(|fault| left.iter().all(|(other, _)| !std::ptr::eq(*fault, *other))).collect();
    while !left.is_empty() {
        let draft = ground.plant(left.iter().map(|(fault, _)| *fault).chain(blind.iter().copied()))?;
        let found = peer.check(npm, &draft, &ground.stored)?;
        let before = left.len();
        left.retain(|(fault, alone)| {
            let hits: Vec<&Finding> = found.iter().filter(|found| alone.contains(found)).collect();
            if score.passes == 0 && !hits.is_empty() {
                score.first_pass += 1;
                score.in_place += usize::from(hits.iter().any(|hit| fault.is_at(hit)));
                score.twice += usize::from(hits.len() > 1);
            }
            hits.is_empty()
        });
        score.passes += 1;
        ensure!(left.len() < before, "{} stays blind to faults that it finds alone", peer.name);
    }
    for file in &peer.files {
        let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
        score.lines += text.lines().filter(|line| is_code(line.trim())).count();
    }
    Ok(score)
}

/// Neither blank nor a comment nor for a linter.
fn is_code(line: &str) -> bool {
    !line.is_empty() && !["//", "/*", "*", "#[expect", "#![expect"].iter().any(|start| line.starts_with(start))
}

fn table(rows: &[(&Peer, Score)], faults: usize) -> String {
    let rows = rows.iter().map(|(peer, Score { first_pass, in_place, twice, never, passes, lines })| {
        let (name, elsewhere, hidden) = (&peer.name, first_pass - in_place, faults - first_pass - never);
        format!(
            "| {name} | {first_pass} | {in_place} | {elsewhere} | {twice} | {hidden} | {never} | {passes} | {lines} |\n"
        )
    });
    "| | in one pass | at its field | elsewhere | twice | hidden by others | never | passes | lines by hand |\n\
     |---|---:|---:|---:|---:|---:|---:|---:|---:|\n"
        .to_owned()
        + &rows.collect::<String>()
}

fn run() -> Result<ExitCode> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("this lies in no folder")?;
    let read = |name: &str| -> Result<Value> {
        let text = std::fs::read_to_string(root.join("tests/fixtures/forty-faults").join(name))?;
        Ok(serde_json::from_str(&text)?)
    };
    let stored = read("stored.json")?;
    let faultless = Kind::Calendar.body(&stored, &json!({}), Mode::Full)?.value;
    let ground = Ground { stored, faultless };
    let faults: Vec<Fault> = serde_json::from_value(read("faults.json")?)?;

    let mut npm = Npm::start(&root.join("tests/node/peers/serve.mjs"))?;
    let peers = peer::all(&mut npm, root)?;
    let mut rows = Vec::new();
    for peer in &peers {
        rows.push((peer, score(peer, &mut npm, &ground, &faults)?));
    }
    let table = table(&rows, faults.len());
    let mut versions: Vec<String> = peers.iter().map(|peer| format!("{} {}", peer.package, peer.version)).collect();
    versions.dedup();
    println!("{table}\nmeasured with {}", versions.join(", "));
    let readme = std::fs::read_to_string(root.join("README.md"))?;
    if readme.contains(&table) {
        return Ok(ExitCode::SUCCESS);
    }
    eprintln!("README.md shows another table");
    Ok(ExitCode::FAILURE)
}

fn main() -> ExitCode {
    run().unwrap_or_else(|error| {
        eprintln!("peers: {error:#}");
        ExitCode::FAILURE
    })
}
