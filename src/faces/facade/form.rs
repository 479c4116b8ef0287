//! Forms for other languages.

use serde::{Serialize, Serializer};

use super::arguments::{Arguments, flag, found, index, known, mode, profile, texts};
use crate::form::{Day, Delta, DraftEdit, RecordForm, Renewed, Splice};
use crate::ground::error::Error;
use crate::ground::json::{
    ByName, CollectVec, Each, Json, Path, Tree, View, equal, expect_json, to_string,
};
use crate::knowledge::format::hours::HoursItem;
use crate::knowledge::issue::Issue;
use crate::knowledge::schema::NAMES;
use crate::service::response::RefusalReason;
use crate::verbs::diff::Change;
use crate::verbs::merge::{Conflict, Resolution};

/// Opens a form: the kind's name, the stored record, and an object of options.
///
/// # Errors
/// The errors of [`Kind::form`](crate::Kind::form), and `option` as in [`call`](super::call).
pub fn form(words: Vec<u32>, text: Vec<u8>) -> Result<RecordForm, Error> {
    let tree = Tree::from_parts(words, text, NAMES)?;
    let mut arguments = Arguments::of(&tree);
    let kind = arguments.kind()?;
    let stored = arguments.json()?;
    kind.form(stored, profile(known(arguments.next(), &["profile"])?)?)
}

/// Calls a method of a form with arguments on a tree: the method, a path, and a value. Returns JSON text, which is
/// empty if the lists of issues, changes and conflicts are unchanged.
///
/// # Errors
/// The errors of the method, and `option` as in [`call`](super::call).
pub fn on_form(form: &mut RecordForm, words: Vec<u32>, text: Vec<u8>) -> Result<String, Error> {
    let tree = Tree::from_parts(words, text, NAMES)?;
    let mut arguments = Arguments::of(&tree);
    let verb = arguments.next().text().unwrap_or_default();
    let conflicts = form.conflicts().len();
    let steps = form.steps();
    let delta = match verb {
        "set" => form.set(&arguments.path()?, arguments.next())?,
        "insert" => form.insert(&arguments.path()?, arguments.next())?,
        "remove" => form.remove(&arguments.path()?)?,
        "move" => {
            let path = arguments.path()?;
            let to = arguments.next();
            let to = index(to).ok_or_else(|| Error::option("to", "an index", &found(to)))?;
            form.move_to(&path, to)?
        }
        "reset" => form.reset(&arguments.path()?)?,
        "revert" => {
            let key = arguments.name("key")?;
            let kind = arguments.name("kind")?;
            let params = arguments.next();
            let change = form
                .changes()
                .find(|own| {
                    own.kind.name() == kind
                        && own.key.to_string() == key
                        && has_values_of(own, params)
                })
                .cloned();
            match change {
                Some(change) => form.revert(&change),
                None => Delta::default(),
            }
        }
        "resolve" => {
            let key = arguments.name("key")?;
            let side = arguments.name("side")?;
            let with = match side.parse() {
                Ok(with) if with != Resolution::Leave => with,
                _ => return Err(Error::option("side", "ours, theirs or base", side)),
            };
            let conflict = form
                .conflicts()
                .iter()
                .find(|own| own.key.to_string() == key)
                .cloned();
            match conflict {
                Some(conflict) => form.resolve(&conflict, with),
                None => Delta::default(),
            }
        }
        "fix" => {
            let at = arguments.next();
            form.fix_at(index(at).ok_or_else(|| Error::option("issue", "an index", &found(at)))?)
        }
        "fixAll" => form.fix_all(),
        "refused" => refused(form, &mut arguments)?,
        "clearRefusal" => form.clear_refusal(),
        "setDay" => {
            let day: Day = arguments.name("day")?.parse()?;
            form.set_day(day, &times(arguments.next())?)?
        }
        "setDate" => {
            let date = arguments.name("date")?;
            let hours = arguments.next();
            let hours = if hours.node().name() == "null" {
                None
            } else {
                Some(times(hours)?)
            };
            form.set_date(date, hours.as_deref())?
        }
        "undo" => form.undo().unwrap_or_default(),
        "redo" => form.redo().unwrap_or_default(),
        "begin" | "end" | "join" | "clearHistory" => {
            match verb {
                "begin" => form.begin(),
                "end" => return Ok(to_string(&form.end())),
                "join" => form.join(),
                _ => form.clear_history(),
            }
            return Ok(String::new());
        }
        "setProfile" => form.set_profile(arguments.name("profile")?.parse()?),
        "rebase" => {
            let renewed = form.rebase_over(arguments.json()?)?;
            return Ok(told_of(form, &renewed));
        }
        "saved" => {
            let answer = arguments.json()?;
            let options = known(arguments.next(), &["sent"])?;
            let sent = options.get("sent");
            let sent = sent.map(expect_json).transpose()?;
            let renewed = form.saved_over(sent.as_ref().map(|sent| sent as &dyn Json), answer)?;
            return Ok(told_of(form, &renewed));
        }
        "open" => {
            let issues = form.issues().collect_vec();
            let changes = form.changes().collect_vec();
            let stored = form.stored();
            let history = form.history_length();
            let draft = parts(form.draft(), &[("stored", stored)]);
            return Ok(to_string(&FormState {
                stored,
                draft,
                issues,
                changes,
                conflicts: form.conflicts(),
                history,
            }));
        }
        "base" => return Ok(to_string(&form.base())),
        "body" => {
            return Ok(to_string(
                &form.body(mode(known(arguments.next(), &["mode"])?)?)?,
            ));
        }
        _ => return asked(form, verb, &mut arguments),
    };
    let forgotten = form.forgotten();
    let conflicts = (form.conflicts().len() != conflicts).then(|| form.conflicts());
    if matches!(verb, "set" | "move") && form.steps() == steps {
        return Ok(to_string(&Idle { idle: true }));
    }
    if delta.is_empty() && conflicts.is_none() && forgotten == 0 {
        return Ok(String::new());
    }
    let Delta {
        issues,
        changes,
        edits,
    } = delta;
    Ok(to_string(&Told {
        issues,
        changes,
        edits,
        conflicts,
        forgotten,
    }))
}

