//! Of sessions at a form: after each edit it answers as a fresh pass over its whole draft would.

use std::sync::Arc;

use calendiff::json::{Path, Segment, to_string};
use calendiff::{
    Body, Change, ChangeKind, Code, Day, Delta, DiffOptions, Error, Issue, Kind, Mode, Profile,
    RecordForm, Resolution, Splice, ValidateOptions, WhenAbsent, strategies,
};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use super::case::{self, Case};
use super::{Held, Laws, laws, of};

laws! { sessions of Session = of(session);
    a_form_says_after_each_edit_what_a_fresh_pass_says,
}

/// What someone does at a form.
#[derive(Clone, Debug)]
pub struct Session {
    pub profile: Profile,
    pub stored: Value,
    /// Records that values are taken from, and that others save meanwhile.
    pub others: [Value; 2],
    pub deeds: Vec<Deed>,
}

/// A single deed. A pick is of a place in the draft or in another record, of an issue, a change or a conflict.
#[derive(Clone, Debug)]
pub enum Deed {
    /// Puts at a place what another record has there.
    Take(Pick, usize),
    /// Gives a member of the draft what another record has, or removes it where that has none or the same.
    Member(Pick, usize),
    /// Puts a value at a place.
    Put(Pick, Value),
    /// Puts a value below a place, by a name or an index that may not be there.
    Below(Pick, Segment, Value),
    /// Puts at a place what stands at another of the same name: a date that is there already, a user.
    Double(Pick, Pick),
    Insert(Pick, Pick),
    Remove(Pick),
    Move(Pick, Pick),
    Reset(Pick),
    Revert(Pick),
    Resolve(Pick, Resolution),
    Fix(Pick),
    FixAll,
    Day(Day, Hours),
    Date(&'static str, Option<Hours>),
    Judge(Profile),
    Rebase(usize),
    Undo,
    Redo,
    ClearHistory,
    /// Several of them as one step.
    Batch(Vec<Deed>),
}

/// Which one of however many there are.
#[derive(Clone, Copy, Debug)]
pub struct Pick(usize);

impl Pick {
    /// That one of a list that is not empty.
    pub fn of<T>(self, list: &[T]) -> &T {
        &list[self.0 % list.len()]
    }
}

/// Opening and closing times.
pub type Hours = &'static [[&'static str; 2]];

const HOURS: [Hours; 4] = [
    &[],
    &[["09:00", "17:00"]],
    &[["09:00", "12:00"], ["13:00", "17:00"]],
    &[["9", "24:00"]],
];

const DATES: [&str; 4] = ["2026-12-24", "2026-12-25", "2027-01-01", "24.12."];

pub fn pick() -> impl Strategy<Value = Pick> {
    any::<u16>().prop_map(|pick| Pick(pick.into()))
}

/// What stands in no draft unless somebody errs.
pub fn odd() -> impl Strategy<Value = Value> {
    let values = [
        json!(null),
        json!(""),
        json!("x"),
        json!("2026-12-24T00:00:00.000Z"),
        json!("2026-12-24"),
        json!("hours"),
        json!("RedirectURL"),
        json!("#FFAA00"),
        json!(0),
        json!(9),
        json!(24),
        json!(90),
        json!(0.5),
        json!(true),
        json!([]),
        json!({}),
        json!([{ "openHour": 9, "openMinute": 0, "closeHour": 17, "closeMinute": 0 }]),
    ];
    select(values.to_vec())
}

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        6 => single(),
        1 => proptest::collection::vec(edit(), 2..6).prop_map(Deed::Batch),
    ]
}

/// A deed that edits the draft.
fn edit() -> impl Strategy<Value = Deed> {
    prop_oneof![
        6 => (pick(), 0..2_usize).prop_map(|(at, record)| Deed::Member(at, record)),
        2 => (pick(), odd()).prop_map(|(at, value)| Deed::Put(at, value)),
        1 => pick().prop_map(Deed::Remove),
        1 => (pick(), pick()).prop_map(|(at, from)| Deed::Insert(at, from)),
    ]
}

