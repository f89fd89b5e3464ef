//! `content://com.android.calendar`: calendars, events, their instances and their reminders, in the columns of
//! `CalendarContract`. The phone has one local calendar, and events do not repeat.

use super::row::{Row, Value, number, row, string, text};
use state::shared::{CalendarEvent, Shared};

/// The provider's authority.
pub(super) const AUTHORITY: &str = "com.android.calendar";
/// The id of the only calendar.
const CALENDAR: i64 = 1;
/// The ids that the reminders of one event share out.
const REMINDERS: i64 = 100;
/// `Reminders.METHOD_ALERT`: the phone shows a notification. The other methods send mails or messages.
const ALERT: i64 = 1;
/// The default duration of an event without an end, in milliseconds.
const HOUR: i64 = 3_600_000;

/// Returns the rows below a path; `None` if the provider does not know it.
pub(super) fn rows(path: &[&str], shared: &Shared) -> Option<Vec<Row>> {
    let wanted = |id: Option<&&str>| {
        let id = id.and_then(|id| id.parse::<i64>().ok());
        shared.calendar.events.iter().filter(move |event| id.is_none_or(|id| id == event.id))
    };
    match path {
        ["events", rest @ ..] => Some(wanted(rest.first()).map(event_row).collect()),
        ["calendars", ..] => Some(vec![row([
            ("_id", CALENDAR.into()),
            ("name", text("Phone")),
            ("calendar_displayName", text("Phone")),
            ("account_name", text("Phone")),
            ("account_type", text("LOCAL")),
            ("ownerAccount", text("Phone")),
            ("calendar_access_level", 700.into()),
            ("visible", 1.into()),
        ])]),
        ["reminders", ..] => Some(shared.calendar.events.iter().flat_map(reminder_rows).collect()),
        ["instances", "when", from, to, ..] => {
            let (from, to) = (from.parse::<i64>().ok()?, to.parse::<i64>().ok()?);
            let within = shared.calendar.events.iter().filter(|event| event.start_ms <= to && event.end_ms >= from);
            Some(within.map(instance).collect())
        }
        [] | ["instances", ..] => None,
        _ => Some(Vec::new()),
    }
}

fn event_row(event: &CalendarEvent) -> Row {
    row([
        ("_id", event.id.into()),
        ("calendar_id", CALENDAR.into()),
        ("title", text(&event.title)),
        ("description", text(&event.description)),
        ("eventLocation", text(&event.location)),
        ("dtstart", event.start_ms.into()),
        ("dtend", event.end_ms.into()),
        ("duration", Value::Null),
        ("allDay", i64::from(event.all_day).into()),
        ("eventTimezone", text("UTC")),
        ("rrule", Value::Null),
        ("hasAlarm", i64::from(!event.reminders.is_empty()).into()),
        ("eventStatus", 1.into()),
        ("deleted", 0.into()),
    ])
}

fn reminder_rows(event: &CalendarEvent) -> impl Iterator<Item = Row> + '_ {
    event.reminders.iter().zip(0..).map(|(minutes, place)| {
        row([
            ("_id", event.id.saturating_mul(REMINDERS).saturating_add(place).into()),
            ("event_id", event.id.into()),
            ("minutes", (*minutes).into()),
            ("method", ALERT.into()),
        ])
    })
}

fn instance(event: &CalendarEvent) -> Row {
    row([
        ("_id", event.id.into()),
        ("event_id", event.id.into()),
        ("title", text(&event.title)),
        ("eventLocation", text(&event.location)),
        ("begin", event.start_ms.into()),
        ("end", event.end_ms.into()),
        ("allDay", i64::from(event.all_day).into()),
        ("rrule", Value::Null),
    ])
}

fn fill(event: &mut CalendarEvent, values: &Row) {
    let length = event.end_ms.saturating_sub(event.start_ms);
    event.title = string(values, "title").unwrap_or_else(|| std::mem::take(&mut event.title));
    event.location = string(values, "eventLocation").unwrap_or_else(|| std::mem::take(&mut event.location));
    event.description = string(values, "description").unwrap_or_else(|| std::mem::take(&mut event.description));
    event.start_ms = number(values, "dtstart").unwrap_or(event.start_ms);
    event.end_ms = number(values, "dtend").unwrap_or(event.start_ms.saturating_add(length));
    event.all_day = number(values, "allDay").map_or(event.all_day, |all_day| all_day != 0);
}

/// Adds a reminder to its event; `false` without an event or a time, as for Android's provider. The minus one of
/// `MINUTES_DEFAULT` counts as the start of the event.
fn insert_reminder(values: &Row, shared: &mut Shared) -> bool {
    let (Some(id), Some(minutes)) = (number(values, "event_id"), number(values, "minutes")) else { return false };
    let Some(event) = shared.calendar.events.iter_mut().find(|event| event.id == id) else { return false };
    if matches!(number(values, "method"), None | Some(0 | ALERT)) {
        event.remind(minutes.max(0));
    }
    true
}

/// Deletes reminders by the ids of their rows.
pub(super) fn delete_reminders(ids: &[i64], shared: &mut Shared) {
    for event in &mut shared.calendar.events {
        let first = event.id.saturating_mul(REMINDERS);
        let mut rows = first..;
        event.reminders.retain(|_| !rows.next().is_some_and(|id| ids.contains(&id)));
    }
}

/// Adds an event, which needs a start time, or a reminder.
pub(super) fn insert(path: &[&str], values: &Row, shared: &mut Shared) -> bool {
    if path == ["reminders"] {
        return insert_reminder(values, shared);
    }
    if path != ["events"] || number(values, "dtstart").is_none() {
        return path != ["events"];
    }
    let mut event = CalendarEvent { end_ms: HOUR, ..CalendarEvent::default() };
    fill(&mut event, values);
    shared.put_event(event).is_some()
}

/// Changes an event.
pub(super) fn update(id: i64, values: &Row, shared: &mut Shared) {
    let known = shared.calendar.events.iter().find(|event| event.id == id).cloned();
    if let Some(mut event) = known {
        fill(&mut event, values);
        _ = shared.put_event(event);
    }
}
