//! The loop: read, edit, send, save, verify, with the sandbox as the service.

use calendiff::json::{Document, Json, Path, to_string};
use calendiff::{
    ChangeKind, Code, Conflict, Kind, Mode, Profile, RecordForm, RequestOptions, Sandbox,
    SandboxReply, SandboxRequest, WhenAbsent,
    schema::{Access, Member},
};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::diffs::{has_both, writable};
use super::forms::{self, Deed, Session};
use super::{Held, Laws, NONE, laws, of};

laws! { sessions of Session = of(forms::session);
    l1_what_was_saved_is_no_change_and_undo_goes_on,
    l1_an_edit_made_while_a_save_is_under_way_stays,
    l2_verify_says_what_the_update_did,
    l2_verify_names_what_was_dropped,
    l3_the_outcome_is_what_the_sandbox_holds,
    l4_a_refusal_is_answered_by_its_fixes,
    l5_of_two_who_save_in_turn_neither_loses_an_edit_unseen,
    l6_an_answer_serves_enveloped_or_bare,
}

/// The sandbox, and the one record that it holds.
#[derive(Clone)]
pub(super) struct Service {
    kind: Kind,
    profile: Profile,
    state: Value,
}

impl Service {
    pub(super) fn new(kind: Kind, profile: Profile, record: &Value) -> Self {
        Self {
            kind,
            profile,
            state: json!({ folder(kind): { "a": record } }),
        }
    }

    pub(super) fn record(&self) -> &Value {
        &self.state[folder(self.kind)]["a"]
    }

    pub(super) fn send(&mut self, body: impl Json) -> Result<SandboxReply, calendiff::Error> {
        let to = RequestOptions::new("http://sandbox", "a", "any");
        let request = self.kind.request(body, &to)?;
        let (state, reply) =
            Sandbox::from(self.profile).answer(self.state.clone(), &SandboxRequest::from(&request));
        self.state = state;
        Ok(reply)
    }
}

fn folder(kind: Kind) -> &'static str {
    calendiff::Api::Specification.folder(kind)
}

fn value(text: &str) -> Result<Value, calendiff::Error> {
    Ok(Document::parse(text)?.root().to_value())
}

/// A form after the edits of a session, without those that are about another record.
fn edited(form: &mut RecordForm, deeds: &[Deed], others: &[Value; 2]) {
    let edits = deeds
        .iter()
        .filter(|deed| !matches!(deed, Deed::Rebase(_) | Deed::Judge(_) | Deed::ClearHistory));
    for deed in edits {
        if let Some(call) = forms::call(form, deed, others) {
            forms::act(form, &call);
        }
    }
}

/// The form, and the service, where what the form would send is sound.
fn ready(kind: Kind, session: &Session) -> Result<Option<(RecordForm, Service)>, TestCaseError> {
    let service = Service::new(kind, session.profile, &session.stored);
    let mut form = kind.form(&session.stored, session.profile)?;
    edited(&mut form, &session.deeds, &session.others);
    if !form.is_ok() || !is_known(&form)? {
        return Ok(None);
    }
    for mode in [Mode::Full, Mode::Changed] {
        let Ok(sent) = form.body(mode).map(|body| body.value.to_value()) else {
            return Ok(None);
        };
        let reply = service.clone().send(&sent)?;
        prop_assert_eq!(
            reply.status,
            200,
            "{} over {}: {}",
            sent,
            session.stored,
            reply.body
        );
        if [sent, value(&reply.body)?]
            .iter()
            .any(|record| kind.read(record).is_err())
        {
            return Ok(None);
        }
    }
    Ok(Some((form, service)))
}

/// Returns true if a draft has all members that it needs, no unknown one, and no user or date twice. An unknown member is left
/// out of a draft that others saved, and a single unknown object reads as a record in a wrong envelope. Hours that lack a
/// member are unreadable. Of a user or a date that is there twice, a body completes both by position.
fn is_known(form: &RecordForm) -> Result<bool, calendiff::Error> {
    if form.kind().read(form.draft()).is_err() {
        return Ok(false);
    }
    let report = form
        .kind()
        .validate(form.draft(), &Profile::Service.into())?;
    let is_unsure = |code| {
        matches!(
            code,
            Code::UnknownMember | Code::MissingMember | Code::UserDuplicate | Code::DateDuplicate
        )
    };
    Ok(!report.issues.iter().any(|issue| is_unsure(issue.code)))
}

