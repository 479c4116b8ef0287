//! The service's texts as data, class-validator's and its own (observed), used in both directions: to parse a text into
//! a path and a fault, and to write the service's text for one of our findings.

use std::iter;

use crate::ground::digits::is_digits;
use crate::ground::json::{Each, Lookup, Node, Number, Path, Segment, View};
use crate::knowledge::issue::Code::{
    self, Blank, DateDuplicate, DayRange, DaysDuplicate, EmptyText, Enveloped, MissingMember,
    MisspelledMember, MisspelledValue, NotAbove, NotInteger, PersonalTeam, PlacesSeveral, ReadOnly,
    ReadOnlyEcho, RecurringCount, RedirectUrlMissing, ServiceSays, SeveralDays, TeamEmpty,
    TooLarge, TooSmall, UnknownMember, UnknownValue, WrongChoice, WrongShape, WrongType,
};
use crate::knowledge::issue::Issue;
use crate::knowledge::schema::{Format, Kind, List, Object, Type, WhenEmpty};

/// The limit of findings at one path, and of values in one array, that are compared with a text.
pub(super) const MAX_SEARCHED: usize = 1000;

/// A template of the service's texts, and its meaning.
pub(super) struct Row {
    /// The template. `{name}` is a member, `{n}` a number, `{values}` a list. The names and indexes of its path
    /// precede it, each with a dot.
    pub(super) text: &'static str,
    /// The fields that it applies to.
    of: Of,
    /// Our findings that it is written for. The first is its meaning if the draft is not known. Empty: any finding.
    pub(super) codes: &'static [Code],
    /// The member that it is about and does not name.
    below: Option<&'static str>,
}

#[derive(Clone, Copy)]
enum Of {
    Any,
    /// Fields of the type of that name.
    Type(&'static str),
    /// Lists that the service refuses if they are empty.
    NeverEmpty,
    /// Text of these formats, by the key of the words for them.
    Format(&'static str, &'static [Format]),
}

const fn row(text: &'static str, of: Of, codes: &'static [Code]) -> Row {
    Row {
        text,
        of,
        codes,
        below: None,
    }
}

/// The service's texts about a whole request.
pub(crate) const NO_VERSION: &str = "version header was not found.";
pub(crate) const OTHER_VERSION: &str = "version header is invalid";
pub(crate) const INVALID_TOKEN: &str = "Invalid token: access token is invalid";
pub(crate) const SLUG_TAKEN: &str = "Calendar slug is already taken";

#[rustfmt::skip]
const ROWS: &[Row] = &[
    row("property {name} should not exist", Of::Any, &[UnknownMember, MisspelledMember, ReadOnly, ReadOnlyEcho, Enveloped]),
    Row { below: Some("daysOfTheWeek"), ..row("must be a valid day of week", Of::Any, &[ServiceSays, SeveralDays, DayRange, DaysDuplicate]) },
    Row { below: Some("slug"), ..row(SLUG_TAKEN, Of::Any, &[ServiceSays]) },
    row(NO_VERSION, Of::Any, &[ServiceSays]),
    row(OTHER_VERSION, Of::Any, &[ServiceSays]),
    row(INVALID_TOKEN, Of::Any, &[ServiceSays]),
    row("{name} must contain at least {n} elements", Of::NeverEmpty, &[TeamEmpty]),
    row("{name} must contain no more than {n} elements", Of::Type("array"), &[ServiceSays, PersonalTeam, PlacesSeveral]),
    row("{name} should not be empty", Of::Type("text"), &[EmptyText, Blank]),
    row("{name} must be a string", Of::Type("text"), &[WrongType, MissingMember, RedirectUrlMissing]),
    row("{name} must be a number conforming to the specified constraints", Of::Type("number"), &[WrongType, WrongChoice, MissingMember]),
    row("{name} must be an integer number", Of::Type("integer"), &[NotInteger, WrongType, WrongChoice, MissingMember]),
    row("{name} must be a boolean value", Of::Type("boolean"), &[WrongType, MissingMember]),
    row("{name} must be an array", Of::Type("array"), &[WrongType, WrongShape, MissingMember]),
    row("nested property {name} must be either object or array", Of::Type("object"), &[WrongType, WrongShape, MissingMember]),
    row("{name} must be an object", Of::Type("object"), &[WrongType, WrongShape, MissingMember]),
    row("{name} should not be null or undefined", Of::Any, &[MissingMember]),
    row("{name} must not be less than {n}", Of::Any, &[TooSmall, DayRange]),
    row("{name} must be a positive number", Of::Any, &[NotAbove]),
    row("{name} must not be greater than {n}", Of::Any, &[TooLarge, RecurringCount, DayRange]),
    row("{name} must be one of the following values: {values}", Of::Any, &[UnknownValue, MisspelledValue]),
    row("{name} must be a number", Of::Type("number"), &[WrongType, MissingMember]),
    row("{name} must be an integer", Of::Type("integer"), &[NotInteger, WrongType, MissingMember]),
    row("{name} must be a boolean", Of::Type("boolean"), &[WrongType, MissingMember]),
    row("{name} must match {values} regular expression", Of::Any, &[ServiceSays]),
    row("{name} must be an email", Of::Format("email", &[Format::Email]), &[]),
    row("{name} must be a hexadecimal color", Of::Format("color", &[Format::Color]), &[]),
    row("{name} must be a URL address", Of::Format("url", &[Format::Url, Format::Website]), &[]),
    row("{name} must be a valid ISO 8601 date string", Of::Format("date", &[Format::Date, Format::DateTime]), &[]),
];

/// The prefix of class-validator for a text about the items of an array.
const EACH: &str = "each value in ";

impl Row {
    /// Returns the expected type of a field by this row, as a message parameter.
    pub(super) fn expected(&self) -> Option<&'static str> {
        match self.of {
            Of::Type(name) | Of::Format(name, _) => Some(name),
            Of::Any | Of::NeverEmpty => None,
        }
    }

