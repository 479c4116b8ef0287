//! The command: `calendiff review STORED DRAFT` and the other verbs, on files.

mod annotate;
mod arguments;
mod choices;
mod edit;
mod error_codes;
mod failure;
mod fault;
mod filter;
mod git;
mod input;
mod layout;
mod merge;
mod output;
mod patch;
mod replace;
mod request;
mod run;
mod sandbox;
mod scripts;
mod serve;
mod show;
mod source;
mod state;
mod stream;
mod validate;
mod verbs;

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use clap::Parser;

use arguments::Arguments;
use calendiff::visible;
use mimalloc::MiMalloc;

/// The answers to many records are many small texts: with this allocator a summary takes three quarters of the time.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return refused(&error),
    };
    let mut out = String::new();
    let verdict = verbs::run(arguments, io::stdout().is_terminal(), &mut out);
    let written = show::print(&mut out);
    let code = match verdict {
        Ok(code) => code,
        Err(failure) => {
            show::say(&format!("calendiff: {failure}"));
            2
        }
    };
    match written {
        // A reader that closes the pipe is no failure.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            show::say(&format!("calendiff: standard output: {error}"));
            ExitCode::from(2)
        }
        _ => ExitCode::from(code),
    }
}

/// Prints help, or the error of the command line. The error quotes the command line, which may contain hostile names of
/// files.
fn refused(error: &clap::Error) -> ExitCode {
    if error.use_stderr()
        && std::env::args_os().any(|argument| is_hostile(&argument.to_string_lossy()))
    {
        show::say(error.to_string().trim_end());
    } else {
        _ = error.print();
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// Returns true for a text with characters that a terminal must not print.
fn is_hostile(text: &str) -> bool {
    visible(text) != text
}
