//! The edits that are compared: a stored calendar and the one that is wanted. Numbers are of special dates.

use serde_json::{Value, json};

use crate::dates::{date, dates, range};

/// An edit, and the calendar before and after it.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) stored: Value,
    pub(crate) wanted: Value,
}

pub(crate) fn cases() -> Vec<Case> {
    let dated = |name, count, edit: fn(&mut Vec<Value>)| {
        case(name, calendar(count), |calendar| {
            edit(calendar["availabilities"].as_array_mut().unwrap());
        })
    };
    vec![
        dated("insert at the head of 100", 100, |dates| {
            dates.insert(0, new_date());
        }),
        dated("insert at the head of 1,000", 1_000, |dates| {
            dates.insert(0, new_date());
        }),
        dated("delete the middle of 100", 100, |dates| {
            drop(dates.remove(50));
        }),
        dated("delete the middle of 1,000", 1_000, |dates| {
            drop(dates.remove(500));
        }),
        dated("move and edit one of 100", 100, |dates| {
            let mut moved = dates.remove(20);
            moved["hours"][0]["closeHour"] = 20.into();
            dates.insert(70, moved);
        }),
        dated("reverse 100", 100, |dates| dates.reverse()),
        dated("drop every second of 1,000", 1_000, |dates| {
            let mut at = 0;
            dates.retain(|_| {
                at += 1;
                at % 2 == 1
            });
        }),
        case("reorder three team members", calendar(0), |calendar| {
            calendar["teamMembers"].as_array_mut().unwrap().reverse();
        }),
        case("four edits, 1,000 dates", calendar(1_000), |calendar| {
            calendar["eventColor"] = "#ff0000".into();
            calendar["openHours"][1]["hours"][0]["closeHour"] = 18.into();
            calendar["availabilities"]
                .as_array_mut()
                .unwrap()
                .insert(0, new_date());
            calendar["teamMembers"].as_array_mut().unwrap().swap(0, 1);
        }),
    ]
}

fn case(name: &'static str, stored: Value, edit: impl FnOnce(&mut Value)) -> Case {
    let mut wanted = stored.clone();
    edit(&mut wanted);
    Case {
        name,
        stored,
        wanted,
    }
}

/// A date that the calendar does not have yet.
fn new_date() -> Value {
    date(99_999, 9)
}

fn calendar(count: usize) -> Value {
    let open = |day: u8| json!({ "daysOfTheWeek": [day], "hours": [range(9 * 60, 17 * 60)] });
    let member = |number: u8, priority: f64| {
        let place = json!({ "kind": "custom", "location": format!("Room {number}") });
        json!({
            "userId": format!("user{number}"),
            "priority": priority,
            "isPrimary": number == 1,
            "locationConfigurations": [place],
        })
    };
    json!({
        "name": "Consultation",
        "eventColor": "#039be5",
        "slotDuration": 30,
        "openHours": (1..=5).map(open).collect::<Vec<_>>(),
        "teamMembers": [member(1, 1.0), member(2, 0.5), member(3, 0.5)],
        "availabilities": dates(count),
    })
}
