//! SQLite databases in files of the phone: opened from bytes, changed in memory, written back as bytes.
//!
//! The engine is the real SQLite. It never sees the host's disk: a database lives in memory, nothing can be attached,
//! and the time, memory and size of a statement are limited, since both the file and the statement come from outside.

use rusqlite::hooks::{AuthAction, Authorization};
use rusqlite::limits::Limit;
use rusqlite::{Connection, Error};

/// The maximum size of a database, and of a value in it.
const MAX_BYTES: usize = 256 << 20;
const MAX_VALUE: i32 = 64 << 20;
/// How many thousand virtual-machine steps one use of a database may take: about a second.
const MAX_STEPS: u32 = 20_000;

/// The suffixes of the files that SQLite creates beside a database while it is written.
pub const SIDE_FILES: [&str; 3] = ["-journal", "-wal", "-shm"];

/// An open database.
pub struct Database {
    /// The connection to it.
    pub connection: Connection,
}

impl Database {
    /// Opens the contents of a file; empty contents are an empty database. As always with SQLite, invalid contents fail
    /// only at the first statement.
    pub fn open(bytes: &[u8], read_only: bool) -> Result<Self, Error> {
        let mut connection = Connection::open_in_memory()?;
        if bytes.len() > MAX_BYTES {
            return Err(Error::InvalidPath("the database is too large".into()));
        }
        if !bytes.is_empty() {
            let mut bytes = bytes.to_vec();
            // A database in memory has no write-ahead log. The content of its log is lost, as when the file is copied
            // alone.
            if let Some([write, read]) = bytes.get_mut(18..20).and_then(|mode| <&mut [u8; 2]>::try_from(mode).ok()) {
                (*write, *read) = ((*write).min(1), (*read).min(1));
            }
            connection.deserialize_read_exact("main", bytes.as_slice(), bytes.len(), read_only)?;
        }
        connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, MAX_VALUE)?;
        // Sorts and temporary tables never go to the host's disk.
        connection.pragma_update(None, "temp_store", "MEMORY").or_else(|error| match error.sqlite_error_code() {
            // Not a database: the first statement reports that.
            Some(rusqlite::ErrorCode::NotADatabase) => Ok(()),
            _ => Err(error),
        })?;
        connection.authorizer(Some(|context: rusqlite::hooks::AuthContext<'_>| match context.action {
            AuthAction::Attach { filename } if !matches!(filename, "" | ":memory:") => Authorization::Deny,
            AuthAction::Pragma { pragma_name, pragma_value: Some(_) }
                if pragma_name.to_ascii_lowercase().starts_with("temp_store") || pragma_name == "hard_heap_limit" =>
            {
                Authorization::Deny
            }
            _ => Authorization::Allow,
        }))?;
        let mut steps = 0;
        connection.progress_handler(
            1000,
            Some(move || {
                steps += 1;
                steps > MAX_STEPS
            }),
        )?;
        Ok(Self { connection })
    }

    /// Returns the current contents of the file.
    pub fn bytes(&mut self) -> Result<Vec<u8>, Error> {
        Ok(self.connection.serialize("main")?.to_vec())
    }
}

/// Returns SQLite's message for an error, its code, and its position in the statement.
pub fn described(error: &Error) -> (String, i32, Option<usize>) {
    match error {
        Error::SqliteFailure(code, message) => {
            let text = message.clone().unwrap_or_else(|| code.to_string());
            (text, code.extended_code & 0xff, None)
        }
        Error::SqlInputError { error, msg, offset, .. } => {
            (msg.clone(), error.extended_code & 0xff, usize::try_from(*offset).ok())
        }
        other => (other.to_string(), 1, None),
    }
}
