//! The rules across fields that calendiff has, the same for all peers in Rust. A rule looks at what it can read and leaves
//! the rest to the schema, so that it may run whatever else is wrong.

use serde_json::Value;

use crate::peer::Finding;

/// A rule by its name in a schema.
pub(crate) fn named(name: &str) -> Option<fn(&Value) -> Vec<Finding>> {
    Some(match name {
        "slots" => slots,
        "range" => range,
        "days" => days,
        "week" => week,
        "hoursOfDate" => hours_of_date,
        "dates" => dates,
        "users" => users,
        _ => return None,
    })
}

/// Every rule, each where it applies.
pub(crate) fn all(draft: &Value) -> Vec<Finding> {
    let mut found = needs(draft);
    found.extend(slots(draft));
    found.extend(within(draft, &["teamMembers"], users));
    found.extend(within(draft, &["teamMembers"], places));
    found.extend(within(
        draft,
        &["teamMembers", "*", "locationConfigurations", "*"],
        place,
    ));
    found.extend(within(draft, &["locationConfigurations", "*"], place));
    found.extend(within(draft, &["openHours"], week));
    found.extend(within(draft, &["openHours", "*", "daysOfTheWeek"], days));
    found.extend(within(draft, &["openHours", "*", "hours", "*"], range));
    found.extend(within(draft, &["availabilities"], dates));
    found.extend(within(draft, &["availabilities", "*"], availability));
    found.extend(within(
        draft,
        &["availabilities", "*", "hours"],
        hours_of_date,
    ));
    found.extend(within(draft, &["availabilities", "*", "hours", "*"], range));
    found
}

/// What a rule finds in the values that a path leads to; `*` is every item.
fn within(value: &Value, path: &[&str], rule: fn(&Value) -> Vec<Finding>) -> Vec<Finding> {
    let Some((first, rest)) = path.split_first() else {
        return rule(value);
    };
    let inner: Vec<(String, &Value)> = if *first == "*" {
        items(value)
            .iter()
            .enumerate()
            .map(|(at, item)| (at.to_string(), item))
            .collect()
    } else {
        value
            .get(first)
            .into_iter()
            .map(|member| ((*first).to_owned(), member))
            .collect()
    };
    inner
        .into_iter()
        .flat_map(|(name, value)| {
            within(value, rest, rule)
                .into_iter()
                .map(move |found| found.under(&name))
        })
        .collect()
}

fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn found(path: &[&str], says: &str) -> Finding {
    Finding {
        path: path.iter().map(|segment| (*segment).to_owned()).collect(),
        says: says.to_owned(),
    }
}

/// Minutes from midnight, of a range that is whole.
fn minutes(range: &Value) -> Option<(u64, u64)> {
    let part = |name: &str, most| range.get(name)?.as_u64().filter(|part| *part <= most);
    Some((
        part("openHour", 23)? * 60 + part("openMinute", 59)?,
        part("closeHour", 24)? * 60 + part("closeMinute", 59)?,
    ))
}

fn range(range: &Value) -> Vec<Finding> {
    let Some((open, close)) = minutes(range) else {
        return Vec::new();
    };
    let says = match close {
        1441.. => "closes after the day",
        _ if close < open => "closes before it opens",
        _ if close == open => "no time at all",
        1440 => "closes at 24:00",
        _ => return Vec::new(),
    };
    vec![found(&[], says)]
}

/// Ranges that begin before an earlier one has ended; each comes with its path.
fn overlaps(mut ranges: Vec<(u64, u64, Vec<String>)>) -> Vec<Finding> {
    ranges.retain(|(open, close, _)| open < close && *close <= 1440);
    ranges.sort();
    let (mut end, mut overlapping) = (0, Vec::new());
    for (open, close, path) in ranges {
        if open < end {
            overlapping.push(Finding {
                path,
                says: "overlaps another range".to_owned(),
            });
        }
        end = end.max(close);
    }
    overlapping
}

fn hours_of_date(hours: &Value) -> Vec<Finding> {
    let ranges = items(hours).iter().enumerate();
    overlaps(
        ranges
            .filter_map(|(at, range)| {
                minutes(range).map(|(open, close)| (open, close, vec![at.to_string()]))
            })
            .collect(),
    )
}

fn week(entries: &Value) -> Vec<Finding> {
    let mut all: Vec<Finding> = Vec::new();
    for day in 0..7 {
        let mut ranges = Vec::new();
        for (at, entry) in items(entries).iter().enumerate() {
            if items(&entry["daysOfTheWeek"])
                .iter()
                .any(|own| own.as_u64() == Some(day))
            {
                for (index, range) in items(&entry["hours"]).iter().enumerate() {
                    let path = vec![at.to_string(), "hours".to_owned(), index.to_string()];
                    ranges.extend(minutes(range).map(|(open, close)| (open, close, path)));
                }
            }
        }
        all.extend(
            overlaps(ranges)
                .into_iter()
                .filter(|found| !all.contains(found))
                .collect::<Vec<_>>(),
        );
    }
    all
}

