//! Alarms and timers, the state of the alarm manager. The Clock app, `content://com.android.deskclock/alarms`,
//! `dumpsys alarm` and `settings get system next_alarm_formatted` all read and write it.
//!
//! All times are the phone's. An alarm knows when it rings next; [`Shared::ring`] rings those that are due.

use jiff::civil::{DateTime, Time};
use serde::{Deserialize, Serialize};

use super::{Notification, NotificationAction, Shared};
use machine::calendar;

/// The package that owns the alarms.
pub const CLOCK: &str = "com.google.android.deskclock";
/// The service whose state lists the alarms that other apps have set for themselves: by package, their times in
/// milliseconds since 1970, separated by spaces.
pub const SET_BY_APPS: &str = "alarm";
/// The maximum number of alarms, and of timers.
const MOST: usize = 500;
/// The maximum number of the clock's notifications in the shade.
const MOST_SHOWN: usize = 50;
/// The maximum length of a label, in characters.
pub const LONGEST_LABEL: usize = 500;
/// The category of the notification of an alarm that rings (`Notification.CATEGORY_ALARM`).
const RINGS: &str = "alarm";
/// The setting that names the next alarm.
const NEXT: &str = "next_alarm_formatted";

/// The alarms and timers (`android.provider.AlarmClock`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AlarmClock {
    /// Alarms, sorted by time of day.
    pub alarms: Vec<Alarm>,
    /// Timers, oldest first.
    pub timers: Vec<Timer>,
}

/// An alarm.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Alarm {
    /// `_id`
    pub id: i64,
    /// 0 to 23.
    pub hour: u8,
    /// 0 to 59.
    pub minutes: u8,
    /// The weekdays on which it repeats, lowest bit Monday; 0 for once.
    pub days: u8,
    /// Whether it will ring.
    pub enabled: bool,
    /// Whether it vibrates.
    pub vibrate: bool,
    /// The label.
    pub label: String,
    /// The next time it rings, in milliseconds since 1970.
    pub next_ms: Option<i64>,
    /// Whether it is ringing.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub rings: bool,
}

/// A timer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Timer {
    /// Its id.
    pub id: i64,
    /// The label.
    pub label: String,
    /// The full duration, in milliseconds.
    pub length_ms: i64,
    /// The remaining time while it is paused, in milliseconds.
    pub left_ms: i64,
    /// When it ends, while it runs; in the past once it has rung.
    pub ends_ms: Option<i64>,
    /// Whether it has rung.
    pub rung: bool,
}

impl Alarm {
    /// Returns when it next rings after `now_ms`.
    pub fn after(&self, now_ms: i64, offset_minutes: i32) -> Option<i64> {
        let now = calendar::local(now_ms, offset_minutes);
        let begins = |day: i64| {
            let date = now.date().checked_add(jiff::Span::new().days(day)).ok()?;
            let time = Time::new(i8::try_from(self.hour).ok()?, i8::try_from(self.minutes).ok()?, 0, 0).ok()?;
            let wall = date.to_datetime(time);
            (self.days == 0 || self.days & day_bit(wall) != 0).then(|| calendar::at(wall, offset_minutes)).flatten()
        };
        (0..=8).filter_map(begins).find(|at| *at > now_ms)
    }

    /// Whether it is the same alarm apart from its state.
    pub fn is_like(&self, other: &Self) -> bool {
        (self.hour, self.minutes, self.days, &self.label) == (other.hour, other.minutes, other.days, &other.label)
    }
}

/// Returns the bit of a weekday.
fn day_bit(wall: DateTime) -> u8 {
    1 << wall.weekday().to_monday_zero_offset()
}

impl Timer {
    /// Returns the remaining time in milliseconds; negative once it has ended.
    pub fn left(&self, now_ms: i64) -> i64 {
        self.ends_ms.map_or(self.left_ms, |ends| ends.saturating_sub(now_ms))
    }
}

