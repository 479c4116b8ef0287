//! The body to send: what the update takes, with each decision and its reason.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::error::Error;
use crate::json::{ByName, Json, Node, Path, Segment, Tree, View, equal, ordered};
use crate::language::{Said, Words};
use crate::names::names;
use crate::record::{left_out, outcome, partners, same};
use crate::schema::{Access, Identity, Kind, Member, Object, Type};

/// How much of the record to send.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Mode {
    /// Every writable member of the stored record with the draft's on top: an omitted member that has a default may
    /// fall back to it (observed).
    #[default]
    Full,
    /// Only the members that differ from the stored record, and what the service wants beside them.
    Changed,
}

names!(Mode, "mode", "full or changed", { Full = "full", Changed = "changed" });

/// What was done with a member on the way into the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Action {
    /// Only responses carry it.
    Stripped,
    /// It is sent under the name that the protocol has for it.
    Renamed,
    /// The service would refuse it, or take it amiss.
    LeftOut,
    /// It is sent although something speaks against it.
    Kept,
    /// The draft leaves it out of its array; it is sent as deleted, with its id.
    Deleted,
}

/// One decision about a member. Serializes as `{ action, path, pointer, code, params, reason }`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Decision {
    /// What was done.
    pub action: Action,
    /// With what: a path in the stored record with the draft on top.
    pub path: Path,
    /// Why.
    pub reason: Words,
}

impl Serialize for Decision {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut decision = serializer.serialize_struct("Decision", 6)?;
        decision.serialize_field("action", &self.action)?;
        decision.serialize_field("path", &self.path)?;
        decision.serialize_field("pointer", &self.path.pointer())?;
        self.reason.serialize_into(&mut decision, "reason")?;
        decision.end()
    }
}

/// What to send, and how it came about. Serializes as `{ value, decisions }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Body {
    /// The body of the PUT.
    pub value: Value,
    /// What was stripped, renamed, left out or kept on the way, each with its reason.
    pub decisions: Vec<Decision>,
    /// The stored record, misspelled aliases under the names that the protocol has for them.
    #[serde(skip)]
    pub before: Value,
    /// The same as the update is to leave it.
    #[serde(skip)]
    pub after: Value,
}

impl Kind {
    /// Builds the body of the update: the stored record's writable members with the draft's on top, or only those that
    /// differ.
    ///
    /// Left out: what only responses carry, at any depth; what the tables do not know of the stored record; stored
    /// `openHours: {}` and empty arrays, which would detach a schedule or be refused. Renamed: misspelled aliases such as
    /// `appointmentPerSlot`. A special date that the draft's list leaves out is sent as deleted, where its id is known. The
    /// draft is sent in canonical form. Each decision is listed.
    ///
    /// # Errors
    /// `not_a_record` where either is no JSON object.
    ///
    /// ```
    /// use calendiff::{Kind, Mode};
    /// use serde_json::json;
    ///
    /// let stored = json!({ "id": "f06f", "name": "Consultation", "slotDuration": 60 });
    /// let draft = json!({ "name": "First visit" });
    /// let full = Kind::Calendar.body(&stored, &draft, Mode::Full)?;
    /// assert_eq!(full.value, json!({ "name": "First visit", "slotDuration": 60 }));
    /// let changed = Kind::Calendar.body(&stored, &draft, Mode::Changed)?;
    /// assert_eq!(changed.value, json!({ "name": "First visit" }));
    ///
    /// assert_eq!(Kind::Calendar.body(&json!(1), &draft, Mode::Full).unwrap_err().code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn body(self, stored: impl Json, draft: impl Json, mode: Mode) -> Result<Body, Error> {
        let (stored, draft) = (stored.held(), draft.held());
        let (stored, draft) = (stored.view(), draft.view());
        let (stored, draft) = (self.record_in(stored)?, self.record_in(draft)?);
        let record = self.record();
        // From here on all is read from trees, whatever the caller's view: one way through the code below.
        let (as_stored, draft) = (Tree::of(stored), Tree::of(draft));
        let (mut of_stored, mut decisions) = (Decisions::default(), Decisions::default());
        let before = of_stored.renamed(record, as_stored.root(), None);
        let stored = Tree::of(&before);
        let draft = Tree::of(decisions.renamed(record, draft.root(), Some(as_stored.root())));
        let draft = Tree::of(&self.normalize(draft.root())?);
        let (stored, draft) = (stored.root(), draft.root());
        let after = outcome(&Type::Object(record), stored, draft);
        let after_tree = Tree::of(&after);
        let mut value = decisions.writable(record, after_tree.root(), Some(stored), Some(draft));
        if mode == Mode::Changed
            && let Value::Object(members) = &mut value
        {
            let (of_stored, of_after) = (ByName::of(Some(stored)), ByName::of(Some(after_tree.root())));
            let is_new = |name: &str| match (of_stored.get(name), of_after.get(name)) {
                (Some(before), Some(after)) => {
                    !same(record.member(name).map_or(&Type::Open, |member| &member.ty), before, after)
                }
                _ => true,
            };
            let new = members.iter().filter(|(name, _)| is_new(name));
            let needed: Vec<&str> = new.filter_map(|(name, value)| needs(record.member(name)?, value)).collect();
            members.retain(|name, _| is_new(name) || needed.contains(&name.as_str()));
            let drafted = ByName::of(Some(draft));
            decisions.made.retain(|decision| decision.action == Action::Renamed || decision.concerns(&drafted));
        } else {
            of_stored.made.append(&mut decisions.made);
            decisions = of_stored;
        }
        Ok(Body { value, decisions: decisions.made, before, after })
    }
}

