//! Why the server could not start or go on. What a client did wrong is a `Problem`, not this.

use std::path::PathBuf;

use task::folder::FolderError;

/// What went wrong, sorted by what the caller does next.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// A file of the data folder cannot be used; the message says what to do.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The owner's token is none: a new one is made when the file is gone.
    #[error("`{}` holds no token; remove it to get a new one", path.display())]
    Token {
        /// The file.
        path: PathBuf,
    },
    /// The system has no randomness: nothing secret can be made.
    #[error("the system gives no random numbers: {0}")]
    Random(std::io::Error),
    /// The public address makes no sense.
    #[error("`{0}` is no address of a server; expected `http://` or `https://`, a name and perhaps a port")]
    PublicUrl(String),
    /// The port failed.
    #[error("the port failed: {0}")]
    Port(#[from] std::io::Error),
}
