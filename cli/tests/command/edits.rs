//! `calendiff edit`: one record, many records, and the plan.

use serde_json::{Value, json};

use super::many::lines;
use super::{calendiff, err, file, out};

fn calendar(id: &str, minutes: u32) -> Value {
    json!({ "id": id, "slotDuration": minutes, "slotDurationUnit": "mins" })
}

fn five() -> String {
    let known = [
        calendar("a", 30),
        json!({ "calendar": calendar("b", 60) }),
        json!({ "id": "c", "slotDuration": 30, "openHours": "none" }),
    ];
    lines(known) + "{\"id\":\n\n"
}

#[test]
fn each_record_has_its_answer_in_its_place() {
    let records = file("records.ndjson", five());
    let edits = file(
        "edits.txt",
        "# longer\nslotDuration = at least 45 mins\nopenHours/monday = closed\n",
    );
    let ran = calendiff(&[
        "edit", "--ndjson", &records, "--edits", &edits, "--format", "json",
    ])
    .output()
    .unwrap();
    let answers = out(&ran);
    let answers: Vec<&str> = answers.lines().collect();
    assert_eq!(
        (answers.len(), answers[4], ran.status.code()),
        (5, "", Some(2))
    );
    let answers: Vec<Value> = answers[..4]
        .iter()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(
        (&answers[0]["ok"], &answers[0]["words"]),
        (&json!(true), &json!(["slot duration 45 mins, was 30 mins"]))
    );
    assert_eq!(answers[1]["words"], json!([]), "it is as wished");
    assert_eq!(
        (&answers[2]["line"], &answers[2]["error"]["code"]),
        (&json!(3), &json!("edit_missing"))
    );
    assert_eq!(answers[3]["error"]["code"], "json_syntax");
}

#[test]
fn a_plan_counts_and_the_bodies_go_to_a_file() {
    let records = file("planned.ndjson", five());
    let bodies = file("bodies.ndjson", "old");
    let arguments = [
        "edit",
        "--ndjson",
        &records,
        "--set",
        "slotDuration = 60",
        "--plan",
        "--format",
        "body",
        "--mode",
        "changed",
        "--output",
        &bodies,
    ];
    for jobs in ["1", "2"] {
        let ran = calendiff(&[&arguments[..], &["--jobs", jobs]].concat())
            .output()
            .unwrap();
        let plan = out(&ran);
        for (name, count) in [
            ("records", "4"),
            ("changed", "2"),
            ("as wished", "1"),
            ("conflicts", "0"),
        ] {
            let line = plan.lines().find(|line| line.starts_with(name)).unwrap();
            assert!(line.ends_with(&format!(" {count}")), "{line}");
        }
        assert!(
            plan.contains("       1  slot duration 60 mins, was 30 mins\n"),
            "{plan}"
        );
        let written = std::fs::read_to_string(&bodies).unwrap();
        let written: Vec<&str> = written.lines().collect();
        let body = |line: usize, id: &str| {
            format!(
                "{{\"line\":{line},\"id\":\"{id}\",\"kind\":\"calendar\",\"body\":{{\"slotDuration\":60}}}}"
            )
        };
        assert_eq!(
            written,
            [body(1, "a"), body(3, "c")],
            "a record without a body has no line"
        );
    }
}

/// A condition with a slip in it would otherwise look like nothing to do.
#[test]
fn a_condition_that_no_record_meets_is_reported() {
    let records = file("unmet.ndjson", five());
    let edit = |set: &str| {
        let arguments = [
            "edit", "--ndjson", &records, "--set", set, "--format", "body",
        ];
        err(&calendiff(&arguments).output().unwrap())
    };
    let note = "no record meets the conditions of the edits";
    assert!(edit("where slotDuration = 31; slotDuration = 45").contains(note));
    assert!(!edit("where slotDuration = 60; slotDuration = 45").contains(note));
    assert!(!edit("slotDuration = 45").contains(note));
}

/// A whole special date is checked in its record, which may have members that it lacks.
const REVERSED: &str = r#"availabilities/2026-12-24 = {"date":"2026-12-24T00:00:00.000Z","hours":[{"openHour":17,"openMinute":0,"closeHour":9,"closeMinute":0}]}"#;

