//! The effect of a change on the openings of a calendar.

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

use super::answer::OpeningTotal;
use super::offer::total;
use super::span::Span;
use crate::ground::error::Error;
use crate::ground::json::{Json, Path, View};
use crate::knowledge::issue::{Code, Issue, Severity};
use crate::knowledge::language::{Params, Sentence, read_words};
use crate::knowledge::schema::Kind;
use crate::record::open;

/// The openings of a calendar over a span of dates before and after a change, as far as its records allow.
///
/// Serializes as `{ from, to, before, after, issues, code, params, words }`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[non_exhaustive]
pub struct Effect {
    /// The first date.
    pub from: String,
    /// The last date.
    pub to: String,
    /// The sums of the record before the change.
    pub before: OpeningTotal,
    /// The sums of the record after the change.
    pub after: OpeningTotal,
    /// A warning, `nothing_open`, if no date is open after the change and some were before.
    pub issues: Vec<Issue>,
    /// The effect in a sentence: `open on 0 of 30 days, was 26: 0 hours, was 208 hours`.
    #[serde(flatten, deserialize_with = "read_words")]
    pub words: Sentence,
}

impl Effect {
    /// Returns true if the change alters the openings.
    #[must_use]
    pub fn differs(&self) -> bool {
        self.before != self.after
    }
}

impl Serialize for Effect {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut effect = serializer.serialize_struct("Effect", 8)?;
        effect.serialize_field("from", &self.from)?;
        effect.serialize_field("to", &self.to)?;
        effect.serialize_field("before", &self.before)?;
        effect.serialize_field("after", &self.after)?;
        effect.serialize_field("issues", &self.issues)?;
        self.words.serialize_into(&mut effect, "words")?;
        effect.end()
    }
}

impl Kind {
    /// Compares the [openings](Self::openings) of two records over a span of dates: the record before a change, and the one
    /// after it. Warns if the change leaves no date open.
    ///
    /// # Errors
    /// The errors of [`openings`](Self::openings).
    ///
    /// ```
    /// use calendiff::{Kind, Span};
    /// use serde_json::json;
    ///
    /// let hours = json!([{ "openHour": 9, "openMinute": 0, "closeHour": 17, "closeMinute": 0 }]);
    /// let before = json!({ "openHours": [{ "daysOfTheWeek": [1, 2, 3, 4, 5], "hours": hours }] });
    /// let after = json!({ "openHours": before["openHours"], "isActive": false });
    /// let effect = Kind::Calendar.effect(&before, &after, Span::days("2026-12-01", 30)?)?;
    /// assert_eq!(effect.words, "open on 0 of 30 days, was 22: 0 hours, was 176 hours");
    /// assert_eq!(effect.issues[0].code.name(), "nothing_open");
    ///
    /// let refused = Kind::Calendar.effect(&before, json!(1), Span::days("2026-12-01", 30)?).unwrap_err();
    /// assert_eq!(refused.code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn effect(self, before: impl Json, after: impl Json, span: Span) -> Result<Effect, Error> {
        let (before, after) = (before.held(), after.held());
        let (before, after) = (
            open::stored(self, before.view())?,
            open::stored(self, after.view())?,
        );
        effect(self, [before.view, after.view], span)
    }
}

/// Compares the openings of two records over a span: the record before a change and the one after it, in any shape that
/// responses have.
pub(crate) fn effect(
    kind: Kind,
    [before, after]: [View<'_>; 2],
    span: Span,
) -> Result<Effect, Error> {
    let before = total(kind, before, span)?;
    let after = total(kind, after, span)?;
    let issues = nothing_open(before, after).into_iter().collect();
    Ok(Effect {
        from: span.from(),
        to: span.to(),
        before,
        after,
        issues,
        words: words(before, after),
    })
}

/// Returns a warning if the change leaves no date open.
fn nothing_open(before: OpeningTotal, after: OpeningTotal) -> Option<Issue> {
    if after.open_days > 0 || after.unknown_days > 0 || before.open_days == 0 {
        return None;
    }
    let mut params = Params::new();
    params.insert("days", after.days.into());
    params.insert("before", before.open_days.into());
    Some(Issue::new(
        Code::NothingOpen,
        Severity::Warning,
        Path::new(),
        params,
    ))
}

fn words(before: OpeningTotal, after: OpeningTotal) -> Sentence {
    if after.is_unknown() {
        return after.words();
    }
    let is_same_days = before.open_days == after.open_days;
    let is_same_hours = before.minutes == after.minutes;
    let was_unknown = before.unknown_days > after.unknown_days;
    let said = if was_unknown {
        open("effect_of_schedule", after)
    } else if is_same_days && is_same_hours {
        open("effect_none", after)
    } else if is_same_days {
        open("effect_hours", after).with("earlier", before.hours())
    } else {
        open("effect", after)
            .with("before", before.open_days)
            .with("earlier", before.hours())
    };
    after.beside_unknown(said)
}

/// Returns a sentence with the open days and hours after the update.
fn open(code: &'static str, after: OpeningTotal) -> Sentence {
    Sentence::new(code)
        .with("after", after.open_days)
        .with("days", after.days)
        .with("time", after.hours())
}
