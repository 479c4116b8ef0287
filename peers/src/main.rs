//! What calendiff and its peers find of forty faults in one draft. `cargo xtask peers` builds what this needs and runs it
//! at the root of the repository.

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
    code: String,
    /// Its field, as JSON Pointer.
    at: String,
    /// The patch that plants it in the faultless draft.
    plant: Value,
}

impl Fault {
    /// Whether something was found at its field, or inside it.
    fn is_at(&self, found: &Finding) -> bool {
        let at = found
            .path
            .iter()
            .fold(String::new(), |at, segment| at + "/" + segment);
        at.strip_prefix(&self.at)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
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
            .try_fold(self.faultless.clone(), |draft, fault| {
                Ok(patch::apply(&draft, &patch::parse(&fault.plant)?)?)
            })
    }
}

/// What a peer finds of the faults, by their codes.
#[derive(Default)]
struct Score<'a> {
    /// In the first pass, and in each further one. The first is there even where it finds nothing.
    passes: Vec<Vec<&'a str>>,
    /// Of those of the first pass, the ones that it puts elsewhere than at their field.
    elsewhere: Vec<&'a str>,
    /// What else the first pass says: the same fault again, or what is no fault of the forty.
    beside: Vec<Finding>,
    /// Not found even when they are alone.
    never: Vec<&'a str>,
    /// How many lines were written for it.
    lines: usize,
}

/// A fault is found where the peer says of the draft what it says of that fault alone. What is found is fixed, and the
/// rest is a further pass.
fn score<'a>(
    peer: &Peer,
    npm: &mut Npm,
    ground: &Ground,
    faults: &'a [Fault],
) -> Result<Score<'a>> {
    let clean = peer.check(npm, &ground.faultless, &ground.stored)?;
    ensure!(
        clean.is_empty(),
        "{} finds faults where there are none: {clean:?}",
        peer.name
    );
    let mut score = Score::default();
    let (mut left, mut never) = (Vec::new(), Vec::new());
    for fault in faults {
        let alone = peer.check(npm, &ground.plant([fault])?, &ground.stored)?;
        if alone.is_empty() {
            never.push(fault);
        } else {
            left.push((fault, alone));
        }
    }
    while !left.is_empty() {
        let draft = ground.plant(
            left.iter()
                .map(|(fault, _)| *fault)
                .chain(never.iter().copied()),
        )?;
        let mut found = peer.check(npm, &draft, &ground.stored)?;
        let first = score.passes.is_empty();
        let (mut seen, mut counted) = (Vec::new(), Vec::new());
        left.retain(|(fault, alone)| {
            let hits = || {
                found
                    .iter()
                    .enumerate()
                    .filter(|(_, found)| alone.contains(found))
            };
            // The hit at its field is the one that counts.
            let Some((at, hit)) = hits()
                .find(|(_, hit)| fault.is_at(hit))
                .or_else(|| hits().next())
            else {
                return true;
            };
            seen.push(fault.code.as_str());
            counted.push(at);
            if first && !fault.is_at(hit) {
                score.elsewhere.push(&fault.code);
            }
            false
        });
        ensure!(
            !seen.is_empty(),
            "{} stays blind to faults that it finds alone",
            peer.name
        );
        if first {
            let mut at = 0..;
            found.retain(|_| at.next().is_some_and(|at| !counted.contains(&at)));
            score.beside = found;
        }
        score.passes.push(seen);
    }
    score.never = never.iter().map(|fault| fault.code.as_str()).collect();
    for file in &peer.files {
        let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
        score.lines += text.lines().filter(|line| is_code(line.trim())).count();
    }
    Ok(score)
}

/// Neither blank nor a comment nor for a linter.
fn is_code(line: &str) -> bool {
    !line.is_empty()
        && !["//", "/*", "*", "#[expect", "#![expect"]
            .iter()
            .any(|start| line.starts_with(start))
}

