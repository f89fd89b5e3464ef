//! The MIME types of content URIs, as AOSP's providers return them (`ContentProvider.getType`). `content gettype`
//! prints them, and an intent without a type gets the type of its data.

use super::tables;
use state::shared::Shared;

/// Authority, path and type. `#` matches a number, `*` any single segment.
const TYPES: &[(&str, &str, &str)] = &[
    ("com.android.blockednumber", "blocked", "vnd.android.cursor.dir/blocked_number"),
    ("com.android.blockednumber", "blocked/#", "vnd.android.cursor.item/blocked_number"),
    ("call_log", "calls", "vnd.android.cursor.dir/calls"),
    ("call_log", "calls/#", "vnd.android.cursor.item/calls"),
    ("com.android.calendar", "attendees", "vnd.android.cursor.dir/attendee"),
    ("com.android.calendar", "calendars", "vnd.android.cursor.dir/calendar"),
    ("com.android.calendar", "events", "vnd.android.cursor.dir/event"),
    ("com.android.calendar", "events/#", "vnd.android.cursor.item/event"),
    ("com.android.calendar", "instances/when/*/*", "vnd.android.cursor.dir/event-instance"),
    ("com.android.calendar", "reminders", "vnd.android.cursor.dir/reminder"),
    ("com.android.calendar", "time", "time/epoch"),
    ("com.android.calendar", "time/#", "time/epoch"),
    ("com.android.contacts", "contacts", "vnd.android.cursor.dir/contact"),
    ("com.android.contacts", "contacts/#", "vnd.android.cursor.item/contact"),
    ("com.android.contacts", "contacts/lookup/*", "vnd.android.cursor.item/contact"),
    ("com.android.contacts", "contacts/lookup/*/#", "vnd.android.cursor.item/contact"),
    ("com.android.contacts", "data", "vnd.android.cursor.dir/data"),
    ("com.android.contacts", "data/emails", "vnd.android.cursor.dir/email_v2"),
    ("com.android.contacts", "data/phones", "vnd.android.cursor.dir/phone_v2"),
    ("com.android.contacts", "groups", "vnd.android.cursor.dir/group"),
    ("com.android.contacts", "raw_contacts", "vnd.android.cursor.dir/raw_contact"),
    ("com.android.contacts", "raw_contacts/#", "vnd.android.cursor.item/raw_contact"),
    ("contacts", "people", "vnd.android.cursor.dir/person"),
    ("contacts", "people/#", "vnd.android.cursor.item/person"),
    ("contacts", "phones", "vnd.android.cursor.dir/phone"),
    ("contacts", "phones/#", "vnd.android.cursor.item/phone"),
    ("media", "*/audio/media", "vnd.android.cursor.dir/audio"),
    ("media", "*/downloads", "vnd.android.cursor.dir/download"),
    ("media", "*/images/media", "vnd.android.cursor.dir/image"),
    ("media", "*/video/media", "vnd.android.cursor.dir/video"),
    ("sms", "", "vnd.android.cursor.dir/sms"),
    ("sms", "#", "vnd.android.cursor.item/sms"),
    ("sms", "*", "vnd.android.cursor.dir/sms"),
];

/// Returns the type of a `content:` URI, if its provider knows it. In the media store, it is the type of the file.
pub fn type_of(uri: &str, shared: &Shared) -> Option<String> {
    let (authority, parts) = super::split(uri.strip_prefix("content://")?);
    let known = TYPES.iter().find(|(whose, path, _)| *whose == authority && matches(path, &parts));
    if let Some((_, _, kind)) = known {
        return Some((*kind).to_owned());
    }
    if authority != "media" || parts.last().is_none_or(|id| !is_number(id)) {
        return None;
    }
    let row = tables::rows(authority, &parts, shared)?.into_iter().next()?;
    row.into_iter().find(|(column, _)| column == "mime_type").map(|(_, kind)| kind.to_string())
}

fn matches(path: &str, parts: &[&str]) -> bool {
    let mut wanted = path.split('/').filter(|part| !part.is_empty());
    let fits = parts.iter().all(|part| match wanted.next() {
        Some("#") => is_number(part),
        Some("*") => true,
        Some(name) => name == *part,
        None => false,
    });
    fits && wanted.next().is_none()
}

fn is_number(part: &str) -> bool {
    !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit())
}
