//! A form while others save, while a save is under way, and after a refusal: no edit is lost, and every message is true.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use calendiff::json::Path;
use calendiff::{Conflict, Kind, Mode, Profile, RecordForm, Resolution};
use serde_json::{Value, json};

fn form(stored: &Value) -> RecordForm {
    Kind::Calendar.form(stored, Profile::Specification).unwrap()
}

fn path(pointer: &str) -> Path {
    pointer.parse().unwrap()
}

fn words(form: &RecordForm) -> Vec<String> {
    form.changes()
        .map(|change| change.words.to_string())
        .collect()
}

fn said(conflicts: &[Conflict]) -> Vec<String> {
    conflicts
        .iter()
        .map(|conflict| conflict.words.to_string())
        .collect()
}

fn date(day: u8) -> Value {
    json!({ "date": format!("2026-12-{day}T00:00:00.000Z"), "hours": [] })
}

#[test]
fn a_conflict_over_a_place_with_an_id_is_resolved_to_either_side() {
    let record = |location: &str| json!({ "locationConfigurations": [{ "kind": "custom", "location": location, "meetingId": "m0" }] });
    for (side, left) in [(Resolution::Theirs, "Y"), (Resolution::Base, "A")] {
        let mut form = form(&record("A"));
        form.remove(&path("/locationConfigurations/0")).unwrap();
        let conflict = form.rebase(record("Y")).unwrap().conflicts.remove(0);
        assert_eq!(conflict.key.to_string(), "locationConfigurations/m0");
        form.resolve(&conflict, side);
        let draft = form.draft().to_value();
        assert_eq!(
            draft,
            json!({ "locationConfigurations": [{ "kind": "custom", "location": left }] })
        );
    }
}

/// The first conflict stands after others have saved once more, and is from before they saved at all.
#[test]
fn the_base_of_a_conflict_is_the_record_that_it_started_from() {
    let stored = json!({ "id": "x", "name": "A", "slug": "a" });
    let mut form = Kind::Calendar
        .form(&stored, Profile::Specification)
        .unwrap();
    form.set(&Path::new().with("name"), json!("mine")).unwrap();
    form.rebase(json!({ "id": "x", "name": "theirs", "slug": "a" }))
        .unwrap();
    form.set(&Path::new().with("slug"), json!("ours")).unwrap();
    form.rebase(json!({ "id": "x", "name": "theirs", "slug": "b" }))
        .unwrap();
    for (member, base) in [("name", "A"), ("slug", "a")] {
        let conflict = form
            .conflicts()
            .iter()
            .find(|conflict| conflict.path.pointer()[1..] == *member)
            .unwrap()
            .clone();
        assert_eq!(conflict.base, Some(json!(base)));
        form.resolve(&conflict, Resolution::Base);
        assert_eq!(form.draft().get(member).unwrap().text(), Some(base));
    }
}

#[test]
fn a_number_and_its_unit_are_resolved_and_reverted_together() {
    let record = |number: u8, unit: &str| json!({ "allowBookingAfter": number, "allowBookingAfterUnit": unit });
    let edited = || {
        let mut form = form(&record(36, "hours"));
        form.set(&path("/allowBookingAfter"), json!(2)).unwrap();
        form.set(&path("/allowBookingAfterUnit"), json!("days"))
            .unwrap();
        form
    };
    let mut form = edited();
    let conflicts = form.rebase(record(49, "hours")).unwrap().conflicts;
    assert_eq!(
        said(&conflicts),
        ["minimum notice: ours 2 days, theirs 49 hours, was 36 hours"]
    );
    form.resolve(&conflicts[0], Resolution::Theirs);
    assert_eq!(
        (form.draft().to_value(), form.conflicts().len()),
        (record(49, "hours"), 0)
    );

    let mut form = edited();
    let change = form.changes().next().unwrap().clone();
    assert_eq!(change.words, "minimum notice 2 days, was 36 hours");
    form.revert(&change);
    assert_eq!(
        (form.draft().to_value(), form.changes().len()),
        (record(36, "hours"), 0)
    );
}