    /// Returns true if the row is about a member that must not be sent.
    pub(super) fn is_unwanted(&self) -> bool {
        self.codes.contains(&UnknownMember)
    }

    /// Returns true if the row is about the format of a text.
    pub(super) fn is_of_format(&self) -> bool {
        matches!(self.of, Of::Format(..))
    }

    /// Returns true if a draft may be refused with this text for the value at its field. An absent value may be refused only
    /// if it is required, or if the text says so.
    pub(super) fn has_cause(
        &self,
        parsed: &ParsedText<'_>,
        at: Option<View<'_>>,
        is_required: bool,
    ) -> bool {
        // `should not exist` cannot be about a member that is absent. Any other text about an absent member needs a reason.
        let Some(value) = at else {
            let needs_value = matches!(self.codes.first(), Some(MissingMember | EmptyText));
            return !self.is_unwanted() && (is_required || needs_value);
        };
        match value.items() {
            Some(items) if parsed.inside => {
                items.len() > MAX_SEARCHED
                    || value.each_item().any(|item| self.is_cause(parsed, item))
            }
            _ => self.is_unwanted() || self.is_cause(parsed, value),
        }
    }

    /// Returns true if a value has the fault that the text names, as far as the text alone can tell.
    fn is_cause(&self, parsed: &ParsedText<'_>, value: View<'_>) -> bool {
        let number = value.number().map(Number::as_f64);
        let bound = Number::parse(parsed.number).map(Number::as_f64);
        match (self.of, self.codes.first()) {
            // A text that agrees with the value is no cause: `must be an integer` about 30.
            (Of::Type("integer"), _) => number.is_none_or(|number| number.fract() != 0.0),
            (Of::Type(name), Some(WrongType)) => value.node().name() != name,
            (_, Some(EmptyText)) => value.text().is_none_or(str::is_empty),
            (_, Some(MissingMember)) => matches!(value.node(), Node::Null),
            (_, Some(NotAbove)) => number.is_none_or(|number| number <= 0.0),
            (_, Some(TooSmall)) => is_below(number, bound),
            (_, Some(TooLarge)) => is_below(bound, number),
            (_, Some(TeamEmpty)) => is_below(count(value), bound),
            (_, Some(UnknownValue)) => value
                .text()
                .is_none_or(|text| parsed.values.split(", ").all(|known| known != text)),
            _ => true,
        }
    }

