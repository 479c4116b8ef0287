//! "May I send this?": the answer agrees with the sandbox (G1), the changes told are those that happen (G2), and what
//! nobody touched is nobody's fault (G3).

use calendiff::json::{Path, Segment, Tree, patch};
use calendiff::schema::{Access, Member, Object};
use calendiff::strategies::{self, EditCase, Response};
use calendiff::{
    About, Body, BodyOptions, Change, Code, EditOptions, Edits, Issue, Kind, Mode, Profile,
    RecordForm, Review, Severity, WhenAbsent,
};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Map, Value, json};

use super::case::Case;
use super::diffs::has_both;
use super::forms::{self, Call, Deed, Session};
use super::loops::Service;
use super::{Held, Laws, laws, of};

laws! { gates of EditCase = of(gate);
    g1_a_review_is_ok_if_the_sandbox_accepts_its_body,
    g1_an_edit_is_ok_if_the_sandbox_accepts_its_body,
    g2_the_changes_of_a_review_are_those_that_happen,
    g3_each_error_is_about_whose_it_is,
    g3_a_record_that_is_repeated_has_no_error_of_the_draft,
    g3_a_fix_of_a_stored_error_is_made_in_the_draft,
}

laws! { sessions of Session = of(session);
    g1_a_form_is_ok_if_the_sandbox_accepts_its_body,
}

laws! { responses of Received = of(received);
    g3_a_response_opens_as_a_form_that_can_be_saved,
    g3_a_response_is_its_own_draft_without_error,
    g3_a_sound_edit_of_a_response_has_no_error,
}

/// A response without a true fault, and a sound draft of one member.
#[derive(Clone, Debug)]
pub struct Received {
    response: Response,
    edit: Value,
}

impl Case for Received {
    fn of(_: Kind, _: Vec<Value>) -> Option<Self> {
        None
    }

    fn documents(&self) -> Vec<Value> {
        vec![self.response.sent.clone(), self.edit.clone()]
    }
}

const MODES: [Mode; 2] = [Mode::Full, Mode::Changed];

/// A stored record with or without true faults, in each shape that responses have, enveloped or bare; and any draft.
fn gate(kind: Kind) -> impl Strategy<Value = EditCase> {
    let faulty = prop_oneof![
        2 => strategies::planted(kind).prop_map(|planted| planted.draft),
        1 => strategies::wild(kind),
    ];
    let spoilt =
        proptest::option::weighted(0.4, (faulty.clone(), any::<[Index; 2]>(), any::<bool>()));
    let draft = prop_oneof![
        5 => Just(None),
        1 => strategies::wild(kind).prop_map(Some),
        1 => strategies::planted(kind).prop_map(|planted| Some(planted.draft)),
        1 => strategies::clean(kind).prop_map(Some),
    ];
    let envelope = proptest::option::weighted(0.3, select(kind.envelopes()));
    (strategies::edited(kind), spoilt, draft, envelope).prop_map(
        |(edited, spoilt, draft, envelope)| {
            let (mut stored, mut draft) = (edited.stored, draft.unwrap_or(edited.draft));
            if let Some((faulty, picks, repeats)) = spoilt {
                let members: Vec<(&String, &Value)> =
                    faulty.as_object().into_iter().flatten().collect();
                for (name, value) in picks
                    .iter()
                    .filter(|_| !members.is_empty())
                    .map(|pick| *pick.get(&members))
                {
                    let repeated = draft.get(name).is_some() && draft.get(name) == stored.get(name);
                    stored[name] = value.clone();
                    if repeats && repeated {
                        draft[name] = value.clone();
                    }
                }
            }
            let stored = envelope.into_iter().fold(
                stored,
                |stored, name| json!({ name: stored, "traceId": "2fe6" }),
            );
            EditCase::new(stored, draft)
        },
    )
}

