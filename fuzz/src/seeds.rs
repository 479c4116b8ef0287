//! What fuzzers begin with: the fixtures as cases, some seeds, and a dictionary of the tables' words.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use calendiff::json::to_string;
use calendiff::schema::{Object, Type};
use calendiff::{Kind, Profile, RequestOptions, Sandbox, SandboxRequest, WhenAbsent};
use serde_json::{Value, json};

use crate::CHOICES;

/// How many inputs are seeds.
const SEEDS: usize = 32;

/// The inputs, each with a name. Every target reads those that are a case of its own, and passes over the others.
///
/// # Errors
/// Where a fixture cannot be read.
pub fn all() -> Result<Vec<(String, Vec<u8>)>> {
    let mut all = Vec::new();
    for folder in folders(&root().join("tests/fixtures"))? {
        let name = folder
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        for (at, text) in of_fixture(&folder)?.into_iter().enumerate() {
            all.push((format!("{name}-{at}"), text.into_bytes()));
        }
    }
    all.extend(
        numbered(0)
            .take(SEEDS)
            .enumerate()
            .map(|(at, bytes)| (format!("seed-{at}"), bytes)),
    );
    Ok(all)
}

/// Seeds without end, from one on: each for another set of laws.
pub fn numbered(from: u64) -> impl Iterator<Item = Vec<u8>> {
    (from..).map(|number| {
        let first = u8::try_from(number % u64::from(CHOICES)).unwrap_or_default();
        [&[first], &number.to_le_bytes()[..]].concat()
    })
}

/// Writes `seeds/` and `words.dict` into the folder of this package.
///
/// # Errors
/// Where a file cannot be read or written.
pub fn write() -> Result<()> {
    let here = root().join("fuzz");
    fs::create_dir_all(here.join("seeds"))?;
    for (name, bytes) in all()? {
        fs::write(here.join("seeds").join(name), bytes)?;
    }
    let words: String = words()
        .iter()
        .map(|word| format!("\"{}\"\n", escaped(word)))
        .collect();
    Ok(fs::write(here.join("words.dict"), words)?)
}

/// The root of the repository.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn folders(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut folders: Vec<PathBuf> = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_>>()?;
    folders.retain(|path| path.is_dir());
    folders.sort();
    Ok(folders)
}

/// A fixture as a case of each target that takes text.
fn of_fixture(folder: &Path) -> Result<Vec<String>> {
    let text = |file: &str| fs::read_to_string(folder.join(file));
    let read = |file: &str| -> Result<Value> {
        serde_json::from_str(&text(file)?)
            .with_context(|| format!("{} in {}", file, folder.display()))
    };
    let (stored, draft) = (read("stored.json")?, read("draft.json")?);
    let theirs = read("theirs.json").unwrap_or_else(|_| stored.clone());
    let is_location = folder
        .file_name()
        .is_some_and(|name| name.to_string_lossy().starts_with("location"));
    let kind = if is_location {
        Kind::Location
    } else {
        Kind::Calendar
    };
    let case = |documents: &[&Value]| -> String {
        std::iter::once(&Value::from(kind.name()))
            .chain(documents.iter().copied())
            .map(|line| to_string(line) + "\n")
            .collect()
    };
    let to = RequestOptions::new("http://sandbox", "a", "t");
    let state = json!({ "calendars": { "a": {} }, "locations": { "a": {} } });
    let request = kind.request(&draft, &to)?;
    let (_, reply) = Sandbox::from(Profile::Service).answer(state, &SandboxRequest::from(&request));
    let said: Value = serde_json::from_str(&reply.body)?;
    let diff = kind.diff(&stored, &draft, WhenAbsent::Remove)?;
    let (patch, merge_patch) = (json!(diff.patch), json!(diff.merge_patch));
    let [specification, service] =
        [Profile::Specification, Profile::Service].map(|profile| Value::from(profile.name()));
    let (nothing, token) = (Value::Null, json!("s3cret-token"));
    Ok(vec![
        text("stored.json")?,
        text("draft.json")?,
        case(&[&draft]),
        case(&[&stored]),
        case(&[&stored, &draft, &theirs]),
        case(&[&specification, &stored, &theirs, &draft]),
        case(&[&service, &stored, &theirs, &draft]),
        case(&[&json!(200), &stored, &draft]),
        case(&[&json!(reply.status), &said, &draft]),
        case(&[&stored, &patch]),
        case(&[&stored, &merge_patch]),
        case(&[
            &json!("https://api.example.com/v1/"),
            &json!("Kx2m"),
            &token,
            &nothing,
            &nothing,
            &specification,
            &draft,
        ]),
        case(&[&specification, &stored, &draft]),
        case(&[&service, &stored, &draft]),
    ])
}

/// What text is put together from.
fn words() -> BTreeSet<String> {
    fn of_table(table: &'static Object, words: &mut BTreeSet<String>) {
        for row in table.members {
            words.insert(format!("\"{}\":", row.name));
            words.extend(row.aliases.iter().map(|alias| format!("\"{alias}\":")));
            words.extend(row.known.iter().map(|known| format!("\"{}\"", known.value)));
            if let Type::Text(format) = row.ty {
                let samples = format.samples();
                let texts = samples.hostile.iter().chain([&samples.least]);
                words.extend(texts.map(|text| to_string(text)));
            }
            row.ty
                .table()
                .into_iter()
                .for_each(|table| of_table(table, words));
        }
    }
    let mut words = BTreeSet::new();
    Kind::ALL
        .iter()
        .copied()
        .for_each(|kind| of_table(kind.table(), &mut words));
    let syntax = [
        "null",
        "true",
        "false",
        "[]",
        "{}",
        "\\u0000",
        "\\ud800",
        "1e999",
        "-0",
        "9007199254740993",
        "18446744073709551616",
        "{\"op\":\"copy\",\"from\":\"\",\"path\":\"",
        "{\"op\":\"move\",\"from\":\"",
        "{\"op\":\"test\",\"path\":\"",
        "/-",
        "~1",
        " must be a string",
        "property ",
        " should not exist",
        "\"calendar\"\n",
        "\"location\"\n",
    ];
    words.extend(syntax.map(str::to_owned));
    words.retain(|word| word.len() <= 64);
    words
}

/// As libFuzzer's dictionaries write what is not plain.
fn escaped(word: &str) -> String {
    let escape = |byte: u8| match byte {
        b'"' | b'\\' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        byte => format!("\\x{byte:02x}"),
    };
    word.bytes().map(escape).collect()
}
