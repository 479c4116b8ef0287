//! Every verb on a stored record, a draft of it, and what others made of it meanwhile.

use calendiff::json::{Document, Path, merge_patch, patch, to_string, to_string_pretty};
use calendiff::{Error, Kind, Mode, Profile, Resolution, ValidateOptions, WhenAbsent};
use serde_json::Value;

use calls::Call;

#[path = "../../tests/laws/calls.rs"]
mod calls;

pub(crate) struct Case {
    pub(crate) kind: Kind,
    pub(crate) stored: Value,
    pub(crate) draft: Value,
    pub(crate) theirs: Value,
}

/// A verb. What it refuses is an answer too.
type Verb = (&'static str, fn(&Case) -> Result<(), Error>);

/// Runs of each verb: `calls` has those that ask for no more than records, and this file all others.
pub(crate) fn runs() -> impl Iterator<Item = (&'static str, Run)> {
    let of_records = calls::verbs().map(|verb| -> (_, Run) {
        let run = move |case: &Case| {
            let records = [&case.stored, &case.draft, &case.theirs];
            answered(calls::calls_of(verb, case.kind, records))
        };
        (verb, Box::new(run))
    });
    let others = VERBS
        .iter()
        .map(|(verb, run)| -> (_, Run) { (*verb, Box::new(run)) });
    of_records.chain(others)
}

/// Calls a verb on a case.
type Run = Box<dyn Fn(&Case) -> Result<(), Error>>;

/// Returns an error if no call is answered. A location has no openings, and edits as JSON cannot hold values of a wrong type: both
/// refusals are answers too.
fn answered(calls: Vec<Call>) -> Result<(), Error> {
    let mut refused = Ok(());
    for call in calls {
        match call.answer {
            Ok(_) => return Ok(()),
            Err(error) if ["option", "edit_syntax"].contains(&error.code()) => {}
            Err(error) => refused = Err(error),
        }
    }
    refused
}

impl Case {
    fn options(&self, profile: Profile) -> ValidateOptions<'_> {
        ValidateOptions::from(profile).stored(&self.stored)
    }

    fn form(&self) -> Result<calendiff::RecordForm, Error> {
        self.kind.form(&self.stored, Profile::Service)
    }
}

const VERBS: &[Verb] = &[
    ("validate text", |case| {
        // On one line, and with a character beyond ASCII in front of all others.
        let text = to_string(&case.draft);
        case.kind
            .validate_text(&text, &ValidateOptions::default())?;
        let beyond_ascii = text.replacen('{', "{\"é\":1,", 1);
        case.kind
            .validate_text(&beyond_ascii, &ValidateOptions::default())
            .map(drop)
    }),
    ("response", |case| {
        drop(
            case.kind
                .response(200, Some("application/json"), to_string(&case.draft)),
        );
        Ok(())
    }),
    ("merge, ours", |case| {
        case.kind
            .merge(&case.stored, &case.draft, &case.theirs, Resolution::Ours)
            .map(drop)
    }),
    ("explain", |case| {
        let issues = case
            .kind
            .validate(&case.draft, &case.options(Profile::Service))?
            .issues;
        let texts: Vec<String> = issues
            .iter()
            .map(|issue| format!("{} must be a string", issue.path))
            .collect();
        drop(case.kind.explain(&texts, Some(&case.draft)));
        Ok(())
    }),
    ("patch", |case| {
        let patch = case
            .kind
            .diff(&case.stored, &case.draft, WhenAbsent::Remove)?
            .patch;
        patch::apply(&case.stored, &patch)?;
        patch::guard(&case.stored, &patch)?;
        patch::invert(&case.stored, &patch).map(drop)
    }),
    ("merge patch", |case| {
        let Some(patch) = case
            .kind
            .diff(&case.stored, &case.draft, WhenAbsent::Remove)?
            .merge_patch
        else {
            return Ok(());
        };
        merge_patch::apply(&case.stored, &patch)?;
        merge_patch::invert(&case.stored, &patch).map(drop)
    }),
    ("text", |case| {
        let document = Document::parse(to_string_pretty(&case.draft))?;
        drop(to_string(&document.root().to_value()));
        Ok(())
    }),
    ("form: open", |case| case.form().map(drop)),
    ("form: set all, undo, redo", |case| {
        let mut form = case.form()?;
        form.set(&Path::new(), &case.draft)?;
        form.undo();
        form.redo();
        form.reset(&Path::new())?;
        form.body(Mode::Changed).map(drop)
    }),
    ("form: set one", |case| {
        let mut form = case.form()?;
        form.set(&Path::new().with("name"), Value::from("a"))?;
        form.set(&Path::new().with("no such name"), Value::from("a"))?;
        std::hint::black_box(form.is_dirty(&Path::new().with("name")));
        form.remove(&Path::new().with("no such name")).map(drop)
    }),
    ("form: fix all", |case| {
        let mut form = case.form()?;
        form.set(&Path::new(), &case.draft)?;
        form.fix_all();
        form.undo();
        Ok(())
    }),
    ("form: revert", |case| {
        let mut form = case.form()?;
        form.set(&Path::new(), &case.draft)?;
        let ends: Vec<_> = form
            .changes()
            .next()
            .into_iter()
            .chain(form.changes().last())
            .cloned()
            .collect();
        for change in &ends {
            form.revert(change);
        }
        Ok(())
    }),
    ("form: rebase, resolve", |case| {
        let mut form = case.form()?;
        form.set(&Path::new(), &case.draft)?;
        let mut theirs = case.theirs.clone();
        // A form only continues from its own record.
        theirs
            .as_object_mut()
            .and_then(|record| Some(record.insert("id".into(), case.stored.get("id")?.clone())));
        form.rebase(&theirs)?;
        let ends: Vec<_> = form
            .conflicts()
            .iter()
            .take(1)
            .chain(form.conflicts().last())
            .cloned()
            .collect();
        for conflict in &ends {
            form.resolve(conflict, Resolution::Theirs);
        }
        Ok(())
    }),
    ("form: refused", |case| {
        let mut form = case.form()?;
        form.set(&Path::new(), &case.draft)?;
        let messages: Vec<String> = form
            .issues()
            .map(|issue| format!("{} must be a string", issue.path))
            .collect();
        let text = to_string(&serde_json::json!({ "statusCode": 422, "message": messages }));
        if let Err(refusal) = case
            .kind
            .response(422, Some("application/json"), &text)
            .result
        {
            form.refused(&refusal);
        }
        Ok(())
    }),
];
