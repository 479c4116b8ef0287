//! JSON text: parse, print, spans, limits, numbers.

#![cfg_attr(fuzzing, no_main)]

use calendiff_fuzz::laws::texts::texts;

calendiff_fuzz::target!(texts::LAWS);
