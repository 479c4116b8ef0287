//! Explains a refusal of the service: turns its texts into issues at the fields that they mention.

mod texts;

use serde_json::Value;

use crate::ground::json::{
    CollectVec, Document, Held, Json, Lookup, Node, Path, Segment, View, sorted_indexes,
};
use crate::knowledge::format::excerpt;
use crate::knowledge::issue::{Code, ISSUES, Issue, Profile, Severity};
use crate::knowledge::language::{self, Params, params};
use crate::knowledge::schema::{Kind, Member, Object};
use crate::record::open;
use crate::verbs::validate::{self, meant_member, near_member};
pub(crate) use texts::several;
pub(crate) use texts::{INVALID_TOKEN, NO_VERSION, OTHER_VERSION, SLUG_TAKEN, written};
use texts::{MAX_SEARCHED, ParsedText, Row, parse};

impl Kind {
    /// Explains each text of a refusal by an issue at the field that it mentions. Returns one error for each text, in
    /// their order, with our code and message if we have one, else `service_says` with the service’s own words. A text
    /// that joins several known ones by commas is several. Of more
    /// than 100,000 texts the first are explained, and `more_issues` gives the number of the rest. If the draft does
    /// not have the fault that a text names, nor the member unless it is required, the refusal was about another body,
    /// and the issue is a warning, `other_body`.
    ///
    /// The texts are those of class-validator, as the service is reported to send them: names with dots and indexes,
    /// then the fault. Given the draft that was sent, an issue that [`validate`](Kind::validate) finds there too takes
    /// the place of the text, with its fix.
    ///
    /// ```
    /// use calendiff::Kind;
    /// use serde_json::json;
    ///
    /// let texts = ["property locationId should not exist", "openHours.0.must be a valid day of week"];
    /// let draft = json!({ "locationId": "a", "openHours": [{ "daysOfTheWeek": [1, 2], "hours": [] }] });
    /// let issues = Kind::Calendar.explain(&texts, Some(&draft));
    /// assert_eq!((issues[0].code.name(), issues[0].path.pointer()), ("read_only", "/locationId".to_owned()));
    /// assert_eq!(issues[1].path.pointer(), "/openHours/0/daysOfTheWeek");
    /// assert_eq!(issues[1].fix.as_ref().unwrap().title, "Split into one entry a day");
    ///
    /// let issues = Kind::Calendar.explain(&["slotDuration must be a positive number"], Some(&json!({ "slotDuration": 30 })));
    /// assert_eq!(issues[0].code.name(), "other_body");
    ///
    /// let issues = Kind::Calendar.explain(&["the moon is full"], Some(&draft));
    /// assert_eq!(issues[0].message(), "The service says: the moon is full");
    /// ```
    #[must_use]
    pub fn explain(self, texts: &[impl AsRef<str>], draft: Option<&dyn Json>) -> Vec<Issue> {
        explain(self, texts, draft)
    }
}

/// Answers [`Kind::explain`]. Paths begin inside the envelope of a draft, as those of the service do.
pub(crate) fn explain(
    kind: Kind,
    texts: &[impl AsRef<str>],
    draft: Option<&dyn Json>,
) -> Vec<Issue> {
    let Some(draft) = draft else {
        return explain_at(kind, texts, None, &as_sent);
    };
    let draft = draft.held();
    let record = open::inside(kind, draft.view()).view;
    explain_at(kind, texts, Some(&record), &as_sent)
}

/// Returns the path in a draft of a path in the body, if both are the same.
fn as_sent(_: View<'_>, path: Path) -> Path {
    path
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
    let mut ours = Vec::new();
    if let Some(draft) = draft
        && let Ok(record) = open::draft(kind, draft)
    {
        ours = validate::issues(&record, Profile::Service, None);
    }
    let mut explainer = Explainer {
        kind,
        draft,
        place,
        lookup: draft.map(Lookup::of),
        order: sorted_indexes(ours.len(), &|a, b| ours[a].path.cmp(&ours[b].path)),
        ours,
    };
    let texts: Vec<&str> = texts
        .iter()
        .flat_map(|text| several(kind, text.as_ref()))
        .collect();
    let (texts, more) = texts.split_at(texts.len().min(ISSUES));
    let mut issues = texts.iter().map(|text| explainer.issue(text)).collect_vec();
    if !more.is_empty() {
        issues.push(Issue::more(more.len(), Severity::Error, Path::new()));
    }
    issues
}

/// Turns the texts about a draft into issues. Each text goes through three stations:
///
/// 1. It is parsed, and its path moved to where the draft has the value: `slug must be a string` is about `/slgu`, if that
///    is what the draft calls it.
/// 2. If one of our own findings says the same of that place, the text becomes that finding, as an error.
/// 3. Else it becomes an issue of its own, as far as the text and the draft show one.
struct Explainer<'a> {
    kind: Kind,
    draft: Option<View<'a>>,
    /// Returns the place in the draft of one in the body.
    place: &'a dyn Fn(View<'_>, Path) -> Path,
    lookup: Option<Lookup<'a>>,
    /// Our findings about the draft.
    ours: Vec<Issue>,
    /// The indexes of our findings, ordered by path.
    order: Vec<usize>,
}

