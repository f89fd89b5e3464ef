//! Uses everyday apps and the profiles of people's phones over the wire, without knowledge of their code.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails")]

mod rig;

use self::rig::Rig;

#[test]
fn a_calculator_calculates() {
    let rig = Rig::new("user");
    rig.open("com.google.android.calculator");
    rig.taps(&["1", "2", "plus", "3", "multiply", "4"]);
    assert_eq!((rig.find("formula").text, rig.find("result_preview").text), ("12+3×4".into(), "24".into()));
    rig.tap("equals");
    assert_eq!(rig.find("result_final").text, "24");
    rig.taps(&["divide", "0", "equals"]);
    assert!(rig.sees("Can't divide by 0"));
    rig.taps(&["clear", "parentheses", "9", "minus", "2", "parentheses", "percent"]);
    assert_eq!(rig.find("result_preview").text, "0.07");
    rig.taps(&["History"]);
    assert!(rig.sees("= 24"));
    rig.tap("= 24");
    rig.taps(&["plus", "1", "equals"]);
    assert_eq!(rig.find("result_final").text, "25");
}

#[test]
fn notes_are_written_ticked_found_and_thrown_away() {
    let rig = Rig::new("user");
    rig.open("com.google.android.keep");
    rig.tap("Create a note");
    rig.enter("Call the plumber");
    rig.tap("editable_title");
    rig.enter("House");
    rig.tap("Pin");
    rig.taps(&["Navigate up", "House. "]);
    assert_eq!(
        (rig.find("editable_title").text, rig.find("edit_note_text").text),
        ("House".into(), "Call the plumber".into())
    );
    rig.tap("Delete");
    assert!(!rig.sees("House"));
    rig.tap("New list");
    rig.enter("Milk");
    rig.tap("List item");
    rig.enter("Eggs");
    rig.back();
    rig.back();
    rig.tap("search_actionbar_query_text");
    rig.enter("eggs");
    assert!(rig.sees("Eggs"));
    rig.shell("input keyevent 4; input keyevent 4");
    rig.tap("Deleted");
    rig.taps(&["House. ", "Restore"]);
    rig.back();
    assert!(rig.sees("House"));
}

#[test]
fn the_store_installs_for_true_and_takes_away_again() {
    let rig = Rig::new("small");
    assert!(!rig.shell("pm list packages").contains("com.google.android.keep"));
    rig.open("com.android.vending");
    rig.tap("Search");
    rig.tap("search_bar_text_input");
    rig.enter("keep");
    rig.back();
    rig.tap("Keep Notes");
    rig.tap("Install");
    rig.wait(1_500);
    assert!(rig.look().iter().any(|element| element.id.ends_with("downloading_percentage")));
    rig.wait(30_000);
    assert!(rig.shell("pm list packages").contains("com.google.android.keep"));
    rig.tap("Open");
    assert!(rig.front().contains("com.google.android.keep"));
    assert!(rig.sees("Create a note"), "it is the app, not its name");
    rig.open("com.android.vending");
    rig.taps(&["Uninstall", "Uninstall"]);
    assert!(!rig.shell("pm list packages").contains("com.google.android.keep"));
    assert!(rig.sees("Install"));
    rig.shell("svc wifi disable; svc data disable");
    rig.tap("Install");
    rig.wait(60_000);
    assert!(!rig.shell("pm list packages").contains("com.google.android.keep"));
}

#[test]
fn what_is_old_is_brought_up_to_date() {
    let rig = Rig::new("busy");
    rig.open("com.android.vending");
    rig.tap("Manage");
    assert!(rig.sees("Spotify"));
    rig.tap("Update all");
    rig.wait(60_000);
    assert!(rig.sees("All apps up to date"));
    assert!(rig.shell("dumpsys package com.spotify.music").contains("versionName=8.9.18.512"));
}

#[test]
fn music_plays_as_time_passes_and_the_shade_stops_it() {
    let rig = Rig::new("user");
    rig.open("com.spotify.music");
    rig.tap("Chill Evening");
    rig.tap("Play");
    rig.tap("Now playing");
    assert_eq!(rig.find("track_info_view_title").text, "Slow Ferry");
    rig.wait(65_000);
    assert_eq!(rig.find("time_elapsed").text, "01:05");
    rig.wait(200_000);
    assert_eq!(rig.find("track_info_view_title").text, "Borrowed Coat", "the next one follows");
    rig.shell("cmd statusbar expand-notifications");
    rig.tap("Pause");
    rig.shell("cmd statusbar collapse");
    let stood = rig.find("time_elapsed").text;
    rig.wait(10_000);
    assert_eq!(rig.find("time_elapsed").text, stood);
    rig.back();
    rig.tap("Add to Liked Songs");
    rig.shell("input keyevent 4");
    rig.tap("Your Library");
    assert!(rig.sees("Playlist · 1 songs"));
}

#[test]
fn videos_have_no_end_and_are_watched() {
    let rig = Rig::new("user");
    rig.open("com.google.android.youtube");
    let first = rig.find("title").text;
    for _ in 0..12 {
        rig.shell("input swipe 500 1700 500 500 200");
        rig.wait(2_000);
    }
    assert_ne!(rig.find("title").text, first, "more than the first page can be seen");
    for _ in 0..30 {
        rig.shell("input swipe 500 500 500 1700 100");
        rig.wait(3_000);
    }
    rig.shell("input swipe 500 500 500 1500 400");
    assert_ne!(rig.find("title").text, first, "pulled down, there are others");
    rig.tap("Search");
    rig.enter("bread");
    rig.back();
    rig.tap("How to bake bread at home");
    assert!(rig.sees("Pause video"));
    rig.wait(30_000);
    rig.taps(&["Subscribe", "Like"]);
    assert!(rig.sees("Subscribed") && rig.sees("Liked"));
    assert!(rig.shell("dumpsys media_session").contains("How to bake bread at home"));
}