#[test]
fn a_list_that_base_does_not_have_is_emptied_by_it() {
    for base in [json!({}), json!({ "availabilities": [] })] {
        let mut form = form(&base);
        form.set(&path("/availabilities"), json!([date(25)]))
            .unwrap();
        let theirs = json!({ "availabilities": [{ "date": "2026-12-25T00:00:00.000Z", "hours": [{ "openHour": 9, "openMinute": 0, "closeHour": 10, "closeMinute": 0 }] }] });
        let conflict = form.rebase(&theirs).unwrap().conflicts.remove(0);
        form.resolve(&conflict, Resolution::Base);
        assert_eq!(
            words(&form),
            ["special date 25 December 2026 removed, was 09:00–10:00"]
        );
        assert_eq!(
            form.body(Mode::Changed).unwrap().value.to_value(),
            json!({ "availabilities": [] })
        );
    }
}

#[test]
fn a_first_date_that_is_taken_back_during_a_save_is_a_change() {
    let mut form = form(&json!({ "id": "C" }));
    form.set_date("2026-12-24", Some(&[] as &[[&str; 2]]))
        .unwrap();
    let sent = form.body(Mode::Changed).unwrap().value;
    form.undo().unwrap();
    let saved = form
        .saved_as(&sent, json!({ "id": "C", "availabilities": [date(24)] }))
        .unwrap();
    assert!(saved.verified.ok && saved.conflicts.is_empty());
    assert_eq!(
        words(&form),
        ["special date 24 December 2026 removed, was closed"]
    );
    assert_eq!(
        form.body(Mode::Changed).unwrap().value.to_value(),
        json!({ "availabilities": [] })
    );
}

#[test]
fn a_save_settles_the_conflicts_over_what_it_sent() {
    let record = |name: &str| json!({ "id": "C", "name": name });
    for is_applied in [true, false] {
        let mut form = form(&record("a"));
        form.set(&path("/name"), json!("b")).unwrap();
        assert_eq!(form.rebase(record("c")).unwrap().conflicts.len(), 1);
        let sent = form.body(Mode::Changed).unwrap().value;
        form.set(&path("/name"), json!("d")).unwrap();
        form.saved_as(&sent, record(if is_applied { "b" } else { "c" }))
            .unwrap();
        assert_eq!(
            (
                form.conflicts().is_empty(),
                form.draft().to_value()["name"].as_str()
            ),
            (is_applied, Some("d"))
        );
    }
}

#[test]
fn a_save_leaves_the_conflicts_over_what_it_did_not_send() {
    let record = |name: &str, slug: &str| json!({ "id": "C", "name": name, "slug": slug });
    let mut form = form(&record("a", "a"));
    form.set(&path("/name"), json!("b")).unwrap();
    let sent = form.body(Mode::Changed).unwrap().value;
    form.set(&path("/slug"), json!("mine")).unwrap();
    form.rebase(record("a", "others")).unwrap();
    let open = said(form.conflicts());
    assert_eq!(open.len(), 1);
    form.saved_as(&sent, record("b", "others")).unwrap();
    assert_eq!(said(form.conflicts()), open);
    let slug = form.body(Mode::Changed).unwrap().value.to_value();
    assert_eq!(slug, json!({ "slug": "mine" }));

    // Once it was sent and applied, it is settled.
    form.saved_as(&slug, record("b", "mine")).unwrap();
    assert!(form.conflicts().is_empty());
}

#[test]
fn what_was_emptied_in_an_item_stays_an_error_when_others_change_the_record() {
    let hours = json!([{ "openHour": 9, "openMinute": 0, "closeHour": 17, "closeMinute": 0 }]);
    let stored = json!({
        "id": "C",
        "name": "a",
        "openHours": [{ "daysOfTheWeek": [1], "hours": hours }],
        "teamMembers": [{ "userId": "u", "priority": 0.5, "isPrimary": true }],
    });
    let mut theirs = stored.clone();
    theirs["name"] = json!("theirs");
    for (place, value) in [
        ("/openHours/0/hours/0/closeHour", json!(null)),
        ("/openHours/0/hours/0/closeHour", json!("")),
        ("/openHours/0/hours", json!(null)),
        ("/teamMembers/0/priority", json!("")),
        ("/teamMembers/0/priority", json!(null)),
        ("/teamMembers/0/isPrimary", json!("")),
        ("/teamMembers/0/userId", json!("")),
    ] {
        let mut form = form(&stored);
        form.set(&path(place), value.clone()).unwrap();
        let before = words(&form);
        assert_eq!((before.len(), form.is_ok()), (1, false), "{place} {value}");
        form.rebase(&theirs).unwrap();
        assert_eq!(
            (words(&form), form.is_ok()),
            (before, false),
            "{place} {value}"
        );
        assert_eq!(
            form.draft().to_value().pointer(place),
            Some(&value),
            "{place}"
        );
    }
}

