//! Requests to the service and its answers: `request` and `explain`.

use calendiff::json::{Document, Number, View, to_string};
use calendiff::{
    BodyOptions, Kind, Profile, RefusalReason, RequestOptions, Resolution, Severity, UpdateRequest,
    WhenAbsent, visible,
};
use serde_json::{Value, json};

use crate::choices::{AnswerFormat, Many, PairArgument};
use crate::failure::{Failure, Place, is_to_repeat};
use crate::input::{Input, parse_stored};
use crate::run::{Run, Verdict};
use crate::scripts;
use crate::show;
use crate::source::{bytes, shown};
use crate::stream::{Form, Task, each, once_standard_input};

/// The environment variable that contains the token. An argument would be visible in the list of processes and in the
/// shell's history.
pub(crate) const TOKEN: &str = "CALENDIFF_TOKEN";

/// The destination of requests, and the way to make them.
pub(crate) struct Requesting<'a> {
    pub(crate) to: RequestOptions<'a>,
    pub(crate) id: Option<String>,
    pub(crate) format: AnswerFormat,
    /// The file with records that were read later than the stored ones.
    pub(crate) since: Option<String>,
    /// The number of requests that a script begins in a second.
    pub(crate) rate: f64,
}

impl Requesting<'_> {
    /// Prints requests without their token: a call of curl, or a script that sends the updates of many records.
    pub(crate) fn request(
        &self,
        run: &mut Run<'_>,
        files: [Option<&str>; 2],
        many: &Many,
    ) -> Verdict {
        let token = token(many)?;
        self.expect_address(&token)?;
        if many.pair == Some(PairArgument::Line) {
            return Err(Failure::Usage(
                "a body goes with the stored record of its id: leave --pair line out".to_owned(),
            ));
        }
        let task = match &self.since {
            None => {
                Task::new(&["body", "stored"], files, many, self.format, self.form()).at_least(1)
            }
            Some(since) => {
                let [body, stored] = files;
                Task::new(
                    &["body", "stored", "since"],
                    [body, stored, Some(since)],
                    many,
                    self.format,
                    self.form(),
                )
            }
        };
        let task = task
            .by_id()
            .of_all()
            .within(self.around(many, scripts::around_sends));
        each(run, task, |run, record| {
            let [body] = record.all()?;
            let stored = record.get(1);
            let id = self
                .id
                .as_deref()
                .or(body.id())
                .or(stored.and_then(Input::id));
            let id = id.ok_or_else(|| {
                let message =
                    "no id: a line is { \"id\", \"body\" } or { \"body\", \"stored\" }".to_owned();
                Failure::Record(body.place().clone(), "id_missing", message)
            })?;
            let kind = run.kind(
                &[Some(body), stored]
                    .into_iter()
                    .flatten()
                    .collect::<Vec<_>>(),
            )?;
            expect_body(body)?;
            let mut value = body.record(kind)?.to_value();
            if let (Some(stored), Some(since)) = (stored, record.get(2)) {
                value = merged(run, kind, [body, stored, since])?.unwrap_or(value);
            }
            let request = kind.request(&value, &self.to.id(id).token(&token))?;
            self.print(run, &request, |request| scripts::send(id, request));
            Ok(0)
        })
    }

    /// Prints a script that reads records, by their ids, or the requests.
    pub(crate) fn read(&self, run: &mut Run<'_>, file: &str, many: &Many) -> Verdict {
        let token = token(many)?;
        self.expect_address(&token)?;
        let task = Task::new(&["stored"], [Some(file)], many, self.format, self.form());
        let task = task.within(self.around(many, scripts::around_reads));
        each(run, task, |run, record| {
            let [stored] = record.all()?;
            let only_id = stored.root().text();
            let id = self.id.as_deref().or(stored.id()).or(only_id);
            let id = id.ok_or_else(|| {
                Failure::Record(
                    stored.place().clone(),
                    "id_missing",
                    "the record has no id to read it by".to_owned(),
                )
            })?;
            let kind = match only_id {
                Some(_) => run
                    .kind
                    .ok_or_else(|| Failure::KindUnknown(vec![stored.place().clone()])),
                None => run.kind(&[stored]),
            }?;
            let mut request = kind.request(json!({}), &self.to.id(id).token(&token))?;
            request.method = "GET";
            request.body.clear();
            request.headers.retain(|(name, _)| *name != "content-type");
            self.print(run, &request, |request| scripts::get(id, request));
            Ok(0)
        })
    }

    /// Fails once, and not at each record, if the address or another option is invalid.
    fn expect_address(&self, token: &str) -> Result<(), Failure> {
        let to = self.to.id("any").token(token);
        Kind::Calendar.request(json!({}), &to)?;
        Ok(())
    }

    fn print(
        &self,
        run: &mut Run<'_>,
        request: &UpdateRequest,
        of_script: impl Fn(&UpdateRequest) -> String,
    ) {
        match self.format {
            AnswerFormat::Json => run.answer(&request.masked()),
            _ if run.of_stream => run.line(&of_script(request)),
            _ => run.json_line(&request.to_string()),
        }
    }

    fn form(&self) -> Form {
        if self.format.is_json() {
            Form::REQUESTS
        } else {
            Form::SHELL
        }
    }

    fn around(&self, many: &Many, script: fn(f64) -> [String; 2]) -> Option<[String; 2]> {
        (many.ndjson && !self.format.is_json()).then(|| script(self.rate))
    }
}

