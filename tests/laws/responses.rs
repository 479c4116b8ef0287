//! Of answers of the service: reading records out of them, and refusals at the fields that they speak of.

use calendiff::json::{Document, to_string};
use calendiff::strategies::{self, Response};
use calendiff::{
    Code, Kind, Language, PayloadShape, RefusalReason, Severity, ValidateOptions, WhenAbsent,
};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use super::case::{self, Case};
use super::{Held, Laws, errors, laws, of, validate};

laws! { sent of Response = of(strategies::response);
    a_response_is_read_as_the_record_that_it_stands_for,
    fixing_a_stored_record_changes_what_is_an_error_alone,
}

laws! { records of Answer = of(answer);
    reading_twice_is_reading_once,
}

laws! { answers of Answer = of(answer);
    any_answer_is_a_record_or_a_refusal_that_says_all_of_it,
    each_text_is_one_error_in_any_language,
}

/// What a service answers, and the draft that it answers to.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub text: String,
    pub draft: Value,
}

impl Case for Answer {
    fn of(kind: Kind, documents: Vec<Value>) -> Option<Self> {
        let [status, answer, draft] = <[Value; 3]>::try_from(documents).ok()?;
        let status = status.as_u64().and_then(|status| status.try_into().ok())?;
        // A text is one that is not JSON.
        let text = answer
            .as_str()
            .map_or_else(|| to_string(&answer), str::to_owned);
        case::is_record(kind, &draft).then_some(Self {
            status,
            text,
            draft,
        })
    }

    fn documents(&self) -> Vec<Value> {
        vec![
            self.status.into(),
            self.text.clone().into(),
            self.draft.clone(),
        ]
    }
}

impl Case for Response {
    fn of(_: Kind, _: Vec<Value>) -> Option<Self> {
        None
    }

    fn documents(&self) -> Vec<Value> {
        vec![self.sent.clone()]
    }
}

/// Records, refusals of what is wrong with the draft and of what is not, and what is neither.
fn answer(kind: Kind) -> impl Strategy<Value = Answer> {
    let said = [
        "must be a string",
        "must be a positive number",
        "must be a valid day of week",
        "must contain at least 1 elements",
        "should not be empty",
        "must be one of the following values: a, b",
        "is full",
    ];
    let place = prop_oneof![
        "[a-zA-Z]{1,12}(\\.[0-9]{1,2})?(\\.[a-z]{0,8})?",
        select(names(kind))
    ];
    let text =
        (place, select(said.to_vec()), any::<bool>()).prop_map(|(place, said, is_unknown)| {
            if is_unknown {
                format!("property {place} should not exist")
            } else {
                format!("{place} {said}")
            }
        });
    let texts = proptest::collection::vec(text, 0..4);
    let shape = (texts, 0..6_usize).prop_map(|(texts, shape)| match shape {
        0 => json!({ "statusCode": 422, "message": texts, "error": "Unprocessable Entity" }),
        1 => json!({ "status": 400, "message": texts.concat(), "name": "HttpException", "traceId": "2fe6" }),
        2 => json!({ "message": [texts, 7, null, { "a": 1 }] }),
        3 => json!(texts),
        4 => json!({ "error": texts.concat() }),
        _ => json!("<html>"),
    });
    let text = prop_oneof![
        3 => shape.prop_map(|answer| to_string(&answer)),
        2 => strategies::response(kind).prop_map(|response| to_string(&response.sent)),
        1 => strategies::wild(kind).prop_map(|record| to_string(&record)),
        1 => "\\PC{0,20}",
    ];
    let status = prop_oneof![select(vec![200_u16, 400, 401, 403, 422, 500]), any::<u16>()];
    (status, text, strategies::wild(kind)).prop_map(|(status, text, draft)| Answer {
        status,
        text,
        draft,
    })
}

/// The names at the top of a record, and of what stands in its lists.
fn names(kind: Kind) -> Vec<String> {
    let rows = kind.table().members.iter();
    let names = rows.flat_map(|row| {
        let inside = row.ty.table().into_iter().flat_map(|table| table.members);
        let inside = inside.map(|below| format!("{}.0.{}", row.name, below.name));
        std::iter::once(row.name.to_owned()).chain(inside)
    });
    names.collect()
}

