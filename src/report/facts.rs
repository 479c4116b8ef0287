//! The content of a report, in its language and before any markup.

use serde_json::Value;

use super::options::ReportOptions;
use crate::ground::error::Error;
use crate::ground::json::{CollectVec, Each, View, to_string_pretty};
use crate::ground::visible::{shortened, visible_json};
use crate::knowledge::format::Date;
use crate::knowledge::format::hours::{self, HoursItem, Week, hours_items};
use crate::knowledge::issue::{Code, Severity};
use crate::knowledge::language::{Language, Params, Phrase};
use crate::knowledge::schema::{Kind, List, date_of, is_deleted};
use crate::knowledge::words;
use crate::record::offer::Counting;
use crate::record::open;
use crate::service::request::Api;
use crate::verbs::body::Mode;
use crate::verbs::review::{self, Review, ReviewOptions};
use crate::verbs::update::Action;
use crate::verbs::update::Update;

/// The order of the days in a report, by their numbers on the wire.
pub(super) const DAYS: [usize; 7] = [1, 2, 3, 4, 5, 6, 0];

/// The hours of a day or date in a record.
#[derive(PartialEq, Eq)]
pub(super) enum SideHours {
    Known(Vec<HoursItem>),
    /// The hours of the week are in a schedule, which is not in the record.
    OnSchedule,
    NoDate,
}

impl SideHours {
    pub(super) fn known(&self) -> Option<&[HoursItem]> {
        match self {
            Self::Known(hours) => Some(hours),
            Self::OnSchedule | Self::NoDate => None,
        }
    }
}

/// The hours of a day or date before and after the update.
pub(super) struct ChangedHours {
    pub(super) before: SideHours,
    pub(super) after: SideHours,
}

impl ChangedHours {
    pub(super) fn differ(&self) -> bool {
        self.before != self.after
    }
}

/// An issue as a report shows it.
pub(super) struct IssueRow {
    pub(super) severity: Severity,
    pub(super) place: String,
    pub(super) message: String,
}

pub(super) struct Facts<'l> {
    pub(super) language: &'l Language,
    pub(super) title: String,
    /// A sentence for each change.
    pub(super) changes: Vec<String>,
    /// The effect on what a calendar offers, in a sentence.
    pub(super) effect: Option<String>,
    /// The hours of each day of the week, from Monday on, if each entry of both weeks has days and hours alone.
    pub(super) week: Option<[ChangedHours; 7]>,
    /// The reason why the hours of the week, or the special dates, have no effect.
    pub(super) idle_week: Option<String>,
    pub(super) idle_dates: Option<String>,
    /// True if records of the kind have special dates.
    pub(super) has_dates: bool,
    /// The special dates in their order.
    pub(super) dates: Vec<(Date, ChangedHours)>,
    pub(super) findings: Vec<IssueRow>,
    /// The method and the path.
    pub(super) request: String,
    /// The heading of the body.
    pub(super) body_title: String,
    /// The body as JSON text.
    pub(super) body: String,
    /// A sentence for each sort of decision about the body.
    pub(super) decisions: Vec<String>,
}

