//! Public types can grow without breaking their users, and a feature only adds.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.extension() {
            None if !path.ends_with("bin") => sources(&path, files),
            Some(extension) if extension == "rs" => files.push(path),
            _ => {}
        }
    }
}

/// Returns each line of the library's sources with the attributes above it.
fn lines_below_attributes() -> Vec<(String, Vec<String>, String)> {
    let mut files = Vec::new();
    sources(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut files,
    );
    let mut found = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let mut attributes = Vec::new();
        for (at, line) in text.lines().enumerate() {
            if line.starts_with("#[") {
                attributes.push(line.to_owned());
            } else if !line.starts_with("//") {
                let rest: String = text
                    .lines()
                    .skip(at)
                    .take_while(|line| *line != "}")
                    .collect::<Vec<_>>()
                    .join("\n");
                found.push((
                    file.display().to_string(),
                    std::mem::take(&mut attributes),
                    rest,
                ));
            }
        }
    }
    found
}

#[test]
fn no_public_struct_can_be_built_or_matched_whole_by_its_users() {
    let mut seen = 0;
    for (file, attributes, text) in lines_below_attributes() {
        let Some(head) = text
            .strip_prefix("pub struct ")
            .map(|rest| rest.lines().next().unwrap())
        else {
            continue;
        };
        let fields: Vec<&str> = text
            .lines()
            .skip(1)
            .map(str::trim)
            .filter(|line| line.contains(": "))
            .collect();
        let fields: Vec<&&str> = fields
            .iter()
            .filter(|line| !line.starts_with("//") && !line.starts_with('#'))
            .collect();
        if head.ends_with('{')
            && !fields.is_empty()
            && fields.iter().all(|field| field.starts_with("pub "))
        {
            seen += 1;
            assert!(
                attributes.iter().any(|line| line == "#[non_exhaustive]"),
                "{file}: {head}"
            );
        }
    }
    assert!(seen > 30, "{seen}");
}

/// A user builds `Picture::Month` and `Node::Odd` is one of the names that are stable, so that their fields stay as they are.
#[test]
fn no_variant_with_fields_of_an_enum_that_may_grow_can_be_matched_whole_by_its_users() {
    let mut seen = Vec::new();
    for (file, attributes, text) in lines_below_attributes() {
        let Some(head) = text
            .strip_prefix("pub enum ")
            .map(|rest| rest.lines().next().unwrap())
        else {
            continue;
        };
        if !attributes.iter().any(|line| line == "#[non_exhaustive]") {
            continue;
        }
        let lines: Vec<&str> = text.lines().collect();
        for pair in lines.windows(2) {
            let Some(variant) = pair[1]
                .strip_prefix("    ")
                .and_then(|line| line.strip_suffix(" {"))
            else {
                continue;
            };
            if variant.starts_with(char::is_uppercase) {
                seen.push(format!("{} {variant}", head.trim_end_matches(" {")));
                let whole = pair[0].trim() != "#[non_exhaustive]";
                assert_eq!(whole, variant == "Month", "{file}: {variant}");
            }
        }
    }
    assert!(seen.contains(&"DraftEdit Set".to_owned()), "{seen:?}");
}

/// Compiles if every type is `Send` and `Sync`, and returns their names.
macro_rules! shared {
    ($($ty:ty),* $(,)?) => {{
        fn shared<T: Send + Sync + ?Sized>() {}
        $(shared::<$ty>();)*
        [$(stringify!($ty)),*]
    }};
}

