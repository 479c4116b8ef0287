//! Calls and what is answered to them natively, for the npm package to be compared with: `tests/node/calls.mjs` makes
//! each call and compares the bytes.
//!
//! A line is an array: the verb, its arguments as JavaScript gives them, and the text that is answered. `form` opens a
//! form; `form.set` and the like are about the one that was opened last, and name issues, changes and conflicts by
//! their number.

use std::fmt::Display;

use calendiff::json::{Path, View, to_string};
use calendiff::{Change, Conflict, Error, Issue, Kind, Profile, RecordForm, facade};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde::Serialize;
use serde_json::{Value, json};

use crate::laws::case::Case;
use crate::laws::forms::{self, Call, Session};
use crate::laws::responses::{self, Answer};
use crate::laws::verbs;
use crate::{CHOICES, runner};

/// Before one in so many cases is a session with an edit of more findings than a call can have arguments.
const RARELY: usize = 200;

/// The calls of random cases without end, of that seed, case by case.
pub fn random(number: u64) -> impl Iterator<Item = Vec<String>> {
    let mut runner = runner(&number.to_le_bytes());
    (1..).map(move |at| {
        let mut calls = Calls::default();
        if at % RARELY == 1 {
            calls.long();
        }
        calls.made(&mut runner);
        calls.0
    })
}

/// The calls of an input that a fuzzer grew; none where it is of another sort.
#[must_use]
pub fn grown(input: &[u8]) -> Vec<String> {
    let mut calls = Calls::default();
    match input.split_first() {
        Some((first, seed)) if *first < CHOICES => calls.made(&mut runner(seed)),
        _ => {
            let text = String::from_utf8_lossy(input);
            if let Some((kind, three)) = Case::read(&text) {
                calls.verbs(kind, &three);
            }
            if let Some((kind, session)) = Session::read(&text) {
                calls.session(kind, session);
            }
            if let Some((kind, answer)) = Answer::read(&text) {
                calls.answer(kind, &answer);
            }
        }
    }
    calls.0
}

#[derive(Default)]
struct Calls(Vec<String>);

impl Calls {
    fn made(&mut self, runner: &mut TestRunner) {
        if let Ok(three) = (verbs::three::LAWS.cases)().new_tree(runner) {
            let (kind, three) = three.current();
            self.verbs(kind, &three);
        }
        if let Ok(session) = (forms::sessions::LAWS.cases)().new_tree(runner) {
            let (kind, session) = session.current();
            self.session(kind, session);
        }
        if let Ok(answer) = (responses::answers::LAWS.cases)().new_tree(runner) {
            let (kind, answer) = answer.current();
            self.answer(kind, &answer);
        }
    }

    fn call<T: Serialize>(
        &mut self,
        verb: &dyn Display,
        arguments: &Value,
        answer: Result<T, Error>,
    ) {
        let answer = answer.map_or_else(|error| facade::error(&error), |answer| to_string(&answer));
        self.0
            .push(to_string(&json!([verb.to_string(), arguments, answer])));
    }

    /// What asks for no more than records.
    fn verbs(&mut self, kind: Kind, three: &[Value; 3]) {
        for call in verbs::calls(kind, &three.clone().map(plain)) {
            let answer = call.answer.unwrap_or_else(|error| facade::error(&error));
            let verb = format!("{kind}.{}", call.verb);
            self.0
                .push(to_string(&json!([verb, call.arguments, answer])));
        }
    }

    fn answer(
        &mut self,
        kind: Kind,
        Answer {
            status,
            text,
            draft,
        }: &Answer,
    ) {
        let draft = &plain(draft.clone());
        let response = kind.response(*status, None, text);
        let explained = response
            .result
            .as_ref()
            .err()
            .map(|refusal| kind.explain(&refusal.texts, Some(draft)));
        if let (Err(refusal), Some(issues)) = (&response.result, explained) {
            self.call(
                &format!("{kind}.explain"),
                &json!([refusal.texts, { "draft": draft }]),
                Ok(issues),
            );
        }
        // The package refuses a status that no service sends. Text that JavaScript would hold otherwise is told as it
        // is; records are not.
        let is_status = matches!(status, 0 | 100..600);
        if is_status
            && serde_json::from_str::<Value>(text).is_ok_and(|value| plain(value.clone()) == value)
        {
            self.call(
                &format!("{kind}.response"),
                &json!([{ "status": status, "text": text }]),
                Ok(response),
            );
        }
    }

