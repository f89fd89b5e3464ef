//! Looking back from the command line, a row for each door: why, steps, lists, comparisons, exports, pins and pruning.
//! Every row is read as a person reads it, and as a program does.

use std::path::PathBuf;
use std::time::SystemTime;

use serde_json::{Value, json};

use crate::people::Terminal;
use crate::rig::{Phone, Rig, Running};

/// A command on the tasks `A`, which succeeded, and `B`, which failed, and what it has to say.
struct Row {
    args: &'static [&'static str],
    code: i32,
    /// A part of the text, on either stream.
    text: &'static str,
    /// What the JSON says at a place; without any, the command has no `--json`.
    json: &'static [(&'static str, &'static str)],
}

const fn row(
    args: &'static [&'static str],
    code: i32,
    text: &'static str,
    json: &'static [(&'static str, &'static str)],
) -> Row {
    Row { args, code, text, json }
}

const ROWS: &[Row] = &[
    row(&["why", "A"], 0, "Nothing went wrong", &[("/cause", "none"), ("/status", "success")]),
    row(
        &["why", "B"],
        0,
        "The app is missing or cannot be started in step 1",
        &[("/cause", "missing_app"), ("/first/step", "1"), ("/reason", "gave_up")],
    ),
    row(
        &["step", "B", "1"],
        0,
        "did     {\"type\":\"open_app\"",
        &[("/acts/0/effect/effect/failure/reason", "no_such_app")],
    ),
    row(&["step", "A", "last"], 0, "step 3", &[("/step", "3"), ("/decisions/0/actions/0/type", "finish")]),
    row(&["step", "A", "2", "--tree"], 0, "Network & internet", &[("/cut", "false"), ("/elements/0/number", "1")]),
    row(&["step", "A", "1", "--prompt"], 0, "do it", &[("/1", "null")]),
    row(&["step", "A", "2", "--gate"], 0, "allowed keyevent", &[("/0/allowed", "true"), ("/0/by", "rule")]),
    row(&["step", "A", "99"], 2, "expected 1 to 3", &[]),
    row(&["step", "A", "x"], 2, "is not a step", &[]),
    row(&["why", "20990101T000000000Z-aaaaaaaa"], 2, "there is no task", &[]),
    row(&["diff", "A", "A"], 0, "the runs never part", &[("/divergence", "null")]),
    row(&["diff", "A", "B"], 1, "they part at step 1", &[("/divergence/pair", "0"), ("/b/status", "failed")]),
    row(&["diff", "A", "B", "--changed"], 1, "they part at step 1", &[("/divergence/a", "1")]),
    row(&["list"], 0, "do it", &[("/0/state", "failed"), ("/1/state", "success"), ("/2", "null")]),
    row(&["list", "--status", "failed"], 0, "failed", &[("/0/id", "B"), ("/1", "null")]),
    row(&["list", "--status", "failed", "--status", "success"], 0, "success", &[("/0/id", "B"), ("/1/id", "A")]),
    row(&["list", "--status", "lost"], 2, "expected `queued`", &[]),
    row(&["list", "--since", "1h"], 0, "do it", &[("/1/id", "A"), ("/2", "null")]),
    row(&["list", "--since", "2099-01-01T00:00:00Z"], 0, "no task fits", &[("/0", "null")]),
    row(&["list", "--since", "soon"], 2, "expected a number", &[]),
    row(&["list", "--grep", "ZEBRA"], 0, "failed", &[("/0/id", "B"), ("/1", "null")]),
    row(&["list", "--grep", "zebra", "--status", "success"], 0, "no task fits", &[("/0", "null")]),
    row(
        &["prune", "--dry-run", "--keep-runs", "1"],
        0,
        "would delete 1 run",
        &[("/runs/0/id", "A"), ("/dryRun", "true")],
    ),
    row(&["keep", "A"], 0, "is kept for good", &[("/task", "A"), ("/kept", "true")]),
    row(
        &["prune", "--dry-run", "--keep-runs", "1"],
        0,
        "would delete 0 runs",
        &[("/runs/0", "null"), ("/dryRun", "true")],
    ),
    row(&["keep", "A", "--off"], 0, "as long as", &[("/task", "A"), ("/kept", "false")]),
    row(&["keep", "20990101T000000000Z-aaaaaaaa"], 2, "there is no task", &[]),
    // The failed one can be resumed: it goes only if the person says so. Both of its limits are tried.
    row(&["prune", "--dry-run", "--max-bytes", "1"], 0, "kept 1 unfinished task", &[("/unfinishedRuns", "1")]),
    row(
        &["prune", "--dry-run", "--max-bytes", "1", "--unfinished"],
        0,
        "would delete 2 runs",
        &[("/runs/0/id", "A"), ("/runs/1/id", "B"), ("/runs/1/kind", "task")],
    ),
    row(&["prune", "--keep-runs", "1"], 0, "deleted 1 run", &[("/runs/0", "null")]),
    row(&["list"], 0, "do it", &[("/0/id", "B"), ("/1", "null")]),
    row(&["why", "A"], 2, "there is no task", &[]),
];

