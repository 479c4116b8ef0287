//! Merging: the laws M1 to M5 for every three records of small domains, and what people meet.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use calendiff::json::{equal, to_string};
use calendiff::{ChangeKind, Conflict, Kind, Merged, Resolution, Side};
use serde_json::{Value, json};

fn merge(base: &Value, ours: &Value, theirs: &Value, choice: Resolution) -> Merged {
    Kind::Calendar.merge(base, ours, theirs, choice).unwrap()
}

/// What stands in one place of a record, such as the hours of one day.
type Atom = fn(&Value) -> Option<Value>;

/// M1 to M5, and that conflicts can be resolved one by one, for every three of these records.
#[track_caller]
fn hold(records: &[Value], atoms: &[Atom]) {
    let mut conflicts = 0;
    for base in records {
        for (at, ours) in records.iter().enumerate() {
            assert!(
                equal(&merge(base, ours, base, Resolution::Leave).value, ours),
                "M1 {base} {ours}"
            );
            assert!(
                equal(&merge(base, base, ours, Resolution::Leave).value, ours),
                "M2 {base} {ours}"
            );
            assert!(
                equal(&merge(base, ours, ours, Resolution::Leave).value, ours),
                "M3 {base} {ours}"
            );
            // The other half is the same with the sides swapped, as M4 shows of each.
            for theirs in &records[at + 1..] {
                let merged = merge(base, ours, theirs, Resolution::Leave);
                swapped(base, ours, theirs, &merged);
                if !merged.conflicts.is_empty() {
                    conflicts += 1;
                    resolved(base, ours, theirs, &merged);
                }
                for atom in atoms {
                    let [was, mine, other, now] =
                        [base, ours, theirs, &merged.value.to_value()].map(atom);
                    let wanted = if was == mine {
                        Some(other)
                    } else {
                        (was == other || mine == other).then_some(mine)
                    };
                    if let Some(wanted) = wanted {
                        assert_eq!(now, wanted, "M5 {base} {ours} {theirs} {}", merged.value);
                    }
                }
            }
        }
    }
    assert!(conflicts > 0, "no conflict among {} records", records.len());
}

/// M4: from the other side the same, with the labels swapped.
#[track_caller]
fn swapped(base: &Value, ours: &Value, theirs: &Value, merged: &Merged) {
    let swapped = merge(base, theirs, ours, Resolution::Leave);
    assert!(
        equal(&swapped.value, &merged.value),
        "M4 {base} {ours} {theirs}: {} {}",
        merged.value,
        swapped.value
    );
    let said = |conflict: &Conflict| {
        (
            conflict.path.pointer(),
            conflict.ours.clone(),
            conflict.theirs.clone(),
        )
    };
    let swap = |conflict: &Conflict| {
        (
            conflict.path.pointer(),
            conflict.theirs.clone(),
            conflict.ours.clone(),
        )
    };
    let mut here: Vec<_> = merged.conflicts.iter().map(said).collect();
    let mut there: Vec<_> = swapped.conflicts.iter().map(swap).collect();
    for conflicts in [&mut here, &mut there] {
        conflicts.sort_by_key(|conflict| format!("{conflict:?}"));
    }
    assert_eq!(here, there, "M4 {base} {ours} {theirs}");
    let sides = |merged: &Merged, of: [Side; 3]| {
        let taken = merged
            .taken
            .iter()
            .map(|taken| (of[taken.from as usize], taken.change.words.clone()));
        let mut taken: Vec<_> = taken.map(|taken| format!("{taken:?}")).collect();
        taken.sort();
        taken
    };
    let (here, there) = (
        sides(merged, [Side::Ours, Side::Theirs, Side::Both]),
        sides(&swapped, [Side::Theirs, Side::Ours, Side::Both]),
    );
    assert_eq!(here, there, "M4 {base} {ours} {theirs}");
}

/// Each choice resolves its own conflict and no other.
#[track_caller]
fn resolved(base: &Value, ours: &Value, theirs: &Value, merged: &Merged) {
    let words = |conflicts: &[Conflict]| {
        conflicts
            .iter()
            .map(|conflict| conflict.words.clone())
            .collect::<Vec<_>>()
    };
    for choice in [Resolution::Ours, Resolution::Theirs] {
        let all = merge(base, ours, theirs, choice);
        assert!(
            all.conflicts.is_empty(),
            "{base} {ours} {theirs} {:?}",
            all.conflicts
        );
        for at in 0..merged.conflicts.len() {
            let mut choices = vec![Resolution::Leave; merged.conflicts.len()];
            choices[at] = choice;
            let one = Kind::Calendar.merge(base, ours, theirs, choices).unwrap();
            let mut left = words(&merged.conflicts);
            left.remove(at);
            assert_eq!(words(&one.conflicts), left, "{base} {ours} {theirs}");
        }
    }
}

/// Every choice of one option for each place.
fn products<T: Clone>(places: &[Vec<T>]) -> Vec<Vec<T>> {
    places.iter().fold(vec![Vec::new()], |made, options| {
        let with = |made: &Vec<T>, option: &T| made.iter().chain([option]).cloned().collect();
        made.iter()
            .flat_map(|made| {
                options
                    .iter()
                    .map(|option| with(made, option))
                    .collect::<Vec<_>>()
            })
            .collect()
    })
}

fn range(open: u8, close: u8) -> Value {
    json!({ "openHour": open, "openMinute": 0, "closeHour": close, "closeMinute": 0 })
}

fn item(record: &Value, list: &str, of: impl Fn(&Value) -> bool) -> Option<Value> {
    record[list]
        .as_array()
        .unwrap()
        .iter()
        .find(|item| of(item))
        .cloned()
}

fn date(record: &Value, day: u8) -> Option<Value> {
    item(record, "availabilities", |item| {
        item["date"]
            .as_str()
            .unwrap()
            .starts_with(&format!("2026-12-{day}"))
    })
}

/// No update can carry them, so that nobody could resolve a conflict.
#[test]
fn what_only_the_service_writes_is_no_conflict() {
    let record = |city: &str, at: &str| json!({ "id": "b1", "name": "Acme", "city": city, "updatedAt": at, "updatedBy": { "timestamp": at } });
    let base = record("L", "2024-01-01T00:00:00.000Z");
    let earlier = record("M", "2024-02-01T00:00:00.000Z");
    let later = record("L", "2024-03-01T00:00:00.000Z");
    let both = record("M", "2024-03-01T00:00:00.000Z");
    for (ours, theirs) in [(&earlier, &later), (&later, &earlier)] {
        let merged = Kind::Location
            .merge(&base, ours, theirs, Resolution::Leave)
            .unwrap();
        assert!(merged.ok, "{:?}", merged.conflicts);
        assert_eq!(merged.value.to_value(), both);
    }
    let mut other = earlier.clone();
    other["id"] = json!("b2");
    let mut third = later.clone();
    third["id"] = json!("b3");
    let merged = Kind::Location
        .merge(&base, &other, &third, Resolution::Leave)
        .unwrap();
    assert_eq!(merged.conflicts.len(), 1, "another record");
}

