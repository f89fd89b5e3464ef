//! Computes where a dictated text may end, and what speaks against one that begins here.

use super::super::{MatchInput, cost};
use super::{Candidate, messengers, names, open};
use crate::read::{self, Habit, List};

/// The maximum number of words before a colon that more likely introduces the text: a family name of three words.
const BEFORE_COLON: usize = 3;

/// Returns the ends of a dictated text that begins at `start`.
pub(super) fn candidates(input: &MatchInput<'_>, start: usize) -> Vec<Candidate> {
    let (words, tokens) = (&input.words, input.tokens());
    let mut candidates = open(input, start, words.len(), cost::TEXT_WORD);
    let (odd, doubt) = beginning(input, start);
    // "message Mom, Dad and Ben": further names are not a text.
    let row = if start > 0 && words[start - 1].pause { names::row_of_names(input, start) } else { None };
    let row = row.filter(|_| !introduced(input, start));
    // "text her too" contains no message.
    let tail = words[start].quotation.is_none()
        && !introduced(input, start)
        && input.grammar.soft_tails.at(start, |at| input.exact(at)).any(|(length, _)| start + length == words.len());
    // "text Zoe Miller: hello" has a name of two words.
    let colon = (start..(start + BEFORE_COLON).min(words.len())).find(|at| words[*at].colon);
    let colon =
        colon.filter(|at| words[start].quotation.is_none() && !introduced(input, start) && at + 1 < words.len());
    let named = !led(input, start);
    candidates.retain(|candidate| !unfinished(input, candidate.end, "never"));
    // Text after a colon extends to the end, whatever it says; only the time of a reminder may follow.
    if introduced(input, start) && words[start].quotation.is_none() {
        let when = |at: usize| read::when(tokens, at, input.now, Habit::Event).map(|(_, end)| end);
        candidates.retain(|candidate| candidate.end == words.len() || when(candidate.end) == Some(words.len()));
    }
    for candidate in &mut candidates {
        (candidate.cost, candidate.doubt) = (candidate.cost + odd, candidate.doubt + doubt);
        candidate.cost += if tail && candidate.end == words.len() { cost::TEXT_IS_ENDING } else { 0.0 };
        if let Some(end) = row.filter(|end| *end <= candidate.end) {
            // "text Ann, Ben and Carol are here" tells Ann so, or tells all of them "are here".
            let says = tokens.is(end, List::Auxiliary);
            candidate.cost += if says { 0.0 } else { cost::TEXT_LIKE_SLOT };
            candidate.doubt += cost::TEXT_IS_NAMES_DOUBT;
        }
        if colon.is_some_and(|at| at + 1 < candidate.end) {
            candidate.cost += cost::TEXT_OVER_COLON;
            candidate.doubt += if named { cost::TEXT_OVER_COLON_DOUBT } else { 0.0 };
        }
        // "text Sam “hello” please": quoted text ends with the quotation.
        if words[start].quotation.is_some_and(|quotation| words[candidate.end - 1].quotation != Some(quotation)) {
            candidate.cost += cost::TEXT_WORD;
        }
        if unfinished(input, candidate.end, "maybe") {
            candidate.doubt += cost::TEXT_BEFORE_APP_DOUBT;
        }
    }
    candidates
}

/// Returns the cost and the doubt of a text because of how it begins.
fn beginning(input: &MatchInput<'_>, start: usize) -> (f32, f32) {
    let (words, tokens) = (&input.words, input.tokens());
    if words[start].quotation.is_some() || introduced(input, start) {
        return (0.0, 0.0);
    }
    let before = start.checked_sub(1).map(|at| &words[at]);
    let (mut odd, mut doubt) = (0.0, 0.0);
    // A dictated text that begins with "and" continues something else; one that begins with "in" may.
    odd += match tokens.find(start, List::UnlikeText).map(|(entry, _)| entry.value.as_str()) {
        Some("and") => cost::TEXT_AFTER_AND,
        Some("reported" | "framing") => 0.0,
        Some(_) => cost::TEXT_LIKE_SLOT,
        None => 0.0,
    };
    // "schreib Ben, dass ich komme": the clause would have to be rephrased.
    // "text Sam the following eggs", but not "the following is important": the first words may only lead to the text.
    let doubtful = tokens.find(start, List::UnlikeText).is_some_and(|(entry, end)| match entry.value.as_str() {
        "reported" => true,
        "framing" => !tokens.is(end, List::Auxiliary),
        _ => false,
    });
    doubt += if doubtful { cost::TEXT_AFTER_AND_DOUBT } else { 0.0 };
    doubt += if tokens.is(start, List::And) { cost::TEXT_AFTER_AND_DOUBT } else { 0.0 };
    // "schreib Ben um acht dass ich komme": the time is when to write.
    let timed = read::when(tokens, start, input.now, Habit::Event);
    let reported = |end: usize| tokens.find(end, List::UnlikeText).is_some_and(|(entry, _)| entry.value == "reported");
    if timed.is_some_and(|(_, end)| tokens.is(end, List::That) || reported(end)) {
        (odd, doubt) = (odd + cost::TEXT_IS_TIME, doubt + cost::TEXT_IS_TIME_DOUBT);
    }
    // "text Sam tomorrow" may give the content or the time.
    if !led(input, start)
        && read::when(tokens, start, input.now, Habit::Event)
            .is_some_and(|(when, _)| !when.bare || tokens.is(start, List::At))
    {
        (odd, doubt) = (odd + cost::TEXT_IS_TIME, doubt + cost::TEXT_IS_TIME_DOUBT);
    }
    if attaches(input, start) {
        (odd, doubt) = (odd + cost::TEXT_IS_ATTACHMENT, doubt + cost::TEXT_IS_ATTACHMENT_DOUBT);
    }
    if names_datum(input, start) {
        doubt += cost::TEXT_IS_DATUM_DOUBT;
    }
    let Some(before) = before.filter(|before| !before.pause && !before.stop) else { return (odd, doubt) };
    if before.possessive && input.exact(start - 1).is_none() {
        (odd, doubt) = (odd + cost::TEXT_AFTER_POSSESSIVE, doubt + cost::TEXT_AFTER_POSSESSIVE);
    }
    // "text Sam Carter I am late": two capitalised words that no sentence has are one name.
    let cased = words.iter().any(|word| !word.capital);
    let named = |at: usize| cased && words[at].capital && input.exact(at).is_none();
    if start > 1 && named(start) && named(start - 1) {
        (odd, doubt) = (odd + cost::TEXT_IS_SURNAME, doubt + cost::TEXT_IS_SURNAME_DOUBT);
    }
    (odd, doubt)
}

