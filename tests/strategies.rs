//! What the strategies promise: what is planted is found, responses read as what they stand for, every row is reached,
//! and a failure shrinks to what matters.

#![cfg(feature = "proptest")]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;

use calendiff::schema::{Access, Bounds, Identity, Member, Object};
use calendiff::strategies::leaf::{self, Sort};
use calendiff::strategies::{self, EditCase, Fault, MergeCase};
use calendiff::{
    Code, Issue, Kind, Mode, Profile, RequestOptions, Resolution, Sandbox, SandboxRequest,
    Severity, Side, ValidateOptions,
};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

fn of<S: Strategy>(strategy: impl Fn(Kind) -> S) -> impl Strategy<Value = (Kind, S::Value)> {
    let of = |kind| strategy(kind).prop_map(move |value| (kind, value));
    prop_oneof![3 => of(Kind::Calendar), 1 => of(Kind::Location)]
}

fn found(kind: Kind, draft: &Value, profile: Profile) -> Vec<Fault> {
    let report = kind
        .validate(draft, &ValidateOptions::from(profile))
        .unwrap();
    let issues = report
        .issues
        .into_iter()
        .filter(|issue| issue.code != Code::OmittedDefaults);
    let mut found: Vec<_> = issues
        .map(|issue| Fault::new(issue.code, issue.path))
        .collect();
    found.sort();
    found
}

proptest! {
    #[test]
    fn about_clean_drafts_there_is_nothing_to_say((kind, draft) in of(strategies::clean)) {
        for &profile in Profile::ALL {
            prop_assert_eq!(found(kind, &draft, profile), vec![]);
        }
    }

    #[test]
    fn what_is_planted_is_found_and_nothing_else((kind, planted) in of(strategies::planted)) {
        for &profile in Profile::ALL {
            let counts = |fault: &&Fault| profile.severity(fault.code).is_some();
            let mut faults: Vec<_> = planted.faults.iter().filter(counts).cloned().collect();
            faults.sort();
            prop_assert_eq!(found(kind, &planted.draft, profile), faults);
        }
    }

    #[test]
    fn responses_read_as_what_they_stand_for((kind, response) in of(strategies::response)) {
        let read = kind.read(&response.sent)?;
        prop_assert_eq!(&read.value, &response.record);
        let mut notes: Vec<_> = read.issues.into_iter().map(|issue| (issue.code, issue.path.pointer())).collect();
        let mut told: Vec<_> = response.notes.into_iter().map(|note| (note.code, note.path.pointer())).collect();
        notes.sort();
        told.sort();
        prop_assert_eq!(notes, told);
        prop_assert_eq!(kind.read(&read.value)?.value, response.record);
    }
}

/// Drafts with such open hours: a week, or a single range.
fn weeks(sort: Sort) -> impl Strategy<Value = Value> {
    let single =
        leaf::range(sort).prop_map(|range| json!([{ "daysOfTheWeek": [0], "hours": [range] }]));
    let weeks = prop_oneof![leaf::week(sort), single];
    weeks.prop_map(|week| json!({ "openHours": week }))
}

proptest! {
    #[test]
    fn valid_hours_have_no_error_and_do_not_overlap(draft in weeks(Sort::Valid)) {
        let mut found = found(Kind::Calendar, &draft, Profile::Specification);
        // 24:00 is an end of a day; the service is only reported not to take it.
        found.retain(|fault| fault.code != Code::HoursMidnight && fault.code != Code::EmptyDetaches);
        prop_assert_eq!(found, vec![]);
    }

    #[test]
    fn other_hours_are_answered(draft in prop_oneof![weeks(Sort::Nearly), weeks(Sort::Hostile)]) {
        let once = Kind::Calendar.normalize(&draft)?;
        prop_assert_eq!(Kind::Calendar.normalize(&once)?, once);
    }

    #[test]
    fn valid_numbers_are_within_bounds(
        ((bounds, number), day) in (bounds().prop_flat_map(|bounds| (Just(bounds), leaf::number(bounds, Sort::Valid))),
            leaf::integer(Bounds::between(0.0, 6.0), Sort::Valid))
    ) {
        let number = number.as_f64().unwrap();
        let is_above = if bounds.above { bounds.min < number } else { bounds.min <= number };
        prop_assert!(is_above && number <= bounds.max);
        prop_assert!(day.as_u64() <= Some(6) && day.is_u64());
    }
}

