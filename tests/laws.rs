//! The laws, on records made from the tables.
//!
//! Each is tried on a hundred cases; `PROPTEST_CASES=100000 cargo test --release --all-features --test laws` tries more.

#![cfg(feature = "proptest")]

use std::collections::BTreeSet;

use calendiff::json::patch::{self, Op};
use calendiff::json::{Document, Tree, equal, to_string};
use calendiff::schema::{Access, Object};
use calendiff::strategies::{self, Edited, Merging};
use calendiff::{
    Absent, By, Call, Change, Choice, Code, Compare, Conflict, Issue, Kind, Merged, Mode, Options, Profile, Reply,
    Report, RequestOptions, Sandbox, Severity, Side,
};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Map, Value};

/// No changes.
const NONE: Vec<String> = Vec::new();

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

fn to_text(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// What an update can write of a value: without what only responses carry, without what the tables do not know, and
/// without empty text, which responses have for what is not set.
fn writable(table: &'static Object, value: &Value) -> Value {
    let is_written = |name: &str, value: &Value| {
        value.as_str().is_none_or(|text| !text.trim().is_empty())
            && table.member(name).is_some_and(|row| row.access != Access::ResponseOnly)
    };
    let members = value.as_object().into_iter().flatten().filter(|(name, value)| is_written(name, value));
    let written = members.map(|(name, value)| {
        let inside = match (table.member(name).and_then(|row| row.ty.table()), value) {
            (Some(table), Value::Array(items)) => {
                items.iter().map(|item| if item.is_object() { writable(table, item) } else { item.clone() }).collect()
            }
            (Some(table), Value::Object(_)) => writable(table, value),
            _ => value.clone(),
        };
        (name.clone(), inside)
    });
    Value::Object(written.collect())
}

/// What the sandbox answers to a body, where it holds that record.
fn put(kind: Kind, stored: &Value, body: &Value, profile: Profile) -> Result<Reply, calendiff::Error> {
    let folder = if kind == Kind::Calendar { "calendars" } else { "locations" };
    let to = RequestOptions { base_url: "http://sandbox", id: "a", token: "any", ..RequestOptions::default() };
    let request = kind.request(body, &to)?;
    let state = serde_json::json!({ folder: { "a": stored } });
    Ok(Sandbox { profile, token: None }.answer(state, &Call::from(&request)).1)
}

/// The members that the tables do not know, each by its table and name, with its value.
fn unknown_members(kind: Kind, draft: &Value) -> BTreeSet<(&'static str, String, String)> {
    fn inside(table: &'static Object, value: &Value, unknown_members: &mut BTreeSet<(&'static str, String, String)>) {
        for (name, value) in value.as_object().into_iter().flatten() {
            match table.member(name) {
                Some(member) => {
                    let items = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
                    let below = member.ty.table().into_iter();
                    below.for_each(|table| items.iter().for_each(|item| inside(table, item, unknown_members)));
                }
                None => _ = unknown_members.insert((table.name, name.clone(), to_string(value))),
            }
        }
    }
    let mut unknown_members = BTreeSet::new();
    let (envelope, _) = kind.strip_envelope(Tree::of(draft).root());
    inside(kind.record(), envelope.map_or(draft, |name| &draft[name]), &mut unknown_members);
    unknown_members
}

/// The members that are reported as unknown, with their values.
fn unknown(draft: &Value, issues: &[Issue]) -> BTreeSet<(String, String)> {
    let unknown = issues.iter().filter(|issue| issue.code == Code::UnknownMember);
    let named = unknown.map(|issue| (issue.path.segments().last().map(ToString::to_string), issue.path.pointer()));
    named.map(|(name, pointer)| (name.unwrap_or_default(), to_string(&draft.pointer(&pointer)))).collect()
}

