//! Of a stored record and an edit of it, or another record: diff, apply, invert.

use calendiff::json::equal;
use calendiff::json::patch::{self, Op};
use calendiff::schema::{Access, Object, Type};
use calendiff::strategies::{self, EditCase};
use calendiff::{Code, DiffOptions, Kind, Mode, Profile, Sameness, WhenAbsent};
use proptest::prelude::*;
use serde_json::{Map, Value};

use super::{Held, Laws, NONE, laws, of};

laws! { edited of EditCase = of(strategies::edited);
    d2_the_patch_leads_to_the_outcome,
    d2_the_crate_json_patch_applies_it_alike,
    d2_a_record_under_aliases_is_compared_by_what_it_means,
    d3_invert_undoes_exactly,
    d5_no_operation_can_go,
    a1_a_patch_fails_as_a_whole,
}

laws! { pairs of EditCase = records();
    d2_the_patch_leads_from_one_to_the_other,
}

/// Two records of one kind that share about half of their members.
pub(super) fn records() -> impl Strategy<Value = (Kind, EditCase)> {
    of(|kind| {
        (
            strategies::stored(kind),
            strategies::stored(kind),
            any::<u64>(),
        )
            .prop_map(|(stored, mut draft, shared)| {
                let members = stored.as_object().into_iter().flatten();
                for (bit, (name, value)) in members.enumerate() {
                    if shared >> (bit % 64) & 1 == 1 {
                        draft[name] = value.clone();
                    }
                }
                EditCase::new(stored, draft)
            })
    })
}

/// What an update can write of a value: without what only responses carry, and without what the tables do not know.
pub(super) fn writable(table: &'static Object, value: &Value) -> Value {
    let is_written = |name: &str| {
        table
            .member(name)
            .is_some_and(|row| row.access != Access::ResponseOnly)
    };
    let members = value
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(name, _)| is_written(name));
    let written = members.map(|(name, value)| {
        let inside = match (table.member(name).and_then(|row| row.ty.table()), value) {
            (Some(table), Value::Array(items)) => items
                .iter()
                .map(|item| {
                    if item.is_object() {
                        writable(table, item)
                    } else {
                        item.clone()
                    }
                })
                .collect(),
            (Some(table), Value::Object(_)) => writable(table, value),
            _ => value.clone(),
        };
        (name.clone(), inside)
    });
    Value::Object(written.collect())
}

fn d2_the_patch_leads_to_the_outcome(
    kind: Kind,
    EditCase { stored, draft, .. }: &EditCase,
) -> Held {
    // The service knows no aliases, so that a record with both names has two values.
    if [stored, draft]
        .iter()
        .any(|record| has_both(kind.table(), record))
    {
        return Ok(());
    }
    let diff = kind.diff(stored, draft, WhenAbsent::Keep)?;
    // Entries that cannot be told apart, such as a day in three of them, are paired in order, and the patch moves some.
    if diff.issues.iter().any(|note| note.code == Code::ByPosition) {
        return Ok(());
    }
    let patched = patch::apply(stored, &diff.patch)?;
    // As the service holds it: special dates that are marked as deleted are gone.
    let held = kind.outcome(&patched, Value::Object(Map::new()), Profile::Specification)?;
    // The service knows no aliases, and the body names none.
    let body = kind.body(stored, draft, Mode::Full)?.value;
    let wanted = kind.outcome(stored, body, Profile::Specification)?;
    // Read, since the draft may repeat the shapes of a response. A single unknown object is taken for an envelope.
    let (Ok(held), Ok(wanted)) = (kind.read(&held), kind.read(&wanted)) else {
        return Ok(());
    };
    let [held, wanted] =
        [held, wanted].map(|record| writable(kind.table(), &record.value.to_value()));
    prop_assert_eq!(kind.diff(&held, &wanted, WhenAbsent::Remove)?.words, NONE);
    Ok(())
}

fn d2_the_crate_json_patch_applies_it_alike(
    kind: Kind,
    EditCase { stored, draft, .. }: &EditCase,
) -> Held {
    for absent in [WhenAbsent::Keep, WhenAbsent::Remove] {
        let patch = kind.diff(stored, draft, absent)?.patch;
        let mut theirs = stored.clone();
        let operations: json_patch::Patch = serde_json::from_value(serde_json::to_value(&patch)?)?;
        json_patch::patch(&mut theirs, &operations)?;
        prop_assert!(equal(&theirs, patch::apply(stored, &patch)?), "{}", theirs);
    }
    Ok(())
}

