//! The providers' tables, built from the shared state, and the effects of writing to them.

use std::collections::BTreeMap;

use super::row::{Row, Value, number, row, string, text};
use super::{blocked, calendar, deskclock, media};
use crate::settings;
use state::shared::message_store::{ProviderThread, provider_key, provider_threads};
use state::shared::{Call, Contact, Message, Shared, digits, phone_label, phone_type};

const NAME: &str = "vnd.android.cursor.item/name";
const PHONE: &str = "vnd.android.cursor.item/phone_v2";
const EMAIL: &str = "vnd.android.cursor.item/email_v2";
/// The ids that the entries of one contact share out: its name, its numbers, its addresses.
const ENTRIES: i64 = 100;

/// Whether a provider has this authority.
pub(super) fn is_provider(authority: &str) -> bool {
    matches!(
        authority,
        "com.android.contacts"
            | "contacts"
            | "sms"
            | "mms"
            | "mms-sms"
            | "call_log"
            | "settings"
            | "media"
            | calendar::AUTHORITY
            | deskclock::AUTHORITY
            | blocked::AUTHORITY
            | "downloads"
            | "telephony"
            | "user_dictionary"
            | "icc"
    )
}

/// Returns the rows below a URI; `None` if the provider does not know it.
pub(super) fn rows(authority: &str, path: &[&str], shared: &Shared) -> Option<Vec<Row>> {
    let with_id = |rows: Vec<Row>, id: &str| {
        let id = id.parse::<i64>().ok();
        rows.into_iter().filter(|row| row.first().and_then(|(_, value)| value.number()) == id).collect()
    };
    match (authority, path) {
        ("com.android.contacts", ["contacts" | "raw_contacts", rest @ ..]) => {
            let rows: Vec<Row> = shared.contacts.iter().map(contact).collect();
            Some(match rest {
                [] => rows,
                ["filter", text] => {
                    let text = text.to_lowercase();
                    let hit = |row: &Row| {
                        row.iter().any(|(name, value)| {
                            name == "display_name" && value.to_string().to_lowercase().contains(&text)
                        })
                    };
                    rows.into_iter().filter(hit).collect()
                }
                [id, ..] => with_id(rows, id),
            })
        }
        ("com.android.contacts", ["data"]) => Some(shared.contacts.iter().flat_map(data).collect()),
        ("com.android.contacts", ["data", "phones", ..]) | ("contacts", ["phones", ..]) => Some(of_kind(shared, PHONE)),
        ("com.android.contacts", ["data", "emails", ..]) => Some(of_kind(shared, EMAIL)),
        ("com.android.contacts", ["data", id]) => Some(with_id(shared.contacts.iter().flat_map(data).collect(), id)),
        ("com.android.contacts", ["phone_lookup", number]) => {
            Some(shared.contact_of(number).map(contact).into_iter().collect())
        }
        ("com.android.contacts", ["groups" | "profile" | "directories", ..]) => Some(Vec::new()),
        ("contacts", ["people", ..]) => Some(shared.contacts.iter().map(contact).collect()),
        ("sms", path) => {
            let threads = provider_threads(&shared.messages);
            let rows = |sent: Option<bool>| {
                let wanted = |message: &&Message| sent.is_none_or(|sent| message.sent == sent);
                // Android returns the newest first.
                shared.messages.iter().filter(wanted).rev().map(|message| sms(message, &threads)).collect()
            };
            match path {
                [] => Some(rows(None)),
                ["inbox"] => Some(rows(Some(false))),
                ["sent"] => Some(rows(Some(true))),
                ["draft" | "outbox" | "failed" | "queued" | "undelivered"] => Some(Vec::new()),
                ["conversations"] => Some(conversations(shared)),
                [id] if id.parse::<i64>().is_ok() => Some(with_id(rows(None), id)),
                _ => None,
            }
        }
        ("mms-sms", ["conversations", ..]) => Some(conversations(shared)),
        ("call_log", ["calls", ..]) => Some(shared.calls.log.iter().rev().map(|entry| call(entry, shared)).collect()),
        ("settings", [table, rest @ ..]) => {
            let mut copy = shared.settings.clone();
            let table = settings::table(&mut copy, table)?;
            let wanted = |name: &str| rest.first().is_none_or(|only| *only == name);
            let rows = table.iter().filter(|(name, _)| wanted(name)).enumerate();
            Some(
                rows.map(|(at, (name, value))| {
                    let id = i64::try_from(at).unwrap_or(0) + 1;
                    row([("_id", id.into()), ("name", text(name)), ("value", text(value))])
                })
                .collect(),
            )
        }
        (deskclock::AUTHORITY, ["alarms", rest @ ..]) => {
            let rows = deskclock::rows(shared);
            Some(rest.first().map_or(rows.clone(), |id| with_id(rows, id)))
        }
        (blocked::AUTHORITY, ["blocked", rest @ ..]) => {
            let rows = blocked::rows(shared);
            Some(rest.first().map_or(rows.clone(), |id| with_id(rows, id)))
        }
        ("media", path) => media::rows(path, shared),
        (calendar::AUTHORITY, path) => calendar::rows(path, shared),
        ("downloads" | "telephony" | "user_dictionary" | "icc" | "mms", _) => Some(Vec::new()),
        _ => None,
    }
}

