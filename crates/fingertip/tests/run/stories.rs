//! Whole-system stories from `scenarios/stories`: the binary, a phone in its own process, a terminal with a person.
//!
//! A story is a JSON file: a sentence about what a user sees, and steps in order. Each step runs one command to its
//! end, or until it is killed, and lists what must and must not be shown. To add a story, add a file.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::Value;

use crate::people::Terminal;
use crate::rig::{Phone, Rig, fingertip, said};

/// One story.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Story {
    /// What a user sees, in a sentence.
    story: String,
    /// The actions of a scripted model, one per step; `$SCRIPT` refers to it.
    #[serde(default)]
    model: Vec<Value>,
    steps: Vec<Step>,
}

/// One command and its expected output.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    /// The arguments. `$PHONE`, `$DIR`, `$TASK` and `$SCRIPT` are filled in; `--data` is added.
    run: Vec<String>,
    /// Whether a person sits at a terminal, and what they type when the screen shows a text, in order.
    #[serde(default)]
    person: Option<Vec<(String, String)>>,
    /// Kills the process when the terminal shows this.
    #[serde(default)]
    kill_when: Option<String>,
    /// The exit code.
    #[serde(default)]
    exit: Option<i32>,
    /// What must be shown.
    #[serde(default)]
    shows: Vec<String>,
    /// What must not be shown.
    #[serde(default)]
    never: Vec<String>,
}

#[test]
fn every_story_ends_as_it_is_told() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/stories");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let story: Story = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        eprintln!("{}: {}", file.display(), story.story);
        tell(&story);
    }
}

fn tell(story: &Story) {
    let rig = Rig::new();
    let phone = Phone::start(&rig.beside(""));
    let script = if story.model.is_empty() { String::new() } else { rig.script(&story.model) };
    for step in &story.steps {
        let task = rig.only_task().unwrap_or_default();
        let dir = rig.beside("").display().to_string();
        let filled = |text: &String| {
            let text = text.replace("$PHONE", &phone.address).replace("$TASK", &task);
            text.replace("$DIR", dir.trim_end_matches('/')).replace("$SCRIPT", &script)
        };
        let args: Vec<String> = step.run.iter().map(filled).collect();
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        // These commands look at a phone and have no data folder.
        let plain = matches!(args.first(), Some(&("screenshot" | "tree" | "act")));
        let command = if plain { fingertip(&args) } else { rig.command(&args) };
        let (code, shown) = match (&step.person, &step.kill_when) {
            (None, None) => {
                let said = said(command);
                (said.code, format!("{}{}", said.out, said.err))
            }
            (person, kill_when) => {
                let answers = person.clone().unwrap_or_default();
                at_a_terminal(command, &answers, kill_when.as_deref())
            }
        };
        if let Some(expected) = step.exit {
            assert_eq!(code, Some(expected), "{}: {:?}: {shown}", story.story, step.run);
        }
        for text in &step.shows {
            assert!(shown.contains(text.as_str()), "{}: {:?} does not show {text:?}: {shown}", story.story, step.run);
        }
        for text in &step.never {
            assert!(!shown.contains(text.as_str()), "{}: {:?} shows {text:?}: {shown}", story.story, step.run);
        }
    }
}

/// Runs a command with a person at its terminal; returns its exit code and everything shown.
fn at_a_terminal(
    command: std::process::Command,
    answers: &[(String, String)],
    kill_when: Option<&str>,
) -> (Option<i32>, String) {
    let terminal = Terminal::new();
    let mut child = terminal.spawn(command);
    let mut left = answers.iter();
    let (mut next, mut from) = (left.next(), 0);
    let began = Instant::now();
    loop {
        let shows = terminal.shows();
        assert!(began.elapsed() < Duration::from_secs(120), "it hangs: {shows}");
        if kill_when.is_some_and(|text| shows.contains(text)) {
            child.kill().unwrap();
            child.wait().unwrap();
            return (None, shows);
        }
        if let Some((when, types)) = next
            && shows.get(from..).is_some_and(|new| new.contains(when.as_str()))
        {
            from = shows.len();
            terminal.types(types);
            next = left.next();
        }
        if let Some(status) = child.try_wait().unwrap() {
            return (status.code(), terminal.shows());
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}
