//! The tables of `docs/stability.md`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

pub(crate) fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .find(|folder| folder.join("docs/stability.md").exists())
        .unwrap();
    fs::read_to_string(root.join(path)).unwrap()
}

/// Returns the names in the table of a section: what is code in its first two columns.
pub(crate) fn listed(section: &str) -> BTreeSet<String> {
    promised(section, &["stable", "grows", "experimental"])
}

/// Returns the names in the rows of a section that make one of these promises.
pub(crate) fn promised(section: &str, promises: &[&str]) -> BTreeSet<String> {
    let page = read("docs/stability.md");
    let (_, after) = page.split_once(&format!("\n## {section}\n")).unwrap();
    let rows = after
        .split("\n## ")
        .next()
        .unwrap()
        .lines()
        .filter(|line| line.starts_with("| "))
        .skip(1);
    let mut names = BTreeSet::new();
    for row in rows {
        let [_, what, cell, promise, _] = row.split('|').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        assert!(
            ["stable", "grows", "experimental"].contains(&promise.trim()),
            "{row}"
        );
        if !promises.contains(&promise.trim()) {
            continue;
        }
        for cell in [what, cell] {
            names.extend(cell.split('`').skip(1).step_by(2).map(str::to_owned));
        }
    }
    names
}