#[test]
fn a_refused_name_stays_an_error_until_it_is_edited() {
    let refused = |form: &mut RecordForm| {
        let refusal = json!({ "statusCode": 422, "message": ["property timezone should not exist", "slug is taken"] });
        form.refused(
            &Kind::Calendar
                .response(422, None, refusal.to_string())
                .result
                .unwrap_err(),
        );
    };
    let stored = json!({ "id": "C", "name": "A", "slug": "a" });
    let issues = |form: &RecordForm| {
        form.issues()
            .map(|issue| issue.code.name().to_owned())
            .collect::<Vec<_>>()
    };
    let mut form = form(&stored);
    form.set(&path("/timezone"), json!("UTC")).unwrap();
    let own = issues(&form);
    assert_eq!(
        (own.as_slice(), form.is_ok()),
        (&["unknown_member".to_owned()][..], true)
    );
    refused(&mut form);
    let told = issues(&form);
    assert_eq!((told.len(), form.is_ok()), (2, false));

    form.set(&path("/name"), json!("B")).unwrap();
    assert_eq!(
        (issues(&form), form.is_ok()),
        (told.clone(), false),
        "another member was edited"
    );
    form.set_profile(Profile::Service);
    form.set_profile(Profile::Specification);
    assert_eq!((issues(&form), form.is_ok()), (told.clone(), false));
    form.rebase(&stored).unwrap();
    assert_eq!(
        (issues(&form), form.is_ok()),
        (told, false),
        "the record is as it was"
    );
    form.set(&path("/slug"), json!("b")).unwrap();
    assert_eq!((issues(&form), form.is_ok()), (own.clone(), false));
    form.set(&path("/timezone"), json!("Etc/UTC")).unwrap();
    assert_eq!((issues(&form), form.is_ok()), (own, true));
}

/// Responses have empty text in place of unset values. An update replaces items whole, and cannot carry it.
#[test]
fn what_is_not_set_inside_stored_items_is_no_change() {
    let stored = json!({
        "id": "a",
        "slotDuration": 30,
        "openHours": [{ "daysOfTheWeek": [1], "hours": [{ "openHour": "", "openMinute": 0, "closeHour": 17, "closeMinute": 0 }] }],
        "locationConfigurations": [{ "kind": "", "location": "Room 1", "meetingId": "m1" }],
        "teamMembers": [{ "userId": "u", "locationConfigurations": [{ "kind": "", "location": "" }] }],
    });
    let mut form = form(&stored);
    assert_eq!(words(&form), [""; 0]);
    assert_eq!(form.body(Mode::Changed).unwrap().value, json!({}));
    assert!(form.saved(&stored).unwrap().verified.ok);

    let kind = Kind::Calendar;
    let draft = json!({ "slotDuration": 45 });
    let after = |record: &Value| {
        let mut record = record.clone();
        record["slotDuration"] = 45.into();
        record
    };
    for mode in [Mode::Full, Mode::Changed] {
        let review = kind
            .review(&stored, &draft, (Profile::Specification, mode))
            .unwrap();
        assert_eq!(review.diff.words, ["slot duration 45, was 30"]);
        let outcome = kind
            .outcome(&stored, &review.body.value, Profile::Specification)
            .unwrap();
        assert!(
            kind.verify(&stored, &review.body.value, after(&stored))
                .unwrap()
                .ok
        );
        assert!(
            kind.verify(&stored, &review.body.value, &outcome)
                .unwrap()
                .ok
        );
    }
    // The text comes back with the draft of a caller that sends all it has read, and changes another item.
    let mut echo = after(&stored);
    echo["teamMembers"][0]["priority"] = 1.into();
    let review = kind
        .review(&stored, &echo, (Profile::Specification, Mode::Full))
        .unwrap();
    assert_eq!(
        review.diff.words,
        [
            "slot duration 45, was 30",
            "team member 1 (user u): priority 1, was not set"
        ]
    );
}

