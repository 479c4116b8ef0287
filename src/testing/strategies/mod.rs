//! Strategies for property tests of code that handles these records (feature `proptest`), built from the tables, so
//! that new rows are covered.
//!
//! | strategy | makes | shrinks to |
//! |---|---|---|
//! | [`draft`] | drafts of an update without error | the members that the failure needs |
//! | [`clean`] | drafts without any finding but what they leave out | the same |
//! | [`planted`] | drafts with known faults, and where each must be found | one fault, in a draft of nothing else |
//! | [`wild`] | drafts with anything wrong anywhere | the members that the failure needs |
//! | [`stored`] | records as responses carry them, in the specification's shapes | the same |
//! | [`response`] | responses in the shapes that the service sends, and the records that they stand for | the specification's shape, but for what matters |
//! | [`edited`] | a stored record, and a draft that edits it | the fewest edits, then the smallest record |
//! | [`merging`] | a stored record, and what two sides made of it | the same |
//! | [`leaf`] | single values: valid, nearly valid, hostile | the shortest text, the smallest number |
//!
//! Cases range from a member or two to all members. They shrink from the outside in: first they lose every member and
//! item that the failure does not need, then the remaining values shrink, so that a failure over a slot of more than 45
//! minutes ends as `{ "slotDuration": 46 }`.
//!
//! To add strategies of your own, put them in a tuple with these, and combine both with `prop_map`. The guide shows
//! [how](crate::guide::property_testing#mix-in-your-own), and has [recipes for servers, forms and
//! importers](crate::guide::property_testing#recipes-to-copy). `calendiff/fast-check`, for JavaScript, has the same names.
//!
//! ```
//! use calendiff::{Kind, strategies};
//! use proptest::prelude::*;
//! use proptest::sample::select;
//!
//! // Slots of three lengths, and a member that the tables lack.
//! let calendars = (strategies::stored(Kind::Calendar), select(vec![15, 30, 60]), "[A-Z]{3}");
//! let calendars = calendars.prop_map(|(mut calendar, slot, center)| {
//!     calendar["slotDuration"] = slot.into();
//!     calendar["costCenter"] = center.into();
//!     calendar
//! });
//! proptest!(|(calendar in calendars)| {
//!     prop_assert!([15, 30, 60].contains(&calendar["slotDuration"].as_i64().unwrap()));
//! });
//! ```

mod clean;
mod edits;
mod fault;
mod faultless;
pub mod leaf;
mod one_of;
mod part;
mod planted;
mod record;
mod response;
mod shape;
mod some_of;
mod wild;

use proptest::prelude::*;
use serde_json::{Value, json};

pub use edits::{EditCase, MergeCase};
pub use fault::Fault;
pub use planted::Planted;
pub use response::Response;

use crate::knowledge::schema::Kind;
use part::RecordSort;

/// Returns the result of a function that runs without fast paths, to test that both ways give the same answer.
#[doc(hidden)]
pub fn without_fast_paths<R>(work: impl FnOnce() -> R) -> R {
    crate::ground::fast::without(work)
}

/// Generates drafts of an update without errors. Warnings may remain: several days in an entry, hours that overlap.
///
/// ```
/// use calendiff::{Kind, ValidateOptions, strategies};
/// use proptest::prelude::*;
///
/// proptest!(|(draft in strategies::draft(Kind::Calendar))| {
///     prop_assert!(Kind::Calendar.validate(&draft, &ValidateOptions::default())?.ok);
/// });
/// ```
pub fn draft(kind: Kind) -> impl Strategy<Value = Value> + Clone {
    record::record(kind, RecordSort::Draft).prop_map(|part| part.sent)
}

/// Generates drafts of an update without any finding except the defaults that they omit (`omitted_defaults`).
///
/// ```
/// use calendiff::{Code, Kind, ValidateOptions, Profile, strategies};
/// use proptest::prelude::*;
///
/// proptest!(|(draft in strategies::clean(Kind::Calendar))| {
///     let report = Kind::Calendar.validate(&draft, &Profile::Service.into())?;
///     prop_assert!(report.issues.iter().all(|issue| issue.code == Code::OmittedDefaults));
/// });
/// ```
pub fn clean(kind: Kind) -> impl Strategy<Value = Value> + Clone {
    clean::clean(kind)
}

/// Generates drafts with one to four faults at different places, and the code and place that must be reported for each.
/// Two more may come with them: one draft of ten is in an envelope (`enveloped`), and a fault inside the calendar's own
/// meeting places means that there are some (`places_dropped`).
///
/// Half of the values of a wrong type are null, which many programs take for an absent member.
///
/// The drafts have no other faults, so the findings of a program can be compared with the planted ones. A fault that
/// only some profiles count is reported under those, see [`Profile::severity`](crate::Profile::severity).
/// `omitted_defaults`, a note on members that a draft omits, is reported in addition. Most faults that need no stored
/// record are planted.
///
/// ```
/// use calendiff::{Code, Kind, ValidateOptions, strategies};
/// use proptest::prelude::*;
///
/// proptest!(|(planted in strategies::planted(Kind::Calendar))| {
///     let report = Kind::Calendar.validate(&planted.draft, &ValidateOptions::default())?;
///     let found = report.issues.iter().filter(|issue| issue.code != Code::OmittedDefaults);
///     prop_assert_eq!(found.count(), planted.faults.len());
///     for fault in &planted.faults {
///         prop_assert!(report.issues.iter().any(|issue| (issue.code, &issue.path) == (fault.code, &fault.path)));
///     }
/// });
/// ```
pub fn planted(kind: Kind) -> impl Strategy<Value = Planted> + Clone {
    planted::planted(kind)
}

