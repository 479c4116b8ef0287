//! `calendiff edit`: wished values by key, for one stored record or for many.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use calendiff::json::{Document, View};
use calendiff::{
    Edit, EditOptions, Edited, Edits, Error, Issue, KeyPath, Kind, Sentence, Severity, WhenAbsent,
};
use clap::Args;
use serde_json::Value;

use crate::choices::{EditFormat, Many, ModeArgument, ProfileArgument, ResolveArgument};
use crate::failure::{Failure, NO_PLACE, Place};
use crate::input::Input;
use crate::run::{Planned, Run, Verdict};
use crate::show::{self, Paint};
use crate::source;
use crate::stream::{Form, Record, Task, each, once_standard_input};

#[derive(Args)]
pub(crate) struct EditArguments {
    /// The stored record, or with --ndjson the stored records
    stored: String,
    /// Edits, KEY = VALUE, separated by ; or line ends; may be repeated
    ///
    /// KEY is as changes have it: slotDuration, openHours/monday,friday, openHours/mon-fri,
    /// availabilities/2026-12-24..2026-12-26, teamMembers/u1/priority; ~1 stands for a slash. VALUE is JSON; closed, or
    /// 09:00-12:00, 13:00-17:00, or 9-17; as monday; absent; 45 mins; at least 2 days, at most 3 weeks. KEY? = VALUE is for
    /// the records that have the item, and where KEY = VALUE limits all edits to the records that have that value.
    #[arg(long, value_name = "EDITS")]
    set: Vec<String>,
    /// A file with edits, as text or as JSON; lines that begin with # are comments
    #[arg(long, value_name = "FILE")]
    edits: Option<String>,
    /// Do what was done to one record: the edits that lead from its stored version to the edited one
    ///
    /// A record that has neither the value before nor the edited one is a conflict. A member that EDITED leaves out stays.
    #[arg(long, num_args = 2, value_names = ["STORED", "EDITED"], conflicts_with_all = ["set", "edits"])]
    like: Option<Vec<String>>,
    /// Whose value counts in a conflict: ours is the wished one, theirs that of the record
    #[arg(long, value_enum)]
    resolve: Option<ResolveArgument>,
    #[arg(long, value_enum, default_value_t)]
    profile: ProfileArgument,
    #[arg(long, value_enum, default_value_t)]
    mode: ModeArgument,
    /// The form of the answers; body is what to send, with --ndjson a line { "id", "body" } for each record that has one
    #[arg(long, value_enum, default_value_t)]
    format: EditFormat,
    /// Make certain fixes of the records' own errors, too; without edits, these alone
    #[arg(long)]
    repair: bool,
    /// Print what would change, in how many records; answers go to --output alone
    #[arg(long, conflicts_with = "summary")]
    plan: bool,
    /// Print nothing; the exit status says whether all records can have what is wished
    #[arg(long, short, conflicts_with = "output")]
    pub(crate) quiet: bool,
    #[command(flatten)]
    many: Many,
}

/// The edits, read once for each kind of record. Those of one kind may fit no other.
type OfKinds = BTreeMap<&'static str, Result<Edits, Error>>;

/// If any record met the conditions of the edits, and if any did not, whichever thread answered it.
#[derive(Default)]
struct Conditions {
    met: AtomicBool,
    unmet: AtomicBool,
}

impl Conditions {
    fn note(&self, applies: bool) {
        let noted = if applies { &self.met } else { &self.unmet };
        noted.store(true, Ordering::Relaxed);
    }

    fn hold_nowhere(&self) -> bool {
        self.unmet.load(Ordering::Relaxed) && !self.met.load(Ordering::Relaxed)
    }
}

