//! `fingertip mcp` as a client runs it: one message per line, both ways.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::sync::mpsc;

use serde_json::{Value, json};

use crate::door::{NEWEST, OLDER, initialize, newest};
use crate::rig::{PATIENCE, Running, World, fingertip};

/// `fingertip mcp` with a client on its standard input.
pub(crate) struct Piped {
    pub(crate) running: Running,
    lines: mpsc::Receiver<String>,
}

impl Piped {
    pub(crate) fn new(world: &World) -> Self {
        let data = world.data();
        let mut command = fingertip(&["mcp", "--as", "bytes", "--data", data.to_str().unwrap()]);
        let mut running = Running(command.stdin(Stdio::piped()).spawn().unwrap());
        let out = BufReader::new(running.0.stdout.take().unwrap());
        let (tell, lines) = mpsc::channel();
        std::thread::spawn(move || out.lines().map_while(Result::ok).try_for_each(|line| tell.send(line)));
        Self { running, lines }
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) {
        self.running.0.stdin.as_mut().unwrap().write_all(bytes).unwrap();
    }

    pub(crate) fn say(&mut self, message: &Value) {
        self.write(format!("{message}\n").as_bytes());
    }

    /// Returns the next answer, skipping the server's notifications.
    pub(crate) fn hear(&self) -> Value {
        loop {
            let line = self.lines.recv_timeout(PATIENCE).unwrap();
            let message: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
            if message.get("method").is_none() {
                return message;
            }
        }
    }
}

#[test]
fn a_program_does_not_notice_that_the_server_was_restarted() {
    let mut world = World::new();
    let observe = json!({ "name": "phone_observe", "arguments": {} });
    for version in [OLDER, NEWEST] {
        let mut piped = Piped::new(&world);
        if version == OLDER {
            piped.say(&initialize(OLDER));
            assert_eq!(piped.hear()["result"]["protocolVersion"], OLDER);
            piped.say(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        }
        for id in 2..4 {
            piped.say(&match version {
                OLDER => json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": observe }),
                _ => newest(id, "tools/call", observe.clone()),
            });
            let heard = piped.hear();
            let text = heard["result"]["content"][0]["text"].as_str().unwrap_or_default();
            assert!(heard["id"] == id && text.contains("360x640"), "{version}: {heard}");
            world.restart();
        }
    }
}

/// Clients end a server that takes long with SIGTERM.
#[test]
fn a_program_that_is_terminated_frees_its_phone() {
    let world = World::new();
    let held = || {
        let phones = world.ask("GET", "/api/devices", &[], b"").json()["devices"].clone();
        phones.as_array().unwrap().iter().any(|phone| phone["id"] == *world.device && phone["holder"].is_object())
    };
    let act =
        json!({ "name": "phone_act", "arguments": { "action": { "type": "keyevent", "keycode": "KEYCODE_HOME" } } });
    for version in [OLDER, NEWEST] {
        let mut piped = Piped::new(&world);
        piped.say(&match version {
            OLDER => initialize(OLDER),
            _ => newest(1, "tools/list", json!({})),
        });
        assert!(piped.hear()["result"].is_object());
        piped.say(&match version {
            OLDER => json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": act }),
            _ => newest(2, "tools/call", act.clone()),
        });
        let heard = piped.hear();
        assert!(heard["result"]["isError"] != true && held(), "{version}: {heard}");
        let id = rustix::process::Pid::from_child(&piped.running.0);
        rustix::process::kill_process(id, rustix::process::Signal::TERM).unwrap();
        // `wait` would close it, and the end of its input ends the program too.
        let _open = piped.running.0.stdin.take();
        assert_eq!(piped.running.0.wait().unwrap().code(), Some(130), "{version}");
        let until = std::time::Instant::now() + PATIENCE;
        while held() {
            assert!(std::time::Instant::now() < until, "{version}: the phone is still held");
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    }
}