/// Returns the issues after a refusal, as severity, code and place.
fn refused(form: &mut RecordForm, texts: &[&str]) -> Vec<String> {
    let text = json!({ "statusCode": 422, "message": texts }).to_string();
    form.refused(
        form.kind()
            .response(422, None, &text)
            .result
            .as_ref()
            .unwrap_err(),
    );
    let issues = form
        .issues()
        .map(|issue| format!("{} {} {}", issue.severity, issue.code.name(), issue.path));
    issues.collect()
}

/// A body has the entries of the week by day, and the ranges of an entry by time.
#[test]
fn a_refusal_is_at_the_entry_of_the_draft_that_the_body_has_there() {
    let range = |open: u8, close: u8| json!({ "openHour": open, "openMinute": 0, "closeHour": close, "closeMinute": 0 });
    let mut form = form(&json!({ "id": "a" }));
    let hours = json!([
        { "daysOfTheWeek": [2, 5], "hours": [range(13, 17), range(9, 12)] },
        { "daysOfTheWeek": [1], "hours": [range(9, 17)] },
    ]);
    form.set(&path("/openHours"), &hours).unwrap();
    let days = refused(&mut form, &["openHours.1.must be a valid day of week"]);
    assert_eq!(days, ["error several_days /openHours/0/daysOfTheWeek"]);
    form.set(&path("/openHours/0/hours/0/closeHour"), 12)
        .unwrap();
    let reversed = refused(
        &mut form,
        &["openHours.1.hours.1 is refused: hours_reversed"],
    );
    assert_eq!(
        reversed
            .iter()
            .filter(|issue| issue.contains("/hours"))
            .collect::<Vec<_>>(),
        ["error hours_reversed /openHours/0/hours/0"]
    );
    form.set(&path("/openHours/0/hours/0/closeHour"), 17)
        .unwrap();
    let minutes = refused(&mut form, &["openHours.1.hours.0.openMinute is refused"]);
    assert!(
        minutes.contains(&"error service_says /openHours/0/hours/1/openMinute".to_owned()),
        "{minutes:?}"
    );
}

/// The entry has its place in the body by its days, whatever the draft calls them.
#[test]
fn a_refusal_is_at_its_entry_beside_one_with_misspelled_days() {
    let range = |open: u8, close: u8| json!({ "openHour": open, "openMinute": 0, "closeHour": close, "closeMinute": 0 });
    let mut form = form(&json!({ "id": "a" }));
    let hours = json!([
        { "daysOfTheWeek": [2], "hours": [range(9, 12)] },
        { "daysOfWeek": [1], "hours": [range(9, 17)] },
    ]);
    form.set(&path("/openHours"), &hours).unwrap();
    let places = |found: Vec<String>| {
        found
            .into_iter()
            .filter(|issue| issue.contains("service_says"))
            .collect::<Vec<_>>()
    };
    let first = refused(&mut form, &["openHours.0.hours.0.openMinute is refused"]);
    assert_eq!(
        places(first),
        ["error service_says /openHours/1/hours/0/openMinute"]
    );
    let second = refused(&mut form, &["openHours.1.hours.0.openMinute is refused"]);
    assert_eq!(
        places(second),
        ["error service_says /openHours/0/hours/0/openMinute"]
    );
}

#[test]
fn a_refusal_of_a_member_is_at_the_alias_that_the_draft_has() {
    let mut form = form(&json!({ "id": "a" }));
    let alias = path("/appointmentPerSlot");
    form.set(&alias, -1).unwrap();
    let found = refused(&mut form, &["appoinmentPerSlot must not be less than 0"]);
    assert!(
        found.contains(&"error too_small /appointmentPerSlot".to_owned()),
        "{found:?}"
    );
    assert!(
        !found
            .iter()
            .any(|issue| issue.ends_with("/appoinmentPerSlot")),
        "{found:?}"
    );
    form.set(&alias, 1).unwrap();
    assert!(form.is_ok());
}

