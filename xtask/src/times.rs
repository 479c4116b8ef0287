//! The time that each step of `cargo xtask test` took when it last ran, kept below the target folder.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use serde_json::{Value, json};
use xshell::{Shell, cmd};

use crate::{test, wasm};

fn file(sh: &Shell) -> Result<PathBuf> {
    Ok(wasm::target(&wasm::metadata(sh)?)?.join("times.json"))
}

/// Returns the kept times: an object with a member for each step that has run.
fn kept(sh: &Shell) -> Result<Value> {
    let file = file(sh)?;
    if !file.exists() {
        return Ok(json!({}));
    }
    Ok(serde_json::from_str(&sh.read_file(file)?)?)
}

/// Keeps the time of a step in place of its last one.
pub(crate) fn keep(sh: &Shell, step: &str, time: Duration, passed: bool) -> Result<()> {
    let commit = cmd!(sh, "git describe --always --dirty")
        .quiet()
        .ignore_stderr()
        .read()
        .unwrap_or_default();
    let mut times = kept(sh)?;
    times[step] = json!({ "seconds": time.as_secs_f64(), "passed": passed, "commit": commit });
    Ok(sh.write_file(file(sh)?, serde_json::to_string_pretty(&times)? + "\n")?)
}

/// Prints the times in the order of the steps, with the commit that each ran on.
pub(crate) fn print(sh: &Shell) -> Result<()> {
    let times = kept(sh)?;
    let mut sum = 0.0;
    println!("{:10}{:>8}  {:8}commit", "step", "time", "verdict");
    for step in test::names() {
        let time = &times[step];
        let Some(seconds) = time["seconds"].as_f64() else {
            println!("{step:10}{:>8}  has not run", "-");
            continue;
        };
        sum += seconds;
        let verdict = if time["passed"] == true {
            "passed"
        } else {
            "FAILED"
        };
        let commit = time["commit"].as_str().unwrap_or_default();
        println!("{step:10}{seconds:>6.1} s  {verdict:8}{commit}");
    }
    println!("{:10}{sum:>6.1} s", "sum");
    Ok(())
}
