//! Kills the process of a thirty-step task at every step and resumes it until it is done: the phone has one message,
//! not two.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::one_answer::OneAnswer;
use crate::people::Terminal;
use crate::rig::{Phone, Rig, of};

const NUMBER: &str = "+15550100";
const TEXT: &str = "On my way (10 min)";
const STEPS: u64 = 30;

/// A stateless model that decides from its prompt, as a good one does.
fn decide(prompt: &str) -> Value {
    let step: u64 = prompt.split("step ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    let screen = prompt.rsplit("<screen").next().unwrap();
    let line = |part: &str| screen.lines().find(|line| line.contains(part));
    let field = line("field ");
    let typed = field.is_some_and(|field| field.contains(TEXT));
    let sent = screen.lines().any(|line| line.contains(TEXT) && !line.contains("field "));
    let tap = |line: &str| {
        let place = line.split("at (").nth(1).unwrap().split(')').next().unwrap();
        let (x, y) = place.split_once(", ").unwrap();
        json!({"type": "tap", "x": x.parse::<u32>().unwrap(), "y": y.parse::<u32>().unwrap()})
    };
    let note = json!({"type": "note", "text": format!("step {step}")});
    match step {
        0..5 => note,
        _ if field.is_none() || line(&format!("text \"{NUMBER}\"")).is_none() => {
            json!({"type": "open_url", "url": format!("smsto:{NUMBER}")})
        }
        STEPS.. if sent => json!({"type": "finish", "message": "sent"}),
        _ if sent => note,
        _ if typed => tap(line("\"Send SMS\"").unwrap()),
        _ if field.is_some_and(|field| field.contains("focused")) => json!({"type": "type", "text": TEXT}),
        _ => tap(field.unwrap()),
    }
}

#[test]
fn a_task_that_is_killed_at_every_step_sends_one_message() {
    let rig = Rig::new();
    let model = OneAnswer::start(decide);
    rig.config(&model.config());
    let phone = Phone::start(&rig.beside(""));
    let mut id: Option<String> = None;
    let (mut kills, mut asked) = (0, 0);
    // Kills the process after a line is on disk: an intent, an effect, a prediction.
    let kinds = ["intent", "effect", "prediction"];
    for round in 1.. {
        assert!(round < 90, "it does not get on: {kills} kills, {asked} questions");
        let terminal = Terminal::new();
        let args = match &id {
            None => {
                vec![
                    "run",
                    "tell +1 555 0100",
                    "--model",
                    "fake",
                    "--json",
                    "--yes",
                    "--max-steps",
                    "200",
                    "--device",
                    &phone.address,
                ]
            }
            Some(id) => vec!["task", "resume", id, "--json"],
        };
        model.answers_again();
        let mut child = terminal.spawn(rig.command(&args));
        let before = id.as_deref().map_or(0, |id| rig.journal(id).len());
        let kind = kinds[round % kinds.len()];
        let (began, mut answered) = (Instant::now(), false);
        let ended = loop {
            assert!(began.elapsed() < Duration::from_secs(60), "it hangs: {}", terminal.shows());
            id = id.or_else(|| rig.only_task());
            // The task was cut off, and the screen cannot tell whether the action was done; the person can.
            if !answered && terminal.shows().contains("\n> ") {
                asked += 1;
                answered = true;
                let sending = terminal.shows().contains("\"type\":\"tap\"");
                terminal.types(if sending && phone.sent_to(NUMBER).is_empty() { "n\n" } else { "y\n" });
            }
            let journal = id.as_deref().map_or_else(Vec::new, |id| rig.journal(id));
            let new = journal.get(before..).unwrap_or_default();
            // After the first prediction: the lines before it belong to the step before.
            let said = new.iter().position(|line| line["line"] == "prediction");
            let step = said.map_or(&[][..], |first| &new[first..]);
            // A note is sent nowhere, so it has neither an intent nor an effect.
            if step.iter().any(|line| line["line"] == kind || line["line"] == "note") {
                if child.try_wait().unwrap().is_none() {
                    child.kill().unwrap();
                    kills += 1;
                }
                child.wait().unwrap();
                break None;
            }
            if child.try_wait().unwrap().is_some() {
                break Some(of(child));
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        if let Some(said) = ended {
            assert_eq!(said.code, Some(0), "{said:?} {}", terminal.shows());
            assert_eq!(said.json()["message"], "sent");
            break;
        }
        // It may have been killed after its last line.
        let last = id.as_deref().and_then(|id| rig.journal(id).pop()).unwrap_or_default();
        if last["line"] == "ended" {
            assert_eq!(last["summary"]["status"].as_str().or(last["status"].as_str()), Some("success"), "{last}");
            break;
        }
    }
    // At every step; the last one may end before it is seen.
    assert!(kills >= STEPS - 1, "{kills} kills");
    assert_eq!(phone.sent_to(NUMBER), [TEXT], "{kills} kills, {asked} questions");
    let id = id.unwrap();
    let journal = rig.journal(&id);
    assert_eq!(journal.last().unwrap()["line"], "ended");
    // If it was killed after its last line, the trajectory lacks the last steps; the journal has them.
    let steps =
        journal.iter().filter(|line| line["line"] == "prediction").filter_map(|line| line["step"].as_u64()).max();
    assert!(steps >= Some(STEPS), "{steps:?}");
}
