//! Merges (M).

#![cfg_attr(fuzzing, no_main)]

use calendiff_fuzz::laws::merges::merging;

calendiff_fuzz::target!(merging::LAWS);
