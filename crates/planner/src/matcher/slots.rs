//! Computes where a slot that begins at a word may end, and at what cost.

mod names;
mod text;

pub(crate) use self::names::without_relation;

use std::collections::HashMap;

use super::{MatchInput, cost};
use crate::grammar::Kind;
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

/// The most words of a search phrase. It bounds the candidates that are tried at each word.
const LONGEST_PHRASE: usize = 14;

fn candidates(input: &MatchInput<'_>, kind: Kind, start: usize) -> Vec<Candidate> {
    let (words, tokens) = (&input.words, input.tokens());
    let one = |end: Option<usize>| end.map(|end| Candidate { end, cost: 0.0, doubt: 0.0 }).into_iter().collect();
    if start >= words.len() {
        return Vec::new();
    }
    match kind {
        Kind::Name => names::candidates(input, start),
        Kind::Asked if !(tokens.is(start, List::If) || tokens.is(start, List::Wh)) => Vec::new(),
        Kind::Asked if asks_directly(input, start) => Vec::new(),
        Kind::Text | Kind::Reported | Kind::Asked => text::candidates(input, start),
        Kind::Marked if start > 0 && words[start - 1].colon || words[start].quotation.is_some() => {
            text::candidates(input, start)
        }
        Kind::Marked => Vec::new(),
        Kind::Quoted => quoted(input, start),
        Kind::Speech if tokens.is(start, List::Myself) => open(input, start, words.len(), cost::TEXT_WORD),
        Kind::Speech => Vec::new(),
        Kind::Anything => open(input, start, words.len(), cost::ANY_WORD),
        Kind::Phrase => phrases(input, start),
        Kind::Place => places(input, start),
        Kind::App => apps(input, start),
        Kind::Messenger => messengers(input, start),
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
        Kind::PastDay => one(read::past_day(tokens, start, input.now.date()).map(|(_, end)| end)),
        Kind::Duration => one(read::duration(tokens, start).map(|(_, end)| end)),
        Kind::Level => one(read::level(tokens, start).map(|(_, end)| end)),
        Kind::Sum => one(read::sum(tokens, start).map(|(_, end)| end)),
        Kind::Money => one(read::money(tokens, start).map(|(_, end)| end)),
        Kind::Telephone => one(read::telephone(tokens, start).map(|(_, end)| end)),
        Kind::Email => one(read::email(tokens, start).map(|(_, end)| end)),
        Kind::Address => one(read::address(tokens, start, input.utterance).map(|(_, end)| end)),
        Kind::Ordinal => one(read::ordinal(tokens, start).map(|(_, end)| end)),
        Kind::Decimal => one(read::number(tokens, start).map(|(_, end)| end)),
        Kind::Measure => one(tokens.find(start, List::Measure).map(|(_, end)| end)),
        Kind::Calculation => one(read::calculation(tokens, start, input.utterance).map(|(_, end)| end)),
        Kind::Number { least, most } => one(read::number(tokens, start)
            .filter(|(value, _)| value.fract() == 0.0 && (f64::from(least)..=f64::from(most)).contains(value))
            .map(|(_, end)| end)),
    }
}

/// Whether a question is asked in its own words, in a language where a reported one has its verb at the end: `wo bist
/// du`, but not `wo du bist`.
fn asks_directly(input: &MatchInput<'_>, start: usize) -> bool {
    let tokens = input.tokens();
    let verb_last = input.grammar.lexicon.words(List::ClauseSubject).next().is_some();
    let subject = |at: usize| tokens.is(at, List::PlainSubject);
    let after = tokens.find(start, List::Wh).map(|(_, end)| end);
    verb_last && after.is_some_and(|verb| !subject(verb) && subject(verb + 1))
}

fn when(input: &MatchInput<'_>, start: usize, habit: Habit) -> Vec<Candidate> {
    let Some((_, end)) = read::when(input.tokens(), start, input.now, habit) else { return Vec::new() };
    let candidate = |end: usize| Candidate { end, cost: 0.0, doubt: 0.0 };
    // "the rehearsal tomorrow to 7 pm", where the word before the new time may also continue the old one.
    let shorter = (start + 1..end).find(|at| {
        let tokens = input.tokens();
        let before = habit == Habit::Event && tokens.is(*at, List::BeforeTime) && !tokens.is(*at, List::At);
        let day = read::Tokens { words: &input.words[..*at], ..tokens };
        before
            && read::when(day, start, input.now, habit).is_some_and(|(when, last)| last == *at && when.time.is_none())
    });
    [Some(end), shorter].into_iter().flatten().map(candidate).collect()
}

/// Returns the end of the quotation that begins here.
fn quoted(input: &MatchInput<'_>, start: usize) -> Vec<Candidate> {
    let of = |at: usize| input.words.get(at).and_then(|word| word.quotation);
    let Some(quotation) = of(start).filter(|_| start == 0 || of(start - 1) != of(start)) else { return Vec::new() };
    let end = (start..input.words.len()).find(|at| of(*at) != Some(quotation)).unwrap_or(input.words.len());
    vec![Candidate { end, cost: 0.0, doubt: 0.0 }]
}

/// Returns every end up to `last`, with a price per word.
fn open(input: &MatchInput<'_>, start: usize, last: usize, price: f32) -> Vec<Candidate> {
    #[expect(clippy::cast_precision_loss, reason = "there are at most a few hundred words")]
    let candidate = |end: usize| Candidate { end, cost: (end - start).min(cost::LONG_TEXT) as f32 * price, doubt: 0.0 };
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

/// Returns the ends of a place. One that seems to contain a correction or another request requires confirmation: `the
/// west station no the main station show me the way`.
fn places(input: &MatchInput<'_>, start: usize) -> Vec<Candidate> {
    let tokens = input.tokens();
    let odd = |at: usize| {
        let corrects = tokens.is(at, List::PlainCorrection) || tokens.is(at, List::YesOrNo);
        input.words[at].quotation.is_none()
            && !input.words[at].capital
            && (corrects || tokens.is(at, List::Negation) || tokens.is(at, List::FurtherRequest) && at > start + 1)
    };
    let mut candidates = phrases(input, start);
    for candidate in &mut candidates {
        candidate.doubt += if (start + 1..candidate.end).any(odd) { cost::PLACE_GOES_ON_DOUBT } else { 0.0 };
    }
    candidates
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

/// Matches a known app that sends messages: others are no place for one, as in `I saw it on YouTube`.
fn messengers(input: &MatchInput<'_>, start: usize) -> Vec<Candidate> {
    let mut candidates = apps(input, start);
    let sends = |at: usize| input.tokens().is(at, List::Messenger);
    candidates.retain(|candidate| (start..candidate.end).any(sends));
    candidates
}

impl MatchInput<'_> {
    /// The ends of the names of messengers that begin at a word.
    pub(crate) fn ends_of_messenger(&self, start: usize) -> impl Iterator<Item = usize> {
        messengers(self, start).into_iter().map(|candidate| candidate.end)
    }
}

/// Matches a known app, or up to three words where an app is expected.
fn any_app(input: &MatchInput<'_>, start: usize) -> Vec<Candidate> {
    let mut candidates = apps(input, start);
    // If there are apps to look in, a later question covers an unknown app, so it needs no doubt here.
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
