//! A task's script runs in the sandbox, and its files go to the phone and to the desktop.

use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::absent;
use crate::rig::{Phone, Rig};

/// Whether this user can create namespaces, and so run a script.
fn has_namespaces() -> bool {
    let tried = Command::new("unshare").args(["--user", "--map-root-user", "true"]).stderr(Stdio::null()).status();
    let has = tried.is_ok_and(|status| status.success());
    if !has {
        absent::skipped("user namespace");
    }
    has
}

/// The executor and the sandbox both keep the time; whichever is first, the run's record says that it timed out.
#[test]
fn a_script_that_takes_too_long_is_on_record_as_timed_out() {
    if !has_namespaces() {
        return;
    }
    let rig = Rig::new();
    let phone = Phone::start(&rig.beside(""));
    let actions = [
        json!({"type": "run_script", "script": "echo begun; sleep 305", "timeoutSec": 1}),
        json!({"type": "finish", "message": "ready"}),
    ];
    let said = rig.run(&phone, &actions, &["--yes"]);
    assert_eq!(said.json()["status"], "success", "{said:?}");
    let journal = rig.journal(said.json()["task_id"].as_str().unwrap());
    let told = journal.iter().find(|line| line["line"] == "tool_result").unwrap();
    assert!(told.to_string().contains("within 1 s"), "{told}");
    let run = std::fs::read_dir(rig.data().join("runs")).unwrap().next().unwrap().unwrap().path();
    let record: Value = serde_json::from_slice(&std::fs::read(run.join("result.json")).unwrap()).unwrap();
    assert_eq!(record["outcome"], "timeout", "{record}");
}

#[test]
fn what_a_script_leaves_is_given_to_the_phone_and_to_people() {
    if !has_namespaces() {
        return;
    }
    let rig = Rig::new();
    let phone = Phone::start(&rig.beside(""));
    let script = "mkdir phone desktop; echo 'milk, bread' > phone/list.txt; echo '# Hello' > desktop/hello.md; \
                  echo kept > other.txt; echo done";
    let actions = [
        json!({"type": "run_script", "script": script}),
        json!({"type": "shell", "command": "cat /sdcard/Download/list.txt"}),
        json!({"type": "finish", "message": "ready"}),
    ];
    let said = rig.run(&phone, &actions, &["--yes"]);
    let summary = said.json();
    assert_eq!(summary["status"], "success", "{said:?}");
    let id = summary["task_id"].as_str().unwrap();
    let told: Vec<String> =
        rig.journal(id).iter().filter(|line| line["line"] == "tool_result").map(ToString::to_string).collect();
    assert!(told.iter().any(|line| line.contains("/sdcard/Download/list.txt")), "{told:#?}");
    assert!(told.iter().any(|line| line.contains("milk, bread")), "it is on the phone: {told:#?}");
    let intents = rig.journal(id).iter().filter(|line| line["line"] == "intent").count();
    assert_eq!(intents, 3, "the script, the file and the command are on record before they leave");
    let shown = rig.data().join("files/scripts");
    let run = std::fs::read_dir(shown).unwrap().next().unwrap().unwrap().path();
    assert_eq!(std::fs::read_to_string(run.join("hello.md")).unwrap(), "# Hello\n");
    assert!(!run.join("other.txt").exists());
}
