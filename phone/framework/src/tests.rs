//! Tests of the phone through its own shell: type, touch, and compare the screen.

mod conversations;
mod sqlite;
mod system_ui;

use super::*;
use commands::System;

const START: i64 = 1_794_650_400_000;

fn phone() -> Phone {
    Phone::new(Profile::default(), apps::SYSTEM, START)
}

/// Runs a command and returns its output.
fn run(phone: &mut Phone, command: &str) -> String {
    let outcome = shell::run(command, phone, &[]);
    String::from_utf8_lossy(&outcome.stdout).into_owned() + &String::from_utf8_lossy(&outcome.stderr)
}

/// Touches the view with this text, description or id.
fn touch(phone: &mut Phone, label: &str) {
    let nodes = phone.nodes();
    let found = nodes.iter().find_map(|root| find(root, label));
    let Some((x, y)) = found else { panic!("there is no `{label}` in\n{}", phone.hierarchy_xml(false).unwrap()) };
    run(phone, &format!("input tap {x} {y}"));
}

fn find(node: &toolkit::tree::Node, label: &str) -> Option<(i32, i32)> {
    let entry = node.resource_id.rsplit('/').next().unwrap_or_default();
    if node.text == label || node.content_desc == label || (entry == label && !label.is_empty()) {
        return Some(node.bounds.center());
    }
    node.children.iter().find_map(|child| find(child, label))
}

fn shows(phone: &mut Phone, text: &str) -> bool {
    phone.hierarchy_xml(false).unwrap().contains(text)
}

#[test]
fn it_comes_up_on_its_home_screen() {
    let mut phone = phone();
    assert!(run(&mut phone, "dumpsys window | grep mCurrentFocus").contains("com.google.android.apps.nexuslauncher"));
    assert_eq!(run(&mut phone, "wm size"), "Physical size: 1080x2400\n");
    assert_eq!(run(&mut phone, "getprop sys.boot_completed"), "1\n");
    assert_eq!(run(&mut phone, "settings get global wifi_on"), "1\n");
    let pixels = phone.screen_pixels();
    assert_eq!((pixels.width, pixels.height, pixels.rgba.len()), (1080, 2400, 1080 * 2400 * 4));
}

#[test]
fn a_setting_is_the_same_wherever_it_is_seen() {
    let mut phone = phone();
    run(&mut phone, "am start -a android.settings.SETTINGS");
    touch(&mut phone, "Network & internet");
    assert!(shows(&mut phone, "Airplane mode"));
    touch(&mut phone, "Airplane mode");
    assert_eq!(run(&mut phone, "settings get global airplane_mode_on"), "1\n");
    run(&mut phone, "settings put global airplane_mode_on 0; svc wifi disable");
    assert_eq!(run(&mut phone, "settings get global wifi_on"), "0\n");
    run(&mut phone, "input keyevent KEYCODE_BACK");
    run(&mut phone, "input keyevent KEYCODE_HOME");
    assert!(run(&mut phone, "dumpsys window | grep mCurrentFocus").contains("nexuslauncher"));
}

#[test]
fn a_message_is_typed_and_sent() {
    let mut phone = phone();
    run(&mut phone, "am start -a android.intent.action.SENDTO -d smsto:+15550101");
    assert!(shows(&mut phone, "Sam Carter"), "{}", phone.hierarchy_xml(false).unwrap());
    let before = phone.shared.messages.len();
    let nodes = phone.nodes();
    let field = nodes.iter().find_map(field_of).expect("there is a field to write in");
    run(&mut phone, &format!("input tap {} {}", field.0, field.1));
    assert!(phone.keyboard_shown());
    run(&mut phone, "input text 'On my way'");
    assert_eq!(phone.focused_text().as_deref(), Some("On my way"));
    touch(&mut phone, "Send SMS");
    assert_eq!(phone.shared.messages.len(), before + 1);
    assert_eq!(phone.shared.messages.last().map(|message| message.body.as_str()), Some("On my way"));
    assert!(run(&mut phone, "content query --uri content://sms/sent").contains("On my way"));
}

fn field_of(node: &toolkit::tree::Node) -> Option<(i32, i32)> {
    if node.class == "android.widget.EditText" {
        return Some(node.bounds.center());
    }
    node.children.iter().find_map(field_of)
}

#[test]
fn the_soft_keyboard_really_types() {
    let mut phone = phone();
    run(&mut phone, "am start -a android.intent.action.SENDTO -d smsto:+15550101");
    let field = phone.nodes().iter().find_map(field_of).expect("there is a field to write in");
    run(&mut phone, &format!("input tap {} {}", field.0, field.1));
    let keyboard = phone.all_nodes();
    for key in ["h", "i"] {
        let (x, y) = keyboard.iter().find_map(|root| find(root, key)).unwrap_or_else(|| panic!("no key {key}"));
        run(&mut phone, &format!("input tap {x} {y}"));
    }
    assert_eq!(phone.focused_text().as_deref(), Some("hi"));
    run(&mut phone, "input keyevent KEYCODE_DEL");
    assert_eq!(phone.focused_text().as_deref(), Some("h"));
    run(&mut phone, "input keyevent 4");
    assert!(!phone.keyboard_shown(), "back sends the keyboard away first");
}

