//! Of a draft alone: validate, normalize, fix.

use std::collections::BTreeSet;

use calendiff::json::{Document, Path, Tree, equal, patch, to_string};
use calendiff::schema::Object;
use calendiff::{
    Code, Fixed, Issue, Kind, Profile, ValidateOptions, ValidationReport, WhenAbsent, strategies,
};
use proptest::prelude::*;
use serde_json::Value;

use super::case::Case;
use super::{Held, Laws, NONE, errors, laws, of, validate};

laws! { wild of Value = of(strategies::wild);
    n1_normalizing_twice_is_normalizing_once,
    n2_normalizing_adds_no_error,
    n3_unknown_members_come_through_untouched,
    f1_a_fix_removes_its_issue_and_adds_no_error,
    f2_fixing_leaves_nothing_to_fix,
    fixing_removes_unknown_members_only_where_they_are_errors,
    d1_a_record_does_not_differ_from_itself,
    any_view_gives_the_same_answer,
}

laws! { sound of Sound = of(|kind| strategies::draft(kind).prop_map(Sound));
    drafts_have_no_errors,
    d4_equal_meaning_is_no_change,
    what_is_printed_reads_as_the_same,
}

/// A draft without errors.
#[derive(Clone, Debug)]
pub struct Sound(Value);

impl Case for Sound {
    fn of(_: Kind, _: Vec<Value>) -> Option<Self> {
        None
    }

    fn documents(&self) -> Vec<Value> {
        vec![self.0.clone()]
    }
}

