//! Trees and prompts beside the journal: read back as written, bounded, and harmless when edited.

use std::sync::Arc;

use device::Tree;
use device::tree::{Bounds, Node, State};

use super::*;
use crate::journal::{StoredPrompt, StoredTree};

fn tree(nodes: usize, text: impl Fn(usize) -> String) -> Tree {
    let node = |at: usize| Node {
        parent: at.checked_sub(1),
        text: text(at),
        resource_id: "com.example:id/row".to_owned(),
        class: "android.widget.Button".to_owned(),
        package: "com.example".to_owned(),
        bounds: Bounds { left: -1, top: 2, right: 3, bottom: 4 },
        state: State { enabled: true, long_clickable: true, ..State::default() },
        ..Node::default()
    };
    Tree { rotation: 1, nodes: (0..nodes).map(node).collect(), cut: false }
}

/// The observation and the prediction of step 1, with a tree and a prompt.
fn with_files(tree: &Arc<Tree>, text: &str) -> Vec<JournalEntry> {
    let mut entries = step(1).into_iter();
    let (Some(mut seen), Some(mut said)) = (entries.next(), entries.next()) else { unreachable!() };
    if let JournalEntry::Observation(seen) = &mut seen {
        seen.tree = Some(StoredTree { number: 1, tree: Some(Arc::clone(tree)) });
    }
    if let JournalEntry::Prediction(said) = &mut said {
        said.prompt = Some(StoredPrompt { number: 1, characters: 9, pictures: 1, text: text.to_owned() });
    }
    vec![started(false), seen, said]
}

fn written(tree: Tree, text: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    let mut record = Folder::create(folder.path()).unwrap();
    with_files(&Arc::new(tree), text).iter().for_each(|entry| record.write(entry).unwrap());
    folder
}

fn size(path: &Path) -> u64 {
    std::fs::metadata(path).unwrap().len()
}

#[test]
fn a_tree_and_a_prompt_are_read_back_as_written() {
    let screen = tree(3, |at| format!("row {at}"));
    let folder = written(screen.clone(), "=== system\nrules\n");
    assert_eq!(read_tree(folder.path(), 1).unwrap(), Some(screen));
    assert_eq!(read_prompt(folder.path(), 1).unwrap().as_deref(), Some("=== system\nrules\n"));
    assert_eq!((read_tree(folder.path(), 2).unwrap(), read_prompt(folder.path(), 2).unwrap()), (None, None));
    // The journal names them and holds neither.
    let journal = std::fs::read_to_string(journal_file(folder.path())).unwrap();
    assert!(journal.contains("\"tree\":1") && journal.contains("\"prompt\":{\"number\":1,"), "{journal}");
    assert!(!journal.contains("com.example") && !journal.contains("=== system"), "{journal}");
}

#[test]
fn what_is_packed_is_bounded() {
    // Text that does not compress.
    let noise = |seed: usize| {
        let mut state = u64::try_from(seed).unwrap() * 2 + 1;
        let letter = |_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            char::from(b'!' + u8::try_from(state >> 58).unwrap())
        };
        (0..3_000).map(letter).collect::<String>()
    };
    let prompt: String = (0..200).map(noise).collect();
    let folder = written(tree(5_000, noise), &prompt);
    assert!(size(&tree_file(folder.path(), 1)) <= 64 << 10);
    assert!(size(&prompt_file(folder.path(), 1)) <= 64 << 10);
    let stored = read_tree(folder.path(), 1).unwrap().unwrap();
    assert!(stored.cut && !stored.nodes.is_empty() && stored.nodes.iter().all(|node| node.text.len() <= 400));
    assert!(read_prompt(folder.path(), 1).unwrap().unwrap().contains(" bytes left out]"));
}

#[test]
fn an_edited_file_is_an_error_and_never_a_wrong_tree() {
    let folder = written(tree(2, |_| String::new()), "prompt");
    let path = tree_file(folder.path(), 1);
    let put = |bytes: &[u8]| {
        use std::io::Write;
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        packer.write_all(bytes).unwrap();
        std::fs::write(&path, packer.finish().unwrap()).unwrap();
        read_tree(folder.path(), 1)
    };
    std::fs::write(&path, "not packed").unwrap();
    assert!(read_tree(folder.path(), 1).is_err());
    assert!(put(b"{\"version\":1}").is_err());
    // Unpacks to far more than is read.
    assert!(put(&vec![b' '; 40 << 20]).is_err());
    // A parent after its child is ignored, as is a property of a newer version.
    let odd = br#"{"version":1,"rotation":0,"nodes":[{"parent":1,"state":["floating","checked"]},{"parent":0}]}"#;
    let read = put(odd).unwrap().unwrap();
    assert_eq!(read.nodes.iter().map(|node| node.parent).collect::<Vec<_>>(), [None, Some(0)]);
    assert!(read.nodes[0].state.checked);
}
