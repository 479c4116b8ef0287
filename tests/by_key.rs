//! Forms by key: reset, revert and resolve hit what they are about, however weeks are grouped and wherever items stand.
//!
//! K1: reverting a change takes exactly that change out of the list. K2: resolving a conflict leaves at its key what that side
//! has there, and every other conflict as it was. K3: in any order.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod lists;

use calendiff::json::Path;
use calendiff::{Change, Day, Kind, Mode, Profile, RecordForm, Resolution, Severity};
use serde_json::{Value, json};

fn hours(open: u8, close: u8) -> Value {
    json!([{ "openHour": open, "openMinute": 0, "closeHour": close, "closeMinute": 0 }])
}

fn entry(days: &[u8], open: u8, close: u8) -> Value {
    json!({ "daysOfTheWeek": days, "hours": hours(open, close) })
}

#[track_caller]
fn form(stored: &Value) -> RecordForm {
    Kind::Calendar.form(stored, Profile::Specification).unwrap()
}

fn working_week() -> Value {
    json!({ "openHours": [entry(&[1, 2, 3, 4, 5], 9, 17)] })
}

fn path(pointer: &str) -> Path {
    pointer.parse().unwrap()
}

fn words(form: &RecordForm) -> Vec<String> {
    form.changes()
        .map(|change| change.words.to_string())
        .collect()
}

/// The hours of a week on a schedule are not known, so a closed day is an edit.
#[test]
fn a_closed_day_takes_a_form_from_its_schedule() {
    let stored = json!({ "id": "a", "name": "Consultation", "openHours": {} });
    let mut form = Kind::Calendar
        .form(&stored, Profile::Specification)
        .unwrap();
    form.set_day(Day::Tuesday, &[] as &[[&str; 2]]).unwrap();
    assert!(!form.is_on_schedule());
    assert_eq!(form.changes().len(), 1);
    assert_eq!(
        form.body(Mode::Changed).unwrap().value.to_value()["openHours"],
        json!([])
    );
    let closed_again = form.set_day(Day::Friday, &[] as &[[&str; 2]]).unwrap();
    assert!(closed_again.is_empty());
    form.undo();
    assert!(form.is_on_schedule());
    assert_eq!(form.changes().len(), 0);
}

#[test]
fn a_split_entry_is_reset_by_its_day() {
    let mut form = form(&working_week());
    let split = form
        .issues()
        .find(|issue| issue.code.name() == "several_days")
        .cloned()
        .unwrap();
    form.fix(&split);
    assert_eq!(
        form.draft()
            .get("openHours")
            .unwrap()
            .items()
            .unwrap()
            .len(),
        5
    );
    assert_eq!(words(&form), [""; 0], "split, it means the same");
    form.set(&path("/openHours/0/hours/0/closeHour"), json!(18))
        .unwrap();
    assert_eq!(words(&form), ["Monday closes at 18:00, was 17:00"]);
    form.reset(&path("/openHours/0")).unwrap();
    assert_eq!(words(&form), [""; 0]);
    assert_eq!(form.week().unwrap()[&Day::Monday], [["09:00", "17:00"]]);
}

#[test]
fn a_day_that_left_its_entry_comes_back_with_it() {
    let mut form = form(&working_week());
    form.remove(&path("/openHours/0/daysOfTheWeek/4")).unwrap();
    assert_eq!(words(&form), ["Friday closed, was 09:00–17:00"]);
    form.reset(&path("/openHours/0")).unwrap();
    assert_eq!(form.draft().to_value(), working_week());
}

#[test]
fn a_conflict_about_a_day_resolves_that_day() {
    let mut form = form(&working_week());
    form.set_day(Day::Monday, &[["09:00", "18:00"]]).unwrap();
    let theirs = json!({ "openHours": [entry(&[1], 9, 16), entry(&[2, 3, 4, 5], 9, 17)] });
    form.rebase(&theirs).unwrap();
    let conflict = form.conflicts()[0].clone();
    assert_eq!(
        (form.conflicts().len(), conflict.key.to_string().as_str()),
        (1, "openHours/monday")
    );
    form.resolve(&conflict, Resolution::Theirs);
    let week = form.week().unwrap();
    assert_eq!(week[&Day::Monday], [["09:00", "16:00"]]);
    assert_eq!(week[&Day::Friday], [["09:00", "17:00"]]);
    assert_eq!((form.changes().len(), form.conflicts().len()), (0, 0));
}

#[test]
fn a_conflict_about_two_days_resolves_both() {
    let mut form = form(&working_week());
    for day in [Day::Monday, Day::Tuesday] {
        form.set_day(day, &[["09:00", "18:00"]]).unwrap();
    }
    form.rebase(json!({ "openHours": [entry(&[1, 2], 9, 16), entry(&[3, 4, 5], 9, 17)] }))
        .unwrap();
    let conflict = form.conflicts()[0].clone();
    assert_eq!(conflict.key.to_string(), "openHours/monday,tuesday");
    form.resolve(&conflict, Resolution::Theirs);
    let week = form.week().unwrap();
    assert_eq!(
        (&week[&Day::Monday], &week[&Day::Tuesday]),
        (&week[&Day::Monday], &week[&Day::Monday])
    );
    assert_eq!(week[&Day::Tuesday], [["09:00", "16:00"]]);
}

#[test]
fn what_ours_removed_and_theirs_changed_comes_back_as_theirs() {
    let member = |user: &str, priority: u8| json!({ "userId": user, "priority": priority });
    let stored = json!({ "teamMembers": [member("u-ada", 0), member("u-ben", 0)] });
    let mut form = form(&stored);
    form.remove(&path("/teamMembers/0")).unwrap();
    form.rebase(json!({ "teamMembers": [member("u-ada", 1), member("u-ben", 0)] }))
        .unwrap();
    let conflict = form.conflicts()[0].clone();
    assert_eq!(conflict.key.to_string(), "teamMembers/u-ada");
    form.resolve(&conflict, Resolution::Theirs);
    assert_eq!(
        form.draft().to_value(),
        json!({ "teamMembers": [member("u-ada", 1), member("u-ben", 0)] })
    );
}