#[test]
fn special_dates() {
    let dates = [23_u8, 24, 25].map(|day| {
        let with = |hours: Value| {
            Some(json!({ "date": format!("2026-12-{day}T00:00:00.000Z"), "hours": hours }))
        };
        vec![None, with(json!([])), with(json!([range(9, 12)]))]
    });
    let records = products(&dates).into_iter().map(|dates| {
        let dates: Vec<Value> = dates.into_iter().flatten().collect();
        json!({ "availabilities": dates })
    });
    hold(
        &records.collect::<Vec<_>>(),
        &[|of| date(of, 23), |of| date(of, 24), |of| date(of, 25)],
    );
}

/// The ranges of a day, in their order.
fn day(record: &Value, day: u8) -> Value {
    let entries = record["openHours"].as_array().unwrap().iter();
    let of_day = entries.filter(|entry| {
        entry["daysOfTheWeek"]
            .as_array()
            .unwrap()
            .contains(&json!(day))
    });
    let mut ranges: Vec<String> = of_day
        .flat_map(|entry| entry["hours"].as_array().unwrap())
        .map(to_string)
        .collect();
    ranges.sort();
    json!(ranges)
}

#[test]
fn weeks() {
    let hours = [
        vec![range(9, 12)],
        vec![range(13, 17)],
        vec![range(9, 12), range(13, 17)],
        vec![range(11, 14)],
    ];
    let entry = |days: &[u8], hours: &[Value]| json!({ "daysOfTheWeek": days, "hours": hours });
    let days = [1_u8, 2].map(|day| {
        let open = hours.iter().map(|hours| Some((day, hours.clone())));
        std::iter::once(None).chain(open).collect::<Vec<_>>()
    });
    let mut records: Vec<Value> = products(&days)
        .into_iter()
        .map(|days| {
            let entries: Vec<Value> = days
                .into_iter()
                .flatten()
                .map(|(day, hours)| entry(&[day], &hours))
                .collect();
            json!({ "openHours": entries })
        })
        .collect();
    // The same said otherwise: both days in one entry, the later first, a range of its own.
    records.extend([
        json!({ "openHours": [entry(&[1, 2], &hours[0])] }),
        json!({ "openHours": [entry(&[2], &hours[1]), entry(&[1], &hours[0])] }),
        json!({ "openHours": [entry(&[1], &hours[0]), entry(&[1], &hours[1])] }),
    ]);
    hold(&records, &[|of| Some(day(of, 1)), |of| Some(day(of, 2))]);
}

#[test]
fn hours_of_a_date() {
    let ranges = [range(9, 12), range(13, 17), range(9, 13), range(18, 20)];
    let mut hours = vec![Vec::new()];
    for (at, first) in ranges.iter().enumerate() {
        hours.push(vec![first.clone()]);
        hours.extend(
            ranges[at + 1..]
                .iter()
                .map(|second| vec![first.clone(), second.clone()]),
        );
    }
    let records = hours
        .into_iter()
        .map(|hours| json!({ "availabilities": [{ "date": "2026-12-24T00:00:00.000Z", "hours": hours }] }));
    hold(&records.collect::<Vec<_>>(), &[|of| date(of, 24)]);
}

fn user(record: &Value, user: &str) -> Option<Value> {
    item(record, "teamMembers", |item| item["userId"] == user)
}

#[test]
fn teams() {
    let member = |user: &str, priority: u8| json!({ "userId": user, "priority": priority });
    let of = [
        member("a", 0),
        member("a", 1),
        member("b", 0),
        member("c", 0),
    ];
    let mut records = vec![json!({ "teamMembers": [] })];
    for one in &of {
        records.push(json!({ "teamMembers": [one] }));
        for two in of.iter().filter(|two| two["userId"] != one["userId"]) {
            records.push(json!({ "teamMembers": [one, two] }));
            for three in of
                .iter()
                .filter(|three| ![&one["userId"], &two["userId"]].contains(&&three["userId"]))
            {
                records.push(json!({ "teamMembers": [one, two, three] }));
            }
        }
    }
    hold(
        &records,
        &[|of| user(of, "a"), |of| user(of, "b"), |of| user(of, "c")],
    );
}

#[test]
fn a_number_and_its_unit_are_one_amount() {
    let record = |number: u8, unit: &str| json!({ "allowBookingAfter": number, "allowBookingAfterUnit": unit });
    let (base, ours, theirs) = (record(3, "days"), record(3, "weeks"), record(5, "days"));
    let merged = merge(&base, &ours, &theirs, Resolution::Leave);
    assert_eq!(
        merged.conflicts[0].words,
        "minimum notice: ours 3 weeks, theirs 5 days, was 3 days"
    );
    assert_eq!(
        (merged.ok, merged.conflicts.len(), merged.value.to_value()),
        (false, 1, base.clone())
    );
    for (side, value) in [
        (Resolution::Ours, &ours),
        (Resolution::Theirs, &theirs),
        (Resolution::Base, &base),
    ] {
        let merged = merge(&base, &ours, &theirs, side);
        assert_eq!(
            (merged.ok, &merged.value.to_value()),
            (true, value),
            "{side:?}"
        );
    }
    // One side alone, the same on both sides, and a number whose unit nobody changed.
    for (ours, theirs, value) in [
        (&ours, &base, &ours),
        (&base, &theirs, &theirs),
        (&ours, &ours, &ours),
    ] {
        let merged = merge(&base, ours, theirs, Resolution::Leave);
        assert_eq!((merged.ok, &merged.value.to_value()), (true, value));
    }
    let merged = merge(&base, &record(4, "days"), &theirs, Resolution::Leave);
    assert_eq!(
        merged.conflicts[0].words,
        "minimum notice: ours 4 days, theirs 5 days, was 3 days"
    );
    let merged = merge(&base, &record(3, "hours"), &ours, Resolution::Leave);
    assert_eq!(
        merged.conflicts[0].words,
        "minimum notice: ours 3 hours, theirs 3 weeks, was 3 days"
    );
    assert_eq!(merged.conflicts[0].path.pointer(), "/allowBookingAfterUnit");
}

