//! What each file of `src/` imports, read from its tokens and resolved to the file that defines it.
//!
//! A name is followed through re-exports, so that `use crate::json::Tree` leads to the file of `Tree`; where it ends in no
//! definition that can be seen, as with what a macro makes, it leads to the file of its module. A re-export alone is no
//! import. Code of unit tests is left out: it may look anywhere.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};

/// From the crate's root down: `["calendiff", "json", "tree"]`.
type Module = Vec<String>;

/// The library's root.
const LIBRARY: &str = "calendiff";

#[derive(Default)]
struct File {
    /// Below `src/`, such as `json/tree/mod.rs`.
    name: String,
    uses: Vec<Use>,
    /// Names that are defined at its top.
    items: BTreeSet<String>,
    children: BTreeSet<String>,
    /// Its modules of unit tests that are files.
    tests: BTreeSet<String>,
    /// What is written with `::`.
    paths: BTreeSet<Vec<String>>,
    /// What is written at all, but for imports.
    words: BTreeSet<String>,
}

struct Use {
    path: Vec<String>,
    /// How it is called here; `*` for all of a module.
    name: String,
    is_public: bool,
}

/// Where a path leads.
enum Target<'a> {
    Module(Module),
    Item(&'a str),
}

#[derive(Default)]
pub(crate) struct Sources {
    files: BTreeMap<Module, File>,
}

impl Sources {
    /// Every file below a folder.
    pub(crate) fn below(folder: &Path) -> Self {
        let mut texts = Vec::new();
        collect(folder, "", &mut texts);
        Self::of(
            texts
                .iter()
                .map(|(name, text)| (name.as_str(), text.as_str())),
        )
    }

    /// Files by name and text.
    pub(crate) fn of<'a>(texts: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let mut sources = Self::default();
        for (name, text) in texts {
            let mut file = File {
                name: name.to_owned(),
                ..File::default()
            };
            file.read(text.parse().expect("the source is Rust"), true);
            sources.files.insert(module(name), file);
        }
        sources.add_folders();
        let unit = |(module, file): (&Module, &File)| {
            let child = |name: &String| [module.as_slice(), std::slice::from_ref(name)].concat();
            file.tests.iter().map(child).collect::<Vec<_>>()
        };
        let units: BTreeSet<Module> = sources.files.iter().flat_map(unit).collect();
        sources.files.retain(|module, _| !units.contains(module));
        sources
    }

    /// Adds the modules that are folders without a file: `lib.rs` declares what is in them.
    fn add_folders(&mut self) {
        let modules: Vec<Module> = self.files.keys().cloned().collect();
        for module in modules {
            let [library, folder, child] = module.as_slice() else {
                continue;
            };
            let parent = vec![library.clone(), folder.clone()];
            if let Some(root) = self.files.get_mut(&vec![library.clone()]) {
                root.children.insert(folder.clone());
            }
            let file = self.files.entry(parent).or_insert_with(|| File {
                name: folder.clone(),
                ..File::default()
            });
            file.children.insert(child.clone());
        }
    }

    /// The files' names, and for each those of the files that it imports from.
    pub(crate) fn imports(&self) -> BTreeMap<&str, BTreeSet<&str>> {
        let of = |(module, file): (&Module, &File)| {
            let used = file
                .uses
                .iter()
                .filter(|used| !used.is_public || file.words.contains(&used.name));
            let paths = used.map(|used| &used.path).chain(&file.paths);
            let imported = paths.filter_map(|path| match self.resolve(module, path, 0)? {
                Target::Item(name) => Some(name),
                // What is written behind its name says what is used of it.
                Target::Module(_) => None,
            });
            imported.filter(|name| *name != file.name).collect()
        };
        self.files
            .iter()
            .map(|(module, file)| (self.files[module].name.as_str(), of((module, file))))
            .collect()
    }

    fn resolve(&self, from: &Module, path: &[String], depth: usize) -> Option<Target<'_>> {
        let (first, rest) = path.split_first()?;
        let mut target = match first.as_str() {
            "crate" => Target::Module(from[..1].to_vec()),
            "self" => Target::Module(from.clone()),
            "super" => Target::Module(from[..from.len() - 1].to_vec()),
            LIBRARY => Target::Module(vec![LIBRARY.to_owned()]),
            name => self.find(from, name, depth)?,
        };
        for name in rest {
            let Target::Module(module) = &target else {
                break;
            };
            target = if name == "super" {
                Target::Module(module[..module.len() - 1].to_vec())
            } else {
                let found = self.find(module, name, depth);
                found.or_else(|| Some(Target::Item(&self.files.get(module)?.name)))?
            };
        }
        Some(target)
    }

    /// What a name stands for in a module.
    fn find(&self, module: &Module, name: &str, depth: usize) -> Option<Target<'_>> {
        let file = self.files.get(module)?;
        if file.children.contains(name) {
            return Some(Target::Module(
                [module.as_slice(), &[name.to_owned()]].concat(),
            ));
        }
        if file.items.contains(name) {
            return Some(Target::Item(&file.name));
        }
        // Names that import each other, as in `use text::text`, lead nowhere.
        let uses = file
            .uses
            .iter()
            .filter(|used| depth < 8 && used.path.first().is_some_and(|first| first != name));
        let mut named = uses.clone().filter(|used| used.name == name);
        let mut all = uses.filter(|used| used.name == "*");
        named
            .find_map(|used| self.resolve(module, &used.path, depth + 1))
            .or_else(|| {
                all.find_map(|used| match self.resolve(module, &used.path, depth + 1)? {
                    Target::Module(module) => self.find(&module, name, depth + 1),
                    Target::Item(_) => None,
                })
            })
    }
}