impl<'a> Explainer<'a> {
    fn issue(&mut self, text: &str) -> Issue {
        let mut parsed = parse(self.kind, text);
        let sent = parsed.path.clone();
        self.move_into_draft(&mut parsed);
        if let Some(issue) = self.agreed(&parsed, &sent, text) {
            return Issue {
                severity: Severity::Error,
                ..issue.clone()
            };
        }
        let path = parsed.path.segments();
        let around = match path {
            [around @ .., _] => self.find(around),
            [] => None,
        };
        let at = self.find(path);
        alone(self.kind, &parsed, text, self.draft, [around, at])
    }

    fn find(&mut self, path: &[Segment]) -> Option<View<'a>> {
        self.lookup.as_mut()?.find(path)
    }

    /// Moves the path of a text to the place that its value has in the draft.
    fn move_into_draft(&mut self, parsed: &mut ParsedText<'_>) {
        if let Some(draft) = self.draft {
            parsed.path = (self.place)(draft, std::mem::take(&mut parsed.path));
        }
        if let Some(lookup) = &mut self.lookup {
            parsed.follow_names(self.kind, lookup);
            // The draft has no such member, perhaps since it is there under a misspelled name.
            if lookup.find(parsed.path.segments()).is_none() {
                follow_spelling(parsed, &self.ours, &self.order);
            }
        }
    }

    /// Returns our finding that a text agrees with. A member under another name is missing to the service.
    fn agreed(&self, parsed: &ParsedText<'_>, sent: &Path, text: &str) -> Option<&Issue> {
        // Findings at the path or inside it are neighbors in the order of paths, and begin here.
        let first = self
            .order
            .partition_point(|at| self.ours[*at].path < parsed.path);
        let mut misspelled = None;
        // Neither the texts nor the findings are bounded in number, so the search for one among the others must be.
        for at in self.order[first..].iter().take(MAX_SEARCHED) {
            let issue = &self.ours[*at];
            if !is_near(&issue.path, parsed) {
                break;
            }
            if agrees(self.kind, parsed, sent, issue, text) {
                return Some(issue);
            }
            // A finding with the same fault comes first. `slug must be a string` about `/slgu` is explained by the misspelled
            // name only if no other finding agrees.
            let says_misspelled = issue.code == Code::MisspelledMember && issue.path == parsed.path;
            if parsed.renamed && says_misspelled && misspelled.is_none() {
                misspelled = Some(issue);
            }
        }
        misspelled
    }
}

/// Moves the path of a text to the member that the draft has in place of an absent one, if a finding says that its name
/// is misspelled.
fn follow_spelling(parsed: &mut ParsedText<'_>, ours: &[Issue], order: &[usize]) {
    let Some((Segment::Name(name), around)) = parsed.path.segments().split_last() else {
        return;
    };
    // `property slgu should not exist` names the member as it was sent.
    if parsed.row.is_some_and(Row::is_unwanted) {
        return;
    }
    let first = order.partition_point(|at| ours[*at].path.segments() < around);
    for at in order[first..].iter().take(MAX_SEARCHED) {
        let issue = &ours[*at];
        if !issue.path.segments().starts_with(around) {
            return;
        }
        if is_misspelling_of(issue, parsed, around, name) {
            parsed.path = issue.path.clone();
            parsed.renamed = true;
            return;
        }
    }
}

/// Returns true if a finding says that a member of the object around is surely a misspelled `name`.
fn is_misspelling_of(
    issue: &Issue,
    parsed: &ParsedText<'_>,
    around: &[Segment],
    name: &str,
) -> bool {
    let path = issue.path.segments();
    let (Some(table), Some(Segment::Name(misspelled))) = (parsed.table, path.last()) else {
        return false;
    };
    issue.code == Code::MisspelledMember
        && path.len() == around.len() + 1
        && meant_member(table, misspelled).is_some()
        && issue
            .params
            .get("suggestion")
            .is_some_and(|suggestion| suggestion == name)
}

/// Returns true if a path is the one that a text mentions, or may be. Such paths come first among all that begin with
/// it.
fn is_near(path: &Path, parsed: &ParsedText<'_>) -> bool {
    let path = path.segments();
    let place = parsed.path.segments();
    if parsed.inside {
        path.starts_with(place)
    } else {
        path == place
    }
}