/// Sessions at forms of records with the odd shapes of responses.
fn session(kind: Kind) -> impl Strategy<Value = Session> {
    (
        forms::session(kind),
        strategies::edited(kind),
        any::<bool>(),
    )
        .prop_map(|(mut session, edited, is_odd)| {
            if is_odd {
                session.stored = edited.stored;
            }
            session
        })
}

/// Members that no rule reads together with others: any value without an error is sound beside any record.
fn received(kind: Kind) -> impl Strategy<Value = Received> {
    const RULED: [&str; 4] = [
        "formSubmitType",
        "enableRecurring",
        "recurring",
        "teamMembers",
    ];
    (
        strategies::response(kind),
        strategies::clean(kind),
        any::<Index>(),
    )
        .prop_map(|(response, clean, pick)| {
            let members: Vec<(String, Value)> = clean
                .as_object()
                .cloned()
                .unwrap_or_default()
                .into_iter()
                .collect();
            let free: Vec<&(String, Value)> = members
                .iter()
                .filter(|(name, _)| !RULED.contains(&&**name))
                .collect();
            let one = (!free.is_empty()).then(|| (*pick.get(&free)).clone());
            Received {
                response,
                edit: Value::Object(one.into_iter().collect::<Map<_, _>>()),
            }
        })
}

/// Sends the body to the sandbox, and returns whether it was accepted, and the record that the sandbox then holds.
fn sent(
    kind: Kind,
    stored: &Value,
    body: &Body,
    profile: Profile,
) -> Result<(bool, Value), calendiff::Error> {
    let mut service = Service::new(kind, profile, stored);
    let reply = service.send(&body.value)?;
    Ok((reply.status == 200, service.record().clone()))
}

fn g1_a_review_is_ok_if_the_sandbox_accepts_its_body(
    kind: Kind,
    EditCase { stored, draft, .. }: &EditCase,
) -> Held {
    for &profile in Profile::ALL {
        for mode in MODES {
            let Some(review) = reviewed(kind, stored, draft, profile, mode)? else {
                return Ok(());
            };
            let (accepts, _) = sent(kind, stored, &review.body, profile)?;
            prop_assert_eq!(
                review.body.can_send,
                accepts,
                "{:?} {:?} {}",
                profile,
                mode,
                review.body.value
            );
            prop_assert_eq!(
                review.report.ok,
                accepts,
                "{:?} {:?} {:?}",
                profile,
                mode,
                review.report.issues
            );
            let has_error = review.report.issues.iter().any(is_error);
            prop_assert_eq!(
                review.report.ok,
                !has_error,
                "{:?} {:?} {:?}",
                profile,
                mode,
                review.report.issues
            );
            let body = kind.body(stored, draft, BodyOptions::from(profile).mode(mode))?;
            prop_assert_eq!(&body, &review.body, "{:?} {:?}", profile, mode);
        }
    }
    Ok(())
}

/// Reviews a draft; none of what is no record, which every verb refuses.
fn reviewed(
    kind: Kind,
    stored: &Value,
    draft: &Value,
    profile: Profile,
    mode: Mode,
) -> Result<Option<Review>, TestCaseError> {
    match kind.review(stored, draft, (profile, mode)) {
        Ok(review) => Ok(Some(review)),
        Err(error) => {
            let codes = ["not_a_record", "envelope_unknown", "a_refusal", "not_json"];
            prop_assert!(codes.contains(&error.code()), "{}", error);
            prop_assert!(kind.body(stored, draft, Mode::Full).is_err());
            Ok(None)
        }
    }
}

fn is_error(issue: &Issue) -> bool {
    issue.severity == Severity::Error
}

