//! The built-in grammar files of each language: whatever is in `grammar/`, listed by the build script.
//!
//! The matcher and the readers are independent of languages.

/// A file's name and its text.
pub(super) type File = (&'static str, &'static str);

/// Every language by its code, English first.
pub(super) const LANGUAGES: &[(&str, &[File])] = include!(concat!(env!("OUT_DIR"), "/languages.rs"));
