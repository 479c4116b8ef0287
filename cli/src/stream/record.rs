//! The documents of one record of a stream: from lines that hold them by name, from files paired by line or by id, and
//! from files that every record uses.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};

use calendiff::json::{Number, View};

use crate::failure::{Failure, Part, Place};
use crate::input::Input;
use crate::run::Facts;
use crate::source::{Taken, shown};
use crate::stream::files::Files;
use crate::stream::piece::{Piece, READ};
use crate::stream::summary::Named;
use crate::stream::workers::Found;

/// The other members that a line with documents may have.
const BESIDE: [&str; 5] = ["line", "index", "id", "kind", "status"];

/// The documents that a record may lack: no update is sent to it.
const BODIES: [&str; 2] = ["body", "sent"];

/// The code of a document that has no counterpart in another file.
const NO_PARTNER: &str = "no_partner";

/// The documents that a verb takes, and the files they are in.
pub(crate) struct Documents<'a> {
    /// The names of the documents, in the order of the command line.
    pub(crate) names: &'static [&'static str],
    /// The number of names that the verb cannot do without.
    pub(crate) required: usize,
    pub(crate) files: Vec<&'a str>,
    /// Other files like the only one.
    pub(crate) others: &'a [String],
    /// Documents that every record uses, by name.
    pub(crate) fixed: Vec<(&'static str, Input)>,
    /// True if the records of several files are paired by id, and not by line.
    pub(crate) by_id: bool,
    /// True if the last file must have each record of the others once, where records are paired by id.
    pub(crate) needs_all: bool,
    /// The name of a document of which the verb tells if it is a stored record.
    pub(crate) of_either: Option<&'static str>,
}

/// The documents of one record, in the order of the names.
pub(crate) struct Record {
    names: &'static [&'static str],
    documents: Vec<Option<Input>>,
    /// The line that holds the documents by name.
    line: Option<Input>,
}

impl Record {
    /// Returns the record whose documents are files.
    pub(crate) fn of_files(names: &'static [&'static str], documents: Vec<Option<Input>>) -> Self {
        Self {
            names,
            documents,
            line: None,
        }
    }

    /// Refuses integers of more than 64 bits in the documents that may not have them by their names, except one.
    pub(crate) fn held_to_names(mut self, except: Option<&str>) -> Result<Self, Failure> {
        for (name, document) in self.names.iter().zip(&mut self.documents) {
            if except == Some(name) {
                continue;
            }
            *document = document
                .take()
                .map(|document| document.held_to(name))
                .transpose()?;
        }
        Ok(self)
    }

    /// Returns the first documents.
    pub(crate) fn all<const COUNT: usize>(&self) -> Result<[&Input; COUNT], Failure> {
        let all: Vec<&Input> = self.documents.iter().take(COUNT).flatten().collect();
        all.try_into()
            .map_err(|_| Failure::Usage(format!("expected {}", self.names[..COUNT].join(", "))))
    }

    pub(crate) fn get(&self, index: usize) -> Option<&Input> {
        self.documents.get(index)?.as_ref()
    }

    /// Returns the identifier of the first document that has one.
    pub(crate) fn id(&self) -> Option<&str> {
        self.documents.iter().flatten().find_map(Input::id)
    }

    /// Returns the name of the first document that has one.
    pub(crate) fn name(&self) -> Option<&str> {
        self.documents.iter().flatten().find_map(Input::record_name)
    }

    /// Returns a number that stands in the line beside the documents.
    pub(crate) fn line_number(&self, name: &str) -> Option<Number> {
        self.line.as_ref()?.root().get(name)?.number()
    }
}

/// The origin of a document.
enum Origin {
    Fixed(Input),
    /// The stream at that index.
    Stream(usize),
    /// The stream that is held in memory, by id.
    WaitingDocument(ById, String),
    /// A member of the line.
    Line,
}