impl EditArguments {
    pub(crate) fn run(&self, run: &mut Run<'_>) -> Verdict {
        let edits = self.edits(run)?;
        let form = match self.format {
            EditFormat::Json => Form::LINES,
            EditFormat::Body => Form::BODIES,
            EditFormat::Text | EditFormat::Csv => Form::TEXT,
        };
        let task = Task::new(
            &["stored"],
            [Some(&*self.stored)],
            &self.many,
            self.format.into(),
            form,
        );
        let conditions = Conditions::default();
        let verdict = each(run, task.planned(self.plan), |run, record| {
            self.one(run, record, &edits, &conditions)
        });
        if conditions.hold_nowhere() && !run.quiet {
            show::say("calendiff: no record meets the conditions of the edits (where KEY = VALUE)");
        }
        verdict
    }

    fn one(
        &self,
        run: &mut Run<'_>,
        record: &Record,
        edits: &OfKinds,
        conditions: &Conditions,
    ) -> Verdict {
        let [stored] = record.all()?;
        let kind = run.kind(&[stored])?;
        let edits = match edits.get(kind.name()) {
            Some(Ok(edits)) => edits,
            Some(Err(error)) => return Err(error.clone().into()),
            None => {
                return Err(Failure::Usage(format!(
                    "the edits are not those of a {}",
                    kind.name()
                )));
            }
        };
        let edited = kind.edit(stored.root(), edits, self.options());
        self.count(run, edited.as_ref());
        let edited = stored.in_file(edited)?;
        conditions.note(edited.applies);
        self.find(run, edits, &edited);
        match self.format {
            _ if run.quiet => {}
            EditFormat::Json => run.answer(&edited),
            EditFormat::Body if run.of_stream && !is_sent(&edited) => {}
            EditFormat::Body if !edited.body.can_send && !self.is_as_wished(&edited) => {
                let message = "the service would refuse this body; `calendiff edit` without --format body shows why";
                return Err(Failure::Record(
                    stored.place().clone(),
                    "cannot_send",
                    message.to_owned(),
                ));
            }
            EditFormat::Body => run.body(kind, stored.place(), &edited.body.value)?,
            EditFormat::Text | EditFormat::Csv => {
                let place = stored.place().to_string();
                let title = run.of_stream.then_some(&*place);
                show::edited(run.out, run.paint, &edited, title, self.mode.into());
            }
        }
        Ok(u8::from(!edited.ok && !self.is_as_wished(&edited)))
    }

    /// Returns true if no value is to change, so that there is nothing to send. Repairs are to leave no errors.
    fn is_as_wished(&self, edited: &Edited) -> bool {
        is_unchanged(edited) && !(self.repair && has_earlier_errors(edited))
    }

    /// Counts a record by its outcome: changed, as wished, in conflict, with errors that it did not have, with errors that it
    /// had already, or without a place for a value. A record that is as wished may have errors, too.
    fn count(&self, run: &mut Run<'_>, edited: Result<&Edited, &Error>) {
        run.count("changed", one_if(edited, is_sent));
        run.count(
            "asWished",
            one_if(edited, |edited| edited.applies && self.is_as_wished(edited)),
        );
        if edited.is_ok_and(|edited| !edited.applies) {
            run.count("notMeant", 1);
        }
        run.count(
            "conflicts",
            one_if(edited, |edited| !edited.conflicts.is_empty()),
        );
        run.count("newErrors", one_if(edited, has_new_errors));
        run.count("earlierErrors", one_if(edited, has_earlier_errors));
        if edited.is_err_and(|error| error.code() == NO_PLACE) {
            run.count("noPlace", 1);
        }
    }

    /// Notes the findings of a record for a summary: for a plan those that are new, those about values that are not sent, and
    /// that there are earlier errors. A record that the conditions leave out has none.
    fn find(&self, run: &mut Run<'_>, edits: &Edits, edited: &Edited) {
        if !edited.applies {
            return;
        }
        run.found_code("conflict", Severity::Error, edited.conflicts.len());
        if !self.plan {
            return run.found(&edited.issues);
        }
        run.found(
            edited
                .issues
                .iter()
                .enumerate()
                .filter(|(at, issue)| is_told(edited, *at, issue))
                .map(|(_, issue)| issue),
        );
        run.found_code(
            "earlier_errors",
            Severity::Error,
            usize::from(has_earlier_errors(edited)),
        );
        if let Some(facts) = run.facts.as_mut() {
            // The words of a number contain its unit, which is a change too.
            let told = edited
                .changes
                .iter()
                .filter(|change| edited.ok && edited.words.contains(&change.words));
            let conflicts = edited
                .conflicts
                .iter()
                .map(|conflict| (&conflict.key, &conflict.words));
            let all = told
                .map(|change| (&change.key, &change.words))
                .chain(conflicts);
            let paint = run.paint;
            facts.changes.extend(all.map(|(key, words)| Planned {
                edit: edit_of(edits, key),
                words: without_position(paint, words).in_language(paint.language),
            }));
        }
    }

