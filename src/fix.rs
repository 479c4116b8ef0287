//! All certain mends at once, to a fixed point.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::Value;

use crate::error::Error;
use crate::issue::Issue;
use crate::json::patch::{self, Op};
use crate::json::{Tape, View};
use crate::schema::Kind;
use crate::validate::Options;

/// A draft with its certain mends made. Serializes as `{ ok, value, applied, issues }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fixed {
    /// Whether there is no error left.
    pub ok: bool,
    /// The mended draft; not normalized beyond its fixes.
    pub value: Value,
    /// The issues whose fixes were applied, in this order; each one's paths are those of the draft at its time.
    pub applied: Vec<Issue>,
    /// What is left.
    pub issues: Vec<Issue>,
}

/// More rounds than any draft has needed; a bound all the same.
const ROUNDS: usize = 1_000;

impl Kind {
    /// Applies every fix of every issue, and of what then comes to light, until none is left.
    ///
    /// Fixes that do not touch each other are applied in one round, so that time grows with the draft; of those that
    /// rearrange the same array, one a round.
    ///
    /// # Errors
    /// `not_a_record` where the draft is no JSON object.
    ///
    /// ```
    /// use calendiff::{Kind, Options};
    /// use serde_json::json;
    ///
    /// let draft = json!({ "eventColour": "#039be5", "slotDuration": "45", "slotInterval": 0 });
    /// let fixed = Kind::Calendar.fix(&draft, &Options::default())?;
    /// assert_eq!(fixed.value, json!({ "slotDuration": 45, "slotInterval": 0, "eventColor": "#039be5" }));
    /// assert_eq!(fixed.applied.len(), 2);
    /// assert!(!fixed.ok, "no one can say what a slot interval of 0 was meant to be");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn fix<'a, V: View<'a>>(self, draft: V, options: &Options<V>) -> Result<Fixed, Error> {
        let stored = options.stored.map(Tape::of);
        let options = Options { profile: options.profile, stored: stored.as_ref().map(Tape::root) };
        self.expect_record(draft)?;
        let mut value = draft.to_value();
        let mut applied = Vec::new();
        for _ in 0..ROUNDS {
            let tape = Tape::of(&value);
            let mut touched = Touched::default();
            let (mut round, mut patch) = (Vec::new(), Vec::new());
            for issue in self.issues(tape.root(), &options)? {
                let Some(fix) = issue.fix.as_ref().filter(|fix| touched.is_free_of(&fix.patch)) else { continue };
                touched.add(&fix.patch);
                patch.extend_from_slice(&fix.patch);
                round.push(issue);
            }
            if round.is_empty() {
                break;
            }
            value = patch::apply(&value, &patch)?;
            applied.append(&mut round);
        }
        let tape = Tape::of(&value);
        let report = self.validate(tape.root(), &options)?;
        Ok(Fixed { ok: report.ok, value, applied, issues: report.issues })
    }
}

/// The places that a round has changed, as pointers.
#[derive(Default)]
struct Touched(BTreeSet<String>);

impl Touched {
    fn is_free_of(&self, patch: &[Op]) -> bool {
        patch.iter().flat_map(scopes).all(|scope| {
            let above = std::iter::successors(Some(scope), |scope| Some(scope.rsplit_once('/')?.0));
            let mut above = above.skip(1).chain([scope]);
            let below = format!("{scope}/");
            let inside = self.0.range(below.clone()..).next().is_some_and(|next| next.starts_with(&below));
            !inside && !above.any(|scope| self.0.contains(scope))
        })
    }

    fn add(&mut self, patch: &[Op]) {
        self.0.extend(patch.iter().flat_map(scopes).map(str::to_owned));
    }
}

/// What an operation changes: its place; the whole array, where it inserts or removes an item.
fn scopes(operation: &Op) -> Vec<&str> {
    let shifting = |path| array_of(path).unwrap_or(path);
    match operation {
        Op::Replace { path, .. } | Op::Test { path, .. } => vec![path],
        Op::Add { path, .. } | Op::Remove { path } => vec![shifting(path)],
        Op::Move { from, path } | Op::Copy { from, path } => vec![shifting(from), shifting(path)],
    }
}

/// The array that a pointer to an item points into.
fn array_of(path: &str) -> Option<&str> {
    let (array, last) = path.rsplit_once('/')?;
    (last == "-" || last.bytes().all(|byte| byte.is_ascii_digit())).then_some(array)
}
