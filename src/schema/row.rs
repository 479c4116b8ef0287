//! The words that rows are written in.

use super::column::{Access, Bounds, Format, Known};
use super::table::{List, Member, Object, Type};
use crate::issue::Basis;

/// Rows read like the document's tables: `number("slotBuffer", COUNT).unit("slotBufferUnit")`.
impl Member {
    pub(super) const fn new(name: &'static str, ty: Type) -> Self {
        Self { name, ty, access: Access::Both, known: &[], default: None, unit: None, aliases: &[], required: false }
    }

    pub(super) const fn response_only(mut self) -> Self {
        self.access = Access::ResponseOnly;
        self
    }

    pub(super) const fn request_only(mut self) -> Self {
        self.access = Access::RequestOnly;
        self
    }

    pub(super) const fn known(mut self, known: &'static [Known]) -> Self {
        self.known = known;
        self
    }

    pub(super) const fn default(mut self, json: &'static str) -> Self {
        self.default = Some(json);
        self
    }

    pub(super) const fn unit(mut self, member: &'static str) -> Self {
        self.unit = Some(member);
        self
    }

    pub(super) const fn aliases(mut self, names: &'static [&'static str]) -> Self {
        self.aliases = names;
        self
    }

    pub(super) const fn required(mut self) -> Self {
        self.required = true;
        self
    }
}

pub(super) const fn text(name: &'static str, format: Format) -> Member {
    Member::new(name, Type::Text(format))
}

pub(super) const fn number(name: &'static str, bounds: Bounds) -> Member {
    Member::new(name, Type::Number(bounds))
}

pub(super) const fn integer(name: &'static str, bounds: Bounds) -> Member {
    Member::new(name, Type::Integer(bounds))
}

pub(super) const fn boolean(name: &'static str) -> Member {
    Member::new(name, Type::Boolean)
}

pub(super) const fn object(name: &'static str, table: &'static Object) -> Member {
    Member::new(name, Type::Object(table))
}

pub(super) const fn list(name: &'static str, list: &'static List) -> Member {
    Member::new(name, Type::List(list))
}

/// The document shows this value.
pub(super) const fn shown(value: &'static str) -> Known {
    Known { value, basis: Basis::Document, aliases: &[], needs: None }
}

/// Public sources show this value.
pub(super) const fn seen(value: &'static str) -> Known {
    Known { value, basis: Basis::Observed, aliases: &[], needs: None }
}
