//! Public types go to other threads, and options are made by setters, so that there can be more of them.

/// Compiles if every type is `Send` and `Sync`.
macro_rules! shared {
    ($($ty:ty),* $(,)?) => {{
        fn shared<T: Send + Sync + ?Sized>() {}
        $(shared::<$ty>();)*
    }};
}

#[test]
fn what_the_verbs_take_and_return_may_be_sent_to_threads_and_shared_by_them() {
    use calendiff::json::{self, Document, Held, Json, Number, Tree, View, patch::Op};
    use calendiff::report::{Picture, ReportOptions};
    use calendiff::*;
    shared![
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
}

#[test]
fn options_are_defaults_and_setters() {
    use calendiff::{
        DiffOptions, Kind, Profile, RequestOptions, Sameness, Sandbox, SandboxRequest,
        ValidateOptions, WhenAbsent,
    };
    use calendiff::{
        json::Limits, strategies::EditCase, strategies::MergeCase, strategies::Planted,
    };
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
    assert_eq!(EditCase::new(json!(1), json!(2)).draft, json!(2));
    assert_eq!(
        MergeCase::new(json!(1), json!(2), json!(3)).theirs,
        json!(3)
    );
    assert_eq!(Planted::new(Value::Null, Vec::new()).faults, []);
    let kinds: &[Kind] = Kind::ALL;
    assert_eq!(kinds.len(), 2);
}
