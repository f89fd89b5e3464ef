//! The notifications of events: their rows in the form, the dialog that chooses one, and the reminding itself. Like the
//! real app, it also shows the reminders that others have put into the provider.

use kit::{overlays, widgets};
use state::shared::{CalendarEvent, Notification, Shared};
use toolkit::{Icon, View};

use super::{Agenda, PACKAGE, event_text};

/// The choices of the dialog, in minutes before the event; a negative one removes the notification.
const CHOICES: [i64; 7] = [-1, 0, 5, 10, 30, 60, 1440];
/// A clock that advanced by more than this was set; reminders in between are skipped.
const LEAP_MS: i64 = 7 * 24 * 3_600_000;

/// Describes a notification: `10 minutes before`.
pub(super) fn described(minutes: i64) -> String {
    let so_many = |count: i64, unit: &str| format!("{count} {unit}{} before", if count == 1 { "" } else { "s" });
    match minutes {
        ..0 => "No notification".to_owned(),
        0 => "At time of event".to_owned(),
        days if days % 1440 == 0 => so_many(days / 1440, "day"),
        hours if hours % 60 == 0 => so_many(hours / 60, "hour"),
        minutes => so_many(minutes, "minute"),
    }
}

impl Agenda {
    /// Builds the form's rows: the chosen notifications, and one that adds another.
    pub(super) fn notification_rows(&self) -> Vec<View> {
        let chosen = &self.form.reminders;
        let row = |(place, minutes): (usize, &i64)| {
            let row = widgets::Row::new(described(*minutes)).ids("notification_text", "").icon(Icon::Notifications);
            row.id(&format!("notification_{place}")).opens(format!("notification/{place}")).view()
        };
        let mut rows: Vec<View> = chosen.iter().enumerate().map(row).collect();
        let add = widgets::Row::new("Add notification").ids("add_notification_text", "").icon(Icon::Notifications);
        rows.push(add.id("add_notification").opens(format!("notification/{}", chosen.len())).view());
        rows
    }

    /// Builds the dialog that chooses one notification.
    pub(super) fn notification(&self, place: &str) -> View {
        let now = place.parse().ok().and_then(|place: usize| self.form.reminders.get(place)).copied();
        let chosen = CHOICES.iter().position(|minutes| Some(*minutes) == now);
        overlays::choice("", &CHOICES.map(described), chosen, "remind")
    }

    /// Takes the choice of the dialog into the form.
    pub(super) fn choose_reminder(&mut self, place: &str, choice: &str) {
        let minutes = choice.parse().ok().and_then(|choice: usize| CHOICES.get(choice)).copied();
        let (Some(minutes), Ok(place)) = (minutes, place.parse::<usize>()) else { return };
        let chosen = &mut self.form.reminders;
        if place < chosen.len() {
            chosen.remove(place);
        }
        if minutes >= 0 && !chosen.contains(&minutes) {
            chosen.push(minutes);
            chosen.sort_unstable();
        }
    }

    /// Shows the reminders that have come due since the last call.
    pub(super) fn remind(&mut self, shared: &mut Shared) {
        let (from, now) = (self.reminded_ms, shared.clock.now_ms);
        let offset = shared.clock.utc_offset_min;
        // A calendar without reminders has nothing to remember.
        if !shared.calendar.events.iter().any(|event| event.reminded_at(offset).next().is_some()) {
            self.reminded_ms = 0;
            return;
        }
        self.reminded_ms = now;
        if !(1..=LEAP_MS).contains(&now.saturating_sub(from)) {
            return;
        }
        let due = |event: &&CalendarEvent| event.reminded_at(offset).any(|at| at > from && at <= now);
        let rung: Vec<(String, String)> = shared
            .calendar
            .events
            .iter()
            .filter(due)
            .map(|event| (event_text::title(event).to_owned(), event_text::hours(event, shared)))
            .collect();
        for (title, text) in rung {
            let package = PACKAGE.to_owned();
            shared.notify(Notification { package, title, text, date: now, ..Notification::default() });
        }
    }
}
