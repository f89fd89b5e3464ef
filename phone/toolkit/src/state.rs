//! What a screen remembers between two looks at it: how far its lists are scrolled, which field has the
//! focus and where its caret is, what is pressed. Keyed by the ids of views, since views are rebuilt.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// After so many milliseconds a fling has lost 63 % of its speed.
const FLING_DECAY_MS: f32 = 325.0;
/// Slower than this, in pixels a second, it stands.
const FLING_END: f32 = 30.0;
/// Faster than this nothing flies.
const FLING_MAX: f32 = 24_000.0;

/// A list that goes on moving by itself. Where it is, is a pure function of the time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fling {
    /// When the finger let go.
    pub start_ms: u64,
    /// How fast the content moved then, in pixels a second.
    pub velocity: f32,
}

impl Fling {
    /// How long it lasts.
    pub fn duration_ms(&self) -> u64 {
        let speed = self.velocity.abs().min(FLING_MAX);
        if speed <= FLING_END { 0 } else { (FLING_DECAY_MS * (speed / FLING_END).ln()).ceil() as u64 }
    }

    /// How far it has gone.
    pub fn distance(&self, now_ms: u64) -> f32 {
        let elapsed = now_ms.saturating_sub(self.start_ms).min(self.duration_ms()) as f32;
        let velocity = self.velocity.clamp(-FLING_MAX, FLING_MAX);
        velocity * FLING_DECAY_MS / 1000.0 * (1.0 - (-elapsed / FLING_DECAY_MS).exp())
    }

    /// Whether it has come to rest.
    pub fn over(&self, now_ms: u64) -> bool {
        now_ms.saturating_sub(self.start_ms) >= self.duration_ms()
    }
}

/// How far a list is scrolled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Scroll {
    /// Pixels of content above the top edge, before any fling.
    pub offset: f32,
    /// The movement it is in.
    pub fling: Option<Fling>,
}

impl Scroll {
    /// Where it is at a moment, given how far it can go.
    pub fn at(&self, now_ms: u64, max: i32) -> i32 {
        let moved = self.fling.map_or(0.0, |fling| fling.distance(now_ms));
        ((self.offset + moved).round() as i32).clamp(0, max.max(0))
    }

    /// Where it will come to rest, were there no end.
    pub fn lands(&self) -> f32 {
        self.offset + self.fling.map_or(0.0, |fling| fling.distance(u64::MAX))
    }

    /// Whether it still moves at a moment.
    pub fn moving(&self, now_ms: u64, max: i32) -> bool {
        let Some(fling) = self.fling else { return false };
        if fling.over(now_ms) {
            return false;
        }
        let place = self.offset + fling.distance(now_ms);
        if fling.velocity > 0.0 { place < max as f32 } else { place > 0.0 }
    }
}

/// The field that is typed into.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Focus {
    /// The id of the field.
    pub id: String,
    /// The byte of its text before which the caret stands; beyond the end means at the end.
    pub caret: usize,
    /// Where what is selected begins or ends, if something is; the caret is at its other end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchor: Option<usize>,
}

impl Focus {
    /// The caret before a byte of a field's text, with nothing selected.
    pub fn at(id: &str, caret: usize) -> Self {
        Self { id: id.to_owned(), caret, anchor: None }
    }
}

/// What one screen remembers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct UiState {
    /// How far its lists are scrolled, by id.
    pub scrolls: BTreeMap<String, Scroll>,
    /// The field that is typed into.
    pub focus: Option<Focus>,
    /// Whether the toolbar of that field (cut, copy, paste) is asked for.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub toolbar: bool,
    /// What a finger is on: its place in the tree. No finger outlasts the process.
    #[serde(skip)]
    pub pressed: Option<Vec<usize>>,
}

impl UiState {
    /// How far a list is scrolled at a moment, given how far it can go.
    pub fn offset(&self, id: &str, now_ms: u64, max: i32) -> i32 {
        self.scrolls.get(id).map_or(0, |scroll| scroll.at(now_ms, max))
    }

    /// Moves a list by so many pixels (down for more than 0), and stops its fling. Returns how far it went.
    pub fn scroll_by(&mut self, id: &str, pixels: i32, now_ms: u64, max: i32) -> i32 {
        let old = self.offset(id, now_ms, max);
        let new = old.saturating_add(pixels).clamp(0, max.max(0));
        self.scrolls.insert(id.to_owned(), Scroll { offset: new as f32, fling: None });
        new - old
    }

    /// Moves a list to its end, and keeps it there while it grows, until it is moved by hand.
    pub fn scroll_to_end(&mut self, id: &str) {
        self.scrolls.insert(id.to_owned(), Scroll { offset: f32::MAX, fling: None });
    }

    /// Lets a list fly.
    pub fn fling(&mut self, id: &str, velocity: f32, now_ms: u64, max: i32) {
        let offset = self.offset(id, now_ms, max) as f32;
        let fling = Some(Fling { start_ms: now_ms, velocity });
        self.scrolls.insert(id.to_owned(), Scroll { offset, fling });
    }

    /// Whether any list still moves by itself at a moment.
    pub fn moving(&self, now_ms: u64) -> bool {
        self.scrolls.values().any(|scroll| scroll.fling.is_some_and(|fling| !fling.over(now_ms)))
    }

    /// Puts the focus on a field, with the caret at the end of its text.
    pub fn focus_on(&mut self, id: &str) {
        self.focus = Some(Focus::at(id, usize::MAX));
        self.toolbar = false;
    }

    /// Whether this field has the focus.
    pub fn has_focus(&self, id: &str) -> bool {
        !id.is_empty() && self.focus.as_ref().is_some_and(|focus| focus.id == id)
    }
}

/// What all screens remember, by the key of their window.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct UiStates(pub BTreeMap<String, UiState>);

impl UiStates {
    /// What a screen remembers.
    pub fn get(&self, key: &str) -> Option<&UiState> {
        self.0.get(key)
    }

    /// What a screen remembers, to be changed.
    pub fn of(&mut self, key: &str) -> &mut UiState {
        self.0.entry(key.to_owned()).or_default()
    }

    /// Forgets a screen: when it is opened again it is at the top and has no focus.
    pub fn forget(&mut self, key: &str) {
        self.0.remove(key);
    }

    /// Whether anything moves by itself at a moment, so that the next picture differs from this one.
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
