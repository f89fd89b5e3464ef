//! One built-in phone per data folder, shared by all commands, in sequence or at once.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use task::folder::Folder;

use crate::rig::{Rig, Running, Said, fingertip, of, said};

fn act(rig: &Rig, action: &Value) -> Said {
    rig.said(&["act", &action.to_string(), "--blind", "--device", "sim"])
}

fn shell(rig: &Rig, command: &str) -> String {
    let said = act(rig, &json!({"type": "shell", "command": command}));
    assert_eq!(said.code, Some(0), "{said:?}");
    said.json()["acted"]["stdout"].as_str().unwrap_or_default().to_owned()
}

fn open_settings(rig: &Rig) {
    let said = act(rig, &json!({"type": "open_app", "name": "Settings"}));
    assert_eq!(said.code, Some(0), "{said:?}");
}

fn tree(rig: &Rig) -> String {
    let said = rig.said(&["tree", "--device", "sim"]);
    assert_eq!(said.code, Some(0), "{said:?}");
    said.out
}

fn serve(rig: &Rig) -> Running {
    let mut running = Running(rig.command(&["serve", "--listen", "127.0.0.1:0", "--log", "error"]).spawn().unwrap());
    assert!(running.first_line().starts_with("Desktop: http://"));
    running
}

/// A text in Settings that is not on the home screen.
const IN_SETTINGS: &str = "Network & internet";

#[test]
fn what_one_command_did_the_next_one_sees() {
    let rig = Rig::new();
    assert!(!tree(&rig).contains(IN_SETTINGS));
    open_settings(&rig);
    assert!(tree(&rig).contains(IN_SETTINGS));
    shell(&rig, "echo kept > /sdcard/note");
    // Also after a failed action.
    assert_eq!(act(&rig, &json!({"type": "open_app", "name": "no such app"})).code, Some(2));
    assert_eq!(shell(&rig, "cat /sdcard/note").trim(), "kept");
    assert!(tree(&rig).contains(IN_SETTINGS));
    assert_eq!(Folder::owner(rig.data()), None, "nobody stays behind");
}

