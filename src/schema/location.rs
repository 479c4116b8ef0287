//! The location, a business record: table 2.2, row by row.

use super::record::Record;
use super::row::text;
use super::table::{Member, Object, Type};
use crate::format::Format::{DateTime, Email, Name, Plain, Website};

pub(super) static RECORD: Record = Record {
    ty: Type::Object(&LOCATION),
    envelopes: &["buiseness", "business"],
    says_success: true,
    update: "Update Locations",
    section: "4.2",
    folder: "locations",
    public_folder: "businesses",
    path: "/api/locations/{locationId}",
    version: "2021-07-28",
};

static LOCATION: Object = Object::new(
    "location",
    "2.2",
    &[
        text("id", Plain, "ID").response_only(),
        text("name", Name, "name"),
        text("phone", Plain, "phone"),
        text("email", Email, "e-mail"),
        text("website", Website, "website"),
        text("address", Plain, "address"),
        text("city", Plain, "city"),
        text("description", Plain, "description"),
        text("state", Plain, "state"),
        text("postalCode", Plain, "postal code"),
        text("country", Plain, "country"),
        text("locationId", Plain, "location ID").response_only(),
        Member::new("createdBy", Type::Open, "creator").response_only(),
        Member::new("updatedBy", Type::Open, "last editor").response_only(),
        text("createdAt", DateTime, "creation").response_only(),
        text("updatedAt", DateTime, "last change").response_only(),
    ],
);
