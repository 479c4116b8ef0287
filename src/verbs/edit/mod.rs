//! Edits of stored records: wished values by key.

mod between;
mod edits;
mod items;
mod key;
mod put;
mod read;
mod settle;
mod text;
mod wish;

use serde::Serialize;

use crate::ground::error::Error;
use crate::ground::json::{CollectVec, Json, Tree, View};
use crate::knowledge::issue::{About, Issue, Profile, Severity};
use crate::knowledge::language::Sentence;
use crate::knowledge::schema::{Kind, PayloadShape};
use crate::record::KeyStep;
use crate::record::open::{self, Record};
use crate::verbs::body::{Body, BodyOptions, Mode, writable, writable_over};
use crate::verbs::diff::{self, Change, WhenAbsent};
use crate::verbs::fix;
use crate::verbs::gate;
use crate::verbs::merge::{Conflict, Resolution};
use crate::verbs::update::{Action, Update};
use crate::verbs::validate::{self, ValidateOptions};
use put::Put;

pub use edits::{Edit, Edits};

/// The options of [`Kind::edit`](crate::Kind::edit).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct EditOptions {
    /// The profile, which decides the findings that are errors.
    pub profile: Profile,
    /// The part of the record to send.
    pub mode: Mode,
    /// The value that counts if the record has neither the wished value nor the expected one: ours is the wish, theirs
    /// the record's value, base the expected one.
    pub resolve: Resolution,
    /// True if certain fixes of the record's own errors are made as well, except where an edit names the value.
    pub repair: bool,
}

impl EditOptions {
    /// Sets the profile, which decides the findings that are errors.
    #[must_use]
    pub fn profile(self, profile: Profile) -> Self {
        Self { profile, ..self }
    }

    /// Sets the part of the record to send.
    #[must_use]
    pub fn mode(self, mode: Mode) -> Self {
        Self { mode, ..self }
    }

    /// Sets the value that counts in a conflict.
    #[must_use]
    pub fn resolve(self, resolve: Resolution) -> Self {
        Self { resolve, ..self }
    }

    /// Sets whether certain fixes of the record's own errors are made as well.
    #[must_use]
    pub fn repair(self, repair: bool) -> Self {
        Self { repair, ..self }
    }
}

impl From<Profile> for EditOptions {
    fn from(profile: Profile) -> Self {
        Self {
            profile,
            ..Self::default()
        }
    }
}

/// The result of [`Kind::edit`](crate::Kind::edit). Serializes as
/// `{ ok, applies, changes, words, conflicts, issues, newIssues, draft, body }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Edited {
    /// True if there is no conflict, and the body can be sent. An error that the stored record has already, and that the body
    /// repeats, is one of the issues: the service refuses the body for it.
    pub ok: bool,
    /// True if the record has the values that the edits are limited to. If not, it stays as it is.
    pub applies: bool,
    /// The changes, in the order of the record. None if it is as wished, or a conflict is left.
    pub changes: Vec<Change>,
    /// The changes in plain words: the words of each, except for a unit that the words of its number contain.
    pub words: Vec<Sentence>,
    /// The values that are neither as wished nor as expected. Ours is the wish, theirs the record's value.
    pub conflicts: Vec<Conflict>,
    /// The issues of the draft.
    pub issues: Vec<Issue>,
    /// The indexes of the issues that the stored record does not have. None if no value changes.
    pub new_issues: Vec<usize>,
    /// The writable part of the record with the edits.
    pub draft: Tree,
    /// The body to send.
    pub body: Body,
}

