//! The content of a run's record, beyond the order of its entries: touched elements, their effects, the model's
//! prompts, the phone's own state. Everything is read back from the folder.

use std::path::Path;
use std::sync::{Arc, Mutex};

use agent::record::{Folder, prompt_file, read, read_prompt, read_tree, tree_file};
use agent::{Control, Executor, JournalEntry, ModelMind, NoTools, PlanMind, Secret, Settings, Status, Task};
use serde_json::{Value, json};
use sim::profile::Profile;
use tempfile::TempDir;

use crate::fakes::{Person, Reply, Scripted};
use crate::rig::Phone;

/// How many bytes a step may add to the folder on average, pictures aside: as much as two pages of text.
const MOST_BYTES_PER_STEP: u64 = 16 << 10;

fn reply(action: &Value) -> Reply {
    Reply::new(json!({"thought": "", "action": action}))
}

async fn run(phone: &Phone, actions: &[Value], secrets: &[Secret]) -> TempDir {
    let model = Scripted::new(phone, "openpocket", actions.iter().map(reply));
    let folder = TempDir::new().unwrap();
    let settings = Settings { yes: true, ..Settings::default() };
    let person = Arc::new(Person { answers: Mutex::new(vec![json!("yes"); 9].into()), ..Person::default() });
    let executor = Executor::new(phone.device(), ModelMind::new(model), person, Arc::new(NoTools), settings)
        .with_secrets(secrets)
        .with_journal(Folder::create(folder.path()).unwrap());
    let task = Task { id: "t1".to_owned(), goal: "turn the Wi-Fi off".to_owned() };
    let summary = executor.run(&task, Control::none()).await;
    assert_eq!(summary.status, Status::Success, "{summary:?}");
    folder
}

fn entries(folder: &Path) -> Vec<JournalEntry> {
    read(folder).unwrap().map(Result::unwrap).collect()
}

fn walk() -> Vec<Value> {
    vec![
        json!({"type": "open_app", "name": "Settings"}),
        json!({"type": "tap", "at": "Network & internet"}),
        json!({"type": "tap", "at": "Internet"}),
        json!({"type": "tap", "at": "Wi-Fi"}),
        json!({"type": "keyevent", "keycode": "KEYCODE_BACK"}),
        json!({"type": "keyevent", "keycode": "KEYCODE_BACK"}),
        json!({"type": "tap", "at": "Search settings"}),
        json!({"type": "type", "text": "display"}),
        json!({"type": "observe"}),
        json!({"type": "finish", "message": "done"}),
    ]
}

#[tokio::test(start_paused = true)]
async fn every_touch_says_what_it_touched_and_what_that_did() {
    let folder = run(&Phone::new(Profile::default()), &walk(), &[]).await;
    let entries = entries(folder.path());
    let mut touched = Vec::new();
    let mut seen = Vec::new();
    for entry in &entries {
        match entry {
            JournalEntry::Observation(look) => {
                let tree = look.tree.as_ref().unwrap();
                let stored = read_tree(folder.path(), tree.number).unwrap().unwrap();
                assert_eq!(Some(stored.nodes.len()), look.elements);
                assert_eq!((look.layout.len(), look.screen), (16, Some([360, 640])));
                assert!(look.took.is_some() && look.activity.is_some());
            }
            JournalEntry::Prediction(said) => {
                let prompt = said.prompt.as_ref().unwrap();
                let text = read_prompt(folder.path(), prompt.number).unwrap().unwrap();
                assert_eq!(text.chars().count(), prompt.characters);
                assert!(text.starts_with("=== system\n") && text.contains("# Goal\nturn the Wi-Fi off"), "{text}");
                assert_eq!(text.matches("[picture 360x640]").count(), prompt.pictures);
            }
            JournalEntry::Intent(intent) => {
                let at = intent.screen.as_ref().unwrap();
                assert!(at.app.is_some() && at.screenshot.is_some() && at.tree.is_some(), "{at:?}");
                touched
                    .extend(intent.touched.iter().map(|one| (one.name.clone(), one.role.clone(), one.point.is_some())));
            }
            JournalEntry::Effect(effect) if effect.number.is_some() => {
                assert!(effect.took.is_some());
                seen.push(effect.seen.clone().unwrap());
            }
            _ => {}
        }
    }
    // A row is named by its title and what stands below it.
    let names: Vec<&str> = touched.iter().filter_map(|(name, ..)| name.split(',').next()).collect();
    assert_eq!(names, ["Network & internet", "Internet", "Wi-Fi", "Search settings", "Search settings"], "{touched:?}");
    assert_eq!((touched[4].1.as_str(), touched[4].2), ("field", false), "typing touches the field in focus");
    // Opening the settings shows their first page, in another app.
    assert!(seen[0].appeared.iter().any(|part| part.name.starts_with("Network & internet")), "{:?}", seen[0]);
    assert_eq!(seen[0].screen.app.as_deref(), Some("com.android.settings"));
    // The switch is the same element in another state.
    let switched: Vec<_> = seen[3].changed.iter().filter(|one| one.was_state.is_some()).collect();
    assert!(switched.iter().any(|one| one.part.name.contains("Wi-Fi")), "{:?}", seen[3]);
    // What was typed is the field's new text.
    let typed = |one: &agent::ChangedElement| one.now.as_deref() == Some("display");
    assert!(seen.last().unwrap().changed.iter().any(typed), "{:?}", seen.last());
    // Coming back shows the app from before.
    assert_eq!(seen[5].screen.app, seen[1].screen.app);
}

