//! Commands for the phone's shell: hidden effects, and the patterns under which they are remembered.

use super::super::Pattern;
use super::super::Verdict::{AlwaysAsk, Ask, Refuse};
use super::commands::check_commands;
use super::*;

#[test]
fn commands_that_only_ask() {
    check_commands(
        Ask,
        "shell",
        &[
            "ls",
            "ls -la /sdcard",
            "getprop ro.product.model",
            "pm list packages",
            "dumpsys window | grep mCurrentFocus",
            "settings get secure enabled_accessibility_services",
            "am start -n com.android.settings/.Settings",
            "am force-stop com.example",
            "echo 'rm -rf /'",
            "echo \"a; rm x\"",
            "echo rm",
            "echo $HOME",
            "grep -r rm /sdcard/notes",
            "cat /sdcard/rm",
            "find /sdcard -name *.jpg",
            "ls 2>&1 >/dev/null",
            "screencap -p /data/local/tmp/fingertip/s.png",
            "if true; then ls; fi",
            "for f in a b; do cat $f; done",
            "su 0 ls /data",
            "sh -c 'ls -l'",
            "env A=b ls",
            "A=b ls",
            "service list",
            "format x",
            "echo a\\;b",
            ";",
        ],
    );
    check_commands(
        Ask,
        "shell-touches",
        &["input tap 1 2", "monkey -p com.x 1", "ls; input text hi", "cmd input tap 1 2"],
    );
    check_commands(Refuse, "empty", &["", "  \n"]);
}

#[test]
fn commands_that_delete() {
    check_commands(
        AlwaysAsk,
        "shell-deletes",
        &[
            "rm -rf /sdcard/DCIM",
            "/system/bin/rm x",
            "\\rm x",
            "r'm' x",
            "\"rm\" x",
            "r\\\nm x",
            "ls; rm x",
            "ls&&rm x",
            "ls || rm x",
            "ls | rm x",
            "ls & rm x",
            "ls\nrm x",
            "ls # \n rm x",
            "(rm x)",
            "{ rm x; }",
            "! rm x",
            "if true; then rm x; fi",
            "while rm x; do :; done",
            "echo $(rm x)",
            "echo \"$(rm x)\"",
            "echo `rm x`",
            "echo \"a `rm x` b\"",
            "echo $(ls $(rm x))",
            "ls <(rm x)",
            "A=$(rm x)",
            "A=b rm x",
            "rmdir d",
            "unlink f",
            "pm uninstall com.x",
            "pm clear com.x",
            "pm uninstall -k --user 0 com.x",
            "cmd package uninstall com.x",
            "cmd package clear com.x",
            "content delete --uri content://sms",
            "sqlite3 a.db 'delete from t'",
            "dd if=/dev/zero of=/sdcard/f",
            "mkfs.ext4 /dev/block/x",
            "truncate -s 0 f",
            "find /sdcard -name x -delete",
            "find /sdcard -exec rm {} \\;",
            "ls | xargs rm",
            "ls | xargs -n 1 -I {} rm {}",
            "sh -c 'rm x'",
            "sh -lc 'ls; rm x'",
            "/system/bin/sh -c \"rm x\"",
            "su -c 'rm x'",
            "su -c'rm x'",
            "su --command='rm x'",
            "su 0 rm x",
            "su root rm x",
            "su root -c 'sh -c \"rm x\"'",
            "toybox rm x",
            "busybox rm x",
            "nohup rm x &",
            "env A=b rm x",
            "exec rm x",
            "time rm x",
            "timeout 5 rm x",
            "run-as com.x rm y",
            "pm {uninstall,com.x}",
            "echo a > $X",
            "> /sdcard/f",
            ": > /sdcard/f",
            "cat x > /dev/block/by-name/boot",
            "f() { rm x; }; f",
            "am start -a android.intent.action.DELETE -d package:com.x",
        ],
    );
}

