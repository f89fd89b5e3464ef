//! Finds the point for a touch that names an element instead. It searches the current screen: an element that is gone
//! is not touched.

use action::Finite;
use action::phone::AgentAction;
use device::Tree;
use device::tree::{Bounds, Element, Node};

/// An action, and its target if that is not a point.
#[derive(Clone, Debug, PartialEq)]
pub struct AimedAction {
    /// The action. If there is an aim, the action's own point is ignored.
    pub action: AgentAction,
    /// The target.
    pub aim: Option<Aim>,
}

impl From<AgentAction> for AimedAction {
    fn from(action: AgentAction) -> Self {
        Self { action, aim: None }
    }
}

/// The target of a touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Aim {
    /// An element that was listed with a number.
    Element(SeenElement),
    /// The element with this text.
    Text(String),
}

/// An element as it was when it was listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenElement {
    number: usize,
    label: String,
    resource_id: String,
    class: String,
    bounds: Bounds,
}

impl SeenElement {
    /// The element with this number in the tree.
    pub fn of(tree: &Tree, number: usize) -> Option<Self> {
        let element = tree.elements().into_iter().find(|element| element.number == number)?;
        let node = tree.nodes.get(element.node)?;
        Some(Self {
            number,
            label: element.label,
            resource_id: node.resource_id.clone(),
            class: node.class.clone(),
            bounds: node.bounds,
        })
    }

    fn is(&self, element: &Element, node: &Node) -> bool {
        self.label == element.label && self.resource_id == node.resource_id && self.class == node.class
    }
}

impl AimedAction {
    /// Returns the action with its point, or an error message for the caller.
    pub(super) fn placed(self, tree: Option<&Tree>) -> Result<AgentAction, String> {
        let Some(aim) = self.aim else { return Ok(self.action) };
        let tree = tree.ok_or("the elements of the screen cannot be read; give a point, x and y")?;
        let bounds = match &aim {
            Aim::Element(seen) => seen_again(tree, seen),
            Aim::Text(text) => saying(tree, text),
        }?;
        let (x, y) = bounds.centre();
        let (x, y) = (Finite::from(x), Finite::from(y));
        match self.action {
            AgentAction::Tap(verb) => Ok(AgentAction::Tap(action::phone::Tap { x, y, ..verb })),
            AgentAction::DoubleTap(verb) => Ok(AgentAction::DoubleTap(action::phone::DoubleTap { x, y, ..verb })),
            AgentAction::LongPress(verb) => Ok(AgentAction::LongPress(action::phone::LongPress { x, y, ..verb })),
            other => Err(format!("`{}` does not take an element; use its own fields", other.name())),
        }
    }
}

/// Finds a listed element again: at its old position, or as the only match elsewhere.
fn seen_again(tree: &Tree, seen: &SeenElement) -> Result<Bounds, String> {
    let elements = tree.elements();
    let same = elements.iter().filter_map(|element| Some((element, tree.nodes.get(element.node)?)));
    let same: Vec<Bounds> =
        same.filter(|(element, node)| seen.is(element, node)).map(|(_, node)| node.bounds).collect();
    match same.as_slice() {
        _ if same.contains(&seen.bounds) => Ok(seen.bounds),
        [one] => Ok(*one),
        _ => Err(format!(
            "element {} (`{}`) is no longer there: the screen changed since then; observe again",
            seen.number,
            shown(&seen.label)
        )),
    }
}

