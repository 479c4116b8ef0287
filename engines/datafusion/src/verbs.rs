//! The table of the verbs: what each takes, what it returns, and the call of the library that answers.

use calendiff::json::{Segment, View, to_string};
use calendiff::{
    Change, Conflict, DiffOptions, EditOptions, Edited, Error, Issue, OpeningDate, PayloadShape,
    Sentence, Severity, ValidateOptions, ValidationReport,
};

use crate::arguments::Call;
use crate::column::{Cell, Column};
use crate::parameter::{
    ABSENT, EDITS, FIRST, LAST, MODE, POINTER, PROFILE, Parameter, RESOLUTION, SHAPE,
};

/// A verb. For each kind of record it is a function.
#[derive(Debug)]
pub(crate) struct Verb {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) parameters: &'static [Parameter],
    pub(crate) returns: Returns,
    /// Answers a call whose arguments are all read. `None` if they are not those of the row.
    pub(crate) answer: fn(Call<'_>) -> Option<Result<Cell, Error>>,
}

/// The columns that a verb returns.
#[derive(Debug)]
pub(crate) enum Returns {
    /// A value, and the one that stands for a refusal.
    Value {
        column: Column,
        refused: fn(&Refusal) -> Cell,
    },
    /// Columns, followed by those of a refusal.
    Columns(&'static [(&'static str, Column)]),
}

/// The reason why a verb could not answer.
#[derive(Debug)]
pub(crate) struct Refusal {
    /// The argument that could not be read, if it is the reason.
    pub(crate) argument: Option<&'static str>,
    pub(crate) code: &'static str,
    pub(crate) message: String,
}

/// The columns of a refusal.
pub(crate) const REFUSAL: [(&str, Column); 2] =
    [("refused", Column::Text), ("reason", Column::Text)];

impl Refusal {
    pub(crate) fn new(argument: Option<&'static str>, error: &Error) -> Self {
        Self {
            argument,
            code: error.code(),
            message: error.to_string(),
        }
    }

    pub(crate) fn cells(&self) -> [Cell; 2] {
        let reason = match self.argument {
            Some(argument) => format!("{argument}: {}", self.message),
            None => self.message.clone(),
        };
        [Cell::text(self.code), Cell::text(reason)]
    }
}

const STORED: Parameter = Parameter::document("stored", "the stored record");
const DRAFT: Parameter = Parameter::document("draft", "the draft, or a stored record");

const WORDS: Column = Column::List(&Column::Text);
const VALUE: &[(&str, Column)] = &[("value", Column::Text)];
const ISSUES: Column = Column::List(&Column::Struct(&[
    ("code", Column::Text),
    ("severity", Column::Text),
    ("basis", Column::Text),
    ("pointer", Column::Text),
    ("message", Column::Text),
    ("detail", Column::Text),
    ("fix", Column::Text),
]));
const CHANGES: Column = Column::List(&Column::Struct(&[
    ("kind", Column::Text),
    ("key", Column::Text),
    ("pointer", Column::Text),
    ("before", Column::Text),
    ("after", Column::Text),
    ("words", Column::Text),
]));
const CONFLICTS: Column = Column::List(&Column::Struct(&[
    ("key", Column::Text),
    ("pointer", Column::Text),
    ("base", Column::Text),
    ("ours", Column::Text),
    ("theirs", Column::Text),
    ("words", Column::Text),
]));

const DATES: Column = Column::List(&Column::Struct(&[
    ("date", Column::Text),
    ("why", Column::Text),
    ("hours", WORDS),
    ("minutes", Column::Integer),
    ("starts", WORDS),
]));

