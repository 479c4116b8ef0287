//! A finding about data: its code, path, severity, basis and fix.

mod codes;
mod profile;
mod read;
mod severity;

use std::fmt;

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

pub use codes::{Code, CodeRow};
pub use profile::Profile;
pub use severity::{About, Basis, Severity};

use crate::ground::json::patch::Op;
use crate::ground::json::{CollectVec, Document, Lookup, Path, Position};
use crate::ground::visible::{shortened, visible};
use crate::knowledge::language::{Language, Params, SPEAKS, Sentence, params, read_words};

/// Maximum number of issues in a report. More would help no one, and take a hundred times the memory of the record.
pub(crate) const ISSUES: usize = 100_000;

/// A finding about data.
///
/// Serializes as `{ code, severity, basis, about, path, pointer, params, fix?, related?, line?, column?, message, detail }`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Issue {
    /// The code of the finding; stable.
    pub code: Code,
    /// The severity under the requested profile.
    pub severity: Severity,
    /// The record that it is about.
    pub about: About,
    /// The path of the value: in the draft, or in the stored record if the draft does not have the value.
    pub path: Path,
    /// The parameters of its messages.
    pub params: Params,
    /// The fix, if it is certain.
    pub fix: Option<Fix>,
    /// The paths of related values.
    pub related: Vec<Path>,
    /// Line and column, if the draft was text.
    pub position: Option<Position>,
    /// The byte range in that text: of the name if the name is wrong, else of the value. The opening bracket of the
    /// object around an absent member, and of the record for a finding about the whole record.
    pub span: Option<std::ops::Range<usize>>,
}

impl Issue {
    pub(crate) fn new(code: Code, severity: Severity, path: Path, params: Params) -> Self {
        debug_assert!(
            params.are_named(code.params()),
            "{} takes other parameters than {params:?}",
            code.name()
        );
        Self {
            code,
            severity,
            about: About::Draft,
            path,
            params,
            fix: None,
            related: Vec::new(),
            position: None,
            span: None,
        }
    }

    /// Returns an issue for those beyond the limit, with their number. Its severity is the worst one among them.
    pub(crate) fn more(count: usize, worst: Severity, record: Path) -> Self {
        let mut params = Params::new();
        params.insert("n", count.into());
        Self::new(Code::MoreIssues, worst, record, params)
    }

    /// Limits notes to the maximum number, and adds an issue with the number of the others.
    pub(crate) fn first(mut notes: Vec<Self>) -> Vec<Self> {
        let more = notes.len().saturating_sub(ISSUES);
        if more > 0 {
            notes.truncate(ISSUES);
            notes.push(Self::more(more, Severity::Note, Path::new()));
        }
        notes
    }

