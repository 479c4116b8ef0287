//! The gate: the issues of an update, whose errors are those for which the service refuses its body.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::ground::json::patch::{self, Op};
use crate::ground::json::{CollectVec, Path, Segment, View, equal};
use crate::knowledge::issue::{About, Code, Fix, Issue, Severity};
use crate::knowledge::schema::{Kind, Type};
use crate::record::{Pairs, place_in_draft, same};
use crate::verbs::body::JudgedBody;
use crate::verbs::update::Update;

/// Maximum number of issues about the stored record that get a fix: each fix repeats a member.
const FIXES: usize = 64;

/// Returns the issues of an update, given those of its draft. Errors that the body does not have become warnings, since
/// the body leaves the value out or writes it in another way. The other errors of the body are added: they are about values
/// that the draft does not have. `given` is the stored record as it was given, with the names that it has there.
pub(crate) fn issues_of_update(
    mut issues: Vec<Issue>,
    judged: &JudgedBody,
    update: &Update,
    given: View<'_>,
    draft: View<'_>,
) -> Vec<Issue> {
    let mut places = IssuePlaces::of(update, given, draft);
    let errors = judged
        .errors
        .iter()
        .map(|error| (error, places.find(&judged.origins.of(&error.path))))
        .collect_vec();
    let refused: BTreeSet<(Code, &Path)> = errors
        .iter()
        .map(|(error, place)| (error.code, &place.path))
        .collect();
    let mut known = BTreeSet::new();
    for issue in &mut issues {
        if refused.contains(&(issue.code, &issue.path)) {
            issue.severity = Severity::Error;
            known.insert((issue.code, issue.path.clone()));
        } else {
            issue.severity = issue.severity.max(Severity::Warning);
        }
        if places.repeats(&issue.path) {
            issue.about = About::Stored;
        }
    }
    let mut fixes = 0;
    for (error, place) in errors {
        if !known.insert((error.code, place.path.clone())) {
            continue;
        }
        let is_absent = place.about == About::Stored && fixes < FIXES;
        let fix = match &error.fix {
            Some(fix) if is_absent => fix_in_draft(fix, judged.body.value.root(), draft),
            _ => None,
        };
        fixes += usize::from(fix.is_some());
        let IssuePlace { path, about } = place;
        issues.push(Issue {
            path,
            about,
            fix,
            related: Vec::new(),
            ..error.clone()
        });
    }
    issues
}

/// The place of a value of the body: in the draft if the draft has it, else in the stored record.
struct IssuePlace {
    path: Path,
    about: About,
}

/// Finds the places of values of the body.
struct IssuePlaces<'a> {
    kind: Kind,
    stored: View<'a>,
    given: View<'a>,
    draft: View<'a>,
    after: View<'a>,
    /// True for each member of the draft that is known to be written as in the given record, by its name there.
    repeated: BTreeMap<String, bool>,
    /// The index in the stored list of each item of a list after the update, by the name of the list.
    partners: BTreeMap<String, Vec<Option<usize>>>,
}

impl<'a> IssuePlaces<'a> {
    fn of(update: &'a Update, given: View<'a>, draft: View<'a>) -> Self {
        let stored = update.stored.root();
        let after = update.after.root();
        Self {
            kind: update.kind,
            stored,
            given,
            draft,
            after,
            repeated: BTreeMap::new(),
            partners: BTreeMap::new(),
        }
    }

    /// Finds the place of the value at a path of the record after the update.
    fn find(&mut self, path: &Path) -> IssuePlace {
        let in_draft = place_in_draft(self.kind, self.draft, path);
        let member = in_draft.segments().first();
        let has_member = member.is_none_or(|name| self.draft.step(name).is_some());
        if !has_member {
            return IssuePlace {
                path: path.clone(),
                about: About::Stored,
            };
        }
        // The draft has the member, but not the value in it: `teamMembers/0/userId` of a draft that only edits the
        // priority of that member.
        if let Some(in_stored) = self.in_stored(path)
            && !self.draft_has(path, &in_draft)
        {
            return IssuePlace {
                path: in_stored,
                about: About::Stored,
            };
        }
        let is_unchanged = self.repeats(&in_draft) || self.is_as_stored(path);
        IssuePlace {
            path: in_draft,
            about: if is_unchanged {
                About::Stored
            } else {
                About::Draft
            },
        }
    }

