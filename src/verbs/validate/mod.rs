//! Validates a draft: finds every issue in one pass, each at its own field.

mod found;
mod hours;
mod partial;
mod rules;
mod suggest;
mod walk;

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::ground::error::Error;
use crate::ground::json::patch::Op;
use crate::ground::json::{Document, Json, Path, Tree, View};
use crate::knowledge::issue::{Code, Issue, Profile, Severity};
use crate::knowledge::language::Sentence;
use crate::knowledge::schema::{Kind, PayloadShape};
use crate::record::open::{self, Record};
use crate::verbs::{normalize, read};
use found::Found;
pub(crate) use partial::Parts;
pub(crate) use rules::{Check, obstacles};
pub(crate) use suggest::said;
pub(crate) use suggest::{
    meant as meant_member, near as near_member, near_in_responses as near_member_in_responses,
};
use walk::Walk;
pub(crate) use walk::is_sent_canonical;

/// The options of a validation.
///
/// ```
/// use calendiff::{Kind, ValidateOptions, Profile, PayloadShape};
/// let stored = serde_json::json!({ "id": "f06f" });
/// let options = ValidateOptions::from(Profile::Service).stored(&stored);
/// assert!(Kind::Calendar.validate(&stored, &options)?.ok, "an id that is only echoed is no error");
/// assert!(!Kind::Calendar.validate(&stored, &Profile::Service.into())?.ok);
///
/// let audited = Kind::Calendar.validate(&stored, &ValidateOptions::default().of(PayloadShape::Record))?;
/// assert!(audited.issues.is_empty(), "a record has what only responses carry");
/// # Ok::<(), calendiff::Error>(())
/// ```
#[derive(Clone, Copy, Default)]
#[non_exhaustive]
pub struct ValidateOptions<'a> {
    /// The profile, which decides the findings that are errors.
    pub profile: Profile,
    /// The stored record, if known. A member that only responses contain is then no error where the draft repeats its stored
    /// value. Any other value is checked as before, but an issue about a repeated one is [`About::Stored`](crate::About).
    pub stored: Option<&'a dyn Json>,
    /// The shape of the draft. A record may have response-only members, and a fix keeps them. Without `stored`, a record
    /// is compared with itself, and may be in its envelope: value, paths and patches are then those of the record inside.
    pub of: PayloadShape,
    /// Codes whose findings are errors for this caller, whatever the profile says.
    pub deny: &'a [Code],
    /// Codes whose findings are left out. They take precedence over `deny`.
    pub ignore: &'a [Code],
    /// The codes whose fixes [`Kind::fix`] applies; all if `None`. [`Kind::validate`] does not read it.
    pub only: Option<&'a [Code]>,
    /// The least severity of findings whose fixes [`Kind::fix`] applies; all if `None`. [`Kind::validate`] does not read it.
    pub severity: Option<Severity>,
}

impl<'a> ValidateOptions<'a> {
    /// Sets the profile, which decides the findings that are errors.
    #[must_use]
    pub fn profile(self, profile: Profile) -> Self {
        Self { profile, ..self }
    }

    /// Sets the stored record.
    #[must_use]
    pub fn stored(self, stored: &'a dyn Json) -> Self {
        Self {
            stored: Some(stored),
            ..self
        }
    }

    /// Sets the shape of the draft.
    #[must_use]
    pub fn of(self, of: PayloadShape) -> Self {
        Self { of, ..self }
    }

    /// Sets the codes whose findings are errors for this caller.
    ///
    /// ```
    /// use calendiff::{Code, Kind, ValidateOptions};
    ///
    /// let draft = serde_json::json!({ "timezone": "UTC" });
    /// assert!(Kind::Calendar.validate(&draft, &ValidateOptions::default())?.ok, "an unknown member is a warning");
    /// assert!(!Kind::Calendar.validate(&draft, &ValidateOptions::default().deny(&[Code::UnknownMember]))?.ok);
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    #[must_use]
    pub fn deny(self, deny: &'a [Code]) -> Self {
        Self { deny, ..self }
    }

    /// Sets the codes whose findings are left out.
    #[must_use]
    pub fn ignore(self, ignore: &'a [Code]) -> Self {
        Self { ignore, ..self }
    }

    /// Limits [`Kind::fix`] to the fixes of these codes.
    #[must_use]
    pub fn only(self, only: &'a [Code]) -> Self {
        Self {
            only: Some(only),
            ..self
        }
    }

    /// Limits [`Kind::fix`] to the fixes of findings that are at least as severe.
    #[must_use]
    pub fn severity(self, least: Severity) -> Self {
        Self {
            severity: Some(least),
            ..self
        }
    }

    /// Applies the codes that this caller denies and ignores.
    pub(crate) fn judge(&self, issues: &mut Vec<Issue>) {
        issues.retain(|issue| !self.ignore.contains(&issue.code));
        for issue in issues
            .iter_mut()
            .filter(|issue| self.deny.contains(&issue.code))
        {
            issue.severity = Severity::Error;
        }
    }
}

impl From<Profile> for ValidateOptions<'_> {
    fn from(profile: Profile) -> Self {
        Self {
            profile,
            ..Self::default()
        }
    }
}

