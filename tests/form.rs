//! A form answers as a fresh pass over its whole draft would, after every edit.
//!
//! Tried on a hundred sequences of edits; `PROPTEST_CASES=10000 cargo test --release --all-features --test form` tries
//! more.

#![cfg(feature = "proptest")]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;

use calendiff::json::{Path, Segment, View, to_string};
use calendiff::strategies;
use calendiff::{Absent, Change, Delta, Form, Issue, Kind, Mode, Options, Profile, Splice};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

/// What someone does to a form. The indexes pick a place, of the draft or of another record.
#[derive(Clone, Debug)]
enum Deed {
    /// Puts at a place what another record has there.
    Take(Index, usize),
    /// Puts a value at a place.
    Put(Index, Value),
    /// Puts a value below a place, by a name or an index that may not be there.
    Below(Index, Segment, Value),
    /// Puts at a place what stands at another of the same name: a date that is there already, a user.
    Double(Index, Index),
    Insert(Index, Index),
    Remove(Index),
    Move(Index, Index),
    Reset(Index),
    Undo,
    Redo,
}

fn deed() -> impl Strategy<Value = Deed> {
    let index = any::<Index>;
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
    let value = proptest::sample::select(values.to_vec());
    let names = ["name", "count", "recurring", "slotduration", "appointmentPerSlot", "x", "deleted", "date", "hours"];
    let name = proptest::sample::select(names.to_vec()).prop_map(Segment::from);
    let below = prop_oneof![name, (0..3_usize).prop_map(Segment::from)];
    prop_oneof![
        4 => (index(), 0..2_usize).prop_map(|(at, record)| Deed::Take(at, record)),
        6 => (index(), value.clone()).prop_map(|(at, value)| Deed::Put(at, value)),
        2 => (index(), below, value).prop_map(|(at, below, value)| Deed::Below(at, below, value)),
        4 => (index(), index()).prop_map(|(at, from)| Deed::Double(at, from)),
        3 => (index(), index()).prop_map(|(at, from)| Deed::Insert(at, from)),
        3 => index().prop_map(Deed::Remove),
        2 => (index(), index()).prop_map(|(at, to)| Deed::Move(at, to)),
        2 => index().prop_map(Deed::Reset),
        2 => Just(Deed::Undo),
        1 => Just(Deed::Redo),
    ]
}

/// Every place in a value, outermost first.
fn places(value: &Value) -> Vec<Path> {
    fn below(value: &Value, here: &Path, into: &mut Vec<Path>) {
        into.push(here.clone());
        match value {
            Value::Array(items) => items.iter().enumerate().for_each(|(at, item)| below(item, &here.with(at), into)),
            Value::Object(members) => {
                members.iter().for_each(|(name, member)| below(member, &here.with(name.clone()), into));
            }
            _ => {}
        }
    }
    let mut all = Vec::new();
    below(value, &Path::new(), &mut all);
    all
}

fn at<'v>(value: &'v Value, path: &Path) -> Option<&'v Value> {
    value.pointer(&path.pointer())
}

/// Does it; nothing where there is nothing to do it to.
fn act(form: &mut Form, deed: &Deed, others: &[Value; 2]) -> Option<Result<Delta, calendiff::Error>> {
    let draft = form.draft().to_value();
    let mine = places(&draft);
    let is_item = |path: &&Path| matches!(path.segments().last(), Some(Segment::Index(_)));
    let items: Vec<Path> = mine.iter().filter(is_item).cloned().collect();
    Some(match deed {
        Deed::Take(index, record) => {
            let theirs = places(&others[*record]);
            let path = index.get(&theirs);
            form.set(path, at(&others[*record], path)?)
        }
        Deed::Put(index, value) => form.set(index.get(&mine), value),
        Deed::Below(index, below, value) => form.set(&index.get(&mine).with(below.clone()), value),
        Deed::Double(index, from) => {
            // Names that stand in several items: of each the same, whatever there is more of.
            let name = |path: &Path| path.segments().last().cloned();
            let names = ["date", "userId", "closeHour", "isPrimary", "kind"].map(Segment::from);
            let places: Vec<Path> =
                mine.iter().filter(|path| name(path).is_some_and(|name| names.contains(&name))).cloned().collect();
            if places.is_empty() {
                return None;
            }
            let path = index.get(&places);
            let aliases: Vec<Path> = places.iter().filter(|other| name(other) == name(path)).cloned().collect();
            form.set(path, at(&draft, from.get(&aliases))?)
        }
        Deed::Insert(index, from) if !items.is_empty() => form.insert(index.get(&items), at(&draft, from.get(&items))?),
        Deed::Remove(index) => form.remove(index.get(&mine)),
        Deed::Move(index, to) if !items.is_empty() => {
            let mut list = index.get(&items).clone();
            list.pop();
            let count = at(&draft, &list)?.as_array()?.len();
            form.move_to(index.get(&items), to.index(count))
        }
        Deed::Reset(index) => form.reset(index.get(&mine)),
        Deed::Undo => Ok(form.undo()?),
        Deed::Redo => Ok(form.redo()?),
        Deed::Insert(..) | Deed::Move(..) => return None,
    })
}