    /// Returns true if the draft has the member of a path just as it is written in the given record.
    fn repeats(&mut self, in_draft: &Path) -> bool {
        let Some(name) = in_draft.first_name() else {
            return false;
        };
        if let Some(is_repeated) = self.repeated.get(name) {
            return *is_repeated;
        }
        let is_repeated = match (self.draft.get(name), self.given.get(name)) {
            (Some(draft), Some(given)) => equal(draft, given),
            _ => false,
        };
        self.repeated.insert(name.to_owned(), is_repeated);
        is_repeated
    }

    /// Returns true if the draft has the value at a path, or, of a member that is missing after the update, what lacks it.
    fn draft_has(&self, path: &Path, in_draft: &Path) -> bool {
        let steps = in_draft.segments();
        let is_missing = self.after.follow(path.segments()).is_none();
        let steps = if is_missing {
            without_last(steps)
        } else {
            steps
        };
        self.draft.follow(steps).is_some()
    }

    /// Returns true if the update leaves the member of a path as it is stored, or the item of a list.
    fn is_as_stored(&mut self, path: &Path) -> bool {
        let Some(Segment::Name(name)) = path.segments().first() else {
            return false;
        };
        let Some(row) = self.kind.table().member(name) else {
            return false;
        };
        if self.stored.get(name).is_none() && self.after.get(name).is_none() {
            return true;
        }
        let (around, ty) = match (&row.ty, path.segments().get(1)) {
            (Type::List(list), Some(Segment::Index(_))) => {
                (Path::of(&path.segments()[..2]), &list.item)
            }
            (ty, _) => (Path::of(&path.segments()[..1]), ty),
        };
        let Some(in_stored) = self.in_stored(&around) else {
            return false;
        };
        let stored = self.stored.follow(in_stored.segments());
        let after = self.after.follow(around.segments());
        match (stored, after) {
            (Some(stored), Some(after)) => same(ty, stored, after),
            _ => false,
        }
    }

    /// Returns the path in the stored record of a value that the update leaves there, inside an item that the draft has; or
    /// of a member that is missing there.
    fn in_stored(&mut self, path: &Path) -> Option<Path> {
        let mut segments = path.segments().iter().cloned().collect_vec();
        if let [Segment::Name(name), Segment::Index(index), ..] = segments.as_mut_slice() {
            let Type::List(list) = self.kind.table().member(name)?.ty else {
                return None;
            };
            if !self.partners.contains_key(name.as_ref()) {
                let pairs = Pairs::of(list, self.stored.get(name)?, self.after.get(name)?);
                self.partners.insert(name.to_string(), pairs.partner);
            }
            *index = (*self.partners.get(name.as_ref())?.get(*index)?)?;
        }
        self.stored.follow(without_last(&segments))?;
        let is_missing = self.after.follow(path.segments()).is_none();
        (is_missing || self.stored.follow(&segments).is_some()).then(|| Path::of(&segments))
    }
}

fn without_last(steps: &[Segment]) -> &[Segment] {
    match steps {
        [rest @ .., _] => rest,
        [] => &[],
    }
}

/// Returns a fix of the draft for an error in a member that the draft does not have: it adds the corrected member. `None` if
/// the fix is about several members.
fn fix_in_draft(fix: &Fix, body: View<'_>, draft: View<'_>) -> Option<Fix> {
    let place: Path = fix.patch.first()?.path().parse().ok()?;
    let name = place.first_name()?.to_owned();
    if draft.get(&name).is_some() {
        return None;
    }
    // The fix is applied to an object with that member only: it fails if it is about others too.
    let member = Value::Object(Map::from_iter([(
        name.clone(),
        body.get(&name)?.to_value(),
    )]));
    let value = patch::apply(&member, &fix.patch).ok()?.get(&name)?.clone();
    Some(Fix {
        title: fix.title.clone(),
        patch: vec![Op::add(&Path::new().with(name), value)],
    })
}