/// Whether a date is marked as deleted.
fn deletes(sent: &Value) -> bool {
    sent["availabilities"].as_array().is_some_and(|dates| {
        dates
            .iter()
            .any(|date| [json!(true), json!("true")].contains(&date["deleted"]))
    })
}

/// The whole record that a form stands for.
fn record(form: &RecordForm) -> Result<Value, calendiff::Error> {
    Ok(form
        .kind()
        .outcome(form.stored(), form.draft(), Profile::Specification)?
        .to_value())
}

fn words(form: &RecordForm) -> Vec<String> {
    form.changes()
        .map(|change| change.words.to_string())
        .collect()
}

/// The same, but for what the draft leaves out.
fn drafted(form: &RecordForm) -> Result<Value, calendiff::Error> {
    Ok(form
        .kind()
        .outcome(json!({}), form.draft(), Profile::Specification)?
        .to_value())
}

/// Returns a draft without the members that are null or a blank text in it and not set in the record. They ask for nothing,
/// so that a service may fill them in.
fn without_unset(kind: Kind, record: &Value, mut draft: Value) -> Result<Value, calendiff::Error> {
    let record = kind.read(record)?.value;
    if let Some(members) = draft.as_object_mut() {
        members.retain(|name, value| {
            let is_blank = value.as_str().is_some_and(|text| text.trim().is_empty());
            let is_unset = value.is_null() || is_blank;
            !is_unset || record.get(name).is_some()
        });
    }
    Ok(draft)
}

/// Returns the changes from one record to another in words; members that the second one leaves out stay. A single unknown
/// object reads as a record in a wrong envelope and has no changes.
fn differs(kind: Kind, from: &Value, to: &Value) -> Result<Vec<String>, calendiff::Error> {
    if kind.read(from).is_err() || kind.read(to).is_err() {
        return Ok(Vec::new());
    }
    Ok(kind
        .diff(from, to, WhenAbsent::Keep)?
        .words
        .iter()
        .map(ToString::to_string)
        .collect())
}

/// Returns true if the draft names a meeting place by its ID. What it leaves out of that place stays as it is stored.
fn names_places(form: &RecordForm) -> bool {
    to_string(&form.draft().to_value()).contains("\"meetingId\"")
}

/// Returns true if the draft changes the ID of a meeting place, which no update can.
fn changes_place_ids(form: &RecordForm) -> bool {
    form.changes()
        .any(|change| change.path.pointer().ends_with("/meetingId"))
}

/// Returns true if the draft has a misspelled member. If the right one is there too, the stored record decides which of
/// the two counts.
fn has_misspelled(form: &RecordForm) -> Result<bool, calendiff::Error> {
    let report = form
        .kind()
        .validate(form.draft(), &Profile::Service.into())?;
    Ok(report
        .issues
        .iter()
        .any(|issue| issue.code == Code::MisspelledMember))
}

/// Returns true if someone put a member into the draft that only responses have. A save takes it out, and with it the steps
/// that edit it.
fn has_of_responses(form: &RecordForm) -> bool {
    let is_of_responses = |row: &&Member| row.access == Access::ResponseOnly;
    form.kind()
        .table()
        .members
        .iter()
        .filter(is_of_responses)
        .any(|row| form.draft().get(row.name).is_some())
}