fn home() -> Value {
    json!({"type": "keyevent", "keycode": "KEYCODE_HOME"})
}

/// A run that opens the settings and goes home, and one that looks for an app that is not there.
fn two_runs(rig: &Rig, phone: &Phone) -> [String; 2] {
    let open = |name: &str| json!({"type": "open_app", "name": name});
    let good = rig.run(phone, &[open("Settings"), home(), json!({"type": "finish", "message": "there"})], &[]);
    let bad = rig.run(phone, &[open("Zebra Notes"), json!({"type": "fail", "message": "no such app"})], &[]);
    [good, bad].map(|said| said.json()["task_id"].as_str().unwrap().to_owned())
}

#[test]
fn every_way_of_looking_back_says_what_happened_to_people_and_programs() {
    let rig = Rig::new();
    let phone = Phone::start(&rig.beside(""));
    let [a, b] = two_runs(&rig, &phone);
    let named = |word: &&'static str| match *word {
        "A" => a.clone(),
        "B" => b.clone(),
        word => word.to_owned(),
    };
    for Row { args, code, text, json } in ROWS {
        let words: Vec<String> = ["task"].iter().chain(args.iter()).map(named).collect();
        let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
        let said = rig.said(&words);
        assert_eq!(said.code, Some(*code), "{args:?}: {said:?}");
        assert!(said.out.contains(text) || said.err.contains(text), "{args:?}: expected `{text}` in {said:?}");
        if json.is_empty() {
            continue;
        }
        words.push("--json");
        let told = rig.said(&words);
        assert_eq!(told.code, Some(*code), "{args:?}: {told:?}");
        let value = told.json();
        for (place, expected) in *json {
            let found = value.pointer(place).unwrap_or(&Value::Null);
            let found = found.as_str().map_or_else(|| found.to_string(), str::to_owned);
            assert_eq!(found, named(expected), "{args:?} {place}: {value:#}");
        }
    }
}

/// An export, how its bytes begin, and what is in them.
const EXPORTS: &[(&str, &[u8], &str)] = &[
    ("json", b"{", "\"task_goal\":\"do it\""),
    ("gif", b"GIF89a", ""),
    ("script", b"#!/bin/sh\n", "\"keycode\":\"KEYCODE_HOME\""),
    ("maestro", b"# do it\nappId: ", "- pressKey: Home"),
    ("otlp", b"{", "\"name\":\"execute_tool open_app\""),
    ("training", b"{\"messages\":[", "data:image/png;base64,"),
];

