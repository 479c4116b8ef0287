//! Forms at their limits. That they answer after every edit as a fresh pass would is a law: `tests/laws/forms.rs`.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use calendiff::json::{Path, Segment, View, patch, to_string};
use calendiff::{Change, Day, DiffOptions, Kind, Profile, RecordForm, ValidateOptions, WhenAbsent};
use serde_json::{Value, json};

#[test]
fn a_draft_grows_no_deeper_and_no_larger_than_what_is_parsed() {
    let stored = json!({ "id": "Kx2m", "notes": "n", "availabilities": [] });
    let mut form = Kind::Calendar
        .form(&stored, Profile::Specification)
        .unwrap();
    let nested = |depth: usize| (0..depth).fold(json!(1), |inner, _| json!({ "a": inner }));
    let at = |depth: usize| (0..depth).fold(Path::new().with("mine"), |path, _| path.with("a"));
    form.set(&at(0), nested(100)).unwrap();
    let before = to_string(&form.draft());
    for (place, value) in [
        (at(100), nested(28)),
        (at(0), nested(128)),
        (at(128), json!(1)),
    ] {
        assert_eq!(
            form.set(&place, &value).unwrap_err().code(),
            "json_depth",
            "{place}"
        );
        assert_eq!(to_string(&form.draft()), before);
    }
    form.set(&at(100), nested(27)).unwrap();
    form.set(&at(0), json!(1)).unwrap();

    let megabytes = |count: usize| json!("x".repeat(count << 20));
    let (notes, dates) = (
        Path::new().with("notes"),
        Path::new().with("availabilities"),
    );
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
    form.set(&Path::new(), json!({ "notes": "x".repeat(15 << 20) }))
        .unwrap();
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
        let mut form = Kind::Calendar
            .form(&stored, Profile::Specification)
            .unwrap();
        let step = |step: &str| {
            step.parse::<usize>()
                .map_or_else(|_| step.to_owned().into(), Segment::from)
        };
        let path = Path::of(&pointer.split('/').skip(1).map(step).collect::<Vec<_>>());
        form.set(&path, &value).unwrap();
        let before: (Vec<_>, Vec<_>) = (
            form.issues().cloned().collect(),
            form.changes().cloned().collect(),
        );
        let rebased = form.rebase(&stored).unwrap();
        assert!(rebased.conflicts.is_empty());
        assert_eq!(
            form.get(&path).map(View::to_value),
            Some(value),
            "{pointer}"
        );
        assert_eq!(
            (
                form.issues().cloned().collect(),
                form.changes().cloned().collect()
            ),
            before,
            "{pointer}"
        );
    }
}

/// Found by the fuzzer: once the other members are removed, the draft would be an envelope around nothing.
#[test]
fn a_draft_has_no_envelope_beside_its_members() {
    let mut form = Kind::Calendar
        .form(json!({ "name": "Clinic" }), Profile::Specification)
        .unwrap();
    let draft = json!({ "name": "Clinic", "calendar": null });
    assert_eq!(
        form.set(&Path::new(), &draft).unwrap_err().code(),
        "form_path"
    );
    let added =
        patch::parse(&json!([{ "op": "add", "path": "/calendar", "value": null }])).unwrap();
    let refused = form.apply(&added).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "\"/calendar\": expected a member of the calendar, found its envelope"
    );
    assert_eq!(form.draft().to_value(), json!({ "name": "Clinic" }));
    form.set(&Path::new(), json!({ "calendar": { "name": "Clinic 2" } }))
        .unwrap();
    assert_eq!(form.draft().to_value(), json!({ "name": "Clinic 2" }));
}