/// Returns true if the parameters, where they are known, have the values of a change. Its label may have moved: "team member 3"
/// is the second one once another is gone.
fn has_values_of(change: &Change, params: View<'_>) -> bool {
    let own = &change.words.params;
    let mut values = params.each_member().filter(|(name, _)| *name != LABEL);
    values.all(|(name, value)| own.get(name).is_some_and(|own| equal(own, value)))
}

/// The parameter of a change that names the place.
const LABEL: &str = "label";

/// Answers a query about a form, which remains unchanged.
fn asked(form: &RecordForm, verb: &str, arguments: &mut Arguments<'_>) -> Result<String, Error> {
    match verb {
        "week" => {
            let options = known(arguments.next(), &["of", "paths"])?;
            if flag(options, "paths")? {
                expect_draft(options)?;
                let placed = Day::ALL
                    .map(|day| (day.to_string(), PlacedRange::all(form.placed_at_day(day))));
                return Ok(to_string(&ByNames(placed.into())));
            }
            let week = form.hours_by_day(is_of_stored(options)?);
            Ok(to_string(&week.map(|week| {
                ByNames(week.map(|(day, hours)| (day.to_string(), hours)).into())
            })))
        }
        "dates" => {
            let options = known(arguments.next(), &["of", "paths"])?;
            if flag(options, "paths")? {
                expect_draft(options)?;
                return Ok(placed_dates(form, None));
            }
            Ok(to_string(&ByNames(
                form.hours_by_date(is_of_stored(options)?),
            )))
        }
        "datesAt" => {
            let at = arguments.next().each_item().filter_map(index).collect_vec();
            Ok(placed_dates(form, Some(&at)))
        }
        "isAboutBody" => Ok(to_string(
            &arguments
                .name("reason")?
                .parse::<RefusalReason>()?
                .is_about_body(),
        )),
        "isOk" => Ok(to_string(&form.is_ok())),
        "issuesAtDay" => {
            let day: Day = arguments.name("day")?.parse()?;
            let is_at_day = form.is_path_at_day(day);
            Ok(to_string(&numbers(
                form,
                arguments.paths()?.as_deref(),
                is_at_day,
            )))
        }
        "issuesAtDate" => {
            let is_at_date = form.is_path_at_date(arguments.name("date")?)?;
            Ok(to_string(&numbers(
                form,
                arguments.paths()?.as_deref(),
                is_at_date,
            )))
        }
        "datesOfIssues" => Ok(to_string(&form.dates_of_issues())),
        "isDirty" => Ok(to_string(&form.is_dirty(&arguments.path()?))),
        _ => Err(Error::option("verb", "one of a form's", verb)),
    }
}

