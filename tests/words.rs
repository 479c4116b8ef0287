//! Changes as people would say them.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use calendiff::json::{Path, patch};
use calendiff::{Kind, Profile, WhenAbsent};
use serde_json::{Value, json};

fn words(stored: &Value, draft: &Value) -> Vec<String> {
    let diff = Kind::Calendar
        .diff(stored, draft, WhenAbsent::Keep)
        .unwrap();
    diff.words.iter().map(ToString::to_string).collect()
}

fn hours(open: u8, close: u8) -> Value {
    json!([{ "openHour": open, "openMinute": 0, "closeHour": close, "closeMinute": 0 }])
}

fn week(days: &[(u8, Value)]) -> Value {
    days.iter()
        .map(|(day, hours)| json!({ "daysOfTheWeek": [day], "hours": hours }))
        .collect()
}

#[test]
fn one_edit_of_a_unit_is_said_once() {
    let stored = json!({ "slotDuration": 30, "slotDurationUnit": "mins", "preBuffer": 5, "preBufferUnit": "mins" });
    for (draft, said) in [
        (
            json!({ "slotDurationUnit": "hours" }),
            &["unit of the slot duration hours, was mins"][..],
        ),
        (
            json!({ "slotDuration": 2, "slotDurationUnit": "hours" }),
            &["slot duration 2 hours, was 30 mins"],
        ),
        (
            json!({ "preBuffer": 6, "preBufferUnit": "" }),
            &["buffer before 6, was 5 mins"],
        ),
        (
            json!({ "slotDurationUnit": "hours", "slotDuration": 0 }),
            &["slot duration 0 hours, was 30 mins"],
        ),
        (
            json!({ "preBufferUnit": "hours", "preBuffer": 1, "slotDurationUnit": "hours" }),
            &[
                "unit of the slot duration hours, was mins",
                "buffer before 1 hour, was 5 mins",
            ],
        ),
    ] {
        assert_eq!(words(&stored, &draft), said, "{draft}");
    }
    // Each change is there all the same, for whoever applies them.
    let both = json!({ "slotDuration": 2, "slotDurationUnit": "hours" });
    assert_eq!(
        Kind::Calendar
            .diff(&stored, &both, WhenAbsent::Keep)
            .unwrap()
            .changes
            .len(),
        2
    );
    // What a number's words do not say is said.
    let diff = Kind::Calendar
        .diff(
            &stored,
            json!({ "slotDurationUnit": "hours" }),
            WhenAbsent::Remove,
        )
        .unwrap();
    assert!(
        diff.words
            .iter()
            .any(|words| words == "unit of the slot duration hours, was mins"),
        "{:?}",
        diff.words
    );
}

#[test]
fn a_first_week_is_said_whole_and_as_a_form_says_it() {
    let days: Vec<_> = (1..=5)
        .map(|day| (day, hours(9, 17)))
        .chain([(6, hours(10, 14))])
        .collect();
    let draft = json!({ "openHours": week(&days) });
    let stored = json!({ "openHours": {} });
    let diff = Kind::Calendar
        .diff(&stored, &draft, WhenAbsent::Keep)
        .unwrap();
    assert_eq!(
        diff.words,
        ["open hours Monday to Friday 09:00–17:00; Saturday 10:00–14:00, was on a schedule"]
    );
    assert_eq!(patch::apply(&stored, &diff.patch).unwrap(), draft);
    assert_eq!(diff.merge_patch, Some(draft.clone()));

    let mut form = Kind::Calendar
        .form(&stored, Profile::Specification)
        .unwrap();
    form.set(&Path::new().with("openHours"), &draft["openHours"])
        .unwrap();
    let of_form: Vec<_> = form
        .changes()
        .map(|change| (&change.words, &change.after))
        .collect();
    assert_eq!(
        of_form,
        diff.changes
            .iter()
            .map(|change| (&change.words, &change.after))
            .collect::<Vec<_>>()
    );

    let unset = words(&json!({}), &draft);
    assert_eq!(
        unset,
        ["open hours Monday to Friday 09:00–17:00; Saturday 10:00–14:00, was not set"]
    );
    let long: Vec<_> = (0..7).map(|day| (day, hours(day, day + 9))).collect();
    let [said] = words(&json!({}), &json!({ "openHours": week(&long) }))
        .try_into()
        .unwrap();
    assert!(
        said.starts_with("open hours Monday 01:00–10:00; Tuesday ")
            && said.ends_with("; Sunday 00:00–09:00, was not set"),
        "{said}"
    );

    // What opens no day is a change as well.
    let closed = Kind::Calendar
        .diff(
            &stored,
            json!({ "openHours": week(&[(1, json!([]))]) }),
            WhenAbsent::Keep,
        )
        .unwrap();
    assert_eq!((closed.changes.len(), closed.patch.len()), (1, 1));
}

#[test]
fn days_read_as_people_say_them() {
    let open =
        |days: &[u8]| json!({ "openHours": [{ "daysOfTheWeek": days, "hours": hours(9, 17) }] });
    for (days, said) in [
        (&[1, 2, 4][..], "Monday, Tuesday and Thursday"),
        (&[1, 2, 3, 4, 5], "Monday to Friday"),
        (&[6, 0], "Saturday and Sunday"),
        (&[1, 2, 3, 6], "Monday to Wednesday and Saturday"),
    ] {
        assert_eq!(
            words(&json!({}), &open(days)),
            [format!("open hours {said} 09:00–17:00, was not set")]
        );
    }
}
