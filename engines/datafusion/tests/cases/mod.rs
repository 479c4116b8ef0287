//! Cases of the strategies: records as they are stored, drafts, what two sides made of them, and texts that are no
//! records.

use calendiff::{Edits, Kind, Mode, Profile, WhenAbsent, strategies};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

/// The names of a case's texts.
pub(crate) const COLUMNS: [&str; 9] = [
    "wild", "stored", "draft", "edits", "sent", "after", "base", "ours", "theirs",
];

/// A text for each column. `None` is NULL.
pub(crate) struct Case {
    pub(crate) texts: Vec<Option<String>>,
}

impl Case {
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.texts[COLUMNS.iter().position(|column| *column == name).unwrap()].as_deref()
    }
}

/// Texts that are not JSON, or not a record.
const HOSTILE: [&str; 12] = [
    "",
    " ",
    "{",
    "nul",
    "[]",
    "\"text\"",
    "{\"name\":\"a\",\"name\":\"b\"}",
    "\u{feff}{}",
    "{\"slotDuration\":1e999}",
    "<<<<<<< ours\n{}",
    "{\"statusCode\":400,\"message\":[\"slotDuration must be a positive number\"],\"error\":\"Bad Request\"}",
    "{} trailing \u{1}\u{2}",
];

/// Edits by hand. Some are those of the other kind, or of none.
const EDITS: [&str; 8] = [
    "slotDuration = at least 45 mins; eventColor = \"#ff0000\"",
    "openHours/saturday = closed",
    "availabilities/2026-12-24..2026-12-26 = closed; allowBookingAfter = at least 2 days",
    "[{ \"key\": \"name\", \"value\": \"Ada\", \"was\": { \"value\": \"Ada Lane\" } }]",
    "name = \"\"",
    "teamMembers/nobody/priority = 1",
    "slotDurations = 45",
    "[",
];

/// Makes cases, the same at each run.
pub(crate) fn cases(kind: Kind, count: usize) -> Vec<Case> {
    let mut runner = TestRunner::deterministic();
    let all = (
        strategies::wild(kind),
        strategies::edited(kind),
        strategies::merging(kind),
    );
    let mut cases = Vec::with_capacity(count);
    for n in 0..count {
        let (wild, edited, merging) = all.new_tree(&mut runner).unwrap().current();
        let strategies::EditCase { stored, draft, .. } = edited;
        let sent = kind
            .body(&stored, &draft, Mode::Changed)
            .unwrap()
            .value
            .to_value();
        // After every third update, the service holds what another edit made.
        let after = match n % 3 {
            0 => merging.theirs.clone(),
            _ => kind
                .outcome(&stored, &sent, Profile::Service)
                .unwrap()
                .to_value(),
        };
        let edits = match n % 2 {
            0 => {
                json!(Edits::between(kind, &stored, &draft, WhenAbsent::Keep).unwrap()).to_string()
            }
            _ => EDITS[n / 2 % EDITS.len()].to_owned(),
        };
        let values = [
            wild,
            stored,
            draft,
            Value::Null,
            sent,
            after,
            merging.base,
            merging.ours,
            merging.theirs,
        ];
        let mut texts: Vec<Option<String>> =
            values.iter().map(|value| Some(value.to_string())).collect();
        texts[3] = Some(edits);
        // Each column meets each hostile text and NULL.
        if n % 7 == 0 {
            let column = n / 7 % COLUMNS.len();
            texts[column] = HOSTILE
                .get(n / 7 / COLUMNS.len() % (HOSTILE.len() + 1))
                .map(|text| (*text).to_owned());
        }
        cases.push(Case { texts });
    }
    cases
}
