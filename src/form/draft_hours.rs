//! Edits the hours of a draft outside a form.

use super::day::Day;
use super::hours::NO_HOURS;
use super::state::{Delta, RecordForm};
use crate::ground::error::Error;
use crate::ground::json::{Json, Path, Tree};
use crate::knowledge::issue::Profile;
use crate::knowledge::schema::{Kind, List};
use crate::record;
use crate::record::open::{self, Record};

impl Kind {
    /// Returns a draft with other open hours on one day, as [`RecordForm::set_day`] sets them. The other days are those of the
    /// draft: give it the stored list, so that the update keeps them. It may be an object with indexes, as in responses.
    ///
    /// # Errors
    /// `not_a_record`: the draft is not a JSON object. Also the errors of [`RecordForm::set_day`].
    ///
    /// ```
    /// use calendiff::{Day, Kind};
    /// use serde_json::json;
    ///
    /// let draft = Kind::Calendar.set_day(json!({ "name": "Consultation" }), Day::Monday, &[["09:00", "12:00"]])?;
    /// assert_eq!(draft.to_value()["openHours"][0]["daysOfTheWeek"], json!([1]));
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn set_day(
        self,
        draft: impl Json,
        day: Day,
        hours: &[[impl AsRef<str>; 2]],
    ) -> Result<Tree, Error> {
        let draft = self.with_lists(draft, List::is_week)?;
        set_day(&open::Record::within(self, draft.root()), day, hours)
    }

    /// Returns a draft that is closed on a day of the week, like [`set_day`](Kind::set_day) without hours.
    ///
    /// # Errors
    /// Those of [`set_day`](Kind::set_day).
    pub fn close_day(self, draft: impl Json, day: Day) -> Result<Tree, Error> {
        let draft = self.with_lists(draft, List::is_week)?;
        close_day(&open::Record::within(self, draft.root()), day)
    }

    /// Returns a draft with other hours on a special date, or without it, as [`RecordForm::set_date`] sets them. The other dates are
    /// those of the draft.
    ///
    /// # Errors
    /// `not_a_record`: the draft is not a JSON object. Also the errors of [`RecordForm::set_date`].
    ///
    /// ```
    /// use calendiff::Kind;
    /// use serde_json::json;
    ///
    /// let draft = Kind::Calendar.set_date(json!({}), "2026-12-24", Some(&[] as &[[&str; 2]]))?;
    /// assert_eq!(draft, json!({ "availabilities": [{ "date": "2026-12-24T00:00:00.000Z", "hours": [] }] }));
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn set_date(
        self,
        draft: impl Json,
        date: &str,
        hours: Option<&[[impl AsRef<str>; 2]]>,
    ) -> Result<Tree, Error> {
        let draft = self.with_lists(draft, List::is_dates)?;
        set_date(&open::Record::within(self, draft.root()), date, hours)
    }

    /// Returns a draft that is closed on a special date, like [`set_date`](Kind::set_date) without hours.
    ///
    /// # Errors
    /// Those of [`set_date`](Kind::set_date).
    ///
    /// ```
    /// use calendiff::Kind;
    /// use serde_json::json;
    ///
    /// let draft = Kind::Calendar.close_date(json!({}), "2026-12-24")?;
    /// assert_eq!(draft, json!({ "availabilities": [{ "date": "2026-12-24T00:00:00.000Z", "hours": [] }] }));
    /// assert_eq!(Kind::Calendar.remove_date(&draft, "2026-12-24")?, json!({ "availabilities": [] }));
    /// assert_eq!(Kind::Calendar.close_date(&draft, "24.12.").unwrap_err().code(), "option");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn close_date(self, draft: impl Json, date: &str) -> Result<Tree, Error> {
        let draft = self.with_lists(draft, List::is_dates)?;
        close_date(&open::Record::within(self, draft.root()), date)
    }

    /// Returns a draft without a special date, like [`set_date`](Kind::set_date) with `None`.
    ///
    /// # Errors
    /// Those of [`set_date`](Kind::set_date).
    pub fn remove_date(self, draft: impl Json, date: &str) -> Result<Tree, Error> {
        let draft = self.with_lists(draft, List::is_dates)?;
        remove_date(&open::Record::within(self, draft.root()), date)
    }

    /// Opens a draft whose lists of that sort may have the shapes of responses.
    fn with_lists(self, draft: impl Json, is_such: fn(&List) -> bool) -> Result<Tree, Error> {
        let draft = draft.held();
        Ok(record::with_lists(
            &open::draft(self, draft.view())?,
            is_such,
        ))
    }
}

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
    let mut form = super::open::form(
        &Record::within(draft.kind, nothing.root()),
        Profile::Specification,
    );
    form.set(&Path::new(), draft.view)?;
    edit(&mut form)?;
    Ok(form.draft)
}
