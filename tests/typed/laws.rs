//! The laws of typed Rust, on records made from the tables.

use calendiff::strategies;
use proptest::prelude::*;

use super::*;

fn kinds() -> impl Strategy<Value = Kind> {
    prop_oneof![Just(Kind::Calendar), Just(Kind::Location)]
}

/// What responses are seen to hold, and what people write.
fn oddities() -> impl Strategy<Value = Value> {
    proptest::sample::select(vec![
        json!(null),
        json!(""),
        json!({}),
        json!([]),
        json!([null]),
        json!(-1),
        json!(1.5),
        json!("30"),
        json!("tall"),
        json!(true),
        json!({ "0": { "a": [] } }),
    ])
}

/// Numbers that no field of their member may hold.
fn large() -> impl Strategy<Value = Value> {
    proptest::sample::select(vec![json!(1e21), json!(u64::MAX), json!((1_u64 << 53) + 1)])
}

/// A record with oddities under known and unknown names, at any depth.
fn hurt(value: &mut Value, kind: Kind, odd: &[(usize, Value)]) {
    let mut found = Vec::new();
    super::rows(kind.table(), &Path::new(), &mut found);
    for (at, oddity) in odd {
        let (path, row) = &found[at % found.len()];
        let mut parent = path.clone();
        parent.pop();
        if let Some(Value::Object(members)) = value.pointer_mut(&parent.pointer()) {
            let name = if at % 3 == 0 { "unknown" } else { row.name };
            members.insert(name.to_owned(), oddity.clone());
        }
    }
}

proptest! {
    #[test]
    fn no_stored_record_loses_anything(
        (kind, mut value) in kinds().prop_flat_map(|kind| (Just(kind), strategies::stored(kind))),
        odd in proptest::collection::vec((any::<usize>(), prop_oneof![9 => oddities(), 1 => large()]), 0..6),
    ) {
        hurt(&mut value, kind, &odd);
        // A single unknown object reads as a record in a wrong envelope.
        prop_assume!(kind.read(&value).is_ok());
        let stored = kind.read(&value)?;
        prop_assert_eq!(there_and_back(&stored), stored.value);
    }

    #[test]
    fn an_echo_changes_nothing(
        (kind, mut value) in kinds().prop_flat_map(|kind| (Just(kind), strategies::stored(kind))),
        odd in proptest::collection::vec((any::<usize>(), oddities()), 0..2),
    ) {
        // The body echoes a fraction where an integer belongs; no field holds it.
        let odd: Vec<_> = odd.into_iter().filter(|(_, oddity)| *oddity != json!(1.5)).collect();
        hurt(&mut value, kind, &odd);
        prop_assume!(kind.read(&value).is_ok());
        assert_echoes(&kind.read(&value)?);
    }

    #[test]
    fn a_draft_is_an_update_just_where_its_report_is_ok(
        (kind, mut draft) in kinds().prop_flat_map(|kind| (Just(kind), strategies::draft(kind))),
        odd in proptest::collection::vec((any::<usize>(), oddities()), 0..2),
    ) {
        hurt(&mut draft, kind, &odd);
        let report = validate(kind, &draft, None);
        match update(&report) {
            Ok(value) => prop_assert_eq!((value, true), (report.value.to_value(), report.ok)),
            Err(error) => prop_assert_eq!((error.code(), report.ok), ("not_ok", false)),
        }
    }
}