/// Returns the visible bounds of the focused field.
fn focused(node: &toolkit::tree::Node) -> Option<toolkit::Rect> {
    if node.focused && node.class == "android.widget.EditText" {
        return Some(node.bounds);
    }
    node.children.iter().find_map(focused)
}

#[test]
fn what_is_typed_into_is_in_sight_above_the_keyboard() {
    for rotation in [0, 1] {
        let mut phone = phone();
        run(&mut phone, &format!("settings put system user_rotation {rotation}"));
        run(&mut phone, "settings put system accelerometer_rotation 0");
        run(&mut phone, "am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact");
        // From field to field, all the way round back to the first.
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..8 {
            run(&mut phone, "input keyevent KEYCODE_TAB");
            assert!(phone.keyboard_shown());
            let field = phone.nodes().iter().find_map(focused).expect("the field is in sight");
            assert!(field.height() >= phone.display_now().px(40.0), "{field:?} is cut, {rotation} turned");
            seen.insert(phone.display.ui.0.values().find_map(|state| state.focus.clone()).map(|focus| focus.id));
        }
        assert!(seen.len() > 3, "{seen:?}");
    }
}

#[test]
fn lists_are_dragged_and_flung() {
    let mut phone = phone();
    run(&mut phone, "am start -a android.settings.SETTINGS");
    let before = phone.hierarchy_xml(false).unwrap();
    run(&mut phone, "input swipe 540 1800 540 600 1500");
    let after = phone.hierarchy_xml(false).unwrap();
    assert_ne!(before, after, "the list has moved");
    run(&mut phone, "input swipe 540 600 540 2200 1500");
    run(&mut phone, "input swipe 540 1800 540 1600 40");
    let moving = phone.hierarchy_xml(false).unwrap();
    let now = phone.now_ms();
    phone.tick(now + 5_000);
    assert_ne!(moving, phone.hierarchy_xml(false).unwrap(), "and flies on by itself");
}

#[test]
fn it_is_kept_brought_back_and_reset() {
    let mut phone = phone();
    let snapshot = phone.snapshot();
    run(&mut phone, "settings put global wifi_on 0; echo x > /sdcard/note; am start -a android.settings.SETTINGS");
    assert_eq!(run(&mut phone, "cat /sdcard/note"), "x\n");
    phone.restore(&snapshot);
    assert_eq!(run(&mut phone, "settings get global wifi_on"), "1\n");
    assert!(run(&mut phone, "cat /sdcard/note").contains("No such file"));
    run(&mut phone, "settings put global wifi_on 0");
    phone.reset();
    assert_eq!(run(&mut phone, "settings get global wifi_on"), "1\n");
}

#[test]
fn the_same_phone_shows_the_same_screen() {
    let (mut one, mut other) = (phone(), phone());
    for command in [
        "am start -a android.settings.SETTINGS",
        "input tap 540 900",
        "input swipe 540 1500 540 700 300",
        "input keyevent 3",
    ] {
        run(&mut one, command);
        run(&mut other, command);
        assert_eq!(one.hierarchy_xml(false).unwrap(), other.hierarchy_xml(false).unwrap(), "{command}");
        assert!(one.screen_pixels() == other.screen_pixels(), "{command}");
    }
}

#[test]
fn what_pops_up_is_in_the_way() {
    let mut phone = phone();
    phone.pop_up(PopUp::question("System update", "Restart now?", &["Later", "Restart"]));
    assert!(shows(&mut phone, "System update") && !shows(&mut phone, "search"));
    touch(&mut phone, "Later");
    assert!(!shows(&mut phone, "System update"));
    phone.set_mishap("secure", true);
    assert!(phone.screen_pixels().rgba.chunks(4).all(|pixel| pixel[..3] == [0, 0, 0]));
    phone.set_mishap("no_tree", true);
    assert!(run(&mut phone, "uiautomator dump /dev/tty").contains("ERROR: could not get idle state."));
}

#[test]
fn a_profile_may_begin_on_a_day_of_its_own() {
    let mut phone =
        Phone::new(Profile { clock_ms: Some(1_000_000_000_000), ..Profile::default() }, apps::SYSTEM, START);
    assert_eq!(run(&mut phone, "date -u +%Y-%m-%d"), "2001-09-09\n");
    phone.tick(START + 86_400_000);
    assert_eq!(run(&mut phone, "date -u +%Y-%m-%d"), "2001-09-10\n");
    phone.reset();
    assert_eq!(run(&mut phone, "date -u +%Y-%m-%d"), "2001-09-09\n");
}

#[test]
fn an_intent_has_the_type_of_its_data() {
    let rows = [
        ("content://contacts/people/", "com.google.android.contacts"),
        ("content://com.android.contacts/contacts", "com.google.android.contacts"),
        ("content://com.android.calendar/time/1794650400000", "com.google.android.calendar"),
        ("http://", "com.android.chrome"),
    ];
    for (data, package) in rows {
        let mut phone = phone();
        run(&mut phone, &format!("am start -a android.intent.action.VIEW -d {data}"));
        assert_eq!(phone.front().map(|front| front.component.package).as_deref(), Some(package), "{data}");
    }
    let mut phone = phone();
    let answer = run(&mut phone, "am start -a android.intent.action.VIEW -d content://contacts/nobody");
    assert!(answer.contains("unable to resolve"), "{answer}");
}
