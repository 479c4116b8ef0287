//! The laws, on records made from the tables. `PROPTEST_CASES=100000 cargo test --features proptest --test laws` for more.

#![cfg(feature = "proptest")]

use calendiff::json::{Document, View, patch, to_string};
use calendiff::{Absent, Issue, Kind, Mode, Options, Profile, Report, Severity, strategies};
use proptest::prelude::*;
use serde_json::Value;

fn kinds() -> impl Strategy<Value = Kind> {
    prop_oneof![3 => Just(Kind::Calendar), 1 => Just(Kind::Location)]
}

fn drafts() -> impl Strategy<Value = (Kind, Value)> {
    kinds().prop_flat_map(|kind| (Just(kind), strategies::draft(kind)))
}

/// Two records of one kind that share about half of their members.
fn pairs() -> impl Strategy<Value = (Kind, Value, Value)> {
    kinds()
        .prop_flat_map(|kind| (Just(kind), strategies::stored(kind), strategies::stored(kind), any::<u64>()))
        .prop_map(|(kind, stored, mut draft, shared)| {
            let members = stored.as_object().into_iter().flatten();
            for (bit, (name, value)) in members.enumerate() {
                if shared >> (bit % 64) & 1 == 1 {
                    draft[name] = value.clone();
                }
            }
            (kind, stored, draft)
        })
}

/// Drafts with one value put where it does not belong.
fn hurt() -> impl Strategy<Value = (Kind, Value)> {
    let wrong = prop_oneof![
        Just(Value::Null),
        Just(Value::from("")),
        Just(Value::from(" #ABC")),
        Just(Value::from("30")),
        Just(Value::from(-1)),
        Just(Value::from(1.5)),
        Just(serde_json::json!([{}, null, 7])),
        Just(serde_json::json!({ "kind": 1, "userId": [], "hours": {} })),
    ];
    (drafts(), any::<prop::sample::Index>(), wrong).prop_map(|((kind, mut draft), at, wrong)| {
        let rows = kind.record().members;
        draft[rows[at.index(rows.len())].name] = wrong;
        (kind, draft)
    })
}

fn validate(kind: Kind, draft: &Value, profile: Profile) -> Result<Report, calendiff::Error> {
    kind.validate(draft, &Options { profile, stored: None })
}

fn errors(report: &Report) -> usize {
    report.issues.iter().filter(|issue| issue.severity == Severity::Error).count()
}

proptest! {
    #[test]
    fn drafts_have_no_errors((kind, draft) in drafts()) {
        let report = validate(kind, &draft, Profile::Document)?;
        prop_assert!(report.ok, "{:?}", report.issues);
    }

    #[test]
    fn n1_n2_normalizing_is_done_once_and_adds_no_error((kind, draft) in hurt()) {
        let once = kind.normalize(&draft)?;
        prop_assert_eq!(&kind.normalize(&once)?, &once);
        prop_assert!(errors(&validate(kind, &once, Profile::Document)?) <= errors(&validate(kind, &draft, Profile::Document)?));
    }

    #[test]
    fn f1_a_fix_removes_its_issue_and_adds_no_error((kind, draft) in hurt()) {
        for profile in Profile::ALL {
            let before = validate(kind, &draft, profile)?;
            for issue in &before.issues {
                let Some(fix) = &issue.fix else { continue };
                let after = validate(kind, &patch::apply(&draft, &fix.patch)?, profile)?;
                // Fewer of its kind, or another one: ranges that are joined may overlap with a third.
                let count = |report: &Report| report.issues.iter().filter(|other| other.code == issue.code).count();
                let same = |other: &Issue| (other.code, &other.path, &other.params) == (issue.code, &issue.path, &issue.params);
                prop_assert!(count(&after) < count(&before) || !after.issues.iter().any(same), "{:?}", issue);
                prop_assert!(errors(&after) <= errors(&before), "{:?} {:?}", issue, after.issues);
            }
        }
    }

    #[test]
    fn d1_a_record_does_not_differ_from_itself((kind, draft) in hurt()) {
        let diff = kind.diff(&draft, &draft, Absent::Remove)?;
        prop_assert_eq!((diff.changes.len(), diff.patch.len()), (0, 0));
    }

    #[test]
    fn d2_the_patch_leads_from_one_to_the_other((kind, stored, draft) in pairs()) {
        for absent in [Absent::Keep, Absent::Remove] {
            let diff = kind.diff(&stored, &draft, absent)?;
            let patched = patch::apply(&stored, &diff.patch)?;
            prop_assert_eq!(kind.diff(&patched, &draft, absent)?.words, Vec::<String>::new());
            prop_assert_eq!(diff.changes.is_empty(), diff.patch.is_empty());
            let merge_patch = diff.merge_patch.ok_or_else(|| TestCaseError::fail("records without null"))?;
            let mut merged = stored.clone();
            json_patch::merge(&mut merged, &merge_patch);
            prop_assert_eq!(kind.diff(&merged, &draft, absent)?.words, Vec::<String>::new());
        }
    }

    #[test]
    fn b1_b2_the_body_holds_nothing_read_only_and_changes_what_the_draft_does((kind, stored, draft) in pairs()) {
        for mode in [Mode::Full, Mode::Changed] {
            let body = kind.body(&stored, &draft, mode)?;
            let report = validate(kind, &body.value, Profile::Document)?;
            prop_assert!(report.issues.iter().all(|issue| issue.code.name() != "read_only"), "{}", body.value);
            let sent = kind.diff(&stored, &body.value, Absent::Keep)?.words;
            let wanted = kind.diff(&stored, &body.after, Absent::Keep)?.words;
            prop_assert_eq!(sent, wanted);
        }
    }

    #[test]
    fn any_view_gives_the_same_answer((kind, draft) in hurt()) {
        let text = to_string(&draft);
        let document = Document::parse(&text)?;
        prop_assert!(calendiff::json::equal(&document.root().to_value(), &draft));
        let by_tape = kind.validate(document.root(), &Options::default())?;
        prop_assert_eq!(to_string(&by_tape), to_string(&kind.validate(&draft, &Options::default())?));
        prop_assert_eq!(serde_json::from_str::<Value>(&text).map_err(|error| TestCaseError::fail(error.to_string()))?, draft);
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "\\PC{0,40}|[\\[\\]{}\",:0-9eE.+\\-truefalsn\\\\u ]{0,40}") {
        let ours = Document::parse(&text);
        let theirs = serde_json::from_str::<Value>(&text);
        if let Err(error) = &ours {
            prop_assert!(error.position().is_some());
            prop_assert!(theirs.is_err() || error.code() == "json_duplicate", "{}", error);
        } else {
            prop_assert!(theirs.is_ok(), "{:?}", theirs);
        }
    }
}
