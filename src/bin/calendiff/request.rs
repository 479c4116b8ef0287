//! Requests to the service and its answers: `request` and `explain`.

use calendiff::json::{Document, Number};
use calendiff::{Kind, RequestOptions};

use crate::arguments::Format;
use crate::input::{self, Failure, Input, Place};
use crate::run::{Run, Verdict};
use crate::show;

/// The environment variable that contains the token. An argument would be visible in the list of processes and in the
/// shell's history.
pub(crate) const TOKEN: &str = "CALENDIFF_TOKEN";

impl Run<'_> {
    /// Prints the request without its token.
    pub(crate) fn request(&mut self, body: &str, to: RequestOptions<'_>, format: Format) -> Verdict {
        let token = std::env::var(TOKEN)
            .map_err(|_| Failure::Usage(format!("the environment variable {TOKEN} must hold the bearer token: export {TOKEN}=…; to see the request alone, any text will do")))?;
        let body = Input::read(body)?;
        let kind = self.kind(&[&body])?;
        let request = kind.request(body.record(kind)?, &to.token(&token))?;
        match format {
            Format::Text => self.json_line(&request.to_string()),
            Format::Json => self.json(&request.masked()),
        }
        Ok(0)
    }

    /// Explains an answer of the service, with the draft that was sent.
    pub(crate) fn explain(
        &mut self,
        response: &str,
        draft: Option<&str>,
        status: Option<u16>,
        format: Format,
    ) -> Verdict {
        input::once_standard_input(&[response, draft.unwrap_or_default()])?;
        let text = String::from_utf8_lossy(&input::bytes(response)?).into_owned();
        let draft = draft.map(Input::read).transpose()?;
        let document = Document::parse(text.as_str()).ok();
        let of_record = document.as_ref().and_then(|document| Kind::guess(document.root()));
        let told = || {
            let root = document.as_ref()?.root();
            let status = ["statusCode", "status"].into_iter().find_map(|name| root.get(name)?.number());
            status.and_then(Number::as_i64)?.try_into().ok()
        };
        let status = status.or_else(told).unwrap_or(if of_record.is_some() { 200 } else { 422 });
        let answer = |kind: Kind| kind.response(status, None, &text);
        let kind = match of_record {
            Some(kind) if draft.is_none() && !self.asks_for_a_kind() => kind,
            // An answer that names no field means the same for either kind.
            _ => self.kind(&draft.iter().collect::<Vec<_>>()).or_else(|failure| {
                let [first, others @ ..] = Kind::ALL else { return Err(failure) };
                let result = answer(*first).result;
                let response = Place { file: input::shown(response), line: None };
                match failure {
                    _ if others.iter().all(|kind| answer(*kind).result == result) => Ok(*first),
                    Failure::Usage(_) => Err(Failure::KindUnknown(vec![response])),
                    failure => Err(failure),
                }
            })?,
        };
        let mut answer = answer(kind);
        if let (Err(refusal), Some(draft)) = (&mut answer.result, &draft)
            && !refusal.texts.is_empty()
        {
            refusal.issues = kind.explain(&refusal.texts, Some(&draft.record(kind)?));
            draft.locate(kind, &mut refusal.issues);
        }
        match (&answer.result, format) {
            (_, Format::Json) => self.answer(&answer),
            (Ok(stored), Format::Text) => {
                show::notes(self.paint, &stored.issues);
                self.json(&stored.value);
            }
            (Err(refusal), Format::Text) => show::refusal(self.out, self.paint, status, refusal, draft.as_ref()),
        }
        Ok(u8::from(answer.result.is_err()))
    }
}
