//! All certain fixes, applied until no issue has one.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::ground::error::Error;
use crate::ground::json::patch::{self, Op};
use crate::ground::json::{
    Builder, CollectVec, Json, Node, Segment, Tree, View, object, sorted_indexes,
};
use crate::knowledge::issue::{About, Code, Fix, ISSUES, Issue, Severity};
use crate::knowledge::schema::{Kind, PayloadShape};
use crate::record::open::{self, Record};
use crate::verbs::validate::{self, ValidateOptions};

/// A draft with its certain fixes applied. Serializes as `{ ok, value, applied, issues }`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Fixed {
    /// True if no error is left.
    pub ok: bool,
    /// The fixed draft; not normalized beyond its fixes.
    pub value: Tree,
    /// The issues whose fixes were applied, round by round, with the paths of the draft before their round.
    pub applied: Vec<Issue>,
    /// The remaining issues.
    pub issues: Vec<Issue>,
}

/// Maximum number of rounds; no draft has needed as many.
pub(crate) const ROUNDS: usize = 1_000;

impl Kind {
    /// Applies every fix of every issue, and of the issues that appear after it, until no fix is left. An unknown
    /// member is kept if it is not an error; its issue still offers the removal as a fix. Under
    /// [`Profile::Service`](crate::Profile::Service), where it is an error, it is removed. A value that the draft leaves as it
    /// is stored is changed only if it is an error.
    ///
    /// [`ValidateOptions::severity`] limits the fixes to those of errors, or of errors and warnings, and [`ValidateOptions::only`] to those
    /// of some codes. The caller asks for these, also for the removal of an unknown member, and for values as they are stored.
    ///
    /// Fixes that do not touch each other are applied in one round, so that time grows with the draft. No round follows
    /// the one that brings their number to 100,000: the remaining fixes are among the issues, for the next call.
    ///
    /// # Errors
    /// `not_a_record`: the draft is not a JSON object.
    ///
    /// ```
    /// use calendiff::{Kind, ValidateOptions, Severity};
    /// use serde_json::json;
    ///
    /// let draft = json!({ "eventColour": "#039be5", "slotDuration": "45", "slotInterval": 0 });
    /// let fixed = Kind::Calendar.fix(&draft, &ValidateOptions::default())?;
    /// assert_eq!(fixed.value, json!({ "slotDuration": 45, "slotInterval": 0, "eventColor": "#039be5" }));
    /// assert_eq!(fixed.applied.len(), 2);
    /// assert!(!fixed.ok, "no one can say what a slot interval of 0 was meant to be");
    ///
    /// let fixed = Kind::Calendar.fix(&draft, &ValidateOptions::default().severity(Severity::Error))?;
    /// assert_eq!(fixed.value.to_value()["eventColour"], "#039be5", "a misspelled name is a warning");
    ///
    /// assert_eq!(Kind::Calendar.fix(json!([]), &ValidateOptions::default()).unwrap_err().code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn fix(self, draft: impl Json, options: &ValidateOptions<'_>) -> Result<Fixed, Error> {
        self.opened(draft, options, |draft, stored| fix(draft, options, stored))
    }
}

/// Answers [`Kind::fix`](crate::Kind::fix).
pub(crate) fn fix(
    draft: &Record<'_>,
    options: &ValidateOptions<'_>,
    stored: Option<&Record<'_>>,
) -> Result<Fixed, Error> {
    let is_beside_stored = stored.is_some() && options.of == PayloadShape::Update;
    fix_those(draft, options, stored, &|issue| {
        if options.severity.is_some_and(|least| issue.severity > least) {
            return false;
        }
        match options.only {
            Some(codes) => codes.contains(&issue.code),
            // A value that the draft only repeats stays as it is stored, unless it is an error.
            None => {
                !is_beside_stored
                    || issue.about != About::Stored
                    || issue.severity == Severity::Error
            }
        }
    })
}

/// Applies the certain fixes of some issues.
pub(crate) fn fix_those(
    draft: &Record<'_>,
    options: &ValidateOptions<'_>,
    stored: Option<&Record<'_>>,
    is_meant: &dyn Fn(&Issue) -> bool,
) -> Result<Fixed, Error> {
    let named = options.only.unwrap_or_default();
    let mut odd = Vec::new();
    let mut value = marked(draft.given(), &mut odd);
    let mut applied = Vec::new();
    for _ in 0..ROUNDS {
        if applied.len() >= ISSUES {
            break;
        }
        let tree = unmarked(&value, &odd);
        let mut issues = issues_of(&tree, draft.kind, options, stored)?;
        issues.retain(is_meant);
        let (round, patch) = round(issues, named);
        if round.is_empty() {
            break;
        }
        value = patch::apply(&value, &patch)?;
        applied.extend(round);
    }
    let value = unmarked(&value, &odd);
    let issues = issues_of(&value, draft.kind, options, stored)?;
    let ok = issues.iter().all(|issue| issue.severity != Severity::Error);
    Ok(Fixed {
        ok,
        value,
        applied,
        issues,
    })
}

