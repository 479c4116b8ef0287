//! Drafts: validate, normalize, fix, and every verb with and without its fast path (N, F, Z1).

#![cfg_attr(fuzzing, no_main)]

use calendiff_fuzz::laws::{
    drafts::{sound, wild},
    verbs::three,
};

calendiff_fuzz::target!(wild::LAWS, sound::LAWS, three::LAWS);
