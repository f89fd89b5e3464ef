//! The contents of `events.db`: entries, types, and the occurrences of repeating entries. Reads and writes the
//! database; no UI.

mod occurrences;

use rusqlite::{Connection, Error, params};
use state::app::database::{Database, DatabaseFile, number, text};

pub(super) use self::occurrences::{DAY, MONTH, Occurrence, WEEK, YEAR, day_code, on_days};

/// The flag of an all-day event.
pub(super) const ALL_DAY: i64 = 1;
/// The flag of a completed task.
pub(super) const COMPLETED: i64 = 8;
/// The default event type.
pub(super) const REGULAR: i64 = 1;

/// A row of `events`: an event, or a task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) id: i64,
    /// Both in seconds since 1970.
    pub(super) start: i64,
    pub(super) end: i64,
    pub(super) title: String,
    pub(super) location: String,
    pub(super) description: String,
    /// Minutes before the start; -1 for none.
    pub(super) reminders: [i64; 3],
    /// Seconds between two occurrences, as the app stores them: months and years are special numbers.
    pub(super) repeat_interval: i64,
    /// For weekly repetition: a bit per weekday, Monday the lowest.
    pub(super) repeat_rule: i64,
    /// 0 for no limit, a time, or a negative number of occurrences.
    pub(super) repeat_limit: i64,
    /// The excluded days, as in `20231016`.
    pub(super) exceptions: Vec<String>,
    pub(super) flags: i64,
    pub(super) event_type: i64,
    pub(super) task: bool,
}

impl Entry {
    /// Whether a flag is set.
    pub(super) fn is(&self, flag: i64) -> bool {
        self.flags & flag != 0
    }
}

/// An event type with its colour.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct EventType {
    pub(super) id: i64,
    pub(super) title: String,
    pub(super) color: (u8, u8, u8),
}

/// All data that the app shows.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    pub(super) entries: Vec<Entry>,
    pub(super) types: Vec<EventType>,
}

impl Rows {
    /// Returns the entry with an id.
    pub(super) fn entry(&self, id: i64) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.id == id)
    }

    /// Returns the type with an id; the regular type exists even if the file lacks it.
    pub(super) fn event_type(&self, id: i64) -> EventType {
        let regular = EventType { id: REGULAR, title: "Regular event".to_owned(), color: (13, 110, 210) };
        self.types.iter().find(|known| known.id == id).cloned().unwrap_or(regular)
    }
}

/// The database of the calendar.
pub(super) struct Events;

impl Database for Events {
    const PACKAGE: &'static str = super::PACKAGE;
    const FILE: DatabaseFile = DatabaseFile {
        path: "databases/events.db",
        schema: "CREATE TABLE events (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, start_ts INTEGER NOT NULL,
             end_ts INTEGER NOT NULL, title TEXT NOT NULL, location TEXT NOT NULL, description TEXT NOT NULL,
             reminder_1_minutes INTEGER NOT NULL, reminder_2_minutes INTEGER NOT NULL,
             reminder_3_minutes INTEGER NOT NULL, reminder_1_type INTEGER NOT NULL, reminder_2_type INTEGER NOT NULL,
             reminder_3_type INTEGER NOT NULL, repeat_interval INTEGER NOT NULL, repeat_rule INTEGER NOT NULL,
             repeat_limit INTEGER NOT NULL, repetition_exceptions TEXT NOT NULL, attendees TEXT NOT NULL,
             import_id TEXT NOT NULL, time_zone TEXT NOT NULL, flags INTEGER NOT NULL, event_type INTEGER NOT NULL,
             parent_id INTEGER NOT NULL, last_updated INTEGER NOT NULL, source TEXT NOT NULL,
             availability INTEGER NOT NULL, color INTEGER NOT NULL, type INTEGER NOT NULL);
             CREATE UNIQUE INDEX index_events_id ON events (id);
             CREATE TABLE event_types (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL,
             color INTEGER NOT NULL, caldav_calendar_id INTEGER NOT NULL, caldav_display_name TEXT NOT NULL,
             caldav_email TEXT NOT NULL, type INTEGER NOT NULL);
             CREATE UNIQUE INDEX index_event_types_id ON event_types (id);
             INSERT INTO event_types VALUES (1, 'Regular event', -15896878, 0, '', '', 0);",
    };
    type Rows = Rows;

    fn read(database: &Connection) -> Result<Rows, Error> {
        let mut statement = database.prepare("SELECT * FROM events ORDER BY start_ts, id")?;
        let entries = statement.query_map([], |row| {
            Ok(Entry {
                id: number(row, "id")?,
                start: number(row, "start_ts")?,
                end: number(row, "end_ts")?,
                title: text(row, "title")?,
                location: text(row, "location")?,
                description: text(row, "description")?,
                reminders: [
                    number(row, "reminder_1_minutes")?,
                    number(row, "reminder_2_minutes")?,
                    number(row, "reminder_3_minutes")?,
                ],
                repeat_interval: number(row, "repeat_interval")?,
                repeat_rule: number(row, "repeat_rule")?,
                repeat_limit: number(row, "repeat_limit")?,
                exceptions: serde_json::from_str(&text(row, "repetition_exceptions")?).unwrap_or_default(),
                flags: number(row, "flags")?,
                event_type: number(row, "event_type")?,
                task: number(row, "type")? == 1,
            })
        })?;
        let entries = entries.collect::<Result<_, _>>()?;
        // Older files, and those made by other programs, have no types.
        let types = database.prepare("SELECT * FROM event_types ORDER BY id").and_then(|mut statement| {
            let types = statement.query_map([], |row| {
                let [_, red, green, blue] = (number(row, "color")? as i32).to_be_bytes();
                Ok(EventType { id: number(row, "id")?, title: text(row, "title")?, color: (red, green, blue) })
            })?;
            types.collect()
        });
        Ok(Rows { entries, types: types.unwrap_or_default() })
    }
}

