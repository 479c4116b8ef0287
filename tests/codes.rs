//! Every code has an example in `codes.json` that shows it, and `docs/codes.md` is the table of all of them.
//! `BLESS=1 cargo test --test codes` writes the page anew.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fmt::Write;

use calendiff::json::{Json, patch, to_string};
use calendiff::{
    Basis, Code, Issue, Kind, PayloadShape, Profile, Severity, Span, ValidateOptions, WhenAbsent,
};
use serde_json::Value;

struct Example {
    code: Code,
    kind: Kind,
    draft: Value,
    response: Value,
    after: Value,
    becomes: Value,
    says: Value,
    answer: Value,
    of: PayloadShape,
    stored: Option<Value>,
    pointer: String,
}

fn examples() -> Vec<Example> {
    let rows: Vec<Value> = serde_json::from_str(include_str!("codes.json")).unwrap();
    let examples = rows.into_iter().map(|mut row| Example {
        code: row["code"].as_str().unwrap().parse().unwrap(),
        kind: row["kind"].as_str().unwrap().parse().unwrap(),
        draft: row["draft"].take(),
        response: row["response"].take(),
        after: row["after"].take(),
        becomes: row["becomes"].take(),
        of: row["of"]
            .as_str()
            .map_or(PayloadShape::Update, |of| of.parse().unwrap()),
        says: row["says"].take(),
        answer: row["answer"].take(),
        stored: Some(row["stored"].take()).filter(|stored| !stored.is_null()),
        pointer: row["pointer"].as_str().unwrap().to_owned(),
    });
    examples.collect()
}

impl Example {
    fn issues(&self, draft: &Value, profile: Profile) -> Vec<Issue> {
        if let Some(text) = self.says.as_str() {
            let draft: Option<&dyn Json> = if self.draft.is_null() {
                None
            } else {
                Some(&self.draft)
            };
            return self.kind.explain(&[text], draft);
        }
        if !self.after.is_null() {
            return self
                .kind
                .diff(self.stored.as_ref().unwrap(), &self.after, WhenAbsent::Keep)
                .unwrap()
                .issues;
        }
        if !self.becomes.is_null() {
            let span = Span::days("2026-12-01", 30).unwrap();
            return self
                .kind
                .effect(self.stored.as_ref().unwrap(), &self.becomes, span)
                .unwrap()
                .issues;
        }
        if let Some(text) = self.answer.as_str() {
            return self.kind.read_text(text).unwrap().issues;
        }
        if draft.is_null() {
            return self.kind.read(&self.response).unwrap().issues;
        }
        self.kind
            .validate(
                draft,
                &self.stored.as_ref().into_iter().fold(
                    ValidateOptions::from(profile).of(self.of),
                    |options, stored| options.stored(stored),
                ),
            )
            .unwrap()
            .issues
    }

    /// The one finding of the code.
    #[track_caller]
    fn issue(&self, profile: Profile) -> Option<Issue> {
        let mut found = self
            .issues(&self.draft, profile)
            .into_iter()
            .filter(|issue| issue.code == self.code);
        let issue = found.next();
        assert_eq!(found.next(), None, "{} is found twice", self.code.name());
        issue
    }
}

#[test]
fn every_code_has_an_example() {
    let shown: BTreeSet<Code> = examples().iter().map(|example| example.code).collect();
    let missing: Vec<&str> = Code::ALL
        .iter()
        .filter(|code| !shown.contains(code))
        .map(|code| code.name())
        .collect();
    // What is not JSON comes from JavaScript alone; the package's tests show it. Only an instant can be shifted out of the
    // years: createdAt and updatedAt, which no draft carries. And 100,000 issues are too many for an example: `limits.rs`.
    assert_eq!(
        missing,
        ["not_json", "date_time_range", "date_object", "more_issues"]
    );
}

#[test]
fn every_example_is_found_once_at_its_place_and_says_so_in_whole_words() {
    for example in examples() {
        let code = example.code;
        let issue = example
            .issue(Profile::Specification)
            .unwrap_or_else(|| panic!("{} is not found", code.name()));
        assert_eq!(issue.path.pointer(), example.pointer, "{}", code.name());
        assert_eq!(issue.severity, code.severity());
        let holes = code
            .params()
            .iter()
            .filter(|name| issue.message().contains(&format!("{{{name}}}")))
            .count();
        assert_eq!(holes, 0, "{}", issue.message());
    }
}