/// Everything that the verbs say of a draft, and of it beside what is stored and what others made of that.
fn all_answers(kind: Kind, stored: &Value, draft: &Value, theirs: &Value) -> Result<Vec<String>, calendiff::Error> {
    let mut all =
        vec![to_text(&kind.normalize(draft)?), to_text(&kind.read(draft)?), to_text(&kind.outcome(stored, draft)?)];
    for profile in [Profile::Document, Profile::Service] {
        for stored in [None, Some(stored as &dyn calendiff::json::Json)] {
            let options = Options { profile, stored };
            all.push(to_text(&kind.validate(draft, &options)?));
            all.push(to_text(&kind.fix(draft, &options)?));
        }
        all.push(to_text(&kind.review(stored, draft, profile, Mode::Full)?));
    }
    for by in [By::Meaning, By::Spelling] {
        all.push(to_text(&kind.diff(stored, draft, Compare { by, absent: Absent::Remove, ..Compare::default() })?));
    }
    all.push(to_text(&kind.body(stored, draft, Mode::Changed)?));
    all.push(to_text(&kind.merge(stored, draft, theirs, Choice::Leave)?));
    all.push(to_text(&kind.verify(stored, draft, theirs)?));
    let mut form = kind.form(stored, Profile::Service)?;
    for (name, value) in
        draft.as_object().into_iter().flatten().filter(|_| kind.strip_envelope(Tree::of(draft).root()).0.is_none())
    {
        form.set(&calendiff::json::Path::new().with(name.clone()), value)?;
        all.push(form.issues().chain(&[]).map(to_text).collect());
        all.push(form.changes().map(to_text).collect());
    }
    Ok(all)
}

