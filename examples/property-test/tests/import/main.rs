//! What another system exports is imported as it is there. `hasty.rs` reads times with a bug, which the test must find.

mod hasty;

use property_test::import::{DAYS, import, twelve_hours};

use calendiff::{Kind, WhenAbsent, strategies};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Calendars that are open at times. Of days on which they are closed the table says nothing.
fn calendars() -> impl Strategy<Value = Value> {
    strategies::clean(Kind::Calendar).prop_map(|calendar| {
        let entries = calendar["openHours"].as_array().into_iter().flatten();
        json!({ "openHours": entries.filter(|entry| entry["hours"] != json!([])).collect::<Vec<_>>() })
    })
}

/// The table that the other system would export.
fn export(calendar: &Value) -> String {
    let mut table = String::new();
    for entry in calendar["openHours"].as_array().into_iter().flatten() {
        let day = DAYS
            .iter()
            .enumerate()
            .find(|(day, _)| entry["daysOfTheWeek"] == json!([day]));
        let (_, day) = day.expect("a clean calendar has one day in an entry");
        for range in entry["hours"].as_array().into_iter().flatten() {
            let time = |hour: &str, minute: &str| {
                let (hour, minute) = (
                    range[hour].as_u64().unwrap_or(0),
                    range[minute].as_u64().unwrap_or(0),
                );
                format!(
                    "{}:{minute:02} {}",
                    (hour + 11) % 12 + 1,
                    if hour < 12 { "AM" } else { "PM" }
                )
            };
            let (opens, closes) = (
                time("openHour", "openMinute"),
                time("closeHour", "closeMinute"),
            );
            table += &format!("{day},{opens},{closes}\n");
        }
    }
    table
}

/// Importing what was exported changes nothing.
fn comes_back(
    calendar: &Value,
    clock: fn(&str) -> Option<(i64, i64)>,
) -> Result<(), TestCaseError> {
    let update = import(&export(calendar), clock)
        .map_err(TestCaseError::fail)?
        .to_value()?;
    let diff = Kind::Calendar.diff(calendar, &update, WhenAbsent::Keep)?;
    let words: Vec<_> = diff.words.iter().map(ToString::to_string).collect();
    prop_assert!(words.is_empty(), "{}", words.join(", "));
    Ok(())
}

proptest! {
    #[test]
    fn what_was_exported_is_imported(calendar in calendars()) {
        comes_back(&calendar, twelve_hours)?;
    }
}

/// What is left is one range of one day, with an end in the hour after midnight or after noon.
#[test]
fn the_hour_that_is_called_twelve_is_found() {
    use proptest::test_runner::{Config, TestError, TestRunner};

    let config = Config {
        failure_persistence: None,
        ..Config::default()
    };
    let result = TestRunner::new(config).run(&calendars(), |calendar| {
        comes_back(&calendar, hasty::twelve_hours)
    });
    let Err(TestError::Fail(_, least)) = result else {
        panic!("nothing was found")
    };
    let [entry] = least["openHours"].as_array().unwrap().as_slice() else {
        panic!("{least}")
    };
    let [range] = entry["hours"].as_array().unwrap().as_slice() else {
        panic!("{least}")
    };
    let is_twelve = |hour: &Value| hour.as_u64().is_some_and(|hour| hour % 12 == 0);
    assert!(
        is_twelve(&range["openHour"]) || is_twelve(&range["closeHour"]),
        "{least}"
    );
}

use calendiff::schema::Format;
use calendiff::strategies::leaf::{Sort, text};

proptest! {
    #[test]
    fn whatever_a_table_holds_is_answered(
        day in prop_oneof![Just("Monday".to_owned()), text(Format::Plain, Sort::Hostile)],
        opens in prop_oneof![Just("9:00 AM".to_owned()), text(Format::Plain, Sort::Hostile)],
        closes in "[0-9]{1,2}:[0-9]{2} [AP]M",
    ) {
        if let Ok(update) = import(&format!("{day},{opens},{closes}\n"), twelve_hours) {
            prop_assert!(update.to_value().is_ok());
        }
    }
}
