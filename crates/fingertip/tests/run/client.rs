//! With a server on the folder, commands are its clients.

use serde_json::{Value, json};

use crate::people::Terminal;
use crate::rig::{Phone, Rig, Running, of};

fn serve(rig: &Rig) -> Running {
    let mut running = Running(rig.command(&["serve", "--listen", "127.0.0.1:0", "--log", "error"]).spawn().unwrap());
    assert!(running.first_line().starts_with("Desktop: http://"));
    running
}

#[test]
fn a_task_runs_at_the_server_and_is_seen_through_from_here() {
    let rig = Rig::new();
    let phone = Phone::start(&rig.beside(""));
    let mut server = serve(&rig);
    let home = json!({"type": "keyevent", "keycode": "KEYCODE_HOME"});
    let said = rig.run(&phone, &[home, json!({"type": "finish", "message": "done there"})], &[]);
    assert_eq!(said.code, Some(0), "{said:?}");
    let end = said.json();
    assert_eq!((&end["status"], &end["message"], &end["steps"]), (&json!("success"), &json!("done there"), &json!(2)));
    assert!(std::path::Path::new(end["trajectory"].as_str().unwrap()).exists());
    assert!(said.err.contains("Next") && said.err.contains("Press Home"), "{}", said.err);
    let id = end["task_id"].as_str().unwrap();
    assert_eq!(rig.said(&["task", "list", "--json"]).json()[0]["id"], json!(id));
    assert_eq!(rig.said(&["task", "show", id, "--json"]).json()["state"], "success");
    let refused = rig.said(&["task", "show", "nothing"]);
    assert!(refused.code == Some(2) && refused.err.contains("there is no task `nothing`"), "{refused:?}");
    let refused = rig.said(&["run", "x", "--model", "gpt", "--device", &phone.address]);
    assert!(refused.code == Some(2) && refused.err.contains("there is no model `gpt`"), "{refused:?}");
    server.signal("-TERM");
    assert_eq!(server.0.wait().unwrap().code(), Some(0));
    // The record remains without the server.
    assert_eq!(rig.said(&["task", "show", id, "--json"]).json()["state"], "success");
}

#[test]
fn questions_are_answered_here_and_what_is_remembered_is_the_servers() {
    let rig = Rig::new();
    let phone = Phone::start(&rig.beside(""));
    let _server = serve(&rig);
    let shell = json!({"type": "shell", "command": "ls"});
    let model = rig.script(&[shell, json!({"type": "finish", "message": "done"})]);
    let terminal = Terminal::new();
    let args = ["run", "do it", "--json", "--device", &phone.address, "--model", &model];
    let child = terminal.spawn(rig.command(&args));
    terminal.until("? Run the command “");
    terminal.asks(1);
    terminal.types("a\n");
    let said = of(child);
    assert_eq!(said.code, Some(0), "{said:?} {}", terminal.shows());
    let listed = rig.said(&["permissions", "list", "--json"]).json();
    assert_eq!(listed.as_array().unwrap().len(), 1, "{listed}");
    assert_eq!(rig.said(&["permissions", "revoke", "all"]).code, Some(0));
    assert_eq!(rig.said(&["permissions", "list", "--json"]).json(), json!([]));
}

#[test]
fn ctrl_c_and_cancel_end_a_task_at_the_server() {
    let rig = Rig::new();
    let phone = Phone::start(&rig.beside(""));
    let _server = serve(&rig);
    let slow: Value = json!({"raw": "never said", "delay_ms": 600_000});
    let model = rig.script(&[json!({"type": "note", "text": "a"}), slow]);
    let args = ["run", "do it", "--json", "--device", &phone.address, "--model", &model];
    for by in ["signal", "command"] {
        let mut running = Running(rig.command(&args).spawn().unwrap());
        running.until("→ done");
        let listed = rig.said(&["task", "list", "--json"]).json();
        assert_eq!(listed[0]["state"], "running", "{listed}");
        let id = listed[0]["id"].as_str().unwrap();
        if by == "signal" {
            running.signal("-INT");
        } else {
            assert_eq!(rig.said(&["task", "cancel", id]).code, Some(0));
        }
        assert_eq!(running.0.wait().unwrap().code(), Some(130), "{by}");
        assert_eq!(rig.said(&["task", "show", id, "--json"]).json()["state"], "interrupted", "{by}");
        assert_eq!(rig.journal(id).last().unwrap()["line"], "ended", "{by}");
    }
}

#[test]
fn a_file_is_given_in_the_terminal_and_lies_on_the_phone() {
    let rig = Rig::new();
    let phone = Phone::start(&rig.beside(""));
    let photo = json!({"type": "request_human_auth", "capability": "camera", "instruction": "Take a photo"});
    let model = rig.script(&[photo, json!({"type": "finish", "message": "done"})]);
    let file = rig.beside("it's me.png");
    std::fs::write(&file, b"\x89PNG and so on").unwrap();
    let mut server = None;
    for name in ["it_s_me.png", "it_s_me-2.png"] {
        let terminal = Terminal::new();
        let args = ["run", "do it", "--json", "--device", &phone.address, "--model", &model];
        let child = terminal.spawn(rig.command(&args));
        terminal.until("type @ and the path of a file");
        terminal.asks(1);
        if server.is_some() {
            // With a server, a person on another device can answer as well.
            let shown = terminal.shows();
            assert!(shown.contains("from another device: http://127.0.0.1:") && shown.contains("/q/"), "{shown}");
            let id = rig.said(&["task", "list", "--json"]).json()[0]["id"].as_str().unwrap().to_owned();
            let shown = rig.said(&["task", "show", &id]).out;
            assert!(shown.contains("asks      A photo is needed: Take a photo"), "{shown}");
            assert!(shown.contains("/q/") && shown.contains("on this machine only"), "{shown}");
        }
        terminal.types("/nowhere\n");
        terminal.until("this needs a file");
        terminal.asks(2);
        terminal.types("@/nowhere\n");
        terminal.until("cannot read `nowhere`");
        terminal.asks(3);
        terminal.types(&format!("@{}\n", file.display()));
        let said = of(child);
        assert_eq!(said.code, Some(0), "{said:?} {}", terminal.shows());
        let journal = rig.journal(said.json()["task_id"].as_str().unwrap());
        let path = format!("is on the phone: /sdcard/Pictures/{name}");
        assert!(journal.iter().any(|line| line.to_string().contains(&path)), "{journal:?}");
        server.get_or_insert_with(|| serve(&rig));
    }
    let list = json!({"type": "shell", "command": "cat /sdcard/Pictures/it_s_me-2.png"}).to_string();
    let seen = crate::rig::said(crate::rig::fingertip(&["act", &list, "--blind", "--device", &phone.address])).json();
    assert!(seen["acted"]["stdout"].as_str().unwrap().ends_with("PNG and so on"), "{seen}");
}
