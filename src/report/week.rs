//! The week as a picture: for each day the hours that stay, the new ones, and those that go.

use super::facts::{ChangedHours, DAYS, Facts, SideHours};
use super::svg::{Drawing, Style};
use crate::knowledge::format::hours::{self, HoursItem};

/// The measures of the picture, in pixels.
const LABEL: usize = 110;
const WIDTH: usize = 640;
const TOP: usize = 28;
const ROW: usize = 28;
const BAR: usize = 16;
/// The height of a note below the legend.
const NOTE: usize = 18;

const HOUR: usize = 60;
const DAY: usize = 24 * HOUR;

/// The least hours that the picture shows.
const LEAST: usize = 8;

/// Draws the week with the changes of an update.
pub(super) fn picture(facts: &Facts<'_>, week: &[ChangedHours; 7]) -> String {
    let title = facts.heading("openHours");
    let notes = notes(facts, week);
    let height = TOP + 7 * ROW + 32 + notes.len() * NOTE;
    let mut drawing = Drawing::new(WIDTH, height, &title);
    let scale = Scale::of(week);

    // More than 14 hours get a label every three hours, so that the labels keep apart.
    let step = if scale.last - scale.first > 14 * HOUR {
        3
    } else {
        2
    };
    for hour in (scale.first / HOUR..=scale.last / HOUR).step_by(step) {
        let at = scale.x(hour * HOUR);
        drawing.line(at, TOP - 6, at, TOP + 7 * ROW, Style::Faint);
        drawing.middle(at, TOP - 12, &time(facts, hour * HOUR), Style::Small);
    }
    for (row, (sides, day)) in week.iter().zip(DAYS).enumerate() {
        let top = TOP + row * ROW;
        let style = if sides.differ() {
            Style::Strong
        } else {
            Style::Text
        };
        drawing.text(8, top + ROW / 2 + 5, &facts.day(day), style);
        for (from, to, style) in bars(sides) {
            drawing.bar(
                [
                    scale.x(from),
                    top + (ROW - BAR) / 2,
                    scale.x(to) - scale.x(from),
                    BAR,
                ],
                style,
                &range(facts, from, to),
            );
        }
    }
    let top = TOP + 7 * ROW + 10;
    legend(facts, &mut drawing, top);
    for (at, note) in notes.iter().enumerate() {
        drawing.text(8, top + 30 + at * NOTE, note, Style::Small);
    }
    drawing.finish()
}

/// Returns the lines below the legend: why the week has no effect, and which side of it is on a schedule and has no bars.
fn notes(facts: &Facts<'_>, week: &[ChangedHours; 7]) -> Vec<String> {
    let mut notes: Vec<String> = facts.idle_week.iter().cloned().collect();
    let [first, ..] = week;
    for (key, side) in [("before", &first.before), ("after", &first.after)] {
        if *side == SideHours::OnSchedule {
            notes.push(format!("{} – {}", facts.say(key, []), facts.on_schedule()));
        }
    }
    notes
}

/// The minutes of a day that the picture shows.
struct Scale {
    first: usize,
    last: usize,
}

impl Scale {
    fn of(week: &[ChangedHours; 7]) -> Self {
        let (first, last) = hours_in_use(week);
        Self { first, last }
    }

    /// Returns the position of a minute in whole pixels, so that adjacent bars touch.
    fn x(&self, minute: usize) -> usize {
        LABEL + (minute - self.first) * (WIDTH - LABEL - 16) / (self.last - self.first)
    }
}

/// Draws the meaning of the bars.
pub(super) fn legend(facts: &Facts<'_>, drawing: &mut Drawing, top: usize) {
    for (at, (key, style)) in [
        ("same", Style::Same),
        ("new", Style::New),
        ("gone", Style::Gone),
    ]
    .iter()
    .enumerate()
    {
        let left = LABEL + at * 150;
        drawing.bar([left, top, 20, 12], *style, "");
        drawing.text(left + 28, top + 11, &facts.say(key, []), Style::Small);
    }
}

fn time(facts: &Facts<'_>, minute: usize) -> String {
    facts.language.format("time", &clock(minute).into())
}