#[test]
fn a_record_that_would_get_an_error_has_no_body() {
    let records = file(
        "worse.ndjson",
        lines([calendar("a", 30), json!({ "id": "b", "slotDuration": 45 })]),
    );
    let ran = calendiff(&[
        "edit", "--ndjson", &records, "--set", REVERSED, "--format", "body",
    ])
    .output()
    .unwrap();
    assert_eq!((out(&ran).as_str(), ran.status.code()), ("", Some(1)));
}

#[test]
fn edits_of_a_file_and_of_the_command_line_are_made_together() {
    let record = file(
        "both.json",
        json!({ "id": "a", "slotDuration": 30, "name": "A" }).to_string(),
    );
    let as_json = file(
        "both-edits.json",
        r#"[{ "key": "slotDuration", "value": 45 }]"#,
    );
    let as_text = file("both-edits.txt", "slotDuration = 45");
    for edits in [&as_json, &as_text] {
        let arguments = [
            "edit", &record, "--kind", "calendar", "--edits", edits, "--format", "body", "--mode",
            "changed",
        ];
        let ran = calendiff(&[&arguments[..], &["--set", "name = \"B\""]].concat())
            .output()
            .unwrap();
        let body: Value = serde_json::from_str(&out(&ran)).unwrap();
        assert_eq!(body, json!({ "slotDuration": 45, "name": "B" }), "{edits}");
        let ran = calendiff(&[&arguments[..], &["--set", "nonsense === "]].concat())
            .output()
            .unwrap();
        assert_eq!(ran.status.code(), Some(2), "{edits}");
    }
}

#[test]
fn a_plan_shows_a_repair_under_its_own_key() {
    let date = |id: &str, day: &str, close: u8| json!({ "id": id, "date": format!("{day}T00:00:00.000Z"), "hours": [{ "openHour": 9, "openMinute": 0, "closeHour": close, "closeMinute": 0 }] });
    let record = json!({ "id": "a", "availabilities": [date("d1", "2026-12-24", 17), date("d2", "2026-12-26", 0)] });
    let record = file("repair-key.json", record.to_string());
    let ran = calendiff(&[
        "edit",
        &record,
        "--kind",
        "calendar",
        "--set",
        "availabilities/2026-12-24 = closed",
        "--repair",
        "--plan",
    ])
    .output()
    .unwrap();
    let plan = out(&ran);
    let of_edit = plan.find("availabilities/2026-12-24 = closed").unwrap();
    let of_repair = plan.find("availabilities/2026-12-26").expect(&plan);
    let repair = plan.find("24:00").expect(&plan);
    assert!(of_edit < of_repair && of_repair < repair, "{plan}");
}

#[test]
fn a_plan_names_what_is_new_and_what_stays_wrong() {
    let hours = |open: u8| json!([{ "openHour": open, "openMinute": 0, "closeHour": 17, "closeMinute": 0 }]);
    let record = |id: &str, days: Value, slot: u8, color: &str| json!({ "id": id, "eventColor": color, "slotDuration": slot, "openHours": [{ "daysOfTheWeek": days, "hours": hours(9) }] });
    let records = file(
        "new.ndjson",
        lines([
            record("a", json!([1]), 30, "#039be5"),
            record("b", json!([1, 2]), 30, "red"),
            record("c", json!([1, 2]), 60, "#039be5"),
        ]),
    );
    let edits = file(
        "was.json",
        r#"[{"key":"openHours/monday","hours":[]},{"key":"slotDuration","value":45,"was":{"value":30}}]"#,
    );
    let ran = calendiff(&[
        "edit", "--ndjson", &records, "--kind", "calendar", "--edits", &edits, "--plan",
    ])
    .output()
    .unwrap();
    let plan = out(&ran);
    for (name, count) in [
        ("changed", 1),
        ("conflicts", 1),
        ("with errors", 2),
        ("with warnings", 1),
        ("with earlier errors", 1),
    ] {
        let line = plan.lines().find(|line| line.starts_with(name)).unwrap();
        assert!(line.ends_with(&format!(" {count}")), "{line}");
    }
    for found in [
        "error    conflict                        1  at 3 (c)\n",
        "error    earlier_errors                  1  at 2 (b)\n",
        "warning  empty_detaches                  1  at 1 (a)\n",
    ] {
        assert!(plan.contains(found), "{plan}");
    }
}