#[test]
fn the_second_conflict_is_not_stale_once_the_first_is_resolved() {
    let date = |day: u8, open: u8| json!({ "date": format!("2026-12-{day}T00:00:00.000Z"), "hours": hours(open, 17) });
    let stored = json!({ "availabilities": [date(23, 9), date(24, 9), date(25, 9)] });
    let mut form = form(&stored);
    form.remove(&path("/availabilities/0")).unwrap();
    form.set(&path("/availabilities/0/hours/0/openHour"), json!(10))
        .unwrap();
    form.set(&path("/availabilities/1/hours/0/openHour"), json!(11))
        .unwrap();
    form.rebase(json!({ "availabilities": [date(23, 12), date(24, 12), date(25, 9)] }))
        .unwrap();
    let conflicts = form.conflicts().to_vec();
    let keys: Vec<String> = conflicts
        .iter()
        .map(|conflict| conflict.key.to_string())
        .collect();
    assert_eq!(
        keys,
        [
            "availabilities/2026-12-23",
            "availabilities/2026-12-24/hours"
        ]
    );
    form.resolve(&conflicts[0], Resolution::Theirs);
    form.resolve(&conflicts[1], Resolution::Theirs);
    assert_eq!(
        form.draft().to_value(),
        json!({ "availabilities": [date(23, 12), date(24, 12), date(25, 11)] })
    );
    assert_eq!(
        words(&form),
        ["special date 25 December 2026 opens at 11:00, was 09:00"]
    );
}

#[test]
fn a_removal_is_reverted_and_hits_no_other() {
    let member = |user: &str| json!({ "userId": user });
    let stored = json!({ "teamMembers": [member("u-ada"), member("u-ben"), member("u-cleo")] });
    let mut form = form(&stored);
    form.remove(&path("/teamMembers/1")).unwrap();
    form.set(&path("/teamMembers/1/priority"), json!(1))
        .unwrap();
    let removal = form.changes().next().unwrap().clone();
    assert_eq!(removal.key.to_string(), "teamMembers/u-ben");
    form.revert(&removal);
    assert_eq!(
        words(&form),
        ["team member 3 (user u-cleo): priority 1, was not set"]
    );
}

/// Beyond sixteen moves, the list is put in order all at once.
#[test]
fn a_conflict_over_the_order_of_a_long_list_takes_the_order_of_a_side() {
    let team = |order: &dyn Fn(usize) -> usize| -> Value {
        let members =
            (0..60).map(|at| json!({ "userId": format!("u{}", order(at)), "priority": order(at) }));
        json!({ "teamMembers": members.collect::<Value>() })
    };
    let [base, ours, theirs] = [team(&|at| at), team(&|at| 59 - at), team(&|at| at * 7 % 60)];
    for (side, wanted) in [
        (Resolution::Theirs, &theirs),
        (Resolution::Base, &base),
        (Resolution::Ours, &ours),
    ] {
        let mut form = form(&base);
        form.set(&path("/teamMembers"), &ours["teamMembers"])
            .unwrap();
        form.rebase(&theirs).unwrap();
        let conflict = form.conflicts()[0].clone();
        assert_eq!(conflict.key.to_string(), "teamMembers/order");
        form.resolve(&conflict, side);
        assert_eq!(
            (form.draft().to_value(), form.conflicts().len()),
            (wanted.clone(), 0)
        );
        form.undo().unwrap();
        assert_eq!(form.draft().to_value(), ours);
    }
}

#[test]
fn a_resolution_is_a_step_that_can_be_undone() {
    let mut form = form(&json!({ "name": "Consultation" }));
    form.set(&path("/name"), json!("First visit")).unwrap();
    form.rebase(json!({ "name": "Intake" })).unwrap();
    let conflict = form.conflicts()[0].clone();
    form.resolve(&conflict, Resolution::Base);
    assert_eq!(words(&form), ["name “Consultation”, was “Intake”"]);
    form.undo().unwrap();
    assert_eq!(form.conflicts(), [conflict]);
    assert_eq!(words(&form), ["name “First visit”, was “Intake”"]);
    form.redo().unwrap();
    assert!(form.conflicts().is_empty());
}

#[test]
fn fixes_are_one_step() {
    let mut form = form(&json!({ "id": "Kx2m" }));
    form.set(
        &Path::new(),
        json!({ "eventColour": "#F00", "slotDuration": "45", "name": " a " }),
    )
    .unwrap();
    let before = form.draft().to_value();
    form.fix_all();
    let fixed = Kind::Calendar
        .fix(&before, &Profile::Specification.into())
        .unwrap()
        .value;
    assert_eq!(form.draft().to_value(), fixed);
    form.undo().unwrap();
    assert_eq!(form.draft().to_value(), before);
}

#[test]
fn many_fixes_are_those_of_a_draft_by_itself() {
    let mut form = form(&json!({ "id": "Kx2m" }));
    let entries: Vec<Value> = (0..40)
        .map(|at| json!({ "date": format!("2026-{:02}-{:02}", at % 12 + 1, at % 28 + 1), "hours": [] }))
        .collect();
    let draft = json!({ "slotDuration": "45", "availabilities": entries, "mine": { "kept": 1 }, "eventColour": "#FFF" });
    form.set(&Path::new(), &draft).unwrap();
    form.fix_all();
    let fixed = Kind::Calendar
        .fix(&draft, &Profile::Specification.into())
        .unwrap();
    assert!(fixed.applied.len() > 30);
    assert!(
        calendiff::json::equal(form.draft(), &fixed.value),
        "{}",
        form.draft().to_value()
    );
    form.undo().unwrap();
    assert_eq!(form.draft().to_value(), draft);
}

