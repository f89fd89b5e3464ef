//! The person who runs a task with a command instead of a server, and resumes it with another.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::judge::Kind;
use crate::run::{BOUND, RESUMES, Shared};
use crate::stage::until;

impl Shared<'_> {
    /// Sees the command through: one that stopped is resumed by another.
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
            // Whoever holds this has it killed, and starts it again.
            let Ok(turn) = self.stage.restarting.try_lock() else { continue };
            let Some((status, end)) = self.server.ended() else { continue };
            self.log.note(format!("ended: {status:?} {end}"));
            if end["status"] == "success" || resumes >= RESUMES {
                return end;
            }
            resumes += 1;
            if resumes == RESUMES {
                // The last try is made when everything is well again.
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

    /// How the task of a command stands, by its data folder; what the command said must be so.
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
