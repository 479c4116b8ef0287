//! The promises of SECURITY.md about the sources: no unsafe code, no file, network, clock or environment.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// What of the standard library reaches out of a process, or tells two calls apart.
const OUTSIDE: [&str; 8] = ["env", "fs", "io", "net", "os", "process", "thread", "time"];

/// Every file below `src/`, by its path from there.
fn sources() -> Vec<(String, TokenStream)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut open, mut found) = (vec![root.clone()], Vec::new());
    while let Some(folder) = open.pop() {
        for path in fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
        {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path
                    .strip_prefix(&root)
                    .unwrap()
                    .to_str()
                    .unwrap()
                    .replace('\\', "/");
                found.push((name, fs::read_to_string(&path).unwrap().parse().unwrap()));
            }
        }
    }
    found
}

/// The words and signs of code, one by one, without what only tests have. Names the files that only tests have.
fn words(code: TokenStream, words: &mut Vec<String>, of_tests: &mut Vec<String>) {
    let mut is_test = false;
    for token in code {
        match token {
            TokenTree::Group(group) if is_test && group.delimiter() == Delimiter::Brace => {
                is_test = false;
            }
            TokenTree::Group(group) => {
                is_test |= group.delimiter() == Delimiter::Bracket
                    && group.to_string().replace(' ', "") == "[cfg(test)]";
                self::words(group.stream(), words, of_tests);
            }
            TokenTree::Punct(punct) if is_test && punct.as_char() == ';' => {
                is_test = false;
                of_tests.extend(words.pop());
            }
            TokenTree::Literal(_) => {}
            other => words.push(other.to_string()),
        }
    }
}

/// What `code` takes from outside, and whether it is unsafe.
fn faults(code: &str) -> Vec<String> {
    let (mut words, mut of_tests) = (Vec::new(), Vec::new());
    self::words(code.parse().unwrap(), &mut words, &mut of_tests);
    let mut faults: Vec<String> = words
        .iter()
        .filter(|word| *word == "unsafe")
        .cloned()
        .collect();
    for path in words.windows(4) {
        if path[0] == "std" && path[1] == ":" && path[2] == ":" {
            // A list would have to be looked into: rustfmt writes none here.
            faults.extend(
                OUTSIDE
                    .iter()
                    .chain(&["{", "*"])
                    .find(|name| path[3] == **name)
                    .map(|name| format!("std::{name}")),
            );
        }
    }
    faults
}

#[test]
fn the_library_holds_no_unsafe_code_and_reaches_for_no_file_network_clock_or_environment() {
    let sources = sources();
    let mut of_tests = Vec::new();
    for (_, code) in &sources {
        words(code.clone(), &mut Vec::new(), &mut of_tests);
    }
    let mut looked_at = 0;
    for (name, code) in sources {
        let is_of_tests = of_tests
            .iter()
            .any(|module| name.ends_with(&format!("/{module}.rs")));
        let mut faults = faults(&code.to_string());
        if is_of_tests {
            faults.retain(|fault| fault == "unsafe");
        }
        // A value for each thread, and nothing of threads themselves.
        if name == "fast.rs" {
            faults.retain(|fault| fault != "std::thread");
        }
        assert_eq!(faults, Vec::<String>::new(), "src/{name}");
        looked_at += usize::from(!is_of_tests);
    }
    assert!(looked_at > 100, "only {looked_at} files");
}

#[test]
fn what_is_not_promised_would_be_found() {
    assert_eq!(faults("fn f() { unsafe { g() } }"), ["unsafe"]);
    assert_eq!(
        faults("use std::net::TcpStream; fn f() { ::std::fs::read(\"unsafe std::env\"); }"),
        ["std::net", "std::fs"]
    );
    assert_eq!(
        faults("fn f() { h(std::time::Instant::now()) }"),
        ["std::time"]
    );
    let of_tests = "#[cfg(test)] mod tests { use std::fs; } #[cfg(test)] mod near; fn f() { std::mem::take(x) } fn g() { std::env::args() }";
    assert_eq!(faults(of_tests), ["std::env"]);
}
