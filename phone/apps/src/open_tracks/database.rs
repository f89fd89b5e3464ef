//! The tracks in OpenTracks' database: reading and writing.

use rusqlite::{Connection, Error, params};
use state::app::database::{Database, DatabaseFile, number, real, text};

/// A track.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Track {
    pub(super) id: i64,
    pub(super) name: String,
    pub(super) description: String,
    /// The activity, such as `running`.
    pub(super) activity: String,
    /// Milliseconds since 1970.
    pub(super) start_ms: i64,
    pub(super) stop_ms: i64,
    /// Milliseconds.
    pub(super) total_ms: i64,
    pub(super) moving_ms: i64,
    pub(super) points: i64,
    pub(super) meters: f64,
    /// Metres per second.
    pub(super) max_speed: f64,
    /// Both in metres.
    pub(super) gain: f64,
    pub(super) loss: f64,
}

/// The database of OpenTracks.
pub(super) struct Tracks;

impl Database for Tracks {
    const PACKAGE: &'static str = super::PACKAGE;
    const FILE: DatabaseFile = DatabaseFile {
        path: "databases/database.db",
        schema: "CREATE TABLE tracks (_id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, description TEXT,
             category TEXT, starttime INTEGER, stoptime INTEGER, numpoints INTEGER, totaldistance FLOAT,
             totaltime INTEGER, movingtime INTEGER, avgspeed FLOAT, avgmovingspeed FLOAT, maxspeed FLOAT,
             minelevation FLOAT, maxelevation FLOAT, elevationgain FLOAT, icon TEXT, uuid BLOB, elevationloss FLOAT,
             starttime_offset INTEGER, activity_type TEXT);
             CREATE UNIQUE INDEX tracks_uuid_index ON tracks (uuid);
             CREATE TABLE trackpoints (_id INTEGER PRIMARY KEY AUTOINCREMENT, trackid INTEGER NOT NULL,
             longitude INTEGER, latitude INTEGER, time INTEGER, elevation FLOAT, accuracy FLOAT, speed FLOAT,
             bearing FLOAT, sensor_heartrate FLOAT, sensor_cadence FLOAT, sensor_power FLOAT, elevation_gain FLOAT,
             elevation_loss FLOAT, type TEXT, sensor_distance FLOAT, accuracy_vertical FLOAT);
             CREATE INDEX trackpoints_trackid_index ON trackpoints (trackid);
             CREATE TABLE markers (_id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, description TEXT, category TEXT,
             icon TEXT, trackid INTEGER NOT NULL, length FLOAT, duration INTEGER, longitude INTEGER, latitude INTEGER,
             time INTEGER, elevation FLOAT, accuracy FLOAT, bearing FLOAT, photoUrl TEXT);
             CREATE INDEX markers_trackid_index ON markers (trackid);",
    };
    type Rows = Vec<Track>;

    fn read(database: &Connection) -> Result<Vec<Track>, Error> {
        let mut statement = database.prepare("SELECT * FROM tracks ORDER BY starttime DESC, _id DESC")?;
        let tracks = statement.query_map([], |row| {
            // Older files have the activity in one column, newer ones in the other.
            let (activity, category) = (text(row, "activity_type")?, text(row, "category")?);
            Ok(Track {
                id: number(row, "_id")?,
                name: text(row, "name")?,
                description: text(row, "description")?,
                activity: if category.is_empty() { activity } else { category },
                start_ms: number(row, "starttime")?,
                stop_ms: number(row, "stoptime")?,
                total_ms: number(row, "totaltime")?,
                moving_ms: number(row, "movingtime")?,
                points: number(row, "numpoints")?,
                meters: real(row, "totaldistance")?,
                max_speed: real(row, "maxspeed")?,
                gain: real(row, "elevationgain")?,
                loss: real(row, "elevationloss")?,
            })
        })?;
        tracks.collect()
    }
}

/// Writes a track, as a new one if its id is 0. Returns its id.
pub(super) fn put(database: &Connection, track: &Track, offset_s: i64) -> Result<i64, Error> {
    if track.id != 0 {
        database.execute(
            "UPDATE tracks SET name = ?2, description = ?3, category = ?4, activity_type = ?4 WHERE _id = ?1",
            params![track.id, track.name, track.description, track.activity],
        )?;
        return Ok(track.id);
    }
    let speed = |ms: i64| if ms > 0 { track.meters * 1000.0 / ms as f64 } else { 0.0 };
    let next: i64 = database.query_row("SELECT COALESCE(MAX(_id), 0) + 1 FROM tracks", [], |row| row.get(0))?;
    let uuid = (i128::from(track.start_ms) << 64 | i128::from(next)).to_be_bytes();
    database.execute(
        "INSERT INTO tracks (name, description, category, activity_type, starttime, stoptime, numpoints, totaldistance,
         totaltime, movingtime, avgspeed, avgmovingspeed, maxspeed, minelevation, maxelevation, elevationgain, icon,
         uuid, elevationloss, starttime_offset)
         VALUES (?1, ?2, ?3, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, 0, 0, ?13, '', ?14, ?15, ?16)",
        params![
            track.name,
            track.description,
            track.activity,
            track.start_ms,
            track.stop_ms,
            track.points,
            track.meters,
            track.total_ms,
            track.moving_ms,
            speed(track.total_ms),
            speed(track.moving_ms),
            track.max_speed,
            track.gain,
            uuid.as_slice(),
            track.loss,
            offset_s
        ],
    )?;
    Ok(database.last_insert_rowid())
}

/// Deletes a track with all its data.
pub(super) fn delete(database: &Connection, id: i64) -> Result<(), Error> {
    // A file written by another program may lack the other tables.
    for table in ["trackpoints", "markers"] {
        _ = database.execute(&format!("DELETE FROM {table} WHERE trackid = ?1"), [id]);
    }
    database.execute("DELETE FROM tracks WHERE _id = ?1", [id]).map(drop)
}