#[test]
fn every_three_amounts_are_merged_as_one_value_each() {
    let numbers = [None, Some(1), Some(2), Some(3)];
    let units = [None, Some("days"), Some("weeks"), Some("hours")];
    let record = |number: Option<i32>, unit: Option<&str>| {
        let number = number.map(|number| ("allowBookingAfter".to_owned(), json!(number)));
        let unit = unit.map(|unit| ("allowBookingAfterUnit".to_owned(), json!(unit)));
        Value::Object(number.into_iter().chain(unit).collect())
    };
    let records: Vec<Value> = numbers
        .iter()
        .flat_map(|number| units.iter().map(|unit| record(*number, *unit)))
        .collect();
    // A unit that is not set means days.
    let meaning = |record: &Value| {
        let unit = record.get("allowBookingAfterUnit").cloned();
        (
            record.get("allowBookingAfter").cloned(),
            unit.unwrap_or_else(|| json!("days")),
        )
    };
    for (base, ours, theirs) in threes(&records) {
        let [was, mine, other] = [base, ours, theirs].map(meaning);
        let is_conflict = mine != was && other != was && mine != other;
        let clean = if mine == was { theirs } else { ours };
        let expected = [
            (Resolution::Leave, base),
            (Resolution::Base, base),
            (Resolution::Ours, ours),
            (Resolution::Theirs, theirs),
        ];
        for (resolution, chosen) in expected {
            let merged = merge(base, ours, theirs, resolution);
            let conflicts = usize::from(is_conflict && resolution == Resolution::Leave);
            assert_eq!(merged.conflicts.len(), conflicts, "{base} {ours} {theirs}");
            let value = merged.value.to_value();
            if is_conflict {
                assert!(equal(&value, chosen), "{base} {ours} {theirs}: {value}");
            } else {
                assert_eq!(meaning(&value), meaning(clean), "{base} {ours} {theirs}");
            }
        }
    }
}

/// Every three of the records.
fn threes(records: &[Value]) -> impl Iterator<Item = (&Value, &Value, &Value)> {
    records.iter().flat_map(move |base| {
        records
            .iter()
            .flat_map(move |ours| records.iter().map(move |theirs| (base, ours, theirs)))
    })
}

#[test]
fn items_that_sound_alike_are_told_by_the_members_that_differ() {
    let with = |user: Value| json!({ "teamMembers": [user] });
    let places = |kind: &str| json!([{ "kind": kind, "location": "" }]);
    let ours = with(
        json!({ "userId": "b", "isPrimary": true, "priority": 1, "locationConfigurations": places("custom") }),
    );
    let theirs = with(
        json!({ "userId": "b", "isPrimary": true, "locationConfigurations": places("physical") }),
    );
    let merged = merge(
        &json!({ "teamMembers": [] }),
        &ours,
        &theirs,
        Resolution::Leave,
    );
    assert_eq!(
        merged.conflicts[0].words,
        "team member 1 (user b): ours priority 1, meeting places custom, theirs priority not set, meeting places physical, \
         was not there"
    );
}

#[test]
fn what_both_added_differently_is_one_conflict_and_left_out_until_it_is_resolved() {
    let with = |hours: Value| json!({ "availabilities": [{ "date": "2026-12-24T00:00:00.000Z", "hours": hours }] });
    let (base, open, closed) = (
        json!({ "availabilities": [] }),
        with(json!([range(9, 12)])),
        with(json!([])),
    );
    let merged = merge(&base, &open, &closed, Resolution::Leave);
    assert_eq!(
        (merged.ok, &merged.value.to_value(), merged.taken.len()),
        (false, &base, 0)
    );
    let conflict = &merged.conflicts[0];
    assert_eq!(
        conflict.words,
        "special date 24 December 2026: ours 09:00–12:00, theirs closed, was not there"
    );
    assert_eq!(
        (conflict.path.pointer().as_str(), &conflict.base),
        ("/availabilities", &None)
    );

    let merged = merge(&base, &open, &closed, Resolution::Theirs);
    assert_eq!((merged.ok, &merged.value.to_value()), (true, &closed));
    let taken = &merged.taken[0];
    assert_eq!(
        (taken.from, taken.change.words.to_string()),
        (
            Side::Theirs,
            "special date 24 December 2026 added: closed".to_owned()
        )
    );
    assert_eq!(
        taken_words(&merge(&base, &open, &closed, Resolution::Ours)),
        ["Ours: special date 24 December 2026 added: 09:00–12:00"]
    );
    assert_eq!(
        taken_words(&merge(&base, &open, &open, Resolution::Leave)),
        ["Both: special date 24 December 2026 added: 09:00–12:00"]
    );
}

/// What was taken, and of whom.
fn taken_words(merged: &Merged) -> Vec<String> {
    merged
        .taken
        .iter()
        .map(|taken| format!("{:?}: {}", taken.from, taken.change.words))
        .collect()
}

#[test]
fn an_edit_and_a_removal_disagree() {
    let member = |user: &str, priority: u8| json!({ "userId": user, "priority": priority });
    let base = json!({ "teamMembers": [member("a", 0), member("b", 0)] });
    let ours = json!({ "teamMembers": [member("b", 1)] });
    let theirs = json!({ "teamMembers": [member("a", 1), member("b", 0)] });
    let merged = merge(&base, &ours, &theirs, Resolution::Leave);
    let words: Vec<String> = merged
        .conflicts
        .iter()
        .map(|conflict| conflict.words.to_string())
        .collect();
    assert_eq!(
        words,
        ["team member 1 (user a): ours removed, theirs changed, was there"]
    );
    assert_eq!(merged.conflicts[0].path.pointer(), "/teamMembers/0");
    assert_eq!(
        merged.value,
        json!({ "teamMembers": [member("a", 0), member("b", 1)] })
    );
    assert_eq!(merge(&base, &ours, &theirs, Resolution::Ours).value, ours);
    let theirs_wins = merge(&base, &ours, &theirs, Resolution::Theirs).value;
    assert_eq!(
        theirs_wins,
        json!({ "teamMembers": [member("a", 1), member("b", 1)] })
    );
    let [taken, swapped] = [
        merge(&base, &ours, &theirs, Resolution::Theirs),
        merge(&base, &theirs, &ours, Resolution::Ours),
    ];
    assert_eq!(swapped.value, theirs_wins);
    let words = [
        "team member 1 (user a): priority 1, was 0",
        "team member 2 (user b): priority 1, was 0",
    ];
    assert_eq!(
        taken_words(&taken),
        [
            format!("Theirs: {}", words[0]),
            format!("Ours: {}", words[1])
        ]
    );
    assert_eq!(
        taken_words(&swapped),
        [
            format!("Ours: {}", words[0]),
            format!("Theirs: {}", words[1])
        ]
    );
}

/// What both sides say is spelled as the one that changed the spelling has it; of two new spellings, as the first by the
/// alphabet.
#[test]
fn what_means_the_same_has_the_spelling_that_was_changed() {
    let of = |color: &str| json!({ "eventColor": color });
    for (base, ours, theirs, merged) in [
        ("#ff0000", "#FF0000", "#ff0000", "#FF0000"),
        ("#ff0000", "#ff0000", "#FF0000", "#FF0000"),
        ("#FF0000", "#ff0000", "#FF0000", "#ff0000"),
        ("#ff0000", "#FF0000", "#Ff0000", "#FF0000"),
        ("#00ff00", "#ff0000", "#FF0000", "#FF0000"),
        ("#00ff00", "#FF0000", "#ff0000", "#FF0000"),
    ] {
        let found = merge(&of(base), &of(ours), &of(theirs), Resolution::Leave);
        assert_eq!(
            (found.conflicts.len(), found.value.to_value()),
            (0, of(merged)),
            "{base} {ours} {theirs}"
        );
    }
}

