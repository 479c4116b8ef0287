//! The verbs of the entry `calendiff/report`, whose WebAssembly has these alone.

use super::arguments::{Arguments, choice, known, mode, profile, span_of};
use super::validate::unknown;
use crate::ground::error::Error;
use crate::ground::json::{Tree, to_string};
use crate::knowledge::language::Language;
use crate::knowledge::schema::NAMES;
use crate::report::{self, ReportOptions};

/// Makes a report, like [`call`](super::call): the verb is `html`, `markdown` or `svg`. Returns its text as JSON.
///
/// # Errors
/// The errors of the report, and `option` for any other verb, for an unknown option and for an invalid value of one.
pub fn call(words: Vec<u32>, text: Vec<u8>) -> Result<String, Error> {
    answer(&Tree::from_parts(words, text, NAMES)?)
}

/// Like [`call`], but takes a parsed tree.
///
/// # Errors
/// The errors of [`call`].
pub fn answer(tree: &Tree) -> Result<String, Error> {
    let mut arguments = Arguments::of(tree);
    let verb = arguments.next().text().unwrap_or_default();
    let (kind, [stored, draft]) = arguments.kind_and_json()?;
    let options = known(
        arguments.next(),
        &[
            "profile", "mode", "picture", "language", "from", "to", "days",
        ],
    )?;
    let language = options
        .get("language")
        .and_then(|language| language.to_value().as_object().cloned());
    let language =
        Language::given(language.ok_or_else(|| Error::option("language", "an object", "none"))?);
    let span = options.get("from").map(|_| span_of(options)).transpose()?;
    let to = ReportOptions {
        profile: profile(options)?,
        mode: mode(options)?,
        language: &language,
        span,
    };
    let text = match verb {
        "html" => report::html(kind, stored, draft, &to)?,
        "markdown" => report::markdown(kind, stored, draft, &to)?,
        "svg" => report::svg(kind, stored, draft, choice(options, "picture")?, &to)?,
        _ => return Err(unknown(verb)),
    };
    Ok(to_string(&text))
}