#[test]
fn a_refusal_makes_the_warning_of_it_an_error() {
    for profile in [Profile::Specification, Profile::Service] {
        let mut form = Kind::Location
            .form(json!({ "id": "L", "city": "Leeds" }), profile)
            .unwrap();
        form.set(&path("/city"), "").unwrap();
        assert_eq!(
            refused(&mut form, &["city should not be empty"]),
            ["error empty_text /city"]
        );
        form.set(&path("/city"), "York").unwrap();
        assert_eq!(form.issues().len(), 0);
    }
}

/// The service refuses what a full body repeats of the record as it refuses what the draft has.
#[test]
fn a_review_tells_errors_of_stored_values_that_the_body_sends_along() {
    let stored = json!({ "id": "L", "name": "Shop", "email": "shop@", "state": "" });
    let review = |draft: Value, mode| {
        Kind::Location
            .review(&stored, &draft, (Profile::Service, mode))
            .unwrap()
            .report
    };
    let found = |report: &calendiff::ValidationReport| -> Vec<String> {
        report
            .issues
            .iter()
            .map(|issue| format!("{} {}", issue.code.name(), issue.path))
            .collect()
    };
    let full = review(json!({ "name": "New" }), Mode::Full);
    assert_eq!(
        (full.ok, found(&full)),
        (false, vec!["email_domain /email".to_owned()])
    );
    assert_eq!(
        (full.issues[0].about, &full.issues[0].fix),
        (calendiff::About::Stored, &None)
    );
    assert!(
        review(
            json!({ "name": "New", "email": "shop@example.com" }),
            Mode::Full
        )
        .ok
    );
    assert!(review(json!({ "name": "New" }), Mode::Changed).ok);

    // Inside of a member that the draft has in part, in either mode.
    let stored = json!({ "lookBusyConfig": { "enabled": true, "LookBusyPercentage": 200 } });
    let draft = json!({ "lookBusyConfig": { "enabled": false } });
    for mode in [Mode::Full, Mode::Changed] {
        let report = Kind::Calendar
            .review(&stored, &draft, (Profile::Specification, mode))
            .unwrap()
            .report;
        let told: Vec<String> = found(&report)
            .into_iter()
            .filter(|issue| issue.contains("too_large"))
            .collect();
        assert_eq!(
            (report.ok, told),
            (
                false,
                vec!["too_large /lookBusyConfig/LookBusyPercentage".to_owned()]
            )
        );
    }
    // Errors of the draft are listed once, under the names and in the order of the draft.
    let range = |open: u8, close: u8| json!({ "openHour": open, "openMinute": 0, "closeHour": close, "closeMinute": 0 });
    let draft = json!({ "appointmentPerSlot": -1, "formSubmitType": "RedirectURL", "openHours": [
        { "daysOfTheWeek": [2], "hours": [range(14, 13), range(9, 10)] }, { "daysOfTheWeek": [1], "hours": [range(9, 10)] },
    ] });
    let report = Kind::Calendar
        .review(json!({}), &draft, (Profile::Service, Mode::Full))
        .unwrap()
        .report;
    let mut told = found(&report);
    told.sort();
    let before = told.len();
    told.dedup();
    assert_eq!(told.len(), before, "{told:?}");
    assert!(
        !told
            .iter()
            .any(|issue| issue.ends_with("/appoinmentPerSlot")),
        "{told:?}"
    );
}

#[test]
fn of_a_record_that_nobody_edits_no_change_is_sent() {
    let hours =
        json!([{ "openHour": 9, "openMinute": 0, "closeHour": 17, "closeMinute": 0, "note": "x" }]);
    let stored = json!({ "name": "A", "openHours": [{ "daysOfTheWeek": [1], "hours": hours }] });
    let form = form(&stored);
    assert_eq!(
        (
            words(&form).len(),
            form.body(Mode::Changed).unwrap().value.to_value()
        ),
        (0, json!({}))
    );
}