/// Objects and arrays merge by what is in them, unless base has something else there.
#[test]
fn what_is_something_else_in_base_is_one_conflict() {
    let (freq, count) = (json!({ "freq": "DAILY" }), json!({ "count": 2 }));
    let (ada, ben) = (json!([{ "userId": "ada" }]), json!([{ "userId": "ben" }]));
    for (name, base, ours, theirs, conflicts) in [
        ("recurring", None, &freq, &count, 0),
        ("recurring", Some(json!({})), &freq, &count, 0),
        ("recurring", Some(json!("x")), &freq, &count, 1),
        ("teamMembers", None, &ada, &ben, 0),
        ("teamMembers", Some(json!([])), &ada, &ben, 0),
        ("teamMembers", Some(json!({})), &ada, &ben, 0),
        ("teamMembers", Some(json!(null)), &ada, &ben, 0),
        ("teamMembers", Some(json!("x")), &ada, &ben, 1),
        // Without keys, by position, as long as there are as many objects.
        (
            "teamMembers",
            Some(json!([{ "priority": 0 }])),
            &json!([{ "priority": 1 }, {}]),
            &json!([{ "priority": 0.5 }]),
            1,
        ),
        (
            "teamMembers",
            Some(json!([{ "priority": 0 }])),
            &json!([{ "priority": 1 }]),
            &json!([]),
            1,
        ),
        (
            "teamMembers",
            Some(json!([{}, 1])),
            &json!([{}, 2]),
            &json!([{}, 3]),
            1,
        ),
    ] {
        let base = base.map_or_else(|| json!({}), |base| json!({ name: base }));
        let merged = merge(
            &base,
            &json!({ name: ours }),
            &json!({ name: theirs }),
            Resolution::Leave,
        );
        assert_eq!(merged.conflicts.len(), conflicts, "{base} {ours} {theirs}");
        let whole = merged
            .conflicts
            .iter()
            .all(|conflict| conflict.path.pointer() == format!("/{name}"));
        assert!(
            whole && (conflicts == 0 || merged.value == base),
            "{base} {ours} {theirs}"
        );
    }
}

/// A place is replaced, so that two in the place of one are in conflict.
#[test]
fn places_that_both_sides_put_in_one_place_are_one_conflict() {
    let places = |locations: &str| {
        let places: Value = locations
            .chars()
            .map(|c| json!({ "kind": "custom", "location": c.to_string() }))
            .collect();
        json!({ "locationConfigurations": places })
    };
    for (base, ours, theirs, merged) in [
        ("a", "b", "c", None),
        ("ad", "bd", "d", Some("bd")),
        ("ad", "d", "dc", Some("dc")),
        ("d", "db", "dc", Some("dcb")),
    ] {
        let found = merge(
            &places(base),
            &places(ours),
            &places(theirs),
            Resolution::Leave,
        );
        assert_eq!(
            found.conflicts.len(),
            usize::from(merged.is_none()),
            "{base} {ours} {theirs}"
        );
        assert_eq!(
            found.value.to_value(),
            places(merged.unwrap_or(base)),
            "{base} {ours} {theirs}"
        );
    }
}

#[test]
fn what_both_made_is_told_in_their_unit() {
    let of =
        |duration: u8, unit: &str| json!({ "slotDuration": duration, "slotDurationUnit": unit });
    let merged = merge(
        &of(30, "mins"),
        &of(45, "mins"),
        &of(45, "mins"),
        Resolution::Leave,
    );
    assert_eq!(
        taken_words(&merged),
        ["Both: slot duration 45 mins, was 30 mins"]
    );
}

#[test]
fn a_function_resolves_each_conflict_by_what_it_is() {
    let of =
        |name: &str, color: &str| json!({ "name": name, "eventColor": color, "slotDuration": 30 });
    let (base, ours, theirs) = (
        of("Visit", "#000000"),
        of("First visit", "#ff0000"),
        of("Consultation", "#00ff00"),
    );
    let by_member = |conflict: &Conflict| match conflict.path.pointer().as_str() {
        "/name" => Resolution::Ours,
        _ => Resolution::Theirs,
    };
    let merged = Kind::Calendar
        .merge(&base, &ours, &theirs, by_member)
        .unwrap();
    assert_eq!(
        (merged.ok, merged.value.to_value()),
        (true, of("First visit", "#00ff00"))
    );
    let listed = Kind::Calendar
        .merge(
            &base,
            &ours,
            &theirs,
            vec![Resolution::Ours, Resolution::Theirs],
        )
        .unwrap();
    assert_eq!(
        (listed.ok, listed.value.to_value()),
        (true, of("First visit", "#00ff00"))
    );
    let in_part = Kind::Calendar
        .merge(&base, &ours, &theirs, vec![Resolution::Ours])
        .unwrap();
    assert_eq!(
        (in_part.ok, in_part.value.to_value()),
        (false, of("First visit", "#000000"))
    );
}

/// The order is one side's, or both sides' where they agree on what they share, or in conflict.
#[test]
fn the_order_of_a_team_is_merged_as_one() {
    let team = |users: &str| {
        let members: Value = users
            .chars()
            .map(|user| json!({ "userId": user.to_string() }))
            .collect();
        json!({ "teamMembers": members })
    };
    let base = team("abc");
    for (ours, theirs, merged, from) in [
        ("bac", "abc", "bac", Some(Side::Ours)),
        ("abc", "bac", "bac", Some(Side::Theirs)),
        ("bac", "bac", "bac", Some(Side::Both)),
        ("bacd", "bace", "baced", Some(Side::Both)),
        ("bace", "bacd", "baced", Some(Side::Both)),
        ("abcd", "abce", "abced", None),
        ("bac", "acb", "abc", None),
    ] {
        let found = merge(&base, &team(ours), &team(theirs), Resolution::Leave);
        assert_eq!(found.value.to_value(), team(merged), "{ours} {theirs}");
        let moved = found
            .taken
            .iter()
            .filter(|taken| taken.change.kind == ChangeKind::Move);
        assert_eq!(
            moved.map(|taken| taken.from).collect::<Vec<_>>(),
            Vec::from_iter(from),
            "{ours} {theirs}"
        );
    }
    let disagree = merge(&base, &team("bac"), &team("acb"), Resolution::Leave);
    let [conflict] = disagree.conflicts.as_slice() else {
        panic!("{:?}", disagree.conflicts)
    };
    assert_eq!(conflict.key.to_string(), "teamMembers/order");
    let orders =
        [&conflict.base, &conflict.ours, &conflict.theirs].map(|order| order.clone().unwrap());
    assert_eq!(
        orders,
        [
            json!(["a", "b", "c"]),
            json!(["b", "a", "c"]),
            json!(["a", "c", "b"])
        ]
    );
    for (choice, order) in [(Resolution::Ours, "bac"), (Resolution::Theirs, "acb")] {
        assert_eq!(
            merge(&base, &team("bac"), &team("acb"), choice).value,
            team(order)
        );
    }
}