#[test]
fn a_spanish_phone_speaks_spanish_and_english_comes_back() {
    let rig = Rig::new("spanish");
    rig.shell("am start -a android.settings.SETTINGS");
    assert!(rig.sees("Ajustes") && rig.sees("Red e Internet") && !rig.sees("Network & internet"));
    assert_eq!(rig.shell("getprop persist.sys.locale").trim(), "es-ES");
    rig.shell("am start -a android.settings.LOCALE_SETTINGS");
    rig.taps(&["Añadir un idioma", "English (United States)"]);
    assert!(rig.sees("System language"));
    rig.shell("cmd statusbar expand-notifications");
    assert!(rig.sees("Airplane mode"));
}

#[test]
fn an_arabic_phone_is_laid_out_from_right_to_left() {
    let english = Rig::new("user");
    let arabic = Rig::new("arabic");
    for rig in [&english, &arabic] {
        rig.shell("am start -a android.settings.WIFI_SETTINGS");
    }
    let left = english.find("Navigate up").bounds;
    let right = arabic.find("التنقل إلى الأعلى").bounds;
    assert_eq!((left[0], left[2]), (1080 - right[2], 1080 - right[0]), "each is the other in a mirror");
    // Touches hit the elements where they are drawn (right to left).
    arabic.tap("التنقل إلى الأعلى");
    arabic.shell("am start -a android.settings.SETTINGS");
    arabic.tap("الشبكة والإنترنت");
    arabic.tap("وضع الطيران");
    assert_eq!(arabic.shell("settings get global airplane_mode_on").trim(), "1");
}

#[test]
fn the_phones_of_people_are_as_they_say() {
    for (profile, check, says) in [
        ("busy", "content query --uri content://com.android.contacts/data/phones | grep -c Row:", "500"),
        ("elderly", "settings get system font_scale", "1.3"),
        ("small", "wm size", "Physical size: 720x1280"),
        ("tablet", "wm size", "Physical size: 1600x2560"),
        ("arabic", "getprop persist.sys.timezone", "Africa/Cairo"),
    ] {
        let rig = Rig::new(profile);
        assert_eq!(rig.shell(check).trim(), says, "{profile}: {check}");
        assert!(!rig.look().is_empty());
    }
    let busy = Rig::new("busy");
    busy.shell("cmd statusbar expand-notifications");
    assert!(busy.sees("Dinner at 7?"));
    busy.scroll_to("Gmail · 4");
    busy.wait(305_000);
    busy.shell("cmd statusbar collapse");
    assert!(busy.shell("dumpsys telephony.registry").contains("mCallState=1"), "somebody calls after five minutes");
}

#[test]
fn a_contact_that_an_app_hands_over_is_in_the_provider() {
    // Every profile: some ask for a permission first, some are in another language, so the buttons are found by id.
    for profile in ["user", "busy", "elderly", "spanish", "arabic", "small", "tablet", "androidworld"] {
        let rig = Rig::new(profile);
        rig.shell(
            "am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact \
             --es name 'Ada Quist' --es phone '+15550177'",
        );
        if rig.sees("permission_allow_button") {
            rig.tap("permission_allow_button");
        }
        rig.tap("toolbar_button");
        let insert = "content insert --uri content://com.android.contacts";
        rig.shell(&format!("{insert}/raw_contacts --bind account_type:n: --bind account_name:n:"));
        let rows = rig.shell("content query --uri content://com.android.contacts/raw_contacts --projection _id");
        let id = rows.lines().filter_map(|row| row.rsplit('=').next()?.trim().parse::<i64>().ok()).max().unwrap();
        let name = "--bind mimetype:s:vnd.android.cursor.item/name --bind data1:s:'Bo Lund'";
        rig.shell(&format!("{insert}/data --bind raw_contact_id:i:{id} {name}"));
        let people = rig.shell("content query --uri content://com.android.contacts/contacts --projection display_name");
        let phones = rig.shell("content query --uri content://com.android.contacts/data/phones --projection data1");
        for name in ["Ada Quist", "Bo Lund"] {
            assert!(people.contains(&format!("display_name={name}")), "{profile}: {people}");
        }
        assert!(phones.contains("15550177"), "{profile}: {phones}");
    }
}

#[test]
fn settings_and_df_agree() {
    let rig = Rig::new("user");
    for megabytes in [0, 128] {
        rig.shell(&format!("dd if=/dev/zero of=/sdcard/Download/film bs=1000000 count={megabytes}"));
        let df = rig.shell("df /data | tail -1");
        let cells: Vec<&str> = df.split_whitespace().collect();
        let free_mb = cells[3].parse::<u64>().unwrap() * 1024 / 1_000_000;
        rig.shell("am start -a android.settings.SETTINGS");
        rig.scroll_to(&format!("{} used - {free_mb} MB free", cells[4]));
        rig.tap("Storage");
        assert!(rig.sees(&format!("{free_mb} MB")), "{df}");
        rig.shell("input keyevent 4; input keyevent 4");
    }
}
