//! What goes to the service and what comes back: `request`.

use calendiff::RequestOptions;

use crate::arguments::Format;
use crate::input::{Failure, Input};
use crate::verbs::{Run, Verdict};

/// Where the token is; an argument would show in the list of processes and in the shell's history.
const TOKEN: &str = "CALENDIFF_TOKEN";

impl Run<'_> {
    /// The request, without its token.
    pub(crate) fn request(&mut self, body: &str, to: RequestOptions<'_>, format: Format) -> Verdict {
        let token = std::env::var(TOKEN)
            .map_err(|_| Failure::Usage(format!("the environment variable {TOKEN} must hold the bearer token")))?;
        let body = Input::read(body)?;
        let kind = self.kind(&[&body])?;
        let request = kind.request(body.record(kind)?, &RequestOptions { token: &token, ..to })?;
        match format {
            Format::Text => self.line(&request.to_string()),
            Format::Json => self.json(&request.masked()),
        }
        Ok(0)
    }
}
