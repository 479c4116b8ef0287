//! The crate `json-patch` beside ours, on the same patches. `PROPTEST_CASES=100000 cargo test --release --all-features
//! --test patch peer -- --nocapture` prints how often the two differ, by name.

#![expect(clippy::print_stdout, reason = "the counts are what this is run for")]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

use calendiff::json::patch::{self, Op, from_json_patch, to_json_patch};
use calendiff::json::{Path, Tree, equal, to_string};
use calendiff::{Kind, Profile};
use json_patch::{Patch, PatchOperation};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};

use super::cases::{any_json, operation, patches, wishes};

/// How the two may differ, and no other way. The docs of `to_json_patch` say when.
const DIFFERENCES: [&str; 7] = [
    "applied, members in another order",
    "applied, json-patch panics",
    "applied, json-patch refuses: \"from\" path is invalid",
    "applied, json-patch refuses: value did not match",
    "refused, json-patch panics",
    "refused, json-patch leaves another document",
    "refused, json-patch leaves members in another order",
];

enum Theirs {
    Applied(Value),
    /// Why, and the document that it leaves.
    Refused(String, Value),
    Panicked,
}

fn by_json_patch(document: &Value, patch: &Patch) -> Theirs {
    static QUIET: Once = Once::new();
    QUIET.call_once(|| {
        let print = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !panic
                .location()
                .is_some_and(|at| at.file().contains("json-patch"))
            {
                print(panic);
            }
        }));
    });
    let mut document = document.clone();
    match panic::catch_unwind(AssertUnwindSafe(|| json_patch::patch(&mut document, patch))) {
        Ok(Ok(())) => Theirs::Applied(document),
        Ok(Err(error)) => Theirs::Refused(error.kind.to_string(), document),
        Err(_) => Theirs::Panicked,
    }
}

/// How the two appliers differ on a patch, if they do.
fn difference(document: &Value, patch: &[Op]) -> Option<String> {
    let same_text = |a: &Value, b: &Value| to_string(a) == to_string(b);
    match (
        patch::apply(document, patch),
        by_json_patch(document, &to_json_patch(patch).unwrap()),
    ) {
        (Ok(ours), Theirs::Applied(theirs)) if same_text(&ours, &theirs) => None,
        (Ok(ours), Theirs::Applied(theirs)) if equal(&ours, &theirs) => {
            Some("applied, members in another order".into())
        }
        (Ok(_), Theirs::Applied(_)) => Some("applied, another document".into()),
        (Ok(_), Theirs::Refused(why, _)) => Some(format!("applied, json-patch refuses: {why}")),
        (Ok(_), Theirs::Panicked) => Some("applied, json-patch panics".into()),
        (Err(error), Theirs::Applied(_)) => {
            Some(format!("refused ({}), json-patch applies it", error.code()))
        }
        (Err(_), Theirs::Refused(_, left)) if same_text(document, &left) => None,
        (Err(_), Theirs::Refused(_, left)) if equal(document, &left) => {
            Some("refused, json-patch leaves members in another order".into())
        }
        (Err(_), Theirs::Refused(..)) => Some("refused, json-patch leaves another document".into()),
        (Err(_), Theirs::Panicked) => Some("refused, json-patch panics".into()),
    }
}

/// Patches as they come to a server: some apply, some fail late, and some are about another document.
#[test]
fn the_two_appliers_differ_only_where_the_docs_say_so() {
    let differing = RefCell::new(BTreeMap::<String, (usize, String)>::new());
    let config = Config {
        failure_persistence: None,
        ..Config::default()
    };
    let cases = config.cases;
    let run = TestRunner::new(config).run(
        &(any_json(), wishes(), any_json()),
        |(document, wishes, other)| {
            let (mut operations, failing) = patches(&document, wishes.clone());
            operations.extend(failing);
            let elsewhere: Vec<Op> = wishes
                .into_iter()
                .map(|wish| operation(&other, wish))
                .collect();
            for patch in [operations, elsewhere] {
                let theirs = to_json_patch(&patch)?;
                prop_assert_eq!(&from_json_patch(&theirs), &patch);
                prop_assert_eq!(json!(theirs), json!(patch));
                let same = patch::apply(&document, &theirs) == patch::apply(&document, &patch)
                    && patch::invert(&document, &theirs) == patch::invert(&document, &patch)
                    && patch::guard(&document, &theirs.0) == patch::guard(&document, &patch);
                prop_assert!(same, "{}", theirs);
                if let Some(name) = difference(&document, &patch) {
                    let mut differing = differing.borrow_mut();
                    let (count, _) = differing
                        .entry(name)
                        .or_insert_with(|| (0, format!("{document} {}", json!(patch))));
                    *count += 1;
                }
            }
            Ok(())
        },
    );
    run.unwrap();
    let differing = differing.into_inner();
    println!("{} patches by both appliers", 2 * cases);
    for (name, (count, example)) in &differing {
        println!("{count:6}  {name}\n        {example}");
    }
    for name in differing.keys() {
        assert!(DIFFERENCES.contains(&name.as_str()), "{name}");
    }
}

