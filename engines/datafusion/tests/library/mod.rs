//! The library's answers, in the columns of the functions.

use calendiff::json::{Document, to_string};
use calendiff::{
    Change, Conflict, DiffOptions, EditOptions, Edits, Error, Issue, Kind, Mode, OpeningDate,
    PayloadShape, Profile, Resolution, Span, ValidateOptions, WhenAbsent,
};
use serde_json::{Value, json};

use crate::cases::Case;

/// A call of a function, and the library's answer to it.
pub(crate) struct Call {
    /// The call in SQL, with `KIND` for the kind of record.
    pub(crate) sql: &'static str,
    /// The number of cases that are compared.
    pub(crate) count: usize,
    pub(crate) answer: fn(Kind, &Case) -> Value,
}

const ALL: usize = crate::COUNT;
const SOME: usize = ALL / 10;

pub(crate) const CALLS: &[Call] = &[
    Call {
        sql: "KIND_ok(wild)",
        count: ALL,
        answer: |kind, case| ok(kind, case, "wild", &ValidateOptions::default()),
    },
    Call {
        sql: "KIND_ok(stored, 'service', 'record')",
        count: SOME,
        answer: |kind, case| {
            ok(
                kind,
                case,
                "stored",
                &ValidateOptions::default()
                    .profile(Profile::Service)
                    .of(PayloadShape::Record),
            )
        },
    },
    Call {
        sql: "KIND_issues(wild)",
        count: ALL,
        answer: |kind, case| issues(kind, case, "wild", &ValidateOptions::default()),
    },
    Call {
        sql: "KIND_issues(stored, 'service', 'record')",
        count: SOME,
        answer: |kind, case| {
            issues(
                kind,
                case,
                "stored",
                &ValidateOptions::default()
                    .profile(Profile::Service)
                    .of(PayloadShape::Record),
            )
        },
    },
    Call {
        sql: "KIND_value(wild, '/name')",
        count: ALL,
        answer: |kind, case| value(kind, case, "/name"),
    },
    Call {
        sql: "KIND_value(wild, '/openHours/0')",
        count: SOME,
        answer: |kind, case| value(kind, case, "/openHours/0"),
    },
    Call {
        sql: "KIND_normalize(wild)",
        count: ALL,
        answer: |kind, case| {
            refusable(case, ["wild"], &["value"], |[draft]| {
                Ok(vec![json!(to_string(&kind.normalize(draft)?))])
            })
        },
    },
    Call {
        sql: "KIND_diff(stored, draft)",
        count: ALL,
        answer: |kind, case| diff(kind, case, WhenAbsent::Keep),
    },
    Call {
        sql: "KIND_diff(stored, draft, 'remove')",
        count: SOME,
        answer: |kind, case| diff(kind, case, WhenAbsent::Remove),
    },
    Call {
        sql: "KIND_patch(stored, draft)",
        count: ALL,
        answer: |kind, case| patch(kind, case, WhenAbsent::Keep),
    },
    Call {
        sql: "KIND_patch(stored, draft, 'remove')",
        count: SOME,
        answer: |kind, case| patch(kind, case, WhenAbsent::Remove),
    },
    Call {
        sql: "KIND_body(stored, draft)",
        count: ALL,
        answer: |kind, case| body(kind, case, Mode::Full),
    },
    Call {
        sql: "KIND_body(stored, draft, 'changed')",
        count: SOME,
        answer: |kind, case| body(kind, case, Mode::Changed),
    },
    Call {
        sql: "KIND_edit(stored, edits)",
        count: ALL,
        answer: |kind, case| edit(kind, case, case.get("edits"), EditOptions::default()),
    },
    Call {
        sql: "KIND_edit(stored, edits, 'changed', 'service')",
        count: SOME,
        answer: |kind, case| {
            let options = EditOptions::default()
                .mode(Mode::Changed)
                .profile(Profile::Service);
            edit(kind, case, case.get("edits"), options)
        },
    },
    Call {
        sql: "KIND_edit(stored, 'name = \"Ada\"')",
        count: SOME,
        answer: |kind, case| edit(kind, case, Some("name = \"Ada\""), EditOptions::default()),
    },
    Call {
        sql: "KIND_merge(base, ours, theirs)",
        count: ALL,
        answer: |kind, case| merge(kind, case, Resolution::Leave),
    },
    Call {
        sql: "KIND_merge(base, ours, theirs, 'theirs')",
        count: SOME,
        answer: |kind, case| merge(kind, case, Resolution::Theirs),
    },
    Call {
        sql: "KIND_verify(stored, sent, after)",
        count: ALL,
        answer: |kind, case| {
            let columns = ["ok", "applied", "not_applied", "unexpected", "filled_in"];
            refusable(
                case,
                ["stored", "sent", "after"],
                &columns,
                |[stored, sent, after]| {
                    let verified = kind.verify(stored, sent, after)?;
                    let changes = |changes: &[Change]| {
                        changes
                            .iter()
                            .map(|change| change.words.to_string())
                            .collect()
                    };
                    let not_applied = verified
                        .not_applied
                        .iter()
                        .map(|change| change.words.to_string());
                    let lists: [Vec<String>; 4] = [
                        changes(&verified.applied),
                        not_applied.collect(),
                        changes(&verified.unexpected),
                        changes(&verified.filled_in),
                    ];
                    Ok(std::iter::once(json!(verified.ok))
                        .chain(lists.iter().map(|list| json!(list)))
                        .collect())
                },
            )
        },
    },
    Call {
        sql: "KIND_openings(stored, '2026-12-20', '2027-01-10')",
        count: SOME,
        answer: openings,
    },
];