proptest! {
    #[test]
    fn z1_a_fast_path_answers_as_the_slow_one(
        (kind, (stored, draft, theirs)) in of(|kind| {
            let draft = prop_oneof![
                2 => strategies::wild(kind).boxed(),
                2 => strategies::stored(kind).boxed(),
                1 => strategies::clean(kind).boxed(),
            ];
            (strategies::stored(kind), draft, strategies::stored(kind))
        }),
    ) {
        let fast = all_answers(kind, &stored, &draft, &theirs)?;
        let slow = strategies::without_fast_paths(|| all_answers(kind, &stored, &draft, &theirs))?;
        prop_assert_eq!(fast, slow);
    }

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
            prop_assert!(errors(&after).count() <= errors(&before).count(), "{} {:?}", normal, after.issues);
            prop_assert!(after.ok || !before.ok, "{} {:?}", normal, after.issues);
        }
    }

    #[test]
    fn n3_unknown_members_come_through_untouched((kind, draft) in of(strategies::wild)) {
        let normal = kind.normalize(&draft)?;
        prop_assert_eq!(unknown_members(kind, &normal), unknown_members(kind, &draft));
    }

    #[test]
    fn f1_a_fix_removes_its_issue_and_adds_no_error((kind, draft) in of(strategies::wild)) {
        for profile in Profile::ALL {
            let before = validate(kind, &draft, profile)?;
            for issue in &before.issues {
                let Some(fix) = &issue.fix else { continue };
                let fixed = patch::apply(&draft, &fix.patch)?;
                let after = validate(kind, &fixed, profile)?;
                // Fewer of its kind, or another one: ranges that are joined may overlap with a third.
                let count = |report: &Report| report.issues.iter().filter(|other| other.code == issue.code).count();
                let same = |other: &Issue| (other.code, &other.path, &other.params) == (issue.code, &issue.path, &issue.params);
                prop_assert!(count(&after) < count(&before) || !after.issues.iter().any(same), "{:?}", issue);
                prop_assert!(errors(&after).count() <= errors(&before).count(), "{:?} {:?}", issue, after.issues);
                prop_assert!(after.ok || !before.ok, "{:?} {:?}", issue, after.issues);
            }
        }
    }

    #[test]
    fn f2_fixing_leaves_nothing_to_fix((kind, draft) in of(strategies::wild)) {
        for profile in Profile::ALL {
            let options = Options { profile, stored: None };
            let fixed = kind.fix(&draft, &options)?;
            prop_assert!(fixed.issues.iter().all(|issue| issue.unasked_fix().is_none()), "{:?}", fixed.issues);
            let again = kind.fix(&fixed.value, &options)?;
            prop_assert_eq!((again.value, again.applied.len()), (fixed.value, 0));
        }
    }

    #[test]
    fn fixing_removes_unknown_members_only_where_they_are_errors((kind, draft) in of(strategies::wild)) {
        for profile in Profile::ALL {
            let options = Options { profile, stored: None };
            let before = kind.validate(&draft, &options)?;
            let fixed = kind.fix(&draft, &options)?;
            let kept = unknown(&fixed.value, &fixed.issues);
            if profile == Profile::Service {
                prop_assert!(kept.is_empty(), "{:?}", kept);
            } else {
                prop_assert!(kept.is_superset(&unknown(&draft, &before.issues)), "{:?}", fixed.applied);
            }
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
            prop_assert_eq!(kind.diff(&patched, &draft, absent)?.words, NONE);
            prop_assert_eq!(diff.changes.is_empty(), diff.patch.is_empty());
            let merge_patch = diff.merge_patch.ok_or_else(|| TestCaseError::fail("records without null"))?;
            let mut merged = stored.clone();
            json_patch::merge(&mut merged, &merge_patch);
            prop_assert_eq!(kind.diff(&merged, &draft, absent)?.words, NONE);
        }
    }

    #[test]
    fn d2_the_patch_leads_to_the_outcome((kind, Edited { stored, draft }) in of(strategies::edited)) {
        let patched = patch::apply(&stored, &kind.diff(&stored, &draft, Absent::Keep)?.patch)?;
        // As the service holds it: special dates that are marked as deleted are gone.
        let held = kind.outcome(&patched, Value::Object(Map::new()))?;
        let wanted = kind.outcome(&stored, &draft)?;
        let (held, wanted) = (writable(kind.record(), &held), writable(kind.record(), &wanted));
        prop_assert_eq!(kind.diff(&held, &wanted, Absent::Remove)?.words, NONE);
    }

    #[test]
    fn d3_invert_undoes_exactly((kind, Edited { stored, draft }) in of(strategies::edited)) {
        let patch = kind.diff(&stored, &draft, Absent::Keep)?.patch;
        let patched = patch::apply(&stored, &patch)?;
        let undone = patch::apply(&patched, &patch::invert(&stored, &patch)?)?;
        prop_assert!(equal(&undone, &stored), "{}", undone);
    }

    #[test]
    fn d4_equal_meaning_is_no_change((kind, draft) in of(strategies::draft)) {
        let normal = kind.normalize(&draft)?;
        prop_assert_eq!(kind.diff(&draft, &normal, Absent::Remove)?.words, NONE);
        prop_assert_eq!(kind.diff(&normal, &draft, Absent::Remove)?.words, NONE);
    }

    #[test]
    fn d5_no_operation_can_go((kind, Edited { stored, draft }) in of(strategies::edited)) {
        let patch = kind.diff(&stored, &draft, Absent::Keep)?.patch;
        let whole = patch::apply(&stored, &patch)?;
        // By spelling: an entry for a closed day goes, though a day without an entry is closed as well.
        let spelled = Compare { absent: Absent::Remove, by: By::Spelling, tests: false };
        for left_out in 0..patch.len() {
            let fewer = [&patch[..left_out], &patch[left_out + 1..]].concat();
            if let Ok(patched) = patch::apply(&stored, &fewer) {
                let rest = kind.diff(&patched, &whole, spelled)?.words;
                prop_assert_ne!(rest, NONE, "without {:?}", patch[left_out]);
            }
        }
    }

    #[test]
    fn b1_the_body_holds_nothing_read_only((kind, Edited { stored, draft }) in of(strategies::edited)) {
        for mode in [Mode::Full, Mode::Changed] {
            let body = kind.body(&stored, &draft, mode)?;
            let report = validate(kind, &body.value, Profile::Document)?;
            prop_assert!(report.issues.iter().all(|issue| issue.code != Code::ReadOnly), "{}", body.value);
        }
    }

    #[test]
    fn b2_what_the_body_leads_to_differs_by_the_drafts_changes((kind, Edited { stored, draft }) in of(strategies::edited)) {
        let wanted = kind.outcome(&stored, &draft)?;
        for mode in [Mode::Full, Mode::Changed] {
            let sent = kind.body(&stored, &draft, mode)?.value;
            // A place whose kind is empty is sent without one, and then stands for whatever is stored at its position.
            let by_position = kind.diff(&stored, &sent, Absent::Keep)?.issues;
            if by_position.iter().any(|note| note.code == Code::ByPosition) {
                continue;
            }
            let held = kind.outcome(&stored, &sent)?;
            let (wanted, held) = (writable(kind.record(), &wanted), writable(kind.record(), &held));
            prop_assert_eq!(kind.diff(&wanted, &held, Absent::Remove)?.words, NONE, "{:?} {}", mode, sent);
        }
    }

    #[test]
    fn b3_the_body_of_a_sound_draft_is_accepted((kind, Edited { stored, draft }) in of(strategies::edited)) {
        let untouched = Value::Object(Map::new());
        for profile in [Profile::Document, Profile::Service] {
            for mode in [Mode::Full, Mode::Changed] {
                let review = kind.review(&stored, &draft, profile, mode)?;
                // What the service holds and would refuse of itself is no fault of the draft.
                let echo = kind.body(&stored, &untouched, Mode::Full)?.value;
                if review.report.ok && put(kind, &stored, &echo, profile)?.status == 200 {
                    let reply = put(kind, &stored, &review.body.value, profile)?;
                    prop_assert_eq!(reply.status, 200, "{:?} {:?} {} {}", profile, mode, reply.body, review.body.value);
                }
            }
        }
    }

    #[test]
    fn b1_b2_the_body_holds_nothing_read_only_and_changes_what_the_draft_does((kind, (stored, draft)) in pairs()) {
        for mode in [Mode::Full, Mode::Changed] {
            let body = kind.body(&stored, &draft, mode)?;
            let report = validate(kind, &body.value, Profile::Document)?;
            prop_assert!(report.issues.iter().all(|issue| issue.code != Code::ReadOnly), "{}", body.value);
            let sent = kind.diff(&stored, &kind.outcome(&stored, &body.value)?, Absent::Keep)?.words;
            let drafted = kind.outcome(&stored, &kind.normalize(&draft)?)?;
            let wanted = kind.diff(&stored, &drafted, Absent::Keep)?.words;
            prop_assert_eq!(sent, wanted);
        }
    }

    #[test]
    fn m1_what_only_ours_changed_is_ours((kind, Merging { base, ours, .. }) in of(strategies::merging)) {
        let merged = kind.merge(&base, &ours, &base, Choice::Leave)?;
        prop_assert!(equal(&merged.value, &ours), "{}", merged.value);
        prop_assert_eq!(merged.conflicts, vec![]);
    }

    #[test]
    fn m2_what_only_theirs_changed_is_theirs((kind, Merging { base, theirs, .. }) in of(strategies::merging)) {
        let merged = kind.merge(&base, &base, &theirs, Choice::Leave)?;
        prop_assert!(equal(&merged.value, &theirs), "{}", merged.value);
        prop_assert_eq!(merged.conflicts, vec![]);
    }

    #[test]
    fn m3_what_both_made_is_that((kind, Merging { base, ours, .. }) in of(strategies::merging)) {
        let merged = kind.merge(&base, &ours, &ours, Choice::Leave)?;
        prop_assert!(equal(&merged.value, &ours), "{}", merged.value);
        prop_assert_eq!(merged.conflicts, vec![]);
        prop_assert!(merged.taken.iter().all(|taken| taken.from == Side::Both), "{:?}", merged.taken);
    }

    #[test]
    fn m4_swapping_sides_swaps_labels_only((kind, Merging { base, ours, theirs }) in of(strategies::merging)) {
        let merged = kind.merge(&base, &ours, &theirs, Choice::Leave)?;
        let swapped = kind.merge(&base, &theirs, &ours, Choice::Leave)?;
        prop_assert!(equal(&merged.value, &swapped.value), "{} {}", merged.value, swapped.value);
        let conflicts = |merged: &Merged, swap: bool| {
            let conflicts = merged.conflicts.iter().map(|Conflict { path, base, ours, theirs, .. }| {
                let (ours, theirs) = if swap { (theirs, ours) } else { (ours, theirs) };
                to_text(&(path, base, ours, theirs))
            });
            conflicts.collect::<BTreeSet<_>>()
        };
        prop_assert_eq!(conflicts(&merged, false), conflicts(&swapped, true));
        let taken = |merged: &Merged, swap: bool| {
            let taken = merged.taken.iter().map(|taken| {
                let from = match taken.from {
                    Side::Ours if swap => Side::Theirs,
                    Side::Theirs if swap => Side::Ours,
                    from => from,
                };
                let Change { kind, path, before, after, .. } = &taken.change;
                to_text(&(from, kind, path, before, after))
            });
            taken.collect::<BTreeSet<_>>()
        };
        prop_assert_eq!(taken(&merged, false), taken(&swapped, true));
        let mirrored = kind.merge(&base, &theirs, &ours, Choice::Theirs)?;
        let resolved = kind.merge(&base, &ours, &theirs, Choice::Ours)?;
        prop_assert!(equal(&mirrored.value, &resolved.value), "{} {}", resolved.value, mirrored.value);
    }

    #[test]
    fn m5_a_change_of_one_side_is_never_lost((kind, Merging { base, ours, theirs }) in of(strategies::merging)) {
        // Where one side's way is taken at each conflict, all its changes are in: merging them in again adds nothing.
        for (choice, side) in [(Choice::Ours, &ours), (Choice::Theirs, &theirs)] {
            let merged = kind.merge(&base, &ours, &theirs, choice)?;
            prop_assert_eq!(&merged.conflicts, &vec![]);
            let again = kind.merge(&base, side, &merged.value, Choice::Leave)?;
            prop_assert_eq!(again.conflicts, vec![], "{:?}: {}", choice, merged.value);
            let rest = kind.diff(&merged.value, &again.value, Absent::Remove)?.words;
            prop_assert_eq!(rest, NONE, "{:?}: {}", choice, merged.value);
        }
        // And members that only one side touched are as that side has them, without any choice.
        let merged = kind.merge(&base, &ours, &theirs, Choice::Leave)?;
        for row in kind.record().members {
            let [base, ours, theirs, merged] = [&base, &ours, &theirs, &merged.value].map(|record| record.get(row.name));
            if ours == base || theirs == base {
                prop_assert_eq!(merged, if ours == base { theirs } else { ours }, "{}", row.name);
            }
        }
    }

    #[test]
    fn m5_no_conflict_is_made_up((kind, Merging { base, ours, theirs }) in of(strategies::merging)) {
        for conflict in kind.merge(&base, &ours, &theirs, Choice::Leave)?.conflicts {
            prop_assert!(conflict.ours != conflict.theirs, "{:?}", conflict);
            prop_assert!(conflict.base != conflict.ours && conflict.base != conflict.theirs, "{:?}", conflict);
        }
    }

    #[test]
    fn a1_a_patch_fails_as_a_whole((kind, Edited { stored, draft }) in of(strategies::edited), at in any::<Index>()) {
        let mut patch = kind.diff(&stored, &draft, Absent::Keep)?.patch;
        let impossible = Op::Test { path: "/no such member".to_owned(), value: Value::Null };
        patch.insert(at.index(patch.len() + 1), impossible);
        prop_assert!(patch::apply(&stored, &patch).is_err());
    }

    #[test]
    fn any_view_gives_the_same_answer((kind, draft) in of(strategies::wild)) {
        let document = Document::parse(to_string(&draft))?;
        let read = document.root().to_value();
        let by_tree = kind.validate(document.root(), &Options::default())?;
        prop_assert_eq!(to_string(&by_tree), to_string(&kind.validate(&read, &Options::default())?));
    }

    #[test]
    fn what_is_printed_reads_as_the_same((kind, draft) in of(strategies::draft)) {
        let text = to_string(&draft);
        prop_assert!(equal(Document::parse(&text)?.root().to_value(), &draft), "{:?}", kind);
        prop_assert_eq!(serde_json::from_str::<Value>(&text).map_err(|error| TestCaseError::fail(error.to_string()))?, draft);
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "\\PC{0,40}|[\\[\\]{}\",:0-9eE.+\\-truefalsn\\\\u ]{0,40}") {
        let ours = Document::parse(&text);
        let theirs = serde_json::from_str::<Value>(&text);
        if let Err(error) = &ours {
            prop_assert!(error.position().is_some());
            prop_assert!(theirs.is_err() || matches!(error.code(), "json_duplicate" | "json_integer"), "{}", error);
        } else {
            prop_assert!(theirs.is_ok(), "{:?}", theirs);
        }
    }
}
