//! Kills the process of a plan again and again, at any point, and resumes it until it is done: the phone has one
//! message and one call. The phone itself tells whether an unfinished action was done; no person is asked.

use std::time::{Duration, Instant};

use crate::rig::{Phone, Rig, of};

#[test]
fn a_plan_that_is_killed_again_and_again_sends_one_message_and_makes_one_call() {
    let rig = Rig::new();
    let phone = Phone::start(&rig.beside(""));
    let mut id: Option<String> = None;
    let mut kills = 0;
    for round in 0.. {
        if round >= 80 {
            let journal = rig.journal(id.as_deref().unwrap_or_default());
            let tail: Vec<String> = journal.iter().rev().take(60).rev().map(ToString::to_string).collect();
            panic!("it does not get on: {kills} kills; the end of its journal:\n{}", tail.join("\n"));
        }
        let args = match &id {
            None => {
                let goal = "text Sam that I am late, then call Mom";
                vec!["run", goal, "--json", "--model", "plan", "--device", &phone.address]
            }
            Some(id) => vec!["task", "resume", id, "--json"],
        };
        let mut command = rig.command(&args);
        command.stdin(std::process::Stdio::null());
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        let mut child = command.spawn().unwrap();
        let before = id.as_deref().map_or(0, |id| rig.journal_length(id));
        // Sometimes soon after the start, sometimes later: every kind of line is the last one at some point.
        let lines = 2 + (round * 5) % 13;
        let began = Instant::now();
        let ended = loop {
            assert!(began.elapsed() < Duration::from_secs(60), "it hangs");
            id = id.or_else(|| rig.only_task());
            let now = id.as_deref().map_or(0, |id| rig.journal_length(id));
            if now >= before + lines {
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
            assert_eq!(said.code, Some(0), "{said:?}");
            break;
        }
        // It may have been killed after its last line.
        let last = id.as_deref().and_then(|id| rig.journal(id).pop()).unwrap_or_default();
        if last["line"] == "ended" {
            assert_eq!(last["summary"]["status"].as_str(), Some("success"), "{last}");
            break;
        }
    }
    assert!(kills >= 5, "{kills} kills");
    assert_eq!(phone.sent_to("+15550101"), ["I am late"], "{kills} kills");
    assert_eq!(phone.calls_to("+15550103"), 1, "{kills} kills");
}
