//! People: without a terminal everything fails closed; with one they are asked, and their answers count.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Child, Stdio};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use serde_json::{Value, json};

use crate::rig::{Phone, Rig, Running, Said, of};

/// A terminal with a person in front of it.
pub(crate) struct Terminal {
    keyboard: File,
    screen: Arc<(Mutex<String>, Condvar)>,
    slave: OwnedFd,
}

impl Terminal {
    pub(crate) fn new() -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let slave = rustix::fs::open(&name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
        let keyboard = File::from(master);
        let mut eyes = keyboard.try_clone().unwrap();
        let screen = Arc::new((Mutex::new(String::new()), Condvar::new()));
        let seen = Arc::clone(&screen);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            // Fails when no process has the terminal open any more.
            while let Ok(count @ 1..) = eyes.read(&mut bytes) {
                seen.0.lock().unwrap().push_str(&String::from_utf8_lossy(&bytes[..count]));
                seen.1.notify_all();
            }
        });
        Self { keyboard, screen, slave }
    }

    /// Spawns a command on this terminal.
    pub(crate) fn spawn(&self, mut command: std::process::Command) -> Child {
        let side = || Stdio::from(self.slave.try_clone().unwrap());
        command.stdin(side()).stderr(side()).spawn().unwrap()
    }

    pub(crate) fn types(&self, text: &str) {
        (&self.keyboard).write_all(text.as_bytes()).unwrap();
    }

    /// Returns the text on the terminal.
    pub(crate) fn shows(&self) -> String {
        self.screen.0.lock().unwrap().clone()
    }

    /// Waits until the person has been asked to type this many times.
    pub(crate) fn asks(&self, times: usize) {
        self.wait(|shown| shown.matches("\n> ").count() >= times);
    }

    /// Waits until this text appears.
    pub(crate) fn until(&self, text: &str) {
        self.wait(|shown| shown.contains(text));
    }

    fn wait(&self, there: impl Fn(&str) -> bool) {
        let shown = self.screen.0.lock().unwrap();
        let wait = Duration::from_secs(60);
        let (shown, late) = self.screen.1.wait_timeout_while(shown, wait, |shown| !there(shown)).unwrap();
        assert!(!late.timed_out(), "it never came: {shown}");
    }
}

fn shell(command: &str) -> Value {
    json!({"type": "shell", "command": command})
}

fn finish() -> Value {
    json!({"type": "finish", "message": "done"})
}

/// Returns the effects of a task's actions.
fn effects(rig: &Rig, said: &Said) -> Vec<String> {
    let id = said.json()["task_id"].as_str().unwrap().to_owned();
    let lines = rig.journal(&id);
    let effects = lines.iter().filter(|line| line["line"] == "effect");
    effects.map(|line| line["effect"]["failure"]["message"].as_str().unwrap_or("done").to_owned()).collect()
}

#[test]
fn without_a_terminal_nothing_is_allowed_and_nothing_waits() {
    let rig = Rig::new();
    let phone = Phone::start(&rig.beside(""));
    let ask = json!({"type": "ask_user", "question": "Which one?", "timeoutSec": 900});
    let confirm = json!({"type": "confirm", "message": "Sure?"});
    let auth =
        json!({"type": "request_human_auth", "capability": "sms", "instruction": "The code?", "timeoutSec": 900});
    let said = rig.run(&phone, &[shell("ls"), ask, confirm, auth, finish()], &[]);
    assert_eq!(said.code, Some(0), "{said:?}");
    let effects = effects(&rig, &said);
    assert_eq!(effects.iter().filter(|effect| effect.contains("nobody is there")).count(), 4, "{effects:?}");
    assert_eq!(said.err.matches("nobody can answer, because this is not a terminal").count(), 4, "{}", said.err);
}

#[test]
fn yes_covers_a_command_and_never_what_is_always_asked() {
    let rig = Rig::new();
    let phone = Phone::start(&rig.beside(""));
    let said =
        rig.run(&phone, &[shell("ls"), shell("rm -rf /sdcard/x"), shell("pm uninstall com.x"), finish()], &["--yes"]);
    let effects = effects(&rig, &said);
    assert_eq!(effects[0], "done", "{effects:?}");
    assert!(effects[1].contains("nobody is there") && effects[2].contains("nobody is there"), "{effects:?}");
}