/// Returns the indexes of the paths that the function is true for: of the given paths, or those of the issues.
fn numbers(
    form: &RecordForm,
    paths: Option<&[Path]>,
    is_there: impl Fn(&Path) -> bool,
) -> Vec<usize> {
    let among = match paths {
        Some(paths) => paths.iter().collect_vec(),
        None => form.issues().map(|own| &own.path).collect_vec(),
    };
    let mut numbers = Vec::new();
    for (at, path) in among.into_iter().enumerate() {
        if is_there(path) {
            numbers.push(at);
        }
    }
    numbers
}

/// Returns the special dates as JSON, with the paths of their ranges: all, or those of the entries at these indexes.
fn placed_dates(form: &RecordForm, only: Option<&[usize]>) -> String {
    let placed = form
        .placed_by_date(only)
        .into_iter()
        .map(|(date, ranges)| (date, PlacedRange::all(ranges)));
    to_string(&ByNames(placed.collect_vec()))
}

/// Returns true if a query is about the stored record, and not the draft.
fn is_of_stored(options: View<'_>) -> Result<bool, Error> {
    match options.get("of").map(View::text) {
        None | Some(Some("draft")) => Ok(false),
        Some(Some("stored")) => Ok(true),
        Some(found) => Err(Error::option(
            "of",
            "draft or stored",
            found.unwrap_or("something else"),
        )),
    }
}

/// Refuses a query for paths in the stored record, since paths are those of the draft.
fn expect_draft(options: View<'_>) -> Result<(), Error> {
    if is_of_stored(options)? {
        Err(Error::option(
            "of",
            "draft, where paths are asked for",
            "stored",
        ))
    } else {
        Ok(())
    }
}

/// A range of a day or of a special date, and its path in the draft.
#[derive(Serialize)]
struct PlacedRange {
    open: String,
    close: String,
    path: Path,
}

impl PlacedRange {
    fn all(placed: Vec<(HoursItem, Path)>) -> Vec<Self> {
        let mut all = Vec::with_capacity(placed.len());
        for (item, path) in placed {
            let [open, close] = item.typed_clocks();
            all.push(Self { open, close, path });
        }
        all
    }
}

/// Adds a refusal of the body: its texts, or the words for a whole answer without texts.
fn refused(form: &mut RecordForm, arguments: &mut Arguments<'_>) -> Result<Delta, Error> {
    let said = arguments.next();
    let words = said.each_item().find(|said| said.members().is_some());
    Ok(match words {
        Some(words) => form.said_of_all(words.to_value()),
        None => form.said_in(&texts(said)?),
    })
}

/// Returns pairs of opening and closing times.
pub(super) fn times(view: View<'_>) -> Result<Vec<[&str; 2]>, Error> {
    let mut all = Vec::new();
    for times in view.items().ok_or_else(|| no_times(view))? {
        all.push(pair(times).ok_or_else(|| no_times(view))?);
    }
    Ok(all)
}