fn g1_an_edit_is_ok_if_the_sandbox_accepts_its_body(
    kind: Kind,
    EditCase { stored, draft, .. }: &EditCase,
) -> Held {
    let Ok(edits) = Edits::between(kind, stored, draft, WhenAbsent::Keep) else {
        return Ok(());
    };
    for &profile in Profile::ALL {
        for mode in MODES {
            // C1 says which edits can be made.
            let Ok(edited) = kind.edit(stored, &edits, EditOptions::from(profile).mode(mode))
            else {
                return Ok(());
            };
            let (accepts, _) = sent(kind, stored, &edited.body, profile)?;
            prop_assert_eq!(
                edited.body.can_send,
                accepts,
                "{:?} {:?} {}",
                profile,
                mode,
                edited.body.value
            );
            let is_ok = edited.conflicts.is_empty() && accepts;
            prop_assert_eq!(
                edited.ok,
                is_ok,
                "{:?} {:?} {:?} {:?}",
                profile,
                mode,
                edited.issues,
                edited.conflicts
            );
        }
    }
    Ok(())
}

fn g1_a_form_is_ok_if_the_sandbox_accepts_its_body(kind: Kind, session: &Session) -> Held {
    let mut profile = session.profile;
    let mut form = kind.form(&session.stored, profile)?;
    agrees(&form, profile)?;
    for deed in &session.deeds {
        let Some(call) = forms::call(&form, deed, &session.others) else {
            continue;
        };
        let done = forms::act(&mut form, &call);
        if let (Call::Judge(judged), Some(Ok(_))) = (&call, done) {
            profile = *judged;
        }
        // Between the edits of a step nobody asks.
        if !matches!(deed, Deed::Batch(_)) {
            agrees(&form, profile)?;
        }
    }
    agrees(&form, profile)
}

/// A form agrees with the sandbox about its draft.
fn agrees(form: &RecordForm, profile: Profile) -> Held {
    let (kind, stored) = (form.kind(), form.stored().to_value());
    for mode in MODES {
        let body = match form.body(mode) {
            Ok(body) => body,
            Err(error) => {
                prop_assert!(
                    ["not_a_record", "envelope_unknown", "a_refusal"].contains(&error.code()),
                    "{}",
                    error
                );
                prop_assert!(!form.is_ok(), "{}", form.draft().to_value());
                continue;
            }
        };
        // A body or a record of a single unknown object is taken for an envelope, and refused as a request.
        if kind.record_in(body.value.root()).is_err() || kind.read(&stored).is_err() {
            continue;
        }
        let (accepts, _) = sent(kind, &stored, &body, profile)?;
        // Nothing can be sent while a conflict is open.
        let has_conflict = !form.conflicts().is_empty();
        prop_assert_eq!(
            body.can_send,
            accepts && !has_conflict,
            "{:?} {:?} {}",
            profile,
            mode,
            body.value
        );
        if mode == Mode::Full && !has_conflict {
            let issues: Vec<&Issue> = form.issues().collect();
            prop_assert_eq!(
                form.is_ok(),
                accepts,
                "{:?} {} {:?}",
                profile,
                body.value,
                issues
            );
        }
    }
    Ok(())
}

/// A change, by its key and its values.
type Told = (String, Option<Value>, Option<Value>);

/// Returns the changes in one order. A value that means "not set" is none, whichever it is, and an item has no members
/// that are only filled in.
fn told<'a>(kind: Kind, changes: impl IntoIterator<Item = &'a Change>) -> Vec<Told> {
    let told = changes.into_iter().map(|change| {
        let table = table_at(kind, &change.path);
        let after = set(change.after.as_ref()).map(|after| without_defaults(table, &after));
        (change.key.to_string(), set(change.before.as_ref()), after)
    });
    let mut told: Vec<Told> = told.collect();
    told.sort_by_cached_key(|(key, before, after)| format!("{key} {before:?} {after:?}"));
    told
}

/// Returns a value unless it means that nothing is set.
fn set(value: Option<&Value>) -> Option<Value> {
    let is_blank = |text: &str| {
        text.chars()
            .all(|character| character.is_ascii_whitespace())
    };
    value
        .cloned()
        .filter(|value| !value.is_null() && !value.as_str().is_some_and(is_blank))
}

