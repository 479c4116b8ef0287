//! Bodies, and what the sandbox makes of them (B).

#![cfg_attr(fuzzing, no_main)]

use calendiff_fuzz::laws::bodies::{edited, pairs};

calendiff_fuzz::target!(edited::LAWS, pairs::LAWS);
