//! The errors, sorted by what the caller does next: install the models, install others, or continue without.

use std::path::PathBuf;

/// Why nothing can be read.
#[derive(Debug, thiserror::Error)]
pub enum OcrError {
    /// A file is missing.
    #[error("`{}` has no {what} ({wanted}); put it there", folder.display())]
    Missing {
        /// The folder that was searched.
        folder: PathBuf,
        /// The missing file, in words.
        what: &'static str,
        /// The pattern of its name.
        wanted: &'static str,
    },
    /// Two files match.
    #[error("`{}` and `{}` are both a {what}; keep only one of them", first.display(), second.display())]
    Ambiguous {
        /// What both are, in words.
        what: &'static str,
        /// The first file.
        first: PathBuf,
        /// The second file.
        second: PathBuf,
    },
    /// A file cannot be read, or is invalid.
    #[error("`{}` cannot be used: {why}; replace it", file.display())]
    Unusable {
        /// The file.
        file: PathBuf,
        /// The problem.
        why: String,
    },
    /// Not a valid picture.
    #[error("{0}")]
    Picture(String),
    /// A network failed to run.
    #[error("the {what} model failed: {why}")]
    Failed {
        /// The network.
        what: &'static str,
        /// The cause.
        why: String,
    },
}