fn openings(kind: Kind, case: &Case) -> Value {
    let columns = [
        "words",
        "open_days",
        "unknown_days",
        "minutes",
        "starts",
        "dates",
        "issues",
    ];
    refusable(case, ["stored"], &columns, |[stored]| {
        let openings = kind.openings(stored, Span::between("2026-12-20", "2027-01-10")?)?;
        let date = |date: &OpeningDate| {
            let hours = date.hours.as_ref().map(|hours| {
                hours
                    .iter()
                    .map(|range| range.join("-"))
                    .collect::<Vec<_>>()
            });
            json!({
                "date": date.date, "why": date.why.name(), "hours": hours, "minutes": date.minutes, "starts": date.starts,
            })
        };
        let total = openings.total;
        Ok(vec![
            json!(openings.words.to_string()),
            json!(total.open_days),
            json!(total.unknown_days),
            json!(total.minutes),
            json!(total.starts),
            openings.days.iter().map(date).collect(),
            openings.issues.iter().map(issue).collect(),
        ])
    })
}

/// Answers a verb that has columns for a refusal.
fn refusable<const COUNT: usize>(
    case: &Case,
    names: [&str; COUNT],
    columns: &[&str],
    answer: impl FnOnce(&[Document; COUNT]) -> Result<Vec<Value>, Error>,
) -> Value {
    let Some(texts) = names
        .iter()
        .map(|name| case.get(name))
        .collect::<Option<Vec<_>>>()
    else {
        return Value::Null;
    };
    let documents = names.iter().zip(texts).map(|(name, text)| {
        let parameter = if *name == "wild" { "draft" } else { name };
        Document::parse(text).map_err(|error| (error.code(), format!("{parameter}: {error}")))
    });
    let documents = documents
        .collect::<Result<Vec<_>, _>>()
        .map(|documents| documents.try_into().unwrap());
    let cells = documents.and_then(|documents| {
        answer(&documents).map_err(|error| (error.code(), error.to_string()))
    });
    in_columns(columns, &cells)
}

/// Returns the cells by column, or the reason of a refusal.
fn in_columns(columns: &[&str], cells: &Result<Vec<Value>, (&str, String)>) -> Value {
    let mut row = json!({});
    for (at, column) in columns.iter().enumerate() {
        let refused = if *column == "ok" {
            json!(false)
        } else {
            Value::Null
        };
        row[*column] = cells.as_ref().map_or(refused, |cells| cells[at].clone());
    }
    row["refused"] = json!(cells.as_ref().err().map(|(code, _)| *code));
    row["reason"] = json!(cells.as_ref().err().map(|(_, reason)| reason));
    row
}

fn ok(kind: Kind, case: &Case, name: &str, options: &ValidateOptions<'_>) -> Value {
    let Some(text) = case.get(name) else {
        return Value::Null;
    };
    json!(
        Document::parse(text)
            .and_then(|draft| kind.validate(&draft, options))
            .is_ok_and(|report| report.ok)
    )
}

fn issues(kind: Kind, case: &Case, name: &str, options: &ValidateOptions<'_>) -> Value {
    let Some(text) = case.get(name) else {
        return Value::Null;
    };
    match Document::parse(text).and_then(|draft| kind.validate(&draft, options)) {
        Ok(report) => report.issues.iter().map(issue).collect(),
        Err(error) => json!([{
            "code": error.code(), "severity": "error", "basis": null, "pointer": "", "message": error.to_string(),
            "detail": null, "fix": null,
        }]),
    }
}

fn value(kind: Kind, case: &Case, pointer: &str) -> Value {
    let document = case.get("wild").and_then(|text| Document::parse(text).ok());
    let Some(mut value) = document.map(|document| document.root().to_value()) else {
        return Value::Null;
    };
    if let Some(name) = kind
        .strip_envelope(calendiff::json::Tree::of(&value).root())
        .0
    {
        value = value[name].take();
    }
    match value.pointer(pointer) {
        None => Value::Null,
        Some(Value::String(text)) => json!(text),
        Some(other) => json!(to_string(other)),
    }
}