/// The member that must be sent beside a value.
fn needs(row: &Member, value: &Value) -> Option<&'static str> {
    row.known.iter().find(|known| value == known.value)?.needs
}

/// A record with its misspelled aliases under the names that the protocol has for them.
pub(crate) fn respelled(kind: Kind, record: View<'_>) -> Value {
    Decisions::default().renamed(kind.record(), record, None)
}

/// What of a record the update takes: a draft that changes nothing.
pub(crate) fn writable(kind: Kind, record: View<'_>) -> Value {
    Decisions::default().writable(kind.record(), record, None, None)
}

/// The same of a record that a draft made of a stored one: what differs was asked for, whatever speaks against it.
pub(crate) fn writable_over(kind: Kind, record: View<'_>, stored: View<'_>) -> Value {
    let mut decisions = Decisions { is_draft: true, ..Decisions::default() };
    decisions.writable(kind.record(), record, Some(stored), Some(record))
}

/// The decisions so far, and the place that the next is about.
#[derive(Default)]
struct Decisions {
    made: Vec<Decision>,
    path: Path,
    /// Whether this becomes another draft and not a body: what it leaves out is not told as deleted.
    is_draft: bool,
}

impl Decision {
    fn concerns(&self, members: &ByName<'_>) -> bool {
        matches!(self.path.segments().first(), Some(Segment::Name(name)) if members.find(name).is_some())
    }
}

impl Decisions {
    fn make(&mut self, action: Action, reason: Words) {
        self.made.push(Decision { action, path: self.path.clone(), reason });
    }

    fn at<R>(&mut self, segment: impl Into<Segment>, inside: impl FnOnce(&mut Self) -> R) -> R {
        self.path.push(segment);
        let result = inside(self);
        self.path.pop();
        result
    }

