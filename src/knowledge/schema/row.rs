//! The functions that rows are written with.

use super::column::{Access, Bounds, Holds, Identity, Known, WhenEmpty};
use super::key::KeyOf;
use super::table::{List, Member, Object, Type};
use crate::knowledge::format::Format;
use crate::knowledge::issue::Basis;

/// Rows read like the specification's tables: `number("slotBuffer", COUNT).unit("slotBufferUnit")`.
impl Member {
    pub(super) const fn new(name: &'static str, ty: Type) -> Self {
        Self {
            name,
            ty,
            access: Access::Both,
            known: &[],
            default: None,
            unit: None,
            aliases: &[],
            guesses: &[],
            padded: false,
            required: false,
        }
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

    pub(super) const fn guesses(mut self, names: &'static [&'static str]) -> Self {
        self.guesses = names;
        self
    }

    pub(super) const fn padded(mut self) -> Self {
        self.padded = true;
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

impl List {
    /// Returns a list of ordered items that are identified by keys.
    pub(super) const fn keyed(
        item: &'static Object,
        identity: Identity,
        keys: &'static [KeyOf],
    ) -> Self {
        Self::of(Type::Object(item), identity, Holds::Items, keys)
    }

    /// Returns a set of days or ranges, each identified by its value.
    pub(super) const fn set(item: Type, identity: Identity, holds: Holds) -> Self {
        Self::of(item, identity, holds, &[])
    }

    const fn of(item: Type, identity: Identity, holds: Holds, keys: &'static [KeyOf]) -> Self {
        Self {
            item,
            identity,
            said_by_key: None,
            said_at: "item_at",
            holds,
            keys,
            ordered: true,
            replaced_in_place: false,
            when_empty: WhenEmpty::Taken,
            deleted_by_id: false,
        }
    }

    /// Sets the codes of the words for an item: one if its key identifies it, and one if its position does.
    pub(super) const fn said(mut self, by_key: Option<&'static str>, at: &'static str) -> Self {
        (self.said_by_key, self.said_at) = (by_key, at);
        self
    }

    pub(super) const fn week(mut self) -> Self {
        self.holds = Holds::Week;
        self
    }

    pub(super) const fn unordered(mut self) -> Self {
        self.ordered = false;
        self
    }

    pub(super) const fn replaced_in_place(mut self) -> Self {
        self.replaced_in_place = true;
        self
    }

    pub(super) const fn when_empty(mut self, when_empty: WhenEmpty) -> Self {
        self.when_empty = when_empty;
        self
    }

    pub(super) const fn deleted_by_id(mut self) -> Self {
        self.deleted_by_id = true;
        self
    }
}

/// Returns a value that the specification shows.
pub(super) const fn shown(value: &'static str) -> Known {
    Known {
        value,
        basis: Basis::Specification,
        aliases: &[],
        needs: None,
    }
}

/// Returns a value that public sources show.
pub(super) const fn seen(value: &'static str) -> Known {
    Known {
        value,
        basis: Basis::Observed,
        aliases: &[],
        needs: None,
    }
}
