//! What came of an update: outcome and verify.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use calendiff::{DiffOptions, Error, Kind, Mode, Profile, Resolution, Verified, WhenAbsent};
use serde_json::{Value, json};

fn words(verified: &Verified) -> [Vec<String>; 3] {
    [
        verified
            .applied
            .iter()
            .map(|change| change.words.to_string())
            .collect(),
        verified
            .not_applied
            .iter()
            .map(|missed| missed.words.to_string())
            .collect(),
        verified
            .unexpected
            .iter()
            .map(|change| change.words.to_string())
            .collect(),
    ]
}

fn date(day: u8, hours: &Value) -> Value {
    json!({ "date": format!("2026-12-{day}T00:00:00.000Z"), "hours": hours })
}

#[test]
fn a_deleted_date_may_come_back_as_deleted() {
    let of = |date: &Value| json!({ "availabilities": [date] });
    let stored = json!({ "date": "2026-12-24T00:00:00.000Z", "hours": [], "id": "x" });
    let mut deleted = stored.clone();
    deleted["deleted"] = json!(true);
    let verified = Kind::Calendar
        .verify(of(&stored), of(&deleted), of(&deleted))
        .unwrap();
    let applied = vec!["special date 24 December 2026 removed, was closed".to_owned()];
    assert_eq!(
        (verified.ok, words(&verified)),
        (true, [applied, vec![], vec![]])
    );
}

#[test]
fn an_update_that_took_whole_moves_nothing_else() {
    let mut dated = date(24, &json!([]));
    dated["id"] = json!("a1");
    let stored = json!({ "calendar": { "id": "c1", "name": "Visit", "availabilities": [dated] } });
    let draft = json!({ "name": "First visit", "availabilities": [date(26, &json!([]))] });
    let body = Kind::Calendar.body(&stored, &draft, Mode::Full).unwrap();
    assert_eq!(body.value.to_value()["availabilities"][1]["deleted"], true);

    // As the service answers: the deleted date gone, the new one with an id, stamps of its own.
    let mut added = date(26, &json!([]));
    added["_id"] = json!("a2");
    added["deleted"] = json!(false);
    let after = json!({ "calendar": { "id": "c1", "name": "First visit", "availabilities": [added],
        "updatedAt": "2026-11-01T10:00:00.000Z" } });
    let verified = Kind::Calendar.verify(&stored, &body.value, &after).unwrap();
    let took = [
        "name “First visit”, was “Visit”",
        "special date 24 December 2026 removed, was closed",
        "special date 26 December 2026 added: closed",
    ];
    assert_eq!(words(&verified), [took.to_vec(), vec![], vec![]]);
    assert!(verified.ok);
}

