//! What happens to a phone from outside: calls that are taken or ended at the other end, where it is, how it is held,
//! what charges it.

use super::Phone;
use crate::shared::{Position, Power, digits};
use crate::ui::Event;

/// The app that knows calls.
const DIALER: &str = "com.google.android.dialer";

impl Phone {
    /// The other end takes (or ends) the call with this number; whether there is one.
    pub fn change_call(&mut self, number: &str, taken: bool) -> bool {
        let Some((known, state)) = self.shared.call.clone().filter(|(known, _)| digits(known) == digits(number)) else {
            return false;
        };
        let event = match (taken, state.as_str()) {
            (true, "ringing") => Event::new("answer"),
            (true, _) => {
                self.shared.call = Some((known, "active".to_owned()));
                return true;
            }
            (false, _) => Event::new("hang_up"),
        };
        self.dispatch_event(DIALER, "incall", &event);
        // A phone without the app has the call all the same.
        match (taken, &mut self.shared.call) {
            (true, Some((_, state))) => "active".clone_into(state),
            (true, None) => {}
            (false, call) => *call = None,
        }
        true
    }

    /// Where it is.
    pub fn set_position(&mut self, position: Position) {
        self.shared.position = position;
    }

    /// Turns it by quarters, to the left.
    pub fn turn(&mut self, quarters: u8) {
        self.hold(self.shared.held.wrapping_add(quarters));
    }

    /// Holds it turned by so many quarters.
    pub fn hold(&mut self, quarters: u8) {
        self.shared.held = quarters % 4;
    }

    /// Changes what charges it, and how full it is.
    pub fn change_power(&mut self, change: impl FnOnce(&mut Power, &mut u8)) {
        change(&mut self.shared.power, &mut self.shared.battery);
    }
}