impl<'l> Facts<'l> {
    /// Reviews the draft of an update, and says the result in the language.
    pub(super) fn of(
        kind: Kind,
        stored: View<'_>,
        draft: View<'_>,
        options: &ReportOptions<'l>,
    ) -> Result<Self, Error> {
        let stored = open::stored(kind, stored)?;
        let draft = open::record(kind, draft)?;
        let update = Update::of(kind, stored.view, draft.view);
        let review = review::of_update(
            &update,
            &stored,
            &draft,
            ReviewOptions::from((options.profile, options.mode)).span(options.span),
        )?;
        let before = update.stored.root();
        let after = update.after.root();
        let language = options.language;
        // The title needs a name: without one, it is "calendar" in the language of the report.
        let name = match text(after, "name") {
            Some(name) => name.to_owned(),
            None => language.word("noun", &kind.name().into()),
        };
        let id = before.get("id").and_then(View::text).unwrap_or(":id");
        let sent = review.body.value.root().each_member().len();
        let counting = Counting::of(after.get("availabilityType"));
        let body_title = match options.mode {
            Mode::Full => "body_full",
            Mode::Changed => "body_changed",
        };
        Ok(Self {
            language,
            title: say(language, "title", [("name", name.into())]),
            changes: review
                .diff
                .words
                .iter()
                .map(|words| words.in_language(language))
                .collect_vec(),
            effect: review
                .effect
                .as_ref()
                .map(|effect| effect.words.in_language(language)),
            week: week(kind, before, after),
            idle_week: unless(counting.has_week(), language, "only_special_dates"),
            idle_dates: unless(counting.has_dates(), language, "only_open_hours"),
            has_dates: kind.table().list_of(List::is_dates).is_some(),
            dates: dates(kind, before, after),
            findings: findings(&review, language),
            request: format!(
                "PUT {}/{}/{id}",
                Api::Specification.prefix(),
                Api::Specification.folder(kind)
            ),
            body_title: say(language, body_title, [("n", sent.into())]),
            body: shown(&to_string_pretty(&review.body.value)),
            decisions: decisions(&review, language),
        })
    }

    /// Returns a text of the report itself.
    pub(super) fn say<const N: usize>(
        &self,
        key: &str,
        params: [(&'static str, Value); N],
    ) -> String {
        say(self.language, key, params)
    }

    /// Returns the label of a member as a heading.
    pub(super) fn heading(&self, name: &str) -> String {
        self.language.format("Label", &name.into())
    }

    /// Returns the name of a day by its number on the wire.
    pub(super) fn day(&self, number: usize) -> String {
        self.language.word("day", &number.into())
    }

    pub(super) fn date(&self, date: Date) -> String {
        self.language.format("date", &date.to_string().into())
    }

    /// Returns the name of the month that a date is in, with its year.
    pub(super) fn month(&self, date: Date) -> String {
        let month = self.language.word("month", &(date.month - 1).into());
        say(
            self.language,
            "month",
            [
                ("month", month.into()),
                ("year", date.year.to_string().into()),
            ],
        )
    }

    /// Returns the first day of each month in which a special date changes.
    pub(super) fn changed_months(&self) -> Vec<Date> {
        let mut months = Vec::new();
        for (date, sides) in &self.dates {
            if sides.differ() {
                months.push(Date { day: 1, ..*date });
            }
        }
        // The dates are sorted, so equal months are neighbors.
        months.dedup();
        months
    }

    /// Returns the hours of a day or date in words.
    pub(super) fn day_hours(&self, hours: &SideHours) -> String {
        match hours {
            SideHours::Known(hours) => self.hours(hours),
            SideHours::OnSchedule => self.on_schedule(),
            SideHours::NoDate => "–".to_owned(),
        }
    }

    /// Returns hours in words, such as `closed`.
    pub(super) fn hours(&self, hours: &[HoursItem]) -> String {
        shortened(self.language.part(&words::open_hours(hours).0).into_owned())
    }

    pub(super) fn on_schedule(&self) -> String {
        let phrase = Phrase::code("on_schedule");
        self.language.part(&phrase.0).into_owned()
    }
}

/// Returns the text of a member, unless it is blank.
fn text<'a>(record: View<'a>, name: &str) -> Option<&'a str> {
    record
        .get(name)
        .and_then(View::text)
        .filter(|text| !text.trim().is_empty())
}

