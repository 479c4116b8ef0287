//! The location, a business record: table 2.2, row by row.

use super::record::KindRow;
use super::row::text;
use super::table::{Member, Object, Type};
use crate::knowledge::format::Format::{DateTime, Email, Name, Plain, Website};
use crate::knowledge::status::{BAD_REQUEST, UNAUTHORIZED, UNPROCESSABLE};

pub(super) static RECORD: KindRow = KindRow {
    ty: Type::Object(&LOCATION),
    envelopes: &["buiseness", "business"],
    says_success: true,
    update: "Update Locations",
    section: "4.2",
    folder: "locations",
    public_folder: "businesses",
    path: "/api/locations/{locationId}",
    version: "2021-07-28",
    refusals: &[BAD_REQUEST, UNAUTHORIZED, UNPROCESSABLE],
};

static LOCATION: Object = Object::new(
    "location",
    "2.2",
    &[
        text("id", Plain).response_only(),
        text("name", Name),
        text("phone", Plain).guesses(&["phoneNumber", "tel", "telephone"]),
        text("email", Email).guesses(&["emailAddress"]),
        text("website", Website).guesses(&["homepage", "url", "web"]),
        text("address", Plain).guesses(&["address1", "street", "streetAddress"]),
        text("city", Plain),
        text("description", Plain),
        text("state", Plain),
        text("postalCode", Plain)
            .padded()
            .guesses(&["postcode", "zip", "zipCode"]),
        text("country", Plain),
        text("locationId", Plain).response_only(),
        Member::new("createdBy", Type::Open).response_only(),
        Member::new("updatedBy", Type::Open).response_only(),
        text("createdAt", DateTime).response_only(),
        text("updatedAt", DateTime).response_only(),
    ],
);
