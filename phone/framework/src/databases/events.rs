//! `calendar.db`: the events, in the phone's only calendar.

use rusqlite::{Connection, Error, params};

use super::{Provider, keep_only};
use state::shared::{CalendarEvent, Shared};

pub(super) struct Calendar;

impl Provider for Calendar {
    const PACKAGE: &'static str = "com.android.providers.calendar";
    const FILE: &'static str = "calendar.db";
    /// The tables of `CalendarDatabaseHelper` needed for events without recurrence.
    const SCHEMA: &'static str = "\
CREATE TABLE IF NOT EXISTS android_metadata (locale TEXT);
CREATE TABLE IF NOT EXISTS Calendars (_id INTEGER PRIMARY KEY,account_name TEXT,account_type TEXT,_sync_id TEXT,\
dirty INTEGER,name TEXT,calendar_displayName TEXT,calendar_color INTEGER,calendar_access_level INTEGER,\
visible INTEGER NOT NULL DEFAULT 1,sync_events INTEGER NOT NULL DEFAULT 0,calendar_location TEXT,\
calendar_timezone TEXT,ownerAccount TEXT,isPrimary INTEGER,deleted INTEGER NOT NULL DEFAULT 0);
INSERT OR IGNORE INTO Calendars (_id, account_name, account_type, name, calendar_displayName, calendar_access_level, \
ownerAccount, sync_events) VALUES (1, 'Phone', 'LOCAL', 'Phone', 'Phone', 700, 'Phone', 1);
CREATE TABLE IF NOT EXISTS Events (_id INTEGER PRIMARY KEY AUTOINCREMENT,_sync_id TEXT,dirty INTEGER,\
calendar_id INTEGER NOT NULL,title TEXT,eventLocation TEXT,description TEXT,eventColor INTEGER,eventStatus INTEGER,\
selfAttendeeStatus INTEGER NOT NULL DEFAULT 0,dtstart INTEGER,dtend INTEGER,eventTimezone TEXT,duration TEXT,\
allDay INTEGER NOT NULL DEFAULT 0,accessLevel INTEGER NOT NULL DEFAULT 0,availability INTEGER NOT NULL DEFAULT 0,\
hasAlarm INTEGER NOT NULL DEFAULT 0,rrule TEXT,rdate TEXT,exrule TEXT,exdate TEXT,lastDate INTEGER,\
hasAttendeeData INTEGER NOT NULL DEFAULT 0,organizer TEXT,deleted INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS Reminders (_id INTEGER PRIMARY KEY,event_id INTEGER,minutes INTEGER,\
method INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS Attendees (_id INTEGER PRIMARY KEY,event_id INTEGER,attendeeName TEXT,attendeeEmail TEXT,\
attendeeStatus INTEGER,attendeeRelationship INTEGER,attendeeType INTEGER);
CREATE TABLE IF NOT EXISTS Instances (_id INTEGER PRIMARY KEY,event_id INTEGER,begin INTEGER,end INTEGER,\
startDay INTEGER,endDay INTEGER,startMinute INTEGER,endMinute INTEGER,UNIQUE (event_id, begin, end));";
    type Rows = Vec<CalendarEvent>;

    fn rows(shared: &Shared) -> &Vec<CalendarEvent> {
        &shared.calendar.events
    }

    fn write(rows: &Vec<CalendarEvent>, database: &Connection) -> Result<(), Error> {
        keep_only(database, "Events", rows.iter().map(|event| event.id))?;
        database.execute("DELETE FROM Reminders WHERE method IN (0, 1)", [])?;
        let mut remind = database.prepare("INSERT INTO Reminders (event_id, minutes, method) VALUES (?1, ?2, 1)")?;
        let mut statement = database.prepare(
            "INSERT INTO Events (_id, calendar_id, title, eventLocation, description, dtstart, dtend, allDay, \
             eventTimezone, eventStatus, lastDate, hasAlarm) \
             VALUES (?1, 1, ?2, ?3, ?4, ?5, ?6, ?7, 'UTC', 1, ?6, ?8) \
             ON CONFLICT (_id) DO UPDATE SET title = ?2, eventLocation = ?3, description = ?4, dtstart = ?5, \
             dtend = ?6, allDay = ?7, lastDate = ?6, hasAlarm = ?8",
        )?;
        for CalendarEvent { id, title, location, description, start_ms, end_ms, all_day, reminders } in rows {
            let rings = !reminders.is_empty();
            statement.execute(params![id, title, location, description, start_ms, end_ms, all_day, rings])?;
            for minutes in reminders {
                remind.execute(params![id, minutes])?;
            }
        }
        Ok(())
    }

    fn read(database: &Connection) -> Result<Vec<CalendarEvent>, Error> {
        let mut reminders = database
            .prepare("SELECT minutes FROM Reminders WHERE event_id = ?1 AND method IN (0, 1) ORDER BY _id LIMIT 5")?;
        let mut statement = database.prepare(
            "SELECT _id, title, eventLocation, description, dtstart, dtend, allDay FROM Events WHERE deleted = 0 \
             ORDER BY dtstart, _id LIMIT 10000",
        )?;
        let rows = statement.query_map([], |row| {
            let start_ms = super::number(row.get_ref(4)?);
            Ok(CalendarEvent {
                id: row.get(0)?,
                title: super::text(row.get_ref(1)?),
                location: super::text(row.get_ref(2)?),
                description: super::text(row.get_ref(3)?),
                start_ms,
                end_ms: super::number(row.get_ref(5)?).max(start_ms),
                all_day: super::number(row.get_ref(6)?) != 0,
                reminders: Vec::new(),
            })
        })?;
        let mut rows = rows.collect::<Result<Vec<CalendarEvent>, Error>>()?;
        for event in &mut rows {
            let minutes = reminders.query_map([event.id], |row| Ok(super::number(row.get_ref(0)?).max(0)))?;
            event.reminders = minutes.collect::<Result<_, _>>()?;
        }
        Ok(rows)
    }

    fn take(rows: Vec<CalendarEvent>, shared: &mut Shared) {
        shared.calendar.events = rows;
    }
}
