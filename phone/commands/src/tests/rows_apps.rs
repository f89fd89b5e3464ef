//! `am`, `pm`, `monkey`: starting, stopping, finding and installing apps.

use super::fake::FakeSystem;
use super::{Row, check, shell};

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    // Starting.
    ("am start -n com.whatsapp/.Main", "Starting: Intent { cmp=com.whatsapp/.Main }\n", "", 0, "start com.whatsapp/.Main"),
    ("am start -n com.whatsapp/com.whatsapp.Main", "Starting: Intent { cmp=com.whatsapp/.Main }\n", "", 0, "start com.whatsapp/.Main"),
    ("am start -W -n com.whatsapp/.Main", "Starting: Intent { cmp=com.whatsapp/.Main }\nStatus: ok\nLaunchState: COLD\nActivity: com.whatsapp/.Main\nTotalTime: …\nWaitTime: …\nComplete\n", "", 0, "start com.whatsapp/.Main"),
    ("am start -W com.android.settings/.Settings", "Starting: Intent { act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] cmp=com.android.settings/.Settings }\nWarning: Activity not started, intent has been delivered to currently running top-most instance.\nStatus: ok\nLaunchState: UNKNOWN (0)\n…Complete\n", "", 0, "start com.android.settings/.Settings"),
    ("am start -a android.intent.action.VIEW -d https://example.com/a?b=c", "Starting: Intent { act=android.intent.action.VIEW dat=https://example.com/... }\n", "Warning: Activity not started, its current task has been brought to the front\n", 0, "start com.android.chrome/com.google.android.apps.chrome.Main https://example.com/a?b=c"),
    ("am start https://x", "Starting: Intent { act=android.intent.action.VIEW dat=https://x/... }\n", "…", 0, "start com.android.chrome/com.google.android.apps.chrome.Main https://x"),
    ("am start -a android.intent.action.MAIN -c android.intent.category.LAUNCHER -n com.android.settings/.Settings", "Starting: Intent { act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] cmp=com.android.settings/.Settings }\n", "…", 0, "start com.android.settings/.Settings"),
    ("am start-activity -a android.intent.action.MAIN -c android.intent.category.LAUNCHER -f 0x10200000 -n com.whatsapp/.Main", "Starting: Intent { act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] flg=0x10200000 cmp=com.whatsapp/.Main }\n", "", 0, "start com.whatsapp/.Main"),
    ("am start -a android.settings.WIFI_SETTINGS", "Starting: Intent { act=android.settings.WIFI_SETTINGS }\n", "", 0, "start com.android.settings/.wifi.WifiPickerActivity"),
    ("am start --user 0 -S -n com.whatsapp/.Main", "Stopping: com.whatsapp\nStarting: Intent { cmp=com.whatsapp/.Main }\n", "", 0, "stop com.whatsapp; start com.whatsapp/.Main"),
    ("am start -n com.whatsapp/.Nope", "Starting: Intent { cmp=com.whatsapp/.Nope }\n", "Error type 3\nError: Activity class {com.whatsapp/com.whatsapp.Nope} does not exist.\n", 0, ""),
    ("am start -W -n com.nope/.Main", "Starting: Intent { cmp=com.nope/.Main }\nError type 3\nError: Activity class {com.nope/com.nope.Main} does not exist.\n", "", 0, ""),
    ("am start -a nope", "Starting: Intent { act=nope }\n", "Error: Activity not started, unable to resolve Intent { act=nope }\n", 0, ""),
    ("am start -n com.android.settings/.Private", "…", "\nException occurred while executing 'start':\njava.lang.SecurityException: Permission Denial: starting Intent { cmp=com.android.settings/.Private } from null (pid=…, uid=2000) not exported from uid 1000\n…", 255, ""),
    ("am start -n broken", "", "…java.lang.IllegalArgumentException: Bad component name: broken\n…", 255, ""),
    ("am start --nope", "", "…Unknown option: --nope\n…", 255, ""),
    ("am start -a android.intent.action.SENDTO -d smsto:+15550100 --es sms_body 'hi you' --ez exit_on_sent true --ei n 0x10", "Starting: Intent { act=android.intent.action.SENDTO dat=smsto:xxxxxxxxx (has extras) }\n", "Error: Activity not started, unable to resolve …", 0, ""),
    ("am start -a x -t image/png -p com.whatsapp", "Starting: Intent { act=x typ=image/png pkg=com.whatsapp }\n", "…", 0, ""),
    ("am startservice -n com.whatsapp/.Sync", "Starting service: Intent { cmp=com.whatsapp/.Sync }\n", "", 0, ""),
    ("am start-foreground-service -n com.nope/.Sync", "Starting service: Intent { cmp=com.nope/.Sync }\n", "Error: Not found; no service started.\n", 255, ""),
    ("am stopservice -n com.whatsapp/.Sync", "Stopping service: …", "Service not stopped: was not running.\n", 255, ""),
    ("am startservice -n com.whatsapp/.Sync ;; am stopservice -n com.whatsapp/.Sync", "Starting service: …Stopping service: …", "Service stopped\n", 0, ""),
    // Stopping and asking.
    ("am force-stop com.whatsapp", "", "", 0, "stop com.whatsapp"),
    ("am force-stop --user 0 com.whatsapp", "", "", 0, "stop com.whatsapp"),
    ("am force-stop", "", "\nException occurred while executing 'force-stop':\njava.lang.IllegalArgumentException: Argument expected after \"force-stop\"\n…", 255, ""),
    ("am kill com.whatsapp ;; am kill com.android.settings", "", "", 0, "stop com.whatsapp"),
    ("am kill-all", "", "", 0, ""),
    ("am get-current-user", "0\n", "", 0, ""),
    ("am get-config", "config: en-rUS-ldltr-sw411dp-…\nabi: arm64-v8a\n", "", 0, ""),
    ("am stack list", "RootTask id=12 bounds=[0,0][1080,2400] displayId=0 userId=0\n configuration={…}\n  taskId=12: com.android.settings/com.android.settings.Settings bounds=[0,0][1080,2400] userId=0 visible=true topActivity=ComponentInfo{com.android.settings/com.android.settings.Settings}\n\nRootTask id=2 …", "", 0, ""),
    ("am stack remove 12", "", "", 0, "stop com.android.settings"),
    ("am instrument -w -e debug false dev.mobile.maestro.test/androidx.test.runner.AndroidJUnitRunner", "INSTRUMENTATION_STATUS: Error=Unable to find instrumentation info for: ComponentInfo{dev.mobile.maestro.test/androidx.test.runner.AndroidJUnitRunner}\n…INSTRUMENTATION_STATUS_CODE: -1\n", "android.util.AndroidException: INSTRUMENTATION_FAILED: …", 1, ""),
    ("am fly", "Unknown command: fly\n", "", 255, ""),
    ("am", "Activity manager (activity) commands:\n…", "", 255, ""),
    ("cmd activity get-current-user", "0\n", "", 0, ""),
    // monkey.
    ("monkey -p com.android.settings -c android.intent.category.LAUNCHER 1", "  bash arg: -p\n  bash arg: com.android.settings\n…Events injected: 1\n## Network stats: …", "args: [-p, com.android.settings, -c, android.intent.category.LAUNCHER, 1]\n…", 0, "start com.android.settings/.Settings"),
    ("monkey -p com.nope -c android.intent.category.LAUNCHER 1", "…** No activities found to run, monkey aborted.\n", "…", 252, ""),
    ("monkey -p com.whatsapp --pct-syskeys 0 1", "…Events injected: 1\n…", "…", 0, "start com.whatsapp/.Main"),
    ("monkey -p com.whatsapp", "…", "…** Error: Count not specified\n…", 255, ""),
    // What is installed.
    ("pm list packages", "package:com.android.chrome\npackage:com.android.settings\npackage:com.google.android.apps.nexuslauncher\npackage:com.whatsapp\n", "", 0, ""),
    ("pm list packages -3", "package:com.whatsapp\n", "", 0, ""),
    ("pm list packages -s", "package:com.android.chrome\npackage:com.android.settings\npackage:com.google.android.apps.nexuslauncher\n", "", 0, ""),
    ("pm list packages -f com.whatsapp", "package:/data/app/~~…==/com.whatsapp-…==/base.apk=com.whatsapp\n", "", 0, ""),
    ("pm list packages --user 0 settings", "package:com.android.settings\n", "", 0, ""),
    ("pm list packages -f --user 0", "package:/product/app/Chrome/Chrome.apk=com.android.chrome\n…", "", 0, ""),
    ("pm list packages -U com.android.settings", "package:com.android.settings uid:1000\n", "", 0, ""),
    ("pm list packages --show-versioncode com.whatsapp", "package:com.whatsapp versionCode:242409\n", "", 0, ""),
    ("pm list packages -i com.whatsapp", "package:com.whatsapp  installer=null\n", "", 0, ""),
    ("pm disable-user --user 0 com.whatsapp ;; pm list packages -d ;; pm list packages -e whatsapp", "Package com.whatsapp new state: disabled-user\npackage:com.whatsapp\n", "", 0, "stop com.whatsapp"),
    ("pm disable-user com.whatsapp ;; pm enable com.whatsapp ;; pm list packages -d", "…Package com.whatsapp new state: enabled\n", "", 0, "stop com.whatsapp"),
    ("pm enable com.nope", "", "…java.lang.IllegalArgumentException: Unknown package: com.nope\n…", 255, ""),
    ("pm list packages -x", "", "Error: Unknown option: -x\n", 255, ""),
    ("pm list nonsense", "", "Error: unknown list type 'nonsense'\n", 255, ""),
    ("pm list features", "feature:reqGlEsVersion=…\nfeature:android.hardware.audio.output\n…", "", 0, ""),
    ("pm list users", "Users:\n\tUserInfo{0:Owner:4c13} running\n", "", 0, ""),
    ("pm list instrumentation", "", "", 0, ""),
    ("cmd package has-feature android.hardware.touchscreen", "true\n", "", 0, ""),
    ("cmd package has-feature android.software.leanback", "false\n", "", 1, ""),
    ("pm path com.android.settings", "package:/system_ext/priv-app/SettingsGoogle/SettingsGoogle.apk\n", "", 0, ""),
    ("pm path com.nope", "", "", 1, ""),
    ("pm clear com.whatsapp", "Success\n", "", 0, "clear data com.whatsapp"),
    ("pm clear x", "", "Failed\n", 1, ""),
    ("pm grant com.whatsapp android.permission.POST_NOTIFICATIONS ;; dumpsys package com.whatsapp", "…android.permission.POST_NOTIFICATIONS: granted=true, …", "", 0, ""),
    ("pm revoke com.whatsapp android.permission.READ_CONTACTS ;; dumpsys package com.whatsapp", "…android.permission.READ_CONTACTS: granted=false, …", "", 0, "stop com.whatsapp"),
    ("pm grant com.nope android.permission.CAMERA", "", "…IllegalArgumentException: Unknown package: com.nope\n…", 255, ""),
    ("pm grant com.whatsapp nonsense", "", "…IllegalArgumentException: Unknown permission: nonsense\n…", 255, ""),
    ("pm grant com.android.settings android.permission.SEND_SMS", "", "…SecurityException: Package com.android.settings has not requested permission android.permission.SEND_SMS\n…", 255, ""),
    ("pm uninstall com.whatsapp", "Success\n", "", 0, "uninstall com.whatsapp"),
    ("cmd package uninstall com.x", "Failure [DELETE_FAILED_INTERNAL_ERROR]\n", "", 1, ""),
    ("pm uninstall --user 0 com.x", "Failure [not installed for 0]\n", "", 1, ""),
    ("pm uninstall com.android.settings", "Failure [DELETE_FAILED_INTERNAL_ERROR]\n", "", 1, "uninstall com.android.settings"),
    ("pm uninstall -k --user 0 com.android.settings", "Success\n", "", 0, "uninstall com.android.settings"),
    ("pm install -r -t /data/local/tmp/nope.apk", "", "…java.lang.IllegalArgumentException: Error: Can't open file: /data/local/tmp/nope.apk\n…", 255, ""),
    ("pm install-create -S 10", "Success: created install session […]\n", "", 0, ""),
    ("pm install-commit 5", "", "…SecurityException: Caller has no access to session 5\n…", 255, ""),
    ("pm install-existing com.whatsapp", "Package com.whatsapp installed for user: 0\n", "", 0, ""),
    ("pm get-install-location", "0[auto]\n", "", 0, ""),
    ("pm fly", "Unknown command: fly\n", "", 255, ""),
    ("pm", "Package manager (package) commands:\n…", "", 255, ""),
    // Who answers an intent.
    ("cmd package resolve-activity --brief com.whatsapp", "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\ncom.whatsapp/.Main\n", "", 0, ""),
    ("cmd package resolve-activity --brief com.nope", "No activity found\n", "", 0, ""),
    ("cmd package resolve-activity --components com.whatsapp", "com.whatsapp/.Main\n", "", 0, ""),
    ("cmd package resolve-activity --brief -c android.intent.category.LAUNCHER com.android.settings", "…", "", 0, ""),
    ("pm resolve-activity -a android.settings.WIFI_SETTINGS", "priority=0 …\nActivityInfo:\n  name=com.android.settings.wifi.WifiPickerActivity\n  packageName=com.android.settings\n…", "", 0, ""),
    ("pm query-activities -a android.intent.action.MAIN -c android.intent.category.LAUNCHER", "3 activities found:\n  Activity #0:\n    priority=0 …\n    ActivityInfo:\n      name=com.google.android.apps.chrome.Main\n      packageName=com.android.chrome\n…", "", 0, ""),
    ("cmd package query-activities --brief -a android.intent.action.MAIN -c android.intent.category.LAUNCHER", "3 activities found:\n  Activity #0:\n    priority=…\n    com.android.chrome/com.google.android.apps.chrome.Main\n  Activity #1:\n    priority=…\n    com.android.settings/.Settings\n…", "", 0, ""),
    ("cmd package query-activities --components -a android.intent.action.MAIN -c android.intent.category.LAUNCHER", "com.android.chrome/com.google.android.apps.chrome.Main\ncom.android.settings/.Settings\ncom.whatsapp/.Main\n", "", 0, ""),
    ("pm query-activities -a nope", "No activities found\n", "", 0, ""),
    ("cmd overlay lookup com.whatsapp com.whatsapp:string/app_name", "WhatsApp\n", "", 0, ""),
    ("cmd overlay lookup com.nope com.nope:string/app_name", "", "Error: failed to get resources for package com.nope\n", 1, ""),
    ("cmd overlay lookup com.whatsapp com.whatsapp:string/other", "", "Error: failed to resolve resource com.whatsapp:string/other\n", 1, ""),
];