    /// Returns a note about a path.
    pub(crate) fn note(code: Code, path: Path, texts: &[(&'static str, &str)]) -> Self {
        Self::new(code, Severity::Note, path, params(texts))
    }

    /// Returns the English message to the person at a form: "Enter a number."
    #[must_use]
    pub fn message(&self) -> String {
        self.message_in(Language::english())
    }

    /// Returns the message to the person at a form in another language.
    #[must_use]
    pub fn message_in(&self, language: &Language) -> String {
        language.say("message", self.code.name(), &self.params)
    }

    /// Returns the English message to a developer: the expected value, the found value and the basis.
    ///
    /// ```
    /// use calendiff::{Kind, ValidateOptions};
    /// use serde_json::json;
    ///
    /// let report = Kind::Calendar.validate(json!({ "slotDuration": null }), &ValidateOptions::default())?;
    /// assert_eq!(report.issues[0].message(), "Enter a number.");
    /// assert_eq!(report.issues[0].detail(), "expected number, found null (specification)");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    #[must_use]
    pub fn detail(&self) -> String {
        self.detail_in(Language::english())
    }

    /// Returns the message to a developer in another language.
    #[must_use]
    pub fn detail_in(&self, language: &Language) -> String {
        let detail = language.say("detail", self.code.name(), &self.params);
        language.with_basis(&detail, self.basis().name())
    }

    /// Returns the basis of the finding.
    #[must_use]
    pub fn basis(&self) -> Basis {
        self.code.basis()
    }

    /// Returns the fix if [`Kind::fix`](crate::Kind::fix) applies it automatically: all but the removal of an unknown
    /// member that is not an error. Someone may need the member, so its removal is only offered.
    ///
    /// ```
    /// use calendiff::{Kind, ValidateOptions};
    /// use serde_json::json;
    ///
    /// let report = Kind::Calendar.validate(json!({ "slotDuration": "45", "mine": 1 }), &ValidateOptions::default())?;
    /// let [text, unknown] = [&report.issues[0], &report.issues[1]];
    /// assert_eq!(text.automatic_fix(), text.fix.as_ref());
    /// assert!(unknown.fix.is_some() && unknown.automatic_fix().is_none());
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    #[must_use]
    pub fn automatic_fix(&self) -> Option<&Fix> {
        let is_kept = self.code == Code::UnknownMember && self.severity != Severity::Error;
        self.fix.as_ref().filter(|_| !is_kept)
    }

    /// Sets the position in the text that the draft was parsed from, in lines and columns and in bytes: of the name if
    /// the name is wrong, else of the value; for an absent value, where it should be. `record` is the path of the
    /// record: empty, or into its envelope.
    pub fn locate(&mut self, document: &Document, record: &Path) {
        Self::locate_all(std::slice::from_mut(self), document, record);
    }

    /// Sets the positions of many issues, in time that grows with their number and with the text.
    pub fn locate_all(issues: &mut [Self], document: &Document, record: &Path) {
        use Code::{Enveloped, MisspelledMember, ReadOnly, ReadOnlyEcho, UnknownMember};
        let mut lookup = Lookup::of(document.root());
        let ends = if issues.is_empty() {
            Vec::new()
        } else {
            document.ends(0)
        };
        for issue in issues {
            let about_name = matches!(
                issue.code,
                UnknownMember | MisspelledMember | ReadOnly | ReadOnlyEcho | Enveloped
            );
            let mut path = record.clone();
            issue
                .path
                .segments()
                .iter()
                .for_each(|segment| path.push(segment.clone()));
            let whole = issue.path.segments().is_empty();
            issue.span = span(document, &ends, &mut lookup, &path, [whole, about_name]);
            issue.position = if let Some([name, value]) = positions(document, &mut lookup, &path) {
                Some(if about_name { name } else { value })
            } else {
                path.pop();
                positions(document, &mut lookup, &path).map(|[_, value]| value)
            };
        }
    }
}

/// Returns the positions of the name and of the value at a path.
fn positions(document: &Document, lookup: &mut Lookup<'_>, path: &Path) -> Option<[Position; 2]> {
    document.positions(lookup.find(path.segments())?)
}

/// Displays severity, place, message and code in one line, for logs:
/// `error at /eventColor (line 2, column 17): This color needs six digits, such as #ff0000. [color_short]`.
impl fmt::Display for Issue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.severity.name())?;
        if !self.path.segments().is_empty() {
            write!(f, " at {}", visible(&shortened(self.path.to_string())))?;
        }
        if let Some(Position { line, column }) = self.position {
            write!(f, " (line {line}, column {column})")?;
        }
        write!(f, ": {} [{}]", visible(&self.message()), self.code.name())
    }
}

/// Returns the byte range of an issue at a path.
fn span(
    document: &Document,
    ends: &[usize],
    lookup: &mut Lookup<'_>,
    path: &Path,
    [whole, about_name]: [bool; 2],
) -> Option<std::ops::Range<usize>> {
    let found = lookup
        .find(path.segments())
        .map(crate::ground::json::View::index);
    match found {
        Some(node) if whole => bracket(document, node),
        Some(node) if about_name => document.name_span_of(node),
        Some(node) => Some(document.start_of(node)?..*ends.get(node)?),
        None => {
            let (_, around) = path.segments().split_last()?;
            bracket(document, lookup.find(around)?.index())
        }
    }
}

/// Returns the span of the bracket that opens an object or array.
fn bracket(document: &Document, node: usize) -> Option<std::ops::Range<usize>> {
    let start = document.start_of(node)?;
    Some(start..start + 1)
}

impl Serialize for Issue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let length = 11 + usize::from(self.fix.is_some()) + usize::from(!self.related.is_empty());
        let mut issue = serializer.serialize_struct("Issue", length)?;
        issue.serialize_field("code", &self.code)?;
        issue.serialize_field("severity", &self.severity)?;
        issue.serialize_field("basis", &self.basis())?;
        issue.serialize_field("about", &self.about)?;
        issue.serialize_field("path", &self.path)?;
        issue.serialize_field("pointer", &self.path.pointer())?;
        issue.serialize_field("params", &self.params)?;
        if let Some(fix) = &self.fix {
            issue.serialize_field("fix", fix)?;
        }
        if !self.related.is_empty() {
            let pointers = self.related.iter().map(Path::pointer).collect_vec();
            issue.serialize_field("related", &pointers)?;
        }
        if let Some(Position { line, column }) = self.position {
            issue.serialize_field("line", &line)?;
            issue.serialize_field("column", &column)?;
        }
        if SPEAKS {
            issue.serialize_field("message", &self.message())?;
            issue.serialize_field("detail", &self.detail())?;
        }
        issue.end()
    }
}

/// A certain fix: a JSON Patch on the original draft. Serializes as `{ patch, code, params, title }`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[non_exhaustive]
pub struct Fix {
    /// A title for a button: "Write #aabbcc".
    #[serde(flatten, deserialize_with = "read_words")]
    pub title: Sentence,
    /// The operations.
    pub patch: Vec<Op>,
}

impl Serialize for Fix {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fix = serializer.serialize_struct("Fix", 4)?;
        fix.serialize_field("patch", &self.patch)?;
        self.title.serialize_into(&mut fix, "title")?;
        fix.end()
    }
}
