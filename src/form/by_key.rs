//! Values of a draft by key: their current paths, and the edits that copy them from another record.

use serde_json::Value;

use super::edit::{ONE_BY_ONE, TreeEdit, edits_of};
use crate::ground::json::{CollectVec, Each, Path, Segment, Tree, View};
use crate::knowledge::format::hours::{self, HoursItem, Week, hours_items};
use crate::knowledge::schema::{Kind, List, Type};
use crate::record::week::{days_of, encode, left_over};
use crate::record::{ArrayStep, DaySet, KeyPath, KeyStep, Pairs, member_type, moves, plan};

/// A value on a path by key.
struct KeyedValue<'a> {
    ty: &'static Type,
    /// The path in the draft.
    path: Path,
    draft: Option<View<'a>>,
    /// The value in the other record.
    other: Option<View<'a>>,
    /// The value in the record that keys are taken from: the other record before members such as IDs were left out.
    keyed: Option<View<'a>>,
}

fn list_of(ty: &'static Type) -> Option<&'static List> {
    match ty {
        Type::List(list) => Some(list),
        _ => None,
    }
}

fn nth(list: Option<View<'_>>, at: usize) -> Option<View<'_>> {
    list?.items()?.nth(at)
}

/// Returns the key of the value at a path of the draft, as a comparison with the `other` record forms it. Also returns
/// the rest of the path, if it leads inside a value that has one key.
pub(super) fn key_of<'p>(
    kind: Kind,
    draft: View<'_>,
    other: View<'_>,
    path: &'p [Segment],
) -> (KeyPath, &'p [Segment]) {
    let mut key = KeyPath::default();
    let mut cursor = PathCursor {
        ty: kind.record_type(),
        draft: Some(draft),
        other: Some(other),
    };
    for (depth, segment) in path.iter().enumerate() {
        // The path leads inside a value that has one key, such as a range of a day: the rest is not part of the key.
        let Some(step) = cursor.enter(segment) else {
            return (key, &path[depth..]);
        };
        // The hours of days are one value, however many entries they are written as.
        let is_days = matches!(step, KeyStep::Days(_));
        key.push(step);
        if is_days {
            return (key, &path[depth + 1..]);
        }
    }
    (key, &[])
}

/// A value inside which a path leads, as the draft and the other record have it.
struct PathCursor<'a> {
    ty: &'static Type,
    draft: Option<View<'a>>,
    other: Option<View<'a>>,
}

impl PathCursor<'_> {
    /// Enters a member or an item. Returns its step of a key, or `None` if it has no key of its own.
    fn enter(&mut self, segment: &Segment) -> Option<KeyStep> {
        match segment {
            Segment::Name(name) => {
                self.ty = member_type(self.ty, name);
                self.draft = self.draft.get(name);
                self.other = self.other.get(name);
                Some(KeyStep::Name(name.clone()))
            }
            Segment::Index(at) => self.enter_item(*at),
        }
    }

    fn enter_item(&mut self, at: usize) -> Option<KeyStep> {
        let (list, own) = list_of(self.ty).zip(self.draft)?;
        if list.is_week()
            && let Some(days) = days_at(own, self.other, at)
        {
            return Some(KeyStep::Days(days));
        }
        // An item of a set, such as a blocked domain, is only a part of its value.
        if list.is_set() {
            return None;
        }
        let nothing = Tree::empty_list();
        let pairs = Pairs::of(list, self.other.unwrap_or(nothing.root()), own);
        if at >= pairs.right.len() {
            return None;
        }
        self.ty = &list.item;
        self.draft = nth(self.draft, at);
        self.other = pairs.partner[at].and_then(|at| nth(self.other, at));
        Some(pairs.step(at))
    }
}

/// Returns the days that an entry of the week represents: its own, and those of the other record's entries that share a
/// day with it, unless another entry has them now.
fn days_at(draft: View<'_>, other: Option<View<'_>>, at: usize) -> Option<DaySet> {
    hours::week(draft)?;
    let own = days_of(nth(Some(draft), at)?);
    // The other record has Monday to Friday in one entry, and the draft has Monday to Thursday here and Friday elsewhere: the
    // entry means Monday to Thursday. If the draft has Friday nowhere, it means Monday to Friday, so that Friday's closing
    // counts.
    let mut taken = DaySet::default();
    for (entry, view) in draft.items()?.enumerate() {
        if entry != at {
            taken = taken.with(days_of(view));
        }
    }
    let mut days = own;
    for entry in other.each_item() {
        let grouped = days_of(entry);
        if grouped.meets(own) {
            days = days.with(grouped.without(taken));
        }
    }
    Some(days)
}