/// The documents of a file by id.
type ById = HashMap<String, WaitingDocument>;

/// A document that waits for its partner.
struct WaitingDocument {
    place: Place,
    /// `None` if several have the id.
    piece: Option<Piece>,
    /// The number of partners that it has found so far.
    partners: AtomicUsize,
}

/// A record that the last file does not have once, and the reason why that is an error.
pub(crate) struct Unpaired {
    pub(crate) id: String,
    pub(crate) place: Place,
    pub(crate) failure: Failure,
}

impl Unpaired {
    /// Counts the error as that of a record beside those of the last file.
    pub(crate) fn count(&self, found: &mut Found) {
        found.code = found.code.max(self.failure.status());
        let record = Named::of(&self.place, Some(self.id.clone()));
        found
            .summary
            .add(record, Facts::default(), Err(&self.failure));
    }
}

/// The names of documents, each with its origin.
pub(crate) struct Plan {
    names: &'static [&'static str],
    required: usize,
    origins: Vec<Option<Origin>>,
    pub(crate) is_by_id: bool,
    /// True if records are those of several files, one after the other.
    pub(crate) is_of_several: bool,
    needs_all: bool,
    of_either: Option<&'static str>,
    /// The name of the last file.
    last: String,
}

/// The text of one record: a document of each stream.
pub(crate) type Pieced = Vec<Option<Piece>>;

/// The streams that a plan reads side by side.
pub(crate) struct Streams {
    streams: Vec<Files>,
    count: usize,
}

impl Plan {
    /// Decides where each document comes from, and opens the files.
    pub(crate) fn of(documents: Documents<'_>) -> Result<(Self, Streams), Failure> {
        let Documents {
            names,
            required,
            files,
            others,
            fixed,
            by_id,
            needs_all,
            of_either,
        } = documents;
        let last = files.last().map(shown).unwrap_or_default();
        let mut origins: Vec<Option<Origin>> = names.iter().map(|_| None).collect();
        for (name, input) in fixed {
            let index = names.iter().position(|known| *known == name);
            if let Some(origin) = index.and_then(|index| origins.get_mut(index)) {
                *origin = Some(Origin::Fixed(input));
            }
        }
        let open: Vec<usize> = (0..names.len())
            .filter(|index| origins[*index].is_none())
            .collect();
        let needed = open.iter().filter(|index| **index < required).count();
        let mut streams = Vec::new();
        match files.as_slice() {
            [file] if open.len() > 1 => {
                streams.push(Files::open(file, others, names[open[0]] != "patch")?);
                for index in &open {
                    origins[*index] = Some(Origin::Line);
                }
            }
            files if files.len() == open.len() || files.len() == needed => {
                let of_last = files.len().saturating_sub(1);
                for (at, (file, index)) in files.iter().zip(&open).enumerate() {
                    let stream = Files::open(file, others, names[*index] != "patch")?;
                    origins[*index] = Some(if by_id && at < of_last {
                        Origin::WaitingDocument(held(stream, names[*index])?, shown(file))
                    } else {
                        streams.push(stream);
                        Origin::Stream(streams.len() - 1)
                    });
                }
            }
            files => {
                let open: Vec<&str> = open.iter().map(|index| names[*index]).collect();
                return Err(Failure::Usage(format!(
                    "--ndjson takes one FILE whose lines hold {}, or a FILE for each; {} are given",
                    open.join(" and "),
                    files.len()
                )));
            }
        }
        let is_by_id = by_id && files.len() > 1;
        let is_of_several = !others.is_empty();
        Ok((
            Self {
                names,
                required,
                origins,
                is_by_id,
                is_of_several,
                needs_all,
                of_either,
                last,
            },
            Streams { streams, count: 0 },
        ))
    }

