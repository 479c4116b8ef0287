//! Conversion of typed records from and to `JsValue`s.

use wasm_bindgen::JsValue;

use super::{Calendar, CalendarUpdate, Location, LocationUpdate, Strictness, record};
use crate::faces::js::{from_js, to_js};
use crate::ground::error::Error;

macro_rules! from_and_to_js {
    ($($record:ident $strictness:ident;)*) => {$(
        /// Converts a JavaScript value to a record.
        ///
        /// # Errors
        /// The errors of [`from_js`], and those of reading JSON if a member is not of its field's type.
        impl TryFrom<&JsValue> for $record {
            type Error = Error;

            fn try_from(value: &JsValue) -> Result<Self, Error> {
                record::read(&from_js(value)?, Strictness::$strictness)
            }
        }

        /// Converts the record to a plain JavaScript object.
        ///
        /// # Errors
        /// `not_json` if a number is infinite or not a number, `json_integer` if JavaScript would lose its digits.
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