#[test]
fn an_example_shows_nothing_else() {
    // What its neighborhood cannot be without: a draft that leaves defaults out, a range closed by a day's end.
    let beside = |issue: &Issue| {
        matches!(
            issue.code,
            Code::OmittedDefaults | Code::OmittedResets | Code::ReadBare
        )
    };
    for example in examples() {
        let issues = example.issues(&example.draft, Profile::Specification);
        let others: Vec<&str> = issues
            .iter()
            .filter(|issue| issue.code != example.code && !beside(issue))
            .map(|issue| issue.code.name())
            .collect();
        assert!(
            others.is_empty(),
            "{} comes with {others:?}",
            example.code.name()
        );
    }
}

#[test]
fn profiles_count_what_they_say() {
    for example in examples()
        .into_iter()
        .filter(|example| !example.draft.is_null() && example.says.is_null())
    {
        let code = example.code;
        let refused = if code.refused() {
            Severity::Error
        } else {
            code.severity()
        };
        let severity = |profile| example.issue(profile).map(|issue| issue.severity);
        assert_eq!(severity(Profile::Service), Some(refused), "{}", code.name());
        let of_document = (code.basis() != Basis::Observed).then(|| code.severity());
        assert_eq!(
            severity(Profile::SpecificationOnly),
            of_document,
            "{}",
            code.name()
        );
    }
}

#[test]
fn fixes_of_the_examples_fix() {
    let mut count = 0;
    for example in examples() {
        let Some(fix) = example.issue(Profile::Service).and_then(|issue| issue.fix) else {
            continue;
        };
        let fixed = patch::apply(&example.draft, &fix.patch).unwrap();
        let left = example.issues(&fixed, Profile::Service);
        assert!(
            left.iter().all(|issue| issue.code != example.code),
            "{} is still found",
            example.code.name()
        );
        let errors = left
            .iter()
            .filter(|issue| issue.severity == Severity::Error)
            .count();
        assert_eq!(errors, 0, "{}: {left:?}", example.code.name());
        count += 1;
    }
    assert!(count >= 20, "only {count} of the examples have a fix");
}

#[test]
fn the_page_of_codes_is_up_to_date() {
    let mut page = String::from(
        "# Codes\n\n\
         Everything that can be wrong with a draft, and every odd shape that a response can have. Codes are stable. *Refused*\n\
         means that the service is reported to refuse it, so that even a warning is an error under the profile `service`. A code whose\n\
         basis is *observed* is not reported under `specification-only`. The codes of errors have [a page of their own][errors].\n\
         The message is for the person at the form, the detail for the developer; `{…}` stands for one of the issue's `params`.\n\
         The package ships this table as `calendiff/codes.json`, and `calendiff codes` prints it.\n\n\
         | code | severity | basis: source | message | detail | for example |\n|---|---|---|---|---|---|\n",
    );
    let examples = examples();
    for code in Code::ALL {
        let refused = if code.refused() { ", refused" } else { "" };
        let example = examples.iter().find(|example| example.code == *code);
        let shown = example.map_or_else(String::new, |example| {
            let given = [
                &example.draft,
                &example.response,
                &example.after,
                &example.becomes,
                &example.says,
            ];
            let given = given
                .into_iter()
                .find(|value| !value.is_null())
                .map(to_string);
            let given = given.unwrap_or_else(|| example.answer.as_str().unwrap().to_owned());
            format!("`{}`", given.replace('|', "\\|"))
        });
        writeln!(
            page,
            "| `{}` | {}{refused} | {}: {} | {} | {} | {shown} |",
            code.name(),
            code.severity().name(),
            code.basis().name(),
            code.source(),
            code.row().message.replace('|', "\\|"),
            code.row().detail.replace('|', "\\|"),
        )
        .unwrap();
    }
    page.push_str("\n[errors]: errors.md\n");
    expect_written("codes.md", &page);
}