impl File {
    fn read(&mut self, tokens: TokenStream, is_top: bool) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut rest = tokens.as_slice();
        let mut is_public = false;
        while let Some((token, after)) = rest.split_first() {
            rest = after;
            match token {
                TokenTree::Punct(hash) if hash.as_char() == '#' => {
                    if after
                        .first()
                        .is_some_and(|group| group.to_string().replace(' ', "") == "[cfg(test)]")
                    {
                        rest = self.skip_test(&after[1..]);
                    }
                }
                TokenTree::Group(group) => {
                    // `pub(crate) use` is public too.
                    is_public &= group.delimiter() == Delimiter::Parenthesis;
                    self.read(group.stream(), false);
                }
                TokenTree::Ident(word) if word == "pub" => is_public = true,
                TokenTree::Ident(word) if word == "use" => {
                    rest = self.read_use(Vec::new(), after, is_public);
                    is_public = false;
                }
                TokenTree::Ident(word) => {
                    is_public = false;
                    if is_top {
                        self.define(word, after);
                    }
                    // The name of a child is no use of what is re-exported from it.
                    if word == "mod" {
                        rest = after.get(1..).unwrap_or_default();
                        continue;
                    }
                    rest = self.read_path(word, after);
                }
                _ => is_public = false,
            }
        }
    }

    /// What follows an item of unit tests.
    fn skip_test<'a>(&mut self, mut rest: &'a [TokenTree]) -> &'a [TokenTree] {
        while let Some((token, after)) = rest.split_first() {
            rest = after;
            match token {
                TokenTree::Ident(word) if word == "mod" => {
                    self.tests.extend(after.first().map(ToString::to_string));
                }
                TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => break,
                TokenTree::Punct(end) if end.as_char() == ';' => break,
                _ => {}
            }
        }
        rest
    }

    /// Notes what a keyword at the top defines.
    fn define(&mut self, word: &Ident, after: &[TokenTree]) {
        let second = after.get(1).map(ToString::to_string).unwrap_or_default();
        let Some(first) = after.first().map(ToString::to_string) else {
            return;
        };
        match word.to_string().as_str() {
            "mod" if second == ";" => drop(self.children.insert(first)),
            "struct" | "enum" | "fn" | "trait" | "type" | "const" | "static" | "union" | "mod" => {
                self.items.insert(first);
            }
            "macro_rules" => self.items.extend(after.get(1).map(ToString::to_string)),
            _ => {}
        }
    }

    fn read_path<'a>(&mut self, first: &Ident, mut rest: &'a [TokenTree]) -> &'a [TokenTree] {
        let mut path = vec![first.to_string()];
        while let [
            TokenTree::Punct(a),
            TokenTree::Punct(b),
            TokenTree::Ident(next),
            after @ ..,
        ] = rest
            && (a.as_char(), b.as_char()) == (':', ':')
        {
            path.push(next.to_string());
            rest = after;
        }
        self.words.extend(path.iter().cloned());
        if path.len() > 1 {
            self.paths.insert(path);
        }
        rest
    }

    /// Notes the leaves of a tree of imports, and returns what follows it.
    fn read_use<'a>(
        &mut self,
        mut path: Vec<String>,
        mut rest: &'a [TokenTree],
        is_public: bool,
    ) -> &'a [TokenTree] {
        let mut name = None;
        while let Some((token, after)) = rest.split_first() {
            match token {
                TokenTree::Group(group) => {
                    let inside: Vec<TokenTree> = group.stream().into_iter().collect();
                    let mut inside = inside.as_slice();
                    while !inside.is_empty() {
                        inside = self.read_use(path.clone(), inside, is_public);
                    }
                    path.clear();
                }
                TokenTree::Ident(word) if word == "as" => {
                    name = after.first().map(ToString::to_string);
                    rest = &after[1..];
                    continue;
                }
                TokenTree::Ident(word) if word == "self" && !path.is_empty() => {}
                TokenTree::Ident(word) => path.push(word.to_string()),
                TokenTree::Punct(star) if star.as_char() == '*' => name = Some("*".to_owned()),
                TokenTree::Punct(end) if matches!(end.as_char(), ',' | ';') => {
                    rest = after;
                    break;
                }
                _ => {}
            }
            rest = after;
        }
        if let Some(name) = name.or_else(|| path.last().cloned()) {
            self.uses.push(Use {
                path,
                name,
                is_public,
            });
        }
        rest
    }
}

fn collect(folder: &Path, prefix: &str, texts: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        let name = format!(
            "{prefix}{}",
            path.file_name().unwrap_or_default().to_string_lossy()
        );
        if path.is_dir() {
            collect(&path, &format!("{name}/"), texts);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            texts.push((
                name,
                fs::read_to_string(&path).expect("the file can be read"),
            ));
        }
    }
}

/// The module of a file by its name below `src/`.
fn module(name: &str) -> Module {
    let is_own = |part: &&str| !matches!(*part, "mod" | "lib");
    let parts = name.trim_end_matches(".rs").split('/').filter(is_own);
    std::iter::once(LIBRARY)
        .chain(parts)
        .map(str::to_owned)
        .collect()
}
