//! `input`, `am broadcast` to keyboards, `ime`, `uiautomator`, `screencap`, `app_process`.

use super::super::DumpError;
use super::fake::FakeSystem;
use super::{FOLLOWS, Row, check, command, shell};

const BAD: &str = "\nException occurred while executing 'tap':\njava.lang.IllegalArgumentException: Error: Invalid arguments for command: tap\n\tat …";

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    // Fingers.
    ("input tap 540 1200", "", "", 0, "tap 540 1200"),
    ("input tap 540.5 1200", "", "", 0, "tap 540.5 1200"),
    ("input touchscreen tap 1 2", "", "", 0, "tap 1 2"),
    ("input -d 0 tap 1 2", "", "", 0, "tap 1 2"),
    ("input touchscreen -d 0 tap 1 2", "", "", 0, "tap 1 2"),
    ("cmd input tap 1 2", "", "", 0, "tap 1 2"),
    ("input tap a b", "", BAD, 255, ""),
    ("input tap 1", "", "\nException occurred while executing 'tap':\njava.lang.IllegalArgumentException: Argument expected after \"1\"\n\tat …", 255, ""),
    ("input tap NaN 1", "", BAD, 255, ""),
    ("input swipe 1 2 3 4", "", "", 0, "swipe 1 2 3 4 300"),
    ("input swipe 540 1200 540 1200 3000", "", "", 0, "swipe 540 1200 540 1200 3000"),
    ("input swipe 1 2 3 4 -5", "", "", 0, "swipe 1 2 3 4 300"),
    ("input swipe 1 2 3 4 5.5", "", "…Error: Invalid arguments for command: swipe…", 255, ""),
    ("input swipe 1 2 3", "", "…Argument expected after \"3\"…", 255, ""),
    ("input draganddrop 1 2 3 4 500", "", "", 0, "drag 1 2 3 4 500"),
    ("input motionevent DOWN 1 2 ;; input motionevent MOVE 3 4 ;; input motionevent UP 3 4", "", "", 0, "Down 1 2; Move 3 4; Up 3 4"),
    ("input motionevent CANCEL", "", "", 0, "Cancel 0 0"),
    ("input motionevent FLY 1 2", "", "…IllegalArgumentException: Unknown action: FLY…", 255, ""),
    ("input roll 1 2", "", "", 0, "roll 1 2"),
    ("input press", "", "", 0, "press"),
    ("input mouse scroll 1 2 --axis VSCROLL,-2", "", "", 0, "scroll 1 2 0 -2"),
    ("input scroll --axis SCROLL,1", "", "", 0, "scroll 540 1200 0 1"),
    ("input -d x tap 1 2", "", "…Error: Invalid arguments for display ID.…", 255, ""),
    ("input fly", "Unknown command: fly\n", "", 0, ""),
    ("input", "Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]\n…", "", 0, ""),
    // Keys.
    ("input keyevent 4", "", "", 0, "key 4"),
    ("input keyevent KEYCODE_HOME", "", "", 0, "key 3"),
    ("input keyevent HOME", "", "", 0, "key 3"),
    ("input keyevent VOLUME_UP", "", "", 0, "key 24"),
    ("input keyevent 66 4 KEYCODE_DEL", "", "", 0, "key 66; key 4; key 67"),
    ("input keyevent --longpress KEYCODE_MOVE_HOME", "", "", 0, "key 122 long"),
    ("input keyevent --longpress HOME", "", "", 0, "key 3 long"),
    ("input keyevent --doubletap 24", "", "", 0, "key 24; key 24"),
    ("input keyevent NOPE", "", "", 0, "key 0"),
    ("input keyevent", "", "…Argument expected after \"keyevent\"…", 255, ""),
    ("input keyevent 279", "", "", 0, "key 279"),
    ("input keycombination 113 29", "", "", 0, "keys [113, 29]"),
    ("input keycombination -t 100 KEYCODE_CTRL_LEFT KEYCODE_A", "", "", 0, "keys [113, 29]"),
    ("input keycombination 113", "", "…keycombination requires at least 2 keycodes…", 255, ""),
    ("input keycombination 113 NOPE", "", "…Unknown keycode: NOPE…", 255, ""),
    // Text: ASCII or nothing.
    ("input text hello", "", "", 0, "type \"hello\""),
    ("input text hello%sworld", "", "", 0, "type \"hello world\""),
    ("input text 'a b'", "", "", 0, "type \"a b\""),
    ("input text one two", "", "", 0, "type \"one\""),
    ("input text '%%s 100%'", "", "", 0, "type \"%  100%\""),
    ("input text 'a\\nb'", "", "", 0, "type \"a\\nb\""),
    ("input text ''", "", "", 0, ""),
    ("input text", "", "…Argument expected after \"text\"…", 255, ""),
    ("input text 你好", "", "\nException occurred while executing 'text':\njava.lang.NullPointerException: Attempt to get length of null array\n\tat …", 255, ""),
    ("input keyboard text é", "", "\nException occurred while executing 'keyboard':\n…", 255, ""),
    // Keyboards that listen to adb.
    ("ime list -s", "com.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME\n", "", 0, ""),
    ("ime list -s -a", "com.google…\ncom.android.adbkeyboard/.AdbIME\ncom.github.uiautomator/.AdbKeyboard\n", "", 0, ""),
    ("ime list -a", "com.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME:\n  mId=…com.android.adbkeyboard/.AdbIME:\n…", "", 0, ""),
    ("ime set com.android.adbkeyboard/.AdbIME", "", "Unknown input method com.android.adbkeyboard/.AdbIME cannot be selected for user #0\n", 255, ""),
    ("ime enable com.android.adbkeyboard/.AdbIME", "Input method com.android.adbkeyboard/.AdbIME: now enabled for user #0\n", "", 0, ""),
    ("ime enable com.android.adbkeyboard/.AdbIME ;; ime enable com.android.adbkeyboard/com.android.adbkeyboard.AdbIME", "…now enabled for user #0\n…already enabled for user #0\n", "", 0, ""),
    ("ime enable com.nope/.Ime", "", "Unknown input method com.nope/.Ime cannot be enabled for user #0\n", 255, ""),
    ("ime enable com.android.adbkeyboard/.AdbIME ;; ime set com.android.adbkeyboard/.AdbIME ;; settings get secure default_input_method", "…Input method com.android.adbkeyboard/.AdbIME selected for user #0\ncom.android.adbkeyboard/.AdbIME\n", "", 0, ""),
    ("ime enable com.android.adbkeyboard/.AdbIME ;; ime set com.android.adbkeyboard/.AdbIME ;; ime disable com.android.adbkeyboard/.AdbIME ;; settings get secure default_input_method", "…now disabled for user #0\ncom.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME\n", "", 0, ""),
    ("ime disable com.android.adbkeyboard/.AdbIME", "…already disabled for user #0\n", "", 0, ""),
    ("ime reset", "Reset current and enabled IMEs for user #0\n…", "", 0, ""),
    ("am broadcast -a ADB_INPUT_B64 --es msg 5L2g5aW9", "Broadcasting: Intent { act=ADB_INPUT_B64 flg=0x400000 (has extras) }\nBroadcast completed: result=0\n", "", 0, ""),
    ("settings put secure default_input_method com.android.adbkeyboard/.AdbIME ;; am broadcast -a ADB_INPUT_B64 --es msg 5L2g5aW9", "…result=0\n", "", 0, "commit \"你好\""),
    ("settings put secure default_input_method com.android.adbkeyboard/.AdbIME ;; am broadcast -a ADB_INPUT_B64 --es msg ''", "…result=0\n", "", 0, "commit \"\""),
    ("settings put secure default_input_method com.android.adbkeyboard/.AdbIME ;; am broadcast -a ADB_INPUT_B64 --es msg *", "…result=0\n", "", 0, ""),
    ("settings put secure default_input_method com.android.adbkeyboard/.AdbIME ;; am broadcast -a ADB_INPUT_TEXT --es msg 'a b'", "…result=0\n", "", 0, "commit \"a b\""),
    ("settings put secure default_input_method com.android.adbkeyboard/.AdbIME ;; am broadcast -a ADB_INPUT_CHARS --eia chars 128512,32,97", "…result=0\n", "", 0, "commit \"😀 a\""),
    ("settings put secure default_input_method com.android.adbkeyboard/.AdbIME ;; am broadcast -a ADB_CLEAR_TEXT ;; am broadcast -a ADB_EDITOR_CODE --ei code 3 ;; am broadcast -a ADB_INPUT_CODE --ei code 67", "…result=0\n", "", 0, "clear; editor 3; key 67"),
    ("settings put secure default_input_method com.android.adbkeyboard/.AdbIME ;; am broadcast -a ADB_INPUT_MCODE --eia mcode 4096,29", "…result=0\n", "", 0, "key 29 meta 4096"),
    ("settings put secure default_input_method com.github.uiautomator/.AdbKeyboard ;; am broadcast -a ADB_KEYBOARD_INPUT_TEXT --es text 5L2g5aW9", "…Broadcast completed: result=-1, data=\"success\"\n", "", 0, "commit \"你好\""),
    ("settings put secure default_input_method com.github.uiautomator/.AdbKeyboard ;; am broadcast -a ADB_KEYBOARD_SET_TEXT --es text YQ==", "…result=-1, data=\"success\"\n", "", 0, "clear; commit \"a\""),
    ("settings put secure default_input_method com.github.uiautomator/.AdbKeyboard ;; am broadcast -a ADB_KEYBOARD_CLEAR_TEXT ;; am broadcast -a ADB_KEYBOARD_HIDE ;; am broadcast -a ADB_KEYBOARD_EDITOR_CODE --es code 4 ;; am broadcast -a ADB_KEYBOARD_SMART_ENTER", "…result=-1, data=\"success\"\n", "", 0, "clear; hide keyboard; editor 4; key 66"),
    ("settings put secure default_input_method com.github.uiautomator/.AdbKeyboard ;; am broadcast -a ADB_KEYBOARD_GET_CLIPBOARD", "…result=-1, data=\"\"\n", "", 0, ""),
    ("am broadcast -a clipper.get", "…result=0\n", "", 0, ""),
    ("am broadcast -a android.intent.action.AIRPLANE_MODE --ez state false", "", "\nException occurred while executing 'broadcast':\njava.lang.SecurityException: Permission Denial: not allowed to send broadcast android.intent.action.AIRPLANE_MODE from pid=…, uid=2000\n…", 255, ""),
    ("am broadcast -a dev.mobile.maestro.locale -n dev.mobile.maestro/.receivers.LocaleSettingReceiver --es lang en", "Broadcasting: Intent { act=dev.mobile.maestro.locale flg=0x400000 cmp=dev.mobile.maestro/.receivers.LocaleSettingReceiver (has extras) }\nBroadcast completed: result=0\n", "", 0, ""),
    // The tree and the screen.
    ("uiautomator dump /sdcard/x.xml", "UI hierchary dumped to: /sdcard/x.xml\n", "", 0, "write /sdcard/x.xml 92"),
    ("uiautomator dump", "UI hierchary dumped to: /sdcard/window_dump.xml\n", "", 0, "write /sdcard/window_dump.xml 92"),
    ("uiautomator dump /dev/tty", "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\"></hierarchy>UI hierchary dumped to: /dev/tty\n", "", 0, ""),
    ("uiautomator dump --compressed /sdcard/x.xml", "UI hierchary dumped to: /sdcard/x.xml\n", "", 0, "compressed; write /sdcard/x.xml 92"),
    ("uiautomator dump /system/x.xml", "UI hierchary dumped to: /system/x.xml\n", "", 0, ""),
    ("uiautomator", "", "Usage: uiautomator <subcommand> [options]\n…", 1, ""),
    ("uiautomator events", "", "", 1000, ""),
    ("screencap -p /sdcard/tmp.png", "", "", 0, "write /sdcard/tmp.png 4"),
    ("screencap /sdcard/tmp.png", "", "", 0, "write /sdcard/tmp.png 4"),
    ("screencap /sdcard/tmp.raw", "", "", 0, "write /sdcard/tmp.raw 24"),
    ("screencap -p -d 4619827259835644672 /sdcard/tmp.png", "", "", 0, "write /sdcard/tmp.png 4"),
    ("screencap -p -d 7", "", "Display Id '7' is not valid.\n", 1, ""),
    ("/system/bin/screencap -p /system/x.png", "", "Error opening file: /system/x.png (Read-only file system)\n", 1, ""),
    ("screencap -h", "", "usage: screencap [-ahp]…", 1, ""),
    ("screenrecord --time-limit 5 /sdcard/a.mp4", "", "", 0, "record Some(\"/sdcard/a.mp4\") None 5000"),
    ("screenrecord --time-limit 999 /sdcard/a.mp4", "", "Time limit 999s outside acceptable range [1,180]\n", 2, ""),
    ("screenrecord", "", "Must specify output file (see --help).\n", 2, ""),
    // Programs that clients push.
    // Its jar is not pushed yet.
    ("app_process / com.wetest.uia2.Main -p 9008", "", "java.lang.ClassNotFoundException: …\nAborted \n", 134, ""),
    ("app_process -Djava.class.path=/data/local/tmp/yadb /data/local/tmp com.ysbing.yadb.Main -keyboard hi", "", "java.lang.ClassNotFoundException: …\nAborted \n", 134, ""),
    ("app_process / com.genymobile.scrcpy.Server 3.3.3", "", "java.lang.ClassNotFoundException: …", 134, ""),
    ("app_process", "", "Error: no class name or --zygote supplied.\n…", 10, ""),
];

