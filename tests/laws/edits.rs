//! Edits by key: what leads from one record to another, done to that record, to itself, and again (C).

use calendiff::strategies::{self, EditCase};
use calendiff::{EditOptions, Edits, Kind, Mode, Profile, WhenAbsent};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::diffs::{has_both, records, writable};
use super::loops::Service;
use super::{Held, Laws, NONE, laws, of, to_text};

laws! { edited of EditCase = of(strategies::edited);
    c1_the_edits_between_two_records_lead_from_one_to_the_other,
    c2_no_edit_changes_nothing,
    c3_editing_twice_is_editing_once,
    c4_what_an_edit_does_not_name_is_as_it_was,
    l6_edits_are_read_as_they_are_written,
    l1_a_sound_edit_is_accepted_and_verified,
}

laws! { pairs of EditCase = records();
    c1_the_edits_from_any_record_to_another_lead_there,
}

/// The part of the record after the update of a draft that an update can hold. A special date is its date and its hours.
fn after(kind: Kind, stored: &Value, draft: &Value) -> Result<Value, calendiff::Error> {
    // The service knows no aliases, which a draft may have.
    let body = kind.body(stored, draft, Mode::Full)?.value;
    let after = kind.outcome(stored, &body, Profile::Specification)?;
    // Read, since the draft may repeat the shapes of a response. A single unknown object is taken for an envelope.
    let after = kind
        .read(&after)
        .map_or_else(|_| after.to_value(), |read| read.value.to_value());
    let mut after = writable(kind.table(), &after);
    for date in after
        .get_mut("availabilities")
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten()
        .filter_map(Value::as_object_mut)
    {
        date.retain(|name, _| !["id", "_id", "deleted"].contains(&name.as_str()));
    }
    Ok(after)
}

/// Returns true if a week is not set, in any spelling.
fn is_not_set(week: &Value) -> bool {
    match week {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Object(members) => members.is_empty(),
        _ => false,
    }
}

fn leads(kind: Kind, stored: &Value, draft: &Value) -> Held {
    // A draft that names a meeting place by its ID may leave out the rest of it. Edits name no IDs.
    if to_text(draft).contains("\"meetingId\"") {
        return Ok(());
    }
    let edits = Edits::between(kind, stored, draft, WhenAbsent::Keep)?;
    let edited = kind.edit(stored, &edits, EditOptions::default())?;
    prop_assert!(edited.conflicts.is_empty(), "{:?}", edited.conflicts);
    let held = after(kind, stored, &edited.draft.to_value())?;
    prop_assert_eq!(
        kind.diff(&held, after(kind, stored, draft)?, WhenAbsent::Remove)?
            .words,
        NONE,
        "{:?}",
        edits
    );
    Ok(())
}

fn c1_the_edits_between_two_records_lead_from_one_to_the_other(
    kind: Kind,
    EditCase { stored, draft, .. }: &EditCase,
) -> Held {
    leads(kind, stored, draft)
}

fn c1_the_edits_from_any_record_to_another_lead_there(
    kind: Kind,
    EditCase { stored, draft, .. }: &EditCase,
) -> Held {
    leads(kind, stored, draft)
}

fn c2_no_edit_changes_nothing(kind: Kind, EditCase { stored, .. }: &EditCase) -> Held {
    let edited = kind.edit(
        stored,
        &Edits::parse(kind, "")?,
        EditOptions::default().mode(Mode::Changed),
    )?;
    prop_assert!(edited.ok && edited.changes.is_empty());
    prop_assert_eq!(edited.body.value, json!({}));
    Ok(())
}

