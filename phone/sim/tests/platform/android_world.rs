//! The commands that AndroidWorld's host sends before and after each task, apart from apps, and the answers that it
//! needs.

use sim::profile::Profile;

use crate::rig::{read, rooted, run};

/// A command and a part of its answer; with `=` in front, the whole answer.
type Row = (&'static str, &'static str);

/// The clock, the settings and root, in the order of the host.
const SET_UP: &[Row] = &[
    ("whoami", "=root"),
    ("settings put global auto_time 0", "="),
    ("settings put global auto_time_zone 0", "="),
    ("settings put system time_12_24 24", "="),
    ("service call alarm 3 s16 UTC", "Parcel"),
    ("date 1015153423.00", ""),
    ("date", "=Sun Oct 15 15:34:00 UTC 2023"),
    ("date +%s", "=1697384040"),
    ("settings get global wifi_on", "=1"),
    ("svc wifi disable; settings get global wifi_on", "=0"),
    ("svc wifi enable; settings get global wifi_on", "=1"),
    ("svc bluetooth disable; settings get global bluetooth_on", "=0"),
    ("svc bluetooth enable; settings get global bluetooth_on", "=1"),
    ("settings put system screen_brightness 255; settings get system screen_brightness", "=255"),
    ("settings put global airplane_mode_on 0", "="),
    ("settings get global airplane_mode_on", "=0"),
    ("settings put global heads_up_notifications_enabled 0", "="),
    ("settings put secure sms_default_application com.simplemobiletools.smsmessenger", "="),
];

const FILES: &[Row] = &[
    (
        "\nif [ -d \"/sdcard/Some Folder\" ]; then\n  echo \"Exists\"\nelse\n  echo \"Does not exist\"\nfi",
        "=Does not exist",
    ),
    ("mkdir -p /sdcard/Some\\ Folder; chmod 777 /sdcard/Some\\ Folder", "="),
    ("\nif [ -d \"/sdcard/Some Folder\" ]; then\n  echo \"Exists\"\nelse\n  echo \"Does not exist\"\nfi", "=Exists"),
    ("echo 'It'\"'\"'s text' > /storage/emulated/0/Download/note.txt; cat /sdcard/Download/note.txt", "=It's text"),
    ("cat /data/media/0/Download/note.txt", "=It's text"),
    ("ls -1 /sdcard/Download", "=note.txt"),
    ("find /sdcard/Download -type f -o -type d", "=/sdcard/Download\n/sdcard/Download/note.txt"),
    ("rm -r /sdcard/Download/*; ls -1 /sdcard/Download", "="),
    ("rm -rf /sdcard/Download/*", "="),
    ("rm -rf /data/media/0/Pictures/*", "="),
    (
        "echo x > /sdcard/Music/a.mp3; find /storage/emulated/0/ -mindepth 1 -type f -delete; ls -1 /sdcard/Music; test -d /sdcard/Music && echo kept",
        // This toybox prints what it deletes.
        "=/storage/emulated/0/Music/a.mp3\nkept",
    ),
    ("content delete --uri content://media/external/downloads", "="),
    (
        "mkdir -p /data/data/android_world/snapshots/org.x; echo 1 > /data/data/android_world/snapshots/org.x/f; mkdir -p /data/data/org.x; cp -a /data/data/android_world/snapshots/org.x/. /data/data/org.x/; cat /data/data/org.x/f",
        "=1",
    ),
];