impl AlarmClock {
    /// Returns the alarm that rings next, and when.
    pub fn next_alarm(&self) -> Option<(&Alarm, i64)> {
        self.alarms.iter().filter_map(|alarm| Some((alarm, alarm.next_ms?))).min_by_key(|(_, at)| *at)
    }

    /// Restores the order of the alarms after a change.
    fn sort(&mut self) {
        self.alarms.sort_by_key(|alarm| (alarm.hour, alarm.minutes, alarm.id));
    }

    /// Drops the alarms and timers that are too many.
    pub(super) fn enforce_limits(&mut self) {
        self.alarms.truncate(MOST);
        self.timers.truncate(MOST);
    }
}

impl Shared {
    /// Adds an alarm, or enables an equal one that exists. Returns its id.
    pub fn set_alarm(&mut self, alarm: Alarm) -> Option<i64> {
        let known = self.alarm_clock.alarms.iter().position(|known| known.is_like(&alarm));
        let place = match known {
            Some(place) => place,
            None if self.alarm_clock.alarms.len() >= MOST => return None,
            None => {
                let id = self.new_id();
                self.alarm_clock.alarms.push(Alarm { id, ..alarm });
                self.alarm_clock.alarms.len() - 1
            }
        };
        let (now, offset) = (self.clock.now_ms, self.clock.utc_offset_min);
        let alarm = self.alarm_clock.alarms.get_mut(place)?;
        alarm.enabled = true;
        alarm.next_ms = alarm.after(now, offset);
        let id = alarm.id;
        self.alarm_clock.sort();
        self.note_next_alarm();
        Some(id)
    }

    /// Changes the alarm with an id and updates its next ring.
    pub fn change_alarm(&mut self, id: i64, change: impl FnOnce(&mut Alarm)) {
        let (now, offset) = (self.clock.now_ms, self.clock.utc_offset_min);
        if let Some(alarm) = self.alarm_clock.alarms.iter_mut().find(|alarm| alarm.id == id) {
            change(alarm);
            if alarm.label.chars().nth(LONGEST_LABEL).is_some() {
                alarm.label = alarm.label.chars().take(LONGEST_LABEL).collect();
            }
            alarm.hour = alarm.hour.min(23);
            alarm.minutes = alarm.minutes.min(59);
            alarm.next_ms = if alarm.enabled { alarm.after(now, offset) } else { None };
        }
        self.alarm_clock.sort();
        self.note_next_alarm();
    }

    /// Removes the alarm with an id.
    pub fn delete_alarm(&mut self, id: i64) {
        self.alarm_clock.alarms.retain(|alarm| alarm.id != id);
        self.note_next_alarm();
    }

    /// Starts a timer of `length_ms` milliseconds. Returns its id.
    pub fn start_timer(&mut self, label: &str, length_ms: i64) -> Option<i64> {
        if self.alarm_clock.timers.len() >= MOST {
            return None;
        }
        let id = self.new_id();
        let ends_ms = Some(self.clock.now_ms.saturating_add(length_ms));
        self.alarm_clock.timers.push(Timer {
            id,
            label: label.to_owned(),
            length_ms,
            left_ms: length_ms,
            ends_ms,
            rung: false,
        });
        Some(id)
    }

