//! Read-only commands: past tasks, settings, diagnosis.

use std::io::{Read, Write};
use std::net::TcpListener;

use serde_json::{Value, json};

use crate::rig::{Phone, Rig, fingertip};

#[test]
fn tasks_are_listed_shown_and_read_step_by_step() {
    let rig = Rig::new();
    assert_eq!(rig.said(&["task", "list", "--json"]).json(), json!([]));
    for (args, hint) in [
        (&["task", "list"][..], "this data folder has no tasks yet"),
        (&["permissions", "list"], "nothing is remembered"),
        (&["permissions", "revoke", "all"], "nothing is remembered"),
    ] {
        let said = rig.said(args);
        assert_eq!((said.code, said.out.as_str()), (Some(0), ""), "{args:?}");
        assert!(said.err.contains(hint), "{args:?}: {said:?}");
    }
    let phone = Phone::start(&rig.beside(""));
    let home = json!({"type": "keyevent", "keycode": "KEYCODE_HOME"});
    let first = rig.run(&phone, &[home, json!({"type": "finish", "message": "one"})], &[]).json();
    let trajectory = std::fs::read(first["trajectory"].as_str().unwrap()).unwrap();
    let trajectory: Value = serde_json::from_slice(&trajectory).unwrap();
    assert_eq!(
        (&trajectory["total_steps"], &trajectory["metadata"]["device"]),
        (&first["steps"], &json!(phone.address))
    );
    let second = rig.run(&phone, &[json!({"type": "fail", "message": "two"})], &[]).json();
    let listed = rig.said(&["task", "list", "--json"]).json();
    let states: Vec<_> = listed.as_array().unwrap().iter().map(|task| (&task["id"], &task["state"])).collect();
    let expected = [(&second["task_id"], &json!("failed")), (&first["task_id"], &json!("success"))];
    assert_eq!(states, expected);
    assert_eq!(rig.said(&["task", "list", "--limit", "1", "--json"]).json().as_array().unwrap().len(), 1);
    let (first, second) = (first["task_id"].as_str().unwrap(), second["task_id"].as_str().unwrap());
    let table = rig.said(&["task", "list"]).out;
    assert_eq!(table.lines().count(), 2, "{table}");
    assert!(table.lines().next().unwrap().contains(second) && table.contains("do it"), "{table}");
    let shown = rig.said(&["task", "show", second]).out;
    assert!(shown.contains("state     failed") && shown.contains(&format!("task resume {second}")), "{shown}");
    let view = rig.said(&["task", "show", first, "--json"]).json();
    assert_eq!(
        (&view["steps"], &view["resumable"], &view["device"]),
        (&json!(2), &json!(false), &json!(phone.address))
    );

    let steps = rig.said(&["trajectory", "show", first, "--json"]).out;
    let steps: Vec<Value> = steps.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(steps.len(), 2);
    assert_eq!((&steps[0]["thought"], &steps[0]["done"][0]["action"]["type"]), (&json!("next"), &json!("keyevent")));
    assert!(steps[0]["done"][0]["effect"]["change"].is_string() && steps[0]["seconds"].is_number(), "{}", steps[0]);
    // Each step has the screen that the model saw before it, here and in the trajectory; the end has the last one.
    let pictures: Vec<_> = steps.iter().map(|step| step["screenshot"].as_u64()).collect();
    assert_eq!(pictures, [Some(1), Some(2)]);
    let names = trajectory["steps"].as_array().unwrap().iter().chain([&trajectory["final_screen"]]);
    let names: Vec<_> = names.map(|step| step["screenshot"].as_str().unwrap()).collect();
    assert_eq!(names, ["screenshots/000001.png", "screenshots/000002.png", "screenshots/000002.png"]);
    let read = rig.said(&["trajectory", "show", first]).out;
    assert!(read.starts_with("started ") && read.trim_end().ends_with(": one"), "{read}");

    let cancelled = rig.said(&["task", "cancel", first]);
    assert!(cancelled.code == Some(2) && cancelled.err.contains("is not running"), "{cancelled:?}");
    let resumed = rig.said(&["task", "resume", first]);
    assert!(resumed.code == Some(2) && resumed.err.contains("nothing to resume"), "{resumed:?}");
}

