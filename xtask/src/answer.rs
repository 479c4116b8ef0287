//! Answers calls natively, one a line, for tests that compare the package with the crate.

use std::io::{BufRead, Write, stdin, stdout};

use anyhow::Result;
use calendiff::json::{Document, Json, Tree, View, to_string};
use calendiff::{DiffOptions, Error, Kind, Language, Profile, ValidateOptions, facade};
use serde_json::Value;

/// Reads calls from standard input, each an array of the verb and its arguments, and prints what the package is to
/// answer: JSON, or the error.
pub(crate) fn serve(language: Option<&Language>) -> Result<()> {
    let mut out = stdout().lock();
    for line in stdin().lock().lines() {
        let answer = Document::parse(line?).and_then(|call| answer(call.root()));
        let answer = answer.map(|answer| {
            language.map_or_else(|| answer.clone(), |language| said(language, &answer))
        });
        writeln!(
            out,
            "{}",
            answer.unwrap_or_else(|error| facade::error(&error))
        )?;
    }
    Ok(())
}

/// An answer in a language.
fn said(language: &Language, answer: &str) -> String {
    let mut answer = serde_json::from_str(answer).unwrap_or(Value::Null);
    language.reword(&mut answer);
    to_string(&answer)
}

/// As the facade answers; where it leaves to the package what that has already, as the crate does.
fn answer(call: View<'_>) -> Result<String, Error> {
    let mut given = call.items().into_iter().flatten();
    let verb = given.next().and_then(View::text);
    let kind = given
        .next()
        .and_then(View::text)
        .and_then(|name| name.parse::<Kind>().ok());
    match (verb, kind, given.next(), given.next()) {
        (Some("validate"), Some(kind), Some(draft), Some(options)) => {
            let profile = options
                .get("profile")
                .and_then(View::text)
                .and_then(|name| name.parse::<Profile>().ok());
            let stored = options.get("stored");
            let stored = stored.as_ref().map(|stored| stored as &dyn Json);
            let options = stored.into_iter().fold(
                ValidateOptions::from(profile.unwrap_or_default()),
                ValidateOptions::stored,
            );
            Ok(to_string(&kind.validate(draft, &options)?))
        }
        (Some("diff"), Some(kind), Some(stored), Some(draft)) => {
            let absent = given
                .next()
                .and_then(|options| options.get("absent"))
                .and_then(View::text);
            let absent = absent
                .and_then(|name| name.parse().ok())
                .unwrap_or_default();
            Ok(to_string(&kind.diff(
                stored,
                draft,
                DiffOptions::default().absent(absent),
            )?))
        }
        (Some("html" | "markdown" | "svg"), ..) => facade::report::answer(&Tree::of(call)),
        _ => facade::answer(&Tree::of(call)),
    }
}