fn range(facts: &Facts<'_>, from: usize, to: usize) -> String {
    facts
        .language
        .format("range", &vec![clock(from), clock(to)].into())
}

fn clock(minute: usize) -> String {
    u16::try_from(minute).map(hours::clock).unwrap_or_default()
}

/// Returns true for each open minute of a day.
fn minutes(hours: &SideHours) -> [bool; DAY] {
    let mut open = [false; DAY];
    let items = hours.known().unwrap_or_default();
    for range in items.iter().filter_map(HoursItem::range) {
        let (from, to) = (
            usize::from(range.open).min(DAY),
            usize::from(range.close).min(DAY),
        );
        if let Some(minutes) = open.get_mut(from..to) {
            minutes.fill(true);
        }
    }
    open
}

/// Returns the bars of a day: from which minute to which, and in the style of hours that stay, are new, or go.
fn bars(sides: &ChangedHours) -> Vec<(usize, usize, Style)> {
    let before = minutes(&sides.before);
    let after = minutes(&sides.after);
    let mut bars: Vec<(usize, usize, Style)> = Vec::new();
    for minute in 0..DAY {
        let style = match (before[minute], after[minute]) {
            (true, true) => Style::Same,
            (false, true) => Style::New,
            (true, false) => Style::Gone,
            (false, false) => continue,
        };
        match bars.last_mut() {
            Some((_, to, last)) if *to == minute && *last == style => *to = minute + 1,
            _ => bars.push((minute, minute + 1, style)),
        }
    }
    bars
}

/// Returns the first and the last minute to show: the hours in use, and one more on each side.
fn hours_in_use(week: &[ChangedHours; 7]) -> (usize, usize) {
    let bars: Vec<_> = week.iter().flat_map(bars).collect();
    let first = bars.iter().map(|(from, ..)| from / HOUR).min().unwrap_or(9);
    let last = bars
        .iter()
        .map(|(_, to, _)| to.div_ceil(HOUR))
        .max()
        .unwrap_or(17);
    let first = first.saturating_sub(1);
    let last = (last + 1).min(24);
    // At least eight hours are shown. Late in the day there is no room after them: 20–22 is shown as 16–24.
    let last = last.max(first + LEAST).min(24);
    let first = first.min(last - LEAST);
    (first * HOUR, last * HOUR)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::format::hours::Range;

    fn day(before: &[(u16, u16)], after: &[(u16, u16)]) -> ChangedHours {
        let items = |hours: &[(u16, u16)]| {
            hours
                .iter()
                .map(|(open, close)| {
                    HoursItem::Range(Range {
                        open: open * 60,
                        close: close * 60,
                    })
                })
                .collect()
        };
        ChangedHours {
            before: SideHours::Known(items(before)),
            after: SideHours::Known(items(after)),
        }
    }

    #[test]
    fn a_day_is_drawn_as_what_stays_what_is_new_and_what_goes() {
        let drawn = bars(&day(&[(9, 12), (14, 17)], &[(10, 18)]));
        let drawn: Vec<_> = drawn
            .iter()
            .map(|(from, to, style)| (from / HOUR, to / HOUR, *style))
            .collect();
        let expected = [
            (9, 10, Style::Gone),
            (10, 12, Style::Same),
            (12, 14, Style::New),
            (14, 17, Style::Same),
            (17, 18, Style::New),
        ];
        assert_eq!(drawn, expected);
        assert_eq!(bars(&day(&[(12, 9)], &[(9, 9)])), []);
    }

    #[test]
    fn the_picture_shows_the_hours_in_use() {
        let week = |open, close| std::array::from_fn(|_| day(&[], &[(open, close)]));
        for (open, close, expected) in [
            (9, 17, (8, 18)),
            (0, 24, (0, 24)),
            (22, 24, (16, 24)),
            (0, 1, (0, 8)),
        ] {
            assert_eq!(
                hours_in_use(&week(open, close)),
                (expected.0 * HOUR, expected.1 * HOUR)
            );
        }
        assert_eq!(
            hours_in_use(&std::array::from_fn(|_| day(&[], &[]))),
            (8 * HOUR, 18 * HOUR)
        );
    }
}
