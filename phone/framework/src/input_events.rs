//! What the input devices tell, for those who listen: the last events, numbered.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::Phone;
use commands::{InputEvent, System};
use shell::ShellProcess;

/// How many are kept for somebody who is slow; the kernel keeps some dozens.
const KEPT: usize = 4096;

/// The keys at the side: the kernel's number and Android's.
const KEYS: [(u16, u32); 3] = [(0x72, 25), (0x73, 24), (0x74, 26)];

/// The last events.
#[derive(Clone, Debug, Default)]
pub struct InputEvents {
    events: VecDeque<InputEvent>,
    /// The number of the next one.
    next: u64,
    /// Who waits for the next one. A phone that is brought back has the same: they are woken, look and wait again.
    watchers: Arc<Mutex<Vec<Weak<ShellProcess>>>>,
}

impl InputEvents {
    /// The number that the next event will have.
    pub fn next(&self) -> u64 {
        self.next
    }

    /// Those from a number on, as far as they are kept.
    pub fn since(&self, number: u64) -> impl Iterator<Item = &InputEvent> {
        let new = usize::try_from(self.next.saturating_sub(number)).unwrap_or(usize::MAX).min(self.events.len());
        self.events.iter().skip(self.events.len() - new)
    }

    /// Wakes this process once there is another event. Whoever is woken has to say so again.
    pub fn watch(&self, process: &Arc<ShellProcess>) {
        let mut watchers = self.watchers.lock().unwrap_or_else(PoisonError::into_inner);
        // Those who have ended leave no trace.
        watchers.retain(|known| known.strong_count() > 0 && !std::ptr::eq(known.as_ptr(), Arc::as_ptr(process)));
        watchers.push(Arc::downgrade(process));
    }

    fn push(&mut self, event: InputEvent) {
        if self.events.len() == KEPT {
            self.events.pop_front();
        }
        self.events.push_back(event);
        self.next += 1;
        let watchers = std::mem::take(&mut *self.watchers.lock().unwrap_or_else(PoisonError::into_inner));
        for process in watchers.iter().filter_map(Weak::upgrade) {
            process.nudge();
        }
    }
}

impl Phone {
    /// What the input devices told.
    pub fn input_events(&self) -> &InputEvents {
        &self.input.input_events
    }

    /// Tells an event to everybody who listens.
    pub(super) fn tell_input(&mut self, device: u8, kind: u16, code: u16, value: i32) {
        // The time of animations goes on while gestures take time.
        let up_ms = u64::try_from(self.shared.uptime_ms).unwrap_or_default();
        let time_us = up_ms.saturating_add(self.time.ahead_ms).saturating_mul(1000);
        self.input.input_events.push(InputEvent { time_us, device, kind, code, value });
    }

    /// One event that is written to the keys.
    pub(super) fn hardware_key_event(&mut self, kind: u16, code: u16, value: i32) {
        self.tell_input(0, kind, code, value);
        if let Some((_, key)) = KEYS.iter().find(|(known, _)| (kind, value) == (1, 1) && *known == code) {
            self.key(*key, false, 0);
        }
    }
}
