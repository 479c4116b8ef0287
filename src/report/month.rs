//! A month as a picture: its special dates, changed or not, among the days of the week.

use super::facts::{ChangedHours, Facts, SideHours};
use super::svg::{Drawing, Style};
use super::week::legend;
use crate::knowledge::format::Date;
use crate::knowledge::format::hours::HoursItem;

/// The measures of the picture, in pixels.
const CELL: usize = 90;
const TALL: usize = 66;
const TOP: usize = 64;
/// The left edge of the note beside the title.
const NOTE: usize = 240;
/// The ranges of a cell that are written.
const RANGES: usize = 2;

/// Draws a month, given as its first day.
pub(super) fn picture(facts: &Facts<'_>, first: Date) -> String {
    let days = days_of(first);
    // The empty cells before the first day.
    let lead = monday_first(first.weekday());
    let rows = (lead + days.len()).div_ceil(7);
    let title = facts.month(first);
    let mut drawing = Drawing::new(7 * CELL + 1, TOP + rows * TALL + 34, &title);
    drawing.text(8, 24, &title, Style::Strong);
    if let Some(why) = &facts.idle_dates {
        drawing.text(NOTE, 24, why, Style::Small);
    }
    for column in 0..7 {
        let day: String = facts.day((column + 1) % 7);
        drawing.middle(column * CELL + CELL / 2, TOP - 10, &day, Style::Small);
    }
    for (at, date) in days.into_iter().enumerate() {
        let column = (lead + at) % 7;
        let row = (lead + at) / 7;
        cell(facts, &mut drawing, date, [column * CELL, TOP + row * TALL]);
    }
    legend(facts, &mut drawing, TOP + rows * TALL + 12);
    drawing.finish()
}

fn cell(facts: &Facts<'_>, drawing: &mut Drawing, date: Date, [left, top]: [usize; 2]) {
    drawing.bar([left, top, CELL, TALL], Style::Faint, "");
    drawing.text(left + 8, top + 20, &date.day.to_string(), Style::Text);
    let special = facts
        .dates
        .binary_search_by_key(&date, |(own, _)| *own)
        .ok()
        .map(|at| &facts.dates[at].1);
    let weekly_open = weekly(facts, date)
        .and_then(SideHours::known)
        .filter(|hours| !hours.is_empty());
    let (hours, style) = match special {
        Some(sides) => (
            // A date that goes shows the hours that it had.
            sides.after.known().or(sides.before.known()),
            what_becomes(sides),
        ),
        None => (weekly_open, Style::Faint),
    };
    let Some(hours) = hours else { return };
    let lines = if hours.is_empty() {
        vec![facts.hours(&[])]
    } else {
        lines(facts, hours)
    };
    let is_idle = special.is_some() && facts.idle_dates.is_some();
    let (lines, style) = if is_idle {
        // The hours of its day of the week count, below those of the date in parentheses.
        let counting = match weekly(facts, date) {
            Some(SideHours::OnSchedule) => facts.on_schedule(),
            _ => facts.hours(weekly_open.unwrap_or_default()),
        };
        (
            vec![format!("({})", lines.join(", ")), counting],
            Style::Faint,
        )
    } else {
        (lines, style)
    };
    if special.is_some() {
        drawing.bar([left + 4, top + 27, CELL - 8, TALL - 31], style, "");
    }
    let text = match style {
        Style::New => Style::OnNew,
        Style::Same | Style::Gone => Style::Ink,
        _ => Style::Small,
    };
    for (at, line) in lines.iter().enumerate() {
        drawing.middle(left + CELL / 2, top + 41 + at * 15, line, text);
    }
}

/// Returns the hours of a date's day of the week.
fn weekly<'f>(facts: &'f Facts<'_>, date: Date) -> Option<&'f SideHours> {
    let week = facts.week.as_ref()?;
    Some(&week[monday_first(date.weekday())].after)
}

fn what_becomes(sides: &ChangedHours) -> Style {
    match (&sides.before, &sides.after) {
        (_, SideHours::NoDate) => Style::Gone,
        (before, after) if before == after => Style::Same,
        _ => Style::New,
    }
}

/// Returns the lines of a cell: ranges, and how many more there are.
fn lines(facts: &Facts<'_>, hours: &[HoursItem]) -> Vec<String> {
    // The last line is needed for "+2".
    let written = if hours.len() > RANGES {
        RANGES - 1
    } else {
        RANGES
    };
    let lines = hours
        .iter()
        .take(written)
        .map(|item| facts.hours(std::slice::from_ref(item)));
    let more = hours
        .len()
        .checked_sub(written)
        .filter(|more| *more > 0)
        .map(|more| format!("+{more}"));
    lines.chain(more).collect()
}

/// Returns the days of a month from its first one on.
fn days_of(first: Date) -> Vec<Date> {
    std::iter::successors(Some(first), |date| date.tomorrow())
        .take_while(|date| date.month == first.month)
        .collect()
}

fn monday_first(day: usize) -> usize {
    (day + 6) % 7
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_day_follows_the_one_before_it() {
        let date = |year, month, day| Date { year, month, day };
        assert_eq!(date(2026, 11, 24).weekday(), 2);
        assert_eq!(date(2000, 2, 29).weekday(), 2);
        let mut today = date(0, 1, 1);
        assert_eq!(today.weekday(), 6);
        for _ in 0..150_000 {
            let Some(next) = today.tomorrow() else { break };
            assert_eq!(next.weekday(), (today.weekday() + 1) % 7, "{next}");
            today = next;
        }
        assert_eq!(days_of(date(2024, 2, 1)).len(), 29);
    }
}
