//! Which item of one array is which of another.

use crate::format::Date;
use crate::json::{View, ordered};
use crate::schema::{Identity, List};

/// What an item is known by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Key<'a> {
    Text(&'a str),
    Date(Date),
    Place(&'a str, &'a str),
    Days(Vec<i64>),
}

/// The items of two arrays, and for each on the right its partner on the left.
pub(crate) struct Pairs<V> {
    pub(crate) left: Vec<V>,
    pub(crate) right: Vec<V>,
    /// For each item on the right, the index of the same item on the left.
    pub(crate) partner: Vec<Option<usize>>,
    /// Which on the right are not the same item as their partner, but what was put in its place.
    pub(crate) instead: Vec<bool>,
    /// Which on the right are known to be their partner's like: what most are in a long array.
    alike: Vec<bool>,
    /// Whether the items were told by their keys; else by position, since a key is missing or doubled.
    pub(crate) keyed: bool,
}

/// What stands for an item in the other array.
#[derive(Clone, Copy)]
pub(crate) struct Partner<V> {
    pub(crate) item: V,
    /// Whether the two are one item by their key; else one stands in the other's place.
    pub(crate) is_same: bool,
}

impl<'a, V: View<'a>> Pairs<V> {
    /// For each item on the right, what stands for it on the left.
    pub(crate) fn partners(&self, list: &List) -> Vec<Option<Partner<V>>> {
        let known = |item| key(Identified::By(list.identity), item).is_some();
        let partner = |(right, partner): (usize, &Option<usize>)| {
            let is_same =
                !self.instead[right] && (self.keyed || known(self.left[(*partner)?]) && known(self.right[right]));
            Some(Partner { item: self.left[(*partner)?], is_same })
        };
        self.partner.iter().enumerate().map(partner).collect()
    }

    /// Pairs items by identity; by position where a key is missing or doubled on either side. n log n in the items.
    pub(crate) fn of(list: &List, left: V, right: V) -> Self {
        let left: Vec<V> = left.items().into_iter().flatten().collect();
        let right: Vec<V> = right.items().into_iter().flatten().collect();
        let identity = Identified::By(list.identity);
        let told = match list.identity {
            Identity::Place => {
                told_apart(Identified::ByMeeting, &left, &right).or_else(|| told_apart(identity, &left, &right))
            }
            _ => told_apart(identity, &left, &right),
        };
        let keyed = told.is_some();
        let mut instead = vec![false; right.len()];
        let (mut partner, alike) = told.unwrap_or_else(|| {
            for (instead, (ours, theirs)) in instead.iter_mut().zip(left.iter().zip(&right)) {
                let keys = key(identity, *ours).zip(key(identity, *theirs));
                *instead = keys.is_some_and(|(ours, theirs)| ours != theirs);
            }
            ((0..right.len()).map(|at| (at < left.len()).then_some(at)).collect(), vec![false; right.len()])
        });
        if list.identity == Identity::Place {
            pair_leftovers(&mut partner, &mut instead, left.len());
        }
        Self { left, right, partner, instead, alike, keyed }
    }

    /// Items whose partners are known.
    pub(crate) fn known(left: V, right: V, partner: Vec<Option<usize>>) -> Self {
        let items = |view: V| view.items().into_iter().flatten().collect();
        let none = vec![false; partner.len()];
        Self { left: items(left), right: items(right), partner, instead: none.clone(), alike: none, keyed: true }
    }

    /// The pairs: index and item on the left, index and item on the right, in the order of the right.
    pub(crate) fn both(&self) -> impl Iterator<Item = (usize, V, usize, V)> {
        let partners = self.partner.iter().enumerate().zip(&self.right);
        partners.filter_map(|((index, partner), right)| partner.map(|at| (at, self.left[at], index, *right)))
    }

    /// Those of them that are not known to be alike.
    pub(crate) fn not_alike(&self) -> impl Iterator<Item = (usize, V, usize, V)> {
        self.both().filter(|(_, _, right, _)| !self.alike[*right])
    }

    /// The indexes on the left that have no partner.
    pub(crate) fn removed(&self) -> Vec<usize> {
        let mut kept = vec![false; self.left.len()];
        for at in self.partner.iter().flatten() {
            kept[*at] = true;
        }
        (0..kept.len()).filter(|at| !kept[*at]).collect()
    }
}

