//! Joplin's database: notebooks, notes, and the normalised notes that its search uses.

use rusqlite::{Connection, params};
use state::app::database::{number, text};
use state::app::{Database, DatabaseFile};

use super::PACKAGE;

/// `databases/joplin.sqlite`.
pub(super) struct Notes;

/// A row of `folders`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Folder {
    pub(super) id: String,
    pub(super) title: String,
}

/// A row of `notes`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Note {
    pub(super) id: String,
    pub(super) folder: String,
    pub(super) title: String,
    pub(super) body: String,
    pub(super) is_todo: bool,
    pub(super) completed: bool,
    pub(super) created_ms: i64,
    pub(super) updated_ms: i64,
}

/// All data that Joplin shows.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    /// Sorted by name.
    pub(super) folders: Vec<Folder>,
    /// Newest first.
    pub(super) notes: Vec<Note>,
}

impl Rows {
    pub(super) fn note(&self, id: &str) -> Option<&Note> {
        self.notes.iter().find(|note| note.id == id)
    }

    pub(super) fn folder(&self, id: &str) -> Option<&Folder> {
        self.folders.iter().find(|folder| folder.id == id)
    }
}

impl Database for Notes {
    const PACKAGE: &'static str = PACKAGE;
    const FILE: DatabaseFile = DatabaseFile {
        path: "databases/joplin.sqlite",
        schema: "CREATE TABLE folders (id TEXT PRIMARY KEY, title TEXT NOT NULL DEFAULT '', \
                 created_time INT NOT NULL, updated_time INT NOT NULL, user_created_time INT NOT NULL DEFAULT 0, \
                 user_updated_time INT NOT NULL DEFAULT 0, encryption_cipher_text TEXT NOT NULL DEFAULT '', \
                 encryption_applied INT NOT NULL DEFAULT 0, parent_id TEXT NOT NULL DEFAULT '', \
                 is_shared INT NOT NULL DEFAULT 0, share_id TEXT NOT NULL DEFAULT '', \
                 master_key_id TEXT NOT NULL DEFAULT '', icon TEXT NOT NULL DEFAULT '', \
                 user_data TEXT NOT NULL DEFAULT '');
                 CREATE TABLE notes (id TEXT PRIMARY KEY, parent_id TEXT NOT NULL DEFAULT '', \
                 title TEXT NOT NULL DEFAULT '', body TEXT NOT NULL DEFAULT '', created_time INT NOT NULL, \
                 updated_time INT NOT NULL, is_conflict INT NOT NULL DEFAULT 0, \
                 latitude NUMERIC NOT NULL DEFAULT 0, longitude NUMERIC NOT NULL DEFAULT 0, \
                 altitude NUMERIC NOT NULL DEFAULT 0, author TEXT NOT NULL DEFAULT '', \
                 source_url TEXT NOT NULL DEFAULT '', is_todo INT NOT NULL DEFAULT 0, \
                 todo_due INT NOT NULL DEFAULT 0, todo_completed INT NOT NULL DEFAULT 0, \
                 source TEXT NOT NULL DEFAULT '', source_application TEXT NOT NULL DEFAULT '', \
                 application_data TEXT NOT NULL DEFAULT '', \"order\" NUMERIC NOT NULL DEFAULT 0, \
                 user_created_time INT NOT NULL DEFAULT 0, user_updated_time INT NOT NULL DEFAULT 0, \
                 encryption_cipher_text TEXT NOT NULL DEFAULT '', encryption_applied INT NOT NULL DEFAULT 0, \
                 markup_language INT NOT NULL DEFAULT 1, is_shared INT NOT NULL DEFAULT 0, \
                 share_id TEXT NOT NULL DEFAULT '', conflict_original_id TEXT NOT NULL DEFAULT '', \
                 master_key_id TEXT NOT NULL DEFAULT '', user_data TEXT NOT NULL DEFAULT '');
                 CREATE TABLE notes_normalized (id TEXT NOT NULL, title TEXT NOT NULL DEFAULT '', \
                 body TEXT NOT NULL DEFAULT '', user_created_time INT NOT NULL DEFAULT 0, \
                 user_updated_time INT NOT NULL DEFAULT 0, is_todo INT NOT NULL DEFAULT 0, \
                 todo_completed INT NOT NULL DEFAULT 0, parent_id TEXT NOT NULL DEFAULT '', \
                 latitude NUMERIC NOT NULL DEFAULT 0, longitude NUMERIC NOT NULL DEFAULT 0, \
                 altitude NUMERIC NOT NULL DEFAULT 0, source_url TEXT NOT NULL DEFAULT '', \
                 todo_due INT NOT NULL DEFAULT 0);",
    };
    type Rows = Rows;

    fn read(database: &Connection) -> Result<Rows, rusqlite::Error> {
        let mut statement = database.prepare("SELECT id, title FROM folders ORDER BY title COLLATE NOCASE")?;
        let folders = statement.query_map([], |row| Ok(Folder { id: text(row, "id")?, title: text(row, "title")? }))?;
        let folders = folders.collect::<Result<_, _>>()?;
        let mut statement = database.prepare("SELECT * FROM notes ORDER BY updated_time DESC, id")?;
        let notes = statement.query_map([], |row| {
            Ok(Note {
                id: text(row, "id")?,
                folder: text(row, "parent_id")?,
                title: text(row, "title")?,
                body: text(row, "body")?,
                is_todo: number(row, "is_todo")? != 0,
                completed: number(row, "todo_completed")? != 0,
                created_ms: number(row, "created_time")?,
                updated_ms: number(row, "updated_time")?,
            })
        })?;
        Ok(Rows { folders, notes: notes.collect::<Result<_, _>>()? })
    }
}

/// Writes a note, new or existing, with the current time.
pub(super) fn put(note: &Note, now_ms: i64, database: &Connection) -> Result<(), rusqlite::Error> {
    let Note { id, folder, title, body, is_todo, completed, .. } = note;
    let done_ms = if *completed { now_ms } else { 0 };
    let fields = params![id, folder, title, body, is_todo, done_ms, now_ms];
    let update = "UPDATE notes SET parent_id = ?2, title = ?3, body = ?4, is_todo = ?5, todo_completed = ?6, \
                  updated_time = ?7, user_updated_time = ?7 WHERE id = ?1";
    if database.execute(update, fields)? == 0 {
        let insert = "INSERT INTO notes (id, parent_id, title, body, is_todo, todo_completed, created_time, \
                      updated_time, user_created_time, user_updated_time, source, source_application, \"order\") \
                      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7, ?7, ?7, 'joplin', 'net.cozic.joplin-mobile', ?7)";
        database.execute(insert, fields)?;
    }
    normalize(note, done_ms, now_ms, database)
}

fn normalize(note: &Note, done_ms: i64, now_ms: i64, database: &Connection) -> Result<(), rusqlite::Error> {
    database.execute("DELETE FROM notes_normalized WHERE id = ?1", [&note.id])?;
    let insert = "INSERT INTO notes_normalized (id, parent_id, title, body, is_todo, todo_completed, \
                  user_created_time, user_updated_time) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    let (title, body) = (note.title.to_lowercase(), note.body.to_lowercase());
    let created_ms = if note.created_ms == 0 { now_ms } else { note.created_ms };
    database.execute(insert, params![note.id, note.folder, title, body, note.is_todo, done_ms, created_ms, now_ms])?;
    Ok(())
}

/// Deletes a note.
pub(super) fn delete(id: &str, database: &Connection) -> Result<(), rusqlite::Error> {
    database.execute("DELETE FROM notes_normalized WHERE id = ?1", [id])?;
    database.execute("DELETE FROM notes WHERE id = ?1", [id])?;
    Ok(())
}

/// Creates a notebook.
pub(super) fn add_folder(id: &str, title: &str, now_ms: i64, database: &Connection) -> Result<(), rusqlite::Error> {
    let insert = "INSERT INTO folders (id, title, created_time, updated_time, user_created_time, user_updated_time) \
                  VALUES (?1, ?2, ?3, ?3, ?3, ?3)";
    database.execute(insert, params![id, title, now_ms])?;
    Ok(())
}

/// Deletes a notebook and its notes.
pub(super) fn delete_folder(id: &str, database: &Connection) -> Result<(), rusqlite::Error> {
    database.execute("DELETE FROM notes_normalized WHERE parent_id = ?1", [id])?;
    database.execute("DELETE FROM notes WHERE parent_id = ?1", [id])?;
    database.execute("DELETE FROM folders WHERE id = ?1", [id])?;
    Ok(())
}
