//! Forms at their limits. That they answer after every edit as a fresh pass would is a law: `tests/laws/forms.rs`.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use calendiff::json::{Path, Segment, View, patch, to_string};
use calendiff::{Kind, Profile};
use serde_json::json;

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

/// Found by the fuzzer: once the other members are removed, the draft would be an envelope around nothing.
#[test]
fn a_draft_has_no_envelope_beside_its_members() {
    let mut form = Kind::Calendar.form(json!({ "name": "Clinic" }), Profile::Document).unwrap();
    let draft = json!({ "name": "Clinic", "calendar": null });
    assert_eq!(form.set(&Path::new(), &draft).unwrap_err().code(), "form_path");
    let added = patch::parse(&json!([{ "op": "add", "path": "/calendar", "value": null }])).unwrap();
    let refused = form.apply(&added).unwrap_err();
    assert_eq!(refused.to_string(), "\"/calendar\": expected a member of the calendar, found its envelope");
    assert_eq!(form.draft().to_value(), json!({ "name": "Clinic" }));
    form.set(&Path::new(), json!({ "calendar": { "name": "Clinic 2" } })).unwrap();
    assert_eq!(form.draft().to_value(), json!({ "name": "Clinic 2" }));
}