#[test]
fn every_export_is_the_same_on_standard_output_and_in_a_file_and_leaves_the_record_alone() {
    let rig = Rig::new();
    let phone = Phone::start(&rig.beside(""));
    let [id, other] = two_runs(&rig, &phone);
    let folder = rig.data().join("tasks").join(&id);
    let before = record(&folder);
    let exported = |form: &str, more: &[&str]| {
        let args = [&["task", "export", &id, "--as", form], more].concat();
        let output = rig.command(&args).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{form}: {}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    };
    for (form, begins, has) in EXPORTS {
        let bytes = exported(form, &[]);
        let text = String::from_utf8_lossy(&bytes);
        assert!(bytes.starts_with(begins) && text.contains(has), "{form}: {}", text.get(..400).unwrap_or(&text));
        let file = rig.beside(&format!("export-{form}"));
        exported(form, &["--output", file.to_str().unwrap()]);
        assert!(std::fs::read(file).unwrap() == bytes, "{form} differs in a file");
    }
    // Every step has its picture in the JSON, whatever the task's settings said.
    let trajectory: Value = serde_json::from_slice(&exported("json", &[])).unwrap();
    let pictures = trajectory["steps"].as_array().unwrap().iter().map(|step| step["screenshot"].as_str().unwrap());
    assert!(pictures.clone().count() == 3 && pictures.clone().all(|picture| picture.starts_with("iVBOR")));
    let picture = rig.beside("step.png");
    let args = ["task", "step", &id, "1", "--picture", picture.to_str().unwrap()];
    assert_eq!(rig.said(&args).code, Some(0));
    assert!(std::fs::read(&picture).unwrap().starts_with(b"\x89PNG"));
    let page = rig.beside("comparison.html");
    let diff = rig.said(&["task", "diff", &id, &other, "--output", page.to_str().unwrap()]);
    assert_eq!(diff.code, Some(0), "{diff:?}");
    assert!(std::fs::read_to_string(&page).unwrap().contains(&id));
    // Nothing of this touched the record, not even for a moment: its folder may be read-only.
    assert_eq!(record(&folder), before);
    let unknown = rig.said(&["task", "export", &id, "--as", "png"]);
    assert!(unknown.code == Some(2) && unknown.err.contains("possible values"), "{unknown:?}");
    // A file is no folder, for root neither.
    let below = picture.join("x");
    let below = below.to_str().unwrap();
    let nowhere = rig.said(&["task", "export", &id, "--as", "json", "--output", below]);
    assert!(nowhere.code == Some(2) && nowhere.err.contains(below), "{nowhere:?}");
}

/// The files of a record with their times, and when its folder was last changed.
fn record(folder: &std::path::Path) -> Vec<(PathBuf, SystemTime)> {
    let modified = |path: &std::path::Path| (path.to_owned(), path.metadata().unwrap().modified().unwrap());
    let mut all = vec![modified(folder)];
    for entry in std::fs::read_dir(folder).unwrap() {
        all.push(modified(&entry.unwrap().path()));
    }
    all.sort();
    all
}

#[test]
fn a_task_that_is_killed_while_it_asks_says_what_it_asked() {
    let rig = Rig::new();
    let phone = Phone::start(&rig.beside(""));
    let model = rig.script(&[json!({"type": "ask_user", "question": "Which of the two networks?", "timeoutSec": 900})]);
    let terminal = Terminal::new();
    let args = ["run", "connect", "--device", &phone.address, "--model", &model];
    let mut running = Running(terminal.spawn(rig.command(&args)));
    terminal.until("Which of the two networks?");
    running.0.kill().unwrap();
    running.0.wait().unwrap();
    let id = rig.only_task().unwrap();
    let why = rig.said(&["task", "why", &id, "--json"]).json();
    assert_eq!(why["cause"], "killed");
    let expected = "The process was killed in step 1 while it asked “Which of the two networks?”; the task did not end by \
                    itself.";
    assert_eq!(why["summary"], expected);
    assert!(rig.said(&["task", "why", &id]).out.starts_with(expected));
}

