//! Validates a draft: finds every issue in one pass, each at its own field.

mod fast_path;
mod found;
mod hours;
mod partial;
mod rules;
mod suggest;
mod walk;

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::{Error, Reason};
use crate::format::excerpt;
use crate::issue::{Code, Issue, Profile, Severity};
use crate::json::patch::Op;
use crate::json::{DEPTH, Document, Extent, Held, Json, NAME_LENGTH, Node, PATHS, Path, VALUES, View};
use crate::language::Words;
use crate::schema::Kind;
pub(crate) use fast_path::is_sound_here;
use found::Found;
pub(crate) use partial::{Parts, by_item};
pub(crate) use rules::{Check, Rule, rules as rules_of};
pub(crate) use suggest::meant as meant_member;
use walk::Walk;
pub(crate) use walk::meant;

/// The options of a validation.
///
/// ```
/// use calendiff::{Kind, Options, Profile};
/// let stored = serde_json::json!({ "id": "f06f" });
/// let options = Options::from(Profile::Service).stored(&stored);
/// assert!(Kind::Calendar.validate(&stored, &options)?.ok, "an id that is only echoed is no error");
/// assert!(!Kind::Calendar.validate(&stored, &Profile::Service.into())?.ok);
/// # Ok::<(), calendiff::Error>(())
/// ```
#[derive(Clone, Copy, Default)]
#[non_exhaustive]
pub struct Options<'a> {
    /// The profile, which decides the findings that are errors.
    pub profile: Profile,
    /// The stored record, if known. A value that the draft only echoes from it is then no error.
    pub stored: Option<&'a dyn Json>,
}

impl<'a> Options<'a> {
    /// Sets the profile, which decides the findings that are errors.
    #[must_use]
    pub fn profile(self, profile: Profile) -> Self {
        Self { profile, ..self }
    }

    /// Sets the stored record.
    #[must_use]
    pub fn stored(self, stored: &'a dyn Json) -> Self {
        Self { stored: Some(stored), ..self }
    }
}

impl From<Profile> for Options<'_> {
    fn from(profile: Profile) -> Self {
        Self { profile, stored: None }
    }
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stored = self.stored.map(|_| "…");
        f.debug_struct("Options").field("profile", &self.profile).field("stored", &stored).finish()
    }
}

/// The result of [`Kind::validate`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Report {
    /// The kind of record that the draft was validated as. `None` if the report was read from JSON.
    #[serde(skip)]
    pub kind: Option<Kind>,
    /// True if there are no errors. Warnings and notes may remain.
    pub ok: bool,
    /// The draft in canonical form.
    pub value: Value,
    /// All findings, in the order of the draft.
    pub issues: Vec<Issue>,
}

