//! Incoming calls: ringing, answering and hanging up. A call is a heads-up banner while the phone is in use, and fills
//! the screen while it is locked or off.

use super::Phone;
use state::app::Intent;
use state::shared::calls::{DIALER, RINGS_MS};
use state::shared::digits;

impl Phone {
    /// Receives a call: the phone rings and shows the caller. Ignored if another call is active.
    pub fn receive_call(&mut self, from: &str) {
        self.receive_call_for(from, RINGS_MS);
    }

    /// Receives a call that rings for `rings_ms` before the caller gives up.
    pub(super) fn receive_call_for(&mut self, from: &str, rings_ms: i64) {
        if !self.shared.ring_in(from, rings_ms) {
            return;
        }
        let whole_screen = !self.display.awake || self.display.locked;
        if whole_screen {
            self.display.awake = true;
            self.show_call();
        }
    }

    /// Shows the call screen.
    pub(super) fn show_call(&mut self) {
        let action = Some("android.intent.action.ANSWER".to_owned());
        // A phone without the dialler app still rings.
        drop(self.start_intent(&Intent { action, ..Intent::default() }));
    }

    /// Answers the ringing call and shows it.
    pub(super) fn answer(&mut self) {
        if self.shared.answer_call() {
            self.show_call();
        }
    }

    /// Ends the current call and closes its screen.
    pub(super) fn hang_up(&mut self) {
        self.shared.end_call(true);
        self.leave_call_screen();
    }

    /// Closes the screen of a call that has ended.
    fn leave_call_screen(&mut self) {
        let shown = self.front_screen().is_some_and(|(package, screen)| package == DIALER && screen.route == "incall");
        if shown {
            self.pop();
        }
    }

    /// Handles time passing: a caller who was not answered gives up.
    pub(super) fn tick_call(&mut self) {
        let rang = self.shared.calls.current.is_some();
        self.shared.tick_call();
        if rang && self.shared.calls.current.is_none() {
            self.leave_call_screen();
        }
    }

    /// Whether a call screen covers the lock screen.
    pub(super) fn call_over_lock(&self) -> bool {
        self.shared.calls.current.is_some()
            && self.front_screen().is_some_and(|(package, screen)| package == DIALER && screen.route == "incall")
    }

    /// Lets the other party answer or end the call with this number. Returns whether there is one.
    pub fn change_call(&mut self, number: &str, taken: bool) -> bool {
        let Some((_, state)) = self.shared.calls.current.clone().filter(|(known, _)| digits(known) == digits(number))
        else {
            return false;
        };
        match (taken, state.as_str()) {
            (true, "ringing") => self.answer(),
            (true, _) => self.shared.call_answered(),
            // The caller gives up: a missed call.
            (false, "ringing") => {
                self.shared.end_call(false);
                self.leave_call_screen();
            }
            (false, _) => self.hang_up(),
        }
        true
    }
}
