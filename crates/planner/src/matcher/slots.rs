//! Computes where a slot that begins at a word may end, and at what cost.

use std::collections::HashMap;

use super::{MatchInput, cost};
use crate::grammar::Kind;
use crate::index::{LookupResult, Match};
use crate::read::{self, Habit, List};

/// A possible end of a slot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) end: usize,
    pub(super) cost: f32,
    pub(super) doubt: f32,
}

/// The candidates found for a kind at a word, for later sentences.
#[derive(Default)]
pub(super) struct Cache {
    known: HashMap<(Kind, usize), Vec<Candidate>>,
}

impl Cache {
    /// Takes the candidates out while they are iterated.
    pub(super) fn take(&mut self, input: &MatchInput<'_>, kind: Kind, start: usize) -> Vec<Candidate> {
        match self.known.remove(&(kind, start)) {
            Some(candidates) => candidates,
            None => {
                let mut candidates = candidates(input, kind, start);
                candidates.retain(|candidate| !crate::text::splits_quotation(&input.words, candidate.end));
                candidates
            }
        }
    }

    /// Puts them back.
    pub(super) fn put(&mut self, kind: Kind, start: usize, candidates: Vec<Candidate>) {
        self.known.insert((kind, start), candidates);
    }
}

/// The most words of a name: given names, particle and family name (`Maria de la Cruz`).
const LONGEST_NAME: usize = 4;
/// The most words of a row of names: eight people.
const LONGEST_ROW: usize = 16;
/// The most words of a search phrase. It bounds the candidates that are tried at each word.
const LONGEST_PHRASE: usize = 14;

fn candidates(input: &MatchInput<'_>, kind: Kind, start: usize) -> Vec<Candidate> {
    let (words, tokens) = (&input.words, input.tokens());
    let one = |end: Option<usize>| end.map(|end| Candidate { end, cost: 0.0, doubt: 0.0 }).into_iter().collect();
    if start >= words.len() {
        return Vec::new();
    }
    match kind {
        Kind::Name => names(input, start),
        Kind::Asked if !(tokens.is(start, List::If) || tokens.is(start, List::Wh)) => Vec::new(),
        Kind::Text | Kind::Reported | Kind::Asked => {
            let mut candidates = open(input, start, words.len(), cost::TEXT_WORD);
            // A dictated text that begins with "and" continues something else; one that begins with "in" may.
            let odd = match tokens.find(start, List::UnlikeText).map(|(entry, _)| entry.value.as_str()) {
                Some("and") => cost::TEXT_AFTER_AND,
                Some(_) => cost::TEXT_LIKE_SLOT,
                None => 0.0,
            };
            let doubt = if tokens.is(start, List::And) { cost::TEXT_AFTER_AND_DOUBT } else { 0.0 };
            candidates.iter_mut().for_each(|candidate| {
                (candidate.cost, candidate.doubt) = (candidate.cost + odd, candidate.doubt + doubt);
            });
            // "message Mom, Dad and Ben": further names are not a text.
            let row = if start > 0 && words[start - 1].pause { row_of_names(input, start) } else { None };
            // "text her too" contains no message.
            let tail = input
                .grammar
                .soft_tails
                .at(start, |at| input.exact(at))
                .any(|(length, _)| start + length == words.len());
            // "text Sam tomorrow" may give the content or the time.
            let led = start > 0
                && (words[start - 1].pause
                    || input.exact(start - 1).is_some_and(|id| input.grammar.not_names.contains(id)));
            let when = !led && read::when(tokens, start, input.now, Habit::Event).is_some_and(|(when, _)| !when.bare);
            for candidate in candidates.iter_mut() {
                candidate.cost += if tail && candidate.end == words.len() { cost::TEXT_IS_ENDING } else { 0.0 };
                if let Some(end) = row.filter(|end| *end <= candidate.end) {
                    // "text Ann, Ben and Carol are here" tells Ann so, or tells all of them "are here".
                    let says = tokens.is(end, List::Auxiliary);
                    candidate.cost += if says { 0.0 } else { cost::TEXT_LIKE_SLOT };
                    candidate.doubt += cost::TEXT_IS_NAMES_DOUBT;
                }
                if when {
                    (candidate.cost, candidate.doubt) =
                        (candidate.cost + cost::TEXT_IS_TIME, candidate.doubt + cost::TEXT_IS_TIME_DOUBT);
                }
            }
            candidates
        }
        Kind::Speech if tokens.is(start, List::Myself) => open(input, start, words.len(), cost::TEXT_WORD),
        Kind::Speech => Vec::new(),
        Kind::Anything => open(input, start, words.len(), cost::ANY_WORD),
        Kind::Phrase | Kind::Place => phrases(input, start),
        Kind::App => apps(input, start),
        Kind::AnyApp => any_app(input, start),
        Kind::Setting => input
            .grammar
            .settings
            .at(start, |at| input.id(at))
            .map(|(length, _)| {
                let guessed = (start..start + length).any(|at| input.exact(at).is_none());
                let price = if guessed { cost::MISHEARD } else { 0.0 };
                Candidate { end: start + length, cost: price, doubt: price }
            })
            .collect(),
        Kind::When => when(input, start, Habit::Alarm),
        Kind::EventWhen => when(input, start, Habit::Event),
        Kind::Duration => one(read::duration(tokens, start).map(|(_, end)| end)),
        Kind::Level => one(read::level(tokens, start).map(|(_, end)| end)),
        Kind::Sum => one(read::sum(tokens, start).map(|(_, end)| end)),
        Kind::Money => one(read::money(tokens, start).map(|(_, end)| end)),
        Kind::Telephone => one(read::telephone(tokens, start).map(|(_, end)| end)),
        Kind::Email => one(read::email(tokens, start).map(|(_, end)| end)),
        Kind::Address => one(read::address(tokens, start, input.utterance).map(|(_, end)| end)),
        Kind::Ordinal => one(read::ordinal(tokens, start).map(|(_, end)| end)),
        Kind::Number { least, most } => one(read::number(tokens, start)
            .filter(|(value, _)| value.fract() == 0.0 && (f64::from(least)..=f64::from(most)).contains(value))
            .map(|(_, end)| end)),
    }
}

