//! The token cost of one look at a screen, compared with another phone server on the same screens.

use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::absent;
use crate::inspector::packages;
use crate::rig::{PATIENCE, Running, World, binary};

/// Starts an adb server for this test only, with the phone; `None` if adb is not installed.
fn adb_server(device: &str) -> Option<(Running, String)> {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string();
    let mut command = Command::new("adb");
    // Only the phone connected below: no cable, no emulator.
    command.env("ADB_USB", "0").env("ADB_LOCAL_TRANSPORT_MAX_PORT", "0");
    command.args(["-P", &port, "nodaemon", "server"]);
    let Ok(child) = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn() else {
        absent::skipped("adb");
        return None;
    };
    let server = Running(child);
    let began = Instant::now();
    let connected = || {
        let output = Command::new("adb").args(["-P", &port, "connect", device]).output().unwrap();
        String::from_utf8_lossy(&output.stdout).contains("connected to")
    };
    while std::net::TcpStream::connect(format!("127.0.0.1:{port}")).is_err() || !connected() {
        assert!(began.elapsed() < PATIENCE, "the adb server does not start");
        std::thread::sleep(Duration::from_millis(20));
    }
    Some((server, port))
}

#[test]
fn a_look_costs_at_most_half_of_what_mobile_mcp_says() {
    let Some(packages) = packages() else { return };
    let world = World::new();
    let Some((_server, port)) = adb_server(&world.device) else { return };
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/clients/count_tokens.mjs");
    let output = binary::alone("node")
        .arg(script)
        .arg(&packages)
        .arg(binary::PATH)
        .arg(world.data())
        .arg(&world.device)
        .env("ANDROID_ADB_SERVER_ADDRESS", "127.0.0.1")
        .env("ANDROID_ADB_SERVER_PORT", &port)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{out}{err}");
    let rows: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (all, screens) = rows.split_last().unwrap();
    assert!(screens.len() >= 8 && all["screens"] == screens.len(), "{out}");
    for row in &rows {
        let (ours, theirs) = (row["with_data"].as_u64().unwrap(), row["theirs"].as_u64().unwrap());
        assert!(ours > 0 && 2 * ours <= theirs, "{row}\n{out}");
        println!("{row}");
    }
}