    /// Returns true if the service uses this text for such a finding at such a field.
    fn is_said_of(&self, code: Code, ty: Option<Type>) -> bool {
        let of = match (self.of, ty) {
            (Of::Any, _) => true,
            (Of::Type(name), Some(ty)) => ty.name() == name,
            (Of::NeverEmpty, Some(Type::List(list))) => list.when_empty == WhenEmpty::Refused,
            (Of::Format(_, formats), Some(Type::Text(format))) => formats.contains(&format),
            _ => false,
        };
        of && if self.codes.is_empty() {
            is_code_of_format(code)
        } else {
            code != ServiceSays && self.codes.contains(&code)
        }
    }
}

/// Returns true if the first number is less than the second, as far as both are known.
fn is_below(first: Option<f64>, second: Option<f64>) -> bool {
    match (first, second) {
        (Some(first), Some(second)) => first < second,
        _ => true,
    }
}

/// Returns the number of items of a list.
fn count(value: View<'_>) -> Option<f64> {
    value
        .items()
        .and_then(|items| u32::try_from(items.len()).ok())
        .map(f64::from)
}

/// Returns true if a finding is about the format of a text. Other findings have texts of their own.
fn is_code_of_format(code: Code) -> bool {
    ["email_", "color_", "url_", "website_", "date_"]
        .iter()
        .any(|format| code.name().starts_with(format))
        && code != DateDuplicate
}

/// A parsed text.
#[derive(Default)]
pub(super) struct ParsedText<'t> {
    /// The row that it matches. `None` if it has words of its own.
    pub(super) row: Option<&'static Row>,
    /// The path of the field.
    pub(super) path: Path,
    /// True if it may be about a value inside the field.
    pub(super) inside: bool,
    /// True if the text names a member of a list's items and not the list. Then `path` is that of the list.
    pub(super) in_items: bool,
    /// True if the draft has a member of the path under another name.
    pub(super) renamed: bool,
    /// The table that has the field as a member.
    pub(super) table: Option<&'static Object>,
    pub(super) name: &'t str,
    pub(super) number: &'t str,
    pub(super) values: &'t str,
}

/// The characters between texts that are joined to one.
const BETWEEN: [char; 3] = [',', ';', '\n'];

/// Splits a text that joins several, such as `slug must be a string, name should not be empty`. A list of values and a
/// regular expression have commas too, so a text is split only where a text of the table begins, and only if each part is one.
pub(crate) fn several(kind: Kind, text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (end, _) in text.match_indices(BETWEEN) {
        let rest = &text[end + 1..];
        // `a must be one of the following values: x, y, b must be a string`: only the last comma has a known text behind it.
        let next = rest.split(BETWEEN).next().unwrap_or_default();
        if is_known(next, kind)
            || next.contains(" must match ")
                && with_expression(rest).is_some_and(|part| is_known(part, kind))
        {
            parts.push(text[start..end].trim());
            start = end + 1;
        }
    }
    parts.push(text[start..].trim());
    if parts.len() > 1 && parts.iter().all(|part| is_known(part, kind)) {
        parts
    } else {
        vec![text]
    }
}

/// Returns true if a text is one of the table.
fn is_known(part: &str, kind: Kind) -> bool {
    parse(kind, part.trim()).row.is_some()
}

/// Returns the first text of several, up to the end of its regular expression.
fn with_expression(texts: &str) -> Option<&str> {
    // Longer ones are not looked for, so that the time is linear.
    const LONGEST: usize = 300;
    const END: &str = " regular expression";
    let near = texts
        .char_indices()
        .nth(LONGEST)
        .map_or(texts, |(end, _)| &texts[..end]);
    Some(&near[..near.find(END)? + END.len()])
}