fn c3_editing_twice_is_editing_once(kind: Kind, EditCase { stored, draft, .. }: &EditCase) -> Held {
    let edits = Edits::between(kind, stored, draft, WhenAbsent::Keep)?;
    // No record holds a date that an update deleted. Of a member that the record has under two names, an update clears the
    // one, and the other counts again.
    if to_text(&edits).contains("\"deleted\":true") || has_both(kind.table(), stored) {
        return Ok(());
    }
    let once = kind.edit(stored, &edits, EditOptions::default())?;
    let saved = kind.outcome(stored, &once.draft, Profile::Specification)?;
    let twice = kind.edit(&saved, &edits, EditOptions::default())?;
    prop_assert!(twice.conflicts.is_empty(), "{:?}", twice.conflicts);
    prop_assert!(twice.changes.is_empty(), "{:?}", twice.changes);
    Ok(())
}

fn c4_what_an_edit_does_not_name_is_as_it_was(
    kind: Kind,
    EditCase { stored, draft, .. }: &EditCase,
) -> Held {
    let edits = json!(Edits::between(kind, stored, draft, WhenAbsent::Keep)?);
    for edit in edits.as_array().into_iter().flatten() {
        // Edits of values that are no JSON of an update are refused before the first record.
        let Ok(one) = Edits::read(kind, json!([edit])) else {
            continue;
        };
        let edited = kind.edit(stored, &one, EditOptions::default())?;
        let key = edit["key"].as_str().unwrap_or_default();
        let (list, days) = key.split_once('/').unwrap_or((key, ""));
        for change in &edited.changes {
            let changed = change.key.to_string();
            let is_of_days = list == "openHours" && !days.is_empty();
            // A meeting place has two keys, and a change names the one that tells places apart.
            let named = if let Some((list, _)) = key.split_once("locationConfigurations") {
                changed.starts_with(list)
            } else if is_of_days && changed == list {
                // A week that was not set is one change, as in a diff.
                is_not_set(&stored[list])
            } else if is_of_days {
                changed.split_once('/').is_some_and(|(own, some)| {
                    own == list && some.split(',').all(|day| days.contains(day))
                })
            } else {
                changed.starts_with(key)
            };
            prop_assert!(named, "{} changed {}", edit, changed);
        }
    }
    Ok(())
}

fn l6_edits_are_read_as_they_are_written(
    kind: Kind,
    EditCase { stored, draft, .. }: &EditCase,
) -> Held {
    let edits = Edits::between(kind, stored, draft, WhenAbsent::Remove)?;
    match Edits::read(kind, json!(edits)) {
        Ok(read) => prop_assert_eq!(json!(read), json!(edits)),
        Err(error) => prop_assert_eq!(error.code(), "edit_value", "{}", error),
    }
    let spoken: Vec<String> = edits.iter().map(ToString::to_string).collect();
    // White space around a key has no meaning.
    if edits
        .iter()
        .any(|edit| edit.key().to_string().ends_with(' '))
    {
        return Ok(());
    }
    match Edits::parse(kind, &spoken.join("\n")) {
        Ok(read) => {
            let said = |edits: &Edits| edits.iter().map(ToString::to_string).collect::<Vec<_>>();
            prop_assert_eq!(said(&read), spoken);
        }
        Err(error) => prop_assert!(
            ["edit_value", "edit_syntax", "edit_key"].contains(&error.code()),
            "{}",
            error
        ),
    }
    Ok(())
}

fn l1_a_sound_edit_is_accepted_and_verified(
    kind: Kind,
    EditCase { stored, draft, .. }: &EditCase,
) -> Held {
    let edits = Edits::between(kind, stored, draft, WhenAbsent::Keep)?;
    for profile in [Profile::Specification, Profile::Service] {
        let mut service = Service::new(kind, profile, stored);
        let edited = kind.edit(stored, &edits, profile.into())?;
        if !edited.ok {
            continue;
        }
        let reply = service.send(&edited.body.value)?;
        prop_assert_eq!(reply.status, 200, "{}: {}", edited.body.value, reply.body);
        // Of a member that the record has under two names, an update clears the one, and the other counts again.
        if has_both(kind.table(), stored) {
            continue;
        }
        let verified = kind.verify(stored, &edited.body.value, service.record())?;
        prop_assert_eq!(verified.not_applied.len(), 0, "{:?}", verified.not_applied);
    }
    Ok(())
}
