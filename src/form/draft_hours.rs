//! Edits the hours of a draft outside a form.

use super::day::Day;
use super::hours::NO_HOURS;
use super::open;
use super::state::{Delta, RecordForm};
use crate::ground::error::Error;
use crate::ground::json::{Path, Tree};
use crate::knowledge::issue::Profile;
use crate::record::open::Record;

/// Answers [`Kind::set_day`].
pub(crate) fn set_day(
    draft: &Record<'_>,
    day: Day,
    hours: &[[impl AsRef<str>; 2]],
) -> Result<Tree, Error> {
    edited(draft, |form| form.set_day(day, hours))
}

/// Answers [`Kind::set_date`].
pub(crate) fn set_date(
    draft: &Record<'_>,
    date: &str,
    hours: Option<&[[impl AsRef<str>; 2]]>,
) -> Result<Tree, Error> {
    edited(draft, |form| form.set_date(date, hours))
}

/// Answers [`Kind::close_day`].
pub(crate) fn close_day(draft: &Record<'_>, day: Day) -> Result<Tree, Error> {
    set_day(draft, day, NO_HOURS)
}

/// Answers [`Kind::close_date`].
pub(crate) fn close_date(draft: &Record<'_>, date: &str) -> Result<Tree, Error> {
    set_date(draft, date, Some(NO_HOURS))
}

/// Answers [`Kind::remove_date`].
pub(crate) fn remove_date(draft: &Record<'_>, date: &str) -> Result<Tree, Error> {
    set_date(draft, date, None::<&[[&str; 2]]>)
}

fn edited(
    draft: &Record<'_>,
    edit: impl FnOnce(&mut RecordForm) -> Result<Delta, Error>,
) -> Result<Tree, Error> {
    let nothing = Tree::empty_object();
    let mut form = open::form(
        &Record::within(draft.kind, nothing.root()),
        Profile::Specification,
    );
    form.set(&Path::new(), draft.view)?;
    edit(&mut form)?;
    Ok(form.draft)
}