/// The drafts that steps lead to, one after the other. None if one of them has items that are known by their position
/// alone, since these take over the stored values at theirs, or does not say all that it means.
fn led_to(
    mut form: RecordForm,
    step: fn(&mut RecordForm) -> bool,
) -> Result<Option<Vec<Value>>, calendiff::Error> {
    let mut all = Vec::new();
    loop {
        let diff = form
            .kind()
            .diff(form.stored(), form.draft(), WhenAbsent::Keep)?;
        let is_by_position = diff.issues.iter().any(|note| note.code == Code::ByPosition);
        if is_by_position
            || names_places(&form)
            || has_misspelled(&form)?
            || has_of_responses(&form)
        {
            return Ok(None);
        }
        if !step(&mut form) {
            return Ok(Some(all));
        }
        // A draft of a single unknown object is taken for a record in an unknown envelope.
        let Ok(draft) = drafted(&form) else {
            return Ok(None);
        };
        all.push(draft);
    }
}

fn undo(form: &mut RecordForm) -> bool {
    form.undo().is_some()
}

fn redo(form: &mut RecordForm) -> bool {
    form.redo().is_some()
}

fn l1_what_was_saved_is_no_change_and_undo_goes_on(kind: Kind, session: &Session) -> Held {
    // If the record has a member under two names, an update clears the one, and the other counts again.
    if has_both(kind.table(), &session.stored) {
        return Ok(());
    }
    let Some((form, service)) = ready(kind, session)? else {
        return Ok(());
    };
    if changes_place_ids(&form) {
        return Ok(());
    }
    let steps = [
        (
            undo as fn(&mut RecordForm) -> bool,
            led_to(form.clone(), undo)?,
        ),
        (redo, led_to(form.clone(), redo)?),
    ];
    for mode in [Mode::Full, Mode::Changed] {
        let (mut form, mut service) = (form.clone(), service.clone());
        let sent = form.body(mode)?.value;
        let reply = service.send(&sent)?;
        prop_assert_eq!(reply.status, 200, "{} {}", reply.body, sent);
        let saved = form.saved(value(&reply.body)?)?;
        prop_assert_eq!(saved.conflicts, vec![], "{}", reply.body);
        prop_assert_eq!(form.conflicts(), []);
        prop_assert_eq!(
            saved.verified.not_applied,
            vec![],
            "{} {}",
            sent,
            reply.body
        );
        // What was stored as no update may carry it is a change from the start.
        let fresh = kind.form(value(&reply.body)?, session.profile)?;
        let from_the_start = words(&fresh);
        prop_assert!(
            words(&form).iter().all(|own| from_the_start.contains(own)),
            "{:?} {}",
            words(&form),
            reply.body
        );
        prop_assert_eq!(form.is_dirty(&Path::new()), !words(&form).is_empty());
        prop_assert_eq!(form.undo_is_of_saved(), form.can_undo());
        // Where an update resets what it leaves out, the records from before are of another service. A date that is marked as
        // deleted is gone after the save, and with it the steps in its list.
        let resets = mode == Mode::Changed && session.profile == Profile::Service;
        let sent = sent.to_value();
        if resets || deletes(&session.stored) || deletes(&sent) {
            continue;
        }
        for (step, records) in &steps {
            let Some(records) = records else { continue };
            let mut records = records.iter();
            let mut form = form.clone();
            while step(&mut form) {
                let now = record(&form)?;
                let (mut is_there, mut differences) = (false, Vec::new());
                // A step that was void is none.
                while !is_there && let Some(then) = records.next() {
                    let then = without_unset(kind, &session.stored, then.clone())?;
                    let words = differs(kind, &now, &then)?;
                    is_there = words.is_empty();
                    differences.push(words);
                }
                prop_assert!(is_there, "{:?} after {}", differences, sent);
            }
        }
    }
    Ok(())
}

fn l1_an_edit_made_while_a_save_is_under_way_stays(kind: Kind, session: &Session) -> Held {
    let Some((mut form, mut service)) = ready(kind, session)? else {
        return Ok(());
    };
    let sent = form.body(Mode::Full)?.value;
    if deletes(&sent.to_value()) {
        return Ok(());
    }
    let reply = service.send(&sent)?;
    edited(&mut form, &session.deeds, &session.others);
    if !form.is_ok() || !is_known(&form)? {
        return Ok(());
    }
    let meant = without_unset(kind, &session.stored, drafted(&form)?)?;
    if names_places(&form) || has_misspelled(&form)? {
        return Ok(());
    }
    let saved = form.saved_as(&sent, value(&reply.body)?)?;
    prop_assert_eq!(saved.conflicts, vec![], "{} {}", sent, meant);
    prop_assert_eq!(
        differs(kind, &record(&form)?, &meant)?,
        NONE,
        "{} {}",
        sent,
        reply.body
    );
    Ok(())
}

