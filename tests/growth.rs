//! Time grows with the size of the input, whatever is long in it: sizes at which anything that grows with the square would
//! not come to an end go through every verb here. The time itself is not tested; `cargo xtask bench growth` measures it.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../benches/long/mod.rs"]
#[expect(dead_code, reason = "the benches use more of it")]
mod long;

use calendiff::json::{merge_patch, patch};
use calendiff::{Kind, ValidateOptions};
use long::verbs::{Case, runs};
use serde_json::{Map, Value, json};

fn members(count: usize, edition: usize) -> Value {
    let members: Map<String, Value> = (0..count)
        .map(|at| (format!("member {at}"), (at + edition).into()))
        .collect();
    Value::Object(members)
}

/// `UNKNOWN_MEMBERS=100000 cargo test --release --all-features --test growth` tries more.
#[test]
fn thousands_of_unknown_members_go_through_every_verb() {
    let count = std::env::var("UNKNOWN_MEMBERS").map_or(5_000, |count| count.parse().unwrap());
    let [stored, draft, theirs] = [0, 1, 2].map(|edition| members(count, edition));
    let case = Case {
        kind: Kind::Calendar,
        stored,
        draft,
        theirs,
    };
    for (verb, run) in runs() {
        assert!(run(&case).is_ok(), "{verb}");
    }
}

#[test]
fn whatever_the_tables_have_goes_through_every_verb_made_long() {
    for long in long::everything() {
        let [stored, draft, theirs] = [0, 1, 2].map(|edition| long.record(60, edition));
        let case = Case {
            kind: long.kind,
            stored,
            draft,
            theirs,
        };
        for (verb, run) in runs() {
            let answer = run(&case);
            assert!(answer.is_ok(), "{} {verb}: {answer:?}", long.name);
        }
    }
}

#[test]
fn patches_of_many_operations_of_each_kind_apply_and_are_undone() {
    let (document, patches) = long::patches(20_000);
    for (name, patch) in patches {
        let after = patch::apply(&document, &patch).unwrap();
        let undo = patch::invert(&document, &patch).unwrap();
        assert!(patch::apply(&after, &undo).unwrap() == document, "{name}");
        assert!(
            patch::apply(&document, &patch::guard(&document, &patch).unwrap()).unwrap() == after,
            "{name}"
        );
    }
}

#[test]
fn a_merge_patch_removes_as_many_members_as_there_are() {
    let document = members(100_000, 0);
    let nothing: Map<String, Value> = (0..99_999)
        .map(|at| (format!("member {at}"), Value::Null))
        .collect();
    let nothing = Value::Object(nothing);
    let after = merge_patch::apply(&document, &nothing).unwrap();
    assert_eq!(after, json!({ "member 99999": 99_999 }));
    let undo = merge_patch::invert(&document, &nothing).unwrap();
    assert!(merge_patch::apply(&after, &undo).unwrap() == document);
}

/// Ranges of a day that each overlap the next, in three orders; one a round, there are more than there can be rounds.
#[test]
fn ranges_that_overlap_are_joined_in_few_rounds_in_any_order() {
    let range = |open: usize, close: usize| json!({ "openHour": open / 60, "openMinute": open % 60, "closeHour": close / 60, "closeMinute": close % 60 });
    let whole = json!([range(0, 1_410)]);
    for order in [1_usize, 1_399, 701] {
        let hours: Vec<Value> = (0..1_400)
            .map(|at| at * order % 1_400)
            .map(|open| range(open, open + 11))
            .collect();
        let draft =
            json!({ "availabilities": [{ "date": "2026-12-24T00:00:00.000Z", "hours": hours }] });
        let fixed = Kind::Calendar
            .fix(&draft, &ValidateOptions::default())
            .unwrap();
        assert!(fixed.ok);
        assert_eq!(fixed.value.to_value()["availabilities"][0]["hours"], whole);
    }
}

#[test]
fn forty_thousand_issues_have_their_lines_and_columns() {
    let text = format!(
        "{{\"é\":0,\"teamMembers\":[{}]}}",
        vec!["1"; 40_000].join(",")
    );
    let report = Kind::Calendar
        .validate_text(&text, &ValidateOptions::default())
        .unwrap();
    let columns: Vec<usize> = report
        .issues
        .iter()
        .filter(|issue| issue.path.segments().len() == 2)
        .map(|issue| issue.position.unwrap().column)
        .collect();
    let first = text.chars().position(|character| character == '[').unwrap() + 2;
    assert_eq!(
        columns,
        (0..40_000).map(|at| first + 2 * at).collect::<Vec<_>>()
    );
}