fn bounds() -> impl Strategy<Value = Bounds> {
    select(vec![
        Bounds::ANY,
        Bounds::COUNT,
        Bounds::POSITIVE,
        Bounds::between(0.0, 24.0),
    ])
}

/// What is not valid is refused often enough to be worth a test, and valid hours reach every end of a day.
#[test]
fn sorts_are_what_they_say() {
    let refused = |drafts: Vec<Value>| {
        let refused = |draft: &&Value| {
            !Kind::Calendar
                .validate(*draft, &ValidateOptions::default())
                .unwrap()
                .ok
        };
        drafts.iter().filter(refused).count()
    };
    for (sort, least) in [(Sort::Nearly, 100), (Sort::Hostile, 200)] {
        let hours = refused(cases(&weeks(sort), 400));
        let numbers = leaf::number(Bounds::between(0.0, 100.0), sort);
        let numbers = numbers
            .prop_map(|number| json!({ "lookBusyConfig": { "LookBusyPercentage": number } }));
        let numbers = refused(cases(&numbers, 400));
        assert!(
            hours > least && numbers > least / 2,
            "{sort:?}: {hours} hours, {numbers} numbers"
        );
    }
    let ranges = cases(&leaf::range(Sort::Valid), 400);
    for (name, value) in [
        ("openHour", 0),
        ("closeHour", 24),
        ("closeMinute", 0),
        ("closeMinute", 30),
        ("closeMinute", 59),
        ("openMinute", 45),
    ] {
        let count = ranges.iter().filter(|range| range[name] == value).count();
        assert!(count > 4, "{name} {value}: {count}");
    }
}

/// Cases of a strategy, the same in every run.
fn cases<T>(strategy: &impl Strategy<Value = T>, count: usize) -> Vec<T> {
    let mut runner = TestRunner::deterministic();
    (0..count)
        .map(|_| strategy.new_tree(&mut runner).unwrap().current())
        .collect()
}

/// Every row of the tables, as the names that lead to it.
fn rows(kind: Kind) -> Vec<(String, &'static Member)> {
    fn below(table: &'static Object, way: &str, rows: &mut Vec<(String, &'static Member)>) {
        for member in table.members {
            let way = format!("{way}/{}", member.name);
            rows.push((way.clone(), member));
            if let Some(table) = member.ty.table() {
                below(table, &way, rows);
            }
        }
    }
    let mut rows = Vec::new();
    below(kind.table(), "", &mut rows);
    rows
}

/// The names that lead to each member of a record.
fn ways(value: &Value, way: &str, all: &mut BTreeMap<String, usize>) {
    for item in value.as_array().into_iter().flatten() {
        ways(item, way, all);
    }
    for (name, member) in value.as_object().into_iter().flatten() {
        let way = format!("{way}/{name}");
        *all.entry(way.clone()).or_default() += 1;
        ways(member, &way, all);
    }
}

