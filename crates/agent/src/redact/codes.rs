//! Finds one-time codes: 4 to 10 digits, or letters with digits, distinguished from other numbers by the words around
//! them ([`words`]), by the message around them ([`message`]), or by the format of a message that an app reads by
//! itself (`<#> …`, `@domain #123456`). Linear in the text.
//!
//! Prices, times, dates, years, phone numbers, order numbers and counts are not codes. This module knows no secret and
//! keeps none.

mod candidates;
mod message;

use std::ops::Range;

use self::candidates::{Candidate, candidates};
use self::message::Message;
use super::words;

/// How far a code may be from its word, in characters: the messages of banks and shops put a name between.
const NEAR: usize = 80;
/// The same limit for a number that is more likely something else: a year, a phone number.
const BESIDE: usize = 16;

/// The evidence from the surroundings of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    /// Nothing: the text itself must name the code.
    None,
    /// A nearby word names a code, a code was requested, or one was typed into this window.
    Code,
}

/// Returns the byte ranges of codes in the text, in order.
pub(super) fn find(text: &str, expected_here: Expected) -> Vec<Range<usize>> {
    if !text.chars().any(char::is_numeric) {
        return Vec::new();
    }
    let candidates = candidates(text);
    if candidates.is_empty() {
        return Vec::new();
    }
    // An app that reads its own messages gets them in one of two formats.
    let retrieved = text.trim_start().starts_with("<#>");
    let message = Message::read(text);
    let is_named: Vec<Option<Nearness>> = candidates.iter().map(|candidate| named(&message, candidate)).collect();
    // If the text has a code next to its word, `service 4004` in another sentence is not one.
    let has_code = is_named.contains(&Some(Nearness::Sentence));
    let is_code = |candidate: &Candidate, nearness: Option<Nearness>| {
        let bound = is_bound_to_domain(text, &candidate.range);
        let expected = bound || ((expected_here == Expected::Code || retrieved) && !candidate.mixed);
        let is_named = match nearness {
            Some(Nearness::Sentence) => true,
            Some(Nearness::Text) => {
                let (before, after) = (&text[..candidate.range.start], &text[candidate.range.end..]);
                !(words::counts_a_noun(after) || (has_code && words::follows_a_noun(before)))
            }
            None => false,
        };
        // A year is not masked where a code is merely expected.
        (expected && !candidate.doubtful)
            || (is_named && !message.offers(candidate))
            || message.carries(candidate)
            || message.is_from_service(candidate)
    };
    let found = candidates.into_iter().zip(is_named).filter(|(candidate, nearness)| is_code(candidate, *nearness));
    found.map(|(candidate, _)| candidate.range).collect()
}

/// How near a word that names a code is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Nearness {
    /// In the same sentence.
    Sentence,
    /// In the same text.
    Text,
}

/// Tells how near the nearest word is that names a code, if it is near enough.
fn named(message: &Message<'_>, candidate: &Candidate) -> Option<Nearness> {
    // `expires in 2027`.
    if candidate.doubtful && words::follows_a_preposition(&message.text[..candidate.range.start]) {
        return None;
    }
    let most = match (candidate.doubtful, candidate.mixed) {
        (true, _) => BESIDE,
        (false, true) => NEAR / 2,
        (false, false) => NEAR,
    };
    let names = message.around(message.signs.of(words::List::Names), candidate);
    let near: Vec<_> = names.into_iter().flatten().filter(|gap| gap.distance() <= most).collect();
    if near.is_empty() || (near.iter().all(|gap| gap.distance() > BESIDE) && counts(message.text, candidate)) {
        return None;
    }
    if near.iter().any(|gap| !gap.is_broken) {
        return Some(Nearness::Sentence);
    }
    (!candidate.doubtful).then_some(Nearness::Text)
}

/// Whether a number between two ordinary words counts something: `the PIN policy covers 12000 devices`. Most codes have
/// six digits, so a number of six digits must be round.
fn counts(text: &str, candidate: &Candidate) -> bool {
    let (before, after) = (&text[..candidate.range.start], &text[candidate.range.end..]);
    let is_round = text[candidate.range.clone()].ends_with("00");
    (candidate.digits != 6 || is_round)
        && !candidate.mixed
        && words::counts_a_noun(after)
        && words::follows_a_noun(before)
}

/// The last line of a message that is bound to a domain: `@example.com #123456`.
fn is_bound_to_domain(text: &str, range: &Range<usize>) -> bool {
    let Some(head) = text[..range.start].strip_suffix('#') else { return false };
    // A host name has at most 253 letters.
    let head = words::last_letters(head, 256);
    let domain = head.trim_end().rsplit(char::is_whitespace).next().unwrap_or_default();
    domain.strip_prefix('@').is_some_and(|domain| domain.contains('.'))
}
