//! The databases of Android's content providers, as files under `/data/data`, visible only to root.
//!
//! [`Shared`] is the source of truth; the files are a view of it. They are written when root looks at the file system
//! and the data has changed since, and read back when root has changed them. So the apps and `content`, which are used
//! all the time, never pay for SQLite, and a phone without root has no such files at all. Other tables and columns in a
//! database are preserved.
//!
//! A file that is missing or is not a database counts as empty, as it does for Android's providers, which would start
//! with an empty one.

mod calls;
mod contacts;
mod events;
mod messages;

use std::sync::Arc;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Error};

use super::Phone;
use machine::sqlite::Database;
use state::app::App;
use state::shared::{Shared, data_folders};

/// A provider's database.
trait Provider {
    /// The package that owns it.
    const PACKAGE: &'static str;
    /// The name of its file.
    const FILE: &'static str;
    /// The SQL that creates its tables.
    const SCHEMA: &'static str;
    /// Its content.
    type Rows: Clone + Default + PartialEq;

    /// Returns the content it should have.
    fn rows(shared: &Shared) -> &Self::Rows;

    /// Writes these rows, and leaves other tables and columns alone.
    fn write(rows: &Self::Rows, database: &Connection) -> Result<(), Error>;

    /// Reads the rows.
    fn read(database: &Connection) -> Result<Self::Rows, Error>;

    /// Replaces the shared state with rows read from the file.
    fn take(rows: Self::Rows, shared: &mut Shared);
}

/// The content last written to a database or read from it.
struct DatabaseCopy<P: Provider> {
    /// The rows and the file; `None` before the first write, or while the file is missing.
    last: Option<(P::Rows, Arc<Vec<u8>>)>,
    /// Whether the file ever existed.
    begun: bool,
}

impl<P: Provider> Default for DatabaseCopy<P> {
    fn default() -> Self {
        Self { last: None, begun: false }
    }
}

/// The databases of all providers.
#[derive(Default)]
pub(super) struct Databases {
    /// Whether root has had access to the files since they were last compared.
    seen: bool,
    contacts: DatabaseCopy<contacts::Contacts>,
    calls: DatabaseCopy<calls::CallLog>,
    messages: DatabaseCopy<messages::Messages>,
    events: DatabaseCopy<events::Calendar>,
}

impl Phone {
    /// Updates the files from the shared state, before root sees them.
    pub(super) fn write_databases(&mut self) {
        let shared = &mut self.shared;
        self.databases.seen = true;
        self.databases.contacts.write(shared);
        self.databases.calls.write(shared);
        self.databases.messages.write(shared);
        self.databases.events.write(shared);
        for (package, app) in &self.code.apps {
            make(package, app.as_ref(), &mut self.shared);
        }
    }

    /// Creates the missing databases of an app.
    pub(super) fn make_databases(&mut self, package: &str) {
        if let Some(app) = self.code.apps.get(package) {
            make(package, app.as_ref(), &mut self.shared);
        }
    }

    /// Applies the changes that root made to the files.
    pub(super) fn read_databases(&mut self) {
        if !std::mem::take(&mut self.databases.seen) {
            return;
        }
        let shared = &mut self.shared;
        let changed = [
            self.databases.contacts.read(shared),
            self.databases.calls.read(shared),
            self.databases.messages.read(shared),
            self.databases.events.read(shared),
        ];
        if changed.contains(&true) {
            let ids = shared.contacts.iter().map(|contact| contact.id);
            let ids = ids.chain(shared.messages.iter().map(|message| message.id));
            let ids = ids
                .chain(shared.calls.log.iter().map(|call| call.id))
                .chain(shared.calendar.events.iter().map(|event| event.id));
            shared.ids.skip_to(ids.max().unwrap_or(0));
        }
    }

    /// Clears the data of a provider (`pm clear`). Returns whether the package is one.
    pub(super) fn clear_provider(&mut self, package: &str) -> bool {
        match package {
            "com.android.providers.contacts" => {
                self.shared.contacts.clear();
                self.shared.calls.log.clear();
            }
            "com.android.providers.telephony" => self.shared.messages.clear(),
            "com.android.providers.calendar" => self.shared.calendar.events.clear(),
            _ => return false,
        }
        true
    }
}