/// The lists as someone has them who only hears of what changes.
struct Heard {
    issues: Vec<Issue>,
    changes: Vec<Change>,
}

fn hear<T: Clone>(list: &mut Vec<T>, splices: &[Splice<T>]) {
    for Splice { at, removed, added } in splices {
        list.splice(*at..at + removed, added.iter().map(|finding| Arc::as_ref(finding).clone()));
    }
}

fn agrees(form: &Form, heard: &Heard, kind: Kind, profile: Profile) {
    let (stored, draft) = (form.stored(), form.draft());
    let report = kind.validate(draft, &Options { profile, stored: Some(&stored) }).unwrap();
    let issues: Vec<Issue> = form.issues().cloned().collect();
    assert_eq!(issues, report.issues, "{}", to_string(&draft.to_value()));
    assert_eq!(heard.issues, issues, "heard of issues");
    assert_eq!(form.is_ok(), report.ok);

    let diff = kind.diff(stored, draft, Absent::Keep).unwrap();
    let changes: Vec<Change> = form.changes().cloned().collect();
    assert_eq!(changes, diff.changes, "{}", to_string(&draft.to_value()));
    assert_eq!(heard.changes, changes, "heard of changes");
    assert_eq!(form.is_dirty(&Path::new()), !changes.is_empty());
}

fn sequence() -> impl Strategy<Value = (Kind, Profile, Value, [Value; 2], Vec<Deed>)> {
    let of = |kind| {
        let record = strategies::stored(kind);
        let others = (strategies::stored(kind), strategies::planted(kind).prop_map(|planted| planted.draft));
        let profile = proptest::sample::select(Profile::ALL.to_vec());
        let deeds = proptest::collection::vec(deed(), 1..16);
        (profile, record, others, deeds)
            .prop_map(move |(profile, record, (a, b), deeds)| (kind, profile, record, [a, b], deeds))
    };
    prop_oneof![3 => of(Kind::Calendar), 1 => of(Kind::Location)]
}

#[test]
fn a_draft_grows_no_deeper_and_no_larger_than_what_is_parsed() {
    let stored = json!({ "id": "Kx2m", "notes": "n", "availabilities": [] });
    let mut form = Kind::Calendar.form(&stored, Profile::Document).unwrap();
    let nested = |depth: usize| (0..depth).fold(json!(1), |inner, _| json!({ "a": inner }));
    let at = |depth: usize| (0..depth).fold(Path::new().with("mine"), |path, _| path.with("a"));
    form.set(&at(0), nested(100)).unwrap();
    let before = to_string(&form.draft());
    for (place, value) in [(at(100), nested(28)), (at(0), nested(128)), (at(128), json!(1))] {
        assert_eq!(form.set(&place, &value).unwrap_err().code(), "json_depth", "{place}");
        assert_eq!(to_string(&form.draft()), before);
    }
    form.set(&at(100), nested(27)).unwrap();
    form.set(&at(0), json!(1)).unwrap();

    let megabytes = |count: usize| json!("x".repeat(count << 20));
    let (notes, dates) = (Path::new().with("notes"), Path::new().with("availabilities"));
    form.set(&notes, megabytes(10)).unwrap();
    form.set(&notes, megabytes(11)).unwrap();
    let before = to_string(&form.draft());
    for refused in [
        form.set(&Path::new().with("mine"), megabytes(6)),
        form.set(&notes, megabytes(17)),
        form.insert(&dates.clone().with(0), megabytes(6)),
    ] {
        assert_eq!(refused.unwrap_err().code(), "json_size");
        assert!(to_string(&form.draft()) == before);
    }
    form.set(&Path::new(), json!({ "notes": "x".repeat(15 << 20) })).unwrap();
    form.set(&notes, json!("n")).unwrap();
    form.insert(&dates.with(0), megabytes(6)).unwrap();
}

