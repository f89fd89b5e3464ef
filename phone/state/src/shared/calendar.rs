//! The calendar's events and their reminders, as `content://com.android.calendar` and the Calendar app show them.

use serde::{Deserialize, Serialize};

use super::Shared;

/// The maximum number of events.
const MOST: usize = 10_000;
/// The maximum number of reminders of an event, as in Google's calendar.
const MOST_REMINDERS: usize = 5;

/// The calendar.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Calendar {
    /// The events, sorted by start.
    pub events: Vec<CalendarEvent>,
}

/// An event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CalendarEvent {
    /// `_id`
    pub id: i64,
    /// The title.
    pub title: String,
    /// The location.
    pub location: String,
    /// The description.
    pub description: String,
    /// When it begins, in milliseconds since 1970.
    pub start_ms: i64,
    /// When it ends, in milliseconds since 1970; never before it begins.
    pub end_ms: i64,
    /// Whether it lasts whole days.
    pub all_day: bool,
    /// When the phone reminds of it, in minutes before it begins. An event without one never rings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reminders: Vec<i64>,
}

impl CalendarEvent {
    /// Returns when the phone reminds of it, in milliseconds since 1970. A whole day is stored in UTC and begins at the
    /// phone's midnight.
    pub fn reminded_at(&self, offset_minutes: i32) -> impl Iterator<Item = i64> + '_ {
        let beside = if self.all_day { i64::from(offset_minutes) * 60_000 } else { 0 };
        let start = self.start_ms.saturating_sub(beside);
        self.reminders.iter().map(move |minutes| start.saturating_sub(minutes.saturating_mul(60_000)))
    }

    /// Adds a reminder; one for the same moment is not added twice.
    pub fn remind(&mut self, minutes: i64) {
        if !self.reminders.contains(&minutes) && self.reminders.len() < MOST_REMINDERS {
            self.reminders.push(minutes);
        }
    }
}

impl Calendar {
    /// Drops the events that are too many.
    pub(super) fn enforce_limits(&mut self) {
        self.events.truncate(MOST);
        self.events.iter_mut().for_each(|event| event.reminders.truncate(MOST_REMINDERS));
    }
}

impl Shared {
    /// Adds an event (with id 0) or replaces the one with its id. Returns the id; none if the calendar is full.
    pub fn put_event(&mut self, mut event: CalendarEvent) -> Option<i64> {
        event.end_ms = event.end_ms.max(event.start_ms);
        let known = self.calendar.events.iter().position(|known| known.id == event.id);
        if let Some(place) = known {
            self.calendar.events.remove(place);
        } else if self.calendar.events.len() >= MOST {
            return None;
        } else {
            event.id = self.new_id();
        }
        let id = event.id;
        self.calendar.events.push(event);
        self.calendar.events.sort_by_key(|event| (event.start_ms, event.id));
        Some(id)
    }
}