/// Generates drafts with arbitrary faults anywhere: values that are nearly valid, hostile or of another type; members
/// that are missing, misspelled, read-only or unknown; duplicate items; lists as objects; and sometimes an envelope
/// around the draft. Each draft is a JSON object.
///
/// For properties that must hold for any input:
///
/// ```
/// use calendiff::{Kind, strategies};
/// use proptest::prelude::*;
///
/// proptest!(|(draft in strategies::wild(Kind::Calendar))| {
///     let once = Kind::Calendar.normalize(&draft)?;
///     prop_assert_eq!(Kind::Calendar.normalize(&once)?, once);
/// });
/// ```
pub fn wild(kind: Kind) -> impl Strategy<Value = Value> + Clone {
    (
        record::record(kind, RecordSort::Wild),
        proptest::bool::weighted(0.05),
    )
        .prop_map(move |(part, is_enveloped)| {
            if is_enveloped {
                json!({ kind.envelopes()[0]: part.sent })
            } else {
                part.sent
            }
        })
}

/// Generates records as responses contain them, without their envelope and in the specification's shapes. Members that
/// are not set are absent.
///
/// ```
/// use calendiff::{Kind, strategies};
/// use proptest::prelude::*;
///
/// proptest!(|(stored in strategies::stored(Kind::Location))| {
///     prop_assert_eq!(Kind::Location.read(&stored)?.value, stored);
/// });
/// ```
pub fn stored(kind: Kind) -> impl Strategy<Value = Value> + Clone {
    record::record(kind, RecordSort::Stored).prop_map(|part| part.sent)
}

/// Generates responses as the service sends them, and the record of each.
///
/// They are in the specification's envelope, in another one, or bare, sometimes with `traceId`. They contain each observed
/// shape at every member that can have it, at any depth:
///
/// | shape | where |
/// |---|---|
/// | `""`, `null`, `" "` in place of a value | members that are not set; rarely, members that an object needs |
/// | `{}`, `[]` | objects and lists that are not set; `{}` in place of a week on a schedule |
/// | numbers and truth values as text | also days of the week and hours |
/// | objects with indexes as names | in place of arrays |
/// | `formSubmitRedirectUrl`, `_id`, `daysOfWeek` and other aliases | in place of the member, or in addition to it |
/// | several days in an entry, a day in several entries | open hours |
/// | another time than midnight, an offset, `deleted: true` | special dates |
/// | `9007199254740991` | in place of "no limit" |
/// | members that no table has, with any value | everywhere |
///
/// No value is wrong in any shape: the service accepts what a body has of such a record, under every profile.
///
/// ```
/// use calendiff::{Kind, strategies};
/// use proptest::prelude::*;
///
/// proptest!(|(response in strategies::response(Kind::Calendar))| {
///     prop_assert_eq!(Kind::Calendar.read(&response.sent)?.value, response.record);
/// });
/// ```
pub fn response(kind: Kind) -> impl Strategy<Value = Response> + Clone {
    response::response(kind)
}

/// Generates stored records with drafts that edit them like a person at a form, with up to four edits. Each edit
/// changes or clears a member, touches a text, sets the hours of a day of the week, or adds, removes, moves or changes an
/// item of an array. The draft is the whole record with its edits, or only the edited members; without edits, it contains
/// no change. One draft of thirty is in an envelope.
///
/// Half of the records have the odd shapes of [`response`], without their envelope. The draft then repeats these shapes,
/// or is an edited copy of the record as [`Kind::read`] returns it.
///
/// An edit clears a member with a value that means "not set": empty text, `null`, `{}` or `[]`. The items of an array
/// have distinct keys. A draft may have an error that it takes over from a record in an observed shape, and those of the
/// values that clear: a name is never empty (`blank`), and null is not a value (`wrong_type`). A failing case shrinks to
/// the fewest edits, then to the smallest record.
///
/// ```
/// use calendiff::{DiffOptions, Kind, strategies};
/// use calendiff::json::patch;
/// use proptest::prelude::*;
///
/// proptest!(|(edited in strategies::edited(Kind::Calendar))| {
///     let as_written = DiffOptions::default().raw(true);
///     let diff = Kind::Calendar.diff(&edited.stored, &edited.draft, as_written)?;
///     let patched = patch::apply(&edited.stored, &diff.patch)?;
///     prop_assert!(Kind::Calendar.diff(&patched, &edited.draft, as_written)?.changes.is_empty());
/// });
/// ```
pub fn edited(kind: Kind) -> impl Strategy<Value = EditCase> + Clone {
    edits::edited(kind)
}

/// Generates records and the edited versions of two sides: up to five edits like those of [`edited`], or removals of
/// members. Some edits are made by one side, some by both, and some edit the same member differently on each side.
///
/// All three are whole records, half of them in the odd shapes of [`response`]. Both sides repeat the shapes of the base, or
/// are edited copies of the base as [`Kind::read`] returns it. A failing case shrinks to the fewest edits, then to the
/// smallest record.
///
/// ```
/// use calendiff::{Kind, Resolution, WhenAbsent, strategies};
/// use proptest::prelude::*;
///
/// proptest!(|(sides in strategies::merging(Kind::Calendar))| {
///     let merged = Kind::Calendar.merge(&sides.base, &sides.ours, &sides.base, Resolution::Leave)?;
///     prop_assert_eq!(merged.conflicts.len(), 0);
///     prop_assert!(Kind::Calendar.diff(&sides.ours, &merged.value, WhenAbsent::Remove)?.changes.is_empty());
/// });
/// ```
pub fn merging(kind: Kind) -> impl Strategy<Value = MergeCase> + Clone {
    edits::merging(kind)
}
