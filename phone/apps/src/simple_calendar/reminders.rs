//! Reminders: a notification some time before an event, for which the app sets an alarm of the alarm manager.

use state::shared::alarms::SET_BY_APPS as ALARMS;
use state::shared::{Notification, Shared};

use super::events::{ALL_DAY, Occurrence, on_days};
use super::{PACKAGE, SimpleCalendar, lists};

/// The most alarms that are set at once.
const MOST_ALARMS: usize = 50;
/// A clock that advanced by more than this was set; reminders in between are skipped.
const LEAP_MS: i64 = 24 * 3_600_000;

impl SimpleCalendar {
    /// Shows the reminders that have come due since the last call.
    pub(super) fn remind(&mut self, shared: &mut Shared) {
        let (from, now) = (self.reminded_ms, shared.clock.now_ms);
        let rows = self.store.rows_or_none(shared);
        let mut with_reminder = rows.entries.iter().filter(|it| it.reminders.iter().any(|it| *it >= 0)).peekable();
        if with_reminder.peek().is_none() {
            self.reminded_ms = now;
            shared.service_state.remove(ALARMS, PACKAGE);
            return;
        }
        self.reminded_ms = now;
        // After the clock was set, reminders in between are skipped.
        let from = if (0..=LEAP_MS).contains(&now.saturating_sub(from)) { from } else { now };
        let today = self.today(shared);
        // Reminders come at most a day or so before.
        let to = machine::calendar::days_later(today, 8);
        let (mut due, mut ahead) = (Vec::new(), Vec::new());
        for it in on_days(with_reminder, today, to, shared.clock.utc_offset_min) {
            for minutes in it.entry.reminders.iter().filter(|minutes| **minutes >= 0) {
                let at = it.start.saturating_sub(minutes.saturating_mul(60)).saturating_mul(1000);
                if at > now {
                    ahead.push(at);
                } else if at > from {
                    due.push((it.entry.title.clone(), said(&it, shared)));
                }
            }
        }
        ahead.sort_unstable();
        let ahead: Vec<String> = ahead.iter().take(MOST_ALARMS).map(i64::to_string).collect();
        shared.service_state.set(ALARMS, PACKAGE, &ahead.join(" "));
        for (title, text) in due {
            shared.notify(Notification {
                package: PACKAGE.to_owned(),
                title,
                text,
                date: now,
                ..Notification::default()
            });
        }
    }
}

/// Describes the time and the location.
fn said(it: &Occurrence<'_>, shared: &Shared) -> String {
    let day = lists::day_name(it.first, shared);
    let time = kit::clock::time(it.start.saturating_mul(1000), shared);
    let when = if it.entry.is(ALL_DAY) { day } else { format!("{day}, {time}") };
    if it.entry.location.is_empty() { when } else { format!("{when}, {}", it.entry.location) }
}
