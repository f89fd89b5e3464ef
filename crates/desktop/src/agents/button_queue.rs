//! Queues button presses: a button with `parallel: false` is not pressed while the window's agent still works on an
//! earlier press.
//!
//! A press is in progress until the agent changes that window, reports it done (`POST /api/components/done`), or a
//! minute has passed: every wait ends.

use std::collections::{HashMap, VecDeque};

use crate::wire::AgentEvent;

/// The longest time a press is in progress, in milliseconds.
const LONGEST_MS: u64 = 60_000;
/// How many presses may wait in a window.
const MOST_WAITING: usize = 16;
/// How many windows may have a press in progress.
const MOST_WINDOWS: usize = 20_000;

/// A press for an agent.
pub(super) type Press = (String, AgentEvent);

/// What to do with a press.
#[derive(Debug, PartialEq)]
pub(super) enum Turn {
    /// Send it now.
    Now(Press),
    /// Send it when its turn comes.
    Waits,
    /// Too many wait already.
    Full,
}

#[derive(Debug)]
struct Window {
    until_ms: u64,
    waiting: VecDeque<Press>,
}

/// The presses in progress, by window.
#[derive(Debug, Default)]
pub(super) struct ButtonQueue {
    windows: HashMap<String, Window>,
}

impl ButtonQueue {
    /// Adds a press in the window `key`.
    pub(super) fn press(&mut self, key: &str, press: Press, parallel: bool, now_ms: u64) -> Turn {
        if let Some(window) = self.windows.get_mut(key)
            && now_ms < window.until_ms
            && !parallel
        {
            if window.waiting.len() >= MOST_WAITING {
                return Turn::Full;
            }
            window.waiting.push_back(press);
            return Turn::Waits;
        }
        if self.windows.len() < MOST_WINDOWS {
            let window = self.windows.entry(key.to_owned());
            let window = window.or_insert_with(|| Window { until_ms: 0, waiting: VecDeque::new() });
            window.until_ms = now_ms.saturating_add(LONGEST_MS);
        }
        Turn::Now(press)
    }

    /// Ends the press in progress in this window. Returns the next one.
    pub(super) fn done(&mut self, key: &str, now_ms: u64) -> Option<Press> {
        let window = self.windows.get_mut(key)?;
        let next = window.waiting.pop_front();
        window.until_ms = now_ms.saturating_add(LONGEST_MS);
        if next.is_none() {
            self.windows.remove(key);
        }
        next
    }

    /// Returns whether no press is in progress.
    pub(super) fn is_idle(&self) -> bool {
        self.windows.is_empty()
    }

    /// Returns the presses whose turn it is because of the timeout.
    pub(super) fn due(&mut self, now_ms: u64) -> Vec<Press> {
        let late = |(key, window): (&String, &Window)| (window.until_ms <= now_ms).then(|| key.clone());
        let late: Vec<String> = self.windows.iter().filter_map(late).collect();
        late.iter().filter_map(|key| self.done(key, now_ms)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(text: &str) -> Press {
        ("agent".to_owned(), AgentEvent::UserMessage { text: text.to_owned() })
    }

    #[test]
    fn a_button_that_may_not_run_beside_another_waits_for_its_turn() {
        let mut queue = ButtonQueue::default();
        assert_eq!(queue.press("w", press("1"), false, 0), Turn::Now(press("1")));
        assert_eq!(queue.press("w", press("2"), false, 1), Turn::Waits);
        assert_eq!(queue.press("w", press("3"), true, 2), Turn::Now(press("3")));
        assert_eq!(queue.press("other", press("4"), false, 2), Turn::Now(press("4")));
        assert_eq!(queue.done("w", 3), Some(press("2")));
        assert_eq!(queue.done("w", 4), None);
        assert_eq!(queue.press("w", press("5"), false, 5), Turn::Now(press("5")));
    }

    #[test]
    fn nothing_waits_for_ever_and_not_too_many_wait() {
        let mut queue = ButtonQueue::default();
        assert_eq!(queue.press("w", press("0"), false, 0), Turn::Now(press("0")));
        assert!((0..MOST_WAITING).all(|_| queue.press("w", press("x"), false, 1) == Turn::Waits));
        assert_eq!(queue.press("w", press("y"), false, 1), Turn::Full);
        assert!(queue.due(LONGEST_MS - 1).is_empty());
        assert_eq!(queue.due(LONGEST_MS), [press("x")]);
        let left: Vec<Press> = (0..MOST_WAITING).filter_map(|_| queue.done("w", 0)).collect();
        assert_eq!(left.len(), MOST_WAITING - 1);
        assert!(queue.is_idle() && queue.due(u64::MAX).is_empty());
    }
}