/// The shortest range answers for all, as long as none was edited since.
#[test]
fn a_slot_that_is_typed_is_compared_with_every_range() {
    let range =
        |close: u8| json!({ "openHour": 9, "openMinute": 0, "closeHour": close, "closeMinute": 0 });
    let dates: Vec<Value> = (1..=9)
        .map(|day| json!({ "date": format!("2026-12-0{day}T00:00:00.000Z"), "hours": [range(12)] }))
        .collect();
    let stored = json!({ "slotDuration": 30, "availabilities": dates });
    let mut form = Kind::Calendar
        .form(&stored, Profile::Specification)
        .unwrap();
    let slot = Path::new().with("slotDuration");
    let close = Path::new()
        .with("availabilities")
        .with(4)
        .with("hours")
        .with(0)
        .with("closeHour");
    let unit = Path::new().with("slotDurationUnit");
    let item = Path::new().with("availabilities").with(0);
    let count = |form: &RecordForm| {
        form.issues()
            .filter(|issue| issue.code.name() == "range_short")
            .count()
    };
    let mut steps = Vec::new();
    for (path, value) in [
        (&slot, json!(45)),
        (&slot, json!(180)),
        (&slot, json!(181)),
        (&slot, json!(60)),
        (&close, json!(10)),
        (&slot, json!(61)),
        (&slot, json!(60)),
        (&unit, json!("hours")),
        (&slot, json!(1)),
        (&slot, json!(3)),
        (&close, json!(12)),
        (
            &item,
            json!({ "date": "2026-12-01T00:00:00.000Z", "hours": [range(11)] }),
        ),
        (&slot, json!(2)),
        (&slot, json!(3)),
    ] {
        form.set(path, &value).unwrap();
        let options = ValidateOptions::default().stored(&stored);
        let fresh = Kind::Calendar
            .validate(form.draft(), &options)
            .unwrap()
            .issues;
        assert!(form.issues().eq(fresh.iter()), "{path} {value}");
        steps.push(count(&form));
    }
    assert_eq!(steps, [0, 0, 9, 0, 0, 1, 0, 9, 0, 1, 0, 1, 0, 1]);
}

/// Items that are not objects are compared as values.
#[test]
fn an_item_that_is_no_object_and_stays_as_it_was_is_no_change() {
    let mut form = Kind::Calendar
        .form(
            json!({ "availabilities": [1], "teamMembers": ["a"] }),
            Profile::Specification,
        )
        .unwrap();
    for (pointer, other, own) in [
        ("/availabilities/0", json!(2), json!(1)),
        ("/teamMembers/0", json!([]), json!("a")),
    ] {
        let path: Path = pointer.parse().unwrap();
        form.set(&path, &own).unwrap();
        assert_eq!(form.changes().count(), 0, "{pointer}");
        form.set(&path, other).unwrap();
        assert_eq!(form.changes().count(), 1, "{pointer}");
        form.undo();
        assert_eq!(form.changes().count(), 0, "{pointer}");
    }
}

/// No value can be sent for a number that is stored as text. Items that come before it shift the path of that
/// change, and nothing else of it.
#[test]
fn a_change_that_the_form_was_opened_with_stays_when_it_is_reverted() {
    let hours = json!([{ "openHour": 0, "openMinute": 0, "closeHour": 8, "closeMinute": "half" }]);
    let stored = json!({
        "openHours": [{ "daysOfTheWeek": [1], "hours": hours }],
        "availabilities": [{ "date": "2027-01-01T00:00:00.000Z", "hours": hours }],
    });
    let mut form = Kind::Calendar
        .form(&stored, Profile::Specification)
        .unwrap();
    let opened: Vec<_> = form.changes().cloned().collect();
    form.set_day(Day::Sunday, &[["09:00", "17:00"]]).unwrap();
    form.set_date("2026-12-24", Some(&[] as &[[&str; 2]]))
        .unwrap();
    let draft = form.draft().to_value();
    for (key, was, now) in [
        (
            "openHours/monday",
            "/openHours/0/hours/0",
            "/openHours/1/hours/0",
        ),
        (
            "availabilities/2027-01-01/hours",
            "/availabilities/0/hours/0",
            "/availabilities/1/hours/0",
        ),
    ] {
        let at_key = |changes: &[Change]| {
            changes
                .iter()
                .find(|own| own.key.to_string() == key)
                .cloned()
                .unwrap()
        };
        let (first, mut change) = (
            at_key(&opened),
            at_key(&form.changes().cloned().collect::<Vec<_>>()),
        );
        assert!(form.revert(&change).is_empty());
        assert_eq!(
            (
                first.path.pointer().as_str(),
                change.path.pointer().as_str()
            ),
            (was, now)
        );
        change.path = first.path.clone();
        assert_eq!((change, form.draft().to_value()), (first, draft.clone()));
    }
}

