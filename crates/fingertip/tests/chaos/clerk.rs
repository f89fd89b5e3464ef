//! An agent that keeps changing the desktop and notes what the server acknowledged, so that a lost or doubled change is
//! found.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

use crate::http::Answer;
use crate::log::Log;
use crate::program::Server;

/// How long the server may take for a change.
const LIMIT: Duration = Duration::from_secs(10);
/// The interval between two changes.
const EVERY: Duration = Duration::from_millis(40);
/// The most changes: more would prove nothing new.
const MOST: usize = 24;
const WINDOW: &str = "ledger";

/// A requested change.
#[derive(Clone, Debug)]
struct Change {
    mark: String,
    acknowledged: bool,
}

/// The clerk of one run.
pub(crate) struct Clerk<'a> {
    server: &'a Server,
    log: &'a Log,
    changes: Mutex<Vec<Change>>,
    agents: Mutex<Vec<String>>,
}

impl<'a> Clerk<'a> {
    pub(crate) fn new(server: &'a Server, log: &'a Log) -> Self {
        Self { server, log, changes: Mutex::default(), agents: Mutex::default() }
    }

    /// Works until told to leave.
    pub(crate) fn work(&self, leave: &AtomicBool) {
        let mut opened = false;
        for number in 0..MOST {
            if leave.load(Ordering::SeqCst) {
                return;
            }
            if !opened {
                opened = self.open(leave);
            } else if number % 8 == 4 {
                self.let_in(&format!("agent-{number}"));
            } else {
                self.append(number, leave);
            }
            std::thread::sleep(EVERY);
        }
    }

    fn open(&self, leave: &AtomicBool) -> bool {
        let body = json!({"type": "window.create", "windowId": WINDOW, "title": "Ledger",
            "bounds": {"x": 0, "y": 0, "w": 200, "h": 100}, "content": {"renderer": "text", "data": ""}});
        self.act("open", &body, leave)
    }

    fn append(&self, number: usize, leave: &AtomicBool) {
        let mark = format!("[{number}]");
        let body = json!({"type": "window.updateContent", "windowId": WINDOW, "renderer": "text",
            "operation": {"op": "append", "data": mark}});
        let acknowledged = self.act(&format!("append-{number}"), &body, leave);
        self.changes.lock().unwrap().push(Change { mark, acknowledged });
    }

    fn let_in(&self, name: &str) {
        let said = self.server.ask("POST", "/api/agents", Some(&json!({ "name": name })), LIMIT);
        if said.status() == Some(201) {
            self.agents.lock().unwrap().push(name.to_owned());
        } else {
            self.log.note(format!("agent {name}: {said:?}"));
        }
    }

    /// Sends a change until the server answers it, each time with the same idempotency key: it may be applied only
    /// once.
    fn act(&self, key: &str, body: &Value, leave: &AtomicBool) -> bool {
        let header = format!("\r\nIdempotency-Key: {key}");
        loop {
            match self.server.ask_with("POST", "/api/actions", Some(body), &header, LIMIT) {
                Answer::Said(200, _) => return true,
                Answer::Said(status @ 400..=499, why) => {
                    self.log.note(format!("change {key}: {status} {why}"));
                    return false;
                }
                other => {
                    self.log.note(format!("change {key}: {other:?}"));
                    if leave.load(Ordering::SeqCst) {
                        return false;
                    }
                    std::thread::sleep(EVERY);
                }
            }
        }
    }

    /// Lists the changes that are lost or doubled on the desktop; `None` if it cannot be read.
    pub(crate) fn wrong(&self) -> Option<Vec<String>> {
        let desktop = self.server.ask("GET", "/api/desktop", None, LIMIT).ok()?.to_string();
        let listed = self.server.ask("GET", "/api/agents", None, LIMIT).ok()?.to_string();
        let mut wrong = Vec::new();
        for Change { mark, acknowledged } in self.changes.lock().unwrap().iter() {
            match desktop.matches(mark.as_str()).count() {
                0 if *acknowledged => wrong.push(format!("the change {mark} was acknowledged and is not there")),
                0 | 1 => {}
                count => wrong.push(format!("the change {mark} is there {count} times")),
            }
        }
        for agent in self.agents.lock().unwrap().iter() {
            if !listed.contains(&format!("\"{agent}\"")) {
                wrong.push(format!("the agent {agent} was let in and is not listed"));
            }
        }
        Some(wrong)
    }

    /// Returns how many changes were acknowledged.
    pub(crate) fn acknowledged(&self) -> usize {
        let changes = self.changes.lock().unwrap().iter().filter(|change| change.acknowledged).count();
        changes + self.agents.lock().unwrap().len()
    }
}
