//! Kills a task that types a password and sees a code at each of its steps, and resumes it. Neither secret may appear
//! in any file of the data folder, in any output, or in any prompt; nor in the log of a server that logs everything.

use std::fs::File;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::one_answer::OneAnswer;
use crate::people::Terminal;
use crate::rig::{Phone, Rig, Running, fingertip, of, said};

const SENDER: &str = "+15550177";
const CODE: &str = "482913";
const PASSWORD: &str = "correct-horse-7";

/// Looks at the message with the code, goes to the Wi-Fi's password field, types the password, and finishes.
fn decide(prompt: &str) -> Value {
    let step: u64 = prompt.split("step ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    let screen = prompt.rsplit("<screen").next().unwrap();
    let tap = |label: &str| {
        let line = screen.lines().find(|line| line.contains(&format!("\"{label}")))?;
        let (x, y) = line.split("at (").nth(1)?.split(')').next()?.split_once(", ")?;
        Some(json!({"type": "tap", "x": x.parse::<u32>().ok()?, "y": y.parse::<u32>().ok()?}))
    };
    let typed = prompt.contains("[secret]");
    match step {
        ..3 => json!({"type": "open_url", "url": format!("smsto:{SENDER}")}),
        3 => json!({"type": "open_app", "name": "Settings"}),
        _ if typed && step > 9 => json!({"type": "finish", "message": "joined"}),
        _ if screen.contains("Connect to Wi-Fi") => json!({"type": "type", "text": PASSWORD}),
        _ => ["Linksys00042", "Internet", "Network"]
            .into_iter()
            .find_map(tap)
            .unwrap_or_else(|| json!({"type": "open_app", "name": "Settings"})),
    }
}

/// Finds the files below a folder that contain a text, except the simulated phone's own memory.
fn found_in(folder: &Path, text: &str, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.ends_with("data/phone") {
            continue;
        }
        if path.is_dir() {
            found_in(&path, text, found);
        } else if std::fs::read(&path).unwrap_or_default().windows(text.len()).any(|part| part == text.as_bytes()) {
            found.push(path.display().to_string());
        }
    }
}

/// Starts a phone that has a message with the code.
fn phone_with_code(rig: &Rig) -> Phone {
    let phone = Phone::start(&rig.beside(""));
    let insert = format!(
        "content insert --uri content://sms/inbox --bind address:s:{SENDER} --bind body:s:'Your code is {CODE}'"
    );
    let action = json!({"type": "shell", "command": insert}).to_string();
    let put = said(fingertip(&["act", &action, "--blind", "--device", &phone.address]));
    assert_eq!(put.code, Some(0), "{put:?}");
    phone
}