#[test]
fn what_was_said_stands_until_it_is_edited() {
    let mut form = form(&json!({ "slug": "intro", "openHours": [entry(&[1, 2], 9, 17)] }));
    let said = r#"{ "statusCode": 422, "message": ["slug is reserved", "openHours.0.must be a valid day of week"] }"#;
    let answer = Kind::Calendar.response(422, None, said);
    let refusal = answer.result.unwrap_err();
    form.refused(&refusal);
    form.refused(&refusal);
    let at = |form: &RecordForm, pointer: &str| {
        form.issues_at(&path(pointer))
            .filter(|issue| issue.severity == calendiff::Severity::Error)
            .count()
    };
    assert_eq!(
        (at(&form, "/slug"), at(&form, "/openHours")),
        (1, 1),
        "{:?}",
        form.issues().collect::<Vec<_>>()
    );
    form.set(&path("/slug"), json!("first-visit")).unwrap();
    assert_eq!((at(&form, "/slug"), at(&form, "/openHours")), (0, 1));
    form.set(
        &path("/openHours"),
        json!([entry(&[1], 9, 17), entry(&[2], 9, 17)]),
    )
    .unwrap();
    assert!(form.is_ok());
}

#[test]
fn a_save_of_ones_own_clears_no_undo() {
    let mut form = form(&json!({ "name": "Consultation", "slug": "intro" }));
    form.set(&path("/name"), json!("First visit")).unwrap();
    form.rebase(json!({ "name": "First visit", "slug": "intro" }))
        .unwrap();
    assert!(form.can_undo());
    form.undo().unwrap();
    assert_eq!(words(&form), ["name “Consultation”, was “First visit”"]);
    form.redo().unwrap();
    form.rebase(json!({ "name": "Intake", "slug": "intro" }))
        .unwrap();
    assert!(!form.can_undo(), "what others changed cannot be taken back");
}

#[test]
fn what_is_undone_after_a_rebase_is_right() {
    let team = |member: &Value| json!([member]);
    let mut form = form(&json!({ "teamMembers": team(&json!({ "userId": "u1" })) }));
    form.set(&path("/teamMembers/0/priority"), json!(2))
        .unwrap();
    form.reset(&Path::new()).unwrap();
    form.rebase(json!({ "teamMembers": team(&json!({ "userId": "u1" })), "slotDuration": 30 }))
        .unwrap();
    assert!(
        form.undo().is_none(),
        "a reset of the whole draft is of another record"
    );
    assert_eq!(
        form.draft().to_value(),
        json!({ "teamMembers": team(&json!({ "userId": "u1" })), "slotDuration": 30 })
    );

    let mut form = self::form(&json!({ "teamMembers": [] }));
    form.set(&path("/availabilities"), json!([])).unwrap();
    form.rebase(json!({ "teamMembers": team(&json!({ "userId": "u1" })) }))
        .unwrap();
    form.undo().unwrap();
    assert_eq!(
        form.draft().to_value(),
        json!({ "teamMembers": team(&json!({ "userId": "u1" })) })
    );
    form.redo().unwrap();
    assert_eq!(form.issues_at(&path("/availabilities/0")).count(), 0);

    let mut form = self::form(&json!({ "allowBookingFor": 22 }));
    form.set(&path("/teamMembers"), json!([])).unwrap();
    form.rebase(json!({})).unwrap();
    form.undo().unwrap();
    assert_eq!(
        (form.draft().to_value(), form.changes().len()),
        (json!({}), 0)
    );
}

#[test]
fn a_place_that_replaces_another_inherits_nothing_from_it() {
    let place = |kind: &str, location: &str| json!({ "kind": kind, "location": location });
    let record = |places: &[&Value]| json!({ "locationConfigurations": places });
    let (custom, zoom) = (
        json!({ "kind": "custom", "location": "a", "meetingId": "" }),
        place("zoom_conference", ""),
    );
    let google = place("google_conference", "");
    let mut form = form(&record(&[&custom, &zoom, &google]));
    let edited = json!([zoom, place("zoom_conference", "a"), google]);
    form.set(&path("/locationConfigurations"), edited).unwrap();
    let rebased = form.rebase(record(&[&custom, &google])).unwrap();
    assert_eq!(
        rebased.conflicts,
        [],
        "one removed what the other left as it was"
    );
    let left = json!([place("zoom_conference", "a"), { "kind": "google_conference" }]);
    assert_eq!(form.draft().to_value()["locationConfigurations"], left);
}

#[test]
fn a_conflict_outlives_another_rebase_until_the_two_agree() {
    let record = |color: &str, slot: u8| json!({ "eventColor": color, "slotDuration": slot });
    let mut form = form(&record("#039be5", 30));
    form.set(&path("/eventColor"), json!("#ff0000")).unwrap();
    form.rebase(record("#00aa00", 30)).unwrap();
    form.rebase(record("#00aa00", 45)).unwrap();
    let conflict = form.conflicts()[0].clone();
    assert_eq!(
        (conflict.key.to_string().as_str(), conflict.theirs.clone()),
        ("eventColor", Some(json!("#00aa00")))
    );
    form.set(&path("/eventColor"), json!("#0000ff")).unwrap();
    form.resolve(&conflict, Resolution::Ours);
    assert_eq!(
        form.draft().get("eventColor").unwrap().text(),
        Some("#0000ff"),
        "as the draft stands"
    );
    form.rebase(record("#0000ff", 45)).unwrap();
    assert!(form.conflicts().is_empty());
}

