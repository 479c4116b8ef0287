//! What goes with the fuzz targets: `seeds` writes what they begin with, and `calls` what the npm package is to answer.

#[cfg(test)]
mod share;

use std::fs;
use std::io::{BufWriter, Write, stdout};

use anyhow::{Context, Result, bail};
use calendiff_fuzz::{calls, seeds};

const USAGE: &str = "\
usage: calendiff-fuzz seeds               write seeds/ and words.dict, which fuzzers begin with
       calendiff-fuzz calls SEED COUNT [FOLDER...]
                                          print calls of that many random cases, and of what fuzzers grew in folders";

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["seeds"] => seeds::write(),
        ["calls", seed, count, ref folders @ ..] => {
            let (seed, count) = (
                seed.parse().context("SEED")?,
                count.parse().context("COUNT")?,
            );
            let mut out = BufWriter::new(stdout().lock());
            for line in calls::random(seed).take(count).flatten() {
                writeln!(out, "{line}")?;
            }
            for folder in folders {
                let mut files: Vec<_> = fs::read_dir(folder)?
                    .map(|entry| Ok(entry?.path()))
                    .collect::<Result<_>>()?;
                files.sort();
                for file in files {
                    for line in calls::grown(&fs::read(file)?) {
                        writeln!(out, "{line}")?;
                    }
                }
            }
            Ok(out.flush()?)
        }
        _ => bail!("{USAGE}"),
    }
}
