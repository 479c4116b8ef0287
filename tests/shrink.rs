//! A failing case ends as what matters, whichever case failed first, and after few tries.

#![cfg(feature = "proptest")]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use calendiff::strategies::leaf::{self, Sort};
use calendiff::strategies::{self, EditCase, MergeCase};
use calendiff::{Code, Kind, schema::Format};
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestError, TestRng, TestRunner};
use serde_json::{Value, json};

/// How often a failing case may be tried again: an eighth of what proptest grants where nothing is said.
const TRIES: u32 = 128;

/// What a property that refuses some values is left with.
fn shrunk<T>(strategy: &impl Strategy<Value = T>, refuses: impl Fn(&T) -> bool, seed: u8) -> T {
    let config = ProptestConfig {
        cases: 20_000,
        max_shrink_iters: TRIES,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]);
    let result = TestRunner::new_with_rng(config, rng).run(strategy, |value| {
        prop_assert!(!refuses(&value));
        Ok(())
    });
    match result {
        Err(TestError::Fail(_, least)) => least,
        other => panic!("nothing was refused: {}", other.is_ok()),
    }
}

/// Ten properties that fail first on ten different cases all end on the same one.
#[track_caller]
fn ends_as(
    strategy: &impl Strategy<Value = Value>,
    refuses: impl Fn(&Value) -> bool,
    least: &Value,
) {
    for seed in 0..10 {
        assert_eq!(&shrunk(strategy, &refuses, seed), least, "seed {seed}");
    }
}

fn items<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    value[name].as_array().into_iter().flatten()
}

#[test]
fn one_member_is_left() {
    let drafts = strategies::draft(Kind::Calendar);
    ends_as(
        &drafts,
        |draft| draft["slotDuration"].as_f64() > Some(45.0),
        &json!({ "slotDuration": 46 }),
    );
    ends_as(
        &drafts,
        |draft| draft.get("isActive").is_some(),
        &json!({ "isActive": false }),
    );
    ends_as(
        &drafts,
        |draft| draft["guestType"] == "collect_detail",
        &json!({ "guestType": "collect_detail" }),
    );
    ends_as(
        &drafts,
        |draft| {
            draft["notes"]
                .as_str()
                .is_some_and(|text| text.chars().count() > 2)
        },
        &json!({ "notes": "aaa" }),
    );
    ends_as(
        &drafts,
        |draft| draft["recurring"]["count"].as_f64() > Some(24.0),
        &json!({ "recurring": { "count": 25 } }),
    );
    let records = strategies::stored(Kind::Location);
    ends_as(
        &records,
        |stored| stored["phone"].is_string(),
        &json!({ "phone": "a" }),
    );
}

#[test]
fn members_that_matter_together_are_left_together() {
    let refuses = |draft: &Value| {
        draft["slotBuffer"].is_number()
            && draft["preBuffer"].as_f64() > draft["slotBuffer"].as_f64()
            && draft["autoConfirm"] == true
    };
    let least = json!({ "slotBuffer": 0, "preBuffer": 1, "autoConfirm": true });
    let drafts = strategies::draft(Kind::Calendar);
    ends_as(&drafts, refuses, &least);
}

