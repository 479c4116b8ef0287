//! The location, a business record: table 2.2, row by row.

use super::row::text;
use super::table::{Member, Object, Type};
use crate::format::Format::{DateTime, Email, Name, Plain, Website};

pub(super) static LOCATION: Object = Object::new(
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
