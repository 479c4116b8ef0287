//! Text that is not blank.

use super::finding::Finding;
use super::leaf::{Leaf, Samples, TextSchema};
use super::text::{CONTROL, SPACE};

pub(super) struct Name;

impl Leaf for Name {
    const WANTED: Option<&'static str> = Some("text");

    const SAMPLES: Samples = Samples {
        least: "a",
        valid: &["[a-zA-Z]"],
        prose: true,
        refused: &[],
        hostile: &[],
    };

    fn check(_: &str) -> Option<Finding> {
        None
    }

    /// Matches white space, another character, and then anything.
    fn schema() -> TextSchema {
        TextSchema::new(format!(
            r"^[\t\n\r {SPACE}]*[^\x00- \x7f-\x9f{SPACE}][^{CONTROL}]*$"
        ))
    }
}