/// A row that is added to a table is in drafts, records and responses without being named anywhere.
#[test]
fn every_row_is_reached() {
    for &kind in Kind::ALL {
        let reached = |values: Vec<Value>| {
            let mut all = BTreeMap::new();
            for value in &values {
                ways(value, "", &mut all);
            }
            all
        };
        let drafts = reached(cases(&strategies::draft(kind), 300));
        let clean = reached(cases(&strategies::clean(kind), 300));
        let stored = reached(cases(&strategies::stored(kind), 300));
        let read = reached(
            cases(&strategies::response(kind), 300)
                .into_iter()
                .map(|case| case.record)
                .collect(),
        );
        for (way, member) in rows(kind) {
            let often =
                |all: &BTreeMap<String, usize>| all.get(&way).copied().unwrap_or_default() > 5;
            let is_sent = member.access != Access::ResponseOnly;
            assert_eq!(often(&drafts), is_sent, "{way}");
            // About places of the calendar itself there is something to say.
            assert_eq!(
                often(&clean),
                is_sent && !way.starts_with("/locationConfigurations/"),
                "{way}"
            );
            assert_eq!(
                often(&stored),
                member.access != Access::RequestOnly,
                "{way}"
            );
            assert!(often(&read), "{way}");
        }
    }
}

/// What no draft alone can have: it takes a stored record, a response, or a value that JSON cannot say.
const NOT_PLANTED: [Code; 26] = [
    Code::NotJson,
    Code::ReadOnlyEcho,
    Code::ReadBare,
    Code::ReadEnvelope,
    Code::ReadList,
    Code::ReadNotSet,
    Code::ReadText,
    Code::ReadInteger,
    Code::ReadAlias,
    Code::ReadId,
    Code::PrimaryMissing,
    Code::PersonalTeam,
    Code::ConferenceEvent,
    Code::OmittedDefaults,
    Code::OmittedResets,
    Code::HoursDetach,
    Code::SlotTooLong,
    Code::TeamMissing,
    Code::NothingOpen,
    // What a comparison notes.
    Code::ByPosition,
    Code::MergePatchNull,
    // What only the service says.
    Code::ServiceSays,
    Code::OtherBody,
    // Only instants can leave the years 0000 to 9999, and only responses carry those.
    Code::DateTimeRange,
    // Only JavaScript has dates that are no text.
    Code::DateObject,
    // It would take as many faults as are told at most.
    Code::MoreIssues,
];

#[test]
fn every_code_is_planted() {
    let planted = Kind::ALL
        .iter()
        .copied()
        .flat_map(|kind| cases(&strategies::planted(kind), 600));
    let mut counts: BTreeMap<Code, usize> = BTreeMap::new();
    planted
        .flat_map(|planted| planted.faults)
        .for_each(|fault| *counts.entry(fault.code).or_default() += 1);
    for code in Code::ALL {
        let count = counts.get(code).copied().unwrap_or_default();
        assert_eq!(
            count > 0,
            !NOT_PLANTED.contains(code),
            "{}: {count}",
            code.name()
        );
    }
}

/// The ends of days and months are in drafts of every strategy without errors.
#[test]
fn drafts_reach_the_ends_of_days_and_of_months() {
    fn entries(draft: &Value) -> impl Iterator<Item = &Value> {
        ["openHours", "availabilities"]
            .into_iter()
            .filter_map(|name| draft[name].as_array())
            .flatten()
    }
    let clean = cases(&strategies::clean(Kind::Calendar), 300);
    let drafts = cases(&strategies::draft(Kind::Calendar), 300);
    for drafts in [&clean, &drafts] {
        let entries = || drafts.iter().flat_map(entries);
        let ranges = entries()
            .filter_map(|entry| entry["hours"].as_array())
            .flatten();
        let late = ranges
            .filter(|range| range["closeHour"] == 23 && range["closeMinute"] == 59)
            .count();
        assert!(late > 20, "{late}");
        for day in ["-02-29T", "-30T", "-31T"] {
            let count = entries()
                .filter_map(|entry| entry["date"].as_str())
                .filter(|date| date.contains(day))
                .count();
            assert!(count > 10, "{day}: {count}");
        }
    }
}