#[test]
fn rows() {
    check(ROWS);
}

#[test]
fn apks_come_by_file_by_stream_and_in_parts() {
    let mut system = FakeSystem::default();
    let hello = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../apk/tests/apks/hello.apk"));
    system.files.insert("/data/local/tmp/a.apk".to_owned(), hello.to_vec());
    system.files.insert("/data/local/tmp/b.apk".to_owned(), b"junk".to_vec());
    let run = |line: &str, stdin: &[u8], system: &mut FakeSystem| {
        system.stdin = stdin.to_vec();
        let (stdout, stderr, status) = shell(line, system);
        (stdout + &stderr, status)
    };
    let success = ("Success\n".to_owned(), 0);
    assert_eq!(run("pm install -r -t /data/local/tmp/a.apk", b"", &mut system), success);
    let (said, status) = run("pm install /data/local/tmp/b.apk", b"", &mut system);
    let parse = "java.lang.IllegalArgumentException: Error: Failed to parse APK file: /data/local/tmp/b.apk: Failed to \
                 parse /data/local/tmp/b.apk";
    assert!(said.contains(parse) && status == 255, "{said}");
    assert_eq!(run("cmd package install -r -t -g -S 8", b"PK:com.c", &mut system), success);
    assert_eq!(run("cmd package install -rtg -S 80", b"PK:com.c", &mut system).1, 1);
    let (said, status) = run("pm install -S 4", b"junk", &mut system);
    assert!(said.starts_with("Failure [INSTALL_PARSE_FAILED_NOT_APK: Failed to parse /data/app/vmdl") && status == 1);
    let (created, _) = run("pm install-create -r -S 8", b"", &mut system);
    let id = created.trim_end_matches("]\n").rsplit('[').next().expect("an id").to_owned();
    for (name, bytes) in [("base.apk", b"PK:com.d"), ("split.apk", b"PK:com.e")] {
        let written = run(&format!("pm install-write -S 8 {id} {name} -"), bytes, &mut system);
        assert_eq!(written, ("Success: streamed 8 bytes\n".to_owned(), 0));
    }
    assert!(run(&format!("pm install-write -S 8 {id} ../x -"), b"PK:com.d", &mut system).0.contains("Invalid name"));
    assert_eq!(run(&format!("pm install-commit {id}"), b"", &mut system), success);
    assert!(run(&format!("pm install-commit {id}"), b"", &mut system).0.contains("Caller has no access to session"));
    let installed: Vec<&String> = system.calls.iter().filter(|call| call.starts_with("install")).collect();
    assert_eq!(installed, ["install base.apk", "install base.apk", "install base.apk+split.apk"]);
}
