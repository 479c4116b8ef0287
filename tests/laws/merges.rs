//! Of a record and what two sides made of it.

use std::collections::BTreeSet;

use calendiff::json::equal;
use calendiff::schema::Member;
use calendiff::strategies::{self, MergeCase};
use calendiff::{Change, Conflict, Error, Kind, Merged, Resolution, Side, WhenAbsent};
use proptest::prelude::*;
use serde_json::Value;

use super::diffs::has_both;
use super::{Held, Laws, NONE, laws, of, to_text};

laws! { merging of MergeCase = of(strategies::merging);
    m1_what_only_ours_changed_is_ours,
    m2_what_only_theirs_changed_is_theirs,
    m3_what_both_made_is_that,
    m4_swapping_sides_swaps_labels_only,
    m5_a_change_of_one_side_is_never_lost,
    m5_no_conflict_is_made_up,
}

/// Returns true if two records are equal, or equal once read. A merge may rename a member that the records name in
/// different ways.
fn as_read(kind: Kind, merged: &Value, side: &Value) -> Result<bool, Error> {
    Ok(equal(merged, side) || equal(&kind.read(merged)?.value, &kind.read(side)?.value))
}

fn m1_what_only_ours_changed_is_ours(kind: Kind, MergeCase { base, ours, .. }: &MergeCase) -> Held {
    let merged = kind.merge(base, ours, base, Resolution::Leave)?;
    prop_assert!(
        as_read(kind, &merged.value.to_value(), ours)?,
        "{}",
        merged.value
    );
    prop_assert_eq!(merged.conflicts, vec![]);
    Ok(())
}

fn m2_what_only_theirs_changed_is_theirs(
    kind: Kind,
    MergeCase { base, theirs, .. }: &MergeCase,
) -> Held {
    let merged = kind.merge(base, base, theirs, Resolution::Leave)?;
    prop_assert!(
        as_read(kind, &merged.value.to_value(), theirs)?,
        "{}",
        merged.value
    );
    prop_assert_eq!(merged.conflicts, vec![]);
    Ok(())
}

fn m3_what_both_made_is_that(kind: Kind, MergeCase { base, ours, .. }: &MergeCase) -> Held {
    let merged = kind.merge(base, ours, ours, Resolution::Leave)?;
    prop_assert!(
        as_read(kind, &merged.value.to_value(), ours)?,
        "{}",
        merged.value
    );
    prop_assert_eq!(merged.conflicts, vec![]);
    prop_assert!(
        merged.taken.iter().all(|taken| taken.from == Side::Both),
        "{:?}",
        merged.taken
    );
    Ok(())
}

fn m4_swapping_sides_swaps_labels_only(
    kind: Kind,
    MergeCase {
        base, ours, theirs, ..
    }: &MergeCase,
) -> Held {
    let merged = kind.merge(base, ours, theirs, Resolution::Leave)?;
    let swapped = kind.merge(base, theirs, ours, Resolution::Leave)?;
    prop_assert!(
        equal(&merged.value, &swapped.value),
        "{} {}",
        merged.value,
        swapped.value
    );
    let conflicts = |merged: &Merged, swap: bool| {
        let conflicts = merged.conflicts.iter().map(
            |Conflict {
                 path,
                 base,
                 ours,
                 theirs,
                 ..
             }| {
                let (ours, theirs) = if swap { (theirs, ours) } else { (ours, theirs) };
                to_text(&(path, base, ours, theirs))
            },
        );
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
            let Change {
                kind,
                path,
                before,
                after,
                ..
            } = &taken.change;
            to_text(&(from, kind, path, before, after))
        });
        taken.collect::<BTreeSet<_>>()
    };
    prop_assert_eq!(taken(&merged, false), taken(&swapped, true));
    let mirrored = kind.merge(base, theirs, ours, Resolution::Theirs)?;
    let resolved = kind.merge(base, ours, theirs, Resolution::Ours)?;
    prop_assert!(
        equal(&mirrored.value, &resolved.value),
        "{} {}",
        resolved.value,
        mirrored.value
    );
    Ok(())
}

fn m5_a_change_of_one_side_is_never_lost(
    kind: Kind,
    MergeCase {
        base, ours, theirs, ..
    }: &MergeCase,
) -> Held {
    // If a record has a member under two names, a merge keeps the one that is read.
    if [base, ours, theirs]
        .iter()
        .any(|record| has_both(kind.table(), record))
    {
        return Ok(());
    }
    // Where one side's way is taken at each conflict, all its changes are in: merging them in again adds nothing.
    for (choice, side) in [(Resolution::Ours, ours), (Resolution::Theirs, theirs)] {
        let merged = kind.merge(base, ours, theirs, choice)?;
        prop_assert_eq!(&merged.conflicts, &vec![]);
        let again = kind.merge(base, side, &merged.value, Resolution::Leave)?;
        prop_assert_eq!(again.conflicts, vec![], "{:?}: {}", choice, merged.value);
        let rest = kind
            .diff(&merged.value, &again.value, WhenAbsent::Remove)?
            .words;
        prop_assert_eq!(rest, NONE, "{:?}: {}", choice, merged.value);
    }
    // And members that only one side touched are as that side has them, without any choice. A merge may rename a member, and
    // spells what is not set as one of the records does.
    let merged = kind
        .merge(base, ours, theirs, Resolution::Leave)?
        .value
        .to_value();
    let [base, ours, theirs, merged] =
        [base, ours, theirs, &merged].map(|record| kind.read(record));
    let [base, ours, theirs, value] =
        [base?, ours?, theirs?, merged?].map(|read| read.value.to_value());
    let rows = kind.table().members;
    for row in rows {
        // A number and its unit are one amount.
        let is_half = |of: &&Member| {
            of.name == row.name || of.unit == Some(row.name) || row.unit == Some(of.name)
        };
        let amount: Vec<&Member> = rows.iter().filter(is_half).collect();
        let amount_of = |record: &Value| -> Value {
            let members = amount
                .iter()
                .filter_map(|row| Some((row.name.to_owned(), record.get(row.name)?.clone())));
            Value::Object(members.collect())
        };
        let [base, ours, theirs, merged] = [&base, &ours, &theirs, &value].map(amount_of);
        if ours == base || theirs == base {
            let wanted = if ours == base { &theirs } else { &ours };
            prop_assert_eq!(
                kind.diff(wanted, &merged, WhenAbsent::Remove)?.words,
                NONE,
                "{}",
                row.name
            );
        }
    }
    Ok(())
}

fn m5_no_conflict_is_made_up(
    kind: Kind,
    MergeCase {
        base, ours, theirs, ..
    }: &MergeCase,
) -> Held {
    for conflict in kind.merge(base, ours, theirs, Resolution::Leave)?.conflicts {
        prop_assert!(conflict.ours != conflict.theirs, "{:?}", conflict);
        let name = conflict
            .path
            .segments()
            .first()
            .map(ToString::to_string)
            .unwrap_or_default();
        let rows = kind.table().members;
        let is_half =
            |row: &Member| row.unit == Some(&*name) || row.name == name && row.unit.is_some();
        if !rows.iter().any(is_half) {
            prop_assert!(
                conflict.base != conflict.ours && conflict.base != conflict.theirs,
                "{:?}",
                conflict
            );
        }
    }
    Ok(())
}
