//! No command succeeds without effect. Each row names a command and the change that another command must then show, or
//! the error that Android prints.
//!
//! `SILENT` checks that the list is complete: every command in it that prints nothing and ends with 0 must have changed
//! the phone.

use super::fake::FakeSystem;
use super::{Row, check, command};
use crate::Exit;

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    // The window manager.
    ("wm set-ignore-orientation-request true ;; wm get-ignore-orientation-request", "ignoreOrientationRequest true for displayId=0\n", "", 0, ""),
    ("wm set-ignore-orientation-request -d 0 1 ;; wm reset ;; wm get-ignore-orientation-request", "ignoreOrientationRequest false for displayId=0\n", "", 0, "display None None"),
    ("wm set-ignore-orientation-request", "", "Error: expecting true, 1, false, 0, but got null\n", 255, ""),
    ("wm fixed-to-user-rotation enabled ;; wm fixed-to-user-rotation", "enabled\n", "", 0, ""),
    ("wm scaling off ;; wm scaling", "off\n", "", 0, ""),
    ("wm scaling sideways", "", "Error: expecting auto, off, but got sideways\n", 255, ""),
    ("wm folded-area ;; wm folded-area 0,0,100,200 ;; wm folded-area", "Folded area: none\nFolded area: 0,0,100,200\n", "", 0, ""),
    ("wm disable-blur true ;; wm disable-blur", "Blur supported on device: true\nBlur enabled: false\n", "", 0, ""),
    ("wm set-letterbox-style --cornerRadius 8 ;; wm get-letterbox-style", "--cornerRadius: 8\n", "", 0, ""),
    ("wm set-letterbox-style", "", "Error: No arguments provided.\n", 255, ""),
    ("wm tracing start", "Error: Tracing is not supported on user builds.\n", "", 255, ""),
    ("wm overscan 0,0,0,0", "Unknown command: overscan\n", "", 255, ""),
    // Power and the cable.
    ("svc power reboot bootloader ;; logcat -d -v raw -s ShutdownThread", "--------- beginning of system\nRebooting, reason: bootloader\n", "", 0, ""),
    ("svc power reboot", "", "", 1000, ""),
    ("svc power forcesuspend", "", "", 0, "key 223"),
    ("setprop sys.powerctl reboot", "", "", 1000, ""),
    ("setprop ctl.restart zygote", "", "Failed to set property 'ctl.restart' to 'zygote'.\n…", 1, ""),
    ("svc usb setFunctions mtp ;; getprop sys.usb.config ;; svc usb getFunctions", "mtp,adb\n", "[mtp]\n", 0, ""),
    ("svc usb setFunctions toaster", "", "Control Usb state\n…", 0, ""),
    ("svc wifi prefer", "", "Control the wifi manager\n…", 0, ""),
    // The lock.
    ("locksettings set-password secret1 ;; locksettings set-pattern 1234", "New credential doesn't satisfy admin policies: …New credential doesn't satisfy admin policies: …", "", 255, ""),
    ("locksettings set-pin 1234 ;; locksettings clear ;; locksettings clear --old 1234", "Pin set to '1234'\nOld password '' didn't match\nLock credential cleared\n", "", 0, ""),
    ("locksettings set-pin abcd", "New credential doesn't satisfy admin policies: …", "", 255, ""),
    // Flags.
    ("device_config put systemui x 1 ;; device_config get systemui x ;; device_config list systemui ;; device_config list_namespaces", "1\nx=1\nsystemui\n", "", 0, ""),
    ("device_config put a x 1 default ;; device_config put a x 2 ;; device_config reset untrusted_defaults a ;; device_config get a x", "1\n", "", 0, ""),
    ("device_config put a x 1 ;; device_config delete a x ;; device_config get a x ;; device_config delete a x", "Successfully deleted x from a\nnull\nFailed to delete x from a\n", "", 0, ""),
    ("cmd device_config set_sync_disabled_for_tests persistent ;; device_config get_sync_disabled_for_tests", "persistent\n", "", 0, ""),
    ("device_config reset now", "", "Invalid reset mode: now\n", 255, ""),
    ("device_config put a", "", "Bad arguments\n", 255, ""),
    ("settings put global x 1 tag default ;; settings put global x 2 ;; settings reset global trusted_defaults ;; settings get global x", "1\n", "", 0, ""),
    ("settings reset global com.nope", "", "Invalid reset mode: com.nope\n", 255, ""),
    // Apps.
    ("am set-standby-bucket com.whatsapp rare ;; am get-standby-bucket com.whatsapp", "40\n", "", 0, ""),
    ("am set-standby-bucket com.nope rare", "", "…java.lang.IllegalArgumentException: Unknown package: com.nope\n…", 255, ""),
    ("am set-inactive com.whatsapp true ;; am get-inactive com.whatsapp", "Idle=true\n", "", 0, ""),
    ("am set-debug-app --persistent com.whatsapp ;; settings get global debug_app ;; dumpsys activity processes ;; am clear-debug-app ;; settings get global debug_app", "com.whatsapp\n…mDebugApp=com.whatsapp/…\nnull\n", "", 0, ""),
    ("am make-uid-idle com.whatsapp ;; dumpsys activity processes", "…idle} com.whatsapp\n", "", 0, ""),
    ("am send-trim-memory com.android.settings COMPLETE ;; dumpsys activity processes", "…com.android.settings trimMemoryLevel=COMPLETE\n", "", 0, ""),
    ("am send-trim-memory com.whatsapp COMPLETE", "", "…Unknown process: com.whatsapp\n…", 255, ""),
    ("am dumpheap com.android.settings /data/local/tmp/x.hprof", "Waiting for dump to finish...\n", "…Process not debuggable: …", 255, ""),
    ("am compat enable 1 com.whatsapp", "", "…Cannot override a change on a non-debuggable app and user build.\n…", 255, ""),
    ("am switch-user 10", "", "Error: Failed to switch to user 10\n", 1, ""),
    ("am package-importance com.android.settings ;; am package-importance com.whatsapp", "100\n1000\n", "", 0, ""),
    ("am clear-recent-apps", "", "", 0, "stop com.android.settings"),
    ("am task focus 12", "Setting focus to task 12\n", "", 0, "start com.android.settings/.Settings"),
    ("am task lock 12", "Error: unknown command 'lock'\n", "", 255, ""),
    ("am startservice -a nothing.at.all", "Starting service: Intent { act=nothing.at.all }\n", "Error: Not found; no service started.\n", 255, ""),
    ("am restart", "", "", 1000, ""),
    ("monkey -p com.nope 1", "…** No activities found to run, monkey aborted.\n", "args: …", 252, ""),
    // Packages.
    ("pm compile -m speed -f com.whatsapp ;; dumpsys package com.whatsapp", "Success\n…[status=speed] [reason=cmdline]\n", "", 0, ""),
    ("pm compile -m fast com.whatsapp", "", "Error: \"fast\" is not a valid compilation filter.\n", 1, ""),
    ("pm compile com.nope", "Failure: package com.nope could not be compiled\n", "", 1, ""),
    ("pm set-install-location 1 ;; pm get-install-location", "1[internal]\n", "", 0, ""),
    ("pm set-home-activity com.nope/.Main", "", "Error: Failed to set default home.\n", 1, ""),
    ("pm set-home-activity com.google.android.apps.nexuslauncher ;; cmd role get-role-holders android.app.role.HOME", "Success\ncom.google.android.apps.nexuslauncher\n", "", 0, ""),
    ("pm set-permission-flags com.whatsapp android.permission.CAMERA user-fixed ;; dumpsys package com.whatsapp", "…android.permission.CAMERA: granted=false, flags=[ USER_FIXED|…", "", 0, ""),
    ("pm set-installer com.whatsapp com.android.chrome", "", "…Caller does not have same cert as new installer package com.android.chrome\n…", 255, ""),
    ("pm set-app-links --package com.whatsapp 2 all", "", "Error: Domains not declared by package com.whatsapp\n", 255, ""),
    ("pm disable com.android.settings/.Settings", "", "…Shell cannot change component state for com.android.settings/com.android.settings.Settings to 2\n…", 255, ""),
    ("pm force-dex-opt com.whatsapp", "Unknown command: force-dex-opt\n", "", 255, ""),
    ("appops start com.whatsapp CAMERA ;; appops get com.whatsapp CAMERA ;; appops stop com.whatsapp CAMERA ;; appops get com.whatsapp CAMERA", "CAMERA: ignore; time=+0ms ago (running)\nCAMERA: ignore\n", "", 0, ""),
    // Services.
    ("cmd deviceidle force-idle ;; cmd deviceidle get deep ;; cmd deviceidle unforce ;; cmd deviceidle get deep", "Now forced in to deep idle mode\nIDLE\nLight state: ACTIVE, deep state: ACTIVE\nACTIVE\n", "", 0, ""),
    ("cmd deviceidle disable ;; dumpsys deviceidle force-idle ;; cmd deviceidle enabled", "Deep idle mode disabled\nLight idle mode disabled\nUnable to go deep idle; not enabled\n0\n", "", 0, ""),
    ("dumpsys deviceidle whitelist +com.whatsapp ;; cmd deviceidle whitelist", "Added: com.whatsapp\n…user,com.whatsapp,…\n", "", 0, ""),
    ("cmd deviceidle step ;; cmd deviceidle step ;; cmd deviceidle get deep", "Stepped to deep: INACTIVE\nStepped to deep: IDLE_PENDING\nIDLE_PENDING\n", "", 0, ""),
    ("cmd thermalservice override-status 3 ;; dumpsys thermalservice", "…Thermal Status: 3\n…", "", 0, ""),
    ("cmd thermalservice override-status 99", "", "Error: Invalid thermal status, expected 0 to 6\n", 255, ""),
    ("cmd sensor_privacy enable 0 camera ;; dumpsys sensor_privacy", "…camera=enabled\n", "", 0, ""),
    ("cmd sensor_privacy enable 0 nose", "", "Invalid sensor\n", 255, ""),
    ("cmd vibrator_manager synced oneshot 100 ;; dumpsys vibrator_manager", "…last=synced oneshot 100\n", "", 0, ""),
    ("cmd uimode car yes ;; cmd uimode car", "Car mode: yes\nCar mode: yes\n", "", 0, ""),
    ("cmd locale set-app-locales com.whatsapp --locales fr-FR ;; cmd locale get-app-locales com.whatsapp", "Locales for com.whatsapp for user 0 are [fr-FR]\n", "", 0, ""),
    ("cmd overlay enable com.android.internal.systemui.navbar.gestural ;; cmd overlay list ;; settings get secure navigation_mode", "android\n[x] com.android.internal.systemui.navbar.gestural\n[ ] …\n2\n", "", 0, ""),
    ("cmd overlay enable com.nope", "", "Error: Failed to enable overlay com.nope: it is not installed\n", 1, ""),
    ("cmd notification allow_listener com.whatsapp/.Listener ;; settings get secure enabled_notification_listeners", "com.whatsapp/.Listener\n", "", 0, ""),
    ("cmd notification post mine one ;; cmd notification post mine two ;; cmd notification list", "…|com.android.shell|…|mine|…\n0|com.whatsapp|7|null|…\n", "", 0, ""),
    ("cmd notification snooze --for 1 x", "Unknown command: snooze\n", "", 255, ""),
    ("cmd power suppress-ambient-display mine true ;; cmd power list-ambient-display-suppression-tokens", "[mine]\n", "", 0, ""),
    ("cmd power set-fixed-performance-mode-enabled true ;; dumpsys power", "…fixed-performance-mode=true\n", "", 0, ""),
    ("cmd power set-fixed-performance-mode-enabled maybe", "", "Error: expected true or false after \"set-fixed-performance-mode-enabled\"\n", 255, ""),
    ("cmd wifi set-verbose-logging enabled ;; cmd wifi is-verbose-logging", "true\n", "", 0, ""),
    ("cmd wifi connect-network elsewhere open", "Connection failed with reason code: 1\n", "", 255, ""),
    ("cmd wifi force-country-code enabled DE", "", "…Uid 2000 does not have access to force-country-code wifi command …", 255, ""),
    ("cmd location providers add-test-provider gps", "", "…com.android.shell from uid 2000 not allowed to perform MOCK_LOCATION\n…", 255, ""),
    ("cmd display set-user-preferred-display-mode 1080 2400 60 ;; cmd display get-user-preferred-display-mode", "User preferred display mode: 1080 2400 60\n", "", 0, ""),
    ("cmd telecom set-default-dialer com.whatsapp", "", "Error - package is not an installed Dialer app or is already the default dialer.\n", 255, ""),
    ("cmd phone ims enable", "Unknown command: ims\n", "", 255, ""),
    ("cmd statusbar tracing start", "Error: Tracing is not supported on user builds.\n", "", 255, ""),
    ("service call window 99", "Result: Parcel(Error: 0xffffffffffffffb6 \"Not a data message\")\n", "", 0, ""),
    ("bmgr backupnow com.whatsapp ;; bmgr enable true ;; bmgr enabled ;; bmgr backupnow com.whatsapp", "Backup finished with result: Backup is not allowed\nBackup Manager now enabled\nBackup Manager currently enabled\nBackup finished with result: Transport error\n", "", 0, ""),
    ("dumpsys battery set counter 5 ;; dumpsys battery get counter", "5\n", "", 0, ""),
    ("dumpsys battery suspend_input ;; dumpsys battery get status", "4\n", "", 0, ""),
    // The log.
    ("logcat -d -b nosuch", "", "logcat: Unknown buffer 'nosuch' listed in -b\n", 1, ""),
    ("logcat -d -b crash", "", "", 0, ""),
    ("log -p e -t AndroidRuntime boom ;; logcat -d -v raw -b crash ;; logcat -d -v raw -b main", "--------- beginning of crash\nboom\n--------- beginning of main\nscan\n", "", 0, ""),
    ("logcat -c -b main ;; logcat -d -v raw", "--------- beginning of system\nStart proc com.whatsapp\n", "", 0, ""),
    ("logcat -d -v raw -f /sdcard/log.txt", "", "", 0, "write /sdcard/log.txt 87"),
    ("logcat -G 1M ;; logcat -g -b main", "main: ring buffer is 1 MiB (…", "", 0, ""),
    ("logcat -G tiny", "", "logcat: Invalid argument to -G: tiny\n", 1, ""),
    ("logcat -L", "", "logcat: Logcat read failure: No such file or directory\n", 1, ""),
];