fn name_of(contact: &Contact) -> Value {
    if contact.name.is_empty() { Value::Null } else { text(&contact.name) }
}

fn contact(contact: &Contact) -> Row {
    row([
        ("_id", contact.id.into()),
        ("display_name", name_of(contact)),
        ("display_name_alt", name_of(contact)),
        ("has_phone_number", i64::from(!contact.numbers.is_empty()).into()),
        ("starred", i64::from(contact.starred).into()),
        ("times_contacted", i64::from(contact.times_contacted).into()),
        ("last_time_contacted", contact.last_contacted.into()),
        ("lookup", text(&format!("0r{}-{:X}", contact.id, contact.id))),
        ("photo_uri", Value::Null),
        ("contact_id", contact.id.into()),
        ("deleted", 0.into()),
    ])
}

fn data(contact: &Contact) -> Vec<Row> {
    let mut entries = vec![(NAME, contact.name.clone(), "")];
    let numbers = contact.numbers.iter().enumerate();
    entries.extend(numbers.map(|(place, number)| (PHONE, number.clone(), contact.label(place))));
    entries.extend(contact.emails.iter().map(|email| (EMAIL, email.clone(), "")));
    let rows = entries.into_iter().enumerate().map(|(at, (kind, held, label))| {
        let id = contact.id.saturating_mul(ENTRIES).saturating_add(i64::try_from(at).unwrap_or(0));
        let (given, family) = contact.name.split_once(' ').unwrap_or((contact.name.as_str(), ""));
        let (data2, data3) = match kind {
            NAME => (text(given), if family.is_empty() { Value::Null } else { text(family) }),
            PHONE if phone_type(label) == 0 => (0.into(), text(label)),
            PHONE => (phone_type(label).into(), Value::Null),
            _ => (1.into(), Value::Null),
        };
        let (number, data4) = match kind {
            PHONE => (text(&held), text(&digits(&held))),
            _ => (Value::Null, Value::Null),
        };
        row([
            ("_id", id.into()),
            ("raw_contact_id", contact.id.into()),
            ("contact_id", contact.id.into()),
            ("mimetype", text(kind)),
            ("display_name", name_of(contact)),
            ("data1", text(&held)),
            ("data2", data2),
            ("data3", data3),
            ("data4", data4),
            ("number", number),
            ("is_primary", 0.into()),
            ("starred", i64::from(contact.starred).into()),
            ("times_contacted", i64::from(contact.times_contacted).into()),
            ("last_time_contacted", contact.last_contacted.into()),
        ])
    });
    rows.collect()
}

fn of_kind(shared: &Shared, kind: &str) -> Vec<Row> {
    let wanted = |row: &Row| row.iter().any(|(name, value)| name == "mimetype" && *value == text(kind));
    shared.contacts.iter().flat_map(data).filter(wanted).collect()
}

