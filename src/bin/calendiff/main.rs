//! The command: `calendiff review STORED DRAFT` and the other verbs, on files.

mod arguments;
mod exchange;
mod git;
mod input;
mod merge;
mod sandbox;
mod show;
mod validate;
mod verbs;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::Parser;

use arguments::Arguments;
use show::Paint;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let paint = Paint::when(io::stdout().is_terminal());
    let mut out = String::new();
    let verdict = verbs::run(arguments, paint, &mut out);
    let written = io::stdout().write_all(out.as_bytes()).and_then(|()| io::stdout().flush());
    let code = match verdict {
        Ok(code) => code,
        Err(failure) => {
            _ = writeln!(io::stderr(), "calendiff: {failure}");
            2
        }
    };
    match written {
        // A reader that has seen enough is no failure.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            _ = writeln!(io::stderr(), "calendiff: standard output: {error}");
            ExitCode::from(2)
        }
        _ => ExitCode::from(code),
    }
}