/// Compares a page of `docs/` with the file, or writes it.
#[track_caller]
fn expect_written(file: &str, page: &str) {
    let path = format!("{}/docs/{file}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, page).unwrap();
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    let differs = page
        .lines()
        .zip(written.lines())
        .find(|(ours, written)| ours != written);
    assert_eq!(
        differs, None,
        "if this is right, BLESS=1 cargo test --test codes"
    );
    assert_eq!(
        page.len(),
        written.len(),
        "one goes on where the other ends"
    );
}

/// The groups of `words` in the language files: the first code, the title, and what the codes are of.
const GROUPS: [(&str, &str, &str); 5] = [
    (
        "from_schedule",
        "Changes",
        "The codes of `changes` and of `taken`. `conflict` is the code of a conflict, and `not_applied` that of a change which\n\
         `verify` does not find.",
    ),
    (
        "openings",
        "Openings",
        "The codes of the sentences of `openings` and `effect`.",
    ),
    ("rename", "Fixes", "The codes of the titles of fixes."),
    (
        "response_only",
        "Decisions",
        "The codes of `decisions` of a body, each beside its `action`.",
    ),
    (
        "inside",
        "Parts",
        "The codes inside of `params`: parts of the sentences above.",
    ),
];

/// Returns the codes of each group with their sentences, in their order.
fn groups() -> Vec<Vec<(String, String)>> {
    let english: Value =
        serde_json::from_str(include_str!("../src/knowledge/language/en.json")).unwrap();
    let mut groups: Vec<Vec<(String, String)>> = Vec::new();
    for (code, sentence) in english["words"].as_object().unwrap() {
        if GROUPS
            .get(groups.len())
            .is_some_and(|(first, ..)| first == code)
        {
            groups.push(Vec::new());
        }
        groups
            .last_mut()
            .unwrap()
            .push((code.clone(), sentence.as_str().unwrap().to_owned()));
    }
    assert_eq!(groups.len(), GROUPS.len());
    groups
}

#[test]
fn the_page_of_words_is_up_to_date() {
    let mut page = String::from(
        "# Codes of changes and decisions\n\n\
         Every change, decision, conflict and fix has a `code` and `params` beside its sentence. These codes are as stable as\n\
         [those of issues][codes]: match on them, never on sentences. The sentence is the English one; `{…}` stands for one of the\n\
         `params`.\n",
    );
    for ((_, title, about), codes) in GROUPS.iter().zip(groups()) {
        write!(
            page,
            "\n## {title}\n\n{about}\n\n| code | sentence |\n|---|---|\n"
        )
        .unwrap();
        for (code, sentence) in codes {
            writeln!(page, "| `{code}` | {} |", sentence.replace('|', "\\|")).unwrap();
        }
    }
    page.push_str("\n[codes]: codes.md\n");
    expect_written("words.md", &page);
}

/// The codes that answers have are of their group on the page.
#[cfg(feature = "proptest")]
#[test]
fn changes_decisions_and_fixes_have_the_codes_of_their_groups() {
    use calendiff::{Mode, strategies};
    use proptest::strategy::{Strategy, ValueTree};
    use proptest::test_runner::TestRunner;

    let mut seen: [BTreeSet<String>; 5] = Default::default();
    let mut runner = TestRunner::deterministic();
    let mut note = |group: usize, list: &Value| {
        let codes = list
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|said| said["code"].as_str());
        seen[group].extend(codes.map(str::to_owned));
    };
    for kind in Kind::ALL {
        for _ in 0..150 {
            let edited = strategies::edited(*kind)
                .new_tree(&mut runner)
                .unwrap()
                .current();
            let options = (Profile::Specification, Mode::Full);
            let Ok(review) = kind.review(&edited.stored, &edited.draft, options) else {
                continue;
            };
            note(0, &serde_json::json!(review.diff.changes));
            note(3, &serde_json::json!(review.body.decisions));
            let planted = strategies::planted(*kind)
                .new_tree(&mut runner)
                .unwrap()
                .current();
            let report = kind
                .validate(&planted.draft, &ValidateOptions::default())
                .unwrap();
            let fixes: Vec<_> = report
                .issues
                .iter()
                .filter_map(|issue| issue.fix.as_ref())
                .collect();
            note(2, &serde_json::json!(fixes));
        }
    }
    for (group, codes) in groups().into_iter().enumerate() {
        let codes: BTreeSet<String> = codes.into_iter().map(|(code, _)| code).collect();
        let others: Vec<&String> = seen[group].difference(&codes).collect();
        assert_eq!(others, Vec::<&String>::new(), "{}", GROUPS[group].1);
    }
    assert!(
        [0, 2, 3].into_iter().all(|group| seen[group].len() > 5),
        "{seen:?}"
    );
}
