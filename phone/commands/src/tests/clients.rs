//! Parses the output with the patterns of public clients.

use super::fake::FakeSystem;
use super::pattern::Pattern;
use super::shell;

/// A command, the client, its pattern, and the expected groups.
type Case = (&'static str, &'static str, &'static str, &'static [&'static str]);

#[rustfmt::skip]
const CASES: &[Case] = &[
    ("wm size", "adbutils", r"Physical size: (\d+)x(\d+)", &["1080", "2400"]),
    ("wm size", "appium-adb", r"Physical size: ([^\r?\n]+)*", &["1080x2400"]),
    ("wm density", "appium-adb", r"Physical density: ([^\r?\n]+)*", &["420"]),
    ("dumpsys window windows", "adbutils", r"mCurrentFocus=Window{.*\s+(?P<package>[^\s]+)/(?P<activity>[^\s]+)\}", &["com.android.settings", "com.android.settings.Settings"]),
    ("dumpsys window", "adbutils, on all of it", r"mCurrentFocus=Window{.*\s+(?P<package>[^\s]+)/(?P<activity>[^\s]+)\}", &["com.android.settings", "com.android.settings.Settings"]),
    ("dumpsys window windows", "uiautomator2", r"mFocusedApp=.*ActivityRecord{\w+ \w+ (?P<package>.*)/(?P<activity>.*) .*", &["com.android.settings", ".Settings"]),
    ("dumpsys window displays", "appium-adb", r"^\s*mFocusedApp.+Record\{.*\s([^\s\/\}]+)\/([^\s\/\}\,]+)\,?(\s[^\s\/\}]+)*\}", &["com.android.settings", ".Settings", " t12"]),
    ("dumpsys window displays", "appium-adb", r"^\s*mCurrentFocus.+\{.+\s([^\s\/]+)\/([^\s]+)\b", &["com.android.settings", "com.android.settings.Settings"]),
    ("dumpsys window displays", "appium-adb", r"init=(\d+)x(\d+)", &["1080", "2400"]),
    ("dumpsys window displays", "OpenPocket", r"init=(\d+)x(\d+) (\d+)dpi cur=(\d+)x(\d+)", &["1080", "2400", "420", "1080", "2400"]),
    ("dumpsys window displays", "agent-device", r"mCurrentRotation=ROTATION_(\d+)", &["0"]),
    ("dumpsys window", "appium-adb", r"mScreenOnFully=(\w+)", &["true"]),
    ("dumpsys window policy", "OpenPocket", r"isStatusBarKeyguard=(\w+)", &["false"]),
    ("dumpsys window policy", "appium-adb", r"KeyguardStateMonitor[\n\s]+mIsShowing=(\w+)", &["false"]),
    ("dumpsys display", "adbutils", r".*DisplayViewport{.*?valid=true, .*?orientation=(?P<orientation>\d+), .*?deviceWidth=(?P<width>\d+), deviceHeight=(?P<height>\d+).*", &["0", "1080", "2400"]),
    ("dumpsys display", "adbutils", r".*?orientation=(?P<orientation>\d+)", &["0"]),
    ("dumpsys display", "Midscene", r"mCurrentOrientation=(\d)", &["0"]),
    ("dumpsys display", "gelab-zero", r"mScreenState=(\w+)", &["ON"]),
    ("dumpsys display", "AutoGLM-GUI", r"uniqueId='local:(\d+)'", &["4619827259835644672"]),
    ("dumpsys input", "Midscene, appium-adb", r"SurfaceOrientation:\s*(\d)", &["0"]),
    ("dumpsys -d 0 input", "Midscene", r"SurfaceOrientation:\s*(\d)", &["0"]),
    ("dumpsys input", "android_world", r"logicalFrame=\[0, 0, (\d+), (\d+)\]", &["1080", "2400"]),
    ("dumpsys input", "android_world", r"physicalFrame=\[(\d+), (\d+), (\d+), (\d+)\]", &["0", "0", "1080", "2400"]),
    ("dumpsys power", "adbutils", r"mHoldingDisplaySuspendBlocker=(true)", &["true"]),
    ("dumpsys power", "OpenPocket", r"mWakefulness=(\w+)", &["Awake"]),
    ("dumpsys power", "OpenPocket", r"mInteractive=(\w+)", &["true"]),
    ("dumpsys power", "Midscene", r"Display Power: state=(\w+)", &["ON"]),
    ("dumpsys input_method", "appium-adb", r"mInputShown=(\w+)", &["false"]),
    ("dumpsys input_method", "appium-adb", r"mIsInputViewShown=(\w+)", &["false"]),
    ("dumpsys input_method", "uiautomator2", r"mCurMethodId=([-_./\w]+)", &["com.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME"]),
    ("dumpsys battery", "adbutils", r"^\s+level: (\d+)$", &["88"]),
    ("dumpsys activity activities", "adbutils", r"mResumedActivity: ActivityRecord\{.*?\s+(?P<package>[^\s]+)/(?P<activity>[^\s]+)\s.*?\}", &["com.android.settings", ".Settings"]),
    ("dumpsys activity top", "adbutils", r"ACTIVITY (?P<package>[^\s]+)/(?P<activity>[^/\s]+) \w+ pid=(?P<pid>\d+)", &["com.android.settings", ".Settings", "4242"]),
    ("dumpsys activity recents", "android_world", r"Recent #0: Task\{\w+ #(\d+)", &["12"]),
    ("dumpsys activity recents", "android_world", r"^\s+id=(\d+)", &["12"]),
    ("dumpsys activity processes", "appium-adb", r"ProcessRecord\{[\w]+\s+(\d+):com\.android\.settings\/", &["4242"]),
    ("dumpsys package com.whatsapp", "adbutils", r"versionName=(?P<name>[^\s]+)", &["2.24.9"]),
    ("dumpsys package com.whatsapp", "appium-adb", r"versionName=([\d+.]+)", &["2.24.9"]),
    ("dumpsys package com.whatsapp", "adbutils", r"versionCode=(?P<code>\d+)", &["242409"]),
    ("dumpsys package com.whatsapp", "adbutils", r"firstInstallTime=([-\d]+\s+[:\d]+)", &["2024-05-16 09:30:00"]),
    ("dumpsys package com.whatsapp", "adbutils", r"lastUpdateTime=([-\d]+\s+[:\d]+)", &["2024-05-16 09:30:00"]),
    ("dumpsys package com.android.settings", "adbutils", r"pkgFlags=\[\s*(.*)\s*\]", &["SYSTEM HAS_CODE ALLOW_CLEAR_USER_DATA ALLOW_BACKUP "]),
    ("dumpsys package com.whatsapp", "appium-adb", r"^\s*(Package)\s+\[com\.whatsapp\][^:]+:$", &["Package"]),
    ("dumpsys package com.whatsapp", "uiautomator2", r"targetSdk=(\d+)", &["34"]),
    ("dumpsys package com.whatsapp", "uiautomator2", r"(android\.\w*\.?permission\.\w+): granted=false", &["android.permission.CAMERA"]),
    ("dumpsys package com.whatsapp", "appium-adb", r"^\s*Category:\s+\x22([a-zA-Z0-9._/-]+)\x22$", &["android.intent.category.LAUNCHER"]),
    ("dumpsys SurfaceFlinger --display-id", "mobile-mcp", r"Display (\d+) \(HWC display (\d+)\): port=(\d+) pnpId=(\w+)", &["4619827259835644672", "0", "0", "GGL"]),
    ("dumpsys telephony.registry", "android_world", r"mCallState=(\d)", &["0"]),
    ("dumpsys notification --noredact", "droidclaw", r"android\.title=String \((.*?)\)", &["Sam"]),
    ("dumpsys notification --noredact", "droidclaw", r"NotificationRecord\(.*pkg=([^\s]+)", &["com.whatsapp"]),
    ("am stack list", "android_env", r"taskId=(\d+):.*visible=true topActivity=ComponentInfo\{(.*)\}", &["12", "com.android.settings/com.android.settings.Settings"]),
    ("am start -W -n com.whatsapp/.Main", "appium-adb", r"Status: (\w+)\nLaunchState: (\w+)\nActivity: (.*)\n", &["ok", "COLD", "com.whatsapp/.Main"]),
    ("am broadcast -a x --es y z", "uiautomator2", r"result=(-?\d+)", &["0"]),
    ("monkey -p com.whatsapp -c android.intent.category.LAUNCHER 1", "many", r"Events injected: (\d+)", &["1"]),
    ("cmd package resolve-activity --brief com.whatsapp", "mobilerun: the last line", r"^([\w.]+/[\w.]+)\n", &["com.whatsapp/.Main"]),
    ("pm query-activities -a android.intent.action.MAIN -c android.intent.category.LAUNCHER", "mobile-mcp", r"packageName=([\w.]+)", &["com.android.chrome"]),
    ("pm list packages", "adbutils", r"^package:([^\s]+)\r?$", &["com.android.chrome"]),
    ("pm path com.whatsapp", "adbutils", r"^package:(/data/app/)", &["/data/app/"]),
    ("cmd wifi status", "appium-adb", r"(Wifi is enabled)", &["Wifi is enabled"]),
    ("service list", "appium-adb", r"\b(activity):", &["activity"]),
    ("service list", "appium-adb", r"\b(package):", &["package"]),
    ("service list", "appium-adb", r"\b(window):", &["window"]),
    ("ip route", "Open-AutoGLM", r"dev wlan0.* src ([\d.]+)", &["10.0.2.16"]),
    ("ip addr show wlan0", "Open-AutoGLM", r"inet (\d+.*?)/\d+", &["10.0.2.16"]),
    ("ifconfig wlan0", "adbutils", r"inet\s*addr:(.*?)\s", &["10.0.2.16"]),
    ("getprop", "many", r"^\[ro\.product\.model\]: \[(.*)\]$", &["Pixel 8"]),
    ("uiautomator dump /sdcard/x.xml", "many", r"UI hierchary dumped to: (.*)$", &["/sdcard/x.xml"]),
    ("content query --uri content://com.android.contacts/data/phones --projection display_name:data1", "android_world", r"Row: \d+ display_name=(.*?), data1=(.*)$", &["Sam Smith", "+1 555-0100"]),
];

#[test]
fn public_clients_find_what_they_look_for() {
    let mut wrong = String::new();
    for (command, client, pattern, wanted) in CASES {
        let pattern = pattern.replace("\\x22", "\"");
        let (stdout, stderr, _) = shell(command, &mut FakeSystem::default());
        let found = Pattern::new(&pattern).search(&stdout).map(|groups| groups[1..].to_vec());
        if found.as_ref().is_none_or(|found| found != wanted) {
            wrong += &format!("\n{client}: $ {command}\n  {pattern}\n  found {found:?}, wanted {wanted:?}\n{stderr}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Open-AutoGLM looks for a known package in the line with the focus.
#[test]
fn open_autoglm_finds_the_app_in_the_focus_line() {
    let (stdout, ..) = shell("dumpsys window", &mut FakeSystem::default());
    let lines = stdout.lines().filter(|line| line.contains("mCurrentFocus") || line.contains("mFocusedApp"));
    assert!(lines.clone().count() >= 2);
    lines.for_each(|line| assert!(line.contains("com.android.settings"), "{line}"));
}

/// mobilerun takes the last line of `resolve-activity --brief`, mobile-use extracts the signature.
#[test]
fn last_lines_and_brackets_are_as_expected() {
    let mut system = FakeSystem::default();
    let (stdout, ..) = shell("cmd package resolve-activity --brief com.whatsapp", &mut system);
    assert_eq!(stdout.lines().last(), Some("com.whatsapp/.Main"));
    let (stdout, ..) = shell("dumpsys package com.whatsapp", &mut system);
    let signature = Pattern::new(r"PackageSignatures\{.*?\[(.*)\]\}").search(&stdout).expect("a signature");
    assert!(!signature[1].is_empty());
}

/// Output that changes when the phone is rotated, asleep, locked, typing or showing a secure window.
#[test]
fn dumps_follow_the_phone() {
    let mut system = FakeSystem { awake: false, locked: true, keyboard: true, secure: true, ..FakeSystem::default() };
    system.display.rotation = 1;
    let cases = [
        ("dumpsys window", "mCurrentRotation=ROTATION_90"),
        ("dumpsys window", "cur=2400x1080"),
        ("dumpsys window", "u0 NotificationShade}"),
        ("dumpsys window", "mShowingLockscreen=true"),
        ("dumpsys window", "mIsShowing=true"),
        ("dumpsys window", "screenState=SCREEN_STATE_OFF"),
        ("dumpsys window windows", "LAYOUT_INSET_DECOR SECURE"),
        ("dumpsys display", "orientation=1, logicalFrame=Rect(0, 0 - 2400, 1080)"),
        ("dumpsys display", "mScreenState=OFF"),
        ("dumpsys input", "SurfaceOrientation: 1"),
        ("dumpsys power", "mHoldingDisplaySuspendBlocker=false"),
        ("dumpsys power", "mWakefulness=Asleep"),
        ("dumpsys input_method", "mInputShown=true"),
    ];
    for (command, wanted) in cases {
        let (stdout, ..) = shell(command, &mut system);
        assert!(stdout.contains(wanted), "`{command}` lacks `{wanted}`:\n{stdout}");
    }
    system.front = None;
    system.locked = false;
    let (stdout, ..) = shell("dumpsys window", &mut system);
    assert!(stdout.contains("mCurrentFocus=null") && stdout.contains("mFocusedApp=null"));
}
