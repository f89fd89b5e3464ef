//! Any text as a phone's UI tree: a tree within its bounds, or an error.
#![no_main]

use device::tree::{MAX_NODES, parse};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(tree) = parse(text) else { return };
    assert!(tree.nodes.len() <= MAX_NODES);
    for (place, node) in tree.nodes.iter().enumerate() {
        assert!(node.parent.is_none_or(|parent| parent < place));
    }
    tree.elements();
    tree.at(100, 100);
});
