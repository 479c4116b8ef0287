//! The verbs and a form, with `JsValue`s as arguments and results.

use wasm_bindgen::JsValue;

use super::{from_js, strict, to_js};
use crate::form::RecordForm;
use crate::ground::error::Error;
use crate::ground::json::{Path, Tree, patch};
use crate::knowledge::issue::Profile;
use crate::knowledge::schema::Kind;
use crate::verbs::body::{BodyOptions, Mode};
use crate::verbs::diff::DiffOptions;
use crate::verbs::edit::{EditOptions, Edits};
use crate::verbs::merge::Resolve;
use crate::verbs::openings::Span;
use crate::verbs::review::ReviewOptions;
use crate::verbs::validate::ValidateOptions;

/// With feature `js`, the verbs on `JsValue`s, with the same answers as the npm package. See [`js`](crate::js).
impl Kind {
    /// Calls [`validate`](Self::validate) with a JavaScript value. A part that is not JSON is an issue at its place
    /// (`not_json`), with a fix if it is a Date.
    ///
    /// # Errors
    /// The errors of [`validate`](Self::validate) and of [`Tree::from_js`].
    ///
    /// ```no_run
    /// # fn f(draft: &wasm_bindgen::JsValue) -> Result<wasm_bindgen::JsValue, calendiff::Error> {
    /// calendiff::Kind::Calendar.validate_js(draft, &calendiff::ValidateOptions::default())
    /// # }
    /// ```
    pub fn validate_js(
        self,
        draft: &JsValue,
        options: &ValidateOptions<'_>,
    ) -> Result<JsValue, Error> {
        to_js(&self.validate(Tree::from_js(draft)?, options)?)
    }

    /// Calls [`fix`](Self::fix) with a JavaScript value.
    ///
    /// # Errors
    /// The errors of [`fix`](Self::fix) and of [`from_js`].
    pub fn fix_js(self, draft: &JsValue, options: &ValidateOptions<'_>) -> Result<JsValue, Error> {
        to_js(&self.fix(strict(draft)?, options)?)
    }

    /// Calls [`normalize`](Self::normalize) with a JavaScript value.
    ///
    /// # Errors
    /// The errors of [`normalize`](Self::normalize) and of [`from_js`].
    pub fn normalize_js(self, draft: &JsValue) -> Result<JsValue, Error> {
        to_js(&self.normalize(strict(draft)?)?)
    }

    /// Calls [`read`](Self::read) with a JavaScript value, in the shape of a response.
    ///
    /// # Errors
    /// The errors of [`read`](Self::read) and of [`from_js`].
    pub fn read_js(self, response: &JsValue) -> Result<JsValue, Error> {
        to_js(&self.read(strict(response)?)?)
    }

    /// Calls [`diff`](Self::diff) with two JavaScript values.
    ///
    /// # Errors
    /// The errors of [`diff`](Self::diff) and of [`from_js`].
    pub fn diff_js(
        self,
        stored: &JsValue,
        draft: &JsValue,
        compare: impl Into<DiffOptions>,
    ) -> Result<JsValue, Error> {
        to_js(&self.diff(strict(stored)?, strict(draft)?, compare)?)
    }

    /// Calls [`body`](Self::body) with two JavaScript values.
    ///
    /// # Errors
    /// The errors of [`body`](Self::body) and of [`from_js`].
    pub fn body_js(
        self,
        stored: &JsValue,
        draft: &JsValue,
        options: impl Into<BodyOptions>,
    ) -> Result<JsValue, Error> {
        to_js(&self.body(strict(stored)?, strict(draft)?, options)?)
    }

    /// Calls [`review`](Self::review) with two JavaScript values.
    ///
    /// # Errors
    /// The errors of [`review`](Self::review) and of [`from_js`].
    pub fn review_js(
        self,
        stored: &JsValue,
        draft: &JsValue,
        options: impl Into<ReviewOptions>,
    ) -> Result<JsValue, Error> {
        to_js(&self.review(strict(stored)?, strict(draft)?, options)?)
    }

    /// Calls [`edit`](Self::edit) with a JavaScript value.
    ///
    /// # Errors
    /// The errors of [`edit`](Self::edit) and of [`from_js`].
    pub fn edit_js(
        self,
        stored: &JsValue,
        edits: &Edits,
        options: EditOptions,
    ) -> Result<JsValue, Error> {
        to_js(&self.edit(strict(stored)?, edits, options)?)
    }

    /// Calls [`outcome`](Self::outcome) with two JavaScript values.
    ///
    /// # Errors
    /// The errors of [`outcome`](Self::outcome) and of [`from_js`].
    pub fn outcome_js(
        self,
        stored: &JsValue,
        sent: &JsValue,
        profile: Profile,
    ) -> Result<JsValue, Error> {
        to_js(&self.outcome(strict(stored)?, strict(sent)?, profile)?)
    }

    /// Calls [`openings`](Self::openings) with a JavaScript value.
    ///
    /// # Errors
    /// The errors of [`openings`](Self::openings) and of [`from_js`].
    pub fn openings_js(self, record: &JsValue, span: Span) -> Result<JsValue, Error> {
        to_js(&self.openings(strict(record)?, span)?)
    }

