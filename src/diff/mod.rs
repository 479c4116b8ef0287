//! What differs between two records: changes in words, and a patch of as few operations as they need.

mod order;
mod overlay;
mod pairs;
mod same;
mod week;
mod words;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::error::Error;
use crate::json::patch::Op;
use crate::json::{Node, Path, Segment, View};
use crate::schema::{Identity, Kind, List, Member, Object, Type};

use order::Step;
pub(crate) use overlay::outcome;
use overlay::overlay;
use pairs::Pairs;
pub(crate) use same::same;

/// What a member means that the draft leaves out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Absent {
    /// It stays as it is stored.
    #[default]
    Keep,
    /// It is removed: the draft is the whole record.
    Remove,
}

impl Absent {
    /// `keep` or `remove`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "keep" => Some(Self::Keep),
            "remove" => Some(Self::Remove),
            _ => None,
        }
    }
}

/// What kind of change it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ChangeKind {
    /// It was not there.
    Add,
    /// It is there no more.
    Remove,
    /// It has another value.
    Replace,
    /// It stands elsewhere in its array; `before` and `after` are positions from 0.
    Move,
}

/// One change. Serializes as `{ kind, path, pointer, before?, after?, words }`.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// What kind of change it is.
    pub kind: ChangeKind,
    /// Where it is in the draft; for what was removed, where it was in the stored record.
    pub path: Path,
    /// What was stored.
    pub before: Option<Value>,
    /// What is wanted.
    pub after: Option<Value>,
    /// The change as people would say it: `Tuesday closes at 18:00, was 17:00`.
    pub words: String,
}

impl Serialize for Change {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let length = 4 + usize::from(self.before.is_some()) + usize::from(self.after.is_some());
        let mut change = serializer.serialize_struct("Change", length)?;
        change.serialize_field("kind", &self.kind)?;
        change.serialize_field("path", &self.path)?;
        change.serialize_field("pointer", &self.path.pointer())?;
        if let Some(before) = &self.before {
            change.serialize_field("before", before)?;
        }
        if let Some(after) = &self.after {
            change.serialize_field("after", after)?;
        }
        change.serialize_field("words", &self.words)?;
        change.end()
    }
}

/// Everything that differs, in four renderings.
///
/// Serializes as `{ changes, patch, mergePatch, words }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Diff {
    /// The changes, in the order of the record.
    pub changes: Vec<Change>,
    /// RFC 6902, against the stored record as it stands.
    pub patch: Vec<Op>,
    /// RFC 7396; nothing where a merge patch cannot say the change, since it cannot set null.
    pub merge_patch: Option<Value>,
    /// The changes' words.
    pub words: Vec<String>,
}

impl Kind {
    /// What the draft changes in the stored record.
    ///
    /// Arrays are compared by what their items are: team members by `userId`, special dates by calendar date, open
    /// hours as a week, meeting places by kind and location. What means the same is no change: the case of a colour,
    /// the spelling of an instant, 1 and 1.0, the order of days, of hours and of special dates. Time grows with the
    /// size of the records, n log n for arrays. Records may stand in their envelope; paths begin inside it.
    ///
    /// # Errors
    /// `not_a_record` where either is no JSON object.
    ///
    /// ```
    /// use calendiff::{Absent, Kind};
    /// use serde_json::json;
    ///
    /// let stored = json!({ "eventColor": "#039be5", "slug": "intro" });
    /// let diff = Kind::Calendar.diff(&stored, &json!({ "eventColor": "#ff0000" }), Absent::Keep)?;
    /// assert_eq!(diff.words, ["colour #ff0000, was #039be5"]);
    /// assert_eq!(diff.merge_patch, Some(json!({ "eventColor": "#ff0000" })));
    ///
    /// let diff = Kind::Calendar.diff(&stored, &json!({ "eventColor": "#039BE5" }), Absent::Remove)?;
    /// assert_eq!(diff.words, ["slug removed, was intro"]);
    ///
    /// assert_eq!(Kind::Calendar.diff(&stored, &json!([]), Absent::Keep).unwrap_err().code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn diff<'a, V: View<'a>>(self, stored: V, draft: V, absent: Absent) -> Result<Diff, Error> {
        let (stored, draft) = (self.record_in(stored)?, self.record_in(draft)?);
        let mut differ =
            Differ { absent, place: Place::default(), subject: Vec::new(), changes: Vec::new(), patch: Vec::new() };
        differ.members(Some(self.record()), stored, draft);
        let Differ { changes, patch, .. } = differ;
        let merge_patch = merge_patch(self.record(), &changes, stored, draft, absent);
        let words = changes.iter().map(|change| change.words.clone()).collect();
        Ok(Diff { changes, patch, merge_patch, words })
    }
}

/// Where the comparison stands: in the draft, in the record as the patch has made it so far, and as it was stored.
#[derive(Clone, Debug, Default)]
struct Place {
    draft: Path,
    patch: Path,
    stored: Path,
}

struct Differ {
    absent: Absent,
    place: Place,
    /// Whose members these are, outermost first: `team member 2`.
    subject: Vec<String>,
    changes: Vec<Change>,
    patch: Vec<Op>,
}

