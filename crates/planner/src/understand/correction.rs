//! Corrections within one utterance: `call Sam, no wait, Alex`.

use super::{ASKED, GOOD, Wish, wish};
use crate::grammar::{Kind, List, Meaning};
use crate::matcher::{Filled, Interpretation, MatchInput};
use crate::read::{self, Habit};

/// The most words of a time that are tried one by one: each part costs a run of the grammar.
const LONGEST_TIME: usize = 6;

/// The most words that are dropped before a correction with an unknown slot: `for ten, make that twelve minutes`.
const MOST_DROPPED: usize = 4;

/// Returns the request after the last correction, if there is a plausible one.
pub(super) fn corrected(input: &MatchInput<'_>) -> Option<Wish> {
    // "text Sam: no wait": the text begins with it.
    let (start, end) = last_correction(input).filter(|(start, _)| !input.words[start - 1].colon)?;
    let mut wish = after_correction(input, start, end)?;
    // "llama a Ana no a Carlos": where one word corrects and forbids, either may be meant.
    let forbids = end - start == 1 && input.tokens().is(start, List::Negation) && !input.words[start - 1].pause;
    // "text Anna: the keys scratch that text Ben hello": what a colon introduces may be the text to its end.
    let literal = (0..start).any(|at| input.words[at].colon && input.words[at].quotation.is_none());
    wish.confidence -= if forbids || literal { ASKED } else { 0.0 };
    Some(wish)
}

/// Returns the request with the words from `end` on in place of those that they correct.
fn after_correction(input: &MatchInput<'_>, start: usize, end: usize) -> Option<Wish> {
    // "for an hour and no make that ninety minutes": the joining word is revoked too.
    let joint = |at: usize| {
        input.tokens().is(at, List::And) || input.exact(at).is_some_and(|id| input.grammar.fillers.contains(id))
    };
    let begin = (2..=start).rev().find(|at| !joint(at - 1)).unwrap_or(start);
    // "tell Mom no Dad is coming": what follows the second name may be a text.
    let between_people = people_around(input, begin, end) && !names_person(input, end, input.words.len());
    let left: Vec<usize> = (0..begin).collect();
    let right: Vec<usize> = (end..input.words.len()).collect();
    // "call Sam, no, Ben, no, Alex": earlier corrections apply first.
    let before = match replaced_before(input, &left) {
        Some(words) => input.of(&words),
        None => input.of(&left),
    };
    // "text Sam, no, call Sam": a new request follows.
    let after = input.of(&right);
    let interpretation =
        before.interpret().filter(|interpretation| matches!(interpretation.sentence.meaning, Meaning::Intent(_)));
    // "text Sam that lunch can wait, then call Ann": without a pause before it, a single word is the end of a dictated
    // text.
    let last = &input.words[start - 1];
    let dictates = |interpretation: &Interpretation<'_>| {
        interpretation.filled.iter().any(|slot| slot.kind.is_text() && slot.end == before.words.len())
    };
    // "see you at six no seven": two values of one kind around it.
    let values = |interpretation: &Interpretation<'_>| {
        let text = interpretation.filled.iter().find(|slot| slot.kind.is_text());
        text.is_some_and(|text| last_value(&before, text.start, text.end).is_some())
            && value(&after, 0) == Some(after.words.len())
    };
    let single = end - start == 1 && !last.pause && !last.stop;
    if single && interpretation.as_ref().is_some_and(|found| dictates(found) && !values(found)) {
        return None;
    }
    // Text after a colon is literal: the person is asked whether it is corrected.
    let text = interpretation.as_ref().and_then(|found| found.filled.iter().find(|slot| slot.kind.is_text()));
    if let (Some(found), Some(text)) = (&interpretation, text)
        && text.start > 0
        && before.words[text.start - 1].colon
    {
        return retold(input, &before, &after, found, text);
    }
    if interpretation.as_ref().is_some_and(|interpretation| interpretation.confidence >= GOOD)
        && value(&after, usize::from(after.tokens().is(0, List::Indefinite))).is_none()
        && let Some(whole) = after.interpret().filter(|whole| whole.confidence >= GOOD)
        && let Some(wish) = wish(&after, &whole)
    {
        return Some(wish);
    }
    if let Some(interpretation) = &interpretation {
        if let Some(text) = interpretation.filled.iter().find(|slot| slot.kind.is_text())
            && last_value(&before, text.start, text.end).is_some()
        {
            return dictated(input, &before, &after, interpretation, text);
        }
        // Words after a dictated text belong to it ("I can't come, sorry about that"), unless they clearly revoke it.
        // What follows the text, such as its time, is corrected like any other value.
        let ends = |slot: &&Filled| slot.kind.is_text() && slot.end == before.words.len();
        if let Some(text) = interpretation.filled.iter().find(ends) {
            let strong = input.tokens().find(start, List::StrongCorrection).is_some_and(|(_, last)| last == end);
            return if strong { retold(input, &before, &after, interpretation, text) } else { None };
        }
        if let Some((changed, again)) = replaced(&before, &after, interpretation) {
            let mut wish = wish(&changed, &again)?;
            // "tell Mom no Dad is coming" may mean either: the reading is shown.
            wish.confidence -= if between_people { ASKED } else { 0.0 };
            return Some(wish);
        }
    }
    dropped(&before, &after, between_people)
}