/// The verbs, in the order of the documentation.
pub(crate) static VERBS: [Verb; 11] = [
    Verb {
        name: "ok",
        about: "True if the record has no errors.",
        parameters: &[DRAFT, PROFILE, SHAPE],
        returns: Returns::Value {
            column: Column::Boolean,
            refused: |_| Cell::Boolean(false),
        },
        answer: |call| {
            let [draft] = call.documents()?;
            Some(validate(call, draft).map(|report| Cell::Boolean(report.ok)))
        },
    },
    Verb {
        name: "issues",
        about: "Everything that is wrong with the record.",
        parameters: &[DRAFT, PROFILE, SHAPE],
        returns: Returns::Value {
            column: ISSUES,
            refused: |refusal| Cell::List(vec![refusal_as_issue(refusal)]),
        },
        answer: |call| {
            let [draft] = call.documents()?;
            Some(validate(call, draft).map(|report| Cell::list(&report.issues, issue)))
        },
    },
    Verb {
        name: "value",
        about: "The value at a place of the record: text as it is, other values as JSON. NULL if there is none.",
        parameters: &[Parameter::document("record", "the record"), POINTER],
        returns: Returns::Value {
            column: Column::Text,
            refused: |_| Cell::Null,
        },
        answer: |call| {
            let ([record], pointer) = (call.documents()?, call.pointer()?);
            let (_, record) = call.kind.strip_envelope(record);
            Some(Ok(Cell::or_null(
                pointer.segments().iter().try_fold(record, step),
                |value| match value.text() {
                    Some(text) => Cell::text(text.to_owned()),
                    None => Cell::text(to_string(&value)),
                },
            )))
        },
    },
    Verb {
        name: "normalize",
        about: "The record in canonical form.",
        parameters: &[DRAFT],
        returns: Returns::Columns(VALUE),
        answer: |call| {
            let [draft] = call.documents()?;
            Some(
                call.kind
                    .normalize(draft)
                    .map(|value| Cell::Struct(vec![Cell::text(to_string(&value))])),
            )
        },
    },
    Verb {
        name: "diff",
        about: "The changes of the draft, by what they mean.",
        parameters: &[STORED, DRAFT, ABSENT],
        returns: Returns::Columns(&[("words", WORDS), ("changes", CHANGES)]),
        answer: |call| {
            let [stored, draft] = call.documents()?;
            Some(
                call.kind
                    .diff(stored, draft, DiffOptions::default().absent(call.absent()))
                    .map(|diff| {
                        Cell::Struct(vec![
                            call.asked("words", || words(&diff.words)),
                            call.asked("changes", || Cell::list(&diff.changes, change)),
                        ])
                    }),
            )
        },
    },
    Verb {
        name: "patch",
        about: "The changes of the draft as JSON Patch.",
        parameters: &[STORED, DRAFT, ABSENT],
        returns: Returns::Columns(VALUE),
        answer: |call| {
            let [stored, draft] = call.documents()?;
            let diff = call
                .kind
                .diff(stored, draft, DiffOptions::default().absent(call.absent()));
            Some(diff.map(|diff| Cell::Struct(vec![Cell::text(to_string(&diff.patch))])))
        },
    },
    Verb {
        name: "body",
        about: "The body to send.",
        parameters: &[STORED, DRAFT, MODE],
        returns: Returns::Columns(VALUE),
        answer: |call| {
            let [stored, draft] = call.documents()?;
            let body = call.kind.body(stored, draft, call.mode());
            Some(body.map(|body| Cell::Struct(vec![Cell::text(to_string(&body.value))])))
        },
    },
    Verb {
        name: "edit",
        about: "The changes that make wished values so, and the body to send: NULL if the record is as wished, in \
                conflict, or would get a new error. A record with warnings has a body.",
        parameters: &[STORED, EDITS, MODE, PROFILE],
        returns: Returns::Columns(&[
            ("ok", Column::Boolean),
            ("words", WORDS),
            ("conflicts", CONFLICTS),
            ("new_issues", ISSUES),
            ("warnings", WORDS),
            ("body", Column::Text),
        ]),
        answer: |call| {
            let ([stored], edits) = (call.documents()?, call.edits()?);
            let options = EditOptions::default()
                .mode(call.mode())
                .profile(call.profile());
            Some(call.kind.edit(stored, edits, options).map(|edited| {
                let is_sent = edited.ok && !edited.changes.is_empty();
                Cell::Struct(vec![
                    Cell::Boolean(edited.ok),
                    call.asked("words", || words(&edited.words)),
                    call.asked("conflicts", || Cell::list(&edited.conflicts, conflict)),
                    call.asked("new_issues", || {
                        Cell::list(
                            edited
                                .new_issues
                                .iter()
                                .filter_map(|at| edited.issues.get(*at)),
                            issue,
                        )
                    }),
                    call.asked("warnings", || {
                        Cell::list(warnings(&edited, is_sent), Cell::text)
                    }),
                    call.asked("body", || {
                        Cell::or_null(is_sent.then_some(&edited.body.value), |body| {
                            Cell::text(to_string(body))
                        })
                    }),
                ])
            }))
        },
    },
    Verb {
        name: "merge",
        about: "One record from three, with each conflict that is left.",
        parameters: &[
            Parameter::document("base", "the record that both sides began with"),
            Parameter::document("ours", "what our side made of it"),
            Parameter::document("theirs", "what their side made of it"),
            RESOLUTION,
        ],
        returns: Returns::Columns(&[
            ("ok", Column::Boolean),
            ("value", Column::Text),
            ("conflicts", CONFLICTS),
            ("issues", ISSUES),
        ]),
        answer: |call| {
            let [base, ours, theirs] = call.documents()?;
            Some(
                call.kind
                    .merge(base, ours, theirs, call.resolution())
                    .map(|merged| {
                        Cell::Struct(vec![
                            Cell::Boolean(merged.ok),
                            call.asked("value", || Cell::text(to_string(&merged.value))),
                            call.asked("conflicts", || Cell::list(&merged.conflicts, conflict)),
                            call.asked("issues", || Cell::list(&merged.issues, issue)),
                        ])
                    }),
            )
        },
    },
    Verb {
        name: "verify",
        about: "What was applied of an update, what was not, what else changed, and what the service filled in.",
        parameters: &[
            STORED,
            Parameter::document("sent", "the body that was sent"),
            Parameter::document("after", "the record that was read back"),
        ],
        returns: Returns::Columns(&[
            ("ok", Column::Boolean),
            ("applied", WORDS),
            ("not_applied", WORDS),
            ("unexpected", WORDS),
            ("filled_in", WORDS),
        ]),
        answer: |call| {
            let [stored, sent, after] = call.documents()?;
            Some(call.kind.verify(stored, sent, after).map(|verified| {
                Cell::Struct(vec![
                    Cell::Boolean(verified.ok),
                    call.asked("applied", || {
                        words(verified.applied.iter().map(|change| &change.words))
                    }),
                    call.asked("not_applied", || {
                        words(verified.not_applied.iter().map(|change| &change.words))
                    }),
                    call.asked("unexpected", || {
                        words(verified.unexpected.iter().map(|change| &change.words))
                    }),
                    call.asked("filled_in", || {
                        words(verified.filled_in.iter().map(|change| &change.words))
                    }),
                ])
            }))
        },
    },
    Verb {
        name: "openings",
        about: "What a calendar offers on each date, as far as its record allows. The hours of a date are NULL if they are \
                in a schedule that is not in the record. A location is refused.",
        parameters: &[STORED, FIRST, LAST],
        returns: Returns::Columns(&[
            ("words", Column::Text),
            ("open_days", Column::Integer),
            ("unknown_days", Column::Integer),
            ("minutes", Column::Integer),
            ("starts", Column::Integer),
            ("dates", DATES),
            ("issues", ISSUES),
        ]),
        answer: |call| {
            let ([stored], span) = (call.documents()?, call.span()?);
            Some(
                span.and_then(|span| call.kind.openings(stored, span))
                    .map(|openings| {
                        let total = openings.total;
                        Cell::Struct(vec![
                            call.asked("words", || Cell::text(openings.words.to_string())),
                            Cell::number(total.open_days),
                            Cell::number(total.unknown_days),
                            Cell::number(total.minutes),
                            Cell::number(total.starts),
                            call.asked("dates", || Cell::list(&openings.days, date)),
                            call.asked("issues", || Cell::list(&openings.issues, issue)),
                        ])
                    }),
            )
        },
    },
];