/// The counts: ok, with errors, changed, as wished, conflicts, with new errors, with earlier errors; the exit status; and the
/// records whose lines have an error.
type Expected = ([usize; 7], i32, &'static str);

/// The plan, the summary and the lines of one run agree on the errors that a record has already, as wished or not.
#[test]
fn a_plan_agrees_with_the_summary_and_the_lines() {
    let records = file(
        "agree.ndjson",
        lines([
            json!({ "id": "a", "slotDuration": 0 }),
            json!({ "id": "b", "slotDuration": 30, "eventColor": "zz" }),
            json!({ "id": "c", "slotDuration": 30, "alertEmail": "nope" }),
            json!({ "id": "d", "slotDuration": 30, "eventColor": "039be5" }),
            json!({ "id": "e", "slotDuration": 30 }),
        ]),
    );
    let table: [(&[&str], Expected); 6] = [
        (&["--repair"], ([2, 3, 0, 2, 0, 0, 3], 1, "abc")),
        (
            &["--set", "slotDuration = 30"],
            ([5, 2, 1, 4, 0, 0, 2], 0, "bc"),
        ),
        (
            &["--set", "slotDuration = 30", "--repair"],
            ([3, 2, 1, 2, 0, 0, 2], 1, "bc"),
        ),
        (
            &["--set", "slotDuration = 45"],
            ([3, 2, 3, 0, 0, 0, 2], 1, "bc"),
        ),
        (
            &["--set", "where slotDuration = 30; slotDuration = 45"],
            ([3, 2, 2, 0, 0, 0, 2], 1, "bc"),
        ),
        (
            &[
                "--set",
                r#"teamMembers/u1 = { "userId": "u1", "priority": "x" }"#,
            ],
            ([0, 5, 0, 0, 0, 5, 0], 1, "abcde"),
        ),
    ];
    for (edits, (counts, status, with_errors)) in table {
        let run = |form: &[&str]| {
            let arguments = ["edit", "--kind", "calendar", "--ndjson", &records];
            calendiff(&[&arguments[..], edits, form].concat())
                .output()
                .unwrap()
        };
        for form in ["--plan", "--summary"] {
            let ran = run(&[form]);
            assert_eq!(ran.status.code(), Some(status), "{edits:?} {form}");
            let text = out(&ran);
            let names = [
                "ok ",
                "with errors",
                "changed",
                "as wished",
                "conflicts",
                "with new errors",
                "with earlier errors",
            ];
            let found: [usize; 7] = names.map(|name| {
                let line = text.lines().find(|line| line.starts_with(name)).unwrap();
                let count = line.split_whitespace().last().unwrap();
                count.parse().unwrap()
            });
            assert_eq!(found, counts, "{edits:?} {form}: {text}");
        }
        let ran = run(&["--format", "json"]);
        assert_eq!(ran.status.code(), Some(status), "{edits:?}");
        let text = out(&run(&[]));
        let ids = ["a", "b", "c", "d", "e"];
        let of_records = text.split(&*records).skip(1).zip(ids);
        let found: String = of_records
            .filter(|(lines, _)| lines.contains("  error "))
            .map(|(_, id)| id)
            .collect();
        assert_eq!(found, with_errors, "{edits:?}: {text}");
    }
}

#[test]
fn a_plan_counts_a_change_once_whatever_the_position_and_shows_its_unit() {
    let ben = json!({ "userId": "ben", "priority": 1 });
    let of = |id: &str, members: Value| {
        json!({ "id": id, "slotDuration": 30, "slotDurationUnit": "mins", "teamMembers": members })
            .to_string()
            + "\n"
    };
    let first = of("a", json!([ben]));
    let second = of("b", json!([{ "userId": "ada", "priority": 1 }, ben]));
    let records = file("positions.ndjson", &(first + &second));
    let set = "slotDuration = 1 hour; teamMembers/ben/priority = 0.5";
    let plan = out(&calendiff(&[
        "edit", "--ndjson", &records, "--kind", "calendar", "--set", set, "--plan",
    ])
    .output()
    .unwrap());
    for lines in [
        "slotDuration = 1 hours\n       2  slot duration 1 hour, was 30 mins\n",
        "teamMembers/ben/priority = 0.5\n       2  team member (user ben): priority 0.5, was 1\n",
    ] {
        assert!(plan.contains(lines), "{plan}");
    }
}

/// A condition that only calendars can have is no error of locations.
#[test]
fn conditions_alone_are_no_edits_but_limit_repairs() {
    let records = json!({ "id": "a", "calendarType": "event", "eventColor": "#f00" });
    let others = json!({ "id": "b", "calendarType": "personal", "slotDuration": "0" });
    let records = file("conditions-alone.ndjson", lines([records, others]));
    let edit = [
        "edit",
        "--ndjson",
        &records,
        "--set",
        "where calendarType = event",
        "--plan",
    ];
    let none = calendiff(&edit).output().unwrap();
    assert_eq!(none.status.code(), Some(2));
    assert!(err(&none).contains("no edits"), "{}", err(&none));
    let repaired = [&edit[..], &["--kind", "calendar", "--repair"]].concat();
    let plan = out(&calendiff(&repaired).output().unwrap());
    assert!(plan.contains("condition not met           1\n"), "{plan}");
}

#[test]
fn a_plan_tells_of_what_is_not_sent_and_of_records_without_a_place() {
    let member = json!([{ "userId": "u1", "priority": 1 }]);
    let records = file(
        "untold.ndjson",
        lines([
            json!({ "id": "a", "slotDuration": "thirty", "teamMembers": member }),
            json!({ "id": "b", "slotDuration": 30, "slotDurationUnit": "mins" }),
        ]) + "{\n",
    );
    let edit = |set: &str| {
        calendiff(&["edit", "--ndjson", &records, "--set", set, "--plan"])
            .output()
            .unwrap()
    };
    let ran = edit("name = \"Ada\"");
    let plan = out(&ran);
    assert!(
        plan.contains("warning  omitted_resets                  1  at 1 (a)\n"),
        "{plan}"
    );
    assert!(!plan.contains("no place"), "{plan}");

    let ran = edit("teamMembers/u1/priority = 0.5");
    let plan = out(&ran);
    for (name, count) in [
        ("unreadable", 1),
        ("changed", 1),
        ("as wished", 0),
        ("no place for a value", 1),
    ] {
        let line = plan.lines().find(|line| line.starts_with(name)).unwrap();
        assert!(line.ends_with(&format!(" {count}")), "{line}");
    }
    assert!(
        plan.contains("error    edit_missing                    1  at 2 (b)\n"),
        "{plan}"
    );
}

#[test]
fn records_that_are_read_back_in_any_order_are_verified_with_their_bodies() {
    let records = file(
        "sent-of.ndjson",
        lines([calendar("a", 30), calendar("b", 45), calendar("c", 60)]),
    );
    let body = |id: &str| json!({ "id": id, "kind": "calendar", "body": { "slotDuration": 45 } });
    let bodies = file("sent.ndjson", lines([body("c"), body("a")]));
    let back = file(
        "back.ndjson",
        lines([calendar("c", 60), calendar("a", 45), calendar("b", 30)]),
    );
    let verify = |files: &[&str]| {
        calendiff(
            &[
                &["verify", "--ndjson", "--summary", "--format", "json"],
                files,
            ]
            .concat(),
        )
        .output()
    };
    let ran = verify(&[&records, &bodies, &back]).unwrap();
    let summary: Value = serde_json::from_str(&out(&ran)).unwrap();
    let counts = ["records", "ok", "unreadable", "applied", "notApplied"]
        .map(|name| summary[name].as_u64().unwrap());
    assert_eq!(
        (counts, ran.status.code()),
        ([2, 1, 0, 1, 1], Some(1)),
        "{summary}"
    );
    assert_eq!(err(&ran), "");

    // One that was sent and did not come back, and one that came back twice.
    let lost = file(
        "back-lost.ndjson",
        lines([calendar("c", 45), calendar("b", 45), calendar("c", 45)]),
    );
    let ran = verify(&[&records, &bodies, &lost]).unwrap();
    let summary: Value = serde_json::from_str(&out(&ran)).unwrap();
    let codes = ["code", "count"]
        .map(|name| [&summary["codes"][0][name], &summary["codes"][1][name]].map(Value::clone));
    assert_eq!(
        codes,
        [
            ["id_twice", "no_partner"].map(Value::from),
            [1, 1].map(Value::from)
        ],
        "{summary}"
    );
    let counts =
        ["records", "ok", "unreadable", "withErrors"].map(|name| summary[name].as_u64().unwrap());
    assert_eq!(
        (counts, ran.status.code()),
        ([4, 2, 2, 2], Some(2)),
        "{summary}"
    );
    assert_eq!(
        [&summary["worst"][0]["id"], &summary["worst"][1]["id"]],
        ["c", "a"]
    );
    assert!(err(&ran).contains(&format!(
        "{bodies}:2: {lost} has no record with the id \"a\" (no_partner)"
    )));

    // A value that is not as asked is an error of its record, and an answer alone tells its line.
    let mut ran = calendiff(&[
        "verify", "--ndjson", "--only", "errors", "--format", "json", &records, &bodies, &back,
    ]);
    let answers = out(&ran.output().unwrap());
    assert_eq!(
        answers
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap()["line"].clone())
            .collect::<Vec<_>>(),
        [1],
        "{answers}"
    );

    let errors = file(
        "sent-errors.ndjson",
        "\n{\"line\":2,\"id\":\"b\",\"error\":{\"code\":\"x\",\"message\":\"y\"}}\n",
    );
    assert!(
        err(&verify(&[&records, &errors, &back]).unwrap()).contains(&format!(
            "{errors}:2: the line is an error: y (x) (unanswered)"
        ))
    );
    // Nobody knows whose they are.
    let bare = file("sent-bare.ndjson", "{\"slotDuration\":45}\n");
    let ran = verify(&[&records, &bare, &back]).unwrap();
    assert_eq!((out(&ran).as_str(), ran.status.code()), ("", Some(2)));
    assert!(
        err(&ran).contains(&format!(
            "{bare}:1: there is no id to pair this by; --pair line"
        )),
        "{}",
        err(&ran)
    );
}

