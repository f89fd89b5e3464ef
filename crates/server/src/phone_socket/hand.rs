//! A person's input on the phone they watch: performed one after the other, in order, each with an answer. Outdated
//! finger moves are skipped, and wheel turns are merged.

use std::collections::VecDeque;
use std::sync::Arc;

use action::Finite;
use action::phone::AgentAction;
use desktop::wire::{PhoneClientMessage, PhoneServerMessage, TouchPhase, Turn};
use task::device::{DeviceError, Finger, Gesture};
use task::{Service, TaskError, device};
use tokio::task::JoinHandle;

use super::error;

/// How much input may wait. A person this far ahead of the phone no longer knows what they touch.
const MOST_WAITING: usize = 32;

/// Input for the phone.
#[derive(Debug, PartialEq)]
enum PhoneInput {
    Act(AgentAction),
    Gesture(Gesture),
}

/// One person's hand.
pub(super) struct Hand {
    tasks: Arc<Service>,
    /// The phone.
    id: String,
    waiting: VecDeque<(u64, PhoneInput)>,
    running: Option<JoinHandle<PhoneServerMessage>>,
    /// The last position of a finger on the screen, if there is one.
    finger: Option<(Finite, Finite)>,
}

impl Hand {
    pub(super) fn new(tasks: Arc<Service>, id: String) -> Self {
        Self { tasks, id, waiting: VecDeque::new(), running: None, finger: None }
    }

    /// Queues input; returns the answers that are ready at once.
    pub(super) fn take(&mut self, message: PhoneClientMessage) -> Vec<PhoneServerMessage> {
        let Some((n, input)) = input_of(message) else { return Vec::new() };
        let mut replies = Vec::new();
        if let Some((before, input)) = self.waiting.back_mut().and_then(|last| merge(last, &input).map(|m| (last.0, m)))
        {
            // It is merged into the new input.
            replies.push(PhoneServerMessage::Result { re: before });
            self.waiting.pop_back();
            self.waiting.push_back((n, input));
        } else if self.waiting.len() >= MOST_WAITING {
            return vec![error(Some(n), "limit", "the phone cannot keep up; wait a moment")];
        } else {
            self.waiting.push_back((n, input));
        }
        self.go_on();
        replies
    }

    /// Waits for the answer to the current input; forever if there is none.
    pub(super) async fn done(&mut self) -> PhoneServerMessage {
        let Some(running) = &mut self.running else { return std::future::pending().await };
        let reply = running.await;
        self.running = None;
        self.go_on();
        reply.unwrap_or_else(|_| error(None, "phone", "the action on the phone was cut off"))
    }

    /// Releases the hand: finishes the current input, drops the rest, and lifts the finger.
    pub(super) fn let_go(&mut self) {
        self.waiting.clear();
        let (running, finger) = (self.running.take(), self.finger.take());
        let Some(at) = finger else { return };
        let (tasks, id) = (Arc::clone(&self.tasks), self.id.clone());
        tokio::spawn(async move {
            if let Some(running) = running {
                drop(running.await);
            }
            let cancel = Gesture::Touch { finger: Finger::Cancel, at };
            if let Err(error) = tasks.gesture(Some(&id), &cancel).await {
                tracing::info!(device = id, %error, "cannot lift the finger from the screen");
            }
        });
    }

    /// Starts the next input, if none is running.
    fn go_on(&mut self) {
        if self.running.is_some() {
            return;
        }
        let Some((n, input)) = self.waiting.pop_front() else { return };
        if let PhoneInput::Gesture(Gesture::Touch { finger, at }) = &input {
            self.finger = matches!(finger, Finger::Down | Finger::Move).then_some(*at);
        }
        let (tasks, id) = (Arc::clone(&self.tasks), self.id.clone());
        // In its own task: a page that disconnects leaves nothing half done.
        self.running = Some(tokio::spawn(async move {
            let done = match &input {
                PhoneInput::Act(action) => tasks.input(Some(&id), action).await.map(drop),
                PhoneInput::Gesture(gesture) => tasks.gesture(Some(&id), gesture).await,
            };
            match done {
                Ok(()) => PhoneServerMessage::Result { re: n },
                Err(problem) => error(Some(n), code(&problem), problem.to_string()),
            }
        }));
    }
}