/// A special date that is removed and brought back has what the form was opened with again, and is no more of a change.
#[test]
fn an_item_that_comes_back_is_as_the_form_was_opened_with_it() {
    let hours = json!([{ "openHour": 0, "openMinute": 0, "closeHour": "late", "closeMinute": 0 }]);
    let stored = json!({ "availabilities": [
        { "date": "2026-12-24T00:00:00.000Z", "hours": [] },
        { "date": "2027-01-01T00:00:00.000Z", "hours": hours },
    ] });
    let mut form = Kind::Calendar
        .form(&stored, Profile::Specification)
        .unwrap();
    let (draft, opened) = (
        form.draft().to_value(),
        form.changes().cloned().collect::<Vec<_>>(),
    );
    form.remove(&Path::new().with("availabilities").with(1))
        .unwrap();
    let removal = form.changes().next().unwrap().clone();
    assert_eq!(
        (form.changes().len(), removal.key.to_string().as_str()),
        (1, "availabilities/2027-01-01")
    );
    form.revert(&removal);
    assert_eq!(form.draft().to_value(), draft);
    assert!(form.changes().eq(opened.iter()));
    assert_eq!(opened[0].key.to_string(), "availabilities/2027-01-01/hours");
}

/// An emptied field of a number holds NaN, and others may save meanwhile.
#[test]
fn a_draft_that_is_not_json_goes_on_from_another_record() {
    let name = Path::new().with("slotDuration");
    let mut form = Kind::Calendar
        .form(
            json!({ "name": "Visit", "slotDuration": 30 }),
            Profile::Specification,
        )
        .unwrap();
    form.set(&Path::new().with("name"), json!("First visit"))
        .unwrap();
    let sent = form.draft().to_value();
    form.set(&name, f64::NAN).unwrap();

    let saved = form
        .saved_as(&sent, json!({ "name": "First visit", "slotDuration": 30 }))
        .unwrap();
    assert!(saved.verified.ok && saved.conflicts.is_empty());
    let rebased = form
        .rebase(json!({ "name": "First visit", "slotDuration": 30, "notes": "n" }))
        .unwrap();
    assert!(rebased.conflicts.is_empty());

    assert_eq!(form.draft().get("notes").and_then(View::text), Some("n"));
    let found: Vec<_> = form.issues().map(calendiff::Issue::detail).collect();
    assert_eq!(found, ["expected number, found NaN (specification)"]);
    assert_eq!(
        form.saved(json!({ "name": "First visit" }))
            .unwrap_err()
            .code(),
        "not_json"
    );
    form.set(&name, 45.0).unwrap();
    assert_eq!(
        form.changes()
            .map(|change| change.words.to_string())
            .collect::<Vec<_>>(),
        ["slot duration 45, was 30"]
    );
}

/// The value that counts is the one under the misspelled name, since the other only repeats what is stored.
#[test]
fn a_saved_edit_under_a_misspelled_name_is_no_change_and_does_not_go_back() {
    let mut form = Kind::Calendar
        .form(
            json!({ "appoinmentPerDay": 53 }),
            Profile::SpecificationOnly,
        )
        .unwrap();
    form.set(&Path::new().with("appointmentPerDay"), json!(12))
        .unwrap();
    let sent = form.body(calendiff::Mode::Full).unwrap().value;
    assert_eq!(sent, json!({ "appoinmentPerDay": 12 }));
    let saved = form.saved(json!({ "calendar": sent })).unwrap();
    assert!(saved.verified.ok && saved.conflicts.is_empty());
    assert_eq!(form.changes().len(), 0);
    assert_eq!(form.draft().to_value(), json!({ "appoinmentPerDay": 12 }));
}

