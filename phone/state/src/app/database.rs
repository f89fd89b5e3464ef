//! The databases of apps: SQLite files below `/data/data`. They are the app's only copy of the data, not an export of
//! it.
//!
//! An app lists its files in [`App::databases`](super::App::databases), and the phone creates the missing ones. Apps
//! read through a [`Store`], which rereads the file only if it has changed, and write to the file itself. A tool that
//! copies a database, edits it and puts it back has therefore changed the app.

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;

use rusqlite::Connection;

use crate::shared::{Shared, data_folders};
use machine::files::FileError;
use machine::sqlite;

/// A database of an app in its initial state.
#[derive(Clone, Copy, Debug)]
pub struct DatabaseFile {
    /// Its path below the app's folder, such as `databases/events.db`.
    pub path: &'static str,
    /// The statements that create its tables and initial rows.
    pub schema: &'static str,
}

impl DatabaseFile {
    /// Returns its absolute path.
    pub fn path_of(&self, package: &str) -> String {
        format!("{}/{}", data_folders::path(package), self.path)
    }

    /// Creates the database unless the file exists.
    pub fn make(&self, package: &str, shared: &mut Shared) {
        let path = self.path_of(package);
        if shared.files.as_system(|files| files.stat(&path)).is_ok() {
            return;
        }
        // Schemas come from the apps themselves. A schema that SQLite rejects fails the tests that run for every app.
        let made = sqlite::Database::open(&[], false).and_then(|mut database| {
            database.connection.execute_batch(self.schema)?;
            database.bytes()
        });
        if let Ok(bytes) = made {
            // If the disk is full, the file stays missing, and the app reports that when it is opened.
            _ = write(shared, package, &path, bytes);
        }
    }
}

/// Names the database of a [`Store`] and reads its rows.
pub trait Database {
    /// The package that owns it.
    const PACKAGE: &'static str;
    /// The file.
    const FILE: DatabaseFile;
    /// The rows that the app shows.
    type Rows: Default;

    /// Reads the rows. Columns may hold any type: [`text`] and [`number`] convert all values.
    fn read(database: &Connection) -> Result<Self::Rows, rusqlite::Error>;
}

/// The minimum that SQLite writes to the journal before it changes a page: the journal's header and that page.
const JOURNAL: u64 = 512 + 4096;

/// Why a database could not be read or changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The file is not a database, or not one of this app.
    #[error("The database cannot be read: {0}")]
    Unreadable(String),
    /// The file is missing or cannot be written.
    #[error("The database cannot be saved: {0}")]
    File(#[from] FileError),
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Unreadable(sqlite::described(&error).0)
    }
}

/// A database as its app uses it, with a cache of the rows last read.
pub struct Store<D: Database> {
    read: RefCell<Option<Read<D>>>,
}

/// A file and the rows read from it.
struct Read<D: Database> {
    file: Arc<Vec<u8>>,
    rows: Result<Arc<D::Rows>, StoreError>,
}

impl<D: Database> Store<D> {
    /// Returns the rows.
    pub fn rows(&self, shared: &Shared) -> Result<Arc<D::Rows>, StoreError> {
        let file = shared.files.read_as_system(&D::FILE.path_of(D::PACKAGE))?;
        let mut read = self.read.borrow_mut();
        if let Some(known) = read.as_ref().filter(|known| Arc::ptr_eq(&known.file, &file)) {
            return known.rows.clone();
        }
        let rows = sqlite::Database::open(&file, true).and_then(|database| D::read(&database.connection));
        let rows = rows.map(Arc::new).map_err(StoreError::from);
        *read = Some(Read { file, rows: rows.clone() });
        rows
    }

    /// Returns the rows, or an empty default if they cannot be read. For screens that report the error elsewhere.
    pub fn rows_or_none(&self, shared: &Shared) -> Arc<D::Rows> {
        self.rows(shared).unwrap_or_default()
    }

    /// Changes the database in one transaction.
    pub fn change<T>(
        &self,
        shared: &mut Shared,
        change: impl FnOnce(&Connection) -> Result<T, rusqlite::Error>,
    ) -> Result<T, StoreError> {
        let path = D::FILE.path_of(D::PACKAGE);
        D::FILE.make(D::PACKAGE, shared);
        let before = shared.files.read_as_system(&path)?;
        if shared.files.capacity().saturating_sub(shared.files.used()) < JOURNAL {
            return Err(FileError::Full.into());
        }
        let mut database = sqlite::Database::open(&before, false)?;
        let value = change(&database.connection)?;
        write(shared, D::PACKAGE, &path, database.bytes()?)?;
        Ok(value)
    }
}

