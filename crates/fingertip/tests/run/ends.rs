//! Every end has its exit code, and every rejection states its reason.

use serde_json::{Value, json};

use crate::rig::{Phone, Rig, Running, binary, fingertip, of, said, said_given};

fn finish() -> Value {
    json!({"type": "finish", "message": "all done"})
}

/// A name, the model's actions, options, the exit code, the status.
type Row = (&'static str, Vec<Value>, Vec<&'static str>, i32, &'static str);

#[test]
fn the_exit_code_says_how_it_ended() {
    let rig = Rig::new();
    let phone = Phone::start(&rig.beside(""));
    let home = json!({"type": "keyevent", "keycode": "KEYCODE_HOME"});
    let note = |text: &str| json!({"type": "note", "text": text});
    let rows: Vec<Row> = vec![
        ("done", vec![home.clone(), finish()], vec![], 0, "success"),
        ("gives up", vec![json!({"type": "fail", "message": "no such app"})], vec![], 1, "failed"),
        ("steps", vec![note("a"), note("b"), note("c")], vec!["--max-steps", "2"], 3, "timeout"),
        ("no answer left", vec![note("a")], vec![], 1, "failed"),
        ("garbage", vec![json!({"raw": "]]]{{{"}), json!({"raw": "\u{0}"}), json!({"raw": "x"})], vec![], 1, "failed"),
        ("ten megabytes", vec![json!({"raw": "x".repeat(10 << 20)}), finish()], vec![], 0, "success"),
    ];
    for (name, actions, more, code, status) in rows {
        let said = rig.run(&phone, &actions, &more);
        assert_eq!(said.code, Some(code), "{name}: {said:?}");
        let end = said.json();
        assert_eq!(end["status"], status, "{name}: {end}");
        assert_eq!(end.get("error").is_some(), status != "success", "{name}: {end}");
        let keys: Vec<&str> =
            end.as_object().unwrap().keys().map(String::as_str).filter(|key| *key != "error").collect();
        assert_eq!(keys, ["duration_s", "message", "status", "steps", "task_id", "trajectory"], "{name}");
        let trajectory: Value =
            serde_json::from_slice(&std::fs::read(end["trajectory"].as_str().unwrap()).unwrap()).unwrap();
        assert_eq!((&trajectory["status"], &trajectory["task_goal"]), (&json!(status), &json!("do it")), "{name}");
    }
}

#[test]
fn people_get_words_and_no_control_characters() {
    let rig = Rig::new();
    let phone = Phone::start(&rig.beside(""));
    let evil = json!({"raw": {"thought": "\u{1b}[2Jlook", "action": {"type": "finish", "message": "don\u{1b}[31me"}}});
    let model = rig.script(&[evil]);
    let said = rig.said(&["run", "do it", "--device", &phone.address, "--model", &model]);
    assert_eq!((said.code, said.out.as_str()), (Some(0), "don [31me\n"));
    assert!(!said.err.contains('\u{1b}'), "{:?}", said.err);
    for part in ["task: do it", "  1   [2Jlook", "done: 1 step,"] {
        assert!(said.err.contains(part), "{part}: {}", said.err);
    }
}

#[test]
fn what_makes_no_sense_is_refused_before_anything_is_done() {
    let rig = Rig::new();
    let model = rig.script(&[finish()]);
    let file = rig.beside("a-file");
    std::fs::write(&file, "").unwrap();
    let below = file.join("data").display().to_string();
    let rows: Vec<(Vec<&str>, &str)> = vec![
        (vec!["run", " ", "--device", "sim", "--model", &model], "is empty"),
        (vec!["run", "x", "--device", "sim", "--model", "gpt"], "there is no model `gpt`"),
        (vec!["run", "x", "--device", "sim", "--model", "script:/nowhere"], "/nowhere"),
        (vec!["run", "x", "--device", "sim", "--model", &model, "--max-steps", "0"], "`0` is too few steps"),
        (vec!["run", "x", "--device", "sim", "--model", &model, "--dialect", "klingon"], "klingon"),
        (vec!["task", "show", "nothing"], "there is no task `nothing`"),
        (vec!["task", "resume", "../../x"], "there is no task"),
        (vec!["trajectory", "show", "../../x"], "is not a task id"),
    ];
    for (args, expected) in rows {
        let said = rig.said(&args);
        assert_eq!(said.code, Some(2), "{args:?}: {said:?}");
        assert!(said.err.contains(expected) && said.out.is_empty(), "{args:?}: {said:?}");
    }
    let said = said(fingertip(&["run", "x", "--device", "sim", "--model", &model, "--data", &below]));
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("a-file") && said.err.contains("Not a directory"), "{said:?}");
    assert_eq!(said.err.matches("Not a directory").count(), 1, "a cause is said once: {said:?}");
    for args in [&["run", "x"][..], &["task", "list"], &["config", "init"], &["permissions", "list"], &["doctor"]] {
        let mut command = fingertip(args);
        command.arg("--data").arg(&file);
        let said = crate::rig::said(command);
        assert_eq!(said.code, Some(2), "{args:?}: {said:?}");
        assert!(said.err.contains("a-file` is not a folder; choose another with --data DIR"), "{args:?}: {said:?}");
    }
    let command = rig.command(&["run", "-", "--device", "sim", "--model", &model]);
    let said = said_given(command, &vec![b'x'; 1 << 20]);
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("more than 65536 bytes"), "{said:?}");
    assert!(!rig.data().join("tasks").exists(), "nothing was begun");
}