#[test]
fn the_order_of_special_dates_means_nothing() {
    let dates = |days: [(u8, u8); 3]| {
        let dates = days
            .map(|(day, open)| json!({ "date": format!("2026-12-{day}T00:00:00.000Z"), "hours": [range(open, 17)] }));
        json!({ "availabilities": dates })
    };
    let base = dates([(21, 9), (22, 9), (23, 9)]);
    let merged = merge(
        &base,
        &dates([(22, 9), (21, 8), (23, 9)]),
        &dates([(21, 9), (23, 8), (22, 9)]),
        Resolution::Leave,
    );
    assert_eq!(
        (merged.conflicts.len(), merged.taken.len()),
        (0, 2),
        "each opened an hour earlier on a day"
    );
    assert_eq!(merged.value, dates([(21, 8), (22, 9), (23, 8)]));
}

/// Each side's ranges of one date go together, where they do not overlap.
#[test]
fn hours_of_a_date_merge_range_by_range() {
    let of = |hours: Value| json!({ "availabilities": [{ "date": "2026-12-24T00:00:00.000Z", "hours": hours }] });
    let base = of(json!([range(9, 12), range(13, 17)]));
    let (ours, theirs) = (
        of(json!([range(8, 12), range(13, 17)])),
        of(json!([range(9, 12), range(13, 18)])),
    );
    let merged = merge(&base, &ours, &theirs, Resolution::Leave);
    assert_eq!(
        (merged.conflicts.len(), merged.value.to_value()),
        (0, of(json!([range(8, 12), range(13, 18)])))
    );
    let overlapping = merge(
        &base,
        &of(json!([range(9, 13), range(13, 17)])),
        &of(json!([range(9, 12), range(12, 17)])),
        Resolution::Leave,
    );
    assert_eq!(
        (overlapping.conflicts.len(), overlapping.value.to_value()),
        (1, base)
    );

    // Moved by both, but not to the same time: a conflict, though the two do not overlap.
    let base = of(json!([range(9, 12), range(18, 19)]));
    let apart = merge(
        &base,
        &of(json!([range(7, 8), range(18, 19)])),
        &of(json!([range(13, 14), range(18, 19)])),
        Resolution::Leave,
    );
    assert_eq!((apart.conflicts.len(), &apart.value.to_value()), (1, &base));
    // To the same time, and one of them did more.
    let same = merge(
        &base,
        &of(json!([range(8, 12)])),
        &of(json!([range(8, 12), range(18, 19)])),
        Resolution::Leave,
    );
    assert_eq!(
        (same.conflicts.len(), same.value.to_value()),
        (0, of(json!([range(8, 12)])))
    );
}

/// Whoever closes a day wants no hours on it, also none that the other side adds.
#[test]
fn a_date_that_one_side_closed_and_the_other_extended_is_a_conflict() {
    let of = |hours: Value| json!({ "availabilities": [{ "date": "2026-12-24T00:00:00.000Z", "hours": hours }] });
    let base = of(json!([range(9, 12)]));
    let more = of(json!([range(9, 12), range(13, 17)]));
    for closed in [of(json!([])), of(json!([range(9, 9)]))] {
        for [ours, theirs] in [[&closed, &more], [&more, &closed]] {
            let merged = merge(&base, ours, theirs, Resolution::Leave);
            assert_eq!(
                (merged.conflicts.len(), &merged.value.to_value()),
                (1, &base)
            );
        }
    }
    let changed = of(json!([range(8, 12)]));
    assert_eq!(
        merge(&base, &changed, &more, Resolution::Leave).value,
        of(json!([range(8, 12), range(13, 17)]))
    );
}

/// Days that both sides changed are one conflict each, at their entry, or one where they are alike.
#[test]
fn a_conflict_over_hours_is_of_the_days_that_are_alike() {
    let entry =
        |days: &[u8], open: u8| json!({ "daysOfTheWeek": days, "hours": [range(open, 17)] });
    let week = |entries: &[Value]| json!({ "openHours": entries });
    let base = week(&[entry(&[1], 9), entry(&[2], 9), entry(&[3, 4], 9)]);
    let ours = week(&[entry(&[1], 8), entry(&[2], 9), entry(&[3, 4], 8)]);
    let theirs = week(&[entry(&[1], 7), entry(&[2], 9), entry(&[3, 4], 10)]);
    let merged = merge(&base, &ours, &theirs, Resolution::Leave);
    let said: Vec<_> = merged
        .conflicts
        .iter()
        .map(|conflict| (conflict.path.pointer(), conflict.words.to_string()))
        .collect();
    assert_eq!(
        said,
        [
            (
                "/openHours/0",
                "Monday: ours 08:00–17:00, theirs 07:00–17:00, was 09:00–17:00"
            ),
            (
                "/openHours/2",
                "Wednesday and Thursday: ours 08:00–17:00, theirs 10:00–17:00, was 09:00–17:00"
            ),
        ]
        .map(|(path, words)| (path.to_owned(), words.to_owned()))
    );
    let words = |base: &Value, ours: &Value| -> Vec<String> {
        merge(base, ours, base, Resolution::Leave)
            .taken
            .iter()
            .map(|taken| taken.change.words.to_string())
            .collect()
    };
    assert_eq!(
        words(&base, &ours),
        ["Monday, Wednesday and Thursday open at 08:00, was 09:00"]
    );
    let one = week(&[entry(&[1], 8), entry(&[2], 9), entry(&[3, 4], 9)]);
    assert_eq!(words(&base, &one), ["Monday opens at 08:00, was 09:00"]);
    // The same where each side changed other days.
    let other = week(&[entry(&[1], 9), entry(&[2], 9), entry(&[3, 4], 10)]);
    let taken = [
        "Ours: Monday opens at 08:00, was 09:00",
        "Theirs: Wednesday and Thursday open at 10:00, was 09:00",
    ];
    assert_eq!(
        taken_words(&merge(&base, &one, &other, Resolution::Leave)),
        taken
    );
}