/// Returns a value without the members inside it that have their defaults. Under the profile `service`, these are filled in.
fn without_defaults(table: Option<&'static Object>, value: &Value) -> Value {
    match (table, value) {
        (Some(_), Value::Array(items)) => items
            .iter()
            .map(|item| without_defaults(table, item))
            .collect(),
        (Some(table), Value::Object(members)) => {
            let has_default = |name: &str, value: &Value| {
                let default = table.member(name).and_then(|row| row.default);
                default
                    .and_then(|json| serde_json::from_str::<Value>(json).ok())
                    .as_ref()
                    == Some(value)
            };
            let members = members
                .iter()
                .filter(|(name, value)| !has_default(name, value));
            let inside = |name: &str| table.member(name).and_then(|row| row.ty.table());
            Value::Object(
                members
                    .map(|(name, value)| (name.clone(), without_defaults(inside(name), value)))
                    .collect(),
            )
        }
        _ => value.clone(),
    }
}

/// Returns the row of the member that a path leads to or through last, at any depth.
fn row_at(kind: Kind, path: &Path) -> Option<&'static Member> {
    let (mut table, mut row) = (Some(kind.table()), None);
    for segment in path.segments() {
        if let Segment::Name(name) = segment {
            row = Some(table?.member(name)?);
            table = row.and_then(|row| row.ty.table());
        }
    }
    row
}

/// Returns the table of the object that a path leads to, or of the items of the list.
fn table_at(kind: Kind, path: &Path) -> Option<&'static Object> {
    row_at(kind, path).and_then(|row| row.ty.table())
}

/// Returns true if the service gives a member its default that is not set in the record and that the body lacks. The
/// service fills it in: nothing that is set changes.
fn is_filled_in(kind: Kind, body: &Body, profile: Profile, change: &Change) -> bool {
    let is_item = matches!(change.path.segments().last(), Some(Segment::Index(_)));
    let row = row_at(kind, &change.path).filter(|row| row.access == Access::Both && !is_item);
    let default = row
        .and_then(|row| row.default)
        .and_then(|json| serde_json::from_str::<Value>(json).ok());
    let is_sent = match change.path.segments() {
        names
            if names
                .iter()
                .all(|segment| matches!(segment, Segment::Name(_))) =>
        {
            body.value
                .to_value()
                .pointer(&change.path.pointer())
                .is_some()
        }
        // An item of a list that is sent has the member itself, whatever its place. A date that is deleted by ID is another one.
        [Segment::Name(list), Segment::Index(_), Segment::Name(name)] => {
            let key = change.key.to_string();
            let key = key.split('/').nth(1).unwrap_or_default();
            let items = body
                .value
                .get(list)
                .map(calendiff::json::View::to_value)
                .unwrap_or_default();
            let is_it = |item: &Value| {
                let is_date = item["deleted"] != true
                    && item["date"]
                        .as_str()
                        .is_some_and(|date| date.starts_with(key));
                is_date
                    || item["userId"]
                        .as_str()
                        .is_some_and(|user| user.trim() == key)
            };
            items
                .as_array()
                .into_iter()
                .flatten()
                .any(|item| is_it(item) && item.get(name.as_ref()).is_some())
        }
        _ => false,
    };
    profile == Profile::Service
        && !is_sent
        && change.before.is_none()
        && default.is_some()
        && change.after == default
}

/// The record that the sandbox holds after a body, without the IDs that it makes up for new special dates.
fn held(kind: Kind, stored: &Value, body: &Body, profile: Profile) -> Result<Value, TestCaseError> {
    let outcome = kind.outcome(stored, &body.value, profile)?.to_value();
    let (accepts, mut record) = sent(kind, stored, body, profile)?;
    if accepts {
        for date in record
            .get_mut("availabilities")
            .and_then(Value::as_array_mut)
            .into_iter()
            .flatten()
            .filter_map(Value::as_object_mut)
        {
            date.retain(|name, id| {
                name != "id" || !id.as_str().is_some_and(|id| id.starts_with("sandbox-"))
            });
        }
        prop_assert_eq!(&record, &outcome);
    }
    Ok(outcome)
}

