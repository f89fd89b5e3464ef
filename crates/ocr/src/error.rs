//! What can go wrong, by what the caller does next: install the models, install others, or go on without.

use std::path::PathBuf;

/// Why nothing can be read.
#[derive(Debug, thiserror::Error)]
pub enum OcrError {
    /// A file is not there.
    #[error("`{}` has no {what} ({wanted}); put it there", folder.display())]
    Missing {
        /// Where it was looked for.
        folder: PathBuf,
        /// What is missing, in words.
        what: &'static str,
        /// What its name looks like.
        wanted: &'static str,
    },
    /// Two files could be meant.
    #[error("`{}` and `{}` are both a {what}; leave one of them", first.display(), second.display())]
    Ambiguous {
        /// What both are, in words.
        what: &'static str,
        /// The one.
        first: PathBuf,
        /// The other.
        second: PathBuf,
    },
    /// A file cannot be read, or is not what it should be.
    #[error("`{}` cannot be used: {why}; replace it", file.display())]
    Unusable {
        /// Which.
        file: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// A picture that is none.
    #[error("{0}")]
    Picture(String),
    /// A network failed at its work.
    #[error("the {what} model failed: {why}")]
    Failed {
        /// Which.
        what: &'static str,
        /// What it said.
        why: String,
    },
}
