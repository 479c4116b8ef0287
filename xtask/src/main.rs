//! `cargo xtask`: the one place that knows how to build, measure, show and test calendiff.

mod answer;
mod bench;
mod cluster;
mod demo;
mod density;
mod front_end;
mod guide;
mod matrix;
mod page;
mod parts;
mod peers;
mod records;
mod release;
mod reproduce;
mod sbom;
mod setup;
mod site;
mod size;
mod soak;
mod sql;
mod supply;
mod templates;
mod test;
mod times;
mod wasm;

use std::env;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use calendiff::Language;
use xshell::Shell;

const USAGE: &str = "\
usage: cargo xtask <command>

  wasm             build the npm package's generated files into pkg/dist/
  size [--parts]   build, then print what a browser would load, beside peers, or what each part of the WebAssembly weighs
  bench [NAME...]  run the benches, or only those named; `bench --list` names them
  supply           ask cargo-deny about everything that is depended on, and about advisories where they can be had
  reproduce        build the WebAssembly in two clean checkouts, and compare their bytes
  release VERSION  write the version, commit, build, check and list what would be published, and tag; uploads nothing
  peers            build, then print what calendiff and its peers find of forty faults, and compare with the guide
  matrix           build, then print which tools can import the package (Node 20 to 26, Vite, webpack, Next, …)
  answer [TAG]     answer calls from standard input natively, one a line, in a language: tests compare the package with it
  demo [--port N]  build, then serve the page and the guide on 127.0.0.1 (port 8017 or the next free one)
  density [FOLDER] print what a line of code holds, closures, comments, and names that several types have
  soak MINUTES [--seed N]
                   run laws, fuzzers, and the package beside the crate for so long; stop at what they find
  sql              build and test the functions for DataFusion and the command calendiff-sql
  cluster          build the example of SQL on more than one machine, and kill its processes in mid-query; not part of `test`
  guide            write the guide as HTML into target/guide/
  page             build, then write the page into target/page/, for any file server
  site             build, then write guide, documentation, editor and a report into target/site/, with a search
  pictures         build, then take the pictures of the page that README.md shows
  test [STEP...]   run every check, or only the steps named; `test --list` names them
  times            print how long each step of `test` took when it last ran, and on which commit";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let sh = Shell::new()?;
    // As Cargo says when it runs this, not as it was when this was compiled: a copy of the work tree may have come with
    // its target folder, and must not work on the original.
    let folder = env::var_os("CARGO_MANIFEST_DIR").context("run this as `cargo xtask`")?;
    sh.change_dir(
        Path::new(&folder)
            .parent()
            .context("xtask lies in no folder")?,
    );

    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["wasm"] => wasm::build(&sh),
        ["size"] => size::print(&sh),
        ["size", "--parts"] => parts::print(&sh),
        ["bench", "--list"] => {
            bench::list();
            Ok(())
        }
        ["bench", ref only @ ..] => bench::run(&sh, only),
        ["supply"] => supply::deny(&sh),
        ["reproduce"] => reproduce::check(&sh),
        ["release", version] => release::prepare(&sh, version),
        ["peers"] => peers::print(&sh),
        ["matrix"] => matrix::print(&sh),
        ["answer"] => answer::serve(None),
        ["answer", tag] => answer::serve(Some(
            Language::named(tag).with_context(|| format!("no language {tag}"))?,
        )),
        ["demo"] => demo::serve(&sh, None),
        ["demo", "--port", port] => demo::serve(
            &sh,
            Some(
                port.parse()
                    .with_context(|| format!("no such port: {port}"))?,
            ),
        ),
        ["density"] => density::print("src", 12),
        ["density", folder] => density::print(folder, 12),
        ["soak", minutes] => soak::run(&sh, number(minutes)?, None),
        ["soak", minutes, "--seed", seed] => soak::run(&sh, number(minutes)?, Some(number(seed)?)),
        ["sql"] => sql::test(&sh),
        ["cluster"] => cluster::test(&sh),
        ["guide"] => guide::build(&sh),
        ["page"] => page::build(&sh),
        ["site"] => site::build(&sh),
        ["pictures"] => page::pictures(&sh),
        ["times"] => times::print(&sh),
        ["test", "--list"] => {
            test::list();
            Ok(())
        }
        ["test", ref only @ ..] => test::run(&sh, only),
        [] | ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        _ => bail!("no such command: {}\n\n{USAGE}", args.join(" ")),
    }
}

fn number(text: &str) -> Result<u64> {
    text.parse().with_context(|| format!("no number: {text}"))
}
