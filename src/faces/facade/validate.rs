//! The verbs of the entry `calendiff/validate`, whose WebAssembly has these alone.

use serde::{Serialize, Serializer};

use super::arguments::{Arguments, Validating, validating};
use super::verbs::Verb;
use crate::ground::error::Error;
use crate::ground::json::{CollectVec, Tree, View, to_string};
use crate::knowledge::issue::{Issue, Severity};
use crate::knowledge::schema::{Kind, NAMES, PayloadShape};
use crate::record::open;
use crate::verbs::normalize::Respelled;
use crate::verbs::validate;

/// Calls one of these verbs, like [`call`](super::call).
///
/// # Errors
/// The errors of the verb, and `option` for any other verb, for an unknown option and for an invalid value of one.
pub fn call(words: Vec<u32>, text: Vec<u8>) -> Result<String, Error> {
    let tree = Tree::from_parts(words, text, NAMES)?;
    let mut arguments = Arguments::of(&tree);
    let verb = arguments.next().text().unwrap_or_default();
    let row = VERBS.iter().find(|row| row.name == verb);
    row.ok_or_else(|| unknown(verb))?.answer(&mut arguments)
}

/// The verbs of this entry.
pub(super) static VERBS: &[Verb] = &[
    Verb {
        name: "validate",
        takes: &["draft"],
        options: &["profile", "stored", "of", "deny", "ignore"],
        speaks: true,
        answer: |arguments| {
            let kind = arguments.kind()?;
            let draft = arguments.next();
            let options = arguments.options()?;
            validated(kind, draft, &validating(options)?)
        },
    },
    Verb {
        name: "fix",
        takes: &["draft"],
        options: &[
            "profile", "stored", "of", "deny", "ignore", "only", "severity",
        ],
        speaks: true,
        answer: |arguments| {
            let kind = arguments.kind()?;
            let draft = arguments.next();
            let options = arguments.options()?;
            Ok(to_string(
                &kind.fix(draft, &validating(options)?.options())?,
            ))
        },
    },
    Verb {
        name: "normalize",
        takes: &["draft"],
        options: &[],
        speaks: false,
        answer: |arguments| {
            let (kind, [draft]) = arguments.kind_and_json()?;
            Ok(to_string(&kind.normalize(draft)?))
        },
    },
];

/// The error for a verb that the package does not have.
pub(super) fn unknown(verb: &str) -> Error {
    Error::option("verb", "one of this package's", verb)
}

/// Returns the report of [`Kind::validate`] without the members of the draft that are in canonical form already. The
/// package's JavaScript has a copy of the draft. It puts `members` into the copy, in `order` if that differs, or
/// replaces the copy with `value`. The text is empty if there are no issues and the draft is in canonical form.
fn validated(kind: Kind, draft: View<'_>, options: &Validating<'_>) -> Result<String, Error> {
    #[derive(Serialize)]
    struct Report<'a> {
        ok: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<View<'a>>,
        #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "members")]
        members: Vec<(&'a str, View<'a>)>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        order: Vec<&'a str>,
        issues: Vec<Issue>,
    }
    fn members<S: Serializer>(
        members: &[(&str, impl Serialize)],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_map(members.iter().map(|(name, member)| (name, member)))
    }
    let stored = options
        .stored
        .map(|stored| kind.read_for_validation(stored))
        .transpose()?;
    let stored = stored
        .as_ref()
        .map(|stored| open::Record::within(kind, stored.root()));
    let given = draft;
    let draft = open::of_shape(kind, given, options.of)?;
    let (mut issues, sound) =
        validate::looked_over(&draft, options.profile, stored.as_ref(), options.of);
    options.options().judge(&mut issues);
    let is_unwrapped =
        options.of == PayloadShape::Record && open::inside(kind, given).envelope().is_some();
    let respelled = if is_unwrapped {
        Respelled::whole(&draft)
    } else {
        Respelled::of(&draft, sound)
    };
    if issues.is_empty() && respelled.is_empty() {
        return Ok(String::new());
    }
    let Respelled {
        whole,
        members,
        order,
    } = respelled;
    let value = whole.as_ref().map(Tree::root);
    let members = members
        .iter()
        .map(|(name, member)| (*name, member.root()))
        .collect_vec();
    let ok = issues.iter().all(|issue| issue.severity != Severity::Error);
    Ok(to_string(&Report {
        ok,
        value,
        members,
        order,
        issues,
    }))
}
