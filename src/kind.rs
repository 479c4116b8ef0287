//! The verbs: documentation, and one call each.

use serde_json::Value;

use crate::form::{self, Day, RecordForm, draft_hours};
use crate::ground::error::Error;
use crate::ground::json::{Document, Json, Path, Tree, View};
use crate::knowledge::issue::{Issue, Profile, Severity};
use crate::knowledge::language::Language;
use crate::knowledge::schema::{Kind, List, PayloadShape};
use crate::record::{self, KeyPath, open};
use crate::service::explain;
#[cfg(feature = "http")]
use crate::service::http_response;
use crate::service::request::{self, RequestOptions, UpdateRequest};
use crate::service::response::{self, UpdateResponse};
use crate::verbs::body::{self, Body, BodyOptions};
use crate::verbs::diff::{self, Diff, DiffOptions};
use crate::verbs::edit::{self, EditOptions, Edited, Edits};
use crate::verbs::fix::{self, Fixed};
use crate::verbs::json_schema;
use crate::verbs::merge::{self, Merged, Resolve};
use crate::verbs::openings::{self, Effect, Openings, Span};
use crate::verbs::read::{self, Stored};
use crate::verbs::review::{self, Review, ReviewOptions};
use crate::verbs::validate::{self, ValidateOptions, ValidationReport};
use crate::verbs::verify::{self, Verified};
use crate::verbs::{normalize, outcome, read_text};