#[test]
fn a_broken_configuration_is_named_with_line_and_column() {
    let rig = Rig::new();
    for (text, expected) in [
        (
            "default_model = \"a\"\n[models.a]\nbase_url = \"http://x\"\nmodle = \"b\"\n",
            "line 4, column 1: there is no `modle`",
        ),
        ("colour = 1\n", "line 1, column 1: unknown field `colour`"),
        ("default_model = \"a\n", "line 1, column "),
    ] {
        rig.config(text);
        for args in [&["run", "x", "--device", "sim"][..], &["config", "show"], &["serve", "--listen", "127.0.0.1:0"]] {
            let said = rig.said(args);
            assert_eq!(said.code, Some(2), "{args:?}: {said:?}");
            assert!(said.err.contains("fingertip.toml`, ") && said.err.contains(expected), "{args:?}: {}", said.err);
        }
        assert_eq!(rig.said(&["doctor"]).code, Some(1), "{text}");
    }
}

#[test]
fn a_full_disk_ends_the_task_with_the_phone_untouched() {
    let rig = Rig::new();
    let phone = Phone::start(&rig.beside(""));
    let model = rig.script(&[json!({"type": "open_url", "url": "smsto:+15550100"}), finish()]);
    // No file may be longer than 4 KB, and a write beyond that is an error, as on a full disk.
    let mut command = binary::alone("sh");
    command.args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\"", binary::PATH]);
    command.args(["run", "do it", "--json", "--yes", "--device", &phone.address, "--model", &model, "--data"]);
    command.arg(rig.data()).stdin(std::process::Stdio::null());
    let said = said(command_with_pipes(command));
    assert_eq!(said.code, Some(1), "{said:?}");
    let end = said.json();
    assert!(end["error"].as_str().unwrap().contains("the journal cannot be written"), "{end}");
    let id = end["task_id"].as_str().unwrap();
    let journal = rig.journal(id);
    assert!(journal.iter().all(|line| line["line"] != "intent"), "{journal:?}");
    // With free space again it continues where it stopped.
    let resumed = rig.said(&["task", "resume", id, "--json"]);
    assert_eq!((resumed.code, &resumed.json()["status"]), (Some(0), &json!("success")), "{resumed:?}");
}

fn command_with_pipes(mut command: std::process::Command) -> std::process::Command {
    command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    command
}

