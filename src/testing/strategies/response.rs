//! Responses as the service is observed to send them.

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};

use super::fault::Fault;
use super::part::{GeneratedValue, RecordSort};
use super::record;
use crate::ground::json::Path;
use crate::knowledge::issue::Code;
use crate::knowledge::schema::Kind;

/// A response and its record.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Response {
    /// The body as the service sends it.
    pub sent: Value,
    /// The record that [`Kind::read`] must return.
    pub record: Value,
    /// The notes that [`Kind::read`] must return, by place.
    pub notes: Vec<Fault>,
}

pub(super) fn response(kind: Kind) -> impl Strategy<Value = Response> + Clone {
    let trace = proptest::option::weighted(0.2, "[0-9a-f]{8}");
    (
        envelopes(kind),
        trace,
        record::record(kind, RecordSort::Response),
    )
        .prop_map(move |(envelope, trace, record)| envelope.around(kind, trace, &record))
}

/// The envelope of a record.
#[derive(Clone, Copy, Debug)]
enum Envelope {
    /// A member with that name: the specification's envelope or another one.
    Named(&'static str),
    /// The specification's envelope, with another one beside it.
    Both(&'static str),
    /// No envelope.
    Bare,
}

fn envelopes(kind: Kind) -> impl Strategy<Value = Envelope> + Clone {
    let named: Vec<_> = kind
        .envelopes()
        .iter()
        .map(|name| Envelope::Named(name))
        .collect();
    let both = kind.envelopes()[1..]
        .iter()
        .map(|name| Envelope::Both(name));
    let others: Vec<_> = both.chain([Envelope::Bare]).collect();
    prop_oneof![3 => select(named), 1 => select(others)]
}

impl Envelope {
    fn around(self, kind: Kind, trace: Option<String>, record: &GeneratedValue) -> Response {
        let sent = record.sent.clone();
        let notes = record.notes.clone();
        let mut meant = record.meant().cloned().unwrap_or_default();
        let document = kind.envelopes()[0];
        let trace = trace.map(|trace| ("traceId".to_owned(), Value::from(trace)));
        let (envelope, mut whole, note) = match self {
            Self::Named(name) => {
                let told = (name != document).then_some(Code::ReadEnvelope);
                (Some(name), Map::from_iter([(name.to_owned(), sent)]), told)
            }
            Self::Both(other) => {
                let whole =
                    Map::from_iter([(other.to_owned(), json!({})), (document.to_owned(), sent)]);
                (Some(document), whole, None)
            }
            Self::Bare => (
                None,
                sent.as_object().cloned().unwrap_or_default(),
                Some(Code::ReadBare),
            ),
        };
        if envelope.is_some() && kind.row().says_success {
            whole.insert("success".to_owned(), true.into());
        }
        if let (None, Some((name, value))) = (envelope, &trace) {
            meant[name] = value.clone();
        }
        whole.extend(trace);
        let told = note.map(|code| Fault {
            code,
            path: Path::new(),
        });
        Response {
            sent: Value::Object(whole),
            record: meant,
            notes: told.into_iter().chain(notes).collect(),
        }
    }
}
