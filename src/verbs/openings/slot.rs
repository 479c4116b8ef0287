//! The settings of appointments, in minutes, and the starts that they leave.

use serde::{Deserialize, Serialize};

use crate::ground::json::{Number, View};
use crate::knowledge::format::hours::Range;
use crate::knowledge::schema::Kind;
use crate::knowledge::unit::Unit;

/// The settings of appointments that are used, in whole minutes. A fraction of a minute counts as a minute.
///
/// A setting that is not set, is not above 0 or has an unknown unit counts as its default: 30 minutes for the duration and the
/// interval (observed), none for the buffers. A month counts as 31 days.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct OpeningSlot {
    /// The length of an appointment.
    pub duration: usize,
    /// The distance between offered starts.
    pub interval: usize,
    /// The time kept free before an appointment.
    pub before: usize,
    /// The time kept free after an appointment.
    pub after: usize,
}

impl OpeningSlot {
    pub(super) fn of(kind: Kind, record: View<'_>) -> Self {
        Self {
            duration: minutes(kind, record, "slotDuration"),
            interval: minutes(kind, record, "slotInterval"),
            before: minutes(kind, record, "preBuffer"),
            after: minutes(kind, record, "slotBuffer"),
        }
    }

    /// Returns the starts within ranges, in minutes from midnight: from each opening on in steps of the interval, as long as
    /// the appointment ends by closing time.
    pub(super) fn starts(self, ranges: &[Range]) -> Vec<u16> {
        let mut starts = Vec::new();
        for range in ranges {
            let mut start = usize::from(range.open);
            let close = usize::from(range.close);
            while start + self.duration <= close {
                // 9–12 with 45 minutes every 30: 9:00, 9:30, …, 11:00. At 11:30 it would end after 12:00.
                starts.extend(u16::try_from(start));
                start += self.interval;
            }
        }
        starts
    }

    /// Returns the most appointments at these starts that one person can have: from each start on the next one that is not
    /// before the end and both buffers.
    pub(super) fn in_a_row(self, starts: &[u16]) -> usize {
        let mut free = 0;
        let mut count = 0;
        // The earliest start that is free is always taken: no other choice leaves room for more.
        for start in starts.iter().map(|start| usize::from(*start)) {
            if start >= free {
                free = start + self.duration + self.after + self.before;
                count += 1;
            }
        }
        count
    }
}

/// Returns a setting in whole minutes.
fn minutes(kind: Kind, record: View<'_>, name: &str) -> usize {
    /// Longer than any day. Longer settings leave the same starts.
    const MAX_MINUTES: f64 = 100_000.0;
    let row = kind.table().member(name);
    let minutes = set_minutes(kind, record, name)
        .or_else(|| Some(Number::read(row?.default?)?.as_f64()))
        .unwrap_or_default()
        .ceil()
        .min(MAX_MINUTES);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a whole number from 0 to 100,000"
    )]
    let minutes = minutes as usize;
    minutes
}

/// Returns the minutes of a number that is set, in its unit.
fn set_minutes(kind: Kind, record: View<'_>, name: &str) -> Option<f64> {
    let number = record.get(name)?.number()?.as_f64();
    let unit = kind.table().member(name).and_then(|row| row.unit);
    let unit = unit
        .map_or(Ok(None), |unit| Unit::read(kind, unit, record.get(unit)))
        .ok()?
        .unwrap_or(Unit::Minutes);
    // The greatest number of minutes: of a month, 31 days.
    Some(unit.minutes(number).most).filter(|minutes| *minutes > 0.0)
}