/// The later of each two equal keys.
fn doubles(keys: &[Option<&str>]) -> Vec<String> {
    let later = |at: &usize| keys[*at].is_some() && keys[..*at].contains(&keys[*at]);
    (0..keys.len())
        .filter(later)
        .map(|at| at.to_string())
        .collect()
}

fn days(days: &Value) -> Vec<Finding> {
    let written: Vec<String> = items(days).iter().map(ToString::to_string).collect();
    let duplicates = doubles(
        &written
            .iter()
            .map(|day| Some(day.as_str()))
            .collect::<Vec<_>>(),
    );
    let mut all: Vec<Finding> = duplicates
        .iter()
        .map(|at| found(&[at], "listed twice"))
        .collect();
    if written.len() - all.len() > 1 {
        all.push(found(&[], "several days"));
    }
    all
}

fn dates(entries: &Value) -> Vec<Finding> {
    let dates: Vec<_> = items(entries)
        .iter()
        .map(|entry| entry["date"].as_str()?.get(..10))
        .collect();
    doubles(&dates)
        .iter()
        .map(|at| found(&[at, "date"], "has an entry already"))
        .collect()
}

fn availability(entry: &Value) -> Vec<Finding> {
    let unnamed = entry["deleted"] == true && entry.get("id").is_none();
    unnamed
        .then(|| found(&["id"], "needed for deleting"))
        .into_iter()
        .collect()
}

fn place(place: &Value) -> Vec<Finding> {
    let conference = place["kind"]
        .as_str()
        .is_some_and(|kind| kind.ends_with("_conference"));
    let located = place["location"]
        .as_str()
        .is_some_and(|location| !location.is_empty());
    (conference && located)
        .then(|| found(&["location"], "not for a conference"))
        .into_iter()
        .collect()
}

fn users(members: &Value) -> Vec<Finding> {
    let members = items(members);
    let users: Vec<_> = members
        .iter()
        .map(|member| member["userId"].as_str())
        .collect();
    let primaries: Vec<_> = members
        .iter()
        .map(|member| (member["isPrimary"] == true).then_some("primary"))
        .collect();
    let mut all: Vec<_> = doubles(&users)
        .iter()
        .map(|at| found(&[at, "userId"], "a member already"))
        .collect();
    all.extend(
        doubles(&primaries)
            .iter()
            .map(|at| found(&[at, "isPrimary"], "another one is")),
    );
    all
}

fn places(members: &Value) -> Vec<Finding> {
    let members = items(members);
    let several =
        |member: &Value| members.len() > 1 && items(&member["locationConfigurations"]).len() > 1;
    let places = members
        .iter()
        .enumerate()
        .filter(|(_, member)| several(member));
    places
        .map(|(at, _)| {
            found(
                &[&at.to_string(), "locationConfigurations"],
                "several places",
            )
        })
        .collect()
}

fn needs(draft: &Value) -> Vec<Finding> {
    let mut all = Vec::new();
    if draft["formSubmitType"] == "RedirectURL"
        && draft["formSubmitRedirectURL"]
            .as_str()
            .is_none_or(str::is_empty)
    {
        all.push(found(&["formSubmitRedirectURL"], "missing"));
    }
    if draft["enableRecurring"] == true && draft.get("recurring").is_none() {
        all.push(found(&["recurring"], "missing"));
    }
    if draft["enableRecurring"] == true && items(&draft["teamMembers"]).len() > 1 {
        all.push(found(&["enableRecurring"], "with one member only"));
    }
    all
}

fn slots(draft: &Value) -> Vec<Finding> {
    let mut all = Vec::new();
    let unit = if draft["slotDurationUnit"] == "hours" {
        60.0
    } else {
        1.0
    };
    let slot = draft["slotDuration"].as_f64().unwrap_or_default() * unit;
    for name in ["openHours", "availabilities"] {
        for (at, entry) in items(&draft[name]).iter().enumerate() {
            for (index, range) in items(&entry["hours"]).iter().enumerate() {
                let length = minutes(range)
                    .and_then(|(open, close)| u32::try_from(close.checked_sub(open)?).ok());
                if length.is_some_and(|length| length > 0 && f64::from(length) < slot) {
                    all.push(found(
                        &[name, &at.to_string(), "hours", &index.to_string()],
                        "shorter than a slot",
                    ));
                }
            }
        }
    }
    all
}

/// Each `{{` has its `}}` behind it.
pub(crate) fn is_balanced(text: &str) -> bool {
    let mut parts = text.split("{{");
    parts.next().is_some_and(|before| !before.contains("}}"))
        && parts.all(|part| {
            part.split_once("}}")
                .is_some_and(|(_, after)| !after.contains("}}"))
        })
}