fn g2_the_changes_of_a_review_are_those_that_happen(
    kind: Kind,
    EditCase { stored, draft, .. }: &EditCase,
) -> Held {
    for &profile in Profile::ALL {
        for mode in MODES {
            let Some(review) = reviewed(kind, stored, draft, profile, mode)? else {
                return Ok(());
            };
            // A list that is an object is refused as a whole: what is in it stays as it is written, aliases and all.
            let of_body = kind.validate(&review.body.value, &profile.into())?;
            let is_object = |issue: &Issue| {
                let is_refused = matches!(issue.code, Code::WrongType | Code::WrongShape);
                is_refused && json!(issue.params)["found"] == "object"
            };
            let is_odd = |issue: &Issue| issue.code == Code::MisspelledMember || is_object(issue);
            if of_body.issues.iter().any(is_odd) || has_both(kind.table(), &bare(kind, draft)) {
                continue;
            }
            let held = held(kind, stored, &review.body, profile)?;
            let before = kind.read(stored)?.value.to_value();
            // A record that holds a single unknown object is taken for an envelope.
            if [&before, &held]
                .iter()
                .any(|record| !kind.read(record).is_ok_and(|read| read.envelope.is_none()))
            {
                continue;
            }
            let happens = kind.diff(&before, &held, WhenAbsent::Remove)?;
            // The key of an item without a distinct key is its index, which depends on the other items of either record.
            if happens
                .issues
                .iter()
                .chain(&review.diff.issues)
                .any(|note| note.code == Code::ByPosition)
            {
                continue;
            }
            let is_change = |change: &&Change| {
                !is_filled_in(kind, &review.body, profile, change) && !was_deleted(change)
            };
            let happens = told(kind, happens.changes.iter().filter(is_change));
            prop_assert_eq!(
                told(kind, &review.diff.changes),
                happens,
                "{:?} {:?}",
                profile,
                mode
            );
            let patched = patch::apply(&before, &review.diff.patch)?;
            let rest = kind.diff(&patched, &held, WhenAbsent::Remove)?;
            let rest = told(kind, rest.changes.iter().filter(is_change));
            prop_assert_eq!(
                rest,
                vec![],
                "{:?} {:?} {:?}",
                profile,
                mode,
                review.diff.patch
            );
        }
    }
    Ok(())
}

/// Returns a record without its envelope.
fn bare(kind: Kind, record: &Value) -> Value {
    let tree = Tree::of(record);
    kind.strip_envelope(tree.root()).1.to_value()
}

/// Returns true if the draft has a member of that name, or under another spelling of it.
fn touches(kind: Kind, draft: &Value, path: &Path) -> bool {
    let Some(Segment::Name(first)) = path.segments().first() else {
        return true;
    };
    let own = kind
        .table()
        .member(first)
        .or_else(|| kind.table().alias(first));
    let names = own.map_or_else(|| vec![&**first], |row| [&[row.name], row.aliases].concat());
    names
        .iter()
        .any(|name| bare(kind, draft).get(*name).is_some())
}