/// Validates a draft, or a stored record, which may be in the envelope of a response.
fn validate(call: Call<'_>, draft: View<'_>) -> Result<ValidationReport, Error> {
    let shape = call.shape();
    let record = if shape == PayloadShape::Record {
        call.kind.strip_envelope(draft).1
    } else {
        draft
    };
    call.kind.validate(
        record,
        &ValidateOptions::default().profile(call.profile()).of(shape),
    )
}

/// Returns the codes that the command counts as warnings in a plan: those of new issues that are no errors, and for a body that
/// is sent also of the members that it leaves out.
fn warnings(edited: &Edited, is_sent: bool) -> Vec<&'static str> {
    let is_told = |(at, issue): &(usize, &Issue)| {
        let is_new =
            edited.new_issues.binary_search(at).is_ok() && issue.severity != Severity::Error;
        is_new || is_sent && issue.code.is_omission()
    };
    edited
        .issues
        .iter()
        .enumerate()
        .filter(is_told)
        .map(|(_, issue)| issue.code.name())
        .collect()
}

/// Steps down. Lists that a response has as objects have indexes for names.
fn step<'a>(view: View<'a>, segment: &Segment) -> Option<View<'a>> {
    match segment {
        Segment::Index(index) if view.items().is_some() => view.items()?.nth(*index),
        name => view.get(&name.to_string()),
    }
}

