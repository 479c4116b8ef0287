//! The statuses of refusals, section 7 of the specification.

use serde::Serialize;

use crate::knowledge::issue::Basis;

/// A status with which the service refuses an update. Serializes as `{ status, meaning, basis }`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct StatusRow {
    /// The status: 400 to 499.
    pub status: u16,
    /// Its meaning, in the words of the specification.
    pub meaning: &'static str,
    /// The source: the specification, or public sources.
    pub basis: Basis,
}

const fn shown(status: u16, meaning: &'static str) -> StatusRow {
    StatusRow {
        status,
        meaning,
        basis: Basis::Specification,
    }
}

pub(crate) const BAD_REQUEST: StatusRow = shown(400, "Bad Request");
pub(crate) const UNAUTHORIZED: StatusRow = shown(401, "Unauthorized");
pub(crate) const UNPROCESSABLE: StatusRow = shown(422, "Unprocessable Content");

impl StatusRow {
    /// Marks a status that only public sources report for the operation.
    pub(crate) const fn observed(mut self) -> Self {
        self.basis = Basis::Observed;
        self
    }
}
