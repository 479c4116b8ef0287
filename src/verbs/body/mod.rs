//! The body to send: the members that the update takes, with each decision and its reason.

mod wire;
mod writable;

use serde::{Deserialize, Serialize};

use crate::ground::error::Error;
use crate::ground::json::{ByName, Each, Json, Path, Tree, View};
use crate::ground::names::names;
use crate::knowledge::issue::{Code, Issue, Profile, Severity};
use crate::knowledge::language::{Sentence, params};
use crate::knowledge::schema::{Kind, Member};
use crate::knowledge::words;
use crate::record::open::{self, Record};
use crate::record::same;
use crate::verbs::update::{Action, Decision, Update};
use crate::verbs::validate::{self, said};

pub(crate) use wire::Origins;
use writable::Writable;
pub(crate) use writable::{writable, writable_over};

/// The part of the record to send.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Mode {
    /// Every writable member of the stored record with the draft's on top: an omitted member that has a default may
    /// fall back to it (observed).
    #[default]
    Full,
    /// Only the members that differ from the stored record, and those that the service requires beside them. A decision
    /// tells each member that may fall back to its default.
    Changed,
}

names!(Mode, "mode", "full or changed", { Full = "full", Changed = "changed" });

/// The options of [`Kind::body`](crate::Kind::body).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BodyOptions {
    /// The profile, which decides what the service accepts.
    pub profile: Profile,
    /// The part of the record to send.
    pub mode: Mode,
}

impl BodyOptions {
    /// Sets the profile, which decides what the service accepts.
    #[must_use]
    pub fn profile(self, profile: Profile) -> Self {
        Self { profile, ..self }
    }

    /// Sets the part of the record to send.
    #[must_use]
    pub fn mode(self, mode: Mode) -> Self {
        Self { mode, ..self }
    }
}

impl From<Mode> for BodyOptions {
    fn from(mode: Mode) -> Self {
        Self {
            mode,
            ..Self::default()
        }
    }
}

impl From<Profile> for BodyOptions {
    fn from(profile: Profile) -> Self {
        Self {
            profile,
            ..Self::default()
        }
    }
}

/// The body to send, whether it may be sent, and the decisions about it. Serializes as `{ value, canSend, decisions }`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Body {
    /// The body of the PUT.
    pub value: Tree,
    /// True if the body may be sent: the [sandbox](crate::Sandbox) of the same profile accepts it for the stored record.
    /// What only the service can know, such as a slug that is taken, is not considered.
    pub can_send: bool,
    /// The members that were stripped, renamed, left out, kept or deleted, each with its reason.
    pub decisions: Vec<Decision>,
}

/// A body and what is wrong with it.
pub(crate) struct JudgedBody {
    pub(crate) body: Body,
    /// The errors for which the service refuses the body, at their places in it.
    pub(crate) errors: Vec<Issue>,
    /// The places in the record after the update of items that are elsewhere in the body.
    pub(crate) origins: Origins,
}

/// The part of the record that an update carries, with the decisions about it.
pub(crate) struct WritablePart {
    pub(crate) value: Tree,
    pub(crate) decisions: Vec<Decision>,
}

impl Kind {
    /// Builds the body of the update: the stored record's writable members with the draft's on top, or only those that
    /// differ. A list of the draft replaces the whole stored list, as in [`diff`](Kind::diff).
    ///
    /// Leaves out response-only members at any depth, members of the stored record that the tables do not know, and
    /// stored `openHours: {}` and empty arrays, which would detach a schedule or be refused. Renames misspelled aliases
    /// such as `appointmentPerSlot`. Sends a special date that the draft's list leaves out as deleted, if its id is
    /// known. Sends the draft in canonical form. Lists each decision.
    ///
    /// # Errors
    /// `not_a_record`: one of the two is not a JSON object.
    ///
    /// ```
    /// use calendiff::{Kind, Mode};
    /// use serde_json::json;
    ///
    /// let stored = json!({ "id": "f06f", "name": "Consultation", "slotDuration": 60 });
    /// let draft = json!({ "name": "First visit" });
    /// let full = Kind::Calendar.body(&stored, &draft, Mode::Full)?;
    /// assert_eq!(full.value, json!({ "name": "First visit", "slotDuration": 60 }));
    /// let changed = Kind::Calendar.body(&stored, &draft, Mode::Changed)?;
    /// assert_eq!(changed.value, json!({ "name": "First visit" }));
    ///
    /// assert_eq!(Kind::Calendar.body(json!(1), &draft, Mode::Full).unwrap_err().code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn body(
        self,
        stored: impl Json,
        draft: impl Json,
        options: impl Into<BodyOptions>,
    ) -> Result<Body, Error> {
        let (stored, draft) = (stored.held(), draft.held());
        Ok(body(
            &open::stored(self, stored.view())?,
            &open::record(self, draft.view())?,
            options.into(),
        ))
    }
}

/// Answers [`Kind::body`](crate::Kind::body).
pub(crate) fn body(stored: &Record<'_>, draft: &Record<'_>, options: BodyOptions) -> Body {
    Update::of(stored.kind, stored.view, draft.view)
        .judged_body(options)
        .body
}

impl Update {
    /// Returns the body of the update, and its errors.
    pub(crate) fn judged_body(&self, options: BodyOptions) -> JudgedBody {
        self.judged(self.writable_part(), options)
    }

