//! A kind of record for tests, which shows the parts that a kind needs.

use super::column::{Bounds, Identity};
use super::key::{self, Key};
use super::record::KindRow;
use super::row::{integer, list, text};
use super::table::{List, Object, Type};
use crate::ground::json::View;
use crate::knowledge::format::Format::Name;

pub(super) static RECORD: KindRow = KindRow {
    ty: Type::Object(&ROOM),
    envelopes: &["room"],
    says_success: false,
    update: "Update Room",
    section: "0",
    folder: "rooms",
    public_folder: "rooms",
    path: "/api/rooms/{roomId}",
    version: "2026-01-01",
    refusals: &[],
};

static ROOM: Object = Object::new(
    "room",
    "0",
    &[
        text("name", Name),
        integer("seats", Bounds::COUNT),
        list("equipment", &EQUIPMENT),
    ],
);

static EQUIPMENT: List = List::keyed(&DEVICE, Identity::UserId, &[code]);

static DEVICE: Object = Object::new(
    "device",
    "0",
    &[
        text("code", Name).required(),
        integer("count", Bounds::COUNT),
    ],
);

/// Returns the key of a device: its code.
fn code(device: View<'_>) -> Option<Key<'_>> {
    key::text(device, "code").map(Key::Text)
}
