//! The events of the input devices: the most recent ones, numbered, for readers such as `getevent`.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::Phone;
use commands::{InputEvent, System};
use shell::ShellProcess;

/// The number of events kept for slow readers; the kernel keeps some dozens.
const KEPT: usize = 4096;

/// The side keys: the kernel's code and Android's.
const KEYS: [(u16, u32); 3] = [(0x72, 25), (0x73, 24), (0x74, 26)];

/// The most recent events.
#[derive(Clone, Debug, Default)]
pub struct InputEvents {
    events: VecDeque<InputEvent>,
    /// The number of the next event.
    next: u64,
    /// Processes waiting for the next event. Shared by a restored phone, so that they are woken, look and wait again.
    watchers: Arc<Mutex<Vec<Weak<ShellProcess>>>>,
}

impl InputEvents {
    /// Returns the number of the next event.
    pub fn next(&self) -> u64 {
        self.next
    }

    /// Returns the events from a number on, as far as they are kept.
    pub fn since(&self, number: u64) -> impl Iterator<Item = &InputEvent> {
        let new = usize::try_from(self.next.saturating_sub(number)).unwrap_or(usize::MAX).min(self.events.len());
        self.events.iter().skip(self.events.len() - new)
    }

    /// Wakes this process once at the next event. It must call this again to wait for another.
    pub fn watch(&self, process: &Arc<ShellProcess>) {
        let mut watchers = self.watchers.lock().unwrap_or_else(PoisonError::into_inner);
        // Drop processes that have ended.
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
    /// Returns the events of the input devices.
    pub fn input_events(&self) -> &InputEvents {
        &self.input.input_events
    }

    /// Records an event and wakes all readers.
    pub(super) fn tell_input(&mut self, device: u8, kind: u16, code: u16, value: i32) {
        // Animation time advances while gestures take time.
        let up_ms = u64::try_from(self.shared.clock.uptime_ms).unwrap_or_default();
        let time_us = up_ms.saturating_add(self.time.ahead_ms).saturating_mul(1000);
        self.input.input_events.push(InputEvent { time_us, device, kind, code, value });
    }

    /// Handles one event written to the key device.
    pub(super) fn hardware_key_event(&mut self, kind: u16, code: u16, value: i32) {
        self.tell_input(0, kind, code, value);
        if let Some((_, key)) = KEYS.iter().find(|(known, _)| (kind, value) == (1, 1) && *known == code) {
            self.key(*key, false, 0);
        }
    }
}
