//! The verbs: each answers one question about records.

pub(crate) mod body;
pub(crate) mod diff;
pub(crate) mod edit;
pub(crate) mod fix;
pub(crate) mod gate;
pub(crate) mod json_schema;
pub(crate) mod merge;
pub(crate) mod normalize;
pub(crate) mod openings;
pub(crate) mod outcome;
pub(crate) mod read;
pub(crate) mod read_text;
pub(crate) mod review;
pub(crate) mod update;
pub(crate) mod validate;
pub(crate) mod verify;