/// Commands that print nothing if they work. Each must then have changed the phone.
#[rustfmt::skip]
const SILENT: &[&str] = &[
    "am clear-debug-app", "am clear-recent-apps", "am crash com.android.settings", "am force-stop com.android.settings",
    "am kill com.whatsapp", "am make-uid-idle com.whatsapp", "am send-trim-memory com.android.settings HIDDEN",
    "am set-debug-app com.whatsapp", "am set-inactive com.whatsapp true", "am set-standby-bucket com.whatsapp rare",
    "appops set com.whatsapp CAMERA ignore", "appops start com.whatsapp CAMERA", "appops write-settings",
    "cmd alarm set-time 1700000000000", "cmd alarm set-timezone Europe/Berlin", "cmd audio set-ringer-mode SILENT",
    "cmd audio set-volume 3 1", "cmd battery set ac 1", "cmd battery set dock 1", "cmd battery set invalid 1",
    "cmd battery suspend_input", "cmd battery unplug", "cmd bluetooth_manager disable",
    "cmd connectivity airplane-mode enable", "cmd display ab-logging-enable", "cmd display dwb-logging-disable",
    "cmd display power-off", "cmd display set-brightness 0.1", "cmd display set-match-content-frame-rate-pref 2",
    "cmd display set-user-preferred-display-mode 1 2 3", "cmd jobscheduler monitor-battery on",
    "cmd locale set-app-locales com.whatsapp --locales de", "cmd location set-location-enabled false",
    "cmd media_session dispatch play", "cmd nfc disable-nfc", "cmd notification allow_dnd com.whatsapp",
    "cmd notification set_dnd on", "cmd overlay enable com.android.internal.systemui.navbar.gestural",
    "cmd phone data disable", "cmd power set-adaptive-power-saver-enabled true", "cmd power set-mode 1",
    "cmd power set-prox acquire", "cmd power set-face-down-detector true", "cmd power suppress-ambient-display t true",
    "cmd role set-bypassing-role-qualification true", "cmd sensor_privacy enable 0 microphone",
    "cmd statusbar add-tile com.whatsapp/.Tile", "cmd statusbar expand-notifications",
    "cmd thermalservice override-status 2", "cmd vibrator_manager cancel", "cmd wifi set-scan-always-available enabled",
    "cmd wifi set-wifi-enabled disabled", "cmd wifi start-scan", "device_config put a b c",
    "device_config set_sync_disabled_for_tests persistent", "input keyevent 4", "input tap 1 2", "input text a",
    "locksettings set-disabled true", "log hello", "logcat -c", "logcat -G 2M", "logcat -P ~", "pm grant com.whatsapp android.permission.CAMERA",
    "pm set-install-location 2", "pm set-permission-flags com.whatsapp android.permission.CAMERA user-set",
    "pm trim-caches 1G", "settings put global a b", "setprop debug.x 1", "svc bluetooth disable", "svc data disable",
    "svc nfc disable", "svc power forcesuspend", "svc power stayon true", "svc usb setFunctions mtp",
    "svc usb setScreenUnlockedFunctions mtp", "svc wifi disable", "wm density 300", "wm disable-blur true",
    "wm dismiss-keyguard", "wm fixed-to-user-rotation enabled", "wm folded-area 0,0,1,1", "wm scaling off",
    "wm set-ignore-orientation-request true", "wm set-letterbox-style --a 1", "wm set-multi-window-config --a 1",
    "wm size 700x900", "wm user-rotation lock 1",
];

