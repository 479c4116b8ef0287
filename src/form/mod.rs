//! A form over a record: the stored record and the draft, with issues and changes that are updated at each edit.

pub(crate) mod by_day;
mod by_key;
mod change;
mod edit;
mod findings;
mod history;
mod issues;
mod meanwhile;
mod open;
mod refresh;
mod room;
mod state;
mod step;
mod week;

pub use edit::DraftEdit;
pub use findings::Splice;
pub(crate) use meanwhile::Renewed;
pub use meanwhile::{Rebased, Saved};
pub(crate) use open::form;
pub use state::{Delta, Form};
pub use week::{Day, DayHours};
