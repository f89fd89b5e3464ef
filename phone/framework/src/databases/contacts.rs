//! `contacts2.db`: the contacts, each one raw contact with its data, as in the contacts provider.

use rusqlite::{Connection, Error, params};

use super::{Provider, keep_only};
use state::shared::{Contact, Shared, digits, phone_label, phone_type};

const NAME: &str = "vnd.android.cursor.item/name";
const PHONE: &str = "vnd.android.cursor.item/phone_v2";
const EMAIL: &str = "vnd.android.cursor.item/email_v2";

pub(super) struct Contacts;

impl Provider for Contacts {
    const PACKAGE: &'static str = "com.android.providers.contacts";
    const FILE: &'static str = "contacts2.db";
    /// The tables of `ContactsDatabaseHelper` needed for names, numbers and addresses. The mimetype ids are those that
    /// the provider assigns first.
    const SCHEMA: &'static str = "\
CREATE TABLE IF NOT EXISTS android_metadata (locale TEXT);
CREATE TABLE IF NOT EXISTS accounts (_id INTEGER PRIMARY KEY AUTOINCREMENT,account_name TEXT,account_type TEXT,\
data_set TEXT);
INSERT OR IGNORE INTO accounts (_id) VALUES (1);
CREATE TABLE IF NOT EXISTS mimetypes (_id INTEGER PRIMARY KEY AUTOINCREMENT,mimetype TEXT NOT NULL UNIQUE);
INSERT OR IGNORE INTO mimetypes (_id, mimetype) VALUES (1, 'vnd.android.cursor.item/email_v2'), \
(5, 'vnd.android.cursor.item/phone_v2'), (7, 'vnd.android.cursor.item/name');
CREATE TABLE IF NOT EXISTS contacts (_id INTEGER PRIMARY KEY AUTOINCREMENT,name_raw_contact_id INTEGER,\
photo_id INTEGER,photo_file_id INTEGER,custom_ringtone TEXT,send_to_voicemail INTEGER NOT NULL DEFAULT 0,\
x_times_contacted INTEGER NOT NULL DEFAULT 0,x_last_time_contacted INTEGER,starred INTEGER NOT NULL DEFAULT 0,\
pinned INTEGER NOT NULL DEFAULT 0,has_phone_number INTEGER NOT NULL DEFAULT 0,lookup TEXT,\
contact_last_updated_timestamp INTEGER);
CREATE TABLE IF NOT EXISTS raw_contacts (_id INTEGER PRIMARY KEY AUTOINCREMENT,account_id INTEGER,sourceid TEXT,\
version INTEGER NOT NULL DEFAULT 1,dirty INTEGER NOT NULL DEFAULT 0,deleted INTEGER NOT NULL DEFAULT 0,\
contact_id INTEGER,aggregation_mode INTEGER NOT NULL DEFAULT 0,starred INTEGER NOT NULL DEFAULT 0,\
x_times_contacted INTEGER NOT NULL DEFAULT 0,x_last_time_contacted INTEGER,display_name TEXT,display_name_alt TEXT,\
display_name_source INTEGER NOT NULL DEFAULT 0,sort_key TEXT,phonebook_label TEXT);
CREATE TABLE IF NOT EXISTS data (_id INTEGER PRIMARY KEY AUTOINCREMENT,package_id INTEGER,\
mimetype_id INTEGER NOT NULL,raw_contact_id INTEGER NOT NULL,is_primary INTEGER NOT NULL DEFAULT 0,\
is_super_primary INTEGER NOT NULL DEFAULT 0,data_version INTEGER NOT NULL DEFAULT 0,data1 TEXT,data2 TEXT,data3 TEXT,\
data4 TEXT,data5 TEXT,data6 TEXT,data7 TEXT,data8 TEXT,data9 TEXT,data10 TEXT,data11 TEXT,data12 TEXT,data13 TEXT,\
data14 TEXT,data15 TEXT);
CREATE TABLE IF NOT EXISTS groups (_id INTEGER PRIMARY KEY AUTOINCREMENT,account_id INTEGER,title TEXT,\
deleted INTEGER NOT NULL DEFAULT 0);";
    type Rows = Vec<Contact>;

    fn rows(shared: &Shared) -> &Vec<Contact> {
        &shared.contacts
    }

