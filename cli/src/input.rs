//! Documents: those of files and of standard input, and those of streams.

use std::sync::Arc;

use calendiff::json::{Document, Path, View};
use calendiff::{Error, Issue, Kind, Language};
use serde_json::Value;

use crate::failure::{Failure, Part, Place};
use crate::replace::replace;
use crate::source::{bytes, shown};

/// The member of a line that holds a body.
pub(crate) const BODY: &str = "body";
/// The members of a line that holds a body.
const OF_BODY_LINE: [&str; 7] = ["line", "index", "id", "kind", "method", "url", BODY];
/// The member of a line that holds what was sent.
const DRAFT: &str = "draft";
/// The members of a line that holds what was sent and the answer to it.
const OF_ANSWER_LINE: [&str; 5] = ["line", "id", DRAFT, "response", "status"];

/// Returns true for an object with no other members than these.
fn has_only(view: View<'_>, names: &[&str]) -> bool {
    view.members()
        .is_some_and(|mut members| members.all(|(name, _)| names.contains(&name)))
}

/// A document and its place.
#[derive(Clone)]
pub(crate) struct Input {
    place: Place,
    document: Arc<Document>,
    /// The member of the text that holds the document, if it is not the whole.
    member: Option<&'static str>,
    /// The kind of the record, if the list around it tells.
    kind: Option<Kind>,
    /// Integers of more than 64 bits that are kept as text, if there are any.
    kept: Option<Arc<Kept>>,
}

/// Integers of more than 64 bits that a document has as text.
struct Kept {
    /// The error of the document as a draft, which must have none.
    error: Error,
    /// The notes about them in a stored record.
    notes: Vec<Issue>,
}

/// The documents that are stored records, or answers of the service.
const STORED: [&str; 4] = ["stored", "after", "since", "response"];

impl Input {
    pub(crate) fn read(name: &str) -> Result<Self, Failure> {
        Self::read_as(name, shown(name))
    }

    /// Reads the file of a stored record.
    pub(crate) fn read_stored(name: &str) -> Result<Self, Failure> {
        Self::read_any(name)?.held_to("stored")
    }

    /// Reads the file of a document that may be a stored record.
    pub(crate) fn read_any(name: &str) -> Result<Self, Failure> {
        Self::parse_any(Place::of_file(shown(name)), &bytes(name)?)
    }

    /// Reads a file under another name for people.
    pub(crate) fn read_as(name: &str, shown: String) -> Result<Self, Failure> {
        Self::parse(Place::of_file(shown), bytes(name)?)
    }

    /// Reads a file, or uses other content if the file is empty.
    pub(crate) fn read_or(name: &str, shown: String, content: &str) -> Result<Self, Failure> {
        let bytes = bytes(name)?;
        let content = if bytes.trim_ascii().is_empty() {
            content.into()
        } else {
            bytes
        };
        Self::parse(Place::of_file(shown), content)
    }

    pub(crate) fn parse(place: Place, bytes: Vec<u8>) -> Result<Self, Failure> {
        match Document::parse_bytes(bytes) {
            Ok(document) => Ok(Self::of_document(place, document)),
            Err(error) => Err(Failure::Content(place, error)),
        }
    }

    /// Parses a document that may be a stored record, or hold one. [`held_to`](Self::held_to) decides later.
    pub(crate) fn parse_any(place: Place, bytes: &[u8]) -> Result<Self, Failure> {
        let (place, error) = match Self::parse(place, bytes.to_vec()) {
            Err(Failure::Content(place, error)) if error.code() == INTEGER => (place, error),
            parsed => return parsed,
        };
        match str::from_utf8(bytes).ok().and_then(parse_stored) {
            Some((document, notes)) => Ok(Self {
                kept: Some(Arc::new(Kept { error, notes })),
                ..Self::of_document(place, document)
            }),
            None => Err(Failure::Content(place, error)),
        }
    }

    fn of_document(place: Place, document: Document) -> Self {
        Self {
            place,
            document: Arc::new(document),
            member: None,
            kind: None,
            kept: None,
        }
    }

    /// Refuses integers of more than 64 bits where the document of that name may not have them: a stored record has them as
    /// text in members that no update sends, and another document has none.
    pub(crate) fn held_to(self, name: &str) -> Result<Self, Failure> {
        let Some(kept) = &self.kept else {
            return Ok(self);
        };
        let is_stored = STORED.contains(&name);
        let notes = match self.member.and_then(|member| self.source_of(member)) {
            Some(source) if is_stored => parse_stored(source).map(|(_, notes)| notes),
            Some(source) => Document::parse(source).ok().map(|_| Vec::new()),
            None => is_stored.then(|| kept.notes.clone()),
        };
        let error = kept.error.clone();
        match notes {
            Some(notes) => Ok(Self {
                kept: Some(Arc::new(Kept { error, notes })),
                ..self
            }),
            None => Err(Failure::Content(self.place, error)),
        }
    }

