//! What a calendar offers, as text for people and as lines.

use serde_json::{Value, json};

use super::many::lines;
use super::{calendiff, err, fed, file, out};

fn range(open: u8, close: u8) -> Value {
    json!({ "openHour": open, "openMinute": 0, "closeHour": close, "closeMinute": 0 })
}

fn clinic() -> Value {
    let weekdays =
        json!({ "daysOfTheWeek": [1, 2, 3, 4, 5], "hours": [range(9, 12), range(13, 17)] });
    let eve = json!({ "date": "2026-12-24T00:00:00.000Z", "hours": [range(9, 12)] });
    let christmas = json!({ "date": "2026-12-25T00:00:00.000Z", "hours": [] });
    json!({
        "calendar": {
            "id": "a", "slotDuration": 1, "slotDurationUnit": "hours", "preBuffer": 5, "openHours": [weekdays],
            "availabilities": [eve, christmas], "appoinmentPerDay": 0,
        }
    })
}

#[test]
fn dates_stand_in_columns_within_eighty() {
    let mut open = clinic();
    open["calendar"]["appoinmentPerDay"] = json!(1);
    let (shut, open) = (
        file("openings.json", clinic().to_string()),
        file("openings-open.json", open.to_string()),
    );
    let printed = |file: &str, arguments: &[&str]| {
        let output = calendiff(&[&["openings", file, "--from", "2026-12-23"], arguments].concat())
            .output()
            .unwrap();
        assert_eq!(
            (output.status.code(), err(&output)),
            (Some(0), String::new())
        );
        let printed = out(&output);
        assert!(
            printed.lines().all(|line| line.chars().count() <= 80),
            "{printed}"
        );
        printed
    };
    assert_eq!(
        printed(&shut, &["--days", "4"]),
        "23 December 2026 to 26 December 2026

  appointments of 60 minutes, a start every 30 minutes
  free time: 5 minutes before, 0 minutes after

  Wednesday, 23 December 2026  09:00–12:00, 13:00–17:00 (12 starts)
  Thursday, 24 December 2026   09:00–12:00 (special date, 5 starts)
  Friday, 25 December 2026     closed (special date)
  Saturday, 26 December 2026   closed

  open on 2 of 4 days: 10 hours, 17 starts at most

  warning  appointments_none at /appoinmentPerDay
           With 0 appointments per day nothing can be booked. Enter 1 or more.
           appoinmentPerDay is 0; nothing can be booked (logic)
"
    );
    assert_eq!(
        printed(
            &open,
            &["--to", "2026-12-25", "--starts", "--language", "de"]
        ),
        "23. Dezember 2026 bis 25. Dezember 2026

  Termine von 60 Minuten, eine Startzeit alle 30 Minuten
  freie Zeit: 5 Minuten davor, 0 Minuten danach

  Mittwoch, 23. Dezember 2026    09:00–12:00, 13:00–17:00 (12 Startzeiten)
                                 09:00 09:30 10:00 10:30 11:00 13:00 13:30 14:00
                                 14:30 15:00 15:30 16:00
  Donnerstag, 24. Dezember 2026  09:00–12:00 (besonderer Tag, 5 Startzeiten)
                                 09:00 09:30 10:00 10:30 11:00
  Freitag, 25. Dezember 2026     geschlossen (besonderer Tag)

  an 2 von 3 Tagen geöffnet: 10 Stunden, höchstens 17 Startzeiten
"
    );
}

#[test]
fn many_records_are_summed_up_by_whether_they_are_open() {
    let closed = json!({ "id": "b", "openHours": [] });
    let elsewhere = json!({ "id": "c", "openHours": {}, "slotDuration": 30 });
    let all = lines([clinic(), closed, elsewhere]);
    let asked = [
        "openings",
        "--ndjson",
        "-",
        "--from",
        "2026-12-23",
        "--days",
        "2",
        "--summary",
    ];
    let printed = out(&fed(&asked, all.as_bytes()));
    let counts: Vec<&str> = printed
        .lines()
        .filter(|line| line.starts_with("open") || line.contains("not "))
        .collect();
    assert_eq!(
        counts,
        [
            "open                    1",
            "not open                1",
            "hours not known         1"
        ],
        "{printed}"
    );
    let asked = [
        "openings",
        "--ndjson",
        "-",
        "--from",
        "2026-12-23",
        "--days",
        "2",
    ];
    let text = out(&fed(&asked, all.as_bytes()));
    assert!(
        text.contains("standard input:2: 23 December 2026 to 24 December 2026"),
        "{text}"
    );
    assert!(
        text.contains("on a schedule that is not part of the calendar"),
        "{text}"
    );
}

#[test]
fn wrong_dates_and_locations_are_refused() {
    let (calendar, location) = (
        file("openings-a.json", clinic().to_string()),
        file("openings-l.json", "{\"city\":\"Bonn\"}"),
    );
    for (arguments, said) in [
        (
            &["openings", &calendar, "--from", "2026-13-01", "--days", "1"][..],
            "--from: expected a date such as 2026-12-24",
        ),
        (
            &[
                "openings",
                &calendar,
                "--from",
                "2026-12-01",
                "--to",
                "2026-11-01",
            ],
            "--to: expected a date that is not before",
        ),
        (
            &["openings", &calendar, "--from", "2026-12-01", "--days", "0"],
            "--days: expected 1 to 1,100 dates",
        ),
        (
            &["openings", &location, "--from", "2026-12-01", "--days", "1"],
            "kind: expected calendar",
        ),
        (
            &["openings", &calendar, "--from", "2026-12-01"],
            "--to <DATE>",
        ),
        (
            &[
                "openings",
                &calendar,
                "--from",
                "2026-12-01",
                "--to",
                "2026-12-02",
                "--days",
                "1",
            ],
            "cannot be used with",
        ),
    ] {
        let output = calendiff(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(
            err(&output).contains(said),
            "{arguments:?}: {}",
            err(&output)
        );
    }
}