const APPS: &[Row] = &[
    ("am force-stop com.android.camera2", "="),
    ("am force-stop org.unknown.package", "="),
    ("pm clear com.google.android.deskclock", "=Success"),
    ("pm clear com.android.chrome", "=Success"),
    ("pm clear com.android.providers.contacts", "=Success"),
    ("am start  -W -n com.android.settings/.Settings", "Status: ok"),
    (
        "am stack list | grep -E visible=true",
        "topActivity=ComponentInfo{com.android.settings/com.android.settings.Settings}",
    ),
    ("dumpsys activity recents", "id="),
    ("input keyevent KEYCODE_HOME", "="),
    ("wm size", "=Physical size: 1080x2400"),
    ("dumpsys input | grep logicalFrame", "logicalFrame=[0, 0, 1080, 2400]"),
    ("dumpsys input | grep physicalFrame", "physicalFrame=[0, 0, 1080, 2400]"),
    ("dumpsys window | grep mCurrentRotation", "mCurrentRotation=ROTATION_0"),
    ("pm list packages", "package:com.android.settings"),
    ("monkey -p com.android.settings -candroid.intent.category.LAUNCHER 1", "Events injected: 1"),
    ("uiautomator dump /sdcard/window_dump.xml", "dumped to: /sdcard/window_dump.xml"),
];

const PROVIDERS: &[Row] = &[
    ("sqlite3 /data/data/com.android.providers.telephony/databases/mmssms.db \"DELETE FROM sms;\"", "="),
    ("sqlite3 /data/data/com.android.providers.telephony/databases/mmssms.db \"DELETE FROM threads;\"", "="),
    ("content query --uri content://sms/inbox", "=No result found."),
    ("content query --uri content://sms/sent", "=No result found."),
    ("content query --uri content://contacts/phones/ --projection display_name:number", "=No result found."),
    (
        "am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact -e name \"Ada Lovelace\" -e phone +10123456789",
        "Starting: Intent",
    ),
    (
        "am broadcast -a android.intent.action.MEDIA_SCANNER_SCAN_FILE -d \"file:///storage/emulated/0/Music\"",
        "Broadcast completed",
    ),
    (
        "am broadcast -a com.example.ACTION_UPDATE_OVERLAY --es task_type_string \"a\" --es goal_string \"b c\"",
        "Broadcast completed",
    ),
    ("dumpsys telephony.registry | grep mCallState", "mCallState=0"),
    ("content delete --uri content://call_log/calls", "="),
];

#[tokio::test]
async fn the_host_s_commands_are_answered_as_it_needs_them() {
    let (_adbd, client) = rooted(Profile::built_in("emulator").unwrap().running_ahead()).await;
    let mut wrong = String::new();
    for (command, wanted) in SET_UP.iter().chain(FILES).chain(APPS).chain(PROVIDERS) {
        let (text, status) = run(&client, command).await;
        let right = match wanted.strip_prefix('=') {
            Some(whole) => text.trim_end() == whole,
            None => text.contains(wanted),
        };
        if !right || status != 0 || (command.starts_with("am start") && text.contains("Error")) {
            wrong += &format!("$ {command}\n{text:?} ({status}), wanted {wanted:?}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Reads an app's database like the host: the folder, its files, each of them whole. Then writes it: removes all of
/// them and pushes one.
#[tokio::test]
async fn a_database_of_an_app_travels_to_the_host_and_back() {
    let (_adbd, client) = rooted(Profile::built_in("emulator").unwrap().running_ahead()).await;
    let folder = "/data/data/com.flauschcode.broccoli/databases";
    read(&client, &format!("mkdir -p {folder}; sqlite3 {folder}/broccoli 'CREATE TABLE recipes(recipeId INTEGER PRIMARY KEY, title TEXT)'")).await;
    let mut sync = client.sync().await.unwrap();
    let pulled = sync.pull(&format!("{folder}/broccoli"), 1 << 20).await.unwrap();
    read(&client, &format!("rm -r {folder}/*")).await;
    assert_eq!(read(&client, &format!("ls -1 {folder}")).await, "");
    sync.push(&format!("{folder}/broccoli"), 0o644, 0, pulled.as_slice()).await.unwrap();
    read(&client, &format!("chmod 777 {folder}/broccoli; am force-stop com.flauschcode.broccoli")).await;
    assert_eq!(read(&client, &format!("sqlite3 {folder}/broccoli .tables")).await, "recipes");
    assert_eq!(sync.pull(&format!("{folder}/broccoli"), 1 << 20).await.unwrap(), pulled);
}