impl Kind {
    /// Puts wished values into a stored record by key, and builds the body that makes them so.
    ///
    /// All edits are made or, where a conflict is left, none. What they do not name stays as it is: IDs, other dates,
    /// other days. A second run changes nothing. The record may be in its envelope. Time grows with the size of the
    /// record, n log n for arrays.
    ///
    /// # Errors
    /// `not_a_record`: the stored record is not a JSON object.
    /// `option`: the edits are those of another kind of record.
    /// `edit_missing`: the record has no place for a value, such as a team member whose priority is set.
    ///
    /// ```
    /// use calendiff::{Edits, Kind, Mode, EditOptions};
    /// use serde_json::json;
    ///
    /// let edits = Edits::parse(Kind::Calendar, "availabilities/2026-12-24 = closed; slotDuration = at least 45 mins")?;
    /// let stored = json!({ "id": "f06f", "slotDuration": 30, "slotDurationUnit": "mins" });
    /// let edited = Kind::Calendar.edit(&stored, &edits, EditOptions::default().mode(Mode::Changed))?;
    /// assert_eq!(edited.changes[0].words, "slot duration 45 mins, was 30 mins");
    /// let closed = json!([{ "date": "2026-12-24T00:00:00.000Z", "hours": [] }]);
    /// assert_eq!(edited.body.value, json!({ "slotDuration": 45, "availabilities": closed }));
    ///
    /// let again = Kind::Calendar.edit(&edited.draft, &edits, EditOptions::default())?;
    /// assert!(again.ok && again.changes.is_empty());
    ///
    /// let edits = Edits::parse(Kind::Calendar, "teamMembers/u1/priority = 1")?;
    /// let refused = Kind::Calendar.edit(&stored, &edits, EditOptions::default()).unwrap_err();
    /// assert_eq!(refused.code(), "edit_missing");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn edit(
        self,
        stored: impl Json,
        edits: &Edits,
        options: EditOptions,
    ) -> Result<Edited, Error> {
        edit(&open::stored(self, stored.held().view())?, edits, options)
    }
}

/// Answers [`Kind::edit`](crate::Kind::edit).
pub(crate) fn edit(
    stored: &Record<'_>,
    edits: &Edits,
    options: EditOptions,
) -> Result<Edited, Error> {
    let kind = stored.kind;
    if kind != edits.kind {
        return Err(Error::option(
            "edits",
            "edits of this kind of record",
            edits.kind.name(),
        ));
    }
    let (before, of_stored) = Update::read(kind, stored.view);
    let applies = settle::applies(edits, before.root());
    let repaired;
    let mut settled = if applies {
        settle::settle(edits, before.root(), options.resolve)?
    } else {
        settle::Settled::default()
    };
    // A record with a conflict stays as it is.
    if options.repair && applies && settled.conflicts.is_empty() {
        repaired = with_repairs(kind, before.root(), edits, &settled.puts, options.profile)?;
        if let Some(edits) = &repaired {
            let all = settle::settle(edits, before.root(), options.resolve)?;
            // Where an edit names an item by its other key, only `put` finds that a repair meets it. Then the repairs are left out.
            if put::put(kind, before.root(), &all.puts).is_ok() {
                settled = all;
            }
        }
    }
    // All of it or none: where a conflict is left, the record stays as it is.
    let puts = if settled.conflicts.is_empty() {
        settled.puts
    } else {
        Vec::new()
    };
    let after = put::put(kind, before.root(), &puts)?;
    let update = Update::whole(kind, before, after, of_stored);
    let [before, after] = [&update.stored, &update.after].map(Tree::root);
    let (changes, words) = if puts.is_empty() {
        (Vec::new(), Vec::new())
    } else {
        // Other members are as they were, so the comparison is of the edited ones only. A number comes with its unit, which
        // its words show.
        let [before, after] = edited_members(kind, [before, after], &puts);
        diff::whole_changes(kind, before.root(), after.root())
    };
    let part = update.writable_part();
    let deletes = part
        .decisions
        .iter()
        .any(|decision| decision.action == Action::Deleted);
    // A draft leaves out the dates that the body has as deleted.
    let draft = if deletes {
        writable_over(kind, after, before)
    } else {
        part.value.clone()
    };
    let judged = update.judged(
        part,
        BodyOptions {
            profile: options.profile,
            mode: options.mode,
        },
    );
    let stored = Record::within(kind, before);
    let mut issues = validate::issues(
        &Record::within(kind, draft.root()),
        options.profile,
        Some(&stored),
    );
    if options.mode == Mode::Changed {
        // The body omits more than the draft does.
        let body = Record::within(kind, judged.body.value.root());
        issues.retain(|issue| !issue.code.is_omission());
        issues.extend(validate::omissions(&body, options.profile, &stored));
    }
    let are_of_stored = issues.iter().all(|issue| issue.about == About::Stored);
    let found = issues.len();
    let issues = gate::issues_of_update(issues, &judged, &update, before, draft.root());
    // A draft that only repeats the stored record has no other issues.
    let new_issues = if puts.is_empty() || are_of_stored && issues.len() == found {
        Vec::new()
    } else {
        new_issues(&stored, &draft, &issues, options.profile)
    };
    let ok = settled.conflicts.is_empty() && judged.body.can_send;
    Ok(Edited {
        ok,
        applies,
        changes,
        words,
        conflicts: settled.conflicts,
        issues,
        new_issues,
        draft,
        body: judged.body,
    })
}