/// Whether the words name something that is sent as a file: `the photo I just took`, but not `the photo is great`.
fn attaches(input: &MatchInput<'_>, start: usize) -> bool {
    let tokens = input.tokens();
    let small = |at: usize| {
        [List::Indefinite, List::Owner, List::Little, List::Determiner].into_iter().any(|list| tokens.is(at, list))
    };
    // "a nice photo", "the last two pictures"
    let thing = (start..input.words.len().min(start + 4))
        .find_map(|at| tokens.find(at, List::Attachment).map(|(_, end)| (at, end)));
    let Some((at, end)) = thing else { return false };
    let spoken = start > 0 && tokens.is(start - 1, List::Saying);
    let said = tokens.is(end, List::Auxiliary) || (at..end).any(|at| input.words[at].quotation.is_some());
    (at == start || small(start)) && !spoken && !said
}

/// The most words before what is kept about somebody: `the new`, `Sam's boss's`.
const BEFORE_DATUM: usize = 4;

/// Whether the words only name something that would have to be looked up: `Sam's number`, `the time of my meeting`,
/// but not `the number is wrong`.
fn names_datum(input: &MatchInput<'_>, start: usize) -> bool {
    let (words, tokens) = (&input.words, input.tokens());
    let datum = |at: usize| tokens.find(at, List::Datum).map(|(_, end)| (at, end));
    let found = (start + 1..words.len().min(start + 1 + BEFORE_DATUM)).find_map(datum);
    let Some((noun, end)) = found else { return false };
    let spoken = start > 0 && tokens.is(start - 1, List::Saying);
    let ends = end == words.len() || tokens.is(end, List::DatumJoint) || tokens.find(end, List::Courtesy).is_some();
    let states = |at: usize| tokens.is(at, List::Auxiliary) || tokens.is(at, List::StatementVerb);
    // "Emily's phone number please": the courtesy states nothing.
    let courteous = |at: &usize| tokens.find(*at, List::Courtesy).is_some();
    let rest = (end..words.len()).find(courteous).unwrap_or(words.len());
    !spoken && ends && (start..noun).all(|at| owns(input, at)) && !(end..rest).any(states)
}

/// Whether a word may stand before what somebody has: an article, `my`, `Sam's`, or the first words of such a name.
fn owns(input: &MatchInput<'_>, at: usize) -> bool {
    let (word, tokens) = (&input.words[at], input.tokens());
    let small =
        [List::Indefinite, List::Owner, List::Determiner, List::The].into_iter().any(|list| tokens.is(at, list));
    let article = || input.exact(at).is_some_and(|id| input.grammar.articles.contains(id));
    let known = |name: &str| input.index.begins_name(name);
    // "Sams Nummer", and "sams number" as it is dictated.
    let genitive = || word.plain.strip_suffix('s').is_some_and(|name| name.len() > 1 && (word.capital || known(name)));
    word.quotation.is_none() && (small || article() || word.possessive || genitive() || known(&word.plain))
}

/// Whether a colon right before `start` introduces the text.
fn introduced(input: &MatchInput<'_>, start: usize) -> bool {
    start > 0 && input.words[start - 1].colon
}

/// Whether a pause or a small word such as `saying` leads to the text, so that it cannot be the rest of a name.
fn led(input: &MatchInput<'_>, start: usize) -> bool {
    let small = |at: usize| input.exact(at).is_some_and(|id| input.grammar.not_names.contains(id));
    start.checked_sub(1).is_some_and(|before| input.words[before].pause || small(before))
}

/// Whether a text that ends at `end`, before the app to send it with, would be incomplete: `text Sam I am on WhatsApp`
/// (`never`), or may be: `text Sam call me on WhatsApp` (`maybe`).
fn unfinished(input: &MatchInput<'_>, end: usize, how: &str) -> bool {
    let Some(last) = end.checked_sub(1) else { return false };
    let tokens = input.tokens();
    tokens.is(end, List::Using)
        && input.words[last].quotation.is_none()
        && tokens.find(last, List::Unfinished).is_some_and(|(entry, _)| entry.value == how)
        && !messengers(input, end + 1).is_empty()
}