/// Where both made the same of a week, its entries stay as one of them grouped them.
#[test]
fn a_week_that_someone_has_so_is_grouped_as_there() {
    let entry =
        |days: &[u8], open: u8| json!({ "daysOfTheWeek": days, "hours": [range(open, 17)] });
    let week = |entries: &[Value]| json!({ "openHours": entries });
    let base = week(&[entry(&[1, 2], 9)]);
    let (grouped, apart) = (
        week(&[entry(&[1, 2], 8)]),
        week(&[entry(&[1], 8), entry(&[2], 8)]),
    );
    for [ours, theirs] in [[&grouped, &apart], [&apart, &grouped]] {
        let merged = merge(&base, ours, theirs, Resolution::Leave);
        assert_eq!(
            (merged.conflicts.len(), &merged.value.to_value()),
            (0, &grouped)
        );
    }
    // One of them did more: the week is that one's.
    let part = week(&[entry(&[1], 8), entry(&[2], 9)]);
    for [ours, theirs] in [[&grouped, &part], [&part, &grouped]] {
        let merged = merge(&base, ours, theirs, Resolution::Leave);
        assert_eq!(
            (merged.conflicts.len(), &merged.value.to_value()),
            (0, &grouped)
        );
    }
}

/// What of a removed item changed is told by its words, where these differ.
#[test]
fn a_conflict_over_a_removed_date_says_what_each_made_of_it() {
    let entry = |id: &str, open: u8| json!({ "date": "2026-12-24T00:00:00.000Z", "hours": [range(open, 17)], "id": id });
    let dates = |entries: &[Value]| json!({ "availabilities": entries });
    let base = dates(&[entry("a", 9)]);
    let said = |theirs: Value| {
        let conflicts = merge(&base, &dates(&[]), &dates(&[theirs]), Resolution::Leave).conflicts;
        conflicts
            .iter()
            .map(|conflict| conflict.words.to_string())
            .collect::<Vec<_>>()
    };
    let about = "special date 24 December 2026: ours removed, theirs";
    assert_eq!(
        said(entry("a", 10)),
        [format!("{about} 10:00–17:00, was 09:00–17:00")]
    );
    assert_eq!(
        said(entry("b", 9)),
        [format!("{about} changed, was 09:00–17:00")]
    );
    assert_eq!(said(entry("a", 9)), [""; 0]);
}

#[test]
fn what_the_merge_itself_breaks_is_an_error_and_what_was_broken_before_is_not() {
    let base = json!({ "slotDuration": 60, "slotDurationUnit": "mins", "alertEmail": "nobody" });
    let with = |name: &str, value: Value| {
        let mut record = base.clone();
        record[name] = value;
        record
    };
    let merged = merge(
        &base,
        &with("slotDuration", json!(45)),
        &with("alertEmail", json!("none")),
        Resolution::Leave,
    );
    assert!(merged.ok && merged.issues.is_empty(), "{:?}", merged.issues);

    // A range of an hour on one side, a slot of two on the other: together too short.
    let base = json!({ "openHours": [{ "daysOfTheWeek": [1], "hours": [range(9, 17)] }], "slotDuration": 1,
        "slotDurationUnit": "hours", "alertEmail": "nobody" });
    let mut ours = base.clone();
    ours["openHours"][0]["hours"] = json!([range(9, 10)]);
    let mut theirs = base.clone();
    theirs["slotDuration"] = json!(2);
    let merged = merge(&base, &ours, &theirs, Resolution::Leave);
    let codes: Vec<&str> = merged
        .issues
        .iter()
        .map(|issue| issue.code.name())
        .collect();
    assert_eq!(
        (codes, merged.conflicts.len(), merged.ok),
        (vec!["slot_too_long", "range_short"], 0, true),
        "no more than warnings"
    );
}

#[test]
fn records_may_stand_in_their_envelope_and_units_are_their_own() {
    let of = |duration: u8, unit: &str| json!({ "calendar": { "slotDuration": duration, "slotDurationUnit": unit } });
    let merged = merge(
        &of(30, "mins"),
        &of(1, "hours"),
        &of(45, "mins"),
        Resolution::Leave,
    );
    let words: Vec<String> = merged
        .conflicts
        .iter()
        .map(|conflict| conflict.words.to_string())
        .collect();
    assert_eq!(
        words,
        ["slot duration: ours 1 hour, theirs 45 mins, was 30 mins"]
    );
}

#[test]
fn items_that_cannot_be_told_apart_merge_by_position_with_a_note() {
    let of = |first: u8, second: u8| json!({ "teamMembers": [{ "priority": first }, { "priority": second }] });
    let merged = merge(&of(0, 0), &of(1, 0), &of(0, 1), Resolution::Leave);
    assert_eq!(merged.value, of(1, 1));
    assert_eq!(merged.issues[0].code.name(), "by_position");
}

#[test]
fn what_both_added_alike_is_one_change_of_both_in_the_spelling_that_comes_first() {
    let dates = |dates: &[&str]| {
        let dates: Vec<Value> = dates
            .iter()
            .map(|date| json!({ "date": date, "hours": [] }))
            .collect();
        json!({ "availabilities": dates })
    };
    let ours = dates(&["2026-12-24T00:00:00.000Z", "2026-12-26T00:00:00.000Z"]);
    let theirs = dates(&["2026-12-24T00:00:00Z", "2026-12-25T00:00:00.000Z"]);
    let merged = merge(&dates(&[]), &ours, &theirs, Resolution::Leave);
    let taken: Vec<(Side, ChangeKind, String)> = merged
        .taken
        .iter()
        .map(|taken| (taken.from, taken.change.kind, taken.change.key.to_string()))
        .collect();
    let added = |from, day| {
        (
            from,
            ChangeKind::Add,
            format!("availabilities/2026-12-{day}"),
        )
    };
    assert_eq!(
        taken,
        [
            added(Side::Both, 24),
            added(Side::Ours, 26),
            added(Side::Theirs, 25)
        ]
    );
    assert_eq!(
        merged.taken[0].change.after,
        Some(ours["availabilities"][0].clone())
    );
    assert!(merged.conflicts.is_empty());
}

#[test]
fn what_both_added_at_different_places_is_asked_about() {
    let team = |users: &[&str]| {
        let members: Vec<Value> = users.iter().map(|user| json!({ "userId": user })).collect();
        json!({ "teamMembers": members })
    };
    let [base, ours, theirs] = [
        team(&["ada", "ben"]),
        team(&["ada", "cyd", "ben"]),
        team(&["eve", "ada", "ben", "cyd"]),
    ];
    let merged = Kind::Calendar
        .merge(&base, &ours, &theirs, Resolution::Leave)
        .unwrap();
    let said: Vec<String> = merged
        .conflicts
        .iter()
        .map(|conflict| conflict.key.to_string())
        .collect();
    assert_eq!(said, ["teamMembers/order"]);
    for (choice, expected) in [
        (Resolution::Ours, ["eve", "ada", "cyd", "ben"]),
        (Resolution::Theirs, ["eve", "ada", "ben", "cyd"]),
    ] {
        let merged = Kind::Calendar.merge(&base, &ours, &theirs, choice).unwrap();
        assert_eq!(merged.value, team(&expected), "{choice}");
    }
}

