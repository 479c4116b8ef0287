//! Explains a refusal of the service: turns its texts into issues at the fields that they mention.

mod texts;

use serde_json::Value;

use crate::ground::json::{
    Document, Held, Json, Listed, Lookup, Node, Path, Segment, View, ordered,
};
use crate::knowledge::format::excerpt;
use crate::knowledge::issue::{Code, ISSUES, Issue, Profile, Severity};
use crate::knowledge::language::{self, Params, params};
use crate::knowledge::schema::{Access, Kind, Member, Object};
use crate::record::open;
use crate::verbs::validate::{self, meant_member, near_member};
pub(crate) use texts::several;
pub(crate) use texts::{INVALID_TOKEN, NO_VERSION, OTHER_VERSION, SLUG_TAKEN, written};
use texts::{MOST, Row, Said, parse};

/// Answers [`Kind::explain`].
pub(crate) fn explain(
    kind: Kind,
    texts: &[impl AsRef<str>],
    draft: Option<&dyn Json>,
) -> Vec<Issue> {
    explain_at(kind, texts, draft, &|_, path| path)
}

/// Explains texts about the body of a draft. `place` returns the place in the draft of one in the body.
pub(crate) fn explain_at(
    kind: Kind,
    texts: &[impl AsRef<str>],
    draft: Option<&dyn Json>,
    place: &dyn Fn(View<'_>, Path) -> Path,
) -> Vec<Issue> {
    let draft = draft.map(|draft| draft.held());
    let draft = draft
        .as_ref()
        .map(Held::view)
        .filter(|draft| draft.members().is_some());
    let record = draft.and_then(|draft| open::draft(kind, draft).ok());
    let ours = record
        .map(|record| validate::issues(&record, Profile::Service, None))
        .unwrap_or_default();
    let order = ordered(ours.len(), &|a, b| ours[a].path.cmp(&ours[b].path));
    let mut lookup = draft.map(Lookup::of);
    let texts: Vec<&str> = texts
        .iter()
        .flat_map(|text| several(kind, text.as_ref()))
        .collect();
    let (texts, more) = texts.split_at(texts.len().min(ISSUES));
    let explained = texts.iter().map(|text| {
        let mut said = parse(kind, text);
        let sent = said.path.clone();
        if let Some(draft) = draft {
            said.path = place(draft, said.path);
        }
        if let Some(lookup) = &mut lookup {
            said.follow_names(kind, lookup);
            if lookup.find(said.path.segments()).is_none() {
                follow_spelling(&mut said, &ours, &order);
            }
        }
        let from = order.partition_point(|at| ours[*at].path < said.path);
        let near = order[from..]
            .iter()
            .map(|at| &ours[*at])
            .take_while(|issue| is_near(&issue.path, &said));
        // Neither the texts nor the findings are bounded in number, so the search for one among the others must be.
        let near = near.take(MOST);
        let agreed = near
            .clone()
            .find(|issue| agrees(kind, &said, &sent, issue, text));
        // A member under another name is missing to the service.
        let renamed = |issue: &&Issue| {
            said.renamed && issue.code == Code::MisspelledMember && issue.path == said.path
        };
        let agreed = agreed.or_else(|| near.clone().find(renamed)).cloned();
        let mut at = |path: &[Segment]| lookup.as_mut().and_then(|lookup| lookup.find(path));
        if let Some(issue) = agreed {
            return Issue {
                severity: Severity::Error,
                ..issue
            };
        }
        let around = said
            .path
            .segments()
            .split_last()
            .and_then(|(_, around)| at(around));
        alone(kind, &said, text, draft, [around, at(said.path.segments())])
    });
    let mut explained = explained.listed();
    if !more.is_empty() {
        explained.push(Issue::more(more.len(), Severity::Error, Path::new()));
    }
    explained
}

/// Moves the path of a text to the member that the draft has in place of an absent one, if a finding says that its name
/// is misspelled.
fn follow_spelling(said: &mut Said<'_>, ours: &[Issue], order: &[usize]) {
    let Some((Segment::Name(name), around)) = said.path.segments().split_last() else {
        return;
    };
    if said.row.is_some_and(Row::is_unwanted) {
        return;
    }
    let from = order.partition_point(|at| ours[*at].path.segments() < around);
    let inside = order[from..]
        .iter()
        .map(|at| &ours[*at])
        .take_while(|issue| issue.path.segments().starts_with(around));
    let is_certain = |misspelled: &Segment| match (said.table, misspelled) {
        (Some(table), Segment::Name(misspelled)) => meant_member(table, misspelled).is_some(),
        _ => false,
    };
    let is_meant = |issue: &&Issue| {
        issue.code == Code::MisspelledMember
            && issue.path.segments().len() == around.len() + 1
            && issue.path.segments().last().is_some_and(is_certain)
            && issue
                .params
                .get("suggestion")
                .is_some_and(|meant| *meant == **name)
    };
    if let Some(issue) = inside.take(MOST).find(is_meant) {
        (said.path, said.renamed) = (issue.path.clone(), true);
    }
}

/// Returns true if a path is the one that a text mentions, or may be. Such paths come first among all that begin with
/// it.
fn is_near(path: &Path, said: &Said<'_>) -> bool {
    let (path, place) = (path.segments(), said.path.segments());
    if said.inside {
        path.starts_with(place)
    } else {
        path == place
    }
}

/// Returns true if a text and a finding name the same fault at the same path.
/// The text has the place in the body that was `sent`.
fn agrees(kind: Kind, said: &Said<'_>, sent: &Path, issue: &Issue, text: &str) -> bool {
    let reach = if said.in_items { 3 } else { 1 };
    let near = issue.path.segments().len() <= said.path.segments().len() + reach;
    let agrees = match said.row.map(|row| row.codes) {
        Some(codes) if !codes.is_empty() => codes.contains(&issue.code),
        _ => {
            let inside = issue
                .path
                .segments()
                .iter()
                .skip(said.path.segments().len());
            let path = inside.fold(sent.clone(), |path, segment| path.with(segment.clone()));
            written(
                kind,
                &Issue {
                    path,
                    ..issue.clone()
                },
            ) == text
        }
    };
    near && agrees && !contradicts(said, issue)
}

/// Returns true if a finding offers a value that is not among those that the text lists.
fn contradicts(said: &Said<'_>, issue: &Issue) -> bool {
    let is_listed = |value: &Value| said.values.split(", ").any(|listed| value == listed);
    let known = issue
        .params
        .get("known")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    let mut offered = known.chain(issue.params.get("suggestion"));
    !said.values.is_empty() && offered.any(|value| !is_listed(value))
}

/// Returns the issue that a text is in its own words.
fn says(path: Path, text: &str) -> Issue {
    Issue::new(
        Code::ServiceSays,
        Severity::Error,
        path,
        params(&[("text", text)]),
    )
}

/// Returns the issue of a text with which none of our findings agrees. `draft` is the whole draft, `around` its object with the
/// value, and `at` the value.
fn alone(
    kind: Kind,
    said: &Said<'_>,
    text: &str,
    draft: Option<View<'_>>,
    [around, at]: [Option<View<'_>>; 2],
) -> Issue {
    let drafted = draft.is_some();
    let says = || says(said.path.clone(), text);
    // A requirement on a member of the items must not be reported of their list.
    let Some(row) = said.row.filter(|_| !said.in_items) else {
        return says();
    };
    let is_required = || {
        said.table
            .and_then(|table| table.row_of(said.name))
            .is_some_and(|row| row.required)
    };
    if drafted && !row.has_cause(said, at, around.is_some() && is_required()) {
        return Issue::new(
            Code::OtherBody,
            Severity::Warning,
            said.path.clone(),
            params(&[("text", text)]),
        );
    }
    // The service may be stricter about a format than ours, which found nothing.
    if row.is_of_format() && at.and_then(View::text).is_some() {
        return says();
    }
    let code = match row.codes.first() {
        Some(Code::UnknownMember) => unwanted(kind, said),
        Some(code) => *code,
        None => Code::WrongType,
    };
    // A parameter of a message may be text or a number, so the name of a type is tagged as such.
    let of_type = |name: &str| {
        if code == Code::WrongType {
            name.into()
        } else {
            language::Said::tagged("type", name).0
        }
    };
    let found = match at.map(View::node) {
        Some(Node::Number(number)) => number.to_value(),
        Some(Node::Text(text)) if code != Code::WrongType => excerpt(text).into(),
        Some(Node::Text(text)) if row.codes.is_empty() => {
            language::Said::tagged("quote", excerpt(text)).0
        }
        Some(node) => of_type(node.name()),
        None if code == Code::UnknownValue && !drafted => language::Said::code("this_value").0,
        None => of_type(if drafted { "nothing" } else { "unseen" }),
    };
    let name = match said.path.segments().last() {
        Some(Segment::Name(name)) => excerpt(name),
        _ => String::new(),
    };
    let number =
        Document::parse(said.number).map_or(Value::from(0), |number| number.root().to_value());
    let mut params = Params::new();
    for param in code.params() {
        let value = match *param {
            "found" => Some(found.clone()),
            "name" => Some(name.clone().into()),
            "min" | "max" => Some(number.clone()),
            "known" => Some(said.values.into()),
            "expected" => row.expected().map(Value::from),
            "object" => said.table.map(|table| table.name.into()),
            "suggestion" => said
                .table
                .and_then(|table| suggested(table, said.name))
                .map(|row| row.name.into()),
            _ => None,
        };
        let Some(value) = value else { return says() };
        params.insert((*param).to_owned(), value);
    }
    Issue::new(code, Severity::Error, said.path.clone(), params)
}

/// Returns the member to suggest for an unknown name.
fn suggested(table: &'static Object, name: &str) -> Option<&'static Member> {
    meant_member(table, name).or_else(|| near_member(table, name))
}

/// Returns the reason why the service may refuse a member, as a code.
fn unwanted(kind: Kind, said: &Said<'_>) -> Code {
    let Some(table) = said.table else {
        return Code::ServiceSays;
    };
    match table.member(said.name) {
        Some(row) if row.access == Access::ResponseOnly => Code::ReadOnly,
        Some(_) => Code::ServiceSays,
        None if said.path.segments().len() == 1 && kind.envelopes().contains(&said.name) => {
            Code::Enveloped
        }
        None if suggested(table, said.name).is_some() => Code::MisspelledMember,
        None => Code::UnknownMember,
    }
}
