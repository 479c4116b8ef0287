//! Findings for other programs: annotations of a workflow on GitHub, and SARIF.

use std::fmt::Write as _;

use calendiff::json::{Position, to_string};
use calendiff::{Code, Issue, Severity, visible, visible_json};
use serde_json::{Value, json};

use crate::error_codes;
use crate::failure::{Failure, Part, Place};
use crate::show::Paint;

/// Prints each issue as a command of a GitHub workflow.
pub(crate) fn github(
    out: &mut String,
    paint: Paint<'_>,
    place: &Place,
    id: Option<&str>,
    issues: &[Issue],
) {
    for issue in issues {
        let command = match issue.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "notice",
        };
        let (line, column) = whereabouts(place, issue);
        let message = of_record(
            place,
            id,
            format!("{}: {}", issue.path, issue.message_in(paint.language)),
        );
        annotation(
            out,
            command,
            &place.file,
            line,
            Some(column),
            issue.code.name(),
            &message,
        );
    }
}

/// Returns the annotation of a record that cannot be read.
pub(crate) fn github_failure(place: &Place, id: Option<&str>, failure: &Failure) -> String {
    let mut out = String::new();
    let message = of_record(place, id, failure.message());
    let position = failure.position();
    annotation(
        &mut out,
        "error",
        &place.file,
        position.map_or_else(|| first_line(place), |position| position.line),
        position.map(|position| position.column),
        failure.code(),
        &message,
    );
    out
}

/// Returns a message that begins with the id of its record, if the file has several.
fn of_record(place: &Place, id: Option<&str>, message: String) -> String {
    match id.filter(|_| place.part != Part::Whole) {
        Some(id) => format!("{id}: {message}"),
        None => message,
    }
}

fn annotation(
    out: &mut String,
    command: &str,
    file: &str,
    line: usize,
    column: Option<usize>,
    title: &str,
    text: &str,
) {
    let column = column.map_or_else(String::new, |column| format!(",col={column}"));
    let (file, text) = (property(&visible(file)), data(&visible(text)));
    _ = writeln!(
        out,
        "::{command} file={file},line={line}{column},title={title}::{text}"
    );
}

/// Escapes a message as the runner unescapes it.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// Returns the line and the column of an issue. An issue about the whole record is at its first line.
fn whereabouts(place: &Place, issue: &Issue) -> (usize, usize) {
    issue.position.map_or((first_line(place), 1), |position| {
        (position.line, position.column)
    })
}

fn first_line(place: &Place) -> usize {
    place.part.line().unwrap_or(place.before.0 + 1)
}

/// Prints each issue as a result of a SARIF log, with a comma before it.
pub(crate) fn sarif(
    out: &mut String,
    paint: Paint<'_>,
    place: &Place,
    id: Option<&str>,
    issues: &[Issue],
) {
    for issue in issues {
        let (line, column) = whereabouts(place, issue);
        let region = json!({ "startLine": line, "startColumn": column });
        let message = of_record(place, id, issue.message_in(paint.language));
        let mut result = result(
            issue.code.name(),
            level(issue.severity),
            &message,
            &place.file,
            &region,
        );
        let pointer = issue.path.pointer();
        result["locations"][0]["logicalLocations"] = json!([{ "fullyQualifiedName": pointer }]);
        push(out, &result);
    }
}

/// Returns the result for a record that cannot be read.
pub(crate) fn sarif_failure(place: &Place, id: Option<&str>, failure: &Failure) -> String {
    let mut out = String::new();
    let region = match failure.position() {
        Some(Position { line, column, .. }) => json!({ "startLine": line, "startColumn": column }),
        None => json!({ "startLine": first_line(place) }),
    };
    push(
        &mut out,
        &result(
            failure.code(),
            "error",
            &visible(&of_record(place, id, failure.message())),
            &place.file,
            &region,
        ),
    );
    out
}

fn push(out: &mut String, result: &Value) {
    out.push_str(",\n");
    out.push_str(&visible_json(&to_string(result)));
}

fn result(rule: &str, level: &str, message: &str, file: &str, region: &Value) -> Value {
    let artifact = json!({ "uri": uri(file) });
    json!({
        "ruleId": rule,
        "level": level,
        "message": { "text": message },
        "locations": [{ "physicalLocation": { "artifactLocation": artifact, "region": region } }],
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// Returns the name of a file as a reference of RFC 3986.
fn uri(file: &str) -> String {
    let mut uri = String::new();
    for byte in file.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                uri.push(char::from(byte));
            }
            byte => _ = write!(uri, "%{byte:02X}"),
        }
    }
    uri
}

/// Returns the text of a SARIF log before its results, and the text after them.
pub(crate) fn sarif_log(paint: Paint<'_>) -> [String; 2] {
    let of_findings = Code::ALL.iter().map(|code| {
        let level = json!({ "level": level(code.severity()) });
        let basis = paint.language.word("basis", &code.basis().name().into());
        json!({
            "id": code.name(),
            "shortDescription": { "text": paint.meaning(code.name()) },
            "fullDescription": { "text": format!("{basis}: {}", code.source()) },
            "defaultConfiguration": level,
        })
    });
    let of_errors = error_codes::all()
        .map(|(code, meaning)| json!({ "id": code, "shortDescription": { "text": meaning } }));
    let rules = of_findings.chain(of_errors);
    let driver = json!({ "name": "calendiff", "version": env!("CARGO_PKG_VERSION"), "rules": rules.collect::<Vec<_>>() });
    let schema = "https://json.schemastore.org/sarif-2.1.0.json";
    let before = format!(
        "{{\"$schema\":\"{schema}\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{{\"driver\":{}}},\
         \"columnKind\":\"unicodeCodePoints\",\"results\":[",
        to_string(&driver)
    );
    [before, "\n]}]}\n".to_owned()]
}
