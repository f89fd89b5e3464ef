//! The order in which a page receives the places of windows.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::{SizeRange, subsequence};

use super::gather::{Gathered, Showing};
use super::stack::in_order;
use crate::state::Mark;

/// Applies a place as a page does.
fn place(order: &mut Vec<String>, key: &str, above: Option<&str>) {
    order.retain(|other| other != key);
    let at = above.map_or(0, |above| order.iter().position(|other| other == above).unwrap() + 1);
    order.insert(at, key.to_owned());
}

fn names(count: usize) -> Vec<String> {
    (0..count).map(|n| format!("monitor-0/{n}")).collect()
}

/// An order, some of its windows, and another order in which all other windows keep their relative places.
fn moved() -> impl Strategy<Value = (Vec<String>, BTreeSet<String>, Vec<String>)> {
    (1_usize..12).prop_flat_map(|count| {
        let before = names(count);
        let some = subsequence(before.clone(), SizeRange::from(0..=count));
        (Just(before), some, proptest::collection::vec(any::<prop::sample::Index>(), count)).prop_map(
            |(before, some, places)| {
                let moved: BTreeSet<_> = some.iter().cloned().collect();
                let mut after: Vec<_> = before.iter().filter(|key| !moved.contains(*key)).cloned().collect();
                for (key, place) in some.into_iter().zip(places) {
                    after.insert(place.index(after.len() + 1), key);
                }
                (before, moved, after)
            },
        )
    })
}

proptest! {
    #[test]
    fn a_page_that_takes_the_places_in_order_ends_with_the_order((before, moved, after) in moved()) {
        let below = |key: &str| {
            let at = after.iter().position(|other| other == key).unwrap();
            at.checked_sub(1).map(|at| after[at].as_str())
        };
        let mut order = before;
        for placed in in_order(moved.iter().map(String::as_str), below) {
            place(&mut order, &placed.key, placed.above.as_deref());
        }
        prop_assert_eq!(order, after);
    }
}

#[test]
fn a_thing_that_was_touched_often_is_told_once() {
    let [a, b, c, d, gone] = [0, 1, 2, 3, 4];
    let appended = |slot, from| Mark::Appended { slot, from };
    let marks = [
        Mark::Window(a),
        Mark::Stack(a),
        Mark::Frame(a),
        appended(b, 5),
        appended(b, 9),
        appended(c, 3),
        Mark::Content(c),
        Mark::Content(d),
        appended(d, 0),
        Mark::Frame(gone),
        Mark::Focused,
        Mark::Focused,
        Mark::Toast("t".into()),
        Mark::Toast("t".into()),
        Mark::History(1),
        Mark::History(2),
        Mark::Shortcut("s".into()),
        Mark::Shortcut("s".into()),
    ];
    let gathered = Gathered::of(&marks, |slot| ["a", "b", "c", "d"].get(slot as usize).copied());
    let windows: Vec<_> = gathered.windows.iter().map(|(key, touched)| (*key, touched.made, touched.showing)).collect();
    assert_eq!(
        windows,
        [
            ("a", true, Showing::Same),
            ("b", false, Showing::Grown { from: 5 }),
            ("c", false, Showing::Other),
            ("d", false, Showing::Other),
        ]
    );
    assert_eq!((gathered.toasts, gathered.history, gathered.shortcuts), (vec!["t"], 3, vec![("s", 2)]));
}