/// Replaces the end of a dictated text by the correction, from the last word that both share: `see you at the cafe, no
/// wait, the bar`. If they share none, or the text was given word for word, the person chooses.
fn retold(
    input: &MatchInput<'_>,
    before: &MatchInput<'_>,
    after: &MatchInput<'_>,
    interpretation: &Interpretation<'_>,
    text: &Filled,
) -> Option<Wish> {
    let words = &before.words;
    if words[text.start].quotation.is_some() {
        return None;
    }
    let introduced = text.start > 0 && words[text.start - 1].colon;
    let first = after.words.first()?;
    let shared = (text.start..text.end).rev().find(|at| words[*at].plain == first.plain).filter(|_| !introduced);
    let kept = shared.unwrap_or(text.start);
    let joined: Vec<_> = words[..kept].iter().chain(&after.words).cloned().collect();
    let changed = MatchInput::new(before.grammar, before.utterance, joined, before.now, before.index);
    let again = changed.interpret().filter(|again| again.sentence.meaning == interpretation.sentence.meaning)?;
    let mut wish = wish(&changed, &again)?;
    if shared.is_none() {
        let literal = super::value::dictated(input, text.start, input.words.len());
        let retold = wish.slots.get(&text.name)?.as_str()?.to_owned();
        wish.contents = vec![retold, literal];
    }
    Some(wish)
}

/// Replaces a value in a dictated text: `I'll be there at six, no wait, seven`. Of two bare numbers both may be meant
/// (`the score was two no three`), so the person chooses.
fn dictated(
    input: &MatchInput<'_>,
    before: &MatchInput<'_>,
    after: &MatchInput<'_>,
    interpretation: &Interpretation<'_>,
    text: &Filled,
) -> Option<Wish> {
    let (mut from, _) = last_value(before, text.start, text.end)?;
    let bare = read::number(before.tokens(), from).is_some_and(|(_, end)| end == text.end);
    // Words after the value belong to the text: ", seven, and bring cake".
    let end = value(after, 0)?;
    let goes_on = end == after.words.len()
        || after.words[end - 1].pause
        || after.tokens().is(end, List::And)
        || after.exact(end).is_some_and(|id| after.grammar.not_names.contains(id));
    if !goes_on {
        return None;
    }
    // "at five, no, six": the small word before the first value stays.
    while from < text.end && before.tokens().is(from, List::BeforeTime) && !after.tokens().is(0, List::BeforeTime) {
        from += 1;
    }
    let words: Vec<_> = before.words[..from].iter().chain(&after.words).cloned().collect();
    let changed = MatchInput::new(before.grammar, before.utterance, words, before.now, before.index);
    let again = changed.interpret().filter(|again| again.sentence.meaning == interpretation.sentence.meaning)?;
    let mut wish = wish(&changed, &again)?;
    if bare {
        let corrected = wish.slots.get(&text.name)?.as_str()?.to_owned();
        wish.contents = vec![corrected, super::value::dictated(input, text.start, input.words.len())];
    }
    Some(wish)
}

