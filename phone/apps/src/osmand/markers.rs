//! Map markers: the database `map_markers_db`, which is the source of truth.

use kit::cartography::Coordinates;
use rusqlite::{Connection, params};
use state::app::database::{number, real, text};
use state::app::{Database, DatabaseFile};

use super::PACKAGE;

/// The most markers shown.
const MAX_SHOWN: usize = 500;

/// A marked place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Marker {
    pub(super) id: String,
    pub(super) at: Coordinates,
    pub(super) name: String,
    /// Whether it is still to be visited.
    pub(super) active: bool,
    pub(super) added_ms: i64,
}

/// The table.
pub(super) struct Markers;

impl Database for Markers {
    const PACKAGE: &'static str = PACKAGE;
    const FILE: DatabaseFile = DatabaseFile {
        path: "databases/map_markers_db",
        schema: "CREATE TABLE map_markers (marker_id TEXT PRIMARY KEY, marker_lat DOUBLE, marker_lon DOUBLE, \
                 marker_description TEXT, marker_active INTEGER, marker_added LONG, marker_visited LONG, \
                 group_name TEXT, group_key TEXT, marker_color INTEGER, marker_next_key TEXT, marker_disabled INTEGER, \
                 marker_selected INTEGER, marker_map_object_name TEXT);",
    };
    type Rows = Vec<Marker>;

    fn read(database: &Connection) -> Result<Self::Rows, rusqlite::Error> {
        let mut statement = database.prepare("SELECT * FROM map_markers ORDER BY rowid DESC LIMIT ?1")?;
        let markers = statement.query_map([MAX_SHOWN as i64], |row| {
            let description = text(row, "marker_description")?;
            // The kind of point precedes the name: `location#Vaduz`.
            let name = description.split_once('#').map_or(description.as_str(), |(_, name)| name).to_owned();
            Ok(Marker {
                id: text(row, "marker_id")?,
                at: (real(row, "marker_lat")?, real(row, "marker_lon")?),
                name,
                active: number(row, "marker_active")? != 0,
                added_ms: number(row, "marker_added")?,
            })
        })?;
        markers.collect()
    }
}

/// Adds a marker; an existing one moves to the front.
pub(super) fn add(database: &Connection, at: Coordinates, name: &str, now_ms: i64) -> Result<usize, rusqlite::Error> {
    let id = format!("{:.6},{:.6}", at.0, at.1);
    database.execute(
        "INSERT OR REPLACE INTO map_markers VALUES (?1, ?2, ?3, ?4, 1, ?5, 0, '', '', 0, '', 0, 0, '')",
        params![id, at.0, at.1, format!("location#{name}"), now_ms],
    )
}

/// Marks a place as visited, or as to be visited again.
pub(super) fn set_active(database: &Connection, id: &str, active: bool, now_ms: i64) -> Result<usize, rusqlite::Error> {
    let visited = if active { 0 } else { now_ms };
    database.execute(
        "UPDATE map_markers SET marker_active = ?2, marker_visited = ?3 WHERE marker_id = ?1",
        params![id, active, visited],
    )
}

/// Deletes a marker.
pub(super) fn remove(database: &Connection, id: &str) -> Result<usize, rusqlite::Error> {
    database.execute("DELETE FROM map_markers WHERE marker_id = ?1", [id])
}