    /// Rings the alarms and timers that are due.
    pub fn ring(&mut self) {
        let (now, offset) = (self.clock.now_ms, self.clock.utc_offset_min);
        let mut rung = Vec::new();
        for alarm in self.alarm_clock.alarms.iter_mut().filter(|alarm| alarm.next_ms.is_some_and(|at| at <= now)) {
            rung.push((alarm.next_ms.unwrap_or(now), alarm.label.clone(), "Alarm"));
            alarm.enabled = alarm.days != 0;
            alarm.rings = true;
            alarm.next_ms = if alarm.enabled { alarm.after(now, offset) } else { None };
        }
        let alarms_rang = !rung.is_empty();
        for timer in
            self.alarm_clock.timers.iter_mut().filter(|timer| !timer.rung && timer.ends_ms.is_some_and(|at| at <= now))
        {
            timer.rung = true;
            rung.push((timer.ends_ms.unwrap_or(now), timer.label.clone(), "Time’s up"));
        }
        for (date, label, what) in rung {
            let id = self.new_id();
            let title = if label.is_empty() { what.to_owned() } else { label };
            let (package, text, mut category, mut actions) =
                (CLOCK.to_owned(), self.wall_clock(date), String::new(), Vec::new());
            if what == "Alarm" {
                category = RINGS.to_owned();
                actions = ["Snooze", "Stop"].map(NotificationAction::button).to_vec();
            }
            let note = Notification { id, package, title, text, date, category, actions, ..Notification::default() };
            self.notifications.insert(0, note);
        }
        if alarms_rang {
            // Limits the notifications of an alarm that has rung every day for years.
            let mut ours = 0;
            self.notifications.retain(|shown| {
                ours += usize::from(shown.package == CLOCK);
                shown.package != CLOCK || ours <= MOST_SHOWN
            });
            self.note_next_alarm();
        }
    }

    /// Stops the alarms that ring. With `again_ms` they ring again then. Returns whether one rang.
    pub fn silence_alarms(&mut self, again_ms: Option<i64>) -> bool {
        let mut rang = false;
        for alarm in self.alarm_clock.alarms.iter_mut().filter(|alarm| alarm.rings) {
            (alarm.rings, rang) = (false, true);
            if again_ms.is_some() {
                (alarm.enabled, alarm.next_ms) = (true, again_ms);
            }
        }
        self.notifications.retain(|shown| shown.package != CLOCK || shown.category != RINGS);
        self.note_next_alarm();
        rang
    }

    fn wall_clock(&self, ms: i64) -> String {
        let hours = if self.settings.is_24_hours() { "%a %H:%M" } else { "%a %-I:%M %p" };
        self.clock.local(ms).strftime(hours).to_string()
    }

    /// Updates the setting for the next alarm. A phone that never had an alarm does not have this setting.
    pub fn note_next_alarm(&mut self) {
        let next = self.alarm_clock.next_alarm().map(|(_, at)| at).map(|at| self.wall_clock(at));
        if next.is_some() || self.settings.system.contains_key(NEXT) {
            self.settings.system.insert(NEXT.to_owned(), next.unwrap_or_default());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::Clock;

    #[test]
    fn an_alarm_rings_at_its_time_on_its_days() {
        // Saturday 14 November 2026, 10:00.
        const NOW: i64 = 1_794_650_400_000;
        const HOUR: i64 = 3_600_000;
        for (hour, minutes, days, hours) in [
            (10, 30, 0, Some(0)),
            (10, 0, 0, Some(24)),
            (9, 0, 0, Some(23)),
            (7, 0, 0b1, Some(45)),
            (10, 0, 0b10_0000, Some(168)),
            (11, 0, 0b10_0000, Some(1)),
            (24, 0, 0, None),
        ] {
            let alarm = Alarm { hour, minutes, days, ..Alarm::default() };
            let after = alarm.after(NOW, 0).map(|at| (at - NOW) / HOUR);
            assert_eq!(after, hours, "{hour}:{minutes} {days:b}");
        }
        let alarm = Alarm { hour: 1, ..Alarm::default() };
        assert_eq!(alarm.after(i64::MAX, 0), None);
    }

    #[test]
    fn what_rings_every_day_does_not_fill_the_phone() {
        let mut shared = Shared { clock: Clock::at(1_794_650_400_000), ..Shared::default() };
        let id = shared.set_alarm(Alarm { hour: 7, days: 0x7f, ..Alarm::default() }).unwrap();
        shared.change_alarm(id, |alarm| alarm.label = "x".repeat(10_000));
        for _ in 0..200 {
            shared.clock.now_ms += calendar::DAY_MS;
            shared.ring();
        }
        assert_eq!((shared.notifications.len(), shared.alarm_clock.alarms[0].label.len()), (MOST_SHOWN, LONGEST_LABEL));
        assert_eq!(shared.alarm_clock.next_alarm().map(|(alarm, _)| alarm.id), Some(id));
    }
}