/// Returns everything that the commands and the server make of a task, by name.
fn everything_of(rig: &Rig, task: &str) -> Vec<(String, String)> {
    let mut all = Vec::new();
    let mut ask = |args: &[&str]| {
        let output = rig.command(&[&["task"], args].concat()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(!said.is_empty(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        all.push((args.join(" "), said));
    };
    ask(&["show", task, "--json"]);
    ask(&["show", task, "--steps", "--json"]);
    ask(&["why", task, "--json"]);
    ask(&["diff", task, task, "--json"]);
    ask(&["report", task, "--full", "--output", "-"]);
    for form in ["json", "script", "maestro", "otlp", "training"] {
        ask(&["export", task, "--as", form]);
    }
    let view = rig.said(&["task", "show", task, "--json"]).json();
    for step in 1..=view["steps"].as_u64().unwrap() {
        let step = step.to_string();
        ask(&["step", task, &step, "--json"]);
        ask(&["step", task, &step, "--tree", "--json"]);
        ask(&["step", task, &step, "--gate", "--json"]);
        ask(&["step", task, &step, "--prompt", "--json"]);
    }
    all
}

#[test]
fn the_log_of_a_server_has_no_secret() {
    let rig = Rig::new();
    let model = OneAnswer::start(decide);
    model.answers_always();
    rig.config(&model.config());
    let phone = phone_with_code(&rig);
    let log = rig.beside("log");
    let mut serve = rig.command(&["serve", "--listen", "127.0.0.1:0", "--log", "trace"]);
    serve.stderr(File::create(&log).unwrap());
    let mut server = Running(serve.spawn().unwrap());
    assert!(server.first_line().starts_with("Desktop: http://"));
    let terminal = Terminal::new();
    let args = ["run", "join Linksys00042", "--json", "--max-steps", "60", "--device", &phone.address];
    let mut child = terminal.spawn(rig.command(&args));
    let (began, mut answers) = (Instant::now(), 0);
    while child.try_wait().unwrap().is_none() {
        assert!(began.elapsed() < Duration::from_secs(60), "it hangs: {}", terminal.shows());
        if terminal.shows().matches("\n> ").count() > answers {
            answers += 1;
            terminal.types("y\n");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let said = of(child);
    assert_eq!(said.code, Some(0), "{said:?} {}", terminal.shows());
    // Everything that is made of the record is asked for while the server logs, and has no secret either.
    let task = said.json()["task_id"].as_str().unwrap().to_owned();
    for made in everything_of(&rig, &task) {
        for secret in [CODE, PASSWORD] {
            assert!(!made.1.contains(secret), "`{}` shows {secret}", made.0);
        }
    }
    server.signal("-TERM");
    assert_eq!(server.0.wait().unwrap().code(), Some(0));
    let log = std::fs::read_to_string(log).unwrap();
    // The log does tell what happens, and the task saw both secrets.
    assert!(log.contains("TRACE") && log.contains("stopped"), "{log}");
    assert!(model.asked().join("\n").contains("Your code is ["));
    for secret in [CODE, PASSWORD] {
        let lines: Vec<&str> = log.lines().filter(|line| line.contains(secret)).collect();
        assert!(lines.is_empty(), "{secret} is in the log: {lines:?}");
    }
}

#[test]
fn a_killed_task_leaves_no_secret_behind() {
    let rig = Rig::new();
    let model = OneAnswer::start(decide);
    rig.config(&model.config());
    let phone = phone_with_code(&rig);

    let (mut id, mut kills, mut printed) = (None::<String>, 0, String::new());
    let kinds = ["intent", "effect", "prediction"];
    for round in 1.. {
        assert!(round < 40, "it does not get on: {kills} kills, {printed}");
        let terminal = Terminal::new();
        let args = match &id {
            None => vec!["run", "join Linksys00042", "--json", "--max-steps", "60", "--device", &phone.address],
            Some(id) => vec!["task", "resume", id, "--json"],
        };
        model.answers_again();
        let mut child = terminal.spawn(rig.command(&args));
        let before = id.as_deref().map_or(0, |id| rig.journal(id).len());
        let (began, mut answers) = (Instant::now(), 0);
        let ended = loop {
            assert!(began.elapsed() < Duration::from_secs(60), "it hangs: {}", terminal.shows());
            id = id.or_else(|| rig.only_task());
            // Answers every question: approvals, and whether a cut-off action was done.
            if terminal.shows().matches("\n> ").count() > answers {
                answers += 1;
                terminal.types("y\n");
            }
            let journal = id.as_deref().map_or_else(Vec::new, |id| rig.journal(id));
            let new = journal.get(before..).unwrap_or_default();
            let step = new.iter().position(|line| line["line"] == "prediction").map_or(&[][..], |first| &new[first..]);
            if step.iter().any(|line| line["line"] == kinds[round % kinds.len()]) && child.try_wait().unwrap().is_none()
            {
                child.kill().unwrap();
                child.wait().unwrap();
                kills += 1;
                break None;
            }
            if child.try_wait().unwrap().is_some() {
                break Some(of(child));
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        printed.push_str(&terminal.shows());
        if let Some(said) = ended {
            printed.push_str(&format!("{}{}", said.out, said.err));
            assert_eq!(said.code, Some(0), "{said:?} {}", terminal.shows());
            break;
        }
        // It may have been killed after its last line.
        if id.as_deref().and_then(|id| rig.journal(id).pop()).is_some_and(|last| last["line"] == "ended") {
            break;
        }
    }
    assert!(kills >= 6, "{kills} kills");
    let sent = model.asked().join("\n");
    // The message was seen, and the password was typed.
    for shown in ["Your code is [", "[secret]"] {
        assert!(sent.contains(shown), "`{shown}` was never shown to the model");
    }
    for secret in [CODE, PASSWORD] {
        let mut found = Vec::new();
        found_in(&rig.data(), secret, &mut found);
        assert_eq!(found, Vec::<String>::new(), "{secret}");
        assert!(!printed.contains(secret), "{secret} was printed: {printed}");
        let leaks = model.asked().into_iter().filter(|prompt| prompt.contains(secret)).collect::<Vec<_>>();
        assert!(leaks.is_empty(), "{secret} was sent to the model: {}", leaks[0]);
    }
}