#[test]
fn a_meeting_place_comes_back_though_the_draft_has_no_id_of_it() {
    let mut form = form(
        &json!({ "locationConfigurations": [{ "kind": "custom", "location": "x", "meetingId": "m-1" }] }),
    );
    form.remove(&path("/locationConfigurations/0")).unwrap();
    let removal = form.changes().next().unwrap().clone();
    assert_eq!(removal.key.to_string(), "locationConfigurations/custom: x");
    form.revert(&removal);
    assert_eq!(
        form.draft().to_value(),
        json!({ "locationConfigurations": [{ "kind": "custom", "location": "x" }] })
    );
    assert!(form.changes().next().is_none());

    // One that was pasted with its ID is known by it.
    form.set(
        &path("/locationConfigurations/0"),
        json!({ "kind": "custom", "location": "y", "meetingId": "m-1" }),
    )
    .unwrap();
    let change = form.changes().next().unwrap().clone();
    assert_eq!(
        change.key.to_string(),
        "locationConfigurations/m-1/location"
    );
    form.revert(&change);
    assert_eq!(
        form.draft().to_value()["locationConfigurations"][0]["location"],
        "x"
    );
}

#[test]
fn a_change_that_does_not_stand_any_more_is_passed_over() {
    let mut form = form(&json!({ "availabilities": [{ "date": "x", "hours": [] }] }));
    form.set_date("2026-12-31", Some(&[] as &[[&str; 2]]))
        .unwrap();
    form.set_date("2027-01-01", Some(&[] as &[[&str; 2]]))
        .unwrap();
    let first = form.changes().next().unwrap().clone();
    form.revert(&first);
    assert!(form.revert(&first).is_empty());
    assert_eq!(form.dates().len(), 1);
}

#[test]
fn a_batch_is_one_step_and_joined_keys_are_another() {
    let mut form = form(&json!({ "name": "a", "slug": "b" }));
    form.batch(|form| {
        form.set(&path("/name"), json!("c")).unwrap();
        form.set(&path("/slug"), json!("d")).unwrap();
        assert!(form.undo().is_none(), "a batch is one step");
    });
    for text in ["cx", "cxy"] {
        form.set(&path("/name"), json!(text)).unwrap();
        form.join();
    }
    form.undo().unwrap();
    assert_eq!(form.draft().to_value(), json!({ "name": "a", "slug": "b" }));
}

/// What a change is, but for where it stands on the wire.
fn essence(change: &Change) -> (String, String, Option<Value>, Option<Value>) {
    let move_to = change.kind == calendiff::ChangeKind::Move;
    let of = |value: &Option<Value>| value.clone().filter(|_| !move_to);
    (
        change.kind.name().to_owned(),
        change.key.to_string(),
        of(&change.before),
        of(&change.after),
    )
}

/// Of all changes that can be taken back: a meeting ID, which the update does not take, comes and goes with its place.
fn essences(form: &RecordForm) -> Vec<(String, String, Option<Value>, Option<Value>)> {
    let mut all: Vec<_> = form
        .changes()
        .filter(|change| can_be_sent(change))
        .map(essence)
        .collect();
    all.sort_by_key(|(kind, key, ..)| (key.clone(), kind.clone()));
    all
}

/// K1 and K3, for every two values of a member.
#[track_caller]
fn revert_in_any_order(member: &str, values: &[Value]) -> usize {
    let mut tried = 0;
    for stored in values {
        let opened = form(&json!({ member: stored }));
        for draft in values {
            let mut form = opened.clone();
            form.set(&Path::new().with(member.to_owned()), draft)
                .unwrap();
            tried += every_revert(&form, stored, draft);
        }
    }
    tried
}

fn can_be_sent(change: &Change) -> bool {
    !change.key.to_string().ends_with("/meetingId")
}

fn every_revert(form: &RecordForm, stored: &Value, draft: &Value) -> usize {
    let mut tried = 0;
    let changes: Vec<Change> = form
        .changes()
        .filter(|change| can_be_sent(change))
        .cloned()
        .collect();
    for change in &changes {
        let mut reverted = form.clone();
        reverted.revert(change);
        let expected: Vec<_> = essences(form)
            .into_iter()
            .filter(|own| *own != essence(change))
            .collect();
        assert_eq!(
            essences(&reverted),
            expected,
            "{stored} {draft}: {} of {}",
            change.key,
            changes.len()
        );
        tried += 1 + every_revert(&reverted, stored, draft);
    }
    tried
}

/// Every list of up to `most` items with different keys, in every order.
fn lists(items: &[Value], most: usize, key: &str) -> Vec<Value> {
    lists::lists(items, most, |one, other| one[key] == other[key])
        .into_iter()
        .map(Value::Array)
        .collect()
}

/// Every week of three days, each closed or open in one of two ways, grouped in every way.
fn weeks() -> Vec<Value> {
    weeks_of(&[hours(9, 17), hours(9, 12)])
}

fn weeks_of(ways: &[Value; 2]) -> Vec<Value> {
    let mut all = Vec::new();
    for code in 0..27_u32 {
        let open = |day: u32| code / 3_u32.pow(day) % 3;
        let days: Vec<u8> = (0..3)
            .filter(|day| open(*day) > 0)
            .map(|day| u8::try_from(day + 1).unwrap())
            .collect();
        // A grouping: which days that are open alike stand in one entry.
        for groups in 0..8_u32 {
            let mut entries: Vec<(Vec<u8>, u32)> = Vec::new();
            for day in &days {
                let how = open(u32::from(*day) - 1);
                let joins = groups & (1 << (day - 1)) != 0;
                match entries.iter_mut().find(|(_, other)| *other == how && joins) {
                    Some((days, _)) => days.push(*day),
                    None => entries.push((vec![*day], how)),
                }
            }
            let hours = |how: u32| &ways[usize::from(how != 1)];
            let entry = |(days, how): &(Vec<u8>, u32)| json!({ "daysOfTheWeek": days, "hours": hours(*how) });
            let week = Value::Array(entries.iter().map(entry).collect());
            if !all.contains(&week) {
                all.push(week);
            }
        }
    }
    all
}

