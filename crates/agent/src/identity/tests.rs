//! Describes elements and changes on small screens, as `uiautomator` dumps them.

use action::phone::AgentAction;
use device::Tree;
use device::tree::parse;
use serde_json::json;

use super::*;

const SCREEN: (u32, u32) = (1000, 2000);

/// A screen of nodes: attributes as written, a child per level of indentation.
fn screen(nodes: &str) -> Tree {
    parse(&format!("<hierarchy rotation=\"0\">{nodes}</hierarchy>")).unwrap()
}

/// A node: class, id, text, bounds, more attributes, children.
fn node(class: &str, id: &str, text: &str, bounds: &str, more: &str, inside: &str) -> String {
    format!(
        "<node class=\"android.widget.{class}\" resource-id=\"{id}\" text=\"{text}\" package=\"com.example\" \
         enabled=\"true\" bounds=\"{bounds}\" {more}>{inside}</node>"
    )
}

/// A form: a title, two fields with labels, a list of three rows, a button.
fn form(name: &str, rows: [&str; 3], button: &str) -> Tree {
    let row = |at: usize, text: &str| {
        let top = 800 + at * 200;
        node(
            "TextView",
            "com.example:id/row",
            text,
            &format!("[0,{top}][1000,{}]", top + 150),
            "clickable=\"true\"",
            "",
        )
    };
    let list: String = rows.iter().enumerate().map(|(at, text)| row(at, text)).collect();
    let inside = [
        node("TextView", "com.example:id/title", "New order", "[0,0][1000,100]", "", ""),
        node("TextView", "", "Name", "[0,200][200,300]", "", ""),
        node("EditText", "com.example:id/name", name, "[200,200][1000,300]", "focused=\"true\" clickable=\"true\"", ""),
        node("RecyclerView", "com.example:id/list", "", "[0,800][1000,1500]", "scrollable=\"true\"", &list),
        node("Button", "com.example:id/go", button, "[400,1800][600,1900]", "clickable=\"true\"", ""),
    ];
    screen(&node("FrameLayout", "com.example:id/root", "", "[0,0][1000,2000]", "", &inside.concat()))
}

fn action(action: serde_json::Value) -> AgentAction {
    serde_json::from_value(action).unwrap()
}

#[test]
fn a_touched_element_is_described_by_all_that_finds_it_again() {
    let tree = form("", ["Soup", "Rice", "Tea"], "Order");
    let tapped = touched(&action(json!({"type": "tap", "x": 500, "y": 1850})), &tree, SCREEN, None);
    let expected: ElementIdentity = serde_json::from_value(json!({
        "id": "com.example:id/go", "text": "Order", "role": "button", "class": "android.widget.Button",
        "package": "com.example", "name": "Order", "bounds": [0.4, 0.9, 0.6, 0.95], "point": [0.5, 0.925],
        "neighbours": [{"label": "Tea", "side": "above"}],
        "containers": [{"id": "com.example:id/root", "class": "android.widget.FrameLayout"}], "place": [1, 1],
    }))
    .unwrap();
    assert_eq!(tapped, [expected]);
}

#[test]
fn rows_are_told_apart_by_name_neighbours_and_container() {
    let tree = form("", ["Soup", "Rice", "Rice"], "Order");
    let row = |y: i32| touched(&action(json!({"type": "tap", "x": 500, "y": y})), &tree, SCREEN, None).remove(0);
    let (soup, rice, again) = (row(850), row(1050), row(1250));
    assert_eq!((soup.name.as_str(), soup.place), ("Soup", [1, 1]));
    assert_eq!((rice.name.as_str(), rice.place, again.place), ("Rice", [1, 2], [2, 2]));
    assert_eq!(rice.neighbours[0], Neighbour { label: "Soup".to_owned(), side: Side::Above });
    assert_eq!(rice.containers[0].id, "com.example:id/list");
}

#[test]
fn typing_touches_the_field_in_focus_and_a_swipe_has_two_ends() {
    let tree = form("Ada", ["Soup", "Rice", "Tea"], "Order");
    let typed = touched(&action(json!({"type": "type", "text": "x"})), &tree, SCREEN, None);
    assert_eq!(typed.len(), 1);
    assert_eq!((typed[0].id.as_str(), typed[0].text.as_str(), typed[0].point), ("com.example:id/name", "Ada", None));
    assert_eq!(typed[0].neighbours[0], Neighbour { label: "Name".to_owned(), side: Side::Left });
    assert_eq!(typed[0].state, ["focused"]);
    let swipe = json!({"type": "swipe", "x1": 500, "y1": 1250, "x2": 500, "y2": 850});
    let swiped = touched(&action(swipe), &tree, SCREEN, None);
    assert_eq!(swiped.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["Tea", "Soup"]);
    let shell = json!({"type": "shell", "command": "input tap 500 1850"});
    assert_eq!(touched(&action(shell), &tree, SCREEN, None)[0].name, "Order");
    for nothing in [json!({"type": "launch_app", "packageName": "com.example"}), json!({"type": "observe"})] {
        assert_eq!(touched(&action(nothing), &tree, SCREEN, None), []);
    }
}