/// Returns the issues of a draft, which is opened again in each round, since a fix may take it out of its envelope.
fn issues_of(
    tree: &Tree,
    kind: Kind,
    options: &ValidateOptions<'_>,
    stored: Option<&Record<'_>>,
) -> Result<Vec<Issue>, Error> {
    let draft = open::draft(kind, tree.root())?;
    let mut issues = validate::looked_over(&draft, options.profile, stored, options.of).0;
    options.judge(&mut issues);
    Ok(issues)
}

/// The beginning of the placeholders for values that are not JSON. No other text begins so.
const MARK: &str = "\u{0}not JSON\u{0}";

/// Returns a value with a placeholder for each part that is not JSON, which is added to `odd`.
fn marked<'a>(view: View<'a>, odd: &mut Vec<View<'a>>) -> Value {
    if view.is_json() {
        return view.to_value();
    }
    match view.node() {
        Node::Odd { .. } => {
            odd.push(view);
            format!("{MARK}{}", odd.len() - 1).into()
        }
        Node::Array(items) => Value::Array(items.map(|item| marked(item, odd)).collect_vec()),
        Node::Object(members) => object(members.map(|(name, member)| (name, marked(member, odd)))),
        _ => view.to_value(),
    }
}

/// Returns the tree of an object, with the parts that are not JSON in place of their placeholders.
fn unmarked(value: &Value, odd: &[View<'_>]) -> Tree {
    let ([first, ..], Value::Object(members)) = (odd, value) else {
        return Tree::of(value);
    };
    let mut tree = Tree::in_place_of(*first);
    let mut whole = tree.object();
    for (name, member) in members {
        write(&mut whole, Some(name), member, odd);
    }
    drop(whole);
    tree
}

fn write(out: &mut Builder<'_>, name: Option<&str>, value: &Value, odd: &[View<'_>]) {
    match value {
        Value::String(text) => match odd_at(text, odd) {
            Some(view) => out.copy(name, view),
            None => out.text(name, text),
        },
        Value::Array(items) => {
            let mut list = out.array(name, None);
            for item in items {
                write(&mut list, None, item, odd);
            }
        }
        Value::Object(members) => {
            let mut inner = out.object(name, None);
            for (name, member) in members {
                write(&mut inner, Some(name), member, odd);
            }
        }
        _ => out.value(name, value),
    }
}

/// Returns the part that a placeholder stands for.
fn odd_at<'a>(text: &str, odd: &[View<'a>]) -> Option<View<'a>> {
    let index: usize = text.strip_prefix(MARK)?.parse().ok()?;
    odd.get(index).copied()
}

/// Selects issues whose fixes can be applied together, and returns them with all operations. No fix touches what
/// another touches. The issues of `named` codes have every fix, others those that are applied without being asked for.
pub(crate) fn round(issues: Vec<Issue>, named: &[Code]) -> (Vec<Issue>, Vec<Op>) {
    let mut touched = TouchedPaths::default();
    let mut in_place = Vec::new();
    let mut shifting = Vec::new();
    let mut chosen = vec![false; issues.len()];
    // Goes backwards, so that a shift of array items does not move the items that are still to be fixed. The operations
    // of a fix before its first shifting one run before all shifting operations, so that their paths are still valid.
    let keys = sort_keys(&issues);
    for at in sorted_indexes(issues.len(), &|a, b| keys[b].cmp(&keys[a])) {
        let issue = &issues[at];
        let fix = if named.contains(&issue.code) {
            issue.fix.as_ref()
        } else {
            issue.automatic_fix()
        };
        let Some(Fix { patch, .. }) = fix else {
            continue;
        };
        let first_shift = patch.iter().position(shifts).unwrap_or(patch.len());
        let (first, rest) = patch.split_at(first_shift);
        if touched.is_free_of(first, false) && touched.is_free_of(rest, true) {
            touched.add(patch);
            in_place.extend_from_slice(first);
            shifting.extend_from_slice(rest);
            chosen[at] = true;
        }
    }
    in_place.append(&mut shifting);
    let mut round = Vec::new();
    for (issue, is_chosen) in issues.into_iter().zip(chosen) {
        if is_chosen {
            round.push(issue);
        }
    }
    (round, in_place)
}

/// Returns the keys by which the fixes of issues are ordered: the number of the member in order of appearance, the indexes
/// of the path within it, and the index of the issue.
///
/// Issues at `/name`, `/emails/2/email` and `/emails/10/email` have the keys `(1, [], 0)`, `(2, [2], 1)` and `(2, [10], 2)`.
fn sort_keys(issues: &[Issue]) -> Vec<(usize, Vec<usize>, usize)> {
    let mut keys = Vec::with_capacity(issues.len());
    let mut member = 0;
    let mut previous = None;
    for (at, issue) in issues.iter().enumerate() {
        let segments = issue.path.segments();
        if segments.first() != previous {
            member += 1;
            previous = segments.first();
        }
        let indexes = segments.iter().filter_map(|segment| match segment {
            Segment::Index(index) => Some(*index),
            Segment::Name(_) => None,
        });
        keys.push((member, indexes.collect_vec(), at));
    }
    keys
}