#[test]
fn k1_every_small_week_in_every_grouping() {
    let weeks = weeks();
    assert_eq!(weeks.len(), 45);
    assert!(revert_in_any_order("openHours", &weeks) > 5_000);
}

/// Unreadable hours that a draft takes over from the stored record, some beside hours that can be read.
fn odd_hours() -> [Value; 4] {
    let mut emptied = hours(9, 17);
    emptied[0]["closeHour"] = json!(25);
    let mut absent = json!([hours(9, 12)[0], hours(13, 17)[0]]);
    absent[1].as_object_mut().unwrap().remove("openHour");
    let mut late = hours(9, 17);
    late[0]["closeMinute"] = json!(60);
    let negative = json!([{ "openHour": -1, "openMinute": 0, "closeHour": 9, "closeMinute": 0 }, hours(9, 17)[0]]);
    let all = [emptied, absent, late, negative];
    for odd in &all {
        let opened = form(&json!({ "openHours": [{ "daysOfTheWeek": [1], "hours": odd }] }));
        assert_eq!(words(&opened), [""; 0], "{odd}");
    }
    all
}

#[test]
fn k1_every_small_week_with_unreadable_ranges() {
    for odd in odd_hours() {
        let weeks: Vec<Value> = weeks_of(&[hours(9, 17), odd])
            .into_iter()
            .step_by(3)
            .collect();
        assert!(revert_in_any_order("openHours", &weeks) > 300);
    }
}

#[test]
fn k2_every_small_week_with_unreadable_ranges() {
    for odd in odd_hours() {
        let weeks: Vec<Value> = weeks_of(&[hours(9, 17), odd])
            .into_iter()
            .step_by(5)
            .collect();
        assert!(resolve_in_any_order("openHours", &weeks) > 100);
    }
}

#[test]
fn one_unreadable_range_is_one_change_of_its_day() {
    let mut form = form(&json!({ "openHours": [entry(&[1, 2], 9, 17)] }));
    form.set_day(Day::Monday, &[["09:00", "12:00"]]).unwrap();
    let tuesday = form.draft().to_value()["openHours"]
        .as_array()
        .unwrap()
        .iter()
        .position(|entry| entry["daysOfTheWeek"] == json!([2]));
    let close = path(&format!(
        "/openHours/{}/hours/0/closeHour",
        tuesday.unwrap()
    ));
    for emptied in [
        json!(""),
        json!(null),
        json!("1x"),
        json!(-1),
        json!(25),
        json!([]),
    ] {
        form.set(&close, &emptied).unwrap();
        assert_eq!(
            words(&form),
            [
                "Monday closes at 12:00, was 17:00",
                "Tuesday unreadable hours, was 09:00–17:00"
            ],
            "{emptied}"
        );
        assert_eq!(
            form.week().unwrap()[&Day::Tuesday],
            [["09:00", emptied.as_str().unwrap_or_default()]]
        );
        let change = form.changes().nth(1).unwrap().clone();
        assert_eq!(change.key.to_string(), "openHours/tuesday");
        let mut reverted = form.clone();
        reverted.revert(&change);
        assert_eq!(words(&reverted), ["Monday closes at 12:00, was 17:00"]);
        assert_eq!(
            reverted.week().unwrap()[&Day::Tuesday],
            [["09:00", "17:00"]]
        );
        let mut reset = form.clone();
        reset.reset(&close).unwrap();
        assert_eq!(words(&reset), ["Monday closes at 12:00, was 17:00"]);
        let mut more = form.clone();
        more.set_day(Day::Friday, &[["08:00", "10:00"]]).unwrap();
        let shown = emptied.as_str().unwrap_or_default();
        more.set_day(Day::Tuesday, &[["09:00", shown], ["18:00", "19:00"]])
            .unwrap();
        assert_eq!(
            more.week().unwrap()[&Day::Tuesday],
            [["09:00", shown], ["18:00", "19:00"]]
        );
        assert_eq!(
            more.changes().nth(1).unwrap().words,
            "Tuesday unreadable hours, 18:00–19:00, was 09:00–17:00"
        );
        let kept = more.draft().to_value();
        let kept = kept["openHours"]
            .as_array()
            .unwrap()
            .iter()
            .find(|entry| entry["daysOfTheWeek"] == json!([2]));
        assert_eq!(
            kept.unwrap()["hours"][0]["closeHour"],
            emptied,
            "what cannot be read is kept as it is"
        );
        more.set_day(Day::Tuesday, &[["09:00", "17:00"]]).unwrap();
        assert_eq!(
            words(&more),
            [
                "Monday closes at 12:00, was 17:00",
                "Friday 08:00–10:00, was closed"
            ]
        );
    }
    form.remove(&close).unwrap();
    assert_eq!(words(&form)[1], "Tuesday unreadable hours, was 09:00–17:00");
    assert_eq!(form.week().unwrap()[&Day::Tuesday], [["09:00", ""]]);
}

