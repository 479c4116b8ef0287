//! The laws on every record of a small domain: where lists are short, all of them are tried.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod lists;

use calendiff::json::patch;
use calendiff::{Kind, Mode, Profile, WhenAbsent};
use serde_json::{Value, json};

/// Every list of up to `most` different items, in every order.
fn lists(items: &[Value], most: usize) -> Vec<Vec<Value>> {
    lists::lists(items, most, |one, other| one == other)
}

fn range(open: u8, close: u8) -> Value {
    json!({ "openHour": open, "openMinute": 0, "closeHour": close, "closeMinute": 0 })
}

/// D1, D2, D3, B2 and mode changed, for every pair of records.
#[track_caller]
fn hold(records: &[Value]) {
    for stored in records {
        for draft in records {
            for absent in [WhenAbsent::Keep, WhenAbsent::Remove] {
                let diff = Kind::Calendar.diff(stored, draft, absent).unwrap();
                assert_eq!(
                    diff.changes.is_empty(),
                    diff.patch.is_empty(),
                    "{stored} {draft}"
                );
                assert!(stored != draft || diff.patch.is_empty(), "{stored}");
                let patched = patch::apply(stored, &diff.patch).unwrap();
                let rest = Kind::Calendar.diff(&patched, draft, absent).unwrap().words;
                assert_eq!(
                    rest,
                    Vec::<String>::new(),
                    "{stored} {draft} {:?}",
                    diff.patch
                );
                let inverse = patch::invert(stored, &diff.patch).unwrap();
                let restored = patch::apply(&patched, &inverse).unwrap();
                assert_eq!(&restored, stored, "{draft} {:?} {inverse:?}", diff.patch);
                let mut merged = stored.clone();
                json_patch::merge(&mut merged, &diff.merge_patch.unwrap());
                let rest = Kind::Calendar.diff(&merged, draft, absent).unwrap().words;
                assert_eq!(rest, Vec::<String>::new(), "{stored} {draft}, merged");
            }
            // The body is in canonical order, so that the same is said in another order.
            let said = |draft: &Value| {
                let words = Kind::Calendar
                    .diff(stored, draft, WhenAbsent::Keep)
                    .unwrap()
                    .words;
                let mut words: Vec<String> = words.iter().map(ToString::to_string).collect();
                words.sort();
                words
            };
            let wanted = said(draft);
            let full = Kind::Calendar.body(stored, draft, Mode::Full).unwrap();
            assert_eq!(
                said(
                    &Kind::Calendar
                        .outcome(stored, draft, Profile::Specification)
                        .unwrap()
                        .to_value()
                ),
                wanted,
                "{stored} {draft}"
            );
            assert_eq!(said(&full.value.to_value()), wanted, "{stored} {draft}");
            let changed = Kind::Calendar.body(stored, draft, Mode::Changed).unwrap();
            assert_eq!(
                changed.value.to_value().as_object().unwrap().is_empty(),
                wanted.is_empty(),
                "{stored} {draft}"
            );
        }
    }
}

#[test]
fn hours_of_a_date() {
    let hours = lists(
        &[range(9, 12), range(11, 14), range(14, 18), range(9, 13)],
        3,
    );
    assert_eq!(hours.len(), 1 + 4 + 12 + 24);
    let records: Vec<Value> = hours
        .into_iter()
        .map(|hours| json!({ "availabilities": [{ "date": "2026-12-24T00:00:00.000Z", "hours": hours }] }))
        .collect();
    hold(&records);
}

#[test]
fn weeks() {
    let entry = |days: &[u8], open| json!({ "daysOfTheWeek": days, "hours": [range(open, 17)] });
    let without_hours = json!({ "daysOfTheWeek": [3] });
    // A day in several entries, or an entry that lacks its hours. An empty week has a rule of its own in the body: it is
    // left out where it only echoes.
    for entries in [
        [
            entry(&[1], 8),
            entry(&[1], 9),
            entry(&[2], 9),
            entry(&[1, 2], 9),
        ],
        // If a week cannot be read by day, the days of an entry are its key, and a body splits them.
        [
            entry(&[1], 8),
            entry(&[2], 9),
            entry(&[4], 9),
            without_hours,
        ],
    ] {
        let weeks = lists(&entries, 3).into_iter().skip(1);
        hold(
            &weeks
                .map(|week| json!({ "openHours": week }))
                .collect::<Vec<_>>(),
        );
    }
}

#[test]
fn special_dates() {
    let date = |day: u8, open| json!({ "date": format!("2026-12-{day}T00:00:00.000Z"), "hours": [range(open, 17)] });
    let closed = json!({ "date": "2026-12-24T00:00:00.000Z", "hours": [], "deleted": false });
    let dates = lists(
        &[date(23, 9), date(24, 9), date(24, 10), closed, date(25, 9)],
        3,
    );
    hold(
        &dates
            .into_iter()
            .skip(1)
            .map(|dates| json!({ "availabilities": dates }))
            .collect::<Vec<_>>(),
    );
}