/// A record pasted over the draft, with a minute as text and a date that the save deletes.
#[test]
fn a_save_loses_no_minute_that_is_text_while_another_date_goes() {
    let range = |minute: Value| json!({ "openHour": 9, "openMinute": minute, "closeHour": 17, "closeMinute": 0 });
    let kept = |minute| json!({ "date": "2027-01-01", "hours": [range(minute)], "id": "a" });
    let gone = json!({ "date": "2026-12-24", "hours": [], "id": "b", "deleted": true });
    let stored = json!({ "availabilities": [kept(json!(0))] });
    let mut form = Kind::Calendar
        .form(&stored, Profile::Specification)
        .unwrap();
    let pasted = json!({ "availabilities": [gone, kept(json!("0"))] });
    form.set(&Path::new(), &pasted).unwrap();
    form.saved(&stored).unwrap();
    assert_eq!(form.changes().len(), 0);
    assert_eq!(
        form.draft().to_value()["availabilities"][0]["hours"][0]["openMinute"],
        0
    );
}

#[test]
fn each_entry_of_a_date_gets_its_hours() {
    let date = "2026-12-24T00:00:00.000Z";
    let hours = json!([{ "openHour": 9, "openMinute": 0, "closeHour": 17, "closeMinute": 0 }]);
    let stored = json!({ "availabilities": [{ "date": date, "hours": [], "id": "a" }, { "date": date, "hours": hours, "id": "b" }] });
    let mut form = Kind::Calendar
        .form(&stored, Profile::Specification)
        .unwrap();
    form.close_date("2026-12-24").unwrap();
    let words: Vec<String> = form
        .changes()
        .map(|change| change.words.to_string())
        .collect();
    assert_eq!(
        words,
        ["special date 24 December 2026 closed, was 09:00–17:00"]
    );
    form.undo();
    assert_eq!(form.changes().count(), 0);
    let draft = Kind::Calendar
        .set_date(&stored, "2026-12-24", Some(&[["10:00", "12:00"]]))
        .unwrap()
        .to_value();
    assert_eq!(
        draft["availabilities"][0]["hours"],
        draft["availabilities"][1]["hours"]
    );
}

#[test]
fn a_list_that_is_emptied_stays_empty() {
    let hours = json!([{ "openHour": 9, "openMinute": 0, "closeHour": 17, "closeMinute": 0 }]);
    let stored = json!({ "openHours": [{ "daysOfTheWeek": [1], "hours": hours }], "availabilities": [{ "date": "2026-12-24T00:00:00.000Z", "hours": [], "id": "a" }] });
    let mut form = Kind::Calendar
        .form(&stored, Profile::Specification)
        .unwrap();
    form.close_day(Day::Monday).unwrap();
    form.fix_all();
    assert_eq!(form.week().unwrap()[&Day::Monday].len(), 0);
    // The body has the date as deleted, so that its list is not empty.
    form.remove_date("2026-12-24").unwrap();
    let codes: Vec<_> = form
        .issues()
        .map(|issue| (issue.code.name(), issue.path.pointer()))
        .collect();
    let at_hours = |code| (code, "/openHours".to_owned());
    assert_eq!(codes, [at_hours("empty_detaches"), at_hours("no_open_day")]);
}

#[test]
fn an_unknown_member_of_a_stored_range_is_no_change() {
    let range = |open: u8, id: Option<&str>| {
        let mut range =
            json!({ "openHour": open, "openMinute": 0, "closeHour": open + 2, "closeMinute": 0 });
        if let Some(id) = id {
            range["id"] = json!(id);
        }
        range
    };
    let stored = |hours: &[Value]| {
        json!({
            "openHours": [{ "daysOfTheWeek": [1, 2], "hours": hours }],
            "availabilities": [{ "id": "a", "date": "2026-12-24T00:00:00.000Z", "hours": hours }],
        })
    };
    let (one, same) = (
        [range(9, Some("x"))],
        [range(9, Some("x")), range(9, Some("y")), range(9, None)],
    );
    for hours in [&one[..], &same, &[range(9, Some("x")), range(14, None)]] {
        let stored = stored(hours);
        let mut form = Kind::Calendar.form(&stored, Profile::default()).unwrap();
        assert!(
            form.changes().len() == 0,
            "{stored} {:?}",
            form.changes().collect::<Vec<_>>()
        );
        form.set(&"/openHours/0/hours/0/openHour".parse().unwrap(), 8)
            .unwrap();
        assert_eq!(
            form.changes().len(),
            1,
            "{stored} {:?}",
            form.changes().collect::<Vec<_>>()
        );
        // The whole record, without the member, is another record.
        let bare = form.undo().map(|_| form.draft().to_value()).unwrap();
        let diff = |absent| Kind::Calendar.diff(&stored, &bare, absent).unwrap();
        assert_eq!(
            (
                diff(WhenAbsent::Keep).changes.len(),
                diff(WhenAbsent::Remove).changes.len()
            ),
            (0, 2),
            "{bare}"
        );
    }
}

