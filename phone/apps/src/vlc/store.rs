//! VLC's media library: playlists and their media.

use rusqlite::{Connection, OptionalExtension, params};
use state::app::database::{number, text};
use state::app::{Database, DatabaseFile};
use state::documents;

use super::PACKAGE;

/// `app_db/vlc_media.db`.
pub(super) struct Media;

/// A playlist with its media, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Playlist {
    pub(super) id: i64,
    pub(super) name: String,
    pub(super) items: Vec<Item>,
}

/// An entry of a playlist.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Item {
    /// The row of `PlaylistMediaRelation`.
    pub(super) row: i64,
    pub(super) file_name: String,
    pub(super) path: String,
}

impl Database for Media {
    const PACKAGE: &'static str = PACKAGE;
    const FILE: DatabaseFile = DatabaseFile {
        path: "app_db/vlc_media.db",
        schema: "CREATE TABLE Playlist (id_playlist INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, \
                 creation_date INTEGER NOT NULL DEFAULT 0);
                 CREATE TABLE Media (id_media INTEGER PRIMARY KEY AUTOINCREMENT, filename TEXT, title TEXT, \
                 path TEXT);
                 CREATE TABLE PlaylistMediaRelation (media_id INTEGER, playlist_id INTEGER, position INTEGER);",
    };
    type Rows = Vec<Playlist>;

    fn read(database: &Connection) -> Result<Vec<Playlist>, rusqlite::Error> {
        let mut statement = database.prepare("SELECT * FROM Playlist ORDER BY id_playlist")?;
        let named = statement.query_map([], |row| {
            Ok(Playlist { id: number(row, "id_playlist")?, name: text(row, "name")?, items: Vec::new() })
        })?;
        let mut playlists = named.collect::<Result<Vec<Playlist>, _>>()?;
        // A library made by another program may lack the path column.
        let has_path = database.prepare("SELECT path FROM Media").is_ok();
        let path = if has_path { "path" } else { "filename AS path" };
        let joined = format!(
            "SELECT r.rowid AS row, playlist_id, filename, {path} FROM PlaylistMediaRelation r \
             JOIN Media ON media_id = id_media ORDER BY position, r.rowid"
        );
        let mut statement = database.prepare(&joined)?;
        let items = statement.query_map([], |row| {
            let item = Item { row: number(row, "row")?, file_name: text(row, "filename")?, path: text(row, "path")? };
            Ok((number(row, "playlist_id")?, item))
        })?;
        for item in items {
            let (playlist, item) = item?;
            if let Some(found) = playlists.iter_mut().find(|known| known.id == playlist) {
                found.items.push(item);
            }
        }
        Ok(playlists)
    }
}

/// Returns the row id of a file, which is created if needed.
fn media(path: &str, database: &Connection) -> Result<i64, rusqlite::Error> {
    let known = "SELECT id_media FROM Media WHERE path = ?1";
    if let Some(id) = database.query_row(known, [path], |row| row.get(0)).optional()? {
        return Ok(id);
    }
    let name = documents::name(path);
    let title = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    database.execute("INSERT INTO Media (filename, title, path) VALUES (?1, ?2, ?3)", params![name, title, path])?;
    Ok(database.last_insert_rowid())
}

/// Adds files to the end of a playlist.
pub(super) fn add(playlist: i64, paths: &[String], database: &Connection) -> Result<(), rusqlite::Error> {
    for path in paths {
        let media = media(path, database)?;
        let insert = "INSERT INTO PlaylistMediaRelation (media_id, playlist_id, position) \
                      SELECT ?1, ?2, COUNT(*) FROM PlaylistMediaRelation WHERE playlist_id = ?2";
        database.execute(insert, params![media, playlist])?;
    }
    Ok(())
}

/// Creates a playlist with files.
pub(super) fn create(name: &str, paths: &[String], now_ms: i64, database: &Connection) -> Result<(), rusqlite::Error> {
    let insert = "INSERT INTO Playlist (name, creation_date) VALUES (?1, ?2)";
    database.execute(insert, params![name, now_ms / 1000])?;
    add(database.last_insert_rowid(), paths, database)
}

/// Removes an entry from its playlist; later ones move up.
pub(super) fn remove(row: i64, database: &Connection) -> Result<(), rusqlite::Error> {
    let found = "SELECT playlist_id, position FROM PlaylistMediaRelation WHERE rowid = ?1";
    let place: Option<(i64, i64)> = database
        .query_row(found, [row], |row| Ok((number(row, "playlist_id")?, number(row, "position")?)))
        .optional()?;
    let Some((playlist, position)) = place else { return Ok(()) };
    database.execute("DELETE FROM PlaylistMediaRelation WHERE rowid = ?1", [row])?;
    let close = "UPDATE PlaylistMediaRelation SET position = position - 1 WHERE playlist_id = ?1 AND position > ?2";
    database.execute(close, [playlist, position])?;
    Ok(())
}

/// Deletes a playlist.
pub(super) fn delete(id: i64, database: &Connection) -> Result<(), rusqlite::Error> {
    database.execute("DELETE FROM PlaylistMediaRelation WHERE playlist_id = ?1", [id])?;
    database.execute("DELETE FROM Playlist WHERE id_playlist = ?1", [id])?;
    Ok(())
}
