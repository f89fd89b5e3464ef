//! Requests for later, or on a condition: `turn off the Wi-Fi at ten`, `call Mom when I get home`.
//!
//! A plan runs at once, so these must not become one. The module removes the time or the condition: if the rest is a
//! request, the person wants it later. Alarms, timers, reminders and events have a time of their own. The first words
//! of conditions are in `list/condition.txt`.

use super::{GOOD, Wish};
use crate::grammar::{Kind, List, Meaning};
use crate::matcher::{Filled, Interpretation, MatchInput};
use crate::read::{self, Habit};

/// The most words of a leading condition without a pause after it: each possible end costs a run of the grammar.
const LONGEST_CONDITION: usize = 8;

/// The most times or conditions that are removed to examine the rest: each costs a run of the grammar.
const MOST_TRIED: usize = 8;

/// The last index at which a leading condition may begin, after an opening: `I need you to, when it rains, …`.
const FIRST_WORDS: usize = 6;

/// Whether the words request something for later.
pub(super) fn is_deferred(input: &MatchInput<'_>, wishes: &[Wish]) -> bool {
    let sure = !wishes.is_empty() && wishes.iter().all(|wish| wish.confidence >= GOOD);
    // Most requests have neither and are not read again.
    let conditional = (0..input.words.len()).any(|at| condition(input, at).is_some());
    if sure {
        return conditional && swallowed(input);
    }
    let timed_at = |at: usize| read::when(input.tokens(), at, input.now, Habit::Event).is_some();
    if !conditional && !(0..input.words.len()).any(timed_at) {
        return false;
    }
    let texts = texts(input);
    let free = |at: usize| !texts.iter().any(|(start, end)| (*start..*end).contains(&at));
    trailing(input, free) || leading(input, free) || timed(input, free)
}

/// Returns the dictated texts that follow an introducing word: their content is a message, not a request.
fn texts(input: &MatchInput<'_>) -> Vec<(usize, usize)> {
    let Some(interpretation) = input.interpret() else { return Vec::new() };
    let led = |slot: &&Filled| slot.kind.is_text() && !(slot.kind == Kind::Text && follows_name(&interpretation, slot));
    interpretation.filled.iter().filter(led).map(|slot| (slot.start, slot.end)).collect()
}

/// Whether a text directly follows a name, so that it may not be the message.
fn follows_name(interpretation: &Interpretation<'_>, text: &Filled) -> bool {
    interpretation.filled.iter().any(|other| other.kind == Kind::Name && other.end == text.start)
}

/// Whether a sure interpretation took a condition for the text of a message or a part of a title.
fn swallowed(input: &MatchInput<'_>) -> bool {
    let Some(interpretation) = input.interpret() else { return false };
    interpretation.filled.iter().any(|slot| match slot.kind {
        // "text Sam when I get home": without an introducing word, it is not the message.
        Kind::Text if slot.name == "content" => {
            follows_name(&interpretation, slot) && !pauses(input, slot.start) && condition(input, slot.start).is_some()
        }
        // "search for what to do after graduation" is a title, "to the bar after work" is a time.
        Kind::Phrase | Kind::Place => (slot.start + 1..slot.end).any(|at| {
            let clause = condition(input, at).is_some_and(|length| {
                slot.kind == Kind::Place
                    || input.exact(at + length).is_some_and(|id| input.grammar.subjects.contains(id))
            });
            clause && request(&input.of(&(0..at).collect::<Vec<_>>())).is_some()
        }),
        _ => false,
    })
}

/// Matches `call Mom when I get home`.
fn trailing(input: &MatchInput<'_>, free: impl Fn(usize) -> bool) -> bool {
    let begins = |at: &usize| free(*at) && condition(input, *at).is_some();
    let before = |at: usize| request(&input.of(&(0..at).collect::<Vec<_>>())).is_some();
    (2..input.words.len()).filter(begins).take(MOST_TRIED).any(before)
}

/// Matches `if it rains, text Sam`.
fn leading(input: &MatchInput<'_>, free: impl Fn(usize) -> bool) -> bool {
    let Some(first) = (0..input.words.len().min(FIRST_WORDS)).find(|at| free(*at) && condition(input, *at).is_some())
    else {
        return false;
    };
    let rest = |end: usize| request(&input.of(&(end..input.words.len()).collect::<Vec<_>>())).is_some();
    let mut ends = first + 2..input.words.len();
    let paused = ends.clone().filter(|end| pauses(input, *end)).take(2).any(rest);
    paused || ends.by_ref().take(LONGEST_CONDITION).any(rest)
}

/// Matches `turn off the Wi-Fi at ten`, `in an hour mute the phone`, `text Sam tomorrow that I am late`.
fn timed(input: &MatchInput<'_>, free: impl Fn(usize) -> bool) -> bool {
    let words = &input.words;
    let time = |at: usize| {
        let led = at > 0 && input.tokens().is(at - 1, List::Leading);
        let found = read::when(input.tokens(), at, input.now, Habit::Event).filter(|(when, _)| !when.bare || led);
        found.filter(|_| free(at) && words[at].quotation.is_none()).map(|(_, end)| (at, end))
    };
    (0..words.len()).filter_map(time).take(MOST_TRIED).any(|(at, end)| {
        let kept: Vec<usize> = (0..at).chain(end..words.len()).collect();
        let last = end == words.len();
        request(&input.of(&kept)).is_some_and(|interpretation| match interpretation.sentence.meaning {
            Meaning::Intent("set_alarm" | "set_timer" | "set_reminder" | "create_event") => false,
            // "text Sam tomorrow" may give the message, and the question covers that.
            Meaning::Intent("send_message") => !last || interpretation.filled.iter().any(|slot| slot.name == "content"),
            _ => true,
        })
    })
}

/// Interprets the words as a request that would run.
fn request<'a>(input: &MatchInput<'a>) -> Option<Interpretation<'a>> {
    input.interpret().filter(|interpretation| {
        interpretation.confidence >= GOOD && matches!(interpretation.sentence.meaning, Meaning::Intent(_))
    })
}

/// Returns the length of the words that begin a condition at `at`.
pub(super) fn condition(input: &MatchInput<'_>, at: usize) -> Option<usize> {
    if input.words[at].quotation.is_some() {
        return None;
    }
    let follows = |end: usize| {
        let id = input.exact(end);
        id.is_some_and(|id| input.grammar.subjects.contains(id))
            || input.words.get(end).is_some_and(|word| word.capital)
    };
    let mut found = input.grammar.conditions.at(at, |at| input.exact(at));
    found
        .find(|(length, kind)| match *kind {
            "any" => at + length < input.words.len(),
            _ => follows(at + length),
        })
        .map(|(length, _)| length)
}

fn pauses(input: &MatchInput<'_>, at: usize) -> bool {
    at > 0 && input.words.get(at - 1).is_some_and(|word| word.pause || word.stop)
}
