//! Reminders: a notification some time before an event.

use state::shared::{Notification, Shared};

use super::events::{ALL_DAY, Occurrence, on_days};
use super::{PACKAGE, SimpleCalendar, lists};

/// A clock that advanced by more than this was set; reminders in between are skipped.
const LEAP_MS: i64 = 24 * 3_600_000;

impl SimpleCalendar {
    /// Shows the reminders that have come due since the last call.
    pub(super) fn remind(&mut self, shared: &mut Shared) {
        let (from, now) = (self.reminded_ms, shared.clock.now_ms);
        if now / 60_000 == from / 60_000 {
            return;
        }
        self.reminded_ms = now;
        if !(0..=LEAP_MS).contains(&now.saturating_sub(from)) {
            return;
        }
        let rows = self.store.rows_or_none(shared);
        let mut with_reminder = rows.entries.iter().filter(|it| it.reminders.iter().any(|it| *it >= 0)).peekable();
        if with_reminder.peek().is_none() {
            return;
        }
        let today = self.today(shared);
        // Reminders come at most a day or so before.
        let to = machine::calendar::days_later(today, 8);
        let mut due = Vec::new();
        for it in on_days(with_reminder, today, to, shared.clock.utc_offset_min) {
            for minutes in it.entry.reminders.iter().filter(|minutes| **minutes >= 0) {
                let at = it.start.saturating_sub(minutes.saturating_mul(60)).saturating_mul(1000);
                if at > from && at <= now {
                    due.push((it.entry.title.clone(), said(&it, shared)));
                }
            }
        }
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
