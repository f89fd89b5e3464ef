//! Tests of the system's own windows, with touch, keys and commands.

use super::{START, find, phone, run, shows, touch};
use crate::Phone;
use commands::System;
use state::profile::{Happening, Profile, ScheduledEvent};

/// Touches the view with this text or id in any window.
fn touch_any(phone: &mut Phone, label: &str) {
    let found = phone.all_nodes().iter().find_map(|root| find(root, label));
    let (x, y) = found.unwrap_or_else(|| panic!("there is no `{label}` on the screen"));
    run(phone, &format!("input tap {x} {y}"));
}

fn front(phone: &mut Phone) -> String {
    run(phone, "dumpsys window | grep mCurrentFocus")
}

#[test]
fn a_message_is_answered_from_the_shade() {
    let mut phone = phone();
    phone.receive_message("+15550101", "Are you there?");
    phone.receive_message("+15550102", "Hello");
    run(&mut phone, "cmd statusbar expand-notifications");
    for text in ["Messages · 2", "Sam Carter", "Are you there?", "Mark as read"] {
        assert!(shows(&mut phone, text), "{text}");
    }
    // The newest comes first: Emily's.
    touch(&mut phone, "Reply");
    assert!(phone.keyboard_shown());
    run(&mut phone, "input text 'Yes, soon'");
    assert_eq!(phone.focused_text().as_deref(), Some("Yes, soon"));
    touch(&mut phone, "Send");
    let sent = phone.shared.messages.last().unwrap();
    assert_eq!((sent.address.as_str(), sent.body.as_str(), sent.sent), ("+15550102", "Yes, soon", true));
    assert_eq!(phone.shared.notifications.len(), 1);
    assert!(!phone.keyboard_shown());
    touch(&mut phone, "Mark as read");
    assert!(phone.shared.notifications.is_empty());
    assert!(phone.shared.messages.iter().filter(|message| message.address == "+15550101").all(|message| message.read));
    assert!(shows(&mut phone, "No notifications"));
}

#[test]
fn a_notification_is_opened_or_swiped_away() {
    let mut phone = phone();
    phone.receive_message("+15550101", "Are you there?");
    run(&mut phone, "cmd statusbar expand-notifications");
    touch(&mut phone, "Are you there?");
    assert!(shows(&mut phone, "Sam Carter") && front(&mut phone).contains("messaging"), "{}", front(&mut phone));
    assert!(phone.shared.notifications.is_empty());
    phone.receive_message("+15550102", "Later?");
    run(&mut phone, "cmd statusbar expand-notifications");
    let (x, y) = phone.nodes().iter().find_map(|root| find(root, "Later?")).unwrap();
    run(&mut phone, &format!("input swipe {x} {y} {} {y} 200", x + 500));
    assert!(phone.shared.notifications.is_empty());
    for number in 0..5 {
        phone.receive_message("+15550101", &format!("Message {number}"));
    }
    assert!(shows(&mut phone, "Messages · 5") && !shows(&mut phone, "Message 0"));
    touch(&mut phone, "2 more");
    run(&mut phone, "input swipe 540 1500 540 900 300");
    assert!(shows(&mut phone, "Message 0"));
    run(&mut phone, "input keyevent 4");
    assert!(!shows(&mut phone, "Messages · 5"));
}

#[test]
fn quick_settings_change_the_settings_that_commands_show() {
    let mut phone = phone();
    run(&mut phone, "cmd statusbar expand-settings");
    for (tile, setting, value) in [
        ("Dark theme", "secure ui_night_mode", "2"),
        ("Auto-rotate", "system accelerometer_rotation", "0"),
        ("Do Not Disturb", "global zen_mode", "1"),
        ("Location", "secure location_mode", "0"),
        ("Mobile data", "global mobile_data", "0"),
        ("Airplane mode", "global airplane_mode_on", "1"),
    ] {
        touch(&mut phone, tile);
        assert_eq!(run(&mut phone, &format!("settings get {setting}")).trim(), value, "{tile}");
    }
    assert_eq!(run(&mut phone, "settings get global wifi_on").trim(), "0", "the radios went with it");
}

