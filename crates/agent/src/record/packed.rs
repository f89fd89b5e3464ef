//! The compressed files beside a journal: the elements of screens, and the texts of prompts.
//!
//! Both are bounded when written and when read: a file that was edited by hand costs no more memory than one of ours.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use device::Tree;
use device::tree::{Bounds, Node, State};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};

/// The format of a stored tree.
const VERSION: u32 = 1;
/// The longest packed file. A screen has a few kilobytes.
const MOST_PACKED: usize = 64 << 10;
/// The most nodes of a stored tree, and the longest text of each in bytes.
const MOST_NODES: usize = 2_000;
const LONGEST_TEXT: usize = 400;
/// The longest prompt, in bytes; of a longer one the middle is left out.
const LONGEST_PROMPT: usize = 256 << 10;
/// How much is unpacked when reading.
const MOST_UNPACKED: u64 = 16 << 20;

/// Returns the path of the tree with this number.
pub fn tree_file(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("trees/{number:06}.json.gz"))
}

/// Returns the path of the prompt with this number.
pub fn prompt_file(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("prompts/{number:06}.txt.gz"))
}

/// A stored tree.
#[derive(Serialize, Deserialize)]
struct TreeFile {
    version: u32,
    rotation: u8,
    /// Whether there was more than is stored.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    cut: bool,
    nodes: Vec<NodeLine>,
}

/// A stored node. Empty fields are left out.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct NodeLine {
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<usize>,
    #[serde(skip_serializing_if = "String::is_empty")]
    text: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    description: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    hint: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    tooltip: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    id: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    class: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    package: String,
    bounds: [i32; 4],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    state: Vec<StateWord>,
}

/// A property of a node that holds.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum StateWord {
    Checkable,
    Checked,
    Clickable,
    Enabled,
    Focusable,
    Focused,
    Scrollable,
    LongClickable,
    Password,
    Selected,
    /// One of a newer version.
    #[serde(other)]
    Other,
}

/// Compresses a tree. Long texts are cut, and a tree that would still be too large loses its last nodes.
pub(super) fn pack_tree(tree: &Tree) -> io::Result<Vec<u8>> {
    let mut most = MOST_NODES;
    loop {
        let nodes: Vec<NodeLine> = tree.nodes.iter().take(most).map(line).collect();
        let cut = tree.cut || nodes.len() < tree.nodes.len();
        let few = nodes.len() <= 1;
        let packed = pack(&serde_json::to_vec(&TreeFile { version: VERSION, rotation: tree.rotation, cut, nodes })?)?;
        if packed.len() <= MOST_PACKED || few {
            return Ok(packed);
        }
        most = most.min(tree.nodes.len()) / 2;
    }
}

/// Compresses a prompt.
pub(super) fn pack_prompt(text: &str) -> io::Result<Vec<u8>> {
    let mut most = LONGEST_PROMPT;
    loop {
        let packed = pack(without_middle(text, most).as_bytes())?;
        if packed.len() <= MOST_PACKED || most <= 1024 {
            return Ok(packed);
        }
        most /= 2;
    }
}

/// Reads the elements of a screen from the folder of a task; `None` if they are not on record.
pub fn read_tree(folder: &Path, number: u64) -> io::Result<Option<Tree>> {
    let Some(text) = unpack(&tree_file(folder, number))? else { return Ok(None) };
    let file: TreeFile = serde_json::from_slice(&text)?;
    let nodes = file.nodes.into_iter().take(MOST_NODES).enumerate().map(|(place, line)| node(place, line)).collect();
    Ok(Some(Tree { rotation: file.rotation, nodes, cut: file.cut }))
}

/// Reads a prompt from the folder of a task; `None` if it is not on record.
pub fn read_prompt(folder: &Path, number: u64) -> io::Result<Option<String>> {
    let text = unpack(&prompt_file(folder, number))?;
    Ok(text.map(|text| String::from_utf8_lossy(&text).into_owned()))
}

fn without_middle(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let (head, tail) = (text.floor_char_boundary(most / 2), text.ceil_char_boundary(text.len() - most / 2));
    let (before, after) = (text.get(..head).unwrap_or_default(), text.get(tail..).unwrap_or_default());
    format!("{before}\n[{} bytes left out]\n{after}", tail - head)
}

fn line(node: &Node) -> NodeLine {
    let text = |text: &str| text.get(..text.floor_char_boundary(LONGEST_TEXT)).unwrap_or_default().to_owned();
    let State { checkable, checked, clickable, enabled, focusable, .. } = node.state;
    let State { focused, scrollable, long_clickable, password, selected, .. } = node.state;
    let words = [
        (checkable, StateWord::Checkable),
        (checked, StateWord::Checked),
        (clickable, StateWord::Clickable),
        (enabled, StateWord::Enabled),
        (focusable, StateWord::Focusable),
        (focused, StateWord::Focused),
        (scrollable, StateWord::Scrollable),
        (long_clickable, StateWord::LongClickable),
        (password, StateWord::Password),
        (selected, StateWord::Selected),
    ];
    let bounds = node.bounds;
    NodeLine {
        parent: node.parent,
        text: text(&node.text),
        description: text(&node.description),
        hint: text(&node.hint),
        tooltip: text(&node.tooltip),
        id: text(&node.resource_id),
        class: text(&node.class),
        package: text(&node.package),
        bounds: [bounds.left, bounds.top, bounds.right, bounds.bottom],
        state: words.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| word).collect(),
    }
}

fn node(place: usize, line: NodeLine) -> Node {
    let [left, top, right, bottom] = line.bounds;
    let has = |word: StateWord| line.state.contains(&word);
    let state = State {
        checkable: has(StateWord::Checkable),
        checked: has(StateWord::Checked),
        clickable: has(StateWord::Clickable),
        enabled: has(StateWord::Enabled),
        focusable: has(StateWord::Focusable),
        focused: has(StateWord::Focused),
        scrollable: has(StateWord::Scrollable),
        long_clickable: has(StateWord::LongClickable),
        password: has(StateWord::Password),
        selected: has(StateWord::Selected),
    };
    Node {
        // In a tree, a parent precedes its children; anything else was edited by hand.
        parent: line.parent.filter(|parent| *parent < place),
        text: line.text,
        description: line.description,
        hint: line.hint,
        tooltip: line.tooltip,
        resource_id: line.id,
        class: line.class,
        package: line.package,
        bounds: Bounds { left, top, right, bottom },
        state,
    }
}

fn pack(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    packer.write_all(bytes)?;
    packer.finish()
}

fn unpack(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let file = match std::fs::File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut unpacked = Vec::new();
    GzDecoder::new(file).take(MOST_UNPACKED).read_to_end(&mut unpacked)?;
    Ok(Some(unpacked))
}
