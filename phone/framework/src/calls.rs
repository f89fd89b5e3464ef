//! Calls that come in, are taken and are ended: over the screen while somebody uses the phone, the whole screen while
//! it is locked or off.

use super::Phone;
use state::app::Intent;
use state::shared::calls::{DIALER, RINGS_MS};
use state::shared::digits;

impl Phone {
    /// Somebody calls: it rings, and the telephone shows who it is. Nothing where a call goes on already.
    pub fn receive_call(&mut self, from: &str) {
        self.receive_call_for(from, RINGS_MS);
    }

    /// The same from somebody who lets it ring so long.
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

    /// The screen of the call.
    pub(super) fn show_call(&mut self) {
        let action = Some("android.intent.action.ANSWER".to_owned());
        // A phone without the app rings all the same.
        drop(self.start_intent(&Intent { action, ..Intent::default() }));
    }

    /// Takes the call that rings, and shows it.
    pub(super) fn answer(&mut self) {
        if self.shared.answer_call() {
            self.show_call();
        }
    }

    /// Ends whatever call there is, and its screen with it.
    pub(super) fn hang_up(&mut self) {
        self.shared.end_call(true);
        self.leave_call_screen();
    }

    /// Away with the screen of a call that is over.
    fn leave_call_screen(&mut self) {
        let shown = self.front_screen().is_some_and(|(package, screen)| package == DIALER && screen.route == "incall");
        if shown {
            self.pop();
        }
    }

    /// Time has passed: who was not answered gives up.
    pub(super) fn tick_call(&mut self) {
        let rang = self.shared.call.is_some();
        self.shared.tick_call();
        if rang && self.shared.call.is_none() {
            self.leave_call_screen();
        }
    }

    /// Whether the screen of a call lies over the lock screen.
    pub(super) fn call_over_lock(&self) -> bool {
        self.shared.call.is_some()
            && self.front_screen().is_some_and(|(package, screen)| package == DIALER && screen.route == "incall")
    }

    /// The other end takes (or ends) the call with this number; whether there is one.
    pub fn change_call(&mut self, number: &str, taken: bool) -> bool {
        let Some((_, state)) = self.shared.call.clone().filter(|(known, _)| digits(known) == digits(number)) else {
            return false;
        };
        match (taken, state.as_str()) {
            (true, "ringing") => self.answer(),
            (true, _) => self.shared.call_answered(),
            // Who called gives up: that is a call that was missed.
            (false, "ringing") => {
                self.shared.end_call(false);
                self.leave_call_screen();
            }
            (false, _) => self.hang_up(),
        }
        true
    }
}