fn fixing_a_stored_record_changes_what_is_an_error_alone(
    kind: Kind,
    Response { sent, .. }: &Response,
) -> Held {
    let options = ValidateOptions::default().of(PayloadShape::Record);
    let fixed = kind.fix(sent, &options)?;
    let before = kind.read(sent)?.value;
    let after = kind.read(&fixed.value)?.value;
    // A week with an entry without days or hours cannot be read by day: its entries are compared, and a fix regroups them.
    let week = before.to_value()["openHours"].clone();
    let is_whole = |entry: &Value| entry["daysOfTheWeek"].is_array() && entry["hours"].is_array();
    if !week.as_array().into_iter().flatten().all(is_whole) {
        return Ok(());
    }
    let changes = kind.diff(&before, &after, WhenAbsent::Remove)?.changes;
    for change in changes {
        // Hours that overlap are joined, and mean the same.
        let is_corrected = fixed.applied.iter().any(|issue| {
            let changes = issue.severity == Severity::Error
                || matches!(issue.code, Code::HoursOverlap | Code::HoursDuplicate);
            changes && issue.path.segments().contains(&change.path.segments()[0])
        });
        prop_assert!(
            is_corrected,
            "{} {:?} {}",
            change.words,
            fixed.applied,
            fixed.value
        );
    }
    Ok(())
}

fn a_response_is_read_as_the_record_that_it_stands_for(kind: Kind, response: &Response) -> Held {
    let read = kind.read(&response.sent)?;
    prop_assert_eq!(&read.value, &response.record);
    let mut told: Vec<_> = read
        .issues
        .iter()
        .map(|note| (note.code, note.path.clone()))
        .collect();
    let mut expected: Vec<_> = response
        .notes
        .iter()
        .map(|note| (note.code, note.path.clone()))
        .collect();
    told.sort();
    expected.sort();
    prop_assert_eq!(told, expected);
    Ok(())
}

fn reading_twice_is_reading_once(kind: Kind, Answer { text, .. }: &Answer) -> Held {
    let Ok(document) = Document::parse(text.clone()) else {
        return Ok(());
    };
    let Ok(read) = kind.read(document.root()) else {
        return Ok(());
    };
    // A record that holds a member of an envelope's name reads as that envelope.
    if kind
        .envelopes()
        .iter()
        .any(|name| read.value.get(name).is_some())
    {
        return Ok(());
    }
    let Ok(again) = kind.read(&read.value) else {
        return Ok(());
    };
    prop_assert_eq!(&again.value, &read.value);
    let regular = [Code::ReadBare, Code::ReadNotSet];
    prop_assert!(
        again.issues.iter().all(|note| regular.contains(&note.code)),
        "{:?}",
        again.issues
    );
    Ok(())
}

fn any_answer_is_a_record_or_a_refusal_that_says_all_of_it(kind: Kind, answer: &Answer) -> Held {
    let Answer { status, text, .. } = answer;
    let response = kind.response(*status, None, text);
    prop_assert_eq!(response.status, *status);
    match response.result {
        Ok(stored) => {
            prop_assert!((200..300).contains(status));
            prop_assert_eq!(stored, kind.read(Document::parse(text.clone())?.root())?);
        }
        Err(refusal) => {
            prop_assert_eq!(&refusal.text, text);
            prop_assert_eq!(refusal.issues.len(), refusal.texts.len().max(1));
            prop_assert!(
                refusal
                    .issues
                    .iter()
                    .all(|issue| issue.severity == refusal.reason.severity())
            );
            prop_assert!(refusal.reason != RefusalReason::NoRecord || (200..300).contains(status));
            let read: calendiff::Refusal = serde_json::from_str(&serde_json::to_string(&refusal)?)?;
            prop_assert_eq!(read, refusal);
        }
    }
    Ok(())
}

fn each_text_is_one_error_in_any_language(kind: Kind, answer: &Answer) -> Held {
    let Answer {
        status,
        text,
        draft,
    } = answer;
    let Err(refusal) = kind.response(*status, None, text).result else {
        return Ok(());
    };
    let explained = kind.explain(&refusal.texts, Some(draft));
    prop_assert_eq!(explained.len(), refusal.texts.len());
    for issue in &explained {
        prop_assert_eq!(
            issue.severity == Severity::Error,
            issue.code != Code::OtherBody
        );
        prop_assert!(!issue.message().is_empty());
    }
    // A fix that is offered is one of the draft's own.
    let before = errors(&validate(kind, draft, calendiff::Profile::Service)?).count();
    for issue in &explained {
        let Some(fix) = &issue.fix else { continue };
        let fixed = calendiff::json::patch::apply(draft, &fix.patch)?;
        prop_assert!(
            errors(&validate(kind, &fixed, calendiff::Profile::Service)?).count() <= before,
            "{:?}",
            issue
        );
    }
    for tag in ["de", "ja"] {
        let Some(language) = Language::named(tag) else {
            return Err(TestCaseError::fail(tag));
        };
        let mut said = serde_json::to_value(&explained)?;
        language.reword(&mut said);
        let words = said
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|issue| issue["message"].as_str());
        prop_assert_eq!(
            words.filter(|words| !words.is_empty()).count(),
            explained.len(),
            "{}",
            said
        );
    }
    Ok(())
}
