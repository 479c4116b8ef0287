//! What a front end in Rust exports to its page: each function takes and gives JavaScript values.
//!
//! `tests/node/front-end.mjs` calls it, in Node and in Chromium. `cargo xtask test front-ends` builds it.

use calendiff::js::{from_js, to_js};
use calendiff::json::Document;
use calendiff::{
    Calendar, CalendarUpdate, EditOptions, Edits, Kind, Location, LocationUpdate, Mode, Profile,
    RecordForm, Resolution, Span, ValidateOptions, WhenAbsent,
};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

type Answer = Result<JsValue, JsValue>;

/// Calls a verb on some records.
#[wasm_bindgen(variadic)]
pub fn call(kind: &str, verb: &str, records: Vec<JsValue>) -> Answer {
    let kind: Kind = kind.parse()?;
    let at = |index: usize| records.get(index).cloned().unwrap_or_default();
    Ok(match verb {
        "validate" => kind.validate_js(&at(0), &ValidateOptions::default()),
        "fix" => kind.fix_js(&at(0), &ValidateOptions::default()),
        "normalize" => kind.normalize_js(&at(0)),
        "read" => kind.read_js(&at(0)),
        "diff" => kind.diff_js(&at(0), &at(1), WhenAbsent::Keep),
        "body" => kind.body_js(&at(0), &at(1), Mode::Full),
        "review" => kind.review_js(&at(0), &at(1), (Profile::Specification, Mode::Full)),
        "edit" => kind.edit_js(
            &at(0),
            &Edits::read(kind, &from_js(&at(1))?)?,
            EditOptions::default(),
        ),
        "outcome" => kind.outcome_js(&at(0), &at(1), Profile::Specification),
        "openings" => kind.openings_js(&at(0), Span::days("2026-12-20", 14)?),
        "effect" => kind.effect_js(&at(0), &at(1), Span::days("2026-12-20", 14)?),
        "verify" => kind.verify_js(&at(0), &at(1), &at(2)),
        "merge" => kind.merge_js(&at(0), &at(1), &at(2), Resolution::Leave),
        _ => return Err(JsValue::from(format!("no such verb: {verb}"))),
    }?)
}

/// The value, to JSON and back.
#[wasm_bindgen]
pub fn through(value: &JsValue) -> Answer {
    Ok(to_js(&from_js(value)?)?)
}

/// The value of a JSON text.
#[wasm_bindgen]
pub fn parse(text: &str) -> Answer {
    Ok(to_js(&Document::parse(text)?.root())?)
}

/// The value, through a typed record.
#[wasm_bindgen]
pub fn typed(name: &str, value: &JsValue) -> Answer {
    Ok(match name {
        "Calendar" => JsValue::try_from(&Calendar::try_from(value)?),
        "CalendarUpdate" => JsValue::try_from(&CalendarUpdate::try_from(value)?),
        "Location" => JsValue::try_from(&Location::try_from(value)?),
        "LocationUpdate" => JsValue::try_from(&LocationUpdate::try_from(value)?),
        _ => return Err(JsValue::from(format!("no such record: {name}"))),
    }?)
}

/// The update that sets a slot duration, typed.
#[wasm_bindgen]
pub fn lasting(stored: &JsValue, more: f64) -> Answer {
    let calendar = Calendar::try_from(stored)?;
    let update =
        CalendarUpdate::default().slot_duration(calendar.slot_duration.unwrap_or(30.0) + more);
    Ok(JsValue::try_from(&update)?)
}

/// A form that the page holds.
#[wasm_bindgen]
pub struct Editing(RecordForm);

#[wasm_bindgen]
impl Editing {
    #[wasm_bindgen(constructor)]
    pub fn open(kind: &str, stored: &JsValue) -> Result<Self, JsValue> {
        Ok(Self(
            kind.parse::<Kind>()?
                .form_js(stored, Profile::Specification)?,
        ))
    }

    pub fn set(&mut self, pointer: &str, value: &JsValue) -> Answer {
        Ok(self.0.set_js(&pointer.parse()?, value)?)
    }

    pub fn insert(&mut self, pointer: &str, value: &JsValue) -> Answer {
        Ok(self.0.insert_js(&pointer.parse()?, value)?)
    }

    pub fn apply(&mut self, patch: &JsValue) -> Answer {
        Ok(self.0.apply_js(patch)?)
    }

    pub fn rebase(&mut self, stored: &JsValue) -> Answer {
        Ok(self.0.rebase_js(stored)?)
    }

    #[wasm_bindgen(js_name = takeTheirs)]
    pub fn take_theirs(&mut self) -> Answer {
        let conflict = self.0.conflicts().first().cloned().ok_or("no conflict")?;
        Ok(to_js(&self.0.resolve(&conflict, Resolution::Theirs))?)
    }

    pub fn undo(&mut self) -> Answer {
        Ok(to_js(&self.0.undo())?)
    }

    pub fn draft(&self) -> Answer {
        Ok(self.0.draft_js()?)
    }

    pub fn issues(&self) -> Answer {
        Ok(self.0.issues_js()?)
    }

    pub fn changes(&self) -> Answer {
        Ok(self.0.changes_js()?)
    }

    pub fn body(&self) -> Answer {
        Ok(self.0.body_js(Mode::Full)?)
    }
}
