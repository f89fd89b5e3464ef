//! The built-in grammar is whole.
