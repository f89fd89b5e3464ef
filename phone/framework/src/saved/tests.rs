//! Tests of saving: a loaded phone equals the saved one after any changes, and no file content makes it panic.

mod older;

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::PopUp;
use commands::System;
use machine::files::{Files, Kind, Stat};
use state::profile::Screen;

const START: i64 = 1_794_650_400_000;

/// A small screen, so that drawing is fast.
fn profile() -> Profile {
    Profile { screen: Screen { width: 360, height: 800, density: 140 }, ..Profile::default() }
}

fn run(phone: &mut Phone, command: &str) -> String {
    let outcome = shell::run(command, phone, &[]);
    String::from_utf8_lossy(&outcome.stdout).into_owned() + &String::from_utf8_lossy(&outcome.stderr)
}

fn again(phone: &Phone, now_ms: i64) -> Phone {
    let json = phone.save().to_json();
    Phone::load(profile(), apps::SYSTEM, SavedPhone::parse(&json).unwrap(), now_ms).unwrap()
}

/// Returns every entry with the output of `ls -li` and `cat`.
fn all_files(files: &mut Files) -> Vec<(String, Stat, Option<Vec<u8>>)> {
    fn walk(files: &Files, path: &str, found: &mut Vec<(String, Stat, Option<Vec<u8>>)>) {
        for (name, stat) in files.list(path).unwrap() {
            let path = format!("{}/{name}", path.trim_end_matches('/'));
            let contents = (stat.kind == Kind::File).then(|| files.read(&path).unwrap().to_vec());
            let target = (stat.kind == Kind::Link).then(|| files.read_link(&path).unwrap().into_bytes());
            found.push((path.clone(), stat, contents.or(target)));
            if stat.kind == Kind::Directory {
                walk(files, &path, found);
            }
        }
    }
    let mut found = Vec::new();
    files.as_system(|files| walk(files, "/", &mut found));
    found
}

fn check_same(one: &mut Phone, other: &mut Phone) {
    assert_eq!(one.hierarchy_xml(false), other.hierarchy_xml(false));
    assert!(one.screen_pixels() == other.screen_pixels(), "the picture differs");
    assert_eq!(one.whole_state(), other.whole_state());
    assert_eq!(all_files(one.files()), all_files(other.files()));
    assert_eq!(one.files().used(), other.files().used());
    let asked = "dumpsys activity activities; dumpsys window; pm list packages -f; ps -A; date; wm size; wm density";
    assert_eq!(run(one, asked), run(other, asked));
}

