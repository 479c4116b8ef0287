//! Editing a tree in place. Sizes are relative, so that an edit only updates the arrays and objects around it.

use super::{Tag, Tree, View};
use crate::ground::json::Segment;

/// The nodes from the root down to a value, its own last.
pub(crate) type Chain = Vec<usize>;

impl Tree {
    /// Returns the nodes down to the value at a path, or `None` if the path leads nowhere.
    pub(crate) fn chain(&self, path: &[Segment]) -> Option<Chain> {
        let mut chain = Vec::with_capacity(path.len() + 1);
        chain.push(0);
        for segment in path {
            chain.push(self.view(*chain.last()?).step(segment)?.index());
        }
        Some(chain)
    }

    /// Returns the value at a node.
    pub(crate) fn view(&self, node: usize) -> View<'_> {
        View::at(self, node)
    }

    /// Returns the value at a path.
    pub(crate) fn find(&self, path: &[Segment]) -> Option<View<'_>> {
        let chain = self.chain(path)?;
        Some(self.view(*chain.last()?))
    }

    /// Wraps a value in objects and arrays of one member or item each, outermost first.
    pub(crate) fn within(around: &[Segment], view: View<'_>) -> Self {
        let mut tree = Self::default();
        let mut name = (0, 0);
        for segment in around {
            match segment {
                Segment::Name(inner) => {
                    tree.push(name, Tag::Object, (0, 0));
                    name = tree.append(inner);
                }
                Segment::Index(_) => {
                    tree.push(name, Tag::Array, (0, 0));
                    name = (0, 0);
                }
            }
        }
        tree.copy(name, view);
        // The wrappers are the first nodes, one inside the other.
        for node in 0..around.len() {
            tree.close(node, 1);
        }
        tree
    }

    /// Replaces the value at the last node of a chain.
    pub(crate) fn replace(&mut self, chain: &[usize], view: View<'_>) {
        let Some((node, around)) = chain.split_last() else {
            return;
        };
        let old = self.size_of(*node);
        let name = self.name_of(*node);
        self.splice(around, *node, old, |tree| tree.copy(name, view));
    }

    /// Inserts a child into the array or object that a chain leads to, before its `at`-th child or behind the last.
    pub(crate) fn insert(
        &mut self,
        chain: &[usize],
        at: usize,
        name: Option<&str>,
        view: View<'_>,
    ) {
        let Some(parent) = chain.last() else { return };
        let node = self.child(*parent, at);
        self.splice(chain, node, 0, |tree| {
            let name = name.map_or((0, 0), |name| tree.named(name, None, &mut 0));
            tree.copy(name, view);
        });
        self.count(*parent, 1);
    }

    /// Removes the `at`-th child of the array or object that a chain leads to.
    pub(crate) fn remove(&mut self, chain: &[usize], at: usize) {
        let Some(parent) = chain.last() else { return };
        let node = self.child(*parent, at);
        let old = self.size_of(node);
        self.splice(chain, node, old, |_| {});
        self.count(*parent, -1);
    }

    /// Returns the node of a child by its number, or the node at which the next child would begin.
    pub(crate) fn child(&self, parent: usize, at: usize) -> usize {
        let mut node = parent + 1;
        for _ in 0..at {
            node += self.size_of(node);
        }
        node
    }

    /// Copies the value, so that the tree contains only its own text.
    pub(crate) fn compact(&mut self) {
        *self = Self::numbered(self.root(), self.names());
    }
}