    /// Misspelled aliases under the names that the protocol has for them. Beside a alias that only echoes what is stored,
    /// the misspelling is what was edited, unless it echoes a stored one as well.
    fn renamed(&mut self, table: &'static Object, view: View<'_>, stored: Option<View<'_>>) -> Value {
        let Some(members) = view.members() else { return view.to_value() };
        let own = |name: &str| table.member(name).or_else(|| table.alias(name));
        let stored_as = |name: &str| stored.and_then(|stored| stored.get(name));
        let stored =
            |row: &Member| stored_as(row.name).or_else(|| row.aliases.iter().find_map(|alias| stored_as(alias)));
        let speaks = |row: &&Member| {
            let said = view.get(row.name);
            said.is_some_and(|said| !stored(row).is_some_and(|stored| same(&row.ty, stored, said)))
        };
        let spoken: Vec<&str> = table.members.iter().filter(speaks).map(|row| row.name).collect();
        let mut renamed = Map::with_capacity(members.len());
        for (name, inner) in members {
            let Some(row) = own(name) else {
                renamed.insert(name.to_owned(), inner.to_value());
                continue;
            };
            let echoes = || stored_as(name).is_some_and(|stored| equal(stored, inner)) && view.get(row.name).is_some();
            let is_settled = spoken.contains(&row.name) || echoes();
            let inner = self.at(row.name, |this| this.renamed_inside(&row.ty, inner, stored(row)));
            if name == row.name {
                renamed.entry(name).or_insert(inner);
            } else if is_settled {
                self.at(name.to_owned(), |this| {
                    this.make(Action::LeftOut, Words::new("superseded").with("name", row.name));
                });
            } else {
                self.at(name.to_owned(), |this| {
                    this.make(Action::Renamed, Words::new("spelled").with("name", row.name));
                });
                renamed.insert(row.name.to_owned(), inner);
            }
        }
        Value::Object(renamed)
    }

    fn renamed_inside(&mut self, ty: &Type, view: View<'_>, stored: Option<View<'_>>) -> Value {
        match (ty, view.node()) {
            (Type::Object(table), _) => self.renamed(table, view, stored),
            (Type::List(list), Node::Array(items)) => {
                let renamed = items.enumerate();
                renamed
                    .map(|(index, item)| self.at(index, |this| this.renamed_inside(&list.item, item, None)))
                    .collect()
            }
            _ => view.to_value(),
        }
    }

    /// What of an object the update takes; `after` is the draft on top of the stored object.
    fn writable(
        &mut self,
        table: &'static Object,
        after: View<'_>,
        stored: Option<View<'_>>,
        draft: Option<View<'_>>,
    ) -> Value {
        let Some(members) = after.members() else { return after.to_value() };
        let mut writable = Map::with_capacity(members.len());
        let (of_stored, of_draft) = (ByName::of(stored), ByName::of(draft));
        for (name, value) in members {
            let (stored, draft) = (of_stored.get(name), of_draft.get(name));
            let row = table.member(name);
            let ty = row.map_or(&Type::Open, |row| &row.ty);
            let echoed = draft.is_none() || stored.is_some_and(|stored| same(ty, stored, value));
            let segment = row.map_or_else(|| Segment::from(name.to_owned()), |row| Segment::from(row.name));
            let objection = row.map_or(UNKNOWN, |row| objection(row, value));
            let objection = objection.filter(|_| deleted(ty, stored, draft).next().is_none());
            let sent = self.at(segment, |this| match (row, objection) {
                (Some(row), _) if row.access == Access::ResponseOnly => {
                    this.make(Action::Stripped, Words::new("response_only"));
                    None
                }
                (_, Some(reason)) if echoed => {
                    this.make(Action::LeftOut, Words::new(reason));
                    None
                }
                (row, objection) => {
                    if let Some(reason) = objection {
                        this.make(Action::Kept, Words::new("kept").with("reason", Said::code(reason)));
                    }
                    Some(
                        row.map_or_else(|| value.to_value(), |row| this.writable_inside(&row.ty, value, stored, draft)),
                    )
                }
            });
            if let Some(sent) = sent {
                writable.insert(name.to_owned(), sent);
            }
        }
        // What the draft alone had of response-only members is not in `after`.
        let only_read = table.members.iter().filter(|row| row.access == Access::ResponseOnly);
        for row in only_read
            .filter(|row| after.get(row.name).is_none() && draft.is_some_and(|draft| draft.get(row.name).is_some()))
        {
            self.at(row.name, |this| this.make(Action::Stripped, Words::new("response_only")));
        }
        Value::Object(writable)
    }

