//! A property: what the record hides is in nothing that is made of it.
#![expect(clippy::unwrap_used, reason = "tests say what they expect by failing")]

#[path = "secret_entries/entries.rs"]
mod entries;

use agent::{Redactor, Secret};
use history::{Run, compare, maestro, script, trace, training, why};
use proptest::prelude::*;

use crate::entries::entries;

fn made(run: &Run) -> Vec<(&'static str, String)> {
    let mut lines = String::new();
    training(run, &|_| Ok(None), &|_| Err(std::io::ErrorKind::NotFound.into()), &mut |line| {
        lines.push_str(line);
        Ok(())
    })
    .unwrap();
    vec![
        ("steps", serde_json::to_string(run).unwrap()),
        ("why", serde_json::to_string(&why(run, false)).unwrap()),
        ("diff", serde_json::to_string(&compare(run, &Run::default())).unwrap()),
        ("script", script(run)),
        ("maestro", maestro(run)),
        ("training", lines),
        ("trace", trace(run, "0", true).to_string()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_output_shows_what_the_record_hides(secret in "[A-Za-z0-9#$%&*é]{6,24}") {
        let open = made(&Run::from_entries(entries(&secret)));
        // The test would see a leak: unmasked, nearly everything shows it.
        prop_assert!(open.iter().all(|(_, text)| text.contains(&secret)));
        let redactor = Redactor::default();
        redactor.add(&Secret::new(&secret));
        let masked = entries(&secret).into_iter().map(|entry| redactor.entry(entry));
        for (name, text) in made(&Run::from_entries(masked)) {
            prop_assert!(!text.contains(&secret), "{name} shows {secret}: {text}");
        }
    }
}
