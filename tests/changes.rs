//! Changes that are told as they are: no more than a person made, and none of what the service alone sets.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use calendiff::json::{Path, patch};
use calendiff::{DiffOptions, Edits, Kind, Mode, Profile, Resolution, Sameness, WhenAbsent};
use serde_json::{Value, json};

#[track_caller]
fn words(stored: &Value, draft: &Value, options: impl Into<DiffOptions>) -> Vec<String> {
    let diff = Kind::Calendar.diff(stored, draft, options.into()).unwrap();
    diff.words.iter().map(ToString::to_string).collect()
}

#[test]
fn text_in_place_of_a_number_or_a_boolean_is_said() {
    let stored = json!({ "slotDuration": 30, "isActive": true, "slug": "5" });
    let draft = json!({ "slotDuration": "30", "isActive": "true", "slug": "5" });
    assert_eq!(
        words(&stored, &draft, WhenAbsent::Keep),
        [""; 0],
        "by meaning they are equal"
    );
    let (spelled, raw) = (
        DiffOptions::default().by(Sameness::Spelling),
        DiffOptions::default().raw(true),
    );
    for options in [spelled, raw, raw.by(Sameness::Spelling)] {
        let said = [
            "slot duration 30 as text, was 30",
            "active true as text, was yes",
        ];
        assert_eq!(words(&stored, &draft, options), said);
        assert_eq!(
            words(&draft, &stored, options),
            [
                "slot duration 30, was 30 as text",
                "active yes, was true as text"
            ]
        );
    }
    assert_eq!(
        words(
            &stored,
            &json!({ "slotDuration": "soon" }),
            WhenAbsent::Keep
        ),
        ["slot duration soon, was 30"]
    );
}

#[test]
fn one_amount_in_two_units_is_said_to_be_the_same() {
    for (stored, draft, said) in [
        (
            json!({ "slotDuration": 1, "slotDurationUnit": "hours" }),
            json!({ "slotDuration": 60, "slotDurationUnit": "mins" }),
            "slot duration 60 mins, was 1 hour (the same amount)",
        ),
        (
            json!({ "allowBookingFor": 14, "allowBookingForUnit": "days" }),
            json!({ "allowBookingFor": 2, "allowBookingForUnit": "weeks" }),
            "booking window 2 weeks, was 14 days (the same amount)",
        ),
        (
            json!({ "allowBookingFor": 28, "allowBookingForUnit": "days" }),
            json!({ "allowBookingFor": 1, "allowBookingForUnit": "months" }),
            "booking window 1 month, was 28 days",
        ),
        (
            json!({ "slotDuration": 1, "slotDurationUnit": "hours" }),
            json!({ "slotDuration": 30, "slotDurationUnit": "mins" }),
            "slot duration 30 mins, was 1 hour",
        ),
    ] {
        let diff = Kind::Calendar
            .diff(&stored, &draft, WhenAbsent::Keep)
            .unwrap();
        assert_eq!(diff.words, [said]);
        // One change, and a patch of both members.
        let is_same = said.contains("same amount");
        assert_eq!(
            (diff.changes.len(), diff.patch.len()),
            (if is_same { 1 } else { 2 }, 2),
            "{said}"
        );
        assert_eq!(diff.merge_patch, Some(draft.clone()));
        let mut form = Kind::Calendar
            .form(&stored, Profile::Specification)
            .unwrap();
        for (name, value) in draft.as_object().unwrap() {
            form.set(&Path::new().with(name.clone()), value.clone())
                .unwrap();
        }
        assert_eq!(
            form.changes().cloned().collect::<Vec<_>>(),
            diff.changes,
            "{said}"
        );
        let (name, value) = draft.as_object().unwrap().iter().next().unwrap();
        let number = Path::new().with(name.clone());
        form.set(&number, json!(7)).unwrap();
        assert_eq!(
            form.changes().len(),
            2,
            "another amount is a change of the number and of its unit"
        );
        form.set(&number, value.clone()).unwrap();
        form.revert(&diff.changes[0]);
        assert_eq!(form.draft().to_value(), stored, "{said}");
    }
}

