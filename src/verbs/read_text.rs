//! Reading the text of a response, in which an integer may have more digits than a number holds.

use crate::ground::error::Error;
use crate::ground::json::{Document, Node, Path, View};
use crate::knowledge::issue::{Code, Issue};
use crate::knowledge::schema::{Kind, NUMBERS, Object, Type};
use crate::record::open;
use crate::verbs::read::Stored;

impl Kind {
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
        parse(self, text)
    }
}

/// Parses a response. An integer whose digits would be lost is kept as text if no update sends its member, with a note.
/// Anywhere else it is the error that [`Document::parse`] returns.
pub(crate) fn parse(kind: Kind, text: &str) -> Result<(Document, Vec<Issue>), Error> {
    let error = match Document::parse(text) {
        Ok(document) => return Ok((document, Vec::new())),
        Err(error) => error,
    };
    if error.code() != "json_integer" {
        return Err(error);
    }
    let (document, kept) = Document::parse_keeping(text.to_owned(), &NUMBERS)?;
    let mut search = Search {
        kept,
        notes: Vec::new(),
        path: Path::new(),
    };
    let record = open::inside(kind, document.root()).view;
    if search.is_sent(record, TablePlace::Table(kind.table())) {
        Err(error)
    } else {
        Ok((document, search.notes))
    }
}

/// The place of a value in the tables.
#[derive(Clone, Copy)]
enum TablePlace {
    /// An object of a table.
    Table(&'static Object),
    /// A value of a member that an update sends.
    Sent(&'static Type),
    /// A value of a member that is unknown, or that only responses contain.
    Unsent,
}

impl TablePlace {
    fn of(ty: &'static Type) -> Self {
        match ty {
            Type::Object(table) => Self::Table(table),
            _ => Self::Sent(ty),
        }
    }

    /// Returns the place of a child: a member of that name, or an item.
    fn child(self, name: Option<&str>) -> Self {
        match (self, name) {
            (Self::Table(table), Some(name)) => match table.row_of(name) {
                Some(row) if !row.is_response_only() => Self::of(&row.ty),
                _ => Self::Unsent,
            },
            // A list may be an object with indexes for names.
            (Self::Sent(Type::List(list)), _) => Self::of(&list.item),
            _ => self,
        }
    }
}

/// A search for integers that are kept as text.
struct Search {
    /// Their nodes, in order.
    kept: Vec<u32>,
    notes: Vec<Issue>,
    path: Path,
}

impl Search {
    /// Returns true if an update would send one of the integers; notes the others.
    fn is_sent(&mut self, view: View<'_>, place: TablePlace) -> bool {
        match view.node() {
            Node::Text(digits) if self.is_kept(view) => {
                self.notes.push(Issue::note(
                    Code::ReadInteger,
                    self.path.clone(),
                    &[("found", digits)],
                ));
                !matches!(place, TablePlace::Unsent)
            }
            Node::Array(items) => items
                .enumerate()
                .any(|(index, item)| self.is_child_sent(index, item, place.child(None))),
            Node::Object(mut members) => members.any(|(name, member)| {
                self.is_child_sent(name.to_owned(), member, place.child(Some(name)))
            }),
            _ => false,
        }
    }

    fn is_child_sent(
        &mut self,
        step: impl Into<crate::ground::json::Segment>,
        child: View<'_>,
        place: TablePlace,
    ) -> bool {
        self.path.push(step);
        let is_sent = self.is_sent(child, place);
        self.path.pop();
        is_sent
    }

    fn is_kept(&self, view: View<'_>) -> bool {
        u32::try_from(view.index()).is_ok_and(|node| self.kept.binary_search(&node).is_ok())
    }
}