#[test]
fn a_run_deletes_old_ones_only_after_it_has_said_so() {
    let rig = Rig::new();
    rig.config("[history]\nkeep_runs = 1\n");
    let phone = Phone::start(&rig.beside(""));
    let run = || rig.run(&phone, &[json!({"type": "finish", "message": "done"})], &[]);
    let left = || {
        let tasks = rig.said(&["task", "list", "--json"]).json();
        tasks.as_array().unwrap().iter().map(|task| task["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let id = |said: &crate::rig::Said| said.json()["task_id"].as_str().unwrap().to_owned();
    let first = run();
    assert!(!first.err.contains("delete"), "{first:?}");
    let second = run();
    assert!(second.err.contains("1 old run (") && second.err.contains("will be deleted after"), "{second:?}");
    // It was announced a moment ago: a person has time to keep it.
    let third = run();
    assert!(!third.err.contains("delete"), "{third:?}");
    assert_eq!(left(), [id(&third), id(&second), id(&first)]);
    let announced = rig.data().join("config/old-runs.json");
    let mut said: Value = serde_json::from_slice(&std::fs::read(&announced).unwrap()).unwrap();
    said["at"] = json!("2026-01-01T00:00:00Z");
    std::fs::write(&announced, said.to_string()).unwrap();
    // Only the announced one goes; the others are announced.
    let fourth = run();
    assert!(fourth.err.contains("deleted 1 old run ("), "{fourth:?}");
    assert!(fourth.err.contains("2 old runs (") && fourth.err.contains("will be deleted after"), "{fourth:?}");
    assert_eq!(left(), [id(&fourth), id(&third), id(&second)]);
    std::fs::write(&announced, "{").unwrap();
    let fifth = run();
    assert!(fifth.code == Some(0) && fifth.err.contains("couldn't delete old runs"), "{fifth:?}");
}

/// A record as an older version wrote it: no trees, no prompts, no places of touches; its pictures are gone.
const OLD: &str = include_str!("../../../agent/src/record/tests/old.jsonl");

#[test]
fn a_record_of_an_older_version_is_read_by_every_command() {
    let rig = Rig::new();
    let [old, other] = ["20260729T141502123Z-aaaaaaaa", "20260729T141502124Z-bbbbbbbb"];
    for id in [old, other] {
        let folder = rig.data().join("tasks").join(id);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("journal.jsonl"), OLD.replace("\"t1\"", &format!("\"{id}\""))).unwrap();
    }
    let picture = rig.beside("step.png").display().to_string();
    let rows: &[(&[&str], i32, &str)] = &[
        (&["list", "--grep", "settings"], 0, "open the settings"),
        (&["show", old], 0, "success"),
        (&["show", old, "--steps"], 0, "tap it"),
        (&["why", old], 0, "Nothing went wrong"),
        (&["step", old, "1"], 0, "thought tap it"),
        (&["step", old, "1", "--gate"], 0, "allowed tap `Settings`"),
        (&["step", old, "1", "--tree"], 2, "step 1 has no elements"),
        (&["step", old, "1", "--prompt"], 2, "step 1 has no prompt"),
        (&["step", old, "1", "--picture", &picture], 2, "picture 1 is not in this folder"),
        (&["report", old, "--output", "-"], 0, "open the settings"),
        (&["diff", old, other], 0, "the runs never part"),
        (&["diff", old, other, "--output", "-"], 0, "open the settings"),
        (&["export", old, "--as", "json"], 0, "\"task_goal\":\"open the settings\""),
        (&["export", old, "--as", "script"], 0, "fingertip act '{\"type\":\"tap\""),
        (&["export", old, "--as", "maestro"], 0, "appId: \"com.android.launcher3\""),
        (&["export", old, "--as", "otlp"], 0, "\"invoke_workflow task\""),
        (&["export", old, "--as", "training"], 0, "\"role\":\"assistant\""),
        (&["export", old, "--as", "gif"], 2, "the task has no picture"),
        (&["keep", old], 0, "is kept for good"),
        (&["prune", "--dry-run", "--keep-runs", "1"], 0, "would delete"),
    ];
    for (args, code, text) in rows {
        let said = rig.said(&[&["task"], *args].concat());
        assert_eq!(said.code, Some(*code), "{args:?}: {said:?}");
        assert!(said.out.contains(text) || said.err.contains(text), "{args:?}: expected `{text}` in {said:?}");
    }
}