fn table(rows: &[(&Peer, Score)]) -> String {
    let rows = rows.iter().map(
        |(
            peer,
            Score {
                passes,
                elsewhere,
                beside,
                never,
                lines,
            },
        )| {
            let first = passes.first().map_or(0, Vec::len);
            let later: Vec<String> = passes
                .iter()
                .skip(1)
                .map(|pass| pass.len().to_string())
                .collect();
            let later = if later.is_empty() {
                "0".to_owned()
            } else {
                later.join(" + ")
            };
            let (name, in_place, beside, never) = (
                &peer.name,
                first - elsewhere.len(),
                beside.len(),
                never.len(),
            );
            format!("| {name} | {first} | {in_place} | {beside} | {later} | {never} | {lines} |\n")
        },
    );
    "| | found in one pass | of these at the field | surplus reports | found in later passes | never found | lines by hand |\n\
     |---|---:|---:|---:|---:|---:|---:|\n"
        .to_owned()
        + &rows.collect::<String>()
}

/// Which faults stand behind the figures.
fn details(peer: &Peer, score: &Score) {
    let beside: Vec<String> = score
        .beside
        .iter()
        .map(|found| format!("{:?}", found.says))
        .collect();
    let hidden = score
        .passes
        .iter()
        .skip(1)
        .map(|pass| pass.join(", "))
        .collect();
    for (what, codes) in [
        ("not at the field", vec![score.elsewhere.join(", ")]),
        ("surplus", beside),
        ("in a later pass", hidden),
        ("never", vec![score.never.join(", ")]),
    ] {
        for codes in codes.iter().filter(|codes| !codes.is_empty()) {
            println!("{}, {what}: {codes}", peer.name);
        }
    }
}

fn run() -> Result<ExitCode> {
    let root = Path::new(".");
    let read = |name: &str| -> Result<Value> {
        let file = root.join("tests/fixtures/forty-faults").join(name);
        let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        Ok(serde_json::from_str(&text)?)
    };
    let stored = read("stored.json")?;
    let faultless = Kind::Calendar
        .body(&stored, json!({}), Mode::Full)?
        .value
        .to_value();
    let ground = Ground { stored, faultless };
    let faults: Vec<Fault> = serde_json::from_value(read("faults.json")?)?;

    let mut npm = Npm::start(&root.join("tests/node/peers/serve.mjs"))?;
    let peers = peer::all(&mut npm, root)?;
    let mut rows = Vec::new();
    for peer in &peers {
        rows.push((peer, score(peer, &mut npm, &ground, &faults)?));
    }
    let table = table(&rows);
    let mut versions: Vec<String> = peers
        .iter()
        .map(|peer| format!("{} {}", peer.package, peer.version))
        .collect();
    versions.dedup();
    let versions = format!("Measured with {}.", versions[1..].join(", "));
    println!("{table}\n{versions}\n");
    for (peer, score) in &rows {
        details(peer, score);
    }
    let path = root.join("docs/guide/peers.md");
    let page = std::fs::read_to_string(&path)?;
    let (before, shown, after) = around_table(&page).context("docs/guide/peers.md has no table")?;
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, format!("{before}{table}{after}"))?;
    } else if findings(shown) != findings(&table) {
        eprintln!("\ndocs/guide/peers.md shows another table: BLESS=1 cargo xtask peers writes it");
        return Ok(ExitCode::FAILURE);
    }
    if page.replace('\n', " ").contains(&versions) {
        return Ok(ExitCode::SUCCESS);
    }
    eprintln!("\ndocs/guide/peers.md names other versions");
    Ok(ExitCode::FAILURE)
}

/// Splits the page into its table and the texts before and after it.
fn around_table(page: &str) -> Option<(&str, &str, &str)> {
    let start = page.find("\n| |")? + 1;
    let length = page[start..].find("\n\n")? + 1;
    let (before, rest) = page.split_at(start);
    let (table, after) = rest.split_at(length);
    Some((before, table, after))
}

/// Returns the rows of a table without the lines by hand, which any change of layout alters.
fn findings(table: &str) -> Vec<&str> {
    let rows = table.lines().filter_map(|row| row.strip_suffix(" |"));
    rows.filter_map(|row| Some(row.rsplit_once(" | ")?.0))
        .collect()
}

fn main() -> ExitCode {
    run().unwrap_or_else(|error| {
        eprintln!("peers: {error:#}");
        ExitCode::FAILURE
    })
}