/// Finds the element with this text: an exact match, otherwise a partial one; of several, the only one that can be
/// touched.
fn saying(tree: &Tree, text: &str) -> Result<Bounds, String> {
    let wanted = fold(text);
    let elements = tree.elements();
    let fits = |fit: &dyn Fn(&str) -> bool| -> Vec<(&Element, &Node)> {
        let known = elements.iter().filter_map(|element| Some((element, tree.nodes.get(element.node)?)));
        known.filter(|(element, node)| fit(&fold(&element.label)) || fit(&fold(node.label()))).collect()
    };
    let mut found = fits(&|label| label == wanted);
    if found.is_empty() && !wanted.is_empty() {
        found = fits(&|label| label.contains(&wanted));
    }
    if found.len() > 1 && found.iter().any(|(_, node)| node.is_interactive()) {
        found.retain(|(_, node)| node.is_interactive());
    }
    match found.as_slice() {
        [(_, node)] => Ok(node.bounds),
        [] => Err(format!("nothing on the screen says `{}`; observe, or scroll to it with phone_find", shown(text))),
        several => {
            let numbers: Vec<String> = several.iter().take(20).map(|(element, _)| element.number.to_string()).collect();
            let (count, numbers) = (several.len(), numbers.join(", "));
            Err(format!("{count} elements say `{}`; name one by its number: {numbers}", shown(text)))
        }
    }
}

fn fold(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

fn shown(text: &str) -> String {
    text.chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    use device::tree::State;

    use super::*;

    /// Each line is a label, a left edge, and whether it can be touched.
    fn screen(lines: &[(&str, i32, bool)]) -> Tree {
        let node = |(label, left, touch): &(&str, i32, bool)| Node {
            text: (*label).to_owned(),
            class: "android.widget.TextView".to_owned(),
            bounds: Bounds { left: *left, top: 0, right: left + 10, bottom: 10 },
            state: State { clickable: *touch, enabled: true, ..State::default() },
            ..Node::default()
        };
        Tree { nodes: lines.iter().map(node).collect(), ..Tree::default() }
    }

    fn check(screen: &Tree, aim: Aim, expected: Result<i32, &str>) {
        let tap = AgentAction::tap(Finite::from(0), Finite::from(0));
        let placed = AimedAction { action: tap, aim: Some(aim.clone()) }.placed(Some(screen));
        match (placed, expected) {
            (Ok(action), Ok(x)) => assert_eq!(action.points()[0].0, Finite::from(x), "{aim:?}"),
            (Err(why), Err(part)) => assert!(why.contains(part), "{why}"),
            (placed, expected) => panic!("{aim:?}: {placed:?}, expected {expected:?}"),
        }
    }

    #[test]
    fn a_touch_finds_what_it_is_aimed_at_or_says_why_not() {
        let now = screen(&[("Send", 0, true), ("Send money", 100, true), ("Delete", 200, true), ("Delete", 300, true)]);
        let text = |text: &str| Aim::Text(text.to_owned());
        check(&now, text(" send "), Ok(5));
        check(&now, text("money"), Ok(105));
        check(&now, text("Delete"), Err("2 elements say `Delete`; name one by its number: 3, 4"));
        check(&now, text("Archive"), Err("nothing on the screen says `Archive`"));
        check(&now, text(""), Err("nothing on the screen"));
        let seen = |tree: &Tree, number| Aim::Element(SeenElement::of(tree, number).unwrap());
        check(&now, seen(&now, 4), Ok(305));
        // The list moved: a unique element is found at its new position, an ambiguous one is not guessed.
        let moved = screen(&[("Send", 50, true), ("Delete", 250, true), ("Delete", 350, true)]);
        check(&moved, seen(&now, 1), Ok(55));
        check(&moved, seen(&now, 3), Err("no longer there"));
        check(&moved, seen(&now, 2), Err("no longer there"));
        let heading = screen(&[("Wi-Fi", 0, false), ("Wi-Fi", 100, true)]);
        check(&heading, text("Wi-Fi"), Ok(105));
    }

    #[test]
    fn only_touches_are_aimed() {
        let aimed = AimedAction { action: AgentAction::text("x"), aim: Some(Aim::Text("Send".to_owned())) };
        assert!(aimed.placed(Some(&screen(&[("Send", 0, true)]))).unwrap_err().contains("`type`"));
        let aimed = AimedAction { action: AgentAction::text("x"), aim: None };
        assert_eq!(aimed.placed(None).unwrap(), AgentAction::text("x"));
    }
}
