//! Records by key: the keys of items, the pairing of items in two lists, and equality by meaning.
//!
//! The wire has arrays, and arrays have positions; people have Tuesdays, the 24th of December, and Ben. This module
//! turns positions into keys, once, for every verb.

mod days;
pub(crate) mod each;
mod echo;
mod filled_in;
mod key;
mod list;
mod not_set;
pub(crate) mod offer;
pub(crate) mod open;
mod order;
mod overlay;
mod pairs;
mod renamed;
mod same;
mod sent;
mod slots;
mod sound;
pub(crate) mod week;

pub(crate) use days::DaySet;
pub(crate) use echo::repeated_items;
pub(crate) use filled_in::{FilledIn, WithHidden, WithoutFilledIn};
pub use key::KeyPath;
pub(crate) use key::{KeyStep, member_type};
pub(crate) use list::{array_of, with_lists};
pub(crate) use not_set::{is_incomplete, is_not_set, is_of_type, set};
pub(crate) use order::{ArrayStep, moves, plan};
pub(crate) use overlay::{
    are_whole, is_fixed, is_whole, list_overlay, over_stored, over_stored_anew, overlay,
    value_over_stored,
};
pub(crate) use pairs::{Pair, Pairs, Partner, deleted, id, is_among, keys};
pub(crate) use renamed::{with_names, with_names_and_arrays};
pub(crate) use same::{as_array, is_unset_alias, leaves_as_stored, same, same_list, same_member};
pub(crate) use sent::place_in_draft;
pub(crate) use slots::Slots;
pub(crate) use sound::{is_sound_here, is_sound_item, is_sound_member};