/// Returns the edits with those that make certain fixes of the record's own errors, or `None` if there are none. `puts` are the
/// values that the edits put. A fix of a value that an edit names is left out.
///
/// The fixes are those of the edited record: of Monday and Saturday 22:00–02:00 in one entry, Monday alone is split at midnight
/// where an edit sets Saturday, and Sunday gets no hours.
fn with_repairs(
    kind: Kind,
    stored: View<'_>,
    edits: &Edits,
    puts: &[Put<'_>],
    profile: Profile,
) -> Result<Option<Edits>, Error> {
    let edited = put::put(kind, stored, puts)?;
    let fixed = fix::fix_those(
        &Record::within(kind, edited.root()),
        &ValidateOptions::from(profile).of(PayloadShape::Record),
        None,
        &is_error,
    )?;
    let repairs = Edits::between(kind, edited.root(), &fixed.value, WhenAbsent::Keep)?;
    let mut all = edits.all.clone();
    for repair in repairs.all {
        // One by one, since only the repair that meets an edit is left out, and not all of them.
        all.push(repair);
        if Edits::of(kind, all.clone()).is_err() {
            all.pop();
        }
    }
    if all.len() == edits.all.len() {
        return Ok(None);
    }
    Ok(Some(Edits {
        conditions: edits.conditions.clone(),
        ..Edits::of(kind, all)?
    }))
}

fn is_error(issue: &Issue) -> bool {
    issue.severity == Severity::Error
}

/// Returns the members of two records that edits name, and their units.
fn edited_members(kind: Kind, [before, after]: [View<'_>; 2], puts: &[Put<'_>]) -> [Tree; 2] {
    let rows = puts.iter().filter_map(|put| match put.key.steps().first() {
        Some(KeyStep::Name(name)) => kind.table().member(name),
        _ => None,
    });
    let names = rows
        .flat_map(|row| std::iter::once(row.name).chain(row.unit))
        .collect_vec();
    [before, after].map(|record| diff::with_members(record, &|name| names.contains(&name)))
}

/// Returns the indexes of the issues that the stored record does not have. Issues are the same if they have one code at
/// one key.
fn new_issues(stored: &Record<'_>, draft: &Tree, issues: &[Issue], profile: Profile) -> Vec<usize> {
    if issues.is_empty() {
        return Vec::new();
    }
    let first = writable(stored.kind, stored.view);
    let before = validate::issues(
        &Record::within(stored.kind, first.root()),
        profile,
        Some(stored),
    );
    let before = sorted_by_key(stored.kind, &first, &before);
    let mut before = before.iter().map(|(key, _)| key).peekable();
    // Both are sorted, so each issue takes its own counterpart: of two like one before, the second is new.
    let mut new = Vec::new();
    for (key, at) in sorted_by_key(stored.kind, draft, issues) {
        // Passes issues of the stored record that the draft no longer has.
        while before.peek().is_some_and(|before| **before < key) {
            before.next();
        }
        if before.next_if(|before| **before == key).is_none() {
            new.push(at);
        }
    }
    new.sort_unstable();
    new.dedup();
    new
}

/// The code and the path by key of an issue: `email_at` at `/guests/ben/email`.
type IssueKey = (&'static str, String);

/// Returns the keys of issues in their order, each with the index of its issue. An issue in an entry of several days has as many.
fn sorted_by_key(kind: Kind, record: &Tree, issues: &[Issue]) -> Vec<(IssueKey, usize)> {
    let mut keyed = Vec::with_capacity(issues.len());
    for (at, issue) in issues.iter().enumerate() {
        for path in key::keyed_by_day(kind, record.root(), &issue.path) {
            keyed.push(((issue.code.name(), path), at));
        }
    }
    keyed.sort();
    keyed
}