fn l2_verify_says_what_the_update_did(kind: Kind, session: &Session) -> Held {
    let Some((form, service)) = ready(kind, session)? else {
        return Ok(());
    };
    // If the record has a member under two names, an update clears one, and the other counts again.
    if has_both(kind.table(), &session.stored) {
        return Ok(());
    }
    for mode in [Mode::Full, Mode::Changed] {
        let (stored, sent) = (service.record(), form.body(mode)?.value);
        let mut service = service.clone();
        let reply = value(&service.send(&sent)?.body)?;
        let verified = kind.verify(stored, &sent, &reply)?;
        prop_assert_eq!(&verified.not_applied, &vec![], "{} {}", sent, reply);
        let stored = kind.read(stored)?.value.to_value();
        // Under the profile service, what the body leaves out and is stored falls back.
        let reset: Vec<&str> = match session.profile {
            Profile::Service => {
                let rows = kind
                    .table()
                    .members
                    .iter()
                    .filter(|row| row.access == Access::Both);
                let falls_back = rows.filter(|row| {
                    let alone = |value: &Value| json!({ row.name: value });
                    let other = stored
                        .get(row.name)
                        .zip(row.default.and_then(|text| value(text).ok()));
                    sent.get(row.name).is_none()
                        && other.is_some_and(|(own, default)| {
                            kind.diff(alone(own), alone(&default), WhenAbsent::Keep)
                                .is_ok_and(|diff| !diff.changes.is_empty())
                        })
                });
                falls_back.map(|row| row.name).collect()
            }
            _ => Vec::new(),
        };
        let mut unexpected: Vec<String> = verified
            .unexpected
            .iter()
            .map(|change| change.path.pointer()[1..].to_owned())
            .collect();
        unexpected.sort_by_key(|name| kind.table().find(name));
        prop_assert_eq!(
            unexpected,
            reset,
            "{:?} {} {}",
            verified.unexpected,
            sent,
            reply
        );
        prop_assert_eq!(verified.ok, verified.unexpected.is_empty());
        for change in &verified.filled_in {
            prop_assert_eq!(change.kind, ChangeKind::Add, "{:?}", change);
        }
    }
    Ok(())
}

/// Where the service drops one of the members that were sent, that one is named, and nothing else.
fn l2_verify_names_what_was_dropped(kind: Kind, session: &Session) -> Held {
    let Some((form, mut service)) = ready(kind, session)? else {
        return Ok(());
    };
    let (stored, sent) = (
        kind.read(service.record())?.value.to_value(),
        form.body(Mode::Full)?.value,
    );
    let held = kind
        .read(value(&service.send(&sent)?.body)?)?
        .value
        .to_value();
    let changed = kind.verify(&stored, &sent, &held)?;
    for change in &changed.applied {
        let Some(name) = change
            .path
            .pointer()
            .get(1..)
            .and_then(|path| path.split('/').next().map(str::to_owned))
        else {
            continue;
        };
        let Some(was) = stored
            .get(&name)
            .filter(|was| was.is_string() || was.is_number() || was.is_boolean())
        else {
            continue;
        };
        let mut after = held.clone();
        after[&name] = was.clone();
        let verified = kind.verify(&stored, &sent, &after)?;
        let missed: Vec<String> = verified
            .not_applied
            .iter()
            .map(|missed| missed.path.pointer())
            .collect();
        prop_assert_eq!(missed, [format!("/{name}")], "{} {}", sent, after);
        // The other half of an amount is not applied by itself.
        let is_half = |change: &&calendiff::Change| {
            let other = change.path.pointer();
            let has_unit = |number: &str, unit: &str| {
                kind.table()
                    .member(number)
                    .is_some_and(|row| row.unit == Some(unit))
            };
            has_unit(&name, &other[1..]) || has_unit(&other[1..], &name)
        };
        let halves = changed
            .applied
            .iter()
            .filter(|change| is_half(change))
            .count();
        prop_assert_eq!(verified.applied.len() + 1 + halves, changed.applied.len());
        prop_assert_eq!(&verified.unexpected, &changed.unexpected);
    }
    Ok(())
}

