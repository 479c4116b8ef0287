//! What verbs are called with: arguments in their order, options by their names.

use crate::body::Mode;
use crate::diff::{Absent, By, Compare};
use crate::error::{Error, Reason};
use crate::issue::Profile;
use crate::json::{Node, Path, Segment, Tape, TapeView, View, all_listed, patch, try_listed};
use crate::schema::Kind;
use crate::validate::Options;

/// What a verb is called with, in order. What is left out is an oddity of the tape that the verb then refuses.
pub(super) struct Arguments<'a>(Option<<TapeView<'a> as View<'a>>::Items>);

impl<'a> Arguments<'a> {
    pub(super) fn of(tape: &'a Tape) -> Self {
        Self(tape.root().items())
    }

    pub(super) fn next(&mut self) -> TapeView<'a> {
        self.0.as_mut().and_then(Iterator::next).unwrap_or_else(|| TapeView::nothing())
    }

    pub(super) fn kind(&mut self) -> Result<Kind, Error> {
        let name = self.next().text().unwrap_or_default();
        Kind::ALL
            .into_iter()
            .find(|kind| kind.name() == name)
            .ok_or_else(|| option("kind", "calendar or location", name))
    }

    /// The next argument, where nothing in it is anything but JSON.
    pub(super) fn json(&mut self) -> Result<TapeView<'a>, Error> {
        let view = self.next();
        if view.is_json() {
            return Ok(view);
        }
        match odd(view, &mut Path::new()) {
            None => Ok(view),
            Some((what, path)) => Err(Error::from(Reason::NotJson { found: what }).under(path)),
        }
    }

    pub(super) fn all_json<const COUNT: usize>(&mut self) -> Result<[TapeView<'a>; COUNT], Error> {
        let mut all = [TapeView::nothing(); COUNT];
        for view in &mut all {
            *view = self.json()?;
        }
        Ok(all)
    }

    pub(super) fn kind_and_json<const COUNT: usize>(&mut self) -> Result<(Kind, [TapeView<'a>; COUNT]), Error> {
        Ok((self.kind()?, self.all_json()?))
    }

    pub(super) fn patch(&mut self) -> Result<Vec<patch::Op>, Error> {
        patch::parse(&self.json()?.to_value())
    }

    pub(super) fn path(&mut self) -> Result<Path, Error> {
        let view = self.next();
        let refused = || option("path", "an array of names and indexes", view.node().name());
        let steps = view.items().ok_or_else(refused)?;
        let step = |step: TapeView<'_>| match step.text() {
            Some(name) => Some(Segment::from(name.to_owned())),
            None => index(step).map(Segment::from),
        };
        Ok(Path::of(&all_listed(steps.map(step)).ok_or_else(refused)?))
    }

    pub(super) fn text(&mut self) -> Result<&'a str, Error> {
        let view = self.next();
        view.text().ok_or_else(|| option("text", "JSON text", view.node().name()))
    }
}

/// The first thing in a value that is not JSON.
pub(super) fn odd(view: TapeView<'_>, path: &mut Path) -> Option<(String, Path)> {
    match view.node() {
        Node::Odd { what, .. } => Some((what.to_owned(), path.clone())),
        Node::Array(items) => items.enumerate().find_map(|(index, item)| {
            path.push(index);
            let found = odd(item, path);
            path.pop();
            found
        }),
        Node::Object(members) => members.into_iter().find_map(|(name, member)| {
            path.push(name.to_owned());
            let found = odd(member, path);
            path.pop();
            found
        }),
        _ => None,
    }
}

pub(super) fn option(name: &str, expected: &'static str, found: &str) -> Error {
    Reason::Option { name: name.to_owned(), expected, found: crate::format::excerpt(found) }.into()
}

/// The options, if all their names are known.
pub(super) fn known<'a>(options: TapeView<'a>, names: &[&str]) -> Result<TapeView<'a>, Error> {
    let Node::Object(_) = options.node() else {
        return Err(option("options", "an object", options.node().name()));
    };
    let unknown = options.members().into_iter().flatten().find(|(name, _)| !names.contains(name));
    match unknown {
        None => Ok(options),
        Some((name, _)) => Err(option("options", "only options that this verb has", name)),
    }
}

pub(super) fn validating(options: TapeView<'_>) -> Result<Options<TapeView<'_>>, Error> {
    let options = known(options, &["profile", "stored"])?;
    Ok(Options { profile: profile(options)?, stored: options.get("stored") })
}

pub(super) fn profile(options: TapeView<'_>) -> Result<Profile, Error> {
    choice(options, "profile", "document, service or document-only", Profile::named)
}

pub(super) fn mode(options: TapeView<'_>) -> Result<Mode, Error> {
    choice(options, "mode", "full or changed", Mode::named)
}

pub(super) fn compare(options: TapeView<'_>) -> Result<Compare, Error> {
    let options = known(options, &["absent", "by", "tests"])?;
    let absent = choice(options, "absent", "keep or remove", Absent::named)?;
    let by = choice(options, "by", "meaning or spelling", By::named)?;
    Ok(Compare { absent, by, tests: flag(options, "tests")? })
}

/// One text, or a list of them.
pub(super) fn texts(said: TapeView<'_>) -> Result<Vec<String>, Error> {
    let one = |view: TapeView<'_>| {
        let refused = || option("texts", "a text, or an array of texts", view.node().name());
        view.text().map(str::to_owned).ok_or_else(refused)
    };
    match said.items() {
        None => one(said).map(|text| vec![text]),
        Some(items) => try_listed(items.map(one)),
    }
}

pub(super) fn text<'a>(options: TapeView<'a>, name: &str) -> Result<Option<&'a str>, Error> {
    let Some(chosen) = options.get(name) else { return Ok(None) };
    chosen.text().map(Some).ok_or_else(|| option(name, "text", chosen.node().name()))
}

pub(super) fn flag(options: TapeView<'_>, name: &str) -> Result<bool, Error> {
    let Some(chosen) = options.get(name) else { return Ok(false) };
    chosen.boolean().ok_or_else(|| option(name, "true or false", chosen.node().name()))
}

pub(super) fn choice<T: Default>(
    options: TapeView<'_>,
    name: &str,
    expected: &'static str,
    named: impl Fn(&str) -> Option<T>,
) -> Result<T, Error> {
    let Some(found) = chosen(options, name) else { return Ok(T::default()) };
    named(found).ok_or_else(|| option(name, expected, found))
}

/// The text that was chosen, or what stands in its place.
pub(super) fn chosen<'a>(options: TapeView<'a>, name: &str) -> Option<&'a str> {
    let chosen = options.get(name)?;
    Some(chosen.text().unwrap_or_else(|| chosen.node().name()))
}

/// An index of an array, or none.
pub(super) fn index(view: TapeView<'_>) -> Option<usize> {
    view.number()?.as_i64()?.try_into().ok()
}