#[tokio::test(start_paused = true)]
async fn a_step_costs_few_bytes_and_they_are_said() {
    let folder = run(&Phone::with_apps(Profile::default()), &walk(), &[]).await;
    let size = |path: &Path| std::fs::metadata(path).unwrap().len();
    let all = |kind: &str| -> u64 {
        let files = std::fs::read_dir(folder.path().join(kind)).unwrap().map(|file| file.unwrap().path());
        files.map(|file| size(&file)).sum()
    };
    let steps = u64::try_from(walk().len()).unwrap();
    let (journal, trees, prompts) = (size(&folder.path().join("journal.jsonl")), all("trees"), all("prompts"));
    let each = (journal + trees + prompts) / steps;
    println!(
        "bytes per step: journal {}, trees {}, prompts {}, together {each}; pictures {}",
        journal / steps,
        trees / steps,
        prompts / steps,
        all("screenshots") / steps
    );
    assert!(each < MOST_BYTES_PER_STEP, "{each} bytes per step");
}

#[tokio::test(start_paused = true)]
async fn equal_screens_share_one_tree() {
    let actions = vec![
        json!({"type": "observe"}),
        json!({"type": "observe"}),
        json!({"type": "open_app", "name": "Settings"}),
        json!({"type": "finish", "message": "done"}),
    ];
    let folder = run(&Phone::new(Profile::default()), &actions, &[]).await;
    let numbers: Vec<u64> = entries(folder.path())
        .iter()
        .filter_map(|entry| match entry {
            JournalEntry::Observation(look) => look.tree.as_ref().map(|tree| tree.number),
            _ => None,
        })
        .collect();
    assert_eq!(numbers, [1, 1, 1, 2]);
    assert!(tree_file(folder.path(), 2).exists() && !tree_file(folder.path(), 3).exists());
}

#[tokio::test(start_paused = true)]
async fn a_step_of_a_plan_keeps_what_the_phone_said_in_its_check() {
    let phone = Phone::new(Profile::default());
    let folder = TempDir::new().unwrap();
    let settings = Settings { yes: true, ..Settings::default() };
    let person = Arc::new(Person::default());
    let executor = Executor::new(phone.device(), PlanMind::new(), person, Arc::new(NoTools), settings)
        .with_journal(Folder::create(folder.path()).unwrap());
    let task = Task { id: "t1".to_owned(), goal: "turn off wifi".to_owned() };
    assert_eq!(executor.run(&task, Control::none()).await.status, Status::Success);
    let checked = entries(folder.path()).into_iter().find_map(|entry| match entry {
        JournalEntry::StepResult(entry) => Some(entry.checked),
        _ => None,
    });
    let checked = checked.unwrap();
    assert!(checked.iter().any(|one| one.asked == "settings get global wifi_on" && one.said == "0"), "{checked:?}");
}

/// All that a folder says, the packed files unpacked.
fn everything(folder: &Path) -> String {
    let mut text = std::fs::read_to_string(folder.join("journal.jsonl")).unwrap();
    text.push_str(&std::fs::read_to_string(folder.join("trajectory.json")).unwrap());
    for number in 1.. {
        let (tree, prompt) = (read_tree(folder, number).unwrap(), read_prompt(folder, number).unwrap());
        if tree.is_none() && prompt.is_none() {
            break;
        }
        text.push_str(&format!("{tree:?}\n{}\n", prompt.unwrap_or_default()));
    }
    assert!(tree_file(folder, 1).exists() && prompt_file(folder, 1).exists());
    text
}

#[tokio::test(start_paused = true)]
async fn a_secret_is_in_no_file_of_the_record() {
    let phone = Phone::new(Profile::default());
    let actions = vec![
        json!({"type": "open_app", "name": "Settings"}),
        json!({"type": "tap", "at": "Search settings"}),
        json!({"type": "type", "text": "correct horse"}),
        json!({"type": "observe"}),
        json!({"type": "clear_text"}),
        json!({"type": "finish", "message": "done"}),
    ];
    let folder = run(&phone, &actions, &[Secret::new("correct horse")]).await;
    assert!(phone.done().iter().any(|command| command.contains("horse")), "{:?}", phone.done());
    let all = everything(folder.path());
    assert!(!all.contains("correct horse") && all.contains("[secret]"), "{all}");
}
