//! Checks that no crate outgrows the house: none holds more than a fifth of all lines of Rust.

use std::collections::BTreeMap;

use super::{Report, Tree, in_crate};

/// A smaller house has few rooms, and one of them may well be large.
const A_HOUSE: usize = 10_000;
/// The part of the house that one crate may take: one of this many.
const PARTS: usize = 5;

pub(super) fn check(tree: &Tree, report: &mut Report) {
    let mut rooms: BTreeMap<&str, usize> = BTreeMap::new();
    for (path, text) in tree.ending(&[".rs"]) {
        if let Some((name, _)) = in_crate(path) {
            *rooms.entry(name).or_default() += text.lines().count();
        }
    }
    let house: usize = rooms.values().sum();
    for (name, lines) in rooms.iter().filter(|(_, lines)| house >= A_HOUSE && **lines * PARTS > house) {
        report.problems.push(format!("the crate `{name}` has {lines} of {house} lines, more than a fifth; split it"));
    }
}