#[test]
fn what_happens_is_said_aloud_where_that_is_asked_for() {
    let rig = Rig::new();
    let phone = Phone::start(&rig.beside(""));
    let (programs, heard) = (rig.beside("bin"), rig.beside("heard"));
    std::fs::create_dir(&programs).unwrap();
    let program = programs.join("espeak-ng");
    std::fs::write(&program, format!("#!/bin/sh\nprintf '%s\\n' \"$*\" >> '{}'\n", heard.display())).unwrap();
    std::fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let model = rig.script(&[json!({"type": "finish", "message": "--all done; rm -rf"})]);
    let mut command = rig.command(&["run", "do it", "--speak", "--device", &phone.address, "--model", &model]);
    command.env("PATH", format!("{}:/usr/bin:/bin", programs.display()));
    let said = said(command);
    assert_eq!(said.code, Some(0), "{said:?}");
    let heard = std::fs::read_to_string(heard).unwrap();
    assert!(heard.ends_with(" --all done; rm -rf.\n"), "{heard}");
    // A line is one argument, and never an option.
    assert!(heard.lines().all(|line| line.starts_with(' ')), "{heard}");
}

#[test]
fn ctrl_c_ends_it_gently_and_the_record_is_whole() {
    let rig = Rig::new();
    let phone = Phone::start(&rig.beside(""));
    let slow = json!({"raw": "never said", "delay_ms": 600_000});
    let model = rig.script(&[json!({"type": "note", "text": "a"}), slow]);
    let args = ["run", "do it", "--json", "--device", &phone.address, "--model", &model];
    let mut running = Running(rig.command(&args).spawn().unwrap());
    running.until("→ done");
    // This process owns the data folder, and reading it still works.
    let listed = rig.said(&["task", "list", "--json"]).json();
    assert_eq!((&listed[0]["state"], listed.as_array().unwrap().len()), (&json!("running"), 1));
    let id = listed[0]["id"].as_str().unwrap().to_owned();
    let refused = rig.said(&["run", "x", "--device", &phone.address, "--model", &model]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("is in use by process"), "{refused:?}");
    let refused = rig.said(&["task", "cancel", &id]);
    assert!(refused.code == Some(2) && refused.err.contains("press Ctrl+C there"), "{refused:?}");
    running.signal("-INT");
    let child = std::mem::replace(&mut running.0, fingertip(&["config", "path"]).spawn().unwrap());
    let said = of(child);
    assert_eq!(said.code, Some(130), "{said:?}");
    assert_eq!(said.json()["status"], "interrupted");
    let journal = rig.journal(&id);
    assert_eq!(journal.last().unwrap()["line"], "ended");
    let trajectory = std::fs::read(said.json()["trajectory"].as_str().unwrap()).unwrap();
    let trajectory: Value = serde_json::from_slice(&trajectory).unwrap();
    assert_eq!(trajectory["status"], "interrupted");
    assert_eq!(rig.said(&["task", "show", &id, "--json"]).json()["state"], "interrupted");
}

#[test]
fn a_second_ctrl_c_leaves_at_once_and_breaks_nothing() {
    let rig = Rig::new();
    let phone = Phone::start(&rig.beside(""));
    let home = json!({"type": "keyevent", "keycode": "KEYCODE_HOME"});
    let later = json!({"raw": json!({"thought": "next", "action": home}).to_string(), "delay_ms": 1_000});
    let model = rig.script(&[json!({"type": "note", "text": "a"}), later]);
    let args = ["run", "do it", "--json", "--device", &phone.address, "--model", &model];
    let mut running = Running(rig.command(&args).spawn().unwrap());
    running.until("→ done");
    // The key goes to a phone that does not answer; a graceful end would wait for it.
    phone.freeze();
    let id = rig.only_task().unwrap();
    while !rig.journal(&id).iter().any(|line| line["line"] == "intent") {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    running.signal("-INT");
    running.signal("-TERM");
    let child = std::mem::replace(&mut running.0, fingertip(&["config", "path"]).spawn().unwrap());
    let said = of(child);
    phone.thaw();
    assert_eq!((said.code, said.out.as_str()), (Some(130), ""), "{said:?}");
    let journal = rig.journal(&id);
    assert_eq!(journal.last().unwrap()["line"], "intent", "{journal:?}");
    // The folder is free again, and the task continues: it first checks what may have been sent.
    assert_eq!(rig.said(&["task", "show", &id, "--json"]).json()["state"], "interrupted");
    rig.script(&[json!({"type": "note", "text": "a"}), finish()]);
    let resumed = rig.said(&["task", "resume", &id, "--json"]);
    assert_ne!(resumed.code, Some(2), "{resumed:?}");
    assert_eq!(rig.journal(&id).last().unwrap()["line"], "ended");
}