    /// Returns the body that the writable part makes, and its errors.
    pub(crate) fn judged(&self, part: WritablePart, options: BodyOptions) -> JudgedBody {
        let part = match options.mode {
            Mode::Full => self.with_all_decisions(part),
            Mode::Changed => self.narrowed(&part),
        };
        // The shape comes last, so that the parts before compare values in the shape of records. The errors are those of the
        // body as it is sent.
        let (WritablePart { value, decisions }, origins) = self.wire_shape(part);
        let errors = self.errors_of_body(&value, options.profile);
        JudgedBody {
            body: Body {
                value,
                can_send: errors.is_empty(),
                decisions,
            },
            errors,
            origins,
        }
    }

    /// Returns the errors for which the service refuses a body.
    fn errors_of_body(&self, body: &Tree, profile: Profile) -> Vec<Issue> {
        match open::record(self.kind, body.root()) {
            Ok(record) => validate::errors_of_body(&record, profile, self.stored.root()),
            Err(error) => {
                let params = params(&[("text", error.to_string().as_str())]);
                vec![Issue::new(
                    Code::ServiceSays,
                    Severity::Error,
                    Path::new(),
                    params,
                )]
            }
        }
    }

    /// Returns the writable part of the record after the update, and the decisions about its values.
    pub(crate) fn writable_part(&self) -> WritablePart {
        let (value, decisions) = Writable::body(
            self.kind.table(),
            self.after.root(),
            self.stored.root(),
            self.draft.root(),
        );
        WritablePart { value, decisions }
    }

    fn wire_shape(&self, mut part: WritablePart) -> (WritablePart, Origins) {
        let Some(wire) = wire::wire_shape(self.kind, part.value.root(), self.stored.root()) else {
            return (part, Origins::default());
        };
        part.decisions.extend(wire.decisions);
        (
            WritablePart {
                value: wire.body,
                decisions: part.decisions,
            },
            wire.origins,
        )
    }

    /// Adds the decisions about names.
    fn with_all_decisions(&self, whole: WritablePart) -> WritablePart {
        WritablePart {
            decisions: [&*self.of_stored, &*self.of_draft, &*whole.decisions].concat(),
            ..whole
        }
    }

    /// Returns the members of the whole body that differ from the stored record, and those that the service requires
    /// beside them.
    fn narrowed(&self, whole: &WritablePart) -> WritablePart {
        let record = self.kind.table();
        let WritablePart {
            value: whole,
            decisions: decided,
        } = whole;
        // The changed body of an unedited record is empty, whatever the update does not carry of the record.
        let untouched = writable(self.kind, self.stored.root());
        // A member is new only if it differs from both: the writable part may have dropped something of the stored value, and
        // a draft may repeat either.
        let known = [untouched.root(), self.stored.root()].map(|record| ByName::of(Some(record)));
        let mut members = Vec::new();
        let mut needed = Vec::new();
        for (name, value) in whole.root().each_member() {
            let ty = record.type_of(name);
            let mut before = known.iter().filter_map(|record| record.get(name));
            let is_new = !before.any(|before| same(ty, before, value));
            members.push((name, value, is_new));
            if is_new && let Some(row) = record.member(name) {
                // `formSubmitType: RedirectURL` needs `formSubmitRedirectURL` beside it, and a new unit needs its number.
                needed.extend(needs(row, value));
                // In a new unit the number is another amount, which the service may reset where it is left out.
                if row.unit.is_none()
                    && let Some(number) = record.other_half(row)
                {
                    needed.push(number.name);
                }
            }
        }
        let mut value = Tree::of_names(whole.names());
        let mut fall_back = Vec::new();
        let mut body = value.object();
        for (name, value, is_new) in &members {
            if *is_new || needed.contains(name) {
                body.copy(Some(name), *value);
            } else {
                fall_back.extend(record.member(name).and_then(|row| falls_back(row, *value)));
            }
        }
        drop(body);
        let drafted = ByName::of(Some(self.draft.root()));
        // A draft that omits a member asked for nothing, so decisions about it are left out. A rename is made for the stored
        // record too.
        let mut decisions = Vec::new();
        for decision in self.of_draft.iter().chain(decided) {
            let name = decision.path.first_name();
            if decision.action == Action::Renamed
                || name.is_some_and(|name| drafted.find(name).is_some())
            {
                decisions.push(decision.clone());
            }
        }
        decisions.append(&mut fall_back);
        WritablePart { value, decisions }
    }
}

/// Returns the decision about a member that a body leaves out, if its value may fall back to another one.
fn falls_back(row: &Member, value: View<'_>) -> Option<Decision> {
    // A setting that has the value of its default cannot fall back to another one.
    let default = Tree::of(&row.default_value()?);
    if same(&row.ty, value, default.root()) {
        return None;
    }
    let reason =
        Sentence::new("falls_back").with("after", words::value(Some(row), None, default.root()));
    Some(Decision::new(
        Action::LeftOut,
        Path::new().with(row.name),
        reason,
    ))
}

/// Returns the member that must be sent beside a value, or beside a misspelled one that surely means it.
fn needs(row: &Member, value: View<'_>) -> Option<&'static str> {
    let said = said(row, value)?;
    row.known.iter().find(|known| known.value == said)?.needs
}