#[test]
fn a_list_may_have_other_members_in_front() {
    let list = file(
        "front.json",
        "{ \"traceId\": \"[\", \"calendars\": [{ \"id\": \"a\", \"slotBuffer\": 1 }, { \"slotBuffer\": 2 }] }",
    );
    let arguments = [
        "edit",
        "--ndjson",
        &list,
        "--set",
        "slotDuration = 45",
        "--mode",
        "changed",
        "--format",
        "body",
    ];
    let ran = calendiff(&arguments).output().unwrap();
    assert_eq!(
        out(&ran),
        "{\"index\":0,\"id\":\"a\",\"kind\":\"calendar\",\"body\":{\"slotDuration\":45}}\n"
    );
    // A body that belongs to nobody is none.
    assert_eq!(ran.status.code(), Some(2));
    assert!(err(&ran).contains(
        "[1]: the record has no id, so that nobody would know whose body this is (id_missing)"
    ));
}

#[test]
fn a_line_that_is_an_error_is_never_sent() {
    let records = file("sent.ndjson", lines([calendar("a", 30), calendar("b", 60)]));
    let bodies = file(
        "errors.ndjson",
        "{\"line\":1,\"error\":{\"code\":\"edit_missing\",\"message\":\"no place\"}}\n\n",
    );
    let arguments = [
        "request",
        "--ndjson",
        &bodies,
        &records,
        "--base-url",
        "https://service.example",
    ];
    let ran = calendiff(&arguments)
        .env("CALENDIFF_TOKEN", "t")
        .output()
        .unwrap();
    assert!(!out(&ran).contains("curl"), "{}", out(&ran));
    assert!(
        err(&ran).contains("the line is an error: no place (edit_missing) (unanswered)"),
        "{}",
        err(&ran)
    );
}

