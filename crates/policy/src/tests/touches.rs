//! Commands that touch the screen, judged as touches, and the scope of an approved command.

use proptest::prelude::*;

use super::super::Verdict::{AlwaysAsk, Ask};
use super::super::{Pattern, touches};
use super::*;
use action::Finite;
use action::phone::{Drag, LongPress, Swipe};

fn at(x: i32, y: i32) -> AgentAction {
    AgentAction::tap(x.into(), y.into())
}

fn line([x1, y1, x2, y2]: [i32; 4], duration: u32) -> (Finite, Finite, Finite, Finite, Finite) {
    (x1.into(), y1.into(), x2.into(), y2.into(), duration.into())
}

fn swipe(places: [i32; 4], duration: u32) -> AgentAction {
    let (x1, y1, x2, y2, duration_ms) = line(places, duration);
    AgentAction::Swipe(Swipe { x1, y1, x2, y2, duration_ms, reason: None })
}

fn drag(places: [i32; 4], duration: u32) -> AgentAction {
    let (x1, y1, x2, y2, duration_ms) = line(places, duration);
    AgentAction::Drag(Drag { x1, y1, x2, y2, duration_ms, reason: None })
}

fn press(x: i32, y: i32, duration: u32) -> AgentAction {
    AgentAction::LongPress(LongPress { x: x.into(), y: y.into(), duration_ms: duration.into(), reason: None })
}

fn combination(keys: &[&str]) -> AgentAction {
    let keys = keys.iter().map(|&key| key.to_owned()).collect();
    AgentAction::KeyCombination(KeyCombination { keys, reason: None })
}

fn start(package: &str) -> AgentAction {
    AgentAction::LaunchApp(LaunchApp { package_name: package.to_owned(), reason: None })
}

#[test]
fn a_command_that_touches_is_that_touch() {
    let rows = [
        ("input tap 1 2", at(1, 2)),
        ("input   tap  1   2", at(1, 2)),
        ("/system/bin/input tap 1 2", at(1, 2)),
        ("cmd input tap 1 2", at(1, 2)),
        ("input touchscreen tap 1 2", at(1, 2)),
        ("input mouse tap 1 2", at(1, 2)),
        ("input -d 0 tap 1 2", at(1, 2)),
        ("input touchscreen -d 0 tap 1 2", at(1, 2)),
        ("in'put' \"tap\" '1' 2", at(1, 2)),
        ("input swipe 1 2 1 2", at(1, 2)),
        ("input swipe 1 2 1 2 100", at(1, 2)),
        ("input swipe 1 2 1 2 1000", press(1, 2, 1000)),
        ("input swipe 1 2 3 4", swipe([1, 2, 3, 4], 300)),
        ("input swipe 1 2 3 4 50", swipe([1, 2, 3, 4], 50)),
        ("input draganddrop 1 2 3 4 50", drag([1, 2, 3, 4], 50)),
        ("input motionevent DOWN 1 2", at(1, 2)),
        ("input motionevent up 1 2", at(1, 2)),
        ("input text hi", AgentAction::text("hi")),
        ("input text 'hi%sthere'", AgentAction::text("hi there")),
        ("input keyevent 66", AgentAction::key("66")),
        ("input keyevent 066", AgentAction::key("66")),
        ("input keyevent 4", AgentAction::key("KEYCODE_BACK")),
        ("input keyevent ENTER", AgentAction::key("KEYCODE_ENTER")),
        ("input keyevent --longpress KEYCODE_POWER", AgentAction::key("KEYCODE_POWER")),
        ("input press", AgentAction::key("KEYCODE_DPAD_CENTER")),
        ("input trackball press", AgentAction::key("KEYCODE_DPAD_CENTER")),
        ("input roll 0 5", AgentAction::key("KEYCODE_DPAD_DOWN")),
        ("input keycombination 113 50", combination(&["113", "50"])),
        ("input keycombination -t 100 CTRL_LEFT V", combination(&["KEYCODE_CTRL_LEFT", "KEYCODE_V"])),
        ("monkey -p com.x 1", start("com.x")),
        ("monkey -p com.x -c android.intent.category.LAUNCHER 1", start("com.x")),
        ("am broadcast -a ADB_INPUT_TEXT --es msg hi", AgentAction::text("hi")),
        ("sh -c 'input tap 1 2'", at(1, 2)),
        ("su 0 input tap 1 2", at(1, 2)),
        ("su -c 'input tap 1 2'", at(1, 2)),
        ("time input tap 1 2", at(1, 2)),
        ("env A=b input tap 1 2", at(1, 2)),
        ("busybox sh -c \"input tap 1 2\"", at(1, 2)),
        ("echo a; input tap 1 2", at(1, 2)),
        ("(input tap 1 2)", at(1, 2)),
        ("echo $(input tap 1 2)", at(1, 2)),
        ("if true; then input tap 1 2; fi", at(1, 2)),
    ];
    for (command, wanted) in rows {
        assert_eq!(touches(command), Some(vec![wanted]), "{command}");
        check([(shell(command), Ask, "shell-touches")]);
    }
    for command in ["ls", "echo input tap 1 2", "echo 'input tap 1 2'", "getevent -l", "cat input"] {
        assert_eq!(touches(command), None, "{command}");
    }
}

