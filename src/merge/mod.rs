//! Three records in, one out: what either side changed since base, and the places where they disagree.

mod hours;
mod items;
mod order;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::diff::{Change, Differ, same, words};
use crate::error::Error;
use crate::issue::{Issue, Profile, Severity};
use crate::json::{ByName, Node, Path, Segment, Tape, TapeView, View, equal, ordered, paired_members, to_string};
use crate::schema::{Identity, Kind, Member, Object, Type};
use crate::validate::Options;

/// Who made a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Ours alone, or a conflict was resolved so.
    Ours,
    /// Theirs alone, or a conflict was resolved so.
    Theirs,
    /// Both made the same change.
    Both,
}

/// How to resolve a conflict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Not at all: the value keeps what base has, and the conflict is reported.
    #[default]
    Leave,
    /// As ours has it.
    Ours,
    /// As theirs has it.
    Theirs,
}

impl Choice {
    /// `ours` or `theirs`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "ours" => Some(Self::Ours),
            "theirs" => Some(Self::Theirs),
            _ => None,
        }
    }
}

/// Resolves conflicts: one [`Choice`] for all, a list of them in the order of the conflicts, or a function of each.
pub trait Resolve {
    /// What to do about each conflict. Those that have no answer are left.
    fn resolve(self, conflicts: &[Conflict]) -> Vec<Choice>;
}

impl Resolve for Choice {
    fn resolve(self, conflicts: &[Conflict]) -> Vec<Choice> {
        vec![self; conflicts.len()]
    }
}

impl Resolve for Vec<Choice> {
    fn resolve(self, _: &[Conflict]) -> Vec<Choice> {
        self
    }
}

impl<F: FnMut(&Conflict) -> Choice> Resolve for F {
    fn resolve(self, conflicts: &[Conflict]) -> Vec<Choice> {
        conflicts.iter().map(self).collect()
    }
}

/// A place where both sides changed the same thing to different ends.
///
/// Serializes as `{ path, pointer, base?, ours?, theirs?, words }`; what a side does not have is left out.
#[derive(Clone, Debug, PartialEq)]
pub struct Conflict {
    /// Where it is in the merged value.
    pub path: Path,
    /// What base has.
    pub base: Option<Value>,
    /// What ours has.
    pub ours: Option<Value>,
    /// What theirs has.
    pub theirs: Option<Value>,
    /// The conflict as people would say it: `colour: ours #ff0000, theirs #00ff00, was #039be5`.
    pub words: String,
}

impl Serialize for Conflict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let sides = [("base", &self.base), ("ours", &self.ours), ("theirs", &self.theirs)];
        let mut conflict = serializer.serialize_struct("Conflict", 6)?;
        conflict.serialize_field("path", &self.path)?;
        conflict.serialize_field("pointer", &self.path.pointer())?;
        for (name, side) in sides {
            if let Some(value) = side {
                conflict.serialize_field(name, value)?;
            }
        }
        conflict.serialize_field("words", &self.words)?;
        conflict.end()
    }
}

/// A change that went into the merged value. Serializes as `{ from, kind, path, pointer, before?, after?, words }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Taken {
    /// Who made it.
    pub from: Side,
    /// What changed since base; paths are those of the merged value, and of base for what was removed.
    #[serde(flatten)]
    pub change: Change,
}

/// What [`Kind::merge`] answers with.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Merged {
    /// Whether there is no conflict left, and no error came of the merge.
    pub ok: bool,
    /// The merged record; at a conflict that was left, what base has.
    pub value: Value,
    /// Where the sides disagree, in the order of the record.
    pub conflicts: Vec<Conflict>,
    /// What was taken from whom.
    pub taken: Vec<Taken>,
    /// What is wrong with the value, held against theirs as the stored record, and was wrong on neither side; and notes
    /// on arrays whose items could not be told apart.
    pub issues: Vec<Issue>,
}

