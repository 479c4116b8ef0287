//! Patches and merge patches of any JSON (A1, and limits).

#![cfg_attr(fuzzing, no_main)]

use calendiff_fuzz::laws::patches::{growing, merging, patching};

calendiff_fuzz::target!(patching::LAWS, growing::LAWS, merging::LAWS);
