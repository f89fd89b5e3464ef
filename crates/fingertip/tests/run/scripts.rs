//! A script of a task: run behind its walls, and what it leaves goes to the phone and to the desktop.

use std::process::{Command, Stdio};

use serde_json::json;

use crate::rig::{Phone, Rig};

#[test]
fn what_a_script_leaves_is_given_to_the_phone_and_to_people() {
    let tried = Command::new("unshare").args(["--user", "--map-root-user", "true"]).stderr(Stdio::null()).status();
    if !tried.is_ok_and(|status| status.success()) {
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