#[test]
fn a_snapshot_has_the_picture_and_what_is_known_of_it() {
    use base64::Engine;
    let rig = Rig::new();
    let phone = Phone::start(&rig.beside(""));
    let snapshot = rig.said(&["screenshot", "--json", "--device", &phone.address]).json();
    let keys: Vec<&str> = snapshot.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["capturedAt", "currentApp", "deviceId", "height", "screenshotBase64", "width"]);
    assert_eq!(
        (&snapshot["deviceId"], &snapshot["width"], &snapshot["height"]),
        (&json!(phone.address), &json!(360), &json!(640))
    );
    let png = base64::engine::general_purpose::STANDARD.decode(snapshot["screenshotBase64"].as_str().unwrap()).unwrap();
    // The first chunk of a PNG has its size.
    assert_eq!(&png[16..24], [0, 0, 1, 104, 0, 0, 2, 128]);
    assert!(snapshot["currentApp"].as_str().unwrap().contains("launcher"), "{}", snapshot["currentApp"]);
    // With a file, the picture is written there too.
    let file = rig.beside("screen.png");
    let with_file = rig.said(&["screenshot", file.to_str().unwrap(), "--json", "--device", &phone.address]).json();
    assert_eq!((&with_file["width"], &with_file["file"]), (&json!(360), &json!(file)));
    assert!(std::fs::read(&file).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn what_an_app_offered_to_take_back_is_shown_and_told_when_it_has_gone() {
    let rig = Rig::new();
    let phone = Phone::start(&rig.beside(""));
    let home = json!({"type": "keyevent", "keycode": "KEYCODE_HOME"});
    let task = rig.run(&phone, &[home, json!({"type": "finish", "message": "one"})], &[]).json();
    let id = task["task_id"].as_str().unwrap();
    let device = ["--device", &phone.address];
    let none = rig.said(&[&["task", "undo", id], &device[..]].concat());
    assert!(none.code == Some(2) && none.err.contains("did nothing that an app offered to undo"), "{none:?}");
    assert!(!rig.said(&["task", "show", id]).out.contains("undo"));
    // As if the app had offered it: none of the phone's own apps does.
    let path = rig.data().join("tasks").join(id).join("journal.jsonl");
    let journal = std::fs::read_to_string(&path).unwrap();
    let undo = |offer: &str| {
        let with = format!("\"retries\":0,\"undo\":{offer}");
        std::fs::write(&path, journal.replacen("\"retries\":0", &with, 1)).unwrap();
    };
    undo(r#"{"label":"Undo\u001b[2J","element":{"label":"Undo","role":"android.widget.Button"}}"#);
    let shown = rig.said(&["task", "show", id]).out;
    assert!(shown.contains("undo      “Undo [2J” (offered ") && shown.contains(&format!("task undo {id}")), "{shown}");
    let gone = rig.said(&[&["task", "undo", id], &device[..]].concat());
    assert!(gone.code == Some(2) && gone.err.contains("is no longer on the screen"), "{gone:?}");
    undo(r#"{"label":"Moved to bin for 30 days","until":"2999-01-01T00:00:00Z"}"#);
    let shown = rig.said(&["task", "show", id]).out;
    assert!(shown.contains("undo it there, on the phone") && shown.contains("until 2999"), "{shown}");
    let kept = rig.said(&[&["task", "undo", id], &device[..]].concat());
    assert!(kept.code == Some(2) && kept.err.contains("moved it to the app's bin"), "{kept:?}");
    undo(r#"{"label":"Moved to bin for 30 days","until":"1999-01-01T00:00:00Z"}"#);
    let over = rig.said(&[&["task", "undo", id], &device[..]].concat());
    assert!(over.code == Some(2) && over.err.contains("offer has expired"), "{over:?}");
}

#[test]
fn the_configuration_is_begun_shown_and_kept() {
    let rig = Rig::new();
    let file = rig.data().join("fingertip.toml");
    assert_eq!(rig.said(&["config", "path"]).out.trim_end(), file.display().to_string());
    let refused = rig.said(&["config", "init"]);
    assert!(refused.code == Some(2) && refused.err.contains("--force"), "{refused:?}");
    assert_eq!(rig.said(&["config", "init", "--force"]).code, Some(0));
    rig.config("[models.a]\nbase_url = \"http://x/v1?key=hush\"\nkey_env = \"FINGERTIP_TEST_KEY\"\nheaders = { A = \"hush\" }\n");
    let mut command = rig.command(&["config", "show", "--json"]);
    command.env("FINGERTIP_TEST_KEY", "hush");
    let said = crate::rig::said(command);
    assert!(!said.out.contains("hush"), "{}", said.out);
    let entries = said.json();
    let entry = |key: &str| entries.as_array().unwrap().iter().find(|entry| entry["key"] == key).unwrap().clone();
    assert_eq!(
        (&entry("models.a.key_env")["note"], &entry("models.a.key_env")["source"]),
        (&json!("set"), &json!("fingertip.toml:3"))
    );
    assert_eq!(entry("executor.max_steps")["source"], "default");
    assert_eq!((&entry("data")["value"], &entry("data")["source"]), (&json!(rig.data()), &json!("flag --data")));
    let mut command = fingertip(&["config", "show", "--json"]);
    command.env("FINGERTIP_DATA", rig.data()).env("ANDROID_SERIAL", "abc");
    let entries = crate::rig::said(command).json();
    assert_eq!(
        (&entries[0]["source"], &entries[1]["source"]),
        (&json!("env FINGERTIP_DATA"), &json!("env ANDROID_SERIAL"))
    );
    assert!(rig.said(&["completions", "bash"]).code != Some(0), "it takes no data folder");
    let completions = crate::rig::said(fingertip(&["completions", "bash"]));
    assert!(completions.code == Some(0) && completions.out.contains("trajectory"), "{completions:?}");
}

#[test]
fn a_reader_who_has_had_enough_is_no_error() {
    let rig = Rig::new();
    let mut child = rig.command(&["config", "show"]).spawn().unwrap();
    drop(child.stdout.take());
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!((child.wait().unwrap().code(), said.as_str()), (Some(0), ""));
}

/// Returns a port where no program listens.
fn nobody() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Answers every request with a list of models.
fn endpoint(status: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        while let Ok((mut stream, _)) = listener.accept() {
            let _ = stream.read(&mut [0; 4096]);
            let body = r#"{"data":[{"id":"tiny"}]}"#;
            let _ = write!(
                stream,
                "HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
                body.len()
            );
        }
    });
    format!("http://{address}/v1")
}

#[test]
fn the_doctor_says_what_is_amiss_and_how_to_mend_it() {
    let rig = Rig::new();
    let (good, locked) = (endpoint("200 OK"), endpoint("401 Unauthorized"));
    let model = |name: &str, url: &str, more: &str| format!("[models.{name}]\nbase_url = \"{url}\"\n{more}\n");
    let text = [
        model("good", &good, ""),
        model("other", &good, "model = \"huge\""),
        model("locked", &locked, ""),
        model("gone", &format!("http://127.0.0.1:{}/v1", nobody()), ""),
        model("keyless", &good, "key_env = \"FINGERTIP_TEST_NO_SUCH_KEY\""),
    ];
    rig.config(&text.concat());
    // No adb server answers the tests. That is not a failure: the built-in phone needs none.
    let said = rig.said(&["doctor", "--json"]);
    assert_eq!(said.code, Some(1), "{said:?}");
    let findings = said.json();
    let state = |check: &str| {
        let found = findings.as_array().unwrap().iter().find(|finding| finding["check"] == check);
        let found = found.unwrap_or_else(|| panic!("no {check}: {findings}"));
        assert_eq!(found.get("fix").is_some(), found["state"] != "ok", "{found}");
        found["state"].as_str().unwrap().to_owned()
    };
    for (check, expected) in [
        ("data folder", "ok"),
        ("disk", "ok"),
        ("configuration", "ok"),
        ("history", "ok"),
        ("adb server", "warn"),
        ("built-in phone", "ok"),
        ("page", "ok"),
        ("reading pictures", "warn"),
        ("models", "warn"),
        ("model good", "ok"),
        ("model other", "warn"),
        ("model locked", "fail"),
        ("model gone", "fail"),
        ("model keyless", "fail"),
    ] {
        let found = state(check);
        // The free space on this machine's disk is unknown.
        assert!(found == expected || check == "disk", "{check} is {found}: {findings}");
    }
    rig.config("");
    let said = rig.said(&["doctor"]);
    assert_eq!(said.code, Some(0), "{said:?}");
    let file = rig.beside("a-file");
    std::fs::write(&file, "").unwrap();
    let said = crate::rig::said(fingertip(&["doctor", "--data", &file.join("x").display().to_string()]));
    assert_eq!(said.code, Some(1), "{said:?}");
    assert!(said.out.contains("FAIL  data folder"), "{said:?}");
}