    /// Parses and pairs the documents of a record. Returns `None` for a blank line.
    pub(crate) fn record(&self, pieced: Pieced, place: &Place) -> Result<Option<Record>, Failure> {
        let has_piece: Vec<bool> = pieced.iter().map(Option::is_some).collect();
        let mut read = Vec::with_capacity(pieced.len());
        for piece in pieced {
            let input = piece.map(Piece::parse).transpose()?.flatten();
            read.push(input.map(Input::body_of_line));
        }
        // A blank line beside a document asks for nothing, such as the body of a record that is as wished.
        if read
            .iter()
            .zip(&has_piece)
            .any(|(read, has_piece)| read.is_none() && *has_piece)
        {
            return Ok(None);
        }
        read.iter().flatten().try_for_each(not_an_error)?;
        if read.iter().any(Option::is_none) {
            let message = "another file has no document at this place".to_owned();
            return Err(Failure::Record(place.clone(), NO_PARTNER, message));
        }
        let last = read.last().and_then(Option::as_ref);
        if let Some(id) = last.and_then(Input::id) {
            if self.bodies().is_some_and(|bodies| !bodies.contains_key(id)) {
                // No update is sent to this record.
                return Ok(None);
            }
            for found in self.held().filter_map(|(_, held, _)| held.get(id)) {
                found.partners.fetch_add(1, Ordering::Relaxed);
            }
        }
        let line = read
            .first()
            .and_then(Option::as_ref)
            .filter(|line| self.is_by_name(line.root()));
        let mut documents = Vec::with_capacity(self.origins.len());
        for (index, (name, from)) in self.names.iter().zip(&self.origins).enumerate() {
            documents.push(match from {
                None => None,
                Some(Origin::Fixed(input)) => Some(input.clone()),
                Some(Origin::Stream(stream)) => read[*stream].clone(),
                Some(Origin::WaitingDocument(held, file)) => {
                    let partner = partner(held, file, last, place)?;
                    partner.iter().try_for_each(not_an_error)?;
                    partner
                }
                Some(Origin::Line) => match line {
                    Some(line) => line.member(name),
                    None if self.required == 1 && index == 0 => read[0].clone(),
                    None => None,
                },
            });
        }
        let missing = documents
            .iter()
            .take(self.required)
            .position(Option::is_none);
        if let Some(name) = missing.map(|index| self.names[index]) {
            let message = format!("the line has no member {name:?}");
            return Err(Failure::Record(place.clone(), "document_missing", message));
        }
        self.same_id(&documents, place)?;
        let line = line.cloned();
        let record = Record {
            names: self.names,
            documents,
            line,
        };
        record.held_to_names(self.of_either).map(Some)
    }

    /// Returns true if a line holds documents by name. Where one document is enough, the line may also be that document, so
    /// that it must have no member that is none of these.
    fn is_by_name(&self, line: View<'_>) -> bool {
        if !self
            .origins
            .iter()
            .any(|from| matches!(from, Some(Origin::Line)))
        {
            return false;
        }
        self.required > 1
            || line.get(self.names[0]).is_some()
                && line.members().is_some_and(|mut members| {
                    members.all(|(name, _)| self.names.contains(&name) || BESIDE.contains(&name))
                })
    }

    /// Fails if documents are those of different records, by their own ids and by those of their lines.
    fn same_id(&self, documents: &[Option<Input>], place: &Place) -> Result<(), Failure> {
        let mut ids = Vec::new();
        for (name, document) in self.names.iter().zip(documents) {
            let Some(document) = document else { continue };
            ids.extend(document.own_id().map(|id| (*name, id)));
            ids.extend(document.id_of_line().map(|id| ("its line", id)));
        }
        let mut ids = ids.into_iter();
        let Some((name, id)) = ids.next() else {
            return Ok(());
        };
        match ids.find(|(_, other)| *other != id) {
            None => Ok(()),
            Some((other_name, other)) => {
                let advice = if self.is_by_line() {
                    "; --pair id pairs them by id"
                } else {
                    ""
                };
                let message =
                    format!("{name} has the id {id:?}, {other_name} has {other:?}{advice}");
                Err(Failure::Record(place.clone(), "other_record", message))
            }
        }
    }