    /// Returns the text of the document as it was read, if it has integers that are kept as text.
    pub(crate) fn source_kept(&self) -> Option<&str> {
        self.kept.as_ref()?;
        match self.member {
            Some(member) => self.source_of(member),
            None => Some(self.document.source()),
        }
    }

    /// Returns the text of a member.
    fn source_of(&self, member: &'static str) -> Option<&str> {
        let span = self.document.span(&Path::new().with(member))?;
        self.document.source().get(span)
    }

    /// Returns the notes about integers of the record that are kept as text.
    pub(crate) fn notes(&self) -> &[Issue] {
        self.kept.as_ref().map_or(&[], |kept| &kept.notes)
    }

    /// Returns the document that a member of this one is, if it exists.
    pub(crate) fn member(&self, name: &'static str) -> Option<Self> {
        self.root().get(name)?;
        Some(Self {
            place: self.place.clone(),
            document: Arc::clone(&self.document),
            member: Some(name),
            kind: self.kind,
            kept: self.kept.clone(),
        })
    }

    /// Sets the kind of the record.
    pub(crate) fn of(self, kind: Option<Kind>) -> Self {
        Self { kind, ..self }
    }

    /// Returns the body inside a line that names its record: `{ "id", "kind", "body" }`. Another document stays as it is.
    pub(crate) fn body_of_line(self) -> Self {
        let line = self.root();
        if !has_only(line, &OF_BODY_LINE) || line.get(BODY).is_none() {
            return self;
        }
        let kind = line
            .get("kind")
            .and_then(View::text)
            .and_then(|name| name.parse().ok());
        Self {
            kind: kind.or(self.kind),
            member: Some(BODY),
            ..self
        }
    }

    /// Returns true for a body that is inside a line which names its record.
    pub(crate) fn is_body_of_line(&self) -> bool {
        self.member == Some(BODY)
    }

    /// Returns the draft inside a line that holds what was sent and the answer, with the status of the answer:
    /// `{ "id", "draft", "response", "status" }`.
    pub(crate) fn draft_of_answer(&self) -> Option<(Self, i64)> {
        let line = self.document.root();
        if !has_only(line, &OF_ANSWER_LINE) || line.get(DRAFT).is_none() {
            return None;
        }
        let draft = Self {
            member: Some(DRAFT),
            ..self.clone()
        };
        Some((draft, line.get("status")?.number()?.as_i64()?))
    }

    pub(crate) fn place(&self) -> &Place {
        &self.place
    }

    /// Returns the text that the document is in.
    pub(crate) fn text(&self) -> &Document {
        &self.document
    }

    pub(crate) fn root(&self) -> View<'_> {
        let root = self.document.root();
        self.member.and_then(|name| root.get(name)).unwrap_or(root)
    }

    /// Returns the identifier of the record, bare or in an envelope, or else the `id` of its line.
    pub(crate) fn id(&self) -> Option<&str> {
        self.own_id().or_else(|| self.id_of_line())
    }

    /// Returns the identifier that the record has itself.
    pub(crate) fn own_id(&self) -> Option<&str> {
        let records = Kind::ALL.iter().map(|kind| self.unwrapped(*kind));
        records
            .flat_map(|record| ["id", "_id"].map(|name| record.get(name)?.text()))
            .find_map(|id| id)
    }

    /// Returns the name of the record, bare or in an envelope.
    pub(crate) fn record_name(&self) -> Option<&str> {
        Kind::ALL
            .iter()
            .find_map(|kind| self.unwrapped(*kind).get("name")?.text())
    }

    /// Returns the `id` of the line that has the document as a member.
    pub(crate) fn id_of_line(&self) -> Option<&str> {
        self.member?;
        self.document.root().get("id")?.text()
    }

    pub(crate) fn value(&self) -> Value {
        self.root().to_value()
    }

    /// Returns the record without its envelope.
    pub(crate) fn unwrapped(&self, kind: Kind) -> View<'_> {
        kind.strip_envelope(self.root()).1
    }

    /// Records the positions of the issues of the record in the file.
    pub(crate) fn locate(&self, kind: Kind, issues: &mut [Issue]) {
        self.locate_inside(kind.strip_envelope(self.root()).0, issues);
    }

    /// Records the positions of issues whose paths begin inside of an envelope, or at the root.
    pub(crate) fn locate_inside(&self, envelope: Option<&'static str>, issues: &mut [Issue]) {
        let steps = self.member.into_iter().chain(envelope);
        let record = steps.fold(Path::new(), |path, name| path.with(name));
        Issue::locate_all(issues, &self.document, &record);
        for position in issues
            .iter_mut()
            .filter_map(|issue| issue.position.as_mut())
        {
            *position = self.place.in_file(*position);
        }
    }

    /// Returns the unchanged stored record without its envelope.
    pub(crate) fn record(&self, kind: Kind) -> Result<View<'_>, Failure> {
        self.in_file(kind.record_in(self.root()))
    }

    /// Returns a record in the envelope that the file has.
    pub(crate) fn enveloped(&self, kind: Kind, record: Value) -> Value {
        let Some(envelope) = kind.strip_envelope(self.root()).0 else {
            return record;
        };
        let mut whole = self.value();
        whole[envelope] = record;
        whole
    }

    /// Returns true for a list of records, bare or as the service returns it.
    fn is_list(&self) -> bool {
        let mut members = self.root().members().into_iter().flatten();
        is_of_records(self.root())
            || Kind::guess(self.root()).is_none() && members.any(|(_, list)| is_of_records(list))
    }

    /// Names the file in an error about its content.
    pub(crate) fn in_file<T>(&self, result: Result<T, Error>) -> Result<T, Failure> {
        result.map_err(|error| {
            let place = self.place.clone();
            if place.part == Part::Whole && self.is_list() {
                let message = format!("{error}; to answer each record of the list, add --ndjson");
                return Failure::Record(place, error.code(), message);
            }
            Failure::Content(place, error)
        })
    }
}