#[test]
fn what_was_not_deleted_and_what_fell_back_is_told() {
    let range = |close: u8| json!([{ "openHour": 9, "openMinute": 0, "closeHour": close, "closeMinute": 0 }]);
    let week = |close: u8| json!([{ "daysOfTheWeek": [1], "hours": range(close) }]);
    let stored = json!({ "slotDuration": 60, "slotDurationUnit": "mins", "openHours": week(17),
        "availabilities": [date(24, &json!([])), date(25, &json!([]))] });
    let sent = json!({ "openHours": week(18), "availabilities": [date(25, &range(12))] });
    let outcome = Kind::Calendar
        .outcome(&stored, &sent, Profile::Specification)
        .unwrap();
    assert_eq!(
        outcome.to_value()["availabilities"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    assert_eq!(outcome.to_value()["slotDuration"], 60);

    let after = json!({ "slotDuration": 30, "slotDurationUnit": "mins", "openHours": week(19),
        "availabilities": [date(24, &json!([])), date(25, &range(12))] });
    let verified = Kind::Calendar.verify(&stored, &sent, &after).unwrap();
    assert_eq!(
        words(&verified),
        [
            vec!["special date 25 December 2026 09:00–12:00, was closed"],
            vec![
                "special date 24 December 2026 removed, was closed",
                "Monday: sent 09:00–18:00, got 09:00–19:00, was 09:00–17:00",
            ],
            vec!["slot duration 30 mins, was 60 mins"],
        ]
    );
    assert!(!verified.ok);
    let missed = &verified.not_applied[0];
    assert_eq!(
        (missed.sent.as_ref(), missed.after.as_ref()),
        (None, Some(&date(24, &json!([]))))
    );
}

#[test]
fn sent_values_are_read_as_stored_ones_are() {
    let stored = json!({ "slotDuration": 60, "autoConfirm": false });
    let sent = json!({ "slotDuration": "45", "autoConfirm": "true", "appointmentPerSlot": "2" });
    for after in [
        json!({ "slotDuration": 45, "autoConfirm": true, "appoinmentPerSlot": 2 }),
        json!({ "slotDuration": "45", "autoConfirm": "true", "appoinmentPerSlot": "2" }),
    ] {
        let verified = Kind::Calendar.verify(&stored, &sent, &after).unwrap();
        let took = [
            "slot duration 45, was 60",
            "automatic confirmation yes, was no",
            "appointments per slot 2, was not set",
        ];
        assert_eq!(words(&verified), [took.to_vec(), vec![], vec![]]);
        assert!(verified.ok);
    }
}

#[test]
fn a_mark_of_deletion_drops_its_date_alone() {
    let mut deleted = date(24, &json!([]));
    deleted["deleted"] = json!(true);
    let mut kept = date(25, &json!([]));
    kept["deleted"] = json!(false);
    let stored =
        json!({ "name": "Visit", "availabilities": [date(24, &json!([])), date(25, &json!([]))] });
    let outcome = Kind::Calendar
        .outcome(
            &stored,
            json!({ "availabilities": [deleted, kept.clone()] }),
            Profile::Specification,
        )
        .unwrap();
    assert_eq!(
        outcome,
        json!({ "name": "Visit", "availabilities": [kept] })
    );
}

#[test]
fn a_date_that_moved_with_its_id_is_not_deleted() {
    let with_id = |day: u8, id: &str| {
        let mut date = date(day, &json!([]));
        date["id"] = json!(id);
        date
    };
    let stored = json!({ "availabilities": [with_id(24, "a1"), with_id(25, "a2")] });
    let draft = json!({ "availabilities": [with_id(31, "a1")] });
    let body = Kind::Calendar.body(&stored, &draft, Mode::Full).unwrap();
    let mut deleted = with_id(25, "a2");
    deleted["deleted"] = json!(true);
    assert_eq!(
        body.value,
        json!({ "availabilities": [with_id(31, "a1"), deleted] })
    );
}

#[test]
fn a_value_that_came_back_as_another_is_not_applied() {
    // Each extends the stored text, which a merge could join.
    let [stored, sent, after] = ["a", "ab", "ac"].map(|notes| json!({ "notes": notes }));
    let verified = Kind::Calendar.verify(&stored, &sent, &after).unwrap();
    let [applied, not_applied, unexpected] = words(&verified);
    assert_eq!(
        (applied.len(), not_applied.len(), unexpected.len()),
        (0, 1, 0),
        "{not_applied:?} {unexpected:?}"
    );
    assert!(!verified.ok);
}

#[test]
fn a_misspelled_member_is_kept_as_an_unknown_one_and_what_it_means_is_not_applied() {
    let stored = json!({ "appoinmentPerSlot": 1, "lookBusyConfig": { "enabled": true } });
    for (sent, outcome, missed) in [
        (
            json!({ "appointmentPerSlot": 2 }),
            json!({ "appoinmentPerSlot": 1, "lookBusyConfig": { "enabled": true }, "appointmentPerSlot": 2 }),
            "appointments per slot 2, was 1",
        ),
        (
            json!({ "appointmentPerDay": 2 }),
            json!({ "appoinmentPerSlot": 1, "lookBusyConfig": { "enabled": true }, "appointmentPerDay": 2 }),
            "appointments per day 2, was not set",
        ),
        (
            json!({ "lookBusyConfig": { "lookBusyPercentage": 90 } }),
            json!({ "appoinmentPerSlot": 1, "lookBusyConfig": { "enabled": true, "lookBusyPercentage": 90 } }),
            "look busy: share of slots hidden 90, was not set",
        ),
    ] {
        assert_eq!(
            Kind::Calendar
                .outcome(&stored, &sent, Profile::Specification)
                .unwrap(),
            outcome
        );
        let verified = Kind::Calendar.verify(&stored, &sent, &outcome).unwrap();
        let [applied, not_applied, unexpected] = words(&verified);
        assert_eq!(
            (applied.len(), not_applied, unexpected.len()),
            (0, vec![missed.to_owned()], 1),
            "{unexpected:?}"
        );
    }
}

#[test]
fn a_member_that_is_sent_under_both_names_loses_neither() {
    let sent = json!({ "appointmentPerSlot": 2, "appoinmentPerSlot": 3 });
    assert_eq!(
        Kind::Calendar
            .outcome(json!({}), &sent, Profile::Specification)
            .unwrap(),
        sent
    );
    let verified = Kind::Calendar.verify(json!({}), &sent, &sent).unwrap();
    let applied = vec!["appointments per slot 3, was not set".to_owned()];
    assert_eq!(
        words(&verified),
        [
            applied,
            vec![],
            vec!["appointmentPerSlot 2, was not set".to_owned()]
        ]
    );
}

#[test]
fn under_the_services_profile_a_date_goes_by_its_id_alone() {
    let of = |day: u8, id: Option<&str>, deleted: bool| {
        let mut date = date(day, &json!([]));
        date["deleted"] = json!(deleted);
        if let Some(id) = id {
            date["id"] = json!(id);
        }
        date
    };
    let [a, b] = [of(24, Some("a"), false), of(25, Some("b"), false)];
    let stored = json!({ "availabilities": [a, b] });
    let range = json!([{ "openHour": 9, "openMinute": 0, "closeHour": 12, "closeMinute": 0 }]);
    let mut open = of(24, Some("a"), false);
    open["hours"] = range.clone();
    for (sent, held) in [
        (vec![date(25, &json!([]))], vec![&b, &a]),
        (vec![], vec![&a, &b]),
        (vec![of(24, None, true), date(25, &json!([]))], vec![&b, &a]),
        (
            vec![of(24, Some("WRONG"), true), date(25, &json!([]))],
            vec![&b, &a],
        ),
        (vec![of(24, Some("a"), true)], vec![&b]),
        (
            vec![of(24, Some("a"), true), of(25, Some("b"), true)],
            vec![],
        ),
        // An entry with the id of another date deletes that one.
        (vec![of(24, Some("b"), true)], vec![&a]),
        (vec![date(24, &range)], vec![&open, &b]),
        (
            vec![of(31, Some("a"), false)],
            vec![&of(31, Some("a"), false), &b],
        ),
    ] {
        let sent = json!({ "availabilities": sent });
        let outcome = Kind::Calendar
            .outcome(&stored, &sent, Profile::Service)
            .unwrap()
            .to_value();
        assert_eq!(outcome["availabilities"], json!(held), "{sent}");
    }
    // The update did not remove the date.
    for sent in [
        vec![&b],
        vec![&of(24, None, true), &b],
        vec![&of(24, Some("WRONG"), true), &b],
    ] {
        let sent = json!({ "availabilities": sent });
        let outcome = Kind::Calendar
            .outcome(&stored, &sent, Profile::Service)
            .unwrap();
        let verified = Kind::Calendar.verify(&stored, &sent, &outcome).unwrap();
        assert_eq!(
            words(&verified)[1],
            ["special date 24 December 2026 removed, was closed"],
            "{sent}"
        );
    }
    // The specification replaces the list.
    let outcome = Kind::Calendar
        .outcome(
            &stored,
            json!({ "availabilities": [b] }),
            Profile::Specification,
        )
        .unwrap();
    assert_eq!(outcome, json!({ "availabilities": [b] }));
}

#[test]
fn empty_text_that_is_not_set_may_be_filled_in() {
    let (unset, sent) = (
        json!({ "slotDuration": "", "notes": "" }),
        json!({ "name": "Visit" }),
    );
    let filled_in = |after: Value| {
        let verified = Kind::Calendar.verify(&unset, &sent, &after).unwrap();
        assert_eq!(verified.ok, verified.unexpected.is_empty());
        let filled_in: Vec<String> = verified
            .filled_in
            .iter()
            .map(|change| change.words.to_string())
            .collect();
        (filled_in, words(&verified)[2].clone())
    };
    let after = |slot: Value| json!({ "slotDuration": slot, "notes": "", "name": "Visit" });
    assert_eq!(
        filled_in(after(json!(30))),
        (vec!["slot duration 30, was not set".to_owned()], vec![])
    );
    assert_eq!(filled_in(after(json!(""))), (vec![], vec![]));
    assert_eq!(
        filled_in(after(json!(45))),
        (vec![], vec!["slot duration 45, was not set".to_owned()])
    );
    // The words of a sent change are those of the review.
    let verified = Kind::Calendar.verify(
        &unset,
        json!({ "slotDuration": 45 }),
        json!({ "slotDuration": 45, "notes": "" }),
    );
    assert_eq!(
        words(&verified.unwrap())[0],
        ["slot duration 45, was not set"]
    );
}

/// A place that was sent with another key lacks what no body has, and the service keeps it.
#[test]
fn what_no_body_has_stays_in_a_place_whose_kind_was_changed() {
    for timezone in [json!(null), json!(""), json!("UTC")] {
        let place = |kind: &str| json!({ "locationConfigurations": [{ "kind": kind, "meetingId": "a", "timezone": timezone }] });
        let sent = json!({ "locationConfigurations": [{ "kind": "zoom_conference" }] });
        let verified = Kind::Calendar
            .verify(place("custom"), &sent, place("zoom_conference"))
            .unwrap();
        assert!(verified.ok, "{timezone}: {:?}", verified.not_applied);
    }
}

#[test]
fn an_empty_alias_that_comes_or_goes_is_no_change() {
    for empty in [json!(""), json!(null)] {
        let stored = json!({ "appoinmentPerDay": 8, "appointmentPerDay": empty });
        let without = json!({ "appoinmentPerDay": 8 });
        let kind = Kind::Calendar;
        for (before, after) in [(&stored, &without), (&without, &stored)] {
            let verified = kind.verify(before, json!({ "name": "Visit" }), after);
            let name = vec!["name “Visit”, was not set".to_owned()];
            assert_eq!(words(&verified.unwrap()), [vec![], name, vec![]], "{empty}");
        }
        let merged = kind
            .merge(&stored, &without, &stored, Resolution::Leave)
            .unwrap();
        assert!(merged.taken.is_empty(), "{:?}", merged.taken);
        assert_eq!(merged.value, without);
        let options = DiffOptions::from(WhenAbsent::Remove);
        let diff = kind.diff(&stored, &without, options).unwrap();
        assert!(diff.changes.is_empty(), "{:?}", diff.changes);
    }
}

#[test]
fn a_number_out_of_bounds_is_the_same_as_text() -> Result<(), Error> {
    let kind = Kind::Calendar;
    for (member, number) in [
        ("slotDuration", 0),
        ("slotDuration", -5),
        ("slotBuffer", -5),
    ] {
        let as_text = json!({ "name": "Visit", member: number.to_string() });
        let as_number = json!({ "name": "Visit", member: number });
        let read = kind.read(&as_text)?;
        assert_eq!(read.value, as_number);
        assert_eq!(read.issues[1].code.name(), "read_text", "{member} {number}");
        for (before, after) in [(&as_text, &as_number), (&as_number, &as_text)] {
            assert_eq!(kind.diff(before, after, WhenAbsent::Remove)?.words.len(), 0);
            let verified = kind.verify(before, json!({}), after)?;
            assert_eq!(words(&verified), [const { Vec::<String>::new() }; 3]);
        }
        let raw = DiffOptions::default().raw(true);
        let words = kind.diff(&as_text, &as_number, raw)?.words;
        assert!(
            words[0]
                .to_string()
                .ends_with(&format!("{number}, was {number} as text")),
            "{words:?}"
        );
    }
    Ok(())
}

#[test]
fn an_amount_of_the_same_length_in_another_unit_is_applied() {
    let record =
        |number: u8, unit: &str| json!({ "slotDuration": number, "slotDurationUnit": unit });
    let verified = Kind::Calendar
        .verify(record(30, "mins"), record(60, "mins"), record(1, "hours"))
        .unwrap();
    assert!(verified.ok);
    assert_eq!(
        verified.applied[0].words,
        "slot duration 1 hour, was 30 mins"
    );
}

#[test]
fn a_member_that_comes_back_as_false_is_filled_in() {
    let member = |priority: u8| json!({ "userId": "u1", "priority": priority });
    let stored = json!({ "teamMembers": [member(0)] });
    let sent = json!({ "teamMembers": [member(1)] });
    let mut after = sent.clone();
    after["teamMembers"][0]["isPrimary"] = false.into();
    let verified = Kind::Calendar.verify(&stored, &sent, &after).unwrap();
    assert_eq!((verified.ok, verified.filled_in.len()), (true, 1));
    after["teamMembers"][0]["isPrimary"] = true.into();
    let verified = Kind::Calendar.verify(&stored, &sent, &after).unwrap();
    assert_eq!((verified.ok, verified.unexpected.len()), (false, 1));
}