/// The ids and bodies of the calls in a script of `request`.
fn addresses(script: &str) -> Vec<(String, String)> {
    let calls = script
        .lines()
        .filter_map(|line| line.strip_prefix("send '")?.strip_suffix('\''));
    let of_call = |call: &str| {
        let arguments: Vec<&str> = call.split("' '").collect();
        let [_, url, _, body] = arguments[..] else {
            panic!("{call}")
        };
        (url.rsplit('/').next().unwrap().to_owned(), body.to_owned())
    };
    calls.map(of_call).collect()
}

#[test]
fn a_body_reaches_its_record_whatever_is_done_to_the_lines() {
    let of = |id: &str, minutes: u32| json!({ "id": id, "name": format!("Calendar {id}"), "slotDuration": minutes });
    let all = [of("a", 30), of("b", 60), of("c", 30), of("d", 30)];
    let records = file("whose.ndjson", lines(all.clone()));
    let arguments = [
        "edit",
        "--ndjson",
        &records,
        "--set",
        "slotDuration = 60",
        "--format",
        "body",
    ];
    let bodies = out(&calendiff(&arguments).output().unwrap());
    let bodies: Vec<&str> = bodies.lines().collect();
    assert_eq!(bodies.len(), 3, "one is as wished");
    let request = |bodies: &[&str], stored: &[Value]| {
        let bodies = file("whose-bodies.ndjson", bodies.join("\n"));
        let stored = file("whose-stored.ndjson", lines(stored.to_vec()));
        let arguments = [
            "request",
            "--ndjson",
            &bodies,
            &stored,
            "--base-url",
            "https://service.example",
        ];
        let ran = calendiff(&arguments)
            .env("CALENDIFF_TOKEN", "t")
            .output()
            .unwrap();
        for (id, body) in addresses(&out(&ran)) {
            assert!(
                body.contains(&format!("\"Calendar {id}\"")),
                "{id} gets {body}"
            );
        }
        (addresses(&out(&ran)).len(), ran.status.code(), err(&ran))
    };
    let [a, c, d] = [bodies[0], bodies[1], bodies[2]];
    let reversed: Vec<Value> = all.iter().rev().cloned().collect();
    let ended = |(sent, code, said): (usize, Option<i32>, String), expected: &str| {
        assert!(said.contains(expected), "{said}");
        (sent, code)
    };
    assert_eq!(ended(request(&[a, c, d], &all), ""), (3, Some(0)));
    assert_eq!(
        ended(request(&[d, a, c], &reversed), ""),
        (3, Some(0)),
        "in another order"
    );
    assert_eq!(
        ended(request(&[a, "", c, d], &all[..]), ""),
        (3, Some(0)),
        "with blank lines"
    );
    assert_eq!(ended(request(&[d], &all), ""), (1, Some(0)), "some of them");
    assert_eq!(
        ended(request(&[a, c, d], &all[..3]), "no_partner"),
        (2, Some(2)),
        "a record that is not in the export"
    );
    assert_eq!(
        ended(request(&[a, a, c], &all), "id_twice"),
        (1, Some(2)),
        "twice"
    );
    let bare = r#"{"slotDuration":60}"#;
    assert_eq!(
        ended(request(&[bare, c, d], &all), "id_missing"),
        (0, Some(2)),
        "without an id"
    );
    let mixed = r#"{"id":"a","body":{"id":"b","slotDuration":60}}"#;
    assert_eq!(
        ended(request(&[mixed], &all), "other_record"),
        (0, Some(2)),
        "with two"
    );
    // Alone, it knows its address as well.
    let alone = file("whose-alone.ndjson", bodies.join("\n"));
    let arguments = [
        "request",
        "--ndjson",
        &alone,
        "--base-url",
        "https://service.example",
    ];
    let ran = calendiff(&arguments)
        .env("CALENDIFF_TOKEN", "t")
        .output()
        .unwrap();
    assert_eq!(
        addresses(&out(&ran))
            .iter()
            .map(|(id, _)| id.as_str())
            .collect::<Vec<_>>(),
        ["a", "c", "d"]
    );
    let by_line = [&arguments[..], &["--pair", "line"]].concat();
    assert_eq!(
        calendiff(&by_line)
            .env("CALENDIFF_TOKEN", "t")
            .output()
            .unwrap()
            .status
            .code(),
        Some(2)
    );
}

