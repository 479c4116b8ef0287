//! The verbs, and a form, with `JsValue`s in and out.

use wasm_bindgen::JsValue;

use super::{from_js, strict, to_js};
use crate::form::Form;
use crate::ground::error::Error;
use crate::ground::json::{Path, Tree, patch};
use crate::knowledge::issue::Profile;
use crate::knowledge::schema::Kind;
use crate::verbs::body::Mode;
use crate::verbs::diff::DiffOptions;
use crate::verbs::merge::Resolve;
use crate::verbs::validate::Options;

/// With feature `js`, on `JsValue`s: what the npm package answers. See [`js`](crate::js).
impl Kind {
    /// [`validate`](Self::validate) of a JavaScript value. What in it is not JSON is an issue at its place (`not_json`), with a fix
    /// where it is a Date.
    ///
    /// # Errors
    /// As [`validate`](Self::validate), and as [`Tree::from_js`].
    ///
    /// ```no_run
    /// # fn f(draft: &wasm_bindgen::JsValue) -> Result<wasm_bindgen::JsValue, calendiff::Error> {
    /// calendiff::Kind::Calendar.validate_js(draft, &calendiff::Options::default())
    /// # }
    /// ```
    pub fn validate_js(self, draft: &JsValue, options: &Options<'_>) -> Result<JsValue, Error> {
        to_js(&self.validate(Tree::from_js(draft)?, options)?)
    }

    /// [`fix`](Self::fix) of a JavaScript value.
    ///
    /// # Errors
    /// As [`fix`](Self::fix), and as [`from_js`].
    pub fn fix_js(self, draft: &JsValue, options: &Options<'_>) -> Result<JsValue, Error> {
        to_js(&self.fix(strict(draft)?, options)?)
    }

    /// [`normalize`](Self::normalize) of a JavaScript value.
    ///
    /// # Errors
    /// As [`normalize`](Self::normalize), and as [`from_js`].
    pub fn normalize_js(self, draft: &JsValue) -> Result<JsValue, Error> {
        to_js(&self.normalize(strict(draft)?)?)
    }

    /// [`read`](Self::read) of a JavaScript value, as a response holds it.
    ///
    /// # Errors
    /// As [`read`](Self::read), and as [`from_js`].
    pub fn read_js(self, response: &JsValue) -> Result<JsValue, Error> {
        to_js(&self.read(strict(response)?)?)
    }

    /// [`diff`](Self::diff) of two JavaScript values.
    ///
    /// # Errors
    /// As [`diff`](Self::diff), and as [`from_js`].
    pub fn diff_js(self, stored: &JsValue, draft: &JsValue, compare: impl Into<DiffOptions>) -> Result<JsValue, Error> {
        to_js(&self.diff(strict(stored)?, strict(draft)?, compare)?)
    }

    /// [`body`](Self::body) of two JavaScript values.
    ///
    /// # Errors
    /// As [`body`](Self::body), and as [`from_js`].
    pub fn body_js(self, stored: &JsValue, draft: &JsValue, mode: Mode) -> Result<JsValue, Error> {
        to_js(&self.body(strict(stored)?, strict(draft)?, mode)?)
    }

    /// [`review`](Self::review) of two JavaScript values.
    ///
    /// # Errors
    /// As [`review`](Self::review), and as [`from_js`].
    pub fn review_js(self, stored: &JsValue, draft: &JsValue, profile: Profile, mode: Mode) -> Result<JsValue, Error> {
        to_js(&self.review(strict(stored)?, strict(draft)?, profile, mode)?)
    }

    /// [`outcome`](Self::outcome) of two JavaScript values.
    ///
    /// # Errors
    /// As [`outcome`](Self::outcome), and as [`from_js`].
    pub fn outcome_js(self, stored: &JsValue, sent: &JsValue, profile: Profile) -> Result<JsValue, Error> {
        to_js(&self.outcome(strict(stored)?, strict(sent)?, profile)?)
    }

