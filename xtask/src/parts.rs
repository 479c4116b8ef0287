//! Prints what each part of the crate, and of what it uses, weighs in the WebAssembly, by the names of its functions.

use std::collections::{BTreeMap, HashMap};

use anyhow::Result;
use wasmparser::{Data, KnownCustom, Name, Parser, Payload};
use xshell::Shell;

use crate::wasm;

/// Builds each WebAssembly with names kept, and prints its parts, the heaviest first.
pub(crate) fn print(sh: &Shell) -> Result<()> {
    for core in &wasm::CORES {
        print_core(
            &format!("{}.wasm", core.name),
            &weigh(&wasm::with_names(sh, core)?)?,
        );
        println!();
    }
    Ok(())
}

fn print_core(name: &str, parts: &BTreeMap<String, Part>) {
    let total: usize = parts.values().map(|part| part.bytes).sum();
    let mut rows: Vec<_> = parts.iter().collect();
    rows.sort_by_key(|(_, part)| std::cmp::Reverse(part.bytes));
    println!("{:46}{:>10}{:>9}{:>11}", "part", "bytes", "%", "functions");
    for (name, Part { bytes, functions }) in rows {
        let share = per_mille(*bytes, total);
        let functions = if *functions == 0 {
            String::new()
        } else {
            functions.to_string()
        };
        println!(
            "{name:46}{bytes:>10}{:>7}.{}{functions:>11}",
            share / 10,
            share % 10
        );
    }
    println!("{name:46}{total:>10}");
}

fn per_mille(bytes: usize, total: usize) -> usize {
    (bytes * 1_000 + total / 2) / total.max(1)
}

#[derive(Default)]
struct Part {
    bytes: usize,
    functions: usize,
}

/// Every byte but those of the names, by part.
fn weigh(wasm: &[u8]) -> Result<BTreeMap<String, Part>> {
    let (mut imported, mut bodies, mut names) = (0, Vec::new(), HashMap::new());
    let mut parts = BTreeMap::<String, Part>::new();
    let mut left = wasm.len();
    for payload in Parser::new(0).parse_all(wasm) {
        match payload? {
            // Functions are all that wasm-bindgen imports.
            Payload::ImportSection(imports) => imported = imports.count(),
            Payload::CodeSectionEntry(body) => bodies.push(sized(body.range().len())),
            Payload::DataSection(segments) => {
                for segment in segments {
                    let Data { data, .. } = segment?;
                    let texts = texts(data);
                    parts
                        .entry("data: names, messages, words".to_owned())
                        .or_default()
                        .bytes += texts;
                    parts
                        .entry("data: the rest of the tables".to_owned())
                        .or_default()
                        .bytes += data.len() - texts;
                    left -= data.len();
                }
            }
            Payload::CustomSection(section) => {
                if let KnownCustom::Name(subsections) = section.as_known() {
                    left -= 1 + sized(section.range().len());
                    for subsection in subsections {
                        let Name::Function(functions) = subsection? else {
                            continue;
                        };
                        for function in functions {
                            let function = function?;
                            names.insert(function.index, function.name);
                        }
                    }
                }
            }
            _ => {}
        }
    }
    for (index, bytes) in (imported..).zip(bodies) {
        let part = names
            .get(&index)
            .map_or_else(|| "without a name".to_owned(), |name| part_of(name));
        let part = parts.entry(part).or_default();
        part.bytes += bytes;
        part.functions += 1;
        left -= bytes;
    }
    parts
        .entry("types, imports, exports".to_owned())
        .or_default()
        .bytes += left;
    Ok(parts)
}

/// What is written with its length before it.
fn sized(bytes: usize) -> usize {
    let bits = usize::BITS - bytes.leading_zeros();
    bytes + bits.div_ceil(7).max(1) as usize
}

/// How much of it is text: runs of at least four characters of English.
fn texts(data: &[u8]) -> usize {
    data.split(|byte| !matches!(byte, b' '..=b'~'))
        .map(<[u8]>::len)
        .filter(|run| *run >= 4)
        .sum()
}

const OURS: &str = "calendiff::";

