//! Requests.

#![cfg_attr(fuzzing, no_main)]

use calendiff_fuzz::laws::requests::requests;

calendiff_fuzz::target!(requests::LAWS);
