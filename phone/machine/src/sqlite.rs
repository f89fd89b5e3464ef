//! SQLite databases that are files of the phone: opened from bytes, changed in memory, written back as bytes.
//!
//! The engine is the real one. It never sees the computer's disk: a database lives in memory, nothing can be attached,
//! and what a statement may use in time, memory and size is bounded, since both the file and the statement come from
//! outside.

use rusqlite::hooks::{AuthAction, Authorization};
use rusqlite::limits::Limit;
use rusqlite::{Connection, Error};

/// The largest database, and the largest value in one.
const MAX_BYTES: usize = 256 << 20;
const MAX_VALUE: i32 = 64 << 20;
/// How many thousand steps of its machine one use of a database may take: a second or so.
const MAX_STEPS: u32 = 20_000;

/// What a database's file is called beside it while it is written to.
pub const SIDE_FILES: [&str; 3] = ["-journal", "-wal", "-shm"];

/// A database that is open.
pub struct Database {
    /// The connection to it.
    pub connection: Connection,
}

impl Database {
    /// Opens what is in a file; nothing is an empty database. What is no database is found out at the first statement,
    /// as everywhere with SQLite.
    pub fn open(bytes: &[u8], read_only: bool) -> Result<Self, Error> {
        let mut connection = Connection::open_in_memory()?;
        if bytes.len() > MAX_BYTES {
            return Err(Error::InvalidPath("the database is too large".into()));
        }
        if !bytes.is_empty() {
            let mut bytes = bytes.to_vec();
            // A database in memory has no write-ahead log. What was in one is lost with it, as when the file is
            // copied alone.
            if let Some([write, read]) = bytes.get_mut(18..20).and_then(|mode| <&mut [u8; 2]>::try_from(mode).ok()) {
                (*write, *read) = ((*write).min(1), (*read).min(1));
            }
            connection.deserialize_read_exact("main", bytes.as_slice(), bytes.len(), read_only)?;
        }
        connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, MAX_VALUE)?;
        // Nothing of a sort or of a temporary table goes to the computer's disk.
        connection.pragma_update(None, "temp_store", "MEMORY").or_else(|error| match error.sqlite_error_code() {
            // It is no database: whoever asks for something in it hears so.
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

    /// The file as it is now.
    pub fn bytes(&mut self) -> Result<Vec<u8>, Error> {
        Ok(self.connection.serialize("main")?.to_vec())
    }
}

/// What SQLite says of an error, its number, and where in the statement it lies.
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