/// Parses a text. The names and indexes that lead to the field precede it, each with a dot.
pub(super) fn parse(kind: Kind, text: &str) -> ParsedText<'_> {
    let mut place = TextPlace::record(kind);
    let before = text.strip_prefix(EACH);
    let mut rest = before.unwrap_or(text);
    while let Some((step, after)) = rest.split_once('.') {
        if !place.step(step) {
            break;
        }
        rest = after;
    }
    let (inside, local) = rest
        .strip_prefix(EACH)
        .map_or((before.is_some(), rest), |local| (true, local));
    for row in ROWS {
        let mut parsed = ParsedText {
            inside,
            table: place.table(),
            ..ParsedText::default()
        };
        if parsed.fits(row.text, local) {
            parsed.row = Some(row);
            parsed.path = place.path;
            if row.codes.first() == Some(&UnknownMember) {
                parsed.path.push(parsed.name.to_owned());
            // `userId must be a string` without a path: only `teamMembers` has items with that member.
            } else if let Some(list) = list_of(kind, &parsed) {
                (parsed.inside, parsed.in_items) = (true, true);
                parsed.path.push(list);
            } else if !parsed.name.is_empty() {
                for step in parsed.name.split('.') {
                    parsed.path.push(segment(step));
                }
            }
            if let Some(below) = row.below {
                parsed.path.push(below);
                parsed.inside = true;
            }
            return parsed;
        }
    }
    // The text has words of its own. If it begins with a field and a verb, it is about that field.
    if let Some((name, rest)) = local.split_once(' ')
        && ["must ", "should ", "is ", "has ", "cannot "]
            .iter()
            .any(|verb| rest.starts_with(verb))
    {
        place.step(name);
    } else if let Some((name, _)) = local.split_once(": ") {
        // A field of an object with its texts.
        place.step(name);
    }
    ParsedText {
        path: place.path,
        ..ParsedText::default()
    }
}

