//! Diffs, applied by this crate and by json-patch (D).

#![cfg_attr(fuzzing, no_main)]

use calendiff_fuzz::laws::diffs::{edited, pairs};

calendiff_fuzz::target!(edited::LAWS, pairs::LAWS);