    /// Calls [`effect`](Self::effect) with two JavaScript values.
    ///
    /// # Errors
    /// The errors of [`effect`](Self::effect) and of [`from_js`].
    pub fn effect_js(
        self,
        before: &JsValue,
        after: &JsValue,
        span: Span,
    ) -> Result<JsValue, Error> {
        to_js(&self.effect(strict(before)?, strict(after)?, span)?)
    }

    /// Calls [`verify`](Self::verify) with three JavaScript values.
    ///
    /// # Errors
    /// The errors of [`verify`](Self::verify) and of [`from_js`].
    pub fn verify_js(
        self,
        stored: &JsValue,
        sent: &JsValue,
        after: &JsValue,
    ) -> Result<JsValue, Error> {
        to_js(&self.verify(strict(stored)?, strict(sent)?, strict(after)?)?)
    }

    /// Calls [`merge`](Self::merge) with three JavaScript values.
    ///
    /// # Errors
    /// The errors of [`merge`](Self::merge) and of [`from_js`].
    pub fn merge_js(
        self,
        base: &JsValue,
        ours: &JsValue,
        theirs: &JsValue,
        resolve: impl Resolve,
    ) -> Result<JsValue, Error> {
        to_js(&self.merge(strict(base)?, strict(ours)?, strict(theirs)?, resolve)?)
    }

    /// Opens a [`form`](Self::form) over a JavaScript value.
    ///
    /// # Errors
    /// The errors of [`form`](Self::form) and of [`from_js`].
    pub fn form_js(self, stored: &JsValue, profile: Profile) -> Result<RecordForm, Error> {
        self.form(strict(stored)?, profile)
    }
}

/// With feature `js`, edits with `JsValue`s. [`to_js`] converts the results of the other edits.
impl RecordForm {
    /// Calls [`set`](Self::set) with a JavaScript value; returns the delta. A part that is not JSON is an issue at its
    /// place.
    ///
    /// # Errors
    /// The errors of [`set`](Self::set) and of [`Tree::from_js`].
    pub fn set_js(&mut self, path: &Path, value: &JsValue) -> Result<JsValue, Error> {
        to_js(&self.set(path, Tree::from_js(value)?)?)
    }

    /// Calls [`insert`](Self::insert) with a JavaScript value; returns the delta.
    ///
    /// # Errors
    /// The errors of [`insert`](Self::insert) and of [`Tree::from_js`].
    pub fn insert_js(&mut self, path: &Path, value: &JsValue) -> Result<JsValue, Error> {
        to_js(&self.insert(path, Tree::from_js(value)?)?)
    }

    /// Calls [`apply`](Self::apply) with a JSON Patch as a JavaScript value, such as the patch of a fix; returns the
    /// delta.
    ///
    /// # Errors
    /// The errors of [`apply`](Self::apply) and of [`from_js`].
    pub fn apply_js(&mut self, patch: &JsValue) -> Result<JsValue, Error> {
        to_js(&self.apply(&patch::parse(&from_js(patch)?)?)?)
    }

    /// Calls [`rebase`](Self::rebase) with a JavaScript value; returns the conflicts, the changes that were taken, and
    /// the delta.
    ///
    /// # Errors
    /// The errors of [`rebase`](Self::rebase) and of [`from_js`].
    pub fn rebase_js(&mut self, stored: &JsValue) -> Result<JsValue, Error> {
        to_js(&self.rebase(strict(stored)?)?)
    }

    /// Calls [`saved_as`](Self::saved_as) with JavaScript values, the body that was sent and the answer; returns the
    /// applied changes, the conflicts, and the delta.
    ///
    /// # Errors
    /// The errors of [`saved_as`](Self::saved_as) and of [`from_js`].
    pub fn saved_js(&mut self, sent: &JsValue, answer: &JsValue) -> Result<JsValue, Error> {
        to_js(&self.saved_as(strict(sent)?, strict(answer)?)?)
    }

    /// Returns the [`draft`](Self::draft), with null in place of values that are not JSON.
    ///
    /// # Errors
    /// The errors of [`to_js`].
    pub fn draft_js(&self) -> Result<JsValue, Error> {
        to_js(&self.draft())
    }

    /// Returns the [`issues`](Self::issues).
    ///
    /// # Errors
    /// The errors of [`to_js`].
    pub fn issues_js(&self) -> Result<JsValue, Error> {
        to_js(&self.issues().collect::<Vec<_>>())
    }

    /// Returns the [`changes`](Self::changes).
    ///
    /// # Errors
    /// The errors of [`to_js`].
    pub fn changes_js(&self) -> Result<JsValue, Error> {
        to_js(&self.changes().collect::<Vec<_>>())
    }

    /// Returns the [`body`](Self::body).
    ///
    /// # Errors
    /// The errors of [`body`](Self::body); `not_json` if the draft contains a value that is not JSON.
    pub fn body_js(&self, mode: Mode) -> Result<JsValue, Error> {
        to_js(&self.body(mode)?)
    }
}