/// Returns the only list of the record whose items have the member that a text names without the path to it.
fn list_of(kind: Kind, parsed: &ParsedText<'_>) -> Option<&'static str> {
    let is_lost = !parsed.name.is_empty()
        && parsed.path.segments().is_empty()
        && kind.table().member(parsed.name).is_none();
    let mut lists = kind
        .table()
        .members
        .iter()
        .filter(|row| is_lost && is_list_with(&row.ty, parsed.name));
    lists
        .next()
        .filter(|_| lists.next().is_none())
        .map(|row| row.name)
}

/// Returns true if the items of a list have a member.
fn is_list_with(ty: &Type, name: &str) -> bool {
    match ty {
        Type::List(List {
            item: Type::Object(table),
            ..
        }) => table.member(name).is_some(),
        _ => false,
    }
}

/// Returns the service's text for one of our findings, or a text with our code if it has none.
pub(crate) fn written(kind: Kind, issue: &Issue) -> String {
    let mut place = TextPlace::record(kind);
    let mut steps = issue.path.segments();
    // If the tables do not know the path, only its last step is given.
    let known = steps.iter().all(|segment| place.step(&segment.to_string()));
    let ty = known.then(|| place.ty());
    let Some(row) = ROWS.iter().find(|row| row.is_said_of(issue.code, ty)) else {
        return ours(steps, issue);
    };
    let mut each = "";
    // The text about `/emails/0` names the list: `each value in emails must be …`.
    if let Some((Segment::Index(_), before)) = steps.split_last() {
        (steps, each) = (before, EACH);
    }
    let Some((last, before)) = steps.split_last() else {
        return ours(steps, issue);
    };
    if !row.text.contains("{name}") {
        return format!("{}{}", dotted(before), row.text);
    }
    let bound = issue.params.get("min").or_else(|| issue.params.get("max"));
    let number = bound.map_or_else(|| "1".to_owned(), crate::ground::json::to_string);
    let text = row
        .text
        .replace("{name}", &last.to_string())
        .replace("{n}", &number);
    format!("{}{each}{text}", dotted(before))
}

/// Returns the path, and our code for the fault.
fn ours(steps: &[Segment], issue: &Issue) -> String {
    let place = dotted(steps);
    format!(
        "{} is refused: {}",
        if place.is_empty() {
            "the body"
        } else {
            place.trim_end_matches('.')
        },
        issue.code
    )
}

fn dotted(steps: &[Segment]) -> String {
    let mut dotted = String::new();
    for step in steps {
        dotted += &step.to_string();
        dotted.push('.');
    }
    dotted
}

impl<'t> ParsedText<'t> {
    /// Moves the path to the names that the draft has for its members: to `appoinmentPerSlot` from `appointmentPerSlot`,
    /// and to `daysOfWeek` from `daysOfTheWeek`.
    pub(super) fn follow_names(&mut self, kind: Kind, draft: &mut Lookup<'_>) {
        let mut place = TextPlace::record(kind);
        let mut steps = self.path.segments();
        // The last name of `property X should not exist` is as it was sent: it must not become the member that it is an alias
        // of.
        let unwanted = steps
            .split_last()
            .filter(|_| self.row.is_some_and(Row::is_unwanted));
        if let Some((_, before)) = unwanted {
            steps = before;
        }
        for step in steps {
            let row = match (place.at, step) {
                (At::Table(table), Segment::Name(name)) if !has(draft, &place.path, name) => {
                    table.row_of(name)
                }
                _ => None,
            };
            let other = row.and_then(|row| {
                iter::once(row.name)
                    .chain(row.aliases.iter().copied())
                    .find(|name| has(draft, &place.path, name))
            });
            self.renamed |= other.is_some();
            let name = other.map_or_else(|| step.to_string(), str::to_owned);
            if !place.step(&name) {
                return;
            }
        }
        if let Some((name, _)) = unwanted {
            place.path.push(name.clone());
        }
        self.path = place.path;
    }

    /// Returns true if a text matches the template, and keeps the values of its holes.
    fn fits(&mut self, template: &'static str, text: &'t str) -> bool {
        let mut template = template;
        let mut text = text;
        while let Some((before, hole, after)) = crate::knowledge::language::hole(template) {
            let Some(rest) = text.strip_prefix(before) else {
                return false;
            };
            // The value of a hole ends where the text between it and the next hole begins.
            let literal = after.split('{').next().unwrap_or_default();
            // The draft's own names may contain anything. The text of the last hole ends with the template.
            let end = if literal.is_empty() {
                Some(rest.len())
            } else if literal == after {
                rest.strip_suffix(literal).map(str::len)
            } else {
                rest.find(literal)
            };
            let Some(end) = end else { return false };
            let held = &rest[..end];
            match hole.name {
                "name" if before.starts_with("property") => self.name = held,
                "name" | "n" if held.is_empty() || held.contains(' ') => return false,
                "name" => self.name = held,
                "n" if !held
                    .bytes()
                    .all(|byte| byte.is_ascii_digit() || b"-.".contains(&byte)) =>
                {
                    return false;
                }
                "n" => self.number = held,
                _ => self.values = held,
            }
            (template, text) = (after, &rest[end..]);
        }
        template == text
    }
}

/// Returns true if the object at a path has a member.
fn has(draft: &mut Lookup<'_>, path: &Path, name: &str) -> bool {
    draft.find(path.with(name.to_owned()).segments()).is_some()
}

fn segment(step: &str) -> Segment {
    match step.parse::<usize>() {
        Ok(index) if is_digits(step) => Segment::Index(index),
        _ => step.to_owned().into(),
    }
}

/// A path in a record, followed along the tables.
struct TextPlace {
    path: Path,
    at: At,
}

#[derive(Clone, Copy)]
enum At {
    Table(&'static Object),
    List(&'static List),
    Leaf(Type),
}

impl TextPlace {
    fn record(kind: Kind) -> Self {
        Self {
            path: Path::new(),
            at: At::Table(kind.table()),
        }
    }

    fn of(ty: Type) -> At {
        match ty {
            Type::Object(table) => At::Table(table),
            Type::List(list) => At::List(list),
            leaf => At::Leaf(leaf),
        }
    }

    /// Moves to a member or an item, if the tables know it. Returns false if they do not.
    fn step(&mut self, step: &str) -> bool {
        let next = match (self.at, segment(step)) {
            (At::Table(table), name) => match table.member(step) {
                Some(row) => Some((row.name.into(), row.ty)),
                // The value of an alias is judged as that of its member, under the name that it has.
                None => table.alias(step).map(|row| (name, row.ty)),
            },
            (At::List(list), Segment::Index(index)) => Some((Segment::Index(index), list.item)),
            _ => None,
        };
        let Some((segment, ty)) = next else {
            return false;
        };
        self.path.push(segment);
        self.at = Self::of(ty);
        true
    }

    fn table(&self) -> Option<&'static Object> {
        match self.at {
            At::Table(table) => Some(table),
            At::List(_) | At::Leaf(_) => None,
        }
    }

    fn ty(&self) -> Type {
        match self.at {
            At::Table(table) => Type::Object(table),
            At::List(list) => Type::List(list),
            At::Leaf(leaf) => leaf,
        }
    }
}
