//! Scheduled events: those of the profile, each at its time after the phone was first switched on.

use super::Phone;
use state::profile::{Happening, ScheduledEvent};
use state::shared::Notification;
use state::shared::calls::RINGS_MS;

impl Phone {
    /// Triggers the events that are due.
    pub(super) fn let_happen(&mut self) {
        let since_ms = self.time.host_ms.saturating_sub(self.time.created_ms);
        let due = |event: &&ScheduledEvent| event.at_ms <= since_ms;
        let events = &self.profile.events;
        let due: Vec<ScheduledEvent> =
            events.iter().skip(self.overlays.system_ui.happened).take_while(due).cloned().collect();
        for event in due {
            self.overlays.system_ui.happened += 1;
            self.happen(event.what);
        }
    }

    /// Triggers an event now.
    pub fn happen(&mut self, what: Happening) {
        match what {
            Happening::Sms { from, body } => self.receive_message(&from, &body),
            Happening::Chat { package, from, body } => {
                let before = self.shared.notifications.first().map(|note| note.id);
                if let Some(app) = self.code.apps.get_mut(package.as_str()) {
                    app.incoming(&from, &body, &mut self.shared);
                }
                let newest = self.shared.notifications.first().map(|note| note.id).filter(|id| Some(*id) != before);
                newest.into_iter().for_each(|id| self.show_heads_up(id));
            }
            Happening::Call { from, rings_ms } => self.receive_call_for(&from, rings_ms.unwrap_or(RINGS_MS)),
            Happening::HangUp => {
                if let Some((number, _)) = self.shared.calls.current.clone() {
                    self.change_call(&number, false);
                }
            }
            Happening::Notification { package, title, text } => {
                let note = Notification { package, title, text, ..Notification::default() };
                let id = self.shared.notify(note);
                self.show_heads_up(id);
            }
            Happening::Battery { percent } => self.shared.hardware.set_battery(percent),
            Happening::Crash { package } => _ = self.crash(&package),
            Happening::NotResponding { package } => _ = self.hang(&package),
            Happening::SlowScreens { package, ms, screens } => _ = self.slow_screens(&package, ms, screens),
        }
    }
}