fn when(input: &MatchInput<'_>, start: usize, habit: Habit) -> Vec<Candidate> {
    let Some((_, end)) = read::when(input.tokens(), start, input.now, habit) else { return Vec::new() };
    vec![Candidate { end, cost: 0.0, doubt: 0.0 }]
}

/// Returns every end up to `last`, with a price per word.
fn open(input: &MatchInput<'_>, start: usize, last: usize, price: f32) -> Vec<Candidate> {
    #[expect(clippy::cast_precision_loss, reason = "there are at most a few hundred words")]
    let candidate = |end: usize| Candidate { end, cost: (end - start) as f32 * price, doubt: 0.0 };
    (start + 1..=last.min(input.words.len())).map(candidate).collect()
}

/// Returns a few words within one sentence, at least one of them more than an article.
fn phrases(input: &MatchInput<'_>, start: usize) -> Vec<Candidate> {
    let stop = (start..input.words.len()).find(|at| input.words[*at].stop).map_or(input.words.len(), |at| at + 1);
    let mut candidates = open(input, start, stop.min(start + LONGEST_PHRASE), cost::PHRASE_WORD);
    if input.tokens().is(start, List::Indefinite) && !candidates.is_empty() {
        candidates.remove(0);
    }
    candidates
}

/// Returns the ends of a person's name: a contact, a number, a pronoun, or a few words that can be a name.
fn names(input: &MatchInput<'_>, start: usize) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    if let Some((_, end)) = read::telephone(input.tokens(), start) {
        candidates.push(Candidate { end, cost: 0.0, doubt: 0.0 });
    }
    let tokens = input.tokens();
    let owned = tokens.is(start, List::Owner);
    let begin = if owned { start + 1 } else { start };
    let plain = |at: usize| input.words.get(at).map(|word| word.plain.as_str());
    if let Some(length) = input.index.person_at(|offset| plain(begin + offset)) {
        candidates.push(Candidate { end: begin + length, cost: 0.0, doubt: 0.0 });
    }
    // Words that sound like a contact's whole name are that name, even if spelt differently.
    for end in (begin + 2..=(begin + 3).min(input.words.len())).filter(|_| !input.index.knows_nobody()) {
        let name = crate::text::verbatim(input.utterance, &input.words[begin..end]);
        if matches!(input.index.person(name), LookupResult::One { how: Match::Exact | Match::Phonetic, .. }) {
            candidates.push(Candidate { end, cost: 0.0, doubt: 0.0 });
        }
    }
    if let Some(end) = many(input, start) {
        candidates.push(Candidate { end, cost: 0.0, doubt: 0.0 });
    }
    let cased = input.words.iter().any(|word| !word.capital);
    let mut cost = cost::NAME;
    // The start of the last name in a row.
    let mut since = begin;
    for end in begin + 1..=(begin + LONGEST_ROW).min(input.words.len()) {
        if end - since > LONGEST_NAME {
            break;
        }
        let word = &input.words[end - 1];
        let no_name = |at: usize| input.exact(at).is_some_and(|id| input.grammar.not_names.contains(id));
        // "Ben and Jerry" are two names; "Ben and put him on hold" is one, followed by a word of a sentence.
        let other = |at: usize| {
            let known = input.exact(at).is_some();
            let kin = input.grammar.kin.at(at, |at| input.exact(at)).next().is_some();
            !no_name(at) && (!known || kin || (cased && input.words[at].capital))
        };
        let mine = tokens.is(end, List::MyOrThe) && end + 1 < input.words.len() && other(end + 1);
        let joined = end < input.words.len() && (other(end) || mine);
        if tokens.is(end - 1, List::And) && end > begin + 1 && joined && !word.pause {
            cost += if cased && input.words[end].capital { cost::CAPITALS_JOINED } else { cost::NAMES_JOINED };
            since = end;
            continue;
        }
        // "my wife and my brother"
        if end > begin + 2 && tokens.is(end - 1, List::MyOrThe) && tokens.is(end - 2, List::And) {
            continue;
        }
        // "mother-in-law"
        let law = matches!((word.plain.as_str(), tokens.at(end)), ("in", "law")) && end > begin + 1;
        if law || (word.plain == "law" && tokens.at(end.wrapping_sub(2)) == "in") {
            if !law {
                candidates.push(Candidate { end, cost: 0.0, doubt: 0.0 });
            }
            continue;
        }
        // "Will" and "May" are names if they are capitalised like one.
        let written = end == begin + 1 && end > 1 && cased && word.capital && tokens.is(end - 1, List::NameInCapitals);
        let barred = no_name(end - 1) && !written;
        let number = word.plain.bytes().all(|byte| byte.is_ascii_digit());
        if barred || number || word.quote {
            break;
        }
        // "the address of the event" names no person, but "tell the wife of my plans" does.
        let kin = input.grammar.kin.at(end - 1, |at| input.exact(at)).next().is_some();
        if kin || !(owned && tokens.is(end, List::Of)) {
            candidates.push(Candidate { end, cost, doubt: 0.0 });
        }
        // In a text with lower-case letters, two capitalised words in a row are one name.
        let named = cased && word.capital && input.words.get(end).is_some_and(|next| next.capital);
        cost += if named { cost::CAPITAL_WORD } else { cost::NAME_WORD };
        // "Ann, Ben and Jerry": a comma ends a name, but not a row of names.
        let row = word.pause && (end..(end + 3).min(input.words.len())).any(|at| tokens.is(at, List::And));
        if (word.pause && !row) || word.stop {
            break;
        }
        if row {
            since = end;
        }
    }
    candidates
}