/// Returns the words before the last correction, if they contain another plausible one.
fn replaced_before(input: &MatchInput<'_>, left: &[usize]) -> Option<Vec<usize>> {
    let inner = input.of(left);
    let (start, end) = last_correction(&inner)?;
    let earlier: Vec<usize> = (0..start).collect();
    let before = replaced_before(input, &earlier).unwrap_or(earlier);
    let own_input = input.of(&before);
    let interpretation = own_input.interpret()?;
    let after: Vec<usize> = (end..left.len()).collect();
    let slot = interpretation.filled.iter().min_by_key(|slot| (looseness(slot.kind), std::cmp::Reverse(slot.start)))?;
    let words = before[..slot.start].iter().chain(&after).chain(&before[slot.end..]).copied();
    let words: Vec<usize> = words.collect();
    let again = input.of(&words).interpret()?;
    (again.confidence >= GOOD && again.sentence.meaning == interpretation.sentence.meaning).then_some(words)
}

/// Returns the request with the value of one slot replaced.
fn replaced<'a>(
    before: &MatchInput<'a>,
    after: &MatchInput<'a>,
    interpretation: &Interpretation<'a>,
) -> Option<(MatchInput<'a>, Interpretation<'a>)> {
    let mut slots: Vec<&Filled> = interpretation.filled.iter().collect();
    slots.sort_by_key(|slot| (looseness(slot.kind), std::cmp::Reverse(slot.start)));
    for slot in slots {
        // "tomorrow at five, no, six" keeps the day: the shortest replaceable end of a time is replaced.
        let timed = matches!(slot.kind, Kind::When | Kind::EventWhen);
        let spans = if timed { spans(after, slot) } else { vec![(slot.start, slot.end)] };
        for (from, to) in spans {
            // "ten minutes, no, fifteen": the unit is the earlier one.
            for unit in [None, Some(slot.end - 1).filter(|_| slot.end - slot.start > 1 && !timed)] {
                let kept = before.words[..from].iter().chain(&after.words);
                let kept = kept.chain(unit.and_then(|at| before.words.get(at))).chain(&before.words[to..]);
                let words = kept.cloned().collect();
                let changed = MatchInput::new(before.grammar, before.utterance, words, before.now, before.index);
                let Some(again) = changed.interpret().filter(|again| again.confidence >= GOOD) else { continue };
                let same = again.sentence.meaning == interpretation.sentence.meaning;
                let there = again
                    .filled
                    .iter()
                    .any(|filled| filled.kind == slot.kind && filled.start <= from && from < filled.end);
                if same && there {
                    return Some((changed, again));
                }
            }
        }
    }
    None
}

/// Returns the replaceable parts of a time, the shortest first and the last first: `noon tomorrow, I mean midnight`. A
/// part in the middle of the time counts only if the correction is a bare value.
fn spans(after: &MatchInput<'_>, slot: &Filled) -> Vec<(usize, usize)> {
    let bare = value(after, 0) == Some(after.words.len()) && slot.end - slot.start <= LONGEST_TIME;
    let ends = |from: usize| if bare { from + 1..=slot.end } else { slot.end..=slot.end };
    let mut spans: Vec<(usize, usize)> =
        (slot.start..slot.end).flat_map(|from| ends(from).map(move |to| (from, to))).collect();
    spans.sort_by_key(|(from, to)| (to - from, std::cmp::Reverse(*from)));
    spans
}

/// Returns the request without the last words before the correction, if none of its slots was complete.
fn dropped(before: &MatchInput<'_>, after: &MatchInput<'_>, people: bool) -> Option<Wish> {
    (1..=MOST_DROPPED.min(before.words.len().saturating_sub(1))).find_map(|count| {
        let words = before.words[..before.words.len() - count].iter().chain(&after.words).cloned().collect();
        let changed = MatchInput::new(before.grammar, before.utterance, words, before.now, before.index);
        let again = changed.interpret().filter(|again| again.confidence >= GOOD)?;
        // Only an exactly parsed value, or another person, shows that something was replaced.
        let person =
            people && again.filled.iter().any(|slot| slot.kind == Kind::Name && slot.end > before.words.len() - count);
        if !person && !again.filled.iter().any(|slot| slot.kind.is_measured()) {
            return None;
        }
        let mut wish = wish(&changed, &again)?;
        wish.confidence -= if person { ASKED } else { 0.0 };
        Some(wish)
    })
}

/// Returns the end of a time, a span or a number that begins at `start`.
pub(super) fn value(input: &MatchInput<'_>, start: usize) -> Option<usize> {
    let when = read::when(input.tokens(), start, input.now, Habit::Event).map(|(_, end)| end);
    let span = || read::duration(input.tokens(), start).map(|(_, end)| end);
    let number = || read::number(input.tokens(), start).map(|(_, end)| end);
    when.or_else(span).or_else(number)
}

