//! Retro Music's two databases, in one folder: the playlists and the queue.

use rusqlite::{Connection, params};
use state::app::database::{number, text};
use state::app::{Database, DatabaseFile};
use state::shared::Track;

use super::PACKAGE;
use super::library::{Song, number_of};
use super::tags::Tags;

/// `databases/playlist.db`.
pub(super) struct Playlists;
/// `databases/music_playback_state.db`.
pub(super) struct Queue;

/// A playlist with its songs, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Playlist {
    pub(super) id: i64,
    pub(super) name: String,
    /// Each song with its row id.
    pub(super) songs: Vec<(i64, Song)>,
}

impl Playlist {
    pub(super) fn duration_ms(&self) -> i64 {
        self.songs.iter().fold(0, |sum, (_, song)| sum.saturating_add(song.tags.duration_ms))
    }
}

fn song(row: &rusqlite::Row<'_>, id: &str, names: [&str; 3]) -> Result<Song, rusqlite::Error> {
    let [track, album, artist] = names;
    Ok(Song {
        id: number(row, id)?,
        path: text(row, "data")?,
        modified_ms: number(row, "date_modified")?.saturating_mul(1000),
        size: 0,
        tags: Tags {
            title: text(row, "title")?,
            artist: text(row, artist)?,
            album: text(row, album)?,
            album_artist: text(row, "album_artist")?,
            composer: text(row, "composer")?,
            track: number(row, track)?,
            year: number(row, "year")?,
            duration_ms: number(row, "duration")?,
        },
    })
}

impl Database for Playlists {
    const PACKAGE: &'static str = PACKAGE;
    const FILE: DatabaseFile = DatabaseFile {
        path: "databases/playlist.db",
        schema: "CREATE TABLE PlaylistEntity (playlist_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, \
                 playlist_name TEXT NOT NULL);
                 CREATE TABLE SongEntity (song_key INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, \
                 playlist_creator_id INTEGER NOT NULL, id INTEGER NOT NULL, title TEXT NOT NULL, \
                 track_number INTEGER NOT NULL, year INTEGER NOT NULL, duration INTEGER NOT NULL, \
                 data TEXT NOT NULL, date_modified INTEGER NOT NULL, album_id INTEGER NOT NULL, \
                 album_name TEXT NOT NULL, artist_id INTEGER NOT NULL, artist_name TEXT NOT NULL, \
                 composer TEXT, album_artist TEXT);",
    };
    type Rows = Vec<Playlist>;

    fn read(database: &Connection) -> Result<Vec<Playlist>, rusqlite::Error> {
        let mut statement = database.prepare("SELECT * FROM PlaylistEntity ORDER BY playlist_id")?;
        let named = statement.query_map([], |row| {
            Ok(Playlist { id: number(row, "playlist_id")?, name: text(row, "playlist_name")?, songs: Vec::new() })
        })?;
        let mut playlists = named.collect::<Result<Vec<Playlist>, _>>()?;
        let mut statement = database.prepare("SELECT * FROM SongEntity ORDER BY song_key")?;
        let rows = statement.query_map([], |row| {
            let song = song(row, "id", ["track_number", "album_name", "artist_name"])?;
            Ok((number(row, "playlist_creator_id")?, number(row, "song_key")?, song))
        })?;
        for row in rows {
            let (playlist, key, song) = row?;
            if let Some(found) = playlists.iter_mut().find(|known| known.id == playlist) {
                found.songs.push((key, song));
            }
        }
        Ok(playlists)
    }
}

/// Adds songs to a playlist.
pub(super) fn add(playlist: i64, songs: &[Song], database: &Connection) -> Result<(), rusqlite::Error> {
    let insert = "INSERT INTO SongEntity (playlist_creator_id, id, title, track_number, year, duration, data, \
                  date_modified, album_id, album_name, artist_id, artist_name, composer, album_artist) \
                  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)";
    for Song { id, path, modified_ms, tags, .. } in songs {
        let (album, artist) = (number_of(&tags.album), number_of(&tags.artist));
        database.execute(
            insert,
            params![
                playlist,
                id,
                tags.title,
                tags.track,
                tags.year,
                tags.duration_ms,
                path,
                modified_ms / 1000,
                album,
                tags.album,
                artist,
                tags.artist,
                tags.composer,
                tags.album_artist
            ],
        )?;
    }
    Ok(())
}

/// Creates a playlist with songs. Returns its id.
pub(super) fn create(name: &str, songs: &[Song], database: &Connection) -> Result<i64, rusqlite::Error> {
    database.execute("INSERT INTO PlaylistEntity (playlist_name) VALUES (?1)", [name])?;
    let id = database.last_insert_rowid();
    add(id, songs, database)?;
    Ok(id)
}

/// Deletes a playlist.
pub(super) fn delete(id: i64, database: &Connection) -> Result<(), rusqlite::Error> {
    database.execute("DELETE FROM SongEntity WHERE playlist_creator_id = ?1", [id])?;
    database.execute("DELETE FROM PlaylistEntity WHERE playlist_id = ?1", [id])?;
    Ok(())
}

impl Database for Queue {
    const PACKAGE: &'static str = PACKAGE;
    const FILE: DatabaseFile = DatabaseFile {
        path: "databases/music_playback_state.db",
        schema: "CREATE TABLE playing_queue (_id INT NOT NULL, title TEXT NOT NULL, track INT NOT NULL, \
                 year INT NOT NULL, duration LONG NOT NULL, data TEXT NOT NULL, date_modified LONG NOT NULL, \
                 album_id INT NOT NULL, album TEXT NOT NULL, artist_id INT NOT NULL, artist TEXT NOT NULL, \
                 composer TEXT, album_artist TEXT);
                 CREATE TABLE original_playing_queue (_id INT NOT NULL, title TEXT NOT NULL, track INT NOT NULL, \
                 year INT NOT NULL, duration LONG NOT NULL, data TEXT NOT NULL, date_modified LONG NOT NULL, \
                 album_id INT NOT NULL, album TEXT NOT NULL, artist_id INT NOT NULL, artist TEXT NOT NULL, \
                 composer TEXT, album_artist TEXT);",
    };
    type Rows = Vec<Song>;

    fn read(database: &Connection) -> Result<Vec<Song>, rusqlite::Error> {
        let mut statement = database.prepare("SELECT * FROM playing_queue ORDER BY rowid")?;
        statement.query_map([], |row| song(row, "_id", ["track", "album", "artist"]))?.collect()
    }
}

/// Writes the queue.
pub(super) fn set_queue(songs: &[Song], database: &Connection) -> Result<(), rusqlite::Error> {
    for table in ["playing_queue", "original_playing_queue"] {
        database.execute(&format!("DELETE FROM {table}"), [])?;
        let insert = format!("INSERT INTO {table} VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)");
        for Song { id, path, modified_ms, tags, .. } in songs {
            let (album, artist) = (number_of(&tags.album), number_of(&tags.artist));
            database.execute(
                &insert,
                params![
                    id,
                    tags.title,
                    tags.track,
                    tags.year,
                    tags.duration_ms,
                    path,
                    modified_ms / 1000,
                    album,
                    tags.album,
                    artist,
                    tags.artist,
                    tags.composer,
                    tags.album_artist
                ],
            )?;
        }
    }
    Ok(())
}

/// Converts a song to a track of the media session.
pub(super) fn track(song: &Song) -> Track {
    let Tags { title, artist, album, duration_ms, .. } = song.tags.clone();
    Track { title, artist, album, length_ms: duration_ms }
}
