//! Of any document and any patch of it.

#[path = "../patch/cases.rs"]
mod cases;

use calendiff::Kind;
use calendiff::json::patch::{self, Op};
use calendiff::json::{Document, merge_patch, to_string};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::case::Case;
use super::{Held, Laws, laws};
use cases::{any_json, operation, patches, wishes};

laws! { patching of Patching = patching_cases();
    undoing_restores_every_byte,
    a_patch_that_fails_somewhere_does_nothing,
    a_guarded_patch_does_the_same_and_refuses_a_document_that_has_moved_on,
    what_a_patch_makes_can_be_parsed,
}

laws! { growing of Patching = growing_cases();
    what_a_patch_makes_can_be_parsed,
}

laws! { merging of MergePatching = merging_cases();
    undoing_a_merge_patch_restores_every_byte,
    json_patch_merges_the_same,
}

/// A document, and operations of which the last may not apply.
#[derive(Clone, Debug)]
pub struct Patching {
    pub document: Value,
    pub operations: Vec<Op>,
}

impl Case for Patching {
    fn of(_: Kind, documents: Vec<Value>) -> Option<Self> {
        let [document, patch] = <[Value; 2]>::try_from(documents).ok()?;
        let operations = patch::parse(&patch).ok()?;
        Some(Self {
            document,
            operations,
        })
    }

    fn documents(&self) -> Vec<Value> {
        vec![self.document.clone(), json!(self.operations)]
    }
}

/// A document, and a merge patch.
#[derive(Clone, Debug)]
pub struct MergePatching {
    pub document: Value,
    pub patch: Value,
}

impl Case for MergePatching {
    fn of(_: Kind, documents: Vec<Value>) -> Option<Self> {
        let [document, patch] = <[Value; 2]>::try_from(documents).ok()?;
        Some(Self { document, patch })
    }

    fn documents(&self) -> Vec<Value> {
        vec![self.document.clone(), self.patch.clone()]
    }
}

/// Of either kind, which patches know nothing of.
fn patching_cases() -> impl Strategy<Value = (Kind, Patching)> {
    let own = (any_json(), wishes()).prop_map(|(document, wishes)| {
        let (mut operations, failing) = patches(&document, wishes);
        operations.extend(failing);
        Patching {
            document,
            operations,
        }
    });
    let of_another = (any_json(), any_json(), wishes()).prop_map(|(document, other, wishes)| {
        let operations = wishes
            .into_iter()
            .map(|wish| operation(&other, wish))
            .collect();
        Patching {
            document,
            operations,
        }
    });
    prop_oneof![2 => own, 1 => of_another].prop_map(|case| (Kind::Calendar, case))
}

/// Patches that swell or deepen what they are applied to, up to the limits and somewhat beyond.
fn growing_cases() -> impl Strategy<Value = (Kind, Patching)> {
    let at = |depth: usize| "/a".repeat(depth);
    let nested =
        |depth: usize, inside: Value| (0..depth).fold(inside, |inner, _| json!({ "a": inner }));
    let heavy = |power: u32| json!({ "a": "x".repeat(1 << power) });
    let copy = |from: &str, path: String| Op::Copy {
        from: from.to_owned(),
        path,
    };
    // 2^26 bytes at most, and 512 levels.
    let doubled = (0..21_u32, 0..12_u32).prop_map(move |(power, times)| {
        let times = times.min(26 - power);
        Patching {
            document: heavy(power),
            operations: (0..times).map(|at| copy("", format!("/{at}"))).collect(),
        }
    });
    let copied = (0..21_u32, 0..40_u32).prop_map(move |(power, times)| Patching {
        document: heavy(power),
        operations: (0..times).map(|at| copy("/a", format!("/{at}"))).collect(),
    });
    let deepened = (0..10_u32).prop_map(move |times| Patching {
        document: nested(2, json!({})),
        operations: (0..times)
            .map(|time| copy("/a", at((1 << time) + 1)))
            .collect(),
    });
    let put = (1..130_usize, 0..130_usize, 0..4_u8).prop_map(move |(depth, more, how)| {
        let (path, value) = (at(depth), nested(more, json!(1)));
        let document = json!({ "a": nested(depth, json!(1))["a"].clone(), "b": value });
        let from = "/b".to_owned();
        let operation = match how {
            0 => Op::Add { path, value },
            1 => Op::Replace { path, value },
            2 => Op::Move { from, path },
            _ => Op::Copy { from, path },
        };
        Patching {
            document,
            operations: vec![operation],
        }
    });
    prop_oneof![2 => doubled, 1 => copied, 2 => deepened, 3 => put]
        .prop_map(|case| (Kind::Calendar, case))
}

fn merging_cases() -> impl Strategy<Value = (Kind, MergePatching)> {
    (any_json(), any_json())
        .prop_map(|(document, patch)| (Kind::Calendar, MergePatching { document, patch }))
}

/// The bytes of a document with its members in one order.
fn canonical(value: &Value) -> String {
    fn sorted(value: &Value) -> Value {
        match value {
            Value::Array(items) => items.iter().map(sorted).collect(),
            Value::Object(members) => {
                let mut members: Vec<_> = members.iter().collect();
                members.sort_by_key(|(name, _)| *name);
                members
                    .into_iter()
                    .map(|(name, member)| (name.clone(), sorted(member)))
                    .collect::<Map<_, _>>()
                    .into()
            }
            _ => value.clone(),
        }
    }
    to_string(&sorted(value))
}