/// Returns the last value between two indices that ends at the second.
fn last_value(input: &MatchInput<'_>, from: usize, to: usize) -> Option<(usize, usize)> {
    (from..to).find_map(|at| value(input, at).filter(|end| *end == to).map(|end| (at, end)))
}

/// Whether a dictated text may correct a value further away: `I'm there at eight then no at nine`.
pub(super) fn may_correct(input: &MatchInput<'_>, text: &Filled) -> bool {
    let words = text.start..text.end;
    let corrects = |at: usize| input.tokens().is(at, List::PlainCorrection);
    let earlier = |at: usize| {
        let ends = |from: usize| value(input, from).filter(|end| *end <= at);
        match value(input, at + 1) {
            Some(end) if end == text.end => (text.start..at).any(|from| ends(from).is_some()),
            // "five no six works better"
            Some(_) => (text.start..at).any(|from| ends(from) == Some(at)),
            None => false,
        }
    };
    words.into_iter().skip(1).any(|at| corrects(at) && earlier(at))
}

/// Whether a contact or a relation is named right before `start`, without a pause, and another one at `end`: `text Mom no
/// Dad that …`.
fn people_around(input: &MatchInput<'_>, start: usize, end: usize) -> bool {
    let paused = input.words[start - 1].pause || input.words[start - 1].stop;
    let owned = usize::from(input.tokens().is(end, List::Owner));
    // "ruf Ben an nein Anna": the part of the verb follows the name.
    let apart = input.tokens().is(start - 1, List::Separable);
    let first = start.saturating_sub(4);
    let ends = |last: usize| (first..last).any(|at| person(input, at).is_some_and(|length| at + length == last));
    !paused && (ends(start) || apart && ends(start - 1)) && person(input, end + owned).is_some()
}

/// Returns how many words at `at` name a contact or a relation.
pub(super) fn person(input: &MatchInput<'_>, at: usize) -> Option<usize> {
    let known = input.index.name_at(|offset| input.words.get(at + offset).map(|word| word.plain.as_str()));
    let kin = input.grammar.kin.at(at, |at| input.exact(at)).map(|(length, _)| length).next();
    known.and_then(|known| known.whole.or((known.begun > 0).then_some(known.begun))).or(kin)
}

/// Whether a person's name fills the words from `start` to `end`.
pub(super) fn names_person(input: &MatchInput<'_>, start: usize, end: usize) -> bool {
    let begin = start + usize::from(input.tokens().is(start, List::Owner));
    person(input, begin).is_some_and(|length| begin + length == end)
}

/// Orders kinds: exactly parsed values before names, names before text.
fn looseness(kind: Kind) -> u8 {
    match kind {
        Kind::Name => 1,
        Kind::Phrase | Kind::Place | Kind::AnyApp => 2,
        Kind::Anything => 3,
        kind if kind.is_text() => 3,
        _ => 0,
    }
}

/// Returns the last correcting phrase: its first word, and the index after it.
fn last_correction(input: &MatchInput<'_>) -> Option<(usize, usize)> {
    (2..input.words.len().saturating_sub(1)).rev().find_map(|at| {
        if input.words[at].quotation.is_some() {
            return None;
        }
        let (length, _) = input.grammar.corrections.at(at, |at| input.exact(at)).next()?;
        let paused = input.words[at - 1].pause || input.words[at - 1].stop || input.words[at + length - 1].pause;
        // A longer phrase may begin a word earlier and is found there.
        let within = input.grammar.corrections.at(at - 1, |at| input.exact(at)).any(|(longer, _)| longer > length);
        let follows = at + length < input.words.len();
        let plain = length >= 2 && (at..at + length).any(|at| input.tokens().is(at, List::PlainCorrection));
        // "at six no seven": between two values, one word is enough.
        let one = length == 1 && input.tokens().is(at, List::PlainCorrection);
        let valued =
            one && value(input, at + 1).is_some() && last_value(input, at.saturating_sub(LONGEST_TIME), at).is_some();
        let people = one && people_around(input, at, at + 1);
        (follows && !within && (paused || plain || valued || people)).then_some((at, at + length))
    })
}