#[test]
fn a_form_does_not_continue_from_the_record_of_another() {
    let stored = json!({ "id": "a", "name": "Visit" });
    let mut form = Kind::Calendar.form(&stored, Profile::default()).unwrap();
    form.set(&"/name".parse().unwrap(), "First visit").unwrap();
    let other = json!({ "calendar": { "id": "b", "name": "Visit" } });
    let (rebased, saved) = (
        form.rebase(&other).unwrap_err(),
        form.saved(&other).unwrap_err(),
    );
    assert_eq!(
        (rebased.code(), saved.code()),
        ("another_record", "another_record")
    );
    assert_eq!(
        rebased.to_string(),
        "expected the record with the ID \"a\", found the one with \"b\""
    );
    assert_eq!(
        (form.stored().to_value(), form.changes().len()),
        (stored, 1)
    );
    // Answers that say no ID, and records that have none, are taken.
    form.rebase(json!({ "name": "Intake" })).unwrap();
    form.rebase(json!({ "id": "b", "name": "Intake" })).unwrap();
}

fn at(pointer: &str) -> Path {
    let step = |step: &str| {
        step.parse::<usize>()
            .map_or_else(|_| step.to_owned().into(), Segment::from)
    };
    Path::of(&pointer.split('/').skip(1).map(step).collect::<Vec<_>>())
}

fn range(open: u8, close: u8) -> Value {
    json!({ "openHour": open, "openMinute": 0, "closeHour": close, "closeMinute": 0 })
}

/// A week and a special date with the same two ranges.
fn split_hours() -> Value {
    let hours = json!([range(9, 12), range(13, 17)]);
    json!({
        "openHours": [{ "daysOfTheWeek": [1], "hours": hours }],
        "availabilities": [{ "id": "a", "date": "2026-12-24T00:00:00.000Z", "hours": hours }],
    })
}

#[test]
fn findings_of_several_edits_are_in_the_order_of_a_fresh_pass() {
    let mut form = Kind::Calendar.form(json!({}), Profile::default()).unwrap();
    form.set(&at("/name"), "Visit").unwrap();
    form.set(&at("/notes"), "n").unwrap();
    form.batch(|form| {
        form.set(&at("/slug"), "s")?;
        form.remove(&at("/name"))
    })
    .unwrap();
    form.undo();
    let diff = Kind::Calendar
        .diff(
            form.stored(),
            form.draft(),
            DiffOptions::default().raw(true),
        )
        .unwrap();
    assert!(
        form.changes().eq(&diff.changes),
        "{:?}",
        form.changes().collect::<Vec<_>>()
    );

    let mut form = Kind::Calendar.form(json!({}), Profile::default()).unwrap();
    let dates = json!([{ "date": "2026-12-20" }]);
    let draft =
        json!({ "alertEmail": "", "slotBufferUnit": "mins", "slug": "", "availabilities": dates });
    form.set(&Path::new(), draft).unwrap();
    let agrees = |form: &RecordForm| {
        let report = Kind::Calendar
            .validate(
                form.draft(),
                &ValidateOptions::default().stored(&form.stored()),
            )
            .unwrap();
        assert!(
            form.issues().eq(&report.issues),
            "{:?}",
            form.issues().collect::<Vec<_>>()
        );
    };
    form.fix_all();
    agrees(&form);
    form.undo();
    agrees(&form);
    form.redo();
    agrees(&form);
}