    fn write(rows: &Vec<Contact>, database: &Connection) -> Result<(), Error> {
        let ids = || rows.iter().map(|contact| contact.id);
        keep_only(database, "raw_contacts", ids())?;
        keep_only(database, "contacts", ids())?;
        // Data of other mimetypes stays with its contact.
        let known = "mimetype_id IN (SELECT _id FROM mimetypes WHERE mimetype IN (?1, ?2, ?3))";
        database.execute(
            &format!("DELETE FROM data WHERE {known} OR raw_contact_id NOT IN (SELECT _id FROM raw_contacts)"),
            [NAME, PHONE, EMAIL],
        )?;
        let mut data = database.prepare(
            "INSERT OR REPLACE INTO data (_id, mimetype_id, raw_contact_id, is_primary, data1, data2, data3, data4) \
             VALUES (?1, (SELECT _id FROM mimetypes WHERE mimetype = ?2), ?3, 0, ?4, ?5, ?6, ?7)",
        )?;
        for contact in rows {
            let Contact { id, name, starred, times_contacted, last_contacted, .. } = contact;
            let shown = (!name.is_empty()).then_some(name);
            database.execute(
                "INSERT INTO contacts (_id, name_raw_contact_id, starred, x_times_contacted, x_last_time_contacted, \
                 has_phone_number, lookup) VALUES (?1, ?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (_id) DO UPDATE SET \
                 starred = ?2, x_times_contacted = ?3, x_last_time_contacted = ?4, has_phone_number = ?5",
                params![
                    id,
                    starred,
                    times_contacted,
                    last_contacted,
                    !contact.numbers.is_empty(),
                    format!("0r{id}-{id:X}")
                ],
            )?;
            database.execute(
                "INSERT INTO raw_contacts (_id, account_id, contact_id, starred, x_times_contacted, \
                 x_last_time_contacted, display_name, display_name_alt, sort_key) \
                 VALUES (?1, 1, ?1, ?2, ?3, ?4, ?5, ?5, ?5) ON CONFLICT (_id) DO UPDATE SET starred = ?2, \
                 x_times_contacted = ?3, x_last_time_contacted = ?4, display_name = ?5, display_name_alt = ?5",
                params![id, starred, times_contacted, last_contacted, shown],
            )?;
            let (given, family) = name.split_once(' ').unwrap_or((name.as_str(), ""));
            // The ids that `content` shows for them.
            let mut number = id.saturating_mul(100);
            if !name.is_empty() {
                let family = (!family.is_empty()).then_some(family);
                data.execute(params![number, NAME, id, name, given, family, None::<String>])?;
            }
            for (place, phone) in contact.numbers.iter().enumerate() {
                number += 1;
                let label = contact.label(place);
                let kind = phone_type(label);
                let word = (kind == 0).then_some(label);
                data.execute(params![number, PHONE, id, phone, kind.to_string(), word, digits(phone)])?;
            }
            for email in &contact.emails {
                number += 1;
                data.execute(params![number, EMAIL, id, email, "1", None::<String>, None::<String>])?;
            }
        }
        Ok(())
    }

    fn read(database: &Connection) -> Result<Vec<Contact>, Error> {
        let mut people = database.prepare(
            "SELECT _id, display_name, starred, x_times_contacted, x_last_time_contacted FROM raw_contacts \
             WHERE deleted = 0 ORDER BY _id LIMIT 100000",
        )?;
        let people = people.query_map([], |row| {
            Ok(Contact {
                id: row.get(0)?,
                name: super::text(row.get_ref(1)?),
                starred: super::number(row.get_ref(2)?) != 0,
                times_contacted: u32::try_from(super::number(row.get_ref(3)?)).unwrap_or(0),
                last_contacted: super::number(row.get_ref(4)?),
                ..Contact::default()
            })
        })?;
        let mut people: Vec<Contact> = people.collect::<Result<_, _>>()?;
        let mut data = database.prepare(
            "SELECT raw_contact_id, mimetype, data1, data2, data3 FROM data JOIN mimetypes ON mimetypes._id = mimetype_id \
             WHERE data1 IS NOT NULL ORDER BY data._id LIMIT 1000000",
        )?;
        let mut rows = data.query([])?;
        while let Some(row) = rows.next()? {
            let (id, kind, held) = (row.get::<_, i64>(0)?, super::text(row.get_ref(1)?), super::text(row.get_ref(2)?));
            let Ok(place) = people.binary_search_by_key(&id, |contact| contact.id) else { continue };
            let Some(contact) = people.get_mut(place) else { continue };
            match kind.as_str() {
                NAME => contact.name = held,
                PHONE => {
                    contact.numbers.push(held);
                    let (kind, word) = (super::text(row.get_ref(3)?), super::text(row.get_ref(4)?));
                    if let Ok(kind) = kind.parse() {
                        contact.set_label(contact.numbers.len() - 1, &phone_label(kind, &word));
                    }
                }
                EMAIL => contact.emails.push(held),
                _ => {}
            }
        }
        Ok(people)
    }

    fn take(rows: Vec<Contact>, shared: &mut Shared) {
        shared.contacts = rows.into();
    }
}