impl Kind {
    /// Finds all issues of a draft of an update in one pass, and normalizes the draft.
    ///
    /// Members may be left out. Unknown members are reported and kept. Time grows with the size of the draft.
    ///
    /// # Errors
    /// `not_a_record`: the draft is not a JSON object.
    /// `a_refusal`: the draft is a refusal of the service.
    /// `json_depth`: the draft is nested deeper than 128.
    /// `json_size`: the draft has more than 1,048,576 values.
    ///
    /// Anything wrong inside the draft is an issue, not an error. Of more than 100,000 issues the first are returned,
    /// and a last one, `more_issues`, gives the number of the rest.
    ///
    /// ```
    /// use calendiff::{Kind, Options};
    /// use serde_json::json;
    ///
    /// let report = Kind::Calendar.validate(&json!({ "eventColor": "#039BE5" }), &Options::default())?;
    /// assert!(report.ok);
    /// assert_eq!(report.value["eventColor"], "#039be5");
    ///
    /// let report = Kind::Calendar.validate(&json!({ "eventColor": "#abc" }), &Options::default())?;
    /// assert_eq!(report.issues[0].code.name(), "color_short");
    /// assert_eq!(report.issues[0].path.pointer(), "/eventColor");
    /// assert_eq!(report.issues[0].fix.as_ref().unwrap().title, "Write #aabbcc");
    ///
    /// assert_eq!(Kind::Calendar.validate(&json!("Kx2m"), &Options::default()).unwrap_err().code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn validate(self, draft: impl Json, options: &Options<'_>) -> Result<Report, Error> {
        let draft = draft.held();
        let draft = draft.view();
        let stored = options.stored.map(|stored| stored.held());
        let issues = self.issues(draft, options.profile, stored.as_ref().map(Held::view))?;
        let ok = issues.iter().all(|issue| issue.severity != Severity::Error);
        Ok(Report { kind: Some(self), ok, value: self.canonical(draft).root().to_value(), issues })
    }

    /// Validates JSON text, and gives each issue its line and column.
    ///
    /// # Errors
    /// The errors of [`validate`](Kind::validate). If the text is not JSON: `json_syntax`, `json_conflict`,
    /// `json_duplicate`, `json_depth`, `json_size` (over 16 MiB), `json_overflow`, `json_integer`, `json_surrogate`,
    /// `json_bom`, `json_trailing`, each with its line and column.
    ///
    /// ```
    /// use calendiff::{Kind, Options};
    ///
    /// let report = Kind::Calendar.validate_text("{\n  \"eventColor\": \"blue\"\n}", &Options::default())?;
    /// let position = report.issues[0].position.unwrap();
    /// assert_eq!((position.line, position.column), (2, 17));
    ///
    /// let refused = Kind::Calendar.validate_text("{ \"name\": \"a\", \"name\": \"b\" }", &Options::default());
    /// assert_eq!(refused.unwrap_err().code(), "json_duplicate");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn validate_text(self, text: &str, options: &Options<'_>) -> Result<Report, Error> {
        let document = Document::parse(text)?;
        let mut report = self.validate(document.root(), options)?;
        Issue::locate_all(&mut report.issues, &document, &Path::new());
        Ok(report)
    }

    pub(crate) fn issues(
        self,
        draft: View<'_>,
        profile: Profile,
        stored: Option<View<'_>>,
    ) -> Result<Vec<Issue>, Error> {
        self.looked_over(draft, profile, stored).map(|(issues, _)| issues)
    }

    /// Returns the issues, and a bit for each row of the record whose member is known to be in canonical form.
    pub(crate) fn looked_over<'a>(
        self,
        draft: View<'a>,
        profile: Profile,
        stored: Option<View<'a>>,
    ) -> Result<(Vec<Issue>, u64), Error> {
        self.expect_record(draft)?;
        let mut walk = Walk::new(profile);
        let stored = stored.map(|stored| self.whole_record_in(stored)).transpose()?;
        let mut draft = draft;
        let mut outermost = None;
        while let (Some(envelope), inside) = self.strip_envelope(draft)
            && inside.members().is_some()
        {
            draft = inside;
            walk.path.push(envelope);
            outermost = outermost.or(Some(envelope));
        }
        if let Some(envelope) = outermost {
            let alone = Op::Replace { path: String::new(), value: draft.to_value() };
            let found = Found::new(Code::Enveloped).with("name", envelope);
            let fixed = found.fix(Words::new("unwrap"), vec![alone]);
            walk.report_at(Path::new().with(envelope), fixed);
        }
        walk.object(self.record(), draft, stored);
        rules::check(self, draft, stored, &mut walk);
        let sound = walk.sound;
        Ok((walk.in_order(draft), sound))
    }

    pub(crate) fn expect_record(self, view: View<'_>) -> Result<(), Error> {
        match view.node() {
            Node::Object(_) if !view.is_within(DEPTH) => Err(match Extent::of(view, DEPTH) {
                None => Reason::Depth { limit: DEPTH }.into(),
                Some(_) => Reason::NameSize { limit: NAME_LENGTH }.into(),
            }),
            Node::Object(_) if view.count() > VALUES => Err(Reason::Values { limit: VALUES }.into()),
            Node::Object(_) if view.has_paths_beyond(PATHS) => Err(Reason::Paths { limit: PATHS }.into()),
            Node::Object(_) => match self.refusal_in(view) {
                None => Ok(()),
                Some(text) => Err(Reason::ARefusal { kind: self.name(), text: excerpt(&text) }.into()),
            },
            Node::Odd { what, .. } => Err(Reason::NotJson { found: what.to_owned() }.into()),
            other => Err(Reason::NotARecord { kind: self.name(), found: other.name().to_owned() }.into()),
        }
    }
}
