//! Scripts that public clients send, with their quoting.

use super::{Phone, check, outcome_of};
use crate::{LongRunning, Shell, run};

#[test]
fn what_clients_send() {
    check(&[
        ("echo hi; echo X4EXIT:$?", "hi\nX4EXIT:0\n", "", 0),
        ("am start; echo X4EXIT:$?", "Starting\nX4EXIT:1\n", "Error: boom\n", 0),
        (
            "rm -f /data/local/tmp/uidump.xml; uiautomator dump /data/local/tmp/uidump.xml && echo success",
            "UI hierchary dumped to: /data/local/tmp/uidump.xml\nsuccess\n",
            "",
            0,
        ),
        ("export ANDROID_LOG_TAGS=\"''\"; exec logcat '-d'", "tags=''\n", "", 0),
        (
            "CLASSPATH=/data/local/tmp/u2.jar app_process / com.wetest.uia2.Main -p 9008",
            "/data/local/tmp/u2.jar|/ com.wetest.uia2.Main -p 9008\n",
            "",
            0,
        ),
        ("ps -ef | grep 'app_process.*scrcpy' | grep -v grep | awk '{print $2}'", "4000\n", "", 0),
        (
            "ps -ef | grep 'app_process.*scrcpy' | grep -v grep | awk '{print $2}' | xargs kill -9; ps -A | grep app_process",
            "",
            "",
            1,
        ),
        ("pkill -9 -f app_process.*scrcpy; pgrep -f scrcpy || echo gone", "gone\n", "", 0),
        ("pkill -2 screenrecord || true", "", "", 0),
        ("pkill -2 nothing || true", "", "", 0),
        ("killall -INT screenrecord; killall -INT screenrecord", "", "killall: screenrecord: No such process\n", 1),
        (
            "dumpsys window | grep mCurrentFocus",
            "  mCurrentFocus=Window{9a1b2c3 u0 com.android.settings/.Settings}\n",
            "",
            0,
        ),
        ("dumpsys window | grep -E 'mCurrentFocus|mFocusedApp' | wc -l", "2\n", "", 0),
        ("dumpsys input | grep -m 1 -o -E 'SurfaceOrientation: [0-9]'", "SurfaceOrientation: 0\n", "", 0),
        ("dumpsys input | grep SurfaceOrientation | awk '{print $2}'", "0\n", "", 0),
        ("pm list packages -f --user 0 | grep com.b | head -1", "package:/data/app/b/base.apk=com.b\n", "", 0),
        ("pm list packages -f | sed 's/.*=//' | sort -r", "com.b\ncom.a\n", "", 0),
        ("test -f /sdcard/a.txt && echo yes", "yes\n", "", 0),
        ("mkdir -p -- /sdcard/x/y && ls /sdcard/x", "y\n", "", 0),
        ("date +%Y-%m-%dT%H:%M:%S", "2023-11-14T22:13:20\n", "", 0),
        ("date", "Tue Nov 14 22:13:20 UTC 2023\n", "", 0),
        ("stat -c %y /sdcard/a.txt", "2023-11-14 22:13:20.000000000 +0000\n", "", 0),
        ("toybox md5sum /sdcard/a.txt", "6c7831c26f0d0a5f807006854aa682f4  /sdcard/a.txt\n", "", 0),
        ("toybox md5sum /data/local/tmp/u2.jar", "", "md5sum: /data/local/tmp/u2.jar: No such file or directory\n", 1),
        ("whoami", "shell\n", "", 0),
        ("pidof com.whatsapp", "2310\n", "", 0),
        ("pidof com.none", "", "", 1),
        ("getprop ro.product.model", "Pixel 8\n", "", 0),
        ("/system/bin/getprop x", "Pixel 8\n", "", 0),
        ("sh -lc 'getprop x | cut -d\" \" -f1'", "Pixel\n", "", 0),
        ("which input getprop nope", "/system/bin/input\n/system/bin/getprop\n", "", 1),
        (
            "command -v input; type echo; type input",
            "/system/bin/input\necho is a shell builtin\ninput is /system/bin/input\n",
            "",
            0,
        ),
        ("kill -9 1", "", "/system/bin/sh: kill: 1: Operation not permitted\n", 1),
        ("kill 99999", "", "/system/bin/sh: kill: 99999: No such process\n", 1),
    ]);
}