/// Creates the missing databases of an app.
fn make(package: &str, app: &dyn App, shared: &mut Shared) {
    for file in app.databases() {
        file.make(package, shared);
    }
}

impl<P: Provider> DatabaseCopy<P> {
    fn folder() -> String {
        format!("{}/databases", data_folders::path(P::PACKAGE))
    }

    fn path() -> String {
        format!("{}/{}", Self::folder(), P::FILE)
    }

    fn write(&mut self, shared: &mut Shared) {
        // Root looks often and the rows may be many, so they are cloned only if something has changed.
        let rows = P::rows(shared);
        if self.last.as_ref().is_some_and(|(last, _)| last == rows) {
            return;
        }
        let rows = rows.clone();
        let path = Self::path();
        let before = shared.files.as_system(|files| files.read(&path)).map(|bytes| bytes.to_vec()).unwrap_or_default();
        let made = render::<P>(&before, &rows).or_else(|_| render::<P>(&[], &rows));
        // SQLite fails here only if memory runs out; then the file stays as it was.
        let Ok(bytes) = made else { return };
        let (now_ms, owner) = (shared.clock.now_ms, shared.packages.uid_of(P::PACKAGE));
        let written = shared.files.as_system(|files| {
            data_folders::make(P::PACKAGE, owner, files, now_ms)?;
            files.make_dirs(&Self::folder(), now_ms)?;
            files.chmod(&Self::folder(), 0o771)?;
            files.chown(&Self::folder(), owner, owner)?;
            files.write(&path, bytes, now_ms)?;
            files.chmod(&path, 0o660)?;
            files.chown(&path, owner, owner)?;
            files.read(&path)
        });
        // On a full disk, the next access by root retries.
        if let Ok(bytes) = written {
            self.last = Some((rows, bytes));
            self.begun = true;
        }
    }

    /// Applies changes of the file to the shared state. Returns whether there were any.
    fn read(&mut self, shared: &mut Shared) -> bool {
        let file = shared.files.as_system(|files| files.read(&Self::path())).ok();
        let same = match (&self.last, &file) {
            (Some((_, last)), Some(file)) => Arc::ptr_eq(last, file),
            (Some(_), None) => false,
            // It was never written, or its loss was noticed already.
            (None, None) => true,
            (None, Some(_)) => !self.begun,
        };
        if same {
            return false;
        }
        let rows = file
            .as_ref()
            .and_then(|file| Database::open(file, true).and_then(|database| P::read(&database.connection)).ok());
        if rows.is_none() && file.is_some() {
            shared.log('E', "SQLiteDatabase", format!("Failed to open database '{}'; it is made anew.", Self::path()));
        }
        self.last = rows.clone().zip(file);
        P::take(rows.unwrap_or_default(), shared);
        true
    }
}

/// Builds a database with these rows from the previous file.
fn render<P: Provider>(before: &[u8], rows: &P::Rows) -> Result<Vec<u8>, Error> {
    let mut database = Database::open(before, false)?;
    database.connection.execute_batch(&format!("BEGIN;\n{}\nCOMMIT;", P::SCHEMA))?;
    database.connection.execute_batch("BEGIN")?;
    P::write(rows, &database.connection)?;
    database.connection.execute_batch("COMMIT")?;
    database.bytes()
}

/// Deletes the rows of a table whose id is not among these.
fn keep_only(database: &Connection, table: &str, ids: impl Iterator<Item = i64>) -> Result<(), Error> {
    let ids: std::collections::BTreeSet<i64> = ids.collect();
    let mut statement = database.prepare(&format!("SELECT _id FROM {table}"))?;
    let there: Vec<i64> = statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    for gone in there.iter().filter(|id| !ids.contains(id)) {
        database.execute(&format!("DELETE FROM {table} WHERE _id = ?1"), [gone])?;
    }
    Ok(())
}

/// Returns a column's value as text: SQLite allows any type in any column.
fn text(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => String::new(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => String::from_utf8_lossy(bytes).into_owned(),
    }
}

/// Returns a column's value as a number.
fn number(value: ValueRef<'_>) -> i64 {
    match value {
        ValueRef::Null | ValueRef::Blob(_) => 0,
        ValueRef::Integer(number) => number,
        ValueRef::Real(number) => number as i64,
        ValueRef::Text(bytes) => std::str::from_utf8(bytes).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0),
    }
}

#[cfg(test)]
mod tests;