#[test]
fn a_layout_is_the_same_whatever_the_form_holds() {
    let one = layout(&form("", ["Soup", "Rice", "Tea"], "Order"));
    assert_eq!(one, layout(&form("Ada", ["Cake", "Milk", ""], "Bestellen")));
    assert_eq!(one.len(), 16);
    // It is stored, so it never changes.
    assert_eq!(one, "9ed363f8d9d74b35");
    assert_ne!(one, layout(&screen(&node("Button", "com.example:id/go", "Order", "[0,0][10,10]", "", ""))));
    assert_eq!(layout(&Tree::default()).len(), 16);
}

fn names(parts: &[SeenPart]) -> Vec<&str> {
    parts.iter().map(|part| part.name.as_str()).collect()
}

#[test]
fn what_changed_is_told_from_what_came_and_went() {
    let before = form("", ["Soup", "Rice", "Tea"], "Order");
    let same = ScreenChange::between(&before, &before.clone(), ScreenPlace::default());
    assert_eq!(same, ScreenChange::default());
    let after = form("Ada", ["Soup", "Cake", "Tea"], "Cancel");
    let change = ScreenChange::between(&before, &after, ScreenPlace::default());
    let texts: Vec<_> =
        change.changed.iter().map(|one| (one.part.id.as_str(), one.was.as_deref(), one.now.as_deref())).collect();
    assert_eq!(
        texts,
        [
            ("com.example:id/name", Some(""), Some("Ada")),
            ("com.example:id/row", Some("Rice"), Some("Cake")),
            ("com.example:id/go", Some("Order"), Some("Cancel")),
        ]
    );
    // The label of an empty field is the field's name; beside a field with a text it is an element of its own.
    assert_eq!(names(&change.appeared), ["Name"]);
    assert_eq!((change.disappeared.len(), change.more), (0, [0; 3]));
}

#[test]
fn another_screen_is_not_the_same_one_changed() {
    let before = form("", ["Soup", "Rice", "Tea"], "Order");
    let row = |text: &str, top: i32| {
        let bounds = format!("[0,{top}][1000,{}]", top + 150);
        node("TextView", "com.example:id/row", text, &bounds, "clickable=\"true\"", "")
    };
    let after =
        screen(&node("FrameLayout", "", "", "[0,0][1000,2000]", "", &[row("Paid", 800), row("Thanks", 1000)].concat()));
    let change = ScreenChange::between(&before, &after, ScreenPlace::default());
    assert_eq!(names(&change.appeared), ["Paid", "Thanks"]);
    assert!(names(&change.disappeared).contains(&"Order"), "{change:?}");
    assert!(change.changed.is_empty(), "{change:?}");
}

#[test]
fn a_change_is_bounded_and_counts_what_it_leaves_out() {
    let rows = |count: usize, word: &str| {
        let row = |at: usize| {
            let bounds = format!("[0,{}][1000,{}]", at * 10, at * 10 + 9);
            node(
                "TextView",
                &format!("com.example:id/{word}{at}"),
                &format!("{word}{at} {}", "x".repeat(500)),
                &bounds,
                "",
                "",
            )
        };
        screen(&node("FrameLayout", "", "", "[0,0][1000,2000]", "", &(0..count).map(row).collect::<String>()))
    };
    let change = ScreenChange::between(&rows(40, "old"), &rows(50, "new"), ScreenPlace::default());
    assert_eq!((change.appeared.len(), change.disappeared.len(), change.more), (12, 12, [38, 28, 0]));
    assert!(serde_json::to_string(&change).unwrap().len() < 5_000);
}

#[test]
fn the_phones_own_bars_say_nothing() {
    let with_clock = |time: &str| {
        let clock = node("TextView", "com.android.systemui:id/clock", time, "[0,0][100,40]", "", "");
        let clock = clock.replace("com.example", "com.android.systemui");
        let button = node("Button", "com.example:id/go", "Order", "[0,50][100,90]", "clickable=\"true\"", "");
        screen(&node("FrameLayout", "", "", "[0,0][1000,2000]", "", &[clock, button].concat()))
    };
    let change = ScreenChange::between(&with_clock("9:41"), &with_clock("9:42"), ScreenPlace::default());
    assert_eq!(change, ScreenChange::default());
    assert_eq!(layout(&with_clock("9:41")), layout(&with_clock("9:42")));
}