/// What belongs to which part, by what its name has in it (after `^`: begins with); the first that fits counts.
const SIGNS: [(&str, &str); 20] = [
    (
        "multivalue shim",
        "calendiff, exported calls and what is inlined",
    ),
    ("^__wbindgen", "wasm-bindgen"),
    ("^__externref", "wasm-bindgen"),
    ("^wasm_bindgen", "wasm-bindgen"),
    ("^dlmalloc", "dlmalloc: memory"),
    ("^__rustc", "dlmalloc: memory"),
    ("::Serialize", "serde: answers to JSON"),
    ("serde_core::de", "serde: options from JSON"),
    ("flt2dec", "core: numbers to text and back"),
    ("dec2flt", "core: numbers to text and back"),
    ("^f64 as core::fmt", "core: numbers to text and back"),
    ("^core::fmt::float", "core: numbers to text and back"),
    ("^core::net", "core: network addresses"),
    ("^core::slice::sort", "core: sorting"),
    ("^core::fmt", "core: formatting"),
    ("^alloc::fmt", "core: formatting"),
    ("^serde_json", "serde_json: its values"),
    ("^indexmap", "indexmap and hashbrown"),
    ("^hashbrown", "indexmap and hashbrown"),
    ("^std::collections::hash", "indexmap and hashbrown"),
];

fn part_of(mangled: &str) -> String {
    let name = format!("^{}", bare(&demangled(mangled)));
    if let Some((_, part)) = SIGNS.iter().find(|(sign, _)| name.contains(sign)) {
        (*part).to_owned()
    } else if let Some(inside) = name.strip_prefix(&format!("^{OURS}")) {
        format!(
            "{OURS}{}",
            module(mangled).unwrap_or_else(|| inside
                .split("::")
                .take(2)
                .collect::<Vec<_>>()
                .join("::"))
        )
    } else if name.contains(OURS) {
        "core and alloc, made for our types".to_owned()
    } else {
        "core, alloc, std".to_owned()
    }
}

/// As it is written in Rust. wasm-opt appends a number where it makes a function out of parts of another.
fn demangled(name: &str) -> String {
    let known = rustc_demangle::try_demangle(name).or_else(|_| {
        rustc_demangle::try_demangle(
            name.trim_end_matches(|end: char| end.is_ascii_digit() || end == '_'),
        )
    });
    known.map_or_else(|_| name.to_owned(), |known| format!("{known:#}"))
}

/// Without what stands before the path of a type: `<&mut [u8] as …>` begins with `u8`.
fn bare(name: &str) -> &str {
    let mut rest = name;
    while let Some(shorter) = ["<", "&", "*", "[", "(", "mut ", "const ", "dyn "]
        .iter()
        .find_map(|sign| rest.strip_prefix(sign))
    {
        rest = shorter;
    }
    rest
}

/// The part of a layer in which a function of ours is written, which may be another than its type's: of
/// `_RNvMs_NtNtCs…_9calendiff5verbs4bodyNtNtB4_9knowledge6schema4Kind4body` it is `verbs::body`.
fn module(mangled: &str) -> Option<String> {
    let (_, inside) = mangled.strip_prefix("_R")?.split_once("9calendiff")?;
    let (layer, rest) = identifier(inside)?;
    Some(identifier(rest).map_or_else(|| layer.to_owned(), |(part, _)| format!("{layer}::{part}")))
}

/// The identifier that mangled text begins with, and the rest.
fn identifier(text: &str) -> Option<(&str, &str)> {
    let digits = text.find(|char: char| !char.is_ascii_digit())?;
    text[digits..].split_at_checked(text[..digits].parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::part_of;

    #[test]
    fn a_function_belongs_to_the_module_that_it_is_written_in() {
        for (name, part) in [
            (
                "_RNvMs_NtNtCs1_9calendiff5verbs4bodyNtNtB4_6schema4Kind6chosen",
                "calendiff::verbs::body",
            ),
            (
                "_RNvNtNtNtCs1_9calendiff9knowledge6format9date_time5parse",
                "calendiff::knowledge::format",
            ),
            (
                "_RNvNtNtNtCs1_9calendiff9knowledge6format9date_time5parse_12",
                "calendiff::knowledge::format",
            ),
            (
                "_RINvMNtCs1_5alloc3vecINtB3_3VecNtCs2_9calendiff5IssueE4pushEB4_",
                "core and alloc, made for our types",
            ),
            ("_RNvNtCs1_4core3str5count", "core, alloc, std"),
            (
                "_RNvNtNtNtCs1_4core3num7flt2dec8strategy6format",
                "core: numbers to text and back",
            ),
            (
                "call multivalue shim",
                "calendiff, exported calls and what is inlined",
            ),
        ] {
            assert_eq!(part_of(name), part, "{name}");
        }
    }
}
