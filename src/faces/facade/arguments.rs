//! Arguments of verbs, in order, and options by name.

use std::str::FromStr;

use crate::ground::error::{Error, ErrorReason};
use crate::ground::json::{
    CollectVec, Each, Items, Json, Node, Path, Segment, Tree, View, expect_json, patch,
};
use crate::knowledge::issue::{Code, Profile, Severity};
use crate::knowledge::schema::{Kind, PayloadShape};
use crate::verbs::body::Mode;
use crate::verbs::diff::DiffOptions;
use crate::verbs::openings::Span;
use crate::verbs::validate::ValidateOptions;

/// The arguments of a verb, in order. A missing one becomes an odd value of the tree, which the verb then refuses.
pub(super) struct Arguments<'a> {
    items: Option<Items<'a>>,
    /// The names of the verb's arguments that are still to be read as JSON.
    takes: &'static [&'static str],
    /// The names of the options that the verb has.
    options: &'static [&'static str],
}

impl<'a> Arguments<'a> {
    pub(super) fn of(tree: &'a Tree) -> Self {
        Self {
            items: tree.root().items(),
            takes: &[],
            options: &[],
        }
    }

    /// Sets the names of the arguments and of the options that the verb has.
    pub(super) fn expect(
        &mut self,
        takes: &'static [&'static str],
        options: &'static [&'static str],
    ) {
        (self.takes, self.options) = (takes, options);
    }

    /// Returns the options, the last argument.
    pub(super) fn options(&mut self) -> Result<View<'a>, Error> {
        known(self.next(), self.options)
    }

    /// Returns the options, or `not_json` if any part of them is not JSON.
    pub(super) fn json_options(&mut self) -> Result<View<'a>, Error> {
        known(self.json()?, self.options)
    }

    pub(super) fn next(&mut self) -> View<'a> {
        self.items
            .as_mut()
            .and_then(Iterator::next)
            .unwrap_or_else(|| View::nothing())
    }

    pub(super) fn kind(&mut self) -> Result<Kind, Error> {
        self.next().text().unwrap_or_default().parse()
    }

    /// Returns the next argument, or `not_json` if any part of it is not JSON.
    pub(super) fn json(&mut self) -> Result<View<'a>, Error> {
        let view = self.next();
        let Some((name, others)) = self.takes.split_first() else {
            return expect_json(view);
        };
        self.takes = others;
        // A part that is not JSON has a path; a whole argument has its name alone.
        if let Node::Odd { what, .. } = view.node() {
            let found = format!("{what} as {name}");
            return Err(ErrorReason::NotJson { found }.into());
        }
        expect_json(view)
    }

    pub(super) fn all_json<const COUNT: usize>(&mut self) -> Result<[View<'a>; COUNT], Error> {
        let mut all = [View::nothing(); COUNT];
        for view in &mut all {
            *view = self.json()?;
        }
        Ok(all)
    }

    pub(super) fn kind_and_json<const COUNT: usize>(
        &mut self,
    ) -> Result<(Kind, [View<'a>; COUNT]), Error> {
        Ok((self.kind()?, self.all_json()?))
    }

    pub(super) fn patch(&mut self) -> Result<Vec<patch::Op>, Error> {
        patch::parse(&self.json()?.to_value())
    }

    pub(super) fn path(&mut self) -> Result<Path, Error> {
        path_of(self.next())
    }

    /// Returns a list of paths, or `None` if there is no further argument.
    pub(super) fn paths(&mut self) -> Result<Option<Vec<Path>>, Error> {
        let Some(views) = self.next().items() else {
            return Ok(None);
        };
        let mut paths = Vec::new();
        for view in views {
            paths.push(path_of(view)?);
        }
        Ok(Some(paths))
    }

    pub(super) fn name(&mut self, name: &str) -> Result<&'a str, Error> {
        let view = self.next();
        view.text()
            .ok_or_else(|| Error::option(name, "a text", view.node().name()))
    }

    pub(super) fn date(&mut self) -> Result<&'a str, Error> {
        let view = self.next();
        view.text()
            .ok_or_else(|| Error::option("date", "text such as 2026-12-24", &found(view)))
    }

    pub(super) fn text(&mut self) -> Result<&'a str, Error> {
        let view = self.next();
        view.text()
            .ok_or_else(|| Error::option("text", "JSON text", view.node().name()))
    }
}

fn path_of(view: View<'_>) -> Result<Path, Error> {
    let mut path = Path::new();
    for step in view.items().ok_or_else(|| no_path(view))? {
        path.push(match step.text() {
            Some(name) => Segment::from(name.to_owned()),
            None => index(step)
                .map(Segment::from)
                .ok_or_else(|| no_path(step))?,
        });
    }
    Ok(path)
}

fn no_path(view: View<'_>) -> Error {
    Error::option("path", "an array of names and indexes", &found(view))
}

/// Returns the options if all of their names are known.
pub(super) fn known<'a>(options: View<'a>, names: &[&str]) -> Result<View<'a>, Error> {
    let Node::Object(_) = options.node() else {
        return Err(Error::option("options", "an object", options.node().name()));
    };
    let unknown = options
        .each_member()
        .find(|(name, _)| !names.contains(name));
    match unknown {
        None => Ok(options),
        Some((name, _)) => Err(Error::option(
            "options",
            "only options that this verb has",
            name,
        )),
    }
}

