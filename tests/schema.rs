//! The tables have every row of the document, and no other.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use calendiff::schema::{Access, Object};
use calendiff::{Kind, Language};

fn count(table: &Object, access: impl Fn(Access) -> bool) -> usize {
    table
        .members
        .iter()
        .filter(|member| access(member.access))
        .count()
}

fn inner(kind: Kind, path: &[&str]) -> &'static Object {
    path.iter().fold(kind.table(), |table, name| {
        table.member(name).unwrap().ty.table().unwrap()
    })
}

#[test]
fn every_row_of_the_document_is_there() {
    let all = |_| true;
    let calendar = Kind::Calendar.table();
    assert_eq!(count(calendar, all), 54);
    assert_eq!(count(calendar, |access| access == Access::ResponseOnly), 4);
    for (path, rows, section) in [
        (&["teamMembers"][..], 4, "2.1.1"),
        (&["teamMembers", "locationConfigurations"], 3, "2.1.2"),
        (&["locationConfigurations"], 3, "2.1.2"),
        (&["openHours"], 2, "2.1.3"),
        (&["openHours", "hours"], 4, "2.1.3"),
        (&["recurring"], 4, "2.1.4"),
        (&["availabilities"], 4, "2.1.5"),
        (&["availabilities", "hours"], 4, "2.1.3"),
        (&["lookBusyConfig"], 2, "2.1.6"),
    ] {
        let table = inner(Kind::Calendar, path);
        assert_eq!(
            (count(table, all), table.section),
            (rows, section),
            "{path:?}"
        );
    }
    let location = Kind::Location.table();
    assert_eq!(
        count(location, |access| access != Access::ResponseOnly),
        10,
        "in a request"
    );
    assert_eq!(
        count(location, |access| access != Access::RequestOnly),
        16,
        "in a response"
    );
}

#[test]
fn the_members_that_only_responses_carry_are_the_documents() {
    let read_only = |table: &'static Object| -> Vec<&str> {
        let rows = table
            .members
            .iter()
            .filter(|member| member.access == Access::ResponseOnly);
        rows.map(|member| member.name).collect()
    };
    assert_eq!(
        read_only(Kind::Calendar.table()),
        ["id", "locationId", "calendarType", "slotBufferUnit"]
    );
    assert_eq!(
        read_only(inner(Kind::Calendar, &["locationConfigurations"])),
        ["meetingId"]
    );
    assert_eq!(
        read_only(Kind::Location.table()),
        [
            "id",
            "locationId",
            "createdBy",
            "updatedBy",
            "createdAt",
            "updatedAt"
        ]
    );
    let id = inner(Kind::Calendar, &["availabilities"])
        .member("id")
        .unwrap();
    assert_eq!(id.access, Access::RequestOnly);
}

/// Units, defaults and aliases name what exists, and each row is found by its name.
#[test]
fn rows_are_consistent() {
    fn check(table: &'static Object, rows: &mut usize) {
        for (row, member) in table.members.iter().enumerate() {
            *rows += 1;
            assert_eq!(table.find(member.name), Some(row), "{}", member.name);
            assert!(
                !Language::english()
                    .template("label", member.name)
                    .is_empty(),
                "{}",
                member.name
            );
            if let Some(unit) = member.unit {
                assert!(table.member(unit).is_some(), "{unit}");
            }
            if let Some(default) = member.default {
                let default: serde_json::Value = serde_json::from_str(default).unwrap();
                let draft = serde_json::json!({ member.name: default });
                if table.name == "calendar" {
                    let options = calendiff::ValidateOptions::from(calendiff::Profile::Service);
                    let report = Kind::Calendar.validate(&draft, &options).unwrap();
                    assert!(report.ok, "{}: {:?}", member.name, report.issues);
                }
            }
            for alias in member.aliases {
                assert!(table.member(alias).is_none(), "{alias}");
            }
            if let Some(inner) = member.ty.table() {
                check(inner, rows);
            }
        }
        assert_eq!(table.find("no such member"), None);
    }
    let mut rows = 0;
    for &kind in Kind::ALL {
        check(kind.table(), &mut rows);
    }
    assert!(rows > 90, "{rows}");
}
