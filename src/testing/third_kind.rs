//! A third kind of record, of three members and a keyed list: its table and its rules are all that the verbs need.

use serde_json::json;

use crate::{Kind, Mode, PayloadShape, Profile, Resolution, ValidateOptions, WhenAbsent};

type Outcome = Result<(), crate::Error>;

#[test]
fn it_is_validated_and_normalized() -> Outcome {
    let draft = json!({ "equipment": [{ "code": " tv " }, { "code": "tv", "cuont": 1 }], "seats": "12", "name": " A " });
    let report = Kind::Room.validate(&draft, &ValidateOptions::default())?;
    let found: Vec<_> = report
        .issues
        .iter()
        .map(|issue| (issue.code.name(), issue.path.pointer()))
        .collect();
    let expected = [
        ("misspelled_member", "/equipment/1/cuont"),
        ("user_duplicate", "/equipment/1/code"),
        ("wrong_type", "/seats"),
    ];
    assert_eq!(found, expected.map(|(code, path)| (code, path.to_owned())));
    let fixed = Kind::Room.fix(&draft, &ValidateOptions::default())?;
    assert_eq!(fixed.value.to_value()["seats"], 12);
    let normal = json!({ "name": "A", "seats": "12", "equipment": [{ "code": "tv" }, { "code": "tv", "cuont": 1 }] });
    assert_eq!(
        crate::ground::json::to_string(&report.value),
        crate::ground::json::to_string(&normal)
    );
    Ok(())
}

#[test]
fn it_is_compared_and_sent_by_key() -> Outcome {
    let stored = json!({ "room": { "name": "A", "seats": 12, "equipment": [{ "code": "tv" }, { "code": "mic", "count": 2 }] } });
    let draft =
        json!({ "seats": 14, "equipment": [{ "code": "mic", "count": 3 }, { "code": "tv" }] });
    let diff = Kind::Room.diff(&stored, &draft, WhenAbsent::Keep)?;
    let keys: Vec<String> = diff
        .changes
        .iter()
        .map(|change| change.key.to_string())
        .collect();
    assert_eq!(keys, ["seats", "equipment/mic", "equipment/mic/count"]);
    let body = Kind::Room.body(&stored, &draft, Mode::Changed)?;
    assert_eq!(body.value, draft);
    Ok(())
}

#[test]
fn it_is_merged_by_key() -> Outcome {
    let base = json!({ "name": "A", "equipment": [{ "code": "tv", "count": 1 }, { "code": "mic", "count": 2 }] });
    let ours = json!({ "name": "B", "equipment": [{ "code": "tv", "count": 5 }, { "code": "mic", "count": 2 }] });
    let theirs = json!({ "name": "A", "equipment": [{ "code": "mic", "count": 3 }, { "code": "tv", "count": 4 }] });
    let merged = Kind::Room.merge(&base, &ours, &theirs, Resolution::Leave)?;
    let conflicts: Vec<String> = merged
        .conflicts
        .iter()
        .map(|conflict| conflict.key.to_string())
        .collect();
    assert_eq!(conflicts, ["equipment/tv/count"]);
    let value = json!({ "name": "B", "equipment": [{ "code": "mic", "count": 3 }, { "code": "tv", "count": 1 }] });
    assert_eq!(merged.value, value);
    Ok(())
}

#[test]
fn it_has_a_form_and_a_schema() -> Outcome {
    let stored = json!({ "name": "A", "equipment": [{ "code": "tv", "count": 1 }, { "code": "mic", "count": 2 }] });
    let mut form = Kind::Room.form(&stored, Profile::Specification)?;
    form.set(&"/equipment/0/count".parse()?, json!(-1))?;
    form.remove(&"/equipment/1".parse()?)?;
    assert_eq!(
        form.issues()
            .map(|issue| issue.code.name())
            .collect::<Vec<_>>(),
        ["too_small"]
    );
    let changes: Vec<_> = form.changes().cloned().collect();
    assert_eq!(changes.len(), 2);
    for change in &changes {
        form.revert(change);
    }
    assert_eq!((form.issues().count(), form.changes().count()), (0, 0));
    let schema = Kind::Room.json_schema(PayloadShape::Update);
    let device = &schema["$defs"]["device"]["properties"];
    assert_eq!(
        (
            &device["code"]["title"],
            &schema["properties"]["seats"]["minimum"]
        ),
        (&json!("code"), &json!(0))
    );
    Ok(())
}