fn g3_each_error_is_about_whose_it_is(
    kind: Kind,
    EditCase { stored, draft, .. }: &EditCase,
) -> Held {
    let Ok(read) = kind.read(stored) else {
        return Ok(());
    };
    for &profile in Profile::ALL {
        for mode in MODES {
            let Some(review) = reviewed(kind, stored, draft, profile, mode)? else {
                return Ok(());
            };
            for issue in &review.report.issues {
                let paths = || std::iter::once(&issue.path).chain(&issue.related);
                if issue.about == About::Stored {
                    let mut around = issue.path.clone();
                    around.pop();
                    let is_there = |path: &Path| {
                        read.value.to_value().pointer(&path.pointer()).is_some()
                            || bare(kind, stored).pointer(&path.pointer()).is_some()
                    };
                    // A value that the draft repeats has its place there, too.
                    let draft = bare(kind, draft);
                    let is_repeated = || {
                        [&issue.path, &around]
                            .iter()
                            .any(|path| draft.pointer(&path.pointer()).is_some())
                    };
                    prop_assert!(
                        is_there(&issue.path) || is_there(&around) || is_repeated(),
                        "{:?}",
                        issue
                    );
                } else if is_error(issue) {
                    prop_assert!(
                        paths().any(|path| touches(kind, draft, path)),
                        "{:?} {:?}",
                        mode,
                        issue
                    );
                }
            }
        }
    }
    Ok(())
}

fn g3_a_record_that_is_repeated_has_no_error_of_the_draft(
    kind: Kind,
    EditCase { stored, .. }: &EditCase,
) -> Held {
    for &profile in Profile::ALL {
        for mode in MODES {
            let Some(review) = reviewed(kind, stored, stored, profile, mode)? else {
                return Ok(());
            };
            let own = review
                .report
                .issues
                .iter()
                .filter(|issue| is_error(issue) && issue.about == About::Draft);
            prop_assert_eq!(
                own.collect::<Vec<_>>(),
                Vec::<&Issue>::new(),
                "{:?} {:?}",
                profile,
                mode
            );
        }
    }
    Ok(())
}

fn g3_a_fix_of_a_stored_error_is_made_in_the_draft(
    kind: Kind,
    EditCase { stored, draft, .. }: &EditCase,
) -> Held {
    for &profile in Profile::ALL {
        let Some(review) = reviewed(kind, stored, draft, profile, Mode::Full)? else {
            return Ok(());
        };
        for issue in review
            .report
            .issues
            .iter()
            .filter(|issue| issue.about == About::Stored && is_error(issue))
        {
            let Some(fix) = &issue.fix else { continue };
            // The paths of a review begin inside the envelope.
            let inside = Tree::of(draft);
            let fixed = patch::apply(&kind.strip_envelope(inside.root()).1.to_value(), &fix.patch)?;
            let Some(after) = reviewed(kind, stored, &fixed, profile, Mode::Full)? else {
                continue;
            };
            let errors = |review: &Review| {
                review
                    .report
                    .issues
                    .iter()
                    .filter(|issue| is_error(issue))
                    .count()
            };
            let is_same = |other: &&Issue| {
                (other.code, &other.path, &other.params) == (issue.code, &issue.path, &issue.params)
            };
            prop_assert!(
                after
                    .report
                    .issues
                    .iter()
                    .find(is_same)
                    .is_none_or(|left| !is_error(left)),
                "{:?}",
                issue
            );
            prop_assert!(
                errors(&after) < errors(&review),
                "{:?} {:?}",
                issue,
                after.report.issues
            );
        }
    }
    Ok(())
}

fn g3_a_response_opens_as_a_form_that_can_be_saved(
    kind: Kind,
    Received { response, .. }: &Received,
) -> Held {
    let read = kind.read(&response.sent)?.value;
    for &profile in Profile::ALL {
        for stored in [&response.sent, &read.to_value()] {
            let form = kind.form(stored, profile)?;
            let errors: Vec<&Issue> = form.issues().filter(|issue| is_error(issue)).collect();
            prop_assert_eq!(errors, Vec::<&Issue>::new(), "{:?}", profile);
            prop_assert!(form.is_ok());
            prop_assert_eq!(told(kind, form.changes()), vec![], "{:?}", profile);
            prop_assert!(!form.is_dirty(&Path::new()));
            let body = form.body(Mode::Full)?;
            prop_assert!(
                body.can_send && sent(kind, stored, &body, profile)?.0,
                "{:?} {}",
                profile,
                body.value
            );
            let body = form.body(Mode::Changed)?;
            prop_assert!(
                body.can_send && sent(kind, stored, &body, profile)?.0,
                "{:?} {}",
                profile,
                body.value
            );
            prop_assert_eq!(body.value, json!({}), "{:?}", profile);
        }
    }
    Ok(())
}

