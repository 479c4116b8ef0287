//! Any text.

use super::finding::Finding;
use super::leaf::{Leaf, Samples, TextSchema};
use super::text::CONTROL;

pub(super) struct Plain;

impl Leaf for Plain {
    const WANTED: Option<&'static str> = None;

    const SAMPLES: Samples = Samples {
        least: "a",
        valid: &[""],
        prose: true,
        refused: &[],
        hostile: &[],
    };

    fn check(_: &str) -> Option<Finding> {
        None
    }

    fn schema() -> TextSchema {
        TextSchema::new(format!(r"^[^{CONTROL}]*$"))
    }
}