fn l3_the_outcome_is_what_the_sandbox_holds(kind: Kind, session: &Session) -> Held {
    let Some((form, service)) = ready(kind, session)? else {
        return Ok(());
    };
    for mode in [Mode::Full, Mode::Changed] {
        let sent = form.body(mode)?.value;
        let outcome = kind.outcome(service.record(), &sent, session.profile)?;
        let mut service = service.clone();
        prop_assert_eq!(service.send(&sent)?.status, 200);
        let mut held = service.record().clone();
        for date in held
            .get_mut("availabilities")
            .and_then(Value::as_array_mut)
            .into_iter()
            .flatten()
        {
            let is_new = |id: &Value| id.as_str().is_some_and(|id| id.starts_with("sandbox-"));
            if let Some(date) = date
                .as_object_mut()
                .filter(|date| date.get("id").is_some_and(is_new))
            {
                date.shift_remove("id");
            }
        }
        prop_assert_eq!(to_string(&held), to_string(&outcome), "{}", sent);
    }
    Ok(())
}

fn l4_a_refusal_is_answered_by_its_fixes(kind: Kind, session: &Session) -> Held {
    let mut service = Service::new(kind, session.profile, &session.stored);
    let mut form = kind.form(&session.stored, session.profile)?;
    edited(&mut form, &session.deeds, &session.others);
    if form.is_ok() {
        return Ok(());
    }
    let sent = form.body(Mode::Full)?.value;
    let reply = service.send(&sent)?;
    prop_assert_ne!(reply.status, 200, "{}", sent);
    let Err(refusal) = kind
        .response(reply.status, Some(reply.content_type), &reply.body)
        .result
    else {
        return Err(TestCaseError::fail("a refusal is read as a record"));
    };
    form.refused(&refusal);
    for issue in form
        .issues()
        .filter(|issue| !issue.path.segments().is_empty())
    {
        // A text about a member that is not there is at the object around it.
        let mut around = issue.path.clone();
        around.pop();
        let is_there = form.get(&issue.path).is_some() || form.get(&around).is_some();
        // The record and the body have the members that the draft leaves out.
        let [stored, body] = [form.stored().to_value(), sent.to_value()];
        let is_in = |record: &Value| {
            [&issue.path, &around]
                .iter()
                .any(|path| record.pointer(&path.pointer()).is_some())
        };
        prop_assert!(
            is_there || is_in(&stored) || is_in(&body),
            "{} in {}",
            issue.path,
            sent
        );
    }
    form.fix_all();
    if form.is_ok() {
        let reply = service.send(&form.body(Mode::Full)?.value)?;
        prop_assert_eq!(reply.status, 200, "{}", reply.body);
        let after = value(&reply.body)?;
        // A single unknown object reads as a record in a wrong envelope.
        if kind.read(&after).is_err() {
            return Ok(());
        }
        form.saved(after)?;
        prop_assert_eq!(form.conflicts(), []);
    }
    Ok(())
}

/// Returns true if any text or name contains a bracket of JSON.
fn holds_brackets(value: &Value) -> bool {
    let is_written = |text: &str| text.contains(['{', '[']);
    match value {
        Value::String(text) => is_written(text),
        Value::Array(items) => items.iter().any(holds_brackets),
        Value::Object(members) => members
            .iter()
            .any(|(name, value)| is_written(name) || holds_brackets(value)),
        _ => false,
    }
}

