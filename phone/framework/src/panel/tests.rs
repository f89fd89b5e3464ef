//! Tests of `sendevent` on the panel and its effect on the screen.

use super::*;
use commands::System;
use state::profile::Profile;

/// Pinches in the middle of the screen, from one distance to another, in panel coordinates.
fn pinch(phone: &mut Phone, from: i32, to: i32) {
    let mut frame = |apart: i32, first: bool| {
        for (slot, side) in [(0, -1), (1, 1)] {
            phone.panel(EV_ABS, ABS_MT_SLOT, slot);
            if first {
                phone.panel(EV_ABS, ABS_MT_TRACKING_ID, 7 + slot);
            }
            phone.panel(EV_ABS, ABS_MT_POSITION_X, PANEL_MOST / 2);
            phone.panel(EV_ABS, ABS_MT_POSITION_Y, PANEL_MOST / 2 + side * apart / 2);
        }
        phone.panel(EV_SYN, SYN_REPORT, 0);
    };
    frame(from, true);
    frame((from + to) / 2, false);
    frame(to, false);
    lift(phone);
}

fn lift(phone: &mut Phone) {
    for slot in 0..2 {
        phone.panel(EV_ABS, ABS_MT_SLOT, slot);
        phone.panel(EV_ABS, ABS_MT_TRACKING_ID, -1);
    }
    phone.panel(EV_SYN, SYN_REPORT, 0);
}

fn maps() -> Phone {
    let mut phone = Phone::new(Profile::default(), apps::SYSTEM, 1_773_000_000_000);
    let intent = state::app::Intent {
        package: Some("com.google.android.apps.maps".to_owned()),
        ..state::app::Intent::default()
    };
    let main = state::app::Intent { action: Some("android.intent.action.MAIN".to_owned()), ..intent };
    phone.start_intent(&main).unwrap();
    phone
}

/// Returns the map's zoom as its description gives it, in percent.
fn zoom(phone: &mut Phone) -> u16 {
    let said = phone.hierarchy_xml(false).unwrap();
    let (_, rest) = said.split_once("Map, ").unwrap_or_else(|| panic!("the map was not zoomed: {said}"));
    rest.split(' ').next().unwrap().parse().unwrap()
}

#[test]
fn two_fingers_make_the_map_larger_and_smaller() {
    let mut phone = maps();
    let before = phone.screen_png();
    pinch(&mut phone, 4_000, 8_000);
    assert!((196..=204).contains(&zoom(&mut phone)));
    assert_ne!(phone.screen_png(), before);
    pinch(&mut phone, 8_000, 2_000);
    assert!((48..=52).contains(&zoom(&mut phone)));
    for _ in 0..9 {
        pinch(&mut phone, 1_000, 16_000);
    }
    assert_eq!(zoom(&mut phone), 800);
}

#[test]
fn on_a_phone_that_is_turned_too() {
    let mut phone = maps();
    phone.shared_mut().settings.system.insert("accelerometer_rotation".to_owned(), "0".to_owned());
    phone.shared_mut().settings.system.insert("user_rotation".to_owned(), "1".to_owned());
    pinch(&mut phone, 4_000, 8_000);
    assert!((196..=204).contains(&zoom(&mut phone)));
}

#[test]
fn where_nothing_can_be_made_larger_nothing_happens() {
    let mut phone = Phone::new(Profile::default(), apps::SYSTEM, 1_773_000_000_000);
    let before = phone.hierarchy_xml(false).unwrap();
    pinch(&mut phone, 4_000, 8_000);
    assert_eq!(phone.hierarchy_xml(false).unwrap(), before);
    assert!(!phone.input.touch.is_down());
}

#[test]
fn one_finger_is_a_finger() {
    let mut phone = Phone::new(Profile::default(), apps::SYSTEM, 1_773_000_000_000);
    let home = phone.hierarchy_xml(false).unwrap();
    let (x, y) = phone.nodes().iter().find_map(|root| place(root, "Messages")).unwrap();
    let (width, height) = phone.display_now().size();
    phone.panel(EV_ABS, ABS_MT_SLOT, 0);
    phone.panel(EV_ABS, ABS_MT_TRACKING_ID, 1);
    phone.panel(EV_ABS, ABS_MT_POSITION_X, x * PANEL_MOST / (width - 1));
    phone.panel(EV_ABS, ABS_MT_POSITION_Y, y * PANEL_MOST / (height - 1));
    phone.panel(EV_SYN, SYN_REPORT, 0);
    assert!(phone.input.touch.is_down());
    lift(&mut phone);
    assert_ne!(phone.hierarchy_xml(false).unwrap(), home);
}

fn place(node: &toolkit::tree::Node, label: &str) -> Option<(i32, i32)> {
    let found = (node.text == label || node.content_desc == label).then(|| node.bounds.center());
    found.or_else(|| node.children.iter().find_map(|child| place(child, label)))
}

#[test]
fn whatever_is_written_to_it_does_no_harm() {
    let mut phone = maps();
    let values = [i32::MIN, -1, 0, 1, 9, 10, 40_000, i32::MAX];
    for kind in [0, 1, 3, 9, u16::MAX] {
        for code in [0, 0x2f, 0x35, 0x36, 0x39, 0x14a, u16::MAX] {
            for value in values {
                phone.panel(kind, code, value);
                phone.panel(EV_SYN, SYN_REPORT, 0);
            }
        }
    }
    // A finger left on the screen can be lifted.
    for slot in 0..10 {
        phone.panel(EV_ABS, ABS_MT_SLOT, slot);
        phone.panel(EV_ABS, ABS_MT_TRACKING_ID, -1);
    }
    phone.panel(EV_SYN, SYN_REPORT, 0);
    assert_eq!(phone.input.panel.doing, PanelGesture::Nothing);
}