#[test]
fn one_item_is_left() {
    // Which letter is left of a user is chance.
    let drafts = strategies::draft(Kind::Calendar).prop_map(|mut draft| {
        let team = draft.get_mut("teamMembers").and_then(Value::as_array_mut);
        team.into_iter()
            .flatten()
            .for_each(|member| member["userId"] = "u".into());
        draft
    });
    ends_as(
        &drafts,
        |draft| items(draft, "teamMembers").any(|member| member["isPrimary"] == true),
        &json!({ "teamMembers": [{ "userId": "u", "isPrimary": true }] }),
    );
    ends_as(
        &drafts,
        |draft| {
            items(draft, "teamMembers").any(|member| {
                items(member, "locationConfigurations").any(|place| place["location"].is_string())
            })
        },
        &json!({ "teamMembers": [{ "userId": "u", "locationConfigurations": [{ "kind": "custom", "location": "" }] }] }),
    );
    ends_as(
        &drafts,
        |draft| {
            items(draft, "openHours").any(|entry| items(entry, "daysOfTheWeek").any(|day| day == 3))
        },
        &json!({ "openHours": [{ "daysOfTheWeek": [3], "hours": [] }] }),
    );
    ends_as(
        &drafts,
        |draft| {
            items(draft, "availabilities")
                .any(|entry| items(entry, "hours").any(|range| range["closeHour"] == 24))
        },
        &json!({ "availabilities": [{
            "date": "2020-01-01T00:00:00.000Z",
            "hours": [{ "openHour": 0, "openMinute": 0, "closeHour": 24, "closeMinute": 0 }],
        }] }),
    );
    // The first day that there is, and one that differs from it in one part, which is as small as it gets.
    for seed in 0..10 {
        let two = shrunk(
            &drafts,
            |draft| items(draft, "availabilities").count() > 1,
            seed,
        );
        let others = [
            "2020-01-02",
            "2020-01-10",
            "2020-01-20",
            "2020-02-01",
            "2020-10-01",
            "2021-01-01",
        ];
        let beside = others.map(|other| {
            let dates = ["2020-01-01", other]
                .map(|day| json!({ "date": format!("{day}T00:00:00.000Z"), "hours": [] }));
            json!({ "availabilities": dates })
        });
        assert!(beside.contains(&two), "seed {seed}: {two}");
    }
}

#[test]
fn a_response_is_left_as_the_document_shows_it_but_for_what_matters() {
    let sent = |kind| strategies::response(kind).prop_map(|response| response.sent);
    let calendars = sent(Kind::Calendar);
    ends_as(
        &calendars,
        |sent| sent["calendar"]["openHours"].is_object(),
        &json!({ "calendar": { "openHours": {} } }),
    );
    ends_as(
        &calendars,
        |sent| sent["calendar"]["slotBuffer"] == "",
        &json!({ "calendar": { "slotBuffer": "" } }),
    );
    ends_as(
        &calendars,
        |sent| {
            items(&sent["calendar"], "availabilities").any(|entry| {
                entry.get("_id").is_some() && entry.get("id").is_none() && entry["hours"].is_array()
            })
        },
        &json!({ "calendar": { "availabilities": [{ "date": "2020-01-01T00:00:00.000Z", "hours": [], "_id": "" }] } }),
    );
    let locations = sent(Kind::Location);
    ends_as(
        &locations,
        |sent| sent.get("business").is_some() && sent.get("buiseness").is_none(),
        &json!({ "business": {}, "success": true }),
    );
}

#[test]
fn one_fault_is_left_in_a_draft_of_nothing_else() {
    let planted = strategies::planted(Kind::Calendar);
    for (code, draft) in [
        (Code::EmailDomainDot, json!({ "alertEmail": "a@a" })),
        (
            Code::RecurringCount,
            json!({ "recurring": { "count": 25 } }),
        ),
        (
            Code::DaysDuplicate,
            json!({ "openHours": [{ "daysOfTheWeek": [0, 0], "hours": [] }] }),
        ),
        (
            Code::UserDuplicate,
            json!({ "teamMembers": [{ "userId": "a" }, { "userId": "a" }] }),
        ),
    ] {
        for seed in 0..10 {
            let least = shrunk(
                &planted,
                |planted| planted.faults.iter().any(|fault| fault.code == code),
                seed,
            );
            assert_eq!(
                (least.draft, least.faults.len()),
                (draft.clone(), 1),
                "seed {seed}"
            );
        }
    }
}

