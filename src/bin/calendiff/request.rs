//! Requests to the service and its answers: `request` and `explain`.

use calendiff::json::{Document, Number, View, to_string};
use calendiff::{Kind, RefusalReason, Request, RequestOptions, visible, visible_json};
use serde_json::json;

use crate::choices::{AnswerFormat, Many, PairArgument};
use crate::failure::{Failure, Place};
use crate::input::Input;
use crate::run::{Run, Verdict};
use crate::show;
use crate::source::{bytes, shown};
use crate::stream::{Form, Task, each, once_standard_input};

/// The environment variable that contains the token. An argument would be visible in the list of processes and in the
/// shell's history.
pub(crate) const TOKEN: &str = "CALENDIFF_TOKEN";

/// The destination of requests.
pub(crate) struct Requesting<'a> {
    pub(crate) to: RequestOptions<'a>,
    pub(crate) id: Option<String>,
    pub(crate) format: AnswerFormat,
}

impl Requesting<'_> {
    /// Prints requests without their token.
    pub(crate) fn request(&self, run: &mut Run<'_>, files: [Option<&str>; 2], many: &Many) -> Verdict {
        let token = std::env::var(TOKEN)
            .map_err(|_| Failure::Usage(format!("the environment variable {TOKEN} must hold the bearer token: export {TOKEN}=…; to see the request alone, any text will do")))?;
        let form = if self.format.is_json() { Form::LINES } else { Form::SHELL };
        if many.pair == Some(PairArgument::Line) {
            return Err(Failure::Usage(
                "a body goes with the stored record of its id: leave --pair line out".to_owned(),
            ));
        }
        let task = Task::new(&["body", "stored"], files, many, self.format, form).at_least(1).by_id().of_all();
        each(run, task, |run, record| {
            let [body] = record.all()?;
            let stored = record.get(1);
            let id = self.id.as_deref().or(body.id()).or(stored.and_then(Input::id));
            let id = id.ok_or_else(|| {
                let message = "no id: a line is { \"id\", \"body\" } or { \"body\", \"stored\" }".to_owned();
                Failure::Record(body.place().clone(), "id_missing", message)
            })?;
            let kind = run.kind(&[Some(body), stored].into_iter().flatten().collect::<Vec<_>>())?;
            let request = kind.request(body.record(kind)?, &self.to.id(id).token(&token))?;
            match self.format {
                AnswerFormat::Json => run.answer(&request.masked()),
                _ if run.of_stream => run.line(&sent_and_answered(id, &request)),
                _ => run.json_line(&request.to_string()),
            }
            Ok(0)
        })
    }
}

/// Makes what curl prints, the answer and three digits, the end of a line. An answer that is no object, such as a gateway's
/// page or nothing at all, becomes a text. Curl's 000, no answer, is not a number of JSON.
const TO_LINE: &str = r#"/^{.*}...$/!{s/[\"]/\\&/g;s/^/"/;s/...$/"&/;};s/...$/,"status":&}/;s/:000}$/:0}/"#;