impl Kind {
    /// Merges what two sides made of one record.
    ///
    /// Members merge by name; team members, special dates and meeting places by what they are; the week by day, and a
    /// day by its ranges; text and everything else by whole value. A change that only one side made is taken. Where
    /// both changed the same thing to different ends there is a conflict, which is data and no error. All three are
    /// whole records: what one leaves out, it has removed. They may stand in their envelope. Time grows with the size
    /// of the records, n log n for arrays.
    ///
    /// # Errors
    /// `not_a_record` where one of the three is no JSON object.
    ///
    /// ```
    /// use calendiff::{Choice, Kind};
    /// use serde_json::json;
    ///
    /// let base = json!({ "name": "Consultation", "slotDuration": 30, "eventColor": "#039be5" });
    /// let ours = json!({ "name": "First visit", "slotDuration": 30, "eventColor": "#ff0000" });
    /// let theirs = json!({ "name": "Consultation", "slotDuration": 45, "eventColor": "#00ff00" });
    /// let merged = Kind::Calendar.merge(&base, &ours, &theirs, Choice::Leave)?;
    /// assert_eq!(merged.value, json!({ "name": "First visit", "slotDuration": 45, "eventColor": "#039be5" }));
    /// assert_eq!(merged.conflicts[0].words, "colour: ours #ff0000, theirs #00ff00, was #039be5");
    ///
    /// let merged = Kind::Calendar.merge(&base, &ours, &theirs, Choice::Ours)?;
    /// assert!(merged.ok && merged.value["eventColor"] == "#ff0000");
    ///
    /// let refused = Kind::Calendar.merge(&base, &json!(null), &theirs, Choice::Leave).unwrap_err();
    /// assert_eq!(refused.code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn merge<'a, V: View<'a>>(self, base: V, ours: V, theirs: V, resolve: impl Resolve) -> Result<Merged, Error> {
        let (base, ours, theirs) = (self.record_in(base)?, self.record_in(ours)?, self.record_in(theirs)?);
        let (base, ours, theirs) = (Tape::of(base), Tape::of(ours), Tape::of(theirs));
        let three = Three { base: Some(base.root()), ours: Some(ours.root()), theirs: Some(theirs.root()) };
        let mut partition = partition(self.record(), three, &LABELS, Vec::new());
        let choices = resolve.resolve(&partition.conflicts);
        if choices.iter().any(|choice| *choice != Choice::Leave) {
            partition = self::partition(self.record(), three, &LABELS, choices);
        }
        let Partition { value, conflicts, taken, notes: mut issues } = partition;
        let tape = Tape::of(&value);
        let mut found = self.findings(tape.root(), theirs.root())?;
        for side in [&ours, &theirs] {
            if !found.is_empty() {
                let known: Vec<_> = self.findings(side.root(), theirs.root())?.iter().map(whereabouts).collect();
                let order = ordered(known.len(), &|a, b| known[a].cmp(&known[b]));
                found.retain(|issue| {
                    let sought = whereabouts(issue);
                    order.binary_search_by(|at| known[*at].cmp(&sought)).is_err()
                });
            }
        }
        issues.append(&mut found);
        let ok = conflicts.is_empty() && issues.iter().all(|issue| issue.severity != Severity::Error);
        Ok(Merged { ok, value, conflicts, taken, issues })
    }
}

impl Kind {
    fn findings(self, record: TapeView<'_>, stored: TapeView<'_>) -> Result<Vec<Issue>, Error> {
        self.issues(record, &Options { profile: Profile::Document, stored: Some(stored) })
    }
}

/// What an issue is and where, whichever item of an array it is in.
fn whereabouts(issue: &Issue) -> String {
    let name = |segment: &Segment| match segment {
        Segment::Name(name) => name.to_string(),
        Segment::Index(_) => String::new(),
    };
    let place: Vec<String> = issue.path.segments().iter().map(name).collect();
    format!("{} {}", issue.code.name(), place.join("/"))
}

/// What the sides are called.
const LABELS: [&str; 2] = ["ours", "theirs"];

/// What was taken from whom, and where the sides disagree.
pub(crate) struct Partition {
    pub(crate) value: Value,
    pub(crate) conflicts: Vec<Conflict>,
    pub(crate) taken: Vec<Taken>,
    notes: Vec<Issue>,
}