/// The value a document has at a place is another one.
fn altered(document: &Value, place: &str) -> Value {
    let mut altered = document.clone();
    if let Some(value) = altered.pointer_mut(place) {
        *value = json!({ "instead of": value.take() });
    }
    altered
}

/// Whether there is a null that a merge patch would have to set.
fn holds_null(value: &Value) -> bool {
    value.is_null()
        || value
            .as_object()
            .is_some_and(|members| members.values().any(holds_null))
}

/// The operations that apply, and whether one does not.
fn applicable(
    Patching {
        document,
        operations,
    }: &Patching,
) -> (Vec<Op>, Option<Op>) {
    let mut now = document.clone();
    for (at, operation) in operations.iter().enumerate() {
        match patch::apply(&now, std::slice::from_ref(operation)) {
            Ok(after) => now = after,
            Err(_) => return (operations[..at].to_vec(), Some(operation.clone())),
        }
    }
    (operations.clone(), None)
}

fn undoing_restores_every_byte(_: Kind, case: &Patching) -> Held {
    let (document, (operations, _)) = (&case.document, applicable(case));
    let undo = patch::invert(document, &operations)?;
    let back = patch::apply(&patch::apply(document, &operations)?, &undo)?;
    prop_assert_eq!(
        canonical(&back),
        canonical(document),
        "{:?}, undone by {:?}",
        operations,
        undo
    );
    Ok(())
}

fn a_patch_that_fails_somewhere_does_nothing(_: Kind, case: &Patching) -> Held {
    let (document, (mut operations, failing)) = (&case.document, applicable(case));
    let before = document.clone();
    if let Some(failing) = failing {
        let at = format!("operation {}: ", operations.len());
        operations.push(failing);
        let refused = patch::apply(document, &operations).map(drop);
        let not_undone = patch::invert(document, &operations).map(drop);
        let not_guarded = patch::guard(document, &operations).map(drop);
        for result in [refused, not_undone, not_guarded] {
            let Err(error) = result else {
                return Err(TestCaseError::fail("it is not refused"));
            };
            prop_assert!(error.to_string().starts_with(&at), "{}", error);
        }
    }
    prop_assert_eq!(to_string(document), to_string(&before));
    Ok(())
}

fn a_guarded_patch_does_the_same_and_refuses_a_document_that_has_moved_on(
    _: Kind,
    case: &Patching,
) -> Held {
    let (document, (operations, _)) = (&case.document, applicable(case));
    let guarded = patch::guard(document, &operations)?;
    let (plain, tested) = (
        patch::apply(document, &operations)?,
        patch::apply(document, &guarded)?,
    );
    prop_assert_eq!(to_string(&tested), to_string(&plain));
    let rest: Vec<&Op> = guarded
        .iter()
        .filter(|guard| !operations.contains(guard))
        .collect();
    prop_assert!(
        rest.iter().all(|guard| matches!(guard, Op::Test { .. })),
        "{:?}",
        rest
    );

    // One operation at a time, on what it is about to be applied to.
    let mut now = document.clone();
    for operation in &operations {
        let guarded = patch::guard(&now, std::slice::from_ref(operation))?;
        if let Some(Op::Test { path, .. }) = guarded.first() {
            let refused = patch::apply(&altered(&now, path), &guarded).err();
            prop_assert_eq!(
                refused.map(|error| error.code()),
                Some("patch_test"),
                "{:?}",
                guarded
            );
        }
        let tested = match operation {
            Op::Remove { path } | Op::Replace { path, .. } | Op::Test { path, .. } => Some(path),
            Op::Move { from, .. } | Op::Copy { from, .. } => Some(from),
            Op::Add { .. } => None,
        };
        if let Some(place) = tested {
            prop_assert!(
                matches!(guarded.first(), Some(Op::Test { path, .. }) if path == place),
                "{:?}",
                guarded
            );
        }
        now = patch::apply(&now, std::slice::from_ref(operation))?;
    }
    Ok(())
}

/// A patch makes nothing deeper or larger than what is parsed.
fn what_a_patch_makes_can_be_parsed(
    _: Kind,
    Patching {
        document,
        operations,
    }: &Patching,
) -> Held {
    if Document::parse(to_string(document)).is_ok()
        && let Ok(after) = patch::apply(document, operations)
    {
        let parsed = Document::parse(to_string(&after)).map(drop);
        prop_assert_eq!(parsed, Ok(()));
    }
    Ok(())
}

fn undoing_a_merge_patch_restores_every_byte(
    _: Kind,
    MergePatching { document, patch }: &MergePatching,
) -> Held {
    let patched = merge_patch::apply(document, patch)?;
    match merge_patch::invert(document, patch) {
        Ok(undo) => {
            prop_assert_eq!(
                canonical(&merge_patch::apply(&patched, &undo)?),
                canonical(document),
                "{}",
                undo
            );
        }
        Err(error) => prop_assert!(
            error.code() == "merge_patch_null" && holds_null(document),
            "{}",
            error
        ),
    }
    Ok(())
}

fn json_patch_merges_the_same(_: Kind, MergePatching { document, patch }: &MergePatching) -> Held {
    let mut theirs = document.clone();
    json_patch::merge(&mut theirs, patch);
    prop_assert_eq!(
        canonical(&merge_patch::apply(document, patch)?),
        canonical(&theirs)
    );
    Ok(())
}