fn diff(kind: Kind, case: &Case, absent: WhenAbsent) -> Value {
    refusable(
        case,
        ["stored", "draft"],
        &["words", "changes"],
        |[stored, draft]| {
            let diff = kind.diff(stored, draft, DiffOptions::default().absent(absent))?;
            let words: Vec<_> = diff.words.iter().map(ToString::to_string).collect();
            Ok(vec![
                json!(words),
                diff.changes.iter().map(change).collect(),
            ])
        },
    )
}

fn patch(kind: Kind, case: &Case, absent: WhenAbsent) -> Value {
    refusable(case, ["stored", "draft"], &["value"], |[stored, draft]| {
        Ok(vec![json!(to_string(
            &kind.diff(stored, draft, absent)?.patch
        ))])
    })
}

fn body(kind: Kind, case: &Case, mode: Mode) -> Value {
    refusable(case, ["stored", "draft"], &["value"], |[stored, draft]| {
        Ok(vec![json!(to_string(
            &kind.body(stored, draft, mode)?.value
        ))])
    })
}

fn edit(kind: Kind, case: &Case, edits: Option<&str>, options: EditOptions) -> Value {
    let columns = ["ok", "words", "conflicts", "new_issues", "warnings", "body"];
    let Some(edits) = edits else {
        return Value::Null;
    };
    let read = if edits.starts_with('[') {
        Document::parse(edits).and_then(|edits| Edits::read(kind, &edits))
    } else {
        Edits::parse(kind, edits)
    };
    // A document that cannot be read comes first.
    let is_read = case
        .get("stored")
        .is_none_or(|stored| Document::parse(stored).is_ok());
    match read {
        Err(error) if is_read && case.get("stored").is_some() => {
            in_columns(&columns, &Err((error.code(), format!("edits: {error}"))))
        }
        read => refusable(case, ["stored"], &columns, |[stored]| {
            let edited = kind.edit(stored, &read?, options)?;
            let words: Vec<_> = edited.words.iter().map(ToString::to_string).collect();
            let body =
                (edited.ok && !edited.changes.is_empty()).then(|| to_string(&edited.body.value));
            let warnings = warnings(&json!(edited), body.is_some());
            Ok(vec![
                json!(edited.ok),
                json!(words),
                edited.conflicts.iter().map(conflict).collect(),
                edited
                    .new_issues
                    .iter()
                    .map(|at| issue(&edited.issues[*at]))
                    .collect(),
                warnings,
                json!(body),
            ])
        }),
    }
}

/// Returns the codes that `calendiff edit --ndjson --plan` counts, but those of new errors and of conflicts.
fn warnings(edited: &Value, is_sent: bool) -> Value {
    let issues = edited["issues"].as_array().unwrap();
    let mut codes = Vec::new();
    for (at, issue) in issues.iter().enumerate() {
        let is_new = edited["newIssues"].as_array().unwrap().contains(&json!(at));
        let is_unsent =
            is_sent && (issue["code"] == "omitted_defaults" || issue["code"] == "omitted_resets");
        if is_new && issue["severity"] != "error" || is_unsent {
            codes.push(issue["code"].clone());
        }
    }
    json!(codes)
}

fn merge(kind: Kind, case: &Case, resolution: Resolution) -> Value {
    let columns = ["ok", "value", "conflicts", "issues"];
    refusable(
        case,
        ["base", "ours", "theirs"],
        &columns,
        |[base, ours, theirs]| {
            let merged = kind.merge(base, ours, theirs, resolution)?;
            Ok(vec![
                json!(merged.ok),
                json!(to_string(&merged.value)),
                merged.conflicts.iter().map(conflict).collect(),
                merged.issues.iter().map(issue).collect(),
            ])
        },
    )
}

fn issue(issue: &Issue) -> Value {
    let json = json!(issue);
    json!({
        "code": json["code"], "severity": json["severity"], "basis": json["basis"], "pointer": json["pointer"],
        "message": json["message"], "detail": json["detail"], "fix": json["fix"]["title"],
    })
}

fn change(change: &Change) -> Value {
    let json = json!(change);
    json!({
        "kind": json["kind"], "key": json["key"], "pointer": json["pointer"], "before": text_of(json.get("before")),
        "after": text_of(json.get("after")), "words": json["words"],
    })
}

fn conflict(conflict: &Conflict) -> Value {
    let json = json!(conflict);
    json!({
        "key": json["key"], "pointer": json["pointer"], "base": text_of(json.get("base")),
        "ours": text_of(json.get("ours")), "theirs": text_of(json.get("theirs")), "words": json["words"],
    })
}

fn text_of(value: Option<&Value>) -> Value {
    json!(value.map(to_string))
}
