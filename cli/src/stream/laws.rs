//! Laws of streams, over texts in every form that they have, whole and with one byte changed: each record of a text is in one
//! of its pieces, or there is an error that names the place.

use std::io::{self, Read};

use proptest::prelude::*;

use crate::failure::{Failure, Place};
use crate::source::Source;
use crate::stream::piece::{Content, Piece};
use crate::stream::pieces::Pieces;

/// The records of a text, from a number on, as one document or as a line each.
#[derive(Clone, Copy, Debug)]
enum TextShape {
    Line,
    ListOfLine,
    Pretty,
    List,
    Enveloped,
    EnvelopedOfLine,
}

/// A text that is a stream of records, and the number of its records.
#[derive(Clone, Debug)]
struct Text {
    text: String,
    records: usize,
}

/// Returns a record with all that could be taken for the end of one, on one line or on several.
fn record(number: usize, is_pretty: bool) -> String {
    let [line, space] = if is_pretty { ["\n", "  "] } else { ["", ""] };
    format!(
        "{{{line}{space}{id},{line}{space}\"name\": \"é ]}}, \\\"[{{\",{line}{space}\"a\": [1, {{}}, []]{line}}}",
        id = id(number)
    )
}

fn id(number: usize) -> String {
    format!("\"id\": \"r{number}\"")
}

/// Returns a document with some records, numbered from `first`.
fn document(document: TextShape, first: usize, count: usize) -> String {
    match document {
        TextShape::Line => records(false, "\n", first, count) + "\n",
        TextShape::ListOfLine => format!("[{}]\n", records(false, ", ", first, count)),
        TextShape::EnvelopedOfLine => format!(
            "{{\"traceId\":\"a\",\"locations\":[{}]}}\n",
            records(false, ",", first, count)
        ),
        TextShape::Pretty => records(true, "\n", first, count) + "\n",
        TextShape::List => format!("[\n{}\n]\n", records(true, " ,\n", first, count)),
        TextShape::Enveloped => {
            format!(
                "{{\"meta\": {{\"a\": \"[\"}}, \"calendars\" : [\n{}\n],\n\"next\": \"]}}\"}}\n",
                records(true, ",", first, count)
            )
        }
    }
}

fn records(is_pretty: bool, separator: &str, first: usize, count: usize) -> String {
    let records: Vec<String> = (first..first + count)
        .map(|number| record(number, is_pretty))
        .collect();
    records.join(separator)
}

/// Returns texts of several documents, in forms that a stream may mix.
fn texts() -> impl Strategy<Value = Text> {
    use TextShape::{Enveloped, EnvelopedOfLine, Line, List, ListOfLine, Pretty};
    const MIXED: [&[TextShape]; 3] = [
        &[Line, ListOfLine, EnvelopedOfLine],
        &[List, Enveloped],
        &[Pretty],
    ];
    let documents = prop::sample::select(&MIXED[..]).prop_flat_map(|forms| {
        prop::collection::vec((prop::sample::select(forms), 1..4_usize), 1..5)
    });
    documents.prop_map(|documents| {
        let mut whole = Text {
            text: String::new(),
            records: 0,
        };
        for (form, count) in documents {
            whole.text += &document(form, whole.records, count);
            whole.records += count;
        }
        whole
    })
}

/// Gives so many bytes a read.
struct Slow {
    bytes: io::Cursor<Vec<u8>>,
    most: usize,
}

impl Read for Slow {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = self.most.min(buffer.len());
        self.bytes.read(&mut buffer[..most])
    }
}

/// Returns the pieces of a text that comes in parts of a given size, and the error that ends them.
fn pieces_of(text: &[u8], most: usize) -> (Vec<Piece>, Option<Failure>) {
    let slow = Slow {
        bytes: io::Cursor::new(text.to_vec()),
        most,
    };
    let mut pieces = Pieces::of(Source::of("stream", Box::new(slow)), true);
    let mut found = Vec::new();
    loop {
        match pieces.next() {
            Ok(Some(piece)) => found.push(piece),
            Ok(None) => return (found, None),
            Err(failure) => return (found, Some(failure)),
        }
    }
}

fn text_of(piece: &Piece) -> &[u8] {
    if let Content::Text(text) = &piece.content {
        text
    } else {
        b""
    }
}

/// Returns the offset of a text in another.
fn offset_of(text: &[u8], inside: &[u8]) -> Option<usize> {
    inside
        .windows(text.len().max(1))
        .position(|window| window == text)
}

/// Returns the number of lines. The last one may be empty.
fn lines_of(text: &[u8]) -> usize {
    text.split(|byte| *byte == b'\n').count()
}

/// Returns the lines before an offset, and the characters before it on its line.
fn before(text: &[u8], offset: usize) -> (usize, usize) {
    let lines = lines_of(&text[..offset]) - 1;
    let start = text[..offset]
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |end| end + 1);
    (
        lines,
        String::from_utf8_lossy(&text[start..offset])
            .chars()
            .count(),
    )
}

proptest! {
    #[test]
    fn each_record_of_a_stream_is_a_piece_at_its_place(Text { text, records } in texts(), most in 1..600_usize) {
        let (pieces, failure) = pieces_of(text.as_bytes(), most);
        prop_assert!(failure.is_none(), "{text}");
        prop_assert_eq!(pieces.len(), records, "{}", text);
        for (number, piece) in pieces.iter().enumerate() {
            let own = text_of(piece);
            prop_assert!(offset_of(id(number).as_bytes(), own).is_some(), "record {} of {}", number, text);
            let offset = offset_of(own, text.as_bytes()).unwrap_or_default();
            prop_assert_eq!(piece.place.before, before(text.as_bytes(), offset), "record {} of {}", number, text);
            let parsed = piece.clone().parse();
            prop_assert!(parsed.is_ok_and(|input| input.is_some()), "record {} of {}", number, text);
        }
    }

    #[test]
    fn no_record_of_a_broken_stream_is_lost_without_an_error(
        Text { text, records } in texts(),
        at in any::<prop::sample::Index>(),
        change in prop::sample::select(&["", "{", "}", "[", "]", ",", ":", "\"", "\\", "\n", "x", " ", "]}", "[{"][..]),
        removed in 0..3_usize,
        most in 1..600_usize,
    ) {
        let mut bytes = text.into_bytes();
        let at = at.index(bytes.len());
        let end = (at + removed).min(bytes.len());
        bytes.splice(at..end, change.bytes());
        let (pieces, failure) = pieces_of(&bytes, most);
        let shown = String::from_utf8_lossy(&bytes);
        let is_in_a_piece = |number: usize| {
            pieces.iter().any(|piece| offset_of(id(number).as_bytes(), text_of(piece)).is_some())
        };
        match failure {
            Some(Failure::ListEnd(Place { before: (line, _), .. })) => {
                prop_assert!(line < lines_of(&bytes), "{}", shown);
            }
            Some(failure) => prop_assert!(false, "{failure} of {shown}"),
            None => {
                let is_there = |number: &usize| offset_of(id(*number).as_bytes(), &bytes).is_some();
                for number in (0..records).filter(is_there) {
                    prop_assert!(is_in_a_piece(number), "record {} of {}", number, shown);
                }
            }
        }
    }
}
