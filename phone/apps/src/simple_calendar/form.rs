//! The unsaved form of the editor: an event or a task as texts, dates and local times.

use machine::calendar::{self, DateTime};
use serde::{Deserialize, Serialize};
use state::shared::Shared;

use super::events::{ALL_DAY, COMPLETED, Entry, REGULAR, WEEK};

/// The longest text of an event, in characters.
const LONGEST: usize = 10_000;

/// The unsaved form of an event or a task.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Form {
    /// The id of the entry; 0 for a new one.
    pub(super) id: i64,
    /// The start of the opened occurrence, in seconds since 1970.
    pub(super) opened: i64,
    pub(super) title: String,
    pub(super) location: String,
    pub(super) description: String,
    /// Seconds since 1970.
    pub(super) start: i64,
    pub(super) end: i64,
    pub(super) all_day: bool,
    pub(super) reminders: [i64; 3],
    pub(super) repeat_interval: i64,
    pub(super) repeat_rule: i64,
    pub(super) repeat_limit: i64,
    pub(super) event_type: i64,
    pub(super) task: bool,
    pub(super) completed: bool,
}

/// Why a form cannot be saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    NoTitle,
    EndsBeforeStart,
}

impl Form {
    /// Creates the form of a new event or task at a time.
    pub(super) fn new(start: i64, length: i64, task: bool) -> Self {
        Self {
            start,
            end: start.saturating_add(length),
            reminders: [-1; 3],
            event_type: REGULAR,
            task,
            ..Self::default()
        }
    }

    /// Fills the form with an entry, at the occurrence with this start.
    pub(super) fn of(entry: &Entry, start: i64) -> Self {
        Self {
            id: entry.id,
            opened: start,
            title: entry.title.clone(),
            location: entry.location.clone(),
            description: entry.description.clone(),
            start,
            end: start.saturating_add(entry.end.saturating_sub(entry.start)),
            all_day: entry.is(ALL_DAY),
            reminders: entry.reminders,
            repeat_interval: entry.repeat_interval,
            repeat_rule: entry.repeat_rule,
            repeat_limit: entry.repeat_limit,
            event_type: entry.event_type,
            task: entry.task,
            completed: entry.is(COMPLETED),
        }
    }

    /// Returns a copy for a new entry.
    pub(super) fn copy(&self) -> Self {
        Self { id: 0, opened: 0, ..self.clone() }
    }

    /// Returns the entry it describes; `before` is the previous version.
    pub(super) fn entry(&self, before: Option<&Entry>, shared: &Shared) -> Result<Entry, Refusal> {
        let cut = |text: &str| text.trim().chars().take(LONGEST).collect::<String>();
        let title = cut(&self.title);
        if title.is_empty() {
            return Err(Refusal::NoTitle);
        }
        let (mut start, mut end) = (self.start, if self.task { self.start } else { self.end });
        if self.all_day {
            // The app stores all-day events from midnight to noon of the last day.
            start = at_hour(start, 0, shared);
            end = at_hour(end, if self.task { 0 } else { 12 }, shared);
        }
        if end < start {
            return Err(Refusal::EndsBeforeStart);
        }
        let before = before.cloned().unwrap_or_default();
        // For a repeating entry, the first occurrence moves by as much as the opened one.
        let moved = if before.id == 0 { 0 } else { before.start.saturating_sub(self.opened) };
        let moved = if before.repeat_interval > 0 { moved } else { 0 };
        let flag = |flags: i64, flag: i64, on: bool| if on { flags | flag } else { flags & !flag };
        Ok(Entry {
            id: self.id,
            start: start.saturating_add(moved),
            end: end.saturating_add(moved),
            title,
            location: cut(&self.location),
            description: cut(&self.description),
            reminders: self.reminders,
            repeat_interval: self.repeat_interval,
            repeat_rule: self.repeat_rule,
            repeat_limit: self.repeat_limit,
            exceptions: before.exceptions,
            flags: flag(flag(before.flags, ALL_DAY, self.all_day), COMPLETED, self.completed),
            event_type: self.event_type,
            task: self.task,
        })
    }

