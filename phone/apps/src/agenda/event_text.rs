//! The texts of an event: its times and its title, in the schedule and in notifications.

use kit::clock;
use state::shared::{CalendarEvent, Shared};

/// Formats the times as `10:00 – 11:00`.
pub(super) fn hours(event: &CalendarEvent, shared: &Shared) -> String {
    if event.all_day {
        return "All day".to_owned();
    }
    let (start, end) = (clock::time(event.start_ms, shared), clock::time(event.end_ms, shared));
    let other_day = clock::date(event.start_ms, shared) != clock::date(event.end_ms, shared);
    let end = if other_day { format!("{}, {end}", clock::short_date(event.end_ms, shared)) } else { end };
    format!("{start} – {end}")
}

/// Returns the title, or the words for an event without one.
pub(super) fn title(event: &CalendarEvent) -> &str {
    if event.title.is_empty() { "(No title)" } else { &event.title }
}
