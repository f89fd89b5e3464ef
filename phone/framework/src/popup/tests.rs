//! Tests of pop-ups and of the presses recorded in them.

use serde_json::{Value, json};

use super::*;
use commands::System;
use state::profile::Profile;
use toolkit::tree::Node;

fn phone(popup: Value) -> Phone {
    let mut phone = Phone::new(Profile::default(), apps::SYSTEM, 1_794_650_400_000);
    let popup: PopUp = serde_json::from_value(popup).unwrap();
    assert_eq!(popup.problem(), None);
    phone.pop_up(popup);
    phone
}

fn find<'a>(nodes: &'a [Node], label: &str) -> Option<&'a Node> {
    let is = |node: &Node| {
        node.text == label || node.content_desc == label || node.resource_id.rsplit('/').next() == Some(label)
    };
    nodes.iter().find_map(|node| if is(node) { Some(node) } else { find(&node.children, label) })
}

fn pressed(presses: &[Press]) -> Vec<&str> {
    presses.iter().map(|press| press.pressed.as_str()).collect()
}

/// Runs commands, including `tap LABEL`; then compares the presses and the number of deeds.
fn check(popup: Value, commands: &[&str], expected: &[&str], deeds: usize) {
    let mut phone = phone(popup.clone());
    let before = phone.deeds();
    for command in commands {
        let command = match command.strip_prefix("tap ") {
            Some(label) => {
                let nodes = phone.nodes();
                let Some(node) = find(&nodes, label) else {
                    panic!("{label}: {}", phone.hierarchy_xml(false).unwrap())
                };
                let (x, y) = node.bounds.center();
                format!("input tap {x} {y}")
            }
            None => (*command).to_owned(),
        };
        shell::run(&command, &mut phone, &[]);
    }
    assert_eq!(pressed(phone.presses()), expected, "{popup} {commands:?}");
    assert_eq!(phone.presses().iter().filter(|press| press.deed).count(), deeds, "{popup} {commands:?}");
    assert_eq!(before == phone.deeds(), deeds == 0, "{popup} {commands:?}");
}

#[test]
fn what_is_pressed_is_kept() {
    let plain = json!({"title": "Delete?", "buttons": ["Cancel", "OK"]});
    for layout in ["dialog", "bare", "sheet", "screen"] {
        let mut popup = plain.clone();
        popup["layout"] = json!(layout);
        check(popup, &["tap OK"], &["OK"], 1);
    }
    check(plain.clone(), &["input keyevent BACK"], &[], 0);
    // The first key after a touch only shows the focus.
    check(plain.clone(), &["input keyevent ENTER"], &[], 0);
    check(plain.clone(), &["input keyevent TAB TAB ENTER"], &["OK"], 1);
    check(plain.clone(), &["input keyevent DPAD_DOWN DPAD_RIGHT DPAD_CENTER"], &["OK"], 1);
    check(plain, &["input keyevent TAB", "input text '%s'"], &["Cancel"], 1);
    let chain =
        json!({"title": "App", "items": [{"text": "Uninstall", "then": {"title": "Sure?", "buttons": ["OK"]}}]});
    check(chain.clone(), &["tap Uninstall"], &["Uninstall"], 0);
    check(chain, &["tap Uninstall", "tap OK"], &["Uninstall", "OK"], 1);
    let focused = json!({"title": "Pay", "buttons": ["No", {"text": "Yes", "class": "Button", "focused": true}]});
    check(focused, &["input keyevent ENTER"], &["Yes"], 1);
    let field = json!({"title": "To", "items": [{"resource_id": "to", "field": {"hint": "Name", "submits": true}}]});
    check(field, &["tap to", "input text all", "input keyevent ENTER"], &["all"], 1);
    let tick = json!({"title": "Terms", "items": [{"text": "I agree", "checked": false}], "buttons": ["Next"]});
    check(tick, &["tap I agree", "tap Next"], &["I agree", "Next"], 2);
    let harmless = json!({"title": "Rate", "buttons": [{"text": "Later", "class": "Button", "deed": false}]});
    check(harmless, &["tap Later"], &["Later"], 0);
}

