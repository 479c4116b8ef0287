//! The laws, on records made from the tables. `PROPTEST_CASES=100000 cargo test --features proptest --test laws` for more.

#![cfg(feature = "proptest")]

use std::collections::BTreeSet;

use calendiff::json::{Document, View, patch, to_string};
use calendiff::schema::Object;
use calendiff::{Absent, Code, Issue, Kind, Mode, Options, Profile, Report, Severity, strategies};
use proptest::prelude::*;
use serde_json::Value;

/// That strategy of either kind, mostly of the calendar, which has more to it.
fn of<S: Strategy>(strategy: impl Fn(Kind) -> S) -> impl Strategy<Value = (Kind, S::Value)> {
    let of = |kind| strategy(kind).prop_map(move |value| (kind, value));
    prop_oneof![3 => of(Kind::Calendar), 1 => of(Kind::Location)]
}

/// Two records of one kind that share about half of their members.
fn pairs() -> impl Strategy<Value = (Kind, (Value, Value))> {
    of(|kind| {
        (strategies::stored(kind), strategies::stored(kind), any::<u64>()).prop_map(|(stored, mut draft, shared)| {
            let members = stored.as_object().into_iter().flatten();
            for (bit, (name, value)) in members.enumerate() {
                if shared >> (bit % 64) & 1 == 1 {
                    draft[name] = value.clone();
                }
            }
            (stored, draft)
        })
    })
}

fn validate(kind: Kind, draft: &Value, profile: Profile) -> Result<Report, calendiff::Error> {
    kind.validate(draft, &Options { profile, stored: None })
}

fn errors(report: &Report) -> impl Iterator<Item = Code> {
    report.issues.iter().filter(|issue| issue.severity == Severity::Error).map(|issue| issue.code)
}

/// Errors between members, which are not seen as long as a name or a known value is misspelt. Mending that adds none of
/// them: what the draft surely means has them.
const BROUGHT_TO_LIGHT: [Code; 7] = [
    Code::ConferenceLocation,
    Code::HoursPastMidnight,
    Code::HoursReversed,
    Code::PlacesSeveral,
    Code::PrimarySeveral,
    Code::RecurringMembers,
    Code::RedirectUrlMissing,
];

fn counted(report: &Report, mends_a_word: bool) -> usize {
    errors(report).filter(|code| !(mends_a_word && BROUGHT_TO_LIGHT.contains(code))).count()
}

/// The members that the tables do not know, each by its table and name, with its value.
fn strangers(kind: Kind, draft: &Value) -> BTreeSet<(&'static str, String, String)> {
    fn inside(table: &'static Object, value: &Value, strangers: &mut BTreeSet<(&'static str, String, String)>) {
        for (name, value) in value.as_object().into_iter().flatten() {
            match table.member(name) {
                Some(member) => {
                    let items = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
                    let below = member.ty.table().into_iter();
                    below.for_each(|table| items.iter().for_each(|item| inside(table, item, strangers)));
                }
                None => _ = strangers.insert((table.name, name.clone(), to_string(value))),
            }
        }
    }
    let mut strangers = BTreeSet::new();
    inside(kind.record(), kind.unwrap(draft).1, &mut strangers);
    strangers
}

proptest! {
    #[test]
    fn drafts_have_no_errors((kind, draft) in of(strategies::draft)) {
        let report = validate(kind, &draft, Profile::Document)?;
        prop_assert!(report.ok, "{:?}", report.issues);
    }

    #[test]
    fn n1_normalizing_twice_is_normalizing_once((kind, draft) in of(strategies::wild)) {
        let once = kind.normalize(&draft)?;
        prop_assert_eq!(kind.normalize(&once)?, once);
    }

    #[test]
    fn n2_normalizing_adds_no_error((kind, draft) in of(strategies::wild)) {
        let normal = kind.normalize(&draft)?;
        for profile in Profile::ALL {
            let (before, after) = (validate(kind, &draft, profile)?, validate(kind, &normal, profile)?);
            prop_assert!(counted(&after, true) <= counted(&before, true), "{} {:?}", normal, after.issues);
        }
    }

    #[test]
    fn n3_unknown_members_come_through_untouched((kind, draft) in of(strategies::wild)) {
        let normal = kind.normalize(&draft)?;
        prop_assert_eq!(strangers(kind, &normal), strangers(kind, &draft));
    }

    #[test]
    fn f1_a_fix_removes_its_issue_and_adds_no_error((kind, draft) in of(strategies::wild)) {
        for profile in Profile::ALL {
            let before = validate(kind, &draft, profile)?;
            for issue in &before.issues {
                let Some(fix) = &issue.fix else { continue };
                let mended = patch::apply(&draft, &fix.patch)?;
                let after = validate(kind, &mended, profile)?;
                // Fewer of its kind, or another one: ranges that are joined may overlap with a third.
                let count = |report: &Report| report.issues.iter().filter(|other| other.code == issue.code).count();
                let same = |other: &Issue| (other.code, &other.path, &other.params) == (issue.code, &issue.path, &issue.params);
                prop_assert!(count(&after) < count(&before) || !after.issues.iter().any(same), "{:?}", issue);
                let mends_a_word = matches!(issue.code, Code::MisspeltMember | Code::MisspeltValue);
                prop_assert!(counted(&after, mends_a_word) <= counted(&before, mends_a_word), "{:?} {:?}", issue, after.issues);
            }
        }
    }

    #[test]
    fn f2_fixing_leaves_nothing_to_fix((kind, draft) in of(strategies::wild)) {
        for profile in Profile::ALL {
            let options = Options { profile, stored: None };
            let fixed = kind.fix(&draft, &options)?;
            prop_assert!(fixed.issues.iter().all(|issue| issue.fix.is_none()), "{:?}", fixed.issues);
            let again = kind.fix(&fixed.value, &options)?;
            prop_assert_eq!((again.value, again.applied.len()), (fixed.value, 0));
        }
    }

    #[test]
    fn d1_a_record_does_not_differ_from_itself((kind, draft) in of(strategies::wild)) {
        let diff = kind.diff(&draft, &draft, Absent::Remove)?;
        prop_assert_eq!((diff.changes.len(), diff.patch.len()), (0, 0));
    }

    #[test]
    fn d2_the_patch_leads_from_one_to_the_other((kind, (stored, draft)) in pairs()) {
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
    fn b1_b2_the_body_holds_nothing_read_only_and_changes_what_the_draft_does((kind, (stored, draft)) in pairs()) {
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
    fn any_view_gives_the_same_answer((kind, draft) in of(strategies::wild)) {
        let document = Document::parse(&to_string(&draft))?;
        let read = document.root().to_value();
        let by_tape = kind.validate(document.root(), &Options::default())?;
        prop_assert_eq!(to_string(&by_tape), to_string(&kind.validate(&read, &Options::default())?));
    }

    #[test]
    fn what_is_printed_reads_as_the_same((kind, draft) in of(strategies::draft)) {
        let text = to_string(&draft);
        prop_assert!(calendiff::json::equal(&Document::parse(&text)?.root().to_value(), &draft), "{:?}", kind);
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