fn event() -> impl Strategy<Value = String> {
    let fixed = prop::sample::select(vec![
        "am start -a android.settings.SETTINGS",
        "am start -a android.settings.WIFI_SETTINGS",
        "am start -a android.intent.action.SENDTO -d smsto:+15550101; input keyevent 61",
        "am start -n com.whatsapp/.Main; monkey -p com.whatsapp 1",
        "monkey -p com.google.android.contacts 1",
        "monkey -p com.google.android.dialer 1",
        "am start -a android.intent.action.VIEW -d https://example.com",
        "am start -a android.intent.action.SET_ALARM --ei android.intent.extra.alarm.HOUR 10 --ei android.intent.extra.alarm.MINUTES 1",
        "am start -a android.intent.action.SET_TIMER --ei android.intent.extra.alarm.LENGTH 1",
        "am start -a android.media.action.STILL_IMAGE_CAMERA",
        "pm revoke com.android.camera2 android.permission.CAMERA; monkey -p com.android.camera2 1",
        "am start -a android.intent.action.INSERT -t vnd.android.cursor.item/event --es title Lunch",
        "am start -a android.intent.action.CREATE_NOTE --es android.intent.extra.TEXT text",
        "am start -a android.media.action.MEDIA_PLAY_FROM_SEARCH --es query jazz",
        "am start -a android.intent.action.VIEW -d geo:0,0?q=Harbour",
        "am start -a android.intent.action.VIEW -d upi://pay?pn=Shop",
        "am force-stop com.android.settings",
        "input keyevent 3",
        "input keyevent 4",
        "input keyevent 187",
        "input keyevent 61",
        "input keyevent 21",
        "input keyevent 26",
        "input keyevent 224",
        "input keycombination 113 29",
        "input text 'hello wörld'",
        "cmd statusbar expand-notifications",
        "settings put global wifi_on 0",
        "settings delete system screen_brightness",
        "settings put secure ui_night_mode 2",
        "settings put system accelerometer_rotation 0; settings put system user_rotation 1",
        "setprop debug.x y",
        "wm size 300x600",
        "wm density 200",
        "pm uninstall com.spotify.music",
        "pm uninstall com.whatsapp",
        "pm disable-user com.android.chrome",
        "pm clear com.google.android.contacts",
        "mkdir -p /sdcard/Download/a/b; echo text > /sdcard/Download/a/b/c; touch -d '2020-01-02 03:04' /sdcard/Download/a/b/c",
        "printf '\\377\\000\\001' > /data/local/tmp/bytes; chmod 751 /data/local/tmp/bytes",
        "ln -s /sdcard /data/local/tmp/link; cp /system/etc/hosts /sdcard/hosts",
        "rm -r /sdcard/Music; mv /sdcard/Movies /sdcard/Films",
        "echo more >> /sdcard/Download/a/b/c",
    ]);
    prop_oneof![
        3 => fixed.prop_map(str::to_owned),
        4 => (0..360, 0..800).prop_map(|(x, y)| format!("input tap {x} {y}")),
        1 => (0..360, 0..800).prop_map(|(x, y)| format!("input swipe {x} {y} {x} {y} 900")),
        2 => (0..360, 0..800, 0..800, 30..600).prop_map(|(x, from, to, ms)| format!("input swipe {x} {from} {x} {to} {ms}")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn a_phone_survives_its_process(events in prop::collection::vec(event(), 0..12), later in 0_i64..4_000, popup: bool) {
        let mut phone = Phone::new(profile(), apps::SYSTEM, START);
        for (number, event) in events.iter().enumerate() {
            phone.tick(START + number as i64 * 150);
            run(&mut phone, event);
        }
        if popup {
            phone.pop_up(PopUp::question("Update", "Now?", &["Later"]));
        }
        let now = START + 12 * 150;
        phone.tick(now);
        let mut loaded = again(&phone, now);
        check_same(&mut phone, &mut loaded);
        // Both continue alike, also after another save.
        for phone in [&mut phone, &mut loaded] {
            phone.tick(now + later);
            run(phone, "input tap 180 400; input text x; input keyevent 4");
        }
        check_same(&mut phone, &mut loaded);
        let mut loaded = again(&loaded, now + later);
        check_same(&mut phone, &mut loaded);
    }

    /// Puts numbers of every size in every place.
    #[test]
    fn no_file_makes_it_panic(place in 0_usize..4_000, number in prop::sample::select(vec![json!(-1), json!(0), json!(u32::MAX), json!(i64::MAX), json!(i64::MIN), json!(u64::MAX), json!(1e300), json!(null), json!(""), json!([])])) {
        let mut phone = Phone::new(profile(), apps::SYSTEM, START);
        run(&mut phone, "am start -a android.intent.action.SENDTO -d smsto:+15550101; input keyevent 61; input text hi; echo x > /sdcard/x");
        let mut value: Value = serde_json::from_slice(&phone.save().to_json()).unwrap();
        let mut left = place;
        spoil(&mut value, &mut left, &number);
        if let Ok(saved) = SavedPhone::parse(value.to_string().as_bytes())
            && let Ok(mut phone) = Phone::load(profile(), apps::SYSTEM, saved, START)
        {
            run(&mut phone, "input tap 100 100; input text é; input swipe 100 700 100 100 50; am start -a android.settings.SETTINGS; input keyevent 4; date; ls -l /sdcard");
            _ = phone.hierarchy_xml(false);
            phone.screen_pixels();
        }
    }
}

/// Replaces the `left`-th scalar value.
fn spoil(value: &mut Value, left: &mut usize, with: &Value) -> bool {
    match value {
        Value::Object(map) => map.values_mut().any(|value| spoil(value, left, with)),
        Value::Array(list) => list.iter_mut().any(|value| spoil(value, left, with)),
        other if *left == 0 => {
            *other = with.clone();
            true
        }
        _ => {
            *left -= 1;
            false
        }
    }
}

#[test]
fn what_the_finger_did_is_there_in_the_next_process() {
    let mut phone = Phone::new(profile(), apps::SYSTEM, START);
    run(&mut phone, "am start -a android.intent.action.SENDTO -d smsto:+15550101; input keyevent 61");
    run(&mut phone, "input text 'half a mess'; echo note > /sdcard/note");
    let mut phone = again(&phone, START + 60_000);
    assert!(phone.hierarchy_xml(false).unwrap().contains("half a mess"));
    assert!(phone.keyboard_shown());
    run(&mut phone, "input text age");
    assert!(phone.hierarchy_xml(false).unwrap().contains("half a message"));
    assert_eq!(run(&mut phone, "cat /sdcard/note"), "note\n");
}

#[test]
fn what_a_newer_version_brings_appears_and_what_was_removed_stays_away() {
    let old = Profile { adb_keyboard: false, without: vec!["com.google.android.contacts".to_owned()], ..profile() };
    let mut phone = Phone::new(old, apps::SYSTEM, START);
    run(&mut phone, "pm uninstall com.spotify.music; settings delete system screen_brightness; rm -r /sdcard/Music");
    phone.code.factory.settings.global.remove("wifi_on");
    phone.shared.settings.global.remove("wifi_on");
    // The older version had no such apps; the profile did not exclude them.
    let mut saved: Value = serde_json::from_slice(&phone.save().to_json()).unwrap();
    saved["rest"].as_object_mut().unwrap().remove("profile");
    let saved = SavedPhone::parse(saved.to_string().as_bytes()).unwrap();
    let mut newer = Phone::load(profile(), apps::SYSTEM, saved, START).unwrap();
    let packages = run(&mut newer, "pm list packages");
    assert!(packages.contains("com.google.android.contacts"), "{packages}");
    assert!(!packages.contains("com.spotify.music"), "{packages}");
    assert!(run(&mut newer, "monkey -p com.google.android.contacts 1").contains("Events injected: 1"));
    assert_eq!(run(&mut newer, "settings get global wifi_on"), "1\n");
    assert_eq!(run(&mut newer, "settings get system screen_brightness"), "null\n");
    assert!(run(&mut newer, "ls /sdcard/Music").contains("No such file"));
}

#[test]
fn what_cannot_be_loaded_says_what_to_do() {
    let whole = String::from_utf8(Phone::new(profile(), apps::SYSTEM, START).save().to_json()).unwrap();
    let rows = [
        (r#"{"version": 3}"#.to_owned(), "format `3` by a newer version"),
        (whole.replace(r#""version":2"#, r#""version":7"#), "format `7` by a newer version"),
        (whole.replace(r#""version":2"#, r#""version":0"#), "`0` is not a format"),
        ("{".to_owned(), "cannot read"),
        ("[]".to_owned(), "cannot read"),
        (r#"{"version": 2}"#.to_owned(), "missing field `shared`"),
    ];
    for (json, message) in rows {
        let error = SavedPhone::parse(json.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(message) && error.contains("begin with a fresh one"), "{error}");
    }
}

#[test]
fn files_that_are_too_large_are_named() {
    let mut phone = Phone::new(profile(), apps::SYSTEM, START);
    phone.files().write("/sdcard/large", vec![0; machine::files::MAX_CONTENTS], START).unwrap();
    phone.files().write("/sdcard/small", b"small".to_vec(), START).unwrap();
    let saved = phone.save();
    assert_eq!(saved.left_out(), ["/storage/emulated/0/large"]);
    let mut loaded = Phone::load(profile(), apps::SYSTEM, saved, START).unwrap();
    assert_eq!(run(&mut loaded, "cat /sdcard/small; ls /sdcard/large 2>/dev/null"), "small");
}

#[test]
fn saving_and_loading_costs_little() {
    let mut phone = Phone::new(profile(), apps::SYSTEM, START);
    for _ in 0..3_000 {
        phone.shared.log('I', "Test", "a line of the log that is as long as lines of logs are");
    }
    run(&mut phone, "am start -a android.settings.SETTINGS; for i in 1 2 3 4 5 6 7 8 9; do echo $i > /sdcard/$i; done");
    let begun = std::time::Instant::now();
    let json = phone.save().to_json();
    let saved = begun.elapsed();
    let _phone = Phone::load(profile(), apps::SYSTEM, SavedPhone::parse(&json).unwrap(), START).unwrap();
    println!("saved {} bytes in {saved:?}, loaded in {:?}", json.len(), begun.elapsed() - saved);
    assert!(json.len() < 400_000, "{}", json.len());
}

#[test]
fn a_phone_knows_the_profile_it_came_with_and_gains_what_is_new() {
    let made = Profile { seed: 7, model: "Fairphone 5".to_owned(), ..Profile::built_in("userdebug").unwrap() };
    let saved = Phone::new(made.clone(), apps::SYSTEM, START).save().to_json();
    // The caller passes no profile, or another one.
    let opened = Phone::load(Profile::default(), apps::SYSTEM, SavedPhone::parse(&saved).unwrap(), START).unwrap();
    assert_eq!(*opened.profile(), made);
    assert_eq!(opened.shared().identity.model, "Fairphone 5");
    // Fields missing from the profile get this version's defaults, as in a hand-written file.
    let mut older: Value = serde_json::from_slice(&saved).unwrap();
    assert_eq!(older["rest"]["profile"].as_object().unwrap().len(), 3, "{}", older["rest"]["profile"]);
    // Before the profile was saved, the caller had to pass it.
    older["rest"].as_object_mut().unwrap().remove("profile");
    older["rest"].as_object_mut().unwrap().remove("booted_ms");
    let older = SavedPhone::parse(older.to_string().as_bytes()).unwrap();
    assert_eq!(*Phone::load(Profile::default(), apps::SYSTEM, older, START).unwrap().profile(), Profile::default());
    let mut wrong: Value = serde_json::from_slice(&saved).unwrap();
    wrong["rest"]["profile"]["zone"] = "Mars/Olympus".into();
    let wrong = SavedPhone::parse(wrong.to_string().as_bytes()).unwrap();
    assert!(matches!(Phone::load(Profile::default(), apps::SYSTEM, wrong, START), Err(LoadError::Unreadable(_))));
}
