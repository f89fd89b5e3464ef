//! The databases of apps: SQLite files below `/data/data`, which are the app's truth and not a view of it.
//!
//! An app names its files in [`App::databases`](super::App::databases), and the phone makes those that are missing. What
//! an app shows it asks of a [`Store`], which reads the file again only if it is another one; what it changes it
//! changes in the file. So a tool that copies a database away, changes it and puts it back has changed the app.

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;

use rusqlite::Connection;

use crate::shared::{Shared, data_folders};
use machine::files::FileError;
use machine::sqlite;

/// A database of an app, as it is when the app is new.
#[derive(Clone, Copy, Debug)]
pub struct DatabaseFile {
    /// Its place below the app's folder, as in `databases/events.db`.
    pub path: &'static str,
    /// The statements that make its tables, and whatever a new one holds.
    pub schema: &'static str,
}

impl DatabaseFile {
    /// Where it lies.
    pub fn path_of(&self, package: &str) -> String {
        format!("{}/{}", data_folders::path(package), self.path)
    }

    /// A new one, unless there is a file already.
    pub fn make(&self, package: &str, shared: &mut Shared) {
        let path = self.path_of(package);
        if shared.files.as_system(|files| files.stat(&path)).is_ok() {
            return;
        }
        // A schema is the app's own: one that SQLite refuses is found by the tests that hold for every app.
        let made = sqlite::Database::open(&[], false).and_then(|mut database| {
            database.connection.execute_batch(self.schema)?;
            database.bytes()
        });
        if let Ok(bytes) = made {
            // For want of room there is none: the app says so when it is opened.
            _ = write(shared, package, &path, bytes);
        }
    }
}

/// Which database a [`Store`] is of, and what is read from it.
pub trait Database {
    /// Whose it is.
    const PACKAGE: &'static str;
    /// The file.
    const FILE: DatabaseFile;
    /// All that the app shows of it.
    type Rows: Default;

    /// Reads it. Columns may hold anything: [`text`] and [`number`] take whatever is there.
    fn read(database: &Connection) -> Result<Self::Rows, rusqlite::Error>;
}

/// What SQLite writes beside a database before it changes a page of it, at the least: the journal's head and that page.
const JOURNAL: u64 = 512 + 4096;

/// Why a database was not read or not changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The file is no database, or not one of this app's.
    #[error("The database cannot be read: {0}")]
    Unreadable(String),
    /// The file is not there, or cannot be written.
    #[error("The database cannot be saved: {0}")]
    File(#[from] FileError),
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Unreadable(sqlite::described(&error).0)
    }
}

/// A database as its app uses it, with what was last read from it.
pub struct Store<D: Database> {
    read: RefCell<Option<Read<D>>>,
}

/// A file, and what was in it.
struct Read<D: Database> {
    file: Arc<Vec<u8>>,
    rows: Result<Arc<D::Rows>, StoreError>,
}

impl<D: Database> Store<D> {
    /// What is in it.
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

    /// What is in it, or nothing where it cannot be read: for screens that say what is wrong elsewhere.
    pub fn rows_or_none(&self, shared: &Shared) -> Arc<D::Rows> {
        self.rows(shared).unwrap_or_default()
    }

    /// Changes it: all of it, or nothing.
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

/// Writes a file of an app, with the folders above it.
fn write(shared: &mut Shared, package: &str, path: &str, bytes: Vec<u8>) -> Result<(), FileError> {
    let (owner, now_ms) = (shared.uid_of(package), shared.now_ms);
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

/// What a column holds, as text: SQLite lets any value stand in any column.
pub fn text(row: &rusqlite::Row<'_>, column: &str) -> Result<String, rusqlite::Error> {
    use rusqlite::types::ValueRef;
    Ok(match row.get_ref(column)? {
        ValueRef::Null => String::new(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => String::from_utf8_lossy(bytes).into_owned(),
    })
}

/// What a column holds, as a whole number.
pub fn number(row: &rusqlite::Row<'_>, column: &str) -> Result<i64, rusqlite::Error> {
    real(row, column).map(|value| value as i64)
}

/// What a column holds, as a number.
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

/// A copy has read nothing yet: what is in a database is in its file.
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
        // Whatever somebody else writes is what the app has.
        let path = Words::FILE.path_of(Words::PACKAGE);
        let mut other = sqlite::Database::open(&shared.files.read_as_system(&path).unwrap(), false).unwrap();
        other.connection.execute("INSERT INTO words VALUES (NULL, 'two')", []).unwrap();
        let bytes = other.bytes().unwrap();
        shared.files.as_system(|files| files.write(&path, bytes, 0)).unwrap();
        assert_eq!(*store.rows(&shared).unwrap(), [("one".to_owned(), 1), (String::new(), 0)]);
        // A statement that fails leaves the file as it was, and so does garbage.
        let before = shared.files.read_as_system(&path).unwrap();
        store.change(&mut shared, |words| words.execute("INSERT INTO nothing VALUES (1)", [])).unwrap_err();
        assert!(Arc::ptr_eq(&before, &shared.files.read_as_system(&path).unwrap()));
        shared.files.as_system(|files| files.write(&path, b"garbage".repeat(200), 0)).unwrap();
        assert!(matches!(store.rows(&shared), Err(StoreError::Unreadable(_))));
        store.change(&mut shared, |words| words.execute("DELETE FROM words", [])).unwrap_err();
    }
}