fn l5_of_two_who_save_in_turn_neither_loses_an_edit_unseen(kind: Kind, session: &Session) -> Held {
    let Some((mut ours, mut service)) = ready(kind, session)? else {
        return Ok(());
    };
    if deletes(&session.stored) {
        return Ok(());
    }
    let mut theirs = kind.form(&session.stored, session.profile)?;
    let theirs_deeds: Vec<Deed> = session.deeds.iter().rev().cloned().collect();
    let swapped = [session.others[1].clone(), session.others[0].clone()];
    edited(&mut theirs, &theirs_deeds, &swapped);
    if !theirs.is_ok() || !is_known(&theirs)? {
        return Ok(());
    }
    let (mine, other) = (record(&ours)?, record(&theirs)?);
    // The service knows no aliases, so that a draft with both names asks for two things.
    if [&mine, &other]
        .iter()
        .any(|record| has_both(kind.table(), record))
    {
        return Ok(());
    }
    let base = kind.outcome(&session.stored, json!({}), Profile::Specification)?;

    let reply = service.send(&ours.body(Mode::Full)?.value)?;
    ours.saved(value(&reply.body)?)?;
    let rebased = theirs.rebase(value(&reply.body)?)?;
    // Both edits are in what the second one is about to save, theirs where they disagree.
    let merged = kind.merge(&base, &other, &mine, calendiff::Resolution::Ours)?;
    // The specification's responses have no IDs of special dates, so that one that a draft makes up is lost.
    // What a draft has as not set, such as null, is filled in like what it leaves out, and an alias has the protocol's name.
    let as_read = |record: Value| {
        let read = kind.read(&record);
        read.map_or(record, |read| read.value.to_value())
    };
    let [now, wanted] = [record(&theirs)?, merged.value.to_value()]
        .map(|record| without_ids(writable(kind.table(), &as_read(record))));
    prop_assert_eq!(differs(kind, &now, &wanted)?, NONE, "{} {}", mine, other);
    // A form has no conflict about what only responses carry, nor about a date that says that it is not deleted. A member
    // with a misspelled name is a conflict of its own.
    let sides = [base.to_value(), mine, other];
    let parts = sides
        .clone()
        .map(|record| without_false_marks(writable(kind.table(), &record)));
    let conflicts = |[base, mine, other]: &[Value; 3]| -> Result<usize, calendiff::Error> {
        Ok(kind
            .merge(base, other, mine, calendiff::Resolution::Leave)?
            .conflicts
            .len())
    };
    let left = [conflicts(&sides)?, conflicts(&parts)?];
    // An ID that a draft makes up for a new date is lost.
    let without_id = |date: &Value| without_ids(json!({ "availabilities": [date] }));
    let is_of_id = |own: &&Conflict| match (&own.ours, &own.theirs) {
        (Some(ours), Some(theirs)) if own.base.is_none() && ours.is_object() => {
            without_id(ours) == without_id(theirs)
        }
        _ => false,
    };
    let found = rebased
        .conflicts
        .iter()
        .filter(|own| !is_of_id(own))
        .count();
    let [base, mine, other] = &sides;
    let told = kind
        .merge(base, other, mine, calendiff::Resolution::Leave)?
        .conflicts;
    prop_assert!(left.contains(&found), "{:?} {:?}", rebased.conflicts, told);
    // Lists of unknown members are quoted, as is the difference of long lists that words cannot tell apart.
    let is_member = |own: &Conflict| {
        own.path
            .segments()
            .first()
            .is_some_and(|first| kind.table().find(&first.to_string()).is_some())
    };
    let is_long = |side: &Option<Value>| {
        side.as_ref()
            .and_then(Value::as_array)
            .is_some_and(|items| items.len() > 3)
    };
    let has_brackets = session
        .others
        .iter()
        .chain([&session.stored])
        .any(holds_brackets);
    let in_words = rebased.conflicts.iter().filter(|own| {
        is_member(own) && !has_brackets && !is_long(&own.ours) && !is_long(&own.theirs)
    });
    for conflict in in_words {
        // A control character is shown as its escape.
        let words = conflict.words.to_string().replace("\\u{", "");
        prop_assert!(!words.contains(['{', '[']), "{}", conflict.words);
    }
    if !theirs.is_ok() {
        return Ok(());
    }

    let reply = service.send(&theirs.body(Mode::Full)?.value)?;
    prop_assert_eq!(reply.status, 200, "{}", reply.body);
    theirs.saved(value(&reply.body)?)?;
    prop_assert_eq!(theirs.conflicts(), []);
    let rebased = ours.rebase(value(&reply.body)?)?;
    prop_assert_eq!(rebased.conflicts, vec![]);
    prop_assert_eq!(
        words(&ours),
        words(&kind.form(value(&reply.body)?, session.profile)?)
    );
    let held = without_ids(writable(kind.table(), service.record()));
    prop_assert_eq!(differs(kind, &held, &wanted)?, NONE);
    Ok(())
}