    fn writable_inside(
        &mut self,
        ty: &Type,
        after: View<'_>,
        stored: Option<View<'_>>,
        draft: Option<View<'_>>,
    ) -> Value {
        match (ty, after.node()) {
            (Type::Object(table), _) => self.writable(table, after, stored, draft),
            (Type::List(list), Node::Array(items)) => {
                let partners = stored.map(|stored| partners(list, stored, after)).unwrap_or_default();
                let mut drafts = draft.and_then(View::items);
                let writable = items.enumerate().map(|(index, item)| {
                    let stored = partners.get(index).copied().flatten();
                    let draft = drafts.as_mut().and_then(Iterator::next);
                    self.at(index, |this| this.writable_inside(&list.item, item, stored, draft))
                });
                let mut writable: Vec<Value> = writable.collect();
                for entry in deleted(ty, stored, draft.filter(|_| !self.is_draft)) {
                    let sent = Self::default().writable_inside(&list.item, entry, None, None);
                    self.at(writable.len(), |this| {
                        this.make(Action::Deleted, Words::new("deleted_by_id"));
                    });
                    writable.push(tombstone(&sent));
                }
                Value::Array(writable)
            }
            _ => after.to_value(),
        }
    }
}

/// The stored special dates that have an id and that the draft's list leaves out. One that is there under another date
/// has moved, and is no deletion.
fn deleted<'a>(ty: &Type, stored: Option<View<'a>>, draft: Option<View<'a>>) -> impl Iterator<Item = View<'a>> {
    let dates = match ty {
        Type::List(list) if list.identity == Identity::Date => Some(list),
        _ => None,
    };
    let lists = dates.zip(stored.zip(draft)).filter(|(_, (stored, draft))| stored.items().and(draft.items()).is_some());
    let gone = lists.map(|(list, (stored, draft))| left_out(list, stored, draft)).unwrap_or_default();
    let kept: Vec<&str> = match gone.as_slice() {
        [] => Vec::new(),
        _ => draft.and_then(View::items).into_iter().flatten().filter_map(id).collect(),
    };
    let order = ordered(kept.len(), &|a, b| kept[a].cmp(kept[b]));
    gone.into_iter()
        .filter(move |entry| id(*entry).is_some_and(|id| order.binary_search_by(|at| kept[*at].cmp(id)).is_err()))
}

fn id(entry: View<'_>) -> Option<&str> {
    entry.get("id").and_then(View::text).filter(|id| !id.is_empty())
}

/// What the update takes of an entry, marked as deleted.
fn tombstone(entry: &Value) -> Value {
    let mut tombstone = Map::new();
    for name in ["date", "hours", "id"] {
        tombstone.extend(entry.get(name).map(|member| (name.to_owned(), member.clone())));
    }
    tombstone.insert("deleted".to_owned(), true.into());
    Value::Object(tombstone)
}

const UNKNOWN: Option<&str> = Some("not_known");

/// What speaks against sending a value: the code of the words for it.
fn objection(row: &Member, value: View<'_>) -> Option<&'static str> {
    match (&row.ty, value.node()) {
        (Type::List(list), Node::Array(items)) if items.len() == 0 => match list.identity {
            Identity::Week | Identity::Date => Some("detaches"),
            Identity::UserId => Some("empty_team"),
            Identity::Place | Identity::Ranges | Identity::Days => None,
        },
        (Type::List(_), Node::Object(members)) if members.len() == 0 => Some("detaches"),
        (Type::Text(_), Node::Text("")) if !row.known.is_empty() => Some("empty_value"),
        (Type::Text(_), Node::Text(_))
        | (Type::Number(_), Node::Number(_))
        | (Type::Boolean, Node::Bool(_))
        | (Type::List(_), Node::Array(_))
        | (Type::Object(_) | Type::Open, Node::Object(_)) => None,
        (Type::Integer(_), Node::Number(number)) if number.is_integer() => None,
        _ => Some("other_type"),
    }
}