/// Returns a line of a script that sends a request and prints a line for `explain`:
/// `{ "id", "draft", "response", "status" }`.
fn sent_and_answered(id: &str, request: &Request) -> String {
    // The arguments of curl have no line ends of their own.
    let call = visible_json(&request.to_string()).replace(" \\\n  ", " ");
    let (call, body) = call.split_once(" --data-raw ").unwrap_or((&call, "''"));
    let id = visible_json(&to_string(&id)).replace('\'', "'\\''");
    let printed = format!("printf '{{\"id\":%s,\"draft\":%s,\"response\":' '{id}' \"$d\"");
    // A body may be longer than an argument of a program. An answer may have line ends, and whatever else no text of JSON
    // may have.
    let sent = format!("printf %s \"$d\" | {call} --data-binary @- -sS -w '%{{http_code}}' | tr -d '\\000-\\037'");
    format!("d={body}; {printed}; {{ {sent}; echo; }} | sed '{TO_LINE}'")
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
    let [Some(response), draft] = files else { return Ok(0) };
    if many.ndjson {
        return each(run, task, |run, record| {
            let [response] = record.all()?;
            // JSON in a text is JSON all the same.
            let inner = response.root().text().map(Document::parse);
            let text = response.root().text().map_or_else(|| to_string(&response.root()), str::to_owned);
            let root = inner.as_ref().map_or(Some(response.root()), |inner| inner.as_ref().ok().map(Document::root));
            let status = status.or_else(|| record.line_number("status").and_then(Number::as_i64)?.try_into().ok());
            Explaining { text: &text, root, place: response.place(), status, format }.explain(run, record.get(1))
        });
    }
    once_standard_input(&[response, draft.unwrap_or_default()])?;
    let text = String::from_utf8_lossy(&bytes(response)?).into_owned();
    let draft = draft.map(Input::read).transpose()?;
    let document = Document::parse(text.as_str()).ok();
    let root = document.as_ref().map(Document::root);
    let place = Place::of_file(shown(response));
    let code = Explaining { text: &text, root, place: &place, status, format }.explain(run, draft.as_ref())?;
    task.write(run)?;
    Ok(code)
}

/// The status of a refusal that does not tell it.
const UNKNOWN: u16 = 0;

/// An answer of the service.
struct Explaining<'a> {
    text: &'a str,
    /// The answer as JSON, if it is JSON.
    root: Option<View<'a>>,
    place: &'a Place,
    status: Option<u16>,
    format: AnswerFormat,
}

impl Explaining<'_> {
    fn explain(&self, run: &mut Run<'_>, draft: Option<&Input>) -> Verdict {
        let of_record = self.root.and_then(Kind::guess);
        let told = || {
            let status = ["statusCode", "status"].into_iter().find_map(|name| self.root?.get(name)?.number());
            status.and_then(Number::as_i64)?.try_into().ok()
        };
        let known = self.status.or_else(told);
        let answer = |kind: Kind| {
            kind.response(known.unwrap_or(if of_record.is_some() { 200 } else { UNKNOWN }), None, self.text)
        };
        let kind = run.kind(&draft.into_iter().collect::<Vec<_>>()).or_else(|failure| {
            if let Some(kind) = of_record {
                return Ok(kind);
            }
            // An answer that names no field means the same for either kind.
            let [first, others @ ..] = Kind::ALL else { return Err(failure) };
            let result = answer(*first).result;
            match failure {
                _ if others.iter().all(|kind| answer(*kind).result == result) => Ok(*first),
                Failure::Usage(_) => Err(Failure::KindUnknown(vec![self.place.clone()])),
                failure => Err(failure),
            }
        })?;
        let mut answer = answer(kind);
        if let (Err(refusal), Some(draft)) = (&mut answer.result, draft)
            && !refusal.texts.is_empty()
        {
            refusal.issues = kind.explain(&refusal.texts, Some(&draft.unwrapped(kind)));
            draft.locate(kind, &mut refusal.issues);
        }
        if let Err(refusal) = &answer.result
            && run.of_stream
            && (self.root.is_none() || refusal.reason == RefusalReason::Unreadable)
        {
            let message = "the answer is neither a record nor a refusal; read the record back".to_owned();
            return Err(Failure::Record(self.place.clone(), "no_answer", message));
        }
        run.count("accepted", usize::from(answer.result.is_ok()));
        run.count("refused", usize::from(answer.result.is_err()));
        run.found(answer.result.as_ref().map_or_else(|refusal| &refusal.issues, |stored| &stored.issues));
        match (&answer.result, self.format) {
            (_, AnswerFormat::Json) => {
                let mut answer = json!(answer);
                if let Some(members) = answer.as_object_mut().filter(|_| known.is_none()) {
                    members.shift_remove("status");
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
        Ok(u8::from(answer.result.is_err()))
    }
}