#[test]
fn a_range_is_dirty_only_if_it_is_changed_itself() {
    let dirty = |form: &RecordForm, pointer: &str| form.is_dirty(&at(pointer));
    for hours in ["/openHours/0/hours", "/availabilities/0/hours"] {
        let mut form = Kind::Calendar
            .form(split_hours(), Profile::default())
            .unwrap();
        let inside = |rest: &str| format!("{hours}{rest}");
        form.set(&at(&inside("/0/closeHour")), 11).unwrap();
        for place in ["", "/0", "/0/closeHour"] {
            assert!(dirty(&form, &inside(place)), "{hours}{place}");
        }
        for place in ["/1", "/1/openHour"] {
            assert!(!dirty(&form, &inside(place)), "{hours}{place}");
        }
        form.remove(&at(&inside("/1"))).unwrap();
        assert!(dirty(&form, hours));
    }
}

#[test]
fn a_reset_inside_hours_of_what_is_stored_already_is_no_step() {
    let mut form = Kind::Calendar
        .form(split_hours(), Profile::default())
        .unwrap();
    form.set(&at("/name"), "Visit").unwrap();
    form.undo();
    for place in [
        "/openHours/0/hours/0/closeHour",
        "/openHours/0/hours/0",
        "/openHours/0/daysOfTheWeek/0",
        "/openHours/0/hours",
        "/availabilities/0/hours/0/closeHour",
        "/availabilities/0/hours/0",
        "/availabilities/0/hours",
    ] {
        assert!(form.reset(&at(place)).unwrap().is_empty(), "{place}");
        assert!(!form.can_undo() && form.can_redo(), "{place}");
    }
    // A day of an entry gets its hours back, not a range in its place.
    form.set(&at("/openHours/0/hours/0/closeHour"), 11).unwrap();
    form.reset(&at("/openHours/0/daysOfTheWeek/0")).unwrap();
    assert_eq!(form.draft().to_value(), split_hours());
}

#[test]
fn edits_of_a_batch_before_another_record_are_a_step_of_their_own() {
    let stored = json!({ "name": "Visit", "notes": "n" });
    let mut form = Kind::Calendar.form(&stored, Profile::default()).unwrap();
    form.batch(|form| {
        form.set(&at("/name"), "First visit").unwrap();
        form.rebase(json!({ "name": "Visit", "notes": "other" }))
            .unwrap();
        form.set(&at("/slug"), "s").unwrap();
    });
    form.undo();
    assert_eq!(
        form.draft().to_value(),
        json!({ "name": "First visit", "notes": "other" })
    );
    form.undo();
    assert_eq!(
        form.draft().to_value(),
        json!({ "name": "Visit", "notes": "other" })
    );

    let mut form = Kind::Calendar.form(&stored, Profile::default()).unwrap();
    form.batch(|form| {
        form.set(&at("/name"), "First visit").unwrap();
        form.saved(json!({ "name": "First visit", "notes": "n" }))
            .unwrap();
    });
    assert!(form.undo_is_of_saved());
    form.undo();
    assert_eq!(form.draft().to_value(), stored);
}

#[test]
fn the_same_record_again_leaves_every_undo_step() {
    let stored = json!({ "name": "Visit", "notes": "n" });
    let mut form = Kind::Calendar.form(&stored, Profile::default()).unwrap();
    form.set(&Path::new(), json!({ "name": "First visit" }))
        .unwrap();
    form.rebase(json!({ "name": "Intake", "notes": "n" }))
        .unwrap();
    form.set(&Path::new(), json!({ "name": "Second visit" }))
        .unwrap();
    form.resolve(&form.conflicts()[0].clone(), calendiff::Resolution::Theirs);
    form.rebase(json!({ "name": "Intake", "notes": "n" }))
        .unwrap();
    form.undo();
    assert_eq!(
        (form.draft().to_value(), form.conflicts().len()),
        (json!({ "name": "Second visit" }), 1)
    );
    form.undo();
    assert_eq!(form.draft().to_value()["name"], "First visit");
}