    /// Returns true if the documents of several files are paired by line.
    fn is_by_line(&self) -> bool {
        let streams = self
            .origins
            .iter()
            .filter(|from| matches!(from, Some(Origin::Stream(_))));
        streams.count() > 1
    }

    /// Returns the files that are held in memory: the names of their documents, the documents by id, and the names of
    /// the files.
    fn held(&self) -> impl Iterator<Item = (&'static str, &ById, &str)> {
        self.names
            .iter()
            .zip(&self.origins)
            .filter_map(|(name, from)| match from {
                Some(Origin::WaitingDocument(held, file)) => Some((*name, held, file.as_str())),
                _ => None,
            })
    }

    /// Returns the bodies that are held in memory. A record that gets no update has none.
    fn bodies(&self) -> Option<&ById> {
        let mut held = self.held();
        held.find_map(|(name, held, _)| BODIES.contains(&name).then_some(held))
    }

    /// Returns the records that the last file lacks or has several times, in the order of the file that they are in: of
    /// the bodies where there are some, since the other records get no update.
    pub(crate) fn unpaired(&self) -> Vec<Unpaired> {
        let first = self
            .bodies()
            .or_else(|| self.held().next().map(|(_, held, _)| held));
        let Some(first) = first.filter(|_| self.needs_all) else {
            return Vec::new();
        };
        let unpaired = first.iter().filter_map(|(id, held)| {
            let (code, has) = match held.partners.load(Ordering::Relaxed) {
                0 => (NO_PARTNER, "no record"),
                1 => return None,
                _ => ("id_twice", "several records"),
            };
            let message = format!("{} has {has} with the id {id:?}", self.last);
            let failure = Failure::Record(held.place.clone(), code, message);
            Some(Unpaired {
                id: id.clone(),
                place: held.place.clone(),
                failure,
            })
        });
        let mut unpaired: Vec<Unpaired> = unpaired.collect();
        unpaired.sort_by_key(|unpaired| (unpaired.place.part.line(), unpaired.place.part.index()));
        unpaired
    }

    /// Says how many documents of each file found no partner, except those of the given records. Where there are bodies,
    /// the other records get no update.
    pub(crate) fn left_over(&self, told: &[Unpaired]) -> Vec<String> {
        if self.names.iter().any(|name| BODIES.contains(name)) {
            return Vec::new();
        }
        let told: HashSet<&str> = told.iter().map(|unpaired| &*unpaired.id).collect();
        let left = self.held().map(|(_, held, file)| {
            let left = held.iter().filter(|(id, held)| {
                held.partners.load(Ordering::Relaxed) == 0 && !told.contains(id.as_str())
            });
            (left.count(), file)
        });
        let left = left.filter(|(count, _)| *count > 0);
        left.map(|(count, file)| format!("{file}: ids without a partner: {count}"))
            .collect()
    }
}

/// Returns the error that a line holds in place of an answer, `{ "line", "error": { "code", "message" } }`.
fn error_in(line: View<'_>) -> Option<String> {
    let error = line
        .get("error")
        .filter(|_| line.get("line").is_some_and(|line| line.number().is_some()))?;
    let [code, message] = ["code", "message"].map(|name| error.get(name).and_then(View::text));
    Some(format!("{} ({})", message?, code?))
}

