//! A form over a record: the stored record and the draft, with issues and changes that are updated at each edit.

mod actions;
mod at_day;
mod by_key;
mod day;
pub(crate) mod draft_hours;
mod edit;
mod findings;
mod history;
mod hours;
mod issues;
mod open;
mod rebase;
mod refresh;
mod size;
mod state;
mod step;

pub use day::Day;
pub use edit::DraftEdit;
pub use findings::Splice;
pub use hours::DayHours;
pub(crate) use rebase::Renewed;
pub use rebase::{Rebased, Saved};
pub use state::{Delta, RecordForm};