#[test]
fn what_succeeds_has_an_effect() {
    check(ROWS);
}

#[test]
fn monkey_injects_what_it_counts() {
    let line = "monkey -p com.whatsapp -s 7 --pct-touch 50 --pct-motion 50 40";
    let run = || {
        let mut system = FakeSystem::default();
        let (io, exit) = command(line, &mut system);
        assert_eq!(exit, Exit::Status(0));
        assert!(String::from_utf8_lossy(&io.stdout).contains("Events injected: 40"));
        system.calls
    };
    let calls = run();
    assert_eq!(calls.len(), 40, "{calls:?}");
    assert!(calls.iter().skip(1).all(|call| call.starts_with("tap ") || call.starts_with("swipe ")), "{calls:?}");
    assert_eq!(calls, run(), "the same seed injects the same events");
}

#[test]
fn a_command_that_says_nothing_has_changed_something() {
    let state = |system: &FakeSystem| {
        let json = serde_json::to_string(&system.shared).unwrap_or_default();
        (json, system.shared.service_state.clone(), system.calls.len(), system.files.clone())
    };
    let mut idle = Vec::new();
    for line in SILENT {
        let mut system = FakeSystem::default();
        // Something to reset, to clear and to revoke.
        for before in ["am set-debug-app com.android.settings", "pm grant com.whatsapp android.permission.CAMERA"] {
            if *line != "pm grant com.whatsapp android.permission.CAMERA" {
                command(before, &mut system);
            }
        }
        let before = state(&system);
        let (io, exit) = command(line, &mut system);
        let silent = io.stdout.is_empty() && io.stderr.is_empty() && exit == Exit::Status(0);
        if silent && state(&system) == before {
            idle.push(*line);
        }
    }
    assert!(idle.is_empty(), "these succeed without effect: {idle:#?}");
}
