//! A person who answers the questions of tasks in time, late, twice at once, or never, over the HTTP API and links.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::log::Log;
use crate::program::Server;

/// How long the server may take for an answer.
const LIMIT: Duration = Duration::from_secs(10);
/// How often the person looks for questions.
const EVERY: Duration = Duration::from_millis(20);

/// How the person answers a request for approval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Manner {
    /// Yes, at once.
    Yes,
    /// No, at once.
    No,
    /// Yes, but only after the time to answer is over.
    Late,
    /// Never.
    Never,
    /// Yes and no at the same time, from two devices.
    Twice,
    /// Yes twice at the same time, from two devices.
    YesTwice,
}

impl Manner {
    /// Its name in the table.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Yes => "person: says yes",
            Self::No => "person: says no",
            Self::Late => "person: late",
            Self::Never => "person: never answers",
            Self::Twice => "person: yes and no at once",
            Self::YesTwice => "person: yes twice at once",
        }
    }
}

/// The subject of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum About {
    /// Whether an action may happen.
    Consent,
    /// Whether an action happened before the task was cut off.
    Doubt,
    /// Free text.
    Words,
}

/// An answer, and the server's response to it.
#[derive(Clone, Debug)]
pub(crate) struct GivenAnswer {
    pub(crate) question: String,
    pub(crate) about: About,
    pub(crate) yes: bool,
    /// Whether the server accepted it.
    pub(crate) taken: bool,
}

/// The person of one run.
pub(crate) struct Person<'a> {
    pub(crate) server: &'a Server,
    pub(crate) manner: Manner,
    /// How long a question waits.
    pub(crate) patience: Duration,
    /// Tells from the phone and the tool whether the goal is done.
    pub(crate) done: &'a (dyn Fn() -> bool + Sync),
    /// The answer when asked for words.
    pub(crate) dictation: &'a str,
    pub(crate) log: &'a Log,
    pub(crate) given: Mutex<Vec<GivenAnswer>>,
}

impl Person<'_> {
    /// Answers until told to leave.
    pub(crate) fn stay(&self, leave: &AtomicBool) {
        let mut seen: Vec<(String, Instant)> = Vec::new();
        while !leave.load(Ordering::SeqCst) {
            std::thread::sleep(EVERY);
            let asked = self.server.ask("GET", "/api/questions", None, LIMIT).ok();
            let open = asked.and_then(|mut asked| match asked["questions"].take() {
                Value::Array(open) => Some(open),
                _ => None,
            });
            for question in open.unwrap_or_default() {
                let id = question["id"].as_str().unwrap_or_default().to_owned();
                if seen.iter().all(|(known, _)| *known != id) {
                    seen.push((id.clone(), Instant::now()));
                    self.log.note(format!("asked {id}: {}", question["title"]));
                    self.answer(&id, &question);
                }
            }
            if self.manner == Manner::Late {
                // By then the question is gone from the list, but the person still has it on the screen.
                let late = self.patience + Duration::from_millis(150);
                for (id, at) in &seen {
                    let again = self.given.lock().unwrap().iter().any(|given| given.question == *id);
                    if at.elapsed() >= late && !again {
                        self.send(id, None, true, About::Consent);
                    }
                }
            }
        }
    }

    fn answer(&self, id: &str, question: &Value) {
        let link = question["link"]["url"].as_str().and_then(|url| url.rsplit('/').next());
        let message = question["message"].as_str().unwrap_or_default();
        if question["title"] == "Was it carried out?" {
            // A preparing step can safely be repeated; for the effect itself the phone decides.
            let prepares = ["\"type\":\"type\"", "\"type\":\"open_url\"", "\"type\":\"launch_app\""];
            let yes = prepares.iter().any(|step| message.contains(step)) || (self.done)();
            self.log.note(format!("the phone says {yes} to: {message}"));
            self.send(id, None, yes, About::Doubt);
            return;
        }
        if question["kind"] == "ask" {
            self.send(id, None, true, About::Words);
            return;
        }
        match self.manner {
            Manner::Yes => self.send(id, None, true, About::Consent),
            Manner::No => self.send(id, None, false, About::Consent),
            Manner::Late | Manner::Never => {}
            Manner::Twice | Manner::YesTwice => std::thread::scope(|both| {
                both.spawn(|| self.send(id, None, true, About::Consent));
                both.spawn(|| self.send(id, link, self.manner == Manner::YesTwice, About::Consent));
            }),
        }
    }

    fn send(&self, id: &str, link: Option<&str>, yes: bool, about: About) {
        let path = match link {
            Some(token) => format!("/api/questions/by-link/{token}"),
            None => format!("/api/questions/{id}/answer"),
        };
        let body = match (yes, about) {
            (true, About::Words) => json!({"kind": "approve", "text": self.dictation}),
            (true, _) => json!({"kind": "approve"}),
            (false, _) => json!({"kind": "reject"}),
        };
        let said = self.server.ask("POST", &path, Some(&body), LIMIT);
        let taken = said.status() == Some(204);
        self.log.note(format!("answered {id} with {body}: {said:?}"));
        self.given.lock().unwrap().push(GivenAnswer { question: id.to_owned(), about, yes, taken });
    }
}