/// Refuses a stored record in place of a body, such as where two files were taken for each other.
fn expect_body(body: &Input) -> Result<(), Failure> {
    let Some(id) = body.own_id() else {
        return Ok(());
    };
    let message = format!(
        "this is a stored record, with the id {id:?}, which no update takes; `calendiff edit` and `calendiff body` make bodies"
    );
    Err(Failure::Record(
        body.place().clone(),
        "cannot_send",
        message,
    ))
}

/// Returns the body that keeps what was changed since the record was stored, or `None` if nothing was changed.
///
/// # Errors
///
/// `conflict`: the update and the changes since want different values. `cannot_send`: the service would refuse the body.
fn merged(
    run: &mut Run<'_>,
    kind: Kind,
    [body, stored, since]: [&Input; 3],
) -> Result<Option<Value>, Failure> {
    let (before, now) = (stored.record(kind)?, since.record(kind)?);
    let changed = since.in_file(kind.diff(before, now, WhenAbsent::Remove))?;
    run.count("changedSince", usize::from(!changed.changes.is_empty()));
    if changed.changes.is_empty() {
        return Ok(None);
    }
    let wished = body.in_file(kind.outcome(before, body.record(kind)?, Profile::Specification))?;
    // A special date that is marked as deleted is not there, whether a response still shows it or not.
    let without_deleted = |record| kind.outcome(record, json!({}), Profile::Specification);
    let base = stored.in_file(without_deleted(before))?;
    let theirs = since.in_file(without_deleted(now))?;
    let merged = since.in_file(kind.merge(&base, &wished, &theirs, Resolution::default()))?;
    if !merged.conflicts.is_empty() {
        let words = merged
            .conflicts
            .iter()
            .map(|conflict| conflict.words.in_language(run.paint.language));
        return Err(Failure::Conflict(
            since.place().clone(),
            words.collect::<Vec<_>>().join("; "),
        ));
    }
    let body = since.in_file(kind.body(now, &merged.value, BodyOptions::default()))?;
    if !body.can_send {
        let message =
            "merged with what was changed since, the service would refuse the body".to_owned();
        return Err(Failure::Record(
            since.place().clone(),
            "cannot_send",
            message,
        ));
    }
    Ok(Some(body.value.to_value()))
}

/// Returns the token. A script reads it when it runs.
fn token(many: &Many) -> Result<String, Failure> {
    std::env::var(TOKEN).or_else(|_| {
        if many.ndjson {
            return Ok("token".to_owned());
        }
        Err(Failure::Usage(format!("the environment variable {TOKEN} must hold the bearer token: export {TOKEN}=…; to see the request alone, any text will do")))
    })
}

/// Explains answers of the service, with the drafts that were sent.
pub(crate) fn explain(
    run: &mut Run<'_>,
    files: [Option<&str>; 2],
    status: Option<u16>,
    format: AnswerFormat,
    many: &Many,
) -> Verdict {
    let form = Form::json(format.is_json());
    let task = Task::new(&["response", "draft"], files, many, format, form).at_least(1);
    let [Some(response), draft] = files else {
        return Ok(0);
    };
    if many.ndjson {
        return each(run, task, |run, record| {
            let [response] = record.all()?;
            if response.is_body_of_line() {
                let message = "the line is a body to send, not an answer of the service";
                return Err(Failure::Record(
                    response.place().clone(),
                    "document_missing",
                    message.to_owned(),
                ));
            }
            // JSON in a text is JSON all the same.
            let inner = response
                .root()
                .text()
                .map(|text| Document::parse(text.trim_start_matches(MARK)));
            let text = response
                .root()
                .text()
                .or_else(|| response.source_kept())
                .map_or_else(|| to_string(&response.root()), str::to_owned);
            let root = inner.as_ref().map_or(Some(response.root()), |inner| {
                inner.as_ref().ok().map(Document::root)
            });
            let status = status.or_else(|| {
                record
                    .line_number("status")
                    .and_then(Number::as_i64)?
                    .try_into()
                    .ok()
            });
            let text = text.as_bytes();
            Explaining {
                text,
                root,
                place: response.place(),
                status,
                format,
            }
            .explain(run, record.get(1))
        });
    }
    once_standard_input(&[response, draft.unwrap_or_default()])?;
    let text = bytes(response)?;
    let draft = draft.map(Input::read).transpose()?;
    let content = String::from_utf8_lossy(&text);
    let content = content.trim_start_matches(MARK);
    let document = Document::parse(content)
        .ok()
        .or_else(|| parse_stored(content).map(|(document, _)| document));
    let root = document.as_ref().map(Document::root);
    let place = Place::of_file(shown(response));
    let code = Explaining {
        text: &text,
        root,
        place: &place,
        status,
        format,
    }
    .explain(run, draft.as_ref())?;
    task.write(run)?;
    Ok(code)
}

