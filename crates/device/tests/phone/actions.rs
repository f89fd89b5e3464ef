//! Every action as the exact command on the wire.

use action::phone::{AgentAction, samples};
use device::{Acted, Actuator, DeviceError};

use crate::fake::Fake;

const SIZE: (&str, &[u8]) = ("wm size", b"Physical size: 1440x3120\nOverride size: 1080x2400\n");

fn action(json: &str) -> AgentAction {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"))
}

async fn check(json: &str, answers: &[(&'static str, &'static str)], expected: Result<&[&str], &str>) {
    let fake = Fake::new(|state| {
        state.answers.push((SIZE.0, SIZE.1.to_vec()));
        state.answers.extend(answers.iter().map(|(command, answer)| (*command, answer.as_bytes().to_vec())));
    });
    let acted = fake.device().act(&action(json)).await;
    let log: Vec<String> = fake.log().into_iter().filter(|command| command != "wm size").collect();
    match (acted, expected) {
        (Ok(_), Ok(commands)) => assert_eq!(log, commands, "{json}"),
        (Err(error), Err(text)) => assert!(error.to_string().contains(text), "{json}: {error}"),
        (acted, expected) => panic!("{json}: {acted:?} where {expected:?} was due"),
    }
}

#[tokio::test(start_paused = true)]
async fn touches_and_keys_are_these_commands() {
    let rows: &[(&str, Result<&[&str], &str>)] = &[
        (r#"{"type":"tap","x":540,"y":1200}"#, Ok(&["input tap 540 1200"])),
        (r#"{"type":"tap","x":10.5,"y":10.4}"#, Ok(&["input tap 11 10"])),
        (r#"{"type":"tap","x":-5,"y":99999}"#, Ok(&["input tap 0 2399"])),
        (r#"{"type":"tap","x":1080,"y":2400}"#, Ok(&["input tap 1079 2399"])),
        (r#"{"type":"double_tap","x":5,"y":6}"#, Ok(&["input tap 5 6 && input tap 5 6"])),
        (r#"{"type":"long_press","x":5,"y":6}"#, Ok(&["input swipe 5 6 5 6 1000"])),
        (r#"{"type":"swipe","x1":1,"y1":2,"x2":3,"y2":4}"#, Ok(&["input swipe 1 2 3 4 300"])),
        (r#"{"type":"swipe","x1":1,"y1":2,"x2":3,"y2":4,"durationMs":99999}"#, Ok(&["input swipe 1 2 3 4 60000"])),
        (r#"{"type":"drag","x1":1,"y1":2,"x2":3,"y2":4}"#, Ok(&["input draganddrop 1 2 3 4 1000"])),
        (r#"{"type":"keyevent","keycode":"KEYCODE_BACK"}"#, Ok(&["input keyevent KEYCODE_BACK"])),
        (r#"{"type":"keyevent","keycode":" enter "}"#, Ok(&["input keyevent ENTER"])),
        (r#"{"type":"keyevent","keycode":"66"}"#, Ok(&["input keyevent 66"])),
        (r#"{"type":"keyevent","keycode":"4; reboot"}"#, Err("`4; reboot` is not a key")),
        (r#"{"type":"keyevent","keycode":" "}"#, Err("`keyevent` needs a `keycode`")),
        (
            r#"{"type":"key_combination","keys":["KEYCODE_CTRL_LEFT","KEYCODE_A"]}"#,
            Ok(&["input keycombination KEYCODE_CTRL_LEFT KEYCODE_A"]),
        ),
        (r#"{"type":"key_combination","keys":["KEYCODE_A"]}"#, Err("two keys or more")),
        (r#"{"type":"key_combination","keys":["$(x)","A"]}"#, Err("`$(x)` is not a key")),
        (r#"{"type":"wait","durationMs":500}"#, Ok(&[])),
        (r#"{"type":"observe"}"#, Ok(&[])),
        (r#"{"type":"type","text":""}"#, Ok(&[])),
    ];
    for (json, expected) in rows {
        check(json, &[], *expected).await;
    }
}

#[tokio::test(start_paused = true)]
async fn apps_and_addresses_are_these_commands() {
    const MONKEY: &str = "monkey -p com.a -c android.intent.category.LAUNCHER 1";
    const RESOLVE: &str =
        "cmd package resolve-activity --brief -a android.intent.action.MAIN -c android.intent.category.LAUNCHER com.a";
    const START: &str = "am start -a android.intent.action.MAIN -c android.intent.category.LAUNCHER -n com.a/.Main";
    let injected = ("monkey", "Events injected: 1\n");
    let aborted = ("monkey", "** No activities found to run, monkey aborted.\n");
    let launch = r#"{"type":"launch_app","packageName":" com.a "}"#;
    check(launch, &[injected], Ok(&[MONKEY])).await;
    let resolved = ("cmd package resolve", "priority=0\ncom.a/.Main\n");
    check(launch, &[aborted, resolved, ("am start", "Starting: Intent { }\n")], Ok(&[MONKEY, RESOLVE, START])).await;
    let gone = ("cmd package resolve", "No activity found\n");
    check(launch, &[aborted, gone], Err("`com.a` cannot be started: it is not installed")).await;
    check(launch, &[aborted, resolved, ("am start", "Error type 3\n")], Err("Error type 3")).await;
    check(r#"{"type":"launch_app","packageName":"a;reboot"}"#, &[], Err("`a;reboot` is not a package name")).await;
    check(r#"{"type":"launch_app","packageName":""}"#, &[], Err("needs a `packageName`")).await;
    let view = "am start -a android.intent.action.VIEW -d 'https://a.b/?q=x&y=$(z)'";
    let url = r#"{"type":"open_url","url":"https://a.b/?q=x&y=$(z)"}"#;
    check(url, &[("am start", "Starting: Intent { }\n")], Ok(&[view])).await;
    let nobody = "Starting: Intent { }\nError: Activity not started, unable to resolve Intent { }\n";
    check(url, &[("am start", nobody)], Err("unable to resolve Intent")).await;
}

#[tokio::test(start_paused = true)]
async fn an_app_is_opened_by_the_name_people_call_it() {
    let query =
        "cmd package query-activities --brief -a android.intent.action.MAIN -c android.intent.category.LAUNCHER";
    let fake = Fake::new(|state| {
        let brief = "priority=0\ncom.whatsapp/.Main\npriority=0\ncom.android.settings/.Settings\n";
        state.answers.push(("cmd package query-activities", brief.into()));
        state.answers.push(("echo @", "@com.whatsapp\nWhatsApp\n@com.android.settings\nSettings\n".into()));
        state.answers.push(("monkey", "Events injected: 1\n".into()));
    });
    let device = fake.device();
    let acted = device.act(&action(r#"{"type":"open_app","name":"whats app"}"#)).await.unwrap();
    assert_eq!(acted, Acted::Started { package: "com.whatsapp".to_owned() });
    let labels = "echo @com.whatsapp; cmd overlay lookup com.whatsapp com.whatsapp:string/app_name; echo @com.android.settings; cmd overlay lookup com.android.settings com.android.settings:string/app_name";
    assert_eq!(fake.log(), [query, labels, "monkey -p com.whatsapp -c android.intent.category.LAUNCHER 1"]);
    device.act(&action(r#"{"type":"open_app","name":"Settings"}"#)).await.unwrap();
    assert_eq!(fake.log().len(), 4, "the list is read once");
    let error = device.act(&action(r#"{"type":"open_app","name":"Setngz"}"#)).await.unwrap_err();
    assert!(error.to_string().contains("did you mean `Settings`"), "{error}");
    assert_eq!(fake.log().len(), 6, "and again before it is said that there is none");
}

#[tokio::test(start_paused = true)]
async fn a_command_gives_back_all_it_said() {
    let fake = Fake::new(|state| state.answers.push(("ls", b"a\nb\n".to_vec())));
    let shell = |command: &str| action(&serde_json::json!({"type": "shell", "command": command}).to_string());
    let Acted::Ran(ran) = fake.device().act(&shell(" ls -l '/sdcard/my files' | wc -l ")).await.unwrap() else {
        panic!()
    };
    assert_eq!((ran.status, ran.stdout.as_str(), ran.cut), (Some(0), "a\nb\n", false));
    assert_eq!(fake.log(), ["ls -l '/sdcard/my files' | wc -l"], "as it is: the phone's shell reads the quotes");
    let error = fake.device().act(&shell("ls \0")).await.unwrap_err();
    assert_eq!(error, DeviceError::Unsendable { what: "command" });
}

#[tokio::test(start_paused = true)]
async fn what_is_not_for_a_phone_is_told_and_nothing_is_sent() {
    let ours = [
        "tap",
        "double_tap",
        "long_press",
        "swipe",
        "drag",
        "type",
        "clear_text",
        "keyevent",
        "key_combination",
        "launch_app",
        "open_app",
        "open_url",
        "shell",
        "wait",
        "observe",
    ];
    let mut others = 0;
    for sample in samples() {
        if !ours.contains(&sample.name()) {
            let fake = Fake::new(|_| {});
            let error = fake.device().act(&sample).await.unwrap_err();
            assert_eq!(error, DeviceError::NotForADevice { verb: sample.name() });
            assert!(fake.log().is_empty());
            others += 1;
        }
    }
    assert_eq!(others, 8);
}
