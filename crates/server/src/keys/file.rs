//! The files with credentials: readable by their owner alone, replaced atomically, versioned.

use std::io::ErrorKind;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use task::folder::{FolderError, read_versioned, write_private};

use super::{Random, Token};
use crate::error::ServerError;

/// The format version of the files.
const VERSION: u64 = 1;

#[derive(Serialize)]
struct Versioned<'a, T> {
    version: u64,
    #[serde(flatten)]
    content: &'a T,
}

/// Returns the owner's stored token, or a new one.
pub(super) fn owner(path: &Path, random: &Random) -> Result<Token, ServerError> {
    match std::fs::read_to_string(path) {
        Ok(text) => Token::read(text.trim()).ok_or_else(|| ServerError::Token { path: path.to_owned() }),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let token = Token::new(random().map_err(ServerError::Random)?);
            write(path, token.text().as_bytes())?;
            Ok(token)
        }
        Err(source) => Err(FolderError::Disk { path: path.to_owned(), source }.into()),
    }
}

/// Loads a file; the default if there is none.
pub(super) fn load<T: DeserializeOwned + Default>(path: &Path) -> Result<T, ServerError> {
    Ok(read_versioned(path, VERSION)?.unwrap_or_default())
}

/// Saves `content` to the file.
pub(super) fn store<T: Serialize>(path: &Path, content: &T) -> Result<(), ServerError> {
    let text = serde_json::to_vec_pretty(&Versioned { version: VERSION, content });
    let text = text.map_err(|error| FolderError::Disk { path: path.to_owned(), source: error.into() })?;
    write(path, &text)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), ServerError> {
    Ok(write_private(path, bytes).map_err(|source| FolderError::Disk { path: path.to_owned(), source })?)
}
