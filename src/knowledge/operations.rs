//! Every operation that the specification names, as data.

use serde::Serialize;

use crate::knowledge::schema::Kind;
use crate::knowledge::status::StatusRow;

/// An operation of the service. Serializes as `{ area, name, method?, path?, version?, kind?, refusals?, section }`;
/// parts that the specification does not show are omitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Operation {
    /// The subject of the operation: `calendars`, `appointment notes`.
    pub area: &'static str,
    /// The name in the specification.
    pub name: &'static str,
    /// The HTTP method.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<&'static str>,
    /// The path, below the base address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<&'static str>,
    /// The value of the header `Version`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<&'static str>,
    /// The kind of record that it updates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// The statuses of refusals, in ascending order.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub refusals: &'static [StatusRow],
    /// The section of the specification that describes it best.
    pub section: &'static str,
}

/// Returns the update of a kind of record, which the specification shows completely.
const fn shown(kind: Kind) -> Operation {
    let row = kind.row();
    let (path, version) = (Some(row.path), Some(row.version));
    Operation {
        area: row.folder,
        name: row.update,
        method: Some("PUT"),
        path,
        version,
        kind: Some(kind),
        refusals: row.refusals,
        section: row.section,
    }
}

/// Returns an operation with the method, which the specification shows.
const fn called(area: &'static str, name: &'static str, method: &'static str) -> Operation {
    Operation {
        method: Some(method),
        section: "4.3",
        ..named(area, name)
    }
}

/// Returns an operation; the specification shows only its name.
const fn named(area: &'static str, name: &'static str) -> Operation {
    Operation {
        area,
        name,
        method: None,
        path: None,
        version: None,
        kind: None,
        refusals: &[],
        section: "1",
    }
}

impl Operation {
    /// All operations that the specification names. It shows two completely, whose requests [`Kind::request`] makes,
    /// and of the others at most the method, neither path nor payload.
    ///
    /// ```
    /// use calendiff::Operation;
    ///
    /// let update = Operation::ALL.iter().find(|operation| operation.name == "Update Calendar").unwrap();
    /// assert_eq!((update.method, update.path), (Some("PUT"), Some("/api/calendars/{calendarId}")));
    /// let slots = Operation::ALL.iter().find(|operation| operation.name == "Get Free Slots").unwrap();
    /// assert_eq!((slots.method, slots.path), (Some("GET"), None));
    /// ```
    pub const ALL: &[Self] = &[
        shown(Kind::Calendar),
        shown(Kind::Location),
        called("locations", "Get Location Data", "GET"),
        called("free slots", "Get Free Slots", "GET"),
        called("calendars", "Get Calendar", "GET"),
        called("calendars", "Create Calendar", "POST"),
        called("calendars", "Delete Calendar", "DELETE"),
        called("calendars", "Get Calendars", "GET"),
        named("calendar groups", "get"),
        named("calendar groups", "create"),
        named("calendar groups", "validate slug"),
        named("calendar groups", "update"),
        named("calendar groups", "delete"),
        named("calendar groups", "disable"),
        named("calendar events", "create appointment"),
        named("calendar events", "update appointment"),
        named("calendar events", "get appointment"),
        named("calendar events", "get events"),
        named("calendar events", "get blocked slots"),
        named("calendar events", "create blocked slots"),
        named("calendar events", "update blocked slots"),
        named("calendar events", "delete event"),
        named("appointment notes", "get"),
        named("appointment notes", "create"),
        named("appointment notes", "update"),
        named("appointment notes", "delete"),
        named("calendar resources", "get"),
        named("calendar resources", "update"),
        named("calendar resources", "delete"),
        named("calendar resources", "list"),
        named("calendar resources", "create"),
        named("calendar notifications", "get"),
    ];
}
