//! Adversarial screens: the gate stays bounded on them, and is never more lenient than on the plain version.

use action::phone::AgentAction;
use device::Tree;
use device::tree::{Bounds, MAX_NODES, Node, State, parse};
use policy::{Decision, Verdict};
use serde_json::{Value, json};

use super::budget;
use super::{JudgedScreen, LONGEST_LABEL, Trail};
use crate::judgement::judged;

const SCREEN: (u32, u32) = (1080, 2400);
const WHOLE: Bounds = Bounds { left: 0, top: 0, right: 1080, bottom: 2400 };
const MIDDLE: Bounds = Bounds { left: 440, top: 1150, right: 640, bottom: 1250 };
/// Half a million of these are a megabyte.
const FILLER: &str = "x ";

fn node(parent: Option<usize>, class: &str, text: impl Into<String>, bounds: Bounds) -> Node {
    let state = State { clickable: class == "Button", enabled: true, ..State::default() };
    let (class, package) = (format!("android.widget.{class}"), "com.example".to_owned());
    Node { parent, text: text.into(), class, package, bounds, state, ..Node::default() }
}

fn tree(nodes: impl IntoIterator<Item = Node>) -> Tree {
    let root = node(None, "FrameLayout", "", WHOLE);
    Tree { nodes: std::iter::once(root).chain(nodes).collect(), ..Tree::default() }
}

fn button(label: impl Into<String>, bounds: Bounds) -> Node {
    node(Some(0), "Button", label, bounds)
}

/// Harmless rows, followed by `last`.
fn behind(count: usize, last: Node) -> Tree {
    tree((0..count).map(|number| button(format!("Leaf {number}"), WHOLE)).chain([last]))
}

fn action(value: Value) -> AgentAction {
    serde_json::from_value(value).unwrap()
}

fn tap() -> AgentAction {
    action(json!({"type": "tap", "x": 540, "y": 1200}))
}

fn enter() -> AgentAction {
    action(json!({"type": "keyevent", "keycode": "KEYCODE_ENTER"}))
}

fn tab_enter() -> AgentAction {
    action(json!({"type": "key_combination", "keys": ["KEYCODE_TAB", "KEYCODE_ENTER"]}))
}

/// Judges, and checks that the evidence stays within its limits.
fn judge(name: &str, action: &AgentAction, tree: &Tree) -> Decision {
    let trail = Trail::of("tidy up");
    let touched = JudgedScreen::of(Some(tree), SCREEN, &trail, true).touched(&[action]).concat();
    assert!(touched.len() <= 64, "{name}: {} elements are judged", touched.len());
    for touched in touched {
        let evidence = &touched.evidence;
        let bytes = |texts: &[String]| texts.iter().map(String::len).sum::<usize>();
        let asked = evidence.question.as_ref().map_or(0, |question| bytes(&question.texts) + bytes(&question.choices));
        assert!(bytes(&evidence.screen) <= budget::SCREEN, "{name}: too much is read of the screen");
        assert!(asked <= budget::TOUCHED, "{name}: too much is read of the question");
        let label = touched.target.map_or(0, |target| target.label.len());
        assert!(label <= 2 * LONGEST_LABEL, "{name}: too much is read of the label");
    }
    judged(action, tree, SCREEN, "tidy up")
}