fn words<'a>(words: impl IntoIterator<Item = &'a Sentence>) -> Cell {
    Cell::list(words, |words| Cell::text(words.to_string()))
}

fn date(date: &OpeningDate) -> Cell {
    Cell::Struct(vec![
        Cell::text(date.date.clone()),
        Cell::text(date.why.name()),
        Cell::or_null(date.hours.as_ref(), |hours| {
            Cell::list(hours, |range| Cell::text(range.join("-")))
        }),
        Cell::number(date.minutes),
        Cell::list(&date.starts, |start| Cell::text(start.clone())),
    ])
}

fn issue(issue: &Issue) -> Cell {
    Cell::Struct(vec![
        Cell::text(issue.code.name()),
        Cell::text(issue.severity.name()),
        Cell::text(issue.basis().name()),
        Cell::text(issue.path.pointer()),
        Cell::text(issue.message()),
        Cell::text(issue.detail()),
        Cell::or_null(issue.fix.as_ref(), |fix| Cell::text(fix.title.to_string())),
    ])
}

/// Returns text that is not JSON, or JSON that is not a record, as an error about the whole.
fn refusal_as_issue(refusal: &Refusal) -> Cell {
    let [code, message] = [
        Cell::text(refusal.code),
        Cell::text(refusal.message.clone()),
    ];
    let severity = Cell::text(Severity::Error.name());
    Cell::Struct(vec![
        code,
        severity,
        Cell::Null,
        Cell::text(""),
        message,
        Cell::Null,
        Cell::Null,
    ])
}

fn change(change: &Change) -> Cell {
    Cell::Struct(vec![
        Cell::text(change.kind.name()),
        Cell::text(change.key.to_string()),
        Cell::text(change.path.pointer()),
        Cell::or_null(change.before.as_ref(), |value| Cell::text(to_string(value))),
        Cell::or_null(change.after.as_ref(), |value| Cell::text(to_string(value))),
        Cell::text(change.words.to_string()),
    ])
}

fn conflict(conflict: &Conflict) -> Cell {
    Cell::Struct(vec![
        Cell::text(conflict.key.to_string()),
        Cell::text(conflict.path.pointer()),
        Cell::or_null(conflict.base.as_ref(), |value| Cell::text(to_string(value))),
        Cell::or_null(conflict.ours.as_ref(), |value| Cell::text(to_string(value))),
        Cell::or_null(conflict.theirs.as_ref(), |value| {
            Cell::text(to_string(value))
        }),
        Cell::text(conflict.words.to_string()),
    ])
}