impl Differ {
    fn down<R>(
        &mut self,
        draft: impl Into<Segment>,
        patch: impl Into<Segment>,
        stored: impl Into<Segment>,
        inside: impl FnOnce(&mut Self) -> R,
    ) -> R {
        self.place.draft.push(draft);
        self.place.patch.push(patch);
        self.place.stored.push(stored);
        let result = inside(self);
        self.place.draft.pop();
        self.place.patch.pop();
        self.place.stored.pop();
        result
    }

    fn label(&self, label: &str) -> String {
        match self.subject.as_slice() {
            [] => label.to_owned(),
            subject => format!("{}: {label}", subject.join(", ")),
        }
    }

    fn change(&mut self, kind: ChangeKind, before: Option<Value>, after: Option<Value>, words: String) {
        let place = if kind == ChangeKind::Remove { &self.place.stored } else { &self.place.draft };
        self.changes.push(Change { kind, path: place.clone(), before, after, words });
    }

    fn members<'a, V: View<'a>>(&mut self, table: Option<&'static Object>, a: V, b: V) {
        for (name, before, after) in paired_members(Some(a), Some(b)) {
            let member = table.and_then(|table| table.member(name));
            let segment = || member.map_or_else(|| Segment::from(name.to_owned()), |member| Segment::from(member.name));
            self.down(segment(), segment(), segment(), |this| {
                let unit = |of: V| member.and_then(|member| of.get(member.unit?)).and_then(View::text);
                let units = (unit(a), unit(b).or(unit(a)));
                this.member(member, name, units, before, after);
            });
        }
    }

    /// A member on either side or both; `units` are those of its value before and after.
    fn member<'a, V: View<'a>>(
        &mut self,
        member: Option<&'static Member>,
        name: &str,
        units: (Option<&str>, Option<&str>),
        before: Option<V>,
        after: Option<V>,
    ) {
        let label = member.map_or(name, |member| member.label);
        match (before, after) {
            (Some(a), Some(b)) => self.value(member, label, units, a, b),
            (None, Some(b)) => {
                let words = words::set(&self.label(label), &words::value(member, units.1, b));
                self.change(ChangeKind::Add, None, Some(b.to_value()), words);
                self.patch.push(Op::add(&self.place.patch, b.to_value()));
            }
            (Some(a), None) if self.absent == Absent::Remove => {
                let words = words::unset(&self.label(label), &words::value(member, units.0, a));
                self.change(ChangeKind::Remove, Some(a.to_value()), None, words);
                self.patch.push(Op::remove(&self.place.patch));
            }
            _ => {}
        }
    }

    fn value<'a, V: View<'a>>(
        &mut self,
        member: Option<&'static Member>,
        label: &str,
        units: (Option<&str>, Option<&str>),
        a: V,
        b: V,
    ) {
        match (member.map(|member| &member.ty), a.node(), b.node()) {
            (ty, Node::Object(_), Node::Object(_)) => {
                self.subject.push(label.to_owned());
                self.members(ty.and_then(Type::table), a, b);
                self.subject.pop();
            }
            (Some(Type::List(list)), Node::Array(_), Node::Array(_)) => self.list(list, member, label, a, b),
            (ty, ..) => {
                if !ty.map_or_else(|| same::equal(a, b), |ty| same(ty, a, b)) {
                    self.replace(label, (&words::value(member, units.0, a), &words::value(member, units.1, b)), a, b);
                }
            }
        }
    }

    fn replace<'a, V: View<'a>>(&mut self, label: &str, (was, is): (&str, &str), a: V, b: V) {
        let words = if was == is {
            let (was, is) = words::told_apart(a, b);
            words::replaced(&self.label(label), &was, &is)
        } else {
            words::replaced(&self.label(label), was, is)
        };
        self.change(ChangeKind::Replace, Some(a.to_value()), Some(b.to_value()), words);
        self.patch.push(Op::replace(&self.place.patch, b.to_value()));
    }

    fn list<'a, V: View<'a>>(&mut self, list: &'static List, member: Option<&'static Member>, label: &str, a: V, b: V) {
        match list.identity {
            Identity::Ranges => self.hours(member, label, a, b),
            Identity::Week => self.week(list, a, b),
            Identity::Days => {
                if !same(&Type::List(list), a, b) {
                    self.replace(label, (&words::value(member, None, a), &words::value(member, None, b)), a, b);
                }
            }
            Identity::UserId | Identity::Date | Identity::Place => self.items(list, &Pairs::of(list, a, b)),
        }
    }

