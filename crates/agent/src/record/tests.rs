//! Writes a task to disk, cuts it off, reads it back and resumes it.

mod packed;
mod screens;

use action::phone::AgentAction;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::*;
use crate::effect::{Change, Effect};
use crate::journal::{EffectEntry, Ended, Intent, Mark, ObservationEntry, Prediction, Started};
use crate::settings::Settings;
use crate::summary::{EndReason, Status, Summary};

const PICTURE: &[u8] = b"as if it were a picture";

fn mark(step: u32) -> Mark {
    let second = jiff::SignedDuration::from_secs(i64::from(step));
    Mark { at: jiff::Timestamp::UNIX_EPOCH + second, step }
}

fn action(step: u32) -> AgentAction {
    serde_json::from_value(json!({"type": "tap", "x": step, "y": 7})).unwrap()
}

fn started(embed: bool) -> JournalEntry {
    let settings = Settings { embed_screenshots: embed, ..Settings::default() };
    JournalEntry::Started(Started {
        mark: mark(0),
        task_id: "t1".to_owned(),
        goal: "say \"hi\" {}]}".to_owned(),
        device: "sim".to_owned(),
        model: "script".to_owned(),
        dialect: "openpocket".to_owned(),
        settings,
        resumed: false,
    })
}

/// The lines of one step.
fn step(step: u32) -> Vec<JournalEntry> {
    let picture = Screenshot { number: step.into(), width: 1, height: 1, png: PICTURE.into() };
    let seen = ObservationEntry {
        mark: mark(step),
        screenshot: Some(picture),
        withheld: None,
        fingerprint: "1".to_owned(),
        app: None,
        elements: None,
        tree: None,
        activity: None,
        layout: String::new(),
        floating: false,
        screen: None,
        took: None,
    };
    let said = Prediction {
        mark: mark(step),
        screenshot: Some(step.into()),
        thought: format!("thought {step}"),
        raw: format!("raw\n{step}"),
        actions: vec![action(step)],
        repairs: Vec::new(),
        error: None,
        usage: model::Usage::default(),
        attempts: 1,
        prompt: None,
        took: None,
    };
    let intent = Intent {
        mark: mark(step),
        number: step.into(),
        action: action(step),
        target: None,
        before: "1".to_owned(),
        outward: false,
        file: None,
        touched: Vec::new(),
        screen: None,
    };
    let effect = Effect { change: Change::Changed, ..Effect::NONE };
    let carried = EffectEntry {
        mark: mark(step),
        number: Some(step.into()),
        action: action(step),
        effect,
        acted: None,
        seen: None,
        took: None,
    };
    vec![
        JournalEntry::Observation(seen),
        JournalEntry::Prediction(said),
        JournalEntry::Intent(intent),
        JournalEntry::Effect(carried),
    ]
}

fn ended(steps: u32) -> JournalEntry {
    let summary = Summary {
        task_id: "t1".to_owned(),
        status: Status::Success,
        reason: EndReason::Finished,
        steps,
        duration: std::time::Duration::from_secs(steps.into()),
        message: "done".to_owned(),
        error: None,
        tokens: 0,
        cost: None,
        read_out: None,
    };
    JournalEntry::Ended(Ended { mark: mark(steps), summary })
}

/// A task of so many steps, with or without its end.
fn task(steps: u32, embed: bool, whole: bool) -> TempDir {
    let folder = TempDir::new().unwrap();
    let mut record = Folder::create(folder.path()).unwrap();
    record.write(&started(embed)).unwrap();
    for line in (1..=steps).flat_map(step).chain(whole.then(|| ended(steps))) {
        record.write(&line).unwrap();
    }
    folder
}

fn trajectory(folder: &Path) -> Option<Value> {
    let text = std::fs::read(trajectory_file(folder)).ok()?;
    Some(serde_json::from_slice(&text).unwrap())
}

fn lines(folder: &Path) -> Result<Vec<JournalEntry>, ReadError> {
    read(folder)?.collect()
}

#[test]
fn the_trajectory_grows_every_ten_steps_and_is_whole_at_the_end() {
    // A step is complete when the next one begins.
    for (steps, whole, expected) in [
        (9, false, None),
        (11, false, Some(10)),
        (25, false, Some(20)),
        (25, true, Some(25)),
        (3, true, Some(3)),
        (0, true, Some(0)),
    ] {
        let folder = task(steps, false, whole);
        let Some(expected) = expected else {
            assert!(trajectory(folder.path()).is_none(), "{steps} steps are not worth a document yet");
            continue;
        };
        let document = trajectory(folder.path()).unwrap();
        let written = document["steps"].as_array().unwrap();
        assert_eq!((written.len(), document["total_steps"].as_u64()), (expected, Some(expected as u64)), "{steps}");
        assert_eq!(document["status"], if whole { "success" } else { "running" });
        assert_eq!(document["task_goal"], "say \"hi\" {}]}");
        assert_eq!(document["task_id"], "t1");
        for (index, step) in written.iter().enumerate() {
            assert_eq!(step["step"], index + 1);
            assert_eq!(step["raw"], format!("raw\n{}", index + 1));
            assert_eq!(step["action"]["x"].as_f64(), Some((index + 1) as f64));
            assert_eq!(step["result"][0]["effect"]["change"], "changed");
            let picture = folder.path().join(step["screenshot"].as_str().unwrap());
            assert_eq!(std::fs::read(picture).unwrap(), PICTURE);
        }
    }
}

#[test]
fn a_trajectory_can_hold_its_pictures() {
    use base64::Engine;
    let folder = task(12, true, true);
    for step in trajectory(folder.path()).unwrap()["steps"].as_array().unwrap() {
        let text = step["screenshot"].as_str().unwrap();
        assert_eq!(base64::engine::general_purpose::STANDARD.decode(text).unwrap(), PICTURE);
    }
}