fn single() -> impl Strategy<Value = Deed> {
    let names = [
        "name",
        "count",
        "recurring",
        "slotduration",
        "appointmentPerSlot",
        "x",
        "deleted",
        "date",
        "hours",
    ];
    let name = select(names.to_vec()).prop_map(Segment::from);
    let below = prop_oneof![name, (0..3_usize).prop_map(Segment::from)];
    let hours = || select(HOURS.to_vec());
    prop_oneof![
        4 => (pick(), 0..2_usize).prop_map(|(at, record)| Deed::Take(at, record)),
        6 => (pick(), odd()).prop_map(|(at, value)| Deed::Put(at, value)),
        2 => (pick(), below, odd()).prop_map(|(at, below, value)| Deed::Below(at, below, value)),
        4 => (pick(), pick()).prop_map(|(at, from)| Deed::Double(at, from)),
        3 => (pick(), pick()).prop_map(|(at, from)| Deed::Insert(at, from)),
        3 => pick().prop_map(Deed::Remove),
        2 => (pick(), pick()).prop_map(|(at, to)| Deed::Move(at, to)),
        2 => pick().prop_map(Deed::Reset),
        3 => pick().prop_map(Deed::Revert),
        3 => (pick(), select(vec![Resolution::Ours, Resolution::Theirs, Resolution::Base])).prop_map(|(at, side)| Deed::Resolve(at, side)),
        2 => pick().prop_map(Deed::Fix),
        1 => Just(Deed::FixAll),
        2 => (select(Day::ALL.to_vec()), hours()).prop_map(|(day, hours)| Deed::Day(day, hours)),
        2 => (select(DATES.to_vec()), proptest::option::of(hours())).prop_map(|(date, hours)| Deed::Date(date, hours)),
        1 => select(Profile::ALL.to_vec()).prop_map(Deed::Judge),
        2 => (0..2_usize).prop_map(Deed::Rebase),
        3 => Just(Deed::Undo),
        1 => Just(Deed::Redo),
        1 => Just(Deed::ClearHistory),
    ]
}

/// Of the two others one is a record as it may be stored, an edit of this one or not, and one a draft with faults.
pub fn session(kind: Kind) -> impl Strategy<Value = Session> {
    let records = prop_oneof![
        (strategies::stored(kind), strategies::stored(kind)),
        strategies::merging(kind).prop_map(|sides| (sides.base, sides.theirs)),
    ];
    let faulty = strategies::planted(kind).prop_map(|planted| planted.draft);
    let deeds = proptest::collection::vec(deed(), 1..16);
    (select(Profile::ALL.to_vec()), records, faulty, deeds).prop_map(
        |(profile, (stored, theirs), faulty, deeds)| Session {
            profile,
            stored,
            others: [theirs, faulty],
            deeds,
        },
    )
}

/// Documents have no deeds: the draft becomes the third document, the second is saved meanwhile, and all of it is
/// resolved, fixed, reverted and undone.
impl Case for Session {
    fn of(kind: Kind, documents: Vec<Value>) -> Option<Self> {
        let [profile, stored, theirs, draft] = <[Value; 4]>::try_from(documents).ok()?;
        let are_records = [&stored, &theirs, &draft]
            .iter()
            .all(|document| case::is_record(kind, document));
        if !are_records {
            return None;
        }
        let first = || Pick(0);
        let set = Deed::Take(first(), 1);
        let deeds = vec![
            set.clone(),
            Deed::Rebase(0),
            Deed::Resolve(first(), Resolution::Theirs),
        ];
        let deeds = [
            deeds,
            vec![
                Deed::FixAll,
                Deed::Undo,
                Deed::Revert(first()),
                set,
                Deed::Undo,
            ],
        ]
        .concat();
        Some(Self {
            profile: case::profile(&profile)?,
            stored,
            others: [theirs, draft],
            deeds,
        })
    }

