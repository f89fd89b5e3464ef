//! Reads the elements of a screen from their file beside the journal. They are optional: older records have none.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;
use serde_json::Value;

use crate::lines::{list, text};
use crate::moments::{role, rounded};
use crate::texts::brief;
use crate::wire::{Element, Outline};

/// The largest file that is read, packed and unpacked.
const MOST_PACKED: u64 = 4 << 20;
const MOST_BYTES: u64 = 16 << 20;
/// How many elements a report keeps of a screen.
const MOST_ELEMENTS: usize = 1_000;

/// Reads the outline with this number; `None` if it is not on record, or not readable.
pub(crate) fn read(folder: &Path, number: u64, size: Option<[f64; 2]>) -> Option<Outline> {
    let file = File::open(folder.join(format!("trees/{number:06}.json.gz"))).ok()?;
    if !file.metadata().ok()?.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    GzDecoder::new(file.take(MOST_PACKED)).take(MOST_BYTES).read_to_end(&mut bytes).ok()?;
    let tree: Value = serde_json::from_slice(&bytes).ok()?;
    Some(outline(number, &tree, size))
}

/// Returns the elements that say or do something, each as deep as the ones of those that contain it.
fn outline(number: u64, tree: &Value, size: Option<[f64; 2]>) -> Outline {
    let nodes = list(tree, "nodes");
    let size = size.or_else(|| span(nodes));
    let mut outline = Outline { outline: number, ..Outline::default() };
    let mut depths: Vec<u32> = Vec::with_capacity(nodes.len());
    for (place, node) in nodes.iter().enumerate() {
        let parent = node.get("parent").and_then(Value::as_u64).and_then(|parent| usize::try_from(parent).ok());
        // A parent comes before its children; an edited file may claim otherwise.
        let depth = parent.filter(|parent| *parent < place).and_then(|parent| depths.get(parent).copied());
        let element = element(node, depth.unwrap_or_default(), size);
        let kept = says_something(&element);
        depths.push(depth.unwrap_or_default() + u32::from(kept));
        match kept {
            true if outline.elements.len() < MOST_ELEMENTS => outline.elements.push(element),
            true => outline.left_out += 1,
            false => {}
        }
    }
    outline
}

fn element(node: &Value, depth: u32, size: Option<[f64; 2]>) -> Element {
    let on = states(node);
    let mut states: Vec<String> = ["clickable", "checked", "selected", "focused", "scrollable", "password"]
        .into_iter()
        .filter(|name| on.contains(name))
        .map(str::to_owned)
        .collect();
    if !on.is_empty() && !on.contains(&"enabled") {
        states.push("disabled".to_owned());
    }
    let hint = text(node, "hint");
    Element {
        depth,
        role: role(text(node, "class")),
        text: brief(text(node, "text")),
        description: brief(text(node, "description")),
        id: brief(text(node, "id")),
        bounds: bounds(node.get("bounds"), size),
        states,
        facts: if hint.is_empty() { Vec::new() } else { vec![format!("hint: {}", brief(hint))] },
    }
}

/// Returns the properties that hold.
fn states(node: &Value) -> Vec<&str> {
    list(node, "state").iter().filter_map(Value::as_str).collect()
}

fn says_something(element: &Element) -> bool {
    !element.text.is_empty() || !element.description.is_empty() || !element.id.is_empty() || !element.states.is_empty()
}

/// Returns left, top, width and height as fractions of the screen.
fn bounds(value: Option<&Value>, size: Option<[f64; 2]>) -> Option<[f64; 4]> {
    let [left, top, right, bottom] = edges(value?)?;
    let [width, height] = size.filter(|[width, height]| *width > 0.0 && *height > 0.0)?;
    let within = |value: f64, of: f64| rounded((value / of).clamp(0.0, 1.0));
    let (x, y) = (within(left, width), within(top, height));
    Some([x, y, rounded(within(right, width) - x), rounded(within(bottom, height) - y)])
}

/// Returns left, top, right and bottom.
fn edges(bounds: &Value) -> Option<[f64; 4]> {
    let numbers: Vec<f64> = bounds.as_array()?.iter().filter_map(Value::as_f64).collect();
    numbers.try_into().ok()
}

/// Returns the size of everything, for a record that does not name the screen's.
fn span(nodes: &[Value]) -> Option<[f64; 2]> {
    let all = nodes.iter().filter_map(|node| edges(node.get("bounds")?));
    let size = all.fold([0.0_f64; 2], |[width, height], [_, _, right, bottom]| [width.max(right), height.max(bottom)]);
    (size[0] > 0.0 && size[1] > 0.0).then_some(size)
}