fn sms(message: &Message, threads: &BTreeMap<String, ProviderThread<'_>>) -> Row {
    row([
        ("_id", message.id.into()),
        ("thread_id", threads.get(&provider_key(&message.address)).map_or(1, |thread| thread.id).into()),
        ("address", text(&message.address)),
        ("person", Value::Null),
        ("date", message.date.into()),
        ("date_sent", message.date.into()),
        ("protocol", if message.sent { Value::Null } else { 0.into() }),
        ("read", i64::from(message.read).into()),
        ("status", (-1).into()),
        ("type", if message.sent { 2 } else { 1 }.into()),
        ("reply_path_present", Value::Null),
        ("subject", Value::Null),
        ("body", text(&message.body)),
        ("service_center", Value::Null),
        ("locked", 0.into()),
        ("sub_id", 1.into()),
        ("error_code", 0.into()),
        ("creator", text("com.google.android.apps.messaging")),
        ("seen", 1.into()),
    ])
}

fn conversations(shared: &Shared) -> Vec<Row> {
    let mut threads = provider_threads(&shared.messages);
    // The thread with the newest message comes first: each thread is emitted at its last message.
    let newest_first = shared.messages.iter().rev().filter_map(|last| {
        let thread = threads.remove(&provider_key(&last.address))?;
        let count = i64::try_from(thread.messages.len()).unwrap_or(0);
        Some(row([("thread_id", thread.id.into()), ("msg_count", count.into()), ("snippet", text(&last.body))]))
    });
    newest_first.collect()
}

fn call(call: &Call, shared: &Shared) -> Row {
    let kind = match call.kind.as_str() {
        "incoming" => 1,
        "outgoing" => 2,
        "rejected" => 5,
        "blocked" => 6,
        _ => 3,
    };
    let name = shared.contact_of(&call.number).map_or(Value::Null, |contact| text(&contact.name));
    row([
        ("_id", call.id.into()),
        ("number", text(&call.number)),
        ("name", name),
        ("date", call.date.into()),
        ("duration", i64::from(call.duration).into()),
        ("type", kind.into()),
        ("new", 0.into()),
    ])
}

/// Adds a row; `false` if the provider does not accept it.
pub(super) fn insert(authority: &str, path: &[&str], values: &Row, shared: &mut Shared) -> bool {
    match (authority, path) {
        ("settings", [name]) => {
            let Some(table) = settings::table(&mut shared.settings, name) else { return false };
            if let Some(key) = string(values, "name") {
                table.insert(key, string(values, "value").unwrap_or_default());
            }
        }
        ("sms", [] | ["inbox" | "sent"]) => {
            let sent = path == ["sent"] || number(values, "type") == Some(2);
            let id = shared.new_id();
            let message = Message {
                id,
                address: string(values, "address").unwrap_or_default(),
                body: string(values, "body").unwrap_or_default(),
                date: number(values, "date").unwrap_or(shared.clock.now_ms),
                sent,
                read: sent || number(values, "read") == Some(1),
            };
            shared.messages.push(message);
            shared.messages.sort_by_key(|message| message.date);
        }
        ("call_log", ["calls"]) => {
            let kind = match number(values, "type") {
                Some(1) => "incoming",
                Some(2) => "outgoing",
                Some(5) => "rejected",
                _ => "missed",
            };
            let call = Call {
                id: shared.new_id(),
                number: string(values, "number").unwrap_or_default(),
                date: number(values, "date").unwrap_or(shared.clock.now_ms),
                duration: number(values, "duration").and_then(|seconds| u32::try_from(seconds).ok()).unwrap_or(0),
                kind: kind.to_owned(),
            };
            shared.calls.insert(call);
        }
        ("com.android.contacts", ["raw_contacts"]) => {
            let id = shared.new_id();
            shared.contacts.push(Contact { id, ..Contact::default() });
        }
        ("com.android.contacts", ["data"]) => {
            let (Some(id), Some(held)) = (number(values, "raw_contact_id"), string(values, "data1")) else {
                return false;
            };
            let Some(contact) = shared.contacts.iter_mut().find(|contact| contact.id == id) else { return false };
            match string(values, "mimetype").as_deref() {
                Some(NAME) => contact.name = held,
                Some(PHONE) => {
                    contact.numbers.push(held);
                    if let Some(kind) = number(values, "data2") {
                        let word = string(values, "data3").unwrap_or_default();
                        contact.set_label(contact.numbers.len() - 1, &phone_label(kind, &word));
                    }
                }
                Some(EMAIL) => contact.emails.push(held),
                _ => {}
            }
        }
        (deskclock::AUTHORITY, ["alarms"]) => return deskclock::insert(values, shared),
        (blocked::AUTHORITY, ["blocked"]) => return blocked::insert(values, shared),
        (calendar::AUTHORITY, path) => return calendar::insert(path, values, shared),
        ("media" | "downloads", _) => {}
        _ => return false,
    }
    true
}