    fn options(&self) -> EditOptions {
        let options = EditOptions::default()
            .profile(self.profile.into())
            .mode(self.mode.into())
            .repair(self.repair);
        self.resolve
            .map_or(options, |resolve| options.resolve(resolve.into()))
    }

    /// Reads the edits that the command line names.
    fn edits(&self, run: &Run<'_>) -> Result<OfKinds, Failure> {
        if let Some([stored, edited]) = self.like.as_deref() {
            once_standard_input(&[stored, edited, &self.stored])?;
            let (stored, edited) = (Input::read_stored(stored)?, Input::read_stored(edited)?);
            let kind = run.kind(&[&stored, &edited])?;
            let edits = edited.in_file(Edits::between(
                kind,
                stored.record(kind)?,
                edited.root(),
                WhenAbsent::Keep,
            ))?;
            return Ok([(kind.name(), Ok(edits))].into());
        }
        let set = self.set.join("\n");
        let Some(file) = &self.edits else {
            return of_kinds(run, self.repair, |kind| Edits::parse(kind, &set));
        };
        once_standard_input(&[file, &self.stored])?;
        let place = Place::of_file(source::shown(file));
        let text = String::from_utf8(source::bytes(file)?);
        let text = text.map_err(|_| Failure::Usage(format!("{place}: the text is not UTF-8")))?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned();
        if text.trim_start().starts_with('[') {
            let list = Document::parse(text).map_err(|error| Failure::Content(place, error))?;
            return of_kinds(run, self.repair, |kind| {
                with_list(kind, list.root(), &Edits::parse(kind, &set)?)
            });
        }
        let all = text + "\n" + &set;
        of_kinds(run, self.repair, |kind| Edits::parse(kind, &all))
    }
}

/// Returns the edits of a list, and others beside them.
fn with_list(kind: Kind, list: View<'_>, others: &Edits) -> Result<Edits, Error> {
    let mut all = list.to_value();
    let others = serde_json::to_value(others).unwrap_or_default();
    if let (Value::Array(all), Value::Array(others)) = (&mut all, others) {
        all.extend(others);
    }
    Edits::read(kind, all)
}

/// Returns true if a plan reports an issue: a new one, and of a body one about what it leaves out.
fn is_told(edited: &Edited, at: usize, issue: &Issue) -> bool {
    edited.new_issues.binary_search(&at).is_ok() || issue.code.is_omission() && is_sent(edited)
}

/// Returns the text of the edit that asks for a change at a key, or the key itself if none does: of a repair, and of an
/// edit that names its item by another key.
fn edit_of(edits: &Edits, key: &KeyPath) -> String {
    let key = key.to_string();
    edits
        .iter()
        .find(|edit| leads_to(edit, &key) || shares_a_day(edit, &key))
        .map_or(key.clone(), |edit| with_unit(edits, edit))
}

/// Returns true if an edit and a change share a list and a day: an edit of `openHours/monday,friday` may be a change of
/// `openHours/friday` alone.
fn shares_a_day(edit: &Edit, key: &str) -> bool {
    let own = edit.key().to_string();
    let (Some((own_list, own_days)), Some((list, days))) =
        (own.rsplit_once('/'), key.rsplit_once('/'))
    else {
        return false;
    };
    own_list == list
        && own_days
            .split(',')
            .any(|own| days.split(',').any(|day| day == own))
}

