//! Repeated lookups of paths in one value: long arrays and objects are indexed once.

use super::{ByName, CollectVec, Items, Segment, View};

/// A value with an index of its long arrays and objects.
pub(crate) struct Lookup<'a> {
    root: View<'a>,
    /// The long arrays and objects, sorted by their nodes.
    long: Vec<(usize, Long<'a>)>,
}

enum Long<'a> {
    Items(Vec<View<'a>>),
    Members(ByName<'a>),
}

/// Up to this number of children, each lookup is a linear search.
const FEW: usize = 16;

impl<'a> Lookup<'a> {
    pub(crate) fn of(root: View<'a>) -> Self {
        Self {
            root,
            long: Vec::new(),
        }
    }

    /// Returns the value at a path.
    pub(crate) fn find(&mut self, path: &[Segment]) -> Option<View<'a>> {
        path.iter()
            .try_fold(self.root, |view, segment| self.step(view, segment))
    }

    fn step(&mut self, view: View<'a>, segment: &Segment) -> Option<View<'a>> {
        let items = view.items();
        let members = view.members();
        let count = items
            .as_ref()
            .map(Items::len)
            .or(members.map(|members| members.len()))?;
        if count <= FEW {
            return view.step(segment);
        }
        let at = match self
            .long
            .binary_search_by_key(&view.index(), |(node, _)| *node)
        {
            Ok(at) => at,
            Err(at) => {
                let long = items.map_or_else(
                    || Long::Members(ByName::of(Some(view))),
                    |items| Long::Items(items.collect_vec()),
                );
                self.long.insert(at, (view.index(), long));
                at
            }
        };
        match (&self.long.get(at)?.1, segment) {
            (Long::Items(items), Segment::Index(index)) => items.get(*index).copied(),
            (Long::Members(members), Segment::Name(name)) => members.get(name),
            // A path that was read from text has an index for a name of digits, such as `3` of `{ "3": … }`.
            (Long::Members(members), Segment::Index(index)) => members.get(&index.to_string()),
            (Long::Items(_), Segment::Name(_)) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use super::*;
    use crate::ground::json::Tree;

    #[test]
    fn what_is_long_is_found_as_what_is_short() {
        let long: Vec<Value> = (0..99).map(|at| json!({ "at": [at] })).collect();
        let members: Map<String, Value> = (0..99)
            .map(|at| (format!("m{}", at * 7 % 99), at.into()))
            .collect();
        let indexed: Map<String, Value> = (0..99).map(|at| (at.to_string(), at.into())).collect();
        let tree = Tree::of(json!({
            "long": long,
            "members": members,
            "indexed": indexed,
            "short": [[1, 2], { "a": 3 }],
        }));
        let mut lookup = Lookup::of(tree.root());
        let mut paths = vec![
            vec![],
            vec!["members".into()],
            vec!["nothing".into()],
            vec![Segment::Index(0)],
        ];
        for at in 0..100_usize {
            paths.push(vec![
                "long".into(),
                at.into(),
                "at".into(),
                Segment::Index(0),
            ]);
            paths.push(vec!["members".into(), format!("m{at}").into()]);
            paths.push(vec!["members".into(), at.into()]);
            paths.push(vec!["indexed".into(), at.into()]);
            paths.push(vec!["long".into(), format!("m{at}").into()]);
            paths.push(vec!["short".into(), at.into()]);
        }
        for path in paths {
            let found = |view: Option<View<'_>>| view.map(View::index);
            assert_eq!(
                found(lookup.find(&path)),
                found(tree.find(&path)),
                "{path:?}"
            );
        }
        assert_eq!(lookup.long.len(), 3);
    }
}
