//! Phones that earlier releases saved. They load, and everything in them is found in its place.

use serde_json::json;

use super::*;

/// A phone that an earlier release saved in format 2, with something in every key. It lacks only the apps' own state.
const VERSION_2: &[u8] = include_bytes!("version_2.json");

fn value(json: &[u8]) -> Value {
    serde_json::from_slice(json).unwrap()
}

#[test]
fn version_2_is_written_as_it_was_read() {
    let written = SavedPhone::parse(VERSION_2).unwrap().to_json();
    assert_eq!(value(&written), value(VERSION_2));
}

#[test]
fn version_2_fills_every_part() {
    let shared = SavedPhone::parse(VERSION_2).unwrap().shared;
    assert_eq!(shared.contacts[0].name, "Sam Carter");
    assert_eq!(shared.messages[0].body, "Are you coming on Sunday?");
    assert_eq!(shared.calls.log[0].kind, "outgoing");
    assert_eq!(shared.calls.current, Some(("+15550101".to_owned(), "active".to_owned())));
    assert_eq!((shared.calls.ongoing.entry, shared.calls.ongoing.since_ms), (Some(1005), START));
    assert_eq!((shared.alarm_clock.alarms[0].hour, shared.alarm_clock.timers[0].length_ms), (7, 180_000));
    assert_eq!(shared.calendar.events[0].title, "Lunch");
    assert_eq!(shared.packages.uninstalled["com.android.camera2"].label, "Camera");
    let chrome = "com.android.chrome/com.google.android.apps.chrome.Main";
    assert_eq!(shared.packages.preferred["android.intent.action.VIEW https"], chrome);
    assert_eq!(shared.store.downloads["com.duolingo"].begun_ms, START);
    assert_eq!(shared.notifications[0].title, "Ada");
    assert_eq!((shared.clipboard.as_deref(), shared.pin.as_deref()), (Some("copied"), Some("2580")));
    let clock = &shared.clock;
    assert_eq!((clock.now_ms, clock.shift_ms, clock.utc_offset_min), (START + 86_400_000, 86_400_000, 60));
    assert_eq!(shared.locale, "en-US");
    let hardware = &shared.hardware;
    assert_eq!((hardware.battery, hardware.power.ac, hardware.orientation), (41, true, 1));
    assert_eq!((hardware.position.latitude, hardware.scene.lines[0].as_str()), (52.5, "Dear guest,"));
    assert_eq!(shared.media.queue[0].title, "Song");
    assert_eq!(shared.log.lines().map(|line| line.tag.as_str()).collect::<Vec<_>>(), ["ActivityTaskManager"]);
    assert_eq!(shared.clone().new_id(), 1006);
}

#[test]
fn version_2_continues() {
    let saved = SavedPhone::parse(VERSION_2).unwrap();
    let mut phone = Phone::load(profile(), apps::SYSTEM, saved, START).unwrap();
    let packages = run(&mut phone, "pm list packages");
    assert!(packages.contains("com.duolingo"), "the download is finished: {packages}");
    assert!(!packages.contains("com.android.camera2") && !packages.contains("com.spotify.music"), "{packages}");
    assert_eq!(run(&mut phone, "date +%F; settings get global wifi_on; getprop debug.x"), "2026-11-15\n0\ny\n");
    assert_eq!(run(&mut phone, "dumpsys battery get level; cat /sdcard/Download/note.txt"), "41\ntext\n");
    assert_eq!(phone.whole_state()["shared"]["held"], 1);
    let loaded = again(&phone, START);
    assert_eq!(value(&loaded.save().to_json())["shared"], value(&phone.save().to_json())["shared"]);
}

/// Clock was a package without code when this was saved; the user had changed it, and it was open.
#[test]
fn what_was_a_placeholder_is_the_app_that_came_since() {
    const CLOCK: &str = "com.google.android.deskclock";
    let mut saved: Value =
        serde_json::from_slice(&Phone::new(profile(), apps::SYSTEM, START).save().to_json()).unwrap();
    let activities = [format!("{CLOCK}.MainActivity")];
    let plain = json!({"label": "Uhr", "enabled": true, "launchable": true, "activities": activities});
    saved["rest"]["packages"]["set"][CLOCK] = plain;
    saved["apps"].as_object_mut().unwrap().remove(CLOCK);
    for name in ["alarms", "timers", "events", "media", "scene"] {
        saved["shared"].as_object_mut().unwrap().remove(name);
    }
    let task = json!({"id": 9, "package": CLOCK, "screens": [{"route": CLOCK, "key": "screen-90"}]});
    saved["rest"]["screen"]["tasks"].as_array_mut().unwrap().push(task);
    let mut phone =
        Phone::load(profile(), apps::SYSTEM, SavedPhone::parse(saved.to_string().as_bytes()).unwrap(), START).unwrap();
    assert!(phone.hierarchy_xml(false).unwrap().contains("No Alarms"));
    assert!(phone.shared.hardware.scene.problem().is_none());
    let started =
        run(&mut phone, &format!("am start -n {CLOCK}/com.android.deskclock.DeskClock; dumpsys package {CLOCK}"));
    assert!(!started.contains("Error") && started.contains("POST_NOTIFICATIONS: granted=true"), "{started}");
}

/// As the previous version wrote it: whole tables, no files, no screen.
#[test]
fn version_1_still_loads() {
    let mut phone = Phone::new(profile(), apps::SYSTEM, START);
    run(&mut phone, "settings put global wifi_on 0; pm uninstall com.spotify.music");
    phone.shared.packages.installed.remove("com.google.android.contacts");
    let apps = phone.save_apps();
    let json = json!({"version": 1, "shared": phone.shared, "apps": apps}).to_string();
    let saved = SavedPhone::parse(json.as_bytes()).unwrap();
    let mut phone = Phone::load(profile(), apps::SYSTEM, saved, START + 1000).unwrap();
    assert_eq!(run(&mut phone, "settings get global wifi_on"), "0\n");
    let packages = run(&mut phone, "pm list packages");
    assert!(packages.contains("com.google.android.contacts") && !packages.contains("com.spotify.music"), "{packages}");
    assert!(run(&mut phone, "dumpsys window | grep mCurrentFocus").contains("nexuslauncher"));
}
