//! Finds the title of a screen.
//!
//! Toolkits list a toolbar first, last or in the middle, so the title is found by its looks: a text near the top, larger
//! than others, that is no row of a list. Apps that name their views make it easier.

use device::Tree;
use device::tree::{Element, Node, Role, is_speaking};

use super::wording::describes_picture;
use crate::affordance::is_search;

/// How far below the first content a title can be, in thousandths of the screen's height.
const HEADER: i64 = 220;
/// How many elements are too few for a title in the middle of the screen.
const FEW: usize = 2;
/// The longest title, in characters: a longer text is content.
const LONGEST: usize = 80;
/// How many parts of an element are looked at.
const MOST_INSIDE: usize = 24;
/// Parts of the ids that apps give their titles, and parts of ids that only look like them.
const IDS: [&str; 5] = ["title", "toolbar_text", "contact_name", "header_text", "display_name"];
const NOT_IDS: [&str; 6] = ["subtitle", "item", "button", "row", "count", "extended"];

/// Returns the index of the title. A window that floats over others has its title as its first text.
pub(super) fn place(tree: &Tree, elements: &[Element], screen: (u32, u32), over: bool) -> Option<usize> {
    let height = i64::from(screen.1).max(1);
    // A sheet has a dark, pressable background.
    let is_ground = |element: &&Element| {
        let window = tree.nodes[tree.window(element.node)].bounds;
        tree.nodes[element.node].bounds.area() * 2 >= window.area()
    };
    let shown = elements.iter().filter(|element| element.role != Role::List && !is_ground(element));
    let top = shown.map(|element| tree.nodes[element.node].bounds.top.max(0)).min()?;
    // A sheet at the bottom has a title of its own. A line or two in the middle have none.
    let top = if elements.len() > FEW { top } else { 0 };
    let share = |pixels: i32| i64::from(pixels) * 1_000 / height;
    let mut best: Option<(i64, usize)> = None;
    for (place, pressed) in elements.iter().flat_map(|element| candidates(tree, element)) {
        let node = &tree.nodes[place];
        let below = share(node.bounds.centre().1 - top).max(0);
        if below > HEADER && !over {
            continue;
        }
        let rank = rank(tree, place, pressed) - below / 4 + share(node.bounds.bottom - node.bounds.top).min(50);
        if best.is_none_or(|(known, _)| rank > known) {
            best = Some((rank, place));
        }
    }
    best.map(|(_, place)| place)
}

/// Returns the texts of an element that may be a title, and whether a press on them does something. The name of a person
/// in a conversation's header can usually be pressed.
fn candidates(tree: &Tree, element: &Element) -> Vec<(usize, bool)> {
    let node = &tree.nodes[element.node];
    if !node.is_interactive() {
        return if can_be(node) { vec![(element.node, false)] } else { Vec::new() };
    }
    let is_control = matches!(
        element.role,
        Role::Field | Role::List | Role::Switch | Role::Checkbox | Role::Radio | Role::Slider | Role::Image
    );
    if is_control || super::item::in_a_list(tree, element.node) {
        return Vec::new();
    }
    let inside = (element.node..tree.nodes.len()).take_while(|place| {
        *place == element.node || tree.nodes[*place].parent.is_some_and(|parent| parent >= element.node)
    });
    // A description names the icon of a button, and a text that is itself a button names its function.
    let is_text = |place: &usize| {
        let inner = &tree.nodes[*place];
        is_speaking(&inner.text)
            && !is_search(&inner.text)
            && (*place != element.node || has_title_id(inner))
            && can_be(inner)
    };
    inside.take(MOST_INSIDE).filter(is_text).map(|place| (place, true)).collect()
}

fn can_be(node: &Node) -> bool {
    let label = node.label();
    let (width, height) = (node.bounds.right - node.bounds.left, node.bounds.bottom - node.bounds.top);
    let fits = match node.role() {
        Role::Text | Role::Group => true,
        // A logo is wide, an icon is square.
        Role::Image => !node.is_interactive() && width > height * 2,
        _ => false,
    };
    let is_clock = label.len() <= 8 && label.contains(':') && label.starts_with(|c: char| c.is_ascii_digit());
    // Some apps describe their views for their tests only.
    let is_name = label.contains(char::is_whitespace) || !label.contains(['_', '/']) || has_title_id(node);
    let is_whole = !label.ends_with(['…', ':', '：']) && !label.ends_with("..") && !is_back(label);
    let is_picture = node.role() == Role::Image && !is_speaking(&node.text) && describes_picture(label);
    let letters = label.chars().filter(|c| c.is_alphanumeric()).take(2).count();
    // A number is content, not a title.
    let letters = if label.contains(char::is_alphabetic) { letters } else { 0 };
    let is_short = label.chars().take(LONGEST + 1).count() <= LONGEST;
    let id = node.resource_id.rsplit('/').next().unwrap_or_default();
    let is_clock =
        is_clock || ["date", "clock", "week", "time"].iter().any(|part| id.split('_').any(|word| word == *part));
    fits && is_speaking(label)
        && !is_clock
        && is_name
        && is_whole
        && !is_picture
        && letters > 1
        && is_short
        && width.min(height) > 4
}

/// Rates the looks of a text, in the unit of [`place`]: a thousandth of the screen's height.
fn rank(tree: &Tree, place: usize, pressed: bool) -> i64 {
    let node = &tree.nodes[place];
    let in_list = super::item::in_a_list(tree, place);
    let long = node.label().chars().nth(40).is_some();
    let faults = [
        (in_list, 25),
        (pressed && !has_title_id(node), 60),
        (pressed && in_list, 30),
        (node.role() != Role::Text, 30),
        (long, 20),
    ];
    let faults: i64 = faults.into_iter().filter(|(is, _)| *is).map(|(_, cost)| cost).sum();
    if has_title_id(node) && !in_list { 50 - faults } else { -faults }
}

/// Whether a text leads back: it names another screen.
fn is_back(label: &str) -> bool {
    const BACK: [&str; 12] = [
        "back",
        "go back",
        "navigate up",
        "cancel",
        "close",
        "zurück",
        "abbrechen",
        "volver",
        "atrás",
        "retour",
        "返回",
        "戻る",
    ];
    let label = label.trim().to_lowercase();
    BACK.contains(&label.as_str())
}

fn has_title_id(node: &Node) -> bool {
    let id = node.resource_id.rsplit('/').next().unwrap_or_default().to_lowercase();
    IDS.iter().any(|part| id.contains(part)) && !NOT_IDS.iter().any(|part| id.contains(part))
}
