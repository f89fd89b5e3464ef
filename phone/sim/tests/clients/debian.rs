//! Debian's adb, one process per call.

use std::process::Stdio;
use std::time::Duration;

use crate::matches;
use crate::rig::{Phone, Server};

/// The arguments, the expected output on both streams (`*` for varying parts), and the status.
const CALLS: &[(&[&str], &str, i32)] = &[
    (&["get-state"], "device\n", 0),
    (&["devices", "-l"], "*product:* model:Pixel_8 device:* transport_id:*", 0),
    (&["features"], "shell_v2\ncmd\n*abb_exec\n*", 0),
    (&["shell", "echo a  'b  c'; exit 7"], "a b  c\n", 7),
    (&["shell", "nope"], "/system/bin/sh: nope: inaccessible or not found\n", 127),
    (&["shell", "getprop ro.build.version.sdk"], "34\n", 0),
    (&["exec-out", "screencap", "-p"], "*PNG*", 0),
    (&["push", "@there", "/sdcard/x.bin"], "*1 file pushed*", 0),
    (&["pull", "/sdcard/x.bin", "@back"], "*1 file pulled*", 0),
    (&["pull", "/nope", "@none"], "adb: error: failed to stat remote object '/nope': No such file or directory\n", 1),
    (&["push", "@there", "/system/x"], "*remote couldn't create file: Read-only file system\n*", 1),
    (&["shell", "ls -l /sdcard/x.bin"], "-rw-rw---- 1 * 300000 * /sdcard/x.bin\n", 0),
    (&["shell", "uiautomator dump /dev/tty"], "*<hierarchy*UI hierchary dumped to: /dev/tty\n", 0),
    (&["shell", "monkey -p com.android.settings -c android.intent.category.LAUNCHER 1"], "*Events injected: 1\n*", 0),
    (&["shell", "dumpsys window | grep mCurrentFocus"], "*com.android.settings*", 0),
    (&["logcat", "-d"], "*ActivityTaskManager*", 0),
    (&["reverse", "tcp:0", "tcp:7001"], "37137\n", 0),
    (&["reverse", "localabstract:x", "tcp:7002"], "", 0),
    (&["reverse", "--list"], "host-19 tcp:37137 tcp:7001\nhost-19 localabstract:x tcp:7002\n\n", 0),
    (&["reverse", "--remove", "tcp:1"], "adb: error: listener 'tcp:1' not found\n", 1),
    (&["reverse", "--remove-all"], "", 0),
    (&["forward", "tcp:0", "tcp:9999"], "*\n", 0),
    (&["forward", "--remove-all"], "", 0),
    (&["jdwp"], "", 0),
    (&["root"], "adbd cannot run as root in production builds\n", 0),
    (&["unroot"], "adbd not running as root\n", 0),
    (&["remount"], "*Not running as root*", 1),
    (&["uninstall", "org.none"], "Failure [DELETE_FAILED_INTERNAL_ERROR]\n", 1),
    (&["shell", "input tap 540 1200"], "", 0),
    (&["bugreport", "@report.zip"], "*", 0),
    (&["tcpip", "5555"], "restarting in TCP mode port: 5555\n", 0),
    (&["usb"], "restarting in USB mode\n", 0),
    (&["reboot"], "", 0),
];

#[tokio::test(flavor = "multi_thread")]
async fn debians_adb_says_what_it_says_of_a_phone() {
    let Some(server) = Server::start().await else { return };
    let phone = Phone::start().await;
    server.connect(&phone).await;
    let folder = std::env::temp_dir().join(format!("fingertip-debian-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("there"), vec![7; 300_000]).unwrap();
    let mut surprises = Vec::new();
    for (words, pattern, status) in CALLS {
        let words = words.iter().map(|word| match word.strip_prefix('@') {
            Some(name) => folder.join(name).display().to_string(),
            None => (*word).to_owned(),
        });
        let words: Vec<String> = words.collect();
        let command = tokio::process::Command::new("adb")
            .args(["-P", &server.port.to_string(), "-s", &phone.serial])
            .args(&words)
            .stdin(Stdio::null())
            .kill_on_drop(true)
            .output();
        let output = tokio::time::timeout(Duration::from_secs(30), command).await;
        let output = output.unwrap_or_else(|_| panic!("adb {words:?} hangs")).unwrap();
        let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        if !matches(pattern, &said) || output.status.code() != Some(*status) {
            surprises.push(format!("adb {words:?}: {:?} {said:?}, not {status} {pattern:?}", output.status.code()));
        }
    }
    assert_eq!(std::fs::read(folder.join("back")).unwrap(), vec![7; 300_000]);
    assert!(std::fs::read(folder.join("report.zip")).unwrap().starts_with(b"PK"));
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(surprises.is_empty(), "{}", surprises.join("\n"));
}