#[test]
fn elements_say_what_they_are_told_to() {
    let phone = phone(json!({"package": "com.shop", "layout": "bare", "items": [
        {"description": "Trash", "class": "ImageButton"},
        {"resource_id": "row", "clickable": true, "inside": [{"text": "Total"}, {"text": "$ 12"}]},
        {"class": "View", "clickable": true, "text": "Buy"},
        {"resource_id": "long", "scrollable": true, "inside": vec![json!({"text": "line"}); 40]},
        {"text": "over", "clickable": true, "bounds": [0, 0, 100, 60]},
    ]}));
    assert_eq!(phone.front().unwrap().component.package, "com.shop");
    let nodes = phone.nodes();
    let of = |label: &str| find(&nodes, label).unwrap();
    assert_eq!((of("Trash").class, of("Trash").clickable), ("android.widget.ImageButton", true));
    assert_eq!((of("row").resource_id.as_str(), of("row").children.len()), ("com.shop:id/row", 2));
    assert_eq!((of("Buy").class, of("Buy").clickable), ("android.view.View", true));
    assert!(of("long").scrollable);
    let (over, trash) = (of("over").bounds, of("Trash").bounds);
    assert!(over.contains(trash.left, trash.top), "{over:?} {trash:?}");
}

#[test]
fn what_no_phone_could_show_is_refused() {
    let unknown = serde_json::from_value::<PopUp>(json!({"title": "x", "colour": 1})).unwrap_err();
    assert!(unknown.to_string().contains("unknown field `colour`"), "{unknown}");
    assert!(serde_json::from_value::<PopUp>(json!({"buttons": [{"txt": "OK"}]})).is_err());
    let deep = (0..40).fold(json!({"text": "x"}), |inside, _| json!({"inside": [inside]}));
    let rows = [
        (json!({"items": vec![json!({}); 3_000]}), "more than 2000 elements"),
        (json!({"items": [deep]}), "nested deeper than 24"),
        (json!({"title": "x".repeat(100_000)}), "the limit is 65536"),
        (json!({"items": [{"bounds": [0, -1, 5, 5]}]}), "must be from 0 to 4000"),
        (json!({"package": ""}), "`package` is empty"),
    ];
    for (popup, expected) in rows {
        let popup: PopUp = serde_json::from_value(popup).unwrap();
        let problem = popup.problem().unwrap_or_default();
        assert!(problem.contains(expected), "{problem}");
    }
}

#[test]
fn looking_and_typing_are_no_deeds() {
    let mut phone = Phone::new(Profile::default(), apps::SYSTEM, 1_794_650_400_000);
    let mut run = |command: &str| {
        shell::run(command, &mut phone, &[]);
        phone.deeds()
    };
    let first = run("am start -n com.whatsapp/.HomeActivity");
    assert_eq!(run("am start -a android.intent.action.VIEW -d https://wa.me/15550102?text=hello"), first);
    assert_eq!(run("am start -a android.intent.action.SENDTO -d smsto:+15550101"), first);
    assert_eq!(run("input swipe 500 1500 500 700"), first);
    assert_eq!(run("input keyevent HOME"), first);
    // Opening an app is never a deed.
    for package in phone.shared.packages.installed.keys().cloned().collect::<Vec<_>>() {
        shell::run(&format!("monkey -p {package} 1; input keyevent HOME"), &mut phone, &[]);
        assert_eq!(phone.deeds(), first, "{package}");
    }
    let mut run = |command: &str| {
        shell::run(command, &mut phone, &[]);
        phone.deeds()
    };
    let second = run("settings put system screen_brightness 3");
    assert_ne!(second, first);
    assert_ne!(run("echo x > /sdcard/x"), second);
}