    fn session(&mut self, kind: Kind, session: Session) {
        let Session {
            profile,
            stored,
            others,
            deeds,
        } = session;
        let (stored, others) = (plain(stored), others.map(plain));
        let Ok(mut form) = kind.form(&stored, profile) else {
            return;
        };
        // Else what is typed into one text within a second is one step.
        let given = json!([kind.name(), stored, { "profile": profile.name(), "pause": 0 }]);
        self.call(&"form", &given, Ok(State::of(&form)));
        for deed in &deeds {
            if let Some(call) = forms::call(&form, deed, &others) {
                self.edit(&mut form, &call);
            }
        }
    }

    fn edit(&mut self, form: &mut RecordForm, call: &Call) {
        let (verb, arguments) = spelled(form, call);
        let refused = forms::act(form, call).and_then(Result::err);
        let state = refused.map_or_else(|| Ok(State::of(form)), Err);
        self.call(&format!("form.{verb}"), &arguments, state);
    }

    fn long(&mut self) {
        let stored = json!({ "name": "n" });
        let Ok(mut form) = Kind::Calendar.form(&stored, Profile::Specification) else {
            return;
        };
        self.call(
            &"form",
            &json!(["calendar", stored, {}]),
            Ok(State::of(&form)),
        );
        let dates = json!(vec![json!({ "date": 1 }); 65_000]);
        self.edit(
            &mut form,
            &Call::Set(Path::new().with("availabilities"), dates),
        );
        self.edit(&mut form, &Call::Undo);
    }
}

/// All that a form shows.
#[derive(Serialize)]
struct State<'a> {
    stored: View<'a>,
    draft: View<'a>,
    issues: Vec<&'a Issue>,
    changes: Vec<&'a Change>,
    conflicts: &'a [Conflict],
}

impl<'a> State<'a> {
    fn of(form: &'a RecordForm) -> Self {
        let (issues, changes) = (form.issues().collect(), form.changes().collect());
        Self {
            stored: form.stored(),
            draft: form.draft(),
            issues,
            changes,
            conflicts: form.conflicts(),
        }
    }
}

/// A call as JavaScript makes it.
fn spelled(form: &RecordForm, call: &Call) -> (&'static str, Value) {
    match call {
        Call::Set(path, value) => ("set", json!([path, value])),
        Call::Insert(path, value) => ("insert", json!([path, value])),
        Call::Remove(path) => ("remove", json!([path])),
        Call::Move(path, to) => ("move", json!([path, to])),
        Call::Reset(path) => ("reset", json!([path])),
        Call::Revert(change) => (
            "revert",
            json!([form.changes().position(|own| own == change)]),
        ),
        Call::Resolve(conflict, side) => (
            "resolve",
            json!([
                form.conflicts().iter().position(|own| own == conflict),
                side.name()
            ]),
        ),
        Call::Fix(issue) => ("fix", json!([form.issues().position(|own| own == issue)])),
        Call::FixAll => ("fixAll", json!([])),
        Call::Day(day, hours) => ("setDay", json!([day.to_string(), hours])),
        Call::Date(date, hours) => ("setDate", json!([date, hours])),
        Call::Judge(profile) => ("setProfile", json!([profile.name()])),
        Call::Rebase(stored) => ("rebase", json!([stored])),
        Call::Undo => ("undo", json!([])),
        Call::Redo => ("redo", json!([])),
        Call::ClearHistory => ("clearHistory", json!([])),
        Call::Batch(calls) => (
            "batch",
            calls
                .iter()
                .map(|call| json!(spelled(form, call)))
                .collect(),
        ),
    }
}

/// A value without what JavaScript holds otherwise: integers of more than 53 bits lose digits, and members that are
/// named as indexes come before all others.
fn plain(value: Value) -> Value {
    match value {
        Value::Number(number) if number.as_f64().is_some_and(|number| number.abs() >= 9e15) => {
            json!(9e300)
        }
        Value::Array(items) => items.into_iter().map(plain).collect(),
        Value::Object(members) => {
            let named = |name: String| {
                if name.parse::<u64>().is_ok() {
                    format!("n{name}")
                } else {
                    name
                }
            };
            Value::Object(
                members
                    .into_iter()
                    .map(|(name, member)| (named(name), plain(member)))
                    .collect(),
            )
        }
        plain => plain,
    }
}