#[test]
fn a_person_in_the_terminal_is_asked_and_obeyed() {
    let rig = Rig::new();
    let phone = Phone::start(&rig.beside(""));
    let ask = json!({"type": "ask_user", "question": "Which one?"});
    let actions = [shell("ls"), shell("ls"), shell("date"), ask, finish()];
    let model = rig.script(&actions);
    let terminal = Terminal::new();
    // Typed before any question, so it answers none.
    terminal.types("y\ny\ny\n");
    let args = ["run", "do it", "--json", "--device", &phone.address, "--model", &model];
    let child = terminal.spawn(rig.command(&args));
    terminal.until("? Run the command “ls” on the phone");
    terminal.until("Wanted by: ");
    terminal.until("The agent's words: “next”");
    terminal.until("Always would cover: shell “ls");
    terminal.until(" left]");
    terminal.until("a = yes, always for this, n = no (add a reason after it), s = no, and stop the task, m = I do");
    terminal.asks(1);
    terminal.types("maybe\n");
    terminal.until("please answer with one of the letters");
    terminal.asks(2);
    terminal.types("a\n");
    // The second one is remembered, the third is different.
    terminal.asks(3);
    assert!(terminal.shows().contains("“date”"), "{}", terminal.shows());
    terminal.types("n I know the day\n");
    terminal.asks(4);
    terminal.types("the blue one\n");
    let said = of(child);
    assert_eq!(said.code, Some(0), "{said:?} {}", terminal.shows());
    let effects = effects(&rig, &said);
    assert_eq!((effects[0].as_str(), effects[1].as_str()), ("done", "done"), "{effects:?}");
    assert!(effects[2].contains("said no") && effects[2].ends_with(": I know the day"), "{effects:?}");
    let id = said.json()["task_id"].as_str().unwrap().to_owned();
    let told =
        rig.journal(&id).iter().any(|line| line["line"] == "tool_result" && line.to_string().contains("the blue one"));
    assert!(told);
    // Remembered choices can be listed and revoked.
    let listed = rig.said(&["permissions", "list", "--json"]).json();
    assert_eq!((&listed[0]["who"], &listed[0]["allow"]), (&json!("gate"), &json!(true)), "{listed}");
    assert_eq!(rig.said(&["permissions", "revoke", "nonsense"]).code, Some(2));
    let revoked = rig.said(&["permissions", "revoke", listed[0]["id"].as_str().unwrap()]);
    assert_eq!(revoked.code, Some(0), "{revoked:?}");
    assert_eq!(rig.said(&["permissions", "list", "--json"]).json(), json!([]));
}

#[test]
fn a_person_in_the_terminal_does_it_themselves_and_gives_the_phone_back() {
    let rig = Rig::new();
    let phone = Phone::start(&rig.beside(""));
    let model = rig.script(&[shell("rm -r /sdcard/x"), finish()]);
    let terminal = Terminal::new();
    let args = ["run", "do it", "--json", "--device", &phone.address, "--model", &model];
    let child = terminal.spawn(rig.command(&args));
    terminal.asks(1);
    assert!(!terminal.shows().contains("a = yes"), "it is asked every time: {}", terminal.shows());
    terminal.types("a\n");
    terminal.until("please answer with one of the letters");
    terminal.asks(2);
    terminal.types("m\n");
    terminal.until("the phone is yours and the task is paused; type `continue`");
    terminal.until("paused: a person took over the phone");
    terminal.types("continue\n");
    let said = of(child);
    assert_eq!(said.code, Some(0), "{said:?} {}", terminal.shows());
    assert!(terminal.shows().contains("continued"), "{}", terminal.shows());
    assert!(effects(&rig, &said)[0].contains("the person wanted to do this themselves"), "{said:?}");
}

#[test]
fn a_code_is_neither_shown_nor_written_down() {
    let rig = Rig::new();
    let phone = Phone::start(&rig.beside(""));
    let open = json!({"type": "open_url", "url": "smsto:+15550100"});
    let field = json!({"type": "tap", "x": 180, "y": 560});
    let auth = json!({"type": "request_human_auth", "capability": "sms", "instruction": "The code?"});
    let model = rig.script(&[open, field, auth, finish()]);
    let terminal = Terminal::new();
    let args = ["run", "do it", "--json", "--yes", "--device", &phone.address, "--model", &model];
    let child = terminal.spawn(rig.command(&args));
    terminal.until("it stays hidden");
    terminal.asks(1);
    terminal.types("73914862\n");
    let said = of(child);
    assert_eq!(said.code, Some(0), "{said:?} {}", terminal.shows());
    assert!(!terminal.shows().contains("73914862"), "{}", terminal.shows());
    let effects = effects(&rig, &said);
    assert!(effects.iter().all(|effect| effect == "done"), "{effects:?}");
    let id = said.json()["task_id"].as_str().unwrap().to_owned();
    let journal = rig.journal(&id).iter().map(Value::to_string).collect::<String>();
    assert!(journal.contains("typed into the field") && !journal.contains("73914862"), "{journal}");
}

#[test]
fn cancel_ends_the_task_and_silence_is_a_no() {
    let rig = Rig::new();
    let phone = Phone::start(&rig.beside(""));
    let quick = json!({"type": "confirm", "message": "Sure?", "timeoutSec": 1});
    let model = rig.script(&[quick, json!({"type": "confirm", "message": "And this?"}), finish()]);
    let terminal = Terminal::new();
    let args = ["run", "do it", "--json", "--device", &phone.address, "--model", &model];
    let mut running = Running(terminal.spawn(rig.command(&args)));
    terminal.until("no answer in time; that counts as a no");
    terminal.asks(2);
    terminal.types("s\n");
    let status = running.0.wait().unwrap();
    assert_eq!(status.code(), Some(130), "{}", terminal.shows());
}
