//! The sandbox.

#![cfg_attr(fuzzing, no_main)]

use calendiff_fuzz::laws::sandboxes::exchanges;

calendiff_fuzz::target!(exchanges::LAWS);