#[test]
fn with_a_server_every_command_uses_its_phone() {
    let rig = Rig::new();
    shell(&rig, "echo before > /sdcard/note");
    let mut server = serve(&rig);
    assert_eq!(shell(&rig, "cat /sdcard/note").trim(), "before");
    open_settings(&rig);
    assert!(tree(&rig).contains(IN_SETTINGS));
    let address = Folder::owner(rig.data()).unwrap().phone.unwrap();
    let listed = rig.said(&["devices", "--json"]).json();
    assert_eq!((&listed[0]["serial"], &listed[0]["address"]), (&json!("sim"), &json!(address)));
    // The task uses the same phone.
    let model = rig.script(&[
        json!({"type": "keyevent", "keycode": "KEYCODE_HOME"}),
        json!({"type": "finish", "message": "done"}),
    ]);
    let ran = rig.said(&["run", "go home", "--json", "--device", "sim", "--model", &model]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(!tree(&rig).contains(IN_SETTINGS));
    open_settings(&rig);
    server.signal("-TERM");
    assert_eq!(server.0.wait().unwrap().code(), Some(0));
    assert!(tree(&rig).contains(IN_SETTINGS));
}

#[test]
fn a_running_task_shares_its_phone_and_its_end_saves_it() {
    let rig = Rig::new();
    let slow = json!({"raw": "never said", "delay_ms": 600_000});
    let model = rig.script(&[json!({"type": "open_app", "name": "Settings"}), slow]);
    let mut task = Running(rig.command(&["run", "do it", "--device", "sim", "--model", &model]).spawn().unwrap());
    task.until("→ ");
    assert!(tree(&rig).contains(IN_SETTINGS));
    shell(&rig, "echo meanwhile > /sdcard/note");
    task.signal("-INT");
    assert_eq!(task.0.wait().unwrap().code(), Some(130));
    assert_eq!(shell(&rig, "cat /sdcard/note").trim(), "meanwhile");
}

#[test]
fn a_second_command_waits_for_the_folder_and_then_says_who_holds_it() {
    let rig = Rig::new();
    let held = Folder::open(rig.data()).unwrap();
    let refused = rig.said(&["tree", "--device", "sim"]);
    let me = format!("process {}", std::process::id());
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert!(refused.err.contains(&me) && refused.err.contains("wait until it ends"), "{refused:?}");
    // A command that comes while the folder is held gets it when it is free.
    let waiting = rig.command(&["tree", "--device", "sim"]).spawn().unwrap();
    drop(held);
    let said = of(waiting);
    assert_eq!(said.code, Some(0), "{said:?}");
    // Two at once, and neither loses the other's changes.
    let note = |name: &str| json!({"type": "shell", "command": format!("echo x > /sdcard/{name}")}).to_string();
    let both = ["one", "two"]
        .map(|name| rig.command(&["act", &note(name), "--blind", "--device", "sim"]).spawn().unwrap())
        .map(of);
    assert!(both.iter().all(|said| said.code == Some(0)), "{both:?}");
    assert_eq!(shell(&rig, "cat /sdcard/one /sdcard/two"), "x\nx\n");
}

#[test]
fn ctrl_c_ends_an_action_and_saves_the_phone() {
    let rig = Rig::new();
    let long = json!({"type": "shell", "command": "sleep 300"}).to_string();
    let mut command = Running(rig.command(&["act", &long, "--blind", "--device", "sim"]).spawn().unwrap());
    let began = Instant::now();
    while Folder::owner(rig.data()).is_none() {
        assert!(began.elapsed() < Duration::from_secs(60), "it does not begin");
        std::thread::sleep(Duration::from_millis(2));
    }
    command.signal("-INT");
    assert_eq!(command.0.wait().unwrap().code(), Some(130));
    assert_eq!(Folder::owner(rig.data()), None);
    assert_eq!(shell(&rig, "echo fine").trim(), "fine");
}

#[test]
fn the_phone_alone_can_be_that_of_a_folder() {
    let rig = Rig::new();
    for _ in 0..2 {
        let mut phone = Running(rig.command(&["sim", "--listen", "127.0.0.1:0"]).spawn().unwrap());
        let line = phone.first_line();
        let address = line.trim().strip_prefix("Phone: ").unwrap();
        assert_eq!(Folder::owner(rig.data()).unwrap().phone.as_deref(), Some(address));
        shell(&rig, "echo x >> /sdcard/note");
        phone.signal("-INT");
        assert_eq!(phone.0.wait().unwrap().code(), Some(130));
    }
    assert_eq!(shell(&rig, "cat /sdcard/note"), "x\nx\n");
}

#[test]
fn suggested_commands_name_the_data_folder() {
    let rig = Rig::new();
    let data = rig.data().display().to_string();
    let fail = rig.script(&[json!({"type": "fail", "message": "no such app"})]);
    let failing = ["run", "do it", "--device", "sim", "--model", fail.as_str()];
    let mut server = None;
    // First without a server, then as a client of one.
    for _ in 0..2 {
        let revoked = rig.said(&["permissions", "revoke", "nothing"]);
        assert!(revoked.err.contains(&format!("`fingertip permissions list --data {data}`")), "{revoked:?}");
        let shown = rig.said(&["task", "show", "nothing"]);
        assert!(shown.err.contains(&format!("`fingertip task list --data {data}`")), "{shown:?}");
        let failed = rig.said(&failing);
        let again = failed.err.lines().find(|line| line.starts_with("to continue: fingertip task resume ")).unwrap();
        assert!(again.ends_with(&format!("--data {data} --device sim")), "{again}");
        server.get_or_insert_with(|| serve(&rig));
    }
    drop(server);
    let empty = said(fingertip(&["task", "list", "--data", &rig.beside("my new").display().to_string()]));
    assert!(empty.err.contains(&format!("--data '{}'", rig.beside("my new").display())), "{empty:?}");
    let planned = rig.said(&["run", "fold the proteins", "--device", "sim"]);
    assert!(planned.err.contains(&format!("fingertip config init --data {data}")), "{planned:?}");
}

/// Lists everything below a folder, and the folder itself.
fn below(path: &Path) -> Vec<PathBuf> {
    let mut found = vec![path.to_owned()];
    if path.is_dir() {
        found.extend(std::fs::read_dir(path).unwrap().flat_map(|entry| below(&entry.unwrap().path())));
    }
    found
}

#[test]
fn nobody_else_reads_what_is_in_the_data_folder() {
    let rig = Rig::new();
    let data = rig.beside("fresh");
    let on = |args: &[&str]| {
        let mut command = fingertip(args);
        command.arg("--data").arg(&data);
        said(command)
    };
    assert_eq!(on(&["config", "init"]).code, Some(0));
    let model =
        rig.script(&[json!({"type": "open_app", "name": "Settings"}), json!({"type": "finish", "message": "done"})]);
    let ran = on(&["run", "do it", "--json", "--device", "sim", "--model", &model]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let mut command = fingertip(&["serve", "--listen", "127.0.0.1:0", "--log", "error", "--data"]);
    let mut server = Running(command.arg(&data).spawn().unwrap());
    server.first_line();
    server.signal("-TERM");
    assert_eq!(server.0.wait().unwrap().code(), Some(0));
    let found = below(&data);
    assert!(found.len() > 10, "{found:?}");
    for path in found {
        let mode = std::fs::symlink_metadata(&path).unwrap().permissions().mode() & 0o777;
        let expected = if path.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(mode, expected, "{} is {mode:o}", path.display());
    }
}

#[test]
fn a_closed_pipe_is_no_error_of_any_command() {
    let rig = Rig::new();
    let rows: [(&[&str], bool); 7] = [
        (&["tree", "--device", "sim"], true),
        (&["tree", "--json", "--device", "sim"], true),
        (&["screenshot", "--device", "sim"], true),
        (&["devices"], true),
        (&["schema"], false),
        (&["parse", "--prompt", "--dialect", "autoglm"], false),
        (&["completions", "bash"], false),
    ];
    for (args, takes_data) in rows {
        let mut command = if takes_data { rig.command(args) } else { fingertip(args) };
        let mut child = command.spawn().unwrap();
        drop(child.stdout.take());
        let said = of(child);
        assert_eq!(said.code, Some(0), "{args:?}: {said:?}");
        assert!(!said.err.contains("panicked"), "{args:?}: {said:?}");
    }
    // Nobody reads the output about the task either.
    let model = rig.script(&[json!({"type": "note", "text": "a"}), json!({"type": "finish", "message": "done"})]);
    let mut child = rig.command(&["run", "do it", "--json", "--device", "sim", "--model", &model]).spawn().unwrap();
    drop(child.stderr.take());
    let said = of(child);
    assert_eq!(said.code, Some(0), "{said:?}");
}
