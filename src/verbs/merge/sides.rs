//! Something that base, ours and theirs each have.

use crate::ground::fast;
use crate::ground::json::{Each, Tree, View};

/// Something that base, ours and theirs each have.
#[derive(Clone, Copy, Default)]
pub(crate) struct Sides<T> {
    pub(crate) base: T,
    pub(crate) ours: T,
    pub(crate) theirs: T,
}

/// A value that base, ours and theirs may each have.
pub(crate) type Views<'a> = Sides<Option<View<'a>>>;

impl<T> Sides<T> {
    pub(super) fn map<U>(self, mut make: impl FnMut(T) -> U) -> Sides<U> {
        Sides {
            base: make(self.base),
            ours: make(self.ours),
            theirs: make(self.theirs),
        }
    }

    pub(super) fn as_ref(&self) -> Sides<&T> {
        Sides {
            base: &self.base,
            ours: &self.ours,
            theirs: &self.theirs,
        }
    }

    pub(super) fn into_array(self) -> [T; 3] {
        [self.base, self.ours, self.theirs]
    }
}

impl<'a> Views<'a> {
    /// Returns the values with these trees in place of those that have one.
    pub(super) fn replaced_by(self, trees: &'a Sides<Option<Tree>>) -> Self {
        let root = |tree: &'a Option<Tree>| tree.as_ref().map(Tree::root);
        Sides {
            base: root(&trees.base).or(self.base),
            ours: root(&trees.ours).or(self.ours),
            theirs: root(&trees.theirs).or(self.theirs),
        }
    }
}

impl<T> Sides<Option<T>> {
    /// Returns all three, or `None` if one is absent.
    pub(super) fn transpose(self) -> Option<Sides<T>> {
        Some(Sides {
            base: self.base?,
            ours: self.ours?,
            theirs: self.theirs?,
        })
    }
}

impl<'a> Views<'a> {
    /// Returns the member of that name in three objects.
    pub(super) fn member(self, name: &str) -> Self {
        self.map(|side| side.get(name))
    }

    /// Returns the values of the sides that have one.
    pub(super) fn present(self) -> impl Iterator<Item = View<'a>> {
        self.into_array().into_iter().flatten()
    }

    /// Returns the value if all three have it unchanged and a quick comparison can tell. Most values of a record are.
    pub(super) fn untouched(self) -> Option<View<'a>> {
        let base = self.base?;
        let ours = self.ours?;
        let theirs = self.theirs?;
        let are_equal =
            fast::is_on() && base.alike(ours) == Some(true) && base.alike(theirs) == Some(true);
        are_equal.then_some(ours)
    }
}