/// The byte-order mark.
const MARK: char = '\u{feff}';

/// The status of a refusal that does not tell it.
const UNKNOWN: u16 = 0;

/// An answer of the service.
struct Explaining<'a> {
    text: &'a [u8],
    /// The answer as JSON, if it is JSON.
    root: Option<View<'a>>,
    place: &'a Place,
    status: Option<u16>,
    format: AnswerFormat,
}

impl Explaining<'_> {
    fn explain(&self, run: &mut Run<'_>, draft: Option<&Input>) -> Verdict {
        let of_record = self.root.and_then(Kind::guess);
        let known = self.status.or_else(|| status_in(self.root?));
        let unknown = if of_record.is_some() { 200 } else { UNKNOWN };
        let status = known.unwrap_or(unknown);
        let kind = run
            .kind(&draft.into_iter().collect::<Vec<_>>())
            .or_else(|failure| {
                if let Some(kind) = of_record {
                    return Ok(kind);
                }
                // An answer that names no field means the same for either kind.
                let [first, others @ ..] = Kind::ALL else {
                    return Err(failure);
                };
                let result = first.response(status, None, self.text).result;
                match failure {
                    _ if others
                        .iter()
                        .all(|kind| kind.response(status, None, self.text).result == result) =>
                    {
                        Ok(*first)
                    }
                    Failure::Usage(_) => Err(Failure::KindUnknown(vec![self.place.clone()])),
                    failure => Err(failure),
                }
            })?;
        let mut answer = kind.response(status, None, self.text);
        if let (Err(refusal), Some(draft)) = (&mut answer.result, draft)
            && !refusal.texts.is_empty()
        {
            refusal.issues = kind.explain(&refusal.texts, Some(&draft.unwrapped(kind)));
            if refusal.reason.severity() != Severity::Error {
                refusal
                    .issues
                    .iter_mut()
                    .for_each(|issue| issue.severity = Severity::Warning);
            }
            draft.locate(kind, &mut refusal.issues);
        }
        if let Err(refusal) = &answer.result
            && run.of_stream
            && (self.root.is_none() && refusal.texts.is_empty()
                || matches!(
                    refusal.reason,
                    RefusalReason::NoRecord | RefusalReason::NotJson
                ))
        {
            return Err(Failure::NoAnswer(self.place.clone(), known));
        }
        run.count("accepted", usize::from(answer.result.is_ok()));
        run.count("refused", usize::from(answer.result.is_err()));
        run.found(
            answer
                .result
                .as_ref()
                .map_or_else(|refusal| &refusal.issues, |stored| &stored.issues),
        );
        match (&answer.result, self.format) {
            (_, AnswerFormat::Json) => {
                let retry = is_to_repeat(known);
                let mut answer = json!(answer);
                if let Some(members) = answer.as_object_mut() {
                    if known.is_none() {
                        members.shift_remove("status");
                    }
                    if run.of_stream {
                        members.insert("retry".to_owned(), retry.into());
                    }
                }
                run.answer(&answer);
            }
            (Ok(stored), _) => {
                if run.of_stream {
                    run.line(&visible(&self.place.to_string()));
                }
                run.notes(&stored.issues);
                run.json(&stored.value);
            }
            (Err(refusal), _) => {
                if run.of_stream {
                    run.line(&visible(&self.place.to_string()));
                }
                show::refusal(run.out, run.paint, known, refusal, draft);
            }
        }
        // A success without a record is one.
        let is_refused = answer
            .result
            .as_ref()
            .is_err_and(|refusal| refusal.reason != RefusalReason::NoRecord);
        Ok(u8::from(is_refused))
    }
}

/// Returns the status that an answer says itself, as in `{ "statusCode": 422 }`.
fn status_in(root: View<'_>) -> Option<u16> {
    let status = ["statusCode", "status"]
        .into_iter()
        .find_map(|name| root.get(name)?.number());
    status
        .and_then(Number::as_i64)?
        .try_into()
        .ok()
        .filter(|status| (100..600).contains(status))
}