impl fmt::Debug for ValidateOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stored = self.stored.map(|_| "…");
        f.debug_struct("ValidateOptions")
            .field("profile", &self.profile)
            .field("stored", &stored)
            .field("of", &self.of)
            .field("deny", &self.deny)
            .field("ignore", &self.ignore)
            .field("only", &self.only)
            .field("severity", &self.severity)
            .finish()
    }
}

/// The result of [`Kind::validate`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ValidationReport {
    /// The kind of record that the draft was validated as. `None` if the report was read from JSON.
    #[serde(skip)]
    pub kind: Option<Kind>,
    /// True if there are no errors. Warnings and notes may remain.
    pub ok: bool,
    /// The draft in canonical form.
    pub value: Tree,
    /// All findings, in the order of the draft.
    pub issues: Vec<Issue>,
}

impl ValidationReport {
    /// Returns the errors, in the order of the draft.
    ///
    /// ```
    /// use calendiff::{Kind, ValidateOptions};
    ///
    /// let draft = serde_json::json!({ "eventColor": "#f00", "name": "n", "slug": "my slug" });
    /// let report = Kind::Calendar.validate(&draft, &ValidateOptions::default())?;
    /// let codes: Vec<&str> = report.errors().map(|issue| issue.code.name()).collect();
    /// assert_eq!(codes, ["color_short"]);
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn errors(&self) -> impl Iterator<Item = &Issue> {
        self.issues
            .iter()
            .filter(|issue| issue.severity == Severity::Error)
    }
}

/// Displays an issue a line, or `no issues`.
impl fmt::Display for ValidationReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((last, before)) = self.issues.split_last() else {
            return f.write_str("no issues");
        };
        before.iter().try_for_each(|issue| writeln!(f, "{issue}"))?;
        last.fmt(f)
    }
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
    /// use calendiff::{Kind, ValidateOptions};
    /// use serde_json::json;
    ///
    /// let report = Kind::Calendar.validate(json!({ "eventColor": "#039BE5" }), &ValidateOptions::default())?;
    /// assert!(report.ok);
    /// assert_eq!(report.value.to_value()["eventColor"], "#039be5");
    ///
    /// let report = Kind::Calendar.validate(json!({ "eventColor": "#abc" }), &ValidateOptions::default())?;
    /// assert_eq!(report.issues[0].code.name(), "color_short");
    /// assert_eq!(report.issues[0].path.pointer(), "/eventColor");
    /// assert_eq!(report.issues[0].fix.as_ref().unwrap().title, "Write #aabbcc");
    ///
    /// assert_eq!(Kind::Calendar.validate(json!("Kx2m"), &ValidateOptions::default()).unwrap_err().code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn validate(
        self,
        draft: impl Json,
        options: &ValidateOptions<'_>,
    ) -> Result<ValidationReport, Error> {
        let mut report = self.opened(draft, options, |draft, stored| {
            Ok(validate(draft, options.profile, stored, options.of))
        })?;
        options.judge(&mut report.issues);
        report.ok = report
            .issues
            .iter()
            .all(|issue| issue.severity != Severity::Error);
        Ok(report)
    }

    /// Finds all issues of a draft as [`validate`](Kind::validate) does, without its value in canonical form: for many
    /// records that are only counted.
    ///
    /// # Errors
    /// The errors of [`validate`](Kind::validate).
    ///
    /// ```
    /// use calendiff::{Kind, ValidateOptions};
    /// use serde_json::json;
    ///
    /// let issues = Kind::Calendar.issues(json!({ "eventColor": "#abc" }), &ValidateOptions::default())?;
    /// assert_eq!(issues[0].code.name(), "color_short");
    ///
    /// assert_eq!(Kind::Calendar.issues(json!("Kx2m"), &ValidateOptions::default()).unwrap_err().code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn issues(
        self,
        draft: impl Json,
        options: &ValidateOptions<'_>,
    ) -> Result<Vec<Issue>, Error> {
        let mut issues = self.opened(draft, options, |draft, stored| {
            Ok(issues_of(draft, options.profile, stored, options.of))
        })?;
        options.judge(&mut issues);
        Ok(issues)
    }

    /// Validates JSON text, and gives each issue its line and column.
    ///
    /// # Errors
    /// The errors of [`validate`](Kind::validate). If the text is not JSON: `json_syntax`, `json_conflict`,
    /// `json_duplicate`, `json_depth`, `json_size` (over 16 MiB), `json_overflow`, `json_integer`, `json_surrogate`,
    /// `json_bom`, `json_trailing`, each with its line and column.
    ///
    /// ```
    /// use calendiff::{Kind, ValidateOptions};
    ///
    /// let report = Kind::Calendar.validate_text("{\n  \"eventColor\": \"blue\"\n}", &ValidateOptions::default())?;
    /// let position = report.issues[0].position.unwrap();
    /// assert_eq!((position.line, position.column), (2, 17));
    ///
    /// let refused = Kind::Calendar.validate_text("{ \"name\": \"a\", \"name\": \"b\" }", &ValidateOptions::default());
    /// assert_eq!(refused.unwrap_err().code(), "json_duplicate");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn validate_text(
        self,
        text: &str,
        options: &ValidateOptions<'_>,
    ) -> Result<ValidationReport, Error> {
        let document = Document::parse(text)?;
        let mut report = self.validate(document.root(), options)?;
        Issue::locate_all(&mut report.issues, &document, &Path::new());
        Ok(report)
    }

    /// Opens a draft in its shape and the stored record, both as the options have them, and answers with them.
    pub(super) fn opened<T>(
        self,
        draft: impl Json,
        options: &ValidateOptions<'_>,
        answer: impl FnOnce(&Record<'_>, Option<&Record<'_>>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let stored = match options.stored {
            Some(stored) => Some(self.read_for_validation(stored.held().view())?),
            None => None,
        };
        let stored = stored
            .as_ref()
            .map(|stored| Record::within(self, stored.root()));
        let draft = draft.held();
        let draft = open::of_shape(self, draft.view(), options.of)?;
        answer(&draft, stored.as_ref())
    }

    /// Reads a stored record that a draft is validated beside.
    pub(crate) fn read_for_validation(self, stored: View<'_>) -> Result<Tree, Error> {
        Ok(read::regular(self, open::stored(self, stored)?.view))
    }
}