    /// An array whose items are known by what they are: removals, then additions and moves, then what changed inside.
    fn items<'a, V: View<'a>>(&mut self, list: &'static List, pairs: &Pairs<V>) {
        let ordered = !matches!(list.identity, Identity::Date | Identity::Week);
        let plan = order::plan(pairs.left.len(), &pairs.partner, ordered);
        let first = self.changes.len();
        // The patch removes from the end, so that each index still holds; people read from the beginning.
        let mut removals = 0;
        for step in &plan.steps {
            match *step {
                Step::Remove { left, at } => {
                    let item = pairs.left[left];
                    let words = words::removed(list, &self.label(&words::name(list, left, item)), item);
                    self.down(left, at, left, |this| {
                        this.change(ChangeKind::Remove, Some(item.to_value()), None, words);
                        this.patch.push(Op::remove(&this.place.patch));
                    });
                    removals += 1;
                }
                Step::Add { right, at } => {
                    let item = pairs.right[right];
                    let words = words::added(list, &self.label(&words::name(list, right, item)), item);
                    self.down(right, at, right, |this| {
                        this.change(ChangeKind::Add, None, Some(item.to_value()), words);
                        this.patch.push(Op::add(&this.place.patch, item.to_value()));
                    });
                }
                Step::Move { left, right, from, to } => {
                    let item = pairs.right[right];
                    let words = words::moved(&self.label(&words::name(list, left, item)), left, right);
                    let (from, to) = (self.place.patch.with(from), self.place.patch.with(to));
                    self.down(right, right, left, |this| {
                        this.change(ChangeKind::Move, Some(left.into()), Some(right.into()), words);
                        this.patch.push(Op::move_to(&from, &to));
                    });
                }
            }
        }
        self.changes[first..first + removals].reverse();
        let absent = self.absent;
        for (left, a, right, b) in pairs.both() {
            self.absent = if pairs.instead[right] { Absent::Remove } else { absent };
            self.down(right, plan.ends[right], left, |this| {
                if let (Some(table), Node::Object(_), Node::Object(_)) = (list.item.table(), a.node(), b.node()) {
                    this.subject.push(words::name(list, right, b));
                    this.members(Some(table), a, b);
                    this.subject.pop();
                } else if !same::equal(a, b) {
                    let label = words::name(list, right, b);
                    this.replace(&label, (&words::item(list, a), &words::item(list, b)), a, b);
                }
            });
        }
        self.absent = absent;
    }
}

/// The members of two objects by name: the first's in its order, then those that only the second has.
fn paired_members<'a, V: View<'a>>(a: Option<V>, b: Option<V>) -> Vec<(&'a str, Option<V>, Option<V>)> {
    let members = |view: Option<V>| view.and_then(View::members).into_iter().flatten();
    let mut others: Vec<(&str, usize, V)> =
        members(b).enumerate().map(|(at, (name, value))| (name, at, value)).collect();
    others.sort_unstable_by_key(|(name, ..)| *name);
    let mut taken = vec![false; others.len()];
    let mut pairs: Vec<_> = members(a)
        .map(|(name, value)| {
            let found = others.binary_search_by_key(&name, |(name, ..)| *name).ok();
            let other = found.and_then(|found| others.get(found)).map(|(_, at, other)| {
                taken[*at] = true;
                *other
            });
            (name, Some(value), other)
        })
        .collect();
    pairs.extend(members(b).zip(taken).filter(|(_, taken)| !taken).map(|((name, value), _)| (name, None, Some(value))));
    pairs
}

/// For each item of `items`, the same item of `stored`.
pub(crate) fn partners<'a, V: View<'a>>(list: &'static List, stored: V, items: V) -> Vec<Option<V>> {
    let pairs = Pairs::of(list, stored, items);
    pairs.partner.iter().map(|at| at.map(|at| pairs.left[at])).collect()
}

/// RFC 7396 says a change by its members; an array is replaced whole, and null cannot be set.
fn merge_patch<'a, V: View<'a>>(
    table: &'static Object,
    changes: &[Change],
    stored: V,
    draft: V,
    absent: Absent,
) -> Option<Value> {
    let mut patch = Map::new();
    for change in changes {
        let mut place = &mut patch;
        let mut table = Some(table);
        let (mut a, mut b) = (Some(stored), Some(draft));
        for segment in change.path.segments() {
            let Segment::Name(name) = segment else { break };
            let member = table.and_then(|table| table.member(name));
            (a, b) = (a.and_then(|a| a.get(name)), b.and_then(|b| b.get(name)));
            let inside = a.is_some_and(|a| a.members().is_some()) && b.is_some_and(|b| b.members().is_some());
            if inside {
                let inner = place.entry(name.to_string()).or_insert_with(|| Value::Object(Map::new()));
                let Value::Object(inner) = inner else { break };
                (place, table) = (inner, member.and_then(|member| member.ty.table()));
                continue;
            }
            if !place.contains_key(name.as_ref()) {
                let after = match (a, b, member) {
                    (Some(a), Some(b), Some(member)) if absent == Absent::Keep => overlay(&member.ty, a, b),
                    (_, Some(b), _) => b.to_value(),
                    (_, None, _) => Value::Null,
                };
                if b.is_some() && holds_null(&after) {
                    return None;
                }
                place.insert(name.to_string(), after);
            }
            break;
        }
    }
    Some(Value::Object(patch))
}

/// Whether a merge patch would read a part of the value as "remove". Inside arrays null is safe.
fn holds_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Object(members) => members.values().any(holds_null),
        _ => false,
    }
}