    fn documents(&self) -> Vec<Value> {
        vec![
            self.profile.name().into(),
            self.stored.clone(),
            self.others[0].clone(),
            self.others[1].clone(),
        ]
    }
}

/// Every place in a value, outermost first.
pub fn places(value: &Value) -> Vec<Path> {
    fn below(value: &Value, here: &Path, into: &mut Vec<Path>) {
        into.push(here.clone());
        match value {
            Value::Array(items) => items
                .iter()
                .enumerate()
                .for_each(|(at, item)| below(item, &here.with(at), into)),
            Value::Object(members) => {
                members
                    .iter()
                    .for_each(|(name, member)| below(member, &here.with(name.clone()), into));
            }
            _ => {}
        }
    }
    let mut all = Vec::new();
    below(value, &Path::new(), &mut all);
    all
}

pub fn at<'v>(value: &'v Value, path: &Path) -> Option<&'v Value> {
    value.pointer(&path.pointer())
}

/// One of a list, if there is any.
fn one<T: Clone>(list: impl Iterator<Item = T>, pick: Pick) -> Option<T> {
    let list: Vec<T> = list.collect();
    if list.is_empty() {
        None
    } else {
        Some(pick.of(&list).clone())
    }
}

/// The methods of a form.
#[derive(Clone, Debug)]
pub enum Call {
    Set(Path, Value),
    Insert(Path, Value),
    Remove(Path),
    Move(Path, usize),
    Reset(Path),
    Revert(Change),
    Resolve(calendiff::Conflict, Resolution),
    Fix(Issue),
    FixAll,
    Day(Day, Hours),
    Date(&'static str, Option<Hours>),
    Judge(Profile),
    Rebase(Value),
    Undo,
    Redo,
    ClearHistory,
    Batch(Vec<Self>),
}

/// What a deed comes to at a form as it stands; nothing where there is nothing to do it to.
pub fn call(form: &RecordForm, deed: &Deed, others: &[Value; 2]) -> Option<Call> {
    let draft = form.draft().to_value();
    let mine = places(&draft);
    let items = || {
        mine.iter()
            .filter(|path| matches!(path.segments().last(), Some(Segment::Index(_))))
            .cloned()
    };
    Some(match deed {
        Deed::Take(pick, record) => {
            let theirs = places(&others[*record]);
            let path = pick.of(&theirs);
            Call::Set(path.clone(), at(&others[*record], path)?.clone())
        }
        Deed::Member(pick, record) => {
            let members = |record: &Value| record.as_object().cloned().unwrap_or_default();
            let (own, other) = (members(&draft), members(&others[*record]));
            let name = one(own.keys().chain(other.keys()), *pick)?;
            let path = Path::new().with(name.clone());
            match other.get(name) {
                Some(value) if own.get(name) != Some(value) => Call::Set(path, value.clone()),
                _ => Call::Remove(path),
            }
        }
        Deed::Put(pick, value) => Call::Set(pick.of(&mine).clone(), value.clone()),
        Deed::Below(pick, below, value) => {
            Call::Set(pick.of(&mine).with(below.clone()), value.clone())
        }
        Deed::Double(pick, from) => {
            // Names that stand in several items: of each the same, whatever there is more of.
            let name = |path: &Path| path.segments().last().cloned();
            let names = ["date", "userId", "closeHour", "isPrimary", "kind"].map(Segment::from);
            let places = || {
                mine.iter()
                    .filter(|path| name(path).is_some_and(|name| names.contains(&name)))
                    .cloned()
            };
            let path = one(places(), *pick)?;
            let from = one(places().filter(|other| name(other) == name(&path)), *from)?;
            Call::Set(path, at(&draft, &from)?.clone())
        }
        Deed::Insert(pick, from) => Call::Insert(
            one(items(), *pick)?,
            at(&draft, &one(items(), *from)?)?.clone(),
        ),
        Deed::Remove(pick) => Call::Remove(pick.of(&mine).clone()),
        Deed::Move(pick, to) => {
            let path = one(items(), *pick)?;
            let mut list = path.clone();
            list.pop();
            let count = at(&draft, &list)?.as_array()?.len();
            Call::Move(path, to.0 % count)
        }
        Deed::Reset(pick) => Call::Reset(pick.of(&mine).clone()),
        Deed::Revert(pick) => Call::Revert(one(form.changes().cloned(), *pick)?),
        Deed::Resolve(pick, side) => {
            Call::Resolve(one(form.conflicts().iter().cloned(), *pick)?, *side)
        }
        Deed::Fix(pick) => Call::Fix(one(
            form.issues().filter(|issue| issue.fix.is_some()).cloned(),
            *pick,
        )?),
        Deed::FixAll => Call::FixAll,
        Deed::Day(day, hours) => Call::Day(*day, hours),
        Deed::Date(date, hours) => Call::Date(date, *hours),
        Deed::Judge(profile) => Call::Judge(*profile),
        Deed::Rebase(record) => Call::Rebase(others[*record].clone()),
        Deed::Undo => Call::Undo,
        Deed::Redo => Call::Redo,
        Deed::ClearHistory => Call::ClearHistory,
        Deed::Batch(deeds) => {
            let mut ahead = form.clone();
            let calls = deeds.iter().filter_map(|deed| {
                let call = call(&ahead, deed, others)?;
                act(&mut ahead, &call)?.is_ok().then_some(call)
            });
            let calls: Vec<Call> = calls.collect();
            if calls.is_empty() {
                return None;
            }
            Call::Batch(calls)
        }
    })
}

/// Does it; nothing where there is no step to go to.
pub fn act(form: &mut RecordForm, call: &Call) -> Option<Result<Delta, Error>> {
    Some(match call {
        Call::Set(path, value) => form.set(path, value),
        Call::Insert(path, value) => form.insert(path, value),
        Call::Remove(path) => form.remove(path),
        Call::Move(path, to) => form.move_to(path, *to),
        Call::Reset(path) => form.reset(path),
        Call::Revert(change) => Ok(form.revert(change)),
        Call::Resolve(conflict, side) => Ok(form.resolve(conflict, *side)),
        Call::Fix(issue) => Ok(form.fix(issue)),
        Call::FixAll => Ok(form.fix_all()),
        Call::Day(day, hours) => form.set_day(*day, hours),
        Call::Date(date, hours) => form.set_date(date, *hours),
        Call::Judge(profile) => Ok(form.set_profile(*profile)),
        Call::Rebase(stored) => form.rebase(stored).map(|rebased| rebased.delta),
        Call::Undo => Ok(form.undo()?),
        Call::Redo => Ok(form.redo()?),
        Call::ClearHistory => {
            form.clear_history();
            Ok(Delta::default())
        }
        Call::Batch(calls) => form.batch(|form| {
            let mut all = Delta::default();
            for call in calls {
                let Delta {
                    issues,
                    changes,
                    edits,
                    ..
                } = act(form, call).transpose()?.unwrap_or_default();
                all.issues.extend(issues);
                all.changes.extend(changes);
                all.edits.extend(edits);
            }
            Ok(all)
        }),
    })
}

/// The lists as someone has them who only hears of what changes.
struct Heard {
    issues: Vec<Issue>,
    changes: Vec<Change>,
}

fn hear<T: Clone>(list: &mut Vec<T>, splices: &[Splice<T>]) {
    for Splice {
        at, removed, added, ..
    } in splices
    {
        list.splice(
            *at..at + removed,
            added.iter().map(|finding| Arc::as_ref(finding).clone()),
        );
    }
}

fn agrees(form: &RecordForm, heard: &Heard, profile: Profile) -> Held {
    let (kind, stored, draft) = (form.kind(), form.stored(), form.draft());
    // A draft of a single unknown object is taken for a record in an unknown envelope.
    if kind.read(draft).is_err() {
        return Ok(());
    }
    let report = kind.validate(draft, &ValidateOptions::from(profile).stored(&stored))?;
    let issues: Vec<Issue> = form.issues().cloned().collect();
    prop_assert_eq!(&issues, &report.issues, "{}", to_string(&draft.to_value()));
    prop_assert_eq!(&heard.issues, &issues, "heard of issues");
    // Not compared with `is_ok`, which the law G1 holds to the sandbox: a draft may leave out a stored member at fault.

    let mut diff = kind.diff(stored, draft, DiffOptions::default().raw(true))?;
    let changes: Vec<Change> = form.changes().cloned().collect();
    // A form compares by meaning: text may be the number that it repeats.
    let is_text = |value: &Option<Value>| value.as_ref().is_some_and(Value::is_string);
    let meant = kind.diff(stored, draft, DiffOptions::default())?;
    diff.changes.retain(|change| {
        let is_repeated = is_text(&change.before) != is_text(&change.after)
            && meant.changes.iter().all(|own| own.path != change.path);
        !is_repeated || changes.contains(change)
    });
    prop_assert_eq!(&changes, &diff.changes, "{}", to_string(&draft.to_value()));
    prop_assert_eq!(&heard.changes, &changes, "heard of changes");
    prop_assert_eq!(form.is_dirty(&Path::new()), !changes.is_empty());
    Ok(())
}

/// K1, K2: what a change or a conflict was about is settled, and every other one is as it was.
fn is_settled(before: &RecordForm, after: &RecordForm, call: &Call) -> Held {
    match call {
        Call::Resolve(_, Resolution::Leave) => {
            prop_assert_eq!(after.conflicts(), before.conflicts());
        }
        Call::Resolve(conflict, _) => {
            let others = before
                .conflicts()
                .iter()
                .filter(|own| own.key != conflict.key);
            prop_assert!(
                after.conflicts().iter().eq(others),
                "{}: {:?}",
                conflict.key,
                after.conflicts()
            );
        }
        // Places that are moved back may be known by their position alone.
        Call::Revert(change) if is_known_by_key(before) && is_known_by_key(after) => {
            // A change is known by its key: its path counts the items before it.
            let said = |own: &Change| {
                (
                    own.kind,
                    own.key.to_string(),
                    own.before.clone(),
                    own.after.clone(),
                )
            };
            // A change that the form was opened with stays, and comes back with its item: stored as it is, it would be
            // refused.
            let opened = before
                .kind()
                .form(before.stored(), Profile::Specification)?;
            let inside = format!("{}/", change.key);
            let first: Vec<_> = opened
                .changes()
                .map(said)
                .filter(|(_, key, ..)| key.starts_with(&inside))
                .collect();
            // A number and its unit are one amount.
            let name = change.key.to_string();
            let is_half = |own: &Change| {
                let own = own.key.to_string();
                own == format!("{name}Unit") || name == format!("{own}Unit")
            };
            // Moves depend on all items that are there.
            let others = |form: &RecordForm| -> Vec<_> {
                let others = form
                    .changes()
                    .filter(|own| own.kind != ChangeKind::Move && own.key != change.key);
                let others = others.filter(|own| !is_half(own));
                let mut others: Vec<_> = others
                    .map(said)
                    .filter(|own| !first.contains(own))
                    .collect();
                // They stand in the order of the items, which a move that is taken back changes.
                others.sort_by_cached_key(|(kind, key, ..)| (key.clone(), kind.name()));
                others
            };
            let is_it = |own: &&Change| own.kind == change.kind && own.key == change.key;
            let it = |form: &RecordForm| form.changes().find(is_it).map(said);
            prop_assert_eq!(it(after), it(&opened), "{} stands", change.key);
            prop_assert_eq!(
                others(after),
                others(before),
                "{} is taken back",
                change.key
            );
        }
        _ => {}
    }
    Ok(())
}

/// Whether every item of the draft is known by its key, and what it holds can be read. Where entries of a week are known by
/// their position, other days may share a change once one is taken back.
fn is_known_by_key(form: &RecordForm) -> bool {
    let is_position = |change: &Change| {
        change
            .key
            .to_string()
            .split(['/', ',', '#'])
            .any(|step| step.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let diff = form
        .kind()
        .diff(form.stored(), form.draft(), WhenAbsent::Keep);
    let noted = diff.is_ok_and(|diff| diff.issues.iter().any(|note| note.code == Code::ByPosition));
    form.is_ok() && !noted && !form.changes().any(is_position)
}

/// Returns the number of steps that can be undone.
fn steps(form: &RecordForm) -> usize {
    let mut form = form.clone();
    std::iter::from_fn(|| form.undo()).count()
}

fn draft(form: &RecordForm) -> String {
    to_string(&form.draft().to_value())
}

fn a_form_says_after_each_edit_what_a_fresh_pass_says(kind: Kind, session: &Session) -> Held {
    let Session {
        mut profile,
        stored,
        others,
        deeds,
    } = session.clone();
    let mut form = kind.form(&stored, profile)?;
    let mut heard = Heard {
        issues: form.issues().cloned().collect(),
        changes: form.changes().cloned().collect(),
    };
    agrees(&form, &heard, profile)?;
    // The drafts to go back to; which of them still can be gone back to after a rebase, the form says.
    let (mut before, mut is_rebased, mut began) = (vec![draft(&form)], false, draft(&form));
    for deed in &deeds {
        let Some(call) = call(&form, deed, &others) else {
            continue;
        };
        let (was, past) = (draft(&form), form.clone());
        match act(&mut form, &call) {
            Some(Ok(delta)) => {
                hear(&mut heard.issues, &delta.issues);
                hear(&mut heard.changes, &delta.changes);
                match call {
                    Call::Undo if is_rebased => {}
                    Call::Undo => prop_assert_eq!(Some(draft(&form)), before.pop()),
                    Call::Rebase(_) => is_rebased = true,
                    Call::Judge(judged) => profile = judged,
                    Call::ClearHistory => {
                        before.clear();
                        began.clone_from(&was);
                    }
                    Call::Insert(..) | Call::Remove(_) | Call::Redo | Call::Resolve(..) => {
                        before.push(was);
                    }
                    // A batch whose edits change nothing adds no step, nor does a move to the own index.
                    Call::Batch(_) | Call::Move(..) => {
                        before.extend((steps(&form) > steps(&past)).then_some(was));
                    }
                    // A value that is there already is no step.
                    Call::Set(..) => before.extend((draft(&form) != was).then_some(was)),
                    // What stands as it is meant to be is no step.
                    _ if delta.edits.is_empty() => prop_assert_eq!(draft(&form), was),
                    _ => before.push(was),
                }
            }
            Some(Err(refused)) => {
                let codes = [
                    "form_path",
                    "json_depth",
                    "option",
                    "a_refusal",
                    "not_a_record",
                    "envelope_unknown",
                    "another_record",
                ];
                prop_assert!(codes.contains(&refused.code()), "{}", refused);
                prop_assert_eq!(draft(&form), was);
            }
            None => prop_assert_eq!(draft(&form), was),
        }
        agrees(&form, &heard, profile)?;
        if matches!(call, Call::Batch(_)) {
            for step in [RecordForm::undo, RecordForm::redo] {
                let delta = step(&mut form).unwrap_or_default();
                hear(&mut heard.issues, &delta.issues);
                hear(&mut heard.changes, &delta.changes);
                agrees(&form, &heard, profile)?;
            }
        }
        is_settled(&past, &form, &call)?;
    }
    let sent = |body: Result<Body, Error>| body.map(|body| (body.value, body.decisions));
    prop_assert_eq!(
        sent(form.body(Mode::Full)),
        sent(kind.body(form.stored(), form.draft(), Mode::Full))
    );
    while form.undo().is_some() {}
    if !is_rebased {
        prop_assert_eq!(draft(&form), began);
    }
    Ok(())
}