/// Answers [`Kind::validate`].
pub(crate) fn validate(
    draft: &Record<'_>,
    profile: Profile,
    stored: Option<&Record<'_>>,
    of: PayloadShape,
) -> ValidationReport {
    let (issues, sound) = looked_over(draft, profile, stored, of);
    let ok = issues.iter().all(|issue| issue.severity != Severity::Error);
    let is_canonical = normalize::is_canonical(draft, sound);
    let value = if is_canonical {
        Tree::copied(draft.given())
    } else {
        normalize::normalize(draft)
    };
    ValidationReport {
        kind: Some(draft.kind),
        ok,
        value,
        issues,
    }
}

/// Answers [`Kind::issues`].
pub(crate) fn issues_of(
    draft: &Record<'_>,
    profile: Profile,
    stored: Option<&Record<'_>>,
    of: PayloadShape,
) -> Vec<Issue> {
    looked_over(draft, profile, stored, of).0
}

/// Returns the issues of the draft of an update.
pub(crate) fn issues(
    draft: &Record<'_>,
    profile: Profile,
    stored: Option<&Record<'_>>,
) -> Vec<Issue> {
    looked_over(draft, profile, stored, PayloadShape::Update).0
}

/// Returns the errors of a body as the service finds them, beside the stored record as it is read. The body's values are
/// judged by themselves, and the rules across members by what the stored record has for members that the body omits, too:
/// a team depends on the type of the calendar. The service accepts the update if there is none.
pub(crate) fn errors_of_body(body: &Record<'_>, profile: Profile, stored: View<'_>) -> Vec<Issue> {
    let walk = || Walk::new(profile).only_errors();
    let (mut errors, _) = walked(walk(), body, None);
    let mut of_rules = walk();
    rules::check(body.kind, body.view, Some(stored), &mut of_rules);
    errors.append(&mut of_rules.in_order(body.view));
    let mut known = BTreeSet::new();
    errors.retain(|issue| known.insert((issue.code, issue.path.clone())));
    errors
}

/// Returns only the issues about members that a body omits.
pub(crate) fn omissions(body: &Record<'_>, profile: Profile, stored: &Record<'_>) -> Vec<Issue> {
    let mut walk = Walk::new(profile);
    rules::check_presence(body.kind, body.view, Some(stored.view), &mut walk);
    walk.in_order(body.view)
}

/// Returns the issues, and a bit for each row of the record whose member is known to be in canonical form.
pub(crate) fn looked_over(
    draft: &Record<'_>,
    profile: Profile,
    stored: Option<&Record<'_>>,
    of: PayloadShape,
) -> (Vec<Issue>, u64) {
    let walk = Walk::new(profile)
        .of(of)
        .beside_stored(stored.is_some() && of == PayloadShape::Update);
    let stored = stored
        .map(|stored| stored.view)
        .or((of == PayloadShape::Record).then_some(draft.view));
    walked(walk, draft, stored)
}

/// Walks a draft beside a stored record, and applies the rules. Returns what [`looked_over`] does.
fn walked<'a>(mut walk: Walk, draft: &Record<'a>, stored: Option<View<'a>>) -> (Vec<Issue>, u64) {
    draft.path().for_each(|name| walk.path.push(name));
    walk.depth = walk.path.segments().len();
    if let Some(envelope) = draft.envelope() {
        let alone = Op::Replace {
            path: String::new(),
            value: draft.view.to_value(),
        };
        let found = Found::new(Code::Enveloped).with("name", envelope);
        let fixed = found.fix(Sentence::new("unwrap"), vec![alone]);
        walk.report_at(Path::new().with(envelope), fixed);
    }
    walk.object(draft.table(), draft.view, stored);
    rules::check(draft.kind, draft.view, stored, &mut walk);
    let sound = walk.sound;
    (walk.in_order(draft.view), sound)
}
