//! `calllog.db`: the call log.

use rusqlite::{Connection, Error, params};

use super::{Provider, keep_only};
use state::shared::{Call, Shared};

pub(super) struct CallLog;

impl Provider for CallLog {
    const PACKAGE: &'static str = "com.android.providers.contacts";
    const FILE: &'static str = "calllog.db";
    /// The table of `CallLogDatabaseHelper`, with the columns that telephone calls fill.
    const SCHEMA: &'static str = "\
CREATE TABLE IF NOT EXISTS android_metadata (locale TEXT);
CREATE TABLE IF NOT EXISTS calls (_id INTEGER PRIMARY KEY AUTOINCREMENT,number TEXT,\
presentation INTEGER NOT NULL DEFAULT 1,post_dial_digits TEXT NOT NULL DEFAULT '',via_number TEXT NOT NULL DEFAULT '',\
date INTEGER,duration INTEGER,data_usage INTEGER,type INTEGER,features INTEGER NOT NULL DEFAULT 0,\
subscription_component_name TEXT,subscription_id TEXT,new INTEGER,name TEXT,numbertype INTEGER,numberlabel TEXT,\
countryiso TEXT,voicemail_uri TEXT,is_read INTEGER,geocoded_location TEXT,lookup_uri TEXT,matched_number TEXT,\
normalized_number TEXT,photo_id INTEGER NOT NULL DEFAULT 0,last_modified INTEGER DEFAULT 0,\
block_reason INTEGER NOT NULL DEFAULT 0);";
    type Rows = Vec<Call>;

    fn rows(shared: &Shared) -> &Vec<Call> {
        &shared.calls.log
    }

    fn write(rows: &Vec<Call>, database: &Connection) -> Result<(), Error> {
        keep_only(database, "calls", rows.iter().map(|call| call.id))?;
        let mut statement = database.prepare(
            "INSERT INTO calls (_id, number, date, duration, type, new, is_read) VALUES (?1, ?2, ?3, ?4, ?5, 0, 1) \
             ON CONFLICT (_id) DO UPDATE SET number = ?2, date = ?3, duration = ?4, type = ?5",
        )?;
        for Call { id, number, date, duration, kind } in rows {
            let kind = match kind.as_str() {
                "incoming" => 1,
                "outgoing" => 2,
                "rejected" => 5,
                _ => 3,
            };
            statement.execute(params![id, number, date, duration, kind])?;
        }
        Ok(())
    }

    fn read(database: &Connection) -> Result<Vec<Call>, Error> {
        let mut statement =
            database.prepare("SELECT _id, number, date, duration, type FROM calls ORDER BY date, _id LIMIT 100000")?;
        let rows = statement.query_map([], |row| {
            let kind = match super::number(row.get_ref(4)?) {
                1 => "incoming",
                2 => "outgoing",
                5 => "rejected",
                _ => "missed",
            };
            Ok(Call {
                id: row.get(0)?,
                number: super::text(row.get_ref(1)?),
                date: super::number(row.get_ref(2)?),
                duration: u32::try_from(super::number(row.get_ref(3)?)).unwrap_or(0),
                kind: kind.to_owned(),
            })
        })?;
        rows.collect()
    }

    fn take(rows: Vec<Call>, shared: &mut Shared) {
        shared.calls.log = rows;
    }
}
