//! In which order a page is told where windows stand.
//!
//! A place names the window right below in the order as it is at the end. A page takes the window out and
//! puts it there, one after the other. That ends right if, whenever a window is put above another, that
//! other one does not move any more: so of two that moved, the lower comes first. Then nothing is ever
//! put between a window and the one it was put on, and those that did not move keep their order.

use std::collections::HashMap;

use crate::wire::Placed;

/// The places of the windows that moved, in the order in which a page has to take them.
pub(super) fn in_order<'a>(
    moved: impl Iterator<Item = &'a str>,
    below: impl Fn(&str) -> Option<&'a str>,
) -> Vec<Placed> {
    let place = |key: &str, below: Option<&str>| Placed { key: key.to_owned(), above: below.map(str::to_owned) };
    let mut keys: Vec<&str> = moved.collect();
    // Nearly always: there is nothing to put in order.
    if let [] | [_] = keys[..] {
        return keys.into_iter().map(|key| place(key, below(key))).collect();
    }
    // Whether it is told already.
    let mut told: HashMap<&str, bool> = keys.iter().map(|key| (*key, false)).collect();
    // The order among those that do not touch does not matter; it is the same on every run nevertheless.
    keys.sort_unstable();
    let mut placed = Vec::with_capacity(keys.len());
    let mut waiting = Vec::new();
    for key in keys {
        // Down to the lowest of the moved ones that stand directly on one another, and up again.
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