#[test]
fn what_the_verbs_take_and_return_may_be_sent_to_threads_and_shared_by_them() {
    use calendiff::json::{self, Document, Held, Json, Number, Tree, View, patch::Op};
    use calendiff::report::{Picture, ReportOptions};
    use calendiff::*;
    let shared = shared![
        Calendar,
        CalendarUpdate,
        Location,
        LocationUpdate,
        RecordForm,
        Kind,
        PayloadShape,
        About,
        Basis,
        Code,
        CodeRow,
        Fix,
        Issue,
        Profile,
        Severity,
        Fixed,
        ValidateOptions,
        ValidationReport,
        Effect,
        OpeningDate,
        OpeningReason,
        OpeningSlot,
        OpeningTotal,
        Openings,
        Span,
        KeyPath,
        Action,
        Body,
        BodyOptions,
        Decision,
        Mode,
        Change,
        ChangeKind,
        Diff,
        DiffOptions,
        Sameness,
        WhenAbsent,
        Stored,
        Review,
        ReviewOptions,
        NotApplied,
        Verified,
        Day,
        DayHours,
        Delta,
        DraftEdit,
        Rebased,
        Saved,
        Splice<Issue>,
        Edit,
        EditOptions,
        Edited,
        Edits,
        Conflict,
        Merged,
        MergedChange,
        Resolution,
        dyn Resolve + Send + Sync,
        Side,
        Operation,
        StatusRow,
        Api,
        UpdateRequest,
        RequestOptions,
        NotJson,
        Refusal,
        RefusalReason,
        UpdateResponse,
        Sandbox,
        SandboxFault,
        SandboxReply,
        SandboxRequest,
        SandboxUpdate,
        Error,
        Language,
        Params,
        Sentence,
    ];
    shared![
        dyn Json,
        Document,
        Held,
        Number,
        json::Path,
        Tree,
        View,
        Op,
        Picture,
        ReportOptions
    ];
    // Types of the crate's root, which begin with a capital letter.
    let root =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs")).unwrap();
    let uses = root.lines().filter(|line| line.starts_with("pub use "));
    for name in uses.flat_map(|line| line.split([':', '{', '}', ',', ';', ' '])) {
        let is_type = name.starts_with(char::is_uppercase);
        assert!(
            !is_type
                || shared
                    .iter()
                    .any(|ty| ty.split([' ', '<']).any(|word| word == name)),
            "{name} is not checked"
        );
    }
}

#[test]
fn no_feature_takes_a_public_item_away() {
    for (file, attributes, text) in lines_below_attributes() {
        let is_public = text.starts_with("pub ") && !text.starts_with("pub mod facade");
        let takes = attributes
            .iter()
            .find(|line| line.starts_with("#[cfg(not(") && line.contains("feature"));
        assert_eq!(
            takes.filter(|_| is_public),
            None,
            "{file}: {}",
            text.lines().next().unwrap()
        );
    }
}

/// Clippy warns of a borrow where a function takes any JSON, and so would who copies an example.
#[test]
fn examples_pass_json_by_value_to_the_verbs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = vec![root.join("README.md")];
    sources(&root.join("src"), &mut files);
    files.extend(
        fs::read_dir(root.join("docs/guide"))
            .unwrap()
            .map(|entry| entry.unwrap().path()),
    );
    let mut seen = 0;
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        for line in text
            .lines()
            .filter(|line| line.contains("Kind::") && line.contains("json!("))
        {
            seen += 1;
            let borrows = line.replace("Some(&json!(", "").contains("&json!(");
            assert!(!borrows, "{}: {line}", file.display());
        }
    }
    assert!(seen > 50, "{seen}");
}

#[test]
fn options_are_defaults_and_setters() {
    use calendiff::{
        DiffOptions, Kind, Profile, RequestOptions, Sameness, Sandbox, SandboxRequest,
        ValidateOptions, WhenAbsent,
    };
    use calendiff::{json::Limits, strategies::Edited, strategies::Merging, strategies::Planted};
    use serde_json::{Value, json};

    let stored = json!({ "id": "a" });
    let options = ValidateOptions::default()
        .profile(Profile::Service)
        .stored(&stored);
    assert!(options.profile == Profile::Service && options.stored.is_some());
    let options = DiffOptions::default()
        .absent(WhenAbsent::Remove)
        .by(Sameness::Spelling)
        .tests(true);
    assert_eq!(
        (options.absent, options.by, options.tests),
        (WhenAbsent::Remove, Sameness::Spelling, true)
    );
    assert_eq!(Limits::default().size(3).size, 3);
    let to = RequestOptions::new("http://a", "b", "c")
        .prefix("/p")
        .version(None)
        .id("d");
    assert_eq!(
        (to.base_url, to.id, to.token, to.prefix, to.version),
        ("http://a", "d", "c", Some("/p"), None)
    );
    let sandbox = Sandbox::default().profile(Profile::Service).token("t");
    let request = SandboxRequest::new("PUT", "/api/calendars/a")
        .authorization("Bearer t")
        .version("2021-04-15")
        .body(b"{}");
    let (_, reply) = sandbox.answer(json!({ "calendars": { "a": {} } }), &request);
    assert_eq!(reply.status, 200);
    assert_eq!(Edited::new(json!(1), json!(2)).draft, json!(2));
    assert_eq!(Merging::new(json!(1), json!(2), json!(3)).theirs, json!(3));
    assert_eq!(Planted::new(Value::Null, Vec::new()).faults, []);
    let kinds: &[Kind] = Kind::ALL;
    assert_eq!(kinds.len(), 2);
}
