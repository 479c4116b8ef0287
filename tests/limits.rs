//! Numbers and names at the ends of what can be held.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use calendiff::json::{Document, Limits, equal, to_string};
use calendiff::{Absent, Kind, Options};
use serde_json::{Value, json};

#[test]
fn a_record_is_its_own_normal_form_whatever_its_numbers() {
    for number in [
        json!(3.333_330_009_132_223e16),
        json!(9_223_372_036_854_775_808.0),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(1e300),
    ] {
        let record = json!({ "slotDuration": number, "openHours": [{ "daysOfTheWeek": [number], "hours": [] }] });
        let text = to_string(&Kind::Calendar.normalize(&record).unwrap());
        let read = Document::parse(text.clone()).unwrap();
        assert!(equal(read.root(), calendiff::json::Tree::of(&record).root()), "{text}");
        assert_eq!(
            Kind::Calendar.diff(&record, read_again(&text), Absent::Remove).unwrap().words,
            Vec::<String>::new()
        );
        assert_eq!(
            Kind::Calendar.diff(read_again(&text), &record, Absent::Remove).unwrap().words,
            Vec::<String>::new()
        );
    }
}

fn read_again(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn a_name_longer_than_can_be_told_is_refused_and_is_no_other_name() {
    // As many bytes more as make the number of a known name, where its length would overflow.
    let name = "x".repeat((1 << 27) + 6);
    let limits = Limits { size: usize::MAX };
    let text = format!(r#"{{"{name}":1}}"#);
    assert_eq!(Document::parse_within(text, limits).unwrap_err().code(), "json_size");
    let record = Value::Object([(name, json!("n"))].into_iter().collect());
    for refused in [
        Kind::Calendar.validate(&record, &Options::default()).map(drop),
        Kind::Calendar.normalize(&record).map(drop),
        Kind::Calendar.diff(json!({}), &record, Absent::Keep).map(drop),
    ] {
        assert_eq!(refused.unwrap_err().code(), "json_size");
    }
}
