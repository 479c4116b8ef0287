//! A page that is opened and saved as it is changes nothing.

use calendiff::{Kind, WhenAbsent, strategies};
use property_test::{Page, careful, naive};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestError, TestRunner};
use serde_json::{Value, json};

/// What a PUT of the saved page would change in the stored calendar.
fn changes(stored: &Value, save: fn(&Page) -> Value) -> Vec<String> {
    let body = save(&Page::open(stored));
    let diff = Kind::Calendar
        .diff(stored, &body, WhenAbsent::Keep)
        .expect("both are records");
    diff.words.iter().map(ToString::to_string).collect()
}

proptest! {
    #[test]
    fn saving_an_untouched_page_changes_nothing(stored in strategies::stored(Kind::Calendar)) {
        prop_assert_eq!(changes(&stored, careful::save), Vec::<String>::new());
    }
}

/// The same property does not hold for the page that forgets the unit. Of some fifty members proptest leaves two.
#[test]
fn the_forgotten_unit_is_found() {
    let config = Config {
        failure_persistence: None,
        ..Config::default()
    };
    let result = TestRunner::new(config).run(&strategies::stored(Kind::Calendar), |stored| {
        let changes = changes(&stored, naive::save);
        if changes.is_empty() {
            Ok(())
        } else {
            Err(TestCaseError::fail(changes.join(", ")))
        }
    });
    let Err(TestError::Fail(reason, least)) = result else {
        panic!("nothing was found")
    };
    assert_eq!(reason.message(), "slot duration 60 hours, was 1 hour");
    assert_eq!(
        least,
        json!({ "slotDuration": 1, "slotDurationUnit": "hours" })
    );
}
