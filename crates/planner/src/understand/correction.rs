//! What is taken back within one utterance: `call Sam, no wait, Alex`.

use super::{GOOD, Wish, wish};
use crate::grammar::{Kind, Meaning};
use crate::matcher::{Filled, Scene};

/// The request after the last correction, if there is one that makes sense.
pub(super) fn corrected(scene: &Scene<'_>) -> Option<Wish> {
    let (start, end) = last_correction(scene)?;
    let left: Vec<usize> = (0..start).collect();
    let right: Vec<usize> = (end..scene.words.len()).collect();
    let before = scene.of(&left);
    let reading = before.read()?;
    if !matches!(reading.sentence.meaning, Meaning::Intent(_)) {
        return None;
    }
    // "text Sam, no, call Sam": what follows is a request of its own.
    let after = scene.of(&right);
    if let Some(whole) = after.read().filter(|whole| whole.confidence >= GOOD)
        && let Some(wish) = wish(&after, &whole)
    {
        return Some(wish);
    }
    let mut slots: Vec<&Filled> = reading.filled.iter().collect();
    slots.sort_by_key(|slot| (looseness(slot.kind), std::cmp::Reverse(slot.start)));
    for slot in slots {
        let mut words: Vec<usize> = (0..slot.start).collect();
        words.extend(&right);
        words.extend(slot.end..start);
        let changed = scene.of(&words);
        let Some(again) = changed.read().filter(|again| again.confidence >= GOOD) else { continue };
        let same = again.sentence.meaning == reading.sentence.meaning;
        let there = again.filled.iter().any(|filled| filled.name == slot.name && filled.start == slot.start);
        if same && there {
            return wish(&changed, &again);
        }
    }
    None
}

/// Values that are read for sure come before names, names before text.
fn looseness(kind: Kind) -> u8 {
    match kind {
        Kind::Name => 1,
        Kind::Phrase | Kind::Place | Kind::AnyApp => 2,
        Kind::Text | Kind::Speech | Kind::Anything => 3,
        _ => 0,
    }
}

/// The last phrase that takes something back: its first word, and the place after it.
fn last_correction(scene: &Scene<'_>) -> Option<(usize, usize)> {
    (2..scene.words.len().saturating_sub(1)).rev().find_map(|at| {
        let (length, _) = scene.grammar.corrections.at(at, |at| scene.exact(at)).next()?;
        let paused = scene.words[at - 1].pause || scene.words[at - 1].stop || scene.words[at + length - 1].pause;
        // A longer phrase may begin a word earlier; it is found there.
        let within = scene.grammar.corrections.at(at - 1, |at| scene.exact(at)).any(|(longer, _)| longer > length);
        let follows = at + length < scene.words.len();
        (follows && !within && (paused || length >= 2)).then_some((at, at + length))
    })
}