/// Bodies have dates that a draft leaves out as deleted, whatever hours they had.
#[test]
fn a_date_whose_hours_are_refused_can_be_deleted() {
    let hours = json!([{ "openHour": 17, "openMinute": 0, "closeHour": 9, "closeMinute": 0 }]);
    let stored = json!({ "availabilities": [
        { "_id": "s1", "date": "2026-12-24T00:00:00.000Z", "hours": hours },
        { "_id": "s2", "date": "2026-12-25T00:00:00.000Z", "hours": [] },
    ] });
    let draft = json!({ "availabilities": [{ "id": "s2", "date": "2026-12-25T00:00:00.000Z", "hours": [] }] });
    let review = Kind::Calendar
        .review(&stored, &draft, (Profile::Specification, Mode::Changed))
        .unwrap();
    let deleted =
        json!({ "date": "2026-12-24T00:00:00.000Z", "hours": [], "id": "s1", "deleted": true });
    assert_eq!(review.body.value.to_value()["availabilities"][1], deleted);
    assert!(
        Kind::Calendar
            .validate(&review.body.value, &Profile::Specification.into())
            .unwrap()
            .ok
    );

    let draft = json!({ "availabilities": [{ "id": "s1", "date": "2026-12-24T00:00:00.000Z", "deleted": true }] });
    let body = Kind::Calendar.body(&stored, &draft, Mode::Changed).unwrap();
    assert_eq!(
        body.value.to_value()["availabilities"][0]["hours"],
        json!([])
    );
}

#[test]
fn amounts_that_others_changed_as_well_are_one_conflict() {
    let record = |number: i32, unit: &str| json!({ "allowBookingAfter": number, "allowBookingAfterUnit": unit });
    let records: Vec<Value> = (1..=3)
        .flat_map(|number| ["days", "weeks", "hours"].map(|unit| record(number, unit)))
        .collect();
    for stored in &records {
        for (own, theirs) in records
            .iter()
            .flat_map(|own| records.iter().map(move |theirs| (own, theirs)))
        {
            let mut form = form(stored);
            for (name, value) in own.as_object().unwrap() {
                form.set(&Path::new().with(name.clone()), value).unwrap();
            }
            let rebased = form.rebase(theirs).unwrap();
            let is_conflict = own != stored && theirs != stored && own != theirs;
            assert_eq!(
                rebased.conflicts.len(),
                usize::from(is_conflict),
                "{stored} {own} {theirs}"
            );
            let wanted = if own == stored { theirs } else { own };
            assert_eq!(&form.draft().to_value(), wanted, "{stored} {own} {theirs}");
            for (side, chosen) in [(Resolution::Theirs, theirs), (Resolution::Base, stored)] {
                let mut resolved = form.clone();
                rebased
                    .conflicts
                    .iter()
                    .for_each(|conflict| drop(resolved.resolve(conflict, side)));
                assert_eq!(
                    &resolved.draft().to_value(),
                    if is_conflict { chosen } else { wanted },
                    "{side:?}"
                );
            }
        }
    }
}

#[test]
fn an_amount_that_the_service_alone_has_set_is_no_change_of_others() {
    let of = |record: Value| {
        let mut form = form(&json!({ "name": "n" }));
        form.set(&path("/slotDuration"), json!(15)).unwrap();
        let conflicts = form.rebase(&record).unwrap().conflicts;
        (
            said(&conflicts),
            form.draft().to_value()["slotDuration"].clone(),
        )
    };
    for filled_in in [
        json!({ "slotDuration": 30 }),
        json!({ "slotDuration": 30, "slotDurationUnit": "mins" }),
    ] {
        assert_eq!(of(filled_in), (vec![], json!(15)));
    }
    let changed = json!({ "name": "n", "slotDuration": 30, "slotDurationUnit": "hours" });
    assert_eq!(
        of(changed).0,
        ["slot duration: ours 15, theirs 30 hours, was not set"]
    );
}

#[test]
fn closed_days_in_place_of_no_days_are_not_sent_as_a_change() {
    let mut form = form(&json!({ "openHours": [] }));
    form.set(
        &path("/openHours"),
        json!([{ "daysOfTheWeek": [0], "hours": [] }]),
    )
    .unwrap();
    assert_eq!(
        (
            words(&form),
            form.body(Mode::Changed).unwrap().value.to_value()
        ),
        (vec![], json!({}))
    );
}

