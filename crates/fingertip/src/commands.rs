//! One command, one file: its options, its help, what it does.

pub(crate) mod normalize;
pub(crate) mod parse;
pub(crate) mod schema;
