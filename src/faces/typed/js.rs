//! Typed records from and to `JsValue`s.

use wasm_bindgen::JsValue;

use super::{Calendar, CalendarUpdate, Location, LocationUpdate, Manner, record};
use crate::faces::js::{from_js, to_js};
use crate::ground::error::Error;

macro_rules! from_and_to_js {
    ($($record:ident $manner:ident;)*) => {$(
        /// The record that a JavaScript value is.
        ///
        /// # Errors
        /// As [`from_js`], and where a member is not of its field's type, as reading JSON is.
        impl TryFrom<&JsValue> for $record {
            type Error = Error;

            fn try_from(value: &JsValue) -> Result<Self, Error> {
                record::read(&from_js(value)?, Manner::$manner)
            }
        }

        /// The record as a plain JavaScript object.
        ///
        /// # Errors
        /// `not_json` where a number is infinite or not a number, `json_integer` where JavaScript would lose its digits.
        impl TryFrom<&$record> for JsValue {
            type Error = Error;

            fn try_from(record: &$record) -> Result<Self, Error> {
                to_js(&record.to_value()?)
            }
        }
    )*};
}

from_and_to_js! {
    Calendar Response;
    CalendarUpdate Update;
    Location Response;
    LocationUpdate Update;
}
