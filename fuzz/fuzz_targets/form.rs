//! Sessions at a form: every edit beside a fresh validate and diff (K).

#![cfg_attr(fuzzing, no_main)]

use calendiff_fuzz::laws::forms::sessions;

calendiff_fuzz::target!(sessions::LAWS);
