//! The order in which a page receives the places of windows.
//!
//! A place names the window right below in the final order. A page removes the window and inserts it there, one after
//! the other. The result is right if a window never moves after another was put on it: so of two windows that moved,
//! the lower one comes first. Then nothing is ever inserted between a window and the one it was put on, and windows
//! that did not move keep their order.

use std::collections::HashMap;

use crate::wire::Placed;

/// Returns the places of the windows that moved, in the order in which a page must apply them.
pub(super) fn in_order<'a>(
    moved: impl Iterator<Item = &'a str>,
    below: impl Fn(&str) -> Option<&'a str>,
) -> Vec<Placed> {
    let place = |key: &str, below: Option<&str>| Placed { key: key.to_owned(), above: below.map(str::to_owned) };
    let mut keys: Vec<&str> = moved.collect();
    // Nearly always there is nothing to sort.
    if let [] | [_] = keys[..] {
        return keys.into_iter().map(|key| place(key, below(key))).collect();
    }
    // Whether it is already in the result.
    let mut told: HashMap<&str, bool> = keys.iter().map(|key| (*key, false)).collect();
    // The order among windows that do not touch does not matter, but it must be deterministic.
    keys.sort_unstable();
    let mut placed = Vec::with_capacity(keys.len());
    let mut waiting = Vec::new();
    for key in keys {
        // Down to the lowest of the moved windows that are directly on one another, then up again.
        let mut next = Some(key);
        while let Some(key) = next.filter(|key| told.get(key) == Some(&false)) {
            told.insert(key, true);
            let under = below(key);
            waiting.push(place(key, under));
            next = under;
        }
        placed.extend(waiting.drain(..).rev());
    }
    placed
}