/// Reads a whole stream into memory, by id. Of answers to updates, those that were accepted hold the bodies, and of several for
/// one id the last one counts.
fn held(mut stream: Files, name: &str) -> Result<ById, Failure> {
    let mut held = ById::new();
    while let Some(piece) = stream.next()? {
        let Some(input) = piece.clone().parse()? else {
            continue;
        };
        let answer = input.draft_of_answer().filter(|_| BODIES.contains(&name));
        if let Some((draft, status)) = answer {
            if let Some(id) = draft.id_of_line().filter(|_| (200..300).contains(&status)) {
                let place = piece.place.clone();
                let partners = AtomicUsize::new(0);
                held.insert(
                    id.to_owned(),
                    WaitingDocument {
                        place,
                        piece: Some(piece),
                        partners,
                    },
                );
            }
            continue;
        }
        let input = input.body_of_line();
        let Some(id) = input.id() else {
            not_an_error(&input)?;
            let message = "there is no id to pair this by; --pair line pairs by line".to_owned();
            return Err(Failure::Record(piece.place, "id_missing", message));
        };
        let place = piece.place.clone();
        let piece = (!held.contains_key(id)).then_some(piece);
        held.insert(
            id.to_owned(),
            WaitingDocument {
                place,
                piece,
                partners: AtomicUsize::new(0),
            },
        );
    }
    Ok(held)
}

/// Returns the held document with the id of a record.
fn partner(
    held: &ById,
    file: &str,
    of: Option<&Input>,
    place: &Place,
) -> Result<Option<Input>, Failure> {
    let id = of.and_then(Input::id);
    let id = id.ok_or_else(|| {
        Failure::Record(
            place.clone(),
            "id_missing",
            "the record has no id to pair it by".to_owned(),
        )
    })?;
    let found = held.get(id).ok_or_else(|| {
        Failure::Record(
            place.clone(),
            NO_PARTNER,
            format!("{file} has no record with the id {id:?}"),
        )
    })?;
    let piece = found.piece.clone();
    let piece = piece.ok_or_else(|| {
        Failure::Record(
            place.clone(),
            "id_twice",
            format!("{file} has several records with the id {id:?}"),
        )
    })?;
    let input = piece.parse()?;
    Ok(input.map(|input| match input.draft_of_answer() {
        Some((draft, _)) => draft,
        None => input.body_of_line(),
    }))
}

/// Fails for a line that holds an error in place of a document.
fn not_an_error(input: &Input) -> Result<(), Failure> {
    let Some(error) = error_in(input.text().root()) else {
        return Ok(());
    };
    let message = format!("the line is an error: {error}");
    Err(Failure::Record(
        input.place().clone(),
        "unanswered",
        message,
    ))
}

impl Streams {
    /// Returns the records that can be had without another read, but one at least, and no more than one read has bytes.
    /// Returns none at the end.
    pub(crate) fn batch(&mut self) -> Result<Vec<(Place, Pieced)>, Failure> {
        let mut batch = Vec::new();
        let mut size = 0;
        while batch.is_empty() || size < READ && self.streams.iter().all(Files::is_ready) {
            let mut pieced = Vec::with_capacity(self.streams.len());
            for stream in &mut self.streams {
                pieced.push(stream.next()?);
            }
            let Some(place) = self.place(&pieced) else {
                break;
            };
            size += pieced.iter().flatten().map(Piece::size).sum::<usize>();
            batch.push((place, pieced));
            self.count += 1;
        }
        Ok(batch)
    }

    /// Returns the place of a record: that of its document in the last file. Returns `None` if there is no document.
    fn place(&self, pieced: &[Option<Piece>]) -> Option<Place> {
        let first = pieced.iter().flatten().next()?;
        let file = self.streams.last()?.name();
        Some(match pieced.last() {
            Some(Some(piece)) => piece.place.clone(),
            // A file that is at its end has no line, but the record has its place in it.
            _ => Place {
                file: file.to_owned(),
                part: match first.place.part {
                    Part::Item(_) => Part::Item(self.count),
                    _ => Part::Line(self.count + 1),
                },
                before: (0, 0),
            },
        })
    }

    /// Returns the progress of the largest file.
    pub(crate) fn progress(&self) -> Option<Taken> {
        self.streams
            .iter()
            .filter_map(Files::progress)
            .max_by_key(|taken| taken.size)
    }
}