#[test]
fn the_hours_that_a_form_shows_can_be_set() {
    let hours = |parts: [u8; 4]| {
        let names = ["openHour", "openMinute", "closeHour", "closeMinute"];
        Value::Object(
            names
                .into_iter()
                .map(str::to_owned)
                .zip(parts.map(Value::from))
                .collect(),
        )
    };
    for (parts, shown) in [
        ([9, 0, 24, 0], ["09:00", "24:00"]),
        ([9, 0, 24, 30], ["09:00", ""]),
        ([24, 0, 24, 0], ["", "24:00"]),
        ([9, 0, 25, 0], ["09:00", ""]),
    ] {
        let hours = [hours(parts)];
        let stored = json!({
            "openHours": [{ "daysOfTheWeek": [1], "hours": hours }],
            "availabilities": [{ "date": "2026-12-24T00:00:00.000Z", "hours": hours }],
        });
        let mut form = Kind::Calendar.form(&stored, Profile::default()).unwrap();
        let (week, dates) = (form.week().unwrap(), form.dates());
        assert_eq!(
            (&week[&Day::Monday][..], &dates["2026-12-24"][..]),
            (
                &[shown.map(str::to_owned)][..],
                &[shown.map(str::to_owned)][..]
            )
        );
        form.set_day(Day::Monday, &week[&Day::Monday]).unwrap();
        form.set_date("2026-12-24", Some(&dates["2026-12-24"]))
            .unwrap();
        assert_eq!(form.changes().len(), 0, "{parts:?}");
    }
}

#[test]
fn a_range_of_another_entry_of_its_day_is_not_dirty() {
    let range = |open: u8, close: u8| json!({ "openHour": open, "openMinute": 0, "closeHour": close, "closeMinute": 0 });
    let entry =
        |day: u8, open, close| json!({ "daysOfTheWeek": [day], "hours": [range(open, close)] });
    let path = |entry: usize| {
        Path::new()
            .with("openHours")
            .with(entry)
            .with("hours")
            .with(0)
            .with("openHour")
    };
    let stored = json!({ "openHours": [entry(1, 9, 12), entry(1, 13, 17)] });
    let mut form = Kind::Calendar.form(&stored, Profile::default()).unwrap();
    form.set(&path(0), json!(10)).unwrap();
    assert_eq!(
        [0, 1].map(|entry| form.is_dirty(&path(entry))),
        [true, false]
    );
    // Days that changed alike are one change.
    let stored = json!({ "openHours": [entry(1, 9, 12), entry(2, 9, 12)] });
    let mut form = Kind::Calendar.form(&stored, Profile::default()).unwrap();
    for entry in [0, 1] {
        form.set(&path(entry), json!(10)).unwrap();
    }
    assert_eq!(
        [0, 1].map(|entry| form.is_dirty(&path(entry))),
        [true, true]
    );
}

#[test]
fn a_time_has_one_issue_whatever_is_left_to_type() {
    let stored = json!({ "openHours": [{ "daysOfTheWeek": [1], "hours": [{ "openHour": 13, "openMinute": 0, "closeHour": 17, "closeMinute": 0 }] }] });
    for (typed, read) in [
        ("", None),
        ("1", Some("01:00")),
        ("15", Some("15:00")),
        ("153", None),
        ("1530", Some("15:30")),
        ("15.30", Some("15:30")),
        ("15.3", None),
        ("930", None),
        ("99:99", None),
    ] {
        let mut form = Kind::Calendar.form(&stored, Profile::default()).unwrap();
        form.set_day(Day::Monday, &[[typed, "17:00"]]).unwrap();
        let shown = &form.week().unwrap()[&Day::Monday][0][0];
        assert_eq!(shown, read.unwrap_or(typed));
        let messages: Vec<String> = form
            .issues_at_day(Day::Monday)
            .map(calendiff::Issue::message)
            .collect();
        let expected: &[&str] = match read {
            Some(_) => &[],
            None => &["Enter a time such as 09:30."],
        };
        assert_eq!(messages, expected, "{typed}");
    }
}