/// Reads an opening and a closing time.
fn pair(view: View<'_>) -> Option<[&str; 2]> {
    let mut times = view.items().filter(|times| times.len() == 2)?;
    Some([times.next()?.text()?, times.next()?.text()?])
}

fn no_times(view: View<'_>) -> Error {
    Error::option(
        "hours",
        "an array of pairs such as [\"09:00\", \"17:00\"]",
        view.node().name(),
    )
}

/// Hours by day or by date, as an object.
struct ByNames<T>(Vec<(String, T)>);

impl<T: Serialize> Serialize for ByNames<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, hours)| (name, hours)))
    }
}

/// The answer to an edit that changes nothing, and is no step.
#[derive(Serialize)]
struct Idle {
    idle: bool,
}

/// The changes made by an edit, and the current conflicts if one was resolved or restored.
#[derive(Serialize)]
struct Told<'a> {
    issues: Vec<Splice<Issue>>,
    changes: Vec<Splice<Change>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    edits: Vec<DraftEdit>,
    #[serde(skip_serializing_if = "Option::is_none")]
    conflicts: Option<&'a [Conflict]>,
    /// The number of the oldest steps that can no longer be undone.
    #[serde(skip_serializing_if = "is_zero")]
    forgotten: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// The whole state of a form.
#[derive(Serialize)]
struct FormState<'a> {
    stored: View<'a>,
    draft: Vec<StatePart<'a>>,
    issues: Vec<&'a Issue>,
    changes: Vec<&'a Change>,
    conflicts: &'a [Conflict],
    /// Number of undo steps, of redo steps, and of undo steps that were saved.
    history: [usize; 3],
}

/// The answer to another stored record, and the state of the form after it.
#[derive(Serialize)]
struct Continued<'a, T> {
    answer: &'a T,
    /// True if nothing changed.
    same: bool,
    stored: Vec<StatePart<'a>>,
    draft: Vec<StatePart<'a>>,
    /// The undo and redo steps that remain.
    undo: &'a [bool],
    redo: &'a [bool],
    /// Number of undo steps that were saved.
    saved: usize,
}

/// Returns the answer to another stored record as JSON text, with the state of the form after it.
fn told_of<T: Serialize>(form: &mut RecordForm, renewed: &Renewed<T>) -> String {
    let Renewed {
        answer,
        is_same,
        steps: [undo, redo],
        stored,
        draft,
    } = renewed;
    // Resets the count: the answer lists the remaining steps, unless nothing changed.
    if !is_same {
        form.forgotten();
    }
    let stored = parts(form.stored(), &[("before", stored.root())]);
    let draft = parts(
        form.draft(),
        &[("before", draft.root()), ("stored", form.stored())],
    );
    let [.., saved] = form.history_length();
    to_string(&Continued {
        answer,
        same: *is_same,
        stored,
        draft,
        undo,
        redo,
        saved,
    })
}

/// A member of a record: its value, or the name of the record in which the package has it already.
#[derive(Serialize)]
struct StatePart<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<View<'a>>,
}

/// Returns a record by its members. A member that the package has already is given by the name of its record: most
/// members are unchanged or equal to the stored ones.
fn parts<'a>(record: View<'a>, known: &[(&'static str, View<'_>)]) -> Vec<StatePart<'a>> {
    let known: Vec<_> = known
        .iter()
        .map(|(of, record)| (*of, ByName::of(Some(*record))))
        .collect_vec();
    let mut parts = Vec::new();
    for (name, value) in record.each_member() {
        let mut known = known.iter();
        let of = known.find(|(_, record)| {
            let own = record.get(name);
            own.is_some_and(|own| own.alike(value) == Some(true))
        });
        parts.push(StatePart {
            name,
            of: of.map(|(of, _)| *of),
            value: of.is_none().then_some(value),
        });
    }
    parts
}
