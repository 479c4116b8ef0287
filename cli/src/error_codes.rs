//! The codes of errors, which are not those of findings, and their meanings.

/// The page that lists them.
const PAGE: &str = include_str!("errors.md");

/// The sections of the page whose errors the command does not have.
const OTHERS: [&str; 2] = ["Only of the crate", "Only of the package"];

/// Returns the codes of all errors that the command has, each with its meaning, in the order of the page.
pub(crate) fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    let sections = PAGE
        .split("\n## ")
        .filter(|section| !OTHERS.iter().any(|other| section.starts_with(other)));
    sections.flat_map(str::lines).filter_map(|line| {
        let (code, meaning) = line.strip_prefix("| `")?.split_once("` | ")?;
        Some((code, meaning.strip_suffix(" |")?))
    })
}

/// Returns the meaning of a code.
pub(crate) fn meaning(code: &str) -> Option<&'static str> {
    all().find_map(|(own, meaning)| (own == code).then_some(meaning))
}