/// Returns a message's input and its number.
fn input_of(message: PhoneClientMessage) -> Option<(u64, PhoneInput)> {
    // The parser accepts no other numbers.
    let point = |x: f64, y: f64| Some((Finite::new(x)?, Finite::new(y)?));
    Some(match message {
        PhoneClientMessage::Input { n, action } => (n, PhoneInput::Act(action)),
        PhoneClientMessage::Touch { n, phase, x, y } => {
            let finger = match phase {
                TouchPhase::Down => Finger::Down,
                TouchPhase::Move => Finger::Move,
                TouchPhase::Up => Finger::Up,
                TouchPhase::Cancel => Finger::Cancel,
            };
            (n, PhoneInput::Gesture(Gesture::Touch { finger, at: point(x, y)? }))
        }
        PhoneClientMessage::Pinch { n, x, y, scale } => {
            (n, PhoneInput::Gesture(Gesture::Pinch { at: point(x, y)?, scale: Finite::new(scale)? }))
        }
        PhoneClientMessage::Scroll { n, x, y, dx, dy } => {
            (n, PhoneInput::Gesture(Gesture::Scroll { at: point(x, y)?, by: point(dx, dy)? }))
        }
        PhoneClientMessage::Rotate { n, to } => {
            let turn = match to {
                Turn::Portrait => device::Turn::Portrait,
                Turn::Landscape => device::Turn::Landscape,
                Turn::Auto => device::Turn::Auto,
            };
            (n, PhoneInput::Gesture(Gesture::Turn(turn)))
        }
        PhoneClientMessage::Shown { .. }
        | PhoneClientMessage::WatchElements { .. }
        | PhoneClientMessage::Pause {}
        | PhoneClientMessage::GoOn {} => return None,
    })
}

/// Merges the last waiting input with the next, if they are one movement.
fn merge((_, last): &(u64, PhoneInput), next: &PhoneInput) -> Option<PhoneInput> {
    let (PhoneInput::Gesture(last), PhoneInput::Gesture(next)) = (last, next) else { return None };
    match (last, next) {
        (Gesture::Touch { finger: Finger::Move, .. }, Gesture::Touch { finger: Finger::Move, .. }) => {
            Some(PhoneInput::Gesture(*next))
        }
        (Gesture::Scroll { at, by }, Gesture::Scroll { by: more, .. }) => {
            let sum = |a: Finite, b: Finite| Finite::new(a.get() + b.get());
            let by = (sum(by.0, more.0)?, sum(by.1, more.1)?);
            Some(PhoneInput::Gesture(Gesture::Scroll { at: *at, by }))
        }
        _ => None,
    }
}

/// Returns the error code, for programs.
fn code(problem: &TaskError) -> &'static str {
    match problem {
        TaskError::Held { .. } => "held",
        TaskError::Refused(_) => "refused",
        TaskError::Unreachable(_) => "unreachable",
        TaskError::Device(problem) => match problem {
            DeviceError::Unsupported { .. } => "unsupported",
            DeviceError::Wire(_) => "unreachable",
            DeviceError::MaybeSent { .. } => "maybe_sent",
            DeviceError::Refused(_)
            | DeviceError::NotForADevice { .. }
            | DeviceError::NotAKey { .. }
            | DeviceError::NotAPackage { .. }
            | DeviceError::OneKey
            | DeviceError::Unsendable { .. } => "not_allowed",
            _ => "phone",
        },
        _ => "phone",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn movements_that_were_overtaken_are_one() {
        let at = |x: i32| (Finite::from(x), Finite::from(1));
        let touch = |finger, x| PhoneInput::Gesture(Gesture::Touch { finger, at: at(x) });
        let scroll = |x| PhoneInput::Gesture(Gesture::Scroll { at: at(5), by: at(x) });
        let check = |last: PhoneInput, next: PhoneInput, expected: Option<PhoneInput>| {
            assert_eq!(merge(&(1, last), &next), expected)
        };
        check(touch(Finger::Move, 1), touch(Finger::Move, 2), Some(touch(Finger::Move, 2)));
        check(touch(Finger::Down, 1), touch(Finger::Move, 2), None);
        check(touch(Finger::Move, 1), touch(Finger::Up, 2), None);
        let both = PhoneInput::Gesture(Gesture::Scroll { at: at(5), by: (7.into(), 2.into()) });
        check(scroll(3), scroll(4), Some(both));
        check(scroll(3), touch(Finger::Down, 4), None);
    }
}