/// The options of a validation.
pub(super) struct Validating<'a> {
    pub(super) profile: Profile,
    pub(super) stored: Option<View<'a>>,
    pub(super) of: PayloadShape,
    deny: Vec<Code>,
    ignore: Vec<Code>,
    only: Option<Vec<Code>>,
    severity: Option<Severity>,
}

impl Validating<'_> {
    pub(super) fn options(&self) -> ValidateOptions<'_> {
        let stored = self.stored.as_ref().map(|stored| stored as &dyn Json);
        let Self {
            profile,
            of,
            ref deny,
            ref ignore,
            ref only,
            severity,
            ..
        } = *self;
        ValidateOptions {
            profile,
            stored,
            of,
            deny,
            ignore,
            only: only.as_deref(),
            severity,
        }
    }
}

pub(super) fn validating(options: View<'_>) -> Result<Validating<'_>, Error> {
    Ok(Validating {
        profile: profile(options)?,
        stored: options.get("stored"),
        of: choice(options, "of")?,
        deny: codes(options, "deny")?.unwrap_or_default(),
        ignore: codes(options, "ignore")?.unwrap_or_default(),
        only: codes(options, "only")?,
        severity: chosen(options, "severity").map(str::parse).transpose()?,
    })
}

/// Returns an option that is a list of codes.
fn codes(options: View<'_>, name: &str) -> Result<Option<Vec<Code>>, Error> {
    let Some(chosen) = options.get(name) else {
        return Ok(None);
    };
    let mut codes = Vec::new();
    for view in chosen.items().ok_or_else(|| no_codes(name, chosen))? {
        let code = view.text().ok_or_else(|| no_codes(name, view))?;
        codes.push(code.parse()?);
    }
    Ok(Some(codes))
}

fn no_codes(name: &str, view: View<'_>) -> Error {
    Error::option(name, "an array of codes", &found(view))
}

pub(super) fn profile(options: View<'_>) -> Result<Profile, Error> {
    choice(options, "profile")
}

pub(super) fn mode(options: View<'_>) -> Result<Mode, Error> {
    choice(options, "mode")
}

/// Returns a span, given as its first date and either its last one or the number of its dates.
pub(super) fn span_of(options: View<'_>) -> Result<Span, Error> {
    let from = chosen(options, "from").unwrap_or_default();
    match (chosen(options, "to"), options.get("days")) {
        (Some(to), None) => Span::between(from, to),
        (None, Some(days)) => {
            let days = index(days)
                .ok_or_else(|| Error::option("days", "a number of dates", &found(days)))?;
            Span::days(from, days)
        }
        _ => Err(Error::option(
            "options",
            "either to or days",
            "both or none",
        )),
    }
}

pub(super) fn compare(options: View<'_>) -> Result<DiffOptions, Error> {
    let absent = choice(options, "absent")?;
    let by = choice(options, "by")?;
    Ok(DiffOptions::default()
        .absent(absent)
        .by(by)
        .tests(flag(options, "tests")?)
        .raw(flag(options, "raw")?))
}

/// Returns a list of texts, given as one text or as an array.
pub(super) fn texts(said: View<'_>) -> Result<Vec<String>, Error> {
    match said.items() {
        None => Ok(vec![text_of(said)?]),
        Some(items) => items.map(text_of).try_collect_vec(),
    }
}

fn text_of(view: View<'_>) -> Result<String, Error> {
    match view.text() {
        Some(text) => Ok(text.to_owned()),
        None => Err(Error::option(
            "texts",
            "a text, or an array of texts",
            view.node().name(),
        )),
    }
}

pub(super) fn text<'a>(options: View<'a>, name: &str) -> Result<Option<&'a str>, Error> {
    let Some(chosen) = options.get(name) else {
        return Ok(None);
    };
    chosen
        .text()
        .map(Some)
        .ok_or_else(|| Error::option(name, "text", chosen.node().name()))
}

pub(super) fn flag(options: View<'_>, name: &str) -> Result<bool, Error> {
    let Some(chosen) = options.get(name) else {
        return Ok(false);
    };
    chosen
        .boolean()
        .ok_or_else(|| Error::option(name, "true or false", chosen.node().name()))
}

/// Returns the parsed value of an option, or the default. The error that its type returns names the option.
pub(super) fn choice<T: Default + FromStr<Err = Error>>(
    options: View<'_>,
    name: &str,
) -> Result<T, Error> {
    chosen(options, name).map_or_else(|| Ok(T::default()), str::parse)
}

/// Returns the text of an option, or the name of its type if it is not a text.
pub(super) fn chosen<'a>(options: View<'a>, name: &str) -> Option<&'a str> {
    let chosen = options.get(name)?;
    Some(chosen.text().unwrap_or_else(|| chosen.node().name()))
}

/// Names a value that was not expected: a number by its digits, any other value by its type.
pub(super) fn found(view: View<'_>) -> String {
    match view.node() {
        Node::Number(number) => number.to_string(),
        Node::Odd { what, .. } => what.to_owned(),
        other => other.name().to_owned(),
    }
}

/// Returns the value as an array index, or `None`.
pub(super) fn index(view: View<'_>) -> Option<usize> {
    view.number()?.as_i64()?.try_into().ok()
}
