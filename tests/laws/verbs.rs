//! Laws of three records: every verb answers the same on its fast path and on its slow one, and each answer is read back
//! from its JSON.

use std::fmt::Debug;

use calendiff::json::Tree;
use calendiff::{
    Change, DiffOptions, Error, Issue, Kind, Mode, Profile, Resolution, Sameness, Span,
    ValidateOptions, WhenAbsent, strategies,
};
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::calls::{self, Call, call};
use super::{Held, Laws, laws, of, to_text};

laws! { three of [Value; 3] = of(records);
    z1_a_fast_path_answers_as_the_slow_one,
    z2_an_answer_is_read_from_its_json,
}

/// The calls of each verb that asks for no more than records. Those of a form are separate.
pub(crate) fn calls(kind: Kind, records: &[Value; 3]) -> Vec<Call> {
    calls::verbs()
        .flat_map(|verb| calls::calls_of(verb, kind, records.each_ref()))
        .collect()
}

/// The calls of all verbs, and those of a form whose members are set one by one.
fn all_calls(kind: Kind, records: &[Value; 3]) -> Result<Vec<Call>, Error> {
    let [stored, draft, _] = records;
    let mut all = calls(kind, records);
    let mut form = kind.form(stored, Profile::Service)?;
    for (name, value) in draft
        .as_object()
        .into_iter()
        .flatten()
        .filter(|_| kind.strip_envelope(Tree::of(draft).root()).0.is_none())
    {
        form.set(&calendiff::json::Path::new().with(name.clone()), value)?;
        let issues: Vec<&Issue> = form.issues().collect();
        let changes: Vec<&Change> = form.changes().collect();
        all.push(call(
            "form.set",
            json!([[name], value]),
            Ok((issues, changes)),
        ));
    }
    Ok(all)
}

fn records(kind: Kind) -> impl Strategy<Value = [Value; 3]> {
    let draft = prop_oneof![
        2 => strategies::wild(kind).boxed(),
        2 => strategies::stored(kind).boxed(),
        1 => strategies::clean(kind).boxed(),
    ];
    (strategies::stored(kind), draft, strategies::stored(kind)).prop_map(<[Value; 3]>::from)
}

fn z1_a_fast_path_answers_as_the_slow_one(kind: Kind, records: &[Value; 3]) -> Held {
    let fast = all_calls(kind, records);
    let slow = strategies::without_fast_paths(|| all_calls(kind, records));
    prop_assert_eq!(fast, slow);
    Ok(())
}

/// Reads an answer from its JSON, and compares the two.
fn is_read<T: Debug + PartialEq + Serialize + DeserializeOwned>(answer: &T) -> Held {
    match serde_json::from_str::<T>(&serde_json::to_string(answer)?) {
        Ok(read) => prop_assert_eq!(&read, answer),
        // A record may be nested as deep as serde_json reads, and the answer around it is deeper.
        Err(error) => prop_assert!(
            error.to_string().starts_with("recursion limit exceeded"),
            "{} {:?}",
            error,
            answer
        ),
    }
    Ok(())
}

/// Reads the answer of a verb that has not failed.
fn is_read_if_any<T: Debug + PartialEq + Serialize + DeserializeOwned>(
    answer: Result<T, calendiff::Error>,
) -> Held {
    answer.map_or(Ok(()), |answer| is_read(&answer))
}

fn z2_an_answer_is_read_from_its_json(kind: Kind, [stored, draft, theirs]: &[Value; 3]) -> Held {
    for profile in [Profile::Specification, Profile::Service] {
        for stored in [None, Some(stored as &dyn calendiff::json::Json)] {
            let options = stored
                .into_iter()
                .fold(ValidateOptions::from(profile), ValidateOptions::stored);
            is_read_if_any(kind.fix(draft, &options))?;
            for report in [
                kind.validate(draft, &options),
                kind.validate_text(&to_text(draft), &options),
            ] {
                is_read_if_any(report.map(|mut report| {
                    // The JSON carries neither.
                    report.kind = None;
                    report.issues.iter_mut().for_each(|issue| issue.span = None);
                    report
                }))?;
            }
        }
        for mode in [Mode::Full, Mode::Changed] {
            is_read_if_any(
                kind.review(stored, draft, (profile, mode))
                    .map(|mut review| {
                        review.report.kind = None;
                        review
                    }),
            )?;
        }
    }
    for absent in [WhenAbsent::Keep, WhenAbsent::Remove] {
        for by in [Sameness::Meaning, Sameness::Spelling] {
            is_read_if_any(kind.diff(
                stored,
                draft,
                DiffOptions::default().by(by).absent(absent).tests(true),
            ))?;
        }
    }
    for resolution in Resolution::ALL {
        is_read_if_any(kind.merge(stored, draft, theirs, *resolution))?;
    }
    is_read_if_any(kind.body(stored, draft, Mode::Changed))?;
    is_read_if_any(kind.verify(stored, draft, theirs))?;
    is_read_if_any(kind.openings(stored, Span::days("2026-12-01", 60)?))?;
    is_read_if_any(kind.effect(stored, theirs, Span::days("2026-12-01", 60)?))?;
    is_read_if_any(kind.read(draft))?;
    let mut form = kind.form(stored, Profile::Service)?;
    match form.rebase(theirs) {
        Err(error) if error.code() == "another_record" => return Ok(()),
        rebased => rebased?,
    };
    form.conflicts().iter().try_for_each(is_read)?;
    form.changes().try_for_each(is_read)?;
    form.issues().try_for_each(is_read)
}
