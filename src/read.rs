//! Reading responses: the record out of its envelope.

use serde::Serialize;
use serde_json::Value;

use crate::error::Error;
use crate::json::View;
use crate::schema::Kind;

/// A record as the service returned it, unwrapped.
///
/// Serializes as `{ kind, envelope, value }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stored {
    /// What kind of record it is.
    pub kind: Kind,
    /// The member that held the record: `calendar`, `buiseness` or `business`; nothing where it came bare.
    pub envelope: Option<&'static str>,
    /// The record, every member as it came.
    pub value: Value,
}

impl Kind {
    /// Reads a response: takes the record out of `{ "calendar": … }` or `{ "success": true, "buiseness": … }`
    /// (sections 4.1 and 4.2). A correctly spelled `business` and a bare record are read too (observed).
    ///
    /// # Errors
    /// `not_a_record` where the response, or what stands in its envelope, is no JSON object.
    ///
    /// ```
    /// use calendiff::Kind;
    /// use serde_json::json;
    ///
    /// let stored = Kind::Location.read(&json!({ "success": true, "buiseness": { "name": "Rose Lane" } }))?;
    /// assert_eq!((stored.envelope, stored.value), (Some("buiseness"), json!({ "name": "Rose Lane" })));
    ///
    /// let refused = Kind::Calendar.read(&json!({ "calendar": null })).unwrap_err();
    /// assert_eq!(refused.code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn read<'a, V: View<'a>>(self, response: V) -> Result<Stored, Error> {
        let (envelope, record) = self.unwrap(response);
        self.expect_record(record)?;
        Ok(Stored { kind: self, envelope, value: record.to_value() })
    }

    /// The record inside its envelope and the envelope's name, or the value itself.
    pub fn unwrap<'a, V: View<'a>>(self, response: V) -> (Option<&'static str>, V) {
        let wrapped = self.envelopes().iter().find_map(|name| Some((Some(*name), response.get(name)?)));
        wrapped.unwrap_or((None, response))
    }

    /// Which kind of record a value is: by its envelope, else by the members that only one kind has.
    ///
    /// Nothing where it could be either, as `{ "name": "…" }` could.
    ///
    /// ```
    /// use calendiff::Kind;
    /// use serde_json::json;
    ///
    /// assert_eq!(Kind::guess(&json!({ "slotDuration": 30 })), Some(Kind::Calendar));
    /// assert_eq!(Kind::guess(&json!({ "buiseness": {} })), Some(Kind::Location));
    /// assert_eq!(Kind::guess(&json!({ "name": "Consultation" })), None);
    /// ```
    #[must_use]
    pub fn guess<'a, V: View<'a>>(value: V) -> Option<Self> {
        let enveloped = Self::ALL.into_iter().find(|kind| kind.unwrap(value).0.is_some());
        enveloped.or_else(|| {
            let [calendar, location] = Self::ALL.map(|kind| {
                let names = value.members().into_iter().flatten();
                names.filter(|(name, _)| kind.record().find(name).is_some()).count()
            });
            match calendar.cmp(&location) {
                std::cmp::Ordering::Greater => Some(Self::Calendar),
                std::cmp::Ordering::Less => Some(Self::Location),
                std::cmp::Ordering::Equal => None,
            }
        })
    }
}