impl Kind {
    /// Finds all issues of a draft of an update in one pass, and normalizes the draft.
    ///
    /// Members may be left out. Unknown members are reported and kept. Time grows with the size of the draft.
    ///
    /// # Errors
    /// `not_a_record`: the draft is not a JSON object.
    /// `a_refusal`: the draft is a refusal of the service.
    /// `json_depth`: the draft is nested deeper than 128.
    /// `json_size`: the draft has more than 1,048,576 values.
    ///
    /// Anything wrong inside the draft is an issue, not an error. Of more than 100,000 issues the first are returned,
    /// and a last one, `more_issues`, gives the number of the rest.
    ///
    /// ```
    /// use calendiff::{Kind, ValidateOptions};
    /// use serde_json::json;
    ///
    /// let report = Kind::Calendar.validate(json!({ "eventColor": "#039BE5" }), &ValidateOptions::default())?;
    /// assert!(report.ok);
    /// assert_eq!(report.value.to_value()["eventColor"], "#039be5");
    ///
    /// let report = Kind::Calendar.validate(json!({ "eventColor": "#abc" }), &ValidateOptions::default())?;
    /// assert_eq!(report.issues[0].code.name(), "color_short");
    /// assert_eq!(report.issues[0].path.pointer(), "/eventColor");
    /// assert_eq!(report.issues[0].fix.as_ref().unwrap().title, "Write #aabbcc");
    ///
    /// assert_eq!(Kind::Calendar.validate(json!("Kx2m"), &ValidateOptions::default()).unwrap_err().code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn validate(
        self,
        draft: impl Json,
        options: &ValidateOptions<'_>,
    ) -> Result<ValidationReport, Error> {
        let stored = self.read_stored(options)?;
        let stored = stored
            .as_ref()
            .map(|stored| open::Record::within(self, stored.root()));
        let draft = draft.held();
        let draft = open::of_shape(self, draft.view(), options.of)?;
        let mut report = validate::validate(&draft, options.profile, stored.as_ref(), options.of);
        options.judge(&mut report.issues);
        report.ok = report
            .issues
            .iter()
            .all(|issue| issue.severity != Severity::Error);
        Ok(report)
    }

    /// Finds all issues of a draft as [`validate`](Kind::validate) does, without its value in canonical form: for many
    /// records that are only counted.
    ///
    /// # Errors
    /// The errors of [`validate`](Kind::validate).
    ///
    /// ```
    /// use calendiff::{Kind, ValidateOptions};
    /// use serde_json::json;
    ///
    /// let issues = Kind::Calendar.issues(json!({ "eventColor": "#abc" }), &ValidateOptions::default())?;
    /// assert_eq!(issues[0].code.name(), "color_short");
    ///
    /// assert_eq!(Kind::Calendar.issues(json!("Kx2m"), &ValidateOptions::default()).unwrap_err().code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn issues(
        self,
        draft: impl Json,
        options: &ValidateOptions<'_>,
    ) -> Result<Vec<Issue>, Error> {
        let stored = self.read_stored(options)?;
        let stored = stored
            .as_ref()
            .map(|stored| open::Record::within(self, stored.root()));
        let draft = draft.held();
        let draft = open::of_shape(self, draft.view(), options.of)?;
        let mut issues = validate::issues_of(&draft, options.profile, stored.as_ref(), options.of);
        options.judge(&mut issues);
        Ok(issues)
    }

    /// Validates JSON text, and gives each issue its line and column.
    ///
    /// # Errors
    /// The errors of [`validate`](Kind::validate). If the text is not JSON: `json_syntax`, `json_conflict`,
    /// `json_duplicate`, `json_depth`, `json_size` (over 16 MiB), `json_overflow`, `json_integer`, `json_surrogate`,
    /// `json_bom`, `json_trailing`, each with its line and column.
    ///
    /// ```
    /// use calendiff::{Kind, ValidateOptions};
    ///
    /// let report = Kind::Calendar.validate_text("{\n  \"eventColor\": \"blue\"\n}", &ValidateOptions::default())?;
    /// let position = report.issues[0].position.unwrap();
    /// assert_eq!((position.line, position.column), (2, 17));
    ///
    /// let refused = Kind::Calendar.validate_text("{ \"name\": \"a\", \"name\": \"b\" }", &ValidateOptions::default());
    /// assert_eq!(refused.unwrap_err().code(), "json_duplicate");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn validate_text(
        self,
        text: &str,
        options: &ValidateOptions<'_>,
    ) -> Result<ValidationReport, Error> {
        let document = Document::parse(text)?;
        let mut report = self.validate(document.root(), options)?;
        Issue::locate_all(&mut report.issues, &document, &Path::new());
        Ok(report)
    }

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
        let stored = self.read_stored(options)?;
        let stored = stored
            .as_ref()
            .map(|stored| open::Record::within(self, stored.root()));
        let draft = draft.held();
        let draft = open::of_shape(self, draft.view(), options.of)?;
        fix::fix(&draft, options, stored.as_ref())
    }

    /// Reads the stored record of the options of a validation.
    fn read_stored(self, options: &ValidateOptions<'_>) -> Result<Option<Tree>, Error> {
        let Some(stored) = options.stored else {
            return Ok(None);
        };
        self.read_for_validation(stored.held().view()).map(Some)
    }

    /// Reads a stored record that a draft is validated beside.
    pub(crate) fn read_for_validation(self, stored: View<'_>) -> Result<Tree, Error> {
        Ok(read::regular(self, open::stored(self, stored)?.view))
    }

    /// Returns a copy in canonical form. Outer white space is trimmed, colors and domains are in lower case, instants
    /// are in UTC with milliseconds, days are sorted and distinct, hours and entries of the week are sorted, and
    /// equal hours appear once. Members are in the order of the specification, and unknown ones follow by name. A
    /// record in its envelope stays in it.
    ///
    /// Values without one clear meaning, and members that the tables do not contain, stay unchanged. Normalizing twice
    /// has the same result as normalizing once.
    ///
    /// # Errors
    /// `not_a_record`: the draft is not a JSON object.
    ///
    /// ```
    /// use calendiff::Kind;
    /// use serde_json::json;
    ///
    /// let draft = json!({ "name": " Consultation ", "eventColor": "red", "mine": " kept " });
    /// let value = Kind::Calendar.normalize(&draft)?;
    /// assert_eq!(value, json!({ "name": "Consultation", "eventColor": "red", "mine": " kept " }));
    ///
    /// assert_eq!(Kind::Calendar.normalize(json!([])).unwrap_err().code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn normalize(self, draft: impl Json) -> Result<Tree, Error> {
        Ok(normalize::normalize(&open::record(
            self,
            draft.held().view(),
        )?))
    }

    /// Reads a response: takes the record out of `{ "calendar": … }` or `{ "success": true, "buiseness": … }` (sections
    /// 4.1 and 4.2), and regularizes the shapes that responses use (observed): a bare record or a `business`; lists as
    /// objects with indexes for names, or `{}`; numbers and truth values as text; aliases such as
    /// `formSubmitRedirectUrl` and `_id`. Each is a note. Empty text in place of a number or a known value means "not
    /// set": it is kept and noted.
    ///
    /// # Errors
    /// `not_a_record`: the response, or the value in its envelope, is not a JSON object.
    /// `envelope_unknown`: the record is in an envelope of another name, such as `location` for a location.
    /// `a_refusal`: the service answers with a refusal instead of a record, which [`response`](Kind::response) and
    /// [`explain`](Kind::explain) read.
    ///
    /// ```
    /// use calendiff::Kind;
    /// use serde_json::json;
    ///
    /// let stored = Kind::Location.read(json!({ "success": true, "buiseness": { "name": "Rose Lane" } }))?;
    /// assert_eq!(stored.envelope, Some("buiseness"));
    /// assert_eq!(stored.value, json!({ "name": "Rose Lane" }));
    ///
    /// let stored = Kind::Calendar.read(json!({ "calendar": { "notes": "", "slotBuffer": "10" } }))?;
    /// assert_eq!(stored.value, json!({ "slotBuffer": 10 }));
    /// let codes: Vec<&str> = stored.issues.iter().map(|issue| issue.code.name()).collect();
    /// assert_eq!(codes, ["read_not_set", "read_text"]);
    ///
    /// let refused = Kind::Calendar.read(json!({ "calendar": null })).unwrap_err();
    /// assert_eq!(refused.code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn read(self, response: impl Json) -> Result<Stored, Error> {
        Ok(read::read(&open::stored(self, response.held().view())?))
    }

    /// Reads the text of a response, like [`read`](Kind::read). An integer that 64 bits do not hold is kept as text, with a
    /// note, if no update sends its member: `Document::parse` refuses it.
    ///
    /// # Errors
    /// The errors of [`Document::parse`](crate::json::Document::parse) and of [`read`](Kind::read).
    ///
    /// ```
    /// use calendiff::Kind;
    ///
    /// let text = r#"{ "calendar": { "name": "Intro", "revision": 123456789012345678901 } }"#;
    /// let stored = Kind::Calendar.read_text(text)?;
    /// assert_eq!(stored.value.to_value()["revision"], "123456789012345678901");
    /// assert_eq!(stored.issues[0].code.name(), "read_integer");
    ///
    /// let text = r#"{ "calendar": { "slotDuration": 123456789012345678901 } }"#;
    /// assert_eq!(Kind::Calendar.read_text(text).unwrap_err().code(), "json_integer");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn read_text(self, response: &str) -> Result<Stored, Error> {
        let (document, notes) = self.parse_stored(response)?;
        let mut stored = self.read(document)?;
        stored.issues.extend(notes);
        Ok(stored)
    }

    /// Parses the text of a stored record, for the verbs that take one. An integer that 64 bits do not hold is kept as text, with
    /// a note, if no update sends its member, as by [`read_text`](Kind::read_text).
    ///
    /// # Errors
    /// The errors of [`Document::parse`](crate::json::Document::parse).
    ///
    /// ```
    /// use calendiff::{Kind, WhenAbsent};
    /// use serde_json::json;
    ///
    /// let text = r#"{ "name": "Intro", "revision": 123456789012345678901 }"#;
    /// let (stored, notes) = Kind::Calendar.parse_stored(text)?;
    /// assert_eq!(notes[0].code.name(), "read_integer");
    /// let diff = Kind::Calendar.diff(&stored, json!({ "name": "Visit" }), WhenAbsent::Keep)?;
    /// assert_eq!(diff.words[0].to_string(), "name “Visit”, was “Intro”");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn parse_stored(self, text: &str) -> Result<(Document, Vec<Issue>), Error> {
        read_text::parse(self, text)
    }

    /// Compares a draft with the stored record. A list of the draft replaces the whole list: of special dates, `[one]`
    /// removes every other. To change one day or one date, use [`RecordForm::set_day`](crate::RecordForm::set_day) and
    /// [`RecordForm::set_date`](crate::RecordForm::set_date).
    ///
    /// Arrays are compared by the keys of their items: team members by `userId`, special dates by calendar date, open
    /// hours as a week, meeting places by kind and location. Equal meaning is no change: the case of a color, the
    /// spelling of an instant, 1 and 1.0, the order of days, of hours and of special dates; [`Sameness::Spelling`](crate::Sameness::Spelling)
    /// counts those too. An alias stands for the member that it means, and a changed text is given in canonical form,
    /// as in the body; [`DiffOptions::raw`] leaves both as they are written. Items whose keys are missing or duplicates
    /// are compared by position, and a note says so. Time grows with the size of the records, n log n for arrays.
    /// Records may be in their envelope; paths begin inside it.
    ///
    /// # Errors
    /// `not_a_record`: one of the two is not a JSON object.
    ///
    /// ```
    /// use calendiff::{WhenAbsent, Sameness, DiffOptions, Kind};
    /// use serde_json::json;
    ///
    /// let stored = json!({ "eventColor": "#039be5", "slug": "intro" });
    /// let diff = Kind::Calendar.diff(&stored, json!({ "eventColor": "#ff0000" }), WhenAbsent::Keep)?;
    /// assert_eq!(diff.words, ["color #ff0000, was #039be5"]);
    /// assert_eq!(diff.merge_patch, Some(json!({ "eventColor": "#ff0000" })));
    ///
    /// let diff = Kind::Calendar.diff(&stored, json!({ "eventColor": "#039BE5" }), WhenAbsent::Remove)?;
    /// assert_eq!(diff.words, ["slug removed, was intro"]);
    ///
    /// let spelling = DiffOptions::default().by(Sameness::Spelling);
    /// let diff = Kind::Calendar.diff(&stored, json!({ "eventColor": "#039BE5" }), spelling)?;
    /// assert_eq!(diff.words, ["color #039BE5, was #039be5"]);
    ///
    /// let (stored, draft) = (json!({ "appointmentPerSlot": 1 }), json!({ "eventColor": "#FFF000", "appoinmentPerSlot": 2 }));
    /// let diff = Kind::Calendar.diff(&stored, &draft, WhenAbsent::Keep)?;
    /// assert_eq!(diff.words, ["appointments per slot 2, was 1", "color #fff000, was not set"]);
    ///
    /// assert_eq!(Kind::Calendar.diff(&stored, json!([]), WhenAbsent::Keep).unwrap_err().code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn diff(
        self,
        stored: impl Json,
        draft: impl Json,
        compare: impl Into<DiffOptions>,
    ) -> Result<Diff, Error> {
        let (stored, draft) = (stored.held(), draft.held());
        let (stored, draft) = (
            open::stored(self, stored.view())?,
            open::record(self, draft.view())?,
        );
        diff::diff(&stored, &draft, compare.into(), &mut diff::copied)
    }

    /// Builds the body of the update: the stored record's writable members with the draft's on top, or only those that
    /// differ. A list of the draft replaces the whole stored list, as in [`diff`](Kind::diff).
    ///
    /// Leaves out response-only members at any depth, members of the stored record that the tables do not know, and
    /// stored `openHours: {}` and empty arrays, which would detach a schedule or be refused. Renames misspelled aliases
    /// such as `appointmentPerSlot`. Sends a special date that the draft's list leaves out as deleted, if its id is
    /// known. Sends the draft in canonical form. Lists each decision.
    ///
    /// # Errors
    /// `not_a_record`: one of the two is not a JSON object.
    ///
    /// ```
    /// use calendiff::{Kind, Mode};
    /// use serde_json::json;
    ///
    /// let stored = json!({ "id": "f06f", "name": "Consultation", "slotDuration": 60 });
    /// let draft = json!({ "name": "First visit" });
    /// let full = Kind::Calendar.body(&stored, &draft, Mode::Full)?;
    /// assert_eq!(full.value, json!({ "name": "First visit", "slotDuration": 60 }));
    /// let changed = Kind::Calendar.body(&stored, &draft, Mode::Changed)?;
    /// assert_eq!(changed.value, json!({ "name": "First visit" }));
    ///
    /// assert_eq!(Kind::Calendar.body(json!(1), &draft, Mode::Full).unwrap_err().code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn body(
        self,
        stored: impl Json,
        draft: impl Json,
        options: impl Into<BodyOptions>,
    ) -> Result<Body, Error> {
        let (stored, draft) = (stored.held(), draft.held());
        Ok(body::body(
            &open::stored(self, stored.view())?,
            &open::record(self, draft.view())?,
            options.into(),
        ))
    }

    /// Reads the stored record, validates the draft against it, builds the body, and compares the records before and
    /// after.
    ///
    /// Both may be in their envelope: a draft is often a response with a few values changed. Members that only
    /// responses contain are then notes, unless they differ from the stored ones.
    ///
    /// # Errors
    /// `not_a_record`: either does not contain a JSON object.
    ///
    /// ```
    /// use calendiff::{Kind, Mode, Profile};
    /// use serde_json::json;
    ///
    /// let stored = json!({ "calendar": { "id": "f06f", "appoinmentPerSlot": 1 } });
    /// let draft = json!({ "calendar": { "id": "f06f", "appointmentPerSlot": 2 } });
    /// let review = Kind::Calendar.review(&stored, &draft, (Profile::Specification, Mode::Full))?;
    /// assert_eq!(review.diff.words, ["appointments per slot 2, was 1"]);
    /// assert_eq!(review.body.value, json!({ "appoinmentPerSlot": 2 }));
    ///
    /// let refused = Kind::Calendar.review(&stored, json!([]), (Profile::Specification, Mode::Full)).unwrap_err();
    /// assert_eq!(refused.code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn review(
        self,
        stored: impl Json,
        draft: impl Json,
        options: impl Into<ReviewOptions>,
    ) -> Result<Review, Error> {
        let (stored, draft) = (stored.held(), draft.held());
        review::review(
            &open::stored(self, stored.view())?,
            &open::record(self, draft.view())?,
            options.into(),
        )
    }

    /// Puts wished values into a stored record by key, and builds the body that makes them so.
    ///
    /// All edits are made or, where a conflict is left, none. What they do not name stays as it is: IDs, other dates,
    /// other days. A second run changes nothing. The record may be in its envelope. Time grows with the size of the
    /// record, n log n for arrays.
    ///
    /// # Errors
    /// `not_a_record`: the stored record is not a JSON object.
    /// `option`: the edits are those of another kind of record.
    /// `edit_missing`: the record has no place for a value, such as a team member whose priority is set.
    ///
    /// ```
    /// use calendiff::{Edits, Kind, Mode, EditOptions};
    /// use serde_json::json;
    ///
    /// let edits = Edits::parse(Kind::Calendar, "availabilities/2026-12-24 = closed; slotDuration = at least 45 mins")?;
    /// let stored = json!({ "id": "f06f", "slotDuration": 30, "slotDurationUnit": "mins" });
    /// let edited = Kind::Calendar.edit(&stored, &edits, EditOptions::default().mode(Mode::Changed))?;
    /// assert_eq!(edited.changes[0].words, "slot duration 45 mins, was 30 mins");
    /// let closed = json!([{ "date": "2026-12-24T00:00:00.000Z", "hours": [] }]);
    /// assert_eq!(edited.body.value, json!({ "slotDuration": 45, "availabilities": closed }));
    ///
    /// let again = Kind::Calendar.edit(&edited.draft, &edits, EditOptions::default())?;
    /// assert!(again.ok && again.changes.is_empty());
    ///
    /// let edits = Edits::parse(Kind::Calendar, "teamMembers/u1/priority = 1")?;
    /// let refused = Kind::Calendar.edit(&stored, &edits, EditOptions::default()).unwrap_err();
    /// assert_eq!(refused.code(), "edit_missing");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn edit(
        self,
        stored: impl Json,
        edits: &Edits,
        options: EditOptions,
    ) -> Result<Edited, Error> {
        edit::edit(&open::stored(self, stored.held().view())?, edits, options)
    }

    /// Reads the path of a value by key from text, as changes and conflicts carry it: `openHours/monday,friday`,
    /// `availabilities/2026-12-24/hours`, `teamMembers/u1/priority`.
    ///
    /// # Errors
    /// `edit_key`: no update of such a record can carry a value with that key.
    ///
    /// ```
    /// use calendiff::Kind;
    ///
    /// assert_eq!(Kind::Calendar.key_path("openHours/Monday, friday")?.to_string(), "openHours/monday,friday");
    /// assert_eq!(Kind::Calendar.key_path("openHours/funday").unwrap_err().code(), "edit_key");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn key_path(self, text: &str) -> Result<KeyPath, Error> {
        edit::key(self, text)
    }

    /// Returns the openings of a calendar on each date of a span: the hours that count, the reason, and the starts that fit.
    /// It reads no clock: you give the dates. The record may have any shape that responses have.
    ///
    /// The hours are those of the week, with special dates in place of their day; with availability type 0 those of the week
    /// only, and with 1 those of special dates only (observed). A range that closes at or before its opening is no time.
    /// If `openHours` is `{}` or was never set, the hours are in a schedule that the record does not hold: they are not
    /// known, which is not the same as closed. Starts are what the record allows at most: nothing in it says what is booked.
    ///
    /// # Errors
    /// `not_a_record`: the record is not a JSON object.
    /// `option`: the record is a location, which has no hours.
    ///
    /// ```
    /// use calendiff::{Kind, OpeningReason, Span};
    /// use serde_json::json;
    ///
    /// let hours = json!([{ "openHour": 9, "openMinute": 0, "closeHour": 12, "closeMinute": 0 }]);
    /// let record = json!({
    ///     "slotDuration": 1, "slotDurationUnit": "hours", "slotInterval": 60,
    ///     "openHours": [{ "daysOfTheWeek": [4, 5], "hours": hours }],
    ///     "availabilities": [{ "date": "2026-12-24T00:00:00.000Z", "hours": [] }],
    /// });
    /// let openings = Kind::Calendar.openings(&record, Span::between("2026-12-24", "2026-12-26")?)?;
    /// assert_eq!(openings.words, "open on 1 of 3 days: 3 hours, 3 starts at most");
    /// assert_eq!(openings.days[0].why, OpeningReason::ClosedDate);
    /// assert_eq!(openings.days[1].starts, ["09:00", "10:00", "11:00"]);
    /// assert_eq!(openings.days[2].why, OpeningReason::Closed);
    ///
    /// let day = Span::days("2026-12-24", 1)?;
    /// assert_eq!(Kind::Location.openings(json!({}), day).unwrap_err().code(), "option");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn openings(self, record: impl Json, span: Span) -> Result<Openings, Error> {
        openings::openings(&open::stored(self, record.held().view())?, span)
    }

    /// Compares the [openings](Self::openings) of two records over a span of dates: the record before a change, and the one
    /// after it. Warns if the change leaves no date open.
    ///
    /// # Errors
    /// The errors of [`openings`](Self::openings).
    ///
    /// ```
    /// use calendiff::{Kind, Span};
    /// use serde_json::json;
    ///
    /// let hours = json!([{ "openHour": 9, "openMinute": 0, "closeHour": 17, "closeMinute": 0 }]);
    /// let before = json!({ "openHours": [{ "daysOfTheWeek": [1, 2, 3, 4, 5], "hours": hours }] });
    /// let after = json!({ "openHours": before["openHours"], "isActive": false });
    /// let effect = Kind::Calendar.effect(&before, &after, Span::days("2026-12-01", 30)?)?;
    /// assert_eq!(effect.words, "open on 0 of 30 days, was 22: 0 hours, was 176 hours");
    /// assert_eq!(effect.issues[0].code.name(), "nothing_open");
    ///
    /// let refused = Kind::Calendar.effect(&before, json!(1), Span::days("2026-12-01", 30)?).unwrap_err();
    /// assert_eq!(refused.code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn effect(self, before: impl Json, after: impl Json, span: Span) -> Result<Effect, Error> {
        let (before, after) = (before.held(), after.held());
        let (before, after) = (
            open::stored(self, before.view())?,
            open::stored(self, after.view())?,
        );
        openings::effect(self, [before.view, after.view], span)
    }

    /// Returns the record that the service holds after an update: the stored record with the body on top.
    ///
    /// A member that the body omits stays, and members of responses only stay as stored. An array is replaced by that of
    /// the body; an item keeps what it omits of the stored item with its key. Special dates that the body marks `deleted`
    /// are removed. Names count as they are spelled: a misspelled member is kept as an unknown one, and the member that
    /// it means stays as it is stored. [`Kind::body`] corrects such names before you send.
    ///
    /// Under [`Profile::Service`] the update also has the reported effects of the service (observed). A member that the
    /// body omits and that has a default falls back to it, and new items get their defaults. IDs of new items are chosen
    /// by the service, and are omitted. A stored special date that has an id stays, after those of the body, until the
    /// body has that id with `deleted: true`; an entry with its id or date takes its place.
    ///
    /// Also makes a whole record of a draft without misspelled names, for [`Kind::merge`]. The stored record is read like
    /// a response by [`Kind::read`].
    ///
    /// # Errors
    /// `not_a_record`: either is not a JSON object.
    ///
    /// ```
    /// use calendiff::{Kind, Profile};
    /// use serde_json::json;
    ///
    /// let stored = json!({ "calendar": { "id": "f06f", "name": "Consultation", "slotDuration": 60 } });
    /// let sent = json!({ "name": "First visit" });
    /// let outcome = Kind::Calendar.outcome(&stored, &sent, Profile::Specification)?;
    /// assert_eq!(outcome, json!({ "id": "f06f", "name": "First visit", "slotDuration": 60 }));
    /// assert_eq!(Kind::Calendar.outcome(&stored, &sent, Profile::Service)?.to_value()["slotDuration"], 30);
    ///
    /// let refused = Kind::Calendar.outcome(&stored, json!("name"), Profile::Specification).unwrap_err();
    /// assert_eq!(refused.code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn outcome(
        self,
        stored: impl Json,
        sent: impl Json,
        profile: Profile,
    ) -> Result<Tree, Error> {
        let (stored, sent) = (stored.held(), sent.held());
        let (stored, sent) = (
            open::stored(self, stored.view())?,
            open::record(self, sent.view())?,
        );
        Ok(outcome::outcome(&stored, &sent, profile))
    }

    /// Compares an update with the record read back: which changes were applied, which were not, and what else changed.
    ///
    /// `stored` is the record before, `sent` the body of the update, `after` the record read back. All three are read
    /// like [`Kind::read`] reads responses, so that `"45"` was applied if 45 is read back. Values that the service
    /// fills in for absent members, such as IDs and defaults, are listed separately; `updatedAt` and `updatedBy` are
    /// skipped, and so are members that responses do not contain.
    ///
    /// # Errors
    /// `not_a_record`: one of the three is not a JSON object.
    ///
    /// ```
    /// use calendiff::Kind;
    /// use serde_json::json;
    ///
    /// let stored = json!({ "name": "Consultation", "slotDuration": 60, "eventColor": "#039be5" });
    /// let sent = json!({ "name": "First visit", "eventColor": "#ff0000" });
    /// let after = json!({ "name": "First visit", "slotDuration": 30, "eventColor": "#039be5", "widgetType": "classic" });
    /// let verified = Kind::Calendar.verify(&stored, &sent, &after)?;
    /// assert_eq!(verified.applied[0].words, "name “First visit”, was “Consultation”");
    /// assert_eq!(verified.not_applied[0].words, "color #ff0000, was #039be5");
    /// assert_eq!(verified.unexpected[0].words, "slot duration 30, was 60");
    /// assert_eq!(verified.filled_in[0].words, "widget type classic, was not set");
    ///
    /// assert_eq!(Kind::Calendar.verify(&stored, &sent, json!("OK")).unwrap_err().code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn verify(
        self,
        stored: impl Json,
        sent: impl Json,
        after: impl Json,
    ) -> Result<Verified, Error> {
        let (stored, sent, after) = (stored.held(), sent.held(), after.held());
        let (stored, after) = (
            open::stored(self, stored.view())?,
            open::stored(self, after.view())?,
        );
        Ok(verify::verify(
            &stored,
            &open::record(self, sent.view())?,
            &after,
        ))
    }

    /// Merges the changes of two sides to one record.
    ///
    /// Members merge by name; team members, special dates and meeting places by their keys; the week by day, and a day
    /// by its ranges; text and everything else by whole value. A change that only one side made is taken. Different
    /// changes of both sides to the same value are a conflict, which is data and no error. All three are whole records:
    /// a member that a side leaves out is removed. A member that the three name in different ways is renamed to the
    /// name of the protocol. They may be in their envelope. Time grows with the size of the records, n log n for
    /// arrays.
    ///
    /// # Errors
    /// `not_a_record`: one of the three is not a JSON object.
    ///
    /// ```
    /// use calendiff::{Resolution, Kind};
    /// use serde_json::json;
    ///
    /// let base = json!({ "name": "Consultation", "slotDuration": 30, "eventColor": "#039be5" });
    /// let ours = json!({ "name": "First visit", "slotDuration": 30, "eventColor": "#ff0000" });
    /// let theirs = json!({ "name": "Consultation", "slotDuration": 45, "eventColor": "#00ff00" });
    /// let merged = Kind::Calendar.merge(&base, &ours, &theirs, Resolution::Leave)?;
    /// assert_eq!(merged.value, json!({ "name": "First visit", "slotDuration": 45, "eventColor": "#039be5" }));
    /// assert_eq!(merged.conflicts[0].words, "color: ours #ff0000, theirs #00ff00, was #039be5");
    ///
    /// let merged = Kind::Calendar.merge(&base, &ours, &theirs, Resolution::Ours)?;
    /// assert!(merged.ok && merged.value.to_value()["eventColor"] == "#ff0000");
    ///
    /// let refused = Kind::Calendar.merge(&base, json!(null), &theirs, Resolution::Leave).unwrap_err();
    /// assert_eq!(refused.code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn merge(
        self,
        base: impl Json,
        ours: impl Json,
        theirs: impl Json,
        resolve: impl Resolve,
    ) -> Result<Merged, Error> {
        let (base, ours, theirs) = (base.held(), ours.held(), theirs.held());
        let (base, ours) = (
            open::stored(self, base.view())?,
            open::stored(self, ours.view())?,
        );
        merge::merge(&base, &ours, &open::stored(self, theirs.view())?, resolve)
    }

    /// Opens a form over a stored record, which is read as [`read`](Kind::read) does. The initial draft is the part of
    /// it that an update can carry.
    ///
    /// # Errors
    /// The errors of [`read`](Kind::read), and `json_depth` if the record is nested deeper than 128.
    ///
    /// ```
    /// use calendiff::{Day, Kind, Mode, Profile};
    /// use serde_json::json;
    ///
    /// let mut form = Kind::Calendar.form(json!({ "calendar": { "id": "Kx2m", "openHours": [] } }), Profile::Specification)?;
    /// form.set_day(Day::Monday, &[["09:00", "17:00"]])?;
    /// assert_eq!(form.body(Mode::Changed)?.value.to_value()["openHours"][0]["daysOfTheWeek"], json!([1]));
    ///
    /// let refused = Kind::Calendar.form(json!("Kx2m"), Profile::Specification).unwrap_err();
    /// assert_eq!(refused.code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn form(self, stored: impl Json, profile: Profile) -> Result<RecordForm, Error> {
        Ok(form::form(
            &open::stored(self, stored.held().view())?,
            profile,
        ))
    }

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
        draft_hours::set_day(&open::Record::within(self, draft.root()), day, hours)
    }

    /// Returns a draft that is closed on a day of the week, like [`set_day`](Kind::set_day) without hours.
    ///
    /// # Errors
    /// Those of [`set_day`](Kind::set_day).
    pub fn close_day(self, draft: impl Json, day: Day) -> Result<Tree, Error> {
        let draft = self.with_lists(draft, List::is_week)?;
        draft_hours::close_day(&open::Record::within(self, draft.root()), day)
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
        draft_hours::set_date(&open::Record::within(self, draft.root()), date, hours)
    }

    /// Opens a draft whose lists of that sort may have the shapes of responses.
    fn with_lists(self, draft: impl Json, is_such: fn(&List) -> bool) -> Result<Tree, Error> {
        let draft = draft.held();
        Ok(record::with_lists(
            &open::draft(self, draft.view())?,
            is_such,
        ))
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
        draft_hours::close_date(&open::Record::within(self, draft.root()), date)
    }

    /// Returns a draft without a special date, like [`set_date`](Kind::set_date) with `None`.
    ///
    /// # Errors
    /// Those of [`set_date`](Kind::set_date).
    pub fn remove_date(self, draft: impl Json, date: &str) -> Result<Tree, Error> {
        let draft = self.with_lists(draft, List::is_dates)?;
        draft_hours::remove_date(&open::Record::within(self, draft.root()), date)
    }

    /// Returns the update as a request, for any client: PUT to `{base_url}/api/calendars/{id}` or
    /// `{base_url}/api/locations/{id}`, with the bearer token and the version of sections 4, 5 and 9. With feature
    /// `http`, `try_from` converts it to an `http::Request`.
    ///
    /// # Errors
    /// `request`: the base address is not http or https with a host, or has a user, a query, a fragment or `..`; the
    /// identifier is empty, `.`, `..`, contains control characters or is longer than 1,024 bytes; token or version is
    /// not visible ASCII; or the prefix is not a path. The message never contains the token.
    /// `not_a_record`: the body is not a JSON object.
    ///
    /// ```
    /// use calendiff::{Kind, RequestOptions};
    /// use serde_json::json;
    ///
    /// let to = RequestOptions::new("https://api.example.com", "Kx2m", "s3cret");
    /// let request = Kind::Calendar.request(json!({ "slotDuration": 45 }), &to)?;
    /// assert_eq!((request.method, &*request.url), ("PUT", "https://api.example.com/api/calendars/Kx2m"));
    /// assert_eq!(request.headers[0], ("authorization", "Bearer s3cret".to_owned()));
    /// assert_eq!(request.headers[1], ("version", "2021-04-15".to_owned()));
    /// assert_eq!(request.body, r#"{"slotDuration":45}"#);
    /// assert!(!format!("{request:?}").contains("s3cret"));
    ///
    /// let refused = Kind::Calendar.request(json!({}), &to.id(".."));
    /// assert_eq!(refused.unwrap_err().code(), "request");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn request(
        self,
        body: impl Json,
        options: &RequestOptions<'_>,
    ) -> Result<UpdateRequest, Error> {
        request::request(&open::record(self, body.held().view())?, options)
    }

    /// Reads the answer to an update: the record of a success, like [`read`](Kind::read) and for any declared content
    /// type, or the refusal with each of its texts explained. Accepts any answer, text or bytes, even a proxy's page, and
    /// keeps its body whole. The status is 0 if it is not known: no text then names one.
    ///
    /// ```
    /// use calendiff::{Kind, RefusalReason};
    ///
    /// let text = r#"{ "calendar": { "id": "Kx2m", "name": "Consultation" } }"#;
    /// let stored = Kind::Calendar.response(200, Some("text/plain"), text).result.unwrap();
    /// assert_eq!(stored.value.to_value()["name"], "Consultation");
    ///
    /// let text = r#"{ "statusCode": 422, "message": ["slotDuration must be a positive number"] }"#;
    /// let refusal = Kind::Calendar.response(422, Some("application/json"), text).result.unwrap_err();
    /// assert_eq!(refusal.reason, RefusalReason::Unprocessable);
    /// assert_eq!(refusal.issues[0].path.pointer(), "/slotDuration");
    /// assert!(!refusal.retry);
    ///
    /// let refusal = Kind::Calendar.response(503, Some("text/html"), "<h1>Busy</h1>").result.unwrap_err();
    /// assert_eq!((refusal.reason, refusal.retry), (RefusalReason::Server, true));
    /// assert_eq!(refusal.not_json.unwrap().code, "json_syntax");
    /// ```
    #[must_use]
    pub fn response(
        self,
        status: u16,
        content_type: Option<&str>,
        text: impl AsRef<[u8]>,
    ) -> UpdateResponse {
        response::response(self, status, content_type, text.as_ref())
    }

    /// With feature `http`, reads the answer to an update from an `http::Response`, like [`response`](Kind::response). Bytes
    /// that are not UTF-8 are replaced in the text.
    ///
    /// ```
    /// use calendiff::{Kind, RefusalReason};
    ///
    /// let answer = http::Response::builder().body(r#"{ "calendar": { "id": "Kx2m" } }"#).unwrap();
    /// assert!(Kind::Calendar.http_response(&answer).result.is_ok());
    ///
    /// let answer = http::Response::builder().status(401).body(Vec::new()).unwrap();
    /// let refusal = Kind::Calendar.http_response(&answer).result.unwrap_err();
    /// assert_eq!(refusal.reason, RefusalReason::Unauthorized);
    /// ```
    #[must_use]
    #[cfg(feature = "http")]
    pub fn http_response(self, answer: &http::Response<impl AsRef<[u8]>>) -> UpdateResponse {
        http_response::http_response(self, answer)
    }

    /// Explains each text of a refusal by an issue at the field that it mentions. Returns one error for each text, in
    /// their order, with our code and message if we have one, else `service_says` with the service’s own words. A text
    /// that joins several known ones by commas is several. Of more
    /// than 100,000 texts the first are explained, and `more_issues` gives the number of the rest. If the draft does
    /// not have the fault that a text names, nor the member unless it is required, the refusal was about another body,
    /// and the issue is a warning, `other_body`.
    ///
    /// The texts are those of class-validator, as the service is reported to send them: names with dots and indexes,
    /// then the fault. Given the draft that was sent, an issue that [`validate`](Kind::validate) finds there too takes
    /// the place of the text, with its fix.
    ///
    /// ```
    /// use calendiff::Kind;
    /// use serde_json::json;
    ///
    /// let texts = ["property locationId should not exist", "openHours.0.must be a valid day of week"];
    /// let draft = json!({ "locationId": "a", "openHours": [{ "daysOfTheWeek": [1, 2], "hours": [] }] });
    /// let issues = Kind::Calendar.explain(&texts, Some(&draft));
    /// assert_eq!((issues[0].code.name(), issues[0].path.pointer()), ("read_only", "/locationId".to_owned()));
    /// assert_eq!(issues[1].path.pointer(), "/openHours/0/daysOfTheWeek");
    /// assert_eq!(issues[1].fix.as_ref().unwrap().title, "Split into one entry a day");
    ///
    /// let issues = Kind::Calendar.explain(&["slotDuration must be a positive number"], Some(&json!({ "slotDuration": 30 })));
    /// assert_eq!(issues[0].code.name(), "other_body");
    ///
    /// let issues = Kind::Calendar.explain(&["the moon is full"], Some(&draft));
    /// assert_eq!(issues[0].message(), "The service says: the moon is full");
    /// ```
    #[must_use]
    pub fn explain(self, texts: &[impl AsRef<str>], draft: Option<&dyn Json>) -> Vec<Issue> {
        explain::explain(self, texts, draft)
    }

    /// Returns the JSON Schema (2020-12) of an update or of a stored record, for forms, editors and other validators.
    ///
    /// It accepts every draft in which [`validate`](Kind::validate), without a stored record, finds no error under
    /// profile `specification`. It refuses the others as far as JSON Schema can express it: it does not detect reversed
    /// hours, for example, and not every wrong host of a URL. A warning is not a violation, so members may be missing
    /// or unknown, and known values are `examples`.
    ///
    /// Members that only responses contain are `readOnly`, and in an update also `not` allowed; members that only
    /// requests contain are `writeOnly`. URLs have a `pattern` and no `format`: `uri` matches fewer URLs, and none with
    /// `{{contact.name}}`.
    ///
    /// ```
    /// use calendiff::{Kind, PayloadShape};
    /// use serde_json::json;
    ///
    /// let update = Kind::Calendar.json_schema(PayloadShape::Update);
    /// let slot_duration = json!({
    ///     "title": "slot duration",
    ///     "description": "In units of slotDurationUnit.",
    ///     "type": "number",
    ///     "exclusiveMinimum": 0,
    ///     "default": 30,
    /// });
    /// assert_eq!(update["properties"]["slotDuration"], slot_duration);
    /// assert_eq!(update["properties"]["id"]["not"], json!({}));
    ///
    /// let record = Kind::Calendar.json_schema(PayloadShape::Record);
    /// assert_eq!(record["properties"]["recurring"]["$ref"], "#/$defs/recurrence");
    /// ```
    #[must_use]
    pub fn json_schema(self, of: PayloadShape) -> Value {
        self.json_schema_in(of, Language::english())
    }

    /// Returns the [JSON Schema](Self::json_schema) with titles and descriptions in a language.
    ///
    /// ```
    /// use calendiff::{Kind, Language, PayloadShape};
    ///
    /// let german = Language::named("de").unwrap();
    /// let update = Kind::Calendar.json_schema_in(PayloadShape::Update, german);
    /// assert_eq!(update["properties"]["slotDuration"]["title"], "Termindauer");
    /// assert_eq!(update["properties"]["slotDuration"]["description"], "In der Einheit von slotDurationUnit.");
    /// ```
    #[must_use]
    pub fn json_schema_in(self, of: PayloadShape, language: &Language) -> Value {
        json_schema::json_schema(self, of, language)
    }

    /// Returns the version that the update is called with (section 9).
    #[must_use]
    pub fn version(self) -> &'static str {
        request::version(self)
    }

    /// Returns the record of a response in place: inside its envelope, or the response itself.
    ///
    /// # Errors
    /// `not_a_record`: the record is not a JSON object.
    /// `json_depth`: it is nested deeper than 128.
    /// `not_json`: it contains a value that JSON cannot express, such as a number too large for a double.
    /// `envelope_unknown`: it is in an envelope of another name.
    ///
    /// ```
    /// use calendiff::Kind;
    /// use calendiff::json::Tree;
    /// use serde_json::json;
    ///
    /// let response = Tree::of(json!({ "calendar": { "name": "n" } }));
    /// assert_eq!(Kind::Calendar.record_in(response.root())?.to_value(), json!({ "name": "n" }));
    /// let list = Tree::of(json!([]));
    /// assert_eq!(Kind::Calendar.record_in(list.root()).unwrap_err().code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn record_in(self, response: View<'_>) -> Result<View<'_>, Error> {
        Ok(open::stored(self, response)?.view)
    }

    /// Returns the record inside its envelope with the envelope's name, or the value itself. If a member of the
    /// record beside it is set, it is not an envelope.
    ///
    /// ```
    /// use calendiff::Kind;
    /// use calendiff::json::Document;
    ///
    /// let response = Document::parse(r#"{ "calendar": { "id": "Kx2m" } }"#)?;
    /// assert_eq!(Kind::Calendar.strip_envelope(response.root()).0, Some("calendar"));
    /// let record = Document::parse(r#"{ "id": "Kx2m", "calendar": {} }"#)?;
    /// assert_eq!(Kind::Calendar.strip_envelope(record.root()).0, None);
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    #[must_use]
    pub fn strip_envelope(self, response: View<'_>) -> (Option<&'static str>, View<'_>) {
        open::strip_envelope(self, response)
    }

    /// Guesses the kind of a record: by its envelope, else by the members that only one kind has.
    ///
    /// Returns `None` if it could be either, like `{ "name": "…" }`.
    ///
    /// ```
    /// use calendiff::Kind;
    /// use serde_json::json;
    ///
    /// assert_eq!(Kind::guess(json!({ "slotDuration": 30 })), Some(Kind::Calendar));
    /// assert_eq!(Kind::guess(json!({ "buiseness": {} })), Some(Kind::Location));
    /// assert_eq!(Kind::guess(json!({ "name": "Consultation" })), None);
    /// ```
    #[must_use]
    pub fn guess(value: impl Json) -> Option<Self> {
        open::guess(value)
    }
}