/// Merges three whole records. Which conflicts there are does not depend on the choices, which answer them in order.
pub(crate) fn partition(
    record: &'static Object,
    three: Three<'_>,
    labels: &[&'static str; 2],
    choices: Vec<Choice>,
) -> Partition {
    let mut merger = Merger {
        path: Path::new(),
        subject: Vec::new(),
        labels: *labels,
        conflicts: Vec::new(),
        taken: Vec::new(),
        notes: Vec::new(),
        choices: choices.into_iter(),
    };
    let value = merger.members(Some(record), three);
    let Merger { conflicts, taken, notes, .. } = merger;
    Partition { value, conflicts, taken, notes }
}

/// One thing as each of the three has it, or does not.
#[derive(Clone, Copy)]
pub(crate) struct Three<'a> {
    pub(crate) base: Option<TapeView<'a>>,
    pub(crate) ours: Option<TapeView<'a>>,
    pub(crate) theirs: Option<TapeView<'a>>,
}

impl<'a> Three<'a> {
    fn all(self) -> [Option<TapeView<'a>>; 3] {
        [self.base, self.ours, self.theirs]
    }
}

struct Merger {
    /// In the merged value.
    path: Path,
    /// Whose members these are, outermost first.
    subject: Vec<String>,
    /// What the sides are called.
    labels: [&'static str; 2],
    conflicts: Vec<Conflict>,
    taken: Vec<Taken>,
    notes: Vec<Issue>,
    /// How to resolve the conflicts to come.
    choices: std::vec::IntoIter<Choice>,
}

impl Merger {
    fn members(&mut self, table: Option<&'static Object>, three: Three<'_>) -> Value {
        let (of_base, of_theirs) = (ByName::of(three.base), ByName::of(three.theirs));
        let mut members: Vec<_> = paired_members(three.base, three.ours)
            .into_iter()
            .map(|(name, base, ours)| (name, [base, ours, of_theirs.get(name)]))
            .collect();
        let of_ours = ByName::of(three.ours);
        let more = three.theirs.and_then(View::members).into_iter().flatten();
        let more = more.filter(|(name, _)| of_base.find(name).is_none() && of_ours.find(name).is_none());
        members.extend(more.map(|(name, theirs)| (name, [None, None, Some(theirs)])));
        let mut merged = Map::with_capacity(members.len());
        for (name, [base, ours, theirs]) in members {
            let member = table.and_then(|table| table.member(name));
            let unit = |view: Option<TapeView<'_>>| {
                let unit = view?.get(member?.unit?)?.text()?;
                Some(unit.to_owned())
            };
            let place = Named { member, name, units: three.all().map(unit) };
            self.path.push(member.map_or_else(|| Segment::from(name.to_owned()), |member| Segment::from(member.name)));
            if let Some(value) = self.member(&place, Three { base, ours, theirs }) {
                merged.insert(name.to_owned(), value);
            }
            self.path.pop();
        }
        Value::Object(merged)
    }

    /// One member, on its way from base to what becomes of it.
    fn member(&mut self, named: &Named<'_>, three: Three<'_>) -> Option<Value> {
        let Three { base, ours, theirs } = three;
        let alike = |a: Option<TapeView<'_>>, b: Option<TapeView<'_>>| match (a, b) {
            (Some(a), Some(b)) => named.member.map_or_else(|| equal(a, b), |member| same(&member.ty, a, b)),
            (a, b) => a.is_none() && b.is_none(),
        };
        if alike(ours, theirs) {
            let spelled = spelling(three);
            self.take(named, Side::Both, three, spelled);
            return spelled.map(View::to_value);
        }
        if alike(base, ours) {
            self.take(named, Side::Theirs, three, theirs);
            return theirs.map(View::to_value);
        }
        if alike(base, theirs) {
            self.take(named, Side::Ours, three, ours);
            return ours.map(View::to_value);
        }
        let kinds = ours.zip(theirs).map(|(ours, theirs)| (ours.node(), theirs.node()));
        let inside = match kinds {
            Some((Node::Object(_), Node::Object(_))) if base.is_none_or(|base| base.members().is_some()) => {
                let table = named.member.and_then(|member| member.ty.table());
                self.subject.push(named.label().to_owned());
                let merged = self.members(table, three);
                self.subject.pop();
                Some(merged)
            }
            Some((Node::Array(_), Node::Array(_))) if base.is_none_or(|base| base.items().is_some()) => {
                self.list(named, three)
            }
            _ => None,
        };
        inside.or_else(|| self.whole(named, three))
    }