/// Writes a file of an app and creates its parent folders.
fn write(shared: &mut Shared, package: &str, path: &str, bytes: Vec<u8>) -> Result<(), FileError> {
    let (owner, now_ms) = (shared.packages.uid_of(package), shared.clock.now_ms);
    let folder = path.rsplit_once('/').map_or("/", |(folder, _)| folder).to_owned();
    shared.files.as_system(|files| {
        data_folders::make(package, owner, files, now_ms)?;
        if files.stat(&folder).is_err() {
            files.make_dirs(&folder, now_ms)?;
            files.chmod(&folder, 0o771)?;
            files.chown(&folder, owner, owner)?;
        }
        let new = files.stat(path).is_err();
        files.write(path, bytes, now_ms)?;
        if new {
            files.chmod(path, 0o660)?;
            files.chown(path, owner, owner)?;
        }
        Ok(())
    })
}

/// Reads a column as text. SQLite allows any value in any column.
pub fn text(row: &rusqlite::Row<'_>, column: &str) -> Result<String, rusqlite::Error> {
    use rusqlite::types::ValueRef;
    Ok(match row.get_ref(column)? {
        ValueRef::Null => String::new(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => String::from_utf8_lossy(bytes).into_owned(),
    })
}

/// Reads a column as an integer.
pub fn number(row: &rusqlite::Row<'_>, column: &str) -> Result<i64, rusqlite::Error> {
    real(row, column).map(|value| value as i64)
}

/// Reads a column as a real number.
pub fn real(row: &rusqlite::Row<'_>, column: &str) -> Result<f64, rusqlite::Error> {
    use rusqlite::types::ValueRef;
    Ok(match row.get_ref(column)? {
        ValueRef::Null | ValueRef::Blob(_) => 0.0,
        ValueRef::Integer(number) => number as f64,
        ValueRef::Real(number) => number,
        ValueRef::Text(bytes) => {
            std::str::from_utf8(bytes).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0.0)
        }
    })
}

impl<D: Database> Default for Store<D> {
    fn default() -> Self {
        Self { read: RefCell::new(None) }
    }
}

/// A clone starts with an empty cache, since the file holds all data.
impl<D: Database> Clone for Store<D> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<D: Database> fmt::Debug for Store<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").field("path", &D::FILE.path).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use machine::files::Files;

    struct Words;

    impl Database for Words {
        const PACKAGE: &'static str = "com.example.words";
        const FILE: DatabaseFile =
            DatabaseFile { path: "databases/words.db", schema: "CREATE TABLE words (word TEXT, weight INTEGER);" };
        type Rows = Vec<(String, i64)>;

        fn read(database: &Connection) -> Result<Self::Rows, rusqlite::Error> {
            let mut statement = database.prepare("SELECT * FROM words ORDER BY rowid")?;
            statement.query_map([], |row| Ok((text(row, "word")?, number(row, "weight")?)))?.collect()
        }
    }

    #[test]
    fn a_database_is_its_file() {
        let mut shared = Shared { files: Files::phone(0), ..Shared::default() };
        let store = Store::<Words>::default();
        assert_eq!(store.rows(&shared), Err(StoreError::File(FileError::Missing)));
        store.change(&mut shared, |words| words.execute("INSERT INTO words VALUES ('one', 1)", [])).unwrap();
        assert_eq!(*store.rows(&shared).unwrap(), [("one".to_owned(), 1)]);
        // The app sees changes that others write to the file.
        let path = Words::FILE.path_of(Words::PACKAGE);
        let mut other = sqlite::Database::open(&shared.files.read_as_system(&path).unwrap(), false).unwrap();
        other.connection.execute("INSERT INTO words VALUES (NULL, 'two')", []).unwrap();
        let bytes = other.bytes().unwrap();
        shared.files.as_system(|files| files.write(&path, bytes, 0)).unwrap();
        assert_eq!(*store.rows(&shared).unwrap(), [("one".to_owned(), 1), (String::new(), 0)]);
        // A failed statement leaves the file unchanged, and so does garbage.
        let before = shared.files.read_as_system(&path).unwrap();
        store.change(&mut shared, |words| words.execute("INSERT INTO nothing VALUES (1)", [])).unwrap_err();
        assert!(Arc::ptr_eq(&before, &shared.files.read_as_system(&path).unwrap()));
        shared.files.as_system(|files| files.write(&path, b"garbage".repeat(200), 0)).unwrap();
        assert!(matches!(store.rows(&shared), Err(StoreError::Unreadable(_))));
        store.change(&mut shared, |words| words.execute("DELETE FROM words", [])).unwrap_err();
    }
}