#[test]
fn single_values_are_left_short() {
    let emails = leaf::text(Format::Email, Sort::Valid).prop_map(Value::from);
    ends_as(
        &emails,
        |email| email.as_str().unwrap().contains('B'),
        &json!("a@B.com"),
    );
    let ranges = leaf::range(Sort::Valid);
    ends_as(
        &ranges,
        |range| range["openHour"].as_i64() >= Some(9),
        &json!({ "openHour": 9, "openMinute": 0, "closeHour": 9, "closeMinute": 15 }),
    );
    for seed in 0..10 {
        let least = shrunk(
            &leaf::week(Sort::Valid),
            |week| week.as_array().unwrap().len() > 1,
            seed,
        );
        let entries = least.as_array().unwrap();
        assert_eq!(
            (entries.len(), &entries[0]["hours"], &entries[1]["hours"]),
            (2, &json!([]), &json!([])),
            "seed {seed}"
        );
    }
}

#[test]
fn the_edit_that_matters_is_left() {
    let edited = strategies::edited(Kind::Calendar);
    let date = "2020-01-01T00:00:00.000Z";
    for seed in 0..4 {
        let removes = |EditCase { stored, draft, .. }: &EditCase| {
            items(stored, "availabilities").count() == 1
                && draft["availabilities"]
                    .as_array()
                    .is_some_and(Vec::is_empty)
        };
        let least = shrunk(&edited, removes, seed);
        let stored = json!({ "availabilities": [{ "date": date, "hours": [] }] });
        assert_eq!(
            least,
            EditCase::new(stored, json!({ "availabilities": [] })),
            "seed {seed}"
        );

        let switches = |EditCase { stored, draft, .. }: &EditCase| {
            let stored = stored.get("autoConfirm");
            // Text of a response means the same.
            stored.is_none_or(Value::is_boolean)
                && draft
                    .get("autoConfirm")
                    .is_some_and(|auto| Some(auto) != stored)
        };
        let least = shrunk(&edited, switches, seed);
        assert_eq!(
            least,
            EditCase::new(json!({}), json!({ "autoConfirm": false })),
            "seed {seed}"
        );

        let opens = |EditCase { stored, draft, .. }: &EditCase| {
            let mut days =
                items(draft, "openHours").flat_map(|entry| items(entry, "daysOfTheWeek"));
            stored.get("openHours").is_none() && days.any(|day| day == 3)
        };
        let draft = json!({ "openHours": [{ "daysOfTheWeek": [3], "hours": [] }] });
        assert_eq!(
            shrunk(&edited, opens, seed),
            EditCase::new(json!({}), draft),
            "seed {seed}"
        );
    }
}

#[test]
fn the_edits_that_clash_are_left() {
    let merging = strategies::merging(Kind::Calendar);
    for seed in 0..3 {
        let clashes = |MergeCase {
                           base, ours, theirs, ..
                       }: &MergeCase| {
            let [base, ours, theirs] =
                [base, ours, theirs].map(|record| record["slotDuration"].as_f64());
            base.is_none() && ours.zip(theirs).is_some_and(|(ours, theirs)| ours < theirs)
        };
        let MergeCase {
            base, ours, theirs, ..
        } = shrunk(&merging, clashes, seed);
        assert_eq!(
            [base, ours, theirs],
            [
                json!({}),
                json!({ "slotDuration": 1 }),
                json!({ "slotDuration": 2 })
            ],
            "seed {seed}"
        );
    }
}

#[test]
fn the_text_that_clashes_is_left() {
    let merging = strategies::merging(Kind::Location);
    let clashes = |MergeCase {
                       base, ours, theirs, ..
                   }: &MergeCase| {
        let [base, ours, theirs] = [base, ours, theirs]
            .map(|record| record["city"].as_str().map(|city| city.chars().count()));
        base.is_none() && ours == Some(0) && theirs > Some(0)
    };
    for seed in 0..10 {
        let MergeCase {
            base, ours, theirs, ..
        } = shrunk(&merging, clashes, seed);
        assert_eq!(
            [base, ours, theirs],
            [json!({}), json!({ "city": "" }), json!({ "city": "a" })],
            "seed {seed}"
        );
    }
}