#[test]
fn what_was_written_is_read_back_but_for_the_pictures() {
    let folder = task(3, false, true);
    let read = lines(folder.path()).unwrap();
    assert_eq!(read.len(), 1 + 3 * 4 + 1);
    assert_eq!(read[0], started(false));
    assert_eq!(read[2..5], step(1)[1..4]);
    assert_eq!(read.last(), Some(&ended(3)));
}

/// A process can die at any byte of the journal: all complete lines are read, and the next run continues after them.
#[test]
fn a_journal_that_was_cut_anywhere_is_gone_on_with() {
    let folder = task(1, false, true);
    let journal = std::fs::read(journal_file(folder.path())).unwrap();
    let header = journal.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    for cut in header..journal.len() {
        std::fs::write(journal_file(folder.path()), &journal[..cut]).unwrap();
        let whole = journal[..cut].iter().filter(|byte| **byte == b'\n').count() - 1;
        let mut seen = 0;
        let mut record = Folder::reopen(folder.path(), |_| seen += 1).unwrap();
        assert_eq!(seen, whole, "cut at {cut}");
        record.write(&step(9)[1]).unwrap();
        let read = lines(folder.path()).unwrap();
        assert_eq!((read.len(), read.last()), (whole + 1, Some(&step(9)[1])), "cut at {cut}");
    }
}

#[test]
fn a_reopened_trajectory_is_the_same_as_one_that_was_never_closed() {
    for embed in [false, true] {
        let (folder, one_go) = (task(13, embed, false), task(25, embed, true));
        // As a kill in the middle of a write leaves it.
        std::fs::write(trajectory_file(folder.path()), "{\"version\":1,\"steps\":[\n{\"st").unwrap();
        let mut record = Folder::reopen(folder.path(), |_| {}).unwrap();
        for line in (14..=25).flat_map(step).chain([ended(25)]) {
            record.write(&line).unwrap();
        }
        assert_eq!(trajectory(folder.path()), trajectory(one_go.path()));
    }
}

#[test]
fn what_cannot_be_read_is_named_with_its_line() {
    let folder = task(2, false, true);
    let journal = std::fs::read_to_string(journal_file(folder.path())).unwrap();
    let check = |text: &str, expected: &str| {
        std::fs::write(journal_file(folder.path()), text).unwrap();
        let error = lines(folder.path()).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    };
    check(
        &journal.replacen("\"line\":\"prediction\"", "\"line\":\"prophecy\"", 1),
        "line 4: unknown variant `prophecy`",
    );
    check(&journal.replacen("\"version\":1", "\"version\":2", 1), "has format 2; this version knows formats up to 1");
    check("what is this\n", "line 1: ");
    std::fs::remove_file(journal_file(folder.path())).unwrap();
    assert!(matches!(lines(folder.path()), Err(ReadError::None { .. })));
}

/// A journal of the first version that wrote one: what later versions added is absent.
#[test]
fn an_old_journal_is_read_resumed_and_written_on() {
    let folder = TempDir::new().unwrap();
    std::fs::write(journal_file(folder.path()), include_str!("tests/old.jsonl")).unwrap();
    let entries = lines(folder.path()).unwrap();
    assert_eq!(entries.len(), 9);
    let JournalEntry::Intent(intent) = &entries[4] else { panic!("{:?}", entries[4]) };
    assert!(intent.outward && intent.touched.is_empty() && intent.screen.is_none());
    let JournalEntry::Effect(effect) = &entries[5] else { panic!("{:?}", entries[5]) };
    assert_eq!((effect.seen.as_ref(), effect.took), (None, None));
    let resume = crate::Resume::from_entries(&entries);
    assert_eq!((resume.steps, resume.pictures, resume.trees, resume.prompts), (1, 1, 0, 0));
    let mut record = Folder::reopen(folder.path(), |_| {}).unwrap();
    step(3).iter().for_each(|entry| record.write(entry).unwrap());
    assert_eq!(lines(folder.path()).unwrap().len(), 13);
    // What this version leaves empty is not written, so an older program reads it as well.
    let text = serde_json::to_string(&step(3)).unwrap();
    for added in ["tree", "touched", "screen\"", "seen", "took", "layout", "prompt"] {
        assert!(!text.contains(&format!("\"{added}")), "{added} in {text}");
    }
}

#[test]
fn a_task_is_never_begun_over_another() {
    let folder = task(1, false, true);
    assert!(Folder::create(folder.path()).is_err());
    assert_eq!(lines(folder.path()).unwrap().len(), 6);
}

#[test]
fn a_glance_sees_the_beginning_and_the_end() {
    let ended_by = |folder: &Path| {
        let glance = glance(folder).unwrap();
        (glance.started.task_id, glance.last.step, glance.ended.map(|summary| summary.status))
    };
    assert_eq!(ended_by(task(3, false, true).path()), ("t1".to_owned(), 3, Some(Status::Success)));
    assert_eq!(ended_by(task(3, false, false).path()), ("t1".to_owned(), 3, None));
    assert_eq!(ended_by(task(0, false, false).path()), ("t1".to_owned(), 0, None));
    // A last line that is longer than the part read first, followed by a torn one.
    let folder = task(3, false, false);
    let mut record = Folder::reopen(folder.path(), |_| {}).unwrap();
    let JournalEntry::Prediction(said) = step(4).remove(1) else { unreachable!() };
    record.write(&JournalEntry::Prediction(Prediction { raw: "x".repeat(300_000), ..said })).unwrap();
    record.journal.write_all(b"{\"line\":\"int").unwrap();
    assert_eq!(ended_by(folder.path()), ("t1".to_owned(), 4, None));
}
