//! Public suites, compared with what the library answers. `cargo test --test conformance -- --nocapture` prints counts.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]
#![expect(
    clippy::print_stdout,
    reason = "the counts are what these tests are run for"
)]

mod packages;
mod patches;
mod sources;
mod suite;

use calendiff::{Issue, Kind, Severity, ValidateOptions};
use serde_json::{Value, json};

use sources::{
    chrono_calls, chrono_table, json_schema, speedate_lists, speedate_table, toml_dates,
};
use suite::{Answer, Instant, Policy, Then, run};

/// The first error in a draft.
fn error(kind: Kind, draft: &Value) -> Option<Issue> {
    let report = kind.validate(draft, &ValidateOptions::default()).unwrap();
    report
        .issues
        .into_iter()
        .find(|issue| issue.severity == Severity::Error)
}

fn normalized(kind: Kind, name: &str, text: &str) -> String {
    kind.normalize(json!({ name: text })).unwrap().to_value()[name]
        .as_str()
        .unwrap()
        .to_owned()
}

fn of_calendar(name: &str, text: &str) -> Answer {
    match error(Kind::Calendar, &json!({ name: text })) {
        Some(error) => Answer::Refused(error.code.name().to_owned()),
        None => Answer::Accepted(normalized(Kind::Calendar, name, text)),
    }
}

fn email(text: &str) -> Answer {
    of_calendar("alertEmail", text)
}

fn url(text: &str) -> Answer {
    of_calendar("formSubmitRedirectURL", text)
}

/// Members of the type date-time are in responses only, where a text is read but not refused. Whether it is one shows
/// in a special date, whose time of day may be any: a warning at most.
fn date_time(text: &str) -> Answer {
    let read = normalized(Kind::Location, "createdAt", text);
    match error(
        Kind::Calendar,
        &json!({ "availabilities": [{ "date": text, "hours": [] }] }),
    ) {
        None => Answer::Accepted(read),
        Some(error) if read != text && Instant::canonical(&read).is_some() => {
            Answer::Understood(error.code.name().to_owned(), read)
        }
        Some(error) => Answer::Refused(error.code.name().to_owned()),
    }
}

/// A date alone is refused, with a fix if there is such a day.
fn date(text: &str) -> Answer {
    let error = error(
        Kind::Calendar,
        &json!({ "availabilities": [{ "date": text, "hours": [] }] }),
    );
    match error.map(|error| (error.code.name(), error.fix)) {
        Some(("date_bare", Some(fix))) => Answer::Accepted(fix.title.to_string()),
        other => Answer::Refused(format!("{other:?}")),
    }
}

const QUOTED: Policy = Policy {
    name: "quoted local parts",
    when: |text| text.starts_with('"') && text.contains("\"@"),
    then: Then::Refuse("email_quoted"),
};
const LITERAL: Policy = Policy {
    name: "IP literals",
    when: |text| text.contains("@["),
    then: Then::Refuse("email_address_literal"),
};

#[test]
fn json_schema_email() {
    run(
        "JSON-Schema-Test-Suite, email",
        18,
        &json_schema("email"),
        &[QUOTED, LITERAL],
        email,
    );
}

#[test]
fn json_schema_uri() {
    let other_scheme = Policy {
        name: "schemes other than http and https",
        when: |text| !text.starts_with("http"),
        then: Then::Refuse("url_scheme"),
    };
    let credentials = Policy {
        name: "credentials",
        when: |text| text.contains('@'),
        then: Then::Refuse("url_credentials"),
    };
    let unescaped = Policy {
        name: "characters that browsers escape",
        when: |text| text.contains(|c: char| !c.is_ascii() || "\"<>^`{|}".contains(c)),
        then: Then::Accept,
    };
    run(
        "JSON-Schema-Test-Suite, uri",
        30,
        &json_schema("uri"),
        &[other_scheme, credentials, unescaped],
        url,
    );
}

/// The character between date and time.
fn separator(text: &str) -> Option<char> {
    text.get(10..).and_then(|rest| rest.chars().next())
}

const NUMBER: Policy = Policy {
    name: "seconds since 1970",
    when: |text| {
        text.bytes()
            .all(|byte| byte.is_ascii_digit() || b"-.".contains(&byte))
            && text.parse::<f64>().is_ok()
    },
    then: Then::Refuse("date_time_format"),
};
const NO_DATE: Policy = Policy {
    name: "no date",
    when: |text| text.find(':') == Some(2),
    then: Then::Refuse("date_time_format"),
};
const NO_TIME: Policy = Policy {
    name: "no time of day",
    when: |text| text.len() == 10,
    then: Then::Refuse("date_bare"),
};
const UNDERSCORE: Policy = Policy {
    name: "an underscore for the T",
    when: |text| separator(text) == Some('_'),
    then: Then::Refuse("date_time_format"),
};
const COMMA: Policy = Policy {
    name: "a comma before the fraction",
    when: |text| text.contains(','),
    then: Then::Refuse("date_time_fraction"),
};
const NO_OFFSET: Policy = Policy {
    name: "no offset",
    when: |text| !text[10..].contains(['Z', 'z', '+', '-', '\u{2212}']),
    then: Then::Refuse("date_time_offset"),
};
const MINUS: Policy = Policy {
    name: "U+2212 for the minus",
    when: |text| text.contains('\u{2212}'),
    then: Then::Refuse("date_time_format"),
};
const NO_COLON: Policy = Policy {
    name: "no colon in the offset",
    when: |text| {
        text.rsplit_once(['+', '-'])
            .is_some_and(|(_, offset)| offset.len() == 4)
    },
    then: Then::Refuse("date_time_format"),
};
const LEAP_SECOND: Policy = Policy {
    name: "leap seconds",
    when: |text| text.contains(":60"),
    then: Then::Refuse("date_time_leap_second"),
};
const SPACE: Policy = Policy {
    name: "a space for the T: understood",
    when: |text| separator(text) == Some(' '),
    then: Then::Understand("date_time_spelling"),
};
const TRUNCATED: Policy = Policy {
    name: "fractions truncated to milliseconds",
    when: |_| true,
    then: Then::Truncate,
};

#[test]
fn json_schema_date_time() {
    run(
        "JSON-Schema-Test-Suite, date-time",
        20,
        &json_schema("date-time"),
        &[LEAP_SECOND],
        date_time,
    );
}

#[test]
fn json_schema_date() {
    run(
        "JSON-Schema-Test-Suite, date",
        42,
        &json_schema("date"),
        &[],
        date,
    );
}

#[test]
fn chrono_rfc_3339() {
    run(
        "chrono, table for RFC 3339",
        56,
        &chrono_table(),
        &[MINUS, SPACE, TRUNCATED],
        date_time,
    );
    run(
        "chrono, other texts for RFC 3339",
        19,
        &chrono_calls(),
        &[LEAP_SECOND],
        date_time,
    );
}

#[test]
fn speedate() {
    let policies = [NUMBER, UNDERSCORE, COMMA, MINUS, NO_COLON, SPACE];
    run(
        "speedate, table",
        43,
        &speedate_table(),
        &policies,
        date_time,
    );
    let policies = [
        NO_DATE, NO_TIME, UNDERSCORE, COMMA, NO_OFFSET, NO_COLON, SPACE, TRUNCATED,
    ];
    run(
        "speedate, lists",
        138,
        &speedate_lists(),
        &policies,
        date_time,
    );
}

#[test]
fn toml_test() {
    run(
        "toml-test, dates and times",
        104,
        &toml_dates(),
        &[NO_DATE, NO_TIME, NO_OFFSET, SPACE],
        date_time,
    );
}