#[test]
fn a_conflict_resolved_for_base_is_settled_and_keeps_what_both_started_from() {
    let hours = |close: u8| json!([{ "daysOfTheWeek": [1], "hours": [{ "openHour": 9, "openMinute": 0, "closeHour": close, "closeMinute": 0 }] }]);
    let record = |color: &str, close: u8| json!({ "eventColor": color, "openHours": hours(close) });
    let (base, ours, theirs) = (
        record("#039be5", 17),
        record("#ff0000", 18),
        record("#00aa00", 19),
    );
    let merged = Kind::Calendar
        .merge(&base, &ours, &theirs, Resolution::Base)
        .unwrap();
    assert_eq!(
        (
            merged.ok,
            merged.value.to_value(),
            merged.conflicts.len(),
            merged.taken.len()
        ),
        (true, base, 0, 0)
    );
}

/// A change that both made is one change, whatever else one of them opened; merging a side in again changes nothing.
#[test]
fn both_may_change_a_day_alike_and_one_may_add_to_it() {
    let range = |(open, close): (u8, u8)| json!({ "openHour": open, "openMinute": 0, "closeHour": close, "closeMinute": 0 });
    let hours = |ranges: &[(u8, u8)]| Value::Array(ranges.iter().map(|own| range(*own)).collect());
    for [base, ours, theirs, wanted] in [
        [
            &[(9, 12)][..],
            &[(9, 13)],
            &[(9, 13), (19, 21)],
            &[(9, 13), (19, 21)],
        ],
        [
            &[(9, 12), (14, 17)],
            &[(9, 13), (14, 17)],
            &[(9, 12), (14, 18)],
            &[(9, 13), (14, 18)],
        ],
        [
            &[(9, 12), (14, 17)],
            &[(14, 17)],
            &[(14, 17), (19, 21)],
            &[(14, 17), (19, 21)],
        ],
    ] {
        let week = |ranges: &[(u8, u8)]| json!({ "openHours": [{ "daysOfTheWeek": [1], "hours": hours(ranges) }] });
        let date = |ranges: &[(u8, u8)]| json!({ "availabilities": [{ "date": "2026-12-24T00:00:00.000Z", "hours": hours(ranges) }] });
        let sides = [base, ours, theirs, wanted];
        for [base, ours, theirs, wanted] in [sides.map(week), sides.map(date)] {
            for (ours, theirs) in [(&ours, &theirs), (&theirs, &ours)] {
                let merged = Kind::Calendar
                    .merge(&base, ours, theirs, Resolution::Leave)
                    .unwrap();
                assert_eq!(
                    (merged.conflicts.len(), &merged.value.to_value()),
                    (0, &wanted)
                );
                let again = Kind::Calendar
                    .merge(&base, ours, merged.value.to_value(), Resolution::Leave)
                    .unwrap();
                assert_eq!(
                    (again.conflicts.len(), &again.value.to_value()),
                    (0, &wanted)
                );
            }
        }
    }
    // A removal against a change is a conflict.
    let date = |ranges: &[(u8, u8)]| json!({ "availabilities": [{ "date": "2026-12-24T00:00:00.000Z", "hours": hours(ranges) }] });
    let merged = Kind::Calendar
        .merge(
            date(&[(9, 12), (14, 17)]),
            date(&[(14, 17)]),
            date(&[(9, 13), (14, 17)]),
            Resolution::Leave,
        )
        .unwrap();
    assert_eq!(merged.conflicts.len(), 1);
}