fn say<const N: usize>(
    language: &Language,
    key: &str,
    params: [(&'static str, Value); N],
) -> String {
    language.say("report", key, &Params::from_iter(params))
}

/// Returns JSON text with escapes for hidden characters, and for those that XML does not allow.
fn shown(json: &str) -> String {
    visible_json(json)
        .replace('\u{fffe}', "\\ufffe")
        .replace('\u{ffff}', "\\uffff")
}

/// Returns the reason why something has no effect, unless it has one.
fn unless(has_effect: bool, language: &Language, why: &str) -> Option<String> {
    (!has_effect).then(|| language.part(&Phrase::code(why).0).into_owned())
}

fn week(kind: Kind, before: View<'_>, after: View<'_>) -> Option<[ChangedHours; 7]> {
    let name = kind.table().list_of(List::is_week)?;
    let mut before = week_of(before, name)?;
    let mut after = week_of(after, name)?;
    let take = |week: &mut [SideHours; 7], day: usize| {
        std::mem::replace(&mut week[day], SideHours::NoDate)
    };
    Some(DAYS.map(|day| ChangedHours {
        before: take(&mut before, day),
        after: take(&mut after, day),
    }))
}

/// Returns the hours of each day, or `None` if entries have more than days and hours.
fn week_of(record: View<'_>, name: &str) -> Option<[SideHours; 7]> {
    match record.get(name) {
        Some(week) if week.items().is_some() => {
            hours::week(week).map(|week| week.map(SideHours::Known))
        }
        Some(week) if week.is_empty_object() => {
            Some(std::array::from_fn(|_| SideHours::OnSchedule))
        }
        _ => Some(Week::default().map(SideHours::Known)),
    }
}

fn dates(kind: Kind, before: View<'_>, after: View<'_>) -> Vec<(Date, ChangedHours)> {
    let Some(name) = kind.table().list_of(List::is_dates) else {
        return Vec::new();
    };
    let before = dates_of(before, name);
    let after = dates_of(after, name);
    // The dates of both records, each once.
    let mut dates: Vec<Date> = before.iter().chain(&after).map(|(date, _)| *date).collect();
    dates.sort_unstable();
    dates.dedup();
    let mut rows = Vec::with_capacity(dates.len());
    for date in dates {
        let sides = ChangedHours {
            before: hours_at(&before, date),
            after: hours_at(&after, date),
        };
        rows.push((date, sides));
    }
    rows
}

fn hours_at(side: &[(Date, Vec<HoursItem>)], date: Date) -> SideHours {
    match side.binary_search_by_key(&date, |(own, _)| *own) {
        Ok(at) => SideHours::Known(side[at].1.clone()),
        Err(_) => SideHours::NoDate,
    }
}

/// Returns the special dates of a record in their order, each with its hours.
fn dates_of(record: View<'_>, name: &str) -> Vec<(Date, Vec<HoursItem>)> {
    let mut dates = record
        .get(name)
        .each_item()
        .filter(|entry| !is_deleted(*entry))
        .filter_map(date_and_hours)
        .collect_vec();
    // The first entry of a date takes precedence.
    dates.sort_by_key(|(date, _)| *date);
    dates.dedup_by_key(|(date, _)| *date);
    dates
}

fn date_and_hours(entry: View<'_>) -> Option<(Date, Vec<HoursItem>)> {
    Some((date_of(entry)?, hours_items(entry.get("hours")?)?))
}

fn findings(review: &Review, language: &Language) -> Vec<IssueRow> {
    let mut rows = Vec::new();
    for issue in &review.report.issues {
        // Members that only repeat what is stored concern nobody who reads a report.
        if issue.code == Code::ReadOnlyEcho {
            continue;
        }
        rows.push(IssueRow {
            severity: issue.severity,
            place: issue.path.to_string(),
            message: issue.message_in(language),
        });
    }
    rows
}

fn decisions(review: &Review, language: &Language) -> Vec<String> {
    let sorts = [
        (Action::Stripped, "stripped"),
        (Action::LeftOut, "left_out"),
        (Action::Renamed, "renamed"),
        (Action::Rewritten, "rewritten"),
        (Action::Kept, "kept"),
        (Action::Deleted, "deleted"),
    ];
    sorts
        .into_iter()
        .filter_map(|(action, key)| decision(review, language, action, key))
        .collect()
}

/// Returns a sentence about all places with one action, such as “Left out: /id, /slug”. `None` if there are none.
fn decision(review: &Review, language: &Language, action: Action, key: &str) -> Option<String> {
    let mut places = Vec::new();
    for decision in &review.body.decisions {
        if decision.action != action {
            continue;
        }
        let place = decision.path.to_string();
        places.push(match action {
            Action::Stripped => place,
            _ => format!("{place} ({})", decision.reason.in_language(language)),
        });
    }
    let places = places.join(", ");
    if places.is_empty() {
        return None;
    }
    Some(say(language, key, [("places", places.into())]))
}