/// The keys of the items of three arrays, unless one is missing or doubled.
pub(crate) fn keys<'a, V: View<'a>>(list: &List, lists: &[Vec<V>; 3]) -> Option<[Vec<Key<'a>>; 3]> {
    let keyed = |by: Identified| -> Option<[Vec<Key<'a>>; 3]> {
        let mut keyed: [Vec<Key<'a>>; 3] = Default::default();
        for (keys, items) in keyed.iter_mut().zip(lists) {
            *keys = items.iter().map(|item| key(by, *item)).collect::<Option<_>>()?;
            distinct(keys)?;
        }
        Some(keyed)
    };
    let by_meeting = keyed(Identified::ByMeeting).filter(|_| list.identity == Identity::Place);
    by_meeting.or_else(|| keyed(Identified::By(list.identity)))
}

/// For each item on the right its partner on the left, and whether the two are known to be equal; nothing where a key is
/// missing or doubled. Most stand behind the same item on both sides, and are as they were: these need no search.
fn told_apart<'a, V: View<'a>>(by: Identified, left: &[V], right: &[V]) -> Option<(Vec<Option<usize>>, Vec<bool>)> {
    let ours = left.iter().map(|item| key(by, *item)).collect::<Option<Vec<_>>>()?;
    let order = distinct(&ours)?;
    let mut taken = vec![false; left.len()];
    let (mut partner, mut alike) = (Vec::with_capacity(right.len()), Vec::with_capacity(right.len()));
    let (mut new, mut next) = (Vec::new(), 0);
    for item in right {
        let as_it_was = left.get(next).is_some_and(|left| left.alike(*item) == Some(true));
        let found = if as_it_was {
            Some(next)
        } else {
            let key = key(by, *item)?;
            let found = order.binary_search_by(|at| ours[*at].cmp(&key)).ok();
            if found.is_none() {
                new.push(key);
            }
            found.map(|at| order[at])
        };
        if let Some(at) = found {
            if std::mem::replace(&mut taken[at], true) {
                return None;
            }
            next = at + 1;
        }
        partner.push(found);
        alike.push(as_it_was);
    }
    distinct(&new)?;
    Some((partner, alike))
}

/// The keys in order, unless one is doubled.
fn distinct(keys: &[Key<'_>]) -> Option<Vec<usize>> {
    let order = ordered(keys.len(), &|a, b| keys[a].cmp(&keys[b]));
    order.windows(2).all(|pair| keys[pair[0]] != keys[pair[1]]).then_some(order)
}

/// What to tell items by. Meeting places may both have a meetingId; where one lacks it, kind and location tell.
#[derive(Clone, Copy)]
enum Identified {
    By(Identity),
    ByMeeting,
}

fn key<'a, V: View<'a>>(by: Identified, item: V) -> Option<Key<'a>> {
    let text = |name| item.get(name).and_then(View::text).map(str::trim_ascii);
    let identity = match by {
        Identified::By(identity) => identity,
        Identified::ByMeeting => return text("meetingId").filter(|id| !id.is_empty()).map(Key::Text),
    };
    match identity {
        Identity::UserId => text("userId").map(Key::Text),
        Identity::Date => text("date").and_then(Date::leading).map(Key::Date),
        Identity::Place => Some(Key::Place(text("kind")?, text("location").unwrap_or_default())),
        Identity::Week => {
            let days = item.get("daysOfTheWeek")?.items()?;
            let days = days.map(|day| day.number()?.as_i64()).collect::<Option<Vec<_>>>()?;
            let mut sorted: Vec<i64> =
                ordered(days.len(), &|a, b| days[a].cmp(&days[b])).into_iter().map(|at| days[at]).collect();
            sorted.dedup();
            Some(Key::Days(sorted))
        }
        Identity::Ranges | Identity::Days => None,
    }
}

/// A place whose kind or location was edited is the one left over at the same position. It takes nothing over from it.
fn pair_leftovers(partner: &mut [Option<usize>], instead: &mut [bool], left: usize) {
    let mut taken = vec![false; left];
    for at in partner.iter().flatten() {
        taken[*at] = true;
    }
    for (index, (partner, instead)) in partner.iter_mut().zip(instead).enumerate() {
        if partner.is_none() && taken.get(index) == Some(&false) {
            *instead = true;
            *partner = Some(index);
        }
    }
}