/// Returns the arguments that `input` gets from a script.
fn typed(script: &str) -> Vec<String> {
    let mut phone = Phone::new();
    let outcome = run(script, &mut phone, b"");
    assert_eq!((outcome.status, outcome.stderr.len()), (0, 0), "{script}");
    phone.inputs.concat()
}

#[test]
fn input_gets_what_was_quoted() {
    for (script, expected) in [
        (r#"input text 'a b'"'"'c'"#, "a b'c"),
        (r"input text hello%sworld", "hello%sworld"),
        (r"input text a\ b\'c\&d\;e\|f\<g\>h\(i\)j\$k\`l\\m\#n\*o\?p\[q\~", r"a b'c&d;e|f<g>h(i)j$k`l\m#n*o?p[q~"),
        (r#"input text "a\"b\$c""#, r#"a"b$c"#),
        ("input text '你好 \"a\" \n b'", "你好 \"a\" \n b"),
        ("input text '👩‍👩‍👧‍👦 e\u{301} שלום'", "👩‍👩‍👧‍👦 e\u{301} שלום"),
    ] {
        assert_eq!(typed(script), ["text", expected], "{script}");
    }
    for c in (0x20_u8..0x7f).map(char::from).filter(|c| *c != '\'') {
        assert_eq!(typed(&format!("input text '{c}a{c}{c} {c}'")), ["text".to_owned(), format!("{c}a{c}{c} {c}")]);
    }
    let all: String = (0x20_u8..0x7f).map(char::from).collect();
    assert_eq!(typed(&format!("input text '{}'", all.replace('\'', r"'\''"))), ["text".to_owned(), all]);
    let long = "é$(reboot)`x`;&|".repeat(1000);
    assert_eq!(typed(&format!("input text '{long}'")), ["text".to_owned(), long]);
    assert_eq!(typed("input   tap  540\t1200"), ["tap", "540", "1200"]);
    assert_eq!(typed("input text ''"), ["text", ""]);
}

#[test]
fn sleeps_are_wishes() {
    let outcome = outcome_of("sleep 1; sleep 0.5; date +%s; usleep 1000");
    assert_eq!((outcome.waits_ms, outcome.stdout.as_slice()), (1501, b"1700000001\n".as_slice()));
    assert_eq!(outcome_of("sleep 100 & sleep 1").waits_ms, 1000);
    let ended = outcome_of("timeout 2 sleep 60; echo $?");
    assert_eq!((ended.waits_ms, ended.stdout.as_slice()), (2000, b"124\n".as_slice()));
}

#[test]
fn what_goes_on_keeps_the_stream_open() {
    let follow = Some(LongRunning { command: "logcat".to_owned(), args: vec!["-v".to_owned()], id: 7 });
    assert_eq!(outcome_of("logcat -v; echo never").long_running, follow);
    assert_eq!(outcome_of("exec logcat -v").long_running, follow);
    assert_eq!(outcome_of("(nohup logcat -v); echo never").long_running, follow);
    for script in ["logcat | head -1; echo on", "logcat & echo on", "timeout 1 logcat; echo on"] {
        let outcome = outcome_of(script);
        assert_eq!(outcome.long_running, None, "{script}");
        assert!(outcome.stdout.ends_with(b"on\n"), "{script}");
    }
}

#[test]
fn a_session_remembers() {
    let mut phone = Phone::new();
    let mut shell = Shell::new();
    shell.set_env("TERM", "xterm");
    shell.run("cd /sdcard; A=1", &mut phone, b"");
    let outcome = shell.run("pwd; echo $A $TERM; cat", &mut phone, b"typed\n");
    assert_eq!(String::from_utf8(outcome.stdout).unwrap(), "/sdcard\n1 xterm\ntyped\n");
    assert_eq!(shell.cwd(), "/sdcard");
}
