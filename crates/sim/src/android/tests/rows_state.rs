//! `settings`, `svc`, `cmd`, `wm`, `getprop`, `dumpsys`, `service`, the network, the log.

use super::fake::FakeSystem;
use super::{Row, check, shell};

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    // Settings.
    ("settings get secure default_input_method", "com.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME\n", "", 0, ""),
    ("settings get system nope", "null\n", "", 0, ""),
    ("settings put system screen_brightness 200 ;; settings get system screen_brightness", "200\n", "", 0, ""),
    ("settings --user 0 put global http_proxy :0 ;; settings get --user current global http_proxy", ":0\n", "", 0, ""),
    ("settings put global airplane_mode_on 1 ;; cmd connectivity airplane-mode", "enabled\n", "", 0, ""),
    ("settings delete system screen_brightness ;; settings delete system screen_brightness", "Deleted 1 rows\nDeleted 0 rows\n", "", 0, ""),
    ("settings put secure x -1 ;; settings list secure", "…x=-1\n", "", 0, ""),
    ("settings get SYSTEM font_scale", "1.0\n", "", 0, ""),
    ("settings get nowhere x", "", "Invalid namespace 'nowhere'\n", 255, ""),
    ("settings fly", "", "Invalid command: fly\n", 255, ""),
    ("settings get system", "", "Bad arguments\n", 255, ""),
    ("settings get system a b", "", "Too many arguments\n", 255, ""),
    ("settings put system a", "", "Bad arguments\n", 255, ""),
    ("settings", "Settings provider (settings) commands:\n…", "", 255, ""),
    // Radios.
    ("svc wifi disable ;; settings get global wifi_on ;; svc wifi enable ;; settings get global wifi_on", "0\n1\n", "", 0, ""),
    ("svc data disable ;; settings get global mobile_data", "0\n", "", 0, ""),
    ("svc bluetooth disable ;; settings get global bluetooth_on", "0\n", "", 0, ""),
    ("svc nfc enable", "", "", 0, ""),
    ("svc power stayon true ;; settings get global stay_on_while_plugged_in", "15\n", "", 0, ""),
    ("svc", "", "Available commands:\n…", 0, ""),
    ("cmd connectivity airplane-mode enable ;; settings get global airplane_mode_on ;; cmd connectivity airplane-mode disable ;; cmd connectivity airplane-mode", "1\ndisabled\n", "", 0, ""),
    ("cmd wifi status", "Wifi is enabled\n…Wifi is connected to \"AndroidWifi\"\n…", "", 0, ""),
    ("cmd -w wifi set-wifi-enabled disabled ;; cmd wifi status ;; dumpsys wifi", "Wifi is disabled\n…Wi-Fi is disabled\n…", "", 0, ""),
    ("cmd bluetooth_manager disable ;; cmd bluetooth_manager wait-for-state:STATE_OFF", "wait-for-state:STATE_OFF: Success\n", "", 0, ""),
    ("cmd location is-location-enabled ;; cmd location set-location-enabled false ;; cmd location is-location-enabled", "true\nfalse\n", "", 0, ""),
    ("cmd phone data disable ;; settings get global mobile_data", "0\n", "", 0, ""),
    // The rest of cmd.
    ("cmd uimode night", "Night mode: no\n", "", 0, ""),
    ("cmd uimode night yes ;; settings get secure ui_night_mode", "Night mode: yes\n2\n", "", 0, ""),
    ("cmd uimode night maybe", "", "Error: mode must be …", 255, ""),
    ("cmd statusbar expand-notifications ;; cmd statusbar expand-settings ;; cmd statusbar collapse", "", "", 0, "shade Notifications; shade Settings; shade Closed"),
    ("cmd clipboard get text", "", "No shell command implementation.\n", 0, ""),
    ("cmd notification post -t Title tag 'some text' ;; dumpsys notification --noredact", "…android.title=String (Title)\n          android.text=String (some text)\n…", "", 0, ""),
    ("cmd notification list", "0|com.whatsapp|7|null|…\n", "", 0, ""),
    ("cmd media_session volume --stream 3 --set 7 --get", "[V] will control stream=3 (STREAM_MUSIC)\n[V] will set volume to index=7\n[V] will get volume\n[V] Connecting to AudioService\n[V] volume is 7 in range [0..15]\n", "", 0, ""),
    ("media volume --stream 3 --adj raise ;; settings get system volume_music", "…6\n", "", 0, ""),
    ("media volume --stream 3 --set 99", "…[E] Error: invalid volume index 99 [0..15]\n", "", 255, ""),
    ("cmd audio set-volume 3 2 ;; dumpsys audio", "…- STREAM_MUSIC:\n   Muted: false\n   Min: 0\n   Max: 15\n   streamVolume:2\n…", "", 0, ""),
    ("cmd appops get com.whatsapp", "READ_CONTACTS: allow\nCAMERA: ignore\n", "", 0, ""),
    ("appops set com.whatsapp CAMERA allow ;; cmd appops get com.whatsapp CAMERA", "CAMERA: allow\n", "", 0, ""),
    ("appops set com.whatsapp android:mock_location allow", "", "", 0, ""),
    ("cmd appops get com.nope", "", "Error: No UID for com.nope in user 0\n", 255, ""),
    ("cmd battery set level 5 ;; dumpsys battery", "…\n  level: 5\n  scale: 100\n…", "", 0, ""),
    ("cmd power set-mode 1 ;; settings get global low_power", "1\n", "", 0, ""),
    ("cmd nothing", "", "cmd: Can't find service: nothing\n", 20, ""),
    ("cmd", "", "cmd: No service specified; use -l to list all running services. Use -w to start and wait for a service.\n", 20, ""),
    ("cmd -l", "Currently running services:\n  SurfaceFlinger\n…", "", 0, ""),
    ("cmd account", "", "No shell command implementation.\n", 0, ""),
    // The window manager.
    ("wm size", "Physical size: 1080x2400\n", "", 0, ""),
    ("wm size 720x1280 ;; wm size", "Physical size: 1080x2400\nOverride size: 720x1280\n", "", 0, "display Some((720, 1280)) None"),
    ("wm size 720x1280 ;; wm size reset ;; wm size", "Physical size: 1080x2400\n", "", 0, "display Some((720, 1280)) None; display None None"),
    ("wm size big", "", "Error: bad size big\n", 255, ""),
    ("wm size axb", "", "Error: bad number axb\n", 255, ""),
    ("wm density", "Physical density: 420\n", "", 0, ""),
    ("wm density 320 ;; wm density", "Physical density: 420\nOverride density: 320\n", "", 0, "display None Some(320)"),
    ("wm density 10", "", "Error: density must be >= 72\n", 255, ""),
    ("wm dismiss-keyguard", "", "", 0, "unlock"),
    ("cmd window user-rotation lock 1 ;; settings get system user_rotation ;; wm user-rotation", "1\nlock 1\n", "", 0, ""),
    ("wm user-rotation free ;; wm user-rotation", "free\n", "", 0, ""),
    ("wm", "Window manager (window) commands:\n…", "", 255, ""),
    // Properties.
    ("getprop ro.product.model", "Pixel 8\n", "", 0, ""),
    ("getprop ro.build.version.sdk ;; getprop ro.build.version.release ;; getprop ro.product.cpu.abi ;; getprop sys.boot_completed", "34\n14\narm64-v8a\n1\n", "", 0, ""),
    ("getprop nope", "\n", "", 0, ""),
    ("getprop nope fallback", "fallback\n", "", 0, ""),
    ("getprop", "[dalvik.vm.heapsize]: [512m]\n…[ro.serialno]: [FTEC89025CC1]\n…", "", 0, ""),
    ("setprop debug.maestro.sessionId 1-2 ;; getprop debug.maestro.sessionId", "1-2\n", "", 0, ""),
    ("setprop ro.product.model x", "", "Failed to set property 'ro.product.model' to 'x'.\nSee dmesg for error reason.\n", 1, ""),
    ("setprop x", "", "setprop: Need 2 arguments (see \"setprop --help\")\n", 1, ""),
    // dumpsys, beyond what clients.rs parses.
    ("dumpsys nothing", "", "Can't find service: nothing\n", 0, ""),
    ("dumpsys -l", "Currently running services:\n  SurfaceFlinger\n  accessibility\n…", "", 0, ""),
    ("dumpsys", "Currently running services:\n…DUMP OF SERVICE window:\n…", "", 0, ""),
    ("dumpsys -t 5 battery", "Current Battery Service state:\n  AC powered: false\n  USB powered: true\n…", "", 0, ""),
    ("dumpsys battery unplug ;; dumpsys battery set level 30 ;; dumpsys battery reset ;; cmd battery get level", "88\n", "", 0, ""),
    ("dumpsys package com.nope", "Unable to find package: com.nope\n", "", 0, ""),
    ("dumpsys window nonsense", "Bad window command, or no windows match: nonsense\nUse -h for help.\n", "", 0, ""),
    ("dumpsys window com.android.settings", "WINDOW MANAGER WINDOWS (dumpsys window windows)\n  Window #0 Window{…com.android.settings/com.android.settings.Settings}:\n…", "", 0, ""),
    ("dumpsys activity com.android.settings", "TASK 1000:com.android.settings id=12 userId=0\n  ACTIVITY com.android.settings/.Settings …", "", 0, ""),
    ("dumpsys meminfo com.android.settings", "…** MEMINFO in pid 4242 [com.android.settings] **\n…TOTAL PSS:…", "", 0, ""),
    ("dumpsys meminfo com.whatsapp", "No process found for: com.whatsapp\n", "", 0, ""),
    ("dumpsys cpuinfo", "Load: …4242/com.android.settings: …", "", 0, ""),
    ("dumpsys media.camera", "…Active Camera Clients:\n[]\n…", "", 0, ""),
    ("dumpsys media_session", "MEDIA SESSION SERVICE…", "", 0, ""),
    ("dumpsys alarm", "Current Alarm Manager state:\n  nowRTC=1715938200000\n…", "", 0, ""),
    ("dumpsys connectivity", "…Active default network: 100\n…", "", 0, ""),
    ("dumpsys notification", "…android.title=String [length=3]\n…", "", 0, ""),
    ("dumpsys SurfaceFlinger --list", "StatusBar#…\ncom.android.settings/com.android.settings.Settings#…\n", "", 0, ""),
    // Services.
    ("service list", "Found …\n0\tSurfaceFlinger: [android.ui.ISurfaceComposer]\n…", "", 0, ""),
    ("service check clipboard ;; service check nope", "Service clipboard: found\nService nope: not found\n", "", 0, ""),
    ("service call clipboard 2 i32 1 s16 com.android.shell", "Result: Parcel(00000000    '....')\n", "", 0, ""),
    ("service call statusbar 1 ;; service call statusbar 2", "…", "", 0, "shade Notifications; shade Closed"),
    ("service call nope 1", "", "service: Service nope does not exist\n", 10, ""),
    // The network.
    ("ip route", "10.0.2.0/24 dev wlan0 proto kernel scope link src 10.0.2.16 \n", "", 0, ""),
    ("svc wifi disable ;; ip route", "", "", 0, ""),
    ("ip -f inet addr show wlan0", "2: wlan0: …\n    link/ether …\n    inet 10.0.2.16/24 brd 10.0.2.255 scope global wlan0\n…", "", 0, ""),
    ("ip addr show dev eth9", "", "Device \"eth9\" does not exist.\n", 1, ""),
    ("ifconfig wlan0", "wlan0 …\n          inet addr:10.0.2.16  Bcast:10.0.2.255  Mask:255.255.255.0 \n…", "", 0, ""),
    ("ifconfig eth0", "", "ifconfig: eth0: No such device\n", 1, ""),
    ("netstat -an", "Active Internet connections…", "", 0, ""),
    ("ping -c 2 8.8.8.8", "PING 8.8.8.8 (8.8.8.8) 56(84) bytes of data.\n…2 packets transmitted, 2 received, 0% packet loss, time 1000ms\n…", "", 0, ""),
    ("svc wifi disable ;; ping -c 1 example.com", "", "ping: unknown host example.com\n", 2, ""),
    ("ping 8.8.8.8", "PING …", "", 1000, ""),
    // The log.
    ("logcat -d", "--------- beginning of main\n05-17 09:30:00.000  1042  1056 I ActivityManager: Start proc com.whatsapp\n05-17 09:30:00.000 …D Wifi    : scan\n", "", 0, ""),
    ("logcat -d -v epoch -T 1 ActivityTaskManager:I ActivityManager:I *:S", "--------- beginning of main\n1715938200.000  1042  1056 I ActivityManager: Start proc com.whatsapp\n", "", 0, ""),
    ("logcat -d -v brief -s Wifi", "--------- beginning of main\nD/Wifi    (…): scan\n", "", 0, ""),
    ("logcat -d -v raw -e Start.*whatsapp", "--------- beginning of main\nStart proc com.whatsapp\n", "", 0, ""),
    ("logcat -d -v year,usec -t 1", "…2024-05-17 09:30:00.000000 …scan\n", "", 0, ""),
    ("logcat -c ;; logcat -d", "--------- beginning of main\n", "", 0, ""),
    ("logcat -d -T '05-17 09:30:01.000'", "--------- beginning of main\n", "", 0, ""),
    ("logcat -d -T soon", "", "logcat: -t \"soon\" not in time format\n", 1, ""),
    ("logcat -v nonsense", "", "logcat: Invalid parameter \"nonsense\" to -v\n", 1, ""),
    ("logcat", "--------- beginning of main\n…", "", 1000, ""),
    ("logcat -g", "main: ring buffer is 256 KiB…", "", 0, ""),
    // Small ones.
    ("getenforce", "Enforcing\n", "", 0, ""),
    ("setenforce 0", "", "setenforce: Couldn't set enforcing status: Permission denied\n", 1, ""),
    ("bmgr enabled", "Backup Manager currently enabled\n", "", 0, ""),
    ("locksettings set-disabled true ;; locksettings get-disabled", "Lock screen disabled set to true\ntrue\n", "", 0, ""),
    ("locksettings clear --old 1234", "Lock credential cleared\n", "", 0, ""),
    ("device_config get a b", "null\n", "", 0, ""),
    ("dpm list-owners", "no owners\n", "", 0, ""),
];

#[test]
fn rows() {
    check(ROWS);
}

#[test]
fn the_clipboard_has_a_command_only_where_the_profile_says_so() {
    let mut system = FakeSystem { clipboard_command: true, ..FakeSystem::default() };
    shell("cmd clipboard set text 'a b'", &mut system);
    assert_eq!(shell("cmd clipboard get text", &mut system).0, "a b\n");
    shell("cmd clipboard set-text c", &mut system);
    assert_eq!(shell("cmd clipboard get-text", &mut system).0, "c\n");
}