/// Writes an entry, as a new one if its id is 0. Returns its id.
pub(super) fn put(database: &Connection, entry: &Entry, zone: &str, now_ms: i64) -> Result<i64, Error> {
    let exceptions = serde_json::to_string(&entry.exceptions).unwrap_or_else(|_| "[]".to_owned());
    let [first, second, third] = entry.reminders;
    if entry.id != 0 {
        database.execute(
            "UPDATE events SET start_ts = ?2, end_ts = ?3, title = ?4, location = ?5, description = ?6,
             reminder_1_minutes = ?7, reminder_2_minutes = ?8, reminder_3_minutes = ?9, repeat_interval = ?10,
             repeat_rule = ?11, repeat_limit = ?12, repetition_exceptions = ?13, flags = ?14, event_type = ?15,
             type = ?16, last_updated = ?17 WHERE id = ?1",
            params![
                entry.id,
                entry.start,
                entry.end,
                entry.title,
                entry.location,
                entry.description,
                first,
                second,
                third,
                entry.repeat_interval,
                entry.repeat_rule,
                entry.repeat_limit,
                exceptions,
                entry.flags,
                entry.event_type,
                i64::from(entry.task),
                now_ms
            ],
        )?;
        return Ok(entry.id);
    }
    database.execute(
        "INSERT INTO events (start_ts, end_ts, title, location, description, reminder_1_minutes, reminder_2_minutes,
         reminder_3_minutes, reminder_1_type, reminder_2_type, reminder_3_type, repeat_interval, repeat_rule,
         repeat_limit, repetition_exceptions, attendees, import_id, time_zone, flags, event_type, parent_id,
         last_updated, source, availability, color, type)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 0, 0, 0, ?9, ?10, ?11, ?12, '', ?13, ?14, ?15, ?16, 0, ?17,
         'simple-calendar', 0, 0, ?18)",
        params![
            entry.start,
            entry.end,
            entry.title,
            entry.location,
            entry.description,
            first,
            second,
            third,
            entry.repeat_interval,
            entry.repeat_rule,
            entry.repeat_limit,
            exceptions,
            format!("{now_ms:x}"),
            zone,
            entry.flags,
            entry.event_type,
            now_ms,
            i64::from(entry.task)
        ],
    )?;
    Ok(database.last_insert_rowid())
}

/// Deletes an entry.
pub(super) fn delete(database: &Connection, id: i64) -> Result<(), Error> {
    database.execute("DELETE FROM events WHERE id = ?1", [id]).map(drop)
}

/// Adds or changes an event type. Returns its id.
pub(super) fn put_type(database: &Connection, wanted: &EventType) -> Result<i64, Error> {
    let (red, green, blue) = wanted.color;
    let color = i32::from_be_bytes([255, red, green, blue]);
    if wanted.id != 0 {
        let change = "UPDATE event_types SET title = ?2, color = ?3 WHERE id = ?1";
        database.execute(change, params![wanted.id, wanted.title, color])?;
        return Ok(wanted.id);
    }
    database.execute(
        "INSERT INTO event_types (title, color, caldav_calendar_id, caldav_display_name, caldav_email, type)
         VALUES (?1, ?2, 0, '', '', 0)",
        params![wanted.title, color],
    )?;
    Ok(database.last_insert_rowid())
}

/// Deletes a type; its entries become regular.
pub(super) fn delete_type(database: &Connection, id: i64) -> Result<(), Error> {
    database.execute("UPDATE events SET event_type = 1 WHERE event_type = ?1", [id])?;
    database.execute("DELETE FROM event_types WHERE id = ?1 AND id <> 1", [id]).map(drop)
}