#[test]
fn one_record_is_shown_with_its_body() {
    let record = file("one.json", calendar("a", 30).to_string());
    let ran = calendiff(&[
        "edit",
        &record,
        "--set",
        "slotDuration = 45",
        "--mode",
        "changed",
    ])
    .output()
    .unwrap();
    assert_eq!(ran.status.code(), Some(0));
    let said = out(&ran);
    assert!(
        said.contains("  * slot duration 45 mins, was 30 mins\n")
            && said.contains("    \"slotDuration\": 45\n"),
        "{said}"
    );
    let quiet = calendiff(&["edit", &record, "--set", REVERSED, "-q"])
        .output()
        .unwrap();
    assert_eq!(
        (out(&quiet).as_str(), quiet.status.code()),
        ("", Some(1)),
        "hours that are reversed"
    );
}

#[test]
fn edits_like_those_of_a_record_conflict_where_others_differ() {
    let [stored, edited] = [30, 45].map(|minutes| {
        file(
            &format!("like{minutes}.json"),
            calendar("a", minutes).to_string(),
        )
    });
    let records = file(
        "others.ndjson",
        lines([calendar("b", 30), calendar("c", 60), calendar("d", 45)]),
    );
    let arguments = [
        "edit", "--ndjson", &records, "--like", &stored, &edited, "--format", "json",
    ];
    let ran = calendiff(&arguments).output().unwrap();
    assert_eq!(ran.status.code(), Some(1));
    let answers: Vec<Value> = out(&ran)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let of = |at: usize| {
        (
            answers[at]["ok"] == true,
            answers[at]["changes"].as_array().unwrap().len(),
            answers[at]["conflicts"].as_array().unwrap().len(),
        )
    };
    assert_eq!(
        [of(0), of(1), of(2)],
        [(true, 1, 0), (false, 0, 1), (true, 0, 0)]
    );
    let resolved = calendiff(&[&arguments[..], &["--resolve", "ours"]].concat())
        .output()
        .unwrap();
    assert_eq!(resolved.status.code(), Some(0));
}

