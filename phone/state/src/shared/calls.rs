//! The current call and the call log. The Phone app, the heads-up notification, keys, the console and scheduled events
//! all change it here.

use serde::{Deserialize, Serialize};

use super::{Notification, NotificationAction, Shared};

/// The package of the Phone app.
pub const DIALER: &str = "com.google.android.dialer";
/// How long an unanswered call rings, in milliseconds.
pub const RINGS_MS: i64 = 30_000;

/// The call log and the current call.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Calls {
    /// The call log, oldest first.
    pub log: Vec<Call>,
    /// The current call, if any: its number and `ringing`, `dialing` or `active`.
    pub current: Option<(String, String)>,
    /// Further facts about the current call.
    pub ongoing: OngoingCall,
}

/// An entry of the call log.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Call {
    /// `_id`
    pub id: i64,
    /// The other party's number.
    pub number: String,
    /// The time, in milliseconds since 1970.
    pub date: i64,
    /// The duration, in seconds.
    pub duration: u32,
    /// `incoming`, `outgoing`, `missed`, `rejected` or `blocked`.
    pub kind: String,
}

/// Facts about the current call besides its number and state.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct OngoingCall {
    /// Its entry in the call log, once it has one.
    pub entry: Option<i64>,
    /// When it began to ring or was answered, in milliseconds since 1970.
    pub since_ms: i64,
    /// Until when it rings unless it is answered.
    pub rings_until_ms: i64,
}

impl Calls {
    /// Whether an incoming call is unanswered.
    pub fn is_ringing(&self) -> bool {
        self.current.as_ref().is_some_and(|(_, state)| state == "ringing")
    }

    /// Adds a call to the log at its date.
    pub fn insert(&mut self, call: Call) {
        self.log.push(call);
        self.log.sort_by_key(|call| call.date);
    }
}

impl Shared {
    /// Starts an incoming call that rings for `rings_ms`. Returns whether the line was free.
    pub fn ring_in(&mut self, number: &str, rings_ms: i64) -> bool {
        if self.calls.current.is_some() {
            return false;
        }
        // A blocked number is rejected before it rings, and the log says so.
        if self.is_blocked(number) {
            self.log_call(number, "blocked");
            return true;
        }
        let now = self.clock.now_ms;
        self.calls.current = Some((number.to_owned(), "ringing".to_owned()));
        self.calls.ongoing =
            OngoingCall { entry: None, since_ms: now, rings_until_ms: now.saturating_add(rings_ms.max(1_000)) };
        true
    }

    /// Calls a number. Returns whether the line was free.
    pub fn ring_out(&mut self, number: &str) -> bool {
        if self.calls.current.is_some() {
            return false;
        }
        self.calls.current = Some((number.to_owned(), "dialing".to_owned()));
        self.contacted(number);
        let entry = Some(self.log_call(number, "outgoing"));
        self.calls.ongoing = OngoingCall { entry, since_ms: self.clock.now_ms, rings_until_ms: 0 };
        true
    }

    /// Answers the ringing call. Returns whether there was one.
    pub fn answer_call(&mut self) -> bool {
        let Some((number, _)) = self.calls.current.clone().filter(|(_, state)| state == "ringing") else {
            return false;
        };
        self.contacted(&number);
        let entry = Some(self.log_call(&number, "incoming"));
        self.calls.ongoing = OngoingCall { entry, since_ms: self.clock.now_ms, rings_until_ms: 0 };
        self.calls.current = Some((number, "active".to_owned()));
        true
    }

    /// Connects the dialled call, as if the other party had answered.
    pub fn call_answered(&mut self) {
        if let Some((_, state)) = self.calls.current.as_mut().filter(|(_, state)| state == "dialing") {
            "active".clone_into(state);
            self.calls.ongoing.since_ms = self.clock.now_ms;
        }
    }

    /// Ends the current call. A ringing call is logged as declined, or as missed if it was not answered.
    pub fn end_call(&mut self, declined: bool) {
        let Some((number, state)) = self.calls.current.take() else { return };
        let ongoing = std::mem::take(&mut self.calls.ongoing);
        if state == "ringing" {
            self.log_call(&number, if declined { "rejected" } else { "missed" });
            if !declined {
                self.note_missed(&number);
            }
        }
        let talked = self.clock.now_ms.saturating_sub(ongoing.since_ms) / 1000;
        for call in self.calls.log.iter_mut().filter(|call| Some(call.id) == ongoing.entry && state == "active") {
            call.duration = u32::try_from(talked).unwrap_or(0);
        }
    }

    /// Ends an incoming call that has rung long enough.
    pub fn tick_call(&mut self) {
        let until_ms = self.calls.ongoing.rings_until_ms;
        if self.calls.is_ringing() && until_ms > 0 && self.clock.now_ms >= until_ms {
            self.end_call(false);
        }
    }

    /// Adds a call to the log. Returns its id.
    fn log_call(&mut self, number: &str, kind: &str) -> i64 {
        let (id, date) = (self.new_id(), self.clock.now_ms);
        self.calls.log.push(Call { id, number: number.to_owned(), date, duration: 0, kind: kind.to_owned() });
        id
    }

    fn note_missed(&mut self, number: &str) {
        let text = self.name_of(number);
        self.notify(Notification {
            package: DIALER.to_owned(),
            title: "Missed call".to_owned(),
            text,
            data: format!("tel:{number}"),
            actions: vec![NotificationAction::button("Call back"), NotificationAction::button("Message")],
            ..Notification::default()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::Clock;

    #[test]
    fn a_call_is_in_the_log_as_it_went() {
        let kinds = |shared: &Shared| -> Vec<(String, u32)> {
            shared.calls.log.iter().map(|call| (call.kind.clone(), call.duration)).collect()
        };
        let mut shared = Shared { clock: Clock::at(1_000_000), ..Shared::default() };
        assert!(shared.ring_in("+15550101", RINGS_MS));
        assert!(!shared.ring_in("+15550102", RINGS_MS), "the line is busy");
        assert!(shared.answer_call());
        shared.clock.now_ms += 65_000;
        shared.tick_call();
        shared.end_call(true);
        shared.ring_in("+15550101", RINGS_MS);
        shared.end_call(true);
        shared.ring_in("+15550101", RINGS_MS);
        shared.clock.now_ms += RINGS_MS - 1;
        shared.tick_call();
        assert!(shared.calls.current.is_some());
        shared.clock.now_ms += 1;
        shared.tick_call();
        assert_eq!(shared.calls.current, None);
        shared.ring_out("+15550102");
        shared.clock.now_ms += 5_000;
        shared.call_answered();
        shared.clock.now_ms += 10_000;
        shared.end_call(true);
        let expected = [("incoming", 65), ("rejected", 0), ("missed", 0), ("outgoing", 10)];
        assert_eq!(kinds(&shared), expected.map(|(kind, seconds)| (kind.to_owned(), seconds)));
        assert_eq!(shared.notifications.len(), 1, "only the missed call has a notification");
    }
}