    /// Both sides changed the value, and it is one.
    fn whole(&mut self, named: &Named<'_>, three: Three<'_>) -> Option<Value> {
        let [base, ours, theirs] = three.all();
        let said = |at: usize, view: Option<TapeView<'_>>| {
            view.map_or_else(
                || "not set".to_owned(),
                |view| words::value(named.member, named.units[at].as_deref(), view),
            )
        };
        let (mut mine, mut other) = (said(1, ours), said(2, theirs));
        if let (Some(ours), Some(theirs), true) = (ours, theirs, mine == other) {
            (mine, other) = words::told_apart(ours, theirs);
        }
        let words = self.words(&self.label(named.label()), &[said(0, base), mine, other]);
        let choice = self.conflict(three, words);
        let (side, view) = match choice {
            Choice::Leave => return base.map(View::to_value),
            Choice::Ours => (Side::Ours, ours),
            Choice::Theirs => (Side::Theirs, theirs),
        };
        self.take(named, side, three, view);
        view.map(View::to_value)
    }

    fn list(&mut self, named: &Named<'_>, three: Three<'_>) -> Option<Value> {
        let Some(Type::List(list)) = named.member.map(|member| &member.ty) else { return None };
        match list.identity {
            Identity::Days => None,
            Identity::Ranges => self.day(three),
            Identity::Week => self.week(three).or_else(|| self.items(list, named, three)),
            Identity::UserId | Identity::Date | Identity::Place => self.items(list, named, three),
        }
    }

    /// Asks how to resolve a conflict here, and keeps it where it is left.
    fn conflict(&mut self, three: Three<'_>, words: String) -> Choice {
        let [base, ours, theirs] = three.all().map(|view| view.map(View::to_value));
        self.disagree(Conflict { path: self.path.clone(), base, ours, theirs, words })
    }

    fn disagree(&mut self, conflict: Conflict) -> Choice {
        let choice = self.choices.next().unwrap_or_default();
        if choice == Choice::Leave {
            self.conflicts.push(conflict);
        }
        choice
    }

    /// Notes what changed from base to what was taken.
    fn take(&mut self, named: &Named<'_>, from: Side, three: Three<'_>, taken: Option<TapeView<'_>>) {
        let [was, ours, theirs] = named.units.each_ref().map(Option::as_deref);
        let unit = match from {
            Side::Ours => ours,
            Side::Theirs => theirs,
            // Where the sides count in different units, no unit is both's.
            Side::Both => ours.filter(|_| ours == theirs),
        };
        let units = (was, unit);
        let mut differ = self.differ();
        differ.member(named.member, named.name, units, three.base, taken);
        self.taken.extend(differ.changes.into_iter().map(|change| Taken { from, change }));
    }

    fn differ(&self) -> Differ {
        Differ::at(&self.path, &self.subject)
    }

    fn label(&self, label: &str) -> String {
        words::label(&self.subject, label)
    }

    /// A conflict over what base, ours and theirs say.
    fn words(&self, label: &str, [base, ours, theirs]: &[String; 3]) -> String {
        let [mine, other] = self.labels;
        words::conflict(label, [(mine, ours), (other, theirs)], base)
    }
}

/// A member by its row and name, with the units that the three count it in.
struct Named<'a> {
    member: Option<&'static Member>,
    name: &'a str,
    units: [Option<String>; 3],
}

impl Named<'_> {
    fn label(&self) -> &str {
        self.member.map_or(self.name, |member| member.label)
    }
}

/// What means the same on both sides, in the spelling that one of them changed; in the first of two by the alphabet,
/// so that it is the same from either side.
fn spelling(three: Three<'_>) -> Option<TapeView<'_>> {
    let (ours, theirs) = (three.ours?, three.theirs?);
    let untouched = |view: TapeView<'_>| three.base.is_some_and(|base| equal(base, view));
    let mine = !untouched(ours) && (untouched(theirs) || first_by_alphabet(ours, theirs));
    Some(if mine { ours } else { theirs })
}

fn first_by_alphabet(ours: TapeView<'_>, theirs: TapeView<'_>) -> bool {
    to_string(&ours.to_value()) <= to_string(&theirs.to_value())
}