proptest! {
    #[test]
    fn a_form_takes_patches_of_both_and_makes_of_its_draft_what_they_say(
        stored in calendiff::strategies::stored(Kind::Calendar),
        wishes in wishes(),
    ) {
        let mut form = Kind::Calendar.form(&stored, Profile::Specification)?;
        let draft = form.draft().to_value();
        let (operations, failing) = patches(&draft, wishes);
        let patched = patch::apply(&draft, &operations)?;
        match form.apply(&to_json_patch(&operations)?) {
            Ok(_) => {
                prop_assert!(equal(form.draft(), &patched), "{}", json!(operations));
                let mut fresh = Kind::Calendar.form(&stored, Profile::Specification)?;
                fresh.set(&Path::new(), form.draft())?;
                prop_assert!(form.issues().eq(fresh.issues()) && form.changes().eq(fresh.changes()), "{}", json!(operations));
                if let Some(failing) = failing {
                    let failing = PatchOperation::try_from(failing)?;
                    prop_assert!(form.apply(&[failing]).is_err());
                    prop_assert!(equal(form.draft(), &patched));
                }
                if form.undo().is_some() {
                    prop_assert!(equal(form.draft(), &draft));
                }
            }
            Err(error) => {
                prop_assert!(error.code() == "form_path", "{}", error);
                prop_assert!(!patched.is_object() || Kind::Calendar.strip_envelope(Tree::of(&patched).root()).0.is_some(), "{}", patched);
                prop_assert!(equal(form.draft(), &draft));
            }
        }
    }
}

#[test]
fn what_is_no_pointer_has_no_place_in_the_other_crate() {
    let remove = |path: &str| Op::Remove {
        path: path.to_owned(),
    };
    let error = to_json_patch(&[remove("/a"), remove("b")]).unwrap_err();
    assert_eq!(
        (error.code(), &error.to_string()[..12]),
        ("patch_pointer", "operation 1:")
    );
    assert_eq!(
        PatchOperation::try_from(remove("/~2")).unwrap_err().code(),
        "pointer"
    );
    assert_eq!(
        Op::from(PatchOperation::try_from(remove("/~0")).unwrap()),
        remove("/~0")
    );
}

/// The rows of the table in the docs of `to_json_patch`.
#[test]
fn the_differences_are_those_of_the_docs() {
    let patch = |operations: Value| patch::parse(&operations).unwrap();
    let differs =
        |document: Value, operations: Value| difference(&document, &patch(operations)).unwrap();
    let nowhere = json!({ "op": "remove", "path": "/nowhere" });

    let lost = json!([{ "op": "move", "from": "/0", "path": "/1" }]);
    assert_eq!(
        differs(json!(["kept"]), lost.clone()),
        "refused, json-patch leaves another document"
    );
    let Theirs::Refused(_, left) =
        by_json_patch(&json!(["kept"]), &to_json_patch(&patch(lost)).unwrap())
    else {
        panic!("json-patch does not refuse it any more");
    };
    assert_eq!(left, json!([]));

    let over = json!([{ "op": "move", "from": "/a/b", "path": "/a" }, nowhere]);
    assert_eq!(
        differs(json!({ "a": { "b": 1 } }), over),
        "refused, json-patch panics"
    );
    let removed = json!([{ "op": "remove", "path": "/a" }, nowhere]);
    let document = json!({ "a": 1, "b": 2, "c": 3 });
    assert_eq!(
        differs(document.clone(), removed),
        "refused, json-patch leaves members in another order"
    );
    assert_eq!(
        differs(document, json!([{ "op": "remove", "path": "/a" }])),
        "applied, members in another order"
    );
    let copies: Vec<Value> = (0..15)
        .map(|at| json!({ "op": "copy", "from": "", "path": format!("/{at}") }))
        .collect();
    assert_eq!(
        differs(json!({ "a": "x".repeat(1 << 10) }), json!(copies)),
        "refused (patch_size), json-patch applies it"
    );
    let one = json!([{ "op": "test", "path": "/a", "value": 1 }]);
    assert_eq!(
        differs(json!({ "a": 1.0 }), one),
        "applied, json-patch refuses: value did not match"
    );
    let onto_itself = json!([{ "op": "move", "from": "", "path": "" }]);
    assert_eq!(
        differs(json!({}), onto_itself),
        "applied, json-patch refuses: \"from\" path is invalid"
    );
}
