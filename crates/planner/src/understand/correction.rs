//! What is taken back within one utterance: `call Sam, no wait, Alex`.

use super::{GOOD, Wish, wish};
use crate::grammar::{Kind, Meaning};
use crate::matcher::{Filled, Scene};
use crate::read::{self, Habit};
use action::slice::Slice as _;

/// Of these words, one makes a phrase a correction even without a pause before it.
const PLAIN: &[&str] = &[
    "no",
    "wait",
    "actually",
    "sorry",
    "mean",
    "meant",
    "scratch",
    "strike",
    "correction",
    "oops",
    "rather",
    "correct",
];

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
    // What follows a dictated text is more of it: "I can't come, sorry about that". Only a value that takes the
    // place of another is none: "I'll be there at six, no wait, seven".
    if let Some(text) = reading.filled.iter().find(|slot| matches!(slot.kind, Kind::Text | Kind::Speech)) {
        let at = last_value(&before, text.start, text.end)?;
        let whole = value(&after, 0).is_some_and(|end| end == right.len());
        let words: Vec<usize> = (0..at.0).chain(right).chain(at.1..start).collect();
        let changed = scene.of(&words);
        let again = changed.read().filter(|again| whole && again.sentence.meaning == reading.sentence.meaning)?;
        // The words no longer stand together in what was said.
        let mut wish = wish(&changed, &again)?;
        let said: Vec<&str> =
            changed.words[text.start..].iter().map(|word| scene.utterance.part(word.start, word.end)).collect();
        wish.slots.insert(text.name.clone(), super::value::sentence(&said.join(" ")).into());
        return Some(wish);
    }
    let mut slots: Vec<&Filled> = reading.filled.iter().collect();
    slots.sort_by_key(|slot| (looseness(slot.kind), std::cmp::Reverse(slot.start)));
    for slot in slots {
        // "ten minutes, no, fifteen": the unit is that of what was said before.
        for unit in [None, Some(slot.end - 1).filter(|_| slot.end - slot.start > 1)] {
            let words: Vec<usize> =
                (0..slot.start).chain(right.iter().copied()).chain(unit).chain(slot.end..start).collect();
            let changed = scene.of(&words);
            let Some(again) = changed.read().filter(|again| again.confidence >= GOOD) else { continue };
            let same = again.sentence.meaning == reading.sentence.meaning;
            let there = again.filled.iter().any(|filled| filled.name == slot.name && filled.start == slot.start);
            if same && there {
                return wish(&changed, &again);
            }
        }
    }
    None
}

/// Where a time, a span or a number that begins at `start` ends.
fn value(scene: &Scene<'_>, start: usize) -> Option<usize> {
    let when = read::when(&scene.words, start, scene.now, Habit::Event).map(|(_, end)| end);
    let span = || read::duration(&scene.words, start).map(|(_, end)| end);
    let number = || read::number(&scene.words, start).map(|(_, end)| end);
    when.or_else(span).or_else(number)
}

/// The last value between two places that ends where the second is.
fn last_value(scene: &Scene<'_>, from: usize, to: usize) -> Option<(usize, usize)> {
    (from..to).find_map(|at| value(scene, at).filter(|end| *end == to).map(|end| (at, end)))
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
        let plain = length >= 2 && (at..at + length).any(|at| PLAIN.contains(&scene.words[at].plain.as_str()));
        (follows && !within && (paused || plain)).then_some((at, at + length))
    })
}
