//! Writing a tree node by node, in reading order.

use super::{Tag, Tree, WORDS};
use crate::ground::json::View;
use serde_json::Value;

/// An array or object whose children are being written.
pub(crate) struct Builder<'t> {
    tree: &'t mut Tree,
    index: usize,
    children: usize,
    /// The number of the known name that is likely to come next.
    next: usize,
}

impl Tree {
    /// Returns a tree to write, in which those names are stored by number.
    pub(crate) fn of_names(names: &'static [&'static str]) -> Self {
        Self {
            names,
            ..Self::default()
        }
    }

    /// Returns a tree to write in place of a value, with the same names. It has room for as many nodes. In place of a
    /// root, it also has room for as much text.
    pub(crate) fn in_place_of(view: View<'_>) -> Self {
        let words = Vec::with_capacity(view.cells().as_flattened().len());
        let text = String::with_capacity(view.text_of_root().map_or(0, str::len));
        Self {
            words,
            text,
            ..Self::of_names(view.names())
        }
    }

    /// Begins an object as the root, whose members are to be written.
    pub(crate) fn object(&mut self) -> Builder<'_> {
        Builder::under(self, (0, 0), Tag::Object)
    }
}

impl Tree {
    /// Begins an array as the root, whose items are to be written.
    pub(crate) fn list(&mut self) -> Builder<'_> {
        Builder::under(self, (0, 0), Tag::Array)
    }

    /// Returns the only item of an array as a tree of its own.
    pub(crate) fn into_first(mut self) -> Self {
        self.words.drain(..WORDS);
        self
    }
}

impl<'t> Builder<'t> {
    fn under(tree: &'t mut Tree, name: (u32, u32), tag: Tag) -> Self {
        let index = tree.len();
        tree.push(name, tag, (0, 0));
        Self {
            tree,
            index,
            children: 0,
            next: 0,
        }
    }

    /// Returns the number of children so far.
    pub(crate) fn len(&self) -> usize {
        self.children
    }

    /// Returns the name of the next member, or none for an item. `like` is a value that likely has that name too, and
    /// its number.
    fn name(&mut self, name: Option<&str>, like: Option<View<'_>>) -> (u32, u32) {
        self.children += 1;
        let number = like.and_then(View::known_name);
        name.map_or((0, 0), |name| self.tree.named(name, number, &mut self.next))
    }

    /// Appends a copy of a value of another tree: a member, or an item if there is no name.
    pub(crate) fn copy(&mut self, name: Option<&str>, view: View<'_>) {
        let name = self.name(name, Some(view));
        self.tree.copy(name, view);
    }

    pub(crate) fn value(&mut self, name: Option<&str>, value: &Value) {
        let name = self.name(name, None);
        self.tree.copy_value(name, value, 0);
    }

    pub(crate) fn text(&mut self, name: Option<&str>, text: &str) {
        let name = self.name(name, None);
        let text = self.tree.append(text);
        self.tree.push(name, Tag::Text, text);
    }

    /// Begins an object whose members are to be written, in place of `like`.
    pub(crate) fn object(&mut self, name: Option<&str>, like: Option<View<'_>>) -> Builder<'_> {
        let name = self.name(name, like);
        Builder::under(self.tree, name, Tag::Object)
    }

    /// Begins an array whose items are to be written, in place of `like`.
    pub(crate) fn array(&mut self, name: Option<&str>, like: Option<View<'_>>) -> Builder<'_> {
        let name = self.name(name, like);
        Builder::under(self.tree, name, Tag::Array)
    }
}

/// Completes the array or object when the writing ends.
impl Drop for Builder<'_> {
    fn drop(&mut self) {
        self.tree.close(self.index, self.children);
    }
}