/// The record without the IDs of its special dates.
fn without_ids(record: Value) -> Value {
    without_in_dates(record, |name, _| name == "id")
}

/// The record without `deleted: false` in its special dates.
fn without_false_marks(record: Value) -> Value {
    without_in_dates(record, |name, value| {
        name == "deleted" && *value == json!(false)
    })
}

/// The record whose special dates lack the members that `goes` selects.
fn without_in_dates(mut record: Value, goes: fn(&str, &Value) -> bool) -> Value {
    let dates = record
        .get_mut("availabilities")
        .and_then(Value::as_array_mut);
    for date in dates.into_iter().flatten().filter_map(Value::as_object_mut) {
        date.retain(|name, value| !goes(name, value));
    }
    record
}

/// What one verb answers, the next one takes, in its envelope or without.
fn l6_an_answer_serves_enveloped_or_bare(kind: Kind, session: &Session) -> Held {
    let Some((form, mut service)) = ready(kind, session)? else {
        return Ok(());
    };
    let (bare, draft) = (
        kind.read(&session.stored)?.value.to_value(),
        form.draft().to_value(),
    );
    let [stored, drafted] = [&bare, &draft].map(|record| json!({ kind.envelopes()[0]: record }));
    let (profile, mode) = (session.profile, Mode::Full);
    let of = |stored: &Value, draft: &Value| -> Result<Vec<String>, calendiff::Error> {
        let body = kind.body(stored, draft, mode)?.value;
        Ok(vec![
            to_string(&kind.diff(stored, draft, WhenAbsent::Keep)?),
            to_string(&kind.outcome(stored, draft, profile)?),
            to_string(&kind.outcome(stored, &body, profile)?),
            to_string(&kind.verify(stored, &body, draft)?),
            to_string(&body),
        ])
    };
    prop_assert_eq!(of(&bare, &draft)?, of(&stored, &drafted)?);
    let merged = |stored: &Value, draft: &Value| {
        kind.merge(stored, draft, stored, calendiff::Resolution::Leave)
            .map(|merged| to_string(&merged))
    };
    prop_assert_eq!(merged(&bare, &draft)?, merged(&stored, &drafted)?);
    let reply = value(
        &service
            .send(&kind.body(&stored, &drafted, mode)?.value)?
            .body,
    )?;
    let read = kind.read(&reply)?.value;
    let outcome = |stored: &Value, draft: &Value| {
        kind.outcome(stored, draft, profile)
            .map(|held| to_string(&held))
    };
    prop_assert_eq!(
        outcome(&reply, &draft)?,
        outcome(&read.to_value(), &drafted)?
    );
    let body =
        |stored: &Value, draft: &Value| kind.body(stored, draft, mode).map(|body| body.value);
    let held = |draft| kind.outcome(&read, draft, profile);
    prop_assert_eq!(
        held(body(&reply, &draft)?)?,
        held(body(&read.to_value(), &drafted)?)?
    );
    let [mut first, mut second] = [kind.form(&stored, profile)?, kind.form(&bare, profile)?];
    first.set(&Path::new(), &drafted)?;
    second.set(&Path::new(), &draft)?;
    prop_assert_eq!(first.saved(&reply)?, second.saved(&read)?);
    prop_assert_eq!(words(&first), words(&second));
    Ok(())
}