/// The paths that a round has changed, as pointers.
#[derive(Default)]
struct TouchedPaths {
    /// The index of each path's marks: a map of JSON, which is compiled anyway.
    places: Map<String, Value>,
    marks: Vec<Marks>,
}

/// The changes of a round at a path.
#[derive(Clone, Copy, Default)]
struct Marks {
    changed: bool,
    /// True if a value below it was changed.
    holds_changes: bool,
    /// The first shifted index of an array whose items were shifted.
    shifted: Option<usize>,
}

impl TouchedPaths {
    /// Returns true if the operations still mean the same as at the beginning of the round, and touch no value that was
    /// touched. `shifted` is true for operations that run after array items were shifted.
    fn is_free_of(&self, patch: &[Op], shifted: bool) -> bool {
        patch
            .iter()
            .flat_map(places)
            .all(|place| self.is_free(&place, shifted))
    }

    fn is_free(&self, place: &ChangedPath<'_>, shifted: bool) -> bool {
        if shifted && upwards(place.pointer).any(|pointer| self.is_shifted(pointer)) {
            return false;
        }
        if place.inserts {
            return true;
        }
        let is_changed = upwards(place.pointer).any(|pointer| self.at(pointer).changed);
        !is_changed && !self.at(place.pointer).holds_changes
    }

    /// Returns true if a pointer leads to an item that got another index: `/emails/2` after `/emails/1` was removed.
    fn is_shifted(&self, pointer: &str) -> bool {
        let Some((array, index)) = item_of(pointer) else {
            return false;
        };
        let first_shifted = self.at(array).shifted;
        first_shifted.is_some_and(|first| index >= first)
    }

    fn add(&mut self, patch: &[Op]) {
        let changing = patch
            .iter()
            .filter(|operation| !matches!(operation, Op::Test { .. }));
        for place in changing.flat_map(places) {
            if let Some((array, index)) = item_of(place.pointer)
                && place.shifts
            {
                let marks = self.mark(array);
                let first = marks.shifted.unwrap_or(index);
                marks.shifted = Some(first.min(index));
            }
            for pointer in upwards(place.pointer) {
                let marks = self.mark(pointer);
                if pointer.len() == place.pointer.len() {
                    marks.changed = true;
                } else {
                    marks.holds_changes = true;
                }
            }
        }
    }

    fn at(&self, pointer: &str) -> Marks {
        match self.place(pointer) {
            Some(place) => self.marks[place],
            None => Marks::default(),
        }
    }

    fn mark(&mut self, pointer: &str) -> &mut Marks {
        let place = if let Some(place) = self.place(pointer) {
            place
        } else {
            let place = self.marks.len();
            self.places.insert(pointer.to_owned(), place.into());
            self.marks.push(Marks::default());
            place
        };
        &mut self.marks[place]
    }

    fn place(&self, pointer: &str) -> Option<usize> {
        self.places.get(pointer)?.as_u64()?.try_into().ok()
    }
}

/// Returns a pointer and those of all values around it.
fn upwards(pointer: &str) -> impl Iterator<Item = &str> + Clone {
    std::iter::successors(Some(pointer), |pointer| Some(pointer.rsplit_once('/')?.0))
}

/// Returns true if the operation may shift the neighbors of its values.
fn shifts(operation: &Op) -> bool {
    places(operation).iter().any(|place| place.shifts)
}

/// A path that an operation changes.
struct ChangedPath<'a> {
    pointer: &'a str,
    /// True if the items of the array from here on get other indexes.
    shifts: bool,
    /// True if an item is inserted before the one that is here.
    inserts: bool,
}

fn places(operation: &Op) -> Vec<ChangedPath<'_>> {
    match operation {
        Op::Replace { path, .. } | Op::Test { path, .. } => vec![ChangedPath::replaced(path)],
        Op::Add { path, .. } => vec![ChangedPath::added(path)],
        Op::Remove { path } => vec![ChangedPath::removed(path)],
        Op::Move { from, path } | Op::Copy { from, path } => {
            vec![ChangedPath::removed(from), ChangedPath::added(path)]
        }
    }
}

impl<'a> ChangedPath<'a> {
    fn replaced(pointer: &'a str) -> Self {
        Self {
            pointer,
            shifts: false,
            inserts: false,
        }
    }

    fn removed(pointer: &'a str) -> Self {
        Self {
            shifts: true,
            ..Self::replaced(pointer)
        }
    }

    fn added(pointer: &'a str) -> Self {
        Self {
            inserts: item_of(pointer).is_some(),
            ..Self::removed(pointer)
        }
    }
}

/// Returns the array and the index of a pointer to an item.
fn item_of(pointer: &str) -> Option<(&str, usize)> {
    let (array, last) = pointer.rsplit_once('/')?;
    if last == "-" {
        Some((array, usize::MAX))
    } else {
        Some((array, last.parse::<u64>().ok()?.try_into().ok()?))
    }
}
