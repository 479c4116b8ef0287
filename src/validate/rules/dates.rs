//! Rules about open hours and special dates.

use super::{Scope, doubles};
use crate::format::Date;
use crate::format::hours::Range;
use crate::json::patch::Op;
use crate::json::{Number, View};
use crate::validate::walk::Walk;

pub(super) fn date_doubled<'a, V: View<'a>>(scope: &Scope<V>, walk: &mut Walk) {
    let date = |entry: V| entry.get("date").and_then(View::text).and_then(Date::leading);
    for (first, second) in doubles(scope.items("availabilities").map(date)) {
        let list = walk.at("availabilities");
        walk.report_at(list.with(second).with("date"), scope.found().related(list.with(first).with("date")));
    }
}

pub(super) fn deleted_without_id<'a, V: View<'a>>(scope: &Scope<V>, walk: &mut Walk) {
    for (at, entry) in scope.items("availabilities").enumerate() {
        let named = ["id", "_id"].into_iter().any(|name| entry.get(name).is_some());
        if entry.get("deleted").and_then(View::boolean) == Some(true) && !named {
            let entry = walk.at("availabilities").with(at);
            walk.report_at(entry.with("id"), scope.found().related(entry.with("deleted")));
        }
    }
}

pub(super) fn empty_detaches<'a, V: View<'a>>(scope: &Scope<V>, walk: &mut Walk) {
    for name in ["openHours", "availabilities"] {
        if scope.is_empty(name) {
            let remove = vec![Op::remove(&walk.at(name))];
            walk.report_at(walk.at(name), scope.found().with("name", name).fix(format!("Leave {name} out"), remove));
        }
    }
}

/// Hours for a calendar that has none of its own, since a schedule holds them.
pub(super) fn hours_detach<'a, V: View<'a>>(scope: &Scope<V>, walk: &mut Walk) {
    let stored = scope.stored.and_then(|stored| stored.get("openHours"));
    let none = |hours: V| {
        hours.items().is_some_and(|items| items.len() == 0) || hours.members().is_some_and(|members| members.len() == 0)
    };
    if stored.is_some_and(none) && scope.items("openHours").next().is_some() {
        walk.report_at(walk.at("openHours"), scope.found());
    }
}

pub(super) fn range_short<'a, V: View<'a>>(scope: &Scope<V>, walk: &mut Walk) {
    let minutes = match scope.text("slotDurationUnit") {
        Some("mins") | None => 1.0,
        Some("hours") => 60.0,
        Some(_) => return,
    };
    let Some(slot) = scope.get("slotDuration").and_then(View::number).map(|slot| slot.as_f64() * minutes) else {
        return;
    };
    for name in ["openHours", "availabilities"] {
        for (at, entry) in scope.items(name).enumerate() {
            let hours = entry.get("hours").and_then(View::items).into_iter().flatten();
            for (index, range) in hours.enumerate() {
                let Some(range) = Range::read(range).filter(|range| range.open < range.close) else { continue };
                if f64::from(range.close - range.open) < slot {
                    let slot = Number::from(slot).to_value();
                    let found = scope.found().with("range", range.to_string()).with("slot", slot);
                    let place = walk.at(name).with(at).with("hours").with(index);
                    walk.report_at(place, found.related(walk.at("slotDuration")));
                }
            }
        }
    }
}