    /// [`verify`](Self::verify) of three JavaScript values.
    ///
    /// # Errors
    /// As [`verify`](Self::verify), and as [`from_js`].
    pub fn verify_js(self, stored: &JsValue, sent: &JsValue, after: &JsValue) -> Result<JsValue, Error> {
        to_js(&self.verify(strict(stored)?, strict(sent)?, strict(after)?)?)
    }

    /// [`merge`](Self::merge) of three JavaScript values.
    ///
    /// # Errors
    /// As [`merge`](Self::merge), and as [`from_js`].
    pub fn merge_js(
        self,
        base: &JsValue,
        ours: &JsValue,
        theirs: &JsValue,
        resolve: impl Resolve,
    ) -> Result<JsValue, Error> {
        to_js(&self.merge(strict(base)?, strict(ours)?, strict(theirs)?, resolve)?)
    }

    /// A [`form`](Self::form) over a JavaScript value.
    ///
    /// # Errors
    /// As [`form`](Self::form), and as [`from_js`].
    pub fn form_js(self, stored: &JsValue, profile: Profile) -> Result<Form, Error> {
        self.form(strict(stored)?, profile)
    }
}

/// With feature `js`, on `JsValue`s; [`to_js`] makes one of what the other edits return.
impl Form {
    /// [`set`](Self::set) of a JavaScript value; returns the delta. What in it is not JSON is an issue at its place.
    ///
    /// # Errors
    /// As [`set`](Self::set), and as [`Tree::from_js`].
    pub fn set_js(&mut self, path: &Path, value: &JsValue) -> Result<JsValue, Error> {
        to_js(&self.set(path, Tree::from_js(value)?)?)
    }

    /// [`insert`](Self::insert) of a JavaScript value; returns the delta.
    ///
    /// # Errors
    /// As [`insert`](Self::insert), and as [`Tree::from_js`].
    pub fn insert_js(&mut self, path: &Path, value: &JsValue) -> Result<JsValue, Error> {
        to_js(&self.insert(path, Tree::from_js(value)?)?)
    }

    /// [`apply`](Self::apply) of a JSON Patch that is a JavaScript value, such as the patch of a fix; returns the delta.
    ///
    /// # Errors
    /// As [`apply`](Self::apply), and as [`from_js`].
    pub fn apply_js(&mut self, patch: &JsValue) -> Result<JsValue, Error> {
        to_js(&self.apply(&patch::parse(&from_js(patch)?)?)?)
    }

    /// [`rebase`](Self::rebase) onto a JavaScript value; returns the conflicts, what was taken, and the delta.
    ///
    /// # Errors
    /// As [`rebase`](Self::rebase), and as [`from_js`].
    pub fn rebase_js(&mut self, stored: &JsValue) -> Result<JsValue, Error> {
        to_js(&self.rebase(strict(stored)?)?)
    }

    /// [`saved_as`](Self::saved_as) with JavaScript values: the body that was sent, and the answer; returns what was applied, the
    /// conflicts, and the delta.
    ///
    /// # Errors
    /// As [`saved_as`](Self::saved_as), and as [`from_js`].
    pub fn saved_js(&mut self, sent: &JsValue, answer: &JsValue) -> Result<JsValue, Error> {
        to_js(&self.saved_as(strict(sent)?, strict(answer)?)?)
    }

    /// The [`draft`](Self::draft), with null in the place of what is not JSON.
    ///
    /// # Errors
    /// As [`to_js`].
    pub fn draft_js(&self) -> Result<JsValue, Error> {
        to_js(&self.draft())
    }

    /// The [`issues`](Self::issues).
    ///
    /// # Errors
    /// As [`to_js`].
    pub fn issues_js(&self) -> Result<JsValue, Error> {
        to_js(&self.issues().collect::<Vec<_>>())
    }

    /// The [`changes`](Self::changes).
    ///
    /// # Errors
    /// As [`to_js`].
    pub fn changes_js(&self) -> Result<JsValue, Error> {
        to_js(&self.changes().collect::<Vec<_>>())
    }

    /// The [`body`](Self::body).
    ///
    /// # Errors
    /// As [`body`](Self::body); `not_json` where the draft holds what is not JSON.
    pub fn body_js(&self, mode: Mode) -> Result<JsValue, Error> {
        to_js(&self.body(mode)?)
    }
}
