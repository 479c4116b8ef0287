//! Records out of responses.

#![cfg_attr(fuzzing, no_main)]

use calendiff_fuzz::laws::responses::{records, sent};

calendiff_fuzz::target!(sent::LAWS, records::LAWS);