/// Returns the end of the names that begin at `start` and continue with `and`, or are all there is.
fn row_of_names(input: &MatchInput<'_>, start: usize) -> Option<usize> {
    let tokens = input.tokens();
    let cased = input.words.iter().any(|word| !word.capital);
    let named = |at: usize| {
        let kin = input.grammar.kin.at(at, |at| input.exact(at)).next().is_some();
        let known = input.index.person_at(|offset| input.words.get(at + offset).map(|word| word.plain.as_str()));
        let barred = input.exact(at).is_some_and(|id| input.grammar.not_names.contains(id));
        let capital = cased && input.words[at].capital && !barred;
        input.words[at].quotation.is_none() && (kin || known.is_some() || capital || input.exact(at).is_none())
    };
    let mut end = start;
    let mut joined = false;
    while end < input.words.len() {
        let joint = end > start && tokens.is(end, List::And);
        if !joint && !tokens.is(end, List::Owner) && !named(end) {
            break;
        }
        joined |= joint;
        end += 1;
    }
    let last = end > start && !tokens.is(end - 1, List::And) && !tokens.is(end - 1, List::Owner);
    (last && (joined || end == input.words.len())).then_some(end)
}

/// Matches many people at once: `all my friends`, `the whole team`, `everyone in my family group`.
fn many(input: &MatchInput<'_>, start: usize) -> Option<usize> {
    let tokens = input.tokens();
    let total = |at: usize| tokens.is(at, List::All);
    let group = |at: usize| input.exact(at).is_some_and(|id| input.grammar.groups.contains(id)) && !total(at);
    let mut first = start;
    while total(first) || tokens.is(first, List::AllOf) {
        first += 1;
    }
    // The word that names them, or the next one: `my family group`.
    let second = first > start || tokens.is(first + 1, List::GroupWord);
    let named = group(first).then_some(first).or_else(|| (second && group(first + 1)).then_some(first + 1));
    let counted = (start..first).any(total) && first < input.words.len();
    let mut end = named.or_else(|| counted.then_some(first))? + 1;
    // "my team lead" is a single person.
    if tokens.is(end, List::GroupLead) {
        return None;
    }
    while group(end) {
        end += 1;
    }
    if tokens.is(end, List::InGroup) && tokens.is(end + 1, List::Owner) {
        end = (end + 3).min(input.words.len());
        while group(end) {
            end += 1;
        }
    }
    Some(end)
}

