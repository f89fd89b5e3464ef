//! MCP servers: by hand, in a task, across a kill, and with third-party servers.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::absent;
use crate::rig::{Phone, Rig, Running};

fn script(name: &str) -> String {
    format!("{}/tests/servers/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Creates a data folder with a server that counts calls in the returned file.
fn counting() -> (Rig, PathBuf) {
    let rig = Rig::new();
    let count = rig.beside("count");
    let entry = json!({"command": "python3", "args": [script("counter.py"), count]});
    servers(&rig, &json!({ "counter": entry }));
    (rig, count)
}

fn servers(rig: &Rig, entries: &Value) {
    std::fs::write(rig.data().join("mcp.json"), json!({ "mcpServers": entries }).to_string()).unwrap();
}

fn counted(count: &PathBuf) -> usize {
    std::fs::read_to_string(count).unwrap_or_default().lines().count()
}

#[test]
fn tools_are_listed_and_called_by_hand_through_the_gate() {
    let (rig, count) = counting();
    let listed = rig.said(&["tools", "list", "--json"]);
    assert_eq!(listed.code, Some(0), "{listed:?}");
    let server = &listed.json()["servers"][0];
    assert_eq!((server["server"].as_str(), server["state"].as_str()), (Some("counter"), Some("ready")), "{listed:?}");
    assert_eq!(server["tools"][0]["name"], "counter__hit");
    let plain = rig.said(&["tools", "list"]);
    assert!(plain.out.contains("counter  ready, 2 tools") && plain.out.contains("counter__hang"), "{plain:?}");

    // Nobody can answer: that is a no, and nothing was sent.
    let refused = rig.said(&["tools", "call", "counter__hit", r#"{"word": "x"}"#, "--json"]);
    assert_eq!((refused.code, refused.json()["ok"].as_bool()), (Some(1), Some(false)), "{refused:?}");
    assert!(refused.json()["error"].as_str().unwrap().contains("nobody can answer"), "{refused:?}");
    assert_eq!(counted(&count), 0);
    let called = rig.said(&["tools", "call", "counter__hit", r#"{"word": "x"}"#, "--yes"]);
    assert_eq!((called.code, called.out.as_str()), (Some(0), "counted x\n"), "{called:?}");
    // A question that is always asked appears with --yes too.
    let pays = rig.said(&["tools", "call", "counter__hit", r#"{"amount": 50}"#, "--yes"]);
    assert!(pays.code == Some(1) && pays.err.contains("spends money"), "{pays:?}");
    assert_eq!(counted(&count), 1);
    let unknown = rig.said(&["tools", "call", "counter__hut"]);
    assert!(unknown.code == Some(2) && unknown.err.contains("counter__hit"), "{unknown:?}");
    let bad = rig.said(&["tools", "call", "counter__hit", "[1]"]);
    assert!(bad.code == Some(2) && bad.err.contains("JSON object"), "{bad:?}");
    let slow = rig.said(&["tools", "call", "counter__hang", "--timeout", "1", "--yes"]);
    assert!(slow.code == Some(1) && slow.err.contains("did not answer within 1 s"), "{slow:?}");
}

#[test]
fn a_call_by_hand_starts_only_the_server_it_needs() {
    let (rig, count) = counting();
    let (started, counter) = (rig.beside("started"), script("counter.py"));
    let slow = format!("echo started > '{}'; exec sleep 1000", started.display());
    let entries = json!({ "slow": {"command": "sh", "args": ["-c", slow]},
                          "counter": {"command": "python3", "args": [counter, count]} });
    servers(&rig, &entries);
    let called = rig.said(&["tools", "call", "counter__hit", r#"{"word": "x"}"#, "--yes"]);
    assert_eq!((called.code, called.out.as_str()), (Some(0), "counted x\n"), "{called:?}");
    assert!(!started.exists(), "the slow server was started for nothing");
}

#[test]
fn a_bare_name_is_enough_where_one_server_has_the_tool() {
    let (rig, count) = counting();
    let called = rig.said(&["tools", "call", "hit", r#"{"word": "x"}"#, "--yes"]);
    assert_eq!((called.code, called.out.as_str()), (Some(0), "counted x\n"), "{called:?}");
    let phone = Phone::start(&rig.beside(""));
    let call = json!({"type": "mcp_call", "tool": "hit", "args": {"word": "bare"}});
    let ran = rig.run(&phone, &[call, json!({"type": "finish", "message": "done"})], &["--yes"]);
    assert_eq!((ran.code, counted(&count)), (Some(0), 2), "{ran:?}");
}

#[test]
fn a_mistake_in_a_file_is_named_with_its_line_and_the_other_servers_work() {
    let (rig, count) = counting();
    let other = rig.beside("other.json");
    std::fs::write(&other, "{\n  // as an editor has it\n  \"servers\": {\n    \"bad\": {\"comand\": \"x\"},\n  },\n}")
        .unwrap();
    let gone = rig.beside("gone.json");
    rig.config(&format!("[mcp]\nfiles = [{:?}, {:?}]\n", other.display().to_string(), gone.display().to_string()));
    let listed = rig.said(&["tools", "list"]);
    assert_eq!(listed.code, Some(1));
    assert!(listed.out.contains("counter  ready"), "{listed:?}");
    assert!(listed.err.contains("other.json`, line 4, server `bad`") && listed.err.contains("`command`"), "{listed:?}");
    assert!(listed.err.contains("gone.json") && listed.err.contains("cannot be read"), "{listed:?}");
    let doctor = rig.said(&["doctor"]);
    assert!(doctor.out.contains("tools of counter: answers with 2 tools, protocol 2025-11-25"), "{doctor:?}");
    assert!(doctor.out.contains("line 4"), "{doctor:?}");
    assert_eq!(counted(&count), 0);
}

#[test]
fn a_task_calls_a_tool_and_its_call_is_on_record_before() {
    let (rig, count) = counting();
    let phone = Phone::start(&rig.beside(""));
    let call = json!({"type": "mcp_call", "tool": "counter__hit", "args": {"word": "twice"}});
    let finish = json!({"type": "finish", "message": "done"});
    let ran = rig.run(&phone, &[call.clone(), finish.clone()], &["--yes"]);
    assert_eq!((ran.code, counted(&count)), (Some(0), 1), "{ran:?}");
    let journal = rig.journal(ran.json()["task_id"].as_str().unwrap());
    let place = |line: &str| journal.iter().position(|entry| entry["line"] == line).unwrap();
    assert!(place("gate") < place("intent") && place("intent") < place("tool_result"), "{journal:?}");
    assert_eq!(journal[place("tool_result")]["result"], "counted twice");
    // Without a yes nothing is sent, and the task continues.
    let ran = rig.run(&phone, &[call, finish], &[]);
    assert_eq!((ran.code, counted(&count)), (Some(0), 1), "{ran:?}");
}

#[test]
fn a_call_that_was_cut_off_by_a_kill_is_never_made_again_blindly() {
    let (rig, count) = counting();
    let phone = Phone::start(&rig.beside(""));
    let call = json!({"type": "mcp_call", "tool": "counter__hang", "args": {}, "timeoutSec": 300});
    let model = rig.script(&[call, json!({"type": "finish", "message": "done"})]);
    let args = ["run", "count", "--yes", "--json", "--device", &phone.address, "--model", &model];
    let mut running = Running(rig.command(&args).spawn().unwrap());
    let began = Instant::now();
    while counted(&count) == 0 {
        assert!(
            began.elapsed() < Duration::from_secs(120) && running.0.try_wait().unwrap().is_none(),
            "it is not called"
        );
        std::thread::sleep(Duration::from_millis(2));
    }
    running.0.kill().unwrap();
    running.0.wait().unwrap();
    let id = rig.only_task().unwrap();
    let last = rig.journal(&id).pop().unwrap();
    assert_eq!((last["line"].as_str(), last["action"]["tool"].as_str()), (Some("intent"), Some("counter__hang")));
    // Nobody can tell whether it was executed, so the task does not continue.
    for _ in 0..2 {
        let resumed = rig.said(&["task", "resume", &id, "--json"]);
        assert_eq!(resumed.json()["status"], "interrupted", "{resumed:?}");
        assert_eq!(counted(&count), 1);
    }
}

/// Servers from npm and PyPI, as installed by `cargo xtask setup`.
#[test]
fn public_servers_are_used_in_a_task() {
    let (Ok(npm), Ok(python)) = (std::env::var("FINGERTIP_SERVERS"), std::env::var("FINGERTIP_CLIENTS_PYTHON")) else {
        absent::skipped("folder with public MCP servers");
        return;
    };
    let rig = Rig::new();
    let folder = rig.beside("shared");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("note.txt"), "buy milk").unwrap();
    let packages = format!("{npm}/node_modules/@modelcontextprotocol");
    let node = |package: &str| format!("{packages}/{package}/dist/index.js");
    servers(
        &rig,
        &json!({
            "everything": {"command": "node", "args": [node("server-everything"), "stdio"]},
            "files": {"command": "node", "args": [node("server-filesystem"), folder]},
            "kitchen": {"command": python, "args": [script("with_fastmcp.py")]},
        }),
    );
    let listed = rig.said(&["tools", "list", "--json"]);
    assert_eq!(listed.code, Some(0), "{listed:?}");
    let phone = Phone::start(&rig.beside(""));
    let call = |tool: &str, args: Value| json!({"type": "mcp_call", "tool": tool, "args": args});
    let actions = [
        call("everything__echo", json!({"message": "hello"})),
        call("files__read_text_file", json!({"path": folder.join("note.txt")})),
        call("kitchen__cups_to_millilitres", json!({"cups": 2})),
        call("files__read_text_file", json!({"path": "/etc/passwd"})),
        json!({"type": "finish", "message": "done"}),
    ];
    let ran = rig.run(&phone, &actions, &["--yes"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let journal = rig.journal(ran.json()["task_id"].as_str().unwrap());
    let results: Vec<&Value> = journal.iter().filter(|entry| entry["line"] == "tool_result").collect();
    assert_eq!(results.len(), 4, "{results:?}");
    let text = |place: usize| results[place]["result"].as_str().unwrap_or_default();
    assert!(text(0).contains("hello") && text(1).contains("buy milk") && text(2).contains("480"), "{results:?}");
    assert_eq!(results[3]["ok"], false, "{results:?}");
}