#[test]
fn rows() {
    check(ROWS);
}

#[test]
fn screens_come_as_bytes() {
    let mut system = FakeSystem::default();
    assert_eq!(command("screencap -p", &mut system).0.stdout, b"\x89PNG");
    let raw = command("screencap", &mut system).0.stdout;
    assert_eq!(raw[..16], [2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
    assert_eq!(raw[16..], [1, 2, 3, 255, 4, 5, 6, 255]);
}

#[test]
fn a_tree_that_is_not_there_is_told_on_stderr() {
    let cases = [
        (DumpError::NotIdle, "ERROR: could not get idle state.\n", 0),
        (DumpError::NoRoot, "ERROR: null root node returned by UiTestAutomationBridge.\n", 0),
    ];
    for (error, stderr, status) in cases {
        let mut system = FakeSystem { dump: Err(error), ..FakeSystem::default() };
        assert_eq!(shell("uiautomator dump /sdcard/x", &mut system), (String::new(), stderr.to_owned(), status));
    }
    let mut system = FakeSystem { dump: Err(DumpError::Busy), ..FakeSystem::default() };
    let (_, stderr, status) = shell("uiautomator dump", &mut system);
    assert!(stderr.contains("already registered!") && status != 0);
}

#[test]
fn yadb_types_once_it_was_pushed() {
    let mut system = FakeSystem::default();
    system.files.insert("/data/local/tmp/yadb".to_owned(), vec![1]);
    let run = "app_process -Djava.class.path=/data/local/tmp/yadb /data/local/tmp com.ysbing.yadb.Main";
    for rest in ["-keyboard '你 好'", "-keyboardClear", "-touch 1 2 800", "-screenshot /sdcard/s.png", "-pinch 1 2"] {
        assert_eq!(shell(&format!("{run} {rest}"), &mut system).2, 0, "{rest}");
    }
    assert_eq!(system.calls, ["commit \"你 好\"", "clear", "swipe 1 2 1 2 800", "write /sdcard/s.png 4"]);
}

#[test]
fn the_touch_panel_is_described_and_written_to() {
    let mut system = FakeSystem::default();
    let (said, _, status) = shell("getevent -p", &mut system);
    assert_eq!(status, 0);
    let head = "add device 1: /dev/input/event1\n  name:     \"virtio_input_multi_touch_1\"\n  events:\n";
    assert!(said.starts_with(head), "{said}");
    let x = "                0035  : value 0, min 0, max 32767, fuzz 0, flat 0, resolution 0\n";
    assert!(said.contains(x) && said.contains("    ABS (0003): 002f  : value 0, min 0, max 9,"), "{said}");
    let (said, ..) = shell("getevent -pl /dev/input/event1", &mut system);
    assert!(said.contains("ABS_MT_POSITION_X     : value 0, min 0, max 32767,"), "{said}");
    assert_eq!(shell("getevent", &mut system).2, FOLLOWS);
    check(&[
        ("sendevent /dev/input/event1 3 53 1000", "", "", 0, "panel 3 53 1000"),
        ("sendevent -- /dev/input/event1 3 57 -1", "", "", 0, "panel 3 57 -1"),
        ("sendevent /dev/input/event1 3 57 4294967295", "", "", 0, "panel 3 57 -1"),
        (
            "sendevent /dev/input/event1 3 57 -1",
            "",
            "sendevent: Unknown option '1' (see \"sendevent --help\")\n",
            1,
            "",
        ),
        ("sendevent /dev/input/event1 x y z", "", "", 0, "panel 0 0 0"),
        ("sendevent /dev/input/event0 1 116 1", "", "", 0, ""),
        ("sendevent /dev/input/event7 0 0 0", "", "sendevent: /dev/input/event7: No such file or directory\n", 1, ""),
        ("sendevent /dev/input/event1", "", "sendevent: Need 4 arguments (see \"sendevent --help\")\n", 1, ""),
        ("getevent -p /dev/input/event7", "", "could not open /dev/input/event7, No such file or directory\n", 1, ""),
    ]);
}

#[test]
fn the_server_of_uiautomator2_starts_once_its_jar_is_there() {
    let mut system = FakeSystem::default();
    system.files.insert("/data/local/tmp/u2.jar".to_owned(), b"PK".to_vec());
    for (line, port) in
        [("app_process / com.wetest.uia2.Main -p 9007", 9007), ("app_process / com.wetest.uia2.Main", 9008)]
    {
        assert_eq!(shell(line, &mut system).2, FOLLOWS + port, "{line}");
    }
}
