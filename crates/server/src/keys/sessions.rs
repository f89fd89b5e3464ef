//! The sessions of people's pages.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{Hash, file};
use crate::error::ServerError;

/// How many sessions there may be; the oldest goes first.
const MOST: usize = 256;

/// How long a session lasts: thirty days.
pub(crate) const SESSION_SECONDS: u64 = 30 * 24 * 3600;
const LIFETIME_MS: u64 = SESSION_SECONDS * 1000;

#[derive(Clone, Serialize, Deserialize)]
struct Session {
    hash: Hash,
    began: u64,
}

#[derive(Default, Serialize, Deserialize)]
struct SessionsFile {
    sessions: Vec<Session>,
}

/// The sessions, oldest first.
pub(super) struct Sessions {
    path: PathBuf,
    file: SessionsFile,
}

impl Sessions {
    pub(super) fn open(path: PathBuf) -> Result<Self, ServerError> {
        let file = file::load(&path)?;
        Ok(Self { path, file })
    }

    /// Whether there is a session with this token. Compares all of them, so that timing reveals nothing.
    pub(super) fn has(&self, hash: &Hash, now_ms: u64) -> bool {
        let valid = |session: &Session| now_ms < session.began.saturating_add(LIFETIME_MS);
        self.file.sessions.iter().filter(|session| session.hash.is(hash)).any(valid)
    }

    pub(super) fn add(&mut self, hash: Hash, now_ms: u64) -> Result<(), ServerError> {
        let sessions = &mut self.file.sessions;
        sessions.retain(|session| now_ms < session.began.saturating_add(LIFETIME_MS));
        if sessions.len() >= MOST {
            sessions.remove(0);
        }
        sessions.push(Session { hash, began: now_ms });
        file::store(&self.path, &self.file)
    }

    pub(super) fn len(&self) -> usize {
        self.file.sessions.len()
    }
}
