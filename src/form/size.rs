//! Limits the size of a draft when a value is put into it.

use super::edit::reach;
use crate::ground::error::{Error, ErrorReason};
use crate::ground::json::{BYTES, DEPTH, Extent, PATHS, Path, Segment, Tree, VALUES, View, named};

/// The length of an ordinary path in bytes: a record may have as many for each of its values.
const ORDINARY_PATH: usize = PATHS / VALUES;

/// The position of a new value: instead of the present value, or before it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Comes {
    Instead,
    Before,
}

/// Checks that a value makes the draft neither deeper, nor of more values, nor larger as text than a record may be. A
/// draft that is too large already, as a stored record may make it, must not grow.
pub(super) fn expect_room(
    draft: &Tree,
    path: &Path,
    comes: Comes,
    value: View<'_>,
) -> Result<(), Error> {
    let path = path.segments();
    let left = DEPTH.checked_sub(path.len());
    let extent = left
        .and_then(|left| Extent::of(value, left))
        .ok_or(ErrorReason::Depth { limit: DEPTH })?;
    let old = if comes == Comes::Instead {
        draft.find(path)
    } else {
        None
    };

    // The missing values around it are added with it.
    let around = if comes == Comes::Instead {
        path
    } else {
        path.split_last().map_or(path, |(_, around)| around)
    };
    let missing = &around[reach(draft, around)..];
    let gone = old.map_or(0, View::count);
    let new = value.count() + missing.len();
    if new > gone && draft.len() - gone + new > VALUES {
        return Err(ErrorReason::Values { limit: VALUES }.into());
    }

    // Ordinary paths grow no faster than the number of values, so only long ones have to be measured.
    let before: usize = path
        .iter()
        .map(|segment| name(segment).map_or(0, str::len) + 2)
        .sum();
    let long = paths(value, before);
    if long > ORDINARY_PATH * new {
        let gone = old.map_or(0, |view| paths(view, before));
        if long > gone
            && draft
                .root()
                .paths()
                .saturating_sub(gone)
                .saturating_add(long)
                > PATHS
        {
            return Err(ErrorReason::Paths { limit: PATHS }.into());
        }
    }

    // Few drafts are so large that they have to be measured.
    let names: usize = missing
        .iter()
        .map(|segment| name(segment).map_or(0, named) + 3)
        .sum();
    let bytes = extent.bytes + names;
    if draft.bytes_at_most().saturating_add(bytes) > BYTES {
        let gone = old.map_or(0, size);
        if bytes > gone && size(draft.root()) - gone + bytes > BYTES {
            return Err(ErrorReason::ResultSize { limit: BYTES }.into());
        }
    }
    Ok(())
}

fn size(view: View<'_>) -> usize {
    Extent::of(view, DEPTH).unwrap_or_default().bytes
}

/// Returns the number of bytes of the paths of all values inside one, whose own path has `before` bytes.
fn paths(view: View<'_>, before: usize) -> usize {
    view.paths()
        .saturating_add(before.saturating_mul(view.count()))
}

fn name(segment: &Segment) -> Option<&str> {
    if let Segment::Name(name) = segment {
        Some(name)
    } else {
        None
    }
}
