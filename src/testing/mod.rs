//! Makers of records and faults for property tests, and a kind of record that proves the tables.

#[cfg(feature = "proptest")]
pub mod strategies;
#[cfg(test)]
mod third_kind;
