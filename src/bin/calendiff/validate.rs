//! `calendiff validate`: one draft, several, one on each line, or one with its fixes applied.

use calendiff::{Kind, Options, Profile, Report};
use serde::Serialize;

use crate::arguments::Format;
use crate::input::{self, Failure, Input};
use crate::layout::Layout;
use crate::run::{Answers, Run};
use crate::show;

/// The answer about one of several drafts.
#[derive(Serialize)]
struct Answer<'a> {
    file: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    report: &'a Report,
}

/// The options for validating and printing drafts.
pub(crate) struct Check {
    pub(crate) profile: Profile,
    pub(crate) stored: Option<Input>,
    pub(crate) format: Format,
}

impl Check {
    pub(crate) fn all(&self, run: &mut Run, files: &[String]) -> Result<u8, Failure> {
        let drafts = files.iter().map(|file| Input::read(file)).collect::<Result<Vec<_>, _>>()?;
        let mut code = 0;
        for draft in &drafts {
            code = code.max(self.one(run, draft, drafts.len() > 1)?);
        }
        Ok(code)
    }

    /// Validates one draft on each line.
    pub(crate) fn lines(&self, run: &mut Run, file: &str, output: Option<&str>) -> Result<u8, Failure> {
        let answers = Answers { output, json: self.format == Format::Json, named: true };
        run.each_line(file, &answers, |run, draft| self.one(run, draft, true))
    }

    /// Prints a draft with its fixes applied, or writes it in place.
    pub(crate) fn fix(&self, run: &mut Run, file: &str, in_place: bool) -> Result<u8, Failure> {
        if in_place && file == "-" {
            return Err(Failure::Usage("--write needs a file, and not standard input".to_owned()));
        }
        let draft = &Input::read(file)?;
        let kind = self.kind_of(run, draft)?;
        let fixed = draft.in_file(kind.fix(draft.unwrapped(kind), &self.options()))?;
        if in_place && !fixed.applied.is_empty() {
            input::write(file, &Layout::of(draft).print(&draft.enveloped(kind, fixed.value.to_value())))?;
        }
        match self.format {
            Format::Json => run.answer(&fixed),
            Format::Text => {
                show::fixed(run.paint, &fixed);
                if !in_place {
                    run.json(&fixed.value);
                }
            }
        }
        Ok(u8::from(!fixed.ok))
    }

    fn one(&self, run: &mut Run, draft: &Input, several: bool) -> Result<u8, Failure> {
        let kind = self.kind_of(run, draft)?;
        let mut report = draft.in_file(kind.validate(draft.unwrapped(kind), &self.options()))?;
        draft.locate(kind, &mut report.issues);
        match self.format {
            Format::Json if several => {
                let place = draft.place();
                run.answer_line(&Answer { file: &place.file, line: place.line, report: &report });
            }
            Format::Json => run.answer(&report),
            Format::Text => show::report(run.out, run.paint, &report.issues, draft),
        }
        Ok(u8::from(!report.ok))
    }

    fn kind_of(&self, run: &Run, draft: &Input) -> Result<Kind, Failure> {
        let guesses: Vec<&Input> = self.stored.iter().chain([draft]).collect();
        run.kind(&guesses)
    }

    fn options(&self) -> Options<'_> {
        let options = Options::from(self.profile);
        self.stored.as_ref().map_or(options, |stored| options.stored(stored.document()))
    }
}
