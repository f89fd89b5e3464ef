//! The databases of Android's providers, as files under `/data/data`, for those who may look there: root.
//!
//! What is in [`Shared`] is the truth; the files are a view of it. They are written when root looks at the file system and something has changed
//! since, and read back when root has changed them: so the apps and `content`, which everybody uses all the time, never
//! pay for SQLite, and a phone on which nobody is root has no such file at all. Whatever else lies in a database (other
//! tables, columns that no app here knows) stays as it is.
//!
//! A file that is gone or that is no database is what it would be to Android, whose providers then begin with an empty
//! one.

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
    /// Whose it is.
    const PACKAGE: &'static str;
    /// The name of its file.
    const FILE: &'static str;
    /// What makes its tables.
    const SCHEMA: &'static str;
    /// What it holds.
    type Rows: Clone + Default + PartialEq;

    /// What is to be in it.
    fn rows(shared: &Shared) -> &Self::Rows;

    /// Makes it hold these, and leaves the rest as it is.
    fn write(rows: &Self::Rows, database: &Connection) -> Result<(), Error>;

    /// What is in it.
    fn read(database: &Connection) -> Result<Self::Rows, Error>;

    /// Makes what was in it the truth.
    fn take(rows: Self::Rows, shared: &mut Shared);
}

/// What was last written to a database, or read from it.
struct DatabaseCopy<P: Provider> {
    /// The rows and the file; nothing before the first time, or while there is no file.
    last: Option<(P::Rows, Arc<Vec<u8>>)>,
    /// Whether there was a file before.
    begun: bool,
}

impl<P: Provider> Default for DatabaseCopy<P> {
    fn default() -> Self {
        Self { last: None, begun: false }
    }
}

/// All of them.
#[derive(Default)]
pub(super) struct Databases {
    /// Whether root has had the files since they were last compared.
    seen: bool,
    contacts: DatabaseCopy<contacts::Contacts>,
    calls: DatabaseCopy<calls::CallLog>,
    messages: DatabaseCopy<messages::Messages>,
    events: DatabaseCopy<events::Calendar>,
}

impl Phone {
    /// Brings the files up to what the phone knows, for root to see.
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

    /// Makes the databases of an app that are missing.
    pub(super) fn make_databases(&mut self, package: &str) {
        if let Some(app) = self.code.apps.get(package) {
            make(package, app.as_ref(), &mut self.shared);
        }
    }

    /// Takes over what root has changed in the files.
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
            let ids =
                ids.chain(shared.calls.iter().map(|call| call.id)).chain(shared.events.iter().map(|event| event.id));
            shared.next_id = ids.max().unwrap_or(0).clamp(shared.next_id, 1 << 48);
        }
    }

    /// Whether a package is a provider whose data were removed: `pm clear`.
    pub(super) fn clear_provider(&mut self, package: &str) -> bool {
        match package {
            "com.android.providers.contacts" => {
                self.shared.contacts.clear();
                self.shared.calls.clear();
            }
            "com.android.providers.telephony" => self.shared.messages.clear(),
            "com.android.providers.calendar" => self.shared.events.clear(),
            _ => return false,
        }
        true
    }
}

/// Makes the databases of an app that are missing.
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
        // Root looks often, and there may be very many of them: they are copied only when something has changed.
        let rows = P::rows(shared);
        if self.last.as_ref().is_some_and(|(last, _)| last == rows) {
            return;
        }
        let rows = rows.clone();
        let path = Self::path();
        let before = shared.files.as_system(|files| files.read(&path)).map(|bytes| bytes.to_vec()).unwrap_or_default();
        let made = render::<P>(&before, &rows).or_else(|_| render::<P>(&[], &rows));
        // SQLite refuses nothing of this but for want of memory; then the file stays what it was.
        let Ok(bytes) = made else { return };
        let (now_ms, owner) = (shared.now_ms, shared.uid_of(P::PACKAGE));
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
        // A full disk: it is tried again when root looks again.
        if let Ok(bytes) = written {
            self.last = Some((rows, bytes));
            self.begun = true;
        }
    }

    /// Whether the file was changed, and what the phone knows with it.
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

/// A database with these rows, made from the one that was there.
fn render<P: Provider>(before: &[u8], rows: &P::Rows) -> Result<Vec<u8>, Error> {
    let mut database = Database::open(before, false)?;
    database.connection.execute_batch(&format!("BEGIN;\n{}\nCOMMIT;", P::SCHEMA))?;
    database.connection.execute_batch("BEGIN")?;
    P::write(rows, &database.connection)?;
    database.connection.execute_batch("COMMIT")?;
    database.bytes()
}

/// Deletes the rows of a table whose number is not among these.
fn keep_only(database: &Connection, table: &str, ids: impl Iterator<Item = i64>) -> Result<(), Error> {
    let ids: std::collections::BTreeSet<i64> = ids.collect();
    let mut statement = database.prepare(&format!("SELECT _id FROM {table}"))?;
    let there: Vec<i64> = statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    for gone in there.iter().filter(|id| !ids.contains(id)) {
        database.execute(&format!("DELETE FROM {table} WHERE _id = ?1"), [gone])?;
    }
    Ok(())
}

/// What a column holds, as text: SQLite lets any value stand in any column.
fn text(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => String::new(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => String::from_utf8_lossy(bytes).into_owned(),
    }
}

/// What a column holds, as a number.
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