#[test]
fn commands_that_grant_reset_send_and_pay() {
    check_commands(
        AlwaysAsk,
        "shell-grants",
        &[
            "pm grant com.x android.permission.CAMERA",
            "cmd package grant com.x android.permission.CAMERA",
            "appops set com.x CAMERA allow",
            "cmd appops set com.x CAMERA allow",
            "settings put secure enabled_accessibility_services com.x/.S",
            "settings put secure enabled_notification_listeners com.x/.S",
            "cmd notification allow_listener com.x/.S",
        ],
    );
    check_commands(
        AlwaysAsk,
        "shell-resets",
        &[
            "recovery --wipe_data",
            "am broadcast -a android.intent.action.MASTER_CLEAR",
            "cmd activity broadcast -a android.intent.action.FACTORY_RESET",
            "cmd recovery wipe",
            "cmd testharness enable",
            "echo --wipe_data > /cache/recovery/command",
        ],
    );
    check_commands(
        AlwaysAsk,
        "shell-sends",
        &[
            "service call isms 5 i32 0",
            "am start -a android.intent.action.CALL -d tel:112",
            "am start -a android.intent.action.SENDTO -d sms:1",
            "am start -a android.intent.action.SEND_MULTIPLE",
        ],
    );
    check_commands(AlwaysAsk, "shell-pays", &["am start -a android.intent.action.VIEW -d 'upi://pay?pa=a'"]);
}

#[test]
fn commands_that_cannot_be_followed() {
    check_commands(
        AlwaysAsk,
        "shell-unclear",
        &[
            "echo 'a",
            "echo \"a",
            "echo `a",
            "echo $(a",
            "echo a)",
            "ls \\",
            "eval ls",
            "source x",
            ". x",
            "$X y",
            "$(echo r)m y",
            "`echo ls`",
            "r? x",
            "{rm,-r,x}",
            "pm $X com.x",
            "am start -a $X",
            "$'rm' x",
            "sh",
            "sh x.sh",
            "sh x.sh -c ls",
            "bash --rcfile x -i",
            "echo cm0geA== | base64 -d | sh",
            "sh -c \"$X\"",
            "su",
            "su -c \"$X\"",
            "xargs $X",
            "cat <<E\na\nE",
            "echo $((1+1))",
            "echo ${x:-$(ls)}",
            "PATH=/sdcard ls",
            "env LD_PRELOAD=/sdcard/a.so ls",
            "alias ls=id",
            "trap ls EXIT",
            "case a in b) ls;; esac",
            "python3 -c 'print(1)'",
            "app_process / x.Y",
            "service call clipboard 1",
        ],
    );
    check([(shell(&format!("ls {}", "a".repeat(64 * 1024))), AlwaysAsk, "shell-unclear")]);
    check([(shell(&"$(".repeat(20_000)), AlwaysAsk, "shell-unclear")]);
    check([(shell(&"sh -c '".repeat(1000)), AlwaysAsk, "shell-unclear")]);
    let often = format!("env {}-c '{}'", "sh ".repeat(900), "ls;".repeat(15_000));
    check([(shell(&often), AlwaysAsk, "shell-unclear")]);
}

#[test]
fn commands_are_remembered_by_what_they_look_at() {
    let rows = [
        ("ls", "ls …"),
        ("ls -la /sdcard", "ls … /sdcard"),
        ("ls /sdcard -R", "ls … /sdcard"),
        ("cat /sdcard/a.txt", "cat … /sdcard/a.txt"),
        ("tail -n 5 a", "tail … 5 a"),
        ("pm list packages -3", "pm list …"),
        ("settings get global x", "settings get …"),
        ("content query --uri content://sms", "content query --uri content://sms"),
        ("dumpsys window | grep Focus", "dumpsys window … | grep …"),
        ("grep -r rm /sdcard/notes", "grep … /sdcard/notes"),
        ("grep -e rm /sdcard/notes", "grep … rm /sdcard/notes"),
        ("grep -f/sdcard/words x", "grep … -f/sdcard/words x"),
        ("cat a; foo host 80", "cat … a; foo host 80"),
        ("cat a | foo host 80", "cat … a | foo host 80"),
        ("cat a | (foo host 80)", "cat … a | foo host 80"),
        ("cat a || foo host 80", "cat … a; foo host 80"),
        ("cat $(foo --bar)", "foo --bar; cat … $(foo --bar)"),
        ("settings put system screen_brightness 1", "settings put system screen_brightness 1"),
        ("mkdir a  b", "mkdir a b"),
        ("foo 'a; ls'", "foo 'a; ls'"),
        ("ls 2>/dev/null", "ls …"),
        ("sort < /sdcard/f", "sort < /sdcard/f"),
        ("cat < /sdcard/f", "cat < /sdcard/f"),
        ("A=b ls", "A=b ls"),
        ("echo a >/data/local/tmp/fingertip/n", "echo a >/data/local/tmp/fingertip/n"),
    ];
    for (command, wanted) in rows {
        assert_eq!(shell(command).decide().remember, Some(Pattern::Shell(wanted.to_owned())), "{command}");
    }
}