/// Returns the text of an edit, and after a number the unit that another edit gives it: `slotDuration = 1 hours`.
fn with_unit(edits: &Edits, edit: &Edit) -> String {
    let member = edits.kind().table().member(&edit.key().to_string());
    let unit = member.and_then(|member| {
        let of_unit = |other: &&Edit| member.unit == Some(&*other.key().to_string());
        let text = edits.iter().find(of_unit)?.to_string();
        let (_, unit) = text.split_once(" = ")?;
        Some(unit.trim_matches('"').to_owned())
    });
    match unit {
        Some(unit) => format!("{edit} {unit}"),
        None => edit.to_string(),
    }
}

/// Returns words that name a team member by user alone, whose position differs from record to record.
fn without_position(paint: Paint<'_>, words: &Sentence) -> Sentence {
    let mut words = words.clone();
    words
        .params
        .values_mut()
        .for_each(|said| drop_position(paint, said));
    words
}

fn drop_position(paint: Paint<'_>, said: &mut Value) {
    if said["say"] == "member_user" {
        *said = paint
            .say("sum_member", [("user", said["user"].take())])
            .into();
        return;
    }
    match said {
        Value::Object(members) => members
            .values_mut()
            .for_each(|said| drop_position(paint, said)),
        Value::Array(items) => items.iter_mut().for_each(|said| drop_position(paint, said)),
        _ => {}
    }
}

/// Returns true if an edit is of the value at a key, or of one around it.
fn leads_to(edit: &Edit, key: &str) -> bool {
    let own = edit.key().to_string();
    key.strip_prefix(&own)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Returns 1 for a result with a property, and 0 for others.
fn one_if(edited: Result<&Edited, &Error>, does: impl Fn(&Edited) -> bool) -> usize {
    usize::from(edited.is_ok_and(does))
}

fn is_sent(edited: &Edited) -> bool {
    edited.ok && !edited.changes.is_empty()
}

fn is_unchanged(edited: &Edited) -> bool {
    edited.changes.is_empty() && edited.conflicts.is_empty()
}

/// Returns true if an edit is refused for errors that the record did not have.
fn has_new_errors(edited: &Edited) -> bool {
    is_refused(edited)
        && edited
            .new_issues
            .iter()
            .any(|at| edited.issues[*at].severity == Severity::Error)
}

/// Returns true if a record has errors that it had already, and no others. An edit of it is refused.
fn has_earlier_errors(edited: &Edited) -> bool {
    let has_errors = || {
        let mut issues = edited.issues.iter();
        issues.any(|issue| issue.severity == Severity::Error)
    };
    edited.applies
        && edited.conflicts.is_empty()
        && !has_new_errors(edited)
        && (is_refused(edited) || has_errors())
}

fn is_refused(edited: &Edited) -> bool {
    !edited.body.can_send && edited.conflicts.is_empty() && !edited.changes.is_empty()
}

/// Reads edits for each kind that is possible. Edits that fit none are refused before the first record, and so is a run
/// that asks for nothing, neither edits nor repairs.
fn of_kinds(
    run: &Run<'_>,
    repair: bool,
    read: impl Fn(Kind) -> Result<Edits, Error>,
) -> Result<OfKinds, Failure> {
    let kinds = run.kind.map_or(Kind::ALL.to_vec(), |kind| vec![kind]);
    let edits: OfKinds = kinds
        .iter()
        .map(|kind| (kind.name(), read(*kind)))
        .collect();
    let has_edits = edits.values().flatten().any(|edits| !edits.is_empty());
    let is_read = edits.values().any(Result::is_ok);
    if has_edits || (repair && is_read) {
        return Ok(edits);
    }
    if is_read {
        return Err(Failure::Usage(
            "no edits: add --set, --edits, --like or --repair".to_owned(),
        ));
    }
    // An error about the value comes from a kind that knows the key.
    let errors = edits.into_values().filter_map(Result::err);
    match errors.min_by_key(|error| error.code() == "edit_key") {
        Some(error) => Err(error.into()),
        None => Err(Failure::Usage(
            "no edits: add --set, --edits, --like or --repair".to_owned(),
        )),
    }
}