/// The hours of a calendar without its own are in a schedule, whichever verb tells it.
#[test]
fn hours_without_a_week_were_on_a_schedule() {
    let hours = json!([{ "openHour": 9, "openMinute": 0, "closeHour": 17, "closeMinute": 0 }]);
    let stored = json!({ "id": "a", "openHours": {} });
    let draft = json!({ "openHours": [{ "daysOfTheWeek": [1], "hours": hours }] });
    let said = "open hours Monday 09:00–17:00, was on a schedule";
    let review = Kind::Calendar
        .review(&stored, &draft, (Profile::Specification, Mode::Full))
        .unwrap();
    assert_eq!(review.diff.words, [said]);
    // Responses have indexes for names in place of a list.
    let with_indexes = json!({ "openHours": { "0": draft["openHours"][0] } });
    let diff = Kind::Calendar.diff(&stored, &with_indexes, WhenAbsent::Keep);
    assert_eq!(diff.unwrap().words, [said]);
    let edits = Edits::parse(Kind::Calendar, "openHours/monday = 09:00-17:00").unwrap();
    let edited = Kind::Calendar
        .edit(&stored, &edits, Profile::Specification.into())
        .unwrap();
    assert_eq!(edited.words, [said]);
    let verified = Kind::Calendar.verify(
        &stored,
        &draft,
        json!({ "calendar": { "id": "a", "openHours": draft["openHours"] } }),
    );
    assert_eq!(verified.unwrap().applied[0].words, said);
}

#[test]
fn a_week_by_index_that_goes_to_a_schedule_is_a_change() {
    let week = json!({ "openHours": { "0": { "daysOfTheWeek": [0], "hours": [] } } });
    let schedule = json!({ "openHours": {} });
    for absent in [WhenAbsent::Keep, WhenAbsent::Remove] {
        assert_eq!(
            words(&week, &schedule, absent),
            ["open hours on a schedule, was closed"]
        );
    }
    let diff = Kind::Calendar
        .diff(&week, &schedule, WhenAbsent::Keep)
        .unwrap();
    assert_eq!(patch::apply(&week, &diff.patch).unwrap(), schedule);
}

/// A diff and a merge say that hours give way to a schedule.
#[test]
fn a_week_on_a_schedule_is_said_as_that() {
    let week = |close: u8| {
        let hours =
            json!([{ "openHour": 9, "openMinute": 0, "closeHour": close, "closeMinute": 0 }]);
        json!({ "openHours": [{ "daysOfTheWeek": [1], "hours": hours }] })
    };
    let schedule = json!({ "openHours": {} });
    assert_eq!(
        words(&week(17), &schedule, WhenAbsent::Keep),
        ["open hours on a schedule, was Monday 09:00–17:00"]
    );
    let merged = Kind::Calendar
        .merge(&schedule, week(17), week(18), Resolution::Leave)
        .unwrap();
    assert_eq!(
        merged.conflicts[0].words.to_string(),
        "open hours: ours Monday 09:00–17:00, theirs Monday 09:00–18:00, was on a schedule"
    );
}

fn team(place: &Value) -> Value {
    json!({ "teamMembers": [{ "userId": "u1", "locationConfigurations": [place] }] })
}

