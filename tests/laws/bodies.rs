//! Of a stored record and an edit of it: the body, and what the sandbox makes of it.

use calendiff::strategies::{self, EditCase};
use calendiff::{
    Code, Kind, Mode, Profile, RequestOptions, Sandbox, SandboxReply, SandboxRequest,
    ValidateOptions, WhenAbsent,
};
use proptest::prelude::*;
use serde_json::Value;

use super::diffs::{self, has_both, writable};
use super::{Held, Laws, NONE, laws, of, validate};

laws! { edited of EditCase = of(strategies::edited);
    b1_the_body_holds_nothing_read_only,
    b2_what_the_body_leads_to_differs_by_the_drafts_changes,
    b3_the_body_of_a_sound_draft_is_accepted,
    b4_a_body_of_changes_tells_what_falls_back,
}

laws! { pairs of EditCase = diffs::records();
    b1_b2_the_body_holds_nothing_read_only_and_changes_what_the_draft_does,
}

/// What the sandbox answers to a body, where it holds that record.
fn put(
    kind: Kind,
    stored: &Value,
    body: &Value,
    profile: Profile,
) -> Result<SandboxReply, calendiff::Error> {
    let folder = if kind == Kind::Calendar {
        "calendars"
    } else {
        "locations"
    };
    let to = RequestOptions::new("http://sandbox", "a", "any");
    let request = kind.request(body, &to)?;
    let state = serde_json::json!({ folder: { "a": stored } });
    Ok(Sandbox::from(profile)
        .answer(state, &SandboxRequest::from(&request))
        .1)
}

fn b1_the_body_holds_nothing_read_only(
    kind: Kind,
    EditCase { stored, draft, .. }: &EditCase,
) -> Held {
    for mode in [Mode::Full, Mode::Changed] {
        let body = kind.body(stored, draft, mode)?;
        let report = validate(kind, &body.value.to_value(), Profile::Specification)?;
        prop_assert!(
            report
                .issues
                .iter()
                .all(|issue| issue.code != Code::ReadOnly),
            "{}",
            body.value
        );
    }
    Ok(())
}

fn b2_what_the_body_leads_to_differs_by_the_drafts_changes(
    kind: Kind,
    EditCase { stored, draft, .. }: &EditCase,
) -> Held {
    // The service knows no aliases, so that a draft with both names asks for two things.
    if [stored, draft]
        .iter()
        .any(|record| has_both(kind.table(), record))
    {
        return Ok(());
    }
    // It knows no misspelled names either, which the body corrects.
    let misspelled = ValidateOptions::default().only(&[Code::MisspelledMember]);
    let named = kind.fix(draft, &misspelled)?;
    // A name is not corrected where its value has an odd shape, such as `"daysOfWeek": ["3"]`.
    if named
        .issues
        .iter()
        .any(|issue| issue.code == Code::MisspelledMember)
    {
        return Ok(());
    }
    let wanted = kind.outcome(stored, &named.value, Profile::Specification)?;
    for mode in [Mode::Full, Mode::Changed] {
        let sent = kind.body(stored, draft, mode)?.value;
        // A place whose kind is empty is sent without one, and then stands for whatever is stored at its position.
        let by_position = kind.diff(stored, &sent, WhenAbsent::Keep)?.issues;
        if by_position.iter().any(|note| note.code == Code::ByPosition) {
            continue;
        }
        let held = kind.outcome(stored, &sent, Profile::Specification)?;
        // Read, since the draft may repeat the shapes of a response. A single unknown object is taken for an envelope.
        let (Ok(wanted), Ok(held)) = (kind.read(&wanted), kind.read(&held)) else {
            return Ok(());
        };
        let [wanted, held] =
            [wanted, held].map(|record| writable(kind.table(), &record.value.to_value()));
        prop_assert_eq!(
            kind.diff(&wanted, &held, WhenAbsent::Remove)?.words,
            NONE,
            "{:?} {}",
            mode,
            sent
        );
    }
    Ok(())
}

fn b3_the_body_of_a_sound_draft_is_accepted(
    kind: Kind,
    EditCase { stored, draft, .. }: &EditCase,
) -> Held {
    for profile in [Profile::Specification, Profile::Service] {
        for mode in [Mode::Full, Mode::Changed] {
            let review = kind.review(stored, draft, (profile, mode))?;
            if review.report.ok {
                let reply = put(kind, stored, &review.body.value.to_value(), profile)?;
                prop_assert_eq!(
                    reply.status,
                    200,
                    "{:?} {:?} {} {}",
                    profile,
                    mode,
                    reply.body,
                    review.body.value
                );
            }
        }
    }
    Ok(())
}

fn b4_a_body_of_changes_tells_what_falls_back(
    kind: Kind,
    EditCase { stored, draft, .. }: &EditCase,
) -> Held {
    let body = kind.body(stored, draft, Mode::Changed)?;
    let [stays, falls] =
        [Profile::Specification, Profile::Service].map(|of| kind.outcome(stored, &body.value, of));
    let changes = kind.diff(&stays?, &falls?, WhenAbsent::Keep)?.changes;
    // A value that no body carries cannot be sent to keep it.
    let full = kind.body(stored, draft, Mode::Full)?;
    let of_record = changes
        .iter()
        .filter(|change| change.path.segments().len() == 1 && change.before.is_some());
    let pointers = of_record.map(|change| change.path.pointer());
    let mut fallen: Vec<String> = pointers
        .filter(|pointer| full.value.get(&pointer[1..]).is_some())
        .collect();
    let decided = body
        .decisions
        .iter()
        .filter(|decision| decision.reason.code == "falls_back");
    let mut told: Vec<String> = decided.map(|decision| decision.path.pointer()).collect();
    fallen.sort();
    told.sort();
    prop_assert_eq!(told, fallen, "{}", body.value);
    prop_assert!(
        full.decisions
            .iter()
            .all(|decision| decision.reason.code != "falls_back"),
        "{}",
        full.value
    );
    Ok(())
}

fn b1_b2_the_body_holds_nothing_read_only_and_changes_what_the_draft_does(
    kind: Kind,
    EditCase { stored, draft, .. }: &EditCase,
) -> Held {
    for mode in [Mode::Full, Mode::Changed] {
        let body = kind.body(stored, draft, mode)?;
        let report = validate(kind, &body.value.to_value(), Profile::Specification)?;
        prop_assert!(
            report
                .issues
                .iter()
                .all(|issue| issue.code != Code::ReadOnly),
            "{}",
            body.value
        );
        let sent = kind
            .diff(
                stored,
                &kind.outcome(stored, &body.value, Profile::Specification)?,
                WhenAbsent::Keep,
            )?
            .words;
        let drafted = kind.outcome(stored, &kind.normalize(draft)?, Profile::Specification)?;
        let wanted = kind.diff(stored, &drafted, WhenAbsent::Keep)?.words;
        prop_assert_eq!(sent, wanted);
    }
    Ok(())
}
