//! A model check of the loop: drives the real executor through every short sequence of events and many long ones.
//!
//! A sequence is a program of [`Event`]s: proposals of a mind (touches, questions, tools, codes, files), events in the
//! world (changing screens, cut connections), people's actions (refuse, stay silent, pause, take over), and kills.
//! `world` is the phone, the person, the tools and the journal; `run` plays one sequence and resumes after every kill;
//! `plan` does the same with a plan's mind. The world checks every action as it arrives, and `run` checks the result at
//! the end. Nothing of the loop is mocked.
//!
//! The test suite explores a sample. `cargo xtask explore` explores all sequences of length 4 and 100,000 seeded ones.

mod plan;
mod run;
mod world;

use self::run::{explore, mend};
use crate::pipeline::mutation::{self, Mutation};

/// One event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// The mind taps the harmless button.
    TapSafe,
    /// The mind taps the point where some screens have a button that pays or deletes.
    TapRisky,
    /// The mind types.
    Type,
    /// The mind asks the person something.
    AskUser,
    /// The mind asks for approval.
    Confirm,
    /// The mind calls a tool.
    CallTool,
    /// The mind asks for a code, and the person gives one.
    AskCode,
    /// The mind asks for a file, and the person gives one.
    AskFile,
    /// The batch ends: the mind is asked again.
    NextTurn,
    /// The screen changes during the next wait.
    ScreenChanges,
    /// The person says no to the next question.
    SaysNo,
    /// The person does not answer the next question.
    StaysSilent,
    /// The next action is not sent: the connection breaks before.
    CutBefore,
    /// The next action arrives, but its answer is lost.
    CutAfter,
    /// The phone needs its owner before the next action can be sent, and the owner does it.
    NeedsPerson,
    /// The task is paused during the next wait.
    Pause,
    /// The task is paused while it waits for a cut connection.
    PauseWhileCut,
    /// A person takes over the phone during the next wait, and changes the screen.
    TakeOver,
    /// The process is killed during the next wait.
    Kill,
    /// The process is killed after the next action was sent and before it was answered.
    KillAfterSend,
}

impl Event {
    pub(super) const ALL: [Self; 20] = [
        Self::TapSafe,
        Self::TapRisky,
        Self::Type,
        Self::AskUser,
        Self::Confirm,
        Self::CallTool,
        Self::AskCode,
        Self::AskFile,
        Self::NextTurn,
        Self::ScreenChanges,
        Self::SaysNo,
        Self::StaysSilent,
        Self::CutBefore,
        Self::CutAfter,
        Self::NeedsPerson,
        Self::Pause,
        Self::PauseWhileCut,
        Self::TakeOver,
        Self::Kill,
        Self::KillAfterSend,
    ];
}

/// The sequence of length `length` with this number.
fn numbered(mut number: usize, length: usize) -> Vec<Event> {
    (0..length)
        .map(|_| {
            let event = Event::ALL[number % Event::ALL.len()];
            number /= Event::ALL.len();
            event
        })
        .collect()
}

/// A sequence of up to 30 events, generated from a seed.
fn seeded(seed: u64) -> Vec<Event> {
    // SplitMix64: the same seed gives the same sequence on every machine.
    let mut state = seed;
    let mut next = move || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((mixed ^ (mixed >> 31)) % 1_000_003).unwrap_or_default()
    };
    let length = 5 + next() % 26;
    (0..length).map(|_| Event::ALL[next() % Event::ALL.len()]).collect()
}

/// Explores these sequences. Returns each that breaks an invariant, in its shortest form, with the violations.
fn broken(sequences: impl IntoIterator<Item = Vec<Event>>) -> Vec<(Vec<Event>, Vec<String>)> {
    let found = sequences.into_iter().filter(|events| !explore(events).is_empty());
    // Three examples are as useful as a thousand.
    found.take(3).map(mend).collect()
}

/// A number that `cargo xtask explore` sets, otherwise the sample of the test suite.
fn number(name: &str, sample: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(sample)
}

#[test]
fn no_short_sequence_breaks_a_law() {
    let all = Event::ALL.len().pow(4);
    // A prime, so that every kind of event appears first, second, third and last.
    let step = number("FINGERTIP_EXPLORE_STEP", 67);
    let explored = (0..all).step_by(step.max(1));
    let count = explored.len();
    let found = broken(explored.map(|number| numbered(number, 4)));
    assert!(found.is_empty(), "{found:#?}");
    println!("{count} of {all} sequences of length 4 over {} kinds of events", Event::ALL.len());
}

#[test]
fn no_long_sequence_breaks_a_law() {
    let count = number("FINGERTIP_EXPLORE_SEEDED", 1000);
    let first = number("FINGERTIP_EXPLORE_SEED", 1);
    let seeds = first..first + count;
    let found = broken(seeds.map(|seed| seeded(seed as u64)));
    assert!(found.is_empty(), "{found:#?}");
    println!("{count} sequences of up to 30 events, from seed {first} on");
}

/// Whether the check finds a bug that is put back on purpose.
fn finds(bug: Mutation, sequences: &[&[Event]]) -> bool {
    mutation::set(Some(bug));
    let found = sequences.iter().any(|events| !explore(events).is_empty());
    mutation::set(None);
    found
}

#[test]
fn the_check_finds_the_bugs_that_were_there() {
    use Event::*;
    // Each sequence represents all that `FINGERTIP_EXPLORE_STEP=1` finds; without the bug none of them breaks an
    // invariant.
    let rows: [(Mutation, &[&[Event]]); 4] = [
        (Mutation::JudgesUnseen, &[&[TapSafe, AskUser, TapRisky], &[TapSafe, CallTool, TapRisky]]),
        (Mutation::TrustsThinking, &[&[TapRisky, ScreenChanges]]),
        (Mutation::TypesIntoAnything, &[&[TapSafe, ScreenChanges, AskCode]]),
        (Mutation::LosesPushEffect, &[&[CutBefore, PauseWhileCut, AskFile]]),
    ];
    for (bug, sequences) in rows {
        for events in sequences {
            assert_eq!(explore(events), Vec::<String>::new(), "without {bug:?}: {events:?}");
        }
        assert!(finds(bug, sequences), "{bug:?} is not found");
    }
}
