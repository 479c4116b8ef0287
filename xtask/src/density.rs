//! Prints how dense the code of a folder is: what a line holds, closures, comments, and names that several types have.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, ExprClosure, Item, Local};

/// Counts of code, without its tests.
#[derive(Default)]
struct Density {
    tokens: usize,
    lines: usize,
    characters: usize,
    closures: usize,
    named_closures: usize,
    comments: usize,
}

impl Density {
    fn add(&mut self, other: &Self) {
        self.tokens += other.tokens;
        self.lines += other.lines;
        self.characters += other.characters;
        self.closures += other.closures;
        self.named_closures += other.named_closures;
        self.comments += other.comments;
    }

    fn row(&self, name: &str) -> String {
        format!(
            "{name:44}{:>8}{:>8}{:>8}{:>8}{:>10}{:>7}{:>10}",
            self.tokens,
            self.lines,
            tenths(self.tokens, self.lines),
            tenths(self.characters, self.lines),
            tenths(self.closures * 100, self.lines),
            self.named_closures,
            tenths(self.comments * 1_000, self.lines),
        )
    }
}

fn tenths(part: usize, whole: usize) -> String {
    let tenths = part * 10 / whole.max(1);
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Prints a row for the whole folder, one for each of its densest files, and the names that several types have.
pub(crate) fn print(folder: &str, files: usize) -> Result<()> {
    let mut paths = Vec::new();
    find(Path::new(folder), &mut paths)?;
    let mut total = Density::default();
    let mut rows = Vec::new();
    let mut types: BTreeMap<String, usize> = BTreeMap::new();
    for path in paths {
        let density = read(&path, &mut types).with_context(|| path.display().to_string())?;
        total.add(&density);
        rows.push((path, density));
    }
    println!(
        "{:44}{:>8}{:>8}{:>8}{:>8}{:>10}{:>7}{:>10}",
        "", "tokens", "lines", "a line", "chars", "closures", "named", "comments"
    );
    println!(
        "{:44}{:>8}{:>8}{:>8}{:>8}{:>10}{:>7}{:>10}",
        "", "", "", "", "a line", "/100", "", "/1000"
    );
    println!("{}", total.row(folder));
    rows.retain(|(_, density)| density.lines >= 40);
    rows.sort_by_key(|(_, density)| density.tokens * 1_000 / density.lines.max(1));
    for (path, density) in rows.iter().rev().take(files) {
        println!("{}", density.row(&path.display().to_string()));
    }
    types.retain(|_, count| *count > 1);
    let shared: Vec<String> = types
        .iter()
        .map(|(name, count)| format!("{name} ×{count}"))
        .collect();
    println!(
        "\n{} names stand for several types: {}",
        shared.len(),
        shared.join(", ")
    );
    Ok(())
}

fn find(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    let mut entries: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("no folder {}", folder.display()))? {
        entries.push(entry?.path());
    }
    entries.sort();
    for path in entries {
        if path.is_dir() {
            find(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    Ok(())
}

/// Counts what a file holds, and the names of its types.
fn read(path: &Path, types: &mut BTreeMap<String, usize>) -> Result<Density> {
    let text = fs::read_to_string(path)?;
    let file = syn::parse_file(&text)?;
    let mut density = Density::default();
    let mut lines = BTreeSet::new();
    for item in &file.items {
        if is_test(item) || matches!(item, Item::Use(_)) {
            continue;
        }
        if let Item::Struct(syn::ItemStruct { ident, .. })
        | Item::Enum(syn::ItemEnum { ident, .. }) = item
        {
            *types.entry(ident.to_string()).or_default() += 1;
        }
        count_tokens(
            quote::ToTokens::to_token_stream(item),
            &mut density.tokens,
            &mut lines,
        );
        Closures(&mut density).visit_item(item);
    }
    density.lines = lines.len();
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if lines.contains(&(at + 1)) {
            density.characters += line.chars().count();
        } else if line.starts_with("//") && !line.starts_with("///") && !line.starts_with("//!") {
            density.comments += 1;
        }
    }
    Ok(density)
}

fn is_test(item: &Item) -> bool {
    let attributes: &[Attribute] = match item {
        Item::Mod(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        _ => return false,
    };
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute
                .meta
                .require_list()
                .is_ok_and(|list| list.tokens.to_string() == "test")
    })
}

/// Counts the tokens of code, without documentation, and the lines that they stand in.
fn count_tokens(stream: TokenStream, tokens: &mut usize, lines: &mut BTreeSet<usize>) {
    let mut rest = stream.into_iter().peekable();
    while let Some(token) = rest.next() {
        if matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '#')
            && rest.peek().is_some_and(is_doc)
        {
            rest.next();
            continue;
        }
        let span = token.span();
        *tokens += 1;
        lines.insert(span.start().line);
        if let TokenTree::Group(group) = token {
            count_tokens(group.stream(), tokens, lines);
            if group.delimiter() != Delimiter::None {
                *tokens += 1;
            }
            lines.insert(span.end().line);
        }
    }
}

fn is_doc(token: &TokenTree) -> bool {
    let TokenTree::Group(group) = token else {
        return false;
    };
    matches!(group.stream().into_iter().next(), Some(TokenTree::Ident(name)) if name == "doc")
}

/// Counts closures, and those that have a name.
struct Closures<'a>(&'a mut Density);

impl<'ast> Visit<'ast> for Closures<'_> {
    fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
        self.0.closures += 1;
        visit::visit_expr_closure(self, closure);
    }

    fn visit_local(&mut self, local: &'ast Local) {
        let value = local.init.as_ref().map(|init| init.expr.as_ref());
        if matches!(value, Some(Expr::Closure(_))) {
            self.0.named_closures += 1;
        }
        visit::visit_local(self, local);
    }
}
