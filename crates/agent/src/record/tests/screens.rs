//! Tests which picture belongs to which step, and how many steps there are, with journals in the order in which tasks
//! write them.

use super::*;
use crate::journal::{Retry, RetryOf};

/// Entries of a journal, a word each: the kind and the step. `o` looks (the pictures are numbered from 1), `w` looks at
/// a withheld screen, `p` decides on the last picture, `q` decides and names none, `i` and `e` begin and end an action,
/// `r` retries, `s` resumes, `E` ends with so many steps.
fn journal(words: &str) -> Vec<JournalEntry> {
    let (mut pictures, mut shown) = (0, None);
    let mut entries = vec![started(false)];
    for word in words.split(' ') {
        let number = word.get(1..).unwrap().parse().unwrap();
        let [seen, said, intent, effect] = step(number).try_into().unwrap();
        entries.push(match word.chars().next().unwrap() {
            kind @ ('o' | 'w') => {
                let JournalEntry::Observation(seen) = seen else { unreachable!() };
                shown = (kind == 'o').then(|| pictures + 1);
                pictures = shown.unwrap_or(pictures);
                let picture = |number| Screenshot { number, width: 1, height: 1, png: PICTURE.into() };
                let withheld = shown.is_none().then(|| "protected".to_owned());
                JournalEntry::Observation(ObservationEntry { screenshot: shown.map(picture), withheld, ..seen })
            }
            kind @ ('p' | 'q') => {
                let JournalEntry::Prediction(said) = said else { unreachable!() };
                JournalEntry::Prediction(Prediction { screenshot: shown.filter(|_| kind == 'p'), ..said })
            }
            'i' => intent,
            'e' => effect,
            'r' => JournalEntry::Retry(Retry {
                mark: mark(number),
                of: RetryOf::Prediction,
                failed: 1,
                why: "busy".to_owned(),
                delay: std::time::Duration::from_secs(1),
            }),
            's' => {
                let JournalEntry::Started(first) = started(false) else { unreachable!() };
                JournalEntry::Started(Started { mark: mark(number), resumed: true, ..first })
            }
            'E' => ended(number),
            kind => panic!("{kind}"),
        });
    }
    entries
}

/// The number in the name of a picture's file.
fn number(screen: &Value) -> Option<u64> {
    let name = screen["screenshot"].as_str()?;
    Some(name.strip_prefix("screenshots/").unwrap().strip_suffix(".png").unwrap().parse().unwrap())
}

/// The name, the journal in short, the picture of each step, the last picture.
type Row = (&'static str, &'static str, &'static [Option<u64>], Option<u64>);

#[test]
fn a_step_has_the_screen_before_it_and_the_end_the_screen_after_it() {
    let rows: &[Row] = &[
        ("a model", "o1 p1 i1 o1 e1 p2 i2 o2 e2 p3 E3", &[Some(1), Some(2), Some(3)], Some(3)),
        ("a mind that names no picture", "o1 q1 i1 o1 e1 q2 i2 o2 e2 q3 E3", &[Some(1), Some(2), Some(3)], Some(3)),
        ("a mind that writes nothing down", "o1 i1 o1 e1 i2 o2 e2 E3", &[Some(1), Some(2), Some(3)], Some(3)),
        (
            "a mind that looks for itself",
            "o1 q1 i1 o1 e1 o2 o2 q2 i2 o2 e2 q3 E3",
            &[Some(1), Some(4), Some(5)],
            Some(5),
        ),
        ("a look of the gate", "o1 p1 o1 i1 o1 e1 p2 E2", &[Some(1), Some(3)], Some(3)),
        ("several actions", "o1 p1 i1 o1 e1 i1 o1 e1 p2 E2", &[Some(1), Some(3)], Some(3)),
        ("a reply that changes nothing", "o1 p1 p2 p3 E3", &[Some(1), Some(1), Some(1)], Some(1)),
        ("a picture that is withheld", "o1 p1 i1 w1 e1 p2 i2 o2 e2 p3 E3", &[Some(1), None, Some(2)], Some(2)),
        ("no answer at all", "o1 r1 r1 E0", &[], Some(1)),
        ("no answer in the end", "o1 p1 i1 o1 e1 r2 r2 E1", &[Some(1)], Some(2)),
        ("killed before an answer", "o1 p1 i1 o1 e1 r2 s1 o2 p2 E2", &[Some(1), Some(3)], Some(3)),
        ("stopped before an answer", "o1 p1 i1 o1 e1 r2 E1 s1 o2 p2 E2", &[Some(1), Some(3)], Some(3)),
        ("killed in an action", "o1 p1 i1 s1 o1 e1 p2 E2", &[Some(1), Some(2)], Some(2)),
        ("stopped in an action", "o1 p1 i1 e1 E1 s1 o1 e1 p2 E2", &[Some(1), Some(2)], Some(2)),
    ];
    for (name, words, expected, last) in rows {
        let folder = TempDir::new().unwrap();
        let mut record = Folder::create(folder.path()).unwrap();
        let entries = journal(words);
        entries.iter().for_each(|entry| record.write(entry).unwrap());
        let document = trajectory(folder.path()).unwrap();
        let steps = document["steps"].as_array().unwrap();
        let pictures: Vec<Option<u64>> = steps.iter().map(number).collect();
        assert_eq!(pictures, *expected, "{name}");
        let numbers: Vec<u64> = steps.iter().map(|step| step["step"].as_u64().unwrap()).collect();
        assert_eq!(numbers, (1..=expected.len() as u64).collect::<Vec<_>>(), "{name}");
        assert_eq!(document["total_steps"].as_u64(), Some(expected.len() as u64), "{name}");
        assert_eq!(number(&document["final_screen"]), *last, "{name}");
        assert_eq!(document["metadata"]["device"], "sim", "{name}");
        // A document rebuilt from the journal is the same.
        std::fs::remove_file(trajectory_file(folder.path())).unwrap();
        drop(Folder::reopen(folder.path(), |_| {}).unwrap());
        assert_eq!(trajectory(folder.path()), Some(document), "{name}");
    }
}

#[test]
fn what_led_to_no_decision_is_kept_beside_the_steps() {
    let folder = TempDir::new().unwrap();
    let mut record = Folder::create(folder.path()).unwrap();
    journal("o1 r1 r1 E0").iter().for_each(|entry| record.write(entry).unwrap());
    let unanswered = &trajectory(folder.path()).unwrap()["unanswered"];
    assert_eq!(unanswered["retries"], json!(["busy", "busy"]));
}

#[test]
fn a_journal_that_counts_to_the_sky_makes_no_endless_document() {
    let folder = TempDir::new().unwrap();
    let mut record = Folder::create(folder.path()).unwrap();
    journal("o1 p4000000000 E4000000000").iter().for_each(|entry| record.write(entry).unwrap());
    assert!(std::fs::metadata(trajectory_file(folder.path())).unwrap().len() < 100_000);
}
