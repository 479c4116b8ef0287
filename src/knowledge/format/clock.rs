//! A time of day, `09:00`: an example of a format, compiled only for tests.

use super::finding::Finding;
use super::leaf::{Leaf, Samples, TextSchema};
use crate::knowledge::issue::Code;

pub(super) struct Clock;

impl Leaf for Clock {
    const WANTED: Option<&'static str> = Some("text");

    const SAMPLES: Samples = Samples {
        least: "00:00",
        valid: &["([01][0-9]|2[0-3]):[0-5][0-9]"],
        prose: false,
        refused: &[
            (Code::DateTimeHour, "24:[0-5][0-9]|[01][0-9]:6[0-9]"),
            (Code::DateTimeFormat, "[0-9]:[0-9]|[a-z]{1,4}"),
        ],
        hostile: &["09\u{2236}00", "09:00:00.000000000000000000000000000001"],
    };

    fn check(text: &str) -> Option<Finding> {
        let [a, b, b':', c, d] = text.as_bytes() else {
            return Some(misread(text));
        };
        if ![a, b, c, d].into_iter().all(u8::is_ascii_digit) {
            return Some(misread(text));
        }
        let exists = [*a, *b] < *b"24" && *c < b'6';
        (!exists).then(|| Finding::new(Code::DateTimeHour).found(text))
    }

    fn canonical(trimmed: &str) -> Option<String> {
        let padded = format!("0{trimmed}");
        (trimmed.len() == 4 && Self::check(&padded).is_none()).then_some(padded)
    }

    fn schema() -> TextSchema {
        TextSchema::new("^(?:[01][0-9]|2[0-3]):[0-5][0-9]$")
    }
}

/// `9:00` is certainly `09:00`.
fn misread(text: &str) -> Finding {
    Finding::new(Code::DateTimeFormat)
        .found(text)
        .fix(Clock::canonical(text))
}