/// Aliases do not change the words of a diff, and its patch applies to a record with aliases.
fn d2_a_record_under_aliases_is_compared_by_what_it_means(
    kind: Kind,
    EditCase { stored, draft, .. }: &EditCase,
) -> Held {
    // The stored record decides between a member and its alias.
    if [stored, draft]
        .iter()
        .any(|record| has_both(kind.table(), record))
    {
        return Ok(());
    }
    let (odd_stored, odd_draft) = (aliased(kind, stored), aliased(kind, draft));
    for absent in [WhenAbsent::Keep, WhenAbsent::Remove] {
        let wanted = kind.diff(stored, draft, absent)?.words;
        for (stored, draft) in [
            (&odd_stored, draft),
            (stored, &odd_draft),
            (&odd_stored, &odd_draft),
        ] {
            let diff = kind.diff(stored, draft, absent)?;
            prop_assert_eq!(&diff.words, &wanted, "{} {}", stored, draft);
            prop_assert_eq!(diff.patch.is_empty(), diff.changes.is_empty());
            let patched = patch::apply(stored, &diff.patch)?;
            prop_assert_eq!(
                kind.diff(&patched, draft, absent)?.words,
                NONE,
                "{:?}",
                diff.patch
            );
            let tested = kind.diff(stored, draft, DiffOptions::from(absent).tests(true))?;
            prop_assert_eq!(&patch::apply(stored, &tested.patch)?, &patched);
            if let Some(merge_patch) = &diff.merge_patch {
                let mut merged = stored.clone();
                json_patch::merge(&mut merged, merge_patch);
                prop_assert_eq!(
                    kind.diff(&merged, draft, absent)?.words,
                    NONE,
                    "{} {}",
                    stored,
                    merge_patch
                );
            }
        }
    }
    Ok(())
}

/// Returns true if an object has a member under its name and under an alias.
pub fn has_both(table: &'static Object, value: &Value) -> bool {
    let has = |name: &str| value.get(name).is_some();
    table.members.iter().any(|row| {
        let inside = row.ty.table().zip(value.get(row.name));
        has(row.name) && row.aliases.iter().any(|alias| has(alias))
            || inside.is_some_and(|(table, inside)| match (&row.ty, inside) {
                (_, Value::Array(items)) => items.iter().any(|item| has_both(table, item)),
                (Type::List(_), Value::Object(items)) => {
                    items.values().any(|item| has_both(table, item))
                }
                (_, inside) => has_both(table, inside),
            })
    })
}

/// The record with each member under its first alias, where there is no member of that name.
fn aliased(kind: Kind, record: &Value) -> Value {
    let Value::Object(members) = record else {
        return record.clone();
    };
    let name = |name: &String| {
        let alias = kind
            .table()
            .member(name)
            .and_then(|row| row.aliases.first());
        alias
            .filter(|alias| !members.contains_key(**alias))
            .map_or_else(|| name.clone(), |alias| (*alias).to_owned())
    };
    members
        .iter()
        .map(|(own, value)| (name(own), value.clone()))
        .collect()
}

fn d3_invert_undoes_exactly(kind: Kind, EditCase { stored, draft, .. }: &EditCase) -> Held {
    let patch = kind.diff(stored, draft, WhenAbsent::Keep)?.patch;
    let patched = patch::apply(stored, &patch)?;
    let undone = patch::apply(&patched, &patch::invert(stored, &patch)?)?;
    prop_assert!(equal(&undone, stored), "{}", undone);
    Ok(())
}

fn d5_no_operation_can_go(kind: Kind, EditCase { stored, draft, .. }: &EditCase) -> Held {
    let patch = kind.diff(stored, draft, WhenAbsent::Keep)?.patch;
    let whole = patch::apply(stored, &patch)?;
    // By spelling: an entry for a closed day goes, though a day without an entry is closed as well.
    let spelled = DiffOptions::default()
        .absent(WhenAbsent::Remove)
        .by(Sameness::Spelling);
    for left_out in 0..patch.len() {
        let fewer = [&patch[..left_out], &patch[left_out + 1..]].concat();
        if let Ok(patched) = patch::apply(stored, &fewer) {
            let rest = kind.diff(&patched, &whole, spelled)?.words;
            prop_assert_ne!(rest, NONE, "without {:?}", patch[left_out]);
        }
    }
    Ok(())
}

fn a1_a_patch_fails_as_a_whole(kind: Kind, EditCase { stored, draft, .. }: &EditCase) -> Held {
    let patch = kind.diff(stored, draft, WhenAbsent::Keep)?.patch;
    let impossible = Op::Test {
        path: "/no such member".to_owned(),
        value: Value::Null,
    };
    for at in 0..=patch.len() {
        let mut patch = patch.clone();
        patch.insert(at, impossible.clone());
        prop_assert!(patch::apply(stored, &patch).is_err());
    }
    Ok(())
}

fn d2_the_patch_leads_from_one_to_the_other(
    kind: Kind,
    EditCase { stored, draft, .. }: &EditCase,
) -> Held {
    for absent in [WhenAbsent::Keep, WhenAbsent::Remove] {
        let diff = kind.diff(stored, draft, absent)?;
        let patched = patch::apply(stored, &diff.patch)?;
        prop_assert_eq!(kind.diff(&patched, draft, absent)?.words, NONE);
        prop_assert_eq!(diff.changes.is_empty(), diff.patch.is_empty());
        let merge_patch = diff
            .merge_patch
            .ok_or_else(|| TestCaseError::fail("records without null"))?;
        let mut merged = stored.clone();
        json_patch::merge(&mut merged, &merge_patch);
        prop_assert_eq!(kind.diff(&merged, draft, absent)?.words, NONE);
    }
    Ok(())
}
