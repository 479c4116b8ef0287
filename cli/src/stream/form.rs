//! The form of the answers to a stream.

use calendiff::json::to_string;
use calendiff::visible_json;

use crate::failure::{Failure, Place};
use crate::show::Paint;

/// The form of the answers to a stream.
#[derive(Clone, Copy)]
pub(crate) struct Form {
    /// Returns the text that takes the place of an answer, if there is any, given the place and the id of the record.
    pub(crate) unanswered: fn(&Place, Option<&str>, &Failure) -> Option<String>,
    /// Returns the text before all answers and the text after them. Each answer then begins with a comma.
    pub(crate) around: Option<fn(Paint<'_>) -> [String; 2]>,
    /// True if a blank line is answered by one.
    pub(crate) keeps_blank: bool,
    /// True if an answer is an update to send: only one may be for an id.
    pub(crate) is_update: bool,
}

impl Form {
    /// Answers that are text for people. An error is printed on standard error alone.
    pub(crate) const TEXT: Self = Self {
        unanswered: |_, _, _| None,
        around: None,
        keeps_blank: false,
        is_update: false,
    };
    /// A line of JSON for each record.
    pub(crate) const LINES: Self = Self {
        unanswered: |place, id, failure| Some(error_line(place, id, failure, false)),
        around: None,
        keeps_blank: true,
        is_update: false,
    };
    /// A line of JSON for each record, with the name of the file.
    pub(crate) const NAMED: Self = Self {
        unanswered: |place, id, failure| Some(error_line(place, id, failure, true)),
        ..Self::LINES
    };
    /// A line of JSON for each record that has a body. An error is printed on standard error alone: what is a line is sent.
    pub(crate) const BODIES: Self = Self {
        is_update: true,
        ..Self::TEXT
    };
    /// A line of a shell's script for each record. An error is a comment: nothing in it may run.
    pub(crate) const SHELL: Self = Self {
        unanswered: |place, id, failure| {
            Some("# ".to_owned() + &error_line(place, id, failure, false))
        },
        is_update: true,
        ..Self::LINES
    };
    /// A line of JSON for each request.
    pub(crate) const REQUESTS: Self = Self {
        is_update: true,
        ..Self::LINES
    };

    /// Returns lines for JSON, else text.
    pub(crate) const fn json(is_json: bool) -> Self {
        if is_json { Self::LINES } else { Self::TEXT }
    }
}

pub(crate) fn error_line(
    place: &Place,
    id: Option<&str>,
    failure: &Failure,
    is_named: bool,
) -> String {
    visible_json(&to_string(&failure.answer(place, id, is_named))).into_owned() + "\n"
}