/// The code of the error for an integer of more than 64 bits.
const INTEGER: &str = "json_integer";

/// Parses the text of a stored record of either kind, if no update of its kind sends an integer of more than 64 bits.
pub(crate) fn parse_stored(text: &str) -> Option<(Document, Vec<Issue>)> {
    let mut of_other = None;
    for kind in Kind::ALL {
        let Ok(parsed) = kind.parse_stored(text) else {
            continue;
        };
        match Kind::guess(parsed.0.root()) {
            Some(guessed) if guessed == *kind => return Some(parsed),
            Some(_) => {}
            None => of_other = of_other.or(Some(parsed)),
        }
    }
    of_other
}

/// Returns true for a list whose items are all objects.
fn is_of_records(list: View<'_>) -> bool {
    list.items()
        .is_some_and(|mut items| items.all(|item| item.members().is_some()))
}

/// Returns the language given by tag or as a file with texts that replace English ones; without one, the language that
/// the environment names, if it exists.
pub(crate) fn language(asked: Option<&str>) -> Result<Language, Failure> {
    let Some(asked) = asked else {
        let set = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .filter_map(|name| std::env::var(name).ok());
        let first = set.into_iter().find(|value| !value.is_empty());
        return Ok(first
            .and_then(|tag| Language::named(&tag))
            .unwrap_or_else(Language::english)
            .clone());
    };
    if !asked.contains(['.', '/', '\\'])
        && let Some(language) = Language::named(asked)
    {
        return Ok(language.clone());
    }
    if !std::path::Path::new(asked).exists() && asked != "-" {
        let known = Language::TAGS.join(", ");
        return Err(Failure::Usage(format!(
            "{}: neither a language ({known}) nor a file",
            shown(asked)
        )));
    }
    let file = Input::read(asked)?;
    let own = file.value();
    file.in_file(Language::english().with(&own))
}

/// Returns the kind that was given, else the one that the content shows.
pub(crate) fn kind(asked: Option<Kind>, inputs: &[&Input]) -> Result<Kind, Failure> {
    let guessed = asked.or_else(|| {
        inputs
            .iter()
            .find_map(|input| input.kind.or_else(|| Kind::guess(input.root())))
    });
    if let Some(kind) = guessed {
        return Ok(kind);
    }
    // For a value that is not a record, that error is more helpful than a question about its kind.
    for input in inputs {
        input.in_file(Kind::Calendar.read(input.root()))?;
    }
    Err(match inputs {
        [] => Failure::Usage("say --kind calendar or --kind location".to_owned()),
        inputs => Failure::KindUnknown(inputs.iter().map(|input| input.place.clone()).collect()),
    })
}

/// Replaces the text of a file.
pub(crate) fn write(name: &str, text: impl AsRef<[u8]>) -> Result<(), Failure> {
    replace(name.as_ref(), text.as_ref())
        .map_err(|error| Failure::Unwritable(name.to_owned(), error))
}
