//! Answers of the service: response and explain.

#![cfg_attr(fuzzing, no_main)]

use calendiff_fuzz::laws::responses::answers;

calendiff_fuzz::target!(answers::LAWS);