/// A meeting place that is edited keeps what no update can change, such as the ID of its meeting.
#[test]
fn an_edited_place_keeps_what_no_update_can_change() {
    let was = json!({ "kind": "custom", "location": "Room 1", "meetingId": "m1", "position": 2 });
    let stored = team(&was);
    let draft = team(&json!({ "kind": "custom", "location": "Room 2" }));
    assert_eq!(
        words(&stored, &draft, WhenAbsent::Keep),
        ["team member 1 (user u1), meeting place 1: location “Room 2”, was “Room 1”"]
    );
    let diff = Kind::Calendar
        .diff(&stored, &draft, WhenAbsent::Keep)
        .unwrap();
    let after =
        team(&json!({ "kind": "custom", "location": "Room 2", "meetingId": "m1", "position": 2 }));
    assert_eq!(patch::apply(&stored, &diff.patch).unwrap(), after);
    assert_eq!(
        diff.merge_patch,
        Some(json!({ "teamMembers": after["teamMembers"] }))
    );
    assert_eq!(
        Kind::Calendar
            .outcome(&stored, &draft, Profile::Specification)
            .unwrap()
            .to_value(),
        after
    );
    let whole = words(&stored, &draft, WhenAbsent::Remove);
    assert_eq!(
        whole.len(),
        3,
        "a whole record without them removes them: {whole:?}"
    );

    let mut form = Kind::Calendar
        .form(&stored, Profile::Specification)
        .unwrap();
    let at = Path::new()
        .with("teamMembers")
        .with(0)
        .with("locationConfigurations")
        .with(0)
        .with("location");
    form.set(&at, json!("Room 2")).unwrap();
    let changes: Vec<_> = form.changes().cloned().collect();
    assert_eq!(changes.len(), 1, "{changes:?}");
    form.revert(&changes[0]);
    assert_eq!(form.changes().len(), 0);
    form.set(&at, json!("Room 2")).unwrap();
    for id in [json!("m1"), json!("m2"), Value::Null] {
        let answer = team(&json!({ "kind": "custom", "location": "Room 2", "meetingId": id }));
        let verified = Kind::Calendar.verify(&stored, &draft, &answer).unwrap();
        assert!(
            verified.ok,
            "whether the service keeps the meeting or makes a new one: {verified:?}"
        );
    }
}

/// What the service sets in an item that was added is filled in, at any depth.
#[test]
fn an_added_item_comes_back_with_more_than_was_sent() {
    let stored = json!({ "id": "a", "teamMembers": [{ "userId": "u1", "isPrimary": true }] });
    let added = json!({ "userId": "u2", "locationConfigurations": [{ "kind": "custom", "location": "Room 1" }] });
    let draft = json!({ "teamMembers": [{ "userId": "u1", "isPrimary": true }, added] });
    let place = json!({ "kind": "custom", "location": "Room 1", "meetingId": "m1", "position": 0 });
    let back = json!({
        "userId": "u2", "isPrimary": false, "priority": 0.5, "selected": true, "locationConfigurations": [place]
    });
    let answer = json!({ "id": "a", "teamMembers": [{ "userId": "u1", "isPrimary": true }, back] });
    let verified = Kind::Calendar
        .verify(&stored, &draft, json!({ "calendar": answer }))
        .unwrap();
    assert!(verified.ok, "{verified:?}");
    let mut form = Kind::Calendar
        .form(&stored, Profile::Specification)
        .unwrap();
    form.set(
        &Path::new().with("teamMembers"),
        draft["teamMembers"].clone(),
    )
    .unwrap();
    let saved = form.saved(json!({ "calendar": answer })).unwrap();
    assert!(
        saved.verified.ok && saved.conflicts.is_empty(),
        "{:?}",
        saved.conflicts
    );
    assert_eq!(form.changes().len(), 0);
    assert_eq!(
        form.draft().get("teamMembers").unwrap().to_value()[1]["isPrimary"],
        false
    );

    // In an item that was there before, nobody sent it.
    let mut other = answer;
    other["teamMembers"][0]["locationConfigurations"] = json!([{ "kind": "physical" }]);
    let verified = Kind::Calendar
        .verify(&stored, &draft, json!({ "calendar": other }))
        .unwrap();
    assert_eq!(verified.unexpected.len(), 1, "{verified:?}");

    let stored = json!({ "id": "a" });
    let draft = json!({ "recurring": { "freq": "DAILY" } });
    let answer =
        json!({ "id": "a", "recurring": { "freq": "DAILY", "count": 1, "bookingOption": "skip" } });
    let verified = Kind::Calendar
        .verify(&stored, &draft, json!({ "calendar": answer }))
        .unwrap();
    assert!(verified.ok, "{verified:?}");
    let mut form = Kind::Calendar
        .form(&stored, Profile::Specification)
        .unwrap();
    form.set(&Path::new().with("recurring"), draft["recurring"].clone())
        .unwrap();
    assert!(form.saved(&answer).unwrap().conflicts.is_empty());
    assert_eq!(form.rebase(&answer).unwrap().conflicts.len(), 0);
}

