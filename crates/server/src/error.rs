//! Why the server could not start or continue. A client's mistake is a `Problem` instead.

use std::path::PathBuf;

use task::folder::FolderError;

/// The errors, sorted by what the caller does next.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// A file of the data folder cannot be used; the message says what to do.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The file has no valid token; a new one is created when the file is gone.
    #[error("`{}` does not contain a valid token; remove it to get a new one", path.display())]
    Token {
        /// The file.
        path: PathBuf,
    },
    /// The system has no randomness, so no secret can be created.
    #[error("cannot get random numbers from the system: {0}")]
    Random(std::io::Error),
    /// The public address is invalid.
    #[error("`{0}` is not the address of a server; expected `http://` or `https://`, a host and an optional port")]
    PublicUrl(String),
    /// The port failed.
    #[error("the port failed: {0}")]
    Port(#[from] std::io::Error),
}