#[test]
fn what_is_not_set_is_not_changed_by_a_side_that_writes_it_otherwise() {
    let base = json!({ "notes": "", "recurring": { "freq": "", "count": 2 }, "slotDuration": 30 });
    let ours = json!({ "recurring": { "count": 2 }, "slotDuration": 45 });
    let theirs = json!({ "notes": "Bring your card.", "recurring": { "freq": "DAILY", "count": 2 }, "slotDuration": 30 });
    let merged = merge(&base, &ours, &theirs, Resolution::Leave);
    let expected = json!({ "notes": "Bring your card.", "recurring": { "freq": "DAILY", "count": 2 }, "slotDuration": 45 });
    assert!(
        merged.ok && equal(&merged.value, &expected),
        "{}",
        merged.value
    );
    swapped(&base, &ours, &theirs, &merged);
    // A response has empty text for a number that is not set, where a record that is read has none.
    let [base, ours, theirs] = ["{}", r#"{ "slotBuffer": "" }"#, r#"{ "slotBuffer": 5 }"#]
        .map(|json| json.parse().unwrap());
    let merged = merge(&base, &ours, &theirs, Resolution::Leave);
    assert!(
        merged.ok && equal(&merged.value, &theirs),
        "{}",
        merged.value
    );
    // One half of an amount that is not set, either way.
    let with = |number: u8, unit: Option<&str>| match unit {
        Some(unit) => json!({ "slotDuration": number, "slotDurationUnit": unit }),
        None => json!({ "slotDuration": number }),
    };
    for [of_base, of_theirs] in [[None, Some("")], [Some(""), None]] {
        let merged = merge(
            &with(30, of_base),
            &with(45, of_base),
            &with(30, of_theirs),
            Resolution::Leave,
        );
        assert!(
            merged.ok && equal(&merged.value, with(45, of_theirs)),
            "{}",
            merged.value
        );
    }
    // Text that is emptied is a change if there was some.
    let theirs = json!({ "notes": "y" });
    let conflicts = |base: Value, ours: Value| {
        merge(&base, &ours, &theirs, Resolution::Leave)
            .conflicts
            .len()
    };
    assert_eq!(conflicts(json!({}), json!({ "notes": "" })), 0);
    assert_eq!(
        conflicts(json!({ "notes": "x" }), json!({ "notes": "" })),
        1
    );
    assert_eq!(conflicts(json!({ "notes": "x" }), json!({})), 1);
}

/// An item that both sides added is one: it has the ID that the service gave it on one side.
#[test]
fn an_item_that_both_added_has_what_the_service_filled_in() {
    let date = |more: Value| {
        let mut date = json!({ "date": "2026-12-24T00:00:00.000Z", "hours": [] });
        for (name, value) in more.as_object().unwrap() {
            date[name] = value.clone();
        }
        json!({ "availabilities": [date] })
    };
    let (bare, given) = (date(json!({})), date(json!({ "id": "svc0" })));
    for [ours, theirs] in [[&bare, &given], [&given, &bare]] {
        let merged = merge(&json!({}), ours, theirs, Resolution::Leave);
        assert!(merged.conflicts.is_empty(), "{:?}", merged.conflicts);
        assert_eq!(merged.value.to_value(), given);
    }
    let open = json!([{ "openHour": 9, "openMinute": 0, "closeHour": 12, "closeMinute": 0 }]);
    let other = date(json!({ "id": "svc0", "hours": open }));
    let merged = merge(&json!({}), &bare, &other, Resolution::Leave);
    assert_eq!(merged.conflicts.len(), 1);
}

#[test]
fn a_list_that_one_side_no_longer_has_merges_as_an_empty_one() {
    let base = json!({ "availabilities": [{ "date": "2020-01-01T00:00:00.000Z", "hours": [], "id": "a" }] });
    let theirs = json!({ "availabilities": [{ "date": "2020-01-02T00:00:00.000Z", "hours": [] }] });
    for unset in [json!({}), json!(null), json!([])] {
        let ours = json!({ "availabilities": unset });
        let merged = merge(&base, &ours, &theirs, Resolution::Leave);
        assert!(
            merged.ok && equal(&merged.value, &theirs),
            "{unset}: {}",
            merged.value
        );
        swapped(&base, &ours, &theirs, &merged);
    }
}

#[test]
fn an_item_that_both_added_may_have_empty_unknown_members_on_one_side() {
    let place = json!({ "kind": "custom", "location": "Room 1" });
    let mut answered = place.clone();
    answered["zoomOauthId"] = json!("");
    let base = json!({ "locationConfigurations": [] });
    let ours = json!({ "locationConfigurations": [place] });
    let theirs = json!({ "locationConfigurations": [answered] });
    let merged = merge(&base, &ours, &theirs, Resolution::Leave);
    assert!(
        merged.ok && equal(&merged.value, &theirs),
        "{}",
        merged.value
    );
    swapped(&base, &ours, &theirs, &merged);
    answered["zoomOauthId"] = json!("z1");
    let theirs = json!({ "locationConfigurations": [answered] });
    assert!(!merge(&base, &ours, &theirs, Resolution::Leave).ok);
}

#[test]
fn a_list_by_index_merges_as_an_array() {
    let date = |day: u8| json!({ "date": format!("2020-01-0{day}T00:00:00.000Z"), "hours": [] });
    let base = json!({ "availabilities": { "0": date(1), "1": date(2) } });
    let ours = json!({ "availabilities": [date(1), date(2), date(3)] });
    let theirs = json!({ "availabilities": { "0": date(2) } });
    let merged = merge(&base, &ours, &theirs, Resolution::Leave);
    let expected = json!({ "availabilities": [date(2), date(3)] });
    assert!(
        merged.ok && equal(&merged.value, &expected),
        "{}",
        merged.value
    );
    swapped(&base, &ours, &theirs, &merged);
}

/// A week with one range for each day.
fn week_of(days: &[(u8, u8, u8)]) -> Vec<Value> {
    days.iter()
        .map(
            |(day, open, close)| json!({ "daysOfTheWeek": [day], "hours": [range(*open, *close)] }),
        )
        .collect()
}

fn by_index(items: &[Value]) -> Value {
    items
        .iter()
        .enumerate()
        .map(|(at, item)| (at.to_string(), item.clone()))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

#[test]
fn a_week_by_index_merges_day_by_day() {
    let base = week_of(&[(2, 10, 16)]);
    let ours = week_of(&[(1, 10, 16), (2, 10, 16)]);
    let theirs = week_of(&[(2, 10, 18)]);
    let wanted = json!({ "openHours": week_of(&[(1, 10, 16), (2, 10, 18)]) });
    // Each of the three as an array or as an object.
    for shapes in 0..8 {
        let shape = |at: usize, week: &[Value]| {
            let is_object = shapes >> at & 1 == 1;
            json!({ "openHours": if is_object { by_index(week) } else { json!(week) } })
        };
        let merged = merge(
            &shape(0, &base),
            &shape(1, &ours),
            &shape(2, &theirs),
            Resolution::Leave,
        );
        assert_eq!(merged.conflicts, [], "{shapes}");
        assert_eq!(merged.value, wanted, "{shapes}");
    }
}

#[test]
fn amounts_of_one_length_in_two_units_are_one_change_of_both() {
    let record =
        |number: u8, unit: &str| json!({ "slotDuration": number, "slotDurationUnit": unit });
    let (base, ours, theirs) = (record(30, "mins"), record(60, "mins"), record(1, "hours"));
    let merged = merge(&base, &ours, &theirs, Resolution::Leave);
    assert!(
        merged.ok && equal(&merged.value, &theirs),
        "{}",
        merged.value
    );
    assert_eq!(
        taken_words(&merged)[0],
        "Both: slot duration 1 hour, was 30 mins"
    );
    swapped(&base, &ours, &theirs, &merged);
    let longer = record(2, "hours");
    assert!(!merge(&base, &ours, &longer, Resolution::Leave).ok);
    // A month may have 28 days or 31.
    let window =
        |number: u8, unit: &str| json!({ "allowBookingFor": number, "allowBookingForUnit": unit });
    let merged = merge(
        &window(1, "days"),
        &window(30, "days"),
        &window(1, "months"),
        Resolution::Leave,
    );
    assert!(!merged.ok);
}

#[test]
fn an_open_conflict_makes_no_list_where_base_has_none() {
    for (name, ours, theirs) in [
        ("openHours", week_of(&[(0, 9, 10)]), week_of(&[(0, 9, 11)])),
        (
            "teamMembers",
            vec![json!({ "userId": "u", "priority": 0 })],
            vec![json!({ "userId": "u", "priority": 1 })],
        ),
    ] {
        let (ours, theirs) = (json!({ name: ours }), json!({ name: theirs }));
        let merged = merge(&json!({}), &ours, &theirs, Resolution::Leave);
        assert_eq!(merged.conflicts.len(), 1, "{name}");
        assert_eq!(merged.value, json!({}), "{name}");
    }
}

#[test]
fn what_only_the_service_changes_keeps_no_item_from_being_removed() {
    let place = json!({ "kind": "custom", "location": "Room 1" });
    let mut answered = place.clone();
    answered["position"] = json!(0);
    let base = json!({ "locationConfigurations": [{ "kind": "inbound_call" }, place] });
    let ours = json!({ "locationConfigurations": [{ "kind": "inbound_call" }] });
    let theirs = json!({ "locationConfigurations": [{ "kind": "inbound_call" }, answered] });
    let merged = merge(&base, &ours, &theirs, Resolution::Leave);
    assert!(merged.ok && equal(&merged.value, &ours), "{}", merged.value);
    swapped(&base, &ours, &theirs, &merged);
}

#[test]
fn conflicts_are_in_the_order_of_the_record() {
    let record = |name: &str, slot: u8, slug: &str| json!({ "name": name, "slotDuration": slot, "slotDurationUnit": "mins", "slug": slug });
    let merged = merge(
        &record("A", 30, "a"),
        &record("B", 40, "b"),
        &record("C", 50, "c"),
        Resolution::Leave,
    );
    let keys: Vec<String> = merged
        .conflicts
        .iter()
        .map(|conflict| conflict.key.to_string())
        .collect();
    assert_eq!(keys, ["name", "slotDuration", "slug"]);
}