/// Returns the edits that copy the value at a key from another record into the draft. The key may be that of the record
/// before members of its items were left out (`keyed`). The edits are applied one after the other: each path is valid
/// at its turn.
pub(super) fn bring(
    kind: Kind,
    draft: &Tree,
    [other, keyed]: [View<'_>; 2],
    key: &KeyPath,
    moved: bool,
) -> Vec<TreeEdit> {
    let ty = kind.record_type();
    let path = Path::new();
    let mut place = KeyedValue {
        ty,
        path,
        draft: Some(draft.root()),
        other: Some(other),
        keyed: Some(keyed),
    };
    let Some((last, around)) = key.steps().split_last() else {
        return TreeEdit::set(draft, &[], other).into_iter().collect_vec();
    };
    for step in around {
        place = match place.down(step) {
            Some(place) => place,
            // The draft has no such item, so there is nothing inside to bring.
            None => return Vec::new(),
        };
    }
    let edits = place.edits(draft, last, moved);
    // A value that the draft has already is no step.
    if matches!(edits.as_slice(), [edit] if edit.is_idle(draft)) {
        Vec::new()
    } else {
        edits
    }
}

/// Like [`bring`], with the other half of an amount: the unit of a number, or the number of a unit.
pub(super) fn bring_amount(
    kind: Kind,
    draft: &Tree,
    sides: [View<'_>; 2],
    key: &KeyPath,
    moved: bool,
) -> Vec<TreeEdit> {
    let mut edits = bring(kind, draft, sides, key, moved);
    let table = kind.table();
    if let [KeyStep::Name(name)] = key.steps()
        && let Some(row) = table.member(name)
        && let Some(half) = table.other_half(row)
    {
        let key = KeyPath::default().with(KeyStep::Name(half.name.into()));
        edits.extend(bring(kind, draft, sides, &key, moved));
    }
    edits
}

/// Returns the edit that gives a member of the draft the other record's value, or removes it.
fn member(draft: &Tree, path: &Path, other: Option<View<'_>>) -> Option<TreeEdit> {
    match other {
        Some(value) => TreeEdit::set(draft, path.segments(), value).ok(),
        None => TreeEdit::remove(draft, path.segments()).ok(),
    }
}

impl KeyedValue<'_> {
    fn down(self, step: &KeyStep) -> Option<Self> {
        let partner = list_of(self.ty).and_then(|list| self.partner(list, step));
        let Self {
            ty,
            mut path,
            draft,
            other,
            keyed,
        } = self;
        if let KeyStep::Name(name) = step {
            path.push(Segment::Name(name.clone()));
            let [draft, other, keyed] = [draft, other, keyed].map(|view| view.get(name));
            return Some(Self {
                ty: member_type(ty, name),
                path,
                draft,
                other,
                keyed,
            });
        }
        let list = list_of(ty)?;
        let at = step.find(list, draft?)?;
        let [other, keyed] = [other, keyed].map(|view| nth(view, partner?));
        path.push(at);
        Some(Self {
            ty: &list.item,
            path,
            draft: nth(draft, at),
            other,
            keyed,
        })
    }

    /// Returns the index of an item in the other record.
    fn partner(&self, list: &'static List, step: &KeyStep) -> Option<usize> {
        [self.other, self.keyed]
            .into_iter()
            .flatten()
            // A meeting place of a draft has no meeting ID, but the record from which the key was formed has.
            .find_map(|items| step.find(list, items))
    }

    fn edits(self, draft: &Tree, step: &KeyStep, moved: bool) -> Vec<TreeEdit> {
        let edit = match (step, list_of(self.ty)) {
            (KeyStep::Name(name), _) => {
                let path = self.path.with(Segment::Name(name.clone()));
                member(draft, &path, self.other.get(name))
            }
            (KeyStep::Days(days), _) => return self.days(draft, *days),
            (_, None) => None,
            (KeyStep::Order, Some(list)) => return self.order(draft, list),
            (KeyStep::Item(_) | KeyStep::At(_), Some(list)) if moved => {
                self.moved_back(draft, list, step)
            }
            (KeyStep::Item(_) | KeyStep::At(_), Some(list)) => self.item(draft, list, step),
        };
        edit.into_iter().collect_vec()
    }

    fn item(&self, draft: &Tree, list: &'static List, step: &KeyStep) -> Option<TreeEdit> {
        let at = self.draft.and_then(|draft| step.find(list, draft));
        let there = self.other.zip(self.partner(list, step));
        match (at, there) {
            (Some(at), Some((other, there))) => {
                let item = nth(Some(other), there)?;
                TreeEdit::set(draft, self.path.with(at).segments(), item).ok()
            }
            (Some(at), None) => self.without_item(draft, at),
            (None, Some((other, there))) => self.with_item(draft, list, other, there),
            (None, None) => None,
        }
    }

    /// Returns the edit that removes an item. A list that is only in the draft goes with its last item.
    fn without_item(&self, draft: &Tree, at: usize) -> Option<TreeEdit> {
        let is_list_of_draft = self.other.and_then(View::items).is_none();
        // An empty list would be a change of its own.
        if is_list_of_draft && self.draft.each_item().len() == 1 {
            return member(draft, &self.path, self.other);
        }
        TreeEdit::remove(draft, self.path.with(at).segments()).ok()
    }

    /// Returns the edit that inserts the item that is at an index of the other record's list.
    fn with_item(
        &self,
        draft: &Tree,
        list: &'static List,
        other: View<'_>,
        there: usize,
    ) -> Option<TreeEdit> {
        let item = nth(Some(other), there)?;
        let Some(own) = self.draft else {
            return TreeEdit::insert(draft, self.path.with(0).segments(), item).ok();
        };
        let at = slot(&Pairs::of(list, other, own), there);
        // `{ "0": a }` cannot take an item at an index, so it becomes an array.
        if own.items().is_none() {
            let array = array_with(own, at, item);
            return TreeEdit::set(draft, self.path.segments(), array.root()).ok();
        }
        TreeEdit::insert(draft, self.path.with(at).segments(), item).ok()
    }

    /// Returns the edit that moves an item back to its former place among the items that were not moved.
    fn moved_back(&self, draft: &Tree, list: &'static List, step: &KeyStep) -> Option<TreeEdit> {
        let (own, other) = self.draft.zip(self.other)?;
        let at = step.find(list, own)?;
        let stood = self.partner(list, step)?;
        let mut to = slot(&Pairs::of(list, other, own), stood);
        // A move takes the item out first, so that all behind it have an index less.
        if to > at {
            to -= 1;
        }
        TreeEdit::shift(draft, self.path.with(at).segments(), to).ok()
    }

    /// Returns the edits that put the items that both have in the other's order.
    fn order(&self, draft: &Tree, list: &'static List) -> Vec<TreeEdit> {
        let Some((own, other)) = self.draft.zip(self.other) else {
            return Vec::new();
        };
        let pairs = Pairs::of(list, other, own);
        // The items that both have are sorted among the slots that they occupy; new items keep their places. From `c x a`,
        // where the other has `a c`, this makes `a x c`.
        let slots: Vec<usize> = (0..pairs.right.len())
            .filter(|right| pairs.partner[*right].is_some())
            .collect_vec();
        let mut sorted = slots.clone();
        sorted.sort_unstable_by_key(|right| pairs.partner[*right]);
        // The item for each place of the new order.
        let mut partner: Vec<Option<usize>> = (0..pairs.right.len()).map(Some).collect_vec();
        for (slot, item) in slots.iter().zip(sorted) {
            partner[*slot] = Some(item);
        }
        let steps = plan(pairs.right.len(), &partner, true).steps;
        // Each move is a path and an index, but many of them cost more than one list.
        if steps.len() > ONE_BY_ONE && own.is_json() {
            let items = partner
                .iter()
                .flatten()
                .map(|item| pairs.right[*item].to_value());
            let list = Tree::from(&Value::Array(items.collect_vec()));
            return TreeEdit::set(draft, self.path.segments(), list.root())
                .into_iter()
                .collect_vec();
        }
        let mut edited = draft.clone();
        let mut edits = Vec::new();
        for step in steps {
            let ArrayStep::Move { from, to, .. } = step else {
                continue;
            };
            let Ok(edit) = TreeEdit::shift(&edited, self.path.with(from).segments(), to) else {
                continue;
            };
            // The next move is valid for the list as this one leaves it.
            edit.run(&mut edited);
            edits.push(edit);
        }
        edits
    }

    /// Returns the edits that give days of the week the hours of the other record, whatever the entries are.
    fn days(self, draft: &Tree, days: DaySet) -> Vec<TreeEdit> {
        let (Some(other), Some(mut target)) = (week(self.other), week(self.draft)) else {
            // Entries that contain more than days and hours are one value.
            let edit = match self.other {
                Some(other) => TreeEdit::set(draft, self.path.segments(), other),
                None => TreeEdit::remove(draft, self.path.segments()),
            };
            return edit.into_iter().collect_vec();
        };
        for day in days.iter() {
            target[usize::from(day)].clone_from(&other[usize::from(day)]);
        }
        set_week(draft, &self.path, self.draft, &target, self.other)
    }
}

/// Returns the items of a list that came as an object, with one more at an index: `{ "0": a }` with `b` at 1 is `[a, b]`.
fn array_with(object: View<'_>, at: usize, item: View<'_>) -> Tree {
    let mut items = object.list_items().unwrap_or_default();
    items.insert(at.min(items.len()), item);
    let mut tree = Tree::in_place_of(object);
    let mut array = tree.list();
    for item in items {
        array.copy(None, item);
    }
    drop(array);
    tree
}

/// Returns the hours of a week's entries, none if there are no entries. `None` if an entry contains more than days and
/// hours.
fn week(view: Option<View<'_>>) -> Option<Week> {
    match view {
        Some(entries) => hours::week(entries),
        None => Some(Week::default()),
    }
}

/// Returns the new index of the item that was at an index of the other list: behind the item that it followed, among
/// those that were not moved; if there is none, before the item that followed it.
///
/// ```text
/// other a b c    own a x c    b comes to 1, behind a
/// other a b c    own x c      a comes to 1, before c
/// ```
fn slot(pairs: &Pairs<'_>, stood: usize) -> usize {
    let mut places = vec![None; pairs.left.len()];
    for (right, left) in pairs.partner.iter().enumerate() {
        if let Some(left) = left {
            places[*left] = Some(right);
        }
    }
    // An item that was moved is no neighbor to go by.
    for (left, _) in moves(pairs.left.len(), &pairs.partner) {
        places[left] = None;
    }
    let before = places[..stood].iter().rev().flatten().next();
    let after = places[stood + 1..].iter().flatten().next();
    match (before, after) {
        (Some(before), _) => before + 1,
        (None, Some(after)) => *after,
        (None, None) => 0,
    }
}

/// Returns the edits that change the entries at a path to a week.
pub(super) fn set_week(
    draft: &Tree,
    path: &Path,
    own: Option<View<'_>>,
    week: &Week,
    like: Option<View<'_>>,
) -> Vec<TreeEdit> {
    let nothing = Tree::empty_list();
    let list = own.filter(|own| own.items().is_some());
    let operations = encode(path, list.unwrap_or(nothing.root()), week, like);
    if list.is_some() || operations.is_empty() {
        return edits_of(draft, &operations);
    }
    let empty: Vec<TreeEdit> = TreeEdit::set(draft, path.segments(), nothing.root())
        .into_iter()
        .collect_vec();
    let mut edited = draft.clone();
    for edit in &empty {
        edit.run(&mut edited);
    }
    [empty, edits_of(&edited, &operations)].concat()
}

/// Returns the edit that restores a value inside a day's hours from the other record: the corresponding range of that
/// day, if all days of the entry have the same ranges and as many as the entry.
pub(super) fn inside_hours(
    kind: Kind,
    draft: &Tree,
    other: View<'_>,
    path: &[Segment],
) -> Option<TreeEdit> {
    let [
        Segment::Name(week),
        Segment::Index(at),
        Segment::Name(hours),
        Segment::Index(range),
        part @ ..,
    ] = path
    else {
        return None;
    };
    let list = list_of(member_type(kind.record_type(), week))?;
    if !list.is_week() || hours != "hours" {
        return None;
    }
    let entry = nth(draft.root().get(week), *at)?;
    let own = hours_items(entry.get("hours")?)?;
    let week = hours::week(other.get(week)?)?;
    let mut days = days_of(entry).iter().map(|day| &week[usize::from(day)]);
    let stored = days.next()?;
    // With as many ranges on both sides, and the same hours on all days of the entry, each range has one counterpart.
    if stored.len() != own.len() || days.any(|other| other != stored) {
        return None;
    }
    let written = HoursItem::read(nth(entry.get("hours"), *range)?);
    let item = counterpart(&written, &own, stored)?;
    let value = Tree::from(&item.to_value());
    let value = value.root().follow(part)?;
    TreeEdit::set(draft, path, value).ok()
}

/// Returns the stored range that corresponds to one of the draft. Ranges that both sides have are paired with each other, the
/// rest in order.
///
/// ```text
/// stored 9–12, 13–17    own 9–12, 14–18    14–18 corresponds to 13–17
/// ```
fn counterpart(range: &HoursItem, own: &[HoursItem], stored: &[HoursItem]) -> Option<HoursItem> {
    if stored.binary_search(range).is_ok() {
        return Some(range.clone());
    }
    let new = left_over(own.to_vec(), stored);
    let at = new.iter().position(|(_, item)| item == range)?;
    let gone = left_over(stored.to_vec(), own);
    let (_, item) = gone.get(at)?;
    Some(item.clone())
}
