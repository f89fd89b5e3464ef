//! The fingerprint of a screen by its parts: the same form with other values has the same one.

use std::collections::BTreeSet;

use device::Tree;
use device::tree::Role;

use super::is_bar;

/// Returns 16 hex digits that are equal for screens built of the same parts, whatever texts, pictures and rows they
/// show. They are stored, so the function must stay the same: FNV-1a over the sorted kinds of nodes.
pub(crate) fn layout(tree: &Tree) -> String {
    let is_bar = is_bar(tree);
    let mut in_list = vec![false; tree.nodes.len()];
    let mut kinds: BTreeSet<(&str, &str, &str)> = BTreeSet::new();
    for (place, node) in tree.nodes.iter().enumerate() {
        let above = node.parent.filter(|parent| *parent < place);
        let of_list = above.is_some_and(|above| in_list[above] || tree.nodes[above].role() == Role::List);
        in_list[place] = of_list;
        // The rows of a list are its content.
        if !of_list && !is_bar(node) && !node.bounds.is_empty() {
            kinds.insert((&node.package, &node.resource_id, &node.class));
        }
    }
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut add = |bytes: &[u8]| {
        for byte in bytes {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    };
    for (package, id, class) in kinds {
        [package, id, class].into_iter().for_each(|part| {
            add(part.as_bytes());
            add(&[0]);
        });
    }
    format!("{hash:016x}")
}

/// Whether a window that covers only part of the screen is in front. Most phones list the elements of that window only.
pub(crate) fn floats(tree: &Tree, (width, height): (u32, u32)) -> bool {
    let is_bar = is_bar(tree);
    let roots = || tree.nodes.iter().filter(|node| node.parent.is_none() && !is_bar(node) && !node.bounds.is_empty());
    let whole = i64::from(width) * i64::from(height);
    let largest = roots().map(|node| node.bounds.area()).max();
    tree.floating_window().is_some() || largest.is_some_and(|area| area * 10 < whole * 8)
}