/// The members that the tables do not know, each by its table and name, with its value.
fn unknown_members(kind: Kind, draft: &Value) -> BTreeSet<(&'static str, String, String)> {
    fn inside(
        table: &'static Object,
        value: &Value,
        unknown_members: &mut BTreeSet<(&'static str, String, String)>,
    ) {
        for (name, value) in value.as_object().into_iter().flatten() {
            match table.member(name) {
                Some(member) => {
                    let items = value
                        .as_array()
                        .map_or(std::slice::from_ref(value), Vec::as_slice);
                    let below = member.ty.table().into_iter();
                    for table in below {
                        for item in items {
                            inside(table, item, unknown_members);
                        }
                    }
                }
                None => _ = unknown_members.insert((table.name, name.clone(), to_string(value))),
            }
        }
    }
    let mut unknown_members = BTreeSet::new();
    let (envelope, _) = kind.strip_envelope(Tree::of(draft).root());
    inside(
        kind.table(),
        envelope.map_or(draft, |name| &draft[name]),
        &mut unknown_members,
    );
    unknown_members
}

/// Whether a fix has taken away what stood beside an unknown member that is named as the envelope: alone, it is one.
fn became_envelope(kind: Kind, draft: &Value, fixed: &Value) -> bool {
    let [before, after] =
        [draft, fixed].map(|record| kind.strip_envelope(Tree::of(record).root()).0);
    before != after
}

/// The members that are reported as unknown, with their values.
fn unknown(draft: &Value, issues: &[Issue]) -> BTreeSet<(String, String)> {
    let unknown = issues
        .iter()
        .filter(|issue| issue.code == Code::UnknownMember);
    let named = unknown.map(|issue| {
        (
            issue.path.segments().last().map(ToString::to_string),
            issue.path.pointer(),
        )
    });
    named
        .map(|(name, pointer)| {
            (
                name.unwrap_or_default(),
                to_string(&draft.pointer(&pointer)),
            )
        })
        .collect()
}

fn n1_normalizing_twice_is_normalizing_once(kind: Kind, draft: &Value) -> Held {
    let once = kind.normalize(draft)?;
    prop_assert_eq!(kind.normalize(&once)?, once);
    Ok(())
}

fn n2_normalizing_adds_no_error(kind: Kind, draft: &Value) -> Held {
    let normal = kind.normalize(draft)?;
    for &profile in Profile::ALL {
        let (before, after) = (
            validate(kind, draft, profile)?,
            validate(kind, &normal.to_value(), profile)?,
        );
        prop_assert!(
            errors(&after).count() <= errors(&before).count(),
            "{} {:?}",
            normal,
            after.issues
        );
        prop_assert!(after.ok || !before.ok, "{} {:?}", normal, after.issues);
    }
    Ok(())
}

fn n3_unknown_members_come_through_untouched(kind: Kind, draft: &Value) -> Held {
    let normal = kind.normalize(draft)?;
    prop_assert_eq!(
        unknown_members(kind, &normal.to_value()),
        unknown_members(kind, draft)
    );
    Ok(())
}

fn f1_a_fix_removes_its_issue_and_adds_no_error(kind: Kind, draft: &Value) -> Held {
    for &profile in Profile::ALL {
        let before = validate(kind, draft, profile)?;
        for issue in &before.issues {
            let Some(fix) = &issue.fix else { continue };
            let fixed = patch::apply(draft, &fix.patch)?;
            if became_envelope(kind, draft, &fixed) {
                continue;
            }
            let after = validate(kind, &fixed, profile)?;
            // Fewer of its kind, or another one: ranges that are joined may overlap with a third.
            let count = |report: &ValidationReport| {
                report
                    .issues
                    .iter()
                    .filter(|other| other.code == issue.code)
                    .count()
            };
            let same = |other: &Issue| {
                (other.code, &other.path, &other.params) == (issue.code, &issue.path, &issue.params)
            };
            prop_assert!(
                count(&after) < count(&before) || !after.issues.iter().any(same),
                "{:?}",
                issue
            );
            prop_assert!(
                errors(&after).count() <= errors(&before).count(),
                "{:?} {:?}",
                issue,
                after.issues
            );
            prop_assert!(after.ok || !before.ok, "{:?} {:?}", issue, after.issues);
        }
    }
    Ok(())
}

fn f2_fixing_leaves_nothing_to_fix(kind: Kind, draft: &Value) -> Held {
    for &profile in Profile::ALL {
        let options = ValidateOptions::from(profile);
        let fixed = kind.fix(draft, &options)?;
        prop_assert!(
            fixed
                .issues
                .iter()
                .all(|issue| issue.automatic_fix().is_none()),
            "{:?}",
            fixed.issues
        );
        let again = kind.fix(&fixed.value, &options)?;
        prop_assert_eq!((again.value, again.applied.len()), (fixed.value, 0));
    }
    Ok(())
}

fn fixing_removes_unknown_members_only_where_they_are_errors(kind: Kind, draft: &Value) -> Held {
    for &profile in Profile::ALL {
        let options = ValidateOptions::from(profile);
        let before = kind.validate(draft, &options)?;
        let fixed = kind.fix(draft, &options)?;
        let kept = unknown(&fixed.value.to_value(), &fixed.issues);
        if profile == Profile::Service {
            prop_assert!(kept.is_empty() || has_only_unknown(&fixed), "{:?}", kept);
        } else {
            // One that is named as the envelope may become one, see `became_envelope`.
            let mut unknown = unknown(draft, &before.issues);
            unknown.retain(|(name, _)| !kind.envelopes().contains(&name.as_str()));
            prop_assert!(kept.is_superset(&unknown), "{:?}", fixed.applied);
        }
    }
    Ok(())
}

/// Returns true if each unknown member that is left is in an object with no member of its table, which would be emptied.
fn has_only_unknown(fixed: &Fixed) -> bool {
    let value = fixed.value.to_value();
    let named = |path: &Path| {
        fixed.issues.iter().any(|issue| {
            issue.path == *path
                && matches!(issue.code, Code::UnknownMember | Code::MisspelledMember)
        })
    };
    fixed
        .issues
        .iter()
        .filter(|issue| issue.code == Code::UnknownMember)
        .all(|issue| {
            let mut around = issue.path.clone();
            around.pop();
            let object = value.pointer(&around.pointer()).and_then(Value::as_object);
            object.is_some_and(|object| object.keys().all(|name| named(&around.with(name.clone()))))
        })
}

fn d1_a_record_does_not_differ_from_itself(kind: Kind, draft: &Value) -> Held {
    // A record that is one object of an unknown name is taken for an envelope, and refused.
    if kind
        .read(draft)
        .is_err_and(|error| error.code() == "envelope_unknown")
    {
        return Ok(());
    }
    let diff = kind.diff(draft, draft, WhenAbsent::Remove)?;
    prop_assert_eq!((diff.changes.len(), diff.patch.len()), (0, 0));
    Ok(())
}

fn any_view_gives_the_same_answer(kind: Kind, draft: &Value) -> Held {
    let document = Document::parse(to_string(draft))?;
    let read = document.root().to_value();
    let by_tree = kind.validate(document.root(), &ValidateOptions::default())?;
    prop_assert_eq!(
        to_string(&by_tree),
        to_string(&kind.validate(&read, &ValidateOptions::default())?)
    );
    Ok(())
}

fn drafts_have_no_errors(kind: Kind, Sound(draft): &Sound) -> Held {
    let report = validate(kind, draft, Profile::Specification)?;
    prop_assert!(report.ok, "{:?}", report.issues);
    Ok(())
}

fn d4_equal_meaning_is_no_change(kind: Kind, Sound(draft): &Sound) -> Held {
    let normal = kind.normalize(draft)?;
    prop_assert_eq!(kind.diff(draft, &normal, WhenAbsent::Remove)?.words, NONE);
    prop_assert_eq!(kind.diff(&normal, draft, WhenAbsent::Remove)?.words, NONE);
    Ok(())
}

fn what_is_printed_reads_as_the_same(kind: Kind, Sound(draft): &Sound) -> Held {
    let text = to_string(draft);
    prop_assert!(
        equal(Document::parse(&text)?.root().to_value(), draft),
        "{:?}",
        kind
    );
    prop_assert_eq!(&serde_json::from_str::<Value>(&text)?, draft);
    Ok(())
}