#[test]
fn what_is_open_is_seen_in_the_overview() {
    let mut phone = phone();
    for start in ["am start -a android.settings.SETTINGS", "monkey -p com.google.android.contacts 1"] {
        run(&mut phone, start);
    }
    run(&mut phone, "input keyevent KEYCODE_APP_SWITCH");
    assert!(front(&mut phone).contains("nexuslauncher"));
    assert!(shows(&mut phone, "Contacts") && shows(&mut phone, "Clear all"));
    run(&mut phone, "input keyevent KEYCODE_APP_SWITCH");
    assert!(front(&mut phone).contains("com.android.settings"), "pressed twice it is the app before");
    run(&mut phone, "input keyevent KEYCODE_APP_SWITCH");
    run(&mut phone, "input swipe 300 1200 900 1200 200");
    touch(&mut phone, "snapshot");
    assert!(front(&mut phone).contains("com.google.android.contacts"));
    run(&mut phone, "input keyevent KEYCODE_APP_SWITCH");
    run(&mut phone, "input swipe 540 1400 540 500 200");
    assert_eq!(run(&mut phone, "pidof com.google.android.contacts"), "");
    assert!(shows(&mut phone, "Settings"));
    run(&mut phone, "input keyevent 4");
    assert!(front(&mut phone).contains("com.android.settings"), "back leaves the overview");
    run(&mut phone, "input keyevent 187");
    touch(&mut phone, "Clear all");
    assert!(front(&mut phone).contains("nexuslauncher"));
    run(&mut phone, "input keyevent 187");
    assert!(shows(&mut phone, "No recent items"));
}

#[test]
fn a_card_shows_what_the_app_last_showed() {
    let mut phone = phone();
    let mut card_of = |command: &str| {
        run(&mut phone, "input keyevent 4");
        run(&mut phone, command);
        run(&mut phone, "input keyevent KEYCODE_APP_SWITCH");
        phone.pixels()
    };
    let main = card_of("am start -a android.settings.SETTINGS");
    let wifi = card_of("am start -a android.settings.WIFI_SETTINGS");
    assert_ne!(main, wifi, "another page is another picture");
    assert_eq!(wifi, card_of("true"), "and the same page the same");
    let drawn = phone.drawings();
    assert!(shows(&mut phone, "Clear all"));
    assert_eq!(phone.drawings(), drawn, "who only reads the overview draws nothing");
    let class_of_card = |phone: &Phone| {
        let tree = phone.dump(false).unwrap();
        let card = tree.split("<node ").find(|node| node.contains(":id/snapshot\"")).unwrap();
        card.split_once("class=\"").and_then(|(_, rest)| rest.split('"').next()).unwrap().to_owned()
    };
    assert_eq!(class_of_card(&phone), "android.widget.ImageView");
    run(&mut phone, "am start -a android.settings.SECURITY_SETTINGS");
    touch(&mut phone, "Device unlock");
    touch(&mut phone, "PIN");
    run(&mut phone, "input keyevent KEYCODE_APP_SWITCH");
    assert_eq!(class_of_card(&phone), "android.widget.FrameLayout", "of a secure screen only the icon of its app");
}

#[test]
fn a_phone_with_a_pin_asks_for_it() {
    let mut phone = Phone::new(Profile { pin: Some("2580".to_owned()), ..Profile::default() }, apps::SYSTEM, START);
    assert!(phone.is_locked());
    run(&mut phone, "wm dismiss-keyguard");
    assert!(phone.is_locked() && shows(&mut phone, "Enter PIN"));
    for _ in 0..5 {
        run(&mut phone, "input text 1111; input keyevent 66");
    }
    assert!(shows(&mut phone, "Try again in 30 seconds."));
    run(&mut phone, "input text 2580; input keyevent 66");
    assert!(phone.is_locked(), "nothing is tried for half a minute");
    phone.tick(START + 31_000);
    for key in ["key2", "key5", "key8", "key0", "key_enter"] {
        touch(&mut phone, key);
    }
    assert!(!phone.is_locked());
    run(&mut phone, "locksettings clear --old 1111");
    assert!(phone.shared.pin.is_some());
    assert_eq!(run(&mut phone, "locksettings clear --old 2580"), "Lock credential cleared\n");
    run(&mut phone, "input keyevent 26; input keyevent 224");
    assert!(!phone.is_locked());
    run(&mut phone, "locksettings set-pin 1234; input keyevent 26; input keyevent 224");
    run(&mut phone, "input swipe 540 1800 540 600 300; input text 1234; input keyevent 66");
    assert!(!phone.is_locked());
}

#[test]
fn a_pin_is_set_in_settings_and_never_photographed() {
    let mut phone = phone();
    run(&mut phone, "am start -a android.settings.SECURITY_SETTINGS");
    touch(&mut phone, "Device unlock");
    touch(&mut phone, "PIN");
    let pixels = &phone.screen_pixels().rgba;
    let middle = pixels.len() / 8 * 4;
    assert_eq!(&pixels[middle..middle + 4], [0, 0, 0, 255]);
    assert!(run(&mut phone, "dumpsys window windows").contains("SECURE"));
    run(&mut phone, "input text 2468");
    touch(&mut phone, "Next");
    run(&mut phone, "input text 1357");
    touch(&mut phone, "Next");
    assert!(shows(&mut phone, "PINs don't match"));
    run(&mut phone, "input text 2468; input keyevent 66");
    assert_eq!(phone.shared.pin.as_deref(), Some("2468"));
}