#[test]
fn an_unfinished_time_is_held_and_is_an_error_at_its_field() {
    for profile in Profile::ALL {
        let mut form = Kind::Calendar.form(working_week(), *profile).unwrap();
        let was_ok = form.is_ok();
        for (times, member) in [
            (["09:00", ""], "closeHour"),
            (["", "17:00"], "openHour"),
            (["", ""], "openHour"),
        ] {
            form.set_day(Day::Tuesday, &[times]).unwrap();
            assert_eq!(form.week().unwrap()[&Day::Tuesday], [times], "{profile:?}");
            assert_eq!(form.week().unwrap()[&Day::Monday], [["09:00", "17:00"]]);
            let place = form.paths_of_day(Day::Tuesday)[0].with(member);
            let errors = form
                .issues_at(&place)
                .filter(|issue| issue.severity == calendiff::Severity::Error);
            assert_eq!(errors.count(), 1, "{profile:?} {place}");
            assert!(form.set_day(Day::Tuesday, &[times]).unwrap().is_empty());
            form.set_date("2026-12-24", Some(&[times])).unwrap();
            assert_eq!(form.dates()["2026-12-24"], [times]);
            let place = form.paths_of_date("2026-12-24").unwrap()[0].with(member);
            assert!(
                form.issues_at(&place)
                    .any(|issue| issue.severity == calendiff::Severity::Error)
            );
            assert!(!form.is_ok());
            assert_eq!(form.changes().len(), 2);
        }
        form.set_day(Day::Tuesday, &[["09:00", "17:00"]]).unwrap();
        form.set_date("2026-12-24", Some(&[["09:00", "17:00"]]))
            .unwrap();
        assert_eq!((form.is_ok(), form.changes().len()), (was_ok, 1));
    }
}

#[test]
fn a_range_that_is_given_twice_is_there_twice_and_found() {
    let twice = [["09:00", "17:00"], ["09:00", "17:00"]];
    let mut form = form(&working_week());
    form.set_day(Day::Monday, &twice).unwrap();
    assert_eq!(form.week().unwrap()[&Day::Monday], twice);
    assert_eq!(form.week().unwrap()[&Day::Tuesday], [["09:00", "17:00"]]);
    assert!(
        form.issues_at_day(Day::Monday)
            .any(|issue| issue.code.name() == "hours_duplicate")
    );
    assert_eq!(
        form.issues_at_day(Day::Tuesday)
            .filter(|issue| issue.code.name() == "hours_duplicate")
            .count(),
        0
    );
    assert!(form.set_day(Day::Monday, &twice).unwrap().is_empty());
    form.set_day(Day::Monday, &[["09:00", "17:00"]]).unwrap();
    assert_eq!(form.week().unwrap()[&Day::Monday], [["09:00", "17:00"]]);
    assert_eq!(words(&form), [""; 0]);
    form.set_date("2026-12-24", Some(&twice)).unwrap();
    assert_eq!(form.dates()["2026-12-24"], twice);
    assert!(
        form.issues()
            .any(|issue| issue.code.name() == "hours_duplicate")
    );
    form.set_date("2026-12-24", Some(&[["09:00", "17:00"]]))
        .unwrap();
    assert_eq!(form.dates()["2026-12-24"], [["09:00", "17:00"]]);
}

#[test]
fn a_location_has_no_hours_to_set() {
    let mut form = Kind::Location
        .form(json!({ "id": "L" }), Profile::Specification)
        .unwrap();
    let before = form.draft().to_value();
    let day = form
        .set_day(Day::Monday, &[["09:00", "17:00"]])
        .unwrap_err();
    let date = form
        .set_date("2026-12-24", Some(&[["09:00", "17:00"]]))
        .unwrap_err();
    let gone = form
        .set_date("2026-12-24", None::<&[[&str; 2]]>)
        .unwrap_err();
    for error in [day, date, gone] {
        assert_eq!(error.code(), "option");
        assert!(
            error.to_string().contains("a location, which has no "),
            "{error}"
        );
    }
    assert_eq!((form.draft().to_value(), form.can_undo()), (before, false));
}

#[test]
fn what_is_set_behind_the_end_is_appended() {
    for stored in [
        json!({ "openHours": [] }),
        json!({ "id": "a" }),
        json!({ "openHours": null }),
    ] {
        for insert in [false, true] {
            let mut form = form(&stored);
            for open in [9, 10] {
                let (place, value) = (path("/openHours/-"), entry(&[open - 8], open, 17));
                if insert {
                    form.insert(&place, value).unwrap()
                } else {
                    form.set(&place, value).unwrap()
                };
            }
            let draft = form.draft().to_value();
            assert_eq!(
                draft["openHours"],
                json!([entry(&[1], 9, 17), entry(&[2], 10, 17)]),
                "{stored}"
            );
            form.set(&path("/openHours/-/daysOfTheWeek/-"), json!(3))
                .unwrap();
            assert_eq!(
                form.draft().to_value()["openHours"][2],
                json!({ "daysOfTheWeek": [3] })
            );
            form.set(&path("/-"), json!(1)).unwrap();
            assert_eq!(
                form.draft().to_value()["-"],
                1,
                "a member of an object may be called so"
            );
        }
    }
}

#[test]
fn a_batch_that_panics_is_a_step_all_the_same() {
    let mut form = form(&json!({ "name": "a" }));
    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        form.batch(|form| {
            form.set(&path("/name"), json!("b")).unwrap();
            form.batch(|_| panic!("on purpose"));
        });
    }));
    assert!(caught.is_err());
    form.set(&path("/slug"), json!("c")).unwrap();
    form.undo().unwrap();
    assert_eq!(form.draft().to_value(), json!({ "name": "b" }));
    form.undo().unwrap();
    assert_eq!(form.draft().to_value(), json!({ "name": "a" }));
}

#[test]
fn k1_every_small_list_of_dates() {
    let date = |day: u8, open: u8| json!({ "date": format!("2026-12-{day}T00:00:00.000Z"), "hours": hours(open, 17) });
    let dates = [
        date(23, 9),
        date(24, 9),
        date(24, 10),
        date(25, 9),
        date(25, 10),
    ];
    let lists = lists(&dates, 3, "date");
    assert!(revert_in_any_order("availabilities", &lists) > 5_000);
}

#[test]
fn k1_every_small_list_of_dates_with_unreadable_ranges() {
    let date = |day: u8, hours: &Value| json!({ "date": format!("2026-12-{day}T00:00:00.000Z"), "hours": hours });
    for odd in odd_hours() {
        let dates = [date(23, &hours(9, 17)), date(23, &odd), date(24, &odd)];
        assert!(revert_in_any_order("availabilities", &lists(&dates, 2, "date")) > 50);
    }
}