/// Checks that an odd screen is judged at least as strictly as the plain one.
fn check(rows: impl IntoIterator<Item = (&'static str, AgentAction, Tree, Tree)>) {
    for (name, action, plain, odd) in rows {
        let (plain, odd) = (judge(name, &action, &plain), judge(name, &action, &odd));
        assert!(odd.verdict >= plain.verdict, "{name}: {odd:?} is milder than {plain:?}");
        // If the plain screen were allowed, the row could not fail.
        assert!(plain.verdict > Verdict::Allow, "{name}: the plain one is {plain:?}");
    }
}

fn plain() -> Tree {
    tree([button("Delete all", MIDDLE)])
}

fn focused(mut tree: Tree, place: usize) -> Tree {
    tree.nodes[place].state.focused = true;
    tree
}

/// A pressable element without its own label that contains lines of text, with `last` at the end.
fn holding(lines: usize, last: &str) -> Tree {
    let mut pressed = node(Some(0), "LinearLayout", "", MIDDLE);
    pressed.state.clickable = true;
    let lines = (0..lines).map(|line| node(Some(1), "TextView", format!("Leaf {line}"), MIDDLE));
    tree(std::iter::once(pressed).chain(lines).chain([node(Some(1), "TextView", last, MIDDLE)]))
}

/// A window of its own with a question.
fn asking(parent: Option<usize>, at: usize, filler: usize, question: &str) -> Vec<Node> {
    let window = Bounds { left: 90, top: 600, right: 990, bottom: 1800 };
    let mut nodes = vec![node(parent, "FrameLayout", "", window)];
    nodes.extend((0..filler).map(|line| node(Some(at), "TextView", format!("Line {line}"), window)));
    nodes.push(node(Some(at), "TextView", question, window));
    nodes.push(node(Some(at), "Button", "OK", MIDDLE));
    nodes
}

#[test]
fn a_screen_that_nobody_would_draw_is_judged_no_milder_than_the_plain_one() {
    let long = FILLER.repeat(500_000);
    let outside = Bounds { left: 5_000, top: 9_000, right: 6_000, bottom: 9_900 };
    let inverted = Bounds { left: 640, top: 1250, right: 440, bottom: 1150 };
    let endless = Bounds { left: i32::MIN, top: i32::MIN, right: i32::MAX, bottom: i32::MAX };
    let question = "Delete 12 photos?";
    let asked = || tree(asking(None, 1, 0, question));
    let nested = || {
        let mut nodes = asking(None, 1, 20, "Settings of your notes");
        let at = nodes.len() + 1;
        nodes.extend(asking(Some(1), at, 0, question));
        tree(nodes)
    };
    let many_choices = || {
        let mut nodes = asking(None, 1, 0, question);
        nodes.extend((0..300).map(|number| node(Some(1), "Button", format!("Choice {number}"), outside)));
        tree(nodes)
    };
    check([
        ("a heap below it", tap(), plain(), behind(20, button("Delete all", MIDDLE))),
        ("a heap upon it", tap(), plain(), {
            let mut tree = behind(20, button("Leaf", WHOLE));
            tree.nodes.insert(1, button("Delete all", MIDDLE));
            tree
        }),
        ("100,000 elements", tap(), plain(), behind(100_000, button("Delete all", MIDDLE))),
        ("100,000 elements, Tab and Enter", tab_enter(), plain(), behind(100_000, button("Delete all", MIDDLE))),
        ("forty buttons, Tab and Enter", tab_enter(), plain(), behind(40, button("Delete all", outside))),
        ("a megabyte before it", tap(), plain(), tree([button(format!("{long}Delete all"), MIDDLE)])),
        ("a megabyte behind it", tap(), plain(), tree([button(format!("Delete all {long}"), MIDDLE)])),
        ("a megabyte around it", tap(), plain(), tree([button(format!("{long}Delete all {long}"), MIDDLE)])),
        ("a megabyte of blanks", tap(), plain(), tree([button(format!("Delete all{}", " ".repeat(1 << 20)), MIDDLE)])),
        ("lines before it", tap(), holding(0, "Delete all"), holding(60, "Delete all")),
        ("a page before it", tap(), holding(0, "Delete all"), holding(900, "Delete all")),
        (
            "a page before it, and Enter",
            enter(),
            focused(holding(0, "Delete all"), 1),
            focused(holding(900, "Delete all"), 1),
        ),
        ("others outside of the screen", tap(), plain(), tree([button("Delete all", MIDDLE), button("A", outside)])),
        ("others inside out", tap(), plain(), tree([button("A", inverted), button("Delete all", MIDDLE)])),
        ("without an end", tap(), plain(), tree([button("Delete all", endless)])),
        ("no size, and the focus", enter(), focused(plain(), 1), focused(tree([button("Delete all", inverted)]), 1)),
        ("outside, and the focus", enter(), focused(plain(), 1), focused(tree([button("Delete all", outside)]), 1)),
        ("a dialog in a dialog", tap(), asked(), nested()),
        ("a question behind many lines", tap(), asked(), tree(asking(None, 1, 300, question))),
        ("a question of a megabyte", tap(), asked(), tree(asking(None, 1, 0, &format!("{long}{question}")))),
        ("a question among many choices", tap(), asked(), many_choices()),
    ]);
}

#[test]
fn a_page_that_only_scrolls_is_no_label() {
    let mut page = holding(900, "Leaf");
    page.nodes[1].state = State { scrollable: true, enabled: true, ..State::default() };
    // All lines of a pressable element are read, and these are harmless.
    for (name, screen) in [("a tap on a page", page), ("a tap on what holds lines", holding(60, "Leaf"))] {
        let decision = judge(name, &tap(), &screen);
        assert_eq!(decision.verdict, Verdict::Allow, "{name}: {decision:?}");
    }
}

#[test]
fn what_contradicts_itself_is_judged_without_a_panic() {
    let bounds = [WHOLE, MIDDLE, Bounds::default(), Bounds { left: i32::MAX, top: 0, right: i32::MIN, bottom: 5 }];
    // Parents that do not exist, that come later, or that are the node itself.
    for (parent, bounds) in
        [Some(0), Some(1), Some(2), Some(9), Some(usize::MAX), None].into_iter().zip(bounds.iter().cycle())
    {
        let nodes = [node(parent, "Button", "Delete all", *bounds), node(parent, "EditText", "x", *bounds)];
        for screen in [tree(nodes.clone()), Tree { nodes: nodes.to_vec(), ..Tree::default() }] {
            for action in [tap(), enter(), tab_enter()] {
                judge("contradicting", &action, &screen);
            }
        }
    }
}

#[test]
fn what_was_cut_off_is_unseen_and_not_absent() {
    let row = |text: &str| {
        format!(
            "<node text=\"{text}\" class=\"android.widget.Button\" package=\"com.example\" clickable=\"true\" bounds=\"[0,0][9,9]\"/>"
        )
    };
    let root = "<node class=\"android.widget.FrameLayout\" package=\"com.example\" bounds=\"[0,0][1080,2400]\">";
    let dump = |count: usize| format!("<hierarchy>{root}{}</node></hierarchy>", row("Leaf").repeat(count));
    for (count, cut, verdict) in [(40, false, Verdict::Allow), (MAX_NODES + 5, true, Verdict::Ask)] {
        let tree = parse(&dump(count)).unwrap();
        assert_eq!((tree.cut, tree.nodes.len() <= MAX_NODES), (cut, true));
        let decision = judge("cut", &tap(), &tree);
        assert_eq!(decision.verdict, verdict, "{count} elements: {decision:?}");
    }
}

#[test]
fn what_lies_in_one_place_under_one_label_is_judged_by_every_name() {
    let named = |id: &str| Node { resource_id: format!("com.example:id/{id}"), ..button("Continue", MIDDLE) };
    let harmless = || named("row_of_a_list");
    check([
        ("below", tap(), tree([named("delete_all")]), tree([named("delete_all"), harmless()])),
        ("on top", tap(), tree([named("delete_all")]), tree([harmless(), named("delete_all")])),
    ]);
}

#[test]
fn a_padded_label_that_calls_still_calls_the_person_of_the_page() {
    let page = |label: String| {
        let call = Node { package: "com.google.android.dialer".to_owned(), ..button(label, MIDDLE) };
        let name = Bounds { left: 0, top: 200, right: 1080, bottom: 300 };
        tree([node(Some(0), "TextView", "Sam Carter", name), call])
    };
    for padding in ["", "\u{200b}", " .", "\u{2060}\u{200d}"] {
        let tree = page(format!("Call{}", padding.repeat(150)));
        let decision = judged(&tap(), &tree, SCREEN, "call Mom");
        assert!(decision.verdict > Verdict::Allow, "{padding:?}: {decision:?}");
    }
}
