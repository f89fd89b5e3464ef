//! The elements on a phone's screen, as a page lists them.

use desktop::wire::{ElementRole, PhoneElement};
use task::device::Tree;
use task::device::tree::{Element, Node, Role};

/// How many elements a page gets. A readable screen has a few hundred.
const MOST: usize = 1_000;
/// How many characters of a label.
const LABEL: usize = 300;

/// Returns the elements of a screen, with the numbers that models see.
pub(super) fn listed(tree: &Tree) -> Vec<PhoneElement> {
    let elements = tree.elements();
    elements.iter().take(MOST).filter_map(|element| Some(told(element, tree.nodes.get(element.node)?))).collect()
}

fn told(element: &Element, node: &Node) -> PhoneElement {
    let (bounds, state) = (node.bounds, node.state);
    PhoneElement {
        index: u32::try_from(element.number).unwrap_or(u32::MAX),
        label: element.label.chars().take(LABEL).collect(),
        role: role(element.role, node),
        bounds: [bounds.left, bounds.top, bounds.right, bounds.bottom],
        clickable: state.enabled && (state.clickable || state.checkable || state.long_clickable),
        editable: state.enabled && element.role == Role::Field,
        scrollable: state.scrollable,
        checked: state.checkable.then_some(state.checked),
        focused: state.focused,
        password: state.password,
    }
}

fn role(role: Role, node: &Node) -> ElementRole {
    let class = node.class.rsplit('.').next().unwrap_or_default();
    match role {
        // `TabLayout$TabView`, `TabWidget`
        _ if class.contains("Tab") && !class.contains("Table") => ElementRole::Tab,
        Role::Button => ElementRole::Button,
        Role::Field => ElementRole::Field,
        Role::Switch => ElementRole::Switch,
        Role::Checkbox | Role::Radio => ElementRole::Checkbox,
        Role::List => ElementRole::List,
        Role::Image => ElementRole::Image,
        Role::Text => ElementRole::Text,
        Role::Slider | Role::Group => ElementRole::Other,
    }
}

#[cfg(test)]
mod tests {
    use task::device::tree::{Bounds, State};

    use super::*;

    #[test]
    fn an_element_is_told_in_plain_words() {
        let bounds = Bounds { left: 1, top: 2, right: 30, bottom: 40 };
        let check = |class: &str, state: State, expected: (ElementRole, bool, bool, Option<bool>)| {
            let node = Node { class: class.to_owned(), text: "Go".to_owned(), bounds, state, ..Node::default() };
            let tree = Tree { nodes: vec![node], ..Tree::default() };
            let listed = listed(&tree);
            let [one] = &listed[..] else { panic!("{class}: {listed:?}") };
            assert_eq!((one.role, one.clickable, one.editable, one.checked), expected, "{class}");
            assert_eq!((one.index, one.label.as_str(), one.bounds), (1, "Go", [1, 2, 30, 40]));
        };
        let on = State { enabled: true, clickable: true, ..State::default() };
        check("android.widget.Button", on, (ElementRole::Button, true, false, None));
        check("android.widget.EditText", on, (ElementRole::Field, true, true, None));
        check("android.widget.TextView", State::default(), (ElementRole::Text, false, false, None));
        check("com.x.TabLayout$TabView", on, (ElementRole::Tab, true, false, None));
        let checked = State { checkable: true, checked: true, ..on };
        check("android.widget.Switch", checked, (ElementRole::Switch, true, false, Some(true)));
        check(
            "android.widget.CheckBox",
            State { checked: false, ..checked },
            (ElementRole::Checkbox, true, false, Some(false)),
        );
        check("android.widget.SeekBar", on, (ElementRole::Other, true, false, None));
    }

    #[test]
    fn a_hostile_screen_is_cut() {
        let node = Node {
            class: "android.widget.Button".to_owned(),
            text: "é".repeat(10 * LABEL),
            bounds: Bounds { left: 0, top: 0, right: 1, bottom: 1 },
            state: State { enabled: true, clickable: true, ..State::default() },
            ..Node::default()
        };
        let listed = listed(&Tree { nodes: vec![node; MOST + 5], ..Tree::default() });
        assert_eq!(listed.len(), MOST);
        assert!(listed.iter().all(|element| element.label.chars().count() == LABEL));
    }
}
