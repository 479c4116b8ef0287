//! A finding about data: what is wrong, where, how bad, says who, and how to fix it.

mod codes;
mod message;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

pub use codes::{Code, Row};
pub(crate) use message::hole;
pub use message::{Messages, render};

use crate::json::patch::Op;
use crate::json::{Document, Lookup, Path, Position, listed};

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Breaks what the document shows, or what no calendar can mean.
    Error,
    /// Likely to do harm.
    Warning,
    /// Cosmetic, or worth knowing.
    Note,
}

impl Severity {
    /// `error`, `warning` or `note`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// Who says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Basis {
    /// The service's document.
    Document,
    /// What the values must mean: a day has 24 hours.
    Logic,
    /// Public sources about the service; the document is silent.
    Observed,
}

impl Basis {
    /// `document`, `logic` or `observed`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Document => "document",
            Self::Logic => "logic",
            Self::Observed => "observed",
        }
    }
}

/// Which findings are errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Profile {
    /// Errors come from the document and from logic; what is observed is a warning or a note.
    #[default]
    Document,
    /// What the service is reported to refuse is an error too.
    Service,
    /// No observed findings at all.
    DocumentOnly,
}

impl Profile {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Document, Self::Service, Self::DocumentOnly];

    /// `document`, `service` or `document-only`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Document => "document",
            Self::Service => "service",
            Self::DocumentOnly => "document-only",
        }
    }

    /// The profile of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|profile| profile.name() == name)
    }

    /// How bad a finding is under this profile; `None` where it does not count.
    #[must_use]
    pub fn severity(self, code: Code) -> Option<Severity> {
        match self {
            Self::Service if code.refused() => Some(Severity::Error),
            Self::DocumentOnly if code.basis() == Basis::Observed => None,
            _ => Some(code.severity()),
        }
    }
}

/// The values that a message's template is filled with.
pub type Params = Map<String, Value>;

/// Parameters that are all text.
pub(crate) fn params(params: &[(&str, &str)]) -> Params {
    let mut filled = Params::with_capacity(params.len());
    for (name, value) in params {
        filled.insert((*name).to_owned(), Value::from(*value));
    }
    filled
}

/// A finding about data.
///
/// Serializes as `{ code, severity, basis, path, pointer, message, params, fix?, related?, line?, column? }`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Issue {
    /// What is wrong; stable.
    pub code: Code,
    /// How bad it is, under the profile asked for.
    pub severity: Severity,
    /// Where it is.
    pub path: Path,
    /// What the message speaks of.
    pub params: Params,
    /// How to fix it, where that is certain.
    pub fix: Option<Fix>,
    /// Other places it has to do with.
    pub related: Vec<Path>,
    /// Line and column, where the draft was text.
    pub position: Option<Position>,
    /// The message in other words than the box's; see [`reword`](Issue::reword).
    pub wording: Option<String>,
}

impl Issue {
    pub(crate) fn new(code: Code, severity: Severity, path: Path, params: Params) -> Self {
        debug_assert!(
            params.len() == code.params().count() && code.params().all(|name| params.contains_key(name)),
            "{} takes other parameters than {params:?}",
            code.name()
        );
        Self { code, severity, path, params, fix: None, related: Vec::new(), position: None, wording: None }
    }

    /// A note about a place.
    pub(crate) fn note(code: Code, path: Path, texts: &[(&str, &str)]) -> Self {
        Self::new(code, Severity::Note, path, params(texts))
    }

    /// What is wrong, what was expected and found, and what to do: in English, unless it was reworded.
    #[must_use]
    pub fn message(&self) -> String {
        self.wording.clone().unwrap_or_else(|| render(self.code.template(), &self.params))
    }

    /// Who says so.
    #[must_use]
    pub fn basis(&self) -> Basis {
        self.code.basis()
    }

    /// The fix, where [`Kind::fix`](crate::Kind::fix) applies it unasked: all but the removal of an unknown member that
    /// is no error. Someone may need it, so its removal is only offered.
    ///
    /// ```
    /// use calendiff::{Kind, Options};
    /// use serde_json::json;
    ///
    /// let report = Kind::Calendar.validate(&json!({ "slotDuration": "45", "mine": 1 }), &Options::default())?;
    /// let [text, unknown] = [&report.issues[0], &report.issues[1]];
    /// assert_eq!(text.unasked_fix(), text.fix.as_ref());
    /// assert!(unknown.fix.is_some() && unknown.unasked_fix().is_none());
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    #[must_use]
    pub fn unasked_fix(&self) -> Option<&Fix> {
        let is_kept = self.code == Code::UnknownMember && self.severity != Severity::Error;
        self.fix.as_ref().filter(|_| !is_kept)
    }

    /// Notes the place in the text that the draft was parsed from: the name where the name is wrong, else the value;
    /// what is not there is where it should be. `record` leads to the record: nowhere, or into its envelope.
    pub fn locate(&mut self, document: &Document, record: &Path) {
        Self::locate_all(std::slice::from_mut(self), document, record);
    }

    /// The same for many issues, whose time grows with them and with the text.
    pub fn locate_all(issues: &mut [Self], document: &Document, record: &Path) {
        use Code::{Enveloped, MisspelledMember, ReadOnly, ReadOnlyEcho, UnknownMember};
        let mut lookup = Lookup::of(document.root());
        for issue in issues {
            let about_name =
                matches!(issue.code, UnknownMember | MisspelledMember | ReadOnly | ReadOnlyEcho | Enveloped);
            let mut path = record.clone();
            issue.path.segments().iter().for_each(|segment| path.push(segment.clone()));
            let mut at = |path: &Path| document.positions(lookup.find(path.segments())?);
            issue.position = match at(&path) {
                Some([name, value]) => Some(if about_name { name } else { value }),
                None => {
                    path.pop();
                    at(&path).map(|[_, value]| value)
                }
            };
        }
    }
}

impl Serialize for Issue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let length = 9 + usize::from(self.fix.is_some()) + usize::from(!self.related.is_empty());
        let mut issue = serializer.serialize_struct("Issue", length)?;
        issue.serialize_field("code", &self.code)?;
        issue.serialize_field("severity", &self.severity)?;
        issue.serialize_field("basis", &self.basis())?;
        issue.serialize_field("path", &self.path)?;
        issue.serialize_field("pointer", &self.path.pointer())?;
        issue.serialize_field("message", &self.message())?;
        issue.serialize_field("params", &self.params)?;
        if let Some(fix) = &self.fix {
            issue.serialize_field("fix", fix)?;
        }
        if !self.related.is_empty() {
            let pointers = listed(self.related.iter().map(Path::pointer));
            issue.serialize_field("related", &pointers)?;
        }
        if let Some(Position { line, column }) = self.position {
            issue.serialize_field("line", &line)?;
            issue.serialize_field("column", &column)?;
        }
        issue.end()
    }
}

/// A certain fix: a JSON Patch on the draft as it was given.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fix {
    /// What it does, for a button: "Write #aabbcc".
    pub title: String,
    /// The operations.
    pub patch: Vec<Op>,
}