#[test]
fn going_on_from_the_same_record_leaves_every_edit() {
    let hours = json!([{ "openHour": 9, "openMinute": 0, "closeHour": 17, "closeMinute": 0 }]);
    let stored = json!({
        "name": "Consultation", "slotDuration": 30, "autoConfirm": true, "teamMembers": [{ "userId": "a" }],
        "openHours": [{ "daysOfTheWeek": [1], "hours": hours }],
        "availabilities": [{ "date": "2026-12-24T00:00:00.000Z", "hours": hours, "id": "x" }],
    });
    let edits = [
        ("/name", json!(null)),
        ("/name", json!(5)),
        ("/slotDuration", json!("4x")),
        ("/autoConfirm", json!("yes")),
        ("/teamMembers", json!([])),
        ("/openHours", json!([])),
        ("/openHours/0/foo", json!(1)),
        ("/openHours/0/hours/0/closeHour", json!("18")),
        ("/availabilities", json!([])),
        ("/mine", json!(1)),
    ];
    for (pointer, value) in edits {
        let mut form = Kind::Calendar.form(&stored, Profile::Document).unwrap();
        let step = |step: &str| step.parse::<usize>().map_or_else(|_| step.to_owned().into(), Segment::from);
        let path = Path::of(&pointer.split('/').skip(1).map(step).collect::<Vec<_>>());
        form.set(&path, &value).unwrap();
        let before: (Vec<_>, Vec<_>) = (form.issues().cloned().collect(), form.changes().cloned().collect());
        let rebased = form.rebase(&stored).unwrap();
        assert!(rebased.conflicts.is_empty());
        assert_eq!(form.get(&path).map(View::to_value), Some(value), "{pointer}");
        assert_eq!((form.issues().cloned().collect(), form.changes().cloned().collect()), before, "{pointer}");
    }
}

proptest! {
    #[test]
    fn a_form_says_after_each_edit_what_a_fresh_pass_says((kind, profile, stored, others, deeds) in sequence()) {
        let mut form = kind.form(&stored, profile).unwrap();
        let mut heard = Heard { issues: form.issues().cloned().collect(), changes: form.changes().cloned().collect() };
        agrees(&form, &heard, kind, profile);
        let mut before = vec![to_string(&form.draft().to_value())];
        for deed in &deeds {
            let was = to_string(&form.draft().to_value());
            match act(&mut form, deed, &others) {
                Some(Ok(delta)) => {
                    hear(&mut heard.issues, &delta.issues);
                    hear(&mut heard.changes, &delta.changes);
                    match deed {
                        Deed::Undo => prop_assert_eq!(to_string(&form.draft().to_value()), before.pop().unwrap()),
                        // What stands as it is stored is no step.
                        Deed::Reset(_) if delta.edits.is_empty() => {}
                        _ => before.push(was),
                    }
                }
                Some(Err(refused)) => {
                    prop_assert!(matches!(refused.code(), "form_path" | "json_depth"), "{}", refused);
                    prop_assert_eq!(to_string(&form.draft().to_value()), was);
                }
                None => {}
            }
            agrees(&form, &heard, kind, profile);
        }
        prop_assert_eq!(
            form.body(Mode::Full).unwrap(),
            kind.body(form.stored(), form.draft(), Mode::Full).unwrap()
        );
        while form.undo().is_some() {}
        prop_assert_eq!(form.draft().to_value(), kind.form(&stored, profile).unwrap().draft().to_value());
    }
}