/// Replaces the value of one entry of a contact; `id` is that of [`data`].
fn change_data(id: i64, held: &str, shared: &mut Shared) {
    let (owner, Ok(place)) = (id.div_euclid(ENTRIES), usize::try_from(id.rem_euclid(ENTRIES))) else { return };
    let Some(contact) = shared.contacts.iter_mut().find(|contact| contact.id == owner) else { return };
    let numbers = contact.numbers.len();
    let entry = match place {
        0 => Some(&mut contact.name),
        place if place <= numbers => contact.numbers.get_mut(place - 1),
        place => contact.emails.get_mut(place - 1 - numbers),
    };
    if let Some(entry) = entry {
        held.clone_into(entry);
    }
}

/// Returns the numbers in the first column.
fn ids(picked: &[Row]) -> Vec<i64> {
    picked.iter().filter_map(|row| row.first()?.1.number()).collect()
}

/// Updates the selected rows.
pub(super) fn update(authority: &str, path: &[&str], picked: &[Row], values: &Row, shared: &mut Shared) {
    let ids = ids(picked);
    match (authority, path) {
        ("sms", _) => {
            for message in shared.messages.iter_mut().filter(|message| ids.contains(&message.id)) {
                message.read = number(values, "read").map_or(message.read, |read| read != 0);
                message.body = string(values, "body").unwrap_or_else(|| message.body.clone());
            }
        }
        ("com.android.contacts", ["contacts" | "raw_contacts", ..]) => {
            for contact in shared.contacts.iter_mut().filter(|contact| ids.contains(&contact.id)) {
                contact.starred = number(values, "starred").map_or(contact.starred, |starred| starred != 0);
            }
        }
        ("com.android.contacts", ["data", ..]) => {
            let Some(held) = string(values, "data1") else { return };
            for id in ids {
                change_data(id, &held, shared);
            }
        }
        (deskclock::AUTHORITY, _) => ids.iter().for_each(|id| deskclock::update(*id, values, shared)),
        (calendar::AUTHORITY, ["events", ..]) => ids.iter().for_each(|id| calendar::update(*id, values, shared)),
        ("settings", [name, ..]) => {
            let Some(table) = settings::table(&mut shared.settings, name) else { return };
            for row in picked {
                if let (Some(key), Some(value)) = (string(row, "name"), string(values, "value")) {
                    table.insert(key, value);
                }
            }
        }
        _ => {}
    }
}

/// Deletes the selected rows.
pub(super) fn delete(authority: &str, path: &[&str], picked: &[Row], shared: &mut Shared) {
    let ids = ids(picked);
    match (authority, path) {
        ("sms", _) => shared.messages.retain(|message| !ids.contains(&message.id)),
        (deskclock::AUTHORITY, _) => ids.iter().for_each(|id| shared.delete_alarm(*id)),
        (blocked::AUTHORITY, _) => shared.blocked.retain(|blocked| !ids.contains(&blocked.id)),
        (calendar::AUTHORITY, ["events", ..]) => shared.calendar.events.retain(|event| !ids.contains(&event.id)),
        (calendar::AUTHORITY, ["reminders", ..]) => calendar::delete_reminders(&ids, shared),
        ("media", _) => {
            let now = shared.clock.now_ms;
            for path in picked.iter().filter_map(media::path_of) {
                // A file that the shell may not remove stays, and remains listed.
                _ = shared.files.remove(&path, now);
            }
        }
        ("call_log", _) => shared.calls.log.retain(|call| !ids.contains(&call.id)),
        ("com.android.contacts", ["contacts" | "raw_contacts", ..]) => {
            shared.contacts.retain(|contact| !ids.contains(&contact.id));
        }
        ("settings", [name, ..]) => {
            let Some(table) = settings::table(&mut shared.settings, name) else { return };
            for key in picked.iter().filter_map(|row| string(row, "name")) {
                table.remove(&key);
            }
        }
        _ => {}
    }
}
