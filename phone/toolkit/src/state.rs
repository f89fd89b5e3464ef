//! The state a screen keeps between frames: scroll positions, focus, caret and the pressed view. Keyed by view ids,
//! because views are rebuilt.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The time constant of a fling: after this many milliseconds it has lost 63 % of its speed.
const FLING_DECAY_MS: f32 = 325.0;
/// A fling slower than this, in pixels per second, has ended.
const FLING_END: f32 = 30.0;
/// The maximum fling speed.
const FLING_MAX: f32 = 24_000.0;

/// A list that keeps moving after the finger let go. Its position is a pure function of time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fling {
    /// When the finger let go.
    pub start_ms: u64,
    /// The speed of the content at that time, in pixels per second.
    pub velocity: f32,
}

impl Fling {
    /// Returns how long the fling lasts.
    pub fn duration_ms(&self) -> u64 {
        let speed = self.velocity.abs().min(FLING_MAX);
        if speed <= FLING_END { 0 } else { (FLING_DECAY_MS * (speed / FLING_END).ln()).ceil() as u64 }
    }

    /// Returns the distance travelled so far.
    pub fn distance(&self, now_ms: u64) -> f32 {
        let elapsed = now_ms.saturating_sub(self.start_ms).min(self.duration_ms()) as f32;
        let velocity = self.velocity.clamp(-FLING_MAX, FLING_MAX);
        velocity * FLING_DECAY_MS / 1000.0 * (1.0 - (-elapsed / FLING_DECAY_MS).exp())
    }

    /// Whether it has ended.
    pub fn over(&self, now_ms: u64) -> bool {
        now_ms.saturating_sub(self.start_ms) >= self.duration_ms()
    }
}

/// The scroll position of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Scroll {
    /// Pixels of content above the top edge, before any fling.
    pub offset: f32,
    /// The fling in progress.
    pub fling: Option<Fling>,
}

impl Scroll {
    /// Returns the position at a time, limited to `max`.
    pub fn at(&self, now_ms: u64, max: i32) -> i32 {
        let moved = self.fling.map_or(0.0, |fling| fling.distance(now_ms));
        ((self.offset + moved).round() as i32).clamp(0, max.max(0))
    }

    /// Returns where the fling would end without a limit.
    pub fn lands(&self) -> f32 {
        self.offset + self.fling.map_or(0.0, |fling| fling.distance(u64::MAX))
    }

    /// Whether it is still moving at a time.
    pub fn moving(&self, now_ms: u64, max: i32) -> bool {
        let Some(fling) = self.fling else { return false };
        if fling.over(now_ms) {
            return false;
        }
        let place = self.offset + fling.distance(now_ms);
        if fling.velocity > 0.0 { place < max as f32 } else { place > 0.0 }
    }
}

/// The focused field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Focus {
    /// The id of the field.
    pub id: String,
    /// The byte of its text before which the caret is; beyond the end means at the end.
    pub caret: usize,
    /// The other end of the selection, if there is one; the caret is at the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchor: Option<usize>,
}

impl Focus {
    /// The caret before a byte of a field's text, with no selection.
    pub fn at(id: &str, caret: usize) -> Self {
        Self { id: id.to_owned(), caret, anchor: None }
    }
}

/// The state of one screen.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct UiState {
    /// The scroll positions of its lists, by id.
    pub scrolls: BTreeMap<String, Scroll>,
    /// The focused field.
    pub focus: Option<Focus>,
    /// Whether the toolbar of that field (cut, copy, paste) is requested.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub toolbar: bool,
    /// The path of the view under a finger. Not saved: no touch outlasts the process.
    #[serde(skip)]
    pub pressed: Option<Vec<usize>>,
}

impl UiState {
    /// Returns the scroll offset of a list at a time, limited to `max`.
    pub fn offset(&self, id: &str, now_ms: u64, max: i32) -> i32 {
        self.scrolls.get(id).map_or(0, |scroll| scroll.at(now_ms, max))
    }

    /// Scrolls a list by pixels (positive is down) and stops its fling. Returns the distance moved.
    pub fn scroll_by(&mut self, id: &str, pixels: i32, now_ms: u64, max: i32) -> i32 {
        let old = self.offset(id, now_ms, max);
        let new = old.saturating_add(pixels).clamp(0, max.max(0));
        self.scrolls.insert(id.to_owned(), Scroll { offset: new as f32, fling: None });
        new - old
    }

    /// Scrolls a list to its end, and keeps it there as it grows until the user scrolls.
    pub fn scroll_to_end(&mut self, id: &str) {
        self.scrolls.insert(id.to_owned(), Scroll { offset: f32::MAX, fling: None });
    }

    /// Starts a fling.
    pub fn fling(&mut self, id: &str, velocity: f32, now_ms: u64, max: i32) {
        let offset = self.offset(id, now_ms, max) as f32;
        let fling = Some(Fling { start_ms: now_ms, velocity });
        self.scrolls.insert(id.to_owned(), Scroll { offset, fling });
    }

    /// Whether any list is still in a fling at a time.
    pub fn moving(&self, now_ms: u64) -> bool {
        self.scrolls.values().any(|scroll| scroll.fling.is_some_and(|fling| !fling.over(now_ms)))
    }

    /// Focuses a field, with the caret at the end of its text.
    pub fn focus_on(&mut self, id: &str) {
        self.focus = Some(Focus::at(id, usize::MAX));
        self.toolbar = false;
    }

    /// Whether this field has the focus.
    pub fn has_focus(&self, id: &str) -> bool {
        !id.is_empty() && self.focus.as_ref().is_some_and(|focus| focus.id == id)
    }
}

/// The states of all screens, by the key of their window.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct UiStates(pub BTreeMap<String, UiState>);

impl UiStates {
    /// Returns the state of a screen.
    pub fn get(&self, key: &str) -> Option<&UiState> {
        self.0.get(key)
    }

    /// Returns the state of a screen for changing, creating it if needed.
    pub fn of(&mut self, key: &str) -> &mut UiState {
        self.0.entry(key.to_owned()).or_default()
    }

    /// Forgets a screen: when it is opened again it is at the top and has no focus.
    pub fn forget(&mut self, key: &str) {
        self.0.remove(key);
    }

    /// Whether anything is animating at a time, so that the next frame differs from this one.
    pub fn moving(&self, now_ms: u64) -> bool {
        self.0.values().any(|state| state.moving(now_ms))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_fling_is_monotone_and_ends(velocity in -60_000.0_f32..60_000.0, start_ms in 0_u64..1 << 40) {
            let fling = Fling { start_ms, velocity };
            prop_assert!(fling.duration_ms() < 5_000);
            let mut last = 0.0_f32;
            for step in 0..100 {
                let distance = fling.distance(start_ms + step * 60).abs();
                prop_assert!(distance >= last);
                last = distance;
            }
            let end = start_ms + fling.duration_ms();
            prop_assert!(fling.over(end));
            prop_assert_eq!(fling.distance(end), fling.distance(end + 1_000_000));
        }

        #[test]
        fn scrolling_stays_within_the_content(max in -50_i32..5_000, steps in proptest::collection::vec((-9_000_i32..9_000, any::<bool>()), 0..20)) {
            let mut state = UiState::default();
            for (now, (step, fling)) in steps.into_iter().enumerate() {
                let now = now as u64 * 40;
                if fling { state.fling("list", step as f32, now, max) } else { state.scroll_by("list", step, now, max); }
                let offset = state.offset("list", now + 17, max);
                prop_assert!(offset >= 0 && offset <= max.max(0));
            }
        }
    }
}
