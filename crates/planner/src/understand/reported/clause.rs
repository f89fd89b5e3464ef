//! Turns a reported clause whose verb comes last into a sentence: `dass ich später ankomme` says `Ich komme später an`,
//! `ob das Essen fertig ist` asks `Ist das Essen fertig?`
//!
//! Only in languages that list the subjects of such clauses. A clause that it cannot convert with certainty stays as it
//! was said, and the person is asked. It never changes the form of a verb.

use super::Turned;
use crate::grammar::{List, Tokens};
use crate::matcher::{Filled, MatchInput};
use crate::text;

/// The fewest letters of a verb after a prefix: `tue` of `antue`.
const SHORTEST_VERB: usize = 3;

/// Returns the sentence that the clause reports; `None` in languages without such clauses, and without `that` or `if`.
pub(super) fn turned(input: &MatchInput<'_>, filled: &Filled) -> Option<Turned> {
    let tokens = input.tokens();
    let asks = tokens.is(filled.start, List::If) || tokens.is(filled.start, List::Wh);
    let told = filled.start > 0 && tokens.is(filled.start - 1, List::That);
    if input.grammar.lexicon.words(List::ClauseSubject).next().is_none() || !(asks || told) {
        return None;
    }
    let from = if tokens.is(filled.start, List::If) { filled.start + 1 } else { filled.start };
    Some(match sentence(input, from, filled.end, asks) {
        Some((sentence, true)) => Turned::Certain(sentence),
        Some((sentence, false)) => Turned::Likely(sentence),
        // With its connector, the text at least equals the words said.
        None => {
            let start = if told { filled.start - 1 } else { filled.start };
            Turned::Likely(text::capitalised(&text::passage(input.utterance, &input.words, start, filled.end).text))
        }
    })
}

/// Puts the verb after the subject, or before it in a question. Returns the sentence, and whether it is certain where
/// the subject ends.
fn sentence(input: &MatchInput<'_>, from: usize, end: usize, asks: bool) -> Option<(String, bool)> {
    let (tokens, words) = (input.tokens(), &input.words);
    // "wann das Essen fertig ist": the question word stays in front.
    let head = tokens.find(from, List::Wh).map_or(from, |(_, end)| end);
    let (subject, ending, certain) = subject(tokens, head, end)?;
    let last = end.checked_sub(1).filter(|last| *last >= subject)?;
    let whole = head..end;
    let broken = |at: usize| tokens.is(at, List::ClauseBreak) || at < last && words[at].pause || words[at].symbol;
    if whole.into_iter().any(broken) || words[from..end].iter().any(|word| word.quotation.is_some()) {
        return None;
    }
    let said = |from: usize, to: usize| text::passage(input.utterance, words, from, to).text;
    let verb = said(last, end);
    let mark = verb.trim_start_matches(|c: char| c.is_alphanumeric()).to_owned();
    let verb = verb.trim_end_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let listed = tokens.is(last, List::ClauseVerb);
    let ends = |at: usize| ending.split(' ').any(|ending| words[at].plain.ends_with(ending));
    let verbal = |at: usize| match listed {
        true => tokens.is(at, List::ClauseVerb),
        false => !input.is_small(at) && ends(at) || tokens.is(at, List::ClauseVerb),
    };
    // "ich komme mit der Familie": the verb may come earlier, and then nothing is certain.
    if !listed && (!ends(last) || input.is_small(last)) || (subject..last).any(verbal) {
        return None;
    }
    let (verb, apart) = if listed { (verb, String::new()) } else { separated(tokens, last, &verb)? };
    let parts = match asks {
        true => [said(from, head), verb, said(head, subject), said(subject, last), apart],
        false => [said(head, subject), verb, said(subject, last), apart, String::new()],
    };
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let mark = if asks { "?" } else { mark.as_str() };
    Some((format!("{}{mark}", text::capitalised(&parts.join(" "))), certain))
}

/// Returns the end of the subject, the endings that its verb may have, and whether it certainly ends there.
fn subject(tokens: Tokens<'_>, start: usize, last: usize) -> Option<(usize, &str, bool)> {
    if let Some((entry, end)) = tokens.find(start, List::ClauseSubject) {
        return Some((end, entry.value.as_str(), true));
    }
    let (entry, end) = tokens.find(start, List::ClauseArticle)?;
    // "der neue Nachbar": only a noun ends the subject, and only its capital tells it.
    let noun = tokens.words.get(end).is_some_and(|word| word.capital);
    // Dictated without capitals, a word that cannot be an adjective is most often the noun: the person is shown the
    // sentence.
    let adjective = tokens
        .find(start, List::ClauseAdjective)
        .is_none_or(|(entry, _)| entry.value.split(' ').any(|ending| tokens.at(end).ends_with(ending)));
    let dictated = !adjective && tokens.words.get(start..last)?.iter().all(|word| !word.capital);
    (noun || end + 2 == last || dictated).then_some((end + 1, entry.value.as_str(), noun || end + 2 == last))
}

/// Splits a listed verb, `ankomme` into `komme` and `an`, and returns another one whole. `None` if its beginning may be
/// such a part: `hinterlasse` would become `terlasse hin`.
fn separated(tokens: Tokens<'_>, at: usize, verb: &str) -> Option<(String, String)> {
    if let Some((entry, _)) = tokens.find(at, List::ClauseSplit) {
        let part = verb.char_indices().nth(entry.value.chars().count()).map(|(end, _)| end)?;
        return Some((verb.get(part..)?.to_owned(), entry.value.clone()));
    }
    let looks = |part: &str| tokens.at(at).strip_prefix(part).is_some_and(|rest| rest.chars().count() >= SHORTEST_VERB);
    let parts = !tokens.is(at, List::Inseparable) && tokens.lexicon.words(List::Separable).any(looks);
    (!parts).then(|| (verb.to_owned(), String::new()))
}
