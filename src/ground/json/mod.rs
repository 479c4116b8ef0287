//! Ground: JSON as the rest of the crate sees it.
//!
//! [`Tree`] holds JSON, and [`View`] reads it in place; [`Document`] is JSON text, parsed with positions; [`Path`]
//! leads to a value; [`patch`] and [`merge_patch`] change values.

mod edit;
mod equal;
mod escape;
mod extent;
mod held;
#[cfg(feature = "json-patch")]
mod json_patch;
mod limits;
mod list;
mod lookup;
pub mod merge_patch;
mod number;
mod odd;
mod op;
mod opened;
mod order;
pub mod patch;
mod path;
mod pointer;
mod position;
mod print;
mod read;
mod text;
mod tree;

pub use equal::equal;
pub(crate) use equal::{ByName, MaybeByName, are_equal, canonical_text, paired_members};
pub(crate) use extent::{Extent, named, within_limits};
pub(crate) use held::type_name;
pub use held::{Held, Json};
pub(crate) use limits::{BYTES, DEPTH, OPERATIONS, PATHS, VALUES};
pub(crate) use list::{CollectVec, object};
pub(crate) use lookup::Lookup;
pub use number::Number;
pub(crate) use number::SAFE;
pub(crate) use odd::{expect_json, odd};
pub(crate) use order::{duplicates, items_at, order_of, sorted_indexes};
pub use path::{Path, Segment};
pub use position::Position;
pub use print::{to_string, to_string_pretty};
pub(crate) use read::{members, present};
pub(crate) use text::Numbers;
pub use text::{Document, Limits};
pub(crate) use tree::{Builder, Each, NAME_LENGTH};
pub use tree::{Items, Members, Node, Tree, View};