#[test]
fn a_new_unit_is_sent_with_its_number() {
    let mut form = form(&json!({ "slotInterval": 5, "slotIntervalUnit": "hours", "name": "n" }));
    form.set(&path("/slotIntervalUnit"), json!("mins")).unwrap();
    let body = form.body(Mode::Changed).unwrap().value.to_value();
    assert_eq!(
        body,
        json!({ "slotInterval": 5, "slotIntervalUnit": "mins" })
    );
    form.set(&path("/slotIntervalUnit"), json!("hours"))
        .unwrap();
    form.set(&path("/slotInterval"), json!(2)).unwrap();
    assert_eq!(
        form.body(Mode::Changed).unwrap().value.to_value(),
        json!({ "slotInterval": 2 })
    );
}

#[test]
fn a_unit_that_is_filled_in_where_it_was_empty_is_no_change_of_others() {
    let stored = json!({ "slotDuration": 30, "slotDurationUnit": "" });
    let mut form = form(&stored);
    form.set(&path("/slotDuration"), json!(45)).unwrap();
    let mut saved = form.clone();
    let answer = saved
        .saved(json!({ "slotDuration": 45, "slotDurationUnit": "mins" }))
        .unwrap();
    assert_eq!(
        (answer.verified.ok, said(&answer.conflicts)),
        (true, vec![])
    );
    let rebased = form
        .rebase(json!({ "slotDuration": 30, "slotDurationUnit": "mins" }))
        .unwrap();
    assert_eq!(
        (
            said(&rebased.conflicts),
            form.draft().to_value()["slotDuration"].clone()
        ),
        (vec![], json!(45))
    );
    assert_eq!(
        form.body(Mode::Changed).unwrap().value.to_value(),
        json!({ "slotDuration": 45 })
    );
    assert!(form.is_ok() && form.issues().len() == 0);
}

/// Kept and opened again, a draft has the conflicts that nobody has resolved.
#[test]
fn a_draft_that_is_kept_with_its_base_finds_its_conflicts_again() {
    let name = |name: &str| json!({ "id": "a", "name": name, "slug": name.to_lowercase() });
    let mut form = form(&name("A"));
    assert_eq!(form.base().to_value(), form.stored().to_value());
    form.set(&path("/name"), json!("Mine")).unwrap();
    form.rebase(name("Theirs")).unwrap();
    assert_eq!(form.base().to_value()["name"], "A");
    // Later edits and later records keep the base of the first conflict.
    form.set(&path("/notes"), json!("later")).unwrap();
    let now = json!({ "id": "a", "name": "Theirs", "slug": "other" });
    form.rebase(&now).unwrap();
    let (kept, draft) = (form.base().to_value(), form.draft().to_value());
    assert_eq!(kept["name"], "A");

    let mut again = self::form(&kept);
    again.set(&Path::new(), draft).unwrap();
    again.rebase(&now).unwrap();
    assert_eq!(
        said(again.conflicts()),
        ["name: ours “Mine”, theirs “Theirs”, was “A”"]
    );
    assert_eq!(words(&again), words(&form));

    let conflict = form.conflicts()[0].clone();
    form.resolve(&conflict, Resolution::Ours);
    assert_eq!(form.base().to_value(), now);
}