/// Returns true if a text and a finding name the same fault at the same path.
/// The text has the place in the body that was `sent`.
fn agrees(kind: Kind, parsed: &ParsedText<'_>, sent: &Path, issue: &Issue, text: &str) -> bool {
    // `emails must be an email` may be about an item of the list, one step further. A text that names a member of items
    // without its path may be about that member, or an item of it: `/openHours/0/daysOfTheWeek/0`.
    let reach = if parsed.in_items { 3 } else { 1 };
    let depth = parsed.path.segments().len();
    if issue.path.segments().len() > depth + reach {
        return false;
    }
    let agrees = match parsed.row.map(|row| row.codes) {
        Some(codes) if !codes.is_empty() => codes.contains(&issue.code),
        // A text of no known form agrees if the finding would be written in the same words.
        _ => {
            let mut path = sent.clone();
            for segment in issue.path.segments().iter().skip(depth) {
                path.push(segment.clone());
            }
            let issue = Issue {
                path,
                ..issue.clone()
            };
            written(kind, &issue) == text
        }
    };
    agrees && !contradicts(parsed, issue)
}

/// Returns true if a finding offers a value that is not among those that the text lists.
fn contradicts(parsed: &ParsedText<'_>, issue: &Issue) -> bool {
    let known = issue
        .params
        .get("known")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    let mut offered = known.chain(issue.params.get("suggestion"));
    !parsed.values.is_empty()
        && offered.any(|offered| parsed.values.split(", ").all(|listed| offered != listed))
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
    parsed: &ParsedText<'_>,
    text: &str,
    draft: Option<View<'_>>,
    [around, at]: [Option<View<'_>>; 2],
) -> Issue {
    let drafted = draft.is_some();
    // A requirement on a member of the items must not be reported of their list.
    let Some(row) = parsed.row.filter(|_| !parsed.in_items) else {
        return says(parsed.path.clone(), text);
    };
    let table_row = parsed.table.and_then(|table| table.row_of(parsed.name));
    let is_required = around.is_some() && table_row.is_some_and(|row| row.required);
    // The draft has no such fault, or not even the object that has it, so the text is about another body.
    let is_there = around.or(at).is_some();
    if drafted && !(is_there && row.has_cause(parsed, at, is_required)) {
        return Issue::new(
            Code::OtherBody,
            Severity::Warning,
            parsed.path.clone(),
            params(&[("text", text)]),
        );
    }
    // The service may be stricter about a format than ours, which found nothing.
    if row.is_of_format() && at.and_then(View::text).is_some() {
        return says(parsed.path.clone(), text);
    }
    let code = match row.codes.first() {
        Some(Code::UnknownMember) => unwanted(kind, parsed),
        Some(code) => *code,
        None => Code::WrongType,
    };
    let found = match at.map(View::node) {
        Some(Node::Number(number)) => number.to_value(),
        Some(Node::Text(text)) if code != Code::WrongType => excerpt(text).into(),
        Some(Node::Text(text)) if row.codes.is_empty() => {
            language::Phrase::tagged("quote", excerpt(text)).0
        }
        Some(node) => of_type(node.name(), code),
        None if code == Code::UnknownValue && !drafted => language::Phrase::code("this_value").0,
        None => of_type(if drafted { "nothing" } else { "unseen" }, code),
    };
    let name = match parsed.path.segments().last() {
        Some(Segment::Name(name)) => excerpt(name),
        _ => String::new(),
    };
    let number =
        Document::parse(parsed.number).map_or(Value::from(0), |number| number.root().to_value());
    let mut params = Params::new();
    for param in code.params() {
        let value = match *param {
            "found" => Some(found.clone()),
            "name" => Some(name.clone().into()),
            "min" | "max" => Some(number.clone()),
            "known" => Some(parsed.values.into()),
            "expected" => row.expected().map(Value::from),
            "object" => parsed.table.map(|table| table.name.into()),
            "suggestion" => parsed
                .table
                .and_then(|table| suggested(table, parsed.name))
                .map(|row| row.name.into()),
            _ => None,
        };
        let Some(value) = value else {
            return says(parsed.path.clone(), text);
        };
        params.insert(*param, value);
    }
    Issue::new(code, Severity::Error, parsed.path.clone(), params)
}

/// Returns the name of a type as a parameter. That of `wrong_type` may also be text or a number, so the name is tagged.
fn of_type(name: &str, code: Code) -> Value {
    if code == Code::WrongType {
        name.into()
    } else {
        language::Phrase::tagged("type", name).0
    }
}

/// Returns the member to suggest for an unknown name.
fn suggested(table: &'static Object, name: &str) -> Option<&'static Member> {
    meant_member(table, name).or_else(|| near_member(table, name))
}

/// Returns the reason why the service may refuse a member, as a code.
fn unwanted(kind: Kind, parsed: &ParsedText<'_>) -> Code {
    let Some(table) = parsed.table else {
        return Code::ServiceSays;
    };
    match table.member(parsed.name) {
        Some(row) if row.is_response_only() => Code::ReadOnly,
        Some(_) => Code::ServiceSays,
        None if parsed.path.segments().len() == 1 && kind.envelopes().contains(&parsed.name) => {
            Code::Enveloped
        }
        None if suggested(table, parsed.name).is_some() => Code::MisspelledMember,
        None => Code::UnknownMember,
    }
}