#[test]
fn k1_every_small_team() {
    let member = |user: &str, priority: u8| json!({ "userId": user, "priority": priority });
    let members = [
        member("a", 0),
        member("a", 1),
        member("b", 0),
        member("c", 0),
    ];
    let lists = lists(&members, 3, "userId");
    assert!(revert_in_any_order("teamMembers", &lists) > 1_000);
}

/// The update takes no meeting IDs: a draft has none, and what is stored may be known by them.
#[test]
fn k1_every_small_list_of_places() {
    let place = |location: &str| json!({ "kind": "custom", "location": location });
    let drafts = lists(&[place("x"), place("y"), place("z")], 3, "location");
    let with_ids = |list: &Value| -> Value {
        let mut list = list.clone();
        for place in list.as_array_mut().unwrap() {
            place["meetingId"] = json!(format!("id of {}", place["location"]));
        }
        list
    };
    let mut tried = 0;
    for stored in drafts
        .iter()
        .flat_map(|draft| [draft.clone(), with_ids(draft)])
    {
        let opened = form(&json!({ "locationConfigurations": stored }));
        for draft in &drafts {
            let mut form = opened.clone();
            form.set(&path("/locationConfigurations"), draft).unwrap();
            tried += every_revert(&form, &stored, draft);
        }
    }
    assert!(tried > 1_000, "{tried}");
}

/// K2 and K3: at every conflict of every three values, each side.
#[track_caller]
fn resolve_in_any_order(member: &str, values: &[Value]) -> usize {
    let mut tried = 0;
    for base in values {
        let opened = form(&json!({ member: base }));
        for ours in values {
            let mut edited = opened.clone();
            edited
                .set(&Path::new().with(member.to_owned()), ours)
                .unwrap();
            for theirs in values {
                let mut form = edited.clone();
                form.rebase(json!({ member: theirs })).unwrap();
                tried += every_resolution(&form, [base, ours, theirs]);
            }
        }
    }
    tried
}

fn every_resolution(form: &RecordForm, three: [&Value; 3]) -> usize {
    let mut tried = 0;
    for conflict in form.conflicts() {
        for side in [Resolution::Ours, Resolution::Theirs, Resolution::Base] {
            let mut resolved = form.clone();
            resolved.resolve(conflict, side);
            let key = conflict.key.to_string();
            let others = |form: &RecordForm| -> Vec<_> {
                let about = |own: &String| *own == key || own.starts_with(&format!("{key}/"));
                let all = essences(form).into_iter().flat_map(by_day);
                // Which items are said to have moved depends on all that are there.
                let others = all.filter(|(kind, own, ..)| {
                    kind != "move" && !about(own) && !concerns_days(own, &key)
                });
                let mut others: Vec<_> = others.collect();
                others.sort_by_key(|(_, own, ..)| own.clone());
                others
            };
            if !key.ends_with("/order") {
                assert_eq!(others(&resolved), others(form), "{key} {side:?} {three:?}");
            }
            let left: Vec<_> = form
                .conflicts()
                .iter()
                .filter(|own| own.key != conflict.key)
                .collect();
            assert_eq!(
                resolved.conflicts().iter().collect::<Vec<_>>(),
                left,
                "{key} {side:?}"
            );
            if side == Resolution::Theirs {
                let about = |own: &String| *own == key || own.starts_with(&format!("{key}/"));
                let rest: Vec<_> = essences(&resolved)
                    .into_iter()
                    .filter(|(kind, own, ..)| kind != "move" && about(own))
                    .collect();
                assert_eq!(rest, [], "{key} is theirs: {three:?}");
            }
            tried += 1 + every_resolution(&resolved, three);
        }
    }
    tried
}

/// A change of several days as one of each.
fn by_day(
    (kind, key, before, after): (String, String, Option<Value>, Option<Value>),
) -> Vec<(String, String, Option<Value>, Option<Value>)> {
    let one = |key: String| (kind.clone(), key, before.clone(), after.clone());
    match key.strip_prefix("openHours/") {
        Some(days) => days
            .split(',')
            .map(|day| one(format!("openHours/{day}")))
            .collect(),
        None => vec![one(key)],
    }
}

/// Whether two keys are about days that they share.
fn concerns_days(a: &str, b: &str) -> bool {
    let days = |key: &str| {
        key.strip_prefix("openHours/")
            .map(|days| days.split(',').map(str::to_owned).collect::<Vec<_>>())
    };
    days(a)
        .zip(days(b))
        .is_some_and(|(a, b)| a.iter().any(|day| b.contains(day)))
}

#[test]
fn k2_every_small_week() {
    let weeks: Vec<Value> = weeks().into_iter().step_by(2).collect();
    assert!(resolve_in_any_order("openHours", &weeks) > 5_000);
}

#[test]
fn k2_every_small_list_of_dates() {
    let date = |day: u8, open: u8| json!({ "date": format!("2026-12-{day}T00:00:00.000Z"), "hours": hours(open, 17) });
    let dates = [date(23, 9), date(24, 9), date(24, 10)];
    let lists = lists(&dates, 2, "date");
    assert!(resolve_in_any_order("availabilities", &lists) > 100);
}

#[test]
fn k2_every_small_team() {
    let member = |user: &str, priority: u8| json!({ "userId": user, "priority": priority });
    let members = [
        member("a", 0),
        member("a", 1),
        member("a", 2),
        member("b", 0),
        member("c", 0),
    ];
    let lists = lists(&members, 3, "userId");
    let lists: Vec<Value> = lists.into_iter().step_by(2).collect();
    assert!(resolve_in_any_order("teamMembers", &lists) > 1_000);
}

