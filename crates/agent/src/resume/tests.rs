//! Tests how long a task worked, according to its journal.

use jiff::SignedDuration;

use super::*;
use crate::control::PauseReason;
use crate::journal::{ContinueEntry, Ended, Mark, NoteEntry, PauseEntry, Started};
use crate::settings::Settings;
use crate::summary::{EndReason, Summary};

/// An entry by its letter, so many seconds after the first.
fn entry(letter: char, seconds: i64) -> JournalEntry {
    let at = Timestamp::UNIX_EPOCH + SignedDuration::from_secs(1_000_000 + seconds);
    let mark = Mark { at, step: 0 };
    match letter {
        's' => JournalEntry::Started(Started {
            mark,
            task_id: "t".to_owned(),
            goal: "Find the thing".to_owned(),
            device: "one".to_owned(),
            model: "script".to_owned(),
            dialect: String::new(),
            settings: Settings::default(),
            resumed: false,
        }),
        'n' => JournalEntry::Note(NoteEntry { mark, text: "seen".to_owned() }),
        'p' => JournalEntry::Paused(PauseEntry { mark, reason: PauseReason::Asked }),
        'c' => JournalEntry::Continued(ContinueEntry { mark, paused: Duration::ZERO }),
        // An end states the total working time of all runs.
        _ => JournalEntry::Ended(Ended {
            mark,
            summary: Summary {
                task_id: "t".to_owned(),
                status: EndReason::Interrupt.status(),
                reason: EndReason::Interrupt,
                steps: 0,
                duration: Duration::from_secs(77),
                message: String::new(),
                read_out: None,
                error: None,
                tokens: 0,
                cost: None,
            },
        }),
    }
}

#[test]
fn the_time_used_is_counted_without_an_end_and_without_pauses() {
    let cases: [(&[(char, i64)], u64); 13] = [
        (&[], 0),
        (&[('s', 0)], 0),
        // Killed.
        (&[('s', 0), ('n', 10), ('n', 25)], 25),
        // Killed, resumed later, killed again: the time between two runs does not count.
        (&[('s', 0), ('n', 25), ('s', 1000), ('n', 1005)], 30),
        // Paused; killed after it, or in it.
        (&[('s', 0), ('n', 10), ('p', 12), ('c', 500), ('n', 503)], 15),
        (&[('s', 0), ('n', 10), ('p', 12)], 12),
        // Entries written during a pause are not work, and neither is a second pause.
        (&[('s', 0), ('p', 12), ('n', 100), ('p', 200)], 12),
        // Handed over twice, as a fleet records it.
        (&[('s', 0), ('p', 12), ('s', 100), ('n', 101), ('p', 104), ('s', 900), ('n', 901)], 17),
        // An end counts exactly, and later time is added to it.
        (&[('s', 0), ('n', 10), ('e', 80)], 77),
        (&[('s', 0), ('e', 80), ('s', 1000), ('n', 1003)], 80),
        // A clock that is set back in the middle.
        (&[('s', 0), ('n', 10), ('n', -500), ('n', -495)], 15),
        // A clock that jumps five years ahead.
        (&[('s', 0), ('n', 10), ('n', 157_680_000), ('n', 157_680_004)], 14),
        // A journal that begins in the middle.
        (&[('n', 0), ('n', 10)], 0),
    ];
    for (told, seconds) in cases {
        let entries: Vec<JournalEntry> = told.iter().map(|(letter, at)| entry(*letter, *at)).collect();
        assert_eq!(Resume::from_entries(&entries).duration, Duration::from_secs(seconds), "{told:?}");
    }
}
