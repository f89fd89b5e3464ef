//! A property: what the record hides is in no report, and in no comparison.

#[path = "../../../history/tests/secret_entries/entries.rs"]
mod entries;

use agent::record::Folder;
use agent::{Journal as _, JournalEntry, Redactor, Secret};
use proptest::prelude::*;
use report::{Options, Source, Template, write, write_comparison};
use tempfile::TempDir;

use self::entries::entries;
use crate::record::PAGE;

/// Returns the report of a run, and its comparison with an empty one.
fn pages(lines: impl IntoIterator<Item = JournalEntry>) -> [String; 2] {
    let folder = || TempDir::new().unwrap();
    let (one, other) = (folder(), folder());
    let mut record = Folder::create(one.path()).unwrap();
    let lines: Vec<JournalEntry> = lines.into_iter().collect();
    lines.iter().for_each(|line| record.write(line).unwrap());
    let mut short = Folder::create(other.path()).unwrap();
    let mut started = serde_json::to_value(&lines[0]).unwrap();
    started["taskId"] = "t2".into();
    short.write(&serde_json::from_value(started).unwrap()).unwrap();
    let source = |folder: &TempDir| Source { folder: folder.path().to_owned(), running: false };
    let (one, other) = (source(&one), source(&other));
    let options = Options { full: true, program: "fingertip test".to_owned(), now: 0 };
    let template = Template::new(PAGE).unwrap();
    let (mut report, mut comparison) = (Vec::new(), Vec::new());
    write(&one, &template, &options, &mut report).unwrap();
    write_comparison([&one, &other], &template, &options, &mut comparison).unwrap();
    [report, comparison].map(|html| String::from_utf8(html).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_page_shows_what_the_record_hides(secret in "[A-Za-z0-9]{8,24}") {
        // The test would see a leak: unmasked, both pages show it.
        prop_assert!(pages(entries(&secret)).iter().all(|html| html.contains(&secret)));
        let redactor = Redactor::default();
        redactor.add(&Secret::new(&secret));
        for html in pages(entries(&secret).into_iter().map(|entry| redactor.entry(entry))) {
            prop_assert!(!html.contains(&secret), "{secret}: {html}");
        }
    }
}
