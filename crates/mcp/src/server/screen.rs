//! A screen in the form that agents read: one line per element, its number first, in as few tokens as possible.

use std::fmt::Write;

use serde::Serialize;
use task::device::Tree;
use task::device::tree::{Element, Node, Role};

/// How many elements are listed; a screen that a person reads has about a hundred.
const MOST: usize = 300;
/// The longest label, in letters.
const LABEL: usize = 160;

/// A phone's screen.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Screen {
    /// The phone.
    pub(super) device: String,
    /// Which of the screens you were shown; elements are numbered within it.
    pub(super) screen: u64,
    /// The app in the foreground.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) app: Option<String>,
    /// Width and height in pixels.
    pub(super) size: [u32; 2],
    /// Its unusual properties.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) remark: Option<String>,
    /// The elements, if they were requested as data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) elements: Option<Vec<Listed>>,
}

/// An element as data.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Listed {
    pub(super) number: usize,
    pub(super) role: String,
    pub(super) label: String,
    /// Left, top, right, bottom.
    pub(super) bounds: [i32; 4],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) state: Vec<String>,
}

/// Returns the elements as lines.
pub(super) fn lines(tree: &Tree) -> String {
    let mut text = String::new();
    let elements = tree.elements();
    for element in elements.iter().take(MOST) {
        let Some(node) = tree.nodes.get(element.node) else { continue };
        let label = shown(element, node);
        let marks = marks(element.role, node);
        // A passive element without text tells an agent nothing.
        if label.is_empty() && marks.is_empty() && !node.is_interactive() {
            continue;
        }
        _ = write!(text, "{}", element.number);
        if !marks.is_empty() {
            _ = write!(text, " [{}]", marks.join(" "));
        }
        if !label.is_empty() {
            _ = write!(text, " {label}");
        }
        text.push('\n');
    }
    if elements.len() > MOST {
        _ = writeln!(text, "({} more)", elements.len() - MOST);
    }
    if tree.cut {
        text.push_str("(the screen has more than could be read)\n");
    }
    text
}

/// Returns the elements as data.
pub(super) fn listed(tree: &Tree) -> Vec<Listed> {
    let known = tree.elements().into_iter().take(MOST);
    let listed = known.filter_map(|element| {
        let node = tree.nodes.get(element.node)?;
        let bounds = node.bounds;
        Some(Listed {
            number: element.number,
            role: element.role.as_str().to_owned(),
            label: shown(&element, node),
            bounds: [bounds.left, bounds.top, bounds.right, bounds.bottom],
            state: states(element.role, node).into_iter().map(str::to_owned).collect(),
        })
    });
    listed.collect()
}

fn shown(element: &Element, node: &Node) -> String {
    let label = if element.label.is_empty() { id_word(node) } else { &element.label };
    let mut shown: String = label.chars().take(LABEL).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if label.chars().nth(LABEL).is_some() {
        shown.push('…');
    }
    shown
}

/// Returns the app's own name for an unlabelled element: the last word of its id.
fn id_word(node: &Node) -> &str {
    // The name of a list says nothing about its items.
    if !node.is_interactive() || node.role() == Role::List {
        return "";
    }
    node.resource_id.rsplit(['/', ':']).next().unwrap_or_default()
}

/// Returns the facts that an agent needs besides the label. Plain text and pressable buttons are not marked.
fn marks(role: Role, node: &Node) -> Vec<&'static str> {
    let mut marks = Vec::new();
    match role {
        Role::Text if node.state.clickable => {}
        Role::Text | Role::Group => marks.push("text"),
        Role::Button => {}
        Role::Image if node.state.clickable => {}
        other => marks.push(other.as_str()),
    }
    marks.extend(states(role, node));
    marks
}

fn states(role: Role, node: &Node) -> Vec<&'static str> {
    let state = node.state;
    let toggles = matches!(role, Role::Switch | Role::Checkbox | Role::Radio);
    let mut words = Vec::new();
    if toggles || state.checkable {
        words.push(if state.checked { "on" } else { "off" });
    }
    let others = [
        (state.selected, "selected"),
        (state.focused, "focused"),
        (!state.enabled, "disabled"),
        (state.password, "password"),
        (state.scrollable && role != Role::List, "scrolls"),
    ];
    words.extend(others.into_iter().filter(|(is, _)| *is).map(|(_, word)| word));
    words
}

#[cfg(test)]
mod tests {
    use task::device::tree::{Bounds, State};

    use super::*;

    #[test]
    fn a_screen_is_told_in_few_words() {
        let check = |class: &str, text: &str, state: State, expected: &str| {
            let bounds = Bounds { left: 0, top: 0, right: 10, bottom: 10 };
            let node = Node {
                class: format!("android.widget.{class}"),
                text: text.to_owned(),
                resource_id: "com.x:id/send_button".to_owned(),
                bounds,
                state,
                ..Node::default()
            };
            let tree = Tree { nodes: vec![node], ..Tree::default() };
            assert_eq!(lines(&tree), expected, "{class} {text}");
        };
        let touch = State { clickable: true, enabled: true, ..State::default() };
        let still = State { enabled: true, ..State::default() };
        check("Button", "Send", touch, "1 Send\n");
        check("TextView", "Wi-Fi", touch, "1 Wi-Fi\n");
        check("TextView", "Hello", still, "1 [text] Hello\n");
        check("ImageButton", "", touch, "1 send\n");
        check("Switch", "Wi-Fi", State { checkable: true, checked: true, ..touch }, "1 [switch on] Wi-Fi\n");
        check("EditText", "", State { focused: true, password: true, ..touch }, "1 [field focused password] send\n");
        check("Button", "two\nlines\u{1b}[31m", touch, "1 two lines [31m\n");
        check("TextView", &"x".repeat(500), still, &format!("1 [text] {}…\n", "x".repeat(LABEL)));
    }
}