    /// Moves the start; the end moves along.
    pub(super) fn move_start(&mut self, to: DateTime, shared: &Shared) {
        let Some(start) = seconds(to, shared) else { return };
        let length = self.end.saturating_sub(self.start);
        let by_weekday = self.repeat_rule == weekday_bit(self.start, shared);
        (self.start, self.end) = (start, start.saturating_add(length));
        // A weekly repetition on the start's weekday moves along too.
        if self.repeat_interval > 0 && self.repeat_interval % WEEK == 0 && by_weekday {
            self.repeat_rule = weekday_bit(start, shared);
        }
    }

    /// Moves the end.
    pub(super) fn move_end(&mut self, to: DateTime, shared: &Shared) {
        if let Some(end) = seconds(to, shared) {
            self.end = end;
        }
    }

    /// Sets the repetition, with its default rule.
    pub(super) fn repeat(&mut self, interval: i64, shared: &Shared) {
        (self.repeat_interval, self.repeat_limit) = (interval, 0);
        self.repeat_rule = match interval {
            interval if interval <= 0 => 0,
            interval if interval % super::events::YEAR == 0 || interval % super::events::MONTH == 0 => 1,
            interval if interval % WEEK == 0 => weekday_bit(self.start, shared),
            _ => 0,
        };
    }
}

/// Returns the weekday's bit in a rule.
fn weekday_bit(start: i64, shared: &Shared) -> i64 {
    1 << wall(start, shared).date().weekday().to_monday_zero_offset()
}

/// Converts seconds to local time.
pub(super) fn wall(seconds: i64, shared: &Shared) -> DateTime {
    shared.clock.local(seconds.saturating_mul(1000))
}

/// Converts local time to seconds.
pub(super) fn seconds(wall: DateTime, shared: &Shared) -> Option<i64> {
    calendar::at(wall, shared.clock.utc_offset_min).map(|ms| ms.div_euclid(1000))
}

/// Returns the same day at a full hour.
fn at_hour(moment: i64, hour: i8, shared: &Shared) -> i64 {
    seconds(wall(moment, shared).date().at(hour, 0, 0, 0), shared).unwrap_or(moment)
}

#[cfg(test)]
mod tests {
    use machine::calendar::Date;

    use super::*;
    use crate::simple_calendar::events::DAY;

    #[test]
    fn a_form_becomes_the_row_that_was_meant() {
        let shared = Shared::default();
        let monday = Date::constant(2023, 10, 16);
        let mut form = Form::new(seconds(Date::constant(2023, 10, 15).at(16, 0, 0, 0), &shared).unwrap(), 1800, false);
        assert_eq!(form.entry(None, &shared), Err(Refusal::NoTitle));
        form.title = " Walk ".to_owned();
        form.repeat(WEEK, &shared);
        assert_eq!(form.repeat_rule, 64);
        form.move_start(monday.at(9, 0, 0, 0), &shared);
        let entry = form.entry(None, &shared).unwrap();
        assert_eq!((entry.title.as_str(), entry.repeat_rule, entry.end - entry.start), ("Walk", 1, 1800));
        form.move_end(monday.at(8, 0, 0, 0), &shared);
        assert_eq!(form.entry(None, &shared), Err(Refusal::EndsBeforeStart));
        form.all_day = true;
        let whole = form.entry(None, &shared).unwrap();
        assert_eq!((whole.start % DAY, whole.end - whole.start, whole.flags), (0, DAY / 2, ALL_DAY));
        // The second occurrence is opened and moved by an hour, so the first one moves too.
        let opened = Form::of(&Entry { id: 3, ..entry.clone() }, entry.start + WEEK);
        let mut later = opened.clone();
        later.move_start(wall(opened.start + 3600, &shared), &shared);
        let changed = later.entry(Some(&Entry { id: 3, ..entry.clone() }), &shared).unwrap();
        assert_eq!((changed.id, changed.start, changed.repeat_rule), (3, entry.start + 3600, 1));
    }
}