/// Matches an app of the directory, or a well-known one.
fn apps(input: &MatchInput<'_>, start: usize) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    let plain = |at: usize| input.words.get(at).map(|word| word.plain.as_str());
    if let Some(length) = input.index.app_at(|offset| plain(start + offset)) {
        candidates.push(Candidate { end: start + length, cost: 0.0, doubt: 0.0 });
    }
    let known = input.grammar.apps.at(start, |at| input.id(at));
    candidates.extend(known.map(|(length, _)| {
        let guessed = (start..start + length).any(|at| input.exact(at).is_none());
        let price = if guessed { cost::MISHEARD / 2.0 } else { 0.0 };
        Candidate { end: start + length, cost: price, doubt: price }
    }));
    candidates
}

/// Matches a known app, or up to three words where an app is expected.
fn any_app(input: &MatchInput<'_>, start: usize) -> Vec<Candidate> {
    let mut candidates = apps(input, start);
    // If there are apps to look in, an unknown app is asked about later and needs no doubt here.
    let doubt = if input.index.knows_no_app() { cost::UNKNOWN_APP } else { cost::NAMED_APP };
    let cased = input.words.iter().any(|word| !word.capital);
    for end in start + 1..=(start + 3).min(input.words.len()) {
        let word = &input.words[end - 1];
        if input.exact(end - 1).is_some_and(|id| input.grammar.not_names.contains(id)) {
            break;
        }
        // "open Markor": capitalised like a name, so it is one.
        let named = start > 0 && cased && input.words[start..end].iter().all(|word| word.capital);
        let doubt = if named { cost::NAMED_APP } else { doubt };
        #[expect(clippy::cast_precision_loss, reason = "at most three")]
        candidates.push(Candidate { end, cost: doubt + (end - start) as f32 * cost::APP_WORD, doubt });
        if word.pause || word.stop {
            break;
        }
    }
    candidates
}