#[test]
fn a_call_comes_over_the_screen_or_over_the_lock() {
    let mut phone = phone();
    run(&mut phone, "am start -a android.settings.SETTINGS");
    phone.receive_call("+15550101");
    assert!(front(&mut phone).contains("com.android.settings"), "who uses the phone goes on");
    touch_any(&mut phone, "Answer");
    assert!(front(&mut phone).contains("InCallActivity"));
    phone.tick(START + 12_000);
    assert!(shows(&mut phone, "00:12"));
    touch(&mut phone, "End call");
    phone.receive_call("+15550102");
    touch_any(&mut phone, "Decline");
    run(&mut phone, "locksettings set-pin 1234; input keyevent 26");
    phone.receive_call("+15550103");
    assert!(shows(&mut phone, "Incoming call") && shows(&mut phone, "Mom"));
    phone.tick(START + 60_000);
    assert!(phone.shared.calls.current.is_none() && shows(&mut phone, "Missed call"), "the lock screen tells of it");
    let kinds: Vec<&str> = phone.shared.calls.log.iter().map(|call| call.kind.as_str()).collect();
    assert_eq!(kinds, ["incoming", "rejected", "missed"]);
    assert_eq!(phone.shared.calls.log[0].duration, 12);
}

#[test]
fn what_is_scheduled_happens_at_its_time() {
    let sms = |at_ms, body: &str| ScheduledEvent {
        at_ms,
        what: Happening::Sms { from: "+15550101".to_owned(), body: body.to_owned() },
    };
    let ring = Happening::Call { from: "+15550102".to_owned(), rings_ms: Some(5_000) };
    let events = vec![
        sms(1_000, "first"),
        ScheduledEvent { at_ms: 2_000, what: ring },
        sms(60_000, "second"),
        ScheduledEvent { at_ms: 60_000, what: Happening::Crash { package: "com.android.settings".to_owned() } },
    ];
    let profile = Profile { messages: Vec::new(), events, ..Profile::default() };
    let written = serde_json::to_string(&profile).unwrap();
    assert_eq!(Profile::parse(&written).unwrap(), profile);
    let mut phone = Phone::new(profile, apps::SYSTEM, START);
    let bodies = |phone: &Phone| phone.shared.messages.iter().map(|it| it.body.clone()).collect::<Vec<_>>();
    phone.tick(START + 999);
    assert!(bodies(&phone).is_empty());
    phone.tick(START + 2_000);
    assert_eq!(bodies(&phone), ["first"]);
    assert!(phone.shared.calls.current.is_some());
    phone.tick(START + 10_000);
    assert!(phone.shared.calls.current.is_none());
    // A saved phone does not repeat the events when it is loaded.
    let saved = phone.save();
    let mut phone = Phone::load(Profile::default(), apps::SYSTEM, saved, START + 70_000).unwrap();
    assert_eq!(bodies(&phone), ["first", "second"]);
    assert!(shows(&mut phone, "Settings keeps stopping"));
}

#[test]
fn an_app_that_crashes_or_hangs_is_closed_or_waited_for() {
    let mut phone = phone();
    run(&mut phone, "am start -a android.settings.SETTINGS; am crash com.android.settings");
    assert!(shows(&mut phone, "Settings keeps stopping"));
    touch(&mut phone, "Close app");
    assert!(front(&mut phone).contains("nexuslauncher"));
    run(&mut phone, "am start -a android.settings.SETTINGS");
    phone.hang("com.android.settings");
    assert!(shows(&mut phone, "Settings isn't responding"));
    touch(&mut phone, "Wait");
    touch(&mut phone, "Network & internet");
    assert!(shows(&mut phone, "Airplane mode"));
    phone.hang("com.android.settings");
    run(&mut phone, "input keyevent 4");
    touch(&mut phone, "Airplane mode");
    assert_eq!(run(&mut phone, "settings get global airplane_mode_on").trim(), "0", "what is touched is lost");
    touch(&mut phone, "Close app");
    assert_eq!(run(&mut phone, "pidof com.android.settings"), "");
    assert!(!phone.crash("no.such.app") && !phone.hang("no.such.app"));
}