/// Returns true if a special date goes that was marked as deleted. Nobody asked for that, and it offered nothing.
fn was_deleted(change: &Change) -> bool {
    change.after.is_none()
        && change
            .before
            .as_ref()
            .is_some_and(|date| date["deleted"] == true)
}

/// Returns true if a change happens to a record that nobody edits: under the profile
/// `service`, a member that the body lacks falls back to its default.
fn happens_anyway(kind: Kind, body: &Body, profile: Profile, change: &Change) -> bool {
    let key = change.key.to_string();
    let falls_back = || {
        let row = kind
            .table()
            .member(&key)
            .filter(|row| row.access == Access::Both && row.default.is_some());
        profile == Profile::Service && row.is_some() && body.value.get(&key).is_none()
    };
    falls_back() || is_filled_in(kind, body, profile, change)
}

fn g3_a_response_is_its_own_draft_without_error(
    kind: Kind,
    Received { response, .. }: &Received,
) -> Held {
    let read = kind.read(&response.sent)?.value.to_value();
    let bare = bare(kind, &response.sent);
    for &profile in Profile::ALL {
        for draft in [&response.sent, &bare, &read, &json!({})] {
            for mode in MODES {
                let Some(review) = reviewed(kind, &response.sent, draft, profile, mode)? else {
                    continue;
                };
                let errors: Vec<&Issue> = review
                    .report
                    .issues
                    .iter()
                    .filter(|issue| is_error(issue))
                    .collect();
                prop_assert_eq!(
                    errors,
                    Vec::<&Issue>::new(),
                    "{:?} {:?} {}",
                    profile,
                    mode,
                    draft
                );
                prop_assert!(review.report.ok && review.body.can_send);
                let own = review.diff.changes.iter();
                let own = own.filter(|change| !happens_anyway(kind, &review.body, profile, change));
                prop_assert_eq!(
                    told(kind, own),
                    vec![],
                    "{:?} {:?} {}",
                    profile,
                    mode,
                    draft
                );
                prop_assert!(
                    mode == Mode::Full || review.body.value == json!({}),
                    "{}",
                    review.body.value
                );
            }
        }
    }
    Ok(())
}

fn g3_a_sound_edit_of_a_response_has_no_error(
    kind: Kind,
    Received { response, edit }: &Received,
) -> Held {
    let read = kind.read(&response.sent)?.value.to_value();
    let bare = bare(kind, &response.sent);
    let with_edit = |record: &Value| {
        let mut record = record.clone();
        edit.as_object()
            .into_iter()
            .flatten()
            .for_each(|(name, value)| record[name] = value.clone());
        record
    };
    for &profile in Profile::ALL {
        for draft in [edit, &with_edit(&bare), &with_edit(&read)] {
            for mode in MODES {
                let review = kind.review(&response.sent, draft, (profile, mode))?;
                let errors: Vec<&Issue> = review
                    .report
                    .issues
                    .iter()
                    .filter(|issue| is_error(issue))
                    .collect();
                prop_assert_eq!(
                    errors,
                    Vec::<&Issue>::new(),
                    "{:?} {:?} {}",
                    profile,
                    mode,
                    draft
                );
                prop_assert!(review.report.ok && review.body.can_send);
                prop_assert!(
                    sent(kind, &response.sent, &review.body, profile)?.0,
                    "{}",
                    review.body.value
                );
            }
        }
    }
    Ok(())
}
