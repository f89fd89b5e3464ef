//! `docs/examples/agent.py` as its readers run it: five tasks through `phone_*` alone, verified on the phone.

use std::process::Stdio;

use serde_json::{Value, json};

use crate::absent;
use crate::rig::{World, binary, fingertip};

/// Returns the output of a command on the phone.
fn shell(world: &World, command: &str) -> String {
    let action = json!({ "type": "shell", "command": command }).to_string();
    let output = fingertip(&["act", &action, "--blind", "--device", &world.device]).output().unwrap();
    let said: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    said["acted"]["stdout"].as_str().unwrap_or_default().to_owned()
}

/// Returns the text on the phone's screen.
fn screen(world: &World) -> String {
    world.ask("GET", &format!("/api/devices/{}/tree", world.device), &[], b"").body
}

#[test]
fn an_agent_of_thirty_lines_completes_five_tasks() {
    let Ok(python) = std::env::var("FINGERTIP_CLIENTS_PYTHON") else {
        absent::skipped("Python with the clients");
        return;
    };
    let world = World::new();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/agent.py");
    let command = format!("{} mcp --as example --data {}", binary::PATH, world.data().display());
    let check = |goal: &str, done: &dyn Fn() -> bool| {
        assert!(!done(), "{goal}: it is so already");
        let output = binary::alone(&python)
            .args([script, goal])
            .env("FINGERTIP_MCP_COMMAND", &command)
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && done(), "{goal}: {said}");
    };
    check("Settings: Network & internet, Airplane mode on", &|| {
        shell(&world, "settings get global airplane_mode_on").trim() == "1"
    });
    check("Settings: Display, Dark theme on", &|| shell(&world, "cmd uimode night").contains("yes"));
    check("Clock: Stopwatch, Start", &|| screen(&world).contains("\"Lap\""));
    check("Clock: Timer, 5, 00, Start", &|| screen(&world).contains("05:00 timer"));
    check("Messages: Sam Carter, Text message \"On my way\"", &|| screen(&world).contains("On my way"));
}