/// A place is known by its kind and its location. The service may fill in the location of one that was sent without it.
#[test]
fn a_place_that_was_sent_without_its_location_comes_back_with_one() {
    let team = |places: Value| json!([{ "userId": "u1", "locationConfigurations": places }]);
    let answered = json!({ "kind": "zoom_conference", "location": "https://zoom.example/j/1", "meetingId": "m1" });
    for (before, sent) in [
        (Value::Null, json!([{ "kind": "zoom_conference" }])),
        (
            json!([{ "kind": "custom", "location": "Room 1" }]),
            json!([{ "kind": "zoom_conference", "location": "" }]),
        ),
        (
            json!([{ "kind": "custom", "location": "Room 1" }]),
            json!([{ "kind": "custom", "location": "Room 1" }, { "kind": "zoom_conference" }]),
        ),
    ] {
        let stored = if before.is_null() {
            json!({ "id": "a" })
        } else {
            json!({ "id": "a", "teamMembers": team(before) })
        };
        let mut back = sent.clone();
        *back.as_array_mut().unwrap().last_mut().unwrap() = answered.clone();
        let (draft, answer) = (
            json!({ "teamMembers": team(sent) }),
            json!({ "id": "a", "teamMembers": team(back) }),
        );
        let verified = Kind::Calendar.verify(&stored, &draft, &answer).unwrap();
        assert!(verified.ok, "{draft}: {verified:?}");
        let words: Vec<_> = verified
            .filled_in
            .iter()
            .map(|change| change.words.to_string())
            .collect();
        assert!(
            words
                .iter()
                .any(|words| words.contains("https://zoom.example/j/1")),
            "{words:?}"
        );
        let mut form = Kind::Calendar
            .form(&stored, Profile::Specification)
            .unwrap();
        form.set(
            &Path::new().with("teamMembers"),
            draft["teamMembers"].clone(),
        )
        .unwrap();
        let saved = form.saved(&answer).unwrap();
        assert!(
            saved.verified.ok && saved.conflicts.is_empty(),
            "{draft}: {:?}",
            saved.conflicts
        );
        assert_eq!(form.changes().len(), 0, "{draft}");
    }
    // Of two places nobody knows which is which, and a place that was there before has got another location.
    for (before, sent, back) in [
        (
            json!([]),
            json!([{ "kind": "custom" }, { "kind": "custom", "location": "b" }]),
            json!([{ "kind": "custom", "location": "a" }, { "kind": "custom", "location": "c" }]),
        ),
        (
            json!([{ "kind": "custom" }]),
            json!([{ "kind": "custom" }]),
            json!([{ "kind": "custom", "location": "a" }]),
        ),
    ] {
        let stored = json!({ "id": "a", "teamMembers": team(before) });
        let (draft, answer) = (
            json!({ "teamMembers": team(sent) }),
            json!({ "id": "a", "teamMembers": team(back) }),
        );
        assert!(
            !Kind::Calendar.verify(&stored, &draft, &answer).unwrap().ok,
            "{draft}"
        );
    }
}