#[test]
fn edits_that_fit_no_record_are_refused_before_the_first() {
    let records = file("before.ndjson", five());
    for (arguments, said) in [
        (vec!["--set", "slotDurations = 45"], "such as slotDuration"),
        (vec![], "no edits: add --set, --edits, --like or --repair"),
        (vec!["--set", "# nothing"], "no edits"),
        (
            vec!["--kind", "location", "--set", "slotDuration = 45"],
            "a member of a location",
        ),
        (
            vec!["--set", "slotDuration = 45", "--format", "csv"],
            "csv is the format of a summary",
        ),
    ] {
        let ran = calendiff(&[&["edit", "--ndjson", &records][..], &arguments].concat())
            .output()
            .unwrap();
        assert_eq!(
            (out(&ran).as_str(), ran.status.code()),
            ("", Some(2)),
            "{arguments:?}"
        );
        assert!(err(&ran).contains(said), "{}", err(&ran));
    }
}

#[test]
fn repairs_alone_are_a_run() {
    let records = file(
        "repairs.ndjson",
        lines([
            json!({ "id": "a", "alertEmail": "Ada <ada@example.com>" }),
            json!({ "id": "b", "alertEmail": "ben@example.com" }),
        ]),
    );
    let arguments = ["edit", "--ndjson", &records, "--mode", "changed"];
    let repaired = calendiff(&[&arguments[..], &["--repair", "--format", "body"]].concat())
        .output()
        .unwrap();
    let body = json!({ "alertEmail": "ada@example.com" });
    let answer: Value = serde_json::from_str(&out(&repaired)).unwrap();
    assert_eq!([&answer["id"], &answer["body"]], [&json!("a"), &body]);
    let without = calendiff(&arguments).output().unwrap();
    assert_eq!(without.status.code(), Some(2));
}
