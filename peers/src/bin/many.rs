//! Many records: writes a file of them, and goes through files with a plain loop over the crate, `serde_json` or
//! `jsonschema`. Used by `cargo xtask bench many`.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};

use anyhow::{Context, Result, bail};
use calendiff::json::{Document, to_string};
use calendiff::strategies::stored;
use calendiff::{EditOptions, Edits, Kind, Mode, PayloadShape, ValidateOptions};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::Value;

const KIND: Kind = Kind::Calendar;
/// The number of records that differ in more than their identifiers.
const DISTINCT: usize = 20_000;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments
        .iter()
        .map(String::as_str)
        .collect::<Vec<_>>()
        .as_slice()
    {
        ["make", file, count] => make(file, count.parse()?),
        ["crate-validate", file] => each(file, |line| {
            let record = Document::parse(line)?;
            Ok(KIND
                .validate(&record, &ValidateOptions::default().stored(&record))?
                .ok)
        }),
        ["crate-check", file] => each(file, |line| {
            Ok(KIND
                .validate(Document::parse(line)?, &ValidateOptions::default())?
                .ok)
        }),
        ["crate-check-json", file] => each(file, |line| {
            let report = KIND.validate(Document::parse(line)?, &ValidateOptions::default())?;
            Ok(!to_string(&report).is_empty())
        }),
        ["crate-normalize", file] => each(file, |line| {
            Ok(!to_string(&KIND.normalize(Document::parse(line)?)?).is_empty())
        }),
        ["crate-edit", file, edits] => {
            let edits = Edits::parse(KIND, edits)?;
            let options = EditOptions::default().mode(Mode::Changed);
            each(file, |line| {
                Ok(KIND.edit(Document::parse(line)?, &edits, options)?.ok)
            })
        }
        ["serde_json", file] => each(file, |line| {
            Ok(serde_json::from_str::<Value>(&line)?.is_object())
        }),
        ["jsonschema", file] => {
            let validator = jsonschema::validator_for(&KIND.json_schema(PayloadShape::Record))?;
            each(file, |line| {
                Ok(validator.is_valid(&serde_json::from_str::<Value>(&line)?))
            })
        }
        _ => bail!("make FILE COUNT, crate-edit FILE EDITS, or one of the others with FILE"),
    }
}

/// Writes records as the strategies make them, always the same.
fn make(file: &str, count: usize) -> Result<()> {
    let mut runner = TestRunner::deterministic();
    let mut out = BufWriter::new(File::create(file)?);
    let mut records = Vec::new();
    for at in 0..count {
        if at < DISTINCT {
            let tree = stored(KIND)
                .new_tree(&mut runner)
                .map_err(|reason| anyhow::anyhow!("{reason}"))?;
            records.push(tree.current());
        }
        let record = records.get_mut(at % DISTINCT).context("a record")?;
        record["id"] = format!("record-{at}").into();
        out.write_all(to_string(record).as_bytes())?;
        out.write_all(b"\n")?;
    }
    Ok(out.flush()?)
}

/// Answers each line, and prints how many answers are true.
fn each(file: &str, answer: impl Fn(String) -> Result<bool>) -> Result<()> {
    let mut count = 0_usize;
    for line in BufReader::with_capacity(1 << 20, File::open(file)?).lines() {
        count += usize::from(answer(line?).unwrap_or_default());
    }
    println!("{count}");
    Ok(())
}
