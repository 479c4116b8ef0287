//! Forms, as other languages hold them.

use serde::Serialize;

use super::arguments::{Arguments, index, known, mode, odd, option, profile};
use crate::diff::Change;
use crate::error::{Error, Reason};
use crate::form::{Delta, Form, Rebased, Splice};
use crate::issue::Issue;
use crate::json::{Path, Tape, TapeView, View, listed, to_string};
use crate::merge::{Conflict, Taken};
use crate::schema::NAMES;

/// Opens a form: the kind's name, the stored record, and an object of options.
///
/// # Errors
/// As [`Kind::form`](crate::Kind::form); `option` as in [`call`](super::call).
pub fn form(words: Vec<u32>, text: Vec<u8>) -> Result<Form, Error> {
    let tape = Tape::from_parts(words, text, NAMES)?;
    let mut arguments = Arguments::of(&tape);
    let (kind, stored) = (arguments.kind()?, arguments.json()?);
    kind.form(stored, profile(known(arguments.next(), &["profile"])?)?)
}

/// Calls a method of a form with arguments on a tape: the method, a path, and what goes there. Answers with JSON text, with none at
/// all where nothing changed in the lists of issues and changes.
///
/// # Errors
/// As the method; `option` as in [`call`](super::call).
pub fn on_form(form: &mut Form, words: Vec<u32>, text: Vec<u8>) -> Result<String, Error> {
    let tape = Tape::from_parts(words, text, NAMES)?;
    let mut arguments = Arguments::of(&tape);
    let verb = arguments.next().text().unwrap_or_default();
    let delta = match verb {
        "set" => form.set(&arguments.path()?, arguments.next())?,
        "insert" => form.insert(&arguments.path()?, arguments.next())?,
        "remove" => form.remove(&arguments.path()?)?,
        "move" => {
            let (path, to) = (arguments.path()?, arguments.next());
            let to = index(to).ok_or_else(|| option("to", "an index", to.node().name()))?;
            form.move_to(&path, to)?
        }
        "reset" => {
            let path = arguments.path()?;
            let (delta, stays) = form.reset_or_remove(&path)?;
            let value = form.get(&path).filter(|_| stays);
            return Ok(to_string(&Reset { issues: delta.issues, changes: delta.changes, value }));
        }
        "undo" => form.undo().unwrap_or_default(),
        "redo" => form.redo().unwrap_or_default(),
        "rebase" => {
            let Rebased { conflicts, taken, delta } = form.rebase(arguments.json()?)?;
            let (stored, draft) = (form.stored(), form.draft());
            return Ok(to_string(&Renewed { conflicts, taken, delta, stored, draft }));
        }
        "open" => {
            let (issues, changes) = (listed(form.issues()), listed(form.changes()));
            let (stored, draft, history) = (form.stored(), form.draft(), form.history());
            return Ok(to_string(&Opened { stored, draft, issues, changes, history }));
        }
        "body" => {
            if let Some((what, path)) = odd(form.draft(), &mut Path::new()) {
                return Err(Error::from(Reason::NotJson { found: what }).under(path));
            }
            return Ok(to_string(&form.body(mode(known(arguments.next(), &["mode"])?)?)?));
        }
        _ => return Err(option("verb", "one of a form's", verb)),
    };
    Ok(if delta.is_empty() { String::new() } else { to_string(&delta) })
}

/// What a reset changed, and what stands there now.
#[derive(Serialize)]
struct Reset<'a> {
    issues: Vec<Splice<Issue>>,
    changes: Vec<Splice<Change>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<TapeView<'a>>,
}

/// All that a form holds.
#[derive(Serialize)]
struct Opened<'a> {
    stored: TapeView<'a>,
    draft: TapeView<'a>,
    issues: Vec<&'a Issue>,
    changes: Vec<&'a Change>,
    /// How many edits can be taken back, and how many be made again.
    history: [usize; 2],
}

/// What another stored record made of a form.
#[derive(Serialize)]
struct Renewed<'a> {
    conflicts: Vec<Conflict>,
    taken: Vec<Taken>,
    delta: Delta,
    stored: TapeView<'a>,
    draft: TapeView<'a>,
}