/// Null is what most servers take for an absent member.
#[test]
fn half_of_the_values_of_a_wrong_type_are_null() {
    let planted = cases(&strategies::planted(Kind::Calendar), 600);
    let wrong = planted.iter().flat_map(|planted| {
        let wrong = planted
            .faults
            .iter()
            .filter(|fault| fault.code == Code::WrongType);
        wrong.filter_map(|fault| planted.draft.pointer(&fault.path.pointer()))
    });
    let (null, other): (Vec<_>, Vec<_>) = wrong.partition(|value| value.is_null());
    let (null, all) = (null.len(), null.len() + other.len());
    assert!(
        all > 60 && null > all / 3 && null < all * 2 / 3,
        "{null} of {all}"
    );
}

/// Whatever their style, hours in responses are some, and within a day.
#[test]
fn hours_in_responses_are_valid() {
    let mut styles = [0; 2];
    for response in cases(&strategies::response(Kind::Calendar), 500) {
        for name in ["openHours", "availabilities"] {
            for entry in response.record[name].as_array().into_iter().flatten() {
                let is_complete = |range: &&Value| {
                    range.as_object().is_some_and(|range| {
                        range
                            .keys()
                            .filter(|name| name.ends_with("Hour") || name.ends_with("Minute"))
                            .count()
                            == 4
                    })
                };
                for range in entry["hours"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter(is_complete)
                {
                    let minutes = |hour: &str, minute: &str| {
                        Some(range[hour].as_u64()? * 60 + range[minute].as_u64()?)
                    };
                    let [open, close] = [
                        minutes("openHour", "openMinute"),
                        minutes("closeHour", "closeMinute"),
                    ];
                    assert!(
                        open.is_some() && open < close && close <= Some(1440),
                        "{range}"
                    );
                    styles[0] += 1;
                }
            }
        }
        let is_text =
            |note: &&Fault| note.code == Code::ReadText && note.path.pointer().contains("/hours/");
        styles[1] += response.notes.iter().filter(is_text).count();
    }
    assert!(styles.iter().all(|count| *count > 100), "{styles:?}");
}

/// There are tiny records, full ones, and those between; drafts with one fault and with several; responses of each shape.
#[test]
fn cases_are_of_every_size() {
    for &kind in Kind::ALL {
        let rows = kind
            .table()
            .members
            .iter()
            .filter(|member| member.access != Access::ResponseOnly)
            .count();
        let sizes: Vec<usize> = cases(&strategies::draft(kind), 500)
            .iter()
            .map(|draft| draft.as_object().unwrap().len())
            .collect();
        let share = |least: usize, most: usize| {
            sizes
                .iter()
                .filter(|size| (least..=most).contains(size))
                .count()
        };
        let shares = [
            share(0, rows / 8),
            share(rows / 8 + 1, rows / 2),
            share(rows / 2 + 1, rows - 1),
            share(rows, rows),
        ];
        assert!(
            shares.iter().all(|share| *share > 40),
            "{kind:?}: {shares:?}"
        );

        let planted = cases(&strategies::planted(kind), 500);
        for count in 1..=4 {
            let found = planted
                .iter()
                .filter(|planted| planted.faults.len() == count)
                .count();
            assert!(found > 3, "{kind:?}: {found} with {count} faults");
        }

        let responses = cases(&strategies::response(kind), 500);
        let mut told: BTreeMap<Code, usize> = BTreeMap::new();
        let notes = responses.iter().flat_map(|response| &response.notes);
        notes.for_each(|note| *told.entry(note.code).or_default() += 1);
        let plain = responses
            .iter()
            .filter(|response| response.notes.is_empty())
            .count();
        assert!(
            plain > 50 && told[&Code::ReadBare] > 25,
            "{kind:?}: {plain} plain, {told:?}"
        );
        let expected = if kind == Kind::Calendar { 6 } else { 3 };
        assert_eq!(
            told.values().filter(|count| **count > 5).count(),
            expected,
            "{told:?}"
        );
    }
}

/// A row that is added to a table is edited without being named anywhere.
#[test]
fn every_row_is_edited() {
    for &kind in Kind::ALL {
        let (edited, merging) = (
            cases(&strategies::edited(kind), 800),
            cases(&strategies::merging(kind), 800),
        );
        for row in kind
            .table()
            .members
            .iter()
            .filter(|row| row.access != Access::ResponseOnly)
        {
            let name = row.name;
            let drafted = edited.iter().filter(|EditCase { stored, draft, .. }| {
                draft.get(name).is_some() && draft.get(name) != stored.get(name)
            });
            assert!(drafted.count() > 0, "{name}");
            let one_side = merging.iter().filter(
                |MergeCase {
                     base, ours, theirs, ..
                 }| {
                    ours.get(name) != base.get(name) && theirs.get(name) == base.get(name)
                },
            );
            assert!(one_side.count() > 0, "{name}");
        }
    }
}

/// There are drafts that change nothing, few members and the whole record; sides that agree, that differ, and that clash.
#[test]
fn edits_are_of_every_size() {
    for &kind in Kind::ALL {
        let edited = cases(&strategies::edited(kind), 400);
        let size = |value: &Value| value.as_object().unwrap().len();
        let nothing = edited
            .iter()
            .filter(|EditCase { draft, .. }| size(draft) == 0)
            .count();
        let whole = edited.iter().filter(|EditCase { stored, draft, .. }| {
            size(draft) > 1 && size(draft) >= size(stored)
        });
        let members = edited
            .iter()
            .filter(|EditCase { stored, draft, .. }| size(draft) > 0 && size(draft) < size(stored));
        let (whole, members) = (whole.count(), members.count());
        assert!(
            nothing > 10 && whole > 40 && members > 40,
            "{kind:?}: {nothing} {whole} {members}"
        );

        let mut counts = [0; 4];
        for MergeCase {
            base, ours, theirs, ..
        } in cases(&strategies::merging(kind), 400)
        {
            let merged = kind
                .merge(&base, &ours, &theirs, Resolution::Leave)
                .unwrap();
            counts[0] += usize::from(ours == base && theirs == base);
            counts[1] += usize::from(ours != base && theirs != base && merged.conflicts.is_empty());
            counts[2] += usize::from(!merged.conflicts.is_empty());
            counts[3] += usize::from(merged.taken.iter().any(|taken| taken.from == Side::Both));
        }
        assert!(
            counts.iter().all(|count| *count > 25),
            "{kind:?}: nothing, no conflict, conflicts, both: {counts:?}"
        );
    }
}

/// Returns true if a value means that its member is not set.
fn is_not_set(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

proptest! {
    /// The errors of an edited draft are those of the record, and those of values that clear.
    #[test]
    fn edits_make_no_error((kind, EditCase { stored, draft, .. }) in of(strategies::edited)) {
        let report = kind.validate(&draft, &ValidateOptions::default().stored(&stored))?;
        let own = |issue: &Issue| {
            issue.severity == Severity::Error && !matches!(issue.code, Code::ReadOnly | Code::Enveloped)
        };
        let clears = |issue: &Issue| draft.pointer(&issue.path.pointer()).is_some_and(is_not_set);
        let said = |issue: &Issue| issue.path.pointer();
        let before = kind.validate(&stored, &ValidateOptions::default())?;
        let had: Vec<_> = before.issues.iter().filter(|issue| own(issue)).map(|issue| issue.code).collect();
        let made: Vec<_> =
            report.issues.iter().filter(|issue| own(issue) && !clears(issue) && !had.contains(&issue.code)).map(said).collect();
        prop_assert!(made.is_empty(), "{:?}", made);
    }
}

/// Counts the shapes of the members of a record, by the names that lead to each member.
fn shapes(
    table: &'static Object,
    value: &Value,
    way: &str,
    counts: &mut BTreeMap<(String, &'static str), usize>,
) {
    for row in table.members {
        let way = format!("{way}/{}", row.name);
        let mut count = |shape| *counts.entry((way.clone(), shape)).or_default() += 1;
        let alias = row.aliases.iter().find_map(|alias| value.get(*alias));
        let Some(member) = value.get(row.name).or(alias) else {
            count("absent");
            continue;
        };
        match (value.get(row.name).is_some(), alias.is_some()) {
            (false, true) => count("alias"),
            (true, true) => count("beside"),
            _ => {}
        }
        match member {
            Value::Null => count("null"),
            Value::String(text) if text.is_empty() => count("empty text"),
            Value::String(text) if row.ty.format().is_none() && !text.trim().is_empty() => {
                count("as text");
            }
            Value::Object(members) if members.is_empty() => count("{}"),
            Value::Object(_) if row.ty.identity().is_some() => count("indexes"),
            Value::Array(items) if items.is_empty() => count("[]"),
            Value::Array(items)
                if row.ty.table().is_none() && items.iter().any(Value::is_string) =>
            {
                count("as text");
            }
            Value::Array(items) if items.len() > 1 => count("several"),
            _ => {}
        }
        let Some(below) = row.ty.table() else {
            continue;
        };
        let has_unknown = |object: &Value| {
            object
                .as_object()
                .into_iter()
                .flatten()
                .any(|(name, _)| below.member(name).is_none() && below.alias(name).is_none())
        };
        let inside: Vec<&Value> = match (member, row.ty.identity()) {
            (Value::Array(items), _) => items.iter().collect(),
            (Value::Object(members), Some(_)) => members.values().collect(),
            (object, _) => vec![object],
        };
        for object in inside {
            if has_unknown(object) {
                *counts
                    .entry((way.clone(), "unknown member inside"))
                    .or_default() += 1;
            }
            shapes(below, object, &way, counts);
        }
    }
}

/// A row that is added to a table has each odd shape in responses without being named anywhere.
#[test]
fn responses_have_each_odd_shape_at_every_member() {
    for &kind in Kind::ALL {
        let mut counts = BTreeMap::new();
        for response in cases(&strategies::response(kind), 4000) {
            let sent = kind
                .envelopes()
                .iter()
                .find_map(|name| response.sent.get(*name).filter(|sent| **sent != json!({})));
            shapes(
                kind.table(),
                sent.unwrap_or(&response.sent),
                "",
                &mut counts,
            );
        }
        for (way, row) in rows(kind) {
            let mut wanted = vec!["null", "empty text", "absent"];
            match (row.ty.name(), row.ty.identity()) {
                ("number" | "integer" | "boolean", _) => wanted.push("as text"),
                ("object", _) => wanted.push("{}"),
                (_, Some(Identity::Days)) => wanted.extend(["{}", "indexes", "several", "as text"]),
                (_, Some(_)) => wanted.extend(["{}", "[]", "indexes", "several"]),
                _ => {}
            }
            if row.ty.table().is_some() {
                wanted.push("unknown member inside");
            }
            if !row.aliases.is_empty() {
                wanted.extend(["alias", "beside"]);
            }
            for shape in wanted {
                let count = counts
                    .get(&(way.clone(), shape))
                    .copied()
                    .unwrap_or_default();
                assert!(count > 0, "{shape} at {way}");
            }
        }
    }
}

proptest! {
    /// The service accepts what a body has of a response, under every profile.
    #[test]
    fn responses_have_no_fault((kind, response) in of(strategies::response)) {
        for &profile in Profile::ALL {
            let review = kind.review(&response.sent, json!({}), (profile, Mode::Full))?;
            let state = json!({ "calendars": { "a": response.sent }, "locations": { "a": response.sent } });
            let request = kind.request(&review.body.value, &RequestOptions::new("http://sandbox", "a", "any"))?;
            let (_, reply) = Sandbox::from(profile).answer(state, &SandboxRequest::from(&request));
            prop_assert_eq!(reply.status, 200, "{:?} {} {}", profile, review.body.value, reply.body);
        }
    }
}
