//! A property: what the record hides is in nothing that is made of it.
#![expect(clippy::unwrap_used, reason = "tests say what they expect by failing")]

#[path = "secret_entries/entries.rs"]
mod entries;

use std::path::Path;

use agent::record::{Folder, embedded_trajectory, read_prompt};
use agent::{Journal as _, JournalEntry, Redactor, Secret};
use history::{Run, compare, maestro, script, trace, training, why};
use proptest::prelude::*;
use tempfile::TempDir;

use crate::entries::entries;

/// Records the entries as a task does, and returns everything that is made of the record.
fn made(entries: impl IntoIterator<Item = JournalEntry>) -> Vec<(&'static str, String)> {
    let folder = TempDir::new().unwrap();
    let mut record = Folder::create(folder.path()).unwrap();
    entries.into_iter().for_each(|entry| record.write(&entry).unwrap());
    drop(record);
    let run = Run::read(folder.path()).unwrap();
    let mut lines = String::new();
    let prompt = |number| read_prompt(folder.path(), number);
    training(&run, &prompt, &|_| Err(std::io::ErrorKind::NotFound.into()), &mut |line| {
        lines.push_str(line);
        Ok(())
    })
    .unwrap();
    let first = &run.steps[0];
    vec![
        ("steps", serde_json::to_string(&run).unwrap()),
        ("why", serde_json::to_string(&why(&run, false)).unwrap()),
        ("diff", serde_json::to_string(&compare(&run, &Run::default())).unwrap()),
        ("script", script(&run)),
        ("maestro", maestro(&run)),
        ("training", lines),
        ("trace", trace(&run, "0", true).to_string()),
        ("json", String::from_utf8(embedded_trajectory(folder.path()).unwrap()).unwrap()),
        ("tree", serde_json::to_string(&first.tree(folder.path()).unwrap().nodes).unwrap()),
        ("prompt", first.prompts(folder.path()).unwrap().concat()),
        ("questions", serde_json::to_string(&first.questions).unwrap()),
        ("journal", text(&folder.path().join("journal.jsonl"))),
    ]
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_output_shows_what_the_record_hides(secret in "[A-Za-z0-9#$%&*é]{6,24}") {
        let open = made(entries(&secret));
        // The test would see a leak: unmasked, nearly everything shows it.
        for (name, text) in open {
            prop_assert!(text.contains(&secret), "{name}: {text}");
        }
        let redactor = Redactor::default();
        redactor.add(&Secret::new(&secret));
        let masked = entries(&secret).into_iter().map(|entry| redactor.entry(entry));
        for (name, text) in made(masked) {
            prop_assert!(!text.contains(&secret), "{name} shows {secret}: {text}");
        }
    }
}