/// Keys by position are read as well: of items without a key, and of those that have the same one.
#[test]
fn the_text_of_an_edit_by_position_parses_back() {
    let place = |location: &str| json!({ "kind": "custom", "location": location });
    for (before, after) in [
        (
            json!({ "teamMembers": [{ "priority": 1 }, { "priority": 0 }] }),
            json!({ "teamMembers": [{ "priority": 1 }, { "priority": 0.5 }] }),
        ),
        (
            json!({ "locationConfigurations": [place("a"), place("a"), place("b")] }),
            json!({ "locationConfigurations": [place("a"), place("a = [1]; ?"), place("b")] }),
        ),
        (
            json!({ "locationConfigurations": [place("a"), place("a")] }),
            json!({ "locationConfigurations": [place("a")] }),
        ),
        (
            json!({ "teamMembers": [{ "priority": 1 }] }),
            json!({ "teamMembers": [{ "priority": 1 }, { "priority": 0 }] }),
        ),
        (
            json!({ "teamMembers": [{ "userId": "0" }, { "userId": "[1]" }] }),
            json!({ "teamMembers": [{ "userId": "0", "priority": 1 }, { "userId": "[1]", "priority": 1 }] }),
        ),
    ] {
        let edits = Edits::between(Kind::Calendar, &before, &after, WhenAbsent::Keep).unwrap();
        assert!(!edits.is_empty());
        let text = edits
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("\n");
        let again =
            Edits::parse(Kind::Calendar, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let edited = Kind::Calendar
            .edit(&before, &again, Profile::SpecificationOnly.into())
            .unwrap();
        let diff = Kind::Calendar
            .diff(&edited.draft, &after, WhenAbsent::Keep)
            .unwrap();
        assert!(
            edited.conflicts.is_empty() && diff.changes.is_empty(),
            "{text}: {:?}",
            edited.draft
        );
    }
}

/// The text of an edit is read as the same edit, whatever its key contains.
#[test]
fn the_text_of_an_edit_parses_back() {
    let place = |location: &str| json!({ "kind": "custom", "location": location });
    for location in [
        "a = b",
        "a; b",
        "\"a\"",
        "a [b",
        "{",
        "why?",
        " a",
        "a\\b",
        "line\nbreak",
        "/x~y",
        "a, b..c",
        "Room 1",
    ] {
        let before = json!({ "locationConfigurations": [place("other"), place(location)] });
        let after = json!({ "locationConfigurations": [place("other")] });
        let edits = Edits::between(Kind::Calendar, &before, &after, WhenAbsent::Keep).unwrap();
        let text = edits
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("; ");
        let again =
            Edits::parse(Kind::Calendar, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let texts = |edits: &Edits| edits.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(texts(&again), texts(&edits));
        let edited = Kind::Calendar
            .edit(&before, &again, Profile::Specification.into())
            .unwrap();
        assert_eq!(edited.draft.to_value(), after, "{text}");
    }
    let text =
        "\"locationConfigurations/custom: a = b\"? = {\"kind\":\"custom\",\"location\":\"c\"}";
    assert_eq!(
        Edits::parse(Kind::Calendar, text)
            .unwrap()
            .iter()
            .next()
            .unwrap()
            .to_string(),
        text
    );
    assert_eq!(
        Edits::parse(Kind::Calendar, "\"slug\" = \"a\"")
            .unwrap()
            .iter()
            .next()
            .unwrap()
            .to_string(),
        "slug = \"a\""
    );
    // A key that is not in quotes ends at the first sign. The message has the key in quotes.
    for (text, quoted) in [
        (
            "locationConfigurations/custom: a = b = absent",
            "\"locationConfigurations/custom: a = b\" = absent",
        ),
        (
            "teamMembers/u=1/priority = 1",
            "\"teamMembers/u=1/priority\" = 1",
        ),
        (
            "where teamMembers/u=1/priority = 1",
            "\"teamMembers/u=1/priority\" = 1",
        ),
    ] {
        let error = Edits::parse(Kind::Calendar, text).unwrap_err();
        assert_eq!(error.code(), "edit_key", "{text}");
        assert!(error.to_string().contains(quoted), "{error}");
    }
    let error = Edits::parse(Kind::Calendar, "name = a = b").unwrap_err();
    assert!(
        error.to_string().contains("text in double quotes"),
        "{error}"
    );
    for text in ["\"slug = 1", "\"slug\"x = \"a\"", "\"\" = 1"] {
        assert!(Edits::parse(Kind::Calendar, text).is_err(), "{text}");
    }
}

/// No update carries the unit of `slotBuffer`, so a draft cannot have the one that an edit expects.
#[test]
fn an_amount_whose_unit_no_update_carries_is_edited_without_it() {
    let stored = json!({ "id": "a", "slotBuffer": 10, "slotBufferUnit": "hours" });
    let edited = json!({ "id": "a", "slotBuffer": 30, "slotBufferUnit": "hours" });
    let edits = Edits::between(Kind::Calendar, &stored, &edited, WhenAbsent::Keep).unwrap();
    let first = Kind::Calendar
        .edit(&stored, &edits, Profile::Specification.into())
        .unwrap();
    assert_eq!(first.draft.to_value(), json!({ "slotBuffer": 30 }));
    let again = Kind::Calendar
        .edit(&first.draft, &edits, Profile::Specification.into())
        .unwrap();
    assert!(
        again.ok && again.changes.is_empty() && again.conflicts.is_empty(),
        "{:?}",
        again.conflicts
    );
    let back = Edits::between(Kind::Calendar, &edited, &stored, WhenAbsent::Keep).unwrap();
    let back = Kind::Calendar
        .edit(&first.draft, &back, Profile::Specification.into())
        .unwrap();
    assert_eq!(
        (back.conflicts.len(), back.draft.to_value()),
        (0, json!({ "slotBuffer": 10 }))
    );
    let other = json!({ "id": "a", "slotBuffer": 10, "slotBufferUnit": "mins" });
    assert_eq!(
        Kind::Calendar
            .edit(&other, &edits, Profile::Specification.into())
            .unwrap()
            .conflicts
            .len(),
        1
    );

    let why = "one of mins, hours (no update can carry slotBufferUnit)";
    let error = Edits::parse(Kind::Calendar, "slotBuffer = 30 weeks").unwrap_err();
    assert_eq!(error.code(), "edit_value");
    assert!(error.to_string().contains(why), "{error}");
    let error = Edits::read(
        Kind::Calendar,
        json!([{ "key": "slotBuffer", "value": 30, "unit": "weeks" }]),
    )
    .unwrap_err();
    assert!(error.to_string().contains(why), "{error}");
}

/// 15 minutes are no 15 hours: where no update can carry the unit, the record must have it.
#[test]
fn a_number_in_a_unit_of_responses_is_for_records_that_have_it() {
    let json = json!([{ "key": "slotBuffer", "value": 15, "unit": "mins" }]);
    let edits = Edits::parse(Kind::Calendar, "slotBuffer = 15 minutes").unwrap();
    assert_eq!(json!(edits), json);
    assert_eq!(Edits::read(Kind::Calendar, &json).unwrap(), edits);
    assert_eq!(
        edits.iter().next().unwrap().to_string(),
        "slotBuffer = 15 mins"
    );
    for unit in [None, Some("mins"), Some("")] {
        let stored = json!({ "slotBuffer": 5, "slotBufferUnit": unit });
        let edited = Kind::Calendar
            .edit(&stored, &edits, Profile::Service.into())
            .unwrap();
        assert_eq!(edited.body.value.to_value()["slotBuffer"], 15, "{unit:?}");
    }
    let stored = json!({ "slotBuffer": 1, "slotBufferUnit": "hours" });
    let error = Kind::Calendar
        .edit(&stored, &edits, Profile::Service.into())
        .unwrap_err();
    assert_eq!(
        (error.code(), error.to_string().as_str()),
        (
            "edit_missing",
            "slotBuffer: the record has it in hours, and no update can carry slotBufferUnit; write slotBuffer = 0.25 hours"
        )
    );
    let edits = Edits::parse(Kind::Calendar, "slotBuffer = 20 mins").unwrap();
    let error = Kind::Calendar
        .edit(&stored, &edits, Profile::Service.into())
        .unwrap_err();
    assert!(
        error.to_string().ends_with("write a number in hours"),
        "{error}"
    );
}

/// 60 without a unit is 60 minutes, unless the unit stays.
#[test]
fn a_number_whose_unit_is_removed_is_in_the_one_that_counts_then() {
    let stored = json!({ "slotDuration": 1, "slotDurationUnit": "hours" });
    let draft = json!({ "slotDuration": 60 });
    assert_eq!(
        words(&stored, &draft, WhenAbsent::Keep),
        ["slot duration 60 hours, was 1 hour"]
    );
    let removed = words(&stored, &draft, WhenAbsent::Remove);
    assert_eq!(removed[0], "slot duration 60, was 1 hour (the same amount)");
}
