//! `mmssms.db`: text messages and their conversations.

use rusqlite::{Connection, Error, params};

use super::{Provider, keep_only};
use state::shared::message_store::{ProviderThread, provider_threads};
use state::shared::{Message, Shared};

pub(super) struct Messages;

impl Provider for Messages {
    const PACKAGE: &'static str = "com.android.providers.telephony";
    const FILE: &'static str = "mmssms.db";
    /// The tables of `MmsSmsDatabaseHelper` that hold text messages, with its columns.
    const SCHEMA: &'static str = "\
CREATE TABLE IF NOT EXISTS android_metadata (locale TEXT);
CREATE TABLE IF NOT EXISTS sms (_id INTEGER PRIMARY KEY,thread_id INTEGER,address TEXT,person INTEGER,date INTEGER,\
date_sent INTEGER DEFAULT 0,protocol INTEGER,read INTEGER DEFAULT 0,status INTEGER DEFAULT -1,type INTEGER,\
reply_path_present INTEGER,subject TEXT,body TEXT,service_center TEXT,locked INTEGER DEFAULT 0,\
sub_id INTEGER DEFAULT -1,error_code INTEGER DEFAULT 0,creator TEXT,seen INTEGER DEFAULT 0);
CREATE TABLE IF NOT EXISTS canonical_addresses (_id INTEGER PRIMARY KEY AUTOINCREMENT,address TEXT);
CREATE TABLE IF NOT EXISTS threads (_id INTEGER PRIMARY KEY AUTOINCREMENT,date INTEGER DEFAULT 0,\
message_count INTEGER DEFAULT 0,recipient_ids TEXT,snippet TEXT,snippet_cs INTEGER DEFAULT 0,read INTEGER DEFAULT 1,\
archived INTEGER DEFAULT 0,type INTEGER DEFAULT 0,error INTEGER DEFAULT 0,has_attachment INTEGER DEFAULT 0);
CREATE TABLE IF NOT EXISTS pdu (_id INTEGER PRIMARY KEY AUTOINCREMENT,thread_id INTEGER,date INTEGER,\
date_sent INTEGER DEFAULT 0,msg_box INTEGER,read INTEGER DEFAULT 0,m_id TEXT,sub TEXT,sub_id INTEGER DEFAULT -1);";
    type Rows = Vec<Message>;

    fn rows(shared: &Shared) -> &Vec<Message> {
        &shared.messages
    }

    fn write(rows: &Vec<Message>, database: &Connection) -> Result<(), Error> {
        keep_only(database, "sms", rows.iter().map(|message| message.id))?;
        // A conversation's id is that of its first message, as `content` shows it.
        let threads = provider_threads(rows);
        keep_only(database, "threads", threads.values().map(|thread| thread.id))?;
        keep_only(database, "canonical_addresses", threads.values().map(|thread| thread.id))?;
        let mut sms = database.prepare(
            "INSERT INTO sms (_id, thread_id, address, date, date_sent, protocol, read, type, body, sub_id, creator, seen) \
             VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6, ?7, ?8, 1, 'com.google.android.apps.messaging', 1) \
             ON CONFLICT (_id) DO UPDATE SET thread_id = ?2, address = ?3, date = ?4, read = ?6, type = ?7, body = ?8",
        )?;
        for ProviderThread { id: thread, messages } in threads.values() {
            for message in messages {
                let (protocol, kind) = if message.sent { (None, 2) } else { (Some(0), 1) };
                let Message { id, address, date, read, body, .. } = message;
                sms.execute(params![id, thread, address, date, protocol, read, kind, body])?;
            }
            let Some(last) = messages.iter().max_by_key(|message| message.date) else { continue };
            let read = messages.iter().all(|message| message.read);
            database.execute(
                "INSERT INTO threads (_id, date, message_count, recipient_ids, snippet, read) VALUES (?1, ?2, ?3, ?1, ?4, ?5) \
                 ON CONFLICT (_id) DO UPDATE SET date = ?2, message_count = ?3, snippet = ?4, read = ?5",
                params![thread, last.date, i64::try_from(messages.len()).unwrap_or(0), last.body, read],
            )?;
            database.execute(
                "INSERT INTO canonical_addresses (_id, address) VALUES (?1, ?2) ON CONFLICT (_id) DO UPDATE SET address = ?2",
                params![thread, last.address],
            )?;
        }
        Ok(())
    }

    fn read(database: &Connection) -> Result<Vec<Message>, Error> {
        let mut statement = database.prepare(
            "SELECT _id, coalesce(address, ''), coalesce(body, ''), coalesce(date, 0), coalesce(type, 1) <> 1, \
             coalesce(read, 0) <> 0 FROM sms ORDER BY date, _id LIMIT 100000",
        )?;
        let rows = statement.query_map([], |row| {
            Ok(Message {
                id: row.get(0)?,
                address: super::text(row.get_ref(1)?),
                body: super::text(row.get_ref(2)?),
                date: super::number(row.get_ref(3)?),
                sent: row.get(4)?,
                read: row.get(5)?,
            })
        })?;
        rows.collect()
    }

    fn take(rows: Vec<Message>, shared: &mut Shared) {
        shared.messages = rows.into();
    }
}
