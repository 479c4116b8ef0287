//! Every list of a small domain.

use serde_json::Value;

/// Every list of up to `most` of the items, of which no two are `alike`, in every order.
pub(crate) fn lists(
    items: &[Value],
    most: usize,
    alike: impl Fn(&Value, &Value) -> bool,
) -> Vec<Vec<Value>> {
    let mut all = vec![Vec::new()];
    let mut longest = all.clone();
    for _ in 0..most {
        longest = longest
            .iter()
            .flat_map(|list: &Vec<Value>| {
                let longer = items
                    .iter()
                    .filter(|item| !list.iter().any(|other| alike(other, item)));
                longer
                    .map(|item| [list.as_slice(), std::slice::from_ref(item)].concat())
                    .collect::<Vec<_>>()
            })
            .collect();
        all.extend_from_slice(&longest);
    }
    all
}