#[test]
fn teams_and_places() {
    let place = |kind: &str, location: &str| json!({ "kind": kind, "location": location });
    let places = lists(
        &[
            place("custom", "A"),
            place("custom", "B"),
            json!({ "kind": "custom" }),
            place("physical", "A"),
        ],
        3,
    );
    hold(
        &places
            .into_iter()
            .map(|places| json!({ "locationConfigurations": places }))
            .collect::<Vec<_>>(),
    );
    // A place without a kind has no key.
    let odd = [
        json!({ "kind": "custom" }),
        json!({ "location": "A" }),
        place("custom", "A"),
        json!({}),
    ];
    hold(
        &lists(&odd, 2)
            .into_iter()
            .map(|places| json!({ "locationConfigurations": places }))
            .collect::<Vec<_>>(),
    );
    let member = |user: &str, priority| json!({ "userId": user, "priority": priority });
    let members = [
        member("a", 0),
        member("a", 1),
        member("b", 0),
        member("c", 0),
        json!({ "userId": "c" }),
    ];
    hold(
        &lists(&members, 3)
            .into_iter()
            .skip(1)
            .map(|team| json!({ "teamMembers": team }))
            .collect::<Vec<_>>(),
    );
}

/// D5: for every pair of records, no more operations than `edits` counts.
#[track_caller]
fn as_few_as_needed(records: &[Value], edits: fn(&Value, &Value) -> usize) {
    for stored in records {
        for draft in records {
            let diff = Kind::Calendar
                .diff(stored, draft, WhenAbsent::Keep)
                .unwrap();
            let needed = edits(stored, draft);
            assert!(
                diff.patch.len() <= needed,
                "{stored} {draft}: {} of {needed}: {:?}",
                diff.patch.len(),
                diff.patch
            );
        }
    }
}

/// The items of one list that the other lacks or has otherwise, by key; what is on both sides counts once.
fn edited(a: &[Value], b: &[Value], key: &str) -> usize {
    let find =
        |list: &[Value], item: &Value| list.iter().find(|other| other[key] == item[key]).cloned();
    let gone_or_changed = a
        .iter()
        .filter(|item| find(b, item).as_ref() != Some(item))
        .count();
    gone_or_changed + b.iter().filter(|item| find(a, item).is_none()).count()
}

#[test]
fn dates_take_one_operation_for_each_that_differs() {
    let date = |day: u8, hours: Value| json!({ "date": format!("2026-12-{day}T00:00:00.000Z"), "hours": hours });
    let dates: Vec<Value> = [23, 24, 25]
        .into_iter()
        .flat_map(|day| {
            [
                date(day, json!([])),
                date(day, json!([range(9, 12)])),
                date(day, json!([range(9, 17)])),
            ]
        })
        .collect();
    let once = |list: &Vec<Value>| {
        (1..list.len()).all(|at| {
            list[..at]
                .iter()
                .all(|item| item["date"] != list[at]["date"])
        })
    };
    let records = lists(&dates, 3)
        .into_iter()
        .filter(once)
        .map(|dates| json!({ "availabilities": dates }));
    as_few_as_needed(&records.collect::<Vec<_>>(), |stored, draft| {
        let dates = |record: &Value| record["availabilities"].as_array().unwrap().clone();
        edited(&dates(stored), &dates(draft), "date")
    });
}

#[test]
fn a_team_takes_one_more_for_each_that_moved() {
    let member = |user: &str, priority| json!({ "userId": user, "priority": priority });
    let members = [
        member("a", 0),
        member("a", 1),
        member("b", 0),
        member("c", 0),
    ];
    let once = |list: &Vec<Value>| {
        (1..list.len()).all(|at| {
            list[..at]
                .iter()
                .all(|item| item["userId"] != list[at]["userId"])
        })
    };
    let records = lists(&members, 3)
        .into_iter()
        .filter(once)
        .map(|team| json!({ "teamMembers": team }));
    as_few_as_needed(&records.collect::<Vec<_>>(), |stored, draft| {
        let team = |record: &Value| record["teamMembers"].as_array().unwrap().clone();
        let (stored, draft) = (team(stored), team(draft));
        let place = |list: &[Value], item: &Value| {
            list.iter()
                .position(|other| other["userId"] == item["userId"])
        };
        let places: Vec<usize> = draft
            .iter()
            .filter_map(|item| place(&stored, item))
            .collect();
        // Of three that stay, all but a longest run in order must move.
        let in_order = (0_usize..1 << places.len()).filter_map(|chosen| {
            let kept: Vec<usize> = (0..places.len())
                .filter(|at| chosen >> at & 1 == 1)
                .map(|at| places[at])
                .collect();
            kept.is_sorted().then_some(kept.len())
        });
        edited(&stored, &draft, "userId") + places.len() - in_order.max().unwrap()
    });
}