#[test]
fn a_draft_that_is_kept_with_its_base_keeps_its_other_edits() {
    let date = |day: &str| json!({ "id": day, "date": format!("2026-12-{day}T00:00:00.000Z"), "hours": [] });
    let record = |name: &str, slot: u32, days: &[&str]| {
        let dates: Vec<Value> = days.iter().copied().map(date).collect();
        json!({ "id": "a", "name": name, "slotDuration": slot, "availabilities": dates })
    };
    let mut form = form(&record("First", 60, &["24"]));
    form.set(&path("/name"), json!("Mine")).unwrap();
    form.set(&path("/notes"), json!("Mine")).unwrap();
    let mut theirs = record("Bens", 30, &["24", "25"]);
    theirs["notes"] = json!("Bens");
    assert_eq!(form.rebase(&theirs).unwrap().conflicts.len(), 2);
    // The slot duration of the older record: an edit, since the stored record has another.
    form.set(&path("/slotDuration"), json!(60)).unwrap();
    form.set_date("2026-12-25", None::<&[[&str; 2]]>).unwrap();
    let notes = form
        .conflicts()
        .iter()
        .find(|own| own.key.to_string() == "notes");
    let notes = notes.unwrap().clone();
    form.resolve(&notes, Resolution::Ours);

    let mut again = self::form(&form.base().to_value());
    again.set(&Path::new(), form.draft().to_value()).unwrap();
    again.rebase(&theirs).unwrap();
    assert_eq!(again.draft().to_value(), form.draft().to_value());
    assert_eq!(words(&again), words(&form));
    assert_eq!(said(again.conflicts()), said(form.conflicts()));

    form.undo().unwrap();
    let base = form.base().to_value();
    assert_eq!(
        (&base["name"], base["notes"].is_null()),
        (&json!("First"), true)
    );
    assert_eq!(base["slotDuration"], 30);
}

#[test]
fn what_the_service_refused_cannot_be_sent_as_it_is() {
    let mut form = form(&json!({ "id": "a", "slug": "a" }));
    form.set(&path("/slug"), json!("b")).unwrap();
    assert!(form.body(Mode::Full).unwrap().can_send);
    let answer = r#"{ "statusCode": 400, "message": "slug is taken" }"#;
    let response = Kind::Calendar.response(400, Some("application/json"), answer);
    form.refused(&response.result.unwrap_err());
    assert!(!form.is_ok() && !form.body(Mode::Full).unwrap().can_send);
    form.set(&path("/slug"), json!("c")).unwrap();
    assert!(form.is_ok() && form.body(Mode::Full).unwrap().can_send);
}

#[test]
fn a_change_is_taken_back_where_the_draft_has_an_empty_object_for_a_list() {
    let stored = json!({ "availabilities": [date(24), date(25)] });
    let mut form = form(&stored);
    form.set(&path("/availabilities"), json!({})).unwrap();
    for day in ["2026-12-24", "2026-12-25"] {
        let change = form.changes().next().unwrap().clone();
        assert_eq!(change.key.to_string(), format!("availabilities/{day}"));
        form.revert(&change);
    }
    assert_eq!(form.draft().to_value(), stored);
}

/// A step that also emptied a member whose default the service fills in can still be undone.
#[test]
fn undo_goes_back_beyond_a_default_that_a_save_filled_in() {
    let stored = json!({ "name": "A", "recurring": { "freq": "DAILY" } });
    let mut form = form(&stored);
    form.batch(|form| {
        form.set(&path("/enableRecurring"), json!("")).unwrap();
        form.set(&path("/recurring/freq"), json!("WEEKLY")).unwrap();
    });
    let saved = json!({ "name": "A", "enableRecurring": false, "recurring": { "freq": "WEEKLY" } });
    form.saved(&saved).unwrap();
    form.undo();
    assert_eq!(words(&form), ["recurrence: frequency DAILY, was WEEKLY"]);
}

#[test]
fn hours_as_text_that_a_draft_repeats_stay_whole_when_others_split_their_entry() {
    let entry = |days: &[u8], minute: Value| json!({ "daysOfTheWeek": days, "hours": [{ "openHour": 9, "openMinute": 0, "closeHour": 12, "closeMinute": minute }] });
    let stored = json!({ "openHours": [entry(&[0, 1], json!("15"))] });
    let mut form = Kind::Calendar
        .form(&stored, Profile::Specification)
        .unwrap();
    form.set(&Path::new().with("openHours"), &stored["openHours"])
        .unwrap();
    let split =
        json!({ "openHours": [entry(&[0], json!(15)), entry(&[1], json!(15))], "name": "Visit" });
    form.rebase(&split).unwrap();
    assert_eq!(form.changes().count(), 0);
    let body = form.body(Mode::Full).unwrap();
    assert!(body.can_send);
    assert_eq!(body.value.to_value()["openHours"], split["openHours"]);
}