#[test]
fn a_time_that_cannot_be_read_is_an_error_of_the_draft_and_its_text_stays() {
    let none = form(&json!({ "id": "a" }));
    for times in [
        ["09:0", "17:00"],
        ["09:60", "17:00"],
        ["09:00", "24:01"],
        ["09:00", "25:00"],
        ["900", "17:00"],
        ["09:00:00", "17:00"],
        ["+9:00", "17:00"],
        ["\u{ff10}9:00", "17:00"],
        [" ", "17:00"],
        ["24:00", "24:00"],
        ["24:00", ""],
    ] {
        let mut form = none.clone();
        form.set_day(Day::Friday, &[times]).unwrap();
        assert!(
            form.issues_at_day(Day::Friday)
                .any(|issue| issue.severity == Severity::Error),
            "{times:?}"
        );
        assert_eq!(form.week().unwrap()[&Day::Friday], [times]);
        form.set_day(Day::Friday, &[["9", "5 pm"]]).unwrap();
        assert!(form.is_ok(), "{times:?}");
        form.set_date("2026-12-24", Some(&[times])).unwrap();
        assert!(!form.is_ok(), "{times:?}");
        assert_eq!(form.dates()["2026-12-24"], [times]);
    }
    let mut form = none;
    // In the order in which they come.
    let ranges = [["13:30", "24:00"], ["00:00", "09:59"]];
    form.set_day(Day::Sunday, &ranges).unwrap();
    assert_eq!(form.week().unwrap()[&Day::Sunday], ranges);
    assert_eq!(
        form.draft().to_value()["openHours"][0]["daysOfTheWeek"],
        json!([0])
    );
    form.set_date("2026-12-24", Some(&ranges)).unwrap();
    assert_eq!(form.dates()["2026-12-24"], ranges);
    // Another order alone is no change.
    assert!(
        form.set_day(Day::Sunday, &[ranges[1], ranges[0]])
            .unwrap()
            .is_empty()
    );
}

#[test]
fn a_day_that_is_so_already_is_no_step_and_one_that_cannot_be_read_is_refused() {
    let mut week = form(&working_week());
    assert!(
        week.set_day(Day::Monday, &[["09:00", "17:00"]])
            .unwrap()
            .is_empty()
    );
    assert!(
        week.set_day(Day::Sunday, &[] as &[[&str; 2]])
            .unwrap()
            .is_empty()
    );
    assert!(!week.can_undo());
    let mut odd = form(&json!({ "id": "a" }));
    odd.set(
        &path("/openHours"),
        json!([{ "daysOfTheWeek": ["x"], "hours": hours(9, 17) }]),
    )
    .unwrap();
    assert_eq!(odd.week(), None);
    assert_eq!(
        odd.set_day(Day::Monday, &[["09:00", "12:00"]])
            .unwrap_err()
            .code(),
        "form_path"
    );
}

#[test]
fn a_date_comes_among_the_others_and_goes_with_all_that_say_it() {
    let date = |day: &str| json!({ "date": format!("{day}T00:00:00.000Z"), "hours": hours(9, 17) });
    let dates = |form: &RecordForm| -> Vec<String> {
        let draft = form.draft().to_value();
        let dates = draft["availabilities"].as_array().unwrap().iter();
        dates
            .map(|entry| entry["date"].as_str().unwrap()[..10].to_owned())
            .collect()
    };
    let mut form = form(
        &json!({ "availabilities": [date("2026-12-24"), date("2027-01-01"), date("2026-12-24")] }),
    );
    for (day, code) in [
        ("2026-02-30", "option"),
        ("2026-12-24T00:00:00.000Z", "option"),
        ("", "option"),
    ] {
        assert_eq!(
            form.set_date(day, Some(&[["09:00", "12:00"]]))
                .unwrap_err()
                .code(),
            code
        );
    }
    form.set_date("2026-12-31", Some(&[["09:00", "12:00"]]))
        .unwrap();
    assert_eq!(
        dates(&form),
        ["2026-12-24", "2026-12-31", "2027-01-01", "2026-12-24"]
    );
    form.set_date("2027-01-02", Some(&[] as &[[&str; 2]]))
        .unwrap();
    assert!(
        form.set_date("2027-01-02", Some(&[] as &[[&str; 2]]))
            .unwrap()
            .is_empty()
    );
    assert!(
        form.set_date("2027-01-03", None::<&[[&str; 2]]>)
            .unwrap()
            .is_empty()
    );
    form.set_date("2026-12-24", None::<&[[&str; 2]]>).unwrap();
    assert_eq!(dates(&form), ["2026-12-31", "2027-01-01", "2027-01-02"]);
    assert!(form.undo().is_some());
    assert_eq!(dates(&form).len(), 5);
    assert_eq!(form.stored_dates().len(), 2);
}

#[test]
fn a_date_that_was_to_be_deleted_or_has_no_hours_is_set_again() {
    let entry =
        |rest: Value| json!({ "date": "2026-12-24T00:00:00.000Z", "id": "a1", "rest": rest });
    for (member, value) in [
        ("deleted", json!(true)),
        ("hours", json!("closed")),
        ("hours", json!(null)),
    ] {
        let mut draft = entry(json!(1));
        draft["hours"] = hours(9, 17);
        draft[member] = value;
        let mut form = form(&json!({ "id": "a" }));
        form.set(&path("/availabilities"), json!([draft])).unwrap();
        assert!(form.dates().is_empty(), "{member}");
        form.set_date("2026-12-24", Some(&[["10:00", "12:00"]]))
            .unwrap();
        assert_eq!(form.dates()["2026-12-24"], [["10:00", "12:00"]]);
        let own = &form.draft().to_value()["availabilities"][0];
        assert_eq!(
            (&own["id"], &own["rest"], own.get("deleted")),
            (&json!("a1"), &json!(1), None)
        );
    }
}