#[test]
fn a_touch_that_cannot_be_told_is_always_asked() {
    let commands = [
        "input tap $X 2",
        "input tap $((1+1)) 2",
        "input tap 1",
        "input tap 1 2 3",
        "input tap nan 2",
        "input tap 0x1 2",
        "input -d 2 tap 1 2",
        "input $X 1 2",
        "input",
        "input frobnicate 1 2",
        "input text $X",
        "input text",
        "input text '\t\n'",
        "input keyevent 61 61 66",
        "input keyevent",
        "input tap 1 2; input tap 3 4",
        "input tap 1 2 && input tap 1 2",
        "sleep 60; input tap 1 2",
        "am start -n com.x/.Y; input tap 1 2",
        "while true; do input tap 1 2; done",
        "for i in 1 2 3; do input tap 1 2; done",
        "echo 1 2 | xargs input tap",
        "watch input tap 1 2",
        "nohup input tap 1 2 &",
        "find . -exec input tap 1 2 ;",
        "monkey 500",
        "monkey -p com.x 500",
        "monkey -p com.x --pct-touch 100 1",
        "monkey -f script 1",
        "sendevent /dev/input/event0 1 330 1",
        "cat f > /dev/input/event0; input tap 1 2; sleep 1",
        "am broadcast -a ADB_INPUT_B64 --es msg cGF5",
        "am broadcast -a ADB_EDITOR_CODE --ei code 4",
        "cmd input tap $X 2",
    ];
    for command in commands {
        assert_eq!(shell(command).decide().verdict, AlwaysAsk, "{command}: {:?}", shell(command).decide());
    }
}

/// Parts of commands to recombine: programs, their inputs, and fragments that could be smuggled in.
fn parts() -> impl Strategy<Value = String> {
    let programs = prop::sample::select(vec![
        "ls",
        "cat",
        "grep x",
        "getprop",
        "pm list",
        "settings get",
        "dumpsys window",
        "echo",
        "mkdir",
        "foo",
        "svc wifi",
        "settings put system",
        "am force-stop",
        "wc",
        "content query --uri",
    ]);
    let targets = prop::sample::select(vec![
        "",
        "/sdcard",
        "/sdcard/a",
        "/data/b",
        "-l",
        "-la",
        "x",
        "'a b'",
        "content://sms",
        "> /sdcard/f",
        ">> f",
        "2>&1",
        "2>/dev/null",
        "< f",
        "| foo",
        "; rm x",
        "&& reboot",
        "$(foo)",
        "$X",
        "`foo`",
    ]);
    (programs, prop::collection::vec(targets, 0..3)).prop_map(|(program, targets)| {
        targets.iter().fold(program.to_owned(), |command, target| format!("{command} {target}"))
    })
}

/// The properties that two commands with one pattern must share: files written, programs run and inputs read, in order.
fn essence(command: &str) -> (Vec<String>, Vec<String>, Verdict, &'static str) {
    let decision = shell(command).decide();
    (super::super::writes(command), super::super::runs(command), decision.verdict, decision.rule)
}

fn remembered(command: &str) -> Option<String> {
    match shell(command).decide().remember {
        Some(Pattern::Shell(pattern)) => Some(pattern),
        _ => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]
    #[test]
    fn a_yes_covers_the_asked_thing_alone(one in parts(), other in parts()) {
        let (first, second) = (remembered(&one), remembered(&other));
        if first.is_some() && first == second {
            prop_assert_eq!(essence(&one), essence(&other), "{} and {}", one, other);
            // Paths and addresses that are read.
            let named = |command: &str| -> Vec<String> {
                command.split_whitespace().filter(|word| word.contains('/') && !word.contains("/dev/null")).map(str::to_owned).collect()
            };
            let looks = one.starts_with("pm list") || one.starts_with("settings get") || one.starts_with("getprop")
                || one.starts_with("dumpsys") || one.starts_with("echo");
            prop_assert!(looks || named(&one) == named(&other), "{} and {}", one, other);
        }
    }

    #[test]
    fn what_is_added_to_a_command_is_not_covered(
        command in parts(),
        added in prop::sample::select(vec![
            "; foo", "| foo", "&& foo", "|| foo", "\nfoo", "> /sdcard/z", ">> /sdcard/z", "< /sdcard/z", "; rm z", "$(foo)",
            "`foo`", "| sh", "; reboot", "& foo",
        ]),
    ) {
        let before = remembered(&command);
        let after = shell(&format!("{command} {added}")).decide();
        if let Some(Pattern::Shell(after)) = after.remember {
            prop_assert_ne!(before, Some(after), "{} {}", command, added);
        }
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let text = String::from_utf8_lossy(&bytes);
        let _ = (touches(&text), super::super::writes(&text), super::super::runs(&text));
        prop_assert!(shell(&text).decide().verdict >= Ask);
        let _ = (url(&text).decide(), tool(&text).decide());
    }
}
