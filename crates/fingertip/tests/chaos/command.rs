//! A person who runs a task with a command instead of a server, and resumes it with another.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::judge::Kind;
use crate::run::{BOUND, RESUMES, Shared};
use crate::stage::until;

impl Shared<'_> {
    /// Follows the command to its end, and resumes a stopped task with another command.
    pub(crate) fn see_command_through(&self) -> Value {
        let (mut calm, mut resumes) = (Instant::now(), 0);
        loop {
            std::thread::sleep(Duration::from_millis(5));
            if self.is_troubled() {
                calm = Instant::now();
            } else if calm.elapsed() > BOUND {
                self.found(Kind::Hang, format!("no end {BOUND:?} after the last fault"));
                return Value::Null;
            }
            // The holder of this lock kills the command and restarts it.
            let Ok(turn) = self.stage.restarting.try_lock() else { continue };
            let Some((status, end)) = self.server.ended() else { continue };
            self.log.note(format!("ended: {status:?} {end}"));
            if end["status"] == "success" || resumes >= RESUMES {
                return end;
            }
            resumes += 1;
            if resumes == RESUMES {
                // The last try happens after all faults are over.
                drop(turn);
                until(BOUND, || !self.is_troubled());
                if self.server.is_up() {
                    continue;
                }
            }
            if let Err(why) = self.server.start() {
                self.log.note(why);
            }
        }
    }

    /// Returns the task's state from its data folder, which must match what the command printed.
    pub(crate) fn shown_after(&self, end: Value) -> Value {
        self.server.kill();
        let Some(id) = self.server.task() else { return json!({"state": "no task"}) };
        let view = self.server.asked(&["task", "show", &id, "--json"]);
        if view["id"] != id.as_str() || !end["status"].is_null() && view["state"] != end["status"] {
            self.found(Kind::Lost, format!("the command ended with {end}, and the folder says {view}"));
        }
        view
    }
}
