//! A person who requests a task from a server, watches it, and resumes it when it stops.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::clerk::Clerk;
use crate::goal::Goal;
use crate::http::Answer;
use crate::judge::Kind;
use crate::people::Manner;
use crate::run::{BOUND, LIMIT, RESUMES, Shared};
use crate::stage::until;

impl Shared<'_> {
    /// Requests a task and resumes it until it is done or cannot be resumed any more.
    pub(crate) fn follow(&self, goal: &Goal, most_resumes: usize) -> Value {
        let mut calm = Instant::now();
        let mut id: Option<String> = None;
        let (mut resumes, mut last) = (0, Value::Null);
        loop {
            if self.is_troubled() {
                calm = Instant::now();
            } else if calm.elapsed() > BOUND {
                self.found(Kind::Hang, format!("no end {BOUND:?} after the last fault: {last}"));
                return last;
            }
            if !self.server.is_up() && self.stage.restarting.try_lock().is_ok_and(|_| !self.server.is_up()) {
                self.found(Kind::Crash, "the server ended by itself");
                return last;
            }
            let Some(task) = &id else {
                id = self.post(goal);
                continue;
            };
            std::thread::sleep(Duration::from_millis(12));
            match self.server.ask("GET", &format!("/api/tasks/{task}"), None, LIMIT) {
                Answer::Said(200, view) => last = view,
                Answer::Said(404, why) => {
                    self.found(Kind::Lost, format!("the task {task} was acknowledged and is not there: {why}"));
                    return last;
                }
                other => {
                    self.log.note(format!("how is it: {other:?}"));
                    continue;
                }
            }
            match last["state"].as_str() {
                Some("queued" | "running" | "paused") => continue,
                Some("success") => return last,
                _ => {}
            }
            self.log.note(format!("ended: {} {} {}", last["state"], last["reason"], last["message"]));
            if last["resumable"] != true || resumes >= most_resumes {
                return last;
            }
            if resumes + 1 == most_resumes {
                // The last try happens after all faults are over.
                until(BOUND, || !self.is_troubled());
            }
            if self.resume(task) {
                resumes += 1;
            } else {
                std::thread::sleep(Duration::from_millis(60));
            }
        }
    }

    /// Returns how often a person of this manner resumes a stopped task.
    pub(crate) fn most_resumes(&self) -> usize {
        match self.scenario.manner {
            Manner::Yes | Manner::YesTwice => RESUMES,
            Manner::No | Manner::Late | Manner::Never | Manner::Twice => 1,
        }
    }

    /// Resumes a task. Two people may do so at once; one of them learns that it is already running.
    fn resume(&self, task: &str) -> bool {
        let once = || {
            let said = self.server.ask("POST", &format!("/api/tasks/{task}/resume"), None, LIMIT);
            self.log.note(format!("resumed: {said:?}"));
            said.status() == Some(202)
        };
        if self.scenario.manner != Manner::YesTwice {
            return once();
        }
        std::thread::scope(|both| {
            let second = both.spawn(once);
            once() | second.join().unwrap()
        })
    }

    /// Requests a task and returns its id once the server has it.
    fn post(&self, goal: &Goal) -> Option<String> {
        let body = json!({"goal": goal.words(), "model": goal.mind(), "yes": self.scenario.yes});
        let said = self.server.ask("POST", "/api/tasks", Some(&body), LIMIT);
        self.log.note(format!("asked for it: {said:?}"));
        match said {
            Answer::Said(201, made) => return made["task_id"].as_str().map(str::to_owned),
            Answer::Unknown(_) => {
                // A second request could run the task twice; the list tells whether the first one arrived.
                let mut listed = None;
                until(BOUND, || {
                    listed = self.server.ask("GET", "/api/tasks", None, LIMIT).ok();
                    listed.is_some()
                });
                let mine = |task: &&Value| task["goal"] == goal.words();
                return listed?["tasks"].as_array()?.iter().find(mine)?["id"].as_str().map(str::to_owned);
            }
            _ => std::thread::sleep(Duration::from_millis(40)),
        }
        None
    }

    /// Restarts the server and checks that everything it acknowledged is still there.
    pub(crate) fn after(&self, clerk: &Clerk<'_>, view: &Value) {
        if !self.server.is_up() {
            return;
        }
        if !self.server.stop() {
            self.found(Kind::Hang, "the server does not stop");
        }
        if let Err(why) = self.server.start() {
            self.found(Kind::Lost, format!("the data folder does not open again: {why}"));
            return;
        }
        if let Some(id) = view["id"].as_str() {
            let again = self.server.ask("GET", &format!("/api/tasks/{id}"), None, LIMIT);
            let state = match &again {
                Answer::Said(200, again) => again["state"].clone(),
                _ => Value::Null,
            };
            if state != view["state"] {
                self.found(Kind::Lost, format!("the task was {} and is {again:?} after a restart", view["state"]));
            }
        }
        match clerk.wrong() {
            Some(wrong) => wrong.into_iter().for_each(|what| self.found(Kind::Lost, what)),
            None => self.found(Kind::Hang, "the desktop cannot be read after a restart"),
        }
        self.server.kill();
    }
}
